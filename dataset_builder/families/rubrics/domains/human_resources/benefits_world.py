"""What a benefits packet says; amounts in dollars."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from dataset_builder.families.rubrics.bank import people

PLANS = ("Saver", "Basic", "Plus")
TIERS = ("Employee only", "Employee and spouse", "Employee and children", "Family")
CLAIMS = (0, 2000, 4000, 6000, 8000, 10000, 12000)


@dataclass(frozen=True)
class Plan:
    """A medical plan: deductible, share of costs after it in percent, most out of pocket, office visit, emergency room; in and out of network."""

    deductible: tuple[int, int]
    share: tuple[int, int]
    most: tuple[int, int]
    visit: int
    emergency: int


@dataclass(frozen=True)
class BenefitsWorld:
    """A packet.

    Attributes:
        edges: highest pay of the first three bands.
        costs: per paycheck by plan and tier, for the four bands.
        account: the employer's yearly money for the Saver account, one person and family; ``monthly`` for those who join later.
        spent: an employee's yearly cost by plan at each amount of ``CLAIMS``.
        match: employer's match by band of service, in percent of pay.
        asked: place of the claims amount that is asked about.
        joined: month in which a new employee's coverage starts.
    """

    firm: str
    year: int
    contact: str
    second: str
    edges: tuple[int, int, int]
    plans: Mapping[str, Plan]
    costs: Mapping[str, Mapping[str, tuple[int, ...]]]
    account: tuple[int, int]
    monthly: tuple[int, int]
    spent: Mapping[str, tuple[int, ...]]
    match: tuple[int, int, int]
    asked: int
    joined: int
    pick: int


def sample_benefits(rng: random.Random) -> BenefitsWorld:
    """Draw a packet."""
    contact, second = people(rng, 2)
    edges = rng.choice(((45_000, 70_000, 110_000), (50_000, 75_000, 120_000), (40_000, 65_000, 100_000)))
    plans = {
        "Saver": Plan((rng.choice((2800, 3000, 3200)), 6000), (20, 40), (rng.choice((5000, 5500)), 11000), 0, 0),
        "Basic": Plan((rng.choice((1200, 1400, 1500)), 3000), (25, 45), (rng.choice((4500, 4800)), 9600), 30, 300),
        "Plus": Plan((rng.choice((400, 500, 600)), 1500), (10, 35), (rng.choice((2500, 3000)), 7000), 20, 200),
    }
    costs: dict[str, dict[str, tuple[int, ...]]] = {}
    taken: set[int] = set()
    for name, start in (("Saver", 24), ("Basic", 46), ("Plus", 82)):
        costs[name] = {}
        for tier, times in zip(TIERS, (1, 2.1, 1.8, 2.9), strict=True):
            row = []
            for k in range(4):
                amount = round(start * times * (1 + 0.24 * k)) + rng.randrange(0, 4)
                while amount in taken:
                    amount += 1
                taken.add(amount)
                row.append(amount)
            costs[name][tier] = tuple(row)
    spent = {
        name: tuple(_spent(plan, 26 * costs[name]["Employee only"][1], claims) for claims in CLAIMS)
        for name, plan in plans.items()
    }
    spread = [
        k
        for k in range(1, 7)
        if min(abs(a - b) for n, a in enumerate(spent[x][k] for x in PLANS) for b in [spent[x][k] for x in PLANS][:n])
        > 260
    ]
    single = rng.choice((600, 720, 840))
    return BenefitsWorld(
        firm=rng.choice(("Harwell & Pryce", "Lindale Services", "Brandvold Packaging", "Corrigan Motion", "Stannard Minerals")),
        year=rng.choice((2024, 2025, 2026)),
        contact=contact,
        second=second,
        edges=edges,
        plans=plans,
        costs=costs,
        account=(single, single * 2),
        monthly=(single // 12 - rng.choice((10, 15)), single // 6 - 22),
        spent=spent,
        match=rng.choice(((2, 4, 6), (3, 4, 5), (3, 5, 7))),
        asked=rng.choice(spread or [6]),
        joined=rng.choice((4, 5, 6, 7, 8)),
        pick=rng.randrange(1000),
    )  # fmt: skip


def _spent(plan: Plan, premium: int, claims: int) -> int:
    """Return what an employee pays in a year in the network: premium, deductible and share, up to the most."""
    own = min(claims, plan.deductible[0]) + max(0, claims - plan.deductible[0]) * plan.share[0] / 100
    return round((premium + min(own, plan.most[0])) / 10) * 10
