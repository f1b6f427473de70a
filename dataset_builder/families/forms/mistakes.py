"""What a reader of a form who errs in a named way would say: whole answers, each with one mistake.

The kinds are what scores of models are explained by: ``neighbour`` (the value of the box next to it), ``row_shift`` (a
column read one row too low), ``truncated`` (the value cut at half), ``invented`` (a value where the form is blank) and
``schema_echo`` (the schema in place of values; VAREX, section 4.4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.families.forms.model import Field, Rect, Widget
from dataset_builder.families.forms.quality import leaf_of
from dataset_builder.schema import canonical_json
from dataset_builder.trees import format_path, nest, parse_path

_SHORT = 6
"""Characters under which a value is too short to be cut."""

Change = tuple[str, Mapping[str, str | None]]
"""Which path is read wrongly (``[]`` for every row of a list), and the values that are said in place of others."""


def list_wrong_answers(
    fields: Sequence[Field],
    widgets: Sequence[Widget],
    shown: Mapping[int, str],
    schema: Mapping[str, Any],
    excluded: Collection[str] = (),
) -> list[dict[str, str]]:
    """Return an answer for each kind of mistake that can be made with the form, all different from the truth.

    Args:
        fields: the leaves of the schema.
        widgets: the form's, by index.
        shown: by widget index, what the pages show.
        schema: JSON Schema.
        excluded: leaves that are not scored, with which no mistake is made.

    Returns:
        rows of ``wrong_answers``: ``answer`` as JSON text, ``kind``, and as ``ref`` the path that is read wrongly.
    """
    values: dict[str, str | None] = {field.path: shown.get(field.widget) for field in fields}
    places = {field.path: widgets[field.widget] for field in fields if leaf_of(field.path) not in excluded}
    changes: dict[str, Change | None] = {
        "neighbour": _take_the_neighbour(values, places),
        "row_shift": _shift_a_column(values, places),
        "truncated": _cut_the_longest(values, places),
        "invented": _fill_a_blank(values, places),
    }
    told = {canonical_json(nest(values))}
    answers = []
    for kind, change in changes.items():
        answer = canonical_json(nest({**values, **change[1]})) if change is not None else ""
        if change is not None and answer not in told:
            answers.append({"answer": answer, "kind": kind, "ref": change[0]})
            told.add(answer)
    return [*answers, {"answer": canonical_json(schema), "kind": "schema_echo", "ref": ""}]


def _take_the_neighbour(values: Mapping[str, str | None], places: Mapping[str, Widget]) -> Change | None:
    """Give a value the one of the box next to it, of all such pairs the nearest."""
    filled = [path for path in places if values[path] is not None]
    pairs = [(path, other) for path in filled for other in filled if values[path] != values[other]]
    return _nearest(pairs, values, places)


def _fill_a_blank(values: Mapping[str, str | None], places: Mapping[str, Widget]) -> Change | None:
    """Give the blank that is nearest to a value that value."""
    filled = [path for path in places if values[path] is not None]
    pairs = [(path, other) for path in places if values[path] is None for other in filled]
    return _nearest(pairs, values, places)


def _nearest(
    pairs: Sequence[tuple[str, str]], values: Mapping[str, str | None], places: Mapping[str, Widget]
) -> Change | None:
    gaps = [
        (_gap(places[path].rect, places[other].rect), position)
        for position, (path, other) in enumerate(pairs)
        if places[path].page == places[other].page
    ]
    if not gaps:
        return None
    path, other = pairs[min(gaps)[1]]
    return path, {path: values[other]}


def _gap(first: Rect, second: Rect) -> float:
    """Return the distance of two boxes in points, across and down added up."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    down = max(first[1] - second[3], second[1] - first[3], 0.0)
    return across + down


def _shift_a_column(values: Mapping[str, str | None], places: Mapping[str, Widget]) -> Change | None:
    """Give each row of the first column that this changes the value of the next row, and the last one none."""
    for column, rows in _columns(places):
        said = {row: values[after] for row, after in zip(rows, [*rows[1:], None], strict=True) if after is not None}
        said[rows[-1]] = None
        if sum(values[row] is not None for row in rows) > 1 and any(said[row] != values[row] for row in rows[:-1]):
            return column, said
    return None


def _columns(places: Mapping[str, Widget]) -> Iterator[tuple[str, list[str]]]:
    """Yield the columns of lists with the paths of their rows, in order."""
    columns: dict[str, dict[int, str]] = {}
    for path in places:
        steps = parse_path(path)
        row = next((position for position, step in enumerate(steps) if isinstance(step, int)), None)
        if row is not None:
            rest = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps[row + 1 :])
            columns.setdefault(f"{format_path(steps[:row])}[]{rest}", {})[int(steps[row])] = path
    for column, rows in columns.items():
        yield column, [rows[row] for row in sorted(rows)]


def _cut_the_longest(values: Mapping[str, str | None], places: Mapping[str, Widget]) -> Change | None:
    """Cut the longest value at half, before the word that the cut would part if there is one before it."""
    path = max(places, key=lambda path: len(values[path] or ""), default="")
    value = values.get(path) or ""
    if len(value) < _SHORT:
        return None
    half = value[: len(value) // 2]
    return path, {path: half.rpartition(" ")[0].rstrip() or half}
