"""Second thoughts about kinds: what the printed page and the neighbours of a blank say that its own words do not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dataset_builder.families.forms.model import Field, Widget, Word
from dataset_builder.families.forms.values.kinds import infer_kind, normalize_words
from dataset_builder.families.forms.values.printed import find_dollar_signs
from dataset_builder.trees import parse_path

MOST_WORDS = 16
"""A label of more words names several things; only amounts and narratives survive one."""

FEWEST_ALIKE = 3
"""Amounts of one column, at least, that make a vaguely named blank of the same column an amount."""

_AMOUNTS = frozenset(["money", "money_dollars", "money_cents", "unit_price"])
_WORDY = frozenset(["text", "description", "reason", "narrative", "item_description"])
_VAGUE = _WORDY | frozenset(["form_reference", "identifier", "organization", "department", "full_name"])
_SURE = frozenset(
    [
        "money",
        "money_dollars",
        "money_cents",
        "unit_price",
        "percent",
        "count",
        "quantity",
        "hours",
        "number",
        "narrative",
    ]
)
_LINE_TWO = re.compile(r"\(line [2-9]\)$", re.IGNORECASE)
_CONTINUABLE = frozenset(["narrative", "address_line_2", "city_state_zip", "money", "description", "reason"])

_CORRECTIONS: tuple[tuple[str, frozenset[str] | None, str], ...] = (
    (r"\b(e ?file |personal identification |self select(ed)? )?pin( number)?$|\befin\b", None, "pin"),
    (r"\bnames?\b.*\band (job )?titles?\b|\bname\b.*\bgrade\b.*\btitle\b", None, "name_and_title"),
    (
        r"\bfull name\b(?!.*\b(first|last|middle|given|family)\b)",
        frozenset(["middle_name", "middle_initial"]),
        "full_name",
    ),
    (r"\bname first$", frozenset(["full_name"]), "first_name"),
    (r"\bname last$", frozenset(["full_name"]), "last_name"),
    (r"\bname middle$", frozenset(["full_name"]), "middle_name"),
    (r"^(phone|telephone|contact) information$|^contact$", frozenset(["text"]), "phone"),
    (
        r"\b(apartment|apt|suite|unit)( number)?( or)? (unit )?(number|no)\b",
        frozenset(["department", "identifier"]),
        "unit_number",
    ),
    (r"\baddress\b", frozenset(["agency", "department", "organization", "military_unit"]), "full_address"),
    (r"^(?!.*\b(street|city)\b).*\b(zip|postal) ?code\b", frozenset(["full_address", "street_address"]), "zip"),
    (r"\bin care of\b", frozenset(["street_address", "full_address"]), "full_name"),
    (r"\b(designee|respondent names?)\b", frozenset(["time", "organization"]), "full_name"),
    (r"\b(treatment facility|medical center)\b", frozenset(["department"]), "organization"),
    (r"\bdate\b.*\b(incurred|opened|acquired|sold|established)\b", frozenset(["money"]), "date"),
    (r"\bdate (acquired|arrived|of arrival|entered)\b", frozenset(["date"]), "start_date"),
    (r"\bdate (sold|left|departed|of departure)\b", frozenset(["date"]), "end_date"),
    (r"^(or )?tax year beginning\b", frozenset(["money"]), "month_day"),
    (r"\byears? in$", frozenset(["end_date", "date"]), "year"),
    (r"\bcountry\b.*\b(citizen|national)", frozenset(["text"]), "nationality"),
    (r"^names? of\b.*\bsocial security\b", frozenset(["ssn"]), "full_name"),
    (r"^and ending\b.*\bpart 1$", frozenset(["text"]), "month_day"),
    (r"^narrative reason\b", _WORDY, "text"),
    (r"^memo item$", frozenset(["item_description"]), "text"),
    (
        r"^(is|are|do|did|does|have|has|was|were) (you|your|the|any|there)\b",
        frozenset(["street_address", "organization", "identifier", "full_name", "money"]),
        "text",
    ),
    (r"^election( for)?$", frozenset(["text"]), "election"),
    (r"^(your )?religion$", frozenset(["text"]), "religion"),
    (
        r"\bnature of (the )?(debt|purchase)|\bpurpose of (the )?(disbursement|expenditure)\b",
        _WORDY,
        "item_description",
    ),
    (r"\bwhat the (contract or )?lease\b|\bcontract or lease is for\b", _WORDY, "lease"),
    (r"\bproperty that secures\b", _WORDY, "collateral"),
    (r"\bcost or other basis\b|\bgross proceeds\b", _WORDY, "money"),
    (r"\blosses\b.*\bprior years?\b", frozenset(["department"]), "money"),
    (r"\bcountr(y|ies) of residence\b", frozenset(["street_address", "country"]), "nationality"),
    (r"^(?!.*\bline [2-9]$).*(\bcare to be provided\b|^describe\b)", frozenset(["text"]), "narrative"),
    (r"\bfiling status\b", None, "marital_status"),
    (r"\bwithheld (from |each )+(month|check|payment)\b", frozenset(["date_month"]), "money"),
    (r"\bprincipal legal advis[eo]r\b.*\bat$", frozenset(["department"]), "city_state"),
    (r"\bnumber\b.*\bstreet\b.*\bcity\b", frozenset(["city_state_zip"]), "full_address"),
    (r"\bat my own expense\b", frozenset(["money"]), "text"),
    (r"^yes no\b|^(what|which) language\W*$", frozenset(["yes_no"]), "text"),
    (r"^name of account\b", frozenset(["full_name"]), "text"),
    (r"^acknowledge receipt\b.*\bfrom\b", frozenset(["item_description"]), "full_name"),
    (r"\b(terms|conditions)\b", frozenset(["measurement", "duration"]), "text"),
    (r"\btype of visa\b", frozenset(["description"]), "immigration_status"),
    (r"^(?!.*\bdescri)(?!.*\bproperty\b)", frozenset(["description"]), "text"),
    (r"^[ivx]+ part\b|^through \d", _WORDY, "text"),
)
"""(pattern on the label, kinds that may be wrong or None for any, the right kind), the first match counting."""


def settle_kinds(fields: Sequence[Field], widgets: Mapping[int, Widget], words: Sequence[Word] = ()) -> list[Field]:
    """Return the fields with the kinds that their surroundings leave no doubt about.

    A blank after a printed dollar sign holds money; so does a vaguely named one in a column of amounts. All rows of a
    column are of one kind. A blank of which nothing certain can be said becomes ``text``. A made form's kinds are known
    from what drew it, so that its "name of medicine" stays a text of its own examples.

    Args:
        fields: the document's fields.
        widgets: their widgets, by index.
        words: the words printed on the blank pages.
    """
    settled = [_correct(field, widgets[field.widget]) for field in fields]
    signs = find_dollar_signs({field.widget: widgets[field.widget] for field in fields}, words)
    settled = [_after_sign(field) if field.widget in signs else field for field in settled]
    return _unify_columns(_join_amounts(settled, widgets))


def _correct(field: Field, widget: Widget) -> Field:
    if field.source == "maker":
        return field
    label = field.label.strip()
    words = normalize_words(label)
    kind = field.kind
    if kind == "text" and not widget.choices and not _LINE_TWO.search(label):
        kind = _infer_from_name(field)
    for pattern, wrong, right in _CORRECTIONS:
        if (wrong is None or kind in wrong) and re.search(pattern, words):
            kind = kind if right == "text" and (field.examples or widget.choices) else right
            break
    if kind == "date" and "signature" in field.path.rpartition(".")[2]:
        kind = "signature_date"
    if kind == "zip" and widget.max_length == 4:
        kind = "zip_extension"
    unclear = (
        label.startswith(("●", "•"))
        or (_LINE_TWO.search(label) and kind not in _CONTINUABLE)
        or (
            len(words.split()) > MOST_WORDS
            and kind not in _SURE | {"date_month", "date_day", "date_year"}
            and ":" not in label
        )
    )
    return replace(field, kind="text" if unclear else kind)


def _infer_from_name(field: Field) -> str:
    names = [normalize_words(step) for step in parse_path(field.path) if isinstance(step, str)]
    return infer_kind(names[-1], " ".join(names[:-1]))


def _after_sign(field: Field) -> Field:
    return field if field.kind in _AMOUNTS | {"percent"} else replace(field, kind="money")


def _join_amounts(fields: Sequence[Field], widgets: Mapping[int, Widget]) -> list[Field]:
    """Return fields with vaguely named blanks turned into amounts where they stand in a column of such."""
    money = Counter(
        _edges(widgets[field.widget]) for field in fields if field.kind == "money" and "[" not in field.path
    )
    return [
        replace(field, kind="money")
        if field.kind in _VAGUE
        and field.source != "maker"
        and money[_edges(widgets[field.widget])] >= FEWEST_ALIKE
        and not widgets[field.widget].multiline
        and not re.search(r"\bnames?\b|\bcode\b", field.label.lower())
        else field
        for field in fields
    ]


def _edges(widget: Widget) -> tuple[int, int, int]:
    """Return page, left and right edge, the same for all blanks of one column."""
    return widget.page, round(widget.rect[0] / 3), round(widget.rect[2] / 3)


def _unify_columns(fields: Sequence[Field]) -> list[Field]:
    """Return fields with one kind in every column of a table: the commonest that says something."""
    columns: dict[tuple[str, ...], Counter[str]] = {}
    for field in fields:
        if "[" in field.path:
            columns.setdefault(_column(field), Counter())[field.kind] += field.kind != "text"
    best = {column: max(kinds, key=lambda kind: kinds[kind]) for column, kinds in columns.items() if len(kinds) > 1}
    return [
        replace(field, kind=best[_column(field)]) if "[" in field.path and _column(field) in best else field
        for field in fields
    ]


def _column(field: Field) -> tuple[str, ...]:
    return tuple(step for step in parse_path(field.path) if isinstance(step, str))
