"""Amounts of a filled form agree: products, totals, balances, and lines that follow from lines."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.families.forms.values.printed import (
    read_items,
)
from tests.forms.filled_values import SEEDS, cents, fill, money, print_words, stand

# amounts


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.3]))
def test_rows_multiply_and_columns_add_up(seed: int, empty_share: float) -> None:
    kinds = {"quantity": "quantity", "unit_price": "unit_price", "amount": "money"}
    spec = [(f"items[{row}].{name}", kind) for row in range(4) for name, kind in kinds.items()]
    values = fill([*spec, ("total", "money")], seed, empty_share=empty_share)
    amounts = []
    for row in range(4):
        quantity, price, amount = (values[f"items[{row}].{name}"] for name in kinds)
        if amount is not None:
            amounts.append(cents(amount))
        if quantity and price and amount:
            assert Decimal(quantity) * cents(price) == cents(amount)
    if amounts and values["total"]:
        assert cents(str(values["total"])) == sum(amounts)


def test_total_that_could_mean_either_column_is_left_alone() -> None:
    spec = [(f"r[{row}].{name}", "money") for row in range(3) for name in ("rent", "heat")]
    values = fill([*spec, ("total_rent", "money"), ("total", "money")], 9)
    rents = sum(money(values, f"r[{row}].rent") for row in range(3))
    heats = sum(money(values, f"r[{row}].heat") for row in range(3))
    assert money(values, "total_rent") == rents
    assert money(values, "total") not in (rents, heats)


def test_lines_computed_from_lines() -> None:
    labels = {
        "a": "1 Wages",
        "b": "2a Interest",
        "c": "2b Dividends",
        "d": "3 Add lines 1 through 2b",
        "e": "4 Deduction",
        "f": "5 Subtract line 4 from line 3. If zero or less, enter 0",
        "g": "6 Multiply line 5 by 7.5% (0.075)",
        "h": "7 Add lines 3 and 6",
        "i": "8 Multiply line 4 by .5",
    }
    for seed in range(25):
        values = fill([(path, "money") for path in labels], seed, labels=labels)
        wages, interest, dividends, total, deduction, rest, share, both, half = (money(values, path) for path in labels)
        assert total == wages + interest + dividends
        assert rest == max(Decimal(0), total - deduction)
        rounding = Decimal("0.5") if rest == rest.to_integral() else Decimal("0.005")
        assert abs(share - rest * Decimal("0.075")) <= rounding
        assert both == total + share
        assert abs(half - deduction / 2) <= (
            Decimal("0.5") if deduction == deduction.to_integral() else Decimal("0.005")
        )


def test_dollars_and_cents_in_two_boxes() -> None:
    values = fill([("fee.dollars", "money_dollars"), ("fee.cents", "money_cents")], 2)
    assert re.fullmatch(r"\d+", str(values["fee.dollars"]))
    assert re.fullmatch(r"\d\d", str(values["fee.cents"]))


def test_many_narrow_rows_come_to_an_end() -> None:
    spec = [
        (f"r[{row}].{kind}", kind) for row in range(40) for kind in ("money", "organization", "last_name", "start_date")
    ]
    values = fill(spec, 1, rooms={path: 1 for path, kind in spec if kind == "money"})
    assert all(re.fullmatch(r"[1-9]", str(values[f"r[{row}].money"])) for row in range(40))
    assert len({values[f"r[{row}].organization"] for row in range(40)}) == 40


# amounts


def test_count_times_an_amount_and_the_smaller_of_two_lines() -> None:
    labels = {
        "a": "Number of children",
        "b": "Multiply line 4 by $2,200",
        "c": "Limit",
        "d": "smaller of line 5 or line 6",
    }
    words = [word for y, line in zip((100, 120, 140, 160), "4567", strict=True) for word in print_words(line, 90, y)]
    places = {path: stand(100, 100 + 20 * number) for number, path in enumerate(labels)}
    spec = [("a", "count"), ("b", "money"), ("c", "money"), ("d", "money")]
    for seed in range(20):
        values = fill(spec, seed, labels=labels, widgets=places, printed=words)
        assert money(values, "b") == money(values, "a") * 2200
        assert money(values, "d") == min(money(values, "b"), money(values, "c"))


def test_lines_are_computed_column_by_column() -> None:
    names = {"opening": "7", "receipts": "8", "sum": "9"}
    labels = {"opening": "Beginning cash", "receipts": "Receipts", "sum": "Add lines 7 and 8"}
    spec, places, words = [], {}, []
    for row, (name, line) in enumerate(names.items()):
        words += print_words(f"{line}. {labels[name]}", 20, 100 + 20 * row)
        for column, x in (("column_a", 200), ("column_b", 300)):
            spec.append((f"{name}.{column}", "money"))
            places[f"{name}.{column}"] = stand(x, 100 + 20 * row)
    captions = {path: labels[path.partition(".")[0]] for path, _ in spec}
    values = fill(spec, 5, labels=captions, widgets=places, printed=words)
    for column in ("column_a", "column_b"):
        parts = money(values, f"opening.{column}") + money(values, f"receipts.{column}")
        assert money(values, f"sum.{column}") == parts


def test_instruction_printed_after_the_label_is_followed() -> None:
    words = [
        *print_words("1. Money received", 20, 100),
        *print_words("2. Money spent", 20, 120),
        *print_words("3. Ending cash on hand (subtract line 2 from line 1)", 20, 140),
    ]
    labels = {"a": "Money received", "b": "Money spent", "c": "Ending cash on hand"}
    places = {path: stand(400, 100 + 20 * number) for number, path in enumerate(labels)}
    for seed in range(10):
        values = fill([(path, "money") for path in labels], seed, labels=labels, widgets=places, printed=words)
        assert money(values, "c") == max(Decimal(0), money(values, "a") - money(values, "b"))


def test_printed_items_run_from_number_to_number() -> None:
    words = [
        *print_words("4 Voter drives", 44, 100),
        *print_words("(a) Registration", 80, 112),
        *print_words("b Lists . . 4b", 80, 124),
        *print_words("5 Enter 3 of line", 44, 136),
        *print_words("5 and so on", 64, 148),
        *print_words("(a) Name (b) Town", 60, 160),
    ]
    items = [(item.number, item.text) for item in read_items(words)]
    assert items == [
        ("4", "Voter drives"),
        ("4a", "Registration"),
        ("4b", "Lists"),
        ("5", "Enter 3 of line 5 and so on (a) Name (b) Town"),
    ]


def work_out(rows: dict[str, str], seed: int, columns: int = 1, blanks: str = "") -> dict[str, str | None]:
    """Return values of a printed worksheet by line number and column, such as ``"3.0"``; ``blanks`` have none."""
    words, places, spec = [], {}, []
    for row, (number, text) in enumerate(rows.items()):
        words += print_words(f"{number} {text}", 40, 100 + 20 * row)
        for column in range(0 if number in blanks.split() else columns):
            spec.append((f"line_{number}.{column}", "money"))
            places[f"line_{number}.{column}"] = stand(600 + 80 * column, 100 + 20 * row)
    values = fill(spec, seed, widgets=places, printed=words)
    return {path.removeprefix("line_"): value for path, value in values.items()}


@pytest.mark.parametrize("seed", range(6))
def test_worksheet_is_worked_out_in_every_column(seed: int) -> None:
    rows = {
        "2": "Most credit per child. Enter $17,280",
        "3": "Did you file for a prior year? No. Enter -0-. Yes. See instructions for the amount to enter",
        "4": "Subtract line 3 from line 2",
        "5": "Qualified expenses",
        "6": "Enter the smaller of line 4 or line 5",
        "7": "Enter the smaller of the amount on line 6 or $5,000",
        "8": "Add the amounts on line 7",
        "9": "Loss, if any, from line 8",
        "10": "Enter the amount from line 8 of your Form 1040",
    }
    values = work_out(rows, seed, columns=2)
    for column in ("0", "1"):
        line = {number: values[f"{number}.{column}"] for number in rows}
        assert [cents(str(line[number])) for number in "234"] == [17280, 0, 17280]
        least = min(Decimal(17280), cents(str(line["5"])))
        assert cents(str(line["6"])) == least
        assert cents(str(line["7"])) == min(least, Decimal(5000))
        assert cents(str(line["8"])) == sum(cents(str(values[f"7.{each}"])) for each in ("0", "1"))
        assert line["9"] is None
        assert cents(str(line["10"])) > 0


def test_line_without_a_blank_is_known_from_the_page() -> None:
    rows = {
        "1a": "Itemized",
        "1b": "Unitemized",
        "1c": "Total . . .",
        "2": "Other receipts",
        "3": "Total receipts (Add Lines 1c and 2)",
        "4": "Most that is taxed in 2025 $176,100",
        "5": "Subtract line 3 from line 4",
    }
    values = work_out(rows, 4, blanks="1c 4")
    itemized, rest, other = (cents(str(values[f"{line}.0"])) for line in ("1a", "1b", "2"))
    assert cents(str(values["3.0"])) == itemized + rest + other
    assert cents(str(values["5.0"])) == 176100 - itemized - rest - other


def test_answer_no_leaves_the_line_blank_and_those_that_need_it() -> None:
    rows = {
        "7": "Income",
        "8": "Is line 7 more than $900,000? No. Enter -0- on line 10. Yes. Subtract $900,000 from line 7",
        "9": "Divide line 8 by $40,000",
        "6": "Expenses",
        "10": "Multiply each amount on line 6 by line 9",
        "11": "Add lines 6 and 10. Don't enter more than $3",
    }
    values = work_out(rows, 2)
    assert (values["8.0"], values["9.0"]) == (None, None)
    assert cents(str(values["10.0"])) == 0
    assert cents(str(values["11.0"])) == 3


@pytest.mark.parametrize("seed", range(8))
def test_year_to_date_holds_the_period(seed: int) -> None:
    names = ("total_this_period", "calendar_year_to_date")
    values = fill([(f"{row}.{name}", "money") for row in ("fees", "gifts") for name in names], seed)
    for row in ("fees", "gifts"):
        assert money(values, f"{row}.calendar_year_to_date") > money(values, f"{row}.total_this_period")


@pytest.mark.parametrize("seed", range(15))
def test_accounts_balance(seed: int) -> None:
    names = ("balance_beginning", "amount_incurred", "payment", "balance_at_close")
    values = fill([(f"debts[{row}].{name}", "money") for row in range(2) for name in names], seed)
    for row in range(2):
        opening, incurred, payment, closing = (money(values, f"debts[{row}].{name}") for name in names)
        assert closing == opening + incurred - payment >= 0


def test_what_was_not_paid_is_still_owed() -> None:
    names = ("agreed_to_accept", "have_received", "balance_due")
    unpaid = 0
    for seed in range(40):
        values = fill([(f"fees.{name}", "money") for name in names], seed, empty_share=0.4)
        agreed, received, due = (values[f"fees.{name}"] for name in names)
        if agreed and due:
            assert cents(due) == cents(agreed) - cents(received or "0")
            unpaid += received is None
    assert unpaid > 3


def test_object_that_totals_the_ones_before_it() -> None:
    objects = ("original_funding", "earlier_changes", "this_change", "total_obligation")
    spec = [(f"{name}.{part}", "money") for name in objects for part in ("line_1", "line_2", "total")]
    values = fill(spec, 3)
    for name in objects:
        assert money(values, f"{name}.total") == money(values, f"{name}.line_1") + money(values, f"{name}.line_2")
    for part in ("line_1", "line_2", "total"):
        assert money(values, f"total_obligation.{part}") == sum(money(values, f"{name}.{part}") for name in objects[:3])


def test_net_is_what_the_deduction_leaves() -> None:
    names = ("original_obligation", "advance_amount", "net_amount_due")
    values = fill([(f"{name}.{part}", "money") for name in names for part in ("line_1", "line_2")], 8)
    for part in ("line_1", "line_2"):
        gross, taken, net = (money(values, f"{name}.{part}") for name in names)
        assert net == max(Decimal(0), gross - taken)


def test_gain_of_a_sale() -> None:
    columns = ("gross_sales_price", "depreciation_allowed", "cost_or_other_basis", "gain_or_loss")
    for seed in range(10):
        values = fill([(f"sold[{row}].{name}", "money") for row in range(2) for name in columns], seed)
        for row in range(2):
            price, depreciation, cost, gain = (money(values, f"sold[{row}].{name}") for name in columns)
            assert gain == price + depreciation - cost >= 0


@pytest.mark.parametrize("seed", range(8))
def test_taxable_sales_are_part_of_gross_sales_and_bear_a_local_tax(seed: int) -> None:
    names = ("gross_sales", "taxable_sales", "local_tax")
    spec = [(f"sales_by_location[{row}].{name}", "money") for row in range(3) for name in names]
    values = fill([*spec, ("total_local_tax", "money")], seed)
    taxes = []
    for row in range(3):
        gross, taxable, tax = (cents(str(values[f"sales_by_location[{row}].{name}"])) for name in names)
        assert taxable <= gross
        assert taxable * 50 // 10_000 - 100 <= tax <= taxable * 350 // 10_000
        taxes.append(tax)
    assert cents(str(values["total_local_tax"])) == sum(taxes)


def test_total_of_a_lettered_column() -> None:
    label = "Add the dollar value of your entries in Column B on this page"
    spec = [(f"claims[{row}].{name}", "money") for row in range(3) for name in ("claim", "fee")] + [("sum_b", "money")]
    values = fill(spec, 6, labels={"sum_b": label})
    assert money(values, "sum_b") == sum(money(values, f"claims[{row}].fee") for row in range(3))


def test_multiple_of_a_thousand() -> None:
    for seed in range(10):
        values = fill([("a", "money")], seed, labels={"a": "next multiple of $1,000"})
        assert money(values, "a") % 1000 == 0


def test_unsecured_part_of_a_claim() -> None:
    for seed in range(10):
        values = fill([(f"claims[0].{name}", "money") for name in ("claim", "collateral", "unsecured")], seed)
        claim, collateral, unsecured = (
            money(values, f"claims[0].{name}") for name in ("claim", "collateral", "unsecured")
        )
        assert unsecured == max(Decimal(0), claim - collateral)


def test_printed_dollar_signs_are_not_written_again() -> None:
    words = print_words("$", 95, 101)
    filled = [
        fill([("fee", "money")], seed, widgets={"fee": stand(100, 100)}, printed=words)["fee"] for seed in range(60)
    ]
    assert not any("$" in str(value) for value in filled)
    assert any("$" in str(fill([("fee", "money")], seed)["fee"]) for seed in range(60))


def test_quantities_suit_their_unit() -> None:
    labels = {
        "depth": "Depth of water (inches)",
        "power": "Electric service needed (amperes)",
        "months": "Months lived",
    }
    labels["months"] = "Number of months lived in your home in 2024"
    for seed in range(40):
        values = fill([("depth", "measurement"), ("power", "count"), ("months", "duration")], seed, labels=labels)
        assert 2 <= float(str(values["depth"])) < 49
        assert 15 <= int(str(values["power"])) <= 200
        assert 1 <= int(str(values["months"])) <= 12
