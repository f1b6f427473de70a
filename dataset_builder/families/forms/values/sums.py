"""Amounts that agree with each other: rows that multiply out, totals that add up, accounts that balance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dataset_builder.families.forms.values.amounts import TOTAL
from dataset_builder.families.forms.values.lines import Worksheet
from dataset_builder.families.forms.values.roles import Site

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
_THIS_PAGE = frozenset(["this", "period", "page", "optional", "subtotals", "only", "last"])
_GATHERING = re.compile(r"total (receipts|spending|deductions|assessed value)|(receipts|expenditures) this period")
_APART = re.compile(r"\b(opening|beginning|largest|gross|rate|average|total|opinion|billed|paid)\b")
"""Amounts beside a made form's total that are no part of it, as the cash at the beginning."""

_SPAN = re.compile(
    r"\b(?:((?:this|current|reporting) (?:period|month|quarter))|(?:year|calendar year) ?-? ?to ?-? ?date)\b"
)
_SETTLEMENT = (
    ("refund", r"^refund\b"),
    ("owe", r"^(amount you owe|balance due)\b"),
    ("paid", r"^(total payments|federal income tax withheld)\b"),
    ("tax", r"^(tentative )?total tax\b"),
)
LEAST_LOCAL_RATE, MOST_LOCAL_RATE = 50, 350
"""Rates of local sales taxes, in hundredths of a percent."""

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


