"""A recorded plat on one landscape sheet, the declaration of covenants that goes with it, and two amendments."""

from __future__ import annotations

import random
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, long_day, people, short_day
from dataset_builder.families.rubrics.domains.real_estate.covenants_asks import ASKS, COLUMNS, CovenantsWorld
from dataset_builder.families.rubrics.domains.real_estate.covenants_plat import plat
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Paper

_NAMES = ("Heron Shore", "Tamarack Landing", "Slate Point", "Otter Bend", "Cedar Narrows")
_COUNTIES = ("Harlow", "Dunmore", "Quill", "Marchbank", "Ostrander")
_STATES = ("Wessmoor", "Arrenland", "North Calloway", "Tavenna")
_WORDS = {1: "1 month", 2: "2 months", 6: "6 months", 9: "9 months", 12: "12 months"}


def sample(rng: random.Random) -> CovenantsWorld:
    """Draw a subdivision of twelve lots."""
    surveyor, president = people(rng, 2)
    dated = day_between(rng, date(2008, 3, 1), date(2014, 10, 30))
    one = dated + timedelta(days=rng.randrange(1100, 2000))
    two = one + timedelta(days=rng.randrange(700, 1600))
    upper = rng.choice(((1, 2), (1, 3), (2, 3), (2, 4), (3, 4)))
    lower = (
        upper[1],
        min(COLUMNS - 1, upper[1] + rng.choice((1, 1, 2))) if rng.random() < 0.5 or upper[1] < 3 else upper[1] - 1,
    )
    frontages = tuple(rng.randrange(88, 104) for _ in range(COLUMNS))
    name = rng.choice(_NAMES)
    rents = rng.choice(((1, 12, 6), (2, 12, 6), (1, 12, 9), (1, 6, 9), (2, 9, 6)))
    return CovenantsWorld(
        name=name,
        county=rng.choice(_COUNTIES),
        state=rng.choice(_STATES),
        developer=f"{name} Land Company",
        surveyor=surveyor,
        president=president,
        street=rng.choice(("Heron Lane", "Tamarack Way", "Slate Street", "Otter Drive")),
        cross=rng.choice(("Ridge Road", "Miller Road", "Church Road", "Depot Road")),
        lake=rng.choice(("Lake Ansel", "Loon Lake", "Lake Merrow")),
        dated=dated,
        amended=(one, two),
        book=(rng.randrange(21, 70), rng.randrange(11, 99)),
        first=rng.choice((31, 41, 51, 61)),
        upper=upper,
        lower=lower,
        widths=(rng.choice((18, 20)), rng.choice((12, 15))),
        fences=rng.choice(((3.5, 6), (4, 6), (3, 5.5))),
        setbacks=rng.choice(((30, 10), (35, 8), (25, 8), (40, 14))),
        rents=rents,
        wanted=rng.choice((3, 4, 5)),
        areas=tuple(rng.randrange(172, 206) * frontages[k if k < COLUMNS else 2 * COLUMNS - 1 - k] for k in range(2 * COLUMNS)),
        frontages=frontages,
        pick=rng.randrange(1000),
        motor=rng.choice((9, 15, 20)),
        dues=rng.randrange(38, 96) * 10,
    )  # fmt: skip


def paper(world: CovenantsWorld, rng: random.Random) -> Paper:
    """Return plat, declaration and amendments."""
    accent = rng.choice(("#1f4a5a", "#3b4a1f", "#4a2f1f"))
    body = rng.choice(("Libre Baskerville", "Lora", "Source Serif 4"))
    return Paper(
        f"{world.name}: plat and covenants",
        p.join([p.fixed([p.figure(plat(world), "", "plat")], "wide platsheet"), _declaration(world), *_amendments(world)]),
        ("real_estate/covenants",),
        {"accent": accent, "tint": "#f2f4f0", "body": body, "size": "8.8pt" if body == "Libre Baskerville" else "9.4pt", "head": "Zilla Slab"},
        {"bottom-left": f"{world.name}, plat book {world.book[0]}, sheet {world.book[1]}", "bottom-right": "{page}"},
        margin="0.55in 0.5in",
    )  # fmt: skip


