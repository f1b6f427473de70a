"""Findings on years: a turn, a single year out of line, an event with those it touched and those it did not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.events import Touch, fate, name_average
from dataset_builder.families.reports.writing.finding import (
    Finding,
    count_of,
    gone,
    make_finding,
    mean,
    name_touch,
    part_of,
    share_words,
    sized,
    way,
)
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.shapes import is_turn
from dataset_builder.families.reports.writing.terms import Terms, entity_terms, merge, value_terms

_LEG = 0.05
"""Least relative change of an average on the way to its turn."""
_TURN = 0.3
"""Least share of a first way that must be undone to call it a turn."""
_OUT, _BACK = 3.0, 0.35
"""How many ordinary steps out of line a year must be, and what share of that its neighbours may be apart."""
_BEFORE = 3
"""Years before an event that its effect is held against."""
_QUIET = 0.4
"""Greatest share of a move after an event that the years before it may be apart and still be called level."""


def turn(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that the average went one way to a year and the other way from there.

    Flags: up or down for the first way; event where one that moved all the entities began the second.
    """
    years = panel.years
    means = [panel.mean(panel.names, year) for year in years]
    places = [
        place
        for place in range(2, len(years) - 2)
        if is_turn(means, place)
        and abs(means[place] - means[0]) >= _LEG * means[0]
        and abs(means[-1] - means[place]) >= _TURN * abs(means[place] - means[0])
    ]
    if not places:
        return None
    place = places[0]
    out, back = means[place] - means[0], means[-1] - means[place]
    at = years[place]
    sign = 1 if out > 0 else -1
    went = [name for name in panel.names if sign * (panel.at(name, at) - panel.at(name, years[0])) > 0]
    came = [name for name in panel.names if sign * (panel.at(name, years[-1]) - panel.at(name, at)) < 0]
    both = [name for name in went if name in came]
    share = abs(back / out)
    cause: tuple[Terms, frozenset[str]] = {}, frozenset()
    subjects = ["phases", str(at)]
    for touch in touches:
        if len(touch.names) == len(panel.names) and touch.up == (sign < 0) and at <= touch.happening.year <= at + 1:
            cause = name_touch(panel, touch)[0], name_touch(panel, touch)[1] | {"event"}
            subjects.append(touch.happening.id)
    terms: Terms = {
        "at": str(at),
        "years_out": figures.count(place),
        "years_back": figures.count(len(years) - 1 - place),
        "both": count_of(len(both), panel),
        "share": share_words(min(share, 0.99)),
        "out": Context({}, frozenset({way(out)})),
        "back": Context({}, frozenset({way(back)})),
    }
    for name, value in zip("012", (means[0], means[place], means[-1]), strict=True):
        terms |= value_terms(name, value, panel.data)
    flags = {way(out), "beyond" if share > 1.03 else "undone" if share >= 0.97 else "part", *cause[1]}
    flags.add(f"out_{way(out)}")
    flags |= {"broad"} if len(both) >= 0.7 * len(panel.names) else {"mixed"}
    strength = 0.45 + min(share, 1.0) * 0.3 + min(0.25, abs(out) / means[0])
    return make_finding("turn", panel, strength, [terms, cause[0]], flags, (), subjects)


def year(panel: Panel, touches: Sequence[Touch]) -> Finding | None:
    """Return the finding that an entity, and few others, was far out of line in a single year and back in the next."""
    best: tuple[float, str, int] | None = None
    for name in panel.names:
        values = [panel.at(name, each) for each in panel.years]
        usual = median(abs(new - old) for old, new in pairwise(values))
        for place in range(1, len(values) - 1):
            before, at, after = values[place - 1 : place + 2]
            off = at - (before + after) / 2
            lone = (at - before) * (at - after) > 0 and abs(after - before) <= _BACK * abs(off)
            far = usual and abs(off) >= max(_OUT * usual, 0.08 * at)
            if lone and far and (best is None or abs(off) / usual > best[0]):
                best = abs(off) / usual, name, panel.years[place]
    if best is None:
        return None
    size, name, at_year = best
    values = [panel.at(name, each) for each in (at_year - 1, at_year, at_year + 1)]
    sign = 1 if values[1] > values[0] else -1
    joined = [
        other
        for other in panel.names
        if other != name
        and sign * (panel.at(other, at_year) - panel.at(other, at_year - 1)) > 0
        and sign * (panel.at(other, at_year + 1) - panel.at(other, at_year)) < 0
    ]
    rest = [other for other in panel.names if other != name]
    common = mean(panel, rest, at_year) - mean(panel, rest, at_year - 1)
    if len(joined) >= len(rest) / 2 or sign * common >= 0.5 * abs(values[1] - values[0]):
        return None
    terms = merge(
        entity_terms(panel.world, name),
        *(value_terms(mark, value, panel.data) for mark, value in zip("012", values, strict=True)),
        {"before": str(at_year - 1), "at": str(at_year), "after": str(at_year + 1)},
        {"joined": figures.count(len(joined)) if joined else "none", "o": figures.count(len(panel.names) - 1)},
    )
    record = [panel.at(name, each) for each in panel.years]
    flags = {way(sign), "some" if joined else "alone"}
    flags |= {"extreme"} if values[1] in (min(record), max(record)) and record.count(values[1]) == 1 else set()
    facts = [(name, each) for each in (at_year - 1, at_year, at_year + 1)]
    return make_finding("year", panel, 0.3 + size / 12, [terms], flags, facts, [name, f"{name} {at_year}"])


