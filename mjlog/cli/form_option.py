"""The option that says how an answer is written, the same for every command."""

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
