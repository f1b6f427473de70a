"""ANLS and ANLS* as an ``evaluate`` module; the rules are in ``metrics.anls.scoring``.

``evaluate`` reports every import at the head of this script that is missing, and PyPI has a stranger's package named
``metrics``: so only docassay stands there.
"""

import datasets
import evaluate

import docassay

_DESCRIPTION = "Average normalised Levenshtein similarity (ANLS) of short answers; ANLS* of nested values."
_CITATION = """@inproceedings{biten2019scene, title={Scene Text Visual Question Answering}, author={Biten, Ali Furkan
and others}, booktitle={ICCV}, year={2019}}
@misc{peer2024anls, title={ANLS* -- A Universal Document Processing Metric for Generative Large Language Models},
author={Peer, David and others}, year={2024}, eprint={2402.03848}}"""
_INPUTS = """
Args:
    predictions: answers as text (JSON text in mode "tree"); null for a failed request.
    references: one answer or a list of acceptable answers for each record.
    groups, mode, boundary, ids: see metrics.anls.scoring.compute.
"""


class Anls(evaluate.Metric):
    """Thin shell over ``metrics.anls.scoring.compute``."""

    def _info(self) -> evaluate.MetricInfo:
        answer = datasets.Value("large_string")  # "string" refuses None, which stands for a failed request
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": answer, "references": datasets.List(answer)}),
                datasets.Features({"predictions": answer, "references": answer}),
            ],
        )

    def _compute(self, predictions, references, **options):  # type: ignore[no-untyped-def]
        from metrics.anls.scoring import compute

        return compute(predictions, references, **options)
