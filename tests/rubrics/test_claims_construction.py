"""Answers in other people's words to items of construction; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

Answer = Callable[[Any], str]


def _gone(w: Any) -> list[str]:
    return [one.number for one in w.doors if one.struck]


def _kept(w: Any) -> int:
    return sum(one.rating == 45 and not one.struck for one in w.doors)


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    (
        "floor_plan",
        "symbol_count",
        lambda w: (
            f"Type {w.ranked[0]} windows have the biggest quantity. On A-101 you'll find {w.count(w.ranked[0], 0)}."
        ),
        (),
    ),
    (
        "floor_plan",
        "symbol_count",
        lambda w: (
            f"**{w.count(w.ranked[0], 0)}** of type {w.ranked[0]} (out of {w.count(w.ranked[0], 0) + w.count(w.ranked[0], 1)} total in the building)."
        ),
        (),
    ),
    (
        "floor_plan",
        "struck_or_void",
        lambda w: (
            f"{_kept(w)}. Doors {_gone(w)[0]} and {_gone(w)[1]} were deleted by revision 2, so leave them off the order."
        ),
        (),
    ),
    (
        "floor_plan",
        "struck_or_void",
        lambda w: f"You need {_kept(w)} of them; skip {_gone(w)[0]} and {_gone(w)[1]}, both crossed out.",
        (),
    ),
    (
        "floor_plan",
        "neighbour_column",
        lambda w: (
            f'R.O. {w.units[w.target].opening[0]:g}" x {w.units[w.target].opening[1]:g}", sill at {w.units[w.target].sill}" AFF.'
        ),
        (),
    ),
    (
        "floor_plan",
        "footnote_override",
        lambda w: (
            f"GL-3 (laminated, obscure). It's a type {next(one.kind for one in w.floors[1].windows if one.room == w.wet)} opening; note 2 overrides GL-1 in that room."
        ),
        (),
    ),
    (
        "lighting_plan",
        "route_or_zone",
        lambda w: (
            f"{w.count('open', 'A', True)} type A troffers. The battery units inside the dashed line stay at full output."
        ),
        (),
    ),
    (
        "lighting_plan",
        "local_rule",
        lambda w: (
            f"About {w.count('conference', 'C') * w.length * w.watts['C'] + w.count('conference', 'B') * w.watts['B'] + w.count('conference', 'D') * w.watts['D'] * w.share / 100:.1f} watts: pendants by the foot, wall washers at {w.share} percent."
        ),
        (),
    ),
    (
        "lighting_plan",
        "status_column",
        lambda w: "Yes, go ahead with the housings. The HOLD is for the trim color only; trims have to wait.",
        (),
    ),
    (
        "lighting_plan",
        "status_column",
        lambda w: (
            "Release them. HOLD is in the Finish column and means trim color isn't picked, so only the trims are held."
        ),
        (),
    ),
    (
        "lighting_plan",
        "missing_attachment",
        lambda w: (
            f"Not on this sheet. The schedule says per letter {w.letter}, which isn't included, so get that letter first."
        ),
        (),
    ),
    (
        "project_manual",
        "superseded_amendment",
        lambda w: (
            f"{w.cure[1]} days, per addendum {w.numbers[0]}. The bulletin's {w.cure[2]} is just a pricing request and no change order has been signed."
        ),
        (),
    ),
    (
        "project_manual",
        "superseded_amendment",
        lambda w: (
            f"Original spec: {w.cure[0]} days. Addendum {w.numbers[0]} changed it to {w.cure[1]} days. Bulletin {w.numbers[1]} only requests a price for {w.cure[2]} days. So keep them {w.cure[1]} days."
        ),
        (),
    ),
    (
        "project_manual",
        "interrupted_steps",
        lambda w: (
            f"Check the dowels and keys against the drawing and let the testing agency inspect the joint. The face must be dry, no water for {w.dry} hours beforehand."
        ),
        (),
    ),
    (
        "project_manual",
        "prior_override",
        lambda w: (
            f"No, it's the opposite here: the joint has to be dry for {w.dry} hours and bonding agents are not allowed."
        ),
        (),
    ),
    (
        "project_manual",
        "all_conditions",
        lambda w: (
            f"1. Field-cured cylinders at {w.strip[0]}% of 28-day strength (mean of 3)\n2. {w.strip[1]} curing days minimum\n3. Engineer's written release\n4. Max {w.strip[2]} psf on the deck during removal"
        ),
        (),
    ),
    (
        "project_manual",
        "distant_definition",
        lambda w: f"Day {w.done}. You need {w.wall} curing days and only days averaging {w.mean}°F or higher count.",
        (),
    ),
    (
        "project_manual",
        "never_reported",
        lambda w: (
            "The spec doesn't list cement content for any mix. You'd have to take it from the producer's mix design submittal."
        ),
        ("ratio",),
    ),
]


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("construction", design, mechanism, number)
    text = answer(world)
    assert failed_by(text, item) == set(fails), text
