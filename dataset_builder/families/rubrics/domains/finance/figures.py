"""Amounts in millions of dollars: how they are printed, and checks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dataset_builder.families.rubrics.rubric import every, no_claim, some, value


def show(amount: float, decimals: int = 1) -> str:
    """Return an amount as tables print it, negative ones in brackets.

    >>> show(1240.52), show(-3.1)
    ('1,240.5', '(3.1)')
    """
    return f"({-amount:,.{decimals}f})" if amount < 0 else f"{amount:,.{decimals}f}"


def say(amount: float) -> str:
    """Return an amount in millions as people write it.

    >>> say(-1240.5)
    '-$1,240.5 million'
    """
    return f"{'-' if amount < 0 else ''}${abs(amount):,.1f} million"


def owned(name: str) -> str:
    """Return a name as the owner of something.

    >>> owned("Bearings"), owned("Roofing")
    ("Bearings'", "Roofing's")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def million(amount: float, about: Sequence[Any] = (), rivals: Sequence[str] = (), fact: str = "") -> dict[str, Any]:
    """Return a check: the answer gives the amount, in dollars or as a table of millions has it."""
    return some(
        value(round(amount * 1e6), "usd", about, rivals),
        value(amount, "usd", about, rivals),
        value(amount, "", about, rivals, fact=fact),
    )


def no_million(amount: float, unless: Mapping[str, Any], about: Sequence[Any] = ()) -> dict[str, Any]:
    """Return a check: the answer does not claim the amount; fine as a mention where ``unless`` is met."""
    forms = (value(round(amount * 1e6), "usd", about), value(amount, "usd", about), value(amount, "", about))
    return every(*(no_claim(one, unless) for one in forms))
