"""Persons and organisations, each consistent in itself."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from faker import Faker

from dataset_builder.families.forms.values.tables import load_table

LOCALES: dict[str, float] = {
    "en_US": 0.62,
    "es_MX": 0.12,
    "es_CO": 0.04,
    "vi_VN": 0.04,
    "en_IN": 0.03,
    "fr_FR": 0.03,
    "de_DE": 0.03,
    "it_IT": 0.02,
    "pl_PL": 0.02,
    "pt_BR": 0.02,
    "en_NG": 0.015,
    "en_KE": 0.015,
}
"""Shares of the Faker locales that names come from; all of Latin script, as US forms ask for."""

ABROAD_SHARE = 0.5
"""Share of persons with a non-US locale who were born, and hold citizenship, abroad."""

AGES: dict[str, tuple[int, int]] = {
    "child": (1, 17),
    "pupil": (6, 17),
    "student": (17, 30),
    "parent": (44, 84),
    "decedent": (55, 92),
    "service member": (19, 48),
    "veteran": (28, 79),
}
"""Ages in whole years, both ends included, of the roles whose age is not that of any adult."""

ADULT_AGES = (22, 72)


@dataclass(frozen=True)
class Person:
    """One person as a form sees them; ``birth_country`` is ``United States`` or one of the places table."""

    first: str
    middle: str
    last: str
    prefix: str
    suffix: str
    former_last: str
    female: bool
    born: date
    birth_country: str
    language: str
    locale: str = "en_US"

    @property
    def full(self) -> str:
        """Return given name, middle initial, family name and suffix."""
        return " ".join(part for part in (self.first, f"{self.middle[:1]}.", self.last, self.suffix) if part)

    @property
    def inverted(self) -> str:
        """Return the name with the family name first."""
        return f"{self.last}, {self.first} {self.middle[:1]}."

    @property
    def initials(self) -> str:
        """Return the initials of given, middle and family name."""
        return self.first[:1] + self.middle[:1] + self.last[:1]

    def age_on(self, day: date) -> int:
        """Return the age in whole years on a day."""
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


@dataclass(frozen=True)
class Relation:
    """What a relationship says of the relative: sex, years older than the one whose relative it is, and family name."""

    female: bool | None
    older: tuple[int, int]
    shares_name: float


RELATIONS: dict[str, Relation] = {
    "Spouse": Relation(None, (-6, 6), 0.8),
    "Son": Relation(False, (-38, -20), 0.9),
    "Daughter": Relation(True, (-38, -20), 0.9),
    "Stepson": Relation(False, (-34, -20), 0.2),
    "Stepdaughter": Relation(True, (-34, -20), 0.2),
    "Mother": Relation(True, (20, 34), 0.7),
    "Father": Relation(False, (22, 36), 0.9),
    "Brother": Relation(False, (-9, 9), 0.9),
    "Sister": Relation(True, (-9, 9), 0.6),
    "Grandson": Relation(False, (-66, -46), 0.6),
    "Granddaughter": Relation(True, (-66, -46), 0.6),
    "Nephew": Relation(False, (-40, -18), 0.4),
    "Niece": Relation(True, (-40, -18), 0.4),
    "Aunt": Relation(True, (10, 28), 0.4),
    "Uncle": Relation(False, (10, 28), 0.4),
}
"""Relationships that say something of the relative; of a friend or a neighbour nothing is known."""

DEPENDENTS: dict[str, float] = {
    "Son": 0.34,
    "Daughter": 0.34,
    "Stepson": 0.06,
    "Stepdaughter": 0.06,
    "Grandson": 0.05,
    "Granddaughter": 0.05,
    "Nephew": 0.03,
    "Niece": 0.03,
    "Mother": 0.03,
    "Father": 0.01,
}
"""Shares of the relationships of those who live in somebody's household."""

OLDEST, OLDEST_CHILD = 94, 18
"""Whole years that a relative, and a child in somebody's household, is of at most."""


@dataclass(frozen=True)
class Organization:
    """A made-up business or other organisation; ``domain`` is a reserved name nobody can register."""

    name: str
    short: str
    domain: str


@cache
def _faker(locale: str) -> Faker:
    return Faker(locale)


def fold_to_ascii(text: str) -> str:
    """Return text without accents.

    >>> fold_to_ascii("Đặng Thị Hồng, Łódź")
    'Dang Thi Hong, Lodz'
    """
    plain = text.translate(str.maketrans("đĐłŁøØßæÆœŒ", "dDlLoOsaAoO"))
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()


def keep_drawable(text: str) -> str:
    """Return text with the accents that the standard PDF fonts draw, and all others folded.

    >>> keep_drawable("Thérèse Nguyễn")
    'Thérèse Nguyen'
    """
    return "".join(sign if ord(sign) < 256 else fold_to_ascii(sign) for sign in unicodedata.normalize("NFC", text))


