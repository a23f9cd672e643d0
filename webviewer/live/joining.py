"""Sheets of several scribes joined to one record as they are typed: conflicts and decisions."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from flask import Flask, Response, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as Redirect

from mjlog.live.access.devices import Device
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.merging import Conflict, Merged, Sheet, Version, correction_line, merged
from mjlog.live.referees import desk
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.tables import Sent, Table
from mjlog.notation import read, write
from webviewer.i18n import gettext
from webviewer.live.access import device_at, is_sent_from_here, table_named, the_tables
from webviewer.responses import page

_READERS: Final = ("referee", "organiser")
"""Roles that may see all sheets; a scribe behind one player may see only that hand."""
_MOST: Final = 8
"""The most sheets of one game: the table's, the results', one for each player, two to spare."""
_MOST_BYTES: Final = 16 << 10
_LONGEST: Final = 200


class _Asked(NamedTuple):
    """The sheets of one game that a request names, read and merged into one record.

    `device` is the reader's device, `names` are the tables of the sheets, `found` is the merged
    record with its conflicts.
    """

    device: Device
    names: Sequence[str]
    found: Merged

    @property
    def mark(self) -> str:
        """A hash of all conflicts between the ledgers; it changes as soon as one conflict changes.

        A conflict is a place at which two ledgers of one game contradict each other.
        """
        return _mark_of(*self.found.conflicts)

    def marked(self, mark: str) -> Conflict | None:
        """Return the conflict whose hash is `mark`.

        Return None if the conflict has been resolved or has changed meanwhile.
        """
        return next((each for each in self.found.conflicts if _mark_of(each) == mark), None)


def routes(app: Flask) -> None:
    """Add the pages on which a referee compares several ledgers of one game.

    Two scribes may record the same game. On these pages, the referee decides each conflict between
    their ledgers.
    """

    @app.get("/live/<table>/merged")
    def live_merged(table: str) -> Response:
        asked = _asked(table)
        conflicts = [
            {
                "deal": conflict.deal,
                "what": conflict.what,
                "kept": conflict.kept._asdict(),
                "other": conflict.other._asdict(),
            }
            for conflict in asked.found.conflicts
        ]
        text = write(asked.found.game)
        return jsonify(sheets=asked.names, text=text, conflicts=conflicts, mark=asked.mark)

    @app.get("/live/<table>/conflicts")
    def live_conflicts(table: str) -> str:
        if not request.args.getlist("with"):
            device_at(table, *_READERS)
            others = [name for name in the_tables().names() if name != table]
            return page("sheets_of_a_game.html", table=table, others=others)
        return _page(_asked(table))

    @app.post("/live/<table>/conflicts")
    def live_decide(table: str) -> str | Redirect:
        is_sent_from_here()
        request.max_content_length = _MOST_BYTES
        asked = _asked(table)
        try:
            _decide(asked)
        except NotReadError as problem:
            return _page(asked, problem=str(problem))
        return redirect(request.full_path, 303)


def _asked(table: str) -> _Asked:
    """Merge the ledgers that the request's address names; return the conflicts between them.

    The result also has the device and the names of the ledgers. One ledger is `table`, the others
    follow after `?with=`. End the request with 400 if there is no other ledger or there are too
    many, with 403 if the device may not see one of them, with 409 if they have different rules.
    """
    names = [*dict.fromkeys([table, *request.args.getlist("with")])]
    if not 1 < len(names) <= _MOST:
        abort(400, f"Name the other sheets, {_MOST - 1} at most: ?with=TABLE")
    asking = [device_at(name, *_READERS) for name in names]
    texts = {name: table_named(name).text() for name in names}
    sheets = [Sheet(name, read(text)) for name, text in texts.items()]
    rules = {sheet.game.rules for sheet in sheets}
    if len(rules) > 1:
        abort(409, f"The sheets are of different rules: {'; '.join(sorted(rules))}")
    return _Asked(asking[0], names, merged(sheets))


def _mark_of(*conflicts: Conflict) -> str:
    return sha256(repr(conflicts).encode("utf-8", "replace")).hexdigest()[:16]


# --------------------------------------------------------------------------- the page


class Choice(NamedTuple):
    """A version of a conflict as a choice on the page; `key` is its value in the form.

    `is_own` is True if the reader's device entered the version, `is_by_hand` if a scribe must enter
    it into the other sheet. A version with either mark cannot be chosen.
    """

    key: str
    version: Version
    is_own: bool
    is_by_hand: bool


class Row(NamedTuple):
    """A conflict on the page: its hash, and the versions from which the referee chooses."""

    mark: str
    conflict: Conflict
    choices: tuple[Choice, ...]


def _page(asked: _Asked, problem: str = "") -> str:
    author = asked.device.right.author
    rows = [Row(_mark_of(each), each, _choices(each, author)) for each in asked.found.conflicts]
    values = {"names": asked.names, "problem": problem, "conflicts_mark": asked.mark}
    return page("conflicts.html", table=asked.names[0], rows=rows, **values)


def _choices(conflict: Conflict, author: str) -> tuple[Choice, ...]:
    versions = {"kept": conflict.kept, "other": conflict.other}
    return tuple(
        Choice(key, version, version.author == author, correction_line(conflict, version) is None)
        for key, version in versions.items()
    )


# --------------------------------------------------------------------------- deciding


def _decide(asked: _Asked) -> None:
    """Resolve the conflict that the submitted form names.

    If the form chooses a version, write this version into the ledger that has the other version. If
    it chooses none, write a call for the referee into both ledgers. Raise NotReadError if the
    chosen version is not allowed, or if the conflict has changed.
    """
    conflict = asked.marked(request.form.get("conflict", ""))
    if conflict is None:
        raise NotReadError(gettext("The sheets have changed; look again."))
    choices = {each.key: each for each in _choices(conflict, asked.device.right.author)}
    chosen = choices.get(request.form.get("choose", ""))
    if chosen is None:
        _reject(asked, conflict)
        return
    if chosen.is_own:
        raise NotReadError(gettext("Another person confirms what you entered."))
    edit = correction_line(conflict, chosen.version)
    if edit is None:
        raise NotReadError(gettext("The scribe of the other sheet enters this there."))
    _write(table_named(edit.sheet), edit.line, asked.device)


def _reject(asked: _Asked, conflict: Conflict) -> None:
    """Accept neither version of a conflict: write a call for the referee into both ledgers.

    `asked` has the ledgers and their names.
    """
    reason = " ".join(request.form.get("reason", "").split())[:_LONGEST]
    words = f"{conflict.kept} / {conflict.other}{f': {reason}' if reason else ''}"
    for name in dict.fromkeys((conflict.kept.sheet, conflict.other.sheet)):
        opened = table_named(name)
        line = desk.called(asked.device.right.author, opened.number, words)
        _write(opened, line, asked.device)


def _write(table: Table, line: str, asking: Device) -> None:
    sent = [Sent(f"conflict-{secrets.token_hex(12)}", line, is_official=True)]
    try:
        refusals = [answer.refusal for answer in table.take(sent, asking.right.author)]
    except LedgerError as problem:
        abort(503, str(problem))
    if refusals[0]:
        raise NotReadError(refusals[0])
