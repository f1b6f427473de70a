"""Forms of our own: schema and page made together, so that what each blank means is known and need not be read.

An example is a fictional "Application for Seasonal Mooring Permit" with headed sections, boxes and a table of vessels.
Source of the composition: VAREX, section 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dataset_builder.families.forms.making.compose import compose_spec
from dataset_builder.families.forms.making.designs import Design, choose_design
from dataset_builder.families.forms.making.draw import draw_form
from dataset_builder.families.forms.making.layout import SetPage, lay_out
from dataset_builder.families.forms.making.spec import FormSpec, Slot, slots
from dataset_builder.families.forms.model import Field, Template
from dataset_builder.families.forms.templates import read_template

_ATTEMPTS = 8
"""Designs that are tried for a form before it gets a second page."""


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
    """

    template: Template
    fields: tuple[Field, ...]
    design: str
    subject: str
    domain: str
    split: str
    spec: Mapping[str, Any]


def make_form(index: int, seed: int, *, split: str | None = None) -> MadeForm:
    """Return form ``index`` of a build, the same whatever the number of documents.

    Splits are dealt to indexes so that any run of the first documents is near the shares of the paper (17% flat, 64%
    nested, 19% table); subjects and house styles are dealt in shuffled rounds. A form that would need a second page in
    the design dealt to it is drawn in another one.

    Args:
        index: 0-based document index.
        seed: the build's seed.
        split: asks for one split instead of the dealt one.

    Raises:
        ValueError: ``split`` is neither None nor one of ``flat``, ``nested``, ``table``.
    """
    spec = compose_spec(index, seed, split)
    file = f"made-{seed}-{index:05d}.pdf"
    for attempt in range(_ATTEMPTS):
        design = choose_design(index, seed, attempt)
        pages = lay_out(spec, design)
        if len(pages) == 1:
            break
    return _bind(spec, design, pages, file)


def _bind(spec: FormSpec, design: Design, pages: Sequence[SetPage], file: str) -> MadeForm:
    """Return the drawn form with each blank bound to its widget."""
    pdf, names = draw_form(pages, design)
    template = read_template(pdf, file, "all")
    widgets = {widget.name: widget.index for widget in template.widgets}
    fields = tuple(_field(slot, widgets[names[slot.path]]) for slot in slots(spec))
    return MadeForm(template, fields, design.name, spec.subject, spec.domain, spec.split, asdict(spec))


def _field(slot: Slot, widget: int) -> Field:
    """Return the schema's field of a blank; the description names the headings above it, innermost first."""
    where = ", ".join(reversed(slot.headings))
    description = f"{slot.blank.caption} ({where})" if where else slot.blank.caption
    return Field(slot.path, widget, description, slot.blank.kind, slot.blank.caption, "maker", slot.blank.examples)
