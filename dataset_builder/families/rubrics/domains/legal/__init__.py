"""Legal documents."""

from dataset_builder.families.rubrics.domains.legal.deed import DEED

DESIGNS = (DEED,)
