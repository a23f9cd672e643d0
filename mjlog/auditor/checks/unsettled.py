"""Checks of changes and totals in deals that cannot be settled, such as sheets without results.

What one player loses, another wins, and a total is the total before plus the change. If the row of
changes has a wrong sum, the row of totals shows which number is wrong, and the reverse. Otherwise,
the amounts that a hand can be worth may show it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal

from mjlog.auditor.checks.amounts_agree import changes_by_payments
from mjlog.auditor.deal_check import CODES_OF_POINTS, DealCheck
from mjlog.auditor.due import is_beyond_stakes, is_of_stakes, never_due
from mjlog.auditor.payment_words import changed, total
from mjlog.auditor.settled_deal import check_deal
from mjlog.auditor.table_sums import IsOff, stated_changes, wrong_change
from mjlog.auditor.totals import Totals, add_rows, all_known, first_row, subtract_rows
from mjlog.model.findings import Claim
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import (
    NOBODY,
    TABLE,
    Items,
    Line,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Ruling,
    Seat,
    Tenpai,
    WinLine,
    seat_name,
)
from mjlog.model.settlement import known_points, net, sum_amounts
from mjlog.model.tiles import UNKNOWN
from mjlog.referee.outcome import outcome_of
from mjlog.referee.rulebook import Unclear


def check_by_sums(sheet: DealCheck, line: Line, claim: Points, reason: Sentence) -> None:
    """Check a `net` or `score` line of a deal whose payments the rules cannot determine.

    The numbers must add up and agree with the other lines of the deal. A verdict for each number is
    added to `sheet`; it is "unverified", for the given `reason`, if no other line confirms or
    contradicts the number.
    """
    wrong = wrong_by_sums(sheet)
    if not wrong and _is_sum_off(sheet, claim):
        _tell_sum(sheet, line, claim)
        return
    if not (wrong or sheet.rules.is_unknown) and _check_shares(sheet, line, claim, reason):
        return
    rows = _due_by_lines(sheet, claim.keyword)
    for seat, points in enumerate(claim.points):
        label = Claim(claim.keyword, seat)
        if label in wrong:
            recorded, due = points or 0, wrong[label]
            words = changed(seat, recorded, due)
            if claim.keyword == "score":
                before = sheet.start.points[seat] or 0
                words = total(seat, recorded, before, due - before)
            code = CODES_OF_POINTS[claim.keyword]
            sheet.differs(code, line, label, words, recorded=recorded, expected=due, seat=seat)
        elif points is not None and points in [row[seat] for row in rows]:
            sheet.agrees(line, label, seat, points)
        else:
            sheet.unverified(line, label, reason, seat)


def _check_shares(sheet: DealCheck, line: Line, claim: Points, reason: Sentence) -> bool:
    """Add an error for the first change of points on a line that no winning hand can cause.

    For example, a player who neither won nor discarded cannot lose points. Return whether an error
    was added. The error says that the `win` line may be wrong instead; the other numbers of the
    line become "unverified", with the reason `reason`. Nothing is added if payments, rulings or
    turns may have moved more points, or if stakes may explain the change.
    """
    deal, step, before = sheet.deal, sheet.rules.pot.step, sheet.start.points
    winners = deal.lines_of(WinLine)
    moves_more = bool(deal.contents(Pay)) or bool(deal.contents(Ruling)) or bool(deal.turns)
    if len(winners) != 1 or moves_more or sheet.rules.scoring.kongs_of is not None:
        return False
    if claim.keyword == "net":
        before = (0,) * len(claim.points)
    elif deal.numbers("net") or sheet.start.points_due or sheet.start.sum_due is not None:
        return False  # the changes show the error, or a total before the deal is wrong
    most_stakes = step * sheet.outcome.seats + (sheet.outcome.pool or 0)
    for seat, change in enumerate(subtract_rows(claim.points, before)):
        may_be_stakes = step and change and is_of_stakes(change, step)
        if not change or (may_be_stakes and abs(change) <= most_stakes):
            continue
        why = _never_changed(sheet, seat, change)
        if why is None:
            continue
        for other in range(len(claim.points)):
            if other != seat:
                sheet.unverified(line, Claim(claim.keyword, other), reason, other)
        span = winners[0].span
        won = msg("how {seat} won", seat=seat_name(sheet.outcome.winners[0].seat))
        sheet.differs(
            CODES_OF_POINTS[claim.keyword],
            line,
            Claim(claim.keyword, seat),
            why,
            recorded=claim.points[seat] or 0,
            expected=before[seat] or 0,
            seat=seat,
            against=(won, span.place()),
        )
        return True
    return False


def _never_changed(sheet: DealCheck, seat: Seat, change: int) -> Message | None:
    """Return a message that says why a player's points cannot change by `change` after a win.

    Return None if the change is or may be possible, or if it is unknown who won.
    """
    (winner,) = [each.seat for each in sheet.outcome.winners[:1]] or (NOBODY,)
    losers = [other for other in sheet.outcome.others(seat) if other != winner]
    if winner == NOBODY or not losers or (seat == winner and change > 0):
        return None
    if change > 0:
        return never_due(sheet, losers[0], seat, change)
    return never_due(sheet, seat, losers[0] if seat == winner else winner, -change)


def wrong_by_sums(sheet: DealCheck) -> Mapping[Claim, int]:
    """Return a dict from the key of each certainly wrong change or total to the right number.

    Used for deals whose payments the rules cannot determine: the right number follows from the sum
    and the other lines. The result is stored in `sheet`.
    """
    if sheet.wrong_by_sums is None:
        sheet.wrong_by_sums = _wrong_cells(sheet) if _are_stakes_known(sheet) else {}
    return sheet.wrong_by_sums


def _wrong_cells(sheet: DealCheck) -> dict[Claim, int]:
    """Return a dict from the key of each wrong change or total to the right number.

    The right number follows from the other lines, or from the amounts that a winning hand can
    bring.
    """
    deal, seats = sheet.deal, sheet.outcome.seats
    changes: Totals = first_row(deal, "net", seats) or ()
    totals: Totals = first_row(deal, "score", seats) or ()
    paid = next(iter(changes_by_payments(sheet)), ())
    befores = [before for before in (sheet.start.points, sheet.before_due) if all_known(before)]
    if changes and not (totals or paid):
        return _lone_correction(sheet, "net", changes, (0,) * len(changes))
    if totals and not (changes or paid):
        ways = [_lone_correction(sheet, "score", totals, before) for before in befores]
        return next((way for way in ways if way), {})
    wrong: dict[Claim, int] = {}
    rows = [subtract_rows(totals, before) for before in befores if totals]
    for right in ([paid] if paid else []) + rows:
        seat = _wrong_change(sheet, changes, right)
        if seat is not None:
            wrong[Claim("net", seat)] = right[seat] or 0
            changes = (*changes[:seat], right[seat], *changes[seat + 1 :])
            break
    totals_off = _wrong_totals(sheet, changes or paid, rows)
    if len(totals_off) == 1 and changes:
        # Either the change or the total is wrong. Blame the change if the totals need fewer
        # unwritten stakes.
        right, (claim,) = rows[0], totals_off
        stakes, usual = sum_amounts(changes) or 0, sum_amounts(right) or 0
        if abs(usual) < abs(stakes) and not _is_off(sheet)(usual) and not wrong:
            return {Claim("net", claim.seat): right[claim.seat] or 0}
    return wrong | totals_off


def _wrong_change(sheet: DealCheck, changes: Totals, right: Totals) -> Seat | None:
    """Return the only seat whose recorded change is certainly wrong.

    `changes` are the recorded changes, `right` everybody's changes by other lines. A difference
    that stakes (riichi sticks) may explain does not count as wrong. Return None if no change, or
    more than one, is wrong.
    """
    step = sheet.rules.pot.step
    # If the changes add up to zero, no unwritten stakes explain a difference. But the line may
    # leave out stakes that were laid during play.
    has_stakes = sheet.deal.contents(ReadySeats) or TABLE in [
        payer for payer, _ in sheet.recorded_payments
    ]
    may_hide_stakes = sum_amounts(right) != 0 or has_stakes or sheet.rules.is_unknown
    # If no stakes are possible, any difference is an error.
    seat = wrong_change(changes, right, _is_off(sheet) if may_hide_stakes else bool)
    # The winner gets back its own stake, so the totals do not show this stake. If no line names the
    # winner, take the player who gains most.
    winners = sheet.outcome.winning_seats or {right.index(max(known_points(right)))}
    is_own_stake = sum_amounts(changes) == step and seat in winners
    return None if is_own_stake else seat


def _wrong_totals(sheet: DealCheck, changes: Totals, rows: Sequence[Totals]) -> dict[Claim, int]:
    """Return a dict from the key of each wrong total to the right total.

    `changes` are the recorded changes, which are believed if their sum is possible. Each of `rows`
    has everybody's changes by the recorded totals: the totals minus possible points before the
    deal. A total is wrong if stakes cannot explain why the changes in `rows` differ from `changes`.
    The dict is empty if `changes` have an impossible sum, if the totals may be right, or if all
    totals differ.
    """
    totals = first_row(sheet.deal, "score", sheet.outcome.seats) or ()
    most = _most_on_the_table(sheet)
    ways = [known_points(subtract_rows(row, changes)) for row in rows]
    if not changes or _is_off(sheet)(sum_amounts(changes) or 0):
        return {}
    if not all(_is_apart(sheet, sum(way), most, range(len(totals))) for way in ways):
        return {}
    # The totals before may have a wrong sum, and nobody knows whose total is wrong.
    carried = (sheet.start.sum_due or 0) - (sum_amounts(sheet.start.points) or 0)
    wrong: dict[Claim, int] = {}
    for seat, differences in enumerate(zip(*ways, strict=True)):
        is_carried = sheet.start.sum_due is not None and carried in differences
        # If earlier totals are wrong, the next total may follow from the wrong or from the right
        # total.
        if not is_carried and all(_is_apart(sheet, more, most, {seat}) for more in differences):
            wrong[Claim("score", seat)] = (totals[seat] or 0) - differences[0]
    # If all totals differ, the points before the deal are wrong, not all totals.
    return wrong if len(wrong) < len(totals) else {}


def _lone_correction(
    sheet: DealCheck, keyword: Literal["net", "score"], points: Totals, before: Totals
) -> dict[Claim, int]:
    """Find the only number on a `net` or `score` line whose correction makes the line possible.

    The sum of the line is wrong. Each number in turn is corrected so that the sum is right; the
    correction counts if a winning hand or a draw can cause the resulting changes of points.
    `points` are the numbers of the line, `before` the points before it (0 for `net`). Return a dict
    from the key of the number to the right number; an empty dict if not exactly one number can be
    corrected.
    """
    line = Points(keyword, points)
    if len(before) != len(points) or None in points or not _is_sum_off(sheet, line):
        return {}
    off = (sum_amounts(points) or 0) - (sum_amounts(before) or 0)
    changes = subtract_rows(points, before)
    corrections = [
        tuple((each or 0) - off * (at == seat) for at, each in enumerate(changes))
        for seat in range(len(points))
    ]
    # Prefer changes that need no stakes of the players.
    for is_possible in (_is_possible, _is_possible_with_stakes):
        fitting = {
            Claim(keyword, seat): (before[seat] or 0) + right[seat]
            for seat, right in enumerate(corrections)
            if is_possible(sheet, right)
        }
        if fitting:
            return fitting if len(fitting) == 1 else {}
    return {}


def _is_possible(sheet: DealCheck, changes: tuple[int, ...]) -> bool:
    """Return whether a win of the player who gains most, or a draw, can cause these changes."""
    if changes in _possible_changes(sheet, changes.index(max(changes))):
        return True
    # If no line says how the deal ended, there may have been no win.
    is_open = not sheet.outcome.has_ended and not sheet.deal.contents(Ruling)
    return is_open and changes in {*_changes_of_draws(sheet)}


def _is_possible_with_stakes(sheet: DealCheck, changes: tuple[int, ...]) -> bool:
    """Return whether the recorded win can cause these changes if losers laid stakes in this deal.

    A stake is a stick that a player lays on the table; the winner takes it.
    """
    wins, step = sheet.deal.contents(WinLine), sheet.rules.pot.step
    if not (wins and step) or sheet.deal.contents(ReadySeats):
        return False
    possible, winner = _possible_changes(sheet, wins[0].seat), wins[0].seat
    others = [seat for seat in range(len(changes)) if seat != winner]
    for size in range(1, len(changes)):
        for ready in combinations(others, size):
            without = [each + step * (seat in ready) for seat, each in enumerate(changes)]
            without[winner] -= step * size
            if tuple(without) in possible:
                return True
    return False


_Changes = set[tuple[int, ...]]
_MOST: Final = 1 << 7
_possible: Final[dict[tuple[object, ...], _Changes]] = {}
"""Cache of the changes that hands can cause, by rules, winner and the start of the deal."""


def _possible_changes(sheet: DealCheck, winner: Seat) -> _Changes:
    """Return the changes of points that a win of `winner`, or a recorded draw, can cause, as a set.

    Each element is a tuple of everybody's changes. The set is empty if a ruling may have moved
    points, if another player won, or if the sheet has items or payments.
    """
    deal, outcome = sheet.deal, sheet.outcome
    # If a win is recorded without items and payments, the value of the hand is open.
    wins = deal.contents(WinLine)
    is_open = len(wins) == 1 and not deal.contents(Items) and not deal.contents(Pay)
    if deal.contents(Ruling) or (outcome.winners and not (is_open and wins[0].seat == winner)):
        return set()
    if deal.contents(NoWin):
        return {drawn for drawn in _changes_of_draws(sheet) if drawn is not None}
    # A label that is only a number gives neither a wind nor counters.
    name = "" if deal.label.isdigit() else deal.label
    before = outcome.pool or 0, outcome.counters or 0
    sources = [win.source for win in wins if win.source != TABLE] or [*range(outcome.seats)]
    key = (sheet.rules, winner, tuple(sources), outcome.seats, outcome.dealer, name,
           deal.attributes, before)  # fmt: skip
    if key not in _possible or deal.turns:
        if len(_possible) >= _MOST:
            _possible.clear()
        _possible[key] = {*_changes_of_wins(sheet, winner, sources, before)}
    return _possible[key]


def _changes_of_wins(
    sheet: DealCheck, winner: Seat, sources: Sequence[Seat], before: tuple[int, int]
) -> Iterator[tuple[int, ...]]:
    """Yield everybody's changes for each value that the winner's hand can have.

    Each value is tried with the winning tile from each of the seats `sources`. `before` is a tuple:
    the points on the table and the counters before the deal.
    """
    rules, seats = sheet.rules, sheet.outcome.seats
    possible_claims = rules.scoring.possible_claims
    if possible_claims is None:
        return
    for source in sources:
        deal = replace(sheet.deal, lines=(Line(WinLine(winner, UNKNOWN, source)),))
        won = outcome_of(deal, sheet.table, rules, before=before)
        for claim in possible_claims(winner, won):
            settlement = check_deal(rules, replace(won, claimed={winner: claim}))[1]
            if not isinstance(settlement, Unclear):
                yield net(settlement.payments, seats)


def _due_by_lines(sheet: DealCheck, keyword: str) -> list[Totals]:
    """Return the numbers that a `net` or `score` line should have by the other lines, as rows.

    Each row has one number for each player. If the rules or the result of the deal are unknown,
    changes (`net`) follow from the payments. Totals (`score`) follow from the points before the
    deal and the changes; there are two rows if the points before the deal were recorded wrong. The
    list is empty for a deal with turns.
    """
    if sheet.deal.turns:
        return []
    if keyword == "net":
        is_open = sheet.rules.is_unknown or not sheet.outcome.has_ended
        return [*changes_by_payments(sheet)] if is_open else []
    befores = [before for before in (sheet.start.points, sheet.before_due) if before]
    return [add_rows(before, changes_by_sums(sheet)) for before in befores]


def changes_by_sums(sheet: DealCheck) -> Totals:
    """Return everybody's recorded changes, with certainly wrong numbers corrected.

    All changes are None if their sum is wrong and it is unknown which change is wrong.
    """
    stated, wrong = stated_changes(sheet.deal, sheet.outcome.seats), wrong_by_sums(sheet)
    changes = [wrong.get(Claim("net", seat), number) for seat, number in enumerate(stated)]
    total = sum_amounts(changes)
    if total is not None and _is_off(sheet)(total):
        return (None,) * len(changes)
    return tuple(changes)


def _are_stakes_known(sheet: DealCheck) -> bool:
    """Return whether the rules say how large a stake is; rules that only judge play do not."""
    return sheet.rules.scoring.score is not None or sheet.rules.is_unknown


def _is_off(sheet: DealCheck) -> IsOff:
    """Return a function that says whether a difference in points is not a multiple of the stake."""
    return lambda difference: not is_of_stakes(difference, sheet.rules.pot.step)


def _is_sum_off(sheet: DealCheck, claim: Points) -> bool:
    """Return whether the numbers of a line certainly have a wrong sum.

    `claim` is the content of a `net` or `score` line. Return False if the sum may be right, for
    example because stakes may have stayed on the table or a penalty may be missing.
    """
    stated = sum_amounts(claim.points)
    if stated is None or not _are_stakes_known(sheet) or _is_fined(sheet, claim, stated):
        return False
    if claim.keyword == "net":
        # Changes may leave out stakes that were laid during play, by the ready players if these are
        # known.
        ready = [len(line.seats) for line in sheet.deal.contents(ReadySeats)] or [
            sheet.outcome.seats
        ]
        most = _most_on_the_table(sheet) + sheet.rules.pot.step * ready[0]
        if TABLE in [payer for payer, _ in sheet.recorded_payments]:
            most = stated
        return _is_apart(sheet, stated, most) or not _may_be_drawn(sheet, claim.points)
    before, start = sum_amounts(sheet.start.points), sheet.rules.progress.start_points
    if before is None:
        return False
    changes = first_row(sheet.deal, "net", sheet.outcome.seats)
    if changes:
        # Another check compares totals with changes cell by cell. It decides, unless the totals
        # before and the changes are right and the winner has taken all stakes.
        is_right = start is not None and before == start * sheet.outcome.seats
        if not (is_right and sheet.empties_table) or _is_sum_off(sheet, Points("net", changes)):
            return False
    sums = known_points((before, sum_amounts(sheet.before_due or (None,)), sheet.start.sum_due))
    if all(_is_apart(sheet, stated - each, _most_on_the_table(sheet)) for each in sums):
        return True
    # A deal in between may be missing in the record, and may have moved points, too.
    is_direct = sheet.number == 1 or bool(sheet.deal.points) or sheet.empties_table
    return (
        is_direct
        and stated not in sums
        and not _may_be_drawn(sheet, subtract_rows(claim.points, sheet.start.points))
    )


def _is_fined(sheet: DealCheck, claim: Points, stated: int) -> bool:
    """Return whether a fine of unknown amount may explain why a `net` line has a negative sum.

    This is so if the deal has a ruling whose price is unknown. `stated` is the sum of the numbers
    on the line.
    """
    priced, seats = sheet.rules.penalties.ruled, range(sheet.outcome.seats)
    rulings = [ruling for ruling in sheet.deal.contents(Ruling) if ruling.seat in seats]
    is_open = sheet.fines.offenders or any(ruling.name not in priced for ruling in rulings)
    return claim.keyword == "net" and stated < 0 and bool(is_open)


def _is_apart(sheet: DealCheck, more: int, most: int, seats: Collection[Seat] = ()) -> bool:
    """Return whether a sum is wrong by an amount that neither the table nor a fine can explain.

    `more` is the recorded sum minus the right sum. If it is positive, players may have got points
    from the table, at most `most`. If it is negative, players may have laid stakes on the table or
    paid a fine to nobody. If `seats` is not empty, only these players can have laid stakes.
    """
    fines, step = sheet.rules.penalties.to_nobody.values(), sheet.rules.pot.step
    if more < 0 and any(more % fine == 0 for fine in fines):
        return False
    if more < 0:
        declared = sheet.deal.contents(ReadySeats)
        is_known = seats and declared and not sheet.before_due
        if is_known and -more > step * (len({*seats}.intersection(declared[0].seats)) + 1):
            return True
        return is_beyond_stakes(sheet.rules, more)
    return more > most or not is_of_stakes(more, sheet.rules.pot.step)


def _may_be_drawn(sheet: DealCheck, changes: Totals) -> bool:
    """Return whether the points missing in `changes` may be stakes that stayed on the table.

    Stakes stay there if nobody won. Return False only if a winner certainly took all points on the
    table, or if no draw can lead to these changes. Return True also if no points are missing, or if
    the deal has a `draw` line, a ruling or turns.
    """
    deal, rules, step = sheet.deal, sheet.rules, sheet.rules.pot.step
    lacking = -(sum_amounts(changes) or 0)
    is_end_recorded = bool(deal.contents(NoWin) or deal.contents(Ruling) or deal.turns)
    if is_end_recorded or not step or rules.is_unknown or lacking <= 0:
        return True
    if sheet.empties_table:
        return any(lacking % fine == 0 for fine in rules.penalties.to_nobody.values())
    if sheet.outcome.winners:
        return True
    for drawn in _changes_of_draws(sheet):
        if drawn is None:
            return True
        # Any player may have laid a stake.
        if set(subtract_rows(drawn, changes)) <= {0, step}:
            return True
    return False


def _changes_of_draws(sheet: DealCheck) -> Iterator[tuple[int, ...] | None]:
    """Yield everybody's changes of points for each way in which the deal can end without a winner.

    In one way, for example, only A and B are one tile from winning. Yield None for a way in which
    the rules cannot determine the payments.
    """
    rules, seats = sheet.rules, sheet.outcome.seats
    ends = [(NoWin("abort"), Tenpai(()))]
    for size in range(seats + 1):
        ends += [(NoWin("wall"), Tenpai(each)) for each in combinations(range(seats), size)]
    for words in [written.split() for written in rules.names.record_words]:
        if words[:2] == ["draw", "wall"]:  # a draw that pays a player, as `nagashi-mangan`
            ends += [(NoWin("wall", words[2], seat), Tenpai(())) for seat in range(seats)]
    for end in ends:
        lines = [Line(content) for content in (*end, ReadySeats(()))]
        drawn = outcome_of(replace(sheet.deal, lines=tuple(lines)), sheet.table, rules)
        settlement = check_deal(rules, drawn)[1]
        yield None if isinstance(settlement, Unclear) else net(settlement.payments, seats)


_ANY: Final = 1 << 40


def _most_on_the_table(sheet: DealCheck) -> int:
    """Return the highest number of points that may have been on the table before the deal.

    The number is 0 if the players together still have all points of the start of the game. It is a
    huge number if the rules are unknown. Otherwise it is the number in the header of the deal; if
    the header has none, it is one stake of every player for every deal so far.
    """
    step, start = sheet.rules.pot.step, sheet.rules.progress.start_points
    before, pool = sheet.start.points, sheet.outcome.pool
    if start is not None and sum_amounts(before) == start * len(before):
        return 0
    if sheet.rules.is_unknown:
        return _ANY  # nobody knows how large a stake is
    if pool is not None and sheet.deal.attribute(sheet.rules.pot.word) is not None:
        return pool
    return step * len(before) * sheet.number


def _tell_sum(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Add an error that the numbers of a line have a wrong sum, without naming the wrong number."""
    stated, stake = sum_amounts(claim.points) or 0, sheet.rules.pot.step
    due = (sum_amounts(sheet.start.points) or 0) if claim.keyword == "score" else 0
    adds = (
        "the numbers of `{claim}` add up to {found}, not to {total}: what one "
        "player loses, another wins"
    )
    words = msg(adds, claim=claim.keyword, found=stated, total=due)
    if stake:
        adds = (
            "the numbers of `{claim}` add up to {found}, not to {total}: the table "
            "takes and gives whole stakes of {stake}"
        )
        if stated > due and is_of_stakes(stated - due, stake):
            adds = (
                "the numbers of `{claim}` add up to {found}, not to {total}: there were "
                "not so many stakes of {stake} on the table"
            )
        elif stated < due and is_of_stakes(due - stated, stake):
            adds = (
                "the numbers of `{claim}` add up to {found}, not to {total}: stakes stay on the "
                "table in a draw alone, and no draw changes the points so"
            )
        words = msg(adds, claim=claim.keyword, found=stated, total=due, stake=stake)
    sheet.differs("pay.zero", line, Claim(claim.keyword), words, recorded=stated, expected=due)
