"""Makes a repository of written tasks: takes the place of the family ``rubrics`` in a build."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.authoring import PREFIX, TASK
from dataset_builder.authoring.marked import Problem
from dataset_builder.authoring.task import Written, find_tasks, read_task
from dataset_builder.build import BuildReport, build_repository
from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.families.rubrics.mechanisms import tier_of
from dataset_builder.pages.whole import draw_pdf

FAMILY = "rubrics"
DPI = 144


class Invalid(ValueError):
    """Tasks that can't be taken; ``problems`` are all that is wrong with them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Keep the problems; the message is a line for each."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class AuthoredConfig:
    """What is built: the folder of the tasks, whether drafts are taken, and the name of the layout for the card."""

    source: str
    draft: bool = False
    layout: str = "authored"


def validate_tasks(folder: Path, *, draft: bool = False) -> list[Written]:
    """Return the tasks in a folder.

    Raises:
        ValueError: there are none.
        Invalid: something is wrong with any of them; all of it is told.
    """
    tasks: dict[str, Written] = {}
    problems: list[Problem] = []
    for place in find_tasks(folder):
        task, found = read_task(place, draft=draft)
        problems += found
        if task is not None and task.name in tasks:
            problems.append(Problem(place / TASK, 1, "task_id", f"{task.name!r} stands twice in {folder}"))
        elif task is not None:
            tasks[task.name] = task
    if problems:
        raise Invalid(problems)
    return list(tasks.values())


def author_repository(
    folder: Path, out: Path, *, jobs: int = 1, draft: bool = False, overwrite: bool = False
) -> BuildReport:
    """Write a repository of the tasks in a folder, all of which must be valid.

    Raises:
        ValueError: there are no tasks, or ``out`` holds something else.
        Invalid: as ``validate_tasks``.
    """
    config = AuthoredConfig(str(folder), draft)
    return build_repository({FAMILY: config}, out, jobs=jobs, overwrite=overwrite, families={FAMILY: AuthoredTasks()})


class AuthoredTasks:
    """Takes the place of the family ``rubrics`` in a build: its tasks are read instead of made."""

    name = FAMILY

    def plan(self, config: AuthoredConfig) -> Sequence[Task]:
        """Return one task a folder, by name; raises as ``validate_tasks``."""
        tasks = validate_tasks(Path(config.source), draft=config.draft)
        return [Task(index, str(task.pdf.parent), _digest(task)) for index, task in enumerate(tasks)]

    def build(self, config: AuthoredConfig, task: Task) -> BuiltDocument | Refused:
        """Return the document of one task.

        Raises:
            Invalid: it has been changed since it was planned.
        """
        written, problems = read_task(Path(task.source), draft=config.draft)
        if written is None:
            raise Invalid(problems)
        return _document(task.index, written)

    def finish(self, config: AuthoredConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}

    def measure(self, config: AuthoredConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return tasks by domain, axis and failure of screened models, and what of the workflow is missing."""
        figures: Counter[str] = Counter()
        for note in (note for summary in summaries for note in summary.notes):
            figures[f"domain {note['domain']}"] += 1
            figures.update(f"axis {axis}" for axis in str(note["axes"]).split())
            figures.update(f"screened models: {failure}" for failure in str(note["failures"]).split())
            figures["drafts"] += bool(note["draft"])
            for what in ("criteria", "criteria with a check", "pages"):
                figures[what] += int(note[what] or 0)
        return dict(sorted(figures.items()))


def _digest(task: Written) -> str:
    parts = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (task.pdf.parent / TASK, task.pdf)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _document(index: int, task: Written) -> BuiltDocument:
    doc_id, fields = f"{PREFIX}{task.name}", task.fields
    pdf = task.pdf.read_bytes()
    drawn = draw_pdf(pdf, DPI)
    pages = sorted({page for page, _, _ in task.evidence})
    count = len(drawn.images)
    knobs: dict[str, Any] = {
        "axis": task.axes[0],
        "tier": tier_of(task.axes[0]),
        "style": fields["style"],
        "pages": count,
        "criteria": len(task.rubric),
        "source": "authored",
        "draft": not task.workflow.finished,
    }
    if fields["mechanism"]:
        knobs["mechanism"] = fields["mechanism"]
    shared = {"text": drawn.text, "layout_text": drawn.layout_text, "num_pages": count, "knobs": knobs}
    record = {
        **shared,
        "id": f"{doc_id}-0",
        "family": FAMILY,
        "doc_id": doc_id,
        "question": fields["question"],
        "answer": fields["answer"],
        "answer_type": fields["answer_type"],
        "image": drawn.images[pages[0] - 1 if pages else 0],
        "images": list(drawn.images),
        "category": fields["mechanism"] or None,
        "domain": fields["domain"],
        "evidence": [{"page": page, "bbox": list(box), "kind": kind, "ref": ""} for page, box, kind in task.evidence],
        "wrong_answers": [{"answer": bad.text, "kind": bad.kind, "ref": " ".join(bad.fails)} for bad in task.wrong],
        "metric": "rubric_pass_rate",
        "task_id": task.name,
        "axes": list(task.axes),
        "rubric": [dict(criterion) for criterion in task.rubric],
        "gold": fields["gold"],
        "worker_note": fields["worker_note"],
    }
    manifest = {"layout": "authored", "task_id": task.name, "workflow": dataclasses.asdict(task.workflow)}
    note = {
        "domain": fields["domain"],
        "axes": " ".join(task.axes),
        "failures": " ".join(attempt.failure for attempt in task.workflow.screening),
        "draft": knobs["draft"],
        "criteria": len(task.rubric),
        "criteria with a check": sum("check" in criterion for criterion in task.rubric),
        "pages": count,
    }
    return BuiltDocument(index, doc_id, (("rubrics", record),), {**shared, "manifest": manifest}, pdf, notes=(note,))
