"""Sizes of amounts and quantities, by the words that ask for them, and the ways of writing them."""

from __future__ import annotations

import random
import re

from dataset_builder.families.forms.values.roles import Site

NUMERIC = frozenset(["money", "unit_price", "quantity", "count", "number", "hours", "percent"])
"""Kinds whose values take part in arithmetic. Amounts are held in hundredths."""

_RANGES: tuple[tuple[str, tuple[int, int]], ...] = (
    (r"\bincome earned in (the )?u ?s\b|\bearned in u\.?s\.? on business\b", (400, 4_800)),
    (r"\bqualified expenses\b", (900, 9_000)),
    (r"^amount paid\b", (120, 7_800)),
    (r"\btotal tax\b", (900, 14_000)),
    (r"\bsales price\b", (350, 9_800)),
    (r"\btax liability\b|\bcredit limit\b", (240, 9_800)),
    (
        r"\b(fees?|charges?|copay|fines?|penalt(?:y|ies)|postage|meals?|tasas?|multas?|comidas|comedor|droits|frais|"
        r"gebühr(en)?|gebuhr|essens?geld|essens)\b",
        (12, 890),
    ),
    (r"\b(alquiler|renta|loyer|charges par mois|miete|depósito|fianza)\b", (310, 2_900)),
    (r"\b(salario|salaire|recettes|einkommen|lohn)\b", (1_400, 6_900)),
    (r"\b(coverage|liability|limit|insured)\b", (50_000, 1_900_000)),
    (r"\b(tuition|room and board)\b", (1_800, 24_000)),
    (r"\btotal charges\b", (120, 4_800)),
    (r"\b(amount|grant) requested\b", (500, 9_000)),
    (r"\bprice paid\b|\b(purchase|sale) price\b", (4_000, 385_000)),
    (r"\b(books|hotel|lodging|night|nightly)\b", (70, 490)),
    (r"\b(owed|unpaid|overtime|vacation pay|tips)\b", (80, 4_800)),
    (r"\bto withhold\b|\bwithheld (each|per) month", (20, 480)),
    (r"\b(cost of (the )?(work|construction|project)|(work|construction|project) cost)\b", (1_200, 95_000)),
    (r"\bhourly|\bper hour|\brate of pay", (14, 78)),
    (
        r"\b(annual|yearly|gross|salary|wages?|adjusted|earned|sales|revenue)\b|"
        r"\bform 1040\b.*\bline 1[01]|\bline 11a? of your\b",
        (18_400, 139_000),
    ),
    (r"\b(monthly|per month|month|rent|rental|mortgage payment)\b", (310, 5_900)),
    (r"\b(house|home|real estate|property|market value|building|apprais\w*)\b", (86_000, 485_000)),
    (r"\b(contract|obligat\w*|award|budget|grant|funding)\b", (12_000, 940_000)),
    (r"\b(vehicle|car|loan|debt|claim|collateral|secured|balance)\b", (1_900, 48_000)),
    (r"\b(contribution|donation|gift)s?\b", (25, 3_300)),
    (r"\b(tax|withh\w*|credit|deduction|income|receipts|expenses?)\b", (240, 28_000)),
)
TOTAL = re.compile(r"\b(sub)? ?totals?\b|\bsum\b|\badd (the )?(dollar value|amounts) (of|in)\b")
UNITS: tuple[tuple[str, tuple[int, int]], ...] = (
    (r"\b(draft|beam)\b", (2, 14)),
    (r"\bpool\b", (4_000, 30_000)),
    (r"\bmeter size\b|\b(size|diameter) of (the )?(meter|pipe)\b|\bpipe\b|\bassembly\b", (1, 4)),
    (r"\bacres?\b", (3, 480)),
    (r"\bsquare f(ee|oo)t\b", (240, 4_800)),
    (r"\binch(es)?\b|\bdiameter\b|\berror\b|\bdepth\b", (2, 48)),
    (r"\bf(ee|oo)t\b|\blength\b|\bwidth\b|\bdimensions?\b", (4, 120)),
    (r"\b(wind|speed|mph|miles per hour)\b", (5, 55)),
    (r"\bmiles\b", (4, 640)),
    (r"\b(millas|milles|meilen)\b", (1, 24)),
    (r"\b(attendance|spectators|guests|visitors)\b", (20, 900)),
    (r"\bamperes?\b|\bamps\b", (15, 200)),
    (r"\bgallons?\b|\btank\b|\btrap\b", (20, 500)),
    (r"\bpounds?\b|\blbs?\b|\bweight\b", (20, 2_400)),
    (r"\btemperature\b|\bdegrees\b", (34, 98)),
)
"""Ranges of measured quantities, by the unit or the thing measured."""


