"""The repository as its readers see it: ``datasets``, the Hub viewer, a Parquet file's layout."""

from __future__ import annotations

import io
import json
import random
import resource
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from datasets import Dataset, Features, Image, load_dataset
from datasets.table import table_cast
from huggingface_hub.utils import filter_repo_objects
from PIL import Image as Pictures
from tiny_family import TinyConfig

import dataset_builder.export as export
from dataset_builder.build import NOT_UPLOADED, build_repository
from dataset_builder.card import card_configs, render_card
from dataset_builder.export import document_path, question_table, row_groups, write_atomically, write_parquet
from dataset_builder.families import FAMILIES, BuiltDocument, Task
from dataset_builder.families.forms.family import FAMILY as FORMS
from dataset_builder.families.forms.family import FormsConfig
from dataset_builder.schema import family_columns, question_columns, question_features

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository of four documents with three questions each."""
    out = tmp_path_factory.mktemp("tiny") / "repository"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAMILIES, "forms", "tiny_family")
        build_repository({"forms": TinyConfig(documents=4, seed=7)}, out)
    return out


def record(doc_id: str, number: int, **values: Any) -> dict[str, Any]:
    """Return the least record that the contract takes."""
    base = {"family": "forms", "question": "?", "answer": "{}", "answer_type": "json", "metric": "field_match"}
    return {"id": f"{doc_id}-{number}", "doc_id": doc_id, **base, **values}


# -- loading


def test_the_default_config_shows_the_splits_and_decodes_every_feature(repository: Path) -> None:
    dataset = load_dataset(str(repository))
    assert {split: len(rows) for split, rows in dataset.items()} == {"flat": 4, "nested": 8}
    row = dataset["flat"][0]
    assert row["id"] == "forms-7-00000-0"
    assert row["image"].size == (278, 139) and [image.size for image in row["images"]] == [(278, 139), (167, 84)]
    assert row["image_50dpi"].mode == "RGB"
    assert row["knobs"] == {"size": 1} and row["schema"]["properties"] == {"value": {"type": "integer"}}
    assert row["evidence"] == [{"page": 1, "bbox": [20.0, 30.0, 80.0, 42.0], "kind": "value", "ref": "value"}]
    assert row["pdf_path"] == document_path("forms-7-00000") and (repository / row["pdf_path"]).is_file()
    assert list(dataset["flat"].column_names) == family_columns("forms")


def test_missing_values_and_words_that_look_like_them_stay_apart(repository: Path) -> None:
    rows = load_dataset(str(repository), "forms", split="nested")
    for row in rows:
        truth = row["ground_truth"]
        assert truth["literal"] == "null" and truth["word"] == "None" and truth["missing"] is None
        assert truth["list"] == [1.5, None, "x"]
        assert row["answer"] == ("None" if truth["value"] % 2 else "null")
        assert row["pair_id"] is None and row["excluded_fields"] is None
    assert {row["answer"] for row in rows} == {"None", "null"}


def test_the_documents_config_holds_each_pdf_once(repository: Path) -> None:
    documents = load_dataset(str(repository), "documents", split="forms")
    assert documents["doc_id"] == [f"forms-7-{index:05d}" for index in range(4)]
    for row in documents:
        assert row["pdf"]["bytes"] == (repository / document_path(row["doc_id"])).read_bytes()
        assert row["manifest"]["none"] is None and row["manifest"]["value"] == int(row["text"].split()[1])


def test_streaming_gives_the_same_rows(repository: Path) -> None:
    script = """
        import sys
        from datasets import load_dataset
        rows = list(load_dataset(sys.argv[1], "forms", split="nested", streaming=True))
        first = next(iter(load_dataset(sys.argv[1], "documents", split="forms", streaming=True)))
        print(len(rows), rows[0]["id"], rows[0]["images"][1].size, rows[0]["ground_truth"]["literal"], first["doc_id"])
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(repository)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.stdout.split("\n")[0] == "8 forms-7-00000-1 (167, 84) null forms-7-00000", run.stderr


