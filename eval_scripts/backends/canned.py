"""Answers read from a JSONL file: a real back end for tests, and for replies that another program has made."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from eval_scripts.backends import BackendOptions, Completion, OnDone, Request, Usage
from eval_scripts.backends.thinking import complete


class CannedBackend:
    """Answers each request with the line of its id; ``model`` is the file.

    A line is ``{"id": ..., "text": ..., "finish_reason": ...}``, with ``thinking`` where there was some, or
    ``{"id": ..., "error": ..., "detail": ...}`` for a planned failure. A request without a
    line fails with kind ``no_answer``.
    """

    def __init__(self, options: BackendOptions) -> None:
        """Read the file.

        Raises:
            ValueError: no file is given, or one of its lines is not of that form.
        """
        if options.model is None:
            raise ValueError("back end 'canned' needs --model FILE, a JSONL file of lines {id, text}")
        path = Path(options.model)
        self._name = path.name
        content = path.read_bytes()
        self._digest = hashlib.sha256(content).hexdigest()
        self._lines: dict[str, dict[str, Any]] = {}
        for number, line in enumerate(content.splitlines(), start=1):
            where = f"{path}, line {number}"
            try:
                entry = json.loads(line)
                name = entry["id"]
            except (ValueError, RecursionError, KeyError, TypeError) as error:
                raise ValueError(f"{where}: not a JSON object with an id") from error
            _check_entry(entry, where)
            if name in self._lines:
                raise ValueError(f"{where}: id {name!r} stands twice")
            self._lines[name] = entry

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return the file's name and the digest of its content."""
        return {"model": self._name, "revision": self._digest, "options": {}}

    @property
    def versions(self) -> Mapping[str, str]:
        """Return nothing: no package did any work."""
        return {}

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return the file's answers; see ``Backend.generate``."""
        completions = [self._answer(request) for request in requests]
        if on_done is not None:
            for position, completion in enumerate(completions):
                on_done(position, completion)
        return completions

    def _answer(self, request: Request) -> Completion:
        entry = self._lines.get(request.id)
        if entry is None:
            return Completion(text=None, error="no_answer", detail=f"{self._name} has no line for {request.id}")
        if entry.get("error"):
            return Completion(text=None, error=str(entry["error"]), detail=str(entry.get("detail", "")))
        usage = Usage(**entry.get("usage", {}))
        return complete(entry.get("thinking"), entry["text"], entry.get("finish_reason", "stop"), usage)


def _check_entry(entry: Mapping[str, Any], where: str) -> None:
    """Raise ``ValueError`` for a line that holds neither an answer in text nor a failure; ``where`` names the line."""
    needed = () if entry.get("error") else ("text",)
    for name in ("id", *needed, *(name for name in ("thinking", "finish_reason") if entry.get(name) is not None)):
        if not isinstance(entry.get(name), str):
            raise ValueError(f"{where}: {name} {entry.get(name)!r:.60} is not text")
    usage, known = entry.get("usage", {}), [field.name for field in dataclasses.fields(Usage)]
    if not isinstance(usage, dict) or not usage.keys() <= set(known):
        raise ValueError(f"{where}: usage {usage!r:.60} is not an object of {', '.join(known)}")
