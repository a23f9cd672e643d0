"""Runs ``mjlog fmt``: writes records in their canonical text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

import click

from mjlog.cli.check import files_under
from mjlog.cli.terminal.output import write_file
from mjlog.formats.own import texts
from mjlog.formats.sources import SUFFIX
from mjlog.model.findings import Finding, Place, reason_of
from mjlog.notation import read
from mjlog.notation.canonical import canonical_text
from mjlog.notation.limits import Unreadable


def format_files(paths: Iterable[str], *, is_check: bool, is_diff: bool) -> int:
    """Rewrite files in canonical notation, and return the exit status.

    With `is_check`, only print which files would change; with `is_diff`, print the changed lines.
    In folders, only ``.mjl`` files are formatted. The status is 2 if a file cannot be read, 1 if
    `is_check` and a file would change, else 0.
    """
    changes = failures = 0
    for path in _records(paths):
        try:
            before = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
            after = _formatted(before)
        except OSError as problem:
            click.echo(f"{path}: cannot be read: {reason_of(problem)}", err=True)
            failures += 1
            continue
        if isinstance(after, Finding):
            place = after.place
            click.echo(f"{path}:{place.line}:{place.column}: {after.message}", err=True)
            failures += 1
            continue
        changes += after != before
        _answer(path, before, after, is_check=is_check, is_diff=is_diff)
    if failures:
        return 2
    return int(is_check and changes > 0)


def _records(paths: Iterable[str]) -> Iterator[str]:
    """Yield the paths that the user named. For a folder, yield all ``.mjl`` files below it."""
    for path in paths:
        for file, is_named in files_under(path):
            if is_named or file.endswith(SUFFIX):
                yield file


def _formatted(data: bytes) -> bytes | Finding:
    """Return all records of a file in canonical notation.

    If a record cannot be read, return a finding that says why.
    """
    written = []
    for text, lines_before in texts(data):
        try:
            made = canonical_text(read(text))
        except Unreadable as problem:
            made = problem.finding
        if isinstance(made, Finding):
            place = Place(made.place.line + lines_before, made.place.column)
            return Finding(made.code, made.severity, made.message, place)
        written.append(made)
    return "\n".join(written).encode()


def _answer(path: str, before: bytes, after: bytes, *, is_check: bool, is_diff: bool) -> None:
    if is_diff:
        old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
        for line in unified_diff(old, new, path, path, lineterm=""):
            click.echo(line)
    elif is_check:
        if after != before:
            click.echo(f"{path} is not canonical")
    elif path == "-":
        write_file("-", [after], force=True)
    elif after != before:
        write_file(path, [after], force=True)
        click.echo(f"{path} formatted")
