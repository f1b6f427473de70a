"""Which authored texts would give away what only an exhibit shows."""

from __future__ import annotations

import re

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.model import DatasetKind, Plan
from dataset_builder.families.reports.topics import Essay, Relation
from dataset_builder.families.reports.writing.words import content_words

_HINT = re.compile(
    r"\b(?:most|mostly|least|fewest|\w+iest|highest|lowest|largest|smallest|biggest|longest|shortest|cheapest|steepest|"
    r"fastest|slowest|commonest|best|worst|more|fewer|less|higher|lower|larger|smaller|bigger|longer|shorter|cheaper|"
    r"dearer|better|worse|closer|further|older|younger|newer|faster|slower|easier|harder|heavier|lighter|than|upper|"
    r"above|below|beyond|peaks?|rises?|rising|rose|risen|falls?|falling|fell|fallen|grows?|growing|grew|grown|shrinks?|"
    r"shrank|shrunk|swells?|declin\w+|increas\w+|decreas\w+|drop(?:s|ped)?|climb\w*|lift\w*|flatten\w*|steep\w*|"
    r"doubl\w+|half|twice|rare|rarely|few|(?<!how )many|(?<!how )much|gain(?:s|ed)?|lost|loses?|often|"
    r"usually|nearly|hardly|seldom|"
    r"common|majority|main|mainly|bulk|thin|fat|dominat\w+|account(?:s|ed)? for|spring|summer|autumn|winter|january|"
    r"february|march|april|june|july|august|september|october|november|december|christmas|easter|holidays?|harvest|"
    r"season\w*|early|late|later|empt\w+|fills?|(?<!how )(?:high|low|large|small|wide|narrow|fast|long|short)|slow\w*|"
    r"cheap|dear|"
    r"expensive|heavy|humps?|heaps?|tails?|curve|line|relation|link|depends?|follows?|bunch\w*|never|always|nobody|"
    r"everyone|only|where|when)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\b(?:mostly|most|least|fewest|highest|lowest|largest|smallest|biggest|longest|shortest|best|worst|more|fewer|less|"
    r"higher|lower|larger|smaller|longer|shorter|cheaper|dearer|better|worse|older|younger|newer|faster|slower|easier|"
    r"harder|than|many|much|few|rare|rarely|often|seldom|usually|never|always|hardly|nearly|half|twice|nobody|only|"
    r"large|small|high|low|long|short|old|young|cheap|dear|expensive|rich|poor|empty|thin|fast|slow|quick\w*|prompt\w*|"
    r"gain\w*|lose|loses|lost|grow\w*|grew|ris\w+|fall\w*|fell|shrink\w*|no \w+|one \w+|every \w+|depend\w*)\b",
    re.IGNORECASE,
)
"""Words of a trait that sizes, counts or times of the report's data could refute."""
_COUNTING = re.compile(
    r"\b(?:count\w*|includ\w+|exclu\w+|record\w*|measur\w+|taken|took|samples?|sampled|shown|definitions?|defin\w+|"
    r"observ\w+|scor\w+|judge\w*|assess\w+|estimat\w+|entered|assigned|left out|means|bubbles?|point is|classif\w+|"
    r"kept|mixed|drawn|weighed|timed|asked)\b",
    re.IGNORECASE,
)
_LEANS: dict[DatasetKind, re.Pattern[str]] = {
    "bins": re.compile(
        r"\b(?:twin|two (?:humps|heaps|peaks|groups|sorts)|humps?|heaps?|peaks?|tails?|skew\w*|lopsided|symmetr\w+|"
        r"long end|far end|a few (?:very|extreme)|most (?:lie|are|last|take|stay))\b",
        re.IGNORECASE,
    ),
    "seasonal": re.compile(
        r"\b(?:spring|summer|autumn|winter|christmas|easter|holidays?|harvest|school year|new year|term\w*|frost|snow|"
        r"heat|warm\w*|cold\w*)\b",
        re.IGNORECASE,
    ),
    "relation": re.compile(
        r"\b(?:more|fewer|less|higher|lower|larger|smaller|longer|shorter|cheaper|dearer|better|worse|older|younger|"
        r"faster|slower|together|little|much|connection|exceptions?|opposite|although|despite|ris\w+|fall\w*|"
        r"gr[eo]w\w*|shrink\w*|rewards?|penal\w+)\b",
        re.IGNORECASE,
    ),
}
"""Words by which an essay would tell how items spread, when a year has its peak, or which way two measures lean."""
_ENOUGH = 2
"""Sentences of an essay that are worth printing without the others."""
_REFERS = re.compile(
    r"(?:That|This|These|Those|They|It|Its|Their|Such|He|She|In that|For this|The (?:same|other|others|second|latter)|"
    r"But|And|So|Or|Yet|Still|However|Nor|Nevertheless|Hence|Then|Either|Neither|Both|Any of|Some of|Each|Others?|"
    r"Another|Here|There|Even so|In (?:this|such|both|either|neither)|Of (?:these|the two))\b"
)
"""A sentence that begins so leans on one before it."""
_LEANS_ON = re.compile(r"\b(?:then|such|both|the latter|the former|that way|accordingly|therefore|again)\b")
"""A sentence with one of these leans on one before it, too."""
_CLASSES = re.compile(r"\b(?:class|classes|kept apart|each kind|kinds? of)\b", re.IGNORECASE)
_LOOKS = re.compile(r"\b(?:curves?|flanks?|humps?|bars?|slopes?|in the (?:chart|picture))\b", re.IGNORECASE)
_SHAPES: tuple[DatasetKind, ...] = ("seasonal", "relation", "bins", "boxes", "bridge")
"""Kinds of data of which a word on causes is a word on the shape: only how they were counted may be said."""


