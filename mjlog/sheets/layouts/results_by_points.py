"""Finds out by the points what unknown words for results mean, such as a word for a self-draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from rapidfuzz import fuzz

from mjlog.model.record import NOBODY
from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.result_words import parse_result
from mjlog.sheets.cells.words import (
    ABSENT,
    ENDINGS,
    Role,
    has_penalty,
    is_kong,
    is_total,
    plain,
    role_of,
    seat_letters,
    seat_of,
)
from mjlog.sheets.layouts.layout import Table

_KNOWN: Final = ENDINGS | ABSENT
_OF_WINS: Final[tuple[Role, ...]] = ("from", "han", "fu", "faan", "tai", "value", "items")
_LEAST_LOSERS: Final = 2
_ALIKE: Final = 60
"""Likeness of a word and a player's name, in percent, from which it may be a misspelt name."""


def with_results_named(table: Table, moves: Mapping[int, Sequence[int]]) -> Table:
    """Replace unknown words for a self-draw or for a drawn deal by `tsumo` or `draw`.

    A word in the column of discarders is a self-draw if several players pay in most of its deals. A
    word in the column of winners means that nobody won if its deals have no discarder and no value,
    all players who gain points gain the same number, and all who lose points lose the same number.
    `moves` has the points that the players won and lost, by row. Return the table unchanged if it
    has no such words.
    """
    names = [plain(name) for group in table.groups[:1] for name in group.columns.values()]
    meanings: dict[tuple[int, str], str] = {}
    kinds = (
        (table.column("from"), "tsumo", _is_self_draw), (table.column("winner"), "draw", _is_draw),
    )  # fmt: skip
    for column, meaning, fits in kinds:
        rows_of_word: dict[str, list[int]] = {}
        for row in table.rows if column else ():
            text = table.grid.text(row, column)
            if row in moves and not _is_known(text, names):
                rows_of_word.setdefault(text, []).append(row)
        for text, rows in rows_of_word.items():
            likeness = max((fuzz.partial_ratio(plain(text), name) for name in names), default=0)
            if likeness < _ALIKE and fits(table, rows, moves):
                meanings[column, text] = meaning
    if not meanings:
        return table
    texts = {place: meanings[place[1], cell.text] for place, cell in table.grid.cells.items()
             if place[0] in table.rows and (place[1], cell.text) in meanings}  # fmt: skip
    return replace(table, grid=table.grid.with_texts(texts))


def with_events(table: Table) -> Table:
    """Give the role `how` to a column that says what each row is: a win, a kong or a sum.

    All its texts must be such words, some of them for a kong. Return the table unchanged if it has
    a column of that role, or no such column.
    """
    columns = () if table.column("how") else (table.column("event"), *table.unread)
    for column in columns:
        texts = {*table.grid.down(table.rows, column)}
        kongs = [text for text in texts if is_kong(text)]
        others = texts.difference(kongs)
        if kongs and all(role_of(text) in _EVENTS or is_total(text) or plain(text) in _KNOWN
                         for text in others):  # fmt: skip
            return table.with_roles({column: "how"})
    return table


_EVENTS: Final = frozenset({"winner", "kong", "tenpai"})


def _is_known(text: str, names: Sequence[str]) -> bool:
    """Return whether a text is a player, a number, or a word with a meaning on score sheets."""
    word = plain(text)
    if word in _KNOWN or word in names or is_number(text) or seat_of(text) != NOBODY:
        return True
    if not any(letter.isalpha() for letter in word):
        return True  # a question mark says that nobody knows
    is_word = bool(role_of(text)) or is_total(text) or has_penalty(text) or is_kong(text)
    calls = {name: seat for seat, name in enumerate(names)}
    return is_word or bool(seat_letters(text)) or parse_result(text, calls) is not None


def _is_self_draw(_table: Table, rows: Sequence[int], moves: Mapping[int, Sequence[int]]) -> bool:
    """Return whether one player gains and several pay in most of these deals."""
    losers = [sum(number < 0 for number in moves[row]) for row in rows]
    gain = all(sum(number > 0 for number in moves[row]) == 1 for row in rows)
    return gain and 2 * sum(number >= _LEAST_LOSERS for number in losers) > len(rows)


def _is_draw(table: Table, rows: Sequence[int], moves: Mapping[int, Sequence[int]]) -> bool:
    """Return whether these deals have no discarder and no value, and points as in a draw.

    All players who gain points must gain the same number, and all who lose must lose the same.
    """
    # A row without a label may be a sum.
    labels = [table.text(row, "deal") for row in rows] if table.column("deal") else []
    if not all(labels) or any(chain.from_iterable(table.cells(row, _OF_WINS) for row in rows)):
        return False
    are_even = all(len({number for number in moves[row] if number * sign > 0}) <= 1
                   for row in rows for sign in (1, -1))  # fmt: skip
    return are_even and any(table.column(role) for role in _OF_WINS)
