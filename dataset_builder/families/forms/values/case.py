"""The facts of one document: who is who, where they live, when things happened, and how all of it is written."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.values import calendar, places
from dataset_builder.families.forms.values.people import (
    DEPENDENTS,
    OLDEST,
    OLDEST_CHILD,
    RELATIONS,
    Organization,
    Person,
    draw_organization,
    draw_person,
)
from dataset_builder.families.forms.values.places import Address
from dataset_builder.families.forms.values.roles import CARE_OF, Site
from dataset_builder.families.forms.values.tables import load_table

FAMILY = frozenset(["spouse", "child", "mother", "father", "parent", "joint debtor"])
BLOOD = frozenset(["child", "mother", "father", "parent"])
"""Relatives whose names come from where the principal's does."""

AT_HOME = frozenset(["spouse", "child", "joint debtor"])
"""Relatives who live with the principal, where they have no row of their own."""

NOT_FROM_ABROAD = frozenset(["petitioner", "attorney", "employer", "interpreter", "preparer", "requester"])
"""Roles on forms about immigration whose person need not have come from abroad."""

OFFICES = frozenset(["attorney", "interpreter", "preparer"])
"""Persons who are asked for the address of their office."""

MOST_TRIES = 200
"""Draws after which two roles may share a name, as in a table of more rows than there are names."""

SHARED_NAME_SHARE = 0.75
"""Share of family members who have the principal's family name."""

ORGANIZATION_SHARE = 0.6
"""Share of parties that may be either and are organisations."""

FOREIGN_SHARE = 0.2
"""Share of addresses abroad, where a form has room for one."""

NEAR_DAYS = 730
"""Days before the document's own in which a period lies, unless its words speak of a job, a home or the like."""

ORDINARY_DAYS = (-180, -7)
"""Days from the document's own on which an ordinary date lies; see ``_WINDOWS`` for others."""

_LONG_AGO = re.compile(
    r"\b(employ\w*|(?<!night )work\w*|hired?|job|position|residen\w*|lived|address|school|college|degree|attend\w*|"
    r"educat\w*|served?|service|enlist\w*|marri\w*|marriage|divorc\w*|opened|licen[sc]\w*|since|acquired|arriv\w*|"
    r"first (employ|day worked)\w*|entered|owned|member\w*|business|training|complet\w*|tenan\w*|histor\w*)\b"
)
"""Words of periods that may have begun many years ago."""

_WINDOWS: tuple[tuple[re.Pattern[str], tuple[int, int]], ...] = (
    (re.compile(r"\b(birth|born|marriage|married|first (licen[sc]ed?|used|operated|issued))\b"), (-3600, -900)),
    (re.compile(r"\b(built|constructed|installed|purchased?|bought|acquired|hired)\b"), (-2400, -370)),
    (re.compile(r"\b(last day|season end|ends?|expires?)\b"), (120, 360)),
    (re.compile(r"\b(first day|season start)\b"), (14, 60)),
    (re.compile(r"\b(earlier|previous|prior|former|last)\b"), (-720, -200)),
    (
        re.compile(r"\b(application|filing|filed|today|submitted|submission|request date|prepared|counsell?ing)\b"),
        (0, 0),
    ),
    (re.compile(r"\b(alternate|second choice|backup|rain)\b"), (61, 90)),
    (re.compile(r"\b(preferred|first choice|requested|proposed|desired|planned|new date)\b"), (21, 60)),
    (
        re.compile(r"\b(hearing|court date|appointment|scheduled|expected|due|return|flight|event|begin|move)\b"),
        (10, 60),
    ),
)
"""(pattern on a date's own words, first and last day counted from the document's own), the first match counting."""

_OTHER_NAMES = re.compile(r"\b(other|former|previous|prior|alias|maiden) (legal )?names?\b|\bname while\b")
_NAME_KINDS = frozenset(
    """
    full_name last_first_name first_name last_name first_and_middle middle_name middle_initial
    """.split()  # noqa: SIM905
)
_KEPT = re.compile(r"\b(dependents?|child(ren)?|household|lived (in|with)|qualifying)\b")
"""Words of a form that asks for those whom somebody keeps."""

