"""anls against the public package in the same run, and 20,000 answers through the other metrics and the statistics.

Run: ``python benchmarks/bench_metrics.py`` (needs ``anls-star`` of the ``dev`` extra).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from anls_star import anls_score

from dataset_builder.seeds import rng_for
from metrics import anls, judge_score, rubric_pass_rate
from metrics.stats import bootstrap_interval, paired_comparison

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
ANSWERS = 20_000
TREES = 400


def measure(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what the work gives and the seconds that it takes."""
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def make_answers(count: int) -> tuple[list[str], list[list[str]]]:
    """Return answers with a few wrong letters, and two references each."""
    rng = rng_for("benchmark", 0, 0, "answers")
    predictions, references = [], []
    for _ in range(count):
        truth = "".join(rng.choice("abcdefghij klmnop") for _ in range(rng.randint(3, 40)))
        wrong = "".join(letter if rng.random() < 0.85 else rng.choice("xyz") for letter in truth)
        predictions.append(wrong)
        references.append([truth, truth[::-1]])
    return predictions, references


def main() -> None:
    """Run the benchmark and print its figures."""
    predictions, references = make_answers(ANSWERS)
    ours, seconds = measure(lambda: anls.compute(predictions, references, boundary="inclusive"))
    theirs, peer = measure(
        lambda: sum(anls_score(tuple(r), p) for p, r in zip(predictions, references, strict=True)) / ANSWERS
    )
    if abs(ours["score"] - theirs) > 1e-9:
        raise SystemExit(f"anls gives {ours['score']}, anls-star {theirs}")
    print(f"anls, {ANSWERS:,} answers with 2 references, {theirs:.4f} in both:")
    print(f"  anls-star {peer:.2f} s, anls {seconds:.2f} s: {peer / seconds:.1f} times faster")

    rows = json.loads((DATA / "varex_fields.json").read_text(encoding="utf-8"))[:TREES]
    rows = [row for row in rows if isinstance(row["prediction"], dict)]
    pairs = [(row["prediction"], row["ground_truth"]) for row in rows]
    _, seconds = measure(lambda: [anls.score_tree(p, t, boundary="inclusive") for p, t in pairs])
    _, peer = measure(lambda: [anls_score(t, p) for p, t in pairs])
    print(f"anls tree mode, {len(pairs)} documents:")
    print(f"  anls-star {peer:.2f} s, anls {seconds:.2f} s: {peer / seconds:.1f} times faster")

    texts = [row[0] for row in references]
    verdicts = [json.dumps({"score": position % 11, "reason": "as asked"}) for position in range(ANSWERS)]
    _, seconds = measure(lambda: judge_score.compute(predictions, texts, verdicts=verdicts))
    print(f"judge_score, {ANSWERS:,} verdicts: {seconds:.2f} s")
    facts = [{"name": "imports", "label": ["imports"], "entity": ["2019"], "value": 42, "answer_type": "number"}]
    said = [f"Imports came to {position % 50} in 2019, after 38 a year before." for position in range(ANSWERS)]
    _, seconds = measure(lambda: judge_score.compute(said, texts, judge="facts", key_facts=[facts] * ANSWERS))
    print(f"judge_score by facts, {ANSWERS:,} answers: {seconds:.2f} s")
    rubric = [
        "Names the clause.",
        "Says 42.",
        {"criterion": "Cites page 3.", "check": {"kind": "contains", "any": ["page 3"]}},
    ]
    given = [[True, position % 3 > 0, None] for position in range(ANSWERS)]
    _, seconds = measure(lambda: rubric_pass_rate.compute(said, [rubric] * ANSWERS, verdicts=given))
    print(f"rubric_pass_rate, {ANSWERS:,} responses of 3 criteria: {seconds:.2f} s")

    scores, clusters = ours["scores"], [str(position // 9) for position in range(ANSWERS)]
    _, seconds = measure(lambda: bootstrap_interval(scores, clusters))
    _, peer = measure(lambda: paired_comparison(scores, scores[::-1], clusters))
    print(f"bootstrap of {ANSWERS:,} rows in {len(set(clusters)):,} documents: {seconds:.2f} s; paired: {peer:.2f} s")


if __name__ == "__main__":
    main()
