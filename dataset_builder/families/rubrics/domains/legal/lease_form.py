"""The articles of an office lease: two pages, each a left and a right column."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.legal.lease_asks import REPAIRS, LeaseWorld

Columns = tuple[list[str | Markup], list[str | Markup]]


def first_page(world: LeaseWorld) -> Columns:
    """Return Articles 1 to 7."""
    days, rate = world.late
    old = world.months[0]
    left: list[str | Markup] = [
        p.head(2, "Article 1. Premises and Project"),
        "**1.1 Lease.** Landlord leases the Premises to Tenant, and Tenant takes them from Landlord, for the term and on the conditions of this Lease. Tenant may use the lobbies, corridors, stairs, lifts and drives of the Project in common with others.",
        "**1.2 Measurement.** The areas in the Basic Lease Information have been agreed, and neither party may ask for rent to be changed because a later survey finds another area.",
        "**1.3 Parking.** Stalls are used under Exhibit B. Stalls marked for another tenant are not to be used, at any hour, by Tenant or its visitors. Landlord may close parts of the parking areas for repair, if it offers as many stalls elsewhere.",
        p.head(2, "Article 2. Term and delivery"),
        "**2.1 Term.** The term begins on the Commencement Date and ends on the Expiration Date, unless it ends sooner under this Lease.",
        "**2.2 Delay.** If Landlord can't deliver the Premises on the Commencement Date, it is not liable for damages, but no rent is owed until it delivers them. After ninety days of delay Tenant may end this Lease by notice, and its deposit shall be returned.",
        "**2.3 Improvements.** [[work-letter|Landlord shall contribute to improvements of the Premises the allowance stated in Exhibit D, the Work Letter]], on the conditions stated there, and otherwise delivers the Premises as they are.",
        p.head(2, "Article 3. Holding over; renewal"),
        "**3.1 Holding over.** If Tenant stays after the term, it does so from day to day, at one and one half times the Base Rent last payable, and is liable for what Landlord loses because of it after the first thirty days.",
        f"**3.2 Option.** [[months-old|Tenant may renew the term once, for five years, by notice to Landlord no later than {old} months before the Expiration Date]]. The option lapses if Tenant is in default when notice is given or when the renewal term would begin. Base Rent for the renewal term is the market rent of like space in the district, but not less than ninety-five percent of the Base Rent last payable.",
        p.head(2, "Article 4. Rent"),
        "**4.1 Payment.** Tenant shall pay Base Rent in advance on the first day of each month, without demand, deduction or set-off, at the office of Landlord or by wire. Rent for part of a month is counted by days of a month of thirty.",
    ]
    right: list[str | Markup] = [
        f"**4.2 Late payment.** A payment not received within {days} days of its due date bears a charge of {rate} percent of the amount overdue, for Landlord's trouble and not as a penalty, and interest at one percent a month from the due date.",
        "**4.3 Additional rent.** All sums that Tenant owes under this Lease besides Base Rent are additional rent, and Landlord has for them the remedies that it has for rent.",
        p.head(2, "Article 5. Operating Expenses"),
        "**5.1 Share.** Tenant shall pay Tenant's Share of the amount by which Operating Expenses of a calendar year exceed those of the base year. Landlord shall send an estimate each December, and a statement within one hundred twenty days of the end of the year.",
        "**5.2 What counts.** Operating Expenses are the reasonable costs of running, cleaning, insuring, guarding and maintaining the Project, real estate taxes, and a fee of management of three percent of revenues. They leave out debt service, ground rent, leasing commissions, improvements for other tenants, fines, and capital items, other than those that lower expenses, spread over their useful life.",
        "**5.3 Audit.** Within ninety days of a statement Tenant may look into Landlord's books at the management office, by an accountant who is not paid by results. If Tenant was charged more than five percent too much, Landlord pays for the audit.",
        p.head(2, "Article 6. Deposit"),
        "Landlord may apply the Security Deposit to what Tenant owes and fails to pay, and Tenant shall restore it within ten days. It bears no interest, and is returned within forty-five days of the end of the term, less what is due.",
        p.head(2, "Article 7. Use"),
        "Tenant shall use the Premises for the Permitted Use only, keep to the law and the Rules, and neither overload floors nor store what raises the premium of insurance. Landlord shall enforce the Rules against all tenants alike, but is not liable to one tenant for the acts of another.",
    ]
    return left, right  # fmt: skip


def second_page(world: LeaseWorld) -> Columns:
    """Return Articles 8 to 16. A list of repairs goes on at the top of the right column."""
    payer = world.payer
    other = "Landlord" if payer == "Tenant" else "Tenant"
    lists = {
        "Landlord": [
            ("(a)", "foundations, outside walls, the structure of the roof and its membrane;"),
            ("(b)", "water, gas and sewer mains up to the point at which they branch to one suite;"),
        ],
        "Tenant": [
            ("(a)", "walls, ceilings, floor coverings and doors inside the Premises;"),
            ("(b)", "wiring, outlets and lamps from the panel of the Premises on;"),
        ],
    }
    last = {
        "Landlord": "lifts, lobbies and corridors that tenants share.",
        "Tenant": "cabling and appliances that Tenant has brought.",
    }
    words = REPAIRS[world.repair][0]
    going_on = [
        ("(c)", "smoke detectors and extinguishers within the Premises, tested once a year;"),
        ("(d)", f"[[repair|{words}]];"),
        ("(e)", "window coverings and interior glazing; and"),
        ("(f)", "whatever else was installed for the Premises under a permit taken out for them."),
    ]
    left: list[str | Markup] = [
        p.head(2, "Article 8. Repairs"),
        f"**8.1 {other}'s repairs.** {other}, at its cost, shall keep in good repair and, where repair no longer serves, replace:",
        p.clauses([*lists[other], ("(c)", last[other])]),
        f"{other} shall begin within ten days of learning of the need, or at once where people or goods are in danger, and shall carry the work through without stopping. It shall give the other party a day's warning of noise, dust or the closing of a way in, and shall leave the place clean. "
        f"If {other} fails to act in time, the other party may do the work after a second notice, and {other} shall repay its reasonable cost within thirty days of invoices, with interest at the rate of Section 4.2.",
        "Work under this Section shall be done by licensed contractors who carry the insurance that Article 10 asks of Tenant. Materials shall be as good as those they replace. What is replaced and has value belongs to whoever paid for the replacement. No claim for loss of business arises from work that keeps to this Section, but Base Rent abates for any part of the Premises that can't be used for more than five business days in a row.",
        "Damage by fire and other insured events is not under this Article but under Article 11. Damage that either party or its guests do by neglect is mended at the cost of that party, in spite of the lists in this Article, so far as insurance does not pay for it.",
        "Warranties of makers and installers shall be used first. Whoever has a duty to repair under this Article may call on them in the other party's name where they run to that party, which shall sign what is needed within five business days. Contracts of service for equipment that has to be looked at by season shall be kept in force, with a firm that both know, and a copy of each report goes to the management office within two weeks.",
        "Nothing in this Article asks anyone to improve the Premises beyond the state in which they were delivered, or to bring them up to a law that was passed later, unless a change of use by that party is what calls for it.",
        "Both parties shall walk the Premises together each spring, and either may ask for a record of what was found. The record is evidence of the state of the Premises on that day and nothing more.",
        f"**8.2 {payer}'s repairs.** [[list-{payer}|{payer}, at its cost, shall keep in good repair and, where repair no longer serves, replace]]:",
        p.clauses(lists[payer]),
    ]
    right: list[str | Markup] = [
        p.clauses(going_on),
        f"**8.3 {other}'s access.** To look after what it has to repair, {other} may enter rooms that the other party holds, at reasonable hours and after a day's notice, and at any hour in an emergency.",
        p.head(2, "Article 9. Alterations"),
        "Tenant shall make no alterations without Landlord's consent, which shall not be withheld without reason where neither structure nor systems are touched and the cost is under $15,000. Alterations become part of the Building, unless Landlord asked, when it gave consent, that they be taken out.",
        p.head(2, "Article 10. Insurance"),
        "Tenant shall carry commercial general liability insurance of $2,000,000 for each occurrence, property insurance at replacement cost on its goods and alterations, and workers' compensation as the law requires. Landlord shall insure the Building. Each waives claims against the other so far as property insurance pays, or would have paid had it been carried.",
        p.head(2, "Article 11. Fire and other casualty"),
        "If the Premises are damaged, Landlord shall mend them, and rent abates in proportion. If an architect whom Landlord names finds that this takes more than two hundred days, either party may end this Lease by notice within thirty days of the finding.",
        p.head(2, "Article 12. Assignment"),
        "Tenant may assign this Lease or sublet with Landlord's consent, not to be withheld without reason, and to an affiliate without it. Half of any profit on a sublease, after costs, goes to Landlord. Tenant stays liable.",
        p.head(2, "Article 13. Default"),
        "Tenant is in default if rent is unpaid five days after notice, or another duty is unfulfilled thirty days after notice. Landlord may then end this Lease, or retake the Premises and relet them for Tenant's account, and shall take reasonable steps to lessen its loss.",
        p.head(2, "Article 14. Quiet enjoyment; surrender"),
        "While Tenant is not in default it shall hold the Premises without disturbance by Landlord or those who claim under it. At the end of the term it shall leave them broom clean, wear and casualty excepted, and take its cabling with it.",
        p.head(2, "Article 15. General"),
        "This Lease with its exhibits is the whole agreement, and may be changed only by a writing that both parties sign. If one provision fails, the rest stands. The law of the state in which the Building stands governs. Time is of the essence. Neither party shall record this Lease, but either may record a memorandum of it.",
    ]
    return left, right
