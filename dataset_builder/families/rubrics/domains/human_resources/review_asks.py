"""What is asked of a people review."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.human_resources.review_world import ReviewWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    some,
    value,
)


def _below(world: ReviewWorld) -> Item:
    one = world.member(world.below)
    last = one.name.split()[1]
    least = world.ranges[one.grade][0]
    gap = least - one.pay
    ref = one.name.replace(" ", "-")
    close = min(
        (other for other in world.staff if other.name != one.name),
        key=lambda other: other.pay - world.ranges[other.grade][0],
    )
    pay = some(
        value(one.pay * 1000, "usd", absolute=2000),
        value(one.pay, "", absolute=2.0, fact="pay"),
        value(one.pay, "usd", absolute=2.0),
    )
    short = some(value(gap * 1000, "usd", absolute=1500), value(least * 1000, "usd", absolute=2000), value(least, "", absolute=2.0))  # fmt: skip
    return Item(
        question="Anyone in the department paid under the minimum of their grade? Who, about what pay, and how far short?",
        answer=one.name,
        answer_type="entity",
        gold=f"One: {one.name}, grade {one.grade}, at about ${one.pay:.0f},000. The grade starts at about ${least:.0f},000, so the pay is some ${gap:.0f},000 short.",
        rubric=(
            must("who", f"Names {one.name} as paid under the minimum of the grade.", says((last,)), failure_mode="misread_chart"),
            must("pay", f"States pay of about ${one.pay:.0f},000 (within $2,000).", pay),
            must("short", f"States a shortfall of about ${gap:.0f},000, or a minimum of about ${least:.0f},000.", short, type="reasoning", severity="major"),
            must_not("only", f"Does not name {close.name}, who is inside the range, as under the minimum.",
                     no_claim(says((close.name.split()[1],), ("below", "under", "short", "minimum", "beneath", "less than"))), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"{close.name} is below the minimum of grade {close.grade}: the dot sits just under the shaded part.", ("who", "pay", "short", "only")),
            Trap("wrong_column", f"{one.name} in grade {one.grade}, at roughly ${one.pay + 21:.0f},000, is below the range.", ("pay", "short")),
            Trap("arithmetic_slip", f"{one.name}: about ${one.pay:.0f},000 against the grade's minimum, which leaves a gap of $14,000.", ("short",)),
        ),
        note="Dots have to be set against shaded ranges of their own grade; others are low without being under it.",
        facts={"answer": unless([f"pay.pt.{ref}"], one.name, None), "pay": read(f"pay.pt.{ref}.0", one.pay, "plot", within=0.03), "least": read(f"pay.pt.min{one.grade}.0", float(least), "plot", within=0.03)},
        decisive=(f"pay.pt.{ref}.0", f"pay.pt.min{one.grade}.0"),
        style="comparison",
    )  # fmt: skip


def _approver(world: ReviewWorld) -> Item:
    mine = [one for one in world.staff if one.team == 1]
    one = mine[world.pick % len(mine)]
    acting, other = world.leads[world.acting], world.leads[2 - world.acting]
    a, b, h = (name.split()[1] for name in (acting, other, world.head))
    return Item(
        question=f"{one.name} needs a manager to sign a leave request this week. Who signs as things stand?",
        answer=acting,
        answer_type="entity",
        gold=f"{acting}. The post of {world.teams[1]} lead, to which {one.name} reports, is vacant, and {acting}, who leads {world.teams[world.acting]}, is acting in it with all duties.",
        rubric=(
            must("who", f"Names {acting} as the one who signs.", says((a,)), failure_mode="misplaced"),
            must("acting", f"Says that {acting} is acting in that post.", says(("acting", "acts", "interim", "standing in", "stands in", "covering", "covers", "deputising", "deputizing", "temporarily", "fill in", "fills in", "filling in", "filling", "stand-in", "stand in", "substitute", "substituting", "caretaker", "provisional", "provisionally", "on behalf", "pro tem", "temporary", "holding the post", "holds the post", "in the role", "doing the job", "running it", "deputy", "steps in", "stepping in"), mention=True), type="reasoning", severity="major"),
            must_not("not-other", f"Does not name {world.head} or {other} as the one who signs.", no_claim(says((b, h)), says((a,))), "misplaced", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"The {world.teams[1]} lead post is vacant, so the request goes one level up, to {world.head}.", ("who", "acting", "not-other")),
            Trap("misread_chart", f"{other} signs: the lead post is vacant and {b} is acting in it.", ("who", "not-other")),
            Trap("dropped_item", f"{acting} signs it.", ("acting",)),
        ),
        note="Whose box a dashed line reaches decides; the line of the chart alone would lead to a vacant post and on to the head.",
        facts={"answer": unless(["acting"], acting, world.head), "lead": unless([f"lead.{world.acting}"], acting, None)},
        decisive=("acting", f"lead.{world.acting}"),
        evidence=("lead.1",),
        axes=("charts_multimodal",),
    )  # fmt: skip


def _hidden(world: ReviewWorld) -> Item:
    one = world.member(world.hidden)
    rated = [other.rise for other in world.staff if other.name != one.name]
    mean = sum(rated) / len(rated)
    mean += 0.4 if abs(mean - world.budget) < 0.1 else 0.03
    near = next(other for other in world.staff if other.name not in (one.name, world.below))
    last = one.name.split()[1]
    return Item(
        question=f"What increase is proposed for {one.name} in the April round? I'm drafting the letter." if world.pick % 2 else f"Drafting the letter for {one.name}: what's the proposed increase in the April round?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The sheet doesn't show it. The entry for {one.name} is blacked out; according to the note such entries have not been released by the review committee. The letter has to wait for that.",
        rubric=(
            must_abstain("abstains", f"States that the proposed increase for {one.name} is not shown.", abstains((last, "increase", "it", "figure", "entry", "percentage"))),
            must("why", "Says that the entry is blacked out or has not been released by the committee.",
                 says(("blacked", "redacted", "bar", "covered", "released", "committee", "masked", "obscured", "withheld", "blocked out", "hidden", "concealed", "black", "not out", "held back", "confidential", "sealed", "inked out", "let out", "signed off"), mention=True), type="reasoning", severity="major"),
            must_not("no-value", f"Does not give a percentage as the increase for {one.name}.", no_value("%", allowed=[world.budget]), "fabricated_value"),
        ),
        traps=(
            Trap("wrong_row", f"{near.rise:.1f}% is proposed for {one.name}." if near.rise != world.budget else f"{near.rise + 0.5:.1f}% is proposed for {one.name}.", ("abstains", "why", "no-value")),
            Trap("overreach", f"The entry is blacked out, so it isn't shown. Going by the other employees it should be about {mean:.2f}%.", ("no-value",)),
            Trap("fabricated_value", f"{one.name} gets {one.years + 4.4:.1f}%, well above the department's budget, as the committee decided.", ("abstains", "no-value")),
        ),
        note="One entry of the column is under a black bar, and a note says what the bars mean.",
        facts={"answer": unless(["withheld"], absent(one.name, f"{one.rise:.1f}"), one.rise)},
        decisive=("withheld",),
        evidence=(f"rise.{near.name.replace(' ', '-')}",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("range_band", _below),
    Ask("neighbour_place", _approver),
    Ask("redacted_value", _hidden),
)
