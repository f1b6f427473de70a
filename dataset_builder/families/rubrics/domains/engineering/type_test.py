"""A one-page record of a type test in landscape: three specimens in panels, a stamp, a plot with a corridor, a rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, long_day, people
from dataset_builder.families.rubrics.model import Ask, Design, Item, Trap
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Band, Series, plot
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import lettered, must, must_not, no_claim, says, some, value, verdict

_MAKERS = ("Arden Gearworks", "Holm & Straker", "Ravensend Drives", "Kessel Transmission")
_LOADS = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
_LETTERS = "ABC"
_RETEST = ("RETEST", "REPEAT TEST", "TO BE RETESTED")


@dataclass(frozen=True)
class Specimen:
    """A gear unit: serial number, mass in kg, rise of oil temperature in K, sound level in dB, efficiency in percent."""

    serial: str
    mass: float
    rise: float
    sound: float
    efficiency: float


@dataclass(frozen=True)
class TestWorld:
    """A record.

    Attributes:
        stamped: place of the specimen that bears the stamp.
        leak: place of another one, which has a remark but no stamp.
        sound_limit: in dB; ``unsure`` the expanded uncertainty, ``near`` the specimen just under the limit.
        corridor: least and greatest backlash in minutes of arc.
        backlash: by specimen, at each load in percent.
        leaves: index of the load at which a specimen's backlash first lies outside the corridor, None if never.
    """

    maker: str
    unit: str
    number: str
    tested: date
    engineer: str
    witness: str
    specimens: tuple[Specimen, ...]
    stamped: int
    leak: int
    words: str
    sound_limit: int
    unsure: float
    near: int
    corridor: tuple[int, int]
    backlash: tuple[tuple[float, ...], ...]
    leaves: tuple[int | None, ...]
    pick: int


def sample(rng: random.Random) -> TestWorld:
    """Draw a test of three units."""
    engineer, witness = people(rng, 2)
    limit = rng.choice((72, 74, 76, 78))
    unsure = rng.choice((1.6, 1.8, 2.0))
    near, stamped = rng.sample(range(3), 2)
    sounds = [round(limit - unsure - rng.randrange(8, 40) / 10, 1) for _ in range(3)]
    sounds[near] = round(limit - rng.randrange(3, 9) / 10, 1)
    serials = rng.sample(range(1000, 9900), 3)
    rises = rng.sample(range(311, 489), 3)
    low, high = rng.choice(((4, 8), (5, 9), (6, 10)))
    outer, inner = rng.sample(range(3), 2)
    backlash: list[tuple[float, ...]] = []
    leaves: list[int | None] = []
    for k in range(3):
        start = low + 0.6 + 0.5 * k + rng.uniform(0, 0.2)
        step = (
            (high - 0.45 - start) / 9
            if k not in (outer, inner)
            else (high + 0.35 - start) / (rng.choice((5, 6)) if k == outer else rng.choice((7, 8)))
        )
        points = tuple(round(start + step * i, 2) for i in range(10))
        backlash.append(
            tuple(one if abs(one - high) > 0.15 else round(one + (0.3 if one > high else -0.3), 2) for one in points)
        )
        leaves.append(next((i for i, one in enumerate(backlash[-1]) if one > high), None))
    return TestWorld(
        maker=rng.choice(_MAKERS),
        unit=f"{rng.choice(('PG', 'HX', 'KR'))} {rng.choice((63, 80, 112))}-{rng.choice((12, 16, 25))}",
        number=f"TT-{rng.randrange(100, 999)}",
        tested=day_between(rng, date(2022, 1, 10), date(2025, 9, 1)),
        engineer=engineer,
        witness=witness,
        specimens=tuple(Specimen(str(serial), rng.randrange(380, 720) / 10, rise / 10, sound, rng.randrange(931, 968) / 10) for serial, rise, sound in zip(serials, rises, sounds, strict=True)),
        stamped=stamped,
        leak=(stamped + 1 + rng.randrange(2)) % 3,
        words=rng.choice(_RETEST),
        sound_limit=limit,
        unsure=unsure,
        near=near,
        corridor=(low, high),
        backlash=tuple(backlash),
        leaves=tuple(leaves),
        pick=rng.randrange(1000),
    )  # fmt: skip


def paper(world: TestWorld, rng: random.Random) -> Paper:
    """Return the record."""
    accent = rng.choice(("#1c3f5f", "#3d3d3d", "#5b2b16"))
    low, high = world.corridor
    series = [
        Series(
            letter.lower(),
            f"Specimen {letter}",
            tuple((float(x), y) for x, y in zip(_LOADS, world.backlash[k], strict=True)),
        )
        for k, letter in enumerate(_LETTERS)
    ]
    axis = Axis("Backlash, minutes of arc", tuple(float(one) for one in range(low - 2, high + 5, 2)))
    svg = plot(
        "bl",
        series,
        Axis("Output torque, % of rated", tuple(float(one) for one in range(0, 101, 10)), minor=False),
        axis,
        bands=(Band(low, high, "permitted"),),
        width=580,
        height=330,
        colours=("#111", "#a33a1f", "#1f5f8b"),
    )
    right = [
        p.head(3, "Backlash under load"),
        p.figure(svg),
        p.box(
            [
                p.head(4, "How results are judged"),
                p.para(
                    f"Sound level at 1 m: limit {world.sound_limit} dB(A). [[rule|A specimen passes a limit only if its result, with the expanded uncertainty of {world.unsure} dB added, stays under it]]; otherwise the result is entered as not passed, whatever the reading."
                ),
                p.para(
                    "Rise of oil temperature: not more than 55 K. Efficiency: not less than 92%. For these two the reading decides."
                ),
            ],
            "rules",
        ),
    ]
    body = [
        Markup(
            '<div class="title"><h1>Type test record</h1><span>{}</span><span>{}</span><span>{}</span></div>'
        ).format(world.maker, f"Gear unit {world.unit}", f"{world.number}, {long_day(world.tested)}"),
        p.strip(
            [
                ("Rig", "Back-to-back, 45 kW"),
                ("Oil", "Synthetic, grade 220, 4.1 L"),
                ("Speed at input", "1,450 1/min"),
                ("Running in", "6 h at 40%"),
                ("Ambient", "22 °C"),
                ("Mounting", "Foot, output horizontal"),
            ]
        ),
        p.tag(
            "div", p.join([p.tag("div", p.join(_panels(world)), "left"), p.tag("div", p.join(right), "right")]), "split"
        ),
        _instruments(world, rng),
    ]
    foot = [
        p.signatures(
            [
                (world.engineer, "Test engineer"),
                (world.witness, "Witness"),
                ("", f"Release, not before {long_day(world.tested + timedelta(days=21))}"),
            ]
        )
    ]
    return Paper(
        f"Type test {world.number}",
        p.fixed(body, "wide", foot),
        ("engineering/type_test",),
        {"accent": accent, "body": rng.choice(("IBM Plex Sans", "Libre Franklin")), "head": rng.choice(("Barlow", "IBM Plex Sans Condensed"))},
        {"bottom-right": "1 of 1", "bottom-left": f"{world.maker}: laboratory form 12"},
        size="a4",
        margin="11mm 13mm",
    )  # fmt: skip


def _instruments(world: TestWorld, rng: random.Random) -> Markup:
    kinds = (
        ("Torque flange, output", "2 kN m", "0.2%"),
        ("Torque flange, input", "200 N m", "0.1%"),
        ("Encoder pair", "36,000 lines", "0.1 minutes of arc"),
        ("Resistance thermometer, oil", "0 to 150 °C", "0.4 K"),
        ("Sound level meter", "class 1", "see rule"),
    )
    rows = [
        (name, span, unsure, f"K-{rng.randrange(100, 999)}", f"{rng.randrange(1, 13):02d}/{world.tested.year - 1}")
        for name, span, unsure in kinds
    ]
    return p.table([["Instrument", "Range", "Uncertainty (k = 2)", "No.", "Last calibrated"]], rows, "instruments")


def _panels(world: TestWorld) -> list[Markup]:
    made = []
    for k, one in enumerate(world.specimens):
        letter = _LETTERS[k]
        rows: list[Sequence[str | Markup | Cell]] = [
            ("Mass", Cell(f"{one.mass:.1f} kg", kind="n")),
            ("Rise of oil temperature", Cell(p.mark(f"rise.{k}", f"{one.rise:.1f} K"), kind="n")),
            ("Sound level at 1 m", Cell(p.mark(f"sound.{k}", f"{one.sound:.1f} dB(A)"), kind="n")),
            ("Efficiency at rated torque", Cell(f"{one.efficiency:.1f}%", kind="n")),
        ]
        remark = (
            "Sweating at the output seal, wiped dry; none after an hour."
            if k == world.leak
            else "No remarks."
            if k != world.stamped
            else "Chart recorder stopped for 20 min in the second hour."
        )
        stamp = p.tag("div", p.mark("stamp", world.words), "sealed") if k == world.stamped else Markup("")
        made.append(
            p.tag(
                "div",
                p.join(
                    [
                        Markup("<h3>Specimen {} <small>No. </small>{}</h3>").format(
                            letter, p.mark(f"serial.{k}", one.serial)
                        ),
                        p.tag("div", p.join([_gear(k), p.table([], rows)]), "inner"),
                        p.para(remark, "remark"),
                        stamp,
                    ]
                ),
                "panel",
            )
        )
    return made


def _gear(k: int) -> Markup:
    teeth = "".join(
        f'<rect x="-3" y="-33" width="6" height="8" transform="rotate({30 * n + 7 * k})" fill="#777"/>'
        for n in range(12)
    )
    return Markup(
        f'<svg width="92" height="84" viewBox="0 0 92 84"><rect x="6" y="72" width="80" height="7" fill="#444"/><path d="M16 72 V34 Q16 6 46 6 Q76 6 76 34 V72 Z" fill="#d9dde0" stroke="#333"/><g transform="translate(46 40) scale(.72)">{teeth}<circle r="26" fill="#9aa1a6" stroke="#333"/><circle r="9" fill="#fff" stroke="#333"/></g></svg>'
    )


def _stamp(world: TestWorld) -> Item:
    k = world.stamped
    one, letter = world.specimens[k], _LETTERS[k]
    other, wrong = world.specimens[world.leak], _LETTERS[world.leak]
    right = value(int(one.serial), fact="answer")
    return Item(
        question="Booking the rig again: which specimen has to be run a second time? Serial number and its oil temperature rise so far, please.",
        answer=one.serial,
        answer_type="number",
        gold=f"Specimen {letter}, No. {one.serial}, which bears the retest stamp. Its oil temperature rise was {one.rise:.1f} K.",
        rubric=(
            must("serial", f"Gives serial number {one.serial}.", some(right, says((one.serial,))), failure_mode="misplaced"),
            must("letter", f"Identifies it as specimen {letter}.", says(lettered(letter, "specimen", "unit", "sample", "gearbox", "box")), severity="major", implicit=True),
            must("rise", f"Gives a rise of {one.rise:.1f} K.", some(value(one.rise, fact="rise"), value(one.rise, "°C"))),
            must_not("not-other", f"Does not give No. {other.serial}, which has a remark but no stamp, as the one to be run again.", no_claim(says((other.serial,))), "misplaced"),
        ),
        traps=(
            Trap("misplaced", f"Specimen {wrong}, No. {other.serial}, because of the sweating seal. Its rise was {other.rise:.1f} K.", ("serial", "letter", "rise", "not-other")),
            Trap("wrong_row", f"No. {one.serial} (specimen {letter}). The oil rose by {other.rise:.1f} K.", ("rise",)),
            Trap("dropped_item", f"Serial number {one.serial} is stamped for it; oil temperature rise {one.rise:.1f} K.", ("letter",)),
        ),
        note="A stamp belongs to the panel that it stands on; another panel has a remark that sounds worse.",
        facts={"answer": unless(["stamp"], read(f"serial.{k}", int(one.serial)), read(f"serial.{world.leak}", int(other.serial))), "rise": read(f"rise.{k}", one.rise)},
        decisive=("stamp", f"serial.{k}", f"rise.{k}"),
        style="lookup",
    )  # fmt: skip


def _leaves(world: TestWorld) -> Item:
    out = [k for k in range(3) if world.leaves[k] is not None]
    k = out[world.pick % len(out)]
    place = world.leaves[k] or 0
    other = next(one for one in out if one != k)
    other_place = world.leaves[other] or 0
    letter, load, wrong = _LETTERS[k], _LOADS[place], _LOADS[other_place]
    before = _LOADS[place - 1] if _LOADS[place - 1] != wrong else _LOADS[place - 2]
    high = world.corridor[1]
    right = value(load, "%", fact="answer")
    program: object = 0
    for i in reversed(range(10)):
        program = op(
            "if",
            op("le", read(f"bl.pt.{letter.lower()}.{i}", world.backlash[k][i], "plot", 0.03), high),
            program,
            _LOADS[i],
        )
    return Item(
        question=f"At which load step is specimen {letter} out of the permitted backlash for the first time, and what's the upper limit of the band?",
        answer=f"{load}%",
        answer_type="percent",
        gold=f"At {load}% of rated torque specimen {letter} is over the band for the first time; the band ends at {high} minutes of arc.",
        rubric=(
            must("load", f"Gives {load}% of rated torque as the first step outside the band.", right, failure_mode="misread_chart"),
            must("limit", f"Gives {high} minutes of arc as the upper limit.", some(value(high, "min"), value(high)), severity="major"),
            must_not("not-other", f"Does not give {wrong}%, where specimen {_LETTERS[other]} leaves the band.", no_claim(value(wrong, "%"), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"Specimen {letter} leaves the band at {wrong}%, where backlash passes {high} minutes of arc.", ("load", "not-other")),
            Trap("wrong_row", f"The first step outside is {before}%; the band ends at {high} minutes of arc.", ("load",)),
            Trap("wrong_column", f"At {load}% of rated torque. The upper limit is {high + 1} minutes of arc.", ("limit",)),
        ),
        note="A shaded band of the plot decides, for one of three curves told apart by markers.",
        facts={"answer": program},
        decisive=tuple(f"bl.pt.{letter.lower()}.{i}" for i in range(place + 1)),
        evidence=("bl.y",),
        axes=("spatial_awareness",),
        style="lookup",
    )  # fmt: skip


def _rule(world: TestWorld) -> Item:
    k = world.near
    one, letter = world.specimens[k], _LETTERS[k]
    total = round(one.sound + world.unsure, 1)
    verdicts = {
        "yes": [
            "pass",
            "passes",
            "passed",
            "meets",
            "complies",
            "within the limit",
            "ok",
            "acceptable",
            "conforms",
            "under the limit",
        ],
        "no": [
            "fail",
            "failed",
            "fails",
            "not passed",
            "does not pass",
            "exceeds",
            "over the limit",
            "rejected",
            "nonconforming",
        ],
    }
    denied = verdict((), verdicts, False, fact="answer")
    return Item(
        question=f"Sound level of specimen {letter}: can I enter it as passed?",
        answer="No",
        answer_type="boolean",
        gold=f"No, it has to be entered as not passed. The reading is {one.sound:.1f} dB(A) against a limit of {world.sound_limit}, but with the expanded uncertainty of {world.unsure} dB added it comes to {total:.1f} dB(A).",
        rubric=(
            must("verdict", f"Says that the sound level of specimen {letter} is not passed.", denied, failure_mode="prior_knowledge"),
            must("uncertainty", f"Says that the expanded uncertainty of {world.unsure} dB has to be added.", value(world.unsure), type="reasoning", severity="major"),
            must("total", f"Gives {total:.1f} dB(A) for reading and uncertainty together, or says that they exceed {world.sound_limit} dB(A).", some(value(total, fact="total"), says(("uncertainty",), ("exceed", "over", "above", "beyond", "more than", "crosses", "past", "too high", "top of", "higher"))), type="reasoning", severity="major"),
        ),
        traps=(
            Trap("prior_knowledge", f"Yes, it passes: {one.sound:.1f} dB(A) is under the limit of {world.sound_limit} dB(A).", ("verdict", "uncertainty", "total")),
            Trap("arithmetic_slip", f"Yes. Even with the uncertainty of {world.unsure} dB it passes, since that is taken off the reading.", ("verdict", "total")),
            Trap("dropped_item", f"No, enter it as not passed; {one.sound:.1f} dB(A) is too close to {world.sound_limit}.", ("uncertainty", "total")),
        ),
        note="The reading is under the limit, but the record's own rule of judging adds the uncertainty first.",
        facts={"answer": op("lt", op("add", read(f"sound.{k}", one.sound), unless(["rule"], read("rule", world.unsure), 0)), world.sound_limit), "total": op("round", op("add", read(f"sound.{k}", one.sound), read("rule", world.unsure)), 1)},
        decisive=("rule", f"sound.{k}"),
        style="calculation",
    )  # fmt: skip


TEST = Design(
    "type_test", sample, paper, (Ask("stamp_target", _stamp), Ask("range_band", _leaves), Ask("local_rule", _rule))
)
