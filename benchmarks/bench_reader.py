"""Measure the reader: deals in a second, with its memo of words and by the grammar alone.

    python benchmarks/bench_reader.py

Reads the samples and, if they are there, the real games beside the checkout, written in notation.
The grammar is slow, so it reads as many games as it can in a few seconds, and the fast reader the
same ones. Both are run in turn in one process, and the best of several rounds counts. Promised: the
memo is at least 15 times faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from mjlog.formats import load
from mjlog.notation import read, read_slowly, write
from mjlog.notation.play.words import memo

ROOT = Path(__file__).parents[1]
LOGS = ROOT.parent / "shared" / "logs" / "riichi" / "tenhou_xml" / "mjx"
SAMPLES = ROOT / "samples"
ROUNDS, COMPARED, PROMISED = 5, 30, 15


def best(works: Sequence[Callable[[], object]]) -> list[float]:
    """Return the shortest time of each work in seconds.

    The works are run in turn, so that a busy moment affects all.
    """
    times = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            times[place] = min(times[place], time.perf_counter() - start)
    return times


def own(folder: Path) -> list[bytes]:
    """Return the texts of a folder's samples, without broken ones."""
    return [
        path.read_bytes() for path in sorted(folder.rglob("*.mjl")) if "broken" not in path.parts
    ]


def real() -> list[bytes]:
    """Return real games in notation; empty if they are not there."""
    if not LOGS.is_dir():
        return []
    return [
        write(source.game).encode() for source in load(LOGS, wall=False) if source.game is not None
    ]


def afresh(texts: Sequence[bytes]) -> None:
    """Read the texts with an empty memo of words, as a new process does."""
    memo.cache_clear()
    for text in texts:
        read(text)


def measure(name: str, texts: list[bytes]) -> None:
    """Print a line for each way of reading."""
    size, games = sum(map(len, texts)), [read(text) for text in texts]
    deals, turns = (
        sum(len(game.deals) for game in games),
        sum(len(deal.turns) for g in games for deal in g.deals),
    )
    print(f"  {name}: {len(texts)} records, {deals} deals, {turns:,} turns, {size / 1000:,.0f} kB")
    for road, seconds in zip(
        ("words known", "words forgotten first"),
        best([lambda: [read(text) for text in texts], lambda: afresh(texts)]),
        strict=True,
    ):
        print(f"    {road:24}{deals / seconds:9,.0f} deals/s {size / seconds / 1e6:7.1f} MB/s")
    some = Random(1).sample(texts, min(COMPARED, len(texts)))
    quick, slow = best(
        [lambda: [read(text) for text in some], lambda: [read_slowly(text) for text in some]]
    )
    few = sum(len(read(text).deals) for text in some)
    print(f"    {'the grammar alone':24}{few / slow:9,.0f} deals/s ({len(some)} of the records)")
    print(f"    the memo is {slow / quick:.1f} times faster (promised: {PROMISED})")


def main() -> None:
    """Measure samples and real games, and print the figures."""
    measure("samples/riichi", own(SAMPLES / "riichi"))
    measure("all legal samples", own(SAMPLES))
    if texts := real():
        measure(LOGS.name, texts)
    else:
        print("  no real games beside the checkout")


if __name__ == "__main__":
    main()
