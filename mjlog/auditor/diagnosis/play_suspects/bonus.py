"""Readings in which a player set out bonus tiles before play, though the turns do not say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.auditor.diagnosis.altered_deals import (
    discards_nothing,
    given_to_player,
    has,
    with_turn,
    with_word_before_play,
)
from mjlog.auditor.diagnosis.play_suspects.case import Case, Change
from mjlog.model.findings import seats_of
from mjlog.model.messages import msg
from mjlog.model.record import SET_OUT, Act, Deal, Dealt, Replace, Seat, SetOut, Turn, seat_name
from mjlog.model.tiles import BONUS, JOKER, UNKNOWN, Tile, is_bonus

MOST_TILES: Final = 4
"""Most tiles that are tried for one entry."""


def propose_bonus_tiles(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player lays out dealt bonus tiles before play.

    The turn for this is added, or a turn written for another player is given to this player. `case`
    has the deal as written and its errors.
    """
    for line, dealt in case.deal.with_lines(Dealt):
        seat = dealt.seat
        tiles = tuple(tile for tile in dealt.tiles if is_bonus(tile))
        first = next((turn for turn in case.deal.turns if turn.seat == seat), None)
        if not tiles or (first is not None and discards_nothing(first)):
            continue
        words = msg("the bonus tiles dealt to {seat}", seat=seat_name(seat))
        for deal in _deals_setting_out(case, seat, tiles):
            root = ("bonus.held", "bonus.shown", "deal.exchange")
            yield Change(deal, words, line.span.place(), root=root)


def _deals_setting_out(case: Case, seat: Seat, tiles: tuple[Tile, ...]) -> Iterator[Deal]:
    """Yield copies of the deal in which the player `seat` lays out `tiles` before play.

    `case` has the deal as written and its errors.
    """
    deal = case.deal
    for index in case.places({"bonus.held"}):
        if has(deal.turns[index], SET_OUT):
            yield with_turn(deal, index, given_to_player(deal.turns[index], seat))
    # The bonus tiles of the dealer come first.
    place, order = 0, deal.turn_order(case.seats)
    for turn in deal.turns:
        is_behind = order.distance(turn.seat, deal.dealer) > order.distance(seat, deal.dealer)
        if not discards_nothing(turn) or is_behind:
            break
        place += 1
    acts: tuple[Act, ...] = (SetOut(seat, tiles), *[Replace(seat, UNKNOWN)] * len(tiles))
    yield with_word_before_play(deal, place, Turn(seat, "", acts))
    # A replacement may be a bonus tile, too, which the sheet counts but no line shows.
    if seat in seats_of(case.line_errors):
        for tile in tiles_lying_nowhere(case):
            word = Turn(seat, "", (*acts, SetOut(seat, (tile,)), Replace(seat, UNKNOWN)))
            yield with_word_before_play(deal, place, word)


def tiles_lying_nowhere(case: Case) -> list[Tile]:
    """Return at most four bonus tiles of which the record does not show every copy.

    A player may have had these tiles without a note in the record. `case` has the deal as written
    and its errors.
    """
    table = case.table
    left = [tile for tile in range(BONUS, JOKER) if table.identified[tile] < table.copies[tile]]
    return left[:MOST_TILES]
