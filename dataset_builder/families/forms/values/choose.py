"""Which value stands in which field of a document (VAREX, section 3.1, stage 3)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dataset_builder.families.forms.model import Field, Widget, Word
from dataset_builder.families.forms.values import amounts, bank, writers
from dataset_builder.families.forms.values.calendar import find_style
from dataset_builder.families.forms.values.case import Case
from dataset_builder.families.forms.values.empties import Empties, blank_out, choose_empty
from dataset_builder.families.forms.values.kinds import normalize_words
from dataset_builder.families.forms.values.leanings import choose_code
from dataset_builder.families.forms.values.lines import Worksheet, make_worksheet
from dataset_builder.families.forms.values.people import fold_to_ascii
from dataset_builder.families.forms.values.printed import (
    find_codes,
    find_copies,
    find_date_styles,
    find_dollar_signs,
    find_line_numbers,
    find_notes,
    find_percent_signs,
    find_skippable,
    has_printed_decimals,
    read_items,
)
from dataset_builder.families.forms.values.roles import Site, locate_fields
from dataset_builder.families.forms.values.settling import settle_kinds
from dataset_builder.families.forms.values.stories import Scene, tell_story
from dataset_builder.families.forms.values.sums import settle_amounts
from dataset_builder.families.forms.values.tables import load_table

OVERFLOW_SHARE = 0.01
"""Share of narratives that are longer than their box on purpose."""

_SPLIT_MONEY = ("money_dollars", "money_cents")
_WHOLE_DATES = frozenset(
    ["date", "birth_date", "death_date", "start_date", "end_date", "signature_date", "expiration_date"]
)
_EXEMPLARY = frozenset(
    ["text", "item_description", "description", "reason", "narrative", "code", "part_number", "unit_of_measure"]
)
"""Kinds for which a field's own examples are better than the bank."""

_NOTHING = frozenset(["", "none", "null", "nan", "n/a"])
"""Examples that a reader of the truth could take for a blank."""

_UNCHANGED = frozenset(["email", "website"])
_PROMPTS = re.compile(r"^\W*$|^(select|choose|pick|please|none selected|-)", re.IGNORECASE)


