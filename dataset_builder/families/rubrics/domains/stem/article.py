"""A figure-heavy article in two columns: stacked spectra, a box of steps in columns, panels of micrographs."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, listed, long_day, people, town
from dataset_builder.families.rubrics.domains.stem.article_asks import ASKS, ArticleWorld
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot

_HOSTS = ("Calcium hafnate", "Barium zirconate", "Strontium stannate", "Lanthanum gallate")
_DOPANTS = ("Dysprosium", "Erbium", "Ytterbium", "Samarium")
_JOURNALS = ("Transactions on Functional Ceramics", "Letters in Solid Oxides", "Journal of Thermal Materials")
_DOSES = (0, 2, 4, 8)
_SHIFTS = tuple(float(200 + 50 * k) for k in range(13))
_WARMTHS = tuple(float(100 * k) for k in range(1, 11))


def sample(rng: random.Random) -> ArticleWorld:
    """Draw an article."""
    step = rng.choice((0.4, 0.5, 0.6))
    centre, second = rng.choice((350, 400, 450)), rng.choice((600, 650))
    spectra = {}
    for rank, dose in enumerate(_DOSES):
        width = 45 + 6 * rank
        curve = [
            0.08
            + rng.uniform(0, 0.05)
            + math.exp(-(((x - centre - 8 * rank) / width) ** 2)) * (0.9 - 0.1 * rank)
            + math.exp(-(((x - second) / 55) ** 2)) * (0.35 + 0.09 * rank)
            for x in _SHIFTS
        ]
        spectra[dose] = tuple(round(one + rank * step, 2) for one in curve)
    base = rng.uniform(3.1, 4.4)
    conductivity = {}
    factors = sorted((rng.uniform(0.55, 0.94) for _ in range(3)), reverse=True)
    while factors[0] - factors[1] < 0.06 or factors[1] - factors[2] < 0.06:
        factors = sorted((rng.uniform(0.55, 0.94) for _ in range(3)), reverse=True)
    for dose, factor in zip(_DOSES, (1.0, *factors), strict=True):
        conductivity[dose] = tuple(
            round(
                (base * (0.42 + 0.58 * math.exp(-(x - 100) / 420))) * factor * (1 + (1 - factor) * (x - 800) / 6000), 2
            )
            for x in _WARMTHS
        )
    lowered = {dose: round(100 * (1 - conductivity[dose][7] / conductivity[0][7])) for dose in _DOSES[1:]}
    used = set(lowered.values())
    steepest = {}
    for dose in _DOSES[1:]:
        steepest[dose] = next(one for one in range(lowered[dose] + rng.randrange(4, 7), 99) if one not in used)
        used.add(steepest[dose])
    return ArticleWorld(
        journal=rng.choice(_JOURNALS),
        volume=rng.randrange(8, 70),
        first_page=rng.randrange(100, 2000),
        authors=tuple(people(rng, 5)),
        place=town(rng),
        received=day_between(rng, date(2022, 3, 1), date(2025, 4, 1)),
        host=rng.choice(_HOSTS),
        dopant=rng.choice(_DOPANTS),
        doses=_DOSES,
        shifts=_SHIFTS,
        spectra=spectra,
        step=step,
        warmths=_WARMTHS,
        conductivity=conductivity,
        lowered=lowered,
        steepest=steepest,
        mill=rng.choice((12, 18, 24)),
        calcine=(rng.choice((1050, 1100, 1150, 1200)), rng.choice((5, 7, 9))),
        sinter=(rng.choice((1520, 1560, 1600, 1640)), rng.choice((2, 3, 4))),
        anneal=(rng.choice((860, 900, 940)), rng.choice((10, 20, 30))),
        grains={dose: round(5.2 - 0.42 * rank - rng.uniform(0, 0.3), 1) for rank, dose in enumerate(_DOSES)},
        pick=rng.randrange(10_000),
    )  # fmt: skip


def paper(world: ArticleWorld, rng: random.Random) -> Paper:
    """Return the article."""
    accent = rng.choice(("#0f4c81", "#6b1f2a", "#1b5e4b", "#4a3f7a"))
    host, dopant = world.host, world.dopant.lower()
    low, high = world.doses[1], world.doses[3]
    front = p.tag(
        "div",
        p.join(
            [
                Markup('<div class="bar"><span>{}</span><span>Vol. {}, pp. {}–{}</span></div>').format(
                    world.journal, world.volume, world.first_page, world.first_page + 2
                ),
                p.head(
                    1, f"Phonon scattering in {dopant}-doped {host.lower()}: thermal conductivity from 100 to 1000 °C"
                ),
                p.para(f"{listed(world.authors)}*", "authors"),
                p.para(
                    f"Institute of Ceramics, {world.place}. *To whom letters should be sent. Received {long_day(world.received)}.",
                    "affil",
                ),
                p.tag(
                    "div",
                    p.join(
                        [
                            p.para(
                                f"**Summary.** Thermal barriers need ceramics that conduct little heat at high temperature. We dope {host.lower()} with {low} to {high} mol% of {dopant} and find that thermal conductivity at 800 °C falls by up to "
                                f"{world.steepest[high]}% against undoped material, the effect growing with the content. Raman spectra show broader lines and a mode between 600 and 650 cm^−1^ that gains in strength, which we take as a sign of local strain. Grain size hardly changes. "
                                "The material is stable in air over two hundred hours at 1000 °C."
                            ),
                            p.para(f"**Keywords:** thermal barrier, point defect, Raman, {dopant}, laser flash"),
                        ]
                    ),
                    "summary",
                ),
            ]
        ),
        "front",
    )
    body = [*_introduction(world), *_methods(), _route(world), *_results(world, accent), *_discussion(world)]
    return Paper(
        f"{dopant}-doped {host.lower()}",
        p.box([front, *body], "article"),
        ("stem/figure_article",),
        {"accent": accent, "body": rng.choice(("Libre Baskerville", "Source Serif 4", "IBM Plex Serif")), "head": rng.choice(("Libre Franklin", "Barlow"))},
        {"top-left": f"{world.authors[0].split()[-1]} and others", "top-right": f"Doped {host.lower()}", "bottom-center": "{page}", "bottom-left": world.journal},
        margin="0.8in 0.75in",
    )  # fmt: skip


def _introduction(world: ArticleWorld) -> list[str | Markup]:
    return [
        p.head(2, "Introduction"),
        "Coatings that keep metal parts cool have to last for thousands of hours at temperatures at which most oxides sinter, creep or react. Low conductivity is the first of the demands on them, and the one that is easiest to measure. Heat is carried in "
        "such oxides by lattice vibrations. Whatever scatters these on the scale of a few unit cells helps, and foreign atoms of another mass and size do so best.",
        f"{world.host} has been passed over, since early specimens were porous and their conductivity could not be told from that of their pores. Dense bodies have become possible by sintering in oxygen. Here we ask how much {world.dopant.lower()} is needed, "
        "whether grains or point defects do the work, and how far the effect holds at high temperature, where all oxides grow alike.",
    ]


def _methods() -> list[str | Markup]:
    return [
        p.head(2, "Experimental"),
        "Powders were made from oxides and carbonates of 99.9% purity by the route of box 1. Discs of 12.7 mm were cut for laser flash and of 8 mm for Raman. For each composition six discs were measured, three from each of two batches. "
        "[[s2|Relative densities after sintering are listed in Table S2 of the supplementary material]], and conductivities were corrected for pores with them. Diffusivity was taken as the mean of five shots at each temperature; heat capacity was summed from the oxides, "
        "which agrees within 2% with a measurement on the undoped material.",
        "Raman spectra were taken at room temperature with green light at 2 mW, at five spots a disc, and each was normalised to the strongest line of the undoped material. Fracture faces were etched for ten minutes at 100 °C under the sintering temperature and "
        "looked at in the electron microscope; grain sizes are means of at least three hundred intercepts.",
    ]  # fmt: skip


def _route(world: ArticleWorld) -> Markup:
    (calcine, hours), (sinter, long), (anneal, days) = world.calcine, world.sinter, world.anneal
    left = [
        "Weigh oxides and carbonates, which have been dried at 400 °C the night before, and mix them by hand.",
        f"Mill in ethanol for {world.mill} h with balls of zirconia, at 200 turns a minute, in jars half full.",
        "Dry the slurry at 80 °C while stirring, then pass the cake through a sieve of 150 µm twice.",
        f"Calcine at [[st.calcine|{calcine:,} °C]] for [[st.hours|{hours} h]] in covered alumina; check by diffraction for leftover carbonate.",
    ]
    right = [
        "Mill once more, for four hours, with one percent of binder, and dry as before; the powder should flow.",
        "Press discs at 60 MPa in a steel die, then at 250 MPa in a bag, and rest them for a day.",
        f"Sinter at [[st.sinter|{sinter:,} °C]] for {long} h in flowing oxygen, on a bed of powder of the same composition.",
        f"Anneal at {anneal} °C for {days} h in air, so that oxygen is taken up again, and grind off 0.2 mm.",
    ]
    columns = [p.tag("div", p.join(p.para(one) for one in side)) for side in (left, right)]
    return p.tag(
        "div",
        p.join([p.para("**Box 1.** Route to dense discs", "boxhead"), p.tag("div", p.join(columns), "sides")]),
        "full route",
    )


def _results(world: ArticleWorld, accent: str) -> list[str | Markup]:
    low, middle, high = world.doses[1:]
    means = listed([f"[[mean.{dose}|{world.lowered[dose]}%]] with {dose} mol%" for dose in (low, middle, high)])
    best = listed([f"[[best.{dose}|{world.steepest[dose]}%]]" for dose in (low, middle, high)])
    strong = world.shifts[world.spectra[0].index(max(world.spectra[0]))]
    grains = listed([f"{world.grains[dose]:.1f} µm" for dose in world.doses])
    return [
        p.head(2, "Results"),
        p.head(3, "Structure"),
        f"All compositions are single phase by diffraction. Lattice constants grow in a straight line with the content, as expected of an ion that is larger than the one it replaces. The stacked spectra of figure 1 have two regions. The strong line around {strong:.0f} cm^−1^ is a bending mode "
        "and moves a little to higher shifts on doping. The weaker one, between 600 and 650 cm^−1^, is forbidden in the undoped lattice by symmetry; it is seen there faintly, from defects, and it gains with every step.",
        _spectra(world, accent),
        "Widths at half height grow from 75 to about 105 cm^−1^. Since the laser heated no spot by more than four degrees, as judged from the two sides of the spectrum, the broadening is of the lattice and not of the measurement.",
        p.head(3, "Microstructure"),
        f"Figure 2 shows etched faces. Mean grain sizes are {grains} from the undoped to the most heavily doped material. Pores are round, closed and within grains. No second phase is seen at boundaries, at which an amorphous film of a few nanometres would however escape us.",
        _micrographs(world),
        p.head(3, "Conductivity"),
        f"Curves of conductivity fall with temperature and flatten out over 700 °C (figure 3). [[meanline|At 800 °C]], the six discs of a composition taken together, conductivity is lower than that of undoped material by {means}. Single discs lie apart by several points: those of "
        f"the second batch, which stood longer in air before sintering, conduct less than those of the first. The largest reductions of any disc are {best}, in the same order of compositions.",
        _conductivity(world, accent),
        *_stability(world),
    ]  # fmt: skip


def _stability(world: ArticleWorld) -> list[str | Markup]:
    high = world.doses[3]
    hours = (0.0, 25.0, 50.0, 75.0, 100.0, 150.0, 200.0)
    series = [
        Series(
            f"m{dose}",
            f"{dose} mol%",
            tuple((x, round(0.12 * (1 - math.exp(-x / 40)) * (1 + rank * 0.9), 3)) for x in hours),
        )
        for rank, dose in enumerate((world.doses[0], high))
    ]
    svg = plot(
        "fig4",
        series,
        Axis("Time at 1000 °C, h", (0.0, 50.0, 100.0, 150.0, 200.0)),
        Axis("Gain of mass, mg/g", (0.0, 0.1, 0.2, 0.3), decimals=1),
        width=322,
        height=230,
        colours=("#111", "#5b6b2f"),
    )
    rows: list[Sequence[str | Markup | Cell]] = [
        (
            f"{dose}",
            Cell(f"{world.grains[dose]:.1f}", kind="c"),
            Cell(f"{world.conductivity[dose][3]:.2f}", kind="c"),
            Cell(f"{world.conductivity[dose][9]:.2f}", kind="c"),
        )
        for dose in world.doses
    ]
    return [
        p.head(3, "Stability"),
        "Two discs each of undoped and of the most heavily doped material were kept in still air at 1000 °C for two hundred hours and weighed in between (figure 4). Both gain a little mass, most of it in the first fifty hours, and neither cracks. Diffraction afterwards shows the lines of before. We put the "
        "gain down to vacancies that had not been filled by the anneal. Thermal cycles, water vapour and molten silicates, which ruin many coatings that pass such a test, were not tried.",
        p.figure(svg, "**Figure 4.** Gain of mass in still air."),
        p.table([["Content, mol%", Cell("Grain size, µm", kind="c"), Cell("k at 400 °C, W/(m K)", kind="c"), Cell("k at 1000 °C, W/(m K)", kind="c")]], rows, "data", caption="Table 1. Grain size and conductivity (k) of the four compositions."),
    ]  # fmt: skip


def _spectra(world: ArticleWorld, accent: str) -> Markup:
    series = [
        Series(f"d{dose}", f"{dose} mol%", tuple(zip(world.shifts, world.spectra[dose], strict=True)))
        for dose in world.doses
    ]
    top = 2.0 if world.step < 0.45 else 2.5 if world.step < 0.55 else 3.0
    ticks = tuple(0.5 * k for k in range(int(top * 2) + 1))
    svg = plot(
        "fig2",
        series,
        Axis("Raman shift, 1/cm", (200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0)),
        Axis("Intensity (normalised)", ticks, decimals=1),
        width=322,
        height=310,
        colours=("#111", accent, "#b5541c", "#5b6b2f"),
    )
    return p.figure(
        svg,
        p.rich(
            f"**Figure 1.** Raman spectra of doped {world.host.lower()}, means of thirty. For clarity [[fignote|each curve is raised by {world.step:g} over the one below]]; the undoped material is not raised."
        ),
    )


def _conductivity(world: ArticleWorld, accent: str) -> Markup:
    series = [
        Series(f"k{dose}", f"{dose} mol%", tuple(zip(world.warmths, world.conductivity[dose], strict=True)))
        for dose in world.doses
    ]
    svg = plot(
        "fig3",
        series,
        Axis("Temperature, °C", (0.0, 200.0, 400.0, 600.0, 800.0, 1000.0), grouped=False),
        Axis("Conductivity, W/(m K)", (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)),
        width=322,
        height=270,
        colours=("#111", accent, "#b5541c", "#5b6b2f"),
    )
    return p.figure(
        svg,
        "**Figure 3.** Thermal conductivity, corrected for pores; means of six discs. Bars of error are smaller than the signs.",
    )


def _micrographs(world: ArticleWorld) -> Markup:
    rng = random.Random(world.first_page)  # the look of grains only
    out = ['<svg width="322" height="229" viewBox="0 0 332 236">']
    for panel, dose in enumerate(world.doses):
        x0, y0 = 168 * (panel % 2), 120 * (panel // 2)
        out.append(f'<rect x="{x0}" y="{y0}" width="164" height="116" fill="#8d8d8d"/>')
        size = world.grains[dose] * 5.4
        across, down = round(164 / size), round(116 / size)
        w, h = 164 / across, 116 / down
        nodes = {
            (i, j): (
                x0 + i * w + (rng.uniform(-0.3, 0.3) * w if 0 < i < across else 0),
                y0 + j * h + (rng.uniform(-0.3, 0.3) * h if 0 < j < down else 0),
            )
            for i in range(across + 1)
            for j in range(down + 1)
        }
        for i in range(across):
            for j in range(down):
                grey = rng.randrange(110, 205)
                corners = " ".join(
                    f"{x:.1f},{y:.1f}" for x, y in (nodes[i, j], nodes[i + 1, j], nodes[i + 1, j + 1], nodes[i, j + 1])
                )
                out.append(
                    f'<polygon points="{corners}" fill="rgb({grey},{grey},{grey})" stroke="#444" stroke-width="1"/>'
                )
        out.append(
            f'<rect x="{x0 + 4}" y="{y0 + 4}" width="20" height="16" fill="#fff"/><text x="{x0 + 14}" y="{y0 + 16}" font-size="11" text-anchor="middle" font-weight="700">{"abcd"[panel]}</text>'
        )
        out.append(
            f'<rect x="{x0 + 100}" y="{y0 + 94}" width="60" height="19" fill="#000"/><rect x="{x0 + 103}" y="{y0 + 108}" width="54" height="2.5" fill="#fff"/><text x="{x0 + 130}" y="{y0 + 105}" font-size="9" text-anchor="middle" fill="#fff">10 µm</text>'
        )
    panels = ", ".join(f"({'abcd'[k]}) {dose} mol%" for k, dose in enumerate(world.doses))
    return p.figure(Markup("".join(out) + "</svg>"), f"**Figure 2.** Etched fracture faces: {panels}.")


def _discussion(world: ArticleWorld) -> list[str | Markup]:
    high = world.doses[3]
    dopant = world.dopant.lower()
    return [
        p.head(2, "Discussion"),
        f"Grains of several micrometres are far larger than the mean free path of heat carrying vibrations at these temperatures, which is a few nanometres. Boundaries therefore cannot explain what we see. Point defects can: the mass of {dopant} differs by more than a "
        "half from that of the ion it replaces, and every substitution brings half an oxygen vacancy with it. A model with one free parameter, the scattering strength of a site, follows the curves up to 700 °C and falls short of them above.",
        "Beyond that temperature two things may play a part. Radiation through the disc would raise the apparent conductivity and would do so more in clear specimens than in doped ones. Vacancies may become mobile and scatter less. Our measurement cannot tell the two apart, and "
        "discs of different thickness would be needed to do so.",
        "The spread between batches deserves more care than it usually gets. Powders that stood in moist air took up carbonate, as the diffraction of box 1 showed for two of them, and came out of the furnace with fewer and smaller pores. Corrections for pores are least certain "
        "where they are smallest, so the lower figures should not be taken as what the material itself can do.",
        "Compared with the materials in use, the doped ceramic has the lower conductivity, but also the lower toughness, which we estimate from cracks at corners of indents at little over one in the usual units. Coatings are seldom dense, and columns or splats with gaps between "
        "them take strains up that would break a disc. Whether the advantage in conductivity remains in such a structure, where gaps count for more than defects of the lattice, is open. Plasma spraying of the powder has been tried by others with a related composition; it lost a fifth of its dopant on the way.",
        "A word on laser flash. Discs of this kind let infrared light through, and we therefore coated them with a micrometre of gold and then with graphite. Two discs without gold gave values higher by a tenth at 1000 °C and by nothing at 300 °C. Readers who compare with older work should look first whether gold was used.",
        p.head(2, "Conclusions"),
        f"Doping with {dopant} lowers the conductivity of {world.host.lower()} over the whole range of temperature. With {high} mol%, single specimens at 800 °C reach {world.steepest[high]}% less than undoped material. Point defects are the likely reason. The composition is a candidate for coatings, subject to tests "
        "on metal with changes of temperature, which have begun.",
        p.head(3, "Acknowledgements"),
        p.para("We thank the workshop for the dies, and two referees, one of whom found an error of sign in the correction for pores.", "small"),
        p.head(3, "References"),
        Markup('<ol class="refs">{}</ol>').format(
            Markup("").join(
                p.tag("li", f"{name.split()[-1]} {name[0]}. {title} {world.journal} {world.volume - gap}, {world.first_page % 90 + 13 * gap}.")
                for name, title, gap in zip(world.authors, ("Dense hafnates and stannates by sintering in oxygen.", "Heat capacity of mixed oxides from their parts.", "Laser flash on thin discs: five shots or fifty?", "Forbidden modes as a measure of strain.", "Carbonate uptake of fine powders."), (2, 3, 4, 6, 7), strict=True)
            )
        ),
    ]  # fmt: skip


ARTICLE = Design("figure_article", sample, paper, ASKS)
