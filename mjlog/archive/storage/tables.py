"""Defines the tables of an archive, the same in SQLite and PostgreSQL.

`texts`, `originals`, `origins`, `removals`, `changes` and what people decided (visibility, merged
players) cannot be made again; the other tables follow from them. Times are whole microseconds since
1970 in UTC, so that they sort and compare alike everywhere.
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
"""SQLite numbers rows by itself only where the column is a plain INTEGER."""


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
"""Events by the folded name; `statistics`: who may see those of persons: off, players, public."""

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
"""Players by name. Two of one name are two rows where a person said so; `joined_to` names the row
that a person said is the same player, `merged_into` the one that stands for all of them in the
end. `pseudonym` is told in the place of the name on request, and takes it where it is forgotten."""

seatings: Final = Table(
    "seatings",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False, index=True),
)
"""Which of several players of one name sat there, where a person said so."""

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
"""One row a record: what a list tells of it.

`status` is clean, unverified, warnings, errors or failed. `visibility` is public, private or
later; `public_from` says when, for the last. `state` is published or submitted. `seen_from` is made
of these three: the moment from which everybody sees the record, 0 for always. `engine` marks
the rules that judged it, `change` numbers its last change, `amends` is the digest of the record
that it corrects.
"""

texts: Final = Table(
    "texts", metadata, _record_column(), Column("text", LargeBinary, nullable=False)
)
"""The canonical text in UTF-8, packed by zlib: the truth."""

originals: Final = Table(
    "originals",
    metadata,
    _id(),
    Column("sha256", Text, nullable=False, unique=True),
    _text("format"),
    _number("size"),
    Column("data", LargeBinary, nullable=False),
)
"""Bytes that records were read from, packed by zlib, once each."""

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
"""Which bytes a record was read from, under which name, and what their reader remarked (JSON)."""

words: Final = Table("words", metadata, _record_column(), _text("folded"))
"""What the one search box looks through: names, event, comments, folded."""

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
"""Who sat where; the points at the end as recorded, what the game changed as recorded and by the
rules, and the placement; null where the record does not tell. `placed` and `placed_due` are the
points with places counted, as recorded and by the rules, in parts of 12,000, so that thirds and
thousandths are whole numbers."""

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
"""One row a deal; `winners` is how many won it by the rules, null where the record does not tell;
`row` is the flat row of `mjlog.deals_table` as JSON."""

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
"""What a deal was for one seat; null is what the record does not tell.

What it changed by the rules or else as recorded, whether the seat won (by its own draw), whose
discard others won on (`winners_paid` of them), the value of its winning hand and its unit, whether
it was ready and since which go-around, its melds, the tiles it waited for at the end, how many
kinds these are and of which shape, and the tiles of its winning hand by their kinds, each with its
suit behind it, in order.
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
"""What each winning hand was worth its value for."""

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
"""The findings of a record by code, in their order; their words stand in its report."""

reports: Final = Table(
    "reports",
    metadata,
    _record_column(),
    Column("engine", Text, primary_key=True),
    _number("made"),
    Column("body", LargeBinary, nullable=False),
)
"""What the audit came to, JSON packed by zlib, kept with the mark of the rules that made it."""

removals: Final = Table(
    "removals",
    metadata,
    Column("digest", Text, primary_key=True),
    _number("at"),
    _text("kind"),
    _text("reason"),
    Column("shown", Boolean, nullable=False, default=False),
)
"""Records that are gone: `shown` tells whether anybody could see it.

`kind` is removed, withdrawn, or gone, where the file of a watched folder went.
"""

HIDDEN: Final = "hidden"
"""The change by which a record that everybody saw is seen by few; everybody is told of it."""
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
"""What happened, in its order: added, published, amended, audited, visibility, removed,
withdrawn."""

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
"""Files of watched folders: time and size when last read, the digests found in each, and why
something in it could not be read, both as JSON."""

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
"""Who may read and write over HTTP: the SHA-256 of each token, never the token. `scopes` are words
with spaces between them; `used` is the hour of its last use. Names are given once."""

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
"""What was written over HTTP, and with which token: no texts, no addresses. `request` is the
number of the request, which the log of the server has too."""

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

`key` is a hash of it and of the token, `request` one of all that was asked. `status` is null while
the write still runs.
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
"""Files that are being added for somebody who looks at a page meanwhile: `data` are the files,
packed, empty once all is done; `told` what came of each record (JSON), `number` how many records
there are, `beat` when the process that does it last said so. `state` is waiting or done."""
