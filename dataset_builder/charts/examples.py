"""One example of each chart type, with invented data: for the contact sheet, and to try a style or a check on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from dataset_builder.charts.spec import Annotation, Axis, ChartSpec, Datum, value_axis
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.moments import MONTHS

SOURCE = "Source: Office of Inland Statistics, annual return"
CATEGORY = Axis(kind="category")
SHORT_MONTHS = tuple(month[:3] for month in MONTHS)


def examples(style: ChartStyle) -> tuple[ChartSpec, ...]:
    """Return the twenty-four charts in one style."""
    return tuple(
        ChartSpec(viz_id=f"viz-{i}-{style.name}", style=style, **fields)
        for i, fields in enumerate((*BARS, *LINES, *POINTS, *PARTS))
    )


def _chart(chart_type: str, title: str, data: Iterable[Datum], unit: str, **fields: Any) -> dict[str, Any]:
    common = {"x": CATEGORY, "y": Axis(), "decimals": 0, "source": SOURCE}
    return {**common, "chart_type": chart_type, "title": title, "data": tuple(data), "unit": unit, **fields}


def _axis(values: Iterable[float], label: str, unit: str = "", *, from_zero: bool = True) -> Axis:
    return replace(value_axis(values, from_zero=from_zero), label=label, unit=unit)


def _named(names: Sequence[str], values: Sequence[float], category: str = "") -> tuple[Datum, ...]:
    return tuple(Datum(name, value, category) for name, value in zip(names, values, strict=True))


def _matrix(labels: Sequence[str], series: dict[str, Sequence[float]]) -> tuple[Datum, ...]:
    return tuple(datum for name, values in series.items() for datum in _named(labels, values, name))


def _flow(source: str, target: str, value: float) -> Datum:
    return Datum(f"{source} to {target}", value, extra={"source": source, "target": target})


def _box(label: str, five: Sequence[float], *outliers: float) -> tuple[Datum, ...]:
    low, q1, median, q3, high = five
    whole = Datum(label, median, extra={"min": low, "q1": q1, "q3": q3, "max": high})
    return (whole, *(Datum(label, value, extra={"kind": "outlier"}) for value in outliers))


BARS = (
    _chart(
        "bar",
        "Coastal ferries carried most in August",
        _named(("Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"), (212, 248, 305, 391, 478, 512, 366, 284)),
        "thousand passengers",
        subtitle="Passengers by month, 2023, thousands",
        y=_axis([512], ""),
        highlighted=("Aug",),
    ),
    _chart(
        "horizontal_bar",
        "Volunteer hours logged by programme",
        _named(
            ("River clean-up", "Reading mentors", "Night shelter", "Community kitchen", "Trail repair", "Repair café"),
            (18640, 15210, 11975, 9830, 6420, 3155),
        ),
        "hours",
        subtitle="Hours, financial year 2022/23",
        y=_axis([18640], ""),
    ),
    _chart(
        "grouped_bar",
        "Timber harvested in four districts",
        _matrix(
            ("Arnholt", "Bresk", "Calder Vale", "Dunmere"),
            {"Spruce": (42, 31, 55, 27), "Pine": (28, 36, 19, 33), "Beech": (17, 12, 24, 9)},
        ),
        "thousand m³",
        subtitle="By species, thousand m³, 2023",
        y=_axis([55], "Harvest"),
    ),
    _chart(
        "stacked_bar",
        "Library loans by format",
        _matrix(
            ("2019", "2020", "2021", "2022", "2023"),
            {
                "Printed books": (310, 205, 228, 264, 281),
                "E-books": (64, 142, 151, 139, 148),
                "Audio": (38, 71, 88, 97, 112),
            },
        ),
        "thousand loans",
        subtitle="Thousand loans a year",
        y=_axis([541], "Loans"),
    ),
    _chart(
        "diverging_bar",
        "Net change in rural post offices",
        _named(
            ("Northmark", "Eastfell", "Harrow Isles", "Midlow", "Sandry", "Westholm", "Yarrowdale"),
            (14, 9, 4, -3, -8, -12, -21),
        ),
        "offices",
        subtitle="Openings less closures, 2018 to 2023",
        y=_axis([14, -21], "Net change"),
    ),
    _chart(
        "waterfall",
        "From budget to outturn: the harbour works",
        (
            Datum("Budget", 84.0, extra={"kind": "start"}),
            Datum("Steel price", 12.5, extra={"kind": "change"}),
            Datum("Redesign", -6.2, extra={"kind": "change"}),
            Datum("Storm repairs", 9.8, extra={"kind": "change"}),
            Datum("Grant", -14.6, extra={"kind": "change"}),
            Datum("Outturn", 85.5, extra={"kind": "total"}),
        ),
        "million crowns",
        decimals=1,
        subtitle="Million crowns",
        y=_axis([0, 100.1], "Cost"),
    ),
    _chart(
        "lollipop",
        "Average wait for a home visit",
        _named(("Ashby", "Colne", "Drayford", "Elmstead", "Farrow", "Gilling"), (3.4, 5.1, 6.8, 7.9, 9.2, 11.6)),
        "days",
        decimals=1,
        subtitle="Days from referral, 2023",
        y=_axis([11.6], "Wait"),
    ),
    _chart(
        "histogram",
        "Most patients were seen within half an hour",
        tuple(
            Datum(f"{low}–{low + 10}", count, extra={"low": low, "high": low + 10})
            for low, count in zip(range(0, 90, 10), (38, 96, 124, 87, 61, 34, 18, 9, 4), strict=True)
        ),
        "patients",
        subtitle="Walk-in clinic visits by waiting time",
        x=Axis("Waiting time", unit="minutes"),
        y=_axis([124], ""),
    ),
)

LINES = (
    _chart(
        "line",
        "Groundwater level at Pell Hill",
        _named(
            tuple(str(year) for year in range(2012, 2024)), (8.4, 8.1, 8.6, 7.9, 7.4, 7.7, 6.9, 6.2, 6.6, 6.1, 5.4, 5.8)
        ),
        "m",
        decimals=1,
        subtitle="Metres above datum, annual mean",
        x=Axis(kind="time"),
        y=_axis([5.4, 8.6], "Level", from_zero=False),
        annotations=(Annotation("Drought order", "2022"),),
    ),
    _chart(
        "multi_line",
        "Apprenticeship starts by trade",
        _matrix(
            ("2018", "2019", "2020", "2021", "2022", "2023"),
            {
                "Electrical": (620, 655, 540, 690, 748, 802),
                "Joinery": (510, 498, 402, 455, 470, 466),
                "Plumbing": (430, 452, 371, 420, 512, 560),
                "Masonry": (188, 176, 139, 160, 171, 204),
            },
        ),
        "starts",
        subtitle="Starts a year",
        x=Axis(kind="time"),
        y=_axis([802], ""),
    ),
    _chart(
        "area",
        "Electricity from small hydro",
        _named(SHORT_MONTHS, (46, 44, 52, 61, 68, 57, 41, 33, 35, 44, 50, 49)),
        "GWh",
        subtitle="GWh a month, 2023",
        x=Axis(kind="time"),
        y=_axis([68], "Output"),
    ),
    _chart(
        "stacked_area",
        "Household waste by route",
        _matrix(
            ("2017", "2018", "2019", "2020", "2021", "2022", "2023"),
            {
                "Recycled": (118, 126, 139, 151, 158, 171, 183),
                "Composted": (64, 69, 71, 84, 88, 93, 97),
                "Incinerated": (96, 101, 104, 98, 92, 85, 81),
                "Landfill": (142, 128, 109, 97, 78, 61, 44),
            },
        ),
        "thousand tonnes",
        subtitle="Thousand tonnes",
        x=Axis(kind="time"),
        y=_axis([430], "Waste"),
    ),
    _chart(
        "sparkline_grid",
        "Visits to regional museums",
        _matrix(
            ("2018", "2019", "2020", "2021", "2022", "2023"),
            {
                "Anchor House": (84, 88, 31, 42, 73, 90),
                "Brickworks": (36, 35, 12, 20, 38, 44),
                "Castle Keep": (142, 150, 48, 77, 131, 149),
                "Docklands": (61, 66, 25, 35, 70, 82),
                "Emery Mill": (22, 20, 8, 11, 16, 15),
                "Fossil Hall": (97, 101, 40, 59, 92, 95),
            },
        ),
        "thousand visits",
        subtitle="Thousand visits a year",
        x=Axis(kind="time"),
    ),
    _chart(
        "slope",
        "Where commuters left the car behind",
        _matrix(
            ("2013", "2023"),
            {"Cycle": (9, 17), "Tram": (20, 29), "Bus": (24, 19), "Car": (40, 25), "On foot": (7, 10)},
        ),
        "%",
        subtitle="Share of journeys to work, %",
        highlighted=("Car",),
    ),
    _chart(
        "dumbbell",
        "Pay gap narrows in most professions",
        _matrix(
            ("Surveyors", "Pharmacists", "Teachers", "Paramedics", "Librarians", "Chefs"),
            {"Women": (41.2, 44.8, 38.1, 35.6, 33.9, 27.4), "Men": (48.7, 49.5, 40.3, 37.2, 34.6, 32.8)},
        ),
        "thousand crowns",
        decimals=1,
        subtitle="Median salary, thousand crowns, 2023",
        y=_axis([27.4, 49.5], "Median salary", from_zero=False),
    ),
    _chart(
        "radar",
        "How residents rate two estates",
        _matrix(
            ("Safety", "Green space", "Noise", "Transport", "Shops", "Upkeep"),
            {"Larch Court": (78, 64, 52, 81, 70, 58), "Millbank": (61, 83, 74, 49, 55, 72)},
        ),
        "points",
        subtitle="Score out of 100",
        y=Axis(low=0, high=100, step=25),
    ),
)

_TOWNS = (
    ("Aldport", 12.1, 61.4, "Coast"),
    ("Birch Hill", 18.4, 55.2, "Inland"),
    ("Carrow", 9.6, 70.3, "Coast"),
    ("Dell", 24.9, 44.8, "Inland"),
    ("Eastry", 15.3, 63.9, "Coast"),
    ("Fenwick", 28.7, 38.6, "Inland"),
    ("Gorse", 21.2, 47.1, "Inland"),
    ("Holm", 6.8, 74.5, "Coast"),
    ("Inver", 13.9, 57.7, "Coast"),
    ("Jarrow", 31.5, 35.9, "Inland"),
    ("Kettle", 19.6, 51.0, "Inland"),
    ("Lorne", 11.0, 66.8, "Coast"),
)
_SCHEMES = (
    ("Fell Ridge", 6.4, 182, 240, "Wind"),
    ("Brae Loch", 11.8, 96, 75, "Hydro"),
    ("Sandbank", 9.1, 340, 410, "Wind"),
    ("Kirk Weir", 14.2, 58, 30, "Hydro"),
    ("Heath Park", 4.9, 121, 155, "Solar"),
    ("Copse Lane", 5.8, 74, 88, "Solar"),
    ("Upper Tarn", 12.9, 225, 190, "Hydro"),
)

POINTS = (
    _chart(
        "scatter",
        "Longer commutes, fewer club members",
        (Datum(name, members, kind, {"x": commute}) for name, commute, members, kind in _TOWNS),
        "%",
        decimals=1,
        subtitle="Twelve towns, 2023",
        exact="tolerance",
        x=_axis([31.5], "Mean commute", "minutes"),
        y=_axis([35.9, 74.5], "Members of a club", "%", from_zero=False),
    ),
    _chart(
        "bubble",
        "Cost and output of new power schemes",
        (Datum(n, output, kind, {"x": cost, "size": homes}) for n, cost, output, homes, kind in _SCHEMES),
        "GWh",
        subtitle="Area of a bubble: thousand homes supplied",
        x=_axis([14.2], "Cost", "crowns per MWh"),
        y=_axis([340], "Yearly output", "GWh"),
    ),
    _chart(
        "box",
        "Ambulance response times by station",
        (
            *_box("Abbey", (4.1, 6.2, 7.8, 9.5, 13.2), 17.4),
            *_box("Bridge", (3.6, 5.1, 6.4, 8.0, 11.9)),
            *_box("Quay", (5.0, 7.4, 9.1, 11.8, 16.5), 20.3, 21.9),
            *_box("Summit", (6.3, 9.0, 11.2, 14.1, 19.7)),
            *_box("Tower", (2.9, 4.4, 5.7, 7.1, 10.6), 13.8),
        ),
        "minutes",
        decimals=1,
        subtitle="Minutes from call to arrival",
        y=_axis([21.9], "Response", "minutes"),
    ),
    _chart(
        "heatmap",
        "Busiest hours at the enquiry desk",
        _matrix(
            ("Mon", "Tue", "Wed", "Thu", "Fri"),
            {
                "9–11": (42, 35, 31, 38, 29),
                "11–13": (58, 49, 47, 55, 44),
                "13–15": (37, 33, 40, 36, 31),
                "15–17": (63, 52, 57, 66, 71),
                "17–19": (24, 19, 22, 28, 34),
            },
        ),
        "visitors",
        subtitle="Mean number of visitors",
    ),
)

PARTS = (
    _chart(
        "pie",
        "How the parish spends its money",
        _named(("Roads", "Schools", "Parks", "Waste", "Culture"), (34, 27, 16, 14, 9)),
        "%",
        subtitle="Share of spending, %, 2023",
    ),
    _chart(
        "donut",
        "Origin of seed potatoes",
        _named(("Home grown", "Contract farms", "Import", "Research plots"), (412, 268, 131, 45)),
        "tonnes",
        subtitle="Tonnes planted, spring 2023",
    ),
    _chart(
        "sankey",
        "From harvest to shelf: apples",
        (
            _flow("Own orchards", "Packing", 46),
            _flow("Own orchards", "Cider press", 22),
            _flow("Growers", "Packing", 31),
            _flow("Growers", "Cider press", 17),
            _flow("Packing", "Shops", 49),
            _flow("Packing", "Markets", 28),
            _flow("Cider press", "Bottlers", 39),
        ),
        "tonnes",
        subtitle="Tonnes, season 2023",
    ),
    _chart(
        "treemap",
        "Land in public hands",
        (
            *_named(("Beech", "Spruce", "Mixed"), (214, 186, 97), "Forest"),
            *_named(("Pasture", "Arable"), (168, 121), "Farmland"),
            *_named(("Lakes", "Wetland", "Rivers"), (88, 54, 31), "Water"),
            *_named(("Parks", "Allotments"), (46, 22), "Urban"),
        ),
        "ha",
        subtitle="Hectares by use",
    ),
)
