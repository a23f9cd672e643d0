"""Runs ``mjlog completion``: prints the shell script, and completes rule sets and codes."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class


def script(shell: str, command: click.Command) -> str:
    """Return the script that lets a shell complete the words of `command`.

    The shell reads the script at its start. Raises UsageError if the shell is unknown.
    """
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"there is no completion for {shell}")
    return made(command, {}, "mjlog", "_MJLOG_COMPLETE").source()


def rule_sets(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the names of rule sets that begin with `begun`, to complete the value of an option."""
    from mjlog import rules

    return [name for name in rules.names() if name.startswith(begun)]


def codes(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the codes of findings that begin with `begun`, to complete the value of an option.

    Each code comes with its meaning.
    """
    from mjlog.report import finding_codes

    return [
        CompletionItem(code, help=finding_codes.meaning(code))
        for code in sorted(finding_codes.known())
        if code.startswith(begun)
    ]
