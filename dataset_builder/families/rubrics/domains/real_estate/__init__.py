"""Papers of real estate: a plat with covenants and amendments."""

from dataset_builder.families.rubrics.domains.real_estate.covenants import COVENANTS

DESIGNS = (COVENANTS,)
