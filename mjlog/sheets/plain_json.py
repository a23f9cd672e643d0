"""A sheet as plain JSON, by ``schemas/sheet.schema.json``: the table that it stands for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.notation.limits import Unreadable
from mjlog.sheets.spreadsheets import as_text
from mjlog.sheets.workbook import Cell, Grid

_HEAD: Final = ("rules", "event", "date", "round", "table")
_POINTS: Final = ("change", "total")


def is_json(text: str) -> bool:
    """Whether a text begins as a JSON object."""
    return text.lstrip()[:1] == "{"


def grid_of_json(text: str) -> Grid:
    """The table of a sheet in JSON. Raises `Unreadable`, and says where it breaks the schema."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise _refused(f"this is no JSON: {problem}") from None
    wrong = next(iter(_schema().iter_errors(told)), None)
    if wrong is not None:
        raise _refused(f"{wrong.json_path}: {wrong.message}"[:200])
    rows = enumerate(_rows(told), 1)
    cells = {
        (row, column): Cell(row, column, text)
        for row, words in rows
        for column, word in enumerate(words, 1)
        if (text := as_text(word))
    }
    return Grid("", cells)


def _refused(words: str) -> Unreadable:
    return Unreadable(Finding.telling("sheet.unreadable", "error", msg("{words}", words=words)))


@cache
def _schema() -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  slow to import

    schema = files("mjlog.schemas").joinpath("sheet.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(schema))


def _rows(told: Mapping[str, Any]) -> Iterator[list[Any]]:
    yield from ([key, told[key]] for key in _HEAD if key in told)
    players, deals = told["players"], told["deals"]
    named = list(dict.fromkeys(name for deal in deals for name in deal if name not in _POINTS))
    roles = [name for name in named if not name.startswith("x_")]
    kinds = [kind for kind in _POINTS if any(kind in deal for deal in deals)]
    above = (word for kind in kinds for word in (kind, *("" for _ in players[1:])))
    yield [*("" for _ in roles), *above]
    yield [*roles, *(name for _ in kinds for name in players)]
    for deal in deals:
        points = (_padded(deal.get(kind) or [], len(players)) for kind in kinds)
        yield [*(deal.get(role) for role in roles), *(each for some in points for each in some)]
    if "final" in told and "total" in kinds:
        before = len(roles) - 1 + len(players) * (len(kinds) - 1)
        yield ["Final", *("" for _ in range(before)), *told["final"]]


def _padded(points: list[Any], number: int) -> list[Any]:
    return [*points, *(None for _ in range(number))][:number]
