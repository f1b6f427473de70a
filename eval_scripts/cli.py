"""The command ``docassay``: every stage from a build to a report."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from dataset_builder.cli import add_commands
from dataset_builder.layouts import LAYOUTS
from eval_scripts.backends import BACKENDS, BackendError, BackendOptions, Reply, open_backend
from eval_scripts.prompts import MODALITIES, PROMPT_STYLES, Settings, settings_for
from eval_scripts.schema_formats import SCHEMA_FORMATS

OK, FAILED, USAGE, INCOMPLETE, STOPPED = 0, 1, 2, 3, 130
_ALWAYS = (OK, USAGE, STOPPED)

_EXIT_CODES = {
    OK: "done",
    FAILED: "the work failed (a check found a violation, a back end can't answer, nothing could be made)",
    USAGE: "a wrong argument, path or input file",
    INCOMPLETE: "done in part: some requests failed; run the same command again to try them again",
    STOPPED: "stopped with Ctrl-C; what was finished is kept",
}

_PREDICT_EXAMPLES = """\
examples:
  docassay predict out/forms runs/floor --backend baseline
  docassay predict out/forms runs/qwen --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --split table --limit 50
  docassay predict out/forms runs/text --backend vllm --model ./model --modality spatial --option max_model_len=8192
  docassay predict out/hops runs/hops --backend vllm --model Qwen/Qwen3-VL-8B-Instruct
  docassay predict out/reports runs/reports --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --concat 5
  docassay predict out/forms runs/api --backend openai --base-url http://localhost:8000/v1 --model qwen

Run the same command again after a stop: finished requests are not asked again, failed ones are. Splits and a limit
may be added in the same RUN; other settings need a new one.
An endpoint's key is read from OPENAI_API_KEY (or the variable that --api-key-env names) and is written nowhere.

"""

_SCORE_EXAMPLES = """\
examples:
  docassay score runs/floor
  docassay score out/forms --predictions replies.jsonl --out runs/theirs     (lines of {"id": ..., "prediction": ...})
  docassay score out/forms --predictions results --out runs/theirs     (results/{model}/{mode}/{doc_id}.pred.json)
  docassay score out/hops --predictions logs/2026-11-01T10-00-00_hops_ab12.eval --out runs/theirs     (Inspect)
  docassay score out/hops --predictions Qwen3-VL_hops.xlsx      (VLMEvalKit; also tsv, csv, json)
  docassay score out/hops --predictions 20261101_100000_samples_hops.jsonl      (lmms-eval --log_samples)

Other harnesses' answers go by the record's id, in "id", "index", a sample's metadata or what process_results returned;
else by the number of a row of the split that the task's name ends in, if the log shows the question that was asked.

"""

_JUDGE_EXAMPLES = """\
examples:
  docassay judge runs/qwen --backend fact
  docassay judge runs/qwen --backend vllm --model Qwen/Qwen3-32B --option max_model_len=8192
  docassay judge runs/qwen --backend openai --base-url http://localhost:8000/v1 --model judge

Verdicts of each judge stand in a file of their own; one whose answer has changed is given again. Of several judges, a
model's scores count before those by rules, and the report shows how far they agree.

"""

_REPORT_EXAMPLES = """\
examples:
  docassay report runs/floor runs/qwen --out report

"""


_EXPORT_EXAMPLES = """\
examples:
  docassay export varex out/forms to/varex                a dataset repository
  docassay export varex runs/qwen to/results              a run's predictions, as {model}/{mode}/{doc_id}.pred.json
  docassay export metric field_match spaces/field_match   a metric, as a Hub Space that needs no docassay

"""

_IMPORT_EXAMPLES = """\
examples:
  hf download ibm-research/VAREX --repo-type dataset --local-dir varex
  docassay import varex varex out/varex

The file field_exclusions.json of the benchmark's scorer is heeded if it stands in SRC or in SRC/evaluation.

