"""From a printed caption to a field name and a description."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

MAX_WORDS = 7

_BRACKETS = re.compile(r"\(([^()]*)\)?|\[([^\[\]]*)\]?")
_SENTENCE = re.compile(r"(?<=[A-Za-z)0-9]{3}[.?!])\s+(?=[A-Z])")
_CONDITION = re.compile(
    r"^(?:and\s+)?if\b(?:.*?,\s*(?=(?:enter|provide|list|state|describe|specify|explain|give|show)\b)|[^,]{3,80},\s*)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:and\s+)?(?:please\s+)?(?:also\s+)?(?:enter|provide|list|give|insert|type or print|print or type|print)"
    r"(?:\s+in)?\s+"
    r"(?:all\s+(?:of\s+)?)?(?!or\b|code\b|here\b|of\b|and\b)",
    re.IGNORECASE,
)
_LONG_LEAD = re.compile(
    r"^(?:please\s+)?(?:state|describe|specify|show|indicate|identify|explain)\s+(?=(?:the|your|what|how|why|any|each|who)\b)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^(?:what|who|when|where|how\s+(?:much|many))\s+(?:is|are|was|were)\s+(?=(?:the|an?|your|his|her|its|their|any)\b)",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"^I(?:\s*,)?\s+(?:hereby\s+)?", re.IGNORECASE)
_TAIL = re.compile(
    r"[,;]?\s+(?:if\s+(?:any|applicable|known|different|none|other)\b|see\s+(?:the\s+)?(?:separate\s+)?instructions|"
    r"please\s+print|check\s+(?:all|one|only)|do\s+not\b).*$|[,;]\s+(?:optional|required)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\s+(?:that|which|who|whom|whose|if|when|because|unless|reported|listed|shown above)\b.*$", re.IGNORECASE
)
_ARTICLES = {"the", "a", "an", "this", "these", "your", "its", "his", "her", "their", "any", "all", "following", "each"}
_CUTS = {
    *("from", "on", "in", "at", "to", "for", "with", "by", "under", "during", "as", "including", "not", "than", "per"),
    *("of", "and", "or", "but", "is", "are", "was", "were", "through", "after", "before", "within", "until"),
}
_PARTICIPLES = {"issued", "listed", "reported", "received", "paid", "claimed", "made", "given"}
_NAMING = {"name", "names", "full", "legal", "first", "last", "family", "given", "description", "describe"}
"""Words of a caption that asks what something is called."""

_EMPTY = {"enter", "here", "yes", "no", "check", "see", "add", "and", "or", "of", "the", "go"}
_DATE_HINT = re.compile(
    r"\b(?:m{1,2}|mo|month|d{1,2}|day|y{2,4}|yr|year)\b(?:[\s/.,-]+(?:m{1,2}|mo|month|d{1,2}|day|y{2,4}|yr|year)\b)+",
    re.I,
)
FORMAT_HINT = re.compile(
    r"^(?!\W*format\W*$)\W*(?:(?:(?:m{1,2}|mo|d{1,2}|y{2,4}|yr|yyyymmdd|mmddyyyy|format|whole dollars only)[\s/.,-]*)+"
    r"|(?:month|day|year)(?:[\s/.,-]+(?:month|day|year))+)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Label:
    """A caption taken apart.

    Attributes:
        text: the words that say what belongs here.
        hints: what stood in brackets, in order.
        name: ``text`` as a field name; "" if no word can be spelled in ASCII.
    """

    text: str
    hints: tuple[str, ...]
    name: str


def read_label(caption: str) -> Label:
    """Return a caption's meaning, its bracketed hints and the name it gives.

    >>> read_label("4. VETERAN'S DATE OF BIRTH (MM-DD-YYYY)").name
    'veteran_date_of_birth'
    >>> read_label("Family Name (Last Name)").hints
    ('Last Name',)
    >>> read_label("Enter the gross proceeds from sales or exchanges reported to you for 2025").name
    'gross_proceeds_from_sales_or_exchanges'
    """
    text = caption.replace("(s)", "s").replace("’", "'").strip()
    text = re.sub(r"(?<=\b(?:or|nd))\s\((\w+)\)", r" \1", re.sub(r",?\s+if any,\s+", " ", text))
    text = re.sub(r"^\(?(?:\d{1,2}\.?[a-z]?[.)]\s*|[A-Za-z][.)]\s+)(?=\S)", "", text)
    hints = tuple(" ".join((first or second).split()) for first, second in _BRACKETS.findall(text) if first or second)
    text = _abbreviate(text, hints)
    bare = " ".join(_BRACKETS.sub(" ", text).split()).strip(' :;,.-–—*”“"')
    if not bare and hints:
        bare, hints = hints[0], hints[1:]
    bare = shorten_sentence(bare)
    name = name_of(bare)
    return Label(bare, hints, "" if name in _EMPTY else name)


def _abbreviate(text: str, hints: tuple[str, ...]) -> str:
    """Return a long caption with words that a bracketed abbreviation stands for put in its short form."""
    for hint in hints:
        if len(words_of(_BRACKETS.sub(" ", text))) > MAX_WORDS and re.fullmatch(r"[A-Z]{3,6}", hint):
            initials = r"\s+(?:of\s+)?".join(rf"{letter}[\w-]*" for letter in hint)
            text = re.sub(rf"{initials}\s*\({hint}\)", hint, text, flags=re.IGNORECASE)
    return text


def shorten_sentence(text: str) -> str:
    """Return the part of a sentence that names the thing asked for.

    >>> shorten_sentence("If yes and known, provide the case number")
    'case number'
    >>> shorten_sentence("Qualified adoption expenses. See instructions")
    'Qualified adoption expenses'
    """
    first, *rest = _SENTENCE.split(text)
    if rest and len(words_of(first)) == 1:
        return f"{first.strip(' .')} {shorten_sentence(rest[0])}"
    text = first
    long_lead = (_LONG_LEAD,) if len(words_of(text)) > 4 else ()
    for pattern in (_CONDITION, _LEAD, *long_lead, _QUESTION, _SPEAKER):
        shorter = pattern.sub("", text, count=1)
        if words_of(shorter):
            text = shorter
    shorter = _TAIL.sub("", text)
    if words_of(shorter):
        text = shorter
    text = re.sub(r"^(?:the|a|an)\s+(?=\w)", "", text.strip(), flags=re.IGNORECASE)
    if len(words_of(text)) > MAX_WORDS:
        shorter = _CLAUSE.sub("", text)
        if len(words_of(shorter)) > 1:
            text = shorter
    return text.strip(' :;,.-–—*”“"')


def name_of(text: str) -> str:
    """Return a snake-case name of at most ``MAX_WORDS`` words; "" if nothing can be spelled in ASCII.

    ``MAX_WORDS`` words or fewer stay as printed. Longer texts lose articles, then what follows the last preposition,
    conjunction or participle that leaves at most ``MAX_WORDS`` (a few more where that would leave two or less).

    >>> name_of("Outstanding Balance at Close of This Period")
    'outstanding_balance_at_close_of_this_period'
    >>> name_of("Federal income tax withheld from Forms W-2 and 1099")
    'federal_income_tax_withheld'
    """
    words = words_of(text)
    if len(words) > MAX_WORDS:
        words = [word for word in words if word not in _ARTICLES] or words
    if len(words) > MAX_WORDS:
        cuts = [i for i, word in enumerate(words) if word in _CUTS or word in _PARTICIPLES]
        near = [i for i in cuts if 3 <= i <= MAX_WORDS] or [i for i in cuts if 2 <= i <= MAX_WORDS + 3][-1:]
        words = words[: near[-1]] if near else words[: MAX_WORDS + 2]
        while len(words) > 1 and words[-1] in _CUTS:
            words.pop()
    if words and words[0][0].isdigit():
        words.insert(0, "item")
    return "_".join(words)


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower-case ASCII, possessive endings and full stops of abbreviations left out.

    >>> words_of("Veteran's M.I. & Receipt No.")
    ['veteran', 'mi', 'and', 'receipt', 'number']
    """
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("ß", "ss")).encode("ascii", "ignore").decode()
    plain = re.sub(r"\bNo\.|\bNO\.|#", " number ", plain)
    plain = re.sub(r"\bNo(?=\s*$)|\bNO(?=\s*$)", " number ", plain) if len(plain.split()) > 1 else plain
    plain = re.sub(r"(?<=[A-Za-z])'[sS]\b", "", plain).replace("'", "").replace("%", " percent ").replace("&", " and ")
    plain = re.sub(r"\b(?:[A-Za-z]\.)+[A-Za-z]\b", lambda letters: letters[0].replace(".", ""), plain)
    return re.findall(r"[a-z0-9]+", plain.lower())


