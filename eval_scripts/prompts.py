"""What a model is asked: the defaults of each family, the words of its prompt, and the request made of a record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from eval_scripts.backends import Reply, Request, Sampling
from eval_scripts.images import image_columns, page_images
from eval_scripts.schema_formats import SCHEMA_FORMATS, SchemaFormat, empty_instance, inline_references

Modality = Literal["image", "text", "layout_text", "layout_text+image"]
MODALITIES: tuple[Modality, ...] = get_args(Modality)


@dataclass(frozen=True)
class Settings:
    """How records become requests; all of it changes answers.

    Attributes:
        modality: what of the document is shown.
        dpi: resolution of page images, in dots per inch.
        sampling: how the answer is drawn.
        reply: what form the reply is held to.
        schema_format: how the schema of what is to be extracted is shown (forms; others have none).
    """

    modality: Modality
    dpi: int
    sampling: Sampling
    reply: Reply
    schema_format: SchemaFormat = "defs"


DEFAULTS: dict[str, Settings] = {
    "forms": Settings("image", 200, Sampling(temperature=0.0, max_new_tokens=4096), "json_object"),
    "hops": Settings("image", 144, Sampling(temperature=0.0, max_new_tokens=2**14), "text"),
}
"""Defaults of a run by family. Sources: VAREX, section 3.4; DocHop, appendices E and F.

A hops page of 144 DPI lies between the 1280 * 28 * 28 and 16384 * 28 * 28 pixels that DocHop grants Qwen's models.
"""

SCHEMA_PROMPT = """\
{question}

The schema:

{schema}

- Give every field of the schema; where the form shows no value for a field, give null.
- Give the values themselves in an instance of the schema. Don't give the schema back.
- Your whole reply must be valid JSON, with nothing before or after it."""

TEMPLATE_PROMPT = """\
{question}

Take this empty object as the schema, and fill it in:

{schema}

- Put a value in the place of each null, or leave null where the form shows no value for the field.
- A list stands for any number of entries: repeat its row, or add values, as often as the form does.
- Keep every name as it is, and add none.
- Your whole reply must be valid JSON, with nothing before or after it."""

FORMS_PROMPTS: dict[SchemaFormat, str] = {
    "defs": SCHEMA_PROMPT,
    "inline": SCHEMA_PROMPT,
    "template": TEMPLATE_PROMPT,
}

HOPS_PROMPT = """\
Answer this question about the page above.

{question}

You may reason first. Then end your reply with one line that holds nothing but the marker and the answer:

The answer is: ...

- Give a single value and no sentence. A name stands in full, as the page has it.
- A number stands without unit, currency or percent sign, a negative one with its minus: a whole number as it is, any
  other rounded to two decimals unless the question says otherwise."""

PROMPTS: dict[str, str] = {"hops": HOPS_PROMPT}
"""Words of the prompt by family; those for forms depend on the schema's format."""


def prompt_words(family: str, settings: Settings) -> str:
    """Return the words of a family's prompt, with ``{question}``, and for forms ``{schema}``, left to fill in."""
    return FORMS_PROMPTS[settings.schema_format] if family == "forms" else PROMPTS[family]


