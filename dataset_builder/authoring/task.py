"""One written task: what ``task.yaml`` says, checked against itself, its PDF and the rules of admission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import pymupdf

from dataset_builder.authoring import TASK
from dataset_builder.authoring.marked import Broken, Problem, Reader, Value, read_yaml
from dataset_builder.authoring.workflow import Workflow, read_workflow
from dataset_builder.claims import meets, read_check
from dataset_builder.families.rubrics.domains import DOMAINS
from dataset_builder.families.rubrics.mechanisms import AXES, AXIS_OF, FAILURE_MODES
from dataset_builder.families.rubrics.model import SEVERITIES, STYLES, TYPES
from dataset_builder.schema import ANSWER_TYPES

_TASK = ("question", "domain", "axes", "style", "answer", "gold", "rubric", "bad_output", "worker_note")
NEEDED = ("pdf", *_TASK, "source")
WORKFLOW = ("screening", "novelty", "ambiguity")
OTHERS = ("task_id", "answer_type", "mechanism", "evidence", "traps", "sanity")
MOST_CRITERIA = 30

LONGEST_NAME = 200
"""Bytes of a task's name: a file's has 255, and it is a part of some."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class BadOutput:
    """A deliberately bad answer: its failure mode, and the criteria it fails, the one it was built around first."""

    kind: str
    text: str
    fails: tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """A task that is valid.

    Attributes:
        name: its ``task_id``.
        pdf: the document.
        rubric: criteria as a record holds them.
        wrong: the bad output, then further traps.
        evidence: (page from 1, box in points, kind) of what decides the task.
        workflow: how it came to be admitted.
        fields: the other texts of the file, by field.
    """

    name: str
    pdf: Path
    axes: tuple[str, ...]
    rubric: tuple[Mapping[str, Any], ...]
    wrong: tuple[BadOutput, ...]
    evidence: tuple[tuple[int, Box, str], ...]
    workflow: Workflow
    fields: Mapping[str, str]


def find_tasks(folder: Path) -> list[Path]:
    """Return the folders of the tasks in ``folder``, which may be one itself, by name.

    Raises:
        ValueError: there are none.
    """
    found = [folder] if (folder / TASK).is_file() else sorted(path.parent for path in folder.glob(f"*/{TASK}"))
    if not found:
        raise ValueError(f"{folder} holds no task: a folder with {TASK} and a PDF in it")
    return found


def read_task(folder: Path, *, draft: bool = False) -> tuple[Written | None, list[Problem]]:
    """Return the task in a folder, and all that is wrong with it; None where anything is.

    Args:
        folder: holds ``task.yaml`` and the PDF.
        draft: the workflow may be unfinished: no screening, notes or grades yet.
    """
    reader = Reader(folder / TASK)
    try:
        root = read_yaml(folder / TASK)
    except Broken as error:
        return None, [error.problem]
    needed = NEEDED if draft else (*NEEDED, *WORKFLOW)
    held = reader.fields(root, needed, (*OTHERS, *(WORKFLOW if draft else ())))
    name = reader.text(held, "task_id", default=folder.name)
    if any(character in name for character in "/\\\0") or name in (".", ".."):
        reader.wrong(held.get("task_id", root), f"{name!r} can't be part of a file's name")
    if (size := len(name.encode(errors="replace"))) > LONGEST_NAME:
        reader.wrong(held.get("task_id", root), f"has {size} bytes, and {LONGEST_NAME} are the most")
    fields = {
        "question": reader.text(held, "question"),
        "domain": reader.text(held, "domain", DOMAINS),
        "style": reader.text(held, "style", STYLES),
        "answer": reader.text(held, "answer"),
        "answer_type": reader.text(held, "answer_type", ANSWER_TYPES, "text"),
        "mechanism": reader.text(held, "mechanism", tuple(AXIS_OF)),
        "gold": reader.text(held, "gold"),
        "worker_note": reader.text(held, "worker_note"),
    }
    axes = reader.texts(held, "axes", AXES, 1)
    rubric = _read_rubric(reader, held)
    wrong = list(_read_wrong(reader, held, {str(criterion["id"]): criterion for criterion in rubric}))
    workflow = read_workflow(reader, held, rubric, wrong[0].fails[:1] if wrong else (), draft=draft)
    _check_answers(reader, held, rubric, fields["gold"], wrong, workflow)
    pdf = _find_pdf(reader, held, folder)
    evidence = list(_read_evidence(reader, held, pdf)) if pdf else []
    if reader.problems or pdf is None:
        return None, sorted(dict.fromkeys(reader.problems), key=lambda problem: problem.line)
    task = Written(name, pdf, tuple(axes), tuple(rubric), tuple(wrong), tuple(evidence), workflow, fields)
    return task, []


