"""What holds of every record holds of made-up ones.

Whoever saw less agrees, and each tile lies in one place.
"""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from kit.sizes import seeded
from test_blanks import seen_less

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.model.record import Dealt, Discard, Draw, Line, Replace, Show
from mjlog.model.table import physical
from mjlog.model.tiles import UNKNOWN
from mjlog.notation import read, refines, write
from mjlog.notation.play.spelling import spell
from mjlog.picture.frames import frames
from mjlog.referee.replay import replay
from mjlog.rules import load

pytestmark = pytest.mark.slow

HEADERS = (
    "taiyuan",
    "tibet preset=tibet-riichi",
    "american charleston=on jokers=8 ding_dong_max=3",
    "taiwanese",
    "taiwanese orig_declared=true",
    "riichi",
    "riichi preset=tenhou-sanma",
)
BLANKED = 6


@cache
def made(header):
    return next(games(header, seed=8, deals=3))


def seen_from_the_table(deal):
    """What a bystander writes down.

    No hand but those shown, no drawn tile but those thrown at once or shown.
    """
    turns = tuple(
        replace(turn, acts=acts, word=spell(acts))
        for turn in deal.turns
        for acts in [tuple(map(_covered, turn.acts))]
    )
    lines = tuple(line for line in deal.lines if not isinstance(line.content, Dealt))
    hidden = tuple(
        Line(_face_down(line.content)) for line in deal.lines if isinstance(line.content, Dealt)
    )
    return replace(deal, turns=turns, lines=(*hidden, *lines))


def _covered(act):
    return replace(act, tile=UNKNOWN) if isinstance(act, Draw | Replace) else act


def _face_down(dealt):
    pillars = None if dealt.pillars is None else (UNKNOWN,) * len(dealt.pillars)
    return replace(dealt, tiles=(UNKNOWN,) * len(dealt.tiles), pillars=pillars)


@pytest.mark.parametrize("header", HEADERS)
def test_a_record_refines_what_was_seen_from_the_table(header):
    game = made(header)
    seen = read(write(replace(game, deals=tuple(map(seen_from_the_table, game.deals)))))
    assert not refines(game, seen)
    assert refines(seen, game)
    assert not [
        f"{f.place.line} {f.code} {f.message}"
        for f in audit(seen).findings
        if f.severity == "error"
    ]


@pytest.mark.parametrize("header", HEADERS)
def test_what_nobody_saw_is_held_against_nobody(header):
    game, chance = made(header), seeded(header)
    for _ in range(BLANKED):
        less = replace(
            game,
            deals=tuple(seen_less(deal, chance, chance.choice((1, 2, 4))) for deal in game.deals),
        )
        errors = [
            f"{f.place.line} {f.code}"
            for f in audit(read(write(less))).findings
            if f.severity == "error"
        ]
        assert not errors, write(less)


@pytest.mark.parametrize("header", HEADERS)
def test_every_tile_lies_in_one_place(header):
    game, rules = made(header), load(header)
    copies = Counter(dict(enumerate(rules.play.spec.copies)))
    for deal in game.deals:
        shown = frames(deal, rules, game.seats)
        for frame in shown:
            numbers = [piece.number for piece in frame.pieces]
            assert len(numbers) == len(set(numbers))
            assert not Counter(physical(piece.face) for piece in frame.pieces) - copies
        assert len(shown) == replay(deal, rules, seats=game.seats).steps + 1


@pytest.mark.parametrize("header", HEADERS)
def test_shown_hands_are_those_that_were_held(header):
    game, rules = made(header), load(header)
    for deal in game.deals:
        last = frames(deal, rules, game.seats)[-1]
        for show in (line.content for line in deal.lines if isinstance(line.content, Show)):
            held = len(last.zone(show.seat, "hand")) + len(last.zone(show.seat, "pillars"))
            assert held in {len(show.tiles), len(show.tiles) - 1}


def test_a_discard_is_known_to_whoever_sees_the_table():
    deal = seen_from_the_table(made("riichi").deals[0])
    assert UNKNOWN not in {
        act.tile for turn in deal.turns for act in turn.acts if isinstance(act, Discard)
    }
