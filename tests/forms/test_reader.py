"""The reader against keys written by hand from the pictures of real forms, and on small pages drawn here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dataset_builder.families.forms.making import make_form
from dataset_builder.families.forms.model import Page, Rect, Rule, SchemaMap, Template, Widget, Word
from dataset_builder.families.forms.reading import LabelReader
from dataset_builder.families.forms.templates import load_template
from dataset_builder.trees import nest

KEYS: dict[str, Any] = json.loads((Path(__file__).parent.parent / "data" / "reader_keys.json").read_text("utf-8"))


# -- pages drawn here --------------------------------------------------------------------------------------------


def print_words(text: str, x: float, y: float, *, size: float = 9.0, bold: bool = False) -> list[Word]:
    """Return the words of a line that starts at x with its top at y, five ninths of the size a letter."""
    words = []
    for text_word in text.split():
        right = x + 0.5 * size * len(text_word)
        words.append(Word(text_word, 1, (x, y, right, y + 1.2 * size), size, bold, False, 0, 0))
        x = right + 0.3 * size
    return words


def blank(index: int, rect: Rect, **changes: Any) -> Widget:
    """Return a fillable text widget without name or tooltip."""
    return Widget(index, 100 + index, "", 1, rect, changes.pop("type", "text"), **changes)


def read(words: Sequence[Sequence[Word]], widgets: Sequence[Widget], rules: Sequence[Rule] = ()) -> SchemaMap:
    """Return what the reader makes of a page of 612 x 792 points."""
    template = Template(
        "drawn.pdf",
        b"",
        (Page(1, 612, 792),),
        tuple(widgets),
        tuple(word for line in words for word in line),
        tuple(rules),
    )
    return LabelReader().read(template)


def paths(found: SchemaMap) -> dict[int, str]:
    """Return the path of every widget that was read."""
    return {field.widget: field.path for field in found.fields}


def line(x0: float, y0: float, x1: float, y1: float) -> Rule:
    """Return a drawn line."""
    return Rule(1, (x0, y0, x1, y1), False)


def test_captions_left_above_and_below() -> None:
    found = read(
        [
            print_words("Employer name:", 40, 100),
            print_words("Contact person", 40, 130),
            print_words("Daytime telephone", 40, 207),
            print_words("Badge number", 240, 207),
        ],
        [
            blank(0, (110, 98, 400, 112)),
            blank(1, (40, 142, 300, 156)),
            blank(2, (40, 190, 200, 206)),
            blank(3, (240, 190, 400, 206)),
        ],
    )
    assert paths(found) == {0: "employer_name", 1: "contact_person", 2: "daytime_telephone", 3: "badge_number"}
    assert found.unread == ()


def test_bracketed_hints_go_to_the_description() -> None:
    found = read([print_words("3. Date of Birth (MM/DD/YYYY)", 40, 100)], [blank(0, (40, 112, 200, 126))])
    assert [(field.path, field.description, field.kind) for field in found.fields] == [
        ("date_of_birth", "Date of Birth (MM/DD/YYYY)", "birth_date")
    ]


def test_section_headings_become_objects() -> None:
    found = read(
        [
            print_words("Part 1. Seller", 40, 80, size=12, bold=True),
            print_words("Full name", 40, 110),
            print_words("Part 2. Buyer", 40, 160, size=12, bold=True),
            print_words("Full name", 40, 190),
        ],
        [blank(0, (40, 122, 300, 136)), blank(1, (40, 202, 300, 216))],
    )
    assert paths(found) == {0: "seller.full_name", 1: "buyer.full_name"}


def test_one_caption_over_parts_is_an_object_of_them() -> None:
    found = read(
        [
            print_words("Owner name:", 40, 100),
            print_words("First", 120, 116, size=7),
            print_words("Middle", 260, 116, size=7),
            print_words("Last", 400, 116, size=7),
        ],
        [blank(0, (118, 98, 240, 113)), blank(1, (258, 98, 380, 113)), blank(2, (398, 98, 560, 113))],
    )
    assert paths(found) == {0: "owner_name.first", 1: "owner_name.middle", 2: "owner_name.last"}


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Social security number", ["part_1", "part_2", "part_3"]),
        ("Date sold (MM-DD-YYYY)", ["month", "day", "year"]),
        ("Sold on (YYYY-MM-DD)", ["year", "month", "day"]),
    ],
)
def test_a_number_split_by_dashes(caption: str, expected: list[str]) -> None:
    found = read(
        [print_words(caption, 40, 100), print_words("-", 73, 116), print_words("-", 113, 116)],
        [blank(0, (40, 113, 70, 127)), blank(1, (80, 113, 110, 127)), blank(2, (120, 113, 160, 127))],
    )
    assert [path.split(".")[-1] for path in paths(found).values()] == expected
    assert len({path.split(".")[0] for path in paths(found).values()}) == 1


def test_a_grid_with_anonymous_rows_is_an_array() -> None:
    words = [print_words("Date paid", 42, 100, bold=True), print_words("Amount", 202, 100, bold=True)]
    widgets = [
        blank(2 * row + column, (40 + 160 * column, 116 + 18 * row, 196 + 160 * column, 132 + 18 * row))
        for row in range(3)
        for column in range(2)
    ]
    found = read(words, widgets)
    assert paths(found) == {
        2 * row + column: f"entries[{row}].{name}"
        for row in range(3)
        for column, name in enumerate(["date_paid", "amount"])
    }


def test_a_grid_with_row_labels_is_an_object_a_row() -> None:
    words = [
        print_words("Seller", 202, 100, bold=True),
        print_words("Buyer", 362, 100, bold=True),
        print_words("Name of bank", 40, 118),
        print_words("Address of bank", 40, 136),
    ]
    widgets = [
        blank(2 * row + column, (200 + 160 * column, 116 + 18 * row, 356 + 160 * column, 132 + 18 * row))
        for row in range(2)
        for column in range(2)
    ]
    assert paths(read(words, widgets)) == {
        0: "name_of_bank.seller",
        1: "name_of_bank.buyer",
        2: "address_of_bank.seller",
        3: "address_of_bank.buyer",
    }


def test_a_block_printed_three_times_is_an_array() -> None:
    words, widgets = [], []
    for copy in range(3):
        top = 100 + 60 * copy
        words += [print_words("Item description", 40, top), print_words("Serial number", 300, top)]
        widgets += [
            blank(2 * copy, (40, top + 12, 280, top + 26)),
            blank(2 * copy + 1, (300, top + 12, 480, top + 26)),
        ]
    assert paths(read(words, widgets)) == {
        2 * copy + column: f"items[{copy}].{name}"
        for copy in range(3)
        for column, name in enumerate(["item_description", "serial_number"])
    }


def test_a_line_without_caption_continues_the_one_above() -> None:
    found = read([print_words("Remarks", 40, 100)], [blank(0, (40, 112, 400, 126)), blank(1, (40, 128, 400, 142))])
    assert paths(found) == {0: "remarks", 1: "remarks_line_2"}


def test_numbered_blanks_are_a_list() -> None:
    found = read(
        [
            print_words("Former employers:", 40, 100),
            *(print_words(f"{number}.", 40, 100 + 18 * number) for number in (1, 2, 3)),
        ],
        [blank(number, (54, 98 + 18 * number, 300, 112 + 18 * number)) for number in (1, 2, 3)],
    )
    assert paths(found) == {number: f"former_employers[{number - 1}].former_employer" for number in (1, 2, 3)}


def test_what_cannot_be_told_stays_unread() -> None:
    found = read(
        [
            print_words("Signature", 40, 100),
            print_words("FOR OFFICE USE ONLY", 60, 612, bold=True),
            print_words("Batch", 60, 640),
        ],
        [blank(0, (400, 400, 500, 415)), blank(1, (60, 652, 200, 668))],
        [line(40, 600, 300, 600), line(40, 700, 300, 700), line(40, 600, 40, 700), line(300, 600, 300, 700)],
    )
    assert dict(found.unread) == {0: "no label found", 1: "office use only"}


def test_the_page_is_believed_before_the_tooltip_and_the_name() -> None:
    widget = replace(blank(0, (110, 98, 400, 112)), name="claimantAddress", tooltip="Address of the claimant")
    assert paths(read([print_words("Veteran name:", 40, 100)], [widget])) == {0: "veteran_name"}


def test_a_tooltip_is_read_where_the_page_says_nothing() -> None:
    widget = replace(blank(0, (300, 400, 500, 412)), tooltip="Policy number")
    (found,) = read([print_words("Application", 40, 40)], [widget]).fields
    assert (found.path, found.source) == ("policy_number", "tooltip")


@pytest.mark.parametrize("name", ["TextField12", "f1_01[0]", "undefined_3", "imgno"])
def test_names_that_say_nothing_are_not_used(name: str) -> None:
    widget = replace(blank(0, (300, 400, 500, 412)), name=name)
    assert read([print_words("Application", 40, 40)], [widget]).unread == ((0, "no label found"),)


def test_check_boxes_stay_out_and_their_words_too() -> None:
    found = read(
        [print_words("Yes", 62, 100), print_words("Other (specify)", 152, 100)],
        [blank(0, (46, 99, 58, 111), type="checkbox", skip="not-text"), blank(1, (230, 98, 400, 112))],
    )
    assert paths(found) == {1: "other"}


def test_words_in_other_scripts_leave_a_blank_unread_and_accents_are_folded() -> None:
    found = read(
        [print_words("Número de teléfono", 40, 100), print_words("電話番号", 40, 150)],
        [blank(0, (40, 112, 300, 126)), blank(1, (40, 162, 300, 176))],
    )
    assert paths(found) == {0: "numero_de_telefono"}
    assert [index for index, _ in found.unread] == [1]


def box(x0: float, y0: float, x1: float, y1: float) -> Rule:
    """Return a filled area."""
    return Rule(1, (x0, y0, x1, y1), True)


def test_headings_in_the_margin_rule_what_stands_beside_them() -> None:
    found = read(
        [
            print_words("Seller", 40, 104, size=10, bold=True),
            print_words("Full name", 160, 104),
            print_words("Telephone", 160, 140),
            print_words("Buyer", 40, 204, size=10, bold=True),
            print_words("Full name", 160, 204),
            print_words("Telephone", 160, 240),
        ],
        [blank(number, (160, y, 400, y + 14)) for number, y in enumerate((116, 152, 216, 252))],
        [line(40, 100, 560, 100), line(40, 200, 560, 200)],
    )
    assert paths(found) == {
        0: "seller.full_name",
        1: "seller.telephone",
        2: "buyer.full_name",
        3: "buyer.telephone",
    }


def test_columns_of_the_page_have_headings_of_their_own() -> None:
    found = read(
        [
            print_words("Vessel", 40, 180, size=12, bold=True),
            print_words("Home port", 40, 204),
            print_words("Skipper", 320, 180, size=12, bold=True),
            print_words("Full name", 320, 204),
        ],
        [blank(0, (40, 216, 280, 230)), blank(1, (320, 216, 560, 230))],
        [line(40, 197, 290, 197), line(320, 197, 570, 197)],
    )
    assert paths(found) == {0: "vessel.home_port", 1: "skipper.full_name"}


def test_a_number_in_a_box_of_its_own_is_not_part_of_the_title() -> None:
    found = read(
        [
            print_words("II", 44, 180, size=12, bold=True),
            print_words("Owner", 70, 180, size=12, bold=True),
            print_words("Full name", 40, 210),
        ],
        [blank(0, (40, 222, 280, 236))],
        [box(40, 179, 62, 196)],
    )
    assert paths(found) == {0: "owner.full_name"}


def test_an_address_ends_where_captions_of_another_kind_begin() -> None:
    captions = ["Street", "City", "Occupation", "Employer"]
    found = read(
        [
            print_words("Claimant", 40, 250, size=12, bold=True),
            print_words("Home address", 40, 290, bold=True),
            *(print_words(caption, 40, 310 + 36 * place) for place, caption in enumerate(captions)),
        ],
        [blank(place, (40, 322 + 36 * place, 300, 336 + 36 * place)) for place in range(4)],
    )
    assert paths(found) == {
        0: "claimant.home_address.street",
        1: "claimant.home_address.city",
        2: "claimant.occupation",
        3: "claimant.employer",
    }


def test_a_heading_over_two_columns_is_neither_section_nor_title() -> None:
    words = [
        print_words("Earlier homes", 40, 300, size=12, bold=True),
        print_words("Period", 425, 326, bold=True),
        print_words("Town", 44, 342, bold=True),
        print_words("From", 304, 342, bold=True),
        print_words("To", 444, 342, bold=True),
    ]
    columns = ((40, 296), (300, 436), (440, 580))
    widgets = [
        blank(3 * row + column, (x0, 358 + 18 * row, x1, 374 + 18 * row))
        for row in range(2)
        for column, (x0, x1) in enumerate(columns)
    ]
    found = read(words, widgets, [line(300, 339, 580, 339), line(40, 356, 580, 356), line(40, 322, 580, 322)])
    assert paths(found) == {
        3 * row + column: f"earlier_homes[{row}].{name}"
        for row in range(2)
        for column, name in enumerate(["town", "from", "to"])
    }


def test_a_nameless_grid_is_called_by_what_its_rows_are() -> None:
    words = [print_words("Creditor name", 42, 100, bold=True), print_words("Amount owed", 202, 100, bold=True)]
    widgets = [
        blank(2 * row + column, (40 + 160 * column, 116 + 18 * row, 196 + 160 * column, 132 + 18 * row))
        for row in range(2)
        for column in range(2)
    ]
    assert set(paths(read(words, widgets)).values()) == {
        f"creditors[{row}].{name}" for row in range(2) for name in ("creditor_name", "amount_owed")
    }


def test_a_row_without_words_goes_by_its_line_number() -> None:
    words = [
        print_words("Child one", 302, 100, bold=True),
        print_words("Child two", 462, 100, bold=True),
        *(print_words(f"{row + 2}", 280, 118 + 18 * row) for row in range(3)),
        print_words("Highest credit", 170, 118),
        print_words("Expenses paid", 170, 154),
    ]
    widgets = [
        blank(2 * row + column, (300 + 160 * column, 116 + 18 * row, 456 + 160 * column, 132 + 18 * row))
        for row in range(3)
        for column in range(2)
    ]
    rows = {path.partition(".")[0] for path in paths(read(words, widgets)).values()}
    assert rows == {"highest_credit", "line_3", "expenses_paid"}


# -- real forms --------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """How the paths of a form compare with its key."""

    right: int = 0
    wrong: int = 0
    unread: int = 0

    @property
    def total(self) -> int:
        return self.right + self.wrong + self.unread

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.wrong + other.wrong, self.unread + other.unread)


def stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def says(path: str, key: str) -> bool:
    """Return whether a path's words hold one of each ``a|b`` of the key and none of its ``!c``."""
    words = {stem(word) for word in re.findall(r"[a-z0-9]+", re.sub(r"\[\d+\]", "", path))}
    for token in key.split():
        if token.startswith("!"):
            if stem(token[1:]) in words:
                return False
        elif not words & {stem(word) for word in token.split("|")}:
            return False
    return True


