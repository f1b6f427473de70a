"""Tables of a report, and the bounds in their cells."""

from __future__ import annotations

from collections.abc import Sequence

from eval_scripts.scorers import percent

FEWEST = 5
"""Documents that bounds from resampling need at least; of fewer they'd say little."""


def bounds(interval: Sequence[float] | None, documents: int) -> str:
    """Return bounds in brackets, a dash where too few documents are scored, nothing where none is.

    >>> bounds([0.25, 0.5], 9), bounds([0.0, 1.0], 2), bounds(None, 0)
    (' [25.0, 50.0]', ' [–]', '')
    """
    if interval is None:
        return ""
    return f" [{percent(interval[0])}, {percent(interval[1])}]" if documents >= FEWEST else " [–]"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> list[str]:
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
