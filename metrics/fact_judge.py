"""A deterministic judge for records that list their key facts: which ones an answer states, leaves out, or contradicts.

No model and no network. It reads English prose by stated rules (the card of ``judge_score`` gives them); it never stands
in for a model silently: its name is part of every verdict and signature.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from metrics.fact_context import (
    Context,
    Layout,
    find_context,
    find_link,
    is_comma_joined,
    is_correction,
    supposed_word,
)
from metrics.fact_subjects import CHANGE_STEMS, About, Subjects
from metrics.fact_text import Phrase, Span, find_phrases, normalize, phrase_of, stem, words_of
from metrics.fact_values import (
    DIMENSIONS,
    Value,
    find_dates,
    find_numbers,
    find_times,
    is_close,
    rounds_to,
)
from metrics.judging import Item, Verdict, fingerprint_of
from metrics.key_facts import KeyFact, read_key_facts

RULES_VERSION = "1"
"""Changes whenever a rule does: part of the judge's name."""


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
            verdicts = judge_facts(item.answer, read_key_facts(item.key_facts, item.name))
            reply = {fact.name: fact.status + (" (approximate)" if fact.approximate else "") for fact in verdicts}
            yield Verdict(
                float(score_facts(verdicts)),
                "scored",
                self.name,
                fingerprint_of(item),
                json.dumps(reply, ensure_ascii=False),
            )


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


def judge_facts(answer: str, facts: Sequence[KeyFact]) -> list[FactVerdict]:
    """Return what an answer says of each fact, in the facts' order.

    >>> facts = read_key_facts([{"name": "imports", "label": ["imports"], "value": 42, "answer_type": "number"}])
    >>> [judge_facts(answer, facts)[0].status for answer in ("42.", "Not 42 but 40.", "Exports were 42.")]
    ['found', 'contradicted', 'missed']
    """
    reading = _Reading(answer, facts)
    return [reading.judge(fact) for fact in facts]


@dataclass(frozen=True)
class _Mention:
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


