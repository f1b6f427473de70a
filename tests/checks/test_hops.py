"""Hops pages as built, and spoilt in many ways, each of which the check must see."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hops_drafts import Draft
from hops_plants import PLANTS

from dataset_builder.build import build_repository
from dataset_builder.checks import charts
from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import read_pages
from dataset_builder.checks.hops import check_hops
from dataset_builder.checks.repository import iterate_documents
from dataset_builder.families.hops.family import HopsConfig
from dataset_builder.seeds import rng_for

FEWEST_PLANTED = 200


def build(out: Path, documents: int) -> list[Document]:
    """Return pages of a repository built for the test."""
    build_repository({"hops": HopsConfig(documents=documents, seed=38)}, out)
    return list(iterate_documents(out))


read = functools.lru_cache(maxsize=16)(read_pages)


@pytest.fixture(autouse=True, scope="module")
def read_each_pdf_once() -> Iterator[None]:
    """Keep the pages of a PDF that many plants leave as it is."""
    patch = pytest.MonkeyPatch()
    patch.setattr(charts, "read_pages", read)
    yield
    patch.undo()


def find(document: Document) -> list[str]:
    """Return the violations of a page, in words."""
    pages = read(document.pdf or b"")
    return [str(found) for record in document.questions for found in check_hops(document, record, pages)]


def plant_in(document: Document, number: int, name: str) -> Document | None:
    """Return the document with the plant in it, or None where it cannot be planted."""
    draft = Draft.of(document)
    return draft.finish() if PLANTS[name][1](draft, rng_for("plant", number, 0, name)) else None


def missed(document: Document, number: int, name: str) -> str:
    """Return "" if the plant is found, "none" if there is no place for it, else what was found instead."""
    spoiled = plant_in(document, number, name)
    if spoiled is None:
        return "none"
    found = find(spoiled)
    if name.endswith("_on_the_page"):  # all that is kept of the text was changed with it
        found = [text for text in found if " on the page: " not in text]
    return "" if any(text.split(":")[0] in PLANTS[name][0] for text in found) else f"found {found}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    return build(tmp_path_factory.mktemp("hops") / "few", 2)


def test_pages_as_built_have_no_violation(pages: list[Document]) -> None:
    for document in pages:
        assert find(document) == []
        assert find(Draft.of(document).finish()) == [], "the draft itself changes something"


@pytest.mark.parametrize("name", PLANTS)
def test_each_plant_is_found(name: str, pages: list[Document]) -> None:
    results = (missed(document, number, name) for number, document in enumerate(pages))
    assert next((result for result in results if result != "none"), "no page has a place for this plant") == ""


@pytest.mark.slow
def test_all_plants_are_found_in_all_pages(tmp_path: Path) -> None:
    planted, wrong = Counter[str](), []
    for number, document in enumerate(build(tmp_path / "many", 12)):
        for name in PLANTS:
            result = missed(document, number, name)
            planted[name] += result != "none"
            if result not in ("", "none"):
                wrong.append((document.doc_id, name, result))
    print(f"{planted.total()} planted, {planted.total() - len(wrong)} found")
    assert wrong == []
    assert planted.total() >= FEWEST_PLANTED and set(planted) == set(PLANTS)