def settle_amounts(
    sites: Sequence[Site],
    amounts: dict[int, int],
    worksheet: Worksheet | None = None,
    copies: Mapping[int, int] | None = None,
) -> None:
    """Change ``amounts`` so that products, totals, balances and computed lines hold.

    Args:
        sites: the document's fields.
        amounts: hundredths by widget. Only filled fields take part: a blank adds nothing. A computed line that has to
            stay blank is taken out.
        worksheet: the form's numbered lines.
        copies: by widget of a blank that is copied from another, that other's widget.
    """
    numeric = [site for site in sites if site.field.widget in amounts]
    for product in find_products(numeric):
        amounts[product.amount] = amounts[product.quantity] * amounts[product.price] // 100
    for account in _find_balances(sites, amounts):
        _balance(account, amounts)
    for gain, price, depreciation, cost in _find_sales(numeric):
        amounts[cost] = amounts[price] * (60 + amounts[cost] // 100 % 70) // 10_000 * 100
        amounts[depreciation] = amounts[cost] * (10 + amounts[depreciation] // 100 % 60) // 10_000 * 100
        amounts[cost] = min(amounts[cost], amounts[price] + amounts[depreciation])
        amounts[gain] = amounts[price] + amounts[depreciation] - amounts[cost]
    for gross, taxable, tax in _find_taxed(numeric):
        amounts[taxable] = min(amounts[taxable], amounts[gross])
        if tax in amounts:
            rate = LEAST_LOCAL_RATE + amounts[tax] // 100 % (MOST_LOCAL_RATE - LEAST_LOCAL_RATE + 1)
            due = amounts[taxable] * rate // 10_000
            amounts[tax] = due if amounts[tax] % 100 else due // 100 * 100
    for unsecured, claim, collateral in _find_shortfalls(numeric):
        amounts[unsecured] = max(0, amounts[claim] - amounts[collateral])
    for total, parts in find_totals(numeric).items():
        amounts[total] = sum(amounts[part] for part in parts)
    for totals in (_find_object_sums(numeric), _find_object_totals(numeric)):
        for total, parts in totals.items():
            rest = amounts[total] if len(parts) == 1 else 0
            amounts[total] = rest + sum(amounts[part] for part in parts)
    for balance, due, paid in _find_arrears(numeric):
        amounts[paid] = min(amounts[paid], amounts[due])
        amounts[balance] = amounts[due] - amounts[paid]
    for net, gross, taken in _find_nets(numeric):
        amounts[net] = max(0, amounts[gross] - amounts.get(taken, 0))
    for total, parts in _find_carried(numeric).items():
        amounts[total] = sum(amounts[part] for part in parts)
    for owed, withheld, tax in _find_settlements(numeric):
        _settle_tax(owed, withheld, tax, amounts)
    for period, to_date in _find_periods(numeric):
        amounts[to_date] += amounts[period]
    for net, gross in _find_untouched(numeric):
        amounts[net] = amounts[gross]
    if worksheet is not None:
        worksheet.settle(amounts)
    for target, source in (copies or {}).items():
        if target in amounts and source in amounts:
            amounts[target] = amounts[source]


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
        gathering = site.field.source == "maker" and _GATHERING.fullmatch(site.stem)
        if site.row is not None or site.kind != "money" or not (gathering or TOTAL.search(site.stem)):
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
        if gathering:
            before = [
                other.field.widget
                for other in sites
                if other.scope == site.scope
                and other.kind == "money"
                and other.field.widget < site.field.widget
                and not _APART.search(other.stem)
            ]
            if before:
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


def _find_carried(sites: Sequence[Site]) -> dict[int, list[int]]:
    """Return, by widget of a page's total, the one closing balance outside every table that is carried to it."""
    closing = [
        site.field.widget
        for site in sites
        if site.row is None and site.kind == "money" and _CLOSING.search(site.stem) and not TOTAL.search(site.stem)
    ]
    if len(closing) != 1:
        return {}
    return {
        site.field.widget: closing
        for site in sites
        if site.row is None and TOTAL.search(site.stem) and set(site.stem.split()) - _PLAIN_TOTAL <= _THIS_PAGE
    }


def _find_settlements(sites: Sequence[Site]) -> list[tuple[dict[str, int], int, int]]:
    """Return (widgets of "refund" and "owe", widget of what was paid, widget of the tax) of a form that has all."""
    found: dict[str, int] = {}
    for site in sites:
        part = next((part for part, pattern in _SETTLEMENT if re.search(pattern, site.stem)), "")
        if part and site.kind == "money" and site.row is None:
            found.setdefault(part, site.field.widget)
    outcome: dict[str, int] = {part: found[part] for part in ("refund", "owe") if part in found}
    return [(outcome, found["paid"], found["tax"])] if outcome and {"paid", "tax"} <= set(found) else []


def _settle_tax(outcome: Mapping[str, int], paid: int, tax: int, amounts: dict[int, int]) -> None:
    """Make what was paid of the size of the tax, and what is left of it either a refund or owed, the other blank."""
    amounts[paid] = amounts[tax] * (70 + amounts[paid] // 100 % 60) // 10_000 * 100
    left = amounts[tax] - amounts[paid]
    for part, widget in outcome.items():
        if (left > 0) == (part == "owe"):
            amounts[widget] = abs(left)
        elif len(outcome) > 1:
            del amounts[widget]
        else:
            amounts[widget] = 0


def _find_periods(sites: Sequence[Site]) -> list[tuple[int, int]]:
    """Return widgets of (this period, year to date) of every object that has both and does not start anew with them."""
    objects: dict[str, dict[str, int]] = {}
    for site in sites:
        part = _SPAN.search(f"{site.stem} {site.field.label.rpartition(': ')[2].lower()}")
        if site.kind == "money" and part and not _BALANCE[0][1].search(site.words):
            objects.setdefault(site.scope, {})["period" if part.group(1) else "to date"] = site.field.widget
    return [(each["period"], each["to date"]) for each in objects.values() if len(each) == 2]


def _find_untouched(sites: Sequence[Site]) -> list[tuple[int, int]]:
    """Return widgets of (net, gross), blank by blank, of a "net monthly income" right after what it is of.

    The expenses between them are blank on a form that reads so, and take nothing off.
    """
    pairs = []
    for objects in _group_siblings(sites):
        for gross, net in pairwise(objects):
            if net.startswith("net_monthly_income"):
                pairs += [(objects[net][key], objects[gross][key]) for key in objects[net] if key in objects[gross]]
    return pairs


def _find_balances(sites: Sequence[Site], amounts: Mapping[int, int]) -> list[dict[str, int]]:
    """Return filled widgets by part, "opening, additions, payments, closing", of every object with such a set."""
    objects: dict[str, dict[str, list[int]]] = {}
    for site in sites:
        words = f"{site.stem} {site.field.label.lower()}"
        part = next((part for part, pattern in _BALANCE if pattern.search(words)), "")
        if site.kind == "money" and part and not TOTAL.search(site.stem):
            objects.setdefault(site.scope, {}).setdefault(part, []).append(site.field.widget)
    whole = [parts for parts in objects.values() if len(parts) > 2 and all(len(each) == 1 for each in parts.values())]
    filled = [{part: each[0] for part, each in parts.items() if each[0] in amounts} for parts in whole]
    return [parts for parts in filled if {"opening", "closing"} <= set(parts)]


def _find_sales(sites: Sequence[Site]) -> list[tuple[int, int, int, int]]:
    """Return the widgets of (gain, price, depreciation, cost) of every sold thing that has all four."""
    parts = (r"^gain\b", r"\bsales price\b", r"\bdepreciation\b", r"\bcost\b")
    objects: dict[str, dict[int, int]] = {}
    for site in sites:
        part = next((number for number, pattern in enumerate(parts) if re.search(pattern, site.stem)), -1)
        if site.kind == "money" and part >= 0 and site.row is not None:
            objects.setdefault(site.scope, {})[part] = site.field.widget
    return [(each[0], each[1], each[2], each[3]) for each in objects.values() if len(each) == len(parts)]


def _find_taxed(sites: Sequence[Site]) -> list[tuple[int, int, int]]:
    """Return the widgets of (gross sales, taxable sales, local tax) of every row with both sales; -1 for no tax."""
    rows: dict[str, dict[str, int]] = {}
    for site in sites:
        part = re.fullmatch(r"(gross|total|taxable) sales|local tax", site.stem)
        if site.kind == "money" and part and site.row is not None:
            name = {"total": "gross", None: "tax"}.get(part.group(1), part.group(1))
            rows.setdefault(site.scope, {})[name] = site.field.widget
    return [
        (each["gross"], each["taxable"], each.get("tax", -1))
        for each in rows.values()
        if {"gross", "taxable"} <= set(each)
    ]


def _find_arrears(sites: Sequence[Site]) -> list[tuple[int, int, int]]:
    """Return the widgets of (balance, due, paid) of every row that has all three."""
    rows: dict[str, dict[str, int]] = {}
    for site in sites:
        part = re.search(r"\b(balance|due|paid)$", site.stem)
        if site.kind == "money" and part and site.row is not None:
            rows.setdefault(site.scope, {})[part.group(1)] = site.field.widget
    return [(each["balance"], each["due"], each["paid"]) for each in rows.values() if len(each) == 3]


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
