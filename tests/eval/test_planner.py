"""What the planner sees before anything runs, what it makes fit, and what it sets aside."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from eval_scripts.backends import Completion, Limits, OnDone, Request, Workload
from eval_scripts.cli import main
from eval_scripts.images import Pages, Unfit
from eval_scripts.planner import Plan, describe
from eval_scripts.predict import Ask, plan_run, predict
from eval_scripts.prompts import settings_for
from eval_scripts.records import open_repository
from eval_scripts.requests import Draft
from eval_scripts.score import score_run
from eval_scripts.strips import Layout, fit_layout, lay_out, plan_sizes
from eval_scripts.tokens import TokenCounter
from tests.eval import repositories
from tests.eval.repositories import FORMS, Report, draw_page, write_repository

FACT = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}


def page(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(out, "PNG")
    return out.getvalue()


def draft(pages: Sequence[bytes] = (), **given: Any) -> Draft:
    shown = Pages(tuple(pages)) if pages else None
    return Draft("a", "d", "How many?", "How many?", shown, None, None, None, settings_for("reports", **given))


class Words:
    """A tokenizer that makes every word a token, and an image's mark one as well."""

    chat_template = "a template"

    def __call__(self, text: str, add_special_tokens: bool = True) -> Any:
        return type("Encoded", (), {"input_ids": text.split()})

    def apply_chat_template(self, messages: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
        parts = messages[0]["content"]
        parts = [{"type": "text", "text": parts}] if isinstance(parts, str) else parts
        words = [word for part in parts for word in (part["text"].split() if part["type"] == "text" else ["<image>"])]
        return {"input_ids": ["<user>", *words, "<assistant>"]}


class Patches:
    """An image processor with four patches of 14 pixels to a token."""

    merge_size = 2

    def get_number_of_image_patches(self, height: int, width: int, options: dict[str, Any]) -> int:
        return (height // 14) * (width // 14)


EXACT = TokenCounter(Words(), Patches(), name="by hand")


class Engine:
    """A back end with limits, which remembers what it was told and asked."""

    def __init__(self, limits: Limits) -> None:
        self.identity: dict[str, Any] = {"model": "m", "revision": None, "options": {}}
        self.versions: dict[str, str] = {}
        self.limits = limits
        self.told: list[Workload] = []
        self.asked: list[list[str]] = []

    def prepare(self, workload: Workload) -> None:
        self.told.append(workload)

    @property
    def placement(self) -> dict[str, Any]:
        return {}

    def close(self) -> None:
        pass

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        if requests:
            self.asked.append([request.id for request in requests])
        completions = [Completion("42%.", "stop") for _ in requests]
        for position, completion in enumerate(completions):
            if on_done is not None:
                on_done(position, completion)
        return completions


def reports(tmp_path: Path, count: int = 3, **given: Any) -> Path:
    """Return a repository of reports with three questions each, one in each split."""
    asked = [
        Report("What share?", "42%.", (FACT,), split, number)
        for number in range(count)
        for split in ("chart", "cross_modal", "complex")
    ]
    return write_repository(tmp_path / "data", (), (), asked, **given)


def ask(**given: Any) -> Ask:
    return Ask("vllm", {"reports": settings_for("reports", **given)}, batch=given.get("batch", 4))


@pytest.mark.parametrize(
    "layout",
    [
        Layout(),
        Layout(concat=3),
        Layout(concat=4, columns=2, max_dimension=100),
        Layout(max_dimension=77, max_pages=4),
        Layout(concat=5, max_dimension=900),
    ],
)
def test_planned_sizes_are_those_of_the_images_made(layout: Layout) -> None:
    sizes = [(60, 80), (100, 50), (20, 80), (61, 83), (9, 3000), (60, 80)]
    made = lay_out(tuple(page(*size) for size in sizes), layout)
    assert [Image.open(io.BytesIO(image)).size for image in made] == list(plan_sizes(sizes, layout))


def test_a_strip_too_long_is_re_made_with_fewer_pages() -> None:
    """Ten pages of 30 by 1,000 pixels below each other are 333 times as long as wide; five are 167 times."""
    assert fit_layout([(30, 1000)] * 10, Layout(concat=10)).concat == 5
    assert fit_layout([(30, 1000)] * 10, Layout(concat=10, columns=2)) == Layout(concat=10, columns=2)


def test_pixels_of_a_strip_are_bounded() -> None:
    """Pages of 81 million pixels: two are within 178,956,970, three aren't."""
    assert fit_layout([(9000, 9000)] * 4, Layout(concat=4)).concat == 2


def test_a_sliver_gets_a_margin() -> None:
    """A side below 28 pixels, and one more than 200 times the other, are what processors refuse."""
    (thin, long) = (Image.open(io.BytesIO(lay_out((page(*size),), Layout())[0])) for size in ((9, 100), (30, 8000)))
    assert thin.size == (28, 100) and thin.getpixel((5, 5)) == (255, 0, 0) and thin.getpixel((20, 5)) == (255,) * 3
    assert long.size == (40, 8000)


def test_what_cannot_be_made_small_enough_is_unfit() -> None:
    noise = Image.effect_noise((60, 9000), 200).convert("RGB")
    out = io.BytesIO()
    noise.save(out, "PNG")
    with pytest.raises(Unfit, match="over 10000 bytes") as caught:
        lay_out((out.getvalue(),), Layout(max_bytes=10_000))
    assert caught.value.kind == "too_large"
    with pytest.raises(Unfit) as caught:
        lay_out((b"no image",), Layout())
    assert caught.value.kind == "bad_image"


def test_tokens_are_counted_by_hand() -> None:
    """Two pages of 2 by 3 tokens; two marks of the template; one word and another of the question."""
    shown = draft([page(56, 84), page(56, 84)], concat=1)
    assert EXACT.count(shown, shown.image_sizes()) == (2 * 6 + 2, 2)
    assert EXACT.count(replace(shown, pages=None, document="one two three"), ()) == (2 + 5, 2)
    assert EXACT.exact and not TokenCounter().exact
    assert TokenCounter().count(shown, [(57, 84)])[0] == 9


def test_the_plan_by_hand() -> None:
    plan = Plan(EXACT, Limits(max_model_len=60))
    small = draft([page(56, 84), page(84, 56)], concat=1, max_new_tokens=8)
    plan.add(small, "one", "chart")
    plan.add(replace(small, id="b"), "two", "chart")
    plan.add(replace(draft([page(28 * 8, 28 * 8)]), doc_id="e"), "three", "complex")
    figures = plan.figures()
    assert (figures["requests"], figures["documents"], figures["mixed_page_sizes"]) == (2, 1, 1)
    assert figures["set_aside"] == {"too_long": 1}
    assert plan.problems() == {"three": ("too_long", "68 tokens leave no room for a reply within 60")}
    assert (figures["prompt_tokens"], figures["longest_prompt"]) == (2 * 16, 16)
    assert figures["distinct_prompt_tokens"] == 14 + 2 + 2
    assert plan.largest() == (2, 2 * 56 * 84)
    text = describe(plan, [{"requests": 4, "seconds": 120.0}])
    assert "set aside, too_long: 1 requests (such as: 68 tokens leave no room for a reply within 60)" in text
    assert "documents whose pages differ in size: 1" in text
    assert "image sides: 56 to 224 px; most images in a request: 2" in text
    assert (
        "estimate: 2 requests; 32 tokens to read, 18 of them distinct; at most 16 to write; about 1.0 minutes" in text
    )


def test_an_estimate_keeps_nothing_back() -> None:
    plan = Plan(TokenCounter(), Limits(max_model_len=2))
    plan.add(draft([page(56, 84)]), "one", "chart")
    assert plan.problems() == {}
    assert "tokens are estimated" in describe(plan)


def test_what_cannot_be_sent_never_reaches_the_engine(tmp_path: Path) -> None:
    """Each report has three pages; an engine that takes two images a request is sent the other way of showing them."""
    data = reports(tmp_path)
    engine = Engine(Limits(max_images=2))
    outcome = predict(open_repository(data), tmp_path / "apart", engine, ask(concat=1))
    assert (outcome.answered, dict(outcome.failed)) == (0, {"too_many_images": 9})
    assert (engine.asked, engine.told) == ([], [])
    assert score_run(tmp_path / "apart")["unscored"] == {"too_many_images": 9}
    outcome = predict(open_repository(data), tmp_path / "strips", engine, ask(concat=2))
    assert (outcome.answered, engine.told) == (9, [Workload(2, 3 * 288 * 288)])
    (session,) = json.loads((tmp_path / "strips" / "run.json").read_text())["sessions"]
    assert (session["plan"]["requests"], session["plan"]["most_images"]) == (9, 2)


def test_a_page_that_is_no_image_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(lines: Sequence[str], dpi: int) -> bytes:
        return b"torn" if "Torn" in lines else draw_page(lines, dpi)

    monkeypatch.setattr(repositories, "draw_page", draw)
    data = write_repository(tmp_path / "data", [*FORMS, replace(FORMS[0], lines=("Torn",))])
    asked = Ask("vllm", {"forms": settings_for("forms")})
    engine = Engine(Limits())
    outcome = predict(open_repository(data), tmp_path / "run", engine, asked)
    assert (outcome.answered, outcome.failed) == (3, {"bad_image": 1})
    (failure,) = map(json.loads, (tmp_path / "run" / "failures.jsonl").open())
    assert (failure["id"], failure["kind"]) == ("forms-0-00003-0", "bad_image")
    assert predict(open_repository(data), tmp_path / "run", engine, asked).earlier == 3


def test_chunks_hold_whole_documents_of_all_splits(tmp_path: Path) -> None:
    """Three questions on each of three reports, four requests at a time: two reports, then one."""
    engine = Engine(Limits())
    predict(open_repository(reports(tmp_path)), tmp_path / "run", engine, ask())
    names = [[f"reports-0-{document:05d}-{number}" for number in range(3)] for document in range(3)]
    assert engine.asked == [names[0] + names[1], names[2]]


def test_the_plan_alone_writes_and_sends_nothing(tmp_path: Path) -> None:
    engine = Engine(Limits())
    plan, sessions = plan_run(open_repository(reports(tmp_path)), tmp_path / "run", engine, ask())
    assert (len(plan.requests), list(sessions), engine.asked) == (9, [], [])
    assert not (tmp_path / "run").exists()


def test_pages_drawn_again_have_the_planned_sizes(tmp_path: Path) -> None:
    data = reports(tmp_path, 1)
    pages = Pages(path=next((data / "documents").rglob("*.pdf")), dpi=100)
    assert [Image.open(io.BytesIO(image)).size for image in pages.images()] == list(pages.sizes()) == [(200, 200)] * 3


def test_the_command_tells_the_plan_and_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two documents of three pages of 288 pixels a side; in strips of five each is one image of 288 by 864."""
    data, run, answers = reports(tmp_path, 2), tmp_path / "run", tmp_path / "answers.jsonl"
    answers.write_text("")
    command = ["predict", str(data), str(run), "--backend", "canned", "--model", str(answers), "--plan"]
    assert main(command) == 0
    output = capsys.readouterr().out
    rows = {line.split()[0]: line.split()[1:5] for line in output.splitlines()[1:5]}
    assert rows["chart"] == ["2", "2", "2", "0.5"]
    assert rows["all"] == ["2", "6", "6", "1.5"]
    assert "image sides: 288 to 864 px" in output and "\nestimate: 6 requests; " in output
    assert not run.exists()
