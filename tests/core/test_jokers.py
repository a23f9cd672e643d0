"""Shapes with jokers against a search that tries every tile for every joker."""

import random
from itertools import combinations_with_replacement

import pytest

from mjlog.model import shapes
from mjlog.model.jokers import ANY, Demand, Liberty, is_complete, one_suit_readings
from mjlog.model.tiles import EAST, KINDS, counts
from mjlog.notation.play.tile_words import tiles_of

NONE = (0,) * KINDS


def hand(written):
    return counts(tiles_of(written))


def stand_ins(held, jokers):
    """The counts for every choice of tiles for the jokers, at most four alike."""
    for chosen in combinations_with_replacement(range(KINDS), jokers):
        found = list(held)
        for kind in chosen:
            found[kind] += 1
        if max(found) <= 4:
            yield found


def groups_of(readings):
    return {tuple(sorted((group.sort, group.tile) for group in reading)) for reading in readings}


def naive_readings(held, jokers):
    return groups_of(
        reading for found in stand_ins(held, jokers) for reading in shapes.readings(found)
    )


def one_suit(reading):
    suits = {tile // 9 for _, tile in reading if tile < EAST}
    return len(suits) <= 1 and sum(sort == "chow" for sort, _ in reading) <= 1


def taken_from_a_winning_hand(chance, jokers, *, narrow):
    """A complete hand with some tiles made jokers, and sometimes a wrong one."""
    while True:
        kinds = [*range(9), *range(27, 34)] if narrow else list(range(KINDS))
        groups = [chance.choice(kinds) for _ in range(5)]
        tiles = [groups[4]] * 2
        for kind in groups[:4]:
            chow = chance.random() < (0.2 if narrow else 0.5) and kind < EAST and kind % 9 < 7
            tiles += [kind, kind + 1, kind + 2] if chow else [kind] * 3
        if max(tiles.count(t) for t in tiles) <= 4:
            break
    chance.shuffle(tiles)
    tiles = tiles[jokers:]
    if chance.random() < 0.5:
        tiles[0] = chance.choice(kinds)
    found = [0] * KINDS
    for tile in tiles:
        found[tile] += 1
    return found


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_complete_as_if_every_tile_was_tried(jokers):
    chance = random.Random(jokers)
    for _ in range(60):
        held = taken_from_a_winning_hand(chance, jokers, narrow=False)
        expected = any(shapes.is_complete(found) for found in stand_ins(held, jokers))
        assert is_complete(held, jokers) == (expected if max(held) <= 4 else False), held


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_readings_of_one_suit_as_if_every_tile_was_tried(jokers):
    chance = random.Random(10 + jokers)
    for _ in range(60):
        held = taken_from_a_winning_hand(chance, jokers, narrow=True)
        found = groups_of(one_suit_readings(Demand(held, jokers), suits=(0, 1, 2), chows=1))
        expected = (
            {r for r in naive_readings(held, jokers) if one_suit(r)} if max(held) <= 4 else set()
        )
        assert found == expected, held


@pytest.mark.parametrize(
    ("written", "jokers", "liberty", "complete"),
    [
        ("12m555p111222z33z", 1, ANY, True),
        ("12m555p111222z33z", 1, Liberty(chows=False), False),
        ("123m555p111222z3z", 1, ANY, True),
        ("123m555p111222z3z", 1, Liberty(pairs=False), False),
        ("1111m55p111222z", 2, ANY, True),
        ("1111m555p11122z", 1, ANY, False),
        ("55p", 0, ANY, True),
        ("", 2, ANY, True),
        ("", 2, Liberty(pairs=False), False),
        ("5p", 8, ANY, False),
        ("57p", 9, ANY, True),
    ],
)
def test_what_jokers_may_stand_for(written, jokers, liberty, complete):
    assert is_complete(hand(written) if written else NONE, jokers, liberty=liberty) == complete


def test_no_more_than_four_alike_with_those_that_lie_declared():
    elsewhere = counts([0, 0, 0])
    assert is_complete(hand("11m"), 0)
    assert not is_complete(hand("11m"), 0, elsewhere)
    assert is_complete(hand("11m"), 0, elsewhere, Liberty(most=5))


def test_six_tiles_of_one_suit_and_eight_jokers():
    readings = list(one_suit_readings(Demand(hand("147m258m"), 8), suits=(0, 1, 2), chows=1))
    assert all(one_suit(reading) for reading in groups_of(readings))
    assert len(groups_of(readings)) == len(readings)
    assert not list(one_suit_readings(Demand(hand("147m258m369m"), 5), suits=(0,), chows=1))


def test_two_pungs_alike_where_more_than_four_may_be():
    held = hand("111779999s777z")
    more = Liberty(chows=False, pairs=False, most=14)
    assert list(one_suit_readings(Demand(held, 2, liberty=more), suits=(2,), chows=1))
    assert not list(
        one_suit_readings(
            Demand(held, 2, liberty=Liberty(chows=False, pairs=False)), suits=(2,), chows=1
        )
    )
