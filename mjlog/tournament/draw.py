"""The seat draw: every player's seat in every round, from the list of players and a public seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.tournament.dice import Dice
from mjlog.tournament.groups import grouped
from mjlog.tournament.seating import places

METHOD: Final = "mjlog-draw/1"
"""Name of this method to draw seats; another method must have another name."""


class Round(NamedTuple):
    """One round of a draw: the players of each table by seat, and the players who sit out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...] = ()

    def named(self, names: Mapping[str, str]) -> Round:
        """Return a copy of the round with identifiers of players replaced by names.

        `names` maps identifiers to names; an identifier that it does not have is kept.
        """
        tables = tuple(named(table, names) for table in self.tables)
        return Round(tables, named(self.out, names))


def named(players: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Replace identifiers of players by names.

    `names` maps identifiers to names; an identifier that it does not have is kept.
    """
    return tuple(names.get(player, player) for player in players)


def draw(players: Sequence[str], seats: int, rounds: int, seed: str) -> list[Round]:
    """Draw the seats of all players in all rounds.

    `seats` is the number of players at a table. `seed` is a text from which all random numbers are
    made. Equal arguments always give the same draw; a different order of the players gives a
    different draw.
    """
    dice = Dice(METHOD, seed, str(seats), str(rounds), *players)
    order = dice.shuffled(range(len(players)))
    groups = [dice.shuffled(tables) for tables in grouped(order, seats, rounds, dice)]
    mixed = [dice.shuffled(table) for tables in groups for table in tables]
    seated = places(mixed, seats)
    per_round = len(players) // seats
    parts = [seated[at * per_round : (at + 1) * per_round] for at in range(rounds)]
    return [_round(players, part) for part in parts]


def _round(players: Sequence[str], tables: Sequence[Sequence[int]]) -> Round:
    resting = sorted({*range(len(players))} - {entry for table in tables for entry in table})
    seated = tuple(_named(players, table) for table in tables)
    return Round(seated, _named(players, resting))


def _named(players: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(players[number] for number in numbers)
