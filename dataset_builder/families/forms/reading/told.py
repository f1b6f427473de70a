"""What a widget's tooltip or name says, for blanks without a caption."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from dataset_builder.families.forms.model import Template, Widget
from dataset_builder.families.forms.reading.heads import is_generic

_JUNK = re.compile(
    r"(?i)\b(?:text|field|fill|undefined|untitled|topmost|subform|page|form|box|cell|textfield|value|check)\b|\bf\d|\d{3,}"
)


def told(widget: Widget, template: Template) -> tuple[str, Literal["tooltip", "name"]]:
    """Return what a widget's tooltip or name says, if it is words and no other widget's is the same; else "".

    A name is believed only if all its words are printed somewhere on the form or are plain form words.
    """
    tooltips = Counter(other.tooltip for other in template.widgets)
    sentences = [part.strip() for part in re.split(r"(?<=\w{3}[.?:])\s", widget.tooltip) if part.strip()]
    wording = (
        sentences[-1]
        if sentences and re.match(r"(?i)(?:part|section|page|line|item)\s", widget.tooltip)
        else widget.tooltip
    )
    if tooltips[widget.tooltip] == 1 and _is_wording(wording):
        return wording, "tooltip"
    last = re.split(r"[.#]", re.sub(r"\[\d+\]", "", widget.name))[-1]
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"[_\-.]+", " ", last)).strip()
    names = Counter(other.name for other in template.widgets)
    printed = {part for word in template.words for part in re.findall(r"[a-z]+", word.text.lower())}
    known = all(part in printed or is_generic(part) for part in re.findall(r"[a-z]+", spaced.lower()))
    if names[widget.name] == 1 and known and _is_wording(spaced) and not re.search(r"\d", spaced):
        return spaced, "name"
    return "", "name"


def _is_wording(text: str) -> bool:
    words = re.findall(r"[A-Za-z]{2,}", text)
    return 1 <= len(words) <= 12 and max(map(len, words)) >= 3 and not _JUNK.search(text)
