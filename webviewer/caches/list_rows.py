"""Rows of the list as they were drawn last: a page of a hundred is put together from them.

A row is drawn anew where it says anything else than before.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from flask import Flask, request
from markupsafe import Markup

from webviewer.caches.record_list import RecordRow
from webviewer.caches.templates import macros
from webviewer.i18n import spoken
from webviewer.parts import theme

ROOM: Final = 2_000
"""Rows that a process keeps, of about a kilobyte each."""


class KeptRows:
    """Rows by their names, each in one language and with links of one sort."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, ...], tuple[RecordRow, Markup]] = OrderedDict()

    def drawn(self, row: RecordRow) -> Markup:
        """Return the row, drawn again if it has changed."""
        links = (request.script_root, request.args.get("lang", ""), theme.asked())
        key = (row.slug, spoken().tag, *links)
        with self._lock:
            kept = self._kept.get(key)
        if kept is None or kept[0] != row:
            kept = row, macros("rows.html").one(row)
            self._keep(key, kept)
        return kept[1]

    def _keep(self, key: tuple[str, ...], kept: tuple[RecordRow, Markup]) -> None:
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            while len(self._kept) > ROOM:
                self._kept.popitem(last=False)


def install(app: Flask) -> None:
    """Give an application's templates rows that are kept."""
    app.jinja_env.globals["kept_row"] = KeptRows().drawn
