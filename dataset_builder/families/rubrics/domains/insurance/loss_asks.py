"""What is asked of a loss run."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import money
from dataset_builder.families.rubrics.domains.insurance.loss_world import LINES, Claim, LossWorld
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
    verdict,
)

_SHORT = {"AL": "auto liability", "GL": "GL", "WC": "comp", "PR": "property"}


def _year(world: LossWorld, line: str, step: int = 0) -> int:
    """Return a policy year in which the line has open and closed claims, if there is one."""
    years = [year for year in world.years if len({one.status for one in world.of(line, year)}) == 2] or list(
        world.years
    )
    return years[(world.pick + step) % len(years)]


def _open_reserves(world: LossWorld) -> Item:
    line = ("GL", "WC", "AL")[world.pick % 3]
    year = _year(world, line)
    mine = world.of(line, year)
    opened = [one for one in mine if one.status == "O"] or mine[:1]
    total = sum(one.reserve for one in opened)
    incurred = sum(one.incurred for one in mine)
    paid = sum(one.paid for one in opened)
    numbers = [[one.number, one.number.replace("-", "")] for one in opened]
    others = [one.number for one in mine if one not in opened]
    right = value(total, "usd", fact="answer")
    named = ", ".join(f"{one.number} ({money(one.reserve)})" for one in opened)
    first = opened[0]
    return Item(
        question=f"What's still outstanding on open {_SHORT[line]} claims for policy year {year}, and which claims is it on? Renewal call in ten minutes.",
        answer=money(total),
        answer_type="currency",
        gold=f"{money(total)} is outstanding for {LINES[line].lower()}, policy year {year}, on {len(opened)} open claim{'s' * (len(opened) > 1)}: {named}.",
        rubric=(
            must("total", f"States that {money(total)} is outstanding.", right, failure_mode="lost_alignment"),
            must("claims", f"Names the open claims: {', '.join(one.number for one in opened)}.",
                 every(*(says(tuple(one)) for one in numbers)), type="completeness"),
            must_not("no-closed", "Does not list a closed claim of that year as open.",
                     every(*[no_claim(says((one,))) for one in others] or [no_claim(says(("ZZ-0",)))]), "wrong_row"),
            must_not("not-incurred", f"Does not give incurred of {money(incurred)} as what is outstanding.",
                     no_claim(value(incurred, "usd"), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"{money(incurred)} is outstanding on {LINES[line].lower()} for {year}; the open claims are "
                 f"{', '.join(one.number for one in opened)}.", ("total", "not-incurred")),
            Trap("lost_alignment", f"The open claims for {year} are {', '.join(one.number for one in opened)}, with {money(paid + 10)} outstanding between them.",
                 ("total",)),
            Trap("wrong_row", f"Outstanding is {money(total + 1210)}, on {others[0] if others else 'GL-10'} alone.",
                 ("total", "claims", *(("no-closed",) if others else ()))),
        ),
        note="The table runs over several pages and prints its headers once; the policy year stands only in a band above the rows.",
        facts={"answer": op("add", *(read(f"reserve.{one.number}", one.reserve) for one in opened), 0),
               "group": unless([f"group.{line}.{year}"], True, False)},
        decisive=(*tuple(f"reserve.{one.number}" for one in opened), f"group.{line}.{year}"),
        evidence=tuple(f"status.{one.number}" for one in opened),
        axes=("standard_tables",),
        style="lookup",
    ) if first else _never(world)  # fmt: skip


def _largest(world: LossWorld) -> Item:
    line = ("WC", "AL", "GL")[world.pick % 3]
    ranked = sorted((one for one in world.claims if one.line == line), key=lambda one: -one.incurred)[:3]
    by_paid = sorted((one for one in world.claims if one.line == line), key=lambda one: -one.paid)[:3]
    wrong = (
        [one.number for one in by_paid]
        if [one.number for one in by_paid] != [one.number for one in ranked]
        else [one.number for one in ranked[::-1]]
    )
    kind = "wrong_column" if wrong == [one.number for one in by_paid] else "wrong_order"
    top, others = ranked[0], [one.number for one in world.claims if one.line == line and one not in ranked]
    listed = listing([[one.number] for one in ranked], others, ordered=True, fact="answer")
    amount = value(top.incurred, "usd", fact="top")

    def tell(numbers: list[str]) -> str:
        return "\n".join(f"{k}. {number}" for k, number in enumerate(numbers, 1))

    years = [(one.number, value(one.year)) for one in ranked]
    return Item(
        question=f"List our three biggest {_SHORT[line]} claims across all years by total incurred, biggest first, with the policy year of each, and what the "
        "biggest one stands at.",
        answer=", ".join(one.number for one in ranked),
        answer_type="list",
        gold="By total incurred:\n" + "\n".join(f"{k}. {one.number}, policy year {one.year}, {money(one.incurred)}" for k, one in enumerate(ranked, 1)),
        rubric=(
            must("order", f"Lists {', '.join(one.number for one in ranked)} in this order.", listed, failure_mode="wrong_column"),
            must("top", f"States that the biggest claim stands at {money(top.incurred)} incurred.", amount, type="fact"),
            must("years", f"Gives the policy years {', '.join(str(one.year) for one in ranked)} for them.",
                 every(*(says((number,), (f"re:\\b(?:{one.year}|py ?{one.year % 100}|'{one.year % 100})\\b",)) for (number, _), one in zip(years, ranked, strict=True))),
                 type="completeness", severity="major", failure_mode="lost_alignment"),
        ),
        traps=(
            Trap(kind, "The three biggest:\n" + tell(wrong) + f"\nThe biggest stands at {money(by_paid[0].paid + 7)}.", ("order", "top", "years")),
            Trap("lost_alignment", "By total incurred:\n" + "\n".join(
                f"{k}. {one.number}, policy year {one.year + 1}, {money(one.incurred)}" for k, one in enumerate(ranked, 1)), ("years",)),
            Trap("wrong_order", "\n".join(f"- {one.number}, policy year {one.year}, {money(one.incurred)}" for one in ranked[::-1]), ("order",)),
        ),
        note="Rows have to be ranked over several pages of a table whose year is told only by bands between them.",
        facts={"answer": op("first", op("order_down", *([one.number, read(f"incurred.{one.number}", one.incurred)] for one in world.claims if one.line == line)), 3),
               "top": read(f"incurred.{top.number}", top.incurred),
               "years": unless([f"group.{line}.{top.year}"], True, False)},
        decisive=tuple(f"incurred.{one.number}" for one in ranked),
        evidence=tuple(f"group.{line}.{year}" for year in sorted({one.year for one in ranked})),
        axes=("standard_tables",),
        style="comparison",
    )  # fmt: skip


def _disputed(world: LossWorld) -> Item:
    claim = next(one for one in world.claims if one.number == world.marked)
    mine = [one for one in world.of(claim.line, claim.year) if one is not claim]
    near: Claim = mine[world.pick % len(mine)]
    right = value(claim.reserve, "usd", fact="answer")
    return Item(
        question="Somebody stamped one line of this loss run. Which claim is it, what policy year does it fall in, and how much is reserved on it?",
        answer=money(claim.reserve),
        answer_type="currency",
        gold=f"The DISPUTED stamp is on claim {claim.number} ({LINES[claim.line].lower()}, policy year {claim.year}). It has {money(claim.reserve)} outstanding.",
        rubric=(
            must("claim", f"Identifies the stamped claim as {claim.number}.", says((claim.number,)), failure_mode="misplaced"),
            must("year", f"Gives its policy year as {claim.year}.", value(claim.year), severity="major"),
            must("reserve", f"States that {money(claim.reserve)} is reserved (outstanding) on it.", right),
            must_not("not-near", f"Does not name {near.number} as the stamped claim.", no_claim(says((near.number,))), "misplaced"),
        ),
        traps=(
            Trap("misplaced", f"It's {near.number}, policy year {near.year}, with {money(near.reserve + 50)} reserved.", ("claim", "reserve", "not-near")),
            Trap("wrong_column", f"The stamped claim is {claim.number}, policy year {claim.year}; {money(claim.incurred + 10)} is reserved on it.", ("reserve",)),
            Trap("lost_alignment", f"Claim {claim.number} is stamped DISPUTED. It belongs to policy year {claim.year + 9} and has {money(claim.reserve)} reserved.",
                 ("year",)),
        ),
        note="A small stamp on one row of a dense table is the only clue to the row; the year stands in a band above.",
        facts={"answer": unless(["stamp"], read(f"reserve.{claim.number}", claim.reserve), 0)},
        decisive=("stamp",),
        evidence=(f"reserve.{claim.number}", f"group.{claim.line}.{claim.year}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _capped(world: LossWorld) -> Item:
    line = ("AL", "WC", "GL")[world.pick % 3]
    year = max(world.years, key=lambda one: (sum(claim.incurred > world.cap for claim in world.of(line, one)), one))
    mine = world.of(line, year)
    full = sum(one.incurred for one in mine)
    limited = sum(min(one.incurred, world.cap) for one in mine)
    over = [one for one in mine if one.incurred > world.cap]
    if not over:
        return _largest(world)
    right = value(limited, "usd", fact="answer")
    return Item(
        question=f"For the experience rating worksheet: what incurred goes in for {LINES[line].lower()}, policy year {year}?",
        answer=money(limited),
        answer_type="currency",
        gold=f"{money(limited)}. The column adds up to {money(full)} unlimited, but note b limits incurred on any one claim to {money(world.cap)} for "
        f"experience rating, which cuts {', '.join(one.number for one in over)}.",
        rubric=(
            must("limited", f"States that {money(limited)} goes in.", right, failure_mode="ignored_footnote"),
            must("rule", f"Says that each claim is limited to {money(world.cap)} for experience rating.", value(world.cap, "usd"), type="reasoning"),
            must("which", f"Names the claims that the limit cuts: {', '.join(one.number for one in over)}.",
                 every(*(says((one.number,)) for one in over)), type="completeness", severity="major", implicit=True),
            must_not("not-full", f"Does not put the unlimited {money(full)} on the worksheet.", no_claim(value(full, "usd"), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"{money(full)}, the total of the incurred column for that year.", ("limited", "rule", "which", "not-full")),
            Trap("arithmetic_slip", f"Claims are limited to {money(world.cap)} each, which affects {', '.join(one.number for one in over)}, so enter "
                 f"{money(limited + 1300)}.", ("limited",)),
            Trap("dropped_item", f"Each claim is capped at {money(world.cap)}, so the figure is {money(limited)}.", ("which",)),
        ),
        note="A note under a table that runs over pages limits each claim for this purpose; the printed subtotal is not limited.",
        facts={"answer": op("add", *(op("min", read(f"incurred.{one.number}", one.incurred), unless(["cap-note"], read("cap-note", world.cap), 10**9)) for one in mine))},
        decisive=("cap-note", *(f"incurred.{one.number}" for one in over)),
        evidence=(f"group.{line}.{year}",),
        axes=("complex_tables",),
        style="calculation",
    )  # fmt: skip


def _development(world: LossWorld) -> Item:
    key, other = (("AL", "GL"), ("GL", "WC"), ("WC", "AL"))[world.pick % 3]
    low, high = world.development[key][1][1], world.development[key][3][1]
    growth = high - low

    def tell(early: float, late: float, grown: float) -> str:
        return f"At 24 months it stands at about {early:g} and at 48 months at about {late:g}, so it grows by about {grown:g}."

    def off(number: float, right: float) -> float:
        return number if abs(number - right) > 30 else right + 55

    early, late = off(world.development[other][1][1], low), off(world.development[other][3][1], high)
    return Item(
        question=f"On the development exhibit, where is {LINES[key].lower()} at 24 months and at 48, and how much does it grow in between?",
        answer=f"{high:g}",
        answer_type="number",
        gold=f"Reading the {LINES[key].lower()} line by its marker: about {low:g} at 24 months and about {high:g} at 48 months, so it grows by about {growth:g}.",
        rubric=(
            must("early", f"Reads about {low:g} (within 12) at 24 months.", value(low, absolute=12, fact="early"), failure_mode="misread_chart"),
            must("late", f"Reads about {high:g} (within 12) at 48 months.", value(high, absolute=12, fact="answer"), failure_mode="misread_chart"),
            must("growth", f"States growth of about {growth:g} (within 22) index points.", value(growth, absolute=22, fact="growth"), type="reasoning"),
        ),
        traps=(
            Trap("misread_chart", tell(early, late, off(late - early, growth)), ("early", "late", "growth")),
            Trap("arithmetic_slip", tell(low, high, growth + 60), ("growth",)),
            Trap("wrong_column", tell(low, high + 45, growth + 45), ("late", "growth")),
        ),
        note="Three lines are told apart only by marker and dash in a key; two run close to each other.",
        facts={"early": read(f"dev.pt.{key}.1", low, "plot"), "answer": read(f"dev.pt.{key}.3", high, "plot"),
               "growth": op("sub", read(f"dev.pt.{key}.3", high, "plot"), read(f"dev.pt.{key}.1", low, "plot"))},
        decisive=(f"dev.pt.{key}.1", f"dev.pt.{key}.3"),
        evidence=("dev.y",),
        style="lookup",
    )  # fmt: skip


def _never(world: LossWorld) -> Item:
    year = world.years[world.pick % len(world.years)]
    incurred = sum(one.incurred for one in world.of("GL", year))
    return Item(
        question=f"What loss ratio did we run on general liability in policy year {year}? The broker wants the percentage.",
        answer="not stated",
        answer_type="abstain",
        gold=f"The loss run doesn't give it. It lists incurred losses for general liability in {year} ({money(incurred)}), but no earned premium for any year, so a loss "
        "ratio can't be calculated from this document.",
        rubric=(
            must_abstain("abstains", "States that the loss ratio is not given (or can't be determined) from the document.", abstains(("loss ratio", "ratio", "percentage", "it", "one", "that", "premium"))),
            must("premium", "Says that premium (earned premium) is what is missing.", says(("premium",), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("no-ratio", "Does not give a loss ratio as a percentage.", no_value("%"), "fabricated_value"),
            must("incurred", f"May give the incurred losses, but only as {money(incurred)} if it names a dollar total for general liability {year}.",
                 no_value("usd", allowed=[incurred]), type="prohibition", severity="minor", implicit=True, failure_mode="wrong_row"),
        ),
        traps=(
            Trap("fabricated_value", f"General liability ran at a 62.4% loss ratio in policy year {year}.", ("abstains", "premium", "no-ratio")),
            Trap("prior_knowledge", f"The loss run doesn't show the loss ratio, but with incurred of {money(incurred)} and a typical premium for an account of this size it "
                 "would come to roughly 58%.", ("no-ratio",)),
            Trap("wrong_row", f"The loss ratio is not stated, since no premium is listed; incurred was {money(incurred + 2500)}.", ("incurred",)),
        ),
        note="Loss runs carry losses, not premium; the ratio that brokers ask for can't be had from this one.",
        facts={"answer": unless([f"group.GL.{year}"], absent("earned premium"), 0)},
        decisive=(f"group.GL.{year}",),
        style="unsupported",
    )  # fmt: skip


def _closed(world: LossWorld) -> Item:
    line = ("GL", "AL", "WC")[world.pick % 3]
    year = _year(world, line, 1)
    closed = [one for one in world.of(line, year) if one.status == "C"]
    if not closed:
        return _never(world)
    claim = closed[world.pick % len(closed)]
    return Item(
        question=f"Client says {claim.number} is still open and costing them. Is it, and what has it cost in the end, net of recoveries?",
        answer=money(claim.incurred),
        answer_type="currency",
        gold=f"No, {claim.number} is closed. Its incurred is {money(claim.incurred)}: {money(claim.paid)} paid loss plus {money(claim.expense)} expense, less "
        f"{money(claim.recovered)} recovered, with nothing outstanding.",
        rubric=(
            must("closed", f"States that {claim.number} is closed (not open).",
                 verdict((claim.number, "claim", "it"), {"yes": ["open", "still running", "pending", "active", "live", "ongoing"], "no": ["closed", "settled", "resolved", "wrapped up", "finished", "shut", "done with"]}, False),
                 failure_mode="wrong_row"),
            must("net", f"States that the net cost is {money(claim.incurred)}.", value(claim.incurred, "usd", fact="answer")),
            must("reserve", "Says that nothing is outstanding (no reserve).", some(
                says(("nothing", "no", "zero", "$0", "none", "0", "nil", "not a cent", "empty"), ("outstanding", "reserve", "reserved", "o/s", "left", "left over", "remaining", "remains", "to come", "unpaid", "case reserve"), mention=True), says(("outstanding", "reserve", "reserved"), denied=True)),
                 type="completeness", severity="minor", implicit=True),
        ),
        traps=(
            Trap("wrong_row", f"Yes, {claim.number} is still open; it has cost {money(claim.incurred + 940)} so far.", ("closed", "net", "reserve")),
            Trap("wrong_column", f"{claim.number} is closed and nothing is outstanding. It cost {money(claim.incurred + 615)} in the end.", ("net",)),
            Trap("dropped_item", f"It's closed. All in, {claim.number} cost {money(claim.incurred)} net.", ("reserve",)),
        ),
        note="Status is a single letter in a narrow column; paid, recovered and incurred stand side by side with nothing but a header pages earlier.",
        facts={"answer": read(f"incurred.{claim.number}", claim.incurred), "closed": op("eq", read(f"status.{claim.number}", "C", "text"), "C")},
        decisive=(f"incurred.{claim.number}", f"status.{claim.number}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("page_break_header", _open_reserves),
    Ask("carried_group", _largest),
    Ask("stamp_target", _disputed),
    Ask("footnote_override", _capped),
    Ask("legend_match", _development),
    Ask("never_reported", _never),
    Ask("status_column", _closed),
)
