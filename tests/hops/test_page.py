"""Hops pages in a real browser: every design holds its text and charts on one sheet, legibly and without overlap."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pymupdf
import pytest

from dataset_builder.charts.spec import Axis, ChartSpec, Datum
from dataset_builder.charts.styles import ChartStyle, sample_style
from dataset_builder.families.hops.furniture import sample_furniture
from dataset_builder.families.hops.narrative import Block, Label, Narrative, Sentence, load_genres
from dataset_builder.families.hops.page import DESIGNS, list_designs, page_html, page_printer
from dataset_builder.pages.printer import Printed, Printer

PLANTS = ("Coldwell", "Arden Spring", "Pebble Source", "Hartsbrow Fill", "Merrowby", "Tarnside")
TIMES = ("Q1 2024", "Q2 2024")

BLOCKS = [
    ("title", "", "Choosing bottling plants for review"),
    ("heading", "", "Purpose"),
    ("paragraph", "", "This paper says how the plants of the coming review are chosen. " * 3),
    ("heading", "", "Rules"),
    ("clause", "1.", "Every plant shown in the charts is considered, and the clauses below apply in order."),
    ("clause", "2.", "Only those that filled more than 120 thousand bottles in Q1 2024 stay in consideration."),
    ("clause", "12.", "A plant is kept if it meets both of these:"),
    ("item", "(a)", "its cola filled rose from Q1 2024 to Q2 2024;"),
    ("item", "(b)", "its sugar used in Q2 2024 stood below 9 metric tons."),
    ("question", "", "What happens then?"),
    ("paragraph", "", "Those that remain form the Priority Renewal Group, and are visited first. " * 2),
]


def narrative(words: int = 0) -> Narrative:
    """Return a narrative with every kind of block, and so many words more."""
    blocks = [Block(kind, (Sentence(text.strip()),), marker) for kind, marker, text in BLOCKS]  # type: ignore[arg-type]
    if words:
        blocks.append(Block("paragraph", (Sentence(" ".join(["considered"] * words)),)))
    return Narrative("board-paper", Label("Priority Renewal Group", "group"), True, tuple(blocks))


def charts(count: int, style: ChartStyle) -> list[ChartSpec]:
    """Return charts of six plants; values are all different."""
    values = itertools.count(103, 7)
    specs = []
    for number, kind in enumerate(("bar", "heatmap", "lollipop", "grouped_bar", "stacked_bar", "multi_line")[:count]):
        columns = ("",) if kind in ("bar", "lollipop") else TIMES
        cells = [(plant, column) for plant in PLANTS for column in columns]
        cells = [(column, plant) for plant, column in cells] if kind == "multi_line" else cells
        data = tuple(Datum(label, float(next(values)), category) for label, category in cells)
        x = Axis(kind="time" if kind == "multi_line" else "category")
        title = f"Cola filled, line {number + 1}, 2024"
        y = Axis(unit="thousand bottles")
        specs.append(ChartSpec(f"viz-{number + 1}", kind, title, data, x, y, "thousand bottles", 0, style))
    return specs


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    """Return the printer of hops pages."""
    opened = page_printer()
    yield opened
    opened.close()


def print_page(printer: Printer, design: str, count: int, words: int = 0, seed: int = 3) -> Printed:
    rng = random.Random(seed)
    furniture = sample_furniture(rng, "board-paper", TIMES, PLANTS)
    html = page_html(narrative(words), charts(count, sample_style(rng)), furniture, design, rng)
    return printer.print_document(html, f"{design}-{count}")


def overlap(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width > 0.5 and height > 0.5


@pytest.mark.parametrize("design", DESIGNS)
def test_a_design_holds_text_and_charts_on_one_page(printer: Printer, design: str) -> None:
    count = max(DESIGNS[design].charts)
    printed = print_page(printer, design, count)
    assert not any(printed.report["problems"].values()), printed.report["problems"]
    assert set(printed.report["trace"]) == {f"viz-{number + 1}" for number in range(count)}
    texts = [element for element in printed.elements if element.kind != "chart"]
    written = [f"{marker} {text}".casefold().split() for _, marker, text in BLOCKS]
    assert [element.text.casefold().split() for element in texts] == written
    assert [element.ref for element in texts] == [f"block-{number}" for number in range(len(BLOCKS))]
    figures = [element for element in printed.elements if element.kind == "chart"]
    assert sorted(element.ref for element in figures) == [f"viz-{number + 1}" for number in range(count)]
    boxes = [box for element in printed.elements for box in element.boxes]
    assert all(0 <= x0 < x1 <= 595.3 and 0 <= y0 < y1 <= 841.9 for x0, y0, x1, y1 in boxes)
    for figure in figures:
        others = [box for element in printed.elements if element is not figure for box in element.boxes]
        assert not any(overlap(figure.boxes[0], box) for box in others)
    with pymupdf.open(stream=printed.pdf) as document:
        (page,) = document
        sizes = {"narrative": 99.0, "chart": 99.0}
        for span in page.get_texttrace():
            for _, _, (x, y), _ in span["chars"]:
                for kind, elements in (("narrative", texts), ("chart", figures)):
                    inside = (x0 <= x <= x1 and y0 <= y <= y1 for e in elements for x0, y0, x1, y1 in e.boxes)
                    if any(inside):
                        sizes[kind] = min(sizes[kind], span["size"])
    assert 8.5 <= sizes["narrative"] < 20
    assert 7.5 <= sizes["chart"] < 20


def test_a_chart_is_on_the_print_where_its_trace_has_it(printer: Printer) -> None:
    printed = print_page(printer, "brief", 2)
    (bar,) = [element for element in printed.elements if element.ref == "viz-1"]
    trace = printed.report["trace"]["viz-1"]
    left, top, right, bottom = bar.boxes[0]
    assert (right - left, bottom - top) == pytest.approx((trace["width"] * 0.75, trace["height"] * 0.75))
    label = next(label for label in trace["labels"] if label["text"] == "Merrowby" and not label["rotate"])
    place = [edge * 0.75 + offset for edge, offset in zip(label["box"], (left, top, left, top), strict=True)]
    with pymupdf.open(stream=printed.pdf) as document:
        words = [word for word in document[0].get_text("words", clip=bar.boxes[0]) if word[4] == "Merrowby"]
    assert words[0][0] == pytest.approx(place[0], abs=0.4)
    assert words[0][2] == pytest.approx(place[2], abs=0.4)


def test_what_does_not_fit_is_reported_and_longer_text_is_set_smaller(printer: Printer) -> None:
    assert print_page(printer, "memo", 4, words=900).report["problems"]["page"]
    small, large = (print_page(printer, "memo", 2, words=words).report["size"] for words in (330, 0))
    assert 11.34 <= small < large


@pytest.mark.parametrize("design", ["academic", "newsletter", "procedure"])
def test_charts_are_set_in_the_faces_of_their_page(printer: Printer, design: str) -> None:
    printed = print_page(printer, design, 2)
    with pymupdf.open(stream=printed.pdf) as document:
        used = {font[3].partition("+")[2].partition("-")[0] for font in document[0].get_fonts()}
    assert len(used) <= 3, used
    chart_texts = [label["text"] for trace in printed.report["trace"].values() for label in trace["labels"]]
    assert not any("\u00a0" in text for text in chart_texts)


def test_the_same_choices_give_the_same_page(printer: Printer) -> None:
    first, again, other = (print_page(printer, "gazette", 3, seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert first.pdf != other.pdf


def test_every_genre_has_designs_for_every_number_of_charts() -> None:
    for genre in load_genres():
        for count in (2, 3, 4, 6):
            assert len(list_designs(genre, count)) > 1
    assert "sidebar" not in list_designs("information-sheet", 6)
    assert {name for genre in load_genres() for name in list_designs(genre, 4)} == set(DESIGNS)


def test_wrong_designs_are_named() -> None:
    rng = random.Random(0)
    furniture = sample_furniture(rng, "board-paper", TIMES, PLANTS)
    specs = charts(6, sample_style(rng))
    with pytest.raises(ValueError, match="design 'poster' is not one of brief, memo"):
        page_html(narrative(), specs, furniture, "poster", rng)
    with pytest.raises(ValueError, match=r"design 'sidebar' holds \(2, 3, 4\) charts, not 6"):
        page_html(narrative(), specs, furniture, "sidebar", rng)


def test_furniture_is_dated_after_the_data_and_recalls_no_entity() -> None:
    names = ("Quillstead Mill", "Harrowmere", "Old Vale")
    for genre in load_genres():
        for seed in range(30):
            furniture = sample_furniture(random.Random(seed), genre, ("2022", "2023"), names)
            words = " ".join(
                [furniture.organisation, furniture.label, furniture.footer, *itertools.chain(*furniture.fields)]
            )
            assert "2024" in words and "{" not in words
            assert not {"Quillstead", "Harrowmere", "Vale"} & set(words.replace(",", "").split())
            assert furniture == sample_furniture(random.Random(seed), genre, ("2022", "2023"), names)
    with pytest.raises(ValueError, match="genre 'ode' is not one of policy-memo"):
        sample_furniture(random.Random(0), "ode", TIMES, names)
