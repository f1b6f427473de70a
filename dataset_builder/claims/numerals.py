"""Number words written as digits, as people say them: "nine sixty-nine", "four and a half", "fifty grand"."""

from __future__ import annotations

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: number for number, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_FRACTIONS = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75, "three-quarters": 0.75}
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", *(f"twenty-{one}" for one in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh"))),
    *("twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first"),
)
_DAYS = {word: number for number, word in enumerate(_ORDINALS, 1)}

_WORD = rf"(?:{'|'.join(sorted((*_SMALL, 'hundred', *_SCALES), key=len, reverse=True))})"
_RUN = re.compile(
    r"(?<![\w.-])(?P<a>an? (?=hundred|thousand|million|billion))?"
    rf"(?P<words>{_WORD}(?:(?:[ -]|(?<=hundred) and |(?<=thousand) and |(?<=million) and )(?:oh[ -])?{_WORD})*)"
    rf"(?P<point> point(?: (?:oh|{'|'.join(_ONES[:10])}))+(?![\w-]))?"
    r"(?P<part> and (?:an? )?(?:half|quarter|three[ -]quarters))?(?P<scale> (?:thousand|million|billion))?(?!\w)"
)
_DIGITS_AND = re.compile(r"(?<![\w.,])(\d+) and (an? |)(half|quarter|three[ -]quarters)(?!\w)")
_LABEL = re.compile(
    r"\b(amendment|article|carton|class|day|floor|grade|item|level|line|lot|note|number|page|pallet|part|phase|room|"
    r"schedule|section|stage|step|table|tier|type|unit|vehicle|week|year|zone) one(?! \w+ed\b)(?![\w-])"
)
_ROUND = (
    (re.compile(r"\b(?:three|3)[ -]quarters of an hour\b|(?<![\d/.])3/4 (?:of an )?h(?:ou)?rs?\b"), "45 minutes"),
    (re.compile(r"\bhalf an? hour\b|\b(?:a )?half[ -]hour\b|(?<![\d/. ])1/2 (?:an )?h(?:ou)?rs?\b"), "30 minutes"),
    (re.compile(r"\b(?:a )?quarter[ -](?:of an )?hour\b"), "15 minutes"),
    (re.compile(r"\ban hour and a half\b"), "90 minutes"),
    (re.compile(r"\ban hour and a quarter\b"), "75 minutes"),
    (re.compile(r"\ba (week|month|year) and a half\b"), r"1.5 \1s"),
    (re.compile(r"\bhalf a year\b"), "6 months"),
    (re.compile(r"\b(?:a )?fortnight\b"), "2 weeks"),
    (re.compile(r"\bhalf an? percent\b|\bhalf a per ?cent\b"), "0.5%"),
    (re.compile(r"\ba quarter(?: of a)? (million|billion)\b"), r"0.25 \1"),
    (re.compile(r"\bhalf a (million|billion)\b"), r"0.5 \1"),
    (re.compile(r"\ba (million|billion) and a half\b"), r"1.5 \1"),
    (re.compile(r"\bhalf a dozen\b"), "6"),
    (re.compile(r"\ba dozen\b"), "12"),
    (re.compile(r"(?<![\w-])one-(?=(?:hour|minute|day|week|month|year|percent|foot|inch|mile|bar)\b)"), "1-"),
)  # fmt: skip
"""What people say for round amounts, and the amounts."""
_SMALL_PARTS = re.compile(
    rf"\b(?P<of>an?|{'|'.join(_ONES[1:10])}) (?P<part>tenth|hundredth|thousandth)s? of an? (?=[a-z])"
)
_POINT = re.compile(
    rf"(?<!\d )(?<![\w-])point (?P<digits>(?:oh|{'|'.join(_ONES[:10])})(?: (?:oh|{'|'.join(_ONES[:10])}))*)(?!\w)"
)
_AFTER_NUMBER = re.compile(rf"(?:{_WORD}|\d) $")
_GRAND = re.compile(r"(?<![\w.])\$?(\d[\d,.]*) ?grand(?!\w)")
_MONTH = (
    r"(?:january|february|march|april|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b"
)
_DAY = rf"(?:{'|'.join(sorted(map(re.escape, _DAYS), key=len, reverse=True))})"
_DAY_OF = re.compile(rf"(?<!\w){_DAY}(?= (?:day )?(?:(?:of )?{_MONTH}|of may\b))")
_MONTH_DAY = re.compile(rf"(?<!\w)({_MONTH})(?: the)? ({_DAY})(?!\w)")


