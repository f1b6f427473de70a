"""The printer, with a real browser: sameness, places, a closed network, and browsers that die."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from dataset_builder.pages.printer import PageError, Printer
from dataset_builder.pages.web import FONTS

STYLE = """<!doctype html><meta charset="utf-8"><style>
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0 }
.sheet { position: relative; width: 793px; height: 1122px; break-after: page; overflow: hidden }
.sheet { font: 10pt "Source Serif 4" }
.sheet > * { position: absolute; margin: 0 }
</style>"""

SCRIPT = """
globalThis.page = {
  async draw() {
    const { ask, wait } = document.body.dataset;
    if (ask) await fetch(ask).catch(() => null);
    if (wait) await new Promise((done) => setTimeout(done, Number(wait)));
    document.querySelectorAll("svg").forEach((svg) => { svg.innerHTML = '<rect width="60" height="30"/>'; });
    return { drawn: document.querySelectorAll("svg").length };
  },
};
"""


def sheet(content: str, attributes: str = "") -> str:
    """Return a document of one A4 page."""
    return f'{STYLE}<body {attributes}><div class="sheet">{content}</div>'


PLAIN = sheet(
    '<p data-kind="paragraph" data-ref="p1" style="left:72pt;top:144pt">The office is affected, efficiently.</p>'
)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the script that draws the tests' pages."""
    path = tmp_path_factory.mktemp("scripts") / "draw.js"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def printer(script: Path) -> Iterator[Printer]:
    """Return the printer that most tests share."""
    with Printer([script], "page.draw()") as opened:
        yield opened


def browsers() -> list[int]:
    """Return the ids of the browsers that descend from this process (their main processes)."""
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()]
    parents = {int(row[0]): int(row[1]) for row in rows}

    def ours(process: int) -> bool:
        while process > 1:
            process = parents.get(process, 0)
            if process == os.getpid():
                return True
        return False

    mains = [int(row[0]) for row in rows if "--remote-debugging-pipe" in row[2] and "--type=" not in row[2]]
    return [process for process in mains if ours(process)]


def test_the_same_bytes_come_whatever_was_printed_before(printer: Printer) -> None:
    first = printer.print_document(PLAIN, "plain")
    printer.print_document(sheet("<p style='font-family:Lora'>Other words</p><svg></svg>"), "other")
    assert printer.print_document(PLAIN, "plain") == first


def test_a_print_tells_nothing_of_time_and_machine(printer: Printer) -> None:
    pdf = printer.print_document(PLAIN, "plain").pdf
    assert not any(word in pdf for word in (b"Date", b"Creator", b"Linux", b"Mozilla", b"/ID"))
    with pymupdf.open(stream=pdf) as document:
        assert not document.is_repaired
        assert [round(side, 1) for side in document[0].rect] == [0, 0, 595.0, 841.9]


def test_text_stands_in_its_box_in_a_font_of_ours(printer: Printer) -> None:
    printed = printer.print_document(PLAIN, "plain")
    (element,) = printed.elements
    assert (element.page, element.kind, element.ref) == (1, "paragraph", "p1")
    (box,) = element.boxes
    assert box[:2] == pytest.approx((72, 144), abs=0.1)
    with pymupdf.open(stream=printed.pdf) as document:
        words = document[0].get_text("words")
        assert [font[3].partition("+")[2] for font in document[0].get_fonts()] == ["SourceSerif4-Regular"]
    assert " ".join(word[4] for word in words) == element.text == "The office is affected, efficiently."
    assert min(word[0] for word in words) == pytest.approx(box[0], abs=0.6)
    assert max(word[2] for word in words) == pytest.approx(box[2], abs=0.6)
    assert box[1] - 1 < min(word[1] for word in words) and max(word[3] for word in words) < box[3] + 1


def test_quotation_marks_read_as_such_in_every_font(printer: Printer) -> None:
    text = "‘The plant’s own’"
    lines = "".join(
        f'<p data-kind="p" data-ref="{font}" style="top:{20 * number + 20}px;font-family:\'{font}\'">{text}</p>'
        for number, font in enumerate(FONTS)
    )
    first = printer.print_document(sheet(lines), "quotes").pdf
    with pymupdf.open(stream=first) as document:
        assert document[0].get_text() == f"{text}\n" * len(FONTS)
    assert printer.print_document(sheet(lines), "quotes").pdf == first
    assert b"/ID" not in first and b"Date" not in first


