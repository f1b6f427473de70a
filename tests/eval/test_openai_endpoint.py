from __future__ import annotations

import base64
import itertools
import json
import socket
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.backends import BackendError, BackendOptions, Completion, Request, Sampling, Usage, open_backend
from eval_scripts.cli import main
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import draw_page, write_repository


def ask(base_url: str, *requests: Request, **options: Any) -> list[Completion]:
    defaults: dict[str, Any] = {"model": "m", "base_url": base_url, "backoff": 0.01, "attempts": 3, "timeout": 5.0}
    return open_backend("openai", BackendOptions(**{**defaults, **options})).generate(requests)


def test_sends_the_request_in_the_protocols_form() -> None:
    image = draw_page(("Name: Ivo",), 50)
    request = Request("a", "Which?", (image,), "Name: Ivo", {"properties": {}}, Sampling(0.0, 77), reply="json_object")
    with serve(lambda body, number: completion('{"name": "Ivo"}')) as endpoint:
        (answer,) = ask(endpoint.base_url, request, options={"seed": 3, "temperature": None})
    assert answer == Completion('{"name": "Ivo"}', "stop", Usage(11, 7, 5))
    (body,) = endpoint.requests
    assert (body["model"], body["max_tokens"], body["seed"]) == ("m", 77, 3)
    assert body["response_format"] == {"type": "json_object"}
    assert "temperature" not in body  # null takes a field out
    (message,) = body["messages"]
    first, second, third = message["content"]
    assert base64.b64decode(first["image_url"]["url"].removeprefix("data:image/png;base64,")) == image
    assert "Name: Ivo" in second["text"]
    assert third["text"] == "Which?"


def test_the_schema_is_sent_only_when_asked_for() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    with serve(lambda body, number: completion("{}")) as endpoint:
        ask(endpoint.base_url, Request("a", "?", schema=schema), Request("b", "?", schema=schema, reply="json_schema"))
    plain, guided = sorted(endpoint.requests, key=lambda body: "response_format" in body)
    assert "response_format" not in plain
    assert guided["response_format"]["json_schema"]["schema"] == schema


def test_answers_keep_the_order_of_the_requests() -> None:
    def answer(body: dict[str, Any], number: int) -> Reply:
        text = body["messages"][0]["content"]
        return Reply(completion(text).body, after=0.2 if text == "0" else 0.0)

    finished: list[int] = []
    with serve(answer) as endpoint:
        backend = open_backend("openai", BackendOptions(model="m", base_url=endpoint.base_url, concurrency=4))
        requests = [Request(str(number), str(number)) for number in range(6)]
        answers = backend.generate(requests, lambda position, _: finished.append(position))
    assert [one.text for one in answers] == ["0", "1", "2", "3", "4", "5"]
    assert sorted(finished) == [0, 1, 2, 3, 4, 5]
    assert finished[0] != 0  # the slow one was reported after others


def test_waits_as_long_as_retry_after_says() -> None:
    limited = Reply("slow down", 429, {"Retry-After": "0.6"})
    with serve(lambda body, number: completion("ok") if number else limited) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"))
    assert answer.text == "ok"
    assert endpoint.times[1] - endpoint.times[0] >= 0.6


def test_retry_after_may_be_a_date() -> None:
    def answer(body: dict[str, Any], number: int) -> Reply:
        until = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
        return completion("ok") if number else Reply("", 503, {"Retry-After": until})

    with serve(answer) as endpoint:
        (reply,) = ask(endpoint.base_url, Request("a", "?"))
    assert reply.text == "ok"
    assert endpoint.times[1] - endpoint.times[0] >= 0.9  # dates are cut to whole seconds


