"""Waits of a hand, and all readings of its tiles as complete groups and a part that waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, repeat
from operator import sub
from typing import Final, Literal

from mjlog.model.record import tiles_of
from mjlog.model.shapes import (
    ORPHANS,
    Group,
    Reading,
    is_orphans,
    is_seven_pairs,
    kinds,
    readings,
    waits,
)
from mjlog.model.table import Hand, Meld
from mjlog.model.tiles import EAST, KIND, KINDS, Tile
from mjlog.referee.rule_set import RuleSet

Wait = Literal[
    "single", "two pairs", "two-sided", "middle", "edge", "seven pairs", "thirteen orphans"
]
Groups = tuple[tuple[Tile, ...], ...]

ONLY_PAIRS: Final = tuple(sorted([*ORPHANS[:6], *ORPHANS[:6], EAST]))
"""Thirteen tiles that only seven pairs can complete."""


@dataclass(frozen=True, slots=True)
class Way:
    """One reading of a hand between turns, as groups and a part that waits.

    The `groups` are complete. Each tile in `awaited` would complete the `part`.
    """

    groups: Groups
    part: tuple[Tile, ...]
    wait: Wait
    awaited: tuple[Tile, ...]


def hand_of(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> Hand:
    """Create a hand from concealed tiles and melds, without a table or game.

    Used to compute which tiles the hand waits for.
    """
    hand = Hand([KIND[tile] for tile in tiles], None)
    hand.melds.extend(melds)
    hand.total += 3 * len(melds)
    return hand


def awaited(rules: RuleSet, hand: Hand) -> tuple[Tile, ...]:
    """Return the kinds of tiles that complete the hand by this rule set.

    The hand has as many tiles as between turns, usually thirteen.
    """
    return kinds(rules.play.waits(hand))


def copies(rules: RuleSet) -> list[int]:
    """Return how many tiles of each of the 34 kinds the game has; red fives count as fives."""
    counts = [0] * KINDS
    for face, number in enumerate(rules.play.spec.copies):
        if KIND[face] < KINDS:
            counts[KIND[face]] += number
    return counts


def count_kinds(hand: Hand) -> list[int]:
    """Return how many tiles of each of the 34 kinds are in the hand, melds included."""
    kinds = hand.kinds()
    for tile in tiles_of(hand.melds):
        kinds[KIND[tile]] += 1
    return kinds


def exhausted(hand: Hand) -> tuple[Tile, ...]:
    """Return the kinds that would complete the hand but of which it already has all four tiles."""
    counts = hand.kinds()
    return kinds(waits(counts, all_held=True) & ~waits(counts))


def divide_hand(rules: RuleSet, hand: Hand) -> tuple[Way, ...]:
    """Return all ways to divide a hand between turns into complete groups and a part that waits.

    For example, the part 45m waits for 3m and 6m. Ways with more awaited tiles come first. Return
    an empty tuple if no tile completes the hand.
    """
    by_reading: dict[tuple[Groups, tuple[Tile, ...], Wait], set[Tile]] = {}
    for kind in awaited(rules, hand):
        for key in _parts(rules, hand, kind):
            by_reading.setdefault(key, set()).add(kind)
    ways = [Way(*key, tuple(sorted(tiles))) for key, tiles in by_reading.items()]
    return tuple(sorted(ways, key=lambda way: (-len(way.awaited), way.awaited, way.groups)))


def _parts(
    rules: RuleSet, hand: Hand, kind: Tile
) -> Iterator[tuple[Groups, tuple[Tile, ...], Wait]]:
    """Yield each way to divide the hand that the tile `kind` completes.

    Each result is a tuple: the complete groups (sets or a pair), the tiles of the part that waits
    for `kind`, and the name of the wait, such as `edge`.
    """
    for reading in readings(_counts_with(hand, kind)):
        for group in dict.fromkeys(reading):
            if kind in group.kinds:
                yield _take_from_group(reading, group, kind)
    for groups, wait in _irregular(rules, hand, kind):
        part = next(group for group in groups if kind in group)
        rest = list(groups)
        rest.remove(part)
        yield tuple(rest), _counts_without(part, kind), wait


def _counts_with(hand: Hand, kind: Tile) -> list[int]:
    counts = hand.kinds()
    counts[kind] += 1
    return counts


def _take_from_group(
    reading: Reading, group: Group, kind: Tile
) -> tuple[Groups, tuple[Tile, ...], Wait]:
    """Split a divided complete hand into complete groups and a part that waits for a tile.

    `reading` has the groups of the hand. The tile `kind` is removed from `group`, and the rest of
    this group is the waiting part; for a pung, the pair of the hand belongs to the waiting part,
    too. Return the other groups, the tiles of the waiting part, and the name of the wait, such as
    `edge`.
    """
    rest = list(reading)
    rest.remove(group)
    part = _counts_without(group.kinds, kind)
    if group.sort == "pung":
        pair = next(each for each in rest if each.sort == "pair")
        rest.remove(pair)
        part = tuple(sorted([*part, *pair.kinds]))
    return tuple(sorted(each.kinds for each in rest)), part, _wait(part)


def _counts_without(tiles: tuple[Tile, ...], kind: Tile) -> tuple[Tile, ...]:
    place = tiles.index(kind)
    return tiles[:place] + tiles[place + 1 :]


def _wait(part: tuple[Tile, ...]) -> Wait:
    if len(part) == 1:
        return "single"
    if len(part) == 4:
        return "two pairs"
    low, high = part
    if high - low == 2:
        return "middle"
    if low % 9 == 0 or high % 9 == 8:
        return "edge"
    return "two-sided"


def groupings(rules: RuleSet, hand: Hand, kind: Tile) -> tuple[Groups, ...]:
    """Return all ways to divide a complete hand into groups: `hand` with the tile `kind` added.

    Return an empty tuple if the tile does not complete the hand by this rule set.
    """
    if kind not in awaited(rules, hand):
        return ()
    regular = [
        tuple(sorted(group.kinds for group in reading))
        for reading in readings(_counts_with(hand, kind))
    ]
    return (*regular, *(groups for groups, _ in _irregular(rules, hand, kind)))


def _irregular(rules: RuleSet, hand: Hand, kind: Tile) -> Iterator[tuple[Groups, Wait]]:
    """Yield seven pairs or thirteen orphans, if the tile `kind` completes the hand to one of these.

    Each result is a tuple of the groups of the hand and the name of the wait. Yield nothing if the
    rule set does not have such hands, or if the hand is neither.
    """
    if hand.melds or kind not in awaited(rules, hand):
        return
    counts = _counts_with(hand, kind)
    if is_seven_pairs(counts) and rules.play.waits(hand_of(ONLY_PAIRS)):
        pairs = [(each, each) for each in compress(range(KINDS), counts)]
        yield tuple(pairs), "seven pairs"
    if is_orphans(counts):
        tiles = chain.from_iterable(map(repeat, range(KINDS), counts))
        yield (tuple(tiles),), "thirteen orphans"


def useful_draws(rules: RuleSet, hand: Hand) -> tuple[Tile, ...]:
    """Return the kinds of tiles that let the hand wait after the draw and some discard.

    A hand waits if one more tile completes it. Kinds of which the hand has all copies are left out.
    """
    left = list(map(sub, copies(rules), count_kinds(hand)))
    return tuple(
        kind
        for kind in range(KINDS)
        if left[kind] > 0 and any(find_waiting_discards(rules, _drawn(hand, kind)))
    )


def _drawn(hand: Hand, kind: Tile) -> Hand:
    return hand_of([*hand.tiles(), kind], hand.melds)


def find_waiting_discards(rules: RuleSet, hand: Hand) -> Iterator[tuple[Tile, tuple[Tile, ...]]]:
    """Yield each discard after which the hand waits, and the kinds of tiles that it then waits for.

    A hand waits if one more tile completes it. The hand has just drawn a tile, so it has usually
    fourteen tiles.
    """
    for kind, number in enumerate(hand.kinds()):
        if number:
            rest = list(hand.tiles())
            rest.remove(kind)
            tiles = awaited(rules, hand_of(rest, hand.melds))
            if tiles:
                yield kind, tiles
