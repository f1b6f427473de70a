"""The report as Markdown: a part for each metric, what went unscored beside every mean, and how each run was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dataset_builder.export import write_atomically
from dataset_builder.schema import SPLITS
from eval_scripts.report import answers, fields, judged, rubrics
from eval_scripts.report.runs import ScoredRun, read_runs
from eval_scripts.report.tables import table

_PARTS = {"field_match": fields, "answer_match": answers, "judge_score": judged, "rubric_pass_rate": rubrics}
"""Modules with the part of a report on one metric: ``TITLE``, ``write_part`` and ``signatures``."""


def write_report(runs: Sequence[Path], out: Path) -> Path:
    """Write ``report.md`` on scored runs into ``out`` and return its path.

    Raises:
        FileNotFoundError: a folder is not a run, or not scored yet.
        ValueError: the runs are of different datasets, a run's scores are older than its predictions, or files lack
            what a report needs.
    """
    scored = read_runs(runs)
    checksums = {entry.run["asked"]["dataset"]["checksum"]: entry.folder for entry in scored}
    if len(checksums) > 1:
        first, second, *_ = checksums.values()
        raise ValueError(f"{first} and {second} are runs of different datasets; report on them apart")
    path = out / "report.md"
    try:
        text = "\n".join(_lines(scored)) + "\n"
    except KeyError as error:
        names = ", ".join(str(folder) for folder in runs)
        raise ValueError(
            f"run.json, scores.jsonl or summary.json of {names} lacks {error}; predict or score again"
        ) from error
    write_atomically(path, text.encode(errors="backslashreplace"))
    return path


def _lines(scored: Sequence[ScoredRun]) -> list[str]:
    asked = scored[0].run["asked"]
    dataset = Path(asked["dataset"]["path"]).name
    parts = {
        metric: runs
        for metric in _PARTS
        if (runs := [entry.only(metric) for entry in scored if metric in entry.summary])
    }
    title = " and ".join(_PARTS[metric].TITLE for metric in parts)
    signatures = dict.fromkeys(
        f"`{signature}{_prompts(run)}`"
        for metric, runs in parts.items()
        for run in runs
        for signature in _PARTS[metric].signatures(run)
    )
    return [
        f"# {title[0].upper()}{title[1:]}: {dataset}",
        "",
        f"Dataset: `{dataset}`, checksum `{asked['dataset']['checksum'][:12]}`. All shares are percentages.",
        "",
        *(line for metric, runs in parts.items() for line in _PARTS[metric].write_part(runs)),
        *_repetitions(scored),
        "## How each run was made",
        "",
        *_provenance(scored),
        "",
        "Metric: " + ", ".join(signatures),
    ]


def _repetitions(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section on figures over repetitions; nothing where no run has any."""
    rows = []
    for entry in scored:
        for metric in _PARTS:
            for name, held in entry.summary.get(metric, {}).get("repeats", {}).items():
                cells = ["–" if held[key] is None else f"{held[key]:.3f}" for key in ("mean", "deviation")]
                values = ", ".join("–" if value is None else f"{value:.3f}" for value in held["values"])
                rows.append([entry.name, metric, name, *cells, values])
    if not rows:
        return []
    heads = ["run", "metric", "figure", "mean", "standard deviation", "each repetition"]
    note = "Everything above counts each repetition's answer to a record as one of its own."
    return ["## Repetitions", "", *table(heads, rows, left=3), "", note, ""]


def _prompts(entry: ScoredRun) -> str:
    """Return the ids of the prompts that a part's answers were asked with, as the end of a signature."""
    settings = entry.run["asked"]["settings"]
    splits = {line["split"] for line in entry.lines}
    names = [settings[family]["prompt_id"] for family in settings if splits & set(SPLITS[family])]
    return f"|prompt:{'+'.join(names)}" if names else ""


def _provenance(scored: Sequence[ScoredRun]) -> list[str]:
    rows = []
    for entry in scored:
        asked = entry.run["asked"]
        sessions = entry.run["sessions"]
        rows.append(
            [
                entry.name,
                asked["backend"],
                str(asked["model"]) + (f" @ {asked['revision'][:12]}" if asked["revision"] else ""),
                _covered(asked),
                _asked(asked["settings"]),
                _throughput(sessions) if sessions else "–",
                ", ".join(f"{name} {version}" for name, version in sessions[-1]["versions"].items())
                if sessions
                else "–",
            ]
        )
    return table(["run", "back end", "model", "documents", "asked", "throughput", "versions"], rows, left=7)


def _covered(asked: Mapping[str, Any]) -> str:
    """Return which documents a run asked about.

    >>> _covered({"limit": 20, "splits": ["flat", "table"], "shards": None, "repeats": 1})
    'the first 20 of each of flat, table'
    >>> _covered({"limit": None, "splits": ["flat"], "shards": ["1/2"], "repeats": 3})
    'all of flat, of these shard 1/2, 3 times each'
    """
    which = "all of" if asked["limit"] is None else f"the first {asked['limit']} of each of"
    shards = f", of these shard {', '.join(asked['shards'])}" if asked["shards"] else ""
    held = asked["repeats"]
    if isinstance(held, int):
        repeats = f", {held} times each" if held > 1 else ""
    else:
        repeats = ", " + ", ".join(f"{family} {number} times" for family, number in held.items() if number > 1)
    return f"{which} {', '.join(asked['splits'])}{shards}{repeats}"


def _asked(settings: Mapping[str, Mapping[str, Any]]) -> str:
    """Return how records were asked about, family by family where there are several."""
    described = {family: _described(family, held) for family, held in settings.items()}
    if len(described) > 1:
        return " / ".join(f"{family}: {text}" for family, text in described.items())
    return next(iter(described.values()), "elsewhere")


def _described(family: str, settings: Mapping[str, Any]) -> str:
    sampling = settings["sampling"]
    image = ""
    if "image" in settings["modality"]:
        concat = settings["layout"]["concat"]
        image = f", {settings['dpi']} DPI" + (f", {concat} pages a strip" if concat > 1 else "")
    schema = f"schema as {settings['schema_format']}; " if family == "forms" else ""
    temperature = sampling["temperature"]
    drawn = "the model's own sampling" if temperature is None else f"temperature {temperature:g}"
    limits = f"{drawn}, at most {sampling['max_new_tokens']} tokens"
    return f"{settings['modality']}{image}; {schema}{limits}; {settings['reply']}; prompt `{settings['prompt_id']}`"


def _throughput(sessions: Sequence[Mapping[str, Any]]) -> str:
    requests = sum(session["requests"] for session in sessions)
    seconds = sum(session["seconds"] for session in sessions)
    tokens = {name: sum(session.get(f"{name}_tokens", 0) for session in sessions) for name in ("prompt", "completion")}
    text = f"{requests} requests in {seconds:.1f} s"
    if any(tokens.values()):
        text += f", {tokens['prompt']:,} tokens read, {tokens['completion']:,} written"
    if tokens["prompt"] and (cached := sum(session.get("cached_tokens", 0) for session in sessions)):
        text += f", {100 * cached / tokens['prompt']:.0f}% of those read from the prefix cache"
    return text