def compare(found: SchemaMap, names: dict[str, str]) -> Tally:
    tally, read_paths = Tally(), paths(found)
    for index, key in names.items():
        path = read_paths.get(int(index))
        fillable = path is not None or int(index) in dict(found.unread)
        if not fillable:
            continue
        optional, wanted = key.startswith("? "), key.removeprefix("? ")
        if path is None:
            tally.right += optional or wanted == "-"
            tally.unread += not (optional or wanted == "-")
        elif wanted != "-" and says(path, wanted):
            tally.right += 1
        else:
            tally.wrong += 1
    return tally


def is_seen(grid: list[list[int]], read_paths: dict[int, str]) -> bool:
    """Return whether a grid is an array of its rows or columns, or an object a row with the same leaves."""
    if not all(index in read_paths for row in grid for index in row):
        return False
    cells = [[read_paths[index] for index in row] for row in grid]
    return is_seen_by_rows(cells) or is_seen_by_rows([list(column) for column in zip(*cells, strict=True)])


def is_seen_by_rows(cells: list[list[str]]) -> bool:
    items = [
        {re.sub(r"\][^\]]*$", "]", path) if "[" in path else path.rpartition(".")[0] for path in row} for row in cells
    ]
    leaves = [{re.sub(r"^.*[\].]", "", path) for path in column} for column in zip(*cells, strict=True)]
    rows = {next(iter(item)) for item in items if len(item) == 1}
    arrays = {re.sub(r"\[\d+\]$", "", row) for row in rows if row.endswith("]")}
    return len(rows) == len(cells) and len(arrays) <= 1 and all(len(leaf) == 1 for leaf in leaves)


