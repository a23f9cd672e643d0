"""Finds the short names that cells use for players whose heads have longer names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Final

from mjlog.model.record import SEATS, Seat
from mjlog.sheets.cells.result_words import FROM, LETTER, pattern_of
from mjlog.sheets.cells.words import Role, may_be_name, parts_of_names, plain, seat_and_name
from mjlog.sheets.layouts.layout import Table

_SHORTEST: Final = 2
_LEAST: Final = 2
"""Fewest players whom cells call by the beginning of their name; one may be a word by chance."""
_MOST_UNREAD: Final = 8
"""Most columns with an unknown meaning that are searched."""
_OF_PLAYERS: Final[tuple[Role, ...]] = ("dealer", "winner", "from", "how", "ready", "tenpai")


def short_names(table: Table, names: Sequence[str]) -> dict[str, Seat]:
    """Return the short names that cells use for players, with the player's number, from 0.

    A short name is the beginning of a name, such as `KO` for `KOTETSU`, or its initials, such as
    `DV` for `De Vries`. At most one of these is returned for each player, and none at all if fewer
    than two players have one. A word that only one player's name contains is also returned.
    """
    columns = [column for role in _OF_PLAYERS if (column := table.column(role))]
    columns += table.unread[:_MOST_UNREAD]
    whole = pattern_of({plain(name): 0 for name in names})
    cells = chain.from_iterable(table.grid.down(table.rows, column) for column in columns)
    texts = "\n".join(whole.sub("\n", plain(text)) for text in cells) if names else ""
    seats: dict[str, Seat] = {}
    for place, name in enumerate(plain(name) for name in names):
        others = [plain(other) for other in names if plain(other) != name]
        starts = [name[:end] for end in range(len(name) - 1, _SHORTEST - 1, -1)]
        starts = [start for start in starts if not any(other.startswith(start) for other in others)]
        initials = "".join(part[:1] for part in name.split("_"))
        starts += [initials] if len(initials) >= _SHORTEST else []
        used = (start for start in starts if _is_used(start, texts))
        seats |= dict.fromkeys(islice(used, 1), place)
    return {**(seats if len(seats) >= _LEAST else {}), **parts_of_names(names)}


def with_numbers_and_letters(calls: Mapping[str, Seat], players: int) -> Mapping[str, Seat]:
    """Return `calls` with the numbers and seat letters that cells may also use for players.

    `calls` maps names to players. If a number or a letter is also a player's name, it means that
    player.
    """
    by_number = {str(seat + 1): seat for seat in range(players)}
    by_letter = {letter: seat for seat, letter in enumerate(SEATS[:players].lower())}
    return {**by_number, **by_letter, **calls}


def _is_used(start: str, texts: str) -> bool:
    """Return whether `texts`, cells joined by line breaks, contain a short name as a word.

    Return False if the word also has another meaning, such as `from`.
    """
    if start in FROM or not may_be_name(start):
        return False
    edge = f"(?!{LETTER})" if re.match(LETTER, start[-1]) else ""
    return re.search(rf"(?<!{LETTER}){re.escape(start)}{edge}", texts) is not None


def initials_of(names: Sequence[str]) -> dict[str, Seat]:
    """Return the first letter of each name, with the index of the name.

    Return an empty dict if two names begin with the same letter. A seat before a name is ignored.

    >>> initials_of(["East: Ann", "Bob", "田中"]), initials_of(["Ann", "Al"])
    ({'a': 0, 'b': 1, '田': 2}, {})
    """
    names = [seat_and_name(name)[1] for name in names]
    initials = {plain(name)[:1]: place for place, name in enumerate(names)}
    return initials if len(initials) == len(names) else {}


def beginnings_of(names: Sequence[str]) -> dict[str, Seat]:
    """Return the beginnings of each name that no other name has, with the index of the name.

    >>> beginnings_of(["Ann", "Al"])
    {'an': 0, 'ann': 0, 'al': 1}
    """
    called = [plain(name) for name in names]
    begun = [(name[:end], at) for at, name in enumerate(called) for end in range(1, len(name) + 1)]
    times = Counter(start for start, _ in begun)
    return {start: at for start, at in begun if times[start] == 1}