def draw_amount(rng: random.Random, site: Site, digits: int, *, cents: bool) -> int:
    """Return an amount in hundredths, of a size that the words make likely and that needs at most so many digits.

    Args:
        rng: the field's own generator.
        site: the field; its own words count before its heading's.
        digits: room for digits before the point, at least 1.
        cents: whether hundredths may be other than zero; only money has them.
    """
    kind = site.kind
    most = 10 ** max(1, min(digits, 9)) - 1
    if kind == "money":
        words = f"{site.stem} {site.field.label.lower()}"
        low, high = next((span for pattern, span in _RANGES if re.search(pattern, words)), (45, 9_400))
        high = min(high, most)
        low = min(low, max(1, high // 3))
        whole = int(low * (high / low) ** rng.random())
        if multiple := re.search(r"\bmultiple of \$?(\d+),?(000)\b", words):
            step = int("".join(multiple.groups()))
            return max(1, min(whole, 9_999) // step) * step * 100
        return whole * 100 + (rng.randint(1, 99) if cents else 0)
    if kind == "unit_price":
        price = int(min(most, 380) ** rng.uniform(0.1, 0.8))
        return max(1, price) * 100 + (rng.choice((0, 25, 50, 75, 95, 99)) if cents else 0)
    if kind == "hours":
        return rng.randint(1, min(most, 80)) * 100 + (rng.choice((0, 0, 50, 25)) if digits > 2 else 0)
    if kind == "percent":
        if re.search(r"\b(interest|annual) rate|\bapr\b|^rate\b", site.words):
            return rng.randint(8, 56) * 25
        return rng.choice((rng.randint(1, 99) * 100, rng.randint(1, 99) * 100 + 50 if digits > 3 else 2500))
    if "latitude" in site.stem or "longitude" in site.stem:
        return rng.randint(2600, 4700) if "latitude" in site.stem else rng.randint(7100, 12300)
    if kind in ("count", "number") and (unit := find_unit(f"{site.stem} {site.field.label.lower()}")):
        return rng.randint(min(unit[0], most), min(unit[1], most)) * 100
    high = {"count": 9, "quantity": 120}.get(kind, 900)
    if re.search(r"\b(years|months)\b", site.stem):
        if "schooling" in site.stem or "in school" in site.stem:
            return rng.randint(9, min(most, 18)) * 100
        high = 12 if re.search(r"\bmonths?\b.*\b(year|20\d\d)\b|\blived\b", site.words) else 36
    elif re.search(r"\bdays (per|a|each) week\b", site.stem):
        high = 7
    elif re.search(r"\bdays\b.*\bbusiness\b", site.stem):
        high = 5
    elif re.search(r"\bdays\b", site.stem):
        high = 365 if re.search(r"\blived\b", site.words) else 90
    elif kind == "count" and re.search(r"\b(child|children|dependents?|pets|bedrooms|exemptions)\b", site.stem):
        high = 5
    if kind == "count" and re.search(
        r"\b(employees|beds|residents|patients|population|members of|animals|head)\b", site.words
    ):
        high = 240
    return rng.randint(1, min(most, high)) * 100


def find_unit(words: str) -> tuple[int, int] | None:
    """Return the range of the quantity that words name, or None.

    >>> find_unit("electric service needed (amperes)")
    (15, 200)
    """
    return next((span for pattern, span in UNITS if re.search(pattern, words)), None)


def list_amount_forms(value: int, kind: str, *, thousands: str, cents: bool, sign: bool) -> list[str]:
    """Return ways to write an amount held in hundredths, the wanted first, shorter ones after; none loses hundredths.

    >>> list_amount_forms(148250, "money", thousands=",", cents=True, sign=False)
    ['1,482.50', '1482.50']
    >>> list_amount_forms(148200, "money", thousands=",", cents=False, sign=True)
    ['$1,482', '1,482', '1482']
    >>> list_amount_forms(1250, "percent", thousands="", cents=False, sign=False)
    ['12.5%', '12.5']
    """
    whole, rest = divmod(value, 100)
    if kind in ("money", "unit_price"):
        tail = f".{rest:02d}" if rest or cents else ""
        forms = [f"{whole:,}{tail}" if thousands else f"{whole}{tail}", f"{whole}{tail}"]
        if not rest:
            forms.append(str(whole))
        return list(dict.fromkeys([f"${forms[0]}", *forms] if sign else forms))
    plain = str(whole) if not rest else f"{whole}.{rest:02d}".rstrip("0")
    return [f"{plain}%", plain] if kind == "percent" else [plain]
