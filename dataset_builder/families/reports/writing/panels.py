"""What a panel has to say: messages on a figure of every entity for every year, chosen by interest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dataset_builder.families.reports.model import Dataset, Plan, World, fact_id
from dataset_builder.families.reports.topics import Metric
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.shapes import is_steady
from dataset_builder.families.reports.writing.terms import (
    Terms,
    bare,
    bare_value,
    change_terms,
    difference,
    entity_terms,
    in_text,
    merge,
    pair_terms,
    place_terms,
    times_over,
    value_terms,
    with_article,
    year_terms,
)

_CLEAR = 0.05
"""Least change of an average, as a share of it, that is more than a wobble."""


@dataclass(frozen=True)
class Panel:
    """A panel of the world with its metric."""

    world: World
    data: Dataset
    metric: Metric

    @property
    def names(self) -> tuple[str, ...]:
        """Return the entities."""
        return self.data.keys[0]

    @property
    def years(self) -> tuple[int, ...]:
        """Return the years."""
        return self.world.years

    def at(self, name: str, year: int) -> float:
        """Return a value."""
        return self.data.values[name, str(year)]

    def mean(self, names: Sequence[str], year: int) -> float:
        """Return the average of some entities, rounded as values are printed."""
        key: tuple[str | int, ...] = (*names, year)
        if key not in self._means:
            values = self.data.values
            self._means[key] = round(sum(values[name, str(year)] for name in names) / len(names), self.data.decimals)
        return self._means[key]

    @cached_property
    def _means(self) -> dict[tuple[str | int, ...], float]:
        return {}

    @property
    def course(self) -> str:
        """Return ``up`` or ``down`` as the average over all entities has clearly gone, "" where it has not."""
        first, last = (self.mean(self.names, year) for year in (self.years[0], self.years[-1]))
        if abs(last - first) < _CLEAR * abs(first):
            return ""
        return "up" if last > first else "down"

    def apart(self, names: Sequence[str], others: Sequence[str], year: int) -> float | None:
        """Return by how much the average of some entities is above that of others; None where roundings disagree."""
        exact = [sum(self.at(name, year) for name in part) / len(part) for part in (names, others)]
        printed = round(self.mean(names, year) - self.mean(others, year), self.data.decimals)
        slack = 0.499 * 10.0**-self.data.decimals
        return printed if abs(exact[0] - exact[1] - printed) < slack else None

    def ranked(self, year: int) -> list[str]:
        """Return the entities from the highest value of a year to the lowest."""
        return sorted(self.names, key=lambda name: -self.at(name, year))

    def fact(self, name: str, year: int) -> str:
        """Return the id of a value."""
        return fact_id(self.data.id, (name, str(year)))

    def facts(self, *pairs: tuple[str, int]) -> tuple[str, ...]:
        """Return the ids of values."""
        return tuple(self.fact(name, year) for name, year in pairs)

    @property
    def terms(self) -> Terms:
        """Return how the metric is named."""
        return dict(self._terms)

    @cached_property
    def _terms(self) -> Terms:
        metric = self.metric
        short, full = typeset(metric.short), typeset(metric.phrase).replace("{place}", self.world.place)
        named: Terms = {"the": short, "bare": bare(short), "full": full, "name": typeset(metric.name), "id": metric.id}
        of = {"The": short[:1].upper() + short[1:], "a_bare": with_article(short)}
        return merge(place_terms(self.world), named, of, {"unit": metric.unit})


def find_panel(world: World, metric_id: str) -> Panel:
    """Return the panel of a metric; without its unit where the metric's name says what is counted."""
    kept: dict[str, Panel] = world.kept.setdefault("panels", {})
    if metric_id not in kept:
        kept[metric_id] = _make_panel(world, metric_id)
    return kept[metric_id]


def _make_panel(world: World, metric_id: str) -> Panel:
    metric = next(metric for metric in world.topic.metrics if metric.id == metric_id)
    data = world.datasets[metric_id]
    counts = {data.unit.lower(), data.unit.lower().removesuffix("s")} & set(metric.short.lower().split())
    return Panel(world, replace(data, unit="") if counts else data, metric)


