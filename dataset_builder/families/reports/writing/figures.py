"""Numbers as a careful editor prints them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS = ("Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_FRACTIONS = (
    (1 / 10, "a tenth"),
    (1 / 8, "an eighth"),
    (1 / 6, "a sixth"),
    (1 / 5, "a fifth"),
    (1 / 4, "a quarter"),
    (1 / 3, "a third"),
    (2 / 5, "two-fifths"),
    (1 / 2, "half"),
    (3 / 5, "three-fifths"),
    (2 / 3, "two-thirds"),
    (3 / 4, "three-quarters"),
)
_MULTIPLES = ((2.0, "twice"), (3.0, "three times"), (4.0, "four times"), (5.0, "five times"), (6.0, "six times"))


def plain(value: float, decimals: int) -> str:
    """Return a number with thousands set apart.

    >>> plain(1234.5, 1), plain(-0.26, 1)
    ('1,234.5', '−0.3')
    """
    text = f"{abs(value):,.{decimals}f}"
    return f"−{text}" if value < 0 and any(digit in text for digit in "123456789") else text


def with_unit(number: str, unit: str) -> str:
    """Return a printed number with its unit behind.

    >>> with_unit("45.2", "%"), with_unit("88", "% of loan value"), with_unit("1", "crowns per kW")
    ('45.2%', '88% of loan value', '1 crown per kW')
    >>> with_unit("1,240", "m crowns")
    '1,240 million crowns'
    """
    if unit.startswith("%"):
        return f"{number}{unit}"
    if number == "1":
        noun, _, tail = unit.partition(" ")
        if noun.endswith("s") and not noun.endswith("ss"):
            return f"1 {noun[:-1]} {tail}".strip()
    scale, _, rest = unit.partition(" ")
    if scale == "m" and rest.startswith("of "):
        return f"{number} {'metre' if number == '1' else 'metres'} {rest}"
    if rest and scale in ("m", "bn", "tn"):
        unit = f"{ {'m': 'million', 'bn': 'billion', 'tn': 'trillion'}[scale] } {rest}"
    return f"{number} {unit}".strip()


def rounded(value: float, decimals: int) -> tuple[str, float] | None:
    """Return a shorter number for a value and what it stands for, None if it has none.

    >>> rounded(45.2, 1), rounded(1843, 0), rounded(7.36, 2), rounded(72, 0)
    (('45', 45.0), ('1,800', 1800.0), ('7.4', 7.4), ('70', 70.0))
    """
    size = abs(value)
    if decimals == 2 and size >= 1:
        return plain(round(value, 1), 1), round(value, 1)
    if decimals and size >= 10:
        return plain(round(value), 0), float(round(value))
    if decimals == 0 and size >= 20:
        step = 10 ** (len(str(int(size))) - (1 if size < 100 else 2))
        near = round(value / step) * step
        return plain(near, 0), float(near)
    return None


def about(value: float, decimals: int, unit: str) -> tuple[str, ...]:
    """Return true ways to print a value roughly, none if it cannot be shortened or would be far off.

    >>> about(45.2, 1, "months")
    ('just over 45 months', 'a little over 45 months', 'about 45 months', 'roughly 45 months', 'some 45 months')
    """
    found = rounded(value, decimals)
    if found is None or not value:
        return ()
    number, near = found
    text = with_unit(number, unit)
    off = (value - near) / value
    if abs(off) > 0.03:
        return ()
    if abs(off) < 1e-9:
        return (text,)
    words = ("just over", "a little over") if off > 0 else ("just under", "nearly", "almost", "close to")
    return tuple(f"{word} {text}" for word in (*words, "about", "roughly", "some"))


def fraction(share: float) -> tuple[str, ...]:
    """Return true ways to say a share of the whole as a plain fraction, none if no plain one is near.

    >>> fraction(0.34), fraction(0.25), fraction(0.45)
    (('just over a third', 'a little more than a third', 'about a third'), ('a quarter',), ())
    """
    value, name = min(_FRACTIONS, key=lambda item: abs(item[0] - share))
    off = (share - value) / value
    if abs(off) > 0.06:
        return ()
    if abs(off) < 0.006:
        return (name,)
    if off > 0:
        return f"just over {name}", f"a little more than {name}", f"about {name}"
    return f"almost {name}", f"nearly {name}", f"just under {name}", f"about {name}"


def multiple(ratio: float) -> tuple[str, ...]:
    """Return true ways to say how many times as large something is, for ratios over 1.4, none if no plain one is near.

    >>> multiple(2.06), multiple(1.5), multiple(2.6)
    (('just over twice', 'a little over twice', 'about twice'), ('one and a half times',), ('more than twice',))
    """
    if abs(ratio - 1.5) < 0.04:
        return ("one and a half times",) if abs(ratio - 1.5) < 0.012 else ("about one and a half times",)
    if ratio < 1.8 or ratio > 6.5:
        return ()
    value, name = min(_MULTIPLES, key=lambda item: abs(item[0] - ratio))
    off = (ratio - value) / value
    if abs(off) < 0.006:
        return (name,)
    if 0 < off <= 0.06:
        return f"just over {name}", f"a little over {name}", f"about {name}"
    if -0.08 <= off < 0:
        return f"almost {name}", f"nearly {name}", f"close to {name}"
    below = [name for value, name in _MULTIPLES if value <= ratio]
    return (f"more than {below[-1]}",) if below else ()


def count(number: int) -> str:
    """Return a small count in words, a larger one in digits.

    >>> count(7), count(14)
    ('seven', '14')
    """
    return _WORDS[number] if number < len(_WORDS) else f"{number:,}"


def ordinal(number: int) -> str:
    """Return an ordinal word for 1 to 10, else digits with their ending.

    >>> ordinal(3), ordinal(12), ordinal(22)
    ('third', '12th', '22nd')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def place(rank: int, count: int, *, from_top: bool = False) -> str:
    """Return a rank as a word, the last as such.

    >>> place(1, 8), place(8, 8), place(3, 8), place(3, 8, from_top=True), place(1, 8, from_top=True)
    ('first', 'last', 'third', 'third from the top', 'first')
    """
    if rank == count:
        return "last"
    return f"{ordinal(rank)} from the top" if from_top and rank > 1 else ordinal(rank)


