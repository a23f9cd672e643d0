"""Computes the value of a winning hand from its payments.

Other formats have a field for this value, which records may leave out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mjlog.formats.riichi.export_view import ExportedDeal, Winner
from mjlog.formats.riichi.outcomes import RANKS
from mjlog.model.record import NOBODY, Seat

_LIMIT_OF_HAN: Final = (0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 5)
"""Limit by the number of han.

The last limit, a counted yakuman, is also the limit for all higher numbers of han.
"""
_YAKUMAN: Final = 5
_MANGAN: Final = {8000, 12000}
_MANGAN_BASE: Final = 2000
_HONBA: Final = 100


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a winning hand, without the points for repeats and riichi sticks.

    `points` is the total. `shares` has by seat the points that each player pays; empty if unknown.
    `limit` is an index of `LIMITS`. `liable` is the seat that pays for other players by the rule of
    liability (pao); if no player is liable, it is the winner's seat.
    """

    points: int
    shares: tuple[int, ...]
    limit: int
    liable: Seat


def hand_value(deal: ExportedDeal, winner: Winner) -> HandValue:
    """Compute the points, the payers' shares and the limit of a winning hand from the payments.

    Payments for repeats and riichi sticks are subtracted. If the record states the points of the
    hand, these are used as `points`. If the record does not say who pays, `shares` is empty, and
    `points` is 0 unless stated. `limit` follows from han and fu.
    """
    line = winner.line
    own = line.seat == line.source
    payers = [seat for seat, change in enumerate(winner.changes) if change < 0]
    repeats = deal.honba if winner is deal.winners[0] else 0
    others = deal.seats - 1
    each = _HONBA * repeats * (1 if own and len(payers) == others else others)
    # If nobody pays the repeats alone, every payer pays its share.
    bearer = _bearer(payers, line.source, own=own)
    bearers = range(deal.seats) if bearer == NOBODY else [bearer]
    shares = tuple(
        max(0, -change - each * (seat in bearers)) for seat, change in enumerate(winner.changes)
    )
    points = _stated_points(dict(winner.items), deal, winner) or sum(shares)
    liable = _liable(payers, line.seat, line.source, others, own=own)
    return HandValue(points, shares, _limit(winner, points), liable)


def _stated_points(
    stated: Mapping[str, int | None], deal: ExportedDeal, winner: Winner
) -> int | None:
    """Return the points of a hand as the record states them, or as the sum of the stated shares.

    Return None if the record states neither points nor all shares. `stated` has the numbers of the
    hand's items by name.
    """
    share, of_dealer = stated.get("share"), stated.get("dealer-share")
    if stated.get("points") is not None or share is None:
        return stated.get("points")
    if winner.line.seat == deal.dealer:
        return share * (deal.seats - 1)
    if of_dealer is None:
        return None
    return share * (deal.seats - 2) + of_dealer


def _bearer(payers: list[Seat], source: Seat, *, own: bool) -> Seat:
    """Return the seat that alone pays for the repeats (honba); `NOBODY` if all payers share them.

    If two players pay for a win on a discard, the one who is not the discarder is liable (pao), and
    pays for the repeats. `own` is True for a self-draw. `payers` are the seats that pay, `source`
    is the discarder.
    """
    if own or len(payers) < 2:
        return NOBODY
    return _another(payers, source, NOBODY)


def _another(payers: list[Seat], source: Seat, otherwise: Seat) -> Seat:
    """Return the first seat in `payers` that is not the discarder `source`; else `otherwise`."""
    return next((seat for seat in payers if seat != source), otherwise)


def _liable(payers: list[Seat], seat: Seat, source: Seat, others: int, *, own: bool) -> Seat:
    if not own:
        return _another(payers, source, seat)
    return payers[0] if len(payers) == 1 and others > 1 else seat


def _limit(winner: Winner, points: int) -> int:
    """Return the limit of a winning hand as an index of `LIMITS`; 0 if it has no limit.

    A limit that the record states is used; otherwise it is computed from han and fu. If the fu are
    unknown, a hand of three or more han is a mangan if `points` are those of a mangan.
    """
    named = [RANKS.index(name) for name, _ in winner.items if name in RANKS]
    if named:
        return named[0]
    if winner.limits:
        return _YAKUMAN
    han, fu = winner.han, winner.fu or 0
    if han >= 5:
        return _LIMIT_OF_HAN[min(han, len(_LIMIT_OF_HAN) - 1)]
    is_mangan = fu * 2 ** (2 + han) >= _MANGAN_BASE
    rounded_up = not fu and han >= 3 and points in _MANGAN
    return int(is_mangan or rounded_up)
