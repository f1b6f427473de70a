"""Whose fact a field asks for: the role, the sort of address or telephone, the line of the form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.forms.model import Field
from dataset_builder.families.forms.values.kinds import normalize_words
from dataset_builder.trees import format_path, parse_path

_ROLES: tuple[tuple[str, str], ...] = (
    ("employee", r"employees? of"),
    ("emergency contact", r"emergency contact|next of kin"),
    ("joint debtor", r"debtor 2|joint debtor|debtor's spouse"),
    ("codebtor", r"codebtor"),
    ("debtor", r"debtors?( 1)?"),
    ("spouse", r"ssn shown second|spouse'?s?|husband|wife|fiancee?|conyuge|conjoint|ehegatte"),
    ("preparer", r"preparer'?s?|prepared by"),
    ("interpreter", r"interpreter'?s?|translator"),
    ("notary", r"notary"),
    ("witness", r"witness(es)?( \d)?"),
    ("attorney", r"attorneys?('s)?|counsel|lawyer|law firm|accredited representative|representative"),
    ("mother", r"mother'?s?"),
    ("father", r"father'?s?"),
    ("parent", r"parents?|guardian"),
    ("child", r"child(ren)?('s)?|dependents?|minor"),
    ("decedent", r"decedent'?s?|deceased"),
    ("employer", r"employer'?s?"),
    ("supervisor", r"supervisor'?s?|rater|leader|commander|counselor"),
    ("physician", r"physician'?s?|doctor|health care provider|practitioner|provider"),
    ("insurer", r"insurer|insurance company|(?<!motor )carrier|health plan"),
    ("bank", r"bank|financial institution|depository"),
    ("school", r"school|college|university"),
    ("creditor", r"creditor'?s?|lender"),
    ("landlord", r"landlord|lessor"),
    ("tenant", r"tenant|lessee"),
    ("buyer", r"buyer|purchaser|requesting agency|comprador|acheteur|kaufer"),
    ("seller", r"seller|vendor|supplier|servicing agency|vendedor|vendeur|verkaufer"),
    ("contractor", r"contractor|offeror"),
    ("treasurer", r"treasurer"),
    ("contributor", r"contributor|donor|payor|payer"),
    ("payee", r"payee|recipient"),
    ("executor", r"executor|administrator of|personal representative|trustee"),
    ("plaintiff", r"plaintiff"),
    ("defendant", r"defendant"),
    ("approver", r"approving official|approved by|authorized official|certifying officer|authorizing official"),
    ("receiver", r"received by|receiving"),
    ("issuer", r"issued by|issuing"),
    ("petitioner", r"petitioner'?s?"),
    ("beneficiary", r"beneficiary'?s?|beneficiaries"),
    ("applicant", r"applicant'?s?|solicitante|demandeur|antragsteller"),
    ("claimant", r"claimant'?s?"),
    ("veteran", r"veteran'?s?"),
    ("service member", r"(covered )?(service|military) ?members?'?s?|soldier|sailor|airman"),
    ("patient", r"patient'?s?"),
    ("requester", r"requester'?s?|requestor"),
    ("taxpayer", r"taxpayer'?s?"),
    ("respondent", r"respondent'?s?|appellant"),
    ("employee", r"employee'?s?"),
    ("student", r"student'?s?"),
    ("pupil", r"pupil'?s?|alumn[oa]s?|estudiante|eleve|schuler"),
    ("borrower", r"borrower'?s?"),
    ("candidate", r"candidate'?s?"),
    ("owner", r"owner'?s?"),
    ("operator", r"operator"),
    ("inspector", r"inspector"),
)
_COMPILED = tuple((role, re.compile(rf"\b(?:{pattern})\b")) for role, pattern in _ROLES)

PRINCIPALS = frozenset(
    [
        "applicant",
        "petitioner",
        "claimant",
        "veteran",
        "service member",
        "patient",
        "debtor",
        "taxpayer",
        "employee",
        "requester",
        "respondent",
        "student",
        "pupil",
        "borrower",
        "candidate",
    ]
)
"""Roles that can be the person a whole form is about, so that a bare "Name" is theirs."""

CARED_FOR = frozenset(["service member", "veteran", "patient", "student"])
"""Principals that are somebody else where the form has asked for "your name" before."""

SECONDARY = frozenset(
    [
        "emergency contact",
        "joint debtor",
        "codebtor",
        "spouse",
        "preparer",
        "interpreter",
        "notary",
        "witness",
        "attorney",
        "mother",
        "father",
        "parent",
        "child",
        "employer",
        "physician",
        "insurer",
        "bank",
        "school",
        "creditor",
        "treasurer",
        "payee",
        "executor",
        "approver",
        "receiver",
        "issuer",
        "inspector",
        "requester",
    ]
)
"""Roles that no form is about."""

RELATIONAL = frozenset(
    ["employer", "attorney", "physician", "insurer", "school", "mother", "father", "supervisor", "bank"]
)
"""Roles that belong to somebody: the spouse's employer is not the applicant's."""

NUMBERED = frozenset(["child", "employer", "parent", "creditor", "school", "payee"])
"""Roles of which a form may ask for several, as child 1 and child 2."""

_GENERIC = frozenset(
    """
    1 2 3 4 5 6 7 8 9 a about active additional address addresses administrative agreement and appearance
    application area as at attestation authorization authorized b background be birth box business by c card case
    cell certification certify city claim code complete contact copy country county current d data date daytime dba
    declaration detail details disregarded document documents doing during e email employment entity entries entry
    evening f family fax field first for foreign form former full general given group guard header her here his home
    household i identification if ii iii in individual info information initial initials issued item iv last legal
    line list locate mailing main marital me middle mobile most my name names national needed new no number of
    office on or other page part permanent person personal phone physical place postal preferred present previous
    primary principal print printed prior proposed province recent record records registered registration request
    requested reserve residence return row s secondary section security send service sex sheet shown sign signature
    signed signers signing signs social ssn state statement street street2 summary surname telephone the their this
    title to trade true type typed unit us used who whom work you your zip
    """.split()  # noqa: SIM905
)
_NAMED_KINDS = frozenset(
    ["full_name", "last_first_name", "organization", "person_or_organization", "agency", "school", "court_name"]
)
_IDENTITY_KINDS = frozenset(
    ["full_name", "last_first_name", "first_name", "first_and_middle", "last_name", "ssn", "birth_date"]
)
_NAMING_KINDS = _NAMED_KINDS | _IDENTITY_KINDS
_OWN_KINDS = frozenset(["nationality", "birth_date", "age", "gender", "marital_status", "race", "place_of_birth"])
"""Kinds of traits; a row with one and nobody's name tells it of the one who fills in the form."""

