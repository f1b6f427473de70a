"""Drawings for covers and chapter heads: abstract, in a report's colours, as inline SVG without text."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

Colours = Sequence[str]


def art(kind: str, rng: random.Random, colours: Colours, width: int, height: int) -> Markup:
    """Return a drawing that fills its box.

    Args:
        kind: a key of ``KINDS``.
        rng: draws its shapes.
        colours: from the ground to what stands in front, four or more.
        width, height: of the box in CSS pixels; the drawing is cropped to it.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"art {kind!r} is not one of {', '.join(KINDS)}")
    shapes = "".join(KINDS[kind](rng, colours, width, height))
    return Markup(
        f'<svg class="art" width="{width}" height="{height}" viewBox="0 0 {width} {height}" preserveAspectRatio='
        f'"xMidYMid slice"><rect width="{width}" height="{height}" fill="{colours[0]}"/>{shapes}</svg>'
    )


def seal(rng: random.Random) -> Markup:
    """Return an emblem of rings and rays, 120 pixels wide, in the colour of the text."""
    rays, inner = rng.choice((8, 10, 12, 16, 24)), rng.uniform(14, 26)
    lines = "".join(
        f'<path d="M60 {60 - inner:.1f}V{rng.choice((18, 22))}" transform="rotate({360 * ray / rays:.1f} 60 60)"/>'
        for ray in range(rays)
    )
    return Markup(
        '<svg class="seal" width="120" height="120" viewBox="0 0 120 120" fill="none" stroke="currentColor" '
        f'stroke-width="1.6"><circle cx="60" cy="60" r="58"/><circle cx="60" cy="60" r="50"/>'
        f'<circle cx="60" cy="60" r="{inner * 0.7:.1f}"/>{lines}</svg>'
    )


