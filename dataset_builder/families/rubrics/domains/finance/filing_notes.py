"""Notes to the statements of an annual filing, and its exhibit index."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.finance.figures import say, show
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld
from dataset_builder.families.rubrics.paper import Cell


def notes(world: FilingWorld) -> Markup:
    """Return the notes that are part of the extract."""
    w, c = world.profile, world.commitments
    loan, bonds, revolver, leases = world.debt
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Term loan due 2028", Cell(p.mark("debt.loan", show(loan)), kind="n")),
        ("5.875% senior notes due 2029", Cell(p.mark("debt.notes", show(bonds)), kind="n")),
        ("Revolving facility", Cell(p.mark("debt.revolver", show(revolver)), kind="n")),
        ("Finance leases", Cell(p.mark("debt.leases", show(leases)), kind="n")),
    ]  # fmt: skip
    total = round(sum(world.debt), 1)
    return p.join(
        [
            *_item_8(world),
            p.head(3, "Note 1. Basis of presentation"),
            "The statements include the Company and its subsidiaries, all wholly owned. Investments of which we own between a fifth and a half are carried at equity. Inventories are stated at the lower of cost, "
            "first in first out, and net realizable value. Revenue is recognized when goods are loaded at our dock, which is when control passes under our terms of sale.",
            world.extra("notes 2"),
            p.head(3, "Note 7. Restructuring"),
            f"In October {world.year} the board approved a plan to concentrate finishing operations. [[close.1|Under the plan the {world.closing[1]} plant will be shut by the end of the third quarter of {world.year + 1}]] and its "
            f"products moved to two other plants. We recorded charges of $3.{world.pick % 8 + 1} million for severance and $1.9 million for write-downs of equipment, and expect a further $2.5 million in {world.year + 1}. "
            "No other plant is affected by the plan. Amounts accrued under the plan of 2020 were fully used in the year.",
            p.head(3, "Note 8. Debt"),
            p.clauses([("(a)", f"Borrowings at December 31, {world.year} were, in millions:")]),
            p.table([["", Cell("$ million", kind="n")]], rows, "ruled debt", widths=("75%", "25%"), foot=["Total debt", Cell(show(total), kind="n")]),
            p.clauses(
                [
                    ("(b)", p.join([p.rich("For the covenants of the Credit Agreement:"), p.clauses([
                        ("(i)", "[[def.funded|\"Funded Debt\" means the term loan, the senior notes and drawings under the revolving facility, but not finance leases or letters of credit]];"),
                        ("(ii)", f"[[def.cash|\"Unrestricted Cash\" counts up to {say(world.cap)} and no more]], wherever it is held;"),
                        ("(iii)", "\"Consolidated EBITDA\" means net income before interest, taxes, depreciation and amortization, with noncash charges and approved restructuring costs added back; "
                         f"[[def.ebitda|it was {say(world.ebitda[0])}]] for the four quarters of {world.year}; and"),
                        ("(iv)", "\"Net Leverage Ratio\" is Funded Debt less Unrestricted Cash, divided by Consolidated EBITDA."),
                    ])])),
                    ("(c)", "The senior notes may be redeemed at 102.938% of principal until June 2026, at 101.469% for a year from then, and at par afterwards. They rank equally with our other unsecured debt."),
                    ("(d)", "The term loan is repaid in quarterly installments of $2.5 million and is secured by inventories and receivables."),
                ]
            ),
            p.head(3, "Note 9. Commitments and contingencies"),
            p.clauses(
                [
                    ("(a)", p.join([p.rich("Purchase commitments."), p.clauses([
                        ("(i)", f"Under contracts for electric power we must take or pay for a minimum of {say(c['energy'])} in each of the next three years."),
                        ("(ii)", f"The agreement with {w['supplier']} obliges us to buy {w['input']} for at least {say(c['input'])} a year at prices of the past year."),
                    ])])),
                    ("(b)", p.join([p.rich("Guarantees and indemnities."), p.clauses([
                        ("(i)", f"We guarantee a bank loan of {w['partner']}, of which we own 40%, up to {say(c['guarantee'])}. Nothing has been accrued, since we do not expect to be called on."),
                        ("(ii)", f"[[indemnity|We agreed to indemnify the buyer of our former {world.former[0]} works]] against the cost of cleaning up soil and groundwater there, up to {say(c['ceiling'])} in all. "
                         f"At December 31, {world.year} [[accrued|{say(world.accrued)}]] was accrued for it."),
                    ])])),
                    ("(c)", f"Letters of credit of {say(c['letters'])} were outstanding, most of them to secure workers' compensation."),
                ]
            ),
            world.extra("notes 10"),
            p.head(3, "Note 12. Pensions"),
            f"Two plans for hourly employees are open to those hired before 2008 only. Plan assets covered {86 + world.pick % 9}% of obligations at year end. We contributed $4.0 million and expect to contribute about the same "
            f"next year. The discount rate was 5.1%, and assets are assumed to return 6.0% over the long run.",
            world.extra("note 12"),
            world.extra("notes 13"),
            p.head(3, "Note 15. Subsequent events"),
            f"On February 2, {world.year + 1} the board declared a dividend of $0.115 a share. On February 19, {world.year + 1}, after the loss of a customer's program, [[close.2|we told employees at {world.closing[2]} that the plant "
            f"will be idled from May]] with no date set for a restart. We are assessing whether its equipment, carried at $11.{world.pick % 9} million, is impaired.",
            world.extra("controls"),
        ]
    )  # fmt: skip


def _item_8(world: FilingWorld) -> list[Markup]:
    if not world.more:
        return [p.head(2, "Item 8. Notes to consolidated financial statements (extract)")]
    return [
        p.head(2, "Item 8. Financial statements and supplementary data"),
        world.extra("audit"),
        world.extra("statements"),
        p.head(2, "Notes to consolidated financial statements"),
    ]


def exhibits(world: FilingWorld) -> Markup:
    """Return item 15, the index of exhibits, and signatures."""
    w = world.profile
    rows: list[Sequence[str | Markup | Cell]] = [
        ("3.1", "Certificate of incorporation, as amended", "Incorporated by reference to an earlier report"),
        ("4.2", "Indenture of the 5.875% senior notes", "Incorporated by reference to an earlier report"),
        ("10.1", "Credit Agreement, as amended", "Incorporated by reference to an earlier report"),
        ("10.4", f"Long-term supply agreement with {w['supplier']}^†^", p.mark("omitted", "Filed separately; Annex B omitted")),
        ("10.7", f"Employment agreement with {world.chief}", "Filed herewith"),
        ("21", "Subsidiaries of the registrant", "Filed herewith"),
        ("31", "Certifications of chief executive and chief financial officer", "Filed herewith"),
    ]  # fmt: skip
    return p.box(
        [
            p.head(2, "Item 15. Exhibits"),
            p.table([["No.", "Exhibit", "Where"]], rows, "ruled", widths=("9%", "51%", "40%")),
            p.notes([("†", "Portions that are not material and would cause competitive harm if disclosed have been omitted. The registrant will furnish a copy of omitted portions to the regulator on request.")]),
            p.head(2, "Signatures"),
            f"Signed on behalf of the registrant on {long_day(world.filed)}.",
            p.signatures([(world.chief, "Chief Executive Officer"), (world.treasurer, "Chief Financial Officer"), (world.chair, "Chair of the Board")]),
        ],
        "keep",
    )  # fmt: skip
