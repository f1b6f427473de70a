"""A department's people review: one landscape page with posts, pay against ranges, and proposals."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.human_resources.review_asks import ASKS
from dataset_builder.families.rubrics.domains.human_resources.review_world import GRADES, ReviewWorld, sample_review
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper


def paper(world: ReviewWorld, rng: random.Random) -> Paper:
    """Return the review."""
    accent, tint = rng.choice(
        (("#1f3a5f", "#e8eef5"), ("#5b2a4a", "#f3eaf0"), ("#0f5a52", "#e5f1ef"), ("#4a4a1f", "#f0f0e4"))
    )
    top = Markup('<div class="head"><div><b>People review</b> {}</div><div>{}<br>Prepared for {}</div></div>').format(
        world.department, long_day(world.day), world.head
    )
    left = [
        p.head(3, "Pay against range, $ thousand a year"),
        p.figure(_ranges(world, accent), "Shaded: range of the grade. Tick inside: midpoint. Each dot is one employee, full-time pay before bonus."),
    ]  # fmt: skip
    right = [
        p.head(3, "Proposals for the April round"),
        _proposals(world),
        p.notes(
            [
                ("*", "[[withheld|Bars cover entries that the review committee has not released]]."),
                (
                    "†",
                    f"Budget: {world.budget:.1f}% of the department's payroll. Increases for employees under their range are paid from a central fund.",
                ),
            ]
        ),
    ]
    sheet = [
        top,
        p.head(3, "Who is who"),
        p.figure(_posts(world, accent, tint), kind="posts"),
        p.box([p.box(left, "left"), p.box(right, "right")], "halves"),
    ]
    return Paper(
        f"People review, {world.department}",
        p.fixed(sheet, "wide review", [p.para(f"Confidential: managers only. Do not forward. Questions to the business partner for {world.department.lower()}.")]),
        ("human_resources/review",),
        {"accent": accent, "tint": tint, "body": rng.choice(("IBM Plex Sans", "Source Sans 3")), "head": rng.choice(("IBM Plex Sans", "Barlow", "Libre Franklin"))},
        {},
        margin="0.42in 0.5in",
    )  # fmt: skip


def _posts(world: ReviewWorld, accent: str, tint: str) -> Markup:
    out = ['<svg width="950" height="196" viewBox="0 0 950 196">']
    centers = (170, 475, 780)

    def box(
        x: float, y: float, name: str, role: str, wide: int, fill: str, ink: str = "#111", dashed: bool = False
    ) -> None:
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        out.append(
            f'<rect x="{x - wide / 2}" y="{y}" width="{wide}" height="34" fill="{fill}" stroke="{accent}"{dash}/>'
        )
        out.append(
            f'<text x="{x}" y="{y + 14}" font-size="10.5" font-weight="600" text-anchor="middle" fill="{ink}">{Markup.escape(name)}</text>'
        )
        out.append(
            f'<text x="{x}" y="{y + 27}" font-size="8.8" text-anchor="middle" fill="{ink}">{Markup.escape(role)}</text>'
        )

    def line(points: str, dash: str = "") -> None:
        out.append(
            f'<polyline points="{points}" fill="none" stroke="#333" stroke-width="1.2" stroke-dasharray="{dash}"/>'
        )

    for k, x in enumerate(centers):
        line(f"475,36 475,52 {x},52 {x},70")
        mine = [one for one in world.staff if one.team == k]
        places = [x + (n - (len(mine) - 1) / 2) * 101 for n in range(len(mine))]
        for one, place in zip(mine, places, strict=True):
            line(f"{x},104 {x},128 {place},128 {place},142")
            box(place, 142, one.name, f"Grade {one.grade}", 97, "#fff")
        name = world.leads[k] or "Vacant"
        out.append(f'<a href="{MARK}lead.{k}">')
        box(x, 70, name, f"{world.teams[k]} lead", 150, tint if world.leads[k] else "#fff", dashed=not world.leads[k])
        out.append("</a>")
    box(475, 2, world.head, f"Head of {world.department.lower()}", 190, accent, "#fff")
    side = -1 if world.acting == 0 else 1
    x0, x1 = 475 + side * 77, centers[world.acting] - side * 77
    line(f"{x0},87 {x1},87", "5 3")
    out.append(f'<polygon points="{x0},87 {x0 + side * 8},83 {x0 + side * 8},91" fill="#333"/>')
    middle = (x0 + x1) / 2
    out.append(
        f'<a href="{MARK}acting"><text x="{middle}" y="82" font-size="9" text-anchor="middle">acting, with all duties</text></a>'
    )
    return Markup("".join(out) + "</svg>")


def _ranges(world: ReviewWorld, accent: str) -> Markup:
    wide, high, left, top = 480, 340, 34, 8
    low, most = 30.0, 130.0
    inner = high - top - 26

    def at(pay: float) -> float:
        return top + inner * (1 - (pay - low) / (most - low))

    out = [f'<svg width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">']
    for n, tick in enumerate(range(30, 131, 20)):
        y = at(tick)
        out.append(
            f'<line x1="{left}" x2="{wide}" y1="{y:.2f}" y2="{y:.2f}" stroke="#ccc" stroke-width=".6"/><a href="{MARK}pay.y.{n}"><text x="{left - 5}" y="{y + 3.3:.2f}" font-size="9.5" text-anchor="end">{tick}</text></a>'
        )
        if tick < 130:
            half = at(tick + 10)
            out.append(
                f'<line x1="{left}" x2="{wide}" y1="{half:.2f}" y2="{half:.2f}" stroke="#e4e4e4" stroke-width=".5"/>'
            )
    step = (wide - left) / len(GRADES)
    for k, grade in enumerate(GRADES):
        x = left + k * step + 7
        least, best = world.ranges[grade]
        out.append(
            f'<rect x="{x:.1f}" y="{at(best):.2f}" width="20" height="{at(least) - at(best):.2f}" fill="{accent}" fill-opacity=".28"/>'
        )
        out.append(
            f'<a href="{MARK}pay.pt.min{grade}.0"><rect x="{x:.1f}" y="{at(least) - 0.75:.2f}" width="20" height="1.5" fill="{accent}"/></a>'
        )
        out.append(f'<rect x="{x:.1f}" y="{at((least + best) / 2) - 0.5:.2f}" width="9" height="1" fill="{accent}"/>')
        out.append(
            f'<text x="{x + 10:.1f}" y="{high - 8}" font-size="9.5" text-anchor="middle" font-weight="600">Grade {grade}</text>'
        )
        for one in world.staff:
            if one.grade != grade:
                continue
            y = at(one.pay)
            ref = one.name.replace(" ", "-")
            out.append(
                f'<a href="{MARK}pay.pt.{ref}.0"><circle cx="{x + 10:.1f}" cy="{y:.2f}" r="3.2" fill="#111"/></a><text x="{x + 24:.1f}" y="{y + 3.2:.2f}" font-size="8.6">{Markup.escape(one.name.split()[1])}</text>'
            )
    return Markup("".join(out) + "</svg>")


def _proposals(world: ReviewWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for one in sorted(world.staff, key=lambda one: one.name.split()[1]):
        ref = one.name.replace(" ", "-")
        rise: str | Markup = (
            p.redacted("2.6em") if one.name == world.hidden else p.mark(f"rise.{ref}", f"{one.rise:.1f}")
        )
        rows.append(
            (
                one.name,
                world.teams[one.team],
                Cell(str(one.grade), kind="c"),
                Cell(str(one.years), kind="c"),
                one.rating,
                Cell(rise, kind="n"),
            )
        )
    return p.table([["Employee", "Team", Cell("Grade", kind="c"), Cell("Years in grade", kind="c"), "Rating", Cell("Increase, %*†", kind="n")]], rows, "props", widths=("27%", "21%", "10%", "12%", "13%", "17%"))  # fmt: skip


REVIEW = Design("people_review", sample_review, paper, ASKS)
