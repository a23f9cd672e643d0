"""Recognises lists that clubs keep besides score sheets: ratings, statistics, lists of games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import Message, msg
from mjlog.sheets.cells.numbers import add_up, is_number
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    Role,
    is_date,
    is_rating,
    is_total,
    label_of,
    plain,
    role_of,
    words_joined,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.result_sheets.counts_of_places import counts_of

_LOOK_FOR_HEADS: Final = 5
_LOOK: Final = 60
"""Number of rows by which a list is recognised."""
_LEAST_PEOPLE: Final = 4
_LEAST_GAMES: Final = 2
_LEAST_RATES: Final = 3
_MOST_COLUMNS: Final = 60
_RATING: Final = (Decimal(500), Decimal(3500))
"""Lowest and highest rating."""
_MOST_CHANGE: Final = 200
"""Greatest change of a player's rating."""
_RATES: Final = frozenset(words("words", "rates"))
_LONG: Final = 3
"""Number of letters above which a word may be the end of another one, as in `Siegquote`."""
_LINK: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_NOT_OF_POINTS: Final[frozenset[Role | None]] = frozenset(
    {"table", "game", "round", "date", "rank", "seat", "deal"}
)
"""Meanings of columns of a list of games that have numbers other than points."""
_COUNTED: Final[frozenset[Role | None]] = frozenset({"game", "event", "round"})
_OF_DEALS: Final[frozenset[Role | None]] = frozenset(
    {"winner", "from", "han", "fu", "faan", "tai", "value", "items"}
)
_OF_RATINGS: Final = msg("ratings of players")
_OF_STATISTICS: Final = msg("statistics of players: averages and rates")
_OF_GAMES: Final = msg("a list of games with their addresses")
Numbers = Mapping[int, Sequence[Decimal | None]]


def other_list_in(grid: Grid) -> Finding | None:
    """Return a finding if a worksheet is a list of ratings, of statistics or of games, else None.

    These lists contain neither deals nor results of games, and mjlog cannot check them. The finding
    says which kind of list the worksheet is.
    """
    rows = [(row, columns) for row, columns in islice(grid.rows(), _LOOK)]
    for at, (head, columns) in enumerate(rows[:_LOOK_FOR_HEADS]):
        texts = grid.texts(head, columns)
        if len(columns) > _MOST_COLUMNS or label_of(texts[0]) or any(map(is_number, texts)):
            continue
        below = [row for row, some in rows[at + 1 :] if len(some) > 1]
        heads = dict(zip(columns, texts, strict=True))
        what = _of_people(grid, heads, below) or _of_games(grid, heads, below)
        if what is not None:
            return _finding(grid.cells[head, columns[0]], what, grid.name)
    return None


def _finding(cell: Cell, what: Message, sheet: str) -> Finding:
    sentence = msg(
        "the table at {cell} has no deals and no results, but {what}: it is not read",
        cell=cell.name,
        what=what,
    )
    return Finding.telling("sheet.layout", "note", sentence, cell.place(sheet))


def _of_people(grid: Grid, heads: Mapping[int, str], below: Sequence[int]) -> Message | None:
    """Return a message that names the kind of list if a table lists ratings or statistics.

    `heads` maps columns to headings, and `below` are the rows below the headings. Return None if
    the rows are not about different people, or if the table may be standings, which can be checked.
    """
    player = next((column for column, head in heads.items() if role_of(head) == "player"), 0)
    rows = [row for row in below if player and grid.text(row, player)
            and not is_total(grid.first_text(row)) and not is_total(grid.text(row, player))
            ]  # fmt: skip
    names = {grid.text(row, player) for row in rows}
    if len(rows) < _LEAST_PEOPLE or len(names) < len(rows):
        return None
    numbers = {column: grid.column_numbers(rows, column) for column in heads if column != player}
    numeric = {column: every for column, every in numbers.items()
               if 2 * sum(number is not None for number in every) > len(rows)}  # fmt: skip
    counts = counts_of(heads, numeric)
    if counts is not None and (counts.places or counts.averages):
        return None
    if _has_ratings(heads, numeric):
        return _OF_RATINGS
    return _OF_STATISTICS if _has_rates(heads, numeric) else None


