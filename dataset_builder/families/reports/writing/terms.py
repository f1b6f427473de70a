"""Terms and flags that sentences on figures need: printed values, differences, directions, names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dataset_builder.families.reports.model import Dataset, World
from dataset_builder.families.reports.topics import Entities
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.ear import split_sentences
from dataset_builder.families.reports.writing.grammar import Context

_BIG, _SMALL, _FLAT = 0.25, 0.07, 0.025
_THINGS = re.compile(r"\b(?:tool|component|system|model|app|product|device)s?$", re.IGNORECASE)
_ORGANISATIONS = re.compile(
    r"\b(?:bank|lender|fund|insurer|firm|company|operator|carrier|airline|hospital|clinic|surgery|practice|school|"
    r"college|university|academy|institute|institution|museum|gallery|theatre|orchestra|library|laboratory|lab|centre|"
    r"center|court|tribunal|agency|ministry|office|club|league|union|port|harbour|airport|terminal|station|mine|fab|"
    r"plant|mill|factory|works|yard|refinery|reactor|dam|farm|ranch|platform|newspaper|publisher|broadcaster|"
    r"scheme|festival|mire|crossing|unit|administration|studio|cooperative|society|trust|charity|foundation|exchange|registry|reservoir|site|depot)s?$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:[\w’-]+ ){0,5}(?:they|their|them)\b")
_LINKS = (
    "of|by|to|in|into|for|from|per|at|on|onto|with|without|and|against|about|under|over|behind|between|through|within|"
    "after|before|as|that|who|which|whose|where|when|among|across"
)
Terms = dict[str, str | tuple[str, ...] | Context]
_OFFICER = re.compile(
    r"\b(?:president|chair\w*|secretary|treasurer|director|chief executive|spokes\w+|convenor|warden|master|founder|"
    r"registrar|governor|commissioner|member|head)\b"
)
"""Titles of those who belong to a body, rather than work at it."""


def locate(entities: Entities, name: str) -> str:
    """Return an entity with the preposition that its kind takes.

    >>> from dataset_builder.families.reports.topics import Entities
    >>> locate(Entities("savings bank", "savings banks", (), ()), "Orrin Mutual")
    'at Orrin Mutual'
    """
    if _THINGS.search(entities.kind):
        return f"for {name}"
    return f"{'at' if _ORGANISATIONS.search(entities.kind) else 'in'} {name}"


def entity_terms(world: World, name: str) -> Terms:
    """Return the terms of an entity: ``E``, ``Es``, ``inE``, ``G``."""
    group = next((entity.group for entity in world.entities if entity.name == name), "")
    return {"E": name, "Es": figures.possessive(name), "inE": locate(world.topic.entities, name), "G": group}


def trait_context(group: str, trait: str) -> Context:
    """Return what a trait of a group needs; flag ``they`` where it takes the group up by a pronoun."""
    return Context({"G": group, "t0": trait}, frozenset({"they"} if _PRONOUN.match(trait) else ()))


def place_terms(world: World) -> Terms:
    """Return the terms that are the same all through a report."""
    kinds = world.topic.entities
    return {
        "place": world.place,
        "kind": kinds.kind,
        "kinds": kinds.kinds,
        "N": figures.count(len(world.entities)),
        "first": str(world.years[0]),
        "last": str(world.years[-1]),
        "Y": figures.count(len(world.years)),
    }


def bare(phrase: str) -> str:
    """Return a noun phrase without its article.

    >>> bare("the wait"), bare("continuity")
    ('wait', 'continuity')
    """
    return re.sub(r"^(?:the|an?) ", "", phrase)


def with_article(short: str) -> str:
    """Return the short name of a figure as it stands before a value of it: some names take no article.

    >>> with_article("the induction rate"), with_article("one-to-one care"), with_article("the arrears")
    ('an induction rate of', 'one-to-one care at', 'arrears of')
    """
    noun = bare(short)
    if noun == short:
        return f"{noun} at"
    return f"{noun} of" if is_plural(noun) else f"{figures.article(noun)} {noun} of"


def is_plural(noun: str) -> bool:
    """Tell whether a noun phrase without article is plural, by its head.

    >>> is_plural("large-load requests"), is_plural("curtailment of new plants"), is_plural("die loss")
    (True, False, False)
    >>> is_plural("looking into mouths"), is_plural("old rain books joined to records"), is_plural("depots inland")
    (False, True, True)
    """
    head = re.split(rf" (?:{_LINKS}) ", noun)[0]
    head = re.sub(r"(?<=s) (?:\w+(?:ed|en)|inland|abroad|alone|together|elsewhere)$", "", head)
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


def in_text(unit: str) -> str:
    """Return a unit as running text has it: the measure's definition says of what a percentage is taken.

    >>> in_text("% of premiums"), in_text("days")
    ('%', 'days')
    """
    return "%" if unit.startswith("%") else unit.replace("'", "’")


def pair_terms(old: float, new: float, data: Dataset) -> Terms:
    """Return two printed values, 0 and 1; roughly only where they do not come out alike."""
    terms = {**value_terms("0", old, data), **value_terms("1", new, data)}
    rough = figures.rounded(old, data.decimals), figures.rounded(new, data.decimals)
    if rough[0] is None or rough[1] is None or abs(rough[1][1] - rough[0][1]) < 0.05 * abs(rough[0][1] or 1):
        terms |= {"a0": terms["u0"], "a1": terms["u1"]}
    return terms


def value_terms(name: str, value: float, data: Dataset) -> Terms:
    """Return a printed value: ``v<name>`` plain, ``u<name>`` with unit, ``a<name>`` roughly where it can be."""
    unit = in_text(data.unit)
    exact = figures.with_unit(figures.plain(value, data.decimals), unit)
    return {
        f"v{name}": bare_value(value, data),
        f"u{name}": exact,
        f"a{name}": (*figures.about(value, data.decimals, unit), exact)[:6],
    }


def bare_value(value: float, data: Dataset) -> str:
    """Return a printed value as it follows another of its unit: a sign stays, a word does not.

    >>> [bare_value(3.25, Dataset("x", "panel", "x", unit, 1, (), (), {})) for unit in ("% of posts", "hours")]
    ['3.2%', '3.2']
    """
    plain = figures.plain(value, data.decimals)
    return f"{plain}%" if data.unit.startswith("%") else plain


def difference(value: float, data: Dataset) -> str:
    """Return the size of a difference with its unit.

    >>> difference(-3.2, Dataset("x", "panel", "x", "%", 1, (), (), {}))
    '3.2 percentage points'
    """
    number = figures.plain(abs(value), data.decimals)
    if not data.unit.startswith("%"):
        return figures.with_unit(number, in_text(data.unit))
    return f"{number} {'percentage point' if number == '1' else 'percentage points'}"


def change_terms(old: float, new: float, data: Dataset, better: str) -> tuple[Terms, set[str]]:
    """Return terms and flags of a move from one value to another: ``d``, ``by``, up, down, big, small, flat, good, bad.

    Values must differ as printed.
    """
    change = new - old
    relative = abs(change / old) if old else 1.0
    flags = {"up" if change > 0 else "down"}
    if relative >= _BIG:
        flags.add("big")
    if relative <= _SMALL:
        flags.add("small")
    if relative <= _FLAT:
        flags.add("flat")
    if better in ("higher", "lower"):
        flags.add("good" if (change > 0) == (better == "higher") else "bad")
    size = difference(change, data)
    if data.unit.startswith("%"):
        by: tuple[str, ...] = (size,)
    else:
        share = f"{round(relative * 100)}%"
        by = (*figures.fraction(relative), share) if 0.02 <= relative < 0.95 else (size,)
    return {"d": size, "by": by}, flags


def year_terms(first: int, last: int) -> Terms:
    """Return ``y0``, ``y1`` and ``k``, how many years lie between."""
    return {"y0": str(first), "y1": str(last), "k": figures.count(last - first)}


def times_over(high: float, low: float) -> tuple[str, ...]:
    """Return ways to say how many times ``low`` goes into ``high``, none where no plain one fits."""
    return figures.multiple(high / low) if low > 0 else ()


def thin_unit(text: str, unit: str) -> str:
    """Return a text on one measure without its unit where its sentence has it already.

    A unit of one word goes after its second time in a sentence, one of more words after its first. Percentages keep
    theirs.

    >>> thin_unit("It rose from 3.1 loans per resident to 4.2 loans per resident.", "loans per resident")
    'It rose from 3.1 loans per resident to 4.2.'
    """
    words = figures.with_unit("2", in_text(unit)).removeprefix("2").strip()
    if unit.startswith("%") or not words:
        return text
    kept = 1 if " " in words else 2
    pattern = re.compile(rf"(?<=\d) {re.escape(words)}(?![\w-])")
    thinned = []
    for sentence in split_sentences(text):
        *parts, last = pattern.split(sentence)
        thinned.append("".join(f"{part} {words}" if place < kept else part for place, part in enumerate(parts)) + last)
    return " ".join(thinned)


def merge(*parts: Mapping[str, str | tuple[str, ...] | Context]) -> Terms:
    """Return all terms in one."""
    found: Terms = {}
    for part in parts:
        found.update(part)
    return found


def link_title(title: str) -> str:
    """Return the preposition between a title and a body.

    >>> [link_title(title) for title in ("president", "head of standards", "data officer")]
    ['of', 'at', 'at']
    """
    return "of" if _OFFICER.search(title) and " of " not in title else "at"
