"""All that is checked of an item of rubrics."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.rubrics.programs import Missing, compute, walk
from dataset_builder.checks.rubrics.reading import Print, letters, read_print, squeeze
from dataset_builder.checks.rubrics.rubric import check_rubric
from dataset_builder.checks.violations import Violation, collect, violation

_LONG = 14
"""Characters from which on words say by themselves what they say; shorter ones need the line they stand in."""

_TIERS = {
    **dict.fromkeys(("correctness_completeness", "grounding", "spatial_awareness"), 1),
    **dict.fromkeys(("reading_flow", "typographic_hierarchy", "standard_tables", "charts_multimodal"), 2),
    **dict.fromkeys(("complex_tables", "cross_referencing", "artifact_noise", "unsupported_queries"), 3),
}


def check_rubrics(document: Document, record: Mapping[str, Any], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where an item, its rubric and the printed document disagree."""
    if document.row is None:
        return
    name = str(record["id"])
    print_ = read_print(document, pages)
    rubric = [json.loads(criterion) for criterion in record["rubric"]]
    program = json.loads(record["program"])
    checks = {
        "columns": _check_columns(name, record, rubric, print_),
        "marks": _check_marks(name, json.loads(document.row["manifest"]), print_),
        "evidence": _check_evidence(name, record, program, print_),
        "rubric": check_rubric(name, record, rubric),
        "truth": _check_truth(name, record, rubric, program, print_),
        "support": _check_support(name, program, print_),
    }
    for what, check in checks.items():
        yield from collect(name, what, check)


def _check_columns(
    name: str, record: Mapping[str, Any], rubric: Sequence[Mapping[str, Any]], print_: Print
) -> Iterator[Violation]:
    """Yield knobs, level and axes that are not what the item shows."""
    knobs, axes = json.loads(record["knobs"]), list(record["axes"] or ())
    if unknown := [axis for axis in axes if axis not in _TIERS]:
        yield violation("value", name, "axes", f"of {', '.join(_TIERS)}", unknown)
        return
    if not axes or axes[0] != knobs["axis"] or len(set(axes)) < len(axes):
        yield violation("knobs", name, "axes", f"{knobs['axis']} first, each once", axes)
        return
    pages = {entry["page"] for entry in record["evidence"]}
    tier = _TIERS[axes[0]]
    pairs = {
        "knob pages": (len(print_.pages), knobs["pages"]),
        "knob criteria": (len(rubric), knobs["criteria"]),
        "knob tier": (f"tier{tier}", knobs["tier"]),
        "knob evidence_pages": (len(pages), knobs["evidence_pages"]),
        "knob evidence_distance": (max(pages) - min(pages), knobs["evidence_distance"]),
        "knob mechanism": (record["category"], knobs["mechanism"]),
        "level": (f"L{tier + (len(pages) > 1) + (len(rubric) >= 7)}", record["level"]),
        "metric": ("rubric_pass_rate", record["metric"]),
    }
    for what, (own, given) in pairs.items():
        if own != given:
            yield violation("knobs", name, what, own, given)


def _check_marks(name: str, manifest: Mapping[str, Any], print_: Print) -> Iterator[Violation]:
    """Yield marks whose words are not printed at their place, or not as the manifest has them."""
    printed: dict[str, str] = {}
    for place in print_.places:
        if not 1 <= place.page <= len(print_.pages):
            yield violation("box", name, place.ref, f"a page of 1 to {len(print_.pages)}", place.page)
            continue
        page = print_.pages[place.page - 1]
        for x0, y0, x1, y1 in place.boxes:
            if not (-1 <= x0 < x1 <= page.width + 1 and -1 <= y0 < y1 <= page.height + 1):
                yield violation("box", name, place.ref, f"within {page.width:g} by {page.height:g}", (x0, y0, x1, y1))
        printed[place.ref] = printed.get(place.ref, "") + "".join(one.text for one in print_.characters(place))
    told = {place.ref: place.text for place in print_.places}
    if told != manifest["marks"]:
        differing = sorted(ref for ref in {**told, **manifest["marks"]} if told.get(ref) != manifest["marks"].get(ref))
        yield violation("copy", name, "marks of the manifest", differing)
    for ref, text in told.items():
        if lost := letters(text) - letters(printed[ref]):
            yield violation("box-text", name, ref, text, f"without {''.join(lost.elements())!r}")


def _check_evidence(
    name: str, record: Mapping[str, Any], program: Mapping[str, Any], print_: Print
) -> Iterator[Violation]:
    """Yield evidence that is no mark's place, and decisive marks without evidence."""
    boxes = {(place.ref, place.page, box) for place in print_.places for box in place.boxes}
    for entry in record["evidence"]:
        if (entry["ref"], entry["page"], tuple(entry["bbox"])) not in boxes:
            yield violation("evidence", name, entry["ref"], "the place of a mark", (entry["page"], entry["bbox"]))
        if entry["kind"] not in ("decisive", "supporting"):
            yield violation("evidence", name, entry["ref"], "decisive or supporting", entry["kind"])
    given = {
        (entry["ref"], entry["page"], tuple(entry["bbox"]))
        for entry in record["evidence"]
        if entry["kind"] == "decisive"
    }
    for ref in program["decisive"]:
        wanted = {(place.ref, place.page, box) for place in print_.of(ref) for box in place.boxes}
        if not wanted or not wanted <= given:
            yield violation("evidence", name, ref, "every box of the mark", "not all of them")


