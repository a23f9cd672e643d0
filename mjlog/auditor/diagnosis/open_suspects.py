"""What a sheet has no column for: the state under which its payments are right.

Who was ready, who was one tile from winning, what a hand was worth of which only the payments are
written down. Nobody is accused for what a sheet leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, repeat
from operator import itemgetter
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import DealCheck, in_words
from mjlog.auditor.diagnosis.number_slips import (
    few_slips,
    slips_beside_stakes,
    slips_of_cells,
    wrong_claims,
)
from mjlog.auditor.diagnosis.sheet_suspects import moves_stakes_alone
from mjlog.auditor.due import never_due, right_amounts
from mjlog.auditor.owed import StatedAmount, sum_of
from mjlog.auditor.totals import taken
from mjlog.model.findings import Claim
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    TABLE,
    Items,
    Line,
    Points,
    ReadySeats,
    Seat,
    Tenpai,
    seat_name,
)
from mjlog.model.settlement import Settlement, in_all
from mjlog.model.slips import Slip
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import HandClaim, Unclear


@dataclass(frozen=True, slots=True)
class Assumption:
    """A state that the sheet leaves open: the lines that would tell it, and its words."""

    lines: tuple[Line, ...]
    words: Message


Judged = tuple[DealCheck, list[Slip]]
"""A deal judged by a state, with the slips that are left."""
Check = Callable[[Assumption], DealCheck]
"""Judges the deal by a state that its sheet leaves open."""
_NUMBER: Final = re.compile(r"-?[0-9]+")
_MOST: Final = 2
"""Slips of the pen that a deal may have beside what its sheet leaves open."""
_CELLS: Final = 2
"""Cells that one slip may make wrong at most, as where two amounts are exchanged."""


def assumed(sheet: DealCheck, check: Check, *, ready_told: bool) -> DealCheck:
    """Return the deal judged by the state under which most of its amounts are right.

    Else as it was.
    """
    if sheet.is_settled and (ready_told or not _are_ready_hands_declared(sheet.rules)):
        return sheet  # nothing is open
    # Without any amount nothing speaks for one state rather than for another.
    if set(_amounts(sheet)) <= {None}:
        return sheet
    best = _best(_few(sheet, check, ready_told=ready_told))
    if best is None:
        return sheet
    # What the rules settle by themselves gives way only to a state that leaves no slip at all, or
    # fewer; one that may change what a hand is worth counts as a slip itself.
    if isinstance(sheet.settlement, Settlement) and not _is_better(best, sheet):
        return sheet
    check_claims(best)
    return best


def _is_better(found: DealCheck, sheet: DealCheck) -> bool:
    """Return whether a state leaves no slip, or fewer than the deal as it is told."""
    left = slips_of_cells(found)
    if not left:
        return True
    if moves_stakes_alone(sheet):
        return len(wrong_claims(found)) < len(wrong_claims(sheet))
    return len(left) + 1 < len(slips_of_cells(sheet))


def _amounts(sheet: DealCheck) -> Iterator[int | None]:
    """Yield all amounts that the sheet names, None for one that it leaves open."""
    for *_, points in sheet.deal.payments:
        yield points
    for stated in sheet.deal.told(Points):
        yield from stated.points


def _few(sheet: DealCheck, check: Check, *, ready_told: bool) -> list[Judged]:
    """Return the states with their slips; the first one alone that makes all amounts right."""
    judged_states: list[Judged] = []
    most = _MOST
    by_stakes = _as_stakes_tell(sheet, check, ready_told=ready_told)
    if by_stakes is not None:
        return [(by_stakes, [])]
    by_tenpai: dict[tuple[Seat, ...], DealCheck] = {}
    plain_states = zip(_states(sheet, ready_told=ready_told), repeat(0))
    with_stakes = _by_stakes(sheet, by_tenpai, ready_told=ready_told)
    for state, off in chain(plain_states, with_stakes):
        if off > _CELLS * most:
            break
        judged = check(state)
        named = state.lines[0].content
        if isinstance(named, Tenpai):
            by_tenpai.setdefault(named.seats, judged)
        slips = _slips(judged, most)
        if slips == []:
            return [(judged, slips)]
        if slips is not None:
            judged_states.append((judged, slips))
            most = len(slips)
    return judged_states


def _best(told: Sequence[Judged]) -> DealCheck | None:
    """Return the one with the fewest slips; None if that are many, or several differ in theirs.

    Of a drawn deal with a single slip the first one, which knows its rivals.
    """
    least = min((len(slips) for _, slips in told), default=_MOST + 1)
    if least > _MOST:
        return None
    best = [judged for judged in told if len(judged[1]) == least]
    if least and len(best) > 1:  # one slip explains two cells that do not fit, or a single one
        fewest = min(len(wrong_claims(judged)) for judged, _ in best)
        best = [each for each in best if len(wrong_claims(each[0])) == fewest]
        best.sort(key=_off)
    sheet, slips = best[0]
    may_be_liable = partial(_may_be_liable, sheet)
    # Who is liable pays without having thrown the tile, so such a payment accuses nobody.
    if any(map(may_be_liable, slips)):
        return None
    # Of several that name the same cells what is due there may differ, and the nearest is told.
    by_cells: dict[frozenset[object], DealCheck] = {}
    for judged, left in best:
        by_cells.setdefault(frozenset([(slip.claim, slip.place) for slip in left]), judged)
    sheet, *rivals = by_cells.values()
    if rivals and (least > 1 or sheet.outcome.winners):
        return None
    sheet.rivals = tuple(rivals)
    return sheet


def _off(judged: Judged) -> int:
    """Return the sum by which the amounts are off that a state leaves wrong."""
    amounts = [(slip.recorded, slip.expected) for slip in judged[1]]
    numbers = [pair for pair in amounts if all(map(_NUMBER.fullmatch, pair))]
    return sum(abs(int(recorded) - int(expected)) for recorded, expected in numbers)


def _may_be_liable(sheet: DealCheck, slip: Slip) -> bool:
    """Whether somebody may pay so much who neither threw the tile nor lost to a self-draw."""
    claim = slip.claim
    if claim.kind != "pay" or claim.seat == TABLE or not slip.recorded:
        return False
    for winner in sheet.outcome.winners:
        if winner.is_paid_by(claim.seat):
            return False
    points = sum_of(sheet.told_between((claim.seat, claim.payee)))
    return never_due(sheet, claim.seat, claim.payee, points or 0) is None


def find_impossible(sheet: DealCheck, check: Check, *, ready_told: bool) -> None:
    """Find an amount of the only winner that is right in no state that the sheet leaves open."""
    if not isinstance(sheet.settlement, Unclear) or len(sheet.outcome.winners) != 1:
        return
    states = [check(state) for state in _every_state(sheet, ready_told=ready_told)]
    settled = [state for state in states if state.is_settled]
    # That an amount is impossible is sure only if every possible state can be settled.
    if not states or len(settled) < len(states):
        return
    number_before = len(sheet.findings)
    for pair, causes in sheet.told.items():
        plain = causes.get("")
        if plain is not None and _is_losers(sheet, *pair) and len(sheet.findings) == number_before:
            _tell_none(sheet, plain, Claim("pay", *pair), states)
    if not sheet.told and not sheet.findings:
        _find_impossible_change(sheet, states)


def _every_state(sheet: DealCheck, *, ready_told: bool) -> Iterator[Assumption]:
    """Yield all states of a won deal: what the hand was worth, or else who was ready."""
    if sheet.rules.scoring.exact:
        yield from _worths(sheet)
    is_counted = not any([sheet.is_never_counted(winner) for winner in sheet.outcome.winners])
    if is_counted and not ready_told and _are_ready_hands_declared(sheet.rules):
        yield from _ready(sheet)


def _find_impossible_change(sheet: DealCheck, states: Sequence[DealCheck]) -> None:
    """Find the winner's change or total that is right in no state."""
    (seat,) = sheet.outcome.winning_seats
    for line, points in sheet.deal.with_lines(Points):
        stated, before = points.points[seat : seat + 1], sheet.before[seat]
        if points.keyword == "score":
            stated = taken(stated, (before,))
        ways = [
            change[seat]
            for state in states
            if not isinstance(state.changes, Unclear)
            for change, _ in (*state.changes, *state.whole_changes)
        ]
        if not ways or None in stated or not stated or stated[0] in ways:
            continue
        claim = Claim(points.keyword, seat)
        code = "net.differs" if points.keyword == "net" else "score.chain"
        recorded = points.points[seat] or 0
        words = msg("{claim}: recorded {recorded}; no hand brings so much",
                    claim=in_words(claim), recorded=recorded)  # fmt: skip
        sheet.forget_answers_to(claim)
        sheet.differs(code, line, claim, words, recorded=recorded, seat=seat)
        return


