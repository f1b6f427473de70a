"""The words of a question, held against the exhibit that it names and against what its program reads and computes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.answers import DOWN, UP
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.naming import check_naming, without_naming
from dataset_builder.checks.reports.programs import Program, facts_read, number, walk_program
from dataset_builder.checks.reports.reading import STATISTICS, Report, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

_TOLERANCE = re.compile(
    r"(?:within|to within) ([\d.,]+)\s?([^\W\d][^.?]*?|%[^.?]*?)?(?: counts| of the true value|\.|$)"
)
_ROUND = {"a whole number": 0, "one decimal": 1, "two decimals": 2, "three decimals": 3}

_MOST = "highest|largest|most|peak|widest|darkest|greatest|biggest|strongest|steepest|sharpest|longest|farthest|top"
_HIGH = rf"\b(?:{_MOST})\b"
_LOW = r"\b(?:lowest|smallest|least|fewest|low point|narrowest|palest|shortest)\b"
_RISE = r"\b(?:rise|rises|rose|risen|increase|increases|gained|higher|above|more than|larger than|positive|push|up)\b"
_FALL = r"\b(?:fall|falls|fell|fallen|decrease|decreases|lost|lower|below|less than|negative|pull|down)\b"
_PLACES = {1: "", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_SAID: dict[str, str] = {
    "mean": r"\b(?:average|mean)\b",
    "sum": r"\b(?:add up|adds up|total|together|altogether|sum|between them|in all|how many|how much do)\b",
    "divide": r"\b(?:ratio|times)\b",
    "percent": r"\b(?:share|percent|percentage|half|quarter|larger than all others)\b",
    "subtract": r"\b(?:difference|exceed|apart|how far|how much|gap|distance|change|less|moved?|add or take away)\b",
    "direction": r"\b(?:rise or fall|higher or lower|up or down|up, down)\b",
    "course": r"\b(?:rise all through|rising all through)\b",
    "shape": r"\b(?:symmetric|shape|humps?)\b",
    "association": r"\bupwards, downwards or in no clear direction\b",
    "nearest": r"\b(?:closest|nearest)\b",
}
"""Words that say what a program does, by its operation."""


@dataclass(frozen=True)
class Asked:
    """A question taken apart.

    Attributes:
        text: all of it.
        core: without the words that name the exhibit.
        names: keys and things that the core names, in order.
        rest: the core without them.
    """

    text: str
    core: str
    names: tuple[str, ...]
    rest: str


def read_question(text: str, asked: Exhibit, report: Report) -> Asked:
    """Return a question taken apart."""
    core = without_naming(text, asked)
    columns = asked.dims[:1] if asked.dataset["kind"] == "relation" else asked.dims  # not x, y and size
    keys = {key for column in columns for key in column}
    sides = STATISTICS if asked.dataset["kind"] == "boxes" else _sides(asked)
    known = {word.casefold(): key for key, word in sides.items()}
    names, rest = find_names(core, [*keys, *report.entities, *sides.values()])
    return Asked(text, core, tuple(known.get(name.casefold(), name) for name in names), rest)


def _sides(asked: Exhibit) -> dict[str, str]:
    """Return what x, y and size of a relation are called."""
    if asked.dataset["kind"] != "relation":
        return {}
    if asked.kind == "table":
        keys = [asked.keys(fact)[-1] for fact in asked.entry["facts"]]
        return {key: _bare(column) for key, column in zip(keys, asked.told["columns"], strict=False)}
    axes = asked.told["axes"]
    area = re.search(r"area: (.+)", " ; ".join(label["text"] for label in asked.trace["labels"]))
    size = {"size": _bare(area[1].split(" ; ")[0])} if area else {}
    return {"x": axes["x"]["label"], "y": axes["y"]["label"], **size}


def _bare(heading: str) -> str:
    return re.sub(r" \([^)]*\)$", "", heading)


def check_asking(
    name: str, text: str, program: Program, asked: Exhibit, report: Report, tolerance: float | None
) -> Iterator[Violation]:
    """Yield where a question names another exhibit, key, number, operation or exactness than its program has."""
    question = read_question(text, asked, report)
    for found in (
        *check_naming(text, asked, report),
        *_check_names(question, program, asked, report),
        *_check_operation(question, program, asked),
        *_check_numbers(question, program, asked, tolerance),
    ):
        yield violation("question", name, text, "", found)


# -- which facts


def _moved_alike(own: list[str], others: set[str], read: list[list[str]], exhibit: Exhibit) -> set[str]:
    """Return the rows whose figure went between two read years as that of the rows in question did; none if unlike."""
    years = sorted(key for column in read for key in column if re.fullmatch(r"(?:19|20)\d\d", key))
    values = {exhibit.keys(fact): value for fact, value in exhibit.shown.items()}
    if len(years) != 2 or not all((row, year) in values for row in others for year in years):
        return set()
    rises = {row: values[row, years[1]] > values[row, years[0]] for row in others}
    ways = {rises[row] for row in own}
    return {row for row in others if rises[row] in ways} if len(ways) == 1 else set()


def _check_names(asked: Asked, program: Program, exhibit: Exhibit, report: Report) -> Iterator[str]:
    """Yield names that no fact of the program has, and keys of its facts that the question leaves open."""
    facts = list(dict.fromkeys(facts_read(program)))
    if not facts:
        yield from (f"names {name}" for name in asked.names)
        return
    if unknown := [fact for fact in facts if fact not in exhibit.shown]:
        yield f"reads {unknown}, which the exhibit does not show"
        return
    keys = [exhibit.keys(fact) for fact in facts]
    read = [list(dict.fromkeys(column)) for column in zip(*keys, strict=True)]
    held = {key for column in read for key in column}
    for name in asked.names:
        if name not in held and not _is_bound(name, exhibit, held):
            yield f"names {name}, which the program does not read"
    years = set(re.findall(r"\b(?:19|20)\d\d\b", asked.rest)) - {end for key in held for end in re.split("[–-]", key)}
    if years - held:
        yield f"names {', '.join(sorted(years - held))}, which the program does not read"
    for place, own in enumerate(read):
        others = {
            key[place]
            for key in map(exhibit.keys, exhibit.shown)
            if all(key[other] in read[other] for other in range(len(read)) if other != place)
        }
        if set(own) == others or (program["op"] == "association" and others <= {"x", "y", "size"}):
            continue  # of a cloud of points both sides are meant
        if set(own) == _moved_alike(own, others, read, exhibit) and re.search(rf"{UP}|{DOWN}", asked.rest):
            continue  # "the largest fall": those that rose are not meant
        if not _are_named(own, place, asked, program, exhibit):
            yield f"leaves open which of {len(others)}: {', '.join(own[:4])}"


def _is_bound(name: str, exhibit: Exhibit, held: set[str]) -> bool:
    """Tell whether a name is a part of one that is read."""
    return any(name in key for key in held)


def _are_named(own: Sequence[str], place: int, asked: Asked, program: Program, exhibit: Exhibit) -> bool:
    """Tell whether a question says which keys of a dimension are read."""
    order = exhibit.dims[place]
    named = [key for key in own if key in asked.names]
    if len(named) == len(own):
        return True
    run = sorted(order.index(key) for key in own)
    together = run == list(range(run[0], run[-1] + 1)) or exhibit.kind == "table"
    if together and {order[run[0]], order[run[-1]]} <= set(asked.names):
        return True
    core = asked.core.casefold()
    kind = exhibit.dataset["kind"]
    if kind == "seasonal" and len(own) == 3:
        quarter = {0: "first", 3: "second", 6: "third", 9: "last"}.get(run[0], "?")
        return f"the {quarter} three months" in core
    if kind == "boxes":
        return ("quartile" in core or "middle half" in core or "middle halves" in core) and set(own) == {"q1", "q3"}
    if "highest" in core and "lowest" in core and len(own) == 2:
        return _are_ends(program, exhibit)
    if kind == "bins":
        return _are_bins(own, asked)
    if kind == "bridge":
        values = [exhibit.shown[fact] for fact in facts_read(program)]
        ends = [exhibit.entry["facts"][0], exhibit.entry["facts"][-1]]
        inner = not set(ends) & set(facts_read(program))
        if set(ends) == set(facts_read(program)):
            return "level" in core
        signs = {value > 0 for value in values}
        said = {True: "increase" in core, False: "decrease" in core}
        return inner and (said[signs.pop()] if len(signs) == 1 else "step" in core)
    if len(own) == 2 and own == [order[0], order[-1]]:
        return "ends" in core or "dates" in core
    return False


def _are_bins(own: Sequence[str], asked: Asked) -> bool:
    """Tell whether the bounds of bands are those that a question gives."""
    bounds = [[end for end in re.split(r"[–-]", key) if end] for key in own]
    given = set(numbers_in(asked.core.replace("-", " ").replace("–", " ")))
    low, high = bounds[0][0].replace(",", ""), bounds[-1][-1].replace(",", "")
    if len(own) == 1:
        return {low, high} <= given
    return high in given


def _are_ends(program: Program, exhibit: Exhibit) -> bool:
    """Tell whether a program reads the highest and the lowest value of those that differ from them in one key."""
    if program["op"] != "subtract":
        return False
    facts = [side.get("fact", "") for side in (program["left"], program["right"])]
    keys = [exhibit.keys(fact) for fact in facts]
    places = [n for n, (a, b) in enumerate(zip(*keys, strict=True)) if a != b]
    if len(places) != 1:
        return False
    same = [
        value
        for fact, value in exhibit.shown.items()
        if all(a == b for n, (a, b) in enumerate(zip(exhibit.keys(fact), keys[0], strict=True)) if n != places[0])
    ]
    return [exhibit.shown[fact] for fact in facts] == [max(same), min(same)]


# -- what is done with them


def _check_operation(asked: Asked, program: Program, exhibit: Exhibit) -> Iterator[str]:
    """Yield words that ask for another operation than the program's."""
    core = asked.rest.casefold()
    rounded = program["op"] == "round"
    inner = program["of"] if rounded else program
    operation = inner["op"]
    if operation == "subtract" and inner["left"] == 0:
        operation = "sum"
    if operation in ("pick", "larger", "smaller"):
        yield from _check_rank(core, inner, exhibit)
    elif operation == "count":
        above = inner["comparison"] == "above"
        said = [bool(re.search(words, core)) for words in (_RISE, _FALL)]
        if inner["level"] != 0 and re.search(r"\b(?:above|below)\b", core):
            said = ["above" in core, "below" in core]
        if said == [not above, above]:
            yield f"asks for the other side than {inner['comparison']}"
    elif operation != "value" and not re.search(_SAID.get(operation, ""), core):
        yield f"does not ask for the {operation}"
    for other in ("mean", "divide"):
        fits = operation in (other, "percent", "pick", "count")
        if not fits and re.search(_SAID[other], core):
            yield f"asks for the {other}, the program gives the {operation}"
    plain = operation == "value" and exhibit.dataset["kind"] != "bridge" and not set(asked.names) & set(STATISTICS)
    if plain and (found := re.search(r"\b(?:highest|largest|smallest|second|third|total)\b", core)):
        yield f"asks for the {found[0]}, the program for a value"
    if said_places := re.search(r"Round to (.+?)\.", asked.text):
        if not rounded or _ROUND.get(said_places[1], _ROUND.get(said_places[1].rstrip("s"))) != program["decimals"]:
            yield f"asks to round to {said_places[1]}"
    elif rounded and not _TOLERANCE.search(asked.text):
        yield "does not say how to round"


