"""A specification of pump sets: its world, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import every, must, must_not, no_claim, says, some, value

LOADS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


@dataclass(frozen=True)
class Nozzle:
    """A nozzle: tag of its pump, service, nominal size, forces in kN and moments in kN m."""

    tag: str
    service: str
    size: int
    loads: tuple[float, ...]


@dataclass(frozen=True)
class SpecWorld:
    """A specification.

    Attributes:
        flow: in cubic metres an hour; ``head`` in metres.
        design: design pressure in bar; ``surge`` is added to it for the rated pressure; ``factor`` of the test.
        hold: minutes; ``drop`` permitted loss of pressure in percent; ``gauge`` greatest age of calibration in months.
        wet: blast profile in micrometres inside the casing, ``dry`` that of frames, ``weld`` that of welds.
        vibration: limit in mm/s as first written, and as amended.
        opening: of the discharge valve at starting, in percent; ``warm`` of the oil in cold weather.
        front: of a full specification the part on tendering; ``further`` chapters from the tenth on, by title;
            ``schedules`` from C on.
    """

    owner: str
    station: str
    number: str
    issued: date
    amended: date
    prepared: str
    checked: str
    approved: str
    flow: int
    head: int
    design: int
    surge: int
    factor: float
    hold: int
    drop: int
    gauge: int
    wet: int
    dry: int
    weld: int
    vibration: tuple[float, float]
    opening: int
    warm: int
    minutes: int
    nozzles: tuple[Nozzle, ...]
    pick: int
    front: str = ""
    further: tuple[tuple[str, Markup], ...] = ()
    schedules: tuple[tuple[str, Markup], ...] = ()


def _accepted(world: SpecWorld) -> Item:
    right = value(world.hold, "min", fact="answer")
    return Item(
        question="Witnessing the casing pressure test next week. How long does it have to hold, and what else must be satisfied for it to count?",
        answer=str(world.hold),
        answer_type="number",
        gold=f"It has to hold test pressure for {world.hold} minutes with a drop of not more than {world.drop}%. In addition no weeping may be seen at joints or casting walls, the gauges must have been calibrated within the last {world.gauge} months, "
        "and the casing has to be bare: a casing that has been painted before the test must be stripped.",
        rubric=(
            must("hold", f"States a holding time of {world.hold} minutes.", right),
            must("drop", f"States that pressure may drop by no more than {world.drop}%.", value(world.drop, "%", fact="drop"), type="completeness"),
            must("dry", "States that no weeping (leakage) may be seen at joints or walls.", some(says(("weep", "weeping", "leak", "leakage", "leaks", "leaking", "seep", "seepage", "seeping", "moisture", "sweat", "sweating", "drip", "drips", "tight", "wet spot", "wetness", "damp", "bone dry", "stay dry"), mention=True)), type="completeness"),
            must("gauge", f"States that gauges must have been calibrated within {world.gauge} months.", every(says(("gauge", "gauges", "calibrated", "calibration", "cal'd", "cal", "recalibrated", "checked", "certified"), mention=True), value(world.gauge, "month", fact="gauge")), type="completeness", failure_mode="dropped_item"),
            must("bare", "States that the casing must not be painted (coated) before the test.", says(("bare", "unpainted", "uncoated", "paint", "painted", "coating", "coated", "painting", "primer", "stripped", "strip", "coat of", "unprimed", "lacquer"), mention=True), type="completeness", failure_mode="dropped_item"),
        ),
        traps=(
            Trap("dropped_item", f"The casing must hold for {world.hold} minutes, lose no more than {world.drop}% of pressure, and show no weeping.", ("gauge", "bare")),
            Trap("wrong_row", f"It must hold for {world.hold * 2} minutes with at most {world.drop}% drop and no leakage, on an unpainted casing, with gauges calibrated within {world.gauge} months.", ("hold",)),
            Trap("prior_knowledge", f"Hold for {world.hold} minutes without any visible leak; gauges need a calibration within {world.gauge + 6} months, and the casing must be unpainted.", ("drop", "gauge")),
        ),
        note="Two of the conditions stand with the test, two in other clauses of the chapter and of the one on coating.",
        facts={"answer": read("t.hold", world.hold), "drop": read("t.drop", world.drop), "gauge": read("t.gauge", world.gauge), "weep": unless(["t.weep"], "none", "open"), "bare": unless(["t.bare"], "bare", "open")},
        decisive=("t.hold", "t.drop", "t.gauge", "t.weep", "t.bare"),
        axes=("cross_referencing",),
        style="summary",
    )  # fmt: skip


def _profile(world: SpecWorld) -> Item:
    right = some(value(world.wet, fact="answer"), value(world.wet / 1000, "mm"))
    return Item(
        question="Paint shop wants to know: what blast profile for the inside of the pump casing?",
        answer=f"{world.wet} µm",
        answer_type="number",
        gold=f"{world.wet} µm. Clause 7.2 sends wetted inner surfaces to 6.3.2 (b), which asks for that profile.",
        rubric=(
            must("profile", f"States a profile of {world.wet} µm.", right, failure_mode="wrong_section"),
            must("clause", "Names 6.3.2 (b) as the clause that governs.", says(("re:6\\.3\\.2 ?\\(?b\\)?", "6.3.2"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-frames", f"Does not give {world.dry} µm, the profile of base frames under 6.2.3 (b).", no_claim(value(world.dry), right), "wrong_section"),
            must_not("not-welds", f"Does not give {world.weld} µm, the profile of welds under 6.3.2 (a).", no_claim(value(world.weld), right), "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("wrong_section", f"{world.dry} µm, as clause 6.2.3 (b) has it.", ("profile", "clause", "not-frames")),
            Trap("hierarchy_ignored", f"By 6.3.2, a profile of {world.weld} µm.", ("profile", "not-welds")),
            Trap("dropped_item", f"Blast it to {world.wet} µm.", ("clause",)),
        ),
        note="The clause on coating only names a place in the outline; a place with transposed numbers has a similar rule.",
        facts={"answer": unless(["ref.in"], read("p.632b", world.wet), read("p.623b", world.dry))},
        decisive=("ref.in", "p.632b"),
        evidence=("p.623b", "p.632a"),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _nozzle(world: SpecWorld) -> Item:
    row = len(world.nozzles) - 1 - world.pick % 6
    column = 1 + (world.pick // 6) % 4
    nozzle = world.nozzles[row]
    held, beside = nozzle.loads[column], nozzle.loads[column + 1]
    near = world.nozzles[row - 1].loads[column]
    unit = "kN" if column < 3 else "kN m"
    bogus = next(
        one
        for k in (1.5, 1.7, 2.0, 2.3)
        if all(abs((one := round(held * k, 2)) - other) > 0.03 * other for other in (beside, near))
    )
    right = value(held, fact="answer")
    return Item(
        question=f"Pipe stress check, {nozzle.tag} {nozzle.service} nozzle: what {LOADS[column]} is permitted?",
        answer=f"{held:g} {unit}",
        answer_type="number",
        gold=f"{held:g} {unit} ({LOADS[column]}, {nozzle.tag} {nozzle.service}, DN {nozzle.size}).",
        rubric=(
            must("load", f"States {held:g} {unit}.", right, failure_mode="lost_alignment"),
            must_not("not-beside", f"Does not give {beside:g}, which is {LOADS[column + 1]}.", no_claim(value(beside), right), "lost_alignment"),
            must_not("not-near", f"Does not give {near:g}, which is of {world.nozzles[row - 1].tag} {world.nozzles[row - 1].service}.", no_claim(value(near), right), "wrong_row"),
        ),
        traps=(
            Trap("lost_alignment", f"The permitted {LOADS[column]} is {beside:g} {'kN' if column + 1 < 3 else 'kN m'}.", ("load", "not-beside")),
            Trap("wrong_row", f"{near:g} {unit} for that nozzle.", ("load", "not-near")),
            Trap("fabricated_value", f"{LOADS[column]} may be up to {bogus:.2f} {unit}, taking the usual margin on the listed value.", ("load",)),
        ),
        note="The table goes on over the page without its header, so that columns have to be carried over.",
        facts={"answer": read(f"nz.{row}.{column}", held)},
        decisive=(f"nz.{row}.{column}",),
        evidence=(f"nzh.{column}",),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _pressure(world: SpecWorld) -> Item:
    rated = world.design + world.surge
    test = round(world.factor * rated, 4)
    plain = round(world.factor * world.design, 4)
    right = value(test, fact="answer")
    return Item(
        question="What pressure do we test the casings at, in bar?",
        answer=f"{test:g}",
        answer_type="number",
        gold=f"At {test:g} bar. The test is {world.factor:g} times rated pressure, which is defined as design pressure ({world.design} bar) plus the surge allowance ({world.surge} bar), that is {rated} bar.",
        rubric=(
            must("pressure", f"States a test pressure of {test:g} bar.", right, failure_mode="everyday_meaning"),
            must("rated", f"Says that rated pressure is design pressure plus the surge allowance, that is {rated} bar.", some(value(rated, fact="rated"), says(("surge",), mention=True), every(value(world.design), value(world.surge))), type="reasoning", severity="major"),
            must("factor", f"Uses the factor {world.factor:g}.", value(world.factor, fact="factor"), type="reasoning", severity="minor"),
            must_not("not-design", f"Does not give {plain:g} bar, which leaves the surge allowance out.", no_claim(value(plain), right), "everyday_meaning"),
        ),
        traps=(
            Trap("everyday_meaning", f"{plain:g} bar, that is {world.factor:g} times the design pressure of {world.design} bar.", ("pressure", "rated", "not-design")),
            Trap("arithmetic_slip", f"Rated pressure is {rated} bar, and {world.factor:g} times that is {test + 3:g} bar.", ("pressure",)),
            Trap("dropped_item", f"{test:g} bar.", ("rated", "factor")),
        ),
        note="The test clause speaks of rated pressure, which a definition chapters before makes something else than the pressure in the duty sheet.",
        facts={"rated": op("add", read("d.design", world.design), read("d.surge", world.surge)), "factor": read("t.factor", world.factor),
               "answer": op("round", op("mul", read("t.factor", world.factor), op("add", read("d.design", world.design), unless(["d.rated"], read("d.surge", world.surge), 0))), 4)},
        decisive=("d.rated", "t.factor"),
        evidence=("d.design", "d.surge"),
        style="calculation",
    )  # fmt: skip


def _next_step(world: SpecWorld) -> Item:
    right = value(world.opening, "%", fact="answer")
    return Item(
        question="On site, first start of P-101. Casing is vented (step 4 done). What's the next step, and with which setting?",
        answer=f"{world.opening}%",
        answer_type="percent",
        gold=f"Step 5: open the discharge valve to {world.opening}%. Starting the motor comes after that.",
        rubric=(
            must("valve", "Names opening the discharge valve as the next step.", says(("discharge valve", "delivery valve", "outlet valve", "valve on the discharge", "discharge", "discharging valve", "outlet"), mention=True)),
            must("setting", f"Gives an opening of {world.opening}%.", right, failure_mode="reading_order"),
            must_not("not-oil", f"Does not give warming the oil to {world.warm} °C as the next step.", no_claim(value(world.warm, "°C"), right), "reading_order"),
        ),
        traps=(
            Trap("reading_order", f"Warm the oil to {world.warm} °C and turn the shaft by hand before anything else.", ("valve", "setting", "not-oil")),
            Trap("wrong_order", "Start the motor and watch the current.", ("valve", "setting")),
            Trap("prior_knowledge", "Keep the discharge valve shut, at 0%, as with any centrifugal pump at the first start.", ("setting",)),
        ),
        note="A box with a list of its own stands between steps 4 and 5.",
        facts={"answer": unless(["st.5"], read("st.5", world.opening), 0)},
        decisive=("st.5",),
        style="lookup",
    )  # fmt: skip


def _vibration(world: SpecWorld) -> Item:
    old, new = world.vibration
    right = value(new, "mm/s", fact="answer")
    return Item(
        question="What vibration velocity is allowed at the bearing housings at rated flow? Setting up the acceptance sheet.",
        answer=f"{new:g} mm/s",
        answer_type="number",
        gold=f"{new:g} mm/s. Clause 5.4 has {old:g} mm/s, but Amendment 1 at the end replaces that figure.",
        rubric=(
            must("limit", f"States a limit of {new:g} mm/s.", right, failure_mode="superseded_text"),
            must("amendment", "Says that an amendment sets this limit.", says(("amendment", "amended", "amends", "amendment 1", "amendment no. 1", "revised", "replaced", "replaces", "superseded", "supersedes", "re:\\bam(?:dt|end|endt)?\\.? ?(?:no\\.? ?)?1\\b", "changed", "changes", "lowered", "tightened", "updated", "overrides"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-old", f"Does not give {old:g} mm/s as the limit.", no_claim(value(old, "mm/s"), right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"{old:g} mm/s r.m.s. by clause 5.4.", ("limit", "amendment", "not-old")),
            Trap("wrong_row", f"Amendment 1 sets it to {new + 0.9:g} mm/s.", ("limit",)),
            Trap("dropped_item", f"The limit is {new:g} mm/s r.m.s. at each housing.", ("amendment",)),
        ),
        note="An amendment bound in at the end replaces a figure that still stands in its clause.",
        facts={"answer": unless(["am.vib"], read("am.vib", new), read("c.vib", old))},
        decisive=("am.vib",),
        evidence=("c.vib",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("all_conditions", _accepted),
    Ask("outline_number", _profile),
    Ask("page_break_header", _nozzle),
    Ask("distant_definition", _pressure),
    Ask("interrupted_steps", _next_step),
    Ask("superseded_amendment", _vibration),
)
