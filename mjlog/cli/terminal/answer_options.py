"""The options that say how and where an answer is written, the same for every command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def form(*choices: str, words: str) -> Callable[[Any], Any]:
    """``--format``: the first choice is what a command writes if it is not told."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help=words,
    )


def output(command: Any) -> Any:
    """Add ``-o OUT`` and ``--force``; without them a command writes to standard output."""
    forced = click.option("--force", is_flag=True, help="Replace OUT where it exists.")
    return click.option(
        "-o",
        "--output",
        type=click.Path(allow_dash=True),
        default="-",
        metavar="OUT",
        help="File to write instead of standard output.",
    )(forced(command))
