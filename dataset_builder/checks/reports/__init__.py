"""Reports read again from what is printed: exhibits, narrative, questions and their evidence."""

from dataset_builder.checks.reports.document import check_report
from dataset_builder.checks.reports.question import check_question

__all__ = ["check_question", "check_report"]
