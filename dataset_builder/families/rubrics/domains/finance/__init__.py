"""Finance: an earnings release."""

from dataset_builder.families.rubrics.domains.finance.release import RELEASE

DESIGNS = (RELEASE,)
