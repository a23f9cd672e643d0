"""The calls that a page offers are those that the clauses of its rules allow."""

import pytest

from mjlog.live.calls import known_calls
from mjlog.rules import load

ALL = ("pung", "chow", "kong", "concealed", "added")


@pytest.mark.parametrize(
    ("rules", "seats", "calls"),
    [
        ("riichi/1 preset=tenhou", 4, ALL),
        ("riichi/1 preset=tenhou-sanma", 3, ("pung", "kong", "concealed", "added")),
        ("taiyuan/1", 4, ("pung", "kong", "concealed", "added")),
        ("hongkong-faan/1", 4, ALL),
        ("taiwanese/1", 4, ALL),
        ("american/1", 4, ALL),
        ("tibet/1 preset=tibet-7", 2, ()),
        ("tibet/1 preset=tibet-deadwall", 3, ("pung", "chow")),
        ("tibet/1 preset=tibet-10-dragons-pon", 4, ("pung",)),
        ("tibet/1 preset=tibet-kan", 2, ALL),
    ],
)
def test_calls_are_those_that_the_rules_allow(rules, seats, calls):
    assert known_calls(load(rules), seats) == calls
