"""What is asked of a section of a project manual."""

from __future__ import annotations

from typing import Any

from dataset_builder.families.rubrics.bank import NUMBERS, ORDINALS, listed
from dataset_builder.families.rubrics.domains.construction.manual_world import WINDS, ManualWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
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
    verdict,
)


def _cure(world: ManualWorld) -> Item:
    old, new, proposed = world.cure
    first, second = world.numbers
    right = value(new, "day", fact="answer")
    return Item(
        question="Truck court slab goes down Monday. How many days do the wet covers stay on? No change orders signed so far.",
        answer=str(new),
        answer_type="number",
        gold=f"{new} days. Paragraph 3.9.B was written with {old}, and addendum {first} changed that to {new}. Bulletin {second} asks for a price for {proposed} days, but a bulletin is not part of the work until a change order for it has been signed.",
        rubric=(
            must("days", f"States that wet covers stay for {new} days.", right, failure_mode="superseded_text"),
            must("addendum", "Says that an addendum sets this time.", says(("addendum", "addenda", f"addendum {first}"), mention=True), type="reasoning"),
            must("bulletin", f"Says that the {proposed} days of the bulletin are not in force (a request for price only).",
                 says(("bulletin",), ("price", "pricing", "priced", "proposal", "proposed", "proposes", "not part", "not in force", "not binding", "not apply", "not yet", "no change order", "change order", "not in effect", "unless", "until", "not govern", "only asks", "request", "not authorized", "not approved", "not count", "counts once", "counts only", "only counts", "not signed", "nobody signed", "no co", "quote", "quotation", "not official", "not contractual", "if signed", "once signed", "would need", "needs a", "disregard", "ignore"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-old", f"Does not give {old} days, the time that the addendum replaced, as the time to keep.", no_claim(value(old, "day"), right), "superseded_text"),
            must_not("not-proposed", f"Does not give {proposed} days as the time to keep.", no_claim(value(proposed, "day"), right), "noise_as_content"),
        ),
        traps=(
            Trap("superseded_text", f"{old} days under wet covers, per 3.9.B for slabs for vehicles.", ("days", "addendum", "bulletin", "not-old")),
            Trap("noise_as_content", f"{proposed} days. The latest document in the book, bulletin {second}, raised it for slabs for vehicles, after addendum {first} had already changed 3.9.B.", ("days", "bulletin", "not-proposed")),
            Trap("dropped_item", f"Keep them on for {new} days: addendum {first} revised 3.9.B.", ("bulletin",)),
        ),
        note="Three times for the same covers stand in the book: the original, an addendum that replaces it, and a later bulletin that is only a request for a price, as the cover page explains.",
        facts={"answer": unless(["ad.cure"], unless(["bul.rule"], read("ad.cure", new), read("bul.cure", proposed)), read("c.slab", old))},
        decisive=("ad.cure", "bul.rule"),
        evidence=("c.slab", "bul.cure"),
        axes=("cross_referencing",),
        style="reconciliation",
    )  # fmt: skip


def _texture(world: ManualWorld) -> Item:
    fine, lane, _, ramp = world.texture
    right = some(value(ramp, fact="answer"), value(ramp / 1000, "in"))
    return Item(
        question="Finisher wants to know about the ramp to the dock: what finish, how deep a texture, and which way do the brooms run?",
        answer=f"{ramp} mils",
        answer_type="number",
        gold=f"The dock ramp is finished by 3.8.C.2: a stiff broom run across the slope, {ramp} mils deep, with the edges tooled smooth 2 in. wide.",
        rubric=(
            must("depth", f"States a texture {ramp} mils deep.", right, failure_mode="wrong_section"),
            must("broom", "Says that it is a stiff broom finish.", says(("stiff broom", "stiff-broom", "stiff-bristle", "stiff bristle", "stiff", "coarse broom"), mention=True)),
            must("across", "Says that brooms run across the slope.", says(("across the slope", "across slope", "perpendicular to the slope", "transverse", "crosswise", "across the ramp", "perpendicular", "at right angles", "cross-slope", "across", "side to side", "crossways", "widthwise", "square to the slope", "cross slope", "athwart"), mention=True), failure_mode="wrong_section"),
            must("edges", "Says that edges are tooled smooth.", says(("edge", "edges", "border", "borders", "sides"), ("tooled", "tool", "tooling", "smooth", "smoothed", "smoothly", "troweled"), mention=True), type="completeness", severity="minor"),
            must_not("not-b2", f"Does not give {fine} mils, the soft broom texture of 3.8.B.2.", no_claim(value(fine), right), "wrong_section"),
        ),
        traps=(
            Trap("wrong_section", f"3.8 item 2: steel trowel, then a soft broom along the long side, {fine} mils deep.", ("depth", "broom", "across", "edges", "not-b2")),
            Trap("hierarchy_ignored", f"Ramps for vehicles get a stiff broom across the slope with a texture of {lane} mils, and tooled edges.", ("depth",)),
            Trap("dropped_item", f"Stiff broom, {ramp} mils, run across the slope.", ("edges",)),
        ),
        note="The paragraph names only a place in the outline, and items numbered 2 stand under three paragraphs.",
        facts={"answer": unless(["t.ref"], read("t.c2", ramp), read("t.c1", lane))},
        decisive=("t.ref", "t.c2"),
        evidence=("t.b2", "t.c1"),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _next(world: ManualWorld) -> Item:
    check = says(
        ("dowel", "dowels", "key", "keys"),
        (
            "check",
            "compare",
            "verify",
            "inspect",
            "against the drawing",
            "drawing",
            "confirm",
            "match",
            "matches",
            "line up",
            "per plan",
            "plans",
            "look at",
            "look over",
            "go over",
            "review",
        ),
        mention=True,
    )
    agency = says(
        ("agency", "tester", "testing agency", "inspector"),
        (
            "see",
            "seen",
            "look",
            "inspect",
            "check",
            "witness",
            "have it",
            "review",
            "view",
            "by the",
            "shown",
            "okay",
            "looks",
            "looked",
            "observe",
            "viewing",
            "come out",
            "sign off",
            "show",
            "sign",
        ),
        mention=True,
    )
    dry = _dry(world)
    return Item(
        question="Wall joint without a waterstop: the crew has taken the skin off and blown the joint out. What's the next step, and how wet should the face be when the second lift goes in?",
        answer=f"{world.dry} h",
        answer_type="number",
        gold=f"Next is step 4, behind the waterstop box: check dowels and keys against the drawing and have the agency see the joint. The face has to be dry when the second lift goes in, with no water on it for {world.dry} hours, and no bonding agent or mortar.",
        rubric=(
            must("next", "Says that the next step is to check dowels and keys against the drawing.", check, failure_mode="reading_order"),
            must("agency", "Says that the agency has to see the joint.", agency, type="completeness"),
            must("dry", f"Says that the face must be dry, without water for {world.dry} hours.", dry, failure_mode="prior_knowledge"),
            must_not("not-wet", "Does not tell to wet the joint (damp or saturated surface) before the second lift.",
                     no_claim(says(("saturated surface dry", "saturated-surface-dry", "ssd", "damp", "dampen", "dampened", "prewet", "pre-wet", "wetted", "moist", "moistened", "saturated"))), "prior_knowledge"),
            must_not("not-stop", "Does not give the waterstop's steps (welds, straightening it) as what comes next.",
                     no_claim(says(("weld", "welds", "straighten", "unfold", "wipe"))), "reading_order", severity="major"),
        ),
        traps=(
            Trap("reading_order", f"Next, look at the welds, then straighten the waterstop and wipe it dry. The joint has to stay dry for {world.dry} hours before the second lift.", ("next", "agency", "not-stop")),
            Trap("prior_knowledge", "Check the dowels and keys against the drawing and have the agency look at the joint. Before the second lift bring the old concrete to a saturated surface dry condition.", ("dry", "not-wet")),
            Trap("dropped_item", f"Check dowels and keys against the drawing. Leave the face dry, no water on it for {world.dry} hours.", ("agency",)),
        ),
        note="The steps of the joint are interrupted by a box with steps of its own; a paragraph behind them asks for a dry joint, against common practice.",
        facts={"step": unless(["j.next"], "check", "close"), "hours": read("j.dry", world.dry), "answer": read("j.dry", world.dry)},
        decisive=("j.next", "j.dry"),
        evidence=("j.clean", "j.stop"),
        axes=("grounding",),
        style="lookup",
    )  # fmt: skip


def _dry(world: ManualWorld) -> dict[str, Any]:
    """Return a check: the hours without water are named, in whatever words ("no water for 24 hours" denies nothing)."""
    return some(
        value(world.dry, "h", fact="hours"),
        says((f"re:\\b{world.dry}[ -]?h(?:(?:ou)?rs?)?\\b",), mention=True),
    )


def _bond(world: ManualWorld) -> Item:
    return Item(
        question="Superintendent wants to bring the joint to SSD and brush on a bonding agent before the second lift. Does the section let him?",
        answer="No",
        answer_type="boolean",
        gold=f"No. By 3.5.B the joint is to be dry at the second placement, with no water on it for {world.dry} hours; it may not be wetted, and bonding agents, slurry and mortar beds are ruled out. The pull-off tests made for the Owner showed dry, rough joints to be the strongest.",
        rubric=(
            must("no", "States that the section does not allow it.",
                 verdict((), {"yes": ["allow", "permit", "may", "acceptable", "can", "ok", "okay", "let", "fine", "good practice", "go ahead"], "no": ["prohibit", "forbid", "forbidden", "ruled out", "rules out", "barred", "against", "contrary"]}, False, fact="answer"),
                 failure_mode="prior_knowledge"),
            must("dry", f"Says that the joint must have had no water for {world.dry} hours (be dry).", _dry(world), type="reasoning"),
            must("agent", "Says that no bonding agent is to be used.",
                 some(says(("bonding agent", "bonding agents", "bonder"), denied=True), says(("bonding agent", "bonding agents", "bonder"), ("prohibit", "prohibited", "forbid", "forbidden", "ruled out", "rules out", "barred", "out", "not allowed", "not permitted", "not be used", "not used", "may not", "must not", "do not", "skip", "no", "not want", "off limits", "off the table", "not use", "verboten", "disallowed", "leave out", "leave off", "banned", "without"), mention=True),
                      says(("no", "without", "neither", "nor", "not"), ("bonding agent", "bonding agents", "bonder"), mention=True)), type="reasoning"),
            must_not("not-ssd", "Does not recommend a saturated surface or a bonding agent as good practice for this joint.",
                     no_claim(says(("saturated surface", "ssd", "bonding agent", "yes", "that"), ("recommended", "good practice", "improves", "best practice", "standard practice", "usual practice", "normal practice", "common practice", "should be brought", "required"))), "prior_knowledge"),
        ),
        traps=(
            Trap("prior_knowledge", "Yes. A saturated surface dry joint with a bonding agent is standard practice, and nothing in the section stands in the way.", ("no", "dry", "agent", "not-ssd")),
            Trap("dropped_item", f"No, the section doesn't let him. The joint must be dry and must not have seen water for {world.dry} hours.", ("agent",)),
            Trap("wrong_section", "No. A bonding agent is ruled out, and after a stop of more than 45 minutes the joint has to be reported first.", ("dry",)),
        ),
        note="The section wants a dry joint without a bonding agent, where general practice wants it damp and often bonded.",
        facts={"answer": unless(["j.dry"], False, True), "hours": read("j.dry", world.dry)},
        decisive=("j.dry",),
        style="lookup",
    )  # fmt: skip


def _mix(world: ManualWorld) -> Item:
    mix = world.mix_of(world.target)
    place = next(one for group in world.groups for one in group if one.number == world.target)
    others = [one for one in world.mixes if one.air and one != mix]
    wrong = others[0]
    right = value(mix.air, "%", fact="answer")
    named = (mix.name, mix.name.replace("-", ""), f"mix {mix.name[-1]}")
    return Item(
        question=f"Batch plant on the phone for placement {world.target}. Which mix, how much air, and how many yards?",
        answer=f"{mix.air:g}%",
        answer_type="percent",
        gold=f"Placement {world.target} ({place.area.lower()}, {place.part}) takes mix {mix.name}, with {mix.air:g}% air. The schedule has {place.yards} cubic yards for it.",
        rubric=(
            must("mix", f"States that placement {world.target} takes mix {mix.name}.", says(named), failure_mode="lost_alignment"),
            must("air", f"States {mix.air:g}% air.", right, failure_mode="lost_alignment"),
            must("yards", f"States {place.yards} cubic yards.", value(place.yards, fact="yards")),
            must_not("not-other", f"Does not name {wrong.name} as the mix of this placement.", no_claim(says((wrong.name, wrong.name.replace("-", ""))), says(named)), "lost_alignment"),
        ),
        traps=(
            Trap("lost_alignment", f"That one is mix {wrong.name} with {wrong.air:g}% air, {place.yards} yards.", ("mix", "air", "not-other")),
            Trap("wrong_row", f"Mix {mix.name}, {mix.air:g}% air, and {place.yards + 7} yards.", ("yards",)),
            Trap("prior_knowledge", f"Send {place.yards} yards of {mix.name}. For frost the usual 5% air will do." if mix.air != 5 else f"Send {place.yards} yards of {mix.name}, 6% air.", ("air",)),
        ),
        note="In a schedule over pages the mix stands once, on a line over its group; rows of placements carry none.",
        facts={"mix": unless([f"mix.{mix.name}"], mix.name, wrong.name), "answer": read(f"air.{mix.name}", mix.air), "yards": read(f"yd.{place.number}", place.yards)},
        decisive=(f"mix.{mix.name}", f"air.{mix.name}", f"yd.{place.number}"),
        evidence=(f"place.{world.target}",),
        style="lookup",
    )  # fmt: skip


def _evaporation(world: ManualWorld) -> Item:
    temperature, wind = world.ask
    k = WINDS.index(wind)
    rate = world.rates[temperature][k]
    zone = 2 if rate > 0.2 else 1
    other = 90 if temperature == 80 else 80
    wrong = world.rates[other][k]
    fog = ("fog", "fogging", "fogged", "fogger", "foggers", "misting", "mist")
    needed = (
        says(fog)
        if zone == 2
        else some(
            says(fog, denied=True),
            says(
                fog,
                (
                    "not",
                    "no",
                    "unnecessary",
                    "only in zone 2",
                    "zone 2 only",
                    "without",
                    "skip",
                    "leave",
                    "spare",
                    "optional",
                    "drop",
                    "need",
                ),
                mention=True,
            ),
        )
    )
    right = value(rate, "lb", relative=0.07)
    names = (f"zone {zone}",)
    return Item(
        question=f"Slab pour this morning: {temperature} F at the hose, {wind} mph over the slab. Where does that land on the evaporation chart and what do I set up? Do we fog?",
        answer=f"Zone {zone}",
        answer_type="text",
        gold=f"At {temperature} degrees and {wind} miles an hour the chart reads about {rate:.2f} pounds a square foot in an hour, which is zone {zone}. Set up windbreaks on the side of the wind"
        + (", and fog the air over the slab from strike-off until the covers are on." if zone == 2 else "; fogging is not needed in that zone."),
        rubric=(
            must("zone", f"States that the conditions fall in zone {zone}.", says(names), failure_mode="misread_chart"),
            must("rate", f"Reads a rate of about {rate:.2f} pounds a square foot in an hour (within 7%).", right, type="reasoning", severity="major", failure_mode="misread_chart"),
            must("windbreaks", "Says that windbreaks are to be set up.", says(("windbreak", "windbreaks", "wind break", "wind breaks", "wind screens", "wind screen", "windscreen", "windscreens", "wind barrier", "wind barriers", "break the wind", "block the wind", "wind walls"))),
            must("fog", f"Says that fogging is {'' if zone == 2 else 'not '}needed.", needed),
            must_not("not-other", f"Does not place the conditions in zone {3 - zone}.", no_claim(says((f"zone {3 - zone}",)), says(names)), "misread_chart"),
        ),
        traps=(
            Trap("misread_chart", f"About {wrong:.2f}, so zone {3 - zone}: windbreaks{' and fogging from strike-off' if zone == 1 else ', no fogging'}.", ("zone", "rate", "fog", "not-other")),
            Trap("fabricated_value", f"That's zone {zone} at roughly {rate * 1.25:.2f}. Windbreaks{' plus fogging until covers are on' if zone == 2 else ' only, and no fogging'}.", ("rate",)),
            Trap("dropped_item", f"You read about {rate:.2f} there, zone {zone}. {'Fog the air over the slab until the covers are on.' if zone == 2 else 'Fogging is not needed.'}", ("windbreaks",)),
        ),
        note="Three curves are told apart by dash and marker; the shaded zone in which the point lies decides what has to be done.",
        facts={"rate": read(f"evap.pt.t{temperature}.{k}", rate, "plot", within=0.05),
               "answer": op("if", op("lt", 0.2, read(f"evap.pt.t{temperature}.{k}", rate, "plot", within=0.05)), "Zone 2", "Zone 1")},
        decisive=(f"evap.pt.t{temperature}.{k}",),
        evidence=("evap.y.1", "evap.y.2"),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _strip(world: ManualWorld) -> Item:
    share, days, load = world.strip
    right = value(share, "%", fact="answer")
    return Item(
        question="What all has to be in place before the shores under the office deck come out? Give me the full list, I'm writing the work plan.",
        answer=f"{share}%",
        answer_type="percent",
        gold=f"Four things: field-cured cylinders at {share}% of the 28-day strength as the mean of three, at least {days} curing days, a written release by the Engineer since it is a hold point, and no more than {load} pounds a square foot on the slab while shores are taken away.",
        rubric=(
            must("strength", f"States that field-cured cylinders must have reached {share}% of the 28-day strength.", right),
            must("days", f"States that at least {days} curing days must have passed.", some(value(days, fact="days"), value(days, "day")), type="completeness"),
            must("release", "States that the Engineer must release it in writing (hold point).", some(says(("engineer", "engr", "eor"), ("release", "releases", "released", "written", "in writing", "approval", "approve", "sign", "signed", "sign-off", "hold point", "letter", "okay", "okayed", "ok", "writing", "clear", "clearance", "go-ahead", "consent"), mention=True), says(("hold point",), mention=True)), type="completeness", failure_mode="dropped_item"),
            must("load", f"States that the slab may carry no more than {load} pounds a square foot while shores are removed.", value(load, "lb", fact="load"), type="completeness", failure_mode="dropped_item"),
            must_not("not-agency", "Does not say that the testing agency releases the shores.",
                     no_claim(says(("agency",), ("releases", "release it", "releases it", "sign-off", "signs off", "approves", "clears", "release from the agency"))), "wrong_section", severity="major"),
        ),
        traps=(
            Trap("dropped_item", f"Per 3.2: field-cured cylinders at {share}% of the 28-day strength as a mean of three, and at least {days} curing days.", ("release", "load")),
            Trap("wrong_section", f"Cylinders at {share}% of 28-day strength, {days} curing days, no more than {load} psf on the deck, and the agency releases it.", ("release", "not-agency")),
            Trap("prior_knowledge", f"Usual rule: 70% of strength from field-cured cylinders, {days} curing days and the Engineer's written release. Keep the deck under {load} psf.", ("strength",)),
        ),
        note="Two conditions stand with the shores; they point to two other articles, each with one more.",
        facts={"answer": read("strip.strength", share), "days": read("strip.days", days), "load": read("strip.load", load), "release": unless(["strip.release"], "written", "none")},
        decisive=("strip.strength", "strip.days", "strip.load", "strip.release"),
        axes=("cross_referencing",),
        style="summary",
    )  # fmt: skip


def _days(world: ManualWorld) -> Item:
    done, need = world.done, world.wall
    means = listed([str(one) for one in world.log])
    cold = sum(one < world.mean for one in world.log[:done])
    right = says(
        (
            f"re:\\b(?:day(?: number| no\\.?)?|the) #?{done}(?:st|nd|rd|th)?\\b",
            f"re:\\b{done}(?:st|nd|rd|th) (?:calendar )?day",
            f"re:\\b{done} (?:calendar |elapsed )?days",
            f"re:\\b{ORDINALS[done - 1]} (?:calendar )?day",
            f"re:\\b{ORDINALS[done - 1]}\\b",
            f"re:\\bday {NUMBERS[done]}\\b",
        )
    )
    early = says((f"re:\\bday {need}\\b", f"re:\\b{need}th day", f"re:\\b{ORDINALS[need - 1]} day"))
    return Item(
        question=f"Pump vault wall, day 1 is the day after the placement. Mean temperatures at the surface by day, degrees F: {means}. After which day has it had its curing?",
        answer=str(done),
        answer_type="number",
        gold=f"After day {done}. Walls need {need} curing days, and by the definitions a day counts only if its mean is {world.mean} degrees or more; {cold} of the first {done} days were colder and do not count.",
        rubric=(
            must("day", f"States that curing is complete after day {done}.", right, failure_mode="everyday_meaning"),
            must("need", f"States that walls need {need} curing days.", some(value(need), value(need, "day")), type="reasoning"),
            must("mean", f"States that a day counts only with a mean of {world.mean} degrees F or more.", some(value(world.mean, "°f", fact="mean"), value(world.mean, "°"), says((f"re:(?:below|under|least|above|over|than|or|only|reach|reached|hit|of|to) {world.mean}\\b",), mention=True)), type="reasoning"),
            must_not("not-calendar", f"Does not say that curing is complete after day {need}.", no_claim(early, right), "everyday_meaning"),
        ),
        traps=(
            Trap("everyday_meaning", f"Walls need {need} days of curing, so it's done after day {need}.", ("day", "mean", "not-calendar")),
            Trap("miscounted", f"{need} curing days are required and only days at {world.mean} F or above count, so it is complete after day {done + 1}.", ("day",)),
            Trap("wrong_section", f"After day {done}: {need} days are needed for walls, and days below 40 F are cold weather and don't count.", ("mean",)),
        ),
        note="A term of the article on curing is defined pages before: only days of a certain mean temperature count.",
        facts={"mean": read("def.day", world.mean), "need": read("c.wall", need), "answer": unless(["def.day"], done, need)},
        decisive=("def.day", "c.wall"),
        axes=("grounding",),
        style="calculation",
    )  # fmt: skip


def _cement(world: ManualWorld) -> Item:
    mix = world.mixes[3 if world.pick % 2 else 2]
    return Item(
        question=f"Carbon form asks for the cement content of {mix.name} in pounds per cubic yard. What does the spec have?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The section does not give a cement content. For {mix.name} it sets strength ({mix.strength:,} psi), a water to cement ratio of at most {mix.water:.2f}, air, slump and aggregate; proportions are left to the producer's submittal under 1.3.A.",
        rubric=(
            must_abstain("abstains", f"States that the cement content of {mix.name} is not given.", abstains(("cement content", "cementitious content", "cement", "pounds per cubic yard", "lb/cy", "content", "that", "it", "number", "figure"))),
            must("ratio", f"Says that the water to cement ratio of at most {mix.water:.2f} is what the section sets.", value(mix.water), type="completeness", severity="minor", implicit=True),
            must("submittal", "Says where it is to be had: the producer's (Contractor's) submittal of mixture proportions.",
                 says(("submittal", "submitted", "submit", "producer", "proportions", "trial batch", "mix design", "supplier", "batch plant", "1.3", "plant", "ready-mix", "readymix", "mix report", "recipe", "contractor", "hand in", "turn in"), mention=True), type="completeness", severity="major", implicit=True),
            must_not("no-pounds", "Does not give a number of pounds as the cement content.", no_value("lb"), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"For a mix of {mix.strength:,} psi at {mix.water:.2f} you need about 564 pounds per cubic yard.", ("abstains", "submittal", "no-pounds")),
            Trap("overreach", f"The spec doesn't list the cement content, but from the {mix.water:.2f} ratio and the producer's usual water of 270 pounds you get {270 / mix.water:.0f} pounds per yard.", ("no-pounds",)),
            Trap("dropped_item", f"The cement content isn't given. The table for {mix.name} stops at strength, slump, air, aggregate and a ratio of {mix.water:.2f}.", ("submittal",)),
        ),
        note="The table of mixtures has everything around the cement content but not the content itself.",
        facts={"answer": unless(["mixrow"], absent("pounds", "cement"), 564.0)},
        decisive=("mixrow",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("superseded_amendment", _cure),
    Ask("outline_number", _texture),
    Ask("interrupted_steps", _next),
    Ask("prior_override", _bond),
    Ask("carried_group", _mix),
    Ask("range_band", _evaporation),
    Ask("all_conditions", _strip),
    Ask("distant_definition", _days),
    Ask("never_reported", _cement),
)
