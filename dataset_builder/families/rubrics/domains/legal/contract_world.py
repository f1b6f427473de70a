"""What a services agreement says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

GROUNDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "levels": ("misses a Service Level in any three months of a period of six", ("service level", "service levels")),
    "certificate": ("loses, or fails to renew, its certification of information security", ("certification", "certificate", "certified", "cert", "certs")),
    "persons": ("takes a Key Person off the Services without Customer's consent", ("key person", "key personnel", "key people")),
    "competitor": ("comes under the control of a competitor of Customer", ("competitor", "competing", "rival")),
    "insolvent": ("stops paying its debts as they fall due, or files for protection from creditors", ("debts", "creditor", "insolvent", "insolvency", "bankrupt", "bankruptcy")),
    "barred": ("is barred from public contracts in any state in which the Services are performed", ("public contract", "public work", "government contract", "government work", "barred", "debarred", "debarment")),
}  # fmt: skip
"""Grounds on which Customer may terminate, and what each is about."""

TOOLS: tuple[str, ...] = (
    "Reporting connector",
    "Route solver",
    "Test harness",
    "Label reader",
    "Sync agent",
    "Batch scheduler",
)
ROLES: tuple[str, ...] = ("Solution architect", "Integration engineer", "Data engineer", "Test engineer", "Database administrator", "Network engineer", "Security analyst", "Business analyst", "Project manager", "Service desk analyst", "Trainer", "Technical writer")  # fmt: skip
LEVELS: tuple[str, ...] = ("I", "II", "III")


@dataclass(frozen=True)
class ContractWorld:
    """A services agreement.

    Attributes:
        affiliate: percent of votes that make an affiliate; ``holding`` is what the customer has in ``venture``.
        multiple: of fees paid or payable, the cap for breaches of data duties; ``paid`` and ``due`` are a year's fees in dollars.
        grounds: keys of ``GROUNDS`` for termination with thirty days' notice and at once, each in its order.
        asked: which list and place in it is asked about.
        credits: lower edges of availability in percent, with the credit in percent of the monthly charge; falling.
        edge: place of the row on whose lower edge a month falls; ``monthly`` is the charge in dollars.
        index: readings of twelve quarters; ``corridor`` the band in which nothing changes.
        rates: by role and level, dollars an hour on site standard, on site after hours, remote standard, remote after hours.
        row: role and level asked about, near the table's end.
        tools: supplier tools; ``tool`` is the one asked about.
        parts: further parts of the first Order, by title; ``annexes``, schedules from the sixth on.
    """

    customer: str
    supplier: str
    venture: str
    state: str
    signers: tuple[str, str]
    managers: tuple[str, str]
    dated: date
    number: str
    affiliate: int
    holding: int
    multiple: int
    paid: int
    due: int
    grounds: tuple[tuple[str, ...], tuple[str, ...]]
    asked: tuple[int, int]
    credits: tuple[tuple[float, int], ...]
    edge: int
    monthly: int
    index: tuple[float, ...]
    corridor: tuple[int, int]
    rates: Mapping[str, Mapping[str, tuple[int, int, int, int]]]
    row: tuple[str, str]
    tools: tuple[str, ...]
    tool: str
    insurance: int
    renewal: int
    parts: tuple[tuple[str, Markup], ...] = ()
    annexes: tuple[tuple[str, Markup], ...] = ()

    @property
    def outside(self) -> int:
        """Return the place of the quarter whose reading lies outside the corridor, counted from 0."""
        low, high = self.corridor
        return next(k for k, one in enumerate(self.index) if not low <= one <= high)
