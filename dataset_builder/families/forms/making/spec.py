"""What a form asks, with no word on how it looks: plain frozen data that any design can draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from dataset_builder.families.forms.reading.naming import words_of
from dataset_builder.trees import format_path

TableShape = Literal["columns", "list", "single"]


@dataclass(frozen=True)
class Blank:
    """One thing to fill in.

    Attributes:
        key: the leaf's name in the schema.
        caption: what is printed at the blank.
        kind: what sort of value belongs here.
        room: characters that the blank must hold on a line.
        lines: lines of text; over 1 makes a multi-line box.
        comb: cells of a comb, 0 for none.
        choices: what a drop-down offers.
        examples: values that suit a blank whose kind says little.
    """

    key: str
    caption: str
    kind: str = "text"
    room: int = 20
    lines: int = 1
    comb: int = 0
    choices: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """Blanks that belong together, an object in the schema (an address, a name, a date in parts).

    ``inline`` groups are printed as one blank with several boxes, others under a small heading of their own.
    """

    key: str
    title: str
    blanks: tuple[Blank, ...]
    inline: bool = False


@dataclass(frozen=True)
class Table:
    """A grid with column headings, an array of objects in the schema; ``key`` is the array's name.

    ``total`` stands below the column of the caption it ends with, beside the array in the schema. ``span`` is a heading
    over some columns: its text, the first column and the one after the last.
    """

    key: str
    title: str
    columns: tuple[Blank, ...]
    rows: int
    total: Blank | None = None
    total_column: int = 0
    span: tuple[str, int, int] | None = None

    @property
    def shape(self) -> TableShape:
        """Return how VAREX, section 3.2, would class the table: several columns, one column, or one row."""
        if self.rows == 1:
            return "single"
        return "list" if len(self.columns) == 1 else "columns"


@dataclass(frozen=True)
class Question:
    """A question answered by check boxes: printed and tickable, but no field (check boxes stay out of schemas)."""

    text: str
    options: tuple[str, ...]


Item = Blank | Group | Table | Question


@dataclass(frozen=True)
class Section:
    """A headed part of the form.

    Attributes:
        key: the object's name in the schema; "" where the fields stand at the root.
        title: printed heading; "" for none.
        items: what it asks, in printed order.
        statement: a paragraph above the items, such as what the signer certifies.
        signature: what the line for a pen says; "" for no such line.
        division: title of the larger part that the section stands in, an object around its own; "" for none.
    """

    key: str
    title: str
    items: tuple[Item, ...]
    statement: str = ""
    signature: str = ""
    division: str = ""


@dataclass(frozen=True)
class FormSpec:
    """A whole form: who publishes it, what it says and what it asks.

    Attributes:
        split: ``flat``, ``nested`` or ``table``.
        subject: id of the subject in the bank.
        domain: the subject's field of public life.
        department: the larger body, printed above the agency; may be "".
        agency: who publishes the form.
        initials: the agency's short name.
        title: printed title.
        number: form number, such as ``WP-214``.
        revision: such as ``03/2024``.
        control: number and expiry of the clearance, as printed.
        instructions: sentences of the leading paragraph.
        sections: the parts, in printed order.
        notes: further paragraphs (heading, text) that a design prints where there is room.
        office: captions of the area for office use.
        footnote: small print of the notices at the foot.
        words: what fixed words such as ``Page`` are called in the form's language; English ones stand for themselves.
    """

    split: str
    subject: str
    domain: str
    department: str
    agency: str
    initials: str
    title: str
    number: str
    revision: str
    control: tuple[str, str]
    instructions: tuple[str, ...]
    sections: tuple[Section, ...]
    notes: tuple[tuple[str, str], ...]
    office: tuple[str, ...]
    footnote: str
    words: dict[str, str] = field(default_factory=dict)

    def say(self, text: str) -> str:
        """Return a fixed word or phrase in the form's language."""
        return self.words.get(text, text)


@dataclass(frozen=True)
class Slot:
    """A blank with its place in the truth and the headings above it, outermost first."""

    path: str
    blank: Blank
    headings: tuple[str, ...]


def slots(spec: FormSpec) -> Iterator[Slot]:
    """Yield every blank of a form in printed order; a table's row by row."""
    for section in spec.sections:
        yield from slots_of(section)


def slots_of(section: Section) -> Iterator[Slot]:
    """Yield every blank of a section in printed order."""
    titles = tuple(title for title in (section.division, section.title) if title)
    base = tuple(key for key in (name_key(section.division) if section.division else "", section.key) if key)
    for item in section.items:
        if isinstance(item, Blank):
            yield Slot(format_path((*base, item.key)), item, titles)
        elif isinstance(item, Group):
            for blank in item.blanks:
                yield Slot(format_path((*base, item.key, blank.key)), blank, (*titles, item.title))
        elif isinstance(item, Table):
            headings = titles if item.title in titles else (*titles, item.title)
            for row in range(item.rows):
                for column in item.columns:
                    yield Slot(format_path((*base, item.key, row, column.key)), column, headings)
            if item.total:
                yield Slot(format_path((*base, item.total.key)), item.total, headings)


def name_key(caption: str) -> str:
    """Return the schema name of a caption: lower-case ASCII words joined by underscores, remarks in brackets left out.

    Raises:
        ValueError: nothing is left of the caption.

    >>> name_key("Applicant's date of birth (MM/DD/YYYY)")
    'applicant_date_of_birth'
    >>> name_key("No. of axles, 2-wheel")
    'number_of_axles_2_wheel'
    >>> name_key("M.I."), name_key("P.O. box")
    ('mi', 'po_box')
    """
    words = words_of(re.sub(r"\([^)]*\)", " ", caption))
    if not words:
        raise ValueError(f"caption {caption!r} has no word to name a field by")
    return "_".join(words) if not words[0][0].isdigit() else "_".join(("item", *words))
