"""The baseline on page images: RapidOCR on small pages, and lines set in rows by their boxes."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest

from eval_scripts.backends.baseline import ocr
from eval_scripts.backends.baseline.extract import extract
from eval_scripts.backends.baseline.ocr import Line, Point, align_lines
from eval_scripts.cli import main
from tests.eval.repositories import FLAT, FORMS, Question, Report, write_repository


def boxed(text: str, x: float, y: float, degrees: float = 0.0) -> Line:
    """Return a line of 10 by 20 pixels a character, on a page turned about its corner."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))

    def turn(across: float, down: float) -> Point:
        return across * cosine - down * sine, across * sine + down * cosine

    right, bottom = x + 10 * len(text), y + 20
    return Line(text, (turn(x, y), turn(right, y), turn(right, bottom), turn(x, bottom)))


@pytest.mark.parametrize("degrees", [0.0, 2.0, -2.0])
def test_lines_of_a_turned_page_stand_in_rows(degrees: float) -> None:
    """At two degrees the ends of a row of 1,000 pixels are 35 apart: more than a row's height."""
    found = [
        boxed("Full name: Maria Alvarez", 20, 20, degrees),
        boxed("Date of birth: 08/02/1979", 1000, 20, degrees),
        boxed("City", 20, 60, degrees),
        boxed("State", 1000, 60, degrees),
        boxed("Duluth", 20, 84, degrees),
        boxed("MN", 1000, 84, degrees),
    ]
    text = align_lines(list(reversed(found)))
    rows = [line.split("  ") for line in text.splitlines() if line]
    assert [[part.strip() for part in row if part] for row in rows] == [
        ["Full name: Maria Alvarez", "Date of birth: 08/02/1979"],
        ["City", "State"],
        ["Duluth", "MN"],
    ]
    assert extract(text, FLAT.schema) == FLAT.truth


def test_a_page_without_lines_is_empty() -> None:
    assert align_lines([]) == ""
    assert align_lines([boxed(" ", 0, 0)]) == ""


def test_without_the_package_one_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    ocr._engine.cache_clear()
    data = write_repository(tmp_path / "data")
    assert main(["predict", str(data), str(tmp_path / "run"), "--backend", "baseline", "--modality", "image"]) == 1
    errors = capsys.readouterr().err.splitlines()[-1]
    assert "pip install 'docassay[ocr]'" in errors


@pytest.mark.slow
def test_pages_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms at 200 DPI, read without a fault; pages of questions are guessed from; each page is read once."""
    pages = 0
    recognise = ocr._recognise

    def counted(image: bytes) -> list[Line]:
        nonlocal pages
        pages += 1
        return recognise(image)

    monkeypatch.setattr(ocr, "_recognise", counted)
    ocr._read_page.cache_clear()
    questions = [Question("40", "number", "counting", page=0), Question("3", "number", "counting", page=0)]
    reports = [Report("By how much did loans rise?", "42%", ())]
    data, run = write_repository(tmp_path / "data", FORMS[:2], questions, reports), tmp_path / "run"
    assert main(["predict", str(data), str(run), "--backend", "baseline", "--modality", "image"]) == 0
    lines = [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]
    given = {line["id"]: line["prediction"] for line in lines}
    assert [json.loads(given[f"forms-0-0000{number}-0"]) for number in range(2)] == [form.truth for form in FORMS[:2]]
    assert [given[f"hops-0-00000-{number}"] for number in range(2)] == ["The answer is: 40"] * 2
    assert given["reports-0-00000-0"] == "The answer is: 42"
    assert pages == 2 + 1 + 3
    (session,) = json.loads((run / "run.json").read_text())["sessions"]
    assert {"rapidocr", "onnxruntime"} <= set(session["versions"])
