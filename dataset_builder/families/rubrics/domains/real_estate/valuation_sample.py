"""Draws a valuation: a house, four comparable sales whose adjustments follow from what they are, a market."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import address, day_between, people, short_day, town, workday
from dataset_builder.families.rubrics.domains.real_estate.valuation_asks import FEATURES, Comparable, ValuationWorld

_FIRMS = ("Hearth & Boundary Appraisers", "Copperfield Valuation", "Lantern Street Appraisal Group")
_BANKS = ("Larkhaven Savings Bank", "First Tarrow Credit Union", "Millrace Home Lending")
_DISTRICTS = ("Ashgrove", "Bellweather", "Corliss", "Dunham", "Everley")
_QUARTERS = ("Mill Hill", "Tannery Flats", "Northside", "Lower Green", "Depot Square", "Orchard Rise")
_STREETS = (
    "Tannery Lane",
    "Old Mill Road",
    "Juniper Court",
    "Chapel Hill Drive",
    "Beacon Terrace",
    "Foundry Street",
    "Meadowlark Way",
    "Priory Road",
    "Hawthorn Crescent",
    "Ferry Street",
    "Canal Row",
    "Maple Street",
    "Linden Street",
    "Quarry Road",
    "Church Street",
    "Prospect Street",
)
FIXED = {
    "View": (("Houses", "Pond", "Busy road"), 6_500),
    "Quality": (("Average +", "Good", "Average"), 9_000),
    "Condition": (("Average", "Good, renewed", "Fair"), 12_500),
    "Garage": (("2 cars", "3 cars", "1 car"), 5_500),
    "Porch, deck": (("Deck", "Porch, deck", "None"), 2_500),
}  # fmt: skip


def sample(rng: random.Random) -> ValuationWorld:
    """Draw a valuation with four comparable sales."""
    appraiser, owner = people(rng, 2)
    as_of = workday(day_between(rng, date(2023, 5, 1), date(2025, 10, 20)))
    floors = (
        rng.randrange(96, 128) * 10,
        rng.randrange(80, 95) * 10,
        rng.randrange(42, 68) * 10,
        rng.randrange(13, 22) * 10,
    )
    worth = rng.randrange(84, 122) * 5_000
    site = rng.randrange(34, 49) / 100
    furnished = rng.randrange(1, 5)
    streets = rng.sample(_STREETS, 4)
    while True:
        comps = tuple(
            _comparable(rng, k, streets[k - 1], as_of, floors, worth, site, furnished == k) for k in range(1, 5)
        )
        fits = [
            (one.number, name)
            for one in comps
            for name in ("Date of sale", "Site", "Living area", "Finished cellar")
            if _askable(comps, one, name)
        ]
        if fits and min(abs(one.net) for one in comps) > 1_000 and all(one.adjusted != one.price for one in comps):
            break
    years = tuple(range(as_of.year - 7, as_of.year))
    names = rng.sample(_DISTRICTS, 3)
    year = rng.choice(years[2:])
    k = years.index(year)
    while True:
        medians = {}
        for name in names:
            level = rng.randrange(138, 196)
            series = []
            for _ in years:
                series.append(level)
                level += rng.randrange(-9, 19)
            medians[name] = tuple(series)
        at = sorted(series[k] for series in medians.values())
        mine = medians[names[1]]
        if (
            at[1] - at[0] > 13
            and at[2] - at[1] > 13
            and abs(mine[k] - mine[k - 1]) > 8
            and max(map(max, medians.values())) < 275
        ):
            break
    quarters = rng.sample(_QUARTERS, 4)
    places = [f"{rng.randrange(3, 98) * 2 + k % 2} {_STREETS[(k * 5 + k // 16) % len(_STREETS)]}" for k in range(60)]
    groups = []
    for n, name in enumerate(quarters):
        days = rng.sample(range(4, 120), 14)
        rows = [
            (
                places[n * 15 + j],
                as_of - timedelta(days=rng.randrange(12, 520)),
                rng.randrange(248, 690) * 1_000 + rng.choice((0, 500, 900)),
                days[j],
            )
            for j in range(14)
        ]
        rows.sort(key=lambda row: row[1])
        groups.append((name, tuple(rows)))
    land, age, life = round(worth * 0.27 / 1_000) * 1_000, rng.randrange(22, 34), 70
    new = (worth * rng.uniform(0.95, 1.04) - 14_000 - land) / (1 - age / life)
    cost = round((new + 14 * floors[1]) / (floors[0] + floors[1] + floors[2] / 3 + floors[3] / 2))
    return ValuationWorld(
        firm=rng.choice(_FIRMS),
        appraiser=appraiser,
        client=rng.choice(_BANKS),
        owner=owner,
        address=address(rng),
        town=town(rng),
        number=f"{as_of.year}-{rng.randrange(100, 999)}",
        as_of=as_of,
        signed=as_of + timedelta(days=rng.randrange(6, 15)),
        built=rng.randrange(1894, 1926),
        site=site,
        floors=floors,
        comps=comps,
        row=rng.choice(fits),
        furnished=furnished,
        years=years,
        medians=medians,
        district=names[1],
        year=year,
        addition=rng.randrange(62, 118) * 1_000,
        value=worth,
        land=land,
        costs=(("First floor", floors[0], cost), ("Second floor", floors[1], cost - 14), ("Finished cellar", floors[2], cost // 3), ("Sunroom", floors[3], cost // 2)),
        age=age,
        life=life,
        exposure=rng.choice(((20, 45), (30, 60), (25, 50))),
        sales=tuple(groups),
        ask=(rng.choice((1, 2, 3)), rng.randrange(5, 14)),
    )  # fmt: skip


def _comparable(
    rng: random.Random,
    number: int,
    street: str,
    as_of: date,
    floors: Sequence[int],
    worth: int,
    site: float,
    furnished: bool,
) -> Comparable:
    words, adjustments = {}, {}
    sold = as_of - timedelta(days=rng.randrange(40, 480))
    months = (as_of - sold).days // 30
    words["Date of sale"], adjustments["Date of sale"] = short_day(sold), round(worth * 0.004 * months / 500) * 500
    acres = rng.choice([k / 100 for k in range(24, 66) if abs(k / 100 - site) > 0.03])
    words["Site"], adjustments["Site"] = f"{acres:.2f} acre", round((site - acres) * 80_000 / 500) * 500
    living = floors[0] + floors[1]
    area = living + rng.choice((-1, 1)) * rng.randrange(60, 340)
    words["Living area"], adjustments["Living area"] = f"{area:,} sq ft", round((living - area) * 75 / 500) * 500
    cellar = rng.choice((0, 0, rng.randrange(20, 40) * 10, rng.randrange(60, 90) * 10))
    words["Finished cellar"], adjustments["Finished cellar"] = (
        f"{cellar} sq ft" if cellar else "None",
        round((floors[2] - cellar) * 28 / 500) * 500,
    )
    for name, ((same, better, worse), amount) in FIXED.items():
        words[name], adjustments[name] = rng.choice(((same, 0), (same, 0), (better, -amount), (worse, amount)))
    words, adjustments = {name: words[name] for name in FEATURES}, {name: adjustments[name] for name in FEATURES}
    goods = rng.randrange(9, 26) * 1_000 if furnished else 0
    price = round((worth + rng.randrange(-9_000, 9_001) - sum(adjustments.values())) / 500) * 500 + goods
    return Comparable(number, f"{rng.randrange(12, 380)} {street}", sold, price, goods, area, rng.randrange(12, 178) / 100, words, adjustments)  # fmt: skip


def _askable(comps: Sequence[Comparable], one: Comparable, name: str) -> bool:
    mine = abs(one.adjustments[name])
    nearby = [abs(other.adjustments[name]) for other in comps if other.number != one.number]
    own = [abs(amount) for feature, amount in one.adjustments.items() if feature != name]
    return (
        mine > 1_000
        and mine not in nearby
        and any(amount not in (0, mine) for amount in nearby)
        and any(amount not in (0, mine, *nearby) for amount in own)
    )
