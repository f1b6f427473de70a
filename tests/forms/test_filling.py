"""The writing half of stage 3: what is written is what the drawn page shows, to this library and to another."""

from __future__ import annotations

import csv
import hashlib
import subprocess
import sys
from pathlib import Path

import pymupdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image, ImageChops

from dataset_builder.families.forms.filling import read_widgets, seed_pdf, trace_placeholders, write_values
from dataset_builder.families.forms.lettering import set_text
from dataset_builder.families.forms.model import Template, Unusable, Widget
from dataset_builder.families.forms.templates import load_template, visible_length
from tests.forms.blank_forms import COMB, MULTILINE, control, edit, save_form, text

SENTENCE = "Margaret Whitfield of 1847 Oakwood Street in Springfield was paid 12,450.00 for repair services in 2024 "


def plausible(widget: Widget) -> str:
    """Return a value that fits the widget by its format, choices and visible length."""
    if widget.choices:
        return next(choice for choice in reversed(widget.choices) if choice.strip())
    room = visible_length(widget)
    if room <= 10 or widget.comb:
        return "7350912468"[: min(room, 10)]
    if widget.format == "date":
        return "04/17/1986"
    start = SENTENCE[widget.index * 7 % 90 :] + SENTENCE
    return start[: min(room, 120)].strip()


def read_with_pdfium(pdf: bytes, template: Template) -> dict[int, str]:
    """Return what another library reads in each widget's box, without any spaces, print included."""
    document = pypdfium2.PdfDocument(pdf)
    texts = {}
    for number, page in enumerate(document):
        assert pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) != pdfium.FLATTEN_FAIL
        flat = document[number]
        content, height = flat.get_textpage(), flat.get_height()
        for widget in template.widgets:
            if widget.page == number + 1:
                x0, y0, x1, y1 = widget.rect
                texts[widget.index] = "".join(content.get_text_bounded(x0, height - y1, x1, height - y0).split())
    return texts


def one_widget(tmp_path: Path, widget: pymupdf.Widget, labels: tuple[tuple[float, float, str], ...] = ()) -> Template:
    return load_template(save_form(tmp_path / "one.pdf", [widget], labels))


@pytest.fixture
def template(tmp_path: Path) -> Template:
    return load_template(
        save_form(
            tmp_path / "form.pdf",
            [
                text("name", (100, 20, 300, 36)),
                text(
                    "ssn", (100, 40, 208, 56), text_maxlen=9, field_flags=COMB, border_color=(0, 0, 0), border_width=1
                ),
                text("notes", (100, 60, 220, 120), field_flags=MULTILINE),
                control(pymupdf.PDF_WIDGET_TYPE_COMBOBOX, "state", (100, 130, 160, 146), choice_values=["NY", "CA"]),
                control(pymupdf.PDF_WIDGET_TYPE_CHECKBOX, "tick", (100, 150, 112, 162), field_value=True),
                text("auto", (100, 170, 300, 190), text_fontsize=0),
                text("left empty", (100, 200, 300, 216)),
            ],
            [(20, 32, "Name"), (20, 52, "SSN")],
        )
    )


def test_values_come_back_from_the_page(template: Template) -> None:
    values = {
        0: "Zoë Müller-Núñez",
        1: "123 56789",
        2: "two short lines\n of plain   text that must wrap",
        3: "CA",
        5: "(555) 010-0199",
    }
    written = write_values(template, values)
    assert written.failed == {}
    assert written.shown == {**values, 2: "two short lines of plain text that must wrap"}
    assert read_widgets(template, written.pdf) == written.shown
    stored = {w.field_name: w.field_value for w in pymupdf.open(stream=written.pdf, filetype="pdf")[0].widgets()}
    assert stored == {
        "name": values[0],
        "ssn": values[1],
        "notes": written.shown[2],
        "state": "CA",
        "tick": "Yes",
        "auto": values[5],
        "left empty": "",
    }


def test_another_library_reads_the_same(template: Template) -> None:
    written = write_values(
        template, {0: "Zoë Müller", 1: "123456789", 2: "wrapped over several lines of a box", 3: "NY"}
    )
    seen = read_with_pdfium(written.pdf, template)
    assert {index: seen[index] for index in written.shown} == {
        index: "".join(value.split()) for index, value in written.shown.items()
    }


def test_letters_outside_the_western_set_are_drawn(tmp_path: Path) -> None:
    template = one_widget(tmp_path, text("name", (100, 20, 300, 36)))
    written = write_values(template, {0: "Łukasz Dvořák Жук"})
    assert written.shown == {0: "Łukasz Dvořák Жук"}
    assert read_with_pdfium(written.pdf, template)[0] == "ŁukaszDvořákЖук"


