"""Printed words of a blank form gathered into phrases and blocks, and the drawn rules that part them.

A *phrase* is a run of words on one line that nothing divides: no wide gap, drawn line or widget. A *block* is a stack
of phrases that read as one text, such as a caption over two lines. All lengths are points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from dataset_builder.families.forms.model import Rect, Rule, Template, Widget, Word

MARKER = re.compile(r"^\(?(?:\d{1,2}(?:\.?[a-zA-Z]|\.\d{1,2})?|[a-zA-Z]|[ivxIVX]{1,4})[.):-]*$")
_STRONG_MARKER = re.compile(r"^(?:\(?\d{1,2}\.?[a-zA-Z]?[.):]+|\(?[a-zA-Z][.)]+|\d{1,2}[a-z]?|\d{1,2}\.\d{1,2}\.?)$")
_GLUED_MARKER = re.compile(r"^(\(?\d{1,2}\.?[A-Za-z]?[.)])(?=[A-Za-z]{2})")
_TICK = re.compile(r"^[\u2610-\u2612\u25a0-\u25a2\u274f-\u2752\uf000-\uf0ff]+")
PART = re.compile(
    r"^\W*(?:month|day|year|mm|dd|yy|yyyy|area code|number|no\.?|extension|ext\.?|hours?|minutes?|dollars|cents|feet|"
    r"inches|ft\.?|in\.?)\W*$",
    re.IGNORECASE,
)
"""Captions of the parts of a date, time, amount, length or telephone number."""

_LEADER = re.compile(r"^(?:[.․…·_]+|[-=_~]{3,}.*)$")
_ARROW = re.compile(r"^[\u25b2-\u25c4\u2190-\u2199\u27a0-\u27be]+(?=.)")
_NOISE = re.compile(r"^[^\w$#%&(\u2610-\u2612\u25a0-\u25a2\u274f-\u2752\uf000-\uf0ff]+$")
_TRAILING_LEADER = re.compile(r"[.…_]{3,}.*$")


def width(rect: Rect) -> float:
    """Return the horizontal extent."""
    return rect[2] - rect[0]


def height(rect: Rect) -> float:
    """Return the vertical extent."""
    return rect[3] - rect[1]


def center(rect: Rect) -> tuple[float, float]:
    """Return the middle point."""
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def overlap_x(a: Rect, b: Rect) -> float:
    """Return how far two rectangles share the same columns; negative is the gap between them."""
    return min(a[2], b[2]) - max(a[0], b[0])


def overlap_y(a: Rect, b: Rect) -> float:
    """Return how far two rectangles share the same lines; negative is the gap between them."""
    return min(a[3], b[3]) - max(a[1], b[1])


def union(rects: Iterable[Rect]) -> Rect:
    """Return the smallest rectangle around all of ``rects``."""
    x0, y0, x1, y1 = zip(*rects, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def same_row(a: Rect, b: Rect) -> bool:
    """Return whether two rectangles stand on one line: they share over half of the lower one's height."""
    return overlap_y(a, b) > 0.5 * min(height(a), height(b))


@dataclass(frozen=True)
class Block:
    """Printed text that reads as one: a caption, a heading, a paragraph.

    Attributes:
        words: in reading order, item marker and leader dots left out.
        rect: around the words.
        lines: around the words of each line.
        reach: x at which leader dots after the text end; ``rect[2]`` where there are none.
        marker: the item number before it, such as ``3.d`` or ``A.``; "" where there is none.
        option: it stands right of a check box, so it names a choice.
        asks: check boxes follow at its right or below, so they are what answers it.
        shaded: it stands on a filled area.
    """

    page: int
    words: tuple[Word, ...]
    rect: Rect
    lines: tuple[Rect, ...]
    reach: float
    marker: str = ""
    option: bool = False
    asks: bool = False
    shaded: bool = False

    @cached_property
    def text(self) -> str:
        """Return the words with single spaces between them."""
        return " ".join(word.text for word in self.words)

    @cached_property
    def size(self) -> float:
        """Return the size of the largest word, in points."""
        return max(word.size for word in self.words)

    @cached_property
    def bold(self) -> bool:
        """Return whether more than half of the letters are bold."""
        letters = sum(len(word.text) for word in self.words)
        return sum(len(word.text) for word in self.words if word.bold) * 2 > letters

    @property
    def line_height(self) -> float:
        """Return the height of its first line, in points."""
        return height(self.words[0].rect)


