"""The check of complex questions passes what was made and catches what is changed in it afterwards."""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from dataset_builder.charts.styles import sample_style
from dataset_builder.checks.reports.complex import check_complex
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.reading import Report
from dataset_builder.checks.reports.statements import check_said
from dataset_builder.families.reports.exhibits import plan_exhibits
from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.outline import make_plan
from dataset_builder.families.reports.questions.complex import COMPLEX, stances
from dataset_builder.families.reports.questions.model import Question, Recipe
from dataset_builder.families.reports.questions.phrasing import clean_draft, write_planted
from dataset_builder.families.reports.questions.planting import Planted, Setting
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.moments import MONTHS

TOPICS = [topic for _, topic in list_topics()]
WORLDS = 6


@dataclass(frozen=True)
class Printed:
    """A question as a record, with its evidence as the check takes it."""

    report: Report
    record: dict[str, Any]
    needed: tuple[Passage | Exhibit, ...]
    template: str

    def problems(self) -> list[str]:
        passages = [each for each in self.needed if isinstance(each, Passage)]
        unsaid = [problem for passage in passages for problem in check_said(passage)]
        return [*unsaid, *(str(found) for found in check_complex(self.report, self.record, self.needed))]

    def with_passage(self, change: Callable[[str], str], place: int = 0) -> Printed:
        """Return it with the print of a statement changed, the manifest as it was."""
        passages = [each for each in self.needed if isinstance(each, Passage)]
        old = passages[place]
        changed = replace(old, text=change(old.text))
        return replace(self, needed=tuple(changed if each is old else each for each in self.needed))

    def with_record(self, **changes: Any) -> Printed:
        return replace(self, record={**self.record, **changes})


def report_of(world: World) -> Report:
    effects = [
        {"metric": metric, "entity": entity, "lag": lag, "change": change, "year": happening.year}
        for happening in world.happenings
        for (metric, entity), (lag, change) in happening.effects.items()
    ]
    manifest = {"happenings": [{"year": each["year"], "effects": [each]} for each in effects]}
    entities = tuple(entity.name for entity in world.entities)
    return cast(Report, SimpleNamespace(entities=entities, manifest=manifest, trace={"parts": []}))


def exhibit_of(setting: Setting, ref: str) -> Exhibit:
    held = next(exhibit for exhibit in setting.plan.exhibits() if exhibit.ref == ref)
    values = [setting.world.value(*fact.split("/")) for fact in held.shown]
    data = setting.world.datasets[held.dataset]
    told = {"title": held.spec.title, "rows": [{"values": values}], "decimals": [data.decimals]}
    entry = {"facts": list(held.shown), "others": [], "terms": [], "channel": "chart", "section": held.section}
    dataset = {"name": data.name, "kind": data.kind, "unit": data.unit}
    return Exhibit(ref, "table", told, entry, (), {}, dataset)


def print_out(setting: Setting, planted: Planted, question: Question, template: str) -> Printed:
    passages = tuple(
        Passage(
            {
                "id": each.id,
                "ref": each.id,
                "kind": each.kind,
                "section": f"chapter {number}",
                "speaker": each.speaker,
                "said": dict(each.said),
                "facts": list(each.facts),
            },
            " ".join(each.sentences),
            (),
        )
        for number, each in enumerate(planted.statements)
    )
    refs = [ref for ref in planted.sources if not ref.startswith("st-")]
    record = {
        "id": "reports-0-00000-3",
        "question": question.text,
        "answer": question.answer,
        "category": question.category,
        "level": question.level,
        "program": json.dumps(question.program),
        "key_facts": [json.dumps(fact) for fact in question.key_facts],
        "wrong_answers": [
            {"answer": each.answer, "kind": each.kind, "ref": each.ref} for each in question.wrong_answers
        ],
        "required_facts": [*(each.id for each in planted.statements), *question.facts],
    }
    needed = (*passages, *(exhibit_of(setting, ref) for ref in refs))
    return Printed(report_of(setting.world), record, needed, template)


@cache
def print_all() -> tuple[Printed, ...]:
    found = []
    for number in range(WORLDS):
        rng = random.Random(f"checked {number}")
        world = sample_world(load_topic(TOPICS[number * 11 % len(TOPICS)]), rng)
        exhibits = plan_exhibits(world, 18, rng, ("multi_line", "slope"), 4, style=sample_style(rng))
        plan = make_plan(world, exhibits, 20_000, rng)
        free = tuple(exhibit for exhibit in plan.exhibits() if exhibit.asked)
        setting = Setting(world, plan, free, tuple(rng.sample(world.people, len(world.people))))
        for template in COMPLEX:
            planted = template.draft(setting, rng)
            if planted is None:
                continue
            planted = replace(planted, draft=clean_draft(planted.draft))
            question = write_planted(setting, template, planted, Recipe(template.name, 0, False, True), "complex", rng)
            if question is not None:
                found.append(print_out(setting, planted, question, template.name))
    return tuple(found)


def test_what_was_made_is_passed() -> None:
    for each in print_all():
        assert not each.problems(), each.template