"""


def main(argv: Sequence[str] | None = None, *, hints: bool = True) -> int:
    """Run one command and return its exit code; what is wrong goes to stderr in one line.

    Args:
        argv: the arguments; those of the process where None.
        hints: whether a command that is done names the one that comes next.

    >>> main(["score", "no/such/folder"])
    2
    """
    parser = build_parser()
    args = parser.parse_args(argv)
    args.hints = hints
    try:
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has gone
        return OK
    except BackendError as error:
        print(f"docassay: error: {error}", file=sys.stderr)
        return FAILED
    except (ValueError, OSError) as error:
        print(f"docassay: error: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("docassay: stopped; what was finished is kept, run the same command again to go on", file=sys.stderr)
        return STOPPED


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each sets ``run``, a function from its arguments to an exit code."""
    parser = argparse.ArgumentParser(
        prog="docassay",
        description="Controlled benchmarks for document understanding: build, run, score, report.",
        epilog=_describe_codes(_EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"docassay {importlib.metadata.version('docassay')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_commands(commands)
    _add_predict(commands)
    _add_judge(commands)
    _add_score(commands)
    _add_report(commands)
    _add_export(commands)
    _add_import(commands)
    _add_demo(commands)
    return parser


def _describe_codes(codes: Iterable[int]) -> str:
    """Return the exit codes as the end of a help text.

    >>> _describe_codes([0, 2])
    'exit codes:\\n  0    done\\n  2    a wrong argument, path or input file\\n'
    """
    return "exit codes:\n" + "".join(f"  {code:<5}{_EXIT_CODES[code]}\n" for code in sorted(codes))


def _command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    help_text: str,
    examples: str = "",
    *,
    codes: Sequence[int] = (),
) -> Any:
    """Return the parser of a command that ends with 0, 2, 130 or one of ``codes``."""
    parser = commands.add_parser(
        name,
        help=help_text,
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog=examples + _describe_codes({*_ALWAYS, *codes}),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_predict(commands: Any) -> None:
    parser = _command(
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
    parser.add_argument("--limit", type=_positive, metavar="N", help="the first N documents of each split")
    what = parser.add_argument_group("what is asked (defaults depend on the family)")
    what.add_argument("--modality", choices=MODALITIES, help="what of a document is shown (baseline: spatial)")
    what.add_argument(
        "--dpi", type=_positive, help="resolution of page images; one that isn't stored is drawn from the PDF"
    )
    what.add_argument("--concat", type=_positive, metavar="N", help="pages joined into one image (reports: 5, else 1)")
    what.add_argument("--columns", type=_positive, metavar="N", help="columns in which joined pages stand (default: 1)")
    what.add_argument("--max-pages", type=_positive, metavar="N", help="pages shown at most (reports: 120)")
    what.add_argument("--max-dimension", type=_positive, metavar="PX", help="longest side of an image (reports: 7900)")
    what.add_argument("--max-bytes", type=_positive, metavar="N", help="of an encoded image (reports: 4000000)")
    what.add_argument("--max-characters", type=_positive, metavar="N", help="of a document's text (reports: 60000)")
    what.add_argument("--prompt", choices=PROMPT_STYLES, help="words around the question (default: the family's own)")
    what.add_argument("--temperature", type=float, help="0 is greedy")
    what.add_argument("--max-new-tokens", type=_positive, metavar="N", help="longest reply, in tokens")
    what.add_argument("--reply", choices=get_args(Reply), help="what the reply is held to, where the back end can")
    what.add_argument(
        "--schema-format",
        choices=SCHEMA_FORMATS,
        help="forms: the schema with $defs as stored, with its references inlined, or as an empty instance",
    )
    parser.add_argument(
        "--batch", type=_positive, default=256, metavar="N", help="requests at a time (default: %(default)s)"
    )
    _add_how(parser)


def _add_how(parser: Any) -> None:
    how = parser.add_argument_group("how it is run")
    how.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=JSON",
        help="an engine argument (vllm) or a field of the request's body (openai; null leaves one out)",
    )
    how.add_argument("--base-url", metavar="URL", help="of the endpoint, up to /v1 (default: OPENAI_BASE_URL)")
    how.add_argument(
        "--api-key-env", default="OPENAI_API_KEY", metavar="NAME", help="variable with the key (%(default)s)"
    )
    how.add_argument(
        "--concurrency", type=_positive, default=16, metavar="N", help="open requests (default: %(default)s)"
    )
    how.add_argument(
        "--timeout", type=float, default=600.0, metavar="S", help="seconds for a reply (default: %(default)g)"
    )
    how.add_argument(
        "--attempts", type=_positive, default=6, metavar="N", help="tries a request (default: %(default)s)"
    )


def _add_judge(commands: Any) -> None:
    parser = _command(
        commands,
        "judge",
        _judge,
        "have a judge grade a run's answers, where a metric asks for one",
        _JUDGE_EXAMPLES,
        codes=(FAILED, INCOMPLETE),
    )
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="a run with answers")
    parser.add_argument(
        "--backend", required=True, choices=["fact", "vllm", "openai", "canned"], help="fact: by rules, without a model"
    )
    parser.add_argument("--model", help="name or folder of the model that judges")
    parser.add_argument("--revision", help="revision of a model on the Hub")
    parser.add_argument("--data", type=Path, metavar="OUT", help="where the run's dataset is now, if it has moved")
    _add_how(parser)


def _add_score(commands: Any) -> None:
    parser = _command(commands, "score", _score, "score a run, or another program's predictions", _SCORE_EXAMPLES)
    parser.add_argument(
        "folder", type=Path, metavar="RUN|OUT", help="a run; or, with --predictions, a dataset repository"
    )
    parser.add_argument(
        "--predictions",
        type=Path,
        metavar="FILE",
        help="JSONL file of lines {id, prediction}; a log of lmms-eval, VLMEvalKit or Inspect; or a folder of "
        "{doc_id}.pred.json files at any depth",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="RUN",
        help="run folder to make (default: FILE less its ending); for a folder of files, one for their runs (-runs)",
    )
    parser.add_argument("--data", type=Path, metavar="OUT", help="where the run's dataset is now, if it has moved")


def _add_report(commands: Any) -> None:
    parser = _command(commands, "report", _report, "write a report on scored runs, side by side", _REPORT_EXAMPLES)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="scored runs")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for report.md")


