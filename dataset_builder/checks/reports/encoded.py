"""What colour, size, emphasis and order stand for in a chart, read from how its marks are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.programs import Program
from dataset_builder.checks.violations import Violation, violation


def check_encoding(name: str, program: Program, asked: Exhibit) -> Iterator[Violation]:
    """Yield a legend of a program that is not what the chart's drawing shows."""
    drawn = {
        "highlight": _highlighted,
        "colour": _coloured,
        "size": _sized,
        "order": _ordered,
    }[program["channel"]](asked)
    given = [str(each).casefold() for each in program["legend"]]
    if not drawn or sorted(given) != sorted(each.casefold() for each in drawn):
        yield violation("answer", name, f"what {program['channel']} stands for", drawn, program["legend"])


def _highlighted(asked: Exhibit) -> list[str]:
    """Return the names of the marks that are drawn otherwise than most, where all of a name are."""
    looks: dict[str, set[tuple[Any, ...]]] = {}
    by = "category" if any(entry["category"] for entry in asked.told["data"]) else "label"
    for mark in asked.trace["marks"]:
        looks.setdefault(mark[by], set()).add((mark["fill"], mark["stroke"]))
    told = list(asked.told["visualProperties"]["highlightedItems"])
    if by == "category" and asked.told["chartType"] in ("multi_line", "sparkline_grid"):
        return [_key(each, asked) for each in told]  # lines differ by their weight, which marks don't have
    usual = Counter(tuple(sorted(look, key=str)) for look in looks.values()).most_common(1)[0][0]
    drawn = [each for each, look in looks.items() if tuple(sorted(look, key=str)) != usual]
    return [_key(each, asked) for each in drawn] if sorted(drawn) == sorted(told) else []


def _key(label: str, asked: Exhibit) -> str:
    """Return the key that a label stands for: a month is shortened."""
    keys = [key for column in asked.dims for key in column]
    return label if label in keys else next((key for key in keys if key.startswith(label)), label)


def _coloured(asked: Exhibit) -> list[str]:
    """Return the categories, where each has a colour of its own."""
    colours: dict[str, set[str]] = {}
    for mark in asked.trace["marks"]:
        colours.setdefault(mark["category"], set()).add(mark["fill"] if mark["fill"] != "none" else mark["stroke"])
    alone: Mapping[str, int] = Counter(colour for each in colours.values() for colour in each)
    if any(len(each) != 1 for each in colours.values()) or any(count > 1 for count in alone.values()):
        return []
    return list(colours)


def _sized(asked: Exhibit) -> list[str]:
    """Return what the line under the title says of areas."""
    for label in asked.trace["labels"]:
        if label["kind"] == "subtitle" and "area: " in label["text"]:
            return [label["text"].partition("area: ")[2].rpartition(" (")[0] or label["text"].partition("area: ")[2]]
    return []


def _ordered(asked: Exhibit) -> list[str]:
    """Return how marks are arranged, where one rule alone fits."""
    values = [entry["value"] for entry in asked.told["data"]]
    labels = [entry["label"] for entry in asked.told["data"]]
    rules = {
        "by value, from high to low": values == sorted(values, reverse=True),
        "by value, from low to high": values == sorted(values),
        "by name, in alphabetical order": labels == sorted(labels),
    }
    return [rule for rule, holds in rules.items() if holds]
