"""A regulator's datasheet: its world, and what is asked of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    lettered,
    must,
    must_abstain,
    must_not,
    no_claim,
    says,
    some,
    value,
)

KINDS = ("typ", "min", "max")


@dataclass(frozen=True)
class Row:
    """A row of the electrical characteristics: key, name, conditions, unit, and by grade typical, least and most."""

    key: str
    name: str
    conditions: str
    unit: str
    a: tuple[float | None, float | None, float | None]
    b: tuple[float | None, float | None, float | None]


@dataclass(frozen=True)
class SheetWorld:
    """A datasheet.

    Attributes:
        revisions: letter, day, what changed; the last of them in force.
        planned: letter of a revision that is announced only; ``template`` that of the form, in the page foot.
        noise: by whether the capacitor is fitted, frequency in Hz and density in nV per root Hz.
        limits: continuous current in mA, and that above ``hot`` degrees of ambient temperature.
        pins: names of pins 1 to 8.
    """

    maker: str
    part: str
    revisions: tuple[tuple[str, date, str], ...]
    planned: str
    template: str
    noise: Mapping[str, tuple[tuple[float, float], ...]]
    psrr: tuple[tuple[float, float], ...]
    dropout: Mapping[str, tuple[tuple[float, float], ...]]
    rows: tuple[Row, ...]
    limits: tuple[int, int]
    hot: int
    pins: tuple[str, ...]
    volts: tuple[float, float]
    pick: int


def amount(number: float) -> str:
    """Return a number as the tables print it."""
    return f"{number:g}"


def _noise(world: SheetWorld) -> Item:
    fitted = world.pick % 2 == 0
    key, other = ("with", "without") if fitted else ("without", "with")
    options = []
    for k, (hertz, held) in enumerate(world.noise[key]):
        decade = 10 ** math.floor(math.log10(held))
        straight = decade + 9 * decade * math.log10(held / decade)
        if abs(straight / held - 1) > 0.3 and 0.12 < math.log10(held / decade) < 0.85 and 10 < hertz < 1e6:
            options.append((k, hertz, held, straight))
    k, hertz, held, straight = options[world.pick % len(options)]
    linear, rival = float(f"{straight:.2g}"), world.noise[other][k][1]
    at = f"{hertz / 1000:g} kHz" if hertz >= 1000 else f"{hertz:g} Hz"
    words = "with the 10 nF capacitor on NR" if fitted else "without a capacitor on NR"
    right = value(held, relative=0.13, fact="answer")
    return Item(
        question=f"Noise budget: output noise density at {at} {words}, off the plot? Within ten percent or so is good enough.",
        answer=f"{held:g} nV/√Hz",
        answer_type="number",
        gold=f"About {held:g} nV/√Hz at {at} {words}. Both axes of the plot are logarithmic.",
        rubric=(
            must("density", f"Reads about {held:g} nV/√Hz (within 13%).", right, failure_mode="misread_chart"),
            must_not("not-linear", f"Does not read about {linear:g} nV/√Hz, as a linear scale between the labels would suggest.", no_claim(value(linear, relative=0.06), right), "misread_chart"),
            must_not("not-other", f"Does not read about {rival:g} nV/√Hz, which is the other curve.", no_claim(value(rival, relative=0.06), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"The curve is at roughly {linear:g} nV/√Hz there.", ("density", "not-linear")),
            Trap("wrong_row", f"At {at} the plot shows {rival:g} nV/√Hz.", ("density", "not-other")),
            Trap("fabricated_value", f"About {held * 7.7:.2g} nV/√Hz, typical of regulators of this class.", ("density",)),
        ),
        note="The point lies between powers of ten on a logarithmic axis, on one of two curves told apart by dash and marker.",
        facts={"answer": read(f"noise.pt.{key}.{k}", held, "plot", 0.05)},
        decisive=(f"noise.pt.{key}.{k}",),
        evidence=("noise.y",),
        style="lookup",
    )  # fmt: skip


_UNITS = {"µA": "μa", "mA": "ma", "mV": "mv"}


def _grade(world: SheetWorld) -> Item:
    key, kind, words = (("iq", 2, "maximum no-load quiescent current over the full temperature range"), ("drop", 2, "worst-case dropout at full load over temperature"),
                        ("lim", 1, "lowest current limit I may count on over temperature"))[world.pick % 3]  # fmt: skip
    row = next(one for one in world.rows if one.key == key)
    grade, mine, theirs = ("A", row.a, row.b) if world.pick % 2 else ("B", row.b, row.a)
    other = "B" if grade == "A" else "A"
    held, typical, wrong = mine[kind], mine[0], theirs[kind]
    if held is None or typical is None or wrong is None:
        raise ValueError(f"row {key} has an empty cell")
    ref = f"ec.{key}.{grade}.{KINDS[kind]}"
    unit = _UNITS[row.unit]
    right = value(held, unit, fact="answer")
    return Item(
        question=f"Worst-case sheet for the {grade} grade: what's the {words}?",
        answer=f"{amount(held)} {row.unit}",
        answer_type="number",
        gold=f"{amount(held)} {row.unit} for the {grade} grade (limit from −40 to +125 °C).",
        rubric=(
            must("limit", f"States {amount(held)} {row.unit}.", right, failure_mode="wrong_column"),
            must_not("not-other", f"Does not give {amount(wrong)} {row.unit}, the limit of the {other} grade.", no_claim(value(wrong, unit), right), "wrong_column"),
            must_not("not-typical", f"Does not give {amount(typical)} {row.unit}, which is typical only.", no_claim(value(typical, unit), right), "lost_alignment"),
        ),
        traps=(
            Trap("wrong_column", f"The {grade} grade is specified at {amount(wrong)} {row.unit}.", ("limit", "not-other")),
            Trap("lost_alignment", f"{amount(typical)} {row.unit} is what the table has for that.", ("limit", "not-typical")),
            Trap("arithmetic_slip", f"Going by the table plus ten percent margin, {amount(round(held * 1.1 + 0.3, 1))} {row.unit}.", ("limit",)),
        ),
        note="Two grades stand side by side, each with three columns under merged headers for two ranges of temperature.",
        facts={"answer": read(ref, held)},
        decisive=(ref,),
        axes=("complex_tables",),
        style="lookup",
    )  # fmt: skip


def _current(world: SheetWorld) -> Item:
    full, reduced = world.limits
    warm = world.hot + 10
    right = value(reduced, "ma", fact="answer")
    return Item(
        question=f"Ambient in our enclosure gets to {warm} °C. What continuous output current may we plan with?",
        answer=f"{reduced} mA",
        answer_type="number",
        gold=f"{reduced} mA. The table allows {full} mA, but its note reduces the continuous current to {reduced} mA above {world.hot} °C ambient.",
        rubric=(
            must("current", f"States a continuous current of {reduced} mA.", right, failure_mode="ignored_footnote"),
            must("why", f"Says that the lower figure applies above {world.hot} °C ambient.", value(world.hot, "°C"), type="reasoning", severity="major", implicit=True),
            must_not("not-full", f"Does not allow {full} mA at {warm} °C.", no_claim(value(full, "ma"), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"You can plan with {full} mA, the recommended maximum.", ("current", "why", "not-full")),
            Trap("arithmetic_slip", f"Above {world.hot} °C it has to be derated; at {warm} °C about {full - 35} mA remain.", ("current",)),
            Trap("dropped_item", f"{reduced} mA continuous.", ("why",)),
        ),
        note="A raised number at the current leads to a note that lowers it at high ambient temperature.",
        facts={"answer": unless(["note.hot"], read("io.hot", reduced), read("io.full", full))},
        decisive=("note.hot",),
        evidence=("io.full", "io.hot"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _revision(world: SheetWorld) -> Item:
    letter, day, _ = world.revisions[-1]
    _, earlier, _ = world.revisions[-2]

    def named(one: str) -> tuple[str, ...]:
        return lettered(one, r"rev(?:ision)?s?\.?", "issue", "version")

    right = says(named(letter), anywhere=True)
    return Item(
        question="For the BOM note: which revision of the datasheet is this, and when was it issued?",
        answer=letter,
        answer_type="entity",
        gold=f"Revision {letter}, issued {long_day(day)}. (Rev. {world.template} in the page foot is of the template, and revision {world.planned} is only announced.)",
        rubric=(
            must("revision", f"States that this is revision {letter}.", right, failure_mode="noise_as_content"),
            must("date", f"States that it was issued on {long_day(day)}.", {"kind": "date", "date": day.isoformat(), "fact": "day"}),
            must_not("not-template", f"Does not give {world.template}, the revision of the page template, as that of the datasheet.", no_claim(says(named(world.template)), right), "noise_as_content"),
            must_not("not-planned", f"Does not give {world.planned}, which is only announced, as the revision.", no_claim(says(named(world.planned)), right), "overreach", severity="major"),
        ),
        traps=(
            Trap("noise_as_content", f"It is Rev. {world.template}, as printed in the foot of every page; issued {long_day(day)}.", ("revision", "not-template")),
            Trap("overreach", f"Revision {world.planned}, the newest in the history, issued {long_day(day)}.", ("revision", "not-planned")),
            Trap("wrong_row", f"Revision {letter}, of {long_day(earlier)}.", ("date",)),
        ),
        note="The revision stands in the history only; the page foot prints another letter, that of the template.",
        facts={"answer": unless([f"rev.{letter}"], letter, world.template), "day": read(f"rev.{letter}", day, "date")},
        decisive=(f"rev.{letter}",),
        style="lookup",
    )  # fmt: skip


def _corner(world: SheetWorld) -> Item:
    corner, across = world.pins[4], world.pins[3]
    above = world.pins[5]
    right = says((corner,), anywhere=True)
    return Item(
        question="Footprint check in top view, pin-1 dot upper left: which signal is on the lower right corner pin, and which one sits right above it?",
        answer=corner,
        answer_type="entity",
        gold=f"{corner} (pin 5) is at the lower right, with {above} (pin 6) right above it.",
        rubric=(
            must("corner", f"Says that {corner} (pin 5) is at the lower right corner.", right, failure_mode="misplaced"),
            must("above", f"Says that {above} (pin 6) sits right above it.", says((above,), anywhere=True), failure_mode="misplaced"),
            must_not("not-bottom", f"Does not place {across}, which is at the lower left in top view, at the lower right.", no_claim(says((across,)), right), "misplaced"),
        ),
        traps=(
            Trap("misplaced", f"The lower right pin is {across}, with {world.pins[2]} right above it.", ("corner", "above", "not-bottom")),
            Trap("wrong_order", f"The corner is {corner}, and the pin above it is {world.pins[6]}.", ("above",)),
            Trap("wrong_row", f"{world.pins[7]} takes the lower right corner; {above} is next to it.", ("corner",)),
        ),
        note="Top and bottom view stand side by side and are mirror images; pin numbers run around the package.",
        facts={"answer": unless(["top.5"], corner, across), "above": unless(["top.6"], above, world.pins[2])},
        decisive=("top.5", "top.6"),
        style="lookup",
    )  # fmt: skip


def _guaranteed(world: SheetWorld) -> Item:
    row = next(one for one in world.rows if one.key == "psrr10")
    typical = row.a[0]
    if typical is None:
        raise ValueError("psrr10 has no typical value")
    about = (
        "minimum",
        "min",
        "guaranteed",
        "guarantee",
        "limit",
        "worst case",
        "worst-case",
        "lower limit",
        "specified",
        "minima",
        "floor",
        "one",
        "that",
        "it",
    )
    return Item(
        question="I need the guaranteed minimum PSRR at 10 kHz for the safety case. What is it?",
        answer="Not guaranteed; only a typical value is given",
        answer_type="abstain",
        gold=f"The datasheet gives no guaranteed minimum for PSRR at 10 kHz. It lists {typical:g} dB as typical only, and says that typical values are not tested.",
        rubric=(
            must_abstain("no-minimum", "Says that the datasheet gives no guaranteed minimum for PSRR at 10 kHz.", abstains(about)),
            must("typical", f"Gives {typical:g} dB as the typical value.", value(typical, fact="typical"), severity="major", type="completeness", implicit=True),
            must("untested", f"Calls {typical:g} dB typical (not tested, not a limit).", says(("typical", "typ", "typ.", "typically", "not tested", "untested", "not guaranteed", "representative", "nominal"), mention=True), severity="major"),
            must_not("no-invented", f"Gives no minimum, such as a figure below {typical:g} dB, as guaranteed.", no_claim(some(*(value(typical - k) for k in (3, 4, 5, 6, 8, 10)))), "fabricated_value"),
        ),
        traps=(
            Trap("lost_alignment", f"PSRR at 10 kHz is guaranteed to be at least {typical:g} dB.", ("no-minimum", "untested")),
            Trap("fabricated_value", f"The typical figure is {typical:g} dB; with the usual spread the guaranteed minimum is {typical - 6:g} dB.", ("no-minimum", "no-invented")),
            Trap("overcautious", "The datasheet does not specify any PSRR minimum at 10 kHz.", ("typical", "untested")),
        ),
        note="The row has a number under the typical column only; a note says that such values carry no limit.",
        facts={"answer": absent("PSRR", "guaranteed"), "typical": read("ec.psrr10.A.typ", typical), "tested": unless(["typonly"], "no", "open")},
        decisive=("ec.psrr10.A.typ", "typonly"),
        axes=("standard_tables",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("log_axis", _noise),
    Ask("merged_header", _grade),
    Ask("footnote_override", _current),
    Ask("running_matter", _revision),
    Ask("neighbour_place", _corner),
    Ask("never_reported", _guaranteed),
)
