"""One run made by several processes, and everything asked several times."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from eval_scripts.merge import merge_runs
from eval_scripts.report import write_report
from eval_scripts.runs import read_run
from eval_scripts.score import score_run
from eval_scripts.shards import Shard
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import FORMS, Question, Report, write_repository

QUESTIONS = tuple(Question(str(number), "number", "counting", page=number // 2) for number in range(12))
"""Two questions on each of six pages."""
HOPS = [f"hops-0-{number // 2:05d}-{number % 2}" for number in range(12)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), FORMS, QUESTIONS)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half of the questions answered rightly, the forms empty, one failure and one question without an answer."""
    lines: list[dict[str, Any]] = [{"id": f"forms-0-{number:05d}-0", "text": "{}"} for number in range(3)]
    for number, name in enumerate(HOPS[:-1]):
        lines.append({"id": name, "text": f"The answer is: {number if number % 2 else number + 1}"})
    lines[5] = {"id": HOPS[2], "error": "timeout", "detail": "no reply"}
    path = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def predict(data: Path, run: Path, answers: Path, *more: str) -> Path:
    assert main(["predict", str(data), str(run), "--backend", "canned", "--model", str(answers), *more]) in (0, 3)
    return run


def parts(data: Path, folder: Path, answers: Path, count: int, *more: str) -> list[Path]:
    return [
        predict(data, folder / f"part{index}of{count}", answers, "--shard", f"{index}/{count}", *more)
        for index in range(1, count + 1)
    ]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in (".lock", "run.json")}


def test_shards_share_the_documents_out() -> None:
    names = [f"reports-0-{number:05d}" for number in range(300)]
    held = [[name for name in names if Shard(index, 3).holds(name)] for index in (1, 2, 3)]
    assert sorted(itertools.chain(*held)) == names
    assert all(70 <= len(share) <= 130 for share in held)


def test_a_shard_asks_about_whole_documents(data: Path, tmp_path: Path, answers: Path) -> None:
    asked = []
    for run in parts(data, tmp_path, answers, 3):
        ids = [
            json.loads(line)["id"] for name in ("predictions", "failures") for line in (run / f"{name}.jsonl").open()
        ]
        documents = {name.rpartition("-")[0] for name in ids}
        assert all(set(ids) >= {f"{one}-0", f"{one}-1"} for one in documents if one.startswith("hops"))
        assert score_run(run)["records"] == len(ids)  # what other shards ask about isn't missing
        asked += ids
    assert sorted(asked) == sorted([*HOPS, *(f"forms-0-{number:05d}-0" for number in range(3))])


def test_merged_shards_are_the_run_that_one_process_makes(data: Path, tmp_path: Path, answers: Path) -> None:
    whole = predict(data, tmp_path / "whole", answers)
    expected = score_run(whole)
    merged = {}
    for count in (2, 5):
        runs = parts(data, tmp_path, answers, count)
        for number, order in enumerate((runs, runs[::-1])):
            out = tmp_path / f"merged{count}-{number}"
            assert main(["merge", *map(str, order), str(out)]) == 0
            merged[out] = content(out)
            summary = score_run(out)
            assert {key: value for key, value in summary.items() if key not in ("scored_digest", "scores_digest")} == {
                key: value for key, value in expected.items() if key not in ("scored_digest", "scores_digest")
            }
            assert (out / "scores.jsonl").read_bytes() == (whole / "scores.jsonl").read_bytes()
    assert len({tuple(sorted(files.items())) for files in merged.values()}) == 1
    ids = [json.loads(line)["id"] for line in merged[out]["predictions.jsonl"].splitlines()]
    assert len(ids) == len(set(ids)) == 13
    assert read_run(out)["asked"]["shards"] is None
    write_report([whole, out], tmp_path / "report")


def test_merged_runs_go_on(data: Path, tmp_path: Path, answers: Path) -> None:
    """A merged run is a run: what lacks an answer is asked again, and nothing else."""
    out = tmp_path / "merged"
    merge_runs(parts(data, tmp_path, answers, 2), out)
    before = (out / "predictions.jsonl").read_bytes()
    predict(data, out, answers)
    assert (out / "predictions.jsonl").read_bytes() == before


