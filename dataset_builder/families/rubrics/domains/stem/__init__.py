"""STEM: a basin's climate report, a laboratory's analytical report, a figure-heavy article."""

from dataset_builder.families.rubrics.domains.stem.article import ARTICLE
from dataset_builder.families.rubrics.domains.stem.climate import CLIMATE
from dataset_builder.families.rubrics.domains.stem.lab import LAB

DESIGNS = (CLIMATE, LAB, ARTICLE)
"""Basins, laboratories, journals and findings are invented."""
