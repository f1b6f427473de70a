"""Charts that are hard to draw: many marks, long names, small parts, numbers too wide for their place."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.charts.spec import Axis, ChartSpec, Datum, value_axis
from dataset_builder.charts.styles import HOUSES

OFFICES = (
    "Salt Monopoly",
    "Naval Stores",
    "Office of Public Works",
    "Registry of Deeds",
    "Forestry and Game",
    "Pilotage",
    "Inspectorate of Mines",
    "Quarantine Service",
    "Fund for Teachers",
    "Tramways",
    "Observatory",
    "Bureau of Prices",
    "Harbours",
    "Mint",
)
KINDS = ("Wages", "Upkeep", "Rents and rates", "Fuel and light", "Carriage")
YEARS = tuple(str(year) for year in range(2010, 2022))


def _chart(name: str, data: Sequence[Datum], **fields) -> ChartSpec:
    plain = {"x": Axis(kind="category"), "y": Axis(), "unit": "thousand crowns", "decimals": 0}
    style = HOUSES[len(name) % len(HOUSES)]
    kind = name.partition("-")[0]
    return ChartSpec(name, kind, "Spending of public bodies", tuple(data), style=style, **{**plain, **fields})


def _table(names: Sequence[str], kinds: Sequence[str], low: int, high: int) -> list[Datum]:
    rng = random.Random(f"{names}{kinds}")
    return [Datum(name, float(rng.randint(low, high)), kind) for kind in kinds for name in names]


def _box(name: str, middle: float, *outliers: float) -> list[Datum]:
    five = {"min": middle - 9000, "q1": middle - 4000, "q3": middle + 3000, "max": middle + 11000}
    return [Datum(name, middle, extra=five), *(Datum(name, value, extra={"kind": "outlier"}) for value in outliers)]


def _flow(source: str, target: str, value: float) -> Datum:
    return Datum(f"{source} to {target}", value, extra={"source": source, "target": target})


def _points(count: int, **extra: int) -> list[Datum]:
    rng = random.Random(count)
    return [
        Datum(
            name,
            float(rng.randint(100, 950)),
            KINDS[i % 3],
            {"x": rng.randint(10, 600) / 10, **{key: rng.randint(5, most) for key, most in extra.items()}},
        )
        for i, name in enumerate(OFFICES[:count])
    ]


PLANE = {"x": Axis("Distance", unit="km"), "y": value_axis([100, 950], from_zero=False)}
SPARKS = _table(YEARS, OFFICES[:6], 100, 990)

HARD = (
    # names in slanted lines, and a bar of nothing
    _chart(
        "bar-slanted",
        [Datum(f"{n} and Annexes", float(v)) for n, v in zip(OFFICES, (310, 44, 0, 512, 77, 90), strict=False)],
    ),
    _chart("heatmap-long", _table(OFFICES[:9], KINDS[:4], 1000, 9990)),
    _chart("heatmap-signed", _table(OFFICES[:4], KINDS, -90, 90)),
    _chart("pie-small-parts", [Datum(n, v) for n, v in zip(OFFICES, (400.0, 9, 12, 230, 7, 90, 15, 60), strict=False)]),
    _chart("donut-small-parts-too", [Datum(n, v) for n, v in zip(OFFICES, (9.0, 200, 8, 90, 11), strict=False)]),
    _chart("radar-five", _table(OFFICES[:6], KINDS, 10, 95)),
    _chart(
        "sankey-thin",
        [_flow(s, t, v) for s, v in (("Mint", 70.0), ("Tramways", 4.0)) for t in ("Wages", "Upkeep")]
        + [_flow("Wages", "Tolls", 60.0), _flow("Wages", "Loans", 14.0), _flow("Upkeep", "Loans", 74.0)],
    ),
    _chart("treemap-many", [Datum(n, 900.0 / (i + 1) // 1) for i, n in enumerate(OFFICES)]),
    _chart("scatter-printed", _points(9), **PLANE),
    _chart("scatter-plain", _points(14), exact="tolerance", **PLANE),
    _chart("bubble-printed", _points(6, size=400), **PLANE),
    _chart(
        "box-wide",
        [
            *(d for i, n in enumerate(OFFICES[:4]) for d in _box(n, 30000.0 + 1234 * i, *([62000.0] * (i == 2)))),
            Datum("Mint", 27000.0, extra={"min": 21000.0, "q1": 21000.0, "q3": 33000.0, "max": 39000.0}),
        ],
    ),
    _chart(
        "histogram-many",
        [Datum(f"{i}–{i + 1}", 1000.0 + 137 * (i * 5 % 16), extra={"low": i, "high": i + 1}) for i in range(16)],
        x=Axis("Years"),
    ),
    _chart(
        "sparkline_grid-plain",
        SPARKS,
        x=Axis(kind="time"),
        exact="tolerance",
        y=value_axis([d.value for d in SPARKS], 2),
    ),
)
