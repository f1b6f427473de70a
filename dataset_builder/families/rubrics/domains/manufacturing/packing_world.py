"""What a packing list says: pallets of cartons, the state of the order, where pallets stand in the container."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import address, day_between, people, town, workday

_PARTS = (
    ("Hinge bracket", 0.058), ("Pivot pin, 6 mm", 0.014), ("Clevis, forged", 0.092), ("Latch plate", 0.027), ("Spacer sleeve", 0.011),
    ("Yoke, machined", 0.121), ("Spring seat", 0.017), ("Cover, die-cast", 0.071), ("Guide rail, 120", 0.096), ("Lock lever", 0.037),
)  # fmt: skip
ORIGINS = ("Portugal", "Slovenia", "Mexico", "Vietnam", "Canada")


@dataclass(frozen=True)
class Part:
    """A part: number, name, drawing revision, mass in kilograms, origin, pieces ordered and shipped before."""

    number: str
    name: str
    revision: str
    mass: float
    origin: str
    ordered: int
    before: int


@dataclass(frozen=True)
class Carton:
    """A carton: number, index of its part, lot, pieces, net and gross weight in kilograms."""

    number: int
    part: int
    lot: str
    pieces: int
    net: float
    gross: float


@dataclass(frozen=True)
class Pallet:
    """A pallet: its cartons, its own weight in kilograms, height in centimetres."""

    cartons: tuple[Carton, ...]
    tare: float
    height: int


@dataclass(frozen=True)
class PackingMore:
    """What a long packing list holds besides.

    Attributes:
        sheets: keys of ``_SHEETS``, in their order.
        measured: by part and characteristic, the values of the pieces drawn.
        labels: by carton, its number, number of its label, time, bench and who closed it.
        melts: by part, number of the melt, its composition, strength.
        runs: by part, means of groups, as a share of half the tolerance.
        start: of work, minutes after midnight.
        forms: boxes on the notice of differences.
        gauges: by means of measuring, its number and days since it was calibrated.
    """

    sheets: tuple[str, ...]
    measured: tuple[tuple[tuple[float, ...], ...], ...]
    labels: tuple[tuple[int, int, str, int, int], ...]
    melts: tuple[tuple[str, tuple[float, ...], tuple[int, ...]], ...]
    runs: tuple[tuple[float, ...], ...]
    start: int
    forms: int
    inspectors: tuple[str, ...]
    gauges: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PackingWorld:
    """A packing list.

    Attributes:
        target: index of the part and of the pallet whose lot is asked for.
        short: number of the carton that a note says is short, and by how many pieces.
        status: index of the part whose deliveries are asked about.
        revised: index of the part whose drawing revision is asked for.
        slots: numbers of the pallets in the container, upper row then lower, from the front to the doors.
        form: letter of the form's own revision.
        more: what a long packing list holds besides.
    """

    shipper: str
    shipper_address: str
    consignee: str
    consignee_address: str
    packer: str
    checker: str
    list_number: str
    order: str
    booking: str
    container: str
    packed: date
    collected: date
    parts: tuple[Part, ...]
    pallets: tuple[Pallet, ...]
    target: tuple[int, int]
    short: tuple[int, int]
    status: int
    revised: int
    slots: tuple[int, ...]
    form: str
    pick: int
    more: PackingMore | None = None

    def shipped(self, part: int) -> int:
        """Return the pieces of a part on this list."""
        return sum(one.pieces for pallet in self.pallets for one in pallet.cartons if one.part == part)

    @property
    def gross(self) -> float:
        """Return the gross weight of all cartons."""
        return round(sum(one.gross for pallet in self.pallets for one in pallet.cartons), 1)

    @property
    def tare(self) -> float:
        """Return the weight of all pallets."""
        return round(sum(one.tare for one in self.pallets), 1)

    def carton(self, number: int) -> Carton:
        """Return a carton by its number."""
        return next(one for pallet in self.pallets for one in pallet.cartons if one.number == number)


def sample_packing(rng: random.Random) -> PackingWorld:
    """Draw a packing list."""
    names = rng.sample(_PARTS, 7)
    form = rng.choice("ABC")
    numbers = rng.sample(range(210, 990), 7)
    letters = rng.sample("DEFGHJKL", 7)
    lots = [f"{rng.choice('ABCDEFGHKLMNPRT')}{one}" for one in rng.sample(range(1000, 9999), 60)]
    pallets = []
    carton = 0
    used: set[int] = set()
    for _ in range(7):
        chosen = [rng.randrange(1, 7) for _ in range(rng.randrange(4, 8))]
        chosen = [0, *dict.fromkeys(chosen), *chosen[:2]]
        rng.shuffle(chosen)
        cartons = []
        for part in chosen:
            carton += 1
            while True:
                pieces = rng.randrange(12, 150) * 2
                if pieces not in used:
                    break
            used.add(pieces)
            net = round(pieces * names[part][1], 1)
            cartons.append(Carton(carton, part, lots.pop(), pieces, net, round(net + rng.randrange(7, 14) / 10, 1)))
        pallets.append(Pallet(tuple(cartons), rng.randrange(190, 262) / 10, rng.randrange(92, 168)))
    every = [one for pallet in pallets for one in pallet.cartons]
    shipped = [sum(one.pieces for one in every if one.part == part) for part in range(7)]
    parts = []
    for k, ((name, mass), number, letter) in enumerate(zip(names, numbers, letters, strict=True)):
        before = rng.randrange(40, 190) * 5
        parts.append(
            Part(
                f"K-{number}",
                name,
                letter,
                mass,
                rng.choice(ORIGINS),
                before + shipped[k] + rng.randrange(11, 120) * 5,
                before,
            )
        )
    short = rng.choice([one for one in every if one.part != 0])
    packer, checker = people(rng, 2)
    packed = workday(day_between(rng, date(2024, 2, 5), date(2025, 10, 1)))
    return PackingWorld(
        shipper=f"{town(rng)} {rng.choice(('Forge & Press', 'Precision Castings', 'Hardware Works'))}",
        shipper_address=address(rng),
        consignee=f"{town(rng)} {rng.choice(('Seating Systems', 'Lift Equipment', 'Rail Interiors'))}",
        consignee_address=address(rng),
        packer=packer,
        checker=checker,
        list_number=f"PL-{rng.randrange(20000, 79999)}",
        order=f"45-{rng.randrange(10000, 99999)}",
        booking=f"HLV{rng.randrange(100000, 999999)}",
        container=f"{rng.choice(('TQRU', 'BVKU', 'MZNU'))} {rng.randrange(100000, 999999)}-{rng.randrange(1, 9)}",
        packed=packed,
        collected=workday(packed + timedelta(days=rng.randrange(1, 4))),
        parts=tuple(parts),
        pallets=tuple(pallets),
        target=(0, rng.randrange(2, 6)),
        short=(short.number, rng.choice((3, 5, 6, 7))),
        status=rng.choice([k for k in range(1, 7) if k != short.part and shipped[k]]),
        revised=rng.randrange(1, 7),
        slots=tuple(rng.sample(range(1, 8), 7)),
        form=form,
        pick=rng.randrange(1000),
    )
