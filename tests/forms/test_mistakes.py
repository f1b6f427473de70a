"""Wrong answers of forms, worked out by hand, and what the scorer makes of those of built documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dataset_builder.families import BuiltDocument, Task
from dataset_builder.families.forms.export import level_of
from dataset_builder.families.forms.family import FAMILY, FormsConfig
from dataset_builder.families.forms.mistakes import list_wrong_answers
from dataset_builder.families.forms.model import Field, Rect, Widget
from metrics.field_match import score_one

SCHEMA = {"type": "object", "properties": {}}


def answers_of(form: dict[str, tuple[str | None, Rect]], excluded: tuple[str, ...] = ()) -> dict[str, tuple[Any, str]]:
    """Return answer and ref by kind for a form given by path as value and box."""
    fields = [Field(path, index, path) for index, path in enumerate(form)]
    widgets = [Widget(index, 0, path, 1, form[path][1], "text") for index, path in enumerate(form)]
    shown = {index: value for index, (value, _) in enumerate(form.values()) if value is not None}
    found = list_wrong_answers(fields, widgets, shown, SCHEMA, excluded)
    assert len({item["kind"] for item in found}) == len(found)
    return {item["kind"]: (json.loads(item["answer"]), item["ref"]) for item in found}


PERSON: dict[str, tuple[str | None, Rect]] = {
    "name": ("Ana Ruiz", (0, 0, 100, 10)),
    "town": ("Duluth", (0, 30, 100, 40)),
    "state": ("MN", (105, 30, 140, 40)),
    "phone": (None, (0, 48, 100, 58)),
}


def test_a_flat_form() -> None:
    """Town and state are 5 points apart, town and phone 8; the longest value has 8 characters, its half is "Ana "."""
    truth = {path: value for path, (value, _) in PERSON.items()}
    assert answers_of(PERSON) == {
        "neighbour": ({**truth, "town": "MN"}, "town"),
        "truncated": ({**truth, "name": "Ana"}, "name"),
        "invented": ({**truth, "phone": "Duluth"}, "phone"),
        "schema_echo": (SCHEMA, ""),
    }


def test_no_mistake_is_made_with_what_is_not_scored() -> None:
    """Without the town the state is the name's neighbour, 5 across and 20 down, and the phone's."""
    found = answers_of(PERSON, ("town",))
    assert found["neighbour"][1] == "name" and found["neighbour"][0]["name"] == "MN"
    assert found["invented"][0]["phone"] == "MN"


def test_a_column_of_a_table_is_read_one_row_too_low() -> None:
    table = {
        f"rows[{row}].{column}": (value, (50.0 * place, 20.0 * row, 50.0 * place + 40, 20.0 * row + 10))
        for row, values in enumerate((("x", "1"), ("x", "2"), ("x", "3"), (None, None)))
        for place, (column, value) in enumerate(zip(("unit", "price"), values, strict=True))
    }
    answer, ref = answers_of(table)["row_shift"]
    assert ref == "rows[].unit"  # as the last row is left without one
    assert answer == {"rows": [{"unit": unit, "price": price} for unit, price in (("x", "1"), ("x", "2"), (None, "3"))]}


def test_a_list_of_plain_values_loses_its_first() -> None:
    places: dict[str, tuple[str | None, Rect]] = {
        f"names[{row}]": (name, (0, 20.0 * row, 90, 20.0 * row + 10)) for row, name in enumerate(("Ana", "Bo", "Cy"))
    }
    assert answers_of(places)["row_shift"] == ({"names": ["Bo", "Cy"]}, "names[]")


@pytest.mark.parametrize(
    ("depth", "rows", "columns", "fields", "scan", "pages", "level"),
    [
        (1, 0, 0, 20, 1, 1, "L1"),
        (2, 0, 0, 20, 0, 1, "L2"),
        (2, 5, 1, 20, 0, 1, "L2"),
        (2, 2, 2, 21, 0, 1, "L4"),
        (2, 2, 2, 21, 2, 1, "L5"),
        (1, 0, 0, 9, 0, 2, "L2"),
    ],
)
def test_levels(depth: int, rows: int, columns: int, fields: int, scan: int, pages: int, level: str) -> None:
    assert level_of({"depth": depth, "rows": rows, "columns": columns, "fields": fields, "scan": scan}, pages) == level


def test_mistakes_of_built_forms_cost_what_they_say() -> None:
    """A neighbour, a cut and an invention leave all fields right but one; an echo of the schema leaves none."""
    kinds = set()
    for index in range(3):
        document = FAMILY.build(FormsConfig(documents=3, seed=6), Task(index))
        assert isinstance(document, BuiltDocument)
        ((_, row),) = document.rows
        truth = score_one(row["answer"], row["ground_truth"], "strict", schema=row["schema"])
        assert truth.score == 1
        for wrong in row["wrong_answers"]:
            scored = score_one(wrong["answer"], row["ground_truth"], "strict", schema=row["schema"])
            lost = [path for path, outcome in scored.outcomes.items() if outcome != "right"]
            if wrong["kind"] in ("neighbour", "truncated"):
                assert lost == [wrong["ref"]]
            elif wrong["kind"] == "invented":  # which may stand in a row that the form does not fill
                assert len(lost) == 1 and lost[0].rpartition(".")[2] == wrong["ref"].rpartition(".")[2]
            elif wrong["kind"] == "schema_echo":
                assert scored.score == 0
            else:
                assert lost
            kinds.add(wrong["kind"])
    assert kinds >= {"neighbour", "truncated", "schema_echo"}
