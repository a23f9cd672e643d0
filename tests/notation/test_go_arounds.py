"""Which turns stand on one line, and how lines are numbered."""

import pytest

from mjlog.model.go_arounds import go_arounds
from mjlog.notation import read, write

HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def deal(play, dealer="A"):
    game = read(f"%mjlog 1.0\n\n@ 1 dealer={dealer}\n{play}\n")
    return game, game.deals[0]


def canonical(play, dealer="A"):
    return write(deal(play, dealer)[0]).splitlines()[3:]


@pytest.mark.parametrize(
    ("play", "written"),
    [
        ("1. 1m 2m 3m 4m 5m 6m", ["1. A:1m 2m 3m 4m", "2. A:5m 6m"]),
        ("1m 2m\n3m\n4m 5m", ["1. A:1m 2m 3m 4m", "2. A:5m"]),
        ("1. 1m\n2. C:+11m-2m", ["1. A:1m", "2. C:+11m-2m"]),
        ("1. 1m C:+11m-2m 3m 4m", ["1. A:1m C:+11m-2m 3m", "2. A:4m"]),
        ("1. 1m 2m D:+22m-3m B:+33m-4m 5m", ["1. A:1m 2m D:+22m-3m", "2. B:+33m-4m 5m"]),
        ("1. 1m 2m C:#", ["1. A:1m 2m C:#"]),
        ("1. 1m C:# D:#", ["1. A:1m C:# D:#"]),
        ("1. 1m 2m 3m D:~wrong-draw D:4m", ["1. A:1m 2m 3m ~wrong-draw D:4m"]),
        ("B:&1f/2m D:&3f/4m A:1m", ["1. B:&1f/2m D:&3f/4m", "2. A:1m"]),
        ("0. B:&1f/2m\n1. A:1m", ["0. B:&1f/2m", "1. A:1m"]),
    ],
)
def test_a_line_holds_one_go_around(play, written):
    assert canonical(play) == written
    assert canonical("\n".join(written)) == written


def test_go_arounds_are_counted_from_the_dealer():
    assert canonical("1. C:1m 2m 3m 4m 5m", "C") == ["1. C:1m 2m 3m 4m", "2. C:5m"]


@pytest.mark.parametrize(
    ("play", "jumps", "findings"),
    [
        ("1. 1m 2m 3m 4m\n2. 5m", (), 0),
        ("1. 1m 2m 3m 4m 5m 6m", (), 0),
        ("1m 2m 3m 4m\n5m", (), 0),
        ("7. 1m 2m 3m 4m\n8. 5m", ((0, 7),), 0),
        ("0. 1m 2m 3m 4m\n1. 5m", ((0, 0),), 0),
        ("1. 1m 2m 3m 4m\n3. 5m 6m 7m 8m\n4. 1m", ((4, 3),), 1),
        ("1. 1m 2m\n2. 3m 4m\n3. 5m", ((2, 2),), 1),
        ("1. 1m 2m\n1. 3m 4m\n2. 5m", (), 0),
        ("1. 1m 2m 3m 4m\n1. 5m", ((4, 1),), 1),
        ("1. {nothing yet}\n1. 1m", (), 0),
        ("1. 1m 2m 3m 4m\n2. {nothing yet}\n3. 5m", ((4, 3),), 1),
    ],
)
def test_numbers_that_do_not_follow_are_kept_and_told_of(play, jumps, findings):
    game, played = deal(play)
    assert played.jumps == jumps
    assert [finding.code for finding in game.findings] == ["syntax.turn_number"] * findings
    assert read(write(game)) == game


def test_a_wrong_number_is_told_of_at_its_place():
    (finding,) = deal("1. 1m 2m 3m 4m\n3. 5m")[0].findings
    assert finding.message == "the record numbers this go-around 3, but it is go-around 2"
    assert (finding.place.line, finding.place.turn, finding.recorded, finding.expected) == (
        5,
        3,
        "3.",
        "2.",
    )


def test_each_turn_bears_the_number_of_its_line():
    _, played = deal("1. 1m 2m 3m 4m\n3. 5m 6m D:+66m-7m 8m 9m")
    assert go_arounds(played, 4) == [1, 1, 1, 1, 3, 3, 3, 4, 4]


def test_each_turn_knows_its_place_in_the_file():
    _, played = deal("1. 1m {so}  b:2m\n  3m $1 4m\n2. 5m")
    places = [(span.line, span.column) for span in map(played.place, range(5))]
    assert places == [(4, 4), (4, 13), (5, 3), (5, 9), (6, 4)]


def test_turns_of_a_ledger_know_their_place_in_the_file():
    _, played = deal("0001 S1 1m 2m\n  0002 13:02:11 S1 fix 0001 A:3m 4m")
    assert [(span.line, span.column) for span in map(played.place, range(2))] == [(5, 29), (5, 34)]
