"""What a plat with its covenants and amendments says, and what is asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import listed, long_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    listing,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    value,
    verdict,
)

COLUMNS = 6
"""Lots in each of the two rows."""


@dataclass(frozen=True)
class CovenantsWorld:
    """A subdivision.

    Attributes:
        first: number of the first lot; the upper row counts to the right, the lower one back to the left.
        upper: columns of the upper row that the drainage easement crosses, ``lower`` those of the lower row.
        widths: of the drainage easement, and of the utility easement, in feet.
        fences: greatest height in feet on Lake Lots and on Street Lots.
        setbacks: in feet, from a Front Line and from a Side Line.
        rents: least term of a rental in months: of the declaration, of the first amendment, of the second.
        wanted: months that an owner would like to rent for, enough by the declaration alone.
        hours: of quiet on the lake.
        areas: of the lots in square feet, by number.
    """

    name: str
    county: str
    state: str
    developer: str
    surveyor: str
    president: str
    street: str
    cross: str
    lake: str
    dated: date
    amended: tuple[date, date]
    book: tuple[int, int]
    first: int
    upper: tuple[int, int]
    lower: tuple[int, int]
    widths: tuple[int, int]
    fences: tuple[float, float]
    setbacks: tuple[int, int]
    rents: tuple[int, int, int]
    wanted: int
    areas: tuple[int, ...]
    frontages: tuple[int, ...]
    pick: int
    motor: int
    dues: int

    def number(self, row: int, column: int) -> int:
        """Return the number of a lot."""
        return self.first + column if row == 0 else self.first + 2 * COLUMNS - 1 - column

    @property
    def crossed(self) -> tuple[int, ...]:
        """Return the numbers of the lots that the drainage easement crosses."""
        found = [self.number(0, k) for k in range(self.upper[0], self.upper[1] + 1)]
        found += [self.number(1, k) for k in range(min(self.lower), max(self.lower) + 1)]
        return tuple(sorted(found))


def _ranges(number: str, numbers: Sequence[str]) -> tuple[str, ...]:
    """Return phrases for ranges of lots that a number lies in ("48 through 50")."""
    firsts = "|".join(one for one in numbers if int(one) <= int(number))
    lasts = "|".join(one for one in numbers if int(one) >= int(number))
    return (
        rf"re:(?<![\w-])(?:{firsts})(?: ?[-–] ?| through | thru | to (?:and including )?)(?:lot )?(?:{lasts})(?![\w-])",
    )


def _easement(world: CovenantsWorld) -> Item:
    lots = [str(one) for one in world.crossed]
    rest = [str(one) for one in range(world.first, world.first + 2 * COLUMNS) if str(one) not in lots]
    near = rest[world.pick % len(rest)]
    numbers = [*lots, *rest]
    right = listing([(one, *_ranges(one, numbers)) for one in lots], rest, fact="answer")
    return Item(
        question="Storm sewer crew needs right-of-entry letters. Which lots does the drainage easement on the plat run across?",
        answer=", ".join(lots),
        answer_type="list",
        gold=f"The drainage easement crosses lots {listed(lots)}.",
        rubric=(
            must("lots", f"Names lots {listed(lots)}, and no other, as crossed by the drainage easement.", right, failure_mode="misplaced"),
            must("upper", f"Includes the crossed lots north of the street ({', '.join(one for one in lots if int(one) < world.first + COLUMNS)}).", {"kind": "every", "of": [says((one, *_ranges(one, numbers))) for one in lots if int(one) < world.first + COLUMNS]}, type="completeness", severity="major"),
            must("lower", f"Includes the crossed lots on the lake side ({', '.join(one for one in lots if int(one) >= world.first + COLUMNS)}).", {"kind": "every", "of": [says((one, *_ranges(one, numbers))) for one in lots if int(one) >= world.first + COLUMNS]}, type="completeness", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"The drainage easement runs across lots {listed([*lots[:-1], near])}.", ("lots", "lower")),
            Trap("dropped_item", f"Letters are needed for lots {listed([one for one in lots if int(one) < world.first + COLUMNS])}, which the easement crosses on the north side of the street.", ("lots", "lower")),
            Trap("misread_chart", f"The easement along the rear lines touches every lot of the upper row: {listed([str(world.number(0, k)) for k in range(COLUMNS)])}.", ("lots", "lower")),
        ),
        note="Two kinds of easement are drawn; the hatched one runs slantwise over both rows of lots.",
        facts={"answer": op("all", *(read(f"lot.{one}", one, "text") for one in lots))},
        decisive=tuple(f"lot.{one}" for one in lots),
        evidence=("drain",),
        axes=("charts_multimodal",),
    )  # fmt: skip


def _fence(world: CovenantsWorld) -> Item:
    lake = world.pick % 2 == 0
    row = 1 if lake else 0
    lot = world.number(row, 1 + world.pick % (COLUMNS - 2))
    mine, other = world.fences if lake else world.fences[::-1]
    kind, wrong = ("Lake Lot", "Street Lot") if lake else ("Street Lot", "Lake Lot")
    asked = 5
    allowed = mine >= asked
    right = value(mine, "ft", fact="answer")
    return Item(
        question=f"ARC packet: owner of Lot {lot} wants a {asked}-foot fence along the rear line. How high can it be there, and does this one pass?",
        answer=f"{mine:g}",
        answer_type="number",
        gold=f"It can be {mine:g} feet high. Lot {lot} is a {kind}, and the rules for {kind}s set the limit at {mine:g} feet, so a {asked}-foot fence {'passes' if allowed else 'does not pass'}.",
        rubric=(
            must("height", f"States that the limit is {mine:g} feet.", right, failure_mode="hierarchy_ignored"),
            must("kind", f"Says that Lot {lot} is a {kind}.", says((kind, f"{kind.split()[0].lower()} lots", f"{kind.split()[0].lower()}front", f"{kind.split()[0].lower()}-side")), type="reasoning", severity="major"),
            must("pass", f"Concludes that the {asked}-foot fence {'passes' if allowed else 'does not pass'}.", verdict((), {"yes": ["pass", "passes", "allowed", "permitted", "fine", "comply", "complies", "within the limit", "ok", "approve", "acceptable", "meets"], "no": ["too high", "too tall", "exceeds", "over the limit", "violates", "rejected", "deny", "denied", "fails", "prohibited", "above the limit", "too much", "not pass", "does not work", "out of compliance", "taller than"]}, allowed, fact="pass")),
            must_not("not-other", f"Does not give {other:g} feet, the limit for {wrong}s, as the limit.", no_claim(value(other, "ft"), right), "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"The declaration allows rear fences of up to {other:g} feet, so a {asked}-foot fence {'does not pass' if allowed else 'passes'}.", ("height", "kind", "pass", "not-other")),
            Trap("wrong_section", f"Lot {lot} is a {wrong}, and fences on {wrong}s may be {other:g} feet high. The fence {'does not pass' if allowed else 'passes'}.", ("height", "kind", "pass", "not-other")),
            Trap("dropped_item", f"Lot {lot} is a {kind}, so the fence may be {mine:g} feet high along the rear line.", ("pass",)),
        ),
        note="Two articles set different limits, each under its heading; the plat and a definition say which lots are which.",
        facts={"answer": read("fence-lake" if lake else "fence-street", mine), "pass": op("le", asked, read("fence-lake" if lake else "fence-street", mine))},
        decisive=("fence-lake" if lake else "fence-street",),
        evidence=("lake-lots", f"lot.{lot}"),
        axes=("cross_referencing",),
    )  # fmt: skip


def _rental(world: CovenantsWorld) -> Item:
    old, middle, new = world.rents
    lot = world.number(0, world.pick % COLUMNS)
    right = value(new, "month", fact="least")
    return Item(
        question=f"Owner of Lot {lot} has a corporate tenant lined up for {world.wanted} months, starting this fall. Is that rental allowed as the covenants stand now? What's the minimum term?",
        answer="No",
        answer_type="boolean",
        gold=f"No. As the covenants stand now a rental has to run for at least {new} months: the Second Amendment of {long_day(world.amended[1])} put that in place of the {middle} months of the First Amendment, which had itself replaced the original {old} month{'s' * (old > 1)}. A term of {world.wanted} months is too short.",
        rubric=(
            must("no", f"States that a rental of {world.wanted} months is not allowed.", verdict((), {"yes": ["allowed", "permitted", "okay", "fine", "complies", "comply", "meets", "may rent", "can rent", "rent for", "acceptable", "long enough"], "no": ["too short", "prohibited", "violates", "falls short", "barred", "shorter than", "less than the minimum", "below the minimum", "under the minimum"]}, False, fact="no"), failure_mode="superseded_text"),
            must("least", f"States that the minimum term is {new} months.", right, failure_mode="superseded_text"),
            must("second", "Attributes the minimum to the Second Amendment.", says(("second amendment", "2nd amendment", "latest amendment", "later amendment", "amendment no. 2", "second", "amendment 2", "2nd", "am. 2", "amendment two", "newer amendment", "last amendment", "most recent amendment", long_day(world.amended[1]), f"{world.amended[1].year} amendment")), type="reasoning", severity="major"),
            must_not("not-first", f"Does not give {middle} months, of the First Amendment, as the minimum in force.", no_claim(value(middle, "month"), right), "superseded_text"),
            must_not("not-old", f"Does not give the {old} month{'s' * (old > 1)} of the original declaration as the minimum in force.", no_claim(value(old, "month"), right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"Yes, {world.wanted} months is allowed: the declaration only rules out rentals for less than {old} month{'s' * (old > 1)}.", ("no", "least", "second", "not-old")),
            Trap("dropped_item", f"No. The First Amendment raised the minimum term to {middle} months, so a rental of {world.wanted} months is too short.", ("least", "second", "not-first")),
            Trap("wrong_section", f"The Second Amendment only regulates short stays through booking sites, so the rental is allowed; a minimum of {old} month{'s' * (old > 1)} still applies.", ("no", "least", "not-old")),
        ),
        note="Three texts give three minimum terms; the last one replaces the second, which replaced the first.",
        facts={
            "least": unless(["rent-new"], read("rent-new", new), read("rent-middle", middle)),
            "no": op("le", unless(["rent-new"], read("rent-new", new), read("rent-middle", middle)), world.wanted),
            "answer": op("if", op("le", unless(["rent-new"], read("rent-new", new), read("rent-middle", middle)), world.wanted), "Yes", "No"),
        },
        decisive=("rent-new",),
        evidence=("rent-old", "rent-middle"),
        axes=("cross_referencing",),
        style="reconciliation",
    )  # fmt: skip


def _corner(world: CovenantsWorld) -> Item:
    front, side = world.setbacks
    lot = world.number(world.pick % 2, 0)
    right = value(front, "ft", fact="answer")
    return Item(
        question=f"Garage on Lot {lot}, on the {world.cross} side of the house. How far does it have to stay back from the lot line along {world.cross}?",
        answer=str(front),
        answer_type="number",
        gold=f"{front} feet. The covenants define Front Line as any lot line that runs along a street, so on a corner lot such as Lot {lot} the line on {world.cross} is a Front Line too and takes the front setback; the {side}-foot side setback is only for lines between lots.",
        rubric=(
            must("feet", f"States that the setback is {front} feet.", right, failure_mode="everyday_meaning"),
            must("definition", f"Says that the line along {world.cross} counts as a Front Line because it runs along a street.", says(("counts as front", "treated as front", "is a front", "front line", "front lot line", "front setback", "frontage", "front"), ("street", "along a", world.cross, "corner", "road"), anywhere=False), type="reasoning", severity="major"),
            must_not("not-side", f"Does not give the side setback of {side} feet for that line.", no_claim(value(side, "ft"), right), "everyday_meaning"),
        ),
        traps=(
            Trap("everyday_meaning", f"It is beside the house, so the side setback of {side} feet applies.", ("feet", "definition", "not-side")),
            Trap("prior_knowledge", f"On a corner lot the side street usually takes half the front setback, so {front / 2:g} feet along {world.cross}.", ("feet",)),
            Trap("wrong_section", f"The {world.widths[1]}-foot easement along the rear decides: the garage has to stay {world.widths[1]} feet back.", ("feet", "definition") if world.widths[1] != side else ("feet", "definition", "not-side")),
        ),
        note="A defined term makes the side of a corner lot a front.",
        facts={"answer": unless(["front-line"], read("front-feet", front), read("side-feet", side))},
        decisive=("front-line", "front-feet"),
        evidence=("side-feet", f"lot.{lot}"),
        axes=("spatial_awareness", "cross_referencing"),
    )  # fmt: skip


def _pitch(world: CovenantsWorld) -> Item:
    return Item(
        question="Architect on the line: what's the minimum roof pitch we have to meet in this subdivision?",
        answer="not stated",
        answer_type="abstain",
        gold="The recorded papers don't say. Section 3.4 leaves roof pitch to the Design Guidelines, Exhibit C, which are kept by the Association and aren't part of this file, so the guidelines have to be asked for.",
        rubric=(
            must_abstain("abstains", "States that the file does not give a minimum roof pitch.", abstains(("pitch", "roof", "slope", "minimum", "number", "figure", "guidelines", "it"))),
            must("guidelines", "Says that the Design Guidelines (Exhibit C), which are not attached, govern it.", says(("design guidelines", "guidelines", "exhibit c", "ex. c", "guideline"), mention=True), type="reasoning", severity="major"),
            must_not("no-pitch", "Does not give a pitch.", no_claim(says((r"re:\b\d{1,2} ?(?::|/|in|over) ?12\b", r"re:\b\d{1,2}-in-12\b", r"re:\b(?:three|four|five|six|seven|eight|nine)(?:[ -]in[ -]|/)twelve\b", r"re:\b\d{1,2} degrees\b"))), "fabricated_value"),
            must_not("no-angle", "Does not give a roof height in feet as the answer.", no_value("ft", [("pitch", "slope")]), "wrong_section", severity="minor"),
        ),
        traps=(
            Trap("fabricated_value", "The minimum roof pitch is 6:12 on the main roof.", ("abstains", "guidelines", "no-pitch")),
            Trap("overreach", "The Design Guidelines govern roofs, and guidelines of this kind ask for at least 5/12, so design to that.", ("abstains", "no-pitch")),
            Trap("overcautious", "I couldn't find any minimum roof pitch in the papers, so there is no rule on it and any roof will do.", ("guidelines",)),
        ),
        note="The covenants send the reader to guidelines that were never recorded.",
        facts={"answer": unless(["guidelines"], absent("roof pitch of"), "none")},
        decisive=("guidelines",),
        axes=("cross_referencing",),
        style="unsupported",
    )  # fmt: skip


def _dock(world: CovenantsWorld) -> Item:
    lot = world.number(0, (world.pick + 2) % COLUMNS)
    return Item(
        question=f"Owner of Lot {lot} bought a pontoon with a {world.motor} hp outboard and wants to keep it at the community dock over the summer. Do the covenants let them?",
        answer="No",
        answer_type="boolean",
        gold=f"No. Every owner may use the Common Area with the dock, but Section 5.4 keeps overnight mooring at the dock for owners of Lake Lots, and Lot {lot} is a Street Lot.",
        rubric=(
            must("no", f"States that the owner of Lot {lot} may not keep the boat at the dock.", verdict((), {"yes": ["allowed", "permitted", "may keep", "can keep", "may moor", "can moor", "entitled", "free to"], "no": ["prohibited", "barred", "reserved for", "excluded", "not for", r"re:only (?:for |to )?(?:the )?(?:owners of )?lake[ -]lot", "not overnight", "limited to lake", "restricted to"]}, False, fact="no"), failure_mode="stopped_at_grant"),
            must("why", "Gives as the reason that mooring at the dock is kept for owners of Lake Lots.", says(("lake lot", "lake-lot", "lakefront lots", "lake lots"), ("moor", "dock", "overnight", "reserved", "only", "kept", "limited", "restricted", "exclusive", "just for", "exclusively", "privilege", "boat", "leaving", "keep"), mention=True), type="reasoning", severity="major"),
            must("kind", f"Says that Lot {lot} is a Street Lot (not a Lake Lot).", says(("street lot", "street-lot", "not a lake lot", "isn't a lake lot", "not one of the lake lots", "is not a lake lot", "not one", "not a lakefront", "not among the lake", "not on the lake", "street side", "not lakefront", "not a lake", "non-lake", "inland"), mention=True), type="reasoning", severity="major"),
            must_not("not-motor", "Does not turn the answer on the power of the motor.", no_claim(says(("horsepower limit", "hp limit", "over the hp", "exceeds the", "too powerful", "within the horsepower", "within the hp", "motors of up to", "outboards of up to"))), "wrong_section", severity="minor"),
        ),
        traps=(
            Trap("stopped_at_grant", "Yes. Each owner has an easement of use and enjoyment over the Common Area, and the Common Area includes the dock, so they may keep the boat there.", ("no", "why", "kind")),
            Trap("wrong_section", f"No, the {world.motor} hp outboard exceeds the speed rule for the lake, and boats that break that rule are not welcome at the dock.", ("why", "kind", "not-motor")),
            Trap("dropped_item", "No. Section 5.4 keeps overnight mooring at the dock for owners of Lake Lots.", ("kind",)),
        ),
        note="A grant to all owners comes first; an exception under the same article takes mooring out for one class of lots.",
        facts={"no": unless(["mooring"], False, True), "answer": unless(["mooring"], "No", "Yes")},
        decisive=("mooring",),
        evidence=("common", "lake-lots"),
    )  # fmt: skip


ASKS = (
    Ask("route_or_zone", _easement),
    Ask("heading_scope", _fence),
    Ask("superseded_amendment", _rental),
    Ask("defined_term", _corner),
    Ask("missing_attachment", _pitch),
    Ask("exclusion_after_grant", _dock),
)
