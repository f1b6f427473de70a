"""Reports read again from what is printed: exhibits, narrative, questions and their evidence."""

from dataset_builder.checks.reports.document import check_report

__all__ = ["check_report"]
