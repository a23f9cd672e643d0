"""A correction that is written down twice takes back what it corrects once."""

from dataclasses import replace

import pytest
from kit.places import SAMPLES

from mjlog import rules
from mjlog.model.record import Irregularity
from mjlog.notation import read
from mjlog.referee.replay import replay

FILES = [
    path for path in sorted(SAMPLES.rglob("*.mjl")) if b"~discard-changed" in path.read_bytes()
]


def is_correction(turn):
    return any(
        isinstance(act, Irregularity) and act.name in {"discard-changed", "claim-cancelled"}
        for act in turn.acts
    )


def rivers(deal, rule_set, seats):
    return [hand.river for hand in replay(deal, rule_set, seats=seats).table.hands]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_correction_that_is_told_twice_is_one(path):
    game = read(path.read_bytes())
    rule_set = rules.load(game.rules)
    for deal in game.deals:
        told = rivers(deal, rule_set, game.seats)
        for place in (number for number, turn in enumerate(deal.turns) if is_correction(turn)):
            for behind in range(place, min(place + 3, len(deal.turns))):
                turns = list(deal.turns)
                if not all(map(is_correction, turns[place : behind + 1])):
                    continue
                turns.insert(behind + 1, turns[place])
                twice = replace(deal, turns=tuple(turns), jumps=(), notes=())
                assert rivers(twice, rule_set, game.seats) == told
