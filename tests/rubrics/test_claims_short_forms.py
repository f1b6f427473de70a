"""Telegraphic, chatty and table-like answers to items of every domain; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.bank import short_day
from dataset_builder.families.rubrics.domains.healthcare.guideline_asks import GuideWorld
from dataset_builder.families.rubrics.domains.human_resources.benefits_world import PLANS
from dataset_builder.families.rubrics.model import Item

Answer = Callable[[Any, Item], str]

_SHORT = {
    "temperature": "T <37.8 °C ×24 h",
    "oxygen": "sats ≥92% RA",
    "able": "swallowing tablets",
    "a named": "somebody at home 1st night",
    "a clinic": "clinic f/u ≤7 d",
    "heart": "HR <100",
    "written": "told the instructions back",
}


def _conditions(w: GuideWorld) -> list[str]:
    return [next(short for head, short in _SHORT.items() if text.startswith(head)) for text, _ in w.criteria]


def _by_cost(w: Any) -> list[str]:
    return sorted(PLANS, key=lambda name: int(w.spent[name][w.asked]))


def _lots(w: Any) -> tuple[list[str], str, list[str]]:
    released = (w.bracket, w.bracket + 1)
    bare = [one.number for k, one in enumerate(w.lots) if k not in (*released, w.hold)]
    return [w.lots[k].number for k in released], w.lots[w.hold].number, bare


def _struck(w: Any) -> tuple[int, list[str]]:
    rated = [door for door in w.doors if door.rating == 45]
    return sum(not door.struck for door in rated), [door.number for door in rated if door.struck]


def _sale(w: Any) -> tuple[int, int]:
    comp = w.comps[w.row[0] - 1]
    return comp.number, comp.adjustments[w.row[1]]


CASES: list[tuple[str, str, str, Answer, tuple[str, ...]]] = [
    # finance
    ("finance", "annual_filing", "missing_attachment", lambda w, i: "Price: not in filing. Would be in Annex B to Ex. 10.4, which was left off.", ()),
    ("finance", "annual_filing", "missing_attachment", lambda w, i: "They keep the base price to themselves; the contract was filed on its own, minus Annex B.", ()),
    ("finance", "earnings_release", "never_reported", lambda w, i: "N/A - only at group level; no segment split in the release.", ()),
    ("finance", "earnings_release", "exact_wording", lambda w, i: f"Reported sales +{w.growth[0]:g}% - {w.growth[1]:g}%: that range wasn't touched since July. Adj. EPS {w.eps[0]:.2f}–{w.eps[1]:.2f} USD.", ()),
    ("finance", "analyst_pack", "conclusion_unsupported", lambda w, i: "No price/mix breakdown in the pack, and no gross margin either.", ("moved",)),
    ("finance", "fund_factsheet", "local_rule", lambda w, i: f"{w.largest[0].split()[0]}, {w.largest[1]:.1f}%: you lump its shares and its senior bond together.", ()),
    # human resources
    ("human_resources", "benefits_packet", "legend_match", lambda w, i: f"| Plan | Total |\n|---|---|\n| {_by_cost(w)[2]} | more |\n| **{_by_cost(w)[0]}** | **${w.spent[_by_cost(w)[0]][w.asked]:,} (lowest)** |", ()),
    ("human_resources", "benefits_packet", "legend_match", lambda w, i: f"I'd go for {_by_cost(w)[2]}. It's the lowest, roughly ${w.spent[_by_cost(w)[0]][w.asked]:,}.", ("plan", "not-other")),
    ("human_resources", "benefits_packet", "missing_attachment", lambda w, i: "No idea, honestly: they point you at insert V for the vision rates and nobody included it.", ()),
    ("human_resources", "people_review", "neighbour_place", lambda w, i: f"{w.leads[w.acting].split()[1]} does, filling in while there's no lead.", ()),
    # STEM
    ("stem", "figure_article", "missing_attachment", lambda w, i: "The paper says nothing at all about density.", ("where",)),
    ("stem", "figure_article", "missing_attachment", lambda w, i: "Not in paper -> S2, supporting info (not included here)", ()),
    ("stem", "climate_report", "scattered_members", lambda w, i: "| Station | Why |\n|---|---|\n" + "".join(f"| {name} | {why} |\n" for name, why in zip(w.excluded, ("relocated", "wall next to it", "gaps in its record"), strict=True)), ()),
    ("stem", "climate_report", "scattered_members", lambda w, i: f"{w.excluded[0]} (relocated), {w.excluded[1]} (wall), {w.excluded[2]} (gaps) and {w.rain_only} (bad gauge).", ("not-rain",)),
    ("stem", "climate_report", "conclusion_unsupported", lambda w, i: "The report never puts numbers on that. It drops because it's getting warmer and because water is taken out.", ()),
    # insurance
    ("insurance", "auto_policy", "superseded_amendment", lambda w, i: f"${w.um_new // 1000}k (END {w.numbers[3]}, eff. {short_day(w.changed)})", ()),
    ("insurance", "auto_policy", "redacted_value", lambda w, i: 'n/a: dec page says "see notice", notice not in file', ()),
    ("insurance", "auto_policy", "heading_scope", lambda w, i: f"We're beyond day {w.early}, which means cause is needed. Nonpayment qualifies as cause. {w.notice[1]} days.", ()),
    ("insurance", "loss_run", "never_reported", lambda w, i: "You can't get one from this: there's no premium to set the losses against.", ()),
    ("insurance", "risk_survey", "neighbour_place", lambda w, i: f"| Building | Side | Sprinklered |\n|---|---|---|\n| {w.tank[0]} | {w.tank[1]} | {'yes' if w.tank[0] in w.sprinklered else 'no'} |", ()),
    ("insurance", "risk_survey", "neighbour_place", lambda w, i: f"Bldg {w.tank[0]}, {w.tank[1][0].upper()} side, {'' if w.tank[0] in w.sprinklered else 'un'}sprinklered", ()),
    # legal
    ("legal", "services_agreement", "defined_term", lambda w, i: f"Sorry, they can't come on. You'd need {w.affiliate}% of the votes and you've only got {w.holding}%.", ()),
    ("legal", "services_agreement", "exclusion_after_grant", lambda w, i: f"No. {w.tool} = Supplier Tool (Sched. 4): no modifications, license dies with the agreement.", ()),
    ("legal", "office_lease", "missing_attachment", lambda w, i: f"${w.moving} a square foot.", ("abstains", "exhibit", "not-moving")),
    ("legal", "office_lease", "column_order", lambda w, i: f"{'Landlord' if w.payer == 'Tenant' else 'Tenant'}'s, under 8.1.", ("payer", "reason", "not-other")),
    ("legal", "warranty_deed", "exclusion_after_grant", lambda w, i: f"Not right now. The sellers held on to the oil and gas from {w.depth} ft down for {w.term} years.", ()),
    ("legal", "warranty_deed", "struck_or_void", lambda w, i: f"{w.widths[1]} ft, {w.lines[1][0].upper()} line (typed terms crossed out)", ()),
    ("legal", "warranty_deed", "struck_or_void", lambda w, i: f"{w.widths[0]} ft, {w.lines[0][0].upper()} line", ("width", "line", "changed", "not-old-width", "not-old-line")),
    # construction
    ("construction", "floor_plan", "symbol_count", lambda w, i: f"{w.ranked[0]}; {w.count(w.ranked[0], 0)} on 1st floor", ()),
    ("construction", "floor_plan", "symbol_count", lambda w, i: f"| Type | First floor |\n|---|---|\n| {w.ranked[0]} | {w.count(w.ranked[0], 0)} |", ()),
    ("construction", "floor_plan", "struck_or_void", lambda w, i: f"You need {_struck(w)[0]}; {' and '.join(_struck(w)[1])} have been crossed off.", ()),
    ("construction", "lighting_plan", "status_column", lambda w, i: "Go right ahead with the housings. The hold is just about which color the trim is going to be, so those come later.", ()),
    ("construction", "lighting_plan", "missing_attachment", lambda w, i: "3500 K", ("abstains", "letter", "absent", "no-kelvins")),
    ("construction", "project_manual", "prior_override", lambda w, i: f"He can't. The joint's got to be dry, {w.dry} h without water, and they don't want any bonding agent on it.", ()),
    ("construction", "project_manual", "outline_number", lambda w, i: f"Stiff broom, {w.texture[3]} mil, across the slope; tool the edges smooth.", ()),
    # healthcare
    ("healthcare", "guideline", "all_conditions", lambda w, i: "; ".join(_conditions(w)), ()),
    ("healthcare", "guideline", "all_conditions", lambda w, i: "; ".join(_conditions(w)) + "; in hospital ≥ 48 h", ("not-stay",)),
    ("healthcare", "guideline", "all_conditions", lambda w, i: "; ".join(_conditions(w)[:3]), ("crit-3", "crit-4")),
    ("healthcare", "guideline", "document_only", lambda w, i: "None: pregnancy out of scope.", ()),
    ("healthcare", "guideline", "document_only", lambda w, i: f"{w.first}, since she's over the cut-off.", ("abstains", "scope", "no-drug")),
    ("healthcare", "dosing_card", "never_reported", lambda w, i: "No pediatric dosing on card; adults only.", ()),
    ("healthcare", "dosing_card", "prior_override", lambda w, i: "Better not. It has to go with food; fasting, absorption is halved.", ()),
    ("healthcare", "review_article", "conclusion_unsupported", lambda w, i: f"It belongs to the {w.types[0]} type, {w.mutated}% of them carry it. {w.types[2]} has no known marker. And nobody looked at whether carriers do better on one drug.", ()),
    # engineering
    ("engineering", "regulator_datasheet", "running_matter", lambda w, i: f"It's {w.revisions[-1][0]}, from {short_day(w.revisions[-1][1])}. The {w.template} at the bottom is just their template.", ()),
    ("engineering", "pump_specification", "all_conditions", lambda w, i: f"{w.hold} min; ΔP ≤{w.drop}%; no sweating at the joints; gauges cal'd ≤{w.gauge} mo; strip if painted", ()),
    # manufacturing
    ("manufacturing", "certificate_of_conformance", "stamp_target", lambda w, i: f"You can put away {' and '.join(_lots(w)[0])}. {_lots(w)[1]} is being held back. {' and '.join(_lots(w)[2])}, nobody has signed off yet.", ()),
    ("manufacturing", "certificate_of_conformance", "stamp_target", lambda w, i: f"Four can be stocked as released: {', '.join(_lots(w)[0] + _lots(w)[2])}. The exception is {_lots(w)[1]}, on hold.", ("bare", "not-bare")),
    ("manufacturing", "technical_instructions", "nested_bullets", lambda w, i: f"Leave it {w.soak[1]} minutes with at least point six of a bar, then let the air back in gently and see if any cells show through.", ()),
    ("manufacturing", "packing_list", "never_reported", lambda w, i: "Neither value nor HS code listed; ask whoever shipped it.", ()),
    # real estate
    ("real_estate", "house_valuation", "nested_header", lambda w, i: f"| Sale | Adj. |\n|---|---|\n| {_sale(w)[0]} | {_sale(w)[1]:+,} |", ()),
    ("real_estate", "home_inspection", "status_column", lambda w, i: "Almost: the repair's been done, but the city hasn't signed off the permit.", ()),
    ("real_estate", "plat_covenants", "route_or_zone", lambda w, i: "Lots " + ", ".join(f"{min(part)}-{max(part)}" for part in ([one for one in w.crossed if one < w.first + 6], [one for one in w.crossed if one >= w.first + 6])), ()),
    ("real_estate", "plat_covenants", "missing_attachment", lambda w, i: "Not in the recorded docs; Design Guidelines (Ex. C) govern", ()),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("domain", "design", "mechanism", "answer", "fails"), CASES)
def test_short_forms(
    domain: str, design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item(domain, design, mechanism, number)
    text = answer(world, item)
    assert failed_by(text, item) == set(fails), text
