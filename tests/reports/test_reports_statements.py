"""Where statements on which questions rest are printed, and what is said around them: what they are about, no more."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from dataset_builder.families.reports.manuscript import Block, Box, Paragraph
from dataset_builder.families.reports.model import Plan, Section, SectionKind, Statement, World
from dataset_builder.families.reports.questions.planting import HOSTS, expect_spans, place_statements
from dataset_builder.families.reports.receptions import Milestone, find_occasion
from dataset_builder.families.reports.topics import load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.authored import Shelf
from dataset_builder.families.reports.writing.desk import Desk
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.happenings import event_units
from dataset_builder.families.reports.writing.statements import add_statements, around, find_named, tell_boxes
from dataset_builder.families.reports.writing.units import REQUIRED, Unit

_CLAUSES = ("level", "first", "peak", "change", "ratio", "share", "target", "course", "form", "tie")
_PARTS = ("rec.occasion", *(f"st.{name}.S" for name in _CLAUSES))
"""Rules of parts of statements."""
RULES = [rule for rule in load_grammar().rules if rule.startswith(("st.", "rec.")) and rule not in _PARTS]
FLAGS = [frozenset[str](), frozenset({"body"}), frozenset({"about"}), frozenset({"body", "about"})]
TERMS = {
    **{"place": "Arn", "kind": "town", "kinds": "towns", "body": "the Board", "L": "Holm", "subject": "the wait"},
    **{"noun": "the flood", "mil": "the hearing", "trial": "the audit", "club": "the circle", "one": "day"},
}
SAYING = re.compile(
    r"\d|\b(?:above|below|over|under|exceed\w*|beyond (?!Arn)|beneath|short of|more than|less than|rose|fell|rise|fall|"
    r"grow\w*|shrink\w*|"
    r"highest|lowest|peak|two|three|welcomed|approval|against|opposed|support\w*|reject\w*)\b(?! it\b)",
    re.IGNORECASE,
)
AUTHENTICATING = re.compile(
    r"\b(?:quoted|on other occasions|in the same words|said otherwise|on file|beyond dispute)\b"
)
NOTHING: tuple[SectionKind, ...] = ("summary", "methods", "recommendations", "limits", "glossary", "sources")


def drawn(rule: str, flags: frozenset[str]) -> set[str]:
    """Return the sentences that a rule gives where it knows what the flags say."""
    grammar, rng = load_grammar(), random.Random(rule)
    found = set()
    for _ in range(60):
        text, path = grammar.expand(rule, Context(TERMS, flags), rng)
        grammar.commit(path)
        found.add(text)
    return found


@pytest.fixture(scope="module")
def world() -> World:
    return sample_world(load_topic("public-libraries"), random.Random(1))


def plan_of(world: World, kinds: Sequence[SectionKind], statements: Sequence[Statement] = ()) -> Plan:
    """Return a plan of chapters of some kinds, of 1,000 words each, the first of evidence on the first figure."""
    metric, event = world.topic.metrics[0].id, world.happenings[0].id
    subjects = {"evidence": (metric,), "episode": (event,)}
    sections = tuple(
        Section(f"s{number}", kind, kind, subjects.get(kind, ()), (), 1000)
        for number, kind in enumerate(kinds, start=1)
    )
    return Plan(world, "T", "t", (2024, 1), sections, {}, (metric,), tuple(statements))


@pytest.mark.parametrize("rule", RULES)
def test_every_statement_has_a_heading_and_nothing_around_it_says_anything(rule: str) -> None:
    for flags in FLAGS:
        around_it = [f"{place}.{rule}" for place in ("head", "after")]
        assert around_it[0] in load_grammar().rules
        for each in around_it:
            found = drawn(each, flags) if each in load_grammar().rules else set()
            assert [text for text in found if SAYING.search(text) or AUTHENTICATING.search(text)] == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if "subject" in str(load_grammar().rules[f"head.{rule}"])])
def test_a_heading_names_what_its_statement_is_about(rule: str) -> None:
    told = re.compile("the wait|the audit|the circle|the hearing|the flood|weigh")
    assert [text for text in drawn(f"head.{rule}", FLAGS[-1]) if told.search(text)]


def test_what_may_be_named_is_the_speakers_body_and_the_figure_in_question(world: World) -> None:
    person, metric = world.people[0], world.topic.metrics[0]
    said = around(world, Statement("st-1", "claim", "s1", ("So it is.",), person.name, subject=metric.id))
    actor = next(actor for actor in world.topic.actors if actor.id == person.actor)
    assert (said.terms["body"], said.flags) == (actor.short, {"body", "about"})
    assert said.terms["subject"] == metric.short
    assert around(world, Statement("st-1", "event", "s1", ("So it was.",))).flags == set()


def test_a_statement_stands_in_methods_limits_or_proposals_only_where_nothing_else_is_far_enough(world: World) -> None:
    last = [kind for kind in NOTHING if kind in HOSTS]
    statement = Statement("st-1", "event", "", ("So it was.",))
    for kinds, wanted in ((last, set(last)), ([*last, "debate"], {"debate"})):
        plan = plan_of(world, kinds)
        found = place_statements([statement], ["st-1"], plan, expect_spans(plan, 20), 2, random.Random(1))
        assert found is not None
        assert {section.kind for section in plan.sections if section.id == found[0].section} <= wanted


def test_statements_go_where_what_they_name_is_told(world: World) -> None:
    event, name = world.happenings[0], world.entities[0].name
    plan = plan_of(world, ("introduction", "evidence", "debate", "cases", "episode", "outlook"))
    kinds = {section.id: section.kind for section in plan.sections}

    def home(sentence: str, rule: str = "", subject: str = "") -> SectionKind:
        statement = Statement("st-1", "event", "", (sentence,), rule=rule, subject=subject)
        found = {
            kinds[placed[0].section]
            for seed in range(8)
            if (placed := place_statements([statement], ["st-1"], plan, expect_spans(plan, 30), 0, random.Random(seed)))
        }
        assert len(found) == 1
        return found.pop()

    assert home(f"The audit took place in {name}.") == "cases"
    assert home(f"It came of {name_event(world, event.id)}.") == "episode"
    assert home("Judge us by 2014.", "rec.year", world.topic.metrics[0].id) == "evidence"


def written(world: World, statement: Statement, units: list[Unit]) -> list[Block]:
    plan = plan_of(world, ("cases",), [statement])
    desk = Desk(plan, random.Random(1), Shelf(world, random.Random(1)), frozenset(), ())
    return [block for unit in add_statements(desk, plan.sections[0], units) for block in unit.write()]


def test_a_statement_stands_in_a_box_with_a_heading_under_the_name_of_its_entity(world: World) -> None:
    one, other = (entity.name for entity in world.entities[:2])
    units = [Unit(0.1, 9, lambda name=name: [Paragraph(name)], about=name) for name in (one, other)]  # type: ignore[misc]
    terms = {"trial": "the audit"}
    told = Statement("st-1", "event", "s1", (f"It was {one} that had the audit.",), rule="st.event.S", terms=terms)
    assert find_named(world, told) == (one,)
    first, second, third = written(world, told, units)
    assert (first, third) == (Paragraph(one), Paragraph(other))
    assert isinstance(second, Box) and second.paragraphs[0].statement == "st-1"

    both = Statement("st-1", "event", "s1", (f"{one} and {other} had it.",), rule="st.event.S", terms=terms)
    box = next(block for block in written(world, both, units) if isinstance(block, Box))
    title = box.title.partition(":")[0]
    assert title in {
        text for text, _ in (load_grammar().expand("boxes.facts", Context(), random.Random(n)) for n in range(60))
    }
    assert (box.title, box.paragraphs[0].statement) == (f"{title}: the audit", "st-1")


def test_the_heading_under_which_a_statement_stands_is_written(world: World) -> None:
    name = world.entities[0].name
    told = Statement("st-1", "event", "s1", (f"It was {name}.",), rule="st.event.S", terms={"trial": "the audit"})
    plan = plan_of(world, ("cases",), [told])
    desk = Desk(plan, random.Random(1), Shelf(world, random.Random(1)), frozenset(), ())
    units = add_statements(desk, plan.sections[0], [Unit(0.1, 9, list, about=name)])
    assert [unit.priority for unit in units] == [REQUIRED, REQUIRED]


AGREEING = {
    **dict.fromkeys(("rec.line", "rec.target"), ("under", "over")),
    **dict.fromkeys(("rec.base", "rec.sign"), ("",)),
    "rec.assume": ("grow", "shrink"),
    "st.peak.S": ("highest", "lowest"),
    "st.level.S": ("above", "below"),
    "st.ratio.S": ("above", "below", "about"),
}


@pytest.mark.parametrize("rule", AGREEING)
def test_verbs_agree_with_figures_in_the_plural(rule: str) -> None:
    grammar, rng = load_grammar(), random.Random(rule)
    names = [
        "P",
        "role",
        "A",
        "v",
        "inE",
        "y",
        "y0",
        "y1",
        "n",
        "things",
        "p",
        "last",
        "hi",
        "lo",
        "first",
        "year",
        "value",
        "F",
    ]
    terms = {**TERMS, **{name: name for name in names}, **dict.fromkeys(("the", "series", "figure"), "open cases")}
    for side in AGREEING[rule]:
        for _ in range(40):
            text, path = grammar.expand(rule, Context(terms, frozenset({side, "many"})), rng)
            grammar.commit(path)
            wrong = r"(?<!figure for )open cases (?:inE )?(?:is|was|has|stays|reached its)\b|\bwas open cases"
            assert not re.search(wrong, text), text


@pytest.mark.parametrize("rule", ["summary.answer", "summary.findings"])
def test_what_leads_to_an_answer_is_a_sentence(rule: str) -> None:
    said = re.compile(r"\b(?:give|is|would|point|show|recorded|carry|was|comes)\b")
    terms = {**TERMS, "N": "nine", "Y": "ten", "first": "2010", "last": "2019"}
    found, grammar, rng = set(), load_grammar(), random.Random(rule)
    for _ in range(60):
        text, path = grammar.expand(rule, Context(terms), rng)
        grammar.commit(path)
        found.add(text)
    assert [text for text in found if not said.search(text)] == []


def test_an_occasion_is_an_event_of_the_months_before(world: World) -> None:
    first = world.happenings[0]
    at = 12 * first.year + first.month - 1
    near, far = (Milestone("hearing", "the hearing", "x", at + months) for months in (3, 200))
    assert find_occasion(world, near) is not None
    assert find_occasion(world, far) is None


def test_somebody_of_whom_an_event_tells_without_a_name_stands_in_a_box() -> None:
    topic = load_topic("dental-deserts")
    worlds = (sample_world(topic, random.Random(seed)) for seed in range(20))
    world = next(each for each in worlds if any(happening.id == "directaccess" for happening in each.happenings))
    shelf = Shelf(world, random.Random(1))
    desk = Desk(plan_of(world, ("episode",)), random.Random(1), shelf, frozenset(), ())
    shelf.open_chapter()
    blocks = event_units(desk, "directaccess")[0].write()
    text, box = blocks[1:]
    assert isinstance(text, Paragraph) and not re.search(r"\b[Ss]he\b", text.text)
    assert isinstance(box, Box) and box.paragraphs[0].text.startswith("She had been filling teeth")


def test_the_introduction_names_the_boxes_that_the_report_has(world: World) -> None:
    said = Statement("st-1", "claim", "s1", ("It is so.",), rule="st.claim.S")
    noted = Statement("st-2", "event", "s1", ("So it was.",), rule="st.event.S", terms={"trial": "the audit"})
    for statements, kinds in (([], ()), ([said], (True,)), ([noted], (False,)), ([said, noted], (True, False))):
        plan = plan_of(world, ("cases",), statements)
        desk = Desk(plan, random.Random(1), Shelf(world, random.Random(1)), frozenset(), ())
        told = tell_boxes(desk)
        assert {heard for heard in desk.boxes if told and f"“{desk.boxes[heard]}”" in told.text} == set(kinds)