def test_a_missing_glyph_fails_and_leaves_the_widget_empty(tmp_path: Path) -> None:
    template = one_widget(tmp_path, text("name", (100, 20, 300, 36)))
    written = write_values(template, {0: "Taro 山田"})
    assert written.shown == {} and written.failed == {0: "no glyph for '山田'"}
    assert read_widgets(template, written.pdf) == {}


def test_what_the_box_cuts_off_is_cut_from_the_page_too(tmp_path: Path) -> None:
    # 60 points less 2 at either side hold ten digits of 5.56 points at 10 pt.
    template = one_widget(tmp_path, text("number", (100, 20, 160, 36)))
    written = write_values(template, {0: "1234567890123"})
    assert written.shown == {0: "1234567890"}
    page = pymupdf.open(stream=written.pdf, filetype="pdf")[0]
    assert page.get_text().split() == ["1234567890"]
    assert next(page.widgets()).field_value == "1234567890"


def test_fewer_than_four_characters_of_a_longer_value_fail(tmp_path: Path) -> None:
    template = one_widget(tmp_path, text("state", (100, 20, 118, 36)))
    assert write_values(template, {0: "12"}).shown == {0: "12"}
    # O, h and i take 15.6 of the 14 points.
    assert write_values(template, {0: "Ohio"}).failed == {0: "room for 2 of 4 characters"}
    assert write_values(template, {0: "WWWW"}).failed == {0: "room for 1 of 4 characters"}


def test_max_length_cuts(tmp_path: Path) -> None:
    template = one_widget(tmp_path, text("zip", (100, 20, 300, 36), text_maxlen=5))
    assert write_values(template, {0: "12345-6789"}).shown == {0: "12345"}


def test_wrapped_text_is_cut_at_a_word_and_no_word_is_split(tmp_path: Path) -> None:
    template = one_widget(tmp_path, text("notes", (100, 20, 160, 48), field_flags=MULTILINE))
    # Two lines of 56 points; "gamma delta" would take 57.8.
    assert write_values(template, {0: "alpha beta gamma delta epsilon zeta"}).shown == {0: "alpha beta gamma"}


def test_automatic_size_shrinks_to_fit_and_is_never_huge() -> None:
    tall = Widget(0, 0, "", 1, (0, 0, 104, 60), "text")
    assert set_text(tall, "short").size == 10
    assert set_text(tall, "1234567890123456789").size == 9, "19 digits of 0.556 em take 95 of 100 points at 9 pt"
    assert set_text(tall, "12345678901234567890123456").size == 7
    assert set_text(tall, "12345678901234567890123456").text == "1234567890123456789012345"


def test_a_size_too_large_for_the_box_is_reduced() -> None:
    setting = set_text(Widget(0, 0, "", 1, (0, 0, 104, 8), "text", font_size=12), "text")
    assert setting.size <= 8


@pytest.mark.parametrize(("alignment", "start"), [(0, 2.0), (1, 46.44), (2, 90.88)])
def test_alignment(alignment: int, start: float) -> None:
    # "12" is 11.12 points wide at 10 pt; the room is 104 - 4 points.
    setting = set_text(Widget(0, 0, "", 1, (0, 0, 104, 14), "text", font_size=10), "12", alignment)
    assert setting.lines[0].x == pytest.approx(start, abs=0.01)


def test_comb_characters_stand_in_the_middle_of_their_cells() -> None:
    setting = set_text(Widget(0, 0, "", 1, (0, 0, 90, 14), "text", font_size=10, max_length=9, comb=True), "1 3")
    middles = [line.x + pymupdf.Font("helv").text_length(line.text, setting.size) / 2 for line in setting.lines]
    assert middles == pytest.approx([5, 25])


def test_ink_stays_inside_the_boxes(template: Template) -> None:
    written = write_values(template, {widget.index: plausible(widget) for widget in template.fillable})
    assert set(written.shown) == {widget.index for widget in template.fillable}
    change = changed_pixels(template.pdf, written.pdf)
    for widget in template.fillable:
        box = tuple(round(side * 2) for side in widget.rect)
        assert change.crop(box).getextrema()[1] > 200, f"{widget.name} is dark"  # type: ignore[arg-type, operator]
        change.paste(0, box)  # type: ignore[arg-type]
    assert change.getextrema() == (0, 0)


