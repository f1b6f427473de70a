"""Scores predictions against a repository: a line for every record, and a summary that counts what went unscored."""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.export import write_json
from dataset_builder.layouts.varex import PREFIX
from eval_scripts.prediction_files import find_prediction_folders, read_prediction_files
from eval_scripts.records import Repository, open_repository
from eval_scripts.runs import (
    FAILURES,
    PREDICTIONS,
    current_lines,
    dataset_path,
    describe_path,
    hold_run,
    number_lines,
    read_run,
    scored_digest,
    write_lines,
)
from metrics.field_match import compute, score_one
from metrics.stats import bootstrap_interval

MODES = ("published", "strict")
_INTERVALS = {"published": "em_interval", "strict": "f1_interval"}
_COLUMNS = ("id", "doc_id", "metric", "ground_truth", "schema", "excluded_fields", "knobs", "level")


@dataclass(frozen=True)
class _Reply:
    """What a run holds for one record: the reply (text, or JSON from elsewhere), or a kind of failure in its place."""

    text: str | Mapping[str, Any] | None
    failure: str = ""
    truncated: bool = False


def score_run(run: Path, data: Path | None = None) -> dict[str, Any]:
    """Score a run; write ``scores.jsonl`` and ``summary.json`` into it and return the summary.

    Args:
        run: folder that ``docassay predict`` wrote.
        data: the dataset repository, if it isn't any more where the run found it.

    Raises:
        FileNotFoundError: run or dataset aren't there.
        ValueError: the dataset is not the one that the run was made with, or the run is of another program's
            predictions.
    """
    asked = read_run(run)["asked"]
    if asked["backend"] == "file":
        raise ValueError(f"{run} was made of another program's predictions; score them with --predictions")
    scored = scored_digest(run)
    repository = open_repository(data or dataset_path(run, asked["dataset"]["path"]))
    if repository.checksum != asked["dataset"]["checksum"]:
        raise ValueError(f"{repository.root} is not the dataset of {run}: its files have other checksums")
    replies: dict[str, _Reply] = {}
    for settings in asked["settings"].values():
        for name, line in current_lines(run, FAILURES, settings["digest"]).items():
            replies[name] = _Reply(None, line["kind"])
        for name, line in current_lines(run, PREDICTIONS, settings["digest"]).items():
            replies[name] = _Reply(line["prediction"], truncated=line["truncated"])
    return _score(run, repository, asked["splits"], asked["limit"], replies, scored)


def score_file(root: Path, predictions: Path, run: Path) -> dict[str, Any]:
    """Score another program's predictions: make a run folder of them and return the summary.

    Args:
        root: dataset repository.
        predictions: JSONL file of lines with ``id`` and ``prediction`` (text or an object; null is a failed request).
            Records without a line are unscored, and counted.
        run: folder to write; one that holds a run of a model is refused.

    Raises:
        ValueError: an id stands twice or is not in the repository, or a line lacks a key.
    """
    repository = open_repository(root)
    replies = _read_predictions(predictions)
    known = {record["id"] for _, record in repository.records(("id",))}
    for name in replies:
        if name not in known:
            raise ValueError(f"{predictions}: id {name!r} is not in {root}")
    return _score_elsewhere(repository, replies, predictions.stem, run)


def score_folder(root: Path, predictions: Path, run: Path) -> dict[Path, dict[str, Any]]:
    """Score predictions in files ``{doc_id}.pred.json``: make a run of each folder that holds some.

    Args:
        root: dataset repository.
        predictions: folder of such files, or of ``{model}/{mode}`` folders with them.
        run: folder for the runs, which stand in it as their files do in ``predictions``.

    Returns:
        the summary of each run by its folder.

    Raises:
        FileNotFoundError: there are no such files.
        ValueError: a file is of no document in the repository, or a document has more than one question.
    """
    repository = open_repository(root)
    folders = find_prediction_folders(predictions)
    ids: dict[str, str] = {}
    for _, record in repository.records(("id",)):
        name = record["doc_id"].removeprefix(PREFIX)
        if name in ids:
            raise ValueError(f"{root}: document {name!r} has more than one question, so its file fits none")
        ids[name] = record["id"]
    summaries = {}
    for folder in folders:
        replies = {}
        for name, value in read_prediction_files(folder):
            if name.removeprefix(PREFIX) not in ids:
                raise ValueError(f"{folder}: document {name!r} is not in {root}")
            replies[ids[name.removeprefix(PREFIX)]] = _Reply(value, "" if value is not None else "no_prediction")
        place = folder.relative_to(predictions)
        model = folder.name if place == Path() else place.as_posix()
        summaries[run / place] = _score_elsewhere(repository, replies, model, run / place)
    return summaries


def _score_elsewhere(repository: Repository, replies: Mapping[str, _Reply], model: str, run: Path) -> dict[str, Any]:
    if (run / "run.json").exists() and read_run(run)["asked"]["backend"] != "file":
        raise ValueError(f"{run} holds a run of a model; give another folder with --out")
    asked = {
        "dataset": {"path": describe_path(run, repository.root), "checksum": repository.checksum},
        "backend": "file",
        "model": model,
        "revision": None,
        "options": {},
        "splits": list(repository.split_names),
        "limit": None,
        "settings": {},
    }
    run.mkdir(parents=True, exist_ok=True)
    write_json(run / "run.json", {"asked": asked, "sessions": []})
    return _score(run, repository, repository.split_names, None, replies, scored_digest(run))