def draw_person(
    rng: random.Random,
    role: str,
    today: date,
    *,
    last: str = "",
    locale: str = "",
    accents: bool = False,
    female: bool | None = None,
    ages: tuple[int, int] | None = None,
    abroad: bool = False,
) -> Person:
    """Return a person fit for a role.

    Args:
        rng: the role's own generator.
        role: what the person is to the document; decides the range of ages.
        today: the document's day; everybody is born before it.
        last: family name, where it is that of a relative.
        locale: Faker locale of the name, where a relative's name tells; "" draws one.
        accents: keep the accents that a standard PDF font can draw.
        female: sex, where a relationship tells it.
        ages: in whole years, both ends included, where a relationship tells them.
        abroad: whether the person was certainly born abroad.
    """
    locales = {name: share for name, share in LOCALES.items() if not (abroad and name == "en_US")}
    drawn = rng.choices(list(locales), list(locales.values()))[0]
    locale = locale or drawn
    faker = _faker(locale)
    faker.seed_instance(rng.getrandbits(64))
    either = {"mother": True, "father": False}.get(role, rng.random() < 0.5)
    female = either if female is None else female
    draw = faker.first_name_female if female else faker.first_name_male
    first, middle = draw(), draw()
    while middle[0] == first[0]:
        middle = draw()
    spell = keep_drawable if accents else fold_to_ascii
    low, high = ages or AGES.get(role, ADULT_AGES)
    born = today - timedelta(days=rng.randint(low * 366, high * 365 + 364))
    country = "United States"
    language = "English"
    if locale != "en_US" and (rng.random() < ABROAD_SHARE or abroad):
        table = load_table("places")["countries"]
        country = next(name for name, row in table.items() if row["locale"] == locale)
        language = table[country]["language"]
    return Person(
        first=spell(first),
        middle=spell(middle),
        last=last or spell(faker.last_name()),
        prefix=("Ms." if rng.random() < 0.6 else "Mrs.") if female else "Mr.",
        suffix="" if female or rng.random() < 0.92 else rng.choice(("Jr.", "Sr.", "II", "III")),
        former_last=spell(faker.last_name()),
        female=female,
        born=born,
        birth_country=country,
        language=language,
        locale=locale,
    )


_BUSINESS_WORDS = {
    "daycare": r"\b(care provider|child ?care|day ?care)\b",
    "tax": r"\b(ero|tax preparer|preparer'?s? firm|paid preparer)\b",
    "shelter": r"\bshelter\b",
    "marina": r"\b(marina|mooring)\b",
    "bank": r"\b(bank|lender|creditor|mortgage|loan)\b",
    "insurer": r"\b(insur\w*|insurance carrier|health plan|policyholder)\b",
    "medical": r"\b(hospital|clinic|physician|provider|medical|nursing|facility|patient)\b",
    "law": r"\b(law firm|attorney|counsel|legal aid|legal representative)\b",
    "school": r"\b(school|college|university|student)\b",
    "committee": r"\b(committee|campaign|candidate)\b",
    "laboratory": r"\b(laborator\w*|lab)\b",
    "housing": r"\b(landlord|housing|property|realty|lessor)\b",
    "nonprofit": r"\b(nonprofit|charit\w*|association|organi[sz]ation)\b",
}


_TRADES = (
    (r"\bsecurity (company|firm|service)", "Security"),
    (r"\b(meat|food|caterer|grocer\w*|restaurant|kitchen|commissary)\b", "Foods"),
    (r"\bextermin\w*|\bpest\b", "Pest Control"),
    (r"\b(fuel|oil|propane|gas) (supplier|dealer|company|vendor)\b", "Fuel"),
    (r"\b(motor carrier|trucking|hauler|mover|towing)\b", "Trucking"),
    (r"\b(builder|roofer|general contractor|construction)\b", "Builders"),
    (r"\b(farm|ranch|dairy|grower)\b", "Farms"),
    (r"\b(fish|seafood|catch)\b", "Seafood"),
    (r"\b(refuse|waste|garbage|septage)\b", "Waste Services"),
    (r"\b(salon|barber|cosmetology)\b", "Beauty"),
    (r"\b(make|maker|manufacturer)\b", "Manufacturing"),
)
"""What a firm does where the form's words say so."""


def draw_organization(rng: random.Random, words: str) -> Organization:
    """Return an organisation of the sort that the words name, a plain business otherwise."""
    table = load_table("words")["organizations"]
    first = rng.choice(table["first"])
    sort = next((sort for sort, pattern in _BUSINESS_WORDS.items() if re.search(pattern, words)), "")
    if sort == "nonprofit" and rng.random() < 0.5:
        sort = ""
    if sort:
        name = f"{first} {rng.choice(table[sort])}"
        short = name if len(name) < 18 else first
    else:
        business = next((trade for pattern, trade in _TRADES if re.search(pattern, words)), "")
        business = business or rng.choice(table["business"])
        name, short = f"{first} {business} {rng.choice(table['suffix'])}", f"{first} {business}"
    return Organization(name, short, re.sub(r"[^a-z]", "", short.lower()) + ".example")
