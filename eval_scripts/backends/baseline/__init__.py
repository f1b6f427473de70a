"""The floor that everyone compares with: forms are read from aligned text by rules, answers to questions guessed.

Where only page images are shown, RapidOCR reads them first, 15 to 30 seconds a dense page on two cores.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.backends import BackendOptions, Completion, OnDone, Request
from eval_scripts.backends.baseline.extract import extract
from eval_scripts.backends.baseline.guess import guess
from eval_scripts.backends.baseline.ocr import read_pages, versions

VERSION = "1"
"""Counted up whenever the extractor answers otherwise, so that old answers aren't taken for new ones."""

NEEDS = (
    "the baseline reads text or images, and forms with a schema: use --modality spatial or image, "
    "and no --schema-format template"
)


class BaselineBackend:
    """Answers from the document and from ``Request.schema`` or ``Request.question``, nothing else.

    The document is ``Request.document`` (aligned text), or what is read on ``Request.images`` where there is none.
    """

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
        """Return the versions of what reads images, where it is installed."""
        return versions()

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return extractions as JSON text, guesses behind their marker; see ``Backend.generate``."""
        completions = []
        for position, request in enumerate(requests):
            completions.append(_answer(request))
            if on_done is not None:
                on_done(position, completions[-1])
        return completions


def _answer(request: Request) -> Completion:
    document = request.document
    if document is None and request.images:
        try:
            document = read_pages(request.images)
        except ValueError as error:
            return Completion(text=None, error="bad_request", detail=str(error))
    if document is not None and request.reply == "text" and request.schema is None:
        return Completion(f"The answer is: {guess(request.question, document)}", finish_reason="stop")
    if document is None or request.schema is None:
        return Completion(text=None, error="bad_request", detail=NEEDS)
    try:
        answer = extract(document, request.schema)
    except (ValueError, RecursionError) as error:
        return Completion(text=None, error="bad_request", detail=f"the schema can't be read: {error}")
    return Completion(json.dumps(answer, ensure_ascii=False), finish_reason="stop")
