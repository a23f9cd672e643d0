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
    """Return the row of a record as a JSON object, with times as text.

    Columns that only the database needs are left out.
    """
    members = {name: value for name, value in row.items() if name not in _OF_THE_DATABASE}
    members["added"] = format_moment(row["added"])
    members["public_from"] = format_moment(row["public_from"]) if row["public_from"] else None
    return members


def origin_object(row: Row) -> dict[str, Any]:
    """Return name, format, hash, size and time of an original file as a JSON object."""
    return {name: row[name] for name in _ORIGIN} | {"added": format_moment(row["added"])}


def removal_object(removal: Removal) -> dict[str, Any]:
    """Return a removed record as a JSON object."""
    return {
        "digest": removal.digest,
        "kind": removal.kind,
        "at": format_moment(removal.at),
        "reason": removal.reason,
    }


def change_object(row: Row) -> dict[str, Any]:
    """Return the row of a change as a JSON object, with the time as text."""
    return {**row, "at": format_moment(row["at"])}


def event_object(row: Row) -> dict[str, Any]:
    """Return the row of an event as a JSON object, with the number of deals as an integer."""
    return {**row, "deals": int(row["deals"])}


def facet_objects(facets: dict[str, list[tuple[str, int]]]) -> dict[str, list[dict[str, Any]]]:
    """Return for each field a list of objects with a ``value`` and its ``count`` of records."""
    return {
        name: [{"value": value, "count": number} for value, number in values]
        for name, values in facets.items()
    }
