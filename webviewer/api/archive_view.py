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
    """Store the archive in the application; later, `the_archive` returns this archive."""
    app.extensions[KEY] = archive


def has_archive() -> bool:
    """Return whether the current application serves records from an archive."""
    return KEY in current_app.extensions


def the_archive() -> Archive:
    """Return the archive that `keep_archive` stored in the current application."""
    archive: Archive = current_app.extensions[KEY]
    return archive


def reader() -> Reader:
    """Return the access rights of the sender of this request, as a `Reader` object.

    These rights decide which records and names of players the response may show.
    """
    return caller().reader


@contextmanager
def open_view(*, pseudonyms: bool = False) -> Iterator[View]:
    """Open the archive for a `with` block, limited to what the sender of this request may see.

    The block gets a `View`, on which it can search and load records. If `pseudonyms` is True, the
    view also hides the names of players.
    """
    own = replace(reader(), pseudonyms=True) if pseudonyms else reader()
    with viewing(the_archive(), own) as view:
        yield view
