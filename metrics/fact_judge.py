"""A deterministic judge for records that list their key facts: which ones an answer states, leaves out, or contradicts.

No model and no network. It reads English prose by stated rules (the card of ``judge_score`` gives them); it never
stands in for a model silently: its name is part of every verdict and signature.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from metrics.fact_claims import Answer
from metrics.fact_context import find_context, supposed_words
from metrics.fact_matching import Mention, is_change_fact, name_phrases
from metrics.fact_statements import find_plain_verdicts, is_abstention
from metrics.fact_subjects import About
from metrics.fact_text import Phrase, Span, find_phrases, phrase_of, stem
from metrics.judging import Item, Verdict, fingerprint_of
from metrics.key_facts import KeyFact, read_key_facts

RULES_VERSION = "3"
"""Changes whenever a rule does: part of the judge's name."""
_FROM = re.compile(r"\bfrom (?:about |around |roughly )?\Z")
_TO = re.compile(r" to\b")
_NEGATORS = frozenset(("not", "never", "no", "n't"))


@dataclass(frozen=True)
class FactVerdict:
    """What an answer says of one fact: ``found``, ``missed`` or ``contradicted``, and whether only approximately."""

    name: str
    status: str
    approximate: bool = False
    core: bool = True


@dataclass(frozen=True)
class FactJudge:
    """Scores answers by their key facts, in the bands of SynthDocBench; a judge for ``judge_score``."""

    @property
    def name(self) -> str:
        """The judge's name with the version of its rules."""
        return f"facts-v{RULES_VERSION}"

    def judge(self, items: Sequence[Item]) -> Iterator[Verdict]:
        """Yield one verdict an item; its reply lists what was said of every fact, as JSON.

        Raises:
            ValueError: an item has no key facts or malformed ones.
        """
        for item in items:
            facts = _read_facts(json.dumps(item.key_facts), item.name)
            verdicts = judge_facts(item.answer, facts, item.question or "")
            reply = {fact.name: fact.status + (" (approximate)" if fact.approximate else "") for fact in verdicts}
            yield Verdict(
                float(score_facts(verdicts)),
                "scored",
                self.name,
                fingerprint_of(item),
                json.dumps(reply, ensure_ascii=False),
            )


@lru_cache(maxsize=4096)
def _read_facts(facts: str, name: str) -> tuple[KeyFact, ...]:
    """Return facts given as JSON, read once for all answers to a record."""
    return read_key_facts(json.loads(facts), name)


def score_facts(verdicts: Sequence[FactVerdict]) -> int:
    """Return the score of 0-10: 6 or more exactly where every core fact was found.

    Raises:
        ValueError: there is no core fact.

    >>> score_facts([FactVerdict("a", "found"), FactVerdict("b", "missed", core=False)])
    6
    >>> score_facts([FactVerdict("a", "found"), FactVerdict("b", "contradicted")])
    4
    """
    core = [verdict.status for verdict in verdicts if verdict.core]
    details = [verdict.status for verdict in verdicts if not verdict.core]
    if not core:
        raise ValueError("no core fact to score")
    found = core.count("found")
    if found == len(core):
        if all(status == "found" for status in details):
            return 9 if any(verdict.approximate for verdict in verdicts) else 10
        share = (details.count("found") - details.count("contradicted")) / len(details)
        return 9 if share >= 0.75 else 8 if share >= 0.5 else 7 if share > 0 else 6
    wrong = "contradicted" in core
    if 2 * found >= len(core):
        return 4 if wrong else 5
    if found:
        return 2 if wrong else 3
    return 1 if "found" in details and not wrong else 0


