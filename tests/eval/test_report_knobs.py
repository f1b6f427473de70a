"""Scores by knob, worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from eval_scripts.report import write_report
from eval_scripts.report.knobs import Bin, find_bins
from eval_scripts.score import score_file
from tests.eval.repositories import FLAT, write_repository


def test_numbers_are_binned_by_documents_and_other_values_stand_alone() -> None:
    """Of twelve documents each bin takes a fifth, 2.4, as nearly as whole values allow; seven have one value."""
    sizes = [4] * 7 + [1, 2, 9, 12, 30]
    knobs = [{"size": size, "scan": size % 2, "angles": [0.5], "name": f"{n}"} for n, size in enumerate(sizes)]
    assert find_bins([{**held, "constant": "x", "flag": held["size"] == 4} for held in knobs]) == [
        *[Bin("size", *ends) for ends in ((1, 4), (9, 9), (12, 12), (30, 30))],
        *[Bin("scan", value, value) for value in (0, 1)],
        *[Bin("name", f"{n}", f"{n}") for n in sorted(range(12), key=str)],
        *[Bin("flag", value, value) for value in (False, True)],
    ]


def test_a_knob_of_thirteen_names_or_with_lists_is_no_axis() -> None:
    assert find_bins([{"name": f"{n}", "angles": [n]} for n in range(13)]) == []


def test_a_truth_value_is_no_number() -> None:
    assert Bin("flag", True, True).holds({"flag": True})
    assert not Bin("flag", True, True).holds({"flag": 1}) and not Bin("rows", 0, 1).holds({"rows": True})
    assert not Bin("rows", 0, 1).holds({"rows": None}) and not Bin("rows", 0, 1).holds({})


def test_the_report_tells_scores_by_knob(tmp_path: Path) -> None:
    """Six documents of four fields: right in whole, or with three; the sixth has no reply.

    Of the made ones 4 + 4 + 3 of 12 fields are right, of the templates 3 + 3 of 8.
    """
    knobs = [{"fields": n + 1, "source": "made" if n < 3 else "template", "scan": 0} for n in range(6)]
    forms = [replace(FLAT, knobs=held, level="L1" if n < 5 else "L2") for n, held in enumerate(knobs)]
    data = write_repository(tmp_path / "data", forms)
    replies = [FLAT.truth, FLAT.truth, *[{**FLAT.truth, "city": "Lund"}] * 3]
    lines = [json.dumps({"id": f"forms-0-{n:05d}-0", "prediction": reply}) for n, reply in enumerate(replies)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines) + "\n")
    score_file(data, tmp_path / "a.jsonl", tmp_path / "a")
    text = write_report([tmp_path / "a"], tmp_path / "report").read_text()
    section = text.split("## EM by knob")[1].split("##")[0]
    rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in section.splitlines() if "|" in line]
    assert rows[0] == ("knob", "value", "records", "a")
    assert rows[2:] == [
        ("fields", "1–2", "2", "100.0 [–] / 2"),
        ("fields", "3", "1", "75.0 [–] / 1"),
        ("fields", "4", "1", "75.0 [–] / 1"),
        ("fields", "5", "1", "75.0 [–] / 1"),
        ("fields", "6", "1", "– / 0"),
        ("source", "made", "3", "91.7 [–] / 3"),
        ("source", "template", "3", "75.0 [–] / 2"),
        ("level", "L1", "5", "85.0 [75.0, 95.0] / 5"),
        ("level", "L2", "1", "– / 0"),
    ]


def test_without_knobs_there_is_no_such_section(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data")
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "forms-0-00000-0", "prediction": FLAT.truth}) + "\n")
    score_file(data, tmp_path / "a.jsonl", tmp_path / "a")
    assert "by knob" not in write_report([tmp_path / "a"], tmp_path / "report").read_text()
