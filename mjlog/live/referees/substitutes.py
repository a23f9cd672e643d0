"""Finds who plays each deal: the players of the headers, or substitutes who came in later.

``note substitute C deal=3 {Ben}``: from the third deal on, Ben plays at C. The director writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mjlog.live.ledgers.reserved import is_vouched
from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.live.referees.desk import bare
from mjlog.model.record import SEATS, Game
from mjlog.notation.play.tokens import comment_word

_KEYWORDS: Final = "note substitute "
_SUBSTITUTE_NOTE: Final = re.compile(
    r"note substitute ([A-D]) deal=([0-9]{1,9}) (\{.*\})", re.DOTALL
)


class CameIn(NamedTuple):
    """A substitute: the seat, the number of the substitute's first deal, and the name."""

    seat: int
    deal: int
    player: str


def substitute_line(seat: str, deal: int, player: str) -> str:
    """Return the text of the ledger entry which says that a substitute plays from a deal on.

    `seat` is the seat, `deal` the number of the first deal, and `player` the name of the
    substitute.
    """
    return f"note substitute {seat} deal={deal} {comment_word(player)}"


def read_substitute(text: str) -> CameIn | None:
    """Read a ledger entry that names a substitute; return None for any other entry."""
    match = _SUBSTITUTE_NOTE.fullmatch(text)
    return CameIn(SEATS.index(match[1]), int(match[2]), bare(match[3])) if match else None


def substitutes(game: Game) -> Iterator[CameIn]:
    """Yield all substitutes that a ledger names, in the order of writing."""
    for deal in game.deals:
        # This function is called after every act, and hardly any deal has a line about a
        # substitute.
        if not [entry for entry in deal.ledger if entry.text.startswith(_KEYWORDS)]:
            continue
        for entry in standing_entries(deal.ledger):
            came_in = read_substitute(entry.text) if is_vouched(entry) else None
            if came_in is not None and came_in.seat < len(game.players):
                yield came_in


def players_of(game: Game, deal: int | None = None) -> Sequence[str]:
    """Return the names of the players of a deal, by seat.

    `deal` is the number of the deal. If it is None, return the players after all substitutions in
    the record, including those that begin in a later deal.
    """
    players = [*game.players]
    for came_in in substitutes(game):
        if deal is None or came_in.deal <= deal:
            players[came_in.seat] = came_in.player
    return players


def first_deal(game: Game, seat: int) -> int:
    """Return the number of the deal in which the player who now has a seat began to play there.

    This is 1 if the seat has had no substitute.
    """
    return max((each.deal for each in substitutes(game) if each.seat == seat), default=1)
