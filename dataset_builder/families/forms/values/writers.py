"""How each kind of value is written: the wanted form first, shorter ones after."""

from __future__ import annotations

import re
from dataclasses import replace

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.values import amounts, bank, identifiers
from dataset_builder.families.forms.values.case import Case, Writer, tells_birth
from dataset_builder.families.forms.values.days import DAY_WRITERS
from dataset_builder.families.forms.values.leanings import choose_code
from dataset_builder.families.forms.values.numbers import NUMBER_WRITERS, key_words
from dataset_builder.families.forms.values.people import fold_to_ascii
from dataset_builder.families.forms.values.places import Address, shorten_street
from dataset_builder.families.forms.values.roles import PRINCIPALS, Site, is_signing
from dataset_builder.families.forms.values.tables import load_table


def list_forms(case: Case, site: Site, widget: Widget) -> list[str]:
    """Return ways to write the value of a field that is neither an amount nor a narrative, the wanted one first.

    An empty list means that the field has no value in this document, as the province of a US address.
    """
    forms = WRITERS[site.kind](case, site, widget)
    return [form for form in dict.fromkeys(forms) if form]


# names


def _full_name(case: Case, site: Site, widget: Widget) -> list[str]:
    someone = case.person_of(site)
    if re.search(r"\b(maiden|at birth)\b", site.stem):
        return _former_name(case, site, widget)
    if "preferred" in site.stem:
        return [someone.first]
    if re.search(r"\b(proposed|new|desired)\b", site.stem):
        return [
            f"{someone.first} {someone.middle[:1]}. {someone.former_last}",
            f"{someone.first} {someone.former_last}",
        ]
    if re.search(r"\blast,? middle,? first\b", f"{site.stem} {site.field.label.lower()}"):
        return [f"{someone.last}, {someone.middle} {someone.first}", f"{someone.last}, {someone.first}"]
    longer = [f"{someone.first} {someone.middle} {someone.last}"] if case.rng("long", site.role).random() < 0.15 else []
    return [
        *longer,
        someone.full,
        f"{someone.first} {someone.last}",
        f"{someone.first[0]}. {someone.last}",
        someone.last,
    ]


def _name_and_title(case: Case, site: Site, widget: Widget) -> list[str]:
    names = _full_name(case, site, widget)
    fitting = load_table("words")["titles"].get(case.domain)
    if case.domain in ("military", "veterans"):
        titles = _rank(case, site, widget)
    elif fitting:
        titles = [case.rng("title", site.role).choice(fitting)]
    else:
        titles = _job_title(case, site, widget)[:1]
    return [*(f"{names[0]}, {title}" for title in titles), *names]


def _inverted_name(case: Case, site: Site, widget: Widget) -> list[str]:
    someone = case.person_of(site)
    return [someone.inverted, f"{someone.last}, {someone.first}", f"{someone.last}, {someone.first[0]}.", someone.last]


def _former_name(case: Case, site: Site, widget: Widget) -> list[str]:
    someone = case.person_of(site)
    if "maiden" in site.stem and not someone.female:
        return []
    if re.search(r"\b(last|family|surname)\b", site.stem):
        return [someone.former_last]
    if re.search(r"\b(first|given)\b", site.stem):
        return [someone.first]
    if "middle" in site.stem:
        return [someone.middle]
    return [f"{someone.first} {someone.former_last}", someone.former_last]


def _organization(case: Case, site: Site, widget: Widget) -> list[str]:
    trading = re.search(r"\b(dba|doing business|trade name|disregarded)\b", site.words)
    if case.domain in ("military", "veterans") and re.fullmatch(r"(unit )?organization", site.stem):
        return _military_unit(case, site, widget)
    if re.search(r"\b(va|veterans affairs) medical center\b", site.words):
        city = case.address(case.principal).city
        return [f"{city} VA Medical Center", f"{city} VA Clinic", city]
    words = f"{site.stem} {site.field.label.lower()}"
    owner = str(site.steps[-2]).replace("_", " ") if len(site.steps) > 1 else ""
    if re.search(r"\b(vendor|supplier|carrier|contractor|dealer|kitchen)\b", owner):
        words = f"{words} {owner}"
    if case.domain == "immigration" and site.base_role == "payee":
        words = f"{words} law firm"
    role = "ero" if re.search(r"\bero\b", site.stem) else site.role
    firm = case.organization(f"{role} trading" if trading else role, words)
    return [firm.name, firm.short, firm.short.split(" ")[0]]