def test_the_hub_viewers_steps_work(repository: Path) -> None:
    """It takes the features of a config's first split, casts every file to them, and shows the first rows."""
    files = sorted((repository / "data" / "forms").glob("*.parquet"))
    features = Features.from_arrow_schema(pq.read_schema(files[0]))
    assert features == question_features()
    for path in files:
        table = pq.read_table(path)
        assert table.schema.names == list(question_columns())
        shown = table_cast(table, features.arrow_schema).slice(0, 100)
        encoded = shown.column("image")[0].as_py()
        assert Pictures.open(io.BytesIO(Image().encode_example(encoded)["bytes"])).format == "PNG"
    for path in files:
        index = pq.ParquetFile(path)
        assert all(index.metadata.row_group(0).column(i).has_offset_index for i in range(3))


def test_the_card_lists_what_is_there_and_no_dataset_info(repository: Path) -> None:
    card = (repository / "README.md").read_text(encoding="utf-8")
    header = yaml.safe_load(card.split("---\n")[1])
    assert "dataset_info" not in header
    assert [config["config_name"] for config in header["configs"]] == ["default", "forms", "documents"]
    for config in header["configs"]:
        for item in config["data_files"]:
            assert list(repository.glob(item["path"])), item
    assert header["size_categories"] == ["n<1K"] and header["license"] == "apache-2.0"
    assert "| forms | nested | 8 |" in card


def test_a_folder_built_anew_is_not_loaded_from_the_cache_of_before(tmp_path: Path) -> None:
    loaded = []
    for seed in (1, 2):
        folder = tmp_path / str(seed) / "data"
        build_repository({"forms": FormsConfig(documents=1, seed=seed)}, folder)
        loaded += load_dataset(str(folder), "forms", cache_dir=str(tmp_path / "cache"), split="all")["id"]
    assert [name.split("-")[1] for name in loaded] == ["1", "2"]


def card_of(arguments: dict[str, object], figures: dict[str, int]) -> tuple[dict[str, object], str]:
    """Return the header and the text of the card of a build of forms."""
    built = {"documents": 1, "rows": {"flat": 1}, "refused": {}, "figures": figures}
    manifest = {"docassay": "1", "versions": {}, "arguments": {"forms": arguments}, "families": {"forms": built}}
    _, header, text = render_card({**manifest, "failed": {}}).split("---\n", 2)
    return yaml.safe_load(header), text


def test_templates_keep_their_terms() -> None:
    header, text = card_of({"templates": "my-forms"}, {})
    assert (header["license"], header["license_name"]) == ("other", "terms-of-templates")
    assert header["license_details"] == "The templates keep the terms under which they were published."
    assert "source_datasets" not in header and "The templates keep the terms" in text
    made, text = card_of({"templates": None}, {})
    assert (made["license"], made["source_datasets"]) == ("apache-2.0", ["original"])
    assert "license_name" not in made and "keep the terms" not in text


def test_the_card_explains_knobs_and_limits_and_repeats_no_zeros() -> None:
    _, text = card_of({"scan": 1}, {"fields scored": 12, "refused: no value shows": 0})
    assert "| fields scored | 12 |" in text and "no value shows" not in text
    built = FORMS.build(FormsConfig(scan=1), Task(0))
    assert isinstance(built, BuiltDocument)
    explained = text.partition("Keys of `knobs` of `forms`")[2].partition("The `documents` config")[0]
    assert [line.split("`")[1] for line in explained.splitlines() if line.startswith("| `")] == list(
        built.rows[0][1]["knobs"]
    )
    limits = text.partition("## Known limits")[2].partition("## Licence")[0]
    assert "Check boxes and radio buttons" in limits and "fits its caption poorly" in limits


def test_configs_of_several_families_list_all_splits_and_columns() -> None:
    built = {"forms": {"rows": {"table": 3}}, "hops": {"rows": {"hops": 2}}, "rubrics": {"rows": {}}}
    default, hops, forms, documents = card_configs(built, "0a1b")
    assert {each["description"] for each in (default, hops, forms, documents)} == {"data 0a1b"}
    assert default["data_files"] == [
        {"split": "hops", "path": "data/hops/hops-*.parquet"},
        {"split": "table", "path": "data/forms/table-*.parquet"},
    ]
    assert set(default["columns"]) == set(family_columns("forms")) | set(family_columns("hops"))
    assert (hops["columns"], forms["columns"]) == (family_columns("hops"), family_columns("forms"))
    assert documents["data_files"] == [
        {"split": "hops", "path": "data/documents/hops-*.parquet"},
        {"split": "forms", "path": "data/documents/forms-*.parquet"},
    ]


