"""Replaces initials that mean other winds in most languages, such as the Polish W for the east."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.files.workbook import Grid

_OWN: Final = words("winds", "initials")
"""Initials of east, south, west and north, in a language that has its own."""
_WIND: Final = re.compile(
    r"(?P<before>(?:[^()\[\]]*[(\[])?)(?P<wind>[a-z])(?P<behind>[ .]?[0-9][^a-z]*|[)\]]|)",
    re.IGNORECASE,
)
"""An initial alone, in the label of a deal, or after a name: ``W``, ``W1-0``, ``Ola (W)``."""
_LOOK: Final = 40
"""Number of rows by which initials of that language are recognised."""


def with_winds_named(grid: Grid) -> Grid:
    """Replace Polish initials of winds, such as W for the east, by E, S, W and N.

    This is done only if the label of the first deal begins with the Polish initial of the east and
    all other labels begin with Polish initials too. Return any other worksheet unchanged.
    """
    texts = (grid.text(row, column) for row, columns in islice(grid.rows(), _LOOK)
             for column in columns)  # fmt: skip
    labels = [match["wind"].casefold() for text in texts
              if (match := _WIND.fullmatch(text)) and match["behind"][-1:].isdigit()]  # fmt: skip
    if labels[:1] != [_OWN[0]] or not {*labels} <= {*_OWN}:
        return grid
    usual = dict(zip(_OWN, "ESWN", strict=True))
    cells = dict(grid.cells)
    for place, cell in grid.cells.items():
        match = _WIND.fullmatch(cell.text)
        if match and (wind := usual.get(match["wind"].casefold())):
            cells[place] = replace(cell, text=f"{match['before']}{wind}{match['behind']}")
    return replace(grid, cells=cells)
