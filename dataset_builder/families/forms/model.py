"""What travels between the four stages of reverse annotation (VAREX, section 3.1): plain frozen data.

Rectangles are (x0, y0, x1, y1) in PDF points of the page as it is displayed (rotation applied), origin top-left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Rect = tuple[float, float, float, float]

WidgetType = Literal["text", "choice", "checkbox", "radio", "button", "signature"]
ValueFormat = Literal["text", "date", "number"]


@dataclass(frozen=True)
class Grid:
    """A widget's place in a grid of aligned, equally repeated widgets (0-based row and column)."""

    id: int
    row: int
    column: int


@dataclass(frozen=True)
class Widget:
    """One form widget as stage 1 sees it.

    Attributes:
        index: 0-based position in the order of the document's pages and their widgets; the key everywhere else.
        xref: PDF object number in the template.
        name: full field name; may be empty or shared with other widgets.
        page: 1-based.
        rect: where it stands, in points.
        type: kind of control.
        format: what its own format script asks for; ``text`` where it asks for nothing.
        font: name of the font resource.
        font_size: points; 0 means that the viewer chooses (auto size).
        max_length: characters; 0 means no limit.
        comb: characters are spread over equal cells.
        multiline: text wraps.
        choices: the values a choice widget offers.
        read_only: the form does not let a person type here.
        tooltip: the /TU entry, often wrong.
        value: what the blank template already holds.
        grid: place in a grid pattern, if any.
        skip: why it is not to be filled (``not-text``, ``no choices``, ``list box``, ``barcode``, ``hidden``,
            ``read-only``, ``prefilled``, ``off-page``, ``too-small``, ``overlapping``), or "" when it is fillable.
        placeholder: the deterministic seed value (``TXT_001``, a date of 2099, a sequential number); "" if skipped.
        pattern: what the format script says in detail: a date picture such as ``mm/dd/yyyy``, ``zip``, ``zip4``,
            ``phone``, ``ssn``, or "".
        angle: degrees, clockwise, by which the widget's text is turned on the page as displayed.
    """

    index: int
    xref: int
    name: str
    page: int
    rect: Rect
    type: WidgetType
    format: ValueFormat = "text"
    font: str = "Helv"
    font_size: float = 0.0
    max_length: int = 0
    comb: bool = False
    multiline: bool = False
    choices: tuple[str, ...] = ()
    read_only: bool = False
    tooltip: str = ""
    value: str = ""
    grid: Grid | None = None
    skip: str = ""
    placeholder: str = ""
    pattern: str = ""
    angle: int = 0


@dataclass(frozen=True)
class Word:
    """A printed word of the blank page: where it stands and how large and heavy it is set."""

    text: str
    page: int
    rect: Rect
    size: float
    bold: bool
    italic: bool
    block: int
    line: int


@dataclass(frozen=True)
class Rule:
    """A drawn line (a very thin rectangle) or box of the blank page; ``filled`` boxes are shaded areas."""

    page: int
    rect: Rect
    filled: bool


@dataclass(frozen=True)
class Page:
    """Size of a page in points, as displayed."""

    number: int
    width: float
    height: float


@dataclass(frozen=True)
class Template:
    """A usable blank form after stage 1: ``pdf`` is a decrypted copy of just the selected pages, without XFA."""

    file: str
    pdf: bytes
    pages: tuple[Page, ...]
    widgets: tuple[Widget, ...]
    words: tuple[Word, ...]
    rules: tuple[Rule, ...]

    @property
    def fillable(self) -> tuple[Widget, ...]:
        """Return the widgets that stage 3 may fill, in index order."""
        return tuple(widget for widget in self.widgets if not widget.skip)


@dataclass(frozen=True)
class Field:
    """One leaf of the discovered schema, bound to exactly one widget.

    Attributes:
        path: where the value stands in the truth: ``a``, ``a.b``, ``rows[2].amount``, or ``names[1]`` for a list of
            plain values. Names are lower-case snake case, ASCII where the form is English.
        widget: index of the widget that holds the value.
        description: one line for the schema, such as "Street address of the employer".
        kind: what sort of value belongs here; one of ``values.KINDS``.
        label: the printed words that gave the meaning, as they stand on the page.
        source: which evidence gave the meaning.
        examples: values that suit the field, known to the maker of a form; empty where nothing is known.
    """

    path: str
    widget: int
    description: str
    kind: str = "text"
    label: str = ""
    source: Literal["label", "tooltip", "name", "maker"] = "label"
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class BlankForm:
    """A blank form with its fields: a read template or a made form.

    Attributes:
        template: the form.
        fields: the leaves of its schema, each bound to a widget.
        unread: why widgets without a field have none.
        origin: what it was made from, for the manifest.
        domain: field of public life, if it is known.
        seeded: PDF with the placeholders written in; None for a made form.
        empty: widgets that are to stay empty.
    """

    template: Template
    fields: tuple[Field, ...]
    unread: Mapping[int, str]
    origin: Mapping[str, Any]
    domain: str | None
    seeded: bytes | None
    empty: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SchemaMap:
    """What stage 2 discovers: the named fields, and the widgets left unfilled with the reason for each."""

    fields: tuple[Field, ...]
    unread: tuple[tuple[int, str], ...] = ()


class SchemaReader(Protocol):
    """Stage 2 behind one method, so that a model-backed reader can join the deterministic one."""

    def read(self, template: Template) -> SchemaMap:
        """Return the fields of a template; every fillable widget is in ``fields`` or in ``unread``, never in both."""
        ...


class Unusable(Exception):
    """A template that cannot be used; the message is the reason that goes to ``templates.csv``."""


@dataclass(frozen=True)
class Written:
    """The outcome of writing values and reading the drawn page back.

    Attributes:
        pdf: the filled document.
        shown: by widget index, what the drawn page shows of the value (what the box cuts off is trimmed).
        failed: by widget index, why nothing of the value can be read back.
    """

    pdf: bytes
    shown: dict[int, str]
    failed: dict[int, str]


VisibleLength = Callable[[Widget], int]
Assignments = dict[int, str]
Fields = Sequence[Field]
