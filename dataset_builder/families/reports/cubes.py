"""Data of a world besides panels: compositions, samples of items, relations, bridges, profiles, seasonals.

All are drawn in whole units of their last decimal, so that parts add up exactly. Those that are linked to others (see
``topics``) take their figures from them. Flows are drawn in ``flows``.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence

from dataset_builder.families.reports.flows import sample_flow
from dataset_builder.families.reports.links import (
    find_changes,
    find_entity_values,
    find_figures,
    list_links,
    parse_reference,
)
from dataset_builder.families.reports.model import Dataset, Key, World
from dataset_builder.families.reports.panels import NAMED, free_unit, make_dataset
from dataset_builder.families.reports.samples import center, sample_distribution
from dataset_builder.families.reports.scatter import CORRELATION, shows, spread_out
from dataset_builder.families.reports.topics import (
    Bridge,
    Composition,
    Distribution,
    Measure,
    Profile,
    Relation,
    Seasonal,
    Topic,
)
from dataset_builder.moments import MONTHS

_PROFILED = (3, 5)
_SEASONS = (3, 4)
_MOST_OF_A_TOTAL = 0.9
"""Most of a total that parts with figures of their own may take."""


def sample_cubes(
    topic: Topic, years: Sequence[int], panels: Mapping[str, Dataset], rng: random.Random
) -> dict[str, Dataset]:
    """Return every dataset of a topic by id, panels first, in the order of the topic."""
    known = dict(panels)
    for composition in _in_order(topic.compositions):
        known[composition.id] = _composition(composition, years, known, rng)
    for seasonal in topic.seasonals:
        known[seasonal.id] = _seasonal(seasonal, years, known, rng)
    for bridge in topic.bridges:
        known[bridge.id] = _bridge(bridge, known, rng)
    for distribution in topic.distributions:
        for dataset in sample_distribution(_centered(distribution, known), rng):
            known[dataset.id] = dataset
    for relation in topic.relations:
        known[relation.id] = _relation(relation, known, rng)
    for flow in topic.flows:
        known[flow.id] = sample_flow(flow, known, rng)
    for profile in topic.profiles:
        known[profile.id] = _profile(profile, known, rng)
    return {name: known[name] for name in (*panels, *_ids(topic))}


def _ids(topic: Topic) -> Iterator[str]:
    yield from (seed.id for seed in topic.compositions)
    for seed in topic.distributions:
        yield from (f"{seed.id}_bins", f"{seed.id}_boxes")
    for group in (topic.relations, topic.flows, topic.bridges, topic.profiles, topic.seasonals):
        yield from (seed.id for seed in group)


def _in_order(seeds: Sequence[Composition]) -> Iterator[Composition]:
    """Yield compositions, each after those that it takes figures from."""
    left = list(seeds)
    while left:
        names = {seed.id for seed in left}
        ready = [
            seed
            for seed in left
            if not {parse_reference(link).id for _, link in list_links(seed)} & (names - {seed.id})
        ]
        if not ready:
            raise ValueError(f"compositions {', '.join(sorted(names))} take figures from each other")
        yield from ready
        left = [seed for seed in left if seed not in ready]


def find_relation(world: World, dataset: str) -> Relation:
    """Return the seed of a relation, which has a unit and decimals for each side."""
    return next(seed for seed in world.topic.relations if seed.id == dataset)


def _composition(seed: Composition, years: Sequence[int], known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return parts that drift from the first shares by the shifts of ten years under a total that wanders."""
    scale = 10**seed.decimals
    weights = [math.exp(rng.gauss(0, 0.08)) for _ in seed.parts]
    wholes = _wholes(seed, years, known, rng)
    given = {part: find_figures(link, known) for part, link in seed.parts_of.items()}
    units: dict[Key, int] = {}
    for index, (year, whole) in enumerate(zip(map(str, years), wholes, strict=True)):
        shares = [
            max(0.025, share + shift * index / 10) * weight
            for share, shift, weight in zip(seed.shares, seed.shifts, weights, strict=True)
        ]
        weights = [0.8 * weight + 0.2 * math.exp(rng.gauss(0, 0.22)) for weight in weights]
        fixed = {
            part: figures[year] * (whole / 100 if _is_share(seed.parts_of[part], known) else 1)
            for part, figures in given.items()
        }
        if sum(fixed.values()) > _MOST_OF_A_TOTAL * whole:
            whole = sum(fixed.values()) / _MOST_OF_A_TOTAL
        free = sum(share for part, share in zip(seed.parts, shares, strict=True) if part not in fixed)
        wanted = {
            part: fixed[part] if part in fixed else (whole - sum(fixed.values())) * share / free
            for part, share in zip(seed.parts, shares, strict=True)
        }
        taken = {part: {units[part, str(earlier)] for earlier in years[:index]} for part in seed.parts}
        counts = {part: round(amount * scale) for part, amount in wanted.items()}
        for part, count in _settle(counts, round(whole * scale), set(fixed), taken).items():
            units[part, year] = count
    return make_dataset(seed, "composition", ("part", "year"), (seed.parts, tuple(map(str, years))), units)


