"""Review of questions on reports: the sheet in a real browser, decisions back in a build, and figures by hand."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dataset_builder.checks.reports import guessing
from dataset_builder.checks.repository import check_repository
from dataset_builder.families.reports.decisions import (
    FORMAT,
    RATINGS,
    Review,
    list_rejected,
    measure_reviews,
    read_reviews,
)
from dataset_builder.families.reports.family import FAMILY, ReportsConfig
from dataset_builder.families.reports.page import report_printer
from dataset_builder.families.reports.review import Reviewable, choose_questions, read_reviewables
from eval_scripts.cli import main

sys.path.append(str(Path(__file__).resolve().parents[1] / "forms"))
from browsers import open_browser

SMALL = ["--topic", "public-libraries", "--pages", "14", "--words", "5000", "--charts", "7", "--layout", "academic"]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("review") / "reports"
    build(out)
    return out


@pytest.fixture(scope="module", autouse=True)
def close_the_browser() -> Iterator[None]:
    yield
    report_printer().close()


def build(out: Path, *options: str) -> None:
    arguments = ["build", "reports", str(out), "--documents", "1", "--seed", "1", "--jobs", "1", *SMALL, *options]
    assert main(arguments) == 0


def rows(out: Path) -> dict[str, dict[str, Any]]:
    columns = ["id", "question", "answer", "evidence", "num_pages"]
    files = sorted((out / "data" / "reports").glob("*.parquet"))
    return {row["id"]: row for file in files for row in pq.read_table(file, columns=columns).to_pylist()}


def test_rated_by_two_exported_and_left_out_of_the_next_build(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["review", str(repository), str(sheet), "--sample", "3"]) == 0
    assert "3 questions (" in capsys.readouterr().out
    errors: list[str] = []
    with open_browser() as browser:
        context = browser.new_context(viewport={"width": 1480, "height": 900}, accept_downloads=True, offline=True)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(sheet.as_uri())
        page.click("#close")
        ids = page.locator(".document span").all_inner_texts()
        held = rows(repository)
        assert len(ids) == 3 and set(ids) <= set(held)
        assert page.locator(".question").inner_text() == held[ids[0]]["question"]
        assert page.locator(".answer").inner_text() == held[ids[0]]["answer"]
        check_boxes(page, held[ids[0]])

        page.keyboard.press("e")  # no file without a name
        assert page.evaluate("document.activeElement.id") == "reviewer"
        first = rate(page, "Ana Ruiz", tmp_path, ["1", "2", "3", "ArrowRight", "2", "2", "Enter", "Enter"])
        assert page.locator("#progress").inner_text() == "3 of 3 questions"
        page.reload()  # nothing is lost
        assert page.locator("#progress").inner_text() == "3 of 3 questions"
        second = rate(page, "Bo Lind", tmp_path, ["Enter", "Enter", "3", "u"])  # another name begins anew
        assert page.locator("#progress").inner_text() == "2 of 3 questions"
    assert errors == []

    reviews = read_reviews([first, second])
    assert [review.reviewer for review in reviews] == ["Ana Ruiz", "Bo Lind"]
    assert [reviews[0].accepts(name) for name in ids] == [True, False, True]
    assert [reviews[1].accepts(name) for name in ids] == [True, True, None]
    assert list(list_rejected(reviews)) == [ids[1]]

    files = [str(first), str(second)]
    capsys.readouterr()
    assert main(["review", str(repository), "--decisions", files[0], "--decisions", files[1]]) == 0
    told = capsys.readouterr().out
    assert "3 questions reviewed by Ana Ruiz and Bo Lind, 2 of them by two; accepted in all ratings: 2 (66.7%)" in told
    assert f"rejected: {ids[1]}" in told and "found wanting in correctness: 1" in told

    cleaned = tmp_path / "cleaned"
    build(cleaned, "--exclude", files[0], "--exclude", files[1])
    assert set(held) - set(rows(cleaned)) == {ids[1]}
    card = (cleaned / "README.md").read_text(encoding="utf-8")
    assert "| questions left out: rejected in review | 1 |" in card
    assert "| questions accepted in review (%) | 66.7 |" in card and "| kappa of acceptance | 0 |" not in card
    manifest = json.loads((cleaned / "docassay.json").read_text(encoding="utf-8"))
    assert manifest["arguments"]["reports"]["exclude"] == ["decisions-Ana-Ruiz.json", "decisions-Bo-Lind.json"]
    assert main(["check", str(cleaned)]) == 0


def rate(page: Any, name: str, folder: Path, keys: list[str]) -> Path:
    """Give a reviewer's name, press keys, and return the exported file."""
    page.fill("#reviewer", name)
    page.press("#reviewer", "Tab")
    page.locator(".document").first.click()
    for key in keys:
        page.keyboard.press(key)
    with page.expect_download() as download:
        page.keyboard.press("e")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def check_boxes(page: Any, row: dict[str, Any]) -> None:
    """Compare the marked places with the evidence, and what is told of it."""
    pages = sorted({entry["page"] for entry in row["evidence"]})
    names = page.locator(".page .name").all_inner_texts()
    assert names == [f"Page {number} of {row['num_pages']}" for number in pages]
    assert page.locator(".box").count() == page.locator(".evidence").count() == len(row["evidence"])
    entry = min(row["evidence"], key=lambda entry: entry["page"])
    box, picture = page.locator(".box").first.bounding_box(), page.locator(".page img").first.bounding_box()
    assert abs(box["width"] / picture["width"] - (entry["bbox"][2] - entry["bbox"][0]) / 595.28) < 0.01
    assert abs((box["y"] - picture["y"]) / picture["height"] - entry["bbox"][1] / 841.89) < 0.01


