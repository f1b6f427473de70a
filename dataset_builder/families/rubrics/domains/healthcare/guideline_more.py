"""What a full guideline has more: how it was made, the burden of the illness, care and audit, evidence, references."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import last_names, listed, town
from dataset_builder.families.rubrics.domains.healthcare.guideline_asks import GuideWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]
Maker = Callable[[GuideWorld, random.Random], list[str | Markup]]


def extend(world: GuideWorld, rng: random.Random) -> GuideWorld:
    """Return the guideline with front matter, a background, sections from the fifth on, and appendices from D on."""
    sections = _draw(rng, _SECTIONS, 3)
    appendices = _draw(rng, _APPENDICES, 5)
    numbers = count(4)
    return dataclasses.replace(
        world,
        front=tuple((title, p.join(make(world, rng))) for title, make in _FRONT),
        background=p.join([*_background(world, rng), *_questions(world, rng)]),
        sections=tuple((title, _numbered(p.join(make(world, rng)), numbers)) for title, make in sections),
        appendices=tuple((title, p.join(make(world, rng))) for title, make in appendices),
    )


def _numbered(body: Markup, numbers: Iterator[int]) -> Markup:
    return body.replace("Table #", f"Table {next(numbers)}") if "Table #" in body else body


def _draw(rng: random.Random, made: Sequence[tuple[str, Maker]], least: int) -> list[tuple[str, Maker]]:
    kept = sorted(rng.sample(range(len(made)), rng.randrange(least, len(made) + 1)))
    return [made[k] for k in kept]


def _right(text: str) -> Cell:
    return Cell(text, kind="n")


def _about(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    return [
        f"This document was written for clinicians who see adults with {world.topic} in emergency departments, on wards and in clinics, and for those who plan services for them. It can be read from front to back, or entered at the recommendation that is needed; recommendations are boxed and numbered by section.",
        p.head(3, "Who made it"),
        f"The {world.body} called for members in the spring two years before publication. Forty-one people applied. Seven were chosen so that hospital medicine, emergency care, primary care, nursing, pharmacy, laboratory medicine and patients were each spoken for by somebody. The committee was led by {world.chairs[0]}; {world.chairs[1]} was in charge of methods and did not vote on questions in which the certainty of evidence was disputed.",
        p.head(3, "Money"),
        f"The work was paid from members' fees. Travel and the searches cost ${rng.randrange(61, 94)},{rng.randrange(100, 999)} in all. No company paid for any part of it, saw drafts, or was told when meetings took place.",
        p.head(3, "What readers can expect"),
        "Each section opens with what is known, then comes to recommendations, and ends with the reasons for them. Where the committee could not agree, this is said. Where evidence was missing and a decision still has to be made at the bedside, the text says what members do themselves and calls it practice and not evidence. "
        "Nothing here replaces judgment in the single case. A clinician who departs from a recommendation with a reason, and writes the reason down, is using the guideline as it is meant to be used.",
    ]  # fmt: skip


def _short_forms(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    forms = (
        ("AE", "adverse event"), ("BP", "blood pressure"), ("CI", "confidence interval (95% where not said otherwise)"), ("ED", "emergency department"), ("eGFR", "estimated glomerular filtration rate"), ("GP", "general practitioner"),
        ("ICU", "intensive care unit"), ("IQR", "interquartile range"), ("MCID", "smallest difference that patients notice"), ("NNH", "number treated for one more to be harmed"), ("QoL", "quality of life"), ("RCT", "randomized controlled trial"), ("RR", "risk ratio"), ("SD", "standard deviation"),
    )  # fmt: skip
    return [p.table([["Short", "Meaning"]], list(forms), widths=("16%", "84%"))]


def _background(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    ages = ("18 to 34", "35 to 49", "50 to 64", "65 to 79", "80 or more")
    years = [world.issued.year - k for k in range(5, 0, -1)]
    base = [rng.randrange(120, 240), rng.randrange(210, 380), rng.randrange(340, 560), rng.randrange(380, 690), rng.randrange(150, 330)]  # fmt: skip
    rows: list[Row] = []
    sums = [0] * len(years)
    for age, start in zip(ages, base, strict=True):
        counts = [round(start * (1 + 0.03 * k) * rng.uniform(0.94, 1.06)) for k in range(len(years))]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        rows.append((age, *(_right(f"{one:,}") for one in counts)))
    growth = sums[-1] / sums[0] - 1
    women = rng.randrange(44, 58)
    return [
        p.head(3, "Background: how common it is"),
        f"Figures come from the discharge registers of four regions with together some eleven million adults. First admissions for {world.topic} {'rose' if growth >= 0 else 'fell'} by {abs(growth):.0%} over the five years shown. Women made up {women}% of those admitted. Part of the change is due to awareness: in the two regions that trained their emergency departments, "
        "admissions went up within a year and the share of those who were very ill on arrival went down.",
        p.table([["Age, years", *(_right(str(year)) for year in years)]], rows, caption="Table 1. First admissions by age", foot=["All ages", *(_right(f"{one:,}") for one in sums)]),
        p.head(3, "What people go through"),
        "Most people have had symptoms for four to nine days when they come. A third have been seen before by someone who thought of something more common. In interviews, people spoke less about pain than about not being believed, and about being unable to say when they would be able to work again. Families asked for a telephone number more often than for anything else. "
        "After a year, about one in six still tires more easily than before; two in a hundred do not return to their former work.",
        p.head(3, "What it costs"),
        f"The mean cost of a first admission was ${rng.randrange(71, 118)}00 in the year before publication, of which two thirds were for days on the ward, a fifth for drugs, and the rest for tests. A relapse costs about half as much. Loss of work, which falls on patients and employers, was put at three times the cost of care in the one study that measured it.",
    ]  # fmt: skip


def _questions(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = [
        ("Q1", "Adults with suspected illness, ED", f"{world.marker}, four further tests", "Clinical diagnosis at 30 days", "true and false results"),
        ("Q2", "Adults with a positive test", "Treatment at once", "Treatment after confirmation", "death, organ failure, harm"),
        ("Q3", "Adults who are to be treated", world.first, world.second, "relapse at 90 days, harm"),
        ("Q4", "Adults with reduced kidney function", "Longer interval", "Usual interval", "relapse, toxicity"),
        ("Q5", "Adults after the first infusion", "Short taper", "Long taper", "relapse, infection"),
        ("Q6", "Adults about to go home", "Structured discharge", "Usual discharge", "readmission at 7 and 30 days"),
        ("Q7", "Adults after discharge", "Planned visits", "Visits when needed", "relapse found early, QoL"),
    ]  # fmt: skip
    found = rng.randrange(2900, 5200)
    doubles = round(found * rng.uniform(0.21, 0.29))
    screened = found - doubles
    full = rng.randrange(190, 310)
    kept = rng.randrange(31, 47)
    flow: list[Row] = [
        ("Records found in four databases", _right(f"{found:,}")),
        ("Duplicates", _right(f"{doubles:,}")),
        ("Titles and abstracts read by two members", _right(f"{screened:,}")),
        ("Left out on title or abstract", _right(f"{screened - full:,}")),
        ("Full texts read", _right(str(full))),
        ("Left out: wrong population", _right(str((full - kept) // 2))),
        ("Left out: no comparison", _right(str((full - kept) // 3))),
        ("Left out: other reasons", _right(str(full - kept - (full - kept) // 2 - (full - kept) // 3))),
    ]
    return [
        p.head(3, "Questions"),
        "Twenty-three questions were proposed by members, by eleven professional bodies and by a panel of patients. They were ranked by how often they come up and by how much hangs on the answer. Seven were taken up:",
        p.table([["", "Who", "What", "Compared with", "Outcomes"]], rows, caption="Table 2. Questions of the guideline", widths=("6%", "26%", "23%", "23%", "22%")),
        p.head(3, "From records to studies"),
        p.table([["Step", _right("Number")]], flow, caption="Table 3. Records", foot=["Studies used", _right(str(kept))], widths=("76%", "24%")),
        "Two members read each study for bias on their own and settled differences by talking; a third was needed four times. Trials were judged on five domains, cohorts on seven. Where results could be pooled, a random-effects model was used. Certainty began high for trials and low for cohorts, and was moved down for bias, inconsistency, indirectness, imprecision and missing studies.",
    ]  # fmt: skip


def _organization(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = [
        ("Small hospital without laboratory at night", "sample by courier; result by telephone", "transfer if the result takes longer than the night", "day unit twice a week"),
        ("General hospital", "own analyzer, at all hours", "ward with monitored beds", "own infusion chairs"),
        ("Regional center", "own analyzer and reference method", "ICU on site", "clinic with nurse, pharmacist, physiotherapist"),
        ("Community team", "none", "none", "home visits; telephone line in office hours"),
    ]  # fmt: skip
    return [
        "Outcomes differ more between hospitals than between drugs. Of the three features that went with better outcomes in a comparison of sixty-two hospitals, none is costly: one named clinician who answers for the pathway, a written pathway that hangs in the emergency department, and a meeting four times a year at which every death and every readmission is read out.",
        p.table([["Place", "Testing", "Acute care", "Afterwards"]], rows, caption="Table #. What each kind of place needs", widths=("24%", "26%", "26%", "24%")),
        p.head(3, "Roles"),
        p.items([
            "The **emergency physician** thinks of the illness, takes the sample and starts the pathway.",
            "The **ward team** looks after people until they leave, and tells the family once a day how things stand.",
            f"The **pharmacist** checks for interactions before the first dose of {world.first}, keeps two courses in stock, and speaks with each patient once.",
            "The **nurse of the infusion unit** keeps the record of infusions and is the person whom patients call.",
            "The **general practitioner** receives a letter within two days, in which the first page says what is asked of the practice.",
        ]),
        p.head(3, "Beds and time"),
        f"A hospital that serves 300,000 people will see between {rng.randrange(6, 10)} and {rng.randrange(13, 19)} first presentations a year. Each takes about three hours of medical and nine of nursing time in the first two days. Infusion chairs are used for half a day. Planning for twice the expected number is enough in all but outbreak years.",
    ]  # fmt: skip


def _patients(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    return [
        "People remember about half of what they are told on the day of diagnosis. What follows was tried out with forty former patients, who struck out a third of the first draft.",
        p.head(3, "What to tell at the start"),
        p.items([
            "What it is called, and that it can be treated. Write the name down.",
            "That tiredness is part of it and will outlast the other symptoms by weeks.",
            "That nobody is at fault, and that the family does not need treatment unless someone has symptoms.",
            "What the drip does, how long it takes, and that dizziness is its most common effect.",
            "What is not known yet, and when it will be.",
        ]),
        p.head(3, "Questions that come later"),
        p.table([["People ask", "What can be said"]], [
            ("Can I drive?", "Not on days of infusions. Otherwise when you can turn your head and brake hard without thinking about it; ask your insurer if it is your work."),
            ("Can I exercise?", "Walk from the first week on. Add a little every third day; go back one step if you need more than a night to recover."),
            ("Can I have vaccines?", "Those that are not live, at any time. Live ones not within three months of an infusion."),
            ("Can I drink alcohol?", "A glass with a meal does no harm once tablets are finished."),
            ("Will it come back?", "In about one in eight, mostly within three months. You will know the signs from the first time."),
            ("Can I travel?", "Within the country after a month. Take the letter and the card with you. Ask before longer flights."),
            ("When can I work?", "Most people start with half days after three to five weeks. Heavy work takes longer."),
        ], widths=("24%", "76%")),
        p.head(3, "Written material"),
        "The leaflet that belongs to this guideline has four pages, is written for a reading age of eleven, and comes in nine languages. Pictures show people of different ages. Hospitals add one telephone number, and only one. People who do not read well are given the same in a recording of six minutes.",
    ]  # fmt: skip


def _situations(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    return [
        "The recommendations hold for the groups below as for others. What is said here is practice of the members, and rests on few studies or none.",
        p.head(3, "People over 80"),
        "The illness is more often taken for an infection of the lungs or the bladder. Confusion may be the only sign. Benefits of treatment were as large as in younger people in the two cohorts that looked; falls in the week after were twice as frequent. Ask who lives in the home, and look at stairs and rugs before equipment.",
        p.head(3, "People with diabetes"),
        "Steroids raise sugar from the afternoon on. Those who measure at home do so four times a day as long as tablets are taken, and know whom to call. Insulin is raised at midday first. Do not stop treatment because of sugar.",
        p.head(3, "People who take anticoagulants"),
        f"{world.first.capitalize()} does not change the effect of the newer ones. Warfarin needs a check after five days. Injections into muscle are avoided for two weeks.",
        p.head(3, "People with cancer treatment"),
        "Speak with the oncologist on the same day. In most cases one cycle is put off. Fever after chemotherapy is treated as such until it is shown to be something else.",
        p.head(3, "People who live far away"),
        "A room near the hospital for three nights costs less than a second transfer. Telephone visits have worked as well as others for those who were seen in person once.",
        p.head(3, "People in prison or without a home"),
        "Agree in advance where they will be found. A card with date and place of the next infusion, and someone from the shelter or the health service of the prison who has agreed to remind them, brought attendance from a half to four fifths in one city.",
    ]  # fmt: skip


def _audit(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    indicators = (
        ("A1", "Sample taken in time", "adults with suspected illness", f"those with {world.marker} taken within the time of 2.1", 90),
        ("A2", "Result in time", "samples sent", "results back within four hours of arrival in the laboratory", 85),
        ("A3", "Drug choice", "adults treated", f"those given {world.first}, or a reason in the record", 95),
        ("A4", "Kidney function known", "infusions after the first", "those with an eGFR of the same day", 95),
        ("A5", "Weight known", "first infusions", "those with a weight measured and not asked for", 90),
        ("A6", "Letter", "discharges", "letters that reached the practice within two days", 80),
        ("A7", "Leaflet", "discharges", "people who say that they were given it and could read it", 80),
        ("A8", "Visits", "discharges", "people seen at all visits of 4.1", 70),
        ("A9", "Readmission", "discharges", "people who came back within seven days (lower is better)", 5),
        ("A10", "Deaths read out", "deaths within 30 days", "deaths discussed at the quarterly meeting", 100),
    )  # fmt: skip
    rows: list[Row] = []
    for sign, name, below, above, aim in indicators:
        now = max(1, min(99, aim - rng.randrange(4, 27))) if aim > 5 else rng.randrange(6, 10)
        rows.append((sign, name, below, above, _right(f"{now}%"), _right(f"{aim}%")))
    return [
        "Each hospital collects the indicators below once a year for sixty consecutive people, or for all if there are fewer. The column Pilot shows the median of eleven hospitals that tried them out before publication.",
        p.table([["", "Indicator", "Of", "Counted", _right("Pilot"), _right("Aim")]], rows, caption="Table #. Indicators", widths=("7%", "19%", "21%", "33%", "10%", "10%")),
        "Indicators are for learning. They are shown to the board of the hospital and not published by name. A hospital that lies more than ten points below an aim for two years running is offered a visit by two colleagues from elsewhere. Definitions do not change before the next full edition.",
    ]  # fmt: skip


def _resources(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    items = (("Laboratory tests", 62, 1.0), ("Drugs", 1180, 1.0), ("Infusion chairs and nursing", 540, 1.0), ("Visits after discharge", 310, 1.0), ("Training and leaflets", 45, 1.0), ("Ward days saved", -1490, 1.0), ("Relapses avoided", -420, 1.0))  # fmt: skip
    people = rng.randrange(38, 72)
    rows: list[Row] = []
    total = 0
    for name, each, _ in items:
        each = round(each * rng.uniform(0.9, 1.1))
        total += each * people
        rows.append((name, _right(f"{each:,}".replace("-", "−")), _right(f"{each * people:,}".replace("-", "−"))))
    return [
        f"The figures are for a population of a million adults, of whom {people} are expected to fall ill in a year, and compare care by this guideline with care as it was in the five years before. Prices are those of the year of publication, in dollars.",
        p.table([["Item", _right("Each patient"), _right("A year")]], rows, caption="Table #. Cost and savings", foot=["Balance", _right(f"{total // people:,}".replace("-", "−")), _right(f"{total:,}".replace("-", "−"))], widths=("52%", "24%", "24%")),
        "The balance is sensitive to the price of the drug and to the number of days on the ward. If the drug cost a third more, it would still be close to even. Costs come in the first year and fall on hospitals, while part of the savings falls on insurers; payers are asked to agree on how this is evened out before the pathway begins.",
    ]  # fmt: skip


def _research(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    topics = (
        ("Which early signs tell who will relapse?", "A cohort of 800 people with samples at three times would do. Two registers could supply it."),
        ("Does the marker mean the same in people over 80?", "The cohorts used here had few of them. Thresholds by age have been proposed and not tested."),
        ("Can the infusion be given faster?", "A shorter infusion would free chairs. Harm would have to be looked for in at least 600 infusions."),
        ("Can nurses lead the follow-up?", "Two small trials found no difference. One large trial by clusters is needed, with relapse as outcome."),
        ("What helps against tiredness?", "Exercise, sleep and pacing programs are used without evidence. Outcomes should be chosen with patients."),
        ("Are there people who need no treatment?", "Mild courses that went unrecognized have been found by antibody surveys. How many there are is not known."),
        ("What becomes of people after five years?", "No cohort has gone beyond three."),
        ("Does teaching emergency departments last?", "Effects were gone after eighteen months in one region and held in another. Why is not known."),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(topics)), rng.randrange(6, len(topics) + 1)))
    return [
        "The committee met these gaps again and again. They are listed by the number of recommendations that an answer could change.",
        p.items([f"**{topics[k][0]}** {topics[k][1]}" for k in kept], ordered="1"),
    ]


def _studies(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    names = last_names(rng, rng.randrange(15, 24))
    rows: list[Row] = []
    total = 0
    for name in sorted(names):
        trial = rng.random() < 0.4
        count = rng.randrange(62, 640) if trial else rng.randrange(180, 2400)
        total += count
        year = rng.randrange(world.issued.year - 13, world.issued.year)
        rows.append((f"{name} {year}", "RCT" if trial else rng.choice(("cohort", "cohort", "before and after")), rng.choice(("1 center", "3 centers", "7 centers", "12 centers", "register")), _right(f"{count:,}"), _right(str(rng.randrange(41, 68))), _right(f"{rng.choice((30, 90, 180, 365))} days"), rng.choice(("low", "low", "some", "some", "high")), rng.choice(("Q1", "Q2", "Q3", "Q5", "Q6", "Q7")) if not trial else rng.choice(("Q2", "Q3", "Q5", "Q7"))))  # fmt: skip
    return [
        p.para("Studies with more than fifty participants. The last column names the question of Table 2 that a study was used for first. Age is the mean or the median, as reported."),
        p.table([["Study", "Design", "Where", _right("People"), _right("Age"), _right("Followed"), "Bias", "For"]], rows, foot=["All", "", "", _right(f"{total:,}"), "", "", "", ""]),
    ]  # fmt: skip


def _profiles(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    blocks: list[str | Markup] = [p.para("Absolute effects are reckoned from the risk ratio and the risk in the comparison group. A minus sign means fewer events. Certainty is that of the single outcome; the grade of a recommendation follows the outcome that weighed most.")]  # fmt: skip
    tables = (
        (f"Q3. {world.first.capitalize()} or {world.second}", (("Relapse at 90 days", "high", 0.66), ("Death at 90 days", "moderate", 0.86), ("Any serious harm", "high", 0.94), ("Low blood pressure at first dose", "high", 1.22), ("Infection needing antibiotics", "moderate", 0.97))),
        ("Q5. Short or long taper", (("Relapse at 90 days", "moderate", 1.01), ("Infection needing antibiotics", "high", 0.5), ("High blood sugar", "moderate", 0.72), ("Sleeplessness", "low", 0.8))),
        ("Q6. Structured or usual discharge", (("Readmission at 7 days", "low", 0.61), ("Readmission at 30 days", "low", 0.79), ("Tablets not collected", "moderate", 0.42), ("Satisfied with information", "low", 1.24))),
        ("Q7. Planned visits or visits when needed", (("Relapse found before admission", "low", 1.36), ("Visits in all, half year", "moderate", 1.1), ("Back at work at 90 days", "very low", 1.04))),
    )  # fmt: skip
    for title, outcomes in tables:
        rows: list[Row] = []
        for name, certainty, about in outcomes:
            base = 82 if name.startswith("Low blood") else rng.randrange(40, 260)
            spread = {"high": 0.1, "moderate": 0.18, "low": 0.3, "very low": 0.45}[certainty]
            ratio = round(about * rng.uniform(0.96, 1.04), 2)
            low, high = ratio / (1 + spread), ratio * (1 + spread)
            diff = round(base * (ratio - 1))
            rows.append((name, _right(str(rng.randrange(2, 9))), _right(f"{rng.randrange(300, 4200):,}"), _right(f"{ratio:.2f} ({low:.2f} to {high:.2f})"), _right(str(base)), _right(f"{diff:+d}".replace("-", "−") if diff else "0"), certainty))  # fmt: skip
        blocks.append(
            p.table([["Outcome", _right("Studies"), _right("People"), _right("RR (95% CI)"), _right("In 1,000"), _right("Difference"), "Certainty"]], rows, "keep", caption=title, widths=("29%", "10%", "10%", "20%", "10%", "11%", "10%"))
        )  # fmt: skip
    return blocks


def _votes(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = []
    for number in ("2.1", "2.2", "2.3", "3.1", "3.2", "4.1", "4.2"):
        able = 6 if number in ("2.1", "2.2") else 7
        first = rng.randrange(2, able)
        second = rng.randrange(first, able + 1)
        third = rng.randrange(max(second, able - 1), able + 1)
        cells = [_right(f"{one} of {able} ({one / able:.0%})") for one in (first, second, third)]
        rows.append((number, *cells, rng.choice(("wording", "strength", "certainty", "who does it", "none"))))
    return [
        p.para("Votes for each recommendation as it stood in the round. Wording changed between rounds, so that the rounds are not votes on the same text. The last column tells what was discussed most."),
        p.table([["Rec.", _right("Round 1"), _right("Round 2"), _right("Round 3"), "Discussed"]], rows, widths=("12%", "22%", "22%", "22%", "22%")),
        p.para("Two drafts did not pass and were dropped: one on screening of relatives, and one on diet. Minutes of the meetings can be read at the office."),
    ]  # fmt: skip


def _harms(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    effects = (
        ("Headache", "day of infusion", "paracetamol; slower next time"), ("Nausea", "first two days", "small meals; an antiemetic if it lasts"), ("Rash", "first week", "antihistamine; stop if mucosa is involved"), ("Fever without infection", "first night", "look for infection all the same"),
        ("Raised liver enzymes", "weeks 2 to 4", "repeat in a week; stop at five times normal"), ("Low platelets", "weeks 2 to 6", "weekly count until it rises"), ("Muscle cramps", "any time", "magnesium, if kidney function is normal"), ("Taste disturbance", "first month", "passes by itself"),
        ("Anaphylaxis", "within the first hour", "stop for good; treat; report"), ("Tingling of hands", "after the third dose", "nerve conduction if it lasts for a month"),
    )  # fmt: skip
    rows: list[Row] = []
    for name, when, what in effects:
        one, two = rng.uniform(0.1, 12), rng.uniform(0.1, 12)
        if name == "Anaphylaxis":
            one, two = one / 40, two / 40
        rows.append((name, _right(f"{one:.1f}"), _right(f"{two:.1f}"), when, what))
    others = (
        ("Ciclosporin", "raised level of ciclosporin", "measure after three days"), ("Rifampicin", "less effect of both drugs", "choose another antibiotic"), ("Methotrexate", "more mouth ulcers", "leave out the week's dose"), ("Digoxin", "none found", "nothing"),
        ("St John's wort", "less effect", "stop it two weeks before"), ("Lithium", "level rises with fluid shifts", "measure twice in the first week"), ("Statins", "muscle pain in a few", "pause if pain begins"), ("Oral contraceptives", "none found", "nothing"),
    )  # fmt: skip
    return [
        p.para("Events per hundred courses, pooled from the studies used and from two registers, other than low blood pressure, which section 3 deals with."),
        p.table([["Event", _right(world.first.capitalize()), _right(world.second.capitalize()), "When", "What members do"]], rows, widths=("24%", "12%", "12%", "20%", "32%")),
        p.head(3, "Medicines taken together"),
        p.table([["Taken with either drug", "What may happen", "What to do"]], others, widths=("28%", "36%", "36%")),
    ]  # fmt: skip


def _review(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    bodies = (
        ("College of laboratory physicians", "Units should be given for all platforms.", "Not taken up; laboratories give factors for their own platform."),
        ("Association of infusion nurses", "Ninety minutes are short for frail people.", "Discussed in section 7 of the draft and left to the unit."),
        ("Patients' alliance", "Leaflet too long.", "Shortened from nine pages to four."),
        ("Hospital association", "Aims of the audit should be lower in the first year.", "Not taken up; aims are not tied to money."),
        ("Society of nephrology", "State which formula for eGFR is meant.", "Any formula in use; the differences are small beside the width of the rows."),
        ("Emergency physicians' council", "Sampling in triage should be allowed.", "Already possible; text made clearer."),
        ("Maker of an assay", "Name the assay.", "Not taken up; no product is named."),
        ("Rural health network", "Courier times are unrealistic in winter.", "Table of places changed."),
        ("Pharmacists' board", "Stock of two courses is costly.", "Sharing between neighboring hospitals is now mentioned in the pathway."),
        ("Society of geriatric medicine", "Say more about falls.", "Passage on people over 80 enlarged."),
        ("Insurers' federation", "Count savings over three years.", "Not taken up; data reach one year."),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(bodies)), rng.randrange(8, len(bodies) + 1)))
    return [
        p.para(f"The draft was open for comment for six weeks. {rng.randrange(31, 58)} bodies answered, with {rng.randrange(240, 460)} comments. Those that were made most often, or that changed something, are listed with the committee's answer."),
        p.table([["From", "Comment", "Answer"]], [bodies[k] for k in kept], widths=("27%", "34%", "39%")),
    ]  # fmt: skip


def _glossary(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    words = (
        ("Absolute effect", "the difference between two groups in the number of people to whom something happens"), ("Certainty of evidence", "how sure the committee is that the true effect lies on the side, and near the size, of the estimate"), ("Cohort", "people followed over time without having been assigned to a treatment"),
        ("Conditional recommendation", "one that most informed people would follow, but many would not"), ("Focused update", "a change of single recommendations between full editions"), ("Indirectness", "difference between the people, treatments or outcomes studied and those asked about"), ("Intention to treat", "counting people in the group to which they were assigned"),
        ("Outlier", "a hospital or a value that lies further from the rest than chance explains"), ("Pathway", "the agreed order of steps of care in one place"), ("Pooled", "put together from several studies by a statistical method"), ("Relapse", "return of symptoms after at least two weeks without, with signs that can be found by examination"),
        ("Sensitivity", "share of people with the illness in whom a test is positive"), ("Specificity", "share of people without the illness in whom a test is negative"), ("Strong recommendation", "one that nearly all informed people would follow"),
    )  # fmt: skip
    return [p.table([["Term", "As used here"]], list(words), widths=("28%", "72%"))]


def _leaflet(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    return [
        p.para("Text of the leaflet, without its pictures. Hospitals add their telephone number and change nothing else."),
        p.head(3, "What you have"),
        f"Your doctors have found that you have {world.topic}. It is not your fault, and you did not catch it from anyone at home. It can be treated. Most people feel better within days and well within weeks.",
        p.head(3, "What happens in the hospital"),
        "A nurse takes blood. The result tells your doctors what to do. If you need treatment, you will have a drip in your arm. It does not hurt, and you can listen to music or sleep. You may feel dizzy when you sit up afterwards. Ring the bell; someone will be with you.",
        "You may ask anything, as often as you like. It helps to write questions down, and to have somebody with you when the doctors come. If English is not your first language, ask for an interpreter. It costs you nothing.",
        p.head(3, "The first weeks at home"),
        p.items([
            "Rest when you are tired. Being tired does not mean that something is wrong.",
            "Eat what you like. Drink a glass of water more than usual each day.",
            "Take your tablets in the morning, with food. If you forget one, take it when you think of it, but not two at once.",
            "Do a little more every third day. Stairs are good exercise.",
            "Sleep may be poor as long as you take tablets. Coffee before noon only.",
            "Let others do the shopping, and let them know what else would help.",
        ]),
        p.head(3, "Call us"),
        "Call at any hour if you faint, if you are short of breath, if you can not keep tablets down, if you feel hot and shiver, or if somebody who knows you well says that you are not yourself. You do not need to be sure. Nobody will be annoyed.",
        p.head(3, "Later"),
        "Keep your visits, also if you feel well. Bring this leaflet, your tablets and your questions. Tell dentists and other doctors what you have had. If you would like to talk to someone who has been through it, there is a group that meets once a month, in person and by telephone.",
    ]  # fmt: skip


def _form(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    fields = (
        ("hospital", "code of two letters", "given by the register"), ("case", "number", "begins with 1 each year"), ("born", "year", "not the day"), ("sex", "f, m, x", "as the person says"), ("arrived", "date and time", "from the emergency system"), ("came_by", "walk, car, ambulance, transfer", ""), ("symptom_days", "number", "from the first complaint"),
        ("seen_before", "yes, no", "by anyone, for this"), ("suspected", "time", "first note that names the illness"), ("sample", "time", "from the tube label"), ("result", "time", "from the laboratory system"), ("platform", "code", "table of the laboratory"), ("weight", "kg, one decimal", "empty if not measured"), ("drug", "first, second, other, none", ""),
        ("reason", "free text", "if not the first"), ("dose_start", "time", ""), ("dose_end", "time", ""), ("bp_event", "yes, no", "needed fluids or a drug"), ("other_event", "code", "or free text"), ("ward", "code", ""), ("icu_days", "number", "0 if none"), ("left", "date", ""), ("left_to", "home, family, care home, other hospital, died", ""),
        ("letter", "date sent", ""), ("leaflet", "yes, no, asked and declined", ""), ("visits_kept", "0 to 3", "filled in later"), ("back_7", "yes, no", "any hospital"), ("relapse_90", "yes, no, not known", "by the definition in use"), ("work", "date of return", "empty if none"), ("filled_by", "initials", "not the treating doctor"),
    )  # fmt: skip
    return [
        p.para("One line for each person. Names of fields are those of the file that is sent to the register in February. Cases are drawn in order of arrival; nobody is left out because the record is poor."),
        p.table([["", "Field", "Values", "Remark"]], [(str(k), *one) for k, one in enumerate(fields, 1)], widths=("6%", "22%", "38%", "34%")),
        p.para("Times are local. What is not known stays empty, and is not guessed from other fields. The register sends back a list of doubtful values within three weeks; what is not answered by the end of April is left out of the report."),
    ]  # fmt: skip


def _teaching(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    units = (
        ("1", "Thinking of it", "emergency physicians, triage nurses", "three cases, two of them mimics", "60 min"),
        (
            "2",
            "Taking and reading the sample",
            "triage nurses, laboratory",
            "tubes, times, what spoils a sample",
            "30 min",
        ),
        (
            "3",
            "The first infusion",
            "ward and infusion nurses",
            "walk through it with an empty bag and a colleague as patient",
            "75 min",
        ),
        ("4", "When it goes wrong", "all", "simulated collapse; who does what in the first two minutes", "45 min"),
        ("5", "Talking with families", "all", "role play with actors or with former patients", "60 min"),
        ("6", "Tablets", "pharmacists, ward nurses", "interactions, calendars, blister packs", "30 min"),
        (
            "7",
            "Letters",
            "junior doctors",
            "each brings a letter, others say what they would do after reading it",
            "40 min",
        ),
        ("8", "Reading out a case", "all, quarterly", "one case by the clock, without names", "30 min"),
    )
    return [
        p.para("Teaching was tried out in two regions. What worked was short, was held where people work, and came back after half a year. Slides alone changed nothing."),
        p.table([["", "Unit", "For", "How", "Time"]], units, widths=("5%", "21%", "26%", "36%", "12%")),
        p.head(3, "How to tell whether it worked"),
        p.items([
            "Ask ten people on different shifts where the pathway hangs and what its first line says.",
            "Count how many samples are taken before a doctor has seen the person.",
            "Look at the times of last month's first infusions: start, end, and the next entry in the record.",
            "Ask the last five patients what they were told, and compare it with the leaflet.",
        ]),
        "New staff have units 1 to 4 in their first month. Those who taught a unit twice can teach teachers. A hospital that has no case for half a year runs unit 4 again, since the steps are forgotten first where they are needed least often.",
    ]  # fmt: skip


def _references(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    journals = ("J Acute Med Pract", "Ann Inland Med", "Emerg Care Q", "Arch Clin Lab", "Hosp Pharm Rev", "Nurs Infus J", "Eur J Rare Dis Care", "Med Decis Rep", "Qual Health Serv", "J Gen Pract Res")  # fmt: skip
    what = ("outcomes after first admission", "a randomized trial of early treatment", "cohort from a national register", "accuracy of four laboratory tests", "interviews with patients and families", "short against long steroid taper", "a comparison of sixty-two hospitals", "costs of care in the first year", "telephone follow-up", "readmission and its reasons", "drug interactions reported to a register",
            "work and tiredness at twelve months", "training of emergency departments", "dosing in reduced kidney function", "methods of consensus", "reporting of guidelines", "infusion reactions", "older adults", "audit and feedback", "reading level of leaflets", "survey of infusion units", "deaths within thirty days")  # fmt: skip
    entries: list[str | Markup] = []
    for _ in range(rng.randrange(30, 46)):
        names = last_names(rng, rng.randrange(2, 5))
        title = f"{world.topic}: {rng.choice(what)}"
        first = rng.randrange(11, 890)
        authors = ", ".join(f"{name} {rng.choice('ABCDEGHJKLMNPRST')}" for name in names)
        entries.append(f"{authors}. {title[0].upper()}{title[1:]}. //{rng.choice(journals)}// {rng.randrange(world.issued.year - 14, world.issued.year)};{rng.randrange(3, 61)}:{first}-{first + rng.randrange(5, 14)}.")  # fmt: skip
    return [p.items(entries, "refs", "1")]


def _sites(world: GuideWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = []
    sums = [0, 0, 0]
    towns: list[str] = []
    while len(towns) < 9:
        name = town(rng)
        if name not in towns:
            towns.append(name)
    for name in sorted(towns):
        beds, seen = rng.randrange(14, 90) * 10, rng.randrange(7, 42)
        treated = seen - rng.randrange(0, 4)
        sums = [a + b for a, b in zip(sums, (beds, seen, treated), strict=True)]
        rows.append((f"{name} hospital", _right(str(beds)), _right(str(seen)), _right(str(treated)), _right(f"{rng.randrange(38, 96) / 10:.1f}")))  # fmt: skip
    return [
        p.para(f"Nine hospitals used a draft of the pathway for six months before publication: {listed([row[0].split(' hospital')[0] for row in rows if isinstance(row[0], str)])}. What they found difficult was taken into the text. The numbers describe the pilot and are too small to judge outcomes by."),
        p.table([["Hospital", _right("Beds"), _right("Suspected"), _right("Treated"), _right("Mean days on ward")]], rows, foot=["All", *(_right(f"{one:,}") for one in sums), ""], widths=("36%", "14%", "16%", "14%", "20%")),
        p.head(3, "What the hospitals changed"),
        p.items([
            "Five put the sample tube into the set that triage nurses carry.",
            "Four moved infusions from the ward to the day unit; one moved them back for want of chairs in winter.",
            "Three found that weights were copied from old records, and bought a chair scale for the emergency department.",
            "All nine asked for one sheet of paper with the pathway on it. It can be printed from the committee's site.",
        ]),
    ]  # fmt: skip


_FRONT: tuple[tuple[str, Maker], ...] = (("About this guideline", _about), ("Short forms", _short_forms))
_SECTIONS: tuple[tuple[str, Maker], ...] = (
    ("Organization of care", _organization),
    ("Talking with patients and families", _patients),
    ("Particular situations", _situations),
    ("Audit", _audit),
    ("Resources", _resources),
    ("Open questions", _research),
)
_APPENDICES: tuple[tuple[str, Maker], ...] = (
    ("Studies", _studies),
    ("Evidence profiles", _profiles),
    ("Votes", _votes),
    ("Harms and interactions", _harms),
    ("Pilot", _sites),
    ("External review", _review),
    ("Leaflet", _leaflet),
    ("Form of the audit", _form),
    ("Plan of teaching", _teaching),
    ("Glossary", _glossary),
    ("References", _references),
)
