"""The options of the commands that make runs: as the command line has them, and what they come to."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from eval_scripts.backends import BACKENDS, BackendOptions, Reply
from eval_scripts.command_line import positive
from eval_scripts.prompts import MODALITIES, PROMPT_STYLES, REPEATS, Settings, settings_for
from eval_scripts.schema_formats import SCHEMA_FORMATS
from eval_scripts.shards import Shard, parse_shard

_TAKES_NO_PDF = frozenset({"vllm", "transformers"})
"""Back ends that are shown page images where others get the PDF itself."""

JUDGES = ("fact", "vllm", "transformers", "openai", "canned")

_TAKEN = frozenset(
    {"model", "revision", "lora", "reasoning_parser", "base_url", "api_key_env", "concurrency", "timeout", "attempts"}
)
"""Fields of ``BackendOptions`` that have an option of their name."""


def add_question_options(parser: Any) -> None:
    """Add what is asked of whom: everything that ``predict`` takes beside dataset and run."""
    parser.add_argument("--backend", required=True, choices=list(BACKENDS), help="who answers")
    parser.add_argument("--model", help="name or folder of the model; for canned, the JSONL file of answers")
    parser.add_argument("--revision", help="revision of a model on the Hub")
    parser.add_argument(
        "--split", action="append", metavar="S", help="a split; may be given several times (default: all)"
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="the first N documents of each split")
    parser.add_argument(
        "--shard", type=_shard, metavar="I/N", help="one of N shares of the documents, by their ids; see docassay merge"
    )
    parser.add_argument(
        "--repeats", type=positive, metavar="N", help="ask everything N times (default: 1; rubrics of a model: 5)"
    )
    parser.add_argument("--plan", action="store_true", help="tell what would be sent, and stop")
    what = parser.add_argument_group("what is asked (defaults depend on the family)")
    what.add_argument("--modality", choices=MODALITIES, help="what of a document is shown (baseline: spatial)")
    what.add_argument(
        "--dpi", type=positive, help="resolution of page images; one that isn't stored is drawn from the PDF"
    )
    what.add_argument("--concat", type=positive, metavar="N", help="pages joined into one image (reports: 5, else 1)")
    what.add_argument("--columns", type=positive, metavar="N", help="columns in which joined pages stand (default: 1)")
    what.add_argument("--max-pages", type=positive, metavar="N", help="pages shown at most (reports: 120)")
    what.add_argument("--max-dimension", type=positive, metavar="PX", help="longest side of an image (reports: 7900)")
    what.add_argument("--max-bytes", type=positive, metavar="N", help="of an encoded image (reports: 4000000)")
    what.add_argument("--max-characters", type=positive, metavar="N", help="of a document's text (reports: 60000)")
    what.add_argument("--prompt", choices=PROMPT_STYLES, help="words around the question (default: the family's own)")
    what.add_argument("--temperature", type=float, help="0 is greedy (rubrics: the model's own sampling)")
    what.add_argument("--max-new-tokens", type=positive, metavar="N", help="longest reply, in tokens")
    what.add_argument("--reply", choices=get_args(Reply), help="what the reply is held to, where the back end can")
    what.add_argument(
        "--schema-format",
        choices=SCHEMA_FORMATS,
        help="forms: the schema with $defs as stored, with its references inlined, or as an empty instance",
    )
    parser.add_argument(
        "--batch",
        type=positive,
        default=256,
        metavar="N",
        help="requests at a time, rounded up to whole documents (default: %(default)s)",
    )


def add_engine_options(parser: Any, prefix: str = "", title: str = "how it is run") -> None:
    """Add how a back end is run; every option's name begins with ``prefix``, such as ``judge-``."""
    how = parser.add_argument_group(title)
    how.add_argument(
        f"--{prefix}option",
        action="append",
        default=[],
        metavar="KEY=JSON",
        help="an argument of the engine (vllm, such as dtype, quantization, max_model_len, tensor_parallel_size or "
        "mm_processor_kwargs; also chat_template_kwargs) or of from_pretrained (transformers; also batch_size, "
        "chat_template_kwargs, max_model_len and processor), or a field of the request's body (openai; null leaves one "
        "out)",
    )
    how.add_argument(
        f"--{prefix}lora", metavar="PATH", help="folder or Hub name of a LoRA adapter to put on the model (vllm)"
    )
    how.add_argument(
        f"--{prefix}reasoning-parser",
        metavar="NAME",
        help="vLLM's parser that tells the model's thinking from its answer, such as qwen3 or deepseek_r1 (vllm)",
    )
    how.add_argument(f"--{prefix}base-url", metavar="URL", help="of the endpoint, up to /v1 (default: OPENAI_BASE_URL)")
    how.add_argument(
        f"--{prefix}api-key-env", default="OPENAI_API_KEY", metavar="NAME", help="variable with the key (%(default)s)"
    )
    how.add_argument(
        f"--{prefix}concurrency", type=positive, default=16, metavar="N", help="open requests (default: %(default)s)"
    )
    how.add_argument(
        f"--{prefix}timeout",
        type=_seconds,
        default=600.0,
        metavar="S",
        help="seconds for a reply (default: %(default)g)",
    )
    how.add_argument(
        f"--{prefix}attempts", type=positive, default=6, metavar="N", help="tries a request (default: %(default)s)"
    )