def _check_truth(
    name: str,
    record: Mapping[str, Any],
    rubric: Sequence[Mapping[str, Any]],
    program: Mapping[str, Any],
    print_: Print,
) -> Iterator[Violation]:
    """Yield where what is computed from the print is not what the row says, or does not hang on the decisive marks."""
    facts: dict[str, Any] = {}
    for fact, tree in program["facts"].items():
        for leaf in walk(tree):
            if leaf["op"] == "read":
                printed = print_.read(leaf)
                if not _same(printed, leaf["value"]):
                    yield violation("answer", name, f"fact {fact}, mark {leaf['ref']}", leaf["value"], printed)
        facts[fact] = compute(tree, print_.read)
    yield from _check_answer(name, record, facts["answer"])
    for criterion in rubric:
        for check in _facts_of(criterion["check"]):
            held = facts.get(check["fact"], "no such fact")
            given = check["items"] if check["kind"] == "list" else check.get("value", check.get("date"))
            if not (_same_list(held, given) if check["kind"] == "list" else _same(held, given)):
                yield violation("answer", name, f"criterion {criterion['id']}", held, given)
    for ref in program["decisive"]:
        if not any(_changes(tree, print_, ref, facts[fact]) for fact, tree in program["facts"].items()):
            yield violation("support", name, ref, "another truth without it", "the same")


def _check_answer(name: str, record: Mapping[str, Any], held: Any) -> Iterator[Violation]:
    given, kind = record["answer"], record["answer_type"]
    if kind == "abstain":
        same = held == "abstain"
    elif isinstance(held, list):
        same = [squeeze(str(one)) for one in held] == [squeeze(one) for one in given.split(", ")]
    elif isinstance(held, int | float) and not isinstance(held, bool):
        digits = "".join(one for one in given.replace("\u2212", "-") if one.isdecimal() or one in ".-")
        same = bool(digits) and abs(float(digits) - held) <= 0.5 * 10.0 ** -len(digits.partition(".")[2]) + 1e-9
    elif isinstance(held, bool):
        same = given == ("Yes" if held else "No")
    else:
        same = squeeze(str(held)) == squeeze(str(given))
    if not same:
        yield violation("answer", name, "answer", held, given)


def _facts_of(check: Any) -> Iterator[Mapping[str, Any]]:
    if not isinstance(check, Mapping):
        return
    if check.get("fact"):
        yield check
    for part in (check.get("claim"), check.get("unless"), *check.get("of", ())):
        yield from _facts_of(part)


def _same(held: Any, given: Any) -> bool:
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (held, given))
    if numbers:
        return bool(abs(held - given) <= 1e-9 * max(1.0, abs(held)))
    if isinstance(held, str) and isinstance(given, str):
        return squeeze(held) == squeeze(given)
    return bool(held == given)


def _same_list(held: Any, groups: Any) -> bool:
    if not isinstance(held, list) or len(held) != len(groups):
        return False
    return all(squeeze(str(one)) in [squeeze(name) for name in group] for one, group in zip(held, groups, strict=True))


def _changes(tree: Any, print_: Print, ref: str, value: Any) -> bool:
    try:
        return not _same(compute(tree, print_.read, [ref]), value)
    except Missing:
        return True


def _check_support(name: str, program: Mapping[str, Any], print_: Print) -> Iterator[Violation]:
    """Yield decisive words that the document says elsewhere too, and things said of which it is to say nothing."""
    for ref in program["decisive"]:
        left = print_.squeezed([ref])
        for place in print_.of(ref):
            told = squeeze(place.text)
            if not told:
                continue  # a drawn mark has no words to be said again
            if len(told) < _LONG:
                told = _before(print_, place) + told
            if len(told) >= _LONG and told in left:
                yield violation("support", name, ref, "said once", f"said elsewhere: {place.text!r}")
    lines = [squeeze("".join(one.text for one in line)) for page in print_.pages for line in _lines(page)]
    for tree in program["facts"].values():
        for leaf in walk(tree):
            if leaf["op"] == "absent":
                wanted = [squeeze(phrase) for phrase in leaf["phrases"]]
                for line in lines:
                    if all(phrase in line for phrase in wanted):
                        yield violation("support", name, "absent", f"no line with {leaf['phrases']}", line)


def _before(print_: Print, place: Any) -> str:
    """Return what stands before a mark in its line on the page, and over it where nothing does."""
    page = print_.pages[place.page - 1]
    x0, y0, _, y1 = place.boxes[0]
    middle = (y0 + y1) / 2
    same = [
        one for one in page.characters if not one.blank and one.box[1] <= middle <= one.box[3] and one.middle[0] < x0
    ]
    return squeeze("".join(one.text for one in sorted(same, key=lambda one: one.along)))[-24:]


def _lines(page: DrawnPage) -> list[list[Any]]:
    found: dict[int, list[Any]] = {}
    for one in page.characters:
        found.setdefault(one.line, []).append(one)
    return list(found.values())
