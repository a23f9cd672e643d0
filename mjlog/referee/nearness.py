"""Counts of the tiles that a hand lacks for sets and a pair.

A hand is read suit by suit as sets, pairs and parts of sets. No rule of a game is here except two
special hands, seven pairs and thirteen orphans, if the rule set has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import sub
from typing import Final

from mjlog.model.shapes import ORPHANS, orphans_in
from mjlog.model.tiles import EAST, KINDS
from mjlog.referee.hand_readings import ONLY_PAIRS, copies, hand_of
from mjlog.referee.rule_set import RuleSet

KINDS_OF: Final = (range(9), range(9, 18), range(18, EAST), range(EAST, KINDS))
"""Kinds of each suit, and of the honours."""
Way = tuple[int, int, int]
Parts = tuple[Way, ...]
"""The best ways to arrange some tiles as sets, pairs, and parts of sets."""


def count_missing_tiles(parts: Sequence[Parts], sets: int) -> int:
    """Return the smallest number of tiles that a hand lacks for `sets` sets and a pair.

    `parts` has one element for each suit: the best ways to divide its tiles, as `suit_parts`
    returns them.
    """
    middle = (len(parts) + 1) // 2
    one, other = _combine_suits(*parts[:middle]), _combine_suits(*parts[middle:])
    return min(_lacking(made, pair, begun, sets) for made, pair, begun in _pair_ways(one, other))


@lru_cache(maxsize=1 << 14)
def _combine_suits(*parts: Parts) -> Parts:
    """Return the best ways to divide the tiles of several suits, given the best ways for each suit.

    A way is three numbers: how many sets, pairs, and incomplete sets it has.
    """
    ways = {(0, 0, 0)}
    for part in parts:
        ways = set(_pair_ways(ways, part))
    return _best(ways)


def _pair_ways(one: Iterable[Way], other: Iterable[Way]) -> Iterator[Way]:
    """Yield all sums of a way from `one` and a way from `other` that have at most one pair.

    A way to divide tiles is three numbers: how many sets, pairs and incomplete sets it has.
    """
    for (sets, pair, begun), (more_sets, other_pair, more_begun) in product(one, other):
        pairs = pair + other_pair
        if pairs < 2:
            yield sets + more_sets, pairs, begun + more_begun


def _lacking(made: int, pair: int, begun: int, sets: int) -> int:
    left = max(0, sets - made)
    return 2 * left - min(begun, left) + (1 - pair)


def suit_parts(counts: Sequence[int], suit: int, rows: bool) -> Parts:
    """Return the best ways to divide the tiles of one suit into sets, a pair and incomplete sets.

    A way is three numbers: how many sets, pairs and incomplete sets it has. `counts` has the number
    of tiles of each kind; `suit` is 0 to 2 for m, p, s and 3 for honours. Chows are allowed only if
    `rows` is True.
    """
    first, last = (9 * suit, 9 * suit + 9) if suit < 3 else (EAST, KINDS)
    return _parts(tuple(counts[first:last]), rows and suit < 3)


@lru_cache(maxsize=1 << 15)
def _parts(ranks: tuple[int, ...], rows: bool) -> Parts:
    """Return the best ways to divide the tiles of one suit, given the number of tiles of each rank.

    A way is three numbers: how many sets, pairs and incomplete sets it has. Chows are allowed only
    if `rows` is True.
    """
    ways: set[tuple[int, int, int]] = set()
    _see(list(ranks), 0, rows, (0, 0, 0), ways)
    return _best(ways)


def _best(found: set[tuple[int, int, int]]) -> Parts:
    return tuple(sorted(way for way in found if not any(_serves(other, way) for other in found)))


def _serves(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def _see(
    ranks: list[int],
    at: int,
    rows: bool,
    way: tuple[int, int, int],
    found: set[tuple[int, int, int]],
) -> None:
    while at < len(ranks) and not ranks[at]:
        at += 1
    if at == len(ranks):
        found.add(way)
        return
    sets, pair, begun = way
    for taken, then in _takes(ranks, at, rows=rows):
        if then == (0, 1, 0) and pair:
            continue
        for rank in taken:
            ranks[rank] -= 1
        _see(ranks, at, rows, (sets + then[0], pair or then[1], begun + then[2]), found)
        for rank in taken:
            ranks[rank] += 1
    number, ranks[at] = ranks[at], 0  # the tiles of this rank that are left are not used
    _see(ranks, at + 1, rows, way, found)
    ranks[at] = number


_Take = tuple[tuple[int, ...], tuple[int, int, int]]


def _takes(ranks: list[int], at: int, *, rows: bool) -> list[_Take]:
    """Return the sets, pairs and incomplete sets that begin with a tile of rank `at`.

    `ranks` has the number of tiles of each rank. Each result is a tuple: the ranks of its tiles,
    and `(1, 0, 0)` for a set, `(0, 1, 0)` for a pair, `(0, 0, 1)` for an incomplete set. Chows are
    allowed only if `rows`.
    """
    takes: list[_Take] = []
    if ranks[at] >= 3:
        takes.append(((at,) * 3, (1, 0, 0)))
    if ranks[at] >= 2:
        takes += [((at,) * 2, (0, 1, 0)), ((at,) * 2, (0, 0, 1))]
    following = [rank for rank in (at + 1, at + 2) if rows and rank < len(ranks) and ranks[rank]]
    if len(following) == 2:
        takes.append(((at, *following), (1, 0, 0)))
    takes += [((at, rank), (0, 0, 1)) for rank in following]
    return takes


# --------------------------------------------------------------------------- by a rule set


def draws_from_waiting(rules: RuleSet, counts: Sequence[int], *, has_melds: bool) -> int:
    """Return how many useful draws a hand needs until it waits for one tile (its shanten number).

    Return 0 if it waits or is complete. `counts` has the number of concealed tiles of each kind.
    The special hands of the rule set, such as seven pairs, are considered, too.
    """
    lacking = [count_missing_tiles(every_suit(counts), sum(counts) // 3)]
    lacking += [lacks(counts) for lacks in _special_hands(rules, counts, has_melds=has_melds)]
    return max(0, min(lacking) - 1)


def _special_hands(
    rules: RuleSet, counts: Sequence[int], *, has_melds: bool
) -> list[Callable[[Sequence[int]], int]]:
    """Return one function for each special hand of the rules, such as seven pairs.

    The function gets the number of concealed tiles of each kind, `counts`, and returns how many
    tiles the special hand still lacks. A rule set that lists no special hands has seven pairs and
    thirteen orphans, if these hands can win by its rules.
    """
    sets = sum(counts) // 3
    if rules.play.special_hands:
        melds = len(ONLY_PAIRS) // 3 - sets
        return [_bind_melds(lacks, melds) for lacks in rules.play.special_hands]
    if has_melds or sets != len(ONLY_PAIRS) // 3:
        return []
    hands = ((ONLY_PAIRS, lacks_of_pairs), (ORPHANS, lacks_of_orphans))
    return [lacks for hand, lacks in hands if rules.play.waits(hand_of(hand))]


def _bind_melds(
    lacks: Callable[[Sequence[int], int], int], melds: int
) -> Callable[[Sequence[int]], int]:
    return lambda counts: lacks(counts, melds)


def lacks_of_pairs(counts: Sequence[int]) -> int:
    """Return how many tiles a hand lacks for seven different pairs.

    `counts` has the number of tiles of each kind.
    """
    pairs, kinds = sum(number > 1 for number in counts), sum(map(bool, counts))
    return 7 - pairs + max(0, 7 - kinds)


def lacks_of_orphans(counts: Sequence[int]) -> int:
    """Return how many tiles a hand lacks for thirteen orphans.

    `counts` has the number of tiles of each kind.
    """
    held = orphans_in(counts)
    return 14 - sum(map(bool, held)) - (max(held) > 1)


def useful_tiles(
    rules: RuleSet, counts: Sequence[int], *, has_melds: bool
) -> tuple[int, tuple[int, ...]]:
    """Return how many useful draws a hand needs until it waits, and the kinds that are useful now.

    A useful draw lowers this number; a hand waits if one more tile completes it. `counts` has the
    number of concealed tiles of each kind. Kinds of which all copies are among these tiles are left
    out.
    """
    now = draws_from_waiting(rules, counts, has_melds=has_melds)
    sets = sum(counts) // 3
    left = list(map(sub, copies(rules), counts))
    parts = every_suit(counts)
    useful = []
    others = _special_hands(rules, counts, has_melds=has_melds)
    for suit in range(4):
        rest = _combine_suits(*parts[:suit], *parts[suit + 1 :])
        for kind in (kind for kind in KINDS_OF[suit] if left[kind] > 0):
            more = list(counts)
            more[kind] += 1
            lacking = [count_missing_tiles([rest, suit_parts(more, suit, rows=True)], sets)]
            lacking += [lacks(more) for lacks in others]
            if min(lacking) - 1 < now:
                useful.append(kind)
    return now, tuple(useful)


def every_suit(counts: Sequence[int]) -> list[Parts]:
    """Return the best ways to divide the tiles of each suit: m, p, s, honours (see `suit_parts`).

    `counts` has the number of tiles of each kind.
    """
    return [suit_parts(counts, suit, rows=True) for suit in range(4)]