def _party(case: Case, site: Site, widget: Widget) -> list[str]:
    write = _organization if case.is_organization(site.role) else _full_name
    return write(case, site, widget)


_TITLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bofficiant\b", ("Minister", "Pastor", "Judge", "Justice of the Peace", "Rabbi", "Deacon")),
    (r"\b(veterinarian)\b", ("Veterinarian",)),
    (r"\bdriver\b", ("Driver", "Truck driver")),
)
"""Titles of those whose role tells them."""

_SIGNING = re.compile(r"^title$|\b(title of signer|position or title)\b")
_SIGNERS = ("Authorized agent", "Representative", "Agent", "Office manager", "Secretary", "Director")
"""Titles of whoever signs a made form, which may be about a person or a firm."""


def _job_title(case: Case, site: Site, widget: Widget) -> list[str]:
    signing = site.field.source == "maker" and (_SIGNING.search(site.stem) or is_signing(site.field))
    if signing and not case.is_businesslike(site.role):
        own = [site.role.capitalize()] if site.role in PRINCIPALS and not case.stands_for_firm(site.role) else []
        return [*own, case.rng("title", site.role).choice(_SIGNERS), "Agent"]
    fitting = next((fit for pattern, fit in _TITLES if re.search(pattern, f"{site.stem} {site.words}")), ())
    if fitting:
        return [case.rng("title", site.role).choice(fitting), *sorted(fitting, key=len)]
    titles = load_table("words")["job_titles"]
    title = case.distinct("job_title", f"{site.role} {'title' if site.row is None else site.stem}", titles)
    return [title, *sorted((short for short in titles if len(short) < 10), key=len, reverse=True)]


# addresses


def _address(case: Case, site: Site) -> Address:
    if re.fullmatch(r"to|(.* )?(destination|arrival)", site.stem):
        return case.address(site.role, "destination")
    return case.address(site.role, site.qualifier)


def _street(case: Case, site: Site, widget: Widget) -> list[str]:
    if re.search(r"\bforeign address\b", site.stem):
        return _whole_address(case, replace(site, qualifier="foreign"), widget)
    if site.field.source != "maker" and not case.has_town_blank(site):
        return _whole_address(case, site, widget)
    address = _address(case, site)
    short = shorten_street(address.street)
    with_unit = [] if case.has_unit_blank(site) else [address.street_line]
    return [*with_unit, address.street, short, re.sub(r" [NSEW] ", " ", short)]


def _whole_address(case: Case, site: Site, widget: Widget) -> list[str]:
    address = _address(case, site)
    tail = f"{address.city_line}, {address.country}" if address.foreign else address.city_line
    forms = [
        f"{address.street_line}, {tail}",
        f"{address.street}, {tail}",
        f"{shorten_street(address.street)}, {tail}",
    ]
    if re.search(r"\bnames?\b", f"{site.stem} {site.field.label.lower()}"):
        write = _organization if case.is_businesslike(site.role) else _full_name
        forms = [f"{write(case, site, widget)[0]}, {form}" for form in forms] + forms
    return [*forms, shorten_street(address.street)]


def _state(case: Case, site: Site, widget: Widget) -> list[str]:
    address = _address(case, site)
    if address.foreign:
        return [address.country] if "country" in site.words else []
    return [address.state_name, address.state] if case.style.state_in_full else [address.state, address.state_name]


def _zip(case: Case, site: Site, widget: Widget) -> list[str]:
    return [_address(case, site).zip]


def _zip_plus_four(case: Case, site: Site, widget: Widget) -> list[str]:
    address = _address(case, site)
    if address.foreign:
        return []
    longer = [f"{address.zip}-{address.zip_extension}", f"{address.zip}{address.zip_extension}"]
    plain = case.rng("plus four", site.role).random() < 0.5 and not widget.comb
    return [address.zip, *longer] if plain else [*longer, address.zip]


