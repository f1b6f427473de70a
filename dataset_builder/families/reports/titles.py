"""Titles and subtitles of exhibits: they name what is shown, never what it shows."""

from __future__ import annotations

import random

from dataset_builder.families.reports.cubes import find_relation
from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.regions import Region

_FORMS: dict[tuple[str, str], tuple[str, ...]] = {
    ("panel", "across"): (
        "{Name} by {kind}, {last}",
        "{Name}, {kind} by {kind}, {last}",
        "{Name} in {last}, by {kind}",
        "{count} {kinds} compared: {name}, {last}",
        "{Name} across {place}, {last}",
        "{last}: {name} by {kind}",
    ),
    ("panel", "along"): (
        "{row}: {name}, {first}{to}{last}",
        "{Name} of {row}, {first}{to}{last}",
        "{row}, year by year: {name}, {first}{to}{last}",
        "{Name}, {row}, {first}{to}{last}",
    ),
    ("panel", "pair"): (
        "{Name} by {kind}, {first} and {last}",
        "{Name} in {first} and {last}",
        "Then and now: {name}, {first} and {last}",
        "{Name}, {first} against {last}",
        "{count} {kinds} in two years: {name}, {first} and {last}",
    ),
    ("panel", "block"): (
        "{Name} by {kind}, {first}{to}{last}",
        "{Name} of {count} {kinds}, {first}{to}{last}",
        "{first}{to}{last}: {name} by {kind}",
        "{Name}, year by year, {first}{to}{last}",
        "{Count} {kinds} over time: {name}, {first}{to}{last}",
    ),
    ("panel", "change"): (
        "Change in {name}, {first} to {last}",
        "{Name}: change from {first} to {last}",
        "How far {name} moved between {first} and {last}",
        "{Name}, difference between {first} and {last}",
    ),
    ("composition", "across"): (
        "{Name}, {last}",
        "{Name} in {last}",
        "{last}: {name}",
        "{Name}: the breakdown for {last}",
    ),
    ("composition", "along"): ("{row}: {name}, {first}{to}{last}", "{Name}: {row}, {first}{to}{last}"),
    ("composition", "pair"): (
        "{Name}, {first} and {last}",
        "{Name} in {first} and {last}",
        "{first} and {last}: {name}",
    ),
    ("composition", "block"): (
        "{Name}, {first}{to}{last}",
        "{Name}, year by year, {first}{to}{last}",
        "{first}{to}{last}: {name}",
        "{Name} between {first} and {last}",
    ),
    ("profile", "block"): ("{Name}", "{Name}, {last_year}", "{Name}: scores of {count} {kinds}", "{Name} by dimension"),
    ("seasonal", "along"): ("{Name}, {row}", "{Name} in {row}", "{row}, month by month: {name}"),
    ("seasonal", "block"): (
        "{Name}, {from}{to}{until}",
        "{Name}, month by month, {from}{to}{until}",
        "{from}{to}{until}: {name}",
    ),
    ("bins", "whole"): (
        "Distribution of {name}",
        "{Name}: how they are distributed",
        "{Name}, grouped by size",
        "{Name} in bands",
    ),
    ("boxes", "whole"): ("{Name}: range and quartiles", "{Name}, five-number summaries", "Spread of {name}", "{Name}"),
    ("relation", "whole"): (
        "{Name}",
        "{Name}, {kind} by {kind}",
        "{Name} across {count} {kinds}",
        "{Name}, {last_year}",
    ),
    ("flow", "whole"): (
        "{Name}, from source to use",
        "{Name}: where it comes from and where it goes",
        "{Name}, {last_year}",
        "The course of {name}",
    ),
    ("bridge", "whole"): ("{Name}", "{Name}, step by step", "{Name}, {first_year}{to}{last_year}"),
}

_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def sentence_case(text: str) -> str:
    """Return a text with its first letter a capital, unless its first word is a symbol such as kWh or m.

    >>> sentence_case("months"), sentence_case("kWh per wafer"), sentence_case("m crowns")
    ('Months', 'kWh per wafer', 'm crowns')
    """
    first = text.split(" ")[0]
    return text if len(first) == 1 or first != first.lower() else text[:1].upper() + text[1:]


def lower_case(text: str) -> str:
    """Return a text with its first letter small, unless its first word is an abbreviation.

    >>> lower_case("Surgery rooms"), lower_case("MW of wind")
    ('surgery rooms', 'MW of wind')
    """
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def write_title(world: World, region: Region, rng: random.Random, *, change: bool = False) -> str:
    """Return a title of a region; ``change`` where the difference of its two columns is shown."""
    dataset = region.dataset
    shape = "change" if change else region.shape
    of_all = len(region.rows) == len(dataset.keys[0])
    forms = _FORMS[dataset.kind, shape]
    columns = region.columns or ("",)
    words = {
        "Name": sentence_case(dataset.name),
        "name": dataset.name,
        "kind": world.topic.entities.kind,
        "kinds": world.topic.entities.kinds,
        "place": world.place,
        "row": region.rows[0],
        "first": columns[0],
        "last": columns[-1],
        "from": region.rows[0],
        "until": region.rows[-1],
        "first_year": str(world.years[0]),
        "last_year": str(world.years[-1]),
        "count": _COUNTS[min(len(region.rows), 12)],
        "Count": sentence_case(_COUNTS[min(len(region.rows), 12)]),
        "to": rng.choice((" to ", "–")),
    }
    monthly = "month" in dataset.name.lower()
    allowed = [
        form for form in forms if (of_all or "{place}" not in form) and not (monthly and "month by month" in form)
    ]
    return sentence_case(rng.choice(allowed).format(**words))


def write_subtitle(
    world: World, region: Region, rng: random.Random, *, bubbles: bool = False, change: bool = False
) -> str:
    """Return a line that says the unit and, where not all are shown, of what; "" now and then where axes say it."""
    dataset = region.dataset
    kind, kinds = world.topic.entities.kind, world.topic.entities.kinds
    unit = sentence_case(dataset.unit)
    some = dataset.kind == "panel" and 1 < len(region.rows) < len(dataset.keys[0])
    if dataset.kind == "relation":
        seed = find_relation(world, dataset.id)
        size = f"; area of a bubble: {lower_case(seed.size.name)} ({seed.size.unit})" if bubbles else ""
        return f"Each {'bubble' if bubbles else 'point'} is one {kind}, {world.years[-1]}{size}"
    if dataset.kind == "bins":
        seed_unit = next(seed.unit for seed in world.topic.distributions if f"{seed.id}_bins" == dataset.id)
        return f"Number of {dataset.unit}; bands in {seed_unit}, each with its lower bound"
    if dataset.kind == "boxes":
        return f"{unit}; line: median, box: quartiles, whiskers: lowest and highest"
    if dataset.kind == "profile":
        return f"Points from 0 to 100, {world.years[-1]}"
    if dataset.kind == "bridge":
        return f"{unit}, {world.years[0]} to {world.years[-1]}"
    if dataset.kind == "flow":
        return f"{unit}, {world.years[-1]}"
    if change:
        points = "Percentage points" if dataset.unit == "%" else unit
        return f"{points}; {region.columns[-1]} less {region.columns[0]}" + (f", selected {kinds}" if some else "")
    if some:
        return f"{unit}, selected {kinds}"
    return rng.choice((unit, unit, f"{unit}, {world.place}"))


def write_source(world: World, rng: random.Random) -> str:
    """Return the line at the foot of an exhibit."""
    source = rng.choice(world.topic.sources)
    return f"Source: {source.publisher}, {source.title}"
