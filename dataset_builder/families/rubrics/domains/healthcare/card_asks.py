"""A dosing card's world, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass

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
    verdict,
)


@dataclass(frozen=True)
class Row:
    """A row: creatinine clearance from ``low`` to ``high`` mL/min (None: open), doses in mg, hours between doses."""

    low: int
    high: int | None
    standard: int
    severe: int
    hours: int

    @property
    def label(self) -> str:
        """Return the band as printed."""
        if self.high is None:
            return f"{self.low} or more"
        return f"{self.low} to {self.high}" if self.low else f"below {self.high + 1}"


@dataclass(frozen=True)
class CardWorld:
    """A card.

    Attributes:
        load: mg/kg; ``cap`` in mg.
        albumin: g/dL below which doses are cut by ``cut`` percent.
        approval: who approves doses in italics.
        target: row asked about.
        weight: kg of a patient.
        infusion: minutes.
    """

    drug: str
    family: str
    site: str
    code: str
    version: str
    rows: tuple[Row, ...]
    load: int
    cap: int
    albumin: float
    cut: int
    approval: str
    target: int
    weight: int
    infusion: int
    pick: int

    @property
    def italic(self) -> tuple[int, ...]:
        """Return the rows of which the dose for severe infection is in italics."""
        return (0, 1) if self.pick % 2 else (0, 2)


def _clearance(row: Row, pick: int) -> int:
    low, high = row.low, row.high or row.low + 20
    return low + 3 + pick % max(1, high - low - 6)


def _albumin(world: CardWorld) -> Item:
    row = world.rows[world.target]
    dose = row.standard * (100 - world.cut) / 100
    clearance = _clearance(row, world.pick)
    right = value(dose, "mg", fact="answer")
    return Item(
        question=f"CrCl {clearance}, uncomplicated pneumonia, albumin {world.albumin - 0.3:.1f}. What {world.drug} maintenance dose and how often? Loading dose already in.",
        answer=f"{dose:g} mg",
        answer_type="number",
        gold=f"Give {dose:g} mg every {row.hours} hours. For a standard infection at CrCl {row.label} the table says {row.standard:,} mg, and note d takes {world.cut}% off because albumin is "
        f"below {world.albumin:g} g/dL; the interval does not change.",
        rubric=(
            must("dose", f"States a maintenance dose of {dose:g} mg.", right, failure_mode="ignored_footnote"),
            must("interval", f"States that it is given every {row.hours} hours.", some(value(row.hours, "h"), says((f"q{row.hours}h", f"q{row.hours} h", f"q {row.hours}h", f"q{row.hours}", *{24: ("once daily", "once a day", "daily", "q24h"), 12: ("twice daily", "twice a day"), 8: ("three times a day", "three times daily"), 6: ("four times a day",)}.get(row.hours, ()))))),
            must("why", f"Says that the dose is reduced by {world.cut}% for low albumin.", every(says(("albumin", "hypoalbuminemia", "hypoalbuminaemia"), mention=True), some(value(world.cut, "%"), value(-world.cut, "%"), says(("half", "halved", "halve", "halving", "halves") if world.cut == 50 else ("quarter", "one quarter", "three quarters", "three-quarters")))), type="reasoning", severity="major"),
            must_not("not-full", f"Does not recommend the unreduced {row.standard:,} mg.", no_claim(value(row.standard, "mg"), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"{row.standard:,} mg every {row.hours} hours, the standard-infection dose for CrCl {row.label}.", ("dose", "why", "not-full")),
            Trap("lost_alignment", f"Albumin is low, so the table dose comes down by {world.cut}%: {world.rows[world.target - 1].standard * (100 - world.cut) / 100 + 5:g} mg every {row.hours} hours.", ("dose",)),
            Trap("arithmetic_slip", f"With albumin below {world.albumin:g} g/dL reduce by {world.cut}%, which gives {dose:g} mg; stretch the interval to every {row.hours + 5} hours too.", ("interval",)),
        ),
        note="A note at the foot of the card, attached to no cell in particular, changes every dose of the table.",
        facts={"answer": op("mul", read(f"std.{world.target}", row.standard), op("div", op("sub", 100, unless(["albumin"], world.cut, 0)), 100))},
        decisive=("albumin", f"std.{world.target}"),
        evidence=(f"band.{world.target}",),
        axes=("standard_tables",),
        style="calculation",
    )  # fmt: skip


def _edge(world: CardWorld) -> Item:
    row, below = world.rows[world.target], world.rows[world.target + 1]
    right = value(row.standard, "mg", fact="answer")
    return Item(
        question=f"{world.drug} for cellulitis, not severe; CrCl comes back as exactly {row.low} mL/min. Dose?",
        answer=f"{row.standard:,} mg",
        answer_type="number",
        gold=f"{row.standard:,} mg every {row.hours} hours: a CrCl of {row.low} still belongs to the row \"{row.label}\", standard infection.",
        rubric=(
            must("dose", f"States a dose of {row.standard:,} mg.", right, failure_mode="wrong_row"),
            must("interval", f"States that it is given every {row.hours} hours.", some(value(row.hours, "h"), says((f"q{row.hours}h", f"q{row.hours} h", *{24: ("once daily", "once a day", "daily"), 12: ("twice daily", "twice a day"), 8: ("three times a day", "three times daily"), 6: ("four times a day",)}.get(row.hours, ())))), severity="major"),
            must("row", f"Places the patient in the CrCl row {row.label}.", some(says((row.label, row.label.replace(" to ", "-"), row.label.replace(" to ", " – "), f"{row.low} and above")), every(value(row.low), value(row.high or row.low))), type="reasoning", severity="major"),
            must_not("not-below", f"Does not recommend {below.standard:,} mg, the dose of the next lower row.", no_claim(value(below.standard, "mg"), right), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"At {row.low} mL/min use the next row down: {below.standard:,} mg every {below.hours + 1} hours.", ("dose", "interval", "row", "not-below")),
            Trap("wrong_column", f"For CrCl {row.label} give {row.severe + 10:,} mg every {row.hours} hours.", ("dose",)),
            Trap("lost_alignment", f"CrCl {row.label}: {row.standard:,} mg every {row.hours + 5} hours.", ("interval",)),
        ),
        note="The value falls on the edge of a band; two adjacent rows are easily swapped.",
        facts={"answer": read(f"std.{world.target}", row.standard)},
        decisive=(f"std.{world.target}",),
        evidence=(f"band.{world.target}",),
        style="lookup",
    )  # fmt: skip


def _italics(world: CardWorld) -> Item:
    place = world.italic[1]
    row = world.rows[place]
    clearance = _clearance(row, world.pick)
    team = world.approval
    right = value(row.severe, "mg", fact="dose")
    return Item(
        question=f"Endocarditis, CrCl {clearance}. I'm about to release the first {world.drug} maintenance dose from the robot. What dose, and is there anything I need first?",
        answer="Yes",
        answer_type="boolean",
        gold=f"{row.severe:,} mg (severe infection, CrCl {row.label}). Yes: that dose is printed in italics, and doses in italics need approval by {team} before the first dose is given.",
        rubric=(
            must("dose", f"States a dose of {row.severe:,} mg.", right),
            must("approval", f"Says that approval by {team} is needed before the first dose.", says(("approval", "approved", "approve", "sign off", "sign-off", "authorization", "clearance", "authorisation", "authorized", "okay", "ok", "green light", "go-ahead", "permission", "clear", "cleared", "sign", "signed", "consent", "nod", "agree", "agreed", "agreement", "say-so", "release"), (team, *({"Infectious Diseases": ("ID",), "Antimicrobial Stewardship": ("stewardship",)}[team]))), failure_mode="hierarchy_ignored"),
            must("italics", "Gives the reason: the dose is printed in italics.", says(("italic", "italics", "italicized", "italicised")), type="reasoning", severity="major", implicit=True),
            must_not("not-standard", f"Does not give {row.standard:,} mg, the standard-infection dose.", no_claim(value(row.standard, "mg"), right), "wrong_column"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"Release {row.severe:,} mg, the severe-infection dose for CrCl {row.label}. Nothing else is needed.", ("approval", "italics")),
            Trap("wrong_column", f"{row.standard:,} mg for CrCl {row.label}. Doses in italics need approval by {team}.", ("dose", "not-standard")),
            Trap("prior_knowledge", f"{row.severe:,} mg. Before releasing it, check a baseline creatinine and make sure blood cultures were drawn; the attending has to co-sign restricted drugs.", ("approval", "italics")),
        ),
        note="Italics in single cells mean something that one line under the table explains.",
        facts={"dose": read(f"sev.{place}", row.severe), "answer": unless(["legend"], "Yes", "No")},
        decisive=("legend", f"sev.{place}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _load(world: CardWorld) -> Item:
    weight = max(world.weight, world.cap // world.load + 7)
    raw = weight * world.load
    right = value(world.cap, "mg", fact="answer")
    return Item(
        question=f"New start, {weight} kg, CrCl {_clearance(world.rows[2], world.pick)}. Loading dose of {world.drug} in mg? Do I cut it for the kidneys?",
        answer=f"{world.cap:,} mg",
        answer_type="number",
        gold=f"{world.cap:,} mg. {world.load} mg/kg on actual weight would be {raw:,} mg, but note c caps the loading dose at {world.cap:,} mg. Do not reduce it for kidney function: the card gives the same "
        "loading dose at any CrCl.",
        rubric=(
            must("dose", f"States a loading dose of {world.cap:,} mg.", right, failure_mode="ignored_footnote"),
            must("kidneys", "Says that the loading dose is not reduced for kidney function.",
                 verdict(("loading dose", "load", "it", "kidney", "renal", "crcl"), {"yes": ["reduce", "reduction", "cut", "adjust", "lower", "decrease", "change"], "no": ["unchanged", "same", "whatever", "regardless", "irrespective", "independent", "untouched", "unreduced", "uncut", "in full", "alone", "leave the", "no adjustment", "full loading dose", "does not matter", "do not matter", "never mind", "makes no difference", "no difference"]}, False), failure_mode="prior_knowledge"),
            must_not("not-raw", f"Does not recommend giving {raw:,} mg.", no_claim(value(raw, "mg"), right), "ignored_footnote"),
            must("weight", "Uses actual body weight (says so, or calculates with it).", some(says(("actual", "total body weight")), value(raw, "mg"), value(weight, "kg")), type="reasoning", severity="minor", implicit=True),
        ),
        traps=(
            Trap("ignored_footnote", f"{world.load} mg/kg x {weight} kg = {raw:,} mg. Don't reduce it for kidney function.", ("dose", "not-raw")),
            Trap("prior_knowledge", f"For {weight} kg the cap of {world.cap:,} mg applies, and with that CrCl you should cut the loading dose by half, to {world.cap // 2:,} mg.", ("kidneys",)),
            Trap("dropped_item", f"The loading dose is {world.cap:,} mg, the maximum, and is not reduced for the kidneys.", ("weight",)),
        ),
        note="The card departs from habit (no renal cut of the loading dose) and a note caps what the arithmetic gives.",
        facts={"answer": op("min", op("mul", weight, read("load", world.load)), unless(["cap"], read("cap", world.cap), 10**6))},
        decisive=("cap",),
        evidence=("load",),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _children(world: CardWorld) -> Item:
    doses = sorted({row.standard for row in world.rows} | {row.severe for row in world.rows})
    return Item(
        question=f"Need the {world.drug} dose for a 6-year-old, 21 kg, normal kidneys. What does our card say?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The card doesn't give a dose for children. It is an adult dosing card ({world.code}), and nothing on it covers patients of that age, so the dose can't be taken from it.",
        rubric=(
            must_abstain("abstains", "States that the card gives no dose for children.", abstains(("child", "children", "pediatric", "paediatric", "peds", "kid", "kids", "child's", "age", "6-year-old", "six-year-old", "minor", "young", "adult", "adults", "him", "her", "it"))),
            must("adult", "Says that the card is for adults.", says(("adult", "adults", "grown-up", "grown-ups", "grownups", "18 and over", "over 18"), mention=True), severity="major", implicit=True),
            must_not("no-dose", "Does not give a dose in mg for the child.", no_value("mg", allowed=[world.cap, *doses]), "fabricated_value"),
            must_not("no-scaling", f"Does not apply the adult loading dose of {world.load} mg/kg to the child.", no_claim(some(value(world.load * 21, "mg"), says((f"{world.load} mg/kg",), ("give", "use", "apply", "start")))), "overreach"),
        ),
        traps=(
            Trap("overreach", f"Use {world.load} mg/kg, so {world.load * 21} mg for 21 kg, then maintenance by CrCl.", ("abstains", "adult", "no-dose", "no-scaling")),
            Trap("prior_knowledge", f"The card has no pediatric dose; it is for adults. The usual pediatric dose of a {world.family} is 15 mg/kg, so give {315} mg.", ("no-dose",)),
            Trap("fabricated_value", "Children from 20 kg get 350 mg every 8 hours by the card.", ("abstains", "adult", "no-dose")),
        ),
        note="The card covers adults only, which its subtitle says; the loading dose per kilogram invites scaling down.",
        facts={"answer": unless(["load"], absent("pediatric"), 0)},
        decisive=("load",),
        style="unsupported",
    )  # fmt: skip


def _food(world: CardWorld) -> Item:
    return Item(
        question=f"Switching to oral {world.drug}. Nurse wants to give it at 6 am on an empty stomach with the thyroid pill. OK by our card?",
        answer="No",
        answer_type="boolean",
        gold="No. The card says to give oral doses with a full meal and never fasting, because absorption halves on an empty stomach. Move it to a mealtime.",
        rubric=(
            must("no", "Says that giving it on an empty stomach is not acceptable.", verdict((), {"yes": ["ok", "okay", "acceptable", "fine", "can be given", "preferred", "correct"], "no": ["never", "avoid", "not fasting", "wrong", "should not", "do not", "move it", "moved to", "reschedule", "hold off", "rules out", "rule out", "must be taken with", "has to be taken with", "has to go with", "needs food", "needs a meal"]}, False), failure_mode="prior_knowledge"),
            must("meal", "Says that oral doses are given with a (full) meal.", says(("meal", "food", "mealtime", "with breakfast", "at breakfast", "with lunch", "at lunch", "to eat", "while eating", "has eaten", "fed")), failure_mode="prior_knowledge"),
            must("why", "Gives the reason: absorption is halved on an empty stomach.", says(("absorption", "absorbed", "bioavailability", "absorb", "absorbs", "uptake", "taken up", "gets in"), ("half", "halves", "halved", "halving", "50%", "cut in two"), mention=True), type="reasoning", severity="major", implicit=True),
        ),
        traps=(
            Trap("prior_knowledge", f"Yes, that's fine. Like most drugs of its class, {world.drug} is best absorbed on an empty stomach, an hour before breakfast.", ("no", "meal", "why")),
            Trap("dropped_item", "No, the card doesn't allow that. Give it with a full meal.", ("why",)),
            Trap("overcautious", "I can't tell from the card, which is mostly about infusions; ask the manufacturer. I'd say it is OK to give it at 6 am for now.", ("no", "meal", "why")),
        ),
        note="One bullet contradicts what is usual; the rest of the card is about infusions.",
        facts={"answer": unless(["food"], "No", "Yes")},
        decisive=("food",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("footnote_override", _albumin),
    Ask("band_edge", _edge),
    Ask("emphasis_meaning", _italics),
    Ask("local_rule", _load),
    Ask("never_reported", _children),
    Ask("prior_override", _food),
)
