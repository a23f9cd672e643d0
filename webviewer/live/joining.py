"""Sheets of several scribes as one record while they are typed: what differs, told by both."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, Response, abort, jsonify, request

from mjlog.live.merging import Conflict, Sheet, merged
from mjlog.notation import read, write
from webviewer.live.access import device_at, table_named

_READERS: Final = ("referee", "organiser")
"""Who may know what all scribes know: a scribe behind one player sees that hand alone."""
_MOST: Final = 8
"""Sheets of one game: one of the table, one of results, one behind each player, two to spare."""


def routes(app: Flask) -> None:
    """The address at which a referee asks for the record of several sheets."""

    @app.get("/live/<table>/merged")
    def live_merged(table: str) -> Response:
        names = [*dict.fromkeys([table, *request.args.getlist("with")])]
        if not 1 < len(names) <= _MOST:
            abort(400, f"Name the other sheets, {_MOST - 1} at most: ?with=TABLE")
        for name in names:
            device_at(name, *_READERS)
        texts = {name: table_named(name).text() for name in names}
        sheets = [Sheet(name, read(text)) for name, text in texts.items()]
        rules = {sheet.game.rules for sheet in sheets}
        if len(rules) > 1:
            abort(409, f"The sheets are of different rules: {'; '.join(sorted(rules))}")
        found = merged(sheets)
        conflicts = [_told(each) for each in found.conflicts]
        return jsonify(sheets=names, text=write(found.game), conflicts=conflicts)


def _told(conflict: Conflict) -> dict[str, Any]:
    """Both versions, each with its author, the time and the sheet."""
    versions = {"kept": conflict.kept._asdict(), "other": conflict.other._asdict()}
    return {"deal": conflict.deal, "what": conflict.what, **versions}