def _is_losers(sheet: DealCheck, payer: Seat, payee: Seat) -> bool:
    """Return whether that player pays the only winner for the win."""
    winner = sheet.outcome.winners[0]
    return payee == winner.seat and winner.is_paid_by(payer)


def _tell_none(
    sheet: DealCheck, paid: StatedAmount, claim: Claim, states: Sequence[DealCheck]
) -> None:
    """Tells of the payment, if no state makes it right."""
    pair, points = (claim.seat, claim.payee), paid.points
    if points is None:
        return
    for state in states:
        right = [right_amounts(state, world, pair, "") for world in state.worlds]
        if points in chain.from_iterable(right):
            return
    words = "{claim}: recorded {recorded}; no hand brings so much"
    message = msg(words, claim=in_words(claim), recorded=points)
    sheet.forget_answers_to(claim)
    sheet.differs("pay.seats", paid.lines[0], claim, message, recorded=points, seat=claim.seat)


def _slips(sheet: DealCheck, most: int) -> list[Slip] | None:
    """Return the slips that are left in a state; None if they are more, or nothing can be told."""
    if not sheet.is_settled:
        return None
    return few_slips(sheet, most)


def _states(sheet: DealCheck, *, ready_told: bool) -> Iterator[Assumption]:
    """Yield the states that the sheet leaves open, the plainest first."""
    open_ = isinstance(sheet.settlement, Unclear)
    if open_ and sheet.outcome.winners:
        yield from _worths(sheet)
    elif open_:
        yield from _tenpai(sheet)
    if ready_told or not _may_stakes_explain(sheet):
        return
    winners = sheet.outcome.winners
    # Who was ready tells nothing of a deal with a hand that nobody can count.
    if not open_ or (winners and not any(map(sheet.is_never_counted, winners))):
        yield from _ready(sheet)