def singular(name: str) -> str:
    """Return a name with its noun, the last word or the one before *of*, in the singular, as English mostly forms it.

    >>> singular("duty_stations"), singular("other_agencies"), singular("countries_of_residence")
    ('duty_station', 'other_agency', 'country_of_residence')
    """
    noun, of, rest = name.partition("_of_")
    if of:
        return f"{singular(noun)}_of_{rest}"
    if name.endswith("children"):
        return name[:-3]
    if name.endswith("ies") and len(name) > 4:
        return f"{name[:-3]}y"
    if name.endswith("sses"):
        return name[:-2]
    if name.endswith("s") and not name.endswith(("ss", "us", "is")):
        return name[:-1]
    return name


def plural(name: str) -> str:
    """Return a name with its noun, the last word or the one before *of*, in the plural, as English mostly forms it.

    >>> plural("duty_station"), plural("country_of_residence"), plural("names_used")
    ('duty_stations', 'countries_of_residence', 'names_used')
    """
    noun, of, rest = name.partition("_of_")
    if of:
        return f"{plural(noun)}_of_{rest}"
    if name == "child" or name.endswith("_child"):
        return f"{name}ren"
    if name.endswith(("s", "ed")) and not name.endswith("ss"):
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("ss", "x", "ch", "sh")) else f"{name}s"


