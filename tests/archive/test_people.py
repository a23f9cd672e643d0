"""Players who are the same, who only have the same name, and who are forgotten."""

import json
import re
import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, event, select, update
from sqlalchemy.pool import StaticPool

from mjlog.archive.adding.reading import found_in_bytes, original_of
from mjlog.archive.adding.writer import Policy
from mjlog.archive.privacy.forgetting import forget, wipe
from mjlog.archive.privacy.people import (
    merge,
    merged_row,
    near_names,
    players_named,
    split,
    subject,
    the_player,
    unmerge,
)
from mjlog.archive.privacy.persons import PeopleError
from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.questions.search import Query, count, find
from mjlog.archive.questions.statistics import Scope, statistics
from mjlog.archive.storage import tables
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive
from mjlog.archive.verify import audit_again, verify
from mjlog.archive.view import KEEPER, viewing
from mjlog.notation import to_json
from tests.kit.archives import found, put, text_of
from tests.kit.commands import run

NAME = "Wilhelmina Quartz"
OTHERS = ("Ben", "Cleo", "Dan")
COMMENT = b"@ E1 dealer=A ; Quartz, Wilhelmina claps: wilhelmina quartz!"


def number_of(archive: Archive, name: str) -> int:
    with viewing(archive, KEEPER) as view:
        return the_player(view, name).number


def state(archive: Archive) -> list[Any]:
    """Who stands for whom."""
    players = tables.players.c
    with archive.reading() as connection:
        asked = select(players.id, players.name, players.merged_into).order_by(players.id)
        return list(map(tuple, connection.execute(asked).all()))


# --------------------------------------------------------------------------- merging


def test_two_of_one_name_in_two_spellings_are_one_after_merging(archive: Archive) -> None:
    put(archive, text_of(players=("Ana", *OTHERS)), text_of("Cup", players=("Anna B", *OTHERS)))
    ana, anna = number_of(archive, "Ana"), number_of(archive, "Anna B")
    before = state(archive)
    with viewing(archive) as view:
        mark = view.mark()
    taken_back = merge(archive, ana, anna)
    with viewing(archive, KEEPER) as view:
        one = the_player(view, "ana")
        assert (one.number, one.name, one.names, one.records) == (anna, "Anna B", ("Ana",), 2)
        assert count(view, Query(player="Anna B")) == 2
        deals = next(each for each in statistics(view, Scope(player=anna)) if each.name == "deals")
        assert deals.count == 2
        assert merged_row(view, "Ana") == ana
    with viewing(archive) as view:
        assert view.mark() != mark
    with pytest.raises(PeopleError, match="already"):
        merge(archive, anna, ana)
    unmerge(archive, taken_back)
    assert state(archive) == before
    with pytest.raises(PeopleError, match="was not merged"):
        unmerge(archive, ana)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8))
def test_every_merging_can_be_taken_back(
    steps: list[tuple[int, int]],
) -> None:
    """Taking mergings back, the last first, leads through the same states."""
    archive = six_players()
    numbers = [row[0] for row in state(archive)]
    done = []
    for one, other in steps:
        before = state(archive)
        try:
            done.append((merge(archive, numbers[one], numbers[other]), before))
        except PeopleError:
            assert state(archive) == before
    for number, before in reversed(done):
        unmerge(archive, number)
        assert state(archive) == before
    assert all(stands is None for *_, stands in state(archive))


_KEPT: list[Archive] = []


def six_players() -> Archive:
    """One archive for all examples, as each leaves it as it was."""
    if not _KEPT:
        archive = Archive.__new__(Archive)
        archive.where = "memory"
        archive.engine = create_engine("sqlite://", poolclass=StaticPool)
        tables.metadata.create_all(archive.engine)
        with archive.writing() as connection:
            rows = [{"name": each, "key": each, "pseudonym": each} for each in "uvwxyz"]
            connection.execute(tables.players.insert(), rows)
        _KEPT.append(archive)
    return _KEPT[0]


def test_two_people_of_one_name_are_told_apart(archive: Archive) -> None:
    first, second = put(archive, text_of(), text_of("Cup"))
    ana = number_of(archive, "Ana")
    other = split(archive, ana, [second.digest])
    with viewing(archive, KEEPER) as view:
        assert [each.number for each in players_named(view, "Ana")] == [ana, other]
        with pytest.raises(PeopleError, match="several"):
            the_player(view, "Ana")
        assert [
            row["digest"] for row in subject(view, the_player(view, f"#{other}"))["records"]
        ] == [second.digest]
    assert archive.judge_again(audit_again(archive)) == 2
    with viewing(archive, KEEPER) as view:
        assert the_player(view, f"#{other}").records == the_player(view, f"#{ana}").records == 1
    with pytest.raises(PeopleError, match="does not sit"):
        split(archive, ana, [second.digest])
    merge(archive, other, ana)
    with viewing(archive, KEEPER) as view:
        assert the_player(view, "Ana").records == 2
    assert first.digest != second.digest


