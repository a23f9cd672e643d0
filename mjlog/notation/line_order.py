"""The canonical order of a deal's lines, and which of them fit the table."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Sentence, msg
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
    WinLine,
    seat_name,
)

BEFORE: Final = ("wall", "deal", "exchange", "bonus", "dora")
"""Keywords of the lines that stand before play."""
AFTER: Final = (
    "win", "draw", "ura", "ready", "show", "fan", "kong", "net", "pay", "score", "tenpai", "next",
    "rule", "sign",
    "note", "",
)  # fmt: skip
"""Keywords of the lines that stand behind it; unknown lines come last."""

_STEP: Final = len(SEATS)
RANK: Final = {keyword: place * _STEP for place, keyword in enumerate(BEFORE + AFTER)}
PLAY: Final = RANK[AFTER[0]]
"""Lines of a lower rank stand before play."""
RULINGS: Final = RANK["rule"]
"""Lines of this rank and above may stand anywhere."""


def rank(content: Content) -> int:
    """The place of a line among the others: by keyword, hands by seat."""
    if type(content) is Dealt or type(content) is BonusLine:
        return RANK[content.keyword] + content.seat
    return RANK[content.keyword]


def misfit(content: Content, seats: int) -> Sentence:
    """Why a line cannot be about this table, empty if it can."""
    if isinstance(content, Points) and len(content.points) != seats:
        return msg("{number} numbers for {seats} players", number=len(content.points), seats=seats)
    if seats < len(SEATS):
        strangers = [seat for seat in seats_of(content) if seat >= seats]
        if strangers:
            return msg(
                "no player {seat} sits at this table of {seats}",
                seat=seat_name(strangers[0]),
                seats=seats,
            )
    return ""


def seats_of(content: Content) -> tuple[Seat, ...]:
    """The seats that a line names."""
    match content:
        case WinLine():
            return content.seat, content.source
        case NoWin():
            return (content.by,)
        case Exchange():
            return tuple(seat for giver, taker, _ in content.passes for seat in (giver, taker))
        case Pay():
            return tuple(seat for payer, payee, _ in content.payments for seat in (payer, payee))
        case ReadySeats() | Tenpai():
            return content.seats
        case Dealt() | BonusLine() | Show() | Items() | Ruling():
            return (content.seat,)
    return ()
