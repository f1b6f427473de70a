"""How a model is asked: the defaults of each family, and the words of its prompt."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from eval_scripts.backends import Reply, Sampling
from eval_scripts.schema_formats import SCHEMA_FORMATS, SchemaFormat
from eval_scripts.strips import Layout

Modality = Literal["image", "plain", "spatial", "spatial+image", "pdf"]
MODALITIES: tuple[Modality, ...] = get_args(Modality)
"""Page images; the text in reading order; the text aligned by whitespace, alone or with the images; the PDF itself."""

PromptStyle = Literal["default", "cot", "none"]
PROMPT_STYLES: tuple[PromptStyle, ...] = get_args(PromptStyle)
"""The family's own prompt; the same with the reasoning asked for first; the question and nothing else."""


@dataclass(frozen=True)
class Settings:
    """How records become requests; all of it changes answers.

    Attributes:
        modality: what of the document is shown.
        dpi: resolution of page images, in dots per inch.
        sampling: how the answer is drawn.
        reply: what form the reply is held to.
        schema_format: how the schema of what is to be extracted is shown (forms; others have none).
        prompt: which words surround the question.
        layout: how page images are joined and bounded.
        max_characters: of a document's text, None for all of it.
    """

    modality: Modality
    dpi: int
    sampling: Sampling
    reply: Reply
    schema_format: SchemaFormat = "defs"
    prompt: PromptStyle = "default"
    layout: Layout = field(default_factory=Layout)
    max_characters: int | None = None


DEFAULTS: dict[str, Settings] = {
    "forms": Settings("image", 200, Sampling(temperature=0.0, max_new_tokens=4096), "json_object"),
    "hops": Settings("image", 144, Sampling(temperature=0.0, max_new_tokens=2**14), "text"),
    "reports": Settings(
        "image",
        144,
        Sampling(temperature=0.0, max_new_tokens=512),
        "text",
        layout=Layout(concat=5, max_pages=120, max_dimension=7_900, max_bytes=4_000_000),
        max_characters=60_000,
    ),
    "rubrics": Settings("pdf", 144, Sampling(temperature=None, max_new_tokens=8192), "text"),
}
"""Defaults of a run by family. Sources: VAREX, section 3.4; DocHop, appendices E and F; SynthDocBench, section 4, its
OCR baseline and Tables 19 and 20; GDP.pdf, section 5.1.

A hops page of 144 DPI lies between the 1280 * 28 * 28 and 16384 * 28 * 28 pixels that DocHop grants Qwen's models.
"""

REPEATS: dict[str, int] = {"rubrics": 5}
"""How often a family's questions are asked where that is not once (GDP.pdf, section 5.1)."""

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

HOPS_COT_PROMPT = """\
Answer this question about the page above.

{question}

Work in steps, and write each one down: which entities the text selects, which chart holds what is asked, which values
you read from it, what you compute. Then end your reply with one line that holds nothing but the marker and the answer:

The answer is: ...

- Give a single value and no sentence. A name stands in full, as the page has it.
- A number stands without unit, currency or percent sign, a negative one with its minus: a whole number as it is, any
  other rounded to two decimals unless the question says otherwise."""

REPORTS_PROMPT = """\
The pages above are a report. Answer this question from what they show:

{question}

- Reply in two to four sentences, the answer in the first.
- Give figures as the page has them, each with its unit; where you read a value off an axis, say so.
- Rely on the pages alone. If they don't show what is asked, say that."""

REPORTS_COT_PROMPT = """\
The pages above are a report. Answer this question from what they show:

{question}

Reason first: say which chart, table or passage holds the evidence, then which values you read there, then what follows.
Close with a line that begins "Answer:" and gives it in two to four sentences, figures with their units. Rely on the
pages alone. If they don't show what is asked, say that."""

RUBRICS_PROMPT = "{question}"
"""The document and the question, without any other context (GDP.pdf, section 5.1)."""

RUBRICS_COT_PROMPT = """\
{question}

Reason first: say where in the document above the evidence stands, and what follows from it. Then give your answer, and
rely on the document alone."""

PROMPTS: dict[tuple[str, PromptStyle], str] = {
    ("hops", "default"): HOPS_PROMPT,
    ("hops", "cot"): HOPS_COT_PROMPT,
    ("reports", "default"): REPORTS_PROMPT,
    ("reports", "cot"): REPORTS_COT_PROMPT,
    ("rubrics", "default"): RUBRICS_PROMPT,
    ("rubrics", "cot"): RUBRICS_COT_PROMPT,
}
"""Words of the prompt by family and style; those for forms depend on the schema's format."""


def prompt_words(family: str, settings: Settings) -> str:
    """Return the words of a family's prompt, with ``{question}``, and for forms ``{schema}``, left to fill in."""
    if family == "forms":
        return FORMS_PROMPTS[settings.schema_format]
    return "{question}" if settings.prompt == "none" else PROMPTS[family, settings.prompt]


def prompt_id(family: str, settings: Settings) -> str:
    """Return a short name for the words of a prompt, another one whenever they change.

    >>> prompt_id("hops", settings_for("hops", prompt="none"))
    'hops-none-bf085a'
    """
    words = hashlib.sha256(prompt_words(family, settings).encode()).hexdigest()
    return f"{family}-{settings.prompt}-{words[:6]}"


def settings_for(family: str, **given: Any) -> Settings:
    """Return the family's defaults, with what is given (and not None) in their place.

    Args:
        family: one with a row in ``DEFAULTS``.
        **given: ``modality``, ``dpi``, ``temperature``, ``max_new_tokens``, ``reply``, ``schema_format``, ``prompt``,
            ``max_characters``, and the fields of ``strips.Layout``.

    Raises:
        ValueError: the family has no prompt, or a value is out of range or doesn't go with another.

    >>> settings_for("forms", dpi=50, modality=None).modality
    'image'
    """
    if family not in DEFAULTS:
        raise ValueError(f"family {family!r} has no prompt; there are prompts for {', '.join(DEFAULTS)}")
    default = DEFAULTS[family]
    wanted = {name: value for name, value in given.items() if value is not None}
    values = {**asdict(default), **asdict(default.sampling), **asdict(default.layout), **wanted}
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
    if values["prompt"] not in PROMPT_STYLES:
        raise ValueError(f"prompt {values['prompt']!r} is not one of {', '.join(PROMPT_STYLES)}")
    if values["prompt"] != "default" and family == "forms":
        raise ValueError(f"prompt {values['prompt']!r} is not for forms, which are answered in JSON and nothing else")
    if values["max_characters"] is not None and values["max_characters"] < 1:
        raise ValueError(f"max_characters {values['max_characters']} is not 1 or more")
    if not 10 <= values["dpi"] <= 1200:
        raise ValueError(f"dpi {values['dpi']} is not within 10..1200")
    if not 0 <= (values["temperature"] or 0) < math.inf:
        raise ValueError(f"temperature {values['temperature']} is not a number of 0 or more")
    if values["max_new_tokens"] < 1:
        raise ValueError(f"max_new_tokens {values['max_new_tokens']} is not 1 or more")
    sampling = Sampling(values["temperature"], values["max_new_tokens"])
    return Settings(
        values["modality"],
        values["dpi"],
        sampling,
        values["reply"],
        values["schema_format"],
        values["prompt"],
        Layout(**{item.name: values[item.name] for item in fields(Layout)}),
        values["max_characters"],
    )


def digest(value: Any) -> str:
    """Return the SHA-256 digest of a JSON value, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
