"""What the form maker promises: composition, determinism, and fields that agree with page and schema."""

from __future__ import annotations

import collections
import hashlib
import statistics
import subprocess
import sys
from dataclasses import replace

import pytest

from dataset_builder.families.forms.making import MadeForm, make_form
from dataset_builder.families.forms.making.bank import load_subjects, load_texts, read_ask
from dataset_builder.families.forms.making.compose import SHARES, compose_spec
from dataset_builder.families.forms.making.dealing import deal, deal_permuted
from dataset_builder.families.forms.making.designs import HOUSES, choose_design, draw_design
from dataset_builder.families.forms.making.layout import lay_out
from dataset_builder.families.forms.making.marks import Input
from dataset_builder.families.forms.making.spec import Blank, FormSpec, Group, Section, Table, name_key, slots
from dataset_builder.families.forms.schema_builder import build_schema
from dataset_builder.families.forms.values import KINDS
from dataset_builder.seeds import rng_for
from dataset_builder.trees import parse_path, split_of_schema

MADE = 24


@pytest.fixture(scope="module")
def made() -> list[MadeForm]:
    return [make_form(index, 11) for index in range(MADE)]


@pytest.fixture(scope="module")
def specs() -> list[FormSpec]:
    return [compose_spec(index, 1) for index in range(1000)]


def _leaf_names(spec: FormSpec) -> list[str]:
    return [[step for step in parse_path(slot.path) if isinstance(step, str)][-1] for slot in slots(spec)]


def test_first_splits_dealt_are_those_worked_out_by_hand() -> None:
    # After each step the class furthest behind its share (17, 64, 19 in a hundred) follows.
    assert [deal(SHARES, position) for position in range(6)] == [
        "nested",
        "table",
        "nested",
        "flat",
        "nested",
        "nested",
    ]


@pytest.mark.parametrize("length", [7, 30, 100, 333, 1000])
def test_every_prefix_is_near_the_shares(length: int) -> None:
    counts = collections.Counter(deal(SHARES, position) for position in range(length))
    for split, share in SHARES.items():
        assert abs(counts[split] - share * length / 100) < 1.5


def test_permuted_deal_gives_every_number_once_a_round() -> None:
    for turn in range(3):
        drawn = [deal_permuted(7, 7 * turn + place, 5, "x") for place in range(7)]
        assert sorted(drawn) == list(range(7))


def test_composition_is_near_the_papers(specs: list[FormSpec]) -> None:
    counts = collections.Counter(spec.split for spec in specs)
    assert counts == {"flat": 170, "nested": 640, "table": 190}
    assert statistics.median(len(list(slots(spec))) for spec in specs) == pytest.approx(11, abs=1)
    tables = [item for spec in specs for section in spec.sections for item in section.items if isinstance(item, Table)]
    shapes = collections.Counter(table.shape for table in tables)
    assert shapes["columns"] / len(tables) == pytest.approx(0.46, abs=0.02)
    assert shapes["list"] / len(tables) == pytest.approx(0.27, abs=0.02)
    assert statistics.median(table.rows for table in tables) == 3


def test_thousand_forms_differ(specs: list[FormSpec]) -> None:
    schemas = {tuple(slot.path for slot in slots(spec)) for spec in specs}
    names = {name for spec in specs for name in _leaf_names(spec)}
    assert len(schemas) >= 990
    assert len(names) >= 4000
    assert len({spec.title for spec in specs}) >= 150


def test_paths_are_unique_and_captions_unambiguous(specs: list[FormSpec]) -> None:
    for spec in specs:
        paths = [slot.path for slot in slots(spec)]
        assert len(set(paths)) == len(paths)
        titles = [section.title for section in spec.sections if section.title]
        assert len(set(titles)) == len(titles)
        for section in spec.sections:
            for blanks in _siblings(section):
                captions = [blank.caption.lower() for blank in blanks]
                assert len(set(captions)) == len(captions), (spec.title, captions)


def _siblings(section: Section) -> list[list[Blank]]:
    groups = [list(item.blanks) for item in section.items if isinstance(item, Group)]
    tables = [list(item.columns) for item in section.items if isinstance(item, Table)]
    plain = [item for item in section.items if isinstance(item, Blank)]
    return [plain, *groups, *tables]


def test_a_form_does_not_depend_on_the_others(made: list[MadeForm]) -> None:
    again = make_form(5, 11)
    assert again == made[5]
    assert make_form(5, 12).spec != made[5].spec


