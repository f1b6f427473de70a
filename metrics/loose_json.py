"""JSON-like objects in a reply's text, read with tolerance and without guessing what was cut off."""

from __future__ import annotations

import math
import re
from typing import Any

from metrics.replies import MAX_DEPTH

CUT: Any = object()
"""Stands for a value that the end of the text cut off."""

_LITERALS = {"true": True, "false": False, "null": None, "none": None, "nan": math.nan, "infinity": math.inf}
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d*)?|-?Infinity")
_BARE = re.compile(r"[A-Za-z_][\w-]*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Members(list[tuple[str, Any]]):
    """The members of an object in order; a key may stand twice."""


def find_objects(text: str) -> tuple[list[Any], str, bool]:
    """Return the JSON-like objects in ``text``, the text without them, and whether the last one is cut off.

    Braces that open no object (prose, templates, nesting deeper than ``MAX_DEPTH``) stay text. Objects are lists of
    (key, value).

    >>> find_objects("so {'score': 7,} ends")
    ([[('score', 7)]], 'so   ends', False)
    """
    objects: list[Any] = []
    rest: list[str] = []
    position = 0
    while (start := text.find("{", position)) >= 0:
        scanner = _Scanner(text, start)
        try:
            members = scanner.read_object()
        except ValueError:
            rest.append(text[position : start + 1])
            position = start + 1
            continue
        objects.append(members)
        rest.append(text[position:start])
        position = scanner.position
        if scanner.cut:
            return objects, "".join(rest), True
    return objects, " ".join([*rest, text[position:]]), False


class _Scanner:
    """A tolerant reader of one object; ``cut`` is set where the text ends inside it."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        self.cut = False
        self.depth = 0

    def read_object(self) -> Members:
        members = Members()
        self._open()
        while True:
            mark = self._skip_blank()
            if mark == "}":
                self._close()
                return members
            if not mark:
                return members
            key = self._read_key()
            mark = self._skip_blank()
            if not mark:
                return members
            if mark != ":":
                raise ValueError("no colon after a key")
            self.position += 1
            members.append((key, self._read_value()))
            if self.cut or not self._skip_comma("}"):
                return members

    def _open(self) -> None:
        self.position += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ValueError(f"nested deeper than {MAX_DEPTH}")

    def _close(self) -> None:
        self.position += 1
        self.depth -= 1

    def _read_key(self) -> str:
        if self.text[self.position] in "\"'":
            key = self._read_string()
            return key if isinstance(key, str) else ""
        match = _BARE.match(self.text, self.position)
        if not match:
            raise ValueError("no key")
        self.position = match.end()
        return match[0]

    def _read_value(self) -> Any:
        mark = self._skip_blank()
        if not mark:
            return CUT
        if mark == "{":
            return self.read_object()
        if mark == "[":
            return self._read_list()
        if mark in "\"'":
            return self._read_string()
        return self._read_atom()

    def _read_atom(self) -> Any:
        match = _NUMBER.match(self.text, self.position) or _BARE.match(self.text, self.position)
        if not match:
            raise ValueError("no value")
        self.position = match.end()
        if self.position == len(self.text):
            self.cut = True
            return CUT
        word = match[0].casefold()
        if word in _LITERALS:
            return _LITERALS[word]
        try:
            return float(word) if not word.lstrip("+-").isdigit() else int(word)
        except ValueError:
            raise ValueError(f"{word!r} is no value") from None

    def _read_list(self) -> list[Any]:
        items: list[Any] = []
        self._open()
        while True:
            mark = self._skip_blank()
            if mark == "]":
                self._close()
                return items
            if not mark:
                return items
            items.append(self._read_value())
            if self.cut or not self._skip_comma("]"):
                return items

    def _read_string(self) -> Any:
        quote = self.text[self.position]
        letters: list[str] = []
        at = self.position + 1
        while at < len(self.text):
            letter = self.text[at]
            if letter == quote:
                self.position = at + 1
                return "".join(letters)
            if letter == "\\" and at + 1 < len(self.text):
                at += 1
                letter = _ESCAPES.get(self.text[at], self.text[at])
            letters.append(letter)
            at += 1
        self.position = at
        self.cut = True
        return CUT

    def _skip_blank(self) -> str:
        """Move to the next letter that is not blank and return it, or "" (and set ``cut``) at the end of the text."""
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1
        if self.position == len(self.text):
            self.cut = True
            return ""
        return self.text[self.position]

    def _skip_comma(self, closing: str) -> bool:
        """Step over a comma; False where the text ends here.

        Raises:
            ValueError: neither a comma nor the closing bracket follows.
        """
        mark = self._skip_blank()
        if mark == ",":
            self.position += 1
        elif mark and mark != closing:
            raise ValueError(f"{mark!r} between members")
        return bool(mark)