def _declaration(world: CovenantsWorld) -> Markup:
    lake, street = world.fences
    front, side = world.setbacks
    low = world.first + COLUMNS
    last = low + COLUMNS - 1

    def article(number: int, title: str, *sections: str) -> Markup:
        return p.join(
            [
                p.head(2, f"Article {number}. {title}"),
                p.clauses([(f"{number}.{k}", one) for k, one in enumerate(sections, 1)]),
            ]
        )

    return p.box(
        [
            p.head(1, f"Declaration of covenants, conditions and restrictions of {world.name}"),
            f"{world.developer} (“Declarant”) owns the land that the plat recorded on {long_day(world.dated)} divides into {2 * COLUMNS} lots and a Common Area on the shore of {world.lake}. To keep up its worth and quiet, Declarant makes all of it subject to what follows, which runs with the land and binds whoever owns any part of it.",
            article(
                1, "Terms",
                "“Association” means the association of the owners of lots, of which each owner is a member as long as he or she owns.",
                f"“Lake Lots” means [[lake-lots|Lots {low} to {last}]], and “Street Lots” all others.",
                "“Front Line” means [[front-line|any line of a lot that runs along a street, whatever way the house looks]]. “Side Line” means a line between two lots that meets a Front Line. “Rear Line” means a line opposite a Front Line that is not itself one.",
                "“Dwelling” means a house for one family, with its garage. A garage that stands apart is held to what is said of Dwellings.",
                "“Board” means the directors of the Association, and “Committee” the three members whom the Board appoints to look at plans.",
            ),
            article(
                2, "Use",
                "Lots are for Dwellings only, one on each. Work at home is no breach if it brings neither signs, nor employees, nor more than two callers a day.",
                f"[[rent-old|No Dwelling shall be rented for less than {_WORDS[world.rents[0]]}]], nor in part. A copy of each lease goes to the Board.",
                "No trailer, boat over twenty-four feet or truck of more than one ton shall stand on a lot where it can be seen from a street for more than three days in a month.",
                "Household pets may be kept, no more than three to a Dwelling, if they are not bred for sale. Poultry may be kept on Street Lots, six hens and no cock, in a run that can't be seen from a street.",
                "Trash is put out on the evening before it is fetched and not sooner. Nothing is burned outdoors but wood in a ring or grate.",
                "Lights outside shine down and no higher than the eaves, and are off by eleven in the evening other than by a door in use.",
            ),
            article(
                3, "Building",
                f"A Dwelling shall stand at least [[front-feet|{front} feet]] from each Front Line and at least [[side-feet|{side} feet]] from each Side Line. Eaves may reach over by two feet.",
                "Dwellings have at least 1,500 square feet of heated floor above the ground, and no more than two stories and a half. Height is measured from the mean level of the ground along the front.",
                "Building is finished outside within twelve months of its start. Builders keep mud off the street, work from seven to seven on weekdays and from nine to four on Saturdays, and put up one sign at most.",
                "[[guidelines|Roof pitch, siding, colors, windows and drives follow the Design Guidelines, Exhibit C, as the Association keeps them]]. The Committee answers within thirty days of full plans; silence for longer is consent.",
                "Nothing is built or planted within an easement on the plat but lawn, and whoever holds the easement need not put back anything else. Drives may cross easements if pipes below them are cased.",
                "Solar panels are allowed on roofs if they lie flat on the slope. Masts and dishes of more than one yard are not.",
            ),
            article(
                4, "Fences, hedges and yards",
                "Fences are of wood, stone or black metal, with the better side outward, and stand no nearer to a Front Line than the house does.",
                "Yards are mown. A lot without a house is mown at least four times between May and September.",
                "Trees of more than ten inches across, measured at breast height, are felled only with the Committee's consent, unless they are dead or lean over a roof.",
            ),
            p.tag("div", p.join([
                p.head(3, "Lake Lots"),
                p.para(f"Along the Rear Line and for sixty feet from it, a fence or hedge is no more than [[fence-lake|{lake:g} feet high]] and can be seen through for at least half of its face, so that the view of the water stays open for all. Boathouses are not built. Steps to the shore are of wood or stone and no wider than five feet."),
                p.head(3, "Street Lots"),
                p.para(f"Along the Rear Line a fence or hedge is no more than [[fence-street|{street:g} feet high]], and may be closed. One shed of up to 120 square feet may stand behind the house, ten feet from any line, if its roof and siding are those of the house."),
            ]), "classes"),
            article(
                5, "Common Area",
                f"The Common Area is the shore of {world.lake}, with path, lawn and dock, as the plat shows it. Declarant gives it to the Association when eight lots are sold.",
                "[[common|Each owner has an easement of use and enjoyment over the Common Area, which passes with the lot]]. The Board may set hours, close parts for repair, and suspend the use of an owner who is three months behind.",
                "Owners answer for their families, guests and tenants. Events of more than twenty people need a day's notice to the Board and end at ten in the evening. Glass stays off the lawn and the dock.",
                "The dock is for landing, fishing and swimming. [[mooring|Boats are moored there overnight only by owners of Lake Lots]], one each, at the berth that the Board assigns.",
                "Boats keep to the speed of a walk within one hundred feet of the shore. Fueling is done on land.",
            ),
            article(
                6, "Dues",
                f"Each lot owes ${world.dues} a year, on the first of March. The Board may raise dues by no more than five percent a year without a vote, and may levy other sums only by vote of two thirds of the lots.",
                "Unpaid dues bear interest at eight percent a year and are a lien on the lot, behind a first mortgage. The Board gives a buyer a letter on what is owed within ten days, for a fee of no more than $50.",
                "The Association keeps a reserve for the dock and the path, which it has looked into every five years by an engineer. It insures the Common Area and its directors.",
            ),
            article(
                7, "Enforcement and change",
                "The Association or any owner may enforce this declaration in court. Before it does, the Board hears the owner concerned and may fine up to $25 a day, after thirty days in which to mend matters. Not to enforce once is no waiver.",
                "The owners of nine lots may amend this declaration by a writing that they sign and record. It lasts for thirty years, and for ten more at a time unless the owners of nine lots end it.",
                "If a part of this declaration falls, the rest stands. Where it and a public rule differ, the stricter governs.",
            ),
            p.signatures([(world.president, f"For {world.developer}, {long_day(world.dated)}"), (world.surveyor, "Witness")]),
        ],
        "declaration",
    )  # fmt: skip