def _county(case: Case, site: Site, widget: Widget) -> list[str]:
    county = case.near_address(site).county
    bare = county and not re.search(r" (County|Parish|Borough|City|Municipality|Municipio)$", county)
    return [f"{county} County", county] if bare and "county" not in site.stem and county else [county]


def _country(case: Case, site: Site, widget: Widget) -> list[str]:
    address = _address(case, site)
    if re.search(r"\bvisit\w*|\btravel\w*|\bdestination\b", site.stem):
        return [case.distinct("country", site.field.path, load_table("places")["countries"])]
    if re.search(r"\bif (abroad|foreign|outside)\b", site.stem):
        return []
    if tells_birth(site):
        return [case.person_of(site).birth_country]
    if "foreign" in site.words and not address.foreign:
        return []
    return [address.country] if address.foreign else [address.country, "USA", "US"]


def _birthplace(case: Case, site: Site, widget: Widget) -> list[str]:
    place = case.birthplace(site.role)
    asked = site.stem if re.search(r"\b(city|town|state|province|country)\b", site.stem) else site.field.label.lower()
    city, state, country = (
        bool(re.search(rf"\b{word}\b", asked)) for word in ("city|town", "state|province", "country")
    )
    if country and not city and not state:
        return [place.country, "USA" if not place.foreign else ""]
    if state and not city and not country:
        return [place.province or place.state_name, place.state]
    if city and not state and not country:
        return [place.city]
    region = place.country if place.foreign else place.state
    return [region] if (state or country) and not city else [f"{place.city}, {region}", place.city]


# contact


def _phone_digits(case: Case, site: Site, sort: str) -> str:
    area_code = case.near_address(site).area_code
    if len(area_code) != 3:
        area_code = "202"
    qualifier = "" if re.search(r"\b(daytime|day|home|main)\b", site.words) else site.qualifier
    return identifiers.draw_phone(case.rng(sort, site.role, qualifier), area_code)


def _phone(case: Case, site: Site, widget: Widget) -> list[str]:
    if "area_code" in case.siblings(site):
        return _phone_rest(case, site, widget)
    number = _phone_digits(case, site, "fax" if site.kind == "fax" else "phone")
    parts = number[:3], number[3:6], number[6:]
    return [case.style.phone.format(*parts), "-".join(parts), number, number[3:]]


def _area_code(case: Case, site: Site, widget: Widget) -> list[str]:
    return [_phone_digits(case, site, _line(site))[:3]]


def _phone_rest(case: Case, site: Site, widget: Widget) -> list[str]:
    number = _phone_digits(case, site, _line(site))
    return [f"{number[3:6]}-{number[6:]}", number[3:], number[6:]]


def _line(site: Site) -> str:
    return "fax" if "fax" in site.words else "phone"


def _email(case: Case, site: Site, widget: Widget) -> list[str]:
    someone = case.person_of(site)
    first, last = (re.sub(r"[^a-z]", "", fold_to_ascii(name).lower()) for name in (someone.first, someone.last))
    rng = case.rng("email", site.role)
    at_work = case.is_businesslike(site.role) or site.qualifier == "business"
    home = rng.choice(("example.com", "example.org", "example.net", "mail.example", "post.example"))
    host = case.organization(site.role, site.stem).domain if at_work else home
    user = rng.choice(
        (f"{first}.{last}", f"{first[:1]}{last}", f"{last}{someone.born.year % 100:02d}", f"{first}_{last}")
    )
    return [f"{user}@{host}", f"{first[:1]}{last}@{host}", f"{first}@{host}", f"{first[:1]}{last[:1]}@{home}"]


def _website(case: Case, site: Site, widget: Widget) -> list[str]:
    domain = case.organization(site.role, site.stem).domain
    return [f"https://www.{domain}", f"www.{domain}", domain]


# a person's traits


def _inches(case: Case, site: Site) -> int:
    low, high = (59, 70) if case.person_of(site).female else (64, 76)
    return case.rng("height", site.role).randint(low, high)


