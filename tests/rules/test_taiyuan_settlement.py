"""Taiyuan: hands and payments that the worked examples do not show."""

from pathlib import Path

import pytest

from mjlog.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = "%mjlog 1.0\nRules: taiyuan/1 {}\nA: Wang Li\nB: Zhao Min\nC: Chen Bo\nD: Liu Yan\n\n@ 1 dealer=A{}\n"
TABLE_VIEW = (SAMPLES / "taiyuan/everything-table-view.mjl").read_text(encoding="utf-8")
FAIR_COPY = (SAMPLES / "taiyuan/everything-fair-copy.mjl").read_text(encoding="utf-8")


def sheet(lines, options="", attributes=""):
    return audit(read(HEAD.format(options, attributes) + lines.strip() + "\n"))


def changed(text, *changes):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return audit(read(text))


def codes(found):
    return [finding.code for finding in found.findings if finding.severity != "note"]


def answers(found, claim):
    return [verdict.answer for verdict in found.verdicts if verdict.claim == claim]


BEGUN_EARLIER = """
17. A:1m 3p 4m 5z
18. A:2m 3z 6z 4s
19. A:7p C:+77p-1s 5m
20. A:_! 7z 3s 9s A:#
ready A
win A 9s from D
show A +9999p *5555z 2'3'4'm78s22p9s
fan A basic 1, dealer 1
kong A exposed 1, concealed 2
pay D>A 17
next dealer=A
"""


def test_the_melds_made_before_the_record_begins_are_those_shown():
    found = sheet(BEGUN_EARLIER, attributes=" view=table")
    assert not codes(found)
    assert found.counts()["differs"] == 0
    assert answers(found, "kong exposed") == answers(found, "kong concealed") == answers(found, "pay D>A") == ["agrees"]


DEALER_FEEDS = """
win C 5s from A
ready C
show C 2'34567p4'5556'888s
"""


@pytest.mark.parametrize(
    ("options", "due"),
    [
        ("preset=regional", 11),
        ("preset=regional dealer_loss_point=flat", 11),
        ("preset=regional dealer_point_under_bao=discarder_pays", 11),
        ("", 16),
    ],
)
def test_the_regional_fine_holds_the_point_of_a_dealer_who_pays_alone(options, due):
    assert sheet(DEALER_FEEDS, options).settlements[0].net(4) == (-due, 0, due, 0)


def test_no_dealers_point_is_charged_for_a_bystander_where_a_losing_dealer_is_charged_none():
    options = "dealer_loss_point=none dealer_point_under_bao=discarder_pays"
    lines = "win C 4s from D\nready C\nshow C 234567p4'4'456'888s\nfan C basic 1, missing-suit 1, single 1\npay D>C 11"
    assert sheet(lines, options).counts()["differs"] == 0


def test_who_may_have_let_a_win_pass_pays_what_nobody_can_tell():
    found = changed(
        TABLE_VIEW,
        ("dealer_loss_point=in_hand_value", "dead_player_ready=false"),
        ("D>C 4", "D>C 7"),
        ("88 93 123 96", "88 93 126 93"),
    )
    assert not codes(found)
    assert answers(found, "pay A>C") == answers(found, "pay B>C") == ["agrees"]
    assert answers(found, "pay D>C") == answers(found, "score D") == ["unverified"]


def test_a_sheet_without_turns_does_not_tell_who_let_a_win_pass():
    lines = "win B 3p self\nready A B C\nshow B 2'3'4'567m345789p11z\npay A>B 10, C>B 4, D>B 8"
    found = sheet(lines, "dead_player_ready=false")
    assert answers(found, "pay A>B") == answers(found, "pay C>B") == ["unverified"]
    assert answers(found, "pay D>B") == ["agrees"]


def test_the_only_tile_left_to_win_on_is_single_where_the_others_lie_in_a_kong():
    found = sheet("win B 4s from C\nready A B C\nshow B *1111s 2'3'4'm67899p234s\nfan B basic 1, single 1")
    assert found.counts()["differs"] == 0


@pytest.mark.parametrize("tile", ["9s", "1f", "J", "?", "4z"])
def test_a_winning_tile_that_is_not_in_the_hand_leaves_nothing_to_settle(tile):
    found = sheet(f"win B {tile} from C\nready A B C\nshow B 2'3'4'567m345789p11z\nfan B basic 1\npay A>B 3")
    assert found.settlements == (None,)
    assert set(answers(found, "pay A>B")) == {"unverified"}


@pytest.mark.parametrize("word", ["#", "2s# D:#", "2s# D:1s#", "2s# 2z# 3z#", "2s# C:#", "?#", "-#"])
def test_any_declaration_of_a_win_is_audited(word):
    for text in (TABLE_VIEW, FAIR_COPY):
        assert changed(text, ("2s#", word)).deals == 1
