"""Documents made while they are loaded: a ``datasets`` builder with one config a family.

>>> DocAssay(config_name="forms", documents=3, seed=1).config.seed
1

``download_and_prepare()`` and ``as_dataset()`` give the rows of ``docassay build`` with the same arguments;
``as_streaming_dataset()`` makes each document when it is reached.
"""

from __future__ import annotations

import dataclasses
import importlib.metadata
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet as pq

from dataset_builder.build import describe_build
from dataset_builder.families import FAMILIES, Task, load_family
from dataset_builder.schema import SPLITS, canonical_json, family_columns, question_features
from dataset_builder.staging import stage_document

_VERSION = importlib.metadata.version("docassay")


@dataclass
class FamilyBuilderConfig(datasets.BuilderConfig):
    """Config of one family, named like it: the fields of the family's own config are attributes of this one."""

    def __post_init__(self) -> None:
        """Take over the defaults of the family's config."""
        super().__post_init__()
        for field in dataclasses.fields(load_family(self.name).config_class):
            setattr(self, field.name, field.default)

    def family_config(self) -> Any:
        """Return the family's own config; raises ``ValueError`` if a value is not allowed."""
        config_class = load_family(self.name).config_class
        return config_class(**{field.name: getattr(self, field.name) for field in dataclasses.fields(config_class)})

    def create_config_id(self, config_kwargs: dict, custom_features: datasets.Features | None = None) -> str:
        """Return the name of the cache folder: other for other arguments, inputs, versions or source code."""
        config = self.family_config()
        identity = describe_build({self.name: config}, {self.name: load_family(self.name).plan(config)})
        return str(super().create_config_id({"build": canonical_json(identity)}, custom_features))


class DocAssay(datasets.GeneratorBasedBuilder):
    """Builds the questions of one family.

    ``num_proc`` spreads the documents over processes. A split to which no document belongs is left out of
    ``as_dataset()``, which can't hold an empty one; as a stream it is there and ends at once.
    """

    BUILDER_CONFIG_CLASS = FamilyBuilderConfig
    BUILDER_CONFIGS = [FamilyBuilderConfig(name=name, version=_VERSION) for name in FAMILIES]  # noqa: RUF012
    DEFAULT_WRITER_BATCH_SIZE = 100

    _stage: Path | None = None

    def _info(self) -> datasets.DatasetInfo:
        features = question_features()
        columns = family_columns(self.config.name)
        return datasets.DatasetInfo(
            description=f"docassay, family {self.config.name}",
            features=datasets.Features({column: features[column] for column in columns}),
            license="apache-2.0",
        )

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        tasks = list(load_family(self.config.name).plan(self.config.family_config()))
        return [
            datasets.SplitGenerator(name=split, gen_kwargs={"tasks": tasks, "split": split})
            for split in SPLITS[self.config.name]
        ]

    def _download_and_prepare(self, dl_manager: Any, verification_mode: Any, **options: Any) -> None:
        """Keep each document from one split to the next, so that it is made once; then leave out empty splits."""
        Path(self._cache_dir_root).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._cache_dir_root, prefix="docassay-") as folder:
            self._stage = Path(folder)
            super()._download_and_prepare(dl_manager, verification_mode, **options)
        self._stage = None
        for split in [name for name, info in self.info.splits.items() if not info.num_examples]:
            del self.info.splits[split]

    def _generate_examples(self, tasks: Sequence[Task], split: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for task in tasks:
            if self._stage is not None:
                yield from self._make_rows(task, split, self._stage)
            else:
                with tempfile.TemporaryDirectory(prefix="docassay-") as folder:
                    yield from self._make_rows(task, split, Path(folder))

    def _make_rows(self, task: Task, split: str, stage: Path) -> Iterator[tuple[str, dict[str, Any]]]:
        name, folder = self.config.name, stage / f"{task.index:05d}"
        summary = stage_document(load_family(name), self.config.family_config(), task, folder)
        if summary.failed:
            raise RuntimeError(f"{name}: document {task.index} ({task.source}) failed with {summary.reason}")
        if split in summary.splits:
            for row in pq.read_table(folder / f"{split}.parquet", columns=family_columns(name)).to_pylist():
                yield row["id"], row