_SERVING = re.compile(r"\b(military|service) ?members?\b")
_SALE = re.compile(r"\bdate (sold|disposed)\b")
_VISIT = re.compile(r"\b(arrived|visit\w*|trips?|travel\w*)\b")
"""Words of periods that last some days or weeks of one year."""

_SOLDIERING = re.compile(
    r"\b(service|serv(ed|ing)|duty|enlist\w*|discharged?|separat\w*|released?|entered|entry|dd form 214)\b"
)
OLDEST_SOLDIER = 45
"""Whole years at which everybody has left the armed forces."""

_TOWNS = frozenset(["city", "city_state", "city_state_zip", "state", "state_name", "zip", "zip_plus_four"])
_PLACES = frozenset(["street_address", "full_address", "city", "city_state", "city_state_zip", "zip", "zip_plus_four"])

_BUSINESSLIKE = re.compile(
    r"\b(employer|creditor|insurer|bank|school|committee|facility|laboratory|contractor|vendor|seller|company|business|firm)"
)


@dataclass(frozen=True)
class Style:
    """How one document is typed, the same throughout."""

    date: str
    phone: str
    thousands: str
    cents: bool
    dollar_sign: bool
    accents: bool
    upper: bool
    state_in_full: bool
    newest_first: bool


def draw_style(rng: random.Random, domain: str) -> Style:
    """Return a document's style; tax forms mostly in whole dollars."""
    return Style(
        date=rng.choices(list(calendar.STYLES), list(calendar.STYLES.values()))[0],
        phone=rng.choices(("({}) {}-{}", "{}-{}-{}", "{}.{}.{}"), (0.55, 0.35, 0.1))[0],
        thousands="," if rng.random() < 0.75 else "",
        cents=rng.random() < (0.2 if domain == "tax" else 0.6),
        dollar_sign=rng.random() < 0.12,
        accents=rng.random() < 0.4,
        upper=rng.random() < 0.08,
        state_in_full=rng.random() < 0.12,
        newest_first=rng.random() < 0.6,
    )