def _ridges(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield hills, one behind the other, under a disc."""
    yield _disc(width * rng.uniform(0.55, 0.85), height * rng.uniform(0.18, 0.34), height * 0.11, colours[-1], 0.9)
    layers = 6
    for layer in range(layers):
        base = height * (0.36 + 0.11 * layer)
        phases = [rng.uniform(0, math.tau) for _ in range(3)]
        swing = height * rng.uniform(0.04, 0.075)
        points = [
            (x, base + swing * sum(math.sin(x / width * math.tau * (k + 0.6) + phases[k]) / (k + 1) for k in range(3)))
            for x in range(0, width + 20, 20)
        ]
        path = "L".join(f"{x} {y:.1f}" for x, y in points)
        colour = colours[1 + layer % (len(colours) - 2)]
        opacity = 0.45 + 0.1 * layer
        yield f'<path d="M{path}L{width} {height}L0 {height}Z" fill="{colour}" fill-opacity="{opacity:.2f}"/>'


def _arcs(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield rings around a point at the edge."""
    x, y = width * rng.choice((0.0, 0.85, 1.0)), height * rng.uniform(0.15, 0.8)
    reach = math.hypot(width, height)
    for ring in range(11, 0, -1):
        colour = colours[1 + ring % (len(colours) - 1)]
        yield _disc(x, y, reach * ring / 12, colour, rng.uniform(0.25, 0.75))
    yield _disc(x, y, reach / 26, colours[-1], 1)


def _field(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield a field of dots whose sizes come and go in waves."""
    step = width / rng.choice((18, 22, 26))
    angle, wave = rng.uniform(0, math.pi), rng.uniform(2.2, 4.2)
    for row in range(int(height / step) + 1):
        for column in range(int(width / step) + 1):
            x, y = step * (column + 0.5), step * (row + 0.5)
            along = (x * math.cos(angle) + y * math.sin(angle)) / width * wave
            size = 0.5 + 0.5 * math.sin(along * math.pi + math.sin(y / height * math.pi * 2))
            colour = colours[-1] if size > 0.93 else colours[1 + (row + column) % 2]
            yield _disc(x, y, step * (0.07 + 0.36 * size), colour, 0.85)


def _beams(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield broad slanting bands."""
    lean = height * rng.uniform(0.35, 0.7) * rng.choice((-1, 1))
    x = -abs(lean)
    while x < width + abs(lean):
        band = width * rng.uniform(0.04, 0.2)
        colour = colours[1 + rng.randrange(len(colours) - 1)]
        corners = f"{x:.0f},0 {x + band:.0f},0 {x + band + lean:.0f},{height} {x + lean:.0f},{height}"
        yield f'<polygon points="{corners}" fill="{colour}" fill-opacity="{rng.uniform(0.2, 0.8):.2f}"/>'
        x += band * rng.uniform(0.6, 1.1)


def _contours(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield the lines of a map of heights."""
    x, y = width * rng.uniform(0.35, 0.75), height * rng.uniform(0.3, 0.7)
    bumps = [(rng.uniform(0.05, 0.2), rng.uniform(0, math.tau)) for _ in range(4)]
    for level in range(26, 0, -1):
        radius = math.hypot(width, height) * level / 34
        points = []
        for step in range(72):
            angle = math.tau * step / 72
            bump = sum(share * math.sin((k + 2) * angle + turn + level * 0.06) for k, (share, turn) in enumerate(bumps))
            points.append(
                f"{x + radius * (1 + bump) * math.cos(angle):.1f} {y + radius * 0.8 * (1 + bump) * math.sin(angle):.1f}"
            )
        fill = colours[1] if level % 5 else colours[2]
        yield (
            f'<path d="M{"L".join(points)}Z" fill="{fill}" fill-opacity="0.06" '
            f'stroke="{colours[-1]}" stroke-opacity="0.55" stroke-width="{1.8 if level % 5 == 0 else 0.8}"/>'
        )


def _blocks(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield squares of a grid: full, half, quartered or round."""
    side = width / rng.choice((4, 5, 6))
    for row in range(int(height / side) + 1):
        for column in range(round(width / side)):
            x, y = side * column, side * row
            colour, other = rng.sample(list(colours[1:]), 2)
            form = rng.randrange(6)
            if form:
                yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" fill="{colour}"/>'
            if form == 1:
                yield _disc(x + side / 2, y + side / 2, side * 0.36, other, 1)
            elif form == 2:
                arc = f"a{side:.1f} {side:.1f} 0 0 1 -{side:.1f} {side:.1f}Z"
                yield f'<path d="M{x:.1f} {y:.1f}h{side:.1f}{arc}" fill="{other}"/>'
            elif form == 3:
                yield f'<path d="M{x:.1f} {y:.1f}l{side:.1f} {side:.1f}h-{side:.1f}Z" fill="{other}"/>'


def _stripes(rng: random.Random, colours: Colours, width: int, height: int) -> Iterator[str]:
    """Yield hard slanting stripes of one width, with a disc on them."""
    band, lean = rng.choice((36, 54, 80)), height * rng.choice((-1, 1))
    colour, other = colours[1], colours[3]  # never the white of a place for something else
    for number in range(-int(abs(lean) / band) - 1, int((width + abs(lean)) / band) + 1, 2):
        start = number * band
        corners = f"{start},0 {start + band},0 {start + band + lean:.0f},{height} {start + lean:.0f},{height}"
        yield f'<polygon points="{corners}" fill="{colour}"/>'
    side = min(width, height) * rng.uniform(0.36, 0.6)
    x, y = width * rng.uniform(0.1, 0.5), height * rng.uniform(0.12, 0.5)
    yield _disc(x + side / 2, y + side / 2, side / 2, other, 1)


def _disc(x: float, y: float, radius: float, colour: str, opacity: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity="{opacity:.2f}"/>'


KINDS: dict[str, Callable[[random.Random, Colours, int, int], Iterator[str]]] = {
    "ridges": _ridges,
    "arcs": _arcs,
    "field": _field,
    "beams": _beams,
    "contours": _contours,
    "blocks": _blocks,
    "stripes": _stripes,
}
"""Ways to draw, by name."""
