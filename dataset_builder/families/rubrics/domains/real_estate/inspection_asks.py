"""What an inspection report says of two houses on one lot, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import (
    listing,
    must,
    must_not,
    no_claim,
    says,
    value,
    verdict,
)

HOUSES = ("Main house", "Carriage house")


@dataclass(frozen=True)
class Hazard:
    """A finding that may be graded as a hazard: key, words, names by which it is called, where it is and whose trade."""

    key: str
    words: str
    names: tuple[str, ...]
    place: str = "Main house, inside"
    trade: str = "Carpenter"


HAZARDS: Mapping[str, Hazard] = {
    one.key: one
    for one in (
        Hazard("rail", "Guard rail of the deck is loose at two posts and gives way under a push", ("deck guard rail", "guard rail", "deck rail", "loose rail", "deck railing", "guardrail", "railing", "deck's rail", "balustrade"), "Main house, outside", "Carpenter"),
        Hazard("flue", "Flue of the water heater slopes back toward the appliance", ("water heater flue", "flue", "heater vent", "water heater vent", "water heater's vent", "heater's vent", "heater exhaust", "vent pipe"), "Main house, inside", "Plumber"),
        Hazard("panel", "Two circuits in the electric panel share one lug", ("electric panel", "double tap", "double lug", "panel", "shared lug", "share a lug", "one lug", "same lug", "double-tapped", "double tapped", "two circuits", "breaker box", "electrical panel"), "Carriage house", "Electrician"),
        Hazard("gas", "Gas line behind the range is uncapped at a tee", ("gas line", "uncapped gas", "gas tee", "gas", "open tee", "gas pipe"), "Main house, inside", "Plumber"),
        Hazard("stairs", "Cellar stairs have no handrail and one tread is split", ("cellar stairs", "cellar stair", "split tread", "stairs", "staircase", "basement stairs", "cellar steps", "handrail", "basement steps"), "Main house, inside", "Carpenter"),
        Hazard("door", "Spring of the overhead garage door has no safety cable", ("garage door", "overhead door", "door spring", "safety cable", "overhead garage door", "spring cable", "garage spring"), "Carriage house", "Door firm"),
        Hazard("outlet", "Outlets within reach of the kitchen sink are not protected against ground faults", ("kitchen outlets", "kitchen outlet", "outlets", "ground fault", "ground-fault", "gfci", "gfi", "sink outlets", "receptacles", "receptacle", "sockets", "kitchen sockets"), "Main house, inside", "Electrician"),
        Hazard("chimney", "Bricks of the chimney crown lie loose above the walk", ("chimney", "crown", "loose bricks", "loose brick", "bricks"), "Main house, outside", "Mason"),
    )
}  # fmt: skip
"""Findings by key."""


@dataclass(frozen=True)
class InspectionWorld:
    """An inspection.

    Attributes:
        systems: by system, what was noted of the main house and of the carriage house: age in years and material.
        system: the one asked about; ``house`` is 0 or 1.
        hazards: keys of ``HAZARDS`` that are graded hazards, with the section in which each stands; ``minors`` are graded lower.
        told: an item that the seller told of, in italics: what and when, which was not seen.
        readings: moisture readings in percent by room of the plan.
        wet: limit in percent above which a reading is wet.
        repairs: by item, status of repair, status of permit, day of the last visit.
        row: of the item asked about, whose repair is done and whose permit is pending.
    """

    firm: str
    inspector: str
    client: str
    agent: str
    address: str
    year: int
    visited: date
    again: date
    systems: Mapping[str, tuple[tuple[int, str], tuple[int, str]]]
    system: str
    house: int
    hazards: tuple[str, ...]
    minors: tuple[str, ...]
    told: tuple[str, int]
    roof: int
    readings: Mapping[str, tuple[int, ...]]
    wet: int
    room: str
    repairs: tuple[tuple[str, str, str, date], ...]
    row: int
    fee: int


def _system(world: InspectionWorld) -> Item:
    mine, other = world.systems[world.system][world.house], world.systems[world.system][1 - world.house]
    house, elsewhere = HOUSES[world.house].lower(), HOUSES[1 - world.house].lower()
    right = value(mine[0], "year", fact="answer")
    kind = says((mine[1], *(word for word in mine[1].split() if len(word) > 4 and word not in other[1])))
    return Item(
        question=f"Insurance application, {house}: type and age of the {world.system.lower()}, as the report has them?",
        answer=str(mine[0]),
        answer_type="number",
        gold=f"{world.system}, {house}: {mine[1]}, about {mine[0]} years old. (The {elsewhere} has {other[1]}.)",
        rubric=(
            must("age", f"States an age of about {mine[0]} years.", right, failure_mode="reading_order"),
            must("type", f"States that it is {mine[1]}.", kind, failure_mode="reading_order"),
            must_not("not-other-age", f"Does not give {other[0]} years, the age in the {elsewhere}.", no_claim(value(other[0], "year"), right), "reading_order"),
        ),
        traps=(
            Trap("reading_order", f"The report has {other[1]}, about {other[0]} years old.", ("age", "type", "not-other-age")),
            Trap("misplaced", f"It is {mine[1]}, and its age is about {other[0]} years.", ("age", "not-other-age")),
            Trap("dropped_item", f"The report describes it as {mine[1]}.", ("age",)),
        ),
        note="The findings on two houses stand side by side under the same small headings, each in its own column.",
        facts={"answer": read(f"age.{world.house}.{_slug(world.system)}", mine[0]), "kind": read(f"kind.{world.house}.{_slug(world.system)}", mine[1], "text")},
        decisive=(f"age.{world.house}.{_slug(world.system)}", f"kind.{world.house}.{_slug(world.system)}"),
        evidence=(f"house.{world.house}",),
    )  # fmt: skip


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _hazards(world: InspectionWorld) -> Item:
    named = [HAZARDS[key] for key in world.hazards]
    rest = [name for key in world.minors for name in HAZARDS[key].names[:2]]
    minor = HAZARDS[world.minors[0]]
    right = listing([(one.key, *one.names) for one in named], rest, fact="answer")
    texts = [f"{one.words[0].lower()}{one.words[1:]}" for one in named]
    return Item(
        question="Drafting the repair addendum and we're asking for safety hazards only. Which findings does the report grade as safety hazards, both buildings?",
        answer=", ".join(world.hazards),
        answer_type="list",
        gold="The report grades these as safety hazards:\n" + "\n".join(f"- {one.names[0]}: {text}" for one, text in zip(named, texts, strict=True)),
        rubric=(
            must("all", f"Names all of these as safety hazards and no other finding: {'; '.join(texts)}.", right, type="completeness", failure_mode="dropped_item"),
            *(must(f"has-{one.key}", f"Includes: {text}.", says(one.names), type="completeness", severity="major") for one, text in zip(named, texts, strict=True)),
            must_not("not-minor", f"Does not list as a safety hazard what is graded lower: {minor.words[0].lower()}{minor.words[1:]}.", no_claim(says(minor.names[:2])), "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("dropped_item", "Ask for these:\n" + "\n".join(f"- {one.names[0]}: {text}" for one, text in list(zip(named, texts, strict=True))[:-1]), ("all", f"has-{named[-1].key}")),
            Trap("hierarchy_ignored", "The safety hazards are:\n" + "\n".join(f"- {one.names[0]}: {one.words[0].lower()}{one.words[1:]}" for one in (*named, minor)), ("all", "not-minor")),
            Trap("overcautious", "The report doesn't grade its findings, so a list of safety hazards can't be taken from it.", ("all", *(f"has-{one.key}" for one in named))),
        ),
        note="Findings of the highest grade are marked by a red triangle and stand scattered over two pages and two buildings among others.",
        facts={"answer": op("all", *(unless([f"haz.{key}"], key, "") for key in world.hazards))},
        decisive=tuple(f"haz.{key}" for key in world.hazards),
        evidence=("key-hazard",),
        axes=("typographic_hierarchy", "charts_multimodal"),
        style="summary",
    )  # fmt: skip


def _told(world: InspectionWorld) -> Item:
    what, year = world.told
    return Item(
        question=f"Buyer wants it in writing: did the inspector verify that the {what} was done in {year}?",
        answer="No",
        answer_type="boolean",
        gold=f"No. The {year} date for the {what} is printed in italics, which by the report's key means that the seller said so and the inspector did not see or verify it.",
        rubric=(
            must("no", "States that the inspector did not verify it.", verdict((), {"yes": ["verify", "verified", "verifies", "confirm", "confirmed", "inspected it", "observed"], "no": ["unverified", "seller's statement", "seller's word", "only what the seller", "hearsay", "taken on the seller"]}, False, fact="no"), failure_mode="hierarchy_ignored"),
            must("seller", "Says that the statement comes from the seller.", says(("seller", "owner", "vendor"), ("said", "say", "state", "statement", "told", "report", "reported", "disclosed", "claim", "claimed", "word", "comes from", "according to", "information from", "supplied", "source", "provided", "by the seller", "says", "tells", "mentioned", "per the", "own account", "says so", "information", "hearsay"), mention=True), type="reasoning"),
            must("italics", "Gives the reason: the report prints such statements in italics.", says(("italic", "italics", "italicized", "slanted", "typeface", "type style", "slanting", "cursive", "print style"), mention=True), type="reasoning", severity="minor", implicit=True),
        ),
        traps=(
            Trap("hierarchy_ignored", f"Yes. The report states that the {what} was done in {year}, so the inspector has confirmed it.", ("no", "seller", "italics")),
            Trap("overreach", f"Yes, he verified it: the {what} looked sound and its age fits {year}.", ("no", "seller", "italics")),
            Trap("dropped_item", "No, the inspector did not verify that date.", ("seller", "italics")),
        ),
        note="Italics carry a meaning that the key on the first page tells: the seller's word, unseen.",
        facts={"no": unless(["key-italics"], False, True), "answer": unless(["key-italics"], "No", "Yes")},
        decisive=("key-italics",),
        evidence=("told",),
        axes=("cross_referencing",),
    )  # fmt: skip


def _closed(world: InspectionWorld) -> Item:
    what, repair, permit, seen = world.repairs[world.row]
    other = next(row for k, row in enumerate(world.repairs) if k != world.row)
    name = what.lower()
    made = {"yes": ["complete", "completed", "done", "finished", "made", "fixed"], "no": ["pending", "undone", "incomplete", "outstanding", "unfinished", "not complete", "needs work", "needs doing"]}  # fmt: skip
    undone = verdict(
        ("repair", "work", "fix"), made, False, ("permit", "paperwork", "sign-off", "approval", "inspection", "city")
    )
    return Item(
        question=f"Closing is Friday. Re-inspection table: is the {name} fully closed out, or is something still open?",
        answer="permit pending",
        answer_type="text",
        gold=f"Not fully. The repair of the {name} is complete and was seen on {long_day(seen)}, but its permit is still pending, so the permit is what's open.",
        rubric=(
            must("open", f"States that the {name} is not fully closed out.", verdict((), {"yes": ["fully closed", "closed out", "fully complete", "all clear", "nothing is open", "nothing open", "good to close", "cleared", "in order", "all set", "closed", "nothing left", "nothing outstanding", "all done"], "no": ["open", "pending", "outstanding", "awaiting", "not fully", "incomplete", "unresolved", "waiting", "hanging", "not quite", "loose end", "almost", "not signed off", "missing", "one thing left", "still needs", "lacks"]}, False, fact="open"), failure_mode="wrong_column"),
            must("permit", "Says that the permit is what is pending.", says(("permit",), ("pending", "open", "outstanding", "not final", "awaiting", "not issued", "not been", "waiting", "unresolved", "not yet", "final sign-off", "signed off", "sign off", "sign-off", "unsigned", "in the works", "not come through", "missing", "not closed", "not cleared", "needs", "hanging", "left", "lacks", "city"), mention=True)),
            must("repair", "Says that the repair itself is complete.", says(("repair", "work", "physical", "physically", name, name.split()[-1]), ("complete", "completed", "completion", "done", "finished", "was made", "fixed", "was seen", "verified", "seen", "repaired", "good", "ok", "in place", "checked")), type="completeness", severity="major", failure_mode="wrong_column"),
            must_not("not-undone", "Does not say that the repair is still pending.", no_claim(undone), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"Something is open: the repair is still pending, so the {name} needs work before Friday.", ("permit", "repair", "not-undone")),
            Trap("dropped_item", f"Yes, the {name} is fully closed out: the repair is complete and was seen on {long_day(seen)}.", ("open", "permit")),
            Trap("wrong_row", f"Like the {other[0].lower()}, the {name} is complete and its permit is final.", ("open", "permit")),
        ),
        note="Two status columns stand side by side; the word in one is about that column only.",
        facts={"open": unless([f"permit.{world.row}"], False, True), "answer": unless([f"permit.{world.row}"], "permit pending", "closed"), "status": read(f"permit.{world.row}", permit, "text"), "repair": read(f"repair.{world.row}", repair, "text"), "seen": read(f"seen.{world.row}", seen, "date")},
        decisive=(f"permit.{world.row}", f"repair.{world.row}"),
        evidence=(f"seen.{world.row}",),
    )  # fmt: skip


def _wet(world: InspectionWorld) -> Item:
    room = world.room
    readings = world.readings[room]
    wet = [one for one in readings if one > world.wet]
    every = sum(one > world.wet for values in world.readings.values() for one in values)
    right = value(len(wet), fact="answer")
    highest = max(readings)
    more = next(k for k in range(len(wet) + 1, 20) if k != every)
    return Item(
        question=f"Moisture sketch: how many readings in the {room.lower()} are over the wet limit, and what's the highest one there?",
        answer=str(len(wet)),
        answer_type="number",
        gold=f"{len(wet)} readings in the {room.lower()} are over the limit of {world.wet}%, and the highest is {highest}%.",
        rubric=(
            must("count", f"States that {len(wet)} readings in the {room.lower()} are over the limit.", right, failure_mode="miscounted"),
            must("highest", f"States that the highest reading there is {highest}%.", value(highest, "%", fact="highest"), failure_mode="misplaced"),
            must_not("not-all", f"Does not give {every}, the number over the limit in the whole house.", no_claim(value(every), right), "misplaced", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"{every} readings are over the limit, the highest at {max(max(values) for values in world.readings.values())}%.", ("count", "not-all") if max(max(values) for values in world.readings.values()) == highest else ("count", "highest", "not-all")),
            Trap("miscounted", f"There are {more} wet readings in the {room.lower()}, up to {highest}%.", ("count",)),
            Trap("misread_chart", f"{len(wet)} readings are over the limit; the highest is {highest + 4}%.", ("highest",)),
        ),
        note="Numbers stand on a floor plan; those over a limit that the note below the plan gives have to be counted within one room.",
        facts={
            "answer": op("count", *(op("lt", world.wet, read(f"wet.{_slug(room)}.{k}", one)) for k, one in enumerate(readings))),
            "highest": op("max", *(read(f"wet.{_slug(room)}.{k}", one) for k, one in enumerate(readings))),
        },
        decisive=tuple(f"wet.{_slug(room)}.{k}" for k in range(len(readings))),
        evidence=("wet-limit",),
        axes=("charts_multimodal",),
    )  # fmt: skip


ASKS = (
    Ask("side_by_side", _system),
    Ask("scattered_members", _hazards),
    Ask("emphasis_meaning", _told),
    Ask("status_column", _closed),
    Ask("neighbour_place", _wet),
)
