"""What a project manual's section on concrete says: mixtures, placements, days of curing, zones of evaporation."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics.bank import day_between, people, town

_PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "M-1": (("Scale pit", "Office wing", "Push wall", "Retaining wall", "Canopy", "Stair tower"), ("strip footing", "spread footings", "grade beam"), ("F1",)),
    "M-2": (("Scale pit", "Push wall", "Retaining wall", "Pump vault", "Dock", "Stair tower"), ("wall, first lift", "wall, second lift", "piers"), ("F1", "F2", "F3")),
    "M-3": (("Office wing", "Pump room", "Locker room", "Electrical room", "Tool crib"), ("slab on grade", "slab, infill", "housekeeping pad"), ("B.1", "B.2", "B.3")),
    "M-4": (("Truck court", "Fuel island", "Wash bay", "Dock", "Scale approach"), ("apron", "slab, lane 1", "slab, lane 2"), ("C.1", "C.2")),
    "M-5": (("Office deck", "Stair tower", "Dock leveler", "Observation gallery", "Canopy walk"), ("deck", "landing", "topping"), ("B.1", "B.2")),
}  # fmt: skip
"""By mix: areas, parts, finishes."""
_NAMED = {"Truck court": "C.1", "landing": "B.2"}
"""Finishes of the areas and parts that 3.8.D names."""
TEMPERATURES = (70, 80, 90)
WINDS = (0, 5, 10, 15, 20, 25)


@dataclass(frozen=True)
class Mix:
    """A mixture: name, what it is for, strength in psi, most water to cement, air in percent, slump and aggregate in inches."""

    name: str
    use: str
    strength: int
    water: float
    air: float
    slump: int
    aggregate: float


@dataclass(frozen=True)
class Placement:
    """A placement of the schedule: number, area, part, cubic yards, finish."""

    number: int
    area: str
    part: str
    yards: int
    finish: str


@dataclass(frozen=True)
class ManualWorld:
    """A section of a project manual.

    Attributes:
        cure: days of wet curing of exposed slabs as first written, by the addendum, and as the bulletin proposes.
        wall: curing days of walls; ``mean`` is the day's mean in degrees Fahrenheit from which a day counts.
        log: mean temperatures of the days since a wall was placed.
        dry: hours that a joint has to have dried.
        strip: percent of strength, days, and load in pounds a square foot for taking away shores.
        texture: depths of broom texture in mils, in the order of the items that have them.
        rates: evaporation by temperature, at ``WINDS``, in pounds a square foot and hour.
        ask: temperature and wind that are asked about.
        groups: placements by mix, in the schedule's order.
        target: placement asked about.
        front: what is bound in before the section, by title; ``back``, behind its schedule.
    """

    owner: str
    project: str
    engineer: str
    number: str
    issued: date
    added: date
    bulletin: date
    signer: str
    checker: str
    numbers: tuple[int, int]
    cure: tuple[int, int, int]
    wall: int
    mean: int
    log: tuple[int, ...]
    dry: int
    strip: tuple[int, int, int]
    texture: tuple[int, int, int, int]
    rates: dict[int, tuple[float, ...]]
    ask: tuple[int, int]
    mixes: tuple[Mix, ...]
    groups: tuple[tuple[Placement, ...], ...]
    target: int
    wait: int
    notice: tuple[int, int]
    pick: int
    front: tuple[tuple[str, Markup], ...] = ()
    back: tuple[tuple[str, Markup], ...] = ()

    @property
    def done(self) -> int:
        """Return the number of the day after which a wall has had its curing days."""
        counted = 0
        for day, mean in enumerate(self.log, 1):
            counted += mean >= self.mean
            if counted == self.wall:
                return day
        raise ValueError(f"{self.log} holds fewer than {self.wall} days of {self.mean} degrees")

    def mix_of(self, number: int) -> Mix:
        """Return the mix of a placement."""
        return next(
            mix
            for mix, group in zip(self.mixes, self.groups, strict=True)
            if any(one.number == number for one in group)
        )


def sample_manual(rng: random.Random) -> ManualWorld:
    """Draw a section."""
    place = town(rng)
    signer, checker = people(rng, 2)
    issued = day_between(rng, date(2023, 9, 1), date(2025, 4, 1))
    rates, ask = _rates(rng)
    wall, mean = rng.choice((4, 5)), rng.choice((48, 50, 52))
    while True:
        log = tuple(mean + rng.choice((-7, -5, -3, 2, 4, 6, 9, 11)) for _ in range(9))
        short = [one < mean for one in log[: wall + 1]]
        if sum(one >= mean for one in log) >= wall + 1 and sum(short) == 2 and log[wall] >= mean and not short[0]:
            break
    airs = rng.sample((4.5, 5.5, 6.0, 6.5, 7.0), 3)
    mixes = (
        Mix("M-1", "Footings and grade beams", 3000, 0.55, 0.0, 4, 1.5),
        Mix("M-2", "Walls and piers", 4000, 0.48, airs[0], 4, 1.0),
        Mix("M-3", "Interior slabs", 3500, 0.5, 0.0, 3, 1.0),
        Mix("M-4", "Exterior slabs and aprons", 4500, 0.42, airs[1], 3, 0.75),
        Mix("M-5", "Elevated slabs and stairs", 5000, 0.4, airs[2], 5, 0.75),
    )
    groups = _groups(rng, mixes)
    late = groups[rng.choice((1, 3, 4))]
    cure = rng.choice(((7, 10, 14), (6, 9, 12), (7, 11, 15)))
    return ManualWorld(
        owner=f"{place} Solid Waste Authority",
        project=f"{place} Transfer Station",
        engineer=rng.choice(("Harrow Bridge Engineers", "Tallis & Crane, Consulting Engineers", "Millrace Structural")),
        number=f"C-{rng.randrange(210, 890)}",
        issued=issued,
        added=issued + timedelta(days=rng.randrange(18, 30)),
        bulletin=issued + timedelta(days=rng.randrange(120, 200)),
        signer=signer,
        checker=checker,
        numbers=(rng.choice((2, 3)), rng.choice((4, 5, 8))),
        cure=cure,
        wall=wall,
        mean=mean,
        log=log,
        dry=rng.choice((18, 24, 36)),
        strip=(rng.choice((75, 80, 85)), rng.choice((8, 12, 16)), rng.choice((20, 25, 30))),
        texture=tuple(rng.sample((30, 45, 60, 80, 100, 125), 4)),  # type: ignore[arg-type]
        rates=rates,
        ask=ask,
        mixes=mixes,
        groups=groups,
        target=late[-rng.choice((1, 2, 3))].number,
        wait=rng.choice((15, 20, 25)),
        notice=rng.choice(((24, 72), (36, 96), (30, 60))),
        pick=rng.randrange(1000),
    )  # fmt: skip


def _rates(rng: random.Random) -> tuple[dict[int, tuple[float, ...]], tuple[int, int]]:
    while True:
        size, slope = rng.uniform(0.0115, 0.0145), rng.uniform(0.17, 0.22)
        rates = {t: tuple(round(size * (t - 52) / 10 * (1 + slope * w), 3) for w in WINDS) for t in TEMPERATURES}
        clear = [w for k, w in enumerate(WINDS) if w >= 10 and rates[80][k] < 0.185 and rates[90][k] > 0.215]
        if clear and max(rates[90]) < 0.38:
            wind = rng.choice(clear)
            temperature = rng.choice((80, 90))
            if rates[80][WINDS.index(wind)] > 0.115:
                return rates, (temperature, wind)


def _groups(rng: random.Random, mixes: tuple[Mix, ...]) -> tuple[tuple[Placement, ...], ...]:
    numbers = rng.sample(range(11, 99), 62)
    made = []
    for mix, size in zip(mixes, (12, 13, 9, 14, 14), strict=True):
        areas, parts, finishes = _PARTS[mix.name]
        pairs = [(area, part) for area in areas for part in parts]
        group = tuple(
            Placement(
                numbers.pop(),
                area,
                part,
                rng.randrange(8, 140),
                _NAMED.get(area, _NAMED.get(part, rng.choice(finishes))),
            )
            for area, part in rng.sample(pairs, size)
        )
        made.append(group)
    return tuple(made)
