"""The engine and a naive scorer from the rule facts agree on random Taiyuan hands."""

import random

import pytest
from taiyuan_hands import CHOICES, disagreements, options, thrown
from taiyuan_naive import DEFAULTS, hand_value, payments

from mjlog.rules import load

SLICE, HANDS = 300, 20_000
"""How many hands are tried: in `make test`, and in `make soak`."""

WORKED = [
    (1, "234m567m45p789p11z3p", "3p", "B", "C", "ABC", [], (-3, 7, -2, -2)),
    (2, "34567m345p678s55s2m", "2m", "B", "C", "AB", [], (0, 5, -5, 0)),
    (3, "234p567p46s888s55s5s", "5s", "C", "A", "C", [], (-16, 0, 16, 0)),
    (4, "12s567p234m888m11z3s", "3s", "A", "B", "AB", [], (9, -3, -3, -3)),
    (6, "123m456m99m13p567p2p", "2p", "B", None, "BC", [], (-16, 33, -6, -11)),
    (7, "123m789m23s66s4s", "4s", "B", "D", "B", ["+5555p"], (0, 8, 0, -8)),
    (8, "67p234s22p8p", "8p", "C", "B", "ABC", ["+9999m", "*7777z"], (-5, -4, 13, -4)),
    (9, "24s567m99p3s", "3s", "D", None, "AD", ["^8888s", "*7777z"], (-9, -11, -11, 31)),
    (10, "12m456m789m333s55s3m", "3m", "C", "D", "C", [], (0, 0, 71, -71)),
    (11, "123p456p789p444p9p9p", "9p", "D", None, "ABCD", [], (-46, -44, -44, 134)),
    (14, "555z22z33z3z", "3z", "C", "D", "CD", ["+111z", "+777z"], (-2, -1, 4, -1)),
]


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands_under_random_options(whole):
    assert not next(disagreements(HANDS if whole else SLICE), None)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"example-{case[0]}")
def test_the_naive_scorer_knows_the_worked_examples(case):
    _, tiles, winning, winner, source, ready, melds, net = case
    hand = {
        "tiles": words(tiles),
        "winning": winning,
        "winner": winner,
        "dealer": "A",
        "source": source,
        "ready": ready,
        "signs": [meld[0] for meld in melds],
        "melds": [words(meld[1:]) for meld in melds],
    }
    assert payments(hand) == net


def words(text):
    """Tiles as words: ``12m3p`` is 1m, 2m, 3p."""
    found, ranks = [], ""
    for letter in text:
        if letter.isdigit():
            ranks += letter
        else:
            found += [rank + letter for rank in ranks]
            ranks = ""
    return found


def test_the_naive_scorer_takes_every_option_that_bears_on_payment():
    known = {option.name for option in load("taiyuan/1").options}
    assert set(CHOICES) == set(DEFAULTS)
    assert set(DEFAULTS) <= known


def test_every_item_occurs_among_the_random_hands():
    rng = random.Random(3)
    found = set()
    for _ in range(400):
        hand = thrown(rng)
        found |= set(hand_value(hand, {**DEFAULTS, **options(rng)}))
    assert found == {"basic", "missing-suit", "dragon", "pure-suit", "wait"}
