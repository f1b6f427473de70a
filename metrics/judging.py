"""Judges: what they are handed, what they hand back, and the model behind an endpoint, in vLLM or in a callable.

A judge reads items and gives verdicts. A verdict carries the fingerprint of what it judged, so that no grade outlives a
change of the answer, the question or the reference. Nothing here touches a network before a judge is asked.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from metrics.judge_prompts import (
    CRITERION_PROMPT,
    SCORE_PROMPT,
    prompt_mark,
    write_criterion_prompt,
    write_score_prompt,
)
from metrics.judge_replies import Reading, read_score, read_verdict

logger = logging.getLogger(__name__)

Chat = Callable[[Sequence[str]], Sequence[str | None]]
"""From prompts to replies, as many and in the same order; None where the request failed."""


@dataclass(frozen=True)
class Item:
    """One answer to be judged; ``key_facts`` are what a judge of facts looks for, as in the record's column."""

    answer: str
    reference: str
    question: str | None = None
    key_facts: tuple[Mapping[str, Any], ...] = ()
    name: str = "record"


@dataclass(frozen=True)
class Verdict:
    """What a judge says of one item.

    Attributes:
        score: 0 to 10, or None where the judge gave none.
        kind: ``scored``, a kind of ``metrics.judge_replies``, or ``failed_judge`` where the request failed.
        judge: the judge's name.
        fingerprint: of the item judged (``fingerprint_of``).
        reply: the judge's own words, where it has any.
    """

    score: float | None
    kind: str
    judge: str
    fingerprint: str
    reply: str | None = None


@runtime_checkable
class Judge(Protocol):
    """Gives one verdict an item, in order, as they come; ``name`` stands in every signature."""

    @property
    def name(self) -> str:
        """The judge's name, with all that changes its verdicts."""

    def judge(self, items: Sequence[Item]) -> Iterator[Verdict]:
        """Yield one verdict an item, in the items' order."""


def fingerprint_of(item: Item) -> str:
    """Return what names an item's answer, question, reference and key facts; any change of them changes it.

    >>> fingerprint_of(Item("42", "42")) == fingerprint_of(Item("42.", "42"))
    False
    """
    content = [item.answer, item.question, item.reference, [dict(fact) for fact in item.key_facts]]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class ModelJudge:
    """A language model that scores answers by the bands of ``metrics.judge_prompts``, one request an answer.

    An empty answer scores 0 without being sent. Verdicts come batch by batch, so a caller can keep what is there.
    """

    chat: Chat
    model: str
    batch_size: int = 256

    @property
    def name(self) -> str:
        """The model's name and the mark of the prompt."""
        return f"{self.model}#{prompt_mark(SCORE_PROMPT)}"

    def judge(self, items: Sequence[Item]) -> Iterator[Verdict]:
        """Yield one verdict an item.

        Raises:
            ValueError: the callable gave another number of replies than it got prompts.
        """
        yield from _judge(self, items, _score_prompt, read_score)


@dataclass(frozen=True)
class CriterionJudge:
    """A language model that says whether an answer meets one criterion, one request a criterion.

    An item's ``reference`` is the criterion; the model sees it and the answer, and nothing else (GDP.pdf, section 4). A
    verdict's score is 1 where the criterion is met, else 0; an empty answer meets none and is not sent.
    """

    chat: Chat
    model: str
    batch_size: int = 256

    @property
    def name(self) -> str:
        """The model's name and the mark of the prompt."""
        return f"{self.model}#{prompt_mark(CRITERION_PROMPT)}"

    def judge(self, items: Sequence[Item]) -> Iterator[Verdict]:
        """Yield one verdict an item; raises ``ValueError`` as ``ModelJudge`` does."""
        yield from _judge(self, items, _criterion_prompt, read_verdict)


def _score_prompt(item: Item) -> str:
    return write_score_prompt(item.question, item.answer, item.reference)


def _criterion_prompt(item: Item) -> str:
    return write_criterion_prompt(item.reference, item.answer)


def _judge(
    judge: ModelJudge | CriterionJudge,
    items: Sequence[Item],
    write: Callable[[Item], str],
    read: Callable[[str | None], Reading],
) -> Iterator[Verdict]:
    for batch in _batches(items, judge.batch_size):
        asked = [item for item in batch if item.answer.strip()]
        replies = iter(ask(judge.chat, [write(item) for item in asked]))
        for item in batch:
            if not item.answer.strip():
                yield Verdict(0.0, "scored", judge.name, fingerprint_of(item))
                continue
            reply = next(replies)
            reading = read(reply)
            kind = "failed_judge" if reply is None else reading.kind
            score = None if reading.value is None else float(reading.value)
            yield Verdict(score, kind, judge.name, fingerprint_of(item), reply)


