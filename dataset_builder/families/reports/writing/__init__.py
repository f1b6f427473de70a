"""The writer of reports: authored texts and computed figures made into prose without a model."""

from dataset_builder.families.reports.writing.writer import Exhausted, GrammarWriter, Writer

__all__ = ["Exhausted", "GrammarWriter", "Writer"]
