"""Human resources: a benefits packet, a leave policy, an employee handbook, a people review."""

from dataset_builder.families.rubrics.domains.human_resources.benefits import BENEFITS
from dataset_builder.families.rubrics.domains.human_resources.handbook import HANDBOOK
from dataset_builder.families.rubrics.domains.human_resources.leave import LEAVE
from dataset_builder.families.rubrics.domains.human_resources.review import REVIEW

DESIGNS = (BENEFITS, LEAVE, HANDBOOK, REVIEW)
