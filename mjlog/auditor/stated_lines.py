"""The lines of a sheet that state a claim, found by the claim and not by the line number.

Many formats have only one line for a whole deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count

from mjlog.auditor.checks.items import MISSING
from mjlog.model.findings import Claim, Place
from mjlog.model.record import (
    Content,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Ruling,
    Show,
    Tenpai,
    WinLine,
)


def states(content: Content, claim: Claim) -> bool:
    """Return whether a line with that content states the value that `claim` identifies.

    For example, a `net` line states the change of every player.
    """
    match content:
        case WinLine() | Show():
            return (content.keyword, content.seat) == (claim.kind, claim.seat)
        case Items():
            named = {"", MISSING} | dict(content.items).keys()
            is_of_hand = (content.keyword, content.seat) == (claim.kind, claim.seat)
            return is_of_hand and claim.item in named
        case Pay():
            pair = claim.seat, claim.payee
            return _pays_for(content, claim) and pair in content.pairs
        case Ruling():
            ruled = ("rule", content.seat, content.name)
            return ruled == (claim.kind, claim.seat, claim.item)
        case NoWin() | Points() | Tenpai() | ReadySeats() | Next():
            return content.keyword == claim.kind
        case _:
            return False


def lines_stating(claim: Claim, place: Place, lines: Sequence[Line]) -> list[int]:
    """Return the indices of those of `lines` that state the value which `claim` identifies.

    `place` is the place of a verdict about the value. If several lines state it, return those at
    `place`, or all lines for a payment, because the amounts are added up. If the claim is that
    items are left out, return only the last of these lines. If no line states the value, return the
    last line with the same keyword, if there is one.
    """
    numbers = [number for number, line in enumerate(lines) if states(line.content, claim)]
    if not numbers:
        alike = [line.content.keyword == claim.kind for line in lines]
        if claim.kind == "pay":
            alike = [_pays_for(line.content, claim) for line in lines]
        numbers = [*compress(count(), alike)][-1:]
    if claim.item == MISSING:
        return numbers[-1:]
    if claim.kind == "pay":  # several lines may name one payment: together they are what is claimed
        return numbers
    spots = [(line.span.line, line.span.column) for line in lines]
    there = [number for number in numbers if spots[number] == (place.line, place.column)]
    return there or numbers


def _pays_for(content: Content, claim: Claim) -> bool:
    if not isinstance(content, Pay):
        return False
    return (claim.kind, claim.item) == ("pay", content.cause)
