"""A laboratory's analytical report of two pages: results with qualifiers, a loading plan, a custody form by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, people, short_day, town
from dataset_builder.families.rubrics.domains.stem.lab_asks import ASKS, CLASSES, ELEMENTS, LabWorld, Result, show
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot

_LABS = ("Teasel Analytical", "Corbin & Vane Laboratories", "Northgate Trace Metals", "Halfmoon Environmental Testing")
_SITES = (
    "former plating works",
    "rail sidings, plots 4 to 9",
    "tannery yard",
    "allotments by the foundry",
    "canal wharf",
)
_LIMITS = {"Arsenic": (0.3, 1.0), "Cadmium": (0.05, 0.2), "Copper": (0.4, 2.0), "Lead": (0.5, 2.0), "Zinc": (1.0, 5.0)}
_RANGES = {"Arsenic": (1.2, 38.0), "Copper": (8.0, 190.0), "Lead": (12.0, 520.0), "Zinc": (30.0, 690.0)}


def sample(rng: random.Random) -> LabWorld:
    """Draw a report on twelve soils."""
    analyst, reviewer, sampler = people(rng, 3)
    first = rng.randrange(1, 60)
    samples = tuple(f"S-{number:02d}" for number in range(first, first + 12))
    edges = rng.choice(((50, 100, 300), (40, 120, 400), (80, 150, 450)))
    edge_sample, diluted, amended = rng.sample(range(12), 3)
    results: dict[str, tuple[Result, ...]] = {}
    for element, (low, high) in _RANGES.items():
        amounts: set[float] = set()
        while len(amounts) < 12:
            amount = float(show(low * (high / low) ** rng.random()))
            if all(abs(amount - other) > 0.03 * other for other in [*amounts, *(edges if element == "Lead" else ())]):
                amounts.add(amount)
        shuffled = sorted(amounts)
        rng.shuffle(shuffled)
        results[element] = tuple(Result(amount, "up") for amount in shuffled)
    lead = list(results["Lead"])
    lead[edge_sample] = Result(float(edges[rng.randrange(2)]), "up")
    results["Lead"] = tuple(lead)
    zinc = list(results["Zinc"])
    zinc[diluted] = Result(rng.randrange(412, 960) / 10, "up")
    results["Zinc"] = tuple(zinc)
    kinds = ["it"] * rng.randrange(2, 5) + ["nd"] * rng.randrange(2, 4)
    kinds += ["up"] * (12 - len(kinds))
    rng.shuffle(kinds)
    spans = {"up": (24, 310), "it": (6, 19), "nd": (1, 2)}
    results["Cadmium"] = tuple(Result(rng.randrange(*spans[kind]) / 100, kind) for kind in kinds)
    depths = rng.sample((0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.35, 1.5, 1.65, 1.8, 2.1), 13)
    row, column = rng.randrange(1, 3), rng.randrange(1, 5)
    names = rng.sample(samples, 12)
    around = [
        (r, c) for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1) if (r, c) != (row, column)
    ]
    held = dict(zip(around, names[:8], strict=True)) | {(row, column): "MS-1"}
    free = [(r, c) for r in range(4) for c in range(6) if (r, c) not in held]
    rest = [
        *names[8:],
        "MB-1",
        "MB-2",
        "LCS",
        "MS-2",
        *(f"K-{one}" for one in rng.sample(range(201, 290), len(free) - 8)),
    ]
    rng.shuffle(rest)
    held |= dict(zip(free, rest, strict=True))
    return LabWorld(
        lab=rng.choice(_LABS),
        client=f"{town(rng)} Land Reclamation Trust",
        site=rng.choice(_SITES),
        analyst=analyst,
        reviewer=reviewer,
        sampler=sampler,
        number=f"{rng.randrange(22, 26)}-{rng.randrange(1000, 9999)}",
        taken=day_between(rng, date(2023, 2, 1), date(2025, 10, 20)),
        samples=samples,
        depths=tuple(depths[:12]),
        old_depth=depths[12],
        amended=amended,
        results=results,
        edges=edges,
        edge_sample=edge_sample,
        diluted=diluted,
        factor=rng.choice((10, 20, 25)),
        block=tuple(tuple(held[r, c] for c in range(6)) for r in range(4)),
        spike=(row, column),
        pick=rng.randrange(1000),
    )  # fmt: skip


def paper(world: LabWorld, rng: random.Random) -> Paper:
    """Return the report."""
    where = address(rng)
    accent = rng.choice(("#5a2a6e", "#14532d", "#7c2d12", "#1e3a5f"))
    received = world.taken + timedelta(days=1)
    facts = [
        ("Report", world.number), ("Client", world.client), ("Site", world.site), ("Matrix", "Soil, dried at 40 °C, sieved to 2 mm"),
        ("Sampled", short_day(world.taken)), ("Received", f"{short_day(received)}, 5 °C"), ("Digested", short_day(received + timedelta(days=3))), ("Reported", short_day(received + timedelta(days=9))),
    ]  # fmt: skip
    first = [
        _letterhead(world, where),
        p.strip(facts),
        p.head(2, "Metals in soil, mg/kg of dry matter"),
        _results(world),
        p.box(
            [
                p.head(4, "Reading the table"),
                p.para(
                    "Numbers upright: at or over the reporting limit. [[key.it|//Numbers in italics lie between detection limit and reporting limit; they are estimates and do not count as detections.//]]"
                ),
                p.para(
                    "< : under the detection limit, which is the number given. Limits of every element stand at the foot of its column."
                ),
            ],
            "key",
        ),
        p.notes(
            [
                ("a", "Recovery of the matrix spike under 90%; results are not corrected for it."),
                (
                    "b",
                    f"[[note.dil|Reading of the diluted digest; the dilution factor of {world.factor} is not yet applied to it.]]",
                ),
                ("c", "Duplicates differ by 18%; the mean is given."),
            ]
        ),
        _classes(world),
    ]
    second = [
        p.head(2, "Digestion block, loading plan"),
        p.tag(
            "div",
            p.join(
                [
                    p.figure(
                        _block(world),
                        "Seen from above; row D is next to the analyst. MB method blank, LCS control sample, MS matrix spike, K samples of another order.",
                    ),
                    _quality(rng),
                ]
            ),
            "pair",
        ),
        p.head(2, "Chain of custody (copy of the field form)"),
        _custody(world),
        p.tag(
            "div",
            p.join(
                [
                    p.figure(_calibration(rng, accent), "Calibration, lead at 220.4 nm, day of analysis."),
                    p.tag(
                        "div",
                        p.join(
                            [
                                p.para(
                                    "Results relate to the samples as received. They are not corrected for recovery. Uncertainty (k = 2) is 12% of the result at ten times the reporting limit and 30% at the limit itself."
                                ),
                                p.para("Samples are kept for sixty days. The report may be copied in full only."),
                                p.signatures([(world.analyst, "Analyst"), (world.reviewer, "Technical review")]),
                            ]
                        ),
                        "closing",
                    ),
                ]
            ),
            "pair",
        ),
    ]
    return Paper(
        f"Analytical report {world.number}",
        p.join([p.fixed(first, "sheet"), p.fixed(second, "sheet")]),
        ("stem/lab_report",),
        {"accent": accent, "body": rng.choice(("IBM Plex Sans", "Source Sans 3")), "head": rng.choice(("IBM Plex Sans Condensed", "Roboto Condensed")), "mono": "IBM Plex Mono"},
        {"bottom-left": f"{world.lab}: analytical report {world.number}", "bottom-right": "Page {page} of {pages}", "bottom-center": "Form LF-31, issue 6"},
        margin="0.55in 0.65in 0.6in",
    )  # fmt: skip


def _letterhead(world: LabWorld, where: str) -> Markup:
    flask = '<svg width="46" height="46" viewBox="0 0 46 46"><path d="M18 4 h10 v13 l11 20 q2 5 -4 5 h-24 q-6 0 -4 -5 l11 -20 z" fill="none" stroke="currentColor" stroke-width="2.4"/><path d="M12 30 h22 l5 9 q0 2 -4 2 h-24 q-5 0 -4 -2 z" fill="currentColor"/></svg>'
    return Markup(
        '<div class="letterhead">{}<div><b>{}</b><span>{}</span></div><h1>Analytical report</h1></div>'
    ).format(Markup(flask), world.lab, where)


def _results(world: LabWorld) -> Markup:
    heads = [
        [
            Cell("Sample", kind="l"),
            Cell("Depth", kind="c"),
            *(Cell(one + "^a^" * (one == "Zinc"), kind="n") for one in ELEMENTS),
        ]
    ]
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, name in enumerate(world.samples):
        cells: list[str | Markup | Cell] = [Cell(name, kind="l"), Cell("see form", kind="c dim")]
        for element in ELEMENTS:
            one = world.results[element][k]
            text = (
                f"<{_LIMITS[element][0]:g}"
                if one.kind == "nd"
                else f"//{show(one.amount)}//"
                if one.kind == "it"
                else show(one.amount)
            )
            sign = (
                "^b^"
                if element == "Zinc" and k == world.diluted
                else "^c^"
                if element == "Copper" and k == world.edge_sample
                else ""
            )
            cells.append(Cell(p.mark(f"{one.kind}.{element}.{k}", text) + p.rich(sign), kind="n"))
        rows.append(cells)
    for label, place in (("Detection limit", 0), ("Reporting limit", 1)):
        rows.append(
            [
                Cell(label, columns=2, kind="l limit"),
                *(Cell(f"{_LIMITS[one][place]:g}", kind="n limit") for one in ELEMENTS),
            ]
        )
    return p.table(heads, rows, "results", widths=("15%", "13%", "14%", "14%", "14%", "14%", "16%"))


def _classes(world: LabWorld) -> Markup:
    a, b, c = world.edges
    cells = [p.mark(f"edge.{k}", str(one)) for k, one in enumerate(world.edges)]
    rows: list[Sequence[str | Markup | Cell]] = [
        (
            "Lead, mg/kg",
            Markup("to {}").format(cells[0]),
            Markup(f"{a} to {{}}").format(cells[1]),
            Markup(f"{b} to {{}}").format(cells[2]),
            f"over {c}",
        ),
        ("Outlet", "Re-use on site", "Covered re-use", "Lined landfill", "Treatment"),
    ]
    return p.join(
        [
            p.head(2, "Classes for disposal by lead"),
            p.table([["", *(f"Class {one}" for one in CLASSES)]], rows, "classes"),
            p.para(
                "Scheme of the client, given with the order; [[bound|a result equal to a bound belongs to the lower class]].",
                "under",
            ),
        ]
    )


def _block(world: LabWorld) -> Markup:
    out = [
        '<svg width="372" height="232" viewBox="0 0 372 232">',
        '<rect x="24" y="20" width="342" height="206" rx="8" fill="#ececec" stroke="#333"/>',
    ]
    for c in range(6):
        out.append(f'<text x="{53 + 57 * c}" y="14" font-size="10" text-anchor="middle">{c + 1}</text>')
    for r, line in enumerate(world.block):
        y = 46 + 51 * r
        out.append(f'<text x="12" y="{y + 4}" font-size="10" text-anchor="middle">{"ABCD"[r]}</text>')
        for c, name in enumerate(line):
            x = 53 + 57 * c
            fill = "#fff" if name[0] in "SK" else "#d9d2b8"
            out.append(
                f'<circle cx="{x}" cy="{y}" r="22" fill="{fill}" stroke="#333"/><a href="{MARK}blk.{r}.{c}"><text x="{x}" y="{y + 3.5}" font-size="10" text-anchor="middle" font-weight="600">{name}</text></a>'
            )
    return Markup("".join(out) + "</svg>")


def _quality(rng: random.Random) -> Markup:
    rows = [
        (
            one,
            f"<{_LIMITS[one][0]:g}",
            Cell(f"{rng.randrange(91, 108)}%", kind="n"),
            Cell(
                f"{rng.randrange(71, 89) if one == 'Zinc' else rng.randrange(90, 105)}%", kind="n"
            ),  # note a is of zinc
        )
        for one in ELEMENTS
    ]
    return p.table(
        [["Element", "Blank", Cell("LCS", kind="n"), Cell("MS-2", kind="n")]],
        rows,
        "quality",
        caption="Quality control",
    )


def _custody(world: LabWorld) -> Markup:
    initials = "".join(part[0] for part in world.sampler.split())
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, name in enumerate(world.samples):
        depth: str | Markup = f"{world.depths[k]:.2f}"
        if k == world.amended:
            depth = (
                p.rich(f"[[depth.old|--{world.old_depth:.2f}--]]  ")
                + p.mark("depth.new", f"{world.depths[k]:.2f}")
                + p.rich(f"  {initials}")
            )
        rows.append(
            (
                name,
                Cell(f"{9 + (k * 17 + 5) // 60}:{(k * 17 + 5) % 60:02d}", kind="hand"),
                Cell(depth, kind="hand"),
                Cell(("jar", "jar", "bag")[k % 3], kind="hand"),
                Cell(initials, kind="hand"),
            )
        )
    half = [rows[:6], rows[6:]]
    tables = [p.table([["Sample", "Time", "Depth, m", "Vessel", "By"]], part, "form") for part in half]
    return p.join(
        [
            p.tag("div", p.join(tables), "pair"),
            p.tag(
                "div",
                p.rich(
                    f"Sampler: {world.sampler} ({initials}). Changes to be struck out, rewritten and initialled by the sampler."
                ),
                "under",
            ),
        ]
    )


def _calibration(rng: random.Random, accent: str) -> Markup:
    slope = rng.uniform(0.86, 1.08)
    points = tuple((x, round(x * slope, 2)) for x in (0.0, 1.0, 2.0, 5.0, 10.0))
    return plot(
        "cal",
        [Series("c", "Lead", points)],
        Axis("Standard, mg/L", (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)),
        Axis("Signal, thousand counts", (0.0, 4.0, 8.0, 12.0)),
        width=310,
        height=180,
        colours=(accent,),
        legend="",
    )


LAB = Design("lab_report", sample, paper, ASKS)