@dataclass(frozen=True)
class _Phrase:
    words: tuple[Word, ...]
    rect: Rect
    reach: float
    marker: str
    option: bool
    start: float


class Layout:
    """The text blocks of a template and the questions that captions, tables and sections ask about its geometry."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.widgets = [widget for widget in template.widgets if widget.skip != "hidden"]
        self._horizontal: list[Rule] = []
        self._vertical: list[Rule] = []
        self._shades: list[Rule] = []
        for rule in _edges(template.rules):
            if rule.filled and height(rule.rect) > 5 and width(rule.rect) > 10:
                self._shades.append(rule)
            elif height(rule.rect) <= 3 and width(rule.rect) >= 4:
                self._horizontal.append(rule)
            elif width(rule.rect) <= 3 and height(rule.rect) > 5:
                self._vertical.append(rule)
        self.boxes = {
            widget.index for widget in self.widgets if widget.type in ("checkbox", "radio") or self._ticked(widget)
        }
        self.body_size = median([word.size for word in template.words]) if template.words else 0.0
        self.dashes, self.blocks = self._gather()

    def _ticked(self, widget: Widget) -> bool:
        """Return whether a text widget is a small square with words right behind it, and so serves as a check box."""
        x0, y0, x1, y1 = widget.rect
        if widget.skip or widget.max_length > 1 or not 5 < x1 - x0 < 17 or abs((x1 - x0) - (y1 - y0)) > 4:
            return False
        behind = [
            word
            for word in self.template.words
            if word.page == widget.page and same_row(word.rect, widget.rect) and -2 < word.rect[0] - x1 < 26
        ]
        near = [
            other
            for other in self.widgets
            if other is not widget
            and other.page == widget.page
            and same_row(other.rect, widget.rect)
            and (-2 < other.rect[0] - x1 < 12 or -2 < x0 - other.rect[2] < 12)
        ]
        return bool(behind) and not near

    def fillable(self) -> list[Widget]:
        """Return the widgets that may be filled, in index order."""
        return [widget for widget in self.widgets if not widget.skip]

    def horizontal_between(self, page: int, upper: float, lower: float, x0: float, x1: float) -> list[Rule]:
        """Return the horizontal rules with ``upper`` < y < ``lower`` that cover over half of x0..x1."""
        return [
            rule
            for rule in self._horizontal
            if rule.page == page
            and upper < (rule.rect[1] + rule.rect[3]) / 2 < lower
            and min(rule.rect[2], x1) - max(rule.rect[0], x0) > 0.5 * (x1 - x0)
        ]

    def vertical_between(self, page: int, left: float, right: float, y0: float, y1: float) -> list[Rule]:
        """Return the vertical rules with ``left`` < x < ``right`` that cover over half of y0..y1."""
        return [
            rule
            for rule in self._vertical
            if rule.page == page
            and left < (rule.rect[0] + rule.rect[2]) / 2 < right
            and min(rule.rect[3], y1) - max(rule.rect[1], y0) > 0.5 * (y1 - y0)
        ]

    def shade_of(self, page: int, rect: Rect) -> Rect | None:
        """Return the smallest filled area that holds the middle of ``rect``, or None."""
        x, y = center(rect)
        found = [
            rule.rect
            for rule in self._shades
            if rule.page == page and rule.rect[0] <= x <= rule.rect[2] and rule.rect[1] - 1 <= y <= rule.rect[3] + 1
        ]
        return min(found, key=lambda shade: width(shade) * height(shade), default=None)

    def cell_of(self, page: int, rect: Rect) -> Rect:
        """Return the drawn cell around ``rect``: to the nearest rules that cover it, or to the edges of the page."""
        x, y = center(rect)
        sheet = self.template.pages[page - 1]
        vertical = [rule.rect for rule in self._vertical if rule.page == page and rule.rect[1] <= y <= rule.rect[3]]
        horizontal = [rule.rect for rule in self._horizontal if rule.page == page and rule.rect[0] <= x <= rule.rect[2]]
        return (
            max((rule[0] for rule in vertical if rule[0] <= x), default=0.0),
            max((rule[1] for rule in horizontal if rule[1] <= y), default=0.0),
            min((rule[2] for rule in vertical if rule[2] >= x), default=sheet.width),
            min((rule[3] for rule in horizontal if rule[3] >= y), default=sheet.height),
        )

    def panel_end(self, page: int, bar: Rect) -> float:
        """Return how far down the rules of the same width as ``bar`` go on below it: the bottom of its panel."""
        end = bar[3]
        for rule in sorted((rule.rect for rule in self._horizontal if rule.page == page), key=lambda rule: rule[1]):
            if abs(rule[0] - bar[0]) < 4 and abs(rule[2] - bar[2]) < 4 and end < rule[1] < end + 28:
                end = rule[1]
        return end

    def line_after(self, page: int, rect: Rect) -> float:
        """Return where a thin line that leads on from a text ends, or the text's own end."""
        ends = [
            rule.rect[2]
            for rule in self._horizontal
            if rule.page == page
            and -2 < rule.rect[0] - rect[2] < 12
            and center(rect)[1] < rule.rect[1] < rect[3] + 2
            and width(rule.rect) > 20
        ]
        return max(ends, default=rect[2])

    def column_end(self, page: int, cell: Rect) -> float:
        """Return how far down the side lines of ``cell`` go on: the bottom of the column that it heads."""
        ends = []
        for x in (cell[0], cell[2]):
            end = cell[3]
            for rule in sorted((rule.rect for rule in self._vertical if rule.page == page), key=lambda rule: rule[1]):
                if abs(rule[0] - x) < 3 and rule[1] <= end + 3:
                    end = max(end, rule[3])
            if 0 < x < self.template.pages[page - 1].width:
                ends.append(end)
        return min(ends, default=cell[3])

    def _gather(self) -> tuple[list[tuple[int, Rect]], list[Block]]:
        dashes: list[tuple[int, Rect]] = [(rule.page, rule.rect) for rule in self._horizontal if width(rule.rect) <= 16]
        blocks: list[Block] = []
        for page in self.template.pages:
            words = [word for word in self.template.words if word.page == page.number]
            dashes += [(page.number, word.rect) for word in words if word.text in {"-", "–", "—", "/", "−"}]
            blocks += self._blocks(page.number, self._phrases(page.number, words))
        return dashes, blocks

    def _phrases(self, page: int, words: Sequence[Word]) -> list[_Phrase]:
        widgets = [widget for widget in self.widgets if widget.page == page]
        boxes = [widget.rect for widget in widgets if widget.index in self.boxes]
        phrases: list[_Phrase] = []
        for line in _lines(words):
            run: list[Word] = []
            for word in line:
                if run and self._parted(page, run[-1], word, widgets, first=len(run) == 1):
                    phrases += _phrase(run, boxes)
                    run = []
                run.append(word)
            phrases += _phrase(run, boxes)
        return self._join_under_blanks(page, self._attach_markers(page, phrases))

    def _attach_markers(self, page: int, phrases: Sequence[_Phrase]) -> list[_Phrase]:
        """Return the phrases with lone item numbers moved into the phrase at their right, if one follows closely."""
        markers = [p for p in phrases if len(p.words) == 1 and _STRONG_MARKER.match(p.words[0].text) and not p.marker]
        texts = [p for p in phrases if p not in markers]
        used: dict[int, int] = {}
        for m, marker in enumerate(markers):
            near = [
                (text.rect[0] - marker.rect[2], t)
                for t, text in enumerate(texts)
                if not text.marker
                and same_row(marker.rect, text.rect)
                and -1 < text.rect[0] - marker.rect[2] < 3.5 * marker.words[0].size
                and not self.vertical_between(page, marker.rect[2] - 1, text.rect[0] + 1, text.rect[1], text.rect[3])
            ]
            if near and min(near)[1] not in used.values():
                used[m] = min(near)[1]
        named = {t: markers[m] for m, t in used.items()}
        joined = [
            replace(text, marker=named[t].words[0].text, start=named[t].rect[0]) if t in named else text
            for t, text in enumerate(texts)
        ]
        return joined + [marker for m, marker in enumerate(markers) if m not in used]

    def _join_under_blanks(self, page: int, phrases: Sequence[_Phrase]) -> list[_Phrase]:
        """Return the phrases, those joined that stand side by side below one blank and have no other blank near.

        "Number" and "Street" under one line are its caption together.
        """
        rects = [widget.rect for widget in self.widgets if widget.page == page and not widget.skip]
        joined: list[_Phrase] = []
        for phrase in sorted(phrases, key=lambda phrase: (round(phrase.rect[3] / 3), phrase.rect[0])):
            last = joined[-1] if joined else None
            if last is not None and same_row(last.rect, phrase.rect) and self._share_blank(page, rects, last, phrase):
                words = last.words + phrase.words
                joined[-1] = replace(last, words=words, rect=union((last.rect, phrase.rect)), reach=phrase.reach)
            else:
                joined.append(phrase)
        return joined

    def _share_blank(self, page: int, rects: Sequence[Rect], left: _Phrase, right: _Phrase) -> bool:
        size = left.words[0].size
        both = union((left.rect, right.rect))
        if left.option or right.option or abs(size - right.words[0].size) > 0.1:
            return False
        if self.shade_of(page, left.rect) != self.shade_of(page, right.rect):
            return False
        if self.vertical_between(page, left.rect[2] - 1, right.rect[0] + 1, both[1], both[3]):
            return False
        near = [
            rect
            for rect in rects
            if overlap_x(rect, both) > 0
            and (-0.5 * size < both[1] - rect[3] < 4 or -0.3 * size < rect[1] - both[3] < 12)
        ]
        over = [rect for rect in near if rect[3] < center(both)[1]]
        holds = all(rect[0] - 3 <= both[0] and both[2] <= rect[2] + 3 for rect in near)
        return len(over) == 1 and holds

    def _parted(self, page: int, left: Word, right: Word, widgets: Sequence[Widget], *, first: bool) -> bool:
        gap = right.rect[0] - left.rect[2]
        leaders = _LEADER.match(left.text), _LEADER.match(right.text)
        limit = 4.0 if all(leaders) else 2.5 if any(leaders) else 0.95
        size = max(left.size, right.size)
        if gap > limit * size or size > 1.7 * min(left.size, right.size):
            return True
        if left.text.endswith(")") and right.text[0].isupper() and gap > 0.6 * size:
            return True
        if leaders[0] and not leaders[1]:
            return True
        if first and gap > 0.6 * size and MARKER.match(left.text):
            return True
        shade = self.shade_of(page, left.rect)
        if shade is not None and left.rect[2] - 1 < shade[2] < right.rect[0] + 1:
            return True
        y0, y1 = max(left.rect[1], right.rect[1]), min(left.rect[3], right.rect[3])
        start, stop = left.rect[2] - 1, right.rect[0] + 1
        if self.vertical_between(page, start, stop, y0, y1):
            return True
        for widget in widgets:
            middle = (widget.rect[0] + widget.rect[2]) / 2
            if start < middle < stop and overlap_y(widget.rect, (0, y0, 0, y1)) > 0.4 * (y1 - y0):
                return True
        return False

    def _blocks(self, page: int, phrases: Sequence[_Phrase]) -> list[Block]:
        order = sorted(range(len(phrases)), key=lambda i: (phrases[i].rect[1], phrases[i].rect[0]))
        follower: dict[int, int] = {}
        led: set[int] = set()
        for upper in order:
            lower = min(
                (i for i in order if i != upper and i not in led and self._continues(page, phrases[upper], phrases[i])),
                key=lambda i: phrases[i].rect[1],
                default=None,
            )
            if lower is not None:
                follower[upper] = lower
                led.add(lower)
        blocks = []
        for head in order:
            if head in led:
                continue
            chain = [head]
            while chain[-1] in follower:
                chain.append(follower[chain[-1]])
            members = [phrases[i] for i in chain]
            rect = union(phrase.rect for phrase in members)
            blocks.append(
                Block(
                    page=page,
                    words=tuple(word for phrase in members for word in phrase.words),
                    rect=rect,
                    lines=tuple(phrase.rect for phrase in members),
                    reach=max(rect[2], members[-1].reach),
                    marker=members[0].marker,
                    option=members[0].option,
                    asks=not members[0].option and self._answered_by_boxes(page, members),
                    shaded=self.shade_of(page, members[0].rect) is not None,
                )
            )
        return blocks

    def _answered_beside(self, page: int, upper: Rect, lower: Rect, long: bool) -> bool:
        """Return whether a control stands beside ``upper`` alone, and ``lower`` has its own or follows a long text."""
        right = [w.rect for w in self.widgets if w.page == page and w.rect[0] > min(upper[2], lower[2])]
        first = [rect for rect in right if rect[0] > upper[2] and same_row(rect, upper)]
        alone = [rect for rect in first if overlap_y(rect, lower) < 0.25 * height(lower)]
        own = [rect for rect in right if rect[0] > lower[2] and same_row(rect, lower) and overlap_y(rect, upper) < 2]
        return bool(alone) and (long or bool(own))

    def _answered_by_boxes(self, page: int, members: Sequence[_Phrase]) -> bool:
        """Return whether the control nearest to the end of a text, at its right or below it, is a check box."""
        last = members[-1]
        size = last.words[-1].size
        nearest: tuple[float, bool] | None = None
        owned = False
        for widget in sorted(self.widgets, key=lambda widget: widget.index in self.boxes):
            if widget.page != page:
                continue
            box = widget.index in self.boxes
            right = widget.rect[0] - last.rect[2]
            below = widget.rect[1] - last.rect[3]
            above = members[0].rect[1] - widget.rect[3]
            if not box and -0.5 * size < above < 5 and overlap_x(widget.rect, last.rect) > 0.5 * width(last.rect):
                owned = True
            if not box and same_row(widget.rect, last.rect) and -4 < right < 10:
                return False
            x0, x1 = sorted((last.rect[2] - 1, widget.rect[0] - 2))
            reach = 40 * size if last.words[-1].text.endswith("?") else 5 * size
            if same_row(widget.rect, last.rect) and -2 < right < reach:
                if owned or self.vertical_between(page, x0, x1, last.rect[1], last.rect[3]):
                    continue
                distance = right / 4
            elif -0.3 * size < below < 1.2 * size and -3 * size < widget.rect[0] - members[0].rect[0] < 4 * size:
                if owned and below > 0.4 * size:
                    continue
                if self.horizontal_between(page, last.rect[3] - 2, widget.rect[1] - 2, widget.rect[0], widget.rect[2]):
                    continue
                distance = max(below, 0.0)
            else:
                continue
            if nearest is None or distance < nearest[0]:
                nearest = distance, box
        return nearest is not None and nearest[1]

    def _continues(self, page: int, upper: _Phrase, lower: _Phrase) -> bool:
        """Return whether ``lower`` is the next line of the same text."""
        above, below = upper.words[-1], lower.words[0]
        size = max(above.size, below.size)
        gap = lower.rect[1] - upper.rect[3]
        if not -0.5 * size < gap < 0.4 * size or lower.rect[1] <= upper.rect[1] + 0.4 * size:
            return False
        if any(len(phrase.words) == 1 and MARKER.match(phrase.words[0].text) for phrase in (upper, lower)):
            return False
        if below.text[0].isupper() and (
            PART.match(" ".join(word.text for word in lower.words))
            or (len(upper.words) <= 4 and not _is_titled(upper) and _begins_sentence(lower))
        ):
            return False
        if abs(above.size - below.size) > 0.2 and self.shade_of(page, upper.rect) != self.shade_of(page, lower.rect):
            return False
        if lower.marker or lower.option or upper.reach > upper.rect[2] + size:
            return False
        remark = below.text.startswith("(") and 0.7 * size < min(above.size, below.size)
        if not remark and (
            abs(above.size - below.size) > 0.12 * size or (above.bold != below.bold and not _mid_sentence(upper))
        ):
            return False
        shared = overlap_x(upper.rect, lower.rect)
        hung = abs(upper.start - lower.rect[0]) < 0.6 * size and below.text[0].islower()
        aligned = abs(upper.rect[0] - lower.rect[0]) < 0.6 * size or hung
        centred = abs(center(upper.rect)[0] - center(lower.rect)[0]) < 0.6 * size
        hanging = 0 < lower.rect[0] - upper.rect[0] < 2.5 * size and shared > 0.5 * width(lower.rect)
        if shared <= 0 or not (aligned or centred or hanging):
            return False
        x0, x1 = max(upper.rect[0], lower.rect[0]), min(upper.rect[2], lower.rect[2])
        if self.horizontal_between(page, center(upper.rect)[1], center(lower.rect)[1], x0, x1):
            return False
        led = lower.reach > lower.rect[2] + size
        if below.text[0].isupper() and (
            above.text.endswith(":")
            or (above.text.endswith(".") and len(upper.words) > 3 and len(lower.words) <= 5 and not led)
            or self._answered_beside(page, upper.rect, lower.rect, len(upper.words) > 2)
        ):
            return False
        middle = (upper.rect[3] + lower.rect[1]) / 2
        return not any(
            widget.page == page
            and not widget.skip
            and overlap_x(widget.rect, (x0, 0, x1, 0)) > 2
            and upper.rect[1] < center(widget.rect)[1] < lower.rect[3]
            and widget.rect[1] < middle < widget.rect[3]
            for widget in self.widgets
        )


