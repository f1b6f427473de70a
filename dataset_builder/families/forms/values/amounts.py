"""Amounts that agree with each other: rows that multiply out, totals that add up, lines computed from lines."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dataset_builder.families.forms.values.roles import Site

NUMERIC = frozenset(["money", "unit_price", "quantity", "count", "number", "hours", "percent"])
"""Kinds whose values take part in arithmetic. Amounts are held in hundredths."""

_RANGES: tuple[tuple[str, tuple[int, int]], ...] = (
    (r"\b(fees?|charges?|copay|fines?|penalt(?:y|ies)|postage|meals?)\b", (12, 890)),
    (r"\b(coverage|liability|limit|insured)\b", (50_000, 1_900_000)),
    (r"\bhourly|\bper hour|\brate of pay", (14, 78)),
    (r"\b(annual|yearly|gross|salary|wages?|adjusted|sales|revenue)\b", (18_400, 139_000)),
    (r"\b(monthly|per month|month|rent|mortgage payment)\b", (310, 5_900)),
    (r"\b(house|home|real estate|property|market value|collateral|building)\b", (86_000, 485_000)),
    (r"\b(contract|obligat\w*|award|budget|grant|funding)\b", (12_000, 940_000)),
    (r"\b(vehicle|car|loan|debt|claim|secured|balance)\b", (1_900, 48_000)),
    (r"\b(contribution|donation|gift)s?\b", (25, 3_300)),
    (r"\b(tax|withh\w*|credit|deduction|income|receipts|expenses?)\b", (240, 28_000)),
)
TOTAL = re.compile(r"\b(sub)? ?totals?\b|\bsum\b")
_PLAIN_TOTAL = frozenset(
    """
    total totals sub subtotal grand amount amounts sum of all the value cost money
    """.split()  # noqa: SIM905
)
_SUMMANDS = frozenset(["cost", "costs", "expense", "expenses", "fee", "fees", "income", "price", "payment", "payments"])
_RATED = re.compile(r"\b(per|each|hourly|last|previous|prior|limit|estimated)\b")
_ADD_RANGE = re.compile(
    r"\badd(?: the amounts (?:on|from))? lines? (\d+)([a-z]?) (?:through|thru|to) (?:line )?(\d*)([a-z]?)\b"
)
_ADD = re.compile(r"\badd lines? ((?:\d+[a-z]?(?: and | )?(?:line )?)+)")
_SUBTRACT = re.compile(r"\bsubtract (?:the amount on )?line (\d+[a-z]?) from (?:the amount on )?line (\d+[a-z]?)\b")
_MULTIPLY = re.compile(r"\bmultiply (?:the amount on )?line (\d+[a-z]?) by (\d*\.?\d+) ?(%|percent)?")


@dataclass(frozen=True)
class Product:
    """A row's amount that is quantity times unit price; all three are widget indexes."""

    amount: int
    quantity: int
    price: int


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
        return whole * 100 + (rng.randint(1, 99) if cents else 0)
    if kind == "unit_price":
        return rng.randint(1, min(most, 480)) * 100 + (rng.choice((0, 25, 50, 75, 95, 99)) if cents else 0)
    if kind == "hours":
        return rng.randint(1, min(most, 80)) * 100 + (rng.choice((0, 0, 50, 25)) if digits > 2 else 0)
    if kind == "percent":
        if re.search(r"\b(interest|annual) rate|\bapr\b|^rate\b", site.words):
            return rng.randint(8, 56) * 25
        return rng.choice((rng.randint(1, 99) * 100, rng.randint(1, 99) * 100 + 50 if digits > 3 else 2500))
    if "latitude" in site.stem or "longitude" in site.stem:
        return rng.randint(2600, 4700) if "latitude" in site.stem else rng.randint(7100, 12300)
    high = {"count": 9, "quantity": 120}.get(kind, 900)
    if re.search(r"\b(years|months)\b", site.stem):
        high = 36
    if kind == "count" and re.search(
        r"\b(employees|beds|residents|patients|population|members of|animals|head)\b", site.words
    ):
        high = 240
    return rng.randint(1, min(most, high)) * 100


def settle_amounts(sites: Sequence[Site], amounts: dict[int, int]) -> None:
    """Change ``amounts`` so that products, totals and computed lines hold.

    ``amounts`` holds hundredths by widget. Only filled fields take part: a blank adds nothing.
    """
    numeric = [site for site in sites if site.field.widget in amounts]
    for product in find_products(numeric):
        amounts[product.amount] = amounts[product.quantity] * amounts[product.price] // 100
    for total, parts in find_totals(numeric).items():
        amounts[total] = sum(amounts[part] for part in parts)
    for total, parts in _find_object_totals(numeric).items():
        rest = amounts[total] if len(parts) == 1 else 0
        amounts[total] = rest + sum(amounts[part] for part in parts)
    lines = _number_lines(numeric)
    for site in numeric:
        value = _compute_line(site, lines, amounts)
        if value is not None:
            amounts[site.field.widget] = value


