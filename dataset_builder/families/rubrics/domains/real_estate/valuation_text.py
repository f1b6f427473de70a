"""What a valuation tells in sentences."""

from __future__ import annotations

from dataset_builder.families.rubrics.bank import long_day, money
from dataset_builder.families.rubrics.domains.real_estate.valuation_asks import ValuationWorld

Part = tuple[str, tuple[str, ...]]
"""A label in the margin and the paragraphs beside it."""


def property_parts(world: ValuationWorld) -> tuple[Part, ...]:
    """Return what is said of place, site and house."""
    return (
        ("Purpose", (
            f"To give an opinion of the market value of the fee simple of the property named on the first page, as of {long_day(world.as_of)}, for {world.client}, which will use it to decide on a mortgage loan. It is not meant for any other use or user.",
            f"The property was visited on {long_day(world.as_of)}, inside and out, with {world.owner}, who owns and lives in it. No sale of it is pending, and none was found in the three years before.",
        )),
        ("Neighborhood", (
            f"The house stands on a side street of {world.town}, ten minutes on foot from the square. The streets around were built up in two waves, before the first war and after the second, and few lots are left. Houses are kept well. Most are lived in by their owners; one in seven is let.",
            "Shops, a library and a clinic are near the square, and the line to the county seat stops there twice an hour. A quarry north of town closed eight years ago and is to become a park. Nothing else was found that would weigh on values, and no special assessments are known.",
        )),
        ("Site", (
            f"A lot of {world.site:.2f} acre, nearly level, with a frontage of eighty-eight feet. Water, sewer, gas and power are public. The zoning, R-2, allows one house with an accessory dwelling; the present use conforms. The lot lies outside mapped flood zones. A walk and a screen of old maples divide it from its neighbor on the east.",
            "No survey was at hand. Lines were taken from the assessor's map, and fences seem to follow them. An easement for a shared drive, on the west, is used by both neighbors and takes nothing from value, since each has room to park.",
        )),
        ("House", (
            f"A frame house of two stories, built in {world.built}, on a foundation of stone. Outside it has clapboards and a slate roof; inside plaster, floors of oak and pine, and a kitchen that was renewed some twelve years ago. There are four bedrooms and two baths. Heat is by a gas boiler with radiators, cooling by units in windows.",
            "Upkeep is average. The gutters want painting, two ceilings have cracks that have been filled, and the boiler is in the second half of its life. The cellar was finished as a family room and dry on the day. The sunroom, on piers behind the kitchen, has a floor of tile, windows on three sides and no radiator.",
            f"[[addition|The owner showed a sketch of an addition behind the house, which a builder has priced at {money(world.addition)}]]. No work has begun, and no permit was asked for.",
        )),
        ("Highest and best use", (
            "As if vacant, a house of like size. As improved, the present one: it is legal, adds far more to the land than it would cost to take down, and no other use that zoning allows would bring more.",
        )),
    )  # fmt: skip


def market_parts(world: ValuationWorld) -> tuple[Part, ...]:
    """Return what is said of the market."""
    low, high = world.exposure
    return (
        ("Supply and demand", (
            "At the end of the quarter sixty-one houses were on offer in the town, or what sells in three months. A year before there were forty-eight. Houses in order and at a price that agents call right sell within weeks, others wait for a cut. Sellers pay points in one sale of nine.",
            f"Exposure and marketing times for a house such as this are {low} to {high} days. Most buyers come from within the county; a third pay cash or bring more than half of the price.",
        )),
        ("Prices", (
            "The figure shows medians of closed sales of detached houses, by school district, from the register of deeds. Sales between relatives, by order of a court or of shares of a house are left out. Medians of a year rest on forty sales at the least.",
        )),
    )  # fmt: skip