def choose_values(
    fields: Sequence[Field],
    widgets: Mapping[int, Widget],
    rng: random.Random,
    *,
    visible_length: Callable[[Widget], int],
    empty_share: float = 0.12,
    domain_words: str = "",
    printed: Sequence[Word] = (),
) -> dict[int, str | None]:
    """Return a value for every field, by widget index; None where it is left empty on purpose.

    One document has one cast: fields of one role share a person or firm, dates stand in order, totals add up. Values
    respect choices, ``max_length`` and combs, and fit the visible room but for ``OVERFLOW_SHARE`` of the narratives.

    Args:
        fields: the document's fields, each bound to one widget.
        widgets: the widgets by index; those of ``fields`` at least.
        rng: the document's generator for values; one number is drawn from it.
        visible_length: how many characters a widget shows.
        empty_share: share of optional fields left empty, 0 to below 1; rows of arrays are left empty from the end only.
        domain_words: further words that tell what the form is about, such as its title.
        printed: the words of the blank pages; dollar signs, line numbers and answer codes beside blanks are heeded.

    Raises:
        ValueError: ``empty_share`` is out of range.
        KeyError: a field's widget is not in ``widgets``, or its kind is not one of ``KINDS``.
    """
    if not 0 <= empty_share < 1:
        raise ValueError(f"empty_share {empty_share} is not in [0, 1)")
    ordered = [widgets[field.widget] for field in fields]
    by_index = {widget.index: widget for widget in ordered}
    settled = settle_kinds(fields, by_index, printed)
    sites, principal = locate_fields(settled)
    words = " ".join([domain_words, *(f"{field.path} {field.label} {field.description}" for field in fields)])
    domain = bank.infer_domain(words.replace("_", " "))
    case = Case(rng.getrandbits(64), domain, sites, principal, words)
    rooms = {site.field.widget: _room(widgets[site.field.widget], visible_length) for site in sites}
    dates = [site for site in sites if site.kind in _WHOLE_DATES]
    case.pictures = find_date_styles({site.field.widget: widgets[site.field.widget] for site in dates}, printed)
    asked = [case.pictures.get(site.field.widget) or find_style(site.words) for site in dates]
    case.narrow_dates([rooms[site.field.widget] for site in dates], asked)
    notes = find_notes(settled, printed)
    codes = find_codes(settled, by_index, printed, notes)
    sites = [
        replace(site, kind="code")
        if site.field.widget in codes or (site.kind == "text" and widgets[site.field.widget].choices)
        else site
        for site in sites
    ]
    numbers = find_line_numbers(by_index, printed)
    items = read_items(printed)
    worksheet = make_worksheet(sites, by_index, numbers, items, notes)
    skippable = find_skippable(by_index, items) if empty_share else frozenset()
    empty = choose_empty(sites, case.rng, empty_share, worksheet.computed, skippable)
    money_widgets = {site.field.widget: widgets[site.field.widget] for site in sites if site.kind == "money"}
    case.spell_cents(decimals=has_printed_decimals(money_widgets, printed))
    copies = find_copies(money_widgets, printed)
    hundredths = _settle_numbers(case, sites, widgets, rooms, empty, worksheet, copies)
    money = [
        (hundredths[site.field.widget], rooms[site.field.widget])
        for site in sites
        if site.kind == "money" and site.field.widget in hundredths
    ]
    case.narrow_amounts(money, signs=bool(find_dollar_signs(by_index, printed)))
    percents = find_percent_signs(by_index, printed)
    values: dict[int, str | None] = {}
    for site in sites:
        index = site.field.widget
        told = list(codes.get(index, ())) or [each for each in site.field.examples if each.lower() not in _NOTHING]
        if told and (index in codes or site.kind in _EXEMPLARY) and not widgets[index].choices:
            values[index] = _take(case, site, widgets[index], rooms[index], told)
        else:
            values[index] = _write(case, site, widgets[index], rooms[index], hundredths.get(index))
        if index in percents and (value := values[index]):
            values[index] = value.rstrip("%")
    return blank_out(sites, values, empty, skippable)


def _take(case: Case, site: Site, widget: Widget, room: int, told: Sequence[str]) -> str | None:
    """Return one of the values that the form itself tells of, another in every row while there are such."""
    told = [each for each in told if len(each) <= room] or told
    if site.kind == "narrative":
        shuffled = case.rng("told", site.field.path).sample(list(told), len(told))
        return fit_value(sorted(shuffled, key=lambda text: not text.endswith(".")), widget, room)
    if site.kind == "code":
        return fit_value([_answer(case, site, told)], widget, room)
    choice = case.distinct(f"told {site.column}", site.field.path, told)
    forms = [choice, *sorted(told, key=len, reverse=True)]
    return fit_value([form.upper() for form in forms] if case.style.upper else forms, widget, room)


def _answer(case: Case, site: Site, codes: Sequence[str]) -> str:
    """Return the code that a question is likely to be answered with."""
    return choose_code(case.rng("code", site.field.path), site, case.person(site.role).age_on(case.today), codes)


def _room(widget: Widget, visible_length: Callable[[Widget], int]) -> int:
    room = visible_length(widget)
    return min(room, widget.max_length) if widget.max_length else room


