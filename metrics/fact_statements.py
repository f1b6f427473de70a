"""Statements that need no value: a plain yes or no, and that the document does not say."""

from __future__ import annotations

import re

from metrics.fact_context import Layout
from metrics.fact_text import Span

_YES = (
    r"yes|yep|yeah|correct|true|indeed|right|affirmative|certainly|absolutely|that(?:'s| is) (?:true|correct|"
    r"right)|it is (?:true|correct)|agreed"
)
_NO = (
    r"no|nope|false|incorrect|untrue|wrong|negative|not (?:correct|true|really|at all|so|quite)|that(?:'s|"
    r" is) (?:not (?:true|correct|right)|false|incorrect|wrong|untrue)|that isn't (?:true|correct|right)"
)
_PLAIN = re.compile(
    rf"(?:the (?:answer|statement|claim) is\s+)?(?:(?P<no>{_NO})|(?P<yes>{_YES}))(?=\s*(?:[.,;:!—–-]|$|\band\b|"
    rf"\bbut\b|\bit\b|\bthey\b|\bthe\b))",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?:yes|no)(?:\s*(?:,\s*and|,|and|/)\s*(?:yes|no)\b)+", re.IGNORECASE)
_CALLED = re.compile(
    r"[^.,;]{1,60}?\b(?:is|was|are|were)\s+(?:(?P<no>not\s+(?:true|correct|right|supported|accurate)|false|"
    r"incorrect|wrong|untrue|"
    r"unsupported|inaccurate)|(?P<yes>true|correct|right|supported|accurate))\b",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"(?:it|they|he|she|this|that|these|those|[A-Z]\w+)\s+(?:(?P<no>(?:did|does|do|was|is|were|are|has|have|"
    r"had|will|would)(?:n't|\s+not|\s+never))|"
    r"(?P<yes>(?:did|does|do|was|is|were|are|has|have|had)(?:\s+(?:indeed|so|too))?))\s*(?=[.,;!]|$|\bso\b)",
)


_ASIDE = re.compile(r"[,:(]\s*(?:and\s+)?(?:(?P<yes>yes)|(?P<no>no))(?=\s*(?:[,.;:!)]|$))", re.IGNORECASE)


def find_plain_verdicts(layout: Layout) -> list[tuple[bool, Span]]:
    """Return the plain yes and no of sentences and segments, in order, each with its segment."""
    said: list[tuple[bool, Span]] = []
    for segment in layout.segments:
        part = layout.text[segment.start : segment.end].lstrip(" \n,;—:\"'(")
        part = re.sub(r"^(?:and|but|so|well|while|however)[,\s]+", "", part, flags=re.IGNORECASE)
        several = _SEVERAL.match(part)
        if several:
            words = re.findall(r"\b(?:yes|no)\b", several[0], re.IGNORECASE)
            said += [(word.casefold() == "yes", segment) for word in words]
            continue
        match = _PLAIN.match(part) or _SHORT.match(part) or _CALLED.match(part) or _ASIDE.search(part)
        if match:
            said.append((bool(match["yes"]), segment))
    return said


_ABSTENTION = re.compile(
    r"\b(?:(?:do|does|did|is|are|was|were|could)(?:n't| not)|cannot|can't|can not|no longer|never|not|"
    r"unable to|impossible to|fails? to|isn't|aren't)\s+"
    r"(?:\w+\s+){0,4}?(?:say|state[ds]?|mention(?:ed)?|show[ns]?|give[ns]?|provided?|specif\w+|report(?:ed)?|"
    r"disclosed?|indicated?|tell|told|"
    r"determined?|know|known|confirm\w*|read|see|seen|find|found|identif\w+|verif\w+|contain\w*|include\w*|"
    r"listed|list|addressed?|available|"
    r"visible|possible|answer\w*|inferr?\w*|deriv\w+|establish\w*|discuss\w*|present|reveal\w*|enough|"
    r"sufficient|cover\w*|stated|clear|"
    r"quantif\w+|break|support\w*|supplied|recorded?|published?|legible|readable|appear|calculate\w*|compute\w*)\b|"
    r"\b(?:gives?|gave|contains?|provides?|provided|offers?|has|have|had|includes?|there (?:is|are|was|were)|"
    r"makes?|states?|reports?|shows?|"
    r"mentions?|lists?|find|found|see) no\b|\bno\b[^.;,]{1,60}\b(?:given|stated|provided|reported|shown|listed|"
    r"available|mentioned|found)\b|"
    r"\bnothing (?:is |was |in |about |on )|\bno (?:\w+\s+){0,3}?(?:information|data|mention|figure|figures|"
    r"value|evidence|indication|record|reference|answer|details?|number|"
    r"way (?:to|of))\b|\bn/?a\b|\bunknown\b|\bundisclosed\b|\bunspecified\b|\bunreported\b|\bunavailable\b|"
    r"\bunanswerable\b|\bredacted\b|"
    r"\bmissing\b|\babsent\b|\bomit(?:s|ted)\b|\bsilent on\b|\bleft (?:blank|out|open)\b|\binsufficient\b|\bnowhere\b|"
    r"\black(?:s|ing)?\b|\bwithout (?:more|further|any|additional) (?:information|data)\b|\bnot (?:in|on|"
    r"part of) the (?:document|report|page|"
    r"text|chart)\b|\bnone (?:is|are|was|were)? ?(?:given|stated|reported|provided|listed)\b",
    re.IGNORECASE,
)


def is_abstention(text: str) -> bool:
    """Return whether a text says that something is not given or can't be told.

    >>> is_abstention("The report does not state it."), is_abstention("It is 42.")
    (True, False)
    """
    return bool(_ABSTENTION.search(text))
