"""Pages from HTML: drawn and printed by Chromium, with what stands where.

A ``Printer`` keeps one browser and one of its tabs open, with the scripts that draw and all fonts used so far; each
document is written into that tab. It has no network, its pages tell nothing of the time or the machine, and it outlives
crashes and pages that hang. A trial page with four charts took 70 ms of processor this way, 540 in a tab of its own,
130 with scripts and fonts in the document. Many documents in one print would save 30 ms more of each, but then the
fonts embedded in a document, and so its bytes, would depend on those printed with it.

The order of a document: it is written, ``draw`` (JavaScript that the scripts define) draws it and reports, the boxes of
all elements with ``data-kind`` are measured, it is printed. Elements of class ``sheet`` are its pages; for places that
are exact on every A4 page they measure 793 by 1122 CSS pixels and end in a break, and SVG stands at whole pixels.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import json
import os
import re
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dataset_builder.pages.inspection import Element, verify_print
from dataset_builder.pages.quotes import restore_quotes
from dataset_builder.pages.web import NotSetUp, chromium, font_faces

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route, ViewportSize

_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # else widths on the screen are not those of the print
    "--force-device-scale-factor=1",
)
_PRINT = {"preferCSSPageSize": True, "printBackground": True, "generateTaggedPDF": False}
_VIEW: ViewportSize = {"width": 794, "height": 1123}  # A4 at 96 pixels an inch
_TAB_LASTS = 250  # documents; what scripts remember of them would grow without end
_GONE = re.compile("has been closed|Connection closed|Target crashed")
_TELLTALE = re.compile(rb"/(?:CreationDate|ModDate|Creator) \((?:\\.|[^\\)])*\)")

_FONTS = "http://fonts.invalid/"
_ADD_FONTS = """faces => faces.forEach(([family, weight, style, unicodeRange, url]) =>
  document.fonts.add(new FontFace(family, `url(${url})`, {weight, style, unicodeRange})))"""

_DRAW = """async (html) => {
  document.open(); document.write(html); document.close();
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, {once: true}));
  document.documentElement.getBoundingClientRect();  // asks for the fonts of the text
  await document.fonts.ready;
  const report = await (%s);
  await document.fonts.ready;
  const sheets = [...document.querySelectorAll(".sheet")];
  const elements = sheets.flatMap((sheet, i) => {
    const origin = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll("[data-kind]")].map((element) => {
      const parts = [...element.getClientRects()].map(({left, top, right, bottom}) =>
        [left - origin.left, top - origin.top, right - origin.left, bottom - origin.top].map((side) => side * 0.75));
      const drawn = element.querySelectorAll("svg text");
      const text = drawn.length ? [...drawn].map((node) => node.textContent).join(" ") : element.innerText;
      return [i + 1, parts, element.dataset.kind, element.dataset.ref ?? "", text];
    });
  });
  for (const script of document.querySelectorAll("script:not([type='application/json'])")) script.remove();
  const drawn = "<!DOCTYPE html>\\n" + document.documentElement.outerHTML + "\\n";
  return JSON.stringify({report, elements, sheets: sheets.length, html: drawn});
}"""


class PageError(RuntimeError):
    """A document could not be printed; the message begins with its name."""


class _Lost(RuntimeError):
    """The browser is gone; whether it was the document's fault shows when it is tried again."""


@dataclass(frozen=True)
class Printed:
    """A printed document.

    Attributes:
        pdf: the same bytes for the same HTML, scripts, fonts and version of Chromium.
        html: the document as drawn: its scripts are gone, data blocks (``application/json``) are kept. Fonts are named,
            not embedded.
        report: what ``draw`` gave, such as the trace of every chart.
        elements: all with ``data-kind``, in the document's order; their text was found in their boxes in the PDF.
    """

    pdf: bytes
    html: str
    report: Any
    elements: tuple[Element, ...]


class Printer:
    """Prints HTML documents in a browser that it opens when first needed; a context manager.

    The browser is talked to in a thread of its own: Playwright allows one conversation a thread, and none in a thread
    with a running event loop, as notebooks have.
    """

    def __init__(self, scripts: Sequence[Path] = (), draw: str = "null", limit: float = 60.0) -> None:
        """Prepare a printer.

        Args:
            scripts: files of JavaScript that every document finds loaded, in that order.
            draw: JavaScript expression that draws a document and gives (or promises) a report, any JSON value.
            limit: seconds after which a document is taken to hang.
        """
        self._scripts, self._draw, self._limit = tuple(scripts), draw, limit
        self._thread: ThreadPoolExecutor | None = None
        self._browser: _Browser | None = None

    def __enter__(self) -> Printer:
        """Return the printer."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the browser."""
        self.close()

    def print_document(self, html: str, name: str) -> Printed:
        """Return the document, printed.

        A document on which the browser dies or hangs is tried once more, in a new browser.

        Args:
            html: a whole document that needs nothing from elsewhere.
            name: of the document, for errors.

        Raises:
            PageError: the document has an error in JavaScript, asks for an address, hangs, kills the browser, needs a
                character that no font has, or did not come out as it was laid out; the message says which.
            NotSetUp: Chromium, Playwright, D3 or the fonts are missing.
        """
        for _ in range(2):
            try:
                drawn, pdf = self._draw_and_print(html, name)
            except _Lost as loss:
                lost = loss
                self.close()
                continue
            pdf = _TELLTALE.sub(lambda found: b" " * len(found[0]), pdf)
            if "‘" in html or "’" in html:
                pdf = restore_quotes(pdf)
            elements = tuple(
                Element(page, tuple(map(tuple, parts)), *named) for page, parts, *named in drawn["elements"]
            )
            for problem in verify_print(pdf, elements, drawn["sheets"]):
                raise PageError(f"{name}: {problem}")
            return Printed(pdf, drawn["html"], drawn["report"], elements)
        raise PageError(f"{name}: {lost}, twice")

    def close(self) -> None:
        """Close the browser; the next document opens another."""
        if self._thread is not None and self._browser is not None:
            self._thread.submit(self._browser.close).result()
            self._thread.shutdown()
        self._thread = self._browser = None

    def _draw_and_print(self, html: str, name: str) -> tuple[dict[str, Any], bytes]:
        """Return what the document reports of itself, and its PDF as Chromium wrote it."""
        if self._thread is None or self._browser is None:
            self._thread = ThreadPoolExecutor(1, "printer")  # an idle one ends by itself when nothing refers to it
            self._browser = self._thread.submit(_Browser, self._scripts, self._draw).result()
        self._thread.submit(self._browser.make_ready).result()
        work = self._thread.submit(self._browser.print_document, html, name)
        try:
            return work.result(self._limit)
        except TimeoutError:
            self._browser.kill()  # else the call would never end
            wait([work])
            raise _Lost(f"it did not finish within {self._limit:g} s") from None


