"""Changes and totals of a deal that nobody can settle, such as one of a sheet without results.

What one player loses another wins, and a total is the total before and the change. Of a row that
adds up wrong, the cell is named by the other row, or else by the amounts that a hand can bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from mjlog.auditor.checks.agreement import changes_by_points
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import is_of_stakes
from mjlog.auditor.payment_words import changed, total
from mjlog.auditor.settled_deal import check_deal
from mjlog.auditor.table_sums import IsOff, wrong_change
from mjlog.auditor.totals import Totals, added, all_known, taken
from mjlog.model.findings import Claim
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import TABLE, Line, NoWin, Points, ReadySeats, Seat, WinLine
from mjlog.model.settlement import in_all, known_points, net
from mjlog.model.tiles import UNKNOWN
from mjlog.referee.outcome import outcome_of
from mjlog.referee.rulebook import Unclear

Wrong = tuple[Claim, int]
"""The one wrong number of a deal, and what it should be."""


def check_by_sums(sheet: DealCheck, line: Line, claim: Points, reason: Sentence) -> None:
    """Check a line of changes or totals by its sum and by the other line."""
    wrong = wrong_by_sums(sheet)
    if wrong is None and _is_sum_off(sheet, claim):
        _tell_sum(sheet, line, claim)
        return
    totals = _totals_by_changes(sheet) if claim.keyword == "score" and wrong is None else ()
    for seat, points in enumerate(claim.points):
        label = Claim(claim.keyword, seat)
        if wrong is not None and wrong[0] == label:
            _tell_cell(sheet, line, label, points or 0, wrong[1])
        elif points is not None and points in totals[seat : seat + 1]:
            sheet.agrees(line, label, seat, points)
        else:
            sheet.unverified(line, label, reason, seat)


def wrong_by_sums(sheet: DealCheck) -> Wrong | None:
    """Return the number that is wrong in a deal that cannot be settled; None if nobody knows."""
    if not sheet.wrong_by_sums:
        cells = _wrong_cells(sheet) if sheet.rules.scoring.score is not None else ()
        sheet.wrong_by_sums = (next(iter(cells), None),)
    return sheet.wrong_by_sums[0]


def _wrong_cells(sheet: DealCheck) -> Iterator[Wrong]:
    """Yield the wrong number by the other row, or else by the amounts that a hand can bring."""
    changes, totals = _first(sheet, "net"), _first(sheet, "score")
    befores = [before for before in (sheet.before, sheet.before_due) if all_known(before)]
    step = sheet.rules.pot.step
    if changes and totals:
        for before in befores:
            right = taken(totals, before)
            # Changes that add up to nothing leave no stakes that could explain a difference, but
            # a line may leave out what was staked in play.
            has_stakes = sheet.deal.told(ReadySeats) or TABLE in [payer for payer, _ in sheet.told]
            is_off = bool if in_all(right) == 0 and not has_stakes else _is_off(sheet)
            seat = wrong_change(changes, right, is_off)
            # What the winner had staked comes back, so that no total tells of it.
            is_own_stake = in_all(changes) == step and seat in sheet.outcome.winning_seats
            if seat is not None and not is_own_stake:
                yield Claim("net", seat), right[seat] or 0
    elif changes:
        yield from _by_amounts(sheet, "net", changes, (0,) * len(changes))
    elif totals:
        for before in befores:
            yield from _by_amounts(sheet, "score", totals, before)


def _by_amounts(
    sheet: DealCheck, keyword: Literal["net", "score"], points: Totals, before: Totals
) -> Iterator[Wrong]:
    """Yield the number with whose correction alone the row is what a hand can bring."""
    line = Points(keyword, points)
    if len(before) != len(points) or None in points or not _is_sum_off(sheet, line):
        return
    off = (in_all(points) or 0) - (in_all(before) or 0)
    changes = taken(points, before)
    fitting = []
    for seat in range(len(points)):
        right = tuple([(each or 0) - off * (at == seat) for at, each in enumerate(changes)])
        if right in _possible_changes(sheet, right.index(max(right))):
            fitting.append((Claim(keyword, seat), (before[seat] or 0) + right[seat]))
    if len(fitting) == 1:
        yield fitting[0]


_Changes = set[tuple[int, ...]]
_MOST: Final = 1 << 7
_possible: Final[dict[tuple[object, ...], _Changes]] = {}
"""What hands can change, by rules, winner and what a deal begins with."""


def _possible_changes(sheet: DealCheck, winner: Seat) -> _Changes:
    """Return all that one hand of this winner can change, whoever it is won from."""
    deal, outcome = sheet.deal, sheet.outcome
    if outcome.winners or deal.told(NoWin):
        return set()
    # A number names a deal, and says nothing of its wind or its counters.
    name = "" if deal.label.isdigit() else deal.label
    before = outcome.pool or 0, outcome.counters or 0
    key = (sheet.rules, winner, outcome.seats, outcome.dealer, name, deal.attributes, before)
    if key not in _possible or deal.turns:
        if len(_possible) >= _MOST:
            _possible.clear()
        _possible[key] = {*_changes_of_wins(sheet, winner, before)}
    return _possible[key]


def _changes_of_wins(
    sheet: DealCheck, winner: Seat, before: tuple[int, int]
) -> Iterator[tuple[int, ...]]:
    """Yield what each hand changes that this player can win, self-drawn or from another."""
    rules, seats = sheet.rules, sheet.outcome.seats
    possible_claims = rules.scoring.possible_claims
    if possible_claims is None:
        return
    for source in range(seats):
        deal = replace(sheet.deal, lines=(Line(WinLine(winner, UNKNOWN, source)),))
        won = outcome_of(deal, sheet.table, rules, before=before)
        for claim in possible_claims(winner, won):
            settlement = check_deal(rules, replace(won, claimed={winner: claim}))[1]
            if not isinstance(settlement, Unclear):
                yield net(settlement.payments, seats)


def _first(sheet: DealCheck, keyword: str) -> Totals:
    """Return the numbers of the first such line that names everybody's; nothing without one."""
    lines = [points for points in sheet.deal.numbers(keyword) if None not in points]
    return lines[0] if lines and len(lines[0]) == sheet.outcome.seats else ()


