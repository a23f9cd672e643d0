"""Defines the tables of an archive, the same in SQLite and PostgreSQL.

`texts`, `originals`, `origins`, `removals`, `changes` and the decisions of people (visibility,
merged players) cannot be restored if they are lost; the other tables can be computed from them.
Times are whole microseconds since 1970 in UTC, so that they sort and compare alike everywhere.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata: Final = MetaData(naming_convention=NAMES)
_Id: Final = BigInteger().with_variant(Integer, "sqlite")
"""Type of row numbers: SQLite numbers rows automatically only in a plain INTEGER column."""


def _id() -> Column[int]:
    return Column("id", _Id, primary_key=True)


def _record_column(*, key: bool = True) -> Column[int]:
    return Column(
        "record_id",
        _Id,
        ForeignKey("records.id", ondelete="CASCADE"),
        primary_key=key,
        nullable=False,
    )


def _number(name: str, *, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=null)


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text, nullable=null)


def _flag(name: str) -> Column[bool]:
    """Define a column of true or false; null means that the record does not state the answer."""
    return Column(name, Boolean, nullable=True)


meta: Final = Table("meta", metadata, Column("name", Text, primary_key=True), _text("value"))
"""Facts about the archive itself."""

events: Final = Table(
    "events",
    metadata,
    _id(),
    _text("name"),
    Column("key", Text, nullable=False, unique=True),
    _text("statistics"),
)
"""Events by their folded names.

`statistics` says who may see statistics of persons: off, players or public.
"""

players: Final = Table(
    "players",
    metadata,
    _id(),
    _text("name"),
    Column("key", Text, nullable=False, index=True),
    Column("merged_into", _Id, ForeignKey("players.id"), nullable=True, index=True),
    Column("joined_to", _Id, nullable=True),
    Column("pseudonym", Text, nullable=False, unique=True),
)
"""Players by name; two players with the same name have two rows if a person said so.

`joined_to` is the row of the same player, as a person decided. `merged_into` is the row that
finally stands for all merged players. `pseudonym` is shown instead of the name on request, and
replaces the name if the player is forgotten.
"""

seatings: Final = Table(
    "seatings",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False, index=True),
)
"""Seats of players who share a name with others, if a person said which of them sat there."""

records: Final = Table(
    "records",
    metadata,
    _id(),
    Column("digest", Text, nullable=False, unique=True),
    _text("amends", null=True),
    _text("title"),
    _text("rules"),
    _text("rules_header"),
    Column("event_id", _Id, ForeignKey("events.id"), nullable=True),
    _text("date"),
    _text("round"),
    _text("table_name"),
    _number("seats"),
    _number("deals"),
    _number("turns"),
    _number("errors"),
    _number("warnings"),
    _number("notes"),
    _number("agrees"),
    _number("differs"),
    _number("given"),
    _number("unverified"),
    _text("status"),
    _text("visibility"),
    _number("public_from", null=True),
    _text("state"),
    _number("seen_from"),
    _text("licence"),
    _text("source"),
    _text("format"),
    _number("added"),
    _number("change"),
    _text("engine"),
    Index("ix_records_rules", "rules", "id", "seen_from"),
    Index("ix_records_status", "status", "id", "seen_from"),
    Index("ix_records_facets", "rules", "status", "event_id", "seen_from", "date", "deals"),
    Index("ix_records_date", "date", "id", "seen_from"),
    Index("ix_records_event", "event_id", "id", "seen_from"),
    Index("ix_records_errors", "errors", "id"),
    Index("ix_records_deals", "deals", "id"),
    Index("ix_records_turns", "turns", "id"),
    Index("ix_records_amends", "amends"),
    Index("ix_records_change", "change", "seen_from"),
    Index("ix_records_public_from", "public_from"),
    Index("ix_records_engine", "engine"),
)
"""One row for each record, with the data that a list shows.

`status` is clean, unverified, warnings, errors or failed. `visibility` is public, private or later;
for later, `public_from` is the time. `state` is published or submitted. `seen_from` follows from
these three: it is the time from which on everybody may see the record, 0 for always. `engine` is
the version of mjlog and its rules that audited the record, `change` is the number of its last
change, and `amends` is the digest of the record that it corrects.
"""

texts: Final = Table(
    "texts", metadata, _record_column(), Column("text", LargeBinary, nullable=False)
)
"""The canonical text of each record in UTF-8, compressed with zlib.

All index tables follow from it.
"""

originals: Final = Table(
    "originals",
    metadata,
    _id(),
    Column("sha256", Text, nullable=False, unique=True),
    _text("format"),
    _number("size"),
    Column("data", LargeBinary, nullable=False),
)
"""Bytes that records were read from, compressed with zlib; equal bytes are stored only once."""

origins: Final = Table(
    "origins",
    metadata,
    _record_column(),
    Column(
        "original_id",
        _Id,
        ForeignKey("originals.id"),
        primary_key=True,
        nullable=False,
        index=True,
    ),
    _text("name"),
    _number("added"),
    _text("findings"),
)
"""Original file of each record: its bytes, its name, and the findings of the reader as JSON."""

words: Final = Table("words", metadata, _record_column(), _text("folded"))
"""Text in which the search box searches: folded names, events and comments."""

seats: Final = Table(
    "seats",
    metadata,
    _record_column(),
    Column("seat", Integer, primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False),
    _text("name"),
    _number("points", null=True),
    _number("change", null=True),
    _number("due", null=True),
    _number("place", null=True),
    _number("placed", null=True),
    _number("placed_due", null=True),
    Index("ix_seats_player_record", "player_id", "record_id"),
)
"""One row for each seat of a record: the player, the points and the placement.

