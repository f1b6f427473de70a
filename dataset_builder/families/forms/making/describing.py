"""What a schema says of each blank: its meaning in other words than the printed ones, where the meaning is certain.

A description that repeats the caption would let a reader of words alone find the value. Where a blank's kind says all
there is to know (a ZIP code, the day of signing) and no other blank of its object is of that kind, it is described by
the kind. Other blanks are told apart by their captions alone, which then stand in a sentence of their own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from dataset_builder.families.forms.making.bank import load_json
from dataset_builder.families.forms.making.spec import Slot
from dataset_builder.families.forms.reading.naming import words_of

_ROW = re.compile(r"\[\d+\]")


def describe_slots(slots: Sequence[Slot], rng: random.Random, language: str = "en") -> dict[str, str]:
    """Return the description of every slot by its path; the rows of a table share those of their columns.

    The headings above a blank follow in brackets, innermost first. Forms in other languages than English are described
    by their captions.
    """
    columns = {_ROW.sub("[]", slot.path): slot for slot in reversed(slots)}
    kinds = Counter(_sort(path, slot) for path, slot in columns.items())
    told: dict[str, str] = {}
    for slot in slots:
        path = _ROW.sub("[]", slot.path)
        if path not in told:
            alone = kinds[_sort(path, slot)] == 1
            words = _describe(slot, rng, alone=alone) if language == "en" else slot.blank.caption
            where = ", ".join(reversed(slot.headings))
            told[path] = f"{words} ({where})" if where else words
    return {slot.path: told[_ROW.sub("[]", slot.path)] for slot in slots}


def _sort(path: str, slot: Slot) -> tuple[str, str]:
    return path.rpartition(".")[0], slot.blank.kind


def _describe(slot: Slot, rng: random.Random, *, alone: bool) -> str:
    """Return one of the phrases for a blank that share the fewest words with its caption."""
    blank, texts = slot.blank, load_json("descriptions")
    if alone and not blank.choices and blank.kind in texts["alone"]:
        phrases: list[str] = texts["alone"][blank.kind]
        printed = set(words_of(blank.caption))
        shared = [len(printed & set(words_of(phrase))) for phrase in phrases]
        return rng.choice([phrase for phrase, count in zip(phrases, shared, strict=True) if count == min(shared)])
    phrase: str = rng.choice(texts["told"].get("" if blank.choices else blank.kind, texts["told"][""]))
    return phrase.format(caption=_inside(blank.caption))


def _inside(caption: str) -> str:
    """Return a caption as it reads inside a sentence."""
    return caption if caption[:2].isupper() else caption[0].lower() + caption[1:]