class Case:
    """Facts of one document, each drawn once from a generator of its own and the same wherever it is asked for.

    A fact depends on the document's seed and on what it is the fact of, so that a field more or less changes no other,
    save where two would have been alike.
    """

    def __init__(self, seed: int, domain: str, sites: Sequence[Site], principal: str, words: str = "") -> None:
        """Start a document's facts.

        Args:
            seed: of every fact.
            domain: one of the bank's.
            sites: the document's fields.
            principal: the role that the form is about.
            words: what the form prints, for whom it is made.
        """
        self._seed = seed
        self.domain = domain
        self.army = (
            domain in ("military", "veterans") and bool(re.search(r"\b(DA FORM|ARMY)\b", words)) and "NAVY" not in words
        )
        self.principal = principal
        self._return_months = calendar.find_return_months(words)
        self.style = draw_style(self.rng("style"), domain)
        self.today = calendar.draw_day(self.rng("today"), *calendar.find_days(words))
        self.used: set[str] = set()
        self.pictures: Mapping[int, str] = {}
        self._sites = sites
        self._people: dict[str, Person] = {}
        self._organizations: dict[str, Organization] = {}
        self._addresses: dict[tuple[str, str], Address] = {}
        self._taken: dict[str, set[str]] = {}
        self._main = _find_main_addresses(sites)
        self._abroad = _find_abroad(sites, self)
        self._sequences = _order_rows(sites)
        self._related = _find_relatives(sites)
        self._sales = {
            array for site in sites if domain == "tax" and _SALE.search(site.stem) for array, _ in site.arrays
        }
        self._visits = {array for site in sites if _VISIT.search(site.stem) for array, _ in site.arrays}

    def narrow_dates(self, rooms: Sequence[int], asked: Sequence[str]) -> None:
        """Write dates in figures where one blank asks for it or has no room for words.

        Args:
            rooms: characters that every blank for a whole date shows; those too narrow for one do not count.
            asked: the style that each of them prints, or "".
        """
        fitting = [room for room in rooms if room >= 10]
        longest = {"%B %-d, %Y": 18, "%b %-d, %Y": 12}.get(self.style.date, 10)
        if "%m/%d/%Y" in asked or (fitting and min(fitting) < longest):
            self.style = replace(self.style, date="%m/%d/%Y")

    def spell_cents(self, *, decimals: bool) -> None:
        """Write amounts with cents where the form prints the decimal point."""
        self.style = replace(self.style, cents=self.style.cents or decimals)

    def narrow_amounts(self, amounts: Iterable[tuple[int, int]], *, signs: bool) -> None:
        """Write amounts without dollar signs or thousands separators where the form prints them or one has no room.

        Args:
            amounts: (hundredths, room) of every amount of money.
            signs: whether the form prints dollar signs itself.
        """
        cents = 3 if self.style.cents else 0
        spare = [room - cents - len(f"{value // 100:,}") for value, room in amounts if room > cents + 2]
        least = min(spare, default=1)
        self.style = replace(
            self.style,
            dollar_sign=self.style.dollar_sign and not signs and least > 0,
            thousands=self.style.thousands if least >= 0 else "",
        )

    def rng(self, *key: object) -> random.Random:
        """Return the generator of one fact."""
        return random.Random("\x1f".join(map(str, (self._seed, *key))))

    def person(self, role: str) -> Person:
        """Return the person of a role; no two roles share a full name, and relatives often share a family name."""
        if role not in self._people:
            base = role.partition("#")[0]
            last = locale = ""
            rng = self.rng("person", role)
            kin = self.principal not in (role, base)
            relation = RELATIONS.get(self.relationship(role)) if role != self.principal else None
            share = relation.shares_name if relation else SHARED_NAME_SHARE if kin and base in FAMILY else 0.0
            if share and rng.random() < share:
                last = self.person(self.principal).last
            if kin and base in BLOOD:
                locale = self.person(self.principal).locale
            taken = {(other.first, other.last) for other in self._people.values()}
            firsts = {other.first for other in self._people.values()}
            for _ in range(MOST_TRIES):
                someone = draw_person(
                    rng,
                    base,
                    self.today,
                    last=last,
                    locale=locale,
                    accents=self.style.accents,
                    female=relation.female if relation else None,
                    ages=self._ages(role) if relation else None,
                    abroad=role == self.principal and self.domain == "immigration" and base not in NOT_FROM_ABROAD,
                )
                if (someone.first, someone.last) not in taken and (someone.first not in firsts or len(firsts) > 20):
                    break
            self._people[role] = someone
        return self._people[role]

    def person_of(self, site: Site) -> Person:
        """Return the person that a field asks about; under "other names used" the same under another family name."""
        if CARE_OF.search(site.stem) and site.kind == "full_name":
            return self.person(f"{site.role} care of")
        if _OTHER_NAMES.search(" ".join(site.column).replace("_", " ")) and site.kind in _NAME_KINDS:
            someone = self.person(site.base_role)
            return replace(someone, last=self.person(f"{site.role} former").last if site.row else someone.former_last)
        return self.person(site.role)

    def relationship(self, role: str) -> str:
        """Return what the person of a role is to the principal, where the form asks for it; else ""."""
        words = self._related.get(_place_of(role))
        if words is None:
            return ""
        rng = self.rng("relationship", role)
        if _KEPT.search(words):
            possible = {name: share for name, share in DEPENDENTS.items() if self._spans(name)}
            return rng.choices(list(possible), list(possible.values()))[0]
        if _SERVING.search(words):
            return rng.choice([name for name in ("Spouse", "Son", "Daughter", "Mother", "Father") if self._spans(name)])
        names: list[str] = load_table("words")["relationships"]
        return rng.choice([name for name in names if name not in RELATIONS or self._spans(name)])

    def _ages(self, role: str) -> tuple[int, int]:
        """Return the ages, in whole years, of the relative of a role."""
        relationship, own = self.relationship(role), self.person(self.principal).age_on(self.today)
        low, high = (max(1, own + years) for years in RELATIONS[relationship].older)
        if _KEPT.search(self._related[_place_of(role)]) and RELATIONS[relationship].older[1] < 0:
            high = min(high, OLDEST_CHILD)
        if relationship == "Spouse" or _SERVING.search(self._related[_place_of(role)]):
            low = max(low, 19)
        return min(low, high), min(max(low, high), OLDEST)

    def _spans(self, relationship: str) -> bool:
        """Return whether the principal is of an age to have such a relative, of at most ``OLDEST`` years."""
        low, high = RELATIONS[relationship].older
        own = self.person(self.principal).age_on(self.today)
        return own + high >= 1 and own + low <= OLDEST

    def organization(self, role: str, words: str = "") -> Organization:
        """Return the organisation of a role; no two roles share one."""
        if role not in self._organizations:
            rng = self.rng("organization", role)
            taken = {other.name for other in self._organizations.values()}
            for _ in range(MOST_TRIES):
                firm = draw_organization(rng, f"{role.partition('#')[0]} {words}")
                if firm.name not in taken:
                    break
            self._organizations[role] = firm
        return self._organizations[role]

    def count_rows(self, site: Site) -> int:
        """Return how many rows the innermost array around a field has."""
        return self._sequences.get((site.arrays[-1][0], ""), 0)

    def is_organization(self, role: str) -> bool:
        """Return whether a party that may be a person or a firm is a firm."""
        return self.rng("party", role).random() < ORGANIZATION_SHARE

    def stands_for_firm(self, role: str) -> bool:
        """Return whether the form asks for the firm of a role, so that a person of the role acts for it."""
        return any(site.role == role and site.kind == "organization" for site in self._sites)

    def is_businesslike(self, role: str) -> bool:
        """Return whether a role is that of an organisation, as an employer is."""
        return bool(_BUSINESSLIKE.search(role))

    def address(self, role: str, qualifier: str = "") -> Address:
        """Return an address of a role: often the same for living and mailing, another where the words differ."""
        share = {"mailing": 0.5, "physical": 0.5, "permanent": 0.5, "mobile": 1.0}.get(qualifier, 0.0)
        if qualifier == self._main.get(role) or self.rng("same address", role, qualifier).random() < share:
            qualifier = ""
        if role in AT_HOME and qualifier != "previous":
            role = self.principal
        key = (role, qualifier)
        if key not in self._addresses:
            abroad = (
                key in self._abroad
                or qualifier == "foreign"
                or (not qualifier and (role, self._main.get(role, "")) in self._abroad)
            )
            rng = self.rng("address", *key)
            self._addresses[key] = (
                places.draw_foreign_address(rng)
                if abroad
                else places.draw_us_address(
                    rng, office=qualifier != "home" and (self.is_businesslike(role) or role in OFFICES)
                )
            )
        return self._addresses[key]

    def siblings(self, site: Site) -> set[str]:
        """Return the kinds of the other fields of the object that holds a field."""
        return {other.kind for other in self._sites if other.steps[:-1] == site.steps[:-1] and other is not site}

    def near_address(self, site: Site) -> Address:
        """Return the address that a telephone or county goes with: the principal's for want of one of the role."""
        role = site.role if site.role in self._main or site.row is not None else self.principal
        asked = any(
            other.role == role and other.qualifier == site.qualifier for other in self._sites if is_place(other)
        )
        return self.address(role, site.qualifier if asked else "")

    def has_town_blank(self, site: Site) -> bool:
        """Return whether a street has a blank for the town, state or ZIP code: of its role, or right after it."""
        after = self._sites[self._sites.index(site) + 1 :][:3] if site in self._sites else ()
        return any(
            other.kind in _TOWNS and (other.role == site.role or (other in after and other.scope == site.scope))
            for other in self._sites
        )

    def has_unit_blank(self, site: Site) -> bool:
        """Return whether the object that holds a street has a blank of its own for the unit."""
        return any(
            other.kind in ("unit_number", "address_line_2") for other in self._sites if other.scope == site.scope
        )

    def birthplace(self, role: str) -> Address:
        """Return where the person of a role was born: city, and state or country."""
        country = self.person(role).birth_country
        rng = self.rng("birthplace", role)
        if country == "United States":
            return places.draw_us_address(rng)
        return places.draw_foreign_address(rng, country)

    def day(self, event: str, site: Site, name: str) -> date:
        """Return the day of an event.

        Args:
            event: one of ``calendar.EVENTS``.
            site: the field that asks; its role, scope and row decide whose event it is.
            name: words that tell apart two events of one scope.
        """
        if event == "birth_date":
            born = self.person(site.role).born
            if re.search(r"\b(other|different) date of birth\b", site.words):
                shift = self.distinct("other birth", site.field.path, ("-365", "-31", "31", "365", "-10", "9"))
                return born + timedelta(days=int(shift))
            return born
        if event == "signature_date":
            return self.today - timedelta(days=self.rng("signed", site.base_role).choice((0, 0, 0, 0, 1, 2, 3)))
        if event == "expiration_date":
            return self.today + timedelta(days=self.rng(event, site.scope, name).randint(30, 1800))
        if event == "death_date":
            return self.today - timedelta(days=self.rng(event, site.role).randint(40, 900))
        if site.row is not None and (rows := self._sequences.get((site.arrays[-1][0], ""), 0)) > 1:
            return self._row_day(event, site, name, rows)
        if self._return_months and event in ("start_date", "end_date") and re.search(r"\bperiod\b", name):
            months = self._return_months
            period = calendar.draw_period(self.rng("return period"), self.today.year - 1, months)
            return period[event == "end_date"]
        first, last = self.past(site)
        if event == "date":
            return self._ordinary_day(site, name, first)
        if not _LONG_AGO.search(f"{name} {site.words}"):
            first = max(first, last - timedelta(days=NEAR_DAYS))
        rng = self.rng(event, site.scope, name)
        middle = first + (last - first) * self.rng("middle", site.scope).uniform(0.3, 0.7)
        if event == "start_date":
            return calendar.draw_day(rng, first, middle - timedelta(days=1))
        return calendar.draw_day(rng, middle, last)

    def _ordinary_day(self, site: Site, name: str, first: date) -> date:
        """Return a day near the document's own: planned ones after it, the second choice last, earlier ones before."""
        rng = self.rng("date", site.scope, name)
        near, far = next((span for pattern, span in _WINDOWS if pattern.search(name)), ORDINARY_DAYS)
        day = self.today + timedelta(days=rng.randint(near, far))
        if re.search(r"\belection\b", name):
            day = calendar.find_election(self.today)
        return max(first, day)

    def past(self, site: Site) -> tuple[date, date]:
        """Return first and last day on which something can have happened to a role before the document's day."""
        last = self.today - timedelta(days=7)
        role = site.base_role
        if self.is_businesslike(role):
            return last - timedelta(days=9 * 365), last
        born = self.person(self.principal if site.row is not None else role).born
        if self.domain in ("military", "veterans") and _SOLDIERING.search(f"{site.words} {' '.join(site.column)}"):
            last = min(last, born + timedelta(days=OLDEST_SOLDIER * 365))
        grown = born + timedelta(days=18 * 366) if (last - born).days > 20 * 366 else born
        return max(grown, last - timedelta(days=14 * 365)), last

    def _row_day(self, event: str, site: Site, name: str, rows: int) -> date:
        """Return a day of a row: periods of rows neither overlap nor run backwards, single days stand in order."""
        first, last = self.past(site)
        array, row = site.arrays[-1]
        if array in self._visits:
            first, last = date(last.year - 1, 1, 4), date(last.year - 1, 12, 20)
        length = max((last - first).days, 4 * rows)
        if event in ("start_date", "end_date") and array in self._sales:
            rng = self.rng("sold", array, row)
            sold = date(self.today.year - 1, 1, 3) + timedelta(days=rng.randint(0, 350))
            return sold if event == "end_date" else sold - timedelta(days=rng.randint(380, 2_900))
        if event in ("start_date", "end_date"):
            cuts = sorted(self.rng("periods", array, *re.findall(r" (\d)$", name)).sample(range(length), 2 * rows))
            place = rows - 1 - row if self.style.newest_first else row
            begin, end = cuts[2 * place : 2 * place + 2]
            if event == "end_date" and array in self._visits:
                end = min(end, begin + self.rng("stay", array, row).randint(5, 24))
            return last - timedelta(days=length - (end if event == "end_date" else begin))
        length = min(length, max(300, 4 * rows))
        cuts = sorted(self.rng("days", array, name).sample(range(length), rows))
        return last - timedelta(days=length - cuts[row])

    def distinct(self, sort: str, role: str, options: Iterable[str]) -> str:
        """Return a choice among options that no other key of the same sort has, while there are such."""
        listed = list(options)
        taken = self._taken.setdefault(sort, set())
        choice = self.rng(sort, role).choice([option for option in listed if option not in taken] or listed)
        taken.add(choice)
        return choice


