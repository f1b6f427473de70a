"""A basin's climate report of a dozen pages: chapters with figures, an erratum slip, a landscape annex."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from statistics import median

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, long_day, people
from dataset_builder.families.rubrics.domains.stem.climate_asks import (
    ASKS,
    SEASONS,
    ZONE,
    ClimateWorld,
    Glacier,
    Station,
    minus,
)
from dataset_builder.families.rubrics.domains.stem.climate_more import (
    extend_climate,
    foreword,
    more_annexes,
    more_chapters,
    more_titles,
)
from dataset_builder.families.rubrics.domains.stem.climate_text import (
    data_chapter,
    impacts_chapter,
    methods_annex,
    rain_chapter,
    summary_page,
    temperature_chapter,
    water_chapter,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Band, Series, plot

_BASINS = (
    ("Ardmere", "Lake Ardmere", "the Silt", "Ardmere Basin Observatory"),
    ("Corvane", "Lake Corvane", "the Upper Teln", "Corvane Hydrological Service"),
    ("Ossery", "Lake Ossery", "the Brandel", "Ossery Regional Climate Office"),
    ("Tesmark", "Lake Tesmark", "the Hollin", "Tesmark Water and Climate Board"),
)
_STATIONS = (
    "Aldhorn", "Birkensee", "Callow Tarn", "Dornfell", "Eastergate", "Fennick", "Garrow Pass", "Hexley", "Innerby", "Jarlwick", "Kestrel Hut",
    "Lammerdyke", "Monksholm", "Nethercote", "Orrest", "Penhallow", "Quernside", "Rossvik", "Skarn Col", "Thornlea", "Ulverby", "Vantage Head",
    "Wetherham", "Yarrowfoot",
)  # fmt: skip
_GLACIERS = ("Hvitkar", "Norden", "Skadi", "Lower Tessel", "Aurn", "Bleikfonn", "Great Combe", "Ravn")
_PLACES = (
    (70, 60), (150, 40), (235, 62), (330, 38), (420, 60), (505, 48), (110, 105), (280, 100),
    (215, 165), (215, 215), (395, 160), (400, 215), (300, 258), (190, 250),
    (90, 200), (110, 290), (210, 310), (330, 312), (440, 290), (500, 220), (520, 140), (60, 150),
)  # fmt: skip


def sample(rng: random.Random) -> ClimateWorld:
    """Draw a basin, twelve years of it, its stations and glaciers."""
    basin, lake, river, agency = rng.choice(_BASINS)
    last = rng.randrange(2020, 2024)
    years = tuple(range(last - 11, last + 1))
    names = rng.sample(_STATIONS, 22)
    networks = {}
    for net, many, low, high in (
        ("Upland network", names[:8], 1350, 2400),
        ("Lake-shore network", names[8:14], 408, 440),
        ("Valley network", names[14:], 450, 900),
    ):
        heights = sorted(rng.sample(range(low, high), len(many)), reverse=True)
        networks[net] = tuple(
            _station(rng, name, height, years[-2:]) for name, height in zip(many, heights, strict=True)
        )
    rain = {year: rng.randrange(56, 108) * 10 for year in years}
    inflow = {year: round((0.45 * rain[year] - 70 + rng.uniform(-32, 32)) / 5) * 5 for year in years}
    inside = rng.sample(range(38, 48, 2), rng.randrange(2, 5))
    below = rng.sample((22, 25, 28, 31), rng.randrange(1, 3))
    above = [rng.randrange(55, 93) for _ in range(12 - len(inside) - len(below))]
    levels = [*inside, *below, *above]
    rng.shuffle(levels)
    first = next(k for k, level in enumerate(levels) if level > ZONE[1])  # the zone's label stands at the left
    levels[0], levels[first] = levels[first], levels[0]
    anomalies = tuple(round(0.05 * k + 0.15 + rng.uniform(-0.35, 0.35), 2) for k in range(12))
    balances = sorted(rng.sample(range(42, 166, 9), 5), reverse=True)
    wrong = rng.randrange(2)
    glaciers = []
    for rank, name in enumerate(rng.sample(_GLACIERS, 5)):
        true = -balances[rank] / 100
        printed = -(balances[3] + balances[4]) // 2 / 100 if rank == wrong else true
        glaciers.append(
            (rank == wrong, Glacier(name, rng.randrange(12, 190) / 10, -rng.randrange(25, 140) / 100, true, printed))
        )
    rng.shuffle(glaciers)
    stations = [one.name for many in networks.values() for one in many]
    out = rng.sample(stations, 5)
    storm_year = rng.choice(years[2:-1])
    return ClimateWorld(
        agency=agency,
        basin=basin,
        lake=lake,
        river=river,
        authors=tuple(people(rng, 6)),
        issued=day_between(rng, date(last + 2, 2, 1), date(last + 2, 6, 20)),
        years=years,
        warming=round(10 * median((anomalies[j] - anomalies[i]) / (j - i) for i in range(12) for j in range(i + 1, 12)), 2),
        anomalies=anomalies,
        rain=rain,
        inflow=inflow,
        storage=dict(zip(years, levels, strict=True)),
        networks=networks,
        excluded=tuple(out[:3]),
        rain_only=out[3],
        restored=out[4],
        glaciers=tuple(one for _, one in glaciers),
        wrong=next(k for k, (is_wrong, _) in enumerate(glaciers) if is_wrong),
        storm=date(storm_year, rng.randrange(1, 8), rng.randrange(2, 28)),
        pick=rng.randrange(10_000),
    )  # fmt: skip


def _station(rng: random.Random, name: str, height: int, years: Sequence[int]) -> Station:
    values = {}
    used: set[float] = set()
    for year in years:
        row = []
        for base in (8.6, -0.4, 7.2, 16.1):
            while True:
                warm = round(base - (height - 420) * 0.0058 + rng.uniform(-1.4, 1.4), 1)
                if warm not in used and abs(warm) > 0.05:
                    break
            used.add(warm)
            row.append((warm, round(rng.uniform(105, 330) * (1 + height / 4000))))
        values[year] = tuple(row)
    return Station(name, height, values)


def paper(world: ClimateWorld, rng: random.Random) -> Paper:
    """Return the report."""
    accent, tint, second = rng.choice(
        (("#0b5563", "#e8f2f3", "#c8702a"), ("#234a7d", "#ebf0f7", "#b3402e"), ("#3c5a2b", "#eef3e9", "#8a5a12"))
    )
    last = world.years[-1]
    body = [
        _cover(world),
        _slip(world),
        *foreword(world),
        *summary_page(world),
        *data_chapter(world, _map(world, accent)),
        *temperature_chapter(world, _anomalies(world, accent)),
        *rain_chapter(world, _balance(world, (second, accent))),
        *water_chapter(world, _storage(world, accent), _glaciers(world)),
        *impacts_chapter(world),
        *more_chapters(world, accent),
        *methods_annex(world, 6 + len(more_titles(world)[0])),
        _annex(world),
        *more_annexes(world),
    ]
    return Paper(
        f"{world.basin} Basin climate report {last}",
        p.join(body),
        ("stem/climate_report",),
        {"accent": accent, "tint": tint, "second": second, "body": rng.choice(("Source Serif 4", "Lora", "IBM Plex Serif")), "head": rng.choice(("Libre Franklin", "Source Sans 3", "Barlow"))},
        {"top-left": f"{world.basin} Basin: climate report, hydrological year {last}", "bottom-right": "{page}", "bottom-left": world.agency},
        size="a4",
        margin="21mm 20mm 20mm 24mm",
    )  # fmt: skip


def _cover(world: ClimateWorld) -> Markup:
    hills = (
        '<svg width="794" height="430" viewBox="0 0 794 430"><rect width="794" height="430" fill="#ffffff22"/>'
        '<path d="M0 270 L90 190 L170 240 L300 90 L380 180 L470 120 L600 250 L700 170 L794 240 L794 430 L0 430 Z" fill="#ffffff33"/>'
        '<path d="M0 320 L140 250 L260 310 L420 230 L560 320 L680 270 L794 320 L794 430 L0 430 Z" fill="#ffffff44"/>'
        '<path d="M0 372 Q200 350 400 372 T794 368 L794 430 L0 430 Z" fill="#ffffff88"/></svg>'
    )
    words = [
        p.para(world.agency, "agency"),
        p.head(1, f"{world.basin} Basin\nClimate report"),
        p.para(f"Hydrological year {world.years[-1]}", "year"),
        p.para("Temperature, precipitation, snow and ice, lake and rivers, and what they meant for people", "sub"),
    ]
    return p.tag(
        "section",
        p.join(
            [
                p.tag("div", p.join(words), "upper"),
                Markup(hills),
                p.para(f"Published {long_day(world.issued)}", "published"),
            ]
        ),
        "fixed bare cover",
    )


def _slip(world: ClimateWorld) -> Markup:
    fixed = world.glaciers[world.wrong]
    slip = [
        p.para("**ERRATUM SLIP**  inserted after printing", "slip-head"),
        p.para(
            f"Table 3, {fixed.name}, last column: [[erratum|the mass balance should read {minus(fixed.last)} m w.e.]] The text and all other rows are not affected."
        ),
    ]
    imprint = [
        p.head(3, "Imprint"),
        p.para(
            f"Editors: {world.authors[0]} and {world.authors[1]}. Chapters by {', '.join(world.authors[2:])}. Maps drawn in the office from its own surveys."
        ),
        p.para(
            f"Suggested citation: {world.agency}, Climate report of the {world.basin} Basin, hydrological year {world.years[-1]}. Reproduction is permitted with acknowledgement of the source."
        ),
        p.para(
            "Tables are available as plain text from the records desk. Figures that differ from those of earlier reports reflect later quality control and replace them."
        ),
    ]
    chapters, annexes = more_titles(world)
    contents = [
        p.head(3, "Contents"),
        Markup('<div class="{}">{}</div>').format(
            "toc columns" if world.more else "toc",
            p.join(
                p.para(line)
                for line in (
                    *(["Foreword"] if world.more else []), "In brief", "1  The basin, its stations and the data", "2  Temperature", "3  Precipitation and inflow", "4  Lake, snow and ice",
                    "5  What the year meant", *chapters, f"{6 + len(chapters)}  How the figures are made", "Annex A  Seasonal means and totals by station", *annexes,
                )
            )
        ),
    ]  # fmt: skip
    return p.fixed([p.box(slip, "slip"), *contents, *imprint], "inside")


def _map(world: ClimateWorld, accent: str) -> Markup:
    stations = [(net, one) for net, many in world.networks.items() for one in many]
    out = [
        '<svg width="627" height="350" viewBox="0 0 627 350">',
        '<path d="M30 130 Q50 30 160 18 T400 14 Q560 10 576 90 Q590 200 540 260 Q480 345 320 338 Q150 345 70 310 Q10 250 30 130 Z" fill="#f3f4ee" stroke="#888" stroke-dasharray="7 4"/>',
        '<path d="M300 22 Q270 80 310 120 T300 160" fill="none" stroke="#5d8fb8" stroke-width="2"/><path d="M80 90 Q150 130 240 175" fill="none" stroke="#5d8fb8" stroke-width="1.5"/>',
        '<path d="M520 90 Q440 130 375 178" fill="none" stroke="#5d8fb8" stroke-width="1.5"/><path d="M330 240 Q360 290 340 338" fill="none" stroke="#5d8fb8" stroke-width="2.4"/>',
        '<path d="M238 178 Q300 150 372 178 Q392 205 352 232 Q300 254 252 232 Q222 205 238 178 Z" fill="#bcd4e6" stroke="#5d8fb8"/>',
        f'<text x="306" y="206" font-size="10" text-anchor="middle" font-weight="600">{world.lake}</text>',
    ]
    shapes = {"Upland network": "triangle", "Lake-shore network": "square", "Valley network": "circle"}
    for (net, one), (x, y) in zip(stations, _PLACES, strict=True):
        out.append(_sign(shapes[net], x, y, accent))
        out.append(f'<text x="{x + 7}" y="{y + 3}" font-size="8.5">{one.name}</text>')
    for k, (net, shape) in enumerate(shapes.items()):
        out.append(_sign(shape, 534, 300 + 15 * k, accent))
        out.append(f'<text x="543" y="{303 + 15 * k}" font-size="8.5">{net}</text>')
    return p.figure(
        Markup("".join(out) + "</svg>"),
        "**Figure 1.** Stations of the three networks. The dashed line is the divide; sketch, not to scale.",
    )


def _sign(shape: str, x: float, y: float, colour: str) -> str:
    if shape == "circle":
        return f'<circle cx="{x}" cy="{y}" r="3.6" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="{x - 3.5}" y="{y - 3.5}" width="7" height="7" fill="{colour}"/>'
    return f'<polygon points="{x},{y - 4.5} {x + 4.5},{y + 4} {x - 4.5},{y + 4}" fill="{colour}"/>'


def _year_axis(world: ClimateWorld) -> Axis:
    return Axis("Hydrological year", tuple(map(float, world.years)), minor=False, grouped=False)


def _anomalies(world: ClimateWorld, accent: str) -> Markup:
    points = tuple(zip(map(float, world.years), world.anomalies, strict=True))
    svg = plot(
        "ano",
        [Series("a", "Basin mean", points)],
        _year_axis(world),
        Axis("Anomaly, °C", (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0), decimals=1),
        width=610,
        height=262,
        colours=(accent,),
        legend="",
    )
    return p.figure(
        svg, "**Figure 2.** Annual mean temperature of the basin as a difference from the mean of 1981–2010."
    )


def _balance(world: ClimateWorld, colours: tuple[str, str]) -> Markup:
    rain = tuple((float(year), float(world.rain[year])) for year in world.years)
    inflow = tuple((float(year), float(world.inflow[year])) for year in world.years)
    svg = plot(
        "bal",
        [Series("p", "Precipitation", rain), Series("rightq", f"Inflow to {world.lake}", inflow, right=True)],
        _year_axis(world),
        Axis("Precipitation, mm", (400.0, 600.0, 800.0, 1000.0, 1200.0, 1400.0)),
        right=Axis("Inflow, hm³", (0.0, 100.0, 200.0, 300.0, 400.0, 500.0)),
        width=610, height=330, colours=colours,
    )  # fmt: skip
    return p.figure(
        svg, f"**Figure 3.** Precipitation over the basin and inflow to {world.lake}, by hydrological year."
    )


def _storage(world: ClimateWorld, accent: str) -> Markup:
    points = tuple((float(year), float(world.storage[year])) for year in world.years)
    svg = plot(
        "sto", [Series("s", "Storage", points)], Axis("Hydrological year (storage on its last 1 September)", tuple(map(float, world.years)), minor=False, grouped=False),
        Axis("Usable storage, %", (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)), bands=(Band(*ZONE, "Alert zone"),), width=610, height=300, colours=(accent,), legend="",
    )  # fmt: skip
    return p.figure(svg, f"**Figure 4.** Storage of {world.lake} on 1 September, as a share of usable capacity.")


def _glaciers(world: ClimateWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        (
            one.name,
            Cell(f"{one.area:.1f}", kind="n"),
            Cell(minus(one.before), kind="n"),
            Cell(p.mark(f"gl.{k}", minus(one.printed)), kind="n"),
        )
        for k, one in enumerate(world.glaciers)
    ]
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            "Glacier",
            *(
                Cell(one, kind="n")
                for one in ("Area, km²", f"Balance {world.years[-2]}, m w.e.", f"Balance {world.years[-1]}, m w.e.")
            ),
        ]
    ]
    return p.table(
        heads,
        rows,
        "ruled",
        caption="**Table 3.** Surveyed glaciers: area and specific mass balance (metres of water equivalent).",
        widths=("34%", "20%", "23%", "23%"),
    )


def _annex(world: ClimateWorld) -> Markup:
    years = world.years[-2:]
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            Cell("Station", rows=3),
            Cell("Height, m", rows=3),
            *(Cell(f"Hydrological year {year}", columns=8, kind="c") for year in years),
        ],
        [Cell(season, columns=2, kind="c") for _ in years for season in SEASONS],
        [unit for _ in years for _ in SEASONS for unit in ("°C", "mm")],
    ]
    rows: list[Sequence[str | Markup | Cell]] = []
    number = 0
    for net, many in world.networks.items():
        rows.append([Cell(net, columns=18, kind="group")])
        for one in many:
            cells: list[str | Markup | Cell] = [one.name, Cell(f"{one.height:,}", kind="n")]
            for year in years:
                for season, (warm, rain) in enumerate(one.values[year]):
                    cells.append(Cell(p.mark(f"t.{year}.{season}.{number}", minus(warm, 1)), kind="n first"))
                    cells.append(Cell(p.mark(f"p.{year}.{season}.{number}", str(rain)), kind="n"))
            rows.append(cells)
            number += 1
    return p.tag(
        "section",
        p.join(
            [
                p.head(2, "Annex A  Seasonal means and totals by station"),
                p.para(
                    "Mean temperature in °C and precipitation in mm. Autumn is October to December, and so on by quarters of the hydrological year. Height is that of the screen above the datum of the lake gauge.",
                    "small",
                ),
                p.table(heads, rows, "annex"),
            ]
        ),
        "wideflow",
    )


CLIMATE = Design("climate_report", sample, paper, ASKS, extend_climate)
