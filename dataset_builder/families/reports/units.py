"""Units as they are printed: scale words spelled out, exponents raised."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from dataset_builder.families.reports.topics import Topic

_SCALES = {"k": "thousand", "m": "million", "bn": "billion", "1,000": "thousand", "1000": "thousand"}
_SCALED = re.compile(r"(k|m|bn|1,?000) (?!of\b|per\b|a\b|above\b|below\b)(?=[a-zA-Z])")
_RAISED = re.compile(r"\b([cdk]?m)([23])\b")


def spell_unit(unit: str) -> str:
    """Return a unit that reads well behind a number.

    >>> spell_unit("m crowns"), spell_unit("1,000 m3"), spell_unit("m of shelf"), spell_unit("t per ha")
    ('million crowns', 'thousand m³', 'm of shelf', 'tonnes per ha')
    """
    unit = re.sub(r"^t\b", "tonnes", unit)
    unit = _RAISED.sub(lambda found: found[1] + "²³"[int(found[2]) - 2], unit)
    if found := _SCALED.match(unit):
        return f"{_SCALES[found[1]]} {unit[found.end() :]}"
    return unit


def spell_units(topic: Topic) -> Topic:
    """Return a topic whose units all read well."""

    def spelled(seed: Any) -> Any:
        return replace(seed, unit=spell_unit(seed.unit))

    relations = tuple(
        replace(seed, x=spelled(seed.x), y=spelled(seed.y), size=spelled(seed.size)) for seed in topic.relations
    )
    names = ("metrics", "compositions", "distributions", "flows", "bridges", "seasonals")
    others: dict[str, Any] = {name: tuple(map(spelled, getattr(topic, name))) for name in names}
    return replace(topic, relations=relations, **others)
