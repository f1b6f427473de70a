"""Whether a free answer makes a claim: the deterministic checks of rubric criteria.

A check is plain JSON, read once by ``read_check``; ``meets`` decides it for an answer. It looks for meanings, not for
sentences: numbers and dates in any usual spelling, units, names with their equivalents, what is denied, rejected,
superseded or only supposed, and to which subject something belongs. Makers, ``docassay check`` and metrics share it.
"""

from dataset_builder.claims.checks import CHECKS, Check, read_check
from dataset_builder.claims.judging import meets

__all__ = ["CHECKS", "Check", "meets", "read_check"]
