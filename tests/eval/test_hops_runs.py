"""Runs on hops, alone and beside forms: what is asked, scores worked out by hand, the report, the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval_scripts import prompts
from eval_scripts.backends import Request, Sampling
from eval_scripts.cli import main
from eval_scripts.prompts import MODALITIES, settings_for
from eval_scripts.records import open_repository
from eval_scripts.report import write_report
from eval_scripts.requests import draft_request, record_columns
from eval_scripts.score import score_file, score_run
from tests.eval.endpoints import completion, serve
from tests.eval.repositories import FORMS, PAGE, Question, draw_page, write_repository

QUESTIONS = (
    Question("12", "number", "counting", 2, 2, (("15", "wrong_entity"), ("20", "constraint_ignored"))),
    Question("July 2025", "text", "value_retrieval", 3, 2, (("April 2025", "wrong_entity"),)),
    Question("Yes", "boolean", "fact_checking", 3, 4, (("No", "and_as_or"),)),
    Question("Alder Works", "entity", "ranking", 2, 4, (("Beech Works", "global_extreme"),)),
    Question("5", "number", "counting", 2, 4),
    Question("7", "number", "counting", 5, 6),
    Question("9", "number", "counting", 5, 6, (("8", "neighbouring_mark"),)),
)
"""Asked in ``REPLIES``, which err in as many ways."""
IDS = [f"hops-0-{index:05d}-0" for index in range(len(QUESTIONS))]
REPLIES: tuple[dict[str, Any], ...] = (
    {"text": "Two rules count.\nThe answer is: 20"},
    {"text": "The answer is: April 2025"},
    {"text": "The answer is: **No**"},
    {"text": "The answer is: alder works."},
    {"text": "The answer is: a few"},
    {"error": "timeout"},
    {"text": "First, the rules say that 8", "finish_reason": "length"},
)
ERRORS = ["constraint_ignored", "wrong_entity", "yes_no", None, "other_type", None, "truncated"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), (), QUESTIONS)


def write_lines(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def answered(data: Path, folder: Path) -> Path:
    """Return a run with ``REPLIES``, one of which is a failure."""
    lines = [{"id": name, **reply} for name, reply in zip(IDS, REPLIES, strict=True)]
    answers = write_lines(folder / "answers.jsonl", lines)
    run = folder / "run"
    assert main(["predict", str(data), str(run), "--backend", "canned", "--model", str(answers)]) == 3
    return run


def read_scores(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "scores.jsonl").read_text().splitlines()]


def read_cells(report: Path) -> set[tuple[str, ...]]:
    lines = [line for line in report.read_text().splitlines() if line.startswith("|")]
    return {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines}


def request_for(data: Path, **given: Any) -> Request:
    settings = settings_for("hops", **given)
    (_, record), *_ = open_repository(data).records(record_columns("hops", settings))
    return draft_request(record, "hops", settings, data).request()


def test_hops_are_asked_as_the_paper_says(data: Path) -> None:
    request = request_for(data)
    assert (request.images, request.document, request.schema) == ((draw_page(PAGE, 144),), None, None)
    assert (request.sampling, request.reply) == (Sampling(0.0, 16384), "text")
    assert QUESTIONS[0].text in request.instructions and "\nThe answer is: " in request.instructions


@pytest.mark.parametrize("modality", MODALITIES)
def test_each_modality_shows_what_it_says(data: Path, modality: str) -> None:
    request = request_for(data, modality=modality)
    assert request.document == {"image": None, "pdf": None, "plain": " ".join(PAGE)}.get(modality, "\n".join(PAGE))
    assert len(request.images) == ("image" in modality)
    hidden = {"answer", "answer_type", "evidence", "program", "wrong_answers", "tables"}
    assert not hidden & set(record_columns("hops", settings_for("hops", modality=modality)))


def test_another_prompt_is_another_run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    predict = ["predict", str(data), str(tmp_path / "run"), "--backend", "baseline"]
    assert main(predict) == 0
    monkeypatch.setitem(prompts.PROMPTS, ("hops", "default"), "{question}")
    assert main(predict) == 2


def test_an_endpoint_is_sent_page_and_question_and_no_form_of_reply(data: Path, tmp_path: Path) -> None:
    with serve(lambda body, number: completion("The rules pass twelve.\nThe answer is: 12")) as endpoint:
        arguments = ["--backend", "openai", "--model", "m", "--base-url", endpoint.base_url, "--limit", "1"]
        assert main(["predict", str(data), str(tmp_path / "run"), *arguments]) == 0
    (body,) = endpoint.requests
    assert (body["temperature"], body["max_tokens"], "response_format" in body) == (0, 16384, False)
    assert [part["type"] for part in body["messages"][0]["content"]] == ["image_url", "text"]
    assert score_run(tmp_path / "run")["answer_match"]["strict"]["accuracy"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--reply", "json_object"], "reply 'json_object' is for forms; hops are answered in text"),
        (["--modality", "pdf"], "use --modality spatial"),
    ],
)
def test_what_does_not_go_with_hops_is_told(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["predict", str(data), str(tmp_path / "run"), "--backend", "baseline", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_figures_by_hand(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of six answers two pass by the published rules, one of which is of another month; strictly one is right."""
    run = answered(data, tmp_path)
    assert main(["score", str(run)]) == 0
    assert "all                       7      33.3    16.7\nerrors: 1 constraint_ignored, " in capsys.readouterr().out
    summary = json.loads((run / "summary.json").read_text())
    assert (summary["unscored"], summary["truncated"], summary["splits"]) == ({"timeout": 1}, 1, {"hops": 7})
    figures = summary["answer_match"]
    assert [figures[mode]["accuracy"] for mode in ("published", "strict")] == [
        pytest.approx(2 / 6),
        pytest.approx(1 / 6),
    ]
    assert figures["errors"] == {kind: 1 for kind in sorted(kind for kind in ERRORS if kind)}
    counting = figures["groups"]["task"]["counting"]
    assert (counting["records"], counting["scored"], counting["unscored"]) == (4, 3, {"timeout": 1})
    assert counting["published"] == {"accuracy": 0.0, "accuracy_interval": [0.0, 0.0]}
    accuracies = {
        axis: {value: group["published"]["accuracy"] for value, group in held.items()}
        for axis, held in figures["groups"].items()
        if axis != "task"
    }
    assert accuracies == {
        "depth": {"2": pytest.approx(1 / 3), "3": 1 / 2, "5": 0},
        "chart_num": {"2": 1 / 2, "4": pytest.approx(1 / 3), "6": 0},
        "answer_type": {"boolean": 0, "entity": 1, "number": 0, "text": 1},
    }
    lines = read_scores(run)
    assert [line["error"] for line in lines] == ERRORS
    assert [line["state"] for line in lines] == [*["scored"] * 5, "unscored", "scored"]
    assert lines[1]["published"] == {"score": 1.0, "answer": "April 2025"} and lines[1]["strict"]["score"] == 0.0


