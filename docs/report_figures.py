"""Writes ``docs/reports.md``: what a build of reports is made up of, beside the paper's figures.

Run: ``docassay build reports OUT --documents 200 --seed 1``, then ``python docs/report_figures.py OUT``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dataset_builder.card import Table, group_figures, list_loose
from dataset_builder.families.reports.composition import PUBLISHED


def describe(manifest: dict[str, Any]) -> str:
    """Return the page as Markdown, from the content of ``docassay.json``."""
    held, arguments = manifest["families"]["reports"], manifest["arguments"]["reports"]
    lines = [
        "# What reports are made up of",
        "",
        f"Counted in the {held['documents']} documents of",
        f"`docassay build reports OUT --documents {arguments['documents']} --seed {arguments['seed']}`,",
        "by `docs/report_figures.py`; its card has the same tables. Beside them: what SynthDocBench says of itself.",
        "What guessers and shortcuts are stands in [dataset_card.md](../dataset_card.md).",
        "",
    ]
    refused = [f"{count} for “{reason}”" for reason, count in held["refused"].items()]
    lines += [f"Refused documents: {', '.join(refused) or 'none'}.", ""]
    for table in group_figures(held["figures"], PUBLISHED):
        lines += [f"## {table.title}", "", *print_table(table), ""]
    loose = list_loose(held["figures"])
    lines += ["## Quality control", "", *(f"- {name}: {figure:g}" for name, figure in loose.items())]
    return "\n".join(lines) + "\n"


def print_table(table: Table) -> list[str]:
    """Return a table as lines of Markdown."""
    return [
        f"| | {' | '.join(table.columns)} |",
        f"|---|{'---|' * len(table.columns)}",
        *(f"| {name} | {' | '.join(cells)} |" for name, cells in table.rows),
    ]


if __name__ == "__main__":
    found = json.loads((Path(sys.argv[1]) / "docassay.json").read_text(encoding="utf-8"))
    (Path(__file__).parent / "reports.md").write_text(describe(found), encoding="utf-8")
