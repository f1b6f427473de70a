"""A figure-heavy article on a ceramic: its world, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

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
)


@dataclass(frozen=True)
class ArticleWorld:
    """An article.

    Attributes:
        doses: of the dopant in mol%, the first 0.
        shifts: Raman shifts of the points, in 1/cm.
        spectra: by dose, intensity as plotted (each curve raised over the one below by ``step``).
        warmths: temperatures in degrees Celsius.
        conductivity: by dose, thermal conductivity in W/(m K) at each of them.
        lowered: by dose, mean reduction at 800 degrees in percent, as the text gives it.
        steepest: by dose, the largest reduction of a single specimen.
        calcine: temperature and hours of the calcination; ``sinter``, ``anneal`` likewise.
    """

    journal: str
    volume: int
    first_page: int
    authors: tuple[str, ...]
    place: str
    received: date
    host: str
    dopant: str
    doses: tuple[int, ...]
    shifts: tuple[float, ...]
    spectra: Mapping[int, tuple[float, ...]]
    step: float
    warmths: tuple[float, ...]
    conductivity: Mapping[int, tuple[float, ...]]
    lowered: Mapping[int, int]
    steepest: Mapping[int, int]
    mill: int
    calcine: tuple[int, int]
    sinter: tuple[int, int]
    anneal: tuple[int, int]
    grains: Mapping[int, float]
    pick: int


def _raised(world: ArticleWorld) -> Item:
    offers = [
        (rank, place)
        for rank in (2, 3)
        for place in range(2, len(world.shifts) - 2)
        if (height := world.spectra[world.doses[rank]][place] - rank * world.step) > 0.2
        and all(abs(height - world.step * k) > 0.1 for k in range(1, rank + 1))
    ]
    rank, place = offers[world.pick % len(offers)]
    dose = world.doses[rank]
    plotted = world.spectra[dose][place]
    true = plotted - rank * world.step
    half = plotted - world.step
    right = value(round(true, 10), absolute=0.07, fact="answer")
    key = f"fig2.pt.d{dose}.{place}"
    held = read(key, plotted, "plot", 0.03)
    return Item(
        question=f"Digitising the Raman data: what is the actual normalised intensity of the {dose} mol% sample at {world.shifts[place]:.0f} cm-1? Two decimals, reading error is fine.",
        answer=f"{true:.2f}",
        answer_type="number",
        gold=f"About {true:.2f}. The curve stands at about {plotted:.2f} on the axis, but curves are raised by {world.step:g} each over the one below, and that of {dose} mol% is the {('first', 'second', 'third', 'fourth')[rank]} from below, so {rank * world.step:g} has to be taken off.",
        rubric=(
            must("intensity", f"Gives an intensity of about {true:.2f} (within 0.07).", right, failure_mode="ignored_footnote"),
            must("raised", "Says that the curves are offset (raised over each other) in the figure, so that the offset has to be taken off.", says(("offset", "offsets", "raised", "shifted", "stacked", "displaced", "lifted", "moved up", "staggered", "stacking", "stack", "re:\\bshifts? (?:up|of)\\b", "spaced", "spacing", "pushed up", "bumped up", "drawn higher", "one above", "above one another", "vertical"), mention=True), type="reasoning", severity="major"),
            must_not("not-plotted", f"Does not give {plotted:.2f}, the height on the axis, as the intensity.", no_claim(value(plotted, absolute=0.04), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"Roughly {plotted:.2f}, going by the axis at that shift.", ("intensity", "raised", "not-plotted")),
            Trap("arithmetic_slip", f"The curves are offset by {world.step:g}; taking one offset off leaves about {half:.2f}.", ("intensity",)),
            Trap("fabricated_value", "The curves are stacked, so no intensity at all can be had from it but 1.00, the normalised peak.", ("intensity",)),
        ),
        note="The caption says that each curve is raised over the one below; the height on the axis is not the value.",
        facts={"answer": op("sub", held, unless(["fignote"], op("mul", rank, read("fignote", world.step)), 0))},
        decisive=("fignote", key),
        evidence=("fig2.y",),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _after_drying(world: ArticleWorld) -> Item:
    warm, hours = world.calcine
    hot, long = world.sinter
    cool, _ = world.anneal
    right = value(warm, "°C", fact="answer")
    return Item(
        question="Repeating their synthesis. The powder is dried and sieved: what's the next treatment, at what temperature and for how long?",
        answer=f"{warm} °C",
        answer_type="number",
        gold=f"Next it is calcined, at {warm:,} °C for {hours} h.",
        rubric=(
            must("temperature", f"States {warm:,} °C.", right, failure_mode="reading_order"),
            must("time", f"States {hours} hours.", value(hours, "h", fact="hours"), failure_mode="reading_order"),
            must("calcined", "Names the calcination as the next treatment.", says(("calcine", "calcined", "calcination", "calcining", "calcinated"))),
            must_not("not-sinter", f"Does not give {hot:,} °C, the sintering temperature, for the next treatment.", no_claim(value(hot, "°C"), right), "reading_order", severity="major"),
        ),
        traps=(
            Trap("reading_order", f"The next step is sintering at {hot:,} °C for {long} h in flowing oxygen.", ("temperature", "time", "calcined", "not-sinter")),
            Trap("wrong_section", f"It is calcined next, for {hours} h at {cool:,} °C.", ("temperature",)),
            Trap("wrong_row", f"Calcination at {warm:,} °C, held for {long} h.", ("time",)),
        ),
        note="The route is told in two columns whose lines stand side by side; the next step is below, not beside.",
        facts={"answer": unless(["st.calcine"], read("st.calcine", warm), read("st.sinter", hot)), "hours": unless(["st.hours"], read("st.hours", hours), long)},
        decisive=("st.calcine", "st.hours"),
        evidence=("st.sinter",),
        style="lookup",
    )  # fmt: skip


_SINGLE = ("single", "individual", "best", "largest", "up to", "maximum", "one specimen", "bracket", "top", "highest", "peak", "specimen")  # fmt: skip
"""Words for the best specimen."""


def _mean(world: ArticleWorld) -> Item:
    dose = world.doses[1 + world.pick % 3]
    other = world.doses[1 + (world.pick + 1) % 3]
    mean, single = world.lowered[dose], world.steepest[dose]
    right = value(
        mean,
        "%",
        about=[("mean", "average", "averaged", "on average", "typical")],
        rivals=_SINGLE,
        fact="answer",
    )
    loose = value(mean, "%", fact="answer")
    return Item(
        question=f"For the comparison table I need the mean reduction in thermal conductivity at 800 °C with {dose} mol% {world.dopant.lower()}, plus the best single specimen in brackets.",
        answer=f"{mean}%",
        answer_type="percent",
        gold=f"{mean}% on average, with {single}% for the best single specimen.",
        rubric=(
            must("mean", f"Gives {mean}% as the mean reduction.", some(right, loose, value(-mean, "%")), failure_mode="wrong_section"),
            must("single", f"Gives {single}% as the largest reduction of a single specimen.", value(single, "%", fact="single")),
            must_not("not-swapped", f"Does not give {single}% as the mean reduction.", no_claim(value(single, "%", about=[("mean", "average", "averaged", "on average")], rivals=_SINGLE), None), "wrong_section", severity="major"),
            must_not("not-other", f"Does not give {world.lowered[other]}%, which is of {other} mol%.", no_claim(some(value(world.lowered[other], "%"), value(-world.lowered[other], "%")), some(value(mean, "%"), value(-mean, "%"))), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_section", f"The mean reduction at 800 °C is {single}%.", ("mean", "not-swapped")),
            Trap("wrong_column", f"With {dose} mol% the conductivity falls by {world.lowered[other]}% on average; the best specimen reached {single}%.", ("mean", "not-other")),
            Trap("dropped_item", f"{mean}% on average at 800 °C for {dose} mol%.", ("single",)),
        ),
        note="Abstract and conclusion quote the best specimens; the means stand in the results only, in a sentence of their own.",
        facts={"answer": unless([f"mean.{dose}"], read(f"mean.{dose}", mean), single), "single": read(f"best.{dose}", single)},
        decisive=(f"mean.{dose}", f"best.{dose}"),
        style="lookup",
    )  # fmt: skip


def _density(world: ArticleWorld) -> Item:
    dose = world.doses[1 + world.pick % 3]
    about = (
        "density",
        "densities",
        "dense",
        "porosity",
        "table s2",
        "s2",
        "supplement",
        "supplementary",
        "value",
        "number",
        "figure",
        "it",
    )
    return Item(
        question=f"Can you pull the measured relative density of the {dose} mol% specimens after sintering? I need it for the porosity correction.",
        answer="Not in the article; it refers to Table S2 of a supplement that is not included",
        answer_type="abstain",
        gold="The article does not give it. Densities are said to be in Table S2 of the supplementary material, which is not part of this file, so the value has to be taken from there or asked of the authors.",
        rubric=(
            must_abstain("not-given", "Says that the article does not give the density of these specimens.", abstains(about)),
            must("where", "Points to Table S2 (or the supplementary material) as the place where it is said to be.", says(("table s2", "s2", "supplement", "supplementary", "supplemental", "supporting info", "supporting information", "supporting material", "si", "esi", "online material"), mention=True), type="completeness", severity="major"),
            must_not("no-number", "Gives no figure for the density or porosity of these specimens.", no_value("%", allowed=world.doses), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"The {dose} mol% specimens reached 96.4% of theoretical density after sintering.", ("not-given", "where", "no-number")),
            Trap("prior_knowledge", "Table S2 of the supplement lists densities; for a ceramic sintered this way about 97% can be taken.", ("not-given", "no-number")),
            Trap("dropped_item", "No density is given for that composition anywhere in the paper.", ("where",)),
        ),
        note="The text sends the reader to a table of a supplement that is not part of the file.",
        facts={"answer": absent("density", f"{dose} mol%"), "place": unless(["s2"], "Table S2", "nowhere")},
        decisive=("s2",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("figure_note", _raised),
    Ask("column_order", _after_drying),
    Ask("exact_wording", _mean),
    Ask("missing_attachment", _density),
)
