"""Hong Kong Old Style: the kit and a naive scorer, written from the facts, agree."""

import random
from pathlib import Path

import pytest
from hongkong_naive import DEFAULTS, value
from kit_hands import as_won, thrown

from mjlog.rules import load

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "hongkong"
HANDS, MANY = 2000, 40_000
CHANCES = (
    ("dealt", True), ("first-draw", True), ("first-discard", False), ("first-round", False),
    ("supplement", True), ("second-supplement", True), ("flower-supplement", True),
    ("last-tile", True), ("last-discard", False), ("robbed", False),
)  # fmt: skip


def options(rng):
    """A random value for some of the options that bear on hands."""
    known = {option.name: option for option in load("hongkong/1").options}
    values = {name: known[name].values or ("8", "10", "99") for name in DEFAULTS}
    return {name: rng.choice(words) for name, words in values.items() if rng.random() < 0.3}


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands_under_random_options(whole):
    rng = random.Random(35)
    for _ in range(MANY if whole else HANDS):
        chosen = options(rng)
        has_flowers = chosen.get("flowers", "8") == "8"
        hand = thrown(
            rng,
            bonus=8 if has_flowers else 0,
            pairs=chosen.get("seven_pairs", "off") != "off",
            chances=CHANCES,
        )
        rules = load("hongkong/1 " + " ".join(f"{name}={word}" for name, word in chosen.items()))
        winner, outcome = as_won(hand)
        score = rules.scoring.score(winner, outcome)
        assert score.value == value(hand, chosen), (hand, chosen, score.items)


def test_the_naive_scorer_takes_options_of_the_rule_set():
    assert set(DEFAULTS) <= {option.name for option in load("hongkong/1").options}


def test_every_code_is_shown_by_a_broken_deal():
    known = load("hongkong/1")
    chosen = [known, *(known.having(o.name, word) for o in known.options for word in o.values)]
    codes = {code for rules in chosen for _, code in rules.bound}
    assert {code for code in codes if not (BROKEN / f"{code}.mjl").exists()} == set()
