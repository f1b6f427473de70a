"""What a build of reports is made up of, in the terms in which SynthDocBench describes itself.

Figures of a table are named ``table | row | column`` (see ``card.group_figures``); those of the paper have the names of
the build's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from dataset_builder.charts.spec import CHART_TYPES
from dataset_builder.families import Note, Summary
from dataset_builder.families.reports.dealing import CATEGORIES, POSITIONS
from dataset_builder.families.reports.topics import DOMAINS
from dataset_builder.schema import LEVELS, SPLITS

MEASURED = {"pages": 10, "words": 1_000, "charts": 3, "PDF (MB)": 0.25}
"""What is told of each report (Table 1), with the width of the bands in which it is counted (Figure 4)."""

_LENGTHS, _CONTENT = "Per report (Table 1)", "The whole"
_THIRDS = "Third of the charts in which the evidence stands (Table 4)"

PUBLISHED: dict[str, float] = {
    f"{_LENGTHS} | {name} | {column}": figure
    for name, row in {
        "pages": (51.1, 49, 24, 91),
        "words": (20_568, 20_450, 17_367, 25_138),
        "charts": (16.7, 14, 5, 32),
        "PDF (MB)": (2.12, 2.10, 1.20, 3.80),
    }.items()
    for column, figure in zip(("mean", "median", "least", "most"), row, strict=True)
} | {
    f"{_CONTENT} | reports | number": 200,
    f"{_CONTENT} | charts | number": 3_340,
    f"{_CONTENT} | types of charts | number": 24,
    f"{_CONTENT} | layout archetypes | number": 6,
    f"{_CONTENT} | domains of topics | number": 6,
    f"{_CONTENT} | questions | number": 1_788,
    f"{_CONTENT} | questions: chart | number": 597,
    f"{_CONTENT} | questions: cross_modal | number": 594,
    f"{_CONTENT} | questions: complex | number": 597,
    f"{_CONTENT} | questions a report | number": 8.94,
    f"{_THIRDS} | early | chart": 184,
    f"{_THIRDS} | middle | chart": 237,
    f"{_THIRDS} | late | chart": 176,
}
"""The paper's figures: section 3.3, Tables 1 and 4; the domains are those of 57 of its reports."""


def measure_composition(summaries: Sequence[Summary]) -> dict[str, int | float]:
    """Return what the reports and questions of a build come to, by the names under which a card tells them.

    Args:
        summaries: with the notes of ``quality.screen_report``.
    """
    notes = [note for summary in summaries if summary.doc_id for note in summary.notes]
    reports = [note for note in notes if note.get("part") == "report"]
    questions = [note for note in notes if note.get("part") == "question" and not note["fault"]]
    if not reports:
        return {}
    found: dict[str, int | float] = {}
    for name in MEASURED:
        values = [float(report[name] or 0) for report in reports]
        for column, value in zip(
            ("mean", "median", "least", "most"), (fmean(values), median(values), min(values), max(values)), strict=True
        ):
            found[f"{_LENGTHS} | {name} | {column}"] = round(value, 2 if name == "PDF (MB)" else 1)
    found |= _whole(reports, questions)
    found |= _balance(questions)
    splits = SPLITS["reports"]
    found |= _matrix("Level by category", questions, ("category", CATEGORIES), ("level", LEVELS))
    found |= _matrix(_THIRDS, questions, ("third", POSITIONS), ("split", splits))
    found |= _matrix("Domain of the topic", questions, ("domain", DOMAINS), ("split", splits))
    found |= _types(reports, questions)
    for name, width in MEASURED.items():
        bands = Counter(int(float(report[name] or 0) // width) for report in reports)
        for band in range(min(bands), max(bands) + 1):
            row = f"{band * width:,g} to under {(band + 1) * width:,g}"
            found[f"Reports by {name} (Figure 4) | {row} | reports"] = bands[band]
    return found


def _whole(reports: Sequence[Note], questions: Sequence[Note]) -> Iterator[tuple[str, int | float]]:
    """Yield totals and numbers of different things."""
    types = {name for report in reports for name in str(report["chart_types"]).split()}
    splits = Counter(note["split"] for note in questions)
    rows = {
        "reports": len(reports),
        "charts": sum(int(report["charts"] or 0) for report in reports),
        "tables": sum(int(report["tables"] or 0) for report in reports),
        "types of charts": len(types),
        "layout archetypes": len({report["layout"] for report in reports}),
        "topics": len({report["topic"] for report in reports}),
        "domains of topics": len({report["domain"] for report in reports}),
        "questions": len(questions),
        **{f"questions: {split}": splits[split] for split in SPLITS["reports"]},
        "questions a report": round(len(questions) / len(reports), 2),
    }
    for row, figure in rows.items():
        yield f"{_CONTENT} | {row} | number", figure


def _balance(questions: Sequence[Note]) -> Iterator[tuple[str, int | float]]:
    """Yield how far categories and levels are from equal numbers, for people who look at a build's summary."""
    for name in ("category", "level"):
        counts = Counter(note[name] for note in questions).values()
        if counts:
            yield f"questions of a {name} (least)", min(counts)
            yield f"questions of a {name} (most)", max(counts)


def _matrix(
    table: str, questions: Sequence[Note], rows: tuple[str, Iterable[str]], columns: tuple[str, Iterable[str]]
) -> Iterator[tuple[str, int | float]]:
    """Yield a table of counts with the sums of its rows and columns; each side is a key of the notes and its values."""
    counts = Counter((str(note[rows[0]]), str(note[columns[0]])) for note in questions)
    names, others = list(rows[1]), list(columns[1])
    for name in names:
        for other in others:
            yield f"{table} | {name} | {other}", counts[name, other]
        yield f"{table} | {name} | all", sum(counts[name, other] for other in others)
    for other in others:
        yield f"{table} | all | {other}", sum(counts[name, other] for name in names)
    yield f"{table} | all | all", sum(counts[name, other] for name in names for other in others)


def _types(reports: Sequence[Note], questions: Sequence[Note]) -> Iterator[tuple[str, int | float]]:
    """Yield how often each type of chart is drawn and asked about, the most frequent first (Figure 13)."""
    drawn = Counter(name for report in reports for name in str(report["chart_types"]).split())
    asked = Counter(str(note["chart_type"]) for note in questions if note["chart_type"])
    tables = sum(int(report["tables"] or 0) for report in reports)
    for name in sorted(CHART_TYPES, key=lambda name: (-drawn[name], name)):
        row = f"Types of charts (Figure 13) | {name}"
        yield f"{row} | drawn", drawn[name]
        yield f"{row} | share (%)", round(100 * drawn[name] / (drawn.total() or 1), 1)
        yield f"{row} | asked about", asked[name]
    yield "Types of charts (Figure 13) | (tables) | drawn", tables
    yield "Types of charts (Figure 13) | (tables) | asked about", asked["table"]


def report_note(knobs: Mapping[str, Any], pdf: bytes, domain: str) -> Note:
    """Return what is counted of a report over a build, as a flat row."""
    return {
        "part": "report",
        **{name: knobs[name] for name in ("pages", "words", "charts", "tables")},
        "PDF (MB)": round(len(pdf) / 1e6, 3),
        "layout": knobs["layout"],
        "topic": knobs["topic"],
        "domain": domain,
        "chart_types": " ".join(knobs["chart_types"]),
    }
