"""What a build is made up of, counted by hand, in the paper's terms."""

from __future__ import annotations

from dataset_builder.card import render_card
from dataset_builder.families.forms.composition import (
    PUBLISHED,
    SCORED_FIELDS,
    measure_composition,
    structure_note,
    table_size,
)
from dataset_builder.families.forms.quality import measure_quality


def note(split: str, rows: int, columns: int) -> dict[str, str | int]:
    return {"split": split, "rows": rows, "columns": columns}


def test_shares_of_splits_and_shapes() -> None:
    """Of eight documents one is flat, three nested, four tables: of these two large, one a list, one a single row."""
    tables = [note("table", 5, 3), note("table", 2, 2), note("table", 4, 1), note("table", 1, 6)]
    figures = measure_composition([note("flat", 0, 0), *[note("nested", 0, 0)] * 3, *tables])
    assert figures == {
        "flat documents (%)": 12.5,
        "nested documents (%)": 37.5,
        "table documents (%)": 50.0,
        "of tables: several rows and columns (%)": 50.0,
        "of tables: one column, several rows (%)": 25.0,
        "of tables: one row (%)": 25.0,
        "rows of a table (median)": 3.0,
    }


def test_the_largest_list_counts_and_lists_of_plain_values_do_not() -> None:
    truth = {"a": [{"b": "1"}], "part": {"rows": [{"c": "1", "d": None}, {"c": "2", "d": "3"}]}, "names": ["x"] * 9}
    assert structure_note(truth) == {"rows": 2, "columns": 2}
    assert table_size({"names": ["x", "y"]}) == (0, 0)


def test_a_build_without_documents_or_tables_divides_by_nothing() -> None:
    assert set(measure_composition([]).values()) == {0}
    assert measure_composition([note("flat", 0, 0)])["flat documents (%)"] == 100


def test_every_figure_of_the_paper_is_measured_and_stands_beside_it_in_the_card() -> None:
    assert set(PUBLISHED) <= set(measure_quality([]))
    figures = {**dict.fromkeys(PUBLISHED, 1), SCORED_FIELDS: 12, "documents screened": 7}
    held = {"documents": 7, "rows": {"flat": 7}, "refused": {}, "figures": figures}
    card = render_card(
        {"docassay": "0", "arguments": {"forms": {}}, "versions": {}, "families": {"forms": held}, "failed": {}}
    )
    assert f"| {SCORED_FIELDS} | 12 | 11 |" in card and "| documents screened | 7 |" in card
    assert "| nested documents (%) | 1 | 64 |" in card and "| nested documents (%) | 1 |\n" not in card
