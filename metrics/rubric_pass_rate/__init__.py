"""Rubrics of yes/no criteria: strict pass rate over repeated runs, and the share of criteria met."""

from metrics.rubric_pass_rate.criteria import Criterion, read_rubric
from metrics.rubric_pass_rate.scoring import RowScore, compute, score_one

__all__ = ["Criterion", "RowScore", "compute", "read_rubric", "score_one"]
