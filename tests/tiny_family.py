"""A family of one-page documents for tests of the build: quick, with several questions a document, and with faults.

``python tests/tiny_family.py build forms OUT ...`` runs ``docassay`` with it in place of the forms. With TINY_HOLD=2 in
the environment, documents from index 2 on never come to an end.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pymupdf

from dataset_builder.families import FAMILIES, BuiltDocument, Refused, Summary, Task, config_from_namespace
from dataset_builder.pages.images import render_png
from dataset_builder.pages.text import layout_text, plain_text
from dataset_builder.schema import document_id, record_id
from dataset_builder.seeds import rng_for

QUESTIONS = ("flat", "nested", "nested")


@dataclass(frozen=True)
class TinyConfig:
    """Options; the indexes name documents that are refused, raise, or end their process; delay is in seconds."""

    documents: int = 4
    seed: int = 0
    refuse: int = -1
    fail: int = -1
    die: int = -1
    delay: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.delay <= 10:
            raise ValueError(f"delay {self.delay} is not between 0 and 10")


class TinyFamily:
    """See the module."""

    name = "forms"
    config_class = TinyConfig

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        for option in ("refuse", "fail", "die"):
            parser.add_argument(f"--{option}", type=int)
        parser.add_argument("--delay", type=float)

    def config_from_args(self, args: argparse.Namespace) -> TinyConfig:
        return config_from_namespace(TinyConfig, args)

    def plan(self, config: TinyConfig) -> Sequence[Task]:
        return [Task(index, f"tiny {index}") for index in range(config.documents)]

    def build(self, config: TinyConfig, task: Task) -> BuiltDocument | Refused:
        time.sleep(config.delay)
        if task.index >= int(os.environ.get("TINY_HOLD", task.index + 1)):
            time.sleep(600)
        if task.index == config.refuse:
            return Refused(task.index, task.source, "asked to", ({"file": task.source, "status": "refused"},))
        if task.index == config.fail:
            raise RuntimeError(f"document {task.index} was to fail")
        if task.index == config.die:
            os._exit(9)
        value = rng_for("tiny", task.index, config.seed, "value").randrange(1000)
        document = pymupdf.open()
        page = document.new_page(width=200, height=100)
        page.insert_text((20, 40), f"Value {value}", fontsize=11)
        pdf = document.tobytes(no_new_id=True)
        doc_id = document_id("forms", config.seed, task.index)
        texts = {"text": plain_text(page), "layout_text": layout_text(page), "num_pages": 1}
        images = [render_png(page, 100), render_png(page, 60)]
        rows = [
            (split, _record(doc_id, record_id("forms", config.seed, task.index, number), value, images, texts))
            for number, split in enumerate(QUESTIONS)
        ]
        row = {**texts, "manifest": {"value": value, "none": None}, "knobs": {"size": 1}}
        sidecars = {".trace.json": json.dumps({"value": value}).encode()}
        note = {"file": task.source, "status": "used", "small": value < 500}
        return BuiltDocument(task.index, doc_id, tuple(rows), row, pdf, sidecars, (note,))

    def measure(self, config: TinyConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        return {"values under 500": sum(bool(note.get("small")) for item in summaries for note in item.notes)}

    def finish(self, config: TinyConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        lines = [f"{note['file']},{note['status']}" for summary in summaries for note in summary.notes]
        return {"tiny.csv": ("\n".join(["file,status", *lines]) + "\n").encode()}


def _record(doc_id: str, name: str, value: int, images: list[bytes], texts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": name,
        "family": "forms",
        "doc_id": doc_id,
        "question": "What is the value?",
        "answer": "None" if value % 2 else "null",
        "answer_type": "json",
        "metric": "field_match",
        "image": images[0],
        "images": images,
        "knobs": {"size": 1},
        "evidence": [{"page": 1, "bbox": [20.0, 30.0, 80.0, 42.0], "kind": "value", "ref": "value"}],
        "schema": {"type": "object", "properties": {"value": {"type": "integer"}}},
        "ground_truth": {"value": value, "literal": "null", "word": "None", "missing": None, "list": [1.5, None, "x"]},
        "image_50dpi": images[1],
        **texts,
    }


FAMILY = TinyFamily()

if __name__ == "__main__":
    import dataset_builder.build
    from eval_scripts.cli import main

    FAMILIES["forms"] = "tiny_family"
    dataset_builder.build.source_fingerprint = lambda: os.environ.get("TINY_SOURCE", "as it is")
    sys.exit(main())
