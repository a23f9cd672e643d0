"""Shows the progress of long work as one line on standard error, which is cleared at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

import click

from mjlog.model.notebook_display import counted

_Thing = TypeVar("_Thing")
EVERY: Final = 0.2
"""Seconds after which the line is written again."""


def with_count(
    things: Iterable[_Thing],
    size: Callable[[_Thing], int] = lambda _: 1,
    *,
    word: str = "record",
    of: int = 0,
    is_printed: bool = False,
) -> Iterator[_Thing]:
    """Yield the items unchanged, and show on the terminal how many items were yielded up to now.

    `size` returns how much an item counts, `of` is the total (0 if unknown), and `word` is the noun
    after the number. Nothing is shown without a terminal, or if the command itself prints the items
    on the terminal (`is_printed`).
    """
    if not sys.stderr.isatty() or (is_printed and sys.stdout.isatty()):
        yield from things
        return
    number, shown = 0, monotonic()
    try:
        for thing in things:
            yield thing
            number += size(thing)
            if monotonic() - shown >= EVERY:
                shown = monotonic()
                words = f"{number} of {counted(of, word)}" if of else counted(number, word)
                click.echo(f"\r{words}\033[K", nl=False, err=True)
    finally:
        clear_progress()


def clear_progress() -> None:
    """Clear the line of progress on the terminal, before something else is printed."""
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
