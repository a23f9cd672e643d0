"""Writes files completely or not at all, and handles closed or full standard streams."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Final, NoReturn

import click

from mjlog.model.findings import reason_of
from mjlog.private_files import give_new_name

NO_ROOM: Final = 2
"""Exit status if the output of a command cannot be written."""
TERMINATED: Final = 128 + signal.SIGTERM


def write_file(output: str, pieces: Iterable[str | bytes], *, force: bool) -> None:
    """Write pieces of text or bytes to the file `output`; ``-`` means standard output.

    Text is written as UTF-8. An existing file is replaced only with `force`, and only when the new
    file is complete. A device or a pipe is written directly. Raises UsageError if the file exists
    or cannot be written.
    """
    if output == "-":
        _pour(pieces, sys.stdout.buffer)
        return
    try:
        path = Path(output).resolve()  # a link must stay a link to the file
        # a device or a pipe has no content that must be kept
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                _pour(pieces, stream)
            return
        _refuse_existing(output, path, force=force)
        with _terminated_as_exit():
            _write_beside(path, pieces, force=force)
    except FileExistsError:  # another program has made the file in the meantime
        _refuse_existing(output, path, force=False)
    except (OSError, RuntimeError) as problem:  # a cycle of links raises RuntimeError
        reason = getattr(problem, "strerror", None) or problem
        raise click.UsageError(f"{output} cannot be written: {reason}") from None


def _pour(pieces: Iterable[str | bytes], stream: BinaryIO) -> None:
    for piece in pieces:  # noqa: FURB122  click's runner sees only what is written so
        stream.write(piece.encode() if isinstance(piece, str) else piece)
    stream.flush()


def _refuse_existing(output: str, path: Path, *, force: bool) -> None:
    if path.exists() and not force:
        raise click.UsageError(f"{output} exists already; --force replaces it")


def _write_beside(path: Path, pieces: Iterable[str | bytes], *, force: bool) -> None:
    """Write a temporary file in the same folder, then rename it to `path`.

    An interrupted command therefore never leaves half a file. The name of the temporary file is
    chosen before the file is created, so that it can be deleted even if a signal ends the program.
    """
    import secrets

    beside = path.with_name(f".mjlog-{secrets.token_hex(12)}")
    try:
        with open(beside, "xb", opener=_private) as stream:
            _pour(pieces, stream)
            os.fsync(stream.fileno())
        beside.chmod(_mode(path))
        if force:
            beside.replace(path)
        else:
            give_new_name(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _private(name: str, flags: int) -> int:
    """Open a new file that only its owner may read; return its file descriptor."""
    return os.open(name, flags, 0o600)


def _mode(path: Path) -> int:
    """Return the permissions of the file at `path`; if there is no file, those of new files."""
    with suppress(OSError):
        return path.stat().st_mode & 0o7777
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _terminated_as_exit() -> Iterator[None]:
    """Convert the signal SIGTERM into SystemExit during a ``with`` block.

    Cleanup code then runs as usual and deletes incomplete files.
    """

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(number, signal.SIG_IGN)  # a second signal would interrupt the cleaning up
        raise SystemExit(TERMINATED)

    try:
        before = signal.signal(signal.SIGTERM, leave)
    except ValueError:  # only the main thread hears signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# --------------------------------------------------------------------------- standard streams


def open_closed_streams() -> None:
    """Open a substitute for each standard stream that was closed when the program started.

    Without substitutes, the next file that is opened would get the number of such a stream, and
    could be written by mistake. The substitutes of standard input and output fail when they are
    used; that of standard error discards everything.
    """
    if sys.stdin is None:
        sys.stdin = _failing("r")
    if sys.stdout is None:
        sys.stdout = _failing("w")
    if sys.stderr is None:
        sys.stderr = _text(os.open(os.devnull, os.O_WRONLY), "w")


def _failing(mode: str) -> io.TextIOWrapper:
    wrong_way = os.O_WRONLY if mode == "r" else os.O_RDONLY
    return _text(os.open(os.devnull, wrong_way), mode)


def _text(descriptor: int, mode: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        open(descriptor, f"{mode}b"), encoding="utf-8", errors="backslashreplace"
    )


def end_with(words: str) -> NoReturn:
    """Print an error in one line, and end the program with status 1."""
    from mjlog.report.text import printable  # most runs end without an error

    click.echo(f"Error: {printable(words)}", err=True)
    raise SystemExit(1)


def no_room(problem: OSError) -> NoReturn:
    """Print that the output cannot be written, for example to a full disk; end with status 2."""
    with suppress(OSError):
        click.echo(f"Error: the output cannot be written: {reason_of(problem)}", err=True)
    # Python would write buffered text again when it ends, and fail again.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    raise SystemExit(NO_ROOM)
