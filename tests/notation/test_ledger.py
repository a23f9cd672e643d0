"""A ledger: one act a line, never changed, mended by later lines.

The record is what it says in the end.
"""

import pytest

from mjlog.model.record import Entry
from mjlog.notation import read, write

HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def deal(*lines):
    game = read(HEAD + "\n".join(lines) + "\n")
    return game, game.deals[0]


def words(*lines):
    game, told = deal(*lines)
    assert not game.findings
    assert write(game) == HEAD + "\n".join(lines) + "\n"
    return [f"{'ABCD'[turn.seat]}:{turn.word}" for turn in told.turns]


def test_the_fold_is_what_the_lines_say():
    assert words("0001 13:02:11 S1 1m", "0002 S1 2m", "0003 13:02:11.5 R_1-b C:3m 4m") == [
        "A:1m",
        "B:2m",
        "C:3m",
        "D:4m",
    ]


def test_entries_are_kept_as_written():
    _, told = deal("0001 13:02:11  S1   1m  2s-n ; {x}")
    assert told.ledger == (Entry(1, "13:02:11", "S1", "1m  2s-n ; {x}"),)


def test_a_fix_stands_in_the_place_of_what_it_mends():
    assert words("0001 S1 1m", "0002 S1 2m", "0003 S1 fix 0001 9m.") == ["A:9m.", "B:2m"]


def test_of_several_fixes_the_last_counts():
    assert words("0001 S1 1m", "0002 S1 fix 0001 2m", "0003 S1 fix 0001 3m") == ["A:3m"]


def test_a_fix_of_a_fix_mends_it():
    assert words("0001 S1 1m", "0002 S1 ins 0001 2m", "0003 S1 fix 0002 3m") == ["A:1m", "B:3m"]


def test_a_fix_without_a_seat_speaks_of_the_seat_it_mends():
    assert words("0001 S1 C:1m", "0002 S1 fix 0001 2m") == ["C:2m"]
    assert words("0001 S1 C:1m", "0002 S1 fix 0001 D:2m") == ["D:2m"]


def test_a_deleted_line_says_nothing():
    assert words("0001 S1 1m", "0002 S1 2m", "0003 S1 3m", "0004 S1 del 0002..0003") == ["A:1m"]
    assert words("0001 S1 1m", "0002 S1 2m", "0003 S1 del 0001") == ["A:2m"]


def test_deletions_may_overlap():
    lines = [f"000{number} S1 A:{number}m" for number in range(1, 7)]
    assert words(*lines, "0007 S1 del 0002..0004", "0008 S1 del 0003..0005") == ["A:1m", "A:6m"]
    assert words(*lines, "0007 S1 del 0002", "0008 S1 del 0004..0005") == ["A:1m", "A:3m", "A:6m"]
    assert words(*lines, "0007 S1 del 0001", "0008 S1 del 0006..0007") == [
        f"A:{number}m" for number in range(1, 6)
    ]


def test_what_was_mended_may_be_deleted():
    assert words("0001 S1 1m", "0002 S1 2m", "0003 S1 fix 0002 3m", "0004 S1 del 0002") == ["A:1m"]
    assert words("0001 S1 1m", "0002 S1 2m", "0003 S1 fix 0001 3m", "0004 S1 del 0001..0002") == []


def test_a_deletion_that_is_deleted_never_was():
    assert words("0001 S1 1m", "0002 S1 del 0001", "0003 S1 del 0002") == ["A:1m"]
    assert words("0001 S1 1m", "0002 S1 fix 0001 2m", "0003 S1 del 0002") == ["A:1m"]


def test_an_insertion_stands_behind_its_line():
    assert words("0001 S1 1m", "0002 S1 C:3m", "0003 S1 ins 0001 2m") == ["A:1m", "B:2m", "C:3m"]
    assert words("0001 S1 2m", "0002 S1 ins 0000 D:1m") == ["D:1m", "A:2m"]
    assert words("0001 S1 1m", "0002 S1 ins 0001 2m", "0003 S1 ins 0001 3m") == [
        "A:1m",
        "B:2m",
        "C:3m",
    ]


def test_claims_and_rulings_are_booked_too():
    game, told = deal(
        "0001 S1 1m",
        "0002 S1 score 1 2 3 4 {sum}",
        "0003 S1 fix 0002 score 4 3 2 1",
        "0004 A sign x y",
    )
    assert [line.content.keyword for line in told.lines] == ["score", "sign"]
    assert told.lines[0].content.points == (4, 3, 2, 1)
    assert not game.findings
    assert write(game).splitlines()[3] == "0001 S1 1m"


def test_unknown_lines_are_booked_too():
    game, told = deal("0001 S1 weather rain {x}")
    assert [finding.code for finding in game.findings] == ["syntax.unknown_line"]
    assert told.lines[0].content.text == "weather rain {x}"


def test_lines_beside_the_ledger_are_written_beside_it():
    game, told = deal(
        "deal A 1m", "0001 S1 1m", "0002 S1 score 1 2 3 4", "score 1 2 3 4", "next dealer=B"
    )
    assert len(told.lines) == 4
    assert write(game).splitlines()[3:] == [
        "deal A 1m",
        "0001 S1 1m",
        "0002 S1 score 1 2 3 4",
        "score 1 2 3 4",
        "next dealer=B",
    ]
    assert read(write(game)) == game


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["0001 S1 1m", "0001 S1 2m"], "the numbers must rise"),
        (["0001 S1 1m", "0003 S1 2m"], "line 0002 is missing"),
        (["0001 S1 1m", "0002 S1 fix 0009 2m"], "no earlier line"),
        (["0001 S1 1m", "0002 S1 fix 0002 2m"], "no earlier line"),
        (["0001 S1 1m", "0002 S1 fix 0001"], "fix does not say what to put there"),
        (
            ["0001 S1 1m", "0002 S1 2m", "0003 S1 fix 0001..0002 9m"],
            "fix changes one line, not 0001..0002",
        ),
        (["0001 S1 1m", "0002 S1 del 0001", "0003 S1 fix 0001 2m"], "was deleted"),
        (["0001 S1 1m", "0002 S1 del 0002"], "no earlier line"),
        (["0001 S1 1m", "0002 S1 del 0001..0009"], "no earlier line"),
        (["0001 S1 1m", "1. 2m"], "outside the ledger"),
    ],
)
def test_what_does_not_fit_is_one_finding(lines, message):
    game, _ = deal(*lines)
    (finding,) = game.findings
    assert finding.code == "syntax.ledger"
    assert message in finding.message
    assert read(write(game)) == game


def test_a_finding_stands_where_the_edit_stands():
    (finding,) = deal("0001 S1 1m", "  0002 S1 fix 0009 2m")[0].findings
    assert (finding.place.line, finding.place.column) == (5, 11)


def test_a_bad_word_of_a_ledger_is_one_finding_at_its_place():
    game, told = deal("0001 S1 1m", "0002 S1 6z=_2z! {heard}", "0003 S1 3m")
    (finding,) = game.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("syntax.word", 5, 12)
    assert len(told.turns) == 3


def test_a_bad_word_that_was_mended_is_none():
    assert words("0001 S1 1m", "0002 S1 what", "0003 S1 fix 0002 2m") == ["A:1m", "B:2m"]
