"""Whose fact a field asks for: the role, the sort of address or telephone, the line of the form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dataset_builder.families.forms.model import Field
from dataset_builder.families.forms.values.kinds import infer_kind, normalize_words
from dataset_builder.trees import format_path, parse_path

_ROLES: tuple[tuple[str, str], ...] = (
    ("emergency contact", r"emergency contact|next of kin"),
    ("joint debtor", r"debtor 2|joint debtor|debtor's spouse"),
    ("codebtor", r"codebtor"),
    ("debtor", r"debtors?( 1)?"),
    ("spouse", r"ssn shown second|spouse'?s?|husband|wife|fiancee?"),
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
    ("insurer", r"insurer|insurance company|carrier|health plan"),
    ("bank", r"bank|financial institution|depository"),
    ("school", r"school|college|university"),
    ("creditor", r"creditor'?s?|lender"),
    ("landlord", r"landlord|lessor"),
    ("tenant", r"tenant|lessee"),
    ("buyer", r"buyer|purchaser|requesting agency"),
    ("seller", r"seller|vendor|supplier|servicing agency"),
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
    ("applicant", r"applicant'?s?"),
    ("claimant", r"claimant'?s?"),
    ("veteran", r"veteran'?s?"),
    ("service member", r"service ?member|soldier|sailor|airman"),
    ("patient", r"patient'?s?"),
    ("requester", r"requester'?s?|requestor"),
    ("taxpayer", r"taxpayer'?s?"),
    ("respondent", r"respondent'?s?|appellant"),
    ("employee", r"employee'?s?"),
    ("student", r"student'?s?"),
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
        "borrower",
        "candidate",
    ]
)
"""Roles that can be the person a whole form is about, so that a bare "Name" is theirs."""

RELATIONAL = frozenset(
    ["employer", "attorney", "physician", "insurer", "school", "mother", "father", "supervisor", "bank"]
)
"""Roles that belong to somebody: the spouse's employer is not the applicant's."""

_GENERIC = frozenset(
    """
    1 2 3 4 5 6 7 8 9 a additional address addresses administrative agreement and appearance application area at
    authorization authorized b background be birth box by c card case cell certification city claim code complete
    contact copy country county current d data date daytime declaration detail details document documents e email
    employment entries entry evening f fax field first for foreign form former full general group header her here
    his home household i identification if ii iii in individual info information initial initials item iv last legal
    line list locate mailing main marital me middle mobile most my name names needed no number of on or other page
    part permanent person personal phone physical place postal previous primary print printed prior province recent
    record records request requested residence return row s secondary section security sheet shown sign signature
    signed social ssn state statement street street2 summary telephone the their this title to type typed unit us
    used whom work you your zip
    """.split()  # noqa: SIM905
)
_NAMED_KINDS = frozenset(
    ["full_name", "last_first_name", "organization", "person_or_organization", "agency", "school", "court_name"]
)
_IDENTITY_KINDS = _NAMED_KINDS | {"first_name", "first_and_middle", "last_name", "ssn", "birth_date", "signature_name"}
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
        kind: its kind, inferred from its own name where the reader left it at ``text``.
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


def locate_fields(fields: Sequence[Field]) -> list[Site]:
    """Return where each field stands and whose it is, in the order given."""
    principal = _find_principal(fields)
    return [_locate(field, principal) for field in fields]


def _find_principal(fields: Sequence[Field]) -> str:
    """Return the principal role that is first named where somebody's identity is asked for.

    A requester counts only where no name without a role comes first: it is often the office that wants the form.
    """
    bare = False
    for field in fields:
        if field.kind in _IDENTITY_KINDS:
            role = _match_role(normalize_words(f"{field.path.replace('.', ' ')} {field.label}"))
            if role in PRINCIPALS and not (role == "requester" and bare):
                return role
            bare = bare or not role
    return "subject"


def _match_role(words: str) -> str:
    return next((role for role, pattern in _COMPILED if pattern.search(words)), "")


def _locate(field: Field, principal: str) -> Site:
    steps = parse_path(field.path)
    names = [normalize_words(step) for step in steps if isinstance(step, str)]
    stem = names[-1]
    words = " ".join([*names, normalize_words(field.label), normalize_words(field.description)])
    kind = infer_kind(stem, " ".join(names[:-1])) if field.kind == "text" else field.kind
    role = _find_role(names, field, kind, principal)
    base_role = role
    places = [format_path(steps[: depth + 1]) for depth, step in enumerate(steps) if isinstance(step, int)]
    if places:
        role = f"{role}#{places[-1]}"
    parents = steps[:-1]
    while parents and isinstance(parents[-1], str) and _is_part_object(normalize_words(parents[-1])):
        parents = parents[:-1]
    return Site(field, kind, steps, words, role, base_role, _qualify(words), format_path(parents), stem)


def _find_role(names: Sequence[str], field: Field, kind: str, principal: str) -> str:
    found = [role for role in map(_match_role, reversed(names)) if role]
    if not found and (role := _match_role(normalize_words(field.label))):
        found = [role]
    if found:
        outer = next((role for role in found if role not in RELATIONAL and role != principal), "")
        return f"{outer} {found[0]}" if found[0] in RELATIONAL and outer else found[0]
    own = names[-1:] if kind in _NAMED_KINDS else []
    for name in [*own, *reversed(names[:-1])]:
        rest = [word for word in name.split() if word not in _GENERIC and not word.isdigit()]
        if rest and not _is_part_object(name):
            return " ".join(rest)
    return principal


def _is_part_object(name: str) -> bool:
    """Return whether an object's name says only what its parts make up: a date, a telephone, an address, a name."""
    return bool(re.search(r"\b(date|dob|phone|telephone|fax|address|name|ssn|ein|birth|period|height|amount)\b", name))


def _qualify(words: str) -> str:
    return next((qualifier for qualifier, pattern in _QUALIFIERS if re.search(pattern, words)), "")