def _height(case: Case, site: Site, widget: Widget) -> list[str]:
    feet, inches = divmod(_inches(case, site), 12)
    return [f"{feet} ft {inches} in", f"{feet}'{inches}\"", f"{feet}-{inches:02d}", f"{feet}{inches:02d}"]


def _weight(case: Case, site: Site, widget: Widget) -> list[str]:
    return [str(int(_inches(case, site) * case.rng("weight", site.role).uniform(1.9, 2.9)))]


def _measurement(case: Case, site: Site, widget: Widget) -> list[str]:
    if site.row is not None and site.stem in ("from", "to"):
        cuts = [case.rng("layer", site.arrays[-1][0], row).randint(3, 24) for row in range(site.row + 1)]
        return [str(sum(cuts if site.stem == "to" else cuts[:-1]))]
    rng = case.rng("measurement", site.scope, site.stem)
    low, high = amounts.find_unit(f"{site.stem} {site.field.label.lower()}") or (2, 480)
    whole = int(low * (high / low) ** rng.random())
    return [f"{whole}.{rng.randint(1, 9)}", str(whole), str(whole % 90 + 2)]


def _gender(case: Case, site: Site, widget: Widget) -> list[str]:
    return ["Female", "F"] if case.person_of(site).female else ["Male", "M"]


def _nationality(case: Case, site: Site, widget: Widget) -> list[str]:
    country = case.person_of(site).birth_country
    if site.row and "#" not in site.role:
        return []
    if site.row:
        country = case.distinct("nationality", site.role, load_table("places")["countries"])
    return [country, "USA", "US"] if country == "United States" else [country]


def _language(case: Case, site: Site, widget: Widget) -> list[str]:
    own = case.person_of(site).language
    if re.search(r"\b(preferred|primary|native|first)\b", site.stem):
        return [own]
    languages = load_table("words")["languages"]
    return [own if site.row is None and own != "English" else case.distinct("language", site.role, languages)]


def find_branch(case: Case, role: str) -> str:
    """Return the branch in which the person of a role serves: the Army on the Army's own forms."""
    if case.army or role == "soldier":
        return "Army"
    branches: list[str] = list(load_table("words")["ranks"])
    return case.rng("service", role).choice(branches)


def _service(case: Case, site: Site, column: int) -> list[str]:
    branch = find_branch(case, site.role)
    if "national guard" in site.words and branch not in ("Army", "Air Force"):
        branch = "Army"
    row = case.rng("rank row", site.role).choice(load_table("words")["ranks"][branch])
    return [branch, *row][column : column + 1] + ([row[1]] if column == 1 else [])


def _rank(case: Case, site: Site, widget: Widget) -> list[str]:
    forms = _service(case, site, 1)
    if re.search(r"\bbranch\b.*\brank\b.*\bunit\b", site.words):
        ranks = [f"{find_branch(case, site.role)}, {forms[0]}", forms[0]]
        return [*(f"{ranks[0]}, {unit}" for unit in _military_unit(case, site, widget)), *ranks]
    if "grade" in site.stem:
        grade = _service(case, site, 3)[0]
        return [f"{forms[0]}/{grade}", f"{forms[-1]}/{grade}", forms[-1]]
    return forms if case.rng("rank", site.role).random() < 0.5 else forms[::-1]


def _military_unit(case: Case, site: Site, widget: Widget) -> list[str]:
    rng = case.rng("military unit", site.role if "station" in site.words else site.base_role)
    letter, battalion, regiment = rng.choice("ABCD"), rng.randint(1, 4), rng.randint(9, 96)
    arm, short = rng.choice(
        (("Infantry", "IN"), ("Engineer Battalion", "EN"), ("Field Artillery", "FA"), ("Armor", "AR"))
    )
    return [
        f"{letter} Company, {battalion}-{regiment} {arm}",
        f"{letter} Co, {battalion}-{regiment} {short}",
        f"{battalion}-{regiment} {short}",
    ]