class _Reading:
    """One answer, read in view of its record's facts."""

    def __init__(self, answer: str, facts: Sequence[KeyFact]) -> None:
        self.text = normalize(answer)
        self.facts = facts
        self.layout = Layout.of(self.text)
        self.words = words_of(self.text)
        self.subjects = Subjects(self.layout, self.words, facts)
        self.dates = find_dates(self.text)
        self.times = find_times(self.text)
        units = frozenset(fact.unit for fact in facts if fact.unit and fact.unit not in DIMENSIONS)
        taken = self.subjects.relative_years()
        taken += [span for span, _ in find_phrases(self.words, _numbered_names(facts))]
        taken += [value.span for value in (*self.dates, *(one for one in self.times if ":" in self._slice(one.span)))]
        self.numbers = [
            value for value in find_numbers(self.text, units) if not any(value.span.overlaps(span) for span in taken)
        ]
        self.claims = {fact.name: self._claims(fact) for fact in facts}
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

    def _slice(self, span: Span) -> str:
        return self.text[span.start : span.end]

    # candidates

    def _claims(self, fact: KeyFact) -> list[_Mention]:
        """Return the mentions that bear on a fact, in text order."""
        if fact.sort == "name":
            mentions = self._name_mentions(fact)
        elif fact.sort == "number":
            mentions = self._number_mentions(fact)
        elif fact.sort == "year":
            mentions = self._year_mentions(fact)
        elif fact.sort in ("date", "time"):
            mentions = self._clock_mentions(fact)
        else:
            return []
        are_names = fact.sort == "name"
        attributions = self.subjects.attribute(fact, [mention.span for mention in mentions], are_names=are_names)
        owned = any(
            one.about is About.OWN and not mention.context.contrast
            for mention, one in zip(mentions, attributions, strict=True)
        )
        kept = []
        for mention, attribution in zip(mentions, attributions, strict=True):
            if mention.context.working and not attribution.named:
                continue
            if attribution.about is About.FOREIGN and not (mention.context.contrast and mention.match == "right"):
                continue
            if attribution.about is About.CONTESTED or (are_names and owned and attribution.about is About.FREE):
                mention = replace(mention, weak=True)
            if mention.context.baseline and not (
                fact.entities and attribution.about is About.OWN and attribution.named
            ):
                mention = replace(mention, weak=True)
            strict = mention.match == "wrong" and any(other.match == "right" for other in mentions)
            if fact.sort != "name" and self.subjects.has_other_subject(fact, mention.span, strict=strict):
                continue
            kept.append(mention)
        if are_names:
            kept = self._drop_bystanders(kept, fact, owned)
        return self._drop_retracted(kept)

    def _drop_bystanders(self, mentions: list[_Mention], fact: KeyFact, owned: bool) -> list[_Mention]:
        """Return names without those that are only compared with, or only say what numbers belong to."""
        kept = []
        for mention in mentions:
            segment = self.layout.segment_of(mention.span)
            beside = [one for one in mentions if one is not mention and self.layout.segment_of(one.span) == segment]
            given = [one for one in beside if not one.context.contrast and not one.context.denied]
            compared = mention.context.inverting or any(one.context.inverting for one in beside)
            if mention.match == "right" and mention.context.contrast and any(one.match == "wrong" for one in given):
                continue
            if (
                fact.labels
                and not owned
                and not compared
                and fact.answer_type != "list"
                and self._has_digits(mention.span)
            ):
                if any(one.match != mention.match and not mention.context.contrast for one in given):
                    continue
            kept.append(mention)
        return kept

    def _number_mentions(self, fact: KeyFact) -> list[_Mention]:
        spans = [value.span for value in self.numbers]
        mentions = []
        for value in self.numbers:
            match = _match_number(fact, value)
            if match is None:
                continue
            context = find_context(self.layout, value.span, spans)
            match = _with_direction(fact, value, match, context)
            weak = self._is_weak_number(fact, value, match, context)
            mentions.append(_Mention(value.span, match, context, weak, value, side=_side_of_number(fact, value)))
        if _is_change(fact):
            match = "right" if fact.value == 0 else "wrong"
            found = [Span(*one.span()) for one in _NO_CHANGE.finditer(self.text)]
            mentions += [_Mention(span, match, find_context(self.layout, span, [span])) for span in found]
            mentions.sort(key=lambda mention: mention.span.start)
        return self._link(mentions, is_change=_is_change(fact), is_series=self._is_series(fact))

    def _is_series(self, fact: KeyFact) -> bool:
        """Return whether another fact asks for the same quantity at another time: "15 to 90" then gives two values."""
        return any(
            other is not fact
            and other.sort == fact.sort
            and other.labels == fact.labels
            and other.entities != fact.entities
            for other in self.facts
        )

    def _is_weak_number(self, fact: KeyFact, value: Value, match: str, context: Context) -> bool:
        """Return whether a number can match the fact but is no evidence against it."""
        bare = all(reading.unit is None and reading.scale == 1 for reading in value.readings)
        alone = self.text.strip(" .!") == self._slice(value.span)
        if alone:
            return False
        about = _words_about(fact)
        if value.year_like or context.working:
            return True
        if _is_change(fact) and context.change is None and match == "wrong":
            if not context.copula or self.subjects.speaks_of_level(fact, value.span):
                return True
        if context.change is not None and not about & CHANGE_STEMS:
            return True
        if value.worded and bare and value.readings[0].number <= 12 and not _IS.search(self.text[: value.span.start]):
            return True
        if value.fraction and not (
            context.copula or context.approximate or _ENDS_SHARE.match(self.text, value.span.end)
        ):
            return True
        counted = value.counted in _NEUTRAL_NOUNS or value.counted in about
        if bare and value.counted and not counted and _is_plural(self._after(value.span)):
            return True
        return match == "wrong" and fact.unit != "%" and value.readings[0].unit == "%" and fact.unit is None

    def _after(self, span: Span) -> str:
        found = re.match(r"[\s-]*([^\W\d_]+)", self.text[span.end :])
        return found[1] if found else ""

    def _year_mentions(self, fact: KeyFact) -> list[_Mention]:
        values = [value for value in self.numbers if value.year_like]
        spans = [value.span for value in values]
        mentions = []
        for value in values:
            year = value.readings[0].number
            match = "right" if is_close(year, fact.value, absolute=fact.absolute) else "wrong"
            context = find_context(self.layout, value.span, spans, is_time=True)
            mentions.append(_Mention(value.span, match, context, value=value, side=_compare(year, fact.value)))
        for value in self.dates:
            years = {part[0] for part in value.parts}
            if None not in years:
                match = "right" if fact.value in years else "wrong"
                mentions.append(_Mention(value.span, match, find_context(self.layout, value.span, [value.span])))
        return self._link(sorted(mentions, key=lambda mention: mention.span.start))

    def _clock_mentions(self, fact: KeyFact) -> list[_Mention]:
        values = self.dates if fact.answer_type == "date" else self.times
        find = find_dates if fact.answer_type == "date" else find_times
        target = find(fact.value)
        wanted: tuple[int | None, ...] = target[0].parts[0] if target else (int(fact.value[:4]), None, None)
        spans = [value.span for value in values]
        mentions = []
        for value in values:
            matches = [_match_parts(part, wanted) for part in value.parts]
            match = next((one for one in ("right", "open", "wrong") if one in matches), "other")
            context = find_context(self.layout, value.span, spans, is_time=True)
            known = [
                (said, right) for said, right in zip(value.parts[0], wanted, strict=False) if None not in (said, right)
            ]
            side = next((_compare(said or 0, right or 0) for said, right in known if said != right), 0)
            mentions.append(_Mention(value.span, match, context, value=value, side=side))
        if not mentions and fact.answer_type == "date":
            years = [value for value in self.numbers if value.year_like]
            for value in years:
                agrees = value.readings[0].number == wanted[0]
                match = "right" if agrees and wanted[1] is None else "open" if agrees else "wrong"
                mentions.append(_Mention(value.span, match, find_context(self.layout, value.span, spans), value=value))
        return self._link(mentions)

    def _name_mentions(self, fact: KeyFact) -> list[_Mention]:
        rights, others = _name_phrases(fact)
        found = find_phrases(self.words, [*rights, *others])
        spans = [span for span, _ in found]
        keys = {phrase for other in self.facts if other is not fact for item in other.entities for phrase in item}
        mentions = []
        for span, phrase in found:
            if self._is_part_of_longer_name(span, phrase, fact):
                continue
            match = "right" if phrase in rights else "wrong"
            context = find_context(self.layout, span, spans, is_name=True)
            weak = context.contrast or (phrase in keys and self._has_digits(span))
            mentions.append(_Mention(span, match, context, weak, item=rights.get(phrase) or others[phrase]))
        return self._link(self._turn_inverted(self._drop_appositions(mentions, fact), fact))

    def _has_digits(self, span: Span) -> bool:
        """Return whether numbers stand in the segment of a mention: a name there may only say what they belong to."""
        segment = self.layout.segments[self.layout.segment_of(span)]
        return bool(re.search(r"\d", self.text[segment.start : segment.end]))

    def _is_part_of_longer_name(self, span: Span, phrase: Phrase, fact: KeyFact) -> bool:
        """Return whether a name is only a part of another one ("South Africa" for "Africa")."""
        shown = self._slice(span)
        if not shown[:1].isupper():
            return False
        before = re.search(r"([^\W\d_]+)[ -]$", self.text[: span.start])
        if before and before[1] in _QUALIFIERS and stem(before[1]) not in phrase:
            return True
        after = re.match(r"(?:-| )([A-Z][^\W\d_]+)", self.text[span.end :])
        known = _words_about(fact) | {word for text in (*fact.aliases, *fact.others) for word in phrase_of(text)}
        return bool(after and stem(after[1]) not in known and after[1] in _NAME_ENDINGS)

    def _drop_appositions(self, mentions: list[_Mention], fact: KeyFact) -> list[_Mention]:
        """Return mentions without the X of "Y, not X" where Y is what another fact asks for."""
        elsewhere = {
            phrase
            for other in self.facts
            if other.sort == "name" and other is not fact
            for phrase in _name_phrases(other)[0]
        }
        return [
            mention
            for position, mention in enumerate(mentions)
            if not (
                position
                and mention.context.denied
                and mention.match == "right"
                and phrase_of(self._slice(mentions[position - 1].span)) in elsewhere
                and self.layout.segment_of(mentions[position - 1].span) == self.layout.segment_of(mention.span)
            )
        ]

    def _turn_inverted(self, mentions: list[_Mention], fact: KeyFact) -> list[_Mention]:
        """Return mentions where "Germany trails France" gives France, unless the fact asks for the lowest."""
        low = bool(_words_about(fact) & _LOW_STEMS)
        turned = []
        for position, mention in enumerate(mentions):
            segment = self.layout.segment_of(mention.span)
            later = [one for one in mentions[position + 1 :] if self.layout.segment_of(one.span) == segment]
            if any(one.context.inverting for one in later) and not mention.context.inverting and not low:
                mention = replace(mention, weak=True, match="other" if mention.match == "right" else mention.match)
            if mention.context.inverting and low:
                mention = replace(mention, weak=True)
            turned.append(mention)
        return turned

    # relations between mentions

    def _link(self, mentions: list[_Mention], *, is_change: bool = False, is_series: bool = False) -> list[_Mention]:
        """Return mentions with ranges, choices and from-to pairs settled."""
        linked = list(mentions)
        position = 0
        while position < len(linked) - 1:
            group = [linked[position]]
            kind = None
            while position + len(group) < len(linked):
                following = linked[position + len(group)]
                link = find_link(self.layout, group[-1].span, following.span, is_series=is_series)
                if link is None and is_comma_joined(self.layout, group[-1].span, following.span):
                    after = position + len(group) + 1
                    beyond = find_link(self.layout, following.span, linked[after].span) if after < len(linked) else None
                    link = beyond if beyond and beyond.kind == "choice" else None
                if link is None or (kind is not None and link.kind != kind):
                    break
                kind = link.kind
                group.append(following)
            if kind is not None:
                if not (kind == "series" and is_series):
                    linked[position : position + len(group)] = self._settle_group(group, kind, is_change)
            position += len(group)
        return linked

    def _settle_group(self, group: list[_Mention], kind: str, is_change: bool) -> list[_Mention]:
        matches = {mention.match for mention in group}
        if kind == "series" and is_change:
            return [replace(one, weak=True) for one in group]
        if kind == "series":
            if "right" in matches:
                return [replace(one, weak=True) if one.match == "wrong" else one for one in group]
            return [replace(group[0], weak=True), *group[1:]]
        if kind == "spread":
            return [replace(group[0], context=replace(group[0].context, approximate=True))]
        if kind == "choice":
            if len(matches) == 1 and (matches == {"right"} or len({self._slice(one.span) for one in group}) == 1):
                return group
            match = "open" if "right" in matches else "wrong"
            return [replace(group[0], match=match, span=Span(group[0].span.start, group[-1].span.end))]
        return [self._settle_range(group[0], group[-1])]

    def _settle_range(self, low: _Mention, high: _Mention) -> _Mention:
        span = Span(low.span.start, high.span.end)
        if "right" in (low.match, high.match):
            return replace(low, match="open", span=span)
        inside = {low.side, high.side} == {-1, 1}
        return replace(low, match="open" if inside else "wrong", span=span, context=replace(low.context, bound=None))

    def _drop_retracted(self, mentions: list[_Mention]) -> list[_Mention]:
        """Return mentions without those that a later one takes back."""
        kept = []
        for position, mention in enumerate(mentions):
            later = mentions[position + 1 :]
            corrected = bool(later) and is_correction(self.layout, mention.span, later[0].span)
            answered = mention.context.viewed and any(
                self.layout.segment_of(one.span) != self.layout.segment_of(mention.span)
                and not one.context.viewed
                and self._opens_with_but(one.span)
                for one in later
            )
            if not corrected and not answered:
                kept.append(mention)
        return kept

    def _opens_with_but(self, span: Span) -> bool:
        segment = self.layout.segments[self.layout.segment_of(span)]
        return bool(re.match(r"[\s,;—]*(?:but|however|yet|though|although|in fact|actually|the (?:correct|actual|real))\b",
                             self.text[segment.start : segment.end], re.IGNORECASE))  # fmt: skip

    def _share_out(self) -> None:
        """Give each unnamed value to one fact: in the facts' order where several facts could take it."""
        takers: dict[Span, list[KeyFact]] = {}
        for fact in self.facts:
            for mention in self.claims[fact.name]:
                takers.setdefault(mention.span, []).append(fact)
        served = {facts[0].name for facts in takers.values() if len(facts) == 1}
        groups: dict[tuple[str, ...], list[Span]] = {}
        for span in sorted(takers, key=lambda one: one.start):
            takers[span] = self._likely_takers(span, takers[span])
            if len(takers[span]) > 1:
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
        if len(facts) < 2 or len({_is_change(fact) for fact in facts}) < 2:
            return facts
        mention = next(one for one in self.claims[facts[0].name] if one.span == span)
        is_change = mention.context.change is not None
        right = [fact for fact in facts if self._match_of(fact.name, span) == "right"]
        if right and not is_change:
            is_change = _is_change(right[0])
        kept = [fact for fact in facts if _is_change(fact) is is_change]
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

    # verdicts

    def _settle(self, mentions: Sequence[_Mention]) -> tuple[str, bool]:
        """Return the status that all mentions of one fact give together, and whether only approximately."""
        stances = [self._stance(mention) for mention in mentions]
        exact = "given" in stances
        against = [one for one, stance in zip(mentions, stances, strict=True) if stance == "against"]
        if any(not (exact and one.context.approximate) for one in against):
            return "contradicted", False
        if "given" in stances:
            return "found", False
        if "about" in stances:
            return "found", True
        return "missed", False

    def _stance(self, mention: _Mention) -> str:
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

    def _is_labelled_supposition(self, mention: _Mention) -> bool:
        word = stem(supposed_word(self.layout, mention.span).split(" ")[0]) if mention.context.supposed else ""
        return bool(word) and any(
            word in _words_about(fact) for fact in self.facts if mention in self.claims[fact.name]
        )

    def _judge_list(self, fact: KeyFact) -> str:
        mentions = self.claims[fact.name]
        wanted = {str(item) for item in fact.value}
        named = {one.item for one in mentions if one.match == "right" and self._stance(one) in ("given", "about")}
        if any(self._stance(one) == "against" for one in mentions):
            return "contradicted"
        return "found" if wanted <= named else "missed"

    def _judge_boolean(self, fact: KeyFact) -> str:
        positive = fact.value is True or (isinstance(fact.value, str) and fact.value.casefold() in ("yes", "true"))
        said: list[bool] = []
        booleans = [one.name for one in self.facts if one.answer_type == "boolean"]
        plain = _plain_verdicts(self.layout)
        index = booleans.index(fact.name)
        if len(booleans) == 1 and plain:
            said.append(plain[0] is positive)
        elif len(plain) > index:
            said.append(plain[index] is positive)
        rights = {phrase_of(text): True for text in fact.aliases}
        wrongs = {phrase_of(text): False for text in fact.others}
        found = find_phrases(self.words, [*rights, *wrongs])
        spans = [span for span, _ in found]
        for span, phrase in found:
            context = find_context(self.layout, span, spans, is_name=True)
            if context.supposed:
                continue
            agrees = rights.get(phrase, False) if phrase in rights else wrongs[phrase]
            said.append(agrees is not context.denied)
        if not said:
            return "missed"
        return "found" if all(said) else "contradicted"

    def _judge_abstention(self, fact: KeyFact) -> str:
        if not self.text.strip():
            return "missed"
        abstains = _ABSTENTION.search(self.text)
        rights, others = _name_phrases(fact)
        if any(phrase in rights for _, phrase in find_phrases(self.words, rights)):
            abstains = abstains or re.search(r"", self.text)
        claimed = self._claims_an_answer(fact, others, bool(abstains))
        if claimed:
            return "contradicted"
        return "found" if abstains else "missed"

    def _claims_an_answer(self, fact: KeyFact, others: Mapping[Phrase, str], abstains: bool) -> bool:
        """Return whether an answer gives a value for what the document does not say."""
        named = find_phrases(self.words, others)
        spans = [value.span for value in self.numbers if not value.year_like] + [span for span, _ in named]
        spans.sort(key=lambda span: span.start)
        attributions = self.subjects.attribute(fact, spans)
        for span, attribution in zip(spans, attributions, strict=True):
            context = find_context(self.layout, span, spans)
            segment = self.layout.segments[self.layout.segment_of(span)]
            if attribution.about is About.FOREIGN or context.denied or context.supposed:
                continue
            start = max(segment.start, self.text.rfind(",", 0, span.start))
            if _ABSTENTION.search(self.text[start : segment.end]):
                continue
            if abstains and self.subjects.has_other_subject(fact, span, strict=False):
                continue
            return True
        if abstains:
            return False
        return bool(_plain_verdicts(self.layout)) or bool(re.search(r"(?<=[a-z,] )[A-Z][a-z]+", self.text))


