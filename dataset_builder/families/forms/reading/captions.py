"""Which printed block is the caption of which blank.

Every blank weighs the blocks at its left, above, below, inside and at its right; a drawn line or another blank in
between costs or forbids. Captions are then given out so that the sum of all costs is least, one caption to one blank,
and given out again with the habit of each blank's neighbours (captions below, say) counted in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
from scipy.optimize import linear_sum_assignment

from dataset_builder.families.forms.model import Rect, Widget
from dataset_builder.families.forms.reading.layout import (
    MARKER,
    PART,
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
from dataset_builder.families.forms.reading.naming import FORMAT_HINT

Side = Literal["left", "above", "below", "inside", "right"]

_WORST = 40.0
_BASE: dict[Side, float] = {"left": 0.0, "above": 4.0, "below": 5.5, "inside": 1.0, "right": 18.0}
_CONTINUED = 14.0
_HABIT = 5.0
COLUMN_GAP = 20.0
"""Points between a text and an item number from which on they stand in different columns of the page."""

_INSTRUCTION = re.compile(
    r"^\W*(?:see\b|next,|do not|don't|attach\b|note\b|(?:optional|required)\W*$|check\b|select\b|submit|"
    r"mail\b|go to|keep|if (?:any|known|applicable|different|yes|no)\b.{0,12}$|"
    r"if .*\b(?:must|skip|complete|go to|attach|check|see)\b|"
    r"for paperwork|omb\b|form [\w-]*\d|cat\.? no|print or type|please print|caution|important|continue|"
    r"previous edition|enter (?:five|all|only)|usps zip|as my|column \(?[a-z]\)?$|expires?:?\s+\d|rev\.)",
    re.IGNORECASE,
)
OFFICE = re.compile(
    r"\b(?:do not write|office use|official use|for .{0,24} use only|use only$|internal use|agency use|leave blank|"
    r"(?:to be )?completed by (?:the )?(?:agency|office|department)|staff use)\b",
    re.IGNORECASE,
)
"""Words over an area that nobody but the office fills in."""

_BARE_OPTION = re.compile(r"^\W*(?:yes|no|unknown|none|n/?a|male|female|am|am not|am/am not|and|or)\W*$", re.IGNORECASE)
_OPEN_OPTION = re.compile(r"other|specify|explain|describe|list|enter|:$", re.IGNORECASE)


@dataclass(frozen=True)
class Unit:
    """One blank: a widget, or the widgets of one split number, date or time in reading order."""

    widgets: tuple[Widget, ...]

    @property
    def page(self) -> int:
        """Return the 1-based page."""
        return self.widgets[0].page

    @cached_property
    def rect(self) -> Rect:
        """Return the rectangle around the widgets."""
        return union(widget.rect for widget in self.widgets)


@dataclass(frozen=True)
class Caption:
    """A block taken for a unit's caption, and where it stands."""

    block: Block
    side: Side
    cost: float


def reading_order(unit: Unit) -> tuple[float, ...]:
    """Return what units are sorted by to stand in reading order: page, line, place on the line."""
    return unit.page, round(unit.rect[1] / 6), unit.rect[0]


def find_units(layout: Layout) -> list[Unit]:
    """Return the fillable widgets, those of one answer joined.

    They are joined if a dash or slash is printed between them, or if they touch and have small captions of their own
    that are parts of a date, a time or a telephone number.
    """
    widgets = sorted(layout.fillable(), key=lambda widget: (widget.page, widget.rect[0], widget.rect[1]))
    parts = {widget.index for widget in widgets if _is_part(layout, widget)}
    follower: dict[int, Widget] = {}
    for left in widgets:
        for right in widgets:
            gap = right.rect[0] - left.rect[2]
            if right.page != left.page or not -1 < gap < 32 or not same_row(left.rect, right.rect):
                continue
            touching = gap < 8 and left.index in parts and right.index in parts
            if touching or (gap > 0 and _dashed(layout, left, right)):
                follower[left.index] = right
                break
    led = {widget.index for widget in follower.values()}
    units = []
    for widget in widgets:
        if widget.index not in led:
            run = [widget]
            while run[-1].index in follower:
                run.append(follower[run[-1].index])
            units.append(Unit(tuple(run)))
    return sorted(units, key=lambda unit: (unit.page, unit.rect[1], unit.rect[0]))


