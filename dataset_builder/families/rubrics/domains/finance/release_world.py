"""What an earnings release says; amounts in millions of dollars, periods in the order ``PERIODS``."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import people, town

PERIODS = ("q", "qp", "n", "np")
"""Quarter, quarter a year before, nine months, nine months a year before."""

_FIRMS = (
    ("Tallow & Finch Industries", ("Flow Control", "Thermal Products", "Marine Systems", "Filtration")),
    ("Brightwater Instruments", ("Laboratory", "Process Sensors", "Weighing", "Calibration Services")),
    ("Halvard Packaging Group", ("Closures", "Rigid Containers", "Labels", "Dispensing")),
    ("Ostrander Building Products", ("Roofing", "Insulation", "Doors", "Siding")),
    ("Corrigan Motion", ("Bearings", "Drives", "Linear Motion", "Couplings")),
)


@dataclass(frozen=True)
class Segment:
    """A segment: name, figures by line (``sales``, ``oi``, ``dep``, ``capex``) and period; growth in percent.

    Attributes:
        currency: points of the quarter's growth from exchange rates.
        acquired: points from acquisitions.
    """

    name: str
    figures: Mapping[str, Mapping[str, float]]
    currency: float
    acquired: float

    @property
    def reported(self) -> float:
        """Return the quarter's growth of sales in percent, one digit."""
        sales = self.figures["sales"]
        return round((sales["q"] / sales["qp"] - 1) * 100, 1)

    @property
    def organic(self) -> float:
        """Return growth without exchange rates and acquisitions."""
        return round(self.reported - self.currency - self.acquired, 1)


@dataclass(frozen=True)
class ReleaseWorld:
    """A release.

    Attributes:
        statement: lines of the statement of operations by period.
        early: segment whose organic growth holds early shipments, and its like-for-like growth in percent.
        backlog: at the period's end, a year before, and as misprinted in the table.
        growth: full-year outlook of sales growth in percent: reported low and high, at constant currency low and high.
        eps: outlook of earnings a share: adjusted low and high, GAAP low and high; then adjusted low and high before.
        cash: of operations by period.
        pick: chooses what is asked about.
    """

    firm: str
    town: str
    chief: str
    treasurer: str
    contact: str
    end: date
    issued: date
    segments: tuple[Segment, ...]
    corporate: Mapping[str, float]
    statement: Mapping[str, Mapping[str, float]]
    shares: Mapping[str, float]
    early: tuple[str, float]
    backlog: tuple[float, float, float]
    growth: tuple[float, float, float, float]
    eps: tuple[float, float, float, float, float, float]
    cash: Mapping[str, float]
    spent: Mapping[str, float]
    dividend: float
    pick: int

    @property
    def corrected(self) -> date:
        """Return the day of the correction."""
        return self.issued + timedelta(days=2)

    @property
    def year(self) -> int:
        """Return the fiscal year."""
        return self.end.year


