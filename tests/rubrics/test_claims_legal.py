"""Answers in other people's words to items of legal documents; which criteria each fails was decided by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from other_words import WORLDS, draw_item, failed_by

from dataset_builder.families.rubrics.bank import long_day, short_day
from dataset_builder.families.rubrics.domains.legal.contract_world import GROUNDS
from dataset_builder.families.rubrics.domains.legal.lease_asks import REPAIRS
from dataset_builder.families.rubrics.model import Item

Answer = Callable[[Any, Item], str]


def _cap(w: Any) -> int:
    return int(w.multiple * (w.paid + w.due))


def _ground(w: Any) -> str:
    return GROUNDS[w.grounds[w.asked[0]][w.asked[1]]][0]


def _how(w: Any) -> str:
    return ("on 30 days' notice", "immediately")[w.asked[0]]


def _credit(w: Any) -> tuple[int, float]:
    rate = w.credits[w.edge][1]
    return rate, w.monthly * rate / 100


def _side(w: Any) -> str:
    return "above" if w.index[w.outside] > w.corridor[1] else "below"


def _total(w: Any) -> int:
    return int(sum(w.steps[w.step][1:]))


CASES: list[tuple[str, str, Answer, tuple[str, ...]]] = [
    # agreement
    ("services_agreement", "defined_term", lambda w, i: f"Nope. 'Affiliate' needs {w.affiliate}% of the vote; you only have {w.holding}%, so you fall short.", ()),
    ("services_agreement", "defined_term", lambda w, i: f"{w.venture} doesn't qualify as an Affiliate. The definition sets the bar at {w.affiliate} percent of votes, your {w.holding} percent stake is below it, and appointing managers isn't counted.", ()),
    ("services_agreement", "defined_term", lambda w, i: f"Although {w.holding}% would be control in the ordinary sense, the agreement requires at least {w.affiliate} percent of votes, so {w.holding}% isn't enough and {w.venture} is not an Affiliate.", ()),
    ("services_agreement", "defined_term", lambda w, i: "Yes, since you control it you may put its people on the Services.", ("no", "threshold", "short")),
    ("services_agreement", "exact_wording", lambda w, i: f"- Data breach: ${_cap(w):,} ({w.multiple}x fees paid or payable)\n- Late delivery: ${w.paid:,} (fees paid only)", ()),
    ("services_agreement", "exact_wording", lambda w, i: f"| Claim | Cap |\n|---|---|\n| Data breach | ${_cap(w):,} |\n| Late delivery | ${w.paid:,} |\n\nUnpaid invoices count only for the breach.", ()),
    ("services_agreement", "exact_wording", lambda w, i: f"11.3 governs the breach. It counts paid and payable fees, ${w.paid + w.due:,}, times {w.multiple}: ${_cap(w):,}. The delivery claim sits under the general cap of 11.2, which looks at fees actually paid, so ${w.paid:,}.", ()),
    ("services_agreement", "exact_wording", lambda w, i: f"Both are capped at ${w.paid:,}.", ("breach", "payable")),
    ("services_agreement", "outline_number", lambda w, i: f"You'd lose the ability to terminate {_how(w)} when Supplier {_ground(w)}.", ()),
    ("services_agreement", "outline_number", lambda w, i: f"That's the termination right that kicks in {_how(w)} if the supplier {_ground(w)}", ()),
    ("services_agreement", "outline_number", lambda w, i: "A right to withhold payment.", ("ground", "terminate", "how")),
    ("services_agreement", "band_edge", lambda w, i: f"{_credit(w)[0]}% x ${w.monthly:,} = ${_credit(w)[1]:,.2f}", ()),
    ("services_agreement", "band_edge", lambda w, i: f"Claim ${_credit(w)[1]:,.0f}. The band says 'at least', so hitting the number exactly still earns the {_credit(w)[0]} percent credit and not the bigger one below.", ()),
    ("services_agreement", "band_edge", lambda w, i: "No credit is due.", ("credit", "rate")),
    ("services_agreement", "range_band", lambda w, i: f"Q{w.outside + 1}; it was {_side(w)} the band at roughly {w.index[w.outside] + 0.5:g}.", ()),
    ("services_agreement", "range_band", lambda w, i: f"Quarter {w.outside + 1} is the only point outside the shaded corridor. It's {_side(w)} it, with an index of around {w.index[w.outside]:.0f}.", ()),
    ("services_agreement", "page_break_header", lambda w, i: f"${w.rates[w.row[0]][w.row[1]][3]}/hour, the remote after-hours rate.", ()),
    ("services_agreement", "page_break_header", lambda w, i: f"Saturdays count as after hours, so it's {w.rates[w.row[0]][w.row[1]][3]} dollars per hour, and not the standard remote ${w.rates[w.row[0]][w.row[1]][2]}.", ()),
    ("services_agreement", "exclusion_after_grant", lambda w, i: f"No, you can't. The {w.tool.lower()} is listed in Schedule 4 as a Supplier Tool; 5.4 carves those out of the perpetual license, and your right to use it ends when the agreement does.", ()),
    ("services_agreement", "exclusion_after_grant", lambda w, i: f"That isn't allowed. Supplier Tools (Schedule 4 names the {w.tool.lower()}) may be used unmodified only while the agreement lasts; the license stops on termination.", ()),
    ("services_agreement", "exclusion_after_grant", lambda w, i: "Yes, you can have another vendor develop it.", ("no", "tool", "ends")),
    # lease
    ("office_lease", "superseded_amendment", lambda w, i: f"{short_day(w.notice(1, 1))} ({w.months[1]} months before {short_day(w.ends[1])})", ()),
    ("office_lease", "superseded_amendment", lambda w, i: f"Expiration is now {long_day(w.ends[1])} under the First Amendment. The Second Amendment stretched the notice window from {w.months[0]} to {w.months[1]} months. So notice must be in by {long_day(w.notice(1, 1))}.", ()),
    ("office_lease", "superseded_amendment", lambda w, i: f"By {long_day(w.notice(0, 0))}.", ("day", "expiration", "months", "not-original")),
    ("office_lease", "merged_header", lambda w, i: f"${w.steps[w.step][1]:,} (original) + ${w.steps[w.step][2]:,} (expansion) = ${_total(w):,}/month", ()),
    ("office_lease", "merged_header", lambda w, i: f"| Space | Monthly |\n|---|---|\n| Original | ${w.steps[w.step][1]:,} |\n| Expansion | ${w.steps[w.step][2]:,} |\n| Both | ${_total(w):,} |", ()),
    ("office_lease", "route_or_zone", lambda w, i: f"{len(w.stalls['T'][0])} covered, {len(w.stalls['T'][1])} uncovered.", ()),
    ("office_lease", "route_or_zone", lambda w, i: f"I count {len(w.stalls['T'][0])} of Suite {w.suite}'s stalls in the shaded canopy area. The remaining {len(w.stalls['T'][1])} are exposed.", ()),
    ("office_lease", "column_order", lambda w, i: f"{w.payer}. It's item (d) in the list under 8.2, {w.payer}'s repairs: {REPAIRS[w.repair][0]}.", ()),
    ("office_lease", "column_order", lambda w, i: f"The {w.payer} has to fix it at its own cost; section 8.2 ({w.payer}'s repairs) includes {REPAIRS[w.repair][0]}.", ()),
    ("office_lease", "missing_attachment", lambda w, i: "It isn't in the file. The allowance is in Exhibit D (Work Letter), which is marked 'to follow' and not attached.", ()),
    ("office_lease", "missing_attachment", lambda w, i: f"Can't tell: the lease points to the Work Letter, and that exhibit is missing. Don't confuse it with the ${w.moving}/sf moving allowance.", ()),
    ("office_lease", "column_order", lambda w, i: f"{w.payer}'s problem. Item (d) of 8.2 lists it.", ()),
    ("office_lease", "missing_attachment", lambda w, i: f"${w.moving}/sf for moving is all the file has; the TI allowance sits in Exhibit D, which hasn't been attached.", ()),
    ("services_agreement", "defined_term", lambda w, i: f"It would not be an Affiliate: threshold {w.affiliate}%, holding {w.holding}%, so the test is not met.", ()),
    ("services_agreement", "exclusion_after_grant", lambda w, i: f"Don't. The {w.tool} is one of the Supplier Tools in Schedule 4, and under 5.4 your license is limited to use without modification and dies with the contract. No.", ()),
    # deed
    ("warranty_deed", "exclusion_after_grant", lambda w, i: f"Not at that depth. The sellers kept the oil and gas below {w.depth} ft for {w.term} years.", ()),
    ("warranty_deed", "exclusion_after_grant", lambda w, i: f"No, {w.grantee} can't lease it. Oil and gas under {w.depth} feet were excepted and reserved to the grantors until {long_day(w.end)}.", ()),
    ("warranty_deed", "exclusion_after_grant", lambda w, i: f"Yes, {w.grantee} may lease it.", ("no", "why", "depth", "end")),
    ("warranty_deed", "struck_or_void", lambda w, i: f"{w.widths[1]} ft, along the {w.lines[1]} line (the typed {w.widths[0]} ft and {w.lines[0]} are crossed out and initialed).", ()),
    ("warranty_deed", "struck_or_void", lambda w, i: f"Width: {w.widths[1]} feet. Line: {w.lines[1]}. Both were corrected by hand.", ()),
    ("warranty_deed", "never_reported", lambda w, i: "No sale price is stated; the deed only has the usual nominal consideration of $10.", ()),
    ("warranty_deed", "never_reported", lambda w, i: "You can't get the price from this deed. It recites 'ten dollars and other good and valuable consideration'.", ()),
    ("warranty_deed", "stamp_target", lambda w, i: f"{short_day(w.recorded)}, {w.clock}, Inst. No. {w.instrument}. (The auditor's stamp of {short_day(w.entered)} is the transfer entry.)", ()),
    ("warranty_deed", "stamp_target", lambda w, i: f"- Date: {long_day(w.recorded)}\n- Time: {w.clock.lower()}\n- Instrument: {w.instrument}", ()),
]  # fmt: skip


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize(("design", "mechanism", "answer", "fails"), CASES)
def test_answers_in_other_words(
    design: str, mechanism: str, answer: Answer, fails: tuple[str, ...], number: int
) -> None:
    world, item = draw_item("legal", design, mechanism, number)
    text = answer(world, item)
    assert failed_by(text, item) == set(fails), text