def sales_parts(world: ValuationWorld) -> tuple[Part, ...]:
    """Return what is said of the comparable sales and how they were weighed."""
    nearest = min(world.comps, key=lambda one: one.miles)
    smallest = min(world.comps, key=lambda one: sum(map(abs, one.adjustments.values())))
    return (
        ("Choice of sales", (
            "Closed sales of the eighteen months before the date of value were searched within two miles, for houses of two stories with between 1,600 and 2,900 square feet of living area on less than an acre. Appendix A has the others that were looked at. Four were visited from the street and compared with the property in the grid.",
            "Agents on both sides of each sale were asked about terms. All four were at arm's length, for cash or by usual loans. Recorded prices were checked against the deeds.",
        )),
        ("Adjustments", (
            "Dates are adjusted by paired sales of the same house, at about four tenths of a percent a month. Land, living area and finished cellars are adjusted by what buyers were seen to pay for a difference, not by cost. Quality and condition were judged from photographs of the listing and from the street. A plus sign means that the sale was inferior and its price is raised; a minus sign that it was superior.",
        )),
        ("Weighing", (
            f"Sale {nearest.number} is the nearest. Sale {smallest.number} needed the least change and has the most weight. The others bear out the range. Adjusted prices run from {money(min(one.adjusted for one in world.comps))} to {money(max(one.adjusted for one in world.comps))}; the middle of the range is not taken as such.",
        )),
    )  # fmt: skip


def closing_parts(world: ValuationWorld) -> tuple[Part, ...]:
    """Return what is said of the other approaches and the conclusion."""
    return (
        ("Income approach", (
            "Not used. Houses of this size are bought to live in, and the few that are let were let in part, or with furniture, so that no multiplier can be drawn from them.",
        )),
        ("Reconciliation", (
            "Buyers compare, and the sales were good. The cost approach stands behind them as a check: land is scarce enough for its value to be read from three sales, but wear of a house of this age can be told only roughly. The conclusion follows the sales.",
            f"**Opinion of market value, as is, as of {long_day(world.as_of)}:** [[final|{money(world.value)}]]",
        )),
    )  # fmt: skip


def conditions(world: ValuationWorld) -> tuple[str, ...]:
    """Return assumptions and limiting conditions."""
    return (
        "Title is taken to be good and free of liens and encroachments other than those named. No opinion of law is given.",
        "Dimensions were taken with a tape on the day and are for comparison; they are no survey.",
        "What is hidden, such as wiring in walls, soil and pipes in the ground, was not looked at and is taken to be as one would expect at this age.",
        "Nothing was seen that pointed to contamination, but the appraiser is not trained to find it.",
        "Information from the owner, the agents and public records is believed and was checked where it could be. It is not vouched for.",
        "[[no-addition|No opinion is given of value with the proposed addition, of its cost or of whether it can be built]]; if the lender wants one, plans and a contract have to be handed in and another report is needed.",
        "The report is one whole, and no part of it may be used apart from the others. Photographs and figures are for illustration.",
        "The appraiser need not testify because of this report unless that was agreed beforehand.",
        f"The opinion holds for {long_day(world.as_of)}. Markets change, and later events are not considered.",
        "Personal property, such as curtains, appliances that are not built in and the piano, is not part of what is valued.",
        "Values of land and of buildings hold for the use described only, and may not be taken over into another valuation.",
        "Digital copies with a broken seal are not this report.",
    )  # fmt: skip


TERMS: tuple[tuple[str, str], ...] = (
    ("Market value", "the price that a property should bring when buyer and seller act with prudence and knowledge, neither under pressure, after it has been shown to the market for a fair time, for cash or its equal."),
    ("Fee simple", "ownership that is limited only by taxation, by public need, by police power and by escheat."),
    ("Gross living area", "[[gla|finished floor that is wholly above grade and heated by the central system]]. Levels of which any side is below grade, and rooms without such heat, are reported apart and are not part of it, however they are finished."),
    ("Exposure time", "the time for which the property would have been on offer before a sale on the date of value."),
    ("Effective age", "the age that a house seems to have by its state, whatever its years."),
    ("External obsolescence", "loss of value by causes outside the lot."),
    ("Paired sales", "two sales of the same house, or of houses that differ in one thing only."),
    ("As is", "in the state in which the property was on the date of value, without repairs or additions."),
)  # fmt: skip
"""Terms as the report defines them."""

CERTIFIED: tuple[str, ...] = (
    "what is stated here as fact is true as far as I know;",
    "the analyses, opinions and conclusions are mine, held without bias, and limited only by the conditions given here;",
    "I have no interest, present or to come, in the property, and none in the persons concerned;",
    "I have done no work on the property, as an appraiser or otherwise, in the three years before I took this on;",
    "I was not engaged, and am not paid, for a value that was wished for, for a loan that comes about, or for anything that follows from the use of this report;",
    "I visited the property, and saw the comparable sales from the street;",
    "nobody helped me with the valuation but those who are named.",
)  # fmt: skip
"""What the appraiser certifies."""
