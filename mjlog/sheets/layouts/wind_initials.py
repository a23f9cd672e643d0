"""Replaces abbreviations that are other winds elsewhere, such as the Polish W for the east."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import wind_of
from mjlog.sheets.files.workbook import Grid

_OWN: Final = words("winds", "initials")
"""Initials of east, south, west and north, in a language that has its own."""
_WITH_EAST: Final = {"e": "E", "p": "S", "z": "W", "n": "N"}
"""The same with the English initial of the east."""
_WIND: Final = re.compile(
    r"(?P<before>(?:[^()\[\]]*[(\[])?)(?P<wind>[^\W\d_]{1,2})"
    r"(?P<behind>[ .]?[0-9][^a-z]*|[ .]?[0-9][ .,-]*[a-z]{1,7}[ .]*[0-9]{1,2}|[)\]]|)",
    re.IGNORECASE,
)
"""An initial alone, in the label of a deal, or after a name: ``W``, ``W1-0``, ``W1 h2``."""
_LOOK: Final = 40
"""Number of rows by which initials of that language are recognised."""
_ENTRY_OF_KEY: Final = re.compile(r"\b([^\W\d_]+)(?:\s*[=＝:：→]\s*|\s+[-–—]\s+)([^\W\d_]+)")
_LONGEST_ABBREVIATION: Final = 2
_ROWS_OF_KEY: Final = 12
"""Number of first rows that may have a key of winds."""


def with_winds_named(grid: Grid) -> Grid:
    """Replace abbreviations of winds that would be other winds, such as W for the Polish east.

    They become E, S, W and N, alone, in labels and behind names. A key of four winds above the
    deals says what they mean, such as ``W = wschód, Pd = południe``; it is left out. Without a key,
    only Polish initials are replaced, if the label of the first deal begins with that of the east
    and all other labels begin with Polish initials too. Return any other worksheet unchanged.
    """
    for row, columns in islice(grid.rows(), _ROWS_OF_KEY):
        entries = [(column, *pair) for column in columns
                   for pair in _ENTRY_OF_KEY.findall(grid.text(row, column))]  # fmt: skip
        pairs = [sorted(pair, key=len) for _, *pair in entries]  # `W = wschód` or `wschód = W`
        wind_by_letters = {letters.casefold(): wind_of(word) for letters, word in pairs
                           if len(letters) <= _LONGEST_ABBREVIATION}  # fmt: skip
        if sorted(wind_by_letters.values()) == sorted("ESWN"):
            of_key = {(row, column) for column, *_ in entries}
            below = {place: cell for place, cell in grid.cells.items() if place not in of_key}
            return _with_winds_replaced(replace(grid, cells=below), wind_by_letters)
    texts = (grid.text(row, column) for row, columns in islice(grid.rows(), _LOOK)
             for column in columns)  # fmt: skip
    labels = [match["wind"].casefold() for text in texts
              if (match := _WIND.fullmatch(text)) and match["behind"][-1:].isdigit()]  # fmt: skip
    if labels[:1] == ["e"] and "p" in labels and {*labels} <= _WITH_EAST.keys():
        return _with_winds_replaced(grid, _WITH_EAST)
    are_winds = all(label in _OWN or (len(label) > 1 and wind_of(label)) for label in labels)
    if labels[:1] != [_OWN[0]] or not are_winds:
        return grid
    return _with_winds_replaced(grid, dict(zip(_OWN, "ESWN", strict=True)))


def _with_winds_replaced(grid: Grid, wind_by_letters: Mapping[str, str]) -> Grid:
    """Replace these abbreviations of winds in cells by the letters E, S, W and N.

    `wind_by_letters` has the wind for each abbreviation in lower case.
    """
    return grid.with_texts({
        place: f"{match['before']}{wind}{match['behind']}" for place, cell in grid.cells.items()
        if (match := _WIND.fullmatch(cell.text))
        and (wind := wind_by_letters.get(match["wind"].casefold()))
    })  # fmt: skip
