"""Field-level scoring of structured extraction."""

from metrics.field_match.published import FieldScore
from metrics.field_match.scoring import MODES, DocumentScore, compute, score_one

__all__ = ["MODES", "DocumentScore", "FieldScore", "compute", "score_one"]
