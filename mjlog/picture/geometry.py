"""Arranges tiles on a table, for pictures: rivers in rows, claimed tiles turned, the dead wall."""

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
"""Rows of a river with six tiles each; one more row takes all further tiles."""

_T = TypeVar("_T")

Column = tuple[Piece, ...]
"""Tiles at one place of a meld: one tile, or a turned tile with another tile above it."""


class Thrown(NamedTuple):
    """A discard in a river, and the seat that claimed it (`NONE` if nobody did)."""

    piece: Piece
    claimed: Seat = NONE


def river(frame: Frame, seat: Seat, *, claimed: bool = True) -> tuple[Thrown, ...]:
    """Return the discards of a seat in order; without `claimed`, leave out claimed discards."""
    numbers = [number for thrower, number in frame.thrown if thrower == seat]
    wanted = set(numbers)
    pieces = {piece.number: piece for piece in frame.pieces if piece.number in wanted}
    return tuple(
        thrown(each) for each in shown([pieces[number] for number in numbers], claimed=claimed)
    )


def shown(discards: Sequence[Piece], *, claimed: bool) -> Sequence[Piece]:
    """Return all discards, or without `claimed` only the discards that nobody claimed."""
    return discards if claimed else [piece for piece in discards if piece.zone == "river"]


def thrown(piece: Piece) -> Thrown:
    """Return a discarded tile as a `Thrown`, with the seat that has claimed it or `NONE`."""
    return Thrown(piece, NONE if piece.zone == "river" else piece.seat)


def lines(river: Sequence[_T]) -> tuple[tuple[_T, ...], ...]:
    """Split a player's discards into rows of six, beginning with the row nearest to the centre.

    The fourth row has all remaining discards. Empty rows are left out.
    """
    rows = (tuple(river[cut]) for cut in _CUTS)
    return tuple(row for row in rows if row)


_STARTS: Final = range(0, ROW * ROWS + 1, ROW)
_CUTS: Final = tuple(map(slice, _STARTS, (*_STARTS[1:], None)))
"""Slices of a river, one for each row."""


def columns(meld: Sequence[Piece], order: TurnOrder, *, turned: bool = True) -> tuple[Column, ...]:
    """Return the tiles of a meld as columns from left to right, with the claimed tile turned.

    The place of the turned tile shows who discarded it: left means the player before, right the
    player after, and between the other tiles the player opposite. A tile that was added to a pung
    is in the same column as the turned tile. Without `turned`, no tile is turned. `order` is the
    order in which the seats play.
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
    """Return the index, from the left, of the column of a meld that has the claimed tile.

    The index shows from whom the tile was claimed. `others` is the number of the meld's other
    columns. `order` is the order in which the seats play.
    """
    seats = len(order.players)
    if claimed.source == NONE or seats == 2:
        return 1
    away = order.distance(claimed.source, claimed.seat)
    return {1: others, seats - 1: 0}.get(away, 1)


def is_turned(piece: Piece, *, turned: bool = True) -> bool:
    """Return whether a tile lies sideways on the table.

    The result is True for the discard with which a player declared ready. The result is also True
    for the claimed tile of a meld if `turned` is True, which means that these rules turn claimed
    tiles.
    """
    return piece.sideways and (turned or piece.zone == "river")


def is_hidden(piece: Piece) -> bool:
    """Return whether a tile in a river or a meld is face down."""
    return not piece.up and piece.zone in {"river", "meld"}


def split_hand(frame: Frame, seat: Seat) -> tuple[tuple[Piece, ...], Piece | None]:
    """Return a pair: a seat's hand without the tile just drawn, and that tile (None if none)."""
    hand = {piece.number: piece for piece in frame.zone(seat, "hand")}
    drawn = hand.pop(frame.drawn, None)
    return tuple(hand.values()), drawn


def dead_wall(frame: Frame, shown: Presentation) -> int:
    """Return the number of tiles in the dead wall.

    Return 0 if the rules have no dead wall, according to `shown`, or if the record does not say how
    many tiles are left.
    """
    if not shown.dead_wall or frame.undrawn is None or frame.live is None:
        return 0
    return max(0, frame.undrawn - frame.live)


def stacks(frame: Frame, shown: Presentation) -> tuple[int, tuple[Piece, ...], int]:
    """Return how the dead wall looks from above: (closed stacks, open indicators, closed stacks).

    The first number is of the stacks to the left of the indicators, the last of those to the right.
    `shown` says how the rules lay out the table.
    """
    up = indicators(frame)
    before, after = count_closed_stacks(frame, shown, len(up))
    return before, up, after


def indicators(frame: Frame) -> tuple[Piece, ...]:
    """Return the indicators that are face up in the wall."""
    return tuple(piece for piece in frame.pieces if piece.zone == "indicator")


def count_closed_stacks(frame: Frame, shown: Presentation, up: int) -> tuple[int, int]:
    """Return the numbers of closed stacks to the left and to the right of the open indicators.

    `up` is the number of open indicators, each of which lies on a stack of the dead wall. `shown`
    says how the rules lay out the table.
    """
    closed = max(0, (dead_wall(frame, shown) + 1) // 2 - up)
    before = min(closed, shown.indicators_after)
    return before, closed - before
