"""STEM: a basin's climate report."""

from dataset_builder.families.rubrics.domains.stem.climate import CLIMATE

DESIGNS = (CLIMATE,)
"""Basins, stations and bodies are invented."""
