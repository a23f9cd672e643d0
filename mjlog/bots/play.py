"""Plays one made-up deal: players propose acts, and legal acts are carried out.

The clauses of the rule set say which acts are legal, and no rule of any game is in this module. A
proposal is any act that a record can have. Players choose among legal acts by a plan
(`mjlog.bots.strategy`) and by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress, permutations, product
from random import Random
from typing import Final

from mjlog.bots.strategy import PLANS, Plan, missing_for_plan, usefulness
from mjlog.model.go_arounds import go_arounds
from mjlog.model.record import (
    EXCHANGE,
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    NOBODY,
    REVEAL,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Content,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Indicators,
    Line,
    NoWin,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Take,
    Turn,
    VoidSuit,
    Win,
    is_kong,
)
from mjlog.model.settlement import Score
from mjlog.model.table import AWAIT_DRAW, HELD, MOVES, NONE, OVER, Hand, Table
from mjlog.model.tiles import (
    JOKER,
    JOKER_AS,
    KIND,
    KINDS,
    PILLAR,
    SUIT,
    Tile,
    canonical,
    is_bonus,
    kinds_of,
    spread,
)
from mjlog.notation.play.spelling import spell
from mjlog.referee.legal_acts import companions_of, may_be_set_out
from mjlog.referee.outcome import outcome_of
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    DEALT,
    NO_WIN,
    OPENED,
    TURNED_UP,
)

ABORTS: Final = ("triple-ron", "four-kongs", "four-riichi", "four-winds", "nine-terminals")
"""Reasons that a `draw abort` line can name."""
PARTNERS: Final = (((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0, 3), (1, 2)))
"""The ways in which four players can exchange tiles two by two."""
OVERLOOKS, ERRS, DECLARES, MELDS, DING_DONGS = 0.02, 0.03, 0.9, 0.8, 0.04
"""Probabilities of some acts of a player.

The player overlooks a win, discards any tile, declares ready, makes a kong, asks for a Ding Dong.
"""
CALLS: Final = (0.85, 0.05)
"""Probabilities that a player claims a tile that helps; each player has one of these.

