"""Dates and times of day as people write them, in one plain form each."""

from __future__ import annotations

import re
from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_DAY = r"(?P<day>[0-9]{1,2})"
_YEAR = r"(?P<year>[0-9]{4})"
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_DAY}(?:st|nd|rd|th)?[ -](?:of )?{_MONTH}[ ,-]+{_YEAR}",
        rf"{_MONTH}[ -]{_DAY}(?:st|nd|rd|th)?[ ,-]+{_YEAR}",
    )
)
_NAMED_MONTH = re.compile(rf"{_MONTH}(?: of)?[ ,-]+{_YEAR}")
_YEAR_FIRST = re.compile(r"(?P<year>[0-9]{4})([-/.])(?P<month>[0-9]{1,2})\2(?P<day>[0-9]{1,2})")
_YEAR_LAST = re.compile(r"(?P<a>[0-9]{1,2})(?P<mark>[-/.])(?P<b>[0-9]{1,2})(?P=mark)(?P<year>[0-9]{4})")
_YEAR_MONTH = re.compile(r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])")
_QUARTERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"q(?P<quarter>[1-4])[ ,/-]*{_YEAR}",
        rf"{_YEAR}[ -]?q(?P<quarter>[1-4])",
        rf"(?P<quarter>[1-4])q[ -]?{_YEAR}",
        rf"(?:the )?(?P<ordinal>{'|'.join(_ORDINALS)}) quarter(?: of|,)? {_YEAR}",
    )
)
_WEEKDAY = re.compile(r"(?P<weekday>[a-z]+day),? ")
_TIME = re.compile(
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)? ?(?P<half>[ap]\.?m)?\.?"
)


def parse_date(text: str) -> str | None:
    """Return a date as ``2024-03-05``, or as far as it goes: ``2024-03``, ``2024-Q1``, ``2024``; None if it is no date.

    Numbers with slashes or hyphens are month first (as on US forms) unless only day first makes a date; with points,
    day first. Years have four digits. A weekday that is not the date's own makes it no date.

    >>> [parse_date(text) for text in ("March 5th, 2024", "3/5/2024", "5.3.2024", "Q1 2024", "3/5/24")]
    ['2024-03-05', '2024-03-05', '2024-03-05', '2024-Q1', None]
    """
    text = text.lower()
    weekday = _WEEKDAY.match(text)
    if weekday is not None:
        day = _parse_day(text[weekday.end() :])
        named = weekday["weekday"]
        return day.isoformat() if day and named in _DAYS and _DAYS[day.weekday()] == named else None
    day = _parse_day(text)
    if day is not None:
        return day.isoformat()
    for pattern in _QUARTERS:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            return f"{groups['year']}-Q{groups.get('quarter') or _ORDINALS[groups['ordinal']]}"
    if match := _NAMED_MONTH.fullmatch(text):
        month = _month_number(match["month"])
        return f"{match['year']}-{month:02d}" if month else None
    if _YEAR_MONTH.fullmatch(text):
        return text
    return parse_year(text)


def parse_year(text: str) -> str | None:
    """Return a year of four digits, None if the text is anything else.

    >>> parse_year("2008"), parse_year("2,008"), parse_year("208")
    ('2008', None, None)
    """
    return text if re.fullmatch("[12][0-9]{3}", text) else None


def _parse_day(text: str) -> date | None:
    for pattern in _NAMED:
        if match := pattern.fullmatch(text):
            return _make_date(match["year"], _month_number(match["month"]), match["day"])
    if match := _YEAR_FIRST.fullmatch(text):
        return _make_date(match["year"], match["month"], match["day"])
    if match := _YEAR_LAST.fullmatch(text):
        month_first = _make_date(match["year"], match["a"], match["b"])
        day_first = _make_date(match["year"], match["b"], match["a"])
        return day_first if match["mark"] == "." else month_first or day_first
    return None


def _make_date(year: str, month: str | int, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _month_number(name: str) -> int:
    """Return 1..12 for a month's name or its first three letters (four for Sept), 0 for anything else."""
    for number, month in enumerate(map(str.lower, MONTHS), 1):
        if name == month or name == month[:3] or name == "sept" == month[:4]:
            return number
    return 0


def parse_time(text: str) -> str | None:
    """Return a time of day as ``19:30:00``, None if it is none; a bare hour needs am or pm.

    >>> parse_time("7:30 p.m."), parse_time("noon"), parse_time("7")
    ('19:30:00', '12:00:00', None)
    """
    text = text.lower()
    if text in ("noon", "midnight"):
        return "12:00:00" if text == "noon" else "00:00:00"
    match = _TIME.fullmatch(text)
    if match is None or not (match["minute"] or match["half"]):
        return None
    hour, minute, second = int(match["hour"]), int(match["minute"] or 0), int(match["second"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"].startswith("p") else 0)
    return f"{hour:02d}:{minute:02d}:{second:02d}" if hour < 24 and minute < 60 and second < 60 else None