_SIGNING = re.compile(
    r"\b(signer|(printed|typed) (or typed )?name|name (in print|please print)|title of signer|position or title|"
    r"letra de molde|majuscules|druckschrift)\b"
)

CARE_OF = re.compile(r"\bcare of\b|\bc o\b")
"""Words of a blank for somebody else, who takes the mail."""

_OR_FOREIGN = re.compile(
    r"\b(state|country|apo|province|or) foreign\b|\bforeign (country|province|postal|zip|state)\b|\bpost office\b"
)
_QUALIFIERS = (
    ("previous", r"\b(previous|prior|former|last known)\b"),
    ("foreign", r"\b(foreign|abroad|outside the (us|united states))\b"),
    ("mailing", r"\bmailing\b"),
    ("physical", r"\b(physical|residence|residential|street|home)\b"),
    ("business", r"\b(business|work|office|principal place)\b"),
    ("permanent", r"\bpermanent\b"),
    ("alternate", r"\b(alternate|secondary|other|evening|night)\b"),
    ("mobile", r"\b(mobile|cell|cellular)\b"),
)


@dataclass(frozen=True)
class Site:
    """Where a field stands and whose it is.

    Attributes:
        field: the field itself.
        kind: its kind.
        steps: its path.
        words: path words, label and description, normalised.
        role: whose fact it is; rows of an array carry their place, such as ``child#dependents[1]``.
        base_role: the role without any place.
        qualifier: sort of address or telephone, or "".
        scope: path of the object that holds it, without the object of a split date, phone or address.
        stem: words of its own name.
    """

    field: Field
    kind: str
    steps: tuple[str | int, ...]
    words: str
    role: str
    base_role: str
    qualifier: str
    scope: str
    stem: str

    @property
    def row(self) -> int | None:
        """Return the place in the innermost array, if the field stands in one."""
        return next((step for step in reversed(self.steps) if isinstance(step, int)), None)

    @property
    def column(self) -> tuple[str, ...]:
        """Return the path without any places in arrays: the same for all rows of a column."""
        return tuple(step for step in self.steps if isinstance(step, str))

    @property
    def arrays(self) -> tuple[tuple[str, int], ...]:
        """Return (array path, place) for every array the field stands in, outermost first."""
        return tuple(
            (format_path(self.steps[:depth]), step) for depth, step in enumerate(self.steps) if isinstance(step, int)
        )


def locate_fields(fields: Sequence[Field]) -> tuple[list[Site], str]:
    """Return where each field stands and whose it is, in the order given, and the role that the form is about."""
    kinds = [field.kind for field in fields]
    others = _name_others(fields, kinds)
    roles = [_find_role(field, kind, others) for field, kind in zip(fields, kinds, strict=True)]
    principal = _find_principal(fields, kinds, roles)
    sites = [
        _locate(field, kind, _qualify_role(field, role or principal, principal))
        for field, kind, role in zip(fields, kinds, roles, strict=True)
    ]
    return _own_rows(sites, principal), principal


def _own_rows(sites: Sequence[Site], principal: str) -> list[Site]:
    """Return the sites, the rows of arrays that name nobody being facts of whom the array belongs to."""
    named = {site.steps[:-1] for site in sites if site.kind in _NAMING_KINDS or site.kind == "relationship"}
    return [
        replace(site, role=site.base_role if _match_role(site.base_role) else principal)
        if site.kind in _OWN_KINDS and site.row is not None and site.steps[:-1] not in named
        else site
        for site in sites
    ]


