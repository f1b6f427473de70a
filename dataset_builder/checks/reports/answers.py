"""The words of a reference answer and of its reasoning, held against what a program gives and reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.programs import Found, Program, facts_read, number
from dataset_builder.checks.reports.reading import STATISTICS, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

FEWEST_TOKENS = 6
COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

UP = r"\b(?:rose|risen|rises?|rising|higher|up|upwards?|increased?|grew|climbed|climbs)\b"
DOWN = r"\b(?:fell|fallen|falls?|falling|lower|down|downwards?|decreased?|declined?|dropped|shrank)\b"

_SAYS: dict[str, tuple[str, ...]] = {
    "rise": (r"\b(?:rises|rising) (?:all through|throughout|steadily)",),
    "fall": (r"\b(?:falls|falling) (?:all through|throughout|steadily)",),
    "peak": (r"\b(?:peak|top)\b.*\b(?:falls?|down)\b",),
    "dip": (r"\b(?:low|trough|dips?)\b.*\b(?:recovers?|rises?|up)\b",),
    "positive": (r"\bupwards\b", r"\bpositive\b"),
    "negative": (r"\bdownwards\b", r"\bnegative\b"),
    "none": (r"\bno clear (?:direction|pattern)\b", r"\bno (?:association|relationship)\b"),
    "symmetric": (r"\bsymmetric", r"\beven on both sides\b"),
    "bimodal": (r"\btwo[- ](?:humped|humps|peaked|peaks)\b", r"\bbimodal\b"),
    "right-skewed": (r"\b(?:skewed to the right|right-skewed)\b", r"\btail (?:to the right|on the high side)\b"),
    "left-skewed": (r"\b(?:skewed to the left|left-skewed)\b", r"\btail (?:to the left|on the low side)\b"),
    "by value, from high to low": (r"\bhigh to low\b", r"\bdescending\b"),
    "by value, from low to high": (r"\blow to high\b", r"\bascending\b"),
    "by name, in alphabetical order": (r"\balphabetical",),
}
"""Patterns, of which the first sentence of an answer has one, by the word that the program gives."""

_RIVALS = (
    ("rise", "fall", "peak", "dip"),
    ("positive", "negative", "none"),
    ("symmetric", "bimodal", "right-skewed", "left-skewed"),
    ("by value, from high to low", "by value, from low to high", "by name, in alphabetical order"),
)
"""Words of which only one can be right."""


@dataclass(frozen=True)
class Solution:
    """What a program gives over an exhibit.

    Attributes:
        program: of the question.
        found: what it gives.
        asked: the exhibit.
    """

    program: Program
    found: Found
    asked: Exhibit

    @cached_property
    def parts(self) -> tuple[Fraction | str, ...]:
        """Return the answer, or the answers of a list."""
        return self.found if isinstance(self.found, tuple) else (self.found,)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Return the ids of the facts read, each once."""
        return tuple(dict.fromkeys(facts_read(self.program)))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return all keys of the exhibit's facts."""
        return tuple(dict.fromkeys(key for column in self.asked.dims for key in column))

    @cached_property
    def given(self) -> frozenset[str]:
        """Return the keys that the answer is made of."""
        names = [part for part in self.parts if isinstance(part, str)]
        return frozenset(key for name in names for key in find_names(name, self.keys)[0])

    @cached_property
    def read(self) -> frozenset[str]:
        """Return the keys of the facts read."""
        return frozenset(key for fact in self.facts for key in self.asked.keys(fact))

    @cached_property
    def numbers(self) -> frozenset[Fraction]:
        """Return, without signs, every number that the program reads or computes on its way."""
        found = {abs(self.asked.shown[fact]) for fact in self.facts}
        found |= {abs(value) for value in _inner(self.program, self.asked.shown)}
        found |= {abs(part) for part in self.parts if isinstance(part, Fraction)}
        if self.asked.entry["terms"]:
            found |= {abs(Fraction(str(entry["value"]))) for entry in self.asked.told["data"]}
        return frozenset(found)


def _inner(program: Any, shown: Mapping[str, Fraction]) -> Iterator[Fraction]:
    """Yield the numbers that the operations of a program give."""
    if isinstance(program, Mapping):
        if "op" in program:
            with suppress(KeyError, ValueError):
                yield number(program, shown)
        for part in program.values():
            yield from _inner(part, shown)
    elif isinstance(program, list):
        for part in program:
            yield from _inner(part, shown)
    elif isinstance(program, int | float) and not isinstance(program, bool):
        yield Fraction(str(program))


