"""Hands that a mistake in the turns leaves in doubt, and what the sheet counts them for.

Once an entry about a player's tiles is wrong, the turns no longer tell what that player holds at
the end. The hand is then the one that is shown; where none is, or where bonus tiles are in doubt
that no hand shows, the sheet says what it counts. Points and payments that are right by that are
no mistakes of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from typing import Any, Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.play_suspects.case import is_doubtful
from mjlog.model.findings import Finding, codes_of, with_codes
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import NOBODY, Deal, Dealt, Seat, Show
from mjlog.model.table import Table, physical
from mjlog.model.tiles import BONUS, JOKER, PILLAR, UNKNOWN, Tile, is_bonus, is_known
from mjlog.referee.outcome import as_claimed, as_shown_at_the_end
from mjlog.referee.replay import replay
from mjlog.referee.rulebook import Outcome

_OF_BONUS_TILES: Final = ("bonus.", "wall.replacement")
_OF_THE_COUNT: Final = frozenset(
    {
        "bonus.none",
        "bonus.north",
        "bonus.tile",
        "claim.latest",
        "deal.size",
        "kong.held",
        "turn.seat",
        "turn.size",
        "wall.replacement",
    }
)
"""What leaves in doubt how many tiles were drawn and discarded, and what came right after what."""


_OF_A_WORD: Final = frozenset({"claim.latest", "turn.seat"})
"""What tells that a word may be left out."""
_OF_HANDS: Final = frozenset({"show.hand", "tenpai.differs"})
"""Where the sheet has another hand than the turns make of it."""


def by_doubted_hands(sheet: DealCheck, errors: Sequence[Finding]) -> Iterator[DealCheck]:
    """Yield the deal by the hands that the sheet has, instead of those in doubt.

    Its claims are not yet checked.
    """
    codes = codes_of(errors)
    if "deal.bonus_order" in codes:
        yield sheet.with_outcome(_with_bonus_tiles_dealt(sheet))
    looks = sheet.rules.play.collect_events
    if looks is not None and not codes.isdisjoint(_OF_THE_COUNT):
        seen = looks(sheet.deal, _without_its_course(sheet.table))
        yield sheet.with_outcome(replace(sheet.outcome, seen=seen))
        if not codes.isdisjoint(_OF_A_WORD) and sheet.table.indicators:
            yield sheet.with_outcome(replace(sheet.outcome, seen=_with_an_indicator(sheet, looks)))
    if sheet.deal.turns:
        yield from _by_hands_shown(sheet, [*filter(_is_of_a_hand, errors)])


def told_of_hands(errors: Sequence[Finding]) -> list[Finding]:
    """Return one finding a player if the sheet has another hand than the turns."""
    shown = with_codes(errors, {"show.hand"})
    owners = set(map(_owner, shown))
    others = with_codes(errors, _OF_HANDS - codes_of(shown))
    return [*shown, *[error for error in others if _owner(error) not in owners]]


def _by_hands_shown(sheet: DealCheck, doubts: Sequence[Finding]) -> Iterator[DealCheck]:
    """Yield the deal by the hands that are shown or claimed, of those whom the findings concern."""
    if not doubts:
        return
    looks = sheet.rules.play.collect_events
    shown = {show.seat for show in sheet.deal.told(Show)}
    seats = set(map(_owner, doubts))
    outcome = as_shown_at_the_end(sheet.deal, sheet.outcome, sheet.rules, seats & shown)
    yield sheet.with_outcome(outcome)
    if looks is not None and not sheet.table.winners:
        table = _table_as_shown(sheet, seats - {NOBODY})
        yield sheet.with_outcome(replace(outcome, seen=looks(sheet.deal, table)), table)
    of_bonus_tiles = {_owner(error) for error in doubts if _is_of_bonus_tiles(sheet, error)}
    yield sheet.with_outcome(as_claimed(outcome, (seats - shown) | of_bonus_tiles))


def _with_an_indicator(sheet: DealCheck, looks: Callable[[Deal, Table], Any]) -> Any:
    """Return what happened, if a word that is left out may have turned up one more indicator."""
    table = _without_its_course(sheet.table)
    table.indicators = [*table.indicators, UNKNOWN]
    return looks(sheet.deal, table)


def _without_its_course(table: Table) -> Table:
    """Return the table at the end, of which nobody knows all that was played."""
    other = copy(table)
    other.whole = False
    return other


def _with_bonus_tiles_dealt(sheet: DealCheck) -> Outcome:
    """Return the outcome where each set out the bonus tiles dealt to it, though no turn says so."""
    dealt = {line.seat: line.tiles for line in sheet.deal.told(Dealt)}
    hands = []
    for held in sheet.outcome.hands:
        bonus = held.bonus
        if bonus is not None:
            bonus = (*bonus, *_not_set_out(dealt.get(held.seat, ()), bonus))
        hands.append(replace(held, bonus=bonus))
    return replace(sheet.outcome, hands=tuple(hands))


def _not_set_out(dealt: Sequence[Tile], bonus: Sequence[Tile]) -> Iterator[Tile]:
    """Yield the bonus tiles among those dealt that do not lie besides the hand."""
    left = Counter(bonus)
    for tile in dealt:
        if is_bonus(tile):
            if not left[tile]:
                yield tile
            left[tile] -= 1


def _table_as_shown(sheet: DealCheck, seats: Collection[Seat]) -> Table:
    """Return the table at the end with the hands that those seats show, all others unknown."""
    table = replay(sheet.deal, sheet.rules, seats=sheet.outcome.seats).table
    shown = {show.seat: show.tiles for show in sheet.deal.told(Show)}
    for seat in seats:
        table.lose_hand(table.hands[seat])
        if all(map(is_known, shown.get(seat, (UNKNOWN,)))):
            table.learn(seat, [tile & PILLAR | physical(tile) for tile in shown[seat]])
    return table


def _is_of_a_hand(error: Finding) -> bool:
    """Return whether a hand, or the number of tiles in it, is not what the turns make of it."""
    if error.code in _OF_HANDS:
        return True
    return error.place.step > 0 and is_doubtful(error)


def _owner(error: Finding) -> Seat:
    """Return whose hand it is, also where the finding blames nobody."""
    if error.claim is not None:
        return error.claim.seat
    return error.place.seat


def _is_of_bonus_tiles(sheet: DealCheck, error: Finding) -> bool:
    """Return whether bonus tiles are in doubt, which no hand shows."""
    if error.code.startswith(_OF_BONUS_TILES):
        return True
    seat = _owner(error)
    return seat != NOBODY and any(sheet.table.hands[seat].count[BONUS:JOKER])
