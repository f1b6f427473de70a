"""Rubric scores and strict pass rate as an ``evaluate`` module; the rules are in ``metrics.rubric_pass_rate.scoring``.

``evaluate`` reports every import at the head of this script that is missing, and PyPI has a stranger's package named
``metrics``: so only docassay stands there.
"""

import datasets
import evaluate

import docassay

_DESCRIPTION = (
    "Strict pass rate (every criterion of a rubric met) averaged over runs, and the mean share of criteria met."
)
_CITATION = """@misc{garre2026gdppdf, title={GDP.pdf: Benchmarking Grounded Multimodal Reasoning over Professional PDF
Documents}, author={Garre, Suhaas and Ritchie, Emily and Mehta, Sushant and Chen, Edwin}, year={2026}}"""
_INPUTS = """
Args:
    predictions: responses as text; null for a failed request.
    references: one rubric a record, as JSON text or as a list of criteria (text, or JSON text of an object).
    groups, verdicts, judge, item_ids, domains, axes: see metrics.rubric_pass_rate.scoring.compute.
"""


class RubricPassRate(evaluate.Metric):
    """Thin shell over ``metrics.rubric_pass_rate.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("large_string")  # "string" refuses None, which stands for a failed request
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.List(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        from metrics.rubric_pass_rate.scoring import compute

        return compute(predictions, references, **options)
