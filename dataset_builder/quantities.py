"""Numbers as people write them: signs, separators, words, scales, currencies, percent and units.

A quantity is read whole or not at all: ``~42``, ``40-42`` and ``7:30`` are no numbers, and nothing is cut out of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal

SCALES = {
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
    "mn": 1_000_000,
    "bn": 1_000_000_000,
    "tn": 1_000_000_000_000,
}
_LETTER_SCALES = {"k": 1_000, "K": 1_000, "M": 1_000_000, "B": 1_000_000_000}

_CURRENCIES = {
    "USD": ("$", "us$", "usd", "dollar", "us dollar", "u.s. dollar"),
    "EUR": ("€", "eur", "euro"),
    "GBP": ("£", "gbp", "pound", "pound sterling"),
    "JPY": ("¥", "jpy", "yen"),
    "INR": ("₹", "inr", "rupee"),
    "CHF": ("chf", "swiss franc"),
    "CAD": ("c$", "ca$", "cad", "canadian dollar"),
    "AUD": ("a$", "au$", "aud", "australian dollar"),
}
_CURRENCY_NAMES = {name: code for code, names in _CURRENCIES.items() for name in names}
CURRENCY_CODES = frozenset(_CURRENCIES)
_PERCENT = frozenset({"%", "percent", "per cent", "pct"})
_FRACTION = frozenset({"fraction", "ratio", "share", "proportion"})

MAX_DIGITS = 200
EXACT = Context(prec=2 * MAX_DIGITS)
"""Arithmetic that rounds nothing that can be read: the usual 28 digits would make long identifiers equal."""

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORD_VALUES = {
    **{word: 1 + i for i, word in enumerate(_ONES)},
    **{word: 10 + i for i, word in enumerate(_TEENS)},
    **{word: 20 + 10 * i for i, word in enumerate(_TENS)},
}
_ONE = f"(?:{'|'.join(_ONES)})"
_BELOW_100 = f"(?:(?:{'|'.join(_TENS)})(?:[ -]{_ONE})?|{'|'.join(_TEENS)}|{_ONE})"
_BELOW_1000 = f"(?:{_ONE} hundred(?:(?: and)? {_BELOW_100})?|{_BELOW_100})"
_WORD_SCALES = ("trillion", "billion", "million", "thousand")
_WORDS = re.compile(
    "(?:"
    + "".join(rf"(?:(?P<{scale}>{_BELOW_1000}) {scale}\b[ ,]*)?" for scale in _WORD_SCALES)
    + rf"(?:and )?(?P<rest>{_BELOW_1000})?|(?P<zero>zero))(?![\w-])",
    re.IGNORECASE,
)
_DIGITS = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]{1,3}(?:'[0-9]{3})+|[0-9]+)?(?P<part>\.[0-9]+)?"
    r"(?P<exponent>[eE][+-]?[0-9]{1,3})?(?![0-9,.'])"
)
_PREFIX = re.compile(
    r"(?P<sign>[-+]|minus |negative )? ?(?P<currency>"
    + "|".join(re.escape(name) for name in sorted(_CURRENCY_NAMES, key=len, reverse=True) if len(name) <= 3)
    + r")? ?(?P<inner>[-+])? ?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"([^()]*)\(([^()]+)\)([^()]*)")
_SCALE = re.compile(rf" ?({'|'.join(SCALES)})\b(?! ?\d)|(m|[kKMB])(?![^\W\d_])", re.IGNORECASE)
_UNIT = re.compile(r" ?((?:[^\W\d_]|[%$€£¥₹°/])[^0-9(),;:<>=~≈+?!]*)")


@dataclass(frozen=True)
class Quantity:
    """A number as written.

    Attributes:
        value: the number before any scale word, sign included.
        scale: what the scale word multiplies with, 1 where none is written.
        mark: ``%``, a currency code, a unit in lower case and singular, or None.
    """

    value: Decimal
    scale: int = 1
    mark: str | None = None

    @property
    def amount(self) -> Decimal:
        """The number with its scale, exact."""
        return EXACT.multiply(self.value, Decimal(self.scale))


def parse_quantity(text: str) -> Quantity | None:
    """Return the quantity that a cleaned text is, None if it is not one quantity and nothing else.

    Thousands are set apart with commas, spaces or apostrophes, in threes; the decimal mark is a point. Brackets around
    a number make it negative. ``K``, ``M`` and ``B`` at a number are scales; ``m`` only where a currency is named.

    Args:
        text: as ``answers.clean`` leaves it: plain signs, spaces and quotes.

    >>> parse_quantity("$2.5 million").amount, parse_quantity("(3.14)").value, parse_quantity("~42")
    (Decimal('2500000.0'), Decimal('-3.14'), None)
    """
    bracketed = _BRACKETED.fullmatch(text)
    if bracketed is None:
        return _parse_signed(text)
    head, inner, tail = (part.strip() for part in bracketed.groups())
    if head and head.lower() not in _CURRENCY_NAMES:
        return None
    quantity = _parse_signed(f"{head}{inner} {tail}".strip())
    if quantity is None or inner.lstrip("$€£¥₹")[:1] in ("-", "+", ""):
        return None
    return Quantity(quantity.value.copy_negate(), quantity.scale, quantity.mark)


def _parse_signed(text: str) -> Quantity | None:
    prefix = _PREFIX.match(text)
    if prefix is None or (prefix["sign"] and prefix["inner"]):
        return None
    body = text[prefix.end() :]
    digits = _DIGITS.match(body)
    if digits is not None and (digits["whole"] or digits["part"]):
        if len(digits[0]) > MAX_DIGITS:
            return None
        value = Decimal(
            re.sub("[, ']", "", digits["whole"] or "0") + (digits["part"] or "") + (digits["exponent"] or "")
        )
        rest = body[digits.end() :]
    else:
        words = _WORDS.match(body)
        if words is None or not words[0]:
            return None
        value, rest = Decimal(_sum_words(words)), body[words.end() :]
    currency = _CURRENCY_NAMES[prefix["currency"].lower()] if prefix["currency"] else None
    scale, rest = _read_scale(rest, currency)
    mark = None
    if rest.strip():
        unit = _UNIT.fullmatch(rest)
        if unit is None:
            return None
        mark = normalize_mark(unit[1])
    if mark and currency and mark != currency:
        return None
    negative = (prefix["sign"] or prefix["inner"] or "+").strip().lower() != "+"
    return Quantity(value.copy_negate() if negative else value, scale, mark or currency)


def _sum_words(words: re.Match[str]) -> int:
    return sum(
        _below_thousand(words[name]) * SCALES.get(name, 1)
        for name in (*_WORD_SCALES, "rest")
        if words[name] is not None
    )


def _below_thousand(phrase: str) -> int:
    value = 0
    for word in re.split("[ -]", phrase.lower()):
        value = value * 100 if word == "hundred" else value + _WORD_VALUES.get(word, 0)
    return value


def _read_scale(rest: str, currency: str | None) -> tuple[int, str]:
    """Return the scale at the start of what follows the digits, and what follows it."""
    match = _SCALE.match(rest)
    if match is None:
        return 1, rest
    after = rest[match.end() :]
    if match[1]:
        return SCALES[match[1].lower()], after
    if match[2] == "m":
        named = currency or normalize_mark(after) in CURRENCY_CODES
        return (1_000_000, after) if named else (1, rest)
    return (_LETTER_SCALES[match[2]], after) if match[2] in _LETTER_SCALES else (1, rest)


def normalize_mark(text: str) -> str | None:
    """Return ``%``, ``fraction``, a currency code, or the unit in lower case and singular.

    >>> [normalize_mark(text) for text in ("per cent", "US dollars", "Plants", " ")]
    ['%', 'USD', 'plant', None]
    """
    name = " ".join(text.lower().split()).rstrip(".")
    if name in _PERCENT:
        return "%"
    if name in _FRACTION:
        return "fraction"
    single = name[:-1] if len(name) > 3 and name.endswith("s") and not name.endswith("ss") else name
    return _CURRENCY_NAMES.get(name) or _CURRENCY_NAMES.get(single) or single or None


def parse_unit(unit: str) -> tuple[int, str | None]:
    """Return the scale and the mark of a question's unit.

    >>> parse_unit("million USD"), parse_unit("%"), parse_unit("thousand bottles")
    ((1000000, 'USD'), (1, '%'), (1000, 'bottle'))
    """
    words = unit.split()
    scales = [word for word in words if word.lower() in SCALES]
    if len(scales) != 1:
        return 1, normalize_mark(unit)
    return SCALES[scales[0].lower()], normalize_mark(" ".join(word for word in words if word is not scales[0]))
