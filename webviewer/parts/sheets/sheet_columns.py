"""The meaning of each column of a sheet, as recognised or as a visitor names it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.words import role_of
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.layouts.layout import tables
from mjlog.sheets.layouts.mapping import (
    MapError,
    SheetMap,
    heads_of,
    map_of,
    map_of_roles,
    map_of_table,
)
from mjlog.sheets.reading import HowToRead, how_of_grid
from webviewer.sheet_copies import Judged

FIELD: Final = "c."
"""The beginning of the names of columns' fields in forms; the column's number follows."""
LONGEST: Final = 3_000
"""The most bytes of a map in a cookie."""
_UNITS: Final = frozenset({1, 100, 1000})
_MOST_ROWS: Final = 100_000
_LOOK: Final = 10
"""The number of first rows that may be the heads of a table that is not recognised."""


def map_shown(judged: Judged, grid: Grid) -> SheetMap:
    """Return which column of a worksheet means what, as the page shows it.

    It is the visitor's own choice if there is one, else the meanings with which mjlog read the
    sheet, else a guess from the texts of the first rows. `judged` is the score sheet with its
    audit, and `grid` is the worksheet.
    """
    layout = map_named(judged, grid)
    if layout is not None:
        return layout
    for game in judged.file.games:
        layout = game.draft.layout
        if game.draft.sheet == grid.name and layout is not None:
            return layout if layout.heads else replace(layout, heads=heads_of(grid, layout.head))
    rows = list(islice(grid.rows(), _LOOK))
    if not rows:
        return SheetMap(head=1)
    looks = tables(grid)
    if looks and len(looks[0].roles) > 1:
        return map_of_table(looks[0], (), (), ())
    # No heads are recognised: they are probably in the first of the longest rows.
    return SheetMap(head=max(rows, key=lambda row: len(row[1]))[0])


def roles_beside(judged: Judged, grid: Grid, shown: SheetMap) -> dict[int, str]:
    """Return the meanings of the columns of tables beside the first table of a worksheet.

    The result is a dict from column number to meaning, without the columns of the map `shown`.
    """
    drafts = (game.draft for game in judged.file.games if game.draft.sheet == grid.name)
    layouts = [draft.layout for draft in drafts if draft.layout is not None]
    beside = {at: role for layout in layouts[1:] for at, role in layout.roles_by_column.items()}
    return {at: role for at, role in beside.items() if at not in shown.roles_by_column}


def map_named(judged: Judged, grid: Grid) -> SheetMap | None:
    """Return the meanings of columns that the visitor chose for this worksheet, or None.

    `judged` is the score sheet with its audit, and `grid` is the worksheet.
    """
    how = HowToRead(layout=judged.layout)
    return how_of_grid(judged.file.workbook, grid, how).layout


def map_from_form(form: Mapping[str, str], before: SheetMap, grid: Grid, rules: str) -> SheetMap:
    """Return the meanings of columns after the visitor has changed them in a form.

    `before` are the previous meanings, which stay for columns that are not in the form; `rules` are
    the chosen rules. If the form swaps rows and columns, the meanings are recognised again from the
    headings. `grid` is the worksheet.
    """
    head, unit = form.get("head", ""), form.get("unit", "")
    turned = "turned" in form
    laid = grid.transposed() if turned != grid.is_transposed else grid
    at = min(int(head), _MOST_ROWS) if head.isdecimal() and len(head) < 7 else before.head
    roles = before.roles_by_column if turned == before.turned else _roles_of_heads(laid, at)
    for name, word in form.items():
        number = name.removeprefix(FIELD)
        if name.startswith(FIELD) and number.isdecimal() and len(number) < 6:
            roles[int(number)] = word
    layout = replace(
        map_of_roles(before, roles),
        rules=rules or before.rules,
        head=at,
        turned=turned,
        unit=int(unit) if unit.isdecimal() and int(unit) in _UNITS else 0,
        names=(),
        heads=heads_of(laid, at) if at else (),
    )
    points = layout.changes or layout.totals
    if points == (before.changes or before.totals) and before.names:
        return replace(layout, names=before.names)
    names = tuple(laid.text(at, column) if at else "" for column in points)
    return replace(layout, names=names if all(names) else ())


def _roles_of_heads(grid: Grid, head: int) -> dict[int, str]:
    """Recognise from the headings in row `head` what each column means.

    Return a dict from column number to meaning, without columns whose heading is not recognised.
    """
    roles = {column: role_of(grid.text(head, column)) for column in grid.columns_of(head)}
    return {column: role for column, role in roles.items() if role is not None}


def packed(layout: SheetMap) -> str:
    """Encode the meanings of columns as text for a cookie; return an empty text if too long."""
    data = urlsafe_b64encode(layout.to_toml().encode())
    return data.decode() if len(data) <= LONGEST else ""


def unpacked(text: str) -> str:
    """Decode the meanings of columns from a cookie; return them as TOML text.

    Return an empty text if the cookie is invalid.
    """
    try:
        toml = urlsafe_b64decode(text.encode()[:LONGEST]).decode()
        map_of(toml)
    except (Error, UnicodeError, MapError):
        return ""
    return toml
