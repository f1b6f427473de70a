"""A register of the figures that a report has told, so that none is told over and over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from dataset_builder.families.reports.model import SectionKind
from dataset_builder.families.reports.writing.grammar import Context

Figure = tuple[str, ...]
_SUMMING_UP: tuple[SectionKind, ...] = ("summary", "outlook", "recommendations", "limits", "methods")
"""Chapters that may come back to what others tell, and do not count for those."""
_TELLINGS = 2
"""Chapters that may tell one and the same pair of figures."""
_MENTIONS = 8
"""Sentences of a report that may tell one and the same fact."""
_REPEATING = ("caption.", "points.", "because", "verdict.", "find.")
"""Rules that may come back to what their chapter told."""
_VALUES = ("v", "w")
_ONLY = {"groupwide.S": ("v1",), "groupshift.S": ("v0", "v1"), "gapmove.S": ("d0", "d1")}
"""What rules tell of the values that they are handed, where it is not all."""
_BY_VALUE = ("effect", "causes.S")
"""Rules that tell the same thing of one entity and of many: what they tell is named by its values."""

_TAILS, _PLACES = ("group.beside", "group.beside.bare"), ("portrait.mark", "portrait.rank")
_BY_EVENT = ("causes.S", "portrait.event", "summary.cause", "window.S")
_MOULDS = {"tail": 4, "rank": 6, "event": 2}
"""Sentences of a report that may come from one mould; of the last, for each event."""


def name_mould(rule: str, context: Context) -> tuple[str, ...]:
    """Return the mould of a sentence that readers tire of: kind and what it is about; () of any other.

    >>> name_mould("group.beside", Context()), name_mould("portrait.rank", Context(flags=frozenset({"top"})))
    (('tail',), ('rank',))
    >>> name_mould("causes.S", Context({"noun": "the strike"})), name_mould("portrait.rank", Context())
    (('event', 'the strike'), ())
    """
    if rule in _TAILS or (rule == "group.against" and "all" in context.flags):
        return ("tail",)
    if rule == "rank.S" or (rule in _PLACES and context.flags & {"top", "second", "foot"}):
        return ("rank",)
    return ("event", str(context.terms["noun"])) if rule in _BY_EVENT else ()


def name_figures(rule: str, context: Context, facts: tuple[str, ...]) -> tuple[Figure, ...]:
    """Return what a message tells: its facts, or averages by measure and printed value, or who passed whom."""
    terms = context.terms
    measure = str(terms.get("id", terms.get("name", "")))
    if rule in ("duel.S", "overtake.S"):
        names = {str(part.terms["E"]) for part in terms.values() if isinstance(part, Context)}
        names |= {str(terms[name]) for name in ("E", "F") if name in terms}
        return (*((fact,) for fact in facts), ("passed", measure, *sorted(names)))
    if rule == "rank.S":
        return (("place", measure, str(terms.get("E", ""))),)
    if rule == "reign.S":
        return (("place", measure, rule, str(terms.get("E", ""))),)
    told = tuple((fact,) for fact in facts)
    if rule.startswith("find."):
        return (*told, *dict.fromkeys(_averages(context, measure, ())))
    if facts and rule not in _BY_VALUE:
        return told
    return tuple(dict.fromkeys(_averages(context, measure, _ONLY.get(rule, ()))))


def _averages(context: Context, measure: str, only: tuple[str, ...]) -> Iterator[Figure]:
    measure = str(context.terms.get("id", measure))
    for name, term in context.terms.items():
        if isinstance(term, Context):
            yield from _averages(term, measure, only)
        elif isinstance(term, str) and (name in only if only else name[:1] in _VALUES and len(name) == 2):
            yield "average", measure, term


class Register:
    """Pairs of figures, with how many chapters told them."""

    def __init__(self) -> None:
        """Start with nothing told."""
        self._chapters: Counter[tuple[Figure, ...]] = Counter()
        self._here: set[tuple[Figure, ...]] = set()
        self._mentions: Counter[Figure] = Counter()
        self._moulds: Counter[tuple[str, ...]] = Counter()
        self._kind: SectionKind = "evidence"

    def open_chapter(self, kind: SectionKind) -> None:
        """Begin a chapter: what it tells is not yet spent in it."""
        self._kind = kind
        self._here.clear()

    def is_spent(self, rule: str, figures: tuple[Figure, ...]) -> bool:
        """Tell whether a message would repeat a pair in its chapter or in too many, or a figure too often."""
        if rule.startswith(_REPEATING):
            return False
        pairs = _pairs(figures)
        if any(pair in self._here for pair in pairs) or any(self._mentions[it] >= _MENTIONS for it in figures):
            return True
        return self._kind not in _SUMMING_UP and any(self._chapters[pair] >= _allowed(pair) for pair in pairs)

    def is_worn(self, mould: tuple[str, ...]) -> bool:
        """Tell whether a mould has made as many sentences as it may."""
        return bool(mould) and self._moulds[mould] >= _MOULDS[mould[0]]

    def cast(self, mould: tuple[str, ...]) -> None:
        """Remember that a mould made a sentence."""
        self._moulds[mould] += 1

    def enter(self, figures: tuple[Figure, ...]) -> None:
        """Remember what a message told."""
        self._mentions.update(figures)
        for pair in _pairs(figures):
            if pair not in self._here and self._kind not in _SUMMING_UP:
                self._chapters[pair] += 1
            self._here.add(pair)


def _allowed(pair: tuple[Figure, ...]) -> int:
    """Return how many chapters may tell a pair of figures; who changed places is told once."""
    return 1 if pair[0][0] == "place" else _TELLINGS


def _pairs(figures: tuple[Figure, ...]) -> list[tuple[Figure, ...]]:
    """Return the pairs of what a message tells; a single figure, and who passed whom, stand for themselves.

    Of several averages in a row only those that follow each other make a pair.
    """
    named = [(figure,) for figure in figures if figure[0] in ("passed", "place")]
    if len(figures) == 1:
        return [figures]
    if len(figures) > 2 and all(figure[0] == "average" for figure in figures):
        return list(pairwise(figures))
    return [*named, *((one, two) for one, two in combinations(sorted(figures), 2))]
