"""Verify with chart: somebody states something quantitative, the exhibit confirms or refutes it (Table 14).

Example: the text has "Ilse Varga holds that the wait in Corvane exceeded 30 months in 2019"; the question is "Does
Figure 3 bear out what Ilse Varga says about connection wait, and what value does it give?" Which place, which year and
which level are meant only the text tells; what is true only the chart, and the answer takes its value as well.
"""

from __future__ import annotations

import random

from dataset_builder.families.reports.model import Statement
from dataset_builder.families.reports.questions.cross.subjects import (
    Spot,
    list_spots,
    name_speaker,
    name_topic,
    phrase_sentence,
    read_near,
    round_level,
    round_step,
)
from dataset_builder.families.reports.questions.model import Draft, WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import answer_type_of, number_fact, tolerance_text

_SIDES = {"above": "more", "below": "less"}
_LEVEL_GAPS = (0.06, 0.1, 0.16, 0.25)


def _choose_level(spot: Spot, relation: str, confirmed: bool, rng: random.Random) -> float | None:
    """Return a round level on the side of a value that makes a claim right or wrong, none too near."""
    value, scene = spot.mark.value, spot.scene
    over = (relation == "above") != confirmed
    for part in rng.sample(_LEVEL_GAPS, len(_LEVEL_GAPS)):
        reach = max(part * abs(value), read_near(scene, value))
        aimed = value + reach if over else value - reach
        level = round_level(aimed, round_step(value), scene.decimals)
        if level > 0 and abs(level - value) >= read_near(scene, value) and (level > value) == over:
            return level
    return None


def _threshold(setting: Setting, rng: random.Random) -> Planted | None:
    """Somebody says that a value was above or below a level."""
    for spot in list_spots(setting, rng):
        relation = rng.choice(("above", "below"))
        level = _choose_level(spot, relation, setting.confirmed, rng)
        if level is not None and setting.speakers:
            return _say_threshold(setting, spot, relation, level, rng)
    return None


def _say_threshold(setting: Setting, spot: Spot, relation: str, level: float, rng: random.Random) -> Planted:
    scene, mark, person = spot.scene, spot.mark, setting.speakers[0]
    printed, shown = scene.print(level), scene.print(mark.value)
    name, topic = setting.statement_id(), name_topic(scene)
    sentence = phrase_sentence(
        "claim.level", rng, relation, who=name_speaker(setting.world, person), figure=spot.name, value=printed
    )
    statement = Statement(
        id=name,
        kind="claim",
        section="",
        sentences=(sentence,),
        speaker=person.name,
        facts=mark.facts,
        said={**spot.said(), "relation": relation, "level": level},
        true={} if setting.confirmed else {"relation": "below" if relation == "above" else "above"},
    )
    value = spot.lookup(name, "entity", "year", "month")
    holds = {
        "op": "holds",
        "relation": {"op": "stated", "statement": name, "name": "relation"},
        "left": value,
        "right": {"op": "stated", "statement": name, "name": "level"},
    }
    verdict, other = ("Yes", "No") if setting.confirmed else ("No", "Yes")
    about = "about " if scene.tolerance else ""
    side = "above" if mark.value > level else "below"
    draft = Draft(
        cores=(
            f"does {{figure}} bear out what {person.name} says about {topic}, and which value does it give?",
            f"{person.name} makes a claim about {topic}. Is it confirmed by {{figure}}, and what is the value there?",
            f"is {person.name} right about {topic}, judging from {{figure}}? Give the value that decides it.",
            f"check the claim that {person.name} makes about {topic} against {{figure}}: is it true, and what value "
            "does it rest on?",
        ),
        program={"op": "parts", "of": [holds, value]},
        short=f"{verdict}, {shown}",
        answer_type="text",
        leads=(
            f"{verdict}, since for {spot.own} one reads {about}{shown}.",
            f"{verdict}: the exhibit has {spot.own} at {about}{shown}.",
        ),
        base=f"That lies {side} the {printed} of the statement.",
        more=(),
        key_facts=(
            {"name": "claim holds", "value": setting.confirmed, "answer_type": "boolean"},
            number_fact("value", mark.value, scene.unit, tolerance=scene.tolerance, entity=(mark.row,)),
        ),
        facts=mark.facts,
        points=(scene.point(mark),),
        steps=(
            f"Find what {person.name} says: {sentence}",
            f"Find {scene.number}.",
            f"Read {scene.point(mark)}.",
            f"Compare it with {printed}: it is {side} it.",
        ),
        wrong=(
            WrongAnswer(f"{other}, {shown}", "reasoning", "verdict turned round"),
            WrongAnswer(f"{'Yes' if relation == 'above' else 'No'}, {printed}", "figure_not_found", name),
        ),
        tail=tolerance_text(scene, scene.tolerance, rng),
    )
    return Planted(draft, scene.exhibit.ref, (statement,), (name, scene.exhibit.ref))


TEMPLATES: tuple[PlantTemplate, ...] = (PlantTemplate("verify-threshold", "verify_with_chart", "L2", _threshold, True),)

__all__ = ["TEMPLATES", "answer_type_of"]
