"""A valuation of a house: letter, parts with labels in the margin, sketch, market figure, grid of sales, appendix."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day, money, short_day
from dataset_builder.families.rubrics.domains.real_estate.valuation_asks import (
    ASKS,
    FEATURES,
    ValuationWorld,
)
from dataset_builder.families.rubrics.domains.real_estate.valuation_more import (
    extend_valuation,
    more_appendices,
    more_front,
    more_house,
    more_market,
)
from dataset_builder.families.rubrics.domains.real_estate.valuation_sample import FIXED, sample
from dataset_builder.families.rubrics.domains.real_estate.valuation_text import (
    CERTIFIED,
    TERMS,
    Part,
    closing_parts,
    conditions,
    market_parts,
    property_parts,
    sales_parts,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot


def paper(world: ValuationWorld, rng: random.Random) -> Paper:
    """Return the report."""
    accent, tint = rng.choice((("#6b4a1e", "#f7f2ea"), ("#1d4d4f", "#eaf3f2"), ("#50306b", "#f3eef7")))
    body = rng.choice(("Lora", "Source Serif 4", "IBM Plex Serif"))
    blocks = [_letter(world), p.box([*more_front(world, _parts), p.head(1, "The property"), *_parts(property_parts(world)), _sketch(world), *more_house(world), p.head(1, "The market"), *_parts(market_parts(world)), _market(world), *more_market(world, _parts)], "report"),
            _grid(world), p.box([p.head(1, "Comparison of sales"), *_parts(sales_parts(world)), p.head(1, "Cost and conclusion"), _cost(world), *_parts(closing_parts(world))], "report"), _conditions(world), _appendix(world), *more_appendices(world)]  # fmt: skip
    return Paper(
        f"Valuation {world.number}",
        p.join(blocks),
        ("real_estate/valuation",),
        {"accent": accent, "tint": tint, "body": body, "size": "9.7pt" if body == "Source Serif 4" else "9.3pt", "head": rng.choice(("Source Sans 3", "Barlow"))},
        {"top-right": f"{world.firm}   File {world.number}", "bottom-right": "{page}"},
        margin="0.85in 0.9in 0.75in",
    )  # fmt: skip


def _parts(parts: Sequence[Part]) -> list[Markup]:
    return [
        p.tag("div", p.join([p.tag("div", label, "label"), p.tag("div", p.join(list(words)))]), "part")
        for label, words in parts
    ]


def _letter(world: ValuationWorld) -> Markup:
    return p.fixed(
        [
            p.tag("div", p.join([p.tag("b", world.firm), p.tag("span", "Residential valuation")]), "masthead"),
            p.para(long_day(world.signed)),
            p.para(f"{world.client}\nLoan underwriting"),
            p.para(f"Re: {world.address}", "re"),
            f"At your request I have valued the property named above, owned by {world.owner}. It was visited on {long_day(world.as_of)}, which is also the date of value. The report that follows tells what was seen, which sales it was compared with and how the opinion was reached. It was made for you alone, to decide on a loan.",
            "The opinion is of market value in fee simple. It rests on the comparison of sales, with a cost approach as a check, and is subject to the conditions and definitions near the end, which are part of it and should be read with it.",
            "The market is steady. Supply has grown over the year, and prices per square foot have moved in step with the county's. The house is sound and of average upkeep for its years; nothing was found that would keep it from being sold within the usual time.",
            p.strip(
                [
                    ("Type", "House, two stories, frame"),
                    ("Built", str(world.built)),
                    ("Land", f"{world.site:.2f} acre, zoned R-2"),
                    ("Interest", "Fee simple"),
                    ("Date of value", long_day(world.as_of)),
                    ("Exposure", f"{world.exposure[0]} to {world.exposure[1]} days"),
                ]
            ),
            "My qualifications, license and insurance are on file with you. Please call with any question on the report; changes to it will be made only in writing and under seal.",
            p.signatures([(world.appraiser, f"{world.appraiser}, certified residential appraiser"), ("", "Seal")]),
        ],
        "letter",
    )


def _sketch(world: ValuationWorld) -> Markup:
    names = ("First floor", "Second floor", "Cellar, finished part", "Sunroom, no radiator")
    shapes = ((20, 30, 200, 150), (250, 30, 170, 130), (450, 30, 150, 110), (490, 160, 100, 62))
    out = ['<svg width="620" height="240" viewBox="0 0 620 240">']
    for k, (name, (x, y, w, h), area) in enumerate(zip(names, shapes, world.floors, strict=True)):
        dash = "" if k < 2 else ' stroke-dasharray="5 3"'
        out.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" stroke="#222" stroke-width="2"{dash}/><text x="{x + w / 2}" y="{y + h / 2 - 6}" font-size="10" text-anchor="middle">{name}</text><a href="{MARK}area.{k}"><text x="{x + w / 2}" y="{y + h / 2 + 9}" font-size="10.5" font-weight="600" text-anchor="middle">{area:,} sq ft</text></a>'
        )
    out.append('<path d="M220 140 h18 v-24" stroke="#222" fill="none" stroke-dasharray="2 2"/></svg>')
    return p.figure(Markup("".join(out)), "Sketch of levels and rooms, not to scale. Areas were measured outside, walls included.", "sketch")  # fmt: skip


def _market(world: ValuationWorld) -> Markup:
    series = [
        Series(f"d{k}", name, tuple((float(year), float(one)) for year, one in zip(world.years, values, strict=True)))
        for k, (name, values) in enumerate(world.medians.items())
    ]
    values = [one for row in world.medians.values() for one in row]
    low, high = min(values) // 20 * 20, -(-max(values) // 20) * 20
    svg = plot(
        "med",
        series,
        Axis("Year of sale", tuple(float(year) for year in world.years), minor=False, grouped=False),
        Axis("Median, $ per square foot", tuple(float(k) for k in range(low, high + 1, 20))),
        width=620,
        height=285,
    )
    return p.figure(svg, "Median prices of detached houses, by school district.", "market")  # fmt: skip


def _grid(world: ValuationWorld) -> Markup:
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("", rows=2), Cell("Subject", rows=2), *(Cell(f"Sale {one.number}", columns=2, kind="c") for one in world.comps)],
        [cell for _ in world.comps for cell in (Cell("Description"), Cell("+/−", kind="n"))],
    ]  # fmt: skip
    own = {
        "Date of sale": "",
        "Site": f"{world.site:.2f} acre",
        "Living area": "See sketch",
        "Finished cellar": f"{world.floors[2]} sq ft",
        **{name: words[0] for name, (words, _) in FIXED.items()},
    }
    rows: list[Sequence[str | Markup | Cell]] = [
        ["Address", world.address.split(",")[0], *(Cell(one.place, columns=2) for one in world.comps)],
        ["Distance", "", *(Cell(f"{one.miles:.2f} miles", columns=2) for one in world.comps)],
        [
            "Recorded price",
            "",
            *(
                Cell(
                    p.mark(f"price.{one.number}", money(one.price)) + (p.rich("^a^") if one.goods else Markup("")),
                    columns=2,
                    kind="strong",
                )
                for one in world.comps
            ),
        ],
        ["Price per sq ft", "", *(Cell(f"${one.price / one.area:.0f}", columns=2) for one in world.comps)],
    ]
    for k, name in enumerate(FEATURES):
        cells: list[str | Markup | Cell] = [name, own[name]]
        for one in world.comps:
            amount = one.adjustments[name]
            cells += [
                p.mark(f"word.{one.number}.{k}", one.words[name]),
                Cell(
                    p.mark(f"adj.{one.number}.{k}", f"{'+' if amount > 0 else '−'}{abs(amount):,}") if amount else "",
                    kind="n",
                ),
            ]
        rows.append(cells)
    rows.append(
        [
            "Net adjustment",
            "",
            *(
                Cell(f"{'+' if one.net > 0 else '−'}{abs(one.net):,}", columns=2, kind="n strong")
                for one in world.comps
            ),
        ]
    )
    rows.append(
        ["Adjusted price^b^", "", *(Cell(money(one.adjusted), columns=2, kind="n strong") for one in world.comps)]
    )
    goods = world.comps[world.furnished - 1]
    return p.fixed(
        [
            p.head(1, "Grid of comparable sales"),
            p.table(heads, rows, "compare"),
            p.notes([("a", f"Recorded with furniture, which deed and agent put at [[goods|{money(goods.goods)}]] of the price."), ("b", "Recorded price, furniture left out, with the net adjustment. Rounded as printed.")]),
        ],
        "wide gridpage",
    )  # fmt: skip


def _cost(world: ValuationWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        [name, Cell(f"{area:,}", kind="n"), Cell(f"${rate}", kind="n"), Cell(money(area * rate), kind="n")]
        for name, area, rate in world.costs
    ]
    new = sum(area * rate for _, area, rate in world.costs)
    worn = round(new * world.age / world.life)
    rows += [
        [Cell("Replacement cost new", columns=3), Cell(money(new), kind="n")],
        [
            Cell(f"Less wear, effective age {world.age} of {world.life} years", columns=3),
            Cell(f"−{money(worn)}", kind="n"),
        ],
        [Cell("Site works, as they stand", columns=3), Cell("$14,000", kind="n")],
        [Cell("Land, from three sales", columns=3), Cell(money(world.land), kind="n")],
    ]
    return p.table([["Part", Cell("Square feet", kind="n"), Cell("Cost a square foot", kind="n"), Cell("Amount", kind="n")]], rows, "cost", caption="Cost approach, a check only", foot=[Cell("Indicated by cost", columns=3), Cell(money(new - worn + 14_000 + world.land), kind="n")])  # fmt: skip


def _conditions(world: ValuationWorld) -> Markup:
    return p.box(
        [
            p.head(1, "Conditions, definitions, certification"),
            p.box(
                [
                    p.head(3, "Assumptions and limiting conditions"),
                    p.clauses([(f"{k}.", one) for k, one in enumerate(conditions(world), 1)]),
                    p.head(3, "Definitions"),
                    *(p.para(Markup("<b>{}:</b> {}").format(name, p.rich(words))) for name, words in TERMS),
                    p.head(3, "Certification"),
                    "I certify that",
                    p.items(list(CERTIFIED)),
                    p.signatures([(world.appraiser, long_day(world.signed))]),
                ],
                "columns",
            ),
        ],
        "small",
    )


def _appendix(world: ValuationWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, (name, sales) in enumerate(world.sales):
        rows.append([Cell(p.mark(f"group.{k}", name), columns=5, kind="group")])
        for j, (street, sold, price, days) in enumerate(sales):
            ref = f"sale.{k}.{j}"
            rows.append(
                [
                    p.mark(f"{ref}.street", street),
                    short_day(sold),
                    Cell(money(price), kind="n"),
                    Cell(p.mark(f"{ref}.days", str(days)), kind="n"),
                    Cell(f"{1_580 + (price // 500 * 7 + days * 13) % 1_200:,}", kind="n"),
                ]
            )
    return p.box(
        [
            p.head(1, "Appendix A. Other closed sales that were looked at"),
            "By neighborhood, in the order of closing. Days are those from listing to contract.",
            p.table([["Address", "Closed", Cell("Price", kind="n"), Cell("Days", kind="n"), Cell("Living area, sq ft", kind="n")]], rows, "closed", repeat=False, widths=("38%", "16%", "16%", "12%", "18%")),
        ],
        "appendix",
    )  # fmt: skip


VALUATION = Design("house_valuation", sample, paper, ASKS, extend_valuation)