# --- matching -----------------------------------------------------------------------------------------------------

_QUALIFIERS = frozenset(
    (
        *("North", "South", "East", "West", "Northern", "Southern", "Eastern", "Western", "New", "Upper", "Lower"),
        *(
            "Greater",
            "Central",
            "Equatorial",
            "Northeast",
            "Northwest",
            "Southeast",
            "Southwest",
            "Papua",
            "Saint",
            "St",
        ),
        *("Great", "Little", "Old", "Inner", "Outer", "Mid", "San", "Santa", "Port", "Fort", "Mount", "Lake"),
    )
)
_NAME_ENDINGS = frozenset(
    (
        *(
            "Bissau",
            "Islands",
            "Island",
            "County",
            "University",
            "Bank",
            "Airlines",
            "Telecom",
            "City",
            "Republic",
            "State",
        ),
        *(
            "North",
            "South",
            "East",
            "West",
            "Street",
            "River",
            "Hill",
            "Hills",
            "Beach",
            "Park",
            "Group",
            "Minor",
            "Bay",
        ),
        *("Pro", "Plus", "Max", "Mini", "Lite", "Conakry", "Leste", "Springs", "Heights", "Valley"),
    )
)
_NO_CHANGE = re.compile(
    r"\b(?:no|zero)\s+(?:real\s+|significant\s+|net\s+)?(?:change|difference|gap|increase|decrease|growth|decline|rise|drop)\b"
    r"(?!\s+(?:data|figure|value|is|was|are)\b)|\b(?:did|do|does|has|have)(?:n't|\s+not)\s+changed?\b",
    re.IGNORECASE,
)
_ENDS_SHARE = re.compile(r"\s*(?:[.,;)]|$|of\b|from\b|in\b)")
_IS = re.compile(
    r"(?:^\s*|\b(?:is|was|are|were|equals|reached|total(?:l?ed|s)?|numbered|came to|answer)\s+|[:=]\s*)(?:only|just|exactly|about)?\s*$",
    re.IGNORECASE,
)
_NEUTRAL_NOUNS = frozenset(
    stem(word) for word in "points units items people persons cases degrees pounds in and to as or versus".split()
)
_UP_STEMS = frozenset(stem(word) for word in "increase growth grew rise rose gain jump surge expansion".split())
_DOWN_STEMS = frozenset(stem(word) for word in "decrease fall fell decline drop loss reduction cut contraction".split())
_LOW_STEMS = frozenset(
    stem(word)
    for word in "lowest smallest least fewest minimum weakest lower smaller last bottom worst trough low".split()
)