def check_answer(name: str, answer: str, solution: Solution) -> Iterator[Violation]:
    """Yield where a reference answer says something else than its program gives, or what nothing bears out."""
    if len(answer.split()) < FEWEST_TOKENS:
        yield violation("answer", name, "answer", f"{FEWEST_TOKENS} words or more", answer)
    for part in solution.parts:
        if not _tells(answer, part, solution):
            yield violation("answer", name, "answer", _show(part), answer)
            return
    for problem in (
        *_check_order(answer, solution),
        *_check_names(answer, solution),
        *_check_numbers(answer, solution),
        *_check_pairs(answer, solution),
    ):
        yield violation("answer", name, f"answer: {answer}", "what the program gives and reads", problem)


def check_reasoning(name: str, reasoning: str, solution: Solution) -> Iterator[Violation]:
    """Yield what the steps to an answer say that the exhibit does not bear out."""
    asked = solution.asked
    wanted = f"{'Table' if asked.kind == 'table' else 'Figure'} {asked.entry['number']}"
    named = re.findall(r"\b(?:Figure|Table) \d+", reasoning)
    if set(named) != {wanted}:
        yield violation("answer", name, "reasoning", wanted, named)
    steps = re.sub(r"\b(?:Figure|Table) \d+", "", reasoning)
    problems = [*_check_numbers(steps, solution), *_check_pairs(steps, solution)]
    numeric = [part for part in solution.parts if isinstance(part, Fraction)]
    if not solution.facts and solution.program["op"] != "encoding":
        problems.append("reads nothing")
    held = {Fraction(text) for text in numbers_in(steps)}
    problems += [f"no {float(part):g}" for part in numeric if abs(part) not in held and not _is_listed(part, solution)]
    names = set(find_names(steps, solution.keys)[0])
    problems += [f"no {key}" for key in sorted(solution.given - names)]
    for problem in problems:
        yield violation("answer", name, f"reasoning: {reasoning}", "what the exhibit shows", problem)


def _is_listed(part: Fraction, solution: Solution) -> bool:
    """Tell whether a number is a count, whose items the steps list instead."""
    inner = solution.program
    return bool(inner["op"] == "count") and part.denominator == 1


