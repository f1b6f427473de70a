"""What the schema of a made form says of its blanks, in other words than the printed ones."""

from __future__ import annotations

import pytest

from dataset_builder.families.forms.making.bank import load_json
from dataset_builder.families.forms.making.describing import describe_slots
from dataset_builder.families.forms.making.spec import Blank, Slot
from dataset_builder.families.forms.values import KINDS
from dataset_builder.seeds import rng_for

TEXTS = load_json("descriptions")


def slot(path: str, caption: str, kind: str, *headings: str, choices: tuple[str, ...] = ()) -> Slot:
    return Slot(path, Blank(path.rpartition(".")[2], caption, kind, choices=choices), headings)


def describe(*slots: Slot, language: str = "en", index: int = 0) -> list[str]:
    return list(describe_slots(slots, rng_for("forms", index, 0, "descriptions"), language).values())


def test_a_kind_that_says_all_is_described_without_the_caption() -> None:
    (told,) = describe(slot("owner.zip_code", "ZIP code", "zip", "Owner"))
    assert told in {f"{phrase} (Owner)" for phrase in TEXTS["alone"]["zip"]}
    assert "zip" not in told.lower()


def test_words_of_the_caption_are_avoided() -> None:
    for index in range(20):
        (told,) = describe(slot("surname", "Surname", "last_name"), index=index)
        assert "surname" not in told.lower()


def test_two_of_a_kind_in_one_object_are_told_apart_by_their_captions() -> None:
    first, second, other = describe(
        slot("owner.cell_phone", "Cell phone", "phone", "Owner"),
        slot("owner.work_phone", "Work phone", "phone", "Owner"),
        slot("agent.phone", "Phone", "phone", "Agent"),
    )
    assert "cell phone" in first and "work phone" in second
    assert other in {f"{phrase} (Agent)" for phrase in TEXTS["alone"]["phone"]}


def test_rows_of_a_table_share_the_descriptions_of_their_columns() -> None:
    told = describe(*(slot(f"visits[{row}].{key}", key, "text") for row in range(3) for key in ("reason", "place")))
    assert told[:2] * 3 == told
    assert told[0] != told[1]


def test_headings_follow_from_the_innermost() -> None:
    (told,) = describe(slot("part.owner.name.last_name", "Last name", "last_name", "Part", "Owner", "Name"))
    assert told.endswith(" (Name, Owner, Part)")


def test_choices_and_other_languages_keep_the_caption() -> None:
    (told,) = describe(slot("status", "Marital status", "text", choices=("Single", "Married")))
    assert "marital status" in told
    assert describe(slot("plz", "Postleitzahl", "zip"), language="de") == ["Postleitzahl"]


@pytest.mark.parametrize("part", ["alone", "told"])
def test_phrases_belong_to_kinds_and_give_a_choice(part: str) -> None:
    for kind, phrases in TEXTS[part].items():
        assert kind in KINDS or (part == "told" and not kind)
        assert len(set(phrases)) == len(phrases) >= 2
        assert all(("{caption}" in phrase) is (part == "told") for phrase in phrases)
