"""Made forms against what no builder of them can do without, document by document in the same run.

Run: ``python benchmarks/bench_forms.py``

The floor of a document is PyMuPDF opening the blank PDF, setting the same values with its own ``Widget.update``,
saving, drawing every page at 200 DPI and the first at 50, and encoding the pictures as the build does; nothing is
chosen, read back, screened or kept. It starts from a blank form, so making that (composing, setting, drawing, and
reading it as a template) is timed apart. Figures are processor seconds, which other programs disturb least.
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pymupdf

from dataset_builder.build import build_repository
from dataset_builder.families import BuiltDocument, Summary, Task
from dataset_builder.families.forms.export import DPI, LOW_DPI
from dataset_builder.families.forms.family import FAMILY, FormsConfig
from dataset_builder.families.forms.making import make_form
from dataset_builder.pages.images import render_png
from dataset_builder.staging import stage_document

T = TypeVar("T")

SEED = 1


@dataclass
class Built:
    """A family that has made its one document already, so that keeping it can be timed alone."""

    document: BuiltDocument
    name: str = "forms"

    def build(self, config: Any, task: Task) -> BuiltDocument:
        """Return the document."""
        return self.document

    def plan(self, config: Any) -> Sequence[Task]:
        """Return the document's task."""
        return [Task(self.document.index)]

    def finish(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files."""
        return {}

    def measure(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return no figures."""
        return {}


def measure(work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work gives and the processor seconds that it takes."""
    start = time.process_time()
    return work(), time.process_time() - start


def fill_and_draw(blank: bytes, values: dict[str, str]) -> list[bytes]:
    """Do what the floor consists of; ``values`` are by name of the form field."""
    with pymupdf.open(stream=blank, filetype="pdf") as document:
        for page in document:
            for widget in page.widgets():
                if widget.field_name in values:
                    widget.field_value = values[widget.field_name]
                    widget.update()
        filled = document.tobytes(garbage=1, deflate=True, no_new_id=True)
        pictures = [render_png(page, DPI) for page in document]
        return [filled, *pictures, render_png(document[0], LOW_DPI)]


def values_of(document: BuiltDocument) -> dict[str, str]:
    """Return the values that a built form shows, by name of the form field."""
    trace = json.loads(document.files[".trace.json"])
    return {widget["name"]: widget["value"] for widget in trace["widgets"] if widget["value"] is not None}


def measure_documents(count: int, folder: Path) -> dict[str, float]:
    """Return the seconds of each part, summed over documents; of every document the floor comes right after it."""
    config = FormsConfig(documents=count, seed=SEED)
    FAMILY.build(config, Task(count))  # fonts, tables and word lists are loaded once, and not counted
    gc.freeze()  # as in the processes of a build
    seconds: dict[str, float] = defaultdict(float)
    for index in range(count):
        made, blank = measure(lambda: make_form(index, SEED))  # noqa: B023
        document, whole = measure(lambda: FAMILY.build(config, Task(index)))  # noqa: B023
        if not isinstance(document, BuiltDocument):
            continue
        values = values_of(document)
        _, floor = measure(lambda: fill_and_draw(made.template.pdf, values))  # noqa: B023
        _, kept = measure(lambda: stage_document(Built(document), None, Task(index), folder / str(index)))  # noqa: B023
        parts = {"documents": 1, "blank": blank, "fill": whole - blank, "keep": kept, "floor": floor}
        for part, value in parts.items():
            seconds[part] += value
    return seconds


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure_documents(args.documents, Path(folder) / "staged")
        count, floor = seconds["documents"], seconds["floor"]
        for part, meaning in {
            "floor": "open, set values, save, draw at 200 and 50 DPI, encode",
            "fill": "the same, and choose values, read back, align text, screen, export",
            "blank": "make the blank form and read it as a template",
            "keep": "write rows as Parquet, and files",
        }.items():
            print(f"{part:6} {seconds[part] / count * 1000:6.0f} ms a document: {meaning}")
        print(f"fill / floor: {seconds['fill'] / floor:.2f}")
        whole = seconds["fill"] + seconds["blank"] + seconds["keep"]
        print(f"(fill + blank + keep) / floor: {whole / floor:.2f}")
        start = time.perf_counter()
        config = FormsConfig(documents=args.documents, seed=SEED)
        build_repository({"forms": config}, Path(folder) / "built", jobs=args.jobs, tell=lambda line: None)
        rate = args.documents / (time.perf_counter() - start)
        print(f"whole build, {args.documents} documents on {args.jobs} processes: {rate:.2f} documents a second")


if __name__ == "__main__":
    main()
