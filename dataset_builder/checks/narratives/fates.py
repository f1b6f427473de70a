"""Whether a rule tells of those that stay or of those that leave."""

from __future__ import annotations

import re

from dataset_builder.checks.narratives.references import NarrativeError

_LEAVE = (
    "drop(?:s|ped)? out",
    "falls? away",
    "fell away",
    "stop(?:s|ped)? here",
    "(?:go|goes|went) no further",
    "out went",
)
"""What those do that leave."""

_PUT_OUT = (
    "set aside",
    "left out",
    "ruled out",
    "removed",
    "struck (?:out|off)",
    "dropped",
    "crossed out",
    "excluded",
    "eliminated",
    "disregarded",
    "passed over",
    "deleted",
    "discarded",
)
"""What is done with them, after a form of *be*, or before their name."""

_PUT_OUT_NOW = (
    "leave out",
    "rule out",
    "remove",
    "strike (?:out|off)",
    "drop",
    "cross out",
    "exclude",
    "eliminate",
    "disregard",
    "pass over",
    "delete",
    "discard",
)
_LEAVES = re.compile(
    rf"\b(?:{'|'.join(_LEAVE)}|(?:is|are|was|were|be) (?:out|{'|'.join(_PUT_OUT)})"
    rf"|(?:{'|'.join((*_PUT_OUT, *_PUT_OUT_NOW))})(?= (?:every|all|any|each|those|these|remaining|the|\{{)))\b"
    r"|^(?:no|not one) (?:remaining )?\{E\}(?!.*\bunless\b)",
    re.IGNORECASE,
)

_STAY = (
    "(?:go|goes|went) (?:forward|through|on|into|onto)",
    "carr(?:y|ies|ied) (?:on|over)",
    "move[sd]? on",
    "comes? through",
    "(?:stay|remain)(?:s|ed)? in",
    "forms?",
    "formed",
    "ma[kd]es? up",
    "constitute[sd]?",
    "join(?:s|ed)?",
    "enter(?:s|ed)?",
    "pass(?:es|ed)?",
    "be(?:comes?|came)",
    "(?:is|was|be) (?:named|designated|counted)",
    r"(?:is|was|be)(?: the)?(?= \{)",
)
"""What those do that stay."""

_TAKE = (
    "ke(?:ep|pt)",
    "retain(?:ed)?",
    "admit(?:ted)?",
    "let through",
    "select(?:ed|ion)?",
    "taken?",
    "took",
    "placed?",
    "put",
    "pick(?:ed)?",
    "extract(?:ed)?",
    "mark",
    "tick",
    "record",
    "narrow(?:s|ed)?",
    "reduced?",
    "ranks?",
    "ranking",
    "chosen?",
    "chose",
    "find",
    "identify",
    "verify",
    "test",
)
"""What is done with them."""

_SAY = ("only", "none but", "unless", "means", "denotes", "comprises", "refers to", "takes in", "stands for")
_KEEPS = re.compile(rf"\b(?:{'|'.join((*_STAY, *_TAKE, *_SAY))})\b|^\{{Q", re.IGNORECASE)

_CLAUSE = re.compile(
    r"[;:.?!]|,? and (?=(?:[a-z]+ ){0,4}(?:others?|rest)\b|those left\b)|, (?=(?:the|any|all) (?:others?|rest)\b)"
)
_OTHERS = re.compile(
    r"\b(?:others?|the rest|if not|otherwise|other cases?|left over|failing that|lower places)\b", re.IGNORECASE
)


def tells_who_leaves(text: str) -> bool:
    """Return whether the condition of a rule is on those that leave; what it tells of all the others does not count.

    Args:
        text: marked, its conditions blanked out, with the sentences that say what follows.

    Raises:
        NarrativeError: it says neither who leaves nor who stays.

    >>> tells_who_leaves("Every {E} {A} whose # goes no further; any other goes forward.")
    True
    >>> tells_who_leaves("Every {E} {A} whose # goes forward; any other stops here.")
    False
    """
    told = [clause.strip() for clause in _CLAUSE.split(text) if not _OTHERS.search(clause)]
    if any(_LEAVES.search(clause) for clause in told):
        return True
    if not any(_KEEPS.search(clause) for clause in told):
        raise NarrativeError(f"a rule says neither who stays nor who leaves: {text!r}")
    return False
