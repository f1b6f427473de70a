"""What of a run was not scored, and which of the scored replies were not as they should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from eval_scripts.report.runs import ScoredRun
from eval_scripts.report.tables import table

_FAILURES = {
    "missing": "there is neither a reply nor a failure: it was not asked, or the file has no line for it",
    "no_prediction": "the prediction is null",
    "no_answer": "the file of answers has no line for it",
    "no_fields": "the form shows no value that could be scored",
    "timeout": "no reply in time",
    "connection": "the endpoint could not be reached",
    "rate_limited": "the endpoint had too many requests",
    "server_error": "the endpoint failed",
    "too_long": "the request is longer than the model's context",
    "too_large": "an image is over the size limit, and made smaller it could not be read",
    "too_many_images": "the request has more images than the engine was told to take",
    "cut_while_thinking": "the token limit came before the end of the thinking",
    "only_thinking": "the reply ended with the thinking",
    "bad_image": "a page image can't be read",
    "bad_request": "the back end refused the request",
    "bad_reply": "what the endpoint sent is no chat completion",
    "content_filter": "the endpoint withheld the reply",
    "engine_error": "the engine gave the request up",
}


def count_coverage(
    scored: Sequence[ScoredRun], counts: Sequence[Mapping[str, int]], meanings: Mapping[str, str], effect: str
) -> list[str]:
    """Return a table with only the kinds that occur in any run, and what each means.

    Args:
        scored: the runs, with lines of one metric alone.
        counts: for each run, its scored replies (``scored``) and those of each kind.
        meanings: of the kinds of scored replies.
        effect: what such a kind does to the score.
    """
    unscored = [Counter(line["kind"] for line in entry.lines if line["state"] == "unscored") for entry in scored]
    failures = sorted(set().union(*unscored))
    kinds = [kind for kind in meanings if any(held[kind] for held in counts)]
    lines = table(
        ["run", "records", *(f"unscored: {kind}" for kind in failures), "scored", *(f"of these {k}" for k in kinds)],
        [
            [
                entry.name,
                str(len(entry.lines)),
                *(str(missed[kind]) for kind in failures),
                str(held["scored"]),
                *(str(held[kind]) for kind in kinds),
            ]
            for entry, missed, held in zip(scored, unscored, counts, strict=True)
        ],
        left=1,
    )
    notes = [f"- `{kind}` (unscored): {_FAILURES[kind]}" for kind in failures if kind in _FAILURES]
    notes += [f"- `{kind}` (scored{effect}): {meanings[kind]}" for kind in kinds]
    cut = {entry.name: sum(line["truncated"] for line in entry.lines) for entry in scored}
    if any(cut.values()):
        told = ", ".join(f"{count} of {name}" for name, count in cut.items() if count)
        notes.append(f"- Replies that ended at the token limit, whatever came of them: {told}")
    return [*lines, "", *notes] if notes else lines