def judge_facts(answer: str, facts: Sequence[KeyFact], question: str = "") -> list[FactVerdict]:
    """Return what an answer says of each fact, in the facts' order.

    The question, if given, tells which words are no other subject: an answer may take them up.

    >>> facts = read_key_facts([{"name": "imports", "label": ["imports"], "value": 42, "answer_type": "number"}])
    >>> [judge_facts(answer, facts)[0].status for answer in ("42.", "Not 42 but 40.", "Exports were 42.")]
    ['found', 'contradicted', 'missed']
    """
    reading = _Reading(Answer(answer, facts, question), facts)
    return [reading.judge(fact) for fact in facts]


class _Reading:
    """The claims of one answer, each given to one fact, and the verdicts that they come to."""

    def __init__(self, answer: Answer, facts: Sequence[KeyFact]) -> None:
        self.answer = answer
        self.text = answer.text
        self.layout = answer.layout
        self.facts = facts
        self.claims = {fact.name: answer.find_claims(fact) for fact in facts}
        self._share_out()

    def judge(self, fact: KeyFact) -> FactVerdict:
        if fact.answer_type == "abstain":
            status, approximate = self._judge_abstention(fact), False
        elif fact.answer_type == "boolean":
            status, approximate = self._judge_boolean(fact), False
        elif fact.answer_type == "list":
            status, approximate = self._judge_list(fact), False
        else:
            status, approximate = self._settle(self.claims[fact.name])
        return FactVerdict(fact.name, status, approximate, fact.core)

    def _settle(self, mentions: Sequence[Mention]) -> tuple[str, bool]:
        """Return the status that all mentions of one fact give together, and whether only approximately."""
        stances = [self._stance(mention) for mention in mentions]
        exact = "given" in stances
        against = [one for one, stance in zip(mentions, stances, strict=True) if stance == "against"]
        if any(not (exact and (one.context.approximate or one.context.baseline)) for one in against):
            return "contradicted", False
        if "given" in stances:
            return "found", False
        if "about" in stances:
            return "found", True
        return "missed", False

    def _stance(self, mention: Mention) -> str:
        """Return ``given``, ``about``, ``against`` or ``silent``."""
        context, match = mention.context, mention.match
        if context.supposed and not self._is_labelled_supposition(mention):
            return "silent"
        if context.denied:
            return "against" if match in ("right", "near") and not mention.context.bound else "silent"
        if match in ("open", "other"):
            return "silent"
        if context.bound is not None and mention.value is not None:
            if match == "right":
                return "silent"
            admits = mention.side <= 0 if context.bound == "low" else mention.side >= 0
            return "silent" if admits or mention.weak else "against"
        if match == "right":
            return "about" if context.approximate else "given"
        if match == "near" and context.approximate:
            return "about"
        return "silent" if mention.weak else "against"

    def _is_labelled_supposition(self, mention: Mention) -> bool:
        words = {stem(word.split(" ")[0]) for word in supposed_words(self.layout, mention.span)}
        return bool(words) and any(words <= fact.words for fact in self.facts if mention in self.claims[fact.name])

    def _judge_list(self, fact: KeyFact) -> str:
        mentions = self.claims[fact.name]
        wanted = {str(item) for item in fact.value}
        named = {one.item for one in mentions if one.match == "right" and self._stance(one) in ("given", "about")}
        if any(self._stance(one) == "against" for one in mentions):
            return "contradicted"
        return "found" if wanted <= named else "missed"

    def _judge_boolean(self, fact: KeyFact) -> str:
        positive = fact.value is True or (isinstance(fact.value, str) and fact.value.casefold() in ("yes", "true"))
        said = [verdict is positive for verdict in self._plain_verdicts(fact)]
        agrees = {
            tuple(word for word in phrase if word not in _NEGATORS): right is not bool(_NEGATORS.intersection(phrase))
            for texts, right in ((fact.others, False), (fact.aliases, True))
            for phrase in map(phrase_of, texts)
        }
        negators = [word for word in self.answer.words if word.stem in _NEGATORS]
        found = find_phrases([word for word in self.answer.words if word.stem not in _NEGATORS], agrees)
        spans = [span for span, _ in found]
        attributions = self.answer.subjects.attribute(fact, spans, are_names=True)
        for (span, phrase), attribution in zip(found, attributions, strict=True):
            context = find_context(self.layout, span, spans, is_name=True)
            if context.supposed or attribution.about is About.FOREIGN:
                continue
            denied = context.denied or any(span.start <= word.start < span.end for word in negators)
            said.append(agrees[phrase] is not denied)
        if not said:
            return "missed"
        return "found" if all(said) else "contradicted"

    def _plain_verdicts(self, fact: KeyFact) -> list[bool]:
        """Return the plain yes or no about a fact: of several, the one beside its label, else in the facts' order."""
        plain = find_plain_verdicts(self.layout)
        booleans = [one for one in self.facts if one.answer_type == "boolean"]
        if len(booleans) == 1:
            return [said for said, _ in plain[:1]]
        beside = [[one for one in booleans if self._has_phrase(one.labels, segment)] for _, segment in plain]
        mine = [said for (said, _), facts in zip(plain, beside, strict=True) if facts == [fact]]
        free = [said for (said, _), facts in zip(plain, beside, strict=True) if len(facts) != 1]
        return mine[:1] or free[booleans.index(fact) :][:1]

    def _has_phrase(self, phrases: Sequence[Phrase], segment: Span) -> bool:
        words = [word for word in self.answer.words if segment.start <= word.start < segment.end]
        return bool(find_phrases(words, phrases))

    def _stands_in(self, span: Span, segment: Span) -> bool:
        return segment.start <= span.start < segment.end

    def _judge_abstention(self, fact: KeyFact) -> str:
        if not self.text.strip():
            return "missed"
        rights, others = name_phrases(fact)
        abstains = is_abstention(self.text) or bool(find_phrases(self.answer.words, rights))
        if self._claims_an_answer(fact, others, abstains):
            return "contradicted"
        return "found" if abstains else "missed"

    def _claims_an_answer(self, fact: KeyFact, others: Mapping[Phrase, str], abstains: bool) -> bool:
        """Return whether an answer gives a value for what the document does not say."""
        named = find_phrases(self.answer.words, others)
        numbers = [one for one in self.answer.numbers if not one.year_like and not self.answer.counts_other(fact, one)]
        spans = [value.span for value in numbers] + [span for span, _ in named]
        spans.sort(key=lambda span: span.start)
        attributions = self.answer.subjects.attribute(fact, spans)
        for span, attribution in zip(spans, attributions, strict=True):
            context = find_context(self.layout, span, spans)
            segment = self.layout.segments[self.layout.segment_of(span)]
            words = {stem(word.split(" ")[0]) for word in supposed_words(self.layout, span)}
            supposed = context.supposed and not (words and words <= fact.words)
            if attribution.about is About.FOREIGN or context.denied or supposed:
                continue
            start = max(segment.start, self.text.rfind(",", 0, span.start))
            if is_abstention(self.text[start : segment.end]):
                continue
            years = {one.shown for one in self.answer.numbers if one.year_like and self._stands_in(one.span, segment)}
            elsewhere = bool(years - self.answer.quoted) or not all(
                self._has_phrase(item, segment) for item in fact.entities
            )
            if abstains and (elsewhere or self.answer.subjects.has_other_subject(fact, span, strict=False)):
                continue
            return True
        if abstains:
            return False
        if find_plain_verdicts(self.layout):
            return True
        short = not fact.labels or len(self.answer.words) < 6
        called = short or bool(find_phrases(self.answer.words, fact.labels))
        answers = {phrase for other in self.facts if other is not fact for phrase in other.answers}
        taken = [span for span, _ in find_phrases(self.answer.words, answers)]
        names = [Span(*match.span()) for match in re.finditer(r"(?<=[a-z,] )[A-Z][a-z]+", self.text)]
        return called and any(not any(name.overlaps(span) for span in taken) for name in names)

    def _share_out(self) -> None:
        """Give each unnamed value to one fact: in the facts' order where several facts could take it."""
        takers: dict[Span, list[KeyFact]] = {}
        for fact in self.facts:
            for mention in self.claims[fact.name] if fact.answer_type != "list" else ():
                takers.setdefault(mention.span, []).append(fact)
        served = {facts[0].name for facts in takers.values() if len(facts) == 1}
        groups: dict[tuple[str, ...], list[Span]] = {}
        for span in sorted(takers, key=lambda one: one.start):
            takers[span] = self._likely_takers(span, takers[span])
            paired = _FROM.search(self.text, 0, span.start) and _TO.match(self.text, span.end)
            weak = not paired and all(
                one.weak for fact in takers[span] for one in self.claims[fact.name] if one.span == span
            )
            if len(takers[span]) > 1 and not weak:
                groups.setdefault(tuple(fact.name for fact in takers[span]), []).append(span)
        for names, spans in groups.items():
            if self._is_shared(names, spans):
                continue
            ordered = sorted(spans, key=lambda span: (not self._is_origin(span), span.start))
            free = [name for name in names if name not in served] or list(names)
            if len(ordered) == 1:
                owner = next((name for name in names if self._match_of(name, ordered[0]) == "right"), free[0])
                self._keep_for(ordered[0], names, owner)
                continue
            for index, span in enumerate(ordered):
                self._keep_for(span, names, free[index] if index < len(free) else None)

    def _likely_takers(self, span: Span, facts: list[KeyFact]) -> list[KeyFact]:
        """Return the facts of changes for what is said as a change, the facts of levels for the rest."""
        if len(facts) > 1 and not any(is_change_fact(fact) for fact in facts):
            mention = next(one for one in self.claims[facts[0].name] if one.span == span)
            if mention.context.change is not None and "right" not in {
                self._match_of(fact.name, span) for fact in facts
            }:
                for fact in facts:
                    self.claims[fact.name] = [one for one in self.claims[fact.name] if one.span != span]
                return []
        if len(facts) < 2 or len({is_change_fact(fact) for fact in facts}) < 2:
            return facts
        mention = next(one for one in self.claims[facts[0].name] if one.span == span)
        is_change = mention.context.change is not None
        right = [fact for fact in facts if self._match_of(fact.name, span) == "right"]
        if right and not is_change:
            is_change = is_change_fact(right[0])
        kept = [fact for fact in facts if is_change_fact(fact) is is_change]
        for fact in facts:
            if fact not in kept:
                self.claims[fact.name] = [one for one in self.claims[fact.name] if one.span != span]
        return kept

    def _is_shared(self, names: tuple[str, ...], spans: list[Span]) -> bool:
        """Return whether one value is said of several facts at once ("both were 42")."""
        segment = self.layout.segments[self.layout.segment_of(spans[0])]
        if len(spans) == 1 and re.search(
            r"\b(?:both|each|all)\b", self.text[segment.start : spans[0].start], re.IGNORECASE
        ):
            return True
        matches = {self._match_of(name, span) for name in names for span in spans}
        return len(spans) == 1 and matches == {"right"}

    def _is_origin(self, span: Span) -> bool:
        return any(
            mention.span == span and mention.context.baseline for claims in self.claims.values() for mention in claims
        )

    def _match_of(self, name: str, span: Span) -> str:
        return next(mention.match for mention in self.claims[name] if mention.span == span)

    def _keep_for(self, span: Span, names: tuple[str, ...], owner: str | None) -> None:
        for name in names:
            if name == owner:
                self.claims[name] = [
                    replace(mention, weak=mention.weak and not mention.context.baseline)
                    if mention.span == span
                    else mention
                    for mention in self.claims[name]
                ]
            else:
                self.claims[name] = [mention for mention in self.claims[name] if mention.span != span]
