"""Phase 1 of quality assurance (VAREX, section 3.3): every filled form is screened before it is shipped.

Each finding has a kind, and each kind one outcome, stated in ``OUTCOMES``: the document is refused, the field is
excluded from scoring, or the finding is only counted and makes the document one for people to look at.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

from jsonschema import Draft202012Validator

from dataset_builder.families import Note, Summary
from dataset_builder.families.forms.composition import SCORED_FIELDS, measure_composition, structure_note
from dataset_builder.families.forms.decisions import Decision, fingerprint_of
from dataset_builder.families.forms.model import Field
from dataset_builder.schema import canonical_json
from dataset_builder.trees import format_path, is_empty, leaves, parse_path, resolve

FEWEST_SCORABLE = 3
"""Values that a document must keep after exclusions; the paper's simplest forms have three fields."""

MOST_FAULTY = 1 / 3
"""Share of a document's values that may be cut off, or be missing from its text, before the document is refused."""

LEAST_SHOWN = 0.5
"""Share of a value's characters that must show for its field to be scored."""

MOST_OTHER_SCRIPTS = 0.2
"""Share of printed letters that may be of another script than the Latin one where English was asked for."""

Outcome = Literal["refused", "excluded", "flagged"]

OUTCOMES: dict[str, Outcome] = {
    "a placeholder is left on the page": "refused",
    "removed in review": "refused",
    "no value shows": "refused",
    "the printed text is not English": "refused",
    "over a third of the values are cut off": "refused",
    "over a third of the values are missing from the text": "refused",
    f"fewer than {FEWEST_SCORABLE} fields can be scored": "refused",
    "judged wrong in review": "excluded",
    "judged ambiguous in review": "excluded",
    "under half of the value shows": "excluded",
    "the value is missing from the text": "excluded",
    "the truth is not of the schema's type": "excluded",
    "the schema's array has no items": "excluded",
    "the review was of another truth": "flagged",
    "the value is cut off": "flagged",
    "two fields have one description": "flagged",
}
"""What follows from each kind of finding."""

_PLACEHOLDER = re.compile(r"\bTXT_\d{3,}\b|\b\d{2}/\d{2}/2099\b|\{\{.*?\}\}|\blorem ipsum\b", re.IGNORECASE)

_FUNCTION_WORDS = {
    "English": "the of and to for is be this that with are by from your you or not have if any",
    "Spanish": "el la los las del que y para con por su una es si usted este esta como",
    "French": "le les des du et est pour une dans que vous votre par sur avec au aux ou",
    "German": "der die das und ist für mit von den dem nicht eine sie zu auf werden oder",
    "Portuguese": "os as dos da do que e para com por uma você seu não ou em ao",
    "Italian": "il gli della di che e per con una sono nel non questo alla del le",
    "Vietnamese": "của và các cho là không được có trong này với người những",
    "Haitian Creole": "nan pou ak ou yo ki sa pa li gen yon fòm",
    "Tagalog": "ng mga sa ang na ay kung para hindi ito iyong",
}
_FEWEST_FOREIGN = 5


@dataclass(frozen=True)
class Finding:
    """Something the screening found: its kind, one of ``OUTCOMES``, and the field's path ("" for the document)."""

    kind: str
    path: str = ""


@dataclass(frozen=True)
class Screening:
    """What the screening of one document found, in the order of ``OUTCOMES``."""

    findings: tuple[Finding, ...] = ()

    @property
    def refused(self) -> str:
        """Return the first reason for refusing the document, or ""."""
        return next((found.kind for found in self.findings if OUTCOMES[found.kind] == "refused"), "")

    @property
    def excluded(self) -> tuple[str, ...]:
        """Return the leaves that are not to be scored, as ``excluded_fields`` lists them."""
        paths = (leaf_of(found.path) for found in self.findings if OUTCOMES[found.kind] == "excluded")
        return tuple(dict.fromkeys(paths))

    def counts(self) -> dict[str, int]:
        """Return how many findings of each kind there are."""
        return dict(Counter(found.kind for found in self.findings))

    def as_json(self) -> list[dict[str, str]]:
        """Return the findings as the manifest of a document lists them."""
        return [{"kind": found.kind, "path": found.path, "outcome": OUTCOMES[found.kind]} for found in self.findings]


@dataclass(frozen=True)
class Candidate:
    """A filled form as the screening sees it.

    Attributes:
        fields: the leaves of the schema, each bound to a widget.
        schema: JSON Schema.
        truth: the tree of what shows, null where nothing does.
        asked: by path, the value that was to be written.
        placeholders: by path, the placeholder of the field's widget, if it had one.
        texts: renderings of the filled pages; every value must stand in each of them.
        printed: the words of the blank pages.
    """

    fields: Sequence[Field]
    schema: Mapping[str, Any]
    truth: Mapping[str, Any]
    asked: Mapping[str, str]
    placeholders: Mapping[str, str]
    texts: Sequence[str]
    printed: Sequence[str]


