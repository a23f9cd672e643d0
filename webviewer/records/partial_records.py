"""Records up to the step that a follower has reached, audited as if the rest were unknown.

A finding is shown only if both audits have it: that of the whole record and that of the part.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from mjlog.auditor.report import Report
from mjlog.batch.internal_errors import audit_what_can_be
from mjlog.model.findings import Finding
from mjlog.model.record import Deal, Game
from mjlog.notation import digest
from webviewer.parts.stage.table_view import Pages, rules_of
from webviewer.records.library import Record
from webviewer.records.partial_deal import Seats, deal_so_far, game_so_far, without_unwritable_turns

KEPT: Final = 64
"""Partial records that are kept, each up to one step and for some open hands."""


class RecordsSoFar:
    """Makes records up to a step, as if the rest were not played yet, and keeps the latest of them.

    `pages` replays the deals of whole records.
    """

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._before = lru_cache(maxsize=KEPT)(self._played)
        self.of = lru_cache(maxsize=KEPT)(self._partial_record)

    def last(self, record: Record, number: int) -> int:
        """Return the number of the last step of deal `number`."""
        return len(self._pages.replay(record, number).frames) - 1

    def _partial_record(self, record: Record, number: int, step: int, view: Seats) -> Record:
        """Return a copy of a record that ends with a step of deal `number`, with its audit.

        The hands of the seats in `view` are hidden. Only findings that the whole record has, too,
        are included.
        """
        deal = self._deal(record, number, step, view)
        earlier = self._before(record, number, view)
        game = _game(record, (*earlier.game.deals, deal))
        if step == self.last(record, number):
            report = audit_what_can_be(game)
        else:
            now = audit_what_can_be(_game(record, (deal,)))
            report = _joined(game, earlier, now, number)
        marks = {_mark(finding) for finding in record.report.findings}
        findings = tuple(finding for finding in report.findings if _mark(finding) in marks)
        return _record(record, replace(report, findings=findings))

    def _deal(self, record: Record, number: int, step: int, view: Seats) -> Deal:
        followed = self._pages.replay(record, number).followed
        return deal_so_far(followed, step, view, record.game.seats)

    def _played(self, record: Record, number: int, view: Seats) -> Report:
        """Return the audit of those deals of a record that come before deal `number`.

        In these deals, the hands of the seats in `view` are hidden.
        """
        deals = [
            self._deal(record, each, self.last(record, each), view) for each in range(1, number)
        ]
        game = _game(record, tuple(deals))
        return audit_what_can_be(game) if deals else Report(game, rules_of(record))


def complete_game(record: Record) -> Game:
    """Return the game of a record that ends within a turn, in a form that can be saved as text.

    A turn in which a player has declared ready but not discarded is left out, because the notation
    cannot write it.
    """
    return replace(
        record.game, deals=tuple(without_unwritable_turns(deal) for deal in record.game.deals)
    )


def _game(record: Record, deals: tuple[Deal, ...]) -> Game:
    return game_so_far(record.game, rules_of(record).header, deals)


def _record(record: Record, report: Report) -> Record:
    game = report.game
    name = " – ".join(player for player in game.players if player) or record.slug
    part = Record(record.slug, name, game, report, "", {})
    return replace(part, digest=digest(complete_game(part)))


def _joined(game: Game, earlier: Report, now: Report, number: int) -> Report:
    """Combine the audits of one game: `earlier` of the finished deals, `now` of deal `number`."""
    # A deal that was audited alone has the number 1.
    findings = [
        replace(finding, place=replace(finding.place, deal=number)) for finding in now.findings
    ]
    verdicts = [
        replace(verdict, place=replace(verdict.place, deal=number)) for verdict in now.verdicts
    ]
    return Report(
        game,
        earlier.rules,
        (*earlier.findings, *findings),
        (*earlier.verdicts, *verdicts),
        now.doubts,
        (*earlier.results, *now.results),
    )


def _mark(finding: Finding) -> tuple[str, str, int, int]:
    return finding.code, finding.message, finding.place.deal, finding.place.seat