def _unit_of_issue(case: Case, site: Site, widget: Widget) -> list[str]:
    if case.domain in ("military", "veterans") and "issue" not in site.words and "measure" not in site.words:
        return _military_unit(case, site, widget)
    return [case.rng("unit", site.scope).choice(load_table("words")["units"])]


def _district(case: Case, site: Site, widget: Widget) -> list[str]:
    address = case.address("court")
    parts = load_table("words")["split_states"].get(address.state, [])
    part = case.rng("district").choice(parts) if parts else ""
    if re.search(r"\bdistrict of$", f"{site.field.label.lower().strip(' :.')}"):
        return [address.state_name, address.state]
    if not part:
        return [f"District of {address.state_name}", address.state_name]
    return [f"{part} District of {address.state_name}", f"{part} Dist. of {address.state}", part]


def _judge(case: Case, site: Site, widget: Widget) -> list[str]:
    someone = case.person("judge" if site.row is None else f"judge {site.role}")
    return [f"Hon. {someone.full}", someone.full, f"{someone.first} {someone.last}", someone.last]


def _court(case: Case, site: Site, widget: Widget) -> list[str]:
    return [case.distinct("court", "court" if site.row is None else site.role, load_table("words")["courts"])]


def _vehicle(case: Case, site: Site, widget: Widget) -> list[str]:
    make, model = case.rng("vehicle", site.role).choice(load_table("words")["vehicles"])
    return [model if site.kind == "vehicle_model" else make]


def _from_words(table: str) -> Writer:
    """Return a writer that takes one entry of a word list, another for every role and name."""

    def write(case: Case, site: Site, widget: Widget) -> list[str]:
        entries = load_table("words")[table]
        choice = case.distinct(table, f"{site.role} {key_words(site)}", entries)
        return [choice, *sorted((entry for entry in entries if len(entry) < len(choice)), key=len, reverse=True)]

    return write


def _trait(table: str) -> Writer:
    """Return a writer of a trait that persons may share."""

    def write(case: Case, site: Site, widget: Widget) -> list[str]:
        choice: str = case.rng(table, site.role).choice(load_table("words")[table])
        return [choice, choice[:3]]

    return write


def _marital_status(case: Case, site: Site, widget: Widget) -> list[str]:
    if "filing" not in site.words:
        return _trait("marital_statuses")(case, site, widget)
    status: str = case.rng("filing status", site.role).choice(load_table("words")["filing_statuses"])
    return [status, "".join(word[0] for word in status.split()).upper()]


def _from_bank(sort: str) -> Writer:
    """Return a writer of short texts of the document's domain."""

    def write(case: Case, site: Site, widget: Widget) -> list[str]:
        key = site.role if sort == "agencies" and site.row is None else f"{site.field.path}"
        phrases = bank.list_phrases(case.domain, sort)
        choice = case.distinct(sort, key, phrases)
        return [choice, *sorted((other for other in phrases if len(other) < len(choice)), key=len, reverse=True)]

    return write


def _yes_no(case: Case, site: Site, widget: Widget) -> list[str]:
    age = case.person(site.role).age_on(case.today)
    answer = choose_code(case.rng("yes", site.field.path), site, age, ("Yes", "No"))
    return [answer, answer[0]]


def _page(case: Case, site: Site, widget: Widget) -> list[str]:
    count = case.rng("pages").randint(2, 9)
    return [str(count if site.kind == "page_count" else 1)]


def _form_reference(case: Case, site: Site, widget: Widget) -> list[str]:
    if "chapter" in site.stem:
        return [case.rng("chapter").choice(("7", "7", "11", "13"))]
    numbered = re.search(r" (\d)$", site.stem)
    return [numbered.group(1) if numbered else str(case.rng("reference", site.field.path).randint(1, 9))]


