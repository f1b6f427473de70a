"""A review article in two columns: trials in a table with nested headers, a dose-response plot on logarithmic axes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, last_names, long_day, people, town
from dataset_builder.families.rubrics.domains.healthcare.review_asks import ASKS, Arm, ReviewWorld, Trial
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot

_DRUGS = ("velartide", "oxaprinil", "brevimab", "colvastine", "neridone", "tamorex")
_DISEASES = (("Hale syndrome", "HS", "HLE1"), ("Norrby arthropathy", "NA", "NRB2"), ("Castell dysplasia", "CD", "CST4"))
_DOSES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


def sample(rng: random.Random) -> ReviewWorld:
    """Draw an article."""
    disease, short, gene = rng.choice(_DISEASES)
    first, second = rng.sample(_DRUGS, 2)
    names = last_names(rng, 8)
    trials = []
    for number, name in enumerate(names[:6]):
        low = rng.randrange(61, 180)
        trials.append(
            Trial(
                name,
                2009 + number * 2 + rng.randrange(2),
                Arm(low, rng.randrange(140, 420) / 10, rng.randrange(20, 90) / 10),
                Arm(low + rng.randrange(-8, 9), rng.randrange(80, 300) / 10, rng.randrange(25, 140) / 10),
            )
        )
    curves = {}
    for drug in (first, second):
        middle, top = rng.choice((0.8, 2.0, 5.0, 12.0)), rng.uniform(300, 900)
        curves[drug] = tuple(
            (dose, float(f"{1.5 + top * dose / (dose + middle) * (dose / 100) ** 0.35:.2g}")) for dose in _DOSES
        )
    return ReviewWorld(
        journal=rng.choice(("Annals of Rare and Connective Disease", "Clinical Reviews in Rheumatic Medicine", "Nordic Journal of Internal Medicine")),
        volume=rng.randrange(11, 60),
        first_page=rng.randrange(100, 900),
        authors=tuple(people(rng, 4)),
        place=town(rng),
        accepted=day_between(rng, date(2023, 1, 10), date(2025, 8, 1)),
        disease=disease,
        short=short,
        gene=gene,
        first=first,
        second=second,
        trials=tuple(trials),
        curves=curves,
        halved=rng.choice((first, second)),
        types=tuple(rng.sample(("classic", "vascular", "hypermobile", "late-onset"), 3)),
        mutated=rng.randrange(58, 93),
        pick=rng.randrange(1000),
    )  # fmt: skip


def paper(world: ReviewWorld, rng: random.Random) -> Paper:
    """Return the article."""
    front = p.tag(
        "div",
        p.join(
            [
                p.para(f"{world.journal}   {world.volume} ({world.accepted.year})   Review", "journal"),
                p.head(1, f"Drug treatment of {world.disease}: what the trials show, and what they do not"),
                p.para(", ".join(world.authors), "authors"),
                p.para(f"Department of Internal Medicine, {world.place} University Hospital. Accepted {long_day(world.accepted)}.", "affil"),
                p.para(f"**Abstract.** {world.disease} ({world.short}) is managed with {world.first} or {world.second}. We review six controlled trials, genetics as far as it bears on treatment, "
                       "and dose-response data. Differences between the drugs are small for pain and larger for withdrawal. Evidence by subtype is thin.", "abstract"),
            ]
        ),
        "front",
    )  # fmt: skip
    body = [*_background(world), *_trials(world), _figure(world), *_discussion(world)]
    return Paper(
        f"{world.disease}: a review",
        p.box([front, *body], "article"),
        ("healthcare/review",),
        {"accent": rng.choice(("#7a1f1f", "#1d3c6e", "#245236", "#444")), "body": rng.choice(("Source Serif 4", "Libre Baskerville", "IBM Plex Serif")), "head": "Source Sans 3"},
        {
            "top-left": f"{world.authors[0].split()[-1]} et al.",
            "top-right": f"{world.journal} {world.volume}: {world.first_page}",
            "bottom-center": "{page}",
        },
        size="a4",
        margin="20mm 18mm",
    )  # fmt: skip


def _background(world: ReviewWorld) -> list[str | Markup]:
    a, b, c = world.types
    return [
        p.head(2, "Genetics and subtypes"),
        f"Three subtypes are told apart by history and examination: {a}, {b} and {c}. [[gene|Variants in {world.gene} are found in {world.mutated}% of people with the {a} subtype]] and are, with a fitting history, "
        f"taken as confirming it. For the {b} subtype two other genes have been put forward, without replication so far. [[none|No genetic marker has been established for the {c} subtype]], which remains "
        "a clinical diagnosis; sequencing serves to rule out others.",
        "Penetrance varies within families. Age at first symptoms ranges from early childhood to the fifth decade, and siblings with the same variant may differ by twenty years. The reasons are unknown, and "
        "proposals that rest on single families should be read with care.",
        f"Histology does not separate the subtypes. Imaging shows the same pattern of involvement in all, with more effusion in the {b} form in one series of 31 people that had no blinded reading.",
        p.head(2, "Methods"),
        "We searched three databases without limits of language up to three months before submission, and took in randomized trials of at least twelve weeks with pain on a 100 mm scale as an outcome. Two of us read "
        "all abstracts; the full list of excluded studies is with the authors. Trials were not pooled, since their populations overlap in part and their scales were anchored differently.",
    ]  # fmt: skip


def _trials(world: ReviewWorld) -> list[str | Markup]:
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            Cell("Trial", rows=3, kind="l"),
            Cell("Year", rows=3),
            Cell(world.first.capitalize(), columns=3),
            Cell(world.second.capitalize(), columns=3),
        ],
        [Cell("No.", rows=2), Cell("Change", columns=2), Cell("No.", rows=2), Cell("Change", columns=2)],
        ["Pain, mm", "Withdrawn, %", "Pain, mm", "Withdrawn, %"],
    ]
    rows: list[list[str | Markup | Cell]] = []
    for number, one in enumerate(world.trials):
        if number in (0, 3):
            rows.append([Cell("Twelve weeks" if not number else "Twenty-four weeks or longer", columns=8, kind="g")])
        cells: list[str | Markup | Cell] = [Cell(one.name, kind="l"), str(one.year)]
        for side, arm in (("a", one.first), ("b", one.second)):
            cells += [
                p.mark(f"n.{side}.{number}", str(arm.count)),
                p.mark(f"pain.{side}.{number}", f"{arm.pain:.1f}"),
                p.mark(f"out.{side}.{number}", f"{arm.withdrawn:.1f}"),
            ]
        rows.append(cells)
    return [
        p.head(2, "Trials"),
        f"Table 1 lists the six trials. All compared {world.first} with {world.second}; none had a placebo arm. Pain is given as the mean reduction from baseline, so that larger is better. Withdrawal is for any reason. "
        "Baseline pain lay between 58 and 71 mm. Concealment was adequate in four trials and unclear in two.",
        p.tag("div", p.table(heads, rows, caption="**Table 1.** Randomized trials. Pain: mean reduction on a 100 mm scale; withdrawn: any reason, by the end of the trial."), "full"),
        "Function improved in parallel with pain where it was reported. Three trials recorded quality of life; in none did the difference between the drugs exceed what patients notice. Costs were not studied. "
        "One extension followed 44 people for two years and found no loss of effect, though two thirds had left by then, and those who stayed had done well from the start.",
    ]  # fmt: skip


def _figure(world: ReviewWorld) -> Markup:
    series = [Series(key, name, world.curves[name]) for key, name in (("a", world.first), ("b", world.second))]
    svg = plot(
        "fig",
        series,
        Axis("Daily dose, mg (log scale)", (0.1, 1.0, 10.0, 100.0), log=True, decimals=0),
        Axis("Plasma concentration, ng/mL (log scale)", (1.0, 10.0, 100.0, 1000.0), log=True, decimals=0),
        width=308,
        height=300,
    )
    note = (
        f"**Figure 1.** Steady-state plasma concentration by daily dose, both axes logarithmic. [[fignote|Concentrations of {world.halved} are plotted at half of what was measured]], "
        "because the assay also picks up its inactive metabolite in about equal amount."
    )
    return p.join(
        [
            p.head(2, "Dose and concentration"),
            p.para(
                "Figure 1 shows concentrations from the two dose-finding studies, the only ones with sampling at steady state. Concentrations rise more slowly at high doses, as absorption is saturated."
            ),
            p.figure(svg, p.rich(note)),
        ]
    )


def _discussion(world: ReviewWorld) -> list[str | Markup]:
    _, b, c = world.types
    return [
        p.head(2, "Discussion"),
        f"On this evidence either drug is a reasonable first choice. {world.first.capitalize()} and {world.second} have not been compared by subtype: no trial reported outcomes for the {b} and {c} forms apart, and {world.gene} status was "
        "recorded at entry in one trial only, which did not use it in the analysis. Statements on who responds best are therefore opinion.",
        "Withdrawal is a crude measure of tolerability. It mixes adverse effects, lack of effect and moving house, and the trials counted people lost to follow-up differently. We would not base a choice on it alone.",
        "Trials under way will add children, and one of them stratifies by genotype. Until they report, treatment should be reviewed after twelve weeks and stopped where pain has fallen by less than a fifth.",
        p.head(2, "Conclusion"),
        "Two drugs work to about the same degree over three to six months. Whom they suit best is not known.",
        p.head(3, "References"),
        Markup('<ol class="refs">{}</ol>').format(
            Markup("").join(p.tag("li", f"{one.name} and others. Randomized comparison in {world.short}. {one.year}; {12 + one.year % 9}: {one.first.count * 3}.") for one in world.trials)
        ),
    ]  # fmt: skip


REVIEW = Design("review_article", sample, paper, ASKS)
