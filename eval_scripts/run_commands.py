"""The commands that make runs: ``predict``, ``judge`` and ``merge``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from eval_scripts.backends import BACKENDS, BackendOptions, Reply, open_backend
from eval_scripts.command_line import FAILED, INCOMPLETE, OK, command, positive
from eval_scripts.prompts import MODALITIES, PROMPT_STYLES, Settings, settings_for
from eval_scripts.schema_formats import SCHEMA_FORMATS
from eval_scripts.shards import Shard, parse_shard

_PREDICT_EXAMPLES = """\
examples:
  docassay predict out/forms runs/floor --backend baseline
  docassay predict out/forms runs/ocr --backend baseline --modality image      (15-30 s a page; needs docassay[ocr])
  docassay predict out/forms runs/qwen --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --split table --limit 50
  docassay predict out/forms runs/text --backend vllm --model ./model --modality spatial --option max_model_len=8192
  docassay predict out/hops runs/hops --backend vllm --model Qwen/Qwen3-VL-8B-Instruct
  docassay predict out/hops runs/other --backend transformers --model org/model      (for what vLLM lacks)
  docassay predict out/reports runs/reports --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --concat 5
  docassay predict out/reports runs/part1 --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --shard 1/8
  docassay predict out/reports runs/three --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --repeats 3 --temperature 0.7
  docassay predict out/forms runs/api --backend openai --base-url http://localhost:8000/v1 --model qwen

Run the same command again after a stop: finished requests are not asked again, failed ones are. Splits and a limit
may be added in the same RUN; other settings need a new one. --plan looks at every request, tells what would be sent and
what can't be, and stops; a run looks in the same way before it sends anything.
An endpoint's key is read from OPENAI_API_KEY (or the variable that --api-key-env names) and is written nowhere.

"""

_JUDGE_EXAMPLES = """\
examples:
  docassay judge runs/qwen --backend fact
  docassay judge runs/qwen --backend vllm --model Qwen/Qwen3-32B --option max_model_len=8192
  docassay judge runs/qwen --backend openai --base-url http://localhost:8000/v1 --model judge

Verdicts of each judge stand in a file of their own; one whose answer has changed is given again. Of several judges, a
model's scores count before those by rules, and the report shows how far they agree.

"""


_MERGE_EXAMPLES = """\
examples:
  for i in 1 2 3 4 5 6 7 8; do
    CUDA_VISIBLE_DEVICES=$((i - 1)) docassay predict out/reports runs/part$i --shard $i/8 \\
      --backend vllm --model Qwen/Qwen3-VL-8B-Instruct &
  done; wait
  docassay merge runs/part? runs/whole

Runs must have been asked the same: dataset, back end, model and settings. Each request stands once in the merged run.

