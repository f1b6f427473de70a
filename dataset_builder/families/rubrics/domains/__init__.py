"""The ten domains; each is a module (or package) of its name with ``DESIGNS``, at least three."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache

from dataset_builder.families.rubrics.model import Design

DOMAINS: tuple[str, ...] = (
    "finance",
    "healthcare",
    "legal",
    "stem",
    "engineering",
    "construction",
    "manufacturing",
    "insurance",
    "real_estate",
    "human_resources",
)
"""In the order of GDP.pdf, Table 3."""


@cache
def list_domains() -> tuple[str, ...]:
    """Return the domains whose module is there, in order."""
    return tuple(name for name in DOMAINS if importlib.util.find_spec(f"{__name__}.{name}"))


@cache
def load_designs(domain: str) -> tuple[Design, ...]:
    """Return the designs of a domain.

    Raises:
        ValueError: there is no such domain.
    """
    if domain not in list_domains():
        raise ValueError(f"domain {domain!r} is not one of {', '.join(list_domains())}")
    designs: tuple[Design, ...] = importlib.import_module(f"{__name__}.{domain}").DESIGNS
    return designs