def hints_at(kind: DatasetKind, text: str) -> bool:
    """Tell whether a note on data of a kind says something of sizes, ranks, directions, times or ties.

    >>> hints_at("seasonal", "Early autumn brings the children of the dark holidays.")
    True
    >>> hints_at("composition", "Planned operations are counted on the day of the operation.")
    False
    """
    return bool(_HINT.search(text)) or (kind in _SHAPES and not _COUNTING.search(text))


def ties(relation: Relation, text: str) -> bool:
    """Tell whether a text speaks of both measures of a relation."""
    words = content_words((text,))
    sides = [content_words((side.name,)) for side in (relation.x, relation.y)]
    return all((side - other) & words for side, other in zip(sides, sides[::-1], strict=True))


def may_tell_trait(plan: Plan, text: str) -> bool:
    """Tell whether a trait of a group measures nothing and names none of the report's measures.

    A group that "waits longest", or that "suffers from amendments" where amendments are counted, could be refuted by
    the figures beside it; that its "ferries and a tunnel hold them together" could not.
    """
    topic = plan.world.topic
    named = content_words(name for metric in topic.metrics for name in (metric.name, metric.phrase, metric.short))
    named -= content_words((topic.entities.kind, topic.entities.kinds))
    return not _MEASURED.search(text) and not named & content_words((text,))


def may_tell_note(plan: Plan, seed_id: str, text: str) -> bool:
    """Tell whether a note on a dataset of the topic gives away nothing that only exhibits show."""
    return not any(hints_at(kind, text) for kind in _asked_kinds(plan, seed_id))


def _asked_kinds(plan: Plan, seed_id: str) -> set[DatasetKind]:
    """Return the kinds of the datasets that a topic's entry gave and that only exhibits show."""
    shown = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.asked}
    names = {seed_id, f"{seed_id}_bins", f"{seed_id}_boxes"} & shown
    return {plan.world.datasets[name].kind for name in names}


def tellable(plan: Plan, essay: Essay) -> tuple[str, ...]:
    """Return the sentences of an essay that may be told; none without its first, or if too few are left.

    Of one on two measures all are told or none.

    Left out are those that give away what only exhibits show (a spread's form, a year's peak, which way two measures
    lean), those on classes of items that no exhibit keeps apart, those on the look of a chart that is not drawn, and
    those that lean on one left out.
    """
    barred = [_LEANS[kind] for kind in _asked_kinds(plan, essay.of) if kind in _LEANS]
    exhibits = {exhibit.dataset: exhibit for exhibit in plan.exhibits()}
    classes = next((seed.classes for seed in plan.world.topic.distributions if seed.id == essay.of), ())
    if classes and f"{essay.of}_boxes" not in exhibits:
        barred.append(_CLASSES)
    drawn = [name for name in exhibits if name.startswith(essay.of) and isinstance(exhibits[name].spec, ChartSpec)]
    if not drawn:
        barred.append(_LOOKS)
    kept: list[str] = []
    lost = False
    for text in essay.sentences:
        leans = _REFERS.match(text) or _LEANS_ON.search(text)
        lost = any(pattern.search(text) for pattern in barred) or (lost and bool(leans))
        if not lost:
            kept.append(text)
    whole = len(kept) == len(essay.sentences)
    tied = any(seed.id == essay.of for seed in plan.world.topic.relations)
    return tuple(kept) if whole or (len(kept) >= _ENOUGH and kept[0] == essay.sentences[0] and not tied) else ()


def may_tell_thesis(plan: Plan, text: str) -> bool:
    """Tell whether a thesis says nothing of two measures whose tie only an exhibit shows."""
    shown = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.asked}
    return not any(ties(seed, text) for seed in plan.world.topic.relations if seed.id in shown)
