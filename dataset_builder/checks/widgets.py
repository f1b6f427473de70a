"""The form fields of a form: ``trace.json``, the PDF's own fields and the drawn page, compared with the truth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.checks.documents import Form
from dataset_builder.checks.drawn import Box, DrawnPage, holds, lines_of, same_box, squeeze
from dataset_builder.checks.evidence import places_of
from dataset_builder.checks.violations import Violation, violation

_PLACEHOLDER = re.compile(r"TXT_\d{3}|\b2099\b")

_SHOWS_ITS_OWN = ("not-text", "prefilled", "read-only", "barcode", "list box", "no choices", "overlapping")
"""Reasons for which ``trace.json`` leaves a form field alone that may show something of its own."""


def check_widgets(form: Form, trace: bytes) -> Iterator[Violation]:
    """Yield where the form fields show or store something else than the truth, or the trace tells something else.

    Args:
        form: what is checked.
        trace: content of ``trace.json``.

    Raises:
        ValueError: the trace is not JSON.
    """
    widgets = json.loads(trace)["widgets"]
    yield from _check_trace(form, widgets)
    yield from _check_controls(form, widgets)
    yield from _check_stored(form, widgets)
    for page in form.pages:
        yield from _check_unexplained(form, page, [widget for widget in widgets if widget["page"] == page.number])


def check_placeholders(form: Form) -> Iterator[Violation]:
    """Yield placeholders that form fields still show, or that stand in the truth."""
    for page in form.pages:
        for line in lines_of(page.filled):
            if found := _PLACEHOLDER.search(line):
                yield violation("placeholder", form.id, f"page {page.number}", "none", found.group())
    for path, value in form.shown.items():
        if isinstance(value, str) and _PLACEHOLDER.search(value):
            yield violation("placeholder", form.id, path, "none", value)


def _check_trace(form: Form, widgets: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    traced = {widget["path"]: widget for widget in widgets if widget["path"] is not None}
    for path in sorted(set(traced) ^ set(form.fields)):
        yield violation("trace", form.id, path, "in trace and program", "in one of them")
    places = places_of(form)
    for path, widget in traced.items():
        if widget["value"] != form.leaves.get(path):
            yield violation("trace", form.id, path, form.leaves.get(path), widget["value"])
        place = places.get(path)
        if place and (place[0] != widget["page"] or not same_box(place[1], tuple(widget["rect"]))):
            yield violation("trace", form.id, f"box of {path}", [*place[1]], widget["rect"])
        if (widget["value"] is None) != bool(widget["reason"]):
            yield violation("trace", form.id, path, "a value or a reason", widget["reason"])
        if widget["value"] is not None and widget["value"] == widget["placeholder"]:
            yield violation("placeholder", form.id, path, "a value", widget["value"])


def _check_controls(form: Form, widgets: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield values that stand in no form field of the PDF, and form fields that the trace does not know."""
    for path, (number, box) in places_of(form).items():
        if form.pages[number - 1].control_at(box) is None:
            yield violation("box", form.id, path, "the place of a form field", [*box])
    for page in form.pages:
        known = [tuple(widget["rect"]) for widget in widgets if widget["page"] == page.number]
        for control in page.controls:
            if not any(same_box(control.box, box) for box in known):
                yield violation("trace", form.id, f"{control.kind} at {_round(control.box)}", "a widget of the trace")


def _check_stored(form: Form, widgets: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield values stored in form fields that are not those of the truth."""
    for widget in widgets:
        path, number = widget["path"], widget["page"]
        if path is None or not 1 <= number <= len(form.pages):
            continue
        control, value = form.pages[number - 1].control_at(tuple(widget["rect"])), form.leaves.get(path)
        if control is not None and squeeze(control.value) != squeeze(value or ""):
            yield violation("stored", form.id, path, value, control.value)


def _check_unexplained(form: Form, page: DrawnPage, widgets: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield form fields that show something although their value is null or they have no meaning."""
    boxes = [box for number, box in places_of(form).values() if number == page.number]
    left = [
        character
        for character in page.filled
        if not character.blank and not any(holds(box, character) for box in boxes)
    ]
    for widget in widgets:
        rect: Box = tuple(widget["rect"])
        inside = [character for character in left if holds(rect, character)]
        left = [character for character in left if character not in inside]
        if not inside or (widget["path"] is None and widget["reason"] in _SHOWS_ITS_OWN):
            continue
        kind = "stray" if widget["path"] is None else "null-filled"
        yield violation(
            kind, form.id, widget["path"] or f"{widget['type']} at {_round(rect)}", None, *lines_of(inside)[:1]
        )
    if left:
        yield violation("stray", form.id, f"page {page.number}", "nothing outside form fields", *lines_of(left)[:1])


def _round(box: Box) -> tuple[float, ...]:
    return tuple(round(side, 1) for side in box)
