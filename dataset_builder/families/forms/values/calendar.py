"""Dates of one document, in order among themselves, and the ways of writing them."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

from dataset_builder.moments import MONTHS

EVENTS = ("birth_date", "death_date", "start_date", "end_date", "signature_date", "expiration_date", "date", "tax_year")

FIRST_DAY, LAST_DAY = date(2016, 1, 1), date(2025, 12, 31)
"""A document's own day lies in this range; no clock is asked."""

STYLES = {
    "%m/%d/%Y": 0.6,
    "%-m/%-d/%Y": 0.14,
    "%B %-d, %Y": 0.08,
    "%m-%d-%Y": 0.08,
    "%b %-d, %Y": 0.05,
    "%Y-%m-%d": 0.05,
}
"""Shares of the ways a whole document writes its dates, where the form does not say."""

_TAX_YEAR = re.compile(
    r"\b(?:Form|Schedule) [\w-]{1,8}(?: \(Form [\w-]+\))? \(?(20[12]\d)\b|"
    r"[Tt]ax [Yy]ear [Ee]nding December 31, (20[12]\d)"
)
_REVISED = re.compile(r"\bRev(?:ised|ision)?\b[^0-9]{0,12}(?:\d{1,2}[/-](?:\d{1,2}[/-])?)?(20[012]\d)\b", re.IGNORECASE)
_EXPIRES = re.compile(
    r"\bExp(?:ires|iration)?\b[^0-9]{0,24}(?:\d{1,2}[/-])?\d{1,2}(?:[/-]|, )(20[123]\d)\b", re.IGNORECASE
)
_PERIODICAL = re.compile(r"\b(monthly|quarterly|annual)\b[^.]{0,40}\b(?:return|report)\b", re.IGNORECASE)

_HINTS = (
    (r"yyyy ?mm ?dd", "%Y%m%d"),
    (r"mm ?dd ?yyyy", "%m/%d/%Y"),
    (r"dd ?mm ?yyyy", "%d/%m/%Y"),
    (r"mm ?dd ?yy", "%m/%d/%y"),
    (r"dd ?mmm ?yyyy|day month year", "%d %b %Y"),
)


def draw_day(rng: random.Random, first: date, last: date) -> date:
    """Return a day between two, both included; ``last`` where they stand the wrong way round."""
    return first + timedelta(days=rng.randint(0, (last - first).days)) if first <= last else last


def find_days(words: str) -> tuple[date, date]:
    """Return first and last day on which a form with these printed words may have been filled in.

    A form for a tax year is filled in during the year after it, one with a revision or an expiry date near these.

    >>> find_days("Form 8839 (2024) Qualified Adoption Expenses")
    (datetime.date(2025, 1, 20), datetime.date(2025, 10, 15))
    >>> find_days("Request Rev. 08/2021 OMB No. 1125-0000")
    (datetime.date(2022, 1, 1), datetime.date(2025, 12, 31))
    >>> find_days("Appeal Expiration Date: July 31, 2018")
    (datetime.date(2016, 1, 1), datetime.date(2018, 12, 31))
    """
    if year := _TAX_YEAR.search(words):
        after = int(next(filter(None, year.groups()))) + 1
        return date(after, 1, 20), date(after, 10, 15)
    revised = [int(year) + 1 for year in _REVISED.findall(words)]
    expires = [int(year) for year in _EXPIRES.findall(words)]
    begins = [*revised, *(year - 3 for year in expires)]
    first = max([FIRST_DAY.year, *(min(year, LAST_DAY.year) for year in begins)])
    last = min([LAST_DAY.year, *(max(year, first) for year in expires)])
    return date(first, 1, 1), date(last, 12, 31)


def find_return_months(words: str) -> int:
    """Return how many months a periodical return or report covers by its printed words; 0 where they do not say.

    >>> find_return_months("Quarterly Sales and Use Tax Return"), find_return_months("Quarterly dues of members")
    (3, 0)
    """
    told = _PERIODICAL.search(words)
    return {"monthly": 1, "quarterly": 3, "annual": 12}[told.group(1).lower()] if told else 0


def draw_period(rng: random.Random, year: int, months: int) -> tuple[date, date]:
    """Return first and last day of one of the equal parts of a year that last ``months`` months each.

    >>> draw_period(random.Random(1), 2023, 12)
    (datetime.date(2023, 1, 1), datetime.date(2023, 12, 31))
    """
    before = months * rng.randrange(12 // months)
    after = before + months
    return date(year, before + 1, 1), date(year + after // 12, after % 12 + 1, 1) - timedelta(days=1)


def find_election(day: date) -> date:
    """Return the first general election on or after a day: the Tuesday after the first Monday of November.

    >>> find_election(date(2024, 3, 1)), find_election(date(2024, 11, 6))
    (datetime.date(2024, 11, 5), datetime.date(2025, 11, 4))
    """
    for year in (day.year, day.year + 1):
        second = date(year, 11, 2)
        tuesday = second + timedelta(days=(1 - second.weekday()) % 7)
        if tuesday >= day:
            break
    return tuesday


def write_date(day: date, style: str) -> str:
    """Return a date written in a style of ``strftime``; ``%-d`` and ``%-m`` go without leading zeros everywhere.

    >>> write_date(date(2023, 3, 4), "%-m/%-d/%Y")
    '3/4/2023'
    """
    plain = style.replace("%-d", str(day.day)).replace("%-m", str(day.month))
    plain = plain.replace("%B", MONTHS[day.month - 1]).replace("%b", MONTHS[day.month - 1][:3])
    return day.strftime(plain)


def find_style(words: str) -> str:
    """Return the style that printed words ask for, or "".

    >>> find_style("date signed yyyymmdd"), find_style("date mm dd yyyy"), find_style("date")
    ('%Y%m%d', '%m/%d/%Y', '')
    """
    return next((style for pattern, style in _HINTS if re.search(pattern, words)), "")


def list_date_forms(day: date, style: str, *, cells: int = 0) -> list[str]:
    """Return ways to write a date, the wanted first, shorter ones after; digits only for a comb of 6 or 8 cells.

    >>> list_date_forms(date(2023, 3, 4), "%B %-d, %Y")
    ['March 4, 2023', '03/04/2023', '3/4/2023', '03/04/23']
    >>> list_date_forms(date(2023, 3, 4), "%m/%d/%Y", cells=8)[0]
    '03042023'
    """
    styles = [style, "%m/%d/%Y", "%-m/%-d/%Y", "%m/%d/%y"]
    if cells:
        bare = "%Y%m%d" if style.startswith("%Y") else "%d%m%Y" if style.startswith("%d") else "%m%d%Y"
        styles = [bare.replace("%Y", "%y") if cells == 6 else bare] if cells < 10 else ["%m/%d/%Y", "%Y-%m-%d"]
    elif style == "%Y%m%d":
        styles = [style]
    forms = [write_date(day, each) for each in styles]
    return list(dict.fromkeys(forms))
