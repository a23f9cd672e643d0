"""``mjlog ledger sign`` and ``mjlog verify``: who signed which bytes, and whether they hold."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from mjlog.cli.ledger import data_of, problems
from mjlog.live.key_list import names_of, sign_list
from mjlog.live.ledger_file import LedgerError, LedgerFile
from mjlog.live.signing import (
    Signature,
    SigningError,
    amended,
    key_in,
    new_key,
    signature_line,
    signatures,
)
from mjlog.report.text import printable

_PARTY = re.compile(r"[A-Z][A-Za-z0-9_-]*")


def make_key(path: str) -> None:
    """Writes a new private key and prints its public part."""
    _need_cryptography()
    try:
        click.echo(new_key(Path(path)))
    except FileExistsError:
        raise click.UsageError(f"{path} exists already; a key is never replaced") from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be written: {problem.strerror}") from None


def sign(path: str, key: str, party: str) -> None:
    """Adds an entry that signs all lines before it."""
    _need_cryptography()
    if not _PARTY.fullmatch(party):
        raise click.UsageError(f"--for takes a capital and letters or digits, not {party!r}")
    try:
        with LedgerFile(Path(path)) as file:
            said = signature_line(file.text, party, key_in(Path(key)))
            file.add([said], party)
    except (LedgerError, SigningError) as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be opened: {problem.strerror}") from None
    click.echo(said)


def sign_keys(path: str, key: str) -> None:
    """Signs the organiser's list of keys."""
    _need_cryptography()
    try:
        sign_list(Path(path), key_in(Path(key)))
    except SigningError as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be opened: {problem.strerror}") from None


def _names(keys: str, organiser: str) -> dict[str, str]:
    """Whose keys they are by the organiser's list; nobody's without one."""
    if not keys:
        return {}
    if not organiser:
        raise click.UsageError("--keys needs --organiser: the key that signed the list")
    _need_cryptography()
    try:
        return names_of(Path(keys), organiser)
    except SigningError as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{keys} cannot be read: {problem.strerror}") from None


def verify(path: str, keys: str = "", organiser: str = "") -> int:
    """Tells who signed what, and whether every byte holds; answers the exit status."""
    names = _names(keys, organiser)
    data = data_of(path)
    found = [*signatures(data)] if b"sign v1" in data else []
    if found:
        _need_cryptography()
    wrong = [*problems(data)]
    for signature in found:
        click.echo(f"{printable(path)}:{signature.line}: {_told(signature, names)}")
    wrong += [f":{each.line}: {each.problem}" for each in found if each.problem]
    changes = [*_changes(data, found)]
    for words in (*wrong, *changes):
        click.echo(printable(f"{path}{words}"))
    if not found:
        click.echo(f"{printable(path)}: nobody has signed")
    if not wrong:
        click.echo(f"{printable(path)}: every line is as it was written")
    return 1 if wrong or changes else 0


def _told(signature: Signature, names: Mapping[str, str]) -> str:
    if signature.problem:
        return "this signature does not cover these bytes"
    name = names.get(signature.key)
    whose = f"; the organiser's list gives this key to {name}" if name else ""
    return (
        f"the holder of key {signature.key} confirmed these bytes at {signature.at}: "
        f"lines 1 to {signature.covers}, for {signature.party}{whose}"
    )


def _changes(data: bytes, found: list[Signature]) -> Iterator[str]:
    """What was amended behind the latest signature for each party."""
    latest = {each.party: each for each in found if not each.problem}
    for party, signature in latest.items():
        for line, number in amended(data, signature.covers):
            yield f":{line}: entry {number:04d} was amended after signing (for {party})"


def _need_cryptography() -> None:
    if importlib.util.find_spec("cryptography") is None:
        raise click.UsageError("signatures need a library: pip install 'mjlog[sign]'")
