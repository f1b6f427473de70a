"""Finance: an earnings release, an annual filing."""

from dataset_builder.families.rubrics.domains.finance.filing import FILING
from dataset_builder.families.rubrics.domains.finance.release import RELEASE

DESIGNS = (RELEASE, FILING)
