"""Decides which patterns of a hand count together, and by which principle others do not.

Rows such as ``chows[0,3,6]/1`` combine sets. By the account-once principle, after some sets are
combined, each further set may be combined only once with one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Sentence, msg
from mjlog.model.settlement import LeftOut
from mjlog.rules.kit.hand import Reading, WinningHand
from mjlog.rules.kit.patterns import Pattern

Found = list[tuple[Pattern, int]]
"""Patterns of a hand, each with the number of times that the hand has it."""


class Combined(NamedTuple):
    """A pattern and the sets that it combines.

    `places` has a pair for each of these sets: whether it is a chow, and its index among the chows
    of the hand or, if it is no chow, among the other sets.
    """

    pattern: Pattern
    places: frozenset[tuple[bool, int]]


class Counted(NamedTuple):
    """The patterns of a hand that count, each with the number of times.

    `left_out` are the patterns that do not count, each with the pattern that excludes it. `others`
    are the patterns of other readings, if they are worth the same. `combined` are the combinations
    of sets that count by the account-once principle, `uncombined` those that do not count.
    """

    found: Found
    left_out: tuple[LeftOut, ...] = ()
    others: tuple[Found, ...] = ()
    combined: tuple[Combined, ...] = ()
    uncombined: tuple[Combined, ...] = ()

    @property
    def points(self) -> int:
        """Sum of the points of all patterns that count."""
        return sum(pattern.points * times for pattern, times in self.found)


Rule = Callable[[WinningHand, Reading, Found], Counted]
"""A function that decides which patterns of a hand count together."""


class Seen(NamedTuple):
    """One reading of a hand, and the patterns that count in it."""

    reading: Reading
    counted: Counted


def sum_of_patterns(_hand: WinningHand, _reading: Reading, found: Found) -> Counted:
    """Return which patterns of a hand count: all that no counted pattern excludes.

    `found` has the hand's patterns, each with how often the hand has it. If some are limit hands,
    only the most valuable limit hand counts, together with patterns that are marked to count in
    addition to limit hands. The result, a `Counted`, also lists the patterns that do not count.
    """
    left_out: dict[str, str] = {}
    limits = [pattern for pattern, _ in found if pattern.is_limit]
    if limits:
        highest = max(limits, key=lambda pattern: pattern.points)
        for pattern, _ in found:
            if pattern is not highest and not pattern.is_beside_limit:
                left_out[pattern.item] = highest.item
    for pattern, _ in found:
        if pattern.item in left_out:
            continue
        for other, _ in found:
            if other.item in pattern.excludes:
                left_out.setdefault(other.item, pattern.item)
    kept = [(pattern, times) for pattern, times in found if pattern.item not in left_out]
    return Counted(kept, tuple(LeftOut(item, other) for item, other in left_out.items()))


def sum_with_limits(_hand: WinningHand, _reading: Reading, found: Found) -> Counted:
    """Return which patterns of a hand count, as a `Counted`: all that no other pattern excludes.

    Limit hands are added up like other patterns, although `sum_of_patterns` counts only one.
    `found` has the hand's patterns, each with how often the hand has it.
    """
    plain = [(pattern._replace(is_limit=False), times) for pattern, times in found]
    return sum_of_patterns(_hand, _reading, plain)


def sum_once(hand: WinningHand, reading: Reading, found: Found) -> Counted:
    """Return which patterns of a hand count by the account-once principle, as a `Counted`.

    By this principle, when some sets are combined in a pattern, each remaining set may be combined
    only once with these sets. If the sets can be combined in several ways, the most valuable way is
    chosen. Patterns that do not combine sets count as in `sum_of_patterns`. `found` has the hand's
    patterns, each with how often the hand has it.
    """
    every = _every_combination(hand, reading, found)
    if not every:
        return sum_of_patterns(hand, reading, found)
    # The first combination decides what may be combined later. Combinations of two sets add the
    # sets that are left, so they come later.
    firsts = [combined for combined in every if len(combined.places) > 2] or every[:1]
    ways = [_taken_in_order([first, *[o for o in every if o is not first]]) for first in firsts]
    taken, others = max(ways, key=lambda way: sum(each.pattern.points for each in way[0]))
    patterns = [combined.pattern for combined in taken]
    accounted = []
    for pattern, times in found:
        if pattern.combining_test is None:
            accounted.append((pattern, times))
        elif pattern in patterns:
            accounted.append(
                (pattern, 1 if pattern.combining_test.sign else patterns.count(pattern))
            )
    counted = sum_of_patterns(hand, reading, accounted)
    return counted._replace(combined=tuple(taken), uncombined=tuple(others))


def _every_combination(hand: WinningHand, reading: Reading, found: Found) -> list[Combined]:
    """Return each group of sets that forms a pattern in `found`, the most valuable pattern first.

    Only patterns that combine sets are considered. Each group is a `Combined`: the pattern and its
    sets. If a pattern needs several such groups, all their sets are returned as one group. For
    example, ``chows[0,6]/1=2`` needs two pairs of chows, and its group has four chows.
    """
    every = []
    for pattern, _ in found:
        test = pattern.combining_test
        if test is None or test.steps is None:
            continue
        choices = list(test.steps.places(hand, reading))
        if test.number > 1:
            choices = [tuple(sorted({place for sets in choices for place in sets}))]
        is_of_chows = test.steps.sort == "chows"
        for sets in choices:
            places = frozenset([(is_of_chows, place) for place in sets])
            every.append((-pattern.points, sets, Combined(pattern, places)))
    every.sort(key=lambda row: row[:2])
    return [combined for _, _, combined in every]


def _taken_in_order(every: Sequence[Combined]) -> tuple[list[Combined], list[Combined]]:
    """Choose which groups of sets count; return two lists: those that count, and the others.

    `every` has the groups, each with the pattern that it forms; they are considered in this order.
    A group does not count if two of its sets are already joined by groups that count.
    """
    joined: list[frozenset[tuple[bool, int]]] = []
    taken, others = [], []
    for combined in every:
        if any(len(group & combined.places) > 1 for group in joined):
            others.append(combined)
            continue
        taken.append(combined)
        apart = [group for group in joined if group.isdisjoint(combined.places)]
        touched = [group for group in joined if not group.isdisjoint(combined.places)]
        joined = [*apart, combined.places.union(*touched)]
    return taken, others


@dataclass(frozen=True, slots=True)
class Principles:
    """Rulebook sentence numbers, such as `4.9`, of the principles that exclude patterns."""

    repeat: str
    separation: str
    identical: str
    high: str
    once: str

    def left_out(self, best: Seen, ways: Sequence[Seen]) -> Iterator[LeftOut]:
        """Yield the patterns of a hand that do not count, each with the principle that excludes it.

        `ways` has every way to group the tiles of the hand, each with the patterns that count;
        `best` is the most valuable way. Patterns of `best` come first, then patterns that count
        only in another way.
        """
        counted = best.counted
        for out in counted.left_out:
            yield self._forbidden(out.item, out.beside, self.repeat)
        yield from self._combinations_left_out(counted)
        items = [pattern.item for pattern, _ in counted.found]
        for way in ways:
            there = [pattern.item for pattern, _ in way.counted.found]
            beside = next((item for item in items if item not in there), "")
            is_same = way.reading._replace(place=-1) == best.reading._replace(place=-1)
            for item in there if beside else ():
                if item not in items:
                    yield self._forbidden(item, beside, self.high if is_same else self.separation)

    def _combinations_left_out(self, counted: Counted) -> Iterator[LeftOut]:
        """Yield the patterns that combine sets but do not count, each with the excluding principle.

        `counted` has the groups of sets that count as patterns, and those that do not. First come
        patterns whose sets are all part of one larger group that counts.
        """
        rest = []
        for combined in counted.uncombined:
            item, places = combined.pattern.item, combined.places
            whole = next((o for o in counted.combined if o.places > places), None)
            if whole is not None:
                yield self._forbidden(item, whole.pattern.item, self.repeat)
            else:
                rest.append(combined)
        taken = {combined.pattern for combined in counted.combined}
        highest = next((pattern.item for pattern, _ in counted.found if pattern in taken), "")
        for combined in rest:
            item = combined.pattern.item
            number = self.identical if item == highest else self.high
            beside_few = len(combined.places) == 2
            yield self._forbidden(item, highest, self.once if beside_few else number)

    def _forbidden(self, item: str, beside: str, number: str) -> LeftOut:
        names: dict[str, Sentence] = {
            self.repeat: msg("non-repeat"),
            self.separation: msg("non-separation"),
            self.identical: msg("non-identical"),
            self.high: msg("high over low"),
            self.once: msg("account once"),
        }
        return LeftOut(item, beside, names[number], number)
