"""What technical instructions for a bonded panel say: stations, steps of two cells, a cure, drilling, limits."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import day_between, people, town

STATIONS = (
    "Receiving",
    "Degreasing",
    "Abrading",
    "Primer",
    "Layup",
    "Bagging",
    "Autoclave",
    "Trim",
    "Drilling",
    "Final check",
)
MINUTES = (0, 20, 40, 60, 80, 100, 120, 140)


@dataclass(frozen=True)
class ProcessWorld:
    """Instructions.

    Attributes:
        places: of the stations on the layout, by index of a grid of five by two, in the order of ``STATIONS``.
        route: stations in the order in which the arrow visits them.
        clean: names of the stations inside the clean zone.
        temperature, pressure: of the cure at ``MINUTES``, in degrees Celsius and bar.
        minute: index of ``MINUTES`` that is asked about.
        flash: minutes and temperature of drying, in cell A and in cell B.
        drill: speed in 1/min and feed in mm a turn, for titanium and for aluminium doublers.
        dent: greatest depth in mm by zone 1 to 3, of appendix A.
        hold: hours, by thickness of the core.
        out: hours out of the freezer allowed; ``peel`` least strength in N/mm, ``age`` hours until it is tested.
    """

    company: str
    number: str
    revision: str
    issued: date
    author: str
    owner: str
    line: int
    places: tuple[int, ...]
    clean: tuple[str, ...]
    temperature: tuple[float, ...]
    pressure: tuple[float, ...]
    minute: int
    flash: tuple[tuple[int, int], tuple[int, int]]
    drill: tuple[tuple[int, float], tuple[int, float]]
    dent: tuple[float, float, float]
    zone: int
    soak: tuple[int, int]
    out: int
    peel: float
    age: int
    taps: int
    pick: int


def sample_process(rng: random.Random) -> ProcessWorld:
    """Draw instructions."""
    author, owner = people(rng, 2)
    top = rng.choice((118, 124, 128, 132))
    most = rng.choice((3.2, 3.6, 4.2, 4.6))
    start = rng.choice((21, 23))
    temperature = (
        start,
        round(start + (top - start) * 0.34),
        round(start + (top - start) * 0.71),
        top,
        top,
        top,
        round(top * 0.72),
        round(top * 0.46),
    )
    pressure = (
        0.0,
        round(most * 0.24, 1),
        round(most * 0.62, 1),
        round(most * 0.86, 1),
        most,
        most,
        round(most * 0.9, 1),
        round(most * 0.35, 1),
    )
    speeds = rng.sample((260, 310, 380, 440, 520), 2)
    dents = sorted(rng.sample((0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8), 3))
    a, b = rng.sample((8, 10, 15, 18, 25), 2)
    hot, cool = rng.sample((55, 60, 70, 75, 80), 2)
    first = rng.choice((2, 3))
    return ProcessWorld(
        company=f"{town(rng)} {rng.choice(('Interiors', 'Composites', 'Panel Works'))}",
        number=f"WI-{rng.randrange(300, 899)}-{rng.randrange(10, 99)}",
        revision=str(rng.randrange(4, 12)),
        issued=day_between(rng, date(2023, 6, 1), date(2025, 8, 1)) + timedelta(days=1),
        author=author,
        owner=owner,
        line=rng.randrange(2, 6),
        places=tuple(rng.sample(range(10), 10)),
        clean=tuple(STATIONS[first : first + rng.choice((3, 4))]),
        temperature=tuple(map(float, temperature)),
        pressure=pressure,
        minute=rng.choice((2, 3, 6)),
        flash=((a, hot), (b, cool)),
        drill=((min(speeds), rng.choice((0.03, 0.04, 0.05))), (max(speeds) * 6, rng.choice((0.08, 0.09, 0.1)))),
        dent=(dents[0], dents[1], dents[2]),
        zone=rng.choice((1, 2)),
        soak=rng.choice(((6, 14), (8, 18), (5, 12))),
        out=rng.choice((72, 96, 120)),
        peel=rng.choice((3.4, 3.8, 4.4, 5.2)),
        age=rng.choice((16, 20, 36)),
        taps=rng.choice((40, 60, 75)),
        pick=rng.randrange(1000),
    )  # fmt: skip