def _words_about(fact: KeyFact) -> set[str]:
    """Return the stems of all words that name a fact."""
    words = {word for phrase in fact.labels for word in phrase} | set(phrase_of(fact.name))
    return (
        words | {word for item in fact.entities for phrase in item for word in phrase} | set((fact.unit or "").split())
    )


def _is_change(fact: KeyFact) -> bool:
    """Return whether a fact's value is a change and not a level."""
    return fact.sort == "number" and bool(_words_about(fact) & CHANGE_STEMS)


def _numbered_names(facts: Sequence[KeyFact]) -> list[Phrase]:
    """Return the names of things that hold digits beside other words ("Dev 6", "40-50%"): no values of their own."""
    texts = [text for fact in facts if fact.sort == "name" for text in (*fact.aliases, *fact.others)]
    texts += [str(fact.value) for fact in facts if fact.answer_type in ("entity", "text")]
    phrases = [phrase_of(text) for text in texts]
    phrases += [phrase for fact in facts for phrase in (*fact.labels, *fact.rivals)]
    phrases += [phrase for fact in facts for item in fact.entities for phrase in item]
    return [phrase for phrase in phrases if len(phrase) > 1 and any(word[:1].isdigit() for word in phrase)]


def _is_plural(word: str) -> bool:
    return word.islower() and len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _amounts(fact: KeyFact, value: Value) -> list[float] | None:
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
        elif DIMENSIONS.get(reading.unit) == DIMENSIONS.get(fact.unit) and reading.unit in DIMENSIONS:
            same_kind = True
    if amounts:
        return amounts
    return [] if same_kind else None


