"""What a made-up player is after.

A guess at how far a hand is from what it hopes for, and which tiles serve it least.

No rule stands here. A hope that a rule set does not honour only loses games; see `mjlog.bots.play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mjlog.model.tiles import EAST, KINDS

Parts = tuple[tuple[int, int, int], ...]
"""The best ways to see some tiles: sets, pairs that are kept for the pair, parts of sets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Tiles of one suit and honours alone, or of all; rows and triplets, or triplets.

    Or nothing but pairs.
    """

    one_suit: bool = False
    rows: bool = True
    pairs: bool = False


PLANS: Final = (
    Plan(),
    Plan(one_suit=True),
    Plan(rows=False),
    Plan(one_suit=True, rows=False),
    Plan(pairs=True),
)


def away(hope: Plan, counts: Sequence[int], sets: int, jokers: int = 0) -> int:
    """How many tiles the hand lacks, of sets that are still to be made and a pair, by that hope."""
    if hope.pairs:
        pairs = sum(number // 2 for number in counts)
        return max(0, (3 * sets + 2) // 2 - pairs - jokers)
    if not hope.one_suit:
        return max(0, _away([_suit(counts, suit, hope.rows) for suit in range(4)], sets) - jokers)
    honours = _suit(counts, 3, hope.rows)
    return max(
        0, min(_away([_suit(counts, suit, hope.rows), honours], sets) for suit in range(3)) - jokers
    )


def _away(parts: Sequence[Parts], sets: int) -> int:
    middle = (len(parts) + 1) // 2
    one, other = _together(*parts[:middle]), _together(*parts[middle:])
    ways = ((a + d, b or e, c + f) for a, b, c in one for d, e, f in other if not (b and e))
    return min(_lacking(made, pair, begun, sets) for made, pair, begun in ways)


@lru_cache(maxsize=1 << 14)
def _together(*parts: Parts) -> Parts:
    """The ways to see several suits at once."""
    ways = {(0, 0, 0)}
    for part in parts:
        ways = {(a + d, b or e, c + f) for a, b, c in ways for d, e, f in part if not (b and e)}
    return _best(ways)


def _lacking(made: int, pair: int, begun: int, sets: int) -> int:
    left = max(0, sets - made)
    return 2 * left - min(begun, left) + (1 - pair)


def _suit(counts: Sequence[int], suit: int, rows: bool) -> Parts:
    first, last = (9 * suit, 9 * suit + 9) if suit < 3 else (EAST, KINDS)
    return _parts(tuple(counts[first:last]), rows and suit < 3)


@lru_cache(maxsize=1 << 15)
def _parts(ranks: tuple[int, ...], rows: bool) -> Parts:
    """The ways to see one suit of which none is worse than another in every respect."""
    found: set[tuple[int, int, int]] = set()
    _see(list(ranks), 0, rows, (0, 0, 0), found)
    return _best(found)


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
    number, ranks[at] = ranks[at], 0  # what is left of this rank serves nothing
    _see(ranks, at + 1, rows, way, found)
    ranks[at] = number


_Take = tuple[tuple[int, ...], tuple[int, int, int]]


def _takes(ranks: list[int], at: int, *, rows: bool) -> list[_Take]:
    """What can be made of the tiles from that rank on with the lowest of them in it."""
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


def company(counts: Sequence[int], kind: int) -> int:
    """How much company a tile has among its like and its neighbours.

    What has little is thrown first.
    """
    alike = 4 * (counts[kind] - 1)
    if kind >= EAST:
        return alike
    near = [
        other
        for other in range(kind - 2, kind + 3)
        if other != kind and other // 9 == kind // 9 and other >= 0
    ]
    return (
        alike
        + sum((3 - abs(other - kind)) * min(counts[other], 2) for other in near)
        + (0 < kind % 9 < 8)
    )
