"""Judged answers: mean score of 0-10 and the share at or above a threshold."""

from metrics.judge_score.scoring import compute

__all__ = ["compute"]
