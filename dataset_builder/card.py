"""The dataset card: ``README.md`` of a repository, and ``dataset_card.md`` of the project.

``python -m dataset_builder.card > dataset_card.md`` writes the latter anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from datasets import Json, List, Value
from huggingface_hub import DatasetCardData

from dataset_builder.export import data_digest
from dataset_builder.families import FAMILIES as GENERATORS
from dataset_builder.families.forms.composition import PUBLISHED
from dataset_builder.families.reports.composition import PUBLISHED as PUBLISHED_OF_REPORTS
from dataset_builder.schema import (
    CORE_COLUMNS,
    DOCUMENT_COLUMNS,
    FAMILIES,
    FAMILY_COLUMNS,
    SPLITS,
    family_columns,
    question_columns,
)

_TEMPLATE = Path(__file__).resolve().parent / "assets" / "dataset_card.md.j2"

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

_MEANINGS = {
    "id": "`<family>-<seed>-<document>-<question>`",
    "family": "family of the generator",
    "doc_id": "the document; rows of one document stand together",
    "question": "what the model is asked",
    "answer": "reference answer; JSON text where `answer_type` is `json`",
    "answer_type": "kind of the answer, which decides how it is compared",
    "image": "the page to look at first",
    "images": "all pages in order",
    "text": "text as the PDF gives it, unsorted",
    "layout_text": "text aligned by whitespace: a table row on one line, values under their headings",
    "num_pages": "pages of the document",
    "pdf_path": "the PDF in this repository",
    "knobs": "the controlled axes and their values",
    "pair_id": "rows that share it differ in one knob only",
    "level": "difficulty, L1 to L5",
    "category": "fine category or task",
    "domain": "topic domain",
    "evidence": "where the answer stands: page (from 1), box in PDF points from the top left, kind, reference",
    "program": "the operations that give the answer, as JSON",
    "wrong_answers": "what a reader who errs in a named way would say",
    "metric": "the metric module that scores the row",
    "schema": "JSON Schema of what is to be extracted",
    "ground_truth": "the object that a perfect extraction gives; null where the form is left empty",
    "excluded_fields": "paths that are not scored; the document's `manifest` says why under `findings`",
    "image_50dpi": "the first page drawn at 50 DPI",
    "question_type": "chart, cross_modal or complex, as the split",
    "difficulty": "as `level`, by the paper's name",
    "reasoning": "steps from the evidence to the answer",
    "required_facts": "ids of the facts that must be read, as in the document's `manifest`",
    "required_facts_text": "the same in words",
    "fact_sources": "the chapter of each",
    "chart_index": "which of the document's charts is asked about, from 1; null for a table and where there is none",
    "chart_title": "title of the chart or table asked about",
    "required_data_points": "the readings that the answer needs, as `label: value unit`",
    "topic": "which of the written topics",
    "layout": "archetype of the pages",
    "chart_type": "of the chart asked about; `table` for a table",
    "position": "ordinal k of the chart over the K of the document (a table has that of the last chart before it)",
    "evidence_distance": "pages between the farthest pieces of evidence as printed; null where there is one piece",
    "num_words": "words of `text`",
    "num_charts": "charts of the document",
    "key_facts": "what a full answer states: name, value, unit, tolerance, other ways to say it; for a judge of facts",
    "task": "one of value_retrieval, counting, numeric_reasoning, ranking, hypothetical, fact_checking",
    "depth": "steps and merges on the longest path through the rules, 2 to 5",
    "chart_num": "charts of the page",
    "reference_label": "what narrative and question call the entities asked about",
    "tables": "what each chart shows: type, title, unit, columns, and the values of every entity",
    "task_id": "domain, mechanism, seed and number of the task",
    "axes": "capability axes that it tests, that of its mechanism first",
    "rubric": "atomic criteria: id, criterion, type, severity and the like, and a check that decides it",
    "gold": "a full answer that meets every criterion",
    "worker_note": "the parsing challenge in plain words",
    "pdf": "the document itself",
    "manifest": "what the document was made from",
}


_KNOBS = {
    "forms": {
        "fields": "values the form asks for",
        "filled": "those that are filled in",
        "depth": "named steps of the deepest path",
        "tables": "arrays of the truth",
        "rows": "of the largest array",
        "columns": "of the largest array",
        "source": "`made` if docassay drew the blank form, `template` if it was given",
        "scan": "strength of the scanner that the images seem to come from, 0 (none) to 3",
        "scan_angles": "degrees by which each page image lies askew, counter-clockwise; only where `scan` is not 0",
    },
    "reports": {
        "pages": "of the document",
        "words": "of its text outside charts",
        "charts": "of the document",
        "tables": "of the document",
        "layout": "archetype of the pages",
        "style": "house style of the charts",
        "chart_types": "by chart, in order",
        "topic": "which of the written topics",
        "sections": "chapters",
        "asked_pages": "that the build wanted",
        "asked_words": "that the build wanted",
        "position": "third of the charts in which the chart asked about stands: early, middle, late",
        "min_distance": "pages that had to lie between the evidence; of cross_modal and complex questions",
        "scan": "strength of the scanner that the images seem to come from, 0 (none) to 3",
        "scan_angles": "degrees by which each page image lies askew, counter-clockwise; only where `scan` is not 0",
    },
    "hops": {
        "task": "of the page's first question",
        "depth": "of the trace",
        "charts": "on the page",
        "entities": "on every chart",
        "selected": "entities that the rules select",
        "atoms": "rules that are not merges",
        "merges": "places where branches are joined by AND or OR",
        "chart_types": "by chart",
        "topic": "which of the written topics",
        "genre": "of the narrative",
        "label_first": "whether the reference label comes before the rules",
        "words": "of the narrative",
        "design": "of the page",
        "scan": "strength of the scanner that the image seems to come from, 0 (none) to 3",
        "scan_angles": "degrees by which the image lies askew, counter-clockwise; only where `scan` is not 0",
    },
    "rubrics": {
        "design": "of the document",
        "mechanism": "by which the item tests its axis",
        "axis": "of the eleven capability axes",
        "tier": "of the axis",
        "style": "lookup, comparison, reconciliation, calculation, summary or unsupported",
        "length": "`standard`, as documents of the design come, or `long`, with more matter around what is asked about",
        "pages": "of the document",
        "criteria": "of the rubric",
        "evidence_pages": "pages on which evidence stands",
        "evidence_distance": "pages between the first and the last of them",
        "scan": "strength of the scanner that the images seem to come from, 0 (none) to 3",
        "scan_angles": "degrees by which each page image lies askew, counter-clockwise; only where `scan` is not 0",
    },
}
_IMPORTED_KNOBS = {
    "forms": {
        **{name: _KNOBS["forms"][name] for name in ("fields", "filled", "depth", "tables", "rows", "columns")},
        "source": "layout of the data that were imported",
        "pdf": "whether the PDF is the published one or was drawn from the image",
    },
    "hops": {
        "task": "as published",
        "depth": "as published",
        "charts": "on the page",
        "source": "layout of the data that were imported",
    },
    "rubrics": {
        "pages": "of the document",
        "criteria": "of the rubric",
        "source": "layout of the data that were imported, or `authored`",
        "published": "columns of the published row that have no other place; of imported data",
        "draft": "whether a step of the workflow is not on record yet; of written tasks, as the keys below",
        "axis": "the first of the axes",
        "tier": "of the axis",
        "style": "lookup, comparison, reconciliation, calculation, summary or unsupported",
        "mechanism": "by which the task tests its axis, where it is told",
    },
}


@dataclass(frozen=True)
class _Column:
    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """Figures of a build as a table: ``rows`` are a name and a cell a column, "" where there is none."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


