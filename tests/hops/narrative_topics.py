"""Topics and ways to name a column, for the tests of narratives."""

from __future__ import annotations

import re

from dataset_builder.families.hops.model import Column, Metric, Topic

WATER = Topic(
    topic_id="water-bottling",
    domain="manufacturing",
    title="Water bottling",
    entity="bottling plant",
    entities="bottling plants",
    names=(
        "Coldwell",
        "Arden Spring",
        "Hollow Rock",
        "Pale Moor",
        "Vesper",
        "Ostry",
        "Kelm Head",
        "Tarn",
        "Yarrow",
        "Ibsley",
    ),
    group="bottle format",
    groups=("glass", "light plastic", "carboy"),
    metrics=(
        Metric("Still water filled", "thousand bottles", 60, 240),
        Metric("Tonic filled", "thousand bottles", 45, 190),
        Metric("Sugar used", "metric tons", 2.5, 9.0, 1),
        Metric("Lemonade filled", "thousand bottles", 50, 200),
    ),
    period="quarter",
)
EXAMS = Topic(
    topic_id="exam-boards",
    domain="education",
    title="Exam boards",
    entity="exam board",
    entities="exam boards",
    names=("Alder Vale", "Brume", "Corran", "Dunmoor", "Estwick", "Fallow", "Garrick", "Hythe", "Ingle", "Jessop"),
    group="paper",
    groups=("written", "oral", "practical"),
    metrics=(
        Metric("French entries marked", "hundred entries", 100, 900),
        Metric("Drama entries marked", "hundred entries", 80, 800),
        Metric("Scripts printed", "boxes", 1000, 9000),
    ),
    period="year",
)
TIMES = {"quarter": ("Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024"), "year": ("2021", "2022", "2023", "2024")}


def find_reference(column: Column, dimension: str) -> str:
    """Return a pattern of every way to name a column that GRAMMAR.md lists in section 3."""
    metric, group, time = map(re.escape, (column.metric, column.group, column.time))
    if not group:
        return rf"(?:{metric} (?:in|for|over|during) {time}|{metric} \({time}\)|{time} {metric})(?! \()"
    divided = rf"the {dimension} {group}"
    ways = (
        rf"{metric} for {divided} in {time}",
        rf"{metric} in {time} \((?:{dimension}: )?{group}\)",
        rf"{metric} \((?:{group}, {time}\)|{time}, {group}\)|(?:{dimension}: )?{group}\) in {time})",
        rf"{time} {metric} \({group}\)",
    )
    return f"(?:{'|'.join(ways)})"
