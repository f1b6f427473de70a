"""Long documents: more matter around the same item, and twins that differ in nothing else."""

from __future__ import annotations

import pytest

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import read_pages
from dataset_builder.checks.rubrics import check_rubrics
from dataset_builder.families import BuiltDocument
from dataset_builder.families.rubrics.dealing import deal
from dataset_builder.families.rubrics.domains import list_domains, load_designs
from dataset_builder.families.rubrics.family import FAMILY, RubricsConfig
from dataset_builder.families.rubrics.model import Design
from dataset_builder.seeds import rng_for
from tests.rubrics.test_rubrics_family import stored

LONG = {one.name: one for domain in list_domains() for one in load_designs(domain) if one.extend}


@pytest.mark.parametrize("design", LONG.values(), ids=list(LONG))
def test_more_matter_changes_nothing_that_can_be_asked(design: Design) -> None:
    assert design.extend is not None
    for seed in range(12):
        world = design.sample(rng_for("rubrics", seed, 71, "world"))
        more = design.extend(world, rng_for("rubrics", seed, 71, "more"))
        assert more != world
        for ask in design.asks:
            assert ask.make(more) == ask.make(world), ask.mechanism


@pytest.mark.parametrize("design", LONG)
def test_twins_differ_in_length_alone_and_stand_up_to_checks(design: str) -> None:
    config = RubricsConfig(documents=2, seed=8, design=design, length="pairs")
    twins = [FAMILY.build(config, task) for task in FAMILY.plan(config)]
    records = []
    for built in twins:
        assert isinstance(built, BuiltDocument)
        document, record = stored(built)
        assert isinstance(document, Document)
        assert list(check_rubrics(document, record, read_pages(built.pdf))) == []
        records.append(record)
    short, long = records
    assert short["pair_id"] == long["pair_id"] is not None
    assert [twins[0].rows[0][1]["knobs"]["length"], twins[1].rows[0][1]["knobs"]["length"]] == ["standard", "long"]
    for column in ("question", "answer", "gold", "rubric", "wrong_answers", "axes", "category"):
        assert short[column] == long[column], column
    assert 12 <= long["num_pages"] <= 40 and long["num_pages"] >= 2 * short["num_pages"]


def test_every_third_document_of_a_design_that_comes_long_is() -> None:
    cells = [deal(index, 3, list_domains()) for index in range(200)]
    long = [cell for cell in cells if cell.length == "long"]
    able = [cell for cell in cells if cell.design.extend]
    assert all(cell.design.extend for cell in long)
    assert 0.2 <= len(long) / max(1, len(able)) <= 0.5


def test_lengths_that_are_not_to_be_had_are_refused() -> None:
    with pytest.raises(ValueError, match="length 'short' is not one of standard, long, pairs"):
        RubricsConfig(length="short")
    with pytest.raises(ValueError, match="design 'warranty_deed', length 'long'"):
        RubricsConfig(design="warranty_deed", length="long")
