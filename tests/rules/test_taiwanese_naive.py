"""The engine and a naive scorer, written from the rule facts alone, agree on random hands."""

import random

import pytest
from taiwanese_hands import disagreements, options, thrown
from taiwanese_naive import DEFAULTS, value

from mjlog.rules import load
from mjlog.rules.taiwanese.tai import scale

SLICE, HANDS = 2000, 20_000
"""How many hands are tried: in `make test`, and in `make soak`."""


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands_under_random_options(whole):
    assert not next(disagreements(HANDS if whole else SLICE), None)


def test_both_know_the_same_patterns():
    for table in ("four_winds", "association"):
        rows = scale({**load("taiwanese/1").settings, "tai_table": table}).rows
        assert {row.item for row in rows} >= set(_named(table))


def _named(table):
    rng = random.Random(3)
    for _ in range(300):
        hand = thrown(rng)
        yield from value(hand, **{**options(rng), "tai_table": table})[1]


def test_the_naive_scorer_takes_every_option_that_bears_on_a_hand():
    known = {option.name for option in load("taiwanese/1").options}
    assert set(DEFAULTS) <= known