def _has_ratings(heads: Mapping[int, str], numbers: Numbers) -> bool:
    """Return whether exactly one column has ratings such as Elo, and hardly any other has numbers.

    Ratings are between 500 and 3500. In addition, their heading must name ratings, or the table
    must have a column of small changes and a column with different numbers of games. If several
    other columns have numbers, the column may be a total, and False is returned.
    """
    rated = [column for column, every in numbers.items()
             if all(number is None or _RATING[0] <= number <= _RATING[1] for number in every)
             and len({*every}) * 2 > len(every)]  # fmt: skip
    is_named = any(is_rating(heads[column]) for column in rated)
    changes = [every for column, every in numbers.items() if role_of(heads[column]) == "change"]
    counts = [every for column, every in numbers.items() if role_of(heads[column]) in _COUNTED]
    are_small = any(
        add_up(every) != 0 and all(abs(number or Decimal(0)) <= _MOST_CHANGE for number in every)
        for every in changes
    )
    are_different = any(len({*every}) * 2 > len(every) for every in counts)
    others = numbers.keys() - {*rated}
    counted = {
        column for column in others if role_of(heads[column]) in _COUNTED | {"change", "rank"}
    }
    is_list = len(rated) == 1 and len(others - counted) <= 1
    return is_list and (is_named or (are_small and are_different))


def _has_rates(heads: Mapping[int, str], numbers: Numbers) -> bool:
    """Return whether at least two thirds of the columns of numbers are rates or averages.

    A column is a rate if its numbers are between 0 and 1, or if its heading names a rate. At least
    three columns must be rates.
    """
    some = {column: every for column, every in numbers.items()
            if role_of(heads[column]) not in {"rank", "game"}}  # fmt: skip
    parts = [column for column, every in some.items() if _are_parts_of_one(every)]
    named = [column for column in some if _names_rate(heads[column])]
    rates = {*parts, *named}
    is_usual = 3 * len(rates) >= 2 * len(some)
    return is_usual and len(rates) >= _LEAST_RATES and (len(parts) > 1 or len(named) > 1)


def _are_parts_of_one(every: Sequence[Decimal | None]) -> bool:
    """Return whether all numbers are between 0 and 1, and most of them are not whole."""
    some = [number for number in every if number is not None]
    are_between = all(0 <= number <= 1 for number in some)
    return are_between and 2 * sum(number % 1 != 0 for number in some) > len(some)


def _names_rate(head: str) -> bool:
    """Return whether a heading names a rate or an average.

    >>> [_names_rate(head) for head in ("winRate", "Siegquote", "和了率", "avg. win", "Rank")]
    [True, True, True, True, False]
    """
    parts = [part for word in words_joined(head) for part in re.split(r"[\W_]+", plain(word))]
    return any(part == word or ((len(word) > _LONG or not word.isascii()) and part.endswith(word))
               or (not word.isascii() and part.startswith(word))
               for part in parts if part for word in _RATES)  # fmt: skip


def _of_games(grid: Grid, heads: Mapping[int, str], below: Sequence[int]) -> Message | None:
    """Return a message if each row of a table is a game with its date and web address, else None.

    Also return None if a heading is one that only tables of deals have, or if the table has points,
    because a table with points may be checked. `heads` maps columns to headings, and `below` are
    the rows below.
    """
    roles = {role_of(head) for head in heads.values()}
    if len(below) < _LEAST_GAMES or roles & _OF_DEALS:
        return None
    texts = {column: grid.down(below, column) for column in heads}
    has_dates = any(_are_most(is_date(text.split(" ")[0]) for text in some if text)
                    for some in texts.values())  # fmt: skip
    links = [column for column, some in texts.items()
             if _are_most(bool(_LINK.match(text)) for text in some if text)]  # fmt: skip
    others = [column for column in heads if column not in links]
    points = [column for column in others if role_of(heads[column]) not in _NOT_OF_POINTS
              and _are_most(is_number(text) for text in texts[column] if text)]  # fmt: skip
    has_points = len(points) > 1 or any(_lists_points(texts[column]) for column in others)
    return _OF_GAMES if has_dates and links and not has_points else None


def _are_most(answers: Iterator[bool]) -> bool:
    """Return whether more than two thirds of the booleans are True, and at least one is."""
    times = Counter(answers)
    return 3 * times[True] > 2 * times.total()


def _lists_points(texts: Sequence[str]) -> bool:
    """Return whether most texts contain two or more names with points.

    For example, `Ann 42000, Bob 31000` does. `texts` are the cells of a column.
    """
    return _are_most(len(_AMOUNT.findall(text)) > 1 and not is_date(text) for text in texts if text)


_AMOUNT: Final = re.compile(r"[^\W\d_]\W{0,3}[+-]?[0-9][0-9.,]*")
