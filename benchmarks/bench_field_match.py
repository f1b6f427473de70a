"""field_match on 2,000 documents against a plain loop over the same published rules.

Run: ``python benchmarks/bench_field_match.py``. Prints documents a second for both and the ratio, and for strict mode,
a table of 300 rows and 20,000 short answers how long they take. The figures of loop and metric must agree.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

from metrics import answer_match, field_match

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
DOCUMENTS = 2_000
ANSWERS = 20_000
TABLE_ROWS = 300


def loop_distance(first: str, second: str) -> int:
    """Return the edit distance of two texts, row by row of the textbook's table."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]


def loop_normalize(value: Any) -> str:
    """Return a value's text as the published rules compare it."""
    text = " ".join(str(value).lower().split())
    whole, point, zeros = text.rpartition(".")
    if point and zeros and not zeros.strip("0") and whole.removeprefix("-").isdecimal():
        text = whole
    return text.rstrip(",;")


def loop_leaves(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a tree by path."""
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from loop_leaves(value, f"{path}.{key}")
    elif isinstance(tree, list) and tree and isinstance(tree[0], dict):
        for position, value in enumerate(tree):
            yield from loop_leaves(value, f"{path}[{position}]")
    else:
        yield path, tree


def loop_shared(row: Any, other: Any) -> int:
    """Return how many leaves two rows share."""
    if not isinstance(other, dict):
        return 0
    found = dict(loop_leaves(other))
    return sum(
        path in found
        and (value is None) == (found[path] is None)
        and loop_normalize(value) == loop_normalize(found[path])
        for path, value in loop_leaves(row)
    )


def loop_align(truth: Any, prediction: Any) -> Any:
    """Return the prediction with its rows where their counterparts stand, the best of all assignments tried in turn."""
    if isinstance(truth, dict) and isinstance(prediction, dict):
        return {key: loop_align(truth[key], value) if key in truth else value for key, value in prediction.items()}
    if not (isinstance(truth, list) and truth and isinstance(truth[0], dict) and isinstance(prediction, list)):
        return prediction
    slots = [*range(len(prediction)), *[-1] * max(0, len(truth) - len(prediction))]
    shared = [[loop_shared(row, other) for other in prediction] + [0] for row in truth]
    best = max(permutations(slots, len(truth)), key=lambda choice: sum(map(lambda row, j: row[j], shared, choice)))
    return [
        loop_align(row, prediction[j]) if j >= 0 and counts[j] else {}
        for row, counts, j in zip(truth, shared, best, strict=True)
    ]


def run_loop(predictions: list[str], references: list[Any], excluded: list[list[str]]) -> tuple[float, float]:
    """Return EM and ANLS over all fields."""
    exact = similar = fields = 0.0
    for reply, truth, paths in zip(predictions, references, excluded, strict=True):
        value = json.loads(reply)
        found = dict(loop_leaves(loop_align(truth, value))) if isinstance(value, dict) else {}
        for path, expected in loop_leaves(truth):
            if expected is None or expected in ("", [], {}) or path.removeprefix(".") in paths:
                continue
            fields += 1
            if found.get(path) is None:
                continue
            first, second = loop_normalize(expected), loop_normalize(found[path])
            exact += first == second
            longest = max(len(first), len(second)) or 1
            distance = loop_distance(first, second) / longest
            similar += 1 - distance if distance < 0.5 else 0
    return exact / fields, similar / fields


def measure(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what the work gives and the seconds that it takes."""
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def main() -> None:
    """Run the benchmark and print its figures."""
    rows = json.loads((DATA / "varex_fields.json").read_text(encoding="utf-8"))
    rows = [rows[i % len(rows)] for i in range(DOCUMENTS)]
    replies = [json.dumps(row["prediction"]) for row in rows]
    truths = [row["ground_truth"] for row in rows]
    excluded = [row["excluded_fields"] for row in rows]
    (em, anls), loop_seconds = measure(lambda: run_loop(replies, truths, excluded))
    result, seconds = measure(lambda: field_match.compute(replies, truths, excluded_fields=excluded))
    strict, strict_seconds = measure(
        lambda: field_match.compute(replies, truths, mode="strict", excluded_fields=excluded)
    )
    if abs(result["em"] - em) > 1e-9 or abs(result["anls"] - anls) > 1e-9:
        raise SystemExit(f"loop gives EM {em}, ANLS {anls}; field_match {result['em']}, {result['anls']}")
    print(f"field_match, {DOCUMENTS:,} documents, {result['fields']:,} fields, EM {em:.4f}, ANLS {anls:.4f} in both")
    print(f"  plain loop {loop_seconds:.2f} s, published {seconds:.2f} s: {loop_seconds / seconds:.1f} times faster")
    print(f"  strict {strict_seconds:.2f} s, F1 {strict['score']:.4f}")
    rows = [{"item": f"part {i}", "qty": i % 50, "price": f"${i * 7.25:,.2f}"} for i in range(TABLE_ROWS)]
    for mode in field_match.MODES:
        document, seconds = measure(lambda mode=mode: field_match.score_one({"rows": rows[::-1]}, {"rows": rows}, mode))
        print(f"one table of {TABLE_ROWS} rows in reverse, {mode}: {seconds:.2f} s, score {document.score}")
    answers = json.loads((DATA / "dochop_answers.json").read_text(encoding="utf-8"))
    answers = [answers[i % len(answers)] for i in range(ANSWERS)]
    for mode in answer_match.MODES:
        _, seconds = measure(
            lambda mode=mode: answer_match.compute(
                [row["response"] for row in answers], [row["reference"] for row in answers], mode=mode
            )
        )
        print(f"answer_match, {ANSWERS:,} answers, {mode}: {seconds:.2f} s")


if __name__ == "__main__":
    main()
