"""Papers of real estate: a valuation, a home inspection, a plat with covenants and amendments."""

from dataset_builder.families.rubrics.domains.real_estate.covenants import COVENANTS
from dataset_builder.families.rubrics.domains.real_estate.inspection import INSPECTION
from dataset_builder.families.rubrics.domains.real_estate.valuation import VALUATION

DESIGNS = (VALUATION, INSPECTION, COVENANTS)
