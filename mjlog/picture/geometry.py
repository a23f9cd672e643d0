"""How tiles lie on a table: rivers in rows, a claimed tile turned to where it came from.

For every picture of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from mjlog.model.record import Seat
from mjlog.model.table import NONE
from mjlog.model.turn_order import TurnOrder
from mjlog.picture.frames import Frame, Piece
from mjlog.referee.presentation import Presentation

ROW: Final = 6
ROWS: Final = 3
"""Rows of a river that hold six; the one after them takes all the rest."""

_T = TypeVar("_T")

Column = tuple[Piece, ...]
"""Tiles that stand on one place of a meld: one, or the turned one with another laid above it."""


class Thrown(NamedTuple):
    """A discard in its place in a river.

    `claimed` is who has taken it away since, where somebody has.
    """

    piece: Piece
    claimed: Seat = NONE


def river(frame: Frame, seat: Seat, *, claimed: bool = True) -> tuple[Thrown, ...]:
    """Return a seat's discards in their order, with or without those that were claimed."""
    numbers = [number for thrower, number in frame.thrown if thrower == seat]
    wanted = set(numbers)
    pieces = {piece.number: piece for piece in frame.pieces if piece.number in wanted}
    return tuple(
        thrown(each) for each in shown([pieces[number] for number in numbers], claimed=claimed)
    )


def shown(discards: Sequence[Piece], *, claimed: bool) -> Sequence[Piece]:
    """Return all discards, or those that nobody has claimed."""
    return discards if claimed else [piece for piece in discards if piece.zone == "river"]


def thrown(piece: Piece) -> Thrown:
    """Return a discard, and who has claimed it if it is in no river any more."""
    return Thrown(piece, NONE if piece.zone == "river" else piece.seat)


def lines(river: Sequence[_T]) -> tuple[tuple[_T, ...], ...]:
    """Return a river in rows of six, the nearest to the centre first; the fourth row runs on."""
    rows = (tuple(river[cut]) for cut in _CUTS)
    return tuple(row for row in rows if row)


_STARTS: Final = range(0, ROW * ROWS + 1, ROW)
_CUTS: Final = tuple(map(slice, _STARTS, (*_STARTS[1:], None)))
"""Where a river is cut into rows."""


def columns(meld: Sequence[Piece], order: TurnOrder, *, turned: bool = True) -> tuple[Column, ...]:
    """Return a meld from left to right.

    The place of a turned tile shows whose it was: on the left of the player before, on the right of
    the player after, in between of the one opposite. An added tile lies on the turned one.
    """
    claimed = tuple(piece for piece in meld if piece.claimed)[:1]
    if not claimed or not turned:
        return tuple(zip(meld, strict=True))
    added = tuple(piece for piece in meld if piece.added)
    above = (*claimed, *added)
    places: list[Column] = [(piece,) for piece in meld if piece not in above]
    places.insert(_place(claimed[0], order, len(places)), above)
    return tuple(places)


def _place(claimed: Piece, order: TurnOrder, others: int) -> int:
    """Return how many tiles are to the left of the turned one."""
    seats = len(order.players)
    if claimed.source == NONE or seats == 2:
        return 1
    away = order.distance(claimed.source, claimed.seat)
    return {1: others, seats - 1: 0}.get(away, 1)


def is_turned(piece: Piece, *, turned: bool = True) -> bool:
    """Return whether a piece lies across.

    A claimed tile where that is the custom, and the discard that declared ready.
    """
    return piece.sideways and (turned or piece.zone == "river")


def is_hidden(piece: Piece) -> bool:
    """Return whether a piece on the table shows its back."""
    return not piece.up and piece.zone in {"river", "meld"}


def held(frame: Frame, seat: Seat) -> tuple[tuple[Piece, ...], Piece | None]:
    """Return a hand, and the tile just drawn, if any, to be set apart."""
    hand = {piece.number: piece for piece in frame.zone(seat, "hand")}
    drawn = hand.pop(frame.drawn, None)
    return tuple(hand.values()), drawn


def dead_wall(frame: Frame, shown: Presentation) -> int:
    """Return how many tiles stay in the wall undrawn.

    Return None if the rules have no dead wall or the record does not say.
    """
    if not shown.dead_wall or frame.undrawn is None or frame.live is None:
        return 0
    return max(0, frame.undrawn - frame.live)


def stacks(frame: Frame, shown: Presentation) -> tuple[int, tuple[Piece, ...], int]:
    """Return the dead wall from above, two tiles a stack.

    Stacks before the indicators, these, and the stacks behind them.
    """
    up = indicators(frame)
    before, after = backs(frame, shown, len(up))
    return before, up, after


def indicators(frame: Frame) -> tuple[Piece, ...]:
    """Return the tiles turned up in the wall."""
    return tuple(piece for piece in frame.pieces if piece.zone == "indicator")


def backs(frame: Frame, shown: Presentation, up: int) -> tuple[int, int]:
    """Return how many stacks of the dead wall are before and after the open ones."""
    closed = max(0, (dead_wall(frame, shown) + 1) // 2 - up)
    before = min(closed, shown.indicators_after)
    return before, closed - before
