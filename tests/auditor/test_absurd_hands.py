"""Hands that no game deals: little work, and an answer that says what is wrong."""

import sys
from pathlib import Path

import pytest
from kit.records import codes, errors, sheet
from kit.work import TooMuchWorkError, calls_of

import mjlog
from mjlog.model import jokers, shapes
from mjlog.rules import names

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from fuzz_all import ABSURD, MANY_JOKERS

RULE_NAMES = tuple(names())
RULES = (
    *("american/1", "american/1 jokers=8 four_identical=false special_hands=other:100"),
    *("riichi/1", "taiwanese/1", "taiyuan/1", "tibet/1 preset=tibet-kan riichi=true"),
    "hongkong-faan/1",
)
RESULTS = ("win A 9s self", "win A 9s from D", "win B 9s from D", "draw wall")
MOST, MOST_WITH_JOKERS = 100_000, 1_000_000
"""Calls of functions for one sheet."""


def _audited(rules, result, tiles, most):
    """What is found on a sheet, with so many calls of functions at most."""
    reports = []
    text = sheet(rules, f"{result}\nshow A {tiles}")
    calls_of(lambda: reports.append(mjlog.audit(mjlog.read(text))), most)
    return reports[0]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_a_hand_of_hundreds_of_tiles_is_little_work_and_nobodys(rules):
    for name, tiles in ABSURD.items():
        for result in RESULTS:
            report = _audited(rules, result, tiles, MOST)
            assert "show.hand" in errors(report), (name, result)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES[:2])
def test_more_jokers_than_a_set_has_are_little_work_and_told(rules):
    for name, tiles in MANY_JOKERS.items():
        report = _audited(rules, "win A 9s self", tiles, MOST_WITH_JOKERS)
        assert "deal.copies" in codes(report), name


def test_work_without_an_end_is_stopped():
    with pytest.raises(TooMuchWorkError):
        calls_of(lambda: [len("") for _ in iter(int, 1)], 1000)


def test_as_many_tiles_as_a_game_may_deal_are_read_and_not_one_set_more():
    most = [*(3,) * (shapes.MOST_TILES // 3), 2]
    counts = [*most, *(0,) * (34 - len(most))]
    assert shapes.is_complete(counts)
    assert shapes.readings(counts)
    more = [*(3,) * (shapes.MOST_TILES // 3 + 1), 2]
    counts = [*more, *(0,) * (34 - len(more))]
    assert not shapes.readings(counts)
    assert not jokers.is_complete(counts, 0)


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_a_set_of_one_tile_is_audited(rules):
    for tiles in ("+J 123m456p789s99s", "^1jm 123m456p789s11s", "+1m 123m456p789s11s"):
        for name, place in (("win A 1s from B", "A"), ("draw wall", "B")):
            mjlog.audit(mjlog.read(sheet(rules, f"{name}\nshow {place} {tiles}")))
