"""Winning hands of riichi counted.

By mjlog and, where it is installed, by the package `mahjong`, hands a second.

The hands are those of the tests, thrown together at random, rare ones often; both sides begin with
the tiles in hand and end with han, fu and the base or the cost. Rounds are taken in turn, and of
each few hands the best one counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench_replay import best

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "rules"))

from riichi_hands import random_hands, worth

HANDS = 4000
ROUNDS = 5
PART = 100


def by_mahjong(number: int) -> list[Callable[[], object]]:
    """So many hands, counted by the package `mahjong`, a few at a time."""
    opinion = import_module("test_riichi_oracle").opinion
    return _in_parts(lambda hand: opinion(hand, {"has_double_yakuman": False}), number)


def _in_parts(count: Callable[[Any], object], number: int) -> list[Callable[[], object]]:
    hands = list(random_hands(number, seed=1))
    return [partial(_each, count, hands[at : at + PART]) for at in range(0, number, PART)]


def _each(count: Callable[[Any], object], hands: Sequence[Any]) -> None:
    for hand in hands:
        count(hand)


def main() -> None:
    """Prints the figures."""
    works = {"mjlog": _in_parts(worth, HANDS)}
    if find_spec("mahjong") is None:
        print("  the package mahjong, the other opinion, is not installed")
    else:
        works["mahjong"] = by_mahjong(HANDS)
    times = best(ROUNDS, works)
    for name, seconds in times.items():
        print(
            f"  {name:12} {HANDS / seconds:10,.0f} hands/s  {seconds / HANDS * 1e6:6.0f} µs a hand"
        )
    if "mahjong" in times:
        print(f"  mjlog counts {times['mahjong'] / times['mjlog']:.1f} times as many")


if __name__ == "__main__":
    main()
