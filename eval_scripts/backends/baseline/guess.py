"""A guess at a short answer: what the question offers, else the first number of the text; no chart is looked at."""

from __future__ import annotations

import re

_YES_NO = re.compile(r"\byes or no\b", re.IGNORECASE)
_OFFERED = re.compile(r":([^:?]+,[^:?]+)\?")
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def guess(question: str, document: str) -> str:
    """Return Yes where Yes or No is asked, the first of the answers that are offered, else the text's first number.

    >>> guess("Is A above B? Answer Yes or No.", ""), guess("In which month: May, June?", "")
    ('Yes', 'May')
    >>> guess("How many are there?", "Sheet No. 12 of 40"), guess("How many are there?", "")
    ('12', '0')
    """
    if _YES_NO.search(question):
        return "Yes"
    if offered := _OFFERED.search(question):
        return offered[1].split(",")[0].strip()
    number = _NUMBER.search(document)
    return number[0] if number else "0"
