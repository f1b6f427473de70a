"""field_match as an ``evaluate`` module; the rules are in ``metrics.field_match.scoring``."""

import datasets
import evaluate

import docassay
from metrics.field_match.scoring import compute

_DESCRIPTION = (
    "Field-level exact match and ANLS of structured extraction, by VAREX's published rules or by strict ones."
)
_CITATION = "VAREX: A Benchmark for Multi-Modal Structured Extraction from Documents. arXiv:2603.15118."
_INPUTS = """
Args:
    predictions: the models' replies as text; null for a failed request.
    references: the ground truths as JSON text.
    groups, mode, excluded_fields, schemas, ids: see metrics.field_match.scoring.compute.
"""


class FieldMatch(evaluate.Metric):
    """Thin shell over ``metrics.field_match.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        return compute(predictions, references, **options)