def _is_part(layout: Layout, widget: Widget) -> bool:
    """Return whether a small caption such as "Month" or "Area code" stands right above or below a widget."""
    return any(
        block.page == widget.page
        and PART.match(block.text)
        and overlap_x(block.rect, widget.rect) > 0.6 * width(block.rect)
        and min(abs(widget.rect[1] - block.rect[3]), abs(block.rect[1] - widget.rect[3])) < 12
        for block in layout.blocks
    )


def _dashed(layout: Layout, left: Widget, right: Widget) -> bool:
    x0, x1 = left.rect[2], right.rect[0]
    y0, y1 = max(left.rect[1], right.rect[1]), min(left.rect[3], right.rect[3])
    return any(
        page == left.page
        and x0 - 4 <= center(dash)[0] <= x1 + 4
        and width(dash) <= x1 - x0 + 6
        and y0 - 5 <= center(dash)[1] <= y1 - 0.1 * (y1 - y0)
        for page, dash in layout.dashes
    )


def is_caption_text(block: Block) -> bool:
    """Return whether a block can be a caption at all: no instruction, format hint, item number or question of boxes."""
    return not block.asks and _is_caption_wording(block.text)


@lru_cache(maxsize=4096)
def _is_caption_wording(text: str) -> bool:
    if MARKER.match(text) or FORMAT_HINT.match(text) or _BARE_OPTION.match(text):
        return False
    legible = sum(character.isalnum() or character in " ." for character in text)
    if not re.search(r"[^\W\d_]", text) or legible < 0.6 * len(text):
        return False
    return not _INSTRUCTION.match(text.replace("’", "'"))


def assign_captions(layout: Layout, units: Sequence[Unit], taken: Collection[Block]) -> dict[Unit, Caption]:
    """Return the caption of every unit that has one; ``taken`` blocks are left out."""
    used = set(map(id, taken))
    parts = [widget for unit in units if len(unit.widgets) > 1 for widget in unit.widgets]
    blocks = [
        block
        for block in layout.blocks
        if id(block) not in used and is_caption_text(block) and not _names_part(block, parts)
    ]
    weights = [[_weigh(layout, unit, block) for block in blocks] for unit in units]
    bare = [_CONTINUED if _continues_above(layout, unit, units) else _WORST for unit in units]
    found = _match(units, blocks, weights, bare, {})
    for _ in range(2):
        found = _match(units, blocks, weights, bare, _habits(units, weights, found))
    return _harmonized(units, found)


def _names_part(block: Block, parts: Sequence[Widget]) -> bool:
    """Return whether a block names one of the parts of a split answer, right above or below it."""
    return PART.match(block.text) is not None and any(
        block.page == widget.page
        and overlap_x(block.rect, widget.rect) > 0.6 * width(block.rect)
        and min(abs(widget.rect[1] - block.rect[3]), abs(block.rect[1] - widget.rect[3])) < 12
        for widget in parts
    )


Weights = dict[Side, float]


def _match(
    units: Sequence[Unit],
    blocks: Sequence[Block],
    weights: Sequence[Sequence[Weights]],
    bare: Sequence[float],
    habits: dict[Unit, Side],
) -> dict[Unit, Caption]:
    """Return the cheapest way to give out ``blocks``; leaving a unit without any costs what ``bare`` says."""
    if not units or not blocks:
        return {}
    costs = np.full((len(units), len(blocks) + len(units)), _WORST + 1)
    best: dict[tuple[int, int], tuple[float, Side]] = {}
    for u, unit in enumerate(units):
        costs[u, len(blocks) :] = bare[u]
        for b, sides in enumerate(weights[u]):
            if sides:
                cost, side = min((cost - _HABIT * (side == habits.get(unit)), side) for side, cost in sides.items())
                best[u, b] = cost, side
                costs[u, b] = min(cost, _WORST + 1)
    rows, columns = linear_sum_assignment(costs)
    found = {}
    for u, b in zip(rows.tolist(), columns.tolist(), strict=True):
        if (u, b) in best and best[u, b][0] < _WORST:
            found[units[u]] = Caption(blocks[b], best[u, b][1], best[u, b][0])
    return found


