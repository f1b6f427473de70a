"""How reports use their pages: contents of any length, no ornaments where text ran out, and what is set off."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pymupdf
import pytest
from manuscripts import manuscript

from dataset_builder.charts.styles import HOUSES, sample_style
from dataset_builder.families.reports.emblems import figure_view
from dataset_builder.families.reports.manuscript import (
    Box,
    Items,
    KeyFigure,
    Manuscript,
    Paragraph,
    Quotation,
    Show,
    Subheading,
    WrittenSection,
)
from dataset_builder.families.reports.page import ARCHETYPES, report_html, report_printer
from dataset_builder.pages.printer import Printer


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    """Return the printer of reports."""
    opened = report_printer()
    yield opened
    opened.close()


def written(words: int = 9000, charts: int = 12, tables: int = 4) -> Manuscript:
    return manuscript(
        "grid-connection-queues", sample_style(random.Random(3), HOUSES[3].name), words, charts, tables, 3
    )


def html_of(report: Manuscript, archetype: str, pages: int | None = None) -> str:
    style = sample_style(random.Random(3), HOUSES[3].name)
    return report_html(report, archetype, style, random.Random(3), pages=pages)


@pytest.mark.parametrize("archetype", ARCHETYPES)
def test_long_contents_go_on_on_another_page(printer: Printer, archetype: str) -> None:
    report = written(21_000, 32, 8)
    wordy = " and what came of it in places that were not asked, as far as their records go"
    report = replace(
        report, sections=tuple(replace(section, title=section.title + wordy) for section in report.sections)
    )
    printed = printer.print_document(html_of(report, archetype), archetype)
    assert "layout" not in printed.report["problems"]
    with pymupdf.open(stream=printed.pdf) as document:
        first = min(printed.report["places"][section.id] for section in report.sections)
        plates = [page.get_text("words") for page in document.pages(0, first - 1)]
    text = "".join(word[4] for plate in plates for word in plate)
    assert all("".join(section.title.split()) in text for section in report.sections)
    assert all(word[3] < 842 - 24 for plate in plates[1:] for word in plate)


@pytest.mark.parametrize("archetype", ARCHETYPES)
def test_drawings_stand_on_covers_and_at_the_heads_of_chapters_only(printer: Printer, archetype: str) -> None:
    printed = printer.print_document(html_of(written(), archetype), archetype)
    for sheet in re.split(r'(?=<section class="[^"]*\bsheet\b)', printed.html)[1:]:
        head = sheet[: sheet.index(">")]
        if 'class="art"' in sheet and "plate" not in head:
            assert " opens" in head


def test_only_those_are_quoted_large_whose_body_the_chapter_speaks_of() -> None:
    report = written()
    told = [s for s in report.sections if s.kind == "evidence" and any(isinstance(b, Paragraph) for b in s.blocks)]
    chapter = told[1]
    blocks = list(chapter.blocks)
    place = next(i for i, (a, b) in enumerate(itertools.pairwise(blocks)) if type(a) is type(b) is Paragraph)
    blocks[place] = Paragraph("So says the Guild of Lamplighters, which ought to know.")
    sections = tuple(replace(s, blocks=tuple(blocks)) if s is chapter else s for s in report.sections)
    quotes = (
        Quotation("Nobody asked us about the moon.", "Ada Ree, warden, the Society of Stargazers"),
        Quotation("A lamp is a promise.", "Bo Lind, master, the Guild of Lamplighters"),
    )
    html = html_of(replace(report, sections=sections, pull_quotes=quotes), "magazine")
    assert "Stargazers" not in html
    article = next(part for part in html.split("<article ")[1:] if "A lamp is a promise" in part)
    assert "which ought to know" in article


def test_a_key_figure_in_the_text_stands_near_the_paragraph_that_tells_it() -> None:
    report = written()
    chapter = [section for section in report.sections if section.kind == "evidence"][1]
    blocks = [Paragraph(f"Paragraph {number} of this chapter.") for number in range(1, 13)]
    blocks[6] = replace(blocks[6], facts=("wait/Somewhere/2019",))
    sections = tuple(replace(s, blocks=tuple(blocks)) if s is chapter else s for s in report.sections)
    figures = (KeyFigure("61 months", "wait, Somewhere, 2019", "wait/Somewhere/2019"), *report.key_figures)
    for archetype in ("brutalist", "editorial"):
        html = html_of(replace(report, sections=sections, key_figures=figures), archetype)
        article = next(part for part in html.split("<article ")[1:] if f'id="{chapter.id}"' in part)
        before = article[: article.index('class="callout"')]
        last = [int(n) for n in re.findall(rf'data-ref="{chapter.id}-p(\d+)"', before)][-1]
        assert 5 <= last <= 8


def test_figures_at_the_head_of_a_chapter_stand_at_one_head_only() -> None:
    html = html_of(written(), "dashboard")
    heads = [part.split("</header>")[0] for part in html.split("<article ")[2:]]
    tiles = [tile for head in heads for tile in re.findall(r'<p class="label">.*?</span>', head)]
    assert len(set(tiles)) == len(tiles)


def test_numbers_of_key_figures_stand_apart_from_their_units() -> None:
    for value, amount, unit in (
        ("172.7 per 1,000 electric cars", "172.7", "per 1,000 electric cars"),
        ("61%", "61%", ""),
    ):
        view = figure_view(KeyFigure(value, "points", "f"))
        assert (view["amount"], view["unit"]) == (amount, unit)


def test_boxes_count_among_the_paragraphs() -> None:
    """The refs by which figures find their paragraph are those that are printed."""
    report = written()
    html = html_of(report, "academic")
    for section in report.sections:
        number = sum(len(b.paragraphs) if isinstance(b, Box) else isinstance(b, Paragraph) for b in section.blocks)
        assert f'data-ref="{section.id}-p{number}"' in html
        assert f'data-ref="{section.id}-p{number + 1}"' not in html


@pytest.mark.parametrize("archetype", ["magazine", "academic", "editorial"])
def test_heads_of_pages_are_as_wide_as_what_stands_under_them(printer: Printer, archetype: str) -> None:
    for pages in (14, 30):
        printed = printer.print_document(html_of(written(9000, 8, 3), archetype, pages), archetype)
        with pymupdf.open(stream=printed.pdf) as document:
            sheets = [page.get_text("words") for page in document.pages(4, len(document) - 2)]
        heads = [word for sheet in sheets for word in sheet if word[3] < 48]
        bodies = [word for sheet in sheets for word in sheet if 70 < word[1] < 760]
        assert heads
        assert max(word[2] for word in heads) == pytest.approx(max(word[2] for word in bodies), abs=9)


def test_numerals_at_the_heads_of_brutalist_chapters_are_whole(printer: Printer) -> None:
    printed = printer.print_document(html_of(written(9000, 8, 3), "brutalist", 14), "brutalist")
    checked = 0
    with pymupdf.open(stream=printed.pdf) as document:
        for page in document:
            for block in page.get_text("dict")["blocks"]:
                for span in (span for line in block.get("lines", ()) for span in line["spans"]):
                    if span["size"] > 50 and span["text"].strip().isdigit() and len(span["text"].strip()) == 2:
                        _, top, _, foot = span["bbox"]
                        ink = 0.72 * span["size"]  # of digits, in the middle of their line
                        middle = (top + foot) / 2
                        lines = [d["rect"] for d in page.get_drawings() if d["rect"].width > 400]
                        bands = [r for r in lines if r.height > 30 and r.y0 <= middle <= r.y1]
                        assert any(r.height >= ink for r in bands)
                        checked += 1
    assert checked > 3


def parted(report: Manuscript) -> Manuscript:
    """Return a report one of whose chapters shows two charts, each under a heading of its own."""
    chapter = next(s for s in report.sections if sum(isinstance(b, Show) for b in s.blocks) >= 2)
    first, second, *_ = [block for block in chapter.blocks if isinstance(block, Show)]
    text = [Paragraph(f"What is told here is number {number}.") for number in range(6)]
    blocks = (*text[:2], Subheading("The one"), *text[2:4], first, Subheading("The other"), *text[4:], second)
    return replace(report, sections=tuple(replace(s, blocks=blocks) if s is chapter else s for s in report.sections))


@pytest.mark.parametrize("archetype", ["magazine", "dashboard", "infographic"])
def test_charts_stand_together_within_a_section_only(archetype: str) -> None:
    html = html_of(parted(written()), archetype)
    chapter = next(part for part in html.split("<article ")[1:] if "The other" in part)
    one, other = (chapter.index(f'data-viz="{ref}"') for ref in re.findall(r'data-viz="(viz-[\d-]+)"', chapter))
    assert one < chapter.index("The other") < other


def test_short_lists_are_kept_whole_and_long_ones_run_on() -> None:
    report = written()
    chapter = report.sections[1]
    short = Items((("", "One thing."), ("", "Another."), ("", "A third.")))
    long = Items(tuple((f"Head {number}", "A sentence that says at length what is meant. " * 6) for number in "abc"))
    sections = (report.sections[0], replace(chapter, blocks=(*chapter.blocks[:1], short, long)), *report.sections[2:])
    html = html_of(replace(report, sections=sections), "academic")
    article = next(part for part in html.split("<article ")[1:] if f'id="{chapter.id}"' in part)
    flows = re.findall(r'<p class="item[^"]*" data-flow="(\w+)"( data-keep)?', article)
    assert flows == [("block", " data-keep"), ("block", " data-keep"), ("block", ""), *[("text", "")] * 3]


def test_the_timeline_stands_where_events_are_told() -> None:
    report = written()
    kinds = [section.kind for section in report.sections]
    html = html_of(report, "infographic")
    home = next(part for part in html.split("<article ")[1:] if 'class="timeline"' in part)
    assert html.count('class="timeline"') == 1
    assert f'id="s{kinds.index("episode" if "episode" in kinds else "background") + 1}"' in home


def test_a_chapter_on_one_figure_shows_no_key_figure_of_another() -> None:
    report = written()
    chapter = [section for section in report.sections if section.kind == "evidence"][1]
    blocks = [Paragraph(f"Paragraph {number} of this chapter.", ("wait/A/2019",)) for number in range(1, 13)]
    blocks[6] = replace(blocks[6], facts=("rate/A/2019",))
    sections = tuple(replace(s, blocks=tuple(blocks)) if s is chapter else s for s in report.sections)
    figures = (KeyFigure("61 months", "Wait", "wait/A/2019"), KeyFigure("7%", "Rate", "rate/A/2019"))
    html = html_of(replace(report, sections=sections, key_figures=figures), "brutalist")
    article = next(part for part in html.split("<article ")[1:] if f'id="{chapter.id}"' in part)
    assert ("<p>Wait" in article, "<p>Rate" in article) == (True, False)


def test_short_chapters_have_no_page_of_their_title_and_end_in_no_empty_page(printer: Printer) -> None:
    """Of a design with a page for each title, and of one whose chapters begin on new pages under a banner."""
    report = written(9_000, 6, 3)
    brief = {"s3", "s6"}
    sections = [replace(s, blocks=tuple(texts_of(s)[:3])) if s.id in brief else s for s in report.sections]
    report = replace(report, sections=tuple(sections))
    dashboard = printer.print_document(html_of(report, "dashboard", 40), "own")
    assert " own" in f" {dashboard.report['form']}"
    filled = {element.page for element in dashboard.elements if element.kind in ("paragraph", "item")}
    for section in report.sections:
        assert (dashboard.report["places"][section.id] in filled) == (section.id in brief), section.id
    magazine = printer.print_document(html_of(report, "magazine", 16), "page")
    first = min(magazine.report["places"][section.id] for section in report.sections)
    ends = dict.fromkeys(range(first, magazine.report["pages"]), 0.0)
    for element in magazine.elements:
        if element.page in ends:
            ends[element.page] = max(ends[element.page], *(box[3] for box in element.boxes))
    assert min(ends.values()) > 0.55 * 842


def texts_of(section: WrittenSection) -> list[Paragraph]:
    """Return the paragraphs of a chapter that neither bear notes nor speak of exhibits."""
    return [block for block in section.blocks if isinstance(block, Paragraph) and "{" not in block.text]
