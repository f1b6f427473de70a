"""What the files of a run hold, checked where they are read: ``run.json`` as a JSON schema, lines by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer", "minimum": 1}


def _object(needed: Mapping[str, Any], others: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of an object that needs some keys, and may have others."""
    return {"type": "object", "properties": {**needed, **(others or {})}, "required": list(needed)}


def _of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with any keys whose values are alike."""
    return {"type": "object", "additionalProperties": values}


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"anyOf": [{"type": "null"}, schema]}


_SETTINGS = _object(
    {
        "modality": _TEXT,
        "dpi": _NUMBER,
        "sampling": _object({"temperature": {"type": ["number", "null"]}, "max_new_tokens": _NUMBER}),
        "reply": _TEXT,
        "schema_format": _TEXT,
        "layout": _object({"concat": _NUMBER}),
        "prompt_id": _TEXT,
        "digest": _TEXT,
    }
)
_ASKED = _object(
    {
        "dataset": _object({"path": _TEXT, "checksum": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}),
        "backend": _TEXT,
        "model": {"type": ["string", "null"]},
        "revision": {"type": ["string", "null"]},
        "options": {"type": "object"},
        "splits": {"type": "array", "items": _TEXT, "minItems": 1},
        "limit": _or_null(_NUMBER),
        "settings": _of(_SETTINGS),
        "repeats": {"anyOf": [_NUMBER, _of(_NUMBER)]},
        "shards": _or_null({"type": "array", "items": _TEXT, "minItems": 1}),
    }
)
_COUNTS = {key: {"type": "integer"} for key in ("prompt_tokens", "completion_tokens", "cached_tokens")}
_SESSION = _object(
    {"requests": {"type": "integer"}, "seconds": {"type": "number"}, "versions": {"type": "object"}}, _COUNTS
)
_RUN = Draft202012Validator(
    _object(
        {"asked": _ASKED, "sessions": {"type": "array", "items": _SESSION}},
        {"judges": _of(_object({"sessions": {"type": "array"}}))},
    )
)

_LINE: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "repeat": (int,),
    "fingerprint": (str,),
    "settings": (str,),
    "prediction": (str,),
    "truncated": (bool,),
    "kind": (str,),
    "judge": (str,),
    "criterion": (str,),
    "score": (int, float, type(None)),
}


def check_state(content: Mapping[str, Any], where: str) -> None:
    """Raise ``ValueError`` where the content of ``run.json`` is not what a run holds; ``where`` begins the message."""
    error = best_match(_RUN.iter_errors(content))
    if error is not None:
        place = error.json_path.removeprefix("$").removeprefix(".")
        told = error.message if len(error.message) <= 200 else f"{error.message[:100]} ... {error.message[-100:]}"
        raise ValueError(f"{where} isn't as docassay leaves it{f', {place}' if place else ''}: {told}")


def check_line(value: Mapping[str, Any], wanted: frozenset[str], where: str) -> None:
    """Raise ``ValueError`` where a line of answers, failures or verdicts lacks a key, or holds a value of no such kind.

    Args:
        value: the line.
        wanted: keys that it needs.
        where: file and line, as the message begins.
    """
    if missing := wanted - value.keys():
        raise ValueError(f"{where}: lacks {', '.join(sorted(missing))}")
    for key, types in _LINE.items():
        if key in value and type(value[key]) not in types:
            names = " or ".join("null" if kind is type(None) else kind.__name__ for kind in types)
            raise ValueError(f"{where}: {key} {value[key]!r:.60} is not {names}")
