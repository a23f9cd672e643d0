"""A sheet's claims about hands whose tiles nobody shows, as the items of a score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome, Unclear

NOTHING: Final = HandClaim()


def claim_of(seat: Seat, outcome: Outcome) -> HandClaim:
    """Return the sheet's claim about that seat's hand; empty if there is none."""
    return outcome.claimed.get(seat, NOTHING)


def items_of(
    claimed: ItemsClaimed, clauses: Mapping[str, str], *, but: Collection[str] = ()
) -> tuple[Item, ...] | None:
    """Return the claimed items except those named in `but`; None if one has no points.

    `clauses` has the number of each item's sentence.
    """
    items = []
    for name, points in claimed:
        if name in but:
            continue
        if points is None:
            return None
        items.append(Item(name, points, clauses.get(name, "")))
    return tuple(items)


def stated(claimed: ItemsClaimed, name: str) -> int | None:
    """Return the points that a claim states for an item or a sum; None if it states none."""
    return next((points for each, points in claimed if each == name), None)


def excluding(rows: Mapping[str, str]) -> frozenset[frozenset[str]]:
    """Return the pairs of items that no hand can have together.

    `rows` has by item the names of the items that it excludes.

    >>> sorted(map(sorted, excluding({"mixed1": "pure1 all_honors"})))
    [['all_honors', 'mixed1'], ['mixed1', 'pure1']]
    """
    return frozenset(
        frozenset((one, other)) for one, more in rows.items() for other in more.split()
    )


def value_not_claimed(seat: Seat) -> Unclear:
    """Return the reason why a hand has no score: the sheet does not claim enough about it."""
    words = "the sheet does not tell what {seat}'s hand is worth"
    return Unclear(msg(words, seat=seat_name(seat)).lacking("hands"))


def claims_with_other_sum(
    claim: HandClaim, name: str, value: int, most: int
) -> Iterator[HandClaim]:
    """Yield claims of the sum `name` that are at most `most` above or below `value`.

    Then yield claims of sums that a slip of the pen may have turned into `value`. If the sheet
    states no other number, one digit of it may be wrong as well.
    """
    others = [*numbers_near(value, range(1, most + 1)), *misread(value)]
    if all(item in {name, "total"} or points is None for item, points in claim.items):
        others += with_another_digit(value)
    for points in dict.fromkeys(others):
        yield HandClaim(((name, points),), claim.kongs)


def misread(number: int) -> Iterator[int]:
    """Yield the numbers that a slip of the pen may have turned into `number`.

    Two digits were exchanged, a digit was added, or the last digit, 0, was left out.

    >>> list(misread(81)), list(misread(880))
    ([18, 1, 8, 810], [808, 80, 88, 8800])
    """
    digits = str(number)
    for at in range(len(digits) - 1):
        exchanged = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if exchanged != digits:
            yield int(exchanged)
    if len(digits) > 1:
        shorter = (digits[:at] + digits[at + 1 :] for at in range(len(digits)))
        yield from (int(each) for each in dict.fromkeys(shorter))
    yield number * 10


def with_another_digit(number: int) -> Iterator[int]:
    """Yield the numbers that differ from `number` in one digit; none begins with 0.

    >>> list(with_another_digit(20))[6:11], list(with_another_digit(5))[:4]
    ([80, 90, 21, 22, 23], [1, 2, 3, 4])
    """
    digits = str(number)
    for at, written in enumerate(digits):
        others = [each for each in "0123456789" if each != written and (at or each != "0")]
        yield from (int(digits[:at] + each + digits[at + 1 :]) for each in others)


def claims_with_other_kongs(claim: HandClaim, name: str) -> Iterator[HandClaim]:
    """Yield claims with one or two kong points more or less than the sheet's.

    They state the points of all kongs together, as the kong item `name`.
    """
    points = sum(each or 0 for _, each in claim.kongs)
    for other in numbers_near(points, (1, 2)):
        yield HandClaim(claim.items, ((name, other),))


def numbers_near(number: int, steps: Iterable[int], *, least: int = 0) -> Iterator[int]:
    """Yield `number` minus and plus each step, without results below `least`.

    >>> list(numbers_near(1, (1, 2)))
    [0, 2, 3]
    """
    for step in steps:
        yield from (each for each in (number - step, number + step) if each >= least)


def claims_of_one_sum(name: str, values: Iterable[int]) -> Iterator[HandClaim]:
    """Yield a claim for each value; it states the sum `name` and nothing else."""
    return (HandClaim(((name, value),)) for value in values)


def sum_claimed(claim: HandClaim, *, but: Collection[str] = ()) -> int:
    """Return the sum of a claim's points, without those of the items named in `but`.

    An unknown number counts as 0.
    """
    return sum(points or 0 for name, points in claim.items if name not in but)
