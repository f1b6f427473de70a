"""Complex questions (SynthDocBench, section 3.2, appendix K): two to four pieces of evidence from several chapters.

Chronologies, multi-step arithmetic, and how something was received and what it led to. What people say is planted as
statements (``stating``), made of a world's people, events and causes (``receptions``); figures stand in exhibits only.
"""

from dataset_builder.families.reports.questions.complex import (
    causes,
    chronology,
    forecasts,
    reckoning,
    stances,
    technical,
    timeline,
)
from dataset_builder.families.reports.questions.planting import PlantTemplate

_MODULES = (timeline, chronology, causes, technical, reckoning, forecasts, stances)
COMPLEX: tuple[PlantTemplate, ...] = tuple(template for module in _MODULES for template in module.TEMPLATES)
"""Every template, of all three categories."""

__all__ = ["COMPLEX"]