def _check_rank(core: str, program: Program, exhibit: Exhibit) -> Iterator[str]:
    if program["op"] != "pick":
        high = bool(re.search(r"\b(?:higher|larger)\b", core))
        low = bool(re.search(r"\b(?:lower|smaller)\b", core))
        wanted = program["op"] == "larger"
        if _all_negative(program, exhibit) or (_are_falls(core, program) and high and not low):
            wanted = not wanted
        if high == low or high != wanted:
            yield f"asks for the {'higher' if high else 'lower'} one"
        return
    extreme, place = program["extreme"], program["place"]
    if extreme == "nearest":
        if not re.search(_SAID["nearest"], core):
            yield "does not ask for the nearest"
        return
    if re.search(r"\b(?:between the other two|in the middle)\b", core):
        if place != 2 or len(program["of"]) != 3:
            yield f"asks for the middle one, the program for place {place} of {len(program['of'])}"
        return
    for number_, word in _PLACES.items():
        if word and (re.search(rf"\b{word}\b", core) is not None) != (number_ == place):
            yield f"asks for another place than {place}"
    high, low = bool(re.search(_HIGH, core)), bool(re.search(_LOW, core))
    wanted = extreme == "highest"
    if (_are_falls(core, program) and high and not low) or _all_negative(program, exhibit):
        wanted = not wanted
    if re.search(r"\b(?:pile up|steepest|tilted|widest gap|farthest)\b", core):
        high = True
    if high == low or high != wanted:
        yield f"does not ask for the {extreme}"


