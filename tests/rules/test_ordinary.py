"""What a rule set takes for an ordinary act breaks none of its clauses, in no record however mangled."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from mjlog import rules
from mjlog.notation import read
from mjlog.replay import replay

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.mjl"))
ROUNDS = 30


def watched(rule_set, seen):
    """The rule set with every test for ordinary acts checked against the clauses that it spares."""

    def checked(kind, quick):
        def test(table, act):
            answer = quick(table, act)
            if answer is True:
                seen.append(act)
                broken = [bound.clause.code for bound in rule_set.judges[kind] if bound.test(table, act) is not True]
                assert not broken, act
            return answer

        return test

    return replace(rule_set, ordinary={kind: checked(kind, quick) for kind, quick in rule_set.ordinary.items()})


def mangled(deal, chance):
    """The deal with turns swapped, dropped and played again, or without some of its hands."""
    turns = list(deal.turns)
    for _ in range(chance.randint(1, 4)):
        if turns:
            here, there = chance.randrange(len(turns)), chance.randrange(len(turns))
            match chance.randrange(3):
                case 0:
                    turns[here], turns[there] = turns[there], turns[here]
                case 1:
                    del turns[here]
                case _:
                    turns.insert(here, turns[there])
    kept = [line for line in deal.lines if chance.random() < 0.9]
    return replace(deal, turns=tuple(turns), lines=tuple(kept), jumps=(), notes=())


@pytest.mark.parametrize("name", ["riichi/1", "riichi/1 preset=tenhou-sanma"])
def test_an_ordinary_act_breaks_no_clause(name):
    chance, seen = random.Random(name), []
    rule_set = watched(rules.load(name), seen)
    assert rule_set.ordinary
    for path in SAMPLES:
        game = read(path.read_bytes())
        if game.rules.startswith("riichi") and game.seats in rule_set.spec.seats:
            for deal in game.deals:
                replay(deal, rule_set, seats=game.seats)
                for _ in range(ROUNDS):
                    replay(mangled(deal, chance), rule_set, seats=game.seats)
    assert len(seen) > 1000