def ask(chat: Chat, prompts: Sequence[str]) -> Sequence[str | None]:
    """Return the replies to prompts.

    Raises:
        ValueError: not one reply a prompt came back.
    """
    replies = chat(prompts) if prompts else []
    if len(replies) != len(prompts):
        raise ValueError(f"the judge gave {len(replies)} replies to {len(prompts)} prompts")
    return replies


def _batches(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch


def connect_endpoint(
    url: str,
    model: str,
    *,
    api_key: str | None = None,
    max_tokens: int = 1024,
    json_object: bool = True,
    workers: int = 8,
    timeout: float = 120.0,
    attempts: int = 4,
) -> Chat:
    """Return a chat with any endpoint that speaks OpenAI's ``/chat/completions``, at temperature 0.

    Busy servers and broken connections are tried again; what fails for good gives None and a warning.

    Args:
        url: base, up to and with ``/v1``.
        model: the name the endpoint knows.
        api_key: sent as bearer token.
        max_tokens: bound on a reply.
        json_object: ask the endpoint to hold the reply to JSON.
        workers: requests in flight.
        timeout: seconds for one request.
        attempts: tries a request.
    """

    def chat(prompts: Sequence[str]) -> list[str | None]:
        import httpx

        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        with (
            httpx.Client(base_url=url.rstrip("/") + "/", headers=headers, timeout=timeout) as client,
            ThreadPoolExecutor(workers) as pool,
        ):
            return list(pool.map(lambda prompt: _post(client, prompt), prompts))

    def _post(client: Any, prompt: str) -> str | None:
        import httpx
        import tenacity

        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": max_tokens,
        }
        if json_object:
            body["response_format"] = {"type": "json_object"}
        retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(attempts),
            wait=tenacity.wait_random_exponential(multiplier=0.5, max=20),
            retry=tenacity.retry_if_exception(_is_passing),
            reraise=True,
        )
        try:
            response = retrying(lambda: client.post("chat/completions", json=body).raise_for_status())
            content = response.json()["choices"][0]["message"]["content"]
        except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
            logger.warning("judge request failed: %s: %s", type(error).__name__, error)
            return None
        return content if isinstance(content, str) else None

    chat.__name__ = model
    return chat


def _is_passing(error: BaseException) -> bool:
    """Return whether an error may pass: a busy or broken server, or a broken connection."""
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in (408, 409, 429) or error.response.status_code >= 500
    return isinstance(error, httpx.TransportError)


def start_vllm(model: str, *, max_tokens: int = 1024, **engine: Any) -> Chat:
    """Return a chat with a model that runs in this process, at temperature 0; all prompts go in as one batch.

    A prompt that leaves no room in the model's context is not sent: it gives None and a warning, the others go on.

    Args:
        model: name or folder of the model.
        max_tokens: bound on a reply.
        **engine: arguments of ``vllm.LLM``.
    """
    from vllm import LLM, SamplingParams

    llm = LLM(model=model, **engine)
    sampling = SamplingParams(temperature=0, max_tokens=max_tokens)
    tokenizer = llm.get_tokenizer()
    room = llm.llm_engine.model_config.max_model_len

    def chat(prompts: Sequence[str]) -> list[str | None]:
        talks = [[{"role": "user", "content": prompt}] for prompt in prompts]
        lengths = [
            len(tokenizer.encode(tokenizer.apply_chat_template(talk, tokenize=False, add_generation_prompt=True)))
            for talk in talks
        ]
        fitting = [position for position, length in enumerate(lengths) if length < room]
        if len(fitting) < len(talks):
            logger.warning("%d judge prompts are over the context of %d tokens", len(talks) - len(fitting), room)
        outputs = llm.chat([talks[position] for position in fitting], sampling, use_tqdm=False) if fitting else []
        replies: list[str | None] = [None] * len(talks)
        for position, output in zip(fitting, outputs, strict=True):
            replies[position] = output.outputs[0].text
        return replies

    chat.__name__ = model
    return chat


def name_of(chat: Chat) -> str:
    """Return a callable's name for a signature."""
    return str(getattr(chat, "__name__", type(chat).__name__))
