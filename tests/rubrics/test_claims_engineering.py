"""Answers in other people's words to items of engineering; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.bank import long_day, short_day
from dataset_builder.families.rubrics.model import Item

Answer = Callable[[Any, Item], str]


def _test(w: Any) -> float:
    return round(w.factor * (w.design + w.surge), 4)


def _near(w: Any) -> tuple[Any, str, float]:
    one = w.specimens[w.near]
    return one, "ABC"[w.near], round(one.sound + w.unsure, 1)


def _stamped(w: Any) -> tuple[Any, str]:
    return w.specimens[w.stamped], "ABC"[w.stamped]


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # datasheet
    ("regulator_datasheet", "log_axis", lambda w, i: f"≈ {i.answer}", ()),
    ("regulator_datasheet", "log_axis", lambda w, i: f"Reading the log-log plot I'd put it near {float(i.answer.split()[0]) * 1.07:.3g} nV/sqrt(Hz).", ()),
    ("regulator_datasheet", "log_axis", lambda w, i: f"{float(i.answer.split()[0]) * 4:.3g} nV/√Hz", ("density",)),
    ("regulator_datasheet", "merged_header", lambda w, i: f"{i.answer} max.", ()),
    ("regulator_datasheet", "merged_header", lambda w, i: f"The guaranteed limit over −40 °C to +125 °C is {i.answer}; the typical value at 25 °C doesn't count here.", ()),
    ("regulator_datasheet", "merged_header", lambda w, i: "It isn't in the table.", ("limit",)),
    ("regulator_datasheet", "footnote_override", lambda w, i: f"Plan with {w.limits[1]} mA. Note 2 cuts the {w.limits[0]} mA once ambient is above {w.hot} °C.", ()),
    ("regulator_datasheet", "footnote_override", lambda w, i: f"{w.limits[1] / 1000:g} A, since you're over {w.hot} degrees C ambient.", ()),
    ("regulator_datasheet", "footnote_override", lambda w, i: f"No more than {w.limits[1]} mA (the limit above {w.hot}°C).", ()),
    ("regulator_datasheet", "footnote_override", lambda w, i: f"{w.limits[0]} mA continuous.", ("current", "why", "not-full")),
    ("regulator_datasheet", "running_matter", lambda w, i: f"Rev. {w.revisions[-1][0]}, {short_day(w.revisions[-1][1])}", ()),
    ("regulator_datasheet", "running_matter", lambda w, i: f"Revision {w.revisions[-1][0]} of {long_day(w.revisions[-1][1])}. Rev. {w.template} in the footer belongs to the template.", ()),
    ("regulator_datasheet", "running_matter", lambda w, i: f"- Revision: {w.revisions[-1][0]}\n- Issued: {long_day(w.revisions[-1][1])}", ()),
    ("regulator_datasheet", "running_matter", lambda w, i: f"Rev {w.template}, dated {long_day(w.revisions[-1][1])}.", ("revision", "not-template")),
    ("regulator_datasheet", "neighbour_place", lambda w, i: f"Pin 5, {w.pins[4]}. {w.pins[5]} (pin 6) is directly above.", ()),
    ("regulator_datasheet", "neighbour_place", lambda w, i: f"Lower right: {w.pins[4]}; above it: {w.pins[5]}; to the left, {w.pins[3]}.", ()),
    ("regulator_datasheet", "neighbour_place", lambda w, i: f"{w.pins[3]} is at the lower right.", ("corner", "above", "not-bottom")),
    ("regulator_datasheet", "never_reported", lambda w, i: f"There's no guaranteed minimum: the table only has a typical {w.rows[9].a[0]:g} dB.", ()),
    ("regulator_datasheet", "never_reported", lambda w, i: f"None is specified. The min column is blank; {w.rows[9].a[0]:g} dB (typ, grade A) isn't tested.", ()),
    ("regulator_datasheet", "never_reported", lambda w, i: f"The minimum is {w.rows[9].a[0]:g} dB.", ("no-minimum", "untested")),
    # specification
    ("pump_specification", "all_conditions", lambda w, i: f"- {w.hold} min hold at test pressure\n- max. {w.drop}% pressure loss\n- no leaks at joints or walls\n- gauges calibrated in the last {w.gauge} months\n- casing not yet painted", ()),
    ("pump_specification", "all_conditions", lambda w, i: f"Hold time is {w.hold} minutes and the pressure may not fall by more than {w.drop} %. Nothing may weep. Gauge calibration must be less than {w.gauge} months old, and the test comes before any coating.", ()),
    ("pump_specification", "all_conditions", lambda w, i: f"{w.hold} minutes with no leaks.", ("drop", "gauge", "bare")),
    ("pump_specification", "outline_number", lambda w, i: f"{w.wet} microns. 7.2 points to 6.3.2(b).", ()),
    ("pump_specification", "outline_number", lambda w, i: f"Per 6.3.2 b): {w.wet} µm (the {w.weld} µm in a) is for welds only).", ()),
    ("pump_specification", "outline_number", lambda w, i: f"{w.dry} µm", ("profile", "clause", "not-frames")),
    ("pump_specification", "page_break_header", lambda w, i: f"{i.answer}", ()),
    ("pump_specification", "page_break_header", lambda w, i: f"Schedule B allows {i.answer} there.", ()),
    ("pump_specification", "distant_definition", lambda w, i: f"{w.factor:g} × ({w.design} + {w.surge}) = {_test(w):g} bar, because rated pressure includes the surge allowance.", ()),
    ("pump_specification", "distant_definition", lambda w, i: f"{_test(w):g} bar ({w.factor:g} times the rated {w.design + w.surge} bar)", ()),
    ("pump_specification", "distant_definition", lambda w, i: f"{w.factor * w.design:g} bar ({w.factor:g} x {w.design}).", ("pressure", "rated", "not-design")),
    ("pump_specification", "interrupted_steps", lambda w, i: f"Open the discharge valve {w.opening} % of its travel.", ()),
    ("pump_specification", "interrupted_steps", lambda w, i: f"Next is step 5, discharge valve to {w.opening}%. The cold-weather box (oil at {w.warm} °C) only matters under 8 °C and comes first thing in the day.", ()),
    ("pump_specification", "interrupted_steps", lambda w, i: f"Warm oil to {w.warm} °C.", ("valve", "setting", "not-oil")),
    ("pump_specification", "superseded_amendment", lambda w, i: f"{w.vibration[1]:g} mm/s RMS (Amendment 1, replacing {w.vibration[0]:g} mm/s in 5.4).", ()),
    ("pump_specification", "superseded_amendment", lambda w, i: f"Originally {w.vibration[0]:g} mm/s, but A1.2 amended it to {w.vibration[1]:g} mm/s.", ()),
    ("pump_specification", "superseded_amendment", lambda w, i: f"It must not exceed {w.vibration[1]:g} mm/s since the amendment.", ()),
    ("pump_specification", "superseded_amendment", lambda w, i: f"{w.vibration[0]:g} mm/s", ("limit", "amendment", "not-old")),
    # type test
    ("type_test", "stamp_target", lambda w, i: f"{_stamped(w)[1]}, serial {_stamped(w)[0].serial}; rise {_stamped(w)[0].rise} K.", ()),
    ("type_test", "stamp_target", lambda w, i: f"Specimen {_stamped(w)[1]} (No. {_stamped(w)[0].serial}) carries the stamp. Oil temperature rose by {_stamped(w)[0].rise:.1f} K.", ()),
    ("type_test", "stamp_target", lambda w, i: f"| Specimen | Serial | Rise |\n|---|---|---|\n| Specimen {_stamped(w)[1]} | {_stamped(w)[0].serial} | {_stamped(w)[0].rise:.1f} K |", ()),
    ("type_test", "local_rule", lambda w, i: f"No. {_near(w)[0].sound} + {w.unsure} = {_near(w)[2]} dB(A), which is over {w.sound_limit}.", ()),
    ("type_test", "local_rule", lambda w, i: f"Not passed: with the uncertainty of {w.unsure} dB the {_near(w)[0].sound} dB(A) reading would exceed the {w.sound_limit} dB(A) limit.", ()),
    ("type_test", "local_rule", lambda w, i: f"You can't. The reading itself is under {w.sound_limit} dB(A), but the rule adds {w.unsure} dB, giving {_near(w)[2]} dB(A), so it fails.", ()),
    ("type_test", "local_rule", lambda w, i: f"Yes, {_near(w)[0].sound} is below {w.sound_limit}.", ("verdict", "uncertainty", "total")),
    ("type_test", "range_band", lambda w, i: f"At the {i.answer} step; band limit is {w.corridor[1]} arcmin.", ()),
    ("type_test", "range_band", lambda w, i: f"It first crosses {w.corridor[1]}' at {i.answer.rstrip('%')} percent of rated torque.", ()),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("engineering", design, mechanism, number)
    text = answer(world, item)
    assert failed_by(text, item) == set(fails), text
