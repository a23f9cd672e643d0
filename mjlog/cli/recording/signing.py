"""Runs ``mjlog ledger sign`` and ``mjlog verify``: signs ledgers, shows who signed which lines."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path

import click

from mjlog.auditor.checks.amended import find_unsigned
from mjlog.auditor.signatures import Signature, signatures
from mjlog.cli.recording.ledger import data_of, problems
from mjlog.live.access.key_list import KeyList, read_list, sign_list
from mjlog.live.access.signing import (
    PARTY,
    PARTY_WORDS,
    SigningError,
    Verdict,
    key_in,
    new_key,
    signature_line,
    signed_note,
    verdicts,
    verifier_key,
)
from mjlog.live.ledgers.ledger_file import LedgerError, LedgerFile
from mjlog.model.record import SEATS, Game
from mjlog.notation import read
from mjlog.notation.limits import Unreadable
from mjlog.report.text import printable


def make_key(path: str) -> None:
    """Write a new private key for signatures into a file, and print its public key.

    Raises UsageError if the file exists or cannot be written.
    """
    _need_cryptography()
    try:
        click.echo(new_key(Path(path)))
    except FileExistsError:
        raise click.UsageError(f"{path} exists already; a key is never replaced") from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be written: {problem.strerror}") from None


def sign(path: str, key: str, party: str) -> None:
    """Sign all lines of a ledger: add an entry with the signature at its end, and print the entry.

    `key` is the path of the file with the private key. `party` says for whom the signature is, a
    seat or a referee. Raises UsageError if the key or the party is wrong, or if the ledger cannot
    be opened.
    """
    _need_cryptography()
    if not PARTY.fullmatch(party):
        raise click.UsageError(f"--for {party}: {PARTY_WORDS}")
    try:
        with LedgerFile(Path(path)) as file:
            signature = signature_line(file.text, party, key_in(Path(key)))
            file.add([signature], party)
    except (LedgerError, SigningError) as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be opened: {problem.strerror}") from None
    click.echo(signature)


def sign_keys(path: str, key: str) -> None:
    """Sign the organiser's list of keys, in the file `path`, with the private key in `key`.

    Raises UsageError if the list or the key is wrong, or if a file cannot be opened.
    """
    _need_cryptography()
    try:
        sign_list(Path(path), key_in(Path(key)))
    except SigningError as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{path} cannot be opened: {problem.strerror}") from None


def _list_of_keys(keys: str, organiser: str) -> KeyList | None:
    """Read the organiser's list of keys from the file `keys`, and check its signature.

    `organiser` is the public key that must have signed the list. Return None if `keys` is empty.
    Raises UsageError if the list cannot be read, if its signature is wrong, or if `organiser` is
    empty.
    """
    if not keys:
        return None
    if not organiser:
        raise click.UsageError("--keys needs --organiser: the key that signed the list")
    _need_cryptography()
    try:
        return read_list(Path(keys), organiser)
    except SigningError as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as problem:
        raise click.UsageError(f"{keys} cannot be read: {problem.strerror}") from None


def verify(path: str, keys: str = "", organiser: str = "") -> int:
    """Print who signed which lines of a ledger, and whether all necessary signatures are there.

    `keys` is the file with the organiser's list of keys, `organiser` the key that signed the list.
    Return the exit status: 0 only if no line was changed, and if everybody who must sign has signed
    with the key on the list. Without a list it is 1.
    """
    listed = _list_of_keys(keys, organiser)
    data = data_of(path)
    signed = list(signatures(data)) if b"sign v1" in data else []
    if signed:
        _need_cryptography()
    wrong = [*problems(data)]
    names = listed.names if listed else {}
    for signature in signed:
        click.echo(f"{printable(path)}:{signature.line}: {_words_of(signature, names)}")
    wrong += [f":{each.line}: {each.problem}" for each in signed if each.problem]
    for words in wrong:
        click.echo(printable(f"{path}{words}"))
    if not signed:
        click.echo(f"{printable(path)}: nobody has signed")
    if not wrong:
        click.echo(f"{printable(path)}: every line is as it was written")
    if listed is None:
        for finding in find_unsigned(_game(data)):
            click.echo(printable(f"{path}:{finding.place.line}: {finding.message}"))
        click.echo(
            f"{printable(path)}: nothing is proved without the organiser's list, which says whose "
            "the keys are: --keys LIST --organiser KEY"
        )
        return 1
    every_seat = verdicts(data, _seats(data), listed.keys, listed.others)
    for verdict in every_seat:
        click.echo(printable(f"{path}: {_verdict_words(verdict)}"))
    return int(bool(wrong) or any(verdict.problem for verdict in every_seat) or not every_seat)


def write_notes(path: str, folder: str) -> None:
    """Write each valid signature of a ledger into `folder`, as a signed note for other programs.

    Also write the file ``keys.txt`` with the public keys that verify the notes. Raises UsageError
    if a file exists already or cannot be written.
    """
    _need_cryptography()
    signed = [each for each in signatures(data_of(path)) if not each.problem]
    keys = sorted({verifier_key(each.party, each.key) for each in signed})
    files = {f"{each.line}-{each.party}.note": signed_note(each) for each in signed}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in {**files, "keys.txt": "".join(f"{key}\n" for key in keys)}.items():
            with (Path(folder) / name).open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except FileExistsError as problem:
        raise click.UsageError(f"{problem.filename} exists already") from None
    except OSError as problem:
        raise click.UsageError(
            f"{problem.filename} cannot be written: {problem.strerror}"
        ) from None


def _seats(data: bytes) -> dict[str, str]:
    """Map each seat letter to the player's identifier in the headers of the record.

    If the headers do not name the player, use the seat letter.
    """
    game = _game(data)
    return {seat: game.header(seat) or seat for seat in SEATS[: game.seats]}


def _game(data: bytes) -> Game:
    try:
        return read(data)
    except Unreadable as problem:
        raise click.UsageError(str(problem)) from None


def _words_of(signature: Signature, names: Mapping[str, str]) -> str:
    if signature.problem:
        return "this signature does not cover these bytes"
    name = names.get(signature.key)
    whose = f"; the organiser's list gives this key to {name}" if name else ""
    return (
        f"the holder of key {signature.key} confirmed these bytes at {signature.at}: "
        f"lines 1 to {signature.covers}, for {signature.party}{whose}"
    )


def _verdict_words(verdict: Verdict) -> str:
    who = (
        verdict.who
        if verdict.who == verdict.identifier
        else f"{verdict.who} ({verdict.identifier})"
    )
    if verdict.problem or verdict.signature is None:
        return f"{who}: not signed: {verdict.problem}"
    return (
        f"{who}: signed by the key that the organiser gave, over lines 1 to "
        f"{verdict.signature.covers}, at {verdict.signature.at}"
    )


def _need_cryptography() -> None:
    if importlib.util.find_spec("cryptography") is None:
        raise click.UsageError("signatures need a library: pip install 'mjlog[sign]'")
