"""Findings on how entities lie to each other: ends, halves, groups, and two figures side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import pstdev

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.events import Touch
from dataset_builder.families.reports.writing.finding import (
    Finding,
    entity_part,
    gone,
    make_finding,
    mean,
    part_of,
    share_words,
    sized,
)
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.paths import agreement
from dataset_builder.families.reports.writing.terms import Terms, value_terms

_NARROWER, _WIDER = 0.8, 1.25
"""Multiples of a first distance up to which, and from which, the last is told as another."""
_SIDE = 0.7
"""Least share of the change of a distance that one end must make to be named for it."""
_TIED, _LOOSE = 0.6, 0.3
"""Least rank correlation of the changes of two figures that is told, and the one from which they lean to a tie."""
_ODD = 2
"""Entities at most that may not follow where two figures are said to be tied."""


def gap(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that the ends of the field, and the field as a whole, have drawn together or apart.

    Flags: narrower or wider; top, foot or both for the end that moved; inner where the field without its two ends
    did the same, ends where it did not.
    """
    first, last = panel.years[0], panel.years[-1]
    orders = [panel.ranked(year) for year in (first, last)]
    columns = [[panel.at(name, year) for name in order] for order, year in zip(orders, (first, last), strict=True)]
    widths = [column[0] - column[-1] for column in columns]
    spreads = [pstdev(column) for column in columns]
    ratio = widths[1] / widths[0]
    if _NARROWER < ratio < _WIDER or (spreads[1] < spreads[0]) != (ratio < 1) or not _clear(spreads[1] / spreads[0]):
        return None
    inner = [column[1] - column[-2] for column in columns]
    sides = {"top": columns[1][0] - columns[0][0], "foot": columns[0][-1] - columns[1][-1]}
    change = widths[1] - widths[0]
    side = next((end for end, moved in sides.items() if moved / change >= _SIDE), "both")
    steady = bool(inner[0]) and (inner[1] / inner[0] <= 0.9 if ratio < 1 else inner[1] / inner[0] >= 1.1)
    terms: Terms = {
        "High0": orders[0][0],
        "Low0": orders[0][-1],
        "High": orders[1][0],
        "Low": orders[1][-1],
    }
    for mark, column in zip("01", columns, strict=True):
        terms |= value_terms(f"h{mark}", column[0], panel.data) | value_terms(f"l{mark}", column[-1], panel.data)
    flags = {"narrower" if ratio < 1 else "wider", side, "inner" if steady else "ends"}
    flags |= {"samehigh"} if orders[0][0] == orders[1][0] else set()
    flags |= {"samelow"} if orders[0][-1] == orders[1][-1] else set()
    sizes = [sized(end, value, panel) for end, value in (("w0", widths[0]), ("w1", widths[1]), *sides.items())]
    facts = [(order[place], year) for order, year in zip(orders, (first, last), strict=True) for place in (0, -1)]
    ends = {order[place] for order in orders for place in (0, -1)}
    return make_finding("gap", panel, 0.3 + abs(1 - ratio), [terms, *sizes], flags, facts, [*ends, "width"])


def _clear(ratio: float) -> bool:
    return ratio <= 0.9 or ratio >= 1.1


