"""Readings of deals with lines supplied that their sheets leave out.

A missing line is no error if the sheet has no place for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, repeat
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import CODES_OF_POINTS, DealCheck, claim_name
from mjlog.auditor.debts import StatedAmount, sum_of
from mjlog.auditor.diagnosis.number_slips import slips_of_cells, wrong_claims
from mjlog.auditor.diagnosis.open_suspects import (
    MOST_SLIPS,
    Check,
    amounts_off,
    may_stakes_explain,
    propose_ready,
    propose_ready_besides,
    propose_stakes_of_draws,
    propose_states,
    propose_worths,
    were_ready,
)
from mjlog.auditor.diagnosis.prices import propose_prices
from mjlog.auditor.diagnosis.search import Limits, diagnose
from mjlog.auditor.diagnosis.sheet_suspects import moves_stakes_alone
from mjlog.auditor.due import never_due, right_amounts
from mjlog.auditor.settled_deal import Assumption, are_ready_hands_declared
from mjlog.auditor.totals import Totals, subtract_rows
from mjlog.model.findings import Claim
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import msg, to_message
from mjlog.model.record import (
    NOBODY,
    TABLE,
    Items,
    Points,
    Ruling,
    Seat,
    Tenpai,
    WinLine,
    seat_name,
)
from mjlog.model.slips import Slip
from mjlog.referee.rulebook import Unclear

_NUMBER: Final = re.compile(r"-?[0-9]+")
_CELLS: Final = 2
"""Most cells that one slip can make wrong, for example two swapped amounts."""
_UNSETTLED: Final = 1 << 20
"""Number of wrong entries that is counted for a deal which the rules cannot settle."""


@dataclass(frozen=True, slots=True)
class State:
    """A deal with lines assumed that its sheet leaves out, and the mistakes that remain.

    `size` is the number of wrong entries. `gain` is the number of wrong entries that the lines must
    save to be accepted.
    """

    sheet: DealCheck
    slips: Sequence[Slip]
    size: int
    gain: int = 0

    @property
    def errors_left(self) -> int:
        """The number of mistakes that remain with the assumed lines."""
        return len(self.slips)

    @property
    def points_off(self) -> int:
        """The sum of the differences between recorded and right amounts that remain."""
        amounts = [(slip.recorded, slip.expected) for slip in self.slips]
        numbers = [pair for pair in amounts if all(_NUMBER.fullmatch(word) for word in pair)]
        return sum(abs(int(recorded) - int(expected)) for recorded, expected in numbers)


@value
class _OpenStates:
    """A function that proposes lines which the sheet of a deal leaves out."""

    sheet: DealCheck
    check: Check
    is_ready_recorded: bool

    def __call__(self, _: State) -> Iterator[State]:
        """Yield the deal with each possible set of missing lines; the argument `_` is ignored.

        A set of lines that leaves more mistakes than an earlier set is skipped. The search ends
        when all further sets must leave too many mistakes.
        """
        sheet, check = self.sheet, self.check
        by_stakes = None if self.is_ready_recorded else _state_of_stakes(sheet, check)
        if by_stakes is not None:
            yield State(by_stakes, (), 0)
        most = MOST_SLIPS
        for judged, off in _judged_states(sheet, check, is_ready_recorded=self.is_ready_recorded):
            if off > _CELLS * most:
                return
            state = _weigh(sheet, judged)
            if state.errors_left <= most:
                most = state.errors_left
                yield state


def supply_lines(sheet: DealCheck, check: Check, *, is_ready_recorded: bool) -> DealCheck:
    """Return the deal with those missing lines assumed under which its amounts fit best.

    For example, a `ready` line is assumed. The function `check` computes the deal with assumed
    lines. `is_ready_recorded`: the record states who was ready. Return `sheet` unchanged if no
    lines are clearly best.
    """
    if sheet.is_settled and (is_ready_recorded or not are_ready_hands_declared(sheet.rules)):
        return sheet  # no line is missing
    settlement = sheet.settlement
    if isinstance(settlement, Unclear) and to_message(settlement.words).lack == "points":
        return sheet  # the missing points on the table are not a line of this deal
    # Without amounts there is no reason to prefer one assumption.
    amounts = [points for *_, points in sheet.deal.payments]
    for stated in sheet.deal.contents(Points):
        amounts += stated.points
    if set(amounts) <= {None}:
        return sheet
    proposal = _OpenStates(sheet, check, is_ready_recorded)
    best = _best(sheet, diagnose(_weigh(sheet, sheet), proposal, Limits(is_one_wanted=True)))
    if best is None:
        return sheet
    check_claims(best)
    return best


def _weigh(sheet: DealCheck, judged: DealCheck) -> State:
    """Return `judged`, a deal with missing lines added, as a `State` that counts its mistakes.

    `sheet` is the deal as written. If the payments of `judged` are unknown, the number of wrong
    entries is set very high.
    """
    if isinstance(judged.settlement, Unclear):
        return State(judged, (), _UNSETTLED)
    slips, best = slips_of_cells(judged), judged
    if isinstance(sheet.settlement, Unclear) or not slips:
        return State(judged, slips, len(slips))
    if moves_stakes_alone(sheet):
        # One wrong price, from which several amounts follow, is one slip. But a payment that is one
        # stake off probably contains the stake, unless several players or the table pay it.
        payers = {slip.claim.seat for slip in slips} - judged.outcome.winning_seats
        paid = [payer for payer, _ in sheet.recorded_payments]
        has_stakes = len(payers) > 1 or not paid or TABLE in paid
        for slip, priced in propose_prices(judged) if len(slips) > 1 else ():
            left = slips_of_cells(priced)
            is_of_stake = abs(int(slip.recorded) - int(slip.expected)) == sheet.rules.pot.step
            if len(left) + 1 < len(slips) and (has_stakes or not is_of_stake):
                slips, best = [slip, *left], priced
        return State(judged, slips, len(wrong_claims(best)) + (best is not judged), gain=1)
    # An assumption that changes the value of a hand counts as a slip itself.
    is_worth_kept = [hand.value for hand in sheet.clear_scores] == [
        hand.value for hand in judged.clear_scores
    ]
    return State(judged, slips, len(slips), gain=1 if is_worth_kept else 2)


def _judged_states(
    sheet: DealCheck, check: Check, *, is_ready_recorded: bool
) -> Iterator[tuple[DealCheck, int]]:
    """Yield the deal with each possible set of missing lines, if its payments are then known.

    Each result is a tuple: the deal, and the least number of its recorded changes that must be
    wrong (0 if they were not counted).
    """
    by_tenpai: dict[tuple[Seat, ...], DealCheck] = {}
    worths: list[tuple[tuple[int, ...], Assumption]] = []
    for state in propose_states(sheet, is_ready_recorded=is_ready_recorded):
        judged = check(state)
        stated = state.lines[0].content
        if isinstance(stated, Tenpai):
            by_tenpai[stated.seats] = judged
        if judged.is_settled and not judged.is_won_with_too_little:
            yield judged, 0
            if isinstance(stated, Items):
                worths.append((amounts_off(judged), state))
    if is_ready_recorded:
        return
    besides = zip(propose_ready_besides(sheet, worths), repeat(0))
    for state, off in chain(besides, propose_stakes_of_draws(sheet, by_tenpai)):
        judged = check(state)
        if judged.is_settled:
            yield judged, off


def _best(written: DealCheck, states: Sequence[State]) -> DealCheck | None:
    """Return the version of a deal that leaves the fewest mistakes; None if none is clearly best.

    `written` is the deal as written, `states` are versions with missing lines added. Equally good
    versions, whose mistakes are at other entries, are stored in the field `rivals` of the result.
    Return None if there are such versions and each leaves two or more mistakes, or if there are too
    many of them for a won deal. Return None also if a wrong payment may be right because its payer
    is liable for the win.
    """
    if not states:
        return None
    least = min(state.errors_left for state in states)
    best = [state for state in states if state.errors_left == least]
    # one slip may explain two wrong cells or only one, so prefer fewer wrong cells
    if least and len(best) > 1:
        claims = [len(wrong_claims(state.sheet)) for state in best]
        best = [s for s, number in zip(best, claims, strict=True) if number == min(claims)]
        best.sort(key=lambda state: state.points_off)
    sheet = best[0].sheet
    # A liable player pays without having discarded the tile, so such a payment may be right.
    if any(_may_be_liable(sheet, slip) for slip in best[0].slips):
        return None
    # Several states may blame the same cells with different right amounts. Keep the nearest
    # amounts.
    by_cells: dict[frozenset[object], DealCheck] = {}
    for state in best:
        cells = frozenset([(slip.claim, slip.place) for slip in state.slips])
        by_cells.setdefault(cells, state.sheet)
    sheet, *rivals = by_cells.values()
    if rivals and least > 1:
        return None
    # For a win, two equal explanations make a tie. If there are more, another entry is wrong.
    if rivals and sheet.outcome.winners and (len(rivals) > 1 or not written.is_settled):
        return None
    sheet.rivals = tuple(rivals)
    return sheet


def _may_be_liable(sheet: DealCheck, slip: Slip) -> bool:
    """Return whether a payment may be right because its payer is liable for the win (pao).

    `slip` is the mistake that the payment is wrong.
    """
    claim = slip.claim
    if claim.kind != "pay" or claim.seat == TABLE or not slip.recorded:
        return False
    for winner in sheet.outcome.winners:
        if winner.is_paid_by(claim.seat):
            return False
    points = sum_of(sheet.recorded_payments_between((claim.seat, claim.payee)))
    return never_due(sheet, claim.seat, claim.payee, points or 0) is None


def _state_of_stakes(sheet: DealCheck, check: Check) -> DealCheck | None:
    """Return the deal with a missing `ready` line added that follows from the recorded stakes.

    Return None if the stakes do not show who was ready, if an amount stays wrong, or if the value
    of a hand also depends on who was ready. The function `check` computes the deal with added
    lines.
    """
    if not moves_stakes_alone(sheet) or not may_stakes_explain(sheet):
        return None
    from_table = [pair for pair in sheet.recorded_payments if pair[0] == TABLE]
    if len(from_table) != 1 or len(sheet.payment_sets) > 1:
        return None
    amount = sum_of(sheet.recorded_payments[from_table[0]])
    losers, step = _losers_who_staked(sheet), sheet.rules.pot.step
    if amount is None or losers is None:
        return None
    # The table paid this number of stakes more than is due.
    due = sum(sheet.owed_between(sheet.payment_sets[0], from_table[0]).values())
    number, rest = divmod(amount - due, step)
    if rest or not 0 <= number <= sheet.outcome.seats:
        return None
    for seats in combinations(range(sheet.outcome.seats), number):
        if losers == set(seats) - sheet.outcome.winning_seats:
            judged = check(were_ready(seats))
            if judged.is_settled and not slips_of_cells(judged):
                return judged
    return None


def _losers_who_staked(sheet: DealCheck) -> set[Seat] | None:
    """Return the seats of the losers whose recorded totals are exactly one stake too low.

    Return None if there are no totals, or if points before or after the deal are unknown or wrong.
    """
    if sheet.before_due or not sheet.deal.numbers("score"):
        return None
    totals = sheet.deal.numbers("score")[0]
    if len(totals) != sheet.outcome.seats or None in {*totals, *sheet.start.points}:
        return None
    missing = enumerate(subtract_rows(sheet.points_due(), totals))
    staked = {seat for seat, points in missing if points == sheet.rules.pot.step}
    return staked - sheet.outcome.winning_seats


# --------------------------------------------------------------------------- impossible amounts


def find_impossible(sheet: DealCheck, check: Check, *, is_ready_recorded: bool) -> None:
    """Add an error for the first amount that stays wrong under every possible set of missing lines.

    The sheet may leave out the value of the hand, or who was ready. The amount is a payment, a
    change or a total, and the deal must have exactly one winner. The function `check` computes the
    deal with added lines. `is_ready_recorded`: the record says who was ready.
    """
    (winner,), scoring = sheet.outcome.winners, sheet.rules.scoring
    if not sheet.recorded_payments and not sheet.deal.contents(Points):
        return
    # Try the values of the hand, or else who was ready.
    every_state: Iterable[Assumption] = [*propose_worths(sheet)]
    is_exact = scoring.exact or not every_state
    is_counted = is_exact and not sheet.is_never_counted(winner)
    if is_counted and not is_ready_recorded and are_ready_hands_declared(sheet.rules):
        every_state = chain(every_state, propose_ready(sheet))
    states: list[DealCheck] = []
    for state in every_state:
        judged = check(state)
        if not judged.is_settled:
            # that an amount is impossible is certain only if every possible state is settled
            return
        states.append(judged)
    if not states:
        return
    number_before = len(sheet.findings)
    for (payer, payee), causes in sheet.recorded_payments.items() if is_exact else ():
        plain, is_win = causes.get(""), payee == winner.seat and winner.is_paid_by(payer)
        if plain is not None and is_win and len(sheet.findings) == number_before:
            _report_impossible_payment(sheet, plain, Claim("pay", payer, payee), states)
    if not (
        sheet.recorded_payments or sheet.findings or sheet.deal.contents(Ruling) or scoring.kongs_of
    ):
        _report_impossible_points(sheet, states, is_exact=is_exact)


def _report_impossible_points(
    sheet: DealCheck, states: Sequence[DealCheck], *, is_exact: bool
) -> None:
    """Add an error for the first change or total that is right in none of the deals `states`.

    `states` are versions of the deal with different hands. `is_exact`: they cover every possible
    value of the hand, so the amount of the winner is checked; otherwise only check which players'
    points change.
    """
    (winner,) = sheet.outcome.winning_seats
    changes = [change for state in states for change, _ in state.net_ways]
    for line, points in sheet.deal.with_lines(Points):
        stated = points.points
        if points.keyword == "score":
            stated = subtract_rows(stated, sheet.start.points)
        seat, against = winner, None
        if not is_exact:
            seat = _seat_besides(stated, changes)
            span = sheet.deal.lines_of(WinLine)[0].span
            won = msg("how {seat} won", seat=seat_name(winner))
            against = won, span.place()
        elif None in stated[winner : winner + 1] or stated[winner] in [c[winner] for c in changes]:
            continue
        if seat == NOBODY:
            continue
        claim, recorded = Claim(points.keyword, seat), points.points[seat] or 0
        code = CODES_OF_POINTS[points.keyword]
        words = msg("{claim}: recorded {recorded}; no hand brings so much",
                    claim=claim_name(claim), recorded=recorded)  # fmt: skip
        sheet.forget_answers_to(claim)
        sheet.differs(code, line, claim, words, recorded=recorded, seat=seat, against=against)
        return


def _seat_besides(stated: Totals, changes: Sequence[Sequence[int]]) -> Seat:
    """Return the player who wins or loses points although no possible hand causes this.

    The reverse, a player whose points do not change but should, counts as well. `stated` are the
    recorded changes, `changes` the changes by each possible hand; only the sets of players whose
    points change are compared. Of several such players, return the one with the smallest change.
    Return `NOBODY` if the recorded changes are possible.
    """
    moved = {seat for seat, change in enumerate(stated) if change}
    possible = [{seat for seat, points in enumerate(change) if points} for change in changes]
    if None in stated or not moved or moved in possible or not possible:
        return NOBODY
    nearest = min(possible, key=lambda seats: len(seats ^ moved))
    return min(nearest ^ moved, key=lambda seat: abs(stated[seat] or 0))


def _report_impossible_payment(
    sheet: DealCheck, paid: StatedAmount, claim: Claim, states: Sequence[DealCheck]
) -> None:
    """Add an error for a payment that is right in none of the possible deals `states`.

    `states` are versions of the deal with different hands.
    """
    pair, points = (claim.seat, claim.payee), paid.points
    if points is None:
        return
    for state in states:
        for payment_set in state.payment_sets:
            if points in right_amounts(state, payment_set, pair, ""):
                return
    words = "{claim}: recorded {recorded}; no hand brings so much"
    message = msg(words, claim=claim_name(claim), recorded=points)
    sheet.forget_answers_to(claim)
    sheet.differs("pay.seats", paid.lines[0], claim, message, recorded=points, seat=claim.seat)
