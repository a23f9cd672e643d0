"""What a rule set takes for an ordinary act breaks none of its clauses.

In no record however mangled.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from mjlog import rules
from mjlog.model.table import _HAND_HAS, _TABLE_HAS
from mjlog.notation import read
from mjlog.referee.replay import replay

pytestmark = pytest.mark.slow

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.mjl"))
SLICE, ROUNDS, FEW = 2, 30, 200


def recorded(path):
    return read(path.read_bytes())


"""How often each deal is mangled: in `make test`, and in `make soak`."""


def watched(rule_set, seen):
    """The rule set with every test for ordinary acts checked against the clauses that it spares."""

    def checked(kind, quick):
        def test(table, act):
            answer = quick(table, act)
            if answer is True:
                seen.append(act)
                broken = [
                    bound.clause.code
                    for bound in rule_set.judges[kind]
                    if bound.test(table, act) is not True
                ]
                assert not broken, act
            return answer

        return test

    play = replace(
        rule_set.play,
        fast_run=None,
        fast_clauses={
            kind: checked(kind, quick) for kind, quick in rule_set.play.fast_clauses.items()
        },
    )
    return replace(rule_set, play=play)


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


@pytest.mark.parametrize(
    "name",
    [
        "riichi/1",
        "riichi/1 preset=tenhou-sanma",
        "taiyuan/1",
        "taiyuan/1 preset=regional",
        "taiwanese/1",
        "american/1",
        "tibet/1 preset=tibet-riichi",
    ],
)
def test_an_ordinary_act_breaks_no_clause(name, whole):
    chance, seen = random.Random(name), []
    rule_set = watched(rules.load(name), seen)
    assert rule_set.play.fast_clauses
    for path in SAMPLES:
        game = read(path.read_bytes())
        if game.rules.startswith(name.partition("/")[0]) and game.seats in rule_set.play.spec.seats:
            for deal in game.deals:
                replay(deal, rule_set, seats=game.seats)
                for _ in range(ROUNDS if whole else SLICE):
                    replay(mangled(deal, chance), rule_set, seats=game.seats)
    assert len(seen) > 1000


def left(table):
    """Everything about a table, for comparison."""
    hands = [{name: getattr(hand, name) for name in _HAND_HAS} for hand in table.hands]
    others = {name: getattr(table, name) for name in _TABLE_HAS if name not in {"hand", "hands"}}
    return hands, others, table.hands.index(table.hand)


@pytest.mark.parametrize(
    "name",
    ["riichi/1", "riichi/1 preset=tenhou-sanma", "tibet/1 preset=tibet-riichi", "taiwanese/1"],
)
def test_turns_laid_at_one_stroke_are_judged_and_laid_as_one_by_one(name, whole):
    chance, strides = random.Random(name), []
    rule_set = rules.load(name)

    def counted(table, turns, start):
        end = rule_set.play.fast_run(table, turns, start)
        strides.append(end - start)
        return end

    at_a_stroke, one_by_one = (
        replace(rule_set, play=replace(rule_set.play, fast_run=run)) for run in (counted, None)
    )
    games = [game for game in map(recorded, SAMPLES) if game.seats in rule_set.play.spec.seats]
    # Most samples have four players: of those with three all are taken.
    for game in games if whole or len(games) < FEW else games[::9]:
        for deal in game.deals:
            for each in [deal, *(mangled(deal, chance) for _ in range(ROUNDS // 10))]:
                quick = replay(each, at_a_stroke, seats=game.seats)
                slow = replay(each, one_by_one, seats=game.seats)
                assert quick.findings == slow.findings
                assert quick.doubts == slow.doubts
                assert left(quick.table) == left(slow.table)
    assert sum(strides) > 500