def is_place(site: Site) -> bool:
    """Return whether a field asks for an address, its town or its ZIP code."""
    return site.kind in _PLACES


def _find_relatives(sites: Sequence[Site]) -> dict[str, str]:
    """Return the places whose relationship to the principal is asked for, with all words of their fields."""
    related = {_place_of(site.role) for site in sites if site.kind == "relationship"}
    return {place: " ".join(site.words for site in sites if _place_of(site.role) == place) for place in sorted(related)}


def _place_of(role: str) -> str:
    """Return the row that a role belongs to, whose fields are all about one person; the role itself outside tables."""
    return role.partition("#")[2] or role


def _order_rows(sites: Sequence[Site]) -> Mapping[tuple[str, str], int]:
    """Return the number of rows of every array."""
    rows: dict[tuple[str, str], int] = {}
    for site in sites:
        for array, place in site.arrays:
            rows[array, ""] = max(rows.get((array, ""), 0), place + 1)
    return rows


def _find_main_addresses(sites: Sequence[Site]) -> dict[str, str]:
    """Return the sort of address that every role is first asked for; telephones and counties go with it."""
    main: dict[str, str] = {}
    for site in sites:
        if is_place(site) and site.qualifier not in ("previous", "foreign"):
            main.setdefault(site.role, site.qualifier)
    return main


def tells_birth(site: Site) -> bool:
    """Return whether a field asks where somebody was born, in any of the languages that forms are printed in."""
    return bool(re.search(r"\b(birth|nacimiento|naissance|geburts?\w*)\b", site.stem))


def _find_abroad(sites: Sequence[Site], case: Case) -> set[tuple[str, str]]:
    """Return the (role, qualifier) of addresses that lie abroad: only where the form has blanks for a foreign one."""
    kinds: dict[tuple[str, str], set[str]] = {}
    for site in sites:
        if not (site.kind == "country" and tells_birth(site)):
            kinds.setdefault((site.role, site.qualifier), set()).add(site.kind)
    abroad = set()
    for key, present in kinds.items():
        foreign = present & {"province", "postal_code"}
        located = bool(present & {"street_address", "full_address", "city"})
        must = bool(foreign) and located and not present & {"state", "state_name", "zip", "city_state_zip"}
        may = (bool(foreign) and located) or ("country" in present and not present & {"state", "state_name", "zip"})
        if must or (may and case.rng("abroad", *key).random() < FOREIGN_SHARE):
            abroad.add(key)
    return abroad


Writer = Callable[[Case, Site, Widget], list[str]]
"""Ways to write the value of a field, the wanted one first."""
