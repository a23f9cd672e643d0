"""Whoever saw less accuses nobody.

A legal record stays without an error when tiles of it become unknown.
"""

import random
from dataclasses import fields, replace

import pytest
from kit.places import LEGAL, slug
from kit.records import game_in
from kit.sizes import each

from mjlog.auditor.audit import audit
from mjlog.model.record import Discard, Ready
from mjlog.model.tiles import UNKNOWN
from mjlog.notation import read, write
from mjlog.notation.play.spelling import spell

pytestmark = pytest.mark.slow

ROUNDS, FEW = 20, 4
"""How often each sample is seen less well, by size."""


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


@each(LEGAL, slug)
def test_what_nobody_saw_is_held_against_nobody(path, whole):
    chance = random.Random(path.name)
    game = game_in(path)
    for _ in range(ROUNDS if whole else FEW):
        times = chance.choice((1, 1, 2, 4))
        less = replace(game, deals=tuple(seen_less(deal, chance, times) for deal in game.deals))
        text = write(less)
        errors = [
            f"{f.place.line} {f.code}: {f.message}"
            for f in audit(read(text)).findings
            if f.severity == "error"
        ]
        assert not errors, text