def settings_for(family: str, **given: Any) -> Settings:
    """Return the family's defaults, with what is given (and not None) in their place.

    Args:
        family: one with a row in ``DEFAULTS``.
        **given: ``modality``, ``dpi``, ``temperature``, ``max_new_tokens``, ``reply``, ``schema_format``.

    Raises:
        ValueError: the family has no prompt, or a value is out of range or doesn't go with another.

    >>> settings_for("forms", dpi=50, modality=None).modality
    'image'
    """
    if family not in DEFAULTS:
        raise ValueError(f"family {family!r} has no prompt; there are prompts for {', '.join(DEFAULTS)}")
    default = DEFAULTS[family]
    values = {**asdict(default), **asdict(default.sampling), **{k: v for k, v in given.items() if v is not None}}
    if values["modality"] not in MODALITIES:
        raise ValueError(f"modality {values['modality']!r} is not one of {', '.join(MODALITIES)}")
    if values["reply"] not in get_args(Reply):
        raise ValueError(f"reply {values['reply']!r} is not one of {', '.join(get_args(Reply))}")
    if values["schema_format"] not in SCHEMA_FORMATS:
        raise ValueError(f"schema format {values['schema_format']!r} is not one of {', '.join(SCHEMA_FORMATS)}")
    if values["reply"] == "json_schema" and values["schema_format"] == "template":
        raise ValueError("reply 'json_schema' needs a schema, and schema format 'template' shows none")
    if values["reply"] != "text" and family != "forms":
        raise ValueError(f"reply {values['reply']!r} is for forms; {family} are answered in text (choose with --split)")
    if not 10 <= values["dpi"] <= 1200:
        raise ValueError(f"dpi {values['dpi']} is not within 10..1200")
    if values["temperature"] < 0 or values["max_new_tokens"] < 1:
        raise ValueError("temperature must be 0 or more, and max_new_tokens 1 or more")
    sampling = Sampling(values["temperature"], values["max_new_tokens"])
    return Settings(values["modality"], values["dpi"], sampling, values["reply"], values["schema_format"])


def record_columns(family: str, settings: Settings) -> list[str]:
    """Return the columns that ``build_request`` reads; the reference answer is never among them."""
    columns = ["id", "doc_id", "question", *(["schema"] if family == "forms" else [])]
    if "image" in settings.modality:
        columns += image_columns(family, settings.dpi)
    text = _text_column(settings)
    return [*columns, text] if text else columns


def build_request(record: Mapping[str, Any], family: str, settings: Settings, root: Path) -> Request:
    """Return the request for one record.

    Args:
        record: a row with the columns of ``record_columns``.
        family: the record's; decides the prompt.
        settings: how the request is made.
        root: folder of the repository.

    Raises:
        ValueError: the record lacks what the prompt needs, or its schema can't be shown in the format asked for.
    """
    schema, quoted = _quote_schema(record, settings) if family == "forms" else (None, "")
    text = _text_column(settings)
    return Request(
        id=record["id"],
        instructions=prompt_words(family, settings).format(question=record["question"], schema=quoted),
        question=record["question"],
        images=page_images(record, family, settings.dpi, root) if "image" in settings.modality else (),
        document=record[text] if text else None,
        schema=schema,
        sampling=settings.sampling,
        reply=settings.reply,
    )


def _quote_schema(record: Mapping[str, Any], settings: Settings) -> tuple[Mapping[str, Any] | None, str]:
    """Return the schema that the back end gets (None for a template), and what the prompt quotes."""
    stored = record["schema"]
    if not isinstance(stored, Mapping):
        raise ValueError(f"{record['id']}: the record holds no schema")
    try:
        schema, shown = _show_schema(stored, settings.schema_format)
    except ValueError as error:
        raise ValueError(f"{record['id']}: {error}; --schema-format defs shows the schema as it is") from error
    return schema, json.dumps(shown, ensure_ascii=False, indent=1)


def _show_schema(stored: Mapping[str, Any], schema_format: SchemaFormat) -> tuple[Mapping[str, Any] | None, Any]:
    """Return the schema that the back end gets (None for a template) and what the prompt quotes."""
    if schema_format == "template":
        return None, empty_instance(stored)
    schema = inline_references(stored) if schema_format == "inline" else stored
    return schema, schema


def fingerprint(request: Request, settings_digest: str) -> str:
    """Return the digest of everything that determines the answer: the request's content and the run's settings.

    Numbers of GPUs, shards and open connections have no part in it.
    """
    content = {
        "id": request.id,
        "instructions": request.instructions,
        "document": request.document,
        "images": [hashlib.sha256(image).hexdigest() for image in request.images],
        "settings": settings_digest,
    }
    return digest(content)


def digest(value: Any) -> str:
    """Return the SHA-256 digest of a JSON value, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _text_column(settings: Settings) -> str | None:
    name = settings.modality.removesuffix("+image")
    return name if name in ("text", "layout_text") else None
