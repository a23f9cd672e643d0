"""The archive of an application, the reader of a request, and the reader's view."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from flask import Flask, current_app

from mjlog.archive.store import Archive
from mjlog.archive.view import Reader, View, viewing
from webviewer.api.callers import caller

KEY: Final = "mjlog.archive"
"""The key under which an application stores its archive."""


def keep_archive(app: Flask, archive: Archive) -> None:
    """Store the archive in the application."""
    app.extensions[KEY] = archive


def has_archive() -> bool:
    """Return whether this application answers from an archive."""
    return KEY in current_app.extensions


def the_archive() -> Archive:
    """Return the archive of this application."""
    archive: Archive = current_app.extensions[KEY]
    return archive


def reader() -> Reader:
    """Return the reader of this request, whose rights decide what is shown."""
    return caller().reader


@contextmanager
def open_view(*, pseudonyms: bool = False) -> Iterator[View]:
    """Open a view of the archive for the reader of this request.

    With `pseudonyms`, it hides the names of players.
    """
    own = replace(reader(), pseudonyms=True) if pseudonyms else reader()
    with viewing(the_archive(), own) as view:
        yield view
