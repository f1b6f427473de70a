"""Runs on rubrics: what is asked by default, grading by checks and by a judge, figures by hand, and the report."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from eval_scripts.judge import read_verdicts
from eval_scripts.prompts import settings_for
from eval_scripts.report import write_report
from eval_scripts.runs import read_run
from eval_scripts.score import score_run
from metrics.judge_prompts import CRITERION_PROMPT, prompt_mark
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.rubric_tasks import IDS, TASKS, UNCHECKED, write_tasks
from tests.eval.test_judging_runs import read_cells, write_lines

CELLAR = "No: it is not covered, since the cellar lies below grade."
HALF = "It is not covered."
SIX, SEVEN = "Six lamps.", "Seven lamps."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tasks(tmp_path_factory.mktemp("tasks"))


@pytest.fixture(scope="module")
def unchecked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tasks(tmp_path_factory.mktemp("unchecked"), UNCHECKED)


def answered(data: Path, folder: Path, first: str = HALF, second: str | None = SIX, *more: str) -> Path:
    lines = [
        {"id": name, "text": text} if text is not None else {"id": name, "error": "timeout"}
        for name, text in zip(IDS, (first, second), strict=True)
    ]
    answers = write_lines(folder / "answers.jsonl", lines)
    assert main(["predict", str(data), str(folder / "run"), "--backend", "canned", "--model", str(answers), *more]) == (
        3 if second is None else 0
    )
    return folder / "run"


def judged(run: Path, replies: dict[str, str | None], name: str = "judge.jsonl") -> int:
    lines = [
        {"id": key, "text": text} if text is not None else {"id": key, "error": "timeout"}
        for key, text in replies.items()
    ]
    return main(["judge", str(run), "--backend", "canned", "--model", str(write_lines(run.parent / name, lines))])


def verdict(met: bool) -> str:
    return json.dumps({"reasoning": "As asked.", "verdict": "yes" if met else "no"})


def lines_of(run: Path) -> dict[str, dict[str, Any]]:
    lines = map(json.loads, (run / "scores.jsonl").read_text().splitlines())
    return {line["id"]: line for line in lines}


def test_a_model_gets_the_pdf_and_the_question_five_times_with_its_own_sampling(data: Path, tmp_path: Path) -> None:
    """The cellar is answered right in two of five runs, the lamps always: mean pass@1 is (2/5 + 1) / 2."""
    asked: dict[str, int] = {}

    def answer(body: dict[str, Any], number: int) -> Reply:
        question = body["messages"][0]["content"][-1]["text"]
        seen = asked[question] = asked.get(question, -1) + 1
        return completion((CELLAR if seen < 2 else HALF) if "cellar" in question else SIX)

    with serve(answer) as endpoint:
        ask = ["--backend", "openai", "--base-url", endpoint.base_url, "--model", "m", "--concurrency", "1"]
        assert main(["run", str(data), str(tmp_path / "run"), *ask]) == 0
        assert len(endpoint.requests) == 10
    body = endpoint.requests[0]
    document, question = body["messages"][0]["content"]
    assert question == {"type": "text", "text": TASKS[0].question}
    content = document["file"]["file_data"].removeprefix("data:application/pdf;base64,")
    assert base64.b64decode(content) == next((data / "documents").rglob("rubrics-0-00000.pdf")).read_bytes()
    assert "temperature" not in body
    assert body["max_tokens"] == 8192
    assert len({request["seed"] for request in endpoint.requests}) == 10
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    figures = summary["rubric_pass_rate"]
    assert figures["pass_rate"] == pytest.approx(0.7)
    assert figures["rubric_score"] == pytest.approx((2 / 5 + 3 / 5 / 2 + 1) / 2)
    assert (figures["records"], figures["answers"], figures["scored"]) == (2, 10, 10)
    assert figures["runs"]["pass_rates"] == [1, 1, 0.5, 0.5, 0.5]
    assert figures["repeats"]["pass_rate"]["mean"] == pytest.approx(0.7)
    assert figures["groups"]["domain"]["insurance"]["rubric_score"] == pytest.approx(0.7)
    assert figures["groups"]["axis"]["grounding"]["pass_rate"] == pytest.approx(0.4)
    assert {"tier1", "tier3"} == set(figures["groups"]["tier"])
    assert figures["groups"]["tier"]["tier1"]["rubric_score"] == pytest.approx(0.85)
    assert figures["missed"] == {"stopped_at_grant": 3}
    report = (tmp_path / "run" / "report" / "report.md").read_text()
    assert "the model's own sampling, at most 8192 tokens" in report
    cells = read_cells(tmp_path / "run" / "report" / "report.md")
    assert ("insurance", "70.0 (40.0) / 1") in cells
    assert ("symbol_count", "100.0 (100.0) / 1") in cells
    assert ("calculation", "100.0 (100.0) / 1") in cells
    assert ("stopped_at_grant", "3") in cells


def test_checks_decide_without_a_judge_and_a_failed_request_is_unscored(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, HALF, None, "--repeats", "1")
    figures = score_run(run)["rubric_pass_rate"]
    assert (figures["grader"], figures["pass_rate"], figures["rubric_score"]) == ("checks", 0.0, 0.5)
    assert figures["unscored"] == {"timeout": 1}
    line = lines_of(run)[IDS[0]]
    assert line["criteria"] == {"no": True, "why": False}
    assert (line["right"], line["missed"]) == (False, ["stopped_at_grant"])
    assert "`timeout` (unscored)" in write_report([run], tmp_path / "report").read_text()


def test_an_empty_answer_meets_nothing(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, "", SIX, "--repeats", "1")
    figures = score_run(run)["rubric_pass_rate"]
    assert (figures["scored"], figures["pass_rate"], figures["rubric_score"]) == (2, 0.5, 0.5)


def test_a_model_judges_every_criterion_and_counts_before_the_checks(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, HALF, SEVEN, "--repeats", "1")
    replies = {f"{IDS[0]}#no": verdict(True), f"{IDS[0]}#why": verdict(True), f"{IDS[1]}#six": verdict(False)}
    assert judged(run, replies) == 0
    (name,) = read_verdicts(run)
    assert name.endswith(prompt_mark(CRITERION_PROMPT))
    stored = [json.loads(line) for line in next(run.glob("verdicts-*")).read_text().splitlines()]
    assert [(line["id"], line["criterion"], line["score"]) for line in stored] == [
        (IDS[0], "no", 1.0),
        (IDS[0], "why", 1.0),
        (IDS[1], "six", 0.0),
    ]
    figures = score_run(run)["rubric_pass_rate"]
    assert (figures["grader"], figures["pass_rate"]) == (name, 0.5)
    assert figures["graders"]["checks"]["pass_rate"] == 0.0
    agreement = figures["graders"]["checks"]["agreement"]
    assert (agreement["criteria"], agreement["agreement"]) == (3, pytest.approx(2 / 3))
    report = write_report([run], tmp_path / "report")
    assert "Graders side by side" in report.read_text()
    assert ("run", "checks", "0.0", "25.0", "3", "66.7", "0.400") in read_cells(report)


def test_a_judge_sees_criterion_and_answer_and_neither_question_nor_document(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, HALF, SIX, "--repeats", "1")
    with serve(lambda body, number: completion(verdict(True))) as endpoint:
        assert main(["judge", str(run), "--backend", "openai", "--base-url", endpoint.base_url, "--model", "j"]) == 0
    prompts = [request["messages"][0]["content"] for request in endpoint.requests]
    assert len(prompts) == 3
    (why,) = (prompt for prompt in prompts if "Names the exclusion below grade." in prompt)
    assert HALF in why
    assert "Says that the cellar is not covered." not in why
    assert not any(task.question in prompt or "$5,000" in prompt for task in TASKS for prompt in prompts)


def test_without_checks_answers_wait_for_a_model(
    unchecked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = answered(unchecked, tmp_path, CELLAR, SIX, "--repeats", "1")
    assert f"Next: docassay judge {run} --backend <backend>" in capsys.readouterr().out
    figures = score_run(run)["rubric_pass_rate"]
    assert (figures["pass_rate"], figures["unscored"]) == (None, {"ungraded": 2})
    assert main(["judge", str(run), "--backend", "fact"]) == 2
    assert "takes the checks of its criteria, or a model as judge" in capsys.readouterr().err


def test_verdicts_are_kept_tried_again_after_failures_and_stale_after_a_change(unchecked: Path, tmp_path: Path) -> None:
    run = answered(unchecked, tmp_path, CELLAR, SIX, "--repeats", "1")
    replies = {f"{IDS[0]}#no": verdict(True), f"{IDS[0]}#why": None, f"{IDS[1]}#six": "well, hard to say"}
    assert judged(run, replies) == 3
    assert score_run(run)["unscored"] == {"failed_judge": 1, "no_verdict": 1}
    before = next(run.glob("verdicts-*")).read_text().splitlines()
    judged(run, replies)
    after = next(run.glob("verdicts-*")).read_text().splitlines()
    assert len(after) == len(before) + 1  # the failed request alone
    path = run / "predictions.jsonl"
    path.write_text(path.read_text().replace("cellar lies", "cellar is"))
    assert score_run(run)["unscored"] == {"no_verdict": 1, "stale": 1}


def test_a_judge_that_was_stopped_leaves_answers_unjudged_not_graded_by_others(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, CELLAR, SIX, "--repeats", "1")
    judged(run, {f"{IDS[0]}#no": verdict(True), f"{IDS[0]}#why": verdict(True), f"{IDS[1]}#six": verdict(True)})
    path = next(run.glob("verdicts-*"))
    path.write_text("".join(line + "\n" for line in path.read_text().splitlines()[:2]))
    figures = score_run(run)["rubric_pass_rate"]
    assert figures["unscored"] == {"unjudged": 1}
    assert figures["pass_rate"] == 1.0


def test_defaults_by_back_end(data: Path, tmp_path: Path) -> None:
    """The baseline reads text once; canned answers are asked for as a model's are."""
    assert main(["run", str(data), str(tmp_path / "floor"), "--backend", "baseline"]) == 0
    asked = read_run(tmp_path / "floor")["asked"]
    assert (asked["repeats"], asked["settings"]["rubrics"]["modality"]) == (1, "spatial")
    assert json.loads((tmp_path / "floor" / "summary.json").read_text())["rubric_pass_rate"]["scored"] == 2
    run = answered(data, tmp_path)
    assert read_run(run)["asked"]["repeats"] == 5
    assert len(lines_of(run) if score_run(run) else {}) == 2
    held = settings_for("rubrics", modality="image")
    assert (held.dpi, held.sampling.temperature, held.layout.concat) == (144, None, 1)


