"""How a question of yes or no is likely to be answered: few people are disabled, most citizens live in the country."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from dataset_builder.families.forms.values.roles import Site

_LEANINGS: tuple[tuple[str, float], ...] = (
    (
        r"\b(arrest|convict|felony|crime|fraud|terror|deport|removed from|bankrupt|default|disqualif|suspend|debar|"
        r"revok|denied|denial|recall|lawsuit|violat)\w*\b",
        0.06,
    ),
    (r"\b(disabled|disability|blind|deceased|died|incompetent|ippin|ip pin|identity protection)\b", 0.06),
    (r"\bqualifying (child|relative)\b.*\b(any )?other person\b|\bprovided more than\b.*\bown support\b", 0.05),
    (r"\b(had|has) less than\b|\btaxpayers? (provided|paid)\b", 0.92),
    (r"\b(u ?s ?|united states )?citizens?\b|\bresident of\b", 0.93),
    (r"\b(true|correct|agree|certify|understand|authori[sz]e|consent|attached|enclosed)\b", 0.9),
)
"""(pattern on a question's words, probability that the answer is yes), the first match counting; else one half."""

_STUDENT = re.compile(r"\bstudent\b")
SCHOOL_AGES = range(6, 23)
NOT_APPLICABLE_SHARE = 0.04
"""Share of answers that are "N/A" where a form offers it."""

MARRIAGE_AGE = 20
"""Under this age a person is taken to be single."""


def lean(site: Site, age: int) -> float:
    """Return the probability that a question is answered yes.

    Args:
        site: the field that asks.
        age: of the person asked about, in whole years.
    """
    words = f"{site.stem} {site.field.label.lower()}"
    if _STUDENT.search(words):
        return 0.95 if age in SCHOOL_AGES else 0.05
    return next((share for pattern, share in _LEANINGS if re.search(pattern, words)), 0.5)


def choose_code(rng: random.Random, site: Site, age: int, codes: Sequence[str]) -> str:
    """Return one of the codes that a form offers: "Y" or "N" as the question leans, "S" or "M" by age.

    Args:
        rng: the field's own generator.
        site: the field that asks.
        age: of the person asked about, in whole years.
        codes: what may be written, such as ("Yes", "No", "N/A").
    """
    by_letter = {code[0].upper(): code for code in codes if code.upper() != "N/A"}
    if set(by_letter) == {"Y", "N"}:
        if "N/A" in codes and rng.random() < NOT_APPLICABLE_SHARE:
            return "N/A"
        return by_letter["Y" if rng.random() < lean(site, age) else "N"]
    if set(by_letter) == {"S", "M"}:
        return by_letter["M" if age >= MARRIAGE_AGE and rng.random() < 0.5 else "S"]
    return rng.choice(list(codes))
