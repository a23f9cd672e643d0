"""Tasks of an audit of many files: files, or parts of large files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.batch.audit_files import audit_path
from mjlog.batch.time_limit import PATIENCE
from mjlog.formats.archives import Bounds
from mjlog.formats.own import Part, parts
from mjlog.report.file_report import FileReport


class Task(NamedTuple):
    """A file to audit.

    `named` is true if the user named the file. `canonical` is true if its text must be in canonical
    form. A record that takes longer than `patience` seconds is given up. If a large file is
    divided, the task is one `part` of it, and `is_last` is true for the last part.
    """

    path: str
    named: bool
    canonical: bool = False
    patience: float = PATIENCE
    part: Part | None = None
    is_last: bool = True


PARTED: Final = 1 << 18
"""Size in bytes from which a text is divided into parts, because it may contain many records."""
_PART: Final = 1 << 16
"""Size of a part in bytes: small enough that all processes end at about the same time."""


def split_task(task: Task) -> Iterator[Task]:
    """Divide the audit of a large text with many records into one task for each part of the text.

    For any other file, yield the task itself.
    """
    pieces = list(parts(_large_text(task.path), _PART))
    if len(pieces) > 1:
        for piece in pieces:
            yield task._replace(part=piece, is_last=piece is pieces[-1])
    else:
        yield task


def _large_text(path: str) -> bytes:
    """Read a large text in mjlog's own format. Return empty bytes for any other file."""
    file = Path(path)
    try:
        # A file above the limits is refused when it is read as a whole.
        if not file.is_file() or not PARTED <= file.stat().st_size <= Bounds().member:
            return b""
        with file.open("rb") as stream:
            head = stream.read(len(_START))
            return head + stream.read() if head == _START else b""
    except OSError:  # the process that reads the file next reports the problem
        return b""


_START: Final = b"%mjlog "


def task_done(task: Task) -> Iterator[FileReport]:
    """Do a task of an audit in this process, and return the reports on its records."""
    return audit_path(
        task.path,
        named=task.named,
        canonical=task.canonical,
        patience=task.patience,
        part=task.part,
    )