@pytest.mark.parametrize("modality", ["image", "plain", "spatial", "spatial+image"])
def test_every_other_modality_is_asked(data: Path, tmp_path: Path, modality: str) -> None:
    run = answered(data, tmp_path, CELLAR, SIX, "--modality", modality, "--repeats", "1")
    assert score_run(run)["rubric_pass_rate"]["pass_rate"] == 1.0


def test_back_ends_that_take_no_pdf_are_shown_pages() -> None:
    from eval_scripts.cli import build_parser
    from eval_scripts.run_options import read_settings

    def modality(*arguments: str) -> str:
        args = build_parser().parse_args(["predict", "d", "r", *arguments])
        return read_settings(args, ["rubrics"])["rubrics"].modality

    assert modality("--backend", "vllm", "--model", "m") == "image"
    assert modality("--backend", "transformers", "--model", "m") == "image"
    assert modality("--backend", "openai", "--model", "m") == "pdf"
    assert modality("--backend", "vllm", "--model", "m", "--modality", "plain") == "plain"


def test_a_merged_run_keeps_every_criterions_verdict(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, CELLAR, SIX, "--repeats", "2")
    judged(run, {f"{IDS[0]}#no": verdict(True), f"{IDS[0]}#why": verdict(True), f"{IDS[1]}#six": verdict(False)})
    assert main(["merge", str(run), str(tmp_path / "merged")]) == 0
    one, other = (score_run(folder, data)["rubric_pass_rate"] for folder in (run, tmp_path / "merged"))
    assert one == other
    assert (one["answers"], one["pass_rate"]) == (4, 0.5)
