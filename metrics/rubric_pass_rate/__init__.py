"""Rubrics of yes/no criteria: strict pass rate over repeated runs, and the share of criteria met."""

from metrics.rubric_pass_rate.criteria import Criterion, read_rubric
from metrics.rubric_pass_rate.scoring import compute

__all__ = ["Criterion", "compute", "read_rubric"]
