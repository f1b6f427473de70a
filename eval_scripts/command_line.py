"""What the commands share: exit codes, and how a command's parser is made."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any

OK, FAILED, USAGE, INCOMPLETE, STOPPED = 0, 1, 2, 3, 130
ALWAYS = (OK, USAGE, STOPPED)

EXIT_CODES = {
    OK: "done",
    FAILED: "the work failed (a check found a violation, a back end can't answer, nothing could be made)",
    USAGE: "a wrong argument, path or input file",
    INCOMPLETE: "done in part: some requests failed; run the same command again to try them again",
    STOPPED: "stopped with Ctrl-C; what was finished is kept",
}


def describe_codes(codes: Iterable[int]) -> str:
    """Return the exit codes as the end of a help text.

    >>> describe_codes([0, 2])
    'exit codes:\\n  0    done\\n  2    a wrong argument, path or input file\\n'
    """
    return "exit codes:\n" + "".join(f"  {code:<5}{EXIT_CODES[code]}\n" for code in sorted(codes))


def command(
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
        epilog=examples + describe_codes({*ALWAYS, *codes}),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value
