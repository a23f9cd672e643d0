"""Sichuan: the clauses that differ from usual play, and the kinds that hands wait for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    EXCHANGE,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Exchange,
    Replace,
    Seat,
    Win,
)
from mjlog.model.table import HELD, NONE, Hand, Table
from mjlog.model.tiles import EAST, KIND, KINDS, SUIT, Tile, is_known, kinds_of, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.passing import Passing
from mjlog.referee.rulebook import Clause, Judgement, Spec, clause
from mjlog.rules.kit import PAIRS, SETS, Customs, Section, Usual, play_as_usual
from mjlog.rules.kit.play import awaited
from mjlog.rules.shared import clauses as shared
from mjlog.rules.shared import dice
from mjlog.rules.shared.fast_path import ordinary_discard

SHAPES: Final = (SETS, PAIRS)
Fan = Callable[[Table, Seat, Tile], int]
"""A function that returns the fan of a player's hand with another player's tile.

It does not count how the tile was won.
"""


# --------------------------------------------------------------------------- waits


def waits(hand: Hand) -> int:
    """Return the kinds on which a hand can win under the rules of Sichuan, as a bit mask.

    Bit k is set for kind k. A kind is left out if it is of the void suit (the suit given up) or of
    a third suit, or if the hand has all its four tiles.
    """
    counts = hand.kinds()
    melded = [KIND[tile] for meld in hand.melds for tile in meld.tiles if KIND[tile] < KINDS]
    return waits_of(counts, melded, len(hand.melds), hand.void)


def waits_of(counts: list[int], melded: Sequence[Tile], melds: int, void: int) -> int:
    """Return the kinds on which a hand can win under the rules of Sichuan, as a bit mask.

    Bit k is set for kind k. `counts[k]` is the number of concealed tiles of kind k, `melded` has
    the kind of each tile in melds, `melds` is the number of melds, `void` the suit that the player
    gave up. Return 0 if the hand has tiles of that suit or of three suits. Kinds of which the hand
    has all four tiles are left out.
    """
    mask = awaited(SHAPES, counts, melds)
    if not mask:
        return 0
    suits = {kind // 9 for kind in melded} | {kind // 9 for kind in range(EAST) if counts[kind]}
    if void in suits or len(suits) > 2:
        return 0
    for kind in range(EAST):
        third = kind // 9 == void or len({*suits, kind // 9}) > 2
        if mask >> kind & 1 and (third or counts[kind] + melded.count(kind) > 3):
            mask &= ~(1 << kind)
    return mask


def holds_void(hand: Hand) -> Judgement:
    """Return whether a concealed tile of the hand is of the void suit, the suit the player gave up.

    Return None if the void suit is unknown or the answer depends on unknown tiles.
    """
    if hand.void == NONE:
        return None
    if any(hand.kinds()[9 * hand.void : 9 * hand.void + 9]):
        return True
    return None if hand.unknown else False


def is_void(hand: Hand, tile: Tile) -> Judgement:
    """Return whether a tile is of the suit that the player gave up.

    Return None if the tile or that suit is unknown.
    """
    suit = SUIT[tile]
    if hand.void == NONE or suit > _SUITED:
        return None
    return suit == hand.void


_SUITED: Final = 2
"""Highest number of a suit with ranks; other tiles have higher numbers."""
_NO_SUIT: Final = 5
"""Number for the suit of an unknown tile."""


# --------------------------------------------------------------------------- the void suit


@clause(
    "claim.void",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} makes a set of the suit that {seat} has given up",
)
def no_set_is_of_the_void_suit(table: Table, act: Claim | ConcealedKong | AddedKong) -> Judgement:
    """Return False if a player makes a set of the suit that it gave up, otherwise True.

    The result is None if it depends on unknown tiles.
    """
    if isinstance(act, Claim):  # a record may leave out the claimer's own tiles
        tile = table.live
    else:
        tile = act.tile if isinstance(act, AddedKong) else act.tiles[0]
    is_of_void_suit = is_void(table.hands[act.seat], tile)
    return None if is_of_void_suit is None else not is_of_void_suit


@clause(
    "discard.void",
    DISCARD,
    says="{seat} discards {tile} and still holds tiles of the suit that {seat} has given up",
)
def void_tiles_go_first(table: Table, discard: Discard) -> Judgement:
    """Return False if a player discards another suit while it holds tiles of its void suit.

    Otherwise return True. The void suit is the suit that the player gave up. The result is None if
    it depends on unknown tiles.
    """
    hand = table.hand
    of_void = is_void(hand, discard.tile)
    if of_void:
        return True
    holds = holds_void(hand)
    if holds:  # the hand holds tiles of the void suit, and an unknown tile may be of that suit
        return of_void
    return None if holds is None else True


@clause(
    "discard.void",
    DISCARD,
    says="{seat} discards {tile} first and holds tiles of the suit that {seat} has given up",
)
def first_discard_is_void(table: Table, discard: Discard) -> Judgement:
    """Return False if a player's first discard is of another suit while it holds void tiles.

    Void tiles are tiles of the suit that the player gave up. Later discards give True. The result
    is None if it depends on unknown tiles.
    """
    return True if table.hand.river else void_tiles_go_first.test(table, discard)


@clause(
    "win.void",
    WIN,
    says="{seat} wins with tiles of the suit that {seat} has given up, or with three suits",
)
def hand_has_two_suits(table: Table, win: Win) -> Judgement:
    """Return whether a winning hand has at most two suits and no tile of the suit given up.

    The result is None if no tile breaks the rule but some tiles are unknown.
    """
    hand = table.hands[win.seat]
    every = [KIND[tile] for meld in hand.melds for tile in meld.tiles]
    every += [kind for kind, number in enumerate(hand.kinds()) if number]
    if not win.own_draw and table.live != NONE:
        every.append(KIND[table.live])
    suits = {kind // 9 for kind in every if kind < EAST}
    if hand.void in suits or len(suits) > 2:
        return False
    return True if hand.known and max(every, default=KINDS) < KINDS else None


@clause(
    "win.void",
    WIN,
    says="{seat} has thrown another suit before the tiles of the void suit, and may not win",
)
def void_holder_does_not_win(table: Table, win: Win) -> Judgement:
    """Return False if a player wins who discarded another suit while it held void tiles.

    Otherwise return True. Void tiles are tiles of the suit that the player gave up. The result is
    None if it depends on unknown tiles.
    """
    broke = has_thrown_another(table, win.seat)
    return None if broke is None else not broke


def has_thrown_another(table: Table, seat: Seat) -> Judgement:
    """Return whether a player discarded another suit while still holding tiles of the void suit.

    The void suit is the suit that the player gave up. Also return True if the player claimed a set
    or made a concealed kong of that suit. An unknown discarded or exchanged tile is assumed to be
    of the void suit. If there is no violation, return None if the void suit or a tile of the player
    is unknown, otherwise False.
    """
    hand = table.hands[seat]
    void = hand.void
    if void == NONE:
        return None
    held = sum(SUIT[tile] == void for tile in hand.dealt)
    unknown = len(hand.dealt) < table.resting
    for act in table.past:
        if isinstance(act, Exchange):
            taken, given = _exchanged(act, seat)
            unknown = unknown or not all(is_known(tile) for tile in (*taken, *given))
            held += sum(SUIT[tile] == void for tile in taken)
            held -= sum(SUIT[tile] == void or SUIT[tile] > _SUITED for tile in given)
        elif act.seat != seat:
            continue
        elif isinstance(act, Draw | Replace):
            unknown = unknown or SUIT[act.tile] > _SUITED
            held += SUIT[act.tile] == void
        elif isinstance(act, Discard):
            of_void = is_void(hand, act.tile)
            if of_void is False and held > 0:
                return True
            unknown = unknown or of_void is None
            if of_void is not False:
                held -= 1
        elif isinstance(act, ConcealedKong | Claim) and act.tiles and is_void(hand, act.tiles[0]):
            return True
    return None if unknown else False


def _exchanged(exchange: Exchange, seat: Seat) -> tuple[list[Tile], list[Tile]]:
    """Return the tiles that a seat receives in an exchange, and the tiles that it gives."""
    taken: list[Tile] = []
    given: list[Tile] = []
    for giver, receiver, tiles in exchange.passes:
        if receiver == seat:
            taken += tiles
        if giver == seat:
            given += tiles
    return taken, given


# --------------------------------------------------------------------------- players who have won


@clause(
    "turn.out",
    CLAIM,
    WIN,
    says="{seat} has won already and takes no part in the deal any more",
)
def winner_takes_no_part(table: Table, act: Claim | Win) -> Judgement:
    """Return False if a player who has won already claims a discard or wins again.

    Otherwise return True.
    """
    return act.seat not in table.winners


def _no_win_was_missed(spec: Spec, fan: Fan) -> Clause:
    @clause(
        "win.missed",
        WIN,
        says="{seat} let {missed_words} pass for as many fan and has not drawn since",
    )
    def missed_win_bars_no_dearer_one(table: Table, win: Win) -> Judgement:
        """Return False if a player wins for no more fan than an earlier win that it let pass.

        A player lets a win pass if it does not win on a tile although it could; this counts until
        the player's next draw. Otherwise return True, also for a self-draw. The result is None if
        the hand is unknown, or in cases that the rules leave open, such as the last discard.
        """
        if win.own_draw or table.live == NONE or win.seat in table.winners:
            return True
        if not table.hands[win.seat].known:
            return None
        missed = let_pass(table, win)
        if not missed or KIND[table.live] >= KINDS:
            return True
        if fan(table, win.seat, KIND[table.live]) > max(fan(table, win.seat, m) for m in missed):
            return True
        # The way in which the tile was played may add a fan.
        is_last = spec.live(table) <= 0
        return None if is_last or table.live_sort != "discard" or table.replaced else False

    return missed_win_bars_no_dearer_one


def let_pass(table: Table, win: Win) -> set[Tile]:
    """Return the kinds on which the winner could have won earlier, since its last draw or claim.

    Other players discarded tiles of these kinds or added them to a pung. The tile of the present
    win is not included.
    """
    since: list[Act] = []
    for act in reversed(table.past):
        if act.seat == win.seat and isinstance(act, Draw | Claim):
            break
        since.append(act)
    offers = [act for act in since if isinstance(act, Discard | AddedKong)]
    mask = waits(table.hands[win.seat])
    passed = kinds_of([act.tile for act in offers[1:]])
    return {kind for kind in passed if kind < KINDS and mask >> kind & 1}


# --------------------------------------------------------------------------- the exchange

PASSINGS: Final = tuple(
    Passing(name, (tuple((giver, (giver + step) % 4) for giver in range(4)),))
    for name, step in ((msg("to the right"), 1), (msg("across"), 2), (msg("to the left"), 3))
)
"""The three ways to pass tiles: to the next player, opposite, or to the player before."""


@clause(
    "deal.exchange",
    EXCHANGE,
    says="everybody passes three tiles of the hand, all to neighbours on the same side",
)
def three_tiles_go_round(table: Table, exchange: Exchange) -> Judgement:
    """Return whether each player passes three tiles of its hand, and all players pass the same way.

    The result is False for a second exchange in a deal, and None if it depends on unknown tiles.
    """
    if any(isinstance(act, Exchange) for act in table.past):
        return False
    steps = {table.distance(receiver, giver) for giver, receiver, _ in exchange.passes}
    if len(steps) > 1 or 0 in steps or any(len(tiles) != 3 for _, _, tiles in exchange.passes):
        return False
    held = [shared.holds_tiles(table.hands[giver], tiles) for giver, _, tiles in exchange.passes]
    if False in held or len({giver for giver, _, _ in exchange.passes}) < len(exchange.passes):
        return False
    return None if None in held else True


@clause("deal.exchange", EXCHANGE, says="the three tiles that a player passes are not of one suit")
def passed_tiles_are_of_one_suit(_table: Table, exchange: Exchange) -> Judgement:
    """Return whether the three tiles that a player passes are of one suit.

    The result is None if no tile breaks the rule but some tiles are unknown.
    """
    for _, _, tiles in exchange.passes:
        if len({SUIT[tile] for tile in tiles} - {_NO_SUIT}) > 1:
            return False
    return all(is_known(tile) for _, _, tiles in exchange.passes for tile in tiles) or None


# --------------------------------------------------------------------------- all clauses


def ordinary_void_discard(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard certainly breaks no rule, so the rules need not be checked.

    The tile must be of the void suit (the suit that the player gave up), or the hand must have no
    tile of that suit. Return False if the rules must be checked.
    """
    hand = table.hand
    if hand.void == NONE or discard.tile >= HELD:
        return False
    low = 9 * hand.void
    if KIND[discard.tile] // 9 != hand.void and any(hand.count[low : low + 9]):
        return False
    return ordinary_discard(table, discard)


