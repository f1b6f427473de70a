"""What is asked of a lighting plan."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.construction.floor_asks import type_named
from dataset_builder.families.rubrics.domains.construction.lighting_world import NAMES, LightingWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    every,
    must,
    must_abstain,
    must_not,
    no_claim,
    says,
    some,
    value,
    verdict,
)


def _daylight(world: LightingWorld) -> Item:
    dimmed, backed = world.count("open", "A", True), world.count("open", "E", True)
    whole = world.count("open", "A")
    right = value(dimmed, fact="answer")
    return Item(
        question="Commissioning the daylight sensor in the open office. How many troffers have to dim with it?",
        answer=str(dimmed),
        answer_type="number",
        gold=f"{dimmed}. That is the number of type A troffers inside the daylight zone boundary. {backed} type E troffers lie in the zone as well, but by note 4 emergency luminaires are left out of daylight dimming.",
        rubric=(
            must("count", f"States that {dimmed} troffers dim with the sensor.", right, failure_mode="misplaced"),
            must("emergency", "Says that type E (emergency, battery) troffers in the zone are not dimmed.",
                 every(says((*type_named("E"), "emergency", "battery", "battery-backed"), mention=True),
                       says((*type_named("E"), "emergency", "battery", "battery-backed"),
                            ("not dimmed", "not dim", "undimmed", "do not dim", "excluded", "exclude", "excludes", "excluding", "left out", "leave out", "leaves out", "leaving out", "out of", "stay", "stays", "exempt", "not count", "not counted", "not controlled", "full output", "no daylight", "not part", "minus", "less", "omit", "not include", "not included", "without", "never dim", "kept off", "bypass", "not on", "exempted", "do not follow", "not follow", "not respond", "ignore", "not tied", "unaffected", "not affected", "do not change", "always on", "full brightness", "not to dim", "no dimming", "stays out", "skip"), mention=True)),
                 type="reasoning", implicit=True),
            must_not("not-both", f"Does not give {dimmed + backed}, all troffers in the zone, as the number that dims.", no_claim(value(dimmed + backed), right), "ignored_footnote"),
            must_not("not-room", f"Does not give {whole}, the type A troffers of the whole room, as the number that dims.", no_claim(value(whole), right), "misplaced", severity="major"),
        ),
        traps=(
            Trap("ignored_footnote", f"Inside the dashed daylight boundary I count {dimmed + backed} troffers, so all of those dim.", ("count", "emergency", "not-both")),
            Trap("misplaced", f"The open office has {whole} type A troffers; they all follow the sensor, while the emergency ones are left out.", ("count", "not-room")),
            Trap("dropped_item", f"{dimmed} troffers.", ("emergency",)),
            Trap("miscounted", f"Leaving out the emergency type, there are {dimmed - 1 if dimmed - 1 not in (whole, dimmed + backed) else dimmed - 2} in the daylight zone.", ("count",)),
        ),
        note="The zone is a dashed outline with a corner in it; symbols inside have to be counted, those half filled are emergency units which a note takes out.",
        facts={"answer": op("sub", op("add", read("lum.open.A.in", dimmed, "count"), read("lum.open.E.in", backed, "count")), unless(["n.emergency"], backed, 0))},
        decisive=("lum.open.A.in", "n.emergency"),
        evidence=("lum.open.E.in",),
        axes=("charts_multimodal", "cross_referencing"),
        style="reconciliation",
    )  # fmt: skip


def _downlights(world: LightingWorld) -> Item:
    front, kitchen = world.count("reception", "B"), world.count("break", "B")
    washers = world.count("reception", "D") + world.count("break", "D")
    total = front + kitchen
    right = value(total, fact="answer")
    rooms = (("reception",), ("break room", "break", "breakroom"))
    return Item(
        question=f"Takeoff check on type B: how many in {NAMES['reception']} {world.number('reception')} and in {NAMES['break']} {world.number('break')}, and together?",
        answer=str(total),
        answer_type="number",
        gold=f"{NAMES['reception']} has {front} type B downlights and the break room {kitchen}, {total} together. The half-filled circles in those rooms are wall washers, type D.",
        rubric=(
            must("front", f"States that Reception has {front} type B downlights.", value(front, about=[rooms[0]], rivals=rooms[1], fact="front"), failure_mode="miscounted"),
            must("kitchen", f"States that the break room has {kitchen} type B downlights.", value(kitchen, about=[rooms[1]], rivals=rooms[0], fact="kitchen"), failure_mode="miscounted"),
            must("total", f"States that there are {total} together.", right),
            must_not("not-washers", f"Does not give {total + washers}, downlights and wall washers, as the number of type B.", no_claim(value(total + washers), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"Reception {front + world.count('reception', 'D')}, break room {kitchen + world.count('break', 'D')}, {total + washers} in all.", ("front", "kitchen", "total", "not-washers")),
            Trap("miscounted", f"Reception has {front} and the break room {kitchen + 1}, so {total + 1} of type B.", ("kitchen", "total")),
            Trap("arithmetic_slip", f"I get {front} in reception and {kitchen} in the break room, {total + 2} together.", ("total",)),
        ),
        note="Open and half-filled circles of one size are different types, which the symbols in the schedule tell; one of them stands in the other's row.",
        facts={"front": read("lum.reception.B", front, "count"), "kitchen": read("lum.break.B", kitchen, "count"),
               "answer": op("add", read("lum.reception.B", front, "count"), read("lum.break.B", kitchen, "count"))},
        decisive=("lum.reception.B", "lum.break.B"),
        axes=("charts_multimodal",),
        style="calculation",
    )  # fmt: skip


def load_of(world: LightingWorld) -> tuple[float, float]:
    """Return the conference room's load by the sheet's rule and by the watts as listed, in watts."""
    pendants = world.count("conference", "C") * world.length * world.watts["C"]
    down = world.count("conference", "B") * world.watts["B"]
    wash = world.count("conference", "D") * world.watts["D"]
    return pendants + down + wash * world.share / 100, pendants + down + wash


def _load(world: LightingWorld) -> Item:
    load, listed = load_of(world)
    c, b, d = (world.count("conference", kind) for kind in "CBD")
    per_piece = c * world.watts["C"] + b * world.watts["B"] + d * world.watts["D"] * world.share / 100
    right = value(load, "w", fact="answer", absolute=0.51)
    return Item(
        question=f"What connected load do I enter for {NAMES['conference']} {world.number('conference')}, counted the way this sheet says to?",
        answer=f"{load:.1f} W",
        answer_type="number",
        gold=f"{load:.1f} W. {c} type C pendants of {world.length} ft at {world.watts['C']} W a foot make {c * world.length * world.watts['C']} W, {b} type B at {world.watts['B']} W make {b * world.watts['B']} W, and {d} type D wall washers at {world.watts['D']} W "
        f"are counted at {world.share}%, {d * world.watts['D'] * world.share / 100:.1f} W.",
        rubric=(
            must("load", f"States a connected load of {load:.1f} W.", right, failure_mode="prior_knowledge"),
            must("share", f"Says that wall washers (type D) are counted at {world.share}% of their watts.", some(value(world.share, "%", fact="share"), value(world.share / 100)), type="reasoning"),
            must("foot", f"Says that the pendants are counted by length, at {world.watts['C']} W a foot.",
                 says((*type_named("C"), "pendant", "pendants"), ("foot", "feet", "ft", "length", "linear", "lineal", "lf", "w/ft", "re:\\d ?(?:ft|')", "long", "per-foot", "running"), mention=True), type="reasoning", severity="major"),
            must_not("not-listed", f"Does not give {listed:.0f} W, with wall washers at their full watts, as the load.", no_claim(value(listed, "w"), right), "prior_knowledge"),
        ),
        traps=(
            Trap("prior_knowledge", f"Connected load is fixture count times schedule watts: pendants at {world.watts['C']} W per foot, downlights and wall washers, {listed:.0f} W in total.", ("load", "share", "not-listed")),
            Trap("wrong_column", f"With type D at {world.share}% and {c} pendants at {world.watts['C']} W each it comes to {per_piece:.1f} W.", ("load", "foot")),
            Trap("miscounted", f"Pendants go in at {world.watts['C']} W a foot and wall washers at {world.share}%, which makes {load + 2 * world.watts['B']:.1f} W.", ("load",)),
            Trap("dropped_item", f"Enter {load:.1f} W. The pendants are taken by the foot.", ("share",)),
        ),
        note="Watts of the pendant are for a foot of length, which stands on the plan, and the sheet's own rule counts wall washers at part of theirs.",
        facts={
            "share": read("n.share", world.share),
            "answer": op("add", op("mul", op("mul", read("lum.conference.C", c, "count"), read("len.conference", world.length)), read("w.C", world.watts["C"])),
                         op("mul", read("lum.conference.B", b, "count"), read("w.B", world.watts["B"])),
                         op("mul", op("mul", read("lum.conference.D", d, "count"), read("w.D", world.watts["D"])), unless(["n.share"], op("div", read("n.share", world.share), 100), 1))),
        },
        decisive=("n.share", "len.conference", "w.C", "lum.conference.D"),
        evidence=("w.B", "w.D", "lum.conference.B"),
        axes=("spatial_awareness", "cross_referencing"),
        style="calculation",
    )  # fmt: skip


def _hold(world: LightingWorld) -> Item:
    kind = world.hold
    name = {"B": "downlights", "D": "wall washers"}[kind]
    return Item(
        question=f"Supplier won't move on the type {kind} {name} because the schedule says HOLD. Can I release the housings now so rough-in isn't late?",
        answer="Yes",
        answer_type="boolean",
        gold="Yes, release the housings. HOLD stands in the finish column and, by note 3, only means that the color of the trim is not chosen yet. Housings go with the rest of the order; just the trims wait.",
        rubric=(
            must("release", "States that the housings may be released now.",
                 verdict((), {"yes": ["release", "can", "may", "ok", "okay", "go ahead", "order", "proceed", "go right ahead", "send", "ship", "buy", "let them go", "no problem", "free to", "clear"], "no": ["on hold", "wait until", "hold off", "blocked", "must wait", "held up", "leave the housings off", "leave them off", "leave off", "can not be done"]}, True, fact="answer"),
                 failure_mode="wrong_column"),
            must("finish", "Says that HOLD concerns the finish (trim color) only.", says(("hold", "pending", "open", "only", "just"), ("finish", "color", "colour", "trim", "trims"), mention=True), type="reasoning"),
            must("trims", "Says that the trims have to wait.",
                 some(says(("trim", "trims"), ("wait", "waits", "hold", "held", "later", "follow", "pending", "until", "not yet", "on hold", "not chosen", "not been chosen", "not selected", "open", "back"), mention=True),
                      says(("hold", "wait", "waits"), ("trim", "trims"), mention=True)), type="completeness", severity="major"),
            must_not("not-all", f"Does not say that type {kind} as a whole is on hold or must not be ordered.",
                     no_claim(says(("housing", "housings", "whole type", "entire type", "fixture", "luminaire", "type"), ("must wait", "cannot be released", "can not be released", "do not release", "re:(?:keep|hold) (?:\\w+ )?(?:\\w+ )?(?:housings?|fixtures?) (?:back|out)", "stay put", "waits", "has to wait", "cannot go", "can not go", "not order", "not be ordered", "can not release", "not be released", "hold off", "can not be done", "leave the housings off", "re:\\bon hold, so\\b"), mention=True)), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"No. Type {kind} is marked HOLD, so the fixture can not be released until the engineer lifts it; keep the housings out of this order.", ("release", "finish", "trims", "not-all")),
            Trap("dropped_item", f"Yes, you can release them. HOLD for type {kind} is a matter of its finish and doesn't concern what goes in at rough-in.", ("trims",)),
            Trap("prior_knowledge", f"Yes, housings can be released; a HOLD like this one is lifted once the submittal has been approved, and revision 1 did so for type {kind}.", ("finish", "trims")),
        ),
        note="HOLD stands in one column of the schedule and is about that column; a note tells what is held.",
        facts={"answer": unless(["n.hold"], True, False)},
        decisive=("n.hold",),
        evidence=(f"fin.{kind}",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _temperature(world: LightingWorld) -> Item:
    named = (*type_named("C"), "pendant", "pendants", "color temperature", "colour temperature", "cct", "kelvin")
    silent = abstains((*named, "letter", "color", "colour", "it"))
    return Item(
        question="What color temperature are the type C pendants to be ordered in?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The sheet does not give a color temperature for type C. Where the other types have kelvins it refers to the tenant's letter {world.letter}, which is not part of this drawing, so ask for that letter before ordering.",
        rubric=(
            must_abstain("abstains", "States that the color temperature of type C is not given on the sheet.", silent),
            must("letter", f"Says that the schedule refers to letter {world.letter}.", says((f"letter {world.letter}", world.letter, "letter", "tenant's letter"), mention=True), type="reasoning", severity="major"),
            must("absent", "Says that this letter is not part of the sheet (or has to be obtained).",
                 says(("letter", world.letter), ("not part", "not included", "not attached", "not in", "not on", "not here", "not reproduced", "separate", "do not have", "not provided", "missing", "obtain", "get hold", "get that", "get it", "get the", "lack", "ask", "request", "need", "check", "look at", "not shown", "outside", "does not come", "isn't in", "not with", "have not", "not been", "find", "pull", "confirm", "consult", "absent", "elsewhere"), mention=True), type="completeness", severity="minor", implicit=True),
            must_not("no-kelvins", "Does not give a number of kelvins as the color temperature of type C.",
                     every(*(no_claim(every(says((f"re:\\b{k // 1000},?{k % 1000:03d}(?: ?k\\b|\\b)",)), says((*type_named("C"), "pendant", "pendants"), (f"re:\\b{k // 1000},?{k % 1000:03d}(?: ?k\\b|\\b)",)))) for k in (2700, 3000, 3500, 4000)), no_claim(says(("re:\\b[2-6],?\\d00 ?(?:k|kelvins?)\\b",)), silent)), "fabricated_value"),
        ),
        traps=(
            Trap("wrong_row", "Type C pendants are 3500 K, like the troffers around them.", ("abstains", "letter", "absent", "no-kelvins")),
            Trap("fabricated_value", f"The schedule points to letter {world.letter} for type C; that letter sets 3000 K for the pendants.", ("abstains", "absent", "no-kelvins")),
            Trap("dropped_item", "The lighting schedule doesn't state a color temperature for the type C pendants.", ("letter", "absent")),
        ),
        note="One cell of the schedule names a letter instead of kelvins; the letter isn't on the sheet and the neighbours invite a guess.",
        facts={"answer": unless(["cct.C"], absent("Linear pendant", "00 K"), "3500 K")},
        decisive=("cct.C",),
        axes=("standard_tables",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("route_or_zone", _daylight),
    Ask("symbol_count", _downlights),
    Ask("local_rule", _load),
    Ask("status_column", _hold),
    Ask("missing_attachment", _temperature),
)