def _may_stakes_explain(sheet: DealCheck) -> bool:
    """Return whether most amounts may be right once it is known who was ready.

    If only stakes move by it, what is off by less stays wrong.
    """
    if not _are_ready_hands_declared(sheet.rules):
        return False
    if not moves_stakes_alone(sheet):
        return True
    return slips_beside_stakes(sheet, sheet.rules.pot.step) <= _MOST


def _as_stakes_tell(sheet: DealCheck, check: Check, *, ready_told: bool) -> DealCheck | None:
    """The state that makes all amounts right, where stakes that stand there tell who was ready.

    None where they do not, or where more than stakes hangs on it.
    """
    if ready_told or not moves_stakes_alone(sheet) or not _may_stakes_explain(sheet):
        return None
    number, losers = _stakes_taken(sheet), _losers_who_staked(sheet)
    if number is None or losers is None:
        return None
    winners = sheet.outcome.winning_seats
    for seats in combinations(range(sheet.outcome.seats), number):
        if losers == set(seats) - winners:
            judged = check(_were_ready(seats))
            if _slips(judged, 0) == []:
                return judged
    return None


def _stakes_taken(sheet: DealCheck) -> int | None:
    """Return how many stakes more came from the table than are due; None if nobody says it."""
    taken_up = [pair for pair in sheet.told if pair[0] == TABLE]
    if len(taken_up) != 1 or len(sheet.worlds) > 1:
        return None
    (pair,) = taken_up
    amount = sum_of(sheet.told[pair])
    if amount is None:
        return None
    due = sum(sheet.owed_between(sheet.worlds[0], pair).values())
    number, rest = divmod(amount - due, sheet.rules.pot.step)
    return None if rest or not 0 <= number <= sheet.outcome.seats else number


def _losers_who_staked(sheet: DealCheck) -> set[Seat] | None:
    """Return who has a stake less than is due by the totals, but for winners; None if none tell."""
    if sheet.before_due or not sheet.deal.numbers("score"):
        return None
    totals = sheet.deal.numbers("score")[0]
    if len(totals) != sheet.outcome.seats or None in {*totals, *sheet.before}:
        return None
    missing = enumerate(taken(sheet.points_due(), totals))
    staked = {seat for seat, points in missing if points == sheet.rules.pot.step}
    return staked - sheet.outcome.winning_seats


def _are_ready_hands_declared(rules: RuleSet) -> bool:
    return rules.play.spec.ready_locks or bool(rules.scoring.declared_items)


