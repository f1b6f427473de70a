"""Pages of rules written by hand, and pages of the family's own making, read by the grammar alone."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from dataset_builder.checks.narratives.fates import tells_who_leaves
from dataset_builder.checks.narratives.reading import Paragraph, Selection, read_narrative
from dataset_builder.checks.narratives.references import NarrativeError, Vocabulary, mark_references
from dataset_builder.checks.narratives.tree import (
    Chain,
    Column,
    Junction,
    Link,
    Ranking,
    Threshold,
    Trend,
    Within,
    columns_of,
    depth,
    plain,
    read_trace,
    resolve,
)
from dataset_builder.families.hops.charting import list_times, sample_figures
from dataset_builder.families.hops.narrative import draw_label, load_genres, write_narrative
from dataset_builder.families.hops.programs import trace_json
from dataset_builder.families.hops.topics import choose_topic
from dataset_builder.families.hops.traces import Unmeetable, sample_trace

WORDS = Vocabulary(
    "mill",
    "mills",
    "grain",
    ("rye", "hard wheat"),
    {"Flour milled": "thousand tons", "Bran sold": "tons", "Bran sold abroad": "tons"},
)
FLOUR, FLOUR_2 = Column("Flour milled", "", "Q1 2021"), Column("Flour milled", "", "Q2 2021")
BRAN, RYE = Column("Bran sold", "", "Q1 2021"), Column("Bran sold", "rye", "Q2 2021")
ABROAD = Column("Bran sold abroad", "", "Q1 2021")


def read(*texts: str) -> Selection:
    """Return what paragraphs select; a number before a bar is their marker."""
    split = [text.split("|") if "|" in text else ["", text] for text in texts]
    return read_narrative([Paragraph(marker, text) for marker, text in split], WORDS)


def one(condition: str) -> Link:
    """Return the only condition of a page whose one rule keeps the mills for which ``condition`` is true."""
    (link,) = read(f"Only mills in the charts whose {condition} form the “Top List”.").chain
    return link


@pytest.mark.parametrize(
    ("words", "column"),
    [
        ("bran sold for rye in Q2 2021", RYE),
        ("bran sold in Q2 2021 for rye", RYE),
        ("bran sold (rye, Q2 2021)", RYE),
        ("bran sold in Q2 2021 (rye)", RYE),
        ("Q2 2021 bran sold (rye)", RYE),
        ("bran sold for the grain rye in Q2 2021", RYE),
        ("bran sold (grain: rye) in Q2 2021", RYE),
        ("bran sold in Q2 2021 under the grain rye", RYE),
        ("bran sold over Q1 2021", BRAN),
        ("Q1 2021 bran sold", BRAN),
        ("bran sold abroad (Q1 2021)", ABROAD),
        ("bran sold in March 2021 for hard wheat", Column("Bran sold", "hard wheat", "March 2021")),
    ],
)
def test_columns_are_read_in_every_form(words: str, column: Column) -> None:
    assert one(f"{words} exceeded 70 tons") == Threshold(column, "more than", 70)


@pytest.mark.parametrize(
    ("words", "comparison"),
    [
        ("came to at least", "at least"),
        ("did not fall below", "at least"),
        ("amounted to no more than", "at most"),
        ("did not exceed", "at most"),
        ("did not go above", "at most"),
        ("exceeded", "more than"),
        ("ran to more than", "more than"),
        ("fell short of", "less than"),
        ("came to fewer than", "less than"),
        ("stayed under", "less than"),
        ("stayed at or below", "at most"),
        ("stood at or above", "at least"),
    ],
)
def test_thresholds_have_their_side(words: str, comparison: str) -> None:
    assert one(f"flour milled in Q1 2021 {words} 1,250.5 thousand tons") == Threshold(FLOUR, comparison, 1250.5)  # type: ignore[arg-type]


def test_thresholds_may_stand_before_their_column_and_be_turned_round() -> None:
    page = "Any mill in the charts that recorded 70 tons or more for bran sold in Q1 2021 {}; {}."
    kept = read(page.format("is entered on the “Top List”", "any other stops here"))
    left = read(page.format("stops here", "any other is entered on the “Top List”"))
    assert kept.chain == (Threshold(BRAN, "at least", 70),)
    assert left.chain == (Threshold(BRAN, "less than", 70),)


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ("flour milled in Q2 2021 exceeded their flour milled in Q1 2021", Within(FLOUR_2, FLOUR)),
        ("flour milled in Q2 2021 fell short of flour milled in Q1 2021", Within(FLOUR, FLOUR_2)),
        ("bran sold abroad in Q1 2021 ran ahead of bran sold in Q1 2021", Within(ABROAD, BRAN)),
        ("flour milled rose from Q1 2021 to Q2 2021", Trend((FLOUR, FLOUR_2), "rises")),
        ("flour milled declined between Q1 2021 and Q2 2021", Trend((FLOUR, FLOUR_2), "falls")),
    ],
)
def test_comparisons_and_trends_have_their_direction(words: str, link: Link) -> None:
    assert one(words) == link


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("from Q1 2021 to Q3 2021", "Q1 2021, Q3 2021"),
        ("from Q1 2021 to Q2 2021 and again from Q2 2021 to Q3 2021", "Q1 2021, Q2 2021, Q3 2021"),
        ("without a break over Q4 2020, Q1 2021 and Q2 2021", "Q4 2020, Q1 2021, Q2 2021"),
        ("from each quarter to the next from Q3 2020 through Q2 2021", "Q3 2020, Q4 2020, Q1 2021, Q2 2021"),
    ],
)
def test_trends_have_the_times_that_are_named(words: str, times: str) -> None:
    columns = tuple(Column("Bran sold", "rye", time) for time in times.split(", "))
    assert one(f"bran sold for rye fell {words}") == Trend(columns, "falls")


@pytest.mark.parametrize(
    ("rule", "extreme", "count"),
    [
        ("Of the mills in the charts, the two with the highest figure for {} form the “Top List”.", "highest", 2),
        ("The mill in the charts with the smallest amount for {} is the “Top List”.", "lowest", 1),
        ("Of all mills in the charts, the one with a higher value for {} than any other is “Top”.", "highest", 1),
        ("All mills in the charts are ranked by {} from low to high, and the first three form “Top”.", "lowest", 3),
        ("Rank the mills in the charts by {} with the highest first; the one at its head is “Top”.", "highest", 1),
    ],
)  # fmt: skip
def test_rankings_have_their_end_and_number(rule: str, extreme: str, count: int) -> None:
    assert read(rule.format("bran sold in Q1 2021")).chain == (Ranking(BRAN, extreme, count),)  # type: ignore[arg-type]


HIGH, LOW = "bran sold in Q1 2021 exceeded 70 tons", "flour milled in Q1 2021 did not exceed 9 thousand tons"
ABOVE_70, UP_TO_9 = Threshold(BRAN, "more than", 70), Threshold(FLOUR, "at most", 9)


def test_rules_follow_each_other_by_what_is_left_names_and_numbers() -> None:
    by_rest = read(
        f"Only mills in the charts whose {HIGH} go forward.",
        f"Any remaining mill whose {LOW} forms the “Top List”; any other is out.",
    )
    by_name = read(
        f"Mills in the charts whose {HIGH} form the “Long List”.",
        f"A mill on the Long List is entered on the “Top List” only if its {LOW}.",
    )
    by_number = read(
        "1.|This names the “Top List”.",
        f"2.|Keep only mills in the charts whose {HIGH}.",
        f"3.|Keep only mills in the result of step 2 whose {LOW}; these form the Top List.",
    )
    assert by_rest.chain == by_name.chain == by_number.chain == (ABOVE_70, UP_TO_9)
    assert {page.label for page in (by_rest, by_name, by_number)} == {"Top List"}
    assert by_number.places == (1, 2)


def test_a_rule_may_start_again_from_all_and_must_then_be_merged() -> None:
    start = (f"Mills in the charts whose {HIGH} form “Track I”.", f"Mills in the charts whose {LOW} form “Track II”.")
    both = read(*start, "A mill that is on both Track I and Track II joins the “Top List”.")
    any_ = read(*start, "A mill that is on either Track I or Track II, or on both, joins the “Top List”.")
    assert both.chain == (Junction("AND", ((ABOVE_70,), (UP_TO_9,))),)
    assert any_.chain == (Junction("OR", ((ABOVE_70,), (UP_TO_9,))),)
    with pytest.raises(NarrativeError, match="lead nowhere"):
        read(*start[:1], start[1].replace("Track II", "Top List"))


def test_branches_start_from_what_they_share() -> None:
    page = read(
        f"Mills in the charts whose {HIGH} form the “Base”.",
        "Of the mills in the Base, the two with the lowest figure for flour milled in Q2 2021 form “Track 1”.",
        f"Mills in the Base whose {LOW} go forward. Of these, those whose bran sold rose from Q1 2021 to Q2 2021 "
        "are kept and form “Track 2”.",
        "Mills found on at least one of Track 1 and Track 2 form the “Top List”.",
    )
    rise = Trend((BRAN, BRAN._replace(time="Q2 2021")), "rises")
    assert page.chain == (ABOVE_70, Junction("OR", ((Ranking(FLOUR_2, "lowest", 2),), (UP_TO_9, rise))))
    assert depth(page.chain) == 4
    assert columns_of(page.chain) == {BRAN, FLOUR, FLOUR_2, BRAN._replace(time="Q2 2021")}


def test_definitions_stand_in_any_order() -> None:
    definitions = [
        "“Top List” means mills that are on both Band P and Band Q.",
        f"“Band P”: mills in the charts whose {HIGH}.",
        f"“Band Q” denotes every mill in the charts whose {LOW}.",
    ]
    for _ in range(3):
        definitions.append(definitions.pop(0))
        page = read("The “Top List” is what follows.", *definitions)
        assert (page.label, page.chain) == ("Top List", (Junction("AND", ((ABOVE_70,), (UP_TO_9,))),))


def test_a_definition_may_go_in_two_steps() -> None:
    rise = Trend((BRAN, BRAN._replace(time="Q2 2021")), "rises")
    for definition in (
        f"“Top List”: of the mills in the charts whose {HIGH}, only those with a rise in bran sold from Q1 2021 to "
        "Q2 2021.",
        f"“Top List” starts from the mills in the charts whose {HIGH} and keeps, of these, only those whose bran sold "
        "rose from Q1 2021 to Q2 2021.",
    ):
        assert read(definition).chain == (ABOVE_70, rise)


LIST = "A mill in the charts joins the “Top List” if {}: (a) its " + HIGH + "; {} (b) its " + LOW + "."


def test_conditions_are_joined_as_the_words_before_and_between_them_say() -> None:
    both = read(LIST.format("both of these conditions are met", "and"))
    any_ = read(LIST.format("at least one of these conditions is met", "or"))
    assert both.chain == (Junction("AND", ((ABOVE_70,), (UP_TO_9,))),)
    assert any_.chain == (Junction("OR", ((ABOVE_70,), (UP_TO_9,))),)
    for words, between in (("both of these conditions are met", "or"), ("at least one of these is met", "and")):
        with pytest.raises(NarrativeError, match="joined"):
            read(LIST.format(words, between))


def test_what_has_no_meaning_is_refused() -> None:
    rule = f"Only mills in the charts whose {HIGH} form the “Top List”."
    for broken, reason in (
        (rule.replace("in the charts ", ""), "of nothing"),
        (rule.replace("“Top List”", "top"), "no name|named ''"),
        (rule.replace("exceeded", "liked"), "without a condition"),
        (rule.replace("in the charts", "on the Long List"), "of nothing"),
        ("Mills are fine.", "no sentence"),
        (f"Mills in the charts whose {HIGH} and whose {LOW} form the “Top List”.", "without a word"),
        (f"The “Long List” is good. {rule}", "announced"),
        (rule.replace("form", "grace").replace("Only mills", "Mills"), "neither"),
    ):
        with pytest.raises(NarrativeError, match=reason):
            read(broken)


def test_fates_of_all_the_others_do_not_count() -> None:
    assert tells_who_leaves("Out went {P} {A} whose #, and all the others became {Q0}.")
    assert tells_who_leaves("Not one {E} {A} with # can join {Q0}; each of the rest will.")
    assert not tells_who_leaves("No {E} {A} can join {Q0} unless its #.")
    assert not tells_who_leaves("Keep {P} {A} whose #; put all others aside.")


def test_names_that_begin_alike_are_different() -> None:
    marked = mark_references(
        "on Track I, Track II and in the result of C12", WORDS, ["Track I", "Track II"], ["C1", "C12"]
    )
    assert (marked.text, marked.names) == (
        "on {L0}, {L1} and in the result of {R2}", ["Track I", "Track II", "C12"]
    )  # fmt: skip


def test_chains_select_by_hand() -> None:
    tables = {
        FLOUR: {"Ash": 8.0, "Birch": 12.0, "Cedar": 9.0, "Dogwood": 3.0},
        BRAN: {"Ash": 71.0, "Birch": 90.0, "Cedar": 70.0, "Dogwood": 75.0},
    }
    names = tuple(tables[BRAN])
    assert resolve((ABOVE_70, UP_TO_9), tables, names) == ("Ash", "Dogwood")
    assert resolve((Junction("OR", ((ABOVE_70,), (UP_TO_9,))),), tables, names) == names
    assert resolve((UP_TO_9, Ranking(BRAN, "highest", 2)), tables, names) == ("Ash", "Dogwood")
    assert resolve((Within(BRAN, FLOUR), Trend((FLOUR, BRAN), "falls")), tables, names) == ()
    with pytest.raises(ValueError, match="tie"):
        resolve((Ranking(BRAN, "highest", 1),), {BRAN: {"Ash": 3.0, "Birch": 3.0}}, ("Ash", "Birch"))


# -- pages of the family's own making

PAGES = 66


def sample(number: int) -> tuple[list[Paragraph], Vocabulary, str, Chain]:
    """Return paragraphs, vocabulary, label and the chain that was told, of a page in one of the genres in turn."""
    rng = random.Random(f"narratives {number}")
    while True:
        topic = choose_topic(rng, None)
        times = list_times(rng, topic.period)
        figures = sample_figures(rng, topic, times, topic.names[:8], (2, 3, 4, 6)[number % 4], 2 + number % 4)
        try:
            if figures:
                unique = rng.random() < 0.5
                trace = sample_trace(rng, 2 + number % 4, topic, times, figures, unique=unique, spared=(), entities=8)
                break
        except Unmeetable:
            continue
    label, genres = draw_label(topic, trace, rng), sorted(load_genres())
    narrative = write_narrative(topic, trace, label, genres[number % len(genres)], rng)
    paragraphs: list[Paragraph] = []
    for block in narrative.blocks:
        if block.kind == "item":
            paragraphs[-1] = replace(paragraphs[-1], text=f"{paragraphs[-1].text} {block.text}")
        elif block.kind in ("paragraph", "clause"):
            paragraphs.append(Paragraph(block.marker, block.text))
    units = {metric.name: metric.unit for metric in topic.metrics}
    words = Vocabulary(topic.entity, topic.entities, topic.group, topic.groups, units)
    return paragraphs, words, label.text, read_trace(trace_json(trace))


@pytest.fixture(scope="module")
def sampled() -> list[tuple[list[Paragraph], Vocabulary, str, Chain]]:
    return [sample(number) for number in range(PAGES)]


def test_every_page_is_read_as_it_was_meant(sampled: list[tuple[list[Paragraph], Vocabulary, str, Chain]]) -> None:
    for paragraphs, words, label, chain in sampled:
        found = read_narrative(paragraphs, words)
        assert (found.label, plain(found.chain)) == (label, plain(chain))


def reread(paragraphs: list[Paragraph], words: Vocabulary) -> Chain | None:
    try:
        return plain(read_narrative(paragraphs, words).chain)
    except NarrativeError:
        return None


def test_a_page_without_one_of_its_rules_is_another_page(
    sampled: list[tuple[list[Paragraph], Vocabulary, str, Chain]],
) -> None:
    for paragraphs, words, _, chain in sampled:
        for place in set(read_narrative(paragraphs, words).places):
            assert reread(paragraphs[:place] + paragraphs[place + 1 :], words) != plain(chain)


SWAPS = (
    (r"\bboth (?=(?:the )?[A-Z]|[a-z]+ \d|of )", "at least one of "),
    (r"\bat least one of (?=(?:the )?[A-Z]|[a-z]+ \d)", "each of "),
    (r"\bat least one of the", "all of the"),
    (r"\beither (.*?) or (.*?), or (?:on|in) (?:the result of )?both", r"both \1 and \2"),
    (r"; and\b", "; or"),
    (r"; or\b", "; and"),
)
"""Words of AND and of OR, exchanged."""


def test_a_page_with_and_for_or_is_another_page(sampled: list[tuple[list[Paragraph], Vocabulary, str, Chain]]) -> None:
    swapped = 0
    for paragraphs, words, _, chain in sampled:
        for place in set(read_narrative(paragraphs, words).places):
            paragraph = paragraphs[place]
            for pattern, other in SWAPS:
                text = re.sub(pattern, other, paragraph.text)
                if text != paragraph.text:
                    swapped += 1
                    changed = [*paragraphs[:place], replace(paragraph, text=text), *paragraphs[place + 1 :]]
                    assert reread(changed, words) != plain(chain), text
    assert swapped >= 25
