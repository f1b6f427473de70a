"""An answer as sentences: markdown taken off, tables told line by line, each sentence with what stands over it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dataset_builder.claims.numerals import with_digits

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", None),
        "\u00b5": "μ",
        "≥": " at least ",
        "≤": " at most ",
        "→": " to ",
        "×": " x ",
        "÷": " divided by ",
        "\u2044": "/",
        "✓": " yes ",
        "✔": " yes ",
        "✅": " yes ",
        "✗": " no ",
        "☑": " yes ",
        "☒": " no ",
        "✘": " no ",
        "✖": " no ",
        "⇒": " to ",
        "≠": " is not ",
        "≈": " about ",
        "❌": " no ",
    }
)
_NUMBERED = re.compile(r"(?<=\w )(?<!\bis )(?<!\bwas )(?<!\bsay )no\. ?(?=[a-z]{0,3}-?\d)")
"""The abbreviation of number ("instrument no. 12"), which denies nothing."""
_NOT = re.compile(r"\b(ca|wo|sha)?n't\b|(?<=\w)n't\b|\bcannot\b")
_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}
_TABLE = re.compile(r"(?m)^[ \t]*(\|?[^\n]*\|[^\n]*)\n[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*\n((?:[^\n]*\|[^\n]*(?:\n|$))+)")
_HEADING = re.compile(r"^\s*#{1,6}\s+|^\s*\*\*[^*]+\*\*:?\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•–]\s+|\(?\d{1,2}[.)]\s+|\(?[a-z][.)]\s+)")
_COUNTED = re.compile(r"^\s*\(?\d{1,2}[.)]\s+")
_ABBREVIATIONS = (
    *(
        "e.g",
        "i.e",
        "no",
        "vs",
        "approx",
        "inc",
        "co",
        "dr",
        "mr",
        "mrs",
        "ms",
        "sec",
        "art",
        "st",
        "u.s",
        "fig",
        "etc",
    ),
    *(
        "p",
        "pp",
        "para",
        "ref",
        "rev",
        "nos",
        "ch",
        "dwg",
        "qty",
        "vol",
        "max",
        "min",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
    ),
    *(
        "nov",
        "dec",
        "ltd",
        "corp",
        "ex",
        "cf",
        "incl",
        "excl",
        "wt",
        "hr",
        "hrs",
        "am",
        "pm",
        "a.m",
        "p.m",
        "endt",
        "app",
        "att",
        "bldg",
        "avg",
        "est",
        "ver",
        "sq",
        "cu",
        "pcs",
        "ctn",
    ),
)
_STOP = re.compile(r"(?<=[.!?])[\"')\]]*\s+|;\s+|(?<=[.!?][\"')])\s+")


@dataclass(frozen=True)
class Sentence:
    """A sentence of an answer.

    Attributes:
        text: in small letters and plain characters.
        line: number of the line that it stands in.
        above: text of the nearest heading, or of the line that introduces its list; "" if there is none.
        bullet: it begins an item of a list.
        heading: it is a heading itself.
    """

    text: str
    line: int
    above: str = ""
    bullet: bool = False
    heading: bool = False


def _tell_table(match: re.Match[str]) -> str:
    def cells(line: str) -> list[str]:
        return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]

    head, told = cells(match[1]), []
    for line in match[2].splitlines():
        row = cells(line)
        said = "; ".join(f"{row[0]} - {name}: {cell}" for name, cell in zip(head[1:], row[1:], strict=False))
        told.append(f"- {said}" + (f" ({head[0]})" if head[0] and said else ""))
    return "\n".join(told) + "\n"


def plain(text: str) -> str:
    """Return a text in small letters, plain characters, digits and spelled-out "not", without marks of emphasis.

    >>> plain("It **isn\\u2019t** \\u22125\\u00a0%")
    'it is not -5 %'
    """
    text = re.sub(r"(?<=\d)(?=[½¼¾⅓⅔⅛⅜⅝⅞])", " ", text)
    text = re.sub(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))", "", text)
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN).casefold()
    text = re.sub(r"\*\*|__|`|~~|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", text)
    text = re.sub(r"\\[()\[\]]|\$\$", " ", text)
    text = re.sub(r"\bw/o\b", "without", text)
    text = _NUMBERED.sub("number ", text)
    text = _NOT.sub(lambda found: f" {_STEMS.get(found[1] or '', '')} not" if found[0] != "cannot" else "can not", text)
    text = re.sub(r"(?<=[a-z,;:(] )nos?\. ?(?=\d)|(?<=\()nos?\. ?(?=\d)", "number ", text)
    return re.sub(r"(?<=\d) ?(?:percent|per cent|pct)\b", "%", with_digits(re.sub(r"[ \t]+", " ", text)))


_SLASHED = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\d/])")
_DAY_FIRST = re.compile(r"\bdd?[/-]mm?\b|\bday[/-]month\b|\bday[ -]first\b", re.IGNORECASE)


def _dated(answer: str) -> str:
    """Return an answer whose dates are written year first if it has the day first: it says so, or no other way fits.

    >>> _dated("from 19/06/2016 to 6/11/2016"), _dated("06/19/2016")
    ('from 2016-06-19 to 2016-11-06', '06/19/2016')
    """
    dates = [(int(one[1]), int(one[3])) for one in _SLASHED.finditer(answer)]
    ahead = any(first > 12 >= second for first, second in dates) and all(second <= 12 for _, second in dates)
    if not dates or not (ahead or _DAY_FIRST.search(answer)):
        return answer
    return _SLASHED.sub(lambda one: f"{one[4]}-{int(one[3]):02d}-{int(one[1]):02d}", answer)


@lru_cache(maxsize=4096)
def sentences_of(answer: str) -> tuple[Sentence, ...]:
    """Return the sentences of an answer, in order.

    A number before a point begins an item of a list only where another does.

    >>> [one.text for one in sentences_of("**Limit:** $5,000 per person, e.g. a guest. Not $2.50!")]
    ['limit: $5,000 per person, e.g. a guest.', 'not $2.50!']
    >>> [one.text for one in sentences_of("13. That is all.")], [one.text for one in sentences_of("1. Oil\\n2. Water")]
    (['13.', 'that is all.'], ['oil', 'water'])
    """
    found: list[Sentence] = []
    heading = intro = ""
    lines = _TABLE.sub(_tell_table, _dated(answer)).splitlines()
    listed = sum(bool(_COUNTED.match(raw)) for raw in lines) > 1  # "13. That is all of them" says thirteen
    for number, raw in enumerate(lines):
        bare = re.sub(r"^\s*#{1,6}\s+|^\s*>\s*", "", raw)
        marked = bool(_BULLET.match(raw)) and (listed or not _COUNTED.match(raw))
        line = plain(_BULLET.sub("", bare) if marked or bare != raw else bare).strip()
        if not line:
            intro = "" if not found or not found[-1].text.endswith(":") else intro
            continue
        bullet = marked
        if _HEADING.match(raw):
            heading, intro = line, ""
        parts = list(_split(line))
        for place, part in enumerate(parts):
            above = intro if bullet and intro else heading
            is_heading = bool(_HEADING.match(raw))
            found.append(Sentence(part, number, "" if is_heading else above, bullet and not place, is_heading))
        if not bullet and not _HEADING.match(raw):
            intro = parts[-1] if parts[-1].endswith(":") else ""
    return tuple(found)


def _split(line: str) -> Iterator[str]:
    start = 0
    for stop in _STOP.finditer(line):
        before = line[start : stop.start()].rstrip()
        word = re.search(r"([a-z.]+)\.[\"')]*$", before)
        rest = line[stop.end() :]
        if before != "no.":  # a denial, or an abbreviation of which nothing hangs
            if word and word[1].strip(".") in _ABBREVIATIONS and not stop[0].startswith(";"):
                continue
            if re.search(r"(?:^|\s)\(?[a-z0-9]{1,2}\.$", before) and rest[:1].isdigit():
                continue
        if before:
            yield before
        start = stop.end()
    if line[start:].strip():
        yield line[start:].strip()


Aliases = Sequence[str]

_STREETS = {
    name: rf"(?:{name}|{short}\.?)"
    for name, short in (
        *(("street", "st"), ("square", "sq"), ("avenue", "ave?"), ("road", "rd"), ("drive", "dr"), ("lane", "ln")),
        *(("court", "ct"), ("boulevard", "blvd"), ("place", "pl")),
    )
}
"""Words of addresses that are written short ("Depot Sq.")."""


_FILLERS = "been|being|be|to be|get|gets|yet|an?|the|any|really|actually|quite|even|currently|fully|ever|itself|them|it"
"""What may stand between "not" and what it denies."""
_THOUSANDS = re.compile(r"(?<![\d.\\])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\d.\\])\d{4,9}(?!\d)")


def _with_commas(digits: str) -> str:
    """Return what finds a whole number with or without commas."""
    return f"{int(digits.replace(',', '')):,}".replace(",", ",?") if digits[0] != "0" else digits


@lru_cache(maxsize=16384)
def pattern_of(phrase: str) -> re.Pattern[str]:
    """Return what finds a phrase in plain text: whole words, hyphens and blanks alike, usual endings; ``re:`` is as is.

    >>> bool(pattern_of("exclude").search("it is excluded")), bool(pattern_of("med pay").search("med-pay covers"))
    (True, True)
    """
    if phrase.startswith("re:"):
        return re.compile(phrase[3:])
    folded = plain(phrase).strip()
    if re.fullmatch(r"[a-z]{4,}ies", folded):
        folded = folded[:-3] + "y"
    elif re.fullmatch(r"[a-z]{4,}[^suix]s", folded):
        folded = folded[:-1]
    if numbered := re.fullmatch(r"([a-z]{1,3})-(\d{4,})", folded):  # "70487" for claim GL-70487
        return re.compile(rf"(?:(?<!\w){numbered[1]}[\s-]*|(?<![\w.,$-])){numbered[2]}(?![\w])(?![.,]\d)")
    parts = [_STREETS.get(part, re.escape(part)) for part in re.split(r"[\s-]+", folded)]
    if len(parts) == 1:
        parts = [re.escape(folded)]
    parts = [_THOUSANDS.sub(lambda found: _with_commas(found[0]), part) for part in parts]
    if parts[0] == "not" and len(parts) > 1:  # "not yet been attached"
        parts = [f"not(?:[\\s-]+(?:{_FILLERS}))*", *parts[1:]]
    body = r"[\s-]*".join(parts) if len(parts) > 1 and all(len(part) <= 4 for part in parts) else r"[\s-]+".join(parts)
    tail = ""
    if folded[-1:].isalpha():
        tail = r"(?:s|es|'s|s')?"
        if len(folded.split()) == 1 and len(folded) > 3:
            tail = r"(?:s|es|'s|s'|d|ed|ing|[a-z]ed|[a-z]ing|ments?)?"
            if folded.endswith("e"):
                body, tail = body[:-1], r"(?:e|es|ed|ing|e's|ements?)"
            elif folded.endswith("y") and folded[-2:-1] not in "aeiou":
                body, tail = body[:-1], r"(?:y|ies|ied|ying|y's)"
    left = r"(?<![\w])" if folded[:1].isalnum() else ""
    right = r"(?![\w])" if folded[-1:].isalnum() else ""
    if folded[-1:].isdigit():
        right += r"(?![.,]\d)"
    return re.compile(f"{left}{body}{tail}{right}")


def find(aliases: Aliases, text: str) -> list[tuple[int, int]]:
    """Return where any of some phrases stands in a plain text, longest first where they overlap, in order."""
    spans = sorted({match.span() for alias in aliases for match in pattern_of(alias).finditer(text)})
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end))
    return sorted(kept)