def _match_number(fact: KeyFact, value: Value) -> str | None:
    """Return how a number in the text meets a fact's value, or None where it measures something else."""
    if value.year_like and not (fact.unit is None and 1000 <= abs(fact.value) < 3000):
        return None
    if fact.unit is None and fact.answer_type == "currency" and value.readings[0].unit == "%":
        return None
    amounts = _amounts(fact, value)
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


def _with_direction(fact: KeyFact, value: Value, match: str, context: Context) -> str:
    """Return the match with the direction of a change taken in: "fell by 5" gives -5 too, "rose by 5" is no decline."""
    about = _words_about(fact)
    if context.change == -1 and fact.value < 0 and match == "wrong":
        turned = replace(value, readings=tuple(replace(one, number=-one.number) for one in value.readings))
        return _match_number(fact, turned) or match
    if match == "right" and about & (_UP_STEMS | _DOWN_STEMS) and fact.value > 0:
        up, down = bool(about & _UP_STEMS), bool(about & _DOWN_STEMS)
        if up != down and context.change == (-1 if up else 1):
            return "wrong"
    return match


def _compare(one: float, other: float) -> int:
    return (one > other) - (one < other)


def _side_of_number(fact: KeyFact, value: Value) -> int:
    """Return on which side of the right value a number lies, in its likeliest reading."""
    target = float(fact.value) * fact.scale
    amounts = _amounts(fact, value)
    return _compare(min(amounts, key=lambda amount: abs(amount - target)), target) if amounts else 0


