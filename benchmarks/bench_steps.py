"""Measure how long stepping through a deal's positions takes, relative to a plain replay."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import mjlog
from mjlog.bots.generate import games

DEALS, ROUNDS, SEED = 12, 7, 3


def main() -> None:
    """Print the ratios: using nothing of each position, its last act, its hands."""
    rules = mjlog.rules.load("riichi")
    deals = [deal for game in games("riichi", seed=SEED, deals=DEALS) for deal in game.deals]
    ways: dict[str, Callable[[mjlog.Deal], object]] = {
        "replay": lambda deal: mjlog.replay(deal, rules, seats=4),
        "steps": lambda deal: list(deal.steps(rules)),
        "last acts": lambda deal: [position.last for position in deal.steps(rules)],
        "hands": lambda deal: [position.hands for position in deal.steps(rules)],
    }
    least = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, way in ways.items():
            least[name] = min(least[name], _seconds(way, deals))
    for name, seconds in least.items():
        print(f"{name:<10} {seconds / least['replay']:.2f} times a replay")


def _seconds(way: Callable[[mjlog.Deal], object], deals: list[mjlog.Deal]) -> float:
    start = process_time()
    for deal in deals:
        way(deal)
    return process_time() - start


if __name__ == "__main__":
    main()
