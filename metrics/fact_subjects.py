"""What a value in an answer is about: the names around it, and whether they are a fact's own or another thing's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, pairwise

from metrics.fact_context import Layout
from metrics.fact_frames import CHANGE_STEMS, MONTHS, QUARTER_NAMES, YEAR, frame_of, time_dimension
from metrics.fact_text import Phrase, Span, Word, find_phrases, phrase_of, stem, stems_of
from metrics.fact_values import dimension_of, spelled_number
from metrics.key_facts import TOTAL_LABELS, KeyFact


class About(Enum):
    """How a mention relates to a fact."""

    OWN = "own"
    FREE = "free"
    CONTESTED = "contested"
    FOREIGN = "foreign"


@dataclass(frozen=True)
class Naming:
    """A name in the text: what kind of thing it names (``dimensions``) and which phrase it is."""

    span: Span
    phrase: Phrase
    dimensions: frozenset[str]


@dataclass(frozen=True)
class Attribution:
    """What a mention is about in view of one fact; ``named`` where a name of the fact stands in its own segment."""

    about: About
    named: bool


_LEFT_LINK = re.compile(
    r"(?:\s*(?!(?:and|or|to|from|while|but|than|versus|vs|with|by|against|of|in|for|is|are|was|"
    r"were)\b)[a-z-]+\b){0,2}\s*(?:[(\[]\s*|(?:(?:in|for|of|by|from|during|at|under|on|among|after|as of|throughout|"
    r"worth of|through|within|to)\s+)"
    r"(?:(?:the|fiscal|calendar|year|case of|its|all|total|annual|full|(?:end|start|beginning|close|middle) of)\s+)*)",
    re.IGNORECASE,
)
_PREDICATE_LINK = re.compile(
    r"(?:\s*\([^)]*\))?\s*(?:(?:,?\s*(?:being|as)|was|is|were|are|came|comes|ranked|ranks|placed|finished|"
    r"had|has|took|takes|"
    r"holds?|held|recorded|"
    r"remained|stands|stood|sits|in|with|posted|saw)\s+)?(?:(?:the|a|in|at|by)\s+)*",
    re.IGNORECASE,
)
_OWN_VALUE = re.compile(r"['’]?s?\s*(?:\)?\s*(?:of|at|:|=|was|were|is|are)|\()\s*(?:from\s+)?[$€£~]?\s*", re.IGNORECASE)
_HEADS = re.compile(r"\s*[:=]\s*[$€£~]?\s*")
_COMPARED = re.compile(r"\b(?:from|than|against|(?:compared|up|down) (?:to|with|from))\s*[$€£~]?\Z", re.IGNORECASE)
_PAIRED = re.compile(
    r"\s*(?:,|and|to|or|/|,\s*and)\s*(?:about|around|roughly|just|nearly)?\s*[$€£~]?\s*", re.IGNORECASE
)
_LISTED = re.compile(r"\s*(?:,|and|or|,\s*and)\s*[$€£]?\s*", re.IGNORECASE)
_TOGETHER = re.compile(
    r"['’]?s?\s*(?:,\s*and|,|and|&|or|to|as well as|-)?\s*(?:(?:both|in|of|for|the|on|at|among|from)\s+)*",
    re.IGNORECASE,
)
_BEING = re.compile(
    r"\s*(?:of\s+(?:[\w-]+\s+){1,4}?)?(?:was|were|is|are|being)\s+(?:(?:the|a|an|its|their|classed as|due to)\s+)*",
    re.IGNORECASE,
)
_TO_LINK = re.compile(r"\s*to\s+", re.IGNORECASE)
_VALUE_LINK = re.compile(
    r"['’]?s?(?:\s+(?:level|value|figure|total|price|rate|number|share|mark|count))?\s*(?:,\s*)?"
    r"(?:at|of|were|was|is|are|with|had|has|stood at|came to|came in at|reached|:|=|\(|-|–|totall?ed|recorded|saw|"
    r"reporting|got|hit)?\s*(?:about|around|roughly|approximately|only|just|an?|the|nearly|almost)?\s*[$€£~]?\s*",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:unlike|than|versus|vs\.?|compared (?:to|with)|against|rather than|instead of|as opposed to|"
    r"in contrast to|overt\w+|"
    r"exceed\w*|surpass\w*|outpac\w*|outstrip\w*|ahead of|behind|relative to|excluding|except(?: for)?|"
    r"apart from|other than|"
    r"(?:(?<=, )|(?<=and ))not|trail\w*|beat\w*|outperform\w*|above|below|and not|contrary to|tops|topped|topping)\s+"
    r"(?:(?:the|both|that of|those of|those in|for|in|of|its|by|even)\s+)*$",
    re.IGNORECASE,
)
_COORDINATED = re.compile(r"\b(?:and|both|or|as well as)\b|[,&/]", re.IGNORECASE)
_STRONG_BREAK = re.compile(r"[,;]|\b(?:and|but|while)\b", re.IGNORECASE)
_YEARS_APART = re.compile(
    r"(?<![\d.,])\b(?P<count>an?|\d{1,2}|(?:(?:twenty|thirty|forty|fifty)[ -]?)?(?:one|two|three|four|five|six|seven|"
    r"eight|nine)|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\s+(?P<unit>years?|"
    r"decades?)\s+"
    r"(?:(?P<earlier>earlier|before|prior|previously|ago)|(?P<later>later|after|on(?=\s*[,.;]|$)))\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\bof (?:the|its|their|these|all)\b(?= [$€£]?\d)", re.IGNORECASE)
_EARLIER = re.compile(
    r"\b(?:(?:the|a)\s+)?(?:year\s+(?:before|earlier|prior)|(?:previous|prior|preceding|last)\s+year|"
    r"one year (?:before|earlier))\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:(?:the|a)\s+)?(?:(?:following|next|subsequent)\s+year|year\s+(?:later|after|on)|one year (?:later|after))\b",
    re.IGNORECASE,
)

_GENERIC = stems_of(
    "answer value figure number amount total sum result level count reading bar line chart table report document "
    "graph data it this that these those they he she which there percentage quantity text page source author we "
    "i you value's result's estimate calculation response correct final overall respectively both one ones point "
    "points segment slice column row cell label legend axis mark marker plot diagram section paragraph narrative "
    "passage statement information evidence conclusion what who where when metric indicator measure outcome year "
    "correction update edit note hint period time date country company group category series item "
    "entry former latter all each everything same"
)
_SOURCES = stems_of("text passage narrative paragraph prose chart figure graph table plot diagram")
_STOP = stems_of(
    "the a an its their his her our my your of in on at by for from to with and or but as so then than that this "
    "these those only also just exactly precisely about around roughly approximately nearly almost over under "
    "some still already now again thus therefore hence finally overall together here indeed even however "
    "meanwhile instead rather well very quite not no yes if when while whereas because since after before during "
    "until between per was were is are be been being up down more less most least first last next same other "
    "another such own respective never ever always half third quarter twice much well far "
    "should would could may might must can will"
)
_VERBS = (
    r"was|were|is|are|be|been|stood|stands|reach(?:ed|es)|total(?:l?ed|s)|amount(?:ed|s)|came|comes|hit|hits|"
    r"rose|fell|grew|"
    r"climbed|dropped|declined|increased|decreased|equals?|equalled|measured|registered|recorded|posted|"
    r"averag(?:ed|es)|jumped|peaked|"
    r"ended|finished|landed|sat|sits|remained|stayed|went|has|had|have|account(?:ed|s)|represent(?:ed|s)|made|makes|"
    r"number(?:ed|s)|costs?|took|takes|lasted|weigh(?:ed|s)?|rises|falls|grows|shrank|sank|soared|surged|"
    r"plunged|settled|clocked|"
    r"seem(?:s|ed)|appear(?:s|ed)|showed|shows|read|reads|gives?|gave|reports?|says?|said|states?|indicates?|"
    r"puts?|lists?|records?|suggests?|finds?|found"
)
_OWNER = re.compile(r"\b(?P<name>[A-Z][^\W\d_]{2,})'s?\s+[$€£~]?\Z")
_PLACE = re.compile(r"\b(?:[Ii]n|of|for|[Aa]t)\s+(?P<name>[A-Z][^\W\d_]{3,})\b")
_ALONE = re.compile(r"\s*(?P<word>[^\W\d_]{4,})\s*")
_OTHER_NAME = re.compile(r"[^\W\d_]{4,}")
_OF_NUMBER = re.compile(r"\s+of\s+(?:about\s+|around\s+|roughly\s+|only\s+)?(?:[$€£]|[A-Z]{3}\s)?\d", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)\s+\Z", re.IGNORECASE)
_HOLDS = re.compile(r"ha[sd]|have", re.IGNORECASE)
_SUBJECT = re.compile(
    rf"^\W*(?P<subject>(?:[^\W\d][\w'/-]*(?:\s+|(?=:))){{1,7}}?)(?:(?<=\s)(?:also\s+|only\s+|then\s+)?(?P<verb>{_VERBS})\b|:\s)",
    re.IGNORECASE,
)


def _is_mark(word: str) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isupper())


def _years_apart(match: re.Match[str]) -> int:
    count = match["count"].casefold()
    number = int(count) if count.isdigit() else 1 if count in ("a", "an") else int(spelled_number(count))
    years = number * (10 if match["unit"].casefold().startswith("decade") else 1)
    return -years if match["earlier"] else years


class Subjects:
    """The names that stand in one answer, and what each value is about."""

    def __init__(self, layout: Layout, words: Sequence[Word], facts: Sequence[KeyFact], question: str = "") -> None:
        self._layout = layout
        self._words = words
        self._facts = facts
        self._frame = frame_of(tuple(facts))
        self._dimensions = self._frame.dimensions
        self._owned = self._frame.owned
        self.asked = frozenset(phrase_of(question)) - _STOP
        self._known = self._frame.words | self.asked
        self._namings = self._find_namings()

    def relative_years(self) -> list[Span]:
        """Return where years are named by their distance ("four years earlier")."""
        text = self._layout.text
        if "year" not in text and "decade" not in text:
            return []
        return [Span(*match.span()) for pattern in (_EARLIER, _LATER, _YEARS_APART) for match in pattern.finditer(text)]

    def attribute(
        self, fact: KeyFact, spans: Sequence[Span], *, are_names: bool = False, kinds: Sequence[str | None] = ()
    ) -> list[Attribution]:
        """Return what each of a fact's candidate mentions is about.

        Args:
            fact: one of the facts.
            spans: the candidate mentions in text order; names that overlap one of them are not read as names.
            are_names: the mentions are words and names, which a predicate may follow ("Sweden was second").
            kinds: what kind of quantity the unit of each mention measures: no label of a quantity of another kind
                stands over "212 m".
        """
        strangers = self._frame.strangers[fact.name]
        namings = [
            one
            for one in self._namings
            if not any(one.span.overlaps(span) for span in spans) and not self._is_settled(one, fact, spans)
        ]
        own = self._owned[fact.name]
        dimensions = self._frame.relevant[fact.name]
        governors = {name: self._govern(name, namings, spans, fact, are_names) for name in dimensions}
        for position, kind in enumerate(kinds):
            if kind is not None and kind == dimension_of(fact.unit) and "label" in governors:
                over = governors["label"][position]
                governors["label"][position] = tuple(one for one in over if one.phrase not in strangers)
        attributions = []
        for position, span in enumerate(spans):
            abouts = [
                _judge_names(governors[name][position], own.get(name, frozenset()), fact.rivals, self._layout.text)
                for name in dimensions
            ]
            about = next((one for one in (About.FOREIGN, About.CONTESTED, About.OWN) if one in abouts), About.FREE)
            segment = self._layout.segments[self._layout.segment_of(span)]
            named = any(
                segment.start <= one.span.start < segment.end and any(one.phrase in phrases for phrases in own.values())
                for one in namings
            )
            attributions.append(Attribution(about, named))
        return attributions

    def _is_settled(self, naming: Naming, fact: KeyFact, spans: Sequence[Span]) -> bool:
        """Return whether another thing's name has a number of its own, or a rank ("the budget of 5", "third place")."""
        if any(naming.phrase in phrases for phrases in self._owned[fact.name].values()):
            return False
        own = _OF_NUMBER.match(self._layout.text, naming.span.end)
        ranked = _ORDINAL.search(self._layout.text, max(0, naming.span.start - 12), naming.span.start)
        return bool(ranked or (own and not any(span.start < own.end() <= span.end for span in spans)))

    def has_other_subject(self, fact: KeyFact, span: Span, *, strict: bool) -> bool:
        """Return whether the clause of a mention speaks of a thing that no fact names.

        Args:
            fact: the fact in view.
            span: the mention.
            strict: any unknown word before the mention in its clause is enough; else only an unknown subject is.
        """
        if not fact.labels:
            return False
        segment = self._layout.segments[self._layout.segment_of(span)]
        before = self._layout.text[segment.start : span.start]
        owner = _OWNER.search(before)
        if owner and self._is_elsewhere(fact, owner["name"]):
            return True
        pieces = re.split(r"[,;:()]|\band\b|\bwith\b", before)
        if strict and len(pieces) > 1 and (alone := _ALONE.fullmatch(pieces[-1])) and self._is_unknown(alone["word"]):
            return True
        clause = pieces[-1] if len(pieces[-1].split()) > 1 else before
        own = (
            {word for phrase in fact.labels for word in phrase}
            | set(phrase_of(fact.name))
            | set((fact.unit or "").split())
        )
        own |= {word for text in fact.aliases for word in phrase_of(text)}
        places = [match["name"] for match in _PLACE.finditer(clause)]
        if places and not self._holds_entity(fact, segment) and all(self._is_elsewhere(fact, one) for one in places):
            return True
        sources = [root for word in re.findall(r"[^\W\d_]+", clause) if (root := stem(word)) in _SOURCES]
        if own & _SOURCES and sources and sources[-1] not in own:
            return True
        own -= {word for item in fact.entities for phrase in item for word in phrase} | _STOP
        behind = re.split(r"[,;:()]|\band\b|\bwith\b", self._layout.text[span.end : segment.end])[0]
        words = {stem(word) for word in re.findall(r"[^\W_]+", f"{clause} {behind}")}
        shown = set(phrase_of(self._layout.text[span.start : span.end]))
        if words & own or shown & {word for phrase in fact.labels for word in phrase}:
            return False
        if strict and any(self._is_unknown(word) for word in re.findall(r"[^\W\d_]{4,}", pieces[-1])):
            return True
        found = _SUBJECT.match(clause)
        if not found:
            return False
        if _HOLDS.match(found["verb"] or "") and found["subject"].lower().startswith(("the ", "it ")):
            return False
        subject = re.findall(r"[^\W_]+", found["subject"])
        if any(stem(word) in _GENERIC for word in subject):
            return False
        head = re.split(r"\b(?:of|in|for|from|at|by|to)\b", found["subject"])[0].split()
        if not head or head[-1].endswith("ing"):
            return False
        merely_asked = strict and stem(head[-1]) in self.asked - self._frame.words
        return merely_asked or self._is_unknown(head[-1])

    def _is_elsewhere(self, fact: KeyFact, name: str) -> bool:
        """Return whether a proper name is none of a fact's, of its answers', of a time or of a source."""
        root = stem(name)
        return not (root in self._frame.words or root in fact.words or (root,) in MONTHS or root in _STOP | _GENERIC)

    def _holds_entity(self, fact: KeyFact, segment: Span) -> bool:
        """Return whether the entities of a fact are times only, or one stands in a segment."""
        names = {word for item in fact.entities for phrase in item if not time_dimension(phrase) for word in phrase}
        words = {word.stem for word in self._words if segment.start <= word.start < segment.end}
        return not names or bool(names & words)

    def speaks_of_level(self, fact: KeyFact, span: Span) -> bool:
        """Return whether the clause before a number names a quantity and no change of one."""
        segment = self._layout.segments[self._layout.segment_of(span)]
        clause = re.split(r"[,;:()]|\band\b|\bwith\b", self._layout.text[segment.start : span.start])[-1]
        roots = {
            stem(word) for word in re.findall(r"[^\W\d_]{3,}", clause) if not re.fullmatch(_VERBS, word.casefold())
        }
        return not roots & CHANGE_STEMS and bool(roots - _STOP - _GENERIC)

    def _is_unknown(self, word: str) -> bool:
        """Return whether a word names a thing that neither the facts nor the talk of answers know."""
        root = stem(word)
        lowered = word.casefold()
        return not (
            root in _STOP
            or root in _GENERIC
            or root in self._known
            or lowered.endswith("ly")
            or re.fullmatch(_VERBS, lowered)
            or not root.isalpha()
            or (len(root) == 1 and root.isupper())
        )

    def _find_namings(self) -> list[Naming]:
        found = [
            Naming(span, phrase, self._dimensions[phrase])
            for span, phrase in find_phrases(self._words, self._frame.phrases)
        ]
        if any("year" in own for own in self._owned.values()):
            taken = [one.span for one in found]
            for word in self._words:
                match = YEAR.fullmatch(word.stem)
                if match and not any(
                    word.start == span.start or Span(word.start, word.end).overlaps(span) for span in taken
                ):
                    found.append(Naming(Span(word.start, word.end), (match[1],), frozenset({"year"})))
        if TOTAL_LABELS[0] in self._dimensions:
            wholes = _WHOLE.finditer(self._layout.text)
            found += [Naming(Span(*match.span()), TOTAL_LABELS[0], frozenset({"label"})) for match in wholes]
        found += self._find_siblings(found)
        found += self._find_relative_years(sorted(found, key=lambda one: one.span.start))
        if any("quarter" in own for own in self._owned.values()):
            for first, second in pairwise(self._words):
                if first.stem in QUARTER_NAMES and second.stem == "quarter":
                    span = Span(first.start, second.end)
                    if not any(span.overlaps(one.span) for one in found):
                        found.append(Naming(span, (QUARTER_NAMES[first.stem],), frozenset({"quarter"})))
                elif re.fullmatch(r"q[1-4]", first.stem) and not any(
                    Span(first.start, first.end).overlaps(one.span) for one in found
                ):
                    found.append(Naming(Span(first.start, first.end), (first.stem,), frozenset({"quarter"})))
        if any("month" in own for own in self._owned.values()):
            for span, phrase in find_phrases(self._words, MONTHS):
                if not any(span.overlaps(one.span) for one in found):
                    found.append(Naming(span, phrase, frozenset({"month"})))
        text = self._layout.text
        kept = [one for one in found if one.phrase != ("may",) or text[one.span.start : one.span.end] == "May"]
        return sorted(kept, key=lambda one: one.span.start)

    def _find_siblings(self, namings: Sequence[Naming]) -> list[Naming]:
        """Return "group C" where a fact speaks of group A, "6 weeks" where one speaks of 4 weeks."""
        shapes = {
            tuple("#" if _is_mark(word) else word for word in phrase): kinds
            for phrase, kinds in self._dimensions.items()
            if len(phrase) == 2 and sum(map(_is_mark, phrase)) == 1
        }
        found = []
        for first, second in pairwise(self._words) if shapes else ():
            span, phrase = Span(first.start, second.end), (first.stem, second.stem)
            kinds = shapes.get(tuple("#" if _is_mark(word) else word for word in phrase))
            if kinds and second.start - first.end < 3 and not any(span.overlaps(one.span) for one in namings):
                found.append(Naming(span, phrase, kinds))
        return found

    def _find_relative_years(self, namings: Sequence[Naming]) -> list[Naming]:
        """Return "the year before" and "a year later" as the years that they name."""
        text = self._layout.text
        if "year" not in text and "decade" not in text:
            return []
        years = [one for one in namings if "year" in one.dimensions and YEAR.fullmatch("".join(one.phrase))]
        owned = sorted(
            {int(p[0][-4:]) for own in self._owned.values() for p in own.get("year", ()) if p[0][-4:].isdigit()}
        )
        found: list[Naming] = []
        steps = [(match, -1) for match in _EARLIER.finditer(text)] + [(match, 1) for match in _LATER.finditer(text)]
        steps += [(match, _years_apart(match)) for match in _YEARS_APART.finditer(text)]
        for match, step in steps:
            if any(Span(*match.span()).overlaps(one.span) for one in found):
                continue
            before = [one for one in years if one.span.end <= match.start()]
            if before:
                year = int(before[-1].phrase[0][-4:]) + step
            elif len(owned) == 2:
                year = owned[0] if step < 0 else owned[1]
            else:
                continue
            found.append(Naming(Span(*match.span()), (str(year),), frozenset({"year"})))
        return found

    def _govern(
        self, dimension: str, namings: Sequence[Naming], spans: Sequence[Span], fact: KeyFact, are_names: bool
    ) -> list[tuple[Naming, ...]]:
        """Return for every mention the names of one kind that it stands under."""
        governors: list[tuple[Naming, ...]] = []
        carried = _Carried()
        visible = self._frame.visible[fact.name]
        own = self._owned[fact.name]
        for segment in self._layout.segments:
            inside = [
                one
                for one in namings
                if dimension in one.dimensions
                and segment.start <= one.span.start < segment.end
                and (one.phrase in visible or one.phrase not in self._dimensions or time_dimension(one.phrase))
                and not (len(one.dimensions) > 1 and any(one.phrase in phrases for phrases in own.values()))
            ]
            values = [span for span in spans if segment.start <= span.start < segment.end]
            inside = [one for one in inside if not self._is_only_contrast(one, values, segment)]
            result, carried = _assign(self._layout.text, inside, values, carried, are_names)
            governors.extend(result)
        return governors

    def _is_only_contrast(self, naming: Naming, values: Sequence[Span], segment: Span) -> bool:
        """Return whether a thing is named only to set the subject off from it, with no value of its own."""
        text = self._layout.text
        if not _CONTRAST.search(text[max(segment.start, naming.span.start - 48) : naming.span.start]):
            return False
        following = next((span for span in values if span.start >= naming.span.end), None)
        if following is not None and _VALUE_LINK.fullmatch(text[naming.span.end : following.start]):
            gap = text[naming.span.end : following.start]
            return bool(re.match(r"\s*,(?!\s*(?:at|with|on|which)\b)", gap))
        if following is not None and re.match(
            r"\s*,?\s*(?:which|who|where|whose)\b", text[naming.span.end : following.start]
        ):
            return False
        previous = next((span for span in reversed(values) if span.end <= naming.span.start), None)
        return not (previous is not None and _LEFT_LINK.fullmatch(text[previous.end : naming.span.start]))


