"""Stage 3 of the forms pipeline, first half: which value stands in which field (VAREX, section 3.1)."""

from dataset_builder.families.forms.values.choose import choose_values
from dataset_builder.families.forms.values.kinds import KINDS, infer_kind

__all__ = ["KINDS", "choose_values", "infer_kind"]
