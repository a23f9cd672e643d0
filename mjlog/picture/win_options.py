"""Finds the tiles that a waiting hand may win on, and the clauses that bar a win.

For each kind that would complete a hand, the rule set's own clauses are asked as if that tile had
been discarded or drawn; then the table is put back as it was. This module contains no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from mjlog.model.findings import Law
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    WIN,
    Act,
    AddedKong,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Seat,
    SetOut,
    Win,
)
from mjlog.model.settlement import Score
from mjlog.model.table import ACT, AWAIT_DRAW, NONE, Hand, Table
from mjlog.model.tiles import Tile
from mjlog.referee.hand_readings import awaited
from mjlog.referee.message_fields import sentence
from mjlog.referee.outcome import makes_false, outcome_of
from mjlog.referee.replay import Walk, replay
from mjlog.referee.rule_set import RuleSet

OF_THE_MOMENT: Final = frozenset({"claim.nearest", "win.rob"})
"""Codes of clauses about how the winning tile was played, which this module only assumes."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A clause of the rules that forbids a win; `sentence` is the sentence that explains why."""

    law: Law
    sentence: Message

    @property
    def says(self) -> str:
        """The sentence, in English, that says why the rules forbid the win."""
        return self.sentence.english


@dataclass(frozen=True, slots=True)
class Route:
    """A possible win on a discard or by self-draw: clauses that forbid it, and the hand's score.

    `score` is None if it cannot be computed.
    """

    bars: tuple[Obstacle, ...] = ()
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class WinOption:
    """A kind of tile that completes a hand, with the win on a discard and the win by self-draw."""

    kind: Tile
    discard: Route
    draw: Route

    @property
    def open(self) -> bool:
        """True if the player may win on this kind of tile, by a discard or by self-draw or both."""
        return not self.discard.bars or not self.draw.bars


WinOptions = tuple[WinOption, ...]


@dataclass(frozen=True, slots=True)
class RestingHand:
    """The hand of a player between two turns; it has no tile to discard.

    `step` is the latest step after which the hand was examined, and `kinds` are the tiles that
    complete the hand.
    """

    step: int
    kinds: tuple[Tile, ...] = ()


RestingHands = tuple[RestingHand | None, ...]


def win_options(deal: Deal, rules: RuleSet, seats: int) -> list[tuple[WinOptions | None, ...]]:
    """Return for each step of a deal the tiles that complete each player's hand, by seat.

    For each tile, the result says whether the rules allow a win on it, by discard and by self-draw.
    Step 0 is the dealt hands. None stands for an unknown hand. Between a draw and a discard, and
    after a win, the tiles are those for the hand before the draw or the win.
    """
    rested = resting_hands(deal, rules, seats)
    walk = Walk(deal, rules, seats)
    return list(win_options_at(walk, rested, range(len(rested))).values())


def resting_hands(deal: Deal, rules: RuleSet, seats: int) -> list[RestingHands]:
    """Return for each step of a deal the latest resting hand of each player, by seat.

    A hand is resting if it waits for a tile: it has no tile to discard. A `RestingHand` has the
    kinds of tiles that complete it, and is None if the hand is unknown. Whether the rules allow a
    win is not checked, so this is faster than `win_options`.
    """
    rests = RestingHandsCollector(rules, seats)
    replay(deal, rules, seats=seats, watch=rests.watch)
    return rests.found


class RestingHandsCollector:
    """Collects the resting hands of a deal while the deal is replayed.

    After a draw, the hands of the other players are examined again only if the draw took the last
    tile of the wall: no other draw changes the tiles on which these players may win.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.found: list[RestingHands] = []
        self._rules = rules
        self._latest: list[RestingHand | None] = [RestingHand(0)] * seats
        self._waiting = _Waiting(rules)

    def watch(self, table: Table, _turn: int, act: Act | None) -> None:
        """Add the resting hands of all players to `found`; `replay` calls this after each step.

        `act` is the act of this step, and `table` the table after it.
        """
        stays = isinstance(act, Draw) and self._rules.play.spec.live(table) > 0
        for seat, hand in enumerate(table.hands):
            if not hand.known:
                self._latest[seat] = None
            elif stays and self._latest[seat] is not None:
                continue
            elif hand.total == table.resting and not table.winners:
                kinds = self._waiting.of(seat, hand)
                self._latest[seat] = RestingHand(len(self.found), kinds)
        self.found.append(tuple(self._latest))


def win_options_at(
    walk: Walk, rested: Sequence[RestingHands], steps: Iterable[int]
) -> dict[int, tuple[WinOptions | None, ...]]:
    """Return for each of `steps` the tiles that complete each player's hand, by seat.

    The result is a dict from step to the entry of `win_options` for this step. For only a few
    steps, this is faster than `win_options`. `walk` returns the table of any step, and `rested` has
    the resting hands of all steps.
    """
    steps = list(steps)
    hands_by_step = {step: dict(enumerate(rested[step])) for step in steps}
    asked = {
        (rest.step, seat): rest.kinds
        for hands in hands_by_step.values()
        for seat, rest in hands.items()
        if rest
    }
    # Sorted by step, so that the walk only goes forward.
    by_tile: dict[tuple[int, Seat], WinOptions] = {}
    for (step, seat), kinds in sorted(asked.items()):
        by_tile[step, seat] = tuple(
            _chance(walk.table(step), walk.rules, seat, walk.deal, kind) for kind in kinds
        )
    return {
        step: tuple(by_tile[rest.step, seat] if rest else None for seat, rest in hands.items())
        for step, hands in hands_by_step.items()
    }


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Stores which tiles complete each hand; computes them again only if the hand has changed."""

    rules: RuleSet
    known: dict[Seat, tuple[tuple[object, ...], tuple[Tile, ...]]] = field(default_factory=dict)

    def of(self, seat: Seat, hand: Hand) -> tuple[Tile, ...]:
        """Return the kinds of tiles that complete a hand of the player `seat`.

        If the seat's hand is the same as at the last call, the stored answer is returned.
        """
        now = (*hand.tiles(), *hand.melds)
        before = self.known.get(seat)
        if before is None or before[0] != now:
            before = self.known[seat] = (now, awaited(self.rules, hand))
        return before[1]


