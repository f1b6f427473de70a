"""Review of forms: the sheet in a real browser, its decisions back in a build, and the figures worked out by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from browsers import open_browser

from dataset_builder.families.forms.decisions import Decision, fingerprint_of, read_decisions
from dataset_builder.families.forms.review import (
    Rate,
    Reviewable,
    choose_documents,
    describe_review,
    estimate_rate,
    measure_review,
    read_reviewables,
)
from eval_scripts.cli import main

DOCUMENTS = 4


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("review") / "forms"
    build(out)
    return out


@pytest.fixture
def page() -> Iterator[Any]:
    with open_browser() as browser:
        context = browser.new_context(viewport={"width": 1480, "height": 900}, accept_downloads=True, offline=True)
        yield context.new_page()


def build(out: Path, *options: str) -> None:
    assert (
        main(["build", "forms", str(out), "--documents", str(DOCUMENTS), "--seed", "1", "--jobs", "1", *options]) == 0
    )


def rows(out: Path) -> dict[str, dict[str, Any]]:
    columns = ["doc_id", "ground_truth", "excluded_fields", "schema"]
    files = sorted((out / "data" / "forms").glob("*.parquet"))
    return {row["doc_id"]: row for file in files for row in pq.read_table(file, columns=columns).to_pylist()}


def open_sheet(page: Any, sheet: Path) -> list[str]:
    """Open a sheet, close its first help, and return the list to which errors of the page are added."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith(("file:", "data:", "blob:")) else errors.append(request.url),
    )
    page.goto(sheet.as_uri())
    page.click("#close")
    return errors


def test_judged_by_mouse_and_keys_exported_and_left_out_of_the_next_build(
    repository: Path, tmp_path: Path, page: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["review", str(repository), str(sheet), "--sample", "3"]) == 0
    assert "0 flagged documents and 3 others" in capsys.readouterr().out
    errors = open_sheet(page, sheet)
    ids = page.locator(".document span").all_inner_texts()
    assert len(ids) == 3 and set(ids) < set(rows(repository))

    paths = page.locator(".field .path").all_inner_texts()
    page.keyboard.press("1")  # the first is right
    page.keyboard.press("2")  # the second is wrong
    page.locator(".field").nth(2).locator("button.ambiguous").click()
    page.keyboard.press("Enter")  # the rest is right, next document
    assert page.locator("#about h2").inner_text().startswith(ids[1])
    page.keyboard.press("x")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    page.keyboard.press("u")  # taken back
    assert page.locator("#progress").inner_text() == f"2 of 3 documents, {len(paths)} fields"

    page.reload()  # nothing is lost
    assert page.locator("#progress").inner_text() == f"2 of 3 documents, {len(paths)} fields"
    with page.expect_download() as download:
        page.keyboard.press("e")
    decisions = tmp_path / "decisions.json"
    download.value.save_as(decisions)
    assert errors == []

    held = read_decisions(decisions)
    assert set(held) == set(ids[:2]) and held[ids[1]].verdict == "remove"
    first = held[ids[0]]
    assert list(first.fields) == paths and first.verdict == "keep"
    assert [path for path in paths if first.fields[path] != "ok"] == paths[1:3]
    assert (first.fields[paths[1]], first.fields[paths[2]]) == ("wrong", "ambiguous")

    capsys.readouterr()
    assert main(["review", str(repository), "--decisions", str(decisions)]) == 0
    told = capsys.readouterr().out
    assert f"unflagged: 2 of {DOCUMENTS} documents reviewed, 1 to remove" in told

    cleaned = tmp_path / "cleaned"
    build(cleaned, "--exclude", str(decisions))
    before, after = rows(repository), rows(cleaned)
    assert set(before) - set(after) == {ids[1]}
    assert set(after[ids[0]]["excluded_fields"]) == {re.sub(r"\[\d+\]$", "", path) for path in paths[1:3]}
    assert all(after[doc_id]["ground_truth"] == before[doc_id]["ground_truth"] for doc_id in after)
    card = (cleaned / "README.md").read_text(encoding="utf-8")
    assert "| excluded: judged wrong in review | 1 |" in card and "1 x removed in review" in card

    again = {document.doc_id: document for document in read_reviewables(cleaned)}
    assert again[ids[0]].group == "flagged" and len(again[ids[0]].fields()) == len(paths) - 2