def move_context(panel: Panel, name: str, first: int, last: int) -> Context:
    """Return what to say of an entity between two years."""
    old, new = panel.at(name, first), panel.at(name, last)
    change, flags = change_terms(old, new, panel.data, panel.metric.better)
    values = pair_terms(old, new, panel.data)
    return Context(
        merge(panel.terms, entity_terms(panel.world, name), values, change, year_terms(first, last)), frozenset(flags)
    )


def change(panel: Panel, name: str, first: int, last: int) -> Message:
    """Return the message that an entity's value moved between two years."""
    context = move_context(panel, name, first, last)
    old, new = panel.at(name, first), panel.at(name, last)
    return Message("change.S", context, panel.facts((name, first), (name, last)), min(1.0, abs(new / old - 1)), name)


def trend(panel: Panel) -> Message | None:
    """Return the message on the average of all, first year to last; None if it came out the same."""
    first, last = panel.years[0], panel.years[-1]
    old, new = panel.mean(panel.names, first), panel.mean(panel.names, last)
    if old == new:
        return None
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    values = pair_terms(old, new, panel.data)
    terms = merge(panel.terms, values, moved, year_terms(first, last))
    return Message("trend.S", Context(terms, frozenset(flags | {"whole"})), (), 1.0)


def breadth(panel: Panel) -> Message | None:
    """Return the message on how many entities moved which way; None where neither side is small."""
    first, last = panel.years[0], panel.years[-1]
    rose = [name for name in panel.names if panel.at(name, last) > panel.at(name, first)]
    fell = [name for name in panel.names if name not in rose]
    many, few = (rose, fell) if len(rose) >= len(fell) else (fell, rose)
    if len(few) > 3:
        return None
    terms: Terms = {
        "most": figures.count(len(many)),
        "exceptions": figures.listing(few),
    }
    flags = {"up" if many is rose else "down", "some" if few else "all"}
    step = panel.mean(panel.names, last) - panel.mean(panel.names, first)
    if (step > 0) != (many is rose):
        flags |= {"against", "pulled_down" if many is rose else "pulled_up"}
    facts = panel.facts(*((name, year) for name in few for year in (first, last)))
    return Message("breadth.S", Context(merge(panel.terms, terms), frozenset(flags)), facts, 0.9)


def extremes(panel: Panel, year: int) -> Message:
    """Return the message on the highest and the lowest of a year, with their ratio where it is a plain one."""
    ranked = panel.ranked(year)
    high, low = ranked[0], ranked[-1]
    above, below = panel.at(high, year), panel.at(low, year)
    times = times_over(above, below)
    terms = merge(
        panel.terms,
        {"y1": str(year), "High": high, "Low": low, "dgap": difference(above - below, panel.data)},
        {"inHigh": entity_terms(panel.world, high)["inE"], "inLow": entity_terms(panel.world, low)["inE"]},
        value_terms("high", above, panel.data),
        value_terms("low", below, panel.data),
        {"times": times} if times else {},
    )
    flags = frozenset({"times"} if times else ())
    return Message("extremes.S", Context(terms, flags), panel.facts((high, year), (low, year)), 0.9)


def turning_point(panel: Panel, name: str) -> Message | None:
    """Return the message that an entity's series had its high or low well inside the period; None if it had none."""
    years = panel.years
    first, last = panel.at(name, years[0]), panel.at(name, years[-1])
    found: list[tuple[float, str, int]] = []
    for rule, year in (
        ("peak.S", max(years, key=lambda year: panel.at(name, year))),
        ("trough.S", min(years, key=lambda year: panel.at(name, year))),
    ):
        value = panel.at(name, year)
        depth = min(abs(value / first - 1), abs(value / last - 1))
        if years[2] <= year <= years[-3] and depth >= 0.1:
            found.append((depth, rule, year))
    if not found:
        return None
    depth, rule, year = max(found)
    value = panel.at(name, year)
    terms = merge(
        panel.terms,
        entity_terms(panel.world, name),
        value_terms("0", first, panel.data),
        value_terms("1", value, panel.data),
        value_terms("last", last, panel.data),
        year_terms(years[0], year),
        {"d2": difference(last - value, panel.data)},
    )
    worst = {"lower": "peak.S", "higher": "trough.S", "neither": ""}[panel.metric.better]
    flags = {"bad"} if rule == worst else set()
    if is_steady([panel.at(name, later) for later in years if later >= year]):
        flags.add("straight")
    facts = panel.facts((name, years[0]), (name, year), (name, years[-1]))
    return Message(rule, Context(terms, frozenset(flags)), facts, min(1.0, 0.3 + depth), name)


