"""What a schema asks for: its fields with their words, and its tables with their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dataset_builder.trees import resolve
from eval_scripts.backends.baseline.words import Words, words_of

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Target:
    """A field to fill.

    Attributes:
        path: where its value goes in the answer.
        name: words of its name.
        description: words of its description.
        section: words of the objects that it stands in.
        kind: what sort of value is expected: a key of ``FITS``, or "" for any.
        max_length: characters at most, or None.
        choices: the only values allowed, or none for any.
        numeric: the answer must be a JSON number.
    """

    path: Path
    name: Words
    description: Words
    section: Words = frozenset()
    kind: str = ""
    max_length: int | None = None
    choices: tuple[str, ...] = ()
    numeric: bool = False


@dataclass(frozen=True)
class TableTarget:
    """An array: its path, and its columns, whose paths are within a row; () for a list of plain values."""

    path: Path
    columns: tuple[Target, ...]


_KIND_WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("email", frozenset({"email"})),
    ("phone", frozenset({"phone", "fax", "cell", "mobile"})),
    ("date", frozenset({"date", "birth", "dated"})),
    ("zip", frozenset({"zip"})),
    (
        "digits",
        frozenset({"number", "ssn", "ein", "id", "identification", "account", "code", "year", "age", "quantity"}),
    ),
    (
        "amount",
        frozenset({"amount", "price", "cost", "fee", "total", "balance", "salary", "wage", "income", "payment"}),
    ),
    ("name", frozenset({"name", "city", "county", "country", "title"})),
)

FITS: dict[str, re.Pattern[str]] = {
    "email": re.compile(r".*@.*"),
    "phone": re.compile(r"[+(]?[\d][\d() .x+-]{5,}"),
    "date": re.compile(r"\d{1,4}[/.-]\d{1,2}([/.-]\d{2,4})?|.*\b\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}.*"),
    "zip": re.compile(r"\d{5}(-\d{4})?"),
    "digits": re.compile(r".*\d.*"),
    "amount": re.compile(r"[$(]?-?[\d,]+(\.\d+)?\)?%?"),
    "name": re.compile(r"\D+"),
}
"""What a value of each kind looks like, as a whole."""


def read_targets(schema: Mapping[str, Any]) -> tuple[list[Target], list[TableTarget]]:
    """Return a schema's fields and tables, in its order; lists of plain values are tables of one nameless column."""
    targets: list[Target] = []
    tables: list[TableTarget] = []
    for found in _walk(schema, schema, (), frozenset()):
        if isinstance(found, Target):
            targets.append(found)
        else:
            tables.append(found)
    return targets, tables


def put(tree: dict[str, Any], path: Path, value: Any) -> None:
    """Set the value at a path of keys, making the objects on the way.

    >>> tree = {"a": None}
    >>> put(tree, ("b", "c"), 1)
    >>> tree
    {'a': None, 'b': {'c': 1}}
    """
    node: Any = tree
    for step in path[:-1]:
        node = node.setdefault(step, {})
    node[path[-1]] = value


def value_of(target: Target, text: str) -> Any:
    """Return the text, or the number it stands for where the schema wants one; text that is none stays text.

    >>> value_of(Target((), frozenset(), frozenset(), numeric=True), "$1,250.50")
    1250.5
    """
    if target.numeric:
        digits = re.sub(r"[$,\s]", "", text)
        if re.fullmatch(r"-?\d+", digits):
            return int(digits)
        if re.fullmatch(r"-?\d*\.\d+", digits):
            return float(digits)
    return text


def _walk(
    node: Mapping[str, Any], root: Mapping[str, Any], path: Path, section: Words
) -> Iterator[Target | TableTarget]:
    for name, child in node.get("properties", {}).items():
        described = str(child.get("description", ""))
        child = {**resolve(child, root), **({"description": described} if described else {})}
        here = (*path, name)
        if "properties" in child:
            yield from _walk(child, root, here, section | words_of(_spoken(name)) | words_of(described))
        elif child.get("type") == "array":
            items = child.get("items")
            items = resolve(items, root) if isinstance(items, Mapping) else {}
            words = words_of(_spoken(name)) | words_of(described)
            columns = [found for found in _walk(items, root, (), words) if isinstance(found, Target)]
            yield TableTarget(here, tuple(columns) or (_target((), name, child, section),))
        else:
            yield _target(here, name, child, section)


def _target(path: Path, name: str, node: Mapping[str, Any], section: Words) -> Target:
    kinds = node.get("type", "string")
    numeric = bool({"number", "integer"} & set(kinds if isinstance(kinds, list) else [kinds]))
    own = words_of(_spoken(name))
    described = words_of(str(node.get("description", "")))
    length = node.get("maxLength")
    return Target(
        path=path,
        name=own,
        description=described - (section - own),
        section=section,
        kind=next((kind for kind, words in _KIND_WORDS if words & own), "amount" if numeric else ""),
        max_length=length if isinstance(length, int) else None,
        choices=tuple(str(choice) for choice in node.get("enum", ()) if choice is not None),
        numeric=numeric,
    )


def _spoken(name: str) -> str:
    return name.replace("_", " ")
