"""Completeness, waits and readings against a naive search that shares no code with the engine."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.model import shapes
from mjlog.model.tiles import KINDS, TILES

SETS = [(kind,) * 3 for kind in range(KINDS)] + [
    (start + rank, start + rank + 1, start + rank + 2) for start in (0, 9, 18) for rank in range(7)
]


@lru_cache(maxsize=200_000)
def _naive(tiles: tuple[int, ...], pair: bool) -> frozenset[tuple[tuple[int, ...], ...]]:
    """All groupings of sorted tiles, as sorted tuples of groups.

    Every set and pair tried on the first tile.
    """
    if not tiles:
        return frozenset() if pair else frozenset({()})
    found = set()
    candidates = [s for s in SETS if s[0] == tiles[0]] + ([(tiles[0],) * 2] if pair else [])
    for group in candidates:
        need = Counter(group)
        have = Counter(tiles)
        if all(have[t] >= n for t, n in need.items()):
            rest = tuple(sorted((have - need).elements()))
            for others in _naive(rest, pair and len(group) == 3):
                found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def _counts(tiles: tuple[int, ...]) -> list[int]:
    held = [0] * KINDS
    for tile in tiles:
        held[tile] += 1
    return held


@st.composite
def near_hands(draw: st.DrawFn) -> tuple[int, ...]:
    """Sets and a pair, some tiles then changed: 2 to 17 tiles, at most four alike."""
    number = draw(st.integers(0, 5))
    tiles = [t for _ in range(number) for t in draw(st.sampled_from(SETS))]
    tiles += [draw(st.integers(0, KINDS - 1))] * 2
    for _ in range(draw(st.integers(0, 2))):
        tiles[draw(st.integers(0, len(tiles) - 1))] = draw(st.integers(0, KINDS - 1))
    tiles = [t for t, n in Counter(tiles).items() for _ in range(min(n, 4))]
    return tuple(sorted(tiles))


@given(near_hands())
def test_complete_means_that_a_grouping_exists(tiles: tuple[int, ...]) -> None:
    assert shapes.is_complete(_counts(tiles)) == bool(_naive(tiles, True))


@given(near_hands())
def test_readings_are_all_groupings(tiles: tuple[int, ...]) -> None:
    found = [
        tuple(sorted(group.kinds for group in reading))
        for reading in shapes.readings(_counts(tiles))
    ]
    assert len(found) == len(set(found))
    assert set(found) == set(_naive(tiles, True))


@given(near_hands(), st.integers(0, 16))
def test_waits_are_the_kinds_that_complete(tiles: tuple[int, ...], gone: int) -> None:
    rest = tiles[: gone % len(tiles)] + tiles[gone % len(tiles) + 1 :]
    counts = _counts(rest)
    expected = {k for k in range(KINDS) if _naive(tuple(sorted((*rest, k))), True)}
    if len(rest) % 3 == 1:
        assert set(shapes.kinds(shapes.waits(counts, all_held=True))) == expected
        assert set(shapes.kinds(shapes.waits(counts))) == {k for k in expected if counts[k] < 4}


def _hand(text: str) -> list[int]:
    tiles: list[int] = []
    ranks = ""
    for sign in text:
        if sign in "mpsz":
            tiles += [TILES[rank + sign] for rank in ranks]
            ranks = ""
        else:
            ranks += sign
    return _counts(tuple(tiles))


@pytest.mark.parametrize(
    ("hand", "waited"),
    [
        ("1112345678999m", "123456789m"),
        ("19m19p19s1234567z", ""),
        ("1m", "1m"),
        ("34567m345p678s55s", "258m"),
    ],
)
def test_known_waits(hand: str, waited: str) -> None:
    assert shapes.kinds(shapes.waits(_hand(hand))) == tuple(
        k for k, n in enumerate(_hand(waited)) if n
    )


def test_a_wait_for_a_fifth_tile_is_told_only_when_asked() -> None:
    assert shapes.kinds(shapes.waits(_hand("1111m"))) == ()
    assert shapes.kinds(shapes.waits(_hand("1111m"), all_held=True)) == (TILES["1m"],)


def test_irregular_hands() -> None:
    orphans = _hand("19m19p19s1234567z")
    assert shapes.kinds(shapes.orphans_waits(orphans)) == shapes.ORPHANS
    assert shapes.is_orphans(_hand("19m19p19s12345677z"))
    assert not shapes.is_orphans(_hand("19m19p19s1234566m"))
    assert shapes.kinds(shapes.orphans_waits(_hand("19m19p19s1234566z"))) == (TILES["7z"],)
    assert shapes.is_seven_pairs(_hand("1133557799m1122z"))
    assert not shapes.is_seven_pairs(_hand("1111557799m1122z"))
    assert shapes.kinds(shapes.seven_pairs_waits(_hand("1133557799m112z"))) == (TILES["2z"],)
    assert shapes.seven_pairs_waits(_hand("1111557799m112z")) == 0
