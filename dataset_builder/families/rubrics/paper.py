"""Blocks of trade documents as HTML: text with marks, tables, notes, strips, boxes, stamps, columns, fixed pages.

Text is written in a small notation: ``[[ref|words]]`` marks words as possible evidence, ``**bold**``, ``//italic//``,
``--struck--``, ``^1^`` for a raised note sign; everything else is taken literally. A mark is printed as a link, which
the print tells the place of; ``press`` reads the places and takes the links out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

MARK = "http://mark.invalid/"

_MARKED = re.compile(r"\[\[([\w.-]+)\|(.*?)\]\]", re.DOTALL)
_INLINE = (
    (re.compile(r"\*\*(.+?)\*\*", re.DOTALL), r"<b>\1</b>"),
    (re.compile(r"//(.+?)//", re.DOTALL), r"<i>\1</i>"),
    (re.compile(r"(?<!-)--(?!-)(\S.*?\S)--(?!-)", re.DOTALL), r"<s>\1</s>"),
    (re.compile(r"\^([^\s^]{1,4})\^"), r"<sup>\1</sup>"),
)


@dataclass(frozen=True)
class Paper:
    """A document to be printed.

    Attributes:
        title: of the document.
        body: its blocks.
        styles: names of style sheets of ``assets/rubrics``, after ``base``.
        variables: CSS variables, such as ``{"accent": "#123456", "body": "Lora"}``.
        heads: what pages print in their margins, by place (``top-left``, ``bottom-right``, ...): text in which
            ``{page}`` and ``{pages}`` stand for numbers. Pages of ``fixed`` blocks of class ``bare`` have none.
        size: of the page, ``letter`` or ``a4``.
        margin: of the page, as CSS has it.
    """

    title: str
    body: Markup
    styles: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, str] = field(default_factory=dict)
    size: str = "letter"
    margin: str = "0.9in 0.85in"


def rich(text: str | Markup) -> Markup:
    """Return a text of the small notation as HTML; HTML stays as it is.

    >>> rich("A [[lim|**$5**]] & b^1^")
    Markup('A <a href="http://mark.invalid/lim"><b>$5</b></a> &amp; b<sup>1</sup>')
    """
    if isinstance(text, Markup):
        return text
    html = str(escape(text))
    html = html.replace("http://", "http:\0")
    for pattern, shape in _INLINE:
        html = pattern.sub(shape, html)
    html = html.replace("http:\0", "http://")
    html = _MARKED.sub(rf'<a href="{MARK}\1">\2</a>', html)
    return Markup(html.replace("\n", "<br>"))


def mark(ref: str, text: str | Markup) -> Markup:
    """Return words (or HTML without links) as possible evidence."""
    return Markup('<a href="{}{}">{}</a>').format(MARK, ref, rich(text))


def tag(name: str, content: str | Markup, kind: str = "", style: str = "") -> Markup:
    """Return an element; ``kind`` is its class."""
    attributes = Markup("")
    if kind:
        attributes += Markup(' class="{}"').format(kind)
    if style:
        attributes += Markup(' style="{}"').format(style)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(name), attributes, rich(content))


def join(parts: Iterable[str | Markup]) -> Markup:
    """Return blocks one after another; plain text becomes paragraphs."""
    return Markup("\n").join(part if isinstance(part, Markup) else para(part) for part in parts)


def head(level: int, text: str, kind: str = "") -> Markup:
    """Return a heading of level 1 to 5."""
    return tag(f"h{level}", text, kind)


def para(text: str | Markup, kind: str = "") -> Markup:
    """Return a paragraph."""
    return tag("p", text, kind)


def items(entries: Sequence[str | Markup], kind: str = "", ordered: str = "") -> Markup:
    """Return a list; ``ordered`` is the numbering: ``1``, ``a``, ``A``, ``i`` or ``I``. An entry may end in a list."""
    inner = Markup("").join(tag("li", entry) for entry in entries)
    name = Markup('ol type="{}"').format(ordered) if ordered else Markup("ul")
    return Markup('<{} class="{}">{}</{}>').format(name, kind, inner, Markup("ol" if ordered else "ul"))


def clauses(entries: Sequence[tuple[str, str | Markup]], kind: str = "") -> Markup:
    """Return numbered clauses whose numbers are part of the text: pairs of number and words."""
    rows = (Markup("<div><span>{}</span><div>{}</div></div>").format(sign, rich(text)) for sign, text in entries)
    return Markup('<div class="clauses {}">{}</div>').format(kind, Markup("").join(rows))


@dataclass(frozen=True)
class Cell:
    """A cell of a table that is more than text: how many columns and rows it spans, and its class."""

    text: str | Markup
    columns: int = 1
    rows: int = 1
    kind: str = ""


def table(
    heads: Sequence[Sequence[str | Markup | Cell]],
    rows: Iterable[Sequence[str | Markup | Cell]],
    kind: str = "",
    *,
    caption: str = "",
    repeat: bool = True,
    widths: Sequence[str] = (),
    foot: Sequence[str | Markup | Cell] = (),
) -> Markup:
    """Return a table.

    Args:
        heads: rows of headers.
        rows: of the body.
        kind: class of the table.
        caption: above it.
        repeat: print the headers again on every page that it goes on over.
        widths: of the columns, as CSS has them.
        foot: a last row, of class ``total``.
    """
    columns = Markup("").join(Markup('<col style="width:{}">').format(width) for width in widths)
    top = Markup("").join(_row(row, "th") for row in heads)
    body = Markup("").join(_row(row, "td") for row in rows)
    last = _row(foot, "td", "total") if foot else ""
    return Markup('<table class="{} {}">{}{}<thead>{}</thead><tbody>{}{}</tbody></table>').format(
        kind, "" if repeat else "once", tag("caption", caption) if caption else "", columns, top, body, last
    )


def _row(cells: Sequence[str | Markup | Cell], name: str, kind: str = "") -> Markup:
    made = []
    for cell in cells:
        cell = cell if isinstance(cell, Cell) else Cell(cell)
        made.append(
            Markup('<{0} colspan="{1}" rowspan="{2}" class="{3}">{4}</{0}>').format(
                Markup(name), cell.columns, cell.rows, cell.kind, rich(cell.text)
            )
        )
    return Markup('<tr class="{}">{}</tr>').format(kind, Markup("").join(made))


def strip(pairs: Sequence[tuple[str, str | Markup]], kind: str = "") -> Markup:
    """Return a strip of labelled values, as declarations and cover pages have."""
    cells = (Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(rich(label), rich(value)) for label, value in pairs)
    return Markup('<dl class="strip {}">{}</dl>').format(kind, Markup("").join(cells))


def box(content: Iterable[str | Markup], kind: str = "box") -> Markup:
    """Return blocks in a box: ``box``, ``sidebar`` (beside the text), ``callout``, ``columns`` (two), ``three``."""
    return Markup('<div class="{}">{}</div>').format(kind, join(content))


def notes(entries: Sequence[tuple[str, str | Markup]], kind: str = "notes") -> Markup:
    """Return notes with their signs, as they stand under a table or at the foot of a page."""
    rows = (Markup("<p><sup>{}</sup> {}</p>").format(sign, rich(text)) for sign, text in entries)
    return Markup('<div class="{}">{}</div>').format(kind, Markup("").join(rows))


def fixed(content: Iterable[str | Markup], kind: str = "", foot: Iterable[str | Markup] = ()) -> Markup:
    """Return exactly one page; what ``foot`` holds stands at its bottom. A page that overflows is refused."""
    inner = Markup('<div class="upper">{}</div>').format(join(content))
    return Markup('<section class="fixed {}">{}<div class="foot">{}</div></section>').format(kind, inner, join(foot))


def new_page() -> Markup:
    """Return a page break."""
    return Markup('<div class="new-page"></div>')


def stamp(lines: Sequence[str], kind: str = "", style: str = "") -> Markup:
    """Return a rubber stamp; ``style`` places it (``position: absolute`` within the next positioned block)."""
    return Markup('<div class="stamp {}" style="{}">{}</div>').format(
        kind, style, Markup("<br>").join(rich(line) for line in lines)
    )


def watermark(text: str) -> Markup:
    """Return a watermark, printed on every page."""
    return Markup('<div class="watermark">{}</div>').format(text)


def signatures(entries: Sequence[tuple[str, str]]) -> Markup:
    """Return signature blocks: pairs of who signs (in a script-like slope) and what stands under the line."""
    parts = (Markup("<div><i>{}</i><span>{}</span></div>").format(name, rich(under)) for name, under in entries)
    return Markup('<div class="signatures">{}</div>').format(Markup("").join(parts))


def figure(svg: Markup, caption: str | Markup = "", kind: str = "") -> Markup:
    """Return a figure with its caption; marks within SVG are links as elsewhere."""
    under = tag("figcaption", caption) if caption else Markup("")
    return Markup('<figure class="{}">{}{}</figure>').format(kind, svg, under)


def redacted(width: str = "6em") -> Markup:
    """Return a black bar."""
    return Markup('<span class="redacted" style="width:{}"></span>').format(width)