def things_listed(names: Sequence[str]) -> str:
    """Return what the rows of a list with these columns are, in the plural, or "" if no column says it.

    The first column that asks for a name or description says it, if it tells of what; else columns that begin alike.

    >>> things_listed(["date_paid", "creditor_name", "amount"]), things_listed(["description_of_property"])
    ('creditors', 'properties')
    >>> things_listed(["child_year_of_birth", "child_school"]), things_listed(["full_name", "name_of_employer"])
    ('children', '')
    """
    asking = next((name.split("_") for name in names if {"name", "names", "description"} & set(name.split("_"))), [])
    rest = [word for word in asking if word not in _NAMING]
    rest = rest[1:] if rest[:1] == ["of"] else rest
    if asking:
        telling = 1 <= len(rest) <= 3 and not {rest[0], rest[-1]} & _CUTS
        return "_".join(plural(word) if _ends_noun(rest, place) else word for place, word in enumerate(rest)) * telling
    split = [name.split("_") for name in names]
    level = zip(*split, strict=False) if len(split) > 1 else ()
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, level)]
    told = bool(shared) and all(words[len(shared) :] and not _numbers(words[len(shared)]) for words in split)
    return plural("_".join(shared)) if told else ""


def _numbers(word: str) -> bool:
    return word.isdigit() or len(word) == 1 or word in ("one", "two", "three", "four", "first", "second", "third")


def _ends_noun(words: Sequence[str], place: int) -> bool:
    return place + 1 == len(words) or words[place + 1] in ("or", "and")


def date_parts(hint: str) -> tuple[str, ...]:
    """Return the parts of a date in the order a format hint prints them.

    >>> date_parts("MM-DD-YYYY")
    ('month', 'day', 'year')
    """
    found = _DATE_HINT.search(hint)
    letters = re.findall(r"[mdyMDY]", re.sub(r"[a-zA-Z]+", lambda word: word[0][0], found[0])) if found else []
    return tuple({"m": "month", "d": "day", "y": "year"}[letter.lower()] for letter in letters)


def listed_parts(hint: str, count: int) -> tuple[str, ...]:
    """Return the ``count`` things that a hint lists, or nothing if it lists another number.

    >>> listed_parts("First, Middle Initial, Last", 3)
    ('first', 'middle_initial', 'last')
    """
    parts = [name_of(part) for part in re.split(r",|;|/|\band\b", hint)]
    parts = [part for part in parts if part]
    return tuple(parts) if len(parts) == count and len(set(parts)) == count else ()


def sentence_case(text: str) -> str:
    """Return text that was set in capitals as a sentence is written; other text as it is.

    >>> sentence_case("PLACE OF BIRTH"), sentence_case("ZIP Code")
    ('Place of birth', 'ZIP Code')
    """
    letters = [letter for letter in text if letter.isalpha()]
    if len(text.split()) > 1 and letters and sum(letter.isupper() for letter in letters) > 0.8 * len(letters):
        return text[0] + text[1:].lower()
    return text
