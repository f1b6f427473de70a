"""Findings on single entities: who makes a change, who stays put, who comes from behind, leads or does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.events import Touch
from dataset_builder.families.reports.writing.finding import (
    Finding,
    entity_part,
    find_cause,
    gone,
    make_finding,
    mean,
    share_words,
    sized,
    way,
)
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.paths import agreement
from dataset_builder.families.reports.writing.terms import Terms

_FEW = 0.3
"""Greatest share of the entities that are few."""
_MOST = 0.52
"""Least share of a change that is most of it."""
_MOVED = 0.06
"""Least relative change of an average that is one."""
_STILL, _WITHIN = 0.05, 0.12
"""Greatest relative change of an entity that stayed put, and greatest distance between its years, as a share."""
_FOLLOWED, _WENT = 0.8, 0.06
"""Least share of the others that must have moved the same way, and least relative change of each of the others."""
_CLEAR, _NARROW, _MAINLY = 2.0, 0.8, 0.65
"""Ordinary steps that make a lead large or leave it small, and the share of a change that is most of it."""
_FIRM = 0.4
"""Least share of an entity's change that one the other way must come to if it is to be named as the least."""
_FLAT = 0.025
"""Least relative change of a member of a group that another is said to have moved against."""
_LEVEL = 0.15
"""Greatest share of the change of all by which others may have moved that are said to have hardly done so."""
_STABLE = 0.85
"""Least rank correlation of the first year's order and the last's that is called stable."""
_NEAR = 0.7
"""Least share of the entities that must have ended within a place of where they began for that."""


def _ends(panel: Panel) -> tuple[int, int]:
    return panel.years[0], panel.years[-1]


def _moves(panel: Panel) -> dict[str, float]:
    first, last = _ends(panel)
    return {name: panel.at(name, last) - panel.at(name, first) for name in panel.names}


