"""Runs on reports: judged by facts, by canned replies and by an endpoint; scores by hand, and the report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from eval_scripts.judge import read_verdicts
from eval_scripts.prompts import prompt_id, settings_for
from eval_scripts.report import write_report
from eval_scripts.runs import read_run
from eval_scripts.score import score_run
from metrics.judge_prompts import SCORE_PROMPT, prompt_mark
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import Report, write_repository


def percent(value: float, entity: str) -> dict[str, Any]:
    return {"name": "value", "value": value, "answer_type": "percent", "unit": "%", "entity": [entity]}


REPORTS = (
    Report("What share of loans was digital in Dunmarsh?", "Dunmarsh lent 42%.", (percent(42, "Dunmarsh"),)),
    Report("What share was it in Garsten?", "Garsten lent 17%.", (percent(17, "Garsten"),), position="late"),
    Report("What share was it in Ash?", "Ash lent 8%.", (percent(8, "Ash"),), "cross_modal", 1, "comparison", "L3"),
    Report("What share was it in Holm?", "Holm lent 9%.", (percent(9, "Holm"),), "complex", 1, "comparison", "L3"),
)
IDS = ["reports-0-00000-0", "reports-0-00000-1", "reports-0-00001-0", "reports-0-00001-1"]
REPLIES = ("In Dunmarsh it was 42%.", "In Garsten it was 71%.", "In Ash it was 8%.", None)
"""Right, wrong, right, and a failed request."""

FACTS = "facts-v"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), (), (), REPORTS)


def write_lines(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def answered(data: Path, folder: Path, replies: tuple[str | None, ...] = REPLIES) -> Path:
    lines = [
        {"id": name, "text": text} if text is not None else {"id": name, "error": "timeout"}
        for name, text in zip(IDS, replies, strict=True)
    ]
    answers = write_lines(folder / "answers.jsonl", lines)
    predict = ["predict", str(data), str(folder / "run"), "--backend", "canned", "--model", str(answers)]
    assert main(predict) == (3 if None in replies else 0)
    return folder / "run"


def judge(run: Path, backend: str, *arguments: str) -> int:
    return main(["judge", str(run), "--backend", backend, *arguments])


def canned_judge(run: Path, replies: dict[str, str | None], name: str = "judge.jsonl") -> int:
    """Have replies from a file judge a run; None is a failed request."""
    lines = [
        {"id": record, "text": text} if text is not None else {"id": record, "error": "timeout"}
        for record, text in replies.items()
    ]
    return judge(run, "canned", "--model", str(write_lines(run.parent / name, lines)))


def verdict(score: object) -> str:
    return json.dumps({"reasoning": "As asked.", "score": score})


def read_cells(report: Path) -> set[tuple[str, ...]]:
    lines = [line for line in report.read_text().splitlines() if line.startswith("|")]
    return {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines}


def test_the_judge_of_facts_and_figures_by_hand(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of three answers are right, 10 points each; the third gives a wrong value and gets none."""
    run = answered(data, tmp_path)
    assert judge(run, "fact") == 0
    assert "2 scored" not in capsys.readouterr().out
    summary = score_run(run)
    figures = summary["judge_score"]
    assert figures["judge"].startswith(FACTS)
    lines = {line["id"]: line for line in map(json.loads, (run / "scores.jsonl").read_text().splitlines())}
    assert lines[IDS[0]]["score"] == lines[IDS[2]]["score"] == 10
    assert lines[IDS[1]]["score"] < 6
    assert [lines[name]["right"] for name in IDS] == [True, False, True, None]
    assert (figures["records"], figures["scored"], figures["unscored"]) == (4, 3, {"timeout": 1})
    assert figures["acc"] == pytest.approx(2 / 3)
    assert figures["score"] == pytest.approx((20 + lines[IDS[1]]["score"]) / 3)
    assert figures["groups"]["split"]["chart"]["acc"] == 0.5
    assert figures["groups"]["split"]["complex"]["acc"] is None
    assert figures["groups"]["position"]["late"]["acc"] == 0


def test_what_nobody_has_judged_is_unjudged(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path)
    assert score_run(run)["unscored"] == {"timeout": 1, "unjudged": 3}
    report = write_report([run], tmp_path / "report").read_text()
    assert "`unjudged` (unscored): no judge has graded the answer" in report


def test_only_a_changed_answer_is_judged_again(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, ("In Dunmarsh it was 42%.", "It was 71%.", "It was 8%.", "It was 9%."))
    asked: list[str] = []

    def grade(body: dict[str, Any], number: int) -> Reply:
        asked.append(json.loads(body["messages"][0]["content"][len(SCORE_PROMPT) :])["answer_to_grade"])
        return completion(verdict(7))

    with serve(grade) as endpoint:
        arguments = ["--model", "m", "--base-url", endpoint.base_url]
        assert judge(run, "openai", *arguments) == 0
        assert judge(run, "openai", *arguments) == 0
        assert len(asked) == 4
        path = run / "predictions.jsonl"
        path.write_text(path.read_text().replace("It was 71%.", "It was 17%."))
        stale = score_run(run)
        assert judge(run, "openai", *arguments) == 0
    assert stale["unscored"] == {"stale": 1}
    assert asked[4:] == ["It was 17%."]
    assert score_run(run)["unscored"] == {}
    (held,) = read_verdicts(run).values()
    assert sorted(held) == [(name, 0) for name in IDS]
    (told,) = read_run(run)["judges"].values()
    assert told["model"] == "m" and [session["verdicts"] for session in told["sessions"]] == [
        {"scored": 4},
        {"scored": 1},
    ]