def screen(candidate: Candidate, *, english: bool = True, decision: Decision | None = None) -> Screening:
    """Return what is wrong with a filled form.

    Args:
        candidate: the form.
        english: whether its printed text is to be English.
        decision: what people decided about it.
    """
    values = dict(plain_leaves(candidate.truth))
    found = [*_screen_fields(candidate, values), *_screen_truth(candidate.schema, candidate.truth)]
    if decision is not None:
        found += _apply(decision, candidate)
    counts = Counter(finding.kind for finding in found)
    if has_placeholder(candidate, values):
        found.append(Finding("a placeholder is left on the page"))
    if not values:
        found.append(Finding("no value shows"))
    if english and not is_english(candidate.printed):
        found.append(Finding("the printed text is not English"))
    if counts["the value is cut off"] + counts["under half of the value shows"] > MOST_FAULTY * len(values):
        found.append(Finding("over a third of the values are cut off"))
    if counts["the value is missing from the text"] > MOST_FAULTY * len(values):
        found.append(Finding("over a third of the values are missing from the text"))
    excluded = {leaf_of(finding.path) for finding in found if OUTCOMES[finding.kind] == "excluded"}
    if len({leaf_of(path) for path in values} - excluded) < FEWEST_SCORABLE:
        found.append(Finding(f"fewer than {FEWEST_SCORABLE} fields can be scored"))
    order = list(OUTCOMES)
    return Screening(tuple(sorted(found, key=lambda finding: order.index(finding.kind))))


def leaf_of(path: str) -> str:
    """Return the leaf of the truth to which a field's path belongs: a list of plain values is one leaf.

    >>> leaf_of("names[1]"), leaf_of("rows[2].amount")
    ('names', 'rows[2].amount')
    """
    return re.sub(r"\[\d+\]$", "", path)


def has_placeholder(candidate: Candidate, values: Mapping[str, Any]) -> bool:
    """Return whether a placeholder, or the mark of a template engine, stands on the pages of a filled form."""
    if any(_PLACEHOLDER.search(text) for text in candidate.texts):
        return True
    return any(values.get(path) == text for path, text in candidate.placeholders.items() if len(text) >= 4)


def stands_in(value: str, text: str) -> bool:
    """Return whether a value stands in a text: in one piece whatever the white space, or word by word if it wraps.

    >>> stands_in("555 0134", "Phone: 5 5 5 0 1 3 4"), stands_in("Ana Ruiz", "Ana  Date\\nRuiz"), stands_in("Bo", "Ana")
    (True, True, False)
    """
    squeezed = _squeeze(text)
    return _squeeze(value) in squeezed or all(_squeeze(word) in squeezed for word in value.split())


