"""The report as Markdown: figures by split, what went unscored beside every mean, and how each run was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.export import write_atomically
from eval_scripts.report.knobs import MOST_BINS, Figure, find_bins, knobs_of, measure_bin
from eval_scripts.runs import number_lines, read_object, read_run, scored_digest
from eval_scripts.score import percent

_MEANINGS = {
    "not_json": "the reply holds no JSON",
    "truncated": "the reply's JSON is cut off",
    "schema_reproduced": "the schema was given back in place of values",
    "envelope": "the values are wrapped in what belongs to a schema",
    "empty": "nothing but nulls and empty values",
    "other_type": "JSON, but not an object",
}
_FAILURES = {
    "missing": "there is neither a reply nor a failure: it was not asked, or the file has no line for it",
    "no_prediction": "the prediction is null",
    "no_answer": "the file of answers has no line for it",
    "no_fields": "the form shows no value that could be scored",
    "timeout": "no reply in time",
    "connection": "the endpoint could not be reached",
    "rate_limited": "the endpoint had too many requests",
    "server_error": "the endpoint failed",
    "prompt_too_long": "the request is longer than the model's context",
    "bad_request": "the back end refused the request",
    "bad_reply": "what the endpoint sent is no chat completion",
    "content_filter": "the endpoint withheld the reply",
    "engine_error": "the engine gave the request up",
}
_OUTCOMES = ("right", "wrong", "missing", "invented")
_FEWEST = 5
"""Documents that bounds from resampling need at least; of fewer they'd say little."""

_LEGEND = """\
- *EM* is the figure of the paper (VAREX, Table 2), exact match: the share of fields whose values are the same but for
  case, runs of spaces, a final `.0`, and commas and semicolons at the end; a full stop at the end counts. *ANLS* is the
  mean similarity of the same fields, with 0 for values that differ by half or more.
- *Perfect*: the share of documents with every field right. *EM of compliant*: EM over the documents whose reply is an
  instance of the schema.
- *Strict* is our own reading of the same replies: values are compared by type (a number by its value, a date by its
  day, text with its case), and invented values and surplus rows count against a run. It is not always the lower one:
  the text `$5` is the number 5, and what the schema calls a date is right in any notation.
- Brackets hold 95% bounds from resampling documents, or – where fewer than five documents are scored."""


@dataclass(frozen=True)
class _Scored:
    """A run with its summary, under the name that the report's tables use."""

    name: str
    folder: Path
    run: Mapping[str, Any]
    summary: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]

    def documents(self, split: str | None = None) -> frozenset[str]:
        """Return the documents that are scored, of one split or of all."""
        return frozenset(
            line["doc_id"] for line in self.lines if line["state"] == "scored" and split in (None, line["split"])
        )

    def group(self, mode: str, split: str | None) -> Mapping[str, Any]:
        """Return the figures of one split (of all where None)."""
        figures: Mapping[str, Any] = self.summary["field_match"][mode]
        found: Mapping[str, Any] = figures if split is None else figures["groups"][split]
        return found


def write_report(runs: Sequence[Path], out: Path) -> Path:
    """Write ``report.md`` on scored runs into ``out`` and return its path.

    Raises:
        FileNotFoundError: a folder is not a run, or not scored yet.
        ValueError: the runs are of different datasets, a run's scores are older than its predictions, or files lack
            what a report needs.
    """
    scored = _read(runs)
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


def _read(runs: Sequence[Path]) -> list[_Scored]:
    names = [folder.resolve().name for folder in runs]
    scored = []
    for name, folder in zip(names, runs, strict=True):
        run = read_run(folder)
        if not (folder / "summary.json").is_file():
            raise FileNotFoundError(f"{folder} is not scored yet (docassay score {folder})")
        summary = read_object(folder / "summary.json")
        if summary.get("scored_digest") != scored_digest(folder):
            raise ValueError(f"{folder}: its scores are older than its predictions; run: docassay score {folder}")
        lines = [line for _, line in number_lines(folder / "scores.jsonl")]
        scored.append(_Scored(name if names.count(name) == 1 else str(folder), folder, run, summary, lines))
    return scored


