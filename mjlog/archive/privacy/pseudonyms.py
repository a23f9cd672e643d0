"""Replaces players' names by pseudonyms in records that are given to others.

A player has the same pseudonym in all records. The changed record has a digest of its own. The
header ``Amends`` is left out, because its digest would lead to the record with the names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from sqlalchemy import func, select

from mjlog.archive.adding.entry import canonical, game_of
from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.storage import tables
from mjlog.archive.view import Stored, View
from mjlog.model.record import Game

AT_A_TIME = 200


def hide_names(view: View, records: Iterable[Stored]) -> Iterator[Stored]:
    """Replace the names of the players in records by pseudonyms, and yield the changed records.

    Each changed record has a digest of its own. Its header ``Amends`` is removed, because the
    digest in this header would lead to a record with the names.
    """
    left = iter(records)
    while together := list(islice(left, AT_A_TIME)):
        seated = _seated(view, [each.row["id"] for each in together])
        for stored in together:
            game = renamed(game_of(stored.text), seated[stored.row["id"]])
            digest, text = canonical(game)
            row = {**stored.row, "digest": digest, "amends": None}
            yield replace(stored, row=row, text=text)


def _seated(view: View, numbers: list[int]) -> dict[int, list[tuple[int, str, str]]]:
    """Read who sits in records: the seat, the player's name and the player's pseudonym.

    `numbers` are row numbers of records. The result maps each row number to a list of such triples.
    """
    seats, players = tables.seats.c, tables.players
    first = players.alias("first")
    stands = func.coalesce(players.c.merged_into, players.c.id)
    asked = (
        select(seats.record_id, seats.seat, seats.name, first.c.pseudonym)
        .select_from(tables.seats.join(players).join(first, first.c.id == stands))
        .where(seats.record_id.in_(numbers))
    )
    seated = defaultdict(list)
    for record_id, seat, name, pseudonym in view.connection.execute(asked):
        seated[record_id].append((seat, name, pseudonym))
    return seated


def renamed(game: Game, seated: Iterable[tuple[int, str, str]]) -> Game:
    """Return a copy of a record in which pseudonyms replace the names of players.

    `seated` has the seat, the name and the pseudonym of each player. The header ``Amends`` is
    removed, because it leads to a record with the names. The copy has no findings (messages).
    """
    kept = tuple(each for each in game.headers if each.key != "Amends")
    game = replace(game, headers=kept)
    for seat, name, pseudonym in seated:
        game = Renaming((name,), pseudonym).game(game, (seat,))
    return game
