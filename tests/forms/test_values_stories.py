"""Domains, and the stories that remarks tell."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import date, datetime, timedelta

import pytest

from dataset_builder.families.forms.values import bank
from dataset_builder.families.forms.values.stories import Scene, tell_story
from dataset_builder.families.forms.values.tables import load_table
from tests.forms.filled_values import fill

# narratives


def test_domains_and_their_size() -> None:
    domains = bank.list_domains()
    assert len(domains) >= 15
    for domain in domains:
        for sort in ("reasons", "items", "phrases", "agencies"):
            texts = bank.list_phrases(domain, sort)
            assert len(texts) == len(set(texts)) >= 5


def test_every_domain_has_its_own_stories() -> None:
    table = load_table("stories")
    assert list(table["domains"]) and set(table["domains"]) == set(bank.list_domains())
    stories = [*(each for told in table["domains"].values() for each in told), *(e["story"] for e in table["asked"])]
    sentences = [sentence for story in stories for entry in story for sentence in entry.split(" | ")]
    assert [text for text, count in Counter(sentences).items() if count > 1] == []
    assert all(re.fullmatch(r"[A-Z{].*[.]", sentence) for sentence in sentences)
    assert all(len(entry.split(" | ")) == 2 for told in table["domains"].values() for s in told for entry in s)


@pytest.mark.parametrize("domain", bank.list_domains())
def test_stories_fit_and_name_days_in_order(domain: str) -> None:
    today = date(2022, 8, 20)
    for seed in range(40):
        text = tell_story(random.Random(seed), Scene(domain, today, "Duluth"), 600, set())
        assert text and "{" not in text
        long_ago = today - timedelta(days=700)
        days = [datetime.strptime(day, "%B %d, %Y").date() for day in re.findall(r"[A-Z][a-z]+ \d+, 20\d\d", text)]
        assert all(long_ago < day < today + timedelta(days=121) for day in days)
        short = tell_story(random.Random(seed), Scene(domain, today, "Duluth"), 120, set())
        assert len(short) <= 120
        assert not short or text.startswith(short.split(". ")[0]) or short[-1] == "."


def test_story_answers_what_the_label_asks() -> None:
    for seed in range(12):
        values = fill(
            [("illness", "narrative"), ("period", "narrative")],
            seed,
            room=300,
            labels={"illness": "Describe the illness or injury", "period": "State the new performance period"},
        )
        assert re.search(r"Treated for a", str(values["illness"]))
        assert "performance period" in str(values["period"])


def test_narratives_rarely_agree() -> None:
    texts = {
        fill([("remarks", "narrative")], seed, room=300, domain_words="tenant lease housing")["remarks"]
        for seed in range(500)
    }
    assert len(texts) >= 497


@pytest.mark.parametrize(
    ("words", "domain"),
    [
        ("Debtor, creditor, secured claim, bankruptcy court", "court"),
        ("Application to register permanent resident, USCIS, alien number", "immigration"),
        ("Committee, candidate, contribution, election", "elections"),
        ("Tenant, landlord, lease, apartment", "housing"),
        ("Crop, acre, livestock, farm", "agriculture"),
        ("Application for disaster assistance: storm damage, displaced persons", "relief"),
        ("Soldier, counseling, squad leader, DA Form 4856", "military"),
        ("Veteran, discharge, VA Form 9", "veterans"),
        ("Infection control assessment of a long-term care facility", "facility"),
        ("Patient, physician, diagnosis", "health"),
        ("Special event permit, food vendor, business license", "licensing"),
        ("nothing of the sort", "general"),
    ],
)
def test_domain_from_words(words: str, domain: str) -> None:
    assert bank.infer_domain(words) == domain


def test_two_remarks_of_a_document_differ() -> None:
    for seed in range(30):
        values = fill([("reason_1", "reason"), ("reason_2", "reason"), ("r1", "narrative"), ("r2", "narrative")], seed)
        assert values["reason_1"] != values["reason_2"]
        assert values["r1"] != values["r2"]
