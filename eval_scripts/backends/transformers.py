"""Open-weight models on this machine, through transformers: for models that vLLM lacks, one prompt at a time."""

from __future__ import annotations

import contextlib
import copy
import gc
import importlib.metadata
import importlib.util
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from PIL import Image

from eval_scripts.backends import (
    BackendError,
    BackendOptions,
    Completion,
    Limits,
    OnDone,
    Request,
    Sampling,
    Usage,
    Workload,
    chat_messages,
)
from eval_scripts.backends.thinking import PROMPT_END, complete, opens_thinking, split_thinking
from eval_scripts.backends.weights import Weights, find_weights
from eval_scripts.tokens import context_length

_OWN = ("batch_size", "chat_template_kwargs", "max_model_len", "processor")
_PLACEMENT = frozenset(
    {"batch_size", "device_map", "low_cpu_mem_usage", "max_memory", "max_model_len", "offload_folder", "tp_plan"}
)
"""Options that say where and how fast, not what is answered; they have no part in a request's fingerprint."""

_CANT_BE_TAKEN = (RuntimeError, ValueError, TypeError, KeyError, IndexError, OSError)
"""What processors and models raise about a prompt, such as an image of a shape that they refuse."""


class TransformersBackend:
    """One model for the whole run; the first call of ``generate`` loads it.

    Options are arguments of the model's ``from_pretrained``, and four of our own: ``batch_size`` (greedy prompts
    answered together, 1 by default), ``max_model_len`` (tokens of prompt and reply, less than the model grants),
    ``processor`` (arguments of the processor's ``from_pretrained``, such as ``{"max_pixels": 1003520}``) and
    ``chat_template_kwargs`` (arguments of the chat template). What a reply holds before ``</think>`` is set apart.
    """

    def __init__(self, options: BackendOptions) -> None:
        """Check the options and find out which revision of the model is meant.

        Raises:
            ValueError: no model is given, or an option of ours is of the wrong kind.
            BackendError: transformers or torch is not installed, or the model can't be found.
        """
        if options.model is None:
            raise ValueError("back end 'transformers' needs --model, a folder or a name on the Hub")
        if any(importlib.util.find_spec(name) is None for name in ("transformers", "torch")):
            raise BackendError("transformers or torch is not installed: pip install 'docassay[transformers]'")
        self._options = dict(options.options)
        self._batch = _whole_number(self._options, "batch_size") or 1
        self._length = _whole_number(self._options, "max_model_len")
        for name in ("processor", "chat_template_kwargs"):
            if not isinstance(self._options.get(name, {}), dict):
                raise ValueError(f"option {name}={self._options[name]!r} is not a JSON object of arguments")
        self._weights = find_weights(options.model, options.revision)
        self._model: _Model | None = None

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return model, revision (commit, or digest of a local folder) and the options that change answers."""
        options = {name: value for name, value in self._options.items() if name not in _PLACEMENT}
        return {"model": self._weights.name, "revision": self._weights.revision, "options": options}

    @property
    def versions(self) -> Mapping[str, str]:
        """Return the versions of transformers and torch."""
        return {name: importlib.metadata.version(name) for name in ("transformers", "torch")}

    @property
    def limits(self) -> Limits:
        """Return the context length that the options set, or else that of the model's config."""
        source, revision = self._weights.source, self._weights.revision
        length = self._length or context_length(source, revision)
        return Limits(length, None, source, revision, self._options.get("processor", {}))

    @property
    def placement(self) -> Mapping[str, Any]:
        """Return the options that say where and how fast."""
        return {name: value for name, value in self._options.items() if name in _PLACEMENT}

    def prepare(self, workload: Workload) -> None:
        """Hear what is coming, which changes nothing here."""

    def close(self) -> None:
        """Drop the model and give its memory back."""
        if self._model is not None:
            import torch

            self._model = None
            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return the model's answers; see ``Backend.generate``."""
        if self._model is None:
            self._model = _load(self._weights, self._options, self.limits.max_model_len)
        completions: list[Completion] = []
        for batch in _batches(requests, self._batch):
            for completion in self._model.answer(batch):
                completions.append(completion)
                if on_done is not None:
                    on_done(len(completions) - 1, completion)
        return completions


