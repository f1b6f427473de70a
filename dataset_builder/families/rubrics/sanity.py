"""The maker's own sanity check (GDP.pdf, section 3.5, step 6), before anything is printed."""

from __future__ import annotations

from dataset_builder.claims import meets, read_check
from dataset_builder.families.rubrics.model import Item
from dataset_builder.families.rubrics.programs import execute


class Contradiction(ValueError):
    """An item whose rubric, gold, traps and facts do not agree: by a coincidence of its world, or by a fault."""


def verify_item(item: Item, where: str) -> None:
    """Raise ``Contradiction`` unless gold meets all criteria, each trap misses its own, and facts give the truth.

    Each decisive mark must matter: without it some fact is another or can't be had.
    """
    checks = {criterion.id: read_check(criterion.check, f"{where}: {criterion.id}") for criterion in item.rubric}
    missed = [name for name, check in checks.items() if not meets(check, item.gold)]
    if missed:
        raise Contradiction(f"{where}: gold misses {', '.join(missed)}\n  gold: {item.gold}")
    for trap in item.traps:
        failed = {name for name, check in checks.items() if not meets(check, trap.text)}
        if failed != set(trap.fails):
            raise Contradiction(
                f"{where}: trap {trap.kind} fails {sorted(failed)}, not {sorted(trap.fails)}\n  trap: {trap.text}"
            )
    if "answer" not in item.facts:
        raise Contradiction(f"{where}: facts have no 'answer'")
    facts = {name: execute(program) for name, program in item.facts.items()}
    for criterion in item.rubric:
        problem = fact_problem(criterion.check, facts)
        if problem:
            raise Contradiction(f"{where}: criterion {criterion.id}: {problem}")
    for ref in item.decisive:
        if not any(_changes(program, ref, facts[name]) for name, program in item.facts.items()):
            raise Contradiction(f"{where}: nothing changes without the decisive mark {ref!r}")


def _changes(program: object, ref: str, value: object) -> bool:
    try:
        return bool(execute(program, [ref]) != value)
    except LookupError:
        return True


def fact_problem(check: object, facts: dict[str, object]) -> str:
    """Return how a check's value differs from the fact that it names, "" where it doesn't."""
    if not isinstance(check, dict):
        return ""
    for part in [check.get("claim"), check.get("unless"), *check.get("of", ())]:
        if problem := fact_problem(part, facts):
            return problem
    name = check.get("fact")
    if not name:
        return ""
    if name not in facts:
        return f"no fact {name!r}"
    given = check.get("value", check.get("date"))
    held = facts[name]
    if check["kind"] == "list":
        names = [str(one).casefold() for one in held] if isinstance(held, list) else []
        groups = [[str(one).casefold() for one in group] for group in check["items"]]
        same = len(names) == len(groups) and all(one in group for one, group in zip(names, groups, strict=True))
        return "" if same else f"list {groups} is not {names}"
    if isinstance(held, int | float) and not isinstance(held, bool) and isinstance(given, int | float):
        return "" if abs(held - given) <= 1e-9 * max(1, abs(held)) else f"value {given} is not {held}"
    return "" if held == given else f"value {given!r} is not {held!r}"
