"""What a domain gives: designs of documents, and asks that make items of a document's world."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.claims import read_check
from dataset_builder.families.rubrics.mechanisms import AXES, AXIS_OF, FAILURE_MODES
from dataset_builder.families.rubrics.paper import Paper
from dataset_builder.schema import ANSWER_TYPES

TYPES: tuple[str, ...] = ("fact", "reasoning", "completeness", "prohibition", "abstention")
SEVERITIES: tuple[str, ...] = ("critical", "major", "minor")


@dataclass(frozen=True)
class Criterion:
    """One atomic yes/no criterion, to be understood without the document.

    Attributes:
        id: unique in its rubric, such as ``umbi-denied``.
        text: what the response must say, or must not.
        check: what decides it, as ``claims.read_check`` takes it.
        type: one of ``TYPES``.
        severity: ``critical`` where an answer that misses it is wrong, ``major``, ``minor``.
        implicit: the question does not ask for it in so many words.
        failure_mode: the mistake that it is to catch, one of ``FAILURE_MODES``, or "".
    """

    id: str
    text: str
    check: Mapping[str, Any]
    type: str = "fact"
    severity: str = "critical"
    implicit: bool = False
    failure_mode: str = ""


@dataclass(frozen=True)
class Trap:
    """A fluent answer that errs by one failure mode.

    Attributes:
        kind: one of ``FAILURE_MODES``.
        text: the answer.
        fails: ids of the criteria that it fails: first the one that it was built around, then those entailed.
    """

    kind: str
    text: str
    fails: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """A task on a document.

    Attributes:
        question: as a practitioner types it mid-task.
        answer: short reference answer.
        answer_type: one of ``schema.ANSWER_TYPES``.
        gold: a full answer that meets every criterion.
        rubric: 3 to 12 criteria.
        traps: at least three.
        note: the parsing challenge in plain words.
        facts: by name, the programs that the answer and the criteria's values come from (see ``programs``).
        decisive: refs of the marks without which the answer cannot be had or would be another.
        evidence: refs of further marks that the answer needs.
        axes: further axes than that of the mechanism.
        style: lookup, comparison, reconciliation, calculation, summary or unsupported.
    """

    question: str
    answer: str
    answer_type: str
    gold: str
    rubric: tuple[Criterion, ...]
    traps: tuple[Trap, ...]
    note: str
    facts: Mapping[str, Any]
    decisive: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()
    style: str = "lookup"


STYLES: tuple[str, ...] = ("lookup", "comparison", "reconciliation", "calculation", "summary", "unsupported")


@dataclass(frozen=True)
class Ask:
    """A way to ask of a design's documents: the mechanism, and what makes the item of a world."""

    mechanism: str
    make: Callable[[Any], Item]

    @property
    def axis(self) -> str:
        """Return the axis that the mechanism tests."""
        return AXIS_OF[self.mechanism]


@dataclass(frozen=True)
class Design:
    """A kind of document of a domain.

    Attributes:
        name: unique in the family, such as ``auto_policy``.
        sample: draws a world: everything the document says; the only function that draws content.
        paper: the document of a world; the generator varies its looks only.
        asks: what can be asked.
        extend: adds matter to a world, for a document of 12 to 40 pages, and leaves every item that can be asked of it
            word for word as it was; None where the trade has no long documents of the kind.
    """

    name: str
    sample: Callable[[random.Random], Any]
    paper: Callable[[Any, random.Random], Paper]
    asks: tuple[Ask, ...] = ()
    extend: Callable[[Any, random.Random], Any] | None = None


def validate_item(item: Item, where: str) -> None:
    """Raise ``ValueError`` with what is wrong if an item breaks the rules of its form."""
    problems = list(_problems(item))
    if problems:
        raise ValueError(f"{where}: {'; '.join(problems)}")


def _problems(item: Item) -> Sequence[str]:
    ids = [criterion.id for criterion in item.rubric]
    found = []
    if not 3 <= len(ids) <= 12:
        found.append(f"{len(ids)} criteria are not 3 to 12")
    if len(set(ids)) < len(ids):
        found.append(f"criterion ids {ids} are not unique")
    if len(item.traps) < 3:
        found.append(f"{len(item.traps)} traps are fewer than 3")
    if len({trap.text for trap in item.traps}) < len(item.traps):
        found.append("two traps are the same")
    if item.answer_type not in ANSWER_TYPES:
        found.append(f"answer_type {item.answer_type!r} is not one of {', '.join(ANSWER_TYPES)}")
    if item.style not in STYLES:
        found.append(f"style {item.style!r} is not one of {', '.join(STYLES)}")
    if not item.decisive:
        found.append("no decisive mark")
    if unknown := [axis for axis in item.axes if axis not in AXES]:
        found.append(f"axes {unknown} are not of the eleven")
    for criterion in item.rubric:
        if criterion.type not in TYPES or criterion.severity not in SEVERITIES:
            found.append(f"criterion {criterion.id}: type {criterion.type!r} or severity {criterion.severity!r}")
        if criterion.failure_mode and criterion.failure_mode not in FAILURE_MODES:
            found.append(f"criterion {criterion.id}: failure mode {criterion.failure_mode!r}")
        read_check(criterion.check, f"criterion {criterion.id}")
    for trap in item.traps:
        if trap.kind not in FAILURE_MODES:
            found.append(f"trap kind {trap.kind!r} is not a failure mode")
        if not trap.fails or set(trap.fails) - set(ids):
            found.append(f"trap {trap.kind}: {trap.fails} are not criteria of the rubric")
    return found
