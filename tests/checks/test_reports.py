"""Reports as built, and spoilt in many ways, each of which the check must see."""

from __future__ import annotations

import functools
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reports_drafts import Draft
from reports_plants import PLANTS
from reports_question_plants import QUESTION_PLANTS

from dataset_builder.build import build_repository
from dataset_builder.checks import charts, inspection
from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import read_pages
from dataset_builder.checks.inspection import Options, inspect_document
from dataset_builder.checks.repository import check_repository, iterate_documents
from dataset_builder.families.reports.family import ReportsConfig
from dataset_builder.families.reports.page import report_printer
from dataset_builder.seeds import rng_for

FEWEST_PLANTED, FEWEST_KINDS = 200, 25
TRIES = 6
"""Drafts that a plant may try, since another question or chart may have a place for it."""
REWRITING = {"change_a_number_that_is_told", "change_a_number_of_a_caption", "point_at_a_figure_that_is_not_there"}
ALL = PLANTS | QUESTION_PLANTS
SMALL: tuple[dict[str, Any], ...] = (
    {"topic": "public-libraries", "layout": "academic", "seed": 1},
    {"topic": "school-meals", "layout": "dashboard", "seed": 2},
    {"topic": "public-libraries", "layout": "editorial", "seed": 5},
)


def build(out: Path, **config: Any) -> list[Document]:
    """Return the reports of a repository built for the test, with their chart questions."""
    build_repository(
        {"reports": ReportsConfig(**{"documents": 1, "pages": 12, "words": 4_000, "charts": 6} | config)}, out
    )
    return [document for document in iterate_documents(out) if document.split == "chart"]


def spoil_a_trace(root: Path) -> None:
    """Move the ticks of all scales in the trace of a repository's only document."""
    (path,) = root.glob("documents/*/*.trace.json")
    trace = json.loads(path.read_text(encoding="utf-8"))
    for chart in trace["charts"].values():
        for tick in chart["ticks"]:
            tick["position"] += 40
    path.write_text(json.dumps(trace), encoding="utf-8")


read = functools.lru_cache(maxsize=16)(read_pages)


@pytest.fixture(autouse=True, scope="module")
def read_each_pdf_once() -> Iterator[None]:
    """Keep the pages of a PDF that many plants leave as it is."""
    patch = pytest.MonkeyPatch()
    for module in (charts, inspection):
        patch.setattr(module, "read_pages", read)
    yield
    patch.undo()
    report_printer().close()


def find(document: Document) -> list[str]:
    """Return the violations of a report, in words."""
    return [str(found) for found in inspect_document(document, Options(draw=False))]


def plant_in(document: Document, number: int, name: str) -> Document | None:
    """Return the document with the plant in it, or None where it cannot be planted."""
    for attempt in range(TRIES):
        draft = Draft.of(document)
        if ALL[name][1](draft, rng_for("plant", number, attempt, name)):
            return draft.finish()
    return None


def missed(document: Document, number: int, name: str) -> str:
    """Return "" if the plant is found, "none" if there is no place for it, else what was found instead."""
    spoiled = plant_in(document, number, name)
    if spoiled is None:
        return "none"
    found = find(spoiled)
    if name in REWRITING:  # all that is kept of a text was changed with the page
        found = [text for text in found if " on page " not in text]
    return "" if any(text.split(":")[0] in ALL[name][0] for text in found) else f"found {found}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="module")
def reports(folder: Path) -> list[Document]:
    return [document for number, small in enumerate(SMALL) for document in build(folder / str(number), **small)]


def test_reports_as_built_have_no_violation(reports: list[Document]) -> None:
    for document in reports:
        assert find(document) == []
        assert find(Draft.of(document).finish()) == [], "the draft itself changes something"


@pytest.mark.usefixtures("reports")
def test_a_report_with_questions_in_three_splits_is_read_and_told_of_once(folder: Path, tmp_path: Path) -> None:
    root = tmp_path / "out"
    shutil.copytree(folder / "0", root)
    assert len(list(root.glob("data/reports/*.parquet"))) == 3
    spoil_a_trace(root)
    finding = check_repository(root, fast=True)
    assert (finding.documents, finding.read) == (1, 1)
    found = [str(each) for each in finding.violations if each.kind == "chart-scale"]
    assert found and len(found) == len(set(found))


@pytest.mark.parametrize("name", list(ALL)[::6])
def test_some_plants_are_found(name: str, reports: list[Document]) -> None:
    results = (missed(document, number, name) for number, document in enumerate(reports))
    result = next((result for result in results if result != "none"), None)
    if result is None:
        pytest.skip("no question of the small reports has a place for this plant")
    assert result == ""


@pytest.mark.slow
def test_all_plants_are_found_in_all_reports(reports: list[Document], tmp_path: Path) -> None:
    planted, wrong = Counter[str](), []
    whole = build(tmp_path / "whole", seed=6, pages=None, words=None, charts=None)
    several = [(document, name) for document in reports for name in ALL]
    several += [(document, name) for document in whole for name in list(ALL)[::4]]
    for document, name in several:
        result = missed(document, 0, name)
        planted[name] += result != "none"
        if result not in ("", "none"):
            wrong.append((document.doc_id, name, result))
    print(f"{planted.total()} planted, {planted.total() - len(wrong)} found, of {len(+planted)} kinds")
    assert wrong == []
    assert planted.total() >= FEWEST_PLANTED and len(+planted) >= FEWEST_KINDS