def with_digits(text: str) -> str:
    """Return a text in small letters with its number words in digits; a lone "one" is a word and stays.

    >>> with_digits("nine sixty-nine, two-twenty, twenty-nine hundred and five, one of four and a half percent")
    '969, 220, 2,905, one of 4.5 percent'
    >>> with_digits("fifty grand, three hundred seven point four million, the thirtieth of september, march the third")
    '$50 thousand, 307.4 million, the 30 of september, march 3'
    """
    for said, amount in _ROUND:
        text = said.sub(amount, text)
    text = _SMALL_PARTS.sub(_part, text)
    text = _POINT.sub(_point, text)
    text = _DAY_OF.sub(lambda found: str(_DAYS[found[0]]), text)
    text = _MONTH_DAY.sub(lambda found: f"{found[1]} {_DAYS[found[2]]}", text)
    text = _LABEL.sub(r"\1 1", text)
    text = _RUN.sub(_run, text)
    text = _DIGITS_AND.sub(lambda found: _shown(int(found[1]) + _FRACTIONS[found[3].replace("-", " ")]), text)
    return _GRAND.sub(r"$\1 thousand", text)


def _part(match: re.Match[str]) -> str:
    places = {"tenth": 1, "hundredth": 2, "thousandth": 3}[match["part"]]
    return f"{_SMALL.get(match['of'], 1) / 10**places:g} "


def _point(match: re.Match[str]) -> str:
    if _AFTER_NUMBER.search(match.string[: match.start()]):  # "four point two"
        return match[0]
    return "0." + "".join(str(_SMALL.get(word, 0)) for word in match["digits"].split())


def _run(match: re.Match[str]) -> str:
    words, point, part, scale = match["words"], match["point"], match["part"], match["scale"]
    if match[0] == "one" or (not match["a"] and words.split()[0] in ("hundred", *_SCALES)):
        return match[0]
    whole = _value(re.findall(rf"{_WORD}|oh", words))
    if whole is None:
        return match[0]
    if point:
        digits = "".join(str(_SMALL.get(word, 0)) for word in point.split()[1:])
        return f"{whole}.{digits}{scale or ''}"
    if part:
        name = re.sub(r"^ and (?:an? )?", "", part).replace("-", " ")
        return _shown(whole + _FRACTIONS[name]) + (scale or "")
    tail = re.search(r"[ -](million|billion)$", words)
    if tail and not scale:
        return f"{_shown(whole / _SCALES[tail[1]])} {tail[1]}"
    dated = not re.search("hundred|(?<!two )thousand", words)
    return _shown(whole, year=dated) + (scale or "")


def _shown(value: float, *, year: bool = False) -> str:
    if value != int(value):
        return f"{value:g}"
    return f"{int(value)}" if year and 1900 <= value < 2100 else f"{int(value):,}"


def _value(words: list[str]) -> int | None:
    """Return the number of a run of words, None where they are no single number ("five six").

    >>> [_value(one.split()) for one in ("nine sixty nine", "twenty oh five", "five six", "two million ten")]
    [969, 2005, None, 2000010]
    """
    total = 0
    group: list[str] = []
    for word in words:
        if word in _SCALES:
            part = _below_thousand(group) if group else 1
            if part is None:
                return None
            total, group = total + part * _SCALES[word], []
        else:
            group.append(word)
    rest = _below_thousand(group) if group else 0
    return None if rest is None else total + rest


def _below_thousand(words: list[str]) -> int | None:
    if "hundred" in words:
        place = words.index("hundred")
        head, tail = _pair(words[:place]) if place else 1, _pair(words[place + 1 :]) if words[place + 1 :] else 0
        return None if head is None or tail is None else 100 * head + tail
    plain = _pair(words)
    if plain is not None:
        return plain
    for place in range(1, len(words)):  # "nine sixty-nine", "twenty seventeen", "one oh five"
        head, rest = _pair(words[:place]), words[place:]
        tail = _pair(rest[1:]) if rest[0] == "oh" else _pair(rest)
        if head and tail is not None and (tail < 10 if rest[0] == "oh" else tail >= 10):
            return 100 * head + tail
    for place in (1, 2):  # "twelve one ninety-nine"
        head, rest = _pair(words[:place]), words[place:]
        if head and len(rest) > 1 and rest[0] in _ONES[1:10] and (below := _below_thousand(rest)):
            return 1000 * head + below if below >= 100 else None
    return None


def _pair(words: list[str]) -> int | None:
    """Return a number under a hundred said plainly, None where the words are none."""
    numbers = [_SMALL.get(word, -1) for word in words]
    if len(numbers) == 1 and numbers[0] >= 0:
        return numbers[0]
    if len(numbers) == 2 and numbers[0] >= 20 and 0 < numbers[1] < 10:
        return sum(numbers)
    return None
