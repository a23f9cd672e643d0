"""Plays one made-up deal without thought.

One seat, the star player, is dealt most of a winning hand; the other players discard any legal
tile. The clauses of the rule set say what is legal and what wins, and no rule of any game is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress
from operator import gt, not_, sub
from random import Random
from typing import Final

from mjlog.bots.play import Play
from mjlog.bots.strategy import Plan
from mjlog.model.record import (
    MANNER_DRAWN,
    NOBODY,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Seat,
    SetOut,
    Win,
)
from mjlog.model.shapes import waits
from mjlog.model.table import HELD, NONE
from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    KIND,
    KINDS,
    LOWEST_OF_CHOWS,
    NORTH,
    Tile,
    is_bonus,
    kinds_of,
    spread,
)
from mjlog.referee.legal_acts import companions_of, may_be_set_out
from mjlog.referee.rulebook import NO_WIN, Spec

Kinds = tuple[Tile, ...]
"""Kinds of tiles that belong together: a set or a pair."""

STARS: Final = 0.96
"""Probability that one player is chosen to win; other deals go on until the wall is used up."""
LACKING: Final = (1, 2, 2, 3)
"""Possible numbers of tiles that the star player's hand lacks when play begins."""
GIVEN, FED = 0.6, 0.1
"""Probabilities about the tiles that the star player lacks.

`GIVEN`: the star player draws one of them. `FED`: another player draws the last of them and
discards it.
"""
CALLED, DRAWN_LAID, ROWS = 0.1, 0.5, 0.6
"""Probabilities: others claim a discard, others discard the tile just drawn, a set is a chow."""
ASKED, TRADES = 0.01, 0.2
"""Probabilities: a player tries to abort a deal, tiles are exchanged in a deal."""
TRIES: Final = 20
KONGS: Final = 4
"""Number of kongs after which some games abort a deal."""


class AbandonedError(Exception):
    """Raised to give up a deal in which the player who is to win cannot win any more."""