def read_form(shared: Path, name: str, *, blanked: bool = False) -> SchemaMap:
    template = load_template(shared / "forms" / "dev" / name)
    if blanked:
        bare = tuple(replace(widget, name="", tooltip="") for widget in template.widgets)
        template = replace(template, widgets=bare)
    found = LabelReader().read(template)
    indexes = sorted([field.widget for field in found.fields] + [index for index, _ in found.unread])
    assert indexes == sorted(widget.index for widget in template.fillable)
    return found


def forms(*, held_out: bool) -> dict[str, Any]:
    return {name: form for name, form in KEYS["forms"].items() if form["held_out"] is held_out}


def total(shared: Path, keyed: dict[str, Any], *, blanked: bool = False) -> Tally:
    result = Tally()
    for name, form in keyed.items():
        result += compare(read_form(shared, name, blanked=blanked), form["names"])
    return result


def test_the_comparison_tells_right_from_wrong() -> None:
    assert says("claimant.mailing_address.city", "city !zip")
    assert not says("claimant.city", "zip|postal")
    assert not says("spouse_name", "name !spouse")
    assert is_seen([[1, 2], [3, 4]], {1: "a[0].x", 2: "a[0].y", 3: "a[1].x", 4: "a[1].y"})
    assert is_seen([[1, 2], [3, 4]], {1: "a.x", 2: "a.y", 3: "b.x", 4: "b.y"})
    assert not is_seen([[1, 2], [3, 4]], {1: "a", 2: "b", 3: "c", 4: "d"})


