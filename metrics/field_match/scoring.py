"""Field-level scoring of JSON extraction: one document, and a run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dataset_builder.trees import is_empty, leaves
from metrics.field_match.compliance import KINDS, classify_value
from metrics.field_match.published import FieldScore, align, score_fields
from metrics.field_match.strict import compare_documents
from metrics.replies import MAX_DEPTH, is_too_deep, parse_json_reply
from metrics.results import check_lengths, choose, group_indexes, make_signature

MODES: tuple[str, ...] = ("published", "strict")


@dataclass(frozen=True)
class DocumentScore:
    """What one document scored.

    Attributes:
        kind: how the reply came: one of ``KINDS``, or ``failed_request`` where there is none.
        exact: fields that match exactly.
        expected: fields that were to be found.
        claimed: fields that the prediction fills (strict mode; in published mode the same as ``expected``).
        anls: sum of the fields' normalised ANLS (0.0 in strict mode).
        in_text: whether the JSON stood in a code fence or among other text.
        fields: published mode: the six figures of each field by path.
        outcomes: strict mode: ``right``, ``wrong``, ``missing`` or ``invented`` by path.
    """

    kind: str
    exact: int = 0
    expected: int = 0
    claimed: int = 0
    anls: float = 0.0
    in_text: bool = False
    fields: Mapping[str, FieldScore] = field(default_factory=dict)
    outcomes: Mapping[str, str] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """What the document counts in a pooled mean: its fields (strict mode: mean of expected and claimed ones)."""
        return (self.expected + self.claimed) / 2

    @property
    def score(self) -> float | None:
        """Share of exact fields (strict mode: F1 over fields), None where nothing can be scored."""
        return self.exact / self.weight if self.weight else None

    @property
    def is_perfect(self) -> bool:
        """Whether every field is exact and, in strict mode, none is invented."""
        return self.score == 1.0


def score_one(
    prediction: str | Mapping[str, Any] | None,
    reference: str | Mapping[str, Any],
    mode: str = "published",
    *,
    excluded_fields: Sequence[str] = (),
    schema: str | Mapping[str, Any] | None = None,
    name: str = "record",
) -> DocumentScore:
    """Return what one document scored.

    Args:
        prediction: the reply's text or its JSON value; None for a failed request.
        reference: the ground truth, an object or its JSON text.
        mode: ``published`` or ``strict``.
        excluded_fields: paths that don't count.
        schema: the record's JSON Schema; it tells field names and, in strict mode, kinds.
        name: the record's name in errors.

    Raises:
        ValueError: the reference or the schema is not a JSON object, a ``$ref`` of the schema leads nowhere (strict
            mode), or ``mode`` is unknown.

    >>> score_one('{"city": "lund", "zip": "22100"}', {"city": "Lund", "zip": "22102"}).score
    0.5
    """
    choose("mode", mode, MODES)
    truth = _read_object(reference, f"{name}: reference")
    definition = _read_object(schema, f"{name}: schema") if schema is not None else {}
    excluded = frozenset(excluded_fields)
    if prediction is None:
        return DocumentScore("failed_request")
    value, kind, in_text = _read_prediction(prediction, truth, definition)
    if mode == "strict":
        try:
            outcomes = compare_documents(truth, value, definition, excluded)
        except ValueError as error:
            raise ValueError(f"{name}: schema: {error}") from error
        counts = Counter(outcomes.values())
        exact = counts["right"]
        found = exact + counts["wrong"]
        return DocumentScore(
            kind,
            exact=exact,
            expected=found + counts["missing"],
            claimed=found + counts["invented"],
            in_text=in_text,
            outcomes=outcomes,
        )
    scored = {path: leaf for path, leaf in leaves(truth) if not is_empty(leaf) and path not in excluded}
    fields = score_fields(scored, align(truth, value))
    return DocumentScore(
        kind,
        exact=sum(figures.exact_match_normalized for figures in fields.values()),
        expected=len(fields),
        claimed=len(fields),
        anls=sum(figures.anls_normalized for figures in fields.values()),
        in_text=in_text,
        fields=fields,
    )


def compute(
    predictions: Sequence[str | Mapping[str, Any] | None],
    references: Sequence[str | Mapping[str, Any]],
    groups: Sequence[str | None] | None = None,
    mode: str = "published",
    *,
    excluded_fields: Sequence[Sequence[str] | None] | None = None,
    schemas: Sequence[str | Mapping[str, Any] | None] | None = None,
    ids: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the result of a run, in the shape that all metrics share.

    ``score`` is pooled over fields, as the paper's figures are; ``scores`` are per document, None where unscored; the
    mean of ``scores`` weighted with ``weights`` is ``score``. Shares are 0..1, None where nothing was scored.

    Args:
        predictions: replies (text or JSON values), None for failed requests.
        references: ground truths (objects or JSON text).
        groups: a name for each record, such as its split; figures are given for each.
        mode: ``published`` (the paper's rules) or ``strict`` (ours).
        excluded_fields: for each record the paths that don't count.
        schemas: for each record its JSON Schema.
        ids: for each record its name in errors.

    Raises:
        ValueError: lengths differ, ``mode`` is unknown, or a reference or schema is malformed (the record is named).
    """
    choose("mode", mode, MODES)
    check_lengths(predictions, references, groups=groups, excluded_fields=excluded_fields, schemas=schemas, ids=ids)
    documents = [
        score_one(
            prediction,
            references[i],
            mode,
            excluded_fields=(excluded_fields[i] or ()) if excluded_fields is not None else (),
            schema=schemas[i] if schemas is not None else None,
            name=ids[i] if ids is not None else f"record {i}",
        )
        for i, prediction in enumerate(predictions)
    ]
    return {
        **_summarize(documents, mode),
        "scores": [document.score for document in documents],
        "weights": [document.weight for document in documents],
        "signature": make_signature("field_match", mode=mode),
        "groups": {
            name: _summarize([documents[i] for i in indexes], mode) for name, indexes in group_indexes(groups).items()
        },
    }


