"""Checks on the ways in which people put things, by kind; every verdict here was decided by reading the answer."""

from __future__ import annotations

from typing import Any

import pytest

from dataset_builder.claims import meets, read_check
from dataset_builder.claims.numerals import with_digits
from dataset_builder.claims.text import sentences_of


def value(number: float, unit: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": "value", "value": number, **({"unit": unit} if unit else {}), **more}


def says(*phrases: str) -> dict[str, Any]:
    return {"kind": "says", "all": [[phrase] for phrase in phrases], "mention": True}


def verdict(truth: bool, *yes: str, no: tuple[str, ...] = ("breach",), **more: Any) -> dict[str, Any]:
    return {"kind": "verdict", "predicate": {"yes": list(yes), "no": list(no)}, "value": truth, **more}


ALLOWED = verdict(True, "allowed", no=("prohibited",))
BARRED = {**ALLOWED, "value": False}
OPEN = verdict(False, "closed out", no=("open", "pending"))
AVERAGE = value(12, "%", about=[["average", "mean"]], rivals=["best", "single"])
LISTED = {"kind": "list", "items": [["Alder"], ["Birch"]], "others": ["Cedar"]}


@pytest.mark.parametrize(
    ("check", "answer", "met"),
    [
        # numbers as people say them
        (value(969, "usd"), "Nine sixty-nine for the year.", True),
        (value(951, "usd"), "It's nine fifty-one.", True),
        (value(969, "usd"), "Nine of sixty-nine cars.", False),
        (value(220), "You've still got two-twenty open.", True),
        (value(2928), "Twenty-nine hundred and twenty-eight shipped.", True),
        (value(2928), "Twenty-nine twenty-eight shipped.", True),
        (value(50_000, "usd"), "No claim counts for more than fifty grand.", True),
        (value(50_000, "usd"), "There's a fifty-thousand-dollar limit.", True),
        (value(18, "usd"), "It's eighteen bucks a vehicle.", True),
        (value(307.4e6, "usd"), "Three hundred seven point four million dollars.", True),
        (value(4.5, "%"), "Four and a half percent air.", True),
        (value(3.25), "It comes to three and a quarter times.", True),
        (value(3.5, "h"), "Wait 3½ hours.", True),
        (value(80, "%"), "At least four fifths of its votes.", True),
        (value(1, "month"), "Not shorter than a month.", True),
        (value(-3.8, "°C"), "It was 3.8 degrees Celsius below zero.", True),
        (value(-3.8, "°C"), "It was 3.8 degrees below zero on the Celsius scale.", True),
        (value(-3.8, "°C"), "It was 3.8 degrees Celsius.", False),
        (value(340, "ng/mL"), "Some 340 micrograms per litre.", True),
        (value(340, "ng/mL"), "Some 340 micrograms per millilitre.", False),
        (value(1, "month"), "By Amendment No. 1 the term is nine months.", False),
        # round amounts, parts, lengths, ranges, signs
        (value(45, "min"), "Three quarters of an hour.", True),
        (value(14, "day"), "They have a fortnight.", True),
        (value(6, "month"), "Not for under half a year.", True),
        (value(1, "h"), "A one-hour rating.", True),
        (value(250_000, "usd"), "A quarter million at most.", True),
        (value(12_199, "usd"), "Twelve one ninety-nine a month.", True),
        (value(0.2), "With two tenths of a bar of slack.", True),
        (value(0.6), "At point six of a bar.", True),
        (value(80), "80 mil texture depth.", True),
        (value(80e6, "usd"), "80 mil dollars.", True),
        (value(5.5, "ft"), "Max. 5'-6\" at the rear.", True),
        (value(5.5, "ft"), "It is 5 by 6 ft.", False),
        (value(3.5, "%"), "Growth of 2.5% - 3.5%.", True),
        (value(-7.5, "%"), "Best 2022 12.6%, worst 2020 -7.5%.", True),
        (value(-0.3, "%"), "Roofing, which actually slipped 0.3%.", True),
        (value(-0.3, "%"), "Roofing gained 0.3%.", False),
        (value(30, "day"), "Anything longer than 30 days doesn't count.", True),
        (value(210, "usd"), "Looks like about two-ten a foot.", True),
        ({"kind": "date", "date": "2024-10-07"}, "Deadline: 07/10/2024 (day/month)", True),
        ({"kind": "date", "date": "2016-11-06"}, "From 19/06/2016 to 06/11/2016.", True),
        ({"kind": "date", "date": "2016-11-06"}, "It was 06/11/2016.", False),
        ({"kind": "date", "date": "2018-09-30"}, "It ends on the thirtieth of September 2018.", True),
        ({"kind": "says", "all": [["fee"], ["$18", "18"]]}, "The eighteen-dollar fee comes on top.", True),
        ({"kind": "says", "all": [["52%"]]}, "They hold fifty-two percent.", True),
        ({"kind": "says", "all": [["GL-70487"]]}, "Number one is 70487.", True),
        ({"kind": "says", "all": [["GL-70487"]]}, "It stands at $70487.", False),
        ({"kind": "says", "all": [["Depot Square"]]}, "Depot Sq., 14 days.", True),
        # bounds
        (value(4.0), "It does not exceed the 4.00x that is the maximum.", True),
        (value(7, "month"), "Calibration no older than 7 months.", True),
        (value(7, "month"), "Calibration done no longer than seven months ago.", True),
        (value(1, "month"), "Terms that do not last at least one month are excluded.", True),
        (value(4.0), "It is not 4.00x.", False),
        ({"kind": "says", "all": [["meal", "food"]]}, "Take it without food.", False),
        # verdicts
        (BARRED, "OK? No.", True),
        (ALLOWED, "- OK? Yes\n- Note: see page 2", True),
        (BARRED, "Allowed by the card: no", True),
        (BARRED, "Sorry, the card won't let her.", True),
        (BARRED, "As this is not permitted, the answer is no.", True),
        (BARRED, "It falls under Section 1. The answer is therefore no.", True),
        (BARRED, "Afraid not. Section 1 says so.", True),
        (ALLOWED, "The declaration prohibits only shorter rentals, so four months is permitted.", True),
        (BARRED, "The declaration prohibits only shorter rentals, four months is permitted.", False),
        (verdict(True, "in compliance"), "Max is four, so they're good on the covenant.", True),
        (verdict(True, "in compliance"), "They're fine against the 4x max.", True),
        (verdict(False, "in compliance"), "They're not good on the covenant.", True),
        (verdict(False, "in compliance"), "Good question: they are in breach.", True),
        (OPEN, "Anything open? Yes.", True),
        (OPEN, "Anything open? Nope.", False),
        (OPEN, "Yeah, there's something open.", True),
        (OPEN, "The repair has not been completed and is still pending.", True),
        (verdict(False, "sprinklered", "sprinklers", no=("unprotected",)), "Sprinklers: none", True),
        (BARRED, "Unfortunately no, the second amendment has it otherwise.", True),
        (BARRED, "He can't do that.", True),
        (BARRED, "Not anymore.", True),
        (ALLOWED, "Sure, hand it over.", True),
        (BARRED, "I can't tell from the card.", False),
        # silence
        ({"kind": "abstain", "about": [["price"]]}, "Nowhere is the price stated.", True),
        ({"kind": "abstain", "about": [["cash flow"]]}, "Cash flow is reported for the whole, not by segment.", True),
        ({"kind": "abstain", "about": [["cash flow"]]}, "Cash flow by segment is reported.", False),
        ({"kind": "abstain", "about": [["drug"]]}, "Which drug works better is not something the trials show.", True),
        *(({"kind": "abstain", "about": [["price", "it"]]}, answer, True) for answer in (
            "Price: not in the filing.", "It says nothing at all about price.", "Neither price nor code listed.",
            "They never put a number on the price.", "It's not on there.", "It comes up empty on price.",
        )),
        # what is left out of a list, or goes on in it
        ({"kind": "abstain", "about": [["price"]]}, "Not specified. The section leaves it to others.", True),
        ({"kind": "abstain", "about": [["price"]]}, "Not specified for the pump.", False),
        (says("exhibit", "not attached"), "The exhibit hasn't yet been attached.", True),
        (LISTED, "Skip Cedar. The two are Alder and Birch.", True),
        (LISTED, "Leave Cedar out: Alder, Birch.", True),
        (LISTED, "Alder, Birch and Cedar.", False),
        # reasons after a warning
        ({"kind": "says", "all": [["correction"]]}, "Don't use the 971 of the table: a correction came later.", True),
        # owners
        (value(14, "day", about=[["pregnancy"]], rivals=["other family"]),
         "Five days for other family and fourteen if it's a pregnancy loss.", True),
        (AVERAGE, "It falls by 13 percent on average, and the best specimen got to 12%.", False),
        (AVERAGE, "−13% mean, best specimen 12%.", False),
        (AVERAGE, "Both mean and best are 12%.", True),
        (AVERAGE, "8% [12%]: mean first, best specimen bracketed.", False),
        (AVERAGE, "12% [8%]: mean first, best specimen bracketed.", True),
    ],
)  # fmt: skip
def test_wordings(check: dict[str, Any], answer: str, met: bool) -> None:
    assert meets(read_check(check), answer) is met


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("no one of the two million", "no one of the 2 million"),
        ("2.5 million", "2.5 million"),
        ("four or five", "4 or 5"),
        ("twenty seventeen", "2017"),
        ("one hundred five thousand seven hundred eighty-three", "105,783"),
        ("one oh five", "105"),
        ("the second may differ", "the second may differ"),
        ("five six", "five six"),
    ],
)
def test_number_words_in_digits(text: str, plain: str) -> None:
    assert with_digits(text) == plain


def test_a_table_keeps_the_name_of_its_first_column() -> None:
    (row,) = {
        one.line: one.text for one in sentences_of("| NRB2 | Points to |\n|---|---|\n| absent | vascular |")
    }.values()
    assert row == "absent - points to: vascular (nrb2)"


def test_what_stands_before_a_conclusion_is_not_concluded() -> None:
    """A wrong value may be told, with the reason why it is none, once the right one has been given."""
    best = read_check({"kind": "value", "value": 12.6, "unit": "%"})
    simulated = {"kind": "value", "value": 13.9, "unit": "%"}
    check = read_check(
        {"kind": "no_claim", "claim": simulated, "unless": {"kind": "value", "value": 12.6, "unit": "%"}}
    )
    told = "Best: 12.6%. The 13.9% of 2018 is simulated, so the real record begins in 2019."
    assert meets(best, told) and meets(check, told)
    assert not meets(check, "2024 gave 12.6%. 2018 gave more, so put down 13.9%.")
