"""What is asked of a fund's factsheet."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.finance.factsheet_world import FactsheetWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import every, must, must_not, no_claim, says, some, value


def _actual(world: FactsheetWorld) -> Item:
    years = {world.first_year + k: amount for k, amount in enumerate(world.returns)}
    real = {year: amount for year, amount in years.items() if year >= world.first_year + world.simulated}
    best, worst = max(real, key=lambda year: real[year]), min(real, key=lambda year: real[year])
    top, low = max(years, key=lambda year: years[year]), min(years, key=lambda year: years[year])
    right = value(years[best], "%", fact="answer")
    bottom = some(
        value(years[worst], "%", fact="worst"),
        says(
            ("loss", "lost", "down", "minus", "fell", "decline"),
            (f"{-years[worst]:.1f}%", f"{-years[worst]:.1f} percent", f"{-years[worst]:.1f}"),
        ),
    )
    pairs = [[year, read(f"ret.{year - world.first_year}", amount)] for year, amount in years.items()]
    kept = [pair for pair in pairs if pair[0] in real]

    def end(order: str, of: list[list[object]]) -> object:
        return op("first", op(order, *of), 1)

    return Item(
        question="Client wants to know the best and the worst calendar year that Class A has really delivered. Which years, and what were the returns?",
        answer=f"{years[best]:.1f}%",
        answer_type="percent",
        gold=f"The best year really delivered was {best} with {years[best]:.1f}%, the worst {worst} with {years[worst]:.1f}%. The figures for {world.first_year} to {world.first_year + world.simulated - 1} "
        "are in italics, which note 1 says are simulated and were not earned by investors.",
        rubric=(
            must("best", f"States that the best year was {best}, at {years[best]:.1f}%.", every(says((f"re:\\b{best}\\b",)), right), failure_mode="hierarchy_ignored"),
            must("worst", f"States that the worst year was {worst}, at {years[worst]:.1f}%.", every(says((f"re:\\b{worst}\\b",)), bottom), failure_mode="hierarchy_ignored"),
            must("italics", "Says that returns before the launch are simulated (set in italics) and were left out.",
                 says(("simulated", "simulation", "back-tested", "backtested", "model", "hypothetical", "italics", "italic", "pre-launch", "before launch", "before the launch", "not earned", "simulations", "re:back-?test\\w*", "theoretical", "pro forma", "inception", "notional", "on paper", "re:\\bital\\w*", "pretend", "before it existed"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-simulated", f"Does not give the simulated {years[top]:.1f}% of {top} as the best or {years[low]:.1f}% of {low} as the worst.",
                     every(no_claim(value(years[top], "%"), right), no_claim(value(years[low], "%"), bottom)), "hierarchy_ignored"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"Best year: {top} with {years[top]:.1f}%. Worst year: {low} with {years[low]:.1f}%.", ("best", "worst", "italics", "not-simulated")),
            Trap("wrong_row", f"Leaving out simulated years, the best was {best} with {world.benchmark[best - world.first_year] + 0.07:.2f}% and the worst {worst} with {years[worst]:.1f}%.", ("best",)),
            Trap("dropped_item", f"{best} was best at {years[best]:.1f}%, {worst} worst at {years[worst]:.1f}%.", ("italics",)),
        ),
        note="The extremes of the row are in italics, and only a small note says that italics are simulated.",
        facts={"answer": read(f"ret.{best - world.first_year}", years[best]), "worst": read(f"ret.{worst - world.first_year}", years[worst]),
               "years": unless(["legend"], op("all", end("order_down", kept), end("order", kept)), op("all", end("order_down", pairs), end("order", pairs)))},
        decisive=("legend", f"ret.{best - world.first_year}", f"ret.{worst - world.first_year}"),
        evidence=(f"ret.{top - world.first_year}", f"ret.{low - world.first_year}"),
        axes=("cross_referencing",),
        style="comparison",
    )  # fmt: skip


def _issuer(world: FactsheetWorld) -> Item:
    name, weight, raw = world.largest
    other = world.holdings[1][0]
    single = world.holdings[0]
    halved = round(world.holdings[1][2] + world.holdings[4][2] / 2, 2)
    right = value(weight, "%", fact="answer")
    return Item(
        question="For the concentration check: largest single issuer the way the fund itself counts, at what weight, and what is it made up of?",
        answer=f"{name}, {weight:.1f}%",
        answer_type="text",
        gold=f"{name}, at {weight:.1f}% of net assets: {world.holdings[2][2]:.1f}% in shares plus {world.holdings[3][2]:.1f}% in a senior bond. {other} comes to {halved:g}% only, because its secured bond counts at half its weight.",
        rubric=(
            must("issuer", f"Identifies {name} as the largest issuer.", says((name, name.split()[0])), failure_mode="prior_knowledge"),
            must("weight", f"States that {name} stands at {weight:.1f}%.", right),
            must("added", "Says that the weight is the sum of the issuer's positions.",
                 some(every(value(world.holdings[2][2], "%"), value(world.holdings[3][2], "%")), says(("add", "added", "adding", "both positions", "both holdings", "two positions", "two holdings", "adds", "sum", "combined", "combine", "combines", "together", "plus", "aggregate", "aggregated", "aggregates", "total", "totals", "+", "lump", "lumped", "lumping", "lumps", "tally", "stack", "stacked", "made up of", "summed", "both its", "both the", "and its bond", "and its senior bond", "counted together", "and the bond"), mention=True)), type="reasoning", severity="major"),
            must_not("not-single", f"Does not name {single[0]} at {single[2]:.1f}% or {other} at {raw:.1f}% as the largest issuer.",
                     every(no_claim(value(single[2], "%"), right), no_claim(value(raw, "%"), right)), "prior_knowledge"),
        ),
        traps=(
            Trap("wrong_row", f"{single[0]} is the largest at {single[2]:.1f}%.", ("issuer", "weight", "added", "not-single")),
            Trap("ignored_footnote", f"{other}: its shares and its bond together make {raw:.1f}%, the most of any issuer.", ("issuer", "weight", "not-single")),
            Trap("arithmetic_slip", f"Adding shares and senior bond, {name} is at {weight + 0.9:.1f}%.", ("weight",)),
        ),
        note="The table lists securities; a note under it gives the fund's own way of counting issuers, which changes who is first.",
        facts={"answer": op("round", op("add", read("hold.2", world.holdings[2][2]), read("hold.3", world.holdings[3][2])), 1),
               "issuer": unless(["rule"], name, single[0])},
        decisive=("rule", "hold.2", "hold.3"),
        evidence=("hold.0", "hold.1", "hold.4"),
        axes=("standard_tables", "cross_referencing"),
        style="calculation",
    )  # fmt: skip


ASKS = (
    Ask("emphasis_meaning", _actual),
    Ask("local_rule", _issuer),
)
