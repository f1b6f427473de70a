"""Scores predictions against a repository: a line for every record, and a summary that counts what went unscored."""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dataset_builder.export import write_atomically, write_json
from dataset_builder.layouts.varex import PREFIX
from dataset_builder.scored_runs import SCORES, SUMMARY, scored_digest, seal_scores
from eval_scripts.foreign_logs import read_replies
from eval_scripts.judge import read_verdicts, verdicts_on
from eval_scripts.prediction_files import find_prediction_folders, read_prediction_files
from eval_scripts.records import Repository, open_dataset, open_repository
from eval_scripts.runs import (
    FAILURES,
    PREDICTIONS,
    Key,
    current_lines,
    describe_path,
    encode_lines,
    hold_run,
    read_run,
    repeats_of,
)
from eval_scripts.scorers import SCORERS, Item, Line, Reply
from eval_scripts.shards import are_in
from metrics.stats import spread

_COLUMNS = ("id", "doc_id", "metric", "knobs", "level")


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
    scored = scored_digest(run, asked)
    repository = open_dataset(run, asked, data)
    replies: dict[Key, Reply] = {}
    for settings in asked["settings"].values():
        for key, line in current_lines(run, FAILURES, settings["digest"]).items():
            replies[key] = Reply(None, line["kind"])
        for key, line in current_lines(run, PREDICTIONS, settings["digest"]).items():
            replies[key] = Reply(line["prediction"], truncated=line["truncated"])
    return _score(run, repository, asked, replies, scored)


def score_file(root: Path, predictions: Path, run: Path) -> dict[str, Any]:
    """Score another program's predictions: make a run folder of them and return the summary.

    Args:
        root: dataset repository.
        predictions: JSONL file of lines with ``id`` and ``prediction`` (text or an object; null is a failed request),
            or another harness's log (``foreign_logs.READS``). Records without an answer are unscored, and counted.
        run: folder to write; one that holds a run of a model is refused.

    Raises:
        ValueError: an id stands twice or is not in the repository, or the file is not one that is read.
    """
    repository = open_repository(root)
    return _score_elsewhere(repository, read_replies(predictions, repository), predictions.stem, run)


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
        replies: dict[Key, Reply] = {}
        for name, value in read_prediction_files(folder):
            if name.removeprefix(PREFIX) not in ids:
                raise ValueError(f"{folder}: document {name!r} is not in {root}")
            replies[ids[name.removeprefix(PREFIX)], 0] = Reply(value, "" if value is not None else "no_prediction")
        place = folder.relative_to(predictions)
        model = folder.name if place == Path() else place.as_posix()
        summaries[run / place] = _score_elsewhere(repository, replies, model, run / place)
    return summaries


def _score_elsewhere(repository: Repository, replies: Mapping[Key, Reply], model: str, run: Path) -> dict[str, Any]:
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
        "repeats": max((repeat for _, repeat in replies), default=0) + 1,
        "shards": None,
    }
    run.mkdir(parents=True, exist_ok=True)
    write_json(run / "run.json", {"asked": asked, "sessions": []})
    return _score(run, repository, asked, replies, scored_digest(run, asked))


def _score(
    run: Path,
    repository: Repository,
    asked: Mapping[str, Any],
    replies: Mapping[Key, Reply],
    scored: str,
) -> dict[str, Any]:
    """Score the replies; ``scored`` is the digest of the files that they came from."""
    columns = [*_COLUMNS, "family", *(column for scorer in SCORERS.values() for column in scorer.columns)]
    verdicts = read_verdicts(run)
    items: dict[str, list[Item]] = {}
    lines: dict[str, list[dict[str, Any]]] = {}
    repeats: dict[str, int] = {}
    for split, record in repository.records(columns, tuple(asked["splits"]), asked["limit"]):
        metric = record["metric"]
        if metric not in SCORERS:
            raise ValueError(f"{record['id']}: there is no scorer for metric {metric!r}")
        if not are_in(asked["shards"], record["doc_id"]):
            continue
        repeats[metric] = repeats_of(asked["repeats"], record["family"])
        for repeat in range(repeats[metric]):
            key = (record["id"], repeat)
            given = verdicts_on(verdicts, metric, key)
            item = Item(record, split, replies.get(key, Reply(None, "missing")), given)
            items.setdefault(metric, []).append(item)
            lines.setdefault(metric, []).append({**_line(item), **({"repeat": repeat} if repeats[metric] > 1 else {})})
    if not items:
        raise ValueError(f"{repository.root} holds no records to score")
    everything = [line for held in lines.values() for line in held]
    unscored = Counter(line["kind"] for line in everything if line["state"] == "unscored")
    summary = {
        "scored_digest": scored,
        "records": len(everything),
        "splits": dict(Counter(line["split"] for line in everything)),
        "unscored": dict(sorted(unscored.items())),
        "truncated": sum(line["truncated"] for line in everything),
        **{metric: _summarize(metric, held, lines[metric], repeats[metric]) for metric, held in items.items()},
        "versions": {"docassay": importlib.metadata.version("docassay")},
    }
    with hold_run(run):
        content = encode_lines(everything)
        write_atomically(run / SCORES, content)
        write_json(run / SUMMARY, seal_scores(summary, content))
    return summary


def _summarize(metric: str, items: Sequence[Item], lines: Sequence[Line], repeats: int) -> dict[str, Any]:
    """Return a metric's figures over all answers; of several repetitions also each one's, with mean and spread."""
    scorer = SCORERS[metric]
    figures = scorer.summarize(items, lines)
    if repeats > 1:
        single = [
            scorer.headlines(scorer.summarize(items[number::repeats], lines[number::repeats]))
            for number in range(repeats)
        ]
        figures["repeats"] = {name: asdict(spread([held[name] for held in single])) for name in single[0]}
    return figures


def _line(item: Item) -> dict[str, Any]:
    """Return a record's line of ``scores.jsonl``."""
    record = item.record
    return {
        **{column: record[column] for column in _COLUMNS},
        "split": item.split,
        "truncated": item.reply.truncated,
        **SCORERS[record["metric"]].score_line(item),
    }


def describe(summary: Mapping[str, Any]) -> str:
    """Return the summary as small tables for the terminal, one for each metric."""
    lines = []
    for metric in SCORERS:
        if metric in summary:
            lines += SCORERS[metric].describe(summary[metric])
            lines += [_describe_spread(*pair) for pair in summary[metric].get("repeats", {}).items()]
    kinds = ", ".join(f"{count} {kind}" for kind, count in summary["unscored"].items())
    return "\n".join([*lines, f"unscored: {kinds or 'none'}"])


def _describe_spread(name: str, held: Mapping[str, Any]) -> str:
    """Return a line on a figure over repetitions.

    >>> _describe_spread("acc", {"values": [0.5, 0.7], "mean": 0.6, "deviation": 0.1414})
    'acc of 2 repetitions: mean 0.600, standard deviation 0.141'
    """
    known = [value for value in held["values"] if value is not None]
    if held["mean"] is None:
        return f"{name}: nothing scored in any repetition"
    deviation = "–" if held["deviation"] is None else f"{held['deviation']:.3f}"
    return f"{name} of {len(known)} repetitions: mean {held['mean']:.3f}, standard deviation {deviation}"
