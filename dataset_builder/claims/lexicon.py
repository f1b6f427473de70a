"""Words of judgement: what affirms and denies, what takes a claim back, and how a document's silence is told."""

from __future__ import annotations

import re
from typing import NamedTuple


class Predicate(NamedTuple):
    """Ways to say that something is so, and ways to say that it is not."""

    yes: tuple[str, ...]
    no: tuple[str, ...]


PREDICATES: dict[str, Predicate] = {
    "cover": Predicate(
        yes=(
            *("cover", "coverage", "apply", "applies", "applicable", "pay", "paid", "payable", "respond", "available"),
            *(
                "triggered",
                "eligible",
                "entitled",
                "reimburse",
                "kick in",
                "kicks in",
                "afforded",
                "owed",
                "collectible",
            ),
            *("recover", "qualify", "compensable", "collect", "provide", "in play", "honored", "benefits"),
        ),
        no=(
            *("exclude", "exclusion", "bar", "barred", "deny", "preclude", "unavailable", "ineligible", "inapplicable"),
            *(
                "uncovered",
                "void",
                "falls outside",
                "fall outside",
                "outside the",
                "carved out",
                "carve out",
                "nothing",
            ),
            *(
                "ruled out",
                "rules out",
                "removes",
                "defeated",
                "forfeited",
                "out of pocket",
                "disqualif",
                "re:disqualif\\w+",
            ),
            *("cut off", "takes away", "off the table", "knocked out", "knocks out", "zero"),
        ),
    ),
    "allow": Predicate(
        yes=(
            *(
                "allow",
                "permit",
                "acceptable",
                "eligible",
                "may",
                "can",
                "ok",
                "okay",
                "appropriate",
                "suitable",
                "safe",
            ),
            *(
                "approved",
                "indicated",
                "recommended",
                "recommend",
                "candidate",
                "give",
                "start",
                "use",
                "meets",
                "qualify",
            ),
        ),
        no=(
            *(
                "prohibit",
                "contraindicated",
                "contraindication",
                "forbid",
                "forbidden",
                "avoid",
                "ineligible",
                "barred",
            ),
            *("withhold", "withheld", "inappropriate", "unsuitable", "unsafe", "excluded", "disallow", "stop", "hold"),
            *("re:advis\\w+ against", "re:recommend\\w* against", "off limits", "ruled out", "discontinue"),
        ),
    ),
    "exist": Predicate(
        yes=("exists", "there is", "there are", "present", "includes", "contains", "shows"),
        no=("absent", "missing", "lacks", "lacking", "none", "without", "omitted"),
    ),
    "change": Predicate(
        yes=(
            *(
                "change",
                "alter",
                "adjust",
                "revise",
                "affect",
                "modify",
                "recalculate",
                "increase",
                "decrease",
                "differ",
            ),
            *("move", "raise", "lower", "impact", "update"),
        ),
        no=("unchanged", "same", "stays", "remains", "unaffected", "stands", "holds", "no effect", "no impact"),
    ),
}
"""Predicates by name; a check may bring its own."""

KINSHIP: tuple[tuple[frozenset[str], Predicate], ...] = (
    (
        frozenset({"allowed", "permitted", "acceptable", "ok", "okay", "allow", "permit", "fine"}),
        Predicate(
            yes=(
                *(
                    "allow",
                    "allowed",
                    "permit",
                    "permitted",
                    "acceptable",
                    "ok",
                    "okay",
                    "fine",
                    "all right",
                    "alright",
                ),
                *("let", "lets", "go ahead", "good to go", "no problem", "not a problem", "free to", "no issue"),
            ),
            no=(
                "prohibit",
                "forbid",
                "forbidden",
                "barred",
                "off limits",
                "out of the question",
                "ruled out",
                "not on",
            ),
        ),
    ),
    (
        frozenset({"complies", "comply", "compliant", "in compliance", "within", "inside"}),
        Predicate(
            yes=(
                *(
                    "complies",
                    "comply",
                    "compliant",
                    "in compliance",
                    "within",
                    "inside",
                    "meets",
                    "passes",
                    "satisfies",
                ),
                *(
                    "satisfied",
                    "okay",
                    "ok",
                    "in the clear",
                    "in line",
                    "safe",
                    "all right",
                    "clear of",
                ),
                r"re:(?:\b(?:are|is|be|stays?|looks?)|'re|'s) (?:still |all |well )?(?:good|fine|safe)\b",
            ),
            no=(
                *(
                    "exceed",
                    "breach",
                    "violate",
                    "violation",
                    "out of compliance",
                    "noncompliant",
                    "in default",
                    "busts",
                ),
                *("not good", "not fine", "not safe"),
            ),
        ),
    ),
)
"""Words of one meaning: a predicate that has one of the first in its ``yes`` has all others of its family as well."""