def review(name: str, **ratings: str) -> Review:
    """Return a review; ratings are three letters, y or n, or a dot for what is open."""
    given = {
        question: {rating: letter == "y" for rating, letter in zip(RATINGS, letters, strict=True) if letter != "."}
        for question, letters in ratings.items()
    }
    return Review(name, given, dict.fromkeys(ratings, "0"), {})


def test_acceptance_and_kappa_worked_out_by_hand() -> None:
    first = review("A", a="yyy", b="yny", c="yyy", d="yyn", e="yy.")
    second = review("B", a="yyy", b="yny", c="yyn", d="yyy", f="yyy", g="yyy")
    found = measure_reviews([first, second], dict.fromkeys("abcdef", "0"))  # g is no question any more
    assert (found.questions, found.twice, found.accepted) == (5, 4, 2)
    assert set(found.rejected) == {"b", "c", "d"}
    assert dict(found.failed) == {"answerability": 0, "correctness": 1, "clarity": 2}
    # Verdicts on a-d: + - + - and + - - +. Observed 1/2, expected (2*2 + 2*2)/16 = 1/2.
    assert found.kappa["acceptance"] == pytest.approx(0.0)
    # Correctness: one n of four, by both on the same question.
    assert found.kappa["correctness"] == pytest.approx(1.0)
    # Clarity: + + + - and + + - +. Observed 1/2, expected (3*3 + 1*1)/16 = 5/8.
    assert found.kappa["clarity"] == pytest.approx((1 / 2 - 5 / 8) / (3 / 8))
    assert found.kappa["answerability"] is None


def test_ratings_of_another_question_do_not_count_and_reject_nothing() -> None:
    found = measure_reviews([review("A", a="nnn", b="yyy")], {"a": "other", "b": "0"})
    assert (found.questions, found.accepted, dict(found.rejected)) == (1, 1, {})
    assert found.twice == 0 and set(found.kappa.values()) == {None}


