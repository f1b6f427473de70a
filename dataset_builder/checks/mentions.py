"""What a hops question says, held against what its program computes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dataset_builder.checks.narratives.references import TIME, Vocabulary, mark_references
from dataset_builder.checks.narratives.tree import Column, Tables
from dataset_builder.checks.programs import Program, walk_program

_PERCENT = re.compile(r"(?P<number>\d+(?:\.\d+)?)%")
_DOWN = re.compile(r"\b\d+% (?:lower|less)\b|\b(?:fell|fall|lowered) by \d+%")
_WORDS: Mapping[str, str] = {
    "mean": r"\baverage\b",
    "count": r"\b[Hh]ow many\b|\bwhich place\b",
    "divide": r"\bratio\b|\bDivide\b",
    "percent": r"\bpercentage\b|\bshare in percent\b",
    "contains": r"\bpart of\b|\binclude\b",
    "except": r"\bLeave out\b|\bdo not belong\b|\btaken out\b|\blost\b|\ball other\b",
    "less than": r"\bbelow\b",
    "second": r"\bsecond-",
    "highest": r"\bhighest\b|\blargest\b|\bthe most\b|\bhigher figure for .* than every\b",
    "lowest": r"\blowest\b",
}
"""Words of which a question has one where its program has the operation, and only there."""

_UNSAID = ("highest", "lowest")
"""Extremes that an operation may have without a word: every figure is above a level if the least of them is."""


def check_mentions(question: str, label: str, program: Program, words: Vocabulary, tables: Tables) -> Iterator[str]:
    """Yield what a question and its program do not have in common, in words.

    Args:
        question: as asked.
        label: what the narrative calls the set.
        program: of the question.
        words: of the page's charts.
        tables: that the charts show.
    """
    parts = list(walk_program(program))
    marked = mark_references(question, words, [label], [])
    if "{L" not in marked.text:
        yield f"the question does not name {label!r}"
    read = {Column(**column) for part in parts for column in _columns(part)}
    asked = set(_list_columns(question, words, tables, label))
    if asked != read:
        yield f"the question asks for {sorted(asked)}, the program reads {sorted(read)}"
    numbers = {abs(float(number)) for part in parts for number in _numbers(part)}
    said = {*marked.quantities, *(float(found["number"]) for found in _PERCENT.finditer(question))}
    if said != numbers:
        yield f"the question says {sorted(said)}, the program has {sorted(numbers)}"
    falls = {abs(float(part["percent"])) for part in parts if part.get("percent", 0) < 0}
    told = {float(digits) for found in _DOWN.finditer(question) for digits in re.findall(r"\d+", found[0])}
    if falls != told:
        yield f"the question lowers by {sorted(told)}%, the program by {sorted(falls)}%"
    has = {feature for part in parts for feature in _features(part)}
    must = has - {f"any {extreme}" for extreme in _UNSAID}
    for feature, pattern in _WORDS.items():
        found = re.search(pattern, marked.text) is not None
        if (feature in must and not found) or (found and feature not in has and f"any {feature}" not in has):
            yield f"{feature} is {'said' if found else 'not said'} in the question, and not so in the program"


def _columns(part: Program) -> list[Mapping[str, str]]:
    if part.get("op") == "peak":
        return list(part["columns"])
    return [part["column"]] if part.get("op") == "values" else []


def _numbers(part: Program) -> Iterator[float]:
    """Yield the numbers of an operation that its question has to say."""
    for key in ("value", "left", "right", "percent"):
        number: Any = part.get(key)
        if isinstance(number, int | float) and (number or key == "percent"):
            yield number


def _features(part: Program) -> Iterator[str]:
    operation = str(part.get("op"))
    yield operation
    if part.get("comparison") == "less than":
        yield "less than"
    if operation == "pick" and part["place"] == 2:
        yield "second"
    if operation in ("pick", "peak"):
        yield str(part["extreme"])
    if operation in ("max", "min"):
        yield "any highest" if operation == "max" else "any lowest"


def _list_columns(question: str, words: Vocabulary, tables: Tables, label: str) -> Iterator[Column]:
    """Yield the columns that a question names: also a series at some times, and a figure by several groups."""
    marked = mark_references(question, words, [label], [])
    times = [time for run in marked.runs for time in run] or re.findall(TIME, marked.text)
    for column in marked.columns:
        if column in tables:
            yield column
        elif column.time:
            listed = (group for group in words.groups if re.search(rf"[:,] {re.escape(group)}[,?]", marked.text))
            yield from (column._replace(group=group) for group in listed)
        else:
            yield from (column._replace(time=time) for time in times)
