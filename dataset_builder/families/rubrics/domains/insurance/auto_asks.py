"""What is asked of an auto policy."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import long_day, money, short_day
from dataset_builder.families.rubrics.domains.insurance.auto_world import AutoWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    day,
    every,
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

MED = (
    "medical payments",
    "med pay",
    "medpay",
    "part b",
    "med-pay",
    "either coverage",
    "neither coverage",
    "both coverages",
)
UM = ("uninsured motorist", "uninsured motorists", "umbi", "um bi", "um coverage", "um/bi", "re:\\bum\\b", "part c", "either coverage",
      "neither coverage", "both coverages")  # fmt: skip

_SCENES = {
    "residence": (
        "Our insured was sitting in her parked car when a motorhome rolled into it. The man driving has no liability insurance, and by the "
        "police report he lives in the motorhome year-round. She has {medical} in ER bills. Does Med Pay (Part B) respond, and does UM (Part C)?",
        "a vehicle used as a primary residence",
        ("residence", "lives in", "living in", "dwelling", "home", "lived in", "residential"),
    ),
    "delivery": (
        "Our insured was rear-ended with a stack of paid meal orders in the car; the app shows she had accepted the run eleven minutes earlier "
        "and had not dropped it off yet. {medical} in ER bills. Does Med Pay (Part B) pay her bills?",
        "carrying goods or food for a fee",
        ("delivery", "deliver", "delivering", "goods", "food", "for a fee", "paid meal", "orders"),
    ),
    "track": (
        "Our insured signed up for a one-day driving school at the local raceway and hit the wall during the timed session, in the car we insure. "
        "{medical} in ER bills. Does Med Pay (Part B) pay?",
        "a timed or instructed driving event at a racing facility",
        ("racing", "track", "raceway", "timed", "instructed driving", "driving event", "race"),
    ),
    "share": (
        "The insured's nephew booked her car through the car-sharing app she lists it on, and took her along as a passenger; they slid off the "
        "road. {medical} in ER bills for her. Does Med Pay (Part B) pay them?",
        "personal vehicle sharing",
        ("sharing", "car-sharing", "vehicle sharing", "share program", "shared"),
    ),
}  # fmt: skip


def _exclusion(world: AutoWorld) -> Item:
    scene, why, reasons = _SCENES[world.use]
    bills = money(world.medical * 3 // 4 + 135)
    both = world.use == "residence"
    rubric = [
        must("med-no", "States that Medical Payments (Part B) does not cover the injury.",
             verdict(MED, "cover", False, UM, "med"), failure_mode="stopped_at_grant"),
        must("med-why", f"Gives the reason for denying Medical Payments: the exclusion for {why}.",
             says(("exclusion", "excl", "exclude", "excluded", "excludes", "excluding", "barred", "bars", "carved out", "carve-out", "knocks out", "knocked out", "takes out", "taken out", "rules out", "ruled out", "cuts out", "not cover", "not covered", "no coverage", "because", "since"), reasons, mention=True), type="reasoning", severity="major"),
        must_not("no-pay", f"Does not tell the adjuster to pay the {bills} (or any part of it) under Medical Payments.",
                 no_claim(some(says(MED, ("should pay", "will pay", "pays the", "would pay", "pay up to", "pays up to")),
                               says(("pay",), (bills,)))),
                 "stopped_at_grant"),
    ]  # fmt: skip
    facts = {
        "med": unless(["med-exclusion"], False, True),
        "answer": unless(["med-exclusion"], "No", "Yes"),
    }
    decisive = ["med-exclusion"]
    reason = f"Exclusion 3 of Part B takes out injury tied to {why}"
    gold = f"No. Medical Payments does not apply. The insuring agreement looks met, but {reason}, which is what happened here."
    grant = (
        "Yes. She was occupying her covered auto, so she is an insured under Part B, and Medical Payments will pay reasonable medical "
        f"expenses incurred within three years. Pay the {bills}, which is under the {money(world.medical)} limit."
    )
    traps = [
        Trap("stopped_at_grant", grant, ("med-no", "med-why", "no-pay")),
        Trap("wrong_section", "Medical Payments does not apply, because Exclusion 2 of Part B bars injuries where workers' compensation is "
             "required or available, and she should file there first.", ("med-why",)),
        Trap("overcautious", "I can't tell from the policy whether these bills fall under Part B. The form has an insuring agreement for "
             "Medical Payments but you would need underwriting to confirm how the situation is treated.", ("med-no", "med-why")),
    ]  # fmt: skip
    if both:
        facts["um"] = unless(["um-residence"], False, True)
        decisive.append("um-residence")
        rubric += [
            must("um-no", "States that Uninsured Motorists (Part C) does not apply.", verdict(UM, "cover", False, MED, "um"),
                 failure_mode="stopped_at_grant"),
            must("um-why", "Gives the reason: a vehicle used as a residence is not an uninsured motor vehicle by the policy's definition.",
                 every(verdict(UM, "cover", False, MED), says((*UM, "uninsured motor vehicle"), reasons)), type="reasoning", severity="major"),
        ]  # fmt: skip
        gold = (
            f"Neither coverage responds. Medical Payments (Part B): not covered. {reason}, even when it is being driven. Uninsured Motorists "
            '(Part C): not covered either, since the definition of "uninsured motor vehicle" leaves out a vehicle used as a primary residence.'
        )
        traps = [
            Trap("stopped_at_grant", grant + " Uninsured Motorists applies as well, because the at-fault driver has no liability policy, so "
                 "she can also recover compensatory damages under Part C.", ("med-no", "med-why", "no-pay", "um-no", "um-why")),
            Trap("dropped_item", f"Medical Payments is excluded: {reason}. Uninsured Motorists does apply, since no bodily injury liability policy "
                 "applied to the other driver at the time of the accident.", ("um-no", "um-why")),
            Trap("wrong_section", "Neither coverage applies. Medical Payments is excluded because Exclusion 4 bars injuries when struck by a vehicle "
                 "furnished for regular use, and Part C fails because she has not obtained our written consent to settle.", ("med-why", "um-why")),
        ]  # fmt: skip
    return Item(
        question=scene.format(medical=bills),
        answer="No",
        answer_type="boolean",
        gold=gold,
        rubric=tuple(rubric),
        traps=tuple(traps),
        note="The insuring agreement of Part B reads as if it paid; the exclusion that takes the loss out is one of six in small two-column print"
        + (", and for Part C it hides in a definition." if both else "."),
        facts=facts,
        decisive=tuple(decisive),
        evidence=("med-grant",),
        axes=("correctness_completeness",) if both else (),
        style="reconciliation",
    )


def _limits(world: AutoWorld) -> Item:
    new, old = world.um_new, world.um_old
    right = value(new, "usd", fact="answer")
    return Item(
        question=f"Hit-and-run on {short_day(world.loss)}, one passenger badly hurt. What's the most we could owe her under UM bodily injury on policy "
        f"{world.policy}, and where does that number come from?",
        answer=money(new),
        answer_type="currency",
        gold=f"{money(new)}. The Declarations list {money(old)} each person for Part C, but endorsement END {world.numbers[3]} replaced that limit for "
        f"accidents on or after {long_day(world.changed)}, and this accident came later, so the limit for one person is {money(new)}.",
        rubric=(
            must("limit", f"States that the UM bodily injury limit for one person is {money(new)}.", right, failure_mode="superseded_text"),
            must("source", f"Attributes the limit to the change-of-limits endorsement (END {world.numbers[3]}).",
                 says(("endorsement", f"END {world.numbers[3]}", f"{world.numbers[3]}", "change of limits", "amend")), type="reasoning", severity="major"),
            must("since", f"Says that the changed limit applies because the accident is on or after its effective date, {long_day(world.changed)}.",
                 day(world.changed), type="reasoning", severity="major", implicit=True),
            must_not("not-old", f"Does not give {money(old)} as the limit that applies to this accident.",
                     no_claim(value(old, "usd"), right), "superseded_text"),
            must_not("not-accident", f"Does not give the each-accident limit of {money(new * 2)} as what one person can recover.",
                     no_claim(value(new * 2, "usd"), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("superseded_text", f"The most we could owe is {money(old)}: the Declarations show that as the each-person limit for Uninsured "
                 f"Motorists bodily injury under Part C.", ("limit", "source", "since", "not-old")),
            Trap("wrong_column", f"Endorsement END {world.numbers[3]}, effective {long_day(world.changed)}, changed the limit, so the most we could "
                 f"owe her is {money(new * 2)}.", ("limit", "not-accident")),
            Trap("wrong_section", f"{money(old)} per person. Endorsement END {world.numbers[3]} changed the limits on {long_day(world.changed)}, but it "
                 "only affects policies issued after that day, so the Declarations limit stands.", ("limit", "not-old")),
        ),
        note="The limit in the Declarations was replaced in the middle of the term by an endorsement bound at the end of the file.",
        facts={
            "answer": op("if", op("le", read("um-since", world.changed, "date"), world.loss.isoformat()),
                         unless(["um-new"], read("um-new", new), read("um-old", old)), read("um-old", old)),
        },
        decisive=("um-new", "um-since"),
        evidence=("um-old",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _family(world: AutoWorld) -> Item:
    age = world.school_age - 2
    who = ("family member", "he", "son", "the son", "student", "insured")
    named = (
        "declarations",
        "driver on file",
        "drivers on file",
        "listed driver",
        "named in the dec",
        "listed on the dec",
        "named as a driver",
        "listed as a driver",
        "named as driver",
        "listed as driver",
        "listed driver",
        "on the dec page",
        "on dec page",
        "on the decs",
        "named on the dec",
        "driver in the dec",
        "scheduled driver",
        "scheduled as",
        "on the policy as a driver",
        "on file",
    )
    return Item(
        question=f"{world.insured.split()[0]}'s son is {age}, a full-time student living in a dorm two states away since before the policy began; he's not on "
        "the dec page anywhere. He was hit as a pedestrian near campus. Is he a \"family member\" under this policy?",
        answer="No",
        answer_type="boolean",
        gold=f"No. Under this policy a family member has to sleep at the named insured's residence at least 180 nights of the policy period, and a full-time "
        f"student under {world.school_age} away at school counts only if named in the Declarations as a driver on file. He isn't, so he is not a family member.",
        rubric=(
            must("not-family", "States that the son is not a family member under the policy.",
                 verdict(who, {"yes": ["family member", "qualifies", "counts", "meets the definition", "is one", "included"],
                               "no": ["falls outside", "fails", "excluded", "outside the definition"]}, False, fact="family"),
                 failure_mode="everyday_meaning"),
            must("named", "Says that a student away at school is a family member only if named in the Declarations as a driver.",
                 says(("student", "school", "dorm", "campus", "college", "university", "away", "kid", "children", "he", "son"), named, mention=True), type="reasoning", failure_mode="dropped_item"),
            must("nights", "Mentions the test of 180 nights at the residence.", value(180), type="reasoning", severity="major", implicit=True),
            must_not("not-resident", "Does not claim that he remains a resident of the household because he is away only temporarily.",
                     no_claim(says(("resident", "household"), ("temporarily", "temporary", "remains", "remain", "retains", "still", "stay", "stays", "continues", "keeps", "never stopped"))), "prior_knowledge"),
        ),
        traps=(
            Trap("everyday_meaning", "Yes. He is the named insured's son, and a child away at college is still a resident of the household, so he is a "
                 "family member and an insured under the policy.", ("not-family", "named", "nights", "not-resident")),
            Trap("dropped_item", f"Yes, he is a family member. The definition requires 180 nights at the residence, but it makes an exception for a "
                 f"full-time student under age {world.school_age} who lives away at school, and he is {age}.", ("not-family", "named")),
            Trap("prior_knowledge", "No, he is not a family member. The policy counts nights slept at the residence, 180 in the policy period, and "
                 "the standard rule treats a dormitory as a separate household once a student is an adult.", ("named",)),
        ),
        note="A defined term that departs from everyday use: being the insured's child at college is not enough, the definition counts nights and sends "
        "the reader to the Declarations.",
        facts={"family": unless(["student"], False, True), "answer": unless(["student"], "No", "Yes")},
        decisive=("student",),
        evidence=("family",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _deductible(world: AutoWorld) -> Item:
    car = world.vehicles[world.numbers[5] % 4]
    other = world.vehicles[(world.numbers[5] + 1) % 4]
    damage = 2_000 + 13 * world.numbers[1]
    net = damage - car.comprehensive
    return Item(
        question=f"Deer strike on the {car.short} (the {car.body}). Body shop estimate is {money(damage)}. Which deductible do I take and what do we pay?",
        answer=money(net),
        answer_type="currency",
        gold=f"Take the other-than-collision deductible of {money(car.comprehensive)}: the form treats contact with an animal as other than collision. "
        f"We pay {money(damage)} - {money(car.comprehensive)} = {money(net)}.",
        rubric=(
            must("deductible", f"States that the deductible is {money(car.comprehensive)}.", value(car.comprehensive, "usd", fact="deductible"),
                 failure_mode="wrong_column"),
            must("kind", "Classifies the loss as other than collision (comprehensive).",
                 says(("other than collision", "other-than-collision", "comprehensive", "otc", "comp")), type="reasoning"),
            must("pay", f"States that {money(net)} is paid.", value(net, "usd", fact="answer"), type="reasoning"),
            must_not("not-collision", f"Does not apply the collision deductible of {money(car.collision)}.",
                     no_claim(value(car.collision, "usd"), value(car.comprehensive, "usd")), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"Hitting a deer is a collision, so the collision deductible of {money(car.collision)} applies and we pay "
                 f"{money(damage - car.collision)}.", ("deductible", "kind", "pay", "not-collision")),
            Trap("wrong_row", f"An animal strike is other than collision, so the comprehensive deductible applies: {money(other.comprehensive + 37)}. "
                 f"We pay {money(damage - other.comprehensive - 37)}.", ("deductible", "pay")),
            Trap("arithmetic_slip", f"It's a comprehensive loss with a {money(car.comprehensive)} deductible, so we pay {money(net - 90)}.", ("pay",)),
        ),
        note="Two deductible columns stand under one merged header; the form, pages later, says which of them an animal strike falls under.",
        facts={
            "deductible": read(f"comp-{car.number}", car.comprehensive),
            "answer": op("sub", damage, read(f"comp-{car.number}", car.comprehensive)),
        },
        decisive=(f"comp-{car.number}",),
        evidence=(f"coll-{car.number}",),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _premium(world: AutoWorld) -> Item:
    car = world.vehicles[(world.blank + 1) % 4]
    parts = [f"prem-{key}-{car.number}" for key in car.premiums]
    total = sum(car.premiums.values()) + world.fee
    without = total - world.fee
    least = min(car.premiums, key=lambda key: car.premiums[key])
    right = value(total, "usd", fact="answer")
    fee = says(("fee",), (money(world.fee), f"${world.fee}.00", f"{world.fee} dollars", f"{world.fee}"))
    return Item(
        question=f"Insured is asking what the {car.short} costs her for the year, everything included that the dec page charges for it. What do I tell her?",
        answer=money(total),
        answer_type="currency",
        gold=f"{money(total)} for the year: the premiums for vehicle {car.number} add up to {money(without)} "
        f"({' + '.join(str(one) for one in car.premiums.values())}), and the policy fee of {money(world.fee)} per vehicle comes on top.",
        rubric=(
            must("total", f"States that the total for the year is {money(total)}.", right, failure_mode="ignored_footnote"),
            must("fee", f"Says that the total includes the policy fee of {money(world.fee)} per vehicle.",
                 fee, type="reasoning", implicit=True),
            must("premiums", f"Says that the premiums without the fee come to {money(without)}.", value(without, "usd"), type="reasoning",
                 severity="major"),
            must_not("not-short", f"Does not give {money(without)} as all that she pays.", no_claim(value(without, "usd"), some(right, says(("fee", "fees"), mention=True))),
                     "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"Tell her {money(without)}: that is the sum of the annual premiums in the column for vehicle {car.number}.",
                 ("total", "fee", "not-short")),
            Trap("dropped_item", f"It comes to {money(total - car.premiums[least])} a year, the premiums for vehicle {car.number} plus the "
                 f"{money(world.fee)} policy fee.", ("total", "premiums")),
            Trap("arithmetic_slip", f"Premiums of {money(without)} plus a policy fee of {money(world.fee * 4)} make {money(without + world.fee * 4)}.",
                 ("total", "fee")),
        ),
        note="The column has to be added up and a footnote adds a fee per vehicle that the table does not show.",
        facts={"answer": op("add", *(read(ref, amount) for ref, amount in zip(parts, car.premiums.values(), strict=True)),
                            unless(["fee-note"], read("fee-note", world.fee), 0))},
        decisive=("fee-note", *parts),
        axes=("standard_tables", "cross_referencing"),
        style="calculation",
    )  # fmt: skip


def _blank(world: AutoWorld) -> Item:
    car = world.vehicles[world.blank]
    others = sorted({other.premiums["medical"] for other in world.vehicles})
    return Item(
        question=f"For the premium audit I need the annual Med Pay premium charged on the {car.short}. What is it?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The policy does not state it. In the Medical Payments row the Declarations print \"see notice\" for vehicle {car.number} instead of an amount, "
        "and that notice is not part of the file, so the premium cannot be determined from this document.",
        rubric=(
            must_abstain("abstains", "States that the Medical Payments premium for that vehicle is not given in the policy.",
                         abstains((*MED, "premium", "amount", "figure", "number", "charge", "notice", "one", "it"))),
            must("see-notice", 'Says that the Declarations print "see notice" in its place.',
                 says(("notice",), mention=True), severity="major", implicit=True),
            must_not("no-amount", "Does not give an amount as the Medical Payments premium of that vehicle.",
                     no_value("usd", allowed=[world.medical]), "fabricated_value"),
        ),
        traps=(
            Trap("wrong_column", f"The annual Medical Payments premium for the {car.short} is ${others[0]}.", ("abstains", "see-notice", "no-amount")),
            Trap("fabricated_value", f"The dec page says \"see notice\" for that vehicle, but the other vehicles are charged between ${others[0]} and "
                 f"${others[-1]}, so use about ${sum(others) // len(others)}.", ("abstains", "no-amount")),
            Trap("overreach", "The premium isn't shown for that vehicle because Medical Payments is included at no charge, so it is $0.",
                 ("see-notice", "no-amount")),
        ),
        note="One cell of the premium table prints a reference to a notice that is not in the file; its neighbours invite a guess.",
        facts={"answer": unless(["blank"], absent("Medical Payments", f"Veh. {car.number}", "premium notice"), float(others[0]))},
        decisive=("blank",),
        axes=("standard_tables",),
        style="unsupported",
    )  # fmt: skip


def _notice(world: AutoWorld) -> Item:
    soon, late = world.notice
    days = world.early + 21
    right = value(late, "day", fact="answer")
    return Item(
        question=f"We're {days} days into this policy, not a renewal, and underwriting wants off because the premium wasn't paid. How many days' notice does the "
        "form make us give?",
        answer=str(late),
        answer_type="number",
        gold=f"{late} days. At {days} days the policy is past its first {world.early}, so the second paragraph on cancellation governs: nonpayment is an allowed "
        f"ground, but {late} days' notice has to be mailed whatever the reason. The {soon}-day period holds only for newer policies.",
        rubric=(
            must("days", f"States that {late} days' notice is required.", right, failure_mode="hierarchy_ignored"),
            must("past", f"Says that the policy has been in effect for at least {world.early} days (or past its first {world.early} days).",
                 value(world.early, "day"), type="reasoning", severity="major"),
            must("ground", "Says that nonpayment of premium is a permitted ground for canceling.",
                 says(("nonpayment", "non-payment", "unpaid", "failure to pay", "not paying", "not paid", "missed premium", "unpaid premium", "no payment"),
                      ("allowed", "permitted", "ground", "valid", "may cancel", "can cancel", "only for", "permissible", "reason", "cause", "qualifies", "acceptable", "legitimate", "recognized", "recognised", "suffices", "good enough", "counts", "fine", "okay", "ok", "justifies", "basis", "grounds", "one of")),
                 type="completeness", severity="minor", implicit=True),
            must_not("not-soon", f"Does not give {soon} days as the notice to be mailed.", no_claim(value(soon, "day"), right), "hierarchy_ignored"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"{soon} days. The form lets us cancel a policy that is not a renewal by mailing at least {soon} days' notice, and "
                 "nonpayment is a permitted reason.", ("days", "past", "not-soon")),
            Trap("prior_knowledge", f"The policy is past {world.early} days, so we can cancel only for cause; nonpayment is a valid ground and, as usual for "
                 f"nonpayment, {soon} days' notice is enough.", ("days", "not-soon")),
            Trap("wrong_section", f"60 days: the form says notice must be mailed at least 60 days before the end of the period. The policy has been in force "
                 f"more than {world.early} days.", ("days", "ground")),
        ),
        note="Two paragraphs under two small italic headings give different periods; only the heading says which one governs.",
        facts={"answer": op("if", op("lt", days, world.early), read("soon", soon), read("late", late))},
        decisive=("late",),
        evidence=("soon",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("exclusion_after_grant", _exclusion),
    Ask("superseded_amendment", _limits),
    Ask("defined_term", _family),
    Ask("neighbour_column", _deductible),
    Ask("full_total", _premium),
    Ask("redacted_value", _blank),
    Ask("heading_scope", _notice),
)