def touched(panel: Panel, touches: Sequence[Touch]) -> Iterator[Finding]:
    """Yield findings that those whom an event touched moved otherwise than the others over the same years.

    Flags: up or down for the touched; less, level, against or alike for the others; one for a single entity.
    """
    for touch in touches:
        names = touch.names
        rest = [name for name in panel.names if name not in names]
        if not rest or touch.base < panel.years[0]:
            continue
        before, after = touch.base, touch.years[1]
        own, others = gone(panel, names, before, after), gone(panel, rest, before, after)
        if not own or (own > 0) != touch.up:
            continue
        ratio = others / own
        how = "alike" if ratio > 0.75 else "less" if ratio > 0.2 else "level" if ratio >= -0.2 else "against"
        event, flags = name_touch(panel, touch)
        last = panel.years[-1]
        kept = fate(panel.mean(names, before), [panel.mean(names, each) for each in range(after, last + 1)])
        followed = sum(own * (panel.at(name, after) - panel.at(name, before)) > 0 for name in names)
        terms: Terms = {
            "before": str(before),
            "after": str(after),
            "avg": name_average(panel, names),
            "G": next(entity.group for entity in panel.world.entities if entity.name == names[0]),
            "o": figures.count(len(rest)),
            "g": figures.count(len(names)),
            "f": figures.count(followed),
            "part": part_of(followed, len(names)),
        }
        for mark, at in (("0", before), ("1", after)):
            terms |= value_terms(mark, panel.mean(names, at), panel.data)
        terms |= entity_terms(panel.world, names[0]) | {"G": terms["G"]}
        flags |= {way(own), how, "one" if len(names) == 1 else "group"}
        flags |= {f"kept_{kept}"} if kept and last - after >= 2 else set()
        sizes = sized("move", own, panel), sized("rest", others, panel)
        facts = [(names[0], each) for each in (before, after)] if len(names) == 1 else []
        strength = 0.85 - 0.5 * max(-0.3, min(ratio, 1.0))
        subjects = [touch.happening.id, *(names if len(names) == 1 else [str(terms["G"])])]
        yield make_finding("touched", panel, strength, [terms, event, *sizes], flags, facts, subjects)


def since(panel: Panel, touches: Sequence[Touch]) -> Iterator[Finding]:
    """Yield findings that the average moved after an event that touched all as it had not done before it.

    Flags: up or down; level, with or against for the years before it; what became of the move, where that is clear.
    """
    last = panel.years[-1]
    for touch in touches:
        before, after = touch.base, touch.years[1]
        start = max(panel.years[0], before - _BEFORE)
        if len(touch.names) < len(panel.names) or before - start < 2:
            continue
        own, earlier = gone(panel, panel.names, before, after), gone(panel, panel.names, start, before)
        pace = earlier / (before - start) / (own / (after - before))
        how = "level" if abs(pace) <= 0.2 else "against" if pace < 0 else "with" if pace <= 0.6 else ""
        path = [panel.mean(panel.names, each) for each in range(start, before + 1)]
        if not how or (how == "level" and max(path) - min(path) > _QUIET * abs(own)):
            continue
        moved = sum(own * (panel.at(name, after) - panel.at(name, before)) > 0 for name in panel.names)
        means = [panel.mean(panel.names, each) for each in range(after, last + 1)]
        kept = fate(panel.mean(panel.names, before), means) if last - after >= 2 else ""
        event, flags = name_touch(panel, touch)
        terms: Terms = {
            "start": str(start),
            "before": str(before),
            "after": str(after),
            "k": figures.count(before - start),
            "j": "a single year" if after - before == 1 else f"{figures.count(after - before)} years",
            "moved": count_of(moved, panel),
        }
        for mark, at in (("0", before), ("1", after)):
            terms |= value_terms(mark, panel.mean(panel.names, at), panel.data)
        flags |= {way(own), how} | ({f"kept_{kept}"} if kept else set())
        flags |= {"every"} if moved == len(panel.names) else {"most"} if moved >= 0.75 * len(panel.names) else {"part"}
        sizes = sized("move", own, panel), sized("pre", earlier, panel)
        size = abs(own) / panel.mean(panel.names, before)
        strength = (0.5 if how == "with" else 0.7) + min(0.2, size)
        subjects = touch.happening.id, "phases"
        yield make_finding("since", panel, strength, [terms, event, *sizes], flags, (), subjects)
