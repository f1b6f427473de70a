"""Memory of a run does not grow with the number of documents, however long they are."""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.eval import repositories
from tests.eval.repositories import Report, write_repository

pytestmark = pytest.mark.slow

FACT = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
PAGES = [(f"Page {number}",) for number in range(120)]
MEASURE = """
import resource, sys
from eval_scripts.cli import main
assert main(sys.argv[1:]) == 3
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@cache
def draw_dense_page(lines: tuple[str, ...], dpi: int) -> bytes:
    """Return a page of A4 at 100 DPI that is some 100 kB as PNG, another for each text."""
    rng = np.random.default_rng(sum(map(ord, "".join(lines))))
    grey = np.full((1169, 827, 3), 255, dtype=np.uint8)
    grey[100:1000:3, 100:200] = rng.integers(0, 256, (300, 100, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(grey).save(out, "PNG", compress_level=1)
    return out.getvalue()


def peak(data: Path, run: Path, limit: int, *more: str) -> int:
    """Return the most megabytes that a run over the first documents has in memory."""
    answers = run.with_suffix(".jsonl")
    answers.write_text("")
    command = [sys.executable, "-c", MEASURE, "predict", str(data), str(run), "--backend", "canned"]
    command += ["--model", str(answers), "--limit", str(limit), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return int(done.stdout.splitlines()[-1])


def test_long_documents_take_no_more_memory_than_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of 120 pages has 11 MB of page images, and its pages take 350 MB when they are all decoded at once."""
    monkeypatch.setattr(repositories, "draw_page", draw_dense_page)
    reports = [
        Report(f"What share is it in {number}?", "42%.", (FACT,), split, document)
        for document in range(4)
        for split in ("chart", "complex")
        for number in range(2)
    ]
    data = write_repository(tmp_path / "data", (), (), reports, PAGES)
    one, four = (peak(data, tmp_path / f"run{limit}", limit, "--batch", "4") for limit in (1, 4))
    print(f"{one} MB for one document, {four} MB for four")
    assert four < one + 150
