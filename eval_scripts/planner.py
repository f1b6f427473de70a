"""Looks at every request before anything runs: what it is made of, and whether the model can take it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eval_scripts.backends import Limits
from eval_scripts.images import Size, Unfit
from eval_scripts.requests import Draft
from eval_scripts.tokens import TokenCounter

_LARGE = 0.1
"""Share by which a page's side must differ from the first page's for the document to have pages of mixed sizes."""


@dataclass(frozen=True)
class Planned:
    """What one request is made of.

    Attributes:
        key: the request's fingerprint.
        split, doc_id: the record's.
        images: sizes of the images shown.
        page_bytes: of the stored pages; 0 where pages are drawn or none are shown.
        tokens: of the prompt, counted or estimated; None where nothing tells.
        document_tokens: the part of ``tokens`` that all questions on the document share; None where ``tokens`` is.
        reply_tokens: at most.
        notes: what had to be done so that it fits.
        mixed: whether the document's pages differ in size.
        problem: kind and reason why it can't be sent, or None.
    """

    key: str
    split: str
    doc_id: str
    images: tuple[Size, ...]
    page_bytes: int
    tokens: int | None
    document_tokens: int | None
    reply_tokens: int
    notes: tuple[str, ...] = ()
    mixed: bool = False
    problem: tuple[str, str] | None = None

    @property
    def pixels(self) -> int:
        """Return the pixels of all images."""
        return sum(width * height for width, height in self.images)


@dataclass
class Plan:
    """What is to be asked, request by request, and what was done before."""

    counter: TokenCounter
    limits: Limits
    requests: list[Planned] = field(default_factory=list)
    earlier: int = 0

    def add(self, draft: Draft, key: str, split: str) -> None:
        """Look at one request and add it."""
        self.requests.append(inspect(draft, key, split, self.counter, self.limits))

    def problems(self) -> dict[str, tuple[str, str]]:
        """Return kind and reason of each request that can't be sent, by its key."""
        return {planned.key: planned.problem for planned in self.requests if planned.problem is not None}

    def largest(self) -> tuple[int, int]:
        """Return the most images, and the most pixels in all images, that a request to be sent has."""
        sent = [planned for planned in self.requests if planned.problem is None]
        return max((len(one.images) for one in sent), default=0), max((one.pixels for one in sent), default=0)

    def figures(self) -> dict[str, Any]:
        """Return the plan's totals, as ``run.json`` keeps them."""
        sent = [planned for planned in self.requests if planned.problem is None]
        known = [planned for planned in sent if planned.tokens is not None]
        images, pixels = self.largest()
        return {
            "requests": len(sent),
            "documents": len({planned.doc_id for planned in sent}),
            "set_aside": dict(sorted(Counter(one.problem[0] for one in self.requests if one.problem).items())),
            "notes": dict(sorted(Counter(note for planned in sent for note in planned.notes).items())),
            "mixed_page_sizes": len({planned.doc_id for planned in sent if planned.mixed}),
            "most_images": images,
            "most_pixels": pixels,
            "tokens_by": self.counter.name,
            "tokens_counted": self.counter.exact,
            "max_model_len": self.limits.max_model_len,
            "prompt_tokens": sum(one.tokens or 0 for one in known),
            "longest_prompt": max((one.tokens or 0 for one in known), default=0),
            "distinct_prompt_tokens": _distinct(known),
            "most_reply_tokens": sum(planned.reply_tokens for planned in sent),
        }


def inspect(draft: Draft, key: str, split: str, counter: TokenCounter, limits: Limits) -> Planned:
    """Return what a request is made of, and the reason if it can't be sent; only sizes are read, nothing is decoded."""
    most = draft.settings.sampling.max_new_tokens
    try:
        sizes = draft.image_sizes()
        pages = () if draft.pages is None else draft.pages.sizes()
    except Unfit as error:
        return Planned(key, split, draft.doc_id, (), 0, None, None, most, problem=(error.kind, str(error)))
    shared, own = counter.count(draft, sizes)
    tokens = None if shared is None or own is None else shared + own
    stored = () if draft.pages is None else draft.pages.stored
    return Planned(
        key,
        split,
        draft.doc_id,
        sizes,
        sum(len(page) for page in stored),
        tokens,
        shared,
        most,
        _notes(draft, pages, sizes, tokens, limits),
        _are_mixed(pages),
        _problem(sizes, tokens, counter.exact, limits),
    )


