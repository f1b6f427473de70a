"""Pages as a scanner or copier would give them: a degradation stage that any family can put behind its renderer.

``sample_scan`` is the only function that draws; ``degrade`` is a pure function from a page's PNG to another one of the
same size, and ``move_box`` maps a box on the page by the same rotation. The same scan can be applied at any resolution.

The same bytes for the same versions: besides the filters of Pillow only whole numbers, sums, products and square roots
are used, whose results don't depend on the processor, and PyMuPDF encodes the PNG as it does those of other pages.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pymupdf
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

STRENGTHS = (0, 1, 2, 3)
"""No scan, a good office scanner, a worn copier, a bad copy of a copy that is still readable."""

Box = tuple[float, float, float, float]

_ANGLES = (0.0, 0.25, 0.6, 1.2)
_TONES = (0, 4, 14, 30)
_NOISES = (0, 6, 16, 30)
_BLURS = (0.0, 0.12, 0.22, 0.42)
_QUALITIES = (95, 80, 55, 30)
_SHADES = (0.0, 0.02, 0.08, 0.18)
_SPECKS = (0.0, 2.0, 8.0, 20.0)
_FADES = (0.0, 0.04, 0.14, 0.3)
_MARKS = (0.0, 0.25, 0.5, 0.7)

_PUNCH = 8.5
"""Points: radius of a punch hole (6 mm across)."""

_HARMLESS, _FAINT = 0.22, 205
"""Largest radius in points and darkest level of a speck that nobody takes for a full stop or a part of a letter."""

_STAPLE: Box = (20, 17, 44, 36)


@dataclass(frozen=True)
class Scan:
    """What is done to a page; lengths are in points, so that it does not depend on the resolution.

    Attributes:
        strength: 0 to 3; at 0 nothing is done.
        seed: of the noise and the specks.
        angle: degrees, counter-clockwise, by which the page lies askew.
        tone: how much darker than white the paper is, for red, green and blue, in levels of 255.
        noise: largest deviation of a pixel, in levels.
        blur: radius.
        quality: of the JPEG through which the page goes.
        shade: share of light lost at the darker side.
        light: direction of the darker side, a unit vector (x to the right, y down).
        specks: specks of toner for each 10,000 square points (a Letter page has 48 of those).
        fade: share of its blackness that the print loses.
        holes: punch holes at the left edge: 0, 2 or 3.
        staple: whether a staple has left its shadow at the upper left.
        folds: heights of the folds, as shares of the page's height.
    """

    strength: int
    seed: int = 0
    angle: float = 0.0
    tone: tuple[int, int, int] = (0, 0, 0)
    noise: int = 0
    blur: float = 0.0
    quality: int = 95
    shade: float = 0.0
    light: tuple[float, float] = (1.0, 0.0)
    specks: float = 0.0
    fade: float = 0.0
    holes: int = 0
    staple: bool = False
    folds: tuple[float, ...] = ()


def sample_scan(rng: random.Random, strength: int) -> Scan:
    """Return a scan of that strength; ``rng`` is the document's generator for the stream ``"scan"``.

    Raises:
        ValueError: ``strength`` is not one of ``STRENGTHS``.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"scan {strength!r} is not one of {', '.join(map(str, STRENGTHS))}")
    if not strength:
        return Scan(0)
    x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
    length = math.sqrt(x * x + y * y) or 1.0
    paper = rng.randint(_TONES[strength] // 2, _TONES[strength])
    return Scan(
        strength=strength,
        seed=rng.getrandbits(32),
        angle=round(rng.choice((-1, 1)) * rng.uniform(0.4, 1.0) * _ANGLES[strength], 3),
        tone=(paper, paper + rng.randint(0, paper // 4 + 1), paper + rng.randint(0, paper)),
        noise=rng.randint(_NOISES[strength] // 2, _NOISES[strength]),
        blur=round(rng.uniform(0.7, 1.0) * _BLURS[strength], 3),
        quality=rng.randint(_QUALITIES[strength], _QUALITIES[strength] + 10),
        shade=round(rng.uniform(0.5, 1.0) * _SHADES[strength], 3),
        light=(round(x / length, 4), round(y / length, 4)),
        specks=round(rng.uniform(0.5, 1.0) * _SPECKS[strength], 2),
        fade=round(rng.uniform(0.5, 1.0) * _FADES[strength], 3),
        holes=rng.choice((2, 3)) if rng.random() < _MARKS[strength] else 0,
        staple=rng.random() < _MARKS[strength],
        folds=(round(rng.uniform(0.32, 0.35), 3), round(rng.uniform(0.65, 0.68), 3))
        if rng.random() < _MARKS[strength]
        else (),
    )


def degrade(png: bytes, scan: Scan, dpi: int, keep_clear: Sequence[Box] = ()) -> bytes:
    """Return the page as it looks when scanned, as an RGB PNG of the same size.

    Args:
        png: the page drawn at ``dpi``.
        scan: what is to be done; at strength 0 the PNG is returned as it is.
        dpi: dots per inch, by which lengths in points become pixels.
        keep_clear: boxes, as ``move_box`` gives them, that no hole or staple touches and no speck changes the reading
            of; they are those of the values, since a full stop too many would make the truth untrue.
    """
    if not scan.strength:
        return png
    with Image.open(io.BytesIO(png)) as opened:
        page = opened.convert("RGB")
    scale = dpi / 72
    page = _fade(page, scan)
    page = page.rotate(scan.angle, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255))
    _soil(page, scan, scale, keep_clear)
    page = page.filter(ImageFilter.GaussianBlur(scan.blur * scale))
    pixels = _add_grain(_light(np.asarray(_tint(page, scan)), scan), scan)
    return _encode(_compress(Image.fromarray(pixels), scan.quality))


def move_box(box: Box, scan: Scan, width: float, height: float) -> Box:
    """Return the upright box around what stands in ``box`` once the page lies askew.

    Args:
        box: (x0, y0, x1, y1) in points, origin at the top left.
        scan: what was done to the page.
        width: of the page, in points.
        height: of the page, in points.

    >>> move_box((0, 0, 100, 100), Scan(1, angle=90.0), 100, 100)
    (0.0, 0.0, 100.0, 100.0)
    >>> move_box((10, 20, 30, 40), Scan(1, angle=90.0), 100, 200)
    (-30.0, 120.0, -10.0, 140.0)
    """
    turn = math.radians(scan.angle)
    cosine, sine = math.cos(turn), math.sin(turn)
    middle_x, middle_y = width / 2, height / 2
    corners = [(x - middle_x, y - middle_y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [middle_x + x * cosine + y * sine for x, y in corners]
    ys = [middle_y - x * sine + y * cosine for x, y in corners]
    x0, y0, x1, y1 = (round(side, 2) + 0.0 for side in (min(xs), min(ys), max(xs), max(ys)))  # no minus zero
    return x0, y0, x1, y1


def _fade(page: Image.Image, scan: Scan) -> Image.Image:
    kept = 1 - scan.fade
    return page.point([255 - round((255 - level) * kept) for level in range(256)] * 3)


def _soil(page: Image.Image, scan: Scan, scale: float, keep_clear: Sequence[Box]) -> None:
    """Put holes, a staple's shadow, folds and specks on the page; they lie straight, as the glass sees them."""
    width, height = page.width / scale, page.height / scale
    draw = ImageDraw.Draw(page)
    for share in {0: (), 2: (0.38, 0.62), 3: (0.115, 0.5, 0.885)}[scan.holes]:
        x, y = 18.0, share * height
        if not _meets((x - _PUNCH, y - _PUNCH, x + _PUNCH, y + _PUNCH), keep_clear):
            _draw_dot(draw, x, y, _PUNCH, 120, scale)
            _draw_dot(draw, x, y + 1, 0.86 * _PUNCH, 52, scale)
    if scan.staple and not _meets(_STAPLE, keep_clear):
        for drop, thickness, level in ((1, 2.2, 150), (0, 0.9, 70)):
            ends = (22 * scale, (33 + drop) * scale, 42 * scale, (19 + drop) * scale)
            draw.line(ends, fill=(level,) * 3, width=max(1, round(thickness * scale)))
    for fold in scan.folds:
        for offset, level in ((-1.2, 242), (-0.5, 226), (0.3, 206), (1.0, 236)):
            top = round((fold * height + offset) * scale)
            strip = page.crop((0, top, page.width, top + max(1, round(0.8 * scale))))
            page.paste(strip.point([value * level // 255 for value in range(256)] * 3), (0, top))
    rng = random.Random(scan.seed)
    for _ in range(round(scan.specks * width * height / 10_000)):
        x, y = rng.random() * width, rng.random() * height
        share = rng.random()
        radius, level = 0.15 + 0.5 * share * share * share * share, rng.randint(40, 190)
        if _meets((x - radius, y - radius, x + radius, y + radius), keep_clear):
            if radius > _HARMLESS:
                continue
            level = max(level, _FAINT)
        _draw_dot(draw, x, y, radius, level, scale)


def _draw_dot(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, level: int, scale: float) -> None:
    box = ((x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale)
    draw.ellipse(box, fill=(level, level, level))


def _meets(box: Box, others: Sequence[Box]) -> bool:
    x0, y0, x1, y1 = box
    return any(x0 < right and left < x1 and y0 < bottom and top < y1 for left, top, right, bottom in others)


def _tint(page: Image.Image, scan: Scan) -> Image.Image:
    """Return the page on paper of that tone: white takes it, black stays."""
    return page.point([level * (255 - tone) // 255 for tone in scan.tone for level in range(256)])


def _light(pixels: NDArray[np.uint8], scan: Scan) -> NDArray[np.int16]:
    """Return the page lit from one side: nothing is lost at the bright end, ``shade`` at the dark one."""
    height, width = pixels.shape[:2]
    across = (np.arange(width) / width - 0.5) * scan.light[0]
    down = (np.arange(height) / height - 0.5) * scan.light[1]
    ramp = across[None, :] + down[:, None]
    ramp = (ramp - ramp.min()) / (ramp.max() - ramp.min())
    kept = np.floor(257 * (1 - scan.shade * ramp * ramp)).astype(np.uint16)
    lit: NDArray[np.int16] = (pixels * kept[:, :, None] >> 8).astype(np.int16)
    return lit


def _add_grain(pixels: NDArray[np.int16], scan: Scan) -> NDArray[np.uint8]:
    """Return the page with grain, alike in all colours: stronger on print, where toner is uneven, than on paper."""
    generator = np.random.Generator(np.random.PCG64(scan.seed))
    draws = generator.integers(0, 256, (2, *pixels.shape[:2]), dtype=np.uint8).astype(np.int16)
    grain = (draws[0] + draws[1] - 255) // 2 * scan.noise >> 7
    grain = grain * (351 - pixels[:, :, 1]) >> 8
    grained: NDArray[np.uint8] = np.clip(pixels + grain[:, :, None], 0, 255).astype(np.uint8)
    return grained


def _compress(page: Image.Image, quality: int) -> Image.Image:
    """Return what is left of the page after it went through a JPEG."""
    file = io.BytesIO()
    page.save(file, "JPEG", quality=quality, subsampling=2)
    with Image.open(file) as compressed:
        return compressed.convert("RGB")


def _encode(page: Image.Image) -> bytes:
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, page.width, page.height, page.tobytes(), False)
    png: bytes = pixmap.tobytes("png")
    return png