NEGATOR = re.compile(
    r"\b(?:not|never|no longer|no|neither|nor|without|none|nothing|fails? to|failed to|unable to|hardly|ceases? to|"
    r"refus\w+ to|declin\w+ to|does nothing to|stops? short of|instead of|rather than|as opposed to|lacks?)\b"
)
NO_NEGATOR = re.compile(
    r"\bnot (?:only|just|merely|simply|solely|necessarily)\b|\bno (?:matter|doubt|later|more than|less)\b"
    r"|\b(?:not|no) (?:more|less|\w+er) than\b"
)

BREAK = re.compile(
    r"(?:,\s*|\s-+\s|\s[–—]\s|\s+)(?:but|however|whereas|although|though|even though|yet|because|since|unless|except)\b"
    r"|,\s*(?:so|while|and|or|which|who|with|as|making|leaving|meaning|since|if|when|after|before|not|"
    r"rather|instead|then)\b"
    r"|\s+and (?=(?:is|are|was|were|has|have|it|they|this|still)\b)"
    r"|\s(?:-+|[–—])\s|:\s|\bso that\b|\bwhile\b|\bwhich means\b|, "
)
"""Where a clause ends."""

CONTRAST = re.compile(r"[,;]?\s*(?:\s-+\s|\s[–—]\s)?(?:but|however|yet|whereas|, though|only to be)\b")
CONCESSION = re.compile(
    r"\b(?:although|though|even though|while|whereas|despite|notwithstanding|even if|in spite of|"
    r"regardless of|granted)\b"
)
TURN = re.compile(
    r"(?:however|but|yet|that said|in fact|actually|instead|nevertheless|nonetheless|still|even so|"
    r"except|unfortunately)\b"
)

SUPPOSED = re.compile(
    r"\b(?:some|one|you|a reader|readers|people|a quick read\w*|a casual read\w*|a first read\w*|"
    r"a naive\w*|a hasty \w+|it|many)"
    r" (?:would|might|may|could|will) (?:\w+ ){0,2}(?:read|say|think|assume|conclude|take|expect|argue|"
    r"look|seem|appear|"
    r"suppose|guess|pick|quote|report|be tempted|suggest|arrive|get)\b"
    r"|\b(?:tempting|tempted|at first glance|at first sight|on its face|on a quick read|mistaken\w*|"
    r"incorrectly|wrongly|"
    r"erroneously|misread\w*|misleading\w*|do not (?:confuse|use|rely|quote|take|read|go by|apply|pick|mistake|assume)|"
    r"ignor(?:e|es|ing) (?:the|this|that|it)|disregard\w*|would (?:be|have been) (?:wrong|incorrect|"
    r"a mistake|an error|a misreading)|"
    r"it would be (?:wrong|incorrect|a mistake)|is a (?:trap|mistake|misreading|common error)|"
    r"should not be (?:read|used|taken|confused)|"
    r"not to be confused|be careful not to|avoid reading|as if)\b"
    r"|\b(?:if|were) (?:you|one|we|it|someone|a reader) (?:only|just|merely|simply|stop\w*|skip\w*|"
    r"miss\w*|overlook\w*|ignor\w*|"
    r"forg[eo]t\w*|went by|go by|took|take|read|look\w* only|used?|counted|went with)\b"
    r"|\b(?:but for|absent|without|were it not for|had it not been for) (?:the|that|this) [\w ]{0,30}"
    r"(?:endorsement|amendment|footnote|exclusion|note|correction|rider|addendum|exception|revision|erratum|sidebar)\b"
)
"""What shows that a claim is another's, or a misreading, or only thought of."""

