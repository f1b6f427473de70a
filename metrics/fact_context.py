"""How a value stands in its sentence: given, about, a bound, denied, only supposed, an operand, a contrast."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from metrics.fact_text import Span, split_segments, split_sentences


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_TAIL = 64
"""How many characters before a value can bear on it directly; a longer look costs time and finds nothing."""
_DETERMINER = r"\s*(?:(?:the|a|an|its|their|only|just|exactly|precisely|even)\s+)*[$€£]?\s*$"
_BOUNDED = r"\s*(?:(?:a|an|only|just|exactly|precisely|even)\s+)*[$€£]?\s*$"
"""What may stand between a bound and its number; "below the 42 of 2019" compares with a value and is none."""
_APPROXIMATE = _compile(
    r"(?:\b(?:roughly|about|around|approximately|approx\.?|circa|ca\.?|nearly|almost|close to|near(?:ing)?|virtually|"
    r"just (?:over|under|above|below|shy of|about|short of|past)|"
    r"(?:slightly|marginally|fractionally|a (?:little|bit|touch|shade)|somewhat) "
    r"(?:over|under|above|below|more than|less than|higher than|lower than|shy of)|"
    r"(?:in|on) the (?:region|neighbou?rhood|vicinity|order|ballpark) of|somewhere (?:around|near)|"
    r"(?:an )?estimated(?: at)?|"
    r"some|or so|give or take|practically|effectively)|[~≈])" + _DETERMINER
)
_APPROXIMATE_AFTER = _compile(
    r"\s*(?:-?ish\b|,?\s*or so\b|or thereabouts|,?\s*(?:approximately|roughly|give or take|more or less))"
)
_LOW = _compile(
    r"(?:\b(?:over|more than|above|greater than|higher than|larger than|at least|(?:no|not) less than|(?:no|"
    r"not) fewer than|"
    r"(?:no|not) lower than|(?:not|n't) below|upwards? of|north of|beyond|in excess of|exceed(?:s|ed|ing)?|"
    r"surpass(?:es|ed|ing)?|topp?(?:s|ed|ing)|pass(?:es|ed|ing)|a minimum of)|>=?|≥)" + _BOUNDED
)
_HIGH = _compile(
    r"(?:\b(?:under|less than|below|fewer than|lower than|smaller than|at most|(?:no|not) (?:more|higher|greater) than|"
    r"(?:not|n't|never) (?:exceed(?:ed|ing|s)?|above|over|surpass(?:ed)?|more than)|a maximum of|south of|"
    r"(?<!went )(?<!climbed )(?<!rose )(?<!shot )(?<!grew )(?<!moved )(?<!jumped )(?<!go )(?<!goes )"
    r"(?<!increased )up to)|"
    r"<=?|≤)" + _BOUNDED
)
_LOW_AFTER = _compile(
    r"\s*(?:\+(?!\s*\d)|or (?:more|higher|greater|above|over)\b|and (?:above|over|up|more)\b|"
    r"at (?:the (?:very )?)?least\b|plus\b(?!\s*\d))"
)
_HIGH_AFTER = _compile(
    r"\s*(?:or (?:less|fewer|lower|below|under)\b|at (?:the (?:very )?)?most\b|and (?:below|under)\b|at the maximum)"
)

_NEGATOR = _compile(
    r"\bnot\b|n't\b|\bnever\b|\bno longer\b|\bfail(?:s|ed|ing)? to\b|\bfar from\b|\bneither\b|\bnor\b|"
    r"\b(?:fall|fell|falls|falling|fallen|stop|stopped|came|come)\s+(?:well\s+|just\s+)?short of\b|"
    r"\binstead of\b|\brather than\b|"
    r"\bas opposed to\b|\bnowhere near\b|\bnothing like\b|\banything but\b|\bother than\b|\bruled? out\b|\bdenie[sd]\b|"
    r"\bcannot be\b|\b(?:false|untrue|incorrect|wrong) (?:that|to say)\b|\bexcept\b|\bexclud\w+\b|\bunlike\b"
)
_NAME_NEGATOR = _compile(r"\bno\b|\bwithout\b")
_HARMLESS = _compile(
    r"\s*(?:only|just|merely|simply|surprising\w*|(?:match|agree|correspond|tally|coincide|fit)\w*|sure|certain|clear|entirely|completely|fully|until|because|least|"
    r"(?:be|been|being|a hundred percent|completely|entirely|totally|100% )*\s*(?:sure|certain|confident|clear))\b"
)
_SILENT = _compile(
    r"\s*(?:be\s+|been\s+|explicitly\s+|actually\s+|clearly\s+|directly\s+|able to\s+|possible to\s+|really\s+)*"
    r"(?:say|state|mention|show|give|provide|specif|quantif|report|disclos|indicat|tell|determin|know|confirm|read|see|"
    r"find|identify|"
    r"verif|contain|include|list|discuss|address|enough|stated|given|provided|mentioned|reported|shown|visible|"
    r"available|"
    r"possible|establish|evidence|support)\w*"
)
_SCOPE_BREAK = _compile(r"[,;:()]|\bbut\b|\bhowever\b|\band\b|\bbecause\b|\bsince\b|\bso\b|\bthus\b|\binstead\b|\s—\s")
_DENIED_AFTER = _compile(
    r"[^.;,]{0,18}?(?:\b(?:is|was|are|were|would be|seems|looks)\s+(?:clearly\s+|simply\s+|plainly\s+|"
    r"definitely\s+|actually\s+)?"
    r"(?:(?:wrong|incorrect|false|mistaken|untrue|inaccurate|an error|a mistake|a misreading|too (?:high|"
    r"low))(?=\s*(?:[.,;:!)]|$|and\b|because\b|as\b|since\b))|"
    r"(?:not|never)\s+(?:\w+\s+)?(?:right|correct|the|reached|true|accurate|what|it|attained|achieved|hit|"
    r"recorded|among|on|in)\b)|"
    r"\b(?:isn't|wasn't|aren't|weren't)\s+(?:\w+\s+)?(?:right|correct|the|reached|true|accurate|what|it|"
    r"attained|achieved|among)\b|"
    r"\b(?:can|could)(?:not|n't) be (?:right|correct|true))"
)
_NAME_DENIED_AFTER = re.compile(
    r"(?:\s*(?:,|and|or)\s*[A-Z]\w+)*\s+(?:is|are|was|were|do|does|did|has|have)(?:n't|\s+not)\b(?!\s+(?:only|"
    r"just|merely))"
)
_SUPPOSED_AFTER = _compile(
    r"(?:(?!\band\b)[^.;,]){0,20}?\b(?:was|were|is|are|had been) (?:only |once |merely )?"
    r"(?:proposed|planned|expected|considered|forecast|projected|discussed|envisaged|recommended|suggested|hoped for)\b"
)
_NEEDED = _compile(r"\b(?:would|should|could) (?:have|need|require)|\bneed(?:s|ed) to\b|\brequired? to\b|\btarget")
_LESSER_AFTER = _compile(
    r"(?:\s*\([^)]*\))?(?:\s+(?:only|just))?\s+(?:lost|trail\w*|lagg\w*|(?:came|finished|ranked|placed|was|were|is|are|ended)\s+(?:up\s+)?(?:in\s+)?"
    r"(?:the\s+)?(?:only\s+)?(?:second|third|fourth|fifth|last|next|runners?-up|behind|beaten|defeated|close))\b"
)
_SUPPOSED = _compile(
    r"\b(?:if|unless|suppos\w+|assuming|whether|would (?:have|need|require)|should have|ought to|could have|"
    r"might have been|needs? to|needed to|requir\w+|target\w*|goals?|aim(?:s|ed|ing)?|hop(?:e|es|ed|ing)|wish\w*|"
    r"meant to|scheduled to|planned|plans? (?:to|for|of)|intend\w*|objective|quota|in order to|what if|as though|as if|"
    r"benchmark|threshold|ceiling|"
    r"forecast\w*|projections?|projected|expect(?:ed|s)|anticipat\w+|propos\w+|ask(?:s|ed)? (?:if|whether|for))\b"
)
_MEASURED_BY = _compile(
    r"\b(?:short of|below|under|above|over|miss\w*|reach\w*|met|meets?|meeting|beats?|beating|exceed\w*|hit|hits|"
    r"surpass\w*|topp\w*)\s+(?:(?:the|its|this|that|their|a)\s+)?(?:[\d.,]+\s?%?\s+)?"
    r"(?:target|goal|quota|threshold|ceiling|benchmark|objective)s?\b(?=\s*,|\s+(?:at|with|by)\b)"
)
"""A target that a value is held against and that is not the value itself: "fell short of the target at 42"."""
_FINITE = _compile(r"\b(?:is|was|are|were|has|had|reached|came|stood|but|actual\w*|only|instead)\b")
_IF_SENTENCE = _compile(r"\bif\b|^\s*(?:Had|Were|Should)\b")
_CONDITIONAL = _compile(r"\b(?:would|could|might)\b[^,]*$")
_HAD = re.compile(r"^\s*(?:Had|Were)\b[^,]*$")
_VIEW = _compile(
    r"\b(?:first|initially|originally|at first|previously|mistakenly|wrongly|misread\w*|one (?:might|could|may|would)|"
    r"some(?:one|body)?\b(?: \w+)? (?:might|may|would|could|will|say|says|claim|think|argue|believe)|others|"
    r"you (?:might|may|could)|(?:may|might|could|would) (?:look|seem|appear|say|think|expect|guess|suggest)|"
    r"looks? like|at first glance|claim\w*|says|said|states?|stated|suggest\w*|argu\w+|believ\w+|assum\w+|thought|"
    r"expect\w*|forecast\w*|projected|rumou?r\w*|guess\w*|tempting|contrary to|despite)\b"
)
_CORRECTION = _compile(
    r"(?:^|[\s.,;—…(-])(?:no(?=\s*[,—-]|\s+wait|\s+\d)|oh no|wait|sorry|scratch that|strike that|correction|"
    r"(?:that|it|this|which) should (?:be|read|have (?:been|read)|say)|or rather|"
    r"rather(?! than)|i mean|make that|actually|"
    r"to be (?:more )?(?:precise|exact)|more (?:precisely|exactly|accurately)|my mistake|apologies|"
    r"on (?:a )?(?:closer|second|further) (?:look|inspection|thought|reading|thoughts)|on reflection|"
    r"looking (?:again|closer)|"
    r"in fact|in reality|in truth|upon rechecking|re-?checking|let me correct)\b"
)
_WORKING_BEFORE = _compile(
    r"\b(?:subtract(?:s|ed|ing)?|deduct\w*|difference (?:between|of)|gap between|sum of|add(?:s|ed|ing)?|"
    r"average of|mean of|"
    r"averag(?:e|ing)|ratio of|divid\w+|multipl\w+|product of|minus|plus|divided by|multiplied by|"
    r"times|less)\s+"
    r"(?:the\s+)?[$€£]?\s*$"
)
_WORKING_LINK = _compile(r"\s*(?:[-–+×*/÷]|minus|plus|times|x|divided by|multiplied by|less|over)\s*[$€£]?\s*")
_WORKING_WORD_LINK = _compile(
    r"[^.;]{0,25}?\b(?:minus|plus|divided by|multiplied by|subtracted from|added to)\b[^.;\d]{0,15}[$€£]?\s*"
)
_WORKING_PARTNER = _compile(r"[^.;\d]{0,25}?\b(?:and|from|to|by|with)\b[^.;\d]{0,15}[$€£]?\s*")
_RESULT_AFTER = _compile(
    r"[^\d.;,]{0,15}?(?:=|≈|\b(?:is|equals?|gives?|makes?|yields?|results? in|comes? to|leaves?|totals?|we get|"
    r"you get)\b)"
)
_OUT_OF = _compile(r"\b(?:out of|of (?:the|all)?)\s*$")
_BASELINE = _compile(
    r"\b(?:(?:up|down|increase|decrease|rise|drop|jump|rising|falling|growing|dropping|decline|climb\w*|rose|fell|grew|"
    r"increased|decreased|dropped|declined|jumped|changed?|went|moved) from|compared (?:to|with)|versus|vs\.?|"
    r"against|than|relative to|from|after|as opposed to)"
    r"(?:\s+(?:about|roughly|around|approximately|just|nearly|the|a|an))*\s*[$€£~]?\s*$"
)
_CHANGE_UP = (
    r"rose|grew|increased?|climbed|jumped|gain(?:ed)?|up|surged|soared|rise|growth|increase|jump|surge|"
    r"expanded|added|rising|growing|increasing|improved|higher|more|above|greater"
)
_CHANGE_DOWN = (
    r"minus(?= of)|fell|dropped|declin(?:e|ed|ing)|decreas(?:e|ed|ing)|lost|down|shrank|plunged|sank|fall|drop|loss|"
    r"reduction|falling|contracted|slid|slipped|decline|reduced|lower|less|below|fewer|narrowed|cut"
)
_CHANGE = _compile(
    rf"\b(?:(?:(?P<up>{_CHANGE_UP})|(?P<down>{_CHANGE_DOWN})|chang\w+|differ\w*|widened)"
    r"(?:\s+[a-z]+ly)?(?:\s+(?:by|of|was|is|came to|amounted to|totall?ed))?|by)"
    r"(?:\s+(?:about|roughly|around|approximately|just|nearly|almost|only|a|an|some|over|exactly|more than|less than|"
    r"at least|up to|under))*\s*[$€£~]?\s*$"
)
_DIRECTION = _compile(rf"\b(?:(?P<up>{_CHANGE_UP})|(?P<down>{_CHANGE_DOWN}))\b")
_CHANGE_AFTER = _compile(
    r"\s*(?:-?\s*(?:percent(?:age)?\s+)?(?:points?\s+)?)?(?:(?P<up>higher|longer|larger|bigger|older|taller|"
    r"faster|heavier|wider|ahead|more|increase|rise|growth|jump|gain|up|above|greater|surge)|"
    r"(?P<down>lower|shorter|smaller|younger|slower|cheaper|lighter|behind|less|decrease|drop|decline|fall|"
    r"reduction|down|below|fewer|loss|cut))\b(?!\s+than\s+\d)(?!\s+or\b)"
)
_AFTER = _compile(r"\b(?:after|later than|past)" + _DETERMINER)
_BEFORE = _compile(r"\b(?:before|prior to|earlier than)" + _DETERMINER)
_BY = _compile(r"\bby" + _DETERMINER)
_COPULA = _compile(
    r"(?:\b(?:is|was|are|were|be|been|had|has|have|equals?|totals?|totall?ed|reached|hit|at|to|of|comes?|came|"
    r"stood|namely|gives?|shows?|"
    r"reads?|answer|about|only|exactly|just)|[:=|])\s*(?:the|a|an)?\s*$"
)

_CONTRAST = _compile(
    r"\b(?:ahead of|behind|unlike|rather than|instead of|than|followed(?: closely)? by|over|overt\w+|"
    r"surpass\w*|outpac\w*|beat\w*|"
    r"exceed\w*|compared (?:to|with)|versus|vs\.?|against|relative to|as opposed to|outperform\w*|outrank\w*|"
    r"outsold|outstrip\w*|"
    r"trail\w*|lag\w* behind|topp(?:ed|ing)|edg\w+ out|dethron\w*|replac\w*|displac\w*|eclips\w*|before|after|"
    r"next to|besides|"
    r"except(?: for)?|excluding|apart from|other than|in contrast to|contrary to|second to|above|below|past|"
    r"leapfrog\w*|"
    r"not only|alongside|from)"
    r"(?:\s+by)?\s+(?:(?:both|even|the|only|that of|those of|those in|second-placed?|runner-up|its|rivals?|all|"
    r"option|plan|scenario|group|"
    r"region|country|city|product|model|segment|team)\s+)*$"
)
_INVERTING = _compile(
    r"\b(?:behind|trail\w*|lag\w* behind|(?:overtaken|surpassed|beaten|outpaced|exceeded|topped|replaced|eclipsed|"
    r"outperformed|outranked|dethroned|displaced|outsold) by|second to|less than|lower than|smaller than|below|"
    r"fewer than)"
    r"\s+(?:(?:both|even|only|the|that of|those of)\s+)*$"
)
_JOINED = _compile(r"\s*(?:\([^)]*\)\s*)?(?:,|and|,\s*and|or|&)\s*(?:(?:both|the|then|even)\s+)?")
_OR = _compile(
    r"\s*,?\s*(?:(?:or|/)\s*(?:(?:it\s+)?(?:could|might|may)(?:\s+(?:also\s+)?be)?|possibly|perhaps|maybe|even|"
    r"else|else it is|about|"
    r"around|roughly|approximately|is it|was it)?|(?:possibly|maybe|perhaps))\s*[$€£~]?\s*"
)
_COMMA = _compile(r"\s*,\s*[$€£~]?\s*")
_DASH = _compile(r"\s*[-–]\s*[$€£~]?\s*")
_TO = _compile(r"\s*to\s+(?:about|around|roughly|approximately|nearly|just|over|under|almost)?\s*[$€£~]?\s*")
_AND = _compile(r"\s*and\s*(?:about|around|roughly|approximately)?\s*[$€£~]?\s*")
_BETWEEN = _compile(r"\bbetween\s+(?:about|around|roughly|approximately)?\s*[$€£~]?\s*$")
_FROM = _compile(
    r"\bfrom\s+(?:about|around|roughly|approximately|just|nearly|over|under|almost|a|an|the|its)?\s*[$€£~]?\s*$"
)
_RANGING = _compile(
    r"\b(?:range (?:of|from)|(?:rang\w+|anywhere|somewhere|anything|var(?:y|ies|ied|ying))(?:\s+from)?)\s+[$€£~]?\s*$"
)
_PLUS_MINUS = _compile(r"\s*(?:±|\+/-|plus or minus|give or take)\s*[$€£]?\s*")
_BOTH_POSSIBLE = _compile(
    r"[^.;]{0,12}?\b(?:both|either|equally)\b[^.;]{0,12}\b(?:possible|plausible|likely|fit|could be)"
)


@dataclass(frozen=True)
class Context:
    """How one mention stands.

    Attributes:
        approximate: said to be about the value.
        bound: ``low`` (at least it) or ``high`` (at most it), or None.
        denied: said not to be so.
        supposed: condition, wish, target, question or silence: not claimed.
        working: an operand.
        baseline: what something is compared with, or comes from.
        change: 1 up, -1 down, 0 a change of unknown direction, None no change.
        change_word: the word that says so, where it has a direction.
        compared: by how much one thing is more or less than another ("4 years longer").
        copula: directly after "is", "reached", a colon and the like.
        contrast: of a name: only compared with.
        inverting: of a name: what stands before it is the lesser.
    """

    approximate: bool = False
    bound: str | None = None
    denied: bool = False
    supposed: bool = False
    working: bool = False
    baseline: bool = False
    change: int | None = None
    change_word: str = ""
    compared: bool = False
    copula: bool = False
    contrast: bool = False
    inverting: bool = False


@dataclass(frozen=True)
class Link:
    """How two neighbouring mentions belong together.

    ``kind`` is ``range``, ``choice``, ``series`` (from-to), ``spread`` (±) or ``odds`` (to 1).
    """

    kind: str


@dataclass(frozen=True)
class Layout:
    """A text with its sentences and their segments."""

    text: str
    sentences: tuple[Span, ...]
    segments: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> Layout:
        """Return the layout of a normalized text."""
        sentences = split_sentences(text)
        return cls(text, tuple(sentences), tuple(part for one in sentences for part in split_segments(text, one)))

    def segment_of(self, span: Span) -> int:
        """Return the position of the segment in which a span starts."""
        for position, segment in enumerate(self.segments):
            if segment.start <= span.start < segment.end:
                return position
        return len(self.segments) - 1

    def sentence_of(self, span: Span) -> Span:
        """Return the sentence in which a span starts."""
        return next((one for one in self.sentences if one.start <= span.start < one.end), Span(0, len(self.text)))


def find_context(
    layout: Layout, span: Span, neighbours: Sequence[Span], *, is_name: bool = False, is_time: bool = False
) -> Context:
    """Return how a mention stands in its segment.

    Args:
        layout: the text.
        span: the mention.
        neighbours: all mentions of its kind, in order; a denial reaches the first after it only.
        is_name: the mention is a word or name and not a number.
        is_time: the mention is a year, a date or a time of day: "after" and "before" bound it.
    """
    text = layout.text
    segment = layout.segments[layout.segment_of(span)]
    sentence = layout.sentence_of(span)
    before, after = _MEASURED_BY.sub("", text[segment.start : span.start]), text[span.end : segment.end]
    tail = before[-_TAIL:]
    clause = re.split(r"[,;:(]", before)[-1]
    bound = None
    is_year = span.end - span.start == 4
    if not is_name and not _APPROXIMATE.search(tail):
        if _HIGH.search(tail) or _HIGH_AFTER.match(after):
            bound = "high"
        elif _LOW.search(tail) or _LOW_AFTER.match(after):
            bound = "low"
    if is_time and bound is None:
        bound = (
            "low" if _AFTER.search(tail) else "high" if _BEFORE.search(tail) or (is_year and _BY.search(tail)) else None
        )
    denied, silent = _find_denial(text, segment, span, neighbours, is_name)
    supposed = bool(
        silent
        or _SUPPOSED.search(clause)
        or _SUPPOSED_AFTER.match(after)
        or ((needed := _NEEDED.search(before)) and not _FINITE.search(before, needed.end()))
        or _HAD.search(before)
        or text[sentence.start : sentence.end].rstrip(" \"')").endswith("?")
        or (_IF_SENTENCE.search(text[sentence.start : sentence.end]) and _CONDITIONAL.search(before))
    )
    compared = _CHANGE_AFTER.match(after)
    change = _CHANGE.search(tail[-48:]) or compared
    direction = change
    if change and not (change["up"] or change["down"]):
        direction = next(iter(reversed(list(_DIRECTION.finditer(before)))), change)
    contrast, inverting = _find_contrast(text, segment, span, neighbours) if is_name else (False, False)
    return Context(
        approximate=bool(_APPROXIMATE.search(tail) or _APPROXIMATE_AFTER.match(after)),
        bound=bound,
        denied=bool(
            (denied and bound is None) or _DENIED_AFTER.match(after) or (is_name and _NAME_DENIED_AFTER.match(after))
        ),
        supposed=supposed,
        working=not is_name and _is_working(text, segment, span, neighbours),
        baseline=bound is None and bool(_BASELINE.search(tail[-48:])),
        change_word=(direction["up"] or direction["down"] or "") if direction else "",
        compared=bool(compared),
        change=None if not direction else 1 if direction["up"] else -1 if direction["down"] else 0,
        copula=bool(_COPULA.search(tail)) or not before.strip(),
        contrast=contrast,
        inverting=inverting,
    )


def supposed_words(layout: Layout, span: Span) -> list[str]:
    """Return the words that make a mention a mere supposition."""
    segment = layout.segments[layout.segment_of(span)]
    clause = re.split(r"[,;:(]", layout.text[segment.start : span.start])[-1]
    return [match[0] for pattern in (_SUPPOSED, _CONDITIONAL) if (match := pattern.search(clause))]


def _find_denial(text: str, segment: Span, span: Span, neighbours: Sequence[Span], is_name: bool) -> tuple[bool, bool]:
    """Return whether a mention is denied, and whether it is only what somebody does not say."""
    before = text[segment.start : span.start]
    before = _MEASURED_BY.sub(lambda match: "," * len(match[0]), before)
    matches = list(_NEGATOR.finditer(before)) + (list(_NAME_NEGATOR.finditer(before)) if is_name else [])
    for match in sorted(matches, key=lambda one: one.end(), reverse=True):
        reach = before[match.end() :]
        if _HARMLESS.match(reach) or re.search(r"\buntil\b", reach):
            continue
        broken = _SCOPE_BREAK.search(re.sub(r"^\s*,", "", reach) if match[0].casefold() == "nor" else reach)
        between = [one for one in neighbours if segment.start + match.end() <= one.start and one.end <= span.start]
        joined = all(_is_joined(text, one, span) for one in between)
        if broken and not (between and joined):
            continue
        if between and not joined:
            continue
        if _SILENT.match(reach):
            return False, True
        return True, False
    return False, False


def _is_joined(text: str, one: Span, other: Span) -> bool:
    """Return whether a denial of one mention reaches the other: "not 40 or 42", "not 40, 42 or 45"."""
    gap = text[one.end : other.start]
    if re.search(r"\b(?:or|nor)\s*[$€£]?\s*$", gap):
        return len(gap.split()) <= 6
    return gap.strip() == "," and bool(re.match(r"\s*,?\s*(?:or|nor)\b", text[other.end :]))


def _is_working(text: str, segment: Span, span: Span, neighbours: Sequence[Span]) -> bool:
    before, after = text[segment.start : span.start], text[span.end : segment.end]
    if _WORKING_BEFORE.search(before[-48:]):
        return True
    position = next((index for index, one in enumerate(neighbours) if one == span), None)
    if position is None:
        return False
    following = neighbours[position + 1] if position + 1 < len(neighbours) else None
    previous = neighbours[position - 1] if position else None
    if following is not None and following.start < segment.end:
        gap = text[span.end : following.start]
        if _WORKING_WORD_LINK.fullmatch(gap):
            return True
        if _WORKING_LINK.fullmatch(gap) and _RESULT_AFTER.match(text[following.end : segment.end]):
            return True
    if previous is not None and previous.start >= segment.start:
        gap = text[previous.end : span.start]
        if _WORKING_WORD_LINK.fullmatch(gap):
            return True
        if _WORKING_LINK.fullmatch(gap) and _RESULT_AFTER.match(after):
            return True
        if _WORKING_BEFORE.search(text[segment.start : previous.start]) and _WORKING_PARTNER.fullmatch(gap):
            return True
    return bool(
        _OUT_OF.search(before)
        and previous is not None
        and text[previous.end : span.start].strip() in ("out of", "of the", "of")
    )


def _find_contrast(text: str, segment: Span, span: Span, neighbours: Sequence[Span]) -> tuple[bool, bool]:
    """Return whether a name is only compared with, and whether what stands before it is the lesser."""
    if _LESSER_AFTER.match(text, span.end, segment.end):
        return True, False
    start = span.start
    commas = False
    for other in reversed([one for one in neighbours if segment.start <= one.start and one.end <= span.start]):
        if not _JOINED.fullmatch(text, other.end, start):
            break
        commas = commas or text[other.end : start].strip() == ","
        start = other.start
    before = text[segment.start : start]
    if _INVERTING.search(before):
        return False, True
    contrast = _CONTRAST.search(before)
    opens = contrast is not None and not before[: contrast.start()].strip()
    if opens and commas and start != span.start:
        return False, False
    return contrast is not None, False


def find_link(layout: Layout, first: Span, second: Span, *, is_series: bool = False) -> Link | None:
    """Return how two neighbouring mentions belong together, if they do.

    Args:
        layout: the text.
        first, second: the mentions.
        is_series: the quantity is asked for at several times, so that "15 to 90" gives two values and no range.
    """
    text = layout.text
    gap = text[first.end : second.start]
    before = text[layout.sentence_of(first).start : first.start]
    if _PLUS_MINUS.fullmatch(gap):
        return Link("spread")
    if _OR.fullmatch(gap):
        return Link("choice")
    if _DASH.fullmatch(gap):
        return Link("range")
    if _TO.fullmatch(gap) and text[second.start : second.end].casefold() in ("1", "one"):
        return Link("odds")
    if _TO.fullmatch(gap):
        return Link("series" if (is_series or _FROM.search(before)) and not _RANGING.search(before) else "range")
    if _AND.fullmatch(gap):
        if _BETWEEN.search(before) and not re.search(
            r"\b(?:difference|gap|split|divided|shared)\s+(?:in \w+ )?between\s*[$€£~]?\s*$", before
        ):
            return Link("range")
        if _BOTH_POSSIBLE.match(text[second.end :]):
            return Link("choice")
    return None


def is_comma_joined(layout: Layout, first: Span, second: Span) -> bool:
    """Return whether nothing but a comma stands between two mentions, as in "40, 42 or 45"."""
    return bool(_COMMA.fullmatch(layout.text, first.end, second.start))


def is_view(layout: Layout, span: Span) -> bool:
    """Return whether a mention is given as a first reading or as another's view."""
    segment = layout.segments[layout.segment_of(span)]
    return bool(_VIEW.search(layout.text, segment.start, span.start))


def is_lesser(layout: Layout, span: Span) -> bool:
    """Return whether a name is said to come after another one ("the Bears came second")."""
    return bool(_LESSER_AFTER.match(layout.text, span.end))


def is_correction(layout: Layout, first: Span, second: Span) -> bool:
    """Return whether the words between two mentions take the first back."""
    between = layout.text[first.end : second.start]
    return len(between) < 160 and bool(_CORRECTION.search(between))
