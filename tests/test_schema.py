"""The record contract: columns, ids, and errors that name the record."""

from __future__ import annotations

from typing import Any

import pytest

from dataset_builder.schema import (
    CORE_COLUMNS,
    FAMILIES,
    FAMILY_COLUMNS,
    SPLITS,
    complete_record,
    document_id,
    family_columns,
    question_features,
    record_id,
)

RECORD = {
    "id": "forms-1-00012-0",
    "family": "forms",
    "doc_id": "forms-1-00012",
    "question": "?",
    "answer": "{}",
    "answer_type": "json",
    "metric": "field_match",
}


def test_every_question_file_has_the_union_of_all_columns() -> None:
    expected = list(CORE_COLUMNS) + [column for family in FAMILIES for column in FAMILY_COLUMNS[family]]
    assert list(question_features()) == expected
    assert len(set(expected)) == len(expected)
    assert list(complete_record(RECORD)) == expected
    assert complete_record(RECORD)["layout"] is None


def test_families_have_splits_that_datasets_accepts() -> None:
    splits = [split for family in FAMILIES for split in SPLITS[family]]
    assert len(splits) == len(set(splits)) == 8
    assert not any("-" in split for split in splits)


def test_ids() -> None:
    assert record_id("reports", 4, 7, 8) == "reports-4-00007-8"
    assert record_id("forms", 1, 12, 0).startswith(document_id("forms", 1, 12))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "forms-1-00012-0: unknown columns colour"),
        ({"answer": None}, "forms-1-00012-0: column 'answer' is missing"),
        ({"family": "letters"}, "family 'letters' is not one of reports"),
        ({"level": "L9"}, "level 'L9' is not one of L1, L2, L3, L4, L5"),
        ({"answer_type": "colour"}, "answer_type 'colour' is not one of number"),
        ({"metric": "bleu"}, "metric 'bleu' is not one of judge_score"),
    ],
)
def test_errors_name_the_record_the_value_and_what_is_allowed(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        complete_record({**RECORD, **change})


def test_an_unknown_family_is_named() -> None:
    with pytest.raises(ValueError, match="family 'letters' is not one of reports, hops, forms, rubrics"):
        family_columns("letters")
