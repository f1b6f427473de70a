"""Rules that turn a context into words: many small choices, each taken where it was taken least.

A grammar file (``assets/reports/grammar/*.txt``) holds rules. A rule is a name at the start of a line and ``=``, then
one alternative a line, indented. In an alternative, ``<name>`` is a term of the context or another rule,
``<part:name>`` the same in the context's part of that name, ``[a|b|]`` a choice in the line, and guards before it,
``?up`` or ``?!up``, say which flags the context must have or must not have. ``#`` starts a comment line.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import accumulate


@dataclass(frozen=True)
class Context:
    """What can be said: ``terms`` by name (of a tuple, any one will do; a context is a part) and ``flags``."""

    terms: Mapping[str, str | tuple[str, ...] | Context] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()

    def having(self, *flags: str, **terms: str | tuple[str, ...] | Context) -> Context:
        """Return the context with more flags and terms."""
        return Context({**self.terms, **terms}, self.flags | set(flags))

    def without(self, *flags: str) -> Context:
        """Return the context with fewer flags."""
        return Context(self.terms, self.flags - set(flags))


@dataclass(frozen=True)
class _Ref:
    name: str
    part: str


@dataclass(frozen=True)
class _Choice:
    key: int
    options: tuple[_Alternative, ...]

    @cached_property
    def guarded(self) -> bool:
        return any(option.needs or option.bars for option in self.options)


@dataclass(frozen=True)
class _Alternative:
    needs: frozenset[str]
    bars: frozenset[str]
    nodes: tuple[str | _Ref | _Choice, ...]

    def fits(self, flags: frozenset[str]) -> bool:
        return self.needs <= flags and not self.bars & flags


_GUARD = re.compile(r"\?(!?)([\w-]+)\s+")
_TOKEN = re.compile(r"[<\[\]|]|[^<\[\]|]+")
_HEAD = re.compile(r"([A-Za-z][\w.-]*) =")
_SPACES = re.compile(r" {2,}")
_LOOSE = re.compile(r" +([,.;:?!])")
_NO_FLAGS: frozenset[str] = frozenset()


class Grammar:
    """Rules, and how often each alternative has been taken so far."""

    def __init__(self, rules: Mapping[str, _Choice]) -> None:
        """Start with nothing taken."""
        self.rules = rules
        self.taken: Counter[tuple[int, int]] = Counter()
        self._odds: dict[int, dict[frozenset[str], tuple[list[int], list[float]]]] = {}

    def expand(self, name: str, context: Context, rng: random.Random) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return a text for the rule ``name`` and the choices that made it, to be handed to ``commit``.

        Raises:
            KeyError: neither the context nor the rules have a name that is needed.
            LookupError: no alternative of a rule fits the context's flags.
        """
        words: list[str] = []
        path: list[tuple[int, int]] = []
        self._refer(_Ref(name, ""), (context,), rng, words, path)
        return _LOOSE.sub(r"\1", _SPACES.sub(" ", "".join(words))).strip(), tuple(path)

    def commit(self, path: Sequence[tuple[int, int]]) -> None:
        """Count the choices of a text that is used."""
        self.taken.update(path)
        for key, _ in path:
            self._odds.pop(key, None)

    def _choose(
        self,
        choice: _Choice,
        scope: tuple[Context, ...],
        rng: random.Random,
        words: list[str],
        path: list[tuple[int, int]],
    ) -> None:
        """Add the words of one of the alternatives that fit."""
        numbers, odds = self._weigh(choice, scope[-1].flags if choice.guarded else _NO_FLAGS)
        number = numbers[bisect(odds, rng.random() * odds[-1], 0, len(odds) - 1)]
        if len(choice.options) > 1:
            path.append((choice.key, number))
        for node in choice.options[number].nodes:
            if isinstance(node, str):
                words.append(node)
            elif isinstance(node, _Choice):
                self._choose(node, scope, rng, words, path)
            else:
                self._refer(node, scope, rng, words, path)

    def _weigh(self, choice: _Choice, flags: frozenset[str]) -> tuple[list[int], list[float]]:
        """Return the numbers of the alternatives that fit and their summed weights, less for what has been taken."""
        known = self._odds.setdefault(choice.key, {})
        if flags not in known:
            numbers = [n for n, option in enumerate(choice.options) if option.fits(flags)]
            if not numbers:
                raise LookupError(f"no alternative of {choice.options} fits flags {sorted(flags)}")
            known[flags] = numbers, list(accumulate((1 + self.taken[choice.key, n]) ** -1.5 for n in numbers))
        return known[flags]

    def _refer(
        self,
        ref: _Ref,
        scope: tuple[Context, ...],
        rng: random.Random,
        words: list[str],
        path: list[tuple[int, int]],
    ) -> None:
        """Add the words of a term or a rule."""
        if ref.part:
            part = _find(ref.part, scope)
            if not isinstance(part, Context):
                raise KeyError(f"{ref.part!r} is no part of the context")
            scope = (*scope, part)
        found = _find(ref.name, scope)
        if isinstance(found, str):
            words.append(found)
        elif isinstance(found, tuple):
            words.append(rng.choice(found))
        elif ref.name in self.rules:
            self._choose(self.rules[ref.name], scope, rng, words, path)
        else:
            raise KeyError(f"{ref.name!r} is neither a term ({', '.join(sorted(scope[-1].terms))}) nor a rule")


