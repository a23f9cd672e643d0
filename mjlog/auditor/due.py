"""Which payments are right: of all that may be due what the sheet fits best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Final, NamedTuple

from mjlog.auditor.deal_check import CLAIMS, KNOWN_CLAIMS, DealCheck
from mjlog.auditor.owed import Pair, StatedAmount, sum_of
from mjlog.auditor.totals import taken
from mjlog.model.findings import Claim, Kind
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import SEATS, TABLE, Line, Points, Seat, seat_name
from mjlog.model.settlement import (
    Perhaps,
)
from mjlog.referee.rulebook import Unclear, Winner


def claim_of(payer: Seat, payee: Seat, cause: str = "") -> Claim:
    """Return what is claimed of a payment: who pays whom, and for which cause."""
    about: tuple[Kind, Seat, Seat, str] = ("pay", payer, payee, cause)
    return KNOWN_CLAIMS.get(about) or CLAIMS.of(about)


PLAIN: Final = frozenset({""})
"""The causes of a pair that has plain payments alone."""


def never_due(sheet: DealCheck, payer: Seat, payee: Seat, points: int) -> Message | None:
    """Say why nobody can owe that after such a win; None if it may be due."""
    outcome = sheet.outcome
    if not outcome.winners or outcome.false_wins:
        return None
    if TABLE in {payer, payee} or sheet.is_ruled_of(payer):
        return None
    if outcome.winning_seats == {payer}:
        return msg("{seat} has won and pays nobody", seat=seat_name(payer))
    won = outcome.winner_of(payee)
    if won is not None:
        return _never_of_bystander(sheet, won, payer, points)
    if sheet.rules.scoring.scores_losers:
        return None
    return msg("{seat} has not won and receives nothing", seat=seat_name(payee))


def _never_of_bystander(sheet: DealCheck, won: Winner, payer: Seat, points: int) -> Message | None:
    """Say why nobody who neither drew nor discarded the winning tile can owe that; else None."""
    least = sheet.rules.scoring.bystander_least
    if least is None or points >= least:
        return None
    if won.is_paid_by(payer):
        return None
    return msg(
        "{seat} did not discard the winning tile and pays nothing for the win",
        seat=seat_name(payer),
    )


def world_of(sheet: DealCheck) -> Perhaps:
    """Return what fits payments, changes and totals best, of all that may be due.

    It is one for the whole sheet: payments that fit one and changes that fit another contradict
    each other.
    """
    if len(sheet.worlds) == 1:
        return sheet.worlds[0]
    return sheet.worlds[_best_world(sheet)]


def _best_world(sheet: DealCheck) -> int:
    if sheet.best_world < 0:
        numbers = range(len(sheet.worlds))
        sheet.best_world = min(numbers, key=lambda number: _misfits_in_all(sheet, number))
    return sheet.best_world


def _misfits_in_all(sheet: DealCheck, number: int) -> int:
    """Count what is wrong on the sheet by one of the worlds; the payments weigh as they stand."""
    wrong = _misfits(sheet, sheet.worlds[number])
    changes = _of_world(sheet, sheet.whole_changes, number)
    at_the_end = _of_world(
        sheet, () if isinstance(sheet.changes, Unclear) else sheet.changes, number
    )
    for line in sheet.deal.told(Points):
        ways, stated = [*changes, *at_the_end], line.points
        if line.keyword == "score":
            ways, stated = [*changes], taken(line.points, sheet.before)
        wrong += min([_slips_by(stated, change)[0] for change, _ in ways], default=0)
    return wrong


def of_best_world(sheet: DealCheck, changes: Ways) -> Ways:
    """Return those of all changes that go with what the whole sheet fits best."""
    if len(sheet.worlds) < _SEVERAL or len(changes) % len(sheet.worlds):
        return changes
    return _of_world(sheet, changes, _best_world(sheet))


_SEVERAL: Final = 2


def _of_world(sheet: DealCheck, changes: Ways, number: int) -> Ways:
    """Return those of all changes that belong to one of the worlds."""
    each = len(changes) // len(sheet.worlds)
    return changes[number * each : (number + 1) * each]


def _misfits(sheet: DealCheck, world: Perhaps) -> int:
    """Return how many payments of the sheet are wrong, or missing, if that is due.

    One that stands with another player counts once.
    """
    wrong = [recorded for *_, recorded, _ in wrong_amounts(sheet, world)]
    missing = [due for *_, due in left_out(sheet, world)]
    alone = [due for due in missing if due not in wrong]
    return len(wrong) + len(alone)


Wrong = tuple[Claim, Line, int, int]
"""What is claimed of a payment, on which line, the amount recorded and the one to cite."""


def wrong_amounts(sheet: DealCheck, world: Perhaps) -> Iterator[Wrong]:
    """Yield payments that are recorded and not due if that is, or with another amount."""
    for pair, causes in sheet.told.items():
        for cause, amount in causes.items():
            if amount.points is None:
                continue
            right = right_amounts(sheet, world, pair, cause)
            if amount.points not in right:
                yield claim_of(*pair, cause), amount.lines[0], amount.points, right[0]


def is_certain(sheet: DealCheck, pair: Pair, cause: str, points: int) -> bool:
    """Return whether the amount is right by what the record tells, or whatever else is due."""
    first = sheet.worlds[0]
    if len(sheet.worlds) == 1:
        return True  # by which it was just found to be right
    if not first.why:
        return points in right_amounts(sheet, first, pair, cause)
    return all([points in right_amounts(sheet, world, pair, cause) for world in sheet.worlds])


def right_amounts(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> tuple[int, ...]:
    """Return the amounts that are right for a pair and a cause.

    What was staked in play may be in them or not.
    """
    owed, stated = sheet.owed_between(world, pair), sheet.told_between(pair)
    staked = sheet.staked.get(pair, 0)
    whole = sum(owed.values())
    if not cause and stated.keys() <= PLAIN:
        return whole, whole + staked
    if cause:
        amounts = _right_for(sheet, cause, owed.get(cause, 0), staked)
    else:
        named = stated.keys() - PLAIN
        part = whole - sum(map(owed.get, named, repeat(0)))
        amounts = part, part + staked
    if cause not in stated or not _is_split(stated, owed):
        return amounts
    if sum_of(stated) not in {whole, whole + staked}:
        return amounts
    return (*amounts, stated[cause].points or 0)


def _right_for(sheet: DealCheck, cause: str, part: int, staked: int) -> tuple[int, ...]:
    """Return the amounts that are right for a cause, of which the settlement makes a part due."""
    if cause not in sheet.staked_for:
        return part, part
    if staked and not part:
        return (staked,)
    return part, part + staked


def _is_split(stated: Mapping[str, StatedAmount], owed: Mapping[str, int]) -> bool:
    """Return whether several amounts are named, and none for a cause for which nothing is owed."""
    if len(stated) <= 1:
        return False
    return all(map(owed.get, stated.keys() - PLAIN))


def no_amount(due: int) -> Message:
    """Say that the record has no amount, and which one is due."""
    words = msg("the record does not say how much; the rules give {due}", due=due)
    return words.lacking("amounts")


def left_out(sheet: DealCheck, world: Perhaps) -> list[tuple[Pair, str, Line, int]]:
    """Return what is due and not stated.

    With its cause where others are stated for it, else among the plain payments.
    """
    missing: list[tuple[Pair, str, Line, int]] = []
    last: dict[str, Line] = {}
    for pair, owed in sheet.parts_of(world).items():
        open_ = _not_stated(sheet, pair, owed)
        if not open_:
            continue
        last = last or _last_lines(sheet)
        named = last.keys() - PLAIN
        stated = [cause for cause in open_ if cause in named]
        missing += [(pair, cause, last[cause], open_.pop(cause)) for cause in stated]
        if not open_ or "" not in last:
            continue
        if not _adds_up(sheet.told_between(pair), owed):
            missing.append((pair, "", last[""], sum(open_.values())))
    return missing


def _not_stated(sheet: DealCheck, pair: Pair, owed: Mapping[str, int]) -> dict[str, int]:
    """Return what one owes another, by cause, and no line states."""
    stated = sheet.told_between(pair)
    if "" in stated or not all([owed.get(cause) for cause in stated]):
        return {}  # the plain payment stands for all the rest, or the cause named is wrong
    if not stated and _only_comes_back(sheet, pair, owed):
        return {}
    return {cause: points for cause, points in owed.items() if points and cause not in stated}


def _last_lines(sheet: DealCheck) -> dict[str, Line]:
    """Return the last line on which a payment for each cause stands."""
    last: dict[str, Line] = {}
    for causes in sheet.told.values():
        for cause, amount in causes.items():
            line = amount.lines[-1]
            last[cause] = max(last.get(cause, line), line, key=_line)
    return last


def _only_comes_back(sheet: DealCheck, pair: Pair, owed: Mapping[str, int]) -> bool:
    """Return whether a winner only takes back a stake that the sheet never says was laid."""
    laid = pair[1], TABLE
    if pair[0] != TABLE or laid in sheet.told:
        return False
    return sheet.staked.get(laid) == sum(owed.values())


def _line(line: Line) -> int:
    return line.span.line


def _adds_up(stated: Mapping[str, StatedAmount], owed: Mapping[str, int]) -> bool:
    """Return whether what stands there for its causes is all that is due."""
    return bool(stated) and sum_of(stated) == sum(owed.values())


class Amount(NamedTuple):
    """An amount that a line claims of a seat; None where the record does not say it."""

    line: Line
    label: Claim
    seat: Seat
    points: int | None


Ways = Sequence[tuple[tuple[int, ...], Sentence]]
"""All that a deal may change for each seat, each with what it hangs on."""


_EVERYBODY: Final = tuple([frozenset(range(seats)) for seats in range(len(SEATS) + 1)])
"""All seats of a table, by how many it has."""


def nearest(
    stated_points: Sequence[int | None], ways: Ways, likely: Ways = ()
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Return the possible change that is nearest to the stated one, and what it depends on.

    The seats are those for which nothing depends on it.
    """
    due, why = ways[0]
    if ways.count(ways[0]) == len(ways):
        return due, why, _EVERYBODY[len(due)]
    due, why = min(likely or ways, key=lambda way: _slips_by(stated_points, way[0]))
    told_of_each = zip(*[way for way, _ in ways], strict=True)
    sure = frozenset([seat for seat, numbers in enumerate(told_of_each) if len({*numbers}) == 1])
    return due, why, sure


def _slips_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Count the slips that the change leaves in what is stated, and by how much they are off.

    Two numbers in each other's place are one slip.
    """
    pairs = zip(stated_points, change, strict=False)
    off = [(points, number) for points, number in pairs if points not in {None, number}]
    if len(off) == 2 and off[0] == (off[1][1], off[1][0]):
        return 1, 0
    return _unlike_by(stated_points, change)


def _unlike_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Count the seats whose change is not the stated one, and by how much they are off in all."""
    pairs = zip(stated_points, change, strict=False)
    off = [abs(points - number) for points, number in pairs if points not in {None, number}]
    return len(off), sum(off)


def is_of_stakes(difference: int, stake: int) -> bool:
    """Return whether so much may have come to the table or gone from it.

    Whole stakes, or nothing.
    """
    if stake:
        return difference % stake == 0
    return difference == 0
