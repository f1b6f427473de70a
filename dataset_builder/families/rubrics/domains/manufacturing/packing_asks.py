"""What is asked of a packing list."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import NUMBERS
from dataset_builder.families.rubrics.domains.manufacturing.packing_world import PackingWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    every,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    value,
)


def _lot(world: PackingWorld) -> Item:
    index, place = world.target
    part = world.parts[index]
    number = place + 1
    mine = next(one for one in world.pallets[place].cartons if one.part == index)
    other = next(one for one in world.pallets[place - 1].cartons if one.part == index)
    return Item(
        question=f"Quarantine tag for part {part.number} ({part.name.lower()}) on pallet {number}: what's the lot, which carton, how many pieces?",
        answer=mine.lot,
        answer_type="text",
        gold=f"On pallet {number}, {part.number} is in carton {mine.number}: lot {mine.lot}, {mine.pieces} pieces.",
        rubric=(
            must("lot", f"States lot {mine.lot}.", says((mine.lot,)), failure_mode="wrong_row"),
            must("carton", f"States that it is carton {mine.number}.", says((f"re:\\b(?:carton|ctn\\.?|box)(?: number| no\\.?| is| #|:)? ?#?{mine.number}\\b", f"carton no. {mine.number}"), mention=True), type="completeness"),
            must("pieces", f"States {mine.pieces} pieces.", value(mine.pieces, fact="pieces")),
            must_not("not-other", f"Does not give lot {other.lot}, which is on another pallet.", no_claim(says((other.lot,)), says((mine.lot,))), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"Lot {other.lot}, carton {other.number}, {other.pieces} pieces.", ("lot", "carton", "pieces", "not-other")),
            Trap("dropped_item", f"It's lot {mine.lot}, {mine.pieces} pieces.", ("carton",)),
            Trap("wrong_column", f"Carton {mine.number} of pallet {number} holds lot {mine.lot}; put down {_net(mine.net, mine.pieces)} as the quantity.", ("pieces",)),
        ),
        note="The same part is listed under every pallet with another lot; the pallet's number stands once, over its cartons, and the list goes over pages.",
        facts={"answer": unless([f"pal.{number}"], read(f"lot.{number}.{mine.number}", mine.lot, "text"), other.lot), "pieces": read(f"qty.{mine.number}", mine.pieces)},
        decisive=(f"pal.{number}", f"lot.{number}.{mine.number}", f"qty.{mine.number}"),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _net(net: float, pieces: int) -> str:
    return f"{net + 0.3 if round(net) == pieces else net:.1f}"


def _gross(world: PackingWorld) -> Item:
    total = round(world.gross + world.tare, 1)
    right = value(total, "kg", absolute=0.051, fact="answer")
    tares = [read(f"tare.{k}", one.tare) for k, one in enumerate(world.pallets, 1)]
    return Item(
        question="Forwarder wants the gross weight of the consignment as it stands on the pallets. What do I declare?",
        answer=f"{total:,.1f} kg",
        answer_type="number",
        gold=f"Declare {total:,.1f} kg: {world.gross:,.1f} kg gross of all cartons plus {world.tare:.1f} kg for the {len(world.pallets)} pallets, whose weights are not contained in the sums.",
        rubric=(
            must("total", f"States a gross weight of {total:,.1f} kg.", right, failure_mode="dropped_item"),
            must("pallets", f"Says that the pallets weigh {world.tare:.1f} kg together.", value(world.tare, "kg", absolute=0.051), type="reasoning"),
            must("cartons", f"Says that the cartons weigh {world.gross:,.1f} kg gross.", value(world.gross, "kg", absolute=0.051), type="reasoning", severity="major"),
            must_not("not-cartons", f"Does not give {world.gross:,.1f} kg, cartons alone, as the weight to declare.", no_claim(value(world.gross, "kg", absolute=0.051), right), "dropped_item"),
        ),
        traps=(
            Trap("dropped_item", f"The list gives {world.gross:,.1f} kg gross for all cartons, so declare that.", ("total", "pallets", "not-cartons")),
            Trap("prior_knowledge", f"{world.gross:,.1f} kg for the cartons plus the usual 25 kg for each of {len(world.pallets)} pallets, {world.gross + 25 * len(world.pallets):,.1f} kg.", ("total", "pallets", "not-cartons")),
            Trap("arithmetic_slip", f"Cartons {world.gross:,.1f} kg, pallets {world.tare:.1f} kg, so {total + 10:,.1f} kg.", ("total", "not-cartons")),
        ),
        note="The printed sum leaves out the pallets, whose weights stand in the headings of their groups over several pages.",
        facts={"answer": op("round", op("add", read("gross", world.gross), unless(["tare.note"], op("add", *tares), 0)), 1)},
        decisive=("tare.note", "gross", *(f"tare.{k}" for k in range(1, len(world.pallets) + 1))),
        axes=("complex_tables",),
        style="calculation",
    )  # fmt: skip


def _short(world: PackingWorld) -> Item:
    number, less = world.short
    carton = world.carton(number)
    part = world.parts[carton.part]
    left = carton.pieces - less
    right = value(left, fact="answer")
    return Item(
        question=f"Booking in carton {number}. Which part is it and how many pieces should be inside?",
        answer=str(left),
        answer_type="number",
        gold=f"Carton {number} is {part.number}, {part.name.lower()}, and should hold {left} pieces. The column shows {carton.pieces}, but note a says that it was found short by {less} at the closing count.",
        rubric=(
            must("pieces", f"States that {left} pieces should be inside.", right, failure_mode="ignored_footnote"),
            must("part", f"States that the part is {part.number}.", says((part.number, part.name, part.name.split(",")[0]))),
            must("why", f"Says that the carton is short by {less} pieces.", value(less), type="reasoning", severity="major", implicit=True),
            must_not("not-column", f"Does not give {carton.pieces} as the number to book in.", no_claim(value(carton.pieces), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"It's {part.number} ({part.name.lower()}), lot {carton.lot}, {carton.pieces} pieces.", ("pieces", "why", "not-column")),
            Trap("arithmetic_slip", f"{part.number}. The carton was found short by {less} at the count, which leaves {left - 10}.", ("pieces",)),
            Trap("dropped_item", f"{part.number}, {left} pieces.", ("why",)),
        ),
        note="A small letter at the number leads to a note pages later that says the carton holds fewer.",
        facts={"answer": op("sub", read(f"qty.{number}", carton.pieces), unless(["fn.short"], read("fn.short", less), 0))},
        decisive=("fn.short", f"qty.{number}"),
        axes=("complex_tables",),
        style="lookup",
    )  # fmt: skip


def _received(world: PackingWorld) -> Item:
    k = world.status
    part, here = world.parts[k], world.shipped(k)
    total, left = part.before + here, part.ordered - part.before - here
    right = value(total, fact="answer")
    return Item(
        question=f"For the supplier call: with this list included, how many {part.number} will have been shipped on the order, and how many are open?",
        answer=f"{total:,}",
        answer_type="number",
        gold=f"{total:,} pieces of {part.number}: {part.before:,} before and {here:,} on this list. {left:,} are still open of {part.ordered:,} ordered.",
        rubric=(
            must("shipped", f"States that {total:,} pieces will have been shipped.", right, failure_mode="wrong_column"),
            must("open", f"States that {left:,} pieces are still open.", value(left, fact="left")),
            must_not("not-before", f"Does not give {part.before:,}, shipped before this list, as the total.", no_claim(value(part.before), right), "wrong_column"),
            must_not("not-here", f"Does not give {here:,}, on this list alone, as the total.", no_claim(value(here), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"{part.before:,} shipped, {left:,} open.", ("shipped", "not-before")),
            Trap("dropped_item", f"{total:,} pieces will have gone out by then, out of {part.ordered:,} ordered.", ("open",)),
            Trap("arithmetic_slip", f"{total:,} will have been shipped, so {left + 100:,} are open.", ("open",)),
            Trap("misplaced", f"{here:,} have been shipped with this list and {left:,} remain open.", ("shipped", "not-here")),
        ),
        note="Two columns under one header have to be added; the next one already is the rest.",
        facts={"answer": op("add", read(f"before.{k}", part.before), read(f"here.{k}", here)), "left": read(f"open.{k}", left)},
        decisive=(f"before.{k}", f"here.{k}", f"open.{k}"),
        evidence=(f"ord.{k}",),
        style="calculation",
    )  # fmt: skip


def _revision(world: PackingWorld) -> Item:
    part = world.parts[world.revised]
    right = says(
        (
            f're:\\brev(?:ision|\\.)?(?: level| letter)?(?: is|:)? "?{part.revision.lower()}\\b',
            f"re:(?<![\\w-]){part.revision.lower()}(?![\\w'-])",
        )
    )
    wrong = says((f're:\\brev(?:ision|\\.)?(?: is|:)? "?{world.form.lower()}\\b',))
    return Item(
        question=f"Incoming inspection: what drawing revision of {part.number} was packed, and which name goes with that number?",
        answer=part.revision,
        answer_type="text",
        gold=f"{part.number} is the {part.name.lower()}, packed to drawing revision {part.revision}, as its lines on the list say. (The rev. {world.form} at the foot of the pages is that of the form.)",
        rubric=(
            must("revision", f"States that the drawing revision is {part.revision}.", right, failure_mode="noise_as_content"),
            must("name", f"Names the part: {part.name.lower()}.", says((part.name, part.name.split(",")[0]))),
            must_not("not-form", f"Does not give revision {world.form}, that of the printed form, as the drawing's.",
                     no_claim(wrong, right), "noise_as_content"),
        ),
        traps=(
            Trap("noise_as_content", f"The list is at rev. {world.form}, so {part.number}, {part.name.lower()}, was packed to revision {world.form}.", ("revision", "not-form")),
            Trap("wrong_row", f"{part.name}: revision {world.parts[0].revision}.", ("revision",)),
            Trap("dropped_item", f"{part.number} was packed to revision {part.revision}.", ("name",)),
        ),
        note="Every page carries the revision of the form at its foot; the drawing's stands within the description of a carton.",
        facts={"answer": unless([f"rev.{world.revised}"], part.revision, world.form)},
        decisive=(f"rev.{world.revised}",),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _value(world: PackingWorld) -> Item:
    part = world.parts[world.status]
    return Item(
        question=f"Customs broker asks for the declared value and the tariff code of the {part.number}. What does the packing list say?",
        answer="not stated",
        answer_type="abstain",
        gold=f"The packing list gives neither a value nor a tariff code. For {part.number} it has pieces, lots, weights and the origin, {part.origin}; value and code have to come from the commercial invoice or the shipper.",
        rubric=(
            must_abstain("value", "States that the list gives no value (price).", abstains(("value", "price", "prices", "amount", "cost", "worth", "valuation"))),
            must_abstain("code", "States that the list gives no tariff code.", abstains(("tariff", "hs code", "hts", "commodity code", "customs code", "code", "codes", "hs", "harmonized", "classification"))),
            must("where", "Says where to get them, such as the commercial invoice or the shipper.", says(("invoice", "shipper", "supplier", world.shipper, "seller", "vendor", "sender", "consignor", "shipped", "exporter", "manufacturer", "paperwork"), mention=True), type="completeness", severity="minor", implicit=True),
            must_not("no-money", "Does not give an amount of money.", every(no_value("usd"), no_value("eur")), "fabricated_value"),
            must_not("no-code", "Does not give a tariff code.", no_claim(says(("re:\\b\\d{4}\\.\\d{2}(?:\\.\\d{2,4})*\\b",))), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", f"The {part.number} is declared at $4.85 a piece under tariff code 8302.10.", ("value", "code", "where", "no-money", "no-code")),
            Trap("overreach", "No value is listed, so ask the shipper for the invoice. As metal fittings these go under 8302.42.", ("code", "no-code")),
            Trap("dropped_item", "No price is given on a packing list like this one; it will be on the commercial invoice.", ("code",)),
        ),
        note="A packing list has weights, lots and origins, but neither prices nor codes; both are easily made up.",
        facts={"answer": unless([f"ord.{world.status}"], absent("tariff"), "8302.10")},
        decisive=(f"ord.{world.status}",),
        style="unsupported",
    )  # fmt: skip


def _stand(world: PackingWorld) -> Item:
    left, behind, right_hand = world.slots[6], world.slots[5], world.slots[3]
    named = _pallet(left)
    return Item(
        question="Doors are open and the driver is looking in from the dock. Which pallet is on his left at the doors, and which one stands right behind it?",
        answer=f"P{left}",
        answer_type="text",
        gold=f"Looking in, P{left} is on the left at the doors and P{behind} stands right behind it. The plan is seen from above with the doors at the right, so the driver's left is the lower row; P{right_hand} is on his right.",
        rubric=(
            must("left", f"Says that pallet {left} is on the left at the doors.", says(named), failure_mode="misplaced"),
            must("behind", f"Says that pallet {behind} stands behind it.", says(_pallet(behind)), failure_mode="misplaced"),
            must_not("not-right", f"Does not say that pallet {right_hand} is the one on the left.",
                     every(no_claim(says(("left",), _pallet(right_hand)), every(says(named), says(_pallet(behind)))), no_claim(says(_pallet(right_hand)), says(named))), "misplaced"),
        ),
        traps=(
            Trap("misplaced", f"On the left at the doors is P{right_hand}, with P{world.slots[2]} right behind it.", ("left", "behind", "not-right")),
            Trap("wrong_row", f"P{left} is on his left, and right behind it stands P{world.slots[4]}.", ("behind",)),
            Trap("reading_order", f"On the left stands P{world.slots[4]}, then P{behind} behind it.", ("left",)),
        ),
        note="The container is drawn from above with the doors at the right; who looks in from there has the lower row on the left.",
        facts={"answer": unless(["slot.6"], f"P{left}", f"P{right_hand}"), "behind": unless(["slot.5"], behind, world.slots[2])},
        decisive=("slot.6", "slot.5"),
        evidence=("slot.3",),
        axes=("charts_multimodal",),
        style="lookup",
    )  # fmt: skip


def _pallet(number: int) -> tuple[str, ...]:
    return (
        f"re:\\bp[ -]?{number}\\b",
        f"re:\\bpallet(?: number| no\\.?| #)? ?#?{number}\\b",
        f"pallet {NUMBERS[number]}",
        f"re:\\b{number}(?:'s| is| stands| sits| comes) (?:the one |right |on |at |just |directly )*(?:behind|left|his left|after|next)\\b",
        f"re:\\b(?:number|no\\.?|#) ?{number}\\b",
    )


ASKS = (
    Ask("repeated_row", _lot),
    Ask("full_total", _gross),
    Ask("footnote_override", _short),
    Ask("neighbour_column", _received),
    Ask("running_matter", _revision),
    Ask("never_reported", _value),
    Ask("neighbour_place", _stand),
)