def _are_falls(core: str, program: Program) -> bool:
    """Tell whether changes are compared that a question calls falls, so that the largest is the lowest."""
    changes = all(item["value"].get("op") == "subtract" for item in program["of"])
    return changes and bool(re.search(_FALL, core)) and not re.search(_RISE, core)


def _all_negative(program: Program, exhibit: Exhibit) -> bool:
    """Tell whether all steps of a bridge that are compared go down, so that the largest is the lowest."""
    if exhibit.dataset["kind"] != "bridge":
        return False
    return all(number(item["value"], exhibit.shown) < 0 for item in program["of"])


# -- which numbers


def _check_numbers(asked: Asked, program: Program, exhibit: Exhibit, tolerance: float | None) -> Iterator[str]:
    """Yield numbers of a question that are no level of its program, and another exactness than its key facts have."""
    stated = _TOLERANCE.search(asked.text)
    if stated and tolerance is not None:
        if abs(float(stated[1].replace(",", "").rstrip(".")) - tolerance) > 1e-6 * max(1.0, tolerance):
            yield f"allows {stated[1]}, its key facts {tolerance:g}"
    elif stated or tolerance:
        yield "states no tolerance" if tolerance else "states a tolerance that its key facts don't have"
    levels = {Fraction(str(level)) for level in _levels(program)} - {Fraction(0)}
    rest = _TOLERANCE.sub(" ", asked.rest)
    given = {Fraction(text) for text in numbers_in(rest) if not re.fullmatch(r"(?:19|20)\d\d", text)}
    words = {25: "quarter", 50: "half"}
    spoken = {Fraction(value) for value, word in words.items() if word in rest or "all others combined" in rest}
    bounds = {Fraction(text) for key in _read_keys(program) for text in numbers_in(re.sub("[–-]", " ", key))}
    if exhibit.dataset["kind"] == "bins":
        given -= bounds - levels
    for level in levels - given - spoken:
        yield f"does not give the level {float(level):g}"
    for value in given - levels:
        yield f"gives {float(value):g}, which the program does not have"


def _levels(program: Any) -> Iterator[float]:
    for part in walk_program(program):
        if part.get("op") == "exceeds":
            yield part["right"] if isinstance(part["right"], int | float) else 0
        if isinstance(part.get("level"), int | float):
            yield part["level"]


def _read_keys(program: Program) -> set[str]:
    return {key for fact in facts_read(program) for key in fact.split("/")[1:]}
