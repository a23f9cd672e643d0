"""Finds the short names by which cells call players whose heads have longer names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from mjlog.model.record import Seat
from mjlog.sheets.cells.result_words import FROM, LETTER, pattern_of
from mjlog.sheets.cells.words import Role, may_be_name, plain
from mjlog.sheets.layouts.layout import Table

_SHORTEST: Final = 2
_LEAST: Final = 2
"""Players whom cells have to call by the beginning of their name: one may be a word by chance."""
_MOST_UNREAD: Final = 8
"""Columns that are looked at although nobody knows what they are."""
_OF_PLAYERS: Final[tuple[Role, ...]] = ("dealer", "winner", "from", "how", "ready", "tenpai")


def short_names(table: Table, names: Sequence[str]) -> dict[str, Seat]:
    """Return the beginnings of names that cells use for players, with the place of the name.

    For example `KO` for `KOTETSU` in ``KO from ne``. Empty if cells use fewer than two.
    """
    columns = [column for role in _OF_PLAYERS if (column := table.column(role))]
    columns += table.unread[:_MOST_UNREAD]
    whole = pattern_of({plain(name): 0 for name in names})
    cells = chain.from_iterable(table.grid.down(table.rows, column) for column in columns)
    texts = "\n".join(whole.sub("\n", plain(text)) for text in cells) if names else ""
    found: dict[str, Seat] = {}
    for place, name in enumerate(plain(name) for name in names):
        others = [plain(other) for other in names if plain(other) != name]
        starts = (name[:end] for end in range(len(name) - 1, _SHORTEST - 1, -1))
        for start in starts:
            is_of_one = not any(other.startswith(start) for other in others)
            is_word = start in FROM or not may_be_name(start)
            edge = f"(?!{LETTER})" if re.match(LETTER, start[-1]) else ""
            if (
                is_of_one
                and not is_word
                and re.search(rf"(?<!{LETTER}){re.escape(start)}{edge}", texts)
            ):
                found[start] = place
                break
    return found if len(found) >= _LEAST else {}


def initials_of(names: Sequence[str]) -> dict[str, Seat]:
    """Return the places of names by their first letters; empty if two names begin alike.

    >>> initials_of(["Ann", "Bob", "田中"]), initials_of(["Ann", "Al"])
    ({'a': 0, 'b': 1, '田': 2}, {})
    """
    initials = {plain(name)[:1]: place for place, name in enumerate(names)}
    return initials if len(initials) == len(names) else {}
