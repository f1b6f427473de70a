"""A guideline's world, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics.bank import long_day
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
    verdict,
)


@dataclass(frozen=True)
class GuideWorld:
    """A guideline.

    Attributes:
        old, new: cut-off of the marker in the body and in the update, in ``unit``.
        criteria: of discharge, each with words by which it is known.
        visits: weeks.
        taper: days of the first step and in all.
        hours: of the first measurement.
        washout: days.
        front: of a full guideline what stands before section 1, by title; ``background``, what section 1 has more;
            ``sections`` from the fifth on, ``appendices`` from D on.
    """

    topic: str
    gloss: str
    body: str
    chairs: tuple[str, ...]
    issued: date
    updated: date
    marker: str
    unit: str
    old: int
    new: int
    first: str
    second: str
    criteria: tuple[tuple[str, tuple[str, ...]], ...]
    visits: tuple[int, ...]
    taper: tuple[int, int]
    hours: int
    washout: int
    pick: int
    front: tuple[tuple[str, Markup], ...] = ()
    background: str = ""
    sections: tuple[tuple[str, Markup], ...] = ()
    appendices: tuple[tuple[str, Markup], ...] = ()

    @property
    def intervals(self) -> list[tuple[str, int, str]]:
        """Return the rows of appendix B: kidney function, days, dose."""
        base = 14 + 7 * (self.pick % 3)
        return [
            ("60 or more", base, "8 mg/kg"),
            ("30 to 59", base + 7, "8 mg/kg"),
            ("15 to 29", base + 21, "6 mg/kg"),
            ("below 15 or dialysis", base + 35, "6 mg/kg"),
        ]


def _cutoff(world: GuideWorld) -> Item:
    level = (world.old + world.new) // 2
    treat = level >= world.new
    short = world.marker.split()[-1]
    right = value(world.new, world.unit, fact="cutoff")
    hold = "wait and repeat it after 12 hours"
    return Item(
        question=f"{world.marker} just came back at {level} {world.unit}, history fits {world.topic}. Do I start {world.first} now or repeat the test?",
        answer="Yes" if treat else "No",
        answer_type="boolean",
        gold=(f"Start treatment now. The focused update of {long_day(world.updated)} replaces recommendation 2.2 and sets the cut-off at {world.new} {world.unit}; {level} is above it. The {world.old} in the body "
              "of the guideline no longer holds." if treat else
              f"Don't start yet; repeat {short} once after 12 hours. The focused update of {long_day(world.updated)} replaces recommendation 2.2 with a cut-off of {world.new} {world.unit}, and {level} is below it. "
              f"The {world.old} in the body of the guideline no longer holds."),
        rubric=(
            must("action", "Says to start treatment now." if treat else "Says not to start treatment yet but to repeat the test.",
                 verdict((), {"yes": ["start", "treat", "begin", "initiate", "give"], "no": ["repeat", "hold off", "wait", "recheck", "hold"]}, treat, fact="start"), failure_mode="superseded_text"),
            must("cutoff", f"States that the cut-off in force is {world.new} {world.unit}.", right),
            must("update", "Attributes it to the focused update.", says(("update", "updated", "updates", "amendment", "revised", "revision", "new cut-off", "new threshold", "newer"), mention=True), type="reasoning", severity="major"),
            must_not("not-old", f"Does not present {world.old} {world.unit} as the cut-off in force.", no_claim(value(world.old, world.unit), right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", (f"Repeat the test: recommendation 2.2 sets the cut-off at {world.old} {world.unit} and {level} is below it, so {hold}." if treat else
                 f"Start now. By recommendation 2.2 the cut-off is {world.old} {world.unit}, and {level} is above it."), ("action", "cutoff", "update", "not-old")),
            Trap("dropped_item", "Start treatment now; the result is over the threshold." if treat else f"Don't start; repeat {short} once after 12 hours, since the result is under the threshold.", ("cutoff", "update")),
            Trap("noise_as_content", (f"The focused update puts the cut-off at {world.new} {world.unit}, but as the panel has not been republished, hold off and repeat the test after 12 hours." if treat else
                 f"The focused update puts the cut-off at {world.new} {world.unit}, but as the panel has not been republished, go ahead and start."), ("action",)),
        ),
        note="A cut-off in the body was replaced by a focused update bound behind the appendices.",
        facts={"cutoff": unless(["new"], read("new", world.new), read("old", world.old)), "start": op("le", unless(["new"], read("new", world.new), read("old", world.old)), level),
               "answer": op("if", op("le", unless(["new"], read("new", world.new), read("old", world.old)), level), "Yes", "No")},
        decisive=("new",),
        evidence=("old",),
        style="reconciliation",
    )  # fmt: skip


_ALSO = {
    "temperature": ("temp", "temps", "re:\\bt ?(?:<|below|under|at most)", "no fever", "fever-free"),
    "oxygen": ("sats", "sat", "spo2", "sao2", "o2", "sp02"),
    "able": ("oral meds", "po meds", "oral medicine", "oral drugs", "oral route", "re:\\b(?:swallow|tak|tolerat)\\w* (?:\\w+ ){0,3}?(?:pills?|tablets?|meds?|medicines?|medications?|drugs?)\\b", "re:\\b(?:meds?|medicines?|medications?|tablets?) (?:\\w+ ){0,2}?(?:oral|orally|po|by mouth)\\b", "re:\\boral\\b(?! (?:taper|steroid|predni))", "po intake", "tolerating po", "swallow"),
    "a named": ("somebody", "someone", "1st night", "night one", "adult at home", "carer", "caregiver"),
    "a clinic": ("f/u", "follow up", "outpatient", "seen in clinic", "review within", "re-seen"),
    "heart": ("hr", "heartbeat", "bpm", "beats"),
    "written": ("told back", "tell back", "repeat back", "repeated back", "repeated the", "teach back", "own wording", "re:\\bexplain\\w* (?:\\w+ ){0,3}back\\b", "handout", "repeat"),
}  # fmt: skip
"""Further words for a condition, by how it begins."""


def _discharge(world: GuideWorld) -> Item:
    names = [text for text, _ in world.criteria]

    def tell(chosen: list[str]) -> str:
        return "\n".join(f"- {text}" for text in chosen)

    rubric = [
        must(
            f"crit-{number}",
            f"Lists as a condition: {text}.",
            says((*words, *next(more for head, more in _ALSO.items() if text.startswith(head))), mention=True),
            type="completeness",
            severity="critical",
            failure_mode="dropped_item",
        )
        for number, (text, words) in enumerate(world.criteria)
    ]
    rubric.append(
        must_not(
            "not-stay",
            "Does not add a minimum length of stay.",
            no_claim(
                says(
                    (
                        "minimum",
                        "at least",
                        "observe",
                        "observed",
                        "observation",
                        "stay",
                        "in hospital",
                        "inpatient",
                        "admitted",
                        "monitored",
                        "kept in",
                    ),
                    (
                        "48 hours",
                        "re:\\b48 ?h(?:rs?)?\\b",
                        "two days",
                        "2 days",
                        "72 hours",
                        "24-hour stay",
                        "length of stay of",
                    ),
                )
            ),
            "fabricated_value",
        )
    )
    return Item(
        question=f"Bed manager is pushing. Give me the complete list of what has to be true before I can discharge someone with {world.topic} under this guideline.",
        answer="; ".join(names),
        answer_type="text",
        gold="All five have to be met:\n" + tell(names),
        rubric=tuple(rubric),
        traps=(
            Trap("dropped_item", "All of these have to be met:\n" + tell(names[:3]), ("crit-3", "crit-4")),
            Trap("fabricated_value", "Before discharge:\n" + tell([*names, "a stay of at least 48 hours for observation"]), ("not-stay",)),
            Trap("wrong_section", "Discharge needs:\n" + tell([*names[:4], "the oral taper prescribed"]), ("crit-4",)),
        ),
        note="Three conditions stand in one sentence, a fourth and a fifth are worked into later paragraphs of prose.",
        facts={"answer": op("if", op("and", *(unless([f"crit.{number}"], True, False) for number in range(5))), "; ".join(names), "fewer")},
        decisive=tuple(f"crit.{number}" for number in range(5)),
        evidence=("intro",),
        style="summary",
    )  # fmt: skip


def _interval(world: GuideWorld) -> Item:
    number = 1 + world.pick % 2
    label, days, dose = world.intervals[number]
    low, high = (int(one) for one in label.split(" to "))
    egfr = low + 2 + world.pick % (high - low - 4)
    other = world.intervals[number + 1]
    right = value(days, "day", fact="answer")
    return Item(
        question=f"Booking the next infusion of {world.first}; eGFR {egfr} today. How many days out, and what dose?",
        answer=str(days),
        answer_type="number",
        gold=f"{days} days, at {dose}. Recommendation 3.2 sends you to Appendix B, and an eGFR of {egfr} falls in the row {label}.",
        rubric=(
            must("days", f"States an interval of {days} days.", some(right, value(days / 7, "week")), failure_mode="wrong_row"),
            must("dose", f"States a dose of {dose}.", value(float(dose.split()[0]), "mg/kg")),
            must("appendix", "Names Appendix B (the table by kidney function) as the source.", says(("appendix b", "appendix", "app. b", "app b", "annex b", "table by kidney function", "kidney table", "renal table")), type="reasoning", severity="minor", implicit=True),
            must_not("not-next", f"Does not give {other[1]} days, the interval of the next row.", no_claim(value(other[1], "day"), right), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"Appendix B: {other[1]} days, at 7 mg/kg.", ("days", "dose", "not-next")),
            Trap("prior_knowledge", f"Infusions of this kind are usually every 10 days; dose {dose}.", ("days", "appendix")),
            Trap("dropped_item", f"By Appendix B the next one is due in {days} days.", ("dose",)),
        ),
        note="The recommendation gives no number; it points to an appendix.",
        facts={"answer": read(f"interval.{number}", days)},
        decisive=(f"interval.{number}",),
        evidence=("see",),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _steps(world: GuideWorld) -> Item:
    minutes = world.hours * 10
    return Item(
        question=f"First {world.first} infusion has just finished. Which steps of starting treatment are still left before she leaves the unit, in order?",
        answer="repeat the standing blood pressure, prescribe the oral taper",
        answer_type="list",
        gold=f"Two steps are left:\n1. Repeat the standing blood pressure {minutes} minutes after the end of the infusion, and don't let her walk before that.\n2. Prescribe the oral taper the same day, before she leaves the unit.",
        rubric=(
            must("pressure", "Says to repeat the standing blood pressure.", says(("blood pressure", "bp", "pressure"))),
            must("minutes", f"Says to do so {minutes} minutes after the end of the infusion.", some(value(minutes, "min"), *([value(minutes / 60, "h")] if minutes % 60 == 0 else []))),
            must("taper", "Says to prescribe the oral taper the same day, before leaving.", says(("taper", "prednisolone", "oral steroid", "steroids", "steroid")), failure_mode="reading_order"),
            must("walk", "Says not to let her walk before the blood pressure is repeated.", says(("walk", "walking", "get up", "stand up and walk", "mobilize", "mobilise", "ambulate", "ambulating", "ambulation", "bed", "on her feet", "off her feet", "off the feet", "up and about", "get out", "stays put", "stay put", "stays down", "stay down", "remain seated", "moving about", "move around"), mention=True), severity="major", type="completeness", implicit=True),
            must("order", "Puts the blood pressure before the prescription.", listing([["blood pressure", "bp", "pressure"], ["taper", "prednisolone", "oral steroid", "steroids", "steroid"]], ordered=True), type="reasoning", severity="minor"),
        ),
        traps=(
            Trap("reading_order", "Nothing more: the three steps (blood pressure lying and standing, fluids, infusion lying down) are done.", ("minutes", "taper", "walk", "order")),
            Trap("dropped_item", f"Repeat her standing blood pressure {minutes} minutes after the end of the infusion; she must not walk before that.", ("taper", "order")),
            Trap("prior_knowledge", "Recheck her blood pressure every 15 minutes for two hours, keep her in bed meanwhile, then prescribe the oral taper.", ("minutes",)),
        ),
        note="A practice box interrupts the numbered steps; the last two stand below it.",
        facts={"answer": unless(["step4", "step5"], ["repeat the standing blood pressure", "prescribe the oral taper"], [])},
        decisive=("step4", "step5"),
        style="summary",
    )  # fmt: skip


def _pregnant(world: GuideWorld) -> Item:
    left_out = ("excluded", "out of scope", "outside", "leaves out", "left out", "leave out", "excludes", "exempt", "not in scope", "beyond", "leaves", "carves out", "not covered", "not for")  # fmt: skip
    silent = some(
        abstains(("pregnancy", "pregnant", "her", "scope")),
        says(("pregnancy", "pregnant", "pregnancies"), left_out, mention=True),
    )
    return Item(
        question=f"28-year-old, 20 weeks pregnant, {world.marker} {max(world.old, world.new) + 90} {world.unit}. Which drug does this guideline recommend for her?",
        answer="not stated",
        answer_type="abstain",
        gold=f"It doesn't say. The scope section leaves pregnancy out, so the recommendation of {world.first} can't be read as applying to her, and the guideline gives no alternative.",
        rubric=(
            must_abstain("abstains", "States that the guideline does not cover (gives no recommendation for) pregnancy.",
                         silent, "overreach"),
            must("scope", "Refers to the scope of the guideline.", says(("scope", "covers", "cover", "applies to", "excludes", "excluded"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("no-drug", f"Does not recommend {world.first} or {world.second} for her.", every(no_claim(says(("recommend", "give", "use", "start", "choose", "prescribe", "first-line", "is the drug"), (world.first, world.second))), no_claim(says((world.first, world.second)), silent), no_claim(says((rf"re:\b(?:go(?:es)? (?:with|for)|pick|take|try|opt for|prefer|favou?r|suggest|switch to|put her on)\b[^.;]{{0,20}}\b(?:{world.first.lower()}|{world.second.lower()})\b",)))), "overreach"),
        ),
        traps=(
            Trap("overreach", f"Her level is above the cut-off, so start {world.first}, which recommendation 3.1 makes the first treatment.", ("abstains", "scope", "no-drug")),
            Trap("prior_knowledge", f"The guideline does not cover pregnancy, but {world.second} is generally considered safer then, so give {world.second}.", ("no-drug",)),
            Trap("fabricated_value", f"For pregnant patients it recommends a reduced dose: use {world.first} at half dose.", ("abstains", "scope", "no-drug")),
        ),
        note="The scope paragraph at the front rules the case out; every later recommendation reads as if it applied.",
        facts={"answer": unless(["scope"], absent("pregnan", world.first), world.first)},
        decisive=("scope",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("superseded_amendment", _cutoff),
    Ask("all_conditions", _discharge),
    Ask("appendix_lookup", _interval),
    Ask("interrupted_steps", _steps),
    Ask("document_only", _pregnant),
)
