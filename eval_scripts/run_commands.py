"""The commands that make runs: ``predict``, ``judge``, ``calibrate``, ``merge``; and ``run``, which does most of it."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval_scripts.backends import Backend, PlanningBackend, open_backend
from eval_scripts.command_line import FAILED, INCOMPLETE, OK, command, positive
from eval_scripts.prompts import DEFAULTS
from eval_scripts.run_options import (
    JUDGES,
    add_engine_options,
    add_judge_options,
    add_question_options,
    read_backend_options,
    read_repeats,
    read_settings,
)

if TYPE_CHECKING:
    from eval_scripts.predict import Ask, Outcome
    from eval_scripts.records import Repository

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
  docassay predict out/forms runs/tuned --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --lora my-adapter
  docassay predict out/hops runs/thinks --backend vllm --model Qwen/Qwen3-VL-8B-Thinking --reasoning-parser qwen3
  docassay predict out/forms runs/api --backend openai --base-url http://localhost:8000/v1 --model qwen

Run the same command again after a stop: finished requests are not asked again, failed ones are (but those cut off
while thinking, which would be again). What a model thinks is kept apart from its answer and is never scored.
Splits and a limit may be added in the same RUN; other settings need a new one. --plan looks at every request, tells
what would be sent and what can't be, and stops; a run looks in the same way before it sends anything.
An endpoint's key is read from OPENAI_API_KEY (or the variable that --api-key-env names) and is written nowhere.

"""

_JUDGE_EXAMPLES = """\
examples:
  docassay judge runs/qwen --backend fact
  docassay judge runs/qwen --backend vllm --model Qwen/Qwen3-32B --option max_model_len=8192
  docassay judge runs/qwen --backend vllm --model Qwen/Qwen3-32B --reasoning-parser qwen3 --max-new-tokens 8192
  docassay judge runs/qwen --backend openai --base-url http://localhost:8000/v1 --model judge

Verdicts of each judge stand in a file of their own; one whose answer has changed is given again. Of several judges, a
model's scores count before those by rules, and the report shows how far they agree.

"""


_CALIBRATE_EXAMPLES = """\
examples:
  docassay calibrate runs/qwen --sheet grades.csv --sample 50
  docassay calibrate runs/qwen grades.csv

A row of the CSV file is one criterion of one answer: id, criterion (its id), grade (yes or no), and if wanted repeat
(from 0), rater, and response (refused where the run holds another answer). Every grader of the scored run is compared:
the checks of the criteria and each judge.

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


_RUN_EXAMPLES = """\
examples:
  docassay run out/everything runs/floor --backend baseline
  docassay run out/everything runs/qwen --backend vllm --model Qwen/Qwen3-VL-8B-Instruct --limit 20
  docassay run out/reports runs/qwen --backend vllm --model Qwen/Qwen3-VL-8B-Instruct \\
    --judge vllm --judge-model Qwen/Qwen3-32B --judge-option max_model_len=8192

The same as predict, judge (where answers need one), score and report, one after the other. Run it again after a stop,
or to try failed requests again: what is finished is not done again.