def _read_predictions(path: Path) -> dict[str, _Reply]:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not a file")
    replies: dict[str, _Reply] = {}
    for number, line in number_lines(path):
        if not isinstance(line.get("id"), str) or "prediction" not in line:
            raise ValueError(f"{path}, line {number}: needs the keys 'id' (a string) and 'prediction'")
        if line["id"] in replies:
            raise ValueError(f"{path}, line {number}: id {line['id']!r} stands twice")
        text = line["prediction"]
        replies[line["id"]] = _Reply(text, "" if text is not None else str(line.get("kind", "no_prediction")))
    return replies


def _score(
    run: Path,
    repository: Repository,
    splits: Sequence[str],
    limit: int | None,
    replies: Mapping[str, _Reply],
    scored: str,
) -> dict[str, Any]:
    """Score the replies; ``scored`` is the digest of the files that they came from."""
    lines: list[dict[str, Any]] = []
    inputs: list[dict[str, Any]] = []
    for split, record in repository.records(_COLUMNS, tuple(splits), limit):
        if record["metric"] != "field_match":
            raise ValueError(f"{record['id']}: there is no scorer for metric {record['metric']!r}")
        reply = replies.get(record["id"], _Reply(None, "missing"))
        inputs.append({**record, "split": split, "reply": reply})
        lines.append(_line(record, split, reply))
    if not inputs:
        raise ValueError(f"{repository.root} holds no records to score")
    figures = {mode: _figures(inputs, mode) for mode in MODES}
    unscored = Counter(line["kind"] for line in lines if line["state"] == "unscored")
    summary = {
        "scored_digest": scored,
        "records": len(lines),
        "splits": dict(Counter(line["split"] for line in lines)),
        "unscored": dict(sorted(unscored.items())),
        "truncated": sum(item["reply"].truncated for item in inputs),
        "field_match": figures,
        "versions": {"docassay": importlib.metadata.version("docassay")},
    }
    with hold_run(run):
        write_lines(run / "scores.jsonl", lines)
        write_json(run / "summary.json", summary)
    return summary


def _line(record: Mapping[str, Any], split: str, reply: _Reply) -> dict[str, Any]:
    """Return a record's line of ``scores.jsonl``."""
    details = {
        mode: score_one(
            reply.text,
            record["ground_truth"],
            mode,
            excluded_fields=record["excluded_fields"] or (),
            schema=record["schema"],
            name=record["id"],
        )
        for mode in MODES
    }
    published, strict = details["published"], details["strict"]
    scored = published.score is not None
    return {
        "id": record["id"],
        "doc_id": record["doc_id"],
        "split": split,
        "state": "scored" if scored else "unscored",
        "kind": published.kind if scored else reply.failure or "no_fields",
        "truncated": reply.truncated,
        "knobs": record["knobs"],
        "level": record["level"],
        "published": {
            "score": published.score,
            "fields": {path: figures.exact_match_normalized for path, figures in published.fields.items()},
        },
        "strict": {"score": strict.score, "outcomes": dict(strict.outcomes)},
    }


def _figures(inputs: Sequence[Mapping[str, Any]], mode: str) -> dict[str, Any]:
    """Return the metric's figures over all records and by split, the score of each with its bounds."""
    result = compute(
        [item["reply"].text for item in inputs],
        [item["ground_truth"] for item in inputs],
        [item["split"] for item in inputs],
        mode,
        excluded_fields=[item["excluded_fields"] for item in inputs],
        schemas=[item["schema"] for item in inputs],
        ids=[item["id"] for item in inputs],
    )
    rows = [
        (score, weight, item["doc_id"], item["split"])
        for score, weight, item in zip(result.pop("scores"), result.pop("weights"), inputs, strict=True)
        if score is not None
    ]
    interval = _INTERVALS[mode]
    result[interval] = _interval(rows)
    for split, group in result["groups"].items():
        group[interval] = _interval([row for row in rows if row[3] == split])
    return result


def _interval(rows: Sequence[tuple[float, float, str, str]]) -> list[float] | None:
    """Return the 95% bounds of the pooled score, resampling documents; None where nothing is scored."""
    if not rows:
        return None
    scores, weights, documents, _ = zip(*rows, strict=True)
    interval = bootstrap_interval(scores, documents, weights=weights)
    return [interval.low, interval.high]


def describe(summary: Mapping[str, Any]) -> str:
    """Return the summary as a small table for the terminal: a line for each split and one for all."""
    figures = summary["field_match"]
    heads = f"{'':<8}{'records':>9}{'EM':>8}{'ANLS':>8}{'perfect':>9}{'strict F1':>11}"
    rows = [(name, group, figures["strict"]["groups"][name]) for name, group in figures["published"]["groups"].items()]
    rows.append(("all", figures["published"], figures["strict"]))
    lines = [heads]
    for name, published, strict in rows:
        counts = published["counts"]
        shares = [percent(published["em"]), percent(published["anls"]), percent(published["perfect_documents"])]
        total = counts["scored"] + counts["unscored"]
        lines.append(f"{name:<8}{total:>9}{shares[0]:>8}{shares[1]:>8}{shares[2]:>9}{percent(strict['f1']):>11}")
    kinds = ", ".join(f"{count} {kind}" for kind, count in summary["unscored"].items())
    return "\n".join([*lines, f"unscored: {kinds or 'none'}"])


def percent(share: float | None) -> str:
    """Return a share of 1 as percent with one digit, and a dash for None.

    >>> percent(0.5), percent(None)
    ('50.0', '–')
    """
    return "–" if share is None else f"{100 * share:.1f}"
