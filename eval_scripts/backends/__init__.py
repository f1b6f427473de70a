"""What a back end is: one method from requests to completions, and the table of those that exist.

Heavy imports stay inside the module of the back end that needs them; this one is light.
"""

from __future__ import annotations

import base64
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, cast, runtime_checkable

Reply = Literal["text", "json_object", "json_schema"]


@dataclass(frozen=True)
class Sampling:
    """How an answer is drawn: temperature 0 is greedy, None is the model's own way; ``max_new_tokens`` bounds it."""

    temperature: float | None = 0.0
    max_new_tokens: int = 4096


@dataclass(frozen=True)
class Request:
    """One question to a model, complete: a back end needs nothing else, and sees nothing else.

    Attributes:
        id: the record's id.
        instructions: what to do, and the question; stands after the document.
        images: encoded page images (PNG or JPEG), in page order.
        document: the document's text, or None where only images are shown.
        schema: the JSON Schema of the answer, where ``instructions`` quote one.
        sampling: how the answer is drawn.
        reply: what form the reply is held to, where the back end can.
        question: the record's question alone, which ``instructions`` quote.
        pdf: the document itself, for back ends that take it.
        seed: what a sampled answer is drawn from; None where it is greedy.
    """

    id: str
    instructions: str
    images: tuple[bytes, ...] = ()
    document: str | None = None
    schema: Mapping[str, Any] | None = None
    sampling: Sampling = field(default_factory=Sampling)
    reply: Reply = "text"
    question: str = ""
    pdf: bytes | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Usage:
    """Tokens of one request; None where the back end doesn't tell. ``cached_tokens`` came from the prefix cache."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True)
class Completion:
    """A model's reply, or why there is none: ``text`` is None exactly where ``error`` names a kind of failure.

    ``finish_reason`` is the back end's own word: ``stop``, or ``length`` for a reply cut off at the token limit.
    ``model`` is who an endpoint says has answered. ``thinking`` is what the model wrote before the answer, and
    no part of it.
    """

    text: str | None
    finish_reason: str | None = None
    usage: Usage = field(default_factory=Usage)
    error: str | None = None
    detail: str = ""
    model: str | None = None
    thinking: str | None = None


OnDone = Callable[[int, Completion], None]


class BackendError(Exception):
    """A back end that cannot answer anything: a missing package, a refused key, a model that doesn't exist."""


@dataclass(frozen=True)
class Limits:
    """What a back end can take, None where nothing is known.

    Attributes:
        max_model_len: tokens of prompt and reply together.
        max_images: images of a request.
        model: name or folder of the model whose tokenizer and processor count, where it has them.
        revision: of a model on the Hub.
        processor: arguments of the image processor that differ from the model's own, such as ``max_pixels``.
    """

    max_model_len: int | None = None
    max_images: int | None = None
    model: str | None = None
    revision: str | None = None
    processor: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Workload:
    """What is coming: the most images and the most pixels in all images that any request has."""

    images: int
    pixels: int


class Backend(Protocol):
    """One method; everything that determines its answers, beside the request, is in ``identity``."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return model, revision and options that change answers; neither hardware nor shards nor addresses."""
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """Return versions of the packages that did the work."""
        ...

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return one completion a request, in their order; a failed request doesn't disturb the others.

        Args:
            requests: any number of them.
            on_done: called with (position in ``requests``, completion) as soon as each is finished, in any order, from
                the caller's thread.

        Raises:
            BackendError: nothing can be answered at all.
        """
        ...


@runtime_checkable
class PlanningBackend(Protocol):
    """What a back end with an engine has beside its one method: limits that the planner heeds, a start and an end."""

    @property
    def limits(self) -> Limits:
        """Return what the back end can take, as far as is known before it starts."""
        ...

    def prepare(self, workload: Workload) -> None:
        """Hear what is coming, before the first request."""
        ...

    @property
    def placement(self) -> Mapping[str, Any]:
        """Return the options that say where and how fast, not what is answered; ``run.json`` keeps them by session."""
        ...

    def close(self) -> None:
        """Stop the engine and give its memory back; a later request starts it again."""
        ...


@dataclass(frozen=True)
class BackendOptions:
    """What the command line says about a back end.

    Attributes:
        model: name or folder of a model; for ``canned`` the JSONL file of answers.
        revision: of a model on the Hub.
        lora: folder or name on the Hub of a LoRA adapter (``vllm``).
        reasoning_parser: name of vLLM's parser that tells thinking from answer (``vllm``).
        options: engine arguments (``vllm``, ``transformers``) or fields of the request's body (``openai``).
        base_url: address of the endpoint, up to and including ``/v1``.
        api_key_env: name of the environment variable that holds the endpoint's key.
        concurrency: open requests to the endpoint.
        timeout: seconds to wait for one reply.
        attempts: how often a request is sent before it counts as failed.
        backoff: seconds before the second attempt; doubles from then on.
    """

    model: str | None = None
    revision: str | None = None
    lora: str | None = None
    reasoning_parser: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    concurrency: int = 16
    timeout: float = 600.0
    attempts: int = 6
    backoff: float = 1.0


BACKENDS: dict[str, str] = {
    "baseline": "eval_scripts.backends.baseline:BaselineBackend",
    "canned": "eval_scripts.backends.canned:CannedBackend",
    "openai": "eval_scripts.backends.openai:OpenAIBackend",
    "transformers": "eval_scripts.backends.transformers:TransformersBackend",
    "vllm": "eval_scripts.backends.vllm:VllmBackend",
}


def open_backend(name: str, options: BackendOptions) -> Backend:
    """Return a back end by name; engines start with the first request, not here.

    Raises:
        ValueError: the name is unknown, or an option it needs is missing or wrong.
        BackendError: a package it needs is not installed; the message says how to get it.
    """
    if name not in BACKENDS:
        raise ValueError(f"back end {name!r} is not one of {', '.join(BACKENDS)}")
    if name != "vllm" and (options.lora or options.reasoning_parser):
        raise ValueError(
            f"--lora and --reasoning-parser are for --backend vllm, not {name}: an endpoint is started with them (vllm "
            "serve --lora-modules, --reasoning-parser), and of other replies what stands before </think> is set apart"
        )
    module, _, cls = BACKENDS[name].partition(":")
    return cast(Backend, getattr(importlib.import_module(module), cls)(options))


def chat_messages(request: Request) -> list[dict[str, Any]]:
    """Return the request as OpenAI chat messages: the PDF or images, then the document's text, then the instructions.

    What belongs to the document comes first, so that questions about one document share a prefix that servers cache.
    Images and PDF are data URLs.
    """
    parts: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": _data_url(image)}} for image in request.images
    ]
    if request.pdf is not None:
        content = f"data:application/pdf;base64,{base64.b64encode(request.pdf).decode('ascii')}"
        parts.append({"type": "file", "file": {"filename": "document.pdf", "file_data": content}})
    if request.document is not None:
        parts.append({"type": "text", "text": f"<document>\n{request.document}\n</document>\n\n"})
    parts.append({"type": "text", "text": request.instructions})
    if not request.images and request.pdf is None:
        return [{"role": "user", "content": "".join(part["text"] for part in parts)}]
    return [{"role": "user", "content": parts}]


def _data_url(image: bytes) -> str:
    kind = "png" if image.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(image).decode('ascii')}"
