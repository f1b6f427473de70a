"""Titles and subtitles of exhibits: they name what is shown, never what it shows."""

from __future__ import annotations

import random
import re

from dataset_builder.families.reports.model import Dataset, World
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
        "{first} to {last}: change in {name}",
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
    ("profile", "block"): (
        "{Name}, {last_year}",
        "{Name} in {last_year}",
        "{Name}: scores of {count} {kinds}, {last_year}",
        "{Name} by dimension, {last_year}",
    ),
    ("seasonal", "along"): ("{Name}, {row}", "{Name} in {row}", "{row}, month by month: {name}"),
    ("seasonal", "block"): (
        "{Name}, {from}{to}{until}",
        "{Name}, month by month, {from}{to}{until}",
        "{from}{to}{until}: {name}",
    ),
    ("bins", "whole"): (
        "Distribution of {name}, {last_year}",
        "{Name}, {last_year}: how they are distributed",
        "{Name} in {last_year}: how many in each band",
        "{Name} in bands, {last_year}",
    ),
    ("boxes", "whole"): (
        "{Name}, {last_year}: range and quartiles",
        "{Name} in {last_year}, five-number summaries",
        "Spread of {name}, {last_year}",
        "{Name}, {last_year}",
    ),
    ("relation", "whole"): (
        "{Name}, {last_year}",
        "{Name}, {kind} by {kind}, {last_year}",
        "{Name} across {count} {kinds}, {last_year}",
    ),
    ("flow", "whole"): ("{Name}, {last_year}", "{Name} in {last_year}"),
    ("bridge", "whole"): (
        "{Name}{span}",
        "{Name}{span}, step by step",
        "{Name}{span}: what adds and what takes away",
    ),
}

_AT_FIRST = re.compile(r"(?:at the start|at first|then|in the first year)$", re.IGNORECASE)
_PLAIN = 0.08
"""Share of a value by which it must have changed before a title says so."""
_MANY = 0.6
"""Share of the rows that must have moved one way before a title says so."""
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
        "last_year": str(world.years[-1]),
        "count": _COUNTS[min(len(region.rows), 12)],
        "Count": sentence_case(_COUNTS[min(len(region.rows), 12)]),
        "to": rng.choice((" to ", "–")),
        "span": _span(world, dataset) if dataset.kind == "bridge" else "",
    }
    monthly = "month" in dataset.name.lower()
    allowed = [
        form
        for form in forms
        if (of_all or "{place}" not in form)
        and not (monthly and "month by month" in form)
        and not (region.is_gapped and "year by year" in form)
        and not (dataset.name.startswith("spread") and "Spread" in form)
    ]
    return sentence_case(rng.choice(allowed).format(**words))


def _span(world: World, dataset: Dataset) -> str:
    """Return the years of an account that leads from the beginning of the record to now, "" of any other."""
    start = next(seed.start for seed in world.topic.bridges if seed.id == dataset.id)
    return f", {world.years[0]} to {world.years[-1]}" if _AT_FIRST.search(start) else ""


def _is_plural(name: str) -> bool:
    """Tell whether the name of a measure is that of several things.

    >>> _is_plural("paths of containers"), _is_plural("connection wait")
    (True, False)
    """
    return re.search(r"s(?:$| (?:of|by|to|in|for|from|per|at|on|with)\b)", name) is not None


def write_finding(world: World, region: Region, rng: random.Random) -> str:
    """Return a title that says what a chart of told figures shows, "" where nothing plain can be said."""
    dataset, name = region.dataset, region.dataset.name
    first, last = (region.columns or ("", ""))[0], (region.columns or ("", ""))[-1]
    forms: tuple[str, ...] = ()
    of_all = len(region.rows) == len(dataset.keys[0])
    if dataset.kind == "panel" and region.shape == "across" and of_all:
        ranked = sorted(region.rows, key=lambda row: -region.value(row, last))
        forms = (f"{name} in {last}: {ranked[0]} at the top, {ranked[-1]} at the bottom",)
        if not _is_plural(name):
            forms += (f"{ranked[0]} has the highest {name}, {last}", f"{ranked[-1]} has the lowest {name}, {last}")
    elif dataset.kind == "panel" and region.shape == "along":
        row = region.rows[0]
        change = region.value(row, last) / region.value(row, first) - 1
        if abs(change) >= _PLAIN:
            way = "higher" if change > 0 else "lower"
            forms = (
                f"{row}: {name} {way} in {last} than in {first}",
                f"{name} of {row}, {first} to {last}: {way} at the end",
            )
    elif dataset.kind == "panel" and region.shape == "pair":
        rises = sum(region.value(row, last) > region.value(row, first) for row in region.rows)
        falls, count = len(region.rows) - rises, _COUNTS[len(region.rows)]
        verb, moved = ("rose", rises) if rises >= falls else ("fell", falls)
        shown = world.topic.entities.kinds if of_all else f"{world.topic.entities.kinds} shown"
        share = f"all {count} {shown}" if falls * rises == 0 else f"{_COUNTS[moved]} of the {count} {shown}"
        if moved >= _MANY * len(region.rows):
            forms = (f"{name} {verb} in {share}, {first} to {last}",)
    return sentence_case(rng.choice(forms)) if forms else ""


