"""Engineering: a regulator's datasheet, a specification of pump sets, a record of a type test."""

from dataset_builder.families.rubrics.domains.engineering.datasheet import DATASHEET
from dataset_builder.families.rubrics.domains.engineering.spec import SPECIFICATION
from dataset_builder.families.rubrics.domains.engineering.type_test import TEST

DESIGNS = (DATASHEET, SPECIFICATION, TEST)
"""Parts, makers and works are invented."""
