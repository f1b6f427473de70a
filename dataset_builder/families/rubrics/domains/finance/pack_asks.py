"""What is asked of an analyst pack."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.finance.figures import owned
from dataset_builder.families.rubrics.domains.finance.pack_world import CROSSINGS, PackWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    every,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    some,
    value,
)


def _bear(world: PackWorld) -> Item:
    key = ("bear", "bull")[world.pick % 2]
    other = "bull" if key == "bear" else "bear"
    one, not_it = world.cases[key], world.cases[other]
    margin = value(one.margin, "%", fact="margin")
    multiple = some(
        value(one.multiple, fact="multiple"),
        says((f"{one.multiple:.1f}x", f"{one.multiple:.1f} x", f"{one.multiple:.1f} times")),
    )
    worth = value(one.value, "usd", fact="answer")
    return Item(
        question=f"For the IC note: what margin, multiple and value per share does their {key} case rest on?",
        answer=f"${one.value}",
        answer_type="currency",
        gold=f"The {key} case rests on an EBITDA margin of {one.margin:.1f}%, a multiple of {one.multiple:.1f} times EBITDA, and comes to ${one.value} a share.",
        rubric=(
            must("margin", f"States that the {key} case has an EBITDA margin of {one.margin:.1f}%.", margin, failure_mode="reading_order"),
            must("multiple", f"States that the {key} case uses {one.multiple:.1f} times EBITDA.", multiple),
            must("worth", f"States that the {key} case is worth ${one.value} a share.", worth),
            must_not("not-other", f"Does not give the {other} case's margin of {not_it.margin:.1f}% or multiple of {not_it.multiple:.1f} as the {key} case's.",
                     every(no_claim(value(not_it.margin, "%"), margin), no_claim(value(not_it.multiple), multiple)), "reading_order", severity="major"),
        ),
        traps=(
            Trap("reading_order", f"The {key} case assumes a {not_it.margin:.1f}% EBITDA margin, {one.multiple:.1f} times EBITDA and ${one.value} per share.", ("margin", "not-other")),
            Trap("wrong_column", f"Margin {not_it.margin:.1f}%, multiple {not_it.multiple:.1f}x, value ${not_it.value} a share.", ("margin", "multiple", "worth", "not-other")),
            Trap("wrong_section", f"They put the {key} case at ${world.cases['base'].value} a share, on a margin of {one.margin:.1f}% and {one.multiple:.1f} times EBITDA.", ("worth",)),
        ),
        note="Two cases run side by side under the same small headings; the text of neither says which case it is.",
        facts={"answer": read(f"{key}.value", one.value), "margin": read(f"{key}.margin", one.margin), "multiple": read(f"{key}.multiple", one.multiple)},
        decisive=(f"{key}.value", f"{key}.margin", f"{key}.multiple"),
        evidence=(f"{other}.margin", f"{other}.multiple"),
    )  # fmt: skip


def _stock(world: PackWorld) -> Item:
    k = world.asked
    year, days, margin = world.first_year + k, world.days[k], world.margins[k]
    false = round(60 + (margin - 30) / 12 * 80)
    other = world.days[k - 1]
    right = value(days, "day", absolute=3.0, fact="answer")
    moved = "rose" if world.days[k + 1] > days else "fell"
    up, down = ("rose", "rise", "up", "increased", "higher", "longer", "climbed", "went up", "increase", "grew", "upward", "rising", "uptick", "went higher", "lengthened", "widened", "added"), ("fell", "fall", "down", "decreased", "lower", "shorter", "dropped", "declined", "decrease", "drop", "decline", "improved", "downward", "falling", "shrank", "eased", "slipped", "dip", "dipped", "came down", "shortened", "came in")  # fmt: skip
    return Item(
        question=f"Read me the inventory days for FY{year} off the chart, about will do, and which way they went the year after.",
        answer=f"{days:.0f}",
        answer_type="number",
        gold=f"About {days:.0f} days of inventory in FY{year} on the right-hand axis. They {moved} the year after, to about {world.days[k + 1]:.0f}.",
        rubric=(
            must("days", f"States that inventory stood at about {days:.0f} days in FY{year} (within 3 days).", right, failure_mode="misread_chart"),
            must("moved", f"Says that inventory days {moved} in the following year.", says(up if moved == "rose" else down)),
            must_not("not-left", f"Does not give about {false} days, which is the gross margin line read on the axis of days.", no_claim(value(false, "day", absolute=1.5), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"About {false} days in FY{year}; days then {moved}.", ("days", "not-left")),
            Trap("wrong_row", f"The line shows some {other:.0f} days in FY{year}, and they {'fell' if moved == 'rose' else 'rose'} in the year after.", ("days", "moved")),
            Trap("fabricated_value", f"Inventory was at {days + 17:.0f} days in FY{year}. It {moved} the following year.", ("days",) if abs(days + 17 - false) > 1.5 else ("days", "not-left")),
        ),
        note="Two lines share a frame and each has an axis of its own; the legend below tells which is which.",
        facts={"answer": read(f"hist.pt.right.{k}", days, "plot"), "next": read(f"hist.pt.right.{k + 1}", world.days[k + 1], "plot")},
        decisive=(f"hist.pt.right.{k}", f"hist.pt.right.{k + 1}"),
        evidence=(f"hist.pt.margin.{k}",),
    )  # fmt: skip


def _owner(world: PackWorld) -> Item:
    unit, holder = CROSSINGS[world.crossed]
    near = unit // 2
    name, owner, above = world.units[unit], world.holders[holder], world.holders[near]
    share, stake = world.shares_of[unit], world.stakes[holder]
    effective = round(share * stake / 100, 2)
    false = round(share * world.stakes[near] / 100, 2)
    right = value(effective, "%", absolute=0.51, fact="answer")
    apart = [
        one
        for one in world.shares_of
        if abs(one - effective) > 1 and abs(one * stake / 100 - share) > 1 and abs(one * stake / 100 - effective) > 1
    ]
    other = world.units[world.shares_of.index(next(one for one in apart if one != share))]
    wrong_share = world.shares_of[world.units.index(other)]
    return Item(
        question=f"Structure slide: who holds {name} directly, with what stake, and what's {owned(world.firm)} effective interest in it?",
        answer=f"{effective:g}%",
        answer_type="percent",
        gold=f"{owner} holds {name} directly with {share}%. {world.firm} owns {stake}% of {owner}, so its effective interest is {share}% x {stake}% = {effective:g}%.",
        rubric=(
            must("owner", f"Identifies {owner} as the direct holder of {name}.", says((owner,)), failure_mode="misplaced"),
            must("share", f"States that this direct stake is {share}%.", value(share, "%", fact="share")),
            must("effective", f"States that the effective interest of {world.firm} is {effective:g}%.", right, type="reasoning"),
            must_not("not-above", f"Does not name {above}, in the box above, as the holder.", no_claim(says((above,)), says((owner,))), "misplaced", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"{above} holds {name} with {share}%; as the group owns {world.stakes[near]}% of {above}, the effective interest is {false:g}%.",
                 ("owner", "effective", "not-above") if abs(false - effective) > 0.51 else ("owner", "not-above")),
            Trap("arithmetic_slip", f"{owner} owns {share}% of {name}, so that is the group's effective interest.", ("effective",) if stake != 100 else ("share",)),
            Trap("wrong_row", f"{owner} has {wrong_share}% of {name}, which makes the effective interest {wrong_share * stake / 100:g}%.", ("share", "effective")),
        ),
        note="One company hangs on a line that comes from another branch than the box above it.",
        facts={"answer": op("div", op("mul", read(f"share.{unit}", share), read(f"stake.{holder}", stake)), 100), "share": read(f"share.{unit}", share)},
        decisive=(f"share.{unit}", f"stake.{holder}"),
        evidence=(f"stake.{near}",),
        axes=("charts_multimodal",),
        style="calculation",
    )  # fmt: skip


def _clear_peer(world: PackWorld) -> int:
    """Return the place of a peer whose gap to the mean is told from all other figures of its row."""
    fine = []
    for k, one in enumerate(world.peers):
        gap = abs(one.pe[2] / world.means[5] - 1) * 100
        if gap >= 4 and all(abs(gap - other) > 1.6 for other in (*one.pe[1:], one.ev[2], *world.means[4:])):
            fine.append(k)
    return fine[world.pick % len(fine)] if fine else 0


def _peer(world: PackWorld) -> Item:
    k = _clear_peer(world)
    one = world.peers[k]
    year = world.published.year + 1
    pe, mean = one.pe[2], world.means[5]
    gap = round((pe / mean - 1) * 100)
    wrong, ev = one.pe[1], one.ev[2]
    right = value(pe, fact="answer")
    forms = some(right, says((f"{pe:.1f}x", f"{pe:.1f} times")))
    over = gap > 0
    up, down = (
        (
            "premium",
            "above",
            "higher",
            "over",
            "more expensive",
            "dearer",
            "richer",
            "more than",
            "pricier",
            "costlier",
            "rich",
            "expensive",
            "exceeds",
            "ahead of",
        ),
        ("discount", "below", "lower", "under", "cheaper", "less than", "cheap", "beneath", "behind", "short of"),
    )
    return Item(
        question=f"What P/E is {one.name} on for FY{year % 100}, and is that a premium or a discount to the peer mean, by how much?",
        answer=f"{pe:.1f}",
        answer_type="number",
        gold=f"{one.name} is on {pe:.1f} times FY{year % 100} estimated earnings. The peers' mean is {mean:.1f} times, so that is a {'premium' if over else 'discount'} of {abs(gap)}%.",
        rubric=(
            must("pe", f"States that {one.name} is on {pe:.1f} times FY{year % 100} earnings.", forms, failure_mode="wrong_column"),
            must("way", f"Says that this is a {'premium' if over else 'discount'} to the peers.", says(up if over else down)),
            must("gap", f"States that the {'premium' if over else 'discount'} is about {abs(gap)}%, or {abs(round(pe - mean, 1)):.1f} times earnings.",
                 some(value(abs(gap), "%", absolute=1.0), value(gap, "%", absolute=1.0), value(abs(round(pe - mean, 1)), absolute=0.05), says((f"{abs(pe - mean):.1f}x", f"{abs(pe - mean):.1f} times"))), type="reasoning"),
            must_not("not-column", f"Does not give {wrong:.1f} (another year) or {ev:.1f} (EV/EBITDA) as the P/E.", every(no_claim(value(wrong), forms), no_claim(value(ev), forms)), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"{one.name} trades on {wrong:.1f} times earnings against a mean of {world.means[4]:.1f}, a gap of {abs(gap) + 13}% and a {'premium' if over else 'discount'}.", ("pe", "gap", "not-column")),
            Trap("lost_alignment", f"On FY{year % 100} numbers {one.name} is at {ev:.1f} times, a {'discount' if over else 'premium'} of {abs(gap) + 11.5:.1f}%.", ("pe", "way", "gap", "not-column")),
            Trap("arithmetic_slip", f"{pe:.1f} times, a {'premium' if over else 'discount'} of {abs(gap) + 7}% to the mean of {mean:.1f}.", ("gap",)),
        ),
        note="The same three year headings stand under two multiples that have figures of like size.",
        facts={"answer": read(f"peer.{k}.5", pe), "mean": read("mean.5", mean)},
        decisive=(f"peer.{k}.5", "mean.5"),
        evidence=(f"peer.{k}.4", f"peer.{k}.2"),
        style="comparison",
    )  # fmt: skip


def _causes(world: PackWorld) -> Item:
    k = max(range(1, 8), key=lambda n: abs(world.margins[n] - world.margins[n - 1]))
    year = world.first_year + k
    step = round(world.margins[k] - world.margins[k - 1], 1)
    way = "rose" if step > 0 else "fell"
    topic = ("price", "mix", "cause", "driver", "split", "breakdown", "explain", "reason", "why", "bridge", "how much")
    return Item(
        question=f"How much of the move in gross margin in FY{year} came from pricing and how much from mix, according to the pack?",
        answer="not supported",
        answer_type="abstain",
        gold=f"The pack does not say. The chart shows that gross margin {way} in FY{year}, but nothing splits the move into price and mix or gives any other cause for it.",
        rubric=(
            must_abstain("abstains", "States that the pack does not split the move in gross margin into pricing and mix.", abstains(topic), "overreach"),
            must("moved", f"Says that gross margin {way} in FY{year}.",
                 says(("rose", "rise", "up", "increase", "increased", "higher", "gain", "improved", "improvement", "climbed", "upward", "grew", "went up", "came up", "widened", "expanded", "expansion", "better", "rising") if step > 0 else ("fell", "fall", "down", "decrease", "decreased", "lower", "drop", "dropped", "declined", "decline", "downward", "slipped", "went down", "came down", "narrowed", "shrank", "slid", "eased", "contracted", "contraction", "worse", "weaker", "lost", "falling", "dip", "dipped")), severity="major", implicit=True),
            must_not("no-split", "Does not attribute a number of points or a share to pricing or to mix.",
                     no_value("%", [("pricing", "price", "mix")]), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"Gross margin {way} in FY{year}; pricing accounted for about 60% of that and mix for 40%.", ("abstains", "no-split")),
            Trap("overreach", f"The pack doesn't give a split in so many words. Since margin {way} in FY{year} while stock changed, mix must be the larger part, with pricing at perhaps 30%.", ("no-split",)),
            Trap("overcautious", f"The pack does not provide a split into pricing and mix, nor does it have any gross margin for FY{year}.", ("moved",)),
        ),
        note="The chart shows the movement, and the text of the pack speaks of margin in general; neither gives causes.",
        facts={"answer": unless([f"hist.pt.margin.{k}"], absent("mix", "pricing"), "unknown")},
        decisive=(f"hist.pt.margin.{k}",),
        evidence=(f"hist.pt.margin.{k - 1}",),
        axes=("charts_multimodal",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("side_by_side", _bear),
    Ask("dual_axis", _stock),
    Ask("neighbour_place", _owner),
    Ask("neighbour_column", _peer),
    Ask("conclusion_unsupported", _causes),
)