def write_subtitle(world: World, region: Region, chart_type: str, rng: random.Random, title: str = "") -> str:
    """Return a line with what title and axes leave open, such as a unit that no axis has; or "".

    Where not all entities are shown it says which are, or how many; nothing that the title says is said again.
    """
    dataset, kind = region.dataset, world.topic.entities.kind
    unit = _unit_line(dataset.unit)
    some = _name_some(world, region) if dataset.kind in ("panel", "relation") else ""
    year = "" if str(world.years[-1]) in title else f", {world.years[-1]}"
    everywhere = dataset.kind not in ("panel", "relation") or len(region.rows) == len(dataset.keys[0])
    where = sentence_case(world.place) if everywhere and world.place.lower() not in title.lower() else ""
    if dataset.kind == "relation":
        if chart_type == "bubble":
            size = next(seed.size for seed in world.topic.relations if seed.id == dataset.id)
            area = lower_case(size.name)
            measured = area if size.unit in area else f"{area} ({size.unit})"
            return f"{some or f'Each bubble is one {kind}'}; area: {measured}"
        return f"{some or f'Each point is one {kind}'}{year}"
    if dataset.kind == "bins":
        bands = next(seed.unit for seed in world.topic.distributions if f"{seed.id}_bins" == dataset.id)
        return f"Number of {dataset.unit}; bands in {bands}, each with its lower bound"
    if dataset.kind == "boxes":
        return "Line: median; box: quartiles; whiskers: lowest and highest"
    if dataset.kind == "profile":
        return f"Points from 0 to 100{year}"
    if dataset.kind == "bridge":
        return where
    if chart_type == "diverging_bar":
        return f"{region.columns[-1]} less {region.columns[0]}" + (f", {lower_case(some)}" if some else "")
    if chart_type in UNIT_TYPES:
        place = f", {lower_case(some)}" if some else rng.choice(("", "", f", {world.place}")) if where else ""
        return unit + (year if dataset.kind == "flow" else place)
    return some or rng.choice((where, ""))


def _name_some(world: World, region: Region) -> str:
    """Return which entities of a panel or relation are shown where there are several but not all, else "".

    Those of one or two groups are named by these; of others it is said how many they are.
    """
    shown, known = set(region.rows), region.dataset.keys[0]
    if not 1 < len(shown) < len(known):
        return ""
    groups = sorted({entity.group for entity in world.entities if entity.name in shown})
    if len(groups) <= _FEW_GROUPS and shown == {entity.name for entity in world.entities if entity.group in groups}:
        return sentence_case(" and ".join(groups))
    return sentence_case(f"{_COUNTS[len(shown)]} of the {_COUNTS[len(known)]} {world.topic.entities.kinds}")


_FEW_GROUPS = 2
"""Groups at most by which a subtitle names what is shown."""


def _unit_line(unit: str) -> str:
    """Return a unit as a subtitle begins with it.

    >>> _unit_line("months"), _unit_line("kWh per wafer"), _unit_line("kg per resident")
    ('Months', 'In kWh per wafer', 'In kg per resident')
    """
    line = sentence_case(unit)
    return f"In {unit}" if line[:1].islower() or re.match(r"[a-z]{1,2}\b", unit) else line


UNIT_TYPES = frozenset({"pie", "donut", "treemap", "sankey", "heatmap", "sparkline_grid"})
"""Types whose subtitle has the unit, since no axis has it."""


def with_unit(subtitle: str, unit: str) -> str:
    """Return a subtitle that says the unit, whether it did so before or not.

    >>> with_unit("Six of the nine towns", "months"), with_unit("Months, Averell", "months")
    ('Months, six of the nine towns', 'Months, Averell')
    """
    if f" {unit.lower()} " in f" {subtitle.lower().replace(',', ' ')} ":
        return subtitle
    rest = lower_case(subtitle) if re.match(r"[A-Z][a-z-]+ [a-z]", subtitle) else subtitle
    return ", ".join(part for part in (_unit_line(unit), rest) if part)


def write_source(world: World, dataset: str) -> str:
    """Return the line at the foot of an exhibit: the source that yields its data, else the report's publisher."""
    if source := find_source(world, dataset):
        return f"Source: {source}"
    own = "assessment" if world.datasets[dataset].kind == "profile" else "compilation"
    return f"Source: {world.publisher}, own {own}"


def find_source(world: World, dataset: str) -> str:
    """Return the publisher and the title of the source that yields a dataset, "" where none does."""
    seed = dataset.removesuffix("_bins").removesuffix("_boxes")
    for source in world.topic.sources:
        if seed in source.covers:
            return f"{source.publisher}, {source.title}"
    return ""
