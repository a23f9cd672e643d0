"""Taiwanese 16-tile: the clauses about winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Replace,
    SetOut,
    Win,
)
from mjlog.model.shapes import kinds, waits
from mjlog.model.table import ACT, HELD, NONE, Hand, Table
from mjlog.model.tiles import BONUS, JOKER, KIND, KINDS, PILLAR, Tile, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Clause, Judgement, clause
from mjlog.rules.shared import clauses, robbed_kong
from mjlog.rules.taiwanese.clauses import is_declared_irregular
from mjlog.rules.taiwanese.hand import is_winning, pairs_and_triplet_waits

ALL_BONUS: Final = 8

# --------------------------------------------------------------------------- bonus tiles


def bonus_tiles(hand: Hand) -> int:
    """How many bonus tiles a player has, set out or not yet."""
    return len(hand.bonus) + sum(hand.count[BONUS:JOKER])


def _latest(table: Table) -> Act | None:
    """The latest act before the wins and what was noted of irregularities."""
    return next(
        (act for act in reversed(table.past) if not isinstance(act, Win | Irregularity)), None
    )


def wins_with_bonus_tiles(table: Table, win: Win) -> bool:
    """All eight bonus tiles, or seven and the eighth that another player has just set out."""
    number = bonus_tiles(table.hands[win.seat])
    if win.own_draw:
        return number == ALL_BONUS
    latest = _latest(table)
    return number == ALL_BONUS - 1 and isinstance(latest, SetOut) and latest.seat != win.seat


# --------------------------------------------------------------------------- the tile and the hand


@clause("win.tile", WIN, says="{seat} declares the win, but {no_winning_tile}")
def winning_tile_is_there(table: Table, win: Win) -> Judgement:
    """One wins on the dealt hand, the tile just drawn.

    Or the tile another player has just put on the table.
    """
    if win.seat in table.just_won:
        return False
    if wins_with_bonus_tiles(table, win):
        return True
    if not win.own_draw:
        return table.live != NONE and table.live_seat != win.seat
    dealt = win.seat == table.dealer and not any(isinstance(act, Discard) for act in table.past)
    return table.turn == win.seat and table.phase == ACT and (dealt or table.drawn != NONE)


@clause(
    "win.shape",
    WIN,
    says="{seat}'s tiles with the winning one are neither five sets and a pair nor seven pairs "
    "and a triplet",
    expects="{wait_words}",
)
def hand_is_complete(table: Table, win: Win) -> Judgement:
    """A winning hand is five sets and a pair.

    Or seven pairs and a triplet with no set claimed before.
    """
    if wins_with_bonus_tiles(table, win):
        return True
    counts = clauses.winning_counts(table, win)
    if counts is None:
        return None
    return is_winning(counts, len(table.hands[win.seat].melds))


@clause("win.dead_hand", WIN, says="{seat}'s hand is long or short, and cannot win")
def irregular_hand_does_not_win(table: Table, win: Win) -> Judgement:
    """A long or a short hand is played on without the chance to win."""
    return not is_declared_irregular(table, win.seat)


# --------------------------------------------------------------------------- robbing


@clause(
    "win.rob", WIN, says="{seat} robs {live_seat} of {live}; only a tile promoting a pung is robbed"
)
def only_a_promoted_kong_is_robbed(table: Table, win: Win) -> Judgement:
    """Nothing is robbed but a tile added to a pung.

    And by a holder of seven bonus tiles the eighth.
    """
    if (
        win.own_draw
        or table.live == NONE
        or table.live_sort in {"discard", "added kong", "face down"}
    ):
        return True
    return wins_with_bonus_tiles(table, win)


def _wins_with(hand: Hand, tile: Tile) -> Judgement:
    counts = hand.kinds()
    counts[KIND[tile]] += 1
    return is_winning(counts, len(hand.melds))


kept_replacement_bars_the_robber: Final = robbed_kong.kept_replacement_bars_the_robber(_wins_with)


# --------------------------------------------------------------------------- missed wins


def let_pass(table: Table, win: Win) -> tuple[Tile, ...] | None:
    """The kinds that the winner could have won on since its own last discard.

    None where its hand is not known.
    """
    hand = table.hands[win.seat]
    if not hand.known:
        return None
    past = [act for act in table.past if not isinstance(act, Win | Irregularity)]
    last = max(
        (i for i, act in enumerate(past) if isinstance(act, Discard) and act.seat == win.seat),
        default=-1,
    )
    since = past[last + 1 :]
    offers = [
        act
        for act in (since if win.own_draw else since[:-1])
        if isinstance(act, Discard | AddedKong)
    ]
    offered = {KIND[act.tile & ~PILLAR] for act in offers if act.seat != win.seat}
    awaited = _awaited(hand, [act for act in since if act.seat == win.seat])
    return tuple(sorted(kind for kind in offered if kind < KINDS and awaited >> kind & 1))


def _awaited(hand: Hand, own: Sequence[Act]) -> int:
    """What the hand waited for before these acts of its player, as a mask of kinds."""
    counts = hand.kinds()
    melds = len(hand.melds)
    for act in own:
        match act:
            case Draw() | Replace() if KIND[act.tile] < KINDS:
                counts[KIND[act.tile]] -= 1
            case Claim() | ConcealedKong():
                melds -= 1
                for tile in act.tiles:
                    counts[KIND[tile]] += 1
            case AddedKong():
                counts[KIND[act.tile]] += 1
            case _:
                pass
    if min(counts) < 0 or sum(counts) % 3 != 1:
        return 0
    return waits(counts) | (0 if melds else pairs_and_triplet_waits(counts))


def no_win_was_missed(scope: str) -> Clause:
    """The clause for a ban on the kind let pass, or on every tile."""

    @clause("win.missed", WIN, says="{seat} let {missed_words} pass, and has not discarded since")
    def missed_tile_is_not_won_on(table: Table, win: Win) -> Judgement:
        """Who lets a winning tile pass may not win on it before its own next discard."""
        if wins_with_bonus_tiles(table, win):
            return True
        missed = let_pass(table, win)
        if missed is None:
            return None
        tile = table.drawn if win.own_draw else table.live
        if scope == "any":
            return not missed
        return tile == NONE or KIND[tile] not in missed

    return missed_tile_is_not_won_on


# --------------------------------------------------------------------------- words for the messages


def _wait_words(table: Table, win: Win) -> Word:
    hand = table.hands[win.seat]
    counts = hand.kinds()
    if (
        win.own_draw
        and 0 <= table.drawn < HELD
        and KIND[table.drawn] < KINDS
        and counts[KIND[table.drawn]]
    ):
        counts[KIND[table.drawn]] -= 1
    mask = waits(counts) if sum(counts) % 3 == 1 else 0
    if not hand.melds:
        mask |= pairs_and_triplet_waits(counts)
    return text(kinds(mask)) or msg("no tile completes the hand")


WORDS: Final[Words] = {
    **robbed_kong.WORDS,
    "wait_words": _wait_words,
    "missed_words": lambda table, act: Tiles(let_pass(table, act) or ()),
}