def _subsets(seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    """Yield every choice of these seats, the smallest first."""
    for size in range(len(seats) + 1):
        yield from combinations(seats, size)


def _tenpai(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield who was one tile from winning, if no line says it."""
    if sheet.deal.told(Tenpai):
        return
    for seats in _subsets(range(sheet.outcome.seats)):
        words = msg("right if these were one tile from winning: {seats}", seats=_row(seats))
        yield Assumption((Line(Tenpai(seats)),), words)


def _ready(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield who had declared ready, if no line of the sheet says it."""
    return map(_were_ready, _subsets(range(sheet.outcome.seats)))


def _were_ready(seats: tuple[Seat, ...]) -> Assumption:
    words = msg("right if these had declared ready: {seats}", seats=_row(seats))
    return Assumption((Line(ReadySeats(seats)),), words)


def of_draw(sheet: DealCheck, *, ready_told: bool) -> Iterator[Assumption]:
    """Yield the states that a drawn deal leaves open.

    Who was one tile from winning, and who ready.
    """
    yield from _tenpai(sheet)
    if not ready_told and _are_ready_hands_declared(sheet.rules):
        yield from _tenpai_and_ready(sheet)


def _by_stakes(
    sheet: DealCheck, by_tenpai: Mapping[tuple[Seat, ...], DealCheck], *, ready_told: bool
) -> Iterator[tuple[Assumption, int]]:
    """The same of a drawn deal where some had declared ready, with how many changes are off then.

    Fewest first. `by_tenpai` is the deal as it would be without stakes, by who was one tile from
    winning.
    """
    changes = next(_changes(sheet), None)
    if ready_told or sheet.outcome.winners or changes is None or not _may_stakes_explain(sheet):
        return
    step = sheet.rules.pot.step
    candidates: list[tuple[int, tuple[Seat, ...], tuple[Seat, ...]]] = []
    for waiting, judged in by_tenpai.items():
        for due, _ in judged.whole_changes[:1]:
            for ready in _subsets(waiting):
                staked = [points - step * (seat in ready) for seat, points in enumerate(due)]
                pairs = zip(changes, staked, strict=False)
                off = sum([stated not in {None, points} for stated, points in pairs])
                candidates.append((off, waiting, ready))
    for off, waiting, ready in sorted(candidates, key=itemgetter(0)):
        if ready:
            yield _were_one_from_winning(waiting, ready), off


def _tenpai_and_ready(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield who was one tile from winning, and who of them had laid as many stakes as are told."""
    together = next(filter(None, map(in_all, _changes(sheet))), 0)
    step = sheet.rules.pot.step
    if not step or sheet.deal.told(Tenpai):
        return
    for waiting in _subsets(range(sheet.outcome.seats)):
        for ready in _subsets(waiting):
            if ready and step * len(ready) == -together:
                yield _were_one_from_winning(waiting, ready)


def _changes(sheet: DealCheck) -> Iterator[Sequence[int | None]]:
    """Yield how everybody's points change by each line that tells it."""
    for each in sheet.deal.told(Points):
        yield each.points if each.keyword == "net" else taken(each.points, sheet.before)


def _were_one_from_winning(waiting: tuple[Seat, ...], ready: tuple[Seat, ...]) -> Assumption:
    says = (
        "right if these were one tile from winning: {seats}, and these had declared ready: {ready}"
    )
    words = msg(says, seats=_row(waiting), ready=_row(ready))
    return Assumption((Line(Tenpai(waiting)), Line(ReadySeats(ready))), words)


def _worths(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield what the only winner's hand was worth, if no line says it."""
    possible, winners = sheet.rules.scoring.possible_claims, sheet.outcome.winners
    if possible is None or len(winners) != 1:
        return
    (winner,) = winners
    if winner.tiles is not None or winner.seat in sheet.outcome.claimed:
        return
    for claim in possible(winner.seat, sheet.outcome):
        words = msg("right if the hand was worth {worth}", worth=_listed(claim))
        yield Assumption(tuple(_lines(winner.seat, claim)), words)


def _lines(seat: Seat, claim: HandClaim) -> Iterator[Line]:
    yield Line(Items("fan", seat, claim.items))
    if claim.kongs:
        yield Line(Items("kong", seat, claim.kongs))


def _row(seats: tuple[Seat, ...]) -> str:
    return " ".join(map(seat_name, seats)) or "-"


def _listed(claim: HandClaim) -> str:
    return ", ".join(f"{name} {points}" for name, points in (*claim.items, *claim.kongs))