def test_hovering_links_a_field_and_its_box_and_boxes_lie_on_their_values(
    repository: Path, tmp_path: Path, page: Any
) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["review", str(repository), str(sheet), "--sample", str(DOCUMENTS)]) == 0
    errors = open_sheet(page, sheet)
    box = page.locator(".box").nth(1)
    number = box.get_attribute("data-part")
    row = page.locator(f".field[data-part='{number}']")
    page.mouse.move(0, 0)
    assert "hover" not in row.get_attribute("class")
    box.hover()
    assert "hover" in row.get_attribute("class")
    row.hover()
    assert "hover" in box.get_attribute("class")
    box.click()
    assert "current" in row.get_attribute("class") and row.locator(".path").inner_text() == box.get_attribute("title")

    evidence = {item.doc_id: item.evidence for item in read_reviewables(repository)}
    shown = page.locator("#about h2").evaluate("heading => heading.firstChild.textContent")
    x0, _, x1, _ = evidence[shown][box.get_attribute("title")][1]
    page_width = page.locator(".page img").bounding_box()["width"]
    points = page.evaluate("document.querySelector('.page img').getAttribute('width')")
    assert abs(box.bounding_box()["width"] / page_width - (x1 - x0) / (float(points) * 72 / 200)) < 0.01
    assert errors == []


def reviewable(name: str, fields: int, *, flagged: bool = False) -> Reviewable:
    truth = {f"field_{number}": str(number) for number in range(fields)}
    findings = ({"kind": "the value is cut off", "path": "field_0", "outcome": "flagged"},) if flagged else ()
    return Reviewable(name, "flat", {"type": "object"}, truth, frozenset(), {}, (), findings)


def decide(document: Reviewable, verdict: Any = "keep", **fields: Any) -> Decision:
    return Decision(document.group, fingerprint_of(document.schema, document.truth), verdict, fields)


def test_figures_worked_out_by_hand() -> None:
    first, second, bad, unseen = (
        reviewable("a", 4),
        reviewable("b", 6),
        reviewable("c", 5, flagged=True),
        reviewable("d", 10),
    )
    decisions = {
        "a": decide(first, field_0="wrong", field_1="ok", field_2="ok", field_3="ok"),
        "b": decide(second, **{f"field_{number}": "ok" for number in range(5)}, field_5="ambiguous"),
        "c": decide(bad, "remove", field_0="ok", field_1="ok"),
        "e": decide(first),
    }
    figures = measure_review([first, second, bad, unseen], decisions)
    assert (figures.sample.reviewed, figures.sample.seen, figures.sample.wrong) == (2, 10, 1)
    assert (figures.flagged.seen, figures.flagged.wrong, figures.flagged.removed) == (5, 3, 1)
    assert figures.stale == 1 and figures.sample.ambiguous == 1
    assert figures.sample.error is not None and figures.sample.error.value == 0.1
    # Wrong: 1 and 3 found, and a tenth of the 10 fields not seen: 5 of 25.
    assert figures.built is not None and figures.built.value == pytest.approx(0.8)
    # Left out: 1 wrong, 1 ambiguous, 5 of the removed document; of the 18 left, 1 is wrong.
    assert figures.cleaned is not None and figures.cleaned.value == pytest.approx(17 / 18)
    assert figures.built.low < 0.8 < figures.built.high
    assert "false-negative rate: 10.00% (" in describe_review(figures)