def _find(name: str, scope: tuple[Context, ...]) -> str | tuple[str, ...] | Context | None:
    for context in reversed(scope):
        if name in context.terms:
            return context.terms[name]
    return None


def parse_rules(text: str, first_key: int = 0) -> dict[str, _Choice]:
    """Return the rules of a grammar file by name.

    Args:
        text: of the file.
        first_key: number from which choices are counted, so that those of two files differ.

    Raises:
        ValueError: a line is neither rule nor alternative, or its brackets do not match.
    """
    keys = iter(range(first_key, first_key + 1_000_000))
    lines: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if head := _HEAD.fullmatch(line.rstrip()):
            name = head[1]
            if name in lines:
                raise ValueError(f"rule {name!r} is there twice")
            lines[name] = []
        elif line.startswith("  ") and name:
            lines[name].append(line.strip())
        else:
            raise ValueError(f"line {line!r} is neither a rule nor an alternative")
    return {
        name: _Choice(next(keys), tuple(_parse_alternative(line, keys) for line in found))
        for name, found in lines.items()
    }


def _parse_alternative(line: str, keys: Iterator[int]) -> _Alternative:
    tokens = _TOKEN.findall(line)
    guards, tokens = _read_guards(tokens)
    nodes, rest = _parse_nodes(tokens, keys)
    if rest:
        raise ValueError(f"brackets of {line!r} do not match")
    return _Alternative(*guards, nodes)


def _read_guards(tokens: list[str]) -> tuple[tuple[frozenset[str], frozenset[str]], list[str]]:
    """Return the flags needed and barred at the start of an alternative, and its other tokens."""
    if not tokens:
        return (frozenset(), frozenset()), tokens
    needs: set[str] = set()
    bars: set[str] = set()
    first = tokens[0]
    while guard := _GUARD.match(first):
        (bars if guard[1] else needs).add(guard[2])
        first = first[guard.end() :]
    return (frozenset(needs), frozenset(bars)), [first, *tokens[1:]]


def _parse_nodes(tokens: list[str], keys: Iterator[int]) -> tuple[tuple[str | _Ref | _Choice, ...], list[str]]:
    nodes: list[str | _Ref | _Choice] = []
    while tokens and tokens[0] not in ("|", "]"):
        token, tokens = tokens[0], tokens[1:]
        if token == "<":
            name, _, tail = tokens[0].partition(">")
            part, _, name = name.rpartition(":")
            nodes.append(_Ref(name, part))
            tokens = [tail, *tokens[1:]] if tail else tokens[1:]
        elif token == "[":
            key, options = next(keys), []
            while True:
                guards, tokens = _read_guards(tokens)
                inner, tokens = _parse_nodes(tokens, keys)
                options.append(_Alternative(*guards, inner))
                if not tokens:
                    raise ValueError("a bracket is not closed")
                closing, tokens = tokens[0], tokens[1:]
                if closing == "]":
                    break
            nodes.append(_Choice(key, tuple(options)))
        elif token:
            nodes.append(token)
    return tuple(nodes), tokens


@cache
def _load_rules() -> Mapping[str, _Choice]:
    rules: dict[str, _Choice] = {}
    folder = files("dataset_builder").joinpath("assets", "reports", "grammar")
    for number, file in enumerate(sorted(folder.iterdir(), key=lambda file: file.name)):
        found = parse_rules(file.read_text(encoding="utf-8"), number * 1_000_000)
        if twice := sorted(set(found) & set(rules)):
            raise ValueError(f"{file.name}: {', '.join(twice)} are rules of another file")
        rules.update(found)
    return rules


def load_grammar() -> Grammar:
    """Return the grammar of reports, with nothing taken yet."""
    return Grammar(_load_rules())