def test_questions_of_one_page_are_drawn_together(tmp_path: Path) -> None:
    """Three answers right on one page, three wrong on another: a quarter of draws has one page alone, a bound each."""
    questions = [Question(str(number), "number", "counting", page=number // 3) for number in range(6)]
    data = write_repository(tmp_path / "data", (), questions)
    lines = [{"id": f"hops-0-00000-{number}", "prediction": str(number)} for number in range(3)]
    lines += [{"id": f"hops-0-00001-{number}", "prediction": "77"} for number in range(3)]
    summary = score_file(data, write_lines(tmp_path / "theirs.jsonl", lines), tmp_path / "run")
    assert summary["answer_match"]["published"]["accuracy_interval"] == [0.0, 1.0]
    assert summary["answer_match"]["errors"] == {"unexplained": 3}
    assert summary["answer_match"]["strict"]["counts"]["no_marker"] == 6


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ("The answer is: 1,670", None),
        ("The answer is: 1670 nights", "published_only"),
        ("The answer is: 1665", "published_only"),
        ("The answer is: 1650", "neighbouring_mark"),
        ("The answer is: 900", "unexplained"),
        ("The answer is: cannot be determined", "abstained"),
        ("The answer is:", "empty"),
        ("<think> The answer is: 1650", "truncated"),
        (1670, None),
    ],
)
def test_what_a_reply_errs_in(tmp_path: Path, reply: Any, error: str | None) -> None:
    """1650 and 1665 lie within the 1% of 1670 that the published rules allow, and 1650 is a known mistake."""
    question = Question("1670", "number", "counting", wrong=(("1650", "neighbouring_mark"),))
    data = write_repository(tmp_path / "data", (), [question])
    file = write_lines(tmp_path / "theirs.jsonl", [{"id": IDS[0], "prediction": reply}])
    score_file(data, file, tmp_path / "run")
    assert read_scores(tmp_path / "run")[0]["error"] == error


