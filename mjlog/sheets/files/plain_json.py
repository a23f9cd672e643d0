"""Turns a sheet in JSON, in the format of ``schemas/sheet.schema.json``, into a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.notation.limits import Unreadable
from mjlog.shared_files import shared_file
from mjlog.sheets.files.calamine import to_text
from mjlog.sheets.files.workbook import Grid, grid_of_rows

_HEAD: Final = ("rules", "event", "date", "round", "table")
_POINTS: Final = ("change", "total")


def is_json(text: str) -> bool:
    """Return whether a text begins with `{`, as a JSON object does."""
    return text.lstrip()[:1] == "{"


def grid_of_json(text: str) -> Grid:
    """Convert a score sheet written as JSON into a worksheet.

    Raise `Unreadable` if the text is not JSON or does not follow `schemas/sheet.schema.json`.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise _refused(f"this is no JSON: {problem}") from None
    wrong = next(iter(_schema().iter_errors(content)), None)
    if wrong is not None:
        raise _refused(f"{wrong.json_path}: {wrong.message}"[:200])
    return grid_of_rows([to_text(word) for word in words] for words in _rows(content))


def _refused(words: str) -> Unreadable:
    return Unreadable(Finding.telling("sheet.unreadable", "error", msg("{words}", words=words)))


@cache
def _schema() -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  slow to import

    schema = shared_file("schemas", "sheet.schema.json").decode()
    return Draft202012Validator(json.loads(schema))


def _rows(contents: Mapping[str, Any]) -> Iterator[list[Any]]:
    yield from ([key, contents[key]] for key in _HEAD if key in contents)
    players, deals = contents["players"], contents["deals"]
    named = dict.fromkeys(entry for deal in deals for entry in deal)
    roles = [name for name in named if name not in _POINTS and not name.startswith("x_")]
    kinds = [each for each in _POINTS if each in named]
    above = [_padded([kind], len(players)) for kind in kinds]
    yield [*_padded([], len(roles)), *chain.from_iterable(above)]
    yield [*roles, *players * len(kinds)]
    for deal in deals:
        points = [_padded(deal.get(kind) or [], len(players)) for kind in kinds]
        yield [*(deal.get(role) for role in roles), *chain.from_iterable(points)]
    if "final" in contents and "total" in kinds:
        before = len(roles) + len(players) * (len(kinds) - 1)
        yield [*_padded(["Final"], before), *contents["final"]]


def _padded(words: list[Any], number: int) -> list[Any]:
    """Return a list of exactly `number` elements: the list cut off, or filled up with None."""
    return [*words, *[None] * number][:number]
