"""What is to be audited, one file at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mjlog.batch.audit_files import audit_path
from mjlog.batch.time_limit import PATIENCE
from mjlog.report.file_report import FileReport


class Task(NamedTuple):
    """A path, whether the user `named` it, and whether its text must be `canonical`.

    A record that takes more than `patience` seconds is given up.
    """

    path: str
    named: bool
    canonical: bool = False
    patience: float = PATIENCE


def task_done(task: Task) -> Iterator[FileReport]:
    """Return what came of each record of one task, worked out in this process."""
    return audit_path(task.path, named=task.named, canonical=task.canonical, patience=task.patience)
