"""What a long valuation holds besides: scope, town, rooms and state of the house, supply, maps, further appendices."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day, money, short_day
from dataset_builder.families.rubrics.domains.real_estate.valuation_asks import ValuationMore, ValuationWorld
from dataset_builder.families.rubrics.domains.real_estate.valuation_more_text import (
    ENGAGEMENT,
    OFFER_NOTES,
    PERMITS,
    PRICES,
    RENT_NOTES,
    ROOMS,
    SCOPE,
    SHARES,
    STATE,
    STREETS,
    TERMS_OF_SALE,
    TITLE,
    TOWN,
    ZONING,
)
from dataset_builder.families.rubrics.domains.real_estate.valuation_text import Part
from dataset_builder.families.rubrics.paper import Cell
from dataset_builder.families.rubrics.plots import Axis, Series, plot
from dataset_builder.moments import MONTHS

Row = Sequence[str | Markup | Cell]


def extend_valuation(world: ValuationWorld, rng: random.Random) -> ValuationWorld:
    """Add scope, town, rooms, supply and appendices to a valuation."""
    size = rng.randrange(4)  # fewest to all of the appendices

    places = [f"{number} {street}" for street in STREETS for number in rng.sample(range(2, 190), 8)]
    rng.shuffle(places)
    place = places.pop

    supply = [48]
    for month in range(1, 12):
        supply.append(round(48 + 13 * month / 12) + rng.randrange(-4, 5))
    people = [rng.randrange(17_500, 24_000)]
    for _ in range(5):
        people.append(round(people[-1] * rng.uniform(0.999, 1.008)))
    base = round(world.value * 0.8 / 100) * 100
    step = round(base * 0.06 / 100) * 100
    offset = rng.randrange(3)
    taxed = tuple(base + step * ((k + offset) // 4) for k in range(8))
    lands = []
    for gap in (rng.randrange(3, 12) * 500, -rng.randrange(3, 12) * 500):
        lands.append(world.land + gap)
    lands.append(3 * world.land - sum(lands))
    return replace(
        world,
        more=ValuationMore(
            appendices=tuple(sorted({0, *rng.sample(range(len(_APPENDICES)), 8 + min(size, 2))})),
            people=tuple(people),
            supply=(*supply, 61),
            sold=tuple(rng.randrange(16, 25) for _ in range(13)),
            taxed=taxed,
            rate=rng.randrange(1_380, 2_150),
            lands=tuple((place(), rng.randrange(22, 60), rng.randrange(30, 500), amount) for amount in lands),
            offers=tuple((place(), round(world.value * rng.uniform(0.62, 1.5) / 1000) * 1000 - 100, rng.randrange(2, 6), rng.randrange(1880, 2019), rng.choice(OFFER_NOTES)) for _ in range(18 + 14 * size)),
            rents=tuple((place(), rng.randrange(90, 260) * 10, rng.choice(RENT_NOTES)) for _ in range(10 + 6 * size)),
        ),
    )  # fmt: skip


def more_front(world: ValuationWorld, parts: Callable[[Sequence[Part]], list[Markup]]) -> list[Markup]:
    """Return contents, scope of work, and town, which stand before the property."""
    more = world.more
    if not more:
        return []
    lines = ["Scope of work", "Town and county", "The property", "Rooms and parts of the house", "The market", "Supply", "Grid of comparable sales", "Comparison of sales", "Cost and conclusion", "Conditions, definitions, certification", "Appendix A. Other closed sales that were looked at", *_titles(more)]  # fmt: skip
    years = [world.as_of.year - 6 + k for k in range(6)]
    heads: list[Row] = [["", *(Cell(str(year), kind="n") for year in years)]]
    rows: list[Row] = [
        ["Residents at New Year", *(Cell(f"{one:,}", kind="n") for one in more.people)],
        ["Households", *(Cell(f"{round(one / 2.36):,}", kind="n") for one in more.people)],
        ["Without work, %", *(Cell(f"{one:.1f}", kind="n") for one in (4.1, 6.8, 5.0, 3.9, 3.8, 4.0))],
        ["Permits, new houses", *(Cell(str(30 + one % 19), kind="n") for one in more.people)],
    ]
    return [
        p.head(1, "Contents"),
        p.items(lines, "toc"),
        p.head(1, "Scope of work"),
        *parts(SCOPE),
        p.head(1, "Town and county"),
        *parts(TOWN),
        p.table(heads, rows, "closed", caption=f"{world.town} in figures, from the county's yearbook"),
    ]


def more_house(world: ValuationWorld) -> list[Markup]:
    """Return lot, rooms and state of the house, which stand behind the property."""
    if not world.more:
        return []
    rooms: list[Row] = [list(row) for row in ROOMS]
    state: list[Row] = [list(row) for row in STATE]
    return [
        p.head(1, "Rooms and parts of the house"),
        _lot(world),
        p.head(3, "Rooms"),
        p.table([["Room", "Floor", "Walls", "Windows", "Noticed"]], rows=rooms, kind="closed", widths=("22%", "15%", "17%", "17%", "29%")),
        p.head(3, "Parts of the house"),
        p.table([["Part", "Age", "State", "Note"]], state, "closed", widths=("20%", "20%", "11%", "49%")),
        p.para("Good means that nothing is due within ten years, average that upkeep will do, fair that money has to be spent within two. State is that of the day. What is said of age comes from tags, bills or the owner; where nothing was known the part is called mixed or original."),
    ]  # fmt: skip


def _lot(world: ValuationWorld) -> Markup:
    depth = world.site * 43_560 / 88
    tall = 190
    wide = round(tall * 88 / depth * 1.9)
    x = 250 - wide // 2
    out = [f'<svg width="620" height="250" viewBox="0 0 620 250"><rect x="{x}" y="12" width="{wide}" height="{tall}" fill="#f6f7f0" stroke="#222" stroke-width="1.6"/><path d="M40 214h480" stroke="#999" stroke-width="10"/><text x="280" y="240" font-size="9.5" text-anchor="middle">Street</text>']  # fmt: skip
    out.append(f'<rect x="{x + wide * 0.3:.0f}" y="106" width="{wide * 0.44:.0f}" height="56" fill="#fff" stroke="#222" stroke-width="1.6"/><text x="{x + wide * 0.52:.0f}" y="137" font-size="9.5" text-anchor="middle">House</text><rect x="{x + wide * 0.04:.0f}" y="60" width="{wide * 0.22:.0f}" height="34" fill="#fff" stroke="#222"/><text x="{x + wide * 0.15:.0f}" y="80" font-size="8.5" text-anchor="middle">Garage</text>')  # fmt: skip
    out.append(f'<path d="M{x + wide * 0.13:.0f} 94V208" stroke="#888" stroke-width="9" opacity=".45"/><text x="{x - 8}" y="150" font-size="8.5" text-anchor="end">shared drive, easement</text>')  # fmt: skip
    for k in range(6):
        out.append(f'<circle cx="{x + wide - 9}" cy="{30 + 30 * k}" r="9" fill="#cfdcc0" stroke="#6d8355"/>')
    out.append(f'<text x="{x + wide + 16}" y="100" font-size="9">maples</text><text x="{x + wide / 2:.0f}" y="199" font-size="8.5" text-anchor="middle">88 ft</text><text x="{x + wide + 16}" y="30" font-size="8.5">about {depth:.0f} ft deep</text></svg>')  # fmt: skip
    return p.figure(Markup("".join(out)), "The lot, drawn from the assessor's map, with north at the top. Not to scale and no survey.")  # fmt: skip


def more_market(world: ValuationWorld, parts: Callable[[Sequence[Part]], list[Markup]]) -> list[Markup]:
    """Return supply month by month, which stands behind the market."""
    more = world.more
    if not more:
        return []
    first = world.as_of.month
    names = [f"{MONTHS[(first - 14 + k) % 12][:3]}" for k in range(13)]
    svg = plot("sup", [Series("o", "Houses on offer", tuple((float(k), float(one)) for k, one in enumerate(more.supply, 1)))],
               Axis("Month ends before the date of value, the last at the right", tuple(float(k) for k in range(1, 14)), minor=False), Axis("Houses on offer", tuple(float(k) for k in range(30, 81, 10))), width=620, height=200, legend="")  # fmt: skip
    heads: list[Row] = [["", *(Cell(name, kind="n") for name in names)]]
    rows: list[Row] = [
        ["On offer, end", *(Cell(str(one), kind="n") for one in more.supply)],
        ["Sold", *(Cell(str(one), kind="n") for one in more.sold)],
        ["Months' supply", *(Cell(f"{offer / sold:.1f}", kind="n") for offer, sold in zip(more.supply, more.sold, strict=True))],
    ]  # fmt: skip
    counts = [round(61 * share) for _, share in PRICES]
    counts[1] += 61 - sum(counts)
    bands: list[Row] = [[band, Cell(str(count), kind="n"), Cell(f"{100 * count / 61:.0f}%", kind="n")] for (band, _), count in zip(PRICES, counts, strict=True)]  # fmt: skip
    return [
        p.head(1, "Supply"),
        p.para("The listing service gives what was on offer at the end of each month and what was sold in it. Months' supply is the one divided by the other; below four sellers have the better hand, above six buyers do. A single month says little, since closings bunch at the ends of school terms."),
        p.figure(svg, "Detached houses on offer in the town at the ends of thirteen months."),
        p.table(heads, rows, "closed tight"),
        p.table([["Asked price", Cell("Houses", kind="n"), Cell("Share", kind="n")]], bands, "closed", caption="On offer at the last of these month ends, by what was asked", foot=["All", Cell("61", kind="n"), Cell("100%", kind="n")], widths=("60%", "20%", "20%")),
        *parts(TERMS_OF_SALE),
    ]  # fmt: skip


def _titles(more: ValuationMore) -> list[str]:
    return [f"Appendix {'BCDEFGHIJKLM'[k]}. {_APPENDICES[one][0]}" for k, one in enumerate(more.appendices)]


def more_appendices(world: ValuationWorld) -> list[Markup]:
    """Return the appendices behind the first."""
    more = world.more
    if not more:
        return []
    blocks: list[str | Markup] = []
    for title, one in zip(_titles(more), more.appendices, strict=True):
        blocks += [p.head(1, title), *_APPENDICES[one][1](world, more)]
    return [p.box(blocks, "report")]


def _letter(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    asked = world.as_of - timedelta(days=17)
    return [p.box([p.para(f"{world.client}, loan underwriting\n{long_day(asked)}"), p.para(f"To {world.appraiser}, {world.firm}\nRe: {world.address}"), *ENGAGEMENT, p.para("Signed for the lender; accepted by the appraiser on the same day.")], "copy")]  # fmt: skip


def _lands(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [[place, short_day(world.as_of - timedelta(days=days)), f"{size / 100:.2f} acre", Cell(money(amount), kind="n")] for place, size, days, amount in more.lands]  # fmt: skip
    return [
        p.para("Three lots within the sewer district were sold to people who meant to build for themselves. Each price was brought to the size and the day of the lot valued, by eight hundred dollars for a hundredth of an acre and four tenths of a percent a month; the table has what came out."),
        p.table([["Lot", "Closed", "Size", Cell("Brought to this lot and day", kind="n")]], rows, "closed", foot=["Mean, as used in the cost approach", "", "", Cell(money(world.land), kind="n")], widths=("40%", "16%", "16%", "28%")),
    ]  # fmt: skip


def _offers(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [
        [place, Cell(str(beds), kind="n"), Cell(str(built), kind="n"), Cell(money(asked), kind="n"), note]
        for place, asked, beds, built, note in more.offers
    ]
    return [p.para("Houses of all kinds that were open to view in the two weeks before the date of value. What is asked is a hope and no evidence of value; the list shows what a buyer would see besides."), p.table([["Address", Cell("Bedrooms", kind="n"), Cell("Built", kind="n"), Cell("Asked", kind="n"), "Remark"]], rows, "closed", widths=("32%", "12%", "10%", "16%", "30%"))]  # fmt: skip


def _taxes(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = []
    for k, amount in enumerate(more.taxed):
        rate = more.rate + 22 * k
        rows.append([str(world.as_of.year - 8 + k), Cell(money(amount), kind="n"), Cell(f"{rate / 1000:.3f}%", kind="n"), Cell(money(round(amount * rate / 100_000)), kind="n"), "paid"])  # fmt: skip
    return [p.para("The assessor's figures serve to spread the town's levy. They follow rules of mass appraisal, change every fourth year, and were not used as evidence of value."), p.table([["Year", Cell("Assessed", kind="n"), Cell("Rate", kind="n"), Cell("Tax", kind="n"), "State"]], rows, "closed", widths=("16%", "24%", "20%", "24%", "16%"))]  # fmt: skip


def _rents(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [[place, Cell(money(rent), kind="n"), note] for place, rent, note in more.rents]
    return [p.para("Rents that were found in the town, all of them of parts of houses or on terms of their own. They are given so that a reader can see why no multiplier was drawn."), p.table([["Address", Cell("Rent a month", kind="n"), "Why it does not serve"]], rows, "closed", widths=("40%", "20%", "40%"))]  # fmt: skip


def _zoning(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [list(row) for row in ZONING]
    return [p.para("From the town's ordinance for the zone R-2, in short words, beside what was found. The planning office confirmed by mail that the house conforms and may be rebuilt as it stands after a fire."), p.table([["Matter", "Rule", "Here"]], rows, "closed", widths=("24%", "42%", "34%"))]  # fmt: skip


def _shares(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [[name, Cell(f"{share:.1f}%", kind="n")] for name, share in SHARES]
    return [p.para("How the cost of a new frame house of this size falls on its parts, by the bids of three builders of the county. Costs a square foot in the report are theirs, with permits and ten percent for the builder, and without land, furniture or interest."), p.table([["Part", Cell("Share", kind="n")]], rows, "closed", foot=["All", Cell("100.0%", kind="n")], widths=("75%", "25%"))]  # fmt: skip


def _title(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [[str(world.built - 2 + after), what, paper, f"{140 + 19 * after}, p. {31 + after * 7 % 400}"] for after, what, paper in TITLE if world.built - 2 + after < world.as_of.year - 10]  # fmt: skip
    last = world.as_of.year - 9
    rows.append([str(last), f"To {world.owner}", "Deed", f"{140 + 19 * (last - world.built)}, p. {31 + last % 100}"])
    return [p.para("From the register's index, as far as it names the lot. It is no search of title, and what a search would bring up is not known. Prices of old are left out."), p.table([["Year", "What passed", "By", "Book"]], rows, "closed", widths=("12%", "52%", "16%", "20%"))]  # fmt: skip


def _permits(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    rows: list[Row] = [[str(world.as_of.year - ago), what, state] for ago, what, state in PERMITS]
    return [p.para("From the building department's cards, and for small work from bills that the owner keeps in a drawer of the dining room."), p.table([["Year", "Work", "Permit"]], rows, "closed", widths=("14%", "62%", "24%"))]  # fmt: skip


def _calls(world: ValuationWorld, more: ValuationMore) -> list[str | Markup]:
    who = ("Register of deeds", "Assessor's clerk", "Building department", "Planning office", "School board", "Listing agent, first sale", "Buyer's agent, second sale", "Both agents, third sale", "Listing agent, fourth sale", "Builder, first", "Builder, second", "Neighbor on the east", "Neighbor on the west", "Water department", "Fire marshal")  # fmt: skip
    what = ("Title since the last sale, easement of the drive", "Card of the house, year of construction", "Permits: roof, boiler, kitchen; none open", "Zone, rebuilding, overlay districts", "Lines of districts, no change planned", "Terms, state of the house on the day of sale", "How many had bid, who paid for repairs", "Whether both sides knew each other before", "Time on offer, reasons for selling", "Costs a square foot, waiting time", "The same, and slate by the hundred", "Trees, water in cellars", "Use of the drive, snow", "Age of the main, pressure", "Hydrants, class of the street")  # fmt: skip
    rows: list[Row] = [[short_day(world.as_of + timedelta(days=k // 3 + 1)), name, about] for k, (name, about) in enumerate(zip(who, what, strict=True))]  # fmt: skip
    return [p.para("Talks and letters, in their order. Notes are in the work file."), p.table([["Day", "With", "About"]], rows, "closed", widths=("14%", "32%", "54%"))]  # fmt: skip


_APPENDICES: tuple[tuple[str, Callable[[ValuationWorld, ValuationMore], list[str | Markup]]], ...] = (
    ("Letter of engagement", _letter),
    ("Sales of land", _lands),
    ("Houses on offer", _offers),
    ("Assessments and taxes", _taxes),
    ("Rents that were looked at", _rents),
    ("Rules of the zone", _zoning),
    ("Make-up of cost", _shares),
    ("Title since the lot was cut", _title),
    ("Work on the house", _permits),
    ("Whom we talked with", _calls),
)
"""Appendices behind the first: title and what makes the blocks."""
