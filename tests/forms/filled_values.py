"""Filling a made-up form of (path, kind) fields, and reading what was filled in."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from hypothesis import strategies as st

from dataset_builder.families.forms.model import Field, Widget, Word
from dataset_builder.families.forms.values import choose_values
from dataset_builder.seeds import rng_for

APPLICATION = [
    ("applicant.first_name", "first_name"),
    ("applicant.last_name", "last_name"),
    ("applicant.date_of_birth", "birth_date"),
    ("applicant.age", "age"),
    ("applicant.email", "email"),
    ("applicant.address.city", "city"),
    ("applicant.address.state", "state"),
    ("applicant.address.zip", "zip"),
    ("applicant.address.county", "county"),
    ("applicant.phone", "phone"),
    ("applicant.ssn", "ssn"),
    ("applicant.ssn_last4", "ssn_last4"),
    ("spouse.first_name", "first_name"),
    ("spouse.last_name", "last_name"),
    ("attorney.name", "full_name"),
    ("employment.hire_date", "start_date"),
    ("employment.end_date", "end_date"),
    ("page_2.name", "full_name"),
    ("certification.printed_name", "full_name"),
    ("certification.date_signed", "signature_date"),
]

SEEDS = st.integers(min_value=0, max_value=10_000)


def make_widget(index: int, **changes: object) -> Widget:
    return replace(Widget(index, index, f"w{index}", 1, (0.0, 0.0, 300.0, 14.0), "text"), **changes)  # type: ignore[arg-type]


def fill(
    spec: list[tuple[str, str]],
    seed: int = 0,
    *,
    room: int = 80,
    rooms: dict[str, int] | None = None,
    labels: dict[str, str] | None = None,
    widgets: dict[str, dict[str, object]] | None = None,
    empty_share: float = 0.0,
    domain_words: str = "",
    printed: list[Word] | None = None,
    examples: dict[str, tuple[str, ...]] | None = None,
) -> dict[str, str | None]:
    """Return values by path of a made-up form of (path, kind) fields."""
    fields = [
        Field(path, number, path, kind, (labels or {}).get(path, ""), examples=(examples or {}).get(path, ()))
        for number, (path, kind) in enumerate(spec)
    ]
    made = {number: make_widget(number, **(widgets or {}).get(path, {})) for number, (path, _) in enumerate(spec)}
    wide = {number: (rooms or {}).get(path, room) for number, (path, _) in enumerate(spec)}
    values = choose_values(
        fields,
        made,
        rng_for("forms", seed, 7, "values"),
        visible_length=lambda widget: wide[widget.index],
        empty_share=empty_share,
        domain_words=domain_words,
        printed=printed or (),
    )
    assert set(values) == set(range(len(spec)))
    return {path: values[number] for number, (path, _) in enumerate(spec)}


def print_words(line: str, x: float, y: float) -> list[Word]:
    """Return the words of a printed line, each character five points wide."""
    words = []
    for text in line.split():
        words.append(Word(text, 1, (x, y, x + 5 * len(text), y + 10), 9, False, False, int(y), 0))
        x += 5 * (len(text) + 1)
    return words


def stand(x: float, y: float, width: float = 60) -> dict[str, object]:
    """Return the changes that put a widget somewhere on its page."""
    return {"rect": (x, y, x + width, y + 12)}


def parse_date(text: str) -> date:
    for style in ("%m/%d/%Y", "%m-%d-%Y", "%Y-%m-%d", "%B %d, %Y", "%b %d, %Y", "%m/%d/%y"):
        try:
            return datetime.strptime(text.title(), style).date()
        except ValueError:
            continue
    raise ValueError(f"{text!r} is no date")


def cents(text: str) -> Decimal:
    return Decimal(text.replace("$", "").replace(",", ""))


def money(values: dict[str, str | None], path: str) -> Decimal:
    value = values[path]
    assert value is not None, path
    return cents(value)


def table(rows: int) -> list[tuple[str, str]]:
    return [("title", "text"), *((f"rows[{row}].{name}", name) for row in range(rows) for name in ("city", "money"))]
