"""The acts that a player may do now: those that fit the table and break no clause.

This module has no rules. It proposes each act whose tiles the player has, and asks the clauses of
the rule set whether it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from mjlog.model.findings import Law
from mjlog.model.record import (
    CLAIM,
    EXCHANGE,
    NOT_SAID,
    READY,
    REPLACE,
    SAID_DRAWN,
    SAID_FROM_HAND,
    SET_OUT,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Ready,
    Replace,
    Seat,
    SetOut,
    Win,
)
from mjlog.model.settlement import Score
from mjlog.model.table import ACT, AWAIT_DRAW, NONE, Hand, Table
from mjlog.model.tiles import (
    CHOWS,
    JOKER,
    JOKER_AS,
    KIND,
    KINDS,
    NORTH,
    PILLAR,
    UNKNOWN,
    Tile,
    canonical,
    is_bonus,
)
from mjlog.referee.outcome import outcome_of
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Judgement,
    all_hold,
)


def legal_acts(deal: Deal, table: Table, rules: RuleSet, seat: Seat) -> tuple[Act, ...]:
    """Return the acts of that seat that break no clause.

    Acts about which an unknown tile decides are left out, and wins whose worth is too little or
    unknown.
    """
    proposed = dict.fromkeys(_proposals(table, seat))
    return tuple(
        act for act in proposed if judge(table, rules, act) and _is_paid(deal, table, rules, act)
    )


def judge(table: Table, rules: RuleSet, act: Act) -> Judgement:
    """Return whether an act breaks no clause; None if an unknown tile decides.

    Return False if the rule set has no clause about such acts: the game does not have them.
    """
    answers = _answers(table, rules, act)
    return bool(answers) and all_hold(answers)


def broken_laws(table: Table, rules: RuleSet, act: Act) -> tuple[Law, ...]:
    """Return the sentences of the rulebook that the act would break.

    Sentences about which an unknown tile decides are left out.
    """
    answers = _answers(table, rules, act)
    bounds = zip(rules.judges[act.kind], answers, strict=True)
    return tuple(bound.law for bound, answer in bounds if answer is False)


def _answers(table: Table, rules: RuleSet, act: Act) -> list[Judgement]:
    before = table.hand
    if act.seat >= 0:
        table.hand = table.hands[act.seat]
    answers = [test(table, act) for test in rules.tests[act.kind]]
    table.hand = before  # whose turn it is does not change by asking
    return answers


def _is_paid(deal: Deal, table: Table, rules: RuleSet, act: Act) -> bool:
    """Return whether the act is no win, or a win with a hand that is worth the minimum.

    Return False if the value of the hand cannot be computed, and True if the rules have no minimum.
    """
    if not isinstance(act, Win) or rules.scoring.score is None or not rules.scoring.minimum:
        return True
    phase = table.phase
    table.declare_win(act)
    table.past.append(act)
    try:
        outcome = outcome_of(deal, table, rules)
        winner = next(each for each in outcome.winners if each.seat == act.seat)
        score = rules.scoring.score(winner, outcome)
    finally:  # the declaration changes nothing else
        table.past.pop()
        table.winners.pop()
        table.phase = phase
    return isinstance(score, Score) and not rules.scoring.is_too_little(score)


# --------------------------------------------------------------------------- proposals


def _proposals(table: Table, seat: Seat) -> Iterator[Act]:
    hand = table.hands[seat]
    if table.lies_for(seat):
        yield Win(seat, own_draw=False)
        if table.phase == AWAIT_DRAW:
            yield from _claims(hand, seat, table.live)
    if hand.owes:
        yield Replace(seat, UNKNOWN)
    elif table.turn != seat:
        yield from _all_bonus(hand, seat)
    elif table.phase == AWAIT_DRAW:
        yield Draw(seat, UNKNOWN)
        yield from _all_bonus(hand, seat)
    elif table.phase == ACT:
        yield from _turn_acts(table, hand, seat)


def may_be_set_out(tile: Tile) -> bool:
    """Return whether a tile is set out beside the hand in some game: a bonus tile, or north."""
    return is_bonus(tile) or tile == NORTH


def _all_bonus(hand: Hand, seat: Seat) -> Iterator[SetOut]:
    """Yield one act that sets out all bonus tiles of the hand; nothing if it has none."""
    if bonus := tuple(filter(is_bonus, hand.tiles())):
        yield SetOut(seat, bonus)


def _turn_acts(table: Table, hand: Hand, seat: Seat) -> Iterator[Act]:
    """Yield the possible acts of a player who has drawn or claimed a tile."""
    declared = table.latest
    if isinstance(declared, Ready):
        yield from _declared(table, declared)
        return
    yield Win(seat, own_draw=True)
    tiles = dict.fromkeys(hand.tiles())
    for tile in filter(may_be_set_out, tiles):
        yield SetOut(seat, (tile,))
    yield from _all_bonus(hand, seat)
    yield from _concealed_kongs(hand, seat)
    for tile in tiles:
        yield AddedKong(seat, tile)
    for tile in tiles:
        yield from _drops(table, seat, tile & ~PILLAR, pillar=tile >= PILLAR)


def _concealed_kongs(hand: Hand, seat: Seat) -> Iterator[ConcealedKong]:
    """Yield the concealed kongs that the hand can make, also with a joker."""
    for kind, number in enumerate(hand.kinds()):
        four = picked(hand, (kind,) * 4) if number > 2 else ()
        if four:
            yield ConcealedKong(seat, four)


def _drops(table: Table, seat: Seat, tile: Tile, *, pillar: bool) -> Iterator[Act]:
    """Yield the acts that discard a tile: as a declaration of ready, or plainly.

    `pillar`: the tile stands among the pillars.
    """
    for face_down, marked in product((False, True), {False, pillar}):
        yield Ready(seat, tile, face_down, marked)
    manners = (NOT_SAID,) if pillar else _manners(table, seat, tile)
    for manner in manners:
        yield Discard(seat, tile, manner, pillar=pillar)


def _declared(table: Table, ready: Ready) -> Iterator[Discard]:
    """Yield the discards that may follow a declaration of ready, one for each manner."""
    for manner in _manners(table, ready.seat, ready.tile):
        yield Discard(ready.seat, ready.tile, manner, ready.face_down, True, ready.pillar)


def _manners(table: Table, seat: Seat, tile: Tile) -> tuple[int, ...]:
    """Return the possible manners of a discard: as drawn, from the hand, or not recorded."""
    if all(act.kind in _BEFORE_PLAY for act in table.past):
        return (NOT_SAID,)  # the first tile of all was dealt
    if table.drawn == NONE:
        claimed = CLAIM in {act.kind for act in table.past[-2:]}
        return (SAID_FROM_HAND,) if claimed else (NOT_SAID,)
    if tile != table.drawn:
        return (SAID_FROM_HAND,)
    if table.hands[seat].held(tile) > 1:
        return (SAID_DRAWN, SAID_FROM_HAND)
    return (SAID_DRAWN,)


_BEFORE_PLAY: Final = frozenset({SET_OUT, REPLACE, EXCHANGE, READY})


def _claims(hand: Hand, seat: Seat, live: Tile) -> Iterator[Claim]:
    """Yield the claims that the hand can make of the discard `live`."""
    if live >= JOKER or KIND[live] >= KINDS:
        return
    companions = {picked(hand, kinds): None for kinds in companions_of(KIND[live])}
    companions.pop((), None)
    for tiles in companions:
        yield Claim(seat, tiles)


def picked(hand: Hand, kinds: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return tiles of the hand that can stand for these kinds, jokers for missing ones.

    Return none if the hand lacks a kind and has no joker left for it.
    """
    held = list(hand.tiles())
    tiles = []
    for kind in kinds:
        fitting = next((tile for tile in held if KIND[tile & ~PILLAR] == kind), JOKER)
        if fitting not in held:
            return ()
        held.remove(fitting)
        tiles.append(JOKER_AS + kind if fitting == JOKER else fitting)
    return canonical(tiles)


def companions_of(kind: Tile) -> Iterator[tuple[Tile, ...]]:
    """Yield the kinds that make a set with a tile of `kind`: three alike, two alike, neighbours."""
    yield (kind,) * 3
    yield (kind,) * 2
    for chow in CHOWS:
        if kind in chow:
            yield tuple(each for each in chow if each != kind)
