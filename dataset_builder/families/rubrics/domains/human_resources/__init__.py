"""Human resources: a leave policy, a people review."""

from dataset_builder.families.rubrics.domains.human_resources.leave import LEAVE
from dataset_builder.families.rubrics.domains.human_resources.review import REVIEW

DESIGNS = (LEAVE, REVIEW)
