"""The command ``docassay check``."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from pathlib import Path

from dataset_builder.checks.violations import KINDS, SAMPLE, Finding, count_kinds

CLEAN, VIOLATED = 0, 1

_SHOWN = 50

_EPILOG = """\
examples:
  docassay check out/forms
  docassay check out/forms --jobs 2 --out violations.json

exit codes:
  0    no violation
  1    violations
  2    a wrong argument, path or input file
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``check``, and what it says at the end of its help."""
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("repository", type=Path, metavar="OUT", help="folder of a repository that was built")
    parser.add_argument("--fast", action="store_true", help=f"read {SAMPLE} documents, and draw no page again")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write all violations to a file, as JSON")
    parser.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Check a repository, tell what was found, and return the exit code.

    Raises:
        ValueError: the folder holds no repository, or ``--jobs`` is below 1.
    """
    from dataset_builder.checks.repository import check_repository

    if args.jobs < 1:
        raise ValueError(f"--jobs {args.jobs} is not at least 1")
    finding = check_repository(args.repository, fast=args.fast, jobs=args.jobs)
    if args.out is not None:
        _write(finding, args.out)
    for item in finding.violations[:_SHOWN]:
        print(item)
    left = len(finding.violations) - _SHOWN
    if left > 0:
        print(f"... and {left} more{'' if args.out else ' (--out FILE writes all of them)'}")
    drawn = "" if not args.fast else ", no page drawn again"
    print(f"{args.repository}: {finding.read} of {finding.documents} documents read{drawn}")
    if finding.passed_over:
        print(f"imported documents, so not checked: {finding.passed_over}")
    for kind, count in count_kinds(finding.violations).items():
        print(f"  {kind:<16} {count:>6}  {KINDS[kind]}")
    print(f"{len(finding.violations) or 'No'} violation{'' if len(finding.violations) == 1 else 's'}.")
    return VIOLATED if finding.violations else CLEAN


def _write(finding: Finding, path: Path) -> None:
    """Write a finding as JSON, atomically."""
    content = {
        "documents": finding.documents,
        "read": finding.read,
        "passed_over": finding.passed_over,
        "counts": count_kinds(finding.violations),
        "violations": [dataclasses.asdict(item) for item in finding.violations],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    temporary.replace(path)
