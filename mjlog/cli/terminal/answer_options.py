"""Options that say in which format and where a command writes its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def form(*choices: str, words: str) -> Callable[[Any], Any]:
    """Build the option ``--format``.

    Its default is the first choice, and `words` is its help text.
    """
    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help=words,
    )


def output(command: Any) -> Any:
    """Add the options ``-o OUT`` and ``--force`` to a command.

    Without ``-o``, the command writes to standard output.
    """
    forced = click.option("--force", is_flag=True, help="Replace OUT where it exists.")
    return click.option(
        "-o",
        "--output",
        type=click.Path(allow_dash=True),
        default="-",
        metavar="OUT",
        help="File to write instead of standard output.",
    )(forced(command))
