"""What a warranty deed says, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import NUMBERS, long_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, execute, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    day,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    sided,
    some,
    value,
    verdict,
)


@dataclass(frozen=True)
class DeedWorld:
    """A deed.

    Attributes:
        grantors: two.
        signed: day of the deed; ``entered`` of the auditor's stamp; ``recorded`` of the recorder's, later than both.
        calls: bearing and feet of each side of the tract.
        depth: feet below which oil and gas are reserved, for ``term`` years.
        widths: of the access strip in feet: as typed, and as changed by hand.
        lines: along which it runs: as typed, and as changed by hand.
        marital: what the first grantor is to the second.
    """

    state: str
    county: str
    township: str
    grantors: tuple[str, str]
    grantee: str
    grantee_town: str
    preparer: str
    notary: str
    signed: date
    entered: date
    recorded: date
    clock: str
    entry: str
    instrument: str
    volume: tuple[int, int]
    parcel: str
    calls: tuple[tuple[str, float], ...]
    acres: float
    section: int
    road: str
    depth: int
    term: int
    widths: tuple[int, int]
    lines: tuple[str, str]
    fee: int

    @property
    def end(self) -> date:
        """Return the day on which the reservation ends."""
        return date.fromisoformat(str(execute(self.end_program())))

    def end_program(self) -> object:
        """Return the program of that day."""
        return op("months_later", read("signed", self.signed, "date"), op("mul", read("term", self.term), 12))


def _minerals(world: DeedWorld) -> Item:
    kept = (
        "reserve",
        "reservation",
        "reserving",
        "retain",
        "kept",
        "keep",
        "held back",
        "except",
        "exception",
        "withheld",
        "held on",
        "hold on",
        "hung on",
        "hang on",
        "held onto",
        "hold",
        "holds",
        "carved out",
        "left out",
        "not convey",
        "not conveyed",
        "still own",
        "stays",
        "stay",
        "remains",
        "remain",
        "still belong",
    )
    return Item(
        question=f"A landman wants to lease oil and gas at roughly {world.depth * 9:,} feet under this tract from our client {world.grantee}. "
        "Going by the deed, does our client have it to lease right now?",
        answer="No",
        answer_type="boolean",
        gold=f"No. The granting clause sounds as if everything under the land passed, but the grantors reserved all oil and gas below {world.depth} feet for "
        f"{world.term} years from the date of the deed. Until {long_day(world.end)} the right to lease at that depth is the grantors'.",
        rubric=(
            must("no", "States that the grantee does not hold the oil and gas at that depth now.",
                 verdict((), {"yes": ["client owns", "grantee owns", "can lease", "may lease", "free to lease", "able to lease", "has it to lease", "have it to lease", "theirs to lease", "did pass", "passed to our client"],
                              "no": ["reserve", "reservation", "retain", "kept", "withheld", "excepted", "held on to", "hung on to", "held back", "still belongs", "belongs to the grantors", "is the grantors'"]}, False, fact="no"),
                 failure_mode="stopped_at_grant"),
            must("why", "Gives as the reason that the grantors reserved the oil and gas.", says(kept, ("oil", "gas", "mineral", "hydrocarbon", "o&g"), mention=True), type="reasoning", severity="major"),
            must("depth", f"Says that the reservation is of what lies below {world.depth} feet.", value(world.depth, "ft", fact="depth"), type="reasoning", severity="major"),
            must("end", f"Says that the reservation lasts {world.term} years from the deed, or until {long_day(world.end)}.",
                 some(value(world.term, "year"), day(world.end, fact="end")), type="completeness", severity="major", failure_mode="dropped_item"),
            must_not("not-forever", "Does not claim that the reservation is perpetual.", no_claim(says(("perpetual", "perpetuity", "forever", "permanent", "indefinite", "no end date", "without limit of time"))), "prior_knowledge"),
        ),
        traps=(
            Trap("stopped_at_grant", f"Yes. The deed conveys the tract together with everything in, on or under it and all appurtenances, so {world.grantee} can lease the oil and gas at any depth.", ("no", "why", "depth", "end")),
            Trap("prior_knowledge", f"No. The grantors reserved the oil and gas below {world.depth} feet, and a mineral reservation in a deed is perpetual unless it is released of record.", ("end", "not-forever")),
            Trap("dropped_item", f"No, the grantors reserved the oil and gas to themselves for {world.term} years from the date of the deed.", ("depth",)),
            Trap("wrong_section", "No. The deed is subject to the rights of the public in the road and to easements of record, and those cut off a lease of oil and gas by the owner.", ("why", "depth", "end")),
        ),
        note="The grant speaks of all that lies under the land; a reservation three paragraphs on takes oil and gas out again, below a depth and for a term.",
        facts={
            "no": unless(["reservation"], False, True),
            "answer": unless(["reservation"], "No", "Yes"),
            "depth": read("depth", world.depth),
            "end": world.end_program(),
        },
        decisive=("reservation", "depth", "term"),
        evidence=("grant", "signed"),
        axes=("correctness_completeness",),
        style="reconciliation",
    )  # fmt: skip


def _strip(world: DeedWorld) -> Item:
    (old, new), (old_line, new_line) = world.widths, world.lines
    width = value(new, "ft", fact="width")
    side = says(sided(new_line))
    return Item(
        question="Fence crew is on site. How wide is the access strip the grantors kept across this tract, and which boundary line does it run along?",
        answer=str(new),
        answer_type="number",
        gold=f"It is {new} feet wide and runs along the {new_line} line. The typed {old} feet and the {old_line} line were struck out by hand, and the changes are initialed by both grantors.",
        rubric=(
            must("width", f"States that the strip is {new} feet wide.", width, failure_mode="superseded_text"),
            must("line", f"States that it runs along the {new_line} line.", side, failure_mode="superseded_text"),
            must("changed", "Says that the typed terms were struck out or changed by hand.",
                 says(("struck", "strike", "crossed", "cross out", "handwritten", "by hand", "hand-written", "initial", "initialed", "interlineation", "interlineated", "corrected", "changed", "altered", "lined out", "written in", "overwritten", "replaced", "amended", "wrote", "edited", "ink", "pen", "manual", "manually", "revised", "over the typed", "typed figure", "marked up", "initials"), mention=True),
                 type="reasoning", severity="minor", implicit=True),
            must_not("not-old-width", f"Does not give {old} feet as the width.", no_claim(value(old, "ft"), width), "superseded_text"),
            must_not("not-old-line", f"Does not place the strip along the {old_line} line.", no_claim(says((f"{old_line} line", f"{old_line} boundary", f"{old_line} side", f"{old_line}erly line", f"{old_line}ern line", f"{old_line}ern boundary", f"re:\\b{old_line[0]} (?:line|side|boundary)\\b")), side), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"The grantors kept a strip {old} feet wide along the {old_line} line of the tract, for access on foot and with vehicles.", ("width", "line", "changed", "not-old-width", "not-old-line")),
            Trap("noise_as_content", f"The width was corrected by hand to {new} feet; the strip runs along the {old_line} line as typed.", ("line", "not-old-line")),
            Trap("dropped_item", f"The handwritten change makes it run along the {new_line} line. Its width is {old} feet.", ("width", "not-old-width")),
        ),
        note="Typed words are struck and others written over them with initials; the struck words still can be read.",
        facts={
            "width": unless(["new-width"], read("new-width", new), read("old-width", old)),
            "answer": unless(["new-width"], read("new-width", new), read("old-width", old)),
            "line": unless(["new-line"], read("new-line", new_line, "text"), read("old-line", old_line, "text")),
        },
        decisive=("new-width", "new-line"),
        evidence=("old-width", "old-line"),
        axes=("typographic_hierarchy",),
        style="lookup",
    )  # fmt: skip


def _price(world: DeedWorld) -> Item:
    nominal = says(
        ("nominal", "good and valuable", "token", "boilerplate", "recital", "recite", "formality", "placeholder", "ogvc", "other good", "valuable consideration", "stock phrase", "standard language", "form language", "symbolic", "standard wording", "customary"), mention=True
    )  # fmt: skip
    silent = abstains(("price", "paid", "pay", "amount", "consideration", "number", "figure", "it"))
    guess = world.fee * 4_000 + 1_500
    return Item(
        question=f"Building the comp file on {world.road}. What did {world.grantee} pay for the tract, per this deed?",
        answer="not stated",
        answer_type="abstain",
        gold="The deed doesn't state the price. It recites only ten dollars and other good and valuable consideration, which is nominal, and the auditor's stamp marks the "
        "transfer as exempt, so the price can't be worked back from a tax either.",
        rubric=(
            must_abstain("abstains", "States that the deed does not give the price that was paid.", silent),
            must("nominal", "Says that the consideration recited is only nominal (ten dollars and other good and valuable consideration).",
                 nominal, type="reasoning", severity="major"),
            must_not("no-amount", "Does not give a dollar amount as the price, apart from the ten dollars recited.", no_value("usd", allowed=[10, world.fee]), "fabricated_value"),
            must_not("not-ten", "Does not present $10 as what was actually paid.", no_claim(value(10, "usd"), some(silent, nominal)), "overreach"),
        ),
        traps=(
            Trap("overreach", f"Per the deed, {world.grantee} paid $10.00 for the tract.", ("abstains", "nominal", "not-ten")),
            Trap("fabricated_value", f"The deed recites nominal consideration, but the fee on the recorder's stamp works back to a price of about ${guess:,}.", ("abstains", "no-amount")),
            Trap("noise_as_content", f"{world.grantee} paid ${world.fee * 3:,}, as the recorder's stamp shows.", ("abstains", "nominal", "no-amount")),
        ),
        note="A deed recites a nominal consideration; stamps print other amounts that invite a guess.",
        facts={"answer": unless(["consideration"], absent("purchase price"), 10.0)},
        decisive=("consideration",),
        evidence=("exempt",),
        axes=("artifact_noise",),
        style="unsupported",
    )  # fmt: skip


def _clock(clock: str) -> tuple[str, ...]:
    """Return ways to tell a time such as ``9:34 AM``."""
    hour, minute = clock.split()[0].split(":")
    late = int(hour) % 12 + (12 if clock.upper().endswith(("PM", "P.M.")) else 0)
    said = (f"{NUMBERS[int(minute)]} past {NUMBERS[int(hour)]}",) if int(minute) < len(NUMBERS) else ()
    return (
        clock,
        clock.split()[0],
        f"{late:02d}:{minute}",
        f"{late:02d}{minute}",
        f"re:\\b{hour}[.h ]?{minute}\\b",
        *said,
    )


def _recorded(world: DeedWorld) -> Item:
    right = day(world.recorded, fact="answer")
    return Item(
        question="For the abstract: on what day was this deed recorded, at what time, and under which instrument number?",
        answer=world.recorded.isoformat(),
        answer_type="date",
        gold=f"Recorded {long_day(world.recorded)} at {world.clock}, instrument no. {world.instrument}.",
        rubric=(
            must("day", f"States that the deed was recorded on {long_day(world.recorded)}.", right, failure_mode="misplaced"),
            must("clock", f"States the time of recording, {world.clock}.", says(_clock(world.clock)), type="completeness", severity="major"),
            must("number", f"States the instrument number, {world.instrument}.", says((world.instrument, world.instrument.replace("-", ""))), type="completeness"),
            must_not("not-entered", f"Does not give {long_day(world.entered)}, the day of the auditor's entry, as the day of recording.", no_claim(day(world.entered), right), "misplaced"),
            must_not("not-signed", f"Does not give {long_day(world.signed)}, the date of the deed, as the day of recording.", no_claim(day(world.signed), right), "wrong_section", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"It was recorded on {long_day(world.entered)} under no. {world.entry}, at {world.clock}.", ("day", "number", "not-entered")),
            Trap("wrong_section", f"The recording date is {long_day(world.signed)}, and the instrument number is {world.instrument}; no time is needed.", ("day", "clock", "not-signed")),
            Trap("dropped_item", f"Recorded {long_day(world.recorded)}, instrument no. {world.instrument}.", ("clock",)),
        ),
        note="Two offices' stamps stand side by side with a day and a number each, and the deed has dates of its own; only one stamp is the recorder's.",
        facts={"answer": read("rec-day", world.recorded, "date"), "number": read("rec-number", world.instrument, "text"), "clock": read("rec-clock", world.clock, "text")},
        decisive=("rec-day", "rec-number", "rec-clock"),
        evidence=("entered-day",),
        axes=("artifact_noise",),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("exclusion_after_grant", _minerals),
    Ask("struck_or_void", _strip),
    Ask("never_reported", _price),
    Ask("stamp_target", _recorded),
)