def _whole_number(options: Mapping[str, Any], name: str) -> int | None:
    value = options.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
        raise ValueError(f"option {name}={value!r} is not a whole number of 1 or more")
    return value


def _batches(requests: Sequence[Request], size: int) -> Iterator[list[Request]]:
    """Yield neighbours that can be answered together: greedy ones with the same bound on the reply."""
    for sampling, alike in groupby(requests, key=lambda request: request.sampling):
        held = list(alike)
        step = size if sampling.temperature == 0 else 1  # a seed belongs to one prompt
        yield from (held[start : start + step] for start in range(0, len(held), step))


def _placement() -> dict[str, Any]:
    """Return where weights go: over the accelerators where there are some, which needs the package accelerate."""
    import torch

    return {"device_map": "auto"} if torch.accelerator.is_available() else {}


def _load(weights: Weights, options: Mapping[str, Any], length: int | None) -> _Model:
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText, AutoProcessor, AutoTokenizer
    from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES

    source = weights.source
    given = {name: value for name, value in options.items() if name not in _OWN}
    shared = {**weights.where, **{name: given[name] for name in ("trust_remote_code",) if name in given}}
    for_processor = {**shared, **options.get("processor", {})}
    for_model = {"dtype": "auto", **_placement(), **shared, **given}
    try:
        config = AutoConfig.from_pretrained(source, **shared)
        remote = getattr(config, "auto_map", None) or {}
        sees = (
            config.model_type in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES or "AutoModelForImageTextToText" in remote
        )
        loader, reader = (AutoModelForImageTextToText, AutoProcessor) if sees else (AutoModelForCausalLM, AutoTokenizer)
        processor = reader.from_pretrained(source, **for_processor)
        model = loader.from_pretrained(source, **for_model).eval()
    except (OSError, ValueError, TypeError, RuntimeError, KeyError, AttributeError, ImportError) as error:
        raise BackendError(f"transformers can't load {source}: {_one_line(error)}") from error
    if not processor.chat_template:
        raise BackendError(f"{source} has no chat template, so that no request can be put to it")
    return _Model(model, processor, sees, length, options.get("chat_template_kwargs", {}))