def listing(items: Sequence[str], joint: str = "and") -> str:
    """Return the items as a list in a sentence.

    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def possessive(name: str) -> str:
    """Return the genitive of a name.

    >>> possessive("Arlenshaw"), possessive("Mossgate Works")
    ('Arlenshaw’s', 'Mossgate Works’')
    """
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def spell_start(text: str) -> str:
    """Return a text that begins with a small number in words.

    >>> spell_start("13 years later"), spell_start("2012 was"), spell_start("12.5% of")
    ('Thirteen years later', '2012 was', '12.5% of')
    """
    head, space, tail = text.partition(" ")
    if not space or not head.isdigit() or not 13 <= int(head) <= 19:
        return text
    return f"{_TEENS[int(head) - 13]} {tail}"


def article(word: str) -> str:
    """Return the indefinite article of a word.

    >>> article("hour"), article("outage"), article("usable"), article("18"), article("11.4")
    ('an', 'an', 'a', 'an', 'an')
    >>> article("X-ray"), article("MRI"), article("UN"), article("SMS")
    ('an', 'an', 'a', 'an')
    """
    if re.match(r"[“‘(]?U[A-Z]{1,3}\b", word):
        return "a"
    letters = re.match(r"[“‘(]?([A-Z])(?:[A-Z0-9]{1,3}s?\b|-|$)", word)
    if letters and not re.match(r"[“‘(]?(?:[A-Z]?[AEIOU][A-Z]|[A-Z][AEIOU])", word):
        return "an" if letters[1] in "AEFHILMNORSX" else "a"
    low = word.lower().lstrip("“‘(")
    if low[:1].isdigit():
        whole = low.split(",")[0].split(".")[0] if "," in low or "." in low else low
        digits = "".join(letter for letter in whole if letter.isdigit())
        groups = len(low.split(",")) - 1
        return "an" if digits.startswith("8") or (digits in ("11", "18") and groups < 3) else "a"
    if low.startswith(("hour", "honest", "honour", "heir")):
        return "an"
    if low.startswith(("uni", "usa", "use", "usu", "eu", "one", "once", "uti", "ubi", "u-")) and not low.startswith(
        "unin"
    ):
        return "a"
    return "an" if low[:1] in tuple("aeiou") else "a"