_CELL = " | "


def list_loose(figures: Mapping[str, int | float]) -> dict[str, int | float]:
    """Return the figures that stand for themselves, and in no table."""
    return {name: figure for name, figure in figures.items() if _CELL not in name}


def group_figures(figures: Mapping[str, int | float], published: Mapping[str, int | float]) -> list[Table]:
    """Return the tables of a build's figures, whose names are ``table | row | column``.

    A column for which there are published figures has a second one with these.

    >>> figures = {"Size | pages | mean": 49.5, "Size | words | mean": 20000}
    >>> (table,) = group_figures(figures, {"Size | pages | mean": 51})
    >>> table.columns, table.rows
    (('mean', 'mean (paper)'), (('pages', ('49.5', '51')), ('words', ('20,000', ''))))
    """
    held: dict[str, dict[tuple[str, str], float]] = {}
    for name, figure in figures.items():
        if _CELL in name:
            table, row, column = name.split(_CELL)
            held.setdefault(table, {})[row, column] = figure
            if name in published:
                held[table][row, f"{column} (paper)"] = published[name]
    return [_tabulate(title, cells) for title, cells in held.items()]


def _tabulate(title: str, cells: Mapping[tuple[str, str], float]) -> Table:
    plain = list(dict.fromkeys(column for _, column in cells if not column.endswith("(paper)")))
    found = {column for _, column in cells}
    columns = [column for name in plain for column in (name, f"{name} (paper)") if column in found]
    rows = dict.fromkeys(row for row, _ in cells)
    return Table(
        title,
        tuple(columns),
        tuple((row, tuple(_print(cells.get((row, column))) for column in columns)) for row in rows),
    )


def _print(figure: float | None) -> str:
    return "" if figure is None else f"{figure:,}" if isinstance(figure, int) else f"{figure:,.10g}"


