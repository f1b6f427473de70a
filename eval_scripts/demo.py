"""The whole path in small: forms made, read by the baseline, scored, reported; nothing is downloaded."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path


def run_demo(folder: Path, documents: int, main: Callable[..., int]) -> int:
    """Run build, predict, score and report one after another and return the first exit code that is not 0.

    Args:
        folder: where everything goes; a second run continues what stands there.
        documents: how many forms to make.
        main: the command line's entry, called once a step, without its hints at what comes next.
    """
    data, run, report = folder / "data", folder / "run", folder / "report"
    steps = [
        ["build", "forms", str(data), "--synthetic", "--documents", str(documents), "--seed", "0"],
        ["predict", str(data), str(run), "--backend", "baseline"],
        ["score", str(run)],
        ["report", str(run), "--out", str(report)],
    ]
    for number, step in enumerate(steps, start=1):
        print(f"\n[{number}/{len(steps)}] docassay {' '.join(step)}", flush=True)
        code = main(step, hints=False)
        if code:
            print(f"docassay: the demo stopped at step {number}", file=sys.stderr)
            return code
    print(f"\nLook at:\n  {report}/report.md   the report\n  {run}/scores.jsonl    every record, field by field")
    print(f"  {data}                the dataset: load_dataset({str(data)!r}, 'forms')")
    return 0
