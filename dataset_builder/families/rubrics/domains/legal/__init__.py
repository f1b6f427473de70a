"""Legal documents."""

from dataset_builder.families.rubrics.domains.legal.deed import DEED
from dataset_builder.families.rubrics.domains.legal.lease import LEASE

DESIGNS = (DEED, LEASE)
