"""Every planted corruption must be found, and named by the right kind."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator

import plants_of_answers  # noqa: F401, it enters its plants
import plants_of_pages  # noqa: F401
import pytest
from drafts import Draft
from planting import PLANTS

from dataset_builder.checks import inspection
from dataset_builder.checks.documents import Document
from dataset_builder.checks.inspection import Options, inspect_document
from dataset_builder.checks.violations import Violation
from dataset_builder.seeds import rng_for

FEWEST_PLANTED = 200


@pytest.fixture(autouse=True, scope="module")
def read_each_pdf_once() -> Iterator[None]:
    """Keep the pages of a PDF that many plants leave as it is."""
    patch = pytest.MonkeyPatch()
    patch.setattr(inspection, "read_pages", functools.lru_cache(maxsize=16)(inspection.read_pages))
    yield
    patch.undo()


def plant_in(document: Document, number: int, name: str) -> Document | None:
    """Return the document with the plant in it, or None where it cannot be planted."""
    draft = Draft.of(document)
    return draft.finish() if PLANTS[name][1](draft, rng_for("plant", number, 0, name)) else None


def find(document: Document, kind: str) -> list[Violation]:
    """Return the violations of a document; pages are drawn again only where that is the point."""
    return inspect_document(document, Options(seed=8, draw=kind == "image-drawn"))


def test_documents_as_built_have_no_violation(documents: list[Document]) -> None:
    assert {document.split for document in documents} == {"flat", "nested", "table"}
    for document in documents:
        assert inspect_document(document, Options(seed=8)) == []
        assert inspect_document(Draft.of(document).finish(), Options(seed=8)) == [], (
            "the draft itself changes something"
        )


@pytest.mark.parametrize("name", PLANTS)
def test_each_plant_is_found(name: str, documents: list[Document]) -> None:
    kind = PLANTS[name][0]
    planted = (plant_in(document, number, name) for number, document in enumerate(documents))
    spoiled = next((document for document in planted if document is not None), None)
    assert spoiled is not None, "no document has a place for this plant"
    assert kind in {found.kind for found in find(spoiled, kind)}


@pytest.mark.slow
def test_all_plants_are_found_in_all_documents(documents: list[Document]) -> None:
    """Names exchanged everywhere can hide behind captions that print in two lines or twice; all else must be found."""
    missed, planted = [], Counter[str]()
    for number, document in enumerate(documents):
        for name, (kind, _) in PLANTS.items():
            spoiled = plant_in(document, number, name)
            if spoiled is None:
                continue
            planted[kind] += 1
            kinds = {found.kind for found in find(spoiled, kind)}
            if kind not in kinds:
                missed.append((kind, document.doc_id, name, kinds))
    print(f"{planted.total()} planted, {planted.total() - len(missed)} found")
    hidden = [item for item in missed if item[0] == "caption"]
    assert missed == hidden
    assert len(hidden) <= planted["caption"] / 2
    assert planted.total() - planted["caption"] >= FEWEST_PLANTED and len(planted) >= 12
