"""What the text of a narrative refers to: columns, series, runs of times, quantities, sets.

A sentence becomes a *marked* one, in which every reference is a mark of one capital and a number in braces (``{C0}``),
so that the grammar of conditions is about words and marks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dataset_builder.checks.narratives.tree import Column
from dataset_builder.moments import MONTHS

TIME = rf"(?:(?:Q[1-4]|{'|'.join(MONTHS)}) )?(?:19|20)\d\d(?!\d)"
"""A year, quarter or month as charts print it."""

QUOTED = re.compile(r"“([^”]+)”")


class NarrativeError(ValueError):
    """A narrative that the rules of reading give no meaning."""


@dataclass(frozen=True)
class Vocabulary:
    """The words that a page's charts share with its narrative.

    Attributes:
        entity: type of the entities in the singular.
        entities: in the plural.
        group: what the groups divide by.
        groups: values of it.
        metrics: unit of every metric.
    """

    entity: str
    entities: str
    group: str
    groups: tuple[str, ...]
    metrics: Mapping[str, str]

    @cached_property
    def patterns(self) -> Patterns:
        """Return the expressions that find these words."""
        return Patterns(self)


class Patterns:
    """Expressions that find the words of a vocabulary in a text.

    Attributes:
        metric: a metric, its time before it if it stands there.
        parts: what may follow a metric: its group, its time or both.
        quantity: a number with its unit.
        entity: the type of the entities.
    """

    def __init__(self, words: Vocabulary) -> None:
        group = f"(?P<group>{_one_of(words.groups)})" if words.groups else r"(?P<group>(?!))"
        divided = f"(?:{re.escape(words.group)}: )?{group}"
        time = f"(?P<time>{TIME})"
        single = rf"{time}(?!,? (?:and )?{TIME})"
        self.metric = re.compile(rf"(?<![\w-])(?:(?P<time>{TIME}) )?(?P<metric>{_one_of(words.metrics)})(?![\w-])")
        self.parts = tuple(
            re.compile(part + r"(?![\w-])")
            for part in (
                rf" \({divided}, {time}\)",
                rf" \({time}, {divided}\)",
                rf" \({divided}\)",
                rf" \({time}\)",
                rf" (?:in|for|over|during) {single}",
                rf" for {group}",
                rf" (?:for|under) the {re.escape(words.group)} {group}",
            )
        )
        unit = _one_of(set(words.metrics.values()))
        self.quantity = re.compile(rf"(?<![\w.,])(?P<number>\d{{1,3}}(?:,\d{{3}})*(?:\.\d+)?) (?:{unit})(?![\w-])")
        self.entity = re.compile(
            rf"(?<![\w-])(?:(?P<many>{_one_of([words.entities])})|{_one_of([words.entity])})(?![\w-])"
        )


def _one_of(words: Iterable[str]) -> str:
    """Return an expression for any of some words, the longest first, their first letter small or not."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(f"[{word[0].upper()}{word[0].lower()}]{re.escape(word[1:])}" for word in ordered)


_RUNS = tuple(
    re.compile(run)
    for run in (
        rf"from each (?P<period>month|quarter|year) to the next from (?P<first>{TIME}) through (?P<last>{TIME})",
        rf"from {TIME} to {TIME}(?: and again from {TIME} to {TIME})*",
        rf"between {TIME} and {TIME}",
        rf"(?:through|over|across) {TIME}(?:, {TIME})*,? and {TIME}",
    )
)
_NUMBERED = r"(?:[Cc]lause|[Ss]tep|[Ii]tem|[Pp]aragraph|[Tt]est|[Rr]ule|§)"
_ALL = re.compile(r"(?:(?:shown|listed|plotted|displayed) )?in the charts")
_MARKER = re.compile(rf"\(?(?:{_NUMBERED} )?(?P<key>[A-Z]?\d+)[.):]*")


@dataclass
class Marked:
    """A sentence with marks for its references.

    Attributes:
        text: the marked sentence: ``C`` a column, ``S`` a series (a metric with no time), ``W`` a run of times, ``N`` a
            quantity, ``Q`` a quoted name, ``L`` a name, ``R`` a numbered result, ``A`` all entities in the charts,
            ``E`` the entity type in the singular, ``P`` in the plural.
        columns, runs, quantities, names: what the marks stand for; names include numbers of results.
    """

    text: str
    columns: list[Column] = field(default_factory=list)
    runs: list[tuple[str, ...]] = field(default_factory=list)
    quantities: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def name(self, mark: str) -> str:
        """Return what a mark of a name or a result, such as ``{L0}``, stands for."""
        return self.names[int(mark[2:-1])]