def test_the_report_tells_accuracy_and_errors(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path)
    score_run(run)
    path = write_report([run], tmp_path / "report")
    rows, text = read_cells(path), path.read_text()
    assert text.startswith(f"# Multi-hop questions: {data.name}\n")
    heads = ("run", "task", "depth 2", "depth 3", "depth 5", "2 charts", "4 charts", "6 charts", "all")
    assert {
        heads,
        ("run", "counting", "0.0 / 2", "– / 0", "0.0 / 1", "0.0 / 1", "0.0 / 1", "0.0 / 1", "0.0 / 3"),
        ("run", "ranking", "100.0 / 1", "– / 0", "– / 0", "– / 0", "100.0 / 1", "– / 0", "100.0 / 1"),
        ("run", "**all**", "33.3 / 3", "50.0 / 2", "0.0 / 1", "50.0 / 2", "33.3 / 3", "0.0 / 1", "33.3 / 6"),
        ("run", "text", "1 of 1", "100.0 [–]", "0.0 [–]"),
        ("run", "number", "3 of 4", "0.0 [–]", "0.0 [–]"),
        ("run", "wrong", "wrong_entity", "constraint_ignored", "yes_no", "truncated", "other_type"),
        ("run", "5", "1", "1", "1", "1", "1"),
        ("run", "records", "unscored: timeout", "scored", "of these no_marker"),
        ("run", "7", "1", "6", "1"),
    } <= rows
    assert "- `constraint_ignored`: the answer with one rule of the text passed over" in text
    assert "image, 144 DPI; temperature 0, at most 16384 tokens; text" in text
    assert "`answer_match|mode:strict|version:" in text and "schema as" not in text


def test_forms_and_hops_in_one_run(tmp_path: Path) -> None:
    """The baseline reads the small forms in full, and guesses at the questions: Yes of three."""
    asked = [
        Question("Yes", "boolean", "fact_checking", text="Is it so? Answer Yes or No."),
        Question("40", "number", "counting", text="How many?"),
        Question("41", "number", "counting", text="How many more?"),
    ]
    data, run = write_repository(tmp_path / "data", FORMS, asked), tmp_path / "run"
    assert main(["predict", str(data), str(run), "--backend", "baseline"]) == 0
    summary = score_run(run)
    assert (summary["records"], summary["field_match"]["published"]["em"]) == (6, 1)
    assert summary["answer_match"]["strict"]["accuracy"] == pytest.approx(2 / 3)
    text = write_report([run], tmp_path / "report").read_text()
    assert text.startswith("# Extraction from forms and multi-hop questions: data\n")
    assert "forms: spatial; schema as defs" in text and "hops: spatial; temperature 0" in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Scores",
        "## Fields by strict outcome",
        "## What was not scored, and what was scored but malformed",
        "## Accuracy",
        "## Accuracy by task, depth and charts",
        "## Wrong answers by kind",
        "## Answers that were not scored, and replies out of form",
        "## How each run was made",
    ]


def test_a_run_on_forms_alone_stands_beside_one_on_both(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data", FORMS, QUESTIONS[:1])
    for name, options in (("both", []), ("forms", ["--split", "flat"])):
        assert main(["predict", str(data), str(tmp_path / name), "--backend", "baseline", *options]) == 0
        score_run(tmp_path / name)
    rows = read_cells(write_report([tmp_path / "both", tmp_path / "forms"], tmp_path / "report"))
    assert {row[1:3] for row in rows if row[0] == "forms"} >= {("flat", "1 of 1"), ("**all**", "1 of 1")}
    assert [row for row in rows if row[:2] == ("forms", "counting")] == []
    assert ("both", "counting", "0.0 / 1", "0.0 / 1", "0.0 / 1") in rows


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "hops"
    arguments = ["--documents", "2", "--seed", "3", "--questions", "3", "--jobs", "1"]
    assert main(["build", "hops", str(out), *arguments]) == 0
    return out


def test_the_oracle_has_all_and_each_known_mistake_is_told(built: Path, tmp_path: Path) -> None:
    records = [row for _, row in open_repository(built).records(("id", "answer", "answer_type", "wrong_answers"))]
    lines = [{"id": row["id"], "prediction": f"So.\nThe answer is: {row['answer']}"} for row in records]
    summary = score_file(built, write_lines(tmp_path / "oracle.jsonl", lines), tmp_path / "oracle")
    assert [summary["answer_match"][mode]["accuracy"] for mode in ("published", "strict")] == [1, 1]
    assert (summary["answer_match"]["errors"], summary["unscored"]) == ({}, {})
    most = max(len(row["wrong_answers"]) for row in records)
    assert most >= 2
    for place in range(most):
        erring = [row for row in records if place < len(row["wrong_answers"])]
        replies = [
            {"id": row["id"], "prediction": f"The answer is: {row['wrong_answers'][place]['answer']}"} for row in erring
        ]
        run = tmp_path / f"wrong{place}"
        score_file(built, write_lines(tmp_path / f"wrong{place}.jsonl", replies), run)
        told = {line["id"]: line["error"] for line in read_scores(run) if line["state"] == "scored"}
        assert told == {
            row["id"]: "yes_no" if row["answer_type"] == "boolean" else row["wrong_answers"][place]["kind"]
            for row in erring
        }
