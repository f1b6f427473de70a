"""What a question about an exhibit is, and the draft from which its words are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dataset_builder.families.reports.programs import Program

QuestionType = Literal["chart", "cross_modal", "complex"]
Category = Literal[
    "value_reading",
    "comparison",
    "trend_pattern",
    "verify_with_chart",
    "integrate_sources",
    "compare_representations",
    "historical_timeline",
    "technical_quantitative",
    "impact_reception",
]
WrongKind = Literal[
    "neighbouring_mark",
    "other_series",
    "other_year",
    "other_chart",
    "other_scale",
    "figure_not_found",
    "precision",
    "incomplete_retrieval",
    "cross_modal_grounding",
    "reasoning",
]
"""The mark or chart looked at instead; from ``figure_not_found`` on the failures of SynthDocBench's Table 22."""


class Unaskable(ValueError):
    """No exhibit of the report allows a question of the kind wanted."""


@dataclass(frozen=True)
class WrongAnswer:
    """What a reader who errs in a named way would say; ``ref`` is what they looked at instead."""

    answer: str
    kind: WrongKind
    ref: str


@dataclass(frozen=True)
class Recipe:
    """What makes the same question again.

    That is the template, the seed of its choices, whether the exhibit is named by its title only, and whether a claim
    that the question has somebody make is right.
    """

    template: str
    seed: int
    plain: bool
    confirmed: bool = True


@dataclass(frozen=True)
class Question:
    """A question about one chart or table, or about several pieces of evidence.

    Attributes:
        text: what is asked.
        category: of SynthDocBench's Table 14.
        level: of its Table 13.
        exhibit: id of the chart or table, the main one of several, "" for none.
        program: gives the answer, see ``programs``.
        answer: reference answer of two to four sentences.
        short_answer: the answer alone.
        answer_type: as in the record contract.
        key_facts: what a full answer states, for the judge of facts.
        facts: ids of the facts that must be read in exhibits.
        data_points: the same in words: "label: value unit".
        reasoning: steps from the evidence to the answer.
        wrong_answers: what readers who err would say.
        forbidden: numbers, as printed, that the narrative must not have.
        recipe: how to make it again, such as for another layout.
        question_type: the split in which it stands.
        sources: ids of the exhibits and statements that it needs, in the order of their use; empty where the exhibit
            is the only one.
    """

    text: str
    category: Category
    level: str
    exhibit: str
    program: Program
    answer: str
    short_answer: str
    answer_type: str
    key_facts: tuple[Mapping[str, Any], ...]
    facts: tuple[str, ...]
    data_points: tuple[str, ...]
    reasoning: str
    wrong_answers: tuple[WrongAnswer, ...]
    forbidden: tuple[str, ...]
    recipe: Recipe
    question_type: QuestionType = "chart"
    sources: tuple[str, ...] = ()

    @property
    def needed(self) -> tuple[str, ...]:
        """Return the ids of all evidence that it needs."""
        return self.sources or (self.exhibit,)


@dataclass(frozen=True)
class Draft:
    """A question before it is put into words.

    Attributes:
        cores: ways to ask, each the inside of a question: lower-case start, no question mark.
        program: gives the answer.
        short: the answer as printed.
        answer_type: as in the record contract.
        leads: sentences that answer, each in other words.
        base: a sentence with what the answer rests on, which every reference answer has; "" for none.
        more: sentences that add something true.
        key_facts: for the judge of facts.
        facts: ids of the facts read.
        points: the same in words.
        steps: of the reasoning.
        wrong: wrong answers; those equal to the right one are dropped.
        tail: a sentence behind the question, such as how exact the answer should be.
        forbidden: numbers, as printed, besides the answer.
    """

    cores: tuple[str, ...]
    program: Program
    short: str
    answer_type: str
    leads: tuple[str, ...]
    more: tuple[str, ...]
    key_facts: tuple[Mapping[str, Any], ...]
    facts: tuple[str, ...]
    points: tuple[str, ...]
    steps: tuple[str, ...]
    wrong: tuple[WrongAnswer, ...] = ()
    tail: str = ""
    forbidden: tuple[str, ...] = ()
    base: str = ""


@dataclass(frozen=True)
class Template:
    """A kind of question.

    Attributes:
        name: unique.
        category, level: what its questions are.
        draft: makes one about a scene, None where it has none to ask.
        visual: it is about how something is drawn, so that another chart type changes it.
    """

    name: str
    category: Category
    level: str
    draft: Callable[[Any, Any], Draft | None]
    visual: bool = False
