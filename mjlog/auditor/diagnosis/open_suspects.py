"""A table of facts that a sheet may have no column for: each row generates possible lines.

Such facts are who was ready, who was one tile from winning, and what a hand was worth if only its
payments are written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.number_slips import groups_of_cells
from mjlog.auditor.diagnosis.prices import propose_prices
from mjlog.auditor.diagnosis.sheet_suspects import moves_stakes_alone, row_of
from mjlog.auditor.settled_deal import Assumption, are_ready_hands_declared
from mjlog.auditor.totals import subtract_rows
from mjlog.model.frozen import value
from mjlog.model.messages import msg
from mjlog.model.record import Items, Line, Points, ReadySeats, Seat, Tenpai
from mjlog.model.settlement import sum_amounts
from mjlog.referee.rulebook import Unclear

MOST_SLIPS: Final = 2
"""Most slips that a deal may have in addition to missing lines."""


_BUILT_ON: Final = 3
"""Number of assumptions that are combined with sets of ready players."""


Check = Callable[[Assumption], DealCheck]
"""A function that checks the deal with assumed lines."""


def propose_worths(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield an assumption for each value that the hand of the only winner can have.

    The audit then finds the value that fits the recorded amounts. Yield nothing if the tiles of the
    hand are known, if the sheet states its value, or if not exactly one player won.
    """
    possible, winners = sheet.rules.scoring.possible_claims, sheet.outcome.winners
    if possible is None or len(winners) != 1:
        return
    (winner,) = winners
    if winner.tiles is not None or winner.seat in sheet.outcome.claimed:
        return
    for claim in possible(winner.seat, sheet.outcome):
        items = [f"{name} {points}" for name, points in (*claim.items, *claim.kongs)]
        lines = [Line(Items("fan", winner.seat, claim.items))]
        if claim.kongs:
            lines.append(Line(Items("kong", winner.seat, claim.kongs)))
        words = msg("right if the hand was worth {worth}", worth=", ".join(items))
        yield Assumption(tuple(lines), words)


