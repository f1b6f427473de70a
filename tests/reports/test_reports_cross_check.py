"""The check of cross-modal questions passes what was made and catches what is changed in it afterwards."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import sample_style
from dataset_builder.checks.reports.crossing import check_cross
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.reading import Report
from dataset_builder.checks.reports.statements import check_said, says
from dataset_builder.families.reports.exhibits import plan_exhibits
from dataset_builder.families.reports.model import Exhibit as Shown
from dataset_builder.families.reports.model import Plan, Statement, World
from dataset_builder.families.reports.outline import make_plan
from dataset_builder.families.reports.questions.cross import CROSS_MODAL
from dataset_builder.families.reports.questions.model import Question, Recipe
from dataset_builder.families.reports.questions.planted import make_planted
from dataset_builder.families.reports.questions.planting import expect_spans
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world

TOPICS = [topic for _, topic in list_topics()]
WORLDS = 12
FEWEST_CHANGES = 100


@dataclass(frozen=True)
class Printed:
    """A question as a record, with its evidence as the check takes it."""

    report: Report
    record: dict[str, Any]
    passage: Passage
    exhibit: Exhibit
    template: str

    def problems(self) -> list[str]:
        unsaid = list(check_said(self.passage))
        return [*unsaid, *map(str, check_cross(self.report, self.record, (self.passage, self.exhibit)))]

    def printing(self, change: Callable[[str], str]) -> Printed:
        """Return it with the print of its statement changed, the manifest as it was."""
        return replace(self, passage=replace(self.passage, text=change(self.passage.text)))

    def recording(self, **changes: Any) -> Printed:
        return replace(self, record={**self.record, **changes})


def exhibit_of(world: World, held: Shown) -> Exhibit:
    """Return an exhibit as it would be read from a print in which its marks stand exactly."""
    data = world.datasets[held.dataset]
    values = [world.value(*fact.split("/")) for fact in held.shown]
    number = {"facts": list(held.shown), "others": [], "terms": [], "number": held.number}
    entry = {**number, "channel": held.channel, "section": held.section}
    dataset = {"name": data.name, "kind": data.kind, "unit": data.unit}
    if not isinstance(held.spec, ChartSpec):
        told: dict[str, Any] = {"title": held.spec.title, "rows": [{"values": values}], "decimals": [data.decimals]}
        return Exhibit(held.ref, "table", told, entry, (), {}, dataset)
    marks = [{"label": "", "category": "", "value": value, "metadata": {}} for value in values]
    told = {"title": held.spec.title, "data": marks, "chartType": held.spec.chart_type}
    ticks = [{"scale": scale, "value": place * 2 * held.spec.tolerance} for scale in ("x", "y") for place in (0, 1)]
    exact = "tolerance" if held.spec.tolerance else "labels"
    return Exhibit(held.ref, "chart", told, entry, (), {"exact": exact, "ticks": ticks, "labels": []}, dataset)


def report_of(world: World, plan: Plan) -> Report:
    exhibits = tuple(exhibit_of(world, held) for held in plan.exhibits() if not held.terms)
    manifest = {"datasets": [{"name": data.name} for data in world.datasets.values()]}
    parts = {
        "exhibits": exhibits,
        "charts": tuple(each for each in exhibits if each.kind == "chart"),
        "sections": {section.id: section.title for section in plan.sections},
        "entities": tuple(entity.name for entity in world.entities),
        "manifest": manifest,
    }
    return cast(Report, SimpleNamespace(**parts))


def print_out(report: Report, question: Question, statement: Statement, template: str) -> Printed:
    entry = {name: getattr(statement, name) for name in ("id", "kind", "section", "speaker", "said")}
    exhibit = next(each for each in report.exhibits if each.ref == question.exhibit)
    record = {
        "id": "reports-0-00000-3",
        "question": question.text,
        "answer": question.answer,
        "category": question.category,
        "level": question.level,
        "difficulty": question.level,
        "chart_title": exhibit.title,
        "program": json.dumps(question.program),
        "key_facts": [json.dumps(fact) for fact in question.key_facts],
        "wrong_answers": [{"answer": each.answer, "kind": each.kind} for each in question.wrong_answers],
        "required_facts": [statement.id, *question.facts],
    }
    passage = Passage({**entry, "ref": statement.id}, " ".join(statement.sentences), ())
    return Printed(report, record, passage, exhibit, template)


@cache
def print_all() -> tuple[Printed, ...]:
    found = []
    for number in range(WORLDS):
        rng = random.Random(f"crossed {number}")
        world = sample_world(load_topic(TOPICS[number * 11 % len(TOPICS)]), rng)
        types = ("multi_line", "slope", "histogram", "scatter", "line")
        exhibits = plan_exhibits(world, 18, rng, types, 4, style=sample_style(rng))
        plan = make_plan(world, exhibits, 20_000, rng)
        report, spans = report_of(world, plan), expect_spans(plan, 50)
        for template in CROSS_MODAL:
            for right in (True, False):
                recipe = Recipe(template.name, number, False, right)
                made = make_planted(world, plan, (), recipe, spans, 5)
                if made is not None:
                    found.append(print_out(report, made[0], made[1].statements[0], template.name))
    return tuple(found)


def test_what_was_made_is_passed() -> None:
    problems = {each.template: each.problems() for each in print_all() if each.problems()}
    assert problems == {}


def test_every_template_is_asked_and_claims_are_right_and_wrong() -> None:
    templates = Counter(each.template for each in print_all())
    assert set(templates) >= {template.name for template in CROSS_MODAL} - {"verify-course", "compare-course"}
    claims = {template.name for template in CROSS_MODAL if template.claims}
    for name in claims & set(templates):
        verdicts = {json.loads(each.record["key_facts"][0])["value"] for each in print_all() if each.template == name}
        assert len(verdicts) > 1, name


_TURNED = {
    "above": "below", "below": "above", "more": "less", "less": "more", "over": "under", "exceeded": "fell short of",
    "beyond": "under", "fell short of": "exceeded", "highest": "lowest", "lowest": "highest", "rose": "fell",
    "fell": "rose", "up": "down", "down": "up", "increased": "decreased", "decreased": "increased",
}  # fmt: skip


def turn(text: str) -> str:
    """Return a text with its first word for a side, a place or a direction turned round."""
    words = "|".join(sorted(_TURNED, key=len, reverse=True))
    return re.sub(rf"\b(?:{words})\b", lambda found: _TURNED[found[0]], text)


def corrupt() -> list[tuple[str, Printed]]:
    """Return questions in which something was changed, each with what."""
    found: list[tuple[str, Printed]] = []
    for each in print_all():
        said = each.passage.entry["said"]
        read = set(
            re.findall(
                r'"name": "(\w+)", "op": "stated"|"op": "stated", "statement": "st-\d+", "name": "(\w+)"',
                each.record["program"],
            )
        )
        used = {name for pair in read for name in pair if name}
        for name in sorted(used & {"year", "first", "last"}):
            year = str(said[name])
            found.append(("year", each.printing(lambda text, year=year: text.replace(year, "1999"))))
        for name in sorted(used & {"level", "hours", "part", "limit"}):
            number = "twice" if said[name] == 2 and "twice" in each.passage.text else f"{said[name]:,.10g}"
            found.append(("number", each.printing(lambda text, number=number: text.replace(number, "7,777 times", 1))))
        for name in sorted(used & {"entity", "second", "third"}):
            key = str(said[name]).replace("'", "’")
            found.append(("name", each.printing(lambda text, key=key: text.replace(key, "Nowhere"))))
            text = f"{each.record['question']} Is it about {said[name]}?"
            if said[name] not in each.exhibit.title:
                found.append(("repeated", each.recording(question=text)))
        if used & {"relation", "direction"}:
            found.append(("turned", each.printing(turn)))
        found.append(("added", each.printing(lambda text: f"{text} There were 88,888 of them.")))
        value = next((value for value in each.exhibit.shown.values() if value > 40), None)
        if value is not None:
            given = f"{float(value):g}"
            found.append(("given away", each.printing(lambda text, given=given: f"{text} The value was {given}.")))
        facts = [json.loads(fact) for fact in each.record["key_facts"]]
        for place, fact in enumerate(facts):
            if isinstance(fact["value"], bool):
                changed = {**fact, "value": not fact["value"]}
            elif isinstance(fact["value"], int | float):
                changed = {**fact, "value": fact["value"] * 3 + 7}
            else:
                continue
            others = [json.dumps(changed if n == place else held) for n, held in enumerate(facts)]
            found.append(("key fact", each.recording(key_facts=others)))
        if re.match(r"(?:Yes|No)\b", each.record["answer"]):
            other = re.sub(r"^(?:Yes|No)\b", lambda m: "No" if m[0] == "Yes" else "Yes", each.record["answer"])
            found.append(("verdict", each.recording(answer=other)))
        found.append(("answer", each.recording(answer="Nothing of the kind is said anywhere here.")))
        found.append(("wrong kind", each.recording(wrong_answers=[{"answer": "x", "kind": "typo"}])))
        right = {"answer": each.record["answer"], "kind": "reasoning"}
        found.append(("wrong right", each.recording(wrong_answers=[right])))
        levels = [level for level in ("L1", "L2", "L3", "L4", "L5") if level != each.record["level"]]
        found.append(("level", each.recording(level=levels[0], difficulty=levels[0])))
        found.append(("required", each.recording(required_facts=[])))
        speaker = each.passage.entry["speaker"]
        if speaker:
            text = each.record["question"].replace(speaker, "Somebody")
            found.append(("speaker", each.recording(question=text)))
        entry = {**each.passage.entry, "section": each.exhibit.entry["section"]}
        found.append(("one chapter", replace(each, passage=replace(each.passage, entry=entry))))
    return found


def test_changes_are_caught() -> None:
    missed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for what, each in corrupt():
        tried[what] += 1
        if not each.problems():
            missed[f"{what}: {each.template}"] += 1
    assert tried.total() >= FEWEST_CHANGES and len(tried) >= 14
    assert not missed, missed


def test_names_with_apostrophes_are_found_as_they_are_printed() -> None:
    assert says("Lowest was the category “Older children’s”.", "entity", "Older children's")
    assert not says("Lowest was the category “Young children’s”.", "entity", "Older children's")
    assert says("Capacity of the category “Under construction” went beyond 750 MW.", "relation", "above")
    assert not says("Capacity “Under construction” lay below 750 MW.", "relation", "above")
    assert says("“It will be under 750 MW,” she said.", "relation", "below")


def test_what_clouds_and_distributions_are_asked_for_is_named_by_the_text_only() -> None:
    asked = [each for each in print_all() if each.template.rpartition("-")[2] in ("tie", "form")]
    assert len(asked) >= 8
    for each in asked:
        example = str(each.passage.entry["said"]["entity"])
        assert example not in each.record["question"] and example in each.passage.text
        assert '"name": "entity"' in each.record["program"]


def test_explained_changes_are_the_largest_in_proportion_too() -> None:
    asked = [each for each in print_all() if each.template == "integrate-reason"]
    assert asked
    for each in asked:
        said, shown = each.passage.entry["said"], each.exhibit.shown
        first, last = re.findall(r"\b20\d\d\b", re.sub(r"“[^”]*”", "", each.record["question"]))[:2]
        values = {
            said[name]: [
                next(v for f, v in shown.items() if f.split("/")[1:] == [said[name], y]) for y in (first, last)
            ]
            for name in ("entity", "second", "third")
        }
        moves = {name: abs(two - one) for name, (one, two) in values.items()}
        shares = {name: abs(two / one - 1) for name, (one, two) in values.items()}
        largest = max(moves, key=lambda name: moves[name])
        assert largest == max(shares, key=lambda name: shares[name]) and largest in each.record["answer"]
