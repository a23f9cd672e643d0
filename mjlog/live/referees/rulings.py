"""Finds what a ruling writes into the ledger, and what it costs by the rules of the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.auditor.settled_deal import ENDING
from mjlog.live.referees.desk import ruling
from mjlog.live.referees.effect import audited, total_changes
from mjlog.live.session import Session
from mjlog.model.record import SEATS, Seat
from mjlog.notation import read
from mjlog.results.event_standings import GameEnd
from mjlog.rules import load

VOID: Final = "draw void"


class Penalty(NamedTuple):
    """A ruling against a seat, and the points that it costs by the rules.

    `points` is None if the rules say no amount. If `at_table` is False, the points change only the
    final result of the game.
    """

    seat: str
    name: str
    points: float | None
    at_table: bool


def ruling_lines(session: Session, line: str, name: str) -> list[str]:
    """Return the ledger lines to write for a referee's ruling, whose text is `line`.

    Usually this is only `line`. If a ruling with this name ends the deal in play, a line that makes
    the deal void comes before it.
    """
    if name in ENDING and session.is_played:
        return [VOID, line]
    return [line]


def penalties(session: Session) -> list[Penalty]:
    """Return a `Penalty` for each seat and each penalty in the rules: what it costs this seat.

    The list is empty before the first deal.
    """
    if session.deal is None:
        return []
    dealer = max(session.deal.dealer, 0)
    return [
        Penalty(SEATS[seat], name, *_price(session.game.rules, session.seats, dealer, seat, name))
        for seat in range(session.seats)
        for name in sorted(session.rules.penalties.ruled)
    ]


@lru_cache(maxsize=1024)
def _price(
    rules: str, seats: int, dealer: Seat, seat: Seat, name: str
) -> tuple[float | None, bool]:
    """Return how a ruling changes the points of a seat, and whether it is paid at the table.

    `name` is the name of the ruling. If nothing is paid at the table, the points are the change of
    the seat's final result, or None if there is no change or the result is unknown.
    """
    label = "1" if load(rules).progress.numbers_deals else "E1"
    heads = "".join(f"{letter}: {letter}\n" for letter in SEATS[:seats])
    void = f"%mjlog 1.0\nRules: {rules}\n{heads}@ {label} dealer={SEATS[dealer]}\n{VOID}\n"
    without, ruled = (audited(read(f"{void}{line}\n")) for line in ("", ruling(SEATS[seat], name)))
    at_table = GameEnd.of(ruled).changes[seat][1]
    before, after = total_changes(without)[seat], total_changes(ruled)[seat]
    if at_table:
        return at_table, True
    return None if before is None or after is None else (after - before) or None, False