def _match_parts(part: tuple[int | None, ...], wanted: tuple[int | None, ...]) -> str:
    """Return ``right``, ``open`` (less precise, but it agrees) or ``wrong`` for a date or time."""
    pairs = list(zip(part, wanted, strict=False))
    if any(said is not None and right is not None and said != right for said, right in pairs):
        return "wrong"
    return "right" if all(said is not None or right is None for said, right in pairs) else "open"


def _name_phrases(fact: KeyFact) -> tuple[dict[Phrase, str], dict[Phrase, str]]:
    """Return the phrases that say the right value, and those of other values, with what each says."""
    values = fact.value if isinstance(fact.value, list | tuple) else [] if fact.value is None else [fact.value]
    rights = {phrase_of(str(value)): str(value) for value in values}
    rights |= {phrase_of(text): str(values[0]) if values else text for text in fact.aliases}
    others = {phrase_of(text): text for text in fact.others}
    return rights, {phrase: text for phrase, text in others.items() if phrase not in rights}


_YES = r"yes|yep|yeah|correct|true|indeed|right|affirmative|certainly|absolutely|that(?:'s| is) (?:true|correct|right)|it is (?:true|correct)|agreed"
_NO = r"no|nope|false|incorrect|untrue|wrong|negative|not (?:correct|true|really|at all|so|quite)|that(?:'s| is) (?:not (?:true|correct|right)|false|incorrect|wrong|untrue)|that isn't (?:true|correct|right)"
_PLAIN = re.compile(
    rf"(?:the (?:answer|statement|claim) is\s+)?(?:(?P<no>{_NO})|(?P<yes>{_YES}))(?=\s*(?:[.,;:!—-]|$|\band\b|\bbut\b|\bit\b|\bthey\b|\bthe\b))",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?:yes|no)(?:\s*(?:,\s*and|,|and|/)\s*(?:yes|no)\b)+", re.IGNORECASE)