def _is_share(reference: str, known: Mapping[str, Dataset]) -> bool:
    link = parse_reference(reference)
    return link.aggregate != "sum" and known[link.id].unit.startswith("%")


def _wholes(seed: Composition, years: Sequence[int], known: Mapping[str, Dataset], rng: random.Random) -> list[float]:
    """Return the total of each year: that of another entry, one that follows others, or one that wanders."""
    if seed.of:
        return [value * seed.times for value in find_figures(seed.of, known).values()]
    total = rng.uniform(0.25, 0.6)
    trend = rng.uniform(-0.02, 0.035)
    if seed.follows:
        changes = find_changes(seed.follows, known)
        start = min(seed.low + (seed.high - seed.low) * total, seed.high * 1.2 / max(changes.values()))
        return [start * changes[str(year)] * math.exp(rng.gauss(0, 0.008)) for year in years]
    found = []
    for _ in years:
        total = min(0.97, max(0.05, total + trend + rng.gauss(0, 0.035)))
        found.append(seed.low + (seed.high - seed.low) * total)
    return found


def _settle(counts: Mapping[str, int], total: int, fixed: set[str], taken: Mapping[str, set[int]]) -> dict[str, int]:
    """Return whole numbers near the wanted ones that add up to a total, no two alike, none that its part had before.

    Args:
        counts: wanted, by part.
        total: of all.
        fixed: parts whose numbers stay, by a unit where two are alike.
        taken: what each part had in earlier years.
    """
    filler = max((part for part in counts if part not in fixed), key=lambda part: counts[part])
    others = [part for part in counts if part not in fixed and part != filler]
    for shift in sorted(range(-100, 200), key=abs):
        found: dict[str, int] = {}
        for part in counts:
            if part in fixed:
                found[part] = free_unit(counts[part], set(found.values()))
        for place, part in enumerate(others):
            wanted = counts[part] + (shift if place == 0 else 0)
            found[part] = free_unit(wanted, set(found.values()) | taken.get(part, set()))
        left = total - sum(found.values())
        if left >= 1 and left not in NAMED and left not in found.values() and left not in taken.get(filler, ()):
            return {part: left if part == filler else found[part] for part in counts}
    raise ValueError(f"{dict(counts)} can't be made to add up to {total} without ties")


def _centered(seed: Distribution, known: Mapping[str, Dataset]) -> Distribution:
    if not seed.of:
        return seed
    last = list(find_figures(seed.of, known).values())[-1]
    return center(seed, last * seed.times)


