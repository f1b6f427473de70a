"""Legal documents: a services agreement, an office lease with its amendments, a recorded deed."""

from dataset_builder.families.rubrics.domains.legal.contract import CONTRACT
from dataset_builder.families.rubrics.domains.legal.deed import DEED
from dataset_builder.families.rubrics.domains.legal.lease import LEASE

DESIGNS = (CONTRACT, LEASE, DEED)
