"""Reads rules named on a command line: a header as in a record, or a file of a club's own rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

SUFFIX = ".toml"


def header(_context: click.Context | None, _option: Any, words: str) -> str:
    """Convert the value of ``--rules`` into the value of a ``Rules`` header.

    A rule set without an edition gets its newest edition. If the value is the path of a club's own
    rule file, load the file, and replace its path by its name and digest. Raises UsageError if the
    file cannot be read or if its rules are wrong. `words` is the value of the option.
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


def _load_rule_files(
    context: click.Context, option: Any, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """Load the clubs' rule files at these paths, so that records can name them; return the paths.

    Raises UsageError if a path does not end in ``.toml``, or if a file is wrong.
    """
    for path in paths:
        if not path.endswith(SUFFIX):
            raise click.UsageError(f"{path} is no file of rules: such a file is called NAME.toml")
        header(context, option, path)
    return paths


def rules_file_option(*, expose_value: bool = False) -> Callable[[Any], Any]:
    """Return a decorator that adds the option ``--rules FILE`` to a command.

    The files are loaded before the command runs. With `expose_value`, the command gets their paths
    as the argument `rule_files`.
    """
    return click.option(
        "--rules",
        "rule_files",
        multiple=True,
        expose_value=expose_value,
        metavar="FILE",
        callback=_load_rule_files,
        help="A file of a club's own rules, club.toml, that records name by its digest.",
    )
