"""Read hostile and broken text: only `Unreadable` may be raised, and both readers must agree.

    python benchmarks/fuzz.py [NUMBER [SEED]]

NUMBER changes (by default a million) are made to bytes and words: four fifths in whole records,
which are samples changed again and again, the others in single words of play. Each thousandth text
is also read by the grammar alone, and each hundredth record is written and read again. The same
seed makes the same changes. Failures are printed as Python literals.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from mangle import HOSTILE, mangle

from mjlog.model.record import Game
from mjlog.notation import Unreadable, read, read_slowly, write
from mjlog.notation.reference_reader import agree

SAMPLES = Path(__file__).parents[1] / "samples"
NUMBER, SEED = 1_000_000, 2026
WORDS = (
    "9m. 2s-8m -8m 8m! _4z! +99m-4p *5555z/7s-6m ^5z/7s-1m 1f/3m-9s &36f/7s1f 5p# A:# ~9m "
    "~chombo=4.4 ? n *"
)
ROUND_TRIP, TWO_ROADS = 100, 1000
SHOWN = 10


@dataclass
class Tally:
    """The numbers of texts and outcomes, and the failures."""

    texts: int = 0
    accidents: int = 0
    size: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def fail(self, why: str, data: bytes) -> None:
        """Note a failure with the bytes that cause it."""
        self.failures.append(f"{why}\n  data = {data!r}")


def main(number: int, seed: int) -> int:
    """Read changed texts until NUMBER is reached; return 1 if anything failed."""
    random = Random(seed)
    records = [path.read_bytes() for path in sorted(SAMPLES.rglob("*.mjl"))]
    tally = Tally()
    start = time.perf_counter()
    while tally.accidents < number:
        texts = words(random) if tally.texts % 5 == 4 else mangled(random, random.choice(records))
        for data, times in texts:
            tally.accidents += times
            probe(data, tally)
    show(tally, time.perf_counter() - start, seed)
    return bool(tally.failures)


def mangled(random: Random, data: bytes) -> list[tuple[bytes, int]]:
    """Return versions of a record, each changed further, with the number of changes in each."""
    texts = []
    for _ in range(random.randrange(1, 5)):
        times = random.choice((1, 1, 2, 5, 20, 100))
        data = mangle(random, data, times)
        texts.append((data, times))
    return texts


def words(random: Random) -> list[tuple[bytes, int]]:
    """Return one deal of a hundred broken words, with the number of changes."""
    known = [word.encode() for word in WORDS.split()]
    broken = [
        mangle(random, random.choice((*known, random.choice(HOSTILE))), 1) for _ in range(100)
    ]
    return [(b"%mjlog 1.0\n@ 1 dealer=A\n1. " + b" ".join(broken) + b"\n", 100)]


def probe(data: bytes, tally: Tally) -> None:
    """Read one text; note its outcome, or a failure."""
    tally.texts += 1
    tally.size += len(data)
    try:
        game = read(data)
        tally.outcomes["a record" if game.deals else "a record without deals"] += 1
        tally.outcomes["findings"] += len(game.findings)
        if tally.texts % ROUND_TRIP == 0 and read(write(game)) != game:
            tally.fail("what was written is read as something else", data)
        if tally.texts % TWO_ROADS == 0:
            compare(game, data, tally)
    except Unreadable:
        tally.outcomes["unreadable"] += 1
    except Exception:  # noqa: BLE001  whatever it is, it is what is looked for
        tally.fail(traceback.format_exc(), data)


def compare(game: Game, data: bytes, tally: Tally) -> None:
    """Read the text by the grammar alone; note a failure if the results differ."""
    tally.outcomes["both roads"] += 1
    if not agree(game, read_slowly(data)):
        tally.fail("the two roads disagree", data)


def show(tally: Tally, seconds: float, seed: int) -> None:
    """Print the figures, then the failures."""
    print(
        f"seed {seed}: {tally.accidents:,} accidents in {tally.texts:,} texts of "
        f"{tally.size / 1e6:,.1f} MB"
    )
    print(
        f"{seconds:,.0f} s, {tally.texts / seconds:,.0f} texts a second, "
        f"{tally.size / seconds / 1e6:.2f} "
        f"MB a second"
    )
    print(", ".join(f"{name}: {number:,}" for name, number in sorted(tally.outcomes.items())))
    print(f"{len(tally.failures)} failures")
    for failure in tally.failures[:SHOWN]:
        print(failure)


if __name__ == "__main__":
    given = [int(argument.replace(",", "").replace("_", "")) for argument in sys.argv[1:]]
    sys.exit(main(*(*given, *(NUMBER, SEED)[len(given) :])))
