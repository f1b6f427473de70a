"""The command ``docassay``: every stage from a build to a report."""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dataset_builder.cli import add_commands
from dataset_builder.layouts import LAYOUTS
from eval_scripts.backends import BackendError
from eval_scripts.command_line import ALWAYS, EXIT_CODES, FAILED, OK, STOPPED, USAGE, command, describe_codes, positive
from eval_scripts.run_commands import add_run_commands

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

_REPORT_EXAMPLES = """\
examples:
  docassay report runs/floor runs/qwen --out report

"""


_EXPORT_EXAMPLES = """\
examples:
  docassay export varex out/forms to/varex                a dataset repository
  docassay export gdp out/rubrics to/gdp                  data.parquet and pdfs/, as GDP.pdf has them
  docassay export varex runs/qwen to/results              a run's predictions, as {model}/{mode}/{doc_id}.pred.json
  docassay export metric field_match spaces/field_match   a metric, as a Hub Space that needs no docassay

"""

_IMPORT_EXAMPLES = """\
examples:
  hf download ibm-research/VAREX --repo-type dataset --local-dir varex
  docassay import varex varex out/varex
  hf download surgeai/GDP.pdf --repo-type dataset --local-dir gdp
  docassay import gdp gdp out/gdp

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
    try:
        args = build_parser().parse_args(argv)
        args.hints = hints
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
        epilog=describe_codes(EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"docassay {importlib.metadata.version('docassay')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_commands(commands)
    add_run_commands(commands)
    _add_score(commands)
    _add_report(commands)
    _add_export(commands)
    _add_import(commands)
    _add_demo(commands)
    return parser


def _add_score(commands: Any) -> None:
    parser = command(commands, "score", _score, "score a run, or another program's predictions", _SCORE_EXAMPLES)
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
    parser = command(commands, "report", _report, "write a report on scored runs, side by side", _REPORT_EXAMPLES)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="scored runs")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for report.md")


def _add_export(commands: Any) -> None:
    parser = commands.add_parser(
        "export",
        help="write a repository, a run or a metric in the form that others read",
        epilog=_EXPORT_EXAMPLES + describe_codes(ALWAYS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(required=True, metavar="LAYOUT")
    metric = command(kinds, "metric", _export_metric, "write a metric as a Hub Space", _EXPORT_EXAMPLES)
    metric.add_argument("name", metavar="NAME", help="of the metric")
    metric.add_argument("folder", type=Path, metavar="DIR", help="folder of the Space; its last part must be NAME")
    for layout in LAYOUTS:
        kind = command(kinds, layout, _export, f"write a repository or a run as {layout} has them", _EXPORT_EXAMPLES)
        kind.add_argument("source", type=Path, metavar="OUT|RUN", help="dataset repository, or a run of a model")
        kind.add_argument("folder", type=Path, metavar="DIR", help="folder to write; new or empty for a repository")
        kind.set_defaults(layout=layout)


def _add_import(commands: Any) -> None:
    parser = command(
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
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (default: %(default)s)")


def _add_demo(commands: Any) -> None:
    parser = command(
        commands, "demo", _demo, "build, predict, score and report in small; nothing is downloaded", codes=(FAILED,)
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path("out/demo"), metavar="DIR", help="default: %(default)s"
    )
    parser.add_argument(
        "--documents", type=positive, default=24, metavar="N", help="forms to make (default: %(default)s)"
    )


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
        if args.layout != "varex":
            raise ValueError(f"{args.source} is a run, and only varex has files of predictions, not {args.layout}")
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
    if not made:
        print(f"No document could be imported; {args.out} holds no questions.", file=sys.stderr)
        return FAILED
    print(f"The repository is in {args.out}. Next: docassay predict {args.out} runs/baseline --backend baseline")
    return FAILED if report.failures else OK


def _demo(args: argparse.Namespace) -> int:
    from eval_scripts.demo import run_demo

    return run_demo(args.folder, args.documents, main)


if __name__ == "__main__":
    sys.exit(main())