def propose_tenpai(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield an assumption for each set of players who may have been one tile from winning.

    An assumption is a `tenpai` line that may be missing on the sheet. Yield nothing if the deal has
    such a line.
    """
    if sheet.deal.contents(Tenpai):
        return
    for seats in _subsets(range(sheet.outcome.seats)):
        words = msg(
            "right if these were one tile from winning: {seats}", seats=row_of(seats) or "-"
        )
        yield Assumption((Line(Tenpai(seats)),), words)


def propose_ready(sheet: DealCheck) -> Iterator[Assumption]:
    """Yield an assumption for each set of players who may have declared ready.

    An assumption is a `ready` line that may be missing on the sheet.
    """
    for seats in _likely_subsets(sheet):
        yield were_ready(seats)


def were_ready(seats: tuple[Seat, ...]) -> Assumption:
    """Return the assumption of a missing `ready` line that names exactly these players."""
    words = msg("right if these had declared ready: {seats}", seats=row_of(seats) or "-")
    return Assumption((Line(ReadySeats(seats)),), words)


def were_one_from_winning(waiting: tuple[Seat, ...], ready: tuple[Seat, ...]) -> Assumption:
    """Return the assumption that a record left out a `tenpai` line and a `ready` line.

    The `tenpai` line names the players in `waiting`, and the `ready` line those in `ready`.
    """
    says = (
        "right if these were one tile from winning: {seats}, and these had declared ready: {ready}"
    )
    words = msg(says, seats=row_of(waiting) or "-", ready=row_of(ready) or "-")
    return Assumption((Line(Tenpai(waiting)), Line(ReadySeats(ready))), words)


def _likely_subsets(sheet: DealCheck) -> Iterator[tuple[Seat, ...]]:
    """Yield tuples of seats who may have declared ready, the smallest first.

    Among tuples of the same size, those with a winner come first. A player whose hand has an item
    that needs a declaration is in every tuple.
    """
    winners = sheet.outcome.winning_seats
    losers = [seat for seat in range(sheet.outcome.seats) if seat not in winners]
    declared = {
        seat
        for seat, claim in sheet.outcome.claimed.items()
        if not sheet.rules.scoring.declared_items.isdisjoint([n for n, p in claim.items if p])
    }
    for seats in _subsets([*sorted(winners), *losers]):
        if declared.issubset(seats):
            yield tuple(sorted(seats))


def _subsets(seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    """Yield every subset of these seats, the smallest first."""
    for size in range(len(seats) + 1):
        yield from combinations(seats, size)


# --------------------------------------------------------------------------- the table


def _is_unsettled_win(sheet: DealCheck) -> bool:
    return isinstance(sheet.settlement, Unclear) and bool(sheet.outcome.winners)


def _is_unsettled_draw(sheet: DealCheck) -> bool:
    return isinstance(sheet.settlement, Unclear) and not sheet.outcome.winners


def _may_ready_players_explain(sheet: DealCheck) -> bool:
    """Return whether wrong or unknown amounts of a deal may be right if some players were ready.

    If not, it is useless to assume that players were ready.
    """
    if not may_stakes_explain(sheet):
        return False
    if not isinstance(sheet.settlement, Unclear):
        return True
    # Who was ready explains nothing if nobody can compute the value of the winning hand.
    winners = sheet.outcome.winners
    return bool(winners) and not any(sheet.is_never_counted(winner) for winner in winners)


@value
class OpenSuspect:
    """A fact for which a sheet may have no line, as a row of a table.

    `propose` yields assumptions about the fact; `when` says whether the deal may lack such a line.
    `is_of_ready`: the fact is who was ready, which is known if any deal of the record has a `ready`
    line.
    """

    propose: Callable[[DealCheck], Iterator[Assumption]]
    when: Callable[[DealCheck], bool]
    is_of_ready: bool = False


OPEN: Final = (
    OpenSuspect(propose_worths, _is_unsettled_win),
    OpenSuspect(propose_tenpai, _is_unsettled_draw),
    OpenSuspect(propose_ready, _may_ready_players_explain, is_of_ready=True),
)
"""Facts that sheets leave open, the simplest first."""


def propose_states(sheet: DealCheck, *, is_ready_recorded: bool) -> Iterator[Assumption]:
    """Yield assumptions, as missing lines, about all facts that the sheet of a deal leaves open.

    The facts are the value of the winner's hand, and who was one tile from winning or ready.
    `is_ready_recorded`: the record states who was ready, so nothing is assumed about that.
    """
    for suspect in OPEN:
        if not (suspect.is_of_ready and is_ready_recorded) and suspect.when(sheet):
            yield from suspect.propose(sheet)


# --------------------------------------------------------------------------- stakes


def propose_ready_besides(
    sheet: DealCheck, states: Sequence[tuple[tuple[int, ...], Assumption]]
) -> Iterator[Assumption]:
    """Yield the three best assumptions so far, each combined with every set of ready players.

    `states` has tuples of a rating and an assumption. The rating is a tuple of numbers that say how
    much stays wrong under the assumption; the smallest rating is the best.
    """
    if not (states and are_ready_hands_declared(sheet.rules)):
        return
    likely = [were_ready(seats) for seats in _likely_subsets(sheet)]
    for _, state in sorted(states, key=lambda each: each[0])[:_BUILT_ON]:
        lines = [line for line in state.lines if not isinstance(line.content, ReadySeats)]
        for ready in likely:
            words = msg("{one}, and {other}", one=state.words, other=ready.words)
            yield Assumption((*lines, *ready.lines), words)


def amounts_off(sheet: DealCheck) -> tuple[int, ...]:
    """Return a rating of the wrong amounts of a deal: three numbers; a smaller tuple is better.

    The numbers are: how many amounts are wrong; the sum of those differences that are not a
    multiple of the stake; the sum of all differences.
    """
    off = [abs(cell.more) for group in groups_of_cells(sheet) for cell in group]
    step = sheet.rules.pot.step
    return len(off), sum(more for more in off if not step or more % step), sum(off)


def may_stakes_explain(sheet: DealCheck) -> bool:
    """Return whether most wrong amounts of a deal may be right if some players were ready.

    A ready player lays a stake on the table. If this is the only effect, an amount whose difference
    is not a multiple of the stake stays wrong; at most two such mistakes are accepted.
    """
    if not are_ready_hands_declared(sheet.rules):
        return False
    if not moves_stakes_alone(sheet):
        return True
    for other in (sheet, *[priced for _, priced in propose_prices(sheet)]):
        cells = [cell for group in groups_of_cells(other) for cell in group]
        off = [cell for cell in cells if cell.more % sheet.rules.pot.step]
        if ceil(len(off) / 2) <= MOST_SLIPS and (not cells or len(off) < len(cells)):
            return True
    return False


def propose_stakes_of_draws(
    sheet: DealCheck, by_tenpai: Mapping[tuple[Seat, ...], DealCheck]
) -> Iterator[tuple[Assumption, int]]:
    """Yield assumptions about a draw: who was one tile from winning, and who of these laid a stake.

    Each result is a tuple: the assumption, and the number of recorded changes that are wrong with
    it. The lowest number comes first. `by_tenpai` has a version of the deal for each set of players
    who may have been one tile from winning, with the payments for this set.
    """
    changes = next(_stated_changes(sheet), None)
    if sheet.outcome.winners or changes is None or not may_stakes_explain(sheet):
        return
    step = sheet.rules.pot.step
    candidates: list[tuple[int, tuple[Seat, ...], tuple[Seat, ...]]] = []
    for waiting, judged in by_tenpai.items():
        for due, _ in judged.whole_changes[:1]:
            for ready in _subsets(waiting):
                staked = [points - step * (seat in ready) for seat, points in enumerate(due)]
                pairs = zip(changes, staked, strict=False)
                off = sum(stated not in {None, points} for stated, points in pairs)
                candidates.append((off, waiting, ready))
    candidates.sort(key=lambda candidate: candidate[0])
    for off, waiting, ready in candidates:
        if ready:
            yield were_one_from_winning(waiting, ready), off


def propose_states_of_draw(sheet: DealCheck, *, is_ready_recorded: bool) -> Iterator[Assumption]:
    """Yield assumptions about a draw: who was one tile from winning, and who had declared ready.

    The number of ready players is the number of stakes that are missing in the recorded changes. If
    `is_ready_recorded` is True, nothing is assumed about ready players.
    """
    yield from propose_tenpai(sheet)
    step = sheet.rules.pot.step
    if is_ready_recorded or not step or not are_ready_hands_declared(sheet.rules):
        return
    if sheet.deal.contents(Tenpai):
        return
    sums = [sum_amounts(changes) for changes in _stated_changes(sheet)]
    laid = next((-total for total in sums if total), 0)
    for waiting in _subsets(range(sheet.outcome.seats)):
        for ready in _subsets(waiting):
            if ready and step * len(ready) == laid:
                yield were_one_from_winning(waiting, ready)


def _stated_changes(sheet: DealCheck) -> Iterator[Sequence[int | None]]:
    """Yield everybody's changes by each `net` line and by each `score` line of a deal."""
    for stated in sheet.deal.contents(Points):
        is_change = stated.keyword == "net"
        yield stated.points if is_change else subtract_rows(stated.points, sheet.start.points)
