"""Runs ``mjlog generate``: writes invented games for tests, benchmarks and demonstrations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

import click

from mjlog.bots.generate import games
from mjlog.cli.terminal.output import write_file
from mjlog.cli.terminal.progress import with_count
from mjlog.model.record import Game
from mjlog.notation import to_json, write
from mjlog.referee.rulebook import RulesError


def generate(
    header: str, seed: int, deals: int, players: int, output: str, *, fast: bool, force: bool
) -> None:
    """Write invented games, with `deals` deals in all, to a file or to standard output.

    If the name of `output` ends in .json, .jsonl or .ndjson, each game is a line of JSON, otherwise
    a text. Raises UsageError if the rules do not exist, or do not allow that number of players.
    `header` is the value of a ``Rules`` header, and `seed` makes the games reproducible. With
    `fast`, players discard any legal tile.
    """
    made = games(header, seed=seed, deals=deals, players=players, fast=fast)
    try:
        first = next(made)
    except (RulesError, ValueError) as problem:
        raise click.UsageError(str(problem)) from None
    form = "json" if output.endswith((".json", ".jsonl", ".ndjson")) else "mjl"
    every = with_count(
        chain([first], made),
        lambda game: len(game.deals),
        word="deal",
        of=deals,
        is_printed=output == "-",
    )
    write_file(output, _written(every, form), force=force)


def _written(made: Iterator[Game], form: str) -> Iterator[str]:
    for number, game in enumerate(made):
        if form == "json":
            yield json.dumps(to_json(game), ensure_ascii=False, separators=(",", ":")) + "\n"
        else:
            yield ("\n" if number else "") + write(game)
