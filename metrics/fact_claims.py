"""The mentions in an answer that bear on a fact: candidates by sort of value, and how they hang together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from metrics.fact_context import (
    Context,
    Layout,
    find_context,
    find_link,
    is_comma_joined,
    is_correction,
    is_lesser,
    is_view,
)
from metrics.fact_frames import CHANGE_STEMS, time_dimension
from metrics.fact_matching import (
    Mention,
    compare,
    find_numbered_names,
    is_alike,
    is_change_fact,
    is_plural,
    is_rank_fact,
    match_direction,
    match_number,
    match_parts,
    name_phrases,
    side_of,
)
from metrics.fact_subjects import About, Attribution, Subjects
from metrics.fact_text import Phrase, Span, find_phrases, normalize, phrase_of, stem, stems_of, words_of
from metrics.fact_values import (
    DIMENSIONS,
    Value,
    dimension_of,
    find_dates,
    find_numbers,
    find_ordinals,
    find_times,
    is_close,
    write_years,
)
from metrics.key_facts import TOTAL_LABELS, KeyFact

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
    r"\b(?:no|zero)\s+(?:real\s+|significant\s+|net\s+)?(?:change|difference|gap|increase|decrease|growth|"
    r"decline|rise|drop)\b"
    r"(?!\s+(?:data|figure|value|is|was|are)\b)|\b(?:did|do|does|has|have)(?:n't|\s+not)\s+changed?\b",
    re.IGNORECASE,
)
_ENDS_SHARE = re.compile(r"\s*(?:[.,;)]|$|of\b|from\b|in\b)")
_IS = re.compile(
    r"(?:^\s*|\b(?:is|was|are|were|equals|reached|total(?:l?ed|s)?|numbered|came to|answer)\s+|[:=]\s*)(?:only|"
    r"just|exactly|about)?\s*$",
    re.IGNORECASE,
)
_GIVEN_BEFORE = re.compile(r"(?:\b(?:is|was|are|were|be|it's|namely|answer)\s+(?:the\s+)?|:\s*)$", re.IGNORECASE)
_GIVEN_AFTER = re.compile(
    r"\s*(?:$|[,.;(]|:(?!\s*[$€£~]?\d)|\b(?:at|with|by|in|having|power|(?:took|won|claimed) the)\b)", re.IGNORECASE
)
_BUT = re.compile(
    r"[\s,;—]*(?:but|however|yet|though|although|in fact|actually|the (?:correct|actual|real))\b", re.IGNORECASE
)
_TOGETHER = re.compile(r"\s*(?:[a-z]+\s+)?\b(?:together|overall|combined|altogether|in (?:total|all))\b", re.IGNORECASE)
_RESULT = re.compile(
    r"\d[\d.,]*\)?\s*(?:[-+×*/÷]|minus|plus|times|divided by)\s*\(?[$€£]?\d[\d.,]*\w*\)?\s*"
    r"(?:=|≈|is|equals?|gives?|makes?|yields?)\s*(?:about |roughly |around )?[$€£]?\Z"
)
_OPPOSITES = tuple(
    (stems_of(one), stems_of(other))
    for one, other in (
        (
            "allowed permitted legal lawful exempt accepted",
            "banned forbidden prohibited outlawed illegal rejected",
        ),
        ("open", "closed shut"),
        ("included covered", "excluded omitted exempt"),
        ("passed met", "failed missed"),
        ("rose grew increased gained up", "fell declined decreased dropped lost shrank down"),
        ("supported backed", "opposed rejected"),
        ("present", "absent missing"),
    )
)
_BASE = re.compile(r"\bof (?:the|all|its|their)\s+$", re.IGNORECASE)
_MEASURE_OF = re.compile(r"\d[\d.,]*\s?%?\s+for\s+(?:the\s+)?\Z")
_CARRIES_NUMBER = re.compile(r"(?:'s)?\s*(?:had|with|has|at|got|[=(,])?\s*(?:only\s+)?[$€£~]?\s?\d")
_SWAPPED = re.compile(
    r"\b(?:the )?other way (?:a?round|about)\b|\b(?:swapped|mixed up|vice versa|reversed)\b", re.IGNORECASE
)
_NEUTRAL_NOUNS = stems_of("points units items people persons cases degrees pounds in and to as or versus")
_LOW_STEMS = stems_of("lowest smallest least fewest minimum weakest lower smaller last bottom worst trough low")


class Answer:
    """One answer, read in view of its record's facts.

    Attributes:
        text: the normalized text; ``layout`` and ``words`` are its parts.
        subjects: what its values are about.
        quoted: the numbers that the question holds.
        dates, times, numbers: the values that stand in it.
    """

    def __init__(self, answer: str, facts: Sequence[KeyFact], question: str = "") -> None:
        self.text = write_years(normalize(answer))
        self.facts = facts
        self.layout = Layout.of(self.text)
        self.words = words_of(self.text)
        self.quoted = frozenset(value.shown for value in find_numbers(normalize(question)))
        self.subjects = Subjects(self.layout, self.words, facts, question)
        self._contexts: dict[int, Context] = {}
        self.beaten = self._find_beaten()
        self.dates = find_dates(self.text)
        timed = ":" in self.text or any(fact.answer_type == "time" for fact in facts)
        self.times = find_times(self.text) if timed else []
        known = {unit for fact in facts for unit in (fact.unit, *(fact.conversions or ())) if unit}
        units = frozenset(known - DIMENSIONS.keys())
        taken = self.subjects.relative_years()
        taken += [span for span, _ in find_phrases(self.words, find_numbered_names(facts))]
        taken += [value.span for value in (*self.dates, *(one for one in self.times if ":" in self._slice(one.span)))]
        self.numbers = [
            value for value in find_numbers(self.text, units) if not any(value.span.overlaps(span) for span in taken)
        ]

    def _context_of(self, value: Value) -> Context:
        start = value.span.start
        if start not in self._contexts:
            self._contexts[start] = find_context(self.layout, value.span, [one.span for one in self.numbers])
        return self._contexts[start]

    def _find_beaten(self) -> list[tuple[Span, Phrase]]:
        """Return the reach of wrong names with a number of their own, with the right name before ("the Wolves 65")."""
        regions: list[tuple[Span, Phrase]] = []
        answers = {phrase for fact in self.facts if fact.sort == "name" for phrase in name_phrases(fact)[0]}
        for fact in self.facts:
            if fact.answer_type != "entity":
                continue
            rights, others = name_phrases(fact)
            found = find_phrases(self.words, [*rights, *others])
            first = next((span.end for span, phrase in found if phrase in rights), len(self.text))
            wrong = [(span, phrase) for span, phrase in found if phrase in others and phrase not in answers]
            starts = [span.start for span, _ in found]
            for span, name in wrong:
                beaten = is_lesser(self.layout, span) and first < len(self.text)
                if span.start > first and (measure := _MEASURE_OF.search(self.text, first, span.start)):
                    regions.append((Span(measure.start(), span.end), name))
                if beaten or (span.start > first and _CARRIES_NUMBER.match(self.text, span.end)):
                    end = self.layout.segments[self.layout.segment_of(span)].end
                    end = min([end, *(start for start in starts if start > span.start)])
                    reach = re.match(r"\s*\([^)]*\)|\D*[\d.,]+", self.text[span.end : end])
                    end = span.end + reach.end() if reach else span.end
                    regions.append((Span(span.start, end), name))
        return regions

    def _is_beaten(self, span: Span) -> bool:
        return any(region.overlaps(span) for region, _ in self.beaten)

    def _is_only_measured(self, span: Span) -> bool:
        """Return whether a name only says whose a number before it is ("5.4% for Benotrim")."""
        return any(region.start < span.start and region.overlaps(span) for region, _ in self.beaten)

    def find_claims(self, fact: KeyFact) -> list[Mention]:
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
        if fact.sort == "number" and not is_change_fact(fact):
            mentions = [
                one for one in mentions if not (one.weak and one.context.change is not None and one.match == "wrong")
            ]
        kinds = [
            dimension_of(one.value.readings[0].unit) if one.value and one.value.readings else None for one in mentions
        ]
        spans = [mention.span for mention in mentions]
        attributions = self.subjects.attribute(fact, spans, are_names=are_names, kinds=kinds)
        keys = self._keys_beside(fact) if are_names else frozenset()
        contrasting = {
            self.layout.segment_of(one.span) for one in mentions if one.context.contrast or one.context.inverting
        }
        owned = any(
            one.about is About.OWN and not mention.context.contrast
            for mention, one in zip(mentions, attributions, strict=True)
        )
        claimed = [
            mention
            for mention, one in zip(mentions, attributions, strict=True)
            if mention.match == "right"
            and one.about is not About.FOREIGN
            and not (mention.context.supposed or mention.context.working)
        ]
        kept = []
        for mention, attribution in zip(mentions, attributions, strict=True):
            if mention.value is not None and mention.value.kind == "ordinal":
                kept.append(mention)
                continue
            if mention.context.working and not attribution.named:
                continue
            if attribution.about is About.FOREIGN and not (mention.context.contrast and mention.match == "right"):
                continue
            if attribution.about is About.CONTESTED or (are_names and owned and attribution.about is About.FREE):
                mention = replace(mention, weak=True)
            if (
                mention.context.baseline
                and fact.sort not in ("year", "date", "time")
                and not (fact.entities and attribution.about is About.OWN and attribution.named)
            ):
                mention = replace(mention, weak=True)
            strict = mention.match == "wrong" and bool(claimed)
            if strict and _RESULT.search(self.text, 0, mention.span.start):
                continue
            compared = self.layout.segment_of(mention.span) in contrasting
            if mention.phrase in keys and not compared and self._is_bystander(fact, mention, attribution):
                continue
            if fact.sort == "number" and any(
                region.overlaps(mention.span) and not set(name) & fact.words for region, name in self.beaten
            ):
                continue
            if fact.sort != "name" and self.subjects.has_other_subject(fact, mention.span, strict=strict):
                continue
            kept.append(mention)
        if are_names:
            kept = self._drop_bystanders(kept, fact, owned)
        return self._drop_retracted(kept)

    def _drop_bystanders(self, mentions: list[Mention], fact: KeyFact, owned: bool) -> list[Mention]:
        """Return names without those that are only compared with, or only say what numbers belong to."""
        kept = []
        for mention in mentions:
            segment = self.layout.segment_of(mention.span)
            beside = [one for one in mentions if one is not mention and self.layout.segment_of(one.span) == segment]
            given = [
                one
                for one in beside
                if not (one.context.contrast or one.context.denied or self._is_only_measured(one.span))
            ]
            compared = mention.context.inverting or any(one.context.inverting for one in beside)
            if mention.match == "right" and mention.context.contrast and any(one.match == "wrong" for one in given):
                continue
            if self._is_beaten(mention.span) and any(
                one.match == "right" and not one.context.contrast for one in mentions
            ):
                continue
            unlabelled = bool(fact.labels) and not owned and not compared and fact.answer_type != "list"
            rivalled = not mention.context.contrast and any(one.match != mention.match for one in given)
            if unlabelled and rivalled and self._has_digits(mention.span):
                continue
            kept.append(mention)
        return kept

    def _number_mentions(self, fact: KeyFact) -> list[Mention]:
        kinds = {kind for other in self.facts if (kind := dimension_of(other.unit)) is not None}
        mentions = []
        ordinals = find_ordinals(self.text) if is_rank_fact(fact) else []
        for value in ordinals or self.numbers:
            match = match_number(fact, value)
            if match is None or (fact.unit is None and all(dimension_of(one.unit) in kinds for one in value.readings)):
                continue
            context = self._context_of(value)
            match = match_direction(fact, value, match, context)
            weak = not ordinals and self._is_weak_number(fact, value, match, context)
            mentions.append(Mention(value.span, match, context, weak, value, side=side_of(fact, value)))
        if is_change_fact(fact):
            match = "right" if fact.value == 0 else "wrong"
            found = [Span(*one.span()) for one in _NO_CHANGE.finditer(self.text)]
            mentions += [Mention(span, match, find_context(self.layout, span, [span])) for span in found]
            mentions.sort(key=lambda mention: mention.span.start)
        return self._link(mentions, is_change=is_change_fact(fact), is_series=self._is_series(fact))

    def _is_series(self, fact: KeyFact) -> bool:
        """Return whether another fact asks for the same quantity at another time: "15 to 90" then gives two values."""
        return any(
            other is not fact
            and other.sort == fact.sort
            and other.labels == fact.labels
            and other.entities != fact.entities
            and any(time_dimension(phrase) for item in fact.entities for phrase in item)
            for other in self.facts
        )

    def _is_weak_number(self, fact: KeyFact, value: Value, match: str, context: Context) -> bool:
        """Return whether a number can match the fact but is no evidence against it."""
        if self.text.strip(" .!") == self._slice(value.span):
            return False
        unitless = all(reading.unit is None for reading in value.readings)
        factor = value.readings[0].unit == "times"
        bare = unitless and all(reading.scale == 1 for reading in value.readings)
        before = self.text[: value.span.start]
        is_level = not context.copula or self.subjects.speaks_of_level(fact, value.span)
        called = not context.compared and (stem(context.change_word) in fact.words or self._is_done(fact, value.span))
        moved = context.change is not None and not called and not self._is_named_count(fact, value)
        small = value.worded and bare and value.readings[0].number <= 12
        shared = context.copula or context.approximate or _ENDS_SHARE.match(self.text, value.span.end)
        percent = value.readings[0].unit == "%"
        return (
            value.year_like
            or context.working
            or _BASE.search(before) is not None
            or (
                fact.unit == "%"
                and unitless
                and is_plural(self._after(value.span))
                and value.counted not in _NEUTRAL_NOUNS
            )
            or (is_change_fact(fact) and context.change is None and match == "wrong" and is_level and not factor)
            or (moved and not fact.words & CHANGE_STEMS and not factor)
            or (small and not self._is_named_count(fact, value) and not _IS.search(before))
            or (value.fraction and not shared and stem(self._after(value.span)) not in fact.words)
            or self.counts_other(fact, value)
            or (match == "wrong" and percent and fact.unit is None)
            or self._is_sum_of_facts(fact, value)
            or (match == "wrong" and not value.year_like and value.shown in self.quoted)
        )

    def _is_done(self, fact: KeyFact, span: Span) -> bool:
        """Return whether a label stands as a verb before a number ("exceeded the plan by 5")."""
        segment = self.layout.segments[self.layout.segment_of(span)]
        labels = {word for phrase in fact.labels for word in phrase}
        done = re.findall(r"[^\W\d_]+ed\b", self.text[segment.start : span.start])
        return any(stem(word) in labels for word in done)

    def _is_sum_of_facts(self, fact: KeyFact, value: Value) -> bool:
        """Return whether a number is said to be a whole where the facts ask for parts only."""
        alike = [other for other in self.facts if other.sort == fact.sort]
        if len(alike) < 2 or any(set(other.labels) & set(TOTAL_LABELS) for other in alike):
            return False
        segment = self.layout.segments[self.layout.segment_of(value.span)]
        clause = re.split(r"[,:(]", self.text[segment.start : value.span.start])[-1]
        return bool(_TOGETHER.search(clause) or _TOGETHER.match(self.text, value.span.end))

    def counts_other(self, fact: KeyFact, value: Value) -> bool:
        """Return whether a number counts things of which neither the fact nor the question speaks ("12 pages")."""
        after = self._after(value.span)
        named = self._is_named_count(fact, value) or value.counted in _NEUTRAL_NOUNS or not value.counted
        unitless = all(reading.unit is None for reading in value.readings)
        return unitless and not named and (is_plural(after) or (after.isupper() and len(after) > 1))

    def _is_named_count(self, fact: KeyFact, value: Value) -> bool:
        return value.counted in fact.words or value.counted in self.subjects.asked

    def _after(self, span: Span) -> str:
        found = re.match(r"[\s-]*([^\W\d_]+)", self.text[span.end :])
        return found[1] if found else ""

    def _year_mentions(self, fact: KeyFact) -> list[Mention]:
        values = [value for value in self.numbers if value.year_like]
        spans = [value.span for value in values]
        mentions = []
        for value in values:
            year = value.readings[0].number
            match = "right" if is_close(year, fact.value, absolute=fact.absolute) else "wrong"
            if self.text[value.span.end :].startswith("s"):
                match = "open" if year // 10 == fact.value // 10 else "wrong"
            context = find_context(self.layout, value.span, spans, is_time=True)
            mentions.append(Mention(value.span, match, context, value=value, side=compare(year, fact.value)))
        for value in self.dates:
            years = {part[0] for part in value.parts}
            if None not in years:
                match = "right" if fact.value in years else "wrong"
                mentions.append(Mention(value.span, match, find_context(self.layout, value.span, [value.span])))
        mentions.sort(key=lambda mention: mention.span.start)
        asked = sum(other.sort == "year" for other in self.facts)
        return mentions if asked > 1 else self._link(mentions)

    def _clock_mentions(self, fact: KeyFact) -> list[Mention]:
        values = self.dates if fact.answer_type == "date" else self.times
        find = find_dates if fact.answer_type == "date" else find_times
        target = find(fact.value)
        wanted: tuple[int | None, ...] = target[0].parts[0] if target else (int(fact.value[:4]), None, None)
        spans = [value.span for value in values]
        mentions = []
        for value in values:
            matches = [match_parts(part, wanted) for part in value.parts]
            match = next((one for one in ("right", "open", "wrong") if one in matches), "other")
            context = find_context(self.layout, value.span, spans, is_time=True)
            known = [
                (said, right) for said, right in zip(value.parts[0], wanted, strict=False) if None not in (said, right)
            ]
            side = next((compare(said or 0, right or 0) for said, right in known if said != right), 0)
            mentions.append(Mention(value.span, match, context, value=value, side=side))
        if not mentions and fact.answer_type == "date":
            years = [value for value in self.numbers if value.year_like]
            for value in years:
                agrees = value.readings[0].number == wanted[0]
                match = "right" if agrees and wanted[1] is None else "open" if agrees else "wrong"
                mentions.append(Mention(value.span, match, find_context(self.layout, value.span, spans), value=value))
        return self._link(mentions)

    def _name_mentions(self, fact: KeyFact) -> list[Mention]:
        rights, others = name_phrases(fact)
        entities = {phrase for other in self.facts if other is not fact for item in other.entities for phrase in item}
        found = find_phrases(self.words, [*rights, *others])
        spans = [span for span, _ in found]
        mentions = []
        for span, phrase in found:
            if self._is_part_of_longer_name(span, phrase, fact):
                continue
            match = "right" if phrase in rights else "wrong"
            context = find_context(self.layout, span, spans, is_name=True)
            if fact.answer_type == "list" and self._is_said_opposite(fact, span):
                context = replace(context, denied=True)
            weak = context.contrast or (phrase in entities and self._has_digits(span))
            mentions.append(
                Mention(span, match, context, weak, item=rights.get(phrase) or others[phrase], phrase=phrase)
            )
        return self._link(self._turn_inverted(self._drop_appositions(mentions, fact), fact))

    def _is_said_opposite(self, fact: KeyFact, span: Span) -> bool:
        """Return whether an item is said to be the opposite of what is asked for ("pots remain allowed" for banned)."""
        segment = self.layout.segments[self.layout.segment_of(span)]
        for pair in _OPPOSITES:
            own = [side for side in pair if side & fact.words]
            if len(own) != 1:
                continue
            said = [
                word
                for word in self.words
                if segment.start <= word.start < segment.end and word.stem in pair[0] | pair[1]
            ]
            word = next((one for one in said if one.start >= span.end), said[-1] if said else None)
            if word and word.stem not in own[0]:
                return not re.search(r"\b(?:not|never|no longer)\s+(?:\w+\s+)?$", self.text[segment.start : word.start])
        return False

    def _is_bystander(self, fact: KeyFact, mention: Mention, attribution: Attribution) -> bool:
        """Return whether a name only says what a number belongs to: no label is near, and it is given as no answer."""
        if not fact.labels or attribution.named or fact.answer_type == "list":
            return False
        segment = self.layout.segments[self.layout.segment_of(mention.span)]
        if not any(segment.start <= one.span.start < segment.end and not one.year_like for one in self.numbers):
            return False
        before, after = self.text[segment.start : mention.span.start], self.text[mention.span.end : segment.end]
        opened = before.strip(" ,;").casefold() in ("", "the") or _GIVEN_BEFORE.search(before)
        closed = _GIVEN_AFTER.match(after)
        return not (opened and closed)

    def _keys_beside(self, fact: KeyFact) -> frozenset[Phrase]:
        """Return the phrases that say what the values of other facts belong to, or do not."""
        others = [other for other in self.facts if other is not fact]
        entities = {phrase for other in others for item in other.entities for phrase in item}
        keys = entities | {phrase for other in others for phrase in (*other.labels, *other.rivals)}
        return frozenset(phrase for phrase in keys if not set(phrase) <= CHANGE_STEMS)

    def _has_digits(self, span: Span) -> bool:
        """Return whether numbers stand in the segment of a mention: a name there may only say what they belong to."""
        segment = self.layout.segments[self.layout.segment_of(span)]
        worded = any(segment.start <= value.span.start < segment.end for value in self.numbers)
        return worded or bool(re.search(r"\d", self.text[segment.start : segment.end]))

    def _is_part_of_longer_name(self, span: Span, phrase: Phrase, fact: KeyFact) -> bool:
        """Return whether a name is only a part of another one ("South Africa" for "Africa")."""
        shown = self._slice(span)
        if not shown[:1].isupper():
            return False
        before = re.search(r"([^\W\d_]+)[ -]$", self.text[: span.start])
        if before and before[1] in _QUALIFIERS and stem(before[1]) not in phrase:
            return True
        after = re.match(r"(?:-| )([A-Z][^\W\d_]+)", self.text[span.end :])
        known = fact.words | {word for text in (*fact.aliases, *fact.others) for word in phrase_of(text)}
        return bool(after and stem(after[1]) not in known and after[1] in _NAME_ENDINGS)

    def _drop_appositions(self, mentions: list[Mention], fact: KeyFact) -> list[Mention]:
        """Return mentions without the X of "Y, not X" where Y is what another fact asks for."""
        elsewhere = {
            phrase
            for other in self.facts
            if other.sort == "name" and other is not fact
            for phrase in name_phrases(other)[0]
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

    def _turn_inverted(self, mentions: list[Mention], fact: KeyFact) -> list[Mention]:
        """Return mentions where "Germany trails France" gives France, unless the fact asks for the lowest."""
        low = bool(fact.words & _LOW_STEMS)
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

    def _link(self, mentions: list[Mention], *, is_change: bool = False, is_series: bool = False) -> list[Mention]:
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
                if link is None or (kind is not None and link.kind != kind) or not is_alike(group[-1], following):
                    break
                kind = link.kind
                group.append(following)
            size = len(group)
            if kind is not None and not (kind == "series" and is_series):
                group = self._settle_group(group, kind, is_change)
                linked[position : position + size] = group
            position += len(group)
        return linked

    def _settle_group(self, group: list[Mention], kind: str, is_change: bool) -> list[Mention]:
        matches = {mention.match for mention in group}
        if kind == "series" and is_change:
            return [replace(one, weak=True) for one in group]
        if kind == "series":
            if "right" in matches:
                return [replace(one, weak=True) if one.match == "wrong" else one for one in group]
            return [replace(group[0], weak=True), *group[1:]]
        if kind == "odds":
            return [group[0]]
        if kind == "spread":
            return [replace(group[0], context=replace(group[0].context, approximate=True))]
        if kind == "choice":
            if len(matches) == 1 and (matches == {"right"} or len({self._slice(one.span) for one in group}) == 1):
                return group
            match = "open" if "right" in matches else "wrong"
            return [replace(group[0], match=match, span=Span(group[0].span.start, group[-1].span.end))]
        return [self._settle_range(group[0], group[-1])]

    def _settle_range(self, low: Mention, high: Mention) -> Mention:
        span = Span(low.span.start, high.span.end)
        if "right" in (low.match, high.match):
            return replace(low, match="open", span=span)
        inside = {low.side, high.side} == {-1, 1}
        return replace(low, match="open" if inside else "wrong", span=span, context=replace(low.context, bound=None))

    def _drop_retracted(self, mentions: list[Mention]) -> list[Mention]:
        """Return mentions without those that a later one takes back."""
        kept = []
        swapped = _SWAPPED.search(self.text)
        for position, mention in enumerate(mentions):
            later = mentions[position + 1 :]
            if swapped and mention.span.end <= swapped.start() and mentions[-1].span.start >= swapped.end():
                continue
            corrected = bool(later) and is_correction(self.layout, mention.span, later[0].span)
            rebuttals = [
                one
                for one in later
                if self.layout.segment_of(one.span) != self.layout.segment_of(mention.span)
                and self._opens_with_but(one.span)
            ]
            answered = (
                bool(rebuttals)
                and is_view(self.layout, mention.span)
                and any(not is_view(self.layout, one.span) for one in rebuttals)
            )
            if not corrected and not answered:
                kept.append(mention)
        return kept

    def _opens_with_but(self, span: Span) -> bool:
        segment = self.layout.segments[self.layout.segment_of(span)]
        return bool(_BUT.match(self.text, segment.start, segment.end))

    def _slice(self, span: Span) -> str:
        return self.text[span.start : span.end]
