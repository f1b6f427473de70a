"""A rubric against its gold answer and its traps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.checks.violations import Violation, violation
from dataset_builder.claims import meets, read_check

_FIELDS: dict[str, tuple[str, ...]] = {
    "type": ("fact", "reasoning", "completeness", "prohibition", "abstention"),
    "severity": ("critical", "major", "minor"),
    "implicitness": ("explicit", "implicit"),
    "subjectiveness": ("objective", "subjective"),
}
_FEWEST, _MOST, _TRAPS = 3, 12, 3


def check_rubric(name: str, record: Mapping[str, Any], rubric: Sequence[Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield criteria of another form, a gold answer that misses one, and traps that fail others than they name."""
    ids = [criterion["id"] for criterion in rubric]
    if not _FEWEST <= len(ids) <= _MOST or len(set(ids)) < len(ids):
        yield violation("rubric", name, "criteria", f"{_FEWEST} to {_MOST}, each id once", ids)
    for criterion in rubric:
        for field, allowed in _FIELDS.items():
            if criterion.get(field) not in allowed:
                yield violation("value", name, f"criterion {criterion['id']}: {field}", allowed, criterion.get(field))
        if not str(criterion.get("criterion", "")).strip():
            yield violation("rubric", name, f"criterion {criterion['id']}", "words", criterion.get("criterion"))
    checks = {criterion["id"]: read_check(criterion["check"], f"{name}: {criterion['id']}") for criterion in rubric}
    for criterion, check in checks.items():
        if not meets(check, record["gold"]):
            yield violation("rubric", name, f"gold and criterion {criterion}", "met", "missed")
    traps = record["wrong_answers"] or ()
    if len(traps) < _TRAPS:
        yield violation("rubric", name, "traps", f"at least {_TRAPS}", len(traps))
    for trap in traps:
        told = set((trap["ref"] or "").split())
        failed = {criterion for criterion, check in checks.items() if not meets(check, trap["answer"])}
        if not told or failed != told:
            yield violation("rubric", name, f"trap {trap['kind']}: criteria it fails", sorted(told), sorted(failed))
