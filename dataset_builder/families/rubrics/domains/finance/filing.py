"""An annual filing: cover, items with numbered notes, exhibit index; one column of serif type."""

from __future__ import annotations

import random

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.finance.filing_asks import ASKS
from dataset_builder.families.rubrics.domains.finance.filing_more import extend
from dataset_builder.families.rubrics.domains.finance.filing_notes import exhibits, notes
from dataset_builder.families.rubrics.domains.finance.filing_text import business, discussion, properties, risks
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld, sample_filing
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Paper


def paper(world: FilingWorld, rng: random.Random) -> Paper:
    """Return the filing."""
    return Paper(
        f"{world.firm}, annual report {world.year}",
        p.join([_cover(world), p.box([business(world), risks(world), properties(world), discussion(world), notes(world), exhibits(world), world.extra("exhibits")], "filing")]),
        ("finance/filing",),
        {"body": rng.choice(("Libre Baskerville", "Source Serif 4", "IBM Plex Serif")), "head": rng.choice(("Source Serif 4", "Libre Baskerville")), "accent": "#111"},
        {"bottom-center": "{page}", "top-right": rng.choice(("Table of contents", f"{world.firm}"))},
        margin="0.8in 0.9in",
    )  # fmt: skip


def _cover(world: FilingWorld) -> Markup:
    firm = world.firm
    return p.fixed(
        [
            p.tag("p", "ANNUAL REPORT", "form"),
            p.tag("p", f"(Mark one)  [X] Annual report for the fiscal year ended December 31, {world.year}\n[ ] Transition report", "mark"),
            p.tag("p", f"Commission file number 1-{10000 + world.pick * 7}", "mark"),
            p.head(1, firm),
            p.tag("p", "(Exact name of registrant as specified in its charter)", "under"),
            p.strip([("State of incorporation", "Delaware"), ("Employer identification number", f"{20 + world.pick % 70}-0{100000 + world.pick * 613}"), ("Principal executive offices", next(one.town for one in world.sites if one.use == "Headquarters"))]),
            p.table([["Securities registered", "Trading symbol", "Exchange"]], [("Common stock, par value $0.10 a share", "".join(word[0] for word in firm.split()[:3]), "National Board of Exchange"), ("5.875% senior notes due 2029", "none", "Not listed")], "ruled"),
            p.para(f"The aggregate market value of common stock held by non-affiliates on June 30, {world.year} was about ${400 + world.pick % 300} million. Shares outstanding on the last practicable date: {38 + world.pick % 9},{100 + world.pick % 800},{211 + world.pick % 700}."),
            p.para("Indicate by check mark whether the registrant has filed all reports required in the preceding twelve months: Yes [X] No [ ]. Whether it is a shell company: Yes [ ] No [X]."),
            p.head(2, "Contents"),
            p.table([["", "Part and item"]], _contents(world), "ruled", widths=("8%", "92%")),
            p.para("Documents incorporated by reference: portions of the proxy statement for the next annual meeting, in Part III, which is not reproduced in this extract."),
        ],
        "cover",
    )  # fmt: skip


def _contents(world: FilingWorld) -> list[tuple[str, str]]:
    security = "Item 1C. Cybersecurity; " if world.extra("officers") else ""
    statements = (
        "Item 8. Financial statements; Item 9. Accountants; Item 9A. Controls; Item 9B. Other information; Schedule II"
        if world.more
        else "Item 8. Notes (extract)"
    )
    return [
        ("I", f"Item 1. Business; Item 1A. Risk factors; {security}Item 2. Properties; Item 3. Legal proceedings; Item 4. Mine safety disclosures"),
        ("II", f"Item 5. Market for common equity; {'Item 6. [Reserved]; ' if world.extra('market') else ''}Item 7. Management's discussion and analysis; Item 7A. Market risk; {statements}"),
        ("IV", "Item 15. Exhibits; signatures"),
    ]  # fmt: skip


FILING = Design("annual_filing", sample_filing, paper, ASKS, extend)