def _lines(scored: Sequence[_Scored]) -> list[str]:
    first = scored[0]
    splits = list(dict.fromkeys(split for entry in scored for split in entry.summary["splits"]))
    asked = first.run["asked"]
    dataset = Path(asked["dataset"]["path"]).name
    return [
        f"# Extraction from forms: {dataset}",
        "",
        f"Dataset: `{dataset}`, checksum `{asked['dataset']['checksum'][:12]}`. "
        "All shares are percentages; EM, ANLS and F1 are pooled over fields.",
        "",
        "## Scores",
        "",
        *_scores(scored, splits),
        "",
        *_differing_documents(scored),
        *_LEGEND.splitlines(),
        "",
        *_by_knob(scored),
        "## Fields by strict outcome",
        "",
        *_outcomes(scored),
        "",
        "A field is *missing* where the reply leaves out a value of the form, *invented* where it gives one that the "
        "form does not have.",
        "",
        "## What was not scored, and what was scored but malformed",
        "",
        *_coverage(scored),
        "",
        "## How each run was made",
        "",
        *_provenance(scored),
        "",
        "Metric: " + ", ".join(dict.fromkeys(_signatures(scored))),
    ]


def _differing_documents(scored: Sequence[_Scored]) -> list[str]:
    """Return the sentence that warns of runs over different documents; nothing where they cover the same."""
    covered = [entry.documents() for entry in scored]
    if len(set(covered)) == 1:
        return []
    counts = ", ".join(f"{len(documents)} by {entry.name}" for entry, documents in zip(scored, covered, strict=True))
    common = len(frozenset.intersection(*covered))
    return [
        f"**The runs cover different documents** (scored: {counts}), so their figures can't be compared as they stand. "
        f"Documents scored in every run: {common}.",
        "",
    ]


def _outcomes(scored: Sequence[_Scored]) -> list[str]:
    rows = []
    for entry in scored:
        counts = Counter(outcome for line in entry.lines for outcome in line["strict"]["outcomes"].values())
        rows.append([entry.name, *(str(counts[outcome]) for outcome in _OUTCOMES)])
    return _table(["run", *_OUTCOMES], rows, left=1)


def _signatures(scored: Sequence[_Scored]) -> Iterator[str]:
    for mode in ("published", "strict"):
        for entry in scored:
            yield f"`{entry.group(mode, None)['signature']}`"


def _scores(scored: Sequence[_Scored], splits: Sequence[str]) -> list[str]:
    rows = []
    for entry in scored:
        for split in [*splits, None]:
            if split is not None and split not in entry.summary["splits"]:
                continue
            published, strict = entry.group("published", split), entry.group("strict", split)
            counts = published["counts"]
            documents = len(entry.documents(split))
            rows.append(
                [
                    entry.name,
                    split or "**all**",
                    f"{counts['scored']} of {counts['scored'] + counts['unscored']}",
                    str(published["fields"]),
                    percent(published["em"]) + _bounds(published["em_interval"], documents),
                    percent(published["anls"]),
                    percent(published["perfect_documents"]),
                    percent(published["em_compliant"]),
                    percent(strict["f1"]) + _bounds(strict["f1_interval"], documents),
                    percent(strict["perfect_documents"]),
                ]
            )
    heads = [
        "run",
        "split",
        "scored",
        "fields",
        "EM",
        "ANLS",
        "perfect",
        "EM of compliant",
        "strict F1",
        "strict perfect",
    ]
    return _table(heads, rows, left=2)


def _by_knob(scored: Sequence[_Scored]) -> list[str]:
    """Return the section with the score at each value of each knob; nothing where no knob varies."""
    knobs = {line["id"]: knobs_of(line) for entry in scored for line in entry.lines}
    bins = find_bins(knobs.values())
    if not bins:
        return []
    rows = []
    for bin_ in bins:
        figures = [measure_bin(entry.lines, bin_) for entry in scored]
        asked = sum(map(bin_.holds, knobs.values()))
        rows.append([bin_.knob, bin_.label, str(asked), *map(_figure, figures)])
    return [
        "## EM by knob",
        "",
        *_table(["knob", "value", "records", *(entry.name for entry in scored)], rows, left=2),
        "",
        "Each cell holds EM with its 95% bounds, and after the slash the documents that are scored. Numbers that take "
        f"more than {MOST_BINS} values are put into as many bins of about equal size. Knobs of one dataset can go "
        "together (larger forms have more tables), so a row tells where scores are low, not why.",
        "",
    ]


