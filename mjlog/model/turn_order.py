"""The order in which the players of a deal take turns.

Players may change their places during a game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

_LETTERS: Final = "ABCD"


class TurnOrder(NamedTuple):
    """The players in turn order.

    `after` has, for each player, the next player in turn order; `places` has, for each player, the
    index of this player in `players`.
    """

    players: tuple[int, ...]
    after: tuple[int, ...]
    places: tuple[int, ...]

    def previous_seat(self, seat: int) -> int:
        """Return the player whose turn comes right before the turn of the player `seat`.

        >>> turn_order("BADC", 4).previous_seat(0)
        1
        """
        return self.players[self.places[seat] - 1]

    def distance(self, seat: int, other: int) -> int:
        """Return how many turns `seat` sits after `other` in the order of turns.

        0 means the same player, 1 the next player after `other`.

        >>> turn_order("BADC", 4).distance(0, 1), turn_order("", 4).distance(0, 1)
        (1, 3)
        """
        return (self.places[seat] - self.places[other]) % len(self.players)

    def next_among(self, seat: int, out: Collection[int]) -> int:
        """Return `seat`, or the first player after `seat` in turn order who is not in `out`.

        `out` are the players who no longer take part. If all players are in `out`, return the
        player right before `seat`.

        >>> turn_order("", 4).next_among(1, {1, 2})
        3
        """
        following = seat
        while following in out and self.after[following] != seat:
            following = self.after[following]
        return following

    def beginning_with(self, seat: int) -> tuple[int, ...]:
        """Return all players in turn order, beginning with `seat`."""
        place = self.places[seat]
        return self.players[place:] + self.players[:place]


def _order_of(players: tuple[int, ...]) -> TurnOrder:
    number = len(players)
    # A broken record may name a player who has no seat at a table of three.
    after = [(seat + 1) % max(1, number) for seat in range(len(_LETTERS))]
    places = [seat % max(1, number) for seat in range(len(_LETTERS))]
    for place, seat in enumerate(players):
        after[seat] = players[(place + 1) % number]
        places[seat] = place
    return TurnOrder(players, tuple(after), tuple(places))


USUAL: Final = tuple(_order_of(tuple(range(number))) for number in range(5))
"""Usual turn order of the players, by their number."""
_orders: Final[dict[tuple[str, int], TurnOrder]] = {}


def turn_order(letters: str, seats: int) -> TurnOrder:
    """Return the turn order that the letters spell: ``BADC`` means B, A, D, C.

    Return the usual order (A, B, C, D) if the letters do not name each of the `seats` players once.
    """
    if not is_order(letters, seats):
        return USUAL[seats]
    order = _orders.get((letters, seats))
    if order is None:
        order = _orders[letters, seats] = _order_of(
            tuple(_LETTERS.index(letter) for letter in letters)
        )
    return order


def is_order(letters: str, seats: int) -> bool:
    """Return whether the letters name each of the first `seats` players exactly once."""
    return "".join(sorted(letters)) == _LETTERS[:seats]
