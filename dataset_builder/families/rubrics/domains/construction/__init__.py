"""Construction: floor plans with schedules, a lighting plan."""

from dataset_builder.families.rubrics.domains.construction.floor import FLOOR
from dataset_builder.families.rubrics.domains.construction.lighting import LIGHTING

DESIGNS = (FLOOR, LIGHTING)
