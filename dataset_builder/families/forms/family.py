"""Forms (VAREX): structured extraction from one filled form, four input modalities of the same page.

The four stages of reverse annotation (section 3.1) joined: a blank form becomes a template, the template a schema, the
schema gets values, and the filled form is exported. Example question: "Give the data of this form as a JSON object that
follows the schema", with the answer ``{"applicant": {"name": "Ana Ruiz"}, ...}``.

Made forms (``--synthetic``) skip discovery: their fields are known from the spec that drew them.

``level`` follows from the knobs by the rule of ``export.level_of``: L1, and one more for each of objects or lists, a
table of two rows by two columns, over 20 fields, and pages that are hard to read. ``wrong_answers`` are those of
``mistakes``. ``pair_id`` is null: no two forms of a build share all but one knob.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from dataset_builder.families import (
    BuiltDocument,
    Note,
    Refused,
    Summary,
    Task,
    config_from_namespace,
)
from dataset_builder.families.forms.decisions import Decision, read_decisions
from dataset_builder.families.forms.export import FilledForm, export_document, note_of
from dataset_builder.families.forms.filling import fill, seed_pdf
from dataset_builder.families.forms.making import LANGUAGES, Knobs, make_form
from dataset_builder.families.forms.model import (
    BlankForm,
    SchemaMap,
    SchemaReader,
    Unusable,
)
from dataset_builder.families.forms.quality import findings_note, measure_quality, screen
from dataset_builder.families.forms.reading import LabelReader
from dataset_builder.families.forms.templates import load_template, visible_length
from dataset_builder.families.forms.values import choose_values
from dataset_builder.pages.scans import STRENGTHS, Scan, sample_scan
from dataset_builder.schema import document_id, record_id
from dataset_builder.seeds import rng_for
from dataset_builder.trees import split_of_truth

FEWEST_FIELDS = 2
"""A form of which fewer widgets could be named asks nothing worth asking."""

MOST_DOCUMENTS = 99_999
"""Documents of a build; ids number them with five digits."""

TEMPLATE_COLUMNS = ("file", "status", "reason", "widgets", "filled", "named", "split", "doc_id")


@dataclass(frozen=True)
class FormsConfig:
    """What a build of forms is asked for.

    Attributes:
        documents: number of documents, at most ``MOST_DOCUMENTS``; None takes every template once, or makes 100 forms.
        seed: of everything random.
        templates: folder of fillable PDFs; None makes synthetic forms.
        pages: ``first`` takes the first page of each template (as the paper), ``all`` takes every page.
        exclude: file of decisions that a review sheet exported: documents and fields to leave out.
        scan: strength, 0 to 3, of the scanner that the page images seem to come from; texts and PDF stay as they are.
        depth: of made forms, as the axes below: named steps of the deepest path, 1 to 4 (see ``making.Knobs``).
        rows: rows of every table, 2 to 40.
        columns: columns of every table, 1 to 8.
        tables: tables of every form, 0 to 2.
        form_pages: pages to fill, 1 to 6.
        empty_rows: share of each table's rows that stay empty, 0 to 0.9.
        language: what forms are printed in: ``en``, ``es``, ``fr`` or ``de``.
    """

    documents: int | None = None
    seed: int = 0
    templates: str | None = None
    pages: str = "first"
    exclude: str | None = None
    scan: int = 0
    depth: int | None = None
    rows: int | None = None
    columns: int | None = None
    tables: int | None = None
    form_pages: int | None = None
    empty_rows: float | None = None
    language: str = "en"

    @property
    def axes(self) -> Knobs:
        """Return the axes of made forms."""
        return Knobs(self.depth, self.rows, self.columns, self.tables, self.form_pages, self.empty_rows, self.language)

    def __post_init__(self) -> None:
        if self.axes.tell() and self.templates is not None:
            raise ValueError(f"{', '.join(self.axes.tell())} can be set for made forms only, not for templates")
        if self.documents is not None and not 1 <= self.documents <= MOST_DOCUMENTS:
            raise ValueError(f"documents {self.documents} is not a number from 1 to {MOST_DOCUMENTS}")
        if self.pages not in ("first", "all"):
            raise ValueError(f"pages {self.pages!r} is not one of first, all")
        if self.templates is not None and not (self.templates and Path(self.templates).is_dir()):
            raise ValueError(f"templates {self.templates!r} is not a folder")
        if self.exclude is not None and not Path(self.exclude).is_file():
            raise ValueError(f"exclude {self.exclude!r} is not a file")
        if self.scan not in STRENGTHS:
            raise ValueError(f"scan {self.scan!r} is not one of {', '.join(map(str, STRENGTHS))}")


class FormsFamily:
    """The family behind ``docassay build forms``."""

    name = "forms"
    config_class = FormsConfig

    def __init__(self, reader: SchemaReader | None = None) -> None:
        """Use ``reader`` for stage 2, or the deterministic one."""
        self._reader = reader or LabelReader()

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        """Add ``--templates``, ``--synthetic`` and most axes of made forms; the rest is shared with other families."""
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--templates", metavar="DIR", help="folder of fillable PDF forms, taken in order of name")
        source.add_argument("--synthetic", action="store_true", help="make the blank forms, too (the default)")
        parser.add_argument("--rows", type=int, metavar="N", help="rows of every table of made forms, 2 to 40")
        parser.add_argument("--columns", type=int, metavar="N", help="columns of every table of made forms, 1 to 8")
        parser.add_argument("--tables", type=int, metavar="N", help="tables of every made form, 0 to 2")
        parser.add_argument("--form-pages", type=int, metavar="N", help="pages of every made form, 1 to 6")
        parser.add_argument(
            "--empty-rows", type=float, metavar="SHARE", help="share of table rows left empty, 0 to 0.9"
        )
        parser.add_argument("--language", choices=LANGUAGES, help="what made forms are printed in (default: en)")

    def config_from_args(self, args: argparse.Namespace) -> FormsConfig:
        """Return the config that the command line asks for.

        Raises:
            ValueError: an argument is wrong, or the repository would stand among the templates and become some itself.
        """
        files = args.exclude or [None]
        if len(files) > 1:
            raise ValueError(f"exclude {', '.join(files)}: decisions on forms come in one file")
        args = argparse.Namespace(**{**vars(args), "exclude": files[0]})
        config = cast(FormsConfig, config_from_namespace(FormsConfig, args))
        if config.templates is not None and args.out.resolve().is_relative_to(Path(config.templates).resolve()):
            raise ValueError(
                f"OUT {str(args.out)!r} is inside the folder of templates {config.templates!r}; name one outside"
            )
        return config

    def plan(self, config: FormsConfig) -> Sequence[Task]:
        """Return one task a document; templates are taken in order of name, and again from the first when they run out.

        Raises:
            ValueError: the folder of templates holds no file, or the decisions are not about this build.
        """
        return _with_decisions(config, self._plan_forms(config))

    def _plan_forms(self, config: FormsConfig) -> list[Task]:
        if config.templates is None:
            return [Task(index, "made form") for index in range(config.documents or 100)]
        folder = Path(config.templates)
        files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
        if not files:
            raise ValueError(f"templates {config.templates!r} holds no file")
        digests = {file: _digest(folder / file) for file in files}
        chosen = [files[index % len(files)] for index in range(config.documents or len(files))]
        return [Task(index, file, digests[file]) for index, file in enumerate(chosen)]

    def build(self, config: FormsConfig, task: Task) -> BuiltDocument | Refused:
        """Return the filled form of one task with its question, or why there is none."""
        if config.templates is None:
            form = _made_form(task.index, config.seed, config.axes)
        else:
            try:
                form = self._read_form(config, task)
            except Unusable as reason:
                return Refused(task.index, task.source, str(reason), (note_of(task.source, "skipped", str(reason)),))
        return _fill_form(form, config, task)

    def measure(self, config: FormsConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return what the screening of the build came to (VAREX, section 3.3, phase 1)."""
        return measure_quality(summaries)

    def finish(self, config: FormsConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return ``templates.csv``, which accounts for every file, if templates were used."""
        if config.templates is None:
            return {}
        table = io.StringIO()
        writer = csv.DictWriter(table, TEMPLATE_COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for summary in summaries:
            writer.writerows(summary.notes or [note_of(summary.task.source, "failed", summary.reason)])
        return {"templates.csv": table.getvalue().encode(errors="backslashreplace")}

    def _read_form(self, config: FormsConfig, task: Task) -> BlankForm:
        """Return the template of a task after stages 1 and 2.

        Raises:
            Unusable: the file can't be read, or is no form that can be filled.
        """
        if not _is_utf8(task.source):
            raise Unusable("file name is not UTF-8")
        path = Path(str(config.templates)) / task.source
        template = load_template(path, cast(Literal["first", "all"], config.pages))
        found: SchemaMap = self._reader.read(template)
        origin = {"template": task.source, "sha256": task.digest.partition("+")[0]}
        return BlankForm(template, found.fields, dict(found.unread), origin, None, seed_pdf(template))


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file's content; "" for what is no file or can't be read, which ``build`` then skips."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    except OSError:
        return ""


def _is_utf8(name: str) -> bool:
    """Return whether a file name is UTF-8; Python reads bytes of any other as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _made_form(index: int, seed: int, axes: Knobs) -> BlankForm:
    made = make_form(index, seed, knobs=axes)
    origin = {"template": made.template.file, "design": made.design, "spec": made.spec}
    return BlankForm(made.template, made.fields, {}, origin, made.domain, None, made.empty)


def _with_decisions(config: FormsConfig, tasks: list[Task]) -> list[Task]:
    """Return the tasks, in the digests of those that were reviewed also what was decided.

    Raises:
        ValueError: no decision is about a document of this build.
    """
    if config.exclude is None:
        return tasks
    decisions = read_decisions(Path(config.exclude))
    held = [decisions.get(document_id("forms", config.seed, task.index)) for task in tasks]
    if not any(held):
        raise ValueError(f"exclude {config.exclude!r} decides on no document of this build")
    return [
        replace(task, digest=f"{task.digest}+{decision.digest}") if decision else task
        for task, decision in zip(tasks, held, strict=True)
    ]


def _decision(config: FormsConfig, doc_id: str) -> Decision | None:
    return read_decisions(Path(config.exclude)).get(doc_id) if config.exclude is not None else None


def _fill_form(form: BlankForm, config: FormsConfig, task: Task) -> BuiltDocument | Refused:
    """Return a form with values after stages 3 and 4, and after it has been screened."""
    if len(form.fields) < FEWEST_FIELDS:
        return _refuse(form, task, f"fewer than {FEWEST_FIELDS} widgets could be named")
    chosen = choose_values(
        [field for field in form.fields if field.widget not in form.empty],
        {widget.index: widget for widget in form.template.widgets},
        rng_for("forms", task.index, config.seed, "values"),
        visible_length=visible_length,
        domain_words=" ".join(word.text for word in form.template.words),
        printed=form.template.words,
    )
    with fill(form.template, {index: value for index, value in chosen.items() if value}) as (written, sheets):
        if not written.shown:
            return _refuse(form, task, "no value shows")
        filled = FilledForm.of(form, chosen, written, sheets)
        if split_of_truth(filled.truth) != filled.split:
            return _refuse(form, task, "schema and truth are of different splits")
        doc_id = document_id("forms", config.seed, task.index)
        screening = screen(filled.candidate(), english=config.language == "en", decision=_decision(config, doc_id))
        findings = findings_note(screening, filled.schema, filled.truth)
        if screening.refused:
            return _refuse(form, task, screening.refused, findings)
        scans = _sample_scans(config, task, len(sheets))
        row_id = record_id("forms", config.seed, task.index, 0)
        document = export_document(filled, task, doc_id, row_id, screening, sheets, scans)
    return replace(document, notes=tuple({**note, **findings} for note in document.notes))


def _refuse(form: BlankForm, task: Task, reason: str, findings: Note | None = None) -> Refused:
    note = {**note_of(task.source, "refused", reason, form=form), **(findings or {})}
    return Refused(task.index, task.source, reason, (note,))


def _sample_scans(config: FormsConfig, task: Task, pages: int) -> tuple[Scan, ...]:
    """Return how each page of a document is scanned; nothing where it is not."""
    rng = rng_for("forms", task.index, config.seed, "scan")
    return tuple(sample_scan(rng, config.scan) for _ in range(pages)) if config.scan else ()


FAMILY = FormsFamily()
