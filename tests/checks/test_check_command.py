"""``docassay check`` from end to end: what is planted in a repository on disk, checksums made again, is found."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dataset_builder.checks.repository import check_repository
from dataset_builder.checks.violations import Violation, count_kinds, violation
from eval_scripts.cli import main


def copy_of(repository: Path, to: Path) -> Path:
    shutil.copytree(repository, to)
    return to


def renew_checksums(root: Path) -> None:
    """Make ``docassay.json`` agree with the files, so that only their content can give a change away."""
    manifest = json.loads((root / "docassay.json").read_text())
    manifest["checksums"] = {
        path: hashlib.sha256((root / path).read_bytes()).hexdigest()
        for path in manifest["checksums"]
        if (root / path).exists()
    }
    (root / "docassay.json").write_text(json.dumps(manifest))


def question_file(root: Path, split: str = "nested") -> Path:
    return next((root / "data" / "forms").glob(f"{split}-*.parquet"))


def rows_of(path: Path) -> int:
    return pq.read_metadata(path).num_rows


def rewrite(path: Path, order: Sequence[int], cells: Mapping[tuple[int, str], str] = MappingProxyType({})) -> None:
    """Write the rows of a Parquet file anew, in that order, and then with other text in some cells."""
    table = pq.read_table(path)
    table = pa.concat_tables([table.slice(row, 1) for row in order])
    for (row, column), text in cells.items():
        values = table[column].to_pylist()
        values[row] = text
        changed = pa.array(values, pa.string()).cast(table.schema.field(column).type)
        table = table.set_column(table.schema.get_field_index(column), table.schema.field(column), changed)
    pq.write_table(table, path)


def kinds_in(root: Path) -> set[str]:
    renew_checksums(root)
    return set(count_kinds(check_repository(root, fast=True).violations))


# -- the command


def test_clean_repositories_pass_whatever_the_processes(
    made: Path, filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(filled)]) == 0
    assert "2 of 2 documents read\nNo violations.\n" in capsys.readouterr().out
    assert main(["check", str(made), "--fast", "--jobs", "2"]) == 0
    assert "6 of 6 documents read, no page drawn again\nNo violations.\n" in capsys.readouterr().out


def test_violations_are_printed_counted_and_written(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copy_of(made, tmp_path / "out")
    (root / "README.md").write_text("another card")
    (root / "notes.txt").write_text("mine")
    assert main(["check", str(root), "--fast", "--out", str(tmp_path / "found.json")]) == 1
    out = capsys.readouterr().out
    assert "file-changed: README.md: SHA-256" in out and "file-extra: notes.txt" in out
    assert re.search(r"file-changed +1 ", out) and out.endswith("2 violations.\n")
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["counts"] == {"file-extra": 1, "file-changed": 1}
    assert [item["where"] for item in found["violations"]] == ["README.md", "notes.txt"]


def test_what_is_no_repository_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "docassay.json" in capsys.readouterr().err
    (tmp_path / "docassay.json").write_text("{}")
    assert main(["check", str(tmp_path)]) == 2
    assert "lists no checksums" in capsys.readouterr().err


def test_a_fast_check_reads_a_sample(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dataset_builder.checks.repository.SAMPLE", 3)
    finding = check_repository(made, fast=True)
    assert (finding.documents, finding.read, finding.violations) == (6, 3, ())


def test_an_unknown_kind_of_violation_is_refused() -> None:
    with pytest.raises(ValueError, match="kind 'odd' is not one of manifest, file-missing"):
        Violation("odd", "x", "y")
    assert str(violation("pages", "forms-1-00000-0", "num_pages", 1, 2)).endswith("num_pages: expected 1, found 2")


# -- files


def remove_a_pdf(root: Path) -> None:
    next(root.glob("documents/*/*.pdf")).unlink()


def change_a_card(root: Path) -> None:
    with (root / "README.md").open("a") as card:
        card.write("\n")


def add_a_file(root: Path) -> None:
    (root / "data" / "forms" / "more.parquet").write_bytes(b"")


def drop_the_versions(root: Path) -> None:
    manifest = json.loads((root / "docassay.json").read_text())
    del manifest["versions"]
    (root / "docassay.json").write_text(json.dumps(manifest))


FILE_PLANTS = {
    "file-missing": remove_a_pdf,
    "file-changed": change_a_card,
    "file-extra": add_a_file,
    "manifest": drop_the_versions,
}


@pytest.mark.parametrize("kind", FILE_PLANTS)
def test_files_are_accounted_for(kind: str, made: Path, tmp_path: Path) -> None:
    root = copy_of(made, tmp_path / "out")
    FILE_PLANTS[kind](root)
    assert kind in count_kinds(check_repository(root, fast=True).violations)


# -- rows, with the checksums made again


def repeat_a_row(root: Path) -> None:
    rewrite(question_file(root), [0, *range(rows_of(question_file(root)))])


def part_the_rows_of_a_document(root: Path) -> None:
    count = rows_of(question_file(root))
    name = pq.read_table(question_file(root), columns=["doc_id"])["doc_id"][0].as_py()
    rewrite(question_file(root), [*range(count), 0], {(count, "id"): f"{name}-1"})


def drop_a_row(root: Path) -> None:
    rewrite(question_file(root), range(1, rows_of(question_file(root))))


def drop_a_row_of_the_documents(root: Path) -> None:
    path = next((root / "data" / "documents").glob("*.parquet"))
    rewrite(path, range(1, rows_of(path)))


def swap_two_values_of_an_answer(root: Path) -> None:
    path = question_file(root)
    truth = json.loads(pq.read_table(path)["ground_truth"][0].as_py())
    sections = (section for section in truth.values() if isinstance(section, dict))
    pairs = ((section, [key for key, value in section.items() if isinstance(value, str)][:2]) for section in sections)
    section, (first, second) = next(pair for pair in pairs if len(pair[1]) == 2)
    section[first], section[second] = section[second], section[first]
    rewrite(path, range(rows_of(path)), {(0, "ground_truth"): json.dumps(truth), (0, "answer"): json.dumps(truth)})


def tell_the_same_truth_twice(root: Path) -> None:
    path = question_file(root)
    truth = pq.read_table(path)["ground_truth"][0].as_py()
    rewrite(path, range(rows_of(path)), {(1, "ground_truth"): truth})


def put_a_form_under_another_split(root: Path) -> None:
    pq.write_table(pq.read_table(question_file(root)), question_file(root, "flat"))


def drop_a_column(root: Path) -> None:
    path = question_file(root)
    pq.write_table(pq.read_table(path).drop_columns(["pair_id"]), path)


def widen_a_type(root: Path) -> None:
    path = question_file(root)
    table = pq.read_table(path)
    position = table.schema.get_field_index("num_pages")
    pq.write_table(table.set_column(position, "num_pages", table["num_pages"].cast(pa.int64())), path)


def lose_the_features(root: Path) -> None:
    path = question_file(root)
    pq.write_table(pq.read_table(path).replace_schema_metadata({}), path)


def rename_a_split(root: Path) -> None:
    path = question_file(root)
    path.rename(path.with_name(path.name.replace("nested", "deep")))
    manifest = (root / "docassay.json").read_text()
    (root / "docassay.json").write_text(manifest.replace("forms/nested-", "forms/deep-"))


def spoil_a_parquet_file(root: Path) -> None:
    question_file(root).write_bytes(b"PAR1 no more")


ROW_PLANTS = [
    ("duplicate-id", repeat_a_row),
    ("scattered", part_the_rows_of_a_document),
    ("counts", drop_a_row),
    ("documents-row", drop_a_row_of_the_documents),
    ("box-text", swap_two_values_of_an_answer),
    ("duplicate-truth", tell_the_same_truth_twice),
    ("columns", drop_a_column),
    ("columns", widen_a_type),
    ("columns", lose_the_features),
    ("split", rename_a_split),
    ("split", put_a_form_under_another_split),
    ("unreadable", spoil_a_parquet_file),
]


@pytest.mark.parametrize(("kind", "plant"), ROW_PLANTS)
def test_rows_are_compared(kind: str, plant: Callable[[Path], None], made: Path, tmp_path: Path) -> None:
    root = copy_of(made, tmp_path / "out")
    plant(root)
    assert kind in kinds_in(root)


# -- templates.csv


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"^form-0\.pdf.*\n", ""),
        (r"forms-8-00000", "forms-8-00001"),
        (r",used,", ",tried,"),
        (r"table,forms-8-00000", "flat,forms-8-00000"),
        (r"^(form-0\.pdf,used,[^,]*,\d+),\d+,", r"\1,0,"),
        (r"(notes\.txt,\w+),[^,\n]+,", r"\1,,"),
    ],
)
def test_templates_are_accounted_for(old: str, new: str, filled: Path, tmp_path: Path) -> None:
    root = copy_of(filled, tmp_path / "out")
    content = (root / "templates.csv").read_text()
    changed = re.sub(old, new, content, count=1, flags=re.M)
    assert changed != content
    (root / "templates.csv").write_text(changed)
    assert kinds_in(root) == {"templates"}
