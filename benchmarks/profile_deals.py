"""``make profile``: profile audits of real games.

    python benchmarks/profile_deals.py FILE

FILE gets the functions that take most time, by own time and with the functions they call. The share
of each room of the program, by own time, is printed.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Final

import mjlog

ROOT: Final = Path(__file__).parents[1]
ROUNDS: Final = 3
MOST: Final = 40


def profiled(texts: list[str]) -> cProfile.Profile:
    """Return the profile of audits, after a first pass that fills the caches."""
    profile = cProfile.Profile()
    for text in texts:
        mjlog.audit(mjlog.read(text))
    profile.enable()
    for _ in range(ROUNDS):
        for text in texts:
            mjlog.audit(mjlog.read(text))
    profile.disable()
    return profile


def rooms(stats: pstats.Stats) -> Counter[str]:
    """Return the own time by room; the time in Python itself is a room of its own."""
    found: Counter[str] = Counter()
    taken = stats.stats  # type: ignore[attr-defined]
    for (file, _line, _name), (_calls, _all, own, _with, _callers) in taken.items():
        path = Path(file)
        inside = path.is_relative_to(ROOT / "mjlog")
        found[path.relative_to(ROOT / "mjlog").parts[0] if inside else "Python and packages"] += own
    return found


def main(place: Path) -> None:
    """Write the file, and print the shares."""
    texts = [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "data").glob("*.mjl"))
    ]
    deals = sum(len(mjlog.read(text).deals) for text in texts) * ROUNDS
    written = StringIO()
    stats = pstats.Stats(profiled(texts), stream=written)
    shares = rooms(stats)
    whole = shares.total()
    lines = [f"{deals} deals, {whole / deals * 1e6:,.0f} µs a deal under the profiler"]
    lines += [f"  {name:24}{own / whole:6.1%}" for name, own in shares.most_common()]
    stats.sort_stats("tottime").print_stats(MOST)
    stats.sort_stats("cumulative").print_stats(MOST)
    place.write_text("\n".join([*lines, written.getvalue()]), encoding="utf-8")
    print("\n".join([*lines, f"{place} has the functions"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