def _continues_above(layout: Layout, unit: Unit, units: Sequence[Unit]) -> bool:
    """Return whether a blank of the same edges stands right above, so that this one may be its next line."""
    if _has_text_left(layout, unit):
        return False
    return any(
        other.page == unit.page
        and abs(other.rect[0] - unit.rect[0]) < 5
        and abs(other.rect[2] - unit.rect[2]) < 9
        and -4 < unit.rect[1] - other.rect[3] < 14
        and not layout.horizontal_between(unit.page, other.rect[3] + 2, unit.rect[1] - 2, *unit.rect[::2])
        for other in units
        if other is not unit
    )


def _has_text_left(layout: Layout, unit: Unit) -> bool:
    return any(
        block.page == unit.page
        and block.rect[2] <= unit.rect[0] + 2
        and unit.rect[0] - block.rect[2] < 260
        and any(same_row(line, unit.rect) for line in block.lines)
        and len(block.words) <= 12
        and is_caption_text(block)
        and not _blocked(layout, unit, (block.rect[2] - 1, unit.rect[1], unit.rect[0], unit.rect[3]))
        for block in layout.blocks
    )


def _habits(
    units: Sequence[Unit], weights: Sequence[Sequence[Weights]], found: dict[Unit, Caption]
) -> dict[Unit, Side]:
    """Return the side on which each unit's six nearest neighbours clearly have their captions.

    A neighbour's vote weighs as much as its caption is cheaper than the cheapest on any other side, 10 at most.
    """
    votes: dict[Unit, tuple[Side, float]] = {}
    for unit, options in zip(units, weights, strict=True):
        if unit in found:
            side = found[unit].side
            own = min((sides[side] for sides in options if side in sides), default=_WORST)
            others = min((cost for sides in options for other, cost in sides.items() if other != side), default=_WORST)
            votes[unit] = side, min(max(others - own, 0.0), 10.0)
    habits: dict[Unit, Side] = {}
    for unit in units:
        x, y = center(unit.rect)

        def distance(other: Unit, x: float = x, y: float = y) -> float:
            return 0.3 * abs(center(other.rect)[0] - x) + abs(center(other.rect)[1] - y)

        near = sorted((other for other in votes if other is not unit and other.page == unit.page), key=distance)[:6]
        sums: Counter[Side] = Counter()
        for other in near:
            sums[votes[other][0]] += votes[other][1]  # type: ignore[assignment]
        if sums:
            side, weight = sums.most_common(1)[0]
            if weight > 10 and weight > 0.6 * sum(sums.values()):
                habits[unit] = side
    return habits


def _harmonized(units: Sequence[Unit], found: dict[Unit, Caption]) -> dict[Unit, Caption]:
    """Return the captions with those of equal text brought to one pattern.

    Where the nearest of them stands at some place from its unit, and another's stands elsewhere although a bare or
    dearer unit is found at that place, the caption moves there.
    """
    result = dict(found)
    owners: dict[str, list[Unit]] = {}
    for unit, caption in found.items():
        owners.setdefault(caption.block.text.lower(), []).append(unit)
    for members in owners.values():
        if len(members) < 2:
            continue
        model = min(members, key=lambda unit: (round(_distance(unit, found[unit].block)), found[unit].cost))
        dx, dy = _offset(model, found[model].block)
        for unit in members:
            block = found[unit].block
            x, y = _offset(unit, block)
            if abs(x - dx) < 12 and abs(y - dy) < 12:
                continue
            for other in units:
                ox, oy = _offset(other, block)
                alike = other.page == block.page and abs(ox - dx) < 6 and abs(oy - dy) < 6
                if alike and (other not in result or result[other].cost > found[model].cost + 6):
                    result[other] = Caption(block, found[model].side, found[model].cost)
                    if result.get(unit) is found[unit]:
                        del result[unit]
                    break
    return result


def _distance(unit: Unit, block: Block) -> float:
    return max(-overlap_x(unit.rect, block.rect), -overlap_y(unit.rect, block.rect), 0.0)


