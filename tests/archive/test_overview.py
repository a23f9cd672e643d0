"""What pages show of a whole archive, in each kind of database."""

import pytest

from mjlog.archive.questions.overview import (
    differences,
    event_of,
    judgements,
    newest_events,
    seats_of,
)
from mjlog.archive.questions.search import Query, find
from mjlog.archive.store import Archive, Policy
from mjlog.archive.verify import audit_again, judge_some
from mjlog.archive.view import viewing
from tests.kit.archives import put, text_of


def test_the_newest_events_come_first(archive: Archive) -> None:
    put(archive, text_of("Old", "2025-01-01"), text_of("New"), text_of("New", pay=5200))
    put(archive, text_of("Hidden", "2027-01-01"), policy=Policy("private"))
    with viewing(archive) as view:
        first, second = newest_events(view)
        assert (first["name"], first["records"], first["errors"]) == ("New", 2, 1)
        assert (second["name"], second["first"], second["last"]) == ("Old", *["2025-01-01"] * 2)
        assert [row["name"] for row in newest_events(view, 1, skipped=1)] == ["Old"]
        assert event_of(view, first["id"]) == first
        assert event_of(view, 4) is None


def test_who_sat_where_is_told_with_numbers_that_a_search_takes(archive: Archive) -> None:
    first, _ = put(archive, text_of(), text_of("Other", players=("Xu", "Yu", "Zoe", "Wim")))
    with viewing(archive) as view:
        seats = seats_of(view, first.digest)
        assert [(seat["seat"], seat["name"]) for seat in seats][:2] == [("A", "Ana"), ("B", "Ben")]
        found = find(view, Query(player=f"#{seats[0]['player']}")).rows
        assert [row["digest"] for row in found] == [first.digest]
        assert not find(view, Query(player="#999")).rows


def test_reports_of_other_rules_are_told_beside_each_other(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "old")
    (wrong,) = put(archive, text_of(pay=5200))
    monkeypatch.undo()
    put(archive, text_of())
    with viewing(archive) as view:
        assert not list(differences(view))
    archive.judge_again(audit_again(archive, all_of_them=False))
    with viewing(archive) as view:
        assert judgements(view, wrong.digest)[0].engine == "old"
        (found,) = differences(view)
    assert (found.digest, found.title, found.before) == (wrong.digest, "Club evening", "old")
    assert not (found.went)
    assert not (found.came)


def test_records_are_judged_again_some_at_a_time(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "old")
    put(archive, text_of(), text_of("Cup"))
    monkeypatch.undo()
    assert [judge_some(archive, 1) for _ in range(3)] == [True, True, False]
    with viewing(archive) as view:
        assert len(list(differences(view))) == 2
