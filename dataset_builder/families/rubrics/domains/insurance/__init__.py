"""Insurance: an auto policy with endorsements, a commercial loss run, a property risk survey."""

from dataset_builder.families.rubrics.domains.insurance.auto import AUTO
from dataset_builder.families.rubrics.domains.insurance.losses import LOSSES
from dataset_builder.families.rubrics.domains.insurance.survey import SURVEY

DESIGNS = (AUTO, LOSSES, SURVEY)
