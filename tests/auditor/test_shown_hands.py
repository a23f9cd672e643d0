"""Hands laid open on a sheet without turns.

What cannot be a winning hand is a slip of the sheet, and no false win.
"""

import pytest
from kit.records import codes, sheet

import mjlog

RULES = ("riichi/1", "taiyuan/1", "tibet/1 preset=tibet-kan", "american/1")


def audited(rules, lines):
    return mjlog.audit(mjlog.read(sheet(rules, lines)))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "tiles", ["123456m99m123p567p8p", "123456m99m123p56p", "123456m99m13p567p", "13p567p"]
)
def test_a_hand_of_a_wrong_number_of_tiles_is_not_judged(rules, tiles):
    report = audited(rules, f"win B 2p self\nready B\nshow B {tiles}\npay A>B 16, C>B 8, D>B 8\n")
    assert [finding.code for finding in report.findings] == ["show.hand"]
    assert {verdict.answer for verdict in report.verdicts if verdict.claim.kind == "pay"} == {
        "unverified"
    }


@pytest.mark.parametrize(
    "tiles", ["123456m99m123p567p999s1s", "123456m99m123p56p999s", "123456m99m13p567p999s"]
)
def test_sixteen_tiles_are_another_number(tiles):
    lines = f"bonus B 3f\nwin B 2p self\nshow B {tiles}\npay A>B 16, C>B 8, D>B 8\n"
    assert set(codes(audited("taiwanese/1", lines))) == {"show.hand"}


@pytest.mark.parametrize("rules", RULES)
def test_a_hand_of_the_right_number_that_is_none_stays_a_false_win(rules):
    assert "win.shape" in set(
        codes(audited(rules, "win B 2p self\nready B\nshow B 123456m99m123p568p\n"))
    )


OPEN = "win A 5p from C\ndora 1z\nura 1z\nshow A +123m +456s 33p46p5p789s\n"


@pytest.mark.parametrize("rules", ["riichi/1", "tibet/1 preset=tibet-riichi"])
@pytest.mark.parametrize(("show", "wrong"), [
    ("+123m +456s 33p46p5p789s", True),
    ("+123m ??? ???? ????", True),
    ("+123m 456s33p465p789s", True),
    ("*1111m 456s33p465p789s", False),
    ("123m456s33p465p789s", False),
])  # fmt: skip
def test_a_hand_with_claimed_sets_has_not_declared_riichi(rules, show, wrong):
    lines = f"win A 5p from C\ndora 1z\nready A\nshow A {show}\n"
    assert ("ready.closed" in set(codes(audited(rules, lines)))) is wrong


@pytest.mark.parametrize(("lines", "wrong"), [
    ("ready A\n", {"ready.closed", "win.least"}),
    ("ready A\nfan A riichi 1, fu 30\npay C>A 1500\n", {"ready.closed", "win.least", "score.item"}),
    ("ready\nfan A riichi 1, fu 30\n", {"ready.closed", "ready.line", "win.least", "score.item"}),
    ("ready\nfan A riichi 0\n", {"win.least"}),
    ("ready C\nfan A dora 0\n", {"win.least"}),
])  # fmt: skip
def test_a_hand_with_claimed_sets_counts_no_riichi(lines, wrong):
    assert set(codes(audited("riichi/1", OPEN + lines))) == wrong


@pytest.mark.parametrize("name", ["orig 15", "heaven 40", "earth 40"])
def test_a_hand_with_claimed_sets_is_not_as_it_was_dealt(name):
    lines = f"bonus B 3f\nwin B 6s from C\nshow B +234m +555p 99m678p123456s\nfan B {name}\n"
    assert set(codes(audited("taiwanese/1", lines))) == {"score.item", "score.total"}


KONGS = "win B 2p self\nready B C\nshow B {shown}\nkong B {kongs}\n"


@pytest.mark.parametrize(("shown", "kongs", "wrong"), [
    ("123m456m9'9m1'3'p2p567p", "concealed 0", False),
    ("123m456m9'9m1'3'p2p567p", "concealed 0, exposed 0", False),
    ("1111m 23m456m99m13p2p", "concealed 0", False),
    ("123m456m9'9m1'3'p2p567p", "concealed 2", True),
    ("123m456m9'9m1'3'p2p567p", "hidden 0", True),
    ("*1111m 456m9'9m1'3'p2p567p", "concealed 0", True),
])  # fmt: skip
def test_an_empty_column_of_kongs_is_right(shown, kongs, wrong):
    found = set(codes(audited("taiyuan/1", KONGS.format(shown=shown, kongs=kongs))))
    assert bool(found & {"score.item", "kong.undeclared"}) is wrong


@pytest.mark.parametrize(("paid", "wrong"), [
    ("A>B 40, C>B 40, D>B 40", True),
    ("A>B 80, C>B 40, D>B 20", True),
    ("A>B 40, C>B 20", False),
    ("A>B 80, C>B 40, D>B 40", False),
    ("A>B ?, C>B 40, D>B 40", False),
    ("A>B 40", False),
])  # fmt: skip
def test_losers_pay_shares_of_one_value_whatever_it_is(paid, wrong):
    assert (
        "pay.seats" in set(codes(audited("american/1", f"win B 5p from C\npay {paid}\n")))
    ) is wrong


@pytest.mark.parametrize(("shown", "words"), [
    ("123m456p789s1122z1f", "a hand shown has no bonus tiles: leave out 1f"),
    ("123m456p789s11122z1f", "a hand shown has no bonus tiles: leave out 1f"),
    ("123m456p789s", "B shows 9 tiles; a winning hand has 14"),
    ("123m456p7s", "B shows 7 tiles; a winning hand has 14"),
    ("+111m 123m456p789s1111z", "B shows 16 tiles; a winning hand has 14"),
])  # fmt: skip
def test_tiles_of_a_hand_that_cannot_have_won_are_counted_as_they_stand(shown, words):
    found = audited("hongkong/1", f"win B 1z from C\nshow B {shown}\n").findings
    assert next(each.message for each in found if each.code == "show.hand").startswith(words)


def test_a_bonus_tile_shown_is_not_held_against_the_hand():
    lines = "win B 1z from C\nshow B 123m456p789s11122z1f\n"
    assert codes(audited("hongkong/1", lines)) == ["show.hand"]


def test_a_misspelt_kong_is_paid_for():
    lines = "win B 9m from C\nkong B conceled 2\npay A>B 2, C>B 2, D>B 2 for=kong\n"
    assert codes(audited("sichuan/1", lines)) == ["score.item"]
