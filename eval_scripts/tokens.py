"""How many tokens a prompt has: counted by the model's own tokenizer and image processor, or estimated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval_scripts.images import Size
from eval_scripts.requests import Draft

_CHARACTERS = 3.6
"""Of English text, figures and JSON to a token, about."""

_PATCH = 28
"""Pixels a side of what becomes one token in Qwen's models."""


@dataclass(frozen=True)
class TokenCounter:
    """Counts the tokens of prompts.

    Attributes:
        tokenizer: the model's, or None.
        images: the model's image processor, or None.
        processor: arguments of the image processor that differ from the model's own.
        name: what counts, as the plan tells it.
    """

    tokenizer: Any = None
    images: Any = None
    processor: Mapping[str, Any] = field(default_factory=dict)
    name: str = "a token for 3.6 characters and for 28 by 28 pixels"

    @property
    def exact(self) -> bool:
        """Return whether text is counted by the model's tokenizer, and images by its processor where it has one."""
        return self.tokenizer is not None

    def count(self, draft: Draft, sizes: Sequence[Size]) -> tuple[int | None, int | None]:
        """Return a prompt's tokens: what it shares with other questions on the document, and the rest."""
        if draft.pdf is not None:
            return None, None
        shared = sum(self._image_tokens(size) for size in sizes)
        if self.tokenizer is None:
            document = len(draft.document or "") / _CHARACTERS
            return shared + math.ceil(document), math.ceil(len(draft.instructions) / _CHARACTERS)
        text = f"<document>\n{draft.document}\n</document>\n\n" if draft.document is not None else ""
        whole = len(_apply_template(self.tokenizer, len(sizes), text + draft.instructions)) - len(sizes)
        own = len(self.tokenizer(draft.instructions, add_special_tokens=False).input_ids)
        return shared + whole - own, own

    def _image_tokens(self, size: Size) -> int:
        width, height = size
        if self.images is None:
            return math.ceil(width / _PATCH) * math.ceil(height / _PATCH)
        patches = self.images.get_number_of_image_patches(height, width, dict(self.processor))
        return int(patches // self.images.merge_size**2)


def _apply_template(tokenizer: Any, images: int, text: str) -> Sequence[int]:
    parts: Any = [*[{"type": "image"}] * images, {"type": "text", "text": text}] if images else text
    found = tokenizer.apply_chat_template(
        [{"role": "user", "content": parts}], add_generation_prompt=True, tokenize=True, return_dict=True
    )
    ids: Sequence[int] = found["input_ids"]
    return ids


def open_counter(
    model: str | None,
    revision: str | None = None,
    *,
    shows_images: bool = False,
    processor: Mapping[str, Any] | None = None,
) -> TokenCounter:
    """Return the counter of a model, as far as it is to be had without asking the network; else one that estimates.

    Args:
        model: name or folder.
        revision: of a model on the Hub.
        shows_images: whether images must be counted too; without their processor nothing counts as counted.
        processor: arguments of the image processor that differ from the model's own.
    """
    if model is None:
        return TokenCounter()
    try:
        from transformers import AutoImageProcessor, AutoTokenizer
    except ImportError:
        return TokenCounter()
    where = {"revision": revision} if revision and not Path(model).is_dir() else {}
    try:
        tokenizer = AutoTokenizer.from_pretrained(model, local_files_only=True, **where)
        images = AutoImageProcessor.from_pretrained(model, local_files_only=True, **where) if shows_images else None
        if not tokenizer.chat_template:
            return TokenCounter()
        if images is not None:
            images.get_number_of_image_patches(_PATCH, _PATCH, {})
    except (OSError, ValueError, ImportError, KeyError, AttributeError, TypeError, RuntimeError):
        return TokenCounter()
    counted = f"by the tokenizer{' and image processor' if shows_images else ''} of {Path(model).name}"
    return TokenCounter(tokenizer, images, processor or {}, counted)


def context_length(model: str | None, revision: str | None = None) -> int | None:
    """Return how many tokens a model's config grants prompt and reply, or None where it isn't to be had locally."""
    if model is None:
        return None
    try:
        from transformers import AutoConfig

        where = {"revision": revision} if revision and not Path(model).is_dir() else {}
        config = AutoConfig.from_pretrained(model, local_files_only=True, **where).get_text_config()
    except (OSError, ValueError, ImportError, KeyError, AttributeError):
        return None
    length = getattr(config, "max_position_embeddings", None)
    if not isinstance(length, int):
        return None
    scaling = getattr(config, "rope_scaling", None) or {}
    return int(length * max(1.0, float(scaling.get("factor") or 1.0)))
