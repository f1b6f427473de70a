"""A section of a project manual of about ten pages: articles, a schedule of placements, an addendum and a bulletin."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.construction.manual_asks import ASKS
from dataset_builder.families.rubrics.domains.construction.manual_more import extend
from dataset_builder.families.rubrics.domains.construction.manual_text import part_one, part_three, part_two
from dataset_builder.families.rubrics.domains.construction.manual_world import ManualWorld, sample_manual
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper


def paper(world: ManualWorld, rng: random.Random) -> Paper:
    """Return the section."""
    accent = rng.choice(("#20342c", "#33304d", "#4a2a1b"))
    body = [
        _cover(world),
        *_bound(world.front),
        *([p.tag("div", p.head(1, "Section 03310  Cast-in-place concrete"), "section")] if world.front else []),
        *part_one(world),
        *part_two(world),
        *part_three(world),
        p.new_page(),
        _schedule(world),
        *_bound(world.back),
        _addendum(world),
        _bulletin(world),
    ]
    return Paper(
        f"Project manual {world.number}, {world.project}",
        p.join(body),
        ("construction/project_manual",),
        {"accent": accent, "body": rng.choice(("Source Serif 4", "IBM Plex Serif", "Libre Franklin")), "head": rng.choice(("Libre Franklin", "Source Sans 3"))},
        {"top-left": f"{world.owner}, {world.project}", "top-right": f"Contract {world.number}", "bottom-left": "Volume 3" if world.front else "Cast-in-place concrete", "bottom-right": "{page}" if world.front else "03310 - {page}"},
        margin="0.95in 0.9in 0.8in 1.05in",
    )  # fmt: skip


def _bound(parts: Sequence[tuple[str, Markup]]) -> list[Markup]:
    return [
        p.tag("div", p.join([p.head(1, title), body]), "section on" if k else "section")
        for k, (title, body) in enumerate(parts)
    ]


def _cover(world: ManualWorld) -> Markup:
    first, _ = world.numbers
    apart = ("02 Site work|bound apart", "03310 Cast-in-place concrete|this book", "03410 Precast wall panels|bound apart", "05120 Structural steel|bound apart", "07920 Joint sealants|bound apart", "11 Scales and compactors|bound apart")  # fmt: skip
    rows: list[Sequence[str | Markup | Cell]] = [tuple(one.split("|")) for one in apart]
    if world.front:
        titles = [title for title, _ in (*world.front, ("Section 03310  Cast-in-place concrete", ""), *world.back)]
        rows = [tuple(titles[k : k + 2]) for k in range(0, len(titles) - 1, 2)]
        rows += [(titles[-1], "")] if len(titles) % 2 else []
    issues: list[Sequence[str | Markup | Cell]] = [
        ("Bid set", long_day(world.issued), "All sections" if world.front else "Section 03310"),
        (
            f"Addendum {first}",
            long_day(world.added),
            "Bound in behind the sections" if world.front else "Bound in behind the schedule",
        ),
        (f"Bulletin {world.numbers[1]}", long_day(world.bulletin), "Bound in last"),
    ]
    return p.fixed(
        [
            p.para(world.owner, "owner"),
            p.head(1, "Project manual"),
            p.para(f"{world.project}\nVolume 3: {'site and structure' if world.front else 'concrete'}", "what"),
            p.strip([("Contract", world.number), ("Engineer", world.engineer), ("Prepared by", world.signer), ("Checked by", world.checker)]),
            p.head(3, "In this book" if world.front else "Sections of divisions 2 to 11"),
            p.table([] if world.front else [["Section", "Where"]], rows, "grid"),
            p.head(3, "Issues in this copy"),
            p.table([["Issue", "Date", "Place"]], issues, "grid"),
            p.head(3, "How this book changes"),
            p.para("Addenda are issued before bids are opened and are part of the contract. [[bul.rule|Bulletins ask for a price. What a bulletin describes is not part of the work until a change order that names it has been signed by the Owner.]] Changed passages are not printed again; both wordings stay in the book."),
        ],
        "cover",
    )  # fmt: skip


def _schedule(world: ManualWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for mix, group in zip(world.mixes, world.groups, strict=True):
        rows.append(
            [
                Cell(
                    p.join(
                        [
                            p.mark(f"mix.{mix.name}", f"Mix {mix.name}"),
                            p.rich(f": {mix.use}, {mix.strength:,} psi, air "),
                            p.mark(f"air.{mix.name}", f"{mix.air:g}%" if mix.air else "none"),
                        ]
                    ),
                    columns=6,
                    kind="group",
                )
            ]
        )
        for one in group:
            rows.append([
                p.mark(f"place.{one.number}", str(one.number)), one.area, one.part, Cell(p.mark(f"yd.{one.number}", str(one.yards)), kind="n"), one.finish, "",
            ])  # fmt: skip
    return p.join(
        [
            p.head(2, "Schedule 03310-A  Placements"),
            p.para("Numbers are those of the placement drawings. Volumes are neat, in cubic yards, for planning. Finish: by 3.8. The last column is filled in at the site."),
            p.table([["No.", "Area", "Part", Cell("Cu yd", kind="n"), "Finish", "Placed on"]], rows, "places", widths=("9%", "25%", "27%", "11%", "11%", "17%")),
        ]
    )  # fmt: skip


def _addendum(world: ManualWorld) -> Markup:
    _, new, _ = world.cure
    return p.tag("div", p.join([
        p.head(2, f"Addendum {world.numbers[0]}"),
        p.strip([("Contract", world.number), ("Date", long_day(world.added)), ("To", "All holders of bid documents"), ("By", world.engineer)]),
        p.para("The bid documents are changed as follows. Bidders list this addendum on the bid form; a bid that does not is set aside."),
        p.clauses([
            ("1.", "Bid form, item 14: change 60 cubic yards to 85 cubic yards."),
            ("2.", "Section 03310, 2.4.A: after \"dock\" insert \"and wash bay\"."),
            ("3.", f"Section 03310, 3.9.B: change the time under wet covers [[ad.cure|to {new} days]]. The rest of the paragraph stands."),
            ("4.", "Section 03310, 3.4.C: delete \"once\"."),
            ("5.", "Section 03310, 3.10.C: change \"a quarter\" to \"three eighths\"."),
            ("6.", "Sheet S-304, detail 6: bars are at 9 inches, not 12. The mark on the bending list is right as it is."),
            ("7.", "Sheet S-311: the pump vault moves 4 feet north. Grid lines stay. Conduits between vault and office wing get longer; see E-102."),
            ("8.", "Sheet C-5: delete the second gate. The fence closes on the end post of the first."),
        ], "spec"),
        p.head(3, "Questions that bidders asked"),
        p.clauses([
            ("Q1", "//May the tipping floor be closed on Sundays?// Yes, after 2 p.m., with a week's notice."),
            ("Q2", "//Is winter protection paid apart?// No. It is in the lump sum, whatever the winter.") ,
            ("Q3", "//Will the Owner take another mill's cement for footings?// Yes. Paragraph 2.1.A is about surfaces exposed to view."),
            ("Q4", "//Who pays the scale inspector?// The Owner, for the first visit. Others are paid by whoever made them necessary."),
            ("Q5", "//Can the pre-bid meeting's list of those present be had?// It hangs in the Authority's office and is sent on request."),
        ], "spec"),
        p.signatures([(world.signer, f"For {world.engineer}")]),
    ]), "issue")  # fmt: skip


def _bulletin(world: ManualWorld) -> Markup:
    _, _, proposed = world.cure
    return p.tag("div", p.join([
        p.head(2, f"Bulletin {world.numbers[1]}: request for price"),
        p.strip([("Contract", world.number), ("Date", long_day(world.bulletin)), ("To", "The Contractor"), ("Answer within", "14 days")]),
        p.para("Please give a price, up or down, and the change in time, for each item by itself:"),
        p.clauses([
            ("a.", "Add two bollards of 8 inches at the fuel island, filled with concrete."),
            ("b.", f"[[bul.cure|Cure slabs for vehicles under wet covers for {proposed} days]], because of the surface that was found worn at the first station."),
            ("c.", "Change finish of the push wall from F2 to F3."),
            ("d.", "Leave out the walk along the canopy, with its curb and the two drains."),
            ("e.", "Build the opening in the east wall of the pump vault now and close it with block; see sketch SK-14, which goes out with the next minutes."),
        ], "spec"),
        p.para("Do not begin any of this work on the strength of this bulletin. If an item has to be settled by a certain date so that the schedule is kept, write that date under remarks. Prices stay good for 45 days. Break prices down into labor, material and equipment, with the markups of the general conditions, and add quotations of subcontractors."),
        p.table([["Item", "Price", "Days", "Remarks"]], [["a", "", "", ""], ["b", "", "", ""], ["c", "", "", ""], ["d", "", "", ""], ["e", "", "", ""]], "grid blank"),
        p.signatures([("", "Contractor"), (world.checker, f"For {world.engineer}")]),
    ]), "issue")  # fmt: skip


MANUAL = Design("project_manual", sample_manual, paper, ASKS, extend)
