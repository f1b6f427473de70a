"""Forms of our own: schema and page made together, so that what each blank means is known and need not be read.

An example is a fictional "Application for Seasonal Mooring Permit" with headed sections, boxes and a table of vessels.
Source of the composition: VAREX, section 3.2.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dataset_builder.families.forms.making.compose import compose_spec
from dataset_builder.families.forms.making.describing import describe_slots
from dataset_builder.families.forms.making.designs import Design, choose_design
from dataset_builder.families.forms.making.draw import draw_form
from dataset_builder.families.forms.making.knobs import PLAIN, Knobs
from dataset_builder.families.forms.making.layout import SetPage, lay_out
from dataset_builder.families.forms.making.spec import FormSpec, Slot, slots
from dataset_builder.families.forms.model import Field, Template
from dataset_builder.families.forms.templates import read_template
from dataset_builder.seeds import rng_for
from dataset_builder.trees import parse_path

_ATTEMPTS = 8
"""Designs that are tried for a form before it gets a second page."""

_PAGE_FIELDS = 11
"""Fields by which a form grows until it fills the pages asked for."""

_MOST_FIELDS = 400


@dataclass(frozen=True)
class MadeForm:
    """A blank form of our own with its fields.

    Attributes:
        template: the page as stage 1 sees it; ``file`` is a name made from seed and index.
        fields: every blank in printed order, with ``source="maker"``.
        design: name of the visible choices.
        subject: id of the subject in the bank.
        domain: field of public life, such as ``housing``.
        split: ``flat``, ``nested`` or ``table``.
        spec: what the form asks and says, as JSON data.
        empty: widgets of table rows that are to stay empty.
    """

    template: Template
    fields: tuple[Field, ...]
    design: str
    subject: str
    domain: str
    split: str
    spec: Mapping[str, Any]
    empty: frozenset[int] = frozenset()


def make_form(index: int, seed: int, *, split: str | None = None, knobs: Knobs = PLAIN) -> MadeForm:
    """Return form ``index`` of a build, the same whatever the number of documents.

    Splits are dealt to indexes so that any run of the first documents is near the shares of the paper (17% flat, 64%
    nested, 19% table); subjects and house styles are dealt in shuffled rounds. A form that would need a second page in
    the design dealt to it is drawn in another one.

    Args:
        index: 0-based document index.
        seed: the build's seed.
        split: asks for one split instead of the dealt one.
        knobs: axes that go past the paper's composition; forms with large tables take as many pages as they need.

    Raises:
        ValueError: ``split`` is neither None nor one of ``flat``, ``nested``, ``table``, or ``knobs`` do not allow it.
    """
    file = f"made-{seed}-{index:05d}.pdf"
    rng = rng_for("forms", index, seed, "descriptions")
    if knobs.pages is not None and knobs.pages > 1:
        design = choose_design(index, seed)
        spec, pages = _fill_pages(index, seed, split, knobs, design, knobs.pages)
        return _bind(spec, design, pages, file, knobs, rng)
    spec = compose_spec(index, seed, split, knobs=knobs)
    for attempt in range(1 if knobs.rows or knobs.tables else _ATTEMPTS):
        design = choose_design(index, seed, attempt)
        pages = lay_out(spec, design)
        if len(pages) == 1:
            break
    return _bind(spec, design, pages, file, knobs, rng)


def _fill_pages(
    index: int, seed: int, split: str | None, knobs: Knobs, design: Design, count: int
) -> tuple[FormSpec, list[SetPage]]:
    """Return the smallest form of ``count`` pages, or of the next number above, and its pages."""
    size = _PAGE_FIELDS * count
    while True:
        spec = compose_spec(index, seed, split, knobs=knobs, size=size)
        pages = lay_out(spec, design, flow=True)
        if len(pages) >= count or size > _MOST_FIELDS:
            return spec, pages
        size += _PAGE_FIELDS


def _bind(
    spec: FormSpec, design: Design, pages: Sequence[SetPage], file: str, knobs: Knobs, rng: random.Random
) -> MadeForm:
    """Return the drawn form with each blank bound to its widget; ``rng`` words the descriptions."""
    pdf, names = draw_form(pages, design)
    template = read_template(pdf, file, "all")
    widgets = {widget.name: widget.index for widget in template.widgets}
    blanks = list(slots(spec))
    told = describe_slots(blanks, rng, knobs.language)
    fields = tuple(_field(slot, widgets[names[slot.path]], told[slot.path]) for slot in blanks)
    empty = _empty_widgets(fields, knobs.empty_rows or 0.0)
    return MadeForm(template, fields, design.name, spec.subject, spec.domain, spec.split, asdict(spec), empty)


def _empty_widgets(fields: Sequence[Field], share: float) -> frozenset[int]:
    """Return the widgets of the last rows of each table, ``share`` of its rows but never all."""
    rows: dict[str, dict[int, list[int]]] = {}
    for field in fields:
        path = parse_path(field.path)
        row = next((step for step in path if isinstance(step, int)), None)
        if row is not None:
            table = field.path.partition("[")[0]
            rows.setdefault(table, {}).setdefault(row, []).append(field.widget)
    empty: set[int] = set()
    for table_rows in rows.values():
        filled = max(1, len(table_rows) - round(share * len(table_rows)))
        empty |= {widget for row, widgets in table_rows.items() if row >= filled for widget in widgets}
    return frozenset(empty)


def _field(slot: Slot, widget: int, description: str) -> Field:
    """Return the schema's field of a blank."""
    return Field(slot.path, widget, description, slot.blank.kind, slot.blank.caption, "maker", slot.blank.examples)
