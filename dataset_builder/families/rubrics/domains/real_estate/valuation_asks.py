"""What a valuation of a house says, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import long_day, money
from dataset_builder.families.rubrics.model import Ask, Item, Trap
from dataset_builder.families.rubrics.programs import absent, op, read, unless
from dataset_builder.families.rubrics.rubric import (
    abstains,
    must,
    must_abstain,
    must_not,
    no_claim,
    no_value,
    says,
    some,
    value,
)

FEATURES: tuple[str, ...] = (
    "Date of sale",
    "Site",
    "View",
    "Quality",
    "Condition",
    "Living area",
    "Finished cellar",
    "Garage",
    "Porch, deck",
)
"""Rows of the grid that are adjusted."""


@dataclass(frozen=True)
class Comparable:
    """A comparable sale.

    Attributes:
        price: as recorded, dollars; ``goods`` dollars of it were for furniture (0 for all but one).
        area: of living, square feet.
        words: by feature, what the grid says.
        adjustments: by feature, dollars.
    """

    number: int
    place: str
    sold: date
    price: int
    goods: int
    area: int
    miles: float
    words: Mapping[str, str]
    adjustments: Mapping[str, int]

    @property
    def net(self) -> int:
        """Return the sum of adjustments."""
        return sum(self.adjustments.values())

    @property
    def adjusted(self) -> int:
        """Return the adjusted price, furniture left out."""
        return self.price - self.goods + self.net


@dataclass(frozen=True)
class ValuationMore:
    """What a long valuation holds besides.

    Attributes:
        appendices: places of those behind the first.
        people: residents of the town by year.
        supply: houses on offer at thirteen month ends; ``sold`` in those months.
        taxed: assessed dollars by year; ``rate`` thousandths of a percent in the first.
        lands: lots sold: place, hundredths of an acre, days before the date of value, dollars brought to the lot valued.
        offers: houses on offer: place, dollars asked, bedrooms, year of construction, remark.
        rents: place, dollars a month, remark.
    """

    appendices: tuple[int, ...]
    people: tuple[int, ...]
    supply: tuple[int, ...]
    sold: tuple[int, ...]
    taxed: tuple[int, ...]
    rate: int
    lands: tuple[tuple[str, int, int, int], ...]
    offers: tuple[tuple[str, int, int, int, str], ...]
    rents: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True)
class ValuationWorld:
    """A valuation.

    Attributes:
        floors: areas in square feet: first floor, second floor, finished cellar, sunroom.
        comps: comparable sales.
        row: comparable and feature asked about.
        furnished: number of the comparable sold with furniture.
        years: of the figure; ``medians`` dollars a square foot by district and year.
        district: asked about, with ``year``.
        addition: dollars that an addition is to cost by the owner's sketch.
        rents: by group, suites with tenant, area, monthly rent and end of the lease.
        ask: group and place of the suite asked about.
        more: what a long valuation holds besides.
    """

    firm: str
    appraiser: str
    client: str
    owner: str
    address: str
    town: str
    number: str
    as_of: date
    signed: date
    built: int
    site: float
    floors: tuple[int, int, int, int]
    comps: tuple[Comparable, ...]
    row: tuple[int, str]
    furnished: int
    years: tuple[int, ...]
    medians: Mapping[str, tuple[int, ...]]
    district: str
    year: int
    addition: int
    value: int
    land: int
    costs: tuple[tuple[str, int, int], ...]
    age: int
    life: int
    exposure: tuple[int, int]
    sales: tuple[tuple[str, tuple[tuple[str, date, int, int], ...]], ...]
    ask: tuple[int, int]
    more: ValuationMore | None = None

    @property
    def living(self) -> int:
        """Return the living area by the report's definition."""
        return self.floors[0] + self.floors[1]


_MINUS, _PLUS = (rf"re:(?:^|[ :(|]){sign}[$]?\d" for sign in ("-", r"\+"))
"""What finds the sign of an amount."""


