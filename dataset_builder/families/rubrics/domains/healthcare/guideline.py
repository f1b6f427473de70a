"""A clinical practice guideline: cover, graded recommendations, practice boxes, appendices, a focused update at the end."""

from __future__ import annotations

import random
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, last_names, long_day
from dataset_builder.families.rubrics.domains.healthcare.guideline_asks import ASKS, GuideWorld
from dataset_builder.families.rubrics.domains.healthcare.guideline_more import extend
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Paper

_TOPICS = (("Tarrow fever", "a tick-borne febrile illness"), ("chronic velaritis", "a relapsing inflammation of the upper airway"), ("adult-onset moryosis", "a disorder of skeletal muscle"), ("post-surgical lymphedema of Hale", "a swelling of a limb after node surgery"))  # fmt: skip
_MARKERS = (("serum CK-7", "U/L"), ("plasma velin", "ng/mL"), ("serum orexase", "U/L"))
_DRUGS = ("brevimab", "oxaprinil", "colvastine", "neridone")
_CRITERIA = (
    ("temperature below 37.8 °C for 24 hours", ("37.8", "temperature", "afebrile", "fever")),
    ("oxygen saturation of 92% or more on room air", ("92", "saturation", "room air", "oxygen")),
    ("able to take medicines by mouth", ("by mouth", "take oral", "taking oral", "oral medicines", "oral medication", "orally", "oral intake of medicines")),
    ("a named person at home for the first night", ("named person", "first night", "someone at home", "person at home", "companion")),
    ("a clinic visit booked within seven days", ("visit", "clinic", "appointment", "follow-up", "booked")),
    ("heart rate below 100 at rest", ("100", "heart rate", "pulse")),
    ("written instructions read back in the patient's own words", ("written instructions", "read back", "own words", "teach-back", "instructions")),
)  # fmt: skip


def sample(rng: random.Random) -> GuideWorld:
    """Draw a guideline."""
    topic, gloss = rng.choice(_TOPICS)
    marker, unit = rng.choice(_MARKERS)
    first, second = rng.sample(_DRUGS, 2)
    low = rng.randrange(14, 40) * 10
    issued = day_between(rng, date(2021, 2, 1), date(2022, 11, 30))
    return GuideWorld(
        topic=topic,
        gloss=gloss,
        body=rng.choice(
            (
                "Society of Internal and Emergency Medicine",
                "Inland Colleges Guideline Group",
                "Northern Consensus Panel",
            )
        ),
        chairs=tuple(last_names(rng, 7)),
        issued=issued,
        updated=day_between(rng, date(2024, 2, 1), date(2025, 9, 30)),
        marker=marker,
        unit=unit,
        old=low,
        new=low + rng.choice((-60, -40, 50, 80)),
        first=first,
        second=second,
        criteria=tuple(rng.sample(_CRITERIA, 5)),
        visits=tuple(sorted(rng.sample(range(2, 14), 3))),
        taper=rng.choice(((5, 10), (4, 8), (7, 14))),
        hours=rng.choice((2, 3, 6)),
        washout=rng.choice((10, 14, 21)),
        pick=rng.randrange(1000),
    )


