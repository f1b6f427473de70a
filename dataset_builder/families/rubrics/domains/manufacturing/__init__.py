"""Manufacturing: a packing list, a certificate of conformance, technical instructions."""

from dataset_builder.families.rubrics.domains.manufacturing.certificate import CERTIFICATE
from dataset_builder.families.rubrics.domains.manufacturing.packing import PACKING

DESIGNS = (PACKING, CERTIFICATE)
