"""Statistics against a naive count, and who may see them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import mjlog
from mjlog.archive.adding.reading import found_below
from mjlog.archive.adding.writer import Policy
from mjlog.archive.privacy.people import players_named, the_player
from mjlog.archive.privacy.persons import PeopleError, event_numbered, set_statistics_visibility
from mjlog.archive.questions.statistics import (
    Figure,
    Scope,
    find_counted_deals,
    points_over_time,
    rarities,
    statistics,
)
from mjlog.archive.store import Archive
from mjlog.archive.view import ANYBODY, KEEPER, Reader, View, viewing
from tests.kit.archives import put, text_of
from tests.kit.places import SAMPLES

DOUBLE_RON = SAMPLES / "riichi" / "double-ron.mjl"


def figures(view: View, scope: Scope | None = None) -> dict[tuple[str, int, str, str], Figure]:
    found = statistics(view, scope or Scope())
    return {(each.rules, each.seats, each.name, each.unit): each for each in found}


def pairs(view: View, scope: Scope | None = None) -> dict[str, tuple[int, int]]:
    """Of archives with one rule set: what is counted, of how many."""
    found = figures(view, scope)
    return {f"{name} {unit}".strip(): (f.count, f.of) for (_, _, name, unit), f in found.items()}


# --------------------------------------------------------------------------- a naive count


def naive(rows: Iterator[dict[str, Any]]) -> dict[tuple[str, int], Counter[str]]:
    """What the flat rows of deals come to, seat by seat."""
    counted: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for row in rows:
        rules = (row["rules"] or "").split("/")[0].split(" ")[0]
        tally = counted[rules, row["seats"]]
        tally["deals"] += 1
        if row["how"] is None:
            continue
        winners = set((row["winner"] or "") + (row["other_winners"] or ""))
        winners -= set(row["false_winners"] or "")
        tally["decided"] += bool(winners)
        tally["several_winners"] += len(winners) > 1
        tally["wins"] += len(winners)
        tally["self_draws"] += len(winners) if row["how"] == "self" else 0
        tally["deal_ins"] += bool(winners) and row["deal_in"] is not None
        tally["exhausted"] += row["how"] == "wall"
        tally["waiting"] += sum(bool(row[f"waits_{seat}"]) for seat in "abcd")
        tally["with_melds"] += sum((row[f"melds_{seat}"] or 0) > 0 for seat in "abcd")
        tally["melds"] += sum(row[f"melds_{seat}"] or 0 for seat in "abcd")
    return counted


@pytest.mark.parametrize(
    "folder",
    ["taiyuan", *(pytest.param(each, marks=pytest.mark.slow) for each in ("riichi", "taiwanese"))],
)
def test_figures_are_those_of_a_naive_count(archive: Archive, folder: str) -> None:
    found = [each for each in found_below(SAMPLES / folder) if each.game]
    unique = {each.digest: each for each in found}
    list(archive.add(unique.values()))
    expected = naive(mjlog.deals_table(each.game for each in unique.values() if each.game))
    with viewing(archive, KEEPER) as view:
        got = figures(view)
        for (rules, seats), tally in expected.items():
            counted = {name: got[rules, seats, name, ""].count for name in tally}
            assert counted == dict(tally), (rules, seats)


def test_several_winners_of_one_deal_all_count(archive: Archive) -> None:
    (added,) = archive.add(found_below(DOUBLE_RON))
    assert added.found.game is not None
    with viewing(archive, KEEPER) as view:
        told = pairs(view)
        assert told["several_winners"] == (1, told["decided"][0])
        assert told["wins"][0] == told["decided"][0] + 1
        assert told["deal_ins"][0] < told["wins"][0]
        assert told["winners_paid"][0] == told["deal_ins"][0] + 1


def test_what_a_record_does_not_tell_is_not_counted_as_no(archive: Archive) -> None:
    put(archive, text_of(), text_of().replace(b"from C", b"from ?"))
    with viewing(archive, KEEPER) as view:
        told = pairs(view)
    assert told["deals"] == (2, 2)
    assert told["decided"] == (1, 1)
    assert told["wins"] == (1, 4)
    assert told["deal_ins"] == (1, 4)
    assert told["ready"] == told["melds"] == told["waiting"] == (0, 0)


@pytest.mark.slow
def test_every_figure_leads_to_its_deals(archive: Archive) -> None:
    list(archive.add(found_below(SAMPLES / "riichi")))
    with viewing(archive, KEEPER) as view:
        for rules, seats, name, unit in figures(view):
            scope = Scope(rules=rules, seats=seats)
            figure = figures(view, scope)[rules, seats, name, unit]
            behind = find_counted_deals(view, scope, name, unit, most=10_000)
            is_of_several = figure.is_mean or name not in {"deals", "decided", "records"}
            assert bool(behind) == bool(figure.count or (figure.is_mean and figure.of)), name
            assert is_of_several or len(behind) == figure.count, name
        with pytest.raises(KeyError):
            find_counted_deals(view, Scope(), "nothing")


def test_three_and_four_players_are_never_counted_together(archive: Archive) -> None:
    names = ("double-ron.mjl", "game-three-players.mjl")
    list(archive.add(found for name in names for found in found_below(SAMPLES / "riichi" / name)))
    with viewing(archive, KEEPER) as view:
        of_both = figures(view)
        assert {(rules, seats) for rules, seats, _, _ in of_both} == {("riichi", 3), ("riichi", 4)}
        for seats in (3, 4):
            alone = figures(view, Scope(seats=seats))
            assert alone == {key: each for key, each in of_both.items() if key[1] == seats}
            assert alone["riichi", seats, "records", ""].count == 1
        assert {each["seats"] for each in rarities(view, Scope())} == {3, 4}


# --------------------------------------------------------------------------- players and events


def test_a_player_counts_in_the_own_seat_alone(archive: Archive) -> None:
    first, second = put(
        archive, text_of(), text_of("Cup", "2025-05-01", players=("Eva", "Finn", "Ben", "Gu"))
    )
    with viewing(archive, KEEPER) as view:
        ben = the_player(view, "ben")
        told = pairs(view, Scope(player=ben.number))
        assert told["records"] == told["deals"] == (2, 2)
        assert told["wins"] == (1, 2)
        assert told["deal_ins"] == (1, 2)
        assert find_counted_deals(view, Scope(player=ben.number), "wins") == [(first.digest, 1)]
        assert find_counted_deals(view, Scope(player=ben.number), "deal_ins") == [
            (second.digest, 1)
        ]
        event, _ = event_numbered(view, "cup")
        assert pairs(view, Scope(player=ben.number, event=event))["wins"] == (0, 1)
        assert pairs(view, Scope(player=ben.number, since="2026"))["wins"] == (1, 1)
        course = points_over_time(view, Scope(player=ben.number))
        assert [(each["date"], each["due"]) for each in course] == [
            ("2025-05-01", -2000),
            ("2026-01-02", 2000),
        ]


def test_a_player_is_named_by_name_part_or_number(archive: Archive) -> None:
    put(archive, text_of(players=("Ana Lee", "Ben", "Anna Lee", "Dan")))
    with viewing(archive) as view:
        number = the_player(view, "LEE ana").number
        assert the_player(view, f"#{number}").name == "Ana Lee"
        assert [each.name for each in players_named(view, "lee")] == ["Ana Lee", "Anna Lee"]
        with pytest.raises(PeopleError, match="several"):
            the_player(view, "lee")
        with pytest.raises(PeopleError, match="no player"):
            the_player(view, "Zoe")
    with viewing(archive, Reader(pseudonyms=True)) as view:
        assert the_player(view, "Ben").name.startswith("Player ")


def test_what_is_seldom_comes_first(archive: Archive) -> None:
    put(archive, text_of(), text_of("Cup"))
    with viewing(archive) as view:
        found = rarities(view, Scope(rules="riichi"))
    assert {(each["item"], each["hands"], each["of"]) for each in found} >= {("pinfu", 2, 2)}
    assert [each["hands"] for each in found] == sorted(each["hands"] for each in found)


# --------------------------------------------------------------------------- who may see them


@pytest.mark.parametrize(
    "policy", [Policy("private"), Policy("later", 10**17), Policy(state="submitted")]
)
def test_hidden_records_count_nowhere(archive: Archive, policy: Policy) -> None:
    put(archive, text_of(), policy=policy)
    with viewing(archive) as view:
        assert not statistics(view, Scope())
        assert not rarities(view, Scope())
        assert not find_counted_deals(view, Scope(), "wins")
        assert not players_named(view, "Ben")
        with pytest.raises(PeopleError):
            event_numbered(view, "Club evening")


@pytest.mark.parametrize(
    ("level", "strangers", "players"), [("off", 0, 0), ("players", 0, 1), ("public", 1, 1)]
)
def test_statistics_of_persons_are_shown_as_the_event_says(
    archive: Archive, level: str, strangers: int, players: int
) -> None:
    put(archive, text_of(), text_of("Other", players=("Ben", "Uma", "Vic", "Wim")))
    with viewing(archive) as view:
        mark = view.mark()
    assert set_statistics_visibility(archive, "CLUB EVENING", level)
    with viewing(archive) as view:
        assert view.mark() != mark
    assert set_statistics_visibility(archive, "Other", "off")
    assert not set_statistics_visibility(archive, "No such", level)
    with viewing(archive, KEEPER) as view:
        numbers = {name: the_player(view, name).number for name in ("Ana", "Ben", "Uma")}
    scope = Scope(player=numbers["Ben"])
    seen = {
        Reader(sees_all=True): 2,
        ANYBODY: strangers,
        Reader(players=frozenset({numbers["Uma"]})): strangers,
        Reader(players=frozenset({numbers["Ana"]})): players,
    }
    for reader, number in seen.items():
        with viewing(archive, reader) as view:
            assert pairs(view, scope).get("records", (0, 0))[0] == number
            assert len(points_over_time(view, scope)) == number
            assert len(find_counted_deals(view, scope, "deals")) == number
            assert pairs(view)["records"] == (2, 2)  # of the archive as a whole


def test_records_of_no_event_show_persons_to_those_who_played(archive: Archive) -> None:
    put(archive, text_of(event=""))
    with viewing(archive, KEEPER) as view:
        ana = the_player(view, "Ana").number
    with viewing(archive, Reader(players=frozenset({ana}))) as view:
        assert pairs(view, Scope(player=ana))["records"] == (1, 1)
    with viewing(archive) as view:
        assert not statistics(view, Scope(player=ana))


def test_a_level_that_there_is_not_is_refused(archive: Archive) -> None:
    with pytest.raises(ValueError, match="off, players, public"):
        set_statistics_visibility(archive, "x", "all")
