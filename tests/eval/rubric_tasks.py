"""A small repository of tasks with rubrics, written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

from dataset_builder.export import document_path, question_table, write_atomically
from tests.eval.repositories import draw_page, write_questions


@dataclass(frozen=True)
class Rubric:
    """A task as a test states it; a criterion is id, text, check (None for none) and failure mode."""

    question: str
    criteria: tuple[tuple[str, str, dict[str, Any] | None, str], ...]
    domain: str
    axes: tuple[str, ...]
    style: str = "lookup"
    mechanism: str = "footnote_override"
    lines: tuple[str, ...] = ("Flood is covered up to $5,000.1", "1 Not below grade.")


def contains(*words: str) -> dict[str, Any]:
    return {"kind": "contains", "any": list(words)}


TASKS = (
    Rubric(
        "Is the flooded cellar covered?",
        (
            ("no", "Says that the cellar is not covered.", contains("not covered"), "ignored_footnote"),
            ("why", "Names the exclusion below grade.", contains("below grade"), "stopped_at_grant"),
        ),
        "insurance",
        ("cross_referencing", "grounding"),
    ),
    Rubric(
        "How many lamps are in the hall?",
        (("six", "Says that there are six lamps.", contains("six", "6"), "miscounted"),),
        "construction",
        ("spatial_awareness",),
        "calculation",
        "symbol_count",
        ("LIGHTING PLAN", "A legend and lamps."),
    ),
)
"""Two tasks whose criteria all have checks."""

UNCHECKED = tuple(
    Rubric(task.question, tuple((a, b, None, d) for a, b, _, d in task.criteria), task.domain, task.axes)
    for task in TASKS
)
"""The same without checks."""

IDS = ("rubrics-0-00000-0", "rubrics-0-00001-0")


def write_tasks(root: Path, tasks: Sequence[Rubric] = TASKS) -> Path:
    """Write a repository of tasks, a document each; ids are ``rubrics-0-00000-0`` and so on."""
    tables = []
    for index, task in enumerate(tasks):
        doc_id = f"rubrics-0-{index:05d}"
        tables.append(question_table(doc_id, [_record(doc_id, task)]))
        with pymupdf.open() as document:
            document.new_page().insert_text((72, 72), list(task.lines), fontsize=12)
            write_atomically(root / document_path(doc_id), document.tobytes(no_new_id=True))
    return write_questions(root, {"rubrics/rubrics": tables})


def _record(doc_id: str, task: Rubric) -> dict[str, Any]:
    image = {"bytes": draw_page(task.lines, 144), "path": None}
    rubric = [
        {"id": name, "criterion": text, "type": "fact", "failure_mode": mode, **({"check": check} if check else {})}
        for name, text, check, mode in task.criteria
    ]
    return {
        "id": f"{doc_id}-0",
        "family": "rubrics",
        "doc_id": doc_id,
        "question": task.question,
        "answer": "-",
        "answer_type": "text",
        "image": image,
        "images": [image],
        "text": " ".join(task.lines),
        "layout_text": "\n".join(task.lines),
        "num_pages": 1,
        "knobs": {"style": task.style, "mechanism": task.mechanism, "pages": 1},
        "level": "L3",
        "category": task.mechanism,
        "domain": task.domain,
        "metric": "rubric_pass_rate",
        "task_id": f"{task.domain}-{doc_id}",
        "axes": list(task.axes),
        "rubric": rubric,
        "gold": "-",
    }
