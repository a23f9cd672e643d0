"""Readings by the hands on the sheet, if a mistake in the turns makes players' hands doubtful.

Once an entry about a player's tiles is wrong, the turns no longer say what that player holds at the
end. Then the shown hand counts. The items on the sheet count instead if no hand is shown, or if
bonus tiles are in doubt, because a shown hand leaves these out. Points and payments that are right
by these hands are not reported as mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.play_suspects.case import is_doubtful
from mjlog.model.findings import Finding, codes_of, with_codes
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import NOBODY, Dealt, Seat, Show
from mjlog.model.table import physical
from mjlog.model.tiles import BONUS, JOKER, PILLAR, UNKNOWN, is_bonus, is_known
from mjlog.referee.outcome import claimed_outcome, outcome_shown_at_the_end
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
"""Errors after which the number of tiles drawn and discarded, or their order, is in doubt."""


_OF_A_WORD: Final = frozenset({"claim.latest", "turn.seat"})
"""Errors which show that a word may be left out."""
_OF_HANDS: Final = frozenset({"show.hand", "tenpai.differs"})
"""Errors at which the hand on the sheet differs from the hand by the turns."""


def judge_doubted_hands(sheet: DealCheck, errors: Sequence[Finding]) -> Iterator[DealCheck]:
    """Yield versions of the deal in which hands that the turns leave uncertain are replaced.

    `sheet` is the deal, and `errors` are its errors, some of which make a player's tiles uncertain.
    An uncertain hand is replaced by the hand that the sheet shows, or is scored by the items on the
    sheet. In some versions, the hands stay, and only the events of play that score are collected
    again. The recorded values of these versions are not checked yet.
    """
    codes = codes_of(errors)
    if "deal.bonus_order" in codes:
        yield sheet.with_outcome(_with_bonus_tiles_dealt(sheet))
    looks = sheet.rules.play.collect_events
    if looks is not None and not codes.isdisjoint(_OF_THE_COUNT):
        table = copy(sheet.table)
        table.whole = False  # nobody knows all that was played
        seen = looks(sheet.deal, table)
        yield sheet.with_outcome(replace(sheet.outcome, seen=seen))
        if not codes.isdisjoint(_OF_A_WORD) and table.indicators:
            # The word that is left out may have turned up another indicator.
            table = copy(table)
            table.indicators = [*table.indicators, UNKNOWN]
            seen = looks(sheet.deal, table)
            yield sheet.with_outcome(replace(sheet.outcome, seen=seen))
    # The turns give another hand, or another number of tiles in it, than the sheet.
    doubts = [
        error
        for error in errors
        if error.code in _OF_HANDS or (error.place.step > 0 and is_doubtful(error))
    ]
    if sheet.deal.turns and doubts:
        yield from _judge_shown_hands(sheet, doubts)


def one_finding_per_hand(errors: Sequence[Finding]) -> list[Finding]:
    """Return one error for each player whose hand on the sheet differs from the turns.

    If a player has an error about the shown hand, an error about the `tenpai` line is left out.
    """
    shown = with_codes(errors, {"show.hand"})
    owners = {_owner(error) for error in shown}
    others = with_codes(errors, _OF_HANDS - codes_of(shown))
    return [*shown, *[error for error in others if _owner(error) not in owners]]


def _judge_shown_hands(sheet: DealCheck, doubts: Sequence[Finding]) -> Iterator[DealCheck]:
    """Yield versions of the deal with the hands that the sheet states for the players in `doubts`.

    `doubts` are errors about hands. In the first version, their players have the shown hands. In
    the last version, a player who shows no hand, or whose bonus tiles are uncertain, has a hand
    with unknown tiles, which is scored by its items on the sheet.
    """
    looks = sheet.rules.play.collect_events
    shown = {show.seat: show.tiles for show in sheet.deal.contents(Show)}
    seats = {_owner(error) for error in doubts}
    outcome = outcome_shown_at_the_end(sheet.deal, sheet.outcome, sheet.rules, seats & shown.keys())
    yield sheet.with_outcome(outcome)
    if looks is not None and not sheet.table.winners:
        # Build the table at the end of the deal with the hands that those seats show; all others
        # are unknown.
        table = replay(sheet.deal, sheet.rules, seats=sheet.outcome.seats).table
        for seat in seats - {NOBODY}:
            table.lose_hand(table.hands[seat])
            if all(is_known(tile) for tile in shown.get(seat, (UNKNOWN,))):
                table.learn(seat, [tile & PILLAR | physical(tile) for tile in shown[seat]])
        yield sheet.with_outcome(replace(outcome, seen=looks(sheet.deal, table)), table)
    # A shown hand does not include bonus tiles, so it cannot settle doubts about them.
    of_bonus_tiles: set[Seat] = set()
    for error in doubts:
        seat = _owner(error)
        has_bonus_tiles = seat != NOBODY and any(sheet.table.hands[seat].count[BONUS:JOKER])
        if has_bonus_tiles or error.code.startswith(_OF_BONUS_TILES):
            of_bonus_tiles.add(seat)
    yield sheet.with_outcome(claimed_outcome(outcome, (seats - shown.keys()) | of_bonus_tiles))


def _with_bonus_tiles_dealt(sheet: DealCheck) -> Outcome:
    """Return a copy of the outcome in which players have laid out all dealt bonus tiles."""
    dealt = {line.seat: line.tiles for line in sheet.deal.contents(Dealt)}
    hands = []
    for held in sheet.outcome.hands:
        bonus = held.bonus
        if bonus is not None:
            left = Counter([tile for tile in dealt.get(held.seat, ()) if is_bonus(tile)])
            left -= Counter(bonus)
            bonus = (*bonus, *left.elements())
        hands.append(replace(held, bonus=bonus))
    return replace(sheet.outcome, hands=tuple(hands))


def _owner(error: Finding) -> Seat:
    """Return the seat of the player whose hand an error is about."""
    if error.claim is not None:
        return error.claim.seat
    return error.place.seat
