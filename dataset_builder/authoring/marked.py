"""YAML with the place of every value, and a reader that gathers what is wrong with line and field."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import yaml

LARGEST = 1_000_000
"""Bytes of a file at most."""

DEEPEST = 20
"""Lists and mappings within each other at most."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a file, and where: the line counts from 1, the field is such as ``rubric[2].severity``."""

    path: Path
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        """Return it as one line, as compilers write theirs."""
        return f"{self.path}:{self.line}: {self.field + ': ' if self.field else ''}{self.message}"


class Broken(ValueError):
    """A file that is no YAML, or not such as is read here; holds the one problem."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem."""
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True)
class Value:
    """A value with its place; ``data`` is a scalar, a list of values, or a dict of values by their keys."""

    data: Any
    line: int
    field: str = ""

    @property
    def plain(self) -> Any:
        """Return the data without places; days as ISO text."""
        if isinstance(self.data, dict):
            return {key: value.plain for key, value in self.data.items()}
        if isinstance(self.data, list):
            return [value.plain for value in self.data]
        return self.data.isoformat() if isinstance(self.data, date) else self.data


def read_yaml(path: Path) -> Value:
    """Return the content of a YAML file.

    Raises:
        Broken: it is not UTF-8 or no YAML, is empty, too large or nested too deeply, has a key twice or one that is no
            text, or uses aliases.
    """
    if (size := path.stat().st_size) > LARGEST:
        raise Broken(Problem(path, 1, "", f"has {size:,} bytes, and {LARGEST:,} are the most"))
    try:
        text = path.read_text(encoding="utf-8")
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            line = event.start_mark.line + 1
            if isinstance(event, yaml.AliasEvent):
                raise Broken(Problem(path, line, "", "aliases (*name) are not taken"))
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise Broken(Problem(path, line, "", f"nested too deeply: {DEEPEST} lists and mappings are the most"))
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
    except UnicodeDecodeError as error:
        raise Broken(Problem(path, 1, "", f"not UTF-8 ({error.reason})")) from error
    except (yaml.MarkedYAMLError, yaml.reader.ReaderError) as error:
        mark = getattr(error, "problem_mark", None)
        told = getattr(error, "problem", None) or str(error)
        message = f"not YAML: {' '.join(str(told).split())}"
        raise Broken(Problem(path, mark.line + 1 if mark else 1, "", message)) from error
    if node is None:
        raise Broken(Problem(path, 1, "", "the file is empty"))
    return _convert(node, loader, path, "")


def _convert(node: Any, loader: Any, path: Path, name: str) -> Value:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        held: dict[str, Value] = {}
        for key_node, value_node in node.value:
            key, key_line = key_node.value, key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag != "tag:yaml.org,2002:str":
                named = f"the key {key!r}" if isinstance(key, str) else "a key"
                raise Broken(Problem(path, key_line, name, f"{named} is no text; put it in quotes"))
            if key in held:
                raise Broken(Problem(path, key_line, f"{name}.{key}" if name else key, "stands twice"))
            held[key] = _convert(value_node, loader, path, f"{name}.{key}" if name else key)
        return Value(held, line, name)
    if isinstance(node, yaml.SequenceNode):
        items = [_convert(item, loader, path, f"{name}[{place}]") for place, item in enumerate(node.value)]
        return Value(items, line, name)
    try:
        return Value(loader.construct_object(node), line, name)
    except (yaml.YAMLError, ValueError) as error:
        raise Broken(Problem(path, line, name, f"can't be read: {' '.join(str(error).split())}")) from error


@dataclass
class Reader:
    """Takes values out of one file and keeps what is wrong with them; wrong ones read as empty."""

    path: Path
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, value: Value, message: str, name: str = "") -> None:
        """Keep a problem of a value, or of its member ``name``."""
        place = f"{value.field}.{name}" if value.field and name else value.field or name
        self.problems.append(Problem(self.path, value.line, place, message))

    def fields(self, value: Value, needed: Sequence[str], others: Sequence[str] = ()) -> dict[str, Value]:
        """Return a mapping's members, all of which must be known."""
        if not isinstance(value.data, dict):
            self.wrong(value, f"{_show(value.data)} is not a mapping of {', '.join((*needed, *others))}")
            return {}
        known = (*needed, *others)
        for name, held in value.data.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
                self.wrong(held, f"no such field{hint}")
        for name in needed:
            if name not in value.data or value.data[name].data is None:
                self.wrong(value, "is missing", name)
        return {name: held for name, held in value.data.items() if name in known and held.data is not None}

    def text(self, held: Mapping[str, Value], name: str, allowed: Sequence[str] = (), default: str = "") -> str:
        """Return a text, stripped; of a closed list where one is given."""
        value = held.get(name)
        if value is None:
            return default
        if not isinstance(value.data, str):
            self.wrong(value, f"{_show(value.data)} is not text; put it in quotes")
        elif not value.data.strip():
            self.wrong(value, "is blank")
        elif unwritable := _find_unwritable(value.data):
            self.wrong(value, f"holds the character {unwritable!r}, which can't be kept")
        elif allowed and value.data.strip() not in allowed:
            near = difflib.get_close_matches(value.data, allowed, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            self.wrong(value, f"{value.data.strip()!r} is not one of {', '.join(allowed)}{hint}")
        else:
            return value.data.strip()
        return default

    def flag(self, held: Mapping[str, Value], name: str) -> bool | None:
        """Return a truth value."""
        value = held.get(name)
        if value is not None and not isinstance(value.data, bool):
            self.wrong(value, f"{_show(value.data)} is neither true nor false")
            return None
        return None if value is None else bool(value.data)

    def items(self, held: Mapping[str, Value], name: str, fewest: int = 0) -> list[Value]:
        """Return the members of a list."""
        value = held.get(name)
        if value is None:
            return []
        if not isinstance(value.data, list):
            self.wrong(value, f"{_show(value.data)} is not a list")
            return []
        if len(value.data) < fewest:
            self.wrong(value, f"has {len(value.data)} entries, and needs {fewest}")
        return list(value.data)

    def texts(self, held: Mapping[str, Value], name: str, allowed: Sequence[str] = (), fewest: int = 0) -> list[str]:
        """Return a list of texts, each once."""
        found: list[str] = []
        for item in self.items(held, name, fewest):
            text = self.text({"": item}, "", allowed)
            if text and text in found:
                self.wrong(item, f"{text!r} stands twice")
            elif text:
                found.append(text)
        return found


def _find_unwritable(text: str) -> str:
    """Return the first NUL or half of a surrogate pair in a text, which no file of a repository can hold; else ""."""
    return next((character for character in text if character == "\0" or "\ud800" <= character <= "\udfff"), "")


def _show(value: Any) -> str:
    """Return what a wrong value is, shortly."""
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return repr(value) if not isinstance(value, date) else f"the date {value.isoformat()}"
