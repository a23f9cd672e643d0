"""The canonical order of a deal's lines, and whether a line fits the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.model.messages import Sentence, counting, msg
from mjlog.model.record import (
    SEATS,
    BonusLine,
    Content,
    Dealt,
    Exchange,
    Items,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Ruling,
    Seat,
    Show,
    Tenpai,
    VoidSuit,
    Wall,
    WinLine,
    seat_name,
)

BEFORE: Final = ("wall", "deal", "exchange", "void", "bonus", "dora")
"""Keywords of lines before play."""
AFTER: Final = (
    "win", "draw", "ura", "ready", "show", "fan", "kong", "net", "pay", "score", "tenpai", "next",
    "rule", "sign",
    "note", "",
)  # fmt: skip
"""Keywords of lines after play; unknown lines come last."""

_STEP: Final = len(SEATS)
RANK: Final = {keyword: place * _STEP for place, keyword in enumerate(BEFORE + AFTER)}
PLAY: Final = RANK[AFTER[0]]
"""Lines of a lower rank come before play."""
RULINGS: Final = RANK["rule"]
"""Lines of this rank or a higher one may be anywhere."""


_BY_SEAT: Final = frozenset({Dealt, Wall, VoidSuit, BonusLine})
"""Classes of lines that are sorted by the seats that they name."""


def rank(content: Content) -> int:
    """Return a number by which the lines of a deal are sorted into canonical order.

    The number depends on the keyword of the line. For lines before play that are about one seat,
    such as ``deal A``, it also depends on the seat.
    """
    if type(content) in _BY_SEAT:
        return RANK[content.keyword] + max(0, seats_of(content)[0])
    return RANK[content.keyword]


def misfit_message(content: Content, seats: int) -> Sentence:
    """Return a message if a line does not fit a table with this number of players.

    For example, a ``score`` line needs one number for each of the `seats` players, and a line must
    not name a player who does not exist. Return an empty text if nothing is wrong.
    """
    if isinstance(content, Points) and len(content.points) != seats:
        return counting(
            "the line has {number} number for {seats} players; write one number for each player",
            "the line has {number} numbers for {seats} players; write one number for each player",
            len(content.points),
            seats=seats,
        )
    if seats < len(SEATS):
        strangers = [seat for seat in seats_of(content) if seat >= seats]
        if strangers:
            return msg(
                "nobody sits at {seat}: this table has {seats} players",
                seat=seat_name(strangers[0]),
                seats=seats,
            )
    return ""


def seats_of(content: Content) -> tuple[Seat, ...]:
    """Return all seats that a line names, in the order in which it names them.

    The result may contain `TABLE`, and `NOBODY` for a player whom the line leaves open.
    """
    named = _SEATS_OF.get(type(content))
    if named is None:
        return ()
    return named(content)


def _seat_of_line(
    content: Dealt | Wall | VoidSuit | BonusLine | Show | Items | Ruling,
) -> tuple[Seat, ...]:
    return (content.seat,)


def _seats_of_win(content: WinLine) -> tuple[Seat, ...]:
    return content.seat, content.source


def _seats_of_no_win(content: NoWin) -> tuple[Seat, ...]:
    return (content.by,)


def _seats_of_exchange(content: Exchange) -> tuple[Seat, ...]:
    return tuple(seat for giver, taker, _ in content.passes for seat in (giver, taker))


def _seats_of_payments(content: Pay) -> tuple[Seat, ...]:
    return tuple(seat for payer, payee, _ in content.payments for seat in (payer, payee))


def _seats_of_several(content: ReadySeats | Tenpai) -> tuple[Seat, ...]:
    return content.seats


_SEATS_OF: Final[dict[type[Content], Callable[[Any], tuple[Seat, ...]]]] = {
    WinLine: _seats_of_win,
    NoWin: _seats_of_no_win,
    Exchange: _seats_of_exchange,
    Pay: _seats_of_payments,
    **dict.fromkeys((ReadySeats, Tenpai), _seats_of_several),
    **dict.fromkeys((Dealt, Wall, VoidSuit, BonusLine, Show, Items, Ruling), _seat_of_line),
}
"""Functions that return the seats that a line names, by class; other lines name none."""
