"""Tiles that players pass to each other by the rules, as a page offers it to a scribe."""

from __future__ import annotations

from typing import Final

from mjlog.model.frozen import value
from mjlog.model.go_arounds import go_arounds
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Deal

TILES: Final = "{tiles}"
"""Stands in a line for the tiles that one player passes."""


@value
class Passing:
    """A way to pass tiles: what people call it, and who passes to whom.

    `rounds` has for each line of the record the givers and receivers, by their distances from the
    dealer. `word` is the word of a passing in play, in a turn of the dealer; the others come before
    play.
    """

    name: Message
    rounds: tuple[tuple[tuple[int, int], ...], ...]
    tiles: int = 3
    word: str = ""

    def passes(self, deal: Deal, seats: int) -> list[list[tuple[str, str]]]:
        """Return by line who passes tiles to whom, by the letters of their seats."""
        players = deal.turn_order(seats).beginning_with(deal.dealer)
        letters = [SEATS[player] for player in players]
        return [
            [(letters[giver], letters[receiver]) for giver, receiver in passes]
            for passes in self.rounds
        ]

    def lines(self, deal: Deal, seats: int) -> list[str]:
        """Return the lines that state the passes of a deal, with a gap for the tiles of each."""
        name = f" {self.word}-{_next_go_around(deal, seats)}" if self.word else ""
        rows = self.passes(deal, seats)
        parts = [[f"{giver}>{receiver} {TILES}" for giver, receiver in row] for row in rows]
        return [f"exchange{name} {', '.join(row)}" for row in parts]


def _next_go_around(deal: Deal, seats: int) -> int:
    """Return the number of the go-around that the dealer's next turn opens."""
    return go_arounds(deal, seats)[-1] + 1 if deal.turns else 1
