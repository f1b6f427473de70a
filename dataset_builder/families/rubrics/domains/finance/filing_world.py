"""What an annual filing says; amounts in millions of dollars."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics.bank import people

_PROFILES: tuple[dict[str, str], ...] = (
    {"firm": "Stannard Minerals Corporation", "makes": "processed industrial minerals", "goods": "calcined kaolin, ground silica and performance fillers", "input": "natural gas",
     "users": "paper, paint, plastics and ceramics makers", "asset": "kiln", "partner": "Wexcombe Clays", "supplier": "Danforth Pipeline Partners", "unit": "million British thermal units"},
    {"firm": "Orrin Coatings Holdings", "makes": "industrial coatings", "goods": "powder coatings, coil primers and marine finishes", "input": "epoxy resin",
     "users": "appliance, container, rail car and shipyard customers", "asset": "reactor", "partner": "Palisade Finishes", "supplier": "Meridew Resins", "unit": "metric ton"},
    {"firm": "Gaunt River Castings Company", "makes": "iron and steel castings", "goods": "ductile iron fittings, valve bodies and rail components", "input": "pig iron",
     "users": "waterworks, valve, rail and farm equipment makers", "asset": "furnace", "partner": "Lowmoor Forge", "supplier": "Thessaly Metallics", "unit": "gross ton"},
    {"firm": "Pruett Glass Products", "makes": "container and specialty glass", "goods": "food jars, spirits bottles and pharmaceutical vials", "input": "soda ash",
     "users": "food, beverage and pharmaceutical fillers", "asset": "melting furnace", "partner": "Calloway Mold Works", "supplier": "Green Basin Soda", "unit": "short ton"},
)  # fmt: skip
_TOWNS = (
    "Alder Falls", "Brookmere", "Cass Harbor", "Dunmore Heights", "Fallon Creek", "Greywater", "Hollis Junction", "Kettle Point", "Larkhaven", "Millrace", "North Bexley",
    "Orchard Bend", "Quarry Hill", "Rushford",
)  # fmt: skip


@dataclass(frozen=True)
class Site:
    """A site of the properties table: floor area in thousand square feet."""

    town: str
    use: str
    held: str
    area: int


@dataclass(frozen=True)
class FilingWorld:
    """A filing.

    Attributes:
        profile: words of the trade.
        sites: of the properties table, in its order.
        closing: towns of sites that are to close: by the properties table, by the restructuring note, after year end.
        former: towns of a works sold long ago, and of a site that only paused.
        debt: term loan, senior notes, revolver, finance leases.
        cash: held at year end; ``cap`` is how much of it the covenant counts.
        ebitda: as the credit agreement defines it, then as the company's own measure.
        most: highest ratio the covenant allows.
        accrued: for the indemnity; ``paid`` settles it.
        commitments: amounts of note 9 by item.
        more: what a long filing has more, by where it stands.
    """

    profile: Mapping[str, str]
    chair: str
    chief: str
    treasurer: str
    counsel: str
    year: int
    filed: date
    sites: tuple[Site, ...]
    closing: tuple[str, str, str]
    former: tuple[str, str]
    sales: tuple[float, float, float]
    debt: tuple[float, float, float, float]
    cash: float
    cap: float
    ebitda: tuple[float, float]
    most: float
    accrued: float
    paid: float
    commitments: Mapping[str, float]
    pick: int
    more: Mapping[str, Markup] = field(default_factory=dict)

    def extra(self, place: str) -> Markup:
        """Return what a long filing has more in some place."""
        return self.more.get(place, Markup(""))

    @property
    def firm(self) -> str:
        """Return the company's name."""
        return self.profile["firm"]

    @property
    def ratio(self) -> float:
        """Return net leverage as the covenant has it."""
        return round((sum(self.debt[:3]) - self.cap) / self.ebitda[0], 2)

    @property
    def everyday(self) -> float:
        """Return all debt less all cash over the covenant's earnings."""
        return round((sum(self.debt) - self.cash) / self.ebitda[0], 2)


def sample_filing(rng: random.Random) -> FilingWorld:
    """Draw a filing."""
    chair, chief, treasurer, counsel = people(rng, 4)
    towns = rng.sample(_TOWNS, 11)
    uses = (
        "Manufacturing",
        "Manufacturing",
        "Manufacturing and laboratory",
        "Manufacturing",
        "Manufacturing",
        "Manufacturing",
        "Distribution",
        "Distribution",
        "Headquarters",
    )
    sites = [
        Site(town, use, rng.choice(("Owned", "Owned", "Leased")), rng.randrange(42, 390))
        for town, use in zip(towns[:9], uses, strict=True)
    ]
    rng.shuffle(sites)
    made = [one.town for one in sites if one.use.startswith("Manu")]
    closing = rng.sample(made, 3)
    paused = rng.choice([one for one in made if one not in closing])
    year = rng.choice((2022, 2023, 2024))
    sales = round(rng.uniform(640, 980), 1)
    while True:
        ebitda = round(sales * rng.uniform(0.125, 0.15), 1)
        debt = (round(rng.uniform(190, 260), 1), 150.0, round(rng.uniform(20, 55), 1), round(rng.uniform(18, 34), 1))
        cap = rng.choice((25.0, 30.0, 40.0))
        cash = round(cap + rng.uniform(28, 60), 1)
        ratio, loose = round((sum(debt[:3]) - cap) / ebitda, 2), round((sum(debt) - cash) / ebitda, 2)
        if abs(ratio - loose) > 0.07:
            break
    accrued = rng.choice([one for one in range(61, 140) if one % 10]) / 10
    amounts = rng.sample(range(31, 58), 3)
    return FilingWorld(
        profile=rng.choice(_PROFILES),
        chair=chair,
        chief=chief,
        treasurer=treasurer,
        counsel=counsel,
        year=year,
        filed=date(year + 1, 3, rng.randrange(2, 12)),
        sites=tuple(sites),
        closing=(closing[0], closing[1], closing[2]),
        former=(towns[9], paused),
        sales=(sales, round(sales * rng.uniform(0.93, 1.06), 1), round(sales * rng.uniform(0.88, 1.02), 1)),
        debt=debt,
        cash=cash,
        cap=cap,
        ebitda=(ebitda, round(ebitda - rng.uniform(8, 15), 1)),
        most=rng.choice([one for one in (3.5, 3.75, 4.0, 4.25) if one > ratio + 0.1] or [4.75]),
        accrued=accrued,
        paid=round(accrued + rng.choice((-1, 1)) * rng.uniform(1.1, 3.4), 1),
        commitments={"energy": amounts[0] / 2, "input": amounts[1] / 2 + 0.4, "guarantee": amounts[2] / 2 + 0.2, "ceiling": accrued + rng.randrange(11, 19), "letters": rng.randrange(51, 88) / 10},
        pick=rng.randrange(1000),
    )  # fmt: skip
