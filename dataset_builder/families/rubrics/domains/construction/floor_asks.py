"""What is asked of floor plans and their schedules."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.construction.floor_world import PARTITIONS, TYPES, FloorWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import every, lettered, must, must_not, no_claim, says, some, value


def type_named(kind: str) -> tuple[str, ...]:
    """Return ways to name a window, luminaire or partition type."""
    low = kind.lower()
    return (*lettered(kind, "type"), f"re:(?<![\\w-]){low}(?: windows?| units?|s are|'s)\\b", f"re:(?<![\\w.-]){low} (?:takes|gets|calls|uses)\\b")  # fmt: skip


def _dominant(world: FloorWorld) -> Item:
    kind, second = world.ranked[0], world.ranked[1]
    here, above = world.count(kind, 0), world.count(kind, 1)
    total = here + above
    most = max(TYPES, key=lambda one: world.count(one, 0))
    right = value(here, rivals=("sheet",), fact="answer")
    return Item(
        question="Ordering blinds one floor at a time. The window type that the building has most of: which one is it and how many of those are on the first floor?",
        answer=str(here),
        answer_type="number",
        gold=f"Type {kind} is the most frequent, {total} in the whole building by the window schedule. The first floor plan shows {here} of them; the other {above} are on the second floor.",
        rubric=(
            must("type", f"Identifies type {kind} as the most frequent window type.", says(type_named(kind)), failure_mode="wrong_row"),
            must("count", f"States that {here} of them are on the first floor.", right, failure_mode="miscounted"),
            must_not("not-total", f"Does not give {total}, the quantity in the whole building, as the number on the first floor.",
                     no_claim(value(total, about=[("first floor", "1st floor", "level 1", "a-101", "ground floor")], rivals=("second floor", "building", "schedule", "total", "both floors", "overall", "all")), right), "wrong_column"),
            must_not("not-most-here", f"Does not name type {most}, the most frequent on the first floor alone, as the building's most frequent.",
                     no_claim(every(says(type_named(most)), says(("most frequent", "most common", "most of", "dominant", "most used", "most numerous"), mention=True)), says(type_named(kind))), "misplaced", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"Type {kind}. There are {total} on the first floor according to the quantity in the window schedule.", ("count", "not-total")),
            Trap("misplaced", f"The most common window is type {most}; the first floor has {world.count(most, 0)} of them.", ("type", "count", "not-most-here")),
            Trap("miscounted", f"Type {kind} leads the schedule, and I count {_other(here + 1, total)} of them on sheet A-101.", ("count",)),
            Trap("wrong_row", f"Type {second} is the most frequent in the schedule, and the first floor plan shows {here}.", ("type", "not-most-here") if second == most else ("type",)),
        ),
        note="The schedule's quantities cover both floors and only name the type; the number asked for has to be counted from the hexagons on one plan, where another type is more frequent.",
        facts={
            "answer": read(f"win.1.{kind}", here, "count"),
            "type": op("first", op("order_down", *([one, op("add", read(f"qty.{one}", world.count(one, 0) + world.count(one, 1)), 0 if one == kind else -TYPES.index(one) / 100)] for one in TYPES)), 1),
        },
        decisive=(f"win.1.{kind}", f"qty.{kind}"),
        evidence=(f"qty.{second}",),
        axes=("standard_tables", "charts_multimodal"),
        style="reconciliation",
    )  # fmt: skip


def _other(number: int, taken: int) -> int:
    return number + 1 if number == taken else number


def _partition(world: FloorWorld) -> Item:
    floor = world.floors[0]
    rooms = {room.number: room for room in floor.rooms}
    room, beyond = rooms[world.wall], rooms[world.wall + 1]
    kind = floor.walls[world.wall]
    hours, other = {"P2": (1, 2), "P3": (2, 1)}[kind]
    sound = world.acoustics[PARTITIONS.index(kind)]
    wrong = world.acoustics[PARTITIONS.index("P3" if kind == "P2" else "P2")]
    swapped = "P3" if kind == "P2" else "P2"
    right = value(hours, "h", fact="answer")
    named = some(says((f"re:\\b{kind.lower()}\\b",)), says(type_named(kind)))
    return Item(
        question=f"Laying out studs between {room.name} {room.number} and {beyond.name} {beyond.number}. Which partition is that, what fire rating, and what STC do we have to hit?",
        answer=f"{hours} hr",
        answer_type="number",
        gold=f"The wall between {room.number} and {beyond.number} is drawn as partition type {kind}. By the legend that is a {hours}-hour rated partition with an STC of {sound}.",
        rubric=(
            must("type", f"States that the partition is type {kind}.", named, failure_mode="misread_chart"),
            must("rating", f"States a fire rating of {hours} hour{'s' * (hours > 1)}.", right),
            must("stc", f"States an STC of {sound}.", value(sound, fact="stc")),
            must_not("not-other", f"Does not give {other} hour{'s' * (other > 1)} as the rating of this wall.", no_claim(value(other, "h"), right), "wrong_row"),
        ),
        traps=(
            Trap("misread_chart", f"It's hatched as {swapped}: a {other}-hour wall, STC {wrong}.", ("type", "rating", "stc", "not-other")),
            Trap("wrong_row", f"That is type {kind}, {hours} hour, and it has to reach STC {wrong}.", ("stc",)),
            Trap("prior_knowledge", "Walls between rooms off the same corridor aren't fire rated, so plain metal studs with a single layer of board on each side will do.", ("type", "rating", "stc")),
        ),
        note="Partition types are told apart only by the hatch of the wall, which the legend under the plan explains; four hatches look alike at this size.",
        facts={
            "type": unless([f"wall.{world.wall}"], kind, "P1"),
            "answer": unless([f"wall.{world.wall}"], read(f"part.{kind}", hours), 0),
            "stc": read(f"stc.{kind}", sound),
        },
        decisive=(f"wall.{world.wall}", f"part.{kind}", f"stc.{kind}"),
        axes=("spatial_awareness", "standard_tables"),
        style="lookup",
    )  # fmt: skip


def _struck(world: FloorWorld) -> Item:
    rated = [door for door in world.doors if door.rating == 45]
    gone = [door for door in rated if door.struck]
    kept = len(rated) - len(gone)
    right = value(kept, fact="answer")
    names = [door.number for door in gone]
    return Item(
        question="Releasing the 45-minute doors to the hollow-metal supplier today. How many am I ordering for the two floors?",
        answer=str(kept),
        answer_type="number",
        gold=f"Order {kept}. The schedule carries {len(rated)} entries rated 45 minutes, but {names[0]} and {names[1]} are struck through: revision 2 took those doors out.",
        rubric=(
            must("count", f"States that {kept} doors rated 45 minutes are to be ordered.", right, failure_mode="noise_as_content"),
            must("first", f"Says that door {names[0]} is not to be ordered (struck out).", _left_out(names[0]), type="reasoning", severity="major"),
            must("second", f"Says that door {names[1]} is not to be ordered (struck out).", _left_out(names[1]), type="reasoning", severity="major"),
            must_not("not-all", f"Does not give {len(rated)} as the number to order.", no_claim(value(len(rated)), right), "noise_as_content"),
        ),
        traps=(
            Trap("noise_as_content", f"You're ordering {len(rated)}: that's how many lines of the door schedule show 45 under rating.", ("count", "first", "second", "not-all")),
            Trap("dropped_item", f"{kept + 1} doors: all the 45-minute lines of the schedule but door {names[0]}, which was deleted.", ("count", "second")),
            Trap("arithmetic_slip", f"{kept - 1}, since doors {names[0]} and {names[1]} are struck out of the schedule.", ("count",)),
        ),
        note="Deleted doors still can be read in the schedule, struck through; what the line means is said in the note under it.",
        facts={"answer": op("sub", op("count", *(op("eq", read(f"rate.{door.number}", 45), 45) for door in rated)),
                            op("add", *(unless([f"door.{name}"], 1, 0) for name in names)))},
        decisive=tuple(f"door.{name}" for name in names),
        evidence=("legend", *(f"rate.{door.number}" for door in rated)),
        axes=("standard_tables", "typographic_hierarchy"),
        style="calculation",
    )  # fmt: skip


def _left_out(name: str) -> dict[str, object]:
    gone = ("struck", "struck out", "struck through", "deleted", "removed", "taken out", "crossed out", "strikethrough", "voided", "dropped", "eliminated", "cancelled", "canceled", "revision 2", "rev 2", "excluded", "exclude",
            "excluding", "not furnished", "not ordered", "do not order", "not to be ordered", "not order", "not including", "leave out", "left out", "minus", "less", "without", "skip", "no longer", "omit", "crossed", "scratched", "off the order", "off the list", "void", "gone", "taken off", "out of the schedule", "scrapped", "not needed", "do not need", "do not count", "not count", "except", "revision")  # fmt: skip
    return every(says((name, f"re:\\b{name}\\b"), mention=True), says((f"re:\\b{name}\\b",), gone, mention=True))


def _opening(world: FloorWorld) -> Item:
    kind = world.target
    unit = world.units[kind]
    wide, high = unit.opening
    w, h = unit.size
    other = next(one for one in TYPES if one != kind and not set(world.units[one].opening) & {wide, high, w, h})
    return Item(
        question=f"Framer's asking: header's going in for a type {kind} window. What opening, width by height in inches, and how high off the floor is the sill?",
        answer=f"{wide:g}",
        answer_type="number",
        gold=f"Leave a rough opening of {wide:g} in. wide by {high:g} in. high, with the sill {unit.sill} in. above the floor. The unit itself is {w} by {h}.",
        rubric=(
            must("width", f"States a rough opening {wide:g} inches wide.", value(wide, "in", fact="answer"), failure_mode="wrong_column"),
            must("height", f"States a rough opening {high:g} inches high.", value(high, "in", fact="height"), failure_mode="wrong_column"),
            must("sill", f"States a sill height of {unit.sill} inches.", value(unit.sill, "in"), type="completeness"),
            must_not("not-unit", f"Does not tell the framer to leave {w} by {h}, the size of the unit, as the opening.",
                     every(no_claim(value(w, "in"), value(wide, "in")), no_claim(value(h, "in"), value(high, "in"))), "wrong_column"),
        ),
        traps=(
            Trap("wrong_column", f"Frame it {w} in. wide by {h} in. high, sill at {unit.sill} in.", ("width", "height", "not-unit")),
            Trap("wrong_row", f"Rough opening {world.units[other].opening[0]:g} x {world.units[other].opening[1]:g} in., sill {unit.sill} in. off the floor.", ("width", "height")),
            Trap("dropped_item", f"The rough opening for that type is {wide:g} in. wide and {high:g} in. high.", ("sill",)),
            Trap("prior_knowledge", f"Add an inch and a half all round to the {w} by {h} unit, so {w + 3} by {h + 3}; the sill goes {unit.sill} in. off the floor.", ("width", "height", "not-unit")),
        ),
        note="Unit size and rough opening stand side by side under merged headers, each split into W and H.",
        facts={"answer": read(f"ro.{kind}.w", wide), "height": read(f"ro.{kind}.h", high)},
        decisive=(f"ro.{kind}.w", f"ro.{kind}.h"),
        evidence=(f"unit.{kind}.w", f"unit.{kind}.h"),
        style="lookup",
    )  # fmt: skip


def _glazing(world: FloorWorld) -> Item:
    kind = next(one.kind for one in world.floors[1].windows if one.room == world.wet)
    right = says(("GL-3", "GL 3", "GL3"))
    return Item(
        question=f"Glass order for the window in {world.wet} on the second floor: which window type is it and which GL number do I put down?",
        answer="GL-3",
        answer_type="text",
        gold=f"It is a type {kind} window. The schedule has GL-1 for that type, but its note 2 calls for GL-3, laminated and obscure, in room {world.wet}, so order GL-3.",
        rubric=(
            must("glazing", "States that the glazing is GL-3.", right, failure_mode="ignored_footnote"),
            must("type", f"States that the window is type {kind}.", says(type_named(kind)), type="completeness"),
            must("kind", "Says that this glass is laminated or obscure.", says(("laminated", "obscure", "obscured", "privacy", "frosted", "opaque", "translucent", "not see through"), mention=True), type="completeness", severity="minor", implicit=True),
            must_not("not-gl1", "Does not give GL-1 as the glass to order.", no_claim(says(("GL-1", "GL 1", "GL1")), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"Room {world.wet} has a type {kind} window and the schedule glazes it with GL-1, clear insulating glass.", ("glazing", "kind", "not-gl1")),
            Trap("dropped_item", f"Put down GL-3 for that opening; note 2 makes it laminated obscure glass in room {world.wet}.", ("type",)),
            Trap("wrong_row", f"That's a type {kind}; it takes GL-2, with low-e on surface 2, as a wet room needs.", ("glazing", "kind")),
        ),
        note="The plan gives the type, the schedule its glass, and a footnote on the schedule replaces the glass in one room.",
        facts={"answer": unless(["wet"], "GL-3", read(f"gl.{kind}", "GL-1", "text"))},
        decisive=("wet",),
        evidence=(f"gl.{kind}", f"win.2.{kind}"),
        axes=("spatial_awareness", "standard_tables"),
        style="lookup",
    )  # fmt: skip


ASKS = (
    Ask("symbol_count", _dominant),
    Ask("legend_match", _partition),
    Ask("struck_or_void", _struck),
    Ask("neighbour_column", _opening),
    Ask("footnote_override", _glazing),
)
