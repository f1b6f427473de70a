"""The commands ``build``, ``check``, ``review``, ``author`` and ``setup-web``; ``--help`` tells their exit codes."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dataset_builder.authoring.command import add_command as add_author_command
from dataset_builder.checks.command import add_arguments as add_check_arguments
from dataset_builder.families import FAMILIES, Family, load_family

OK, FAILED = 0, 1

_LARGEST = 2**63 - 1
"""Of whole numbers on the command line; seeds stand in the names of files, which may not be long."""

REVIEWED = ("forms", "reports")
"""Families of which there are review sheets."""

_EXAMPLES = """\
examples:
  docassay build forms out/forms --synthetic --documents 24 --seed 1
  docassay build forms out/forms --templates folder/of/fillable/pdfs --jobs 8
  docassay build hops out/hops --documents 96 --depth 5 --charts 6
  docassay build reports out/reports --documents 9 --grid pages=25,50,75
  docassay build reports out/pairs --documents 20 --pairs layout
  docassay build all out/everything --documents 10
  docassay build hops out/hard --documents 96 --seed 1 --screened runs/one runs/two      (runs of the same build)

Run the same command again after a stop: finished documents are not made again.

"""

_REVIEW_EXAMPLES = """\
examples:
  docassay review out/forms review.html
  docassay review out/forms --decisions decisions.json
  docassay review out/reports review.html --sample 100
  docassay review out/reports --decisions decisions-A.json --decisions decisions-B.json

"""

EXIT_CODES = """\
exit codes:
  0    done
  1    documents failed with an exception, or none could be made
  2    a wrong argument, path or input file
  130  stopped with Ctrl-C; what was finished is kept
