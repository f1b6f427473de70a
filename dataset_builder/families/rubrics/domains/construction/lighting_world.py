"""What a lighting plan says: rooms, luminaires by symbol with their places, a daylight zone, a schedule."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import day_between, people, town

ROOMS: dict[str, tuple[int, int, int, int]] = {
    "open": (20, 26, 430, 226),
    "conference": (450, 26, 220, 126),
    "huddle": (450, 152, 220, 100),
    "corridor": (20, 252, 650, 46),
    "reception": (20, 298, 200, 122),
    "break": (220, 298, 170, 122),
    "copy": (390, 298, 110, 122),
    "server": (500, 298, 170, 122),
}
"""Rooms of the suite: box in pixels of the plan."""
NAMES = {
    "open": "Open office",
    "conference": "Conference",
    "huddle": "Huddle",
    "corridor": "Corridor",
    "reception": "Reception",
    "break": "Break room",
    "copy": "Copy",
    "server": "Server",
}
DESCRIPTIONS = {
    "A": "2 x 4 recessed troffer, volumetric lens",
    "B": "6 in. recessed downlight, medium beam",
    "C": "Linear pendant, direct and indirect, length as shown",
    "D": "6 in. recessed wall washer",
    "E": "2 x 4 troffer as type A with battery unit",
    "X": "Exit sign, edge-lit, universal mount",
}


@dataclass(frozen=True)
class Light:
    """A luminaire: type, middle on the plan, and for the open office whether it stands in the daylight zone."""

    kind: str
    x: int
    y: int
    inside: bool = False


@dataclass(frozen=True)
class LightingWorld:
    """A lighting plan.

    Attributes:
        lights: by room.
        zone: rows from the north wall and columns from the west wall that the daylight zone takes in.
        grid: columns and rows of luminaires in the open office.
        watts: by type; of C for a foot of length.
        length: of the pendants in the conference room, in feet.
        share: percent of its watts at which a wall washer is counted.
        hold: the type whose finish is on hold.
    """

    tenant: str
    building: str
    engineer: str
    drawn: str
    checked: str
    issued: date
    revised: date
    sheet: str
    first: int
    lights: dict[str, tuple[Light, ...]]
    zone: tuple[int, int]
    grid: tuple[int, int]
    watts: dict[str, int]
    length: int
    share: int
    hold: str
    letter: str
    warm: dict[str, str]
    timeouts: tuple[int, int, int]
    pick: int

    def count(self, room: str, kind: str, inside: bool | None = None) -> int:
        """Return how many luminaires of a type a room has, all or those inside or outside the daylight zone."""
        return sum(one.kind == kind and inside in (None, one.inside) for one in self.lights[room])

    def number(self, room: str) -> int:
        """Return a room's number."""
        return self.first + list(ROOMS).index(room)


def sample_lighting(rng: random.Random) -> LightingWorld:
    """Draw a suite."""
    while True:
        columns, rows = rng.choice(((7, 5), (6, 5), (8, 5)))
        zone = (rng.choice((1, 2)), rng.choice((1, 2)))
        spots = [(i, j) for j in range(rows) for i in range(columns)]
        spots = sorted(rng.sample(spots, len(spots) - rng.choice((2, 3, 4))))
        emergency = set(rng.sample(spots, rng.choice((4, 5))))
        x, y, w, h = ROOMS["open"]
        office = tuple(
            Light(
                "E" if (i, j) in emergency else "A",
                round(x + w * (i + 0.5) / columns),
                round(y + 8 + (h - 16) * (j + 0.5) / rows),
                j < zone[0] or i < zone[1],
            )
            for i, j in spots
        )
        inside = sum(one.kind == "E" and one.inside for one in office)
        dimmed = sum(one.kind == "A" and one.inside for one in office)
        if 2 <= inside <= 3 and 8 <= dimmed <= 17:
            break
    lights = {"open": office}
    while True:
        lights |= {room: _small(rng, room) for room in list(ROOMS)[1:]}
        front, kitchen = lights["reception"], lights["break"]
        both = sum(one.kind == "B" for one in front + kitchen)
        if both not in (len(front), len(kitchen)):
            break
    watts = dict(zip("ABCDEX", (rng.choice((34, 38, 42)), rng.choice((11, 13, 15)), rng.choice((6, 7, 9)), rng.choice((16, 18, 22)), 0, 3), strict=True))  # fmt: skip
    watts["E"] = watts["A"] + rng.choice((4, 5))
    drawn, checked = people(rng, 2)
    issued = day_between(rng, date(2024, 3, 1), date(2025, 9, 1))
    place = town(rng)
    return LightingWorld(
        tenant=rng.choice(("Ostrander Actuarial", "Pell & Brandvold LLP", "Northway Credit Union", "Sable Creek Labs", "Tarrow Title Agency")),
        building=f"{place} {rng.choice(('Exchange', 'Mill', 'Plaza', 'Depot'))}, suite {rng.randrange(2, 9)}00",
        engineer=rng.choice(("Lumen & Larch Engineers", "Whitlock Electrical Design", "Coil Street Engineering")),
        drawn="".join(word[0] for word in drawn.split()),
        checked="".join(word[0] for word in checked.split()),
        issued=issued,
        revised=issued + timedelta(days=rng.randrange(20, 70)),
        sheet=f"E-{rng.choice((201, 211, 221))}",
        first=rng.choice((201, 301, 401, 501)),
        lights=lights,
        zone=zone,
        grid=(columns, rows),
        watts=watts,
        length=rng.choice((6, 8, 10)),
        share=rng.choice((40, 60, 75)),
        hold=rng.choice("BD"),
        letter=f"L-{rng.randrange(3, 19)}",
        warm={"A": "3500 K", "B": rng.choice(("3000 K", "2700 K")), "D": "3000 K", "E": "3500 K"},
        timeouts=(rng.choice((10, 12)), rng.choice((15, 18)), rng.choice((20, 25))),
        pick=rng.randrange(1000),
    )  # fmt: skip


def _small(rng: random.Random, room: str) -> tuple[Light, ...]:
    """Return the luminaires of a room other than the open office."""
    x, y, w, h = ROOMS[room]

    def row(kind: str, count: int, share: float) -> list[Light]:
        return [Light(kind, round(x + w * (k + 0.5) / count), round(y + h * share)) for k in range(count)]

    if room == "conference":
        washers = row("D", rng.choice((4, 5, 6)), 0.86)
        return tuple(
            [
                *row("C", 2, 0.42),
                *washers,
                *[Light("B", x + 16 + k * (w - 32), round(y + h * 0.64)) for k in range(2)],
            ]
        )
    if room == "huddle":
        return tuple(row("C", 1, 0.5) + row("B", rng.choice((2, 3)), 0.78))
    if room == "corridor":
        return tuple(
            [*row("B", rng.choice((7, 8, 9)), 0.32), Light("X", x + 12, y + 34), Light("X", x + w - 12, y + 34)]
        )
    if room in ("reception", "break"):
        mixed = row("B", rng.choice((4, 5)), 0.45) + row("D", rng.choice((3, 4)), 0.88)
        middle = row("B", rng.choice((2, 3)), 0.66)
        turned = rng.randrange(len(middle))
        middle[turned] = Light("D", middle[turned].x, middle[turned].y)
        return tuple(mixed + middle)
    if room == "copy":
        return tuple(row("A", 2, 0.55))
    return tuple([*row("A", 2, 0.5), Light("E", x + w // 2, round(y + h * 0.82))])
