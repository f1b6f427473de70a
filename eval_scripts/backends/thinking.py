"""Thinking kept apart from the answer: a run keeps what a model writes before it answers, and no scorer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eval_scripts.backends import BackendError, Completion, Usage

CUT, ENDLESS = "cut_while_thinking", "only_thinking"
SETTLED = frozenset({CUT, ENDLESS})
"""Failures that the same request would end in again: they aren't tried again."""

PROMPT_END = 8
"""Tokens at the end of a prompt in which a mark of thinking would stand."""

_OPEN, _CLOSE = "<think>", "</think>"
_DETAILS = {
    CUT: "the token limit came before the end of the thinking; give more with --max-new-tokens",
    ENDLESS: "the reply ends with the thinking and holds no answer; is --reasoning-parser the model's?",
}


def split_thinking(text: str, *, opened: bool = False) -> tuple[str | None, str | None]:
    """Return what a reply's model thought, and what it answered; None for what isn't there.

    Args:
        text: the whole reply.
        opened: whether the prompt ended in ``<think>``, so that the reply begins with thinking.

    >>> split_thinking("<think>2 + 2</think>4"), split_thinking("2 + 2</think>4"), split_thinking("4")
    (('2 + 2', '4'), ('2 + 2', '4'), (None, '4'))
    >>> split_thinking("<think>2 +"), split_thinking("2 +", opened=True)
    (('2 +', None), ('2 +', None))
    """
    stripped = text.lstrip()
    begun = stripped.startswith(_OPEN)
    inner = stripped.removeprefix(_OPEN) if begun else text
    thought, closed, answer = inner.partition(_CLOSE)
    if closed:
        return thought, answer
    return (inner, None) if begun or opened else (None, text)


def opens_thinking(prompt: str) -> bool:
    r"""Return whether a prompt ends where the model's thinking begins.

    >>> opens_thinking("<|im_start|>assistant\n<think>\n"), opens_thinking("<think>\n\n</think>\n\n")
    (True, False)
    """
    return prompt.rstrip().endswith(_OPEN)


def complete(
    thought: str | None, answer: str | None, finish_reason: str | None, usage: Usage, model: str | None = None
) -> Completion:
    """Return the completion of a reply in its two parts; thinking without an answer is a failure of a kind of its own.

    >>> complete("2 +", None, "length", Usage()).error, complete("2 + 2", "4", "length", Usage()).text
    ('cut_while_thinking', '4')
    """
    thought = thought if (thought or "").strip() else None
    if thought is None or (answer or "").strip():
        return Completion(answer or "", finish_reason, usage, model=model, thinking=thought)
    kind = CUT if finish_reason == "length" else ENDLESS
    return Completion(None, finish_reason, usage, kind, _DETAILS[kind], model, thought)


class ReasoningParser:
    """One of vLLM's own reasoning parsers, which know how each kind of model marks its thinking."""

    def __init__(self, name: str) -> None:
        """Find the parser.

        Raises:
            BackendError: vLLM has none of that name; the message lists those that it has.
        """
        from vllm.reasoning import ReasoningParserManager

        try:
            self._class: Any = ReasoningParserManager.get_reasoning_parser(name)
        except KeyError:
            names = ", ".join(ReasoningParserManager.list_registered())
            raise BackendError(f"vLLM has no reasoning parser {name!r}; it has {names}") from None

    def split(self, text: str, tokenizer: Any, template: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """Return what a reply's model thought, and what it answered, as ``vllm serve`` tells them apart.

        Args:
            text: the whole reply.
            tokenizer: the model's.
            template: arguments of the chat template, such as ``{"enable_thinking": False}``.
        """
        thought, answer = self._open(tokenizer, template).extract_reasoning(text, _request())
        return thought, answer

    def keeps_special_tokens(self, tokenizer: Any, template: Mapping[str, Any]) -> bool:
        """Return whether the parser needs special tokens left in the text, since they are the marks.

        Raises:
            BackendError: the tokenizer lacks the parser's marks.
        """
        try:
            return not self._open(tokenizer, template).adjust_request(_request()).skip_special_tokens
        except (RuntimeError, ValueError) as error:
            raise BackendError(f"the reasoning parser doesn't fit the model: {error}") from error

    def _open(self, tokenizer: Any, template: Mapping[str, Any]) -> Any:
        return self._class(tokenizer, chat_template_kwargs=dict(template))


def _request() -> Any:
    from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest

    return ChatCompletionRequest(model="", messages=[{"role": "user", "content": ""}])
