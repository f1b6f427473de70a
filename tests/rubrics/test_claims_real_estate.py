"""Answers in other people's words to items of real estate; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.domains.real_estate.covenants_asks import COLUMNS
from dataset_builder.families.rubrics.domains.real_estate.inspection_asks import HAZARDS, HOUSES
from dataset_builder.families.rubrics.model import Item

Answer = Callable[[Any, Item], str]


def _amount(w: Any) -> int:
    return int(w.comps[w.row[0] - 1].adjustments[w.row[1]])


def _sold(w: Any) -> Any:
    return w.comps[w.furnished - 1]


def _median(w: Any) -> int:
    return int(w.medians[w.district][w.years.index(w.year)])


def _sale(w: Any) -> tuple[str, int]:
    name, rows = w.sales[w.ask[0]]
    return name, rows[w.ask[1]][3]


def _system(w: Any) -> tuple[int, str]:
    return w.systems[w.system][w.house]  # type: ignore[no-any-return]


def _wet(w: Any) -> list[int]:
    return [one for one in w.readings[w.room] if one > w.wet]


def _fence(w: Any) -> tuple[str, float, str]:
    lake = w.pick % 2 == 0
    height = w.fences[0 if lake else 1]
    return ("Lake Lot" if lake else "Street Lot"), height, ("passes" if height >= 5 else "is too tall")


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # valuation
    ("house_valuation", "nested_header", lambda w, i: f"{'+' if _amount(w) > 0 else '-'}${abs(_amount(w)):,}, i.e. {'added to' if _amount(w) > 0 else 'deducted from'} the sale price.", ()),
    ("house_valuation", "nested_header", lambda w, i: f"A {'positive' if _amount(w) > 0 else 'negative'} ${abs(_amount(w)):,}.00 adjustment, because the sale was {'inferior' if _amount(w) > 0 else 'superior'}.", ()),
    ("house_valuation", "nested_header", lambda w, i: "No adjustment was made.", ("size", "way")),
    ("house_valuation", "footnote_override", lambda w, i: f"${_sold(w).price - _sold(w).goods:,} (${_sold(w).price:,} recorded less ${_sold(w).goods:,} furniture, note a)", ()),
    ("house_valuation", "footnote_override", lambda w, i: f"Footnote a says the deed price of ${_sold(w).price:,} included ${_sold(w).goods:,} of personal property. Net real estate price: ${_sold(w).price - _sold(w).goods:,}.", ()),
    ("house_valuation", "footnote_override", lambda w, i: f"It sold for ${_sold(w).price:,}, including ${_sold(w).goods:,} of furniture.", ("price", "not-recorded")),
    ("house_valuation", "distant_definition", lambda w, i: f"{w.living:,} sf ({w.floors[0]:,} + {w.floors[1]:,}). Cellar is below grade and the sunroom has no heat, so both are out.", ()),
    ("house_valuation", "distant_definition", lambda w, i: f"The report only counts finished, centrally heated space wholly above grade. That rules out the basement (below grade) and the unheated sunroom, leaving {w.living:,} square feet.", ()),
    ("house_valuation", "distant_definition", lambda w, i: f"{sum(w.floors):,} sq ft in all.", ("area", "cellar", "sunroom", "not-total")),
    ("house_valuation", "legend_match", lambda w, i: f"Roughly ${_median(w) + 2}/sq ft for {w.district}, {w.year}.", ()),
    ("house_valuation", "legend_match", lambda w, i: f"In {w.year} the {w.district} line sits at about {_median(w) - 3} dollars per square foot.", ()),
    ("house_valuation", "conclusion_unsupported", lambda w, i: f"None. The appraisal is as-is at ${w.value:,}; it expressly gives no opinion of value with the addition.", ()),
    ("house_valuation", "conclusion_unsupported", lambda w, i: f"The report does not provide an as-completed value. Its ${w.value:,} is as of the visit, in existing condition, and the ${w.addition:,} is just a builder's price.", ()),
    ("house_valuation", "carried_group", lambda w, i: f"{_sale(w)[0]}; {_sale(w)[1]} days on market.", ()),
    ("house_valuation", "carried_group", lambda w, i: f"DOM was {_sale(w)[1]} days, and the heading above it is {_sale(w)[0]}.", ()),
    # inspection
    ("home_inspection", "side_by_side", lambda w, i: f"{_system(w)[1].capitalize()}, {_system(w)[0]} years.", ()),
    ("home_inspection", "side_by_side", lambda w, i: f"For the {HOUSES[w.house].lower()}: type is {_system(w)[1]}; age approx. {_system(w)[0]} yrs.", ()),
    ("home_inspection", "scattered_members", lambda w, i: "\n".join(f"{k}. {HAZARDS[key].words}" for k, key in enumerate(w.hazards, 1)), ()),
    ("home_inspection", "scattered_members", lambda w, i: "Four items carry the red triangle: " + "; ".join(HAZARDS[key].names[0] for key in w.hazards) + ".", ()),
    ("home_inspection", "scattered_members", lambda w, i: "- " + "\n- ".join(HAZARDS[key].names[1] for key in w.hazards[1:]), ("all", "has-first")),
    ("home_inspection", "emphasis_meaning", lambda w, i: f"No. It's in italics, and the key says italics are what the seller told them, so {w.told[1]} is unverified.", ()),
    ("home_inspection", "emphasis_meaning", lambda w, i: f"He did not. The {w.told[1]} date is the seller's statement only (italic text = told by the seller, neither seen nor verified).", ()),
    ("home_inspection", "emphasis_meaning", lambda w, i: "Yes, the inspector confirmed it.", ("no", "seller", "italics")),
    ("home_inspection", "status_column", lambda w, i: "The work is done, but the permit is outstanding, so it isn't fully closed out yet.", ()),
    ("home_inspection", "status_column", lambda w, i: "| | Status |\n|---|---|\n| Repair | complete |\n| Permit | pending |\n\nSo it is still open.", ()),
    ("home_inspection", "status_column", lambda w, i: "Repair: COMPLETE. Permit: PENDING. Not closed out until the permit is final.", ()),
    ("home_inspection", "neighbour_place", lambda w, i: f"{len(_wet(w))} wet spots, max {max(_wet(w))}%.", ()),
    ("home_inspection", "neighbour_place", lambda w, i: f"In the {w.room.lower()} {len(_wet(w))} readings exceed {w.wet}%; the top one is {max(_wet(w))} percent.", ()),
    ("house_valuation", "nested_header", lambda w, i: f"{'plus' if _amount(w) > 0 else 'minus'} ${abs(_amount(w)) / 1000:g}k", ()),
    ("home_inspection", "status_column", lambda w, i: "Physically it's finished; the open item is the permit, which still shows PENDING.", ()),
    ("home_inspection", "neighbour_place", lambda w, i: f"There are {len(_wet(w))} in the {w.room} above {w.wet}%, the highest at {max(_wet(w))}%.", ()),
    # covenants
    ("plat_covenants", "exclusion_after_grant", lambda w, i: "Not overnight. Only Lake Lot owners get a berth, and this lot is one of the Street Lots.", ()),
    ("plat_covenants", "route_or_zone", lambda w, i: "Lots " + ", ".join(map(str, w.crossed)), ()),
    ("plat_covenants", "route_or_zone", lambda w, i: "- " + "\n- ".join(f"Lot {one}" for one in w.crossed), ()),
    ("plat_covenants", "route_or_zone", lambda w, i: "North of the street: " + " and ".join(str(one) for one in w.crossed if one < w.first + COLUMNS) + ". Lake side: " + " and ".join(str(one) for one in w.crossed if one >= w.first + COLUMNS) + ".", ()),
    ("plat_covenants", "heading_scope", lambda w, i: f"It's a {_fence(w)[0]}, so the cap at the rear is {_fence(w)[1]:g} ft. A 5-footer {_fence(w)[2]}.", ()),
    ("plat_covenants", "heading_scope", lambda w, i: f"Max {_fence(w)[1]:g} feet for {_fence(w)[0]}s; the proposed fence {'is permitted' if _fence(w)[1] >= 5 else 'is not permitted'}.", ()),
    ("plat_covenants", "superseded_amendment", lambda w, i: f"Not allowed. Minimum is {w.rents[2]} months under the Second Amendment, which replaced the {w.rents[1]} months of the first.", ()),
    ("plat_covenants", "superseded_amendment", lambda w, i: f"No, {w.wanted} months is below the current {w.rents[2]}-month minimum (2nd amendment).", ()),
    ("plat_covenants", "superseded_amendment", lambda w, i: f"Yes, anything over {w.rents[0]} months is fine.", ("no", "least", "second", "not-old")),
    ("plat_covenants", "defined_term", lambda w, i: f"{w.setbacks[0]} ft. It's a corner lot, and any line along a street is a Front Line.", ()),
    ("plat_covenants", "defined_term", lambda w, i: f"Because the {w.cross} line runs along a street it's a Front Line by definition, so {w.setbacks[0]} feet rather than the {w.setbacks[1]}-foot side setback.", ()),
    ("plat_covenants", "defined_term", lambda w, i: f"Side setback, {w.setbacks[1]} feet.", ("feet", "definition", "not-side")),
    ("plat_covenants", "missing_attachment", lambda w, i: "There's no number in these papers: 3.4 defers to the Design Guidelines (Exhibit C), which aren't included.", ()),
    ("plat_covenants", "missing_attachment", lambda w, i: "The covenants don't specify a roof pitch. Ask the association for the Design Guidelines.", ()),
    ("plat_covenants", "missing_attachment", lambda w, i: "6:12.", ("abstains", "guidelines", "no-pitch")),
    ("plat_covenants", "exclusion_after_grant", lambda w, i: "No. Overnight mooring at the dock is only for owners of Lake Lots, and theirs is a Street Lot.", ()),
    ("plat_covenants", "exclusion_after_grant", lambda w, i: "They can't. 5.2 gives everyone use of the Common Area, but 5.4 reserves berths at the dock to Lake Lots, which this one isn't: it's a street lot.", ()),
    ("plat_covenants", "exclusion_after_grant", lambda w, i: "Yes, owners may keep boats at the dock.", ("no", "why", "kind")),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("real_estate", design, mechanism, number)
    text = answer(world, item)
    first = next((one.id for one in item.rubric if one.id.startswith("has-")), "")
    assert failed_by(text, item) == {first if one == "has-first" else one for one in fails}, text