def paper(world: GuideWorld, rng: random.Random) -> Paper:
    """Return the guideline."""
    accent, tint = rng.choice(
        (("#114b5f", "#e8f2f4"), ("#5c3a21", "#f5efe9"), ("#20437a", "#eaf0f8"), ("#4a3267", "#f1edf6"))
    )
    title = f"Management of {world.topic} in adults"
    cover = p.fixed(
        [
            p.para(world.body, "body"),
            p.head(1, title),
            p.para(
                f"Clinical practice guideline\nPublished {long_day(world.issued)}, with the focused update of {long_day(world.updated)}"
            ),
        ],
        "bare cover",
        [p.para(f"Writing committee: {', '.join(world.chairs)}")],
    )
    blocks = [
        cover,
        p.box(
            [
                *_front(world),
                *_summary(world),
                Markup(world.background),
                *_diagnosis(world),
                *_treatment(world),
                *_discharge(world),
                *_sections(world),
                *_appendices(world),
                *_update(world),
            ],
            "guide",
        ),
    ]
    return Paper(
        title,
        p.join(blocks),
        ("healthcare/guideline",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Lora", "Source Serif 4", "IBM Plex Serif")), "head": rng.choice(("Libre Franklin", "IBM Plex Sans", "Source Sans 3"))},
        {"top-left": title, "top-right": f"{world.body}, {world.issued.year}", "bottom-right": "{page}"},
        size="a4",
        margin="22mm 24mm",
    )  # fmt: skip


def _rec(number: str, text: str, grade: str) -> Markup:
    return p.tag(
        "div", Markup("<b>{}</b><div>{}</div><span>{}</span>").format(number, p.rich(text), p.rich(grade)), "rec"
    )


def _front(world: GuideWorld) -> list[str | Markup]:
    if not world.front:
        return []
    fixed = ("1. Scope and method", "2. Diagnosis", "3. Treatment", "4. Leaving hospital and follow-up")
    annexed = ("A. Committee and interests", f"B. Intervals of {world.first} by kidney function", "C. Search terms")
    entries = [
        *(title for title, _ in world.front),
        *fixed,
        *(f"{k}. {title}" for k, (title, _) in enumerate(world.sections, 5)),
        *(f"Appendix {one}" for one in annexed),
        *(f"Appendix {letter}. {title}" for letter, (title, _) in zip("DEFGHIJKLMN", world.appendices, strict=False)),
        f"Focused update, {long_day(world.updated)}",
    ]
    parts = [block for title, body in world.front for block in (p.head(2, title), body)]
    return [p.head(2, "Contents"), p.box([p.para(one) for one in entries], "columns contents"), *parts]


def _sections(world: GuideWorld) -> list[str | Markup]:
    return [block for k, (title, body) in enumerate(world.sections, 5) for block in (p.head(2, f"{k}. {title}"), body)]


def _summary(world: GuideWorld) -> list[str | Markup]:
    return [
        p.head(2, "1. Scope and method"),
        f"This guideline covers adults with {world.topic}, {world.gloss}, from first presentation to the end of follow-up. [[scope|It does not cover pregnancy, nor people under 18]]. "
        "Recommendations were agreed by the writing committee over three rounds; agreement of 80% or more was needed to pass. The grade tells the strength of a recommendation "
        "(strong, conditional) and the certainty of the evidence behind it (high, moderate, low, very low).",
        "Evidence was searched to the end of the quarter before publication. Focused updates are issued where new evidence changes a recommendation, and are bound behind the appendices "
        "until the next full edition. Where an update and the body of the guideline differ, the update holds.",
    ]


def _diagnosis(world: GuideWorld) -> list[str | Markup]:
    return [
        p.head(2, "2. Diagnosis"),
        f"The illness is suspected in anyone with a compatible history and no better explanation. Imaging adds little in the first week. The committee looked at four laboratory tests and found that "
        f"only {world.marker} separates it from common mimics well enough to act on.",
        _rec("2.1", f"Measure {world.marker} in all adults in whom the diagnosis is suspected, within {world.hours} hours of arrival.", "Strong\nModerate certainty"),
        _rec("2.2", f"Start treatment without waiting for further tests if {world.marker} is [[old|{world.old} {world.unit} or more]].", "Strong\nModerate certainty"),
        _rec("2.3", f"If {world.marker} is lower, repeat it once after 12 hours. Do not treat on symptoms alone.", "Conditional\nLow certainty"),
        p.head(3, "Rationale"),
        "In the pooled cohorts sensitivity fell steeply above the chosen cut-off while specificity rose slowly. The committee gave more weight to missed cases than to overtreatment, since early treatment "
        "is safe and cheap. Sites that measure the marker on other platforms should convert their results with the factors given by their laboratory.",
        p.head(3, "What was considered and not recommended"),
        "Routine lumbar puncture, whole-body imaging and empirical antifungal treatment were considered. None changed outcomes in the studies found, and each has harms. Ultrasound of the spleen may be used "
        "where the history suggests an alternative, at the discretion of the treating team.",
    ]  # fmt: skip


def _treatment(world: GuideWorld) -> list[str | Markup]:
    days, total = world.taper
    return [
        p.head(2, "3. Treatment"),
        _rec("3.1", f"Use {world.first} as first treatment unless the person has taken {world.second} in the last [[washout|{world.washout} days]].", "Strong\nHigh certainty"),
        _rec("3.2", "Choose the interval between infusions by kidney function as set out in [[see|Appendix B]].", "Strong\nLow certainty"),
        p.head(3, "Starting treatment"),
        "The order matters, because the first dose lowers blood pressure in about one in ten:",
        Markup('<ol class="steps">{}</ol>').format(
            Markup("").join(p.tag("li", text) for text in (
                "Record blood pressure lying and standing.",
                f"Give 500 mL of crystalloid over one hour before the first dose of {world.first}.",
                f"Give {world.first} over 90 minutes with the person lying down.",
            ))
        ),
        p.tag(
            "div",
            p.join([p.head(4, "Practice point"), p.para("In people with heart failure, replace the fluid by leg raising and watch for breathlessness. This box does not replace any step.")]),
            "practice",
        ),
        Markup('<ol class="steps" start="4">{}</ol>').format(
            Markup("").join(p.tag("li", text) for text in (
                f"[[step4|Repeat the standing blood pressure {world.hours * 10} minutes after the end of the infusion]]; do not let the person walk before.",
                "[[step5|Prescribe the oral taper on the same day]], before the person leaves the unit.",
            ))
        ),
        p.head(3, "Oral taper"),
        f"Give prednisolone 30 mg daily for {days} days, then 15 mg daily until day {total}, then stop. A slower taper did not lower relapse in two trials and doubled infections.",
    ]  # fmt: skip


def _discharge(world: GuideWorld) -> list[str | Markup]:
    return [
        p.head(2, "4. Leaving hospital and follow-up"),
        f"[[intro|A person may be discharged when all of the following are met]]: [[crit.0|{world.criteria[0][0]}]]; [[crit.1|{world.criteria[1][0]}]]; and [[crit.2|{world.criteria[2][0]}]]. "
        "Length of stay was not a target in any study, and the committee does not set one. Community teams asked for more notice than hospitals now give. For that reason discharge "
        f"[[crit.3|also requires {world.criteria[3][0]}]], whoever arranges it.",
        "Relapse is most frequent in the second month. Readmission within a week is mostly for low blood pressure and for missed tapers, which is why the steps in section 3 end with the prescription. "
        f"On the day itself, [[crit.4|{world.criteria[4][0]} must be documented]] by the discharging clinician before transport is called.",
        _rec("4.1", f"See the person at weeks {world.visits[0]}, {world.visits[1]} and {world.visits[2]} after discharge.", "Conditional\nLow certainty"),
        _rec("4.2", f"Do not measure {world.marker} at follow-up unless symptoms return.", "Conditional\nVery low certainty"),
    ]  # fmt: skip


def _appendices(world: GuideWorld) -> list[str | Markup]:
    rows = [
        (label, p.mark(f"interval.{number}", f"every {days} days"), dose)
        for number, (label, days, dose) in enumerate(world.intervals)
    ]
    return [
        *([] if world.sections else [p.new_page()]),
        p.head(2, "Appendix A. Committee and interests"),
        f"Dr {world.chairs[0]} has received fees for speaking from a maker of assays. Other members declared none. Members with interests did not vote on recommendations 2.1 and 2.2.",
        p.head(2, f"Appendix B. Intervals of {world.first} by kidney function"),
        p.table([["eGFR, mL/min/1.73 m²", "Interval", "Dose"]], rows),
        p.notes([("", "Use the eGFR of the day. In acute kidney injury use the lower of the last two values.")]),
        p.head(2, "Appendix C. Search terms"),
        "Available from the committee's office on request. The full tables of evidence are published separately and are not part of this file.",
        *(
            block
            for letter, (title, body) in zip("DEFGHIJKLMN", world.appendices, strict=False)
            for block in (p.head(2, f"Appendix {letter}. {title}"), body)
        ),
    ]


def _update(world: GuideWorld) -> list[str | Markup]:
    return [
        p.box(
            [
                p.para(f"{world.body}: focused update, {long_day(world.updated)}"),
                p.head(2, "Focused update"),
                "Two cohorts published since the guideline report that outcomes depend on earlier treatment than was thought. The committee has met once more and changes one recommendation; the others stand.",
                _rec("2.2 (new)", f"Start treatment without waiting for further tests if {world.marker} is [[new|{world.new} {world.unit} or more]]. This replaces recommendation 2.2.", "Strong\nModerate certainty"),
                f"The cut-off applies from {long_day(world.updated)}. Laboratories are asked to change the flag on their reports. No other number in the guideline is affected.",
                p.signatures([(world.chairs[0], "Chair, writing committee"), (world.chairs[1], "Methods lead")]),
            ],
            "update",
        )
    ]  # fmt: skip


GUIDELINE = Design("guideline", sample, paper, ASKS, extend)
