"""Line and point plots as trade papers have them, in SVG: linear or logarithmic axes, grid, legend, shaded bands.

Marks: every tick label of the y axis is ``{ref}.y.{n}``, of the x axis ``{ref}.x.{n}``, and the n-th point of the
series named ``s`` is ``{ref}.pt.{s}.{n}``. ``docassay check`` reads a point's value from the places of these
marks and the printed tick labels. A value asked about is read with ``read(f"{ref}.pt.{s}.{n}", value, "plot")``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from dataset_builder.families.rubrics.paper import MARK

DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4")
_SHAPES = ("circle", "square", "triangle", "diamond", "cross")


@dataclass(frozen=True)
class Axis:
    """An axis: its title, the values of its ticks, whether it is logarithmic, and how tick labels are written.

    Tick labels have ``decimals`` digits and, but for years and the like, thousands apart (``grouped``).
    """

    title: str
    ticks: tuple[float, ...]
    log: bool = False
    decimals: int = 0
    minor: bool = True
    grouped: bool = True

    def share(self, value: float) -> float:
        """Return where a value stands, 0 at the first tick and 1 at the last."""
        first, last = self.ticks[0], self.ticks[-1]
        if self.log:
            return (math.log(value) - math.log(first)) / (math.log(last) - math.log(first))
        return (value - first) / (last - first)

    def minors(self) -> list[float]:
        """Return the values of unlabelled gridlines: nine a decade, or the middles of linear steps."""
        if not self.minor:
            return []
        found = []
        for low, high in zip(self.ticks, self.ticks[1:], strict=False):
            if self.log:
                found += [low * k for k in range(2, 10) if low * k < high * (1 - 1e-9)]
            else:
                found.append((low + high) / 2)
        return found


@dataclass(frozen=True)
class Series:
    """A series: key (for marks; of one on the right axis it begins with ``right``), name (for the legend), points."""

    key: str
    name: str
    points: tuple[tuple[float, float], ...]
    line: bool = True
    right: bool = False


@dataclass(frozen=True)
class Band:
    """A shaded band between two values of the y axis, with a label."""

    low: float
    high: float
    label: str = ""


def plot(
    ref: str,
    series: Sequence[Series],
    x: Axis,
    y: Axis,
    *,
    right: Axis | None = None,
    width: int = 560,
    height: int = 330,
    colours: Sequence[str] = ("#111", "#111", "#111", "#111", "#111"),
    bands: Sequence[Band] = (),
    legend: str = "below",
    title: str = "",
) -> Markup:
    """Return a plot.

    Args:
        ref: begins the refs of its marks.
        series: told apart by dash, marker and colour in their order.
        x: lower axis.
        y: left axis.
        right: right axis, of the series that are ``right``.
        width: in CSS pixels.
        height: in CSS pixels.
        colours: of the series; one colour for all where only dash and marker tell them apart.
        bands: shaded.
        legend: ``below``, ``inside`` (upper right of the frame; only where no point stands) or "" for none.
        title: above the frame.
    """
    left, top, low = 58, 26 if title else 10, 46 + (18 if legend == "below" else 0)
    end = 54 if right else max(14, round(2.8 * len(_label(x.ticks[-1], x))))  # the last label is centred on the frame
    w, h = width - left - end, height - top - low

    def at(axis: Axis, px: float, py: float) -> tuple[float, float]:
        return left + x.share(px) * w, top + h - axis.share(py) * h

    out = [f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">']
    if title:
        out.append(_text(left, 15, title, 11.5, weight=600))
    for band in bands:
        _, high = at(y, x.ticks[0], band.high)
        _, base = at(y, x.ticks[0], band.low)
        out.append(f'<rect x="{left}" y="{high:.2f}" width="{w}" height="{base - high:.2f}" fill="#00000012"/>')
        if band.label:
            out.append(_text(left + 6, high + 11, band.label, 9))
    for axis, vertical in ((x, True), (y, False)):
        for value in axis.minors():
            out.append(_grid(axis, value, vertical, left, top, w, h, "#ddd", 0.5))
        for value in axis.ticks:
            out.append(_grid(axis, value, vertical, left, top, w, h, "#aaa", 0.7))
    out.append(f'<rect x="{left}" y="{top}" width="{w}" height="{h}" fill="none" stroke="#222" stroke-width="1"/>')
    for number, value in enumerate(x.ticks):
        place, _ = at(y, value, y.ticks[0])
        out.append(_link(f"{ref}.x.{number}", _text(place, top + h + 14, _label(value, x), 9.5, "middle")))
    for number, value in enumerate(y.ticks):
        _, place = at(y, x.ticks[0], value)
        out.append(_link(f"{ref}.y.{number}", _text(left - 5, place + 3.4, _label(value, y), 9.5, "end")))
    for number, value in enumerate(right.ticks if right else ()):
        _, place = at(right, x.ticks[0], value) if right else (0, 0.0)
        out.append(_link(f"{ref}.r.{number}", _text(left + w + 5, place + 3.4, _label(value, right or y), 9.5)))
    out.append(_text(left + w / 2, top + h + 31, x.title, 10, "middle"))
    out.append(_turned(13, top + h / 2, y.title))
    if right:
        out.append(_turned(width - 8, top + h / 2, right.title))
    for number, one in enumerate(series):
        axis = right if one.right and right else y
        places = [at(axis, *point) for point in one.points]
        colour, dash = colours[number % len(colours)], DASHES[number % len(DASHES)]
        if one.line:
            path = " ".join(f"{px:.2f},{py:.2f}" for px, py in places)
            paint = f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"'
            out.append(f'<polyline points="{path}" {paint}/>')
        for k, (px, py) in enumerate(places):
            out.append(_link(f"{ref}.pt.{one.key}.{k}", _marker(number, px, py, colour)))
    if legend:
        out += _legend(series, colours, legend, left, top, w, h)
    return Markup("".join(out) + "</svg>")


def _label(value: float, axis: Axis) -> str:
    if axis.log and value < 1:
        return f"{value:g}"
    return f"{value:{',' if axis.grouped else ''}.{axis.decimals}f}"


def _text(x: float, y: float, text: str, size: float, anchor: str = "start", weight: int = 400) -> str:
    safe = str(Markup.escape(text))
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}">{safe}</text>'
    )


def _turned(x: float, y: float, text: str) -> str:
    return f'<g transform="rotate(-90 {x:.2f} {y:.2f})">{_text(x, y, text, 10, "middle")}</g>'


def _link(ref: str, inner: str) -> str:
    return f'<a href="{MARK}{ref}">{inner}</a>'


def _grid(
    axis: Axis, value: float, vertical: bool, left: int, top: int, w: int, h: int, colour: str, width: float
) -> str:
    if vertical:
        x = left + axis.share(value) * w
        ends = f'x1="{x:.2f}" x2="{x:.2f}" y1="{top}" y2="{top + h}"'
    else:
        y = top + h - axis.share(value) * h
        ends = f'x1="{left}" x2="{left + w}" y1="{y:.2f}" y2="{y:.2f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _marker(number: int, x: float, y: float, colour: str, r: float = 3.2) -> str:
    shape = _SHAPES[number % len(_SHAPES)]
    hollow = number % 2 == 1
    paint = f'fill="{"#fff" if hollow else colour}" stroke="{colour}" stroke-width="1.1"'
    if shape == "circle":
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r}" {paint}/>'
    corners = {
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "triangle": ((0, -1.15), (1.15, 1.15), (-1.15, 1.15)),
        "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        "cross": ((-1, -0.3), (-0.3, -0.3), (-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3),
                  (0.3, 1), (-0.3, 1), (-0.3, 0.3), (-1, 0.3)),
    }[shape]  # fmt: skip
    points = " ".join(f"{x + dx * r:.2f},{y + dy * r:.2f}" for dx, dy in corners)
    return f'<polygon points="{points}" {paint}/>'


def _legend(
    series: Sequence[Series], colours: Sequence[str], where: str, left: int, top: int, w: int, h: int
) -> list[str]:
    out = []
    wide = max(len(one.name) for one in series) * 5.4 + 44
    start, step, sample = float(left), w / len(series), 26
    if wide > step:  # a shorter sample of the line, and the width of the whole picture
        start, step, sample = 10.0, (left + w - 10) / len(series), 18
    if where == "inside":
        x0, y0 = left + w - wide - 6, top + 6
        size = f'width="{wide:.1f}" height="{len(series) * 14 + 6}"'
        out.append(f'<rect x="{x0:.1f}" y="{y0}" {size} fill="#fff" stroke="#888" stroke-width=".6"/>')
    for number, one in enumerate(series):
        colour = colours[number % len(colours)]
        if where == "inside":
            x, y = x0 + 6, y0 + 12 + number * 14
        else:
            x, y = start + number * step, top + h + 48
        out.append(
            f'<line x1="{x:.1f}" x2="{x + sample:.1f}" y1="{y - 3}" y2="{y - 3}" stroke="{colour}" stroke-width="1.5" '
            f'stroke-dasharray="{DASHES[number % len(DASHES)]}"/>'
        )
        out.append(_marker(number, x + sample / 2, y - 3, colour))
        out.append(_text(x + sample + 5, y, one.name, 9.2))
    return out