def test_a_merge_that_is_stopped_can_be_made_again(
    data: Path, tmp_path: Path, answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, out = parts(data, tmp_path, answers, 2), tmp_path / "merged"

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("eval_scripts.merge.write_json", stop)
        with pytest.raises(KeyboardInterrupt):
            merge_runs(runs, out)
    assert not out.exists()
    assert merge_runs(runs, out).answers == 13


def test_an_answer_stands_before_a_failure_and_once(data: Path, tmp_path: Path) -> None:
    """The same half asked twice, failing first; the other half is lacking, and told so."""
    with serve(lambda body, number: Reply("", 500) if number < 3 else completion("The answer is: 1")) as endpoint:
        ask = ["--backend", "openai", "--model", "m", "--base-url", endpoint.base_url, "--attempts", "1"]
        ask += ["--concurrency", "1", "--split", "hops", "--shard", "1/2"]
        for name in ("one", "two"):
            main(["predict", str(data), str(tmp_path / name), *ask])
    out = tmp_path / "merged"
    merged = merge_runs([tmp_path / "one", tmp_path / "two"], out)
    documents = {name.rpartition("-")[0] for name in HOPS if Shard(1, 2).holds(name.rpartition("-")[0])}
    assert (merged.answers, merged.failures, merged.shards) == (2 * len(documents), 0, ["1/2"])
    assert score_run(out)["records"] == 2 * len(documents)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--modality", "plain"], r"modality \(.*there plain\)"),
        (["--temperature", "0.5"], r"temperature \(0\.0, there 0\.5\)"),
        (["--repeats", "2"], r"repeats \(1, there 2\)"),
        (["--limit", "1"], r"limit \(None, there 1\)"),
        (["--split", "hops"], "choice of families"),
    ],
)
def test_runs_that_were_asked_otherwise_are_refused(
    data: Path, tmp_path: Path, answers: Path, more: list[str], message: str
) -> None:
    one = predict(data, tmp_path / "one", answers, "--shard", "1/2")
    other = predict(data, tmp_path / "other", answers, "--shard", "2/2", *more)
    with pytest.raises(ValueError, match=message):
        merge_runs([one, other], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_run_keeps_to_its_shard(
    data: Path, tmp_path: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = predict(data, tmp_path / "run", answers, "--shard", "1/2")
    ask = ["predict", str(data), str(run), "--backend", "canned", "--model", str(answers)]
    assert main(ask) == 2
    assert "made with another shards (['1/2'], now None)" in capsys.readouterr().err
    for text, message in (("3/2", "shard 3/2 is not one of 1/2 to 2/2"), ("x", "is not of the form i/n")):
        with pytest.raises(SystemExit):
            main([*ask, "--shard", text])
        assert message in capsys.readouterr().err


def test_verdicts_come_along(tmp_path: Path) -> None:
    fact = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
    reports = [Report("What share?", "42%.", (fact,), document=number) for number in range(4)]
    data = write_repository(tmp_path / "data", (), (), reports)
    lines = [{"id": f"reports-0-{number:05d}-0", "text": f"It was {41 + number % 2}%."} for number in range(4)]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
    whole = predict(data, tmp_path / "whole", answers)
    runs = parts(data, tmp_path, answers, 3)
    for run in (whole, *runs):
        main(["judge", str(run), "--backend", "fact"])
    merge_runs(runs, tmp_path / "merged")
    assert score_run(tmp_path / "merged")["judge_score"] == score_run(whole)["judge_score"]
    assert score_run(whole)["judge_score"]["acc"] == 0.5
    (held,) = read_run(tmp_path / "merged")["judges"].values()
    assert sum(session["verdicts"]["scored"] for session in held["sessions"]) == 4


def test_repeats_are_asked_with_seeds_and_scored_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two questions, three times: right in the first, half right in the second, wrong in the third repetition.

    Shares of 1, 1/2 and 0: mean 1/2, standard deviation 1/2.
    """
    data = write_repository(tmp_path / "data", (), QUESTIONS[:2])
    run = tmp_path / "run"
    seeds: dict[tuple[str, int], int] = {}

    def answer(body: dict[str, Any], number: int) -> Reply:
        repeat, question = number // 1 % 3, number // 3
        right = (True, question == 0, False)[repeat]
        seeds[f"q{question}", repeat] = body["seed"]
        return completion(f"The answer is: {question if right else 77}")

    with serve(answer) as endpoint:
        ask = ["predict", str(data), str(run), "--backend", "openai", "--model", "m", "--base-url", endpoint.base_url]
        ask += ["--concurrency", "1", "--temperature", "0.8"]
        assert main([*ask, "--repeats", "3"]) == 0
        assert "warning" not in capsys.readouterr().err
        assert main([*ask, "--repeats", "3"]) == 0
        assert len(endpoint.requests) == 6
    assert len(set(seeds.values())) == 6
    summary = score_run(run)
    assert summary["answer_match"]["repeats"]["strict_accuracy"] == {
        "values": (1.0, 0.5, 0.0),
        "mean": 0.5,
        "deviation": 0.5,
    }
    assert summary["records"] == 6
    lines = [json.loads(line) for line in (run / "scores.jsonl").open()]
    assert [(line["id"], line["repeat"]) for line in lines] == [(name, r) for name in HOPS[:2] for r in range(3)]
    assert main(["score", str(run)]) == 0
    assert "strict_accuracy of 3 repetitions: mean 0.500, standard deviation 0.500" in capsys.readouterr().out
    report = write_report([run], tmp_path / "report").read_text()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report.splitlines() if line.startswith("|")]
    assert ["run", "answer_match", "strict_accuracy", "0.500", "0.500", "1.000, 0.500, 0.000"] in cells


def test_repeats_may_be_added(data: Path, tmp_path: Path, answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = predict(data, tmp_path / "run", answers, "--split", "flat")
    predict(data, run, answers, "--split", "flat", "--repeats", "2")
    output = capsys.readouterr()
    assert "1 answered; 0 failed; 1 done before." in output.out
    assert "warning: 2 repeats of forms at temperature 0 will be much the same" in output.err
    assert score_run(run)["field_match"]["repeats"]["em"]["values"] == (0.0, 0.0)


def test_each_repetition_is_judged(tmp_path: Path) -> None:
    fact = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
    data = write_repository(tmp_path / "data", (), (), [Report("What share?", "42%.", (fact,))])
    with serve(lambda body, number: completion(f"It was {42 + number}%.")) as endpoint:
        ask = ["--backend", "openai", "--model", "m", "--base-url", endpoint.base_url, "--concurrency", "1"]
        assert main(["predict", str(data), str(tmp_path / "run"), *ask, "--temperature", "1", "--repeats", "2"]) == 0
    assert main(["judge", str(tmp_path / "run"), "--backend", "fact"]) == 0
    assert score_run(tmp_path / "run")["judge_score"]["repeats"]["acc"]["values"] == (1.0, 0.0)
