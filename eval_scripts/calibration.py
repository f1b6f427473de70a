"""Calibrates graders of rubrics against people: grades given as CSV, agreement and Cohen's kappa a criterion at a time.

Source: GDP.pdf, section 4 (a judge calibrated to agree with expert human raters).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from dataset_builder.export import write_atomically, write_json
from dataset_builder.seeds import rng_for
from eval_scripts.judge import RUBRICS, answers_of
from eval_scripts.report.runs import read_runs
from eval_scripts.runs import PREDICTIONS, current_lines, key_of, read_run
from eval_scripts.scorers import percent
from eval_scripts.scorers.rubrics import agree
from metrics.rubric_pass_rate import read_rubric

CALIBRATION = "calibration.json"
COLUMNS = ("id", "criterion", "grade")
SHEET = ("id", "repeat", "criterion", "text", "response", "rater", "grade")
_GRADES = {
    **dict.fromkeys(("yes", "y", "1", "true", "pass", "passed", "met"), True),
    **dict.fromkeys(("no", "n", "0", "false", "fail", "failed", "missed"), False),
}
_LARGEST = 1 << 24
_CELL = 32_000
"""Characters of a cell from which on a spreadsheet may have cut it (the limit is 32,767)."""

Place = tuple[str, int, str]
"""What is graded: the record's id, the repetition, and the criterion's id."""


@dataclass(frozen=True)
class Grade:
    """A person's grade of one criterion of one answer."""

    place: Place
    rater: str
    met: bool


def calibrate(run: Path, grades: Path) -> dict[str, Any]:
    """Compare what people and graders say of a scored run; write ``calibration.json`` into it and return its content.

    Args:
        run: scored run with answers to rubrics.
        grades: CSV file with the columns of ``COLUMNS``, and if wanted ``repeat`` (0 where absent), ``rater`` and
            ``response`` (the answer that was graded). Rows without a grade are passed over.

    Returns:
        ``grades``, ``blank`` (rows without), ``raters``; by grader ``graders``: ``criteria`` compared, ``agreement``,
        ``kappa``, ``too_strict`` (people say met, the grader missed), ``too_lenient`` (the reverse), ``ungraded`` (the
        grader says nothing), and of answers of which a person graded every criterion ``answers`` and
        ``pass_agreement``; ``people``: the same of every two raters.

    Raises:
        FileNotFoundError: the run or its scores aren't there.
        ValueError: a row is malformed, stands twice, or grades what the run doesn't hold or another answer than it
            holds; the message names the line.
    """
    (scored,) = read_runs([run])
    lines = {key_of(line): line for line in scored.lines if line["metric"] == RUBRICS}
    if not lines:
        raise ValueError(f"{run} holds no answers to rubrics")
    known = {(*key, criterion) for key, line in lines.items() for criterion in line["criteria"]}
    answers = {
        key: line["prediction"]
        for settings in scored.run["asked"]["settings"].values()
        for key, line in current_lines(run, PREDICTIONS, settings["digest"]).items()
    }
    found, blank = _read_grades(grades, known, answers)
    names = sorted({name for line in lines.values() for name in line["graders"]})
    raters = sorted({grade.rater for grade in found})
    result = {
        "grades": len(found),
        "blank": blank,
        "raters": raters,
        "graders": {name: _compare(found, lines, name) for name in names},
        "people": {f"{one} and {other}": _compare_raters(found, one, other) for one, other in combinations(raters, 2)},
    }
    write_json(run / CALIBRATION, result)
    return result


def _compare(grades: Sequence[Grade], lines: Mapping[tuple[str, int], Any], grader: str) -> dict[str, Any]:
    pairs: list[tuple[bool, bool | None]] = []
    answers: dict[tuple[str, tuple[str, int]], dict[str, bool]] = {}
    for grade in grades:
        key, criterion = grade.place[:2], grade.place[2]
        pairs.append((grade.met, lines[key]["graders"].get(grader, {}).get(criterion)))
        answers.setdefault((grade.rater, key), {})[criterion] = grade.met
    passes = [
        (all(own.values()), all(said.values()))
        for (_, key), own in answers.items()
        if own.keys() == (said := lines[key]["graders"].get(grader, {})).keys() and None not in said.values()
    ]
    return {
        **agree(pairs),
        "too_strict": pairs.count((True, False)),
        "too_lenient": pairs.count((False, True)),
        "ungraded": sum(said is None for _, said in pairs),
        "answers": len(passes),
        "pass_agreement": sum(one == other for one, other in passes) / len(passes) if passes else None,
    }


def _compare_raters(grades: Sequence[Grade], one: str, other: str) -> dict[str, Any]:
    first, second = ({grade.place: grade.met for grade in grades if grade.rater == rater} for rater in (one, other))
    return agree((first[place], second[place]) for place in first.keys() & second.keys())


