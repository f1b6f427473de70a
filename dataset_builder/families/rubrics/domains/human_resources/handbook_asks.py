"""What is asked of an employee handbook."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import long_day, money
from dataset_builder.families.rubrics.domains.human_resources.handbook_world import EXCUSED, HandbookWorld
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import (
    every,
    must,
    must_not,
    no_claim,
    says,
    some,
    value,
)

_ALSO = {
    "blood": ("donate", "donor", "give blood", "giving blood"),
    "snow": ("closings", "shut", "shutdown", "blizzard", "bad weather"),
    "injury": ("injuries", "hurt", "workplace accident", "on-the-job", "workers' comp"),
    "jury": ("juries", "jury duty"),
    "fire": ("firefighting", "fire brigade"),
}
"""Further words for absences."""


def _excused(world: HandbookWorld) -> Item:
    names = [EXCUSED[key][0] for key in world.excused]
    groups = [[EXCUSED[key][0], *EXCUSED[key][1], *_ALSO[key]] for key in world.excused]
    extra = next(key for key in EXCUSED if key not in world.excused)
    others = (*EXCUSED[extra][1], *_ALSO[extra])
    right = every(*(says(tuple(group), mention=True) for group in groups))
    return Item(
        question="Besides leave that was granted beforehand, which absences don't count toward attendance occurrences? I need the complete list for the new time system.",
        answer=", ".join(names),
        answer_type="list",
        gold=f"Four: {names[0]} (section 4.3), {names[1]} (6.3), {names[2]} (7.2), and {names[3]} (9.5).",
        rubric=(
            must("first", f"Lists {names[0]}.", says(tuple(groups[0]), mention=True), type="completeness"),
            must("others", f"Lists all four: {'; '.join(names)}.", right, type="completeness", failure_mode="dropped_item"),
            must("injury", f"Lists {names[1]}.", says(tuple(groups[1]), mention=True), type="completeness", severity="major"),
            must_not("not-extra", f"Does not list {EXCUSED[extra][0]}, which the handbook does not name.", no_claim(says(others)), "prior_knowledge", severity="major"),
        ),
        traps=(
            Trap("dropped_item", f"Only {names[0]}. Section 4.3 says that it is never counted.", ("others", "injury")),
            Trap("wrong_section", f"These are not counted: {names[0]}, {names[1]} and {names[2]}.", ("others",)),
            Trap("prior_knowledge", f"Not counted are {names[0]}, {names[1]}, {names[2]}, {names[3]} and {EXCUSED[extra][0]}.", ("not-extra",)),
        ),
        note="One absence is named where occurrences are explained; three more are named in chapters on safety, weather and conduct.",
        facts={"answer": op("all", *(unless([f"exc.{k}"], name, None) for k, name in enumerate(names)))},
        decisive=tuple(f"exc.{k}" for k in range(4)),
        axes=("cross_referencing",),
        style="summary",
    )  # fmt: skip


def _overtime(world: HandbookWorld) -> Item:
    over = world.hours - world.threshold
    total = round(over * world.rate * world.premium, 2)
    usual = round((world.hours - 40) * world.rate * 1.5, 2)
    mixed = round(over * world.rate * 1.5, 2)
    right = value(total, "usd", fact="answer")
    return Item(
        question=f"Hourly employee at ${world.rate} base worked {world.hours} hours this week, day shift only. How much overtime pay is due for the week, and on what hours and rate?",
        answer=f"${total:,.2f}",
        answer_type="currency",
        gold=f"${total:,.2f}. By the handbook overtime starts after {world.threshold:g} hours, so {over:g} hours are overtime, paid at {world.premium:g} times the base rate: {over:g} x ${world.rate} x {world.premium:g}.",
        rubric=(
            must("pay", f"States that ${total:,.2f} of overtime pay is due.", right, failure_mode="prior_knowledge"),
            must("hours", f"Says that {over:g} hours are overtime, or that it starts after {world.threshold:g} hours.", some(value(over, "h"), value(over), value(world.threshold, "h"), value(world.threshold)), type="reasoning", severity="major"),
            must("rate", f"Says that overtime is paid at {world.premium:g} times the base rate.",
                 some(value(world.premium), says((f"{world.premium:g}x", f"{world.premium:g} x")), value(round(world.rate * world.premium, 2), "usd")), type="reasoning", severity="major"),
            must_not("not-usual", f"Does not give ${usual:,.2f}, reckoned from 40 hours at time and a half.", no_claim(value(usual, "usd"), right), "prior_knowledge"),
        ),
        traps=(
            Trap("prior_knowledge", f"${usual:,.2f}: everything over 40 hours, at time and a half.", ("pay", "hours", "rate", "not-usual")),
            Trap("arithmetic_slip", f"{over:g} hours of overtime at {world.premium:g} times ${world.rate} come to ${total + 22.5:,.2f}.", ("pay",)),
            Trap("dropped_item", f"Overtime is due for {over:g} hours, which at time and a half makes ${mixed:,.2f}.", ("pay", "rate")),
        ),
        note="The handbook sets a weekly limit and a rate of its own, and the usual ones come to mind first.",
        facts={"answer": op("round", op("mul", op("mul", op("sub", world.hours, read("ot.from", world.threshold)), world.rate), read("ot.rate", world.premium)), 2)},
        decisive=("ot.from", "ot.rate"),
        style="calculation",
    )  # fmt: skip


def _notice(world: HandbookWorld) -> Item:
    h1, h5, s1, s5 = world.notice
    salaried, long = world.pick % 2 == 0, world.pick % 3 == 0
    right_weeks = (s5 if long else s1) if salaried else (h5 if long else h1)
    wrong = (h5 if long else h1) if salaried else (s5 if long else s1)
    same = (s1 if long else s5) if salaried else (h1 if long else h5)
    ref = f"not.{'s' if salaried else 'h'}{5 if long else 1}"
    years = "seven years" if long else "two years"
    who = "A salaried planner" if salaried else "A line operator, paid by the hour,"
    kind = "salaried" if salaried else "hourly"
    right = value(right_weeks, "week", fact="answer")
    starts = (
        (
            "end of a month",
            "month end",
            "end of the month",
            "month-end",
            "with a month",
            "month's end",
            "last day of a month",
            "last day of the month",
            "end of that month",
            "months' end",
            "close of a month",
            "close of the month",
            "calendar month",
            "ends a month",
            "month is up",
            "month runs out",
            "last of the month",
            "last of a month",
        )
        if salaried
        else ("monday",)
    )
    when = "must end with a month" if salaried else "runs from the following Monday"
    return Item(
        question=f"{who} with {years} here, well past the probationary period, is resigning today. How many weeks' notice applies, and {'when may it end' if salaried else 'from when does it run'}?",
        answer=f"{right_weeks}",
        answer_type="number",
        gold=f"{right_weeks} week{'s' * (right_weeks != 1)}: {kind} employees {'after five years' if long else 'after the probationary period'}. The notice {when}.",
        rubric=(
            must("weeks", f"States that {right_weeks} week{'s' * (right_weeks != 1)} of notice apply.", right, failure_mode="hierarchy_ignored"),
            must("when", f"Says that the notice {when}.", says(starts)),
            must_not("not-other", f"Does not give {wrong} weeks, which is for {'hourly' if salaried else 'salaried'} employees.", no_claim(value(wrong, "week"), right), "hierarchy_ignored", severity="major"),
        ),
        traps=(
            Trap("hierarchy_ignored", f"{wrong} week{'s' * (wrong != 1)}, {'running from the Monday that follows' if salaried else 'ending with a month'}.", ("weeks", "when", "not-other")),
            Trap("wrong_row", f"{same} week{'s' * (same != 1)} of notice, which {when}.", ("weeks",) if same != wrong else ("weeks", "not-other")),
            Trap("dropped_item", f"{right_weeks} week{'s' * (right_weeks != 1)}, counted from today.", ("when",)),
        ),
        note="Two sections use the same words with other figures, and only their headings say for whom they hold.",
        facts={"answer": read(ref, right_weeks)},
        decisive=(ref,),
        evidence=tuple(one for one in ("not.h1", "not.h5", "not.s1", "not.s5") if one != ref),
    )  # fmt: skip


def _boots(world: HandbookWorld) -> Item:
    old, new = world.boots
    spent = max(old, new) + 18
    right = value(new, "usd", fact="answer")
    return Item(
        question=f"Receipt for safety shoes, ${spent}, bought last week. How much do I reimburse, and under which provision?",
        answer=money(new),
        answer_type="currency",
        gold=f"{money(new)}. Section 6.4 still prints {money(old)} a year, but Notice of change No. 2 replaced it from {long_day(world.changed)}.",
        rubric=(
            must("amount", f"States that {money(new)} is reimbursed.", right, failure_mode="superseded_text"),
            must("notice", "Says that a notice of change replaced the amount in the text.", says(("notice", "replaced", "changed", "amended", "amendment", "superseded", "updated", "revised", "supersedes", "replaces", "bulletin", "modified", "update", "brought", "lowered", "raised", "cut to", "in place of", "newer", "out of date", "outdated", "reduced", "increased", "superseding", "correction", "corrected", "overrides", "overridden"), mention=True), type="reasoning", severity="major", implicit=True),
            must_not("not-old", f"Does not give {money(old)} as what is reimbursed.", no_claim(value(old, "usd"), right), "superseded_text"),
        ),
        traps=(
            Trap("superseded_text", f"{money(old)}: that is the most the company pays for a pair in a year.", ("amount", "notice", "not-old")),
            Trap("stopped_at_grant", f"The full ${spent}, since shoes are compulsory past the yellow line.", ("amount", "notice")),
            Trap("dropped_item", f"Reimburse {money(new)}; the rest is the employee's.", ("notice",)),
        ),
        note="The amount in the chapter was replaced by a notice bound in behind the appendix.",
        facts={"answer": unless(["boots.new"], read("boots.new", new), read("boots.old", old))},
        decisive=("boots.new",),
        evidence=("boots.old",),
        axes=("cross_referencing",),
    )  # fmt: skip


def _trip(world: HandbookWorld) -> Item:
    town, days = world.trip
    group = world.group
    full = world.meals[group]
    total = full * (days - 2) + full * 1.5
    plain = full * days
    other = next(one for one in world.meals if one != group)
    wrong = world.meals[other] * (days - 2) + world.meals[other] * 1.5
    right = value(total, "usd", fact="answer")
    hotel = world.hotel[group]
    ref = f"town.{town.replace(' ', '-').replace(chr(39), '')}"
    return Item(
        question=f"{days}-day trip to {town}, first and last day included. What do we pay for meals in total, how is that worked out, and what's the hotel limit per night?",
        answer=money(total),
        answer_type="currency",
        gold=f"{money(total)} for meals and up to {money(hotel)} a night for the hotel. {town} is in group {group}, with {money(full)} for a full day; the first and the last day are paid at three quarters, so {days - 2} full day{'s' * (days > 3)} and twice ${full * 0.75:g}.",
        rubric=(
            must("meals", f"States that meals come to {money(total)} in total.", right, failure_mode="wrong_row"),
            must("hotel", f"States that the hotel limit is {money(hotel)} a night.", value(hotel, "usd", fact="hotel")),
            must("parts", "Says that the first and the last day are paid at three quarters.",
                 some(value(75, "%"), says(("three quarters", "three-quarters", "3/4", "75%", "¾", "0.75", "quarter less", "25% less", "three fourths", "three-fourths", "75 percent", "three-quarter", "quarter off", "reduced by a quarter", "less a quarter")), value(full * 0.75, "usd"), value(full * 1.5, "usd")), type="reasoning", severity="major"),
            must_not("not-plain", f"Does not give {money(plain)}, the full amount for every day.", no_claim(value(plain, "usd"), right), "stopped_at_grant", severity="major"),
        ),
        traps=(
            Trap("stopped_at_grant", f"{days} days at {money(full)} make {money(plain)} for meals; the hotel limit is {money(hotel)} a night.", ("meals", "parts", "not-plain")),
            Trap("wrong_row", f"{money(wrong)} for meals, with the first and last day at three quarters, and {money(world.hotel[other])} a night.", ("meals", "hotel")),
            Trap("arithmetic_slip", f"Group {group} gives {money(full)} a full day and three quarters of it on the first and last, together {money(total + full * 0.25)}; hotel up to {money(hotel)}.",
                 ("meals",) if total + full * 0.25 != plain else ("meals", "not-plain")),
        ),
        note="The rule stands in a chapter, and which amounts it works on in an appendix that sorts towns into groups.",
        facts={"answer": op("mul", read(f"meal.{group}", full), op("add", days - 2, unless(["meal.parts"], 1.5, 2))),
               "hotel": read(f"hotel.{group}", hotel), "group": unless([ref], group, "C")},
        decisive=(f"meal.{group}", f"hotel.{group}", "meal.parts", ref),
        style="calculation",
    )  # fmt: skip


ASKS = (
    Ask("scattered_members", _excused),
    Ask("prior_override", _overtime),
    Ask("heading_scope", _notice),
    Ask("corrected_page", _boots),
    Ask("appendix_lookup", _trip),
)
