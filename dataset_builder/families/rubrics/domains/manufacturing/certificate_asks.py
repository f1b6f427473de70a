"""What is asked of a certificate of conformance."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.manufacturing.certificate_world import CertificateWorld
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
    some,
    value,
    verdict,
)


def _released(world: CertificateWorld) -> Item:
    good = world.lots[world.bracket : world.bracket + 2]
    held = world.lots[world.hold]
    bare = [one for k, one in enumerate(world.lots) if k not in (world.bracket, world.bracket + 1, world.hold)]
    a, b = good
    names = [a.number, b.number]
    unreleased = ("in test", "no stamp", "not stamped", "unstamped", "on loan", "loan", "without a stamp", "not released", "still being tested", "under test", "testing", "no disposition", "no release", "keep out", "not yet",
                  "quarantine", "not covered", "lack a stamp", "signed off", "separate", "apart", "aside", "pending", "not approved", "not cleared", "unreleased", "awaiting", "being tested", "no mark", "unmarked", "do not stock", "not stock", "stay out",
                  "not go", "waiting", "lent", "borrowed", "in the lab", "tests are", "not finished", "bare", "neither stamp", "nothing stamped")  # fmt: skip
    return Item(
        question="Shipment is on my dock with this cert. Which lots can go into stock as released, and what about the rest?",
        answer=f"{a.number}, {b.number}",
        answer_type="list",
        gold=f"Released are {a.number} and {b.number}, the two lots that the bracket of the release stamp spans.\nLot {held.number} is stamped hold.\nLots {bare[0].number} and {bare[1].number} have no stamp: they are still in test and only on loan, so they don't go into stock either.",
        rubric=(
            must("first", f"States that lot {a.number} is released.", says((a.number,)), failure_mode="misplaced"),
            must("second", f"States that lot {b.number} is released.", says((b.number,)), failure_mode="misplaced"),
            must("hold", f"States that lot {held.number} is on hold.", says((held.number,), ("hold", "on hold", "held", "blocked", "stopped", "set aside", "not to be used", "frozen"), mention=True)),
            must("bare", f"States that lots {bare[0].number} and {bare[1].number} are not released (still in test, no stamp).",
                 every(*(says((one.number,), unreleased, mention=True) for one in bare)), type="completeness"),
            must_not("not-bare", f"Does not say that {bare[0].number} or {bare[1].number} is released.",
                     every(*(no_claim(says((one.number,)), says((one.number,), unreleased, mention=True)) for one in bare)), "misplaced"),
        ),
        traps=(
            Trap("overreach", f"All lots but the one on hold ({held.number}) are released: {a.number}, {b.number}, {bare[0].number} and {bare[1].number} can go into stock.", ("bare", "not-bare")),
            Trap("misplaced", f"{a.number} carries the release stamp and goes into stock. {held.number} is on hold. The remaining ones, {bare[0].number} and {bare[1].number}, have no stamp.", ("second",)),
            Trap("dropped_item", f"Stock {a.number} and {b.number}. The others, {bare[0].number} and {bare[1].number}, are still in test.", ("hold",)),
        ),
        note="A stamp belongs to the two rows that its bracket spans; rows without one look complete but are not released.",
        facts={"answer": op("all", unless(["stamp.ok"], read(f"lot.{world.bracket}", a.number, "text"), bare[0].number), read(f"lot.{world.bracket + 1}", b.number, "text")),
               "bare": unless(["stamps"], "in test", "released"), "names": names, "hold": unless(["stamp.hold"], "hold", "released")},
        decisive=("stamp.ok", "stamps", "stamp.hold"),
        axes=("complex_tables",),
        style="summary",
    )  # fmt: skip


def _thickness(world: CertificateWorld) -> Item:
    _, low, high = world.bands[1]
    below = world.bands[0]
    return Item(
        question=f"We re-measured one of the {world.part} bolts, {world.size} mm nominal: {world.probe:g} µm of zinc flake. What range does the cert require for that diameter and is our reading inside?",
        answer="No",
        answer_type="boolean",
        gold=f"No. {world.size} mm is the upper edge of the middle band, which takes in {world.size} mm, so {low} to {high} µm is required; {world.probe:g} µm is below that.",
        rubric=(
            must("verdict", f"States that {world.probe:g} µm is not within the range required.",
                 verdict((), {"yes": ["inside", "within", "conform", "conforms", "meets", "acceptable", "in range", "complies", "ok", "pass"], "no": ["outside", "below", "too thin", "short of", "fails", "under", "nonconforming", "out of", "thin", "less than"]}, False, fact="answer"), failure_mode="wrong_row"),
            must("low", f"States that at least {low} µm is required.", value(low, fact="low")),
            must("high", f"States that at most {high} µm is allowed.", value(high, fact="high"), type="completeness", severity="major"),
            must_not("not-below", f"Does not apply {below[1]} to {below[2]} µm, the range of smaller diameters.", no_claim(value(below[2]), value(low)), "wrong_row"),
        ),
        traps=(
            Trap("wrong_row", f"Your bolt falls in the band of {below[1]} to {below[2]} µm, so the reading is only just outside at the top.", ("low", "high", "not-below")),
            Trap("prior_knowledge", "Yes, it's inside. Zinc flake is usually fine as soon as the salt spray requirement is met, whatever the gauge reads.", ("verdict", "low", "high")),
            Trap("arithmetic_slip", f"The cert asks for {low} to {high} µm at that diameter, and your reading is inside.", ("verdict",)),
            Trap("dropped_item", f"No, it needs at least {low} µm and the reading falls below.", ("high",)),
        ),
        note="The diameter is exactly the edge between two bands; the words say to which of them it belongs.",
        facts={"low": read("low.1", low), "high": read("high.1", high),
               "answer": op("and", op("le", unless(["upto.1"], read("low.1", low), below[1]), world.probe), op("le", world.probe, read("high.1", high)))},
        decisive=("low.1", "high.1"),
        evidence=("upto.0", "upto.1"),
        style="comparison",
    )  # fmt: skip


def _pieces(world: CertificateWorld) -> Item:
    k, new = world.corrected
    lot = world.lots[k]
    right = value(new, fact="answer")
    return Item(
        question=f"Goods receipt for lot {lot.number}: quantity and heat number as certified?",
        answer=f"{new:,}",
        answer_type="number",
        gold=f"{new:,} pieces of heat {lot.heat}. The typed {lot.pieces:,} is struck out, and {new:,} is written and initialed beside it.",
        rubric=(
            must("pieces", f"States that {new:,} pieces are certified.", right, failure_mode="noise_as_content"),
            must("heat", f"States heat {lot.heat}.", says((lot.heat, lot.heat.replace("-", "")))),
            must("struck", "Says that the typed count was struck (corrected by hand).", says(("struck", "struck out", "crossed out", "corrected", "correction", "handwritten", "hand-written", "initialed", "initialled", "changed by hand", "replaced", "amended", "overwritten", "by hand", "wrote", "written", "penned", "inked", "pen", "next to", "beside", "crossed", "scratched", "lined out", "manual", "manually", "initials", "revised", "superseded"), mention=True), type="reasoning", severity="minor", implicit=True),
            must_not("not-old", f"Does not give {lot.pieces:,} as the quantity.", no_claim(value(lot.pieces), right), "noise_as_content"),
        ),
        traps=(
            Trap("noise_as_content", f"Lot {lot.number}: {lot.pieces:,} pieces, heat {lot.heat}.", ("pieces", "struck", "not-old")),
            Trap("wrong_row", f"{new:,} pieces, corrected by hand; the heat is {world.lots[(k + 1) % 5].heat}.", ("heat",)),
            Trap("dropped_item", f"{new:,} pieces from heat {lot.heat}.", ("struck",)),
        ),
        note="The typed count is struck through and another one written beside it in script.",
        facts={"answer": unless(["qty.new"], read("qty.new", new), read("qty.old", lot.pieces))},
        decisive=("qty.new",),
        evidence=("qty.old", f"lot.{k}"),
        style="lookup",
    )  # fmt: skip


def _carbon(world: CertificateWorld) -> Item:
    lot = world.lots[world.bracket]
    return Item(
        question=f"Welding wants the carbon content of heat {lot.heat}. Is it on the cert?",
        answer="not stated",
        answer_type="abstain",
        gold="No. The certificate has no chemical analysis; for it, it refers to the mill certificate, attachment 2, which went to the customer's materials office by separate cover. Ask them for it.",
        rubric=(
            must_abstain("abstains", "States that the carbon content is not on the certificate.",
                         some(abstains(("carbon", "chemical", "chemistry", "analysis", "composition", "it", "c content")), verdict((), "exist", False))),
            must("mill", "Says that it is in the mill certificate (attachment 2).", says(("mill certificate", "mill cert", "mill test", "attachment 2", "att. 2", "mtr", "mill report", "re:\\bmill(?:'s)? (?:test )?(?:cert\\w*|report|sheet|papers)"), mention=True), type="reasoning"),
            must("where", "Says that this went to the customer's materials office (by separate cover).", says(("materials office", "material office", "materials department", "separate cover", "sent separately", "separately", "materials people", "materials team", "materials group", "separate envelope", "separate mail", "separate post", "its own envelope", "own envelope"), mention=True), type="completeness", severity="major", implicit=True),
            must_not("no-carbon", "Does not give a percentage as the carbon content.", no_value("%"), "fabricated_value"),
        ),
        traps=(
            Trap("fabricated_value", "Steel grade CH-35 has a carbon content of 0.35%, so heat it accordingly.", ("abstains", "mill", "where", "no-carbon")),
            Trap("overreach", "It isn't stated on the cert; the mill certificate in attachment 2, sent under separate cover, gives about 0.34% carbon.", ("no-carbon",)),
            Trap("dropped_item", "The cert doesn't state the carbon content. For chemistry it refers to the mill certificate, attachment 2.", ("where",)),
        ),
        note="The analysis is in an attachment that went elsewhere; the grade's name invites a guess.",
        facts={"answer": unless(["chem"], absent("carbon"), 0.35)},
        decisive=("chem",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("stamp_target", _released),
    Ask("band_edge", _thickness),
    Ask("struck_or_void", _pieces),
    Ask("missing_attachment", _carbon),
)
