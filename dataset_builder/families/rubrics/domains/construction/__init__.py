"""Construction: floor plans with schedules, a lighting plan, a section of a project manual."""

from dataset_builder.families.rubrics.domains.construction.floor import FLOOR
from dataset_builder.families.rubrics.domains.construction.lighting import LIGHTING
from dataset_builder.families.rubrics.domains.construction.manual import MANUAL

DESIGNS = (FLOOR, LIGHTING, MANUAL)
