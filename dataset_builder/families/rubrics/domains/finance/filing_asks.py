"""What is asked of an annual filing."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.finance.figures import million, say
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld
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
    value,
    verdict,
)


def _closing(world: FilingWorld) -> Item:
    a, b, c = world.closing
    _sold, paused = world.former
    others = [one.town for one in world.sites if one.town not in world.closing and one.use != "Headquarters"]
    right = listing([[a], [b], [c]], fact="answer")
    when = f"{world.year + 1}"
    return Item(
        question="Site tracker: which of their plants are going to close, stop production or be idled, and roughly when for each?",
        answer=f"{a}, {b}, {c}",
        answer_type="list",
        gold=f"Three plants. {a}: production ends in the second quarter of {when} (properties table). {b}: to be shut by the end of the third quarter of {when} under the restructuring plan (Note 7). "
        f"{c}: idled from May {when}, announced after year end (Note 15).",
        rubric=(
            must("three", f"Names {a}, {b} and {c} as the plants that are to close, stop or be idled.", right, type="completeness", failure_mode="dropped_item"),
            must("when-a", f"Says that production at {a} ends in the second quarter of {when}.",
                 says((a,), ("second quarter", "q2", "2q", "second-quarter", "june", "midyear", "mid-year")), severity="major"),
            must("when-b", f"Says that {b} is to be shut by the end of the third quarter of {when}.", says((b,), ("third quarter", "q3", "3q", "third-quarter", "september")), severity="major"),
            must("when-c", f"Says that {c} is to be idled from May.", says((c,), ("may",)), severity="major"),
            must_not("not-paused", f"Does not name {paused} as closing: it only stopped for a repair and is running again.",
                     no_claim(says((paused,), ("close", "closes", "closing", "idled", "idle", "shut", "shuts", "stop", "stopped", "stops", "halt", "down")),
                              says((paused,), ("restarted", "running", "back", "relined", "resumed", "restart", "repair", "repaired", "again", "reline", "up and running", "operates", "operating", "temporary", "temporarily", "does not belong", "not closing", "not one of", "not among", "brought back", "came back"))), "noise_as_content", severity="major"),
        ),
        traps=(
            Trap("dropped_item", f"Two: {b}, which will be shut by the end of the third quarter of {when} under the restructuring plan, and {a}, where production ends in the second quarter.", ("three", "when-c")),
            Trap("wrong_section", f"Only {b}. Note 7 says it will be shut by the end of the third quarter of {when} and that no other plant is affected.", ("three", "when-a", "when-c")),
            Trap("noise_as_content", f"{a} in the second quarter, {b} by the end of the third quarter, {c} from May, and {paused} was idled because of a failed lining.", ("not-paused",)),
            Trap("wrong_row", f"{a} ends production in the second quarter, {b} is shut by the end of the third quarter, and {others[0] if others[0] != paused else others[1]} goes idle in May.", ("three", "when-c")),
        ),
        note="The three plants stand in a remark of a table, in a note on restructuring that says that no other is affected by its plan, and among events after the year's end.",
        facts={"answer": op("all", *(unless([f"close.{k}"], town, None) for k, town in enumerate(world.closing)))},
        decisive=("close.0", "close.1", "close.2"),
        evidence=("paused",),
        axes=("cross_referencing", "standard_tables"),
        style="summary",
    )  # fmt: skip


def _leverage(world: FilingWorld) -> Item:
    ratio, loose = world.ratio, world.everyday
    funded = round(sum(world.debt[:3]), 1)
    right = value(ratio, "", absolute=0.006, fact="answer")
    inside = {"yes": ["inside", "within", "in compliance", "complies", "comply", "compliant", "pass", "passes", "meets", "below", "under", "ok", "headroom", "satisfied", "met", "room", "well within", "clear of", "cushion", "comfortably", "fine", "in line", "safe", "honored"], "no": ["breach", "breaches", "exceeds", "violates", "above", "over the", "outside", "in default", "busted", "blown", "tripped", "not met"]}  # fmt: skip
    allcash = round((funded - world.cash) / world.ebitda[0], 2)
    own = round((funded - world.cap) / world.ebitda[1], 2)
    return Item(
        question="Where does net leverage stand at year end as the credit agreement computes it, and are they inside the covenant? Show me the inputs.",
        answer=f"{ratio:.2f}",
        answer_type="number",
        gold=f"{ratio:.2f}x, inside the maximum of {world.most:.2f}x. Funded Debt is {say(funded)} (finance leases don't count), Unrestricted Cash counts only up to {say(world.cap)} of the {say(world.cash)} held, "
        f"and Consolidated EBITDA as defined is {say(world.ebitda[0])}.",
        rubric=(
            must("ratio", f"States that the Net Leverage Ratio at year end is {ratio:.2f}.", right, failure_mode="everyday_meaning"),
            must("inside", "Says that the company is within the covenant.", verdict((), inside, True)),
            must("most", f"States that the covenant's maximum is {world.most:.2f}.", value(world.most), severity="major"),
            must("cap", f"Says that only {say(world.cap)} of cash is counted.", million(world.cap), type="reasoning", severity="major", implicit=True),
            must_not("not-loose", f"Does not give {loose:.2f} or {allcash:.2f}, the ratio after taking off all cash, as the covenant's ratio.",
                     every(no_claim(value(loose, absolute=0.004), right), no_claim(value(allcash, absolute=0.004), right)), "everyday_meaning", severity="major"),
        ),
        traps=(
            Trap("everyday_meaning", f"Total debt of {say(round(sum(world.debt), 1))} less cash of {say(world.cash)}, over EBITDA of {say(world.ebitda[0])}, is {loose:.2f}x against a limit of {world.most:.2f}x, so they're inside.",
                 ("ratio", "cap", "not-loose")),
            Trap("wrong_row", f"With Adjusted EBITDA of {say(world.ebitda[1])} and cash capped at {say(world.cap)}, net leverage is {own:.2f}x; the maximum is {world.most:.2f}x and they comply.", ("ratio",)),
            Trap("dropped_item", f"Net leverage is {ratio:.2f}x at year end. They count {say(funded)} of debt, which leaves out finance leases, and are in compliance with the {world.most:.2f}x maximum.", ("cap",)),
        ),
        note="The ratio's terms are defined in nested sub-items of a note: some debt is left out, cash counts only up to a ceiling, and earnings are not the company's own measure.",
        facts={"answer": op("round", op("div", op("sub", op("add", read("debt.loan", world.debt[0]), read("debt.notes", world.debt[1]), read("debt.revolver", world.debt[2]),
                                                     unless(["def.funded"], 0, read("debt.leases", world.debt[3]))),
                                                  unless(["def.cash"], read("def.cash", world.cap), world.cash)),
                                        unless(["def.ebitda"], world.ebitda[0], read("own", world.ebitda[1]))), 2),
               "most": read("most", world.most)},
        decisive=("def.cash", "def.funded", "def.ebitda"),
        evidence=("debt.loan", "debt.notes", "debt.revolver", "most"),
        axes=("cross_referencing", "typographic_hierarchy"),
        style="calculation",
    )  # fmt: skip


def _settled(world: FilingWorld) -> Item:
    more = world.paid > world.accrued
    gap = round(abs(world.paid - world.accrued), 1)
    guarantee = world.commitments["guarantee"]
    town, partner = world.former[0], world.profile["partner"]
    right = million(world.accrued, fact="answer")
    up = (
        "more",
        "above",
        "exceeded",
        "exceeds",
        "over",
        "higher",
        "greater",
        "extra",
        "additional",
        "shortfall",
        "topped",
        "in excess",
        "overran",
        "overrun",
        "beyond",
        "on top of",
        "underaccrued",
        "not enough",
    )
    down = (
        "less",
        "below",
        "under",
        "lower",
        "smaller",
        "short of",
        "fewer",
        "saved",
        "overaccrued",
        "came in under",
        "cheaper",
        "left over",
    )
    return Item(
        question="Liquidity section says they settled the Note 9(b)(ii) obligation in February. What was that, what did they have accrued for it, and did they pay more or less than that?",
        answer=say(world.accrued),
        answer_type="currency",
        gold=f"It was the indemnity given to the buyer of the former {town} works for cleaning up soil and groundwater. {say(world.accrued)} was accrued at year end; they paid {say(world.paid)}, "
        f"{say(gap)} {'more' if more else 'less'}.",
        rubric=(
            must("what", f"Says that the obligation was the indemnity for the cleanup at the former {town} works.",
                 says((town, "former works", "buyer", "sold works", "old works", "former plant", "sold plant", "former site", "purchaser"), ("indemnity", "indemnified", "indemnify", "indemnification", "clean", "cleanup", "clean-up", "cleaning", "environmental", "remediation", "contamination", "contaminated", "soil", "groundwater", "pollution", "decontamination")), failure_mode="hierarchy_ignored"),
            must("accrued", f"States that {say(world.accrued)} was accrued.", right),
            must("paid", f"States that {say(world.paid)} was paid.", million(world.paid)),
            must("way", f"Says that this is {'more' if more else 'less'} than was accrued.", says(up if more else down), type="reasoning"),
            must_not("not-guarantee", f"Does not take the obligation for the guarantee of {say(guarantee)} for {partner}.", no_claim(says((partner, "guarantee of", "guaranteed", "bank loan")), says((town,))), "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"9(b)(ii) is the guarantee of the {partner} bank loan, {say(guarantee)} at most. Nothing was accrued, so the {say(world.paid)} paid was more than the accrual.",
                 ("what", "accrued", *(() if more else ("way",)), "not-guarantee")),
            Trap("wrong_section", f"That is the supply agreement with {world.profile['supplier']}: {say(world.commitments['input'])} was committed, and they paid {say(world.paid)}, which is less.",
                 ("what", "accrued", *(("way",) if more else ()))),
            Trap("wrong_row", f"The indemnity for the former {town} works. They had {say(world.commitments['ceiling'])} accrued and settled for {say(world.paid)}, which is {'more' if more else 'less'} than the books had for it.", ("accrued",)),
            Trap("arithmetic_slip", f"It's the environmental indemnity for {town}; accrued {say(world.accrued)}, paid {say(world.paid)}, so {'less' if more else 'more'} than booked.", ("way",)),
        ),
        note="A place in the outline, 9(b)(ii), has to be found among sub-items that carry the same letters in other notes and other branches.",
        facts={"answer": read("accrued", world.accrued), "paid": read("paid", world.paid), "what": unless(["indemnity"], town, partner)},
        decisive=("accrued", "paid", "indemnity"),
        axes=("cross_referencing",),
        style="comparison",
    )  # fmt: skip


def _annex(world: FilingWorld) -> Item:
    w = world.profile
    committed = world.commitments["input"]
    guess = {"million British thermal units": 4.35, "metric ton": 2150, "gross ton": 465, "short ton": 212}[w["unit"]]
    shown = f"${guess:,.2f}" if guess < 100 else f"${guess:,}"
    return Item(
        question=f"What base price per {w['unit']} do they pay {w['supplier']} under the long-term supply agreement?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The filing does not give it. It says that the base price stands in Annex B of Exhibit 10.4, and the exhibit index shows that the agreement is filed separately with Annex B omitted. All that is stated is "
        f"a commitment to buy at least {say(committed)} a year.",
        rubric=(
            must_abstain("abstains", "States that the base price is not given in the filing.", abstains(("price", "it", "figure", "amount", "number"))),
            must("annex", "Says that the price stands in Annex B (the price schedule) of the supply agreement, which is omitted or filed separately.",
                 says(("annex b", "price schedule", "exhibit 10.4", "ex. 10.4", "annex"), ("omitted", "minus", "without", "on its own", "left off", "not filed", "stripped", "missing", "absent", "kept out", "not here", "not there", "not in", "not disclosed", "not with", "not available", "confidential", "omits", "omit", "leaves out", "leaving out", "carved out", "cut out", "held back", "separately", "left out", "redacted", "excluded", "withheld", "not part", "not included", "not attached", "isn't included", "isn't attached", "not reproduced"), mention=True), type="reasoning", severity="major"),
            must_not("no-price", "Does not give an amount as the base price.", no_value("usd", allowed=[committed * 1e6, committed]), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"The base price under the agreement is {shown} per {w['unit']}, adjusted each January by a published index.", ("abstains", "annex", "no-price")),
            Trap("overreach", f"The filing doesn't state the price: Annex B is omitted. From the minimum purchases it can be put at roughly {shown} per {w['unit']}.", ("no-price",)),
            Trap("overcautious", "The filing does not disclose any base price, and it does not say where one could be found.", ("annex",)),
        ),
        note="The text sends the reader to an annex of an exhibit, and the index of exhibits, pages later, shows that this annex was left out.",
        facts={"answer": absent("base price", "$"), "omitted": unless(["omitted"], True, False), "ltsa": unless(["ltsa"], "Annex B", "")},
        decisive=("omitted", "ltsa"),
        axes=("cross_referencing",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("scattered_members", _closing),
    Ask("defined_term", _leverage),
    Ask("outline_number", _settled),
    Ask("missing_attachment", _annex),
)