def overtaking(panel: Panel) -> Iterator[Message]:
    """Yield messages that one entity passed another by a margin between the first year and the last."""
    first, last = panel.years[0], panel.years[-1]
    for one in panel.names:
        for other in panel.names:
            before = panel.at(other, first) / panel.at(one, first) - 1
            after = panel.at(one, last) / panel.at(other, last) - 1
            if before > 0.08 and after > 0.08:
                parts = {"a": move_context(panel, one, first, last), "b": move_context(panel, other, first, last)}
                facts = panel.facts((one, first), (other, first), (one, last), (other, last))
                context = Context(merge(panel.terms, year_terms(first, last), parts))
                yield Message("overtake.S", context, facts, min(1.0, 0.4 + before + after), one)


def pairs(panel: Panel, first: int, last: int) -> Iterator[Message]:
    """Yield messages on two entities that moved apart, or alike, between two years, the strongest pairs first."""
    moved = sorted(panel.names, key=lambda name: panel.at(name, last) / panel.at(name, first))
    couples = [("contrast.S", moved[-1], moved[0]), ("contrast.S", moved[-2], moved[1])]
    couples += [("alike.S", moved[-1], moved[-2]), ("alike.S", moved[0], moved[1])]
    for rule, one, other in couples:
        a, b = move_context(panel, one, first, last), move_context(panel, other, first, last)
        same = ("up" in a.flags) == ("up" in b.flags)
        if same != (rule == "alike.S") or "small" in a.flags or "small" in b.flags:
            continue
        near = abs(panel.at(one, first) / panel.at(other, first) - 1) < 0.05
        context = Context(
            merge(panel.terms, year_terms(first, last), {"a": a, "b": b}), frozenset({"close"} if near else ())
        )
        facts = panel.facts((one, first), (one, last), (other, first), (other, last))
        yield Message(rule, context, facts, 0.8, one)


def steadiest(panel: Panel) -> Message | None:
    """Return the message on the entity that moved least, None if it strayed on the way."""
    first, last = panel.years[0], panel.years[-1]
    name = min(panel.names, key=lambda name: abs(panel.at(name, last) / panel.at(name, first) - 1))
    values = [panel.at(name, year) for year in panel.years]
    if abs(values[-1] / values[0] - 1) > 0.04 or max(values) / min(values) > 1.12:
        return None
    return Message(
        "steady.S", move_context(panel, name, first, last), panel.facts((name, first), (name, last)), 0.6, name
    )


def largest_step(panel: Panel) -> Message:
    """Return the message on the largest change of any entity from one year to the next."""
    steps = [(name, year) for name in panel.names for year in panel.years[1:]]
    name, year = max(steps, key=lambda step: abs(panel.at(*step) - panel.at(step[0], step[1] - 1)))
    facts = panel.facts((name, year - 1), (name, year))
    return Message("jump.S", move_context(panel, name, year - 1, year), facts, 0.7, name)


def reigns(panel: Panel) -> Iterator[Message]:
    """Yield messages on who was first and who was last in most years."""
    for flag, place in (("high", 0), ("low", -1)):
        holders = [panel.ranked(year)[place] for year in panel.years]
        name = max(panel.names, key=holders.count)
        held = holders.count(name)
        if held * 2 > len(holders):
            terms = merge(panel.terms, entity_terms(panel.world, name), {"k": figures.count(held)})
            flags = {flag, "always"} if held == len(holders) else {flag}
            if held < len(holders):
                yield Message("reign.S", Context(terms, frozenset(flags)), (), 0.5, name)
            else:
                yield Message("reign.S", Context({**terms, "k": "all"}, frozenset(flags)), (), 0.6, name)