@dataclass(frozen=True)
class _Carried:
    """Names that a segment hands on: the last one, and all in order, for "they were 90 and 85"."""

    last: tuple[Naming, ...] = ()
    series: tuple[Naming, ...] = ()


def _assign(
    text: str,
    namings: Sequence[Naming],
    values: Sequence[Span],
    carried: _Carried,
    are_names: bool,
) -> tuple[list[tuple[Naming, ...]], _Carried]:
    """Return the names over each value of one segment, and what is carried on to the next segment."""
    if not values:
        return [], _Carried(tuple(namings), tuple(namings)) if namings else carried
    joined = all(_PAIRED.fullmatch(text, one.end, other.start) for one, other in pairwise(values))
    if not namings and len(values) == len(carried.series) > 1 and joined:
        return [(name,) for name in carried.series], carried
    attached: dict[int, list[Naming]] = {}
    loose: list[Naming] = []
    runs = _runs(namings, values)
    zipped = _zip_runs(runs, text)
    for naming in namings:
        if naming in zipped:
            continue
        index = _value_before(text, naming, namings, values, loose, are_names)
        if index is None:
            loose.append(naming)
            continue
        attached.setdefault(index, []).append(naming)
        while (
            index
            and not any(one.span.end <= values[index - 1].start for one in loose)
            and _LISTED.fullmatch(text, values[index - 1].end, values[index].start)
        ):
            index -= 1
            attached.setdefault(index, []).append(naming)
    governors: list[tuple[Naming, ...]] = []
    for index, value in enumerate(values):
        names = tuple(one for one in namings if zipped.get(one) == value)
        names = names or tuple(attached.get(index, ()))
        names = names or _preceding_run(text, loose, values, index)
        if not names:
            names = _following(text, loose, values, index)
        governors.append(names or carried.last)
    compared = [
        name
        for index, names in attached.items()
        if _COMPARED.search(text, max(0, values[index].start - 20), values[index].start)
        for name in names
    ]
    open_names = [one for one in namings if not _is_bracketed(text, one.span) and one not in compared]
    if not open_names:
        return governors, carried
    last = [one for one in open_names if one in loose][-1:] or open_names[-1:]
    return governors, _Carried(tuple(last), tuple({one.phrase: one for one in open_names}.values()))