def _edges(rules: Iterable[Rule]) -> list[Rule]:
    """Return lines as they are, and the four sides of every drawn box (the filled area too where there is one)."""
    found: list[Rule] = []
    for rule in rules:
        x0, y0, x1, y1 = rule.rect
        if width(rule.rect) <= 3 or height(rule.rect) <= 3:
            found.append(replace(rule, filled=False))
            continue
        if rule.filled:
            found.append(rule)
            continue
        sides = ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1))
        found += [Rule(rule.page, side, False) for side in sides]
    return found


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    """Return words grouped by baseline, each line from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.rect[3], word.rect[0])):
        if width(word.rect) < 0.4 * height(word.rect) * min(len(word.text), 3) * 0.5 and len(word.text) > 3:
            continue  # set sideways
        for line in reversed(lines[-12:]):
            first = line[0]
            if abs(first.rect[3] - word.rect[3]) < 0.3 * min(first.size, word.size) and same_row(first.rect, word.rect):
                line.append(word)
                break
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.rect[0]) for line in lines]


def _begins_sentence(phrase: _Phrase) -> bool:
    """Return whether only the first word of a phrase is capitalized, as in "Street address"."""
    later = [word.text for word in phrase.words[1:] if len(word.text) > 3]
    return bool(later) and all(text[0].islower() for text in later)


def _is_titled(phrase: _Phrase) -> bool:
    """Return whether the words after the first are capitalized too, as in "All Social Security"."""
    later = [word.text for word in phrase.words[1:] if len(word.text) > 3]
    return bool(later) and all(text[0].isupper() for text in later)


def _mid_sentence(phrase: _Phrase) -> bool:
    return phrase.words[-1].text.lower() in {"of", "the", "and", "or", "a", "to", "for", "in", "by"}


def _phrase(run: Sequence[Word], boxes: Sequence[Rect]) -> list[_Phrase]:
    """Return the phrase of a run of words without its leader dots and item marker; none if nothing else is left."""
    if not run:
        return []
    start, reach = run[0].rect[0], run[-1].rect[2]
    kept: list[Word] = []
    for word in run:
        text = _TRAILING_LEADER.sub("", word.text)
        if text and not _LEADER.match(text) and not _NOISE.match(text) and text != "$":
            kept.append(word if text == word.text else replace(word, text=text))
    if not kept:
        return []
    marker = ""
    glued = _GLUED_MARKER.match(kept[0].text)
    if glued:
        marker = glued.group(1)
        kept[0] = replace(kept[0], text=kept[0].text[glued.end() :])
    elif len(kept) > 1 and _STRONG_MARKER.match(kept[0].text) and not _reads_on(kept):
        marker = kept.pop(0).text
    rect = union(word.rect for word in kept)
    tick = _TICK.match(kept[0].text)
    if _ARROW.match(kept[0].text):
        kept[0] = replace(kept[0], text=_ARROW.sub("", kept[0].text))
    if tick:
        kept[0] = replace(kept[0], text=kept[0].text[tick.end() :])
        kept = [word for word in kept if word.text]
        if not kept:
            return []
    option = bool(tick) or any(same_row(box, rect) and -3 < rect[0] - box[2] < 16 for box in boxes)
    return [_Phrase(tuple(kept), rect, reach, marker, option, start)]


def _reads_on(words: Sequence[Word]) -> bool:
    """Return whether a leading number belongs to the text, as in "4 digits of account number"."""
    first, second = words[0], words[1]
    return first.text.isdigit() and second.text[:1].islower() and second.rect[0] - first.rect[2] < 0.5 * first.size
