"""Answers in other people's words to items of finance; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.finance.pack_world import CROSSINGS
from dataset_builder.families.rubrics.model import Item

Answer = Callable[[Any, Item], str]


def _line(w: Any, period: str = "np") -> tuple[float, float]:
    key = ("sga", "cost", "sga")[w.pick % 3]
    return w.statement[key][period], round(w.statement[key][period] / w.statement["sales"][period] * 100, 1)


def _capex(w: Any) -> tuple[float, float]:
    figures = w.segments[w.pick % 4].figures["capex"]
    return figures["q"], figures["qp"]


def _like(w: Any) -> list[tuple[str, float]]:
    name, low = w.early
    return sorted(((one.name, low if one.name == name else one.organic) for one in w.segments), key=lambda one: -one[1])


def _growth(w: Any) -> float:
    return round((w.backlog[0] / w.backlog[1] - 1) * 100, 1)


def _case(w: Any) -> tuple[str, Any]:
    key = ("bear", "bull")[w.pick % 2]
    return key, w.cases[key]


def _unit(w: Any) -> tuple[str, str, str, int, int]:
    unit, holder = CROSSINGS[w.crossed]
    return w.units[unit], w.holders[holder], w.holders[unit // 2], w.shares_of[unit], w.stakes[holder]


def _moved(w: Any) -> str:
    return "up" if w.days[w.asked + 1] > w.days[w.asked] else "down"


def _extremes(w: Any) -> tuple[int, float, int, float]:
    real = {w.first_year + k: amount for k, amount in enumerate(w.returns) if k >= w.simulated}
    best, worst = max(real, key=lambda year: real[year]), min(real, key=lambda year: real[year])
    return best, real[best], worst, real[worst]


def _margin_step(w: Any) -> tuple[int, str]:
    k = max(range(1, 8), key=lambda n: abs(w.margins[n] - w.margins[n - 1]))
    return w.first_year + k, "up" if w.margins[k] > w.margins[k - 1] else "down"


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # release
    ("earnings_release", "nested_header", lambda w, i: f"${_line(w)[0]:,.1f}M, {_line(w)[1]}% of sales", ()),
    ("earnings_release", "nested_header", lambda w, i: f"9M {w.year - 1}: {_line(w)[0]:,.1f} (in $ millions). As a share of net sales: {_line(w)[1]:.1f} percent.", ()),
    ("earnings_release", "nested_header", lambda w, i: f"| Period | Amount, $m | % of sales |\n|---|---|---|\n| 9M FY{w.year - 1} | {_line(w)[0]:,.1f} | {_line(w)[1]}% |", ()),
    ("earnings_release", "nested_header", lambda w, i: f"That was ${_line(w)[0]:,.1f} million for the nine months (the quarter alone was ${_line(w, 'qp')[0]:,.1f} million), i.e. about {_line(w)[1]}% of revenue.", ()),
    ("earnings_release", "nested_header", lambda w, i: f"${_line(w, 'n')[0]:,.1f} million, {_line(w)[1]}% of net sales.", ("amount", "not-current")),
    ("earnings_release", "repeated_row", lambda w, i: f"${_capex(w)[0]}m vs ${_capex(w)[1]}m a year ago.", ()),
    ("earnings_release", "repeated_row", lambda w, i: f"Capex came to {_capex(w)[0]} million dollars this quarter; in the same quarter last year it was {_capex(w)[1]} million dollars.", ()),
    ("earnings_release", "repeated_row", lambda w, i: f"It was ${_capex(w)[1]}m.", ("amount",)),
    ("earnings_release", "footnote_override", lambda w, i: "\n".join(f"{k}. {name}: {rate}%" for k, (name, rate) in enumerate(_like(w), 1)), ()),
    ("earnings_release", "footnote_override", lambda w, i: " > ".join(f"{name} {rate}%" for name, rate in _like(w)), ()),
    ("earnings_release", "footnote_override", lambda w, i: "Strongest to weakest: " + ", then ".join(f"{name} at {rate:.1f}%" for name, rate in _like(w)) + f". I used the like-for-like figure from note (c) for {w.early[0]}, since pulled-forward orders inflate its organic number.", ()),
    ("earnings_release", "exact_wording", lambda w, i: f"Reported sales growth {w.growth[0]:g}-{w.growth[1]:g}% (no change vs. July); adj. EPS ${w.eps[0]:.2f}-${w.eps[1]:.2f}.", ()),
    ("earnings_release", "exact_wording", lambda w, i: f"For the model: adjusted EPS between ${w.eps[0]:.2f} and ${w.eps[1]:.2f}. As-reported growth remains {w.growth[0]:g}% to {w.growth[1]:g}%, so it did not move; only the constant-currency range, now {w.growth[2]:g}% to {w.growth[3]:g}%, went up.", ()),
    ("earnings_release", "exact_wording", lambda w, i: f"- Sales growth as reported: {w.growth[0]:g}% to {w.growth[1]:g}%, the same as in July\n- Adjusted EPS: ${w.eps[0]:.2f} to ${w.eps[1]:.2f}", ()),
    ("earnings_release", "corrected_page", lambda w, i: f"${w.backlog[0]:,.1f}m, +{_growth(w)}% y/y. (The table's {w.backlog[2]:,.1f} was corrected on {long_day(w.corrected)}.)", ()),
    ("earnings_release", "corrected_page", lambda w, i: f"Use the correction: backlog is ${w.backlog[0]:,.1f} million, not ${w.backlog[2]:,.1f} million. Against ${w.backlog[1]:,.1f} million last year it rose {_growth(w)} percent.", ()),
    ("earnings_release", "corrected_page", lambda w, i: f"${w.backlog[2]:,.1f} million.", ("backlog", "growth", "correction", "not-printed")),
    ("earnings_release", "never_reported", lambda w, i: f"Not disclosed. Operating cash flow is only given at company level (${w.cash['n']:,.1f} million).", ()),
    ("earnings_release", "never_reported", lambda w, i: f"You won't find it: the release doesn't break out operating cash flow by segment. The consolidated figure is ${w.cash['n']:,.1f}m, for the group as a whole.", ()),
    # filing
    ("annual_filing", "scattered_members", lambda w, i: f"- {w.closing[0]}: production stops Q2 {w.year + 1}\n- {w.closing[1]}: shut by end of Q3 {w.year + 1}\n- {w.closing[2]}: idled from May {w.year + 1}, no restart date", ()),
    ("annual_filing", "scattered_members", lambda w, i: f"Three of them. {w.closing[1]} will be shut by the end of the third quarter, {w.closing[0]} ends production in the second quarter, and {w.closing[2]} is going idle in May. ({w.former[1]} was only down for a reline and is running again.)", ()),
    ("annual_filing", "defined_term", lambda w, i: f"{w.ratio:.2f}x vs. a {w.most:.2f}x max, so they comply. Inputs: debt ${sum(w.debt[:3]):,.1f}m excl. finance leases, less ${w.cap:.1f}m of cash (capped), over EBITDA of ${w.ebitda[0]:,.1f}m.", ()),
    ("annual_filing", "defined_term", lambda w, i: f"Funded Debt {sum(w.debt[:3]):,.1f} minus capped cash {w.cap:.1f}, divided by Consolidated EBITDA {w.ebitda[0]:,.1f} = {w.ratio:.2f}. The covenant allows {w.most:.2f}, so yes, inside.", ()),
    ("annual_filing", "outline_number", lambda w, i: f"The {w.former[0]} environmental indemnity. Accrual ${w.accrued}m; payment ${w.paid}m, i.e. {'more' if w.paid > w.accrued else 'less'} than accrued.", ()),
    ("annual_filing", "outline_number", lambda w, i: f"An indemnity to whoever bought the old {w.former[0]} works, for soil and groundwater cleanup. They'd booked ${w.accrued} million and paid ${w.paid} million, ${abs(w.paid - w.accrued):.1f} million {'above' if w.paid > w.accrued else 'below'} the accrual.", ()),
    ("annual_filing", "missing_attachment", lambda w, i: "The price isn't in this document. It's in Annex B to Exhibit 10.4, which was omitted.", ()),
    ("annual_filing", "missing_attachment", lambda w, i: "Can't tell from the filing: the base price is in the price schedule (Annex B), and the exhibit index says that annex is omitted.", ()),
    ("annual_filing", "missing_attachment", lambda w, i: "$410 per ton.", ("abstains", "annex", "no-price")),
    # pack
    ("analyst_pack", "side_by_side", lambda w, i: f"{_case(w)[1].margin}% EBITDA margin, {_case(w)[1].multiple}x, ${_case(w)[1].value}/share", ()),
    ("analyst_pack", "side_by_side", lambda w, i: f"| | {_case(w)[0]} |\n|---|---|\n| EBITDA margin | {_case(w)[1].margin}% |\n| EV/EBITDA | {_case(w)[1].multiple}x |\n| Value per share | ${_case(w)[1].value} |", ()),
    ("analyst_pack", "dual_axis", lambda w, i: f"~{w.days[w.asked]:.0f} days; {_moved(w)} the year after.", ()),
    ("analyst_pack", "dual_axis", lambda w, i: f"Right axis shows roughly {w.days[w.asked] + 2:.0f} days, and inventory days went {_moved(w)} in the next year.", ()),
    ("analyst_pack", "neighbour_place", lambda w, i: f"{_unit(w)[1]}, {_unit(w)[3]}%; look-through {_unit(w)[3] * _unit(w)[4] / 100:.1f}%", ()),
    ("analyst_pack", "neighbour_place", lambda w, i: f"Not {_unit(w)[2]}, although it's drawn beneath it: the line runs to {_unit(w)[1]}, with {_unit(w)[3]}%. Times the {_unit(w)[4]}% held in {_unit(w)[1]}, that's an effective {_unit(w)[3] * _unit(w)[4] / 100:g}%.", ()),
    ("analyst_pack", "neighbour_column", lambda w, i: i.gold.replace(" times", "x").replace("so that is a", "a"), ()),
    ("analyst_pack", "conclusion_unsupported", lambda w, i: f"The pack doesn't give that split; it only shows that gross margin went {_margin_step(w)[1]} in FY{_margin_step(w)[0]}.", ()),
    ("analyst_pack", "conclusion_unsupported", lambda w, i: f"There's no price/mix breakdown in the pack. Gross margin moved {_margin_step(w)[1]} that year, but no drivers are stated.", ()),
    # factsheet
    ("fund_factsheet", "emphasis_meaning", lambda w, i: f"Best {_extremes(w)[0]} ({_extremes(w)[1]:+.1f}%), worst {_extremes(w)[2]} ({_extremes(w)[3]:.1f}%), leaving out the simulated pre-launch years.", ()),
    ("fund_factsheet", "emphasis_meaning", lambda w, i: f"Earlier figures are back-tested (italics), so from live years only: {_extremes(w)[0]} was the best at {_extremes(w)[1]}% and {_extremes(w)[2]} the worst, a loss of {-_extremes(w)[3]}%.", ()),
    ("fund_factsheet", "local_rule", lambda w, i: f"{w.largest[0]}: {w.holdings[2][2]}% + {w.holdings[3][2]}% = {w.largest[1]}%", ()),
    ("fund_factsheet", "local_rule", lambda w, i: f"{w.largest[0]} at {w.largest[1]}%, combining the ordinary shares and the senior bond. {w.holdings[1][0]} would be {w.largest[2]}% on a plain sum, but its secured bond only counts half.", ()),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("finance", design, mechanism, number)
    text = answer(world, item)
    assert failed_by(text, item) == set(fails), text