def _totals_by_changes(sheet: DealCheck) -> Totals:
    """Return the totals that follow from those before and the changes of the sheet.

    In a deal with turns these tell more, so that nothing is answered by sums.
    """
    if sheet.deal.turns:
        return ()
    changes = changes_by_points(sheet, "net")
    return added(sheet.before, changes[0]) if changes else ()


def _is_off(sheet: DealCheck) -> IsOff:
    """Return what tells a difference that stakes on the table cannot explain."""
    return lambda difference: not is_of_stakes(difference, sheet.rules.pot.step)


def _is_sum_off(sheet: DealCheck, claim: Points) -> bool:
    """Return whether a line adds up to something that points on the table cannot explain."""
    stated = in_all(claim.points)
    if stated is None or sheet.rules.scoring.score is None:
        return False
    if claim.keyword == "net":
        # A line may leave out what was staked in play.
        has_stakes = sheet.tells_stakes or sheet.deal.told(ReadySeats)
        return _is_apart(sheet, stated, stated if has_stakes else _most_on_the_table(sheet))
    # If the changes are told as well, the two are compared cell by cell.
    before = None if changes_by_points(sheet, "net") else in_all(sheet.before)
    if before is None:
        return False
    sums = known_points((before, in_all(sheet.before_due or (None,)), sheet.start.sum_due))
    return all([_is_apart(sheet, stated - each, _most_on_the_table(sheet)) for each in sums])


def _is_apart(sheet: DealCheck, more: int, most: int) -> bool:
    """Return whether neither the table nor a fine that nobody gets explains so much."""
    fines = sheet.rules.penalties.to_nobody.values()
    if more < 0 and any([more % fine == 0 for fine in fines]):
        return False
    return more > most or not is_of_stakes(more, sheet.rules.pot.step)


def _most_on_the_table(sheet: DealCheck) -> int:
    """Return the most that the table can give in a deal, as the totals or the deals before say."""
    step, start, before = sheet.rules.pot.step, sheet.rules.progress.start_points, sheet.before
    if start is not None and in_all(before) == start * len(before):
        # Nothing lies there before the deal, and what is laid in it is in the changes.
        return 0 if sheet.deal.numbers("score") else step * len(before)
    return step * len(before) * sheet.number


def _tell_cell(sheet: DealCheck, line: Line, label: Claim, recorded: int, due: int) -> None:
    """Report one wrong number."""
    if label.kind == "net":
        code, words = "net.differs", changed(label.seat, recorded, due)
    else:
        before = sheet.before[label.seat] or 0
        code, words = "score.chain", total(label.seat, recorded, before, due - before)
    sheet.differs(code, line, label, words, recorded=recorded, expected=due, seat=label.seat)


def _tell_sum(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Report that a line adds up wrong, without naming a seat."""
    stated, stake = in_all(claim.points) or 0, sheet.rules.pot.step
    due = (in_all(sheet.before) or 0) if claim.keyword == "score" else 0
    words = _sum_words(claim.keyword, stated, due, stake)
    label = Claim(claim.keyword)
    sheet.differs("pay.zero", line, label, words, recorded=stated, expected=due)


def _sum_words(keyword: str, stated: int, due: int, stake: int) -> Message:
    """Say what the numbers of a line add up to, and what they should."""
    if not stake:
        adds = (
            "the numbers of `{claim}` add up to {found}, not to {total}: what one "
            "player loses, another wins"
        )
        return msg(adds, claim=keyword, found=stated, total=due)
    adds = (
        "the numbers of `{claim}` add up to {found}, not to {total}: the table "
        "takes and gives whole stakes of {stake}"
    )
    return msg(adds, claim=keyword, found=stated, total=due, stake=stake)