def _read_rubric(reader: Reader, held: Mapping[str, Value]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    items = reader.items(held, "rubric", 1)
    if len(items) > MOST_CRITERIA:
        reader.wrong(held["rubric"], f"has {len(items)} criteria, and {MOST_CRITERIA} are the most")
    for item in items:
        fields = ("implicitness", "subjectiveness", "failure_mode", "equivalents", "check")
        own = reader.fields(item, ("id", "criterion", "type", "severity"), fields)
        name = reader.text(own, "id")
        if name and name in [criterion["id"] for criterion in found]:
            reader.wrong(own["id"], f"{name!r} stands twice")
        if any(character.isspace() or character == "#" for character in name):
            reader.wrong(own["id"], f"{name!r} holds white space or #")
        criterion: dict[str, Any] = {
            "id": name,
            "criterion": reader.text(own, "criterion"),
            "type": reader.text(own, "type", TYPES),
            "severity": reader.text(own, "severity", SEVERITIES),
            "implicitness": reader.text(own, "implicitness", ("explicit", "implicit"), "explicit"),
            "subjectiveness": reader.text(own, "subjectiveness", ("objective", "subjective"), "objective"),
            "failure_mode": reader.text(own, "failure_mode", tuple(FAILURE_MODES)),
        }
        if equivalents := reader.texts(own, "equivalents"):
            criterion["criterion"] += f" Equivalent: {'; '.join(equivalents)}."
        if "check" in own:
            try:
                read_check(own["check"].plain)
                criterion["check"] = own["check"].plain
            except (ValueError, TypeError, AttributeError) as error:
                reader.wrong(own["check"], str(error).removeprefix("check: "))
        found.append(criterion)
    return found


def _read_wrong(reader: Reader, held: Mapping[str, Value], rubric: Mapping[str, Any]) -> Iterator[BadOutput]:
    values = [held["bad_output"]] if "bad_output" in held else []
    for value in [*values, *reader.items(held, "traps")]:
        own = reader.fields(value, ("kind", "text", "fails"))
        fails = reader.texts(own, "fails", fewest=1)
        for name in (name for name in fails if name not in rubric):
            reader.wrong(own["fails"], f"{name!r} is no criterion of the rubric ({', '.join(rubric)})")
        yield BadOutput(reader.text(own, "kind", tuple(FAILURE_MODES)), reader.text(own, "text"), tuple(fails))


def _check_answers(
    reader: Reader,
    held: Mapping[str, Value],
    rubric: Sequence[Mapping[str, Any]],
    gold: str,
    wrong: Sequence[BadOutput],
    workflow: Workflow,
) -> None:
    """Hold gold, bad outputs and what screened models said against the checks (section 3.5, step 6)."""
    checks = {str(one["id"]): read_check(one["check"]) for one in rubric if "check" in one}
    if gold:
        for name in (name for name, check in checks.items() if not meets(check, gold)):
            reader.wrong(held["gold"], f"does not meet the check of criterion {name!r}")
    places = [held["bad_output"], *reader.items(held, "traps")] if "bad_output" in held else []
    for value, bad in zip(places, wrong, strict=False):
        missed = {name for name, check in checks.items() if bad.text and not meets(check, bad.text)}
        for name in (name for name in bad.fails if name in checks and name not in missed):
            reader.wrong(value, f"meets the check of criterion {name!r}, which it is to fail", "text")
        for name in sorted(missed - set(bad.fails)):
            reader.wrong(value, f"does not name criterion {name!r}, of which it fails the check", "fails")
    decided = bool(checks) and len(checks) == len(rubric)
    for value, attempt in zip(reader.items(held, "screening"), workflow.screening, strict=False):
        if attempt.major and decided and all(meets(check, attempt.output) for check in checks.values()):
            reader.wrong(value, "meets every check, so it is no major failure", "output")


def _find_pdf(reader: Reader, held: Mapping[str, Value], folder: Path) -> Path | None:
    name = reader.text(held, "pdf")
    if not name:
        return None
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name:
        reader.wrong(held["pdf"], f"{name!r} is no file of the task's folder")
        return None
    try:
        with pymupdf.open(folder / path, filetype="pdf") as document:
            if not document.is_pdf:
                raise ValueError("it is another kind of file")
            if document.needs_pass or not document.page_count:
                raise ValueError("it needs a password or has no pages")
    except (pymupdf.FileNotFoundError, OSError) as error:
        reader.wrong(held["pdf"], f"{name!r} is not there ({type(error).__name__})")
        return None
    except (RuntimeError, ValueError) as error:
        reader.wrong(held["pdf"], f"{name!r} can't be opened as a PDF: {' '.join(str(error).split())}")
        return None
    return folder / path


def _read_evidence(reader: Reader, held: Mapping[str, Value], pdf: Path) -> Iterator[tuple[int, Box, str]]:
    """Yield the places of evidence: each a page with words that are printed there, or with a box."""
    with pymupdf.open(pdf) as document:
        for item in reader.items(held, "evidence"):
            own = reader.fields(item, ("page",), ("quote", "box", "kind"))
            page = own["page"].data if "page" in own else None
            if not isinstance(page, int) or isinstance(page, bool) or not 1 <= page <= document.page_count:
                if page is not None:
                    reader.wrong(own["page"], f"{page!r} is not one of the PDF's pages, 1 to {document.page_count}")
                continue
            kind = reader.text(own, "kind", ("decisive", "supporting"), "decisive")
            boxes = list(_boxes(reader, item, own, document[page - 1]))
            yield from ((page, box, kind) for box in boxes)


def _boxes(reader: Reader, item: Value, own: Mapping[str, Value], page: Any) -> Iterator[Box]:
    if ("quote" in own) is ("box" in own):
        reader.wrong(item, "needs either a quote that is printed on the page, or a box of four numbers in points")
    elif "quote" in own:
        quote = reader.text(own, "quote")
        found = page.search_for(quote) if quote else []
        if quote and not found:
            reader.wrong(own["quote"], f"{quote!r} is not printed on page {page.number + 1}")
        yield from ((box.x0, box.y0, box.x1, box.y1) for box in found)
    else:
        box = own["box"].plain
        numbers = isinstance(box, list) and all(type(one) in (int, float) for one in box)
        if not numbers or len(box) != 4 or not (box[0] < box[2] and box[1] < box[3]):
            reader.wrong(own["box"], f"{box!r} is not [x0, y0, x1, y1] in points from the top left")
        else:
            yield (float(box[0]), float(box[1]), float(box[2]), float(box[3]))
