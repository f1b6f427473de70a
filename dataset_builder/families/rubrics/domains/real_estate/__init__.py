"""Papers of real estate: a plat with covenants and amendments, a home inspection."""

from dataset_builder.families.rubrics.domains.real_estate.covenants import COVENANTS
from dataset_builder.families.rubrics.domains.real_estate.inspection import INSPECTION

DESIGNS = (INSPECTION, COVENANTS)