def _read_grades(path: Path, known: set[Place], answers: Mapping[tuple[str, int], str]) -> tuple[list[Grade], int]:
    seen: dict[tuple[Place, str], int] = {}
    found: list[Grade] = []
    blank = 0
    for number, row in _read_rows(path):
        where = f"{path}, line {number}"
        grade = (row["grade"] or "").strip().lower()
        if not grade:
            blank += 1
            continue
        if grade not in _GRADES:
            raise ValueError(f"{where}, grade: {grade!r} is not one of {', '.join(_GRADES)}")
        repeat = (row.get("repeat") or "0").strip()
        if not (repeat.isdecimal() and len(repeat) < 10):
            raise ValueError(f"{where}, repeat: {repeat!r:.40} is not a number from 0")
        place = ((row["id"] or "").strip(), int(repeat), (row["criterion"] or "").strip())
        rater = (row.get("rater") or "").strip() or "rater"
        if place not in known:
            told = f"{place[0]}, repetition {place[1]}, criterion {place[2]!r}"
            raise ValueError(f"{where}, criterion: the run holds no answer to {told}")
        if not _is_same(row.get("response") or "", answers.get(place[:2], "")):
            raise ValueError(
                f"{where}, response: not what the run holds of {place[0]}, repetition {place[1]}, so another answer "
                "was graded (if only its cell was changed, leave out the column response)"
            )
        if (place, rater) in seen:
            raise ValueError(f"{where}: {rater} has graded this in line {seen[place, rater]} already")
        seen[place, rater] = number
        found.append(Grade(place, rater, _GRADES[grade]))
    if not found:
        raise ValueError(f"{path} holds no grade")
    return found, blank


def _read_rows(path: Path) -> Iterator[tuple[int, dict[str, str | None]]]:
    """Yield each row of a table by column, with the number of its last line."""
    csv.field_size_limit(_LARGEST)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, restkey="", strict=True)
            heads = rows.fieldnames or ()
            for column in COLUMNS:
                if column not in heads:
                    told = f"the columns are {', '.join(COLUMNS)}, and here {', '.join(heads) or 'there are none'}"
                    raise ValueError(f"{path}, line 1: there is no column {column!r}; {told}")
            if twice := [column for column in dict.fromkeys(heads) if heads.count(column) > 1]:
                raise ValueError(f"{path}, line 1: there are {heads.count(twice[0])} columns {twice[0]!r}")
            for row in rows:
                if row.pop("", None):
                    raise ValueError(f"{path}, line {rows.line_num}: has more cells than the {len(heads)} columns")
                yield rows.line_num, row
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a table in UTF-8 with commas between its cells: {error}") from error


def _is_same(cell: str, answer: str) -> bool:
    """Return whether a sheet's cell shows an answer: blank cells show none, and spreadsheets change white space.

    >>> _is_same("It does.\\r\\n", "It does."), _is_same("", "It does."), _is_same("It doesn't.", "It does.")
    (True, True, False)
    """
    shown, whole = ("".join(text.split()) for text in (cell, answer))
    return not shown or shown == whole or (len(cell) >= _CELL and whole.startswith(shown))


def write_sheet(run: Path, sheet: Path, sample: int | None = None, seed: int = 0, data: Path | None = None) -> int:
    """Write a CSV file for people to grade in, and return the number of its answers.

    Args:
        run: run with answers to rubrics.
        sheet: file to write, with the columns of ``SHEET``; ``grade`` is blank.
        sample: how many answers to draw; all where None.
        seed: of the draw.
        data: the dataset repository, if it isn't any more where the run found it.

    Raises:
        FileExistsError: the file is there already.
        ValueError: there are no answers to rubrics.
    """
    if sheet.exists():
        raise FileExistsError(f"{sheet} is there already, and may hold grades; name another file")
    answers = list(answers_of(run, data, RUBRICS))
    if not answers:
        raise ValueError(f"{run} holds no answers to rubrics")
    if sample is not None and sample < len(answers):
        checksum = int(read_run(run)["asked"]["dataset"]["checksum"][:8], 16)
        chosen = rng_for("rubrics", checksum, seed, "calibration").sample(range(len(answers)), sample)
        answers = [answers[position] for position in sorted(chosen)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(SHEET)
    for (name, repeat), record, answer in answers:
        for criterion in read_rubric(record["rubric"], name):
            writer.writerow((name, repeat, criterion.id, criterion.text, answer, "", ""))
    write_atomically(sheet, text.getvalue().encode())
    return len(answers)


def describe(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield a small table: a line for each grader, and one for every two raters."""
    raters = ", ".join(result["raters"])
    yield f"{result['grades']} grades by {raters}; {result['blank']} rows without a grade"
    yield f"{'':<40}{'criteria':>9}{'agreement':>11}{'kappa':>8}{'too strict':>12}{'too lenient':>13}{'pass':>7}"
    for name, held in [*result["graders"].items(), *result["people"].items()]:
        kappa = "–" if held["kappa"] is None else f"{held['kappa']:.3f}"
        more = ""
        if "answers" in held:
            more = f"{held['too_strict']:>12}{held['too_lenient']:>13}{percent(held['pass_agreement']):>7}"
        yield f"{name:<40}{held['criteria']:>9}{percent(held['agreement']):>11}{kappa:>8}{more}"
