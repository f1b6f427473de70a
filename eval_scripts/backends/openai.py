"""Any endpoint that speaks the OpenAI chat protocol: many requests at a time, each tried again where that can help."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import tenacity

from eval_scripts.backends import BackendError, BackendOptions, Completion, OnDone, Request, Usage, chat_messages
from eval_scripts.backends.thinking import complete, split_thinking

_LONGEST_WAIT = 300.0
_HOPELESS = {401: "the endpoint refuses the key", 403: "the endpoint refuses access", 404: "no such model or address"}


class _Failed(Exception):
    """One attempt without an answer: its kind, whether to try again, and how many seconds the server asks to wait."""

    def __init__(self, kind: str, detail: str, *, again: bool, wait: float = 0.0) -> None:
        super().__init__(detail)
        self.kind = kind
        self.again = again
        self.wait = wait


class OpenAIBackend:
    """A client of ``POST {base_url}/chat/completions``.

    The key is read from the environment at each start and goes nowhere but into the request's header. Status 429, 5xx,
    time-outs, broken replies and lost connections are tried again, waiting as ``Retry-After`` says, or else twice as
    long each time; other refusals are kept as the failure of that request.
    """

    def __init__(self, options: BackendOptions) -> None:
        """Check the options.

        Raises:
            ValueError: no model or address is given.
        """
        base_url = options.base_url or os.environ.get("OPENAI_BASE_URL")
        if options.model is None:
            raise ValueError("back end 'openai' needs --model NAME, as the endpoint calls it")
        if not base_url:
            raise ValueError(
                "back end 'openai' needs --base-url (or OPENAI_BASE_URL), such as http://localhost:8000/v1"
            )
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._model = options.model
        self._options = options

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return model, revision and extra fields of the body; where the endpoint stands doesn't change the answer."""
        return {"model": self._model, "revision": self._options.revision, "options": dict(self._options.options)}

    @property
    def versions(self) -> Mapping[str, str]:
        """Return the version of the HTTP client."""
        return {"httpx": httpx.__version__}

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        """Return the endpoint's answers; see ``Backend.generate``."""
        return asyncio.run(self._generate(requests, on_done))

    async def _generate(self, requests: Sequence[Request], on_done: OnDone | None) -> list[Completion]:
        gate = asyncio.Semaphore(self._options.concurrency)
        key = os.environ.get(self._options.api_key_env)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = httpx.Limits(max_connections=self._options.concurrency)
        async with httpx.AsyncClient(headers=headers, timeout=self._options.timeout, limits=limits) as client:

            async def answer(position: int, request: Request) -> Completion:
                async with gate:
                    completion = await self._ask(client, request)
                if on_done is not None:
                    on_done(position, completion)
                return completion

            try:
                async with asyncio.TaskGroup() as group:
                    tasks = [group.create_task(answer(*pair)) for pair in enumerate(requests)]
            except* (BackendError, OSError) as errors:
                raise errors.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _ask(self, client: httpx.AsyncClient, request: Request) -> Completion:
        attempts = tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self._options.attempts),
            wait=self._wait,
            retry=tenacity.retry_if_exception(lambda error: isinstance(error, _Failed) and error.again),
            reraise=True,
        )
        try:
            return await attempts(self._ask_once, client, self._body(request))
        except _Failed as failure:
            return Completion(text=None, error=failure.kind, detail=str(failure))

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        asked = error.wait if isinstance(error, _Failed) else 0.0
        return float(min(_LONGEST_WAIT, asked or self._options.backoff * 2.0 ** (state.attempt_number - 1)))

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": chat_messages(request),
            "temperature": request.sampling.temperature,
            "max_tokens": request.sampling.max_new_tokens,
        }
        if request.reply == "json_object":
            body["response_format"] = {"type": "json_object"}
        elif request.reply == "json_schema":
            schema = {"name": "answer", "schema": dict(request.schema or {})}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if request.seed is not None:
            body["seed"] = request.seed
        body.update(self._options.options)
        return {name: value for name, value in body.items() if value is not None}

    async def _ask_once(self, client: httpx.AsyncClient, body: Mapping[str, Any]) -> Completion:
        try:
            response = await client.post(self._url, json=body)
        except httpx.TimeoutException as error:
            detail = f"no reply within {self._options.timeout:g} s ({type(error).__name__})"
            raise _Failed("timeout", detail, again=True) from error
        except httpx.TransportError as error:
            raise _Failed("connection", f"{type(error).__name__}: {error}", again=True) from error
        if response.status_code in _HOPELESS:
            reason = _HOPELESS[response.status_code]
            raise BackendError(f"{reason}: HTTP {response.status_code} from {self._url}: {_message(response)}")
        if response.status_code == 429:
            raise _Failed("rate_limited", _message(response), again=True, wait=_retry_after(response))
        if response.status_code >= 500:
            raise _Failed("server_error", _message(response), again=True, wait=_retry_after(response))
        if response.status_code >= 400:
            message = _message(response)
            kind = "too_long" if "context length" in message.lower() else "bad_request"
            raise _Failed(kind, message, again=False)
        return _read_completion(response)


def _message(response: httpx.Response) -> str:
    """Return status and start of the body, on one line."""
    return f"HTTP {response.status_code}: {' '.join(response.text.split())[:300]}"


def _retry_after(response: httpx.Response) -> float:
    """Return the seconds that ``Retry-After`` asks for (a number or an HTTP date), or 0 where it says nothing."""
    value = response.headers.get("Retry-After", "").strip()
    if not value:
        return 0.0
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def _read_completion(response: httpx.Response) -> Completion:
    """Return the first choice of a successful reply.

    Raises:
        _Failed: the body is not JSON, or not of the protocol's form.
    """
    try:
        body = response.json()
        choice = body["choices"][0]
        message = choice["message"]
        text = message.get("content")
        usage = body.get("usage") or {}
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens")
        counts = Usage(usage.get("prompt_tokens"), usage.get("completion_tokens"), cached)
        hidden = (usage.get("completion_tokens_details") or {}).get("reasoning_tokens")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise _Failed("bad_reply", f"not a chat completion: {_message(response)}", again=True) from error
    reason = choice.get("finish_reason")
    if reason == "content_filter":
        raise _Failed("content_filter", "the endpoint withheld the reply", again=False)
    thought = message.get("reasoning_content") or message.get("reasoning")
    if not isinstance(thought, str):
        thought, text = split_thinking(text or "")
    if hidden and not thought and not text:
        thought = f"{hidden} tokens that the endpoint doesn't show"
    return complete(thought, text, reason, counts, body.get("model"))
