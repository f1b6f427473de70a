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
    (r"\btax liability\b|\bcredit limit\b", (240, 9_800)),
    (r"\b(fees?|charges?|copay|fines?|penalt(?:y|ies)|postage|meals?)\b", (12, 890)),
    (r"\b(coverage|liability|limit|insured)\b", (50_000, 1_900_000)),
    (r"\bhourly|\bper hour|\brate of pay", (14, 78)),
    (
        r"\b(annual|yearly|gross|salary|wages?|adjusted|earned|sales|revenue)\b|"
        r"\bform 1040\b.*\bline 1[01]|\bline 11a? of your\b",
        (18_400, 139_000),
    ),
    (r"\b(monthly|per month|month|rent|mortgage payment)\b", (310, 5_900)),
    (r"\b(house|home|real estate|property|market value|building|apprais\w*)\b", (86_000, 485_000)),
    (r"\b(contract|obligat\w*|award|budget|grant|funding)\b", (12_000, 940_000)),
    (r"\b(vehicle|car|loan|debt|claim|collateral|secured|balance)\b", (1_900, 48_000)),
    (r"\b(contribution|donation|gift)s?\b", (25, 3_300)),
    (r"\b(tax|withh\w*|credit|deduction|income|receipts|expenses?)\b", (240, 28_000)),
)
TOTAL = re.compile(r"\b(sub)? ?totals?\b|\bsum\b|\badd (the )?(dollar value|amounts) (of|in)\b")
_PLAIN_TOTAL = frozenset(
    """
    total totals sub subtotal grand amount amounts sum of all the value cost money
    """.split()  # noqa: SIM905
)
_SUMMANDS = frozenset(
    """
    cost costs expense expenses fee fees income price payment payments receipts sales disbursements assets debts
    liabilities
    """.split()  # noqa: SIM905
)
_RATED = re.compile(r"\b(per|each|hourly|last|previous|prior|limit|estimated|tax)\b")
UNITS: tuple[tuple[str, tuple[int, int]], ...] = (
    (r"\bacres?\b", (3, 480)),
    (r"\bsquare f(ee|oo)t\b", (240, 4_800)),
    (r"\binch(es)?\b|\bdiameter\b|\berror\b|\bdepth\b", (2, 48)),
    (r"\bf(ee|oo)t\b|\blength\b|\bwidth\b|\bdimensions?\b", (4, 120)),
    (r"\b(wind|speed|mph|miles per hour)\b", (5, 55)),
    (r"\bmiles\b", (4, 640)),
    (r"\bamperes?\b|\bamps\b", (15, 200)),
    (r"\bgallons?\b|\btank\b|\btrap\b", (20, 500)),
    (r"\bpounds?\b|\blbs?\b|\bweight\b", (20, 2_400)),
    (r"\btemperature\b|\bdegrees\b", (34, 98)),
)
"""Ranges of measured quantities, by the unit or the thing measured."""
_LIST = r"((?:\d+[a-z]? (?:(?:and|or) )?(?:line )?)*\d+[a-z]?)\b"
_FROM = r"(?: the amounts?(?: on| from)?)?"
_ADD_RANGE = re.compile(rf"\b(?:add|combine){_FROM} lines? (\d+)([a-z]?) (?:through|thru|to) (?:line )?(\d*)([a-z]?)\b")
_ADD = re.compile(rf"\b(?:add|combine){_FROM} lines? {_LIST}")
_SUBTRACT = re.compile(r"\bsubtract (?:the amount on )?line (\d+[a-z]?) from (?:the amount on )?line (\d+[a-z]?)\b")
_MULTIPLY = re.compile(
    rf"\bmultiply (?:the )?(?:amount on |smaller of )?(?:line )?{_LIST} by (\d*\.?\d+) ?(%|percent)?"
)
_LEAST = re.compile(rf"\b(smaller|smallest|lesser|larger|largest|greater) of (?:the amount on )?lines? {_LIST}")
_COPY = re.compile(r"^(?:enter )?(?:the )?amount (?:from|on) line (\d+[a-z]?)$")
_THIS_PAGE = frozenset(["this", "period", "page", "optional", "subtotals", "only", "last"])
_CLOSING = re.compile(r"\b(close|closing|ending)\b")
_BALANCE = (
    ("opening", re.compile(r"\b(beginning|opening|original|starting|agreed)\b")),
    ("closing", re.compile(r"\b(closing|close|ending|outstanding|remaining|balance due)\b")),
    ("payment", re.compile(r"\b(payments?|repaid|paid|withdrawals?|received)\b")),
    ("addition", re.compile(r"\b(incurred|added|additions?|deposits?)\b")),
)


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
        if multiple := re.search(r"\bmultiple of \$?(\d+),?(000)\b", words):
            step = int("".join(multiple.groups()))
            return max(1, min(whole, 9_999) // step) * step * 100
        return whole * 100 + (rng.randint(1, 99) if cents else 0)
    if kind == "unit_price":
        price = int(min(most, 380) ** rng.uniform(0.2, 1.0))
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
        high = 12 if re.search(r"\bmonths?\b.*\b(year|20\d\d)\b|\blived\b", site.words) else 36
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


def settle_amounts(
    sites: Sequence[Site],
    amounts: dict[int, int],
    lines: Mapping[int, str] | None = None,
    notes: Mapping[int, str] | None = None,
) -> None:
    """Change ``amounts`` so that products, totals, balances and computed lines hold.

    Args:
        sites: the document's fields.
        amounts: hundredths by widget. Only filled fields take part: a blank adds nothing.
        lines: by widget, the number of the line it stands on, where the page prints one.
        notes: by widget, what the page prints in parentheses after the label.
    """
    numeric = [site for site in sites if site.field.widget in amounts]
    for product in find_products(numeric):
        amounts[product.amount] = amounts[product.quantity] * amounts[product.price] // 100
    for account in _find_balances(numeric):
        _balance(account, amounts)
    for gain, price, depreciation, cost in _find_sales(numeric):
        amounts[cost] = min(amounts[cost], amounts[price])
        amounts[gain] = amounts[price] + amounts[depreciation] - amounts[cost]
    for unsecured, claim, collateral in _find_shortfalls(numeric):
        amounts[unsecured] = max(0, amounts[claim] - amounts[collateral])
    for total, parts in find_totals(numeric).items():
        amounts[total] = sum(amounts[part] for part in parts)
    for totals in (_find_object_sums(numeric), _find_object_totals(numeric)):
        for total, parts in totals.items():
            rest = amounts[total] if len(parts) == 1 else 0
            amounts[total] = rest + sum(amounts[part] for part in parts)
    for net, gross, taken in _find_nets(numeric):
        amounts[net] = max(0, amounts[gross] - amounts.get(taken, 0))
    numbered = _number_lines(sites, lines or {})
    for site in numeric:
        value = _compute_line(site, (notes or {}).get(site.field.widget, ""), numbered, amounts)
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
        closing = [column for column in columns if _CLOSING.search(columns[column][0].stem)]
        lettered = re.search(r"\bcolumn ([a-e])\b", site.words)
        of_kind = [column for _, column in scored]
        if (
            lettered
            and ord(lettered.group(1)) - ord("a") < len(of_kind)
            and len({column[:-1] for column in of_kind}) == 1
        ):
            totals[site.field.widget] = [
                cell.field.widget for cell in columns[of_kind[ord(lettered.group(1)) - ord("a")]]
            ]
        elif len(chosen) > 1 and len(closing) == 1 and closing[0] in of_kind and own <= _THIS_PAGE:
            totals[site.field.widget] = [cell.field.widget for cell in columns[closing[0]]]
        elif len(chosen) == 1 and (best > 0 or not own):
            totals[site.field.widget] = [cell.field.widget for cell in columns[chosen[0]]]
    return totals


def _find_object_totals(sites: Sequence[Site]) -> dict[int, list[int]]:
    """Return, by widget of a total, the widgets of its own object that it adds up, as "total cost" the other costs."""
    totals: dict[int, list[int]] = {}
    for site in sites:
        named = set(site.stem.split()) & _SUMMANDS
        if site.row is not None or site.kind != "money" or not TOTAL.search(site.stem):
            continue
        if re.fullmatch(r"total( (charges|due|fees|amount due))?", site.stem) and (
            len(site.steps) > 1 or " " in site.stem
        ):
            before = [
                other.field.widget
                for other in sites
                if other.scope == site.scope and other.kind == "money" and other.field.widget < site.field.widget
            ]
            if len(before) > 1:
                totals[site.field.widget] = before
                continue
        if not named:
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


def _group_siblings(sites: Sequence[Site]) -> list[dict[str, dict[str, int]]]:
    """Return, for every parent, its objects with the widgets of their amounts by name, in the order of the fields."""
    parents: dict[tuple[str | int, ...], dict[str, dict[str, int]]] = {}
    for site in sites:
        if site.kind == "money" and len(site.steps) > 1 and isinstance(site.steps[-2], str) and site.row is None:
            objects = parents.setdefault(site.steps[:-2], {})
            objects.setdefault(site.steps[-2], {})[str(site.steps[-1])] = site.field.widget
    return list(parents.values())


def _find_nets(sites: Sequence[Site]) -> list[tuple[int, int, int]]:
    """Return widgets of (net, gross, taken off), blank by blank, of three objects in a row, as "net due"."""
    nets = []
    for objects in _group_siblings(sites):
        for gross, taken, name in zip(objects, list(objects)[1:], list(objects)[2:], strict=False):
            if name.startswith("net_") and re.search(r"advance|deduction|payment|withh", taken):
                shared = [key for key in objects[name] if key in objects[gross]]
                nets += [(objects[name][key], objects[gross][key], objects[taken].get(key, -1)) for key in shared]
    return nets


def _find_balances(sites: Sequence[Site]) -> list[dict[str, int]]:
    """Return widgets by their part in "opening, additions, payments, closing", for every object that has such a set."""
    objects: dict[str, dict[str, list[int]]] = {}
    for site in sites:
        words = f"{site.stem} {site.field.label.lower()}"
        part = next((part for part, pattern in _BALANCE if pattern.search(words)), "")
        if site.kind == "money" and part and not TOTAL.search(site.stem):
            objects.setdefault(site.scope, {}).setdefault(part, []).append(site.field.widget)
    return [
        {part: widgets[0] for part, widgets in parts.items()}
        for parts in objects.values()
        if {"opening", "closing"} <= set(parts) and len(parts) > 2 and all(len(each) == 1 for each in parts.values())
    ]


def _find_sales(sites: Sequence[Site]) -> list[tuple[int, int, int, int]]:
    """Return the widgets of (gain, price, depreciation, cost) of every sold thing that has all four."""
    parts = (r"^gain\b", r"\bsales price\b", r"\bdepreciation\b", r"\bcost\b")
    objects: dict[str, dict[int, int]] = {}
    for site in sites:
        part = next((number for number, pattern in enumerate(parts) if re.search(pattern, site.stem)), -1)
        if site.kind == "money" and part >= 0 and site.row is not None:
            objects.setdefault(site.scope, {})[part] = site.field.widget
    return [(each[0], each[1], each[2], each[3]) for each in objects.values() if len(each) == len(parts)]


def _find_shortfalls(sites: Sequence[Site]) -> list[tuple[int, int, int]]:
    """Return the widgets of (unsecured part, claim, value of the collateral) of every object that has all three."""
    objects: dict[str, dict[str, int]] = {}
    for site in sites:
        part = re.search(r"\b(unsecured|claim|collateral)\b", site.stem)
        if site.kind == "money" and part:
            objects.setdefault(site.scope, {})[part.group(1)] = site.field.widget
    return [(each["unsecured"], each["claim"], each["collateral"]) for each in objects.values() if len(each) == 3]


def _balance(parts: Mapping[str, int], amounts: dict[int, int]) -> None:
    owed = amounts[parts["opening"]] + (amounts[parts["addition"]] if "addition" in parts else 0)
    if "payment" in parts:
        payment = amounts[parts["payment"]]
        amounts[parts["payment"]] = payment if payment < owed else owed // 200 * 100
        owed -= amounts[parts["payment"]]
    amounts[parts["closing"]] = owed


def _find_object_sums(sites: Sequence[Site]) -> dict[int, list[int]]:
    """Return, by widget of a total's object, the widgets of the objects before it that it adds up, name by name.

    One such total is "total modified obligation" after "original funding" and "funding change", all with the same
    blanks.
    """
    sums: dict[int, list[int]] = {}
    for objects in _group_siblings(sites):
        before: list[dict[str, int]] = []
        for name, blanks in objects.items():
            if TOTAL.search(name.replace("_", " ")):
                alike = [each for each in before if len(set(each) & set(blanks)) > 1]
                if len(alike) > 1:
                    sums |= {blanks[key]: [each[key] for each in alike if key in each] for key in blanks}
                break
            before.append(blanks)
    return {total: parts for total, parts in sums.items() if parts}


def _number_lines(sites: Sequence[Site], printed: Mapping[int, str]) -> dict[tuple[str, str], int]:
    """Return widgets by line number and column.

    The number is printed before the blank, or stands before the label or in the name. Where several blanks share one,
    the last step of the path is the column; else it is "".
    """
    found: dict[str, list[Site]] = {}
    for site in sites:
        label = site.field.label.strip().lower()
        match = re.match(r"(?:line |box )?(\d{1,2}) ?([a-z]?)(?=[\s.:)]|$)", label) or re.search(
            r"\bline_?(\d{1,2})_?([a-z]?)(?=_|$)", str(site.steps[-1])
        )
        line = printed.get(site.field.widget) or (match.group(1) + match.group(2) if match else "")
        if line and (site.row is None or site.field.widget in printed) and site.kind in ("money", "count", "number"):
            found.setdefault(line, []).append(site)
    lines = {}
    for line, places in found.items():
        names = [str(place.steps[-1]) for place in places]
        for name, place in zip(names, places, strict=True):
            if len(places) == 1 or names.count(name) == 1:
                lines[line, "" if len(places) == 1 else name] = place.field.widget
    return lines


def _compute_line(
    site: Site, note: str, lines: Mapping[tuple[str, str], int], amounts: Mapping[int, int]
) -> int | None:
    """Return what a line's own instruction makes of the others, or None where it has none that can be followed."""
    text = re.sub(r"(?<=\d),(?=\d{3})|\$", "", f"{site.field.label} {site.field.description} {note}".lower())
    text = re.sub(r"[^a-z0-9%.]+|\.(?!\d)", " ", text)
    text = re.sub(r"^add (\d+) and (\d+)\b", r"add lines \1 and \2", text)
    column = str(site.steps[-1])
    known: dict[str, int] = {}
    filled: set[str] = set()
    for (line, own), widget in lines.items():
        if widget != site.field.widget and own in ("", column):
            known[line] = amounts.get(widget, 0)
            filled |= {line} if widget in amounts else set()

    def read(words: str) -> list[int] | None:
        """Return the amounts of the lines that are named, or None where one is not on the form."""
        named = re.findall(r"\d+[a-z]?", words)
        return [known[line] for line in named] if all(line in known for line in named) else None

    if match := _ADD_RANGE.search(text):
        low, low_letter, high, high_letter = match.groups()
        parts = [known[line] for line in known if _within(line, low, low_letter, high or low, high_letter)]
        return sum(parts) if len(parts) > 1 else None
    if match := _SUBTRACT.search(text):
        both = read(" ".join(match.groups()))
        return max(0, both[1] - both[0]) if both else None
    if match := _MULTIPLY.search(text):
        factors = read(match.group(1))
        return _scale(min(factors), float(match.group(2)) / (100 if match.group(3) else 1)) if factors else None
    if match := _ADD.search(text):
        named = read(match.group(1))
        across = [amounts.get(widget, 0) for (line, own), widget in lines.items() if own and line == match.group(1)]
        return sum(named) if named and len(named) > 1 else sum(across) if across else None
    if match := _LEAST.search(text):
        compared = [known[line] for line in re.findall(r"\d+[a-z]?", match.group(2)) if line in filled]
        if len(compared) > 1:
            return min(compared) if match.group(1).startswith(("small", "less")) else max(compared)
    label = re.sub(r"[^a-z0-9]+", " ", site.field.label.lower()).strip()
    copied = read(match.group(1)) if (match := _COPY.search(label)) else None
    return copied[0] if copied else None


def _scale(hundredths: int, rate: float) -> int:
    """Return an amount times a rate, in whole dollars where the amount is."""
    return round(hundredths * rate / 100) * 100 if hundredths % 100 == 0 else round(hundredths * rate)


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
