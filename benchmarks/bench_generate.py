"""Measure how many deals are generated and written in a second, for every rule set."""

from __future__ import annotations

import time

from mjlog.bots.generate import games
from mjlog.notation import write
from mjlog.rules import load, names

DEALS, FAST_DEALS, SEED = 20, 600, 7


def main() -> None:
    """Print for each rule set the deals in a second of processor time: careful and quick play."""
    for name in [name for name in names() if load(name).judges_play]:
        thinking, _ = speed(name, DEALS, fast=False)
        quick, wins = speed(name, FAST_DEALS, fast=True)
        print(
            f"{name:<10} {thinking:>6,.0f} deals a second, --fast {quick:>6,.0f}, "
            f"{wins:.0%} of them won"
        )


def speed(name: str, deals: int, *, fast: bool) -> tuple[float, float]:
    """Return the deals generated in a second, and the share of them that somebody won."""
    start = time.process_time()
    text = "".join(map(write, games(name, seed=SEED, deals=deals, fast=fast)))
    seconds = time.process_time() - start
    won = sum("\nwin " in deal for deal in text.split("\n@ "))
    return deals / seconds, won / deals


if __name__ == "__main__":
    main()
