"""Ways in which players pass each other tiles by the rules, as a page offers them to a scribe."""

from __future__ import annotations

from typing import Final

from mjlog.model.frozen import value
from mjlog.model.go_arounds import go_arounds
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Deal

TILES: Final = "{tiles}"
"""Placeholder in a line for the tiles that one player passes."""


@value
class Passing:
    """A way to pass tiles: its name, and who passes to whom.

    `rounds` has, for each `exchange` line of the record, pairs of giver and receiver, each as a
    number of turns after the dealer. `word` is the word for tiles that are passed in a turn of the
    dealer; it is empty for tiles that are passed before play.
    """

    name: Message
    rounds: tuple[tuple[tuple[int, int], ...], ...]
    tiles: int = 3
    word: str = ""

    def passes(self, deal: Deal, seats: int) -> list[list[tuple[str, str]]]:
        """Return who passes tiles to whom, as one list for each `exchange` line of the record.

        A list has tuples with the letters of giver and receiver, such as ``("A", "B")``.
        """
        players = deal.turn_order(seats).beginning_with(deal.dealer)
        letters = [SEATS[player] for player in players]
        return [
            [(letters[giver], letters[receiver]) for giver, receiver in passes]
            for passes in self.rounds
        ]

    def lines(self, deal: Deal, seats: int) -> list[str]:
        """Return the text of the `exchange` lines by which a record states these passes.

        Each pass has the placeholder ``{tiles}`` for the tiles, which the scribe has to fill in.
        """
        # A go-around is a round of turns; the next one begins with the dealer.
        next_go_around = go_arounds(deal, seats)[-1] + 1 if deal.turns else 1
        name = f" {self.word}-{next_go_around}" if self.word else ""
        rows = self.passes(deal, seats)
        parts = [[f"{giver}>{receiver} {TILES}" for giver, receiver in row] for row in rows]
        return [f"exchange{name} {', '.join(row)}" for row in parts]