def _adjustment(world: ValuationWorld) -> Item:
    comp = world.comps[world.row[0] - 1]
    feature = world.row[1]
    amount = comp.adjustments[feature]
    next_comp = next(
        one
        for one in world.comps
        if one.number != comp.number and abs(one.adjustments[feature]) not in (0, abs(amount))
    )
    other = next(name for name in FEATURES if name != feature and abs(comp.adjustments[name]) not in (0, abs(amount)))
    right = some(value(abs(amount), "usd", fact="size"), value(-abs(amount), "usd"))
    way = (
        (
            "subtract",
            "subtracted",
            "negative",
            "down",
            "downward",
            "minus",
            "deducted",
            "reduced",
            "reduction",
            "lower",
            "less",
            f"-${abs(amount):,}",
            f"({money(abs(amount))})",
            "superior",
            _MINUS,
            "knocked",
            "took off",
            "taken off",
            "take off",
            "came off",
            "cut",
            "off",
            "decrease",
            "dropped",
            "docked",
            "negatively",
        )
        if amount < 0
        else (
            "added",
            "add",
            "positive",
            "up",
            "upward",
            "plus",
            "increase",
            "raised",
            f"+${abs(amount):,}",
            "inferior",
            _PLUS,
            "bumped",
            "bump",
            "boost",
            "raise",
            "adding",
            "credited",
            "tacked on",
            "put on",
            "positively",
        )
    )
    against = (
        ("subtracted", "downward", "negative adjustment", "minus", "deducted", "took off", "knocked", "down", _MINUS)
        if amount > 0
        else ("added", "upward", "positive adjustment", "plus", "bumped", "boosted", "up", _PLUS)
    )
    ref = f"adj.{comp.number}.{FEATURES.index(feature)}"
    return Item(
        question=f"Review appraiser here. What adjustment did they make to Sale {comp.number} for {feature.lower()}, and which way?",
        answer=f"{amount}",
        answer_type="number",
        gold=f"Sale {comp.number} was adjusted {'downward' if amount < 0 else 'upward'} by {money(abs(amount))} for {feature.lower()} ({comp.words[feature]}).",
        rubric=(
            must("size", f"States an adjustment of {money(abs(amount))}.", right, failure_mode="lost_alignment"),
            must("way", f"Says that it is {'downward (subtracted)' if amount < 0 else 'upward (added)'}.", says(way)),
            must_not("not-way", f"Does not say that it was {'added' if amount < 0 else 'subtracted'}.", no_claim(says(against)), "arithmetic_slip", severity="major"),
            must_not("not-next", f"Does not give {money(abs(next_comp.adjustments[feature]))}, the adjustment of Sale {next_comp.number}.", no_claim(some(value(abs(next_comp.adjustments[feature]), "usd"), value(-abs(next_comp.adjustments[feature]), "usd")), right), "wrong_column", severity="major"),
        ),
        traps=(
            Trap("wrong_column", f"They adjusted it {'downward' if amount < 0 else 'upward'} by {money(abs(next_comp.adjustments[feature]))}.", ("size", "not-next")),
            Trap("wrong_row", f"The grid shows {money(abs(comp.adjustments[other]))}, {'subtracted from' if amount < 0 else 'added to'} the price.", ("size",) if comp.adjustments[other] != next_comp.adjustments[feature] and abs(comp.adjustments[other]) != abs(next_comp.adjustments[feature]) else ("size", "not-next")),
            Trap("arithmetic_slip", f"{money(abs(amount))}, {'added to' if amount < 0 else 'subtracted from'} the price of Sale {comp.number}.", ("way", "not-way")),
        ),
        note="Each sale has two columns under its number, a description and an adjustment; the rows are small and many.",
        facts={"answer": read(ref, amount), "size": op("max", read(ref, amount), op("mul", -1, read(ref, amount)))},
        decisive=(ref,),
        evidence=(f"word.{comp.number}.{FEATURES.index(feature)}",),
        axes=("standard_tables",),
    )  # fmt: skip


def _furnished(world: ValuationWorld) -> Item:
    comp = world.comps[world.furnished - 1]
    real = comp.price - comp.goods
    right = value(real, "usd", fact="answer")
    return Item(
        question=f"What did Sale {comp.number} go for as real estate, for our comp database? Just the real property.",
        answer=money(real),
        answer_type="currency",
        gold=f"{money(real)}. The recorded price is {money(comp.price)}, but a note under the grid says that {money(comp.goods)} of it was for furniture.",
        rubric=(
            must("price", f"States that the price for the real property was {money(real)}.", right, failure_mode="ignored_footnote"),
            must("goods", f"Says that {money(comp.goods)} of the recorded price was for furniture (personal property).", says(("furniture", "furnishings", "personal property", "furnished", "chattels", "contents", "personalty", "goods", "fixtures and furniture", "movables", "stuff", "household"), (money(comp.goods), f"{comp.goods:,}", f"{comp.goods // 1000}k")), type="reasoning", severity="major"),
            must_not("not-recorded", f"Does not give the recorded {money(comp.price)} as the price of the real property.", no_claim(value(comp.price, "usd"), right), "ignored_footnote"),
        ),
        traps=(
            Trap("ignored_footnote", f"Sale {comp.number} sold for {money(comp.price)}.", ("price", "goods", "not-recorded")),
            Trap("wrong_column", f"Its adjusted price is {money(comp.adjusted)}, which is the figure to carry.", ("price", "goods")),
            Trap("arithmetic_slip", f"The price included furniture for {money(comp.goods)}, so the real estate went for {money(real - 1000)}.", ("price",)),
        ),
        note="A raised letter on one price of the grid leads to a note below that takes furniture out of it.",
        facts={"answer": op("sub", read(f"price.{comp.number}", comp.price), unless(["goods"], read("goods", comp.goods), 0))},
        decisive=("goods", f"price.{comp.number}"),
        axes=("complex_tables",),
        style="calculation",
    )  # fmt: skip


