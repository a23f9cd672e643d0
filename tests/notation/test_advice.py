"""A line that people often write otherwise is told how it is written here."""

import pytest

from mjlog.notation import read


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tenpai A,C", "did you mean `tenpai A C`"),
        ("ready A, B", "did you mean `ready A B`"),
        ("net 1,2,-3,0", "did you mean `net 1 2 -3 0`"),
        ("score 1, 2, 3, 4", "did you mean `score 1 2 3 4`"),
        ("pay A>B 3, C>B 2 for=honba, D>B 2", "write one `pay` line for each cause"),
        ("pay A>B 3 for=honba C>B 3 for=honba", "write one `pay` line for each cause"),
    ],
)
def test_a_line_written_otherwise(line, told):
    game = read(f"%mjlog 1.0\nRules: riichi/1\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\n{line}\n")
    (finding,) = game.findings
    assert (finding.code, finding.place.line) == ("syntax.line", 9)
    assert told in finding.message


@pytest.mark.parametrize(
    "line",
    [
        "1. A:9m {a “cheap”  hand} 8m (7m 6m) ; &amp; more",
        "1. A:+999m-4p ; - pay C>B 1300",
        "deal A 19m19p19s1234567z ; 25m",
        "show B 234m55p777s23444p ; 25m",
        "win B 5m from C ; • cheap",
        "note - pay C>B 1O00",
    ],
)
def test_text_that_is_right_gets_no_advice(line):
    game = read(f"%mjlog 1.0\nRules: riichi/1\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\n{line}\n")
    assert not game.findings


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("fan B riichi 1,\ndora 2, fu 30", "`fan B riichi 1, dora 2, fu 30`"),
        ("pay C>B 1300,\n  A>B 300", "`pay C>B 1300, A>B 300`"),
        ("next E2\ndealer=B", "`next E2 dealer=B`"),
        ("win B 5m\nfrom C", "`win B 5m from C`"),
        ("1. A:2s-\n8m", "`A:2s-8m`"),
    ],
)
def test_a_line_that_was_broken_in_two_is_put_together(lines, told):
    game = read(f"%mjlog 1.0\nA: a\nB: b\nC: c\nD: d\n@ E1 dealer=A\n{lines}\n")
    assert any(told in finding.message for finding in game.findings)


def test_options_below_the_rules_belong_on_their_line():
    (finding,) = read("%mjlog 1.0\nRules: riichi/1\n  preset=tenhou\n").findings
    assert (finding.code, finding.place.line) == ("syntax.unknown_line", 3)
    assert "`Rules: riichi/1 preset=tenhou`" in finding.message
