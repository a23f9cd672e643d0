"""Tokens and the log of writes: what opens the archive, and what does not."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select

from mjlog.archive.adding.writer import Policy
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.storage.write_log import Author, forget_writes, writes_of
from mjlog.archive.store import Archive
from mjlog.archive.tokens import (
    PREFIX,
    SCOPES,
    Token,
    create_token,
    revoke_token,
    token_of,
    tokens_of,
)
from mjlog.archive.view import ANYBODY, KEEPER
from mjlog.cli.archives.archive_commands import SCOPES as OFFERED
from tests.kit.archives import found, text_of
from tests.kit.commands import run


def test_a_token_is_known_again_and_only_its_hash_is_kept(archive: Archive) -> None:
    made = create_token(archive, "league", ["submit"])
    assert made.startswith(PREFIX)
    assert len(made) >= len(PREFIX) + 43
    token = token_of(archive, made)
    assert token is not None
    assert (token.name, token.scopes) == ("league", ("submit",))
    with archive.reading() as connection:
        (row,) = connection.execute(select(tables.tokens)).all()
    assert sha256(made.encode()).hexdigest() in row
    assert not [value for value in row if made in str(value) or made[len(PREFIX) :] in str(value)]


def test_two_hundred_forged_tokens_open_nothing(archive: Archive) -> None:
    made = create_token(archive, "league", ["admin"])
    flipped = [f"{made[:at]}{'A' if made[at] != 'A' else 'B'}{made[at + 1 :]}" for at in range(49)]
    beginnings = [made[:length] for length in range(48)]
    longer = [made + chr(33 + number) for number in range(60)]
    others = ["", made.upper(), made.lower(), f" {made}", f"{made}\n", "\ud800", "%", "' or 1=1 --"]
    hashed = [sha256(made.encode()).hexdigest()]
    made_up = [f"{PREFIX}{sha256(bytes([number])).hexdigest()[:43]}" for number in range(40)]
    forged = [*flipped, *beginnings, *longer, *others, *hashed, *made_up]
    assert len(forged) >= 200
    assert [each for each in forged if token_of(archive, each)] == []


def test_an_expired_and_a_revoked_token_open_nothing(archive: Archive) -> None:
    old = create_token(archive, "old", ["admin"], expires=now() - 1)
    ended = create_token(archive, "ended", ["admin"], expires=now() + 10**12)
    assert token_of(archive, ended) is not None
    assert revoke_token(archive, "ended")
    assert not revoke_token(archive, "ended")
    assert not revoke_token(archive, "nobody")
    assert [token_of(archive, each) for each in (old, ended)] == [None, None]


def test_names_are_given_once(archive: Archive) -> None:
    create_token(archive, "league", ["read"])
    revoke_token(archive, "league")
    with pytest.raises(ArchiveError, match="league"):
        create_token(archive, "league", ["read"])


@pytest.mark.parametrize(
    ("name", "scopes"), [("", ["read"]), ("a\nb", ["read"]), ("a", []), ("a", ["all"])]
)
def test_a_token_without_a_name_or_rights_is_not_made(
    archive: Archive, name: str, scopes: list[str]
) -> None:
    with pytest.raises(ArchiveError):
        create_token(archive, name, scopes)
    assert tokens_of(archive) == []


@pytest.mark.parametrize(
    ("scope", "rights", "sees"),
    [
        ("read", {"read"}, ANYBODY),
        ("submit", {"read", "submit"}, ANYBODY),
        ("write", {"read", "submit", "write"}, KEEPER),
        ("publish", {"read", "publish"}, KEEPER),
        ("admin", set(SCOPES), KEEPER),
    ],
)
def test_what_a_scope_may(scope: str, rights: set[str], sees: object) -> None:
    token = Token("league", (scope,), 0)
    assert {right for right in SCOPES if token.has_scope(right)} == rights
    assert token.reader == sees


def test_each_scope_says_what_it_may_in_one_sentence() -> None:
    assert list(SCOPES) == OFFERED
    assert all(words.endswith(".") and words.count(". ") == 0 for words in SCOPES.values())


def test_the_last_use_is_kept_by_the_hour(archive: Archive) -> None:
    made = create_token(archive, "league", ["read"])
    assert tokens_of(archive)[0].used is None
    token_of(archive, made)
    (first,) = tokens_of(archive)
    assert first.used is not None
    assert first.used % 3_600_000_000 == 0
    token_of(archive, made)
    assert tokens_of(archive) == [replace(first)]


def test_the_log_tells_who_wrote_what(archive: Archive) -> None:
    author = Author("league", "r-1")
    added, _ = archive.add_in_one_transaction(list(found(text_of(), b"rice")), None, author)
    archive.add_in_one_transaction(list(found(text_of())), None, author)
    archive.show_to(added.digest, Policy("private"), author)
    archive.remove(added.digest, "asked for", author=author)
    with archive.reading() as connection:
        lines = list(writes_of(connection))
        assert [each.what for each in lines] == ["added", "visibility", "removed"]
        assert {(each.token, each.digest, each.request) for each in lines} == {
            ("league", added.digest, "r-1")
        }
        assert [each.what for each in writes_of(connection, 1)] == ["removed"]
    with archive.writing() as connection:
        assert forget_writes(connection, lines[0].at) == 0
        assert forget_writes(connection, now() + 1) == 3


# ----------------------------------------------------------------------- commands


def test_the_commands_make_list_and_end_a_token(archive: Archive, where: str) -> None:
    made = run("token", "create", where, "league", "--scope", "submit", "--expires", "90d")
    secret = made.stdout.strip()
    assert token_of(archive, secret) is not None
    listed = run("token", "list", where).output
    assert "league  submit  expires " in listed
    assert secret not in listed
    (told,) = [
        json.loads(line)
        for line in run("token", "list", where, "--format", "ndjson").output.splitlines()
    ]
    assert told["scopes"] == ["submit"]
    assert run("token", "revoke", where, "league").exit_code == 0
    assert token_of(archive, secret) is None
    assert "league  submit  revoked " in run("token", "list", where).output
    assert run("token", "revoke", where, "league").exit_code == 1


@pytest.mark.parametrize("words", ["soon", "0d", "-1d", "d"])
def test_an_expiry_that_is_none_is_refused(archive: Archive, where: str, words: str) -> None:
    done = run("token", "create", where, "league", "--scope", "read", "--expires", words)
    assert done.exit_code == 2
    assert tokens_of(archive) == []


def test_a_token_may_never_expire(archive: Archive, where: str) -> None:
    run("token", "create", where, "league", "--scope", "read", "--expires", "never")
    assert [each.expires for each in tokens_of(archive)] == [None]
    assert "never expires" in run("token", "list", where).output


def test_the_log_is_printed_and_shortened(archive: Archive, where: str) -> None:
    (added,) = archive.add_in_one_transaction(list(found(text_of())), None, Author("league", "r-1"))
    assert f"league  added  {added.digest}  r-1" in run("archive", "log", where).output
    (line,) = run("archive", "log", where, "--format", "ndjson").output.splitlines()
    assert json.loads(line).items() >= {"token": "league", "request": "r-1"}.items()
    assert run("archive", "log", where, "--forget-before", "soon").exit_code == 2
    assert "0 lines" in run("archive", "log", where, "--forget-before", "2020-01-01").output
    assert "1 line " in run("archive", "log", where, "--forget-before", "2100-01-01").output
    assert not run("archive", "log", where).output


def test_a_token_that_has_ended_already_is_not_made(tmp_path: Path) -> None:
    at = str(tmp_path / "club.sqlite")
    run("archive", "init", at)
    told = run("token", "create", at, "old", "--scope", "read", "--expires", "2020-01-01")
    assert told.exit_code == 2
    assert "2020-01-01 has gone by" in told.output
    assert not run("token", "list", at).output