def find_products(sites: Sequence[Site]) -> list[Product]:
    """Return the rows that hold one quantity, one unit price and one amount."""
    rows: dict[str, dict[str, list[int]]] = {}
    for site in sites:
        if site.row is not None:
            rows.setdefault(site.scope, {}).setdefault(site.kind, []).append(site.field.widget)
    return [
        Product(row["money"][0], row["quantity"][0], row["unit_price"][0])
        for row in rows.values()
        if all(len(row.get(kind, ())) == 1 for kind in ("money", "quantity", "unit_price"))
    ]


def find_totals(sites: Sequence[Site]) -> dict[int, list[int]]:
    """Return, by widget of a total, the widgets of the column it adds up.

    A total stands outside the array, says so, and shares its kind with the column; where more than one column comes
    into question, or its words are not just "total", the words must point to one of them.
    """
    columns: dict[tuple[str, ...], list[Site]] = {}
    for site in sites:
        if site.row is not None:
            columns.setdefault(site.column, []).append(site)
    totals: dict[int, list[int]] = {}
    for site in sites:
        if site.row is not None or not TOTAL.search(site.words):
            continue
        own = set(site.stem.split()) - _PLAIN_TOTAL
        scored = [
            (len(own & set(cells[0].words.split())), column)
            for column, cells in columns.items()
            if cells[0].kind == site.kind
        ]
        best = max((score for score, _ in scored), default=0)
        chosen = [column for score, column in scored if score == best]
        if len(chosen) == 1 and (best > 0 or not own):
            totals[site.field.widget] = [cell.field.widget for cell in columns[chosen[0]]]
    return totals


def _find_object_totals(sites: Sequence[Site]) -> dict[int, list[int]]:
    """Return, by widget of a total, the widgets of its own object that it adds up, as "total cost" the other costs."""
    totals: dict[int, list[int]] = {}
    for site in sites:
        named = set(site.stem.split()) & _SUMMANDS
        if site.row is not None or site.kind != "money" or not TOTAL.search(site.stem) or not named:
            continue
        parts = [
            other.field.widget
            for other in sites
            if other.scope == site.scope
            and other.kind == "money"
            and other.row is None
            and named & set(other.stem.split())
            and not TOTAL.search(other.stem)
            and not _RATED.search(other.stem)
        ]
        if parts:
            totals[site.field.widget] = parts
    return totals


def _number_lines(sites: Sequence[Site]) -> dict[str, int]:
    """Return widgets by the line number that stands before their label or in their name; a number used twice is out."""
    found: dict[str, list[int]] = {}
    for site in sites:
        label = site.field.label.strip().lower()
        match = re.match(r"(?:line |box )?(\d{1,2}) ?([a-z]?)(?=[\s.:)]|$)", label) or re.search(
            r"\bline_?(\d{1,2})_?([a-z]?)(?=_|$)", site.field.path
        )
        if match and site.row is None and site.kind == "money":
            found.setdefault(match.group(1) + match.group(2), []).append(site.field.widget)
    return {line: widgets[0] for line, widgets in found.items() if len(widgets) == 1}


def _compute_line(site: Site, lines: Mapping[str, int], amounts: Mapping[int, int]) -> int | None:
    """Return what a line's own instruction makes of the others, or None where it has none that can be followed."""
    text = re.sub(r"[^a-z0-9%.]+|\.(?!\d)", " ", f"{site.field.label} {site.field.description}".lower())
    known = {line: amounts[widget] for line, widget in lines.items() if widget != site.field.widget}
    if match := _ADD_RANGE.search(text):
        low, low_letter, high, high_letter = match.groups()
        parts = [known[line] for line in known if _within(line, low, low_letter, high or low, high_letter)]
        return sum(parts) if len(parts) > 1 else None
    if match := _SUBTRACT.search(text):
        if match.group(1) in known and match.group(2) in known:
            return max(0, known[match.group(2)] - known[match.group(1)])
    elif match := _ADD.search(text):
        named = re.findall(r"\d+[a-z]?", match.group(1))
        if len(named) > 1 and all(line in known for line in named):
            return sum(known[line] for line in named)
    elif (match := _MULTIPLY.search(text)) and match.group(1) in known:
        rate = float(match.group(2)) / (100 if match.group(3) else 1)
        return round(known[match.group(1)] * rate)
    return None


def _within(line: str, low: str, low_letter: str, high: str, high_letter: str) -> bool:
    number, letter = int(re.sub(r"\D", "", line)), re.sub(r"\d", "", line)
    if not int(low) <= number <= int(high):
        return False
    if number == int(low) and letter < low_letter:
        return False
    return not (number == int(high) and high_letter and letter > high_letter)


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
