"""How far one gets without understanding a page: guessers, and shortcuts to the set that is asked about.

Every page notes what would have been guessed for it; ``measure`` sums the notes of a build up.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dataset_builder.answers import answers_match
from dataset_builder.families import Note
from dataset_builder.families.hops.content import Content
from dataset_builder.families.hops.programs import Undecided, execute, trace_json
from dataset_builder.families.hops.questions import Question, write_answer
from dataset_builder.families.hops.questions.wrong import exchange_set

_REDRAWN = "redrawn: "
_SHORTCUTS = {
    "top": "sets that lead in the asked column",
    "alphabet": "sets that come first in the alphabet",
    "listed": "sets that come first on the asked chart",
}


def note_guesses(content: Content, question: Question, rng: random.Random) -> dict[str, str | int | float | bool]:
    """Return what guessers and shortcuts come to on one question, as a flat row.

    ``random_entity`` tells whether the answer for a random set of one to four entities is right; ``chance`` is the
    chance that a random set of the right size is the set; a shortcut's key tells whether the set is where it looks.
    """
    size = len(content.selected)
    names = rng.sample(content.entities, rng.randint(1, 4))
    program = exchange_set(question.program, trace_json(content.trace), {"op": "these", "names": names})
    try:
        guess = write_answer(execute(program, content.table), question.draft)
        hit = answers_match(guess, question.answer, question.answer_type)
    except Undecided:
        hit = False
    chosen = set(content.selected)
    note: dict[str, str | int | float | bool] = {
        "task": question.task,
        "template": question.template,
        "answer": question.answer,
        "random_entity": hit,
        "chance": 1 / math.comb(len(content.entities), size),
        "alphabet": chosen == set(content.entities[:size]),
    }
    if question.draft.columns:
        column = question.draft.columns[0]
        values = content.table[column]
        figure = next(held for held in content.figures if column in held.columns)
        note["top"] = chosen == set(sorted(values, key=lambda name: -values[name])[:size])
        note["listed"] = chosen == set(figure.entities[:size])
    return note | {f"{_REDRAWN}{reason}": count for reason, count in content.redrawn.items()}


def measure(notes: Sequence[Note]) -> Mapping[str, int | float]:
    """Return the accuracy of guessers and the shares of shortcuts over all questions, in percent, and the redraws.

    The majority guesser gives the most frequent answer of the task; the one that sees the question alone gives the most
    frequent answer of all other questions of the same template.
    """
    if not notes:
        return {}
    found: dict[str, int | float] = {}
    by_task = _grouped(notes, "task")
    for task, held in by_task.items():
        answers = Counter(note["answer"] for note in held)
        found[f"accuracy of a majority guesser, {task} (%)"] = _percent(answers.most_common(1)[0][1], len(held))
    alone = [_guess_from_others(held) for held in _grouped(notes, "template").values()]
    found["accuracy of a guesser that sees only the question (%)"] = _percent(sum(alone), len(notes))
    for task, held in by_task.items():
        hits = sum(bool(note["random_entity"]) for note in held)
        found[f"accuracy of a guesser of random entities, {task} (%)"] = _percent(hits, len(held))
    found["sets hit by chance (%)"] = _percent(sum(_number(note["chance"]) for note in notes), len(notes))
    for key, meaning in _SHORTCUTS.items():
        held = [note for note in notes if key in note]
        if held:
            found[f"{meaning} (%)"] = _percent(sum(bool(note[key]) for note in held), len(held))
    redrawn: Counter[str] = Counter()
    for note in notes:
        for key, count in note.items():
            if key.startswith(_REDRAWN):
                redrawn[key.removeprefix(_REDRAWN)] += int(_number(count))
    return found | {f"drawn again: {reason}": count for reason, count in sorted(redrawn.items())}


def _grouped(notes: Iterable[Note], key: str) -> dict[str, list[Note]]:
    groups: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        groups[str(note[key])].append(note)
    return dict(sorted(groups.items()))


def _guess_from_others(notes: Sequence[Note]) -> int:
    """Return how many of the notes' answers are the most frequent one of the others (ties are lost)."""
    counts = Counter(note["answer"] for note in notes)
    hits = 0
    for note in notes:
        own = counts[note["answer"]] - 1
        hits += own > 0 and all(own > count for answer, count in counts.items() if answer != note["answer"])
    return hits


def _number(value: Any) -> float:
    return float(value or 0)


def _percent(part: float, whole: int) -> float:
    return round(100 * part / whole, 1)