"""


def add_commands(commands: Any) -> None:
    """Add the commands; each sets ``run``, a function from arguments to an exit code."""
    parser = commands.add_parser(
        "build",
        help="build a dataset repository",
        description="Build a dataset repository.",
        epilog=_EXAMPLES + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "families", nargs="+", metavar="FAMILY", help=f"families to build: {', '.join(FAMILIES)}, or all"
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the repository: new, or one to go on with")
    parser.add_argument(
        "--documents",
        type=_positive,
        metavar="N",
        help="documents of each family (default: 12 reports, 96 hops, 100 rubrics, 100 made forms or every template)",
    )
    parser.add_argument("--seed", type=_natural, default=0, help="seed of the build (default: %(default)s)")
    parser.add_argument(
        "--depth",
        type=_positive,
        metavar="N",
        help="depth of what is made: levels of nesting of forms, 1 to 4; steps of the traces of hops, 2 to 5",
    )
    parser.add_argument(
        "--scan", type=_natural, metavar="N", help="images as if scanned: 0 not (default) to 3 badly; every family"
    )
    parser.add_argument(
        "--pages",
        metavar="N|first|all",
        help="of reports, how many, 5 to 120 (default: 24 to 91); of forms' templates, which (default: first)",
    )
    parser.add_argument(
        "--charts",
        type=_positive,
        metavar="N",
        help="charts of every document: of reports 5 to 32, of hops 2, 3, 4 or 6",
    )
    parser.add_argument(
        "--domain",
        metavar="NAME",
        help="the only domain of topics: health for reports, transport for hops, for example",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        metavar="FILE",
        help="decisions exported from a review sheet, to leave out; of reports once for each reviewer",
    )
    parser.add_argument("--jobs", type=_positive, metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--overwrite", action="store_true", help="replace a finished repository of other arguments")
    parser.add_argument(
        "--screened",
        type=Path,
        nargs="+",
        metavar="RUN",
        help="keep only items that at least 2 of these scored runs of the same build answer wrongly",
    )
    parser.set_defaults(run=run_build, hints=True)
    _add_family_options_when_parsing(parser)
    check = "derive the answers again from what was rendered, and compare"
    add_check_arguments(commands.add_parser("check", help=check, description=f"{check.capitalize()}."))
    _add_review(commands)
    add_author_command(commands)
    setup = "install what draws charts and pages: D3 and the fonts"
    commands.add_parser("setup-web", help=setup, description=f"{setup.capitalize()}.").set_defaults(run=run_setup_web)


def _add_review(commands: Any) -> None:
    parser = commands.add_parser(
        "review",
        help="write a sheet on which people judge forms or questions on reports, or tell what they decided",
        description="Write a sheet on which people judge forms or questions on reports, or tell what they decided.",
        epilog=_REVIEW_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="repository with forms or reports")
    parser.add_argument("sheet", type=Path, nargs="?", metavar="SHEET.html", help="file to write")
    parser.add_argument("--family", choices=REVIEWED, help="what to review where the repository holds both")
    parser.add_argument(
        "--sample",
        type=_natural,
        metavar="N",
        help="how many to draw: unflagged forms (default: 60), questions on reports (default: 100)",
    )
    parser.add_argument("--seed", type=_natural, default=0, help="seed of the draw (default: %(default)s)")
    parser.add_argument(
        "--decisions",
        type=Path,
        action="append",
        metavar="FILE",
        help="exported decisions: tell what they come to; of reports once for each reviewer",
    )
    parser.set_defaults(run=run_review)


def _add_family_options_when_parsing(parser: argparse.ArgumentParser) -> None:
    """Put off importing the families, which takes seconds, until the command line turns out to be a build."""
    parse = parser.parse_known_args

    def parse_with_families(*args: Any, **kwargs: Any) -> Any:
        for name in FAMILIES:
            load_family(name).add_arguments(parser.add_argument_group(f"options of {name}"))
        parser.parse_known_args = parse  # type: ignore[method-assign]
        return parse(*args, **kwargs)

    parser.parse_known_args = parse_with_families  # type: ignore[method-assign]


def run_build(args: argparse.Namespace) -> int:
    """Build what the arguments ask for, tell what came of it, and return the exit code.

    Raises:
        ValueError: an argument is wrong; the message names it, its value and what is allowed.
    """
    from dataset_builder.build import build_repository
    from dataset_builder.card import list_loose
    from dataset_builder.screening import read_screening

    families = _families(args.families)
    refuse_unheeded(vars(args), families)
    pages = share_pages(args.pages, [family.name for family in families])
    configs = {
        family.name: family.config_from_args(argparse.Namespace(**{**vars(args), "pages": pages.get(family.name)}))
        for family in families
    }
    screening = read_screening(args.screened) if args.screened else None
    report = build_repository(
        configs, args.out, jobs=args.jobs or _processors(), overwrite=args.overwrite, screening=screening
    )
    made = 0
    for name, held in report.manifest["families"].items():
        rows = ", ".join(f"{split} {count}" for split, count in held["rows"].items())
        print(f"{name}: {held['documents']} documents; questions: {rows or 'none'}")
        for reason, count in held["refused"].items():
            print(f"  refused {count}: {reason}")
        for what, figure in list_loose(held["figures"]).items():
            if figure:
                print(f"  {what}: {figure:g}")
        made += held["documents"]
    for name, index, error, path in report.failures:
        print(f"{name}: document {index} failed with {error} (traceback: {path})", file=sys.stderr)
    if report.kept:
        print(f"{report.kept} of {report.kept + report.made} were there already from an earlier run")
    if report.failures:
        print("Run the same command again to try the failed documents again.", file=sys.stderr)
    if not made:
        print(f"No document could be made; {args.out} holds no questions.", file=sys.stderr)
        return FAILED
    print(f"The repository is in {args.out} (its card: {args.out / 'README.md'}).")
    if "templates.csv" in report.manifest["checksums"]:
        print(f"What became of each template: {args.out / 'templates.csv'}")
    if args.hints:
        print(f'Its rows in Python: datasets.load_dataset("{args.out}")')
        print(f"To check it: docassay check {args.out}")
        if "forms" in report.manifest["families"]:
            print(f"Next: docassay predict {args.out} runs/baseline --backend baseline")
    return FAILED if report.failures else OK


def share_pages(pages: str | None, families: Sequence[str]) -> dict[str, str]:
    """Return what ``--pages`` says to each family: a number is for reports, a choice of pages for forms.

    Args:
        pages: as given, None where it was not.
        families: names of those that are built.

    Raises:
        ValueError: none of them takes it; the message says what is allowed.

    >>> share_pages("40", ["reports", "hops", "forms"]), share_pages("all", ["reports", "forms"])
    ({'reports': '40'}, {'forms': 'all'})
    """
    if pages is None:
        return {}
    allowed = {"reports": "a number from 5 to 120 for reports", "forms": "first or all for templates of forms"}
    family = "forms" if pages in ("first", "all") else "reports" if pages.isdecimal() else ""
    if family not in families:
        taken = [words for name, words in allowed.items() if name in families] or list(allowed.values())
        raise ValueError(f"pages {pages!r} is not what {', '.join(families)} can be built with: {', or '.join(taken)}")
    return {family: pages}


def refuse_unheeded(given: Mapping[str, Any], families: Sequence[Family]) -> None:
    """Raise ``ValueError`` for an option that is given and that none of the families to be built takes.

    Args:
        given: the options by name; those not given are None, False or empty.
        families: that are built.
    """
    takers: dict[str, list[str]] = {}
    for name in FAMILIES:
        fields = {field.name for field in dataclasses.fields(load_family(name).config_class)}
        for option in fields | ({"synthetic"} if "templates" in fields else set()):
            takers.setdefault(option, []).append(name)
    built = [family.name for family in families]
    for option, names in takers.items():
        value = given.get(option)
        if value not in (None, False, []) and not set(names) & set(built):
            told = "" if isinstance(value, bool | list) else f" {value}"
            option = option.replace("_", "-")
            raise ValueError(f"--{option}{told} is for {', '.join(names)}, not for {', '.join(built)}")


def run_review(args: argparse.Namespace) -> int:
    """Write a review sheet, tell what exported decisions come to, or both, and return the exit code.

    Raises:
        ValueError: neither is asked for, or a file is not what it should be.
    """
    if args.sheet is None and args.decisions is None:
        raise ValueError("nothing to do: name a file SHEET.html to write, or give --decisions FILE")
    held = [family for family in REVIEWED if any((args.out / "data" / family).glob("*.parquet"))]
    if args.family is None and len(held) > 1:
        raise ValueError(f"{args.out} holds {' and '.join(held)}: name what to review with --family")
    review = _review_reports if (args.family or (held or [""])[0]) == "reports" else _review_forms
    review(args)
    return OK


def _review_forms(args: argparse.Namespace) -> None:
    from dataset_builder.export import write_atomically
    from dataset_builder.families.forms import review
    from dataset_builder.families.forms.decisions import read_decisions

    if args.sheet is not None:
        sample = review.SAMPLE if args.sample is None else args.sample
        html, counts = review.make_sheet(args.out, sample=sample, seed=args.seed)
        write_atomically(args.sheet, html.encode())
        print(f"{counts['flagged']} flagged documents and {counts['sample']} others are in {args.sheet}. Next:")
        print("  open it in a browser, judge, export decisions.json, then")
        print(f"  docassay review {args.out} --decisions decisions.json")
    if args.decisions:
        if len(args.decisions) > 1:
            raise ValueError(f"decisions on forms come in one file, not in {len(args.decisions)}")
        documents = review.read_reviewables(args.out)
        print(review.describe_review(review.measure_review(documents, read_decisions(args.decisions[0]))))
        _say_how_to_exclude(args.decisions)


def _review_reports(args: argparse.Namespace) -> None:
    from dataset_builder.export import write_atomically
    from dataset_builder.families.reports import review

    if args.sheet is not None:
        sample = review.SAMPLE if args.sample is None else args.sample
        html, counts = review.make_sheet(args.out, args.sheet, sample=sample, seed=args.seed)
        write_atomically(args.sheet, html.encode())
        told = ", ".join(f"{split} {count}" for split, count in counts.items())
        print(f"{counts.total()} questions ({told}) are in {args.sheet}. Next:")
        print("  two reviewers open it in a browser, each give their name, rate, and export decisions-NAME.json, then")
        print(f"  docassay review {args.out} --decisions decisions-A.json --decisions decisions-B.json")
    if args.decisions:
        print(review.describe_reviews(args.out, args.decisions))
        _say_how_to_exclude(args.decisions)


def _say_how_to_exclude(decisions: list[Path]) -> None:
    options = " ".join(f"--exclude {path}" for path in decisions)
    print(f"Leave out what was found wanting: the same docassay build again, into another folder, with {options}")


def run_setup_web(args: argparse.Namespace) -> int:
    """Install D3 and the fonts into the user's cache, tell where they and Chromium are, and return the exit code."""
    from dataset_builder.pages.web import NotSetUp, chromium, install_web

    try:
        folder = install_web()
    except NotSetUp as error:
        print(error, file=sys.stderr)
        return FAILED
    print(f"D3 and the fonts are in {folder}.")
    print(f"Chromium: {chromium() or 'none on the search path; get it with: playwright install chromium'}")
    return OK


def _families(names: list[str]) -> list[Family]:
    """Return the families of the names in the registry's order; ``all`` stands for every one."""
    allowed = ["all", *FAMILIES]
    for name in names:
        if name not in allowed:
            raise ValueError(f"family {name!r} is not one of {', '.join(allowed)}")
    return [load_family(name) for name in FAMILIES if name in names or "all" in names]


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _positive(text: str) -> int:
    return _integer(text, 1)


def _natural(text: str) -> int:
    return _integer(text, 0)


def _integer(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    if value > _LARGEST:
        raise argparse.ArgumentTypeError(f"{text} is more than {_LARGEST}")
    return value
