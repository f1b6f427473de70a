"""What a long climate report holds besides: a foreword, further chapters with figures and tables, further annexes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.stem.climate_asks import ClimateMore, ClimateWorld, minus
from dataset_builder.families.rubrics.domains.stem.climate_more_text import (
    AIR,
    BIRDS,
    BOOKS,
    CHAPTERS,
    CHRONICLE,
    COURSES,
    DUST,
    FOREWORD,
    GAUGES,
    HOURS,
    MONTHS,
    QUESTIONS,
    SEASON,
    SUN,
    UPKEEP,
    WALKS,
    WARMTH,
    WATER,
    WELLS,
)
from dataset_builder.families.rubrics.paper import Cell
from dataset_builder.families.rubrics.plots import Axis, Series, plot

Row = Sequence[str | Markup | Cell]

_MONTHS = ("Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep")
_LETTERS = "BCDEFGHIJKLMNOP"
_DEPTHS = (0, 5, 10, 15, 20, 30, 50, 80, 120)
_SENSORS = ("Pt100, fan", "Pt100, open", "Thermistor, fan")


def extend_climate(world: ClimateWorld, rng: random.Random) -> ClimateWorld:
    """Add a foreword, chapters and annexes of which nothing is asked."""
    size = rng.randrange(4)
    wet = 100 * world.inflow[world.years[-1]] / (sum(world.inflow.values()) / len(world.inflow))
    shape = (0.92, 0.98, 1.02, 1.0, 1.05, 1.22, 1.18, 1.04, 0.9, 0.84, 0.88, 0.97)
    flows = tuple(tuple(round(wet * one * rng.uniform(0.9, 1.1)) for one in shape) for _ in GAUGES)
    snow = []
    for _, height in COURSES:
        top = max(0.0, (height - 620) / 9.5) * rng.uniform(0.88, 1.12)
        depths = [round(top * share * rng.uniform(0.92, 1.08)) for share in (0.35, 0.62, 0.94, 1.0, 0.55)]
        if height < 1400:
            depths[0], depths[4] = 0 if height < 1200 else depths[0] // 3, 0
        snow.append(tuple((depth, round(depth * density / 100)) for depth, density in zip(depths, (21, 26, 25, 36, 43), strict=True)))  # fmt: skip
    wells = []
    for name, depth in WELLS:
        lag = 2 if name.startswith("Gravel") else 4 if name.startswith("Fan") else 3
        swing = 0.06 * depth + 0.5
        wells.append(tuple(round(depth - swing * (shape[(month - lag) % 12] - 1) * 3 + rng.uniform(-0.12, 0.12) * swing, 2) for month in range(12)))  # fmt: skip
    profile = {
        "Mid-February": tuple(round(4.1 + rng.uniform(0, 0.3), 1) for _ in _DEPTHS),
        "Mid-May": tuple(round(5 + 9.5 * 2.718 ** (-depth / 9), 1) for depth in _DEPTHS),
        "Mid-August": tuple(round(5.2 + 17.4 / (1 + 2.718 ** ((depth - 12) / 2.6)), 1) for depth in _DEPTHS),
    }
    names = [one.name for many in world.networks.values() for one in many]
    kept = rng.sample(list(CHAPTERS), min(6 + size // 2, len(CHAPTERS)))

    def near(value: float, digits: int = 0) -> float:
        return round(value * rng.uniform(0.93, 1.07), digits)

    monthly = {
        "warmth": tuple(tuple(near(one * (0.8 + 0.05 * k), 1) for one in WARMTH) for k in range(len(GAUGES))),
        "water": tuple(tuple(near(one, digits) for one in row) for _, digits, row in WATER),
        "birds": tuple(tuple(near(one) for one in row) for _, row in BIRDS),
        "sun": tuple(tuple(near(one * share) for one in HOURS) for _, share in SUN),
        "dust": tuple(tuple(round(12 * mean * one / sum(DUST), 1) for one in DUST) for _, mean, *_ in AIR),
    }
    return replace(
        world,
        more=ClimateMore(
            chapters=tuple(key for key in CHAPTERS if key in kept),
            flows=flows,
            snow=tuple(snow),
            wells=tuple(wells),
            profile=profile,
            monthly=monthly,
            wind={name: (rng.randrange(14, 68) / 10, rng.randrange(22, 42), rng.randrange(0, 36) * 10) for name in sorted(rng.sample(names, 9))},
            stations={name: (rng.randrange(1948, world.years[0] - 4), rng.choice(_SENSORS), rng.randrange(4, 8), rng.randrange(60, 480)) for name in names},
            events=tuple(sorted(rng.sample(range(len(CHRONICLE)), 29 + 5 * size))),
            diary=size > 1,
            books=tuple(sorted(rng.sample(range(len(BOOKS)), (3, 6, 10, 14)[size]))),
            questions=tuple(sorted(rng.sample(range(len(QUESTIONS)), (3, 5, 8, 8)[size]))),
        ),
    )  # fmt: skip


def foreword(world: ClimateWorld) -> list[str | Markup]:
    """Return the foreword."""
    if not world.more:
        return []
    return [p.head(2, "Foreword"), *FOREWORD, p.para(f"{world.authors[0]} and {world.authors[1]}, editors", "small")]  # fmt: skip


def more_titles(world: ClimateWorld) -> tuple[list[str], list[str]]:
    """Return the lines of the contents list for the chapters before the last, and for the annexes behind the first."""
    if not world.more:
        return [], []
    chapters = [f"{number}  {CHAPTERS[key][0]}" for number, key in enumerate(world.more.chapters, 6)]
    return chapters, [f"Annex {letter}  {title}" for letter, (title, _) in zip(_LETTERS, _annexes(world), strict=False)]


def more_chapters(world: ClimateWorld, accent: str) -> list[str | Markup]:
    """Return the chapters that stand before the one on methods."""
    more = world.more
    if not more:
        return []
    blocks: list[str | Markup] = []
    for number, key in enumerate(more.chapters, 6):
        title, opening, sections = CHAPTERS[key]
        blocks += [p.head(2, f"{number}  {title}", "chapter"), *opening]
        first, last = _EXHIBITS[key](world, more, accent, number)
        blocks.append(first)
        for place, (name, words) in enumerate(sections, 1):
            blocks += [p.head(3, f"{number}.{place} {name}"), *words]
            if place == 1 and last:
                blocks.append(last)
    return blocks


def more_annexes(world: ClimateWorld) -> list[str | Markup]:
    """Return the annexes behind the first."""
    blocks: list[str | Markup] = []
    for letter, (title, content) in zip(_LETTERS, _annexes(world), strict=False):  # fmt: skip
        kind = "keep" if any("<table" in block for block in content) and title != "Chronicle of the year" else ""
        blocks.append(p.tag("div", p.join([p.head(2, f"Annex {letter}  {title}", "chapter"), *content]), kind))
    return blocks


def _annexes(world: ClimateWorld) -> list[tuple[str, list[str | Markup]]]:
    more = world.more
    if not more:
        return []
    found: list[tuple[str, list[str | Markup]]] = []
    tables = {
        "rivers": [
            (
                "Monthly flow at the gauges",
                "Mean flow as a share of that of the same month in 1991–2010, in per cent. The last column is the mean of the twelve.",
                _flows(more),
            ),
            (
                "Warmth of the rivers",
                "Mean of the month in °C, from the probes of the gauges.",
                _months(more, "warmth", GAUGES, [1] * len(GAUGES)),
            ),
        ],
        "snow": [
            (
                "Snow courses",
                "Depth of snow in cm and its water in mm, means of twenty stakes and five tubes.",
                _courses(more),
            )
        ],
        "ground": [
            (
                "Depth to ground water",
                "Metres under the top of the pipe, readings of the middle of the month.",
                _wells(more),
            )
        ],
        "lake": [
            (
                "Water of the lake",
                "Samples of the second Tuesday, from two metres of depth unless another is named.",
                _months(more, "water", [name for name, *_ in WATER], [digits for _, digits, _ in WATER]),
            )
        ],
        "wind": [
            (
                "Sunshine by month",
                "Hours, from the recorders of five stations.",
                _months(more, "sun", [name for name, _ in SUN]),
            )
        ],
        "life": [
            (
                "Birds at the reed beds",
                "Most that were counted on one day of the month, by volunteers from three hides.",
                _months(more, "birds", [name for name, _ in BIRDS]),
            )
        ],
        "air": [
            (
                "Fine dust by month",
                "PM10 in µg/m³, from the health office.",
                _months(more, "dust", [name for name, *_ in AIR], [1] * len(AIR)),
            )
        ],
    }
    for key in more.chapters:
        found += [(title, [p.para(words, "small"), content]) for title, words, content in tables[key]]
    rows: list[Row] = [[CHRONICLE[k][0], CHRONICLE[k][1]] for k in more.events]
    found.append(("Chronicle of the year", [p.para("From the books of observers, fire brigades and road offices.", "small"), p.table([["Day", "What happened"]], rows, "ruled", widths=("18%", "82%"))]))  # fmt: skip
    found.append(("Instruments", [p.para("Years are those since which there have been readings under this name. Readings set aside are those of the year, of some 52,500 at each station.", "small"), _instruments(world, more)]))  # fmt: skip
    if more.diary:
        found.append(("The year by month", [block for month, words in MONTHS for block in (p.head(3, month), words)]))
    books = [block for k in more.books for block in (p.head(3, BOOKS[k][0]), BOOKS[k][1])]
    found += [
        ("How the stations are kept", [block for title, words in UPKEEP for block in (p.head(3, title), *words)]),
        ("From the observers' books", [p.para("Each observer writes a page at the end of the year. We print some of them as they came.", "small"), *books]),
        ("Questions from readers", [block for k in more.questions for block in (p.head(3, QUESTIONS[k][0]), QUESTIONS[k][1])]),
    ]  # fmt: skip
    return found


def _flows(more: ClimateMore) -> Markup:
    rows: list[Row] = [[name, *(Cell(str(one), kind="n") for one in row), Cell(f"{sum(row) / 12:.0f}", kind="n")] for name, row in zip(GAUGES, more.flows, strict=True)]  # fmt: skip
    means = [sum(row[month] for row in more.flows) / len(more.flows) for month in range(12)]
    foot: Row = [
        "Mean of gauges",
        *(Cell(f"{one:.0f}", kind="n") for one in means),
        Cell(f"{sum(means) / 12:.0f}", kind="n"),
    ]
    return p.table([["Gauge", *(Cell(month, kind="n") for month in _MONTHS), Cell("Year", kind="n")]], rows, "ruled narrow", foot=foot)  # fmt: skip


def _months(more: ClimateMore, key: str, names: Sequence[str], digits: Sequence[int] = ()) -> Markup:
    rows: list[Row] = [
        [name, *(Cell(f"{one:,.{digits[k] if digits else 0}f}", kind="n") for one in more.monthly[key][k])]
        for k, name in enumerate(names)
    ]
    return p.table([["", *(Cell(month, kind="n") for month in _MONTHS)]], rows, "ruled narrow")


def _courses(more: ClimateMore) -> Markup:
    heads: list[Row] = [[Cell("Course", rows=2), Cell("Height, m", rows=2, kind="n"), *(Cell(day, columns=2, kind="c") for day in WALKS)],
                        [Cell(unit, kind="n") for _ in WALKS for unit in ("cm", "mm")]]  # fmt: skip
    rows: list[Row] = [
        [name, Cell(f"{height:,}", kind="n"), *(Cell(str(one), kind="n") for pair in row for one in pair)]
        for (name, height), row in zip(COURSES, more.snow, strict=True)
    ]
    return p.table(heads, rows, "ruled narrow")


def _wells(more: ClimateMore) -> Markup:
    rows: list[Row] = [[name, *(Cell(f"{one:.2f}", kind="n") for one in row)] for (name, _), row in zip(WELLS, more.wells, strict=True)]  # fmt: skip
    return p.table([["Well", *(Cell(month, kind="n") for month in _MONTHS)]], rows, "ruled narrow")


def _instruments(world: ClimateWorld, more: ClimateMore) -> Markup:
    rows: list[Row] = []
    for net, many in world.networks.items():
        for one in many:
            since, sensor, visits, aside = more.stations[one.name]
            heated = net.startswith("Upland") or one.name == world.rain_only
            rows.append([one.name, net.split()[0], Cell(str(since), kind="n"), sensor, "Weighing, heated" if heated else "Tipping bucket", "yes" if one.name in more.wind else "", Cell(str(visits), kind="n"), Cell(str(aside), kind="n")])  # fmt: skip
    heads: list[Row] = [["Station", "Network", Cell("Since", kind="n"), "Thermometer", "Gauge", "Wind", Cell("Visits", kind="n"), Cell("Set aside", kind="n")]]  # fmt: skip
    return p.table(heads, rows, "ruled")


def _year_of_months(title: str) -> Axis:
    return Axis(title, tuple(float(k) for k in range(1, 13)), minor=False)


def _numbered(kind: str, number: int, text: str) -> str:
    return f"**{kind} {number}.1.** {text}"


Exhibits = tuple[Markup, Markup | None]


def _rivers(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    series = [Series(f"g{k}", GAUGES[k], tuple((float(month), float(one)) for month, one in enumerate(more.flows[k], 1))) for k in (0, 3, 7)]  # fmt: skip
    high = max(one for k in (0, 3, 7) for one in more.flows[k])
    y = Axis("Flow, % of 1991–2010", tuple(float(k) for k in range(0, int(high) + 26, 25)))
    svg = plot("riv", series, _year_of_months("Month of the hydrological year, from its first"), y, width=610, height=290, colours=(accent, "#333", accent))  # fmt: skip
    return p.figure(
        svg, _numbered("Figure", number, "Flow at three gauges by month, as a share of the mean of the same month.")
    ), None


def _snow(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    picked = (0, 3, 7)
    series = [Series(f"c{k}", f"{COURSES[k][0]}, {COURSES[k][1]:,} m", tuple((float(walk), float(depth)) for walk, (depth, _) in enumerate(more.snow[k], 1))) for k in picked]  # fmt: skip
    high = max(depth for k in picked for depth, _ in more.snow[k])
    svg = plot("snw", series, Axis("Walk of the course", (1.0, 2.0, 3.0, 4.0, 5.0), minor=False), Axis("Depth of snow, cm", tuple(float(k) for k in range(0, high + 41, 40))), width=610, height=270, colours=(accent, "#333", accent))  # fmt: skip
    return p.figure(
        svg, _numbered("Figure", number, f"Depth of snow on three courses. Walks were on {', '.join(WALKS)}.")
    ), None


def _ground(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    rows: list[Row] = []
    for (name, _), row in zip(WELLS, more.wells, strict=True):
        low, high = max(row), min(row)
        rows.append([name, Cell(f"{sum(row) / 12:.2f}", kind="n"), Cell(f"{high:.2f}", kind="n"), _MONTHS[row.index(high)], Cell(f"{low:.2f}", kind="n"), _MONTHS[row.index(low)], Cell(f"{low - high:.2f}", kind="n")])  # fmt: skip
    heads: list[Row] = [["Well", Cell("Mean, m", kind="n"), Cell("Highest stand", kind="n"), "Month", Cell("Lowest stand", kind="n"), "Month", Cell("Range, m", kind="n")]]  # fmt: skip
    return p.table(heads, rows, "ruled", caption=_numbered("Table", number, "Depth to water in nine wells: the smallest depth is the highest stand.")), None  # fmt: skip


def _lake(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    series = [Series(f"p{k}", name, tuple((float(depth), one) for depth, one in zip(_DEPTHS, row, strict=True))) for k, (name, row) in enumerate(more.profile.items())]  # fmt: skip
    svg = plot("prf", series, Axis("Depth, m", tuple(float(k) for k in range(0, 121, 20))), Axis("Temperature, °C", tuple(float(k) for k in range(0, 26, 5))), width=610, height=280, colours=("#333", accent, accent))  # fmt: skip
    rows: list[Row] = [[f"{depth} m", *(Cell(f"{more.profile[name][k]:.1f}", kind="n") for name in more.profile)] for k, depth in enumerate(_DEPTHS)]  # fmt: skip
    heads: list[Row] = [["Depth", *(Cell(f"{name}, °C", kind="n") for name in more.profile)]]
    return p.figure(svg, _numbered("Figure", number, "Temperature by depth at the deepest place, on three days of the year.")), p.table(heads, rows, "ruled", caption=_numbered("Table", number, "Values of the profiles."))  # fmt: skip


def _wind(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    rows: list[Row] = [[name, Cell(f"{mean:.1f}", kind="n"), Cell(str(gust), kind="n"), Cell(f"{way}°", kind="n")] for name, (mean, gust, way) in more.wind.items()]  # fmt: skip
    heads: list[Row] = [["Station", Cell("Mean speed, m/s", kind="n"), Cell("Highest gust, m/s", kind="n"), Cell("Most frequent direction", kind="n")]]  # fmt: skip
    return p.table(heads, rows, "ruled", caption=_numbered("Table", number, "Wind at nine stations.")), None


def _life(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    rows: list[Row] = [[what, day, Cell(f"{minus(days, 0)}" if days < 0 else f"+{days}" if days else "0", kind="n")] for what, day, days in SEASON]  # fmt: skip
    heads: list[Row] = [["Event", "Median day", Cell("Days from the mean", kind="n")]]
    return p.table(heads, rows, "ruled", caption=_numbered("Table", number, "Dates of the year. A minus sign means earlier than the mean."), widths=("48%", "26%", "26%")), None  # fmt: skip


def _air(world: ClimateWorld, more: ClimateMore, accent: str, number: int) -> Exhibits:
    rows: list[Row] = [[name, *(Cell(str(one), kind="n") for one in row)] for name, *row in AIR]
    heads: list[Row] = [["Station of the health office", Cell("PM10, µg/m³", kind="n"), Cell("PM2.5, µg/m³", kind="n"), Cell("NO2, µg/m³", kind="n"), Cell("Days over the ozone value", kind="n")]]  # fmt: skip
    return p.table(heads, rows, "ruled", caption=_numbered("Table", number, "Means of the year, and days on which the eight-hour value of ozone was passed.")), None  # fmt: skip


_EXHIBITS: dict[str, Callable[[ClimateWorld, ClimateMore, str, int], Exhibits]] = {
    "rivers": _rivers, "snow": _snow, "ground": _ground, "lake": _lake, "wind": _wind, "life": _life, "air": _air,
}  # fmt: skip
"""By chapter, what makes its figure or table, and a second one behind the first section."""