def _amendments(world: CovenantsWorld) -> list[Markup]:
    _, middle, new = world.rents
    first = p.box(
        [
            Markup('<div class="caption"><b>First amendment</b><span>{}</span><span>Recorded {}</span></div>').format(world.name, short_day(world.amended[0])),
            f"The owners of ten lots of {world.name}, whose signatures are kept with the original, amend the declaration recorded with the plat in plat book {world.book[0]}, sheet {world.book[1]}, under its Section 7.2:",
            p.clauses(
                [
                    ("A.", f"Section 2.2 is deleted and replaced by: “[[rent-middle|Dwellings are rented as a whole and for at least {_WORDS[middle]}]]. The owner gives the Board a copy of the lease, with the rent blacked out, and the names of those who will live there.”"),
                    ("B.", "To Section 2.3 is added: “Vehicles are charged from outlets on the owner's lot and not by cables over a street or path.”"),
                    ("C.", "In Section 3.2, “1,500 square feet” becomes “1,650 square feet” for Dwellings begun after this amendment is recorded."),
                    ("D.", "Leases that run when this amendment is recorded may run out."),
                ]
            ),
        ],
        "amendment",
    )  # fmt: skip
    second = p.box(
        [
            Markup('<div class="caption"><b>Second amendment</b><span>{}</span><span>Recorded {}</span></div>').format(world.name, short_day(world.amended[1])),
            "The owners of nine lots, having met after due notice, amend the declaration, as amended before, as follows. Lenders who hold first mortgages on seven of the lots have consented.",
            p.clauses(
                [
                    ("1.", f"**Rentals.** The first sentence of Section 2.2, as the First Amendment has it, is replaced by: “[[rent-new|Dwellings are rented as a whole, for a term of at least {_WORDS[new]}]], and no Dwelling is let more than once in a calendar year.” Nothing in this paragraph reaches a guest who pays no rent."),
                    ("2.", f"**Dues.** In Section 6.1, the sum becomes ${world.dues + 140} from the first of March that follows."),
                    ("3.", "**Hens.** The words on poultry in Section 2.4 apply to Lake Lots as well, if the run stands on the side toward the street."),
                    ("4.", "**Reserve.** The look into the reserve under Section 6.3 takes place every three years."),
                    ("5.", "**Rest.** All else stays as it is. This amendment takes effect when it is recorded."),
                ]
            ),
            p.signatures([(world.president, "President of the Association"), (world.surveyor.split()[0] + " " + world.president.split()[1], "Secretary of the Association")]),
        ],
        "amendment later",
    )  # fmt: skip
    return [first, second]


COVENANTS = Design("plat_covenants", sample, paper, ASKS)