def test_a_drawing_stands_in_its_box_on_its_page(printer: Printer) -> None:
    svg = '<svg width="60" height="30"></svg>'
    figure = f'<figure data-kind="chart" data-ref="v1" style="left:150px;top:400px">{svg}</figure>'
    pages = f'{STYLE}<body><div class="sheet"><p>One</p></div><div class="sheet">{figure}</div>'
    printed = printer.print_document(pages, "two pages")
    (element,) = printed.elements
    with pymupdf.open(stream=printed.pdf) as document:
        assert len(document) == 2
        (drawing,) = document[1].get_drawings()
    assert element.page == 2
    assert tuple(drawing["rect"]) == pytest.approx((112.5, 300, 157.5, 322.5), abs=0.01)
    assert element.boxes[0][:3] == pytest.approx((112.5, 300, 157.5), abs=0.01)


def test_what_goes_on_in_another_column_has_a_box_in_each(printer: Printer) -> None:
    columns = "left:75px;top:75px;width:600px;height:60px;columns:2;column-gap:40px;column-fill:auto;font-size:12px"
    text = " ".join(["sufficient"] * 25)
    content = f'<div style="{columns};line-height:20px"><div data-kind="paragraph" data-ref="p">{text}</div></div>'
    (element,) = printer.print_document(sheet(content), "columns").elements
    assert [box[0] for box in element.boxes] == pytest.approx([56.25, 296.25], abs=0.1)
    assert [box[1] for box in element.boxes] == pytest.approx([56.25, 56.25], abs=0.1)


def test_what_was_drawn_is_kept_without_scripts(printer: Printer) -> None:
    data = '<script type="application/json">{"a": 1}</script>'
    printed = printer.print_document(sheet(f"<svg></svg>{data}<script>var unused = 1</script>"), "scripts")
    assert printed.report == {"drawn": 1}
    assert '<svg><rect width="60" height="30"></rect></svg>' in printed.html
    assert data in printed.html and "unused" not in printed.html
    assert printed.html.startswith("<!DOCTYPE html>\n<html>")


@pytest.mark.parametrize(
    ("content", "attributes"),
    [
        ('<link rel="stylesheet" href="http://203.0.113.7/logo.png">', ""),
        ("<p>Fetched</p>", 'data-ask="http://203.0.113.7/logo.png"'),
    ],
)
def test_a_page_that_asks_for_an_address_is_refused_and_the_address_named(
    printer: Printer, content: str, attributes: str
) -> None:
    with pytest.raises(PageError, match=r"^greedy: the page asks for http://203\.0\.113\.7/logo\.png; what it needs"):
        printer.print_document(sheet(content, attributes), "greedy")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<script>undefinedName()</script>", "error in JavaScript: undefinedName is not defined"),
        ("<script>page.draw = () => { throw Error('no data') }</script>", "Error: no data"),
        ("<p style='font-family:Lora'>tick \u2713</p>", r"no font of the page has '✓' \(U\+2713\); \w+ stands in"),
        ("<p style='font-family:Lora'>\U00012345</p>", "no font of the page has"),
        ("<p style='font-family:Arial'>A</p>", r"no font of the page has 'A' \(U\+0041\)"),
        ("<style>.sheet{height:300mm}</style>", "it was laid out on 1 pages and printed on 2"),
        (
            '<p data-kind="note" data-ref="n" style="width:60pt;height:12pt;overflow:hidden">aaaaaaaaa zzzzzzzzz</p>',
            "note 'n' lacks 'zzzzzzzzz' where it was laid out on the print",
        ),
    ],
)
def test_what_is_wrong_with_a_page_is_said_and_the_next_page_is_clean(
    printer: Printer, content: str, message: str
) -> None:
    with pytest.raises(PageError, match=f"^bad: {message}"):
        printer.print_document(sheet(content), "bad")
    assert printer.print_document(sheet("<svg></svg>"), "good").report == {"drawn": 1}


def test_a_browser_that_was_killed_is_replaced_and_its_document_tried_again(printer: Printer) -> None:
    printer.close()
    others = set(browsers())  # of printers that other tests of this process have left open
    first = printer.print_document(PLAIN, "plain")
    (idle,) = set(browsers()) - others
    os.kill(idle, signal.SIGKILL)
    assert printer.print_document(PLAIN, "plain") == first, "a fresh browser gives the same bytes"
    (busy,) = set(browsers()) - others
    killing = threading.Timer(0.5, os.kill, (busy, signal.SIGKILL))
    killing.start()
    assert printer.print_document(sheet("<svg></svg>", 'data-wait="2000"'), "slow").report == {"drawn": 1}
    assert not killing.is_alive() and busy not in browsers()


def test_a_page_that_hangs_is_tried_twice_and_named(script: Path) -> None:
    before = set(browsers())
    stuck = pytest.raises(PageError, match=r"^stuck: it did not finish within 1 s, twice$")
    with Printer([script], "page.draw()", limit=1) as printer, stuck:
        printer.print_document(sheet("<script>for (;;);</script>"), "stuck")
    assert not set(browsers()) - before