def changed_pixels(blank: bytes, filled: bytes) -> Image.Image:
    """Return the change of the first page in grey levels, two pixels a point."""
    pictures = []
    for pdf in (blank, filled):
        pixels = pymupdf.open(stream=pdf, filetype="pdf")[0].get_pixmap(dpi=144, colorspace=pymupdf.csGRAY)
        pictures.append(Image.frombytes("L", (pixels.width, pixels.height), pixels.samples))
    return ImageChops.difference(*pictures)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_pages_and_turned_widgets(tmp_path: Path, turn: int) -> None:
    def turn_page(document: pymupdf.Document) -> None:
        document[0].set_rotation(turn)

    def turn_widget(document: pymupdf.Document) -> None:
        for widget in document[0].widgets():
            document.xref_set_key(widget.xref, "MK", f"<</R {turn}>>")

    value = "1847 Oakwood Street"
    for change in (turn_page, turn_widget):
        widgets = [text("name", (100, 20, 220, 140), field_flags=MULTILINE)]
        template = load_template(edit(save_form(tmp_path / "turned.pdf", widgets), change))
        assert template.widgets[0].angle == (turn if change is turn_page else -turn % 360)
        written = write_values(template, {0: value})
        assert written.shown == {0: value}
        pixels = pymupdf.open(stream=written.pdf, filetype="pdf")[0].get_pixmap(dpi=72, colorspace=pymupdf.csGRAY)
        left, top, right, bottom = ImageChops.invert(
            Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
        ).getbbox() or (0, 0, 0, 0)
        assert (right - left > bottom - top) == (template.widgets[0].angle == 180), "upright text is sideways"


def test_values_move_clear_of_print_or_fail(tmp_path: Path) -> None:
    box = (100, 20, 300, 40)
    dollar = one_widget(tmp_path, text("amount", box), ((102, 33, "$"),))
    written = write_values(dollar, {0: "1,250.00"})
    assert written.shown == {0: "1,250.00"}
    page = pymupdf.open(stream=written.pdf, filetype="pdf")[0]
    assert page.search_for("1,250.00")[0].x0 >= page.search_for("$")[0].x1 - 0.5
    crossed = tuple((102.0, 23.0 + 3 * row, "MMMMMMMMMMMMMMMMMMMM") for row in range(7))
    assert write_values(one_widget(tmp_path, text("amount", box), crossed), {0: "1,250.00"}).failed == {
        0: "print runs through it"
    }


def test_wrapped_text_stands_on_rules_where_all_of_it_fits() -> None:
    box = Widget(0, 0, "", 1, (0, 0, 104, 80), "text", font_size=10, multiline=True)
    assert [line.y for line in set_text(box, "alpha beta gamma delta epsilon zeta", rules=(60, 40, 20)).lines] == [
        62,
        42,
    ]
    freely = set_text(box, "alpha beta gamma delta epsilon zeta eta theta", rules=(60,)).lines
    assert freely[0].y - freely[1].y == pytest.approx(11.5), "one rule is too few for two lines"
    close = set_text(box, "alpha beta gamma delta epsilon zeta", rules=(60, 57, 40)).lines
    assert [line.y for line in close] == [62, 42], "a double rule is one to write on"


def test_printed_lines_are_written_on(tmp_path: Path) -> None:
    def rule(document: pymupdf.Document) -> None:
        for y in (40, 62, 84):
            document[0].draw_line((100, y), (300, y))

    form = save_form(tmp_path / "ruled.pdf", [text("notes", (100, 20, 300, 90), field_flags=MULTILINE)])
    template = load_template(edit(form, rule))
    value = "The heating has been out since March and the landlord was told"
    written = write_values(template, {0: value})
    assert written.shown == {0: value}
    page = pymupdf.open(stream=written.pdf, filetype="pdf")[0]
    baselines = sorted({round(span["origin"][1], 1) for span in spans(page) if span["text"].strip()})
    assert baselines == pytest.approx([38, 60], abs=0.8)


def spans(page: pymupdf.Page) -> list[dict[str, object]]:
    return [
        span for block in page.get_text("dict")["blocks"] for line in block.get("lines", ()) for span in line["spans"]
    ]


def test_a_trace_of_print_moves_nothing(tmp_path: Path) -> None:
    """A rule that touches a value's foot can't be avoided within a tight box; the value stays in its middle."""
    box = (100, 20, 300, 30)
    plain = write_values(one_widget(tmp_path, text("amount", box)), {0: "1250"})
    touched = write_values(one_widget(tmp_path, text("amount", box), ((296, 22, "p"),)), {0: "1250"})
    places = [pymupdf.open(stream=each.pdf, filetype="pdf")[0].search_for("1250")[0] for each in (plain, touched)]
    assert places[0] == places[1]