def sample_release(rng: random.Random) -> ReleaseWorld:
    """Draw a release."""
    firm, names = rng.choice(_FIRMS)
    chief, treasurer, contact = people(rng, 3)
    year = rng.choice((2023, 2024, 2025))
    end = date(year, 9, 30)
    while True:
        segments = tuple(_segment(rng, name) for name in rng.sample(names, 4))
        ranked = sorted(segments, key=lambda one: -one.organic)
        gaps = [a.organic - b.organic for a, b in itertools.pairwise(ranked)]
        fast, low = ranked[0], round((ranked[-2].organic + ranked[-1].organic) / 2, 1)
        spent = [one.figures[key][period] for one in segments for key in ("capex", "dep") for period in ("q", "qp")]
        round_ones = {1.0, 2.0, 3.0, 4.0} & {low, *(one.organic for one in segments)}
        if min(gaps) >= 0.6 and ranked[-1].organic > -4 and len(set(spent)) == len(spent) and not round_ones:
            break
    corporate = {"q": _one(rng, 9, 19), "qp": _one(rng, 9, 19)}
    corporate |= {
        "n": round(corporate["q"] * 3 + _one(rng, -3, 3), 1),
        "np": round(corporate["qp"] * 3 + _one(rng, -3, 3), 1),
    }
    statement = _statement(rng, segments, corporate)
    before = _one(rng, 620, 980)
    backlog = round(before * rng.uniform(1.05, 1.16), 1)
    shifts = [one for one in (-90.0, 90.0, 180.0, -180.0) if abs(abs(backlog + one - before) - (backlog - before)) > 9]
    gap = rng.randrange(28, 49) / 100
    shares = {key: round(rng.uniform(81, 84) - (0 if key in ("q", "n") else -1.6), 1) for key in PERIODS}
    adjusted = round(statement["net"]["n"] / shares["n"] * rng.uniform(1.31, 1.36) + gap, 2)
    reported = rng.choice((1.5, 2.0, 2.5, 3.0))
    shift = rng.choice((1.0, 1.5, 2.0))
    cash = {"n": _one(rng, 190, 320), "np": _one(rng, 170, 290)}
    outlay = {key: round(sum(one.figures["capex"][key] for one in segments) + 4.2, 1) for key in ("n", "np")}
    return ReleaseWorld(
        firm=firm,
        town=town(rng),
        chief=chief,
        treasurer=treasurer,
        contact=contact,
        end=end,
        issued=date(year, 10, rng.randrange(22, 30)),
        segments=segments,
        corporate=corporate,
        statement=statement,
        shares=shares,
        early=(fast.name, low),
        backlog=(backlog, before, round(backlog + rng.choice(shifts), 1)),
        growth=(reported, reported + 1, reported + shift, reported + shift + 1),
        eps=(adjusted, round(adjusted + 0.12, 2), round(adjusted - gap, 2), round(adjusted - gap + 0.12, 2), round(adjusted - 0.08, 2), round(adjusted + 0.09, 2)),
        cash=cash,
        spent=outlay,
        dividend=rng.randrange(18, 41) / 100,
        pick=rng.randrange(1000),
    )  # fmt: skip


def _one(rng: random.Random, low: float, high: float) -> float:
    return round(rng.uniform(low, high), 1)


def _segment(rng: random.Random, name: str) -> Segment:
    sales = {"qp": _one(rng, 88, 310)}
    sales["q"] = round(sales["qp"] * rng.uniform(0.99, 1.13), 1)
    sales["n"] = round(sales["q"] * rng.uniform(2.85, 3.05), 1)
    sales["np"] = round(sales["qp"] * rng.uniform(2.85, 3.05), 1)
    oi, dep, capex = (
        {key: round(amount * rng.uniform(*spread), 1) for key, amount in sales.items()}
        for spread in ((0.13, 0.21), (0.022, 0.034), (0.018, 0.048))
    )
    return Segment(name, {"sales": sales, "oi": oi, "dep": dep, "capex": capex}, _one(rng, -1.6, -0.2), rng.choice((0.0, 0.0, _one(rng, 0.8, 3.2))))  # fmt: skip


def _statement(
    rng: random.Random, segments: tuple[Segment, ...], corporate: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    lines: dict[str, dict[str, float]] = {}
    for key in PERIODS:
        sales = round(sum(one.figures["sales"][key] for one in segments), 1)
        thrice = 1 if key in ("q", "qp") else 3
        restructuring = _one(rng, 2.1 * thrice, 6.5 * thrice)
        operating = round(sum(one.figures["oi"][key] for one in segments) - corporate[key] - restructuring, 1)
        cost, research = round(sales * rng.uniform(0.585, 0.615), 1), round(sales * rng.uniform(0.031, 0.039), 1)
        interest, other = _one(rng, 8.2 * thrice, 11.4 * thrice), _one(rng, 0.4 * thrice, 1.9 * thrice)
        before = round(operating - interest + other, 1)
        tax = round(before * rng.uniform(0.215, 0.245), 1)
        gross = round(sales - cost, 1)
        values = {
            "sales": sales, "cost": cost, "gross": gross, "sga": round(gross - research - restructuring - operating, 1), "research": research,
            "restructuring": restructuring, "operating": operating, "interest": interest, "other": other, "before": before, "tax": tax, "net": round(before - tax, 1),
        }  # fmt: skip
        for name, amount in values.items():
            lines.setdefault(name, {})[key] = amount
    return lines