def _figure(figure: Figure) -> str:
    bounds = _bounds(figure.interval, figure.documents)
    return f"{percent(figure.score)}{bounds} / {figure.documents}"


def _coverage(scored: Sequence[_Scored]) -> list[str]:
    """Return the table of what went unscored and of malformed replies, with only the kinds that occur in any run."""
    counts = [entry.group("published", None)["counts"] for entry in scored]
    failures = sorted({kind for entry in scored for kind in entry.summary["unscored"]})
    kinds = [kind for kind in _MEANINGS if any(held[kind] for held in counts)]
    lines = _table(
        ["run", "records", *(f"unscored: {kind}" for kind in failures), "scored", *(f"of these {k}" for k in kinds)],
        [
            [
                entry.name,
                str(entry.summary["records"]),
                *(str(entry.summary["unscored"].get(kind, 0)) for kind in failures),
                str(held["scored"]),
                *(str(held[kind]) for kind in kinds),
            ]
            for entry, held in zip(scored, counts, strict=True)
        ],
        left=1,
    )
    notes = [f"- `{kind}` (unscored): {_FAILURES[kind]}" for kind in failures if kind in _FAILURES]
    notes += [f"- `{kind}` (scored, its fields count as missed): {_MEANINGS[kind]}" for kind in kinds]
    cut = [f"{entry.summary['truncated']} of {entry.name}" for entry in scored if entry.summary["truncated"]]
    if cut:
        notes.append(f"- Replies that ended at the token limit, whatever came of them: {', '.join(cut)}")
    return [*lines, "", *notes] if notes else lines


def _provenance(scored: Sequence[_Scored]) -> list[str]:
    rows = []
    for entry in scored:
        asked = entry.run["asked"]
        sessions = entry.run["sessions"]
        settings = next(iter(asked["settings"].values()), None)
        rows.append(
            [
                entry.name,
                asked["backend"],
                str(asked["model"]) + (f" @ {asked['revision'][:12]}" if asked["revision"] else ""),
                _covered(asked),
                _described(settings) if settings else "elsewhere",
                _throughput(sessions) if sessions else "–",
                ", ".join(f"{name} {version}" for name, version in sessions[-1]["versions"].items())
                if sessions
                else "–",
            ]
        )
    return _table(["run", "back end", "model", "documents", "asked", "throughput", "versions"], rows, left=7)


def _covered(asked: Mapping[str, Any]) -> str:
    """Return which documents a run asked about.

    >>> _covered({"limit": 20, "splits": ["flat", "table"]}), _covered({"limit": None, "splits": ["flat"]})
    ('the first 20 of each of flat, table', 'all of flat')
    """
    which = "all of" if asked["limit"] is None else f"the first {asked['limit']} of each of"
    return f"{which} {', '.join(asked['splits'])}"


def _described(settings: Mapping[str, Any]) -> str:
    sampling = settings["sampling"]
    image = f", {settings['dpi']} DPI" if "image" in settings["modality"] else ""
    limits = f"temperature {sampling['temperature']:g}, at most {sampling['max_new_tokens']} tokens"
    return f"{settings['modality']}{image}; schema as {settings['schema_format']}; {limits}; {settings['reply']}"


def _throughput(sessions: Sequence[Mapping[str, Any]]) -> str:
    requests = sum(session["requests"] for session in sessions)
    seconds = sum(session["seconds"] for session in sessions)
    tokens = {name: sum(session.get(f"{name}_tokens", 0) for session in sessions) for name in ("prompt", "completion")}
    text = f"{requests} requests in {seconds:.1f} s"
    if any(tokens.values()):
        text += f", {tokens['prompt']:,} tokens read, {tokens['completion']:,} written"
    return text


def _bounds(interval: Sequence[float] | None, documents: int) -> str:
    if interval is None:
        return ""
    return f" [{percent(interval[0])}, {percent(interval[1])}]" if documents >= _FEWEST else " [–]"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return a Markdown table that reads well as plain text too; the first ``left`` columns run from the left."""
    cells = [[" ".join(text.split()).replace("|", "\\|") for text in row] for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        padded = (
            text.ljust(width) if column < left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = "|".join("-" * (width + 2) if i < left else "-" * (width + 1) + ":" for i, width in enumerate(widths))
    return [line(cells[0]), f"|{rule}|", *(line(row) for row in cells[1:])]
