import itertools
import math
import random

import pytest

from dataset_builder.charts.styles import HOUSES, ChartStyle, contrast, sample_style

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(colour, eye=NORMAL):
    srgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb]
    seen = [min(1.0, max(0.0, c)) for c in times(eye, linear)]
    x, y, z = (
        v / w if v / w > 0.008856 else 0 for v, w in zip(times(TO_XYZ, seen), (0.95047, 1, 1.08883), strict=True)
    )
    fx, fy, fz = (math.cbrt(t) if t else 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_contrast_of_known_greys():
    # WCAG 2's well-known limit: #767676 is the lightest grey that passes on white, at 4.54.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#ffffff", "#777777") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_palettes_stay_apart_for_every_eye(house):
    for eye in (NORMAL, PROTANOPIA, DEUTERANOPIA):
        closest = min(math.dist(lab(a, eye), lab(b, eye)) for a, b in itertools.combinations(house.palette, 2))
        assert closest > 10


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_neighbours_differ_in_grey_and_fills_stand_out(house):
    ground = house.panel or house.background
    for first, second in itertools.pairwise((*house.palette, house.palette[0])):
        assert abs(lab(first)[0] - lab(second)[0]) > 10
    assert all(contrast(colour, ground) > 1.5 for colour in house.palette)
    assert contrast(house.accent, house.muted) > 2.5


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_ramps_darken_and_diverging_ends_differ(house):
    light = [lab(colour)[0] for colour in house.ramp]
    assert all(first - second > 10 for first, second in itertools.pairwise(light))
    assert lab(house.diverging[1])[0] > 90
    for eye in (NORMAL, PROTANOPIA, DEUTERANOPIA):
        assert math.dist(lab(house.diverging[0], eye), lab(house.diverging[2], eye)) > 20


def test_black_or_white_can_be_read_on_every_fill():
    for house in HOUSES:
        for colour in {*house.palette, *house.ramp, *house.diverging, house.accent, house.muted}:
            assert max(contrast(colour, "#000000"), contrast(colour, "#ffffff")) >= 4.5


def test_styles_vary_and_repeat():
    styles = [sample_style(random.Random(seed)) for seed in range(200)]
    assert styles == [sample_style(random.Random(seed)) for seed in range(200)]
    assert {style.name for style in styles} == {house.name for house in HOUSES}
    assert len(set(styles)) > 190


def test_the_house_can_be_asked_for():
    assert sample_style(random.Random(1), "press").name == "press"
    with pytest.raises(ValueError, match="house 'pres' is not one of harbour, ministry"):
        sample_style(random.Random(1), "pres")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ink_soft": "#999999"}, "ink_soft on #ffffff has contrast 2.85"),
        ({"label_size": 9.0}, "label_size 9.0 is below 10.0 px"),
        ({"grid": "wavy"}, "grid 'wavy' is not one of"),
        ({"palette": ("#000000",) * 8}, "needs eight or more distinct colours"),
    ],
)
def test_what_could_not_be_read_is_refused(fields, message):
    first = HOUSES[0]
    plain = {"name": "x", "palette": first.palette, "ramp": first.ramp, "diverging": first.diverging}
    with pytest.raises(ValueError, match=message):
        ChartStyle(**{**plain, "accent": "#000000", "muted": "#cccccc", **fields})