def _offset(unit: Unit, block: Block) -> tuple[float, float]:
    return unit.rect[0] - block.rect[0], unit.rect[1] - block.rect[1]


def _weigh(layout: Layout, unit: Unit, block: Block) -> Weights:
    """Return the cost of ``block`` as the unit's caption for every side on which it can be one."""
    if block.page != unit.page:
        return {}
    rect, text = unit.rect, block.rect
    if text[1] > rect[3] + 20 or text[3] < rect[1] - 45:
        return {}
    if block.size > 1.6 * layout.body_size and text[3] < 0.15 * layout.template.pages[unit.page - 1].height:
        return {}
    if len(unit.widgets) > 1 and PART.match(block.text):
        return {}
    weights: Weights = {}
    extra = 0.35 * max(0, len(block.words) - 18) + (10 if OFFICE.search(block.text) else 0)
    if block.option and text[3] < rect[1]:
        extra += 4 if _OPEN_OPTION.search(block.text) else 12
    x, y = center(text)
    if rect[0] < x < rect[2] and rect[1] - 1 < y < rect[3] and text[0] > rect[0] - 6 and text[2] < rect[2] + 6:
        weights["inside"] = (
            _BASE["inside"] + extra + 0.1 * max(0.0, text[0] - rect[0]) + 0.2 * max(0.0, text[1] - rect[1])
        )
        return weights
    if block.text.endswith(".") and len(block.words) > 4 and len(block.words[-1].text) > 4:
        extra += 8
    left = _left(layout, unit, block)
    if left is not None:
        weights["left"] = left + (0.1 * extra)
    for side, cost in (("above", _above(layout, unit, block)), ("below", _below(layout, unit, block))):
        if cost is not None:
            weights[side] = cost + extra  # type: ignore[index]
    gap = text[0] - rect[2]
    if -2 <= gap <= 10 and same_row(text, rect) and not block.option and len(block.words) <= 6:
        bracketed = block.text.startswith("(")
        if not layout.vertical_between(
            unit.page, rect[2] + 2, text[0] - 0.5, max(text[1], rect[1]), min(text[3], rect[3])
        ):
            weights["right"] = _BASE["right"] + gap + (0 if bracketed else 14)
    return weights


def _left(layout: Layout, unit: Unit, block: Block) -> float | None:
    """Return the cost of a block whose text, or whose last line, ends left of the unit on its line."""
    rect, text = unit.rect, block.rect
    if text[2] > rect[0] + 7:
        text = max(block.lines, key=lambda line: overlap_y(line, rect))
        if text[2] > rect[0] + 7 or not same_row(text, rect) or text[2] < 0.3 * block.rect[2]:
            return None
    shared = overlap_y(text, rect)
    if shared < 0.3 * min(height(text), height(rect), block.line_height * 1.5):
        return None
    end = max(text[2], block.reach if block.reach > block.rect[2] + 4 else 0.0, layout.line_after(unit.page, text))
    gap = max(0.0, rect[0] - end)
    if gap > 260 or (block.option and gap > 18):
        return None
    y0, y1 = max(text[1], rect[1]), min(text[3], rect[3])
    if _blocked(layout, unit, (text[2] - 1, y0, rect[0], y1)):
        return None
    crossing = layout.vertical_between(unit.page, text[2] + 0.5, rect[0] - 3, y0, y1)
    crossed = len({round(rule.rect[0] / 4) for rule in crossing})
    between = sum(
        other is not block
        and other.page == unit.page
        and is_caption_text(other)
        and other.rect[0] >= text[2] - 2
        and other.rect[2] <= rect[0] + 4
        and overlap_y(other.rect, (0, y0, 0, y1)) > 0.4 * (y1 - y0)
        for other in layout.blocks
    )
    number = max(
        (
            other.rect[0]
            for other in layout.blocks
            if other.page == unit.page
            and MARKER.match(other.text)
            and same_row(other.rect, rect)
            and end < other.rect[0] < other.rect[2] < rect[0] + 4
        ),
        default=end,
    )
    between += number - end > COLUMN_GAP
    slant = min(abs(center(line)[1] - center(rect)[1]) for line in (block.rect, *block.lines))
    reached = end > text[2] + 4
    choice = 12.0 if block.option and not _OPEN_OPTION.search(block.text) else 0.0
    cells = 0.0 if reached else min(4.0 * crossed, 8.0)
    return (
        _BASE["left"] + 0.12 * gap + 0.1 * max(0.0, gap - 60) + cells + 12.0 * between + 0.25 * min(slant, 24) + choice
    )