def test_names_on_the_forms_it_was_made_with(shared: Path) -> None:
    keyed = forms(held_out=False)
    tally = total(shared, keyed)
    assert len(keyed) == 16
    assert tally.total > 400
    assert tally.right / tally.total >= 0.97
    assert tally.wrong / tally.total <= 0.02


def test_names_without_tooltips_and_field_names(shared: Path) -> None:
    tally = total(shared, forms(held_out=False), blanked=True)
    assert tally.right / tally.total >= 0.96


def test_names_on_forms_it_was_not_made_with(shared: Path) -> None:
    tally = total(shared, forms(held_out=True))
    assert tally.right / tally.total >= 0.8
    assert tally.wrong / tally.total <= 0.15


@pytest.mark.parametrize("name", sorted(name for name, form in KEYS["forms"].items() if form["grids"]))
def test_repeated_grids_are_seen(shared: Path, name: str) -> None:
    read_paths = paths(read_form(shared, name))
    assert all(is_seen(grid, read_paths) for grid in KEYS["forms"][name]["grids"])


@pytest.mark.parametrize("name", sorted(name for name, form in KEYS["forms"].items() if form["parts"]))
def test_split_numbers_share_one_object(shared: Path, name: str) -> None:
    read_paths = paths(read_form(shared, name))
    for part in KEYS["forms"][name]["parts"]:
        assert len({read_paths[index].rpartition(".")[0] for index in part}) == 1