def render_card(manifest: Mapping[str, Any] | None = None) -> str:
    """Return the card of a repository as Markdown with its YAML header.

    Args:
        manifest: content of the repository's ``docassay.json`` (with the ``checksums`` of its data); None for the card
            of the project, which describes every family that has a generator and no particular build.
    """
    built = manifest["families"] if manifest else {}
    families = [name for name in FAMILIES if name in (built if manifest else GENERATORS)]
    arguments = manifest["arguments"] if manifest else {}
    imported = {name: held["layout"] for name, held in arguments.items() if "source" in held}
    templates = any(held.get("templates") for held in arguments.values())
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATE.parent),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
    )
    return environment.get_template(_TEMPLATE.name).render(
        header=_header(families, manifest, imported, templates).to_yaml(),
        manifest=manifest,
        imported=imported,
        templates=templates,
        built=built,
        families=families,
        splits=SPLITS,
        rows={split: count for held in built.values() for split, count in held["rows"].items()},
        core=_describe(CORE_COLUMNS),
        figures={
            name: {what: n for what, n in list_loose(held.get("figures", {})).items() if n and what not in PUBLISHED}
            for name, held in built.items()
        },
        tables={name: group_figures(held.get("figures", {}), PUBLISHED_OF_REPORTS) for name, held in built.items()},
        beside={
            name: [(what, held["figures"][what], n) for what, n in PUBLISHED.items() if what in held.get("figures", {})]
            for name, held in built.items()
        },
        knobs={name: (_IMPORTED_KNOBS if name in imported else _KNOBS).get(name, {}) for name in families},
        own={family: _describe(FAMILY_COLUMNS[family]) for family in families},
        documents=_describe(DOCUMENT_COLUMNS),
    )


def _header(
    families: Sequence[str], manifest: Mapping[str, Any] | None, imported: Mapping[str, str], templates: bool
) -> DatasetCardData:
    built = manifest["families"] if manifest else {}
    foreign = "the imported data" if imported else "the templates" if templates else ""
    total = sum(sum(held["rows"].values()) for held in built.values())
    size = next((name for limit, name in _SIZES if total < limit), "n>1M")
    return DatasetCardData(
        pretty_name="docassay",
        language="en",
        license="other" if foreign else "apache-2.0",
        license_name=f"terms-of-{foreign.split()[-1]}" if foreign else None,
        license_details=f"{foreign.capitalize()} keep the terms under which they were published." if foreign else None,
        task_categories=["document-question-answering", "visual-question-answering"],
        tags=["document-understanding", "information-extraction", "synthetic", "benchmark", *families],
        size_categories=[size] if built else None,
        annotations_creators=["machine-generated"],
        language_creators=["machine-generated"],
        source_datasets=["extended"] if imported else None if templates else ["original"],
        configs=card_configs(built, data_digest(manifest) if manifest else "") or None,
    )


def card_configs(built: Mapping[str, Any], digest: str) -> list[dict[str, Any]]:
    """Return the ``configs:`` of a card: all splits together, each family, the documents.

    Every question file holds the union of all columns; ``columns`` narrows what ``datasets`` loads. There is no
    ``dataset_info``, since one with fewer columns than the files hold breaks the Hub viewer. Each config tells the
    digest of the data, since ``datasets`` caches a local folder by its name and this header alone, whatever its files
    hold: a folder that was built anew would give the rows of before.

    Args:
        built: by family, at least ``{"rows": {split: count}}``.
        digest: of the data, as ``data_digest`` gives it.
    """
    held = {family: [split for split in SPLITS[family] if built[family]["rows"].get(split)] for family in built}
    held = {family: held[family] for family in FAMILIES if held.get(family)}
    if not held:
        return []
    own = {column for family in held for column in family_columns(family)}
    configs = [
        {
            "config_name": "default",
            "data_files": [_data_file(family, split) for family, splits in held.items() for split in splits],
            "columns": [column for column in question_columns() if column in own],
        }
    ]
    for family, splits in held.items():
        files = [_data_file(family, split) for split in splits]
        configs.append({"config_name": family, "data_files": files, "columns": family_columns(family)})
    files = [_data_file("documents", family) for family in held]
    configs.append({"config_name": "documents", "data_files": files})
    return [{**config, "description": f"data {digest}"} for config in configs]


def _data_file(folder: str, split: str) -> dict[str, str]:
    return {"split": split, "path": f"data/{folder}/{split}-*.parquet"}


def _describe(columns: Mapping[str, Any]) -> list[_Column]:
    return [_Column(name, _type_name(feature), _MEANINGS.get(name, "")) for name, feature in columns.items()]


def _type_name(feature: Any) -> str:
    if isinstance(feature, Value):
        return str(feature.dtype)
    if isinstance(feature, List):
        return f"list of {_type_name(feature.feature)}"
    if isinstance(feature, Json):
        return "JSON object"
    if isinstance(feature, Mapping):
        return "{" + ", ".join(feature) + "}"
    return type(feature).__name__


if __name__ == "__main__":
    sys.stdout.write(render_card())
