"""Finance: an earnings release, an annual filing, an analyst pack, a fund's factsheet."""

from dataset_builder.families.rubrics.domains.finance.factsheet import FACTSHEET
from dataset_builder.families.rubrics.domains.finance.filing import FILING
from dataset_builder.families.rubrics.domains.finance.pack import PACK
from dataset_builder.families.rubrics.domains.finance.release import RELEASE

DESIGNS = (RELEASE, FILING, PACK, FACTSHEET)