def few(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that a few entities make most of the change of the average.

    Flags: one, or many with ``those`` for their names; against, level or less for what the others did.
    """
    first, last = _ends(panel)
    whole = gone(panel, panel.names, first, last)
    if abs(whole) < _MOVED * mean(panel, panel.names, first):
        return None
    moves, sign = _moves(panel), 1 if whole > 0 else -1
    order = sorted(panel.names, key=lambda name: -sign * moves[name])
    total = sum(moves.values())
    for count in range(1, int(_FEW * len(order)) + 1):
        names, rest = order[:count], order[count:]
        share = sum(moves[name] for name in names) / total
        if share >= _MOST and sign * moves[names[-1]] >= 1.8 * sign * moves[rest[0]]:
            break
    else:
        return None
    left = gone(panel, rest, first, last)
    other = "level" if abs(left) <= _LEVEL * abs(whole) else "against" if sign * left < 0 else "less"
    sizes = [figures.plain(abs(moves[name]), panel.data.decimals) for name in names]
    parts = [entity_part(panel, name, first, last) for name in names]
    amounts = [str(parts[0].terms["d"]), *sizes[1:]]
    opposed = sum(sign * moves[name] < 0 for name in rest)
    terms: Terms = {
        "those": figures.listing(names),
        "c": figures.count(count),
        "o": figures.count(len(rest)),
        "against": figures.count(opposed),
        "each": figures.listing([f"{size} {part.terms['inE']}" for size, part in zip(amounts, parts, strict=True)]),
        "sizes": figures.listing(amounts),
        "share": share_words(share),
        "E": names[0],
        "Es": str(parts[0].terms["Es"]),
        "inE": str(parts[0].terms["inE"]),
    }
    cause, more = find_cause(panel, touches, names, up=sign > 0)
    flags = {way(whole), other, "one" if count == 1 else "many", *more, "some" if opposed else "none"}
    flags |= {"single"} if opposed == 1 else set()
    facts = [(name, year) for name in names for year in (first, last)]
    sizes_of = [terms, sized("all", whole, panel), sized("rest", left, panel), cause]
    return make_finding("few", panel, 0.25 + share - count / len(order), sizes_of, flags, facts, names)


def still(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that one or two entities stayed where they were while the others moved one way."""
    first, last = _ends(panel)
    moves = _moves(panel)

    def rests(name: str) -> bool:
        values = [panel.at(name, year) for year in panel.years]
        return abs(moves[name]) <= _STILL * values[0] and max(values) - min(values) <= _WITHIN * values[0]

    names = [name for name in panel.names if rests(name)]
    rest = [name for name in panel.names if name not in names]
    if not 1 <= len(names) <= 2 or any(abs(moves[name]) < _WENT * panel.at(name, first) for name in rest):
        return None
    change = gone(panel, rest, first, last)
    sign = 1 if change > 0 else -1
    followed = [name for name in rest if sign * moves[name] > 0]
    if abs(change) < 2 * _MOVED * mean(panel, rest, first) or len(followed) < _FOLLOWED * len(rest):
        return None
    nearest = min(rest, key=lambda name: abs(moves[name]))
    closest = min(rest, key=lambda name: abs(moves[name]) / panel.at(name, first))
    parts = [entity_part(panel, name, first, last) for name in names]
    now = [f"{part.terms['u1']} {part.terms['inE']}" for part in parts]
    terms: Terms = {
        "those": figures.listing(names),
        "c": figures.count(len(names)),
        "o": figures.count(len(rest)),
        "with": figures.count(len(followed)),
        "left": figures.count(len(rest) - len(followed)),
        "each": figures.listing(now) if len(names) > 1 else f"{parts[0].terms['u1']} after {parts[0].terms['v0']}",
        "E": names[0],
        "F": nearest,
    }
    flags = {way(change), "one" if len(names) == 1 else "many"}
    flags |= {"every"} if len(followed) == len(rest) else set()
    flags |= {"next"} if nearest == closest and nearest in followed else set()
    facts = [(name, year) for name in names for year in (first, last)]
    sizes = sized("rest", change, panel), sized("near", moves[nearest], panel)
    strength = 0.3 + abs(change) / mean(panel, rest, first)
    return make_finding("still", panel, strength, [terms, *sizes], flags, facts, names)


def chase(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that an entity came from among the last three into the better half."""
    first, last = _ends(panel)
    lower = panel.metric.better == "lower"
    orders = [panel.ranked(year)[:: -1 if lower else 1] for year in (first, last - 1, last)]
    count = len(panel.names)
    name = max(panel.names, key=lambda name: orders[0].index(name) - orders[2].index(name))
    start, before, end = (order.index(name) + 1 for order in orders)
    if start < count - 2 or end > count // 2:
        return None
    moves, sign = _moves(panel), -1 if lower else 1
    gaps = [panel.at(name, year) - panel.mean(panel.names, year) for year in (first, last)]
    if moves[name] * sign <= 0 or gaps[0] * gaps[1] >= 0 or not all(round(gap, panel.data.decimals) for gap in gaps):
        return None
    whole = gone(panel, panel.names, first, last)
    foot = {count: "last", count - 1: "last but one", count - 2: "third from the end"}[start]
    terms: Terms = {**entity_part(panel, name, first, last).terms, "foot": foot, "place": figures.place(end, count)}
    terms |= {
        "passed": figures.count(start - end),
        "ahead": "one other" if end == 2 else f"{figures.count(end - 1)} others",
    }
    late = before > count // 2
    cause, more = find_cause(panel, () if late else touches, [name], up=sign > 0)
    flags = {way(moves[name]), "lower" if lower else "higher", "above" if gaps[1] > 0 else "below", *more}
    flags |= {"met"} if whole * sign < 0 else {"outran"} if whole else set()
    flags |= {"late" if late else "held", *(("top",) if end == 1 else ())}
    sizes = sized("g0", gaps[0], panel), sized("g1", gaps[1], panel), sized("all", whole, panel)
    facts = [(name, first), (name, last)]
    return make_finding("chase", panel, 0.3 + (start - end) / count, [terms, *sizes, cause], flags, facts, [name])


def leader(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that the highest place went from one entity to another and has stayed there.

    Flags: clear or narrow where the lead is large or small beside usual yearly changes; crossed, fell or rose for
    what the two did, and lost, won or shared for which of them made most of the change.
    """
    first, last = _ends(panel)
    tops = {year: panel.ranked(year)[0] for year in panel.years}
    old, new = tops[first], tops[last]
    since = next(year for year in panel.years if all(tops[later] == new for later in panel.years if later >= year))
    held = last - since + 1
    moves = _moves(panel)
    if old == new or held < 3 or panel.at(old, first) == panel.at(new, first) or not moves[new]:
        return None
    then, now = panel.at(old, first) - panel.at(new, first), panel.at(new, last) - panel.at(old, last)
    second = panel.ranked(last)[1]
    steps = [abs(panel.at(name, year) - panel.at(name, year - 1)) for name in (new, second) for year in panel.years[1:]]
    lead = panel.at(new, last) - panel.at(second, last)
    if not lead:
        return None
    a, b = entity_part(panel, new, first, last), entity_part(panel, old, first, last)
    terms: Terms = {"a": a, "b": b, "since": str(since), "held": figures.count(held), "second": second}
    terms["place"] = figures.place(panel.ranked(last).index(old) + 1, len(panel.names))
    ordinary = lead / median(steps) if median(steps) else 1.0
    flags = {"close" if second == old else "apart"}
    flags |= {"clear"} if ordinary >= _CLEAR else {"narrow"} if ordinary <= _NARROW else set()
    flags |= {"slid"} if moves[old] < 0 else set()
    made = moves[new] / (moves[new] - moves[old])
    flags.add("won" if made >= _MAINLY else "lost" if made <= 1 - _MAINLY else "shared")
    flags.add("crossed" if moves[new] > 0 >= moves[old] else "fell" if moves[new] < 0 else "rose")
    sizes = sized("then", then, panel), sized("now", now, panel), sized("lead", lead, panel)
    strength = 0.35 + held / len(panel.years) / 2 + (0.1 if "clear" in flags else 0.0)
    facts = [(name, year) for name in (old, new) for year in (first, last)]
    return make_finding("leader", panel, strength, [terms, *sizes], flags, facts, [old, new])


def stable(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that the order of the entities hardly changed although their average moved."""
    first, last = _ends(panel)
    orders = [panel.ranked(year) for year in (first, last)]
    whole = gone(panel, panel.names, first, last)
    if agreement(*orders) < _STABLE or abs(whole) < 2 * _MOVED * mean(panel, panel.names, first):
        return None
    if (orders[0][0], orders[0][-1]) != (orders[1][0], orders[1][-1]):
        return None
    shifts = {name: abs(orders[0].index(name) - orders[1].index(name)) for name in panel.names}
    near = sum(shift <= 1 for shift in shifts.values())
    if near < _NEAR * len(panel.names):
        return None
    far = max(panel.names, key=lambda name: shifts[name])
    terms: Terms = {
        "High": orders[1][0],
        "Low": orders[1][-1],
        "near": figures.count(near),
        "far": far,
        "shift": figures.count(shifts[far]),
    }
    flags = {way(whole), "all" if near == len(panel.names) else "some"}
    strength = 0.3 + agreement(*orders) / 3
    ends = orders[1][0], orders[1][-1]
    return make_finding("stable", panel, strength, [terms, sized("all", whole, panel)], flags, (), ends)


def odd(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that an entity moved against every other member of its group."""
    first, last = _ends(panel)
    moves = _moves(panel)
    best: tuple[float, str, list[str]] | None = None
    for entity in panel.world.entities:
        mates = [other.name for other in panel.world.entities if other.group == entity.group and other != entity]
        own = moves[entity.name] / panel.at(entity.name, first)
        if len(mates) < 2 or abs(own) < _MOVED or any(moves[mate] * own >= 0 for mate in mates):
            continue
        if any(abs(moves[mate]) < _FLAT * panel.at(mate, first) for mate in mates):
            continue
        off = min(abs(own), min(abs(moves[mate] / panel.at(mate, first)) for mate in mates))
        if best is None or off > best[0]:
            best = off, entity.name, mates
    if best is None:
        return None
    _, name, mates = best
    least = min(mates, key=lambda mate: abs(moves[mate]))
    most = max(mates, key=lambda mate: abs(moves[mate]))
    whole = gone(panel, [name, *mates], first, last)
    apart = [touch for touch in touches if not {*mates} & {*touch.names}]
    cause, more = find_cause(panel, apart, [name], up=moves[name] > 0)
    terms: Terms = {**entity_part(panel, name, first, last).terms, "mate": entity_part(panel, most, first, last)}
    terms |= {"m": figures.count(len(mates)), "mates": figures.listing(mates), "least": least}
    flags = {way(moves[name]), *more, "two" if len(mates) == 2 else "more"}
    flags.add("tips" if whole * moves[name] > 0 else "holds")
    flags |= {"firm"} if abs(moves[least]) >= _FIRM * abs(moves[name]) else set()
    facts = [(who, year) for who in (name, most) for year in (first, last)]
    strength = 0.35 + 2 * best[0]
    return make_finding(
        "odd", panel, strength, [terms, sized("near", moves[least], panel), cause], flags, facts, [name]
    )
