"""What a fund's factsheet says."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import people

_FUNDS = (
    "Meridew Balanced Income Fund",
    "Carrow Multi-Asset Growth Fund",
    "Old Quay Diversified Income Fund",
    "Penhallow Defensive Allocation Fund",
)
_ISSUERS = (
    "Aldous Rail", "Benwick Power", "Corran Telecom", "Drayton Ports", "Ellerby Foods", "Foxley Water", "Garth Insurance", "Hensall Chemicals", "Isley Pharma", "Kirkham Bank",
    "Lorne Paper", "Maddox Steel", "Norbury Airports",
)  # fmt: skip


@dataclass(frozen=True)
class FactsheetWorld:
    """A factsheet.

    Attributes:
        returns: by calendar year, in percent; the first ``simulated`` years are before the launch.
        holdings: of the ten largest: issuer, instrument (``ordinary shares``, ``secured bond`` or ``senior bond``), weight in percent.
        largest: issuer with the highest weight by the fund's rule, that weight, and the sum without the rule.
    """

    fund: str
    managers: tuple[str, str]
    month: date
    launch: date
    size: int
    first_year: int
    returns: tuple[float, ...]
    benchmark: tuple[float, ...]
    simulated: int
    holdings: tuple[tuple[str, str, float], ...]
    largest: tuple[str, float, float]
    charges: tuple[float, float, float]
    pick: int


def sample_factsheet(rng: random.Random) -> FactsheetWorld:
    """Draw a factsheet."""
    month = date(rng.choice((2024, 2025)), rng.randrange(2, 12), 28)
    simulated = rng.choice((3, 4))
    while True:
        returns = [rng.choice((-1, 1, 1, 1)) * rng.randrange(21, 149) / 10 for _ in range(9)]
        early, late = returns[:simulated], returns[simulated:]
        if (
            max(early) > max(late) + 0.8
            and min(early) < min(late) - 0.8
            and len(set(returns)) == 9
            and min(late) < 0
            and not any(one % 1 == 0 for one in returns)
        ):
            break
    issuers = rng.sample(_ISSUERS, 8)
    while True:
        weights = sorted(rng.sample(range(19, 47), 10), reverse=True)
        twins = ((weights[1] + weights[4] / 2) / 10, (weights[2] + weights[3]) / 10)
        if twins[1] > twins[0] + 0.3 and weights[1] + weights[4] > weights[2] + weights[3] and weights[4] % 2 == 0:
            break
    # places 1 and 4 are one issuer's shares and secured bond, places 2 and 3 another's shares and senior bond
    names = [issuers[0], issuers[1], issuers[2], issuers[2], issuers[1], *issuers[3:8]]
    kinds = [
        "ordinary shares",
        "ordinary shares",
        "ordinary shares",
        "senior bond",
        "secured bond",
        "ordinary shares",
        "senior bond",
        "ordinary shares",
        "secured bond",
        "ordinary shares",
    ]
    holdings = tuple((name, kind, weight / 10) for name, kind, weight in zip(names, kinds, weights, strict=True))
    lead, second = people(rng, 2)
    return FactsheetWorld(
        fund=rng.choice(_FUNDS),
        managers=(lead, second),
        month=month,
        launch=date(month.year - 10 + simulated, 12, rng.randrange(3, 27)),
        size=rng.randrange(210, 940),
        first_year=month.year - 9,
        returns=tuple(returns),
        benchmark=tuple(round(one * rng.uniform(0.7, 0.95) + rng.uniform(-1.5, 1.5), 1) for one in returns),
        simulated=simulated,
        holdings=holdings,
        largest=(issuers[2], round(twins[1], 1), round((weights[1] + weights[4]) / 10, 1)),
        charges=(round(rng.randrange(118, 149) / 100, 2), round(rng.randrange(62, 84) / 100, 2), round(rng.randrange(88, 104) / 100, 2)),
        pick=rng.randrange(1000),
    )  # fmt: skip