"""


def add_run_commands(commands: Any) -> None:
    """Add the parsers of the commands."""
    _add_predict(commands)
    _add_judge(commands)
    _add_calibrate(commands)
    _add_merge(commands)
    _add_run(commands)


def _add_predict(commands: Any) -> None:
    parser = command(
        commands,
        "predict",
        _predict,
        "ask a model about a dataset's records",
        _PREDICT_EXAMPLES,
        codes=(FAILED, INCOMPLETE),
    )
    _add_out_and_run(parser)
    add_question_options(parser)
    add_engine_options(parser)


def _add_out_and_run(parser: Any) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="dataset repository, as docassay build writes it")
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="folder of the run; new, or one to go on with")


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
    parser.add_argument("--backend", required=True, choices=JUDGES, help="fact: by rules, without a model")
    parser.add_argument("--data", type=Path, metavar="OUT", help="where the run's dataset is now, if it has moved")
    add_judge_options(parser)


def _add_calibrate(commands: Any) -> None:
    parser = command(
        commands, "calibrate", _calibrate, "compare graders of rubrics with people's grades", _CALIBRATE_EXAMPLES
    )
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="a run with answers to rubrics")
    parser.add_argument("grades", type=Path, nargs="?", metavar="GRADES.csv", help="people's grades of a scored run")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="CSV file to write for people to grade in")
    parser.add_argument("--sample", type=positive, metavar="N", help="answers on the sheet (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw (default: %(default)s)")
    parser.add_argument("--data", type=Path, metavar="OUT", help="where the run's dataset is now, if it has moved")


def _add_merge(commands: Any) -> None:
    parser = command(commands, "merge", _merge, "put the runs of shards together into one", _MERGE_EXAMPLES)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="runs that were asked the same")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the merged run, new or empty")


def _add_run(commands: Any) -> None:
    parser = command(
        commands, "run", _run, "predict, judge, score and report in one go", _RUN_EXAMPLES, codes=(FAILED, INCOMPLETE)
    )
    _add_out_and_run(parser)
    parser.add_argument("--report", type=Path, metavar="DIR", help="folder for report.md (default: RUN/report)")
    add_question_options(parser)
    add_engine_options(parser)
    parser.add_argument(
        "--judge", choices=JUDGES, default="fact", help="who grades answers that need it (default: %(default)s, rules)"
    )
    add_judge_options(parser, "judge-")


def _predict(args: argparse.Namespace) -> int:
    repository, backend, ask = _asked(args)
    if args.plan:
        return _tell_plan(args, repository, backend, ask)
    outcome = _ask(args, repository, backend, ask)
    print(f"Run: {args.run_folder}")
    if args.hints:
        print(f"Next: {_next_command(args.run_folder)}")
    return INCOMPLETE if outcome.failed else OK


def _asked(args: argparse.Namespace) -> tuple[Repository, Backend, Ask]:
    """Return the dataset, who is asked about it, and what."""
    from eval_scripts.predict import Ask
    from eval_scripts.records import open_repository
    from eval_scripts.runs import repeats_of

    repository = open_repository(args.out)
    wanted = tuple(args.split) if args.split else _askable(repository)
    repository.check_splits(wanted)
    families = dict.fromkeys(family for family, split, _ in repository.splits if wanted is None or split in wanted)
    settings = read_settings(args, list(families))
    repeats = read_repeats(args, settings)
    for family, held in settings.items():
        number = repeats_of(repeats, family)
        if number > 1 and held.sampling.temperature == 0:
            print(
                f"docassay: warning: {number} repeats of {family} at temperature 0 will be much the same; "
                "give --temperature",
                file=sys.stderr,
            )
    ask = Ask(args.backend, settings, wanted, args.limit, args.batch, repeats, args.shard)
    return repository, open_backend(args.backend, read_backend_options(args)), ask


def _askable(repository: Repository) -> tuple[str, ...] | None:
    """Return the splits that there are prompts for; None where that is all of them, or none. Others are told."""
    held = dict.fromkeys(family for family, _, _ in repository.splits)
    others = [family for family in held if family not in DEFAULTS]
    if not others or len(others) == len(held):
        return None
    print(f"docassay: warning: {', '.join(others)} are left out, since there is no prompt for them", file=sys.stderr)
    return tuple(split for family, split, _ in repository.splits if family in DEFAULTS)


def _tell_plan(args: argparse.Namespace, repository: Repository, backend: Backend, ask: Ask) -> int:
    from eval_scripts.planner import describe
    from eval_scripts.predict import plan_run

    print(describe(*plan_run(repository, args.run_folder, backend, ask)))
    return OK


def _ask(args: argparse.Namespace, repository: Repository, backend: Backend, ask: Ask) -> Outcome:
    """Ask, and tell what came of it."""
    from eval_scripts.predict import predict

    outcome = predict(repository, args.run_folder, backend, ask)
    failed = sum(outcome.failed.values())
    if not outcome.answered and not failed:
        print(f"Nothing to do: all {outcome.earlier} requests have been done before.")
    else:
        cut = f", {outcome.truncated} of them cut off at the token limit" if outcome.truncated else ""
        print(f"{outcome.answered} answered{cut}; {failed} failed; {outcome.earlier} done before.")
    if others := [name for name in outcome.models if name != args.model]:
        print(f"The endpoint says that {', '.join(others)} answered, not {args.model}.", file=sys.stderr)
    if failed:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(outcome.failed.items()))
        print(
            f"Failed: {kinds}. See {args.run_folder}/failures.jsonl; the same command tries them again.",
            file=sys.stderr,
        )
    return outcome


def _next_command(run: Path) -> str:
    """Return the command that comes after a run's answers."""
    from eval_scripts.judge import waits_for_judge

    with contextlib.suppress(OSError, ValueError):  # a merged run's dataset may be elsewhere
        if judge := waits_for_judge(run):
            return f"docassay judge {run} --backend {judge}"
    return f"docassay score {run}"


