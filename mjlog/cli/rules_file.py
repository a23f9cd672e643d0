"""Reads rules named on a command line: a header as in a record, or a file of a club's own rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

SUFFIX = ".toml"


def header(_context: click.Context | None, _option: Any, words: str) -> str:
    """Return the ``Rules`` header that the words mean, with an edition.

    A file is loaded, and its name becomes a name with the file's digest. Raises UsageError if the
    file cannot be read or its rules are wrong.
    """
    from mjlog import rules

    name, blank, options = words.partition(" ")
    if not name.endswith(SUFFIX):
        return rules.with_edition(words)
    from mjlog.referee.rulebook import RulesError  # most runs name no file
    from mjlog.rules.kit import club

    path = Path(name)
    try:
        given = club.add_file(path.name, path.read_bytes())
        rules.load(given)
    except OSError as problem:
        raise click.UsageError(f"{name}: {problem.strerror}") from None
    except RulesError as problem:
        lines = [words.english for words in problem.problems]
        raise click.UsageError("\n".join(lines)) from None
    return f"{given}{blank}{options}"


def _keep(context: click.Context, option: Any, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Load rule files, so that records can name them by digest; return their paths.

    Raises UsageError if a path does not end in ``.toml``.
    """
    for path in paths:
        if not path.endswith(SUFFIX):
            raise click.UsageError(f"{path} is no file of rules: such a file is called NAME.toml")
        header(context, option, path)
    return paths


def given(*, expose_value: bool = False) -> Callable[[Any], Any]:
    """Return the decorator that adds ``--rules FILE`` to a command."""
    return click.option(
        "--rules",
        "rule_files",
        multiple=True,
        expose_value=expose_value,
        metavar="FILE",
        callback=_keep,
        help="A file of a club's own rules, club.toml, that records name by its digest.",
    )