def halves(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that those who were high at first and those who were low have come closer, or have parted.

    None where highest and lowest did the opposite. Flags: closing or opening; low, high or both for the half that made
    it, unsaid where both moved alike; some where members crossed the middle.
    """
    first, last = panel.years[0], panel.years[-1]
    order = panel.ranked(first)
    half = len(order) // 2
    high, low = order[:half], order[-half:]
    if any(panel.at(order[at - 1], first) == panel.at(order[at], first) for at in (half, len(order) - half)):
        return None
    then, now = (round(mean(panel, high, year) - mean(panel, low, year), panel.data.decimals) for year in (first, last))
    if then <= 0:
        return None
    ratio = now / then
    ends = [panel.at(panel.ranked(year)[0], year) - panel.at(panel.ranked(year)[-1], year) for year in (first, last)]
    if 0.62 < ratio < 1.12 or ratio <= 0 or (ratio - 1) * (ends[1] - ends[0]) < 0:
        return None
    ups, downs = (gone(panel, names, first, last) for names in (high, low))
    upper = {*panel.ranked(last)[:half]}
    crossed = len({*low} & upper)
    change = then - now
    side = "low" if downs / change >= _SIDE else "high" if -ups / change >= _SIDE else "both"
    if ratio > 1:
        side = "high" if ups / -change >= _SIDE else "low" if -downs / -change >= _SIDE else "both"
    if side != "both" and ups * downs > 0 and max(abs(ups), abs(downs)) < 2 * min(abs(ups), abs(downs)):
        side = "unsaid"
    terms: Terms = {
        "half": figures.count(half),
        "crossed": figures.count(crossed),
        "share": share_words(min(abs(1 - ratio), 0.99)),
    }
    flags = {"closing" if ratio < 1 else "opening", side, "some" if crossed else "none"}
    flags |= {"onlyone"} if crossed == 1 else set()
    sizes = sized("then", then, panel), sized("now", now, panel)
    strength = 0.2 + abs(1 - ratio) * (1.0 if ratio < 1 else 1.5)
    facts = [(name, year) for name in high for year in (first, last)]
    return make_finding("halves", panel, strength, [terms, *sizes], flags, facts, ["halves", "width"])


def groups(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that two groups lie apart, whether their members overlap, and how their distance moved.

    Flags: wider, narrower, swapped or same; clean where no member of the one lies below a member of the other.
    """
    first, last = panel.years[0], panel.years[-1]
    members: dict[str, list[str]] = {}
    for entity in panel.world.entities:
        members.setdefault(entity.group, []).append(entity.name)
    level = {group: mean(panel, names, last) for group, names in members.items()}
    high, low = max(level, key=lambda group: level[group]), min(level, key=lambda group: level[group])
    then, now = (panel.apart(members[high], members[low], year) for year in (first, last))
    widths = panel.ranked(last)
    reach = panel.at(widths[0], last) - panel.at(widths[-1], last)
    if not then or not now or now < 0.35 * reach:
        return None
    ratio = then / now
    move = "swapped" if ratio < 0 else "wider" if ratio <= 0.85 else "narrower" if ratio >= 1.18 else "same"
    best = max(panel.at(name, last) for name in members[low])
    inside = [name for name in members[high] if panel.at(name, last) <= best]
    terms: Terms = {
        "G": high,
        "H": low,
        "g": figures.count(len(members[high])),
        "h": figures.count(len(members[low])),
        "inside": figures.listing(inside),
        "ci": part_of(len(inside), len(members[high])),
    }
    flags = {move, "clean" if not inside else "lone" if len(inside) == 1 else "mixed"}
    moves = gone(panel, members[high], first, last), gone(panel, members[low], first, last)
    flags |= {"parting"} if moves[0] > 0 > moves[1] else {"meeting"} if moves[0] < 0 < moves[1] else set()
    sizes = sized("then", then, panel), sized("now", now, panel)
    strength = 0.15 + now / reach / 2 + (0.2 if not inside else 0.0) + (0.15 if move != "same" else 0.0)
    return make_finding("groups", panel, strength, [terms, *sizes], flags, (), [high, low])


def _extent(changes: Sequence[float], *, up: bool) -> str:
    """Return how those moved that come first when entities are ordered by change, upwards or downwards."""
    if all(change > 0 for change in changes):
        return "rose most" if up else "rose least"
    if all(change < 0 for change in changes):
        return "fell least" if up else "fell most"
    return "rose most or fell least" if up else "fell most or rose least"


def together(panel: Panel, other: Panel, *, asked: bool = False) -> Finding | None:
    """Return the finding that the entities whose one figure moved up most are those whose other did, or did not.

    Of two of which neither is so there is one, ``untied``, only where the relation is ``asked`` for. Flags: same or
    opposite; except for members of the one half that are not where the rule has them; leans or none for untied ones.
    """
    first, last = panel.years[0], panel.years[-1]
    changes = [{name: each.at(name, last) - each.at(name, first) for name in panel.names} for each in (panel, other)]
    orders = [sorted(change, key=lambda name: -change[name]) for change in changes]
    strength = agreement(*orders)
    half = len(panel.names) // 2
    second = orders[1] if strength > 0 else orders[1][::-1]
    fitting = [name for name in orders[0][:half] if name in second[:half]]
    except_for = [name for name in orders[0][:half] if name not in fitting]
    tied = len(except_for) <= _ODD and (abs(strength) >= _TIED or (asked and not except_for))
    if not tied and not asked:
        return None
    if tied:
        one = min(fitting, key=lambda name: orders[0].index(name) + second.index(name))
    else:
        one = max(except_for, key=lambda name: second.index(name) - orders[0].index(name))
    a, b = entity_part(panel, one, first, last), entity_part(other, one, first, last)
    if not a.flags or not b.flags:
        return None
    terms: Terms = {
        "other": str(other.terms["the"]),
        "other_bare": str(other.terms["bare"]),
        "half": figures.count(half),
        "fit": figures.count(len(fitting)) if fitting else "none",
        "odd": figures.listing(except_for),
        "one": _extent([changes[0][name] for name in orders[0][:half]], up=True),
        "two": _extent([changes[1][name] for name in second[:half]], up=strength > 0),
        "E": one,
        "inE": str(a.terms["inE"]),
        "a": a,
        "b": b,
    }
    flags = {"same" if strength > 0 else "opposite", "all" if not except_for else "except"}
    flags |= {"oneodd"} if len(except_for) == 1 else set()
    flags |= {"onefit"} if len(fitting) == 1 else set()
    flags |= {"leans"} if abs(strength) >= _LOOSE else {"none"}
    moves = [gone(each, panel.names, first, last) for each in (panel, other)]
    if both := moves[0] * moves[1]:
        flags.add("pulls" if (both > 0) == (strength > 0) else "despite")
        flags.add("averages_same" if both > 0 else "averages_apart")
    facts = [(one, first), (one, last)]
    pair = " ".join(("pair", *sorted((panel.data.id, other.data.id))))
    kind = "together" if tied else "untied"
    found = make_finding(kind, panel, abs(strength), [terms], flags, facts, [one, pair])
    return replace(found, facts=(*found.facts, *other.facts(*facts)), asked=asked)
