"""answer_match as an ``evaluate`` module; the rules are in ``metrics.answer_match.scoring``.

``evaluate`` reports every import at the head of this script that is missing, and PyPI has a stranger's package named
``metrics``: so only docassay stands there.
"""

import datasets
import evaluate

import docassay

_DESCRIPTION = "Accuracy of short answers: DocHop's published rules, or typed ones."
_CITATION = "DocHop: Benchmarking Out-of-domain Multi-hop Reasoning in Information-Dense Documents. arXiv:2609.02059."
_INPUTS = """
Args:
    predictions: the models' whole replies; None for a failed request.
    references: the right answers.
    groups, mode, answer_types, units, tolerances, ids: see metrics.answer_match.scoring.compute.
"""


class AnswerMatch(evaluate.Metric):
    """Thin shell over ``metrics.answer_match.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("large_string")  # "string" refuses None, which stands for a failed request
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        from metrics.answer_match.scoring import compute

        return compute(predictions, references, **options)
