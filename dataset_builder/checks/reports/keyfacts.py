"""Key facts, wrong answers and required facts of a question, held against what its program gives and reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.answers import COUNTS, Solution, says_word
from dataset_builder.checks.reports.exhibits import Exhibit, list_facts
from dataset_builder.checks.reports.reading import STATISTICS, Report, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

_NUMERIC = ("number", "percent")
_OPERANDS = {"subtract": 2, "value": 1, "values": 1, "mean": 1, "pick": 1}
"""Readings whose errors may add up, by operation; of a sum all."""
_WORDED = ("encoding", "course", "shape", "association", "direction")
_MEANINGS = {"highest": ("highest", "lowest"), "lowest": ("lowest", "highest")}
_NEAR = 1e-6


def read_facts(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the key facts of a record."""
    return [json.loads(fact) if isinstance(fact, str) else fact for fact in record["key_facts"] or ()]


def tolerance_of(facts: Sequence[Mapping[str, Any]]) -> float | None:
    """Return how far off an answer may be by its key facts, None where it must be exact."""
    reaches = [fact.get("tolerance", {}).get("absolute", 0.0) for fact in facts if fact.get("core", True)]
    return max(reaches, default=0.0) or None


def check_facts(name: str, facts: Sequence[Mapping[str, Any]], solution: Solution) -> Iterator[Violation]:
    """Yield key facts that the exhibit does not bear out, and parts of the answer that none of them has."""
    if not facts:
        yield violation("answer", name, "key_facts", "one or more", "none")
    for fact in facts:
        for problem in _check_fact(fact, solution):
            yield violation("answer", name, f"key fact {fact.get('name')!r}", problem, fact)
    cores = [fact for fact in facts if fact.get("core", True)]
    for part in solution.parts:
        if not any(_has(fact, part, solution) for fact in cores):
            yield violation("answer", name, "key_facts", str(part), facts)
    if solution.given:
        held = {str(value) for fact in cores for value in _values(fact)}
        for key in sorted(solution.given - held):
            if not any(key in value for value in held):
                yield violation("answer", name, "key_facts", key, facts)


def _values(fact: Mapping[str, Any]) -> list[Any]:
    value = fact.get("value")
    return value if isinstance(value, list) else [value]


def _has(fact: Mapping[str, Any], part: Fraction | str, solution: Solution) -> bool:
    """Tell whether a key fact is a part of the answer."""
    value = fact.get("value")
    if isinstance(part, Fraction):
        signed = bool(solution.asked.entry["terms"]) or solution.program["op"] == "value"
        return isinstance(value, int | float) and (
            abs(float(part) - value) < _NEAR or (not signed and abs(abs(float(part)) - abs(value)) < _NEAR)
        )
    if isinstance(value, bool):
        return part == ("Yes" if value else "No")
    if solution.program["op"] == "encoding" and isinstance(value, list):
        return part in value
    if solution.program["op"] in _WORDED and solution.program["op"] != "encoding":
        return isinstance(value, str) and says_word(value, part)
    keys = set(find_names(part, solution.keys)[0])
    return str(value) == part or any(str(each) in keys or str(each) == part for each in _values(fact))


def _check_fact(fact: Mapping[str, Any], solution: Solution) -> Iterator[str]:
    """Yield what is wrong with a key fact, as what it should be."""
    value, kind = fact.get("value"), fact.get("answer_type")
    others, aliases = fact.get("others", []), fact.get("aliases", [])
    for other in others:
        if other in _values(fact) or other in aliases:
            yield f"{other!r} either right or wrong"
    if kind in _NUMERIC:
        yield from _check_number(fact, solution)
    elif kind == "boolean":
        if solution.parts != ("Yes" if value else "No",):
            yield str(solution.parts)
    elif kind == "year":
        if str(value) not in solution.given and str(value) != _turn(solution):
            yield f"a year of the answer, {sorted(solution.given) or _turn(solution)}"
    elif kind in ("entity", "list", "text"):
        yield from _check_names(fact, solution)
    else:
        yield "a number, year, name, text, list or boolean"


def _check_number(fact: Mapping[str, Any], solution: Solution) -> Iterator[str]:
    value, asked = Fraction(str(fact["value"])), solution.asked
    core = fact.get("core", True)
    reach = float(fact.get("tolerance", {}).get("absolute", 0.0))
    entity = fact.get("entity", [])
    own = [part for part in solution.parts if isinstance(part, Fraction)]
    if entity:
        words = {word: key for key, word in STATISTICS.items()}
        wanted = {words.get(each, each) for each in entity}
        fitting = {asked.shown[one] for one in solution.facts if wanted <= set(asked.keys(one))}
        if value not in fitting:
            yield f"what {', '.join(entity)} has, {sorted(map(float, fitting))}"
    elif not any(abs(abs(float(part)) - abs(float(value))) < _NEAR for part in own):
        yield f"the answer, {[float(part) for part in own]}"
    if not entity and core and asked.entry["terms"] and own and (own[0] < 0) != (value < 0):
        yield "a number with the sign of the answer"
    yield from _check_reach(reach, float(value), core, solution)
    unit = fact.get("unit", "")
    if unit and not _is_unit(unit, solution, reading=bool(entity) and not core):
        yield f"a unit of the exhibit, {asked.dataset['unit']}"