def test_same_bytes_in_another_process(made: list[MadeForm]) -> None:
    code = (
        "import hashlib; from dataset_builder.families.forms.making import make_form;"
        "print(hashlib.sha256(make_form(3, 11).template.pdf).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256(made[3].template.pdf).hexdigest()


def test_each_field_stands_at_its_own_widget(made: list[MadeForm]) -> None:
    for form in made:
        fillable = {widget.index for widget in form.template.fillable}
        bound = [field.widget for field in form.fields]
        assert sorted(bound) == sorted(fillable)
        assert all(field.kind in KINDS and field.source == "maker" for field in form.fields)
        assert len(form.template.pages) == 1


def test_each_caption_is_printed_near_its_widget(made: list[MadeForm]) -> None:
    """Each word of a caption is nearer to its widget than 60% of the page's width, or 75% on a dotted line."""
    for form in made:
        width = form.template.pages[0].width
        for field in form.fields:
            x0, y0, x1, y1 = form.template.widgets[field.widget].rect
            for label in field.label.split():
                places = [word.rect for word in form.template.words if word.text.strip(":").lower() == label.lower()]
                assert places, (form.design, field.label, label)
                gaps = [max(x0 - r[2], r[0] - x1, 0) + max(y0 - r[3], r[1] - y1, 0) for r in places]
                assert min(gaps) < (0.75 if "-leader-" in form.design else 0.6) * width


def test_schema_has_the_planned_split(made: list[MadeForm]) -> None:
    for form in made:
        assert split_of_schema(build_schema(form.fields, form.template.widgets)) == form.split
    assert {form.split for form in made} == {"flat", "nested", "table"}


@pytest.mark.parametrize("split", ["flat", "nested", "table"])
def test_a_split_can_be_asked_for(split: str) -> None:
    form = make_form(2, 11, split=split)
    assert form.split == split
    assert split_of_schema(build_schema(form.fields, form.template.widgets)) == split


def test_unknown_split_and_house_are_refused() -> None:
    with pytest.raises(ValueError, match="'tree' is not one of flat, nested, table"):
        make_form(0, 0, split="tree")
    with pytest.raises(ValueError, match="'gothic' is not one of"):
        draw_design("gothic", rng_for("forms", 0, 0, "design"))


def test_a_form_that_is_too_long_flows_on() -> None:
    spec = compose_spec(0, 1)
    named = [(f"part_{number}", f"Part {number}") for number in range(8)]
    section = max(spec.sections, key=lambda section: len(section.items))
    many = tuple(Section(key, title, section.items) for key, title in named)
    long = replace(spec, sections=(*many, spec.sections[-1]))
    for house in HOUSES:
        pages = lay_out(long, draw_design(house, rng_for("forms", 0, 0, "design")))
        paths = [mark.path for page in pages for mark in page.marks if isinstance(mark, Input)]
        assert sorted(paths) == sorted(slot.path for slot in slots(long))


def test_some_dates_and_numbers_are_asked_for_in_parts(specs: list[FormSpec]) -> None:
    groups = [item for spec in specs for section in spec.sections for item in section.items if isinstance(item, Group)]
    split = {tuple(blank.kind for blank in group.blanks) for group in groups if group.inline}
    assert ("date_month", "date_day", "date_year") in split
    assert ("area_code", "phone_rest") in split
    assert all(
        spec.split != "flat" for spec in specs if any(isinstance(i, Group) for s in spec.sections for i in s.items)
    )


def test_designs_are_many() -> None:
    names = {choose_design(index, 1).name for index in range(200)}
    assert len(HOUSES) >= 40
    assert len(names) >= 100
    assert {name.split("/")[0] for name in names} == set(HOUSES)


def test_bank_covers_many_subjects_and_its_kinds_are_known() -> None:
    subjects = load_subjects()
    assert len(subjects) >= 50
    assert len({subject.domain for subject in subjects}) >= 12
    for subject in subjects:
        for topic in (*subject.topics, *subject.tables, *subject.lists):
            for ask in topic.asks:
                assert ask.kind in KINDS
                assert all(caption.isascii() for caption in ask.captions)


def test_vague_blanks_have_examples_that_fit() -> None:
    for subject in load_subjects():
        for topic in (*subject.topics, *subject.tables, *subject.lists):
            for ask in topic.asks:
                if ask.kind in ("text", "reason", "description", "narrative", "item_description") and not ask.choices:
                    assert len(set(ask.examples)) >= 2, (subject.id, ask.captions)
                    assert all(0 < len(example) <= ask.room * ask.lines for example in ask.examples)


def test_examples_reach_the_fields(made: list[MadeForm]) -> None:
    vague = [field for form in made for field in form.fields if field.kind == "item_description"]
    assert vague
    assert all(field.examples for field in vague)


@pytest.mark.parametrize("text", ["Color :: colour", "Kind :: choice", "Size :: text wide"])
def test_malformed_bank_entries_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="bank entry"):
        read_ask(text)


def test_names_come_from_captions() -> None:
    assert name_key("Owner's ZIP code") == "owner_zip_code"
    assert name_key("Parents' income (last year)") == "parents_income"
    with pytest.raises(ValueError, match="no word"):
        name_key("(optional)")


def test_agencies_of_subjects_name_subjects_of_the_bank() -> None:
    agencies = load_texts("agencies")
    known = {subject.id for subject in load_subjects()}
    assert set(agencies["subjects"]) <= known
    assert all(agencies["subjects"].values())
    made = make_form(0, 11)
    assert made.spec["agency"] in agencies["subjects"].get(made.subject, agencies["domains"][made.domain])
