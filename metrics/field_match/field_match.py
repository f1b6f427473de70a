"""field_match as an ``evaluate`` module; the rules are in ``metrics.field_match.scoring``.

``evaluate`` reports every import at the head of this script that is missing, and PyPI has a stranger's package named
``metrics``: so only docassay stands there.
"""

import datasets
import evaluate

import docassay

_DESCRIPTION = "Field-level exact match and ANLS of structured extraction: VAREX's published rules, or strict ones."
_CITATION = "VAREX: A Benchmark for Multi-Modal Structured Extraction from Documents. arXiv:2603.15118."
_INPUTS = """
Args:
    predictions: the models' replies, as text or JSON values; None for a failed request.
    references: the ground truths, as JSON text or objects.
    groups, mode, excluded_fields, schemas, ids: see metrics.field_match.scoring.compute.
"""


class FieldMatch(evaluate.Metric):
    """Thin shell over ``metrics.field_match.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("large_string")  # "string" refuses None, which stands for a failed request
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def add_batch(self, *, predictions=None, references=None, **kwargs):  # type: ignore[no-untyped-def]
        """Store a batch; objects become JSON text, where ``evaluate`` would store what Python prints."""
        from metrics.replies import to_json_text

        texts = {"predictions": map(to_json_text, predictions), "references": map(to_json_text, references)}
        super().add_batch(**{name: list(column) for name, column in texts.items()}, **kwargs)

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        from metrics.field_match.scoring import compute

        return compute(predictions, references, **options)
