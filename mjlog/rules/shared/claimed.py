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
    """Return what the score sheet states about a player's hand, as a `HandClaim`.

    It is empty if the sheet states nothing.
    """
    return outcome.claimed.get(seat, NOTHING)


def items_of(
    claimed: ItemsClaimed, clauses: Mapping[str, str], *, but: Collection[str] = ()
) -> tuple[Item, ...] | None:
    """Return the items that a score sheet states for a hand, except items named in `but`.

    `clauses` maps an item to the number of its rulebook sentence. Return None if the sheet states
    an item without its points.
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
    """Return the points that a score sheet states for an item or sum, or None if it states none.

    `name` is the item or sum; `claimed` has all items of the hand on the sheet, as pairs of name
    and points.
    """
    return next((points for each, points in claimed if each == name), None)


def index_exclusive_pairs(rows: Mapping[str, str]) -> frozenset[frozenset[str]]:
    """Return the pairs of items that no hand can have together, as sets of two names.

    `rows` maps an item to the names of the items that it excludes, separated by blanks.

    >>> sorted(map(sorted, index_exclusive_pairs({"mixed1": "pure1 all_honors"})))
    [['all_honors', 'mixed1'], ['mixed1', 'pure1']]
    """
    return frozenset(
        frozenset((one, other)) for one, more in rows.items() for other in more.split()
    )


def value_not_claimed(seat: Seat) -> Unclear:
    """Return an `Unclear` that the score sheet does not state the value of a player's hand.

    Its reason is for example "the sheet does not tell what B's hand is worth".
    """
    words = "the sheet does not say what {seat}'s hand is worth"
    return Unclear(msg(words, seat=seat_name(seat)).lacking("hands"))


def claims_with_other_sum(
    claim: HandClaim, name: str, value: int, most: int
) -> Iterator[HandClaim]:
    """Yield other numbers that the writer of a score sheet may have meant instead of `value`.

    `claim` is what the sheet states about a hand, with the number `value` for the item `name`. Each
    result is a `HandClaim` with another number for `name`, no other items, and the same kongs.
    First come numbers up to `most` below or above `value`, then numbers with swapped, missing or
    added digits. If the sheet states no number for another item (except a total), numbers that
    differ in any one digit follow.
    """
    others = [*numbers_near(value, range(1, most + 1)), *misread(value)]
    if all(item in {name, "total"} or points is None for item, points in claim.items):
        others += with_another_digit(value)
    for points in dict.fromkeys(others):
        yield HandClaim(((name, points),), claim.kongs)


def misread(number: int) -> Iterator[int]:
    """Yield the numbers that a person who wrote `number` by mistake may have meant.

    The person swapped two neighbouring digits, wrote a digit too many, or forgot a 0 at the end.

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
    """Yield all numbers that differ from `number` in exactly one digit and do not begin with 0.

    >>> list(with_another_digit(20))[6:11], list(with_another_digit(5))[:4]
    ([80, 90, 21, 22, 23], [1, 2, 3, 4])
    """
    digits = str(number)
    for at, written in enumerate(digits):
        others = [each for each in "0123456789" if each != written and (at or each != "0")]
        yield from (int(digits[:at] + each + digits[at + 1 :]) for each in others)


def claims_with_other_kongs(claim: HandClaim, name: str) -> Iterator[HandClaim]:
    """Yield variants of `claim` with 1 or 2 kong points more or less.

    `claim` is what a score sheet states about a hand. In each variant, a `HandClaim`, a single kong
    item called `name` has all kong points.
    """
    points = sum(each or 0 for _, each in claim.kongs)
    for other in numbers_near(points, (1, 2)):
        yield HandClaim(claim.items, ((name, other),))


def numbers_near(number: int, steps: Iterable[int], *, least: int = 0) -> Iterator[int]:
    """Yield `number` minus step and `number` plus step, for each step in `steps`.

    Results below `least` are left out.

    >>> list(numbers_near(1, (1, 2)))
    [0, 2, 3]
    """
    for step in steps:
        yield from (each for each in (number - step, number + step) if each >= least)


def claims_of_one_sum(name: str, values: Iterable[int]) -> Iterator[HandClaim]:
    """Yield a `HandClaim` for each number in `values`, with this number for the item `name`.

    A `HandClaim` is what a score sheet could state about a hand; here it has no other item.
    """
    return (HandClaim(((name, value),)) for value in values)


def sum_claimed(claim: HandClaim, *, but: Collection[str] = ()) -> int:
    """Return the sum of the points that a score sheet states for a hand.

    The items named in `but` are left out. An item without stated points counts as 0.
    """
    return sum(points or 0 for name, points in claim.items if name not in but)