def _summarize(documents: Iterable[DocumentScore], mode: str) -> dict[str, Any]:
    """Return the pooled figures and the counts by kind."""
    documents = list(documents)
    scored = [document for document in documents if document.score is not None]
    exact, expected, claimed = (
        sum(getattr(document, name) for document in scored) for name in ("exact", "expected", "claimed")
    )
    compliant = [document for document in scored if document.kind == "compliant"]
    em = _share(exact, expected)
    figures: dict[str, Any] = {
        "em": em,
        "em_compliant": _share(sum(d.exact for d in compliant), sum(d.expected for d in compliant)),
        "perfect_documents": _share(sum(d.is_perfect for d in scored), len(scored)),
        "fields": expected,
    }
    if mode == "published":
        figures = {"score": em, "anls": _share(sum(d.anls for d in scored), expected), **figures}
    else:
        f1 = _share(2 * exact, expected + claimed)
        figures = {"score": f1, "f1": f1, "precision": _share(exact, claimed), "recall": em, **figures}
    kinds = Counter(document.kind for document in documents)
    counts = {
        "scored": len(scored),
        "unscored": len(documents) - len(scored),
        "failed_request": kinds["failed_request"],
        "no_fields": len(documents) - len(scored) - kinds["failed_request"],
        **{kind: kinds[kind] for kind in KINDS},
        "in_text": sum(document.in_text for document in documents),
    }
    return {**figures, "counts": counts}


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _read_object(source: str | Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value: Any = source
    if isinstance(source, str):
        try:
            value = json.loads(source)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{name} is not JSON ({error}): {source[:80]!r}") from error
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} is not a JSON object: {str(value)[:80]!r}")
    if is_too_deep(value):
        raise ValueError(f"{name} is nested deeper than {MAX_DEPTH}")
    return value


def _read_prediction(
    prediction: str | Mapping[str, Any], truth: Mapping[str, Any], schema: Mapping[str, Any]
) -> tuple[Any, str, bool]:
    """Return a prediction's JSON value, its kind and whether it stood among other text."""
    value: Any = prediction
    in_text = False
    if isinstance(prediction, str):
        reply = parse_json_reply(prediction)
        if reply.kind in ("not_json", "truncated", "empty"):
            return None, reply.kind, reply.in_text
        value, in_text = reply.value, reply.in_text
    elif is_too_deep(value):
        return None, "not_json", False
    properties = schema.get("properties")
    names = frozenset(truth) | (frozenset(properties) if isinstance(properties, Mapping) else frozenset())
    return value, classify_value(value, names), in_text
