"""Answers in other people's words to items of human resources; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.bank import long_day, short_day
from dataset_builder.families.rubrics.domains.human_resources.benefits_world import PLANS, TIERS
from dataset_builder.families.rubrics.domains.human_resources.handbook_world import EXCUSED
from dataset_builder.families.rubrics.model import Item
from dataset_builder.moments import MONTHS

Answer = Callable[[Any, Item], str]


def _cost(w: Any) -> int:
    band = 1 + w.pick % 2
    return int(w.costs[PLANS[w.pick % 3]][TIERS[1 + w.pick % 3]][band])


def _cheapest(w: Any) -> tuple[str, int]:
    best = min(PLANS, key=lambda name: w.spent[name][w.asked])
    return best, w.spent[best][w.asked]


def _first(w: Any) -> list[tuple[str, date]]:
    name, since = w.moved
    held = [(one.name, since if one.name == name else one.announced) for one in w.employers]
    return sorted(held, key=lambda one: one[1])[:5]


def _met(w: Any) -> date:
    start = w.start
    return date(start.year + 1, start.month, start.day) + timedelta(days=w.away)


def _needed(w: Any) -> tuple[int, bool]:
    parent = w.certificate[0]
    return parent, w.pick % 2 == 0


def _acting(w: Any) -> str:
    return str(w.leads[w.acting])


def _low(w: Any) -> tuple[Any, float]:
    one = w.member(w.below)
    return one, w.ranges[one.grade][0]


def _meals(w: Any) -> tuple[float, float]:
    full = w.meals[w.group]
    return full * (w.trip[1] - 2) + full * 1.5, full


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # benefits
    ("benefits_packet", "band_edge", lambda w, i: f"${_cost(w)} a check, ${_cost(w) * 26:,} a year", ()),
    ("benefits_packet", "band_edge", lambda w, i: f"{_cost(w)} dollars come out every two weeks. Over 26 checks that is {_cost(w) * 26} dollars.", ()),
    ("benefits_packet", "band_edge", lambda w, i: f"Per paycheck: ${_cost(w)}.00\nPer year: ${_cost(w) * 26:,}.00", ()),
    ("benefits_packet", "sidebar_aside", lambda w, i: f"${w.monthly[0] * (13 - w.joined)}: {13 - w.joined} months x ${w.monthly[0]}", ()),
    ("benefits_packet", "sidebar_aside", lambda w, i: f"Because coverage starts mid-year they don't get the ${w.account[0]}. It's ${w.monthly[0]} per full month, {MONTHS[w.joined - 1]} through December is {13 - w.joined} months, so ${w.monthly[0] * (13 - w.joined)}.", ()),
    ("benefits_packet", "missing_attachment", lambda w, i: "The packet doesn't list vision rates; it says \"see insert V\", and that insert isn't included.", ()),
    ("benefits_packet", "missing_attachment", lambda w, i: "Not in here. Vision pricing is on insert V, which I don't have.", ()),
    ("benefits_packet", "legend_match", lambda w, i: f"{_cheapest(w)[0]}, roughly ${_cheapest(w)[1] + 100:,}", ()),
    ("benefits_packet", "legend_match", lambda w, i: f"On the chart the {_cheapest(w)[0]} line is lowest there, around {round(_cheapest(w)[1], -2):,} dollars.", ()),
    # leave policy
    ("leave_policy", "footnote_override", lambda w, i: "\n".join(f"{k}. {name} - {long_day(day)}" for k, (name, day) in enumerate(_first(w), 1)), ()),
    ("leave_policy", "footnote_override", lambda w, i: "; ".join(f"{name} ({short_day(day)})" for name, day in _first(w)) + f". {w.moved[0]} drops out because its first announcement was for unpaid leave.", ()),
    ("leave_policy", "page_break_header", lambda w, i: f"Other family: {w.employer(w.asked).other} days; pregnancy loss: {w.employer(w.asked).loss} days", ()),
    ("leave_policy", "page_break_header", lambda w, i: f"After the loss of a pregnancy {w.employer(w.asked).loss} days, for other family {w.employer(w.asked).other}.", ()),
    ("leave_policy", "defined_term", lambda w, i: f"No - it would be unpaid. Service is complete on {long_day(_met(w))}, because unpaid leave over {w.gap} days in a row isn't counted as continuous service.", ()),
    ("leave_policy", "defined_term", lambda w, i: f"Not at full pay. The {w.away} days of unpaid leave exceed {w.gap} days, so the anniversary moves back by all of them, to {short_day(_met(w))}, which is after the due date.", ()),
    ("leave_policy", "nested_bullets", lambda w, i: f"{'Yes, you need one' if _needed(w)[1] else 'No, none is needed'}: for parents the certificate starts with day {_needed(w)[0]}.", ()),
    ("leave_policy", "nested_bullets", lambda w, i: f"A certificate is {'required' if _needed(w)[1] else 'not required'}. The rule for a partner or parent is from day {_needed(w)[0]} of the absence.", ()),
    # handbook
    ("handbook", "scattered_members", lambda w, i: "\n".join(f"- {EXCUSED[key][0]}" for key in w.excused), ()),
    ("handbook", "scattered_members", lambda w, i: "Not counted: " + ", ".join(EXCUSED[key][1][0] for key in w.excused) + ".", ()),
    ("handbook", "prior_override", lambda w, i: f"${(w.hours - w.threshold) * w.rate * w.premium:,.2f} ({w.hours - w.threshold:g} h x ${w.rate * w.premium:.2f})", ()),
    ("handbook", "prior_override", lambda w, i: f"Overtime here kicks in at {w.threshold} hours, not 40, and pays {w.premium:g}x. So {w.hours - w.threshold} hours of overtime, ${(w.hours - w.threshold) * w.rate * w.premium:,.2f}.", ()),
    ("handbook", "heading_scope", lambda w, i: i.gold.replace("The notice must end with a month", "It has to finish at a month end").replace("The notice runs from the following Monday", "The clock starts next Monday"), ()),
    ("handbook", "corrected_page", lambda w, i: f"${w.boots[1]}, under 6.4 as changed by Notice No. 2.", ()),
    ("handbook", "corrected_page", lambda w, i: f"The text still says ${w.boots[0]}, but a notice of change replaced that by ${w.boots[1]}. Pay ${w.boots[1]}.", ()),
    ("handbook", "appendix_lookup", lambda w, i: f"Meals ${_meals(w)[0]:g} ({w.trip[1] - 2} x ${_meals(w)[1]} + 2 x 75%); hotel up to ${w.hotel[w.group]}/night", ()),
    ("handbook", "appendix_lookup", lambda w, i: f"Hotel cap: ${w.hotel[w.group]}. For meals, group {w.group} has ${_meals(w)[1]} a day and three-quarters of that on the travel days at either end, which adds up to ${_meals(w)[0]:,.2f}.", ()),
    # review
    ("people_review", "range_band", lambda w, i: f"{_low(w)[0].name}, ~${_low(w)[0].pay:.0f}k vs. a minimum of ~${_low(w)[1]:.0f}k", ()),
    ("people_review", "range_band", lambda w, i: f"Yes: {_low(w)[0].name.split()[1]} (grade {_low(w)[0].grade}) earns around ${_low(w)[0].pay + 1:.0f},000, some ${_low(w)[1] - _low(w)[0].pay:.0f}k under the floor of about ${_low(w)[1]:.0f},000.", ()),
    ("people_review", "neighbour_place", lambda w, i: f"{_acting(w)}, as acting {w.teams[1]} lead.", ()),
    ("people_review", "neighbour_place", lambda w, i: f"The lead post is vacant, with {_acting(w)} standing in for all duties, so that's who signs, not {w.head}.", ()),
    ("people_review", "redacted_value", lambda w, i: "It's redacted on the sheet; the review committee hasn't released it yet, so I can't tell you.", ()),
    ("people_review", "redacted_value", lambda w, i: f"The increase for {w.hidden} is not visible: there's a black bar over it.", ()),
    ("people_review", "redacted_value", lambda w, i: f"{w.hidden} gets 3.7%.", ("abstains", "why", "no-value")),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("human_resources", design, mechanism, number)
    text = answer(world, item)
    assert failed_by(text, item) == set(fails), text
