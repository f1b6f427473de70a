"""What is asked of a benefits packet."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import money
from dataset_builder.families.rubrics.domains.human_resources.benefits_world import CLAIMS, PLANS, TIERS, BenefitsWorld
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
from dataset_builder.moments import MONTHS

_WHO = ("just herself", "herself and her husband", "herself and the kids", "the whole family")


def _band(world: BenefitsWorld) -> Item:
    plan, tier = PLANS[world.pick % 3], 1 + world.pick % 3
    band = 1 + world.pick % 2
    pay = world.edges[band]
    row = world.costs[plan][TIERS[tier]]
    right, next_up = row[band], row[band + 1]
    year = right * 26
    below = world.costs[plan][TIERS[tier - 1]][band]
    per = value(right, "usd", fact="answer")
    whole = value(year, "usd", fact="year")
    return Item(
        question=f"Employee on exactly {money(pay)} base wants the {plan} plan for {_WHO[tier]}, no tobacco, spouse has nothing at work. What comes out of each check, and what's that a year?"
        if tier in (1, 3)
        else f"Employee on exactly {money(pay)} base wants the {plan} plan for {_WHO[tier]}, no tobacco. What comes out of each check, and what's that a year?",
        answer=money(right),
        answer_type="currency",
        gold=f"{money(right)} per paycheck, {money(year)} over 26 paychecks. {money(pay)} is the top of the band \"over {money(world.edges[band - 1])}, up to {money(pay)}\", so the amount of that band applies.",
        rubric=(
            must("check", f"States that {money(right)} comes out of each paycheck.", per, failure_mode="wrong_column"),
            must("year", f"States that this is {money(year)} a year.", whole, type="reasoning"),
            must_not("not-next", f"Does not give {money(next_up)}, the amount of the next higher band.", no_claim(value(next_up, "usd"), per), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"At {money(pay)} she is in the next band, so it's {money(next_up)} per paycheck and {money(next_up * 26)} a year.", ("check", "year", "not-next")),
            Trap("wrong_row", f"{money(below)} a paycheck, which makes {money(below * 26)} a year.", ("check", "year")),
            Trap("arithmetic_slip", f"{money(right)} out of each paycheck, or {money(right * 24)} a year with 24 paychecks.", ("year",)),
        ),
        note="The salary stands exactly on the edge of two bands, and only the words of the header say to which it belongs.",
        facts={"answer": read(f"cost.{plan}.{tier}.{band}", right), "year": op("mul", read(f"cost.{plan}.{tier}.{band}", right), 26),
               "band": unless([f"edge.{band}"], band, band + 1)},
        decisive=(f"cost.{plan}.{tier}.{band}", f"edge.{band}"),
        evidence=(f"cost.{plan}.{tier}.{band + 1}",),
        style="calculation",
    )  # fmt: skip


def _account(world: BenefitsWorld) -> Item:
    month, left = MONTHS[world.joined - 1], 13 - world.joined
    one = world.monthly[0]
    total = one * left
    full, share = world.account[0], round(world.account[0] / 12 * left)
    right = value(total, "usd", fact="answer")
    return Item(
        question=f"New hire's Saver coverage starts {month} 1, {world.year}, self only. How much company money goes into the HSA this year, and how is it worked out?",
        answer=money(total),
        answer_type="currency",
        gold=f"{money(total)}. The {money(full)} paid in January is for those covered from the start of the year; for coverage that starts later, the box on joining during the year gives ${one} for each full month that is left, "
        f"and from {month} on there are {left}.",
        rubric=(
            must("total", f"States that {money(total)} goes into the account.", right, failure_mode="reading_order"),
            must("monthly", f"Says that ${one} is paid for each full month of coverage.", value(one, "usd"), type="reasoning", severity="major"),
            must("months", f"Says that {left} months are left.", some(value(left, "month"), value(left)), type="reasoning", severity="minor", implicit=True),
            must_not("not-full", f"Does not give {money(full)}, or {money(share)} as a share of it, as what goes in.",
                     every(no_claim(value(full, "usd"), right), no_claim(value(share, "usd"), right)), "reading_order", severity="major"),
        ),
        traps=(
            Trap("reading_order", f"{money(full)}: that's what the company puts in for somebody who covers only himself.", ("total", "monthly", "months", "not-full")),
            Trap("prior_knowledge", f"The {money(full)} is prorated for {left} months, so {money(share)}.", ("total", "monthly", "not-full")),
            Trap("wrong_row", f"${world.monthly[1]} for each of {left} full months, that is {money(world.monthly[1] * left)}.", ("total", "monthly")),
            Trap("arithmetic_slip", f"${one} a month from {month} to December. That's {money(one * (left - 1) + 7)} in all.", ("total", "months")),
        ),
        note="A coloured box interrupts the column about the account and changes the amount for those who join later.",
        facts={"answer": unless(["late.single"], op("mul", read("late.single", one), left), read("full.single", full))},
        decisive=("late.single",),
        evidence=("full.single", "late.family"),
        style="calculation",
    )  # fmt: skip


def _vision(world: BenefitsWorld) -> Item:
    tier = world.pick % 4
    dental = (7, 14, 15, 22)[tier]
    guess = (3, 6, 7, 11)[tier]
    who = ("an employee alone", "an employee and spouse", "an employee with children", "a family")[tier]
    return Item(
        question=f"What will vision cost per paycheck in {world.year} for {who}?",
        answer="not stated",
        answer_type="abstain",
        gold="The packet doesn't say. In the vision column it prints \"see insert V\" for every level of coverage, and insert V is not part of the packet; the plan is out to bid. Only dental prices are given.",
        rubric=(
            must_abstain("abstains", "States that the packet does not give the cost of vision coverage.", abstains(("vision", "cost", "price", "rate", "premium", "amount", "it"))),
            must("insert", "Says that the packet refers to insert V, which is not included.",
                 says(("insert",), ("not part", "not included", "isn't included", "missing", "not in the", "isn't in", "isn't part", "not attached", "isn't attached", "separate", "refers", "see insert", "points to", "don't have", "do not have", "elsewhere", "without", "not here", "nobody", "not there", "left out", "not enclosed", "not with", "absent", "does not include", "did not include", "not part", "not come with", "see", "points", "point", "sends", "lacks", "not been", "not yet"), mention=True), type="reasoning", severity="major"),
            must_not("no-amount", "Does not give an amount for vision coverage.", no_value("usd", allowed=[dental]), "fabricated_value"),
        ),
        traps=(
            Trap("wrong_column", f"Vision coverage for {who} costs ${dental}.00 per paycheck.", ("abstains", "insert")),
            Trap("fabricated_value", f"The table refers to insert V, which isn't included. The price isn't given there, but at about half of dental you can budget ${guess}.", ("no-amount",)),
            Trap("overreach", f"Since benefits stay as they are, vision stays at ${guess} per paycheck for {who}.", ("abstains", "insert", "no-amount")),
        ),
        note="The price column sends the reader to an insert that is not in the file; the neighbouring column has prices.",
        facts={"answer": unless([f"vision.{tier}"], absent("insert V", "$"), float(dental))},
        decisive=(f"vision.{tier}",),
        axes=("standard_tables",),
        style="unsupported",
    )  # fmt: skip


def _cheapest(world: BenefitsWorld) -> Item:
    k = world.asked
    claims = CLAIMS[k]
    ranked = sorted(PLANS, key=lambda name: world.spent[name][k])
    best, second, worst = ranked
    cost = world.spent[best][k]
    about = value(cost, "usd", absolute=200, fact="cost")
    gap = world.spent[worst][k] - cost
    right = says((f"{best} plan", best))
    more = cost + gap
    return Item(
        question=f"Single employee in the second band expects around {money(claims)} of care next year. Going by the chart, which plan costs least overall, and about how much is that?",
        answer=best,
        answer_type="entity",
        gold=f"The {best} plan, at about {money(round(cost, -2))} in all. At {money(claims)} of care the {second} plan comes to about {money(round(world.spent[second][k], -2))} and the {worst} plan to about {money(round(more, -2))}.",
        rubric=(
            must("plan", f"Identifies the {best} plan as the one that costs least.", right, failure_mode="misread_chart"),
            must("cost", f"States that it costs about {money(cost)} in all (within $200).", about),
            must_not("not-other", f"Does not say that the {second} or the {worst} plan costs least.",
                     every(no_claim(says((second, worst)), right), *(no_claim(says((f"{name} plan is", f"{name} plan costs least", f"{name} is", f"{name} costs least", f"{name} comes out cheapest", f"choose {name}", f"{name} plan comes out", f"{name} comes out", f"go for {name}", f"go with {name}", f"take {name}", f"pick {name}", f"recommend {name}"), ("least", "cheapest", "lowest", "best", "least expensive", "go for", "go with", "pick", "choose", "recommend")), says((f"{best} plan is the", f"{best} is the", f"{best} costs", f"{best} plan, at", f"{best} plan costs", f"{best}, at", f"{best} at"))) for name in (second, worst))),
                     "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"{worst} is cheapest at that level, about {money(cost)}.", ("plan", "not-other")),
            Trap("prior_knowledge", f"With that much care the {second} plan is the best choice: it costs least, some {money(more + 350)}.", ("plan", "cost", "not-other")),
            Trap("wrong_row", f"The {best} plan is the cheapest, with about {money(more + 300)}.", ("cost",)),
        ),
        note="Three lines cross, are all black, and are told apart by dash and marker in the key only.",
        facts={"answer": op("first", op("order", *([name, read(f"cost.pt.{name.lower()}.{k}", world.spent[name][k], "plot")] for name in PLANS)), 1), "cost": read(f"cost.pt.{best.lower()}.{k}", cost, "plot")},
        decisive=tuple(f"cost.pt.{name.lower()}.{k}" for name in PLANS),
        style="comparison",
    )  # fmt: skip


ASKS = (
    Ask("band_edge", _band),
    Ask("sidebar_aside", _account),
    Ask("missing_attachment", _vision),
    Ask("legend_match", _cheapest),
)
