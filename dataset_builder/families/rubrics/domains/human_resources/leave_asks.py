"""What is asked of a leave policy."""

from __future__ import annotations

from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import ORDINALS, day_first
from dataset_builder.families.rubrics.domains.human_resources.leave_world import LeaveWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import execute, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    day,
    every,
    listing,
    must,
    must_not,
    no_claim,
    says,
    some,
    value,
    verdict,
)


def _order(world: LeaveWorld) -> Item:
    name, since = world.moved
    held = {one.name: since if one.name == name else one.announced for one in world.employers}
    ranked = sorted(held, key=lambda one: held[one])
    printed = [one.name for one in world.first]
    first, wrong = ranked[:5], printed[:5]
    place = {one.name: k for k, one in enumerate(world.employers)}
    pairs = [[one.name, unless(["moved"], since.isoformat(), read(f"day.{place[one.name]}", one.announced, "date")) if one.name == name else read(f"day.{place[one.name]}", one.announced, "date")] for one in world.employers]  # fmt: skip
    early = world.employer(name).announced

    def called(one: str) -> list[str]:
        word = one.split()[0]
        return [one, word] if sum(other.startswith(word) for other in held) == 1 else [one]

    def tell(names: list[str]) -> str:
        return "; ".join(f"{one}, {day_first(held[one] if one != name or names != wrong else early)}" for one in names)

    return Item(
        question="For the board paper: the first five employers in the annex to announce paid bereavement leave, earliest first, with dates.",
        answer=", ".join(first),
        answer_type="list",
        gold=f"{tell(first)}. {name} isn't among them: what it announced on {day_first(early)} was unpaid leave, and paid leave followed on {day_first(since)} only (note a).",
        rubric=(
            must("order", f"Lists {', '.join(first)} in this order.", listing([called(one) for one in first], ordered=True, fact="answer"), failure_mode="ignored_footnote"),
            must("dates", f"Gives {day_first(held[first[0]])} for {first[0]} and {day_first(held[first[4]])} for {first[4]}.", every(day(held[first[0]]), day(held[first[4]])), severity="major"),
            must_not("not-moved", f"Does not count {name} among the first five.",
                     no_claim(says(called(name)), says(called(name), ("unpaid", "skip", "leave out", "leave them out", "leave it out", "without pay", "left off", "no pay", "not pay", "not go paid", "is out", "not count", "not belong", "drop", "careful", "watch out", "except", "isn't on", "not on", "not one of", "doesn't qualify", "not qualify", "ignore", "exclude", "removed", "out because", "out:", "not among", "isn't among", "excluded", "drops out", "not in", "footnote", "note a", "later", "left out", "not paid", "does not make", "doesn't make"), mention=True)), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"{tell(wrong)}.", ("order", "dates", "not-moved")),
            Trap("wrong_order", f"{tell([first[1], first[0], *first[2:]])}.", ("order",)),
            Trap("dropped_item", f"{tell([*first[:2], *first[3:]])}.", ("order",)),
        ),
        note="The table is in alphabetical order and runs over a page; a note under its end moves one date and takes that employer out of the first five.",
        facts={"answer": op("first", op("order", *pairs), 5)},
        decisive=("moved",),
        evidence=tuple(f"day.{place[one]}" for one in (*first, name)),
        axes=("complex_tables",),
        style="comparison",
    )  # fmt: skip