def test_the_committed_card_of_the_project_is_what_the_template_gives() -> None:
    committed = (ROOT / "dataset_card.md").read_text(encoding="utf-8")
    assert committed == render_card(), "stale: run python -m dataset_builder.card > dataset_card.md"


# -- Parquet


def pages(rng: random.Random, count: int, size: int) -> list[bytes]:
    return [rng.randbytes(size) for _ in range(count)]


def test_an_image_is_stored_once_however_many_questions_share_it(tmp_path: Path) -> None:
    rng, tables, distinct = random.Random(5), [], 0
    for index in range(3):
        doc_id, images = f"forms-1-{index:05d}", pages(rng, 6, 300_000)
        distinct += sum(map(len, images)) + len(images[0])  # `image` is a column of its own
        records = [record(doc_id, number, image=images[0], images=images) for number in range(9)]
        tables.append(question_table(doc_id, records))
    path = tmp_path / "flat.parquet"
    write_parquet(path, tables, question_features())
    assert distinct <= path.stat().st_size <= distinct * 1.02
    assert sum(table.nbytes for table in tables) > distinct * 8
    assert pq.read_table(path).column("images").to_pylist() == pa.concat_tables(tables).column("images").to_pylist()


def test_row_groups_hold_whole_documents_under_both_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "ROW_GROUP_BYTES", 100_000)
    rng = random.Random(6)
    tables = []
    for index, (rows, size) in enumerate([(40, 10), (40, 10), (40, 10), (3, 40_000), (2, 10), (250, 10)]):
        doc_id, image = f"forms-1-{index:05d}", rng.randbytes(size)
        tables.append(question_table(doc_id, [record(doc_id, number, image=image) for number in range(rows)]))
    groups = [group.column("doc_id").to_pylist() for group in row_groups(tables)]
    assert [(len(group), sorted({name[-1] for name in group})) for group in groups] == [
        (80, ["0", "1"]),
        (40, ["2"]),
        (3, ["3"]),
        (86, ["4", "5"]),
        (84, ["5"]),
        (82, ["5"]),
    ]


