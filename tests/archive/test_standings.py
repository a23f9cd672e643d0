"""Standings of events: as submitted, as corrected, with places counted where the rules do so."""

from fractions import Fraction

import pytest

from mjlog.archive.privacy.people import merge, the_player
from mjlog.archive.privacy.persons import event_numbered, set_statistics_visibility
from mjlog.archive.questions.standings import Standings, standings
from mjlog.archive.questions.statistics import Scope, statistics
from mjlog.archive.store import Archive, Policy
from mjlog.archive.view import ANYBODY, KEEPER, Reader, viewing
from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.results.placement_points import placement_points
from tests.kit.archives import put, text_of
from tests.kit.places import SAMPLES

JPML = SAMPLES / "riichi" / "jpml-final-points.mjl"
GAME = """\
%mjlog 1.0
Rules: riichi/1 preset=jpml-2022
Event: League
Round: {round}
{more}A: {names[0]}
B: {names[1]}
C: {names[2]}
D: {names[3]}

@ S4.0 dealer=D scores=30000,30000,30000,30000
win A 5m from B
show A 34678m22567p678s
fan A pinfu 1, tanyao 1
pay B>A {pay}
next end
"""


def game(names: str, place: str = "1", pay: int = 2000, more: str = "") -> bytes:
    return GAME.format(names=names.split(), round=place, pay=pay, more=more).encode()


def standings_of(
    archive: Archive, event: str = "League", reader: Reader = KEEPER
) -> list[Standings]:
    with viewing(archive, KEEPER) as view:
        number, _ = event_numbered(view, event)
    with viewing(archive, reader) as view:
        return standings(view, number)


def test_the_points_with_places_counted_are_those_of_the_rules() -> None:
    report = audit(read(JPML.read_bytes()))
    stated = tuple(map(Fraction, (report.game.header("Final-Points") or "").split()))
    recorded, due = placement_points(report)
    assert recorded == due == stated


def test_a_rule_set_without_places_has_no_such_points() -> None:
    report = audit(read(next(iter(sorted((SAMPLES / "taiyuan").glob("*.mjl")))).read_bytes()))
    assert placement_points(report) == (None, None)


def test_rounds_are_added_up_with_places_counted(archive: Archive) -> None:
    put(archive, game("Ana Ben Cleo Dan"), game("Cleo Dan Ana Ben", "2"))
    (league,) = standings_of(archive)
    assert (league.unit, league.rounds) == ("placed", ("1", "2"))
    by_name = {line.name: line for line in league.lines}
    first = by_name["Ana"].rounds["1"][1]
    assert first is not None
    assert first > 2  # what was won, and the points of the first place
    assert sum(line.corrected or 0 for line in league.lines) == pytest.approx(0)
    assert {line.games for line in league.lines} == {2}
    assert [line.place for line in league.lines] == sorted(line.place for line in league.lines)
    assert [line.corrected for line in league.lines] == [line.submitted for line in league.lines]


def test_corrected_standings_stand_beside_those_submitted(archive: Archive) -> None:
    put(archive, text_of("Cup", pay=5200), text_of("Cup", date="2026-01-03"))
    (cup,) = standings_of(archive, "Cup")
    ben = next(line for line in cup.lines if line.name == "Ben")
    assert ben.corrected is not None
    assert ben.submitted is not None
    assert ben.submitted - ben.corrected == 3  # 3,200 points too much, in whole thousands


def test_equal_players_share_a_place(archive: Archive) -> None:
    put(archive, game("Ana Ben Cleo Dan"))
    (league,) = standings_of(archive)
    places = {line.name: line.place for line in league.lines}
    assert places["Cleo"] == places["Dan"] == 2
    assert places["Ben"] == 4


def test_a_game_counts_once_by_its_newest_record(archive: Archive) -> None:
    (wrong,) = put(archive, text_of("Cup", pay=5200))
    amends = b"Amends: " + wrong.digest.encode() + b"\nRules:"
    put(archive, text_of("Cup").replace(b"Rules:", amends))
    (cup,) = standings_of(archive, "Cup")
    assert all(line.games == 1 and line.submitted == line.corrected for line in cup.lines)
    with viewing(archive) as view:
        deals = next(each for each in statistics(view, Scope()) if each.name == "deals")
    assert deals.count == 1


def test_an_amendment_that_is_hidden_changes_nothing_for_others(archive: Archive) -> None:
    (wrong,) = put(archive, text_of("Cup", pay=5200))
    amends = b"Amends: " + wrong.digest.encode() + b"\nRules:"
    put(archive, text_of("Cup").replace(b"Rules:", amends), policy=Policy("private"))
    (cup,) = standings_of(archive, "Cup", ANYBODY)
    assert any(line.submitted != line.corrected for line in cup.lines)


def test_standings_are_hidden_with_their_records_and_by_the_event(archive: Archive) -> None:
    put(archive, text_of("Cup"), policy=Policy("private"))
    assert not standings_of(archive, "Cup", ANYBODY)
    put(archive, text_of("Open"))
    assert standings_of(archive, "Open", ANYBODY)
    set_statistics_visibility(archive, "Open", "off")
    assert not standings_of(archive, "Open", ANYBODY)
    assert standings_of(archive, "Open")


def test_merged_players_are_one_line_and_pseudonyms_hide_all_names(archive: Archive) -> None:
    put(archive, game("Ana Ben Cleo Dan"), game("Anna Eva Finn Gu", "2"))
    with viewing(archive, KEEPER) as view:
        one, other = the_player(view, "Anna").number, the_player(view, "Ana").number
    merge(archive, one, other)
    (league,) = standings_of(archive)
    assert {line.name: line.games for line in league.lines}["Ana"] == 2
    (hidden,) = standings_of(archive, reader=Reader(sees_all=True, pseudonyms=True))
    assert all(line.name.startswith("Player ") for line in hidden.lines)
