"""From what is known of each blank to the fields of a schema: unique paths, their order, and what a field says."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from dataset_builder.families.forms.model import Field, Widget
from dataset_builder.families.forms.reading.layout import same_row
from dataset_builder.families.forms.reading.naming import sentence_case
from dataset_builder.families.forms.values import infer_kind
from dataset_builder.trees import format_path

Step = str | int
Steps = tuple[Step, ...]


@dataclass(frozen=True)
class Reading:
    """What is known of one widget while its path is put together.

    Attributes:
        widget: the widget.
        steps: keys and list positions from the root to the leaf.
        label: the words that gave the meaning.
        hints: what stood in brackets beside them.
        context: the heading above, "" where the description is to do without.
        source: which evidence gave the meaning.
        marker: the printed item number, "" for none.
    """

    widget: Widget
    steps: Steps
    label: str
    hints: tuple[str, ...] = ()
    context: str = ""
    source: Literal["label", "tooltip", "name"] = "label"
    marker: str = ""


def by_path(readings: Sequence[Reading]) -> dict[Steps, list[Reading]]:
    """Return the readings grouped by path, in the order of their first members."""
    groups: dict[Steps, list[Reading]] = defaultdict(list)
    for reading in readings:
        groups[reading.steps].append(reading)
    return groups


def separate(readings: Sequence[Reading]) -> tuple[list[Reading], dict[int, str]]:
    """Return the readings with unique paths that do not contradict each other, and why the other widgets are left out.

    Blanks that read the same are told apart by their printed item numbers; those side by side are numbered from left
    to right.
    """
    kept: list[Reading] = []
    dropped: dict[int, str] = {}
    for members in by_path(readings).values():
        members = sorted(members, key=lambda reading: reading.widget.rect[0])
        steps = members[0].steps
        level = all(same_row(a.widget.rect, b.widget.rect) for a, b in pairwise(members))
        markers = [re.sub(r"\W+", "_", reading.marker.lower()).strip("_") for reading in members]
        if len(members) == 1:
            kept += members
        elif all(markers) and len(set(markers)) == len(markers):
            for marker, reading in zip(markers, members, strict=True):
                kept.append(replace(reading, steps=(*steps[:-1], f"{steps[-1]}_item_{marker}")))
        elif level and isinstance(steps[-1], str):
            for number, reading in enumerate(members, start=1):
                kept.append(replace(reading, steps=(*steps[:-1], f"{steps[-1]}_{number}")))
        else:
            dropped |= {reading.widget.index: "ambiguous: several blanks read the same" for reading in members}
    groups = {reading.steps[:depth] for reading in kept for depth in range(1, len(reading.steps))}
    lists = {
        reading.steps[:depth] for reading in kept for depth, step in enumerate(reading.steps) if isinstance(step, int)
    }
    clear: list[Reading] = []
    seen: set[Steps] = set()
    for reading in kept:
        in_list = any(reading.steps[:d] in lists and isinstance(s, str) for d, s in enumerate(reading.steps))
        if reading.steps in groups or reading.steps in seen or in_list:
            dropped[reading.widget.index] = "ambiguous: reads like the group it belongs to"
        else:
            clear.append(reading)
            seen.add(reading.steps)
    return clear, dropped


def order(readings: Sequence[Reading], place: Callable[[Reading], tuple[float, ...]]) -> list[Reading]:
    """Return the readings by ``place``, those of one object and the rows of one array together, rows without gaps.

    An object or array stands where its first member does.
    """
    ranked = sorted(readings, key=place)
    starts: dict[Steps, int] = {}
    rows: dict[Steps, set[int]] = defaultdict(set)
    for position, reading in enumerate(ranked):
        for depth, step in enumerate(reading.steps):
            starts.setdefault(reading.steps[: depth + 1], position)
            if isinstance(step, int):
                rows[reading.steps[:depth]].add(step)
    dense = {prefix: {row: number for number, row in enumerate(sorted(found))} for prefix, found in rows.items()}

    def rank(reading: Reading) -> tuple[int, ...]:
        return tuple(
            step if isinstance(step, int) else starts[reading.steps[: depth + 1]]
            for depth, step in enumerate(reading.steps)
        )

    def without_gaps(steps: Steps) -> Steps:
        return tuple(dense[steps[:depth]][step] if isinstance(step, int) else step for depth, step in enumerate(steps))

    return [replace(reading, steps=without_gaps(reading.steps)) for reading in sorted(ranked, key=rank)]


_PART_KINDS = {
    "month": "date_month",
    "day": "date_day",
    "year": "date_year",
    "area_code": "area_code",
    "dollars": "money_dollars",
    "cents": "money_cents",
    "feet": "height_feet",
    "inches": "height_inches",
}
_SSN_KINDS = {"part_1": "ssn_first3", "part_2": "ssn_middle2", "part_3": "ssn_last4"}
_ZIP_KINDS = {"part_1": "zip", "part_2": "zip_extension"}
_EIN_KINDS = {"part_1": "ein_first2", "part_2": "ein_last7"}


def _kind(reading: Reading) -> str:
    steps = [step for step in reading.steps if isinstance(step, str)]
    leaf, parent = steps[-1], steps[-2] if len(steps) > 1 else ""
    if leaf in _PART_KINDS and parent:
        return _PART_KINDS[leaf]
    if leaf == "number" and re.search(r"phone|fax", parent):
        return "phone_rest"
    if re.search(r"zip|postal", parent) and leaf in _ZIP_KINDS:
        return _ZIP_KINDS[leaf]
    if re.search(r"social_security|ssn", parent) and leaf in _SSN_KINDS:
        return _SSN_KINDS[leaf]
    if re.search(r"employer_id|ein\b", parent) and leaf in _EIN_KINDS:
        return _EIN_KINDS[leaf]
    words = f"{reading.label} {' '.join(reading.hints)}".strip()
    return infer_kind(words, " ".join(steps[:-1]).replace("_", " "), reading.widget)


def make_field(reading: Reading) -> Field:
    """Return the field of a reading, its description made of label, hint and heading."""
    text = sentence_case(reading.label)
    description = text[:1].upper() + text[1:]
    hint = next((hint for hint in reading.hints if len(hint) <= 60), "")
    if hint:
        description += f" ({hint})"
    if reading.context:
        description += f", in “{reading.context}”"
    return Field(
        path=format_path(reading.steps),
        widget=reading.widget.index,
        description=description,
        kind=_kind(reading),
        label=reading.label,
        source=reading.source,
    )