def _relation(seed: Relation, known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return points whose correlation has the stated sign and that lie apart; sides that are metrics are taken over."""
    names = next(data.keys[0] for data in known.values() if data.kind == "panel")
    given = {side: find_entity_values(link, known) for side in ("x", "y", "size") if (link := getattr(seed, side).of)}
    while True:
        wanted = {"positive": 1, "negative": -1, "none": 0}[seed.sign] * rng.uniform(*CORRELATION)
        sides = dict(given)
        if "x" not in sides and "y" not in sides:
            places = [(place + rng.uniform(0.1, 0.9)) / len(names) for place in range(len(names))]
            rng.shuffle(places)
            sides["x"] = _measured(seed.x, places, known)
        if "y" not in sides:
            sides["y"] = _measured(seed.y, _tied(sides["x"], wanted, rng), known)
        elif "x" not in sides:
            sides["x"] = _measured(seed.x, _tied(sides["y"], wanted, rng), known)
        if len(given.keys() & {"x", "y"}) == 2 or shows(seed.sign, sides["x"], sides["y"]):
            break
    if "size" not in sides:
        sides["size"] = _measured(seed.size, [0.04 + 0.96 * rng.betavariate(1.5, 2.2) for _ in names], known)
    values: dict[Key, float] = {
        (name, side): value for side in ("x", "y", "size") for name, value in zip(names, sides[side], strict=True)
    }
    keys = (names, ("x", "y", "size"))
    return Dataset(seed.id, "relation", seed.name, seed.y.unit, seed.y.decimals, ("entity", "side"), keys, values)


def _tied(values: Sequence[float], wanted: float, rng: random.Random) -> list[float]:
    """Return shares of a range that correlate with values about as wanted."""
    spread = math.sqrt(1 - wanted**2)
    return spread_out([wanted * (x - 0.5) + spread * rng.gauss(0, 0.27) for x in spread_out(values, 0.0, 1.0)])


def _measured(measure: Measure, shares: Sequence[float], known: Mapping[str, Dataset]) -> list[float]:
    """Return distinct values of a measure at shares of its range, or in proportion to them where they have a sum."""
    scale = 10**measure.decimals
    wanted = [(measure.low + (measure.high - measure.low) * share) * scale for share in shares]
    counts = {str(place): round(value) for place, value in enumerate(wanted)}
    if measure.adds_to:
        total = round(list(find_figures(measure.adds_to, known).values())[-1] * measure.times * scale)
        counts = {place: round(count * total / sum(wanted)) for place, count in counts.items()}
        return [round(count / scale, measure.decimals) for count in _settle(counts, total, set(), {}).values()]
    seen: list[int] = []
    for count in counts.values():
        seen.append(free_unit(count, set(seen)))
    return [round(count / scale, measure.decimals) for count in seen]


def _bridge(seed: Bridge, known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return a level, gains and losses of distinct sizes, and the level that they lead to, all within the range.

    A linked one goes from the first year's figure to the last one's.
    """
    scale = 10**seed.decimals
    steps = (*seed.gains, *seed.losses)
    weights = [weight / max(seed.weights) * 1.4 for weight in seed.weights] or [1.0] * len(steps)
    while True:
        start, end = _ends(seed, known, rng)
        sizes = [max(1, round(start * rng.uniform(0.03, 0.24) * weight)) for weight in weights]
        if end is None:
            end = start + sum(sizes[: len(seed.gains)]) - sum(sizes[len(seed.gains) :])
            fits = abs(end - start) >= 0.02 * start and seed.low * 0.6 * scale <= end <= seed.high * 1.3 * scale
        else:
            sizes = _lead_to(sizes, len(seed.gains), end - start)
            fits = True
        if fits and len(set(sizes)) == len(sizes) and min(sizes) > 0:
            changes = [*sizes[: len(seed.gains)], *(-size for size in sizes[len(seed.gains) :])]
            names = (seed.start, *steps, seed.end)
            units: dict[Key, int] = {(name,): n for name, n in zip(names, (start, *changes, end), strict=True)}
            return make_dataset(seed, "bridge", ("step",), (names,), units)


def _ends(seed: Bridge, known: Mapping[str, Dataset], rng: random.Random) -> tuple[int, int | None]:
    """Return the first and the last level in whole units, the last None where nothing is said of it."""
    scale = 10**seed.decimals
    if seed.of:
        figures = list(find_figures(seed.of, known).values())
        return round(figures[0] * seed.times * scale), round(figures[-1] * seed.times * scale)
    start = round(
        rng.uniform(seed.low + 0.2 * (seed.high - seed.low), seed.high - 0.2 * (seed.high - seed.low)) * scale
    )
    return start, round(start * list(find_changes(seed.follows, known).values())[-1]) if seed.follows else None


def _lead_to(sizes: Sequence[int], gains: int, change: int) -> list[int]:
    """Return sizes of which gains are grown, or losses, until they make up a change.

    >>> _lead_to([10, 20, 15], 2, 45), _lead_to([10, 20, 15], 2, 5)
    ([20, 40, 15], [10, 20, 25])
    """
    missing = change - sum(sizes[:gains]) + sum(sizes[gains:])
    grown = range(gains) if missing > 0 else range(gains, len(sizes))
    total = sum(sizes[place] for place in grown)
    found = list(sizes)
    for place in grown:
        found[place] += abs(missing) * sizes[place] // total
    largest = max(grown, key=lambda place: found[place])
    found[largest] += abs(missing) - sum(found[place] - sizes[place] for place in grown)
    return found


def _profile(seed: Profile, known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return scores of a few entities, no two alike of one entity or on one dimension."""
    names = next(data.keys[0] for data in known.values() if data.kind == "panel")
    shown = sorted(rng.sample(names, rng.randint(*_PROFILED)))
    values: dict[Key, float] = {}
    general = {name: rng.uniform(42, 72) for name in shown}
    for dimension in seed.dimensions:
        column: set[int] = set()
        shift = rng.gauss(0, 5)
        wanted = {name: min(90, max(18, round(general[name] + shift + rng.gauss(0, 14)))) for name in shown}
        ranked = sorted(shown, key=wanted.__getitem__)
        if link := seed.ranks.get(dimension):
            standing = dict(zip(names, find_entity_values(link.removeprefix("-"), known), strict=True))
            ranked = sorted(shown, key=lambda name: standing[name], reverse=link.startswith("-"))
            wanted = dict(zip(ranked, sorted(wanted.values()), strict=True))
        least = 1
        for name in ranked:
            row = {int(values[name, earlier]) for earlier in seed.dimensions if (name, earlier) in values}
            while (score := max(wanted[name], least)) in column | row:
                least = score + 1
            column.add(score)
            least = score + 1
            values[name, dimension] = float(score)
    values = {(name, dimension): values[name, dimension] for dimension in seed.dimensions for name in shown}
    keys = (tuple(shown), seed.dimensions)
    return Dataset(seed.id, "profile", seed.name, "points", 0, ("entity", "dimension"), keys, values)


def _seasonal(seed: Seasonal, years: Sequence[int], known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return months of the last years: every year the highest at the peak, the lowest about half a year off."""
    scale = 10**seed.decimals
    trough = seed.peak + 6 + rng.choice((-1, 0, 0, 1))
    sharp = rng.uniform(1.0, 1.9)
    base = [_season(month, seed.peak, trough, sharp) + rng.gauss(0, 0.035) for month in range(1, 13)]
    shown = [str(year) for year in years[-rng.randint(*_SEASONS) :]]
    reach = rng.uniform(0.7, 0.85)
    totals = find_figures(seed.of or seed.mean_of, known) if seed.of or seed.mean_of else {}
    changes = find_changes(seed.follows, known)
    units: dict[Key, int] = {}
    for year in shown:
        reach *= math.exp(rng.gauss(0.01, 0.08))
        times = changes[year] / changes[shown[0]] if changes else 1.0
        shares = [max(0.02, min(0.9, share + rng.gauss(0, 0.045))) * (1.0 if changes else reach) for share in base]
        shares[seed.peak - 1] = max(shares) + rng.uniform(0.03, 0.09)
        amounts = [(seed.low + (seed.high - seed.low) * share) * times * scale for share in shares]
        total = round(totals[year] * seed.times * (1 if seed.of else 12) * scale) if totals else None
        if total is not None:
            amounts = [amount * total / sum(amounts) for amount in amounts]
        taken: set[int] = set()
        for month, amount in zip(MONTHS, amounts, strict=True):
            taken.add(unit := free_unit(round(amount), taken))
            units[year, month] = unit
        if total is not None:
            _balance(units, year, total, MONTHS[seed.peak - 1])
    return make_dataset(seed, "seasonal", ("year", "month"), (tuple(shown), MONTHS), units)


def _balance(units: dict[Key, int], year: str, total: int, peak: str) -> None:
    """Move the peak of a year, or else another month, until its months add up to a total."""
    left = total - sum(units[year, month] for month in MONTHS)
    for month in (peak, *sorted(MONTHS, key=lambda month: -units[year, month])):
        others = {units[year, other] for other in MONTHS if other != month}
        moved = units[year, month] + left
        if moved not in others and moved not in NAMED and moved >= 1 and (moved > max(others)) == (month == peak):
            units[year, month] = moved
            return
    raise ValueError(f"the months of {year} can't be made to add up to {total} without ties")


def _season(month: int, peak: int, trough: int, sharp: float) -> float:
    """Return a share of the range: near 0.95 at the peak, falling to 0.1 at the trough on either side."""
    after = (month - peak) % 12
    down = (trough - peak) % 12
    place = after / down if after <= down else (12 - after) / (12 - down)
    return 0.1 + 0.85 * math.pow((1 + math.cos(math.pi * place)) / 2, sharp)
