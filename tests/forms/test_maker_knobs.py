"""Axes that go past the paper's composition: each holds on every form and draws without faults in every house style."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from test_maker_layout import find_faults

from dataset_builder.families.forms.making import LANGUAGES, Knobs, MadeForm, make_form
from dataset_builder.families.forms.making.bank import load_subjects, load_texts
from dataset_builder.families.forms.making.compose import compose_spec
from dataset_builder.families.forms.making.designs import HOUSES, Design, draw_design
from dataset_builder.families.forms.making.draw import draw_form
from dataset_builder.families.forms.making.layout import lay_out
from dataset_builder.families.forms.making.marks import Input
from dataset_builder.families.forms.making.spec import FormSpec, Table, slots
from dataset_builder.families.forms.schema_builder import build_schema
from dataset_builder.families.forms.templates import read_template
from dataset_builder.seeds import rng_for
from dataset_builder.trees import parse_path, split_of_schema

SEED = 17


@cache
def _made(index: int, knobs: Knobs) -> MadeForm:
    return make_form(index, SEED, knobs=knobs)


def _tables(form: MadeForm) -> dict[str, list[tuple[int, str]]]:
    """Return (row, column) of every cell, by table."""
    cells: dict[str, list[tuple[int, str]]] = {}
    for field in form.fields:
        found = re.fullmatch(r"(.+)\[(\d+)\]\.(.+)", field.path)
        if found:
            cells.setdefault(found[1], []).append((int(found[2]), found[3]))
    return cells


def _depth(form: MadeForm) -> int:
    return max(sum(isinstance(step, str) for step in parse_path(field.path)) for field in form.fields)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_deepest_path_has_the_steps_asked_for(depth: int) -> None:
    assert {_depth(_made(index, Knobs(depth=depth))) for index in range(6)} == {depth}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (12, 1), (7, 5), (5, 8)])
def test_tables_have_the_size_asked_for(rows: int, columns: int) -> None:
    for index in range(3):
        form = _made(index, Knobs(rows=rows, columns=columns))
        for cells in _tables(form).values():
            assert len(cells) == rows * columns
            assert len({column for _, column in cells}) == columns
        assert _tables(form)
        assert split_of_schema(build_schema(form.fields, form.template.widgets)) == "table"


@pytest.mark.parametrize("tables", [0, 1, 2])
def test_forms_have_the_tables_asked_for(tables: int) -> None:
    for index in range(4):
        spec = compose_spec(index, SEED, knobs=Knobs(tables=tables))
        found = [item for section in spec.sections for item in section.items if isinstance(item, Table)]
        assert len({table.key for table in found}) == tables


@pytest.mark.parametrize("pages", [2, 3])
def test_forms_fill_the_pages_asked_for(pages: int) -> None:
    for index in range(3):
        form = _made(index, Knobs(pages=pages))
        assert len(form.template.pages) == pages
        last = max(form.template.widgets[field.widget].page for field in form.fields)
        assert last >= pages - 1
        assert not find_faults(form.template.pdf, {})


def test_last_rows_are_told_to_stay_empty() -> None:
    form = _made(1, Knobs(rows=10, columns=3, empty_rows=0.4))
    rows = {field.path.partition("]")[0].rpartition("[")[2] for field in form.fields if field.widget in form.empty}
    assert rows == {"6", "7", "8", "9"}
    assert len(form.empty) == 4 * 3
    most = _made(1, Knobs(rows=2, columns=3, empty_rows=0.9))
    assert len(most.empty) == 3


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_forms_are_printed_in_the_language_asked_for(language: str) -> None:
    words = load_texts("words", language)
    for index in range(4):
        form = _made(index, Knobs(language=language))
        printed = " ".join(word.text for word in form.template.words)
        assert words["Page {page} of {pages}"].format(page=1, pages=1) in printed
        assert not re.search(r"\b(the|Signature \(sign|USE ONLY|Expires)\b", printed)
        assert all(field.path.isascii() for field in form.fields)
        assert not find_faults(form.template.pdf, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_same_parts(language: str) -> None:
    english, other = load_texts("people"), load_texts("people", language)
    assert set(english) == set(other)
    assert len(load_subjects(language)) >= 2
    domains = load_texts("agencies", language)["domains"]
    assert {subject.domain for subject in load_subjects(language)} <= set(domains)


def test_with_no_axis_set_forms_are_those_of_before() -> None:
    assert make_form(4, SEED, knobs=Knobs()) == make_form(4, SEED)


def test_same_axes_give_the_same_form() -> None:
    knobs = Knobs(depth=4, tables=2, rows=6, columns=4, empty_rows=0.5)
    assert make_form(2, SEED, knobs=knobs) == make_form(2, SEED, knobs=knobs)


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ({"depth": 5}, "depth 5 is not between 1 and 4"),
        ({"rows": 1}, "rows 1 is not between 2 and 40"),
        ({"columns": 9}, "columns 9 is not between 1 and 8"),
        ({"tables": 3}, "tables 3 is not between 0 and 2"),
        ({"pages": 7}, "pages 7 is not between 1 and 6"),
        ({"empty_rows": 1.0}, "empty_rows 1.0 is not between 0.0 and 0.9"),
        ({"language": "it"}, "language 'it' is not one of en, es, fr, de"),
        ({"tables": 0, "rows": 3}, "tables 0 leaves nothing"),
        ({"depth": 1, "tables": 1}, "depth 1 is that of a form without tables"),
    ],
)
def test_axes_out_of_range_are_refused(axes: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Knobs(**axes)


def test_a_split_that_axes_do_not_allow_is_refused() -> None:
    with pytest.raises(ValueError, match="split 'flat' does not go with"):
        make_form(0, SEED, split="flat", knobs=Knobs(rows=3))


def _faults(spec: FormSpec, design: Design, *, flow: bool = False) -> list[str]:
    pdf, names = draw_form(lay_out(spec, design, flow=flow), design)
    return find_faults(pdf, {names[slot.path]: slot.blank for slot in slots(spec)})


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_draws_extreme_forms(house: str) -> None:
    wide = Knobs(depth=4, tables=2, rows=4, columns=8)
    for index, language in ((0, "en"), (1, "de")):
        design = draw_design(house, rng_for("forms", index, SEED, "design"))
        knobs = Knobs(wide.depth, wide.rows, wide.columns, wide.tables, language=language)
        assert not _faults(compose_spec(index, SEED, knobs=knobs), design)


def test_long_tables_go_on_with_their_headings() -> None:
    form = _made(0, Knobs(rows=40, columns=4, tables=1))
    assert len(form.template.pages) > 1
    printed = [word.text for word in form.template.words if word.page == 2]
    assert "(continued)" in printed
    assert not find_faults(form.template.pdf, {})


def _with_total() -> tuple[FormSpec, Table]:
    for index in range(60):
        spec = compose_spec(index, SEED, "table")
        for section in spec.sections:
            for item in section.items:
                if isinstance(item, Table) and item.total:
                    return spec, item
    raise LookupError("no table of sixty has a total")


def test_a_total_stands_below_the_column_it_adds_up() -> None:
    spec, table = _with_total()
    column = table.columns[table.total_column]
    inputs = {
        mark.path: mark
        for page in lay_out(spec, draw_design("ledger", rng_for("forms", 0, SEED, "design")))
        for mark in page.marks
        if isinstance(mark, Input)
    }
    total = inputs[table.total.key if table.total else ""]
    cells = [inputs[f"{table.key}[{row}].{column.key}"] for row in range(table.rows)]
    assert column.kind == total.blank.kind == "money"
    assert total.blank.caption == f"Total {column.caption[0].lower()}{column.caption[1:]}"
    assert all(cell.rect[3] <= total.rect[1] for cell in cells)
    assert all(cell.rect[0] == pytest.approx(total.rect[0]) for cell in cells)


def test_some_tables_print_a_heading_over_two_columns() -> None:
    specs = [compose_spec(index, SEED, "table") for index in range(80)]
    tables = [item for spec in specs for section in spec.sections for item in section.items if isinstance(item, Table)]
    spans = [table.span for table in tables if table.span]
    assert spans
    assert all(last - first == 2 for _, first, last in spans)


def _widgets(design: Design) -> list[tuple[str, str]]:
    """Return tooltip and date picture of the text widgets of a form with many blanks, some of them dates."""
    specs = (compose_spec(index, SEED) for index in range(100))
    spec = next(s for s in specs if len(list(slots(s))) > 15 and any(slot.blank.kind == "date" for slot in slots(s)))
    pdf, _ = draw_form(lay_out(spec, design), design)
    template = read_template(pdf, "made.pdf", "all")
    return [(widget.tooltip, widget.pattern) for widget in template.widgets if widget.type == "text"]


def test_slips_repeat_the_tooltip_before_in_a_fifth_of_the_widgets() -> None:
    design = replace(draw_design("ledger", rng_for("forms", 0, SEED, "design")), tooltips=True, slips=False)
    right = [tooltip for tooltip, _ in _widgets(design)]
    wrong = [tooltip for tooltip, _ in _widgets(replace(design, slips=True))]
    changed = [place for place, (one, other) in enumerate(zip(right, wrong, strict=True)) if one != other]
    assert 0.1 < len(changed) / len(right) < 0.25
    assert {draw_design("ledger", rng_for("forms", i, SEED, "design")).slips for i in range(40)} == {True, False}


def test_date_scripts_are_on_whole_dates() -> None:
    design = replace(draw_design("ledger", rng_for("forms", 0, SEED, "design")), scripts=True)
    assert {pattern for _, pattern in _widgets(design)} == {"", "mm/dd/yyyy"}
    assert {pattern for _, pattern in _widgets(replace(design, scripts=False))} == {""}
