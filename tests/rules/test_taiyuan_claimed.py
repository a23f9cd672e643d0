"""Taiyuan: what a hand may count whose tiles nobody shows."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.rules import load
from mjlog.rules.taiyuan.claimed import hand_values

OPTIONS = ("", " preset=regional", " wait_scoring=stacking", " dragon_points=30 pure_suit_points=5")
SHEET = """\
%mjlog 1.0
Rules: taiyuan/1
A: Ann
B: Bob
C: Cid
D: Dee

@ 1 dealer=A
win B ? from C
ready A B C
{}
"""


def errors_and_counts(*lines):
    """The errors and the answers of a sheet."""
    report = audit(read(SHEET.format("\n".join(lines))))
    return [(each.code, each.message) for each in report.findings], report.counts()


@pytest.mark.parametrize("options", OPTIONS)
def test_each_value_is_made_of_items_that_a_hand_may_have(options):
    rules = load(f"taiyuan/1{options}")
    for value, items in hand_values(rules.settings).items():
        assert sum(points for _, points in items) == value
        assert all(rules.scoring.item_can_be(*item) for item in items)
        names = [name for name, _ in items]
        pairs = {frozenset((a, b)) for a in names for b in names if a != b}
        assert not pairs & rules.scoring.never_together


def test_the_payments_tell_a_value_that_no_line_names():
    findings, counts = errors_and_counts("pay A>B 24, C>B 23, D>B 23")
    assert findings == []
    assert counts["given"] == 3


def test_a_value_that_no_hand_has_is_told():
    findings, _ = errors_and_counts("pay A>B 59, C>B 58, D>B 58")
    assert [code for code, _ in findings] == ["pay.seats"]


def test_nobody_is_accused_where_ready_players_are_not_told():
    text = SHEET.format("pay C>B 58").replace("ready A B C\n", "")
    assert [each.code for each in audit(read(text)).findings] == []


def test_an_item_left_out_or_a_wrong_price_is_one_finding_that_names_both():
    findings, _ = errors_and_counts("fan B basic 1", "pay A>B 3, C>B 2, D>B 2", "net -3 7 -2 -2")
    assert [code for code, _ in findings] == ["pay.seats"]
    assert "which would read basic 1, missing-suit 1" in findings[0][1]


@pytest.mark.parametrize("pair", ["middle 1, single 1", "missing-suit 1, pure-suit 0"])
def test_items_that_no_hand_has_both_are_told(pair):
    findings, _ = errors_and_counts(f"fan B basic 1, {pair}")
    both = "middle and single" in findings[0][1] if findings else False
    assert both == pair.startswith("middle")