def _row(world: LeaveWorld) -> Item:
    one = world.employer(world.asked)
    k = world.employers.index(one)
    above = world.employers[k - 1]
    wide, lost = (
        (
            "other family",
            "other relatives",
            "extended family",
            "extended",
            "distant relatives",
            "wider family",
            "other relative",
            "distant family",
            "further family",
            "rest of the family",
            "other kin",
        ),
        ("pregnancy", "miscarriage", "miscarry", "pregnancies", "stillbirth"),
    )
    near = ("close family", "immediate family", "close", "immediate")

    def given(amount: int, about: tuple[str, ...], rivals: tuple[str, ...], fact: str) -> dict[str, object]:
        return some(
            value(amount, "day", [about], rivals, fact=fact),
            value(amount, "", [about], rivals),
            value(amount, "business day", [about], rivals),
        )

    taken = {one.other, one.loss, one.close}
    other = next(row.other for row in (above, *world.employers) if row.other not in taken)
    return Item(
        question=f"How many paid days does {one.name} give for other family, and how many after the loss of a pregnancy?",
        answer=str(one.other),
        answer_type="number",
        gold=f"{one.name} gives {one.other} paid working day{'s' * (one.other != 1)} for other family and {one.loss} after the loss of a pregnancy.",
        rubric=(
            must("other", f"States that {one.name} gives {one.other} day{'s' * (one.other != 1)} for other family.", given(one.other, wide, (*lost, *near), "answer"), failure_mode="lost_alignment"),
            must("loss", f"States that it gives {one.loss} days after the loss of a pregnancy.", given(one.loss, lost, (*wide, *near), "loss")),
            must_not("not-close", f"Does not give {one.close} days, which is for close family.",
                     every(*(no_claim(value(one.close, unit, [(*wide, *lost)], near)) for unit in ("", "day", "business day"))), "lost_alignment", severity="major"),
        ),
        traps=(
            Trap("lost_alignment", f"{one.name}: {one.close} days for other family and {one.other} after the loss of a pregnancy.", ("other", "loss", "not-close")),
            Trap("wrong_row", f"It gives {other} days for other family and {one.loss} days after a pregnancy loss.", ("other",)),
            Trap("wrong_column", f"{one.close} days for other family, {one.loss} days after the loss of a pregnancy.", ("other", "not-close")),
        ),
        note="The row stands on the page after the one that has the headers, and three columns of like numbers follow each other.",
        facts={"answer": read(f"other.{k}", one.other), "loss": read(f"loss.{k}", one.loss)},
        decisive=(f"other.{k}", f"loss.{k}"),
        evidence=(f"close.{k}",),
        axes=("standard_tables",),
    )  # fmt: skip


