"""What a scribe types at the table is read, and written in full."""

import pytest

from mjlog.model.tiles import TILES, UNKNOWN
from mjlog.notation import read, write
from mjlog.notation.play.shorthand import expand

HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def words(line):
    game = read(f"{HEAD}1. {line}\n")
    assert not game.findings
    return write(game).splitlines()[3:]


LETTERS = {"e": "1z", "s": "2z", "w": "3z", "n": "4z", "h": "5z", "g": "6z", "r": "7z"}


@pytest.mark.parametrize(("letter", "tile"), LETTERS.items())
def test_winds_and_dragons_have_letters(letter, tile):
    assert words(f"{letter} 2s-{letter} {letter}. {letter}!") == [
        f"1. A:{tile} 2s-{tile} {tile}. {tile}!"
    ]
    assert words(f"~_{letter} b:_{letter}! ~-{letter}") == [f"1. A:~_{tile} _{tile}! ~-{tile}"]


def test_the_name_of_an_irregularity_is_no_letter():
    assert words("~n ~e=x ~east-wind b:~false-win") == [
        "1. A:~n ~e=x ~east-wind",
        "2. B:~false-win",
    ]


def test_seats_may_be_small():
    assert words("a:1m c:2m d:~3m") == ["1. A:1m C:2m ~3m"]


def test_a_claim_takes_the_latest_discard():
    assert words("9m +-4p d:++/7s-g") == ["1. A:9m +99m-4p D:+444p/7s-6z"]
    assert words("0p d:+-1m") == ["1. A:0p D:+??-1m"]
    assert words("r +'-1m ++'/-_!") == ["1. A:7z +7'7z-1m +1'11m/-_!"]
    assert words("9m ~+-4p") == ["1. A:9m ~+99m-4p"]


def test_a_claim_of_nothing_known_is_unknown():
    assert words("+-4p") == ["1. A:+??-4p"]
    assert words("? d:+'-4p") == ["1. A:? D:+?'?-4p"]


def test_a_claim_after_a_turn_that_cannot_be_read_is_unknown():
    game = read(f"{HEAD}1. 3m 4m qqq d:+-5p\n")
    assert [finding.code for finding in game.findings] == ["syntax.word"]
    assert write(game).splitlines()[3:] == ["1. A:3m 4m qqq +??-5p"]


def test_an_unknown_concealed_kong_needs_no_tiles():
    assert words("* *-3m 5z*/7s-e") == ["1. A:*???? *????/-3m 5z*????/7s-1z"]


def test_what_is_no_shorthand_stays_as_it_is():
    for word in ("9m", "+99m-1p", "*5555z", "~wrong-draw=s", "J", "5jp", "?m", "what"):
        assert expand(word, TILES["9m"]) in (word, expand(word, UNKNOWN))
    assert expand("5s-2s.", UNKNOWN) == "5s-2s."


def test_the_complaint_about_a_bad_word_is_about_the_word_as_written():
    (finding,) = read(f"{HEAD}1. 9m n-+\n").findings
    assert finding.recorded == "n-+"
    assert (finding.place.line, finding.place.column) == (4, 7)
