"""What data of other kinds than panels have to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dataset_builder.families.reports.model import Dataset, World, fact_id
from dataset_builder.families.reports.samples import bin_edges
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import (
    Terms,
    bare_value,
    change_terms,
    difference,
    entity_terms,
    merge,
    pair_terms,
    place_terms,
    times_over,
    value_terms,
    year_terms,
)


def messages(world: World, data: Dataset) -> list[Message]:
    """Return what a dataset of any kind but a panel has to say, in a sensible order."""
    found = list(_KINDS[data.kind](world, data))
    base = merge(place_terms(world), {"name": typeset(data.name)})
    return [
        Message(
            item.rule,
            Context(merge(base, item.context.terms), item.context.flags),
            item.facts,
            item.interest,
            item.about,
        )
        for item in found
    ]


def _part(label: str) -> str:
    """Return a label of a part as it stands inside a sentence: some are no nouns, so all bear quotation marks."""
    return f"“{typeset(label)}”"


def small_name(name: str) -> str:
    """Return the name of a measure as it stands inside a sentence."""
    text = typeset(name)
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _percent(share: float) -> str:
    return f"{figures.plain(100 * share, 1)}%"


def _composition(world: World, data: Dataset) -> Iterator[Message]:
    parts, years = data.keys
    first, last = years[0], years[-1]
    total = {year: round(sum(data.values[part, year] for part in parts), data.decimals) for year in years}
    share = {(part, year): data.values[part, year] / total[year] for part in parts for year in years}
    if total[first] != total[last]:
        moved, flags = change_terms(total[first], total[last], data, "neither")
        values = pair_terms(total[first], total[last], data)
        span = year_terms(int(first), int(last))
        yield Message("total.S", Context(merge(moved, values, span), frozenset(flags)), (), 0.7)
    ranked = sorted(parts, key=lambda part: -share[part, last])
    one, two = ranked[0], ranked[1]
    least = next(part for part in reversed(ranked) if not part.lower().startswith("other"))
    years_only: Terms = {"y0": first, "y1": last}
    terms: Terms = {
        "P": _part(one),
        "Q": _part(two),
        "s1": _percent(share[one, last]),
        "t1": _percent(share[two, last]),
    }
    facts = (fact_id(data.id, (one, last)), fact_id(data.id, (two, last)))
    yield Message("share.S", Context(merge(years_only, terms)), facts, 0.9, one)
    yield Message(
        "shareleast.S",
        Context(merge(years_only, {"P": _part(least), "s1": _percent(share[least, last])})),
        (fact_id(data.id, (least, last)),),
        0.4,
        least,
    )
    shifts = sorted(parts, key=lambda part: share[part, last] - share[part, first])
    for part, flag in ((shifts[-1], "up"), (shifts[0], "down")):
        move = share[part, last] - share[part, first]
        if (move > 0) == (flag == "up") and abs(move) >= 0.02:
            points = f"{figures.plain(abs(100 * share[part, last] - 100 * share[part, first]), 1)} percentage points"
            terms = {
                "P": _part(part),
                "s0": _percent(share[part, first]),
                "s1": _percent(share[part, last]),
                "dp": points,
            }
            facts = (fact_id(data.id, (part, first)), fact_id(data.id, (part, last)))
            yield Message("shift.S", Context(merge(years_only, terms), frozenset({flag})), facts, 0.8, part)
    former = max(parts, key=lambda part: share[part, first])
    if former != one:
        terms = {"P": _part(former), "s0": _percent(share[former, first])}
        yield Message("lead.S", Context(merge(years_only, terms)), (fact_id(data.id, (former, first)),), 0.6, former)
    yield from _other_parts(data, {one, least, shifts[0], shifts[-1]})


def _other_parts(data: Dataset, spoken: set[str]) -> Iterator[Message]:
    """Yield messages on the parts that nothing else was said about."""
    parts, years = data.keys
    for part in parts:
        if part not in spoken:
            old, new = data.values[part, years[0]], data.values[part, years[-1]]
            values = pair_terms(old, new, data)
            terms = merge(values, {"P": _part(part), "y0": years[0], "y1": years[-1]})
            facts = (fact_id(data.id, (part, years[0])), fact_id(data.id, (part, years[-1])))
            yield Message("part.S", Context(terms), facts, 0.4, part)


def _bins(world: World, data: Dataset) -> Iterator[Message]:
    labels = data.keys[0]
    total = round(sum(data.values.values()))
    most = max(labels, key=lambda label: data.values[label,])
    low, high = bin_edges(most)
    unit = _sampled_unit(world, data)
    terms: Terms = {
        "items": typeset(data.unit),
        "low": figures.plain(low, 0 if low.is_integer() else 1),
        "high": figures.with_unit(figures.plain(high, 0 if high.is_integer() else 1), unit),
        "c1": figures.plain(data.values[most,], 0),
        "total": figures.plain(total, 0),
    }
    yield Message("mode.S", Context(terms), (fact_id(data.id, (most,)),), 0.8, most)
    tail, held = len(labels), 0.0
    while tail > 1 and held < 0.1 * total:
        tail -= 1
        held += data.values[labels[tail],]
    mark = bin_edges(labels[tail])[0]
    terms = merge(
        terms,
        {
            "mark": figures.with_unit(figures.plain(mark, 0 if mark.is_integer() else 1), unit),
            "c1": figures.plain(held, 0),
            "share": (*figures.fraction(held / total), _percent(held / total)),
        },
    )
    yield Message("tail.S", Context(terms), tuple(fact_id(data.id, (label,)) for label in labels[tail:]), 0.6)


def _sampled_unit(world: World, data: Dataset) -> str:
    seed_id = data.id.removesuffix("_bins").removesuffix("_boxes")
    return next(seed.unit for seed in world.topic.distributions if seed.id == seed_id)


def _boxes(world: World, data: Dataset) -> Iterator[Message]:
    classes = data.keys[0]

    def at(label: str, statistic: str) -> float:
        return data.values[label, statistic]

    low, high = (pick(classes, key=lambda label: at(label, "median")) for pick in (min, max))
    terms = merge(
        {"P": _part(low), "Q": _part(high)},
        {"d": difference(at(high, "median") - at(low, "median"), data)},
        value_terms("low", at(low, "median"), data),
        value_terms("high", at(high, "median"), data),
    )
    facts = (fact_id(data.id, (low, "median")), fact_id(data.id, (high, "median")))
    yield Message("median.S", Context(terms), facts, 0.9, high)
    wide = max(classes, key=lambda label: at(label, "q3") - at(label, "q1"))
    terms = merge(
        {"P": _part(wide), "d": difference(at(wide, "q3") - at(wide, "q1"), data)},
        value_terms("0", at(wide, "q1"), data),
        value_terms("1", at(wide, "q3"), data),
    )
    yield Message(
        "width.S", Context(terms), (fact_id(data.id, (wide, "q1")), fact_id(data.id, (wide, "q3"))), 0.6, wide
    )
    far = max(classes, key=lambda label: at(label, "max"))
    terms = merge({"P": _part(far)}, value_terms("1", at(far, "max"), data))
    yield Message("longest.S", Context(terms), (fact_id(data.id, (far, "max")),), 0.5, far)


def _relation(world: World, data: Dataset) -> Iterator[Message]:
    seed = next(seed for seed in world.topic.relations if seed.id == data.id)
    names: Terms = {"xname": small_name(seed.x.name), "yname": small_name(seed.y.name)}
    yield Message("link.S", Context(names, frozenset({seed.sign})), (), 0.9)
    ranked = sorted(data.keys[0], key=lambda name: data.values[name, "x"])
    for name in (ranked[-1], ranked[0]):
        values: Terms = {}
        for side in ("x", "y"):
            measure = getattr(seed, side)
            number = figures.plain(data.values[name, side], measure.decimals)
            values[f"u{side}"] = f"{figures.with_unit(number, measure.unit)} ({small_name(measure.name)})"
        context = Context(merge(names, entity_terms(world, name), values))
        yield Message("point.S", context, tuple(fact_id(data.id, (name, side)) for side in ("x", "y")), 0.6, name)


def _flow(world: World, data: Dataset) -> Iterator[Message]:
    seed = next(seed for seed in world.topic.flows if seed.id == data.id)
    out = {
        name: round(sum(v for (s, _), v in data.values.items() if s == name), data.decimals) for name in seed.sources
    }
    into = {
        name: round(sum(v for (_, t), v in data.values.items() if t == name), data.decimals) for name in seed.targets
    }
    total = round(sum(out.values()), data.decimals)
    for rule, sums, interest in (("source.S", out, 0.8), ("target.S", into, 0.8)):
        most = max(sums, key=lambda name: sums[name])
        facts = tuple(fact_id(data.id, key) for key in data.values if most in key)
        terms = merge({"P": _part(most)}, value_terms("1", sums[most], data), value_terms("total", total, data))
        yield Message(rule, Context(terms), facts, interest, most)
    strand = max(data.values, key=lambda key: data.values[key])
    source, target = strand
    terms = merge({"P": _part(source), "Q": _part(target)}, value_terms("1", data.values[strand], data))
    yield Message("strand.S", Context(terms), (fact_id(data.id, strand),), 0.6)


def _bridge(world: World, data: Dataset) -> Iterator[Message]:
    seed = next(seed for seed in world.topic.bridges if seed.id == data.id)
    start, end = data.values[seed.start,], data.values[seed.end,]
    moved, flags = change_terms(start, end, data, "neither")
    terms = merge(
        moved,
        {"Start": typeset(seed.start), "End": typeset(seed.end)},
        {"Start_cap": f"“{typeset(seed.start)}”", "end": f"“{typeset(seed.end)}”"},
        value_terms("0", start, data),
        value_terms("1", end, data),
    )
    facts = (fact_id(data.id, (seed.start,)), fact_id(data.id, (seed.end,)))
    yield Message("bridge.S", Context(terms, frozenset(flags)), facts, 0.9)
    for rule, steps in (("gain.S", seed.gains), ("loss.S", seed.losses)):
        most = max(steps, key=lambda step: abs(data.values[step,]))
        terms = merge({"P": typeset(most)}, value_terms("1", abs(data.values[most,]), data))
        yield Message(rule, Context(terms), (fact_id(data.id, (most,)),), 0.7, most)
        for step in steps:
            if step != most:
                terms = merge({"P": typeset(step)}, value_terms("1", abs(data.values[step,]), data))
                flag = frozenset({rule.removesuffix(".S")})
                yield Message("step.S", Context(terms, flag), (fact_id(data.id, (step,)),), 0.4, step)
    gain = round(sum(data.values[step,] for step in seed.gains), data.decimals)
    loss = round(-sum(data.values[step,] for step in seed.losses), data.decimals)
    terms = merge(value_terms("gain", gain, data), value_terms("loss", loss, data))
    every = tuple(fact_id(data.id, (step,)) for step in (*seed.gains, *seed.losses))
    yield Message("netgain.S", Context(terms), every, 0.5)


def _profile(world: World, data: Dataset) -> Iterator[Message]:
    names, dimensions = data.keys

    def score(name: str, dimension: str) -> str:
        return figures.plain(data.values[name, dimension], data.decimals)

    gaps = {}
    for dimension in dimensions:
        ranked = sorted(names, key=lambda name: data.values[name, dimension])
        gaps[dimension] = (
            data.values[ranked[-1], dimension] - data.values[ranked[0], dimension],
            ranked[-1],
            ranked[0],
        )
    widest = max(dimensions, key=lambda dimension: gaps[dimension][0])
    gap, one, two = gaps[widest]
    terms = merge(
        entity_terms(world, one),
        {"F": two, "P": typeset(widest), "d": figures.plain(gap, data.decimals)},
        {"v1": score(one, widest), "w1": score(two, widest)},
    )
    facts = (fact_id(data.id, (one, widest)), fact_id(data.id, (two, widest)))
    yield Message("apart.S", Context(terms), facts, 0.8, one)
    for name in names:
        ranked = sorted(dimensions, key=lambda dimension: data.values[name, dimension])
        best, worst = ranked[-1], ranked[0]
        terms = merge(
            entity_terms(world, name),
            {"P": typeset(best), "Q": typeset(worst), "v1": score(name, best), "w1": score(name, worst)},
        )
        facts = (fact_id(data.id, (name, best)), fact_id(data.id, (name, worst)))
        yield Message("best.S", Context(terms), facts, 0.6, name)


def _seasonal(world: World, data: Dataset) -> Iterator[Message]:
    years, months = data.keys
    last = years[-1]
    high, low = (pick(months, key=lambda month: data.values[last, month]) for pick in (max, min))
    ends = {month: data.values[last, month] for month in (high, low)}
    terms = merge(
        {"y1": last, "month": high, "low": low, "w1": bare_value(ends[low], data)},
        value_terms("1", ends[high], data),
        {"times": times_over(ends[high], ends[low])},
    )
    facts = (fact_id(data.id, (last, high)), fact_id(data.id, (last, low)))
    yield Message("season.S", Context(terms), facts, 0.9, high)
    second = max((month for month in months if month != high), key=lambda month: data.values[last, month])
    terms = merge({"y1": last, "month": high, "other": second}, value_terms("1", data.values[last, second], data))
    yield Message("second.S", Context(terms), (fact_id(data.id, (last, second)),), 0.4, second)
    old, new = data.values[years[0], high], data.values[last, high]
    if old != new:
        moved, flags = change_terms(old, new, data, "neither")
        values = pair_terms(old, new, data)
        terms = merge(values, moved, {"y0": years[0], "y1": last, "month": high})
        facts = (fact_id(data.id, (years[0], high)), fact_id(data.id, (last, high)))
        yield Message("seasonshift.S", Context(terms, frozenset(flags)), facts, 0.5, high)
    peaks = {max(months, key=lambda month: data.values[year, month]) for year in years}
    if peaks == {high}:
        yield Message("seasonsame.S", Context({"month": high, "y0": years[0], "y1": last}), (), 0.6, high)
    means = [round(sum(data.values[year, month] for month in months) / 12, data.decimals) for year in (years[0], last)]
    if means[0] != means[1]:
        terms = merge(value_terms("1", means[1], data), {"w0": figures.plain(means[0], data.decimals)})
        terms |= {"y0": years[0], "y1": last}
        yield Message("seasonyear.S", Context(terms), (), 0.5)


_KINDS: dict[str, Callable[[World, Dataset], Iterator[Message]]] = {
    "composition": _composition,
    "bins": _bins,
    "boxes": _boxes,
    "relation": _relation,
    "flow": _flow,
    "bridge": _bridge,
    "profile": _profile,
    "seasonal": _seasonal,
}
