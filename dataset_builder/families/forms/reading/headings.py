"""Which printed texts are headings, by their looks and by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.forms.model import Rect
from dataset_builder.families.forms.reading.captions import OFFICE, Unit, is_caption_text
from dataset_builder.families.forms.reading.layout import (
    Block,
    Layout,
    center,
    height,
    overlap_x,
    overlap_y,
    same_row,
    union,
    width,
)
from dataset_builder.families.forms.reading.naming import read_label

NUMBERED = re.compile(
    r"^(?:(?:part|section|step)\s+(?:[ivxlc]+|\d{1,2}|[a-z])\b[\s.:\-–—]*|(?-i:[IVX]{1,4})[.)]\s+(?=\w))", re.IGNORECASE
)
_GROUP = re.compile(
    r"(?:(?:mailing|home|permanent|current|legal|full|principal|business|street|office|physical|us|u\.s\.)\s+)*"
    r"(?:address|names?|residence|location|office)(?: used)?$",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"(?:complete|read|use|file|please|type|print|answer|submit|instructions?)\b.{24}|.*\brev\.|"
    r"(?-i:[A-Z]{1,5})[- ]?\d",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:fill in (?:all of )?(?:this|the) information (?:below )?(?:to identify|about|for)|"
    r"(?:for completion|to be completed|completed) by(?: the)?|this section (?:is )?(?:for|about)|for)\s+",
    re.IGNORECASE,
)


_CLEAR = 48.0
"""Points below a heading in the margin in which nothing else stands there."""


@dataclass(frozen=True)
class Heading:
    """A printed heading.

    Attributes:
        blocks: the text, in one or two blocks ("Part I" and its title).
        name: as an object's name; "" if it has none.
        level: 1 for parts and sections, 2 for headings inside them.
        rect: around the blocks.
        x0: left end of the columns it rules, in points.
        x1: right end.
        bottom: where its reach ends on its page, for office areas; the page's end for others.
        firm: it is numbered as a part or section or stands in the margin: what follows is ruled by it up to the next.
        ordinal: it has a number or letter.
        office: nobody but the office writes under it.
    """

    blocks: tuple[Block, ...]
    name: str
    level: int
    rect: Rect
    x0: float
    x1: float
    bottom: float
    firm: bool
    ordinal: bool
    office: bool

    @property
    def page(self) -> int:
        """Return the 1-based page."""
        return self.blocks[0].page

    @property
    def grouping(self) -> bool:
        """Return whether it just names a group such as an address, which ends where captions of another kind begin."""
        return bool(_GROUP.match(self.text))

    @property
    def text(self) -> str:
        """Return the printed words without the number of the part."""
        return _title_of(self.blocks)


def _title_of(blocks: Sequence[Block]) -> str:
    """Return the words of a heading without its number, which may be a block of its own."""
    text = " ".join(block.text for block in blocks[1:] or blocks)
    return NUMBERED.sub("", text) or text


@dataclass(frozen=True)
class _Look:
    """What of a block's looks speaks for a heading.

    Attributes:
        numbered: it begins as "Part I" or "Section B" does, and stands out.
        office: it says that only an office writes here.
        shade: the filled area that it stands on.
        bar: that area is just a bar behind it.
        strong: it is bold or in capitals.
        large: it is bold and larger than the text of the page.
        lettered: its item marker is a capital letter or Roman number.
        ordinal: its item marker is one of a heading, not of a caption.
    """

    numbered: bool
    office: bool
    shade: Rect | None
    bar: bool
    strong: bool
    large: bool
    lettered: bool
    ordinal: bool

    @property
    def certain(self) -> bool:
        """Return whether it is a heading whatever stands around it."""
        return self.numbered or self.office


def _look(layout: Layout, block: Block) -> _Look:
    capital = block.words[0].text[0].isupper()
    stands_out = block.bold or block.text.isupper() or block.shaded or block.size > 1.2 * layout.body_size
    shade = layout.shade_of(block.page, block.rect)
    bar = shade is not None and height(shade) < 20 + 1.6 * height(block.rect) and width(shade) > 100
    strong = block.bold or (block.text.isupper() and len(block.words) > 1)
    large = block.bold and block.size > 1.15 * layout.body_size
    lettered = bool(re.match(r"\(?[A-Z]+[.)]", block.marker))
    return _Look(
        numbered=(bool(NUMBERED.match(block.text)) and capital and stands_out) or _is_tag(layout, block, shade),
        office=bool(OFFICE.search(block.text)) and len(block.words) <= 12,
        shade=shade,
        bar=bar,
        strong=strong,
        large=large,
        lettered=lettered,
        ordinal=bool(block.marker) and (lettered or large or (bar and strong)),
    )


def _is_tag(layout: Layout, block: Block, shade: Rect | None) -> bool:
    """Return whether a block is a number or letter in a filled box of its own, with a bold title right behind."""
    if shade is None or not block.bold or not re.fullmatch(r"[IVX]{1,4}|[A-Z]", block.text):
        return False
    title = _title_beside(layout, block)
    return width(shade) < 60 and bool(title) and title[0].bold and title[0].rect[0] - shade[2] < 20


def read_heading(layout: Layout, units: Sequence[Unit], block: Block) -> Heading | None:
    """Return the heading that ``block`` begins, or None if it is none."""
    look = _look(layout, block)
    if len(block.words) > 22 or block.option or block.asks or (_ADVICE.match(block.text) and not look.numbered):
        return None
    blocks = [block]
    if look.numbered and len(block.words) <= 3:
        blocks += _title_beside(layout, block)
    rect = union(part.rect for part in blocks)
    x0, x1 = _columns_ruled(layout, block, look) if len(blocks) == 1 else (0.0, _page_width(layout, block))
    slack = 45 if x0 == 0 else 8
    if not look.office and _has_blank_beside(units, block, (x0 - slack, rect[1], x1 + slack, rect[3])):
        return None
    if look.bar and look.shade is not None and _heads_list(layout, look.shade, block.page):
        return None
    if not look.certain and (_over_stack(layout, block) or _has_neighbours(layout, block, x0, x1)):
        return None
    if block.marker and not (look.numbered or look.ordinal or (block.bold and _GROUP.match(block.text))):
        return None
    if not look.certain and _spans_columns(layout, block):
        return None
    if not (look.certain or (look.bar and look.strong) or _is_prominent(layout, units, block, look)):
        return None
    if not (look.certain or look.bar) and not is_caption_text(block):
        return None
    text = _LEAD.sub("", _title_of(blocks))
    if not look.numbered and not look.bar and re.search(r"[.!]$", text):
        return None
    ordinal = look.numbered or (look.ordinal and (look.lettered or look.large))
    wide_bar = look.bar and look.shade is not None and width(look.shade) > 0.6 * _page_width(layout, block)
    heading = Heading(
        blocks=tuple(blocks),
        name=read_label(text or block.text).name,
        level=1 if ordinal or look.office or (wide_bar and not block.marker) else 2,
        rect=rect,
        x0=x0,
        x1=x1,
        bottom=layout.template.pages[block.page - 1].height,
        firm=bool(re.match(r"(?i)part|section|step", block.text)) and ordinal,
        ordinal=ordinal,
        office=look.office,
    )
    return _bounded(layout, heading, look) if look.office and not re.search(r"(?i)\bbelow\b", block.text) else heading


def _bounded(layout: Layout, heading: Heading, look: _Look) -> Heading:
    """Return an office heading with its reach cut to the drawn cell, column or panel that it stands in."""
    page, rect = heading.page, heading.rect
    cell = look.shade if look.shade is not None and look.bar else layout.cell_of(page, rect)
    if height(cell) > width(cell):
        right = layout.template.pages[page - 1].width
        return replace(heading, x0=cell[0], x1=right, bottom=cell[3], rect=(rect[0], cell[1], rect[2], rect[3]))
    bottom = layout.panel_end(page, cell) if look.bar else layout.column_end(page, cell)
    return replace(heading, x0=cell[0], x1=cell[2], bottom=bottom)


def _columns_ruled(layout: Layout, block: Block, look: _Look) -> tuple[float, float]:
    """Return the left and right end of what a heading rules: a column with its bar or underline, or the page."""
    page_width = _page_width(layout, block)
    underline = None if look.office else _column_line(layout, block, page_width)
    if underline is not None:
        return underline[0], underline[2]
    if look.shade is not None and look.bar and width(block.rect) + 40 <= width(look.shade) < 0.65 * page_width:
        return look.shade[0], look.shade[2]
    return 0.0, page_width


def _page_width(layout: Layout, block: Block) -> float:
    return layout.template.pages[block.page - 1].width


def _has_blank_beside(units: Sequence[Unit], block: Block, around: Rect) -> bool:
    return any(
        unit.page == block.page
        and overlap_y(unit.rect, around) > 0.35 * min(height(unit.rect), block.line_height)
        and overlap_x(unit.rect, around) > 0
        for unit in units
    )


def _is_prominent(layout: Layout, units: Sequence[Unit], block: Block, look: _Look) -> bool:
    """Return whether a text is set as a heading is: large, centred or underlined, with no check boxes on its line."""
    page_width = _page_width(layout, block)
    boxed = any(
        widget.page == block.page and widget.index in layout.boxes and same_row(widget.rect, block.rect)
        for widget in layout.widgets
    )
    if boxed or not look.strong or width(block.rect) >= 0.9 * page_width or len(block.words) > 14:
        return False
    centred = block.bold and abs(center(block.rect)[0] - page_width / 2) < 0.04 * page_width
    return block.size >= 1.15 * layout.body_size or centred or _stands_over(layout, units, block)


def _heads_list(layout: Layout, shade: Rect, page: int) -> bool:
    """Return whether a shaded bar is the header of a list: at least two blanks of its width follow right below."""
    under = [
        widget.rect
        for widget in layout.fillable()
        if widget.page == page and -6 < widget.rect[0] - shade[0] < 34 and abs(widget.rect[2] - shade[2]) < 6
    ]
    first = [rect for rect in under if -2 < rect[1] - shade[3] < 13]
    if first and any(
        block.page == page and shade[3] < center(block.rect)[1] < first[0][1] and overlap_x(block.rect, shade) > 0
        for block in layout.blocks
    ):
        return False
    return bool(first) and any(-2 < rect[1] - first[0][3] < 14 for rect in under)


def _over_stack(layout: Layout, block: Block) -> bool:
    """Return whether a text stands right over a stack of equal blanks, as the heading of a column does."""
    under = [
        widget.rect
        for widget in layout.fillable()
        if widget.page == block.page and abs(widget.rect[0] - block.rect[0]) < 12 and widget.rect[1] > block.rect[1]
    ]
    under.sort(key=lambda rect: rect[1])
    if len(under) < 2 or under[0][1] - block.rect[3] > 20:
        return False
    first, second = under[:2]
    if any(
        other.page == block.page
        and block.rect[3] < center(other.rect)[1] < first[1]
        and overlap_x(other.rect, first) > 0
        and is_caption_text(other)
        for other in layout.blocks
    ):
        return False
    even = abs(first[0] - second[0]) < 3 and abs(first[2] - second[2]) < 3
    worded = any(
        other.page == block.page and first[1] < center(other.rect)[1] < second[1] and overlap_x(other.rect, first) > 0
        for other in layout.blocks
    )
    return even and not worded and second[1] - first[3] < 12


def _spans_columns(layout: Layout, block: Block) -> bool:
    """Return whether a text is the upper head of some columns of a table: a line under it parts it from theirs.

    The heads below stand over blanks, and at their sides are those of further columns.
    """
    lines = layout.horizontal_between(block.page, block.rect[3] - 3, block.rect[3] + 5, block.rect[0], block.rect[2])
    for line in lines:
        y = line.rect[1]
        if abs(center(line.rect)[0] - center(block.rect)[0]) > 8:
            continue
        row = [
            other
            for other in layout.blocks
            if other.page == block.page and y - 12 < other.rect[1] and other.rect[3] < y + 34 and other is not block
        ]
        under = [
            other
            for other in row
            if other.rect[1] > y - 3 and line.rect[0] - 2 <= other.rect[0] and other.rect[2] <= line.rect[2] + 2
        ]
        aside = [other for other in row if other.rect[2] < line.rect[0] or other.rect[0] > line.rect[2]]
        level = [
            other
            for other in aside
            if any(same_row(other.rect, head.rect) and other.bold == head.bold for head in under)
        ]
        if len(under) >= 2 and level and all(_tops_blank(layout, head) for head in (*under, *level)):
            return True
    return False


def _tops_blank(layout: Layout, block: Block) -> bool:
    return any(
        widget.page == block.page
        and -2 < widget.rect[1] - block.rect[3] < 24
        and overlap_x(widget.rect, block.rect) > 0.5 * width(block.rect)
        for widget in layout.fillable()
    )


def _column_line(layout: Layout, block: Block, page_width: float) -> Rect | None:
    """Return the line under a bold text that is as wide as a column of the page, if there is one."""
    lines = layout.horizontal_between(block.page, block.rect[3] - 3, block.rect[3] + 8, block.rect[0], block.rect[2])
    column = [
        rule.rect
        for rule in lines
        if abs(rule.rect[0] - block.rect[0]) < 8 and 0.3 * page_width < width(rule.rect) < 0.6 * page_width
    ]
    line = max(column, key=width, default=None) if block.bold else None
    if line is None or layout.horizontal_between(block.page, line[1] - 2, line[3] + 2, line[2] - 1, line[2] + 9):
        return None
    return line


def _stands_over(layout: Layout, units: Sequence[Unit], block: Block) -> bool:
    """Return whether bold text is underlined, or set off by space above, and no blank follows it directly."""
    rect = block.rect
    reach = (rect[0], rect[3], rect[0] + 150, rect[3] + 14)
    if any(
        unit.page == block.page
        and overlap_x(unit.rect, reach) > 0
        and overlap_y(unit.rect, reach) > 0
        and not _is_captioned(layout, block, unit)
        for unit in units
    ):
        return False
    underline = layout.horizontal_between(block.page, rect[3] - 3, rect[3] + 5, rect[0], rect[2])
    if any(width(rule.rect) > 1.5 * width(rect) + 20 for rule in underline):
        return True
    above = [
        other.rect[3]
        for other in layout.blocks
        if other.page == block.page
        and other.rect[3] <= rect[1] + 1
        and overlap_x(other.rect, (rect[0], 0, rect[0] + 150, 0)) > 0
    ]
    least = -0.2 if _GROUP.match(block.text) else 0.8
    return rect[1] - max(above, default=0.0) > least * block.line_height and block.size >= layout.body_size


def _is_captioned(layout: Layout, block: Block, unit: Unit) -> bool:
    """Return whether other words stand between a text and a blank right below it, or left of the blank on its line."""
    return any(
        other is not block
        and other.page == unit.page
        and is_caption_text(other)
        and other.rect[1] > center(block.rect)[1]
        and (
            (center(other.rect)[1] < unit.rect[1] + 2 and overlap_x(other.rect, unit.rect) > 0)
            or (
                same_row(other.rect, unit.rect)
                and unit.rect[0] > other.rect[2] - 2
                and other.rect[0] > block.rect[0] - 9
            )
            or (_GROUP.match(block.text) and _is_caption_below(block, other, unit))
        )
        for other in layout.blocks
    )


def _is_caption_below(heading: Block, block: Block, unit: Unit) -> bool:
    """Return whether a lighter text right below a blank can be its caption."""
    gap = block.rect[1] - unit.rect[3]
    return (
        heading.bold
        and not block.bold
        and -3 < gap < 6
        and abs(block.rect[0] - unit.rect[0]) < 6
        and block.text[0] != "("
    )


def margin_headings(layout: Layout, units: Sequence[Unit]) -> list[Heading]:
    """Return headings set in a margin column of their own, each under a line over the whole width, if there are two.

    What stands right of such a heading, from its line to the next one, belongs to it.
    """
    found: list[Heading] = []
    for block in layout.blocks:
        page = layout.template.pages[block.page - 1]
        if not block.bold or block.option or block.asks or block.shaded:
            continue
        if block.rect[2] > 0.34 * page.width or len(block.words) > 10 or block.text.endswith(":"):
            continue
        if _ADVICE.match(block.text) or not is_caption_text(block) or _over_stack(layout, block):
            continue
        if block.rect[1] > 0.92 * page.height:
            continue
        lines = layout.horizontal_between(
            block.page, block.rect[1] - 16, block.rect[1] + 2, block.rect[0], block.rect[2]
        )
        lines = [
            rule for rule in lines if width(rule.rect) > 0.7 * page.width and abs(rule.rect[0] - block.rect[0]) < 18
        ]
        if not lines or any(
            unit.page == block.page and unit.rect[0] < block.rect[2] + 2 and overlap_y(unit.rect, block.rect) > 0
            for unit in units
        ):
            continue
        alone = _is_alone_in_margin(layout, units, block)
        beside = any(
            o is not block and o.bold and o.page == block.page and same_row(o.rect, block.rect) for o in layout.blocks
        )
        if beside and not alone:
            continue
        y = max(rule.rect[1] for rule in lines)
        label = read_label(_title_of((block,)))
        rect = (min(rule.rect[0] for rule in lines), y, block.rect[2], y + 1)
        found.append(Heading((block,), label.name, 1, rect, 0.0, page.width, page.height, alone, False, False))
    sizes = [heading.blocks[0].size for heading in found if heading.firm]
    if sizes:
        return [heading for heading in found if heading.blocks[0].size > max(sizes) - 0.2]
    lefts = [heading.blocks[0].rect[0] for heading in found]
    column = [heading for heading, left in zip(found, lefts, strict=True) if left - min(lefts) < 6]
    return column if len(column) >= 2 else []


def _is_alone_in_margin(layout: Layout, units: Sequence[Unit], block: Block) -> bool:
    """Return whether nothing stands below a text in its column to the next wide line, but captions at its right."""
    page = layout.template.pages[block.page - 1]
    reach = block.rect[3] + _CLEAR
    lines = layout.horizontal_between(block.page, block.rect[3], reach, block.rect[0], block.rect[2])
    end = min((rule.rect[1] for rule in lines if width(rule.rect) > 0.7 * page.width), default=reach)
    near = [
        other for other in layout.blocks if other.page == block.page and block.rect[1] - 3 < center(other.rect)[1] < end
    ]
    below = [other for other in near if other is not block and other.rect[0] < block.rect[2]]
    right = [other for other in near if other.rect[0] > block.rect[2] and is_caption_text(other)]
    blanks = [u for u in units if u.page == block.page and block.rect[1] < center(u.rect)[1] < end]
    inset = all(unit.rect[0] > block.rect[2] for unit in blanks)
    return end - block.rect[1] > 30 and not below and inset and len(right) >= 2 and bool(blanks)


def _title_beside(layout: Layout, block: Block) -> list[Block]:
    near = [
        other
        for other in layout.blocks
        if other is not block
        and other.page == block.page
        and same_row(other.rect, block.rect)
        and 0 <= other.rect[0] - block.rect[2] < 80
    ]
    return sorted(near, key=lambda other: other.rect[0])[:1]


def _has_neighbours(layout: Layout, block: Block, x0: float, x1: float) -> bool:
    """Return whether other text stands on the block's line, as beside column headings and captions."""
    return any(
        other is not block
        and other.page == block.page
        and overlap_y(other.rect, block.rect) > 0.5 * min(other.line_height, block.line_height)
        and x0 <= center(other.rect)[0] <= x1
        and len(other.text) > 2
        and is_caption_text(other)
        for other in layout.blocks
    )
