"""The words of an employee handbook, first half: chapters 1 to 6."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.human_resources.handbook_world import EXCUSED, HandbookWorld

Chapter = tuple[str, list[tuple[str, list[str]]]]
"""Title, and sections: each a title and paragraphs; one that begins with a dash is an item of a list."""


def first_chapters(world: HandbookWorld) -> list[Chapter]:
    """Return chapters 1 to 6."""
    a = EXCUSED[world.excused[0]][0]
    return [
        ("Welcome, and how to use this book", [
            ("Who we are", [f"{world.firm} began with one building and eleven people. Today some 1,400 of us work in nine {world.trade}. What has not changed is that most of what we know about the work is known by those who do it. If something in "
                            "these pages makes good work harder, say so. Rules have been changed before because a shift leader wrote half a page about them."]),
            ("What this book is", ["It tells you what you can expect of the company and what the company expects of you. It is not a contract. Where you have a written agreement, or a union agreement covers your job, that goes before the book; where the law gives you more, the law does."]),
            ("Changes", ["Chapters are revised when needed. Between editions, changes are printed as numbered notices and bound in at the end. A notice counts from the day it names, and the page it changes stays as it is until the next edition, so look there before you rely on a figure."]),
            ("Words we use", ["A shift is the time from your rostered start to your rostered end. Your leader is the person who makes your roster. A week runs from Monday to Sunday. Hourly employees are paid by the hour; salaried employees are not, whatever hours they work."]),
        ]),
        ("Joining us", [
            ("Before you start", ["You bring proof that you may work here, your bank details, and any license that the job needs. For work with food or at heights, the clinic sees you first, at our expense and in paid time. An offer depends on both."]),
            ("First ninety shifts", ["The first ninety shifts are a probationary period, counted in shifts worked, not in days. Your leader sits down with you after thirty and after sixty of them. The period can be extended once, by thirty shifts, in writing. Until it is over, either side can end the job with a day's notice."]),
            ("Training", ["Nobody runs a machine, a lift truck or a dock plate alone before being signed off on it. Sign-offs are kept on the board at the line and in the system. They lapse after a year away from the task. If you are asked to do something for which you are not signed off, stop and say so; nobody has ever been disciplined for that."]),
            ("Buddy", ["For the first two weeks a buddy from your crew shows you where things are. Buddies are volunteers and are paid an extra dollar an hour while they have someone with them."]),
            ("Personnel file", ["You may read your file on any working day, with a member of the People office present, and add a statement to anything in it. Medical papers are kept apart, and leaders do not see them. Warnings are removed after eighteen months without another."]),
            ("References", ["We confirm job titles and dates to anybody who asks, and pay only with your consent. Leaders do not give references for the company."]),
        ]),
        ("Hours and pay", [
            ("Rosters", ["Rosters are posted two weeks ahead. After that they change only if both you and your leader agree, or in an emergency. Two people who are signed off for the same job may swap shifts if they tell the leader a day before."]),
            ("Clocking", ["Clock in at your station, ready to work, not earlier than seven minutes before the start. Time is paid to the minute. If you forget, tell your leader on the same shift. Clocking for someone else is one of the few things for which people are dismissed at once."]),
            ("Breaks", ["A shift of more than five hours has a meal break of thirty minutes, unpaid, and a paid rest of twelve minutes in each half. Where the line can't stop, a relief takes your place. A meal break that is interrupted by work is paid in full."]),
            ("Overtime", [f"[[ot.from|Hourly employees are paid overtime for all time beyond {world.threshold:g} hours in a week]]. Hours on paid leave or on a holiday count toward that limit as if they had been worked. [[ot.rate|Overtime is paid at {world.premium:g} times the base rate]]. Shift premiums "
                         "are added afterwards and are not multiplied. Leaders ask for volunteers first, then go by reverse seniority, and must give a day's warning except in an emergency."]),
            ("Premiums", ["The evening shift carries $1.10 an hour, the night shift $1.85, Sundays $2.50. Only one is paid at a time, the highest. A lead hand receives $1.75. Work in the freezer below minus ten degrees carries $1.20, with a warm-up of ten minutes in each hour."]),
            ("Call-in", ["If you are called in outside your roster, you are paid for four hours at least, even if you are sent home after one. Coming in early on the same day is not a call-in."]),
            ("Payday", ["Pay is in your account every second Thursday, for the two weeks that ended on the Sunday before. Mistakes of more than fifty dollars are put right within two working days, smaller ones with the next pay. Overpayments are recovered in parts that you agree to."]),
            ("Pay reviews", ["Rates are reviewed in March. Skill steps are given when you earn them, with the next pay. If you think that your job has outgrown its grade, ask for a review in writing; the People office answers within thirty days and says why."]),
        ]),
        ("Attendance", [
            ("Why it matters", ["Crews are planned to the person. When someone is missing, others stay longer or the line runs slower, and both are felt by people you know."]),
            ("Calling in", ["Call the attendance line at least an hour before your shift, yourself if you can. Say when you expect to be back. A message passed on by a friend in the crew does not count as a call. After two shifts without a call we take it that you have left."]),
            ("Occurrences", [f"An absence of one or more shifts in a row for the same reason is one occurrence. Coming late by more than ten minutes or leaving early is half of one. [[exc.0|Absence for {a} is never counted as an occurrence]], nor is leave that was granted beforehand. Other chapters name further "
                            "absences that are not counted."]),
            ("Steps", ["Occurrences are added up over twelve months that move with the calendar. At four your leader talks with you; at six you receive a written warning; at eight a final one; at nine the job may be ended. A quarter without any takes one off."]),
            ("Certificates", ["From the fourth day of sickness we need a note from a doctor or nurse. It says that you can't work and until when, not what you have. After ten days or more away the clinic sees you before you go back to the line."]),
            ("Patterns", ["Absences that gather around days off or paydays may be raised with you even when each of them is covered. What is raised is written down, and you may add your view."]),
        ]),
        ("Time off", [
            ("Holidays", ["There are nine paid holidays. They are printed on the roster for the year. If your roster has you off on one, you receive another day within sixty days. To be paid for a holiday you work the shifts before and after it, or are on leave that was granted."]),
            ("Vacation", ["You earn vacation with every paid hour: ten days a year at first, fifteen from the third year, twenty from the eighth. Half of it is planned in January, by seniority within the crew; the rest is first come, first served. Five days can be carried over. It is paid out when you leave."]),
            ("Sick pay", ["Six days a year are paid in full. They can be taken in hours. Unused days are paid out in December at half their value, or kept, up to thirty, for a long illness. Sick pay needs the call described in the chapter on attendance."]),
            ("Family and medical leave", ["After a year and 1,250 hours you may take up to twelve weeks for your own serious illness, that of a parent, spouse or child, or a new child. It is unpaid, but you may use vacation and sick days. Your job, or one like it, is kept, and we go on paying our part of your insurance."]),
            ("Bereavement", ["Three paid shifts for a parent, child, spouse, brother, sister or grandparent; five if the funeral is more than 400 miles away. One for others whose funeral you attend."]),
            ("Leave without pay", ["Up to sixty days may be granted for good reason. Seniority stands still while it lasts. Ask your leader, who asks the site manager. An answer is due within a week."]),
        ]),
        ("Safety", [
            ("The first rule", ["You have the right and the duty to stop work that is not safe. Push the button, pull the cord, call out. The line starts again when the shift leader and the person who stopped it agree, not before."]),
            ("Reporting", ["Tell your leader about every injury and every near miss before the end of the shift, however small. Near misses are drawn from a box at the monthly meeting, and the best of them earns its crew lunch. Nobody is disciplined for a report, not even of his own mistake."]),
            ("If you are hurt", ["First aiders wear a green band. For anything beyond first aid you are driven to the clinic, not sent. [[exc.1|Shifts that you miss because of an injury at work do not enter the count of occurrences]]. Light duty is offered where the clinic allows it, at your usual rate, for up to ninety days."]),
            ("Shoes and clothing", [f"Shoes with toe caps are worn everywhere past the yellow line. [[boots.old|The company pays up to ${world.boots[0]} a year for a pair of safety shoes]] from any shop, against a receipt. Hairnets, hearing protection and gloves are at the entrance; glasses with your own lenses are ordered through "
                                    "the clinic. Rings and watches stay in the locker."]),
            ("Lockout", ["Each person who works inside a guard puts on a lock of his own. A lock is taken off by the one whose name is on it. If he has left the site, the shift leader follows the sheet on the lockout board, step by step, with a witness."]),
            ("Lift trucks and docks", ["Speed is that of a brisk walk. Pedestrians have the right of way, and drivers sound the horn at every corner. Trailers are chocked and the light is red before anyone goes in. Phones are not used while driving, walking or standing in an aisle."]),
            ("Drugs and alcohol", ["Nobody works under the influence of either. Tests are made before hiring, after an accident with injury or damage of more than $2,500, and where two leaders see reason. Whoever asks for help before a test is due is helped, once, with leave and a place in a program."]),
            ("Emergencies", ["At the long tone, leave by the nearest door and gather at the sign with your crew's letter. Leaders count. Drills are held in April and October, one of them on nights."]),
        ]),
    ]  # fmt: skip
