"""Reports by part, against bare printing and drawing of the same reports, in the same run.

Run: ``python benchmarks/bench_reports.py [--documents N]`` (Linux).

The floor of a report is Playwright printing its finished HTML (pages are set, charts are SVG already) in a browser page
that is kept open with the fonts loaded, PyMuPDF drawing every page at 144 DPI, and the same PNG encoder. Figures are
processor seconds of this process, the driver and the browser together, which other programs disturb least; they come
from ``/proc``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from bench_pages import measure_floor, spent

from dataset_builder.families import BuiltDocument
from dataset_builder.families.reports import family as reports
from dataset_builder.families.reports import records
from dataset_builder.pages.printer import Printer

SEED = 3


class Clock:
    """Processor seconds by part; a part within another is taken out of that one."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.seconds: dict[str, float] = {}
        self._inner = [0.0]

    def timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the work, counted under a part."""

        def run(*args: Any, **options: Any) -> Any:
            begin = spent()
            self._inner.append(0.0)
            try:
                return work(*args, **options)
            finally:
                whole = spent() - begin
                inner = self._inner.pop()
                self._inner[-1] += whole
                self.seconds[part] = self.seconds.get(part, 0.0) + whole - inner

        return run


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=6)
    count = parser.parse_args().documents
    config = reports.ReportsConfig(documents=count, seed=SEED)
    tasks = reports.FAMILY.plan(config)
    reports.FAMILY.build(config, tasks[0])  # opens the browser
    clock, made, began = Clock(), [], time.perf_counter()
    with (
        patch.object(reports, "compose", clock.timed("world, plan, questions and words", reports.compose)),
        patch.object(reports, "report_html", clock.timed("words to HTML", reports.report_html)),
        patch.object(Printer, "print_document", clock.timed("Chromium: charts, pages, print", Printer.print_document)),
        patch.object(records, "_draw", clock.timed("drawing, encoding and reading pages", records._draw)),
    ):
        build = clock.timed("records", reports.FAMILY.build)
        for task in tasks:
            made.append(build(config, task))
    wall = time.perf_counter() - began
    reports.report_printer().close()
    finished = [document for document in made if isinstance(document, BuiltDocument)]
    pages = sum(document.document["num_pages"] for document in finished)
    whole = sum(clock.seconds.values())
    print(f"{len(finished)} of {count} reports, {pages} pages; {wall / count:.1f} s of wall time a report")
    for part, seconds in clock.seconds.items():
        print(f"{part}: {seconds / count:.2f} s of processor a report")
    floor = measure_floor([document.files[".html"].decode() for document in finished])
    print(f"whole reports {whole / count / floor:.2f} times the floor")


if __name__ == "__main__":
    main()
