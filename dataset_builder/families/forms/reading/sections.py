"""The headings of a form by rank, and which blanks stand under them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.forms.reading.captions import Unit
from dataset_builder.families.forms.reading.headings import NUMBERED, Heading, margin_headings, read_heading
from dataset_builder.families.forms.reading.layout import (
    Layout,
    center,
    same_row,
    width,
)


def find_headings(layout: Layout, units: Sequence[Unit]) -> tuple[list[Heading], list[Heading]]:
    """Return the headings in the order of the pages, from top to bottom, and the titles of the form itself."""
    found = margin_headings(layout, units)
    used = {id(block) for heading in found for block in heading.blocks}
    margin = min((heading.blocks[0].size for heading in found), default=math.inf)
    for block in sorted(layout.blocks, key=lambda block: (block.page, block.rect[1], block.rect[0])):
        if id(block) in used:
            continue
        heading = read_heading(layout, units, block)
        if heading is not None:
            used.update(map(id, heading.blocks))
            found.append(replace(heading, level=1) if heading.blocks[0].size >= margin else heading)
    found.sort(key=lambda heading: (heading.page, heading.rect[1], heading.rect[0]))
    found = [_widened(heading, found, layout, units) for heading in found]
    titles: list[Heading] = []
    for heading in found:
        if heading.grouping or any(_precedes(other, heading) for other in found if other not in titles):
            continue
        if _is_title(layout, units, heading, found):
            titles.append(heading)
    return _graded([heading for heading in found if heading not in titles]), titles


def _precedes(heading: Heading, other: Heading) -> bool:
    """Return whether a heading that is not for the office stands above another in the same column."""
    shared = min(heading.x1, other.x1) - max(heading.x0, other.x0) > 0
    return heading.page == other.page and heading.rect[3] <= other.rect[1] and shared and not heading.office


def _graded(found: list[Heading]) -> list[Heading]:
    """Return headings with the levels that their sizes, numbers and words give them among each other."""
    sizes = [heading.blocks[0].size for heading in found if heading.ordinal]
    found = [
        replace(heading, level=2)
        if heading.level == 1 and sizes and not heading.ordinal and heading.blocks[0].size < max(sizes) - 0.3
        else heading
        for heading in found
    ]
    largest = max((heading.blocks[0].size for heading in found if heading.level == 2), default=0.0)
    found = [
        replace(heading, level=3) if heading.level == 2 and heading.blocks[0].size < largest - 0.4 else heading
        for heading in found
    ]
    return [
        replace(heading, level=3)
        if heading.level < 3
        and not heading.firm
        and heading.grouping
        and len(found) > 1
        and not _has_peer(heading, found)
        else heading
        for heading in found
    ]


def _has_peer(heading: Heading, others: Sequence[Heading]) -> bool:
    """Return whether a heading on the same page that names no mere group is set just like this one."""
    own = heading.blocks[0]
    return any(
        not other.grouping
        and not other.ordinal
        and other.page == heading.page
        and other.level == heading.level
        and max(abs(other.x0 - heading.x0), abs(other.x1 - heading.x1)) < 1
        and abs(other.blocks[0].size - own.size) < 0.1
        and (other.blocks[0].bold, other.blocks[0].shaded) == (own.bold, own.shaded)
        for other in others
    )


def sections_of(headings: Sequence[Heading], unit: Unit) -> tuple[Heading, ...]:
    """Return the headings that rule a unit, outermost first: at most one of each level."""
    ruling: list[Heading] = []
    x = center(unit.rect)[0]
    for heading in headings:
        same_page = heading.page == unit.page
        above = heading.page < unit.page or heading.rect[1 if heading.office else 3] <= unit.rect[1] + 4
        outside = not heading.x0 - 2 <= x <= heading.x1 + 2 or center(unit.rect)[1] > heading.bottom
        if heading.page > unit.page or not above or (same_page and outside) or (heading.office and not same_page):
            continue
        ruling = [*(other for other in ruling if other.level < heading.level), heading]
    if not ruling:
        return _beside(headings, unit)
    return tuple(ruling)


def _widened(heading: Heading, others: Sequence[Heading], layout: Layout, units: Sequence[Unit]) -> Heading:
    """Return a heading of one column with the whole page as its reach, if the page has no other column."""
    page_width = layout.template.pages[heading.page - 1].width
    if heading.x0 == 0 or heading.x0 > 0.4 * page_width or heading.office:
        return heading
    columns = [other for other in others if other.page == heading.page and other.x0 > 0 and not other.office]
    if any(other.x0 > heading.x1 - 10 or other.x1 < heading.x0 + 10 for other in columns):
        return heading
    ends = [other.rect[1] for other in others if other.page == heading.page and other.x0 == 0]
    floor = min((end for end in ends if end > heading.rect[3]), default=math.inf)
    beside = [u for u in units if u.page == heading.page and heading.rect[1] < u.rect[1] < floor]
    right = [unit for unit in beside if unit.rect[0] > heading.x1 - 2]
    if right and not any(unit.rect[0] < heading.x1 - 2 < unit.rect[2] - 4 for unit in beside):
        return heading
    return replace(heading, x0=0.0, x1=page_width)


def _beside(headings: Sequence[Heading], unit: Unit) -> tuple[Heading, ...]:
    """Return the last heading of the column at the left where its section flows on into the unit's column."""
    x = center(unit.rect)[0]
    page = [heading for heading in headings if heading.page == unit.page and not heading.office]
    limit = min((other.rect[1] for other in page if other.x0 == 0 and other.rect[1] > unit.rect[1]), default=math.inf)
    left = [heading for heading in page if heading.x0 > 0 and heading.x1 < x and heading.rect[1] < limit]
    return (max(left, key=lambda heading: heading.rect[1]),) if left else ()


def _is_title(layout: Layout, units: Sequence[Unit], heading: Heading, others: Sequence[Heading]) -> bool:
    """Return whether a heading is the form's own title: at the top, above all blanks, unlike any heading below."""
    own = [
        unit.rect for unit in units if unit.page == heading.page and heading.x0 <= center(unit.rect)[0] <= heading.x1
    ]
    block = heading.blocks[0]
    page = layout.template.pages[heading.page - 1]
    shade = layout.shade_of(block.page, block.rect)
    barred = shade is not None and not (width(shade) > 0.8 * page.width and heading.rect[1] < 0.12 * page.height)
    far = bool(own) and heading.rect[1] < 0.11 * page.height and min(rect[1] for rect in own) - heading.rect[3] > 50
    if far and not heading.office and not NUMBERED.match(block.text):
        return True
    if block.marker:
        return False
    if any(other.x0 != heading.x0 and same_row(other.rect, heading.rect) for other in others if not other.office):
        return False
    repeated = sum(other.text == block.text and other.bold and other.size == block.size for other in layout.blocks) > 1
    if NUMBERED.match(block.text) or heading.office or barred or repeated or not own:
        return False
    top = min(rect[1] for rect in own)
    if heading.rect[1] < 0.11 * page.height and heading.rect[3] <= top:
        return True
    alike = any(
        other.rect[1] > top
        and abs(other.blocks[0].size - block.size) < 0.3
        and other.blocks[0].bold == block.bold
        and min(
            abs(other.rect[0] - heading.rect[0]),
            abs(other.rect[0] - other.x0 - heading.rect[0] + heading.x0),
            abs(center(other.rect)[0] - center(heading.rect)[0]),
        )
        < 12
        for other in others
        if not other.office
    )
    return heading.rect[3] <= top and heading.rect[1] < 0.3 * page.height and not alike
