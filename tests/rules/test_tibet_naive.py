"""The engine and a naive scorer, written from the rule facts alone, agree on random Tibet hands."""

import random

import pytest
from tibet_hands import STEPS, disagreements, thrown
from tibet_naive import han

from mjlog.rules.tibet.points import PATTERNS

SLICE, HANDS = 2500, 20_000
"""How many hands are tried: in `make test`, and in `make soak`."""


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands_of_every_step_that_counts_points(whole):
    assert not next(disagreements(HANDS if whole else SLICE), None)


def test_every_pattern_occurs_among_the_random_hands():
    rng = random.Random(5)
    found = set()
    for step in STEPS.values():
        for _ in range(300):
            found |= set(han(thrown(rng, step)))
    assert found == set(PATTERNS.items)
