"""The transformers back end on the CPU, with SmolLM2 on text and a tiny random vision model on images."""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from eval_scripts.backends import Backend, BackendError, BackendOptions, Completion, Request, Sampling, open_backend
from eval_scripts.cli import main
from tests.eval.repositories import FLAT, FORMS, Form, write_repository
from tests.models import save_smollm2, save_tiny_vision_model

IDS = [f"forms-0-0000{number}-0" for number in range(3)]
SHORT = Sampling(max_new_tokens=6)
slow = pytest.mark.slow
pytestmark = pytest.mark.xdist_group("transformers")


def opened(model: Path, name: str = "transformers", **options: Any) -> Backend:
    return open_backend(name, BackendOptions(model=str(model), options=options))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_model_is_the_same_in_every_back_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name and the digest of its files; what says where it runs has no part in it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    (tmp_path / "config.json").write_text("{}")
    own, other = opened(tmp_path).identity, opened(tmp_path, "vllm").identity
    assert own == other
    placed = opened(tmp_path, batch_size=8, device_map="auto", max_model_len=512, dtype="bfloat16")
    assert placed.identity == {**own, "options": {"dtype": "bfloat16"}}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 0}, "batch_size=0 is not a whole number"),
        ({"max_model_len": "8k"}, "max_model_len='8k' is not a whole number"),
        ({"processor": 3}, "processor=3 is not a JSON object"),
    ],
)
def test_wrong_options_are_named(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        opened(tmp_path, **options)


def test_without_the_packages_one_line_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = write_repository(tmp_path / "data")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["predict", str(data), str(tmp_path / "run"), "--backend", "transformers", "--model", "m"]) == 1
    errors = capsys.readouterr().err
    assert "pip install 'docassay[transformers]'" in errors
    assert errors.count("\n") == 1


def test_a_folder_without_a_model_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(BackendError, match="transformers can't load"):
        opened(tmp_path).generate([])


@pytest.fixture(scope="module")
def vision_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_vision_model(tmp_path_factory.mktemp("vision"))


@slow
def test_smollm2_answers(tmp_path: Path) -> None:
    """Greedy answers alone and together; what is too long or unfit fails alone, in order; an end is no cut."""
    backend = opened(save_smollm2(tmp_path), dtype="float32", max_model_len=600, batch_size=2)
    requests = [
        Request("a", "What is the capital of France?", sampling=SHORT),
        Request("b", "Say yes. " * 400, sampling=SHORT),
        Request("c", "?", images=(png(56, 56),), sampling=SHORT),
        Request("d", "?", pdf=b"%PDF", sampling=SHORT),
        Request("e", "Reply with the one word: yes", document="no", sampling=Sampling(max_new_tokens=100)),
    ]
    done: list[tuple[int, Completion]] = []
    answers = backend.generate(requests, lambda *finished: done.append(finished))
    assert done == list(enumerate(answers))
    assert [answer.error for answer in answers] == [None, "too_long", "bad_request", "bad_request", None]
    assert "Paris" in str(answers[0].text)
    assert answers[0].finish_reason == "length"
    assert "tokens, and the model takes 600" in answers[1].detail
    assert "takes no images" in answers[2].detail
    whole = answers[4]
    tokens = whole.usage.completion_tokens
    assert whole.finish_reason == "stop"
    assert tokens is not None and 1 < tokens < 100
    cut = replace(requests[4], sampling=Sampling(max_new_tokens=tokens - 1))
    (shorter,) = backend.generate([cut])
    assert (shorter.text, shorter.finish_reason, shorter.usage.completion_tokens) == (whole.text, "length", tokens - 1)
    alike = [replace(request, sampling=SHORT) for request in (requests[0], requests[4])]
    assert backend.generate(alike) == [answer for request in alike for answer in backend.generate([request])]


@slow
def test_answers_are_drawn_by_their_seeds(vision_model: Path) -> None:
    backend = opened(vision_model, batch_size=8)
    drawn = [Request(str(seed), "?", sampling=Sampling(1.0, 12), seed=seed) for seed in (1, 2, 1)]
    first, second, again = (answer.text for answer in backend.generate(drawn))
    assert first == again != second


@slow
def test_the_models_own_sampling_is_that_of_its_files(tmp_path: Path, vision_model: Path) -> None:
    """Drawn among one token it is greedy whatever the seed; drawn among all it is not."""
    drawn = [Request(str(seed), "?", sampling=Sampling(None, 12), seed=seed) for seed in (1, 2)]
    texts = {}
    for top_k in (1, 0):
        model = Path(shutil.copytree(vision_model, tmp_path / str(top_k)))
        (model / "generation_config.json").write_text(json.dumps({"do_sample": True, "top_k": top_k}))
        texts[top_k] = [answer.text for answer in opened(model).generate(drawn)]
    (greedy,) = opened(vision_model).generate([replace(drawn[0], sampling=Sampling(0.0, 12))])
    assert texts[1] == [greedy.text, greedy.text]
    assert texts[0][0] != texts[0][1]


@slow
def test_a_run(tmp_path: Path, vision_model: Path) -> None:
    """Pages with their text; a prompt that is longer than the context fails alone."""
    long = Form("flat", (*FLAT.lines, "All work and no play makes a long form. " * 400), FLAT.schema, FLAT.truth)
    data, run = write_repository(tmp_path / "data", [*FORMS, long]), tmp_path / "run"
    ask = ["predict", str(data), str(run), "--backend", "transformers", "--model", str(vision_model)]
    ask += ["--modality", "spatial+image", "--max-new-tokens", "4", "--option", "max_model_len=2048"]
    assert main(ask) == 3
    predictions = {line["id"]: line for line in read(run / "predictions.jsonl")}
    assert sorted(predictions) == IDS
    for line in predictions.values():
        assert line["usage"]["prompt_tokens"] > 14 * 14
        assert line["usage"]["completion_tokens"] <= 4
        assert line["truncated"] == (line["finish_reason"] == "length")
    (failure,) = read(run / "failures.jsonl")
    assert (failure["id"], failure["kind"]) == ("forms-0-00003-0", "too_long")
    asked = json.loads((run / "run.json").read_text())["asked"]
    assert (asked["backend"], asked["model"], asked["options"]) == ("transformers", vision_model.name, {})
    assert main(["score", str(run)]) == 0


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


@slow
def test_prompts_of_images(vision_model: Path) -> None:
    """28 pixels a token and side: 56 by 84 are six. An image of a shape that the processor refuses fails alone."""
    shapes: list[tuple[tuple[int, int], ...]] = [((56, 84),), ((56, 84), (112, 84)), ((28, 28 * 300),), ()]
    requests = [
        Request(str(number), "How many?", images=tuple(png(*size) for size in sizes), sampling=SHORT)
        for number, sizes in enumerate(shapes)
    ]
    alone = opened(vision_model).generate(requests)
    assert [answer.error for answer in alone] == [None, None, "bad_request", None]
    assert "aspect ratio" in alone[2].detail
    one, two, _, none = (answer.usage.prompt_tokens or 0 for answer in alone)
    assert (one - none, two - none) == (6 + 2, 6 + 12 + 4)  # and a token before and one after each image
    assert opened(vision_model, batch_size=4).generate(requests) == alone
    fewer = opened(vision_model, processor={"max_pixels": 28 * 28 * 4}).generate(requests[:1])
    assert (fewer[0].usage.prompt_tokens or 0) < one
