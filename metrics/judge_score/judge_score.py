"""Judged scores as an ``evaluate`` module; the rules are in ``metrics.judge_score.scoring``.

``evaluate`` reports every import at the head of this script that is missing, and PyPI has a stranger's package named
``metrics``: so only docassay stands there.
"""

import datasets
import evaluate

import docassay

_DESCRIPTION = "Mean of 0-10 verdicts on free answers, and ACC: the share of answers at or above a threshold."
_CITATION = "SynthDocBench: verdicts of 0-10 against a reference answer, mean score and ACC at 6."
_INPUTS = """
Args:
    predictions: answers as text; null for a failed request.
    references: reference answers as text.
    groups, verdicts, judge, threshold, questions, key_facts, ids: see metrics.judge_score.scoring.compute.
"""


class JudgeScore(evaluate.Metric):
    """Thin shell over ``metrics.judge_score.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("large_string")  # "string" refuses None, which stands for a failed request
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        from metrics.judge_score.scoring import compute

        return compute(predictions, references, **options)
