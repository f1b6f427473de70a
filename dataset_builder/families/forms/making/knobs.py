"""What a build may ask of made forms beyond the paper's composition."""

from __future__ import annotations

from dataclasses import dataclass, fields

LANGUAGES: tuple[str, ...] = ("en", "es", "fr", "de")
"""Languages that the bank is written in."""

_RANGES: dict[str, tuple[float, float]] = {
    "depth": (1, 4),
    "rows": (2, 40),
    "columns": (1, 8),
    "tables": (0, 2),
    "pages": (1, 6),
    "empty_rows": (0.0, 0.9),
}


@dataclass(frozen=True)
class Knobs:
    """Axes that can be set; None leaves an axis to what is drawn by default, as in VAREX, section 3.2.

    Attributes:
        depth: named steps of the deepest path, 1 (``a``) to 4 (``part.section.group.a``).
        rows: rows of every table, 2 to 40.
        columns: columns of every table, 1 to 8.
        tables: tables of every form, 0 to 2.
        pages: pages to fill, 1 to 6; a form gets more blanks until it has as many.
        empty_rows: share of each table's rows, the last ones, that stay empty, 0 to 0.9; one row is always filled.
        language: what the form is printed in, one of ``LANGUAGES``; names of fields are its captions in ASCII letters.

    >>> Knobs(rows=41)
    Traceback (most recent call last):
    ValueError: rows 41 is not between 2 and 40
    """

    depth: int | None = None
    rows: int | None = None
    columns: int | None = None
    tables: int | None = None
    pages: int | None = None
    empty_rows: float | None = None
    language: str = "en"

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{name} {value} is not between {least} and {most}")
        if self.language not in LANGUAGES:
            raise ValueError(f"language {self.language!r} is not one of {', '.join(LANGUAGES)}")
        if self.tables == 0 and self.tabular:
            raise ValueError("tables 0 leaves nothing that rows, columns or empty_rows could be set for")
        if self.depth == 1 and (self.tabular or self.tables):
            raise ValueError("depth 1 is that of a form without tables, whose rows are objects")

    @property
    def tabular(self) -> bool:
        """Return whether an axis of tables is set."""
        return self.rows is not None or self.columns is not None or self.empty_rows is not None

    def split(self, dealt: str) -> str:
        """Return the split of a form that was dealt ``dealt``, as far as the axes allow it.

        >>> Knobs(rows=5).split("flat"), Knobs(depth=3).split("flat"), Knobs(tables=0).split("table")
        ('table', 'nested', 'nested')
        """
        if self.tabular or self.tables:
            return "table"
        if self.depth == 1:
            return "flat"
        if dealt == "table" and self.tables == 0:
            return "nested"
        return "nested" if dealt == "flat" and self.depth is not None else dealt

    def tell(self) -> dict[str, int | float | str]:
        """Return the axes that are set.

        >>> Knobs(rows=5, language="es").tell()
        {'rows': 5, 'language': 'es'}
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None and value != "en"}


PLAIN = Knobs()
"""No axis set."""
