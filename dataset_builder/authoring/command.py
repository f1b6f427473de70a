"""The command ``docassay author``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

OK, FAILED, INVALID = 0, 1, 2

_EXAMPLES = """\
examples:
  docassay author my-tasks out/mine             my-tasks/*/task.yaml, each beside its PDF
  docassay author my-tasks out/draft --draft    before screening: to run models on the tasks
  docassay author my-tasks --check              tell what is wrong, and write nothing

docs/authoring.md says what stands in a task.yaml, docs/authoring holds three complete tasks. All that is wrong is told
with file, line and field; nothing is written before every task is right. Run the same command again after a stop.

exit codes:
  0    done
  1    documents failed with an exception
  2    a task is not valid, or a wrong argument or path
  130  stopped with Ctrl-C; what was finished is kept
"""


def add_command(commands: Any) -> None:
    """Add the command; it sets ``run``, a function from arguments to an exit code."""
    told = "validate tasks that people wrote, and make a repository of them"
    parser = commands.add_parser(
        "author",
        help=told,
        description=f"{told.capitalize()}.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder with a folder for each task, or one task")
    parser.add_argument("out", type=Path, nargs="?", metavar="OUT", help="folder of the repository: new, or to go on")
    parser.add_argument("--check", action="store_true", help="validate only")
    parser.add_argument("--draft", action="store_true", help="take tasks whose screening and notes are unfinished")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--overwrite", action="store_true", help="replace a finished repository of other tasks")
    parser.set_defaults(run=run_author, hints=True)


def run_author(args: argparse.Namespace) -> int:
    """Do what the arguments ask for, tell what came of it, and return the exit code."""
    from dataset_builder.authoring.family import FAMILY, Invalid, author_repository, validate_tasks

    if args.jobs < 1 or (args.out is None) is not args.check:
        raise ValueError("give OUT to write a repository or --check to write none, and --jobs of 1 or more")
    try:
        if args.check:
            tasks = validate_tasks(args.folder, draft=args.draft)
            print(f"{len(tasks)} tasks are right: {', '.join(task.name for task in tasks)}")
            return OK
        report = author_repository(args.folder, args.out, jobs=args.jobs, draft=args.draft, overwrite=args.overwrite)
    except Invalid as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        print(f"{len(error.problems)} problems; nothing was written.", file=sys.stderr)
        return INVALID
    held = report.manifest["families"][FAMILY]
    print(f"{held['documents']} tasks")
    for what, figure in held["figures"].items():
        print(f"  {what}: {figure:g}")
    for _, index, failure, path in report.failures:
        print(f"task {index} failed with {failure} (traceback: {path})", file=sys.stderr)
    print(f"The repository is in {args.out} (its card: {args.out / 'README.md'}).")
    if args.hints:
        print(f"Next: docassay run {args.out} runs/model --backend openai --model NAME")
    return FAILED if report.failures else OK
