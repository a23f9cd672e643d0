"""Whoever saw less accuses nobody.

A legal record stays without an error when tiles of it become unknown.
"""

import random
from dataclasses import fields, replace
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.model.record import Discard, Ready
from mjlog.model.tiles import UNKNOWN
from mjlog.notation import read, write
from mjlog.notation.spelling import spell

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[1] / "samples"
LEGAL = sorted(path for path in SAMPLES.rglob("*.mjl") if "broken" not in path.parts)
ROUNDS = 20


def name(path):
    return str(path.relative_to(SAMPLES))


def blanked(act):
    """The act with its tile, or all of its tiles, unknown."""
    named = {field.name for field in fields(act)}
    if "tile" in named:
        return replace(act, tile=UNKNOWN)
    return replace(act, tiles=(UNKNOWN,) * len(act.tiles)) if "tiles" in named else act


def unseen(turn, chance):
    """The turn with one of its acts unseen.

    The discard that declares ready goes with the declaration.
    """
    index = chance.randrange(len(turn.acts))
    acts = [blanked(act) if place == index else act for place, act in enumerate(turn.acts)]
    if isinstance(acts[index], Discard | Ready):
        acts = [blanked(act) if isinstance(act, Discard | Ready) else act for act in acts]
    acts = [
        replace(a, pillar=False) if isinstance(a, Discard | Ready) and a.tile == UNKNOWN else a
        for a in acts
    ]
    return replace(turn, word=spell(acts, stood=turn.stood))


def of_unseen_deal(line, chance):
    """The line of a dealt hand with one of its tiles unknown."""
    tiles = list(line.content.tiles)
    tiles[chance.randrange(len(tiles))] = UNKNOWN
    return replace(line, content=replace(line.content, tiles=tuple(tiles)))


def seen_less(deal, chance, times):
    """The deal with a few of its acts, and maybe a dealt tile, unseen."""
    turns, lines = list(deal.turns), list(deal.lines)
    for _ in range(times):
        if turns:
            index = chance.randrange(len(turns))
            turns[index] = unseen(turns[index], chance)
    dealt = [
        i for i, line in enumerate(lines) if line.content.keyword == "deal" and line.content.tiles
    ]
    if dealt and chance.random() < 0.3:
        index = chance.choice(dealt)
        lines[index] = of_unseen_deal(lines[index], chance)
    return replace(deal, turns=tuple(turns), lines=tuple(lines))


@pytest.mark.parametrize("path", LEGAL, ids=name)
def test_what_nobody_saw_is_held_against_nobody(path):
    chance = random.Random(path.name)
    game = read(path.read_bytes())
    for _ in range(ROUNDS):
        times = chance.choice((1, 1, 2, 4))
        less = replace(game, deals=tuple(seen_less(deal, chance, times) for deal in game.deals))
        text = write(less)
        errors = [
            f"{f.place.line} {f.code}: {f.message}"
            for f in audit(read(text)).findings
            if f.severity == "error"
        ]
        assert not errors, text