def _living(world: ValuationWorld) -> Item:
    first, second, cellar, sun = world.floors
    living, total = world.living, sum(world.floors)
    right = value(living, "sq ft", fact="answer")
    return Item(
        question="MLS input for the subject: what gross living area does this report's own definition give from the sketch areas?",
        answer=str(living),
        answer_type="number",
        gold=f"{living:,} square feet: first floor {first:,} plus second floor {second:,}. The finished cellar ({cellar:,}) is below grade and the sunroom ({sun:,}) is unheated, so by the report's definition neither counts.",
        rubric=(
            must("area", f"States a gross living area of {living:,} square feet.", right, failure_mode="everyday_meaning"),
            must("cellar", "Says that the finished cellar is left out because it is below grade.", says(("cellar", "basement", "below grade", "below-grade"), ("below grade", "below-grade", "not count", "exclude", "excluded", "left out", "leave out", "out", "not include", "not included", "not part", "neither", "omit", "underground", "not counting", "do not count", "drop", "ignore", "skip", "off the count", "left off", "outside", "only above", "without"), mention=True), type="reasoning", severity="major"),
            must("sunroom", "Says that the sunroom is left out because it is not heated.", says(("sunroom", "sun room", "sun-room", "sunporch"), ("heat", "unheated", "no heat", "not heated", "heated", "heating", "radiator", "conditioned", "warm", "cold", "season", "seasonal", "furnace", "hvac", "heater"), mention=True), type="reasoning", severity="major"),
            must_not("not-cellar", f"Does not count the finished cellar ({living + cellar:,} square feet).", no_claim(value(living + cellar, "sq ft"), right), "everyday_meaning"),
            must_not("not-total", f"Does not add up all four areas ({total:,} square feet).", no_claim(value(total, "sq ft"), right), "everyday_meaning", severity="major"),
        ),
        traps=(
            Trap("everyday_meaning", f"Adding the finished floors gives {total:,} square feet of living area.", ("area", "cellar", "sunroom", "not-total")),
            Trap("dropped_item", f"{living + cellar:,} square feet. The sunroom is not heated and does not count.", ("area", "cellar", "not-cellar")),
            Trap("prior_knowledge", f"{living + sun:,} square feet: the cellar is below grade and excluded, while an enclosed sunroom counts as living area.", ("area", "sunroom")),
        ),
        note="The areas stand on the sketch page, and the definition that says which of them count pages later.",
        facts={"answer": op("add", read("area.0", first), read("area.1", second), unless(["gla"], 0, cellar + sun))},
        decisive=("gla", "area.0", "area.1"),
        evidence=("area.2", "area.3"),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


def _median(world: ValuationWorld) -> Item:
    k = world.years.index(world.year)
    mine = world.medians[world.district][k]
    other = next(name for name in world.medians if name != world.district)
    key = list(world.medians).index(world.district)
    wrong = world.medians[other][k]
    last = world.medians[world.district][k - 1]
    right = value(mine, absolute=6, unit="usd", fact="answer")
    return Item(
        question=f"Market section: roughly what median price per square foot does the figure show for {world.district} in {world.year}?",
        answer=str(mine),
        answer_type="number",
        gold=f"About ${mine} per square foot in {world.district} for {world.year}, read off the figure.",
        rubric=(
            must("median", f"Gives about ${mine} per square foot (within $6).", right, failure_mode="misread_chart"),
            must("district", f"Ties the figure to {world.district} and {world.year}.", says((world.district, world.district.split()[0]), (str(world.year),), mention=True), type="completeness", severity="minor"),
            must_not("not-other", f"Does not give about ${wrong}, the median of {other}.", no_claim(value(wrong, "usd", absolute=3), right), "misread_chart"),
        ),
        traps=(
            Trap("misread_chart", f"About ${wrong} per square foot for {world.district} in {world.year}.", ("median", "not-other")),
            Trap("wrong_row", f"The figure shows about ${last} for {world.district} in {world.year}.", ("median",) if abs(last - wrong) > 3 else ("median", "not-other")),
            Trap("overcautious", f"The figure doesn't name its lines, so a median for {world.district} can't be read from it for {world.year}.", ("median",)),
        ),
        note="Lines of three districts are told apart by dash and marker in the key only.",
        facts={"answer": read(f"med.pt.d{key}.{k}", mine, "plot")},
        decisive=(f"med.pt.d{key}.{k}",),
    )  # fmt: skip


def _addition(world: ValuationWorld) -> Item:
    guess = world.value + world.addition
    silent = abstains(
        (
            "one",
            "it",
            "opinion",
            "completed",
            "value",
            "worth",
            "figure",
            "addition",
            "as-completed",
            "as completed",
            "amount",
            "answer",
        )
    )
    return Item(
        question="Construction loan desk: what value does this report support with the addition finished?",
        answer="not stated",
        answer_type="abstain",
        gold=f"It doesn't support one. The report values the property as it stood on {long_day(world.as_of)}, {money(world.value)}, and says outright that no opinion is given of the value with the addition. The owner's cost of {money(world.addition)} is only reported and isn't value.",
        rubric=(
            must_abstain("abstains", "States that the report does not give a value with the addition finished.", silent, "overreach"),
            must("as-is", f"Says that the opinion of {money(world.value)} is of the property as it stood (as is).", says(("as is", "as-is", "as it stood", "as it stands", "current condition", "present condition", "existing", "in its condition", "on the date", "as of", "without the addition", "before the addition", "the way it is", "the way it was", "the way it stands", "as it is", "is now", "today", "currently", "unimproved", "present state", "current state", "at present", "no addition", "right now", "existing house"), (money(world.value), f"{world.value // 1000}k", f"{world.value:,}"), mention=True), type="reasoning", severity="major"),
            must_not("no-sum", f"Does not add the cost of the addition to the value ({money(guess)}).", no_claim(value(guess, "usd")), "overreach"),
            must_not("no-value", "Does not give another value for the finished state.", no_value("usd", allowed=[world.value, world.addition, guess]), "fabricated_value"),
        ),
        traps=(
            Trap("overreach", f"With the addition finished the report supports {money(guess)}: the value of {money(world.value)} as is, plus the cost of {money(world.addition)}.", ("abstains", "no-sum")),
            Trap("wrong_section", f"The report supports {money(world.value)}, its final opinion.", ("abstains", "as-is")),
            Trap("fabricated_value", f"No opinion is stated for it, but at the grid's rate a finished addition would bring it to about {money(guess + 20_000)}; the {money(world.value)} is as is.", ("no-value",)),
        ),
        note="The report mentions an addition with its cost, and among its conditions says that no value is given for it.",
        facts={"answer": unless(["no-addition"], absent("with the addition", "$"), float(guess)), "value": read("final", world.value)},
        decisive=("no-addition",),
        evidence=("final", "addition"),
        axes=("cross_referencing",),
        style="unsupported",
    )  # fmt: skip


def _carried(world: ValuationWorld) -> Item:
    group, place = world.ask
    name, rows = world.sales[group]
    street, sold, _, days = rows[place]
    other = world.sales[(group + 1) % len(world.sales)][0]
    ref = f"sale.{group}.{place}"
    return Item(
        question=f"In the appendix of closed sales, {street}, sold {long_day(sold)}: which neighborhood is it listed under, and how many days was it on the market?",
        answer=name,
        answer_type="entity",
        gold=f"It is listed under {name} and was on the market for {days} days.",
        rubric=(
            must("group", f"States that it is listed under {name}.", says((name,)), failure_mode="lost_alignment"),
            must("days", f"States that it was on the market for {days} days.", value(days, "day", fact="days"), failure_mode="wrong_column"),
            must_not("not-other", f"Does not list it under {other}.", no_claim(says((other,)), says((name,))), "lost_alignment", severity="major"),
        ),
        traps=(
            Trap("lost_alignment", f"It is listed under {other}, with {days} days on the market.", ("group", "not-other")),
            Trap("wrong_row", f"{name}, and it took {rows[place - 1][3]} days to sell.", ("days",)),
            Trap("dropped_item", f"That sale is listed under {name}.", ("days",)),
        ),
        note="Neighborhood names stand once, at the head of a group that goes on over a page without its header.",
        facts={"answer": unless([f"group.{group}"], name, "unknown"), "days": read(f"{ref}.days", days)},
        decisive=(f"group.{group}", f"{ref}.days"),
        evidence=(f"{ref}.street",),
        axes=("standard_tables",),
    )  # fmt: skip


ASKS = (
    Ask("nested_header", _adjustment),
    Ask("footnote_override", _furnished),
    Ask("distant_definition", _living),
    Ask("legend_match", _median),
    Ask("conclusion_unsupported", _addition),
    Ask("carried_group", _carried),
)
