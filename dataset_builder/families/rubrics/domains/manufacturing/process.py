"""Technical instructions for bonded panels, of some ten pages: line layout, two cells side by side, cure, drilling, appendices."""

from __future__ import annotations

import random

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.manufacturing.process_asks import ASKS
from dataset_builder.families.rubrics.domains.manufacturing.process_text import chapters
from dataset_builder.families.rubrics.domains.manufacturing.process_world import ProcessWorld, sample_process
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Paper

_CONTENTS = ("1  What this is for", "2  The line", "3  Surfaces", "4  Layup", "5  Cure", "6  Trim and drill", "7  Checks and release", "Appendix A  Limits of appearance", "Appendix B  Tools and gauges", "Appendix C  Changes")  # fmt: skip


def paper(world: ProcessWorld, rng: random.Random) -> Paper:
    """Return the instructions."""
    accent, tint = rng.choice((("#005b6e", "#e6f1f3"), ("#8a3b00", "#f8efe6"), ("#2e4a1f", "#edf2e8")))
    first = [
        Markup('<div class="plate"><span>{}</span><h1>Bonded panels</h1><p>Technical instructions, line {}</p></div>').format(world.company, world.line),
        p.strip([("Document", world.number), ("Revision", world.revision), ("Issued", long_day(world.issued)), ("Written by", world.author), ("Process owner", world.owner), ("Copy", "at the line, chained")]),
        p.head(3, "Contents"),
        Markup('<div class="toc">{}</div>').format(p.join(p.para(one) for one in _CONTENTS)),
        p.box([p.head(4, "Before you begin"), p.para("Read the chapter, not the habit. Steps are numbered where order matters. What is not written here is not allowed to be added at the line, however well meant; write it on a yellow card and give it to the process owner.")], "callout"),
    ]  # fmt: skip
    body = [p.fixed(first, "first"), *(p.tag("div", one, "chapter") for one in chapters(world))]
    return Paper(
        f"Technical instructions {world.number}",
        p.join(body),
        ("manufacturing/technical_instructions",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Source Sans 3", "Libre Franklin", "IBM Plex Sans")), "head": rng.choice(("Zilla Slab", "Barlow"))},
        {"top-left": f"{world.number}, rev. {world.revision}", "top-right": "Bonded panels", "bottom-left": "Printed copies off the line are not controlled", "bottom-right": "{page} / {pages}"},
        size="a4",
        margin="20mm 19mm 18mm 24mm",
    )  # fmt: skip


PROCESS = Design("technical_instructions", sample_process, paper, ASKS)
