"""What units cost, where a question turns a figure into money."""

from __future__ import annotations

from dataset_builder.families.reports.model import World

PRICES = {
    "minutes": ("minute", 2, 15),
    "hours": ("hour", 18, 90),
    "hours a week": ("hour", 18, 90),
    "hours a month": ("hour", 18, 90),
    "hours a year": ("hour", 18, 90),
    "hours per week": ("hour", 18, 90),
    "hours per month": ("hour", 18, 90),
    "days": ("day", 60, 420),
    "days a year": ("day", 60, 420),
    "weeks": ("week", 250, 900),
    "months": ("month", 800, 4_500),
    "km": ("kilometre", 12, 80),
    "ha": ("hectare", 150, 900),
    "MW": ("megawatt", 700, 4_000),
    "incidents": ("incident", 150, 2_500),
    "claims": ("claim", 150, 2_500),
    "trees": ("tree", 40, 400),
    "cases": ("case", 150, 2_500),
    "jobs": ("job", 900, 6_000),
    "wells": ("well", 600, 5_000),
    "applications": ("application", 60, 600),
    "boats": ("boat", 900, 9_000),
    "findings": ("finding", 80, 900),
    "patients": ("patient", 150, 2_500),
    "litres per wafer": ("litre", 2, 9),
}
"""Units that have a price: one of them, and from what to what it may cost."""
_MONEY = ("crowns", "marks", "florins", "ducats", "scudi", "soldi", "dalers", "thalers", "guilders", "shillings")


def find_currency(world: World) -> str:
    """Return the money of a world: that of its figures, else crowns."""
    units = " ".join(metric.unit for metric in world.topic.metrics).split()
    return next((word for word in units if word in _MONEY), "crowns")
