"""Answers in other people's words to items of manufacturing; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

Answer = Callable[[Any], str]


def _lots(w: Any) -> tuple[list[str], str, list[str]]:
    good = [one.number for one in w.lots[w.bracket : w.bracket + 2]]
    held = w.lots[w.hold].number
    return good, held, [one.number for one in w.lots if one.number not in (*good, held)]


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    (
        "packing_list",
        "full_total",
        lambda w: (
            f"{w.gross + w.tare:,.1f} kg. Cartons come to {w.gross:,.1f} kg and the seven pallets add {w.tare:.1f} kg."
        ),
        (),
    ),
    (
        "packing_list",
        "full_total",
        lambda w: f"Cartons {w.gross:.1f} kg + pallets {w.tare:.1f} kg = {w.gross + w.tare:.1f} kg",
        (),
    ),
    ("packing_list", "full_total", lambda w: f"{w.gross:,.1f} kg gross.", ("total", "pallets", "not-cartons")),
    (
        "packing_list",
        "footnote_override",
        lambda w: (
            f"{w.carton(w.short[0]).pieces - w.short[1]} pcs of {w.parts[w.carton(w.short[0]).part].number}. Listed as {w.carton(w.short[0]).pieces}, but the note says it's {w.short[1]} short."
        ),
        (),
    ),
    (
        "packing_list",
        "neighbour_column",
        lambda w: (
            f"{w.parts[w.status].before + w.shipped(w.status)} shipped in total; {w.parts[w.status].ordered - w.parts[w.status].before - w.shipped(w.status)} remain open."
        ),
        (),
    ),
    (
        "packing_list",
        "running_matter",
        lambda w: f"Drawing rev. {w.parts[w.revised].revision}, {w.parts[w.revised].name}.",
        (),
    ),
    (
        "packing_list",
        "never_reported",
        lambda w: (
            "Neither is on it: the packing list shows no values and no tariff codes. Ask the shipper or use the commercial invoice."
        ),
        (),
    ),
    (
        "packing_list",
        "neighbour_place",
        lambda w: f"Left at the doors: pallet {w.slots[6]}. Right behind it: pallet {w.slots[5]}.",
        (),
    ),
    (
        "certificate_of_conformance",
        "stamp_target",
        lambda w: "- Released: {} and {}\n- On hold: {}\n- No stamp, still in test: {} and {}".format(
            *_lots(w)[0], _lots(w)[1], *_lots(w)[2]
        ),
        (),
    ),
    (
        "certificate_of_conformance",
        "stamp_target",
        lambda w: (
            "Put {} and {} away. {} is on hold. {} isn't stamped and {} isn't stamped either, so quarantine both.".format(
                *_lots(w)[0], _lots(w)[1], *_lots(w)[2]
            )
        ),
        (),
    ),
    (
        "certificate_of_conformance",
        "band_edge",
        lambda w: f"Required {w.bands[1][1]}-{w.bands[1][2]} µm. Your {w.probe:g} is too thin, so it's outside.",
        (),
    ),
    (
        "certificate_of_conformance",
        "struck_or_void",
        lambda w: (
            f"{w.corrected[1]} pcs, heat {w.lots[w.corrected[0]].heat} (the typed {w.lots[w.corrected[0]].pieces} is crossed out)."
        ),
        (),
    ),
    (
        "certificate_of_conformance",
        "missing_attachment",
        lambda w: (
            "It isn't on the certificate. Chemistry is on the mill cert (attachment 2), which was sent to your materials office separately."
        ),
        (),
    ),
    (
        "technical_instructions",
        "prior_override",
        lambda w: f"{w.drill[0][0]} rpm, {w.drill[0][1]:g} mm/rev. No coolant at all, and don't peck.",
        (),
    ),
    (
        "technical_instructions",
        "prior_override",
        lambda w: (
            f"- Speed: {w.drill[0][0]} 1/min\n- Feed: {w.drill[0][1]:g} mm per turn\n- Coolant: none, drill dry\n- Peck depth: none, one continuous stroke"
        ),
        (),
    ),
    (
        "technical_instructions",
        "side_by_side",
        lambda w: f"Blow off, then dry for {w.flash[1][0]} min at {w.flash[1][1]}°C.",
        (),
    ),
    (
        "technical_instructions",
        "nested_bullets",
        lambda w: f"{w.soak[1]} min at 0.6 bar or more, then vent it slowly and check for cell prints.",
        (),
    ),
    (
        "technical_instructions",
        "dual_axis",
        lambda w: f"~{w.pressure[w.minute]} bar (±0.2), ~{w.temperature[w.minute]:.0f} °C",
        (),
    ),
    (
        "technical_instructions",
        "route_or_zone",
        lambda w: (
            "\n".join(f"{k}. {one}" for k, one in enumerate(w.clean, 1)) + "\n\nThose are the ones in the clean zone."
        ),
        (),
    ),
    (
        "technical_instructions",
        "appendix_lookup",
        lambda w: f"Limit is {w.dent[w.zone - 1]:g} mm because the stricter zone governs on the line. The dent is out.",
        (),
    ),
    (
        "technical_instructions",
        "all_conditions",
        lambda w: (
            f"Peel >= {w.peel:g} N/mm (mean of 3), not earlier than {w.age} h after cure; good cure curve; film out time max {w.out} h."
        ),
        (),
    ),
]


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("manufacturing", design, mechanism, number)
    text = answer(world)
    assert failed_by(text, item) == set(fails), text
