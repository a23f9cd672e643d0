"""The right payments: of several possible settlements, the one that the sheet fits best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.debts import Pair, sum_of
from mjlog.auditor.totals import subtract_rows
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import SEATS, TABLE, Line, Points, Seat, seat_name
from mjlog.model.settlement import Perhaps, Settlement
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Unclear

PLAIN: Final = frozenset({""})
"""The causes of a pair that has plain payments alone."""


def never_due(sheet: DealCheck, payer: Seat, payee: Seat, points: int) -> Message | None:
    """Say why `payer` can never owe `payee` that number of points after this win.

    Return None if the payer may owe them, or if it is not certain, for example after a false win.
    """
    outcome = sheet.outcome
    if not outcome.winners or outcome.false_wins or outcome.plays_on:
        return None
    if TABLE in {payer, payee} or sheet.is_ruled_of(payer):
        return None
    if outcome.winning_seats == {payer}:
        return msg("{seat} has won and pays nobody", seat=seat_name(payer))
    won, least = outcome.winner_of(payee), sheet.rules.scoring.bystander_least
    words = ""
    if won is None and not sheet.rules.scoring.scores_losers:
        return msg("{seat} has not won and receives nothing", seat=seat_name(payee))
    if won is not None and least is not None and points < least and not won.is_paid_by(payer):
        words = "{seat} did not discard the winning tile and pays nothing for the win"
    return msg(words, seat=seat_name(payer)) if words else None


def best_settlement(sheet: DealCheck) -> Perhaps:
    """Return the possible set of payments that contradicts the fewest entries of the sheet.

    The index of this set is stored in `sheet.best_world`, so that all entries of the deal are
    judged by the same payments. If the record itself states the payments, the first possible set is
    chosen.
    """
    if len(sheet.worlds) == 1:
        return sheet.worlds[0]
    if isinstance(sheet.settlement, Settlement) and sheet.settlement.is_stated:
        sheet.best_world = 0
    if sheet.best_world < 0:
        numbers = range(len(sheet.worlds))
        sheet.best_world = min(numbers, key=lambda number: _count_misfits(sheet, number))
    return sheet.worlds[sheet.best_world]


def _count_misfits(sheet: DealCheck, number: int) -> int:
    """Count the wrong amounts on the sheet if the possible settlement with this index is right."""
    world = sheet.worlds[number]
    amounts = [recorded for *_, recorded, _ in wrong_amounts(sheet, world)]
    missing = [due for *_, due in left_out(sheet, world)]
    # An amount that stands with another player counts once.
    wrong = len(amounts) + len([due for due in missing if due not in amounts])
    changes = _changes_of_world(sheet, sheet.whole_changes, number)
    at_the_end = _changes_of_world(
        sheet, () if isinstance(sheet.changes, Unclear) else sheet.changes, number
    )
    for line in sheet.deal.told(Points):
        ways, stated = [*changes, *at_the_end], line.points
        if line.keyword == "score":
            ways, stated = [*changes], subtract_rows(line.points, sheet.start.points)
        wrong += min([_slips_by(stated, change)[0] for change, _ in ways], default=0)
    return wrong


def changes_of_best_world(sheet: DealCheck, changes: Ways) -> Ways:
    """Return only those of the possible changes that belong to the best fitting settlement.

    A settlement is one possible set of payments. Return all changes if only one settlement is
    possible, or if the changes cannot be divided evenly among the settlements.
    """
    if len(sheet.worlds) == 1 or len(changes) % len(sheet.worlds):
        return changes
    best_settlement(sheet)
    return _changes_of_world(sheet, changes, sheet.best_world)


def _changes_of_world(sheet: DealCheck, changes: Ways, number: int) -> Ways:
    """Return only those of the possible changes that belong to settlement `number`, from 0.

    The changes are listed settlement by settlement, the same number for each settlement.
    """
    each = len(changes) // len(sheet.worlds)
    return changes[number * each : (number + 1) * each]


Wrong = tuple[Claim, Line, int, int]
"""What is claimed of a payment, on which line, the amount recorded and the one to cite."""


def wrong_amounts(sheet: DealCheck, world: Perhaps) -> Iterator[Wrong]:
    """Yield the recorded payments that differ from `world`, a possible set of payments.

    Each item is a tuple: the recorded payment, its line, the recorded amount and the right amount.
    Payments without an amount, and payments that the rules leave open, are skipped.
    """
    for pair, causes in sheet.told.items():
        if isinstance(sheet.settlement, Settlement) and sheet.settlement.reason_untold(*pair):
            continue
        for cause, amount in causes.items():
            if amount.points is None:
                continue
            right = right_amounts(sheet, world, pair, cause)
            if amount.points not in right:
                yield Claim("pay", *pair, cause), amount.lines[0], amount.points, right[0]


def is_certain(sheet: DealCheck, pair: Pair, cause: str, points: int) -> bool:
    """Return whether an amount that fits the best settlement is right in any case.

    Call it only for an amount that fits the best settlement. Return True if only one settlement is
    possible, or if the amount is right under all possible settlements. If the record decides
    between the settlements, only the first one counts.
    """
    first = sheet.worlds[0]
    if len(sheet.worlds) == 1:
        return True  # by which it was just found to be right
    if not first.why:
        return points in right_amounts(sheet, first, pair, cause)
    return all(points in right_amounts(sheet, world, pair, cause) for world in sheet.worlds)


def right_amounts(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> tuple[int, ...]:
    """Return the possible right amounts of a payment by `world`, a possible set of payments.

    The likeliest amount comes first: without stakes, then with stakes. If the recorded amounts of
    several causes add up to the right sum, the recorded amount counts as right, too.
    """
    owed, stated = sheet.owed_between(world, pair), sheet.told_between(pair)
    staked = sheet.staked.get(pair, 0)
    whole = sum(owed.values())
    if not cause and stated.keys() <= PLAIN:
        return whole, whole + staked
    named = stated.keys() - PLAIN
    if cause:
        part, settlement = owed.get(cause, 0), sheet.settlement
        if isinstance(settlement, Unclear) or cause not in [p.cause for p in settlement.staked]:
            staked = 0
    else:
        part = whole - sum(owed.get(name, 0) for name in named)
    amounts: tuple[int, ...] = (part, part + staked)
    if cause and staked and not part:
        amounts = (staked,)
    # An amount that is split otherwise is right if all is there.
    is_split = len(stated) > 1 and all(owed.get(name) for name in named)
    wholes = {whole, whole + sheet.staked.get(pair, 0)}
    if cause in stated and is_split and sum_of(stated) in wholes:
        return (*amounts, stated[cause].points or 0)
    return amounts


def no_amount(due: int) -> Message:
    """Return the message that the record states no amount, with the amount by the rules."""
    words = msg("the record does not say how much; the rules give {due}", due=due)
    return words.lacking("amounts")


def left_out(sheet: DealCheck, world: Perhaps) -> list[tuple[Pair, str, Line, int]]:
    """Return the payments of `world` that the sheet leaves out: pair, cause, line and points.

    `world` is a possible set of payments. The line is the line after which the payment is missing.
    The cause is empty unless the sheet has lines with this cause.
    """
    missing: list[tuple[Pair, str, Line, int]] = []
    for pair, owed in sheet.parts_of(world).items():
        stated = sheet.told.get(pair, {})
        # A plain payment stands for all the rest; or the cause that is named may be wrong.
        if "" in stated or not all(owed.get(cause) for cause in stated):
            continue
        whole = sum(owed.values())
        # A winner may take back a stake that the sheet never says was laid.
        laid = pair[1], TABLE
        is_back = pair[0] == TABLE and laid not in sheet.told and sheet.staked.get(laid) == whole
        if stated or not is_back:
            missing += _missing_for(sheet, pair, owed)
    return missing


def _missing_for(
    sheet: DealCheck, pair: Pair, owed: Mapping[str, int]
) -> list[tuple[Pair, str, Line, int]]:
    """Return the missing payments from one player to another, each as pair, cause, line and points.

    `owed` has the right amounts by cause. Missing amounts whose cause has no line on the sheet are
    added up to one payment with an empty cause.
    """
    stated = sheet.told_between(pair)
    last: dict[str, Line] = {}
    for causes in sheet.told.values():
        for cause, amount in causes.items():
            line = amount.lines[-1]
            if cause not in last or line.span.line > last[cause].span.line:
                last[cause] = line
    missing: list[tuple[Pair, str, Line, int]] = []
    rest = 0
    for cause, points in owed.items():
        if not points or cause in stated:
            continue
        if cause and cause in last:
            missing.append((pair, cause, last[cause], points))
        else:
            rest += points
    # What is stated for its causes may be all that is due.
    is_whole = bool(stated) and sum_of(stated) == sum(owed.values())
    if rest and "" in last and not is_whole:
        missing.append((pair, "", last[""], rest))
    return missing


class Amount(NamedTuple):
    """A recorded amount: its line, its claim (what the amount is about), its seat and its points.

    `points` is None if the line leaves the amount open.
    """

    line: Line
    label: Claim
    seat: Seat
    points: int | None


Ways = Sequence[tuple[tuple[int, ...], Sentence]]
"""All that a deal may change for each seat, each with what it hangs on."""


_EVERYBODY: Final = tuple(frozenset(range(seats)) for seats in range(len(SEATS) + 1))
"""All seats of a table, by how many it has."""


def nearest(
    stated_points: Sequence[int | None], ways: Ways, likely: Ways = ()
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Return the possible changes that are nearest to the stated points, and what they depend on.

    `ways` are all possible changes; it must not be empty. The changes are chosen from `likely`, if
    it is not empty. The second value is a sentence, empty if the changes depend on nothing. The
    third value is the set of seats whose change is the same in all `ways`.
    """
    due, why = ways[0]
    if ways.count(ways[0]) == len(ways):
        return due, why, _EVERYBODY[len(due)]
    due, why = min(likely or ways, key=lambda way: _slips_by(stated_points, way[0]))
    told_of_each = zip(*[way for way, _ in ways], strict=True)
    sure = frozenset([seat for seat, numbers in enumerate(told_of_each) if len({*numbers}) == 1])
    return due, why, sure


def _slips_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Count the stated points that differ from `change`, and add up the differences.

    Two numbers that are only exchanged count as one difference of 0 points.
    """
    pairs = zip(stated_points, change, strict=False)
    off = [(p, number) for p, number in pairs if p is not None and p != number]
    if len(off) == 2 and off[0] == (off[1][1], off[1][0]):
        return 1, 0
    return len(off), sum(abs(points - number) for points, number in off)


_MOST_LAID: Final = 10_000
"""More than this nobody lays in one deal of a table whose rules are not known: ten usual sticks."""


def is_beyond_stakes(rules: RuleSet, difference: int) -> bool:
    """Return whether a difference cannot be explained by stakes that players laid on the table.

    It cannot if it is not a whole number of stakes. If the rules are unknown, return True also if
    the difference is too large for one deal.
    """
    step = rules.pot.step
    is_too_much = rules.is_unknown and abs(difference) > _MOST_LAID
    return is_too_much or not is_of_stakes(difference, step)


def is_of_stakes(difference: int, stake: int) -> bool:
    """Return whether a difference is a whole number of stakes; if `stake` is 0, whether it is 0."""
    if stake:
        return difference % stake == 0
    return difference == 0
