"""Which colour stands for what in a chart: settled once, for the drawing and for the metadata."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from dataset_builder.charts.rules import MATRIX_TYPES
from dataset_builder.charts.styles import contrast
from dataset_builder.charts.vision import difference

if TYPE_CHECKING:
    from dataset_builder.charts.spec import ChartSpec

ColourEncoding = Literal["single", "highlight", "category", "label", "sign", "kind", "value", "node"]
"""What colour tells: nothing, what stands out, the category, the label, the sign, the kind of a waterfall's step, the
size of a heatmap's value, or the node of a flow."""

_BY_LABEL = frozenset({"pie", "donut"})
_BY_CATEGORY = (MATRIX_TYPES - {"heatmap", "sparkline_grid"}) | {"scatter", "bubble", "treemap"}

_CLEAR = 6.4
"""Contrast of printed values with every tone of a heatmap."""

_THIN = frozenset({"multi_line", "slope"})
_THIN_CONTRAST, _THIN_APART = 2.0, 24.0


def colour_encoding(spec: ChartSpec) -> ColourEncoding:
    """Return what the colours of a chart tell."""
    kind = spec.chart_type
    if kind == "heatmap":
        return "value"
    if kind == "diverging_bar":
        return "sign"
    if kind == "waterfall":
        return "kind"
    if kind == "sankey":
        return "node"
    if kind in _BY_LABEL or (kind == "treemap" and not spec.categories):
        return "label"
    if kind in _BY_CATEGORY and spec.categories:
        return "category"
    return "highlight" if spec.highlighted else "single"


def colour_map(spec: ChartSpec) -> dict[str, str]:
    """Return the colour of each name that colour tells apart, as ``#rrggbb``, in the order of the legend.

    A heatmap's are the stops of its ramp, from ``low`` to ``high``.
    """
    style = spec.style
    encoding = colour_encoding(spec)
    if encoding == "value":
        negative = min(datum.value for datum in spec.data) < 0 < max(datum.value for datum in spec.data)
        stops = style.diverging if negative else style.ramp
        if spec.exact == "labels":
            stops = _printable_ends(stops, style.ink) if negative else _printable(stops, style.ink)
        places = ["low", *(f"stop {i}" for i in range(1, len(stops) - 1)), "high"]
        return dict(zip(places, stops, strict=True))
    if encoding == "sign":
        return {"negative": style.diverging[0], "positive": style.diverging[2]}
    if encoding == "kind":
        return {"increase": style.diverging[2], "decrease": style.diverging[0], "total": style.muted}
    if encoding == "highlight":
        return {"highlighted": style.accent, "other": style.muted}
    if encoding == "single":
        return {"": style.accent}
    names = nodes(spec) if encoding == "node" else spec.labels if encoding == "label" else spec.categories
    ground = style.panel or style.background
    if spec.ranking and set(names) <= set(spec.ranking):
        palette = tuple(c for c in thin_colours(style.palette, ground) if contrast(c, ground) >= _THIN_CONTRAST)
        dealt = _ranked_colours(names, spec.ranking, palette, (*style.palette, style.muted))
        return {name: dealt[name] for name in names}
    palette = thin_colours(style.palette, ground) if spec.chart_type in _THIN else style.palette
    cycle = (*palette, style.muted)
    return {name: cycle[i % len(cycle)] for i, name in enumerate(names)}


def _printable(stops: Sequence[str], ink: str) -> tuple[str, ...]:
    """Return a ramp up to the darkest tone on which values printed in ``ink`` can be read.

    The tones left are those of the whole ramp, so that steps between them stay as wide to the eye; stops that are too
    dark, each made lighter by itself, would all come out alike, and so would the values that they stand for.
    """
    found = [stops[0]]
    for low, high in pairwise(stops):
        shares = [step / 50 for step in range(51)]
        clear = [share for share in shares if contrast(mixed(low, high, share), ink) >= _CLEAR]
        found.append(mixed(low, high, max(clear, default=0.0)))
        if clear != shares:
            break
    return tuple(dict.fromkeys(found))


def _printable_ends(stops: Sequence[str], ink: str) -> tuple[str, ...]:
    """Return both arms of a diverging ramp of three stops, each from its pale middle to its darkest printable tone."""
    negative, middle, positive = stops
    return _printable((middle, negative), ink)[-1], middle, _printable((middle, positive), ink)[-1]


def mixed(colour: str, other: str, share: float) -> str:
    """Return ``colour`` with a share of ``other`` in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _ranked_colours(
    names: Sequence[str], ranking: Sequence[str], palette: Sequence[str], spare: Sequence[str]
) -> dict[str, str]:
    """Return the colour of each name by its place in a ranking; where two would get one, the later gets a free one."""
    found: dict[str, str] = {}
    for place, name in enumerate(ranking):
        if name in names:
            own = palette[place % len(palette)]
            free = (colour for colour in (own, *palette, *spare) if colour not in found.values())
            found[name] = next(free, own)
    return found


def thin_colours(palette: Sequence[str], ground: str) -> tuple[str, ...]:
    """Return a palette in the order in which lines take it: each colour the furthest from those before it.

    Args:
        palette: the colours; the first stays the first.
        ground: what the lines are drawn on; colours that fade into it come last where others are far enough apart.
    """
    chosen, rest = [palette[0]], list(palette[1:])
    while rest:
        distance = {colour: min(difference(colour, other) for other in chosen) for colour in rest}
        strong = [c for c in rest if contrast(c, ground) >= _THIN_CONTRAST and distance[c] >= _THIN_APART]
        chosen.append(max(strong or rest, key=distance.__getitem__))
        rest.remove(chosen[-1])
    return tuple(chosen)


def nodes(spec: ChartSpec) -> tuple[str, ...]:
    """Return the nodes of a flow in the order in which the data name them."""
    return tuple(dict.fromkeys(str(datum.extra[end]) for datum in spec.data for end in ("source", "target")))
