"""Turns rows of an archive into JSON objects, with times as text and without database numbers.

`schemas/archive.schema.json` says what each member means.
"""

from __future__ import annotations

from typing import Any, Final

from mjlog.archive.adding.entry import Row
from mjlog.archive.storage.clock import format_moment
from mjlog.archive.view import Removal

_OF_THE_DATABASE: Final = frozenset({"id", "event_id", "seen_from"})
_ORIGIN: Final = ("name", "format", "sha256", "size")


def record_object(row: Row) -> dict[str, Any]:
    """Convert a record's row into a JSON object for the API, with times as text.

    Row numbers and other columns that only the database needs are left out.
    """
    members = {name: value for name, value in row.items() if name not in _OF_THE_DATABASE}
    members["added"] = format_moment(row["added"])
    members["public_from"] = format_moment(row["public_from"]) if row["public_from"] else None
    return members


def origin_object(row: Row) -> dict[str, Any]:
    """Convert the row of a record's original file into a JSON object.

    It has the name, format, SHA-256 and size of the file, and the time of adding.
    """
    return {name: row[name] for name in _ORIGIN} | {"added": format_moment(row["added"])}


def removal_object(removal: Removal) -> dict[str, Any]:
    """Convert the removal of a record into a JSON object: digest, kind, time and reason."""
    return {
        "digest": removal.digest,
        "kind": removal.kind,
        "at": format_moment(removal.at),
        "reason": removal.reason,
    }


def change_object(row: Row) -> dict[str, Any]:
    """Convert a row of the log of changes into a JSON object, with the time as text."""
    return {**row, "at": format_moment(row["at"])}


def event_object(row: Row) -> dict[str, Any]:
    """Convert an event's row into a JSON object.

    The number of deals becomes an integer, because some databases return another type.
    """
    return {**row, "deals": int(row["deals"])}


def facet_objects(facets: dict[str, list[tuple[str, int]]]) -> dict[str, list[dict[str, Any]]]:
    """Convert the result of the function `facets` into JSON data.

    Each field has a list of values with their counts, as in ``{"status": [{"value": "clean",
    "count": 7}]}``.
    """
    return {
        name: [{"value": value, "count": number} for value, number in values]
        for name, values in facets.items()
    }