def _add_export(commands: Any) -> None:
    parser = commands.add_parser(
        "export",
        help="write a repository, a run or a metric in the form that others read",
        epilog=_EXPORT_EXAMPLES + _describe_codes(_ALWAYS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(required=True, metavar="LAYOUT")
    metric = _command(kinds, "metric", _export_metric, "write a metric as a Hub Space", _EXPORT_EXAMPLES)
    metric.add_argument("name", metavar="NAME", help="of the metric")
    metric.add_argument("folder", type=Path, metavar="DIR", help="folder of the Space; its last part must be NAME")
    for layout in LAYOUTS:
        kind = _command(kinds, layout, _export, f"write a repository or a run as {layout} has them", _EXPORT_EXAMPLES)
        kind.add_argument("source", type=Path, metavar="OUT|RUN", help="dataset repository, or a run of a model")
        kind.add_argument("folder", type=Path, metavar="DIR", help="folder to write; new or empty for a repository")
        kind.set_defaults(layout=layout)


def _add_import(commands: Any) -> None:
    parser = _command(
        commands,
        "import",
        _import,
        "make a repository of a published benchmark",
        _IMPORT_EXAMPLES,
        codes=(FAILED,),
    )
    parser.add_argument("layout", choices=list(LAYOUTS), metavar="LAYOUT", help=f"one of {', '.join(LAYOUTS)}")
    parser.add_argument("source", type=Path, metavar="SRC", help="folder of the benchmark, as published or exported")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the repository: new, or one to go on with")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="processes (default: %(default)s)")


def _add_demo(commands: Any) -> None:
    parser = _command(
        commands, "demo", _demo, "build, predict, score and report in small; nothing is downloaded", codes=(FAILED,)
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path("out/demo"), metavar="DIR", help="default: %(default)s"
    )
    parser.add_argument(
        "--documents", type=_positive, default=24, metavar="N", help="forms to make (default: %(default)s)"
    )


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


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
    settings = {family: settings_for(family, **given) for family in families}
    if args.backend == "baseline":
        from eval_scripts.backends.baseline import NEEDS

        if any(value.modality in ("image", "pdf") or value.schema_format == "template" for value in settings.values()):
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
    from eval_scripts.predict import Ask, predict
    from eval_scripts.records import open_repository

    repository = open_repository(args.out)
    wanted = tuple(args.split) if args.split else None
    repository.check_splits(wanted)
    families = dict.fromkeys(family for family, split, _ in repository.splits if wanted is None or split in wanted)
    ask = Ask(args.backend, _settings(args, list(families)), wanted, args.limit, args.batch)
    outcome = predict(repository, args.run_folder, open_backend(args.backend, _backend_options(args)), ask)
    failed = sum(outcome.failed.values())
    if not outcome.answered and not failed:
        print(f"Nothing to do: all {outcome.earlier} requests have been answered before.")
    else:
        cut = f", {outcome.truncated} of them cut off at the token limit" if outcome.truncated else ""
        print(f"{outcome.answered} answered{cut}; {failed} failed; {outcome.earlier} answered before.")
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


def _score(args: argparse.Namespace) -> int:
    from eval_scripts.score import describe, score_file, score_folder, score_run

    if args.predictions is None:
        summaries = {args.folder: score_run(args.folder, data=args.data)}
    elif args.predictions.is_dir():
        folder = args.predictions
        summaries = score_folder(args.folder, folder, args.out or folder.with_name(f"{folder.name}-runs"))
    else:
        run = args.out or args.predictions.with_suffix("")
        summaries = {run: score_file(args.folder, args.predictions, run)}
    for run, summary in summaries.items():
        print(describe(summary))
        print(f"Scores: {run}/scores.jsonl, {run}/summary.json")
    if args.hints:
        print(f"Next: docassay report {' '.join(map(str, summaries))} --out report")
    return OK


def _report(args: argparse.Namespace) -> int:
    from eval_scripts.report import write_report

    print(f"Report: {write_report(args.runs, args.out)}")
    return OK


def _export_metric(args: argparse.Namespace) -> int:
    from metrics.space import export_metric

    files = export_metric(args.name, args.folder)
    print(f"{len(files)} files are in {args.folder}. Next: hf upload OWNER/{args.name} {args.folder} --repo-type space")
    return OK


def _export(args: argparse.Namespace) -> int:
    from dataset_builder.layouts import load_writer
    from eval_scripts.prediction_files import export_predictions
    from eval_scripts.records import open_repository
    from eval_scripts.runs import is_run

    if is_run(args.source):
        folder, files = export_predictions(args.source, args.folder)
        print(f"{files} predictions are in {folder}")
        return OK
    repository = open_repository(args.source)
    writer = load_writer(args.layout)
    splits = tuple(split for family, split, _ in repository.splits if family == writer.FAMILY)
    exported = writer.export_records(repository.records(writer.COLUMNS, splits), repository.root, args.folder)
    for reason, count in exported.left_out.items():
        print(f"left out {count}: {reason}")
    print(f"{exported.documents} documents are in {args.folder}")
    return OK


def _import(args: argparse.Namespace) -> int:
    from dataset_builder.layouts import load_reader

    report = load_reader(args.layout).import_repository(args.source, args.out, args.jobs)
    made = 0
    for held in report.manifest["families"].values():
        made += held["documents"]
        rows = ", ".join(f"{split} {count}" for split, count in held["rows"].items())
        print(f"{held['documents']} documents; {rows or 'no questions'}")
        for reason, count in held["refused"].items():
            print(f"  refused {count}: {reason}")
    for _, index, error, path in report.failures:
        print(f"document {index} failed with {error} (traceback: {path})", file=sys.stderr)
    print(f"The repository is in {args.out}. Next: docassay predict {args.out} runs/baseline --backend baseline")
    return FAILED if report.failures or not made else OK


def _demo(args: argparse.Namespace) -> int:
    from eval_scripts.demo import run_demo

    return run_demo(args.folder, args.documents, main)


if __name__ == "__main__":
    sys.exit(main())
