"""Blanks that are parts or repetitions: split answers, numbered lists, blocks printed several times."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dataset_builder.families.forms.model import Rect
from dataset_builder.families.forms.reading.captions import COLUMN_GAP, Unit, is_caption_text, reading_order
from dataset_builder.families.forms.reading.layout import Block, Layout, center, overlap_x, same_row, union, width
from dataset_builder.families.forms.reading.naming import name_of

_DATE_LETTERS = {"m": "month", "d": "day", "y": "year"}
_NUMBER = re.compile(r"^\(?(?:\d{1,2}\.?)?(\d{1,2}|[a-zA-Z])[.)]*$")


@dataclass(frozen=True)
class Repeat:
    """A block of blanks printed several times: ``copies`` hold the blanks of each copy in the same order."""

    copies: tuple[tuple[Unit, ...], ...]


def find_repeats(units: Sequence[Unit], keys: Mapping[Unit, Hashable], anchors: Mapping[Unit, Rect]) -> list[Repeat]:
    """Return the repeated blocks among ``units``.

    A block repeats where at least two different captions (``keys``) recur at the same distance from copy to copy, or
    one does three times in an even line. Other blanks that recur at that distance belong to it, if they have the same
    caption in every copy or none in some.

    Args:
        units: the blanks.
        keys: what tells the caption of a blank from others; blanks without a caption have none.
        anchors: where the caption stands; captions are placed more evenly than blanks.
    """
    groups: dict[Hashable, list[Unit]] = defaultdict(list)
    for unit in units:
        if unit in keys:
            groups[keys[unit]].append(unit)
    patterns: dict[Steps, list[list[Unit]]] = {}
    for members in groups.values():
        if len(members) < 2:
            continue
        members = sorted(members, key=reading_order)
        steps = _steps([anchors[unit] for unit in members], [unit.page for unit in members])
        known = next((other for other in patterns if _alike(other, steps)), steps)
        patterns.setdefault(known, []).append(members)
    repeats = []
    claimed: set[Unit] = set()
    for steps, found in sorted(patterns.items(), key=lambda item: -len(item[1]) * (len(item[0]) + 1)):
        chains = [chain for chain in found if not claimed.intersection(chain)]
        even = len(steps) >= 2 and all(_alike((a,), (b,)) for a, b in pairwise(steps))
        listed = bool(chains) and even and not any(abs(dx) > 3 and abs(dy) > 3 for dx, dy in steps)
        if len(chains) < 2 and not listed:
            continue
        if len(chains) >= 2:
            chains += _joining(units, keys, anchors, chains, steps, claimed.union(*chains))
        chains = sorted(chains, key=lambda chain: reading_order(chain[0]))
        claimed.update(unit for chain in chains for unit in chain)
        repeats.append(Repeat(tuple(tuple(copy) for copy in zip(*chains, strict=True))))
    return repeats


Steps = tuple[tuple[int, int], ...]


def _steps(rects: Sequence[Rect], pages: Sequence[int]) -> Steps:
    """Return the distances from each place to the next; another page is far below."""
    return tuple(
        (round(b[0] - a[0]), round(b[1] - a[1] + 10000 * (q - p)))
        for (a, p), (b, q) in pairwise(zip(rects, pages, strict=True))
    )


def _alike(a: Steps, b: Steps) -> bool:
    return len(a) == len(b) and all(abs(x - u) <= 10 and abs(y - v) <= 10 for (x, y), (u, v) in zip(a, b, strict=True))


def _joining(
    units: Sequence[Unit],
    keys: Mapping[Unit, Hashable],
    anchors: Mapping[Unit, Rect],
    chains: Sequence[Sequence[Unit]],
    steps: Steps,
    taken: Collection[Unit],
) -> list[list[Unit]]:
    """Return the further chains of blanks that recur at ``steps`` from within the first copy's area."""
    area = union(unit.rect for chain in chains for unit in chain[:1])
    found: list[list[Unit]] = []
    used = set(taken)
    for unit in units:
        inside = area[1] - 6 <= center(unit.rect)[1] <= area[3] + 6 and area[0] - 6 <= center(unit.rect)[0]
        if unit in used or not inside:
            continue
        chain = [unit]
        for dx, dy in steps:
            last = chain[-1]
            following = [
                other
                for other in units
                if other not in used and other not in chain and _follows(last, other, dx, dy, keys, anchors)
            ]
            if not following:
                break
            chain.append(following[0])
        if len(chain) == len(steps) + 1:
            found.append(chain)
            used.update(chain)
    return found


