"""Which fields a document leaves empty, so that null has to be recognised and no part of a truth vanishes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dataset_builder.families.forms.values.amounts import NUMERIC
from dataset_builder.families.forms.values.roles import CARE_OF, Site
from dataset_builder.trees import format_path

SIGNATURE_EMPTY_SHARE = 0.75
"""Share of signature lines without a typed name."""

CARE_OF_EMPTY_SHARE = 0.6
"""Share of blanks for somebody in whose care mail is sent that stay empty."""

UNCLEAR_EMPTY_SHARE = 0.9
"""Share of blanks of which nothing is known, and of causes such as death that few forms have, left empty."""

SHORT_ROWS, SHORT_ALL_ROWS_SHARE = 4, 0.85
"""Rows of a short array, and the share of these that are filled to the last row."""

ALL_ROWS_SHARE = 0.5
"""Share of longer arrays all of whose rows are filled; of the others, two to three rows are likeliest."""

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


ROW_KEYS = frozenset(
    [
        "full_name",
        "last_first_name",
        "last_name",
        "first_name",
        "organization",
        "person_or_organization",
        "item_description",
        "quantity",
        "unit_price",
        "money",
    ]
)
"""Kinds without which a row of a table says little, so that a row in use has them."""

_PARTS = {
    "ssn": ("ssn_first3", "ssn_middle2", "ssn_last4"),
    "ein": ("ein_first2", "ein_last7"),
    "date": ("date_month", "date_day", "date_year"),
    "phone": ("area_code", "phone_rest"),
    "money": ("money_dollars", "money_cents"),
    "name": ("first_name", "last_name"),
    "address": ("street_address", "city", "state", "state_name", "zip", "city_state_zip", "zip_plus_four"),
}
"""Kinds that stand or fall together within one object."""

_SELDOM = re.compile(r"\b(death|decree|exempt payee|fatca|llc tax classification)\b")
"""Words of blanks that apply to few of those who fill in a form, and stay empty on one that is not about them."""

_ABOUT_DEATH = re.compile(r"\b(decedent|deceased|survivors?|widow\w*|funeral|burial)\b")
_COMPUTED = re.compile(r"\b(add|combine|subtract|multiply|totals?|subtotals?|smaller of|larger of|smallest of)\b")
"""Amounts that follow from others are filled whenever these are."""

_PART_OF = {kind: whole for whole, kinds in _PARTS.items() for kind in kinds}
_PART_WORDS = re.compile(r"\b(month|day|year|mm|dd|yyyy|yy|area code|number|phone|dollars|cents|part \d)\b")


@dataclass(frozen=True)
class Empties:
    """Widget indexes left empty: ``rows`` in rows that are not used, ``optional`` one by one."""

    rows: frozenset[int]
    optional: frozenset[int]

    def __contains__(self, index: object) -> bool:
        return index in self.rows or index in self.optional


def choose_empty(
    sites: Sequence[Site],
    rng_of: Callable[..., random.Random],
    share: float,
    computed: frozenset[int] = frozenset(),
    skippable: frozenset[int] = frozenset(),
) -> Empties:
    """Return which fields stay empty.

    Rows are left from the end of an array, never the first; entries of plain lists likewise. Within an object at least
    one field is kept that is sure to have a value.

    Args:
        sites: the document's fields.
        rng_of: gives the generator of a fact, as ``Case.rng`` does.
        share: probability that an optional field stays empty; a signature line stays empty with
            ``SIGNATURE_EMPTY_SHARE``. 0 leaves nothing empty.
        skippable: widgets of blanks that few have to fill in.
        computed: widgets of lines that follow from others and are filled whenever these are.
    """
    if not share:
        return Empties(frozenset(), frozenset())
    used = {array: count_rows(rng_of("rows", array), rows) for array, rows in _measure_arrays(sites).items()}
    rows = frozenset(site.field.widget for site in sites if any(place >= used[array] for array, place in site.arrays))
    present = [site for site in sites if site.field.widget not in rows]
    seldom = _find_seldom(sites) | skippable
    groups = [members for members in _group_by_object(present).values() if not _are_seldom(members, seldom)]
    kept = {_group_key(_first_sure(members)) for members in groups}
    kept |= {_group_key(site) for site in present if site.row is not None and site.kind in ROW_KEYS}
    optional = set()
    for site in present:
        key = _group_key(site)
        in_list = isinstance(site.steps[-1], int)
        if site.field.widget in computed or key in kept or in_list:
            continue
        if site.field.widget in seldom or rng_of("empty", *key).random() < _find_chance(site, share):
            optional.add(site.field.widget)
    return Empties(rows, frozenset(optional | _find_dangling(present, optional, used)))


def _find_seldom(sites: Sequence[Site]) -> frozenset[int]:
    """Return the widgets of blanks that apply to few, unless the form is about these; of rival numbers the second."""
    about_death = any(_ABOUT_DEATH.search(site.words) for site in sites)
    rare = {site.field.widget for site in sites if _SELDOM.search(site.words) and site.kind not in NUMERIC}
    personal = {site.steps[:-2] for site in sites if site.kind in _PARTS["ssn"] and len(site.steps) > 2}
    rivals = {site.field.widget for site in sites if site.kind in _PARTS["ein"] and site.steps[:-2] in personal}
    return frozenset(rivals if about_death else rare | rivals)


def _are_seldom(members: Sequence[Site], seldom: frozenset[int]) -> bool:
    return all(site.field.widget in seldom for site in members)


def _find_dangling(sites: Sequence[Site], optional: set[int], used: Mapping[str, int]) -> set[int]:
    """Return the widgets that make no sense without another that is empty.

    These are the second line of an address without the first, and what is asked of a third child where the form lists
    two.
    """
    streetless = {site.scope for site in sites if site.kind == "street_address" and site.field.widget in optional}
    lines = {
        site.field.widget
        for site in sites
        if site.kind in ("address_line_2", "unit_number") and site.scope in streetless
    }
    listed = [used[site.arrays[0][0]] for site in sites if _lists_children(site)]
    count = max(listed, default=0)
    children = {
        site.field.widget
        for site in sites
        if count and (number := _CHILD_NUMBER.search(_last_label(site))) and int(number.group(1)) > count
    }
    return lines | children


_CHILD_NUMBER = re.compile(r"\bchild (\d)\b")


def _last_label(site: Site) -> str:
    return f"{site.stem} {site.field.label.lower()}"


def _lists_children(site: Site) -> bool:
    return (
        site.base_role.startswith("child")
        and len(site.arrays) == 1
        and site.kind in ("full_name", "first_name", "last_name")
        and not _CHILD_NUMBER.search(_last_label(site))
    )


def _group_key(site: Site) -> tuple[str, ...]:
    """Return what a field shares with those that are empty whenever it is: a whole split into parts, or its path."""
    whole = _PART_OF.get(site.kind)
    if whole is None:
        return (site.field.path,)
    own = _PART_WORDS.sub("", site.stem).strip() if whole in ("date", "phone", "money") else ""
    return (format_path(site.steps[:-1]), whole, site.role, own)


def _find_chance(site: Site, share: float) -> float:
    """Return the probability that a field stays empty."""
    if site.kind == "signature_name":
        return SIGNATURE_EMPTY_SHARE
    if site.kind in NUMERIC and _COMPUTED.search(site.words):
        return 0.0
    if site.kind == "text" and not site.field.examples:
        certain = re.search(r"\bline [2-9]$", site.stem) or re.search(r"\b(other|specify)\b", site.words)
        return 1.0 if certain else UNCLEAR_EMPTY_SHARE
    if CARE_OF.search(site.stem) and site.kind == "full_name":
        return max(share, CARE_OF_EMPTY_SHARE)
    return UNCLEAR_EMPTY_SHARE if site.kind == "death_date" else share


def count_rows(rng: random.Random, rows: int) -> int:
    """Return how many of ``rows`` rows are filled: all of them, or a few, most often two or three, never only one.

    Arrays of one element come from forms that have room for one (VAREX, section 3.2, counts 27% of them among tables).
    """
    if rows <= 2 or rng.random() < (SHORT_ALL_ROWS_SHARE if rows <= SHORT_ROWS else ALL_ROWS_SHARE):
        return rows
    weights = [1 / (1 + abs(count - 2.5)) ** 1.5 for count in range(2, rows)]
    return rng.choices(range(2, rows), weights)[0]


def blank_out(
    sites: Sequence[Site],
    values: Mapping[int, str | None],
    empty: Empties,
    skippable: frozenset[int] = frozenset(),
) -> dict[int, str | None]:
    """Return values with the empty ones set to None; an object that would hold nothing keeps one that has a value.

    The second happens where the field meant to keep an object alive has no value in this document.
    """
    kept = {index: None if index in empty else value for index, value in values.items()}
    present = [site for site in sites if site.field.widget not in empty.rows]
    seldom = _find_seldom(sites) | skippable
    for members in _group_by_object(present).values():
        if not _are_seldom(members, seldom) and all(kept[site.field.widget] is None for site in members):
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
    return min(sites, key=lambda site: 2 * (site.kind in RARELY_FILLED) + (site.kind == "text"))
