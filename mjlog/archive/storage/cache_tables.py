"""The table that only the cache of a served folder has, in addition to those of every archive."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text

from mjlog.archive.storage.tables import NAMES

of_cache: Final = MetaData(naming_convention=NAMES)


def text_column(name: str) -> Column[str]:
    """Define a column of text that is never null."""
    return Column(name, Text, nullable=False)


def number_column(name: str) -> Column[int]:
    """Define a column of whole numbers that is never null."""
    return Column(name, BigInteger, nullable=False)


listed: Final = Table(
    "listed",
    of_cache,
    Column("path", Text, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("slug", Text, nullable=False, index=True),
    text_column("name"),
    text_column("ordered"),
    text_column("mark"),
    Column("packed", Boolean, nullable=False),
    Column("is_sheet", Boolean, nullable=False),
    Column("digest", Text, nullable=True, index=True),
    text_column("engine"),
    text_column("status"),
    text_column("title"),
    text_column("title_key"),
    text_column("place_keys"),
    text_column("player_keys"),
    text_column("rules"),
    text_column("rules_title"),
    text_column("date"),
    number_column("deals"),
    number_column("findings"),
    number_column("gravity"),
    text_column("told"),
    Index("ix_listed_status", "status"),
)
"""Records, score sheets and unreadable files of a folder that is served, one row for each.

`place` is the place in the file, `slug` the name in URLs, `ordered` the place in the list, `mark` a
hash of the file's bytes. `status` is unread until the entry has been read. `engine` is the version
of mjlog and its rules that audited the entry. `told` has the other data that the row shows, as
JSON.
"""
