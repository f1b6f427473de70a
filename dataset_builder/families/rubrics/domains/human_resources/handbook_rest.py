"""The words of an employee handbook, second half: chapters 7 to 12."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.human_resources.handbook_text import Chapter
from dataset_builder.families.rubrics.domains.human_resources.handbook_world import EXCUSED, HandbookWorld


def last_chapters(world: HandbookWorld) -> list[Chapter]:
    """Return chapters 7 to 12."""
    snow, own = EXCUSED[world.excused[2]][0], EXCUSED[world.excused[3]][0]
    h1, h5, s1, s5 = world.notice
    return [
        ("Weather and other interruptions", [
            ("Who decides", ["The site manager decides by 4 a.m. for the day shift and by noon for the others whether a site opens. The decision is on the attendance line, on local radio, and sent to your phone if we have the number."]),
            ("If the site is closed", [f"If you are rostered and the site is closed, you are paid for four hours. You may use vacation for the rest. [[exc.2|{snow[0].upper()}{snow[1:]} is not counted against anyone's attendance]]. If the site is open and you can't get there, that is an absence like any other; call as early as you can."]),
            ("Power and supply", ["When a line stands still for more than half an hour, you may be given other work at your rate, or be sent home with pay for at least half of the shift. Leaders choose by volunteers first."]),
            ("Working elsewhere", ["A crew may be lent to another site for up to ten days a year. Travel beyond your usual way is paid time, and miles beyond it are paid at the rate in the chapter on travel."]),
        ]),
        ("Travel and expenses", [
            ("Before you go", ["Trips are approved by the head of your department. Book rail and air through the desk, at the lowest fare that gets you there in time. First class is not paid for, whatever it costs on the day."]),
            ("Hotels and meals", ["Towns are sorted into groups A, B and C; Appendix 1 says which is which. A town that isn't listed is in group C. [[meal.parts|Meals are paid at a fixed amount for each full day, and at three quarters of it on the first and on the last day of a trip]]. No receipts are needed for them. "
                                  "Hotels are paid against the bill, up to the limit for the group."]),
            ("Cars", ["Your own car is paid at 62 cents a mile, a rented one with fuel against receipts. Take the smallest that does the job. Fines are yours. If you drive more than three hours after a shift, stay the night instead."]),
            ("Claims", ["Hand in claims within thirty days, in the system, with pictures of the receipts. They are paid with the next pay. After ninety days they are not paid at all."]),
            ("Cards", ["Company cards are for company purchases. They are not lent, and cash is not drawn with them. A lost card is reported the same day."]),
            ("Gifts and meals with others", ["You may accept a meal or a gift worth up to $40 from a supplier, once a year. Anything else is sent back with thanks, or goes into the December raffle. Giving follows the same limit and needs your leader's consent. Officials are given nothing."]),
        ]),
        ("How we treat each other", [
            ("Respect", ["We do not tolerate harassment, threats or insults, whoever utters them. It does not matter how a remark was meant. If you can, tell the person that you want it to stop. If you can't, or it goes on, go to your leader, to any other leader, or to the People office; all of them must act."]),
            ("Investigation", ["Complaints are looked into within ten working days by someone from another site. Both sides are heard, each may bring a colleague. Whoever complains in good faith is protected, also when nothing can be proved. The outcome is told to both."]),
            ("Equal chances", ["Hiring, pay, training and promotion go by what people can do and have done. Openings are posted for a week before anybody from outside is considered. Ask for an adjustment if a disability or your faith makes one necessary; most cost little."]),
            ("Family at work", ["Relatives and couples may work for us, but not in a line where one reports to the other or handles the other's pay. Tell the People office if it comes to that; one of the two is offered another place."]),
            ("Community", [f"Members of crews coach teams, sit on boards and serve in emergencies, and we are proud of them. [[exc.3|Shifts missed for {own} are excused and leave the attendance count as it was]]; bring proof. Up to two paid days a year are given for projects that the site committee has chosen."]),
            ("Dress", ["Clean, whole and safe. On the floor, the uniform that is provided. In offices, what you would wear to visit a customer."]),
        ]),
        ("Property, data and devices", [
            ("Company property", ["Tools, radios and keys are signed for. Samples and damaged goods are company property too and are not taken home without a slip. Lockers may be opened in your presence, or with a witness where there is danger."]),
            ("Phones and cameras", ["Private phones stay in the locker or in a pocket, silent. Pictures on the floor need leave from the site manager. Visitors sign a form about this, and you remind them."]),
            ("Mail and network", ["Accounts are for work. A little private use in breaks is fine. The company may look into accounts when there is a reason, which is written down and signed by two directors. Passwords are never shared, not with the help desk either."]),
            ("Recipes, prices, customers", ["What you learn about recipes, costs, prices and customers stays here, while you work for us and afterwards. That does not keep you from talking about your own pay and conditions with whomever you like."]),
            ("Talking to the press", ["Questions from the press, and requests to film, go to the director's office. What you write privately, write in your own name, and not as though it were the company's view."]),
            ("Inventions", ["If you invent something in the course of your work, it belongs to the company. We pay $500 when a patent is applied for, and $1,500 when it is granted, for each inventor."]),
        ]),
        ("When things go wrong", [
            ("Steps", ["Most matters are settled by talking. If that does not help, there is a written warning, then a final one, then dismissal. Steps may be skipped for serious acts: theft, violence, tampering with a guard or a record, coming to work drunk, clocking for others."]),
            ("Your side", ["Nobody is warned or dismissed without having been heard. You may bring a colleague. You receive what was decided in writing, within five working days. Suspension while something is looked into is with pay."]),
            ("Appeals", ["Write to the site manager within ten days, then to the director. An appeal is decided by somebody who took no part in the decision. About one in five succeeds."]),
            ("Open door", ["You may speak to any leader up to the director, without an appointment and without telling your own. Tuesdays from two to four are kept free for this at every site."]),
            ("Hotline", ["Fraud, bribery and danger can be reported by phone or in the web form, with or without your name. Reports go to a firm outside, which passes them to the audit committee."]),
        ]),
        ("Leaving", [
            ("Hourly employees", [f"[[not.h1|After the probationary period the notice is {_weeks(h1)}]]. [[not.h5|After five years it is {_weeks(h5)}]]. It runs from the Monday that follows. The same holds for the company, unless the dismissal is for a serious act."]),
            ("Salaried employees", [f"[[not.s1|After the probationary period the notice is {_weeks(s1)}]]. [[not.s5|After five years it is {_weeks(s5)}]]. It ends with a month. Directors have individual terms. You may be asked to stay at home for the rest of it, with pay."]),
            ("Last pay", ["Your last pay comes with the payday that follows your last shift and holds all vacation that you have earned. What you owe for tools or advances is taken off only with your signature."]),
            ("Returning things", ["Badge, keys, radio, uniform, phone and card are handed to your leader on the last shift. Accounts are closed at its end."]),
            ("Exit talk", ["The People office asks everyone who leaves for half an hour. What you say is used in sum and without names."]),
            ("Coming back", ["People who left on good terms are welcome. Seniority is restored if you come back within a year."]),
        ]),
    ]  # fmt: skip


def _weeks(count: int) -> str:
    return f"{count} week{'s' * (count != 1)}"
