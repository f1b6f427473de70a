"""Insurance: an auto policy with endorsements, a homeowners renewal packet, a commercial loss run."""

from dataset_builder.families.rubrics.domains.insurance.auto import AUTO

DESIGNS = (AUTO,)