def add_judge_options(parser: Any, prefix: str = "") -> None:
    """Add which model judges and how it is run; every option's name begins with ``prefix``, such as ``judge-``."""
    title = "how the judge is run" if prefix else "how it is run"
    parser.add_argument(f"--{prefix}model", help="name or folder of the model that judges")
    parser.add_argument(f"--{prefix}revision", help="revision of a judging model on the Hub")
    parser.add_argument(
        f"--{prefix}max-new-tokens",
        type=positive,
        default=1024,
        metavar="N",
        help="longest reply of the judge, its thinking included (default: %(default)s)",
    )
    add_engine_options(parser, prefix, title)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value


def _shard(text: str) -> Shard:
    try:
        return parse_shard(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _read_options(pairs: Sequence[str]) -> dict[str, Any]:
    """Return KEY=JSON pairs as a dict; a value that is not JSON is taken as text.

    >>> _read_options(["max_model_len=8192", "dtype=bfloat16"])
    {'max_model_len': 8192, 'dtype': 'bfloat16'}
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise ValueError(f"--option {pair!r} is not of the form KEY=JSON")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options


def read_settings(args: argparse.Namespace, families: Sequence[str]) -> Mapping[str, Settings]:
    """Return how the records of each family are to be asked about.

    Raises:
        ValueError: a value doesn't go with a family, with the back end or with another value.
    """
    modality = args.modality or ("spatial" if args.backend == "baseline" else None)
    given: dict[str, Any] = {"modality": modality, "dpi": args.dpi, "temperature": args.temperature}
    given |= {"max_new_tokens": args.max_new_tokens, "reply": args.reply, "schema_format": args.schema_format}
    for name in ("concat", "columns", "max_pages", "max_dimension", "max_bytes", "max_characters", "prompt"):
        given[name] = getattr(args, name)
    if args.backend == "baseline" and modality == "image":
        given["concat"] = given["concat"] or 1  # it reads page by page
    settings = {family: settings_for(family, **given) for family in families}
    if modality is None and args.backend in _TAKES_NO_PDF:
        shown = {family: "image" for family, held in settings.items() if held.modality == "pdf"}
        settings |= {family: settings_for(family, **{**given, "modality": name}) for family, name in shown.items()}
    if args.backend == "baseline":
        from eval_scripts.backends.baseline import NEEDS

        if any(value.modality == "pdf" or value.schema_format == "template" for value in settings.values()):
            raise ValueError(NEEDS)
    return settings


def read_repeats(args: argparse.Namespace, settings: Mapping[str, Settings]) -> int | dict[str, int]:
    """Return how often everything is asked: one number, or one a family where the families' own differ.

    A baseline, which always answers the same, is asked once.
    """
    if args.repeats is not None:
        return int(args.repeats)
    found = {family: 1 if args.backend == "baseline" else REPEATS.get(family, 1) for family in settings}
    return found if len(set(found.values())) > 1 else next(iter(found.values()), 1)


def read_backend_options(args: argparse.Namespace, prefix: str = "") -> BackendOptions:
    """Return what the options whose names begin with ``prefix``, such as ``judge_``, say about a back end."""
    given = {name: getattr(args, f"{prefix}{name}") for name in _TAKEN}
    return BackendOptions(**given, options=_read_options(getattr(args, f"{prefix}option")))