def test_an_unseen_value_is_told_from_the_pixels(tmp_path: Path) -> None:
    """White letters are on the page's text, but no reader sees them."""
    template = one_widget(tmp_path, text("name", (100, 20, 300, 36)))
    document = pymupdf.open(stream=template.pdf, filetype="pdf")
    document[0].insert_text((102, 32), "White lie", fontsize=10, color=(1, 1, 1))
    assert "White lie" in document[0].get_text()
    assert read_widgets(template, document.tobytes()) == {}
    document[0].insert_text((202, 32), "Black ink", fontsize=10)
    assert read_widgets(template, document.tobytes()) == {0: "Black ink"}


def test_wrong_arguments_are_named(template: Template) -> None:
    with pytest.raises(ValueError, match=r"there is no widget 9; indexes go to 6"):
        write_values(template, {9: "x"})
    with pytest.raises(ValueError, match=r"widget 4 is not to be filled: not-text"):
        write_values(template, {4: "x"})
    with pytest.raises(ValueError, match=r"the value of widget 0 is blank"):
        write_values(template, {0: " \n"})


def test_placeholders_lead_back_to_their_widgets(template: Template) -> None:
    assert trace_placeholders(template, seed_pdf(template)) == {
        "TXT_001": 0,
        "TXT_002": 1,
        "TXT_003": 2,
        "TXT_004": 3,
        "TXT_005": 5,
        "TXT_006": 6,
    }


def test_the_same_bytes_in_every_process(template: Template, tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    values = {0: "Łukasz", 1: "123456789", 3: "CA"}
    script = (
        "import hashlib, sys\n"
        "from dataset_builder.families.forms.filling import write_values\n"
        "from dataset_builder.families.forms.templates import load_template\n"
        f"written = write_values(load_template(sys.argv[1]), {values!r})\n"
        "print(hashlib.sha256(written.pdf).hexdigest())\n"
    )
    here = hashlib.sha256(write_values(load_template(path), values).pdf).hexdigest()
    backwards = dict(reversed(values.items()))
    assert hashlib.sha256(write_values(load_template(path), backwards).pdf).hexdigest() == here
    runs = [
        subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert [run.strip() for run in runs] == [here, here]


def real_template(shared: Path, file: str, pages: str = "first") -> Template:
    return load_template(shared / "forms" / file, pages=pages)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "file",
    [
        "odd/odd-shared-appearance-derived.pdf",
        "odd/odd-comb-fields.pdf",
        "odd/odd-rotated-derived.pdf",
        "odd/odd-richtext-xfa.pdf",
        "odd/odd-no-text-layer.pdf",
        "odd/odd-nameless-widgets.pdf",
        "odd/odd-duplicate-names.pdf",
        "dev/irs-w9.pdf",
    ],
)
def test_real_forms_show_every_value_whole(shared: Path, file: str) -> None:
    template = real_template(shared, file)
    values = {widget.index: plausible(widget) for widget in template.fillable}
    written = write_values(template, values)
    assert written.shown == values
    if not template.widgets[0].angle:
        seen = read_with_pdfium(written.pdf, template)
        assert [i for i, value in values.items() if "".join(value.split()) not in seen[i]] == []


def test_check_boxes_and_prefilled_widgets_stay_as_they_are(shared: Path) -> None:
    template = real_template(shared, "dev/fs-7600b.pdf")
    written = write_values(template, {widget.index: plausible(widget) for widget in template.fillable})
    before, after = (
        [widget.field_value for widget in pymupdf.open(stream=pdf, filetype="pdf")[0].widgets()]
        for pdf in (template.pdf, written.pdf)
    )
    change = changed_pixels(template.pdf, written.pdf)
    left_alone = [widget for widget in template.widgets if widget.skip]
    assert {widget.skip for widget in left_alone} == {"not-text", "prefilled"}
    for widget in left_alone:
        assert after[widget.index] == before[widget.index]
        assert change.crop(tuple(round(side * 2) for side in widget.rect)).getextrema() == (0, 0)  # type: ignore[arg-type]


@pytest.mark.slow
def test_all_real_forms_show_what_was_written(shared: Path) -> None:
    low = {}
    for folder in ("dev", "odd"):
        with (shared / "forms" / folder / "index.csv").open(newline="") as lines:
            files = [f"{folder}/{row['file']}" for row in csv.DictReader(lines)]
        for file in files:
            try:
                template = real_template(shared, file)
            except Unusable:
                continue
            values = {widget.index: plausible(widget) for widget in template.fillable}
            written = write_values(template, values)
            whole = sum(written.shown.get(index) == value for index, value in values.items())
            if whole < 0.95 * len(values):
                low[file] = f"{whole} of {len(values)}"
    assert low == {}
