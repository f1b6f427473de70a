"""Healthcare: a formulary dosing card, a clinical guideline with a focused update, a review article."""

from dataset_builder.families.rubrics.domains.healthcare.card import CARD
from dataset_builder.families.rubrics.domains.healthcare.guideline import GUIDELINE
from dataset_builder.families.rubrics.domains.healthcare.review import REVIEW

DESIGNS = (CARD, GUIDELINE, REVIEW)
"""Drugs, trials and bodies are invented; nothing in them is medical advice."""
