"""Findings: every claim is worked out again from the values, over all topics, and every sentence can be written."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import fsum
from statistics import pstdev

import pytest

from dataset_builder.families.reports.manuscript import Items, Paragraph, Subheading
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.desk import finish
from dataset_builder.families.reports.writing.events import credited, find_episode
from dataset_builder.families.reports.writing.finding import Finding, share_words
from dataset_builder.families.reports.writing.findings import USES, find_all
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.measures import write_sample
from dataset_builder.families.reports.writing.panels import Panel, find_panel
from dataset_builder.families.reports.writing.terms import place_terms

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
KINDS = {"few", "still", "chase", "leader", "stable", "odd", "gap", "halves", "groups", "together"}
KINDS |= {"turn", "year", "touched", "since", "untied"}
PARTS = {"a tenth": 0.1, "an eighth": 1 / 8, "a sixth": 1 / 6, "a fifth": 0.2, "a quarter": 0.25, "a third": 1 / 3}
PARTS |= {"two-fifths": 0.4, "half": 0.5, "three-fifths": 0.6, "two-thirds": 2 / 3, "three-quarters": 0.75}


class Book:
    """The values of a panel and what is worked out from them, without the writer's help."""

    def __init__(self, panel: Panel) -> None:
        self.rows: dict[str, dict[int, float]] = defaultdict(dict)
        for (name, year), value in panel.data.values.items():
            self.rows[name][int(year)] = value
        self.years = sorted(next(iter(self.rows.values())))
        self.first, self.last = self.years[0], self.years[-1]
        self.decimals = panel.data.decimals
        self.group = {entity.name: entity.group for entity in panel.world.entities}

    def mean(self, names, year: int) -> float:
        return fsum(self.rows[name][year] for name in names) / len(names)

    def move(self, name: str) -> float:
        return self.rows[name][self.last] - self.rows[name][self.first]

    def gone(self, names, first: int | None = None, last: int | None = None) -> float:
        names = list(names)
        return self.printed(names, last or self.last) - self.printed(names, first or self.first)

    def printed(self, names, year: int) -> float:
        return round(self.mean(names, year), self.decimals)

    def prints(self, term: object, value: float) -> bool:
        """Tell whether a term prints the size of a value."""
        number = re.match(r"[\d,]+(?:\.\d+)?", str(term))
        assert number is not None, term
        return abs(float(number[0].replace(",", "")) - abs(value)) <= 0.01 * 10**-self.decimals

    def rounds(self, term: object, value: float) -> bool:
        """Tell whether a term prints the size of a value that was not rounded before."""
        number = re.match(r"[\d,]+(?:\.\d+)?", str(term))
        assert number is not None, term
        return abs(float(number[0].replace(",", "")) - abs(value)) <= 0.501 * 10**-self.decimals

    def order(self, year: int) -> list[str]:
        return sorted(self.rows, key=lambda name: -self.rows[name][year])


def said(terms, name: str) -> int:
    return COUNTS.index(str(terms[name]))


def year_of(terms, name: str) -> int:
    return int(str(terms[name]))