def _is_bracketed(text: str, span: Span) -> bool:
    """Return whether a span stands inside parentheses."""
    before = text[: span.start]
    return before.rfind("(") > before.rfind(")")


def _value_before(
    text: str,
    naming: Naming,
    namings: Sequence[Naming],
    values: Sequence[Span],
    loose: Sequence[Naming],
    are_names: bool,
) -> int | None:
    """Return the position of the value that a name follows and belongs to ("42 in 2019"), or None."""
    index = next((i for i in range(len(values) - 1, -1, -1) if values[i].end <= naming.span.start), None)
    if index is None:
        return None
    end = values[index].end
    if any(end <= other.span.start < naming.span.start for other in namings):
        return None
    gap = text[end : naming.span.start]
    shown = text[naming.span.start : naming.span.end]
    if " " in shown and any(pattern.fullmatch(shown) for pattern in (_EARLIER, _LATER, _YEARS_APART)):
        return index if not gap.strip(" ,(") else None
    following = values[index + 1] if index + 1 < len(values) else None
    served = any(one.span.end <= values[index].start for one in loose)
    if following and _HEADS.fullmatch(text, naming.span.end, following.start):
        return None
    if following and served and _OWN_VALUE.fullmatch(text, naming.span.end, following.start):
        return None
    if _TO_LINK.fullmatch(gap):
        return None
    if not gap.strip(" -") and not are_names and not re.match(r"['’]|\s*[:=|(]?\s*[$€£~-]?\d", text[naming.span.end :]):
        return index
    since = values[index - 1].end if index else 0
    if (
        _BEING.fullmatch(gap)
        and not any(since <= one.span.start < values[index].start for one in loose)
        and not (following and _VALUE_LINK.fullmatch(text, naming.span.end, following.start))
    ):
        return index
    linked = _LEFT_LINK.fullmatch(gap) or (are_names and _PREDICATE_LINK.fullmatch(gap))
    return index if linked else None


