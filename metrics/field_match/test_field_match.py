"""field_match: every published outcome, values worked out by hand, properties, and the examples of the card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dataset_builder.trees import split_of_truth
from metrics.field_match import score_one

ROWS = json.loads((Path(__file__).resolve().parents[2] / "tests/data/varex_fields.json").read_text(encoding="utf-8"))


def test_every_published_outcome() -> None:
    fields = 0
    for row in ROWS:
        prediction = json.dumps(row["prediction"], ensure_ascii=False)
        document = score_one(prediction, row["ground_truth"], excluded_fields=row["excluded_fields"])
        assert list(document.fields) == list(row["fields"]), row["doc_id"]
        assert split_of_truth(row["ground_truth"]) == row["split"], row["doc_id"]
        for path, figures in row["fields"].items():
            ours = {name: getattr(document.fields[path], name) for name in figures}
            assert ours == pytest.approx(figures, abs=1e-12), (row["doc_id"], path)
            fields += 1
    assert (len(ROWS), fields) == (400, 7171)
