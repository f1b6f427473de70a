"""How a value in an answer meets a fact: right, nearly right, wrong, or the measure of something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from metrics.fact_context import Context
from metrics.fact_frames import CHANGE_STEMS
from metrics.fact_text import Phrase, Span, phrase_of, stems_of
from metrics.fact_values import COUNT_STEMS, Value, dimension_of, is_close, rounds_to
from metrics.key_facts import KeyFact

_UP_STEMS = stems_of("increase growth grew rise rose gain jump surge expansion")
_DOWN_STEMS = stems_of("decrease fall fell decline drop loss reduction cut contraction")

_RANK_STEMS = stems_of("rank ranked ranking place placed position")


@dataclass(frozen=True)
class Mention:
    """One candidate for a fact's value.

    ``match`` is ``right``, ``near`` (right if said to be approximate), ``wrong``, ``open`` (agrees, but says less) or
    ``other`` (bears on nothing); ``side`` is -1 where a value lies below the right one, 1 above it.
    """

    span: Span
    match: str
    context: Context
    weak: bool = False
    value: Value | None = None
    item: str = ""
    side: int = 0
    phrase: Phrase = ()


def is_change_fact(fact: KeyFact) -> bool:
    """Return whether a fact's value is a change and not a level."""
    changes = sum(bool(CHANGE_STEMS.intersection(phrase)) for phrase in fact.labels)
    named = bool(CHANGE_STEMS.intersection(phrase_of(fact.name)))
    return fact.sort == "number" and (named or 2 * changes > len(fact.labels))


def is_rank_fact(fact: KeyFact) -> bool:
    """Return whether a fact's value is a place in a ranking."""
    return fact.answer_type == "number" and fact.unit is None and bool(fact.words & _RANK_STEMS)


def find_numbered_names(facts: Sequence[KeyFact]) -> list[Phrase]:
    """Return the names of things that hold digits beside other words ("Dev 6", "40-50%"): no values of their own."""
    texts = [text for fact in facts if fact.sort == "name" for text in (*fact.aliases, *fact.others)]
    texts += [str(fact.value) for fact in facts if fact.answer_type in ("entity", "text")]
    phrases = [phrase_of(text) for text in texts]
    phrases += [phrase for fact in facts for phrase in (*fact.labels, *fact.rivals)]
    phrases += [phrase for fact in facts for item in fact.entities for phrase in item]
    return [
        phrase
        for phrase in phrases
        if len(phrase) > 1 and any(word[:1].isdigit() or word in COUNT_STEMS for word in phrase)
    ]


def is_plural(word: str) -> bool:
    return word.islower() and len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def amounts_of(fact: KeyFact, value: Value) -> list[float] | None:
    """Return the amounts in the fact's unit that a number may stand for; None where it measures something else.

    An empty list: a unit of the same kind with no conversion listed.
    """
    amounts: list[float] = []
    same_kind = False
    for reading in value.readings:
        number = reading.number * reading.scale
        if reading.unit is None or fact.unit is None or reading.unit == fact.unit:
            amounts.append(number)
            if reading.scale == 1 and fact.scale != 1:
                amounts.append(number * fact.scale)
        elif fact.conversions and reading.unit in fact.conversions:
            amounts.append(number * fact.conversions[reading.unit] * fact.scale)
        elif (kind := dimension_of(reading.unit)) and kind == dimension_of(fact.unit):
            same_kind = True
    if amounts:
        return amounts
    return [] if same_kind else None


def match_number(fact: KeyFact, value: Value) -> str | None:
    """Return how a number in the text meets a fact's value, or None where it measures something else."""
    if value.year_like and not 1000 <= abs(fact.value) < 3000:
        return None
    if fact.unit is None and fact.answer_type == "currency" and value.readings[0].unit == "%":
        return None
    amounts = amounts_of(fact, value)
    if amounts is None:
        return None
    target = float(fact.value) * fact.scale
    allowed = {"absolute": fact.absolute * fact.scale, "relative": fact.relative}
    signs = (1.0, -1.0) if value.bracketed and target < 0 else (1.0,)
    if any(is_close(sign * amount, target, **allowed) for amount in amounts for sign in signs):
        return "right"
    if any(rounds_to(target, amount) for amount in amounts):
        return "near"
    return "wrong"


def match_direction(fact: KeyFact, value: Value, match: str, context: Context) -> str:
    """Return the match with the direction of a change taken in: "fell by 5" gives -5 too, "rose by 5" is no decline."""
    about = fact.words
    if context.change == -1 and fact.value < 0 and match == "wrong":
        turned = replace(value, readings=tuple(replace(one, number=-one.number) for one in value.readings))
        return match_number(fact, turned) or match
    if match == "right" and about & (_UP_STEMS | _DOWN_STEMS) and fact.value > 0:
        up, down = bool(about & _UP_STEMS), bool(about & _DOWN_STEMS)
        if up != down and context.change == (-1 if up else 1):
            return "wrong"
    return match


def is_alike(first: Mention, second: Mention) -> bool:
    """Return whether two mentions can be the ends of one range or a choice: "40 or 45 km", not "40 km or 3 times"."""
    if not (first.value and first.value.readings and second.value and second.value.readings):
        return True
    one, other = first.value.readings[0], second.value.readings[0]
    return (
        one.unit == other.unit or (other.unit is None and one.unit != "times") or (one.unit is None and one.scale == 1)
    )


def compare(one: float, other: float) -> int:
    return (one > other) - (one < other)


def side_of(fact: KeyFact, value: Value) -> int:
    """Return on which side of the right value a number lies, in its likeliest reading."""
    target = float(fact.value) * fact.scale
    amounts = amounts_of(fact, value)
    return compare(min(amounts, key=lambda amount: abs(amount - target)), target) if amounts else 0


def match_parts(part: tuple[int | None, ...], wanted: tuple[int | None, ...]) -> str:
    """Return ``right``, ``open`` (less precise, but it agrees) or ``wrong`` for a date or time."""
    pairs = list(zip(part, wanted, strict=False))
    if any(said is not None and right is not None and said != right for said, right in pairs):
        return "wrong"
    return "right" if all(said is not None or right is None for said, right in pairs) else "open"


def name_phrases(fact: KeyFact) -> tuple[dict[Phrase, str], dict[Phrase, str]]:
    """Return the phrases that say the right value, and those of other values, with what each says."""
    values = fact.value if isinstance(fact.value, list | tuple) else [] if fact.value is None else [fact.value]
    rights = {phrase_of(str(value)): str(value) for value in values}
    rights |= {phrase_of(text): str(values[0]) if values else text for text in fact.aliases}
    others = {phrase_of(text): text for text in fact.others}
    return rights, {phrase: text for phrase, text in others.items() if phrase not in rights}
