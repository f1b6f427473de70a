"""The words of hops pages, checked against the rules of GRAMMAR.md."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from narrative_topics import EXAMS, TIMES, WATER, find_reference

from dataset_builder.families.hops.model import (
    Column,
    Extremal,
    Merge,
    Node,
    Step,
    Threshold,
    Topic,
    Trend,
    Within,
)
from dataset_builder.families.hops.narrative import (
    Label,
    Narrative,
    draw_label,
    list_nodes,
    load_genres,
    write_narrative,
)
from dataset_builder.families.hops.narrative.model import Block
from dataset_builder.seeds import rng_for

VALUES = {"thousand bottles": 130.0, "metric tons": 5.5, "hundred entries": 450.0, "boxes": 4500.0}
PRINTED = {130.0: "130", 5.5: "5.5", 450.0: "450", 4500.0: "4,500"}


class _Trees:
    """Draws trees of a depth over columns that no other atom has."""

    def __init__(self, topic: Topic, rng: random.Random) -> None:
        self.topic, self.rng = topic, rng
        divided = {metric.name for metric in topic.metrics if rng.random() < 0.5}
        self.series = [
            (metric, group) for metric in topic.metrics for group in (topic.groups if metric.name in divided else ("",))
        ]

    def tree(self, depth: int, unique: bool = False) -> Node:
        if depth == 1:
            return Step(self.atom(unique))
        if unique or self.rng.random() < 0.4:
            return Step(self.atom(unique), self.tree(depth - 1))
        longest = self.rng.randint(1, depth - 1)
        lengths = [longest] + [self.rng.randint(1, min(longest, 2)) for _ in range(self.rng.choice((1, 1, 2)))]
        branches = tuple(self.tree(length, self.rng.random() < 0.2) for length in lengths)
        of = self.tree(depth - 1 - longest) if longest < depth - 1 else None
        return Merge(self.rng.choice(("AND", "OR")), branches, of)

    def atom(self, unique: bool) -> Threshold | Within | Trend | Extremal:
        rng, times = self.rng, TIMES[self.topic.period]
        metric, group = rng.choice(self.series)
        column = Column(metric.name, group, rng.choice(times))
        kind = rng.randrange(4)
        if unique or kind == 0:
            return Extremal(column, rng.choice(("highest", "lowest")), 1 if unique else rng.choice((2, 3)))
        if kind == 1:
            return Threshold(column, rng.choice(("at least", "at most", "more than", "less than")), VALUES[metric.unit])
        if kind == 2:
            others = [Column(other.name, part, column.time) for other, part in self.series if other.unit == metric.unit]
            others = [other for other in others if other != column]
            if others:
                return Within(column, rng.choice(others))
        start = rng.randrange(3)
        run = times[start : start + rng.choice((2, 3, 4))]
        return Trend(tuple(Column(metric.name, group, time) for time in run), rng.choice(("rises", "falls")))


def _write(index: int, genre: str, stream: str = "words") -> tuple[Topic, Node, Narrative]:
    rng = rng_for("hops", index, 3, "trees")
    topic = (WATER, EXAMS)[index % 2]
    trace = _Trees(topic, rng).tree(2 + index // 2 % 4, unique=rng.random() < 0.3)
    label = draw_label(topic, trace, rng)
    return topic, trace, write_narrative(topic, trace, label, genre, rng_for("hops", index, 3, stream))


@cache
def _pages() -> tuple[tuple[Topic, Node, Narrative], ...]:
    """Two hundred pages over all genres, depths and shapes."""
    genres = list(load_genres())
    return tuple(_write(index, genres[index * 7 % len(genres)]) for index in range(200))


def _text(narrative: Narrative) -> str:
    return "\n".join(f"{block.marker} {block.text}".strip() for block in narrative.blocks)


def _series(column: Column, dimension: str) -> str:
    metric, group = re.escape(column.metric), re.escape(column.group)
    return rf"{metric} (?:for the {dimension} )?\(?(?:{dimension}: )?{group}\)?" if group else metric


def _statement_of(narrative: Narrative, index: int) -> str:
    (text,) = [s.text for block in narrative.blocks for s in block.sentences if index in s.states]
    return text


def test_every_node_is_told_once() -> None:
    for _, trace, narrative in _pages():
        told = [index for block in narrative.blocks for index in block.states]
        assert sorted(told) == list(range(len(list_nodes(trace))))


def test_groups_and_metrics_are_spoken_of_only_where_charts_show_them() -> None:
    shown = [Column(metric.name, "", "Q1 2024") for metric in WATER.metrics[:2]]
    trace = Step(Threshold(shown[0], "at least", 130.0))
    spoken = set()
    for index, genre in enumerate([*load_genres()] * 5):
        rng = rng_for("hops", index, 5, "words")
        text = _text(write_narrative(WATER, trace, Label("Lead Group", "group"), genre, rng, shown)).lower()
        assert WATER.group not in text
        assert not any(metric.name.lower() in text for metric in WATER.metrics[2:])
        spoken |= {metric.name for metric in WATER.metrics[:2] if metric.name.lower() in text}
    assert len(spoken) == 2
    everything = (
        _text(write_narrative(WATER, trace, Label("Lead Group", "group"), genre, rng)) for genre in load_genres()
    )
    assert any(WATER.group in text for text in everything)


def test_nodes_are_listed_in_the_order_of_execution() -> None:
    a, b, c, d = (Step(Threshold(Column("Sugar used", "", time), "at least", 5.5)) for time in TIMES["quarter"])
    inner = Merge("OR", (b, Step(c.atom, of=d)), of=a)
    assert list_nodes(Step(Extremal(Column("Tonic filled", "", "Q1 2024"), "highest"), of=inner))[:-1] == (
        a,
        b,
        d,
        Step(c.atom, of=d),
        inner,
    )


def test_every_atom_names_its_columns_exactly() -> None:
    for topic, trace, narrative in _pages():
        for index, node in enumerate(list_nodes(trace)):
            if isinstance(node, Merge):
                continue
            text = _statement_of(narrative, index)
            atom = node.atom
            if isinstance(atom, Trend):
                assert re.search(_series(atom.columns[0], topic.group), text, re.IGNORECASE), (atom, text)
                times = [column.time for column in atom.columns]
                whole = "from each" in text
                assert all(time in text for time in (times[:1] + times[-1:] if whole else times)), (atom, text)
                continue
            columns = (atom.column, atom.other) if isinstance(atom, Within) else (atom.column,)
            for column in columns:
                assert re.search(find_reference(column, topic.group), text, re.IGNORECASE), (column, text)


def test_thresholds_have_number_and_unit() -> None:
    seen = 0
    for topic, trace, narrative in _pages():
        units = {metric.name: metric.unit for metric in topic.metrics}
        for index, node in enumerate(list_nodes(trace)):
            if isinstance(node, Step) and isinstance(node.atom, Threshold):
                amount = f"{PRINTED[node.atom.value]} {units[node.atom.column.metric]}"
                assert amount in _statement_of(narrative, index)
                seen += 1
    assert seen > 100


def test_no_entity_and_no_number_but_thresholds_times_and_markers() -> None:
    for topic, _, narrative in _pages():
        text = "\n".join(block.text for block in narrative.blocks)
        assert not [name for name in topic.names if re.search(rf"\b{name}\b", text)]
        text = re.sub(r"“[^”]*”", "", text)
        names = set(re.findall(r"“([^”]*)”", _text(narrative)))
        for known in sorted(names, key=len, reverse=True):
            text = text.replace(known, "")
        for unit, value in VALUES.items():
            text = text.replace(f"{PRINTED[value]} {unit}", "")
        text = re.sub(r"\b(?:Q[1-4] )?20\d\d\b|\([123]\)", "", text)
        markers = {block.marker.strip("().:") for block in narrative.blocks if block.kind == "clause"}
        for marker in sorted({re.sub(r"^\w+ ", "", marker) for marker in markers}, key=len, reverse=True):
            text = re.sub(rf"\b{marker.removeprefix('§ ')}\b", "", text)
        assert not re.search(r"\d", text), re.findall(r".{20}\d.{20}", text)


def _bases(node: Node | None, outside: Node | None, found: dict[int, Node | None]) -> None:
    """Find the node whose result each node is applied to, by identity; None for all entities."""
    if node is None:
        return
    _bases(node.of, outside, found)
    found[id(node)] = outside if node.of is None else node.of
    for branch in node.branches if isinstance(node, Merge) else ():
        _bases(branch, found[id(node)], found)


def _is_simple(node: Node) -> bool:
    return isinstance(node, Step) and node.of is None and not isinstance(node.atom, Extremal)


def _handles(narrative: Narrative) -> dict[int, str]:
    """Return patterns of what the result of a sentence can be called, by the last node it tells: a name or a number."""
    handles = {}
    for block in narrative.blocks:
        for sentence in block.sentences if block.kind != "item" else ():
            if sentence.states:
                quoted = re.search(r"“([^”]*)”", sentence.text)
                number = re.sub(r"\W|[A-Z][a-z]+", "", block.marker)
                handles[sentence.states[-1]] = rf"\b{quoted[1]}\b" if quoted else rf"result of[^;:]*\b{number}\b"
    return handles


_LEFT = r"\b[Rr]emaining\b|\bstill in (?:play|consideration)\b|\bleft at this point\b|\b[Tt]hese\b"


def _in_order(patterns: list[str], text: str) -> bool:
    found = [re.search(pattern, text) for pattern in patterns]
    ends = [match.end() for match in found if match]
    return len(ends) == len(patterns) and ends == sorted(ends)


def test_every_rule_says_what_it_is_applied_to() -> None:
    seen: Counter[str] = Counter()
    for _, trace, narrative in _pages():
        nodes = list_nodes(trace)
        places = {id(node): index for index, node in enumerate(nodes)}
        bases: dict[int, Node | None] = {}
        _bases(trace, None, bases)
        handles = _handles(narrative)
        before: int | None = None
        for block in narrative.blocks:
            for sentence in block.sentences if block.kind != "item" else ():
                if not sentence.states:
                    continue
                last = nodes[sentence.states[-1]]
                base = bases[id(nodes[sentence.states[0]])]
                if isinstance(last, Merge) and not all(map(_is_simple, last.branches)):
                    names = [handles[places[id(branch)]] for branch in last.branches]
                    assert _in_order(names, sentence.text), (names, sentence)
                    seen["merge"] += 1
                elif base is None:
                    assert re.search(r"\bin the charts\b", sentence.text), sentence
                    seen["all"] += 1
                elif re.search(handles[places[id(base)]], sentence.text):
                    seen["named"] += 1
                else:
                    assert before == places[id(base)], (sentence, _text(narrative))
                    assert re.search(_LEFT, sentence.text), sentence
                    assert not re.search(r"in the charts|in the result of", sentence.text)
                    seen["left"] += 1
                before = sentence.states[-1]
    assert min(seen[kind] for kind in ("merge", "all", "named", "left")) > 30, seen


def test_and_is_never_told_as_or() -> None:
    one = Step(Within(Column("Tonic filled", "", "Q1 2024"), Column("Lemonade filled", "", "Q1 2024")))
    two = Step(Extremal(Column("Sugar used", "", "Q2 2024"), "lowest", 2))
    three = Step(Threshold(Column("Still water filled", "glass", "Q1 2024"), "more than", 130))
    for index, genre in enumerate(list(load_genres()) * 3):
        for branches in ((one, three), (one, two), (two, one, three)):
            texts = {}
            for join in ("AND", "OR"):
                trace = Merge(join, branches)
                label = Label("Fast-Track Renewal Circle", "group")
                narrative = write_narrative(WATER, trace, label, genre, rng_for("hops", index, 4, "words"))
                root = len(list_nodes(trace)) - 1
                texts[join] = " ".join(_with_items(narrative, root))
            assert re.search(r"\b(?:both|alike|each of|all three|at the same time|in addition)\b", texts["AND"])
            assert not re.search(r"(?<!at )\bor\b(?! less| more)|at least one", texts["AND"]), texts["AND"]
            assert re.search(r"\bat least one of\b|\bor\b.*(?:, or|or both|more than one)", texts["OR"]), texts["OR"]
            assert not re.search(r"\balike\b|\beach of\b|all three", texts["OR"])


def _with_items(narrative: Narrative, index: int) -> Iterator[str]:
    told = False
    for block in narrative.blocks:
        if index in block.states:
            told = True
            yield _statement_of(narrative, index)
        elif told and block.kind == "item":
            yield block.text
        else:
            told = False


def test_names_are_introduced_once_and_all_are_used() -> None:
    for _, trace, narrative in _pages():
        quoted = Counter(re.findall(r"“([^”]*)”", _text(narrative)))
        label = narrative.label.text
        assert label in quoted
        twice = [name for name, count in quoted.items() if count > 1 and name != label]
        assert not twice, (twice, _text(narrative))
        bare = re.sub(r"“[^”]*”", "", _text(narrative))
        unused = [name for name in quoted if name != label and not re.search(rf"\b{name}\b", bare)]
        assert not unused, _text(narrative)
        names = [*quoted]
        assert not [pair for pair in combinations(names, 2) if set(pair[0].split()) >= set(pair[1].split())]
        first = _first_rule(narrative)
        before = " ".join(block.text for block in narrative.blocks[:first])
        assert (f"“{label}”" in before) == narrative.label_first
        root = len(list_nodes(trace)) - 1
        assert label in " ".join(_with_items(narrative, root))


def _first_rule(narrative: Narrative) -> int:
    return next(place for place, block in enumerate(narrative.blocks) if block.states)


def test_label_comes_first_on_about_half_of_the_pages() -> None:
    assert 70 <= sum(narrative.label_first for _, _, narrative in _pages()) <= 130


def test_same_arguments_same_page_and_other_rng_other_words() -> None:
    once, again, other = (_write(11, "board-paper", stream)[2] for stream in ("words", "words", "more words"))
    assert once == again
    assert once != other


def test_genres() -> None:
    genres = load_genres()
    assert len(genres) >= 8
    assert {genre.layout for genre in genres.values()} == {"paragraphs", "clauses", "questions"}
    assert len({manner for genre in genres.values() for manner in genre.manners}) == 6
    assert {narrative.genre for _, _, narrative in _pages()} == set(genres)
    kinds = {block.kind for _, _, narrative in _pages() for block in narrative.blocks}
    assert kinds == {"title", "heading", "paragraph", "clause", "question", "item"}


def test_an_unknown_genre_is_refused() -> None:
    trace = Step(Extremal(Column("Tonic filled", "", "Q1 2024"), "highest"))
    with pytest.raises(ValueError, match="genre 'sonnet' is not one of policy-memo, "):
        write_narrative(WATER, trace, Label("Lead Bottling Plant", "single"), "sonnet", random.Random(0))


def test_labels_are_many_and_fit_the_trace() -> None:
    unique = Step(Extremal(Column("Tonic filled", "", "Q1 2024"), "highest"))
    several = Step(Extremal(Column("Tonic filled", "", "Q1 2024"), "highest", 2))
    drawn = {
        count: [draw_label(WATER, trace, rng_for("hops", index, count, "label")) for index in range(300)]
        for count, trace in ((1, unique), (2, several))
    }
    assert {label.form for label in drawn[1]} == {"group", "single"}
    assert {label.form for label in drawn[2]} == {"group", "plural"}
    assert all(label.text.endswith("Bottling Plants") for label in drawn[2] if label.form == "plural")
    assert len({label.text for label in drawn[1] + drawn[2]}) > 300


def test_pages_have_room() -> None:
    words = [(narrative.words, len(list_nodes(trace))) for _, trace, narrative in _pages()]
    assert min(words)[0] >= 120
    assert max(count for count, nodes in words if nodes <= 9) <= 420, sorted(words)[-5:]


def test_english() -> None:
    wrong = re.compile(
        r"  |(?:^A|\. A|\ba) (?=[aeio])|\b[Aa]n (?=[bcdfgjklmnpqrstvwxyz])|,,|,\.|\.\.| [,.;:?]|[\[\]{}]"
        r"|\b(?:the|an?) (?:the|an?|of|those|these)\b|\bof of\b"
    )
    for _, _, narrative in _pages():
        for block in narrative.blocks:
            assert not wrong.search(block.text), (wrong.search(block.text), block.text)
            assert block.text.count("“") == block.text.count("”")
            for sentence in block.sentences:
                first = re.search(r"[^\W\d_]", sentence.text)
                assert first is not None
                assert block.kind == "item" or first[0].isupper(), sentence.text
                if block.kind not in ("title", "heading"):
                    assert re.search(r"[.?:;][”)]?$|; (?:and|or)$", sentence.text), sentence.text


def _skeletons(topic: Topic, narrative: Narrative) -> set[str]:
    """Return the page's sentences of five words or more with names, numbers, times, metrics and entity types masked."""
    names = {*re.findall(r"“([^”]*)”", _text(narrative)), narrative.label.text}
    masks = [(name, "N") for name in names] + [(text, "E") for text in (topic.entities, topic.entity)]
    masks += [(text, "T") for text in (topic.title, topic.domain, topic.group, topic.period)]
    masks += [(group, "G") for group in topic.groups]
    masks += [mask for metric in topic.metrics for mask in ((metric.name, "M"), (metric.unit, "U"))]
    masks.sort(key=lambda mask: -len(mask[0]))
    found = set()
    for block in narrative.blocks:
        if block.kind not in ("title", "heading"):
            text = block.text
            for known, sign in masks:
                text = re.sub(rf"\b{re.escape(known)}\b", sign, text, flags=re.IGNORECASE)
            text = re.sub(r"\b(?:Q[1-4] )?20\d\d\b", "Y", text)
            text = re.sub(r"[\d,.]*\d|\b(?:two|three)\b", "#", text)
            text = re.sub(r"\ban? (?=[ENMGT]\b)", "a ", text)
            found |= {part for part in re.split(r"(?<=[.?]) ", text) if len(part.split()) >= 5}
    return found


def test_no_skeleton_of_a_sentence_is_on_more_than_three_percent_of_pages() -> None:
    counts = Counter(skeleton for topic, _, narrative in _pages() for skeleton in _skeletons(topic, narrative))
    assert counts.most_common(1)[0][1] <= 6, counts.most_common(3)


def test_two_pages_of_one_shape_and_genre_share_few_skeletons() -> None:
    shares = []
    for index in range(36):
        genre = list(load_genres())[index % 12]
        topic, _, page = _write(index, genre)
        one, two = _skeletons(topic, page), _skeletons(topic, _write(index, genre, "again")[2])
        shares.append(len(one & two) / min(len(one), len(two)))
    assert max(shares) < 0.2
    assert sum(shares) / len(shares) < 0.05


def test_blocks_give_text_and_states() -> None:
    _, _, narrative = _write(4, "audit-protocol")
    block = next(block for block in narrative.blocks if block.states)
    assert isinstance(block, Block)
    assert block.text.startswith(block.sentences[0].text)
