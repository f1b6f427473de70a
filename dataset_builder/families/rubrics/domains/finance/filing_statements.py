"""Statements of a long annual filing, which follow from its sales, debt and cash; amounts in tenths of a million."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.finance.figures import show
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]


@dataclass(frozen=True)
class Books:
    """Three years, the latest first.

    Attributes:
        income: lines of the statement of income by year.
        flows: lines of the statement of cash flows by year.
        balances: lines of the balance sheet at the end of the year, the year before, and two years before.
        shares: average number in tenths of a million.
    """

    income: tuple[Mapping[str, int], ...]
    flows: tuple[Mapping[str, int], ...]
    balances: tuple[Mapping[str, int], ...]
    shares: tuple[int, ...]


def keep_books(world: FilingWorld, rng: random.Random) -> Books:
    """Draw the books: every change of a balance is a flow or a noncash line of its year."""
    own = world.ebitda[1] / world.sales[0]
    shares = tuple(10 * (38 + world.pick % 9) + k * rng.randrange(0, 4) + 2 for k in range(3))
    restructuring = 31 + world.pick % 8 + 19
    income, flows, balances = [], [], [_balance(world, rng)]
    for k, sale in enumerate(world.sales):
        sales = round(10 * sale)
        adjusted = round(10 * round(sale * (own, own + 0.004, own - 0.007)[k], 1))
        depreciation, amortization = round(sales * rng.uniform(0.033, 0.036)), 24
        charge = restructuring if k == 0 else 0
        operating = adjusted - depreciation - amortization - charge
        selling, research = round(sales * rng.uniform(0.083, 0.09)), round(sales * rng.uniform(0.011, 0.014))
        now = balances[-1]
        debt = sum(now[one] for one in ("loan", "revolver"))
        interest = round(88.1 + debt * 0.062 + now["leases"] * 0.045)
        partner = rng.randrange(8, 21)
        pretax = operating - interest + partner
        current, deferred = round(pretax * rng.uniform(0.19, 0.22)), round(pretax * rng.uniform(0.02, 0.05))
        net = pretax - current - deferred
        income.append(
            {
                "sales": sales, "cost": sales - selling - research - charge - operating, "gross": selling + research + charge + operating, "selling": selling, "research": research,
                "restructuring": charge, "operating": operating, "interest": interest, "partner": partner, "pretax": pretax, "current": current, "deferred": deferred, "net": net,
            }
        )  # fmt: skip
        capital = round(10 * round(sale * 0.043, 1))
        moves = {name: rng.randrange(low, high) for name, low, high in (("receivables", -38, 45), ("inventories", -52, 48), ("prepaid", -9, 10), ("payables", -34, 41), ("accrued", -19, 22))}  # fmt: skip
        award, sold, pension = rng.randrange(31, 52), rng.randrange(2, 14), rng.randrange(22, 34)
        written = 19 if k == 0 else 0
        dividends = round(shares[k] * (0.44, 0.42, 0.4)[k])
        principal, drawn = rng.randrange(28, 49), rng.randrange(-60, 61)
        other = rng.randrange(-24, 25)
        operations = net + depreciation + amortization + award + written + deferred - partner - moves["receivables"] - moves["inventories"] - moves["prepaid"] + moves["payables"] + moves["accrued"] - pension  # fmt: skip
        financing = drawn - 100 - principal - dividends
        change = operations - capital + sold + financing
        flows.append(
            {
                "net": net, "depreciation": depreciation + amortization, "award": award, "written": written, "deferred": deferred, "partner": -partner, "receivables": -moves["receivables"],
                "inventories": -moves["inventories"], "prepaid": -moves["prepaid"], "payables": moves["payables"], "accrued": moves["accrued"], "pension": -pension, "operations": operations,
                "capital": -capital, "sold": sold, "investing": sold - capital, "drawn": drawn, "repaid": -100, "principal": -principal, "dividends": -dividends, "financing": financing,
                "change": change, "end": now["cash"], "begin": now["cash"] - change, "other": other,
            }
        )  # fmt: skip
        before = dict(now)
        for name in ("receivables", "inventories", "prepaid", "payables", "accrued"):
            before[name] -= moves[name]
        before["cash"] -= change
        before["plant"] -= capital - depreciation - sold - written
        before["intangible"] += amortization
        before["investment"] -= partner
        before["pension"] += pension + other
        before["taxes"] -= deferred
        before["loan"] += 100
        before["revolver"] -= drawn
        before["leases"] += principal
        before["equity"] -= net - dividends + award + other
        balances.append(before)
    return Books(tuple(income), tuple(flows), tuple(balances), shares)


def _balance(world: FilingWorld, rng: random.Random) -> dict[str, int]:
    sales = 10 * world.sales[0]
    loan, bonds, revolver, leases = (round(10 * one) for one in world.debt)
    obligation = rng.randrange(1140, 1290)
    assets = {
        "cash": round(10 * world.cash), "receivables": round(sales * rng.uniform(0.125, 0.14)), "inventories": round(sales * rng.uniform(0.145, 0.165)), "prepaid": rng.randrange(88, 131),
        "plant": round(sales * rng.uniform(0.42, 0.47)), "goodwill": rng.randrange(620, 930), "intangible": rng.randrange(190, 290), "rights": rng.randrange(160, 260), "investment": rng.randrange(130, 220),
    }  # fmt: skip
    owed = {
        "loan": loan, "bonds": bonds, "revolver": revolver, "leases": leases, "payables": round(sales * rng.uniform(0.082, 0.096)), "accrued": rng.randrange(430, 560),
        "rented": assets["rights"], "pension": obligation - round(obligation * (86 + world.pick % 9) / 100), "taxes": rng.randrange(240, 330),
    }  # fmt: skip
    return {**assets, **owed, "obligation": obligation, "equity": sum(assets.values()) - sum(owed.values())}


def _cells(amounts: Sequence[int]) -> list[Cell]:
    return [Cell(show(one / 10) if one else "–", kind="n") for one in amounts]


def statements(world: FilingWorld, books: Books) -> Markup:
    """Return the statements of income, balance sheets, and statements of cash flows."""
    years = [str(world.year - k) for k in range(3)]
    income, flows = books.income, books.flows

    def line(label: str, of: Sequence[Mapping[str, int]], *names: str, sign: int = 1) -> Row:
        return (label, *_cells([sign * sum(one[name] for name in names) for one in of]))

    def sub(row: Row) -> Row:
        return [
            Cell(
                cell.text if isinstance(cell, Cell) else cell, kind=f"{cell.kind if isinstance(cell, Cell) else ''} sum"
            )
            for cell in row
        ]

    top: list[Row] = [
        line("Net sales", income, "sales"),
        line("Cost of goods sold", income, "cost"),
        sub(line("Gross profit", income, "gross")),
        line("Selling and administrative expenses", income, "selling"),
        line("Research and development", income, "research"),
        line("Restructuring charges (Note 7)", income, "restructuring"),
        sub(line("Operating income", income, "operating")),
        line("Interest expense", income, "interest"),
        line("Share of earnings of affiliate", income, "partner"),
        sub(line("Income before income taxes", income, "pretax")),
        line("Income taxes (Note 11)", income, "current", "deferred"),
    ]
    eps = [f"{one['net'] / count:.2f}" for one, count in zip(income, books.shares, strict=True)]
    two = books.balances[:2]
    current = [10 * 10 + round(one["leases"] * 0.18) for one in two]
    sides: list[Row] = [
        ("Cash and cash equivalents", *_cells([one["cash"] for one in two])),
        ("Receivables, net", *_cells([one["receivables"] for one in two])),
        ("Inventories (Note 4)", *_cells([one["inventories"] for one in two])),
        ("Prepaid expenses and other", *_cells([one["prepaid"] for one in two])),
        sub(line("Current assets", two, "cash", "receivables", "inventories", "prepaid")),
        line("Property, plant and equipment, net (Note 5)", two, "plant"),
        line("Goodwill (Note 6)", two, "goodwill"),
        line("Other intangible assets (Note 6)", two, "intangible"),
        line("Right-of-use assets (Note 10)", two, "rights"),
        line("Investment in affiliate", two, "investment"),
        sub(line("Total assets", two, "cash", "receivables", "inventories", "prepaid", "plant", "goodwill", "intangible", "rights", "investment")),
        ("Current portion of debt", *_cells(current)),
        line("Accounts payable", two, "payables"),
        line("Accrued liabilities", two, "accrued"),
        sub(("Current liabilities", *_cells([one["payables"] + one["accrued"] + due for one, due in zip(two, current, strict=True)]))),
        ("Debt, less current portion (Note 8)", *_cells([sum(one[name] for name in ("loan", "bonds", "revolver", "leases")) - due for one, due in zip(two, current, strict=True)])),
        line("Operating lease liabilities (Note 10)", two, "rented"),
        line("Pension obligations (Note 12)", two, "pension"),
        line("Deferred income taxes (Note 11)", two, "taxes"),
        line("Shareholders' equity", two, "equity"),
    ]  # fmt: skip
    cash: list[Row] = [
        line("Net income", flows, "net"),
        line("Depreciation and amortization", flows, "depreciation"),
        line("Stock-based compensation (Note 13)", flows, "award"),
        line("Write-downs of equipment", flows, "written"),
        line("Deferred income taxes", flows, "deferred"),
        line("Undistributed earnings of affiliate", flows, "partner"),
        line("Receivables", flows, "receivables"),
        line("Inventories", flows, "inventories"),
        line("Prepaid expenses and other", flows, "prepaid"),
        line("Accounts payable", flows, "payables"),
        line("Accrued liabilities", flows, "accrued"),
        line("Pension contributions above cost", flows, "pension"),
        sub(line("Cash from operations", flows, "operations")),
        line("Capital expenditures", flows, "capital"),
        line("Proceeds from sale of equipment", flows, "sold"),
        sub(line("Cash used in investing", flows, "investing")),
        line("Revolving facility, net", flows, "drawn"),
        line("Installments of the term loan", flows, "repaid"),
        line("Principal of finance leases", flows, "principal"),
        line("Dividends", flows, "dividends"),
        sub(line("Cash used in financing", flows, "financing")),
        line("Change in cash", flows, "change"),
        line("Cash at the beginning of the year", flows, "begin"),
    ]
    equity: list[Row] = []
    for k in (2, 1, 0):
        one = flows[k]
        equity += [
            (f"Net income {years[k]}", *_cells([one["net"]])),
            (f"Dividends {years[k]}", *_cells([one["dividends"]])),
            (f"Stock-based compensation {years[k]}", *_cells([one["award"]])),
            (f"Other comprehensive income {years[k]}, pensions", *_cells([one["other"]])),
            sub((f"December 31, {years[k]}", *_cells([books.balances[k]["equity"]]))),
        ]
    begin = books.balances[3]["equity"]
    note = "See notes to consolidated financial statements."
    wide = ("52%", "16%", "16%", "16%")
    return p.join(
        [
            p.head(3, "Consolidated statements of income"),
            p.table([["In millions, except per share, years ended December 31", *(Cell(one, kind="n") for one in years)]], [*top, sub(line("Net income", income, "net"))], "ruled", widths=wide, foot=["Net income a share, basic", *(Cell(f"${one}", kind="n") for one in eps)]),
            p.para(note, "see"),
            p.head(3, "Consolidated balance sheets"),
            p.table([["In millions, December 31", *(Cell(one, kind="n") for one in years[:2])]], sides, "ruled", widths=("64%", "18%", "18%"), foot=line("Total liabilities and equity", two, "loan", "bonds", "revolver", "leases", "payables", "accrued", "rented", "pension", "taxes", "equity")),
            p.para(note, "see"),
            p.head(3, "Consolidated statements of cash flows"),
            p.table([["In millions, years ended December 31", *(Cell(one, kind="n") for one in years)]], cash, "ruled", widths=wide, foot=line("Cash at the end of the year", flows, "end")),
            p.para(note, "see"),
            p.head(3, "Consolidated statements of shareholders' equity"),
            p.table([["In millions", Cell("Equity", kind="n")]], [(f"December 31, {world.year - 3}", *_cells([begin])), *equity], "ruled short", widths=("75%", "25%")),
            p.para(note, "see"),
        ]
    )  # fmt: skip
