"""The form of an auto policy: definitions, parts with insuring agreements and exclusions, general provisions."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.insurance.auto_world import AutoWorld

_EXCLUSIONS = {
    "residence": "Caused by, or sustained while occupying, any vehicle located for use as a residence or premises, or used by any person as "
    "a primary residence, whether or not it is being driven at the time.",
    "delivery": "Sustained while occupying your covered auto when it is being used to carry goods or food for a fee, from the time the driver "
    "accepts a request until the delivery is complete or canceled.",
    "track": "Sustained while occupying any vehicle located inside a facility designed for racing, for the purpose of preparing for, practicing "
    "for, or taking part in any timed or instructed driving event.",
    "share": "Sustained while your covered auto is enrolled in a personal vehicle sharing program and is in the possession of a person to whom "
    "that program has made it available.",
    "animal": "Arising out of the transport of livestock, or of animals for which a charge is made.",
}


def exclusion_text(name: str) -> str:
    """Return the words of an exclusion."""
    return _EXCLUSIONS[name]


def form_pages(world: AutoWorld) -> Markup:
    """Return the form, set in two columns."""
    return p.box(
        [
            p.head(1, "Personal auto policy"),
            *_agreement(world),
            *_liability(),
            *_medical(world),
            *_uninsured(),
            *_damage(),
            *_general(world),
        ],
        "form",
    )


def _agreement(world: AutoWorld) -> list[str | Markup]:
    terms = (
        ("A.", "Throughout this policy, \"you\" and \"your\" refer to the named insured shown in the Declarations and that person's spouse if a resident of the same household. \"We\", \"us\" and \"our\" refer to the company providing this insurance."),
        ("B.", "\"Bodily injury\" means bodily harm, sickness or disease, including death that results."),
        ("C.", f"[[family|\"Family member\" means a person related to you by blood, marriage or adoption who sleeps at your residence on at least 180 nights of the policy period]]. [[student|A full-time student under age {world.school_age} who lives away at school is a family member only if named in the Declarations as a driver on file]]."),
        ("D.", "\"Occupying\" means in, upon, or getting in, on, out or off."),
        ("E.", "\"Your covered auto\" means any vehicle shown in the Declarations; a trailer you own; and, for 14 days after you become its owner, a newly acquired auto, on the condition that you ask us to insure it within those days."),
        ("F.", "\"Property damage\" means physical injury to, destruction of, or loss of use of tangible property."),
        ("G.", "\"Business\" includes trade, profession or occupation, whether full or part time."),
    )  # fmt: skip
    return [
        p.head(2, "Agreement"),
        "In return for payment of the premium and subject to all the terms of this policy, we agree with you as follows:",
        p.head(2, "Definitions"),
        p.clauses(terms),
    ]


def _liability() -> list[str | Markup]:
    return [
        p.head(2, "Part A: Liability coverage"),
        p.head(3, "Insuring agreement"),
        "We will pay damages for bodily injury or property damage for which any insured becomes legally responsible because of an auto "
        "accident. We will settle or defend, as we consider appropriate, any claim or suit asking for these damages. Our duty to settle or "
        "defend ends when our limit of liability for this coverage has been exhausted by payment of judgments or settlements.",
        p.head(3, "Supplementary payments"),
        "In addition to our limit, we will pay up to $250 for the cost of bail bonds required because of an accident, premiums on appeal "
        "bonds in any suit we defend, and up to $200 a day for loss of earnings because of attendance at hearings at our request.",
        p.head(3, "Exclusions"),
        "We do not provide liability coverage for any insured:",
        p.clauses(
            [
                ("1.", "Who intentionally causes bodily injury or property damage."),
                ("2.", "For property damage to property owned or being transported by that insured."),
                ("3.", "For bodily injury to an employee of that insured during the course of employment, other than a domestic employee."),
                ("4.", "For liability arising out of the ownership or operation of a vehicle while it is being used as a public conveyance."),
                ("5.", "While employed or otherwise engaged in the business of selling, repairing, storing or parking vehicles designed for use mainly on public highways."),
                ("6.", "Using a vehicle without a reasonable belief that the insured is entitled to do so."),
            ]
        ),
        p.head(3, "Other insurance"),
        "If there is other applicable liability insurance, we will pay only our share of the loss. Our share is the proportion that our limit "
        "bears to the total of all applicable limits. Insurance we provide for a vehicle you do not own shall be excess over any other collectible insurance.",
    ]  # fmt: skip


def _medical(world: AutoWorld) -> list[str | Markup]:
    return [
        p.head(2, "Part B: Medical payments coverage"),
        p.head(3, "Insuring agreement"),
        "[[med-grant|We will pay reasonable expenses incurred for necessary medical and funeral services because of bodily injury caused by "
        "accident and sustained by an insured]]. We will pay only those expenses incurred within three years of the date of the accident. "
        "\"Insured\" in this Part means you or any family member while occupying, or as a pedestrian when struck by, a motor vehicle; and any "
        "other person while occupying your covered auto.",
        p.head(3, "Exclusions"),
        "We do not provide Medical Payments Coverage for any insured for bodily injury:",
        p.clauses(
            [
                ("1.", "Sustained while occupying any motorized vehicle having fewer than four wheels."),
                ("2.", "Occurring during the course of employment if workers' compensation benefits are required or available for the bodily injury."),
                ("3.", f"[[med-exclusion|{exclusion_text(world.use)}]]"),
                ("4.", "Sustained while occupying, or when struck by, any vehicle other than your covered auto that is owned by you or furnished for your regular use."),
                ("5.", "Caused by or as a consequence of discharge of a nuclear weapon, war, insurrection or rebellion."),
                ("6.", "Arising out of the transport of livestock."),
            ]
        ),
        p.head(3, "Limit of liability"),
        "The limit of liability shown in the Declarations for this coverage is our maximum limit for each person injured in any one accident, "
        "regardless of the number of insureds, claims made, or vehicles shown in the Declarations.",
    ]  # fmt: skip


def _uninsured() -> list[str | Markup]:
    return [
        p.head(2, "Part C: Uninsured motorists coverage"),
        p.head(3, "Insuring agreement"),
        "We will pay compensatory damages which an insured is legally entitled to recover from the owner or operator of an uninsured motor "
        "vehicle because of bodily injury sustained by an insured and caused by an accident. Any judgment for damages arising out of a suit "
        "brought without our written consent is not binding on us.",
        "\"Uninsured motor vehicle\" means a land motor vehicle or trailer of any type to which no bodily injury liability bond or policy applies at "
        "the time of the accident; or which is a hit-and-run vehicle whose operator or owner cannot be identified.",
        p.head(4, "However, \"uninsured motor vehicle\" does not include any vehicle or equipment:"),
        p.clauses(
            [
                ("1.", "Owned by or furnished for the regular use of you or any family member."),
                ("2.", "Owned by any governmental unit or agency."),
                ("3.", "Operated on rails or crawler treads."),
                ("4.", "[[um-residence|While located for use as a residence or premises, or used by any person as a primary residence, even while it is being driven]]."),
            ]
        ),
        p.head(3, "Exclusions"),
        "We do not provide Uninsured Motorists Coverage for bodily injury sustained by any insured who settles the claim without our consent, "
        "or while occupying your covered auto when it is being used as a public conveyance.",
        p.head(3, "Limit of liability"),
        "The limit shown for each person is our maximum limit for all damages, including damages for care and loss of services, arising out of "
        "bodily injury sustained by any one person in any one accident. No one will be entitled to receive duplicate payments for the same elements of loss.",
    ]  # fmt: skip


def _damage() -> list[str | Markup]:
    return [
        p.head(2, "Part D: Coverage for damage to your auto"),
        p.head(3, "Insuring agreement"),
        "We will pay for direct and accidental loss to your covered auto, minus any applicable deductible shown in the Declarations. Loss caused by "
        "missiles or falling objects, fire, theft, explosion, windstorm, hail, water, flood, vandalism, riot, contact with a bird or animal, or breakage "
        "of glass is considered other than collision. \"Collision\" means the upset of your covered auto or its impact with another vehicle or object.",
        p.head(3, "Exclusions"),
        p.clauses(
            [
                ("1.", "Damage due and confined to wear and tear, freezing, mechanical or electrical breakdown, or road damage to tires."),
                ("2.", "Loss to equipment that reproduces sound or data and is not permanently installed."),
                ("3.", "Loss to a camper body or trailer that is not shown in the Declarations."),
                ("4.", "Loss to custom furnishings in or upon any pickup or van."),
            ]
        ),
    ]  # fmt: skip


def _general(world: AutoWorld) -> list[str | Markup]:
    soon, late = world.notice
    return [
        p.head(2, "Part F: General provisions"),
        p.head(3, "Termination: cancellation by us"),
        p.head(4, f"Policy in effect for fewer than {world.early} days"),
        f"If this policy is not a renewal, we may cancel by mailing to you at least [[soon|{soon} days' notice]] for any reason not forbidden by law.",
        p.head(4, f"Policy in effect for {world.early} days or more, or a renewal"),
        "We will cancel only for nonpayment of premium, or if your driver's license or that of a driver who lives with you has been suspended or revoked "
        f"during the policy period. [[late|We will mail at least {late} days' notice]], whatever the reason.",
        p.head(3, "Termination: nonrenewal"),
        "If we decide not to renew this policy, we will mail notice to the named insured at least 60 days before the end of the policy period.",
        p.head(3, "Transfer of your interest"),
        "Your rights and duties under this policy may not be assigned without our written consent. If a named insured dies, coverage continues to the end of the period for the surviving spouse resident in the same household.",
        p.head(3, "Two or more auto policies"),
        "If this policy and any other auto policy issued to you by us apply to the same accident, the maximum limit under all the policies shall not exceed the highest applicable limit under any one policy.",
    ]  # fmt: skip
