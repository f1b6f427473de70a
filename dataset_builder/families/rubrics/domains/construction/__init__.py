"""Construction: floor plans with schedules."""

from dataset_builder.families.rubrics.domains.construction.floor import FLOOR

DESIGNS = (FLOOR,)