def _chance(table: Table, rules: RuleSet, seat: Seat, deal: Deal, kind: Tile) -> WinOption:
    with _discarded(table, seat, kind):
        discard = _win_route(table, rules, Win(seat, own_draw=False), deal)
    with _drawn(table, seat, kind):
        draw = _win_route(table, rules, Win(seat, own_draw=True), deal)
    return WinOption(kind, discard, draw)


def _win_route(table: Table, rules: RuleSet, win: Win, deal: Deal) -> Route:
    bars = tuple(_bars(table, rules, win))
    score = None if bars else _score(table, rules, win, deal)
    if score is not None and rules.scoring.is_too_little(score):
        law = rules.law("win.least")
        worth = msg(
            "the hand is worth {value} {unit}; a win needs {least}",
            value=rules.scoring.toward_minimum(score),
            unit=score.unit,
            least=rules.scoring.minimum,
        )
        if law is None:
            return Route((), score)
        return Route((Obstacle(law, worth),), score)
    return Route(bars, score)


def _bars(table: Table, rules: RuleSet, win: Win) -> Iterator[Obstacle]:
    for bound in rules.judges[WIN]:
        asked = bound.clause
        if (
            asked.code not in OF_THE_MOMENT
            and makes_false(asked.code)
            and bound.test(table, win) is False
        ):
            yield Obstacle(
                bound.law, sentence(asked.bars or asked.says, table, win, rules.play.words)
            )


def _score(table: Table, rules: RuleSet, win: Win, deal: Deal) -> Score | None:
    """Return the score that the hand has if the act `win` happens now on the table.

    Return None if the rules do not compute scores or do not allow this win. The table is unchanged
    afterwards.
    """
    if rules.scoring.score is None:
        return None
    table.past.append(win)
    table.winners.append(win.seat)
    try:
        outcome = outcome_of(deal, table, rules)
        score = None
        if outcome.winners:
            score = rules.scoring.score(outcome.winners[0], outcome)
    finally:
        table.winners.pop()
        table.past.pop()
    if isinstance(score, Score):
        return score
    return None


# --------------------------------------------------------------------------- trial wins


@contextmanager
def _offering(table: Table, seat: Seat, act: Discard | Draw) -> Iterator[None]:
    """Let the player of `act` discard or draw a tile; undo this at the end of the ``with`` block.

    `seat` is the player who may win on the tile. The latest discard or kong of another player is
    removed meanwhile. Only the hand of `seat` is copied, which is fast even for a long deal.
    """
    kept = (
        table.live,
        table.live_seat,
        table.live_sort,
        table.turn,
        table.phase,
        table.drawn,
        table.hand,
    )
    past, hand = table.past, table.hands[seat]
    table.hand, count, total = hand, list(hand.count), hand.total
    offer, river = past[-1:], table.hands[act.seat].river
    is_offer = bool(offer) and type(offer[0]) in _OFFERS and offer[0].seat != seat
    origin = table.hands[offer[0].seat].river if is_offer else []
    thrown = origin[-1:] if is_offer and type(offer[0]) is Discard else []
    if is_offer:
        past.pop()
        del origin[len(origin) - len(thrown) :]
    past.append(act)
    if type(act) is Discard:
        river.append(act.tile)
    try:
        yield
    finally:
        (
            table.live,
            table.live_seat,
            table.live_sort,
            table.turn,
            table.phase,
            table.drawn,
            table.hand,
        ) = kept
        hand.count[:], hand.total = count, total
        if type(act) is Discard:
            river.pop()
        past.pop()
        if is_offer:
            past += offer
            origin += thrown


_OFFERS: Final = (Discard, AddedKong, ConcealedKong, SetOut)
"""Acts that lay down a tile that others may win on."""


@contextmanager
def _discarded(table: Table, seat: Seat, kind: Tile) -> Iterator[None]:
    """Put a discard of the tile `kind` on the table; remove it at the end of the ``with`` block.

    `seat` is the player who may win on it. The discarder is the player of the latest discard, or
    else the player before `seat`.
    """
    offered = table.lies_for(seat)
    giver = table.live_seat if offered else table.order.previous_seat(seat)
    with _offering(table, seat, Discard(giver, kind)):
        table.live, table.live_seat, table.live_sort, table.drawn = kind, giver, "discard", NONE
        table.turn, table.phase = table.order.after[giver], AWAIT_DRAW
        yield


@contextmanager
def _drawn(table: Table, seat: Seat, kind: Tile) -> Iterator[None]:
    """Let the player draw the tile `kind`; undo this at the end of the ``with`` block."""
    hand = table.hands[seat]
    with _offering(table, seat, Draw(seat, kind)):
        hand.count[kind] += 1
        hand.total += 1
        table.live, table.drawn, table.turn, table.phase = NONE, kind, seat, ACT
        yield
