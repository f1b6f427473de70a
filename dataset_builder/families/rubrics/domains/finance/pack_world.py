"""What an analyst pack says: cases, a history on two axes, the group's structure, peers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics.bank import day_between, people

_FIRMS = (
    ("Larkhaven Home", "home furnishing retailer", ("Larkhaven Stores", "Rooms Direct", "Hearth Logistics"), ("Northside Sofas", "Larkhaven Outlet", "Rooms Online", "Oak & Alder", "Hearth Freight", "Hearth Returns")),
    ("Pellworth Outdoor", "retailer of outdoor equipment", ("Pellworth Retail", "Summit Brands", "Pellworth Supply"), ("Pellworth Lakes", "Pellworth City", "Summit Packs", "Ridge Boots", "Supply East", "Camp Rental")),
    ("Quillon Grocers", "regional grocer", ("Quillon Markets", "Fieldgate Foods", "Quillon Services"), ("Quillon North", "Quillon Express", "Fieldgate Dairy", "Fieldgate Bakery", "Quillon Freight", "Quillon Pharmacy")),
    ("Brandt & Mercer Hardware", "hardware distributor", ("B&M Trade", "Mercer Tools", "B&M Branches"), ("Trade Central", "Trade Coast", "Mercer Fasteners", "Mercer Rental", "Branches West", "Branches Online")),
)  # fmt: skip
_PEERS = (
    "Ashgrove",
    "Bellhaven",
    "Calder & Sons",
    "Dovetail",
    "Elmstead",
    "Farrow Lane",
    "Garrick",
    "Hollin",
    "Ivybridge",
    "Juniper Row",
)
_BROKERS = ("Carrow Street Research", "Tidewell Securities", "Penhallow Partners")
CROSSINGS = ((2, 0), (3, 2), (1, 1), (4, 1))
"""A unit's place in the lower row, and the place of its holder, which is not the one above it."""


@dataclass(frozen=True)
class Case:
    """A case: sales in millions, margin in percent, multiple, value a share in whole dollars."""

    sales: int
    margin: float
    multiple: float
    value: int


@dataclass(frozen=True)
class Peer:
    """A peer: price, then EV/EBITDA and P/E of last year, this year and next year; net debt to EBITDA."""

    name: str
    price: float
    ev: tuple[float, float, float]
    pe: tuple[float, float, float]
    debt: float


@dataclass(frozen=True)
class PackWorld:
    """A pack.

    Attributes:
        holders: of the middle row; ``units`` of the lower row; stakes of the group in each holder, of holders in each unit.
        crossed: index of the crossing of ``CROSSINGS``.
        margins: gross margin by year in percent; ``days`` of inventory by year.
        asked: place of the year that is asked about.
        early: of a long pack the slides before the cases, by title; ``middle``, before the structure; ``late``, before
            the peers.
    """

    firm: str
    trade: str
    broker: str
    analysts: tuple[str, str]
    published: date
    price: float
    net_debt: int
    shares: int
    cases: Mapping[str, Case]
    holders: tuple[str, ...]
    units: tuple[str, ...]
    stakes: tuple[int, ...]
    shares_of: tuple[int, ...]
    crossed: int
    first_year: int
    margins: tuple[float, ...]
    days: tuple[float, ...]
    asked: int
    peers: tuple[Peer, ...]
    pick: int
    early: tuple[tuple[str, Markup], ...] = ()
    middle: tuple[tuple[str, Markup], ...] = ()
    late: tuple[tuple[str, Markup], ...] = ()

    def holder(self, unit: int) -> int:
        """Return the place of the holder of a unit."""
        place, holder = CROSSINGS[self.crossed]
        return holder if unit == place else unit // 2

    @property
    def means(self) -> list[float]:
        """Return the peers' mean of each multiple, EV/EBITDA then P/E."""
        columns = [[(one.ev + one.pe)[k] for one in self.peers] for k in range(6)]
        return [round(sum(column) / len(column), 1) for column in columns]


