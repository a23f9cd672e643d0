"""Readings with what a sheet without items leaves out: the course of play, and bonus tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.open_suspects import (
    Check,
    propose_ready_besides,
    were_ready,
)
from mjlog.auditor.settled_deal import Assumption, are_ready_hands_declared
from mjlog.model.messages import msg
from mjlog.model.record import BonusLine, Items, Line, ReadySeats, Seat, seat_name
from mjlog.model.shapes import MOST_TILES
from mjlog.model.tiles import BONUS, JOKER, UNKNOWN, Tile
from mjlog.referee.rulebook import ItemsClaimed, Unclear, Winner

_MOST_COURSES: Final = 256
_TILES_OF_A_SET: Final = 3
_ITEMS_OF_A_COURSE: Final = 3
"""Most items that one hand gets from the course of play."""


def supply_course(sheet: DealCheck, check: Check, *, is_ready_recorded: bool) -> DealCheck:
    """Return the deal with items added that no tile shows, such as a win on the last tile.

    `sheet` is the deal as written; the function `check` computes the deal with added lines. Items
    are added only if this removes all findings or at least two of them. Otherwise, or if a hand has
    too many tiles, return `sheet` unchanged. `is_ready_recorded`: the record says who was ready, so
    this is not supposed.
    """
    for winner in sheet.outcome.winners:
        if len(winner.tiles_seen) + _TILES_OF_A_SET * len(winner.sets_seen) > MOST_TILES:
            return sheet
    best, fewest = sheet, max(1, len(sheet.findings) - 1)
    judged_states: list[tuple[tuple[int, ...], Assumption]] = []
    courses = _courses(sheet, is_ready_recorded=is_ready_recorded)
    besides = () if is_ready_recorded else propose_ready_besides(sheet, judged_states)
    for state in chain(courses, besides):
        judged = check(state)
        if sheet.is_settled and not judged.is_settled:
            continue
        check_claims(judged)
        judged_states.append(((len(judged.findings),), state))
        if len(judged.findings) < fewest:
            best, fewest = judged, len(judged.findings)
        if not fewest:
            break
    return best


def _courses(sheet: DealCheck, *, is_ready_recorded: bool) -> Iterator[Assumption]:
    """Yield assumptions about items that a hand scored by how the deal was played.

    An example is a win on the last tile. An assumption is a missing `fan` line, perhaps with a
    `ready` line if it is unknown who was ready; lines with the fewest items come first. Winners
    whose items are on the sheet are skipped. Yield nothing if the hand of any remaining winner is
    unknown.
    """
    is_ready_open = not is_ready_recorded and are_ready_hands_declared(sheet.rules)
    winners = [each for each in sheet.outcome.winners if not sheet.names_items(each.seat)]
    if not all(winner.is_seen for winner in winners):
        return
    courses = [
        (winner.seat, items) for winner in winners for items in _sets_of_items(sheet, winner)
    ]
    if is_ready_open:
        yield from [were_ready((winner.seat,)) for winner in winners]
    courses.sort(key=lambda course: len(course[1]))
    for seat, items in courses[:_MOST_COURSES]:
        fan = Line(Items("fan", seat, items))
        words = msg("right if the course of play brought {seat} {items}",
                    seat=seat_name(seat), items=", ".join(dict(items)))  # fmt: skip
        yield Assumption((fan,), words)
        if is_ready_open:
            yield Assumption((fan, Line(ReadySeats((seat,)))), words)


def _sets_of_items(sheet: DealCheck, winner: Winner) -> Iterator[ItemsClaimed]:
    """Yield each set of one to three items that a winner may have scored without showing them.

    Such an item, for example a win on the last tile, depends on how the deal was played. Sets with
    items that exclude each other are skipped.
    """
    scoring = sheet.rules.scoring
    if scoring.course_items is None:
        return
    items = scoring.course_items(winner, sheet.outcome)
    for size in range(1, _ITEMS_OF_A_COURSE + 1):
        for together in combinations(items, size):
            pairs = [frozenset(pair) for pair in combinations(dict(together), 2)]
            if len(dict(together)) == size and scoring.never_together.isdisjoint(pairs):
                yield together


def supply_bonus_tiles(sheet: DealCheck, check: Check, *, is_column_missing: bool) -> DealCheck:
    """Return the deal with the bonus tiles assumed that its sheet leaves out.

    The bonus tiles follow from the items of a hand. `is_column_missing`: the record has several
    deals but no `bonus` line; then the bonus tiles of a hand without items are unknown. Bonus tiles
    are assumed only if this removes all findings or at least two of them. Otherwise, and for a won
    deal in which no points changed, return the deal unchanged.
    """
    if sheet.outcome.winners and any({*net} == {0} for net in sheet.deal.numbers("net")):
        return sheet
    tiles = [BONUS + n for n in range(JOKER - BONUS) if sheet.rules.play.spec.copies[BONUS + n]]
    seats: Collection[Seat] = sheet.outcome.winning_seats
    if sheet.rules.scoring.scores_losers:
        seats = range(sheet.outcome.seats)
    lines: list[Line] = []
    for seat in seats if tiles else ():
        winner = sheet.outcome.winner_of(seat)
        # If nobody shows the hand, it is known only from the sheet's claims.
        if seat in sheet.claimed_seats or (winner is not None and not winner.is_seen):
            continue
        if sheet.names_items(seat):
            lines += _bonus_by_items(sheet, check, tiles, seat)
        elif is_column_missing:
            lines.append(Line(BonusLine(seat, (UNKNOWN,))))
    if not lines:
        return sheet
    judged = check(Assumption(tuple(lines), _BONUS_LEFT_OUT))
    check_claims(judged)
    return judged if len(judged.findings) < max(1, len(sheet.findings) - 1) else sheet


_BONUS_LEFT_OUT: Final = msg("right if the bonus tiles are not recorded")


def _bonus_by_items(
    sheet: DealCheck, check: Check, tiles: Sequence[Tile], seat: Seat
) -> Iterator[Line]:
    """Yield at most one `bonus` line, with the tiles under which a hand best agrees with its items.

    Yield nothing if the hand agrees best without bonus tiles. `tiles` are the bonus tiles of the
    game.
    """
    claimed = sheet.outcome.claimed[seat].items
    best, most = None, _items_right(sheet, seat)
    for number in range(1, len(tiles) + 1):
        for bonus in combinations(tiles, number):
            if most == len(claimed):
                break
            line = Line(BonusLine(seat, bonus))
            right = _items_right(check(Assumption((line,), _BONUS_LEFT_OUT)), seat)
            if right > most:
                best, most = line, right
    if best is not None:
        yield best


def _items_right(sheet: DealCheck, seat: Seat) -> int:
    """Return the number of right items on the sheet minus the number of items that it leaves out.

    The items are those of one player's hand. Return 0 if the hand cannot be scored.
    """
    score = sheet.score_of(seat)
    if isinstance(score, Unclear):
        return 0
    claimed = sheet.outcome.claimed[seat].items
    due = [(item.name, item.points) for item in (*score.items, *score.totals, *score.worth)]
    left_out = {item.name for item in score.items} - dict(claimed).keys()
    return sum(item in due for item in claimed) - len(left_out)