_CALLED = re.compile(
    r"[^.,;]{1,60}?\b(?:is|was|are|were)\s+(?:(?P<no>not\s+(?:true|correct|right|supported|accurate)|false|incorrect|wrong|untrue|"
    r"unsupported|inaccurate)|(?P<yes>true|correct|right|supported|accurate))\b",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"(?:it|they|he|she|this|that|these|those|[A-Z]\w+)\s+(?:(?P<no>(?:did|does|do|was|is|were|are|has|have|had|will|would)(?:n't|\s+not|\s+never))|"
    r"(?P<yes>(?:did|does|do|was|is|were|are|has|have|had)(?:\s+(?:indeed|so|too))?))\s*(?=[.,;!]|$|\bso\b)",
)


def _plain_verdicts(layout: Layout) -> list[bool]:
    """Return the plain yes and no at the start of sentences and segments, in order."""
    said: list[bool] = []
    for segment in layout.segments:
        part = layout.text[segment.start : segment.end].lstrip(" \n,;—:\"'(")
        part = re.sub(r"^(?:and|but|so|well|while|however)[,\s]+", "", part, flags=re.IGNORECASE)
        several = _SEVERAL.match(part)
        if several:
            said += [word.casefold() == "yes" for word in re.findall(r"\b(?:yes|no)\b", several[0], re.IGNORECASE)]
            continue
        match = _PLAIN.match(part) or _SHORT.match(part) or _CALLED.match(part)
        if match:
            said.append(bool(match["yes"]))
    return said


