"""The sections of a services agreement."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.legal.contract_world import GROUNDS, ContractWorld

Block = str | Markup


def _section(number: int, title: str, *paragraphs: Block) -> list[Block]:
    blocks: list[Block] = [p.head(2, f"{number}. {title}")]
    count = 0
    for one in paragraphs:
        if isinstance(one, Markup):
            blocks.append(one)
            continue
        count += 1
        sign, _, words = one.partition("|") if one.startswith("#") else (f"{number}.{count}", "", one)
        blocks.append(p.clauses([(sign.strip("#"), words)], "section"))
    return blocks


def _terms(world: ContractWorld) -> Markup:
    entries = (
        ("Acceptance", "acceptance of a Deliverable under Section 4, whether by a statement of Customer or by the passing of the period of tests."),
        ("Affiliate", f"of a party: a company of which that party, directly or through others, [[affiliate|holds at least {world.affiliate} percent of the votes]] in general meeting, for as long as it holds them. Rights to appoint managers, or to run the business under contract, are not votes."),
        ("Change", "an alteration of the Services, the Service Levels or the Charges that both parties have signed on the form of Schedule 5."),
        ("Charges", "the sums that Customer owes for the Services, by the Order and the rate card of Schedule 2, without taxes."),
        ("Confidential Information", "what one party learns of the other's business, customers, prices, software or plans and what a reasonable person would take to be confidential, marked or not."),
        ("Customer Data", "all data that Customer or its users put into the Services, and what the Services make of them."),
        ("Deliverable", "anything that Supplier makes for Customer under an Order and hands over, in whatever form."),
        ("Key Person", "an individual named as such in an Order."),
        ("Order", "a document, signed by both parties, that refers to this Agreement and says what is to be supplied, by when and for how much."),
        ("Service Level", "a measure of the quality of a Service, with its target, in Schedule 1."),
        ("Supplier Tool", "software, methods or templates of Supplier that existed before the Order or are made outside it, and are listed in Schedule 4."),
        ("Working Day", f"a day from Monday to Friday on which banks are open in the State of {world.state}."),
    )  # fmt: skip
    return Markup('<dl class="terms">{}</dl>').format(
        Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(name, p.rich(words)) for name, words in entries)
    )


def sections_front(world: ContractWorld) -> list[Block]:
    """Return Sections 1 to 7."""
    return [
        *_section(1, "Terms", Markup("<p>In this Agreement the words below mean what stands beside them. Headings are for convenience and decide nothing.</p>"), _terms(world)),
        *_section(
            2, "Services",
            "Supplier shall supply the Services and the Deliverables that Orders name, with the care and skill of a good firm of its trade, by people who are trained for what they do, and in time. An Order may depart from this Agreement only where it says so and names the section that it departs from.",
            "[[affiliates-use|Affiliates of Customer may use the Services as Customer does]], under Orders that Customer has signed. Customer answers for their acts as for its own, and claims of theirs are brought by Customer alone.",
            "Supplier shall keep enough people at work to hold the Service Levels. If it falls behind a date of an Order by more than ten Working Days for reasons that lie with it, it shall bring in further people at its own cost until it has caught up.",
            "Key Persons work on the Services for at least four fifths of their time. Supplier may replace one only with Customer's consent, or where the person leaves Supplier's employment, falls ill or dies, and then within twenty Working Days by someone of like training whom Customer has met.",
            "Subcontractors need Customer's consent in advance, other than those named in an Order. Supplier answers for them, sees to it that they are bound as it is, and pays them in time.",
            "Customer shall give Supplier access to the people, rooms and systems that an Order names. Where Customer is late with something that an Order asks of it, and Supplier has said so at once in writing, the dates that hang on it move by as many days as it was late, and by no more.",
        ),
        *_section(
            3, "Charges and payment",
            "Charges are those of the Order. Where an Order is on time and materials, the hours worked are charged at the rate card of Schedule 2, by quarter hours, and no time is charged for travel, for the making of invoices, for the mending of Supplier's own faults or for the training of people who are new to the work.",
            "Supplier shall invoice by the tenth of the month for the month before, with time sheets that show person, level, day, hours and place of work. Customer shall pay an invoice that is in order within forty-five days of getting it. What Customer disputes in good faith, and has said why within twenty days, it may hold back until the dispute is settled; it shall pay the rest.",
            "Sums overdue bear interest at one half percent a month. Supplier may not suspend Services for want of payment unless undisputed sums of more than two months' Charges are sixty days overdue and it has warned Customer's general counsel by courier fifteen Working Days ahead.",
            "Rates are fixed for the first four contract quarters. After that they change only under the price review of Schedule 3.",
            "Expenses are repaid at cost where an Order allows them and receipts are shown. Charges that have not been invoiced within one hundred eighty days of the work are lost.",
        ),
        *_section(
            4, "Deliverables and acceptance",
            "Supplier shall hand over each Deliverable with a note of what it is meant to do, how it was tested and what is known not to work. Customer has fifteen Working Days to test it against the Order.",
            "If a Deliverable does not do what the Order says, Customer shall send a list of faults. Supplier shall mend them within ten Working Days, at its cost, and hand it over again, and Customer has ten Working Days for new tests. After a second failure Customer may allow a third attempt, keep the Deliverable at a fair reduction of the price, or refuse it and be repaid what it paid for it and for other Deliverables that are of no use without it.",
            "A Deliverable is accepted when Customer says so, or when the period for tests has passed without a list of faults. Use in daily business for more than thirty days is acceptance too, unless Customer had to use it because its predecessor was taken away. Acceptance does not take away rights for faults that a careful test would not have shown.",
            "For ninety days from Acceptance Supplier shall mend faults without charge. Mending begins within four hours for a fault that stops work, and within two Working Days for any other.",
        ),
        *_section(
            5, "Rights in what is made",
            "On payment Customer receives, for each Deliverable, [[grant|a perpetual, worldwide and irrevocable license to use, copy and modify it for any purpose, and to have third parties do so for it]]. The license passes to whoever takes over Customer's business.",
            "Customer Data stay Customer's. Supplier may use them only to supply the Services, keeps them apart from those of others, and does not train, test or show anything with them.",
            "Where an Order says that a Deliverable is made for hire, all rights in it pass to Customer as it is made, and Supplier keeps none but what it needs for the work.",
            "[[tools-out|Section 5.1 does not extend to Supplier Tools, even where a Deliverable contains or needs one]]. For each Supplier Tool Customer has a license to use it, unmodified and for its own business, while this Agreement lasts. On request Supplier shall offer a longer license at a price no higher than that which it asks of others.",
            "Supplier shall list open-source parts of a Deliverable, with their licenses, when it hands the Deliverable over, and shall include none that would oblige Customer to publish code of its own.",
        ),
        *_section(
            6, "Records and audit",
            "Supplier shall keep books and time records for the Charges for six years, and shall let Customer's auditors look into them twice a year, in working hours and after ten days' notice. Where an audit finds that Customer was charged more than three percent too much over the months looked into, Supplier pays for the audit besides repaying the excess.",
            "Once a year Supplier shall send the report of an independent auditor on its controls of security, and a plan for whatever that report finds fault with. Customer may ask what has become of the plan at any meeting of the board.",
        ),
        *_section(
            7, "Governance",
            f"{world.managers[0]} for Customer and {world.managers[1]} for Supplier manage this Agreement from day to day. They meet each week, keep a list of what is open, and sign the minutes. Minutes change neither this Agreement nor an Order.",
            "A board of two senior people of each party meets each quarter. It looks at Service Levels, credits, the price index, risks and Changes that are asked for, and it is the first to hear disputes.",
            "A Change takes effect when both parties have signed the form. Until then Supplier shall go on as before, and Customer does not owe for anything more. For a Change that Customer asks for, Supplier shall give a price and an effect on dates within ten Working Days, worked out with the rate card.",
        ),
    ]  # fmt: skip


def sections_back(world: ContractWorld) -> list[Block]:
    """Return Sections 8 to 15."""
    numerals = ("(i)", "(ii)", "(iii)")

    def grounds(letter: str, part: int) -> Markup:
        names = world.grounds[part]
        return p.clauses(
            [
                (numeral, f"[[ground.{letter}.{numeral[1:-1]}|{GROUNDS[name][0]}]]{end}")
                for numeral, name, end in zip(numerals, names, (";", "; or", "."), strict=True)
            ]
        )

    outline = p.clauses(
        [
            ("(a)", p.join([p.rich("[[lead-a|on thirty days' notice]], if Supplier"), grounds("a", 0)])),
            ("(b)", p.join([p.rich("[[lead-b|at once by notice]], if Supplier"), grounds("b", 1)])),
        ],
        "outline",
    )
    supplier = p.clauses(
        [
            (
                "(a)",
                "on sixty days' notice, if undisputed Charges of more than three months are overdue and Customer has not paid them within that time; or",
            ),
            (
                "(b)",
                p.join(
                    [
                        p.rich("at any time, on ten days' notice, if Customer"),
                        p.clauses(
                            [
                                ("(i)", "uses the Services to break a law that was named to it in a warning; or"),
                                (
                                    "(ii)",
                                    "passes a Supplier Tool on to a third party and doesn't recover it within those ten days.",
                                ),
                            ]
                        ),
                    ]
                ),
            ),
        ],
        "outline",
    )
    return [
        *_section(
            8, "Confidentiality and data",
            "Each party shall keep the other's Confidential Information secret, use it only for this Agreement, and give it only to those of its people and advisers who need it and are bound to secrecy. These duties last for five years after this Agreement ends, and for trade secrets as long as they are such.",
            "Information is not confidential that was known before, becomes public without a breach, comes from a third party who may give it, or is made without use of what was received. Where a court or an authority asks for it, the party asked shall warn the other, if it may, and hand over no more than it must.",
            "Supplier shall protect Customer Data by the measures of its certificate of information security, encrypt them at rest and on the way, and keep them in the country in which Customer put them in. It shall tell Customer of any breach of security that touches them within thirty-six hours of learning of it, say what is known, and help Customer to tell those concerned.",
            "When this Agreement ends, or Customer asks, Supplier shall return Customer Data in a format in common use and then erase them, other than copies that the law makes it keep. It shall confirm erasure in writing.",
        ),
        *_section(
            9, "Term and termination",
            f"This Agreement begins on the date of its Order form and runs for three years. It is renewed for a year at a time unless one party tells the other, at least {world.renewal} days before the end, that it shall not be. Orders that are being worked on outlast it, and it goes on for them.",
            "Customer may terminate this Agreement or any Order",
            outline,
            "Supplier may terminate this Agreement",
            supplier,
            "Customer may also terminate an Order for convenience, on ninety days' notice, and shall then pay for work done, and for costs that Supplier can't avoid and has listed in the Order as such.",
            "On termination, for whatever reason, Supplier shall help for up to six months to move the Services to Customer or another supplier, at the rate card and without slackening. Sections 5, 6, 8, 11 and 14 outlast this Agreement.",
        ),
        *_section(
            10, "Warranties and indemnities",
            "Each party states that it may enter into this Agreement and that doing so breaks no other contract. Supplier states that the Services and Deliverables do not, to its knowledge, infringe rights of others, contain no code meant to harm or lock, and comply with the laws that apply to Supplier.",
            "Supplier shall defend Customer against claims of third parties that a Deliverable or a Supplier Tool infringes their rights, and shall pay what a court awards or a settlement that it has agreed to provides. It may change or replace what is said to infringe, if it does the same afterwards. It owes nothing for what Customer has combined or altered against its advice.",
            "Customer shall defend Supplier in the same manner against claims about Customer Data. The party defended shall tell the other at once, leave the defense to it and help at its cost.",
        ),
        *_section(
            11, "Liability",
            "Nothing in this Agreement limits liability for fraud, for death or injury, or for what may not be limited by law. Neither party is liable for loss of profit or of reputation, other than profit that is part of the Charges.",
            "The liability of a party for all claims that arise in one contract year is limited to [[only-paid|the Charges that Customer has paid]] in the twelve months before the event. Credits for Service Levels count toward it.",
            f"For a breach of Section 8 the limit is, instead of that of Section 11.2 and apart from it, [[multiple|{world.multiple} times]] [[payable|the Charges paid or payable for the same twelve months]].",
            "A claim has to be made within two years of the day on which the party that makes it learned, or should have learned, of what it is about. Each party shall take reasonable steps to keep its loss small.",
        ),
        *_section(
            12, "Insurance",
            f"Supplier shall carry professional liability insurance of at least ${world.insurance},000,000 for each claim, insurance against loss of data of the same amount, general liability insurance of $2,000,000, and workers' compensation as the law requires, with insurers of good standing, for the term and two years after it. It shall send certificates each year without being asked.",
        ),
        *_section(
            13, "Events beyond control",
            "A party is not liable while something that it could neither foresee nor avoid keeps it from acting, if it says so at once and does what it can to go on. Strikes of its own people, failures of its subcontractors and attacks that the measures of its certificate would have fended off are not such events. If the event lasts for more than forty-five days, the other party may terminate the Orders concerned.",
        ),
        *_section(
            14, "Disputes and law",
            f"The law of the State of {world.state} governs. Disputes go first to the managers, after ten Working Days to the board, and after twenty more to mediation in the capital of that State. Only then may either party go to the courts there, which alone are competent; orders to prevent harm may be sought at any time. Supplier shall go on with the Services meanwhile.",
        ),
        *_section(
            15, "General",
            "This Agreement with its Orders and Schedules is all that the parties have agreed on its matter. Where they conflict, the Sections come before the Schedules, and both before an Order, but for Section 2.1. Changes need the signatures of both. A right is waived only in writing, and only for the case in hand.",
            "Neither party may assign this Agreement without the other's consent, other than to an Affiliate that can fulfil it. Notices go by courier to the addresses of the Order form, for the attention of the general counsel; electronic mail is enough for day-to-day matters only.",
            "The parties are independent. Neither may hire people of the other who worked on the Services until a year after they did, unless they answered an advertisement that was open to all. Supplier shall not use Customer's name in publicity.",
            "If a provision is invalid, the rest stands, and the parties shall agree on a valid one that comes nearest to it. Counterparts and electronic signatures are good.",
        ),
    ]  # fmt: skip
