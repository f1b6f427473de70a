"""Remarks and explanations: short stories about what a form is for, each of one piece, set among a document's facts.

``stories.json`` holds stories by domain, and under ``asked`` those that answer what some labels ask for. A story is a
list of sentences in order; every entry holds two, the one of the first telling and the one of the second.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.forms.values.calendar import write_date
from dataset_builder.families.forms.values.tables import load_table

_DAYS: Mapping[str, tuple[int, int]] = {
    "date1": (-600, -300),
    "month1": (-280, -150),
    "month2": (-140, -90),
    "date2": (-80, -14),
    "later": (20, 120),
}
"""First and last day, from the document's own, of the days that a story names, in the order in which they lie."""

_FEW = ("two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Scene:
    """Where and when a document's stories take place: its domain, its own day, and the town of whom it is about."""

    domain: str
    today: date
    city: str


def tell_story(rng: random.Random, scene: Scene, room: int, used: set[str], asked: str = "") -> str:
    """Return a story's sentences from the first on, as many as fit in ``room`` characters; "" where none fits.

    Args:
        rng: the field's own generator.
        scene: the document's facts.
        room: characters.
        used: first sentences of stories that the document has told already; the one told is added.
        asked: the words of the blank, which may ask for something that only some stories tell.
    """
    table = load_table("stories")
    fitting = [entry["story"] for entry in table["asked"] if re.search(rf"\b({entry['words']})", asked.lower())]
    told = [telling for story in fitting or table["domains"][scene.domain] for telling in _list_tellings(story)]
    fresh = [telling for telling in told if telling[0] not in used]
    slots = _draw_slots(rng, scene)
    for telling in rng.sample(fresh, len(fresh)):
        text = ""
        for sentence in telling:
            longer = f"{text} {_fill(sentence, slots)}".strip()
            if len(longer) > room:
                break
            text = longer
        if text:
            used.add(telling[0])
            return text
    return ""


def _list_tellings(story: list[str]) -> list[list[str]]:
    """Return the two tellings of a story; an entry with one sentence is part of both."""
    pairs = [entry.split(" | ") for entry in story]
    return [[pair[min(side, len(pair) - 1)] for pair in pairs] for side in (0, 1)]


def _draw_slots(rng: random.Random, scene: Scene) -> dict[str, str]:
    days = {name: scene.today + timedelta(days=rng.randint(*span)) for name, span in _DAYS.items()}
    dates = {name: write_date(day, "%B %Y" if name.startswith("month") else "%B %-d, %Y") for name, day in days.items()}
    return dates | {
        "city": scene.city,
        "n": str(rng.randint(4, 40)),
        "few": rng.choice(_FEW),
        "days": str(rng.choice((10, 14, 15, 20, 30, 45))),
        "money": f"${rng.randint(1_200, 9_800):,}",
        "small": f"${rng.randint(60, 940):,}",
    }


def _fill(sentence: str, slots: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: slots[match.group(1)], sentence)