def read_marker(marker: str) -> str:
    """Return the number of a clause, with its letter if it has one.

    >>> [read_marker(marker) for marker in ("§ 3", "(12)", "A3.", "Step 4:")]
    ['3', '12', 'A3', '4']
    """
    found = _MARKER.fullmatch(marker.strip())
    return found["key"] if found else ""


def mark_references(sentence: str, words: Vocabulary, names: Sequence[str], keys: Sequence[str]) -> Marked:
    """Return a sentence with marks for what it refers to.

    Args:
        sentence: as printed.
        words: of the page's charts.
        names: of sets, all that the page introduces.
        keys: numbers of clauses as ``read_marker`` gives them.
    """
    marked = Marked(sentence)

    def enter(kind: str, found: list[str], what: str) -> str:
        found.append(what)
        return f"{{{kind}{len(found) - 1}}}"

    marked.text = QUOTED.sub(lambda match: enter("Q", marked.names, match[1]), marked.text)
    if names:
        known = "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
        marked.text = re.sub(
            rf"(?<![\w-])(?:{known})(?![\w-])", lambda match: enter("L", marked.names, match[0]), marked.text
        )
    _mark_columns(marked, words)
    for run in _RUNS:
        marked.text = run.sub(lambda match: _mark_run(marked, match), marked.text)
    marked.text = words.patterns.quantity.sub(lambda match: _mark_quantity(marked, match), marked.text)
    letters = "|".join(key for key in keys if not key.isdigit()) or "(?!)"
    marked.text = re.sub(
        rf"(?<![\w{{-])(?:{_NUMBERED} (?P<key>[A-Z]?\d+)|(?P<lettered>{letters}))(?!\w)",
        lambda match: enter("R", marked.names, match["key"] or match["lettered"]),
        marked.text,
    )
    marked.text = words.patterns.entity.sub(lambda match: "{P}" if match["many"] else "{E}", marked.text)
    marked.text = _ALL.sub("{A}", marked.text)
    return marked


def _mark_columns(marked: Marked, words: Vocabulary) -> None:
    canonical = {metric.lower(): metric for metric in words.metrics}
    groups = {group.lower(): group for group in words.groups}
    position = 0
    while found := words.patterns.metric.search(marked.text, position):
        parts = {"time": found["time"] or "", "group": ""}
        end = found.end()
        while part := _match_part(words.patterns.parts, marked.text, end, parts):
            parts.update(part.groupdict())
            end = part.end()
        group = groups[parts["group"].lower()] if parts["group"] else ""
        marked.columns.append(Column(canonical[found["metric"].lower()], group, parts["time"]))
        mark = f"{{{'C' if parts['time'] else 'S'}{len(marked.columns) - 1}}}"
        marked.text = marked.text[: found.start()] + mark + marked.text[end:]
        position = found.start() + len(mark)


def _match_part(
    patterns: Sequence[re.Pattern[str]], text: str, position: int, known: Mapping[str, str]
) -> re.Match[str] | None:
    """Return a part of a column at a position that names nothing that is known of the column already."""
    for pattern in patterns:
        found = pattern.match(text, position)
        if found and not any(known[name] for name in found.groupdict()):
            return found
    return None


def _mark_run(marked: Marked, match: re.Match[str]) -> str:
    given = match.groupdict()
    times = re.findall(TIME, match[0])
    if given.get("period"):
        times = list(_count_times(given["first"], given["last"], given["period"]))
    elif "and again" in match[0]:
        if times[1:-1:2] != times[2::2]:
            raise NarrativeError(f"steps of time do not follow each other: {match[0]!r}")
        times = [*times[::2], times[-1]]
    marked.runs.append(tuple(times))
    return f"{{W{len(marked.runs) - 1}}}"


def _count_times(first: str, last: str, period: str) -> Iterable[str]:
    """Yield all times of a calendar from the first to the last."""
    names = {"month": MONTHS, "quarter": [f"Q{number}" for number in range(1, 5)], "year": [""]}[period]

    def place(time: str) -> int:
        part, _, year = time.rpartition(" ")
        if part not in names:
            raise NarrativeError(f"{time!r} is not a {period}")
        return int(year) * len(names) + names.index(part)

    for number in range(place(first), place(last) + 1):
        yield f"{names[number % len(names)]} {number // len(names)}".strip()


def _mark_quantity(marked: Marked, match: re.Match[str]) -> str:
    marked.quantities.append(float(match["number"].replace(",", "")))
    return f"{{N{len(marked.quantities) - 1}}}"