def test_every_form_gives_paths_that_nest(shared: Path) -> None:
    for path in sorted((shared / "forms" / "dev").glob("*.pdf")):
        found = read_form(shared, path.name)
        tree = nest({field.path: "x" for field in found.fields})
        assert len(found.fields) == len(set(paths(found).values()))
        assert bool(tree) == bool(found.fields)
        assert all(re.fullmatch(r"[a-z][a-z0-9_.\[\]]*", field.path) for field in found.fields)
        assert all(field.description and field.label for field in found.fields)


# -- forms of our own, whose schema is known ---------------------------------------------------------------------

_SMALL = {"the", "a", "an", "of", "and", "or", "for", "to", "in", "about", "information", "details", "identification"}


def spell(path: str) -> tuple[object, ...]:
    """Return a path to compare by words: each name as its set of words, each list position as it is."""
    steps = re.findall(r"[^.\[\]]+|\[\d+\]", path)
    return tuple(
        step if step.startswith("[") else frozenset(stem(word) for word in step.split("_") if word not in _SMALL)
        for step in steps
    )


def measure_f1(seed: int, indexes: Sequence[int]) -> float:
    """Return F1 of the paths of made forms without field names and tooltips."""
    hits = guesses = truths = 0
    for index in indexes:
        made = make_form(index, seed)
        bare = tuple(replace(widget, name="", tooltip="") for widget in made.template.widgets)
        found = paths(LabelReader().read(replace(made.template, widgets=bare)))
        truth = {field.widget: field.path for field in made.fields}
        hits += sum(spell(found[widget]) == spell(path) for widget, path in truth.items() if widget in found)
        guesses += len(found)
        truths += len(truth)
    return 2 * hits / (guesses + truths)


def test_paths_of_made_forms_without_names_and_tooltips() -> None:
    assert measure_f1(11, range(20)) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 300, 60))
def test_paths_of_made_forms_the_reader_was_not_made_with(start: int) -> None:
    assert measure_f1(31, range(start, start + 60)) >= 0.95
