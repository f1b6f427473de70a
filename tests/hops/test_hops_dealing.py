"""Dealing: every beginning of a build is balanced; guessers: figures worked out by hand."""

from __future__ import annotations

import math
import random
from collections import Counter

from dataset_builder.families import Note
from dataset_builder.families.hops.content import Cell, list_templates
from dataset_builder.families.hops.dealing import deal
from dataset_builder.families.hops.guessers import measure, note_guesses
from dataset_builder.families.hops.questions import TASKS, TEMPLATES
from tests.hops.pages import pages


def test_every_beginning_is_balanced() -> None:
    dealt = [deal(index, 3) for index in range(500)]
    assert {cell for cell, _, _ in dealt[:96]} == {cell for cell, _, _ in dealt[96:192]}
    assert len({cell for cell, _, _ in dealt}) == 96
    assert [cell for cell, _, _ in dealt[:96]] != [cell for cell, _, _ in dealt[96:192]]
    for end in (12, 50, 96, 500):
        for axis in ("task", "depth", "charts"):
            counts = Counter(getattr(cell, axis) for cell, _, _ in dealt[:end])
            assert max(counts.values()) - min(counts.values()) <= 1
    assert deal(77, 3) == dealt[77] and [deal(i, 4)[0] for i in range(96)] != [cell for cell, _, _ in dealt[:96]]


def test_templates_and_answers_come_in_turn() -> None:
    dealt = [deal(index, 0) for index in range(6 * 96)]
    for task in TASKS:
        counts = Counter(template.name for cell, template, _ in dealt if cell.task == task)
        assert set(counts) == {template.name for template in TEMPLATES[task]}
        assert min(counts.values()) >= 0.5 * max(counts.values())
    facts = Counter((template.name, truth) for cell, template, truth in dealt if cell.task == "fact_checking")
    assert set(facts.values()) == {8}
    for end in (96, 6 * 96):
        held = [(cell, truth) for cell, _, truth in dealt[:end] if cell.task == "fact_checking"]
        for axis in ("depth", "charts"):
            assert len(set(Counter((getattr(cell, axis), truth) for cell, truth in held).values())) == 1
    assert all(template in list_templates(cell) for cell, template, _ in dealt)


def test_a_cell_alone_can_be_asked_for() -> None:
    assert {deal(index, 1, "ranking", 4, 6)[0] for index in range(30)} == {Cell("ranking", 4, 6)}
    alone = [deal(index, 1, "fact_checking", 4, 6)[1:] for index in range(24)]
    assert set(Counter((template.name, truth) for template, truth in alone).values()) == {2}
    assert len({deal(index, 1, "ranking")[0] for index in range(16)}) == 16


def test_guessers_by_hand() -> None:
    def note(task: str, template: str, answer: str, hit: bool, **more: int | float | bool) -> Note:
        return {"task": task, "template": template, "answer": answer, "random_entity": hit, "chance": 0.25, **more}

    notes = [
        note("counting", "count", "2", True, alphabet=True, **{"redrawn: figures": 3}),
        note("counting", "count", "2", False, alphabet=False, **{"redrawn: figures": 1, "redrawn: question": 1}),
        note("counting", "count", "3", False, alphabet=False, top=False),
        note("ranking", "name_lowest", "Dunlin", False, alphabet=False, top=True),
    ]
    assert measure(notes) == {
        "accuracy of a majority guesser, counting (%)": 66.7,
        "accuracy of a majority guesser, ranking (%)": 100.0,
        "accuracy of a guesser that sees only the question (%)": 0.0,
        "accuracy of a guesser of random entities, counting (%)": 33.3,
        "accuracy of a guesser of random entities, ranking (%)": 0.0,
        "sets hit by chance (%)": 25.0,
        "sets that lead in the asked column (%)": 50.0,
        "sets that come first in the alphabet (%)": 25.0,
        "drawn again: figures": 4,
        "drawn again: question": 1,
    }
    assert measure([*notes[:2], *notes[:2]])["accuracy of a guesser that sees only the question (%)"] == 100.0
    assert measure([]) == {}


def test_no_shortcut_leads_to_the_set() -> None:
    """Over pages of every cell, shortcuts hit as often as chance does, within three standard errors."""
    found = [(page, note_guesses(page, page.question, random.Random(number))) for number, page in enumerate(pages(1))]
    chances = [1 / math.comb(len(page.entities), len(page.selected)) for page, _ in found]
    assert [note["chance"] for _, note in found] == chances
    for shortcut in ("top", "alphabet", "listed"):
        hits = [
            (bool(note[shortcut]), chance) for (_, note), chance in zip(found, chances, strict=True) if shortcut in note
        ]
        error = math.sqrt(sum(chance * (1 - chance) for _, chance in hits))
        assert abs(sum(hit for hit, _ in hits) - sum(chance for _, chance in hits)) <= 3 * error