def _check_reach(reach: float, value: float, core: bool, solution: Solution) -> Iterator[str]:
    """Yield a tolerance that is more, or less, than what the exhibit's exactness calls for."""
    program, asked = solution.program, solution.asked
    rounded = program["op"] == "round"
    operation = (program["of"] if rounded else program)["op"]
    side = ""
    if asked.dataset["kind"] == "relation" and operation == "value":
        side = asked.keys(solution.facts[0])[-1]
        if side == "size" and asked.kind != "table":
            yield "no question for the size of a mark"
    error = asked.reading_error(side)
    if operation == "count":
        error = 0.0
    readings = len(solution.facts) if operation == "sum" else _OPERANDS.get(operation, 1)
    most = error * (readings if core else 1)
    if reach > most + 1e-9:
        yield f"a tolerance of at most {most:g}"
    if error and not reach and not _on_grid(solution):
        yield "a tolerance, since the values are not printed"


def _on_grid(solution: Solution) -> bool:
    ticks = {tick["value"] for tick in solution.asked.trace.get("ticks", ())}
    return all(float(solution.asked.shown[fact]) in ticks for fact in solution.facts)


def _is_unit(unit: str, solution: Solution, *, reading: bool = False) -> bool:
    """Tell whether a unit is one of the answer, or of a reading on the way to it."""
    asked = solution.asked
    own = {asked.dataset["unit"]}
    if asked.dataset["kind"] == "relation":
        if asked.kind == "table":
            keys = [asked.keys(fact)[-1] for fact in asked.entry["facts"]]
            side = asked.keys(solution.facts[0])[-1]
            heading = dict(zip(keys, asked.told["columns"], strict=False)).get(side, "")
            own = {found[1] for found in [re.search(r"\(([^)]*)\)$", heading)] if found} or own
        else:
            side = asked.keys(solution.facts[0])[-1]
            own = {asked.told["axes"].get(side, {}).get("unit", "")}
    program = solution.program
    operation = (program["of"] if program["op"] == "round" else program)["op"]
    if operation == "percent" and not reading:
        return unit == "%"
    return any(
        unit == each or (each.startswith("%") and unit in ("%", each.replace("%", "percentage points", 1)))
        for each in own
    )


def _turn(solution: Solution) -> str:
    """Return the year in which a peak or a dip turns, "" where the answer is none."""
    if solution.found not in ("peak", "dip"):
        return ""
    ends = max if solution.found == "peak" else min
    fact = ends(solution.facts, key=lambda each: solution.asked.shown[each])
    return next(key for key in solution.asked.keys(fact) if re.fullmatch(r"\d{4}", key))


def _check_names(fact: Mapping[str, Any], solution: Solution) -> Iterator[str]:
    """Yield what is wrong with a key fact that is a word or names."""
    program, values = solution.program, [str(value) for value in _values(fact)]
    if not fact.get("core", True) and program["op"] in ("pick", "count"):
        yield from _check_detail(fact, solution)
        return
    if program["op"] == "encoding":
        if sorted(values) != sorted(map(str, solution.parts)):
            yield str(solution.parts)
    elif program["op"] in _WORDED:
        if not all(says_word(value, str(solution.found)) for value in values):
            yield str(solution.found)
        for other in fact.get("others", []):
            if says_word(other, str(solution.found)):
                yield f"{other!r} not among the wrong ones"
        for alias in fact.get("aliases", []):
            if any(says_word(alias, word) for word in _opposites(str(solution.found))):
                yield f"{alias!r} not among the right ones"
    else:
        for value in values:
            if value not in solution.given and value not in map(str, solution.parts):
                yield f"a name of the answer, {sorted(solution.given) or solution.parts}"
        for other in fact.get("others", []):
            if other in solution.given or other in map(str, solution.parts):
                yield f"{other!r} not among the wrong ones"


def _opposites(word: str) -> tuple[str, ...]:
    pairs = {"rose": ("fell",), "fell": ("rose",), "positive": ("negative",), "negative": ("positive",)}
    return pairs.get(word, ())


def _check_detail(fact: Mapping[str, Any], solution: Solution) -> Iterator[str]:
    """Yield what is wrong with what a key fact adds to the answer: its meaning, its direction, the things counted."""
    program, value = solution.program, fact.get("value")
    if isinstance(value, list):
        counted = _count(solution)
        if sorted(value) != sorted(counted):
            yield str(counted)
    elif value in _MEANINGS:
        if program.get("extreme") != value:
            yield str(program.get("extreme"))
    elif value in ("up", "down"):
        moves = [solution.asked.shown[f] for f in solution.asked.shown if solution.given & set(solution.asked.keys(f))]
        if (moves[-1] > moves[0]) != (value == "up"):
            yield "the other direction"
    else:
        yield "a meaning, a direction or a list"


