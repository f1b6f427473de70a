"""Manufacturing: a packing list, a certificate of conformance, technical instructions."""

from dataset_builder.families.rubrics.domains.manufacturing.certificate import CERTIFICATE
from dataset_builder.families.rubrics.domains.manufacturing.packing import PACKING
from dataset_builder.families.rubrics.domains.manufacturing.process import PROCESS

DESIGNS = (PACKING, CERTIFICATE, PROCESS)
