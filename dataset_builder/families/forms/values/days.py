"""How dates, times and ages are written: the wanted form first, shorter ones after."""

from __future__ import annotations

import re
from datetime import date, timedelta

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.values import calendar
from dataset_builder.families.forms.values.case import Case, Writer
from dataset_builder.families.forms.values.kinds import infer_kind
from dataset_builder.families.forms.values.roles import Site

_PART_WORDS = re.compile(r"\b(month|day|year|mm|dd|yyyy|yy|and)\b")


def find_event(site: Site) -> tuple[str, str]:
    """Return which event a date belongs to, and the words that tell it from others of its scope."""
    kind = site.kind
    stem = " ".join(_PART_WORDS.sub(" ", site.stem).split())
    if not stem:
        names = [step for step in site.steps[:-1] if isinstance(step, str)]
        stem = names[-1].replace("_", " ") if names else ""
    if kind in calendar.EVENTS and kind != "date":
        return kind, stem
    inferred = infer_kind(stem)
    if inferred not in calendar.EVENTS:
        inferred = infer_kind(f"date {stem}")
    if inferred not in calendar.EVENTS:
        inferred = infer_kind(site.field.label)
    if inferred not in calendar.EVENTS or inferred == "date":
        bare = re.fullmatch(r"(date|sign here|signature)?( \d)?", stem)
        inferred = "signature_date" if bare and site.row is None else "date"
    return inferred, stem


def _day(case: Case, site: Site) -> date:
    event, stem = find_event(site)
    if event == "tax_year":
        return date(case.today.year - 1, 12, 31)
    return case.day(event, site, stem)


def _date(case: Case, site: Site, widget: Widget) -> list[str]:
    told = case.pictures.get(widget.index) or calendar.find_style(site.words)
    style = told or ("%m/%d/%Y" if widget.comb else case.style.date)
    cells = widget.max_length if widget.comb else 0
    return calendar.list_date_forms(_day(case, site), style, cells=cells)


def _month(case: Case, site: Site, widget: Widget) -> list[str]:
    day = _day(case, site)
    if widget.max_length in (1, 2) or widget.comb or re.search(r"\bmm\b", site.words):
        return [f"{day.month:02d}", str(day.month)]
    named = calendar.write_date(day, "%B") if case.style.date.startswith("%B") else ""
    return [named, f"{day.month:02d}", str(day.month)]


def _month_day(case: Case, site: Site, widget: Widget) -> list[str]:
    day = _day(case, site)
    if case.domain == "tax":
        first = date(case.today.year - 2, case.rng("fiscal year").choice((2, 4, 7, 9, 10)), 1)
        ends = re.search(r"\bending\b", site.words)
        day = first.replace(year=first.year + 1) - timedelta(days=1) if ends else first
    return [calendar.write_date(day, "%B %-d"), calendar.write_date(day, "%m/%d")]


def _month_year(case: Case, site: Site, widget: Widget) -> list[str]:
    if site.row is not None and re.fullmatch(r"month( paid| due)?", site.stem):
        months = case.today.year * 12 + case.today.month - 1 - case.count_rows(site) + site.row
        day = date(months // 12, months % 12 + 1, 1)
    else:
        day = _day(case, site)
    return [day.strftime("%m/%Y"), day.strftime("%m/%y")]


def _date_year(case: Case, site: Site, widget: Widget) -> list[str]:
    year = str(_day(case, site).year)
    return [year[2:]] if widget.max_length == 2 else [year, year[2:]]


def _year(case: Case, site: Site, widget: Widget) -> list[str]:
    if re.search(r"\b(birth|born)\b", site.stem):
        return [str(case.person_of(site).born.year)]
    if re.search(r"\b(program|plan|current|reporting|funding|season|fiscal|school)\b", site.stem):
        return _tax_year(case, site, widget)
    rng = case.rng("year", site.scope, site.stem)
    if re.search(r"\b(last|latest|most recent) (tax )?year\b|\blast filed\b", site.words):
        return [str(case.today.year - 1 - rng.randint(1, 3))]
    first, last = case.past(site)
    return [str(rng.randint(first.year, last.year))]


def _tax_year(case: Case, site: Site, widget: Widget) -> list[str]:
    year = str(case.today.year - 1)
    return [year[2:], year] if widget.max_length == 2 else [year, year[2:]]


def _date_range(case: Case, site: Site, widget: Widget) -> list[str]:
    start, end = (case.day(event, site, site.stem) for event in ("start_date", "end_date"))
    styles = (case.style.date, "%m/%d/%Y", "%m/%Y", "%Y")
    forms = [f"{calendar.write_date(start, style)} - {calendar.write_date(end, style)}" for style in styles]
    return [*forms, f"{start:%m/%y}-{end:%m/%y}", f"{start:%Y}-{end:%Y}"]


def _time(case: Case, site: Site, widget: Widget) -> list[str]:
    late = bool(re.search(r"\b(end|out|to|departure|closing|finish)\b", site.stem))
    rng = case.rng("time", site.scope, site.stem)
    early = bool(re.search(r"\b(setup|loading|set up|arrival)\b", site.stem))
    hour = rng.randint(*((13, 18) if late else (6, 8) if early else (9, 12)))
    minute = rng.choice((0, 10, 15, 20, 30, 40, 45, 50))
    clock = f"{(hour - 1) % 12 + 1}:{minute:02d}"
    return [f"{clock} {'PM' if hour >= 12 else 'AM'}", clock, f"{hour:02d}{minute:02d}"]


def _duration(case: Case, site: Site, widget: Widget) -> list[str]:
    rng = case.rng("duration", site.scope, site.stem)
    if re.search(r"\bmonths\b", site.words) and re.search(r"\b(lived|this year|in 20\d\d)\b", site.words):
        return [str(rng.choice((12, 12, 12, rng.randint(2, 11))))]
    for unit, most in (("years", 19), ("months", 36), ("weeks", 26), ("days", 90)):
        if re.search(rf"\b{unit}\b", f"{site.stem} {site.field.label.lower()}"):
            return [str(rng.randint(2, most))]
    long = re.search(r"\b(business|address|residence|employed|experience)\b", site.stem)
    unit, most = ("years", 19) if long else rng.choice((("years", 19), ("months", 36), ("weeks", 26)))
    number = rng.randint(2, most)
    return [f"{number} {unit}", f"{number} {unit[:2]}", str(number)]


def _age(case: Case, site: Site, widget: Widget) -> list[str]:
    return [str(case.person_of(site).age_on(case.today))]


DAY_WRITERS: dict[str, Writer] = {
    **dict.fromkeys(
        ["date", "birth_date", "death_date", "start_date", "end_date", "signature_date", "expiration_date"], _date
    ),
    "date_month": _month,
    "date_day": lambda case, site, widget: [f"{_day(case, site).day:02d}", str(_day(case, site).day)],
    "date_year": _date_year,
    "month_year": _month_year,
    "month_day": _month_day,
    "year": _year,
    "tax_year": _tax_year,
    "date_range": _date_range,
    "time": _time,
    "duration": _duration,
    "age": _age,
}
"""Writers of the kinds of dates and times."""
