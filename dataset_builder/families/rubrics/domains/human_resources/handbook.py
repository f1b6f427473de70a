"""An employee handbook: twelve chapters with titles in the margin, an appendix, and a notice of change at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.human_resources.handbook_asks import ASKS
from dataset_builder.families.rubrics.domains.human_resources.handbook_more import (
    appendices,
    appendix_titles,
    extend_handbook,
    index,
    with_sections,
)
from dataset_builder.families.rubrics.domains.human_resources.handbook_rest import last_chapters
from dataset_builder.families.rubrics.domains.human_resources.handbook_text import Chapter, first_chapters
from dataset_builder.families.rubrics.domains.human_resources.handbook_world import (  # fmt: skip
    GROUPS,
    HandbookWorld,
    sample_handbook,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper


def paper(world: HandbookWorld, rng: random.Random) -> Paper:
    """Return the handbook."""
    accent, tint = rng.choice(
        (("#264653", "#eaf0f1"), ("#7b2d26", "#f6ecea"), ("#3a5a40", "#edf2ec"), ("#4a3f6b", "#efedf5"))
    )
    chapters = with_sections(world, [*first_chapters(world), *last_chapters(world)])
    return Paper(
        f"Employee handbook, {world.firm}",
        p.join([_cover(world, chapters), *(_chapter(number, chapter) for number, chapter in enumerate(chapters, 1)), _appendix(world), *appendices(world), _notice(world), *index(world, chapters), _receipt(world)]),
        ("human_resources/handbook",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Lora", "Source Serif 4", "IBM Plex Serif")), "head": rng.choice(("Zilla Slab", "Source Sans 3", "Libre Franklin"))},
        {"top-left": "Employee handbook", "top-right": f"{world.firm}", "bottom-center": "{page}", "bottom-left": f"Edition of {long_day(world.issued)}"},
        margin="0.85in 0.8in 0.8in",
    )  # fmt: skip


def _cover(world: HandbookWorld, chapters: Sequence[Chapter]) -> Markup:
    rows = [(str(number), title) for number, (title, _) in enumerate(chapters, 1)]
    ends = [
        ("", title)
        for title in (
            "Appendix 1: groups of towns",
            *appendix_titles(world),
            "Notices of change",
            *(["Index of sections"] if world.more else []),
            "Receipt",
        )
    ]
    widths = ("9%", "91%")
    if world.more:
        listing = p.tag("div", p.join(p.table([], some, "contents", widths=widths) for some in (rows, ends)), "pairs")
    else:
        listing = p.table([], [*rows, *ends], "contents", widths=widths)
    return p.join(
        [
            p.fixed([p.tag("div", world.firm, "firm"), p.head(1, "Employee handbook"), p.tag("div", f"For everyone who works in our {world.trade}\nEdition of {long_day(world.issued)}", "edition")], "bare front"),
            p.fixed([p.head(2, "What is in this book"), listing,
                     p.head(2, "From the director"), f"This book was written with people from every site. It is shorter than the last one by a third, and we have tried to write it as we talk. Keep it in your locker. If you can't find what you need, ask {world.manager} in the People office, or me.",
                     p.tag("div", world.director, "signed")]),
        ]
    )  # fmt: skip


def _chapter(number: int, chapter: Chapter) -> Markup:
    title, sections = chapter
    blocks: list[str | Markup] = []
    for place, (name, paragraphs) in enumerate(sections, 1):
        inner = p.join([p.head(3, f"{number}.{place}  {name}"), *paragraphs])
        blocks.append(p.tag("div", inner, "sec"))
    return p.join([p.head(2, f"{number}  {title}", "chapter"), *blocks])


def _appendix(world: HandbookWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        (p.mark(f"group.{group}", group), p.join([p.rich(", ".join(f"[[town.{town.replace(' ', '-').replace(chr(39), '')}|{town}]]" for town in world.towns[group]))]),
         Cell(p.mark(f"meal.{group}", f"${world.meals[group]}"), kind="n"), Cell(p.mark(f"hotel.{group}", f"${world.hotel[group]}"), kind="n"))
        for group in GROUPS
    ]  # fmt: skip
    return p.box(
        [p.head(2, "Appendix 1: groups of towns", "chapter"), p.table([["Group", "Towns", Cell("Meals, full day", kind="n"), Cell("Hotel, night", kind="n")]], rows, "towns", widths=("10%", "56%", "18%", "16%")),
         p.para("Amounts are in dollars and hold for the town itself and for places within fifteen miles of it. Breakfast that is part of a hotel's price is not deducted.")],
        "keep",
    )  # fmt: skip


def _notice(world: HandbookWorld) -> Markup:
    return p.box(
        [
            p.tag("div", "NOTICE OF CHANGE No. 2", "notice-head"),
            p.para(f"In force from {long_day(world.changed)}. To be bound in behind the appendix."),
            p.table(
                [["Section", "Change"]],
                [
                    ("3.7", "\"fifty dollars\" is replaced by \"twenty-five dollars\"."),
                    ("6.4", p.rich(f"[[boots.new|The amount for safety shoes is replaced by ${world.boots[1]}]]. The rest of the section stays as it is.")),
                    ("9.6", "Add: \"Shorts are worn in offices only.\""),
                ],
                "towns",
                widths=("16%", "84%"),
            ),
            p.para("Notice No. 1 (parking) was withdrawn."),
        ],
        "notice keep",
    )  # fmt: skip


def _receipt(world: HandbookWorld) -> Markup:
    shown = ("emergency exits, the sign of my crew and the first aid post", "my locker, the clinic and the board with sign-offs", "where rosters are posted and how I call the attendance line", "the stop buttons and cords of my line",
             "the lockout board and the locks with my name", "how I clock in and out, and how I claim expenses", "whom I can turn to if I am treated badly, besides my leader", "where notices of change are posted before they are bound in")  # fmt: skip
    rows = [("[   ]", one) for one in shown]
    return p.join(
        [
            p.new_page(),
            p.head(2, "Receipt", "chapter"),
            p.para("To be torn out, signed and given to your leader by the end of your first week. It goes into your personnel file; you receive a copy."),
            p.para(f"I have received the handbook of {world.firm} in the edition of {long_day(world.issued)}. I understand that it is not a contract, that I am to read it and to ask about what I don't understand, and that notices of change are bound in at its end."),
            p.head(3, "I have been shown"),
            p.table([], rows, "contents", widths=("9%", "91%")),
            p.signatures([("", "Name and badge number"), ("", "Signature and date")]),
            p.head(3, "For the leader"),
            p.para(f"I have gone through the chapters on hours, attendance and safety with the employee, and have given the name of the buddy. Questions that I could not answer were passed on to {world.manager}, People office."),
            p.signatures([("", "Leader, name and site"), ("", "Signature and date")]),
        ]
    )  # fmt: skip


HANDBOOK = Design("handbook", sample_handbook, paper, ASKS, extend_handbook)
