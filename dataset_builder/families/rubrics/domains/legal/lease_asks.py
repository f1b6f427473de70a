"""What an office lease with two amendments says, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import long_day, money, short_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, execute, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    day,
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

REPAIRS: Mapping[str, tuple[str, str, str]] = {
    "compressor": ("the rooftop units that serve only the Premises, including compressors and controls", "A compressor on the rooftop unit over the suite died; the unit serves only us.", "rooftop unit"),
    "plate glass": ("plate glass, storefront frames and entrance doors of the Premises, closers included", "The closer tore out of our storefront entrance door and the plate glass beside it cracked.", "plate glass and entrance doors"),
    "water heater": ("water heaters, fixtures and branch piping, from the point at which they serve one suite alone", "The water heater above our break room let go; it serves nobody else.", "water heater"),
    "cooling unit": ("cooling units of rooms for servers in the Premises, with pumps and drains, whoever installed them", "The cooling unit of our server room has quit; it had been installed by whoever rented the suite before us.", "cooling unit"),
}  # fmt: skip
"""By name: words of the clause, how the matter comes up, and what it is called."""


@dataclass(frozen=True)
class LeaseWorld:
    """A lease.

    Attributes:
        ends: expiration dates, of the lease and as the first amendment has it.
        months: before the expiration date by which renewal must be noticed: of the lease and as the second amendment has it.
        steps: first day of each rent year of the first amendment, with the monthly rent of original and expansion premises.
        step: of the rent year asked about.
        canopy: by row of the plan, the first and the last stall under it, counted from 0.
        stalls: by symbol, the places of stalls on the parking plan under the canopy and in the open, 16 to a row.
        moving: allowance for moving, of the first amendment, a square foot.
        repair: key of ``REPAIRS``; ``payer`` is whose list it stands in.
    """

    building: str
    place: str
    landlord: str
    manager: str
    tenant: str
    neighbour: str
    suite: int
    signers: tuple[str, str]
    dated: date
    starts: date
    first: date
    second: date
    ends: tuple[date, date]
    months: tuple[int, int]
    areas: tuple[int, int]
    steps: tuple[tuple[date, int, int], ...]
    step: int
    stalls: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]
    moving: int
    repair: str
    payer: str
    deposit: int
    share: float
    late: tuple[int, int]
    canopy: tuple[tuple[int, int], ...]

    def notice(self, end: int, months: int) -> date:
        """Return the last day of notice by one of the expiration dates and one of the periods."""
        return date.fromisoformat(str(execute(op("months_later", self.ends[end].isoformat(), -self.months[months]))))


def _renewal(world: LeaseWorld) -> Item:
    when = world.notice(1, 1)
    right = day(when, fact="answer")
    middle = world.notice(1, 0)
    return Item(
        question=f"Calendaring for {world.tenant}: what's the last day we can give notice to exercise the renewal option, all amendments considered?",
        answer=when.isoformat(),
        answer_type="date",
        gold=f"{long_day(when)}. The First Amendment moved the Expiration Date to {long_day(world.ends[1])}, and the Second Amendment changed the notice period of Section 3.2 from {world.months[0]} to {world.months[1]} months, "
        f"so notice has to be given no later than {world.months[1]} months before that date.",
        rubric=(
            must("day", f"States that the last day for notice is {long_day(when)}.", right, failure_mode="superseded_text"),
            must("expiration", f"Counts back from the extended Expiration Date, {long_day(world.ends[1])}.", day(world.ends[1]), type="reasoning", severity="major"),
            must("months", f"Uses the notice period of {world.months[1]} months.", value(world.months[1], "month"), type="reasoning", severity="major"),
            must_not("not-original", f"Does not give {long_day(world.notice(0, 0))}, which follows from the lease without its amendments, as the last day.", no_claim(day(world.notice(0, 0)), right), "superseded_text"),
            must_not("not-half", f"Does not give {long_day(middle)}, which follows from the first amendment alone, as the last day.", no_claim(day(middle), right), "dropped_item"),
        ),
        traps=(
            Trap("superseded_text", f"Notice has to be given by {long_day(world.notice(0, 0))}: Section 3.2 asks for it {world.months[0]} months before the Expiration Date of {long_day(world.ends[0])}.", ("day", "expiration", "months", "not-original")),
            Trap("dropped_item", f"The First Amendment extended the term to {long_day(world.ends[1])}, and Section 3.2 requires notice {world.months[0]} months before, so the last day is {long_day(middle)}.", ("day", "months", "not-half")),
            Trap("wrong_section", f"The Second Amendment requires notice {world.months[1]} months before the Expiration Date of {long_day(world.ends[0])}, which makes the last day {long_day(world.notice(0, 1))}.", ("day", "expiration")),
        ),
        note="The option stands in the lease; one amendment moves the date that it is counted from and another changes how many months are counted.",
        facts={
            "answer": op("months_later", unless(["end-new"], read("end-new", world.ends[1], "date"), read("end-old", world.ends[0], "date")),
                         op("mul", -1, unless(["months-new"], read("months-new", world.months[1]), read("months-old", world.months[0])))),
        },
        decisive=("end-new", "months-new"),
        evidence=("end-old", "months-old"),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _rent(world: LeaseWorld) -> Item:
    k = world.step
    start, original, expansion = world.steps[k]
    total = original + expansion
    other = world.steps[k - 1][1] + world.steps[k - 1][2]
    right = value(total, "usd", fact="answer")
    return Item(
        question=f"AP is setting up the standing wire for the rent year that starts {short_day(start)}. What's base rent per month for both spaces together?",
        answer=money(total),
        answer_type="currency",
        gold=f"{money(total)} a month: {money(original)} for the Original Premises and {money(expansion)} for the Expansion Premises.",
        rubric=(
            must("total", f"States that monthly base rent for both spaces is {money(total)}.", right, failure_mode="wrong_column"),
            must("original", f"Gives {money(original)} as the monthly rent of the Original Premises.", value(original, "usd", fact="original"), type="completeness", severity="major"),
            must("expansion", f"Gives {money(expansion)} as the monthly rent of the Expansion Premises.", value(expansion, "usd", fact="expansion"), type="completeness", severity="major"),
            must_not("not-annual", f"Does not give annual rent ({money(12 * total)}) as the monthly sum.", no_claim(value(12 * total, "usd"), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_row", f"{money(other)} a month: {money(world.steps[k - 1][1])} for the Original Premises plus {money(world.steps[k - 1][2])} for the Expansion Premises.", ("total", "original", "expansion")),
            Trap("wrong_column", f"Set the wire to {money(12 * total)}: {money(12 * original)} for the Original Premises plus {money(12 * expansion)} for the Expansion Premises.", ("total", "original", "expansion", "not-annual")),
            Trap("dropped_item", f"The monthly base rent is {money(original)} for that rent year.", ("total", "expansion")),
            Trap("arithmetic_slip", f"{money(original)} for the Original Premises and {money(expansion)} for the Expansion Premises make {money(total + 1000)} a month.", ("total",)),
        ),
        note="Two spaces each have a monthly and an annual column under a header that spans both.",
        facts={
            "original": read(f"rent.{k}.original", original),
            "expansion": read(f"rent.{k}.expansion", expansion),
            "answer": op("add", read(f"rent.{k}.original", original), read(f"rent.{k}.expansion", expansion)),
        },
        decisive=(f"rent.{k}.original", f"rent.{k}.expansion"),
        evidence=(f"rent.{k}.start",),
        axes=("correctness_completeness",),
        style="calculation",
    )  # fmt: skip


def _stalls(world: LeaseWorld) -> Item:
    inside, outside = (len(part) for part in world.stalls["T"])
    total = inside + outside
    other = len(world.stalls["R"][0])
    right = value(
        inside,
        "",
        [("stall", "space", "canopy", "reserved", "covered", "spot", "under", "roof", "sheltered", "shaded")],
        fact="answer",
    )
    return Item(
        question=f"Parking exhibit: how many of Suite {world.suite}'s reserved stalls are actually under the canopy? Facilities wants to promise covered spots.",
        answer=str(inside),
        answer_type="number",
        gold=f"{inside} of Suite {world.suite}'s reserved stalls are under the canopy; the other {outside} are in the open, out of {total} in all.",
        rubric=(
            must("covered", f"States that {inside} of the suite's reserved stalls are under the canopy.", right, failure_mode="misplaced"),
            must("total", f"Says that the suite has {total} reserved stalls in all, or that {outside} of them are in the open.",
                 some(value(total), value(outside)), type="completeness", severity="minor", implicit=True),
            must_not("not-all", f"Does not count all {total} reserved stalls of the suite as covered.",
                     no_claim(says((f"{total} covered", f"{total} stalls are under", f"all {total}", f"{total} reserved stalls under", f"{total} are covered", f"{total} of them are under")), right), "misplaced", severity="major"),
            must_not("not-neighbour", f"Does not count stalls of {world.neighbour} among them.", no_claim(value(inside + other, "", [("stall", "space", "covered", "reserved", "canopy")]), right), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"The plan shows {total} reserved stalls for Suite {world.suite}, and all {total} are covered.", ("covered", "not-all")),
            Trap("misread_chart", f"There are {inside + other} reserved stalls under the canopy, so that many covered spots can be promised; {outside} of the suite's are in the open.", ("covered", "not-neighbour")),
            Trap("miscounted", f"I count {inside + 1} reserved stalls of the suite under the canopy out of {total}.", ("covered",)),
        ),
        note="Two tenants' symbols look alike in the key, and the shaded canopy covers part of each row.",
        facts={"answer": read("stall.T.in", inside, "count"), "total": read("stall.T", total, "count")},
        decisive=("stall.T.in",),
        axes=("charts_multimodal",),
        style="lookup",
    )  # fmt: skip


def _repair(world: LeaseWorld) -> Item:
    words, scene, name = REPAIRS[world.repair]
    tenant = world.payer == "Tenant"
    other = "Landlord" if tenant else "Tenant"
    section = "8.2"
    mine = (
        ("tenant", world.tenant, "we are", "we have", "we pay", "our cost", "ours", "us", "your side")
        if tenant
        else ("landlord", world.landlord, "lessor", "the owner", "they")
    )
    plain_yes = {
        "yes": [
            f"re:\\b{world.payer.lower()}\\b(?! may| can| could| might)",
            *(
                ("ours", "yours", "on us", "on you", "our job", "your job", "we have to", "you have to")
                if tenant
                else ()
            ),
        ],
        "no": [
            f"re:\\b{other.lower()}\\b(?=[^.;]{{0,40}}\\b(?:must|has to|shall|pays|is responsible|repairs|bears|is on the hook|cost))"
        ],
    }
    return Item(
        question=f"{scene} Under the lease, whose job is the repair, Landlord's or ours (Tenant's)?",
        answer=world.payer,
        answer_type="entity",
        gold=f"The {world.payer}'s. Section {section}, the {world.payer}'s repairs, lists {words}; the list begins at the foot of the first column and goes on at the top of the second, so the {world.payer} has to repair it at its cost.",
        rubric=(
            must("payer", f"States that the repair is the {world.payer}'s responsibility.", verdict((), plain_yes, True), failure_mode="reading_order"),
            must("reason", f"Gives as the reason that the {name} is among the {world.payer}'s repairs of Section {section}.",
                 says((section, "list", "clause", "item", "section", "names", "includes", "lists", "included", "covers", "obligation", "repairs"), mine, ("8.2", "it", world.repair, *name.split(" and "), *words.split(", ")[:1])), type="reasoning", severity="major"),
            must_not("not-other", f"Does not make the {other} responsible.", no_claim(says((f"{other.lower()}",), (f"{other.lower()} is responsible", f"{other.lower()} must", f"{other.lower()}'s responsibility", f"{other.lower()} has to", f"{other.lower()} pays", f"{other.lower()}'s job", f"{other.lower()}'s. ", f"{other.lower()}'s obligation", f"{other.lower()} should", f"{other.lower()} is on the hook", f"{other.lower()} bears", f"re:^(?:it is |that is |this is )?(?:the )?{other.lower()}(?:'s)?(?:[,.:;]|$| under| per| by)"))), "reading_order"),
            must_not("not-cam", "Does not say that the cost goes into operating expenses shared among the tenants.", no_claim(says(("operating expense", "shared cost", "common area maintenance", "pro rata", "passed through"))), "wrong_section", severity="minor"),
        ),
        traps=(
            Trap("reading_order", f"That is the {other}'s job. The clause stands with the {other}'s repairs of Section 8.1, so the {other} has to repair it.", ("payer", "reason", "not-other")),
            Trap("wrong_section", f"The repair is the {world.payer}'s, Section {section} lists the {name} among the {world.payer}'s repairs, but the bill goes into operating expenses and is shared among all tenants.", ("not-cam",)),
            Trap("prior_knowledge", f"In office leases such equipment is building equipment or trade equipment depending on custom; by custom the {other} must repair it here.", ("payer", "reason", "not-other")),
        ),
        note="The list of one party's repairs begins at the foot of a column and goes on at the top of the next, above the heading of another section.",
        facts={"answer": unless([f"list-{world.payer}"], world.payer, other)},
        decisive=(f"list-{world.payer}",),
        evidence=("repair",),
        axes=("typographic_hierarchy",),
        style="lookup",
    )  # fmt: skip


def _allowance(world: LeaseWorld) -> Item:
    silent = abstains(
        (
            "allowance",
            "amount",
            "improvement",
            "ti",
            "exhibit d",
            "work letter",
            "figure",
            "number",
            "it",
            "foot",
            "file",
            "lease",
        )
    )
    return Item(
        question="Contractor's asking what tenant improvement allowance the landlord owes under the work letter, per square foot. What does the lease file say?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The file doesn't say. Section 2.3 refers to Exhibit D, the Work Letter, for the improvement allowance, but Exhibit D isn't attached to this copy. The {money(world.moving)} a square foot in the First Amendment is a moving allowance, something else.",
        rubric=(
            must_abstain("abstains", "States that the improvement allowance can't be found in the file.", silent),
            must("exhibit", "Says that Exhibit D (the Work Letter), which would have it, is not part of the file.", says(("exhibit d", "work letter"), ("not attached", "attached", "missing", "absent", "not included", "not part of", "to follow", "not in the", "lacks", "without", "omitted", "blank", "not provided", "get a copy", "obtain", "isn't in", "nobody", "not there", "not here", "never attached", "not been attached", "not supplied", "isn't part", "not with", "left out", "left off", "not come", "separate", "not have", "leaves out", "omits", "not enclosed"), mention=True), type="reasoning", severity="major"),
            must_not("no-amount", "Does not give an amount as the improvement allowance.", no_value("usd", allowed=[world.moving]), "fabricated_value"),
            must_not("not-moving", f"Does not take the moving allowance of {money(world.moving)} a square foot for the improvement allowance.", every(no_claim(value(world.moving, "usd", [("improvement", "ti allowance", "work letter")], ("moving",)), silent), no_claim(value(world.moving, "usd"), some(silent, says(("moving", "move", "relocation"), mention=True)))), "wrong_section"),
        ),
        traps=(
            Trap("wrong_section", f"The improvement allowance under the work letter is {money(world.moving)} per square foot.", ("abstains", "exhibit", "not-moving")),
            Trap("fabricated_value", f"Exhibit D, the Work Letter, is not attached, but for a lease of this size the allowance would be about {money(world.moving * 6)} per square foot.", ("no-amount",)),
            Trap("dropped_item", f"The amount of the allowance isn't stated. The First Amendment only grants {money(world.moving)} per square foot for moving.", ("exhibit",)),
        ),
        note="The lease sends the reader to an exhibit that is listed as to follow; an amendment has an allowance of another kind.",
        facts={"answer": unless(["work-letter"], absent("improvement allowance of", "$"), float(world.moving)), "attached": unless(["to-follow"], False, True)},
        decisive=("work-letter", "to-follow"),
        evidence=("moving",),
        axes=("cross_referencing",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("superseded_amendment", _renewal),
    Ask("merged_header", _rent),
    Ask("route_or_zone", _stalls),
    Ask("column_order", _repair),
    Ask("missing_attachment", _allowance),
)