WRITERS: dict[str, Writer] = {
    **NUMBER_WRITERS,
    **DAY_WRITERS,
    "full_name": _full_name,
    "last_first_name": _inverted_name,
    "last_name": lambda case, site, widget: [case.person_of(site).last],
    "first_name": lambda case, site, widget: [case.person_of(site).first, case.person_of(site).first[0]],
    "middle_name": lambda case, site, widget: [case.person_of(site).middle, case.person_of(site).middle[0]],
    "middle_initial": lambda case, site, widget: [case.person_of(site).middle[0]],
    "first_and_middle": lambda case, site, widget: [
        f"{case.person_of(site).first} {case.person_of(site).middle[0]}.",
        case.person_of(site).first,
    ],
    "name_and_title": _name_and_title,
    "name_prefix": lambda case, site, widget: [case.person_of(site).prefix, case.person_of(site).prefix.rstrip(".")],
    "name_suffix": lambda case, site, widget: [case.person_of(site).suffix, case.person_of(site).suffix.rstrip(".")],
    "other_name": _former_name,
    "initials": lambda case, site, widget: [case.person_of(site).initials],
    "signature_name": _full_name,
    "person_or_organization": _party,
    "organization": _organization,
    "agency": _from_bank("agencies"),
    "department": _from_words("departments"),
    "job_title": _job_title,
    "occupation": _from_words("occupations"),
    "street_address": _street,
    "unit_number": lambda case, site, widget: [_address(case, site).unit.partition(" ")[2]],
    "address_line_2": lambda case, site, widget: [_address(case, site).unit],
    "po_box": lambda case, site, widget: [_address(case, site).po_box, _address(case, site).po_box.split()[-1]],
    "city": lambda case, site, widget: [_address(case, site).city],
    "state": _state,
    "state_name": lambda case, site, widget: [_address(case, site).state_name, _address(case, site).state],
    "zip": _zip,
    "zip_plus_four": _zip_plus_four,
    "zip_extension": lambda case, site, widget: [_address(case, site).zip_extension],
    "city_state": lambda case, site, widget: [
        f"{_address(case, site).city}, {_address(case, site).state or _address(case, site).country}",
        _address(case, site).city,
    ],
    "city_state_zip": lambda case, site, widget: [_address(case, site).city_line, _address(case, site).city],
    "full_address": _whole_address,
    "county": _county,
    "country": _country,
    "province": lambda case, site, widget: [
        _address(case, site).province
        or (_address(case, site).state if "state" in site.stem and "foreign" not in site.words else "")
    ],
    "postal_code": lambda case, site, widget: [_address(case, site).postal_code],
    "place_of_birth": _birthplace,
    "phone": _phone,
    "fax": _phone,
    "area_code": _area_code,
    "phone_rest": _phone_rest,
    "email": _email,
    "website": _website,
    "height": _height,
    "height_feet": lambda case, site, widget: [str(_inches(case, site) // 12)],
    "height_inches": lambda case, site, widget: [str(_inches(case, site) % 12)],
    "weight": _weight,
    "measurement": _measurement,
    "relationship": lambda case, site, widget: [case.relationship(site.role)],
    "nationality": _nationality,
    "language": _language,
    "gender": _gender,
    "marital_status": _marital_status,
    "race": _trait("races"),
    "religion": _trait("religions"),
    "eye_color": _trait("eye_colors"),
    "hair_color": _trait("hair_colors"),
    "immigration_status": _from_words("immigration_statuses"),
    "school": _organization,
    "degree": _from_words("degrees"),
    "military_rank": _rank,
    "pay_grade": lambda case, site, widget: _service(case, site, 3),
    "military_branch": lambda case, site, widget: _service(case, site, 0),
    "medical_condition": _from_words("conditions"),
    "court_name": _court,
    "court_district": _district,
    "judge": _judge,
    "office_sought": _from_words("offices_sought"),
    "party": _from_words("parties"),
    "election": _from_words("elections"),
    "lease": _from_words("leases"),
    "collateral": _from_words("collateral"),
    "vehicle_make": _vehicle,
    "vehicle_model": _vehicle,
    "item_description": _from_bank("items"),
    "unit_of_measure": _unit_of_issue,
    "military_unit": _military_unit,
    "yes_no": _yes_no,
    "page_number": _page,
    "page_count": _page,
    "form_reference": _form_reference,
    "reason": _from_bank("reasons"),
    "description": _from_bank("phrases"),
    "text": _from_words("neutral"),
}
"""Writers of every kind but amounts (``amounts.NUMERIC``, split dollars and cents) and narratives."""
