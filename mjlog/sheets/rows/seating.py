"""Finds who sits where, by heads, dealers and cells of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product, starmap
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.sheets.cells.words import ABSENT, NOBODY_WON, OF_READY, SELF_DRAWN, label_of, plain
from mjlog.sheets.layouts.layout import Table, seats_by_name
from mjlog.sheets.layouts.short_names import initials_of
from mjlog.sheets.rows.seats import NO_PLAYER, OF_PLAYERS, PARTS


def seats_by_dealers(table: Table, heads: Sequence[str]) -> dict[str, Seat]:
    """Find each player's seat from the order in which the players deal; return seats by heading.

    Used because the columns of a sheet may be in another order than the seats. `heads` are the
    players' headings. Return an empty mapping if the labels and dealers do not clearly show an
    order.
    """
    if not table.column("dealer"):
        return {}
    names = dict(zip((plain(head) for head in heads), heads, strict=True))
    votes: Counter[tuple[Seat, str]] = Counter()
    for row in table.rows:
        _, place = named(label_of(table.text(row, "deal"))) or ("", NOBODY)
        name = names.get(plain(table.text(row, "dealer")), "")
        if place != NOBODY and name:
            votes[place, name] += 1
    seats: dict[str, Seat] = {}
    # One deal with a wrong dealer must not change all seats, so the most frequent pairs come first.
    for (seat, name), _ in votes.most_common():
        if seat not in seats.values():
            seats.setdefault(name, seat)
    if sorted(seats.values()) == [*range(len(heads))]:
        return seats
    # If some players have not dealt, one wrong dealer looks like another order, but two do not.
    others = [head for head in heads if head not in seats]
    free = [seat for seat in range(len(heads)) if seat not in seats.values()]
    seats |= dict(zip(others, free, strict=False))
    by_votes, in_order = (sum(times for (seat, name), times in votes.items() if some[name] == seat)
                      for some in (seats, seats_by_name(heads)))  # fmt: skip
    return seats if by_votes >= in_order + _LEAST_DEALERS else {}


_LEAST_DEALERS: Final = 2
"""Number of dealers by which another order must fit better than the order of the columns."""


def seats_by_initials(table: Table, names: Sequence[str]) -> Mapping[str, Seat]:
    """Map the first letters of the players' names to seats, if cells use them as names.

    A cell may have one letter or a list such as ``K, O``. Return an empty mapping if two names
    begin with the same letter, or if cells have other letters too.
    """
    initials = initials_of(names)
    columns = [at for role in (*OF_PLAYERS, *OF_READY) if (at := table.column(role))]
    texts = {text for at in columns for text in table.grid.down(table.rows, at)}
    lists = ([plain(part) for part in PARTS.split(text)] for text in texts)
    letters = {part for parts in lists if all(len(part) <= 1 for part in parts) for part in parts}
    players = {letter for letter in letters if letter.isalpha()} - NO_PLAYER
    is_sure = len(players) > 1 and players <= initials.keys()
    return initials if is_sure else {}


def names_all(table: Table, named: Mapping[Seat, str]) -> bool:
    """Return whether lines above the table name all four players, and no player has a column.

    `named` has these players by seat.
    """
    return not table.groups and sorted(named) == [*range(len(SEATS))]


def player_heads(table: Table) -> Sequence[str]:
    """Return the headings of the players' columns, from left to right.

    If no column belongs to a player, return up to four names that cells of the table use.
    """
    if table.groups:
        return [*table.groups[0].columns.values()]
    return [*_winds(table)]


def _winds(table: Table) -> Iterator[str]:
    """Yield up to four different names from the columns of dealers, winners and discarders.

    Used if no column has a player's points. A name may be a wind, such as `East`.
    """
    cells = product(table.rows, OF_PLAYERS)
    texts = dict.fromkeys(each for each in starmap(table.text, cells) if each)
    names = (text for text in texts if plain(text) not in _NO_NAME)
    yield from islice(names, len(SEATS))


_NO_NAME: Final = SELF_DRAWN | NOBODY_WON | ABSENT
