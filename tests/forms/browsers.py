"""A real browser for tests of review sheets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from dataset_builder.pages.web import chromium

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def open_browser() -> Iterator[Any]:
    """Yield a Playwright browser without a network; skip the test where none is installed, but never in CI."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None and not os.environ.get("CI"):
        pytest.skip("no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield browser
        browser.close()
