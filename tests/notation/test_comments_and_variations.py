"""Comments, glyphs and variations: they stand beside the turns and stay there."""

import pytest

from mjlog.model.record import Note
from mjlog.notation import read, write

HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def notes(play):
    return read(f"{HEAD}{play}\n").deals[0].notes


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("1. 1m {slow} 2m", [(0, Note("comment", "slow"))]),
        ("1. 1m ; the rest {is} said", [(0, Note("comment", "the rest {is} said"))]),
        ("1. 1m{glued}2m", [(0, Note("comment", "glued"))]),
        (
            "1. 1m {a \\} brace and a \\\\ stroke}",
            [(0, Note("comment", "a } brace and a \\ stroke"))],
        ),
        ("1. 1m {[%clk 0:04] [%eval 3]}", [(0, Note("comment", "[%clk 0:04] [%eval 3]"))]),
        ("1. 1m $6 $139", [(0, Note("glyph", "6")), (0, Note("glyph", "139"))]),
        ("1. 1m $006", [(0, Note("glyph", "6"))]),
        ("1. 1m (2m 3m) 4m", [(0, Note("variation", "2m 3m"))]),
        ("1. 1m ( 2m(3m {deep}  $01 )4m )", [(0, Note("variation", "2m (3m {deep} $1) 4m"))]),
        ("{before} $1\n1. 1m", [(-1, Note("comment", "before")), (-1, Note("glyph", "1"))]),
        ("1. 1m 2m\n{between}\n3m", [(1, Note("comment", "between"))]),
        ("1. {first} 1m", [(-1, Note("comment", "first"))]),
        ("1. 1m {} ()", []),
        ("1. 1m {发 財 😀}", [(0, Note("comment", "发 財 😀"))]),
    ],
)
def test_a_note_follows_its_turn(play, expected):
    assert list(notes(play)) == expected
    game = read(f"{HEAD}{play}\n")
    assert not game.findings
    assert read(write(game)) == game


def test_notes_are_written_behind_their_turn():
    assert (
        write(read(f"{HEAD}1. 1m $6{{slow}}(2m ) 2m ; end\n"))
        == f"{HEAD}1. A:1m $6 {{slow}} (2m) 2m {{end}}\n"
    )


@pytest.mark.parametrize(
    ("line", "column", "turns", "kept"),
    [
        ("1. 1m {open 2m", 7, 1, "{open 2m"),
        ("1. 1m (2m 3m", 13, 1, "(2m 3m"),
        ("1. 1m ) 2m", 7, 2, ")"),
        ("1. 1m } 2m", 7, 2, "}"),
        ("1. 1m $x 2m", 7, 2, "$x"),
        ("1. 1m $1234 2m", 7, 2, "$1234"),
    ],
)
def test_what_the_grammar_does_not_take_is_one_finding_and_kept_as_a_comment(
    line, column, turns, kept
):
    game = read(f"{HEAD}{line}\n")
    (finding,) = game.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("syntax.line", 4, column)
    assert len(game.deals[0].turns) == turns
    assert game.deals[0].notes == ((0, Note("comment", kept)),)


def test_a_deal_may_bear_a_comment():
    game = read("%mjlog 1.0\n@ E1 dealer=A dice=3+4 {windy} ; and cold\n")
    assert game.deals[0].comment == "windy and cold"
    assert write(game) == "%mjlog 1.0\n\n@ E1 dealer=A dice=3+4 {windy and cold}\n"


def test_brackets_may_be_deep():
    deep = "(" * 3000 + "1m" + ")" * 3000
    assert notes(f"1. 1m {deep}") == ((0, Note("variation", deep[1:-1])),)


def test_words_a_program_put_into_a_comment_need_not_fit_a_line():
    (deal,) = read(f"{HEAD}1. 1m\n").deals
    game = read(HEAD)
    with_break = type(game)(
        deals=(type(deal)("1", deal.attributes, deal.turns, notes=((0, Note("comment", "a\nb")),)),)
    )
    assert "{a b}" in write(with_break)
