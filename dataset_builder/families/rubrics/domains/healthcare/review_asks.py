"""A review article's world, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    every,
    listing,
    must,
    must_abstain,
    must_not,
    no_claim,
    says,
    some,
    value,
)


@dataclass(frozen=True)
class Arm:
    """An arm of a trial: people, reduction of pain in mm, percent withdrawn."""

    count: int
    pain: float
    withdrawn: float


@dataclass(frozen=True)
class Trial:
    """A trial of the first drug against the second."""

    name: str
    year: int
    first: Arm
    second: Arm


@dataclass(frozen=True)
class ReviewWorld:
    """An article.

    Attributes:
        gene: found in ``mutated`` percent of the first of the ``types``; no marker is known for the third.
        curves: by drug, daily dose in mg and plotted concentration in ng/mL.
        halved: drug whose concentrations are plotted at half of what was measured.
    """

    journal: str
    volume: int
    first_page: int
    authors: tuple[str, ...]
    place: str
    accepted: date
    disease: str
    short: str
    gene: str
    first: str
    second: str
    trials: tuple[Trial, ...]
    curves: Mapping[str, tuple[tuple[float, float], ...]]
    halved: str
    types: tuple[str, ...]
    mutated: int
    pick: int


def _cell(world: ReviewWorld) -> Item:
    number = world.pick % 6
    trial = world.trials[number]
    side, arm, other, drug = (
        ("a", trial.first, trial.second, world.first),
        ("b", trial.second, trial.first, world.second),
    )[world.pick % 2]
    near = world.trials[(number + 1) % 6]
    near_arm = near.first if side == "a" else near.second
    right = value(arm.withdrawn, "%", fact="answer")
    return Item(
        question=f"In the {trial.name} trial, what share of the {drug} arm withdrew, and how many people was that arm?",
        answer=f"{arm.withdrawn:.1f}%",
        answer_type="percent",
        gold=f"{arm.withdrawn:.1f}% of the {drug} arm withdrew, out of {arm.count} people.",
        rubric=(
            must("share", f"States that {arm.withdrawn:.1f}% withdrew.", some(right, value(arm.withdrawn, about=[("withdrew", "withdrawn", "withdrawal", "dropped out", "left")])), failure_mode="wrong_column"),
            must("count", f"States that the arm had {arm.count} people.", value(arm.count, fact="count")),
            must_not("not-other", f"Does not give {other.withdrawn:.1f}%, the share of the other arm.", no_claim(value(other.withdrawn, "%"), right), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"{other.withdrawn:.1f}% of the {drug} arm withdrew; the arm had {arm.count} people.", ("share", "not-other")),
            Trap("wrong_row", f"The {drug} arm had {near_arm.count + 3} people, of whom {near_arm.withdrawn + 0.25:.2f}% withdrew.", ("share", "count")),
            Trap("lost_alignment", f"Of {arm.count} people in the {drug} arm, {arm.pain + 30:.1f}% withdrew.", ("share",)),
        ),
        note="Headers stand on three levels; each outcome occurs once under each drug.",
        facts={"answer": read(f"out.{side}.{number}", arm.withdrawn), "count": read(f"n.{side}.{number}", arm.count)},
        decisive=(f"out.{side}.{number}", f"n.{side}.{number}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _log(world: ReviewWorld) -> Item:
    drug = world.second if world.halved == world.first else world.first
    key = "a" if drug == world.first else "b"
    place = (2, 4)[world.pick % 2]
    dose, held = world.curves[drug][place]
    linear = 110 if held > 200 else 480
    right = value(held, "ng/ml", relative=0.12, fact="answer")
    return Item(
        question=f"What plasma level does figure 1 show for {drug} at {dose:g} mg a day? A reading to within about ten percent will do.",
        answer=f"{held:g} ng/mL",
        answer_type="number",
        gold=f"About {held:g} ng/mL. Both axes are logarithmic; the {drug} curve is the one marked by the {'filled circles' if key == 'a' else 'open squares'}.",
        rubric=(
            must("level", f"Reads about {held:g} ng/mL (within 12%).", right, failure_mode="misread_chart"),
            must("scale", "Says that the axis is logarithmic, or reads it as such by naming a value between two labelled powers of ten.", some(says(("log", "logarithmic", "log scale", "log-scale")), right), type="reasoning", severity="minor", implicit=True),
            must_not("not-linear", f"Does not read {linear} ng/mL, as a linear scale would suggest.", no_claim(value(linear, "ng/ml", relative=0.05), right), "misread_chart"),
        ),
        traps=(
            Trap("misread_chart", f"Around {linear} ng/mL, judging by the height of the curve between the gridlines.", ("level", "scale", "not-linear")),
            Trap("wrong_column", f"About {held * 2.4:.3g} ng/mL on the log scale.", ("level",)),
            Trap("fabricated_value", "The text puts the steady-state concentration at 1,850 ng/mL.", ("level", "scale")),
        ),
        note="A point between two powers of ten on a logarithmic axis, on one of two curves told apart by markers.",
        facts={"answer": read(f"fig.pt.{key}.{place}", held, "plot", 0.03)},
        decisive=(f"fig.pt.{key}.{place}",),
        evidence=("fig.y",),
        style="lookup",
    )  # fmt: skip


def _halved(world: ReviewWorld) -> Item:
    key = "a" if world.halved == world.first else "b"
    dose, held = world.curves[world.halved][4]
    measured = 2 * held
    right = value(measured, "ng/ml", relative=0.12, fact="answer")
    return Item(
        question=f"Our lab measures total {world.halved}, metabolite included. Going by figure 1, what measured level should I expect at {dose:g} mg a day?",
        answer=f"{measured:g} ng/mL",
        answer_type="number",
        gold=f"About {measured:g} ng/mL. The curve reads about {held:g} ng/mL at that dose, but by the note under the figure the concentrations of {world.halved} are plotted at half of what was measured, so double it.",
        rubric=(
            must("measured", f"States that about {measured:g} ng/mL (within 12%) is to be expected.", right, failure_mode="ignored_footnote"),
            must("plotted", f"Reads about {held:g} ng/mL (within 12%) off the curve.", value(held, "ng/ml", relative=0.12, fact="plotted"), type="reasoning", severity="major"),
            must("note", "Says that the figure plots half of what was measured (so that it has to be doubled).", says(("half", "halved", "double", "doubled", "twice", "two times", "factor of two", "x 2", "50%", "halve", "halves", "halving", "by two", "1/2", "half the", "multiply by 2", "divided by 2")), type="reasoning"),
        ),
        traps=(
            Trap("ignored_footnote", f"Expect about {held:g} ng/mL: that is where the curve for {world.halved} stands at {dose:g} mg a day.", ("measured", "note")),
            Trap("misread_chart", f"The figure plots half of the measured level. The curve is at about {held * 1.5:.3g} ng/mL, so expect {held * 3:.3g} ng/mL.", ("measured", "plotted")),
            Trap("arithmetic_slip", f"The curve reads {held:g} ng/mL; as the metabolite is not counted, take half of it, {held / 2:g} ng/mL.", ("measured",)),
        ),
        note="The caption says that one of the curves is plotted at half of the measured values.",
        facts={"plotted": read(f"fig.pt.{key}.4", held, "plot", 0.03), "answer": op("mul", read(f"fig.pt.{key}.4", held, "plot", 0.03), unless(["fignote"], 2, 1))},
        decisive=("fignote", f"fig.pt.{key}.4"),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _marker(world: ReviewWorld) -> Item:
    a, _, c = world.types
    gene = world.gene
    drugs = f"(?:{world.first}|{world.second})".lower()
    sure = r"re:^(?!.*\b(?:whether|which|nobody|no one|not|no|never|neither|none|if)\b).*"
    good = r"\b(?:better|best|more|superior|preferred|favou?rs?)\b"
    better = says(
        (
            rf"{sure}{good}[^.;]{{0,40}}\b{drugs}",
            rf"{sure}\b{drugs}[^.;]{{0,40}}{good}",
            rf"{sure}\b(?:(?:respond|do|fare)(?:s|es)? better|better response|response is better|guided by genotype)\b",
            rf"{sure}\bguides? (?:the |drug )*choice\b",
        )
    )
    return Item(
        question=f"Genetics clinic asks: which subtype of {world.disease} goes with {gene} variants, and can we use {gene} to tell it from the {c} subtype or predict which drug works better?",
        answer=a,
        answer_type="entity",
        gold=f"{gene} variants go with the {a} subtype ({world.mutated}% of those people). The article names no genetic marker for the {c} subtype, which is diagnosed clinically, so a negative result does not establish it. It does not "
        f"support choosing between {world.first} and {world.second} by {gene}: no trial analyzed outcomes by genotype.",
        rubric=(
            must("subtype", f"Says that {gene} variants are associated with the {a} subtype.", some(says((gene,), (a,)), says(("it", "they", "variants", "mutations", "gene"), (a,)))),
            must("share", f"Gives the share of {world.mutated}%.", value(world.mutated, "%"), severity="minor", type="completeness", implicit=True),
            must("no-marker", f"Says that no genetic marker is established for the {c} subtype.",
                 every(says((c,), mention=True), some(says((c,), ("clinical", "clinically", "clinical diagnosis")), says(("no genetic marker", "no marker", "no established marker", "no known genetic", "lacks a genetic", "without a genetic", "not established", "no genetic"), mention=True),
                       says((r"re:(?:\b(?:not?|nobody|none|never|without|lacks?|neither)\b|un(?:known|established))[^.;]{0,60}\bmarkers?\b", r"re:\bmarkers?\b[^.;]{0,40}(?:\b(?:not|no|never)\b|un(?:known|established))"), mention=True),
                       says(("marker", "genetic marker"), denied=True))), failure_mode="overreach"),
            must_abstain("no-predict", "Says that the article does not support predicting which drug works better by genotype.",
                         every(no_claim(better), abstains(("drug", "drugs", "carriers", "respond", "response", "choos", "choice", "works better", world.first, world.second, "treatment", "outcomes", "genotype"))), "overreach"),
            must_not("not-better", "Does not claim that one drug works better for carriers (or for a subtype).",
                     no_claim(better), "overreach"),
        ),
        traps=(
            Trap("overreach", f"{gene} variants mark the {a} subtype, seen in {world.mutated}% of cases. Their absence points to the {c} subtype. Carriers respond better to {world.first}, so genotype can guide the choice.", ("no-marker", "no-predict", "not-better")),
            Trap("wrong_row", f"{gene} is the gene of the {world.types[1]} subtype. No marker is established for the {c} subtype, and the trials do not show which drug works better by genotype.", ("subtype", "share")),
            Trap("dropped_item", f"{gene} variants are found in {world.mutated}% of people with the {a} subtype, and the article does not say which drug works better in carriers.", ("no-marker",)),
        ),
        note="The text supports one association and expressly withholds two others that a reader would like to draw.",
        facts={"answer": unless(["gene"], a, "not stated"), "marker": unless(["none"], "clinical", "unknown"), "drug": absent(gene, f"{world.first} works better")},
        decisive=("gene", "none"),
        axes=("grounding",),
        style="unsupported",
    )  # fmt: skip


def _best(world: ReviewWorld) -> Item:
    late = world.trials[3:]
    ranked = sorted(late, key=lambda one: -(one.first.pain))
    top = ranked[0]
    right = value(top.first.pain, "mm", fact="top")
    order = listing([[one.name] for one in ranked], [one.name for one in world.trials[:3]], ordered=True, fact="answer")
    return Item(
        question=f"Of the trials that ran 24 weeks or longer only: rank them by pain reduction with {world.first}, best first, and give me the top figure.",
        answer=", ".join(one.name for one in ranked),
        answer_type="list",
        gold="\n".join(f"{k}. {one.name}: {one.first.pain:.1f} mm" for k, one in enumerate(ranked, 1)),
        rubric=(
            must("order", f"Ranks {', '.join(one.name for one in ranked)} in this order, with no twelve-week trial.", order, failure_mode="lost_alignment"),
            must("top", f"States that the best reduction is {top.first.pain:.1f} mm.", some(right, value(top.first.pain)), severity="major"),
            must_not("not-short", "Does not name a twelve-week trial as the best.", no_claim(says(("best", "top", "first place", "highest", "largest", "leads"), tuple(one.name for one in world.trials[:3]))), "hierarchy_ignored", severity="minor"),
        ),
        traps=(
            Trap("wrong_order", "\n".join(f"{k}. {one.name}: {one.first.pain:.1f} mm" for k, one in enumerate(ranked[::-1], 1)), ("order",)),
            Trap("hierarchy_ignored", f"1. {world.trials[0].name}\n2. {ranked[0].name}\n3. {ranked[1].name}\n4. {ranked[2].name}\nThe best is {world.trials[0].name} with {world.trials[0].first.pain + 45:.1f} mm.", ("order", "top", "not-short")),
            Trap("wrong_column", "\n".join(f"{k}. {one.name}: {one.second.pain + 50:.1f} mm" for k, one in enumerate(ranked, 1)), ("top",)),
        ),
        note="Group lines inside the table say which trials were long; two pain columns stand under two drugs.",
        facts={"answer": op("order_down", *([one.name, read(f"pain.a.{3 + k}", one.first.pain)] for k, one in enumerate(late))), "top": op("max", *(read(f"pain.a.{3 + k}", one.first.pain) for k, one in enumerate(late)))},
        decisive=tuple(f"pain.a.{3 + k}" for k in range(3)),
        axes=("complex_tables",),
        style="comparison",
    )  # fmt: skip


ASKS = (
    Ask("nested_header", _cell),
    Ask("log_axis", _log),
    Ask("figure_note", _halved),
    Ask("conclusion_unsupported", _marker),
    Ask("merged_header", _best),
)