def play(spec: Spec, settings: Mapping[str, str], fan: Fan) -> Usual:
    """Return the rulebook sentences about play in Sichuan, with the functions that check them.

    `spec` describes the tiles and the wall. `settings` maps the name of each option to its value.
    `fan` computes the fan that a player's hand would have with another player's tile.
    """
    head = settings["replacement"] == "head"
    customs = Customs(
        one_winner=False,
        deal=shared.deal_follows_the_wall(),
        claims_chows=False,
        replaces_from_the_front=head,
    )
    usual = play_as_usual(spec, SHAPES, customs)
    of_void = {"strict": (void_tiles_go_first,), "first_only": (first_discard_is_void,)}
    exchanges: tuple[Clause, ...] = (three_tiles_go_round,)
    if settings["exchange_suit"] == "same":
        exchanges = (three_tiles_go_round, passed_tiles_are_of_one_suit)
    first = usual.section("1.2")
    nothing = shared.nothing_is_exchanged
    nowhere = "No tiles stand apart, no indicator lies open, and nobody declares ready."
    sections = [
        Section("1.2", nowhere, tuple(each for each in first.clauses if each is not nothing)),
        Section(
            "1.7",
            "Nothing is exchanged before play.",
            exchanges if settings["exchange"] == "three" else (nothing,),
        ),
        Section(
            "1.9",
            "The sum of two dice counts the walls, the smaller of them the stacks of that wall.",
            (dice.break_is_where(dice.break_by_smaller_die),),
        ),
        Section("1.8", "After the deal everybody gives up one suit, all at once."),
        Section(
            "2.7",
            "Once the last tile is drawn nobody declares a kong.",
            (shared.kong_needs_a_live_tile(spec),),
        ),
        Section(
            "2.8",
            "Nobody makes a set of the own void suit.",
            (no_set_is_of_the_void_suit,),
        ),
        Section(
            "2.9",
            "Whoever holds tiles of the own void suit discards one of them.",
            of_void.get(settings["void_first"], ()),
        ),
        Section(
            "2.10",
            "Whoever has won takes no part any more; play goes on until one player is left or the "
            "wall is used up.",
            (winner_takes_no_part,),
        ),
        Section("3.4", "A win needs no minimum."),
        Section(
            "3.6",
            "If the wall is used up while two or more have not won, those who are not ready pay "
            "those who are.",
            usual.section("3.6").clauses,
            ("pay.draw",),
        ),
        Section(
            "3.7",
            "Whoever lets a winning tile pass wins on a discard before the next draw only for more "
            "fan.",
            (_no_win_was_missed(spec, fan),) if settings["missed_win"] == "until_draw" else (),
        ),
        Section(
            "3.8",
            "No hand wins with a tile of the void suit, nor with three suits.",
            (hand_has_two_suits,),
        ),
        Section(
            "3.9",
            "Whoever threw another suit before the void tiles plays on without winning.",
            (void_holder_does_not_win,) if settings["void_first"] == "strict" else (),
        ),
    ]
    return usual.but(instead=sections)


def _wait_words(table: Table, win: Win) -> Word:
    hand = table.hands[win.seat]
    counts = shared.counts_before(table, win)
    melded = [KIND[tile] for meld in hand.melds for tile in meld.tiles if KIND[tile] < KINDS]
    mask = waits_of(counts, melded, len(hand.melds), hand.void) if sum(counts) % 3 == 1 else 0
    kinds = [kind for kind in range(EAST) if mask >> kind & 1]
    return text(kinds) or msg("no tile completes the hand")


WORDS: Final[Words] = {
    "missed_words": lambda table, win: Tiles(tuple(sorted(let_pass(table, win)))),
    "wait_words": _wait_words,
}
