"""Scanned pages: what strength does, that boxes follow the page, that values stay readable, and the same bytes."""

from __future__ import annotations

import hashlib
import io
import random
import subprocess
import sys
from dataclasses import replace

import pymupdf
import pytest
from PIL import Image, ImageChops, ImageStat

from dataset_builder.pages.images import render_png
from dataset_builder.pages.scans import STRENGTHS, Scan, degrade, move_box, sample_scan
from dataset_builder.seeds import rng_for

DPI = 100
WIDTH, HEIGHT = 400, 300


def draw_page(*boxes: tuple[float, float, float, float]) -> bytes:
    with pymupdf.open() as document:
        page = document.new_page(width=WIDTH, height=HEIGHT)
        for box in boxes:
            page.draw_rect(box, fill=(0, 0, 0), color=None)
        return render_png(page, DPI)


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def test_strength_0_leaves_the_page_as_it_is() -> None:
    png = draw_page((10, 10, 50, 50))
    assert degrade(png, sample_scan(random.Random(1), 0), DPI) is png


@pytest.mark.parametrize("strength", STRENGTHS[1:])
def test_the_same_scan_gives_the_same_bytes_and_another_seed_does_not(strength: int) -> None:
    png = draw_page((10, 10, 50, 50))
    scan = sample_scan(rng_for("forms", 4, 1, "scan"), strength)
    assert scan == sample_scan(rng_for("forms", 4, 1, "scan"), strength)
    assert degrade(png, scan, DPI) == degrade(png, scan, DPI)
    assert degrade(png, replace(scan, seed=scan.seed ^ 1), DPI) != degrade(png, scan, DPI)


def test_another_process_gives_the_same_bytes() -> None:
    code = (
        "import random, hashlib, test_pages_scans as t\n"
        "scan = t.sample_scan(random.Random(7), 3)\n"
        "print(hashlib.sha256(t.degrade(t.draw_page((10, 10, 50, 50)), scan, 100)).hexdigest())"
    )
    folder = __file__.rsplit("/", 1)[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    here = degrade(draw_page((10, 10, 50, 50)), sample_scan(random.Random(7), 3), 100)
    assert done.stdout.strip() == hashlib.sha256(here).hexdigest()


@pytest.mark.parametrize("strength", STRENGTHS[1:])
def test_size_and_mode_stay_at_every_resolution(strength: int) -> None:
    scan = sample_scan(random.Random(strength), strength)
    with pymupdf.open() as document:
        page = document.new_page(width=WIDTH, height=HEIGHT)
        for dpi in (50, 200):
            png = render_png(page, dpi)
            picture = opened(degrade(png, scan, dpi))
            assert (picture.size, picture.mode, picture.format) == (opened(png).size, "RGB", "PNG")


def test_each_strength_is_worse_than_the_one_before() -> None:
    png = draw_page(*[(20 + 12 * i, 40, 26 + 12 * i, 46) for i in range(28)])
    lost = []
    for strength in STRENGTHS:
        scans = [replace(sample_scan(random.Random(seed), strength), angle=0.0) for seed in range(6)]
        pictures = [opened(degrade(png, scan, DPI)) for scan in scans]
        differences = [ImageChops.difference(picture, opened(png)).convert("L") for picture in pictures]
        lost.append(sum(ImageStat.Stat(difference).rms[0] for difference in differences))
    assert lost[0] == 0 and lost == sorted(lost) and lost[1] * 2 < lost[3]


@pytest.mark.parametrize("angle", [-1.2, 0.7, 1.2])
@pytest.mark.parametrize("box", [(20, 20, 60, 40), (330, 250, 380, 280), (180, 140, 220, 160)])
def test_a_moved_box_is_where_the_ink_has_gone(angle: float, box: tuple[float, float, float, float]) -> None:
    page = opened(degrade(draw_page(box), Scan(1, angle=angle), DPI)).convert("L")
    found = page.point([255 if level < 128 else 0 for level in range(256)]).getbbox()
    assert found is not None
    moved = move_box(box, Scan(1, angle=angle), WIDTH, HEIGHT)
    for ink, side in zip(found, moved, strict=True):
        assert abs(ink * 72 / DPI - side) < 1.3  # a pixel and the rounded corner


def test_nothing_that_could_be_read_falls_on_a_value() -> None:
    value = (30, 60, 370, 240)
    dirty = Scan(3, seed=5, specks=400.0, holes=3, staple=True)
    png = draw_page()
    inside = tuple(round(side * DPI / 72) for side in (33, 63, 367, 237))
    anywhere = opened(degrade(png, dirty, DPI)).convert("L").crop(inside)
    spared = opened(degrade(png, dirty, DPI, [value])).convert("L").crop(inside)
    assert anywhere.getextrema()[0] < 90 and spared.getextrema()[0] > 160


def test_a_hole_that_would_take_a_value_away_is_not_punched() -> None:
    dirty, png = Scan(2, holes=2), draw_page()
    middle = tuple(round(side * DPI / 72) for side in (14, 0.38 * HEIGHT - 4, 22, 0.38 * HEIGHT + 4))
    assert opened(degrade(png, dirty, DPI)).convert("L").crop(middle).getextrema()[1] < 90
    kept = degrade(png, dirty, DPI, [(20, 100, 120, 130)])
    assert opened(kept).convert("L").crop(middle).getextrema()[0] > 240


def test_light_falls_off_towards_the_side_named() -> None:
    page = opened(degrade(draw_page(), Scan(2, shade=0.2, light=(1.0, 0.0)), DPI)).convert("L")
    left, right = page.crop((0, 0, 20, page.height)), page.crop((page.width - 20, 0, page.width, page.height))
    assert ImageStat.Stat(left).mean[0] > 253 and 203 < ImageStat.Stat(right).mean[0] < 212  # 255 * 0.8 = 204


def test_paper_takes_its_tone_and_print_stays_black() -> None:
    page = opened(degrade(draw_page((100, 100, 200, 200)), Scan(1, tone=(10, 20, 60)), DPI))
    assert [abs(a - b) <= 3 for a, b in zip(page.getpixel((20, 20)), (245, 235, 195), strict=True)] == [True] * 3
    assert max(page.getpixel((200, 200))) <= 6


def test_a_wrong_strength_is_named() -> None:
    with pytest.raises(ValueError, match="scan 4 is not one of 0, 1, 2, 3"):
        sample_scan(random.Random(0), 4)