The points at the end are as recorded; the change in the game is as recorded and by the rules.
`placed` and `placed_due` are the points with placement, as recorded and by the rules, in 12,000ths
of a point, so that thirds and thousandths are whole numbers. A value is null if the record does not
state it.
"""

deals: Final = Table(
    "deals",
    metadata,
    _record_column(),
    Column("number", Integer, primary_key=True),
    _text("label"),
    _number("dealer", null=True),
    _text("how", null=True),
    _text("unit", null=True),
    _number("turns"),
    _number("go_arounds"),
    _number("errors"),
    _number("winners", null=True),
    _text("row"),
)
"""One row for each deal.

`winners` is the number of winners by the rules, null if unknown. `row` is the row of
`mjlog.deals_table` as JSON.
"""

deal_seats: Final = Table(
    "deal_seats",
    metadata,
    _record_column(),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    _number("change", null=True),
    _flag("won"),
    _flag("self_drawn"),
    _flag("dealt_in"),
    _number("winners_paid", null=True),
    _number("value", null=True),
    _text("unit", null=True),
    _flag("is_ready"),
    _number("ready", null=True),
    _number("melds", null=True),
    _text("waits", null=True),
    _number("wait_kinds", null=True),
    _text("wait_shape", null=True),
    _text("hand", null=True),
)
"""One row for each seat of a deal. A value is null if the record does not state it.

`change` is by the rules, or else as recorded. `winners_paid` is the number of winners on the seat's
discard. `value` and `unit` are the value of the seat's winning hand. `ready` is the go-around in
which the player declared ready. `waits` are the tiles that the hand waited for at the end,
`wait_kinds` is the number of their kinds and `wait_shape` the shape of the wait. `hand` has the
tiles of the winning hand, sorted by kind, each followed by its suit.
"""

items: Final = Table(
    "items",
    metadata,
    _record_column(),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, primary_key=True),
    _number("points"),
    _text("rules"),
    Index("ix_items_name_record", "name", "record_id"),
)
"""Items that make up the value of each winning hand."""

findings: Final = Table(
    "findings",
    metadata,
    _record_column(),
    Column("number", Integer, primary_key=True),
    _text("code"),
    _text("severity"),
    _number("deal"),
    Index("ix_findings_code_record", "code", "record_id"),
)
"""Codes of the findings of each record, in order; the report has the sentences."""

reports: Final = Table(
    "reports",
    metadata,
    _record_column(),
    Column("engine", Text, primary_key=True),
    _number("made"),
    Column("body", LargeBinary, nullable=False),
)
"""Audit reports as compressed JSON, each with the version of mjlog and its rules that made it."""

removals: Final = Table(
    "removals",
    metadata,
    Column("digest", Text, primary_key=True),
    _number("at"),
    _text("kind"),
    _text("reason"),
    Column("shown", Boolean, nullable=False, default=False),
)
"""Records that were removed; `shown` says whether the public could see them.

`kind` is removed, withdrawn, or gone if the file in a watched folder was deleted.
"""

HIDDEN: Final = "hidden"
"""Kind of a change that hides a public record; every reader sees this change."""
changes: Final = Table(
    "changes",
    metadata,
    Column("number", _Id, primary_key=True),
    _text("digest"),
    _text("kind"),
    _number("at"),
    Index("ix_changes_digest", "digest"),
    sqlite_autoincrement=True,
)
"""Changes in order. Kinds are added, published, amended, audited, visibility, removed, withdrawn.
"""

files: Final = Table(
    "files",
    metadata,
    Column("path", Text, primary_key=True),
    _number("modified"),
    _number("size"),
    _text("sha256"),
    _text("digests"),
    _text("refused"),
)
"""Files of watched folders, with the time and size when they were last read.

`digests` are the records found in the file, `refused` are the reasons why parts of it could not be
read, both as JSON.
"""

tokens: Final = Table(
    "tokens",
    metadata,
    _id(),
    Column("name", Text, nullable=False, unique=True),
    Column("sha256", Text, nullable=False, unique=True),
    _text("scopes"),
    _number("made"),
    _number("expires", null=True),
    _number("revoked", null=True),
    _number("used", null=True),
)
"""Tokens for access over HTTP: the SHA-256 of each token, never the token itself.

`scopes` are words separated by spaces, `used` is the hour of the last use. No two tokens have the
same name.
"""

writes: Final = Table(
    "writes",
    metadata,
    _id(),
    _number("at"),
    _text("token"),
    _text("what"),
    _text("digest"),
    _text("request"),
    Index("ix_writes_at", "at"),
)
"""Log of writes over HTTP, with the token used; it contains no texts and no addresses.

`request` is the identifier of the request, which is also in the log of the server.
"""

answers: Final = Table(
    "answers",
    metadata,
    Column("key", Text, primary_key=True),
    _text("request"),
    _number("begun"),
    _number("expires"),
    _number("status", null=True),
    _text("headers"),
    Column("body", LargeBinary, nullable=False),
    Index("ix_answers_expires", "expires"),
)
"""Answers to writes that had an `Idempotency-Key`.

`key` is a hash of this key and of the token, `request` a hash of the whole request. `status` is
null while the write still runs.
"""

jobs: Final = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),
    _number("made"),
    _number("beat"),
    _text("state"),
    _text("policy"),
    Column("data", LargeBinary, nullable=False),
    _text("told"),
    _number("number"),
    Index("ix_jobs_made", "made"),
)
"""Jobs that add files in the background while a page shows the progress.

`data` has the packed files, and is empty when all are added. `told` has the result of each record
as JSON, and `number` is the number of records. `beat` is the time at which the process last
reported that it runs. `state` is waiting or done.
"""
