"""The teaching hands of the Tibet ladder.

What they wait for, how they read, and what changes that.
"""

from itertools import combinations_with_replacement

import pytest

from mjlog import rules
from mjlog.model.shapes import is_complete, waits
from mjlog.model.tiles import TILES, counts, text
from mjlog.notation.play.tile_words import tiles_of
from mjlog.referee import hand_readings

FOUR = rules.load("tibet/1 preset=tibet-4")
SEVEN = rules.load("tibet/1 preset=tibet-7")

WAITS = [
    ("6789p", "69p", ["789p + 6p: 6p single", "678p + 9p: 9p single"]),
    ("5666p", "457p", ["66p + 56p: 47p two-sided", "666p + 5p: 5p single"]),
    ("1134567p", "258p", ["11p 567p + 34p: 25p two-sided", "11p 345p + 67p: 58p two-sided"]),
    ("1116789p", "69p", ["111p 789p + 6p: 6p single", "111p 678p + 9p: 9p single"]),
    ("1236789p", "69p", ["123p 789p + 6p: 6p single", "123p 678p + 9p: 9p single"]),
    (
        "3456789p",
        "369p",
        ["456p 789p + 3p: 3p single", "345p 789p + 6p: 6p single", "345p 678p + 9p: 9p single"],
    ),
    (
        "2345777p",
        "256p",
        ["345p 777p + 2p: 2p single", "234p 777p + 5p: 5p single", "234p 77p + 57p: 6p middle"],
    ),
]

WITH_PAIR = {
    1: "258",
    2: "258",
    3: "24578",
    4: "2358",
    5: "258",
    6: "2578",
    7: "23568",
    8: "258",
    9: "258",
}
WITH_SET = {
    "111": "69", "222": "69", "333": "69", "123": "69", "234": "69", "567": "69", "678": "69",
    "789": "69",
    "444": "569", "555": "4679", "666": "9", "777": "5689", "888": "679", "999": "6", "345": "369",
    "456": "369",
}  # fmt: skip

COMPLETE = [
    ("22567p", 1),
    ("44888p", 1),
    ("33345p", 1),
    ("23334p", 1),
    ("12333p", 1),
    ("22233344p", 1),
    ("11223344p", 2),
]


def hand(written):
    return hand_readings.hand_of(tiles_of(written))


def awaited(known, written):
    return text(hand_readings.awaited(known, hand(written)))


def wait_text(way):
    groups = " ".join(text(group) for group in way.groups)
    return f"{groups} + {text(way.part)}: {text(way.awaited)} {way.wait}"


@pytest.mark.parametrize(("written", "tiles", "ways"), WAITS)
def test_a_teaching_hand(written, tiles, ways):
    known = FOUR if len(written) == 5 else SEVEN
    assert awaited(known, written) == tiles
    assert [wait_text(way) for way in hand_readings.divide_hand(known, hand(written))] == ways


@pytest.mark.parametrize("pair", range(1, 10))
def test_a_pair_beside_the_three_sided_wait_may_change_it(pair):
    assert awaited(SEVEN, f"34567{pair}{pair}p") == f"{WITH_PAIR[pair]}p"


@pytest.mark.parametrize("group", WITH_SET)
def test_a_set_beside_the_dual_single_wait_may_change_it(group):
    assert awaited(SEVEN, f"6789{group}p") == f"{WITH_SET[group]}p"


def test_a_tile_held_four_times_is_awaited_in_vain():
    assert hand_readings.exhausted(hand("6666789p")) == (TILES["6p"],)
    assert hand_readings.exhausted(hand("1116789p")) == ()


@pytest.mark.parametrize(("written", "number"), COMPLETE)
def test_how_often_a_complete_hand_reads(written, number):
    tiles = tiles_of(written)
    known = FOUR if len(tiles) == 5 else SEVEN
    assert len(hand_readings.groupings(known, hand_readings.hand_of(tiles[1:]), tiles[0])) == number


# What the ladder claims of all hands of one suit, counted out.


def one_suit(size):
    """Every hand of circles with that many tiles."""
    dots = range(TILES["1p"], TILES["9p"] + 1)
    hands = (counts(tiles) for tiles in combinations_with_replacement(dots, size))
    return [held for held in hands if max(held) <= 4]


def test_no_four_tiles_of_one_suit_are_further_than_one_tile_from_waiting():
    hands = one_suit(4)
    widths = [waits(held).bit_count() for held in hands]
    assert len(hands) == 495
    assert [widths.count(width) for width in range(5)] == [246, 135, 102, 12, 0]
    tiles = [[kind for kind in range(34) for _ in range(held[kind])] for held in hands]
    assert all(hand_readings.useful_draws(FOUR, hand_readings.hand_of(each)) for each in tiles)


@pytest.mark.parametrize(("size", "number"), [(5, 135), (8, 996)])
def test_complete_hands_of_one_suit(size, number):
    assert sum(map(is_complete, one_suit(size))) == number