def _judge(args: argparse.Namespace) -> int:
    code = _have_judged(args, args.backend, "", args.data)
    if args.hints:
        print(f"Next: docassay score {args.run_folder}")
    return code


def _have_judged(args: argparse.Namespace, name: str, prefix: str, data: Path | None) -> int:
    """Have a run judged, and tell what came of it; ``prefix`` begins the names of the judge's options."""
    from eval_scripts.judge import judge_run, open_judge

    backend = None if name == "fact" else open_backend(name, read_backend_options(args, prefix))
    judge = open_judge(name, backend, getattr(args, f"{prefix}max_new_tokens"))
    judged = judge_run(args.run_folder, judge, data)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(judged.verdicts.items()))
    print(f"{judged.judge}: {kinds or 'nothing to do'}; {judged.earlier} judged before.")
    return INCOMPLETE if judged.verdicts.get("failed_judge") else OK


def _calibrate(args: argparse.Namespace) -> int:
    from eval_scripts.calibration import CALIBRATION, calibrate, describe, write_sheet

    if (args.grades is None) is (args.sheet is None):
        raise ValueError("give either GRADES.csv to compare with, or --sheet FILE to write one")
    if args.sheet is not None:
        number = write_sheet(args.run_folder, args.sheet, args.sample, args.seed, args.data)
        print(f"{number} answers to grade are in {args.sheet}: put yes or no into the column grade of every row.")
        if args.hints:
            print(f"Next: docassay calibrate {args.run_folder} {args.sheet}")
        return OK
    for line in describe(calibrate(args.run_folder, args.grades)):
        print(line)
    print(f"Calibration: {args.run_folder / CALIBRATION}")
    return OK


def _merge(args: argparse.Namespace) -> int:
    from eval_scripts.merge import merge_runs

    merged = merge_runs(args.runs, args.out)
    covered = "all documents" if merged.shards is None else f"shards {', '.join(merged.shards)}"
    print(f"{merged.answers} answers and {merged.failures} failures of {covered}.")
    print(f"Run: {args.out}")
    if args.hints:
        print(f"Next: {_next_command(args.out)}")
    return OK


def _run(args: argparse.Namespace) -> int:
    """Predict, judge, score and report; requests that fail stop none of it, and end in ``INCOMPLETE``."""
    from eval_scripts.judge import has_answers_to_judge
    from eval_scripts.report import write_report
    from eval_scripts.score import describe, score_run

    repository, backend, ask = _asked(args)
    if args.plan:
        return _tell_plan(args, repository, backend, ask)
    run = args.run_folder
    codes = [INCOMPLETE if _ask(args, repository, backend, ask).failed else OK]
    if isinstance(backend, PlanningBackend):
        backend.close()  # the judge may need the memory
    if has_answers_to_judge(run, args.out, by_model=args.judge != "fact"):
        codes.append(_have_judged(args, args.judge, "judge_", args.out))
    print(describe(score_run(run, args.out)))
    print(f"Run: {run}; scores: {run}/scores.jsonl, {run}/summary.json")
    print(f"Report: {write_report([run], args.report or run / 'report')}")
    return max(codes)
