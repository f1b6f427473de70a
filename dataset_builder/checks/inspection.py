"""All checks of one document, in memory: what the walk through a repository and the tests call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dataset_builder.checks.captions import check_captions
from dataset_builder.checks.contract import check_copies, check_document, check_record
from dataset_builder.checks.documents import Document, read_form
from dataset_builder.checks.drawn import DrawnPage, read_pages
from dataset_builder.checks.evidence import check_evidence, check_ink
from dataset_builder.checks.hops import check_hops
from dataset_builder.checks.pictures import check_drawing, check_first, check_imported_pictures, check_pictures
from dataset_builder.checks.reports import check_report
from dataset_builder.checks.rubrics import check_rubrics
from dataset_builder.checks.structure import check_imported, check_structure
from dataset_builder.checks.texts import check_texts, check_values
from dataset_builder.checks.violations import BROKEN, Violation, collect, violation
from dataset_builder.checks.widgets import check_placeholders, check_widgets


@dataclass(frozen=True)
class Options:
    """How a document is checked.

    Attributes:
        seed: the build's seed, which its ids name; None for ids of other making.
        draw: draw the pages again and compare pixels.
        exact: pixels must be the same, since the same renderer drew them.
        imported: others made the documents, so that only what an import promises is checked.
    """

    seed: int | None = None
    draw: bool = True
    exact: bool = True
    imported: bool = False


def inspect_document(document: Document, options: Options) -> list[Violation]:
    """Return every violation that a document shows by itself."""
    found: list[Violation] = []
    for record in document.questions:
        found += collect(str(record["id"]), "record", check_record(document, record, options.seed))
    try:
        pages = read_pages(document.pdf or b"")
    except BROKEN as error:
        return [*found, violation("unreadable", document.doc_id, "PDF", "a PDF at pdf_path", str(error))]
    found += collect(document.doc_id, "document", check_document(document, pages))
    for record in document.questions:
        for part, check in _checks(document, record, pages, options).items():
            found += collect(str(record["id"]), part, check)
    if document.family == "forms":
        found += collect(document.doc_id, "copies", check_copies(document))
    if document.family == "reports":
        found += collect(document.doc_id, "report", check_report(document, pages))
    return found


def _checks(
    document: Document, record: Mapping[str, Any], pages: tuple[DrawnPage, ...], options: Options
) -> dict[str, Iterator[Violation]]:
    """Return the checks of one record, none of them begun."""
    name, family = str(record["id"]), document.family
    if options.imported:
        checks = {"pictures": check_imported_pictures(name, family, record)}
        return checks | ({"form": _check_imported_form(document, record, pages)} if family == "forms" else {})
    first = document.questions[0]
    known = record is not first and record["images"] == first["images"]  # pages are compared once
    checks = {"pictures": (check_first(name, family, record) if known else check_pictures(name, family, record, pages))}
    if options.draw and not known:
        checks["drawing"] = check_drawing(name, family, record, document.pdf or b"", exact=options.exact)
    if family == "forms":
        checks["texts"] = check_texts(name, record, pages)
        checks["form"] = _check_form(document, record, pages)
    if family == "hops":
        checks["hops"] = check_hops(document, record, pages)
    if family == "rubrics":
        checks["rubrics"] = check_rubrics(document, record, pages)
    return checks


def _check_imported_form(
    document: Document, record: Mapping[str, Any], pages: tuple[DrawnPage, ...]
) -> Iterator[Violation]:
    yield from check_imported(read_form(document.split, record, pages, imported=True))


def _check_form(document: Document, record: Mapping[str, Any], pages: tuple[DrawnPage, ...]) -> Iterator[Violation]:
    form = read_form(document.split, record, pages)
    checks = {
        "structure": check_structure(form),
        "evidence": check_evidence(form),
        "captions": check_captions(form),
        "ink": check_ink(form, document.pdf or b""),
        "values": check_values(form),
        "placeholders": check_placeholders(form),
    }
    if ".trace.json" in document.files:
        checks["trace.json"] = check_widgets(form, document.files[".trace.json"])
    for part, check in checks.items():
        yield from collect(form.id, part, check)
