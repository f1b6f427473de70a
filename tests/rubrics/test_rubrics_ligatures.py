"""Letters stand apart in every print, so that each has a place of its own."""

from __future__ import annotations

from dataset_builder.checks.drawn import read_pages
from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.press import press


def test_a_font_shorthand_brings_no_ligatures_back() -> None:
    body = p.tag("p", "1,966 sq ft, fifty officers", style="font: 400 12pt 'Source Sans 3'")
    (page,) = read_pages(press(p.Paper("Areas", body), "areas").pdf)
    letters = [one for one in page.characters if one.text in "fit"]
    assert len(letters) == 9
    assert all(one.box[2] - one.box[0] > 1 for one in letters)
