"""How numbers that identify are written: the wanted form first, shorter ones after."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.values import identifiers
from dataset_builder.families.forms.values.case import Case, Writer
from dataset_builder.families.forms.values.roles import Site


def _nine(number: str, cuts: tuple[int, ...]) -> list[str]:
    parts = [number[start:end] for start, end in zip((0, *cuts), (*cuts, 9), strict=True)]
    return ["-".join(parts), number]


def _ssn(case: Case, site: Site, widget: Widget) -> list[str]:
    return _nine(identifiers.draw_ssn(case.rng("ssn", site.role)), (3, 5))


def _ein(case: Case, site: Site, widget: Widget) -> list[str]:
    return _nine(identifiers.draw_ein(case.rng("ein", site.role)), (2,))


def _ssn_or_ein(case: Case, site: Site, widget: Widget) -> list[str]:
    return (_ein if case.is_businesslike(site.role) else _ssn)(case, site, widget)


def _slice(writer: Writer, start: int, end: int) -> Writer:
    """Return a writer of some digits of what another writes."""
    return lambda case, site, widget: [writer(case, site, widget)[-1][start:end]]


_PATTERNS: Mapping[str, tuple[str, ...]] = {
    "a_number": ("A9########", "9########"),
    "passport_number": ("X########", "########"),
    "driver_license": ("D###-####-####", "D###########", "D#######"),
    "military_id": ("1#########", "1########"),
    "case_number": ("#:YY-cv-0####", "YY-#####", "#####"),
    "docket_number": ("YY-####", "####"),
    "file_number": ("C ## ### ###", "C########", "########"),
    "claim_number": ("CLM-#######", "#######"),
    "policy_number": ("HP ####-#####", "HP#########", "#########"),
    "account_number": ("############", "##########", "########", "######"),
    "license_number": ("LIC-#####", "L#####", "#####"),
    "bar_number": ("######", "#####"),
    "receipt_number": ("LIN49########", "49########"),
    "contract_number": ("GS-##F-####-YY", "GS##F####YY", "#######", "######", "####"),
    "committee_id": ("C009#####", "009#####"),
    "npi": ("9#########",),
    "serial_number": ("SN-########", "########", "#####"),
    "part_number": ("####-01-###-####", "##-####", "####"),
    "identifier": ("R-########", "########", "######", "#####", "####"),
    "pin": ("#####", "######", "###########", "####"),
    "phone_extension": ("###", "##"),
    "code": ("A#", "##", "#"),
}
"""Forms of identifiers, the wanted first: every ``#`` is a digit, ``YY`` the document's year."""


_NUMBERED: tuple[tuple[str, str], ...] = (
    (r"\b(amendment|modification|mod)\b.*\b(number|no|num)$", "P0000#"),
    (r"\bsubmission (identification|id)\b", "#" * 20),
    (r"\bgt (and )?c\b.*\b(number|no|num)$", "A####-###-###-0#####"),
)
"""Forms of numbers that agencies give to agreements and their amendments."""


def _identifier(case: Case, site: Site, widget: Widget) -> list[str]:
    kind = site.kind
    shared = kind in ("case_number", "docket_number", "receipt_number", "file_number") and site.row is None
    rng = case.rng(kind, "" if shared else f"{site.role} {key_words(site)}")
    if re.search(r"\b(separation|spd) code\b", site.stem):
        return [rng.choice(("JFF", "JKA", "LBK", "MBK", "KFS", "JFL"))]
    if re.search(r"\bre ?entry code\b", site.stem):
        return [rng.choice(("RE-1", "RE-2", "RE-3")), rng.choice("123")]
    if shape := next((shape for pattern, shape in _NUMBERED if re.search(pattern, site.stem)), ""):
        patterns: tuple[str, ...] = (shape, shape.replace("-", ""), "######", "####", "##", "#")
    elif kind == "code" and re.search(r"\b(four|4) digits?\b", site.stem):
        patterns = ("####",)
    elif kind == "case_number":
        patterns = ("YY-#####", "#####") if case.domain == "court" else ("20YY-#####", "YY-####", "#####")
    elif kind == "receipt_number" and case.domain != "immigration":
        patterns = ("########", "######")
    elif "plate" in site.stem:
        patterns = ("AKR ####", "TKR###", "####")
    else:
        patterns = _PATTERNS[kind]
    prefix = rng.choice(("", "EAC", "WAC", "SRC", "MSC")) if kind == "receipt_number" else ""
    letter = rng.choice("ABCDEFGHJKLMNPRSTW")
    digits = identifiers.digits(rng, 20)
    forms = []
    for pattern in patterns:
        shape = pattern.replace("LIN", prefix or "LIN").replace("YY", f"{case.today.year % 100}")
        if kind in ("driver_license", "code", "identifier", "passport_number"):
            shape = re.sub(r"^[DARX](?=[#-])", letter, shape)
        remaining = iter(digits)
        forms.append("".join(next(remaining) if sign == "#" else sign for sign in shape))
    return forms


def key_words(site: Site) -> str:
    """Return the words that tell one number from another of the same kind and role, without page and section words."""
    return re.sub(r"\b(page|continued|part|section|copy|no|num|number|\d+)\b", "", site.stem).strip()


def _routing(case: Case, site: Site, widget: Widget) -> list[str]:
    return [identifiers.draw_routing(case.rng("routing", site.role))]


def _account_last4(case: Case, site: Site, widget: Widget) -> list[str]:
    return [identifiers.digits(case.rng("account_last4", site.role, site.stem), 4)]


def _vin(case: Case, site: Site, widget: Widget) -> list[str]:
    return [identifiers.draw_vin(case.rng("vin", site.role))]


NUMBER_WRITERS: dict[str, Writer] = {
    "ssn": _ssn,
    "ssn_first3": _slice(_ssn, 0, 3),
    "ssn_middle2": _slice(_ssn, 3, 5),
    "ssn_last4": _slice(_ssn, 5, 9),
    "ein": _ein,
    "ein_first2": _slice(_ein, 0, 2),
    "ein_last7": _slice(_ein, 2, 9),
    "ssn_or_ein": _ssn_or_ein,
    "routing_number": _routing,
    "account_last4": _account_last4,
    "vin": _vin,
    **dict.fromkeys(_PATTERNS, _identifier),
}
"""Writers of the kinds of numbers that identify."""
