"""Robbing a kong whose replacement was already taken: clauses for several rule sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.model.messages import Tiles
from mjlog.model.record import WIN, Irregularity, Win
from mjlog.model.shapes import is_orphans
from mjlog.model.table import HELD, Hand, Table, physical
from mjlog.model.tiles import JOKER, KIND, TILES, UNKNOWN, Tile, is_bonus
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Clause, Judgement, clause
from mjlog.rules.shared.clauses import source_of_winning_tile, winning_counts

RETURNED: Final = "replacement-returned"

Wins = Callable[[Hand, Tile], Judgement]
"""A function that returns whether a hand wins with one more tile; None if this is unknown."""


def kept_replacement_bars_the_robber(wins: Wins) -> Clause:
    """Return the check of the rule that a kong with a useful replacement may not be robbed.

    The player of the kong has already drawn the replacement and must put it back. The tile is
    useful if the player wins with it or makes another kong with it. `wins` decides whether a hand
    wins with one more tile. The returned function gets the table and an act; it returns whether the
    act obeys the rule, or None if that is uncertain.
    """

    @clause(
        "win.rob",
        WIN,
        says="{seat} robs {live_seat}'s kong, but the replacement {returned} cannot be put back",
    )
    def replacement_was_of_no_use(table: Table, win: Win) -> Judgement:
        """Return False if the replacement for a robbed kong was useful to the kong's player.

        Such a player keeps the tile, and the kong may not be robbed. The result is True if no
        replacement was put back, and None if it depends on unknown tiles.
        """
        returned = returned_replacement(table)
        if win.own_draw or returned is None:
            return True
        return _is_of_no_use(table.hands[table.live_seat], returned, wins)

    return replacement_was_of_no_use


@clause(
    "win.rob",
    WIN,
    says="{seat} robs {live_seat}'s concealed kong, but only thirteen orphans may do that",
)
def concealed_kong_is_robbed_by_orphans(table: Table, win: Win) -> Judgement:
    """Return False if a concealed kong is robbed by a hand other than thirteen orphans.

    Otherwise return True. The result is None if the winner's hand is unknown.
    """
    if source_of_winning_tile(table, win) != "concealed kong":
        return True
    counts = winning_counts(table, win)
    if counts is None:
        return None
    return is_orphans(counts)


def _is_of_no_use(hand: Hand, returned: Tile, wins: Wins) -> Judgement:
    """Return whether the replacement tile that was put back was useless to the player of the kong.

    `hand` is the player's hand and `returned` is the tile. The tile is useful if it is a bonus
    tile, wins, or makes another kong. `wins` decides whether a hand wins with one more tile. Return
    None if the answer depends on unknown tiles.
    """
    if is_bonus(returned):
        return False
    if returned >= HELD:
        return None
    if _joins_a_pung(hand, returned):
        return False
    if not hand.known:
        return None
    return _is_of_no_use_in(hand, returned, wins)


def _is_of_no_use_in(hand: Hand, returned: Tile, wins: Wins) -> Judgement:
    """Return whether the tile `returned` is useless: it neither wins nor makes a kong.

    All tiles of `hand` are known. Return None if `wins` cannot decide.
    """
    won = wins(hand, returned)
    if won or _makes_a_concealed_kong(hand, returned):
        return False
    if won is None:
        return None
    return True


def returned_replacement(table: Table) -> Tile | None:
    """Return the replacement tile that a player put back because the kong was robbed.

    Return None if no tile was put back since the latest act of play; wins are not counted as acts
    of play. Return `UNKNOWN` if the record does not name the tile.
    """
    for act in reversed(table.past):
        if isinstance(act, Irregularity) and act.name == RETURNED:
            return physical(TILES.get(act.argument, UNKNOWN))
        if not isinstance(act, Win | Irregularity):
            return None
    return None


def _joins_a_pung(hand: Hand, tile: Tile) -> bool:
    """Return whether the tile could be added to one of the hand's melded pungs to make a kong.

    A joker can be added to any pung.
    """
    pungs = hand.pungs
    if tile == JOKER:
        return bool(pungs)
    return KIND[tile] in pungs


def _makes_a_concealed_kong(hand: Hand, tile: Tile) -> bool:
    """Return whether the tile makes four of a kind with concealed tiles and jokers of the hand."""
    counts, jokers = hand.kinds(), hand.count[JOKER]
    if tile == JOKER:
        return any(counts) and max(counts) + jokers + 1 >= 4
    return counts[KIND[tile]] + 1 + jokers >= 4


def _returned_words(table: Table, _win: Win) -> Word:
    tile = returned_replacement(table)
    return Tiles((UNKNOWN if tile is None else tile,))


WORDS: Final[Words] = {"returned": _returned_words}
