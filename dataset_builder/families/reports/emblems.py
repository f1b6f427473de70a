"""Key figures as a template takes them, and which of the icons of ``icons.html.j2`` goes with what."""

from __future__ import annotations

import re
from typing import Any

from dataset_builder.families.reports.manuscript import KeyFigure

_OF_UNITS = (
    ("share", {"%", "percent"}),
    ("time", {"month", "months", "day", "days", "hour", "hours", "week", "weeks", "year", "years", "minutes"}),
    ("money", {"crowns", "marks", "florins", "million", "billion", "cost"}),
    ("rate", {"per"}),
    ("people", {"people", "patients", "staff", "members", "visitors", "residents", "workers"}),
)

_OF_HEADINGS = (
    (
        "money",
        {"cost", "costs", "price", "prices", "money", "fee", "fees", "budget", "spending", "subsidy", "who pays"},
    ),
    (
        "time",
        {"year", "years", "first", "last", "since", "when", "history", "season", "time", "wait", "delay", "winters"},
    ),
    ("people", {"who", "people", "staff", "guard", "guards", "community", "voices", "workers", "patients"}),
    ("share", {"share", "shares", "part", "parts", "half", "split"}),
    ("debate", {"causes", "why", "behind", "argument", "against", "question", "right", "doubt"}),
    ("summary", {"brief", "sum", "summary", "short", "conclusion"}),
    ("cases", {"where", "place", "places", "town", "village", "district", "region", "map"}),
    ("outlook", {"next", "ahead", "future", "road", "come"}),
    ("rate", {"up", "ups", "downs", "rise", "fall", "moved", "change", "range", "growth"}),
)
"""Icons by words of a heading, the first that fits."""


def figure_view(figure: KeyFigure) -> dict[str, Any]:
    """Return a key figure with its number and unit apart, and the icon of its kind."""
    amount, _, unit = figure.value.partition(" ")
    words = set(re.findall(r"[a-z%]+", figure.value.lower()))
    return {
        "value": figure.value,
        "amount": amount,
        "unit": unit,
        "label": figure.label[0].upper() + figure.label[1:],
        "icon": next((name for name, keys in _OF_UNITS if words & keys), "count"),
    }


def icon_of(heading: str) -> str:
    """Return the icon of a heading by its words, "" where none goes with them.

    >>> icon_of("Who pays for the fence"), icon_of("In brief"), icon_of("The tape")
    ('people', 'summary', '')
    """
    words = set(re.findall(r"[a-z]+", heading.lower()))
    return next((name for name, keys in _OF_HEADINGS if words & keys), "")