def test_what_an_endpoint_is_asked(data: Path, tmp_path: Path) -> None:
    """Question, reference and answer go over as JSON, at temperature 0; the name bears model and prompt."""
    run = answered(data, tmp_path)
    with serve(lambda body, number: completion(verdict(8))) as endpoint:
        assert judge(run, "openai", "--model", "org/m", "--base-url", endpoint.base_url) == 0
    bodies = {body["messages"][0]["content"]: body for body in endpoint.requests}
    assert len(bodies) == 3
    assert {(body["temperature"], body["max_tokens"]) for body in bodies.values()} == {(0, 1024)}
    told = [json.loads(text[len(SCORE_PROMPT) :]) for text in bodies]
    assert {
        "question": REPORTS[0].text,
        "reference_answer": REPORTS[0].answer,
        "answer_to_grade": REPLIES[0],
    } in told
    (name,) = read_verdicts(run)
    assert name == f"org/m#{prompt_mark(SCORE_PROMPT)}"
    assert (run / f"verdicts-org--m-{prompt_mark(SCORE_PROMPT)}.jsonl").is_file()


def test_failed_requests_are_tried_again(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path)
    broken = True

    def grade(body: dict[str, Any], number: int) -> Reply:
        return Reply("", 500) if broken and "Garsten" in body["messages"][0]["content"] else completion(verdict(6))

    with serve(grade) as endpoint:
        arguments = ["--model", "m", "--base-url", endpoint.base_url, "--attempts", "1"]
        assert judge(run, "openai", *arguments) == 3
        assert score_run(run)["unscored"] == {"failed_judge": 1, "timeout": 1}
        broken = False
        before = len(endpoint.requests)
        assert judge(run, "openai", *arguments) == 0
        assert len(endpoint.requests) - before == 1
    assert score_run(run)["judge_score"]["acc"] == 1  # a score of 6 is right


def test_a_judge_that_fails_on_everything_stops(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = answered(data, tmp_path)
    with serve(lambda body, number: Reply("", 503)) as endpoint:
        assert judge(run, "openai", "--model", "m", "--base-url", endpoint.base_url, "--attempts", "1") == 1
    assert "the judge failed on all of 3 answers" in capsys.readouterr().err
    assert score_run(run)["unscored"] == {"timeout": 1, "unjudged": 3}


def test_replies_that_cannot_be_read_are_unscored_by_kind(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, ("a", "b", "c", "d"))
    replies = {IDS[0]: "I can't say.", IDS[1]: verdict(11), IDS[2]: "```json\n" + verdict("8") + "\n```", IDS[3]: "4"}
    assert canned_judge(run, replies) == 0
    summary = score_run(run)
    assert summary["unscored"] == {"no_score": 1, "out_of_range": 1}
    assert summary["judge_score"]["score"] == pytest.approx((8 + 4) / 2)
    assert summary["judge_score"]["acc"] == 0.5


def test_an_empty_answer_scores_0_and_is_not_sent(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, ("", "b", "  ", "d"))
    with serve(lambda body, number: completion(verdict(10))) as endpoint:
        assert judge(run, "openai", "--model", "m", "--base-url", endpoint.base_url) == 0
    assert len(endpoint.requests) == 2
    assert score_run(run)["judge_score"]["score"] == 5


def test_judges_side_by_side(data: Path, tmp_path: Path) -> None:
    """A model counts before the judge of facts: it gives 9, 5 and 9, the facts 10, less than 6, and 10."""
    run = answered(data, tmp_path)
    assert judge(run, "fact") == 0
    assert canned_judge(run, dict(zip(IDS, map(verdict, (9, 5, 9, 9)), strict=True))) == 0
    assert canned_judge(run, dict(zip(IDS, map(verdict, (3, 3, 3, 3)), strict=True)), "other.jsonl") == 0
    figures = score_run(run)["judge_score"]
    first = figures["judge"]
    assert first.startswith("judge.jsonl@") and len(figures["judges"]) == 3
    assert figures["score"] == pytest.approx(23 / 3)
    facts, other = (figures["judges"][name] for name in sorted(figures["judges"]) if name != first)
    assert facts["agreement"]["acc_change"] == 0
    assert other["agreement"]["acc_change"] == pytest.approx(-2 / 3)
    assert (other["agreement"]["within_one"], other["agreement"]["paired"]) == (0, 3)
    cells = read_cells(write_report([run], tmp_path / "report"))
    (row,) = [row for row in cells if len(row) == 7 and row[1].startswith("other.jsonl")]
    assert row[2:] == ("0.0", "3.00", "–", "0.0", "-66.7")
    assert any(row[1] == first and row[4] == "counts" for row in cells if len(row) == 7)


def test_another_revision_of_a_judge_is_another_judge(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path)
    for score in (9, 2):
        assert canned_judge(run, dict.fromkeys(IDS, verdict(score))) == 0
    first, second = read_verdicts(run)
    assert {name.partition("@")[0] for name in (first, second)} == {"judge.jsonl"}


def test_the_report_names_prompts_and_judge(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path)
    judge(run, "fact")
    score_run(run)
    name = prompt_id("reports", settings_for("reports"))
    assert read_run(run)["asked"]["settings"]["reports"]["prompt_id"] == name
    text = write_report([run], tmp_path / "report").read_text()
    assert re.search(rf"`judge_score\|judge:facts-v[^|`]+\|threshold:6\|version:[\d.]+\|prompt:{name}`", text)
    assert "## Accuracy by category" in text and "## Accuracy by level" in text
    assert "image, 144 DPI, 5 pages a strip; temperature 0, at most 512 tokens" in text


def test_there_must_be_something_to_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forms = write_repository(tmp_path / "forms")
    assert main(["predict", str(forms), str(tmp_path / "run"), "--backend", "baseline"]) == 0
    assert judge(tmp_path / "run", "fact") == 2
    assert "holds no answers to be judged" in capsys.readouterr().err
