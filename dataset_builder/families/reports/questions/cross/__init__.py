"""Cross-modal questions: a passage of the text and a chart or table, neither of which is enough (Table 14)."""

from __future__ import annotations

from dataset_builder.families.reports.questions.cross.compare import TEMPLATES as COMPARE
from dataset_builder.families.reports.questions.cross.integrate import TEMPLATES as INTEGRATE
from dataset_builder.families.reports.questions.cross.verify import TEMPLATES as VERIFY
from dataset_builder.families.reports.questions.planting import PlantTemplate

CROSS_MODAL: tuple[PlantTemplate, ...] = (*VERIFY, *INTEGRATE, *COMPARE)

__all__ = ["CROSS_MODAL"]