def first_sentence(text: str) -> str:
    """Return a text up to the end of its first sentence."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z“])", text)[0]


def says_word(text: str, word: str) -> bool:
    """Tell whether a text says a word of a closed list, and none that excludes it."""
    plain = text.casefold()
    if word in ("rose", "fell"):
        up, down = re.search(UP, plain), re.search(DOWN, plain)
        return bool(up and not down) if word == "rose" else bool(down and not up)
    rivals = next((group for group in _RIVALS if word in group), ())
    said = [rival for rival in rivals if any(re.search(pattern, plain) for pattern in _SAYS[rival])]
    return said == [word]


def _tells(answer: str, part: Fraction | str, solution: Solution) -> bool:
    """Tell whether an answer has what the program gives."""
    plain = answer.replace("−", "-").casefold()
    if isinstance(part, Fraction):
        if abs(part) in {Fraction(text) for text in numbers_in(answer)}:
            return not _is_signed(solution) or _has_sign(plain, part)
        count = part.denominator == 1 and 0 <= part < len(COUNTS)
        return bool(count) and COUNTS[int(part)] in re.findall(r"\w+", first_sentence(plain))
    if part in ("Yes", "No"):
        return plain.startswith(f"{part.casefold()},") and (part == "Yes") == ("exceed" in plain)
    if part in _SAYS or part in ("rose", "fell"):
        return says_word(first_sentence(answer), part)
    keys = set(find_names(part, solution.keys)[0]) if solution.program["op"] != "encoding" else set()
    if not keys:
        return part.casefold() in plain
    return all(_says_key(key, answer) for key in keys)


def _says_key(key: str, text: str) -> bool:
    if find_names(text, [key])[0]:
        return True
    bounds = re.split("[–-]", key)
    return len(bounds) == 2 and bool(find_names(text, [f"{bounds[0]} to {bounds[1]}"])[0])


def _is_signed(solution: Solution) -> bool:
    """Tell whether the sign belongs to the answer: of a change, or of a step."""
    signed = solution.asked.entry["terms"] or solution.asked.dataset["kind"] == "bridge"
    return bool(signed) and solution.program["op"] in ("value", "subtract")


def _has_sign(plain: str, part: Fraction) -> bool:
    digits = f"{float(abs(part)):,.6f}".rstrip("0").rstrip(".")
    return part >= 0 or bool(
        re.search(rf"-{re.escape(digits)}|\bdecrease|\bdown\b|\bless\b|apart|gap|differ|distance", plain)
    )


def _check_order(answer: str, solution: Solution) -> Iterator[str]:
    """Yield several values that are not given in the order in which they are asked for."""
    if solution.program["op"] == "values":
        said = [Fraction(text) for text in numbers_in(answer)]
        places = [said.index(abs(part)) for part in solution.parts if isinstance(part, Fraction) and abs(part) in said]
        if places != sorted(places):
            yield "values in another order"


def _check_names(answer: str, solution: Solution) -> Iterator[str]:
    """Yield keys that the first sentence of an answer names although they are not in it."""
    if not solution.given:
        return
    named = set(find_names(first_sentence(answer), solution.keys)[0])
    places = [set(column) for column in solution.asked.dims if solution.given & set(column)]
    for key in sorted(named - solution.given):
        if any(key in column for column in places) and not any(key in given for given in solution.given):
            yield f"names {key}"


def _check_numbers(text: str, solution: Solution) -> Iterator[str]:
    """Yield numbers that are neither read nor computed, nor part of a key."""
    units = [unit for unit in _units(solution.asked) if re.search(r"\d", unit)]
    rest = find_names(text, [*solution.keys, *STATISTICS.values(), *units])[1]
    for bounds in solution.keys:
        if re.search(r"\d[–-]", bounds):
            rest = re.sub(rf"(?<!\d){re.escape(bounds).replace('–', ' to ')}(?!\d)", "", rest)
    for printed in numbers_in(rest):
        value = Fraction(printed)
        if value in solution.numbers or value in {0, 100} or _is_rounded(value, printed, solution):
            continue
        yield f"says {printed}"


def _units(asked: Exhibit) -> Iterator[str]:
    yield str(asked.dataset["unit"])
    for axis in asked.told.get("axes", {}).values():
        yield str(axis.get("unit", ""))


def _is_rounded(value: Fraction, printed: str, solution: Solution) -> bool:
    """Tell whether a number is a computed one to fewer decimals, or the number of things compared."""
    digits = len(printed.partition(".")[2])
    if any(round(own, digits) == value for own in solution.numbers if own.denominator > 10**6):
        return True
    return value.denominator == 1 and int(value) in (len(solution.facts), len(solution.facts) - 1)


def _check_pairs(text: str, solution: Solution) -> Iterator[str]:
    """Yield values that are said of a key that has another one."""
    keys = sorted({key for key in solution.read if not re.fullmatch(r"[\d–-]+", key)}, key=len, reverse=True)
    asked = solution.asked
    for key in keys:
        pattern = (
            rf"(?<!\w){re.escape(key)}”?,? (?:has|stands at|comes to|is|at)?\s?(?:about )?(?P<value>[−-]?[\d][\d,.]*)"
        )
        for match in re.finditer(pattern, text):
            printed = match["value"].replace(",", "").replace("−", "-").rstrip(".")
            if re.fullmatch(r"(?:19|20)\d\d", printed):
                continue
            own = {abs(asked.shown[fact]) for fact in asked.shown if key in asked.keys(fact)}
            own |= {abs(entry) for entry in _differences(asked, key)}
            own |= {abs(value) for name, value in _ranked(solution) if key in name}
            own |= {abs(part) for part in solution.parts if isinstance(part, Fraction)}
            if abs(Fraction(printed)) not in own:
                yield f"says {printed} of {key}"


def _differences(asked: Exhibit, key: str) -> Iterator[Fraction]:
    if asked.entry["terms"]:
        for entry in asked.told["data"]:
            if entry["label"] == key:
                yield Fraction(str(entry["value"]))


def _ranked(solution: Solution) -> Iterator[tuple[str, Fraction]]:
    """Yield the names that a program ranks, with what they are ranked by."""
    items = solution.program.get("of", ())
    if isinstance(items, Sequence):
        for item in items:
            if isinstance(item, Mapping) and "name" in item:
                yield str(item["name"]), number(item["value"], solution.asked.shown)


def _show(part: Fraction | str) -> str:
    return str(float(part)) if isinstance(part, Fraction) else part
