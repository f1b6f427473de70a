"""A repository of made forms and one of forms from templates, built once, and their documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from dataset_builder.build import build_repository
from dataset_builder.checks.documents import Document
from dataset_builder.checks.repository import iterate_documents
from dataset_builder.families.forms.family import FormsConfig
from dataset_builder.families.forms.making import make_form

MADE, TEMPLATES = 6, 2


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository of made forms of all three splits."""
    out = tmp_path_factory.mktemp("checks") / "made"
    build_repository({"forms": FormsConfig(documents=MADE, seed=8)}, out)
    return out


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository of forms from templates: two blank forms, and a file that is no PDF."""
    folder = tmp_path_factory.mktemp("templates")
    for index in range(TEMPLATES):
        (folder / f"form-{index}.pdf").write_bytes(make_form(index, 12, split="table").template.pdf)
    (folder / "notes.txt").write_text("no form\n")
    out = tmp_path_factory.mktemp("checks") / "filled"
    build_repository({"forms": FormsConfig(seed=8, templates=str(folder))}, out)
    return out


@pytest.fixture(scope="session")
def documents(made: Path, filled: Path) -> list[Document]:
    """Return the documents of both repositories."""
    return [*iterate_documents(made), *iterate_documents(filled)]