class QuickPlay(Play):
    """A made-up deal that is played fast.

    Players discard without thought, and one of them soon wins. `star` is the seat of the star
    player, who is to win; it is `NOBODY` in some deals. `sets` are the sets of the star player's
    winning hand that are not melded yet, `start_tiles` the tiles of these sets in the dealt hand,
    `gifts` the tiles still to be drawn. `awaited` is a bit mask of the tile kinds that complete the
    star player's hand.

    `trades`: tiles may be exchanged. `kongs` counts kongs and bonus tiles laid out. `fed`: another
    player has just drawn a tile that the star player lacks.
    """

    star: Seat
    sets: list[Kinds]
    gifts: list[Tile]
    start_tiles: list[Tile]
    trades: bool
    awaited: int = 0
    kongs: int = 0
    fed: bool = False

    # ------------------------------------------------------------------ before play

    def _shuffled(self) -> list[Tile]:
        """Choose the star player, the player who is to win, and the sets of its winning hand.

        Return all tiles in random order; the last tile of the list is drawn first. The tiles of the
        star player's sets are at the beginning of the list, so that nobody else draws them.
        """
        spec, chance = self.rules.play.spec, self.chance
        tiles = list(spread(spec.copies))
        tiles.sort(key=lambda _: chance.random())
        self.trades = chance.random() < TRADES
        self.star, self.sets, self.gifts, self.start_tiles = NOBODY, [], [], []
        if chance.random() > STARS:
            return tiles
        seat = chance.randrange(self.start.seats)
        sets = winning_sets(spec, chance, self.hopes[seat])
        if not sets:
            return tiles
        own = _taken(tiles, sets)
        chance.shuffle(own)
        lacking = max(chance.choice(LACKING), 2 if spec.pillars else 1)
        self.star, self.sets = seat, sets
        self.gifts, self.start_tiles = own[:lacking], own[lacking:]
        return [*own, *tiles]

    def _hand(self, _seat: Seat, left: list[Tile], size: int) -> list[Tile]:
        """Remove `size` tiles from the wall `left`, and return them as the dealt hand of a player.

        The star player, who is to win, gets `start_tiles`, which are most tiles of its winning
        hand, and fills the hand with other tiles. The first tiles returned are the pillars (tiles
        set apart) if the game has any; the last pillar is not one of `start_tiles`.
        """
        if _seat != self.star:
            return super()._hand(_seat, left, size)
        own = list(self.start_tiles)
        others = super()._hand(_seat, left, size - len(own))
        del left[len(self.gifts) : len(self.gifts) + len(own)]
        first = max(0, self.rules.play.spec.pillars - 1)
        return [*own[:first], *others, *own[first:]]

    # ------------------------------------------------------------------ the clauses

    def _may(self, act: Act) -> bool:
        """Return whether the rules allow an act, such as a discard, at this moment.

        To save time, a fast test is made first; the clauses (sentences of the rulebook) are checked
        only if the fast test does not allow the act.
        """
        if act.seat >= 0:
            self.table.hand = self.table.hands[act.seat]
        return self.rules.fast_tests[act.kind](self.table, act) is True or super()._may(act)

    # ------------------------------------------------------------------ a turn

    def _draws(self, seat: Seat) -> bool:
        """Let a player draw a tile. Return False and end the deal if the rules allow no draw.

        The star player, who is to win, often draws a tile that its winning hand lacks; now and then
        another player draws that tile.
        """
        often = FED if self.awaited else 0
        if seat == self.star:
            often = GIVEN
        if self.chance.random() < often:
            self._bring_up(seat)
        return super()._draws(seat)

    def _bring_up(self, seat: Seat) -> None:
        """Move a tile that the star player's winning hand lacks to the end of the wall.

        The end of the wall is drawn next, by the player `seat`. If the wall has no such tile, it
        stays unchanged.
        """
        tile = (
            self.gifts.pop()
            if self.gifts
            else next((each for each in self.wall if self._is_awaited(each)), NONE)
        )
        if tile in self.wall:
            self.wall.remove(tile)
            self.wall.append(tile)
            self.fed = seat != self.star

    def _let_win(self, seat: Seat) -> bool:
        if super()._let_win(seat):
            return True
        if self._looks_won(seat, self.table.drawn, held=True):
            raise AbandonedError
        return False

    def _takes(self, act: Win) -> bool:
        """Return whether a player wants to declare a win that the rules allow.

        If the rules have no minimum value, every such win is declared; otherwise the hand must be
        worth enough, as in normal play.
        """
        return self.rules.scoring.minimum == 0 or super()._takes(act)

    # The star player wins only on the tiles in `awaited`, and no other player wins.
    def _looks_won(self, seat: Seat, tile: Tile, *, held: bool) -> bool:  # noqa: ARG002
        return seat == self.star and self._is_awaited(tile)

    def _is_awaited(self, tile: Tile) -> bool:
        """Return whether a tile completes the hand of the star player, the one who is to win.

        Only the tile kinds in `awaited` do.
        """
        if tile >= HELD or KIND[tile] >= KINDS:
            return False
        return bool(self.awaited >> KIND[tile] & 1)

    def _try_abort(self, seat: Seat) -> bool:
        """End the deal early if the rules allow that now, for example after four kongs.

        Return whether the deal ended. To save time, this is tried only after the first discards,
        after four kongs, and otherwise rarely.
        """
        if not self.rules.judges[NO_WIN]:
            return False
        asked = (
            len(self.turns) == self.table.seats
            or self.kongs >= KONGS
            or self.chance.random() < ASKED
        )
        return asked and super()._try_abort(seat)

    def _exchanges(self) -> None:
        if self.trades:
            super()._exchanges()

    def _exchange_in_play(self, seat: Seat) -> None:
        if self.trades:
            super()._exchange_in_play(seat)

    def _let_declare(self, seat: Seat) -> bool:
        """Let a player lay out the tile just drawn, or declare a kong with it.

        Return whether the player did.
        """
        drawn, hand = self.table.drawn, self.table.hands[seat]
        if not NONE < drawn < HELD:
            return False
        if hand.melds or hand.count[drawn] > 2 or may_be_set_out(drawn):
            return super()._let_declare(seat)
        return False

    def _set_outs(self, seat: Seat) -> Iterator[SetOut]:
        drawn = self.table.drawn
        if is_bonus(drawn) or (drawn == NORTH and not self._is_needed(seat, NORTH)):
            yield SetOut(seat, (drawn,))

    def _kongs(self, seat: Seat) -> Iterator[ConcealedKong | AddedKong]:
        hand, drawn = self.table.hands[seat], self.table.drawn
        if KIND[drawn] >= KINDS:
            return
        if any(kinds_of(meld.tiles) == [KIND[drawn]] * 3 for meld in hand.melds):
            yield AddedKong(seat, drawn)
        elif not self._is_needed(seat, drawn) and hand.kinds()[KIND[drawn]] > 3:
            yield ConcealedKong(seat, self._picked(hand, (KIND[drawn],) * 4))

    def _go_on(self, seat: Seat) -> None:
        self.kongs += 1
        self._look_again(seat)
        super()._go_on(seat)

    def _let_discard(self, seat: Seat) -> None:
        super()._let_discard(seat)
        self._look_again(seat)

    def _look_again(self, seat: Seat) -> None:
        """Set `awaited` to the tile kinds that complete the star player's hand, which has changed.

        Do nothing if `seat` is not the star player. Raise `AbandonedError` if no kind completes the
        hand and `gifts` is empty, so that the star player cannot win any more.
        """
        if seat != self.star:
            return
        held = self.table.hands[seat].kinds()
        lacking = list(compress(range(KINDS), map(gt, self._needed(), held)))
        self.awaited = 0
        if len(lacking) == 1:
            self.awaited = waits(held) | 1 << lacking[0]
        if not self.awaited and not self.gifts:
            raise AbandonedError

    def _let_declare_ready(self, seat: Seat) -> bool:
        return seat == self.star and super()._let_declare_ready(seat)

    def _discards(self, seat: Seat) -> Iterator[Discard]:
        if seat != self.star and isinstance(self.acts[-1], Draw):
            # A tile that the star player needs is always discarded, any other by chance.
            fed, self.fed = self.fed, False
            if fed or self.chance.random() < DRAWN_LAID:
                yield Discard(seat, self.table.drawn, MANNER_DRAWN)
        yield from super()._discards(seat)

    def _worst(self, seat: Seat) -> list[Tile]:
        """Return each different tile of the player's main hand once, beginning at a random tile.

        Tiles that the star player needs for its winning hand come last.
        """
        tiles = list(compress(range(HELD), self.table.hands[seat].count))
        first = int(self.chance.random() * len(tiles))
        tiles = tiles[first:] + tiles[:first]
        if seat != self.star:
            return tiles
        held, needed = self.table.hands[seat].kinds(), self._needed()
        spare = [KIND[face] >= KINDS or held[KIND[face]] > needed[KIND[face]] for face in tiles]
        return [*compress(tiles, spare), *compress(tiles, (not_(each) for each in spare))]

    # ------------------------------------------------------------------ what the star needs

    def _needed(self) -> list[int]:
        """Count by kind the tiles that the star player needs for the sets not melded yet."""
        counts = [0] * KINDS
        for kind in chain.from_iterable(self.sets):
            counts[kind] += 1
        return counts

    def _is_needed(self, seat: Seat, face: Tile) -> bool:
        """Return whether a player keeps a tile rather than discarding it.

        All players keep jokers. The star player also keeps the tiles that its winning hand needs.
        """
        kind = KIND[face]
        if seat != self.star or kind >= KINDS:
            return face == JOKER
        return self.table.hands[seat].kinds()[kind] <= self._needed()[kind]

    def _away(self, seat: Seat) -> int:
        """Return how many tiles the star player's winning hand lacks.

        For any other player return `KINDS`, a number that means "far away".
        """
        if seat != self.star:
            return KINDS
        short = map(sub, self._needed(), self.table.hands[seat].kinds())
        return sum(number for number in short if number > 0)

    # ------------------------------------------------------------------ the others

    def _let_others_win(self) -> bool:
        table = self.table
        if not table.lies_for(self.star):
            return False
        if not self._looks_won(self.star, table.live, held=False):
            return False
        if not super()._let_others_win():
            raise AbandonedError
        return True

    def _let_others_claim(self) -> bool:
        return self.chance.random() < CALLED and super()._let_others_claim()

    def _calls(self, seat: Seat) -> Iterator[Claim]:
        """Yield a claim for each set that a player can make with the latest discard.

        The star player, who is to win, makes only sets of its winning hand.
        """
        hand, live = self.table.hands[seat], KIND[self.table.live]
        if live >= KINDS or hand.ready or hand.total != self.table.resting:
            return
        held, jokers = hand.kinds(), hand.count[JOKER]
        wanted = self._wanted(live) if seat == self.star else companions_of(live)
        for kinds in wanted:
            lacking = [kind for kind in kinds if held[kind] < kinds.count(kind)]
            tiles = self._picked(hand, kinds) if jokers or not lacking else ()
            if tiles:
                yield Claim(seat, tiles)

    def _wanted(self, live: Tile) -> Iterator[Kinds]:
        for kinds in self.sets:
            if len(kinds) > 2 and live in kinds:
                rest = list(kinds)
                rest.remove(live)
                yield tuple(rest)

    def _can_go_on(self, claim: Claim) -> bool:
        """Return quickly whether the player can discard a tile after a claim.

        The rules are not checked: the result is True if the player has a tile of another suit than
        the claimed tile, because no game forbids such a discard.
        """
        left = self.table.hands[claim.seat].count[:BONUS]
        for tile in claim.tiles:
            if tile < BONUS:
                left[tile] -= 1
        suit = KIND[self.table.live] // 9
        suits = {KIND[face] // 9 for face, number in enumerate(left) if number > 0}
        return not suits <= {suit}

    def _carry_out(self, act: Act) -> None:
        if isinstance(act, Claim | ConcealedKong) and act.seat == self.star:
            self._forget(act)
        super()._carry_out(act)

    def _forget(self, act: Claim | ConcealedKong) -> None:
        """Remove a melded set from `sets`, the sets that the star player still has to make.

        If the melded set is not in `sets`, remove the first set of `sets` instead.
        """
        tiles = set(kinds_of(act.tiles))
        if isinstance(act, Claim):
            tiles.add(KIND[self.table.live])
        made = (kinds for kinds in self.sets if set(kinds) == tiles and len(kinds) > 2)
        self.sets.remove(next(made, self.sets[0]))


def winning_sets(spec: Spec, chance: Random, hope: Plan) -> list[Kinds]:
    """Choose at random the sets and the pair of a winning hand, as tile kinds.

    Choose only pairs if the plan `hope` collects pairs and the hand has an even number of tiles.
    Return an empty list if no tiles are left for one of the sets. `spec` has the size of a hand and
    the tiles of the game. `chance` is the random generator.
    """
    left = [0] * KINDS
    for face in range(BONUS):
        left[KIND[face]] += spec.copies[face]
    if hope.one_suit:
        suits = {chance.randrange(3), EAST // 9}
        left = [number * (kind // 9 in suits) for kind, number in enumerate(left)]
    size = spec.resting + 1
    shapes = [*["set"] * (size // 3), "pair"]
    if hope.pairs and size % 2 == 0:
        shapes = ["pair"] * (size // 2)
    parts = [_some(left, shape, chance, rows=hope.rows) for shape in shapes]
    if all(parts):
        return parts
    return []


def _some(left: list[int], shape: str, chance: Random, *, rows: bool) -> Kinds:
    """Choose a random set or pair from the tiles that are left, and return its tile kinds.

    The tiles are subtracted from `left`, the number of tiles of each kind. `shape` is ``set`` or
    ``pair``; `rows` says whether a set may be a chow. Return an empty tuple if no possible set or
    pair is found in `TRIES` attempts. `chance` is the random generator.
    """
    there = list(compress(range(KINDS), left))
    for _ in range(TRIES if there else 0):
        kind = chance.choice(there)
        if shape == "pair":
            kinds: Kinds = (kind, kind)
        elif rows and chance.random() < ROWS:
            kinds = (kind, kind + 1, kind + 2) if kind in LOWEST_OF_CHOWS else ()
        else:
            kinds = (kind,) * 3
        if kinds and _take_all(left, kinds):
            return kinds
    return ()


def _take_all(left: list[int], kinds: Kinds) -> bool:
    """Subtract a tile of each of the kinds from the counts `left`, and return True.

    If a tile is missing, change nothing and return False.
    """
    for kind in kinds:
        left[kind] -= 1
    if min(left) >= 0:
        return True
    for kind in kinds:
        left[kind] += 1
    return False


def _taken(tiles: list[Tile], sets: Sequence[Kinds]) -> list[Tile]:
    """Remove the tiles of the sets from `tiles`, and return the removed tiles."""
    wanted = list(chain.from_iterable(sets))
    taken = []
    for place in range(len(tiles) - 1, -1, -1):
        kind = KIND[tiles[place]]
        if kind in wanted and tiles[place] < BONUS:
            wanted.remove(kind)
            taken.append(tiles.pop(place))
    return taken