def _notes(
    draft: Draft, pages: Sequence[Size], sizes: Sequence[Size], tokens: int | None, limits: Limits
) -> tuple[str, ...]:
    notes = []
    wanted, layout = draft.settings.layout, draft.layout()
    if layout.concat != wanted.concat:
        notes.append(f"strips of {wanted.concat} pages re-made with {layout.concat}")
    if wanted.max_pages is not None and len(pages) > wanted.max_pages:
        notes.append(f"pages after {wanted.max_pages} left out")
    if wanted.max_dimension is not None and any(max(size) == wanted.max_dimension for size in sizes):
        notes.append(f"images scaled to {wanted.max_dimension} px")
    room = None if limits.max_model_len is None or tokens is None else limits.max_model_len - tokens
    if room is not None and 0 < room < draft.settings.sampling.max_new_tokens:
        notes.append("room for less than the longest reply")
    return tuple(notes)


def _problem(sizes: Sequence[Size], tokens: int | None, exact: bool, limits: Limits) -> tuple[str, str] | None:
    """Return why a request can't be sent; an estimate of its tokens keeps none back."""
    if limits.max_images is not None and len(sizes) > limits.max_images:
        return "too_many_images", f"{len(sizes)} images, and the engine takes {limits.max_images} a request"
    if exact and tokens is not None and limits.max_model_len is not None and tokens >= limits.max_model_len:
        return "too_long", f"{tokens} tokens leave no room for a reply within {limits.max_model_len}"
    return None


def _are_mixed(pages: Sequence[Size]) -> bool:
    return any(
        abs(side - first) > _LARGE * first for page in pages[1:] for side, first in zip(page, pages[0], strict=True)
    )


def _distinct(planned: Iterable[Planned]) -> int:
    """Return the tokens that are read if what questions on a document share is read once."""
    shared: dict[str, int] = {}
    own = 0
    for one in planned:
        shared[one.doc_id] = max(shared.get(one.doc_id, 0), one.document_tokens or 0)
        own += (one.tokens or 0) - (one.document_tokens or 0)
    return sum(shared.values()) + own


def describe(plan: Plan, sessions: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return the plan as a table by split and lines on what was found, with an estimate of the time.

    Args:
        plan: of a run.
        sessions: of the run so far, whose throughput the estimate goes by.
    """
    rows = [f"{'':<14}{'documents':>10}{'requests':>10}{'images':>8}{'megapixels':>12}{'tokens':>12}"]
    splits = list(dict.fromkeys(planned.split for planned in plan.requests))
    for name, held in [
        *((split, [one for one in plan.requests if one.split == split]) for split in splits),
        ("all", plan.requests),
    ]:
        tokens = [one.tokens for one in held if one.tokens is not None]
        told = f"{sum(tokens):,}" if tokens else "–"
        rows.append(
            f"{name:<14}{len({one.doc_id for one in held}):>10}{len(held):>10}{sum(len(one.images) for one in held):>8}"
            f"{sum(one.pixels for one in held) / 1e6:>12.1f}{told:>12}"
        )
    figures = plan.figures()
    sides = [side for one in plan.requests for size in one.images for side in size]
    if sides:
        rows.append(f"image sides: {min(sides)} to {max(sides)} px; most images in a request: {figures['most_images']}")
    if figures["mixed_page_sizes"]:
        rows.append(f"documents whose pages differ in size: {figures['mixed_page_sizes']}")
    how = "counted" if plan.counter.exact else "estimated"
    limit = f", of at most {plan.limits.max_model_len:,}" if plan.limits.max_model_len else ""
    rows.append(f"tokens are {how} ({plan.counter.name}); longest prompt {figures['longest_prompt']:,}{limit}")
    rows += [f"{note}: {count} requests" for note, count in figures["notes"].items()]
    for kind, count in figures["set_aside"].items():
        reason = next(one.problem[1] for one in plan.requests if one.problem and one.problem[0] == kind)
        rows.append(f"set aside, {kind}: {count} requests (such as: {reason})")
    if plan.earlier:
        rows.append(f"done before: {plan.earlier} requests")
    return "\n".join([*rows, _estimate(figures, sessions)])


def _estimate(figures: Mapping[str, Any], sessions: Sequence[Mapping[str, Any]]) -> str:
    text = (
        f"estimate: {figures['requests']} requests; {figures['prompt_tokens']:,} tokens to read, "
        f"{figures['distinct_prompt_tokens']:,} of them distinct; at most {figures['most_reply_tokens']:,} to write"
    )
    requests = sum(session["requests"] for session in sessions)
    seconds = sum(session["seconds"] for session in sessions)
    if not requests or not seconds:
        return f"{text}; no time is known until some requests of this run have been answered (--limit 2)"
    return f"{text}; about {figures['requests'] * seconds / requests / 60:.1f} minutes at this run's pace so far"
