"""Computes, before lines are written, how they would change points at the table and the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.live.scribes.commands import command_entries
from mjlog.live.scribes.entering import NotReadError, edited_number, entries_of, numbers_of, plain
from mjlog.live.session import Session
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import read
from mjlog.results.event_standings import GameEnd
from mjlog.results.placement_points import placement_points

Numbers = tuple[float | None, ...]
_THOUSAND: Final = 1000
"""Final points with placement are shown in thousands."""


class Effect(NamedTuple):
    """The effect of some ledger lines: each seat's points won in the game, without and with them.

    `lines` are the entries to write. `before` and `after` are the points without and with these
    lines; they include points for places if the rules have them. `news` are errors and warnings
    that the lines would cause.
    """

    lines: tuple[str, ...]
    before: Numbers
    after: Numbers
    news: tuple[Finding, ...]

    @property
    def moves_nothing(self) -> bool:
        """Whether the typed lines change no player's total of points; False if one is unknown."""
        return self.before == self.after and None not in self.before


def effect(session: Session, typed: Sequence[str]) -> Effect:
    """Compute what would change if some typed lines were written to the ledger; write nothing.

    Return an `Effect`: the ledger entries, the points that each seat has won in the game without
    and with the lines, and new errors and warnings. If a deal in play makes points unknown, they
    are computed as if the deal ended now without a win. Raises NotReadError if a line cannot be
    read.
    """
    text, lines = session.file.written(), list[str]()
    for each in typed:
        game = read(text)
        new = _entries(plain(each), game, session.seats)
        lines += new
        rows = (f"{number:04d} 00:00:00 R {line}\n" for number, line in enumerate(new, _next(game)))
        text += "".join(rows).encode()
    then = read(text)
    before, after = audited(session.game), audited(then)
    findings_before = {(finding.code, finding.message) for finding in before.findings}
    new_findings = tuple(
        each
        for each in after.findings
        if each.severity in {"error", "warning"}
        and (each.code, each.message) not in findings_before
    )
    known_after = _known(then, after)
    if session.is_played and None in total_changes(after):
        # Payments in a deal that is not over are counted as if the deal ended here without a win.
        void = read(text + f"{_next(then):04d} 00:00:00 R draw void\n".encode())
        known_after = _known(void, audited(void))
    return Effect(tuple(lines), _known(session.game, before), known_after, new_findings)


def _entries(text: str, game: Game, seats: int) -> list[str]:
    """Return the texts of the ledger entries that a scribe's typed line would write, as a list.

    A correction belongs to the deal of the entry that it corrects, any other line to the latest
    deal. Raises NotReadError if no deal has begun.
    """
    number = edited_number(text)
    deals = [deal for deal in game.deals if number in numbers_of(deal)] or [*game.deals[-1:]]
    if not deals:
        raise NotReadError("no deal has begun")
    lines = command_entries(text, deals[0], seats)
    return entries_of(text, deals[0], seats) if lines is None else lines


def _next(game: Game) -> int:
    return max((entry.number for deal in game.deals for entry in deal.ledger), default=0) + 1


def audited(game: Game) -> Report:
    """Audit the final content of a ledger (its fair copy, with all corrections applied)."""
    return audit(fair_copy(game))


def line_mark(mark: str, lines: Sequence[str]) -> str:
    """Return a hash of some lines and of the ledger's last mark (itself a hash).

    The hash is shown with a preview of the lines. Before the lines are written, it is computed
    again: another hash means that the lines or the ledger have changed since the preview.
    """
    return sha256("\n".join([mark, *lines]).encode("utf-8", "replace")).hexdigest()[:16]


@lru_cache(maxsize=512)
def changes(game: Game) -> Numbers:
    """Return how many points each seat has won or lost in the game so far, in seat order.

    If a number is unknown, as during a deal, the latest deal is left out, unless it is the first. A
    number that is still unknown is None. If the rules give points for final places, the numbers are
    in thousands and include these points.
    """
    return _known(game, audited(game))


@lru_cache(maxsize=512)
def changes_in_deals(game: Game) -> Numbers:
    """Return how many points each seat has won or lost in all deals, without points for places.

    The numbers follow from the rules, or from the record if the rules do not determine them; an
    unknown number is None. If the rules give points for final places, the numbers are in thousands.
    """
    report = audited(game)
    unit = 1 if placement_points(report)[1] is None else _THOUSAND
    return tuple(
        None if points is None else points / unit
        for points in (
            due if due is not None else recorded for recorded, due in GameEnd.of(report).changes
        )
    )


def _known(game: Game, report: Report) -> Numbers:
    """Return how many points each seat has won or lost in the game, in seat order.

    If a number is unknown, as during a deal, the latest deal is left out, unless it is the first. A
    number that is still unknown is None. `report` is the audit of the game.
    """
    changes = total_changes(report)
    if None in changes and len(game.deals) > 1:
        return total_changes(audited(replace(game, deals=game.deals[:-1])))
    return changes


def total_changes(report: Report) -> Numbers:
    """Return how many points each seat has won or lost in an audited game, in seat order.

    A number follows from the rules, or else from the record; it is None if it is unknown, and
    before the first deal. If the rules give points for final places, the numbers are in thousands
    and include these points.
    """
    if not report.game.deals:
        return (None,) * report.game.seats
    placed = placement_points(report)[1]
    if placed is not None:
        return tuple(round(float(each), 3) for each in placed)
    return tuple(
        due if due is not None else recorded for recorded, due in GameEnd.of(report).changes
    )