_ABSTENTION = re.compile(
    r"\b(?:(?:do|does|did|is|are|was|were|could)(?:n't| not)|cannot|can't|can not|no longer|never|not|unable to|impossible to|fails? to|isn't|aren't)\s+"
    r"(?:\w+\s+){0,4}?(?:say|state[ds]?|mention(?:ed)?|show[ns]?|give[ns]?|provided?|specif\w+|report(?:ed)?|disclosed?|indicated?|tell|told|"
    r"determined?|know|known|confirm\w*|read|see|seen|find|found|identif\w+|verif\w+|contain\w*|include\w*|listed|list|addressed?|available|"
    r"visible|possible|answer\w*|inferr?\w*|deriv\w+|establish\w*|discuss\w*|present|reveal\w*|enough|sufficient|cover\w*|stated|clear|"
    r"quantif\w+|break|support\w*|supplied|recorded?|published?|legible|readable|appear|calculate\w*|compute\w*)\b|"
    r"\b(?:gives?|gave|contains?|provides?|provided|offers?|has|have|had|includes?|there (?:is|are|was|were)|makes?|states?|reports?|shows?|"
    r"mentions?|lists?|find|found|see) no\b|\bno\b[^.;,]{1,60}\b(?:given|stated|provided|reported|shown|listed|available|mentioned|found)\b|"
    r"\bnothing (?:is |was |in |about |on )|\bno (?:\w+\s+){0,3}?(?:information|data|mention|figure|figures|value|evidence|indication|record|reference|answer|details?|number|"
    r"way (?:to|of))\b|\bn/?a\b|\bunknown\b|\bundisclosed\b|\bunspecified\b|\bunreported\b|\bunavailable\b|\bunanswerable\b|\bredacted\b|"
    r"\bmissing\b|\babsent\b|\bomit(?:s|ted)\b|\bsilent on\b|\bleft (?:blank|out|open)\b|\binsufficient\b|\bnowhere\b|"
    r"\black(?:s|ing)?\b|\bwithout (?:more|further|any|additional) (?:information|data)\b|\bnot (?:in|on|part of) the (?:document|report|page|"
    r"text|chart)\b|\bnone (?:is|are|was|were)? ?(?:given|stated|reported|provided|listed)\b",
    re.IGNORECASE,
)
