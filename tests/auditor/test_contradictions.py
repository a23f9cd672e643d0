"""What a record says twice, or against itself."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

HEAD = "%mjlog 1.0\nRules: taiyuan/1\n\n"
CODES = {"deal.label", "deal.twice", "line.twice", "result.both", "syntax.ledger"}


def contradictions(text):
    findings = audit(read(HEAD + text)).findings
    return [(f.code, f.place.line, f.place.deal) for f in findings if f.code in CODES]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("deal A [27m5s1z] 1457m8p149s4z", "deal A [27m5s1z] 1457m8p149s3z"),
        ("win C 2s self", "win C 2s self"),
        ("draw void", "draw wall"),
        ("show C 3'3'm2'34p234777s", "show C 3'3'm2'34p234777s"),
        ("net 1 2 3 4", "net ? ? ? ?"),
        ("score 1 2 3 4", "score 1 2 3 4"),
        ("tenpai A", "tenpai A B"),
        ("next dealer=B", "next dealer=C"),
    ],
)
def test_a_line_that_stands_once_stands_twice(first, again):
    assert contradictions(f"@ 1 dealer=A\n{first}\n{again}\n") == [("line.twice", 6, 1)]


@pytest.mark.parametrize(
    "lines",
    [
        "deal A 19m\ndeal B 19m",
        "win B 2s from A\nwin C 2s from A",
        "show B 19m\nshow C 19m",
        "score 1 2 3 4\nnet 1 2 3 4",
        "win C 2s self\ndraw void",
        "pay A>B 3\npay C>B 2",
        "note one\nnote one",
    ],
)
def test_lines_that_go_together(lines):
    assert contradictions(f"@ 1 dealer=A\n{lines}\n") == []


@pytest.mark.parametrize("how", ["wall", "abort no-more-time"])
def test_a_deal_won_and_not_won(how):
    assert contradictions(f"@ 1 dealer=A\nwin C 2s self\ndraw {how}\n") == [("result.both", 6, 1)]


def test_two_deals_of_one_name():
    assert contradictions("@ 1\ndraw void\n@ 2\ndraw void\n@ 1\ndraw void\n") == [
        ("deal.label", 8, 3)
    ]
    assert contradictions("@\ndraw void\n@\ndraw void\n") == []
    assert contradictions("@ 1\ndraw wall\n@ 1\ndraw wall\n") == [("deal.label", 6, 2)]


@pytest.mark.parametrize("name", ["1", "E1", "E1.0"])
def test_a_void_deal_is_played_again_under_its_own_name(name):
    assert contradictions(f"@ {name}\ndraw void\n@ {name}\ndraw void\n@ {name}\ndraw wall\n") == []


def test_a_label_without_a_counter_says_nothing_of_repetitions():
    assert contradictions("@ E1\ndraw wall\n@ E1\ndraw wall\n") == []
    assert contradictions("@ E1.0\ndraw wall\n@ E1.0\ndraw wall\n") == [("deal.label", 6, 2)]


@pytest.mark.parametrize(
    ("clock", "sound"),
    [
        ("00:00:00", True),
        ("23:59:60", True),
        ("24:00:00", False),
        ("12:60:00", False),
        ("12:00:61.5", False),
    ],
)
def test_a_clock_shows_a_time_of_day(clock, sound):
    assert contradictions(f"@ 1 dealer=A\n0001 {clock} S1 A:9m\n0002 S1 draw void\n") == (
        [] if sound else [("syntax.ledger", 5, 1)]
    )


def test_a_record_without_rules_is_told_what_is_missing():
    (finding,) = audit(read("%mjlog 1.0\n\n@ 1 dealer=A\ndraw void\n")).findings
    assert finding.code == "rules.unknown"
    assert finding.message.startswith("the header `Rules:` is missing")
    assert finding.place.line == 1
    (named,) = audit(read("%mjlog 1.0\nRules: nowhere\n\n@ 1 dealer=A\ndraw void\n")).findings
    assert "'nowhere'" in named.message
    assert named.place.line == 2


def messages(text, code):
    return [(f.message, f.expected) for f in audit(read(HEAD + text)).findings if f.code == code]


def test_a_hand_too_small_is_counted_as_it_is_written():
    found = messages("@ 1 dealer=A\ndeal A 123m\ndeal B 123m\n1. A:1m\ndraw void\n", "deal.size")
    assert found == [
        ("A is dealt 3 tiles instead of 13 or 14", "13 or 14"),
        ("B is dealt 3 tiles instead of 13", "13"),
    ]


def test_an_item_named_twice_is_not_said_to_be_missing():
    lines = (
        "win C 2s self\nready C D\nshow C *5555z 3'3'm2'34p234777s\nfan C basic 1, basic 1, "
        "dragon 6\n"
    )
    twice, missing = messages(f"@ 1 dealer=A\n{lines}", "score.item")
    assert "the sheet names basic more than once" in twice[0]
    assert "dragon is not in C's hand" in missing[0]


def test_the_same_hands_are_never_dealt_twice():
    hands = "deal A [27m5s1z] 1457m8p149s4z\ndeal B [19m2p2s] 5m178p6s2367z\ndraw wall\n"
    assert contradictions(f"@ 1 dealer=A\n{hands}\n@ 2 dealer=A\n{hands}") == [("deal.twice", 9, 2)]


def test_hands_that_nobody_saw_are_alike():
    hands = "deal A [27m5s1z] 1457m8p149s4z\ndeal B [????] ?????????\ndraw wall\n"
    assert contradictions(f"@ 1 dealer=A\n{hands}\n@ 2 dealer=A\n{hands}") == []