def _service(world: LeaveWorld) -> Item:
    plain = date.fromisoformat(str(execute(op("months_later", world.start.isoformat(), 12))))
    held = plain + timedelta(days=world.away)
    birth = plain + timedelta(days=max(5, world.away // 3))
    right = day(held, fact="answer")
    who = world.employee.split()[0]
    return Item(
        question=f"{world.employee} joined on {day_first(world.start)} and was on unpaid leave for {world.away} days straight last spring. Baby is due {day_first(birth)}. Does {who} get paid parental leave, when is the service requirement met, and why then?",
        answer=held.isoformat(),
        answer_type="date",
        gold=f"No, not if the baby comes on {day_first(birth)}. Twelve months of continuous service are needed on the day of birth, and unpaid leave of more than {world.gap} days in a row doesn't count: the {world.away} days move the anniversary from "
        f"{day_first(plain)} to {day_first(held)}. Leave would be unpaid, with the job kept.",
        rubric=(
            must("no", "Says that parental leave would not be paid at that due date.",
                 verdict((), {"yes": ["paid leave", "paid", "qualifies", "eligible", "gets", "entitled", "full pay", "qualify", "yes"], "no": ["unpaid", "ineligible", "no", "too early", "falls short", "short of"]}, False), failure_mode="everyday_meaning"),
            must("date", f"States that the service requirement is met on {day_first(held)}.", right),
            must("rule", f"Says that unpaid leave of more than {world.gap} days in a row does not count as continuous service.",
                 every(value(world.gap, "day"), says(("unpaid leave", "unpaid", "absence", "leave without pay", "without pay", "no pay", "off work", "time off", "away", "absent"), ("continuous", "uninterrupted", "out of", "not counted", "postpones", "delays", "later", "pause", "paused", "stops the clock", "breaks", "resets", "interrupts", "count", "service", "excluded", "moves", "pushes", "shifts", "extends", "anniversary"), mention=True)), type="reasoning", severity="major"),
            must_not("not-plain", f"Does not give {day_first(plain)} as the day on which it is met.", no_claim(day(plain), right), "everyday_meaning"),
        ),
        traps=(
            Trap("everyday_meaning", f"Yes. Twelve months of service are complete on {day_first(plain)}, before the due date, so the leave is at full pay.", ("no", "date", "rule", "not-plain")),
            Trap("arithmetic_slip", f"It would be unpaid. Unpaid leave beyond {world.gap} days in a row is excluded from service, so the requirement is met on {day_first(plain + timedelta(days=world.away - world.gap))}.", ("date",)),
            Trap("dropped_item", f"No, it would be unpaid: the requirement is met on {day_first(held)} only.", ("rule",)),
        ),
        note="A defined term takes long unpaid leave out of service, although the everyday count from the first day would do.",
        facts={"answer": op("later", op("months_later", world.start.isoformat(), read("months", 12)), unless(["def"], world.away, 0))},
        decisive=("def", "months"),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _certificate(world: LeaveWorld) -> Item:
    parent, home = world.certificate
    days = parent - 1 if world.pick % 2 else parent
    needed = days >= parent
    who = ("father", "mother")[world.pick % 2]
    right = value(parent, fact="answer")
    yes = [
        "needed",
        "needs",
        "need",
        "required",
        "requires",
        "necessary",
        "must",
        "has to",
        "yes",
        "ask for",
        "you do",
        "asked for",
        "wants",
        "demands",
        "mandatory",
        "compulsory",
    ]
    no = ["unnecessary", "no certificate", "waived", "without a certificate", "no need", "exempt", "no"]
    gold = (
        f"Yes. For a parent a doctor's certificate is needed from day {parent} of an absence, and the absence lasts {days} days."
        if needed
        else f"No. For a parent a doctor's certificate is needed only from day {parent} of an absence, and the absence lasts {days} days."
    )
    from_day = some(
        right, value(parent, "day"), says((f"day {parent}", f"{ORDINALS[parent - 1]} day", f"{ORDINALS[parent - 1]}"))
    )
    wrong = every(no_claim(says((f"day {home}", f"{ORDINALS[home - 1]} day")), from_day))
    return Item(
        question=f"Employee took {days} days of caregiver leave in one go to look after her {who}, who doesn't live with her. Do I need a doctor's certificate from her, and what's the rule?",
        answer=str(parent),
        answer_type="number",
        gold=gold,
        rubric=(
            must("verdict", f"Says that a certificate is {'needed' if needed else 'not needed'}.", verdict((), {"yes": yes, "no": no}, needed), failure_mode="hierarchy_ignored"),
            must("from", f"Says that for a parent a certificate is needed from day {parent}.", from_day, type="reasoning"),
            must_not("not-home", f"Does not apply day {home}, the rule for others in the household, to her {who}.", wrong, "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"Yes, a certificate is needed: the policy asks for one from day {home}.", ("from", "not-home") if needed else ("verdict", "from", "not-home")),
            Trap("wrong_row", "No certificate is asked for when the leave is to care for family.", ("verdict", "from") if needed else ("from",)),
            Trap("arithmetic_slip", f"For a parent it takes a certificate from day {parent} on; with {days} days she {'does not need one' if needed else 'needs one'}.", ("verdict",)),
        ),
        note="Sub-bullets qualify only the bullet under which they stand, and three of them say different things about certificates.",
        facts={"answer": read("nest.parent", parent), "needed": op("le", read("nest.parent", parent), days)},
        decisive=("nest.parent",),
        evidence=("nest.child", "nest.home"),
    )  # fmt: skip


ASKS = (
    Ask("footnote_override", _order),
    Ask("page_break_header", _row),
    Ask("defined_term", _service),
    Ask("nested_bullets", _certificate),
)
