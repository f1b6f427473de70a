"""The words of the climate report, chapter by chapter."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.stem.climate_asks import ZONE, ClimateWorld, minus
from dataset_builder.families.rubrics.paper import Cell

Blocks = list[str | Markup]
_ORDINALS = ("", "second-", "third-", "fourth-", "fifth-", "sixth-")


def _rank(values: Sequence[float], most: str, least: str) -> str:
    """Return the place of the last value, such as ``second-warmest``, counted from the nearer end."""
    place = sorted(values, reverse=True).index(values[-1])
    behind = len(values) - 1 - place
    return f"{_ORDINALS[place]}{most}" if place <= behind else f"{_ORDINALS[behind]}{least}"


def summary_page(world: ClimateWorld) -> Blocks:
    """Return the page in brief."""
    last = world.years[-1]
    warm = _rank(world.anomalies, "warmest", "coolest")
    wet = _rank(list(world.rain.values()), "wettest", "driest")
    anomaly = f"{world.anomalies[-1]:+.2f}".replace("-", "−")
    tiles = p.strip(
        [
            ("Temperature", f"{anomaly} °C"),
            ("Precipitation", f"{world.rain[last]} mm"),
            ("Storage in September", f"{world.storage[last]}%"),
        ],
        "tiles",
    )
    return [
        p.head(2, "In brief"),
        tiles,
        p.para(
            f"Hydrological year {last} was the {warm} and {wet} of the twelve that this series of reports covers. The difference from the mean of 1981–2010 was {anomaly} °C. Warm spells came early: the first frost-free "
            "week at lake level was in the middle of March, and the upland screens passed ten degrees before the end of April.",
            "lead",
        ),
        p.items(
            [
                f"Precipitation reached {world.rain[last]} mm as an average over the basin, more than half of it in the first six months. Summer rain fell in few, short storms.",
                f"{world.lake} stood at {world.storage[last]}% of usable storage on 1 September. What that means for the rules of release is told in chapter 4.",
                "All five surveyed glaciers lost mass, as in each year since surveys began. Snow had left the index slope at 1,600 m by the last week of May.",
                f"On {world.river}, low flow lasted long enough to close the two lower intakes for nine days. No flood reached the second warning mark.",
                "Demand from irrigation was again the largest single use, though meters were read for four fifths of the licensed area only.",
            ]
        ),
        p.para(
            "The report describes and compares. It does not forecast, and it gives reasons only where measurements bear them out. Readers who need single values are asked to take them from the tables and the annex, "
            "since the text rounds."
        ),
    ]  # fmt: skip


def data_chapter(world: ClimateWorld, drawing: Markup) -> Blocks:
    """Return chapter 1."""
    a = world.excluded[0]
    many = sum(map(len, world.networks.values()))
    rows: list[Sequence[str | Markup | Cell]] = [
        (
            net,
            Cell(str(len(stations)), kind="n"),
            Cell(f"{stations[-1].height:,}–{stations[0].height:,}", kind="n"),
            text,
        )
        for (net, stations), text in zip(
            world.networks.items(),
            (
                "Screens above the tree line, most of them reached on foot",
                "At harbours and pumping stations",
                "Farms, schools and two airfields",
            ),
            strict=True,
        )
    ]
    return [
        p.head(2, "1  The basin, its stations and the data", "chapter"),
        f"The {world.basin} Basin drains some 2,900 square kilometres to {world.lake}, which has one outlet. {world.river[:1].upper() + world.river[1:]} enters from the north and carries about half of the inflow; the rest comes from two smaller "
        "rivers and from springs along the eastern shore. A third of the area lies above 1,300 m. Forest covers most of the middle slopes, while the floor of the valley is farmed and increasingly built over.",
        f"In all {many} stations were open through the year (figure 1, table 1). Every station measures temperature and precipitation; snow is measured at the upland ones, wind at nine. Readings are sent every ten minutes and pass "
        "three checks: against the possible, against the neighbours, and against the same day of other years. About one reading in four hundred was set aside.",
        drawing,
        p.table([["Network", Cell("Stations", kind="n"), Cell("Height, m", kind="n"), "Sites"]], rows, "ruled", caption="**Table 1.** The three networks.", widths=("27%", "13%", "20%", "40%")),
        p.head(3, "1.1 What a year is"),
        "Snow that falls in late autumn melts in the following spring, so that calendar years cut the season of snow in two. [[hydro|A hydrological year runs from 1 October to 30 September and bears the number of the calendar year in "
        "which it begins.]] Seasons are its quarters: autumn from October to December, winter from January to March, spring from April to June, summer from July to September. Years in this report are hydrological years unless a day is named.",
        p.head(3, "1.2 Changes in the networks"),
        f"Four screens were repainted and two loggers replaced, without effect on the readings. [[out.0|{a} was moved 340 m to the south and 28 m downhill during the period, and is left out of the temperature trend]], since old and new site "
        f"could not be run side by side for a full year. [[restored|{world.restored} had been left out in earlier reports after a change of screen; parallel readings have since allowed an adjustment, and it is in again.]] Height errors found in "
        "a survey by satellite were under two metres and have been corrected in the annex.",
        p.box(
            [
                p.head(4, "Why the reference is 1981–2010"),
                p.para("Many services have gone over to 1991–2020. We keep the older thirty years, because the lake's gauge was rebuilt in 1991 and earlier levels could not be tied to the new datum for temperature of the water. A change would lower all anomalies in this report by about a third of a degree."),
            ],
            "callout",
        ),
    ]  # fmt: skip


def temperature_chapter(world: ClimateWorld, drawing: Markup) -> Blocks:
    """Return chapter 2."""
    last, b = world.years[-1], world.excluded[1]
    coldest = world.years[world.anomalies.index(min(world.anomalies))]
    warmest = world.years[world.anomalies.index(max(world.anomalies))]
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Frost days", Cell("71", kind="n"), Cell("94", kind="n"), "Fewest in February"),
        ("Summer days (25 °C or more)", Cell("46", kind="n"), Cell("29", kind="n"), "Eleven of them in a row"),
        ("Tropical nights (20 °C or more)", Cell("3", kind="n"), Cell("0", kind="n"), "All at two harbours"),
        ("Growing season, days", Cell("238", kind="n"), Cell("217", kind="n"), "Began on 21 March"),
    ]
    return [
        p.head(2, "2  Temperature", "chapter"),
        f"The mean of the basin is weighted by area and height. {warmest} is the warmest year of the record, {coldest} the coldest (figure 2). Nights have warmed more than days on the valley floor; in the uplands it is the other way round, "
        "as snow now lies for a shorter time and bare ground takes up the sun.",
        drawing,
        f"Over the twelve years the trend is {world.warming:.2f} °C a decade, with a range of 0.08 °C to either side. The range says how well a straight line is fixed by twelve years. It does not tell what the next twelve will bring, and a longer "
        "series from the monastery at the outlet, which begins in 1871, shows that periods of this length have risen and fallen before.",
        p.head(3, "2.1 Seasons"),
        f"Autumn {last} was mild and dull, with a run of fog in December that kept the lake shore near freezing for nine days while the uplands stood in sunshine six degrees warmer. Winter brought two cold spells, both short. In spring the change came at once: "
        "between the second and the fourth of April the mean rose by eleven degrees. Summer was hot in July and changeable later on.",
        p.table([["Count of days at lake level", Cell(str(last), kind="n"), Cell("1981–2010", kind="n"), "Remark"]], rows, "ruled", caption="**Table 2.** Days of threshold, mean of the lake-shore network.", widths=("36%", "12%", "16%", "36%")),
        p.head(3, "2.2 Which stations are used"),
        f"A trend asks more of a station than a mean does. [[out.1|{b} is not used for the temperature trend from the year on in which the wall of a cold store was built four metres from the screen]]; its nights have been warmer by nearly a degree since, "
        "and we see no way to correct for that. The airfields are used, as their surroundings have hardly changed. Screens on roofs have never been part of the networks.",
        "Town effects were looked into with a car on three clear nights. The centre of the largest town was 2.4 degrees warmer than the fields around it. None of the stations stands there.",
    ]  # fmt: skip


def rain_chapter(world: ClimateWorld, drawing: Markup) -> Blocks:
    """Return chapter 3."""
    wettest = max(world.rain, key=lambda year: world.rain[year])
    return [
        p.head(2, "3  Precipitation and inflow", "chapter"),
        f"Precipitation is drawn up from all gauges by distance and height and is shown together with the inflow in figure 3. The wettest year was {wettest}. Wet years as a rule bring more inflow, yet not in proportion: the first hundred "
        "millimetres after a dry summer vanish in the ground.",
        drawing,
        p.box(
            [
                p.para(
                    f"Gauges catch too little snow when it blows. Upland totals are raised by 4 to 17%, according to wind. [[rainout|{world.rain_only} is left out of the precipitation series]], as the heating of its gauge failed in two winters and the tipping "
                    "bucket froze. Its thermometers were not concerned."
                ),
                p.para(
                    "Intensity matters more to towns than totals. The highest sum in one hour was 38 mm, at a lake-shore station in July, and the sewers of the old town were full within twenty minutes. Return periods are not given: twelve years are too few for "
                    "rare events, and fits that borrow strength from the neighbouring basin differ by a factor of three."
                ),
                p.para(
                    "Of the inflow, about half is measured by one gauge with a rating that is checked four times a year. The two smaller rivers are rated twice a year and after floods. Springs are estimated as what is left when the lake's balance is closed; "
                    "evaporation enters there, so that errors of either are not to be told apart."
                ),
                p.para(
                    "Storms in summer have become a matter of hours and of single valleys. On the ninth of August a cell of eight kilometres stood over the western slope for two hours; the river there rose by 1.6 m, while the gauge of the basin's main river did "
                    "not move. Radar saw it, the gauges nearly missed it."
                ),
            ],
            "columns",
        ),
        p.head(3, "3.1 Dry spells"),
        "A dry spell is a run of days with less than one millimetre each. The longest of the year lasted 23 days, from 12 June to 4 July, and ended in thunder. Farmers on the light soils of the south began to water ten days earlier than usual. "
        "In the uplands the same weeks were cloudy, with drizzle that the gauges hardly notice and moss does.",
        p.head(3, "3.2 Snow as a store"),
        "At its height, in the second week of March, the snow held water for 210 hm³, a fifth less than the middle of the record. It left in two steps, a warm wind at the end of March and steady sun in May. The first came on frozen ground and ran off "
        "at once; the second soaked in. This is one reason why inflow cannot be told from precipitation alone.",
    ]  # fmt: skip


def water_chapter(world: ClimateWorld, storage: Markup, glaciers: Markup) -> Blocks:
    """Return chapter 4."""
    low, high = ZONE
    return [
        p.head(2, "4  Lake, snow and ice", "chapter"),
        f"{world.lake} is natural, with a weir at the outlet. The rules of release look at one day of the year, 1 September. [[zone.low|From {low}%]] of usable storage [[zone.high|up to {high}%]] is the alert zone, in which releases are cut by a quarter and "
        "towns are asked to save. Below it the emergency rules hold, and irrigation ends for the season. Above it nothing is limited.",
        storage,
        p.head(3, "4.1 The level of the lake"),
        f"Since {world.years[0]} the mean level has fallen by 0.9 m. Three things act on it together: warming, which raises evaporation; less snowmelt in early summer; and abstraction for irrigation and towns, which has grown by a fifth. "
        "[[noattr|This report does not separate what each of them has contributed]]: metering of abstraction is too patchy before the middle of the period, and a model that would be needed for it is still being built. Statements on this in the press "
        "rest on other work, some of it on other lakes.",
        "Ice covered the two northern bays for 31 days. The open lake did not freeze. Surface water reached 23.8 °C on the last day of July, and a bloom of algae closed three bathing places for a week in August. Oxygen at the bottom of the deepest part "
        "stayed above four milligrams a litre, since the overturn in February had been complete.",
        p.head(3, "4.2 Glaciers"),
        "Five glaciers are surveyed by stakes and, every third year, from the air. Balances are for the hydrological year and for the area at the last survey. Values are negative where ice is lost. The stake networks are small on two of them, and single stakes "
        "that melt out are replaced by what their neighbours show.",
        glaciers,
        "Dust from a storm in April lay on the snow through May and darkened it. Melt began nine days earlier there than on clean snow of the same height, as a pair of stakes on either side of a moraine shows.",
    ]  # fmt: skip


def impacts_chapter(world: ClimateWorld) -> Blocks:
    """Return chapter 5."""
    rows: list[Sequence[str | Markup | Cell]] = [
        (
            "Farming",
            "Fruit blossomed twelve days early; frost on 19 April took a third of the apricots",
            "Growers' union",
        ),
        ("Drinking water", "Two springs ran dry; tankers served 340 people for five weeks", "Water boards"),
        ("Power", "Run-of-river output 14% under the middle of ten years", "Operators"),
        ("Health", "Ambulance calls on the six hottest days up by a tenth", "District clinics"),
        ("Forest", "Bark beetle in 410 ha of spruce; felling in 180 ha", "Forest office"),
        ("Travel", "Pass road closed on 17 days for snow, on four for rockfall", "Road office"),
        ("Winter sports", "Lower lifts ran on 39 days, upper ones on 112", "Lift companies"),
    ]
    return [
        p.head(2, "5  What the year meant", "chapter"),
        "We ask offices, unions and firms each autumn what the weather of the year did to them. Their answers are given in table 4 as they came, with the source. They are not measurements of ours, and a bad year for one is often a good one for a neighbour: "
        "the warm spring that cost apricots gave the best hay in a decade.",
        p.table([["Field", "What was reported", "Source"]], rows, "ruled", caption="**Table 4.** Effects as reported to us.", widths=("18%", "58%", "24%")),
        f"Two matters came up more often than in other years. The first is heat in schools: classrooms under flat roofs were over 28 °C on 21 days of term. The second is the price of water. Towns around {world.lake} have begun to charge by the season, and "
        "consumption in July fell by seven per cent where they did.",
        p.head(3, "5.1 Low water on the river"),
        f"On {world.river} flow fell under the ecological minimum on 33 days. The two lower intakes were shut for nine of them under the agreement of the five towns; fish were moved by volunteers from three pools. Flow recovered within a day of the storm of 4 July, "
        "then fell off again for most of August.",
        p.head(3, "5.2 What to watch"),
        "Storage at the end of winter has come to say more about the summer than the rain of spring does. The observatory therefore gives out a short bulletin on 1 April. Questions from readers have led to two changes in this report: the annex now has seasons "
        "in place of months, and levels of the lake are given to the centimetre on request only.",
    ]  # fmt: skip


def methods_annex(world: ClimateWorld, number: int = 6) -> Blocks:
    """Return the chapter on methods, the last."""
    c = world.excluded[2]
    return [
        p.head(2, f"{number}  How the figures are made", "chapter"),
        p.clauses(
            [
                (f"{number}.1", "Daily means are the mean of 144 readings; a day with fewer than 130 is taken from the neighbours. Until the loggers came, means of three readings were used and have been adjusted by month."),
                (f"{number}.2", f"A year counts at a station if at least ten of its months are complete. [[out.2|At {c} this fails in four of the twelve years, so that it is left out of the temperature trend]] as well as of the table of records."),
                (f"{number}.3", "Trends are slopes of a straight line by the median of all pairs. Ranges come from drawing the years anew a thousand times."),
                (f"{number}.4", "The area mean of temperature uses five bands of height, the lapse rate being fitted each month. That of precipitation uses distance and height with the weights of the year 2005."),
                (f"{number}.5", "Inflow is the sum of three gauges and of the springs, which close the balance of the lake. Its error is put at six per cent in a middling year and at nine in a dry one."),
                (f"{number}.6", "Usable storage is counted from the sill of the outlet. What lies under it, about 61% of the volume, cannot be released."),
                (f"{number}.7", "Mass balance is taken on the fixed date of 30 September by stakes and two pits. A metre of water equivalent is a tonne on a square metre."),
            ]
        ),
        p.head(3, "Words used"),
        p.table(
            [["Term", "Meaning here"]],
            [
                ("Anomaly", "Difference from the mean of 1981–2010 for the same part of the year"),
                ("Index slope", "A slope facing west at 1,600 m, photographed daily"),
                ("hm³", "Cubic hectometre, a million cubic metres"),
                ("m w.e.", "Metres of water equivalent"),
                ("Sill", "Lowest level at which the outlet runs"),
                ("Low flow", "Mean of seven days that is undercut in one year of five"),
            ],
            "ruled",
            widths=("22%", "78%"),
        ),
        p.para(f"Thanks are due to the observers, some of whom have read their gauges for over thirty years. The trend of {minus(world.warming)} °C a decade in chapter 2 was computed by {world.authors[3]} and checked by {world.authors[4]} from the raw files.", "small"),
    ]  # fmt: skip
