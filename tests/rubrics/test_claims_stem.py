"""Answers in other people's words to items of STEM; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.claims import meets, read_check
from dataset_builder.families.rubrics.bank import long_day, short_day
from dataset_builder.families.rubrics.domains.stem.climate_asks import ZONE

Answer = Callable[[Any], str]


def _years(w: Any) -> list[str]:
    return [str(year) for year in w.years if ZONE[0] < w.storage[year] < ZONE[1]]


def _ranked(w: Any) -> list[Any]:
    return sorted(w.glaciers, key=lambda one: one.last)


def _water(w: Any) -> tuple[int, int, int]:
    options = [year for year in w.years if abs(400 + 2 * w.inflow[year] - w.rain[year]) > 90]
    year = options[w.pick % len(options)]
    return year, w.rain[year], w.inflow[year]


def _zinc(w: Any) -> tuple[str, float]:
    return w.samples[w.diluted], w.results["Zinc"][w.diluted].amount


def _cadmium(w: Any) -> tuple[int, int]:
    kinds = [one.kind for one in w.results["Cadmium"]]
    return kinds.count("up"), kinds.count("it")


def _around(w: Any) -> list[str]:
    row, column = w.spike
    return [w.block[r][c] for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))]


def _lead(w: Any) -> tuple[str, int, str]:
    amount = int(w.results["Lead"][w.edge_sample].amount)
    return w.samples[w.edge_sample], amount, "ABC"[w.edges.index(amount)]


def _seasonal(w: Any) -> tuple[float, int]:
    stations = [one for many in w.networks.values() for one in many]
    values = stations[w.pick % len(stations)].values[w.years[-1 - w.pick % 2]][(w.pick // 7) % 4]
    return values[0], values[1]


def _dose(w: Any) -> int:
    return int(w.doses[1 + w.pick % 3])


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # climate report
    ("climate_report", "dual_axis", lambda w: f"Precip ~{_water(w)[1] + 10} mm; inflow ~{_water(w)[2] + 5} hm³ (right-hand axis).", ()),
    ("climate_report", "dual_axis", lambda w: f"| Year | Precipitation | Inflow |\n|---|---|---|\n| {_water(w)[0]} | {_water(w)[1]} mm | {_water(w)[2]} hm3 |", ()),
    ("climate_report", "dual_axis", lambda w: f"Reading the solid line against the left scale I get roughly {_water(w)[1] - 12} mm. The dashed line against the right scale gives about {_water(w)[2]} million m³.", ("inflow",)),
    ("climate_report", "dual_axis", lambda w: f"Inflow was {400 + 2 * _water(w)[2]} hm³ and precipitation {_water(w)[1]} mm.", ("inflow", "not-left")),
    ("climate_report", "range_band", lambda w: f"{len(_years(w))} years: {', '.join(_years(w))}.", ()),
    ("climate_report", "range_band", lambda w: "- " + "\n- ".join(_years(w)) + f"\n\nSo {len(_years(w))} in total.", ()),
    ("climate_report", "range_band", lambda w: f"It was in the shaded band {len(_years(w)) + 5} times.", ("years", "count")),
    ("climate_report", "corrected_page", lambda w: "Largest loss first:\n" + "\n".join(f"- {one.name}: {one.last:.2f} m w.e." for one in _ranked(w)), ()),
    ("climate_report", "corrected_page", lambda w: "; ".join(f"{one.name} lost {-one.last:.2f} m" for one in _ranked(w)) + f". The table still has {-w.glaciers[w.wrong].printed:.2f} for {w.glaciers[w.wrong].name}, which the erratum corrects.", ()),
    ("climate_report", "corrected_page", lambda w: "| Glacier | Balance, m w.e. |\n|---|---|\n" + "\n".join(f"| {one.name} | {one.last:.2f} |" for one in _ranked(w)), ()),
    ("climate_report", "corrected_page", lambda w: "\n".join(f"{k}. {one.name}, {one.printed:.2f} m" for k, one in enumerate(sorted(w.glaciers, key=lambda one: one.printed), 1)), ("order", "corrected", "not-printed")),
    ("climate_report", "scattered_members", lambda w: f"- {w.excluded[0]}: relocated\n- {w.excluded[1]}: a cold store was put up right next to it\n- {w.excluded[2]}: too many missing months", ()),
    ("climate_report", "scattered_members", lambda w: f"They dropped three: {w.excluded[2]} (incomplete data), {w.excluded[0]} (site moved) and {w.excluded[1]} (new building nearby). {w.rain_only} was only left out for precipitation.", ()),
    ("climate_report", "scattered_members", lambda w: f"Only {w.excluded[0]}, because the station was moved downhill.", ("all", "wall", "gaps")),
    ("climate_report", "prior_override", lambda w: f"{w.storm.year - 1}. Their hydrological year starts October 1 and takes the number of the year it starts in; this one closes 30 September {w.storm.year}.", ()),
    ("climate_report", "prior_override", lambda w: f"Book it under HY{w.storm.year - 1} (1 Oct {w.storm.year - 1} to 30 Sep {w.storm.year}).", ()),
    ("climate_report", "prior_override", lambda w: f"HY {w.storm.year}, ending September 30, {w.storm.year}.", ("year", "rule", "not-ending")),
    ("climate_report", "conclusion_unsupported", lambda w: "You can't get that from this report: it does not attribute the decline. It mentions warming, reduced snowmelt and abstraction as acting together.", ()),
    ("climate_report", "conclusion_unsupported", lambda w: "No split is given. Warming, snowmelt and abstraction are named, but their contributions were not separated.", ()),
    ("climate_report", "conclusion_unsupported", lambda w: "Not stated. The authors say the effect of warming and the effect of abstraction cannot be told apart with the data they have.", ()),
    ("climate_report", "conclusion_unsupported", lambda w: "Roughly 70% warming and 30% abstraction.", ("no-share", "no-number")),
    ("climate_report", "conclusion_unsupported", lambda w: "The report doesn't attribute the fall: it lists warming, snowmelt and abstraction (up 20%) without a split.", ()),
    ("climate_report", "nested_header", lambda w: f"{_seasonal(w)[0]:.1f} °C, {_seasonal(w)[1]} mm", ()),
    ("climate_report", "nested_header", lambda w: f"Mean temp {_seasonal(w)[0]:.1f} degrees C; precip {_seasonal(w)[1]} millimetres.", ()),
    ("climate_report", "nested_header", lambda w: f"It was {_seasonal(w)[0] + 0.7:.1f} °C with {_seasonal(w)[1]} mm.", ("temperature",)),
    # laboratory report
    ("lab_report", "emphasis_meaning", lambda w: f"{_cadmium(w)[0]}/12. I left out the {_cadmium(w)[1]} italic values, since the key says that they are estimates below the RL.", ()),
    ("lab_report", "emphasis_meaning", lambda w: f"Detected in {_cadmium(w)[0]} of 12 samples; results in italics are below the reporting limit and aren't counted.", ()),
    ("lab_report", "emphasis_meaning", lambda w: f"Cadmium: {sum(_cadmium(w))} detections in 12 samples.", ("count", "why", "not-all")),
    ("lab_report", "footnote_override", lambda w: f"{_zinc(w)[1] * w.factor:g} mg/kg ({_zinc(w)[1]:g} × dilution factor {w.factor}).", ()),
    ("lab_report", "footnote_override", lambda w: f"The sheet prints {_zinc(w)[1]:g} mg/kg for {_zinc(w)[0]}, but footnote b says that the dilution factor of {w.factor} still has to be applied. So: {_zinc(w)[1] * w.factor:g} mg/kg.", ()),
    ("lab_report", "footnote_override", lambda w: f"{_zinc(w)[1]:g} mg/kg", ("value", "factor")),
    ("lab_report", "neighbour_place", lambda w: "Redo " + ", ".join(_around(w)) + ".", ()),
    ("lab_report", "neighbour_place", lambda w: "\n".join(f"* {name}" for name in reversed(_around(w))), ()),
    ("lab_report", "neighbour_place", lambda w: f"{_around(w)[1]} on its left and {_around(w)[2]} on its right.", ("four",)),
    ("lab_report", "band_edge", lambda w: f"Class {_lead(w)[2]} ({_lead(w)[1]} mg/kg, right on the bound, which belongs to the lower class).", ()),
    ("lab_report", "band_edge", lambda w: f"Put {_lead(w)[2]}. Lead is {_lead(w)[1]} mg/kg.", ()),
    ("lab_report", "band_edge", lambda w: f"{_lead(w)[2]}: {_lead(w)[1]} mg/kg is at the limit and ties go down.", ()),
    ("lab_report", "band_edge", lambda w: f"Class D, given {_lead(w)[1]} mg/kg.", ("class",)),
    ("lab_report", "struck_or_void", lambda w: f"{w.depths[w.amended]:.2f} m, corrected from {w.old_depth:.2f} m and initialled by {w.sampler}.", ()),
    ("lab_report", "struck_or_void", lambda w: f"Depth: {w.depths[w.amended]:g} m. Signed: {''.join(part[0] for part in w.sampler.split())}. (The crossed-out figure is {w.old_depth:.2f} m.)", ()),
    ("lab_report", "struck_or_void", lambda w: f"At {w.old_depth:.2f} m; {w.sampler} signed.", ("depth", "not-old")),
    # article
    ("figure_article", "column_order", lambda w: f"They calcine it: {w.calcine[0]} °C, {w.calcine[1]} hours, covered alumina.", ()),
    ("figure_article", "column_order", lambda w: f"Calcination ({w.calcine[0]:,}°C / {w.calcine[1]} h)", ()),
    ("figure_article", "column_order", lambda w: f"Then comes calcining for {w.calcine[1]} h at {w.calcine[0]} degrees C, not yet the sintering at {w.sinter[0]} °C.", ()),
    ("figure_article", "column_order", lambda w: f"Sinter for {w.sinter[1]} h at {w.sinter[0]} °C.", ("temperature", "time", "calcined", "not-sinter")),
    ("figure_article", "exact_wording", lambda w: f"{w.lowered[_dose(w)]}% (best: {w.steepest[_dose(w)]}%)", ()),
    ("figure_article", "exact_wording", lambda w: f"Mean reduction: {w.lowered[_dose(w)]} %. Best single specimen: {w.steepest[_dose(w)]} %.", ()),
    ("figure_article", "exact_wording", lambda w: f"On average {w.lowered[_dose(w)]} percent, up to {w.steepest[_dose(w)]} percent for one disc.", ()),
    ("figure_article", "exact_wording", lambda w: f"On average it falls by {w.steepest[_dose(w)]}%.", ("mean", "not-swapped")),
    ("figure_article", "missing_attachment", lambda w: "It's not in this PDF. The text says relative densities are in Table S2 of the supplementary material, which I don't have.", ()),
    ("figure_article", "missing_attachment", lambda w: "The paper doesn't report densities; see the supplement.", ()),
    ("figure_article", "missing_attachment", lambda w: f"Density of the {_dose(w)}% specimens isn't given; it's said to be in Table S2 (supplement).", ()),
    ("figure_article", "missing_attachment", lambda w: "About 95%, see Table S2.", ("not-given", "no-number")),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("stem", design, mechanism, number)
    text = answer(world)
    assert failed_by(text, item) == set(fails), text


@pytest.mark.parametrize("number", WORLDS)
def test_an_intensity_is_what_is_left_without_the_offset(number: int) -> None:
    world, item = draw_item("stem", "figure_article", "figure_note", number)
    true, plotted = float(item.answer), item.facts["answer"]["of"][0]["value"]
    for text, fails in (
        (f"~{true:.2f} (the trace is shifted up, {plotted:.2f} as drawn)", set()),
        (
            f"The spectra are stacked with offsets of {world.step:g}; {plotted:.2f} minus the offset leaves {true + 0.02:.2f}.",
            set(),
        ),
        (f"{plotted:.2f}", {"intensity", "raised", "not-plotted"}),
    ):
        assert failed_by(text, item) == fails, text


def test_days_are_read_in_either_form() -> None:
    world, item = draw_item("stem", "climate_report", "prior_override", 3)
    end = world.storm.replace(month=9, day=30)
    check = next(one for one in item.rubric if one.id == "end").check
    assert meets(read_check(check), f"It ends {long_day(end)}.")
    assert meets(read_check(check), f"It ends on {short_day(end)}.")
    assert not meets(read_check(check), f"It ends on {short_day(end.replace(month=8))}.")