def _above(layout: Layout, unit: Unit, block: Block) -> float | None:
    rect, text = unit.rect, block.rect
    text = (text[0], text[1], text[2], _bottom(layout, block))
    gap = rect[1] - text[3]
    shared = overlap_x(text, rect)
    if not -0.6 * block.line_height <= gap <= 40 or shared <= 1 or text[1] > rect[1]:
        return None
    x0, x1 = max(text[0], rect[0]), min(text[2], rect[2])
    if _blocked(layout, unit, (x0, text[3] - 1, x1, rect[1])):
        return None
    crossing = layout.horizontal_between(unit.page, text[3] - 0.25 * block.line_height, rect[1] - 2.5, x0, x1)
    crossed = sum(not _frames(rule.rect, rect) for rule in crossing)
    return _BASE["above"] + 0.7 * max(gap, 0.0) + 14.0 * min(crossed, 2) + _skew(rect, text)


def _below(layout: Layout, unit: Unit, block: Block) -> float | None:
    rect, text = unit.rect, block.rect
    gap = text[1] - rect[3]
    shared = overlap_x(text, rect)
    if block.option or block.size > 1.35 * layout.body_size:
        return None
    if not -0.6 * block.line_height <= gap <= 14 or shared <= 1 or text[3] < rect[3]:
        return None
    x0, x1 = max(text[0], rect[0]), min(text[2], rect[2])
    if _blocked(layout, unit, (x0, rect[3], x1, text[1] + 1)):
        return None
    crossing = layout.horizontal_between(unit.page, rect[3] - 2.5, text[1] + 0.35 * block.line_height, x0, x1)
    cells = sum(width(rule.rect) > 1.3 * width(rect) + 24 for rule in crossing)
    long = 10 if len(block.words) > 9 else 0
    return _BASE["below"] + 1.1 * max(gap, 0.0) + 14.0 * min(cells, 2) + long + _skew(rect, text)


def _bottom(layout: Layout, block: Block) -> float:
    """Return where a block ends, remarks that stand right below it included ("Do not deduct ...")."""
    bottom = block.rect[3]
    for other in layout.blocks:
        if (
            other.page == block.page
            and -0.3 * other.line_height < other.rect[1] - bottom < 5
            and (abs(other.rect[0] - block.rect[0]) < 5 or abs(center(other.rect)[0] - center(block.rect)[0]) < 6)
            and len(other.text) > 3
            and not MARKER.match(other.text)
            and not is_caption_text(other)
        ):
            bottom = other.rect[3]
    return bottom


def _frames(rule: Rect, rect: Rect) -> bool:
    """Return whether a line is the upper side of the unit's own drawn box."""
    return abs(rule[0] - rect[0]) < 6 and abs(rule[2] - rect[2]) < 6 and rect[1] - rule[1] < 6


def _skew(rect: Rect, text: Rect) -> float:
    """Return the cost of a caption that does not stand over its blank."""
    centred = abs(center(rect)[0] - center(text)[0])
    start = abs(rect[0] - text[0])
    outside = max(0.0, rect[0] - 8 - text[0]) + max(0.0, text[2] - rect[2] - 8)
    return 0.05 * min(centred, start) + 10.0 * min(1.0, outside / max(width(text), 1.0))


def _blocked(layout: Layout, unit: Unit, corridor: Rect) -> bool:
    """Return whether another widget stands in the space between a caption and the unit."""
    own = {widget.index for widget in unit.widgets}
    return any(
        widget.index not in own
        and widget.page == unit.page
        and overlap_x(widget.rect, corridor) > 1.5
        and overlap_y(widget.rect, corridor) > min(2.0, 0.4 * max(corridor[3] - corridor[1], 0.1))
        for widget in layout.widgets
        if widget.type not in ("button",)
    )
