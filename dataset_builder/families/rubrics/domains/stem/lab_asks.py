"""A laboratory's analytical report: its world, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import initials, listed
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import (
    every,
    lettered,
    listing,
    must,
    must_not,
    no_claim,
    says,
    some,
    value,
)

ELEMENTS = ("Arsenic", "Cadmium", "Copper", "Lead", "Zinc")
CLASSES = ("A", "B", "C", "D")


@dataclass(frozen=True)
class Result:
    """A result in mg/kg; ``kind`` is ``up`` (a detection), ``it`` (an estimate in italics) or ``nd`` (below the limit)."""

    amount: float
    kind: str


@dataclass(frozen=True)
class LabWorld:
    """A report.

    Attributes:
        samples: their numbers.
        depths: of each in m; one was corrected by hand on the custody form.
        results: by element, of each sample.
        edges: upper bounds of classes A, B and C for lead, each included.
        edge_sample: place of the sample whose lead stands on an upper bound.
        diluted: place of the sample whose zinc is printed without the dilution factor.
        block: rows of the digestion block: what stands in each place.
        spike: row and column of the spike that was found to have carried over.
    """

    lab: str
    client: str
    site: str
    analyst: str
    reviewer: str
    sampler: str
    number: str
    taken: date
    samples: tuple[str, ...]
    depths: tuple[float, ...]
    old_depth: float
    amended: int
    results: Mapping[str, tuple[Result, ...]]
    edges: tuple[int, int, int]
    edge_sample: int
    diluted: int
    factor: int
    block: tuple[tuple[str, ...], ...]
    spike: tuple[int, int]
    pick: int


def show(amount: float) -> str:
    """Return an amount as the report prints it: three figures."""
    return f"{amount:.0f}" if amount >= 100 else f"{amount:.1f}" if amount >= 10 else f"{amount:.2f}"


def _detections(world: LabWorld) -> Item:
    held = world.results["Cadmium"]
    count = sum(one.kind == "up" for one in held)
    numbers = count + sum(one.kind == "it" for one in held)
    total = len(held)
    slanted = [name for name, one in zip(world.samples, held, strict=True) if one.kind == "it"]
    right = value(count, fact="answer")
    told = listed(slanted)
    return Item(
        question="For the frequency-of-detection column: cadmium was detected in how many of the soil samples, out of how many?",
        answer=str(count),
        answer_type="number",
        gold=f"Cadmium counts as detected in {count} of {total} samples. The results in italics ({told}) lie under the reporting limit and, by the report's key, are estimates that do not count as detections.",
        rubric=(
            must("count", f"States that cadmium counts as detected in {count} samples.", right, failure_mode="hierarchy_ignored"),
            must("total", f"States that {total} samples were analysed for it.", value(total, fact="total"), severity="major"),
            must("why", "Says that results in italics (estimates under the reporting limit) do not count as detections.",
                 some(says(("italic", "italics", "italicised", "italicized", "slanted"), mention=True), says(("reporting limit", "rl", "quantitation limit", "estimated", "estimate", "estimates", "est.", "quantification limit", "below the limit", "under the limit"), mention=True)), type="reasoning", severity="major", implicit=True),
            must_not("not-all", f"Does not say that cadmium was detected in {numbers} samples.", no_claim(value(numbers), right), "hierarchy_ignored"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"{numbers} of {total}. The others are reported as less-than values.", ("count", "why", "not-all")),
            Trap("miscounted", f"Leaving out the estimates in italics, cadmium was detected in {count - 1} of the {total} samples.", ("count",)),
            Trap("dropped_item", f"{count} out of {total} samples had a cadmium detection.", ("why",)),
        ),
        note="Slope of the type carries the meaning: results in italics are estimates that a key on the page says not to count.",
        facts={"answer": unless(["key.it"], read("up.Cadmium", count, "count"), op("add", read("up.Cadmium", count, "count"), read("it.Cadmium", numbers - count, "count"))),
               "total": op("add", read("up.Cadmium", count, "count"), read("it.Cadmium", numbers - count, "count"), read("nd.Cadmium", total - numbers, "count"))},
        decisive=("key.it", "up.Cadmium"),
        evidence=("it.Cadmium",),
        axes=("standard_tables",),
        style="reconciliation",
    )  # fmt: skip


def _zinc(world: LabWorld) -> Item:
    k = world.diluted
    printed = world.results["Zinc"][k].amount
    true = round(printed * world.factor, 4)
    near = world.results["Zinc"][(k + 1) % len(world.samples)].amount
    right = value(true, "mg/kg", fact="answer")
    name = world.samples[k]
    return Item(
        question=f"What zinc concentration do I enter in the database for {name}?",
        answer=f"{true:g} mg/kg",
        answer_type="number",
        gold=f"{true:,g} mg/kg. The table prints {show(printed)}, which by the note to it is the reading of a diluted digest with the factor of {world.factor} still to be applied.",
        rubric=(
            must("value", f"States {true:,g} mg/kg for zinc in {name}.", right, failure_mode="ignored_footnote"),
            must("factor", f"Says that the dilution factor of {world.factor} has to be applied to the printed result.", every(says(("dilution", "diluted", "dilute", "factor", "multiply", "multiplied", "multiplying", "x", "times", "re:\\bfold\\b", "scale", "scaled", "thinned"), mention=True), some(value(world.factor), says((f"re:\\b{world.factor}[- ]?fold\\b",), mention=True))), type="reasoning", severity="major"),
            must("printed", f"Names {show(printed)} as the figure that the table prints.", value(printed, "mg/kg", fact="printed"), type="reasoning", severity="minor", implicit=True),
        ),
        traps=(
            Trap("ignored_footnote", f"Enter {show(printed)} mg/kg, as reported for {name} under zinc.", ("value", "factor")),
            Trap("arithmetic_slip", f"{show(printed)} was read in a diluted digest (factor {world.factor}), so enter {printed * world.factor * 1.1:,.0f} mg/kg.", ("value",)),
            Trap("wrong_row", f"Zinc in {name} came out at {show(near + 1.7)} mg/kg.", ("value", "factor", "printed")),
        ),
        note="A raised letter at one number leads to a note under the table which says that a factor has still to be applied.",
        facts={"answer": op("mul", read(f"up.Zinc.{k}", printed), unless(["note.dil"], read("note.dil", world.factor), 1)), "printed": read(f"up.Zinc.{k}", printed)},
        decisive=("note.dil", f"up.Zinc.{k}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _neighbours(world: LabWorld) -> Item:
    row, column = world.spike
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    names = [world.block[r][c] for r, c in around]
    corners = [world.block[r][c] for r in (row - 1, row + 1) for c in (column - 1, column + 1)]
    far = [one for line in world.block for one in line if one not in names and one.startswith("S-")]
    apart = [one for one in far if one not in corners]
    spike = world.block[row][column]
    return Item(
        question=f"Splash from {spike} in the digestion block: which four wells stand right next to it in its row and its column, so that I can have them redone? Sample numbers please, no diagonals.",
        answer=", ".join(names),
        answer_type="list",
        gold=f"{spike} stands in row {'ABCD'[row]}, column {column + 1}. Sharing a side with it are {names[0]} (behind), {names[1]} (left), {names[2]} (right) and {names[3]} (in front).",
        rubric=(
            must("four", f"Names {', '.join(names)} and no other sample.", listing([[one] for one in names], far, fact="answer"), failure_mode="misplaced"),
            must("sides", f"Includes {names[1]} and {names[2]}, which stand left and right of it.", every(says((names[1],)), says((names[2],))), severity="major", type="completeness"),
            must_not("not-corner", f"Does not name {corners[0]} or {corners[3]}, which touch it at a corner only, as to be redone.", no_claim(says((corners[0], corners[3]))), "misplaced", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"The neighbours of {spike} are {corners[0]}, {names[0]}, {names[1]} and {names[2]}.", ("four", "not-corner")),
            Trap("dropped_item", f"It sits between {names[0]} and {names[3]}, so redo these two.", ("four", "sides")),
            Trap("wrong_row", f"Redo {names[1]}, {names[2]}, {apart[0]} and {apart[1]}.", ("four",)),
        ),
        note="The block's loading plan has to be read as a place: what stands behind, in front and to either side.",
        facts={"answer": op("all", *(unless([f"blk.{r}.{c}"], world.block[r][c], "unknown") for r, c in around))},
        decisive=tuple(f"blk.{r}.{c}" for r, c in around),
        evidence=(f"blk.{row}.{column}",),
        style="lookup",
    )  # fmt: skip


def _class(world: LabWorld) -> Item:
    k = world.edge_sample
    amount = int(world.results["Lead"][k].amount)
    place = world.edges.index(amount)
    letter, worse = CLASSES[place], CLASSES[place + 1]
    better = CLASSES[place - 1] if place else CLASSES[place + 2]
    name = world.samples[k]

    def given(one: str) -> tuple[str, ...]:
        return lettered(one, "class(?:ed|ified)?(?: as| in| into| it| is)*", "category", "box", "group")

    right = says(given(letter), anywhere=True)
    return Item(
        question=f"Disposal form for {name}: which lead class goes in the box?",
        answer=letter,
        answer_type="entity",
        gold=f"Class {letter}. {name} has {amount} mg/kg of lead, exactly the upper bound of class {letter}, and the classes include their upper bounds.",
        rubric=(
            must("class", f"Puts {name} in class {letter}.", right, failure_mode="wrong_row"),
            must("amount", f"Gives {amount} mg/kg as the lead result.", value(amount, "mg/kg", fact="amount"), type="reasoning", severity="major", implicit=True),
            must_not("not-worse", f"Does not put {name} in class {worse}.", no_claim(says(given(worse)), right), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"Class {worse}: the lead result is {amount} mg/kg, where that class begins.", ("class", "not-worse")),
            Trap("wrong_column", f"The form needs class {letter}, as lead was found at {amount + 37} mg/kg.", ("amount",)),
            Trap("lost_alignment", f"Lead in {name} is {amount} mg/kg. That is class {better}.", ("class",)),
        ),
        note="The result equals a bound that two bands share; a word in the table's heading says on which side it falls.",
        facts={"amount": read(f"up.Lead.{k}", amount), "answer": op("if", op("le", read(f"up.Lead.{k}", amount), unless(["bound"], read(f"edge.{place}", amount), amount - 1)), letter, worse)},
        decisive=(f"up.Lead.{k}", "bound"),
        evidence=(f"edge.{place}",),
        style="lookup",
    )  # fmt: skip


def _depth(world: LabWorld) -> Item:
    k = world.amended
    new, old = world.depths[k], world.old_depth
    name = world.samples[k]
    other = next(depth for depth in world.depths if depth not in (new, old))
    right = value(new, "m", fact="answer")
    return Item(
        question=f"Log check: at what depth was {name} taken, and who signed for that figure?",
        answer=f"{new:.2f} m",
        answer_type="number",
        gold=f"{name} was taken at {new:.2f} m. The custody form first had {old:.2f} m, which {world.sampler} struck out and replaced, with initials.",
        rubric=(
            must("depth", f"States a depth of {new:.2f} m.", right, failure_mode="superseded_text"),
            must("who", f"Names {world.sampler} (initials {initials(world.sampler)}) as the one who signed for it.", says((world.sampler, world.sampler.split()[1], initials(world.sampler)), anywhere=True), severity="major"),
            must_not("not-old", f"Does not give {old:.2f} m as the depth.", no_claim(value(old, "m"), right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"{name} comes from a depth of {old:.2f} m; the form is signed by {world.sampler}.", ("depth", "not-old")),
            Trap("wrong_row", f"At {other:.2f} m. {world.sampler} initialled it.", ("depth",)),
            Trap("fabricated_value", f"The depth is {new:.2f} m, signed for by the reviewer, {world.reviewer}.", ("who",)),
        ),
        note="On the form one figure is struck out by hand and another written beside it; both still can be read.",
        facts={"answer": unless(["depth.new"], read("depth.new", new), read("depth.old", old))},
        decisive=("depth.new",),
        evidence=("depth.old",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("emphasis_meaning", _detections),
    Ask("footnote_override", _zinc),
    Ask("neighbour_place", _neighbours),
    Ask("band_edge", _class),
    Ask("struck_or_void", _depth),
)