def _follows(
    last: Unit, other: Unit, dx: int, dy: int, keys: Mapping[Unit, Hashable], anchors: Mapping[Unit, Rect]
) -> bool:
    if last in keys and other in keys:
        a, b = anchors[last], anchors[other]
        return keys[last] == keys[other] and abs(b[0] - a[0] - dx) <= 10 and abs(b[1] - a[1] - dy) <= 10
    a, b = last.rect, other.rect
    alike = abs(width(b) - width(a)) <= 0.12 * width(a) + 4
    return alike and abs(b[0] - a[0] - dx) <= 16 and abs(b[1] - a[1] - dy) <= 12


def part_names(layout: Layout, unit: Unit, used: Collection[int]) -> list[tuple[str, Block | None]]:
    """Return a name and its block for each widget of a split answer, if each has a small caption above or below."""
    names: list[tuple[str, Block | None]] = []
    for widget in unit.widgets:
        near = [
            block
            for block in layout.blocks
            if block.page == unit.page
            and id(block) not in used
            and not block.option
            and len(block.words) <= 3
            and overlap_x(block.rect, widget.rect) > 0.6 * width(block.rect)
            and (-4 <= widget.rect[1] - block.rect[3] <= 9 or -4 <= block.rect[1] - widget.rect[3] <= 9)
            and re.search(r"[A-Za-z]", block.text)
        ]
        block = min(near, key=lambda block: abs(center(block.rect)[0] - center(widget.rect)[0]), default=None)
        names.append((name_of(block.text) if block is not None else "", block))
    dates = [_DATE_LETTERS.get("".join(dict.fromkeys(name.replace("_", "")))) for name, _ in names]
    if all(dates):
        names = [(part or "", block) for part, (_, block) in zip(dates, names, strict=True)]
    if all(name for name, _ in names) and len({name for name, _ in names}) == len(names):
        return names
    return []


def numbered_runs(layout: Layout, units: Sequence[Unit]) -> list[list[Unit]]:
    """Return the runs of blanks that are printed with 1., 2., 3. ... (or a., b., ...) and no other words before them.

    The first of a run may follow its caption directly, without a number that can be told from it.
    """
    numbers: dict[Unit, int] = {}
    for unit in units:
        near = [
            block
            for block in layout.blocks
            if block.page == unit.page
            and len(block.words) == 1
            and _NUMBER.match(block.text)
            and same_row(block.rect, unit.rect)
            and -3 < unit.rect[0] - block.rect[2] < 12
        ]
        if near and len(unit.widgets) == 1:
            text = _NUMBER.match(near[0].text)
            value = text[1] if text is not None else ""
            numbers[unit] = int(value) if value.isdigit() else ord(value.lower()) - ord("a") + 1
    runs: list[list[Unit]] = []
    for unit in sorted(numbers, key=reading_order):
        last = runs[-1][-1] if runs else None
        if last is not None and numbers[unit] == numbers[last] + 1 and last.page == unit.page:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    order = {unit: place for place, unit in enumerate(sorted(units, key=reading_order))}
    complete = []
    for run in runs:
        if numbers[run[0]] == 2:
            before = [
                unit
                for unit in units
                if unit not in numbers
                and unit.page == run[0].page
                and len(unit.widgets) == 1
                and -4 < run[0].rect[1] - unit.rect[3] < 14
            ]
            run = [max(before, key=lambda unit: unit.rect[3]), *run] if before else []
        elif numbers[run[0]] != 1:
            run = []
        places = [order[unit] for unit in run]
        close = all(after == before + 1 for before, after in pairwise(places))
        if len(run) >= 2 and close and not any(_has_text_left(layout, units, unit) for unit in run[1:]):
            complete.append(run)
    return complete


def _has_text_left(layout: Layout, units: Sequence[Unit], unit: Unit) -> bool:
    """Return whether words stand on the unit's line between it and the blank at its left, or the next column."""
    start = max(
        (other.rect[2] for other in units if same_row(other.rect, unit.rect) and other.rect[2] <= unit.rect[0]),
        default=unit.rect[0] - 120,
    )
    numbers = [
        block.rect[0]
        for block in layout.blocks
        if block.page == unit.page
        and _NUMBER.match(block.text)
        and same_row(block.rect, unit.rect)
        and -3 < unit.rect[0] - block.rect[2] < 12
    ]
    start = max(start, *(left - COLUMN_GAP for left in numbers)) if numbers else start
    return any(
        block.page == unit.page
        and is_caption_text(block)
        and same_row(block.rect, unit.rect)
        and start - 2 <= block.reach
        and block.rect[2] <= unit.rect[0] + 2
        for block in layout.blocks
    )
