"""A regulator's datasheet: features and pinout, limits with notes, two grades side by side, log-scale plots, history."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, long_day
from dataset_builder.families.rubrics.domains.engineering.datasheet_asks import ASKS, KINDS, Row, SheetWorld, amount
from dataset_builder.families.rubrics.domains.engineering.datasheet_drawings import circuit, outline, pinout
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot

_MAKERS = (("Ferrowave", "FW"), ("Quillon Devices", "QL"), ("Lumen & Tarr", "LT"), ("Pikeford Analog", "PK"))
_FREQUENCIES = (10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)
_CHANGES = (
    "First issue",
    "Limits of dropout revised after characterisation",
    "Grade B added; plots redrawn",
    "Package drawing corrected",
    "Notes to recommended conditions extended",
)
_PINS = ("VIN", "VOUT", "EN", "GND", "NR", "FB", "PG", "NC")
_USES = {
    "VIN": "Supply input",
    "VOUT": "Regulated output",
    "EN": "Enable, active high",
    "GND": "Ground",
    "NR": "Noise reduction, 10 nF to ground",
    "FB": "Feedback, to the divider",
    "PG": "Power good, open drain",
    "NC": "Not connected inside",
}


def sample(rng: random.Random) -> SheetWorld:
    """Draw a part."""
    maker, prefix = rng.choice(_MAKERS)
    first = day_between(rng, date(2017, 2, 1), date(2020, 5, 1))
    count = rng.randrange(3, 5)
    days = [first]
    for _ in range(count - 1):
        days.append(days[-1] + timedelta(days=rng.randrange(190, 560)))
    letters = "ABCDEFGHKLMN"
    floor, lift = rng.uniform(11, 26), rng.uniform(6, 14)
    noise: dict[str, list[tuple[float, float]]] = {"with": [], "without": []}
    for hertz in _FREQUENCIES:
        low = floor * (1 + (rng.uniform(250, 420) / hertz) ** 0.8) / (1 + (hertz / 2e6) ** 2)
        noise["with"].append((hertz, float(f"{low:.2g}")))
        noise["without"].append((hertz, float(f"{low * (1 + lift / (1 + (hertz / 4e4) ** 1.5)):.2g}")))
    psrr = tuple(
        (hertz, round(rng.uniform(77, 80) - 9 * max(0.0, math.log10(hertz) - 2.7) ** 1.25)) for hertz in _FREQUENCIES
    )
    full = rng.choice((300, 400, 500))
    slope_a, slope_b = rng.uniform(0.5, 0.62), rng.uniform(0.72, 0.9)
    currents = (10.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0)
    dropout = {
        grade: tuple((x, round(x * slope + 8)) for x in currents) for grade, slope in (("A", slope_a), ("B", slope_b))
    }
    return SheetWorld(
        maker=maker,
        part=f"{prefix}{rng.randrange(1200, 9800)}",
        revisions=tuple((letters[k], days[k], change) for k, change in enumerate([_CHANGES[0], *rng.sample(_CHANGES[1:], count - 1)])),
        planned=letters[count],
        template=rng.choice("HKLMN"),
        noise={key: tuple(points) for key, points in noise.items()},
        psrr=psrr,
        dropout=dropout,
        rows=_rows(rng, full, slope_a, slope_b, dict(psrr)),
        limits=(full, full - rng.choice((100, 120, 150))),
        hot=rng.choice((70, 75, 85)),
        pins=tuple(rng.sample(_PINS, 8)),
        volts=(rng.choice((2.2, 2.5, 2.7)), rng.choice((5.5, 6.0, 6.5))),
        pick=rng.randrange(10_000),
    )  # fmt: skip


def _rows(rng: random.Random, full: int, slope_a: float, slope_b: float, psrr: dict[float, int]) -> tuple[Row, ...]:
    quiet = rng.randrange(21, 34)
    drop_a, drop_b = round(full * slope_a + 8), round(full * slope_b + 8)
    return (
        Row("acc", "Output accuracy", "V~IN~ = V~OUT~ + 0.5 V, 1 mA", "%", (0.3, -1.0, 1.0), (0.6, -2.0, 2.0)),
        Row("iq", "Quiescent current", "No load, EN high", "µA", (quiet, None, quiet + rng.randrange(9, 14)), (quiet + 3, None, quiet + rng.randrange(19, 27))),
        Row("iqf", "Quiescent current", "Full load", "µA", (quiet + 61, None, quiet + 101), (quiet + 66, None, quiet + 131)),
        Row("isd", "Shutdown current", "EN low", "nA", (35, None, 210), (35, None, 480)),
        Row("drop", "Dropout voltage", "Full load, V~OUT~ at 98%", "mV", (drop_a, None, drop_a + rng.randrange(66, 89)), (drop_b, None, drop_b + rng.randrange(95, 140))),
        Row("line", "Line regulation", "Over V~IN~ range", "mV", (0.4, None, 2.0), (0.7, None, 3.5)),
        Row("load", "Load regulation", "1 mA to full load", "mV", (2.5, None, 7.5), (3.0, None, 12.0)),
        Row("lim", "Current limit", "V~OUT~ at 90%", "mA", (full + 190, full + 61, full + 420), (full + 170, full + 32, full + 480)),
        Row("psrr1", "PSRR", "1 kHz, 50 mA", "dB", (psrr[1e3], None, None), (psrr[1e3] - 1, None, None)),
        Row("psrr10", "PSRR", "10 kHz, 50 mA", "dB", (psrr[1e4], None, None), (psrr[1e4] - 1, None, None)),
        Row("tsd", "Thermal shutdown", "Rising; hysteresis 20 °C", "°C", (160, None, None), (158, None, None)),
    )  # fmt: skip


def paper(world: SheetWorld, rng: random.Random) -> Paper:
    """Return the datasheet."""
    accent = rng.choice(("#b3201f", "#00558c", "#0a6e4e", "#5c3d99"))
    body = [
        _front(world),
        p.new_page(),
        *_limits(world),
        _electrical(world),
        p.new_page(),
        _curves(world, accent),
        p.new_page(),
        *_application(world),
        *_package(world),
    ]
    return Paper(
        f"{world.part} datasheet",
        p.join(body),
        ("engineering/datasheet",),
        {"accent": accent, "tint": "#f1f1f1", "body": rng.choice(("Libre Franklin", "Source Sans 3", "IBM Plex Sans")), "head": rng.choice(("Roboto Condensed", "IBM Plex Sans Condensed", "Barlow"))},
        {"top-left": world.part, "top-right": f"{world.limits[0]} mA low-noise regulator", "bottom-left": f"{world.maker}. Template DS-02, Rev. {world.template}", "bottom-right": "{page}"},
        margin="0.8in 0.75in",
    )  # fmt: skip


def _front(world: SheetWorld) -> Markup:
    low, high = world.volts
    left = [
        p.head(2, "Features"),
        p.items([f"Input range {low:g} V to {high:g} V", f"Up to {world.limits[0]} mA of output current", "Fixed outputs from 1.2 V to 3.6 V in steps of 50 mV, or adjustable", "Very low noise with a capacitor on NR", "Stable with ceramic capacitors from 1 µF", "Power-good output, open drain", "Current limit and thermal shutdown", "Grades A and B, see electrical characteristics"]),
        p.head(2, "Applications"),
        p.items(["Clock generators and synthesisers", "Sensor front ends and converters", "Battery supplied instruments", "Audio and radio modules"]),
    ]  # fmt: skip
    right = [
        p.head(2, "Description"),
        p.para(
            f"The {world.part} is a linear regulator for supplies that must be quiet. The reference is filtered through the NR pin before it reaches the error amplifier, so that noise at the output is that of the amplifier alone. A capacitor of 10 nF also sets a soft start of about two milliseconds."
        ),
        p.para(
            "Quiescent current rises little with load, since the pass transistor is a field-effect device driven from a charge pump. Reverse current is blocked when the input falls under the output. In shutdown the output is pulled to ground through 120 ohms."
        ),
        p.para(
            "The part comes in a leadless package of 2 mm by 2 mm with eight terminals and a thermal pad, which should be soldered to a plane of ground."
        ),
        p.figure(circuit(), "Typical circuit"),
    ]
    return p.join(
        [
            Markup(
                '<div class="top"><h1>{}</h1><div>{} mA low-noise, low-dropout<br>linear regulator with power good</div><b>{}</b></div>'
            ).format(world.part, world.limits[0], world.maker),
            p.tag("div", p.join([p.tag("div", p.join(left)), p.tag("div", p.join(right), "wider")]), "halves"),
            p.head(2, "Pin configuration"),
            p.tag(
                "div",
                p.join([p.figure(pinout(world), "Left: top view. Right: bottom view, thermal pad up."), _pins(world)]),
                "halves",
            ),
        ]
    )


def _pins(world: SheetWorld) -> Markup:
    rows = [(name, Cell(str(world.pins.index(name) + 1), kind="c"), _USES[name]) for name in sorted(world.pins)]
    return p.table([["Name", Cell("No.", kind="c"), "Function"]], rows, "grid")


def _limits(world: SheetWorld) -> list[str | Markup]:
    low, high = world.volts
    full, reduced = world.limits
    absolute = [
        ("VIN, EN, PG", "−0.3", f"{high + 1:g}", "V"),
        ("VOUT, FB, NR", "−0.3", f"{high:g}", "V"),
        ("Current of PG", "", "10", "mA"),
        ("Junction temperature", "−55", "150", "°C"),
        ("Storage temperature", "−65", "150", "°C"),
        ("Human body model", "", "2,000", "V"),
    ]
    recommended: list[Sequence[str | Markup | Cell]] = [
        (p.rich("Input voltage^(1)^"), amount(low), amount(high), "V"),
        (p.rich("Output current, continuous^(2)^"), "0", p.mark("io.full", str(full)), "mA"),
        (p.rich("Capacitor at output^(3)^"), "1", "47", "µF"),
        ("Capacitor on NR", "0", "100", "nF"),
        ("Junction temperature", "−40", "125", "°C"),
    ]
    return [
        p.head(2, "Absolute maximum ratings"),
        p.para("Stress beyond these values may damage the part for good. Operation at them is not implied.", "small"),
        p.table([["", "Min", "Max", "Unit"]], absolute, "grid narrow", widths=("52%", "16%", "16%", "16%")),
        p.head(2, "Recommended operating conditions"),
        p.table([["", "Min", "Max", "Unit"]], recommended, "grid narrow", widths=("52%", "16%", "16%", "16%")),
        p.notes(
            [
                ("(1)", "Voltages are against GND."),
                ("(2)", p.rich(f"[[note.hot|Above {world.hot} °C ambient temperature the continuous output current is limited to]] ") + p.mark("io.hot", f"{reduced} mA") + p.rich(", because of electromigration in the bond wires.")),
                ("(3)", "Effective value at the bias applied; many ceramic types lose half of theirs."),
            ]
        ),
    ]  # fmt: skip


def _sub(text: str) -> Markup:
    html = str(Markup.escape(text))
    while "~" in html:
        html = html.replace("~", "<sub>", 1).replace("~", "</sub>", 1)
    return Markup(html)


def _electrical(world: SheetWorld) -> Markup:
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            Cell("Parameter", rows=3),
            Cell("Conditions", rows=3),
            Cell("Grade A", columns=3, kind="c"),
            Cell("Grade B", columns=3, kind="c"),
            Cell("Unit", rows=3),
        ],
        [
            Cell("25 °C", kind="c"),
            Cell("−40 to +125 °C", columns=2, kind="c"),
            Cell("25 °C", kind="c"),
            Cell("−40 to +125 °C", columns=2, kind="c"),
        ],
        [Cell(one, kind="c") for _ in "AB" for one in ("Typ", "Min", "Max")],
    ]
    rows: list[Sequence[str | Markup | Cell]] = []
    for row in world.rows:
        cells: list[str | Markup | Cell] = [row.name, _sub(row.conditions)]
        for grade, values in (("A", row.a), ("B", row.b)):
            for kind, held in zip(KINDS, values, strict=True):
                text = (
                    p.mark(f"ec.{row.key}.{grade}.{kind}", amount(held).replace("-", "−"))
                    if held is not None
                    else p.rich("")
                )
                cells.append(Cell(text, kind="c"))
        rows.append([*cells, row.unit])
    return p.join(
        [
            p.head(2, "Electrical characteristics"),
            p.para(
                _sub(
                    "V~IN~ = V~OUT~ + 0.5 V or the least input voltage, whichever is higher; 1 µF at input and output; EN tied to VIN, unless said otherwise."
                ),
                "small",
            ),
            p.table(heads, rows, "grid electrical"),
            p.para(
                "Limits in the columns Min and Max are tested at 25 °C and hold over temperature by characterisation. [[typonly|Values in the columns Typ are not tested in production and are no limits]].",
                "small",
            ),
        ]
    )


def _curves(world: SheetWorld, accent: str) -> Markup:
    hertz = Axis("Frequency, Hz", (10.0, 100.0, 1e3, 1e4, 1e5, 1e6), log=True)
    noise = [Series("without", "NR open", world.noise["without"]), Series("with", "10 nF on NR", world.noise["with"])]
    colours = ("#111", accent)
    w, h = 326, 345
    warm = tuple((x, round(world.rows[1].a[0] or 0) + x * 0.045) for x in (-40.0, 0.0, 25.0, 85.0, 125.0))
    plots = [
        (
            plot(
                "noise",
                noise,
                hertz,
                Axis("Noise density, nV per root Hz", (1.0, 10.0, 100.0, 1e3, 1e4), log=True),
                colours=colours,
                width=w,
                height=h,
            ),
            "Figure 1. Output noise density, 50 mA.",
        ),
        (
            plot(
                "psrr",
                [Series("p", "50 mA", world.psrr)],
                hertz,
                Axis("PSRR, dB", (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)),
                colours=colours,
                legend="",
                width=w,
                height=h,
            ),
            "Figure 2. Power supply rejection, typical part.",
        ),
        (
            plot(
                "drop",
                [Series(f"g{key}", f"Grade {key}", points) for key, points in world.dropout.items()],
                Axis("Output current, mA", (0.0, 100.0, 200.0, 300.0)),
                Axis("Dropout, mV", (0.0, 100.0, 200.0, 300.0)),
                colours=colours,
                width=w,
                height=h,
            ),
            "Figure 3. Dropout voltage, typical parts at 25 °C.",
        ),
        (
            plot(
                "iq",
                [Series("q", "No load", warm)],
                Axis("Junction temperature, °C", (-50.0, 0.0, 50.0, 100.0, 150.0)),
                Axis("Quiescent current, µA", (0.0, 20.0, 40.0, 60.0)),
                colours=colours,
                legend="",
                width=w,
                height=h,
            ),
            "Figure 4. Quiescent current, grade A.",
        ),
    ]
    text = p.para(
        "Curves show single parts at 25 °C, output 3.3 V, 1 µF at input and output unless said otherwise.", "small"
    )
    return p.join(
        [
            p.head(2, "Typical characteristics"),
            text,
            p.tag("div", p.join(p.figure(svg, words) for svg, words in plots), "four"),
        ]
    )


def _application(world: SheetWorld) -> list[str | Markup]:
    part = world.part
    return [
        p.head(2, "Application notes"),
        p.box(
            [
                p.head(3, "Capacitors"),
                "Place the input capacitor within two millimetres of the pin. Long leads from the supply form a resonant circuit with it, and hot plugging may then ring to twice the input voltage. A second capacitor of ten times the value with some series resistance damps the ringing.",
                "The output is stable with any ceramic capacitor in the range given. More than 47 µF lengthens the recovery from overload, since the limit of current then has to charge it.",
                p.head(3, "Noise"),
                "Noise falls with the capacitor on NR up to about 10 nF; larger values only slow the start. Keep the trace short and away from clocks, as the pin has an impedance of a quarter of a megohm. If NR is left open, a guard of ground around the pin is advised.",
                p.head(3, "Enable and power good"),
                "EN has hysteresis of 60 mV and may be driven from logic of 1.2 V. It must not float. PG goes low when the output is under 92% of its value and needs a pull-up of 10 to 100 kilohms. In shutdown its state is low as long as the input is over 1.6 V.",
                p.head(3, "Heat"),
                f"Power is the difference of voltages times the current. With the pad soldered to a plane of 6 cm² the thermal resistance to ambient is 68 K/W, on a minimal board 190 K/W. The {part} shuts down when the junction gets too hot and starts again by itself, which may look like an oscillation of some hertz.",
                p.head(3, "Adjustable output"),
                "The divider from output to FB to ground sets the voltage against a reference of 0.6 V. Keep the lower resistor under 100 kilohms. A capacitor of 10 pF to 100 pF across the upper one quickens the answer to steps of load.",
            ],
            "columns",
        ),
    ]  # fmt: skip


def _package(world: SheetWorld) -> list[str | Markup]:
    part = world.part
    sizes = [
        ("A", "0.50", "0.60"),
        ("b", "0.20", "0.30"),
        ("D", "1.95", "2.05"),
        ("E", "1.95", "2.05"),
        ("e", "0.50 nominal", ""),
        ("Thermal pad", "0.90 by 1.50", "1.00 by 1.60"),
    ]
    orders = [
        (f"{part}A-33", "3.3 V", "A", "7-inch reel, 3,000"),
        (f"{part}A-ADJ", "Adjustable", "A", "7-inch reel, 3,000"),
        (f"{part}B-18", "1.8 V", "B", "7-inch reel, 3,000"),
        (f"{part}B-33", "3.3 V", "B", "13-inch reel, 10,000"),
    ]
    history: list[Sequence[str | Markup | Cell]] = [
        (p.rich(f"[[rev.{letter}|{letter}, {long_day(day)}]]"), change) for letter, day, change in world.revisions
    ]
    history.append((f"{world.planned}, announced", "Automotive grade to be added; not issued"))
    return [
        p.head(2, "Package outline"),
        p.tag(
            "div",
            p.join(
                [
                    p.figure(outline(), "Bottom and side view; not to scale."),
                    p.table([["Dimension, mm", "Least", "Most"]], sizes, "grid"),
                ]
            ),
            "halves",
        ),
        p.tag(
            "div",
            p.join(
                [
                    p.tag(
                        "div",
                        p.join(
                            [
                                p.head(2, "Ordering"),
                                p.table([["Part number", "Output", "Grade", "Packing"]], orders, "grid"),
                            ]
                        ),
                    ),
                    p.tag(
                        "div",
                        p.join([p.head(2, "Revision history"), p.table([["Revision", "Change"]], history, "grid")]),
                    ),
                ]
            ),
            "halves",
        ),
        p.para(
            "Information is believed to be right and is given without warranty. Parts are not released for use in devices that sustain life. Names are those of their owners.",
            "small",
        ),
    ]


DATASHEET = Design("regulator_datasheet", sample, paper, ASKS)