def test_what_the_viewer_reads_for_any_100_rows_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of 60, 60, 99, 1 and 60 rows: 100 rows touch three of them at most, and all three small ones never."""
    rng, tables, path = random.Random(8), [], tmp_path / "flat.parquet"
    for index, (rows, size) in enumerate([(60, 100_000), (60, 100_000), (99, 300_000), (1, 500_000), (60, 100_000)]):
        doc_id, image = f"forms-1-{index:05d}", rng.randbytes(size)
        tables.append(question_table(doc_id, [record(doc_id, number, image=image) for number in range(rows)]))
    monkeypatch.setattr(export, "ROW_GROUP_BYTES", 1)
    write_parquet(path, tables, question_features())
    assert 900_000 <= export.viewer_bytes(path) <= 1_000_000  # the 99, the 1 and the last 60


def test_a_large_split_is_spread_over_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "SHARD_BYTES", 450_000)
    rng, parts = random.Random(7), []
    for index in range(5):
        doc_id = f"forms-1-{index:05d}"
        parts.append(tmp_path / f"{index}.parquet")
        write_parquet(
            parts[-1], [question_table(doc_id, [record(doc_id, 0, image=rng.randbytes(150_000))])], question_features()
        )
    names = export.write_split(tmp_path / "out", "forms", "flat", parts, question_features())
    assert names == [f"data/forms/flat-0000{number}-of-00003.parquet" for number in range(3)]
    ids = [pq.read_table(tmp_path / "out" / name).column("doc_id").to_pylist() for name in names]
    assert [name[-1] for group in ids for name in group] == list("01234") and [len(group) for group in ids] == [2, 2, 1]


def test_a_split_without_documents_has_no_file(tmp_path: Path) -> None:
    assert export.write_split(tmp_path, "forms", "flat", [], question_features()) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answer_type": "essay"}, "forms-1-00000-0: answer_type 'essay' is not one of number, year"),
        ({"colour": "red"}, "forms-1-00000-0: unknown columns colour"),
        ({"knobs": "size"}, "forms-1-00000-0: knobs 'size' is neither a JSON object nor an array"),
        ({"schema": 3}, "forms-1-00000-0: schema 3 is neither a JSON object nor an array"),
        ({"doc_id": "forms-1-00001"}, "forms-1-00000-0: doc_id 'forms-1-00001' is not that of document forms-1-00000"),
        ({"id": "other-0"}, "other-0: doc_id 'forms-1-00000' is not that of document forms-1-00000"),
    ],
)
def test_a_record_that_breaks_the_contract_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        question_table("forms-1-00000", [{**record("forms-1-00000", 0), **change}])
    assert message in str(error.value)


def test_two_questions_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="forms-1-00000-0: 2 questions of the document have this id"):
        question_table("forms-1-00000", [record("forms-1-00000", 0), record("forms-1-00000", 0)])


def test_an_upload_leaves_out_an_unfinished_build(repository: Path, tmp_path: Path) -> None:
    out = shutil.copytree(repository, tmp_path / "out")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAMILIES, "forms", "tiny_family")
        build_repository({"forms": TinyConfig(documents=3, fail=1)}, out, overwrite=True)
    files = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    kept = sorted(filter_repo_objects(files, ignore_patterns=list(NOT_UPLOADED)))
    assert len(files) > len(kept)
    manifest = json.loads((out / "docassay.json").read_text(encoding="utf-8"))
    assert kept == sorted([*manifest["checksums"], "docassay.json"])


def test_a_write_that_fails_leaves_no_file_of_that_name(tmp_path: Path) -> None:
    def tables() -> Any:
        yield question_table("forms-1-00000", [record("forms-1-00000", 0)])
        raise RuntimeError("no more")

    path = tmp_path / "flat.parquet"
    with pytest.raises(RuntimeError, match="no more"):
        write_parquet(path, tables(), question_features())
    assert not path.exists()


def test_checksums_are_those_of_the_files(repository: Path) -> None:
    manifest = json.loads((repository / "docassay.json").read_text(encoding="utf-8"))
    listed = set(manifest["checksums"]) | {"docassay.json"}
    assert listed == {path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file()}
    sums = subprocess.run(
        ["sha256sum", *manifest["checksums"]], cwd=repository, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    assert {line[66:]: line[:64] for line in sums if line} == manifest["checksums"]


def test_tables_are_those_that_datasets_makes() -> None:
    """They are made without ``Dataset.from_list``, which hashes all content."""
    doc_id, picture = "forms-1-00000", {"bytes": b"x", "path": None}
    values = [
        {"schema": {"a": [1]}, "images": [picture], "image": picture, "evidence": None, "axes": None, "num_pages": 1},
        {"schema": None, "images": [], "image": None, "evidence": [], "axes": ["a", "b"], "key_facts": [{"n": None}]},
    ]
    ours = question_table(doc_id, [record(doc_id, number, **value) for number, value in enumerate(values)])
    written = {"schema": ['{"a":[1]}', None], "key_facts": [None, ['{"n":null}']]}
    rows = [
        {
            **dict.fromkeys(question_columns()),
            **record(doc_id, number, **value, pdf_path=document_path(doc_id)),
            **{column: texts[number] for column, texts in written.items()},
        }
        for number, value in enumerate(values)
    ]
    theirs = Dataset.from_list(rows, features=question_features()).data.table.combine_chunks()
    assert ours.schema.equals(theirs.schema, check_metadata=True)
    assert ours.equals(theirs)


def test_a_full_disk_names_the_file_and_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "held.json"
    write_atomically(path, b"{}")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match=f"'{path}'"):
            write_atomically(path, b"x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"{}"]
