"""What is asked of an earnings release."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.finance.figures import million, no_million, owned, say
from dataset_builder.families.rubrics.domains.finance.release_world import ReleaseWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    every,
    listing,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    some,
    value,
)

_NAMES = {"sga": ("SG&A", "Selling, general and administrative expenses"), "research": ("R&D", "Research and development"), "cost": ("COGS", "Cost of goods sold")}  # fmt: skip


def _nested(world: ReleaseWorld) -> Item:
    key = ("sga", "cost", "sga")[world.pick % 3]
    short, name = _NAMES[key]
    line = world.statement[key]
    prior, now, quarter = line["np"], line["n"], line["qp"]
    share = round(prior / world.statement["sales"]["np"] * 100, 1)
    alone = round(quarter / world.statement["sales"]["qp"] * 100, 1)
    alone += 1.2 if abs(alone - share) < 0.3 else 0
    right = million(prior, fact="answer")
    return Item(
        question=f"Comps sheet: I need {short} for the nine months of fiscal {world.year - 1}, and what percent of sales that was.",
        answer=say(prior),
        answer_type="currency",
        gold=f"{name} for the nine months ended September 30, {world.year - 1} were {say(prior)}. On net sales of {say(world.statement['sales']['np'])} that is {share:.1f}%.",
        rubric=(
            must("amount", f"States that {short} for the nine months of fiscal {world.year - 1} was {say(prior)}.", right, failure_mode="wrong_column"),
            must("share", f"States that this was {share:.1f}% of net sales.", value(share, "%", absolute=0.06, fact="share"), type="reasoning"),
            must_not("not-quarter", f"Does not give {say(quarter)}, the figure of the third quarter alone.", no_million(quarter, right), "wrong_column", severity="major"),
            must_not("not-current", f"Does not give {say(now)}, the figure of fiscal {world.year}.", no_million(now, right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"{short} was {say(quarter)} in fiscal {world.year - 1}, or {alone:.1f}% of net sales.", ("amount", "share", "not-quarter")),
            Trap("lost_alignment", f"Nine-month {short} came to {say(now)}, {share:.1f}% of sales.", ("amount", "not-current")),
            Trap("arithmetic_slip", f"{short}, nine months {world.year - 1}: {say(prior)}. That works out at {share + 3.1:.1f}% of net sales.", ("share",)),
        ),
        note="Four columns of figures stand under headers of three levels; only the upper level tells the quarter from the nine months.",
        facts={"answer": read(f"st.{key}.np", prior),
               "share": op("round", op("mul", op("div", read(f"st.{key}.np", prior), read("st.sales.np", world.statement["sales"]["np"])), 100), 1)},
        decisive=(f"st.{key}.np", "st.sales.np"),
        evidence=(f"st.{key}.n", f"st.{key}.qp"),
        axes=("standard_tables",),
        style="calculation",
    )  # fmt: skip


def _repeated(world: ReleaseWorld) -> Item:
    k = world.pick % 4
    one, other = world.segments[k], world.segments[(k + 2) % 4]
    now, before = one.figures["capex"]["q"], one.figures["capex"]["qp"]
    wrong, dep = other.figures["capex"]["q"], one.figures["dep"]["q"]
    right = million(now, fact="answer")
    way = "up" if now > before else "down"
    change = round(now - before, 1)
    return Item(
        question=f"What did {one.name} spend on capex in the quarter, and what was it in the same quarter last year?",
        answer=say(now),
        answer_type="currency",
        gold=f"{one.name} spent {say(now)} on capital expenditures in the quarter, {way} from {say(before)} in the year-ago quarter.",
        rubric=(
            must("amount", f"States that {owned(one.name)} capital expenditures in the quarter were {say(now)}.", right, failure_mode="wrong_row"),
            must("before", f"States that they were {say(before)} in the year-ago quarter, or that the change was {say(abs(change))}.",
                 some(million(before), million(abs(change)), million(change)), type="reasoning", severity="major"),
            must_not("not-other", f"Does not give {say(wrong)}, the capital expenditures of {other.name}, as those of {one.name}.", no_million(wrong, right), "wrong_row", severity="major"),
        ),
        traps=(
            Trap("wrong_row", f"Capex was {say(wrong)}, {way} from {say(other.figures['capex']['qp'])} a year earlier.", ("amount", "before", "not-other")),
            Trap("lost_alignment", f"{one.name} put {say(dep)} into capex in the quarter, {way} from {say(before)}.", ("amount",)),
            Trap("wrong_column", f"{one.name} spent {say(now)}, {'down' if change > 0 else 'up'} from {say(one.figures['capex']['n'])}.", ("before",)),
        ),
        note="The same four line names repeat under each segment, and the segment's name stands only above its block.",
        facts={"answer": read(f"seg.{k}.capex.q", now), "before": read(f"seg.{k}.capex.qp", before),
               "segment": unless([f"name.{k}"], one.name, other.name)},
        decisive=(f"seg.{k}.capex.q", f"seg.{k}.capex.qp"),
        evidence=(f"name.{k}",),
        axes=("standard_tables",),
    )  # fmt: skip


def _ranking(world: ReleaseWorld) -> Item:
    name, low = world.early
    like = {one.name: low if one.name == name else one.organic for one in world.segments}
    ranked = sorted(like, key=lambda one: -like[one])
    printed = sorted(world.segments, key=lambda one: -one.organic)
    by_reported = [one.name for one in sorted(world.segments, key=lambda one: -one.reported)]
    place = {one.name: k for k, one in enumerate(world.segments)}
    right = listing([[one] for one in ranked], ordered=True, fact="answer")

    def tell(order: list[str], figures: dict[str, float]) -> str:
        return "; ".join(f"{k}. {one} ({figures[one]:.1f}%)" for k, one in enumerate(order, 1))

    organic = {one.name: one.organic for one in world.segments}
    swapped = [ranked[0], ranked[1], ranked[3], ranked[2]]
    return Item(
        question="Put the four segments in order of like-for-like sales growth in the quarter, strongest first, with the percentages.",
        answer=", ".join(ranked),
        answer_type="list",
        gold=f"Like-for-like, strongest first: {tell(ranked, like)}. The table shows {organic[name]:.1f}% organic for {name}, but note (c) says that this includes orders called forward from the "
        f"fourth quarter; like-for-like it is {low:.1f}%.",
        rubric=(
            must("order", f"Orders the segments {', '.join(ranked)}.", right, failure_mode="ignored_footnote"),
            must("figure", f"States that {name} grew {low:.1f}% like-for-like.", value(low, "%", fact="like"), type="fact"),
            must("top", f"States that {ranked[0]}, in first place, grew {like[ranked[0]]:.1f}%.", value(like[ranked[0]], "%", [(ranked[0],)], tuple(ranked[1:])), severity="major"),
            must_not("not-organic", f"Does not give {organic[name]:.1f}% as the like-for-like growth of {name}.", no_claim(value(organic[name], "%"), value(low, "%")), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"Strongest first: {tell([one.name for one in printed], organic)}.", ("order", "figure", "not-organic")),
            Trap("wrong_order", f"In order: {tell(swapped, like)}.", ("order",)),
            Trap("dropped_item", f"Strongest first: {tell(ranked[:3], like) if name in ranked[:3] else tell([one for one in ranked if one != ranked[1]], like)}.", ("order",)),
        ) if by_reported else (),
        note="A note under the growth table takes pulled-forward orders out of one segment's figure, which moves that segment down the ranking.",
        facts={"answer": op("order_down", *([one.name, unless(["like"], read("like", low), read(f"org.{place[name]}", one.organic)) if one.name == name else read(f"org.{place[one.name]}", one.organic)]
                                            for one in world.segments)),
               "like": read("like", low)},
        decisive=("like",),
        evidence=tuple(f"org.{k}" for k in range(4)),
        axes=("standard_tables",),
        style="comparison",
    )  # fmt: skip


def _outlook(world: ReleaseWorld) -> Item:
    low, high, low_cc, high_cc = world.growth
    a, b, c, d, _, _ = world.eps
    reported = every(value(low, "%"), value(high, "%"))
    adjusted = every(value(a, "usd"), value(b, "usd"))
    wrong_eps = no_claim(value(c, "usd"), value(a, "usd"))
    return Item(
        question="Updating our model. What's the current full-year guide for sales growth as reported and for adjusted EPS, and did the reported growth range move from July?",
        answer=f"{low:g}% to {high:g}%",
        answer_type="text",
        gold=f"Reported net sales growth of {low:g}% to {high:g}%, unchanged from the July outlook, and adjusted earnings of ${a:.2f} to ${b:.2f} per diluted share. What was raised on the sales side is "
        "growth at constant currency only.",
        rubric=(
            must("growth", f"States that reported sales growth is guided at {low:g}% to {high:g}%.", reported, failure_mode="wrong_row"),
            must("eps", f"States that adjusted EPS is guided at ${a:.2f} to ${b:.2f}.", adjusted),
            must("unchanged", "Says that the reported growth range did not change from July.",
                 some(says(("unchanged", "same", "no change", "maintained", "kept", "held", "flat", "stays", "stayed", "reiterated", "reaffirmed", "left at", "left alone", "where it was", "as in July", "is still", "still at", "no movement", "as before", "confirmed", "intact", "steady", "where they had it", "stuck with")),
                      says(("move", "moved", "change", "changed", "raised", "increased", "revised", "lift", "lifted", "budge", "budged", "touched", "touch", "altered", "alter", "adjusted", "updated", "shifted", "shift", "bumped"), denied=True)), type="fact"),
            must_not("not-constant", f"Does not give {low_cc:g}% to {high_cc:g}% as the reported growth range.", no_claim(value(high_cc, "%"), reported), "wrong_row", severity="major"),
            must_not("not-gaap", f"Does not give ${c:.2f} to ${d:.2f} as adjusted EPS.", wrong_eps, "wrong_row", severity="major"),
        ),
        traps=(
            Trap("wrong_row", f"They guide to sales growth of {low_cc:g}% to {high_cc:g}% and adjusted EPS of ${a:.2f} to ${b:.2f}; the growth range went up half a point from July.", ("growth", "unchanged", "not-constant")),
            Trap("overreach", f"The outlook was raised across the board: reported growth is now {low:g}% to {high:g}%, up from July, and adjusted EPS ${a:.2f} to ${b:.2f}.", ("unchanged",)),
            Trap("wrong_section", f"Reported growth stays at {low:g}% to {high:g}%, same as July, and EPS is ${c:.2f} to ${d:.2f}.", ("eps", "not-gaap")),
        ),
        note="The headline says that the outlook was raised; line by line that is true of some measures only, and two pairs of lines differ in one word.",
        facts={"answer": read("rep", f"{low:g}% to {high:g}%", "text"), "eps": read("adj", f"${a:.2f} to ${b:.2f}", "text")},
        decisive=("rep", "adj"),
        evidence=("cc", "gaap"),
        axes=("standard_tables",),
        style="comparison",
    )  # fmt: skip


def _backlog(world: ReleaseWorld) -> Item:
    true, before, wrong = world.backlog
    growth = round((true / before - 1) * 100, 1)
    false = round((wrong / before - 1) * 100, 1)
    right = million(true, fact="answer")
    return Item(
        question="What's the order backlog at quarter end and the change year on year in percent?",
        answer=say(true),
        answer_type="currency",
        gold=f"Order backlog was {say(true)}, {growth:.1f}% up on {say(before)} a year earlier. The table still prints {say(wrong)}; the company corrected that on {long_day(world.corrected)}.",
        rubric=(
            must("backlog", f"States that the backlog at quarter end was {say(true)}.", right, failure_mode="superseded_text"),
            must("growth", f"States that it was up {growth:.1f}% year on year.", value(growth, "%", absolute=0.06, fact="growth"), type="reasoning"),
            must("correction", "Says that the figure printed in the table was corrected.",
                 says(("corrected", "correction", "erratum", "corrects", "misstated", "misprint", "revised", "amended", "error", "errata", "fixed", "fix", "correct", "mistake", "typo", "put right", "rectified", "set right", "incorrect", "restated", "superseded", "replaced", "wrong"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-printed", f"Does not give {say(wrong)} as the backlog.", no_million(wrong, right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"Backlog stood at {say(wrong)}, {'up' if false > 0 else 'down'} {abs(false):.1f}% from {say(before)}.", ("backlog", "growth", "correction", "not-printed")),
            Trap("arithmetic_slip", f"{say(true)} after the correction, which is {growth + 2.3:.1f}% more than {say(before)} a year ago.", ("growth",)),
            Trap("dropped_item", f"Order backlog was {say(true)}, up {growth:.1f}%.", ("correction",)),
        ),
        note="A correction printed at the very end replaces one figure of a table that is reproduced as it was issued.",
        facts={"answer": unless(["bl.true"], read("bl.true", true), read("bl.printed", wrong)),
               "growth": op("round", op("mul", op("sub", op("div", read("bl.true", true), read("bl.before", before)), 1), 100), 1)},
        decisive=("bl.true", "bl.before"),
        evidence=("bl.printed",),
        axes=("cross_referencing", "standard_tables"),
        style="calculation",
    )  # fmt: skip


def _cash(world: ReleaseWorld) -> Item:
    k = (world.pick + 1) % 4
    one = world.segments[k]
    total = world.cash["n"]
    guess = round(one.figures["oi"]["n"] + one.figures["dep"]["n"] - one.figures["capex"]["n"], 1)
    share = round(total * one.figures["sales"]["n"] / world.statement["sales"]["n"], 1)
    cash = (
        "operating cash flow",
        "cash flow",
        "cash provided",
        "cash from operations",
        "cash from ops",
        "segment",
        "operating cash",
        "cash generation",
        "ocf",
        "figure",
        "number",
    )
    return Item(
        question=f"What was {owned(one.name)} operating cash flow for the nine months? Need it for the sum-of-the-parts.",
        answer="not reported",
        answer_type="abstain",
        gold=f"The release does not report operating cash flow by segment. It gives cash from operations for the company as a whole only, {say(total)} for the nine months; for {one.name} there are net sales, "
        "operating income, depreciation and capital expenditures, which do not make an operating cash flow.",
        rubric=(
            must_abstain("abstains", f"States that the release does not give operating cash flow for {one.name}.", abstains((*cash, one.name))),
            must("whole", "Says that cash flow is given for the whole company only.",
                 says(("company", "consolidated", "group", "whole", "total", "overall", "company-wide", "firm", "entire", "corporate", "everything together"), ("only", "just", "level", say(total), f"{total:,.1f}", "consolidated", "as a whole", "basis"), mention=True), type="reasoning", severity="major"),
            must_not("no-guess", f"Does not give an amount as {owned(one.name)} operating cash flow.",
                     no_value("usd", allowed=[total * 1e6, world.cash["np"] * 1e6, total, *(figures["n"] * 1e6 for figures in one.figures.values())]), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"{one.name} generated about {say(share)} of operating cash flow over the nine months.", ("abstains", "whole", "no-guess")),
            Trap("overreach", f"It isn't reported by segment, just for the company as a whole, but operating income plus depreciation less capex gives {say(guess)} for {one.name}, so use that.", ("no-guess",)),
            Trap("wrong_section", f"{owned(one.name)} operating cash flow for the nine months was {say(total)}.", ("abstains", "whole")),
        ),
        note="Cash flow is reported for the company only; the segment table offers its neighbours.",
        facts={"answer": absent(one.name, "operating activities"), "whole": read("ocf", total), "segment": unless([f"name.{k}"], one.name, "")},
        decisive=("ocf",),
        evidence=(f"name.{k}",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("nested_header", _nested),
    Ask("repeated_row", _repeated),
    Ask("footnote_override", _ranking),
    Ask("exact_wording", _outlook),
    Ask("corrected_page", _backlog),
    Ask("never_reported", _cash),
)
