"""Sentences and phrases about what forms are about, put together from a bank written for it.

``bank.json`` holds, for each domain, ``keywords`` (which words of a form tell the domain), ``events`` and
``follows`` (clauses), ``closings`` (whole requests or remarks), and short texts: ``reasons``,
``items``, ``phrases``, ``agencies``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import date, timedelta

from dataset_builder.families.forms.values.calendar import write_date
from dataset_builder.families.forms.values.tables import load_table

LONGEST = 700
"""Characters after which no further sentence is begun, however large the box."""


_PRESENT = re.compile(r"\b(is|are|has|have|does|do|seeks?|lists?|runs?|covers?)\b")
"""Words of clauses that tell how things are, before which no time is named."""


def list_domains() -> tuple[str, ...]:
    """Return the names of the bank's domains."""
    return tuple(load_table("bank")["domains"])


def infer_domain(words: str) -> str:
    """Return the domain with most keywords in a form's words, each counted thrice at most; ``general`` below two.

    >>> infer_domain("Voluntary petition for individuals filing for bankruptcy: creditor, debtor, chapter 7")
    'court'
    """
    text = " ".join(words.lower().split())
    counts = {
        name: sum(min(3, _count_starts(keyword, text)) for keyword in domain["keywords"])
        for name, domain in load_table("bank")["domains"].items()
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > 1 else "general"


def _count_starts(keyword: str, text: str) -> int:
    """Return how often a word of the text starts with ``keyword``."""
    return len(re.findall(rf"\b{re.escape(keyword)}", text)) if keyword in text else 0


def list_phrases(domain: str, sort: str) -> Sequence[str]:
    """Return all short texts of one sort in a domain."""
    texts: list[str] = load_table("bank")["domains"][domain][sort]
    return texts


def compose_narrative(rng: random.Random, domain: str, room: int, year: int, used: set[str]) -> str:
    """Return whole sentences about a domain that fill between half of ``room`` characters and all of it.

    Clauses in ``used`` are avoided while others are left; those taken are added. Returns "" where no sentence fits.
    """
    target = min(room, LONGEST) * rng.uniform(0.5, 1.0)
    text = ""
    for attempt in range(60):
        taken = set(used)
        sentence = _compose_sentence(rng, domain, year, taken, first=not text, short=attempt > 20)
        joined = f"{text} {sentence}".strip()
        if len(joined) <= room:
            text = joined
            used |= taken
        if len(text) >= target or (text and attempt > 30):
            break
    return text


def _compose_sentence(rng: random.Random, domain: str, year: int, used: set[str], *, first: bool, short: bool) -> str:
    table = load_table("bank")
    parts = table["domains"][domain]
    if not first and rng.random() < 0.3:
        return _fill_slots(rng, _pick_fresh(rng, parts["closings"], used))
    event = _pick_fresh(rng, parts["events"], used)
    lead = rng.choice(table["leads"])
    opens = lead.startswith(("In {", "On {"))
    if short or lead in used or (first and not opens) or _PRESENT.search(event):
        lead = ""
    used |= {lead} - {""}
    lead = _fill_slots(rng, lead, year)
    tail = ""
    if not short and rng.random() < 0.55:
        tail = rng.choice(table["links"]) + _pick_fresh(rng, parts["follows"], used)
    sentence = _fill_slots(rng, f"{lead}{event}{tail}.", year)
    return sentence[0].upper() + sentence[1:]


def _pick_fresh(rng: random.Random, texts: Sequence[str], used: set[str]) -> str:
    choice = rng.choice([text for text in texts if text not in used] or list(texts))
    used.add(choice)
    return choice


def _fill_slots(rng: random.Random, text: str, year: int = 2023) -> str:
    """Return text with ``{n}``, ``{days}``, ``{money}``, ``{month}`` and ``{day}`` filled in."""
    from_day = rng.randint(0, 330)

    def fill(match: re.Match[str]) -> str:
        slot = match.group(1)
        if slot == "n":
            return str(rng.randint(2, 48))
        if slot == "days":
            return str(rng.choice((10, 14, 15, 20, 30, 45, 60, 90)))
        if slot == "money":
            return f"${rng.randint(120, 9800):,}"
        day = date(year, 1, 1) + timedelta(days=from_day)
        return write_date(day, "%B %Y" if slot == "month" else "%B %-d, %Y")

    return re.sub(r"\{(n|days|money|month|day)\}", fill, text)
