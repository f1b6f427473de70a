"""Corruptions of what is said about a page: truth, tables, schema, row, trace, names."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from drafts import Draft, set_in
from planting import pick_shown, plant

from dataset_builder.trees import format_path, parse_path

# -- the truth says something else than the page


@plant("box-text")
def swap_two_values(draft: Draft, rng: Random) -> bool:
    first, second = rng.sample(sorted(draft.shown), 2)
    a, b = draft.shown[first], draft.shown[second]
    draft.set_value(first, b)
    draft.set_value(second, a)
    return a != b


@plant("box-text")
def cut_a_value(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 3)
    if path:
        draft.set_value(path, draft.shown[path][:-1])
    return bool(path)


@plant("box-text")
def change_a_character(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng)
    value = draft.shown[path or ""]
    position = rng.randrange(len(value))
    draft.set_value(path or "", f"{value[:position]}{'7' if value[position] != '7' else '1'}{value[position + 1 :]}")
    return True


@plant("box-text")
def swap_two_characters(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 4)
    if not path:
        return False
    value = draft.shown[path]
    places = [i for i in range(len(value) - 1) if value[i] != value[i + 1] and " " not in value[i : i + 2]]
    if not places:
        return False
    i = rng.choice(places)
    draft.set_value(path, value[:i] + value[i + 1] + value[i] + value[i + 2 :])
    return True


@plant("box-text")
def add_a_word(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng)
    draft.set_value(path or "", f"{draft.shown[path or '']} Jr")
    return True


@plant("evidence")
def fill_a_null(draft: Draft, rng: Random) -> bool:
    if draft.nulls:
        draft.set_value(rng.choice(draft.nulls), "Nash")
        return True
    return False


@plant("box-text")
def fill_a_null_and_give_it_its_box(draft: Draft, rng: Random) -> bool:
    if not draft.nulls:
        return False
    path = rng.choice(draft.nulls)
    draft.set_value(path, "Nash")
    widget = draft.widget(path)
    draft.record["evidence"].append({"page": 1, "bbox": widget["rect"], "kind": "field", "ref": path})
    return True


@plant("evidence")
def empty_a_value(draft: Draft, rng: Random) -> bool:
    draft.set_value(rng.choice(sorted(draft.shown)), None)
    return True


@plant("null-filled")
def empty_a_value_and_take_its_box(draft: Draft, rng: Random) -> bool:
    path = rng.choice(sorted(draft.shown))
    draft.record["evidence"].remove(draft.box(path))
    draft.set_value(path, None)
    return True


@plant("answer")
def change_the_answer_alone(draft: Draft, rng: Random) -> bool:
    answer = draft.record["answer"]
    value = draft.shown[pick_shown(draft, rng, 3) or ""]
    draft.record["answer"] = answer.replace(value, value[::-1] + "x")
    return draft.record["answer"] != answer


@plant("copy")
def change_the_manifest_alone(draft: Draft, rng: Random) -> bool:
    set_in(draft.row["manifest"]["truth"], rng.choice(sorted(draft.shown)), "another")
    return True


# -- tables


def find_rows(draft: Draft) -> dict[tuple[str, int], dict[str, str]]:
    """Return the paths of the shown values of each row of each table, by column."""
    rows: dict[tuple[str, int], dict[str, str]] = {}
    for path in draft.shown:
        steps = parse_path(path)
        if len(steps) >= 3 and isinstance(steps[1], int):
            rows.setdefault((str(steps[0]), steps[1]), {})[format_path(steps[2:])] = path
    return rows


def exchange(draft: Draft, pairs: list[tuple[str, str]], *, boxes: bool) -> None:
    """Exchange the values of pairs of paths, and their boxes and widgets if asked to."""
    for first, second in pairs:
        a, b = draft.shown[first], draft.shown[second]
        if boxes:
            one, other = draft.box(first), draft.box(second)
            one["ref"], other["ref"] = second, first
            traced, others = draft.widget(first), draft.widget(second)
            traced["path"], others["path"] = second, first
        draft.set_value(first, b)
        draft.set_value(second, a)


def pair_rows(draft: Draft, rng: Random) -> list[tuple[str, str]]:
    """Return paths of two rows of a table, column by column, where both show something different."""
    rows = find_rows(draft)
    choices = [
        [(columns[name], rows[table, other][name]) for name in columns if name in rows[table, other]]
        for (table, row), columns in rows.items()
        for other in range(row + 1, row + 3)
        if (table, other) in rows
    ]
    choices = [[pair for pair in pairs if draft.shown[pair[0]] != draft.shown[pair[1]]] for pairs in choices]
    choices = [pairs for pairs in choices if pairs]
    return rng.choice(choices) if choices else []


def swap_two_rows(draft: Draft, rng: Random, *, boxes: bool) -> bool:
    pairs = pair_rows(draft, rng)
    exchange(draft, pairs, boxes=boxes)
    return bool(pairs)


plant("box-text", "swap_two_rows")(functools.partial(swap_two_rows, boxes=False))
plant("rows", "swap_two_rows_with_their_boxes")(functools.partial(swap_two_rows, boxes=True))


@plant("rows")
def swap_two_columns_of_a_row_with_their_boxes(draft: Draft, rng: Random) -> bool:
    tables: dict[str, list[dict[str, str]]] = {}
    for (table, _), columns in find_rows(draft).items():
        tables.setdefault(table, []).append(columns)
    for rows in tables.values():
        shared = sorted(set(rows[0]).intersection(*rows[1:2]))
        if len(rows) > 1 and len(shared) > 1:
            first, second = rng.sample(shared, 2)
            exchange(draft, [(rows[0][first], rows[0][second])], boxes=True)
            return True
    return False


@plant("box-text")
def push_values_down_a_row(draft: Draft, rng: Random) -> bool:
    pairs = pair_rows(draft, rng)
    for first, second in pairs:
        draft.set_value(second, draft.shown[first])
    return bool(pairs)


# -- the schema


def schema_leaves(draft: Draft) -> list[tuple[dict[str, Any], str]]:
    """Return (properties, name) of every leaf of the schema."""
    schema = draft.record["schema"]
    objects = [schema, *schema.get("$defs", {}).values()]
    return [
        (node["properties"], name)
        for node in objects
        for name, leaf in node["properties"].items()
        if leaf.get("type") == "string"
    ]


def leaf_of(draft: Draft, path: str) -> dict[str, Any]:
    """Return the schema of one leaf."""
    schema = draft.record["schema"]
    node = schema
    for step in parse_path(path):
        while "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        node = node["items"] if isinstance(step, int) else node["properties"][step]
    leaf: dict[str, Any] = node
    return leaf


def change_type(properties: dict[str, Any], name: str, rng: Random) -> None:
    properties[name]["type"] = rng.choice(("integer", "number", "boolean"))


def rename(properties: dict[str, Any], name: str, rng: Random) -> None:
    properties[f"{name}_line"] = properties.pop(name)


def drop(properties: dict[str, Any], name: str, rng: Random) -> None:
    del properties[name]


def double(properties: dict[str, Any], name: str, rng: Random) -> None:
    properties[f"second_{name}"] = dict(properties[name])


def drop_description(properties: dict[str, Any], name: str, rng: Random) -> None:
    del properties[name]["description"]


def break_limit(properties: dict[str, Any], name: str, rng: Random) -> None:
    properties[name]["maxLength"] = -1


def change_schema(draft: Draft, rng: Random, *, change: Callable[[dict[str, Any], str, Random], None]) -> bool:
    """Change one leaf of the schema, and the copies of the schema with it."""
    properties, name = rng.choice(schema_leaves(draft))
    change(properties, name, rng)
    draft.tell_schema()
    return True


for kind, changes in {
    "type": (change_type,),
    "path": (rename, drop, double),
    "schema": (drop_description, break_limit),
}.items():
    for change in changes:
        plant(kind, f"{change.__name__}_in_the_schema")(functools.partial(change_schema, change=change))


@plant("path")
def rename_a_path_of_the_truth(draft: Draft, rng: Random) -> bool:
    paths = [path for path in sorted(draft.shown) if not path.endswith("]")]
    if not paths:
        return False
    path = rng.choice(paths)
    *steps, last = parse_path(path)
    node: Any = draft.truth
    for step in steps:
        node = node[step]
    node[f"{last}_line"] = node.pop(last)
    draft.box(path)["ref"] = f"{path}_line"
    draft.widget(path)["path"] = f"{path}_line"
    draft.tell_truth()
    return True


@plant("path")
def drop_a_path_of_the_program(draft: Draft, rng: Random) -> bool:
    del draft.record["program"]["fields"][rng.choice(sorted(draft.shown))]
    return True


@plant("path")
def exclude_what_is_no_path(draft: Draft, rng: Random) -> bool:
    draft.record["excluded_fields"] = [f"{rng.choice(sorted(draft.shown))}_line"]
    return True


@plant("limit")
def tighten_a_length(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 2)
    leaf_of(draft, path or "")["maxLength"] = len(draft.shown[path or ""]) - 1
    draft.tell_schema()
    return True


@plant("limit")
def offer_other_choices(draft: Draft, rng: Random) -> bool:
    leaf_of(draft, rng.choice(sorted(draft.shown)))["enum"] = ["North", "South"]
    draft.tell_schema()
    return True


@plant("copy")
def describe_a_property_otherwise_in_the_record_alone(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[name]["description"] += " (again)"
    return True


@plant("split")
def file_under_another_split(draft: Draft, rng: Random) -> bool:
    others = [split for split in ("flat", "nested", "table") if split != draft.document.split]
    draft.document = replace(draft.document, splits=(rng.choice(others),))
    return True


@plant("split")
def name_another_category(draft: Draft, rng: Random) -> bool:
    draft.record["category"] = rng.choice([s for s in ("flat", "nested", "table") if s != draft.record["category"]])
    return True


@plant("knobs")
def miscount_something(draft: Draft, rng: Random) -> bool:
    knob = rng.choice(("fields", "filled", "depth", "tables", "rows", "columns"))
    draft.record["knobs"][knob] += 1
    draft.row["knobs"][knob] += 1
    return True


# -- the row


@plant("id")
def give_an_id_of_another_form(draft: Draft, rng: Random) -> bool:
    draft.record["id"] = rng.choice(("forms-00001", "form-1-00001-0", f"{draft.record['id']}-x"))
    return True


@plant("id")
def name_another_document(draft: Draft, rng: Random) -> bool:
    draft.record["doc_id"] = "forms-1-99999"
    return True


@plant("value")
def name_another_metric(draft: Draft, rng: Random) -> bool:
    draft.record["metric"] = rng.choice(("exact", "anls"))
    return True


@plant("value")
def name_an_unknown_level(draft: Draft, rng: Random) -> bool:
    draft.record["level"] = "L9"
    return True


@plant("knobs")
def name_another_level(draft: Draft, rng: Random) -> bool:
    draft.record["level"] = rng.choice([f"L{level}" for level in range(1, 6) if f"L{level}" != draft.record["level"]])
    return True


@plant("wrong-answer")
def call_the_answer_wrong(draft: Draft, rng: Random) -> bool:
    rng.choice(draft.record["wrong_answers"])["answer"] = draft.record["answer"]
    return True


@plant("wrong-answer")
def tell_a_wrong_answer_twice(draft: Draft, rng: Random) -> bool:
    draft.record["wrong_answers"].append(rng.choice(draft.record["wrong_answers"]))
    return True


@plant("value")
def drop_the_question(draft: Draft, rng: Random) -> bool:
    draft.record["question"] = rng.choice((None, ""))
    return True


@plant("value")
def name_another_pdf(draft: Draft, rng: Random) -> bool:
    draft.record["pdf_path"] = draft.record["pdf_path"].replace("documents/", "pdf/")
    return True


# -- the trace


@plant("trace")
def tell_another_value_in_the_trace(draft: Draft, rng: Random) -> bool:
    draft.widget(rng.choice(sorted(draft.shown)))["value"] += "."
    return True


@plant("trace")
def tell_another_box_in_the_trace(draft: Draft, rng: Random) -> bool:
    widget = draft.widget(rng.choice(sorted(draft.shown)))
    widget["rect"] = [side + 3 for side in widget["rect"]]
    return True


@plant("trace")
def drop_a_widget_of_the_trace(draft: Draft, rng: Random) -> bool:
    draft.trace["widgets"].remove(rng.choice(draft.trace["widgets"]))
    return True


# -- names exchanged everywhere, so that all files agree with each other and with the page's values


def same_object(draft: Draft) -> list[tuple[str, str]]:
    """Return pairs of shown values that stand in one object, in no list, and have a line of print as their caption."""
    lines = [line.strip(" :.*").lower().replace("'s ", " ") for line in draft.record["text"].splitlines()]
    groups: dict[str, list[str]] = {}
    for path in sorted(draft.shown):
        caption = path.rpartition(".")[2].replace("_", " ")
        if "[" not in path and sum(line.endswith(caption) for line in lines) == 1:
            groups.setdefault(path.rpartition(".")[0], []).append(path)
    return [(group[0], group[-1]) for group in groups.values() if len(group) > 1]


@plant("caption")
def exchange_two_names(draft: Draft, rng: Random) -> bool:
    pairs = same_object(draft)
    if pairs:
        exchange(draft, [rng.choice(pairs)], boxes=True)
    return bool(pairs)


@plant("caption")
def exchange_two_columns(draft: Draft, rng: Random) -> bool:
    rows = find_rows(draft)
    table = next((table for table, row in rows if row == 0 and len(rows[table, row]) > 2), None)
    if table is None:
        return False
    names = sorted(rows[table, 0], key=lambda name: draft.box(rows[table, 0][name])["bbox"])
    first, second = names[0], names[-1]
    held = [columns for (name, _), columns in rows.items() if name == table]
    exchange(draft, [(c[first], c[second]) for c in held if first in c and second in c], boxes=True)
    return True
