"""A leave policy: numbered clauses on A4, a table of what is granted, and a survey of employers over two pages."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_first
from dataset_builder.families.rubrics.domains.human_resources.leave_asks import ASKS
from dataset_builder.families.rubrics.domains.human_resources.leave_world import LeaveWorld, sample_leave
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper


def paper(world: LeaveWorld, rng: random.Random) -> Paper:
    """Return the policy."""
    accent, tint = rng.choice(
        (("#20504f", "#e9f1f0"), ("#7a3e12", "#f7efe8"), ("#2c3e70", "#ebeef6"), ("#555", "#f0f0f0"))
    )
    number = f"HR-{world.pick % 80 + 11}"
    return Paper(
        f"Leave policy, {world.firm}",
        p.join([_head(world, number), _body(world), _annex(world)]),
        ("human_resources/leave",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Source Serif 4", "Lora", "IBM Plex Serif")), "head": rng.choice(("Source Sans 3", "Libre Franklin", "Barlow"))},
        {"top-left": f"{world.firm}", "top-right": f"{number}  Leave policy", "bottom-left": f"Version 6, in force from {day_first(world.issued)}", "bottom-right": "Page {page} of {pages}"},
        size="a4",
        margin="20mm 22mm 18mm",
    )  # fmt: skip


def _head(world: LeaveWorld, number: str) -> Markup:
    return p.join(
        [
            p.head(1, "Leave policy"),
            p.table(
                [],
                [
                    ("Number", number, "Owner", f"{world.owner}, People"),
                    ("Applies to", "All employees; agency staff and contractors are not covered", "Approved by", f"{world.approver}, Executive Board"),
                    ("In force from", day_first(world.issued), "Replaces", "Version 5 and all local practice"),
                ],
                "control",
                widths=("14%", "42%", "14%", "30%"),
            ),
        ]
    )  # fmt: skip


def _body(world: LeaveWorld) -> Markup:
    d, (parent, home) = world.days, world.certificate
    return p.join(
        [
            p.head(2, "1  Purpose"),
            p.clauses([("1.1", "This policy says what leave employees may take, on what terms, and how to ask for it. Where the law of the place of work gives more, the law applies."), ("1.2", "Managers grant leave unless the policy lets them refuse it. A refusal is given in writing within five working days, with the reason.")]),
            p.head(2, "2  Terms"),
            p.clauses(
                [
                    ("2.1", "//Leave year// means the calendar year. A //working day// is a day on which the employee would have worked by the roster."),
                    ("2.2", f"//Continuous service// runs from the first day of employment. [[def|Unpaid leave of more than {world.gap} days in a row is not part of it, and every anniversary moves back by the whole length of such leave]]. Paid leave, "
                     "sickness and shorter unpaid leave count."),
                    ("2.3", "//Child// includes a stepchild, a foster child and a child for whom the employee is guardian, whatever its age."),
                    ("2.4", "//Close family// means partner, child, parent, sibling and grandparent. Everybody else who is related by blood or marriage is //other family//."),
                ]
            ),
            p.head(2, "3  Annual leave"),
            p.clauses(
                [
                    ("3.1", f"Full-time employees have {d['annual']} working days in each leave year, part-time employees a share in proportion to their hours. In the year of joining, the share is by completed months."),
                    ("3.2", f"Up to {d['carry']} days may be carried into the next leave year and are lost after March. More can be carried if work prevented the leave and the manager confirms this before the year ends."),
                    ("3.3", "Dates are agreed with the manager. Between the first of June and mid-September nobody takes more than three weeks in one piece."),
                ]
            ),
            p.head(2, "4  Parental leave"),
            p.clauses(
                [
                    ("4.1", f"An employee with [[months|12 months]] of continuous service on the day of birth or placement has {d['parental']} weeks of leave at full pay. With less service, leave is unpaid but the job is kept."),
                    ("4.2", "It is taken within a year of the birth or placement, in up to three parts of at least two weeks. Where both parents work for us, each has the full number of weeks; at most four of them are taken together."),
                    ("4.3", "Notice of eight weeks is given where this is possible. A change of dates needs four weeks."),
                ]
            ),
            p.head(2, "5  Bereavement leave"),
            p.clauses([("5.1", f"After the death of a member of close family an employee has {d['bereavement']} working days at full pay, of which two may be kept for a later ceremony. For other family it is one day."), ("5.2", "The loss of a pregnancy counts as the death of a member of close family, for both parents. What other employers do is set out in the annex.")]),
            p.head(2, "6  Caregiver leave"),
            p.clauses(
                [
                    ("6.1", p.join([p.rich(f"Up to {d['caregiver']} working days in a leave year may be taken at full pay to care for somebody who is ill:"), p.items([
                        p.rich("a child") + p.items(["[[nest.child|no certificate is asked for]];", "days may be split into hours;"], "sub"),
                        p.rich("a partner or a parent") + p.items([f"[[nest.parent|a doctor's certificate is needed from day {parent} of an absence]];", "half days are the smallest unit;"], "sub"),
                        p.rich("anybody else who lives in the employee's household") + p.items([f"[[nest.home|a doctor's certificate is needed from day {home}]];", "whole days only, and the manager may ask for them to be taken outside peak weeks."], "sub"),
                    ])])),
                    ("6.2", "Care that goes on for longer is a ground for reduced hours under the policy on flexible work, HR-31."),
                ]
            ),
            p.head(2, "7  Public duties and jury service"),
            p.clauses([("7.1", "Pay goes on during jury service and during up to ten days a year as a magistrate, councillor or reservist. Fees paid by a court are kept by the employee."), ("7.2", "The call is shown to the manager when it arrives.")]),
            p.head(2, "8  How to ask, and what happens to pay"),
            p.clauses(
                [
                    ("8.1", "Requests are made in the People system, at least as long in advance as the leave lasts, but for sections 5 and 6, where a call on the first day is enough."),
                    ("8.2", "Full pay means base pay and fixed allowances. Shift premiums are included at their average of the last thirteen weeks. Bonuses are governed by the plan that grants them."),
                    ("8.3", "Unpaid leave of up to six months may be agreed with the head of the department. Pension contributions are suspended; life cover goes on."),
                    ("8.4", "Whoever misuses leave may be disciplined. Disputes go first to the next manager, then to People, whose decision is final within the company."),
                ]
            ),
        ]
    )  # fmt: skip


def _annex(world: LeaveWorld) -> Markup:
    name, since = world.moved
    other = next(one for one in reversed(world.first) if one.name != world.asked)
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Employer", rows=2), Cell("Announced", rows=2), Cell("Paid working days", columns=3, kind="c")],
        [Cell("Close family", kind="n"), Cell("Other family", kind="n"), Cell("Loss of a pregnancy", kind="n")],
    ]
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, one in enumerate(world.employers):
        sign = "^a^" if one.name == name else "^b^" if one.name == other.name else ""
        rows.append(
            [one.name, p.mark(f"day.{k}", one.announced.isoformat()) + p.rich(sign), *(Cell(p.mark(f"{key}.{k}", str(amount)), kind="n") for key, amount in (("close", one.close), ("other", one.other), ("loss", one.loss)))]
        )  # fmt: skip
    return p.box(
        [
            p.head(2, "Annex  Paid bereavement leave at other employers"),
            p.para("Collected by People from published statements and from a survey among members of the employers' association, in the order of the alphabet. It was last brought up to date with version 5."),
            p.table(heads, rows, "survey", repeat=False, widths=("34%", "20%", "15%", "15%", "16%")),
            p.notes([("a", f"Leave announced on that day was unpaid. [[moved|Paid leave was announced on {since.isoformat()}]]."), ("b", "Hourly employees since the following January only.")]),
        ],
        "annex",
    )  # fmt: skip


LEAVE = Design("leave_policy", sample_leave, paper, ASKS)
