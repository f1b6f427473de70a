from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from eval_scripts.report import write_report
from eval_scripts.score import score_file, score_run
from tests.eval.repositories import FORMS, write_repository

IDS = ["forms-0-00000-0", "forms-0-00001-0", "forms-0-00002-0"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"))


def write_lines(path: Path, *lines: Any, end: str = "\n") -> Path:
    path.write_text("\n".join(json.dumps(line) for line in lines) + end)
    return path


def answered(data: Path, tmp_path: Path, *lines: dict[str, Any]) -> Path:
    answers = write_lines(tmp_path / "answers.jsonl", *lines)
    code = main(["predict", str(data), str(tmp_path / "run"), "--backend", "canned", "--model", str(answers)])
    assert code == (3 if len(lines) < 3 or any("error" in line for line in lines) else 0)
    return tmp_path / "run"


def test_figures_by_hand(data: Path, tmp_path: Path) -> None:
    """Four fields, two right (one of them when strict, for the name's case); four, none (cut off); a failed request.

    A quarter of all draws of two documents holds the first alone, a quarter the second: those are the 95% bounds.
    """
    flat = {"full_name": "maria alvarez", "birth_date": "08/02/1979", "city": "Lund", "state": None}
    run = answered(
        data,
        tmp_path,
        {"id": IDS[0], "text": json.dumps(flat)},
        {"id": IDS[1], "text": '{"employer": {"name": "Kes', "finish_reason": "length"},
        {"id": IDS[2], "error": "timeout"},
    )
    summary = score_run(run)
    published = summary["field_match"]["published"]
    assert published["em"] == pytest.approx(2 / 8)
    assert published["groups"]["flat"]["em"] == pytest.approx(2 / 4)
    assert published["groups"]["nested"]["em"] == 0
    assert published["groups"]["table"]["em"] is None
    assert published["perfect_documents"] == 0
    assert published["counts"]["truncated"] == 1
    strict = summary["field_match"]["strict"]
    assert strict["f1"] == pytest.approx(2 * 1 / (4 + 3 + 4))
    assert (published["em_interval"], strict["f1_interval"]) == ([0, 2 / 4], [0, pytest.approx(2 * 1 / (4 + 3))])
    assert summary["unscored"] == {"timeout": 1}
    assert summary["truncated"] == 1
    lines = [json.loads(line) for line in (run / "scores.jsonl").read_text().splitlines()]
    assert [(line["id"], line["state"], line["kind"]) for line in lines] == [
        (IDS[0], "scored", "compliant"),
        (IDS[1], "scored", "truncated"),
        (IDS[2], "unscored", "timeout"),
    ]
    assert lines[0]["published"]["fields"] == {"full_name": 1, "birth_date": 1, "city": 0, "state": 0}


def test_the_truth_scores_full_marks(data: Path, tmp_path: Path) -> None:
    lines = [{"id": name, "prediction": form.truth} for name, form in zip(IDS, FORMS, strict=True)]
    summary = score_file(data, write_lines(tmp_path / "theirs.jsonl", *lines, end=""), tmp_path / "theirs")
    for mode in ("published", "strict"):
        assert summary["field_match"][mode]["score"] == 1
        assert summary["field_match"][mode]["perfect_documents"] == 1
    assert summary["field_match"]["published"]["em_interval"] == [1, 1]
    assert summary["unscored"] == {}


def test_missing_ids_are_unscored_and_counted(data: Path, tmp_path: Path) -> None:
    line = {"id": IDS[0], "prediction": json.dumps(FORMS[0].truth)}
    null = {"id": IDS[1], "prediction": None}
    summary = score_file(data, write_lines(tmp_path / "theirs.jsonl", line, null), tmp_path / "run")
    assert summary["unscored"] == {"missing": 1, "no_prediction": 1}
    assert summary["field_match"]["published"]["em"] == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"id": "x", "prediction": ""}], "id 'x' is not in"),
        ([{"id": IDS[0], "prediction": ""}, {"id": IDS[0], "prediction": ""}], "line 2: id .* stands twice"),
        ([{"id": IDS[0]}], "line 1: needs the keys"),
        ([{"id": 4, "prediction": ""}], "line 1: needs the keys"),
        (["text"], "line 1: not a JSON object"),
    ],
)
def test_malformed_predictions_are_named(data: Path, tmp_path: Path, lines: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score_file(data, write_lines(tmp_path / "theirs.jsonl", *lines), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_answers_of_other_settings_are_not_scored(data: Path, tmp_path: Path) -> None:
    """An answer that was kept under other settings must not stand in for one under the run's own."""
    texts = [{"id": name, "text": "{}"} for name in IDS]
    run = answered(data, tmp_path, *texts)
    assert score_run(run)["unscored"] == {}
    asked = json.loads((run / "run.json").read_text())
    asked["asked"]["settings"]["forms"]["digest"] = "of other settings"
    (run / "run.json").write_text(json.dumps(asked))
    assert score_run(run)["unscored"] == {"missing": 3}


def test_a_changed_dataset_is_refused(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    other = write_repository(tmp_path / "other", FORMS[:2])
    with pytest.raises(ValueError, match="is not the dataset of"):
        score_run(run, data=other)


def test_a_moved_dataset_is_found_with_data(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data")
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    data.rename(tmp_path / "moved")
    assert main(["score", str(run)]) == 2
    assert main(["score", str(run), "--data", str(tmp_path / "moved")]) == 0


def test_run_and_dataset_move_together(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "one" / "data")
    run = answered(data, tmp_path / "one", *({"id": name, "text": "{}"} for name in IDS))
    (tmp_path / "one").rename(tmp_path / "two")
    assert main(["score", str(tmp_path / "two" / run.name)]) == 0
    assert json.loads((tmp_path / "two" / run.name / "run.json").read_text())["asked"]["dataset"]["path"] == "../data"


def test_the_report_sets_runs_side_by_side(data: Path, tmp_path: Path) -> None:
    right = [{"id": name, "prediction": form.truth} for name, form in zip(IDS, FORMS, strict=True)]
    score_file(data, write_lines(tmp_path / "right.jsonl", *right), tmp_path / "right")
    score_file(
        data, write_lines(tmp_path / "echo.jsonl", {"id": IDS[0], "prediction": FORMS[0].schema}), tmp_path / "echo"
    )
    text = write_report([tmp_path / "right", tmp_path / "echo"], tmp_path / "report").read_text()
    rows = {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in text.splitlines() if line.startswith("|")}
    full, none = "100.0 [–]", "0.0 [–]"
    assert ("right", "**all**", "3 of 3", "15", full, "100.0", "100.0", "100.0", full, "100.0") in rows
    assert ("echo", "**all**", "1 of 3", "4", none, "0.0", "0.0", "–", none, "0.0") in rows
    assert ("run", "records", "unscored: missing", "scored", "of these schema_reproduced") in rows
    assert {("right", "3", "0", "3", "0"), ("echo", "3", "2", "1", "1")} <= rows
    assert ("right", "15", "0", "0", "0") in rows
    assert "field_match|mode:published" in text
    assert text.startswith(f"# Extraction from forms: {data.name}\n")
    assert "(scored: 3 by right, 1 by echo)" in text
    assert "Documents scored in every run: 1." in text
    assert "- `missing` (unscored): there is neither a reply nor a failure" in text
    assert "- `schema_reproduced` (scored, its fields count as missed): the schema was given back" in text


def test_strict_outcomes_are_counted_by_run(data: Path, tmp_path: Path) -> None:
    """Two of five right, one in another case, one left out, one filled that the form leaves empty."""
    truth = FORMS[0].truth
    assert [name for name, value in truth.items() if value is not None] == ["full_name", "birth_date", "city", "state"]
    reply = {**truth, "city": str(truth["city"]).upper(), "state": None, "fax": "555"}
    score_file(data, write_lines(tmp_path / "a.jsonl", {"id": IDS[0], "prediction": reply}), tmp_path / "a")
    text = write_report([tmp_path / "a"], tmp_path / "report").read_text()
    rows = {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in text.splitlines() if line.startswith("|")}
    assert {("run", "right", "wrong", "missing", "invented"), ("a", "2", "1", "1", "1")} <= rows
    assert "different documents" not in text


def test_bounds_need_five_documents(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data", [FORMS[0]] * 5)
    lines = [{"id": f"forms-0-{index:05d}-0", "prediction": FORMS[0].truth} for index in range(5)]
    for count in (4, 5):
        score_file(data, write_lines(tmp_path / "a.jsonl", *lines[:count]), tmp_path / str(count))
    text = write_report([tmp_path / "4", tmp_path / "5"], tmp_path / "report").read_text()
    assert text.count("100.0 [–]") == 4
    assert text.count("100.0 [100.0, 100.0]") == 4


@pytest.mark.parametrize("kind", ["timeout", "content_filter", "bad_reply", "no_answer"])
def test_the_report_explains_each_kind_of_failure(data: Path, tmp_path: Path, kind: str) -> None:
    run = answered(data, tmp_path, {"id": IDS[0], "text": "{}"}, {"id": IDS[1], "error": kind})
    score_run(run)
    text = write_report([run], tmp_path / "report").read_text()
    assert f"- `{kind}` (unscored): " in text


def test_the_report_says_which_documents_were_asked(data: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    asked = ["--backend", "baseline", "--split", "table", "--split", "flat", "--limit", "1"]
    assert main(["predict", str(data), str(run), *asked]) == 0
    assert main(["score", str(run)]) == 0
    text = write_report([run], tmp_path / "report").read_text()
    assert "| the first 1 of each of table, flat |" in text


def test_a_report_needs_scores_of_one_dataset(data: Path, tmp_path: Path) -> None:
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    with pytest.raises(FileNotFoundError, match="is not scored yet"):
        write_report([run], tmp_path / "report")
    score_run(run)
    other = write_repository(tmp_path / "other", FORMS[:1])
    score_file(other, write_lines(tmp_path / "b.jsonl", {"id": IDS[0], "prediction": "{}"}), tmp_path / "b")
    with pytest.raises(ValueError, match="different datasets"):
        write_report([run, tmp_path / "b"], tmp_path / "report")


def test_scores_older_than_the_predictions_are_refused(data: Path, tmp_path: Path) -> None:
    """Either the files of answers have changed since, or what was asked has."""
    run = tmp_path / "run"
    answers = write_lines(tmp_path / "answers.jsonl", *({"id": name, "text": "{}"} for name in IDS))
    predict = ["predict", str(data), str(run), "--backend", "canned", "--model", str(answers)]
    assert main([*predict, "--limit", "1", "--split", "flat"]) == 0
    score_run(run)
    write_report([run], tmp_path / "report")
    assert main(predict) == 0
    with pytest.raises(
        ValueError, match=f"{run}: its scores are older than its predictions; run: docassay score {run}"
    ):
        write_report([run], tmp_path / "report")
    score_run(run)
    write_report([run], tmp_path / "report")
    assert main([*predict, "--limit", "1", "--split", "flat"]) == 0
    with pytest.raises(ValueError, match="its scores are older"):
        write_report([run], tmp_path / "report")


def test_a_run_of_foreign_predictions_is_not_scored_as_one_of_a_model(data: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "theirs.jsonl", *({"id": name, "prediction": "{}"} for name in IDS))
    assert score_file(data, file, tmp_path / "theirs")["unscored"] == {}
    with pytest.raises(ValueError, match="score them with --predictions"):
        score_run(tmp_path / "theirs")


def test_lines_of_foreign_files_with_blanks_between_them(data: Path, tmp_path: Path) -> None:
    """A byte-order mark, CRLF and blank lines change nothing, and errors count lines as an editor does."""
    lines = [json.dumps({"id": name, "prediction": "{}"}) for name in IDS]
    file = tmp_path / "theirs.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode() + b"\r\n\r\n")
    assert score_file(data, file, tmp_path / "run")["unscored"] == {}
    file.write_text("\n".join([*lines, "", '{"id": 5}']))
    with pytest.raises(ValueError, match="line 5: needs the keys"):
        score_file(data, file, tmp_path / "run")


def test_a_line_nested_too_deep_is_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "theirs.jsonl"
    file.write_text(f'{{"id": "{IDS[0]}", "prediction": {"[" * 10_000}{"]" * 10_000}}}\n')
    assert main(["score", str(data), "--predictions", str(file)]) == 2
    assert f"{file}, line 1: not JSON" in capsys.readouterr().err


def test_half_a_surrogate_pair_in_a_reply_survives_the_whole_way(data: Path, tmp_path: Path) -> None:
    reply = '{"full_name": "\ud83d", "city": "Lund"}'
    run = answered(data, tmp_path, {"id": IDS[0], "text": reply}, {"id": IDS[1], "error": "refused \ud800"})
    (line,) = [json.loads(line) for line in (run / "predictions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert line["prediction"] == reply
    assert score_run(run)["records"] == 3
    file = write_lines(tmp_path / "theirs.jsonl", {"id": IDS[0], "prediction": None, "kind": "\ud800"})
    assert score_file(data, file, tmp_path / "theirs")["unscored"] == {"missing": 2, "\ud800": 1}
    assert write_report([run, tmp_path / "theirs"], tmp_path / "report").is_file()


@pytest.mark.parametrize("content", ["", "[]", "{", '{"asked": []}', '{"asked": {}, "sessions": 1}'])
def test_a_broken_run_file_is_named(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text(content)
    assert main(["score", str(run)]) == 2
    assert str(run / "run.json") in capsys.readouterr().err


def test_a_broken_manifest_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data" / "forms").mkdir(parents=True)
    (tmp_path / "data" / "forms" / "flat-00000-of-00001.parquet").touch()
    (tmp_path / "docassay.json").write_text("[]")
    assert main(["predict", str(tmp_path), str(tmp_path / "run"), "--backend", "baseline"]) == 2
    assert str(tmp_path / "docassay.json") in capsys.readouterr().err


def test_a_run_named_with_bars_and_line_breaks_leaves_the_tables_whole(data: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "theirs.jsonl", *({"id": name, "prediction": "{}"} for name in IDS))
    run = tmp_path / "a|b\nc"
    score_file(data, file, run)
    text = write_report([run], tmp_path / "report").read_text(encoding="utf-8")
    tables = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("|")]
    assert "| ab c |" in next(line for line in tables if "flat" in line)
    assert all(line.endswith("|") for line in tables)


@pytest.mark.parametrize(
    ("file", "content", "named"),
    [
        (
            "run.json",
            '{"asked": {"backend": "file"}, "sessions": []}',
            "isn't as docassay leaves it, asked: '.*' is a required",
        ),
        ("predictions.jsonl", '{"id": "x"}\n', "line 1: lacks fingerprint, prediction, settings, truncated"),
        ("failures.jsonl", '{"id": "x", "fingerprint": "", "settings": ""}\n', "line 1: lacks kind"),
    ],
)
def test_what_a_run_file_lacks_is_named(data: Path, tmp_path: Path, file: str, content: str, named: str) -> None:
    run = answered(data, tmp_path, {"id": IDS[0], "text": "{}"})
    (run / file).write_text(content)
    with pytest.raises(ValueError, match=named):
        score_run(run)


def replace_in(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("scores.jsonl", '"right": false', '"right": true'),
        ("scores.jsonl", '{"id"', ""),
        ("summary.json", '"records": 3', '"records": 2'),
        ("summary.json", '"scores_digest"', '"other"'),
        ("summary.json", "{", "[" * 100_000),
    ],
)
def test_scores_that_are_not_as_they_were_written_are_refused(
    data: Path, tmp_path: Path, file: str, before: str, after: str
) -> None:
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    score_run(run)
    replace_in(run / file, before, after)
    with pytest.raises(ValueError, match=f"{run}: scores.jsonl and summary.json aren't as they were written"):
        write_report([run], tmp_path / "report")
    score_run(run)
    write_report([run], tmp_path / "report")


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ('"limit": null', '"limit": "2"', "asked.limit: "),
        ('"checksum": "', '"checksum": "x', "asked.dataset.checksum: "),
        ('"settings": {', '"settings": {"hops": [], ', "asked.settings.hops: "),
        ('"repeats": 1', '"repeats": 0', "asked.repeats: 0 is less than the minimum"),
        ('"requests": 3', '"requests": {}', r"sessions\[0\].requests: "),
        ('"splits": [', '"splits": [7, ', r"asked.splits\[0\]: 7 is not of type 'string'"),
    ],
)
@pytest.mark.parametrize("command", ["predict DATA RUN --backend canned --model FILE", "score RUN", "merge RUN OUT"])
def test_values_that_no_run_holds_are_named(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    before: str,
    after: str,
    named: str,
    command: str,
) -> None:
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    replace_in(run / "run.json", before, after)
    places = {"DATA": data, "RUN": run, "FILE": tmp_path / "answers.jsonl", "OUT": tmp_path / "merged"}
    assert main([str(places.get(word, word)) for word in command.split()]) == 2
    assert re.search(f"{run / 'run.json'} isn't as docassay leaves it, {named}", capsys.readouterr().err)
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize(
    ("file", "line", "named"),
    [
        ("predictions.jsonl", {"id": ["a"]}, "id .* is not str"),
        ("predictions.jsonl", {"prediction": {"name": "x"}}, "prediction .* is not str"),
        ("predictions.jsonl", {"truncated": None}, "truncated None is not bool"),
        ("predictions.jsonl", {"repeat": "1"}, "repeat '1' is not int"),
        ("failures.jsonl", {"kind": None}, "kind None is not str"),
        ("verdicts-j.jsonl", {"score": "9"}, "score '9' is not int or float or null"),
    ],
)
@pytest.mark.parametrize("command", ["score", "merge"])
def test_lines_that_no_run_holds_are_named(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    file: str,
    line: dict[str, Any],
    named: str,
    command: str,
) -> None:
    run = answered(data, tmp_path, *({"id": name, "text": "{}"} for name in IDS))
    whole = {"id": "a", "fingerprint": "f", "settings": "s", "prediction": "", "truncated": False, "kind": "k"}
    whole |= {"judge": "j", "score": 1}
    write_lines(run / file, {**whole, **line})
    assert main([command, str(run), *([str(tmp_path / "merged")] if command == "merge" else [])]) == 2
    assert re.search(rf"{run / file}, line 1: {named}", capsys.readouterr().err)