def shared_printer(scripts: Sequence[Path], draw: str) -> Printer:
    """Return this process's printer with these scripts, kept open; its browser ends with the process."""
    return _printer_of(os.getpid(), tuple(scripts), draw)


@functools.cache
def _printer_of(process: int, scripts: tuple[Path, ...], draw: str) -> Printer:
    return Printer(scripts, draw)


class _Browser:
    """A running Chromium with one tab in which documents are drawn."""

    def __init__(self, scripts: Sequence[Path], draw: str) -> None:
        self._scripts, self._draw = scripts, _DRAW % draw
        self._troubles: list[str] = []
        self._crashed = False
        self._left = 0
        self._fonts = {f"{_FONTS}{number}": face for number, face in enumerate(font_faces())}
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError:
            raise NotSetUp("Playwright is missing; get it with: pip install 'docassay[pages]'") from None
        self._error = Error
        self._driver = sync_playwright().start()
        try:
            self._browser = self._driver.chromium.launch(
                executable_path=chromium(), args=_FLAGS, handle_sigint=False, handle_sigterm=False, handle_sighup=False
            )
            processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        except Error as error:
            self._driver.stop()
            if "Executable doesn't exist" in str(error):
                hint = "apt-get install chromium, or playwright install chromium"
                raise NotSetUp(f"Chromium is missing; get it with: {hint}") from None
            raise _Lost(f"Chromium did not start ({_first_line(error)})") from error
        self._process = next(process["id"] for process in processes if process["type"] == "browser")
        self._context = self._browser.new_context(locale="en-US", timezone_id="UTC", viewport=_VIEW)
        self._context.route("**/*", self._answer)

    def make_ready(self) -> None:
        """Open a tab unless there is a good one."""
        try:
            if not self._left:
                self._open_tab()
        except NotSetUp:
            raise
        except Exception as error:
            raise _Lost(f"the browser died ({_first_line(error)})") from error

    def print_document(self, html: str, name: str) -> tuple[dict[str, Any], bytes]:
        """Return what the document reports of itself, and its PDF as Chromium wrote it."""
        self._left -= 1
        self._troubles.clear()
        try:
            drawn = json.loads(self._tab.evaluate(self._draw, html))
            if not self._troubles:
                return drawn, base64.b64decode(self._session.send("Page.printToPDF", _PRINT)["data"])
        except Exception as error:  # what Playwright raises when its own process dies is of no class of its own
            if self._crashed or not self._browser.is_connected() or _GONE.search(str(error)):
                raise _Lost("the browser died") from None
            self._troubles.append(_first_line(error))
        self._left = 0  # what the failure left behind must not reach the next document
        raise PageError(f"{name}: {self._troubles[0]}")

    def kill(self) -> None:
        """Kill the browser, from whatever thread."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        """End the browser, dead or alive."""
        for end in (self._browser.close, self._driver.stop):
            with contextlib.suppress(Exception):
                end()

    def _open_tab(self) -> None:
        for tab in self._context.pages:
            tab.close()
        self._tab = self._context.new_page()
        self._tab.on("crash", lambda _: setattr(self, "_crashed", True))
        self._tab.on("pageerror", lambda error: self._troubles.append(f"error in JavaScript: {_first_line(error)}"))
        self._tab.emulate_media(media="print")
        faces = [(face.family, str(face.weight), face.slope, face.characters, url) for url, face in self._fonts.items()]
        self._tab.evaluate(_ADD_FONTS, faces)
        for script in self._scripts:
            self._tab.add_script_tag(content=script.read_text(encoding="utf-8"))
        self._session = self._context.new_cdp_session(self._tab)
        self._left = _TAB_LASTS

    def _answer(self, route: Route, request: Request) -> None:
        """Give the page its fonts, and nothing else."""
        if request.url in self._fonts:
            allowed = {"access-control-allow-origin": "*"}
            route.fulfill(path=self._fonts[request.url].path, content_type="font/woff2", headers=allowed)
        else:
            self._troubles.append(f"the page asks for {request.url}; what it needs must be in it")
            route.abort()


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].removeprefix("Page.evaluate: ")
