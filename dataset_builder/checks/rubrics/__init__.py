"""Checks of rubrics: marks on the print, truth computed again from printed words, rubric against gold and traps."""

from dataset_builder.checks.rubrics.document import check_rubrics

__all__ = ["check_rubrics"]