"""


def add_run_commands(commands: Any) -> None:
    """Add the parsers of the commands."""
    _add_predict(commands)
    _add_judge(commands)
    _add_merge(commands)


def _add_predict(commands: Any) -> None:
    parser = command(
        commands,
        "predict",
        _predict,
        "ask a model about a dataset's records",
        _PREDICT_EXAMPLES,
        codes=(FAILED, INCOMPLETE),
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="dataset repository, as docassay build writes it")
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="folder of the run; new, or one to go on with")
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
        "--repeats", type=positive, default=1, metavar="N", help="ask everything N times (default: %(default)s)"
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
    what.add_argument("--temperature", type=float, help="0 is greedy")
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
    _add_how(parser)


def _add_how(parser: Any) -> None:
    how = parser.add_argument_group("how it is run")
    how.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=JSON",
        help="an argument of the engine (vllm) or of from_pretrained (transformers; also batch_size, max_model_len and "
        "processor), or a field of the request's body (openai; null leaves one out)",
    )
    how.add_argument("--base-url", metavar="URL", help="of the endpoint, up to /v1 (default: OPENAI_BASE_URL)")
    how.add_argument(
        "--api-key-env", default="OPENAI_API_KEY", metavar="NAME", help="variable with the key (%(default)s)"
    )
    how.add_argument(
        "--concurrency", type=positive, default=16, metavar="N", help="open requests (default: %(default)s)"
    )
    how.add_argument(
        "--timeout", type=float, default=600.0, metavar="S", help="seconds for a reply (default: %(default)g)"
    )
    how.add_argument("--attempts", type=positive, default=6, metavar="N", help="tries a request (default: %(default)s)")


def _add_merge(commands: Any) -> None:
    parser = command(commands, "merge", _merge, "put the runs of shards together into one", _MERGE_EXAMPLES)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="runs that were asked the same")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the merged run, new or empty")


def _add_judge(commands: Any) -> None:
    parser = command(
        commands,
        "judge",
        _judge,
        "have a judge grade a run's answers, where a metric asks for one",
        _JUDGE_EXAMPLES,
        codes=(FAILED, INCOMPLETE),
    )
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="a run with answers")
    parser.add_argument(
        "--backend",
        required=True,
        choices=["fact", "vllm", "transformers", "openai", "canned"],
        help="fact: by rules, without a model",
    )
    parser.add_argument("--model", help="name or folder of the model that judges")
    parser.add_argument("--revision", help="revision of a model on the Hub")
    parser.add_argument("--data", type=Path, metavar="OUT", help="where the run's dataset is now, if it has moved")
    _add_how(parser)


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


def _settings(args: argparse.Namespace, families: Sequence[str]) -> Mapping[str, Settings]:
    modality = args.modality or ("spatial" if args.backend == "baseline" else None)
    given = {"modality": modality, "dpi": args.dpi, "temperature": args.temperature}
    given |= {"max_new_tokens": args.max_new_tokens, "reply": args.reply, "schema_format": args.schema_format}
    for name in ("concat", "columns", "max_pages", "max_dimension", "max_bytes", "max_characters", "prompt"):
        given[name] = getattr(args, name)
    if args.backend == "baseline" and modality == "image":
        given["concat"] = given["concat"] or 1  # it reads page by page
    settings = {family: settings_for(family, **given) for family in families}
    if args.backend == "baseline":
        from eval_scripts.backends.baseline import NEEDS

        if any(value.modality == "pdf" or value.schema_format == "template" for value in settings.values()):
            raise ValueError(NEEDS)
    return settings


def _backend_options(args: argparse.Namespace) -> BackendOptions:
    return BackendOptions(
        model=args.model,
        revision=args.revision,
        options=_read_options(args.option),
        base_url=args.base_url,
        api_key_env=args.api_key_env,
        concurrency=args.concurrency,
        timeout=args.timeout,
        attempts=args.attempts,
    )


def _predict(args: argparse.Namespace) -> int:
    from eval_scripts.planner import describe
    from eval_scripts.predict import Ask, plan_run, predict
    from eval_scripts.records import open_repository

    repository = open_repository(args.out)
    wanted = tuple(args.split) if args.split else None
    repository.check_splits(wanted)
    families = dict.fromkeys(family for family, split, _ in repository.splits if wanted is None or split in wanted)
    settings = _settings(args, list(families))
    if args.repeats > 1 and (greedy := [name for name, held in settings.items() if not held.sampling.temperature]):
        print(
            f"docassay: warning: {args.repeats} repeats of {', '.join(greedy)} at temperature 0 will be much the same; "
            "give --temperature",
            file=sys.stderr,
        )
    ask = Ask(args.backend, settings, wanted, args.limit, args.batch, args.repeats, args.shard)
    backend = open_backend(args.backend, _backend_options(args))
    if args.plan:
        print(describe(*plan_run(repository, args.run_folder, backend, ask)))
        return OK
    outcome = predict(repository, args.run_folder, backend, ask)
    failed = sum(outcome.failed.values())
    if not outcome.answered and not failed:
        print(f"Nothing to do: all {outcome.earlier} requests have been answered before.")
    else:
        cut = f", {outcome.truncated} of them cut off at the token limit" if outcome.truncated else ""
        print(f"{outcome.answered} answered{cut}; {failed} failed; {outcome.earlier} answered before.")
    if others := [name for name in outcome.models if name != args.model]:
        print(f"The endpoint says that {', '.join(others)} answered, not {args.model}.", file=sys.stderr)
    if failed:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(outcome.failed.items()))
        print(
            f"Failed: {kinds}. See {args.run_folder}/failures.jsonl; the same command tries them again.",
            file=sys.stderr,
        )
    print(f"Run: {args.run_folder}")
    if args.hints:
        print(f"Next: docassay score {args.run_folder}")
    return INCOMPLETE if failed else OK


def _judge(args: argparse.Namespace) -> int:
    from eval_scripts.judge import judge_run, open_judge

    backend = None if args.backend == "fact" else open_backend(args.backend, _backend_options(args))
    judged = judge_run(args.run_folder, open_judge(args.backend, backend), args.data)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(judged.verdicts.items()))
    print(f"{judged.judge}: {kinds or 'nothing to do'}; {judged.earlier} judged before.")
    if args.hints:
        print(f"Next: docassay score {args.run_folder}")
    return INCOMPLETE if judged.verdicts.get("failed_judge") else OK


def _merge(args: argparse.Namespace) -> int:
    from eval_scripts.merge import merge_runs

    merged = merge_runs(args.runs, args.out)
    covered = "all documents" if merged.shards is None else f"shards {', '.join(merged.shards)}"
    print(f"{merged.answers} answers and {merged.failures} failures of {covered}.")
    print(f"Run: {args.out}")
    if args.hints:
        print(f"Next: docassay score {args.out}")
    return OK