def sample_pack(rng: random.Random) -> PackWorld:
    """Draw a pack."""
    lead, second = people(rng, 2)
    firm, trade, holders, units = rng.choice(_FIRMS)
    published = day_between(rng, date(2024, 2, 5), date(2025, 11, 20))
    while True:
        sales, shares, net_debt = rng.randrange(1900, 3400), rng.randrange(70, 110), rng.randrange(240, 520)
        margin, multiple = rng.randrange(88, 106) / 10, rng.randrange(78, 92) / 10
        cases = {
            "bull": _case(round(sales * 1.07), margin + rng.randrange(9, 17) / 10, multiple + rng.randrange(10, 18) / 10, net_debt, shares),
            "base": _case(round(sales * 1.03), margin, multiple, net_debt, shares),
            "bear": _case(round(sales * 0.96), margin - rng.randrange(11, 22) / 10, multiple - rng.randrange(12, 22) / 10, net_debt, shares),
        }  # fmt: skip
        figures = [figure for one in cases.values() for figure in (one.margin, one.multiple)]
        worths = [float(one.value) for one in cases.values()]
        if len({*figures, *worths}) == 9 and worths[2] > 3:
            break
    asked = rng.randrange(1, 7)
    while True:
        margins, days = [round(rng.uniform(34.5, 38), 1)], [float(rng.randrange(88, 108))]
        for _ in range(7):
            margins.append(round(min(41.0, max(31.0, margins[-1] + rng.uniform(-1.9, 1.9))), 1))
            days.append(min(136.0, max(66.0, days[-1] + rng.randrange(-16, 17))))
        crossed_over = 60 + (margins[asked] - 30) / 12 * 80
        if (
            abs(crossed_over - days[asked]) > 11
            and abs(crossed_over - days[asked - 1]) > 3
            and days[-1] < days[0] - 4
            and abs(days[asked] - days[asked - 1]) > 5
            and abs(days[asked] - days[asked + 1]) > 5
        ):
            break
    while True:
        stakes, shares_of, crossed = (
            rng.sample((100, 90, 85, 80, 75), 3),
            rng.sample((100, 95, 70, 65, 60, 55, 51, 45), 6),
            rng.randrange(len(CROSSINGS)),
        )
        unit, holder = CROSSINGS[crossed]
        effective = shares_of[unit] * stakes[holder] / 100
        if all(abs(effective - one) > 1 for one in (*stakes, *shares_of)):
            break
    peers = []
    for name in rng.sample(_PEERS, 7):
        ev, pe = rng.randrange(66, 112) / 10, rng.randrange(118, 212) / 10
        peers.append(
            Peer(name, rng.randrange(1200, 9800) / 100, _steps(rng, ev), _steps(rng, pe), rng.randrange(4, 31) / 10)
        )
    return PackWorld(
        firm=firm,
        trade=trade,
        broker=rng.choice(_BROKERS),
        analysts=(lead, second),
        published=published,
        price=round(cases["base"].value * rng.uniform(0.78, 0.97), 2),
        net_debt=net_debt,
        shares=shares,
        cases=cases,
        holders=tuple(rng.sample(holders, 3)),
        units=tuple(rng.sample(units, 6)),
        stakes=tuple(stakes),
        shares_of=tuple(shares_of),
        crossed=crossed,
        first_year=published.year - 8,
        margins=tuple(margins),
        days=tuple(days),
        asked=asked,
        peers=tuple(sorted(peers, key=lambda one: one.name)),
        pick=rng.randrange(1000),
    )  # fmt: skip


def _case(sales: int, margin: float, multiple: float, debt: int, shares: int) -> Case:
    margin, multiple = round(margin, 1), round(multiple, 1)
    return Case(sales, margin, multiple, round((sales * margin / 100 * multiple - debt) / shares))


def _steps(rng: random.Random, start: float) -> tuple[float, float, float]:
    second = round(start - rng.randrange(4, 11) / 10, 1)
    return start, second, round(second - rng.randrange(4, 11) / 10, 1)
