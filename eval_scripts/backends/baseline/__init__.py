"""The floor that everyone compares with: without a model, forms are read from aligned text, questions guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.backends import BackendOptions, Completion, OnDone, Request
from eval_scripts.backends.baseline.extract import extract
from eval_scripts.backends.baseline.guess import guess

VERSION = "1"
"""Counted up whenever the extractor answers otherwise, so that old answers aren't taken for new ones."""

NEEDS = "the baseline reads text, and forms with a schema: use --modality spatial, and no --schema-format template"


class BaselineBackend:
    """Answers from ``Request.document`` (aligned text) and ``Request.schema`` or ``Request.question``, nothing else."""

    def __init__(self, options: BackendOptions) -> None:
        """Take no options.

        Raises:
            ValueError: a model or engine options are given.
        """
        if options.model is not None or options.options:
            raise ValueError("back end 'baseline' takes neither --model nor --option: it has no model")

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return the extractor's version."""
        return {"model": "baseline", "revision": VERSION, "options": {}}

    @property
    def versions(self) -> Mapping[str, str]:
        """Return nothing beyond the identity."""
        return {}

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return extractions as JSON text, guesses behind their marker; see ``Backend.generate``."""
        completions = []
        for position, request in enumerate(requests):
            completions.append(_answer(request))
            if on_done is not None:
                on_done(position, completions[-1])
        return completions


def _answer(request: Request) -> Completion:
    if request.document is not None and request.reply == "text" and request.schema is None:
        return Completion(f"The answer is: {guess(request.question, request.document)}", finish_reason="stop")
    if request.document is None or request.schema is None:
        return Completion(text=None, error="bad_request", detail=NEEDS)
    try:
        answer = extract(request.document, request.schema)
    except (ValueError, RecursionError) as error:
        return Completion(text=None, error="bad_request", detail=f"the schema can't be read: {error}")
    return Completion(json.dumps(answer, ensure_ascii=False), finish_reason="stop")