def test_near_names_are_asked_about_and_stay_two(archive: Archive) -> None:
    put(archive, text_of(players=("Marta Silva", "Ben", "Martha Silva", "Dan")))
    with viewing(archive, KEEPER) as view:
        pairs = [(one.name, other.name) for one, other in near_names(view)]
        assert pairs == [("Marta Silva", "Martha Silva")]
        assert the_player(view, "Marta Silva").number != the_player(view, "Martha Silva").number


def test_of_many_names_neighbours_are_compared(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.privacy.people.MOST_NAMES", 3)
    names = ("Marta Silva", "Ben", "Martha Silva", "Dan Brown"), ("Dan Browm", "Eva", "Bo", "Gu")
    put(archive, *(text_of(players=each) for each in names))
    with viewing(archive, KEEPER) as view:
        pairs = {frozenset({one.name, other.name}) for one, other in near_names(view)}
    assert pairs == {
        frozenset({"Marta Silva", "Martha Silva"}),
        frozenset({"Dan Brown", "Dan Browm"}),
    }


# --------------------------------------------------------------------------- forgetting


def named(event: str = "Club evening", pay: int = 2000) -> bytes:
    text = text_of(event, players=(NAME, *OTHERS), pay=pay)
    return text.replace(b"@ E1 dealer=A", COMMENT)


def every_byte(archive: Archive) -> bytes:
    """All values of all tables, unpacked."""
    whole = b""
    with archive.reading() as connection:
        for table in tables.metadata.sorted_tables:
            for row in connection.execute(select(table)):
                for value in row:
                    whole += _unpacked(value) + b"\n"
    return whole


def _unpacked(value: object) -> bytes:
    if isinstance(value, bytes):
        try:
            return zlib.decompress(value)
        except zlib.error:
            return value
    return str(value).encode()


def test_nothing_of_a_forgotten_name_is_left(archive: Archive, where: str) -> None:
    source = b"Source: sheets of Wilhelmina Quartz\nRules:"
    texts = (
        named(),
        named(f"{NAME}'s birthday"),
        text_of("Other", players=("Eva", *OTHERS)).replace(b"Rules:", source),
        text_of("Untouched", players=("Eva", *OTHERS)),
    )
    kept = [each.digest for each in put(archive, *texts)]
    done = forget(archive, number_of(archive, NAME))
    assert set(done.records) == set(kept[:3])
    assert (done.rewritten, done.dropped, done.left, done.namesakes) == (3, [], [], False)
    assert not done.unwiped
    bytes_of_it = every_byte(archive).lower()
    assert b"quartz" not in bytes_of_it
    assert b"wilhelmina" not in bytes_of_it
    if where.endswith(".sqlite"):
        archive.close()
        for file in Path(where).parent.iterdir():
            assert b"ilhelmina" not in file.read_bytes()
    with viewing(archive, KEEPER) as view:
        for old in kept[:3]:
            assert view.record(old) is None
            removal = view.removal(old)
            assert removal is not None
            assert removal.kind == "withdrawn"
            assert view.record(done.records[old]) is not None
        assert view.record(kept[3]) is not None
        assert not players_named(view, NAME)
        assert the_player(view, done.pseudonym).records == 2
        assert not find(view, Query(text="quartz")).rows
        assert count(view, Query(text=done.pseudonym)) == 2
        assert f"{done.pseudonym}'s birthday" in {row["event"] for row in find(view, Query()).rows}
    assert not list(verify(archive))


def test_what_was_withdrawn_cannot_be_added_again(archive: Archive) -> None:
    put(archive, named())
    forget(archive, number_of(archive, NAME))
    (again,) = put(archive, named())
    assert again.outcome == "withdrawn"
    with viewing(archive, KEEPER) as view:
        assert not players_named(view, NAME)


def test_of_hidden_records_nobody_learns_that_they_were_withdrawn(archive: Archive) -> None:
    (hidden,) = put(archive, named(), policy=Policy("private"))
    (open_one,) = put(archive, named("Cup"))
    forget(archive, number_of(archive, NAME))
    with viewing(archive) as view:
        assert view.removal(hidden.digest) is None
        removal = view.removal(open_one.digest)
        assert removal is not None
        assert removal.kind == "withdrawn"


def test_forgetting_twice_changes_nothing_more(archive: Archive) -> None:
    put(archive, named(), text_of("Other"))
    first = forget(archive, number_of(archive, NAME))
    whole = every_byte(archive)
    second = forget(archive, number_of(archive, first.pseudonym))
    assert second.pseudonym == first.pseudonym
    assert not second.records
    assert every_byte(archive) == whole


def test_a_record_that_amends_a_rewritten_one_follows_it(archive: Archive) -> None:
    (first,) = put(archive, named(pay=5200))
    amending = b"Amends: " + first.digest.encode() + b"\nRules:"
    (second,) = put(archive, text_of(players=("Eva", *OTHERS)).replace(b"Rules:", amending))
    done = forget(archive, number_of(archive, NAME))
    assert set(done.records) == {first.digest, second.digest}
    with viewing(archive, KEEPER) as view:
        new = done.records[second.digest]
        assert view.ancestors(new) == [done.records[first.digest]]
    assert not list(verify(archive))


def test_originals_that_cannot_be_rewritten_are_dropped_and_said(archive: Archive) -> None:
    (each,) = found(named())
    data = named()
    odd = data.replace(b"Quartz\n", b"Quar\\u0074z\n") + b"\n# Wilhelmina Quar\xe2\x80\x8btz"
    # Bytes whose record is not the one that is kept: what a reader of another time made of them.
    assert list(archive.add([replace(each, original=original_of(odd, "mjlog"))]))
    done = forget(archive, number_of(archive, NAME))
    assert done.dropped == ["1.mjl"]
    with viewing(archive, KEEPER) as view:
        assert not view.originals(done.records[each.digest])
    assert not list(verify(archive))


def test_bytes_of_other_formats_are_rewritten_too(archive: Archive) -> None:
    (each,) = found(named().replace(NAME.encode(), "Zoë Ångström".encode()))
    assert each.game is not None
    data = json.dumps(to_json(each.game)).encode()
    assert b"Zo\\u00eb" in data
    (added,) = archive.add(found_in_bytes(data, "game.json"))
    done = forget(archive, number_of(archive, "Zoë Ångström"))
    assert (done.rewritten, done.dropped) == (1, [])
    with viewing(archive, KEEPER) as view:
        (original,) = view.originals(done.records[added.digest])
    assert done.pseudonym in original["data"].decode()
    assert not Renaming(("Zoë Ångström",), "").is_in_bytes(original["data"])


def test_namesakes_keep_their_name(archive: Archive) -> None:
    _, other = put(archive, named(), named("Cup"))
    number = number_of(archive, NAME)
    split(archive, number, [other.digest])
    done = forget(archive, number)
    assert done.namesakes
    assert other.digest not in done.records
    with viewing(archive, KEEPER) as view:
        assert the_player(view, NAME).records == 1


def test_reports_of_earlier_rules_are_kept_without_the_name(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "old")
    put(archive, named(pay=5200))
    monkeypatch.undo()
    archive.judge_again(audit_again(archive))
    done = forget(archive, number_of(archive, NAME))
    (new,) = done.records.values()
    with viewing(archive, KEEPER) as view:
        assert view.report(new, "old") is not None
    assert not list(verify(archive))


def test_all_that_is_held_of_a_person_is_told(archive: Archive) -> None:
    mentioned = text_of("Cup").replace(b"@ E1 dealer=A", COMMENT)
    first, second = put(archive, named(), mentioned)
    with viewing(archive, KEEPER) as view:
        told = subject(view, the_player(view, NAME))
    assert [row["digest"] for row in told["records"]] == [first.digest]
    assert told["mentions"] == [second.digest]
    assert [row["name"] for row in told["files"]] == ["1.mjl"]
    assert told["pseudonym"].startswith("Player ")
    assert {row["figure"] for row in told["statistics"]} >= {"wins", "deal_ins", "place"}
    assert json.dumps(told)


def test_an_archive_that_is_open_elsewhere_is_wiped_later(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.storage.database.WAIT", 0.1)
    with Archive(where) as archive:
        put(archive, text_of())
        wipe(archive)
        if where.endswith(".sqlite"):
            with Archive(where) as other, other.reading() as connection:
                connection.execute(select(tables.records.c.id)).all()
                with pytest.raises(ArchiveError, match="another program"):
                    wipe(archive)


def test_a_locked_archive_is_said_to_be_locked(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog.archive.storage.database.WAIT", 0.1)
    with Archive(where) as archive:
        put(archive, text_of())
        if where.endswith(".sqlite"):
            with Archive(where) as other, other.writing():
                told = run("archive", "wipe", where)
            assert told.exit_code == 1
            assert "another program writes" in told.output


@pytest.mark.parametrize("words", ["database or disk is full", "database is locked"])
def test_forgetting_that_cannot_wipe_says_so_and_is_repeated(
    where: str, archive: Archive, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    (added,) = put(archive, named())

    def fail(_cursor: object) -> bool:
        raise sqlite3.OperationalError(words)

    if not where.endswith(".sqlite"):
        return
    monkeypatch.setattr("mjlog.archive.privacy.forgetting._wiped", fail)
    told = run("archive", "forget", where, NAME)
    assert told.exit_code == 1
    assert "1 record names Player" in told.output
    assert "old bytes stay in the database" in told.output
    monkeypatch.undo()
    pseudonym = re.search(r"Player \w+", told.output)
    assert pseudonym is not None
    assert run("archive", "forget", where, pseudonym[0]).exit_code == 0
    archive.close()
    for file in Path(where).parent.iterdir():
        assert b"ilhelmina" not in file.read_bytes()
    with viewing(archive, KEEPER) as view:
        assert view.record(added.digest) is None


def test_on_a_full_disk_nothing_is_forgotten_in_part(where: str, archive: Archive) -> None:
    if not where.endswith(".sqlite"):
        return
    added, *_ = put(archive, *(named(f"Evening {number}") for number in range(40)))
    pages = "SELECT page_count FROM pragma_page_count()"
    with archive.reading() as connection:
        number = connection.exec_driver_sql(pages).scalar_one()

    def fill(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {number}")

    archive.engine.dispose()
    event.listen(archive.engine, "connect", fill)
    player = number_of(archive, NAME)
    with pytest.raises(ArchiveError, match="disk is full"):
        forget(archive, player)
    with viewing(archive, KEEPER) as view:
        assert view.record(added.digest) is not None
        assert the_player(view, NAME).number == player


def test_a_name_written_with_a_comma_is_the_same_name(archive: Archive) -> None:
    put(archive, named(), named("Cup").replace(b"Wilhelmina Quartz\n", b"Quartz, Wilhelmina\n"))
    done = forget(archive, number_of(archive, NAME))
    assert (len(done.records), done.left) == (2, [])
    assert b"quartz" not in every_byte(archive).lower()


def test_a_name_with_the_key_of_an_earlier_version_is_forgotten_too(archive: Archive) -> None:
    put(archive, named())
    put(archive, named("Cup").replace(b"Wilhelmina Quartz\n", b"Eva\n"))
    with archive.writing() as connection:
        old = {"name": "Quartz, Wilhelmina", "key": "quartz, wilhelmina"}
        eva = tables.players.c.name == "Eva"
        connection.execute(update(tables.players).where(eva).values(old))
    forget(archive, number_of(archive, NAME))
    assert b"quartz" not in every_byte(archive).lower()


# --------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("Ana", "Ana and Anabel, ANA!", "P and Anabel, P!"),
        ("Ana Lee", "Lee Ana; Lee, Ana; ana  lee", "P; P; P"),
        ("李小龙", "胜者李小龙大笑", "胜者P大笑"),
        ("Ana", "Ａｎａ wins", "P wins"),
        ("A", "A wins", "A wins"),
        ("Dan", "Danger", "Danger"),
        ("Zoë", "ZOE waits", "p waits"),
    ],
)
def test_names_are_replaced_as_words(name: str, words: str, expected: str) -> None:
    assert Renaming((name,), "P").words(words).casefold() == expected.casefold()


@given(st.text(max_size=40), st.text(min_size=2, max_size=8))
def test_no_words_hold_the_name_afterwards(words: str, name: str) -> None:
    renaming = Renaming((name,), "\u2014")
    assert not renaming.occurs_in(renaming.words(f"{words} {name} {words}"))


def test_a_name_that_is_part_of_longer_words_is_told(where: str, archive: Archive) -> None:
    with_genitive = text_of().replace(b"@ E1", b"# Ana's and Anas table\n@ E1", 1)
    put(
        archive, with_genitive, text_of("Cup"), text_of("League", players=("Anabel", "B", "C", "D"))
    )
    told = run("archive", "forget", where, "Ana").output
    (line,) = [each for each in told.splitlines() if "part of longer words" in each]
    with viewing(archive, KEEPER) as view:
        stored = [view.record(row["digest"]) for row in find(view, Query()).rows]
    (held,) = [each.digest for each in stored if each and b"Anas table" in each.text]
    assert line == f"the name is part of longer words, which stay, in {held}"


def test_a_name_written_without_its_blank_is_told() -> None:
    renaming = Renaming(("Ana Quartz",), "P")
    assert renaming.may_be_part_of(b"# the AnaQuartz cup")
    assert renaming.may_be_part_of(b"# quartzana's table")
    assert not renaming.may_be_part_of(b"# Ana and a quartz clock")
