"""Taiwanese 16-tile: the clauses about winning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Replace,
    Seat,
    SetOut,
    Win,
)
from mjlog.model.shapes import kinds
from mjlog.model.table import NONE, Hand, Table, standing_acts
from mjlog.model.tiles import BONUS, JOKER, KIND, KINDS, Tile, kinds_of, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Clause, Judgement, clause
from mjlog.rules.kit.play import awaited
from mjlog.rules.shared import clauses, robbed_kong
from mjlog.rules.taiwanese.clauses import is_declared_irregular
from mjlog.rules.taiwanese.hand import SHAPES, is_winning

ALL_BONUS: Final = 8

# --------------------------------------------------------------------------- bonus tiles


def bonus_tiles(hand: Hand) -> int:
    """Count a player's bonus tiles, both laid out and still in the hand."""
    return len(hand.bonus) + sum(hand.count[BONUS:JOKER])


def wins_with_bonus_tiles(table: Table, win: Win) -> bool:
    """Return whether a player wins with eight bonus tiles.

    The player has all eight, or has seven and another player has just laid out the eighth.
    """
    number = bonus_tiles(table.hands[win.seat])
    if win.own_draw:
        return number == ALL_BONUS
    if number != ALL_BONUS - 1:
        return False
    # The latest act that is not a win and was not taken back.
    standing = reversed(standing_acts(table.past))
    latest = next((act for act in standing if act.kind != WIN), None)
    return type(latest) is SetOut and latest.seat != win.seat


# --------------------------------------------------------------------------- the tile and the hand


@clause("win.tile", WIN, says="{seat} declares a win, but {no_winning_tile}")
def winning_tile_is_there(table: Table, win: Win) -> Judgement:
    """Return whether the tile with which a player wins is available to this player.

    It must be the drawn tile or another player's latest tile; East may win on the dealt hand. A win
    with eight bonus tiles gives True. A second win of the same player on one tile gives False.
    """
    if win.seat in table.just_won:
        return False
    if wins_with_bonus_tiles(table, win):
        return True
    if not win.own_draw:
        return table.lies_for(win.seat)
    if not table.is_to_act(win.seat):
        return False
    return table.drawn != NONE or _is_dealt(table, win)


def _is_dealt(table: Table, win: Win) -> bool:
    """Return whether the dealer wins with the dealt hand, before any discard."""
    return win.seat == table.dealer and Discard not in map(type, table.past)


@clause(
    "win.shape",
    WIN,
    says=(
        "{seat}'s tiles and the winning tile form neither five sets and a pair nor "
        "seven pairs and a triplet"
    ),
    expects="{wait_words}",
)
def hand_is_complete(table: Table, win: Win) -> Judgement:
    """Return whether a winning hand is five sets and a pair, or seven pairs and a triplet.

    The triplet must be concealed. A win with eight bonus tiles gives True. The result is None if
    the hand is not known.
    """
    if wins_with_bonus_tiles(table, win):
        return True
    counts = clauses.winning_counts(table, win)
    if counts is None:
        return None
    return is_winning(counts, len(table.hands[win.seat].melds))


@clause("win.dead_hand", WIN, says="{seat}'s hand has a wrong number of tiles and cannot win")
def irregular_hand_does_not_win(table: Table, win: Win) -> Judgement:
    """Return False if a player wins with a hand declared to have a wrong number of tiles.

    Otherwise return True.
    """
    return not is_declared_irregular(table, win.seat)


# --------------------------------------------------------------------------- robbing


@clause(
    "win.rob",
    WIN,
    says="{seat} robs {live_seat} of {live}, but only a tile added to a pung may be robbed",
)
def only_a_promoted_kong_is_robbed(table: Table, win: Win) -> Judgement:
    """Return False if a player robs a tile that was not added to a pung, otherwise True.

    A player with seven bonus tiles may also rob the eighth.
    """
    if clauses.source_of_winning_tile(table, win) in {"", "discard", "added kong", "face down"}:
        return True
    return wins_with_bonus_tiles(table, win)


def _wins_with(hand: Hand, tile: Tile) -> Judgement:
    counts = hand.kinds()
    counts[KIND[tile]] += 1
    return is_winning(counts, len(hand.melds))


kept_replacement_bars_the_robber: Final = robbed_kong.kept_replacement_bars_the_robber(_wins_with)


# --------------------------------------------------------------------------- missed wins


def let_pass(table: Table, win: Win) -> tuple[Tile, ...] | None:
    """Return the tile kinds on which the winner could have won since its own last discard.

    The tile of the present win does not count. The kinds are in ascending order. Return None if the
    hand is unknown.
    """
    hand = table.hands[win.seat]
    if not hand.known:
        return None
    since = _since_own_discard(table, win.seat)
    offered = _offered(since if win.own_draw else since[:-1], win.seat)
    awaited = _awaited(hand, [act for act in since if act.seat == win.seat])
    return tuple(sorted(offered.intersection(kinds(awaited))))


def _since_own_discard(table: Table, seat: Seat) -> list[Act]:
    """Return the acts after the player's own last discard, in their order, without wins.

    Acts that were taken back are left out.
    """
    acts: list[Act] = []
    for act in reversed(standing_acts(table.past)):
        if type(act) is Discard and act.seat == seat:
            break
        if act.kind != WIN:
            acts.append(act)
    acts.reverse()
    return acts


def _offered(acts: Iterable[Act], seat: Seat) -> set[Tile]:
    """Return the tile kinds on which the player at `seat` could win, if they completed the hand.

    These are the kinds of the tiles that other players discarded or added to a pung. `acts` are the
    acts to search.
    """
    offers = [act for act in acts if isinstance(act, Discard | AddedKong) and act.seat != seat]
    return set(kinds_of(act.tile for act in offers))


def _awaited(hand: Hand, own: Sequence[Act]) -> int:
    """Return which kinds a hand waited for before the acts `own`, as a bit mask.

    Bit k is set for kind k. `own` are the player's latest acts.
    """
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
    return awaited(SHAPES, counts, melds)


def no_win_was_missed(scope: str) -> Clause:
    """Return the check of the rule about winning after letting a winning tile pass.

    A player lets a tile of another player pass if it does not win on it although it could. It may
    then not win on the same tile kind; if `scope` is ``any``, not on any tile. The ban ends with
    the player's next discard. The returned function gets the table and an act; it returns whether
    the act obeys the rule, or None if that is uncertain.
    """

    @clause("win.missed", WIN, says="{seat} let {missed_words} pass and has not discarded since")
    def missed_tile_is_not_won_on(table: Table, win: Win) -> Judgement:
        """Return False if a player wins on a tile kind on which it did not win before.

        The player could have won on this kind since its last discard, but did not; if `scope` of
        the enclosing function is ``any``, on any kind. Otherwise return True. The result is None if
        the hand is unknown.
        """
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
    counts = clauses.counts_before(table, win)
    mask = 0
    if sum(counts) % 3 == 1:
        mask = awaited(SHAPES, counts, len(table.hands[win.seat].melds))
    return text(kinds(mask)) or msg("no tile completes the hand")


WORDS: Final[Words] = {
    **robbed_kong.WORDS,
    "wait_words": _wait_words,
    "missed_words": lambda table, act: Tiles(let_pass(table, act) or ()),
}
