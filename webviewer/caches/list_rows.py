"""A cache of the list's rows as HTML, from which pages of a hundred rows are put together.

A row is drawn again if its content has changed.
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
    """A cache of the list's rows as HTML; its keys have record, language and link parameters."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, ...], tuple[RecordRow, Markup]] = OrderedDict()

    def drawn(self, row: RecordRow) -> Markup:
        """Return the HTML of one record in the list of records.

        The HTML is cached, and made again if a value in `row` has changed.
        """
        links = (request.script_root, request.args.get("lang", ""), theme.requested_theme())
        key = (row.slug, spoken().tag, *links)
        with self._lock:
            kept = self._kept.get(key)
        if kept is None or kept[0] != row:
            kept = row, macros("rows.html").one(row)
            with self._lock:
                self._kept[key] = kept
                self._kept.move_to_end(key)
                while len(self._kept) > ROOM:
                    self._kept.popitem(last=False)
        return kept[1]


def install(app: Flask) -> None:
    """Let templates call `kept_row(row)`, which returns the HTML of one record in the list."""
    app.jinja_env.globals["kept_row"] = KeptRows().drawn
