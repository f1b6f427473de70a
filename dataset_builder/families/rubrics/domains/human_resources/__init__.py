"""Human resources: a people review."""

from dataset_builder.families.rubrics.domains.human_resources.review import REVIEW

DESIGNS = (REVIEW,)
