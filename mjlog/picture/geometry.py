"""How tiles lie on a table: rivers in rows, a claimed tile turned to where it came from.

For every picture of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from mjlog.model.record import Seat
from mjlog.model.table import NONE
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
    """A seat's discards in their order, with or without those that were claimed."""
    numbers = [number for thrower, number in frame.thrown if thrower == seat]
    wanted = set(numbers)
    pieces = {piece.number: piece for piece in frame.pieces if piece.number in wanted}
    thrown = [
        Thrown(piece, NONE if piece.zone == "river" else piece.seat)
        for piece in map(pieces.__getitem__, numbers)
    ]
    if claimed:
        return tuple(thrown)
    return tuple(each for each in thrown if each.claimed == NONE)


def lines(river: Sequence[_T]) -> tuple[tuple[_T, ...], ...]:
    """A river in rows of six, the first nearest the middle of the table; the fourth row runs on."""
    full = [river[start : start + ROW] for start in range(0, min(len(river), ROW * ROWS), ROW)]
    return tuple(tuple(line) for line in (*full, river[ROW * ROWS :]) if line)


def columns(meld: Sequence[Piece], seats: int, *, turned: bool = True) -> tuple[Column, ...]:
    """A meld from left to right.

    Where claimed tiles are turned, the place of the turned one tells whose it was.

    On the left it was of the player before, on the right of the player after, in between of the one
    opposite; an added tile lies above the turned one.
    """
    claimed = next((piece for piece in meld if piece.claimed), None)
    if claimed is None or not turned:
        return tuple((piece,) for piece in meld)
    added = [piece for piece in meld if piece.added]
    places: list[Column] = [
        (piece,) for piece in meld if piece is not claimed and piece not in added
    ]
    places.insert(_place(claimed, seats, len(places)), (claimed, *added))
    return tuple(places)


def _place(claimed: Piece, seats: int, others: int) -> int:
    away = 0
    if claimed.source != NONE:
        away = (claimed.source - claimed.seat) % seats
    if away == 1 and seats > 2:
        return others
    if away == seats - 1 and seats > 2:
        return 0
    return 1


def is_turned(piece: Piece, *, turned: bool = True) -> bool:
    """Whether a piece lies across.

    A claimed tile where that is the custom, and the discard that declared ready.
    """
    return piece.sideways and (turned or piece.zone == "river")


def is_hidden(piece: Piece) -> bool:
    """Whether a piece on the table shows its back."""
    return not piece.up and piece.zone in {"river", "meld"}


def held(frame: Frame, seat: Seat) -> tuple[tuple[Piece, ...], Piece | None]:
    """A hand, and the tile just drawn to be set apart from it, where there is one."""
    hand = frame.zone(seat, "hand")
    drawn = next((piece for piece in hand if piece.number == frame.drawn), None)
    return tuple(piece for piece in hand if piece is not drawn), drawn


def dead_wall(frame: Frame, shown: Presentation) -> int:
    """How many tiles stay in the wall undrawn.

    None where the rules have no dead wall or the record does not tell.
    """
    if not shown.dead_wall or frame.undrawn is None or frame.live is None:
        return 0
    return max(0, frame.undrawn - frame.live)


def stacks(frame: Frame, shown: Presentation) -> tuple[int, tuple[Piece, ...], int]:
    """The dead wall from above, two tiles a stack.

    Stacks before the indicators, these, and the stacks behind them.
    """
    up = tuple(piece for piece in frame.pieces if piece.zone == "indicator")
    backs = max(0, (dead_wall(frame, shown) + 1) // 2 - len(up))
    before = min(backs, shown.indicators_after)
    return before, up, backs - before