def said(each: Printed, name: str) -> list[tuple[int, Mapping[str, Any]]]:
    """Return place and content of the statements that say something of a name which the program reads."""
    passages = [held for held in each.needed if isinstance(held, Passage)]
    read = set(re.findall(r'"statement": "(st-\d+)", "name": "(\w+)"', each.record["program"]))
    return [
        (place, passage.entry["said"])
        for place, passage in enumerate(passages)
        if name in passage.entry["said"] and (passage.id, name) in read
    ]


def corrupt() -> list[tuple[str, Printed]]:
    """Return questions in which something was changed, each with what."""
    found: list[tuple[str, Printed]] = []
    for each in print_all():
        for name in ("year", "first", "last"):
            for place, told in said(each, name):
                year = str(told[name])
                found.append((name, each.with_passage(lambda text, year=year: text.replace(year, "1999"), place)))
        for place, told in said(each, "month"):
            month = MONTHS[told["month"] - 1]
            other = MONTHS[(told["month"] + 5) % 12]
            found.append(("month", each.with_passage(lambda text, a=month, b=other: text.replace(a, b), place)))
        for place, _ in said(each, "months"):
            found.append(("interval", each.with_passage(lambda text: swap(text, "after", "before"), place)))
        for place, told in said(each, "entity"):
            name = str(told["entity"])
            found.append(("entity", each.with_passage(lambda text, name=name: text.replace(name, "Nowhere"), place)))
        for place, _ in said(each, "stance"):
            passage = [held for held in each.needed if isinstance(held, Passage)][place]
            ground = str(passage.entry["said"]["ground"])
            speaker = passage.entry["speaker"]
            flipped = (
                f"{speaker} {'opposed' if passage.entry['said']['stance'] == 'approval' else 'welcomed'} it: {ground}"
            )
            found.append(("stance", each.with_passage(lambda text, flipped=flipped: flipped, place)))
        for place, told in said(each, "ground"):
            ground = str(told["ground"])
            found.append(("ground", each.with_passage(lambda text, g=ground: text.replace(g, "it rained"), place)))
        found.append(("removed", replace(each, needed=each.needed[1:])))
        facts = [json.loads(fact) for fact in each.record["key_facts"]]
        if isinstance(facts[0]["value"], int | float):
            facts[0]["value"] += 7
            found.append(("key fact", each.with_record(key_facts=[json.dumps(fact) for fact in facts])))
        found.append(("answer", each.with_record(answer="Nothing of the kind is said anywhere here.")))
        found.append(("wrong kind", each.with_record(wrong_answers=[{"answer": "x", "kind": "typo", "ref": ""}])))
        found.append(("wrong right", each.with_record(wrong_answers=[right_one(each)])))
        found.append(("level", each.with_record(level="L9")))
        homes = [{**held.entry, "section": "chapter 0"} for held in each.needed if isinstance(held, Passage)]
        if len(homes) > 1:
            moved = tuple(
                replace(held, entry={**held.entry, "section": "chapter 0"}) if isinstance(held, Passage) else held
                for held in each.needed
            )
            found.append(("one chapter", replace(each, needed=moved)))
        for held in each.needed:
            if isinstance(held, Passage) and held.entry["speaker"]:
                text = each.record["question"].replace(held.entry["speaker"], "Somebody")
                found.append(("speaker", each.with_record(question=text)))
    return found


def swap(text: str, one: str, other: str) -> str:
    return re.sub(rf"\b(?:{one}|{other})\b", lambda match: other if match[0] == one else one, text)


def right_one(each: Printed) -> dict[str, str]:
    return {"answer": each.record["answer"], "kind": "reasoning", "ref": ""}


def test_changes_are_caught() -> None:
    missed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for what, each in corrupt():
        tried[what] += 1
        if not each.problems():
            missed[f"{what}: {each.template}"] += 1
    assert tried.total() >= 100
    assert not missed, missed


def test_forecasts_lie_within_reach_of_what_came() -> None:
    told = 0
    for each in print_all():
        shown = {fact: value for held in each.needed if isinstance(held, Exhibit) for fact, value in held.shown.items()}
        for passage in (held for held in each.needed if isinstance(held, Passage)):
            said, facts = passage.entry["said"], passage.entry["facts"]
            if {"value", "year", "entity"} == set(said) & {"value", "year", "entity"} and facts and facts[0] in shown:
                told += 1
                assert abs(said["value"] / float(shown[facts[0]]) - 1) < 0.45, passage.text
    assert told >= 6


def test_values_that_stand_as_they_are_need_no_rule_for_rounding() -> None:
    plain = [each for each in print_all() if json.loads(each.record["program"])["op"] in ("lookup", "value")]
    assert plain and not any("Round to" in each.record["question"] for each in plain)
    assert all(each.record["question"] == each.record["question"].strip() for each in print_all())


def test_every_wording_of_a_question_is_filled_in() -> None:
    places = {path.name: path.read_text() for path in Path(stances.__file__).parent.glob("*.py")}
    for name, source in places.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search(r"\{[a-z_.]+\}", node.value), (name, node.value)
