"""Statements in words: the grammar of a manner of stating rules, its slots filled from the plan."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dataset_builder.families.hops.model import Atom, Extremal, Join, Threshold, Topic
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.narrative.patterns import (
    Slots,
    count_word,
    expand,
    finish,
    join_words,
    with_article,
)
from dataset_builder.families.hops.narrative.phrases import Wording
from dataset_builder.families.hops.narrative.planning import Plan, Statement
from dataset_builder.families.hops.narrative.sets import Name, load_bank

MANNERS = ("prose", "we", "shall", "steps", "definitions", "decision")
"""The ways of stating rules, by their grammar in ``rules.toml``."""

_SHOWN = "[in|shown in|listed in|plotted in|displayed in] the charts"

_GO = {
    "present": "[go forward|stay in|remain in consideration|are retained|are kept|carry on|move on|go through]",
    "past": "[went forward|stayed in|remained in consideration|went through|carried on|moved on]",
}
_GOES = {
    "present": "[goes forward|stays in|remains in consideration|is retained|is kept|carries on|moves on|goes through]",
    "past": "[went forward|stayed in|remained in consideration|went through|carried on|moved on]",
}
_ENTER = "[go forward|stay in|remain in consideration|be retained|be kept|move on|go through]"

_FORM = {"present": "[form|make up|constitute]", "past": "[formed|made up|became]"}
_JOINS = {
    "present": "[joins|enters|is placed {place}|is entered {place}|goes {into}]",
    "past": "[joined|entered|was placed {place}|was entered {place}|went {into}]",
}
_JOIN = "[join|enter|be placed {place}|be entered {place}|go {into}]"
_ALONE = {
    "present": "[goes forward|is retained|is kept|moves on]",
    "past": "[went forward|stayed in|moved on]",
    "infinitive": "[go forward|be retained|be kept|move on]",
}
_ALONE_FORMS = {
    "present": "[alone forms|by itself forms|is the only member of|alone makes up]",
    "past": "[alone formed|by itself formed|became the only member of|alone made up]",
    "infinitive": "[alone form|by itself form|be the only member of|alone make up]",
}
_ALONE_IS = {
    "present": "[is|becomes|is named|is designated]",
    "past": "[became|was named|was designated]",
    "infinitive": "[be|become|be named|be designated]",
}
_TENSES = {"we": "past", "shall": "infinitive"}

_ALL_HOLD = {"present": "[hold|are met|are satisfied]", "past": "[held|were met|were satisfied]"}
_ONE_HOLDS = {"present": "[holds|is met|is satisfied]", "past": "[held|was met|was satisfied]"}

_NAMING = re.compile(r"\{(?:go|goes|enter|alone|record|x|into)\}")
"""Slots that name the set of a statement; one of them must stand in its pattern if the set has a name."""


@dataclass(frozen=True)
class Told:
    """A statement in words: its sentence, and the lines of its list if it has one."""

    text: str
    items: tuple[str, ...] = ()


@dataclass
class Teller:
    """Tells the statements of one page, and remembers which patterns it used, so as not to repeat them."""

    rng: random.Random
    topic: Topic
    wordings: tuple[Wording, ...]
    manner: str
    label: Label
    plan: Plan
    names: Mapping[int, Name]
    introduced: bool
    lists: bool
    used: list[str] = field(default_factory=list)
    wording: Wording = field(init=False)

    def tell(self, index: int) -> Told:
        """Return the words of a statement; it names all its columns in one way."""
        self.wording = self.rng.choice(self.wordings)
        statement = self.plan.statements[index]
        slots = self._slots(index)
        rules: dict[str, list[str]] = load_bank("rules")[self.manner]
        patterns = rules[self._kind(statement)]
        if statement.kind == "keep" and isinstance(statement.atoms[0], Threshold) and self.rng.random() < 0.4:
            patterns = rules.get("keep_fail", patterns)
        in_list = False
        if statement.kind == "fork":
            if self._is_short(statement) and self.rng.random() < 0.4:
                patterns = rules["keep"]
            else:
                in_list = self.lists and self.rng.random() < 0.7
        name = self.names.get(index)
        if name is None or name.reference:
            patterns = [pattern for pattern in patterns if "{into}" not in pattern]
        else:
            patterns = [pattern for pattern in patterns if _NAMING.search(pattern)]
        if any(self.names[at].reference for at in statement.operands):
            patterns = [pattern for pattern in patterns if "{sets}" not in pattern]
        pattern = self._pick(patterns)
        if not in_list:
            return Told(finish(expand(self.rng, pattern, slots)))
        hold = self._hold(statement) + ":"
        text = finish(expand(self.rng, pattern, {**slots, "test": hold, "tests": hold}))
        return Told(text, self._list_conditions(statement, "their" if "{tests}" in pattern else "its"))

    def tell_split(self, base: int | None, operands: Sequence[int]) -> str:
        """Return the sentence that announces the tracks which start from the set of ``base``."""
        pattern = self._pick(load_bank("rules")[self.manner]["split"])
        slots = self._base_slots(base)
        slots |= {
            "k": count_word(len(operands)),
            "k_title": count_word(len(operands)).capitalize(),
            "sets": self._sets(operands),
        }
        return finish(expand(self.rng, pattern, slots))

    def ask(self, index: int, patterns: Sequence[str]) -> str:
        """Return a question that the statement answers."""
        statement = self.plan.statements[index]
        slots = self._base_slots(statement.base) | {"sets": self._sets(statement.operands)}
        return finish(expand(self.rng, self._pick(patterns), slots))

    def _kind(self, statement: Statement) -> str:
        last = statement.atoms[-1] if statement.atoms else None
        unique = isinstance(last, Extremal) and last.count == 1
        if statement.kind == "merge":
            return f"merge_{statement.join}".lower()
        if unique:
            return "one" if statement.kind == "pick" else "keep_then_one"
        return statement.kind

    def _pick(self, patterns: Sequence[str]) -> str:
        """Return a pattern that the page has used least."""
        fewest = min(self.used.count(pattern) for pattern in patterns)
        pattern = self.rng.choice([pattern for pattern in patterns if self.used.count(pattern) == fewest])
        self.used.append(pattern)
        return pattern

    def _say(self, pattern: str, slots: Slots | None = None) -> str:
        return expand(self.rng, pattern, slots or {})

    def _slots(self, index: int) -> dict[str, str | Callable[[], str]]:
        statement = self.plan.statements[index]
        slots = self._base_slots(statement.base) | self._result_slots(index)
        if statement.kind == "fork":
            slots |= self._fork_slots(statement)
        elif statement.kind == "merge":
            slots |= self._merge_slots(statement)
        else:
            first, last = statement.atoms[0], statement.atoms[-1]
            if isinstance(last, Extremal):
                slots |= self._ranking_slots(last)
            if not isinstance(first, Extremal):
                slots |= self._condition_slots(first)
            if statement.kind == "keep_twice":
                slots["rel2"] = lambda: self.wording.relative(last)
        return slots

    def _condition_slots(self, atom: Atom) -> dict[str, str | Callable[[], str]]:
        slots: dict[str, str | Callable[[], str]] = {
            "rel": lambda: self.wording.relative(atom),
            "clause": lambda: self.wording.clause(atom, "its"),
            "their": lambda: self.wording.clause(atom, "their"),
        }
        if isinstance(atom, Threshold):
            slots["fail"] = lambda: self.wording.failing(atom)
        return slots

    def _ranking_slots(self, extremal: Extremal) -> dict[str, str | Callable[[], str]]:
        return {
            "n": count_word(extremal.count),
            "N": count_word(extremal.count).capitalize(),
            "best": lambda: self.wording.ranked(extremal)[0],
            "order": lambda: self.wording.ranked(extremal)[1],
            "more": lambda: self.wording.more_than_others(extremal),
        }

    def _fork_slots(self, statement: Statement) -> dict[str, str | Callable[[], str]]:
        atoms, join = statement.atoms, statement.join
        slots: dict[str, str | Callable[[], str]] = {
            "short": self.topic.entity,
            "a_short": with_article(self.topic.entity),
            "test": lambda: self._enumerate(statement, "its"),
            "tests": lambda: self._enumerate(statement, "their"),
        }
        if len(atoms) != 2:
            return slots

        def relative() -> str:
            if any(map(self.wording.doubles, atoms)):
                return f"for which {clause('their')}"
            if self.rng.random() < 0.5:
                one, two = map(self.wording.verb, atoms)
                return f"that both {one} and {two}" if join == "AND" else f"that either {one} or {two}, or did both,"
            one, two = map(self.wording.noun, atoms)
            return f"with both {one} and {two}" if join == "AND" else f"with either {one} or {two}, or both,"

        def clause(owner: str) -> str:
            one, two = (self.wording.clause(atom, owner) for atom in atoms)
            if join == "AND":
                return self._say(f"[both {one} and {two}|{one} and[, at the same time,|, in addition,] {two}]")
            return f"either {one} or {two}, or both,"

        return slots | {"rel": relative, "clause": lambda: clause("its"), "their": lambda: clause("their")}

    def _merge_slots(self, statement: Statement) -> dict[str, str | Callable[[], str]]:
        return {
            "some": with_article(self.topic.entity),
            "some_bare": self.topic.entity,
            "some_plural": self.topic.entities,
            "some_plural_bare": self.topic.entities,
            "sets": self._sets(statement.operands),
            "member": lambda: self._member(statement.join, statement.operands),
        }

    def _sets(self, operands: Sequence[int]) -> str:
        return join_words([self.names[index].plain() for index in operands], "and") if operands else ""

    def _member(self, join: Join | None, operands: Sequence[int]) -> str:
        names = [self.names[index].plain() for index in operands]
        place = self.names[operands[0]].place
        each_and = join_words([f"{place} {name}" for name in names], "and")
        if join == "AND":
            together = f"{'both' if len(names) == 2 else f'all {count_word(len(names))} of'} {join_words(names, 'and')}"
            return self._say(f"[{place} {together}|{each_and} alike|{place} each of {join_words(names, 'and')}]")
        either, more = ("either ", "both") if len(names) == 2 else ("", "more than one of them")
        each_or = f"{place} {either}{join_words(names, 'or')}, or {place} {more},"
        return self._say(f"[{each_or}|{place} at least one of {join_words(names, 'and')}]")

    def _base_slots(self, base: int | None) -> dict[str, str | Callable[[], str]]:
        entity, entities = self.topic.entity, self.topic.entities
        before, after, short = "", "", ""
        if base is None:
            after = self._say(_SHOWN)
        elif base in self.names:
            after = f"{self.names[base].place} {self.names[base].plain()}"
        else:
            before = self._say("[remaining|]")
            after = "" if before else self._say("[still in consideration|still in play|left at this point]")
            short = f"|these {entities}"
        plural, singular = (f"{before} {noun} {after}".strip() for noun in (entities, entity))
        whole = f"[all|the] {plural}" if base is None else f"the {plural}"
        return {
            "whole": lambda: self._say(whole),
            "these": lambda: self._say(f"[{whole}{short}]"),
            "plants": plural,
            "plant": singular,
            "a_plant": with_article(singular),
        }

    def _result_slots(self, index: int) -> dict[str, str | Callable[[], str]]:
        tense = _TENSES.get(self.manner, "present")
        name = self.names.get(index)
        if name is None or name.reference:
            slots: dict[str, str | Callable[[], str]] = {"enter": lambda: self._say(_ENTER), "record": ""}
            if tense != "infinitive":
                slots |= {"go": lambda: self._say(_GO[tense]), "goes": lambda: self._say(_GOES[tense])}
            return slots | {"alone": lambda: self._say(_ALONE[tense])}
        last = index == len(self.plan.statements) - 1
        x = name.plain() if last and self.introduced else name.quoted()
        into = {"place": name.place, "into": "onto" if name.place == "on" else "into"}
        forms = last and self.label.form != "group"
        single = last and self.label.form == "single"
        record = {"past": "; [these became|we called these]", "present": "; these [are|form|make up]"}
        slots = {
            "into": f"among {x}" if forms else f"{into['into']} {x}",
            "x": f"“{name.text}”",
            "enter": lambda: f"{self._say('be counted among' if forms else _JOIN, into)} {x}",
            "record": lambda: f"{self._say(record.get(tense, '; these shall [be|form]'))} {x}",
            "alone": lambda: f"{self._say((_ALONE_IS if single else _ALONE_FORMS)[tense])} {x}",
        }
        if tense != "infinitive":
            among = {"present": "is counted among", "past": "was counted among"}[tense]
            slots |= {
                "go": lambda: f"{self._say(_FORM[tense])} {x}",
                "goes": lambda: f"{among if forms else self._say(_JOINS[tense], into)} {x}",
            }
        return slots

    def _is_short(self, statement: Statement) -> bool:
        """Return whether a fork can be told within a sentence: two conditions, neither a list of times."""
        trends = [atom for atom in statement.atoms if hasattr(atom, "columns") and len(atom.columns) > 2]
        return len(statement.atoms) == 2 and not trends

    def _enumerate(self, statement: Statement, owner: str) -> str:
        marks = self.rng.choice((("(a)", "(b)", "(c)"), ("(i)", "(ii)", "(iii)"), ("(1)", "(2)", "(3)")))
        clauses = self._list_conditions(statement, owner)
        numbered = " ".join(f"{mark} {clause}" for mark, clause in zip(marks, clauses, strict=False))
        return f"{self._hold(statement)}: {numbered}"

    def _list_conditions(self, statement: Statement, owner: str) -> tuple[str, ...]:
        """Return the conditions of a fork with what stands between them."""
        clauses = [self.wording.clause(atom, owner) for atom in statement.atoms]
        ends = [";"] * (len(clauses) - 2) + [f"; {str(statement.join).lower()}", "."]
        return tuple(clause + end for clause, end in zip(clauses, ends, strict=True))

    def _hold(self, statement: Statement) -> str:
        """Return the words before a list of conditions: how many of them must be met."""
        tense = "past" if self.manner == "we" else "present"
        three = len(statement.atoms) == 3
        if statement.join == "OR":
            count, verb = "at least one", _ONE_HOLDS[tense]
        else:
            count, verb = "all three" if three else "both", _ALL_HOLD[tense]
        number = "[three |]" if three and statement.join == "OR" else ""
        return self._say(f"{count} of [these|the following] {number}[conditions|requirements|tests] {verb}")