def test_a_group_that_nobody_reviewed_leaves_the_accuracy_unknown() -> None:
    seen, unseen = reviewable("a", 4), reviewable("b", 4, flagged=True)
    figures = measure_review([seen, unseen], {"a": decide(seen, field_0="ok")})
    assert figures.built is None and "not known, since a group was not reviewed" in describe_review(figures)
    assert measure_review([seen], {"a": decide(seen, field_0="ok")}).built is not None


def test_a_decision_on_another_truth_does_not_count() -> None:
    old, new = reviewable("a", 4), reviewable("a", 5)
    figures = measure_review([new], {"a": decide(old, field_0="wrong")})
    assert figures.stale == 1 and figures.sample.reviewed == 0


@pytest.mark.parametrize(
    ("clusters", "rate"),
    [
        ([(1, 0)] * 10, Rate(0.0, 0.0, 0.2775)),  # Wilson's limits as tables give them
        ([(1, 1)] + [(1, 0)] * 9, Rate(0.1, 0.0179, 0.4042)),
        ([(1, 1), (1, 0)] * 5, Rate(0.5, 0.2366, 0.7634)),
        ([(10, 10)] + [(10, 0)] * 9, Rate(0.1, 0.0167, 0.4209)),  # design effect 11: as 100/11 fields
    ],
)
def test_intervals_agree_with_tables_and_with_a_design_effect_by_hand(
    clusters: list[tuple[int, int]], rate: Rate
) -> None:
    found = estimate_rate(clusters)
    assert found.value == pytest.approx(rate.value)
    assert found.low == pytest.approx(rate.low, abs=1e-4) and found.high == pytest.approx(rate.high, abs=1e-4)


def test_the_sample_is_random_without_flagged_documents_and_the_same_for_a_seed() -> None:
    documents = [reviewable(f"forms-0-{number:05d}", 3, flagged=number % 5 == 0) for number in range(50)]
    chosen = choose_documents(documents, 12, 3)
    assert [item for item in chosen if item.group == "flagged"] == documents[::5]
    assert len(chosen) == 10 + 12 and chosen == choose_documents(documents, 12, 3)
    assert chosen != choose_documents(documents, 12, 4)
    assert choose_documents(documents, 1000, 3) == documents


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ('{"documents": {}}', "is not a file that a review sheet exports"),
        ({"a": {"group": "other", "fields": {}}}, "group 'other' is not one of flagged, sample"),
        (
            {"a": {"group": "sample", "verdict": "maybe", "fields": {}}},
            "verdict 'maybe' is not one of None, keep, remove",
        ),
        ("[" * 100_000, "is not JSON"),
        ({"a": {"group": "sample", "fields": {}}}, "fingerprint None is not text"),
        (
            {"a": {"group": "sample", "fingerprint": "0", "fields": {"x": "bad"}}},
            "verdict on x 'bad' is not one of ok, wrong, ambiguous",
        ),
    ],
)
def test_files_that_no_sheet_exported_are_refused(tmp_path: Path, content: Any, message: str) -> None:
    path = tmp_path / "decisions.json"
    whole = content if isinstance(content, str) else json.dumps({"format": "docassay-review-1", "documents": content})
    path.write_text(whole)
    with pytest.raises(ValueError, match=message):
        read_decisions(path)


def test_wrong_arguments_end_with_2(repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "decisions.json"
    document = {"group": "sample", "fingerprint": "0", "verdict": "remove", "fields": {}}
    other.write_text(json.dumps({"format": "docassay-review-1", "documents": {"forms-9-00000": document}}))
    for arguments, message in (
        (["review", str(repository)], "nothing to do"),
        (["review", str(tmp_path), str(tmp_path / "x.html")], "holds no forms"),
        (["build", "forms", str(tmp_path / "out"), "--exclude", str(other)], "decides on no document of this build"),
        (["build", "forms", str(tmp_path / "out"), "--exclude", str(tmp_path)], "is not a file"),
    ):
        assert main(arguments) == 2 and message in capsys.readouterr().err