def test_the_sample_is_stratified_by_split_and_level_and_the_same_for_a_seed() -> None:
    levels = {"chart": "L1 L1 L1 L2 L3 L5", "cross_modal": "L2 L2 L3 L4", "complex": "L3 L4 L4"}
    questions = [
        Reviewable(split, {"id": f"{split}-{turn}-{number}", "level": level})
        for split, text in levels.items()
        for turn in range(20)
        for number, level in enumerate(text.split())
    ]
    chosen = choose_questions(questions, 24, 3)
    counts = Counter((item.split, item.row["level"]) for item in chosen)
    assert counts == {
        **{("chart", level): 2 for level in ("L1", "L2", "L3", "L5")},
        ("cross_modal", "L2"): 3,
        ("cross_modal", "L3"): 3,
        ("cross_modal", "L4"): 2,
        ("complex", "L3"): 4,
        ("complex", "L4"): 4,
    }
    assert chosen == choose_questions(questions, 24, 3) != choose_questions(questions, 24, 4)
    assert choose_questions(questions, 9_999, 3) == questions


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "holds no JSON object"),
        ({"questions": {"a": {"fingerprint": "0", "ratings": {}, "note": ["n"]}}}, "note .* is not text"),
        ({"format": "docassay-review-1", "questions": {}}, "is not a file that a review sheet of questions exports"),
        ({"format": FORMAT, "reviewer": " ", "questions": {}}, "reviewer ' ' is not a name"),
        ({"questions": {"a": {"fingerprint": "0"}}}, "is not an object with ratings"),
        ({"questions": {"a": {"ratings": {}}}}, "fingerprint None is not text"),
        ({"questions": {"a": {"fingerprint": "0", "ratings": {"beauty": True}}}}, "rating 'beauty' is not one of"),
        ({"questions": {"a": {"fingerprint": "0", "ratings": {"clarity": 1}}}}, "clarity 1 is not true or false"),
    ],
)
def test_files_that_no_sheet_exported_are_refused(tmp_path: Path, content: Any, message: str) -> None:
    path = tmp_path / "decisions.json"
    whole = {"format": FORMAT, "reviewer": "Ana"} | content if isinstance(content, dict) else content
    path.write_text(whole if isinstance(whole, str) else json.dumps(whole))
    with pytest.raises(ValueError, match=message):
        read_reviews([path])


def test_decisions_on_another_build_are_refused_and_read_anew_when_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    path.touch()
    config = ReportsConfig(documents=2, seed=1, exclude=(str(path),))
    for name, fits in (("reports-1-00001-3", True), ("reports-2-00001-3", False), (None, False)):
        item = {"fingerprint": "0", "ratings": {"clarity": False}}
        held = {"format": FORMAT, "reviewer": "Ana", "questions": {name: item} if name else {}}
        path.write_text(json.dumps(held))
        if fits:
            assert FAMILY.plan(config)[1].digest
        else:
            with pytest.raises(ValueError, match="json' decides on no question of this build"):
                FAMILY.plan(config)


def test_wrong_arguments_end_with_2(repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"format": FORMAT, "reviewer": "Ana", "questions": {}}))
    twice = ["--decisions", str(mine), "--decisions", str(mine)]
    for arguments, message in (
        (["review", str(repository)], "nothing to do"),
        (["review", str(repository), *twice], "2 files are of the reviewer 'Ana'"),
        (["build", "reports", str(tmp_path / "out"), "--exclude", str(tmp_path)], "is not a file"),
        (["review", str(repository), str(tmp_path / "x.html"), "--family", "forms"], "holds no forms"),
    ):
        assert main(arguments) == 2 and message in capsys.readouterr().err


def test_questions_of_a_repository_are_those_of_its_splits(repository: Path) -> None:
    assert {item.id for item in read_reviewables(repository)} == set(rows(repository))


def test_a_check_tries_guessers_on_the_questions_of_a_repository(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [path.relative_to(repository).as_posix() for path in sorted(repository.glob("data/*/*.parquet"))]
    asked = [path for path in files if path.startswith("data/reports/")]
    told = [path for path in files if path.startswith("data/documents/")]
    assert {item.id for item in guessing.read_questions(repository, asked, told)} == set(rows(repository))
    assert "guessable" not in {item.kind for item in check_repository(repository, fast=True).violations}
    monkeypatch.setattr(guessing, "DOUBT", 1.1)  # nothing is beyond such a doubt
    found = [item for item in check_repository(repository, fast=True).violations if item.kind == "guessable"]
    assert found and all("by chance" in item.expected for item in found)