def _name_others(fields: Sequence[Field], kinds: Sequence[str]) -> list[str]:
    """Return roles that only the names on the form tell, as "agent" of ``registered_agent_name``."""
    others = []
    for field, kind in zip(fields, kinds, strict=True):
        name = normalize_words(str(parse_path(field.path)[-1]))
        if kind in _NAMED_KINDS and not _match_role(name):
            others.append(_rest(name))
    return sorted(filter(None, dict.fromkeys(others)), key=lambda other: -len(other.split()))


def _find_principal(fields: Sequence[Field], kinds: Sequence[str], roles: Sequence[str]) -> str:
    """Return whom the form is about: the first person whose identity is asked for outside any table.

    A role of ``PRINCIPALS`` is taken even after a bare name, but for a requester, who is often the office that wants
    the form; one of ``SECONDARY`` otherwise never.
    """
    bare = your = False
    for field, kind, role in zip(fields, kinds, roles, strict=True):
        if kind not in _IDENTITY_KINDS or "[" in field.path:
            continue
        if role in PRINCIPALS and not (role == "requester" and bare) and not (role in CARED_FOR and your):
            return role
        if role and not bare and role not in SECONDARY - {"requester"}:
            return role
        bare = bare or not role or role in SECONDARY
        your = your or (not role and bool(re.search(r"\byour\b", normalize_words(f"{field.path} {field.label}"))))
    return "subject"


def _match_role(words: str) -> str:
    return next((role for role, pattern in _COMPILED if pattern.search(words)), "")


def _locate(field: Field, kind: str, role: str) -> Site:
    steps = parse_path(field.path)
    names = [normalize_words(step) for step in steps if isinstance(step, str)]
    words = " ".join([*names, normalize_words(field.label), normalize_words(field.description)])
    places = [format_path(steps[: depth + 1]) for depth, step in enumerate(steps) if isinstance(step, int)]
    parents = steps[:-1]
    while parents and isinstance(parents[-1], str) and _is_part_object(normalize_words(parents[-1])):
        parents = parents[:-1]
    # "street" tells a made form's street from its city, never a home from a mailing address
    return Site(
        field=field,
        kind=kind,
        steps=steps,
        words=words,
        role=f"{role}#{places[-1]}" if places else role,
        base_role=role,
        qualifier=_qualify(_OR_FOREIGN.sub("", words.replace("street", "") if field.source == "maker" else words)),
        scope=format_path(parents),
        stem=names[-1],
    )


def is_signing(field: Field) -> bool:
    """Return whether a made form's field is about whoever signs it."""
    name = field.path.rpartition(".")[2]
    return field.source == "maker" and bool(_SIGNING.search(f"{name} {field.label.lower()}".replace("_", " ")))


def _find_role(field: Field, kind: str, others: Sequence[str]) -> str:
    """Return the role that is nearest in the path, else in the label; "" where nothing names one."""
    if is_signing(field):
        return ""
    names = [normalize_words(step) for step in parse_path(field.path) if isinstance(step, str)]
    found = [role for role in map(_match_role, reversed(names)) if role] or [_match_role(normalize_words(field.label))]
    if found[0]:
        return found[0] + _find_number(f"{' '.join(names)} {normalize_words(field.label)}", found[0])
    stem = set(names[-1].split())
    for other in others:
        if set(other.split()) <= stem:
            return other
    for name in reversed(names[:-1]):
        if not _is_part_object(name) and (rest := _rest(name)):
            return rest
    return ""


def _find_number(words: str, role: str) -> str:
    """Return "#2" for the second of several in one role, as in "child 2 date of birth", else ""."""
    numbered = re.search(rf"\b{role} (\d)\b", words) if role in NUMBERED else None
    return f"#{numbered.group(1)}" if numbered else ""


def _qualify_role(field: Field, role: str, principal: str) -> str:
    """Return a role with whose it is, where it belongs to somebody other than the principal: "spouse employer"."""
    if role not in RELATIONAL:
        return role
    names = [normalize_words(step) for step in parse_path(field.path) if isinstance(step, str)]
    outer = (_match_role(name) for name in reversed(names))
    return next(
        (f"{other} {role}" for other in outer if other and other not in RELATIONAL and other != principal), role
    )


def _rest(name: str) -> str:
    """Return the words of a name that do not belong to any form."""
    return " ".join(word for word in name.split() if word not in _GENERIC and not word.isdigit())


def _is_part_object(name: str) -> bool:
    """Return whether an object's name says only what its parts make up: a date, a telephone, an address, a name."""
    return bool(re.search(r"\b(date|dob|phone|telephone|fax|address|name|ssn|ein|birth|period|height|amount)\b", name))


def _qualify(words: str) -> str:
    return next((qualifier for qualifier, pattern in _QUALIFIERS if re.search(pattern, words)), "")