def groups(panel: Panel) -> tuple[Message, ...]:
    """Return messages on the averages of the two groups that lie furthest apart, and how their distance moved.

    A distance is told only where that of the averages and that of the averages as printed round to the same.
    """
    first, last = panel.years[0], panel.years[-1]
    members = {
        group.name: [entity.name for entity in panel.world.entities if entity.group == group.name]
        for group in panel.world.topic.entities.groups
    }
    level = {group: panel.mean(names, last) for group, names in members.items() if names}
    high, low = max(level, key=lambda group: level[group]), min(level, key=lambda group: level[group])
    now, then = (panel.apart(members[high], members[low], year) for year in (last, first))
    if high == low or not now:
        return ()
    terms = merge(
        panel.terms,
        {"G": high, "H": low, "d": difference(now, panel.data), "names": "groups"},
        value_terms("0", level[high], panel.data),
        {"w0": bare_value(level[low], panel.data)},
        year_terms(first, last),
    )
    found = [Message("gap.S", Context(terms), (), 0.7, high)]
    if then and abs(now - abs(then)) > 0.15 * now:
        flag = "swapped" if then < 0 else "wider" if now > then else "narrower"
        apart: Terms = {"d0": difference(then, panel.data), "d1": figures.plain(abs(now), panel.data.decimals)}
        found.append(Message("gapmove.S", Context(merge(terms, apart), frozenset({flag})), (), 0.6, high))
    return tuple(found)


def spread(panel: Panel) -> Message | None:
    """Return the message on how the distance of highest and lowest moved; None if it hardly did."""
    first, last = panel.years[0], panel.years[-1]
    widths = []
    for year in (first, last):
        ranked = panel.ranked(year)
        widths.append(panel.at(ranked[0], year) - panel.at(ranked[-1], year))
    if abs(widths[1] / widths[0] - 1) < 0.12:
        return None
    terms = {"d0": difference(widths[0], panel.data), "d1": figures.plain(widths[1], panel.data.decimals)}
    flag = "wider" if widths[1] > widths[0] else "narrower"
    return Message("spread.S", Context(merge(panel.terms, year_terms(first, last), terms), frozenset({flag})), (), 0.6)


def climbs(panel: Panel) -> Iterator[Message]:
    """Yield messages on entities that moved three places or more in the order."""
    first, last = panel.years[0], panel.years[-1]
    for name in panel.names:
        old, new = panel.ranked(first).index(name) + 1, panel.ranked(last).index(name) + 1
        if abs(old - new) >= 3:
            count = len(panel.names)
            terms: Terms = {"r0": figures.place(old, count), "r1": figures.place(new, count)}
            flags = frozenset({"up" if new < old else "down"} | ({"ends"} if {1, count} & {old, new} else set()))
            context = Context(
                merge(panel.terms, entity_terms(panel.world, name), year_terms(first, last), terms), flags
            )
            yield Message("rank.S", context, (), 0.3 + 0.05 * abs(old - new), name)


def above_mark(panel: Panel) -> Message | None:
    """Return the message on how many entities lie above a round mark, first year and last; None if it says little."""
    first, last = panel.years[0], panel.years[-1]
    middle = panel.mean(panel.names, first)
    step = 10 ** max(0, len(str(int(middle))) - 1)
    mark = max(step, round(middle / step) * step)
    before, after = (sum(panel.at(name, year) > mark for name in panel.names) for year in (first, last))
    if abs(before - after) < 2:
        return None
    terms: Terms = {
        "c0": figures.count(before) if before else "none",
        "c1": figures.count(after) if after else "none",
        "mark": figures.with_unit(figures.plain(mark, 0), in_text(panel.data.unit)),
    }
    return Message("above.S", Context(merge(panel.terms, year_terms(first, last), terms)), (), 0.6)


def told_panels(plan: Plan) -> list[Panel]:
    """Return the panels that may be told, in the order of the plan's chapters."""
    world = plan.world
    order = [name for section in plan.sections for name in section.subjects]
    names = [name for name in order if name in plan.told and world.datasets[name].kind == "panel"]
    return [find_panel(world, name) for name in dict.fromkeys(names)]
