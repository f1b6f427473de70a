"""What is asked of technical instructions for bonded panels."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import listed
from dataset_builder.families.rubrics.domains.manufacturing.process_world import MINUTES, STATIONS, ProcessWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import listing, must, must_not, no_claim, says, some, value


def _drill(world: ProcessWorld) -> Item:
    (speed, feed), (other, _) = world.drill
    coolant = ("coolant", "mist", "lubricant", "cutting fluid", "flood", "lube")
    right = value(speed, fact="answer")
    return Item(
        question="Drilling 4.8 mm holes through the titanium doubler of a cured panel. Speed, feed, which coolant, and what peck depth?",
        answer=f"{speed} rpm",
        answer_type="number",
        gold=f"Run {speed} rpm with a feed of {feed:g} mm a turn. Drill dry: no coolant, mist or lubricant is allowed on a bonded panel, since it creeps under the skin into the core. Do not peck; take one stroke at full feed without dwell.",
        rubric=(
            must("speed", f"States a speed of {speed} turns a minute.", right, failure_mode="wrong_row"),
            must("feed", f"States a feed of {feed:g} mm a turn.", some(value(feed, "mm", fact="feed"), value(feed))),
            must("dry", "States that the holes are drilled dry, without coolant or lubricant.", some(says(("dry",)), says(coolant, denied=True), says(("no", "without"), coolant, mention=True)), failure_mode="prior_knowledge"),
            must("peck", "States that holes are not pecked (one stroke).", some(says(("re:peck\\w*",), denied=True), says(("one stroke", "single stroke", "one pass", "one continuous", "single pass", "continuous stroke", "one go", "single go", "straight through", "uninterrupted", "one continuous stroke", "one motion", "one push", "one shot"), mention=True), says(("no", "without", "not", "never"), ("re:peck\\w*",), mention=True)), failure_mode="prior_knowledge"),
            must_not("not-coolant", "Does not recommend a coolant, mist or lubricant.",
                     no_claim(says(("use", "apply", "flood", "spray", "run", "with"), ("flood coolant", "mist coolant", "water-soluble", "cutting oil", "plenty of coolant", "coolant mist", "a light mist", "soluble oil"))), "prior_knowledge"),
        ),
        traps=(
            Trap("prior_knowledge", f"{speed} rpm at {feed:g} mm per rev. Titanium holds its heat, so use flood coolant and peck every millimeter to clear the chips.", ("dry", "peck", "not-coolant")),
            Trap("wrong_row", f"Run {other} rpm and {feed:g} mm a turn, dry, in one stroke.", ("speed",)),
            Trap("dropped_item", f"{speed} rpm, {feed:g} mm a turn, and no coolant of any kind on a bonded panel.", ("peck",)),
        ),
        note="Coolant and pecking are what shop practice asks of titanium; the instructions forbid both on bonded panels.",
        facts={"answer": read("ti.speed", speed), "feed": read("ti.feed", feed), "dry": unless(["d.dry"], "dry", "coolant"), "peck": unless(["d.peck"], "one stroke", "peck")},
        decisive=("ti.speed", "ti.feed", "d.dry", "d.peck"),
        evidence=("al.speed",),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _cell(world: ProcessWorld) -> Item:
    (ta, ca), (tb, cb) = world.flash
    right = value(tb, "min", fact="answer")
    return Item(
        question="Robot cell, parts have just come out of the blast. What's the next step, how long and how hot?",
        answer=f"{tb} min",
        answer_type="number",
        gold=f"Blow them off and dry them for {tb} minutes at {cb} °C. After that they are primed by program 12.",
        rubric=(
            must("dry", "Says that parts are blown off and dried next.", says(("dry", "dried", "drying", "dryer", "drier", "oven")), failure_mode="reading_order"),
            must("minutes", f"States {tb} minutes.", right, failure_mode="reading_order"),
            must("heat", f"States {cb} °C.", some(value(cb, "°c", fact="heat"), value(cb, "°"))),
            must("blow", "Says that they are blown off.", says(("blow", "blown", "blow-off", "blow off", "air off", "blowing", "blew", "compressed air", "air gun", "with air"), mention=True), type="completeness", severity="minor"),
            must_not("not-a", f"Does not give {ta} minutes, the drying of cell A.", no_claim(value(ta, "min"), right), "reading_order"),
        ),
        traps=(
            Trap("reading_order", f"Next is a rinse with deionized water, then drying for {ta} minutes at {ca} °C.", ("minutes", "heat", "blow", "not-a")),
            Trap("wrong_row", "Next they are primed by program 12 to 5 to 9 µm, then five points are measured.", ("dry", "minutes", "heat", "blow")),
            Trap("prior_knowledge", f"Wipe off the dust with solvent, then dry {tb} minutes at {cb} °C.", ("blow",)),
        ),
        note="Steps of two cells stand side by side without a line between them and look like one text.",
        facts={"answer": read("b.dry", tb), "heat": read("b.temp", cb)},
        decisive=("b.dry", "b.temp"),
        evidence=("b.blast", "a.dry"),
        axes=("typographic_hierarchy",),
        style="lookup",
    )  # fmt: skip


def _rest(world: ProcessWorld) -> Item:
    thin, thick = world.soak
    right = value(thick, "min", fact="answer")
    return Item(
        question="Stack with a 19 mm core, edges filled. How long does it rest under vacuum, at how much vacuum, and what do I do then?",
        answer=f"{thick} min",
        answer_type="number",
        gold=f"A core over 12 mm rests for {thick} minutes under at least 0.6 bar of vacuum. Then vent slowly and look for prints of cells.",
        rubric=(
            must("minutes", f"States {thick} minutes.", right, failure_mode="hierarchy_ignored"),
            must("vacuum", "States a vacuum of at least 0.6 bar.", value(0.6)),
            must("vent", "Says to vent slowly and look for cell prints.", says(("vent", "release", "bleed", "let the vacuum", "re:\\blet(?:ting)? (?:the |some )?air\\b", "air in", "air back", "back to atmosphere", "vacuum off", "break the vacuum", "drop the vacuum", "relieve", "back off"), ("show through", "showing through", "cells show", "see if any cells", "cell pattern", "dimples", "print-through", "print", "prints", "telegraph", "telegraphing", "cell marks"), mention=True), type="completeness"),
            must_not("not-thin", f"Does not give {thin} minutes, the time for thinner cores.", no_claim(value(thin, "min"), right), "hierarchy_ignored"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"Rest it for {thin} minutes under at least 0.6 bar, then vent slowly and look for prints of cells.", ("minutes", "not-thin")),
            Trap("dropped_item", f"{thick} minutes at no less than 0.6 bar of vacuum.", ("vent",)),
            Trap("wrong_section", f"{thick} minutes, with not more than 0.05 bar lost in five minutes; then vent it slowly and check for prints.", ("vacuum",)),
        ),
        note="Two items nested three deep give the time by the thickness of the core.",
        facts={"answer": unless(["r.thick"], thick, thin)},
        decisive=("r.thick",),
        evidence=("r.thin",),
        style="lookup",
    )  # fmt: skip


def _curve(world: ProcessWorld) -> Item:
    k = world.minute
    bar, heat = world.pressure[k], world.temperature[k]
    wrong = round(heat / 20, 1)
    right = value(bar, "bar", absolute=0.15)
    return Item(
        question=f"Checking a cure record against the nominal curve: what pressure and temperature should it show {MINUTES[k]} minutes after the door was locked, and how far may pressure be off?",
        answer=f"{bar:g} bar",
        answer_type="number",
        gold=f"About {bar:g} bar, read on the right axis, and {heat:g} °C on the left one. Pressure may differ by 0.2 bar.",
        rubric=(
            must("pressure", f"States a pressure of about {bar:g} bar (within 0.15).", right, failure_mode="misread_chart"),
            must("temperature", f"States a temperature of about {heat:g} °C (within 4).", some(value(heat, "°c", absolute=4), value(heat, "°", absolute=4)), failure_mode="misread_chart"),
            must("tolerance", "States that pressure may differ by 0.2 bar.", value(0.2), type="completeness"),
            must_not("not-swapped", f"Does not give {wrong:g} bar, the height of the temperature curve on the pressure axis.", no_claim(value(wrong, "bar", absolute=0.05), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"About {wrong:g} bar at {bar * 20:.0f} °C. Pressure may be off by 0.2 bar.", ("pressure", "temperature", "not-swapped")),
            Trap("wrong_column", f"{bar:g} bar and {heat:g} °C; the tolerance on it is 4 °C.", ("tolerance",)),
            Trap("fabricated_value", f"Around {bar + 1.1:.1f} bar at {heat:g} °C, give or take 0.2 bar.", ("pressure",)),
        ),
        note="Two curves with an axis each cross in one frame; only the axis titles and the legend tell which belongs where.",
        facts={"answer": read(f"cure.pt.rightbar.{k}", bar, "plot", within=0.05), "heat": read(f"cure.pt.temp.{k}", heat, "plot", within=0.04)},
        decisive=(f"cure.pt.rightbar.{k}", f"cure.pt.temp.{k}"),
        style="lookup",
    )  # fmt: skip


def _clean(world: ProcessWorld) -> Item:
    inside = list(world.clean)
    outside = [one for one in STATIONS if one not in inside]
    last = STATIONS.index(inside[-1])
    nearby = STATIONS[last + 1]
    marks = [f"st.{STATIONS.index(one)}" for one in inside]
    return Item(
        question="Visitors tomorrow. Which stations need hoods and overshoes according to the layout, in the order a panel passes them?",
        answer=", ".join(inside),
        answer_type="list",
        gold=f"Those inside the dashed clean zone of figure 2-1, in order: {listed(inside)}.",
        rubric=(
            must("stations", f"Lists {', '.join(inside)} in this order, and no other station.", listing([(one,) for one in inside], outside, ordered=True, fact="answer"), failure_mode="misplaced"),
            must("last", f"Includes {inside[-1]}.", says((inside[-1],)), type="completeness", severity="major"),
            must("zone", "Says that these are the stations in the clean zone (dashed outline).", says(("clean zone", "dashed", "clean room", "clean area", "clean"), mention=True), type="reasoning", severity="minor"),
            must_not("not-next", f"Does not count {nearby} among them.", no_claim(says((nearby,)), says((nearby,), ("outside", "not in", "not inside", "not part", "excluded", "beyond", "leaves the zone", "not included", "no hood", "next station after", "already out", "is out", "not needed", "does not need", "do not need", "starts after", "ends before", "stops before", "ends at", "before"), mention=True)), "misplaced"),
        ),
        traps=(
            Trap("misplaced", f"The clean zone takes in {', '.join(inside)} and {nearby}.", ("stations", "not-next")),
            Trap("dropped_item", f"In the clean zone are {', '.join(inside[:-1])}.", ("stations", "last")),
            Trap("wrong_order", f"Inside the dashed outline: {', '.join(reversed(inside))}.", ("stations",)),
        ),
        note="The zone is drawn as a dashed outline that turns with the line, so the second row runs from right to left.",
        facts={"answer": op("all", *(unless([ref], read(ref, one, "text"), "") for ref, one in zip(marks, inside, strict=True)))},
        decisive=tuple(marks),
        axes=("charts_multimodal",),
        style="lookup",
    )  # fmt: skip


def _dent(world: ProcessWorld) -> Item:
    zone = world.zone
    limit, looser = world.dent[zone - 1], world.dent[zone]
    depth = round((limit + looser) / 2, 2)
    right = value(limit, "mm", fact="answer")
    return Item(
        question=f"Dent of {depth:g} mm right on the line between zones {zone} and {zone + 1} of the traveler. What's the limit there, and is it in or out?",
        answer=f"{limit:g} mm",
        answer_type="number",
        gold=f"The limit is {limit:g} mm, so a dent of {depth:g} mm is out. Appendix A sets {limit:g} mm for zone {zone} and {looser:g} mm for zone {zone + 1}, and on the line between zones the stricter limit holds.",
        rubric=(
            must("limit", f"States a limit of {limit:g} mm.", right, failure_mode="wrong_column"),
            must("out", "States that the dent is out of limits.", says(("out", "reject", "rejected", "fails", "exceeds", "over the limit", "too deep", "not acceptable", "unacceptable", "beyond", "outside", "above", "deeper than", "over", "no good", "scrap", "nonconforming", "too much", "rejectable", "greater than", "more than", "bigger", "larger", "not ok", "not okay", "not allowed", "does not pass", "bust"), mention=True)),
            must("stricter", "Says that the stricter limit holds on a line between zones.", says(("stricter", "strictest", "tighter", "lower limit", "smaller limit", "more severe", "more stringent", "tightest", "more restrictive", "smaller one", "lesser", "lower one", "lower of", "harsher", "tougher", "least", "smaller of", "min of"), mention=True), type="reasoning"),
            must_not("not-in", "Does not say that the dent is acceptable.", no_claim(says(("is in", "it's in", "within limits", "within the limit", "is acceptable", "it passes", "is fine", "accept it", "so in", "dent is ok", "is okay", "passes", "you can accept", "all right", "is good"))), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"{looser:g} mm by appendix A, so the dent is within the limit.", ("limit", "out", "stricter", "not-in")),
            Trap("overcautious", f"Appendix A has {limit:g} mm for one zone and {looser:g} mm for the other but doesn't tell what goes for a dent on the line.", ("out", "stricter")),
            Trap("dropped_item", f"{limit:g} mm goes there, and your dent is out.", ("stricter",)),
        ),
        note="The chapter sends the reader to an appendix, where a sentence over the table decides between two columns.",
        facts={"answer": op("min", read(f"dent.{zone}", limit), read(f"dent.{zone + 1}", looser))},
        decisive=(f"dent.{zone}", f"dent.{zone + 1}"),
        evidence=("d.app",),
        axes=("standard_tables",),
        style="comparison",
    )  # fmt: skip


def _release(world: ProcessWorld) -> Item:
    right = value(world.peel, fact="answer")
    return Item(
        question="What do I need to see before I sign a panel off in box 14? Looking for the load's and the film's conditions, with numbers.",
        answer=f"{world.peel:g} N/mm",
        answer_type="number",
        gold=f"The load's test strip must peel at {world.peel:g} N/mm or more as a mean of three, tested no earlier than {world.age} hours after the end of cure. The cure record of the load must be good, and the film's out time must not be over {world.out} hours. You may not sign a panel that you laid up yourself.",
        rubric=(
            must("peel", f"States a peel strength of at least {world.peel:g} N/mm.", right),
            must("age", f"States that the strip is not peeled before {world.age} hours from the end of cure.", some(value(world.age, "h", fact="age"), says((f"re:\\b{world.age}[ -]?h(?:(?:ou)?rs?)?\\b",), mention=True)), type="completeness"),
            must("out", f"States that the film's out time must not be over {world.out} hours.", some(value(world.out, "h", fact="out"), says((f"re:\\b{world.out}[ -]?h(?:(?:ou)?rs?)?\\b",), mention=True)), type="completeness", failure_mode="dropped_item"),
            must("record", "States that the cure record (curve) of the load must be good.", says(("record", "curve", "chart", "cure log", "trace", "recording", "recorder"), mention=True), type="completeness"),
        ),
        traps=(
            Trap("dropped_item", f"Strip of the load at {world.peel:g} N/mm or better, peeled no sooner than {world.age} hours from the end of cure, and a good curve.", ("out",)),
            Trap("wrong_section", f"Peel of {world.peel:g} N/mm after {world.age} hours, and primed parts no older than 71 hours; film out time under {world.out} hours.", ("record",)),
            Trap("prior_knowledge", f"A lap shear coupon at 20 MPa tested after {world.age} hours, a good cure record, and film out time within {world.out} hours.", ("peel",)),
        ),
        note="The chapter on release names strip and record and sends the reader to an earlier chapter for the film.",
        facts={"answer": read("t.peel", world.peel), "age": read("t.age", world.age), "out": read("m.out", world.out)},
        decisive=("t.peel", "t.age", "m.out"),
        axes=("cross_referencing",),
        style="summary",
    )  # fmt: skip


ASKS = (
    Ask("prior_override", _drill),
    Ask("side_by_side", _cell),
    Ask("nested_bullets", _rest),
    Ask("dual_axis", _curve),
    Ask("route_or_zone", _clean),
    Ask("appendix_lookup", _dent),
    Ask("all_conditions", _release),
)