def _runs(namings: Sequence[Naming], values: Sequence[Span]) -> list[list[Naming] | list[Span]]:
    """Return names and values in text order, neighbours of one sort together."""
    sequence: list[tuple[int, Naming | Span]] = [(one.span.start, one) for one in namings]
    sequence += [(span.start, span) for span in values]
    sequence.sort(key=lambda pair: pair[0])
    grouped = groupby(sequence, key=lambda pair: type(pair[1]))
    return [[item for _, item in group] for _, group in grouped]  # type: ignore[misc]


def _zip_runs(runs: Sequence[list[Naming] | list[Span]], text: str) -> dict[Naming, Span]:
    """Return the pairs of "A and B were 1 and 2" and of "1 and 2 in A and B"."""
    pairs: dict[Naming, Span] = {}
    for one, other in pairwise(runs):
        names = one if isinstance(one[0], Naming) else other
        spans = [item for item in (other if names is one else one) if isinstance(item, Span)]
        first = spans[: len(one)]
        if names is one and all(_PAIRED.fullmatch(text, left.end, right.start) for left, right in pairwise(first)):
            other = first
        if len(one) < 2 or len(one) != len(other):
            continue
        keys = [name for name in names if isinstance(name, Naming)]
        if len({key.phrase for key in keys}) < len(keys) or any(key in pairs for key in keys):
            continue
        if not _COORDINATED.search(text[keys[0].span.end : keys[1].span.start]) and not re.search(
            r"\b(?:to|between|from)\b", text[max(0, keys[0].span.start - 12) : keys[-1].span.start], re.IGNORECASE
        ):
            continue
        pairs.update(zip(keys, first if names is one else spans, strict=True))
    return pairs