class _Model:
    """A loaded model with its processor (its tokenizer, for a model of text)."""

    def __init__(self, model: Any, processor: Any, sees: bool, length: int | None, template: Mapping[str, Any]) -> None:
        self._model = model
        self._processor = processor
        self._sees = sees
        self._length = length
        self._template = dict(template)
        tokenizer = processor.tokenizer if sees else processor
        tokenizer.padding_side = "left"
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token
        ends = model.generation_config.eos_token_id
        self._ends = frozenset(ends if isinstance(ends, list) else [tokenizer.eos_token_id if ends is None else ends])
        self._pad = tokenizer.pad_token_id
        self._tokenizer = tokenizer

    def answer(self, requests: Sequence[Request]) -> list[Completion]:
        """Return answers in order; one that can't be put to the model fails alone."""
        if len(requests) > 1 and not any(map(self._refusal, requests)):
            with contextlib.suppress(*_CANT_BE_TAKEN):
                return self._run(requests)
        return [self._answer_one(request) for request in requests]

    def _refusal(self, request: Request) -> str:
        if request.pdf is not None:
            return "transformers takes no PDF; use --modality image, or pdf with --backend openai"
        return "the model takes no images; use --modality spatial" if request.images and not self._sees else ""

    def _answer_one(self, request: Request) -> Completion:
        import torch

        if refusal := self._refusal(request):
            return Completion(text=None, error="bad_request", detail=refusal)
        try:
            return self._run([request])[0]
        except _TooLong as error:
            return Completion(text=None, error="too_long", detail=str(error))
        except torch.OutOfMemoryError as error:
            return Completion(text=None, error="out_of_memory", detail=_one_line(error))
        except _CANT_BE_TAKEN as error:
            return Completion(text=None, error="bad_request", detail=_one_line(error))

    def _run(self, requests: Sequence[Request]) -> list[Completion]:
        """Return the answers to requests of one sampling.

        Raises:
            _TooLong: a prompt leaves no room for a reply, or one of several no room for the longest.
            RuntimeError, ValueError, TypeError, KeyError, IndexError, OSError: something in a prompt can't be taken.
        """
        import torch

        inputs = self._render(requests)
        width = inputs["input_ids"].shape[1]
        sampling = requests[0].sampling
        if self._length is not None:
            room = 1 if len(requests) == 1 else sampling.max_new_tokens
            if width + room > self._length:
                raise _TooLong(f"the prompt has {width} tokens, and the model takes {self._length}")
            sampling = replace(sampling, max_new_tokens=min(sampling.max_new_tokens, self._length - width))
        if requests[0].seed is not None:
            torch.manual_seed(requests[0].seed)
        with torch.inference_mode():
            found = self._model.generate(**inputs, generation_config=self._config(sampling))
        prompts = inputs["attention_mask"].sum(dim=1).tolist()
        replies = found[:, width:].tolist()
        ends = self._tokenizer.batch_decode(inputs["input_ids"][:, -PROMPT_END:])
        return [self._completion(*held) for held in zip(prompts, ends, replies, strict=True)]

    def _render(self, requests: Sequence[Request]) -> Any:
        chats = [_chat(request, self._sees) for request in requests]
        asked = {"add_generation_prompt": True, "tokenize": True, "return_dict": True, "return_tensors": "pt"}
        asked = {**self._template, **asked}
        padding = {"padding": len(requests) > 1}
        if not self._sees:
            return self._processor.apply_chat_template(chats, **asked, **padding).to(self._model.device)
        inputs = self._processor.apply_chat_template(chats, **asked, processor_kwargs=padding)
        return inputs.to(self._model.device, dtype=self._model.dtype)

    def _config(self, sampling: Sampling) -> Any:
        """Return how to draw: the model's own way, or one of which nothing is left to it, as with other back ends."""
        from transformers import GenerationConfig

        if sampling.temperature is None:
            own: Any = copy.deepcopy(self._model.generation_config)
            own.update(max_length=None, max_new_tokens=sampling.max_new_tokens, pad_token_id=self._pad)
            own.eos_token_id = sorted(self._ends)
            return own
        drawn: dict[str, Any] = {"do_sample": False}
        if sampling.temperature > 0:
            drawn = {"do_sample": True, "temperature": sampling.temperature, "top_p": 1.0, "top_k": 0}
        return GenerationConfig(
            **drawn,
            max_new_tokens=sampling.max_new_tokens,
            repetition_penalty=1.0,
            eos_token_id=sorted(self._ends),
            pad_token_id=self._pad,
        )

    def _completion(self, prompt: int, prompt_end: str, reply: Sequence[int]) -> Completion:
        end = next((number for number, token in enumerate(reply) if token in self._ends), None)
        tokens = reply if end is None else reply[: end + 1]
        text = self._tokenizer.decode(tokens, skip_special_tokens=True)
        thought, answer = split_thinking(text, opened=opens_thinking(prompt_end))
        return complete(thought, answer, "length" if end is None else "stop", Usage(prompt, len(tokens)))


class _TooLong(ValueError):
    """A prompt that leaves no room for a reply."""


def _chat(request: Request, sees: bool) -> list[dict[str, Any]]:
    """Return the request's messages as chat templates take them: images themselves, for a model of text a string."""
    (message,) = chat_messages(replace(request, images=()))
    if not sees:
        return [message]
    images = [{"type": "image", "image": Image.open(io.BytesIO(image)).convert("RGB")} for image in request.images]
    return [{"role": "user", "content": [*images, {"type": "text", "text": message["content"]}]}]


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:500] or type(error).__name__