def _settle_numbers(
    case: Case,
    sites: Sequence[Site],
    widgets: Mapping[int, Widget],
    rooms: Mapping[int, int],
    empty: Empties,
    worksheet: Worksheet,
    copies: Mapping[int, int],
) -> dict[int, int]:
    """Return amounts in hundredths by widget: those of filled fields agree among themselves."""
    drawn: dict[int, int] = {}
    taken: set[int] = set()
    for site in sites:
        kind, index = site.kind, site.field.widget
        if (kind not in amounts.NUMERIC and kind not in _SPLIT_MONEY) or widgets[index].choices:
            continue
        cents = kind in ("money", "unit_price") and case.style.cents and rooms[index] >= 7 and not widgets[index].comb
        digits = rooms[index] - (3 if cents else 0)
        if site.row is not None and not amounts.TOTAL.search(site.words):
            digits = max(1, digits - 2)
        source = case.rng("amount", site.scope if kind in _SPLIT_MONEY else site.field.path)
        tries = [amounts.draw_amount(source, site, digits, cents=cents) for _ in range(9 if kind == "money" else 1)]
        value = next((amount for amount in tries if amount not in taken), tries[0])
        taken.add(value)
        drawn[index] = value
    filled = {index: value for index, value in drawn.items() if index not in empty}
    settle_amounts(sites, filled, worksheet, copies)
    return filled | {index: value for index, value in drawn.items() if index in empty}


def _write(case: Case, site: Site, widget: Widget, room: int, hundredths: int | None) -> str | None:
    """Return the first form of a value that the widget takes, or None where there is none."""
    kind = site.kind
    if kind == "narrative" and not widget.choices:
        return _narrate(case, site, widget, room)
    if hundredths is not None and kind in _SPLIT_MONEY:
        forms = [str(hundredths // 100)] if kind == "money_dollars" else [f"{hundredths % 100:02d}"]
    elif hundredths is not None:
        plain = widget.format == "number" or widget.comb
        forms = amounts.list_amount_forms(
            hundredths,
            kind,
            thousands="" if plain else case.style.thousands,
            cents=case.style.cents,
            sign=case.style.dollar_sign and not plain,
        )
    elif kind in writers.WRITERS:
        forms = writers.list_forms(case, site, widget)
    else:
        forms = []
    if widget.choices:
        return _choose(case, site, widget, forms)
    if case.style.upper and kind not in _UNCHANGED:
        forms = [form.upper() for form in forms]
    return fit_value(forms, widget, room)


def fit_value(forms: Sequence[str], widget: Widget, room: int) -> str | None:
    """Return the first of ``forms`` that a widget takes and shows, or None.

    A comb takes letters and digits only, without accents; the form that fills its cells best is preferred.
    """
    if not widget.comb:
        return next((form for form in forms if len(form) <= room), None)
    bare = [re.sub(r"[^A-Za-z0-9 ]", "", fold_to_ascii(form)) for form in forms]
    exact = [form for form in [*forms, *bare] if len(form) == widget.max_length]
    return next((form for form in [*exact, *bare] if form and len(form) <= room), None)


def _choose(case: Case, site: Site, widget: Widget, forms: Sequence[str]) -> str | None:
    """Return the choice that says the fact, or any real one."""
    offered = [choice for choice in widget.choices if not _PROMPTS.search(choice.strip())]
    same = {choice.strip().lower(): choice for choice in offered}
    branch = normalize_words(site.field.label).title()
    branches = {*load_table("words")["ranks"], "Space Force"}
    if branch in branches and branch != writers.find_branch(case, case.principal):
        return None
    for form in forms:
        if form.lower() in same:
            return same[form.lower()]
    if {choice.strip().lower() for choice in offered} in ({"yes", "no"}, {"y", "n"}):
        return _answer(case, site, offered)
    return case.rng("choice", site.field.path).choice(offered) if offered else None


def _narrate(case: Case, site: Site, widget: Widget, room: int) -> str | None:
    """Return sentences of the document's domain within the room, a phrase where none fits."""
    rng = case.rng("narrative", site.field.path)
    if rng.random() < OVERFLOW_SHARE:
        longest = widget.max_length or 10_000
        room = min(max(room * 3 // 2, 40), longest)
    scene = Scene(case.domain, case.today, case.address(case.principal).city)
    text = tell_story(rng, scene, room, case.used, f"{site.words} {site.field.label}")
    if text:
        return text
    phrases = [*bank.list_phrases(case.domain, "reasons"), *bank.list_phrases(case.domain, "phrases")]
    short = [phrase for phrase in phrases if len(phrase) <= room and phrase not in case.used]
    if not short:
        return None
    choice = rng.choice(short)
    case.used.add(choice)
    return choice
