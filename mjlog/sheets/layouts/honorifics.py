"""Removes honorifics such as `さん` behind names that the sheet also writes without them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import any_of
from mjlog.sheets.files.workbook import Grid

_BETWEEN: Final = r"\s,;/+&、，・；"
_WITH_HONORIFIC: Final = re.compile(
    rf"(?<![^{_BETWEEN}])([^{_BETWEEN}]+?) ?"
    rf"(?:{any_of(words('labels', 'honorific'))})(?![^{_BETWEEN}])"
)
"""A name with an honorific, alone or in a list of names."""


def with_names_alone(grid: Grid) -> Grid:
    """Remove honorifics behind names: `田中さん` becomes `田中` if another cell says `田中`.

    Return a copy of the worksheet, or the worksheet itself if it has no such names.
    """
    texts = {cell.text for cell in grid.cells.values()}
    if not any(name in texts for name in _WITH_HONORIFIC.findall("\n".join(texts))):
        return grid

    def alone(name: re.Match[str]) -> str:
        return name[1] if name[1] in texts else name[0]

    cells = {place: replace(cell, text=_WITH_HONORIFIC.sub(alone, cell.text))
             for place, cell in grid.cells.items()}  # fmt: skip
    return replace(grid, cells=cells)