With the first, the player claims nearly every such tile; with the second, it prefers to draw.
"""
LOOKS_TWICE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Start:
    """The state in which a deal begins.

    `head` is a deal that has only its header, `seats` the number of players, `pool` the points that
    lie on the table, `counters` the number of repeats (honba).
    """

    head: Deal
    seats: int
    pool: int | None
    counters: int | None


class Play:
    """A made-up deal that is being played.

    `hopes` has each seat's plan (what the player collects), `calls` the probability that each seat
    claims a tile that helps. `wall` has the tiles left; the last one is drawn next. `acts` are the
    acts of the turn that is being played.
    """

    def __init__(self, rules: RuleSet, chance: Random, start: Start, hopes: Sequence[Plan]) -> None:
        self.rules = rules
        self.chance = chance
        self.start = start
        self.hopes = hopes
        self.calls = [chance.choice(CALLS) for _ in hopes]
        self.wall = self._shuffled()
        self.lines: list[Content] = []
        self.turns: list[Turn] = []
        self.acts: list[Act] = []
        self.end: NoWin | None = None
        self.table = (
            self._dealt(extra=chance.random() < 0.7) or self._dealt(extra=False) or self._table(())
        )

    def deal(self) -> Deal:
        """Play the deal to its end, and return its record.

        The record has the dealt hands, exchanges, void suits, turns and indicators. If nobody won,
        it also says how the deal ended.
        """
        self._indicator()
        self._bonus_round()
        self._exchanges()
        self._give_up_suits()
        while not self._is_over():
            self._turn()
        self._hidden_indicators()
        if self.end is not None:
            self.lines.append(self.end)
        return self._record(tuple(self.turns))

    def _record(self, turns: tuple[Turn, ...]) -> Deal:
        opening = bool(turns) and all(isinstance(act, SetOut | Replace) for act in turns[0].acts)
        return replace(
            self.start.head,
            turns=turns,
            lines=tuple(Line(content) for content in self.lines),
            jumps=((0, 0),) if opening else (),
        )

    # ------------------------------------------------------------------ the clauses

    def _may(self, act: Act) -> bool:
        """Return whether the rules allow this act, such as a discard, now.

        All clauses (sentences of the rulebook) about this kind of act must allow it. If there is no
        clause about it, return False: the game does not have this kind of act.
        """
        tests, table = self.rules.tests[act.kind], self.table
        if act.seat >= 0:
            table.hand = table.hands[act.seat]
        for test in tests:
            if test(table, act) is not True:
                return False
        return bool(tests)

    def _permits(self, kind: int, content: object) -> bool:
        """Return whether the rules allow a line of the record, such as a dealt hand.

        `content` is the line, and `kind` its kind as a constant of the rulebook, such as `DEALT`.
        All clauses (sentences of the rulebook) about this kind must allow it; if there are none,
        return True.
        """
        return all(bound.test(self.table, content) is True for bound in self.rules.judges[kind])

    def _carry_out(self, act: Act) -> None:
        if act.seat >= 0:
            self.table.hand = self.table.hands[act.seat]
            self.acts.append(act)
        MOVES[act.kind](self.table, act)
        self.table.past.append(act)

    def _end_turn(self) -> None:
        """Move the acts of the turn that is being played to the finished turns of the deal."""
        if self.acts:
            self.turns.append(_turn(self.acts))
            self.acts = []

    def _is_over(self) -> bool:
        return self.end is not None or self.table.phase == OVER

    def _aside(self) -> Table:
        """Return a copy of the table on which acts can be tried out."""
        past, self.table.past = self.table.past, []
        other = deepcopy(self.table, {id(self.start.head): self.start.head})
        self.table.past, other.past = past, list(past)
        return other

    # ------------------------------------------------------------------ before play

    def _shuffled(self) -> list[Tile]:
        """Return all tiles of the set in random order. The last tile of the list is drawn first."""
        tiles = list(spread(self.rules.play.spec.copies))
        self.chance.shuffle(tiles)
        return tiles

    def _hand(self, _seat: Seat, left: list[Tile], size: int) -> list[Tile]:
        """Remove `size` tiles from the end of the wall `left`, and return them as a dealt hand.

        If the game has pillars (tiles set apart), the first tiles returned are the pillars.
        """
        return [left.pop() for _ in range(size)]

    def _dealt(self, *, extra: bool) -> Table | None:
        """Deal the hands from the wall, and return the table.

        If `extra` is true, the dealer gets one tile more. Return None if a rule forbids one of the
        hands. The wall and the lines of the record then stay unchanged.
        """
        spec, dealer = self.rules.play.spec, self.start.head.dealer
        left = list(self.wall)
        lines = []
        for seat in range(self.start.seats):
            tiles = self._hand(seat, left, spec.resting + (extra and seat == dealer))
            pillars = canonical(tiles[: spec.pillars]) if spec.pillars else None
            lines.append(Dealt(seat, canonical(tiles[spec.pillars :]), pillars))
        self.table = self._table(lines)
        if not all(self._permits(DEALT, line) for line in lines):
            return None
        self.wall = left
        self.lines += lines
        return self.table

    def _table(self, lines: Sequence[Dealt]) -> Table:
        spec, head = self.rules.play.spec, self.start.head
        hands = [Hand(line.tiles, line.pillars) for line in lines]
        table = Table(hands, head.dealer, spec.resting, spec.copies, spec.size)
        table.order = head.turn_order(len(hands))
        table.pillars, table.plays_on = spec.pillars, spec.plays_on
        table.identify_hands()
        table.head = head
        return table

    def _indicator(self) -> None:
        """Before play, turn up the next tile of the wall as an indicator if the game has any."""
        tests = self.rules.tests[REVEAL]
        turned = Reveal(self.table.dealer, self.wall[-1])
        if tests and all(test(self.table, turned) is not False for test in tests):
            self.table.indicate(self.wall[-1])
            self.lines.append(Indicators((self.wall.pop(),)))

    def _bonus_round(self) -> None:
        """Before play, let players lay out the bonus tiles they were dealt, and draw replacements.

        The players do so in an order that the rules allow.
        """
        passed = 0
        seat = self.table.dealer
        while passed < self.table.seats and not self._is_over():
            held = tuple(tile for tile in self.table.hands[seat].tiles() if is_bonus(tile))
            act = SetOut(seat, held)
            if held and self._may(act):
                self._carry_out(act)
                self._replace(seat)
                passed = 0
            else:
                self._end_turn()
                seat, passed = self.table.order.after[seat], passed + 1

    def _exchanges(self) -> None:
        """Before play, let pairs of players exchange three tiles, as often as the rules allow.

        This is tried only with four players, and only in half of the deals. If the rules about
        the whole deal reject the exchanges, undo all of them.
        """
        if not self.rules.tests[EXCHANGE] or self.table.seats != 4 or self.chance.random() < 0.5:
            return
        act = next((each for each in self._passes() if self._may(each)), None)
        if act is None:
            return
        before, number = self._aside(), len(self.lines)
        while act is not None:
            self._carry_out(act)
            self.lines.append(act)
            act = next((each for each in self._passes() if self._may(each)), None)
        if not self._permits(OPENED, self._record(())):
            self.table = before
            del self.lines[number:]

    def _passes(self) -> Iterator[Exchange]:
        for partners, is_of_a_suit in product(PARTNERS, (False, True)):
            passes = []
            for one, other in partners:
                passes.append(self._pass(one, other, is_of_a_suit=is_of_a_suit))
                passes.append(self._pass(other, one, is_of_a_suit=is_of_a_suit))
            yield Exchange(tuple(passes))

    def _pass(
        self, one: int, other: int, *, is_of_a_suit: bool
    ) -> tuple[Seat, Seat, tuple[Tile, ...]]:
        """Choose the tiles that one player passes to another: at most three, the least useful ones.

        Return the giver's seat, the receiver's seat and the tiles. `one` is the giver and `other`
        the receiver, counted from the dealer as 0. If `is_of_a_suit` is true, all tiles are of one
        suit.
        """
        players = self.table.order.beginning_with(self.table.dealer)
        giver, taker = players[one], players[other]
        tiles = self._least_wanted(giver)
        if is_of_a_suit:
            suits = [SUIT[tile] for tile in tiles]
            wanted = next((suit for suit in suits if suits.count(suit) > 2), suits[0])
            tiles = [tile for tile in tiles if SUIT[tile] == wanted]
        return giver, taker, canonical(tiles[:3])

    def _give_up_suits(self) -> None:
        """If the game has void suits, let each player choose the suit with its fewest tiles."""
        if not self.rules.play.spec.gives_up_suit:
            return
        for seat, hand in enumerate(self.table.hands):
            suits = [SUIT[tile] for tile in hand.tiles()]
            void = min(range(3), key=suits.count)
            self.lines.append(VoidSuit(seat, void))
            hand.void = void

    def _exchange_in_play(self, seat: Seat) -> None:
        """Now and then, let every player pass one tile to every other player if the rules allow it.

        `seat` is the player whose turn it is. Nothing happens if this player has declared a kong in
        this turn.
        """
        # In a record, the exchange comes before kongs of the same turn.
        declared = {ConcealedKong, AddedKong}.intersection(type(each) for each in self.acts)
        if declared or not self.rules.tests[EXCHANGE] or self.chance.random() > DING_DONGS:
            return
        turn = _turn([*self.acts, Discard(seat, 0)])
        number = go_arounds(self._record((*self.turns, turn)), self.table.seats)[-1]
        worst = [self._least_wanted(giver) for giver in range(self.table.seats)]
        if min(len(each) for each in worst) < self.table.seats - 1:
            return
        passes = [
            (giver, taker, (worst[giver].pop(0),))
            for giver, taker in permutations(range(self.table.seats), 2)
        ]
        act = Exchange(tuple(passes), f"ding-dong-{number}")
        if self._may(act):
            self._carry_out(act)
            self.lines.append(act)

    # ------------------------------------------------------------------ a turn

    def _turn(self) -> None:
        """Play one turn, and then the turns of players who claim the discard.

        The player in turn draws a tile, unless it already has one, and discards.
        """
        seat = self.table.turn
        if self.table.phase == AWAIT_DRAW and not self._draws(seat):
            return
        self._act(seat)
        while not self._is_over() and self._let_others_claim():
            pass

    def _draws(self, seat: Seat) -> bool:
        """Let a player draw a tile, and return True.

        If the rules do not allow a draw, end the deal and return False.
        """
        act = Draw(seat, self.wall[-1]) if self.wall else None
        if act is None or not self._may(act):
            self._end_at_last_tile()
            return False
        self.wall.pop()
        self._carry_out(act)
        return True

    def _end_at_last_tile(self) -> None:
        """End the deal without a winner, because the wall is exhausted."""
        self._end_turn()
        self.end = NoWin("wall")

    def _act(self, seat: Seat) -> None:
        """Let the player choose an act after drawing or claiming a tile.

        The player can win, end the deal, lay out bonus tiles, declare a kong, or discard. After a
        kong or bonus tiles the player draws a replacement and chooses again.
        """
        while not self._let_win(seat) and not self._try_abort(seat):
            if not self._let_declare(seat):
                self._exchange_in_play(seat)
                self._let_discard(seat)
                return
            if self._has_passed():
                return

    def _has_passed(self) -> bool:
        """Return whether the turn ends without a discard.

        It does if the deal is over, or if play goes on with the next player after a win.
        """
        return self._is_over() or self.table.phase == AWAIT_DRAW

    def _let_win(self, seat: Seat) -> bool:
        """Let a player win on the tile that it drew, if possible. Return whether the player won."""
        act = Win(seat, own_draw=True)
        if not self._looks_won(seat, self.table.drawn, held=True):
            return False
        if not self._may(act) or not self._takes(act):
            return False
        self._carry_out(act)
        self._end_turn()
        return True

    def _looks_won(self, seat: Seat, tile: Tile, *, held: bool) -> bool:
        """Return whether a tile probably completes a player's hand. This saves many slow checks.

        `held` says whether the tile is already in the hand. The result is True for bonus tiles and
        jokers, and now and then by chance.
        """
        hand = self.table.hands[seat]
        if tile == NONE or tile >= JOKER or is_bonus(tile):
            return tile != NONE
        counts = hand.kinds()
        counts[KIND[tile]] += not held
        sets, jokers = self._sets(seat), hand.count[JOKER]
        near = (missing_for_plan(hope, counts, sets, jokers) for hope in _OF_ALL_SUITS)
        return not all(near) or self.chance.random() < LOOKS_TWICE

    def _takes(self, act: Win) -> bool:
        """Return whether a player wants to declare a win that the rules allow.

        A player does not want to win with a hand below the minimum value of the rules. Now and
        then, the result is False by chance, as if the player had overlooked the win. The table is
        unchanged.
        """
        if self.chance.random() < OVERLOOKS:
            return False
        if self.rules.scoring.score is None:
            return True
        table, phase = self.table, self.table.phase
        table.hand = table.hands[act.seat]
        table.declare_win(act)
        table.past.append(act)
        try:
            return self._is_worth_it(act)
        finally:  # the declaration changes nothing else
            table.past.pop()
            table.winners.pop()
            table.phase = phase

    def _is_worth_it(self, act: Win) -> bool:
        turns = (*self.turns, _turn([*self.acts, act]))
        won = outcome_of(self._record(turns), self.table, self.rules)
        won = replace(won, pool=self.start.pool, counters=self.start.counters)
        score = self.rules.scoring.score
        winner = next(winner for winner in won.winners if winner.seat == act.seat)
        counted = score(winner, won) if score is not None else None
        return isinstance(counted, Score) and not self.rules.scoring.is_too_little(counted)

    def _try_abort(self, seat: Seat) -> bool:
        """End the deal early if the rules allow that now, for example after four kongs.

        Return whether the deal ended. During a turn, this is tried only in half of the cases, and
        `seat` is recorded as the player who ended the deal.
        """
        if not self.table.past or not self.rules.judges[NO_WIN]:
            return False
        if self.acts and self.chance.random() < 0.5:
            return False
        author = seat if self.acts else NOBODY
        for name in ABORTS:
            end = NoWin("abort", name, author)
            if self._permits(NO_WIN, end):
                self.end = end
                self._end_turn()
                return True
        return False

    def _let_declare(self, seat: Seat) -> bool:
        """Let a player lay out a tile or declare a kong, if possible.

        Return whether the player did. The player then draws a replacement, unless another player
        wins on that tile. By chance, some possible kongs are not declared.
        """
        for act in (*self._set_outs(seat), *self._kongs(seat)):
            if self._may(act) and (self.chance.random() < MELDS or is_bonus(_first(act))):
                if not self.acts and not isinstance(act, SetOut):
                    self.acts.append(Take(seat))
                self._carry_out(act)
                if not self._let_others_win():
                    self._go_on(seat)
                return True
        return False

    def _set_outs(self, seat: Seat) -> Iterator[SetOut]:
        tiles = (face for face in _faces(self.table.hands[seat]) if may_be_set_out(face))
        return (SetOut(seat, (tile,)) for tile in tiles)

    def _kongs(self, seat: Seat) -> Iterator[ConcealedKong | AddedKong]:
        hand = self.table.hands[seat]
        for kind, number in enumerate(hand.kinds()):
            tiles = self._picked(hand, (kind,) * 4) if number > 2 else ()
            if tiles:
                left = _counts_without(hand.kinds(), tiles)
                then = missing_for_plan(self.hopes[seat], left, self._sets(seat) - 1)
                if then <= self._away(seat):
                    yield ConcealedKong(seat, tiles)
        for tile in hand.tiles():
            yield AddedKong(seat, tile)

    def _go_on(self, seat: Seat) -> None:
        """After a kong or a bonus tile, let the player draw the replacement, and perhaps win on it.

        A new indicator is turned up when the rules allow it, before the replacement or after it.
        After a win, no indicator is turned up.
        """
        self._turn_up_indicator(seat)
        self._replace(seat)
        if not self._is_over() and not self._let_win(seat):
            self._turn_up_indicator(seat)

    def _replace(self, seat: Seat) -> None:
        """Let a player draw replacement tiles until the hand has its full size.

        If the wall is empty or the rules do not allow a replacement, end the deal.
        """
        while self.table.hands[seat].owes_replacement:
            act = Replace(seat, self.wall[-1]) if self.wall else None
            if act is None or not self._may(act):
                self._end_at_last_tile()
                return
            self.wall.pop()
            self._carry_out(act)

    def _turn_up_indicator(self, seat: Seat) -> None:
        act = Reveal(seat, self.wall[-1]) if self.wall else None
        if act is not None and self._may(act):
            self.wall.pop()
            self._carry_out(act)

    # ------------------------------------------------------------------ a tile is dropped

    def _let_discard(self, seat: Seat) -> None:
        """Let a player discard, perhaps declaring ready.

        Then other players may win, or the deal may end early.
        """
        # After a claim there is no draw; a Take stands for it.
        if not self.acts:
            self.acts.append(Take(seat))
        if not self._let_declare_ready(seat):
            act = next((act for act in self._discards(seat) if self._may(act)), None)
            if act is None:
                raise RuntimeError(
                    f"no tile can be discarded in {self.rules.header} after {self.turns}"
                )
            self._carry_out(act)
        self._end_turn()
        if not self._let_others_win():
            self._try_abort(seat)

    def _discards(self, seat: Seat) -> Iterator[Discard]:
        """Yield each possible discard of a player, legal or not, the least useful tile first.

        A tile is yielded several times if it can be recorded in several ways, such as from the hand
        or as just drawn. Now and then the order is random.
        """
        tiles = self._worst(seat)
        if self.chance.random() < ERRS:
            self.chance.shuffle(tiles)
        for tile in tiles:
            for manner in self._manners(tile):
                yield Discard(seat, tile, manner)

    def _manners(self, tile: Tile) -> tuple[int, ...]:
        """Return the values of `Discard.manner` that can record where a discarded tile came from.

        The tile just drawn can be recorded as drawn or as from the hand, any other tile only as
        from the hand. If the player's draw was not recorded, the only value is `MANNER_UNKNOWN`.
        """
        if isinstance(self.acts[-1], Take):
            return (MANNER_UNKNOWN,)
        if tile != self.table.drawn:
            return (MANNER_FROM_HAND,)
        return (MANNER_DRAWN, MANNER_FROM_HAND)

    def _let_declare_ready(self, seat: Seat) -> bool:
        """Let a player declare ready with a discard, if possible. Return whether the player did.

        Now and then a player who could declare ready does not.
        """
        hand = self.table.hands[seat]
        if hand.ready or self._away(seat) > 1 or self.chance.random() > DECLARES:
            return False
        for tile, down in product(_faces(hand), (False, True)):
            act = Ready(seat, tile & ~PILLAR, face_down=down)
            manner = self._manners(-1 if down else act.tile)[0]
            drop = Discard(seat, act.tile, manner, face_down=down, ready=True)
            if self._may(act) and self._may(drop):
                self._carry_out(act)
                self._carry_out(drop)
                return True
        return False

    def _worst(self, seat: Seat) -> list[Tile]:
        """Return each different tile in the player's hand once, the least useful tile first.

        Melds and bonus tiles laid out are not in the hand. Bonus tiles and jokers come last.
        """
        hand, hope, sets = self.table.hands[seat], self.hopes[seat], self._sets(seat)
        counts, jokers = hand.kinds(), hand.count[JOKER]
        order: list[tuple[int, int, float, Tile]] = []
        for face in compress(range(HELD), hand.count):
            kind = KIND[face]
            lacking, near = 99, 99
            if kind < KINDS:
                counts[kind] -= 1
                lacking = missing_for_plan(hope, counts, sets, jokers)
                counts[kind] += 1
                near = usefulness(counts, kind)
            order.append((lacking, near, self.chance.random(), face))
        return [face for *_, face in sorted(order)]

    def _least_wanted(self, seat: Seat) -> list[Tile]:
        """Return all tiles in the player's hand, without melds, the least useful tile first."""
        count = self.table.hands[seat].count
        tiles: list[Tile] = []
        for face in self._worst(seat):
            tiles += [face] * count[face]
        return tiles

    def _sets(self, seat: Seat) -> int:
        return (self.table.resting - 1) // 3 - len(self.table.hands[seat].melds)

    def _away(self, seat: Seat) -> int:
        hand = self.table.hands[seat]
        return missing_for_plan(self.hopes[seat], hand.kinds(), self._sets(seat), hand.count[JOKER])

    # ------------------------------------------------------------------ the others

    def _others(self, seat: Seat) -> list[Seat]:
        return [*self.table.order.beginning_with(seat)[1:]]

    def _let_others_win(self) -> bool:
        """Let the other players win on the latest tile, if possible.

        If three players can win, first try to end the deal early. Return whether a player won or
        the deal ended.
        """
        live = self.table.live
        if live == NONE:
            return False
        seats = self._others(self.table.live_seat)
        near = [
            Win(seat, own_draw=False) for seat in seats if self._looks_won(seat, live, held=False)
        ]
        turns, open_turn = self.turns, self.acts
        self.turns, self.acts = list(turns), []
        if open_turn:
            self.turns.append(_turn(open_turn))
        wins = [act for act in near if self._may(act) and self._takes(act)]
        if not wins:
            self.turns, self.acts = turns, open_turn
            return False
        if len(wins) > 2 and self._try_abort(NONE):
            return True
        for act in wins:
            if self._may(act):
                self._carry_out(act)
                self._end_turn()
        return True

    def _let_others_claim(self) -> bool:
        """Let another player claim the discard and then act in its turn.

        Return whether a player claimed it.
        """
        seats = self._others(self.table.live_seat)
        calls = [call for seat in seats for call in self._calls(seat)]
        # A pung, whose tiles are all of one kind, comes before a chow.
        calls.sort(key=lambda claim: len(set(kinds_of(claim.tiles))))
        allowed = (claim for claim in calls if self._may(claim) and self._can_go_on(claim))
        act = next(allowed, None)
        if act is None:
            return False
        self._carry_out(act)
        if is_kong(act):
            self._go_on(act.seat)
        if not self._has_passed():
            self._act(act.seat)
        return True

    def _calls(self, seat: Seat) -> Iterator[Claim]:
        """Yield claims of the latest discard that a player wants to make; the choice is random.

        Most claims bring the hand nearer to the player's plan (what the player collects).
        """
        hand, live = self.table.hands[seat], KIND[self.table.live]
        if live >= KINDS or hand.ready:
            return
        picked = [self._picked(hand, kinds) for kinds in companions_of(live)]
        sets = [each for each in picked if each]
        now = self._away(seat) if sets else 0
        for tiles in sets:
            jokers = hand.count[JOKER] - sum(JOKER_AS <= tile < PILLAR for tile in tiles)
            then = missing_for_plan(
                self.hopes[seat], _counts_without(hand.kinds(), tiles), self._sets(seat) - 1, jokers
            )
            if self.chance.random() < self._likes(seat, now - then):
                yield Claim(seat, tiles)

    def _likes(self, seat: Seat, nearer: int) -> float:
        """Return the probability that a player makes a claim.

        `nearer` says by how many tiles the claim brings the hand nearer to the player's plan; it is
        negative if the hand gets farther away.
        """
        if nearer > 0:
            return self.calls[seat]
        return 0 if nearer else 0.05

    def _picked(self, hand: Hand, kinds: Sequence[Tile]) -> tuple[Tile, ...]:
        """Choose a tile of the hand for each of the kinds. A joker replaces a missing tile.

        Return an empty tuple if tiles are missing and there are too few jokers.
        """
        held = list(hand.tiles())
        picked = []
        for kind in kinds:
            fitting = [tile for tile in held if KIND[tile & ~PILLAR] == kind]
            if fitting:
                picked.append(self.chance.choice(fitting))
                held.remove(picked[-1])
            elif JOKER in held:
                picked.append(JOKER_AS + kind)
                held.remove(JOKER)
            else:
                return ()
        return canonical(picked)

    def _can_go_on(self, claim: Claim) -> bool:
        """Return whether the rules would allow the player at least one discard after a claim.

        The claim is tried out on a copy of the table. Return True for a kong, after which the
        player draws a replacement.
        """
        if is_kong(claim):
            return True
        kept, self.table, self.acts = self.table, self._aside(), [claim]
        self.table.hand = self.table.hands[claim.seat]
        self.table.claim(claim)
        self.table.past.append(claim)
        tiles = compress(range(HELD), self.table.hand.count)
        drops = (Discard(claim.seat, tile, MANNER_FROM_HAND) for tile in tiles)
        can_drop = any(self._may(drop) for drop in drops)
        self.table, self.acts = kept, []
        return can_drop

    # ------------------------------------------------------------------ after play

    def _hidden_indicators(self) -> None:
        """After a win, record the hidden indicators; their number is that of the open indicators.

        Do nothing if nobody won, or if the rules do not allow hidden indicators.
        """
        number = len(self.table.indicators)
        if not number or not self.table.winners or not self.rules.judges[TURNED_UP]:
            return
        turned = Indicators(tuple(self.wall[-number:]), hidden=True)
        if self._permits(TURNED_UP, turned):
            self.lines.append(turned)


_OF_ALL_SUITS: Final = tuple(hope for hope in PLANS if not hope.one_suit)


def _turn(acts: Sequence[Act]) -> Turn:
    return _spelt(tuple(acts))


@lru_cache(maxsize=1 << 14)
def _spelt(acts: tuple[Act, ...]) -> Turn:
    return Turn(acts[0].seat, spell(acts), acts)


def _faces(hand: Hand) -> list[Tile]:
    """Return each different tile of the hand once.

    A pillar (tile set apart) differs from an equal tile.
    """
    return list(dict.fromkeys(hand.tiles()))


def _first(act: SetOut | ConcealedKong | AddedKong) -> Tile:
    if isinstance(act, AddedKong):
        return act.tile
    return act.tiles[0]


def _counts_without(counts: list[int], tiles: Sequence[Tile]) -> list[int]:
    """Subtract one from the count of its kind for each of the tiles, and return `counts`.

    `counts` has the number of tiles of each kind. Jokers are ignored.
    """
    for tile in tiles:
        if tile & ~PILLAR < JOKER_AS:
            counts[KIND[tile & ~PILLAR]] -= 1
    return counts
