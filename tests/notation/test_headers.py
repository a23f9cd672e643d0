"""What stands before the first deal."""

import pytest

from mjlog.model.record import Header
from mjlog.notation import read, write


def codes(text):
    return [(finding.code, finding.severity, finding.place.line) for finding in read(text).findings]


def test_headers_are_kept_in_their_order():
    text = "%mjlog 1.0\nSite: Taiyuan\nEvent: Cup: final\nRules: taiyuan/1 a=b\nA: X\nB:\n"
    game = read(text)
    assert not game.findings
    assert game.headers[1] == Header("Event", "Cup: final")
    assert (game.rules, game.players, game.seats) == ("taiyuan/1 a=b", ("X", ""), 2)
    assert write(game) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Event: x\n", ("syntax.magic", "error", 1)),
        ("{%mjlog 1.0}\n", ("syntax.magic", "error", 1)),
        ("\n\n%mjlog 1.0\n", ("syntax.magic", "warning", 3)),
        ("%mjlog 1.0 more\n", ("syntax.magic", "warning", 1)),
        ("%mjlog\n", ("syntax.version", "error", 1)),
        ("%mjlog one\n", ("syntax.version", "error", 1)),
        ("%mjlog 2.0\n", ("syntax.version", "error", 1)),
        ("%mjlog 1.1\n", ("syntax.version", "note", 1)),
        ("%mjlog 1.0\nEvent: a\nEvent: b\n", ("syntax.header", "warning", 3)),
        ("%mjlog 1.0\nA: x\n", ("syntax.header", "error", 2)),
        ("%mjlog 1.0\nA: x\nC: y\n", ("syntax.header", "error", 2)),
        ("%mjlog 1.0\n@ 1 dealer=E\n", ("syntax.header", "error", 2)),
        ("%mjlog 1.0\nA: x\nB: y\n@ 1 dealer=C\n", ("syntax.header", "error", 4)),
        ("%mjlog 1.0\n!Event: x\n!Blind: yes\n", ("syntax.critical", "error", 3)),
        ("%mjlog 1.0\nLighting: candles\n", ("syntax.unknown_key", "note", 2)),
        ("%mjlog 1.0\n  Lighting: candles\n", ("syntax.unknown_key", "note", 2)),
        ("%mjlog 1.0\nno header\n", ("syntax.unknown_line", "note", 2)),
        ("%mjlog 1.0\n1. 9m 8m\n", ("syntax.no_deal", "error", 2)),
        ("%mjlog 1.0\nE1 dealer=A\ndraw wall\n", ("syntax.no_deal", "error", 2)),
        (
            "%mjlog 1.0\n@ E1 dealer=A\ndraw wall\n\nE2 sticks=1 dealer=B\ndraw wall\n",
            ("syntax.no_deal", "error", 5),
        ),
        (
            "%mjlog 1.0\n@ 1 dealer=A\n1. 9m 8m\ndraw wall\n\n1. A:9m 8m\n",
            ("syntax.no_deal", "error", 6),
        ),
        (
            "%mjlog 1.0\n@ 1\ndeal B 1m\n1. A:9m\ndraw wall\n\ndeal B 2m\n1. A:9m\n",
            ("syntax.no_deal", "error", 7),
        ),
        (
            "%mjlog 1.0\n@ 1\nwall 1m\n1. A:9m\ndraw wall\n\nwall 2m\n1. A:9m\n",
            ("syntax.no_deal", "error", 7),
        ),
        (
            "%mjlog 1.0\n@ 1 dealer=A\n1. 9m 8m\ndraw wall\n2. A:9m 8m\n",
            ("syntax.order", "note", 5),
        ),
        ("%mjlog 1.0\n@ 1 dealer=A {open\n", ("syntax.line", "error", 2)),
        ("%mjlog 1.0\n@ 1 =A\n", ("syntax.line", "error", 2)),
    ],
)
def test_what_is_wrong_is_one_finding_and_survives_a_round_trip(text, expected):
    assert codes(text) == [expected]
    game = read(text)
    assert read(write(game)) == game


def test_a_deal_without_its_sign_is_read_as_one():
    deals = read("%mjlog 1.0\n@ E1 dealer=A\ndraw wall\nE2 dealer=B\ndraw wall\n").deals
    assert [(deal.label, deal.dealer) for deal in deals] == [("E1", 0), ("E2", 1)]


def test_private_headers_and_comments_need_no_word():
    assert codes("%mjlog 1.0\nX-Camera: 3\nTenhou-Lobby: 1\n{a comment}\n; another\n") == []


def test_unknown_headers_and_lines_are_written_again():
    text = "%mjlog 1.0\nLighting: candles\n!Blind: yes\n{a comment}\nno header\n\n@\nweather rain\n"
    assert write(read(text)) == text


def test_what_stands_beside_the_version_is_kept_as_a_comment():
    game = read("%mjlog 1.0 Event: x\n")
    assert game.kept == ("{Event: x}",)
    assert read(write(game)).header("Event") is None


def test_two_to_four_play():
    assert [
        read("%mjlog 1.0\n" + "".join(f"{s}: x\n" for s in seats)).seats
        for seats in ("AB", "ABC", "ABCD", "")
    ] == [2, 3, 4, 4]


def test_the_heading_of_a_deal():
    (deal,) = read("%mjlog 1.0\n@ E2.1 dealer=B dice=3+4 open\n").deals
    assert (deal.label, deal.dealer) == ("E2.1", 1)
    assert deal.attributes == (("dealer", "B"), ("dice", "3+4"), ("open", ""))
    assert read("%mjlog 1.0\n@dealer=C\n").deals[0].dealer == 2


def test_small_letters_are_seats_and_winds_in_headers_and_headings_too():
    game = read("%mjlog 1.0\na: Ana\nb: Ben\n@ s2.1 dealer=b\n")
    assert [head.key for head in game.headers] == ["A", "B"]
    assert (game.seats, game.deals[0].label, game.deals[0].dealer) == (2, "S2.1", 1)
    assert not game.findings


@pytest.mark.parametrize("name", ["=Jam", ":Jam", "Jam:", "= Jam"])
def test_a_name_may_begin_with_a_sign_behind_the_blank(name):
    text = f"%mjlog 1.0\nA: {name}\nB: Bo\n\n@ E1 dealer=A\n"
    game = read(text)
    assert game.header("A") == name
    assert not game.findings
    assert write(game) == text
