"""Tokens: who may read and write over HTTP.

A token is shown once, when it is made. The archive keeps only its SHA-256, so that nobody who reads
the database can use it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from sqlalchemy import insert, select, update

from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive
from mjlog.archive.view import ANYBODY, KEEPER, Reader

PREFIX: Final = "mjlog_"
"""Beginning of every token, by which people and scanners recognize tokens."""
SCOPES: Final = {
    "read": "Read what is public, where the archive asks its readers for a token.",
    "submit": "Add records that nobody sees until a token with `publish` publishes them.",
    "write": "Add records that are published at once, say who sees a record, and remove records.",
    "publish": "Publish the records that were submitted.",
    "admin": "Do all of this, and read the log of writes.",
}
INCLUDED: Final = {
    "read": {"read"},
    "submit": {"submit", "read"},
    "write": {"write", "submit", "read"},
    "publish": {"publish", "read"},
    "admin": set(SCOPES),
}
"""Scopes that each scope includes."""
SEES_ALL: Final = {"write", "publish", "admin"}
"""Scopes with which hidden records are visible, because their holders decide what is shown."""
HOUR: Final = 3_600 * 1_000_000
_columns: Final = tables.tokens.c


@dataclass(frozen=True, slots=True)
class Token:
    """What the archive stores about a token for access over HTTP: name, rights and times.

    The token itself is not stored. Times are in microseconds since 1970, None for never; `used` is
    the hour of the last use.
    """

    name: str
    scopes: tuple[str, ...]
    made: int
    expires: int | None = None
    revoked: int | None = None
    used: int | None = None

    def has_scope(self, scope: str) -> bool:
        """Return whether the token gives the right `scope`.

        A right can include others: a token with the right ``write`` may also ``read``.
        """
        return any(scope in INCLUDED[own] for own in self.scopes)

    @property
    def reader(self) -> Reader:
        """The reader as whom requests with this token see records.

        If one of the token's rights includes seeing all records, the reader sees all of them,
        otherwise only the public ones.
        """
        return KEEPER if SEES_ALL & set(self.scopes) else ANYBODY

    def is_valid(self, moment: int) -> bool:
        """Return whether the token can be used at a time: it is neither revoked nor expired.

        `moment` is the time, in microseconds since 1970.
        """
        return self.revoked is None and (self.expires is None or moment < self.expires)


def create_token(
    archive: Archive, name: str, scopes: Collection[str], expires: int | None = None
) -> str:
    """Create an access token with the rights in `scopes`, and return it. Only its hash is stored.

    `expires` is in microseconds since 1970, None for never. Raises ArchiveError if the name is
    invalid or was used before, if `scopes` is empty, or if a right does not exist.
    """
    _check(name, scopes)
    made = PREFIX + secrets.token_urlsafe(32)
    row = {
        "name": name,
        "sha256": _hash(made),
        "scopes": " ".join(scope for scope in SCOPES if scope in scopes),
        "made": now(),
        "expires": expires,
    }
    with archive.writing() as connection:
        if connection.execute(select(_columns.id).where(_columns.name == name)).scalar():
            raise ArchiveError(f"there is, or was, a token named {name}; take another name")
        connection.execute(insert(tables.tokens).values(row))
    return made


def _check(name: str, scopes: Collection[str]) -> None:
    if not name.strip() or len(name) > 100 or not name.isprintable():
        raise ArchiveError("a token needs a name of 1 to 100 letters")
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not scopes:
        raise ArchiveError(f"a token needs scopes of these: {', '.join(SCOPES)}")


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def tokens_of(archive: Archive) -> list[Token]:
    """Return all tokens of the archive, also revoked and expired ones, the oldest first."""
    with archive.reading() as connection:
        rows = connection.execute(select(tables.tokens).order_by(_columns.id)).mappings()
        return [_token(dict(row)) for row in rows]


def _token(row: dict[str, Any]) -> Token:
    names = ("name", "made", "expires", "revoked", "used")
    return Token(scopes=tuple(row["scopes"].split()), **{name: row[name] for name in names})


def revoke_token(archive: Archive, name: str) -> bool:
    """Revoke the token of that name at once; return whether a token was revoked.

    The result is False if no token has that name, or if it was revoked before.
    """
    valid = (_columns.name == name) & _columns.revoked.is_(None)
    with archive.writing() as connection:
        ended = connection.execute(update(tables.tokens).where(valid).values(revoked=now()))
        return bool(ended.rowcount)


def token_of(archive: Archive, given: str) -> Token | None:
    """Look up the token that a client sent, and record the hour of its use.

    Return None if the token does not exist, is revoked or has expired. The token is looked up by
    its hash, so that the time that this takes reveals nothing about other tokens.
    """
    hashed = _hash(given)
    with archive.reading() as connection:
        asked = select(tables.tokens).where(_columns.sha256 == hashed)
        row = connection.execute(asked).mappings().first()
    if row is None or not compare_digest(row["sha256"], hashed):
        return None
    token = _token(dict(row))
    moment = now()
    if not token.is_valid(moment):
        return None
    _note_use(archive, token, moment)
    return token


def _note_use(archive: Archive, token: Token, moment: int) -> None:
    """Record the hour in which the token was used, unless this hour is recorded already.

    `moment` is the time of the use. If another program writes to the archive now, do nothing,
    because the client must not wait.
    """
    hour = moment - moment % HOUR
    if token.used is not None and token.used >= hour:
        return
    with suppress(ArchiveError), archive.writing(at_once=True) as connection:
        whose = update(tables.tokens).where(_columns.name == token.name)
        connection.execute(whose.values(used=hour))