def test_a_server_error_is_tried_again() -> None:
    with serve(lambda body, number: completion("ok") if number == 2 else Reply("oops", 500)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"))
    assert (answer.text, len(endpoint.requests)) == ("ok", 3)


def test_a_server_error_that_stays_is_a_failure() -> None:
    with serve(lambda body, number: Reply("out of\nmemory", 500)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"))
    assert (answer.text, answer.error, answer.detail) == (None, "server_error", "HTTP 500: out of memory")
    assert len(endpoint.requests) == 3


def test_a_reply_that_comes_too_late_is_a_failure() -> None:
    with serve(lambda body, number: Reply(completion("late").body, after=0.5)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"), timeout=0.1, attempts=2)
    assert (answer.text, answer.error) == (None, "timeout")
    assert "0.1 s" in answer.detail


@pytest.mark.parametrize("body", ["{not json", {"choices": []}, {"error": "none"}, [1]])
def test_a_broken_reply_is_tried_again_and_then_a_failure(body: Any) -> None:
    with serve(lambda request, number: Reply(body)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"), attempts=2)
    assert (answer.text, answer.error, len(endpoint.requests)) == (None, "bad_reply", 2)


def test_a_refused_connection_is_a_failure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (answer,) = ask(f"http://127.0.0.1:{port}/v1", Request("a", "?"), attempts=2)
    assert (answer.text, answer.error) == (None, "connection")


def test_a_bad_request_is_not_tried_again() -> None:
    too_long = {"error": {"message": "This model's maximum context length is 2048 tokens."}}
    with serve(lambda body, number: Reply(too_long if body["max_tokens"] == 9 else "what?", 400)) as endpoint:
        requests = (Request("a", "?", sampling=Sampling(0.0, 9)), Request("b", "?"))
        answers = ask(endpoint.base_url, *requests)
    assert [answer.error for answer in answers] == ["too_long", "bad_request"]
    assert len(endpoint.requests) == 2


def test_a_refused_key_stops_everything() -> None:
    with serve(lambda body, number: Reply("no", 401)) as endpoint, pytest.raises(BackendError, match="refuses the key"):
        ask(endpoint.base_url, Request("a", "?"), Request("b", "?"))


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "sesame")
    with serve(lambda body, number: completion("ok")) as endpoint:
        ask(endpoint.base_url, Request("a", "?"), api_key_env="OTHER_KEY")
    assert endpoint.headers[0]["Authorization"] == "Bearer sesame"


def test_an_empty_reply_is_an_answer_and_a_withheld_one_is_not() -> None:
    empty = {"choices": [{"message": {"content": None}, "finish_reason": "length"}]}
    withheld = {"choices": [{"message": {"content": None}, "finish_reason": "content_filter"}]}
    with serve(lambda body, number: Reply(empty if body["max_tokens"] == 9 else withheld)) as endpoint:
        answers = ask(endpoint.base_url, Request("a", "?", sampling=Sampling(0.0, 9)), Request("b", "?"))
    assert answers[0] == Completion("", "length", Usage())
    assert (answers[1].text, answers[1].error) == (None, "content_filter")


def test_without_retry_after_the_wait_doubles() -> None:
    with serve(lambda body, number: completion("ok") if number == 2 else Reply("slow down", 429)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"), backoff=0.2)
    assert answer.text == "ok"
    first, second = (later - earlier for earlier, later in itertools.pairwise(endpoint.times))
    assert first >= 0.2 and second >= 0.4


def test_a_limit_that_stays_is_a_failure() -> None:
    with serve(lambda body, number: Reply("slow down", 429)) as endpoint:
        (answer,) = ask(endpoint.base_url, Request("a", "?"))
    assert (answer.text, answer.error, len(endpoint.requests)) == (None, "rate_limited", 3)


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (Reply(broken="reset"), "connection"),
        (replace(completion("a long answer"), broken="cut"), "connection"),
        (Reply("<html><body>502 Bad Gateway</body></html>", headers={"Content-Type": "text/html"}), "bad_reply"),
        (Reply(""), "bad_reply"),
        (Reply({"choices": [{"message": "text"}]}), "bad_reply"),
        (Reply("<html>", 502), "server_error"),
    ],
)
def test_what_breaks_once_is_tried_again_and_what_stays_broken_fails_alone(broken: Reply, kind: str) -> None:
    """The first attempt breaks for everyone, and every attempt of one request."""

    def answer(body: dict[str, Any], number: int) -> Reply:
        return broken if number < 3 or body["messages"][0]["content"] == "bad" else completion("ok")

    with serve(answer) as endpoint:
        requests = [Request(name, name) for name in ("one", "bad", "two")]
        answers = ask(endpoint.base_url, *requests, concurrency=3)
    assert [one.text for one in answers] == ["ok", None, "ok"]
    assert answers[1].error == kind


def test_a_model_that_the_endpoint_has_not_stops_everything() -> None:
    with (
        serve(lambda body, number: Reply({"error": {"message": "no model m"}}, 404)) as endpoint,
        pytest.raises(BackendError, match=r"no such model or address: HTTP 404 .*no model m"),
    ):
        ask(endpoint.base_url, Request("a", "?"))


def test_who_answered_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of snapshots and of what stands behind a proxy differ from what is asked for: a notice, no failure."""
    data, run = write_repository(tmp_path / "data"), tmp_path / "run"
    other = Reply({**completion("{}").body, "model": "m-2026"})
    with serve(lambda body, number: other) as endpoint:
        predict = ["predict", str(data), str(run), "--backend", "openai", "--model", "m"]
        assert main([*predict, "--base-url", endpoint.base_url]) == 0
    assert "The endpoint says that m-2026 answered, not m." in capsys.readouterr().err
    (session,) = json.loads((run / "run.json").read_text())["sessions"]
    assert session["answered_by"] == {"m-2026": 3}
