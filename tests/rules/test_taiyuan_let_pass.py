"""Who in Ting lets a winning tile pass is told so at that tile."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

DEAL = """%mjlog 1.0
Rules: taiyuan/1{}
A: Wang Li
B: Zhao Min
C: Chen Bo
D: Liu Yan

@ 1 dealer=A
deal A [88s33z] 122m88p99s445z
deal B [45p9m1z] 123m456s789s
deal C [45p3s4z] 3s789m77z456s
deal D [24m7p2z] 17p2233s566z
"""
TING = "1. A:1m 9m-_1z! 7z-_4z! "
B_PASSES = (9, "B lets the winning tile 6p pass; after Ting a player must win at the first chance")
C_PASSES = (9, "C lets the winning tile 6p pass; after Ting a player must win at the first chance")


def missed_wins(turns, options="", deal=DEAL):
    report = audit(read(deal.format(options) + turns))
    return [(f.place.step, f.message) for f in report.findings if f.code == "win.passed"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("turns", "due"),
    [
        ("6p.\nB:#\nwin B 6p from D\n", []),  # C is farther from D
        ("6p.\nB:# C:#\nwin B 6p from D\n", []),
        ("6p.\nC:#\nwin C 6p from D\n", [B_PASSES]),
        ("6p.\n2. A:9m. 5z.\ndraw void\n", [B_PASSES, C_PASSES]),
        ("6p.\ndraw wall\n", [B_PASSES, C_PASSES]),
        ("6p.\n", []),  # the record stops before anybody has answered
        ("6p.\ndraw void\n", []),
        ("6p. D:~discard-changed=6p D:9p.\n2. A:9m. 5z.\ndraw void\n", []),
        ("9p.\n2. A:9m. 5z.\ndraw void\n", []),
    ],
)
def test_a_first_opportunity_let_pass_is_told(turns, due):
    assert missed_wins(TING + turns) == due


def test_who_discards_the_winning_tile_it_has_drawn_is_told_once():
    passed = missed_wins(TING + "9p.\n2. A:9m. 3p. 5z. 6p.\n3. A:9m.\ndraw void\n")
    assert [words.split(";")[0] for _, words in passed] == [
        "B lets the winning tile 3p pass",
        "C lets the winning tile 3p pass",
    ]


def test_nothing_is_said_of_a_hand_that_nobody_knows():
    deal = "".join(line + "\n" for line in DEAL.splitlines() if not line.startswith("deal C"))
    passed = missed_wins(TING + "6p.\n2. A:9m. 5z.\ndraw void\n", deal=deal)
    assert [words[0] for _, words in passed] == ["B"]


def test_a_hand_shown_at_the_end_tells_it_too():
    deal = "".join(line + "\n" for line in DEAL.splitlines() if not line.startswith("deal C"))
    shown = "show C [45p3s] 3s789m777z456s\n"
    passed = missed_wins(TING + "6p.\n2. A:9m. 5z.\ndraw void\n" + shown, deal=deal)
    assert [words[0] for _, words in passed] == ["B", "C"]


def test_where_a_missed_win_costs_nothing_nobody_is_told():
    assert missed_wins(TING + "6p.\n2. A:9m. 5z.\ndraw void\n", " missed_win=off") == []


def test_a_later_win_is_the_error_and_the_note_does_not_repeat_it():
    report = audit(
        read(DEAL.format("") + TING + "9p.\n2. A:9m. 5z. 3p. 9p.\n3. A:9m. 6p#\nwin B 6p self\n")
    )
    codes = {
        (f.code, f.severity, f.place.seat)
        for f in report.findings
        if f.code in {"win.missed", "win.passed"}
    }
    assert codes == {("win.missed", "error", 1), ("win.passed", "note", 2)}


def test_a_tile_let_pass_bars_a_win_on_the_same_word_later():
    # Equal words are one object: D's first 6p, which C let pass, is not the one that C wins on.
    turns = TING + "6p.\n2. A:9m. 5z. 5z. 6p.\nC:#\nwin C 6p from D\n"
    codes = [finding.code for finding in audit(read(DEAL.format("") + turns)).findings]
    assert "win.missed" in codes