def is_english(words: Iterable[str]) -> bool:
    """Return whether printed words can pass for English.

    They can't if over a fifth of the letters are not Latin, or if at least five words are function words of one other
    language and they outnumber the English ones. Too few words to tell pass.

    >>> is_english("Name of the applicant".split())
    True
    >>> is_english("Nombre de la persona que firma y que pide por su parte".split())
    False
    """
    plain = [re.sub(r"[^\w]", "", word).lower() for word in words]
    letters = [letter for word in plain for letter in word if letter.isalpha()]
    others = sum(not unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if others > MOST_OTHER_SCRIPTS * len(letters):
        return False
    counts = {
        language: sum(word in known for word in plain)
        for language, known in ((name, set(text.split())) for name, text in _FUNCTION_WORDS.items())
    }
    english = counts.pop("English")
    return max(counts.values()) < max(_FEWEST_FOREIGN, english + 1)


def schema_digest(schema: Mapping[str, Any]) -> str:
    """Return a hash by which equal schemas are found, whatever the order of their keys and their descriptions."""
    return hashlib.sha256(canonical_json(_bare(schema)).encode()).hexdigest()[:16]


def findings_note(screening: Screening, schema: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, str | int]:
    """Return what ``measure_quality`` needs of one document beside its split, as flat columns of a note."""
    scorable = {path for path, value in leaves(truth) if not is_empty(value)} - set(screening.excluded)
    counts = {f"found: {kind}": count for kind, count in screening.counts().items()}
    return {
        "schema": schema_digest(schema),
        "scored": len(scorable),
        "excluded": len(screening.excluded),
        **structure_note(truth),
        **counts,
    }


def measure_quality(summaries: Sequence[Summary]) -> dict[str, int | float]:
    """Return the figures of phase 1 over a build, and its composition, each under the words that a card prints.

    Documents that share a schema are counted and stay: each has values of its own and is scored by itself, as in the
    paper (section 3.2).

    Raises:
        ValueError: two documents have one id.
    """
    ids = Counter(summary.doc_id for summary in summaries if summary.doc_id)
    for doc_id, count in ids.items():
        if count > 1:
            raise ValueError(f"{doc_id}: {count} documents have this id")
    notes = [note for summary in summaries for note in summary.notes if "schema" in note]
    used: list[Note] = [note for summary in summaries if summary.doc_id for note in summary.notes]
    schemas = Counter(note["schema"] for note in used)
    scored = [int(note["scored"] or 0) for note in used]
    figures: dict[str, int | float] = {
        "documents screened": len(notes),
        "documents kept": len(used),
        "fields scored": sum(scored),
        SCORED_FIELDS: median(scored) if scored else 0,
        "fields excluded": sum(int(note["excluded"] or 0) for note in used),
    }
    for kind, outcome in OUTCOMES.items():
        counted = notes if outcome == "refused" else used
        figures[f"{outcome}: {kind}"] = sum(int(note.get(f"found: {kind}") or 0) for note in counted)
    figures["different schemas"] = len(schemas)
    figures["documents whose schema another one has too (kept)"] = sum(n for n in schemas.values() if n > 1)
    return figures | measure_composition(used)


def _apply(decision: Decision, candidate: Candidate) -> Iterator[Finding]:
    if decision.fingerprint != fingerprint_of(candidate.schema, candidate.truth):
        yield Finding("the review was of another truth")
        return
    if decision.verdict == "remove":
        yield Finding("removed in review")
    for path, verdict in decision.fields.items():
        if verdict != "ok":
            yield Finding(f"judged {verdict} in review", path)


def _screen_fields(candidate: Candidate, values: Mapping[str, Any]) -> Iterator[Finding]:
    shared = _shared_descriptions(candidate.fields)
    for field in candidate.fields:
        value = values.get(field.path)
        if value is None:
            continue
        asked = _squeeze(candidate.asked.get(field.path, ""))
        shown = _squeeze(str(value))
        if len(shown) < LEAST_SHOWN * len(asked):
            yield Finding("under half of the value shows", field.path)
        elif len(shown) < len(asked):
            yield Finding("the value is cut off", field.path)
        if not all(stands_in(str(value), text) for text in candidate.texts):
            yield Finding("the value is missing from the text", field.path)
        if field.path in shared:
            yield Finding("two fields have one description", field.path)


def _screen_truth(schema: Mapping[str, Any], truth: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield findings about leaves that the schema does not describe, or describes as something else."""
    for path, value in leaves(truth):
        if is_empty(value):
            continue
        fault = _undescribed(schema, path)
        if fault:
            yield Finding(fault, path)
    for error in Draft202012Validator(schema).iter_errors(truth):
        if error.instance is not None:
            steps = tuple(error.absolute_path)
            start = format_path(steps) if steps else ""
            for path, value in leaves(error.instance, start):
                if not is_empty(value):
                    yield Finding("the truth is not of the schema's type", path)


def _undescribed(schema: Mapping[str, Any], path: str) -> str:
    """Return why the schema says nothing of a leaf, or ""."""
    steps = parse_path(path)
    node = resolve(schema, schema)
    for step in steps:
        child = node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step)
        if isinstance(step, int) and not child:
            return "the schema's array has no items"
        if child is None:
            return "the truth is not of the schema's type"
        node = resolve(child, schema)
    return "the schema's array has no items" if node.get("type") == "array" and not node.get("items") else ""


def _shared_descriptions(fields: Sequence[Field]) -> set[str]:
    """Return the paths of fields whose descriptions another field has, rows of one column apart."""
    columns: dict[str, set[str]] = {}
    for field in fields:
        columns.setdefault(field.description.casefold(), set()).add(re.sub(r"\[\d+\]", "[]", field.path))
    return {field.path for field in fields if len(columns[field.description.casefold()]) > 1}


def plain_leaves(truth: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of every value by the path of its field, so that items of plain lists come one by one."""
    for path, value in leaves(truth):
        if isinstance(value, list):
            yield from ((f"{path}[{place}]", item) for place, item in enumerate(value) if not is_empty(item))
        elif not is_empty(value):
            yield path, value


def _bare(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {
            key: _bare(value)
            for key, value in sorted(schema.items())
            if key != "description" or isinstance(value, Mapping)
        }
    return [_bare(item) for item in schema] if isinstance(schema, list) else schema


def _squeeze(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())
