"""The builder class: the rows of a built repository, by processes and as a stream, with a cache that sees edits."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from datasets import load_dataset
from datasets.exceptions import DatasetGenerationError
from tiny_family import TinyConfig

import dataset_builder.build as build
from dataset_builder.build import build_repository
from dataset_builder.builder import DocAssay, FamilyBuilderConfig
from dataset_builder.families import FAMILIES, load_family
from dataset_builder.schema import family_columns

with pytest.MonkeyPatch.context() as _patch:
    _patch.setitem(FAMILIES, "forms", "tiny_family")
    TINY_CONFIG = FamilyBuilderConfig(name="forms", version="0.1.0")


class TinyBuilder(DocAssay):
    """The builder for the tiny family; a class of its own, since a builder class remembers its configs."""

    BUILDER_CONFIGS = [TINY_CONFIG]  # noqa: RUF012


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the tiny family in the place of the forms; the source does not change under a test."""
    monkeypatch.setitem(FAMILIES, "forms", "tiny_family")
    monkeypatch.setattr(build, "source_fingerprint", lambda: "as it is")


def builder(cache: Path, **options: Any) -> DocAssay:
    return TinyBuilder(config_name="forms", cache_dir=str(cache), **options)


def plain(rows: Any) -> list[dict[str, Any]]:
    """Return rows with images as (size, pixels)."""
    return [
        {
            name: [(image.size, image.tobytes()) for image in value]
            if name == "images"
            else (value.size, value.tobytes())
            if name.startswith("image")
            else value
            for name, value in row.items()
        }
        for row in rows
    ]


@pytest.mark.parametrize("processes", [None, 2])
def test_it_gives_the_rows_of_a_built_repository(tmp_path: Path, processes: int | None) -> None:
    build_repository({"forms": TinyConfig(documents=3, seed=1, refuse=1)}, tmp_path / "out")
    repository = load_dataset(str(tmp_path / "out"), "forms", cache_dir=str(tmp_path / "cache"))
    made = builder(tmp_path / "cache", documents=3, seed=1, refuse=1)
    made.download_and_prepare(num_proc=processes)
    dataset = made.as_dataset()
    assert {split: len(rows) for split, rows in dataset.items()} == {"flat": 2, "nested": 4}
    for split in ("flat", "nested"):
        assert dataset[split].features == repository[split].features
        assert plain(dataset[split]) == plain(repository[split])
    assert not list((tmp_path / "cache").glob("docassay-*"))


def test_each_document_is_made_once_for_all_splits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tiny_family

    made, make = [], tiny_family.TinyFamily.build
    monkeypatch.setattr(tiny_family.TinyFamily, "build", lambda *args: made.append(args[2].index) or make(*args))
    builder(tmp_path, documents=3).download_and_prepare()
    assert made == [0, 1, 2]


def test_a_stream_makes_documents_as_they_are_reached(tmp_path: Path) -> None:
    script = """
        import itertools, sys
        sys.path.insert(0, sys.argv[1])
        from dataset_builder.families import FAMILIES, load_family
        FAMILIES["forms"] = "tiny_family"
        from dataset_builder.builder import DocAssay
        stream = DocAssay(config_name="forms", cache_dir=sys.argv[2], documents=2000, seed=1).as_streaming_dataset()
        for row in itertools.islice(stream["nested"], 3):
            print(row["id"], row["images"][1].size, row["ground_truth"]["literal"])
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(Path(__file__).parent), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.stdout.splitlines() == [
        "forms-1-00000-1 (167, 84) null",
        "forms-1-00000-2 (167, 84) null",
        "forms-1-00001-1 (167, 84) null",
    ], run.stderr


def test_the_cache_is_another_for_other_arguments_or_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [builder(tmp_path, **options).cache_dir for options in ({}, {"seed": 1}, {"seed": 1}, {"documents": 5})]
    monkeypatch.setattr(build, "source_fingerprint", lambda: "edited")
    folders.append(builder(tmp_path).cache_dir)
    assert folders[1] == folders[2] and len(set(folders)) == 4


def test_only_the_familys_columns_are_there(tmp_path: Path) -> None:
    assert list(builder(tmp_path).info.features) == family_columns("forms")


def test_a_document_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetGenerationError) as error:
        builder(tmp_path, documents=3, fail=1).download_and_prepare()
    assert str(error.value.__cause__) == ("forms: document 1 (tiny 1) failed with RuntimeError: document 1 was to fail")


def test_wrong_options_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="delay 11 is not between 0 and 10"):
        builder(tmp_path, delay=11)
    with pytest.raises(ValueError, match="doesn't have a 'colour' key"):
        builder(tmp_path, colour="red")


@pytest.mark.slow
def test_forms_are_the_same_by_either_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "forms", "dataset_builder.families.forms.family")
    config = load_family("forms").config_class(documents=3, seed=1)
    build_repository({"forms": config}, tmp_path / "out")
    repository = load_dataset(str(tmp_path / "out"), "forms", cache_dir=str(tmp_path / "cache"))
    made = DocAssay(config_name="forms", cache_dir=str(tmp_path / "cache"), documents=3, seed=1)
    made.download_and_prepare()
    dataset = made.as_dataset()
    assert set(dataset) == set(repository) and sum(map(len, dataset.values())) == 3
    for split, rows in dataset.items():
        assert plain(rows) == plain(repository[split])
