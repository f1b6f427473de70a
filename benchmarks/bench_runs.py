"""Questions grouped by document and handed over in chunks, against one request at a time, in one engine of real vLLM.

Run: ``VLLM_CPU_KVCACHE_SPACE=2 python benchmarks/bench_runs.py [FOLDER]`` (needs the packages that ``make test``
installs; a few minutes on two cores). Six reports of 60 pages have nine questions each, three a split. The model is a
Qwen2.5-VL of two layers with random weights, whose answers are noise; prompts with images, scheduling and caches are
the engine's own. Printed are seconds and the share of prompt tokens that came from the prefix cache:

- *grouped*: ``docassay predict`` as it is;
- *one at a time, grouped*: the same order, each request handed over when the one before is answered;
- *one at a time, by question*: the first question on every document, then the second, and so on.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval_scripts.backends import BackendOptions, Request, open_backend
from eval_scripts.predict import Ask, predict
from eval_scripts.prompts import settings_for
from eval_scripts.records import open_repository
from eval_scripts.requests import draft_request, record_columns
from eval_scripts.runs import read_run
from tests.eval.repositories import Report, write_repository
from tests.models import save_tiny_vision_model

DOCUMENTS, PAGES, QUESTIONS = 6, 60, 9
SPLITS = ("chart", "cross_modal", "complex")
ENGINE = {"enforce_eager": True, "max_model_len": 8192, "max_num_seqs": 16, "num_gpu_blocks_override": 160}
"""The cache has room for some three documents (blocks of 128 tokens), as that of a large model has for a few."""


def make_reports(root: Path) -> Path:
    """Return a repository of reports with pages of their own and nine questions each."""
    fact = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
    reports = [
        Report(f"What share is given on page {number}?", "42%.", (fact,), SPLITS[number % 3], document)
        for document in range(DOCUMENTS)
        for number in range(QUESTIONS)
    ]
    pages = [(f"Page {number}: {number * 7 % 100}% of {number * 31} loans were digital.",) for number in range(PAGES)]
    return write_repository(root, (), (), reports, pages)


def make_requests(data: Path, settings: Any) -> list[Request]:
    """Return all requests, a document's together."""
    columns = record_columns("reports", settings)
    records = open_repository(data).documents("reports", columns)
    return [draft_request(record, "reports", settings, data).request() for _, record in records]


def ask_singly(backend: Any, requests: Sequence[Request]) -> tuple[float, float]:
    """Return the seconds that requests take one by one, and their share of cached tokens; caches are empty before."""
    backend.forget()
    begin = time.perf_counter()
    usages = [backend.generate([request])[0].usage for request in requests]
    seconds = time.perf_counter() - begin
    return seconds, sum(usage.cached_tokens or 0 for usage in usages) / sum(usage.prompt_tokens for usage in usages)


def main(folder: Path) -> None:
    """Print the figures of all three ways."""
    data = make_reports(folder / "data")
    model = save_tiny_vision_model(folder / "model")
    settings = settings_for("reports", concat=1, max_new_tokens=24)
    backend: Any = open_backend("vllm", BackendOptions(model=str(model), options=ENGINE))
    outcome = predict(open_repository(data), folder / "run", backend, Ask("vllm", {"reports": settings}))
    (session,) = read_run(folder / "run")["sessions"]
    requests = make_requests(data, settings)
    by_question = [requests[number] for first in range(QUESTIONS) for number in range(first, len(requests), QUESTIONS)]
    single = ask_singly(backend, requests)
    scattered = ask_singly(backend, by_question)
    plan = session["plan"]
    print(f"\n{outcome.answered} of {len(requests)} requests answered; {session['prompt_tokens']:,} prompt tokens, ")
    print(f"as planned: {plan['prompt_tokens']:,} ({plan['distinct_prompt_tokens']:,} distinct)")
    print(f"{'':<28}{'seconds':>9}{'cached':>9}{'times':>7}")
    base = session["seconds"]
    ways = {
        "grouped": (base, session["cache_hit_rate"]),
        "one at a time, grouped": single,
        "one at a time, by question": scattered,
    }
    for name, (seconds, rate) in ways.items():
        print(f"{name:<28}{seconds:>9.1f}{rate:>8.1%}{seconds / base:>7.1f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(scratch))
