"""JSON out of a model's reply, with the way in which it fails where it does."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

MAX_DEPTH = 64
"""Deeper nesting is not read as JSON: no record needs it, and it would exhaust the stack of whoever walks it."""

_FENCE = re.compile(r"```[\w+-]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Reply:
    """A reply after reading.

    Attributes:
        value: the JSON value, None where there is none.
        kind: ``object`` (a JSON object), ``other_type`` (any other JSON value), ``truncated`` (JSON that is cut off),
            ``empty`` (blank text) or ``not_json``.
        in_text: whether the JSON stood in a code fence or among other text.
    """

    value: Any
    kind: str
    in_text: bool = False


def to_json_text(value: Any) -> str | None:
    """Return a value as JSON text; text and None stay as they are.

    >>> to_json_text({"a": None}), to_json_text("null"), to_json_text(None)
    ('{"a": null}', 'null', None)
    """
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def parse_json_reply(text: str) -> Reply:
    """Return the JSON value of a reply.

    Thinking (all up to the last ``</think>``, unless the reply starts with JSON) is dropped first. The whole text is
    tried, then the last code fence, then the outermost ``{...}`` in the text, from the last to the first. JSON that is
    opened last and never closed is ``truncated``, whatever stands before it. ``NaN`` and ``Infinity``, which JSON
    doesn't know, are read as null; nothing else is repaired.

    >>> parse_json_reply('Here it is: {"name": "Ada"}')
    Reply(value={'name': 'Ada'}, kind='object', in_text=True)
    >>> parse_json_reply('{"name": "Ad').kind
    'truncated'
    """
    text = text.strip()
    if not text.startswith(("{", "[")):
        text = text.rpartition("</think>")[2].strip()
    if not text:
        return Reply(None, "empty")
    whole = _read(text)
    if whole is not None:
        return whole
    in_text = text[0] not in "{["
    fences = _FENCE.findall(text)
    fenced = _read(fences[-1].strip()) if fences else None
    if fenced is not None:
        return Reply(fenced.value, fenced.kind, in_text=True)
    spans, is_open = _top_level_spans(text, "[{" if text[0] == "[" else "{")
    if is_open:
        return Reply(None, "truncated", in_text)
    inner = next((reply for start, end in reversed(spans) if (reply := _read(text[start:end]))), None)
    return Reply(inner.value, inner.kind, in_text=True) if inner is not None else Reply(None, "not_json")


def _read(text: str) -> Reply | None:
    try:
        value = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
    if is_too_deep(value):
        return None
    return Reply(value, "object" if isinstance(value, dict) else "other_type")


def is_too_deep(value: Any) -> bool:
    """Return whether a JSON value is nested deeper than ``MAX_DEPTH``; found without recursion.

    >>> is_too_deep({"a": [1]}), is_too_deep(json.loads("[" * 65 + "]" * 65))
    (False, True)
    """
    depth, level = 0, [value]
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            child
            for node in level
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
        ]
    return depth > MAX_DEPTH


def _top_level_spans(text: str, openers: str) -> tuple[list[tuple[int, int]], bool]:
    """Return where the outermost brackets open and close, and whether one is left open at the end."""
    closers = openers.translate({ord("{"): "}", ord("["): "]"})
    spans: list[tuple[int, int]] = []
    depth = start = 0
    quoted = escaped = False
    for position, character in enumerate(text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = depth > 0
        elif character in openers:
            start = start if depth else position
            depth += 1
        elif character in closers and depth:
            depth -= 1
            if not depth:
                spans.append((start, position + 1))
    return spans, depth > 0