def _preceding_run(text: str, loose: Sequence[Naming], values: Sequence[Span], index: int) -> tuple[Naming, ...]:
    """Return the nearest names before a value; several where they stand together and no other value parts them."""
    before = [
        one
        for one in loose
        if one.span.end <= values[index].start
        and (not _is_bracketed(text, one.span) or ")" not in text[one.span.end : values[index].start])
    ]
    if not before:
        return ()
    run = [before[-1]]
    for one in reversed(before[:-1]):
        if not _TOGETHER.fullmatch(text, one.span.end, run[0].span.start):
            break
        run.insert(0, one)
    inside = [span for span in values if run[-1].span.end <= span.start]
    if len(run) > 1 and len(inside) > 1 and (position := inside.index(values[index])) > 0:
        if _OTHER_NAME.search(text, inside[position - 1].end, values[index].start):
            return (run[-1],)
        parted = [i for i in range(1, len(run)) if text[run[i - 1].span.end : run[i].span.start].strip(" -")]
        return tuple(run[parted[-1] if parted else 0 :])
    return tuple(run)


def _following(text: str, loose: Sequence[Naming], values: Sequence[Span], index: int) -> tuple[Naming, ...]:
    """Return a name after a value that has none before it, if no other value or strong break parts them."""
    following = next((one for one in loose if one.span.start >= values[index].end), None)
    if following is None:
        return ()
    gap = text[values[index].end : following.span.start]
    parted = any(values[index].end <= span.start < following.span.start for span in values)
    aside = "(" in gap and (gap.strip() != "(" or _HEADS.match(text, following.span.end))
    return () if parted or aside or _STRONG_BREAK.search(gap) else (following,)


def _judge_names(names: Sequence[Naming], own: frozenset[Phrase], rivals: Sequence[Phrase], text: str) -> About:
    """Return what the names over a value say of a fact whose own names of that kind are ``own``.

    Of "barley yield" and "sales of hybrid cars" the rival decides.
    """
    if not names:
        return About.FREE
    mine = [one.phrase in own for one in names]
    if all(mine):
        return About.OWN
    if not any(mine):
        return About.FOREIGN
    gap = text[names[0].span.end : names[-1].span.start]
    if _COORDINATED.search(gap):
        return About.OWN
    return About.FOREIGN if any(one.phrase in rivals for one in names) else About.CONTESTED
