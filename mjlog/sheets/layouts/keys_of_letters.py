"""Replaces abbreviations as a key above the deals says: ``К = Катя``, ``x = tsumo``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import (
    NOBODY_WON,
    OF_READY,
    OF_RESULTS,
    RESULTS,
    has_penalty,
    is_seat_name,
    plain,
    role_of,
    seat_letters,
    wind_of,
)
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.layouts.legends import is_self_drawn

_ENTRY: Final = re.compile(r"\s*([^\W\d_]{1,2})\s*[=＝:：]\s*([^\W\d_][^=＝:：,;、；]*?)\s*")
_TITLE: Final = re.compile(r"^\s*[^\W\d_]{3,}\s*[:：]\s*(?=[^\W\d_]{1,2}\s*[=＝])")
"""The title of a key in the same cell, such as `Key: `."""
_BETWEEN: Final = re.compile(r"[,;、；。]|\.\s")
_IN_CELL: Final = re.compile(r"[\s,;/+&、；・]+")
_LEAST: Final = 3
_ROWS: Final = 12
"""Number of first rows that may have the key."""


def with_letters_named(grid: Grid) -> Grid:
    """Replace the letters of a key above the deals, such as ``K = Kim``, by the players' names.

    A cell below the key is changed if it has only such letters, perhaps in a list such as ``K, L``.
    The letters of Chinese keys may be joined (`乙丙`). The key itself is left out. Return the
    worksheet unchanged if it has no key, or if all letters are seats. The letters A to D are an
    exception: they are replaced if cells below have both the letters and the names.
    """
    key: dict[str, str] = {}
    rows: list[int] = []
    for row, columns in islice(grid.rows(), _ROWS):
        if entries := _entries(grid.texts(row, columns)):
            key |= entries
            rows.append(row)
    are_seats = all(seat_letters(letter) or wind_of(letter) for letter in key)
    texts_below = {
        cell.text for place, cell in grid.cells.items() if place[0] > max(rows, default=0)
    }
    are_winds = any(wind_of(letter) for letter in key)
    has_both = len(texts_below & key.keys()) >= _LEAST and not texts_below.isdisjoint(key.values())
    is_needed = not are_seats or (has_both and not are_winds)
    if len(key) < _LEAST or len({*key.values()}) < len(key) or not is_needed:
        return grid
    cells = {place: cell for place, cell in grid.cells.items()
             if place[0] not in rows or not _entries([cell.text])}  # fmt: skip
    for place, cell in grid.cells.items():
        parts = _IN_CELL.split(cell.text.strip())
        if len(parts) == 1 and len({*parts[0]}) == len(parts[0]) and not parts[0].isascii():
            parts = [*parts[0]]
        if place[0] <= rows[-1] or not parts:
            continue
        if all(part in key for part in parts):
            cells[place] = replace(cell, text=", ".join(key[part] for part in parts))
        elif parts[0] in key and role_of(" ".join(parts[1:])):  # a heading such as `K total`
            cells[place] = replace(cell, text=" ".join([key[parts[0]], *parts[1:]]))
    return replace(grid, cells=cells)


def with_words_of_key(grid: Grid) -> Grid:
    """Replace abbreviations of headings and results by the words that a key above the deals has.

    For example, the key has ``G = gana`` and ``x = zelf getrokken``. Headings are replaced in the
    first row of headings below, and results in the columns of winners, discarders and results. The
    key stays. Return the worksheet unchanged if it has no such key.
    """
    heads: dict[str, str] = {}
    results: dict[str, str] = {}
    rows = [*islice(grid.rows(), _ROWS)]
    cells = dict(grid.cells)
    for row, columns in rows:
        texts = {column: grid.text(row, column) for column in columns}
        called = {column: heads.get(text, text) for column, text in texts.items()}
        if len(texts) >= _LEAST_HEADS and not any(is_number(text) for text in texts.values()):
            of_results = _columns_of_results(grid, row, called)
            cells |= {(row, column): replace(cells[row, column], text=text)
                      for column, text in called.items() if (row, column) in cells}  # fmt: skip
            for place, cell in grid.cells.items():
                if place[0] > row and place[1] in of_results and cell.text in results:
                    cells[place] = replace(cell, text=results[cell.text])
            return replace(grid, cells=cells)
        parts = (part for text in texts.values() for part in _BETWEEN.split(text))
        for mark, word in (entry.groups() for part in parts
                           if (entry := _ENTRY_OF_WORD.fullmatch(part))):  # fmt: skip
            if is_self_drawn(word):
                results[mark] = "tsumo"
            elif plain(word) in NOBODY_WON:
                results[mark] = "draw"
            elif role_of(word) and not _may_be_name(mark, word):
                heads[mark] = word
            elif role_of(first := word.split()[0]) in OF_READY:
                heads[mark] = first
    return grid


def _columns_of_results(grid: Grid, row: int, heads: Mapping[int, str]) -> list[int]:
    """Return the columns of winners, discarders or results, found by their headings or their names.

    `heads` maps columns to the headings of row `row`. A column is found by its names if one of its
    cells is equal to a heading that is not a known word. Columns with equal headings are left out.
    """
    rows = [below for below, _ in grid.rows() if below > row]
    names = {text for text in heads.values() if role_of(text) is None and not is_number(text)}
    # Columns with the same heading have marks, one for each player.
    times = Counter(heads.values())
    return [column for column, text in heads.items() if times[text] == 1
            and (role_of(text) in OF_RESULTS or not names.isdisjoint(grid.down(rows, column)))
            ]  # fmt: skip


_LEAST_HEADS: Final = 5
_ENTRY_OF_WORD: Final = re.compile(r"\s*([^\s=＝]{1,12})\s*[=＝]\s*(\S[^=＝]*?)\s*")


def _entries(texts: Sequence[str]) -> Mapping[str, str]:
    """Return the letters and names of a row of a key; an empty dict if the row is not such a key.

    The row may have other texts, such as the starting points, next to three entries. A row that
    only explains marks, such as ``R = ron``, is not a key of players.
    """
    parts = [part for text in texts for part in _BETWEEN.split(_TITLE.sub("", text))
             if part.strip()]  # fmt: skip
    entries = [_ENTRY.fullmatch(part) for part in parts]
    names = {entry[1]: entry[2] for entry in entries if entry and _is_name(entry[2])}
    others = [part for part, entry in zip(parts, entries, strict=True)
              if entry is None or _is_word_of_deals(entry[2])]  # fmt: skip
    if any(entry and entry[2] not in names.values() and _may_be_name(entry[1], entry[2])
           for entry in entries):  # fmt: skip
        return {}  # as a heading, this name would mean something else
    is_whole = len(names) + len(others) == len(parts)
    # `東家:山田` beside other headings is a seat, not a letter of a key.
    may_have_others = len(names) >= _LEAST and all(letter.isascii() for letter in names)
    return names if is_whole and (not others or may_have_others) else {}


def _is_word_of_deals(text: str) -> bool:
    """Return whether a text is a heading or a result, such as `wins on a discard`."""
    verb, _, rest = plain(text).partition("_")
    if rest and role_of(verb) in {"winner", "from", "ready", "tenpai"}:
        return True
    return bool(role_of(text)) or plain(text) in RESULTS or is_self_drawn(text)


def _may_be_name(letters: str, word: str) -> bool:
    """Return whether a word that is also a heading may be a player, as in `Vi = Vince`."""
    return len(letters) == 2 and word[:1].isupper() and word.startswith(letters)


def _is_name(text: str) -> bool:
    word = plain(text)
    return not (_is_word_of_deals(text) or has_penalty(text) or is_seat_name(word))
