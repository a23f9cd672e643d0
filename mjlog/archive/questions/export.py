"""Exports an archive's records as files or as one stream, with few records in memory at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mjlog.archive.adding.entry import game_of
from mjlog.archive.storage.clock import format_moment
from mjlog.archive.view import LICENSED, Stored, View
from mjlog.notation.json_format.json_form import json_text

SHARED: Final = 2
"""Number of letters of the digest that name a record's folder, so that no folder becomes too large.
"""


def records_to_export(view: View, *, any_licence: bool = True) -> Iterator[Stored]:
    """Yield all records that the reader may see, in the order in which they were added.

    Without `any_licence`, yield only records that state a licence or a source.
    """
    return view.texts(None, *([] if any_licence else [LICENSED]))


def write_files(records: Iterator[Stored], folder: Path) -> int:
    """Write each record into a file of its own; return the number of records.

    The files are named by the digests of the records. If a file of the same size exists, it is not
    written again, but counted, so an interrupted export can be repeated. Raises OSError if a file
    cannot be written.
    """
    number = 0
    made: set[Path] = set()
    for stored in records:
        home = folder / stored.digest[:SHARED]
        if home not in made:
            home.mkdir(parents=True, exist_ok=True)
            made.add(home)
        file = home / f"{stored.digest}.mjl"
        if not (file.exists() and file.stat().st_size == len(stored.text)):
            # If a full disk cuts off the file, it must not have the name of a complete record.
            beside = file.with_suffix(".new")
            try:
                beside.write_bytes(stored.text)
                beside.replace(file)
            finally:
                beside.unlink(missing_ok=True)
        number += 1
    return number


def write_text(records: Iterator[Stored]) -> Iterator[bytes]:
    """Yield the canonical text of each record as bytes, with an empty line after it."""
    for stored in records:
        yield stored.text + b"\n"


def write_ndjson(records: Iterator[Stored]) -> Iterator[bytes]:
    """Yield one line of JSON, as bytes, for each record: digest, time of adding, and the record."""
    for stored in records:
        # The line is joined from texts, because parsing the record's JSON again would double the
        # work.
        added = json.dumps(format_moment(stored.row["added"]))
        record = json_text(game_of(stored.text))
        line = f'{{"digest": "{stored.digest}", "added": {added}, "record": {record}}}\n'
        yield line.encode()
