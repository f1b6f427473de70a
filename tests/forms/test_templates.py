"""Stage 1: what is read from blank forms, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.families.forms.grids import find_grids
from dataset_builder.families.forms.model import Template, Unusable, Widget
from dataset_builder.families.forms.printed import normalize_text
from dataset_builder.families.forms.templates import load_template, place_holders, read_template, visible_length
from tests.forms.blank_forms import COMB, MULTILINE, READ_ONLY, control, edit, save_form, text


def reason(path: Path, **options: str) -> str:
    with pytest.raises(Unusable) as caught:
        load_template(path, **options)  # type: ignore[arg-type]
    return str(caught.value)


def test_facts_of_widgets(tmp_path: Path) -> None:
    path = save_form(
        tmp_path / "a.pdf",
        [
            text("name", (100, 20, 300, 36), text_fontsize=0, field_label="Your name"),
            text("ssn", (100, 40, 200, 56), text_maxlen=9, field_flags=COMB),
            text("notes", (100, 60, 300, 120), field_flags=MULTILINE, text_font="TiRo"),
            control(pymupdf.PDF_WIDGET_TYPE_COMBOBOX, "state", (100, 130, 160, 146), choice_values=["NY", "CA"]),
            text("when", (100, 150, 200, 166), script_format='AFDate_FormatEx("mm/dd/yyyy");'),
            text("amount", (100, 170, 200, 186), script_format='AFNumber_Format(2, 0, 0, 0, "", true);'),
        ],
    )
    name, ssn, notes, state, when, amount = load_template(path).widgets
    assert (name.rect, name.page, name.font_size, name.tooltip) == ((100, 20, 300, 36), 1, 0, "Your name")
    assert (ssn.comb, ssn.max_length, ssn.multiline) == (True, 9, False)
    assert (notes.multiline, notes.comb, notes.font, notes.font_size) == (True, False, "TiRo", 10)
    assert (state.type, state.choices) == ("choice", ("NY", "CA"))
    assert (when.format, when.pattern) == ("date", "mm/dd/yyyy")
    assert amount.format == "number"
    assert [widget.placeholder for widget in (name, ssn, notes, state, when, amount)] == [
        "TXT_001", "TXT_002", "TXT_003", "TXT_004", "01/01/2099", "90001",
    ]  # fmt: skip


def test_a_comb_of_absurd_length_is_an_ordinary_box(tmp_path: Path) -> None:
    path = save_form(tmp_path / "a.pdf", [text("n", (100, 20, 200, 36), text_maxlen=10**9, field_flags=COMB)])
    assert not load_template(path).widgets[0].comb


def test_widgets_not_to_be_filled_say_why(tmp_path: Path) -> None:
    path = save_form(
        tmp_path / "a.pdf",
        [
            text("fine", (100, 20, 300, 36)),
            text("locked", (100, 40, 300, 56), field_flags=READ_ONLY),
            text("given", (100, 60, 300, 76), field_value="FORM 7"),
            text("PDF417BarCode1", (100, 80, 300, 96)),
            text("secret", (100, 100, 300, 116), field_display=1),
            text("beyond", (380, 120, 480, 136)),
            text("tiny", (100, 140, 104, 144)),
            text("twin", (100, 21, 300, 37)),
            control(pymupdf.PDF_WIDGET_TYPE_CHECKBOX, "tick", (100, 180, 110, 190)),
            text("lostItems_Barcode", (150, 200, 300, 216)),
        ],
    )
    assert [(widget.name, widget.skip) for widget in load_template(path).widgets] == [
        ("fine", ""),
        ("locked", "read-only"),
        ("given", "prefilled"),
        ("PDF417BarCode1", "barcode"),
        ("secret", "hidden"),
        ("beyond", "off-page"),
        ("tiny", "too-small"),
        ("twin", "overlapping"),
        ("tick", "not-text"),
        ("lostItems_Barcode", ""),
    ]


def test_a_prompt_in_a_choice_is_no_value(tmp_path: Path) -> None:
    rect = (100, 20, 300, 36)
    for value, skip in (("Select one", ""), ("____ District", ""), ("Ohio", "prefilled")):
        widget = control(pymupdf.PDF_WIDGET_TYPE_COMBOBOX, "c", rect, choice_values=[value, "Utah"], field_value=value)
        path = save_form(tmp_path / "a.pdf", [widget, text("other", (100, 40, 300, 56))])
        assert load_template(path).widgets[0].skip == skip


def test_nameless_and_shared_widgets_become_fields_of_their_own(tmp_path: Path) -> None:
    def share(document: pymupdf.Document) -> None:
        """Make widgets 0 and 1 two views of one field, and widget 2 nameless."""
        first, second, third = [widget.xref for widget in document[0].widgets()]
        above = int(document.xref_get_key(third, "Parent")[1].split()[0])
        document.xref_set_key(above, "T", "()")
        field = document.get_new_xref()
        document.update_object(field, f"<</FT/Tx/T(shared)/MaxLen 30/Kids[{first} 0 R {second} 0 R]>>")
        for xref in (first, second):
            document.xref_set_key(xref, "T", "null")
            document.xref_set_key(xref, "Parent", f"{field} 0 R")
        document.xref_set_key(document.pdf_catalog(), "AcroForm", f"<</Fields[{field} 0 R {above} 0 R]>>")

    rects = [(100, 20, 300, 36), (100, 40, 300, 56), (100, 60, 300, 76)]
    template = load_template(
        edit(save_form(tmp_path / "a.pdf", [text(n, r) for n, r in zip("abc", rects, strict=True)]), share)
    )
    assert [(widget.name, widget.skip, widget.max_length) for widget in template.widgets] == [
        ("shared", "", 30),
        ("shared", "", 30),
        ("", "", 0),
    ]
    saved = pymupdf.open(stream=template.pdf, filetype="pdf")
    assert [widget.field_name for widget in saved[0].widgets()] == ["shared", "shared#2", "field_3"]
    assert [widget.text_maxlen for widget in saved[0].widgets()] == [30, 30, 0]


def test_only_the_selected_pages_and_their_fields_stay(tmp_path: Path) -> None:
    document = pymupdf.open()
    for number in range(3):
        page = document.new_page(width=400, height=300)
        page.insert_text((20, 30), f"page{number}")
        page.add_widget(text(f"field{number}", (100, 20, 300, 36)))
    path = tmp_path / "a.pdf"
    document.save(path)
    first, everything = load_template(path), load_template(path, pages="all")
    assert [widget.name for widget in first.widgets] == ["field0"]
    assert [word.text for word in first.words] == ["page0"]
    assert b"field1" not in first.pdf and b"page2" not in first.pdf
    assert [(widget.name, widget.page, widget.index) for widget in everything.widgets] == [
        ("field0", 1, 0),
        ("field1", 2, 1),
        ("field2", 3, 2),
    ]
    assert [page.number for page in everything.pages] == [1, 2, 3]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_rotated_pages_are_given_as_displayed(tmp_path: Path, turn: int) -> None:
    labels = [(20, 32, "Name")]
    path = save_form(tmp_path / "a.pdf", [text("name", (100, 20, 300, 36))], labels)
    edit(path, lambda document: document[0].set_rotation(turn))
    template = load_template(path)
    # By hand: a page of 400 x 300 turned clockwise takes (x, y) to (300 - y, x), (400 - x, 300 - y), (y, 400 - x).
    expected = {90: (264, 100, 280, 300), 180: (100, 264, 300, 280), 270: (20, 100, 36, 300)}
    assert template.widgets[0].rect == expected[turn]
    assert template.widgets[0].angle == turn
    assert (template.pages[0].width, template.pages[0].height) == ((400, 300) if turn == 180 else (300, 400))
    assert visible_length(template.widgets[0]) == 35
    word = template.words[0]
    middle = {90: (300 - 29, 30), 180: (370, 300 - 29), 270: (29, 370)}[turn]
    assert word.rect[0] < middle[0] < word.rect[2] and word.rect[1] < middle[1] < word.rect[3]


def test_printed_words_and_rules(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=400, height=300)
    page.insert_text((20, 30), "Last\u00a0name", fontsize=9)
    page.insert_text((20, 60), "Part I", fontsize=14, fontname="hebo")
    page.insert_text((20, 90), "(optional)", fontsize=8, fontname="heit")
    page.draw_line((20, 100), (300, 100))
    page.draw_rect((20, 120, 200, 150), color=None, fill=(0.8, 0.8, 0.8))
    page.draw_rect((20, 160, 200, 190), color=None, fill=(1, 1, 1))
    page.draw_line((20, 200), (120, 260))
    page.add_widget(text("filled", (20, 220, 200, 240), field_value="Typed"))
    page.add_widget(text("empty", (20, 250, 200, 270)))
    path = tmp_path / "a.pdf"
    document.save(path)
    template = load_template(path)
    assert [(word.text, word.size, word.bold, word.italic) for word in template.words] == [
        ("Last", 9, False, False),
        ("name", 9, False, False),
        ("Part", 14, True, False),
        ("I", 14, True, False),
        ("(optional)", 8, False, True),
    ]
    assert template.words[0].line == template.words[1].line and template.words[0].block != template.words[2].block
    assert [(rule.rect, rule.filled) for rule in template.rules] == [
        ((20, 100, 300, 100), False),
        ((20, 120, 200, 150), True),
    ]


def test_normalize_text() -> None:
    assert normalize_text("e\u200bﬃ\u00adcient\u2003x") == "effi-cient x"
    assert normalize_text("№ ½ é") == "№ ½ é"


def test_refusals(tmp_path: Path) -> None:
    blank = tmp_path / "blank.pdf"
    document = pymupdf.open()
    document.new_page()
    document.save(blank)
    (tmp_path / "empty.pdf").write_bytes(b"")
    (tmp_path / "text.pdf").write_text("Dear Sir or Madam")
    pixels = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 4, 4), False)
    (tmp_path / "picture.pdf").write_bytes(pixels.tobytes("png"))
    (tmp_path / "header.pdf").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "folder.pdf").mkdir()
    assert reason(blank) == "no fillable text widget"
    assert reason(tmp_path / "empty.pdf") == "empty file"
    assert reason(tmp_path / "text.pdf") == "not a PDF"
    assert reason(tmp_path / "picture.pdf") == "not a PDF"
    assert reason(tmp_path / "header.pdf").startswith("broken: ")
    assert reason(tmp_path / "folder.pdf") == "not a file"
    assert reason(tmp_path / "absent.pdf") == "not a file"
    with pytest.raises(ValueError, match="not one of first, all"):
        load_template(blank, pages="last")  # type: ignore[arg-type]


def test_passwords(tmp_path: Path) -> None:
    widgets = [text("name", (100, 20, 300, 36))]
    options = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "owner_pw": "owner"}
    locked = save_form(tmp_path / "locked.pdf", widgets, user_pw="user", **options)
    assert reason(locked) == "needs a password"
    assert reason(locked, password="wrong") == "needs a password"
    opened = load_template(locked, password="user")
    owned = load_template(save_form(tmp_path / "owned.pdf", [text("name", (100, 20, 300, 36))], **options))
    for template in (opened, owned):
        copy = pymupdf.open(stream=template.pdf, filetype="pdf")
        assert not copy.is_encrypted and not copy.metadata["encryption"]


def test_xfa(tmp_path: Path) -> None:
    def add_xfa(document: pymupdf.Document) -> None:
        stream = document.get_new_xref()
        document.update_object(stream, "<<>>")
        document.update_stream(stream, b"<xdp/>", new=True)
        catalog = document.pdf_catalog()
        kind, value = document.xref_get_key(catalog, "AcroForm")
        if kind == "null":
            document.xref_set_key(catalog, "AcroForm", f"<</Fields[]/XFA {stream} 0 R>>")
        else:
            document.xref_set_key(catalog, "Perms", "<</UR3<<>>>>")
            owner = int(value.split()[0]) if kind == "xref" else catalog
            document.xref_set_key(owner, "XFA" if kind == "xref" else "AcroForm/XFA", f"{stream} 0 R")

    hybrid = load_template(edit(save_form(tmp_path / "hybrid.pdf", [text("name", (100, 20, 300, 36))]), add_xfa))
    assert len(hybrid.fillable) == 1
    copy = pymupdf.open(stream=hybrid.pdf, filetype="pdf")
    for key in ("AcroForm/XFA", "Perms"):
        assert copy.xref_get_key(copy.pdf_catalog(), key)[0] == "null"
    assert reason(edit(save_form(tmp_path / "only.pdf", []), add_xfa)) == "XFA only"


@pytest.mark.parametrize("size", [(20, 300), (400, 12000)])
def test_hostile_page_sizes(tmp_path: Path, size: tuple[float, float]) -> None:
    path = save_form(tmp_path / "a.pdf", [text("name", (1, 2, 15, 14))], size=size)
    assert reason(path) == f"broken: a page of {size[0]} x {size[1]} points"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_other_error_leaves_for_damaged_files(data: st.DataObject) -> None:
    document = pymupdf.open()
    document.new_page(width=400, height=300).add_widget(text("name", (100, 20, 300, 36)))
    whole = document.tobytes(no_new_id=True)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    damaged = whole[:start] + data.draw(st.binary(max_size=40)) + whole[end:]
    try:
        assert isinstance(read_template(damaged, "damaged.pdf"), Template)
    except Unusable as refusal:
        assert str(refusal)


def grid_of(rects: list[tuple[float, float, float, float]]) -> list[tuple[int, int, int] | None]:
    widgets = [Widget(index, 0, f"w{index}", 1, rect, "text") for index, rect in enumerate(rects)]
    return [
        (widget.grid.id, widget.grid.row, widget.grid.column) if widget.grid else None for widget in find_grids(widgets)
    ]


def test_grids() -> None:
    table = [(x, y, x + 90, y + 12) for y in (100, 115, 130) for x in (50, 150)]
    total = (150.0, 160.0, 240.0, 172.0)
    title = (50.0, 60.0, 340.0, 72.0)
    assert grid_of([title, *table, total]) == [
        None, (0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 2, 0), (0, 2, 1), None,
    ]  # fmt: skip
    beside = (260.0, 116.0, 300.0, 128.0)
    assert grid_of([*table, beside])[-1] is None
    assert grid_of([(50, 100, 140, 112), (50, 115, 140, 140)]) == [None, None], "heights differ"
    assert grid_of([(50, 100, 140, 112), (60, 115, 140, 127)]) == [None, None], "left edges differ"


def test_placeholders_stay_unique_where_they_must_be_short() -> None:
    rooms = [200, 200, 30, 22, 12, 12]
    limits = [0, 5, 0, 3, 1, 1]
    widgets = [
        Widget(index, 0, "", 1, (0, 0, width, 14), "text", font_size=10, max_length=limit)
        for index, (width, limit) in enumerate(zip(rooms, limits, strict=True))
    ]
    assert [widget.placeholder for widget in place_holders(widgets)] == ["TXT_001", "T002", "T003", "000", "0", "1"]
    many = [Widget(index, 0, "", 1, (0, 0, 40, 14), "text", font_size=10, max_length=1) for index in range(38)]
    seeds = [widget.placeholder for widget in place_holders(many)]
    assert seeds[36:] == ["", ""] and len(set(seeds[:36])) == 36


def test_dates_and_numbers_count_on_their_own() -> None:
    formats = ["text", "date", "number", "date", "text", "number"]
    widgets = [
        Widget(index, 0, "", 1, (0, 0, 200, 14), "text", format=kind, font_size=10)  # type: ignore[arg-type]
        for index, kind in enumerate(formats)
    ]
    assert [widget.placeholder for widget in place_holders(widgets)] == [
        "TXT_001", "01/01/2099", "90001", "01/02/2099", "TXT_002", "90002",
    ]  # fmt: skip


def test_visible_length_by_hand() -> None:
    # A digit of Helvetica is 0.556 em wide; two points stay free at either side.
    single = Widget(0, 0, "", 1, (0, 0, 104, 14), "text", font_size=10)
    assert visible_length(single) == 17
    assert visible_length(Widget(0, 0, "", 1, (0, 0, 104, 14), "text", font="CourierStd", font_size=10)) == 16
    # 7 pt is the smallest automatic size: 100 / (7 * 0.556) = 25.7.
    assert visible_length(Widget(0, 0, "", 1, (0, 0, 104, 14), "text")) == 25
    # Baselines every 11.5 pt: (60 - 4 - 9.6) / 11.5 + 1 = 5 lines of 17, nine tenths full.
    assert visible_length(Widget(0, 0, "", 1, (0, 0, 104, 60), "text", font_size=10, multiline=True)) == 76
    assert visible_length(Widget(0, 0, "", 1, (0, 0, 104, 14), "text", font_size=10, max_length=9, comb=True)) == 9


def test_all_real_forms(shared: Path) -> None:
    """Counts of text widgets are those of the index written when the forms were collected."""
    import csv

    refused = {}
    for folder in ("dev", "odd"):
        with (shared / "forms" / folder / "index.csv").open(newline="") as lines:
            for row in csv.DictReader(lines):
                path = shared / "forms" / folder / row["file"]
                pages = "all" if folder == "odd" else "first"
                try:
                    template = load_template(path, pages=pages)  # type: ignore[arg-type]
                except Unusable as refusal:
                    refused[path.name] = str(refusal)
                    continue
                kinds = Counter(widget.type for widget in template.widgets)
                assert kinds["text"] == int(row["n_text_widgets"]), path.name
                assert len(template.widgets) == int(row["n_text_widgets"]) + int(row["n_other_widgets"]), path.name
                seeds = [widget.placeholder for widget in template.fillable if widget.placeholder]
                assert len(set(seeds)) == len(seeds), path.name
    assert refused == {}


def test_tables_of_real_forms(shared: Path) -> None:
    def shapes(file: str, pages: str = "first", page: int = 1) -> set[tuple[int, int]]:
        widgets = load_template(shared / "forms" / file, pages=pages).widgets  # type: ignore[arg-type]
        cells = [widget.grid for widget in widgets if widget.grid and widget.page == page]
        sizes = {cell.id: (0, 0) for cell in cells}
        for cell in cells:
            rows, columns = sizes[cell.id]
            sizes[cell.id] = (max(rows, cell.row + 1), max(columns, cell.column + 1))
        return set(sizes.values())

    assert (3, 15) in shapes("dev/irs-13614c-2024.pdf")
    assert (13, 2) in shapes("odd/odd-duplicate-names.pdf")
    assert {(5, 6), (3, 5)} <= shapes("odd/odd-nameless-widgets.pdf", "all", 2)
