"""Whom or what a blank is about, where its own caption does not say: the heads and leaders of rows and groups."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from dataset_builder.families.forms.reading.captions import Caption, Unit, is_caption_text, reading_order
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
from dataset_builder.families.forms.reading.naming import words_of

_NAME_WORDS = {
    *("first", "last", "middle", "family", "given", "name", "initial", "mi", "full", "suffix", "prefix", "surname"),
    *("legal", "title", "m", "i"),
}
_PLACE_WORDS = {
    *("city", "town", "village", "state", "province", "territory", "zip", "code", "postal", "country", "foreign"),
    *("county", "street", "number", "address", "apt", "apartment", "ste", "suite", "flr", "floor", "unit", "po", "box"),
    *("rural", "route", "line", "p", "o"),
}
_LINK_WORDS = {"and", "or", "of", "no", "plus", "4", "if", "any", "the"}
_GENERIC = {
    *_NAME_WORDS,
    *_PLACE_WORDS,
    *_LINK_WORDS,
    *("month", "day", "year", "date", "time", "area", "telephone", "phone", "fax", "email", "e", "mail", "extension"),
    *("ext", "from", "to", "amount", "item"),
}
_PLACE_HEAD = re.compile(r"\b(?:address|residence|location|principal office)\b", re.IGNORECASE)
_NAME_HEAD = re.compile(r"\bnames?\b(?! of)", re.IGNORECASE)


def is_generic(text: str) -> bool:
    """Return whether a caption says what is asked but not about whom: "First", "City or town", "Area code".

    >>> is_generic("State or Foreign Country"), is_generic("Child 2"), is_generic("Place of birth")
    (True, True, False)
    """
    words = words_of(re.sub(r"\([^)]*\)?", " ", text))
    if len(words) == 2 and words[1].isdigit():
        return True
    return bool(words) and all(word in _GENERIC for word in words)


def fits_head(head: str, caption: str) -> bool:
    """Return whether a caption can belong to the group that ``head`` names: a name's parts, an address's parts.

    >>> fits_head("Legal name", "First name"), fits_head("Legal name", "City"), fits_head("Home address", "City")
    (True, False, True)
    """
    words = set(words_of(re.sub(r"\([^)]*\)?", " ", caption))) - _LINK_WORDS
    if _PLACE_HEAD.search(head):
        return words <= _PLACE_WORDS | ({"name"} & words if "street" in words else set()) or (
            "address" in words and not words & {"email", "mail", "electronic", "web"}
        )
    if _NAME_HEAD.search(head):
        return words <= _NAME_WORDS or "name" in words
    return True


def find_leaders(units: Sequence[Unit], captions: Mapping[Unit, Caption]) -> dict[Unit, Unit]:
    """Return the blank that says about whom a generically captioned one is.

    It is the nearest at the left in the row with a caption of its own meaning ("Spouse's first name | Last name"), or
    that of the blank right above, if it is an address ("Mailing address" over "City | State | ZIP code").
    """
    leaders: dict[Unit, Unit] = {}
    generic = {unit for unit in units if unit in captions and is_generic(captions[unit].block.text)}
    for unit in sorted(generic, key=reading_order):
        row = [
            other
            for other in units
            if other.page == unit.page and same_row(other.rect, unit.rect) and other.rect[2] <= unit.rect[0] + 4
        ]
        before = max(row, key=lambda other: other.rect[2], default=None)
        if before is not None:
            leader = leaders.get(before) if before in generic else before
        else:
            above = [
                other
                for other in units
                if other.page == unit.page
                and 0 <= unit.rect[1] - other.rect[3] < 34
                and abs(other.rect[0] - unit.rect[0]) < 30
            ]
            upper = max(above, key=lambda other: other.rect[3], default=None)
            leader = leaders.get(upper, upper) if upper is not None else None
            if leader is None or leader not in captions or "address" not in captions[leader].block.text.lower():
                leader = None
        if leader is not None and leader in captions and leader not in generic:
            leaders[unit] = leader
    return leaders


def prefer_subcaptions(
    layout: Layout, units: Sequence[Unit], captions: dict[Unit, Caption], taken: Collection[int]
) -> dict[Unit, Caption]:
    """Return the captions with a blank's left caption given up for an unused one above or below it.

    That is done where a neighbour on the blank's row has its caption on that side, level with the unused one: in
    "Your name: ____ ____" with First and Last below, "First" belongs to the first blank and "Your name" to both.
    """
    found = dict(captions)
    used = {id(caption.block) for caption in captions.values()} | set(taken)
    for unit in units:
        caption = found.get(unit)
        if caption is not None and caption.side != "left":
            continue
        for other in units:
            pattern = found.get(other)
            if (
                other is unit
                or pattern is None
                or pattern.side not in ("above", "below")
                or not same_row(other.rect, unit.rect)
            ):
                continue
            if other.page != unit.page or abs(other.rect[3] - unit.rect[3]) > 0.5 * height(unit.rect):
                continue
            level = pattern.block
            for block in layout.blocks:
                if (
                    id(block) not in used
                    and block.page == unit.page
                    and is_caption_text(block)
                    and len(block.words) <= 6
                    and abs(center(block.rect)[1] - center(level.rect)[1]) < 0.6 * level.line_height
                    and overlap_x(block.rect, unit.rect) > 0.5 * width(block.rect)
                ):
                    found[unit] = Caption(block, pattern.side, pattern.cost)
                    used.add(id(block))
                    break
            if found.get(unit) is not caption:
                break
    return found


def find_heads(
    layout: Layout, units: Sequence[Unit], captions: Mapping[Unit, Caption], taken: Collection[int]
) -> dict[Unit, Block]:
    """Return the block that says whom or what a generically captioned blank is about.

    It stands left in the same row, or above in the same cell; blanks further right and further down share it.
    """
    used = {id(caption.block) for caption in captions.values()} | set(taken)
    free = [
        block
        for block in layout.blocks
        if id(block) not in used
        and is_caption_text(block)
        and not block.option
        and len(block.words) <= 24
        and not block.text.startswith("(")
        and block.text[0] in block.text[0].upper()
        and not block.text.endswith("?")
        and not (block.text.endswith(".") and (len(block.words[-1].text) > 4 or len(block.words) > 6))
        and (block.bold or block.marker or not is_generic(block.text))
        and len(block.text) > 2
    ]
    generic = [unit for unit in units if unit in captions and is_generic(captions[unit].block.text)]
    heads = _numbered_heads(units, captions, free)
    for unit in sorted(generic, key=lambda unit: (unit.page, unit.rect[1], unit.rect[0])):
        box = union((unit.rect, captions[unit].block.rect))
        if unit in heads:
            continue
        head = _head_left(layout, units, captions, unit, box, free) or _head_above(layout, units, unit, box, free)
        if head is None:
            head = _inherited(layout, units, captions, unit, box, heads)
        if head is not None and fits_head(head.text, captions[unit].block.text):
            heads[unit] = head
    for unit in sorted(generic, key=reading_order):
        left = [other for other in generic if other.page == unit.page and same_row(other.rect, unit.rect)]
        before = max(
            (other for other in left if other.rect[2] <= unit.rect[0] + 4), key=lambda o: o.rect[2], default=None
        )
        adjacent = before is not None and not any(
            other not in heads and before.rect[2] - 2 < center(other.rect)[0] < unit.rect[0]
            for other in units
            if other.page == unit.page and same_row(other.rect, unit.rect)
        )
        if unit not in heads and before in heads and adjacent and _fits(heads[before], captions[unit]):
            heads[unit] = heads[before]
    return heads


def _fits(head: Block, caption: Caption) -> bool:
    reached = re.match(r"\W*(?:daytime |mobile )?(?:tele)?phone|fax|e-?mail", caption.block.text, re.IGNORECASE)
    return bool(reached) or fits_head(head.text, caption.block.text)


def borrow_heads(
    units: Sequence[Unit], captions: Mapping[Unit, Caption], heads: Mapping[Unit, Block]
) -> dict[Unit, Block]:
    """Return the head of the row above for generically captioned blanks without one, whatever lines are in between.

    It is to be used only where a caption alone would be ambiguous.
    """
    borrowed: dict[Unit, Block] = {}
    generic = [unit for unit in units if unit in captions and is_generic(captions[unit].block.text)]
    for unit in sorted(generic, key=reading_order):
        if unit in heads:
            continue
        above = [
            other
            for other in generic
            if other.page == unit.page
            and (other in heads or other in borrowed)
            and (0 < unit.rect[1] - other.rect[3] < 34 or same_row(other.rect, unit.rect))
            and other.rect[0] < unit.rect[2]
        ]
        nearest = max(above, key=lambda other: (other.rect[3], other.rect[0]), default=None)
        head = heads.get(nearest) or borrowed.get(nearest) if nearest is not None else None
        if head is not None and _fits(head, captions[unit]):
            borrowed[unit] = head
    return borrowed


def _numbered_heads(
    units: Sequence[Unit], captions: Mapping[Unit, Caption], free: Sequence[Block]
) -> dict[Unit, Block]:
    """Return the heads that item numbers tell: "5. Residence" is that of the blanks 5a, 5b, 5c."""
    heads: dict[Unit, Block] = {}
    for block in free:
        number = re.fullmatch(r"\(?(\d{1,2})[.)]*", block.marker)
        if number is None or len(block.words) > 6:
            continue
        for unit in units:
            caption = captions.get(unit)
            if caption is None or caption.block.page != block.page or caption.block.rect[1] < block.rect[1]:
                continue
            if re.fullmatch(rf"\(?{number[1]}\.?[a-zA-Z][.)]*", caption.block.marker):
                heads[unit] = block
    return heads


def _head_left(
    layout: Layout,
    units: Sequence[Unit],
    captions: Mapping[Unit, Caption],
    unit: Unit,
    box: tuple[float, float, float, float],
    free: Sequence[Block],
) -> Block | None:
    near = [
        block
        for block in free
        if block.page == unit.page
        and block.rect[2] <= box[0] + 4
        and overlap_y(block.rect, box) > 0.4 * min(block.line_height, height(box))
        and not layout.horizontal_between(
            unit.page,
            min(center(block.rect)[1], center(box)[1]) + 2,
            max(center(block.rect)[1], center(box)[1]) - 2,
            block.rect[0],
            block.rect[2],
        )
    ]
    head = max(near, key=lambda block: block.rect[2], default=None)
    if head is None:
        return None
    between = [
        other
        for other in units
        if other is not unit
        and other.page == unit.page
        and overlap_y(other.rect, unit.rect) > 0.5 * min(height(other.rect), height(unit.rect))
        and head.rect[2] - 4 < center(other.rect)[0] < unit.rect[0]
    ]
    if any(other not in captions or not is_generic(captions[other].block.text) for other in between):
        return None
    return head


def _head_above(
    layout: Layout, units: Sequence[Unit], unit: Unit, box: tuple[float, float, float, float], free: Sequence[Block]
) -> Block | None:
    for remark in layout.blocks:
        close = remark.page == unit.page and -3 <= box[1] - remark.rect[3] <= 16 and overlap_x(remark.rect, box) > 0
        if close and not is_caption_text(remark) and len(remark.words) > 3 and not remark.option:
            box = (box[0], remark.rect[1], box[2], box[3])
            break
    near = [
        block
        for block in free
        if block.page == unit.page
        and -3 <= box[1] - block.rect[3] <= 16
        and block.rect[0] <= box[0] + 20
        and (overlap_x(block.rect, box) > 0 or box[0] - block.rect[2] < 260)
        and not layout.horizontal_between(
            unit.page, block.rect[3] - 2, box[1] + 1, max(block.rect[0], box[0]) - 1, max(block.rect[0], box[0]) + 12
        )
        and not layout.vertical_between(unit.page, block.rect[2], box[0] - 3, box[1], box[3])
        and not any(
            other is not unit
            and other.page == unit.page
            and block.rect[3] - 2 < center(other.rect)[1] < box[1]
            and overlap_x(other.rect, (min(block.rect[0], box[0]), 0, box[2], 0)) > 0
            for other in units
        )
    ]
    return max(near, key=lambda block: block.rect[3], default=None)


def _inherited(
    layout: Layout,
    units: Sequence[Unit],
    captions: Mapping[Unit, Caption],
    unit: Unit,
    box: tuple[float, float, float, float],
    heads: Mapping[Unit, Block],
) -> Block | None:
    """Return the head of the blanks just above, if nothing drawn parts them from this one."""
    above = [
        other
        for other in heads
        if other.page == unit.page
        and unit.rect[1] - other.rect[1] > 0
        and unit.rect[1] - other.rect[3] < 2.2 * max(height(unit.rect), 14)
        and overlap_x(
            (heads[other].rect[0], 0, max(o.rect[2] for o in heads if heads[o] is heads[other]), 0), unit.rect
        )
        > 0
        and not layout.horizontal_between(
            unit.page,
            max(other.rect[3], captions[other].block.rect[3]) + 2.5,
            min(unit.rect[1], captions[unit].block.rect[1]) - 0.5,
            unit.rect[0],
            unit.rect[2],
        )
    ]
    nearest = max(above, key=lambda other: other.rect[3], default=None)
    return heads[nearest] if nearest is not None else None