def check_few(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    few = {fact.split("/")[1] for fact in finding.facts}
    rest = set(book.rows) - few
    sign = 1 if "up" in flags else -1
    whole, left = book.gone(book.rows), book.gone(rest)
    share = sum(map(book.move, few)) / sum(map(book.move, book.rows))
    assert whole * sign > 0 and share > 0.5 and len(few) <= 0.3 * len(book.rows)
    assert min(sign * book.move(name) for name in few) > max(sign * book.move(name) for name in rest)
    assert said(terms, "c") == len(few) and said(terms, "o") == len(rest)
    assert said(terms, "against") == sum(sign * book.move(name) < 0 for name in rest)
    assert book.prints(terms["dall"], whole) and book.prints(terms["drest"], left)
    if "against" in flags:
        assert sign * left < 0 and share > 1
    elif "less" in flags:
        assert 0 < sign * left < abs(whole)
        assert all(holds(words, share) for words in terms["share"])
    else:
        assert abs(left) < 0.16 * abs(whole) + 0.5 * 10**-book.decimals


def holds(words: str, share: float) -> bool:
    """Tell whether a share is as the words have it."""
    name = max((part for part in PARTS if words.endswith(part)), key=len)
    value = PARTS[name]
    if words.startswith("less than"):
        return share < value
    if words.startswith("more than"):
        return share > value
    low = words.startswith(("almost", "nearly", "just under"))
    high = words.startswith(("just over", "a little more"))
    return abs(share / value - 1) <= 0.06 and not (low and share > value) and not (high and share < value)


def check_still(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    still = {fact.split("/")[1] for fact in finding.facts}
    rest = set(book.rows) - still
    sign = 1 if "up" in flags else -1
    assert all(abs(book.move(name)) <= 0.05 * book.rows[name][book.first] for name in still)
    for name in still:
        values = book.rows[name].values()
        assert max(values) - min(values) <= 0.12 * book.rows[name][book.first]
    assert all(abs(book.move(name)) >= 0.06 * book.rows[name][book.first] for name in rest)
    followed = {name for name in rest if sign * book.move(name) > 0}
    assert said(terms, "left") == len(rest) - len(followed) if followed != rest else "every" in flags
    assert book.prints(terms["drest"], book.gone(rest)) and sign * book.gone(rest) > 0
    assert "every" in flags or said(terms, "with") == len(followed)
    if "next" in flags:
        nearest = str(terms["F"])
        assert nearest in followed and book.prints(terms["dnear"], book.move(nearest))
        assert abs(book.move(nearest)) == min(abs(book.move(name)) for name in rest)


def check_chase(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    (name,) = finding.subjects
    sign = -1 if "lower" in flags else 1
    places = {}
    for year in (book.first, book.last - 1, book.last):
        order = book.order(year)
        places[year] = (order if sign > 0 else order[::-1]).index(name) + 1
    count = len(book.rows)
    assert places[book.first] >= count - 2 and places[book.last] <= count // 2
    assert said(terms, "passed") == places[book.first] - places[book.last]
    assert ("held" in flags) == (places[book.last - 1] <= count // 2)
    assert ("top" in flags) == (places[book.last] == 1)
    offs = [book.rows[name][year] - book.printed(book.rows, year) for year in (book.first, book.last)]
    assert offs[0] * offs[1] < 0 and ("above" in flags) == (offs[1] > 0)
    assert book.prints(terms["dg0"], offs[0]) and book.prints(terms["dg1"], offs[1])
    if flags & {"met", "outran"}:
        assert ("outran" in flags) == (sign * book.gone(book.rows) > 0)


def check_leader(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    new, old = (str(terms[part].terms["E"]) for part in "ab")
    since = year_of(terms, "since")

    def tops(name: str, year: int) -> bool:
        return book.rows[name][year] == max(row[year] for row in book.rows.values())

    assert tops(old, book.first) and not tops(new, book.first)
    assert all(tops(new, year) for year in book.years if year >= since)
    assert book.last - since + 1 >= 3
    others = [row[book.last] for name, row in book.rows.items() if name != new]
    assert (
        book.prints(terms["dlead"], book.rows[new][book.last] - max(others)) and max(others) < book.rows[new][book.last]
    )
    assert book.prints(terms["dthen"], book.rows[old][book.first] - book.rows[new][book.first])
    assert book.prints(terms["nnow"], book.rows[new][book.last] - book.rows[old][book.last])
    up = book.move(new) > 0, book.move(old) > 0
    assert {"crossed": (True, False), "rose": (True, True), "fell": (False, False)}[
        next(flag for flag in ("crossed", "rose", "fell") if flag in flags)
    ] == up
    assert ("slid" in flags) == (book.move(old) < 0)
    if "lost" in flags and "crossed" in flags:
        assert -book.move(old) > book.move(new)
    if "won" in flags and "crossed" in flags:
        assert book.move(new) > -book.move(old)
    if "clear" in flags:
        second = str(terms["second"])
        steps = sorted(
            abs(book.rows[name][y] - book.rows[name][y - 1]) for name in (new, second) for y in book.years[1:]
        )
        assert book.rows[new][book.last] - max(others) >= 1.99 * steps[len(steps) // 2 - 1]


def check_stable(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    orders = book.order(book.first), book.order(book.last)
    for end, place in (("High", 0), ("Low", -1)):
        assert all(
            book.rows[str(terms[end])][year] == book.rows[order[place]][year]
            for order, year in zip(orders, (book.first, book.last), strict=True)
        )
    shifts = [abs(orders[0].index(name) - orders[1].index(name)) for name in book.rows]
    assert said(terms, "near") == sum(shift <= 1 for shift in shifts) >= 0.6 * len(shifts)
    assert said(terms, "shift") == max(shifts) and ("all" in flags) == (max(shifts) <= 1)
    assert book.prints(terms["dall"], book.gone(book.rows))


def check_odd(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    (name,) = finding.subjects
    mates = [other for other in book.rows if book.group[other] == book.group[name] and other != name]
    assert len(mates) >= 2 and all(book.move(mate) * book.move(name) < 0 for mate in mates)
    assert ("up" in flags) == (book.move(name) > 0)
    sizes = sorted(abs(book.move(mate)) for mate in mates)
    assert all(abs(book.move(mate)) >= 0.025 * book.rows[mate][book.first] for mate in mates)
    assert terms["mate"].flags == {"down" if book.move(name) > 0 else "up"}
    assert book.prints(terms["dnear"], sizes[0]) and book.prints(terms["mate"].terms["d"], sizes[-1])
    whole = book.gone([name, *mates])
    if round(whole, book.decimals):
        assert ("tips" in flags) == (whole * book.move(name) > 0)


def check_gap(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    columns = [sorted((row[year] for row in book.rows.values()), reverse=True) for year in (book.first, book.last)]
    widths = [column[0] - column[-1] for column in columns]
    assert ("wider" in flags) == (widths[1] > widths[0]) == (pstdev(columns[1]) > pstdev(columns[0]))
    assert book.prints(terms["dw0"], widths[0]) and book.prints(terms["dw1"], widths[1])
    inner = [column[1] - column[-2] for column in columns]
    if "inner" in flags:
        assert (inner[1] > inner[0]) == (widths[1] > widths[0])
    top, foot = columns[1][0] - columns[0][0], columns[0][-1] - columns[1][-1]
    change = widths[1] - widths[0]
    if "both" in flags:
        assert top * change > 0 and foot * change > 0
    elif "top" in flags:
        assert top * change > 0 and abs(top) > abs(foot) and book.prints(terms["dtop"], top)
    else:
        assert foot * change > 0 and abs(foot) > abs(top) and book.prints(terms["dfoot"], foot)


def check_halves(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    order = book.order(book.first)
    half = len(order) // 2
    high, low = order[:half], order[-half:]
    then, now = (book.mean(high, year) - book.mean(low, year) for year in (book.first, book.last))
    assert said(terms, "half") == half and ("closing" in flags) == (now < then)
    assert book.rounds(terms["dthen"], then) and book.rounds(terms["nnow"], now)
    upper = set(book.order(book.last)[:half])
    assert said(terms, "crossed") == len(upper & set(low)) and ("none" in flags) == (not upper & set(low))
    if "closing" in flags:
        printed = [float(str(terms[name]).split()[0].replace(",", "")) for name in ("dthen", "nnow")]
        assert all(holds(words, 1 - printed[1] / printed[0]) for words in terms["share"])
    part = {"high": book.gone(high), "low": -book.gone(low)}
    side = next((side for side in part if side in flags), None)
    if side is not None:
        assert part[side] * (now - then) > 0 and abs(part[side]) > 0.5 * abs(now - then)


def check_groups(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    high, low = ([name for name, group in book.group.items() if group == terms[key]] for key in "GH")
    then, now = (book.printed(high, year) - book.printed(low, year) for year in (book.first, book.last))
    averages = [book.mean([n for n, g in book.group.items() if g == group], book.last) for group in book.group.values()]
    assert (
        abs(book.mean(high, book.last) - max(averages)) < 1e-9 and abs(book.mean(low, book.last) - min(averages)) < 1e-9
    )
    assert book.prints(terms["dnow"], now) and book.prints(terms["nthen"], then)
    move = next(flag for flag in ("wider", "narrower", "swapped", "same") if flag in flags)
    assert {"wider": 0 < then < now, "narrower": then > now, "swapped": then < 0, "same": abs(then / now - 1) < 0.19}[
        move
    ]
    inside = [name for name in high if book.rows[name][book.last] <= max(book.rows[other][book.last] for other in low)]
    assert {"clean": not inside, "lone": len(inside) == 1, "mixed": len(inside) > 1}[
        next(flag for flag in ("clean", "lone", "mixed") if flag in flags)
    ]
    assert "parting" not in flags or (book.gone(high) > 0 > book.gone(low))
    assert "meeting" not in flags or (book.gone(high) < 0 < book.gone(low))


def check_turn(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    at = year_of(terms, "at")
    means = {year: book.mean(book.rows, year) for year in book.years}
    sign = 1 if "up" in flags else -1
    printed = {year: round(value, book.decimals) for year, value in means.items()}
    assert sign * printed[at] == max(sign * value for value in printed.values())
    out, back = printed[at] - printed[book.first], printed[book.last] - printed[at]
    assert sign * out > 0 > sign * back and abs(back) >= 0.3 * abs(out)
    assert abs(out) >= 0.05 * printed[book.first]
    assert ("beyond" in flags) == (abs(back / out) > 1.03)
    both = sum(
        sign * (row[at] - row[book.first]) > 0 and sign * (row[book.last] - row[at]) < 0 for row in book.rows.values()
    )
    assert counted(terms["both"]) in (both, "all" if both == len(book.rows) else both)
    if "part" in flags:
        assert all(holds(words, abs(back / out)) for words in terms["share"])
    if "event" in flags:
        assert year_of(terms, "year") - at in (0, 1)


def counted(term: object) -> object:
    word = str(term).split()[0]
    return word if word == "all" else COUNTS.index(word)


def check_year(book: Book, finding: Finding) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    row, at = book.rows[str(terms["E"])], year_of(terms, "at")
    before, value, after = (row[at + step] for step in (-1, 0, 1))
    assert (value > before and value > after) == ("up" in flags)
    assert (value < before and value < after) == ("down" in flags)
    assert abs(after - before) <= 0.36 * abs(value - (before + after) / 2)
    if "extreme" in flags:
        assert list(row.values()).count(value) == 1 and value in (max(row.values()), min(row.values()))
    sign = 1 if "up" in flags else -1
    others = [other for name, other in book.rows.items() if name != terms["E"]]
    joined = sum(sign * (other[at] - other[at - 1]) > 0 > sign * (other[at + 1] - other[at]) for other in others)
    assert "alone" in flags if joined == 0 else said(terms, "joined") == joined


def check_touched(book: Book, finding: Finding, panel: Panel) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    touch = next(touch for touch in credited(panel) if touch.happening.id in finding.subjects)
    rest = set(book.rows) - {*touch.names}
    before, after = year_of(terms, "before"), year_of(terms, "after")
    own, others = book.gone(touch.names, before, after), book.gone(rest, before, after)
    assert rest and before == touch.happening.year - 1 and own * (1 if "up" in flags else -1) > 0
    assert book.prints(terms["dmove"], own) and book.prints(terms["nrest"], others)
    assert book.prints(terms["v0"], book.printed(touch.names, before))
    slack = 10.0**-book.decimals
    if "against" in flags:
        assert own * others < 0
    elif "level" in flags:
        assert abs(others) <= 0.2 * abs(own) + slack
    elif "less" in flags:
        assert own * others > 0 and abs(others) < 0.75 * abs(own) + slack
    else:
        assert own * others > 0 and abs(others) > 0.75 * abs(own) - slack
    number = len(touch.names)
    way = 1 if touch.up else -1
    followed = sum(way * (book.rows[name][after] - book.rows[name][before]) > 0 for name in touch.names)
    assert said(terms, "f") == followed
    if number > 1:
        assert ("both" in str(terms["part"]) or "all" in str(terms["part"])) == (followed == number)
    check_kept(book, flags, touch.names, before, after)


def check_kept(book: Book, flags: frozenset[str], names, before: int, after: int) -> None:
    old, new, end = (round(book.mean(names, year), book.decimals) for year in (before, after, book.last))
    left = (end - old) / (new - old)
    bounds = {
        "reversed": (-99, 0),
        "undone": (-0.15, 0.2),
        "partly": (0.2, 0.65),
        "kept": (0.5, 1.0),
        "extended": (1.4, 99),
    }
    for fate, (low, high) in bounds.items():
        assert f"kept_{fate}" not in flags or low <= left <= high


def check_since(book: Book, finding: Finding, panel: Panel) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    happening = next(item for item in panel.world.happenings if item.id in finding.subjects)
    assert len(happening.entities) == len(book.rows)
    start, before, after = (year_of(terms, name) for name in ("start", "before", "after"))
    own, earlier = book.gone(book.rows, before, after), book.gone(book.rows, start, before)
    assert before == happening.year - 1 and said(terms, "k") == before - start >= 2
    assert book.prints(terms["dmove"], own) and book.prints(terms["dpre"], earlier)
    pace = earlier / (before - start) / (own / (after - before))
    slack = 10.0**-book.decimals / abs(own) + 0.01
    path = [book.printed(book.rows, year) for year in range(start, before + 1)]
    assert "level" not in flags or max(path) - min(path) <= 0.41 * abs(own)
    low, high = {"level": (-0.2, 0.2), "against": (-99, 0), "with": (0.2, 0.6)}[
        next(flag for flag in ("level", "against", "with") if flag in flags)
    ]
    assert low - slack <= pace <= high + slack
    assert find_effect(panel, happening.id) * own > 0
    moved = sum(own * (row[after] - row[before]) > 0 for row in book.rows.values())
    assert ("every" in flags) == (moved == len(book.rows))
    assert "all" in str(terms["moved"]) if "every" in flags else counted(terms["moved"]) == moved
    check_kept(book, flags, list(book.rows), before, after)


def find_effect(panel: Panel, event: str) -> float:
    return next(move.effect for move in find_episode(panel.world, event).seed.moves if move.metric == panel.data.id)


def check_together(book: Book, finding: Finding, other: Book) -> None:
    terms, flags = finding.context.terms, finding.context.flags
    one, two = (sorted(each.rows, key=lambda name: -each.move(name)) for each in (book, other))
    half = len(one) // 2
    top = one[:half]
    wanted = two[:half] if "same" in flags else two[-half:]
    missing = [name for name in top if name not in wanted]
    ties = [
        abs(other.move(two[half - 1]) - other.move(two[half])),
        abs(other.move(two[-half]) - other.move(two[-half - 1])),
    ]
    if min(ties) > 1e-9:
        fits = 0 if terms["fit"] == "none" else said(terms, "fit")
        assert fits == half - len(missing) and ("all" in flags) == (not missing)
        assert all(name in str(terms["odd"]) for name in missing)
        assert finding.kind == "untied" or len(missing) <= 2
        assert (terms["E"] in missing) == (finding.kind == "untied")
    for words, each, names in ((terms["one"], book, top), (terms["two"], other, wanted)):
        if words in ("rose most", "rose least"):
            assert all(each.move(name) > 0 for name in names)
        elif words in ("fell most", "fell least"):
            assert all(each.move(name) < 0 for name in names)
    assert terms["E"] in top
    averages = book.gone(book.rows) * other.gone(other.rows)
    if flags & {"pulls", "despite"}:
        assert ("pulls" in flags) == ((averages > 0) == ("same" in flags))
        assert ("averages_same" in flags) == (averages > 0)


CHECKS = {
    "few": check_few,
    "still": check_still,
    "chase": check_chase,
    "leader": check_leader,
    "stable": check_stable,
    "odd": check_odd,
    "gap": check_gap,
    "halves": check_halves,
    "groups": check_groups,
    "turn": check_turn,
    "year": check_year,
}


@cache
def found(seed: int) -> tuple[tuple[Panel, Finding], ...]:
    return tuple(_find(seed))


def _find(seed: int) -> Iterator[tuple[Panel, Finding]]:
    for _, topic in list_topics():
        try:
            world = sample_world(load_topic(topic), random.Random(f"{topic} {seed}"))
        except ValueError:  # figures of it that belong together do not fit: builds draw another
            continue
        panels = [find_panel(world, metric.id) for metric in world.topic.metrics]
        for panel in panels:
            for finding in find_all(panel, [other for other in panels if other is not panel]):
                yield panel, finding


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_claim_holds_in_the_worlds_of_all_topics(seed: int) -> None:
    kinds: Counter[str] = Counter()
    for panel, finding in found(seed):
        kinds[finding.kind] += 1
        book = Book(panel)
        if finding.kind in CHECKS:
            CHECKS[finding.kind](book, finding)
        elif finding.kind in ("together", "untied"):
            pair = next(name for name in finding.subjects if name.startswith("pair ")).split()[1:]
            other = next(name for name in pair if name != panel.data.id)
            check_together(book, finding, Book(find_panel(panel.world, other)))
        else:
            (check_touched if finding.kind == "touched" else check_since)(book, finding, panel)
    assert set(kinds) == KINDS and kinds.pop("still") >= 2 and min(kinds.values()) >= 10, kinds


def test_shares_in_words_are_true() -> None:
    for share in (place / 200 for place in range(12, 200)):
        assert all(holds(words, share) for words in share_words(share)), share


def test_every_build_can_be_written_of_every_finding() -> None:
    """With a cause of each sort, each of three builds or more comes to three sentences or more with few numbers."""
    grammar, rng = load_grammar(), random.Random(7)
    counts: Counter[int] = Counter()
    for panel, finding in found(0):
        context = Context({**place_terms(panel.world), **finding.context.terms}, finding.context.flags)
        builds = [name for name in grammar.rules if re.fullmatch(rf"find\.{finding.kind}\.\d", name)]
        assert len(builds) >= 3
        for number, build in enumerate(builds):
            event = Context({**finding.context.terms, "whom": "it"}, finding.context.flags)
            driver = Context({"c0": "prices fall"}, frozenset({"driver", "up"}))
            cause = event if "event" in finding.context.flags else (driver, Context())[number % 2]
            text = finish(grammar.expand(build, context.having(cause=cause), rng)[0])
            assert not re.search(r"[<>|\[\]{}]|  | \.|\.\.|\. [a-z]", text), text
            counts[len(re.findall(r"[.?!](?: |$)", text))] += 1
            values = re.findall(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?", re.sub(r"\b(?:19|20)\d\d\b|per [\d,]+", "", text))
            assert len(values) <= 6, text
        for rule in (f"find.{finding.kind}.head", f"points.find.{finding.kind}"):
            assert grammar.expand(rule, context, rng)[0]
    assert sum(counts[size] for size in (3, 4, 5, 6, 7)) >= 0.85 * counts.total(), counts


def test_headings_on_exceptions_have_the_direction_of_the_rule() -> None:
    grammar, rng = load_grammar(), random.Random(3)
    rising = re.compile(r"rose|went up|climbed|increased")
    seen = 0
    for _, finding in found(0):
        if finding.kind != "odd":
            continue
        heads = {grammar.expand("find.odd.head", finding.context, rng)[0] for _ in range(30)}
        for head in (head for head in heads if head.startswith("Not every one")):
            assert bool(rising.search(head)) == ("down" in finding.context.flags), head
            seen += 1
    assert seen > 50


def test_the_relation_that_a_report_asks_about_is_found_whatever_it_is() -> None:
    seen: Counter[str] = Counter()
    for _, topic in list_topics()[::6]:
        world = sample_world(load_topic(topic), random.Random(topic))
        panels = [find_panel(world, metric.id) for metric in world.topic.metrics]
        first, second = world.topic.answered_by[:2]
        for panel in panels:
            asked = [item for item in find_all(panel, [each for each in panels if each is not panel]) if item.asked]
            assert len(asked) <= (panel.data.id in (first, second))
            seen.update(item.kind for item in asked)
    assert seen["untied"] and seen.total() >= 16, seen


REPORTS = (("grid-connection-queues", 1), ("maternity-unit-networks", 3), ("harbour-automation", 4))


@pytest.mark.parametrize(("topic", "seed"), REPORTS)
def test_chapters_argue_findings_and_sum_them_up(topic: str, seed: int) -> None:
    _, manuscript = write_sample(topic, seed, 16_000)
    found_in, chapters, points = [], 0, 0
    for section in manuscript.sections:
        if section.kind != "evidence":
            continue
        here = [block for block in section.blocks if isinstance(block, Paragraph) and block.move == "finding"]
        chapters += bool(here)
        found_in += here
        points += any(isinstance(block, Items) for block in section.blocks)
        headings = [block.text for block in section.blocks if isinstance(block, Subheading)]
        assert len(headings) == len(set(headings))
    assert chapters >= 3 and len(found_in) >= 2 * chapters
    assert points
    starts = Counter(" ".join(block.text.split()[:3]) for block in found_in)
    assert max(starts.values()) <= USES
    shared = [
        {number for number in re.findall(r"\d[\d,]*\.\d+", one.text)} & {*re.findall(r"\d[\d,]*\.\d+", two.text)}
        for one, two in combinations(found_in, 2)
    ]
    assert sum(len(numbers) > 1 for numbers in shared) <= 0.02 * len(shared)