WRONG_AFTER = re.compile(
    r"^[\s,)\"]*(?:\([^)]*\)\s*)?"
    r"(?:figure |value |limit |number |amount |date |dose |rate |reading |one |row |column |entry |total )?"
    r"(?:which |that |it )?(?:is|was|are|were|has been|have been|would be|does|do|did|can|should|must|will|would)?\s*"
    r"(?:now |therefore |thus |in fact |actually |just |simply )?"
    r"(?:not(?: (?:the|a|an|right|correct|applicable|relevant|valid|in force|in effect|in the|what|it|used|to be|be|"
    r"apply|govern|control|count|hold|matter|stand|supported|current|one of|among|part|on|listed|included|eligible)\b|"
    r"(?=[.,;)]|$))|"
    r"no longer|incorrect|wrong|irrelevant|inapplicable|a mistake|an error|a misreading|beside the point|"
    r"(?:drops?|falls?) (?:out|off))"
)
FORMER_AFTER = re.compile(
    r"^[\s,)\"]*(?:\([^)]*\)\s*)?(?:[\w-]+ ){0,3}?(?:which |that )?(?:is|was|are|were|has been|"
    r"have been|had been|being|gets?)?\s*"
    r"(?:now |since |later |then |subsequently |expressly )?"
    r"(?:superseded|replaced|overridden|overruled|amended|deleted|outdated|obsolete|withdrawn|struck|corrected|"
    r"revised|modified|cancel\w+|removed|raised|increased|reduced|lowered|changed|voided)\b"
)
FORMER_BEFORE = re.compile(
    r"\b(?:original(?:ly)?|previous(?:ly)?|former(?:ly)?|initial(?:ly)?|old(?:er)?|prior|earlier|used to|superseded|"
    r"outdated|unamended|preliminary|obsolete|before the|expired|withdrawn|crossed[ -]out|struck)\b"
    r"(?:[^\w,;:]+[\w'.-]+){0,4}[^\w,;:]*$"
    r"|\bfrom (?:the |an? |about )?[$€£]?$"
)
SOFT = re.compile(
    r"\b(?:was|were|had|shows?|showed|lists?|listed|states?|stated|prints?|printed|reads|declarations?|"
    r"normally|ordinarily|"
    r"generally|typically|usually|otherwise|standard|base|body text|headline)\b"
)
"""What makes a mention less than a claim where the right one is made as well."""

CONCLUSION = re.compile(
    r"\b(?:so|therefore|thus|hence|accordingly|consequently|as a result|in short|overall|bottom line|"
    r"in conclusion|conclusion|"
    r"in sum|net result|final answer|the answer|short answer|this means|that means|to sum up|end result|upshot)\b"
)
GENERALLY = re.compile(
    r"\b(?:generally|normally|ordinarily|typically|usually|otherwise|in general|by default|"
    r"insuring agreement|basic rule|"
    r"general rule|on paper|in principle)\b"
)

