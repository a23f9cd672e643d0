"""Computes who sits where and deals next, in games whose players change seats between rounds."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.model.deal_labels import Named
from mjlog.model.record import SEATS, Seat
from mjlog.referee.rulebook import Outcome

Places = Sequence[Sequence[int]]
"""For each round: which players of the first round sit at East, South, West and North."""


def seated(outcome: Outcome, deal: Named, coming: Named, places: Places) -> tuple[Seat, ...]:
    """Return the players of the next deal in the order of their seats.

    The player who deals first in the round of the next deal comes first. `deal` and `coming`
    identify this deal and the next: a pair of round and number in the round, both from 0. `places`
    says for each round which players of the first round sit at East, South, West and North. If the
    record does not say who sits where, the players are assumed to sit as `places` says.
    """
    now = places[deal[0] % len(places)]
    if outcome.seating or not deal[0]:
        order = outcome.order
        here = order.players[(order.places[outcome.dealer] - deal[1]) % len(now)]
        players = order.beginning_with(here)
        first_round = [players[now.index(place)] for place in range(len(now))]
    else:
        east = (outcome.dealer - now[deal[1] % len(now)]) % len(now)
        first_round = [(east + place) % len(now) for place in range(len(now))]
    return tuple(first_round[place] for place in places[coming[0] % len(places)])


def letters_of(players: Sequence[Seat]) -> str:
    """Return the letters by which a record names an order of players, such as ``ACBD``.

    Return an empty text if the players follow each other in the usual order A, B, C, D, no matter
    which of them is first.
    """
    start = players.index(0)
    usual = list(range(len(players)))
    return (
        ""
        if [*players[start:], *players[:start]] == usual
        else "".join([SEATS[seat] for seat in players])
    )
