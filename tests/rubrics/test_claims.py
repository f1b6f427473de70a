"""Checks of criteria on answers in other people's words; every verdict here was decided by reading the answer."""

from __future__ import annotations

from typing import Any

import pytest

from dataset_builder.claims import meets, read_check

MED = ["medical payments", "med pay", "part b"]
UM = ["uninsured motorists", "um", "part c"]
DENIED = {"kind": "verdict", "subject": MED, "rivals": UM, "predicate": "cover", "value": False}
LIMIT = {"kind": "value", "value": 50_000, "unit": "usd"}
NOT_OLD = {"kind": "no_claim", "claim": {"kind": "value", "value": 25_000, "unit": "usd"}, "unless": LIMIT}
RANKED = {"kind": "list", "items": [["Alder"], ["Birch"], ["Cedar"]], "others": ["Dogwood"], "ordered": True}
DOSE = {"kind": "value", "value": 1500, "unit": "mg"}
DUE = {"kind": "date", "date": "2024-10-03"}
SILENT = {"kind": "abstain", "about": [["loss ratio", "ratio"]]}


def says(*groups: list[str], **more: Any) -> dict[str, Any]:
    return {"kind": "says", "all": list(groups), **more}


@pytest.mark.parametrize(
    ("check", "answer", "met"),
    [
        # numbers, units, spellings
        (LIMIT, "The limit is $50,000.", True),
        (LIMIT, "It is 50k dollars.", True),
        (LIMIT, "fifty thousand dollars per person", True),
        (LIMIT, "USD 50,000.00 each person", True),
        (LIMIT, "The limit is $500,000.", False),
        (LIMIT, "The limit isn't $50,000.", False),
        (LIMIT, "Some would read $50,000 here, but that is the per-accident figure.", False),
        (DOSE, "Give 1.5 g.", True),
        (DOSE, "1 500 mg every day", True),
        (DOSE, "1,500 milligrams", True),
        (DOSE, "1500 mL", False),
        (DOSE, "15 mg", False),
        (DOSE, "The total may not rise to more than 1,500 mg.", True),
        ({"kind": "value", "value": 180, "unit": "mA"}, "It is 0.18 A, not more.", True),
        ({"kind": "value", "value": 180, "unit": "mA"}, "It is 0.18 a day.", False),
        ({"kind": "value", "value": 6}, "6/12 samples.", True),
        ({"kind": "value", "value": 12}, "6/12 samples.", True),
        ({"kind": "value", "value": 1}, "Give 1/2 a tablet.", False),
        (DOSE, "Give not more than 1,500 mg.", True),
        (DOSE, "The dose must not exceed 1.5 g.", True),
        (DOSE, "Do not give 1,500 mg.", False),
        ({"kind": "value", "value": 5104}, "Specimen C, No. 5104, has to be repeated.", True),
        ({"kind": "value", "value": 5104}, "It is the third (No. 5104).", True),
        ({"kind": "value", "value": 71.4}, "No. 71.4 plus 1.2 is over the limit.", True),
        ({"kind": "value", "value": 34.8}, "The oil rose by 34.8 K in all.", True),
        ({"kind": "value", "value": 42, "unit": "µA"}, "It draws 0.042 mA.", True),
        ({"kind": "value", "value": 42, "unit": "µA"}, "It draws 42 mA.", False),
        ({"kind": "value", "value": -0.51, "unit": "m"}, "Its balance was \u22120.51 m w.e.", True),
        ({"kind": "value", "value": 12, "unit": "m"}, "It stands 12 m, or about 39 ft, off the road.", True),
        ({"kind": "value", "value": 12e6, "unit": "usd"}, "It cost $12 m, all told.", True),
        ({"kind": "value", "value": 12e6, "unit": "usd"}, "It cost 12 m dollars.", True),
        ({"kind": "value", "value": 45.237}, "about 45.24", True),
        ({"kind": "value", "value": 45.237}, "about 46", False),
        ({"kind": "value", "value": 3}, "three of them", True),
        ({"kind": "value", "value": 30, "unit": "day"}, "thirty (30) days", True),
        ({"kind": "value", "value": 42, "unit": "day"}, "six weeks", True),
        # whose number
        ({**LIMIT, "about": [MED], "rivals": UM}, "Med Pay is $5,000 and UM is $50,000.", False),
        ({**LIMIT, "about": [UM], "rivals": MED}, "Med Pay is $5,000 and UM is $50,000.", True),
        ({**LIMIT, "about": [UM], "rivals": MED}, "Med Pay and UM are $5,000 and $50,000 respectively.", True),
        ({**LIMIT, "about": [UM], "rivals": MED}, "| Coverage | Limit |\n|---|---|\n| UM | $50,000 |\n", True),
        (
            {"kind": "value", "value": 15, "about": [["pregnancy"]], "rivals": ["family"]},
            "5 paid days for family and 15 after the loss of a pregnancy",
            True,
        ),
        (
            {"kind": "value", "value": 5, "about": [["pregnancy"]], "rivals": ["family"]},
            "5 paid days for family and 15 after the loss of a pregnancy",
            False,
        ),
        (
            {**LIMIT, "about": [UM], "rivals": MED},
            "| | Limit |\n|---|---|\n| Med Pay | $5,000 |\n| UM | $50,000 |\n",
            True,
        ),
        # days
        (DUE, "due 10/3/2024", True),
        (DUE, "by the 3rd of October 2024", True),
        (DUE, "by Oct. 3", True),
        (DUE, "2024-10-03", True),
        (DUE, "by October 13, 2024", False),
        (DUE, "Not October 3, 2024, but later.", False),
        # verdicts
        (DENIED, "Medical Payments does not apply.", True),
        (DENIED, "**Med Pay** - excluded.", True),
        (DENIED, "Part B is not excluded here.", False),
        (DENIED, "UM is excluded, but Med Pay applies.", False),
        (DENIED, "Med Pay: no. UM: yes.", True),
        (DENIED, "Neither Med Pay nor UM will respond.", True),
        (DENIED, "Although Part B ordinarily covers this, exclusion 4 takes it away, so Med Pay won't pay.", True),
        (DENIED, "UM applies whereas Med Pay does not.", True),
        (DENIED, "Yes, Medical Payments covers her.", False),
        (DENIED, "I looked at the form.", False),
        # claims that must not be made
        (NOT_OLD, "The limit is $25,000.", False),
        (NOT_OLD, "The declarations show $25,000, but the endorsement raised it to $50,000.", True),
        (NOT_OLD, "It's $50,000. Don't use the $25,000 on the declarations.", True),
        (NOT_OLD, "$50,000; the original $25,000 was superseded.", True),
        (NOT_OLD, "The endorsement says $50,000, so the limit is $25,000 for her.", True),
        (NOT_OLD, "The endorsement says $50,000 for later policies. Therefore her limit is $25,000.", False),
        (
            {**NOT_OLD, "claim": {"kind": "any", "of": [NOT_OLD["claim"], DOSE]}},
            "$50,000; the table still has $25,000.",
            True,
        ),
        ({**NOT_OLD, "claim": {"kind": "any", "of": [NOT_OLD["claim"], DOSE]}}, "The limit is $25,000.", False),
        # lists
        (RANKED, "1. Alder\n2. Birch\n3. Cedar", True),
        (RANKED, "Alder first, then Birch, then Cedar; Dogwood drops out.", True),
        (RANKED, "1. Birch\n2. Alder\n3. Cedar", False),
        (RANKED, "1. Alder\n2. Dogwood\n3. Birch\n4. Cedar", False),
        (RANKED, "- Alder (ahead of Birch)\n- Birch\n- Cedar", True),
        (RANKED, "Alder and Birch.", False),
        # abstentions
        (SILENT, "The loss run doesn't state a loss ratio.", True),
        (SILENT, "The run gives no such ratio.", True),
        (SILENT, "There's no loss ratio: only the claims are listed.", True),
        (SILENT, "Its ratio is not guaranteed anywhere.", True),
        (SILENT, "The run lists no more than its claims; the ratio is 62%.", False),
        (SILENT, "There's no way to work out the ratio from this.", True),
        (SILENT, "The loss ratio is blacked out on page 2.", True),
        (SILENT, "You can't get a ratio from this.", True),
        (SILENT, "The loss ratio is in a schedule that hasn't been attached.", True),
        (SILENT, "The loss ratio is 62%.", False),
        ({"kind": "no_value", "unit": "%"}, "It ran at roughly 60%.", False),
        ({"kind": "no_value", "unit": "%"}, "I would not say 60%: it isn't stated.", True),
        ({"kind": "no_value", "unit": "usd", "allowed": [41_540]}, "Incurred is $41,540 but premium is missing.", True),
        # phrases
        (says(["exclusion"], ["residence", "lives in"]), "Exclusion 3 bars it: he lives in the vehicle.", True),
        (says(["2024-0317"]), "Recorded as instrument no. 2024-0317.", True),
        (says(["2024-0317"]), "Not as instrument no. 2024-0317.", False),
        (says(["taper"], denied=True), "Do not prescribe a taper.", True),
        (says(["taper"], denied=True), "Prescribe a taper.", False),
        (says(["premium"], mention=True), "No premium is listed.", True),
        (says(["premium"]), "No premium is listed.", False),
        ({"kind": "any", "of": [LIMIT, DOSE]}, "1,500 mg", True),
        ({"kind": "every", "of": [LIMIT, DOSE]}, "1,500 mg", False),
        (LIMIT, "", False),
        (NOT_OLD, " ", False),
    ],
)
def test_answers_by_hand(check: dict[str, Any], answer: str, met: bool) -> None:
    assert meets(read_check(check), answer) is met


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ({"kind": "equals"}, "is not one of"),
        ({"kind": "value"}, "lacks value"),
        ({"kind": "value", "value": "5"}, "not all numbers"),
        ({"kind": "value", "value": 5, "colour": 1}, "has no colour"),
        ({"kind": "date", "date": "3/5/2024"}, "not as 2024-03-05"),
        ({"kind": "verdict", "predicate": "glows", "value": True}, "predicate 'glows'"),
        ({"kind": "verdict", "predicate": "cover", "value": "no"}, "not true or false"),
        ({"kind": "says", "all": []}, "nothing to look for"),
        ({"kind": "any", "of": []}, "needs a list"),
        ("value", "is not one of"),
    ],
)
def test_a_malformed_check_is_an_error(check: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"r-1: .*{message}"):
        read_check(check, "r-1")
