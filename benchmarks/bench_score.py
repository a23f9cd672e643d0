"""Measure the scoring of winning hands of riichi and MCR: hands in a second.

mjlog is compared with the packages `mahjong` and PyMahjongGB if they are installed. The hands are
random hands from the tests, with many rare ones. All start with the tiles and return han, fu and
cost, or fans. Rounds are run in turn, and the shortest time of each hundred hands counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from bench_replay import best

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "rules"))

from kit_hands import as_won
from mcr_hands import fans_of_the_other, random_hand
from riichi_hands import random_hands, worth

from mjlog.rules import load

HANDS = 4000
ROUNDS = 5
PART = 100


def by_mahjong(number: int) -> list[Callable[[], object]]:
    """Return works that score this number of riichi hands by the package `mahjong`."""
    opinion = import_module("test_riichi_oracle").opinion
    hands = [*random_hands(number, seed=1)]
    return _in_parts(lambda hand: opinion(hand, {"has_double_yakuman": False}), hands)


def hands_of_mcr(number: int) -> list[Any]:
    """Return this number of random winning hands of MCR."""
    rng = Random(1)
    hands = []
    while len(hands) < number:
        hand = random_hand(rng)
        if hand is not None:
            hands.append(hand)
    return hands


def _in_parts(count: Callable[[Any], object], hands: Sequence[Any]) -> list[Callable[[], object]]:
    return [partial(_each, count, hands[at : at + PART]) for at in range(0, len(hands), PART)]


def _each(count: Callable[[Any], object], hands: Sequence[Any]) -> None:
    for hand in hands:
        count(hand)


def main() -> None:
    """Measure riichi and MCR, and print the figures."""
    works = {"mjlog": _in_parts(worth, [*random_hands(HANDS, seed=1)])}
    if find_spec("mahjong") is None:
        print("  the package mahjong, the other opinion, is not installed")
    else:
        works["mahjong"] = by_mahjong(HANDS)
    _show(works)
    mcr, score = hands_of_mcr(HANDS), load("mcr/1 flowers=0").scoring.score
    won = [as_won(hand) for hand in mcr]
    works = {"mjlog, MCR": _in_parts(lambda one: score(*one), won)}
    if find_spec("MahjongGB") is None:
        print("  PyMahjongGB, the other opinion, is not installed")
    else:
        calculator = import_module("MahjongGB").MahjongFanCalculator
        works["PyMahjongGB"] = _in_parts(lambda hand: fans_of_the_other(calculator, hand), mcr)
    _show(works)


def _show(works: dict[str, list[Callable[[], object]]]) -> None:
    """Print the speed of each work, and how many times faster the first one is."""
    times = best(ROUNDS, works)
    for name, seconds in times.items():
        print(
            f"  {name:12} {HANDS / seconds:10,.0f} hands/s  {seconds / HANDS * 1e6:6.0f} µs a hand"
        )
    ours, *theirs = times
    for name in theirs:
        print(f"  {ours} counts {times[name] / times[ours]:.2f} times as many as {name}")


if __name__ == "__main__":
    main()
