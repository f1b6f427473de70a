"""A basin's climate report: its world, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import listed, long_day
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    day,
    listing,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    some,
    value,
)

SEASONS = ("Autumn", "Winter", "Spring", "Summer")
ZONE = (35, 50)
"""The alert zone of storage on 1 September, in percent."""


@dataclass(frozen=True)
class Station:
    """A station: name, height in m, and by year and season its mean temperature in degrees and precipitation in mm."""

    name: str
    height: int
    values: Mapping[int, tuple[tuple[float, int], ...]]


@dataclass(frozen=True)
class Glacier:
    """A glacier: area in km2, mass balance of the year before and of the last in m of water; ``printed`` in its table."""

    name: str
    area: float
    before: float
    last: float
    printed: float


@dataclass(frozen=True)
class ClimateMore:
    """What a long report holds besides.

    Attributes:
        chapters: keys of ``CHAPTERS``, in their order.
        flows: by gauge and month, percent of the usual.
        snow: by course and walk, depth in cm and water in mm.
        wells: by well and month, m to the water.
        profile: by day, degrees at the depths of the probe.
        monthly: by subject of an annex, row and month, values.
        wind: by station, mean and highest speed in m/s, and direction.
        stations: by name, first year, thermometer, visits, readings set aside.
        diary: the year is told month by month.
        events: places in ``CHRONICLE``; ``books`` in ``BOOKS``; ``questions`` in ``QUESTIONS``.
    """

    chapters: tuple[str, ...]
    flows: tuple[tuple[int, ...], ...]
    snow: tuple[tuple[tuple[int, int], ...], ...]
    wells: tuple[tuple[float, ...], ...]
    profile: Mapping[str, tuple[float, ...]]
    monthly: Mapping[str, tuple[tuple[float, ...], ...]]
    wind: Mapping[str, tuple[float, int, int]]
    stations: Mapping[str, tuple[int, str, int, int]]
    events: tuple[int, ...]
    diary: bool
    books: tuple[int, ...]
    questions: tuple[int, ...]


@dataclass(frozen=True)
class ClimateWorld:
    """A report.

    Attributes:
        years: hydrological years, each named for the calendar year in which it begins.
        stations: by network (upland, lake shore, valley).
        excluded: stations left out of the temperature trend, in the order in which the report tells so.
        rain_only: station left out of precipitation only.
        restored: station that was left out once and is in again.
        wrong: place of the glacier whose balance the erratum corrects.
        storage: percent on 1 September of each year.
        storm: day of a flood.
        more: what a long report holds besides.
    """

    agency: str
    basin: str
    lake: str
    river: str
    authors: tuple[str, ...]
    issued: date
    years: tuple[int, ...]
    warming: float
    anomalies: tuple[float, ...]
    rain: Mapping[int, int]
    inflow: Mapping[int, int]
    storage: Mapping[int, int]
    networks: Mapping[str, tuple[Station, ...]]
    excluded: tuple[str, ...]
    rain_only: str
    restored: str
    glaciers: tuple[Glacier, ...]
    wrong: int
    storm: date
    pick: int
    more: ClimateMore | None = None


def _balance(world: ClimateWorld) -> Item:
    options = [year for year in world.years if abs(400 + 2 * world.inflow[year] - world.rain[year]) > 90]
    year = options[world.pick % len(options)]
    rain, inflow = world.rain[year], world.inflow[year]
    place = world.years.index(year)
    crossed, low = 400 + 2 * inflow, round((rain - 400) / 2)
    other = next(
        one for one in world.years if abs(world.inflow[one] - inflow) > 40 and abs(world.rain[one] - rain) > 60
    )
    flow, fall = value(inflow, absolute=16, fact="answer"), value(rain, "mm", absolute=35, fact="rain")
    return Item(
        question=f"Water-balance sheet, hydrological year {year}: what basin precipitation and what inflow to {world.lake} does the chart of the two show? Reading to about half a minor grid step is fine.",
        answer=f"{inflow} hm³",
        answer_type="number",
        gold=f"For {year} the chart shows about {rain} mm of precipitation (left axis) and about {inflow} hm³ of inflow (right axis).",
        rubric=(
            must("inflow", f"Reads an inflow of about {inflow} hm³ (within 16).", flow, failure_mode="misread_chart"),
            must("rain", f"Reads precipitation of about {rain} mm (within 35).", fall, failure_mode="misread_chart"),
            must_not("not-left", f"Does not read the inflow as about {crossed} off the axis of precipitation.", no_claim(value(crossed, absolute=14), flow), "misread_chart"),
        ),
        traps=(
            Trap("misread_chart", f"In {year} precipitation came to about {rain} mm, and inflow to roughly {crossed} hm³.", ("inflow", "not-left")),
            Trap("wrong_column", f"Hydrological year {year}: precipitation about {low} mm, inflow about {inflow} hm³.", ("rain",)),
            Trap("wrong_row", f"The points for {year} stand at roughly {world.rain[other]} mm of precipitation and {world.inflow[other]} hm³ of inflow.", ("inflow", "rain")),
        ),
        note="Two series share a frame, each with an axis of its own on the left and on the right.",
        facts={"answer": read(f"bal.pt.rightq.{place}", inflow, "plot", 0.04), "rain": read(f"bal.pt.p.{place}", rain, "plot", 0.03)},
        decisive=(f"bal.pt.rightq.{place}", f"bal.pt.p.{place}"),
        evidence=("bal.y", "bal.r"),
        style="lookup",
    )  # fmt: skip


def _alert(world: ClimateWorld) -> Item:
    low, high = ZONE
    inside = [year for year in world.years if low < world.storage[year] < high]
    below = [year for year in world.years if world.storage[year] < low]
    count, driest = len(inside), min(world.storage, key=lambda year: world.storage[year])
    marks = {year: read(f"sto.pt.s.{k}", world.storage[year], "plot", 0.06) for k, year in enumerate(world.years)}
    names = [str(year) for year in inside]
    told = listed(names)
    right = value(
        count, about=[("alert", "shaded", "zone", "band")], rivals=("below", "under", "emergency"), fact="answer"
    )
    outside = next(year for year in world.years if world.storage[year] > high)
    return Item(
        question="For the allocation committee: in how many hydrological years of the record was September storage inside the alert zone, and which years?",
        answer=str(count),
        answer_type="number",
        gold=f"In {count}: {told}. Storage in those years stood inside the shaded alert zone; {driest} was below it and isn't counted.",
        rubric=(
            must("years", f"Names {told}, and no other year, as inside the alert zone.", listing([[name, f"'{name[2:]}"] for name in names], [str(year) for year in world.years if world.storage[year] > high]), type="completeness", failure_mode="misread_chart"),
            must("count", f"Counts {count} years inside the alert zone.", some(right, value(count, fact="answer"), value(count, "year")), failure_mode="miscounted"),
            must_not("not-below", f"Does not count {driest}, which lies below the alert zone, as one inside it.", no_claim(some(value(count + len(below)), value(count + len(below), "year")), some(value(count), value(count, "year"))), "misread_chart", severity="major"),
        ),
        traps=(
            Trap("misread_chart", f"Storage was in the alert zone in {count + len(below)} years: {', '.join(str(year) for year in sorted([*inside, *below]))}.", ("count", "not-below")),
            Trap("wrong_row", f"Storage stood inside the alert zone in {count} years: {', '.join([*names[:-1], str(outside)])}.", ("years",)),
            Trap("dropped_item", f"The chart has the following years in the alert zone: {', '.join(names[1:])}.", ("years", "count")),
        ),
        note="A shaded zone of the figure decides which points count; some points lie under the zone rather than in it.",
        facts={"answer": op("count", *(op("and", op("lt", read("zone.low", low), one), op("lt", one, read("zone.high", high))) for one in marks.values()))},
        decisive=tuple(f"sto.pt.s.{world.years.index(year)}" for year in inside),
        evidence=("sto.y", "zone.low", "zone.high"),
        axes=("correctness_completeness",),
        style="reconciliation",
    )  # fmt: skip


def minus(amount: float, digits: int = 2) -> str:
    """Return a number with a real minus sign."""
    return f"{amount:.{digits}f}".replace("-", "−")


def _ranking(world: ClimateWorld) -> Item:
    ranked = sorted(world.glaciers, key=lambda one: one.last)
    printed = sorted(world.glaciers, key=lambda one: one.printed)
    fixed = world.glaciers[world.wrong]
    year = world.years[-1]
    order = listing([[one.name, one.name.split()[0]] for one in ranked], ordered=True, fact="answer")
    amount = some(
        value(fixed.last, "m", fact="fixed"),
        value(-fixed.last, "m"),
        value(-fixed.last * 1000, "mm"),
        value(fixed.last * 1000, "mm"),
    )
    lines = [f"{k}. {one.name}: {minus(one.last)} m w.e." for k, one in enumerate(ranked, 1)]
    wrong = [f"{k}. {one.name}: {minus(one.printed)} m w.e." for k, one in enumerate(printed, 1)]
    swapped = [ranked[1], ranked[0], *ranked[2:]]
    return Item(
        question=f"Rank the surveyed glaciers by how much mass they lost in {year}, biggest loss first, with the figures, please.",
        answer=", ".join(one.name for one in ranked),
        answer_type="list",
        gold="\n".join([*lines, "", f"For {fixed.name} this takes the corrected figure of the erratum, {minus(fixed.last)} instead of the {minus(fixed.printed)} printed in the table."]),
        rubric=(
            must("order", f"Ranks {', '.join(one.name for one in ranked)} in this order of loss.", order, failure_mode="superseded_text"),
            must("corrected", f"Gives {minus(fixed.last)} m w.e. (a loss of {-fixed.last:.2f} m) for {fixed.name}.", amount, failure_mode="superseded_text"),
            must_not("not-printed", f"Does not give {minus(fixed.printed)} m w.e. as the balance of {fixed.name}.", no_claim(some(value(fixed.printed, "m"), value(-fixed.printed, "m")), amount), "superseded_text"),
            must("least", f"Gives {minus(ranked[-1].last)} m w.e. (a loss of {-ranked[-1].last:.2f} m) for {ranked[-1].name}.", some(value(ranked[-1].last, "m"), value(-ranked[-1].last, "m"), value(-ranked[-1].last * 1000, "mm")), severity="major"),
        ),
        traps=(
            Trap("superseded_text", "\n".join(wrong), ("order", "corrected", "not-printed")),
            Trap("wrong_order", "\n".join(f"{k}. {one.name}: {minus(one.last)} m w.e." for k, one in enumerate(swapped, 1)), ("order",)),
            Trap("dropped_item", f"From the biggest loss to the smallest: {', '.join(one.name for one in ranked)}. {fixed.name} takes its figure from the erratum, {minus(fixed.last)} m w.e.", ("least",)),
        ),
        note="An erratum slip at the front changes one row of a table that stands pages later, and with it the ranking.",
        facts={
            "fixed": unless(["erratum"], read("erratum", fixed.last), read(f"gl.{world.wrong}", fixed.printed)),
            "answer": op("order", *([one.name, unless(["erratum"], read("erratum", one.last), read(f"gl.{k}", one.printed)) if k == world.wrong else read(f"gl.{k}", one.last)] for k, one in enumerate(world.glaciers))),
        },
        decisive=("erratum", *(f"gl.{k}" for k in range(len(world.glaciers)) if k != world.wrong)),
        evidence=(f"gl.{world.wrong}",),
        axes=("standard_tables", "cross_referencing"),
        style="comparison",
    )  # fmt: skip


def _left_out(world: ClimateWorld) -> Item:
    a, b, c = world.excluded
    others = [world.rain_only, world.restored]
    items = listing([[a], [b], [c]], fact="answer")
    return Item(
        question="I'm rerunning the temperature trend and need the same station set. Which stations did they leave out of it, and why each?",
        answer=", ".join(world.excluded),
        answer_type="list",
        gold=f"Three stations are left out of the temperature trend: {a} (its site was moved), {b} (a cold-store wall was built beside the screen) and {c} (fewer than ten months of data in four of the years). "
        f"{world.rain_only} is left out of precipitation only, so it stays in the temperature trend, and {world.restored} is back in after adjustment.",
        rubric=(
            must("all", f"Names {a}, {b} and {c} as left out of the temperature trend.", items, type="completeness", failure_mode="dropped_item"),
            must("moved", f"Says that {a} is left out because it was moved.", says((a,), ("moved", "relocated", "relocation", "move", "new site", "site change", "shifted", "transferred", "moving", "re:re-?locat\\w*", "another spot", "different spot", "new spot", "new location", "different place", "another place", "another site", "different site", "resited", "re-sited", "displaced"), mention=True), type="reasoning", severity="major"),
            must("wall", f"Says that {b} is left out because of a building (a cold store or its wall) beside it.", says((b,), ("cold store", "wall", "building", "construction", "cold-store", "built", "store", "structure", "put up", "obstruction", "beside the screen", "next to the screen", "cold storage", "warehouse"), mention=True), type="reasoning", severity="major"),
            must("gaps", f"Says that {c} is left out for missing data.", says((c,), ("months", "missing", "gaps", "incomplete", "data", "coverage", "gap", "holes", "patchy", "too few", "short", "record", "records", "not enough", "sparse", "insufficient", "fewer than"), mention=True), type="reasoning", severity="major"),
            must_not("not-rain", f"Does not name {world.rain_only} as left out of the temperature trend.",
                     no_claim(says((world.rain_only,)), says((world.rain_only,), ("precipitation", "rain", "rainfall", "stays", "still in", "kept", "remains", "retained", "not left out", "not excluded", "not dropped", "is in"), mention=True)), "wrong_section", severity="major"),
        ),
        traps=(
            Trap("dropped_item", f"Two stations: {a}, because the site was moved, and {b}, because a cold-store wall went up beside it.", ("all", "gaps")),
            Trap("wrong_section", f"Left out are {a} (moved), {b} (cold-store wall beside the screen), {c} (missing months). {world.rain_only} is excluded as well, for its faulty gauge.", ("not-rain",)),
            Trap("fabricated_value", f"{a} after a change of sensor, {b} for vandalism, and {c} for missing data.", ("moved", "wall")),
        ),
        note="The stations are named one at a time in three places of the report, among look-alikes: one left out of another trend, one taken in again.",
        facts={"answer": op("all", *(unless([f"out.{k}"], name, "no other") for k, name in enumerate(world.excluded))), "other": unless(["rainout"], others[0], "none")},
        decisive=("out.0", "out.1", "out.2"),
        evidence=("rainout", "restored"),
        axes=("cross_referencing",),
        style="summary",
    )  # fmt: skip


def _hydrological(world: ClimateWorld) -> Item:
    storm, year = world.storm, world.storm.year - 1
    end = date(storm.year, 9, 30)
    right = value(year, fact="answer")
    return Item(
        question=f"Our gauge log has a flood on {long_day(storm)}. Which hydrological year does that go under in this report's tables, and when does that year end?",
        answer=str(year),
        answer_type="year",
        gold=f"Under {year}: the report names a hydrological year for the calendar year in which it begins, so the year from October 1, {year} to September 30, {storm.year} is {year}.",
        rubric=(
            must("year", f"Assigns the flood to hydrological year {year}.", some(right, says((f"hydrological year {year}", f"hy {year}", f"hy{year}", f"year {year}"))), failure_mode="prior_knowledge"),
            must("end", f"Says that this hydrological year ends on September 30, {storm.year}.", day(end), severity="major"),
            must("rule", "Says that a hydrological year is named for the calendar year in which it begins (or gives its span from October 1).",
                 some(says(("begins", "starts", "beginning", "starting", "start", "begin", "opening", "opens", "began", "started", "commence", "kicks off", "from october", "commences", "first year", "opening year", "start year", "kick off", "starting year", "named for the start", "october to"), mention=True), day(date(year, 10, 1)), day(date(year, 10, 1), month_only=True)), type="reasoning", severity="major", implicit=True),
            must_not("not-ending", f"Does not assign the flood to hydrological year {storm.year}.",
                     no_claim(value(storm.year), right), "prior_knowledge"),
        ),
        traps=(
            Trap("prior_knowledge", f"It belongs under {storm.year}, since hydrological years are named for the calendar year in which they end. That one closes on September 30, {storm.year}.", ("year", "rule", "not-ending")),
            Trap("wrong_section", f"Hydrological year {year}, which begins in autumn and ends on August 31, {storm.year}.", ("end",)),
            Trap("dropped_item", f"Enter it under hydrological year {year}. That year runs until September 30, {storm.year}.", ("rule",)),
        ),
        note="Hydrological years are usually named for the year in which they end; this report says otherwise in its chapter on data.",
        facts={"answer": unless(["hydro"], year, storm.year)},
        decisive=("hydro",),
        axes=("cross_referencing",),
        style="lookup",
    )  # fmt: skip


def _annex(world: ClimateWorld) -> Item:
    pool = [one for many in world.networks.values() for one in many]
    station = pool[world.pick % len(pool)]
    year = world.years[-1 - world.pick % 2]
    other = world.years[-2 + world.pick % 2]
    season = (world.pick // 7) % 4
    warm, rain = station.values[year][season]
    last_year, last_rain = station.values[other][season]
    near_warm, near_rain = station.values[year][(season + 1) % 4]
    row = world.pick % len(pool)
    refs = f"t.{year}.{season}.{row}", f"p.{year}.{season}.{row}"
    right, fall = value(warm, "°C", fact="answer"), value(rain, "mm", fact="rain")
    name = SEASONS[season].lower()
    return Item(
        question=f"Need {station.name}, {name} of hydrological year {year}: mean temperature and precipitation from the annex.",
        answer=f"{warm:.1f} °C",
        answer_type="number",
        gold=f"{station.name}, {name} {year}: {minus(warm, 1)} °C and {rain} mm.",
        rubric=(
            must("temperature", f"States a mean of {minus(warm, 1)} °C.", right, failure_mode="wrong_column"),
            must("rain", f"States {rain} mm of precipitation.", fall, failure_mode="wrong_column"),
            must_not("not-other-year", f"Does not give {minus(last_year, 1)} °C, the value of {other}.", no_claim(value(last_year, "°C"), right), "lost_alignment"),
        ),
        traps=(
            Trap("lost_alignment", f"{station.name} had {minus(last_year, 1)} °C and {last_rain} mm in {name} {year}.", ("temperature", "rain", "not-other-year")),
            Trap("wrong_column", f"In {name} {year}, {station.name} averaged {minus(near_warm, 1)} °C, with {near_rain} mm of precipitation.", ("temperature", "rain")),
            Trap("arithmetic_slip", f"{station.name} in {name} {year}: {minus(warm, 1)} °C, and about {rain + 31} mm.", ("rain",)),
        ),
        note="The annex has three levels of headers (year, season, element) and two years side by side over groups of stations.",
        facts={"answer": read(refs[0], warm), "rain": read(refs[1], rain)},
        decisive=refs,
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _attribution(world: ClimateWorld) -> Item:
    about = (
        "attribut",
        "re:attribut\\w+",
        "share",
        "cause",
        "contribution",
        "warming",
        "climate change",
        "abstraction",
        "apportion",
        "split",
        "separat",
        "re:separat\\w+",
        "how much",
        "proportion",
        "percentage",
        "re:quantif\\w+",
        "each",
        "that",
        "factor",
        "drive",
    )
    return Item(
        question=f"Board wants one line: what share of the fall in {world.lake}'s level since {world.years[0]} does the report put down to warming, and what share to abstraction?",
        answer="Not determined in the report",
        answer_type="abstain",
        gold="The report gives no such shares. It shows the fall and names warming, lower snowmelt and abstraction as things that act on the level together, but says expressly that their contributions were not separated, so no percentage can be quoted from it.",
        rubric=(
            must_abstain("no-share", "Says that the report does not apportion the fall between warming and abstraction.", abstains(about), "overreach"),
            must_not("no-number", "Does not give a percentage for warming or for abstraction.", no_value("%", allowed=[20]), "fabricated_value"),
            must("factors", "Names both warming and abstraction as factors that the report mentions.", says(("warming", "warmer", "temperature", "climate", "heat", "heating", "hotter"), ("abstraction", "abstracted", "abstract", "taken out", "taking water", "extraction", "extracted", "withdrawn", "withdrawing", "drawn off", "diversion", "diverted", "pumped", "consumption", "take-off", "usage", "withdrawal", "pumping", "water use", "irrigation"), mention=True), severity="minor", type="completeness", implicit=True),
        ),
        traps=(
            Trap("overreach", "The report puts about 60% of the fall down to warming and 40% to abstraction.", ("no-share", "no-number")),
            Trap("fabricated_value", "Warming accounts for roughly two thirds, some 65%, with abstraction making up the rest; the report does not give error bars.", ("no-number",)),
            Trap("prior_knowledge", "The fall is mainly due to warming, as in most closed basins of the region.", ("no-share", "factors")),
        ),
        note="The report shows the trend and names the influences, but withholds the attribution that is asked for.",
        facts={"answer": absent("share of the fall", "%"), "attribution": unless(["noattr"], "not separated", "open")},
        decisive=("noattr",),
        axes=("grounding",),
        style="unsupported",
    )  # fmt: skip


ASKS = (
    Ask("dual_axis", _balance),
    Ask("range_band", _alert),
    Ask("corrected_page", _ranking),
    Ask("scattered_members", _left_out),
    Ask("prior_override", _hydrological),
    Ask("nested_header", _annex),
    Ask("conclusion_unsupported", _attribution),
)
