"""Numbers and names of paragraphs as the check reads them, and distances of averages as the text tells them."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dataset_builder.checks.reports.crossing import _tells
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.saying import read_said
from dataset_builder.checks.reports.telling import check_told
from dataset_builder.families.reports.model import Dataset
from dataset_builder.families.reports.writing.panels import Panel


def told_report(value: float) -> Any:
    dataset = {"id": "sun", "name": "sunshine", "kind": "seasonal", "unit": "GWh", "decimals": 1, "told": True}
    facts = {
        f"sun/2024/{month}": {"value": value + 10 * i, "channel": "both"} for i, month in enumerate(("July", "May"))
    }
    manifest = {"told": {"s1-p1": list(facts)}, "facts": facts, "datasets": [dataset], "entities": []}
    return SimpleNamespace(name="report", manifest=manifest)


@pytest.mark.parametrize(
    ("text", "unexplained"),
    [
        ("The month with most was July, with 106.9 GWh; next comes May, with 116.9.", []),
        ("In July it was 106.9 GWh, as in 2021.3 May had 116.9. None had 121.", ["121"]),
        ("The month with most was July, with 106 GWh.", ["106"]),
    ],
)
def test_decimals_are_no_numbers_of_footnotes(text: str, unexplained: list[str]) -> None:
    found = [str(each) for each in check_told(told_report(106.9), {"s1-p1": text})]
    assert [
        number for number in ("106", "121", "116.9", "2021") if any(f" {number} in" in each for each in found)
    ] == unexplained


def passage(text: str, **said: Any) -> Passage:
    return Passage({"id": "st-1", "ref": "s1-p1", "said": said}, text, ((1, (0.0, 0.0, 9.0, 9.0)),))


def composition(*rows: str) -> Exhibit:
    dims = (rows, ("2014", "2015"))
    return cast(Exhibit, SimpleNamespace(dims=dims, dataset={"unit": "%", "kind": "composition"}))


@pytest.mark.parametrize(
    "text",
    [
        "According to the mayor at the Council of Water Towns, over 47% of water in 2015 went to “Fruit” and “Crops”.",
        "It is said elsewhere that in 2015 over 47% went to “Fruit” and “Crops”, little to towns and other purposes.",
    ],
)
def test_categories_in_quotation_marks_are_not_taken_for_words(text: str) -> None:
    asked = composition("Fruit", "Crops", "Towns", "Other")
    said = {"entity": "Fruit", "second": "Crops", "year": 2015, "level": 47, "relation": "above"}
    found, problems = read_said(passage(text, **said), asked)
    assert problems == []
    assert (found["entity"], found["second"]) == ("Fruit", "Crops")


def test_a_category_too_many_in_quotation_marks_is_seen() -> None:
    text = "More than 47% in 2015 went to “Fruit”, “Towns” and “Crops”."
    said = {"entity": "Fruit", "second": "Crops", "year": 2015, "level": 47, "relation": "above"}
    assert read_said(passage(text, **said), composition("Fruit", "Crops", "Towns"))[1]


def test_distances_of_averages_are_told_where_printed_averages_have_the_same() -> None:
    """75.15 and 32.25 are 42.9 apart, but print as 75.2 and 32.2; of 75.14 and 32.25 both give 42.9."""
    values: dict[tuple[str, ...], float] = {
        ("North", "2008"): 75.15,
        ("South", "2008"): 32.25,
        ("North", "2009"): 75.14,
        ("South", "2009"): 32.25,
    }
    keys = (("North", "South"), ("2008", "2009"))
    data = Dataset("metered", "panel", "metered wells", "%", 1, ("entity", "year"), keys, values)
    panel = Panel(cast(Any, None), data, cast(Any, None))
    assert panel.apart(("North",), ("South",), 2008) is None
    assert panel.apart(("North",), ("South",), 2009) == 42.9


def test_the_size_of_bubbles_is_no_name() -> None:
    dims = (("Brindlow", "Thurlbeck"), ("x", "y", "size"))
    asked = cast(Exhibit, SimpleNamespace(dims=dims, dataset={"unit": "patients", "kind": "relation"}))
    text = (
        "Knowing practice size does not help to guess trust, since there is no clear link, the example being Thurlbeck."
    )
    assert read_said(passage(text, tie="none", entity="Thurlbeck"), asked)[1] == []


@pytest.mark.parametrize(("counted", "explained"), [("one", True), ("two", False), ("none", False)])
def test_a_round_mark_is_explained_by_how_many_lie_above_it(counted: str, explained: bool) -> None:
    values = {"Addleby": (61.2, 64.8), "Borrow": (52.4, 74.9)}
    facts = {
        f"fee/{name}/{year}": {"value": value, "channel": "both"}
        for name, row in values.items()
        for year, value in zip((2009, 2022), row, strict=True)
    }
    dataset = {"id": "fee", "name": "fee", "kind": "panel", "unit": "crowns", "decimals": 1, "told": True}
    entities = [{"name": name, "group": "towns"} for name in values]
    manifest = {"told": {"s1-p1": list(facts)}, "facts": facts, "datasets": [dataset], "entities": entities}
    report = cast(Any, SimpleNamespace(name="report", manifest=manifest))
    text = f"Take a line at 68 crowns: {counted} of the towns was above it in 2022."
    assert (list(check_told(report, {"s1-p1": text})) == []) is explained


@pytest.mark.parametrize(("number", "explained"), [("2.5", True), ("12.0", True), ("3.0", False), ("7.5", False)])
def test_those_that_a_paragraph_leaves_have_an_average(number: str, explained: bool) -> None:
    """Addleby rises from 10 to 22, the others from 20 and 30 to 21 and 34, which is 2.5 on average."""
    values = {"Addleby": (10.0, 22.0), "Borrow": (20.0, 21.0), "Corby": (30.0, 34.0)}
    facts = {
        f"fee/{name}/{year}": {"value": value, "channel": "both"}
        for name, row in values.items()
        for year, value in zip((2009, 2022), row, strict=True)
    }
    dataset = {"id": "fee", "name": "fee", "kind": "panel", "unit": "crowns", "decimals": 1, "told": True}
    entities = [{"name": name, "group": f"towns of {name}"} for name in values]
    own = ["fee/Addleby/2009", "fee/Addleby/2022"]
    manifest = {"told": {"s1-p1": own}, "facts": facts, "datasets": [dataset], "entities": entities}
    report = cast(Any, SimpleNamespace(name="report", manifest=manifest))
    text = f"Addleby moved most between 2009 and 2022; without it the average would have risen by {number} crowns."
    assert (list(check_told(report, {"s1-p1": text})) == []) is explained


@pytest.mark.parametrize(("answer", "told"), [("Yes; two-humped, 110 cellars", False), ("Yes; two cellars", True)])
def test_two_humps_are_no_count(answer: str, told: bool) -> None:
    assert _tells(answer, Fraction(2)) is told
