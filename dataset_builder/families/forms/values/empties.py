"""Which fields a document leaves empty, so that null has to be recognised and no part of a truth vanishes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dataset_builder.families.forms.values.amounts import NUMERIC
from dataset_builder.families.forms.values.roles import Site
from dataset_builder.trees import format_path

SIGNATURE_EMPTY_SHARE = 0.75
"""Share of signature lines without a typed name."""

ALL_ROWS_SHARE = 0.35
"""Share of arrays all of whose rows are filled; of the others, two to three rows are likeliest."""

RARELY_FILLED = frozenset(
    [
        "signature_name",
        "province",
        "postal_code",
        "name_suffix",
        "other_name",
        "address_line_2",
        "unit_number",
        "po_box",
    ]
)
"""Kinds that a person may well lack, so that no object is kept alive by one of them alone."""


@dataclass(frozen=True)
class Empties:
    """Widget indexes left empty: ``rows`` in rows that are not used, ``optional`` one by one."""

    rows: frozenset[int]
    optional: frozenset[int]

    def __contains__(self, index: object) -> bool:
        return index in self.rows or index in self.optional


def choose_empty(sites: Sequence[Site], rng_of: Callable[..., random.Random], share: float) -> Empties:
    """Return which fields stay empty.

    Rows are left from the end of an array, never the first; entries of plain lists likewise. Within an object at least
    one field is kept that is sure to have a value.

    Args:
        sites: the document's fields.
        rng_of: gives the generator of a fact, as ``Case.rng`` does.
        share: probability that an optional field stays empty; a signature line stays empty with
            ``SIGNATURE_EMPTY_SHARE``. 0 leaves nothing empty.
    """
    if not share:
        return Empties(frozenset(), frozenset())
    used = {array: count_rows(rng_of("rows", array), rows) for array, rows in _measure_arrays(sites).items()}
    rows = frozenset(site.field.widget for site in sites if any(place >= used[array] for array, place in site.arrays))
    present = [site for site in sites if site.field.widget not in rows]
    kept = {_first_sure(members).field.widget for members in _group_by_object(present).values()}
    optional = set()
    for site in present:
        chance = SIGNATURE_EMPTY_SHARE if site.kind == "signature_name" else share
        in_list = isinstance(site.steps[-1], int)
        if rng_of("empty", site.field.path).random() < chance and site.field.widget not in kept and not in_list:
            optional.add(site.field.widget)
    return Empties(rows, frozenset(optional))


def count_rows(rng: random.Random, rows: int) -> int:
    """Return how many of ``rows`` rows are filled, 1 to ``rows``: all of them, or a few, most often two or three."""
    if rows < 2 or rng.random() < ALL_ROWS_SHARE:
        return rows
    weights = [1 / (1 + abs(count - 2.5)) ** 1.5 for count in range(1, rows)]
    return rng.choices(range(1, rows), weights)[0]


def blank_out(sites: Sequence[Site], values: Mapping[int, str | None], empty: Empties) -> dict[int, str | None]:
    """Return values with the empty ones set to None; an object that would hold nothing keeps one that has a value.

    The second happens where the field meant to keep an object alive has no value in this document.
    """
    kept = {index: None if index in empty else value for index, value in values.items()}
    present = [site for site in sites if site.field.widget not in empty.rows]
    for members in _group_by_object(present).values():
        if all(kept[site.field.widget] is None for site in members):
            spare = [site for site in members if values[site.field.widget] is not None]
            spare.sort(key=lambda site: site.kind in NUMERIC)
            for site in spare[:1]:
                kept[site.field.widget] = values[site.field.widget]
    return kept


def _measure_arrays(sites: Iterable[Site]) -> dict[str, int]:
    rows: dict[str, int] = {}
    for site in sites:
        for array, place in site.arrays:
            rows[array] = max(rows.get(array, 0), place + 1)
    return rows


def _group_by_object(sites: Iterable[Site]) -> dict[str, list[Site]]:
    """Return the fields under every object of the truth, the root included, by the object's path."""
    groups: dict[str, list[Site]] = {}
    for site in sites:
        for depth, step in enumerate(site.steps):
            if isinstance(step, str):
                groups.setdefault(format_path(site.steps[:depth]), []).append(site)
    return groups


def _first_sure(sites: Sequence[Site]) -> Site:
    return next((site for site in sites if site.kind not in RARELY_FILLED), sites[0])
