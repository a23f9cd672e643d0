"""Winning hands of riichi counted: by mjlog and, where it is installed, by the package `mahjong`, hands a second.

The hands are those of the tests, thrown together at random, rare ones often; both sides begin with the tiles in hand
and end with han, fu and the base or the cost. Rounds are taken in turn, the best one counts.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from bench_replay import best

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "rules"))

from riichi_hands import random_hands, worth

HANDS = 4000
ROUNDS = 5


def main() -> None:
    """Prints the figures."""
    hands = list(random_hands(HANDS, seed=1))
    works = {"mjlog": lambda: [worth(hand) for hand in hands]}
    if find_spec("mahjong") is None:
        print("  the package mahjong, the other opinion, is not installed")
    else:
        opinion = import_module("test_riichi_oracle").opinion
        works["mahjong"] = lambda: [opinion(hand, {"has_double_yakuman": False}) for hand in hands]
    times = best(ROUNDS, works)
    for name, seconds in times.items():
        print(f"  {name:12} {HANDS / seconds:10,.0f} hands/s  {seconds / HANDS * 1e6:6.0f} µs a hand")
    if "mahjong" in times:
        print(f"  mjlog counts {times['mahjong'] / times['mjlog']:.1f} times as many")


if __name__ == "__main__":
    main()
