"""American Modern against a naive count by brute force, on random ends of deals."""

import random

import american_hands_at_random as at_random
import american_naive as naive
import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

pytestmark = pytest.mark.slow

SLICE, HANDS = 400, 20_000
"""How many hands are tried: in `make test`, and in `make soak`."""
VALUES = ",".join(f"{name}:{value}" for name, value in at_random.VALUES.items())
CHOICES = {
    "jokers_in_chows": (True, True, False),
    "jokers_in_pairs": (True, True, False),
    "four_identical": (True, True, False),
    "pair_points": ("flat", "flat", "added"),
    "bouquet": ("winner", "winner", "all", "doubles"),
    "limit": (500, 1000),
    "limit_losers": ("difference", "difference", "each"),
    "loser_doubles": ("sets", "sets", "none"),
    "loser_pairs": ("all", "all", "one"),
}


def header(options):
    words = {name: str(value).lower() for name, value in options.items() if name != "special_hands"}
    return " ".join(
        [
            "american/1",
            *(f"{name}={value}" for name, value in words.items()),
            f"special_hands={VALUES}",
        ]
    )


def engine(end, options):
    found = audit(read(at_random.record(end, header(options))))
    settlement = found.settlements[0]
    wrong = [finding for finding in found.findings if finding.severity == "error"]
    if wrong or settlement is None or not settlement.scores:
        return None, [finding.message for finding in wrong]
    values = {score.seat: score.value for score in settlement.scores}
    return ([values[seat] for seat in range(4)], settlement.net(4)), []


@pytest.mark.parametrize("part", range(4))
def test_random_hands_are_worth_what_brute_force_finds(part, whole):
    chance = random.Random(part)
    compared, hands = 0, HANDS if whole else SLICE
    for _ in range(hands // 4):
        # Mostly without the limit, which would hide what lies beyond it.
        options = dict(
            naive.DEFAULTS, special_hands=at_random.VALUES, limit=chance.choice([0, 0, 0, 500])
        )
        if chance.random() < 0.4:
            options |= {name: chance.choice(values) for name, values in CHOICES.items()}
        end = at_random.end_of_a_deal(chance)
        expected = naive.settled(
            end["hands"], end["winner"], end["dealer"], naive.WINDS[end["wind"]], options
        )
        found, wrong = engine(end, options)
        assert found == expected, (header(options), at_random.record(end, header(options)), wrong)
        compared += expected is not None
    assert compared > hands // 8
