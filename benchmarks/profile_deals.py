"""``make profile``: where the time of a deal goes.

    python benchmarks/profile_deals.py FILE

Real games are audited under cProfile; FILE gets the functions that take most, by their own time and
by what they call. The share of each room of the program, by own time, is printed as well.
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
    """The profile of audits, after one that teaches what is learnt once."""
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
    """The own time of each room; what Python does itself is counted where it is."""
    found: Counter[str] = Counter()
    taken = stats.stats  # type: ignore[attr-defined]
    for (file, _line, _name), (_calls, _all, own, _with, _callers) in taken.items():
        path = Path(file)
        inside = path.is_relative_to(ROOT / "mjlog")
        found[path.relative_to(ROOT / "mjlog").parts[0] if inside else "Python and packages"] += own
    return found


def main(place: Path) -> None:
    """Writes the file, prints the shares."""
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