def _count(solution: Solution) -> list[str]:
    """Return the names of what a program counts above a share."""
    parts = [solution.asked.shown[fact] for fact in solution.facts]
    level = Fraction(str(solution.program["level"])) * sum(parts) / 100
    return [
        solution.asked.keys(fact)[0]
        for fact, part in zip(solution.facts, parts, strict=True)
        if (part > level) == (solution.program["comparison"] == "above")
    ]


# -- wrong answers


def check_wrong(name: str, record: Mapping[str, Any], reach: float | None, solution: Solution) -> Iterator[Violation]:
    """Yield wrong answers that are right, or as near to it as is allowed."""
    for item in record["wrong_answers"] or ():
        if _is_right(str(item["answer"]), reach or 0.0, solution):
            yield violation("wrong-answer", name, item["kind"], "unlike the answer", item["answer"])


def _is_right(wrong: str, reach: float, solution: Solution) -> bool:
    parts, plain = solution.parts, wrong.replace("−", "-")
    if all(isinstance(part, Fraction) for part in parts):
        given = [float(text) for text in numbers_in(plain.replace("-", " "))]
        signs = [-1.0 if f"-{text}" in plain else 1.0 for text in re.findall(r"\d[\d,.]*\d|\d", plain)][: len(given)]
        if not given and len(parts) == 1 and plain.casefold() in COUNTS:
            given, signs = [float(COUNTS.index(plain.casefold()))], [1.0]
        own = [float(part) for part in parts if isinstance(part, Fraction)]
        held = [value * sign for value, sign in zip(given, signs, strict=False)]
        signed = bool(solution.asked.entry["terms"]) or solution.asked.dataset["kind"] == "bridge"
        compared = zip(own, held, strict=False)
        near = [abs(a - b) <= reach + _NEAR if signed else abs(abs(a) - abs(b)) <= reach + _NEAR for a, b in compared]
        return len(own) == len(held) and all(near)
    names = {str(part).casefold() for part in parts}
    if plain.casefold() in names:
        return True
    if solution.program["op"] in _WORDED and solution.program["op"] != "encoding":
        return any(says_word(wrong, str(part)) for part in parts)
    keys = set(find_names(wrong, solution.keys)[0])
    return bool(keys) and keys == set(solution.given)


# -- what must be read


def check_required(name: str, record: Mapping[str, Any], solution: Solution, report: Report) -> Iterator[Violation]:
    """Yield required facts, their words and their sources that are not those of the program."""
    asked, facts = solution.asked, list(record["required_facts"] or ())
    wanted = set(solution.facts) or set(facts) & set(list_facts(asked))
    if set(facts) != wanted or len(facts) != len(set(facts)) or not facts:
        yield violation("evidence", name, "required_facts", sorted(wanted), facts)
    if record["required_facts_text"] != record["required_data_points"]:
        yield violation("copy", name, "required_facts_text", record["required_data_points"])
    if not record["required_data_points"]:
        yield violation("evidence", name, "required_data_points", "one or more", "none")
    for point in record["required_data_points"] or ():
        if not _is_shown(point, solution):
            yield violation("evidence", name, "required_data_points", f"what {asked.ref} shows", point)
    section = report.sections.get(asked.entry["section"])
    if set(record["fact_sources"] or ()) != {section} or len(record["fact_sources"]) != len(facts):
        yield violation("evidence", name, "fact_sources", f"{len(facts)} times {section}", record["fact_sources"])


def _is_shown(point: str, solution: Solution) -> bool:
    """Tell whether a data point is a name that an exhibit prints, or a value under the keys that it stands at."""
    asked = solution.asked
    label, _, value = point.rpartition(": ")
    printed = numbers_in(value.replace("−", " ").replace("-", " "))
    if not label or not printed:
        return _prints(point, asked)
    sign = -1 if re.match("[−-]", value) else 1
    given = sign * Fraction(printed[0])
    for fact in solution.facts or asked.shown:
        keys = asked.keys(fact)
        words = [STATISTICS.get(key, key) if asked.dataset["kind"] == "boxes" else key for key in keys]
        if asked.dataset["kind"] == "relation":
            fits = label.startswith(f"{keys[0]}, ")
        else:
            fits = label in (", ".join(keys), ", ".join(words))
        if fits and asked.shown[fact] == given:
            return True
    return any(
        label == entry["label"] and given == Fraction(str(entry["value"]))
        for entry in (asked.told["data"] if asked.entry["terms"] else ())
    )


def _prints(point: str, asked: Exhibit) -> bool:
    words = re.sub(r"\s+", " ", asked.words).casefold()
    return all(part.casefold() in words for part in re.split(r" against ", point))
