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
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    READY,
    REPLACE,
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
    """Return the acts (such as discards and claims) that are legal for the player `seat` now.

    `table` has the state of the deal. An act is left out if an unknown tile decides whether it is
    legal. A win is left out, too, if the value of the hand is too low or cannot be computed.
    """
    proposed = dict.fromkeys(_proposals(table, seat))
    return tuple(
        act for act in proposed if judge(table, rules, act) and _is_paid(deal, table, rules, act)
    )


def judge(table: Table, rules: RuleSet, act: Act) -> Judgement:
    """Return whether the act `act` is legal now, by all checks of the rule set.

    Return None if this depends on an unknown tile, and False if the game has no acts of this kind.
    """
    answers = _answers(table, rules, act)
    return bool(answers) and all_hold(answers)


def broken_laws(table: Table, rules: RuleSet, act: Act) -> tuple[Law, ...]:
    """Return the rules (`Law`) of the rulebook that the act would break if it happened now.

    A rule is left out if it depends on an unknown tile whether the act breaks it.
    """
    answers = _answers(table, rules, act)
    bounds = zip(rules.judges[act.kind], answers, strict=True)
    return tuple(bound.law for bound, answer in bounds if answer is False)


def _answers(table: Table, rules: RuleSet, act: Act) -> list[Judgement]:
    before = table.hand
    if act.seat >= 0:
        table.hand = table.hands[act.seat]
    answers = [test(table, act) for test in rules.tests[act.kind]]
    table.hand = before  # asking must not change whose turn it is
    return answers


def _is_paid(deal: Deal, table: Table, rules: RuleSet, act: Act) -> bool:
    """Return whether a win is worth the minimum that the rules require.

    Return False if the value of the hand cannot be computed. Return True if `act` is no win, or if
    the rules have no minimum.
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
    if hand.owes_replacement:
        yield Replace(seat, UNKNOWN)
    elif table.turn != seat:
        yield from _all_bonus(hand, seat)
    elif table.phase == AWAIT_DRAW:
        yield Draw(seat, UNKNOWN)
        yield from _all_bonus(hand, seat)
    elif table.phase == ACT:
        yield from _turn_acts(table, hand, seat)


def may_be_set_out(tile: Tile) -> bool:
    """Return whether players lay out this tile in some game: a bonus tile, or the north wind."""
    return is_bonus(tile) or tile == NORTH


def _all_bonus(hand: Hand, seat: Seat) -> Iterator[SetOut]:
    """Yield the act that lays out all bonus tiles of a hand, if the hand has any."""
    if bonus := tuple(filter(is_bonus, hand.tiles())):
        yield SetOut(seat, bonus)


def _turn_acts(table: Table, hand: Hand, seat: Seat) -> Iterator[Act]:
    """Yield the acts that a player can try after drawing or claiming a tile, legal or not."""
    ready = table.latest
    if isinstance(ready, Ready):
        for manner in _manners(table, ready.seat, ready.tile):
            yield Discard(ready.seat, ready.tile, manner, ready.face_down, True, ready.pillar)
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
    """Yield the concealed kongs that the hand can make; a joker may stand for a missing tile."""
    for kind, number in enumerate(hand.kinds()):
        four = picked(hand, (kind,) * 4) if number > 2 else ()
        if four:
            yield ConcealedKong(seat, four)


def _drops(table: Table, seat: Seat, tile: Tile, *, pillar: bool) -> Iterator[Act]:
    """Yield the acts that discard `tile`: first with a declaration of ready, then without.

    A declaration is yielded as a `Ready` act, which stands for the declaration and its discard. If
    `pillar` is True, the tile is a pillar (a tile set apart).
    """
    for face_down, marked in product((False, True), {False, pillar}):
        yield Ready(seat, tile, face_down, marked)
    manners = (MANNER_UNKNOWN,) if pillar else _manners(table, seat, tile)
    for manner in manners:
        yield Discard(seat, tile, manner, pillar=pillar)


def _manners(table: Table, seat: Seat, tile: Tile) -> tuple[int, ...]:
    """Return how a record can mark the discard of this tile now, as values of `Discard.manner`.

    The values say that the tile was just drawn, that it comes from the hand, or that this is not
    known.
    """
    if all(act.kind in _BEFORE_PLAY for act in table.past):
        return (MANNER_UNKNOWN,)  # the first tile was dealt, not drawn
    if table.drawn == NONE:
        claimed = CLAIM in {act.kind for act in table.past[-2:]}
        return (MANNER_FROM_HAND,) if claimed else (MANNER_UNKNOWN,)
    if tile != table.drawn:
        return (MANNER_FROM_HAND,)
    if table.hands[seat].count_known(tile) > 1:
        return (MANNER_DRAWN, MANNER_FROM_HAND)
    return (MANNER_DRAWN,)


_BEFORE_PLAY: Final = frozenset({SET_OUT, REPLACE, EXCHANGE, READY})


def _claims(hand: Hand, seat: Seat, live: Tile) -> Iterator[Claim]:
    """Yield the claims (chow, pung, kong) of the discard `live` that the hand has tiles for."""
    if live >= JOKER or KIND[live] >= KINDS:
        return
    companions = {picked(hand, kinds): None for kinds in companions_of(KIND[live])}
    companions.pop((), None)
    for tiles in companions:
        yield Claim(seat, tiles)


def picked(hand: Hand, kinds: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return one tile of the hand for each of the given kinds, in the order used in records.

    If the hand has no tile of a kind, a joker of the hand stands for it. Return an empty tuple if
    there is no such joker.
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
    """Yield the other tiles of each set that has a tile of the kind `kind`.

    First come three equal tiles (for a kong), then two equal tiles (for a pung), then the other two
    tiles of each chow.
    """
    yield (kind,) * 3
    yield (kind,) * 2
    for chow in CHOWS:
        if kind in chow:
            yield tuple(each for each in chow if each != kind)