_TELL = (
    r"(?:state|list|report|give|include|specify|provide|contain|say|show|disclose|mention|indicate|"
    r"record|address|tell|cover|"
    r"identify|supply|offer|publish|present|carry|name|describe|break out|set out|have|note|document|"
    r"define|detail|answer|"
    r"support|allow|quantify|print|explain|establish|separate|apportion|attribute|guarantee|reveal|spell out|"
    r"speak to|speak of|go into|commit to|set|touch on|deal with|split|quote|settle|post|enumerate|extend to)"
)
_SOURCE = (
    r"(?:document|pdf|report|policy|file|page|pages|table|guideline|review|article|form|packet|text|"
    r"note|notes|schedule|sheet|"
    r"section|record|paper|authors?|declarations?|plan|datasheet|handbook|statement|filing|lease|deed|"
    r"run|source|it|they|"
    r"material|excerpt|copy|chart|figure|card|label|list|protocol|drawing|certificate|contract|"
    r"agreement|appraisal|letter)"
)
ABSTAINED = re.compile(
    rf"\b(?:do|does|did) not (?:\w+ ){{0,3}}?{_TELL}\b|\bnever {_TELL}(?:s|es|d|ed)?\b"
    r"|\b(?:gives?|states?|lists?|reports?|includes?|specif(?:y|ies)|provides?|contains?|shows?|mentions?|offers?|"
    r"names?|prints?|publish(?:es)?|suppl(?:y|ies)|guarantees?|has|have) (?:no |neither\b|none\b)"
    r"(?!more|less|longer|later|fewer)"
    r"|\b(?:reported|given|stated|shown|disclosed|listed|broken out|available|presented)\b[^.;:]{0,60}"
    r"(?:\bnot (?:by|per|for|at) |\b(?:only|just) (?:for|as|at|on|by) |: no\b)"
    r"|\bnowhere\b[^.;:]{0,60}\b(?:stated|given|listed|reported|shown|disclosed|mentioned|told|says?|states?|gives?)\b"
    r"|\b(?:stated|given|listed|reported|shown|disclosed|mentioned|told|says?|states?|gives?) nowhere\b"
    rf"|\bnot something (?:that )?(?:[\w'-]+ ){{1,5}}?{_TELL}s?\b|\bnobody (?:has |'s |has ever )?\w+"
    r"|\b(?:is|are|was|were|been|being) (?:\w+ ){0,2}?not (?:\w+ ){0,3}?(?:stated|given|listed|"
    r"reported|included|specified|provided|shown|"
    r"disclosed|mentioned|indicated|recorded|addressed|available|present|in the|in this|on the|legible|"
    r"readable|answerable|known|"
    r"supported|published|identified|determinable|printed|there|found|contained|covered|defined|"
    r"quantified|visible|broken out|part of|separated|apportioned|attributed|guaranteed)\b"
    r"|\bnot (?:been )?(?:attached|enclosed|"
    r"stated|given|listed|reported|included|specified|provided|shown|disclosed|mentioned|"
    r"indicated|recorded|available|"
    r"legible|readable|found|in the|enough|sufficient|possible|determinable|answerable|supported|published)\b"
    r"|\b(?:redact\w+|blacked[ -]out|masked|blanked|illegible|unreadable|obscured|left blank|is blank|"
    r"are blank|blank|withheld|"
    r"missing|absent|unanswerable|undisclosed|unspecified|unstated|unreported|unknown|unavailable|"
    r"silent|insufficient)\b"
    r"|\b(?:can|could|will|would) not (?:be )?(?:\w+ )?(?:determine|tell|say|find|get|obtain|answer|give|confirm|"
    r"establish|read|calculate|compute|"
    r"state|know|provide|derive|infer|conclude|support|verify|see|locate|work out|quote|supply|report|be)\w*\b"
    r"|\b(?:unable|impossible|no way|no basis|not possible) (?:to|for|of)\b"
    r"|\bno (?:[\w/-]+ ){0,5}?(?:is |are |was |were )?(?:given|stated|listed|reported|provided|shown|"
    r"specified|figure|value|data|information|"
    r"number|entry|mention|evidence|result|results|dose|dosing|rate|amount|details?|basis|statement|answer|split|"
    r"breakdown|opinion|disclosed|guaranteed|guarantee|included|indication|reference|reported|attribution|word)\b"
    r"|\bneither\b[^.;]{0,60}\b(?:listed|given|stated|shown|reported|disclosed|mentioned|there|in it|included)\b"
    r"|\bn/a\b|\bnot available\b|\bdeclin\w+ to (?:say|give|state|put|value)\b"
    r"|\bnone (?:given|stated|listed|shown|is|are)\b"
    r"|(?:^|[:,;(-] ?|\b(?:is|are|was|were) |'s )not (?:\w+ )?(?:in|on|part of) (?:(?:the|this|that|our|its|any) )?"
    rf"(?:[\w-]+ ){{0,2}}?(?:{_SOURCE}|there|here|doc|cert|spec|pack|packet|file|release|set|book)s?\b"
    r"|\b(?:do|does|did) not (?:\w+ ){0,2}?(?:promise|break)\b"
    r"|\b(?:do|does|did) not put (?:an? |any )?(?:\w+ )?(?:numbers?|figures?|price|value|shares?)\b"
    r"|\bnever (?:\w+ )?(?:puts?|splits?|breaks?|attributes?|explains?|says?)\b|\bno (?:idea|clue)\b"
    r"|\bleaves? (?:it |that |this )?open\b|\bkeeps? (?:\w+ ){1,4}(?:to (?:itself|themselves)|secret|private)\b"
    r"|\bno (?:\w+ ){0,2}?(?:split|breakdown)\b"
    rf"|\bno (?:[\w-]+ ){{1,3}}?(?:in|on) (?:the|this|that|our) (?:\w+ )?(?:{_SOURCE}|cert|spec|packet|file)\b"
    rf"|\b(?:nothing|nowhere) (?:in|on) (?:the|this) {_SOURCE}\b|\blacks?\b|\bomits?\b"
    r"|\bthere(?: is|'s) (?:no|neither|none|not (?:one|any))\b|\b(?:leaves?|defers?) (?:\w+ ){0,4}?to (?:its|the|an?)\b"
    r"|^(?:neither|none)\W*$|\bi (?:do not|could not|did not|can not) (?:\w+ )?(?:see|find|locate)\b"
    r"|\b(?:say|tell|state|reveal|disclose|offer|have|give|contain|show)s? (?:absolutely )?nothing\b"
    r"|\bnothing (?:at all |whatsoever |further )?(?:about|on|regarding|concerning|as to)\b"
    r"|\bnothing (?:in|on) (?:here|there|it|any)\b"
    r"|\bnothing (?:\w+ ){0,3}?(?:gives?|says?|states?|tells?|shows?|splits?|covers?)\b"
    r"|\b(?:is|are|was|were) not (?:\w+ ){0,2}?(?:in here|in there|in it|in that|in our|in my|in what|anywhere|here)\b"
    r"|^not (?:in (?:here|there|it)|there|here)\b|\bno (?:such )?(?:\w+ ){0,3}?(?:in here|in there|anywhere|appears?)\b"
    r"|\b(?:comes?|came) up (?:empty|blank)\b|\bleft (?:open|unsaid|unstated|unanswered)\b|\bdo(?:es)? not appear\b"
    r"|\b(?:will|can) not (?:\w+ )?(?:find|get|see|learn)\b|\bno luck\b|\b(?:keeps|stays|remains) (?:quiet|mum)\b"
    r"|\bstops? short of\b"
)
"""Ways to say that a document does not tell something."""
