"""What is asked of a services agreement."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import ORDINALS, money
from dataset_builder.families.rubrics.domains.legal.contract_world import GROUNDS, ContractWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import must, must_not, no_claim, says, some, value, verdict


def _affiliate(world: ContractWorld) -> Item:
    need, have = world.affiliate, world.holding
    return Item(
        question=f"We hold {have}% of the votes in {world.venture} and appoint its management. Can its people be put on the Services as our Affiliate, the way 2.2 lets Affiliates in?",
        answer="No",
        answer_type="boolean",
        gold=f"No. Section 1 makes a company an Affiliate only if the party holds at least {need}% of its votes, and {have}% is below that; running its management doesn't count.",
        rubric=(
            must("no", f"States that {world.venture} is not an Affiliate under the agreement.",
                 verdict((), {"yes": ["is an affiliate", "qualify", "qualifies", "counts as", "can use", "may use", "is our affiliate", "meets the definition", "can be put", "eligible", "falls within"],
                              "no": [r"re:\bnot (?:be |become |qualify as |count as |treated as |considered )?(?:an |our |your )?affiliate",
"falls short", "fall short", "falls outside", "below the threshold", "below the", "short of", "ineligible", "excluded", "under the threshold"]}, False, fact="no"), failure_mode="everyday_meaning"),
            must("threshold", f"Says that the definition requires at least {need}% of the votes.", value(need, "%", fact="threshold"), type="reasoning"),
            must("short", f"Says that the holding of {have}% is below what is required.", some(says((f"{have}%", f"{have}", "holding", "stake", "interest", "your share", "our share"), ("below", "less than", "under the", "under it", "so under", "under that", "under what", "short", "not enough", "insufficient", "fails", "fall short", "not reach", "does not meet", "not meet", "not met", "lower than", "too low", "does not get", "only", "just", "needs", "need", "required", "requires", "at least", "minimum", "threshold", "must hold", "would have to", "calls for"), mention=True)), type="reasoning", severity="major", implicit=True),
            must_not("not-control", "Does not apply a test of control or of a majority of the votes.", no_claim(says(("more than 50%", "over 50%", "majority", "50 percent", "more than half", "controlling interest", "we control it", "you control it", "under your control", "under common control"), ("so", "enough", "affiliate", "sufficient", "qualifies", "suffices")), {"kind": "verdict", "predicate": {"yes": ["affiliate"], "no": ["falls short"]}, "value": False, "subject": []}), "everyday_meaning"),
        ),
        traps=(
            Trap("everyday_meaning", f"Yes. With {have}% of the votes you hold a majority and control {world.venture}, so it is an affiliate and may use the Services under Section 2.2.", ("no", "threshold", "short", "not-control")),
            Trap("prior_knowledge", f"Yes, {world.venture} qualifies as your Affiliate: you appoint its management, and control by appointment is the usual test.", ("no", "threshold", "short")),
            Trap("wrong_section", f"No. {world.venture} is not an Affiliate, because Supplier has not been told of it in writing and its staff have not signed the rules of access.", ("threshold", "short")),
        ),
        note="A capitalized term is defined eight pages before by a share of votes that is higher than what everyone expects.",
        facts={"no": op("le", read("affiliate", need), have), "threshold": read("affiliate", need), "answer": op("if", op("le", read("affiliate", need), have), "Yes", "No")},
        decisive=("affiliate",),
        evidence=("affiliates-use",),
        axes=("cross_referencing",),
    )  # fmt: skip


def _caps(world: ContractWorld) -> Item:
    breach = world.multiple * (world.paid + world.due)
    general = world.paid
    short = world.multiple * world.paid
    right = value(breach, "usd", fact="answer")
    return Item(
        question=f"Exposure memo. In the twelve months before the incident we paid {money(world.paid)} in Charges, and another {money(world.due)} of Charges for the same months had been invoiced and wasn't paid yet. No credits, no other claims that year. What's Supplier's liability cap for the data breach, "
        "and what's the cap for our separate late-delivery claim from the same month?",
        answer=money(breach),
        answer_type="currency",
        gold=f"For the data breach the cap is {world.multiple} times the Charges paid or payable, {world.multiple} x ({money(world.paid)} + {money(world.due)}) = {money(breach)}. For late delivery the general cap applies, which counts only Charges paid: {money(general)}.",
        rubric=(
            must("breach", f"States that the cap for the data breach is {money(breach)}.", right, failure_mode="dropped_item"),
            must("general", f"States that the cap for the late-delivery claim is {money(general)}.", value(general, "usd", [("late", "delivery", "general", "delay", "both", "either")], ("breach", "data", "security", "confidentiality"), fact="general"), failure_mode="dropped_item"),
            must("payable", f"Says that amounts payable, the {money(world.due)} invoiced and unpaid, count for the data breach.", says(("payable", "invoiced", "unpaid", "outstanding", "billed", money(world.due), f"{world.due:,}", "owed", "open invoice", "not yet paid", "due")), type="reasoning", severity="major", implicit=True),
            must_not("not-short", f"Does not give {money(short)}, which leaves out what was invoiced, as the cap for the data breach.", no_claim(value(short, "usd"), right), "dropped_item", severity="major"),
            must_not("not-wide", f"Does not give {money(world.paid + world.due)}, which adds unpaid invoices, as the cap for late delivery.", no_claim(value(world.paid + world.due, "usd", [("late", "delivery", "general", "delay", "both", "either")], ("breach", "data", "payable", "times", "base", "fees paid", "invoiced", "total fees")), value(general, "usd", [("late", "delivery", "general", "delay", "both", "either")], ("breach", "data"))), "overreach", severity="major"),
        ),
        traps=(
            Trap("dropped_item", f"Data breach: {world.multiple} times the fees paid in the twelve months, {money(short)}. Late delivery: {money(general)}, the general cap.", ("breach", "payable", "not-short")),
            Trap("wrong_section", f"Both claims fall under the general cap of Section 11.2, so the data breach is capped at {money(general)} like any other. The late delivery claim has to share it.", ("breach", "general", "payable")),
            Trap("overreach", f"The data breach cap is {money(breach)}, since it counts fees paid or payable {world.multiple} times. The late delivery claim is capped at {money(world.paid + world.due)}.", ("general", "not-wide")),
        ),
        note="Two caps differ by a multiple and by two words, paid against paid or payable.",
        facts={
            "answer": op("mul", read("multiple", world.multiple), op("add", world.paid, unless(["payable"], world.due, 0))),
            "general": op("add", world.paid, unless(["only-paid"], 0, world.due)),
        },
        decisive=("multiple", "payable", "only-paid"),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _waived(world: ContractWorld) -> Item:
    part, place = world.asked
    letter, numeral = "ab"[part], ("i", "ii", "iii")[place]
    here = f"9.2({letter})({numeral})"
    words, about = GROUNDS[world.grounds[part][place]]
    across, next_to = world.grounds[1 - part][place], world.grounds[part][(place + 1) % 3]
    third = world.grounds[1 - part][(place + 1) % 3]
    how = ("thirty days' notice", "at once")[part]
    hows = (
        ("thirty", "30", "a month", "one month"),
        (
            "at once",
            "on the spot",
            "straight away",
            "instantly",
            "with immediate effect",
            "no notice",
            "no waiting",
            "there and then",
            "same day",
            "immediate",
            "immediately",
            "without notice",
            "right away",
            "forthwith",
        ),
    )
    right = says(about, mention=True)
    return Item(
        question=f"Supplier's draft settlement has us waive \"Customer's right under Section {here}\". What exactly would we be giving up?",
        answer=words,
        answer_type="text",
        gold=f"Section {here} is Customer's right to terminate, {'on thirty days’ notice' if part == 0 else 'at once by notice'}, if Supplier {words}. That is what would be waived.",
        rubric=(
            must("ground", f"Says that the right concerns the case that Supplier {words}.", right, failure_mode="hierarchy_ignored"),
            must("terminate", "Says that it is a right to terminate the agreement.", says(("terminate", "termination", "end the agreement", "end the contract", "walk away", "walk", "cancel", "exit", "get out", "gets out", "getting out", "out of the", "pull out", "end it", "leave", "terminating", "ending", "way out", "cancellation", "quit", "call it off", "call off", "end things", "bail", "back out", "exiting", "kill the agreement", "stop the agreement"))),
            must("how", f"Says that the termination is {how if part == 0 else 'at once, without a period of notice'}.", says(hows[part]), type="completeness", severity="major", failure_mode="hierarchy_ignored"),
            *(must_not(f"not-{name}", f"Does not say that the right concerns the case that Supplier {GROUNDS[name][0]}.", no_claim(says(GROUNDS[name][1], mention=True), right), mode, severity="major")
              for name, mode in ((across, "hierarchy_ignored"), (next_to, "wrong_row"))),
        ),
        traps=(
            Trap("hierarchy_ignored", f"You would give up the right to terminate {('at once', 'on thirty days’ notice')[part]} if Supplier {GROUNDS[across][0]}.", ("ground", "how", f"not-{across}")),
            Trap("wrong_row", f"It is the right to terminate {('on thirty days’ notice', 'at once')[part]} if Supplier {GROUNDS[next_to][0]}.", ("ground", f"not-{next_to}")),
            Trap("wrong_section", f"It is the right to withhold payment of invoices while Supplier {GROUNDS[third][0]}.", ("ground", "terminate", "how")),
        ),
        note="The reference leads through three levels of an outline, and the same last numeral stands in two lists.",
        facts={"answer": read(f"ground.{letter}.{numeral}", words, "text"), "how": unless([f"lead-{letter}"], how, "unknown")},
        decisive=(f"ground.{letter}.{numeral}", f"lead-{letter}"),
    )  # fmt: skip


def _credit(world: ContractWorld) -> Item:
    low, rate = world.credits[world.edge]
    below = world.credits[world.edge + 1][1]
    amount, wrong = world.monthly * rate / 100, world.monthly * below / 100
    right = value(amount, "usd", fact="answer")
    return Item(
        question=f"Availability for last month came in at exactly {low:.1f}%, and the monthly charge is {money(world.monthly)}. What credit do we claim?",
        answer=money(amount),
        answer_type="currency",
        gold=f"{money(amount)}. A month at exactly {low:.1f}% belongs to the band that begins at {low:.1f}%, which gives a credit of {rate}% of the monthly charge: {rate}% of {money(world.monthly)} is {money(amount)}.",
        rubric=(
            must("credit", f"States that the credit is {money(amount)}.", right, failure_mode="wrong_row"),
            must("rate", f"Says that the credit is {rate}% of the monthly charge.", value(rate, "%", fact="rate"), type="reasoning", severity="major"),
            must_not("not-below", f"Does not claim {money(wrong)}, the credit of the next lower band.", no_claim(value(wrong, "usd"), right), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"At {low:.1f}% you missed the target of that band, so the next one applies: {below}% of the monthly charge, {money(wrong)}.", ("credit", "rate", "not-below")),
            Trap("arithmetic_slip", f"The band gives {rate}% of the monthly charge, which is {money(amount + 90)}.", ("credit",)),
            Trap("overcautious", f"The schedule has no band for exactly {low:.1f}%, so no credit can be claimed until Supplier agrees on one.", ("credit", "rate")),
        ),
        note="The month falls on the edge that two rows share; the words at least and less than say whose it is.",
        facts={"rate": read(f"credit.{world.edge}", rate), "answer": op("div", op("mul", world.monthly, op("if", op("le", read(f"low.{world.edge}", low), low), read(f"credit.{world.edge}", rate), below)), 100)},
        decisive=(f"credit.{world.edge}", f"low.{world.edge}"),
        style="calculation",
    )  # fmt: skip


def _review(world: ContractWorld) -> Item:
    k = world.outside
    reading = world.index[k]
    low, high = world.corridor
    above = reading > high
    side = "above" if above else "below"
    inner = [n for n in range(len(world.index)) if n != k]
    near = max(inner, key=lambda n: world.index[n]) if above else min(inner, key=lambda n: world.index[n])
    right = some(
        says(
            (
                f"quarter {k + 1}",
                f"Q{k + 1}",
                f"Q {k + 1}",
                f"{ORDINALS[k]} quarter",
                f"contract quarter {k + 1}",
                f"quarter no. {k + 1}",
            )
        ),
        value(k + 1, "", [("quarter",)]),
    )
    return Item(
        question="Price review under Schedule 3: in which contract quarter did the index reading leave the corridor, in which direction, and roughly what was the reading?",
        answer=f"quarter {k + 1}",
        answer_type="text",
        gold=f"Contract quarter {k + 1}: the reading was about {reading:.0f}, {side} the corridor of {low} to {high}. All other quarters stay inside.",
        rubric=(
            must("quarter", f"States that it was contract quarter {k + 1}.", right, failure_mode="misread_chart"),
            must("side", f"Says that the reading was {side} the corridor.", says(("above", "over", "exceed", "exceeded", "upward", "upper", "higher", "too high", "topped", "up", "past", "beyond", "poked out", "outside the top", "overshot") if above else ("below", "under", "downward", "lower", "beneath", "fell", "too low", "down", "dropped", "dipped", "undershot", "outside the bottom")), type="fact"),
            must("reading", f"Gives a reading of about {reading:.0f} (within 1.5).", value(reading, absolute=1.5, fact="reading"), severity="major", failure_mode="misread_chart"),
            must_not("not-near", f"Does not name contract quarter {near + 1}.", no_claim(says((f"quarter {near + 1}", f"Q{near + 1}", f"{ORDINALS[near]} quarter")), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"The reading left the corridor in quarter {near + 1}, {side} its edge, at about {world.index[near]:.0f}.", ("quarter", "reading", "not-near")),
            Trap("misplaced", f"In contract quarter {k + 1} the reading of about {reading:.0f} was {'below the lower' if above else 'above the upper'} edge of the corridor.", ("side",)),
            Trap("overcautious", "No quarter left the corridor: all readings stay within the shaded band, so there is nothing to review.", ("quarter", "side", "reading")),
        ),
        note="A shaded band of the figure decides, and only one of twelve points lies outside it.",
        facts={"reading": read(f"idx.pt.index.{k}", reading, "plot"), "answer": unless([f"idx.pt.index.{k}"], f"quarter {k + 1}", "none")},
        decisive=(f"idx.pt.index.{k}",),
        evidence=("corridor",),
        axes=("cross_referencing",),
    )  # fmt: skip


def _rate(world: ContractWorld) -> Item:
    role, level = world.row
    _, site_late, remote, late = world.rates[role][level]
    other = next(
        one for one in ("III", "I", "II") if one != level and world.rates[role][one][3] not in (site_late, remote)
    )
    right = value(late, "usd", fact="answer")
    ref = f"rate.{role.replace(' ', '-')}.{level}.3"
    return Item(
        question=f"Checking an invoice line: {role.lower()}, level {level}, working from home on a Saturday. What hourly rate does the rate card allow?",
        answer=money(late),
        answer_type="currency",
        gold=f"{money(late)} an hour: Saturday work is after hours, and the remote after-hours rate of a {role.lower()} of level {level} is {money(late)}.",
        rubric=(
            must("rate", f"States that the rate is {money(late)} an hour.", right, failure_mode="lost_alignment"),
            must("after", "Says that it is the after-hours (Saturday) rate.", says(("after-hours", "after hours", "off-hours", "weekend", "outside business hours", "outside standard hours", "saturday rate", "saturdays", "out of hours", "out-of-hours", "saturday work", "saturday is", "saturday counts", "non-business hours", "afterhours", "off hours", "overtime rate")), type="reasoning", severity="minor", implicit=True),
            must_not("not-site", f"Does not give {money(site_late)}, the rate on site after hours.", no_claim(value(site_late, "usd"), right), "wrong_column", severity="major"),
            must_not("not-standard", f"Does not give {money(remote)}, the remote rate in standard hours.", no_claim(value(remote, "usd"), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("lost_alignment", f"The after-hours rate is {money(site_late)} an hour.", ("rate", "not-site")),
            Trap("wrong_column", f"A {role.lower()} of level {level} working remotely is billed at {money(remote)} an hour.", ("rate", "after", "not-standard")),
            Trap("wrong_row", f"Remote after-hours work is billed at {money(world.rates[role][other][3])} an hour.", ("rate",)),
        ),
        note="The rate card goes on over a page without its two levels of headers, and what counts as after hours stands before it.",
        facts={"answer": read(ref, late)},
        decisive=(ref,),
        evidence=("after-hours", "rate-head"),
        axes=("standard_tables",),
    )  # fmt: skip


def _tool(world: ContractWorld) -> Item:
    tool = world.tool.lower()
    return Item(
        question=f"The agreement ends in spring. Can we then hand the {tool} to another vendor and have them keep developing it?",
        answer="No",
        answer_type="boolean",
        gold=f"No. Section 5.1 gives Customer a lasting license to modify Deliverables, but 5.4 takes Supplier Tools out of it, and Schedule 4 lists the {tool} as one. The license to a Supplier Tool is for Customer's own use, doesn't allow changes and ends with the agreement.",
        rubric=(
            must("no", f"States that Customer may not have another vendor develop the {tool} after the agreement ends.", verdict((), {"yes": ["can hand", "may hand", "can have", "may have", "free to", "entitled", "permitted", "allowed", "you can", "we can", "you may", "lets you"], "no": ["prohibited", "barred", "not covered", "ends with", "expires", "excluded", "lapses"]}, False, fact="no"), failure_mode="stopped_at_grant"),
            must("tool", f"Says that the {tool} is a Supplier Tool listed in Schedule 4.", says(("supplier tool", "supplier's tool", "supplier-owned tool", "their tool", "their own tool", "one of theirs", "tool of theirs", "schedule 4", "tools"), (tool, "list", "schedule 4", "listed", "it")), type="reasoning"),
            must("ends", "Says that the license to it ends with the agreement, or doesn't allow changes.", some(says(("license", "right", "use", "licence"), ("end", "ends", "terminate", "expire", "lapse", "stop", "stops", "cease", "over", "until the", "die", "dies", "gone", "runs out", "finish", "finishes", "goes away")), says(
                        ("license", "right", "use", "licence", "supplier tool", "tool"),
                        ("unmodified", r"re:\b(?:no|not|nor|without|never)\b[^.;]{0,40}\b(?:modif\w+|chang\w+|alter\w*|develop\w*)"),
                        mention=True)), type="reasoning", severity="major"),
            must_not("not-grant", "Does not say that the perpetual license of Deliverables covers it.", no_claim(says(("perpetual", "irrevocable", "lasting", "5.1"), ("any purpose", "any vendor", "another vendor", "third parties", "you can", "we can", "so yes")), verdict((), {"yes": ["you can hand", "you may hand", "so yes"], "no": ["not", "excluded"]}, False)), "stopped_at_grant"),
        ),
        traps=(
            Trap("stopped_at_grant", f"Yes. Under Section 5.1 you hold a perpetual license of Deliverables that lets you use them for any purpose and have third parties change them, so you may hand the {tool} to another vendor.", ("no", "tool", "ends", "not-grant")),
            Trap("wrong_section", f"No. The {tool} is Supplier's confidential information under Section 8, and confidential information has to be returned or destroyed.", ("tool", "ends")),
            Trap("overcautious", f"The agreement doesn't address what happens with the {tool}. Ask Supplier for written terms.", ("no", "tool", "ends")),
        ),
        note="The grant reads as if it reached everything; an exclusion three paragraphs on works by a list in a schedule at the end.",
        facts={"no": unless(["tool"], False, True), "answer": unless(["tools-out", "tool"], "No", "Yes")},
        decisive=("tools-out", "tool"),
        evidence=("grant",),
        axes=("correctness_completeness",),
    )  # fmt: skip


ASKS = (
    Ask("defined_term", _affiliate),
    Ask("exact_wording", _caps),
    Ask("outline_number", _waived),
    Ask("band_edge", _credit),
    Ask("range_band", _review),
    Ask("page_break_header", _rate),
    Ask("exclusion_after_grant", _tool),
)
