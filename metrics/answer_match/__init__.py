"""Short-answer accuracy, by DocHop's published rules or by typed ones."""

from dataset_builder.answers import infer_answer_type
from metrics.answer_match.extraction import extract_answer, extract_published
from metrics.answer_match.scoring import MODES, AnswerScore, compute, published_match, score_one

__all__ = [
    "MODES",
    "AnswerScore",
    "compute",
    "extract_answer",
    "extract_published",
    "infer_answer_type",
    "published_match",
    "score_one",
]
