"""Measure hostile lines: how much longer reading takes if a line is four times as long.

    python benchmarks/bench_hostile.py

The ratio is about 4 if the time grows with the length, and 16 if it grows with its square, by which
somebody could stop a server. Each line is read several times at both lengths in turn, and the best
times count. The longest lines are as long as is allowed. Promised: under 10.
"""

from __future__ import annotations

import time

from mjlog.notation import read

HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"
LINES = (
    ("1. ", "(", 30_000, ""),
    ("1. ", "{", 30_000, ""),
    ("1. ", "{\\", 15_000, ""),
    ("1. ", "9m", 15_000, ""),
    ("1. +", "1'", 15_000, "m-1m"),
    ("show A ", "+1m", 10_000, ""),
    ("show A ", "1m ", 10_000, ""),
    ("fan A ", "a,", 15_000, ""),
    ("pay ", "A>B 1, ", 4_000, ""),
    ("score ", "1 ", 15_000, ""),
    ("next ", "a=b ", 7_000, ""),
    ("draw ", "a", 30_000, ""),
    ("1. 9m", "/", 30_000, ""),
    ("1. &", "?f", 15_000, ""),
    ("deal A [", "1", 30_000, ""),
)
"""What a line begins with, what is repeated how often, and its end."""
ROUNDS, PROMISED = 5, 10


def hostile(begins: str, repeated: str, times: int, ends: str) -> str:
    """Return a record with such a line: a beginning, a repeated part, an end."""
    return f"{HEAD}{begins}{repeated * times}{ends}\n"


def ledger(entries: int) -> str:
    """Return a ledger with this number of entries and as many deletions of all of them."""
    lines = [f"{entry:06} S1 A:1m" for entry in range(1, entries)]
    lines += [
        f"{entry:06} S1 del 000001..{entries - 1:06}" for entry in range(entries, 2 * entries)
    ]
    return HEAD + "\n".join(lines) + "\n"


def growth(short: str, long: str) -> tuple[float, float]:
    """Return how many times longer the long text takes than the short one, and its seconds."""
    taken = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for place, text in enumerate((short, long)):
            start = time.process_time()
            read(text)
            taken[place] = min(taken[place], time.process_time() - start)
    return taken[1] / max(taken[0], 1e-4), taken[1]


def main() -> None:
    """Print the ratio of each hostile line."""
    pairs = [
        (f"{b}{r}…", hostile(b, r, times // 4, e), hostile(b, r, times, e))
        for b, r, times, e in LINES
    ]
    pairs.append(("0001 S1 del …", ledger(3_000), ledger(12_000)))
    for name, short, long in pairs:
        times, seconds = growth(short, long)
        print(
            f"  {name:16}{len(long) / 1000:8,.0f} kB{seconds * 1000:9.1f} ms{times:7.1f} "
            f"times as long"
        )
    print(f"  promised: under {PROMISED} times")


if __name__ == "__main__":
    main()
