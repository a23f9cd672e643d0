"""Audit records made of pieces of others: nothing may be raised, whatever they say.

    python benchmarks/fuzz_audit.py [SECONDS [SEED]]

Lines and words of samples are exchanged, within a record and between records, even of different
rule sets. The result can be read as a record but makes little sense. Each is audited, and every
fifth is also replayed for the viewer. The same seed makes the same records. Failures are printed as
Python literals.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from mjlog.auditor.audit import audit
from mjlog.notation import Unreadable, read
from mjlog.picture.frames import frames

SAMPLES = Path(__file__).parents[1] / "samples"
SECONDS, SEED = 60, 2026
FRAMES = 5
SHOWN = 10
Lines = list[str]


def samples() -> list[Lines]:
    """Return the lines of every sample that is text."""
    return [
        path.read_text("utf-8", "replace").split("\n") for path in sorted(SAMPLES.rglob("*.mjl"))
    ]


def jumbled(random: Random, records: list[Lines], record: Lines | None = None) -> str:
    """Return a record with a few lines and words moved, or taken from another record."""
    lines = list(record or random.choice(records))
    for _ in range(random.choice((1, 2, 3, 5, 10, 30))):
        random.choice((_line, _line, _word, _word, _word, _drop, _cut))(
            random, lines, random.choice(records)
        )
    return "\n".join(lines) + "\n"


def _line(random: Random, lines: Lines, other: Lines) -> None:
    """Put a line of another record into this one, if possible beside or over one of its kind."""
    at = random.randrange(len(lines))
    kind = lines[at].partition(" ")[0]
    alike = [line for line in other if line.partition(" ")[0] == kind]
    lines[at : at + random.randrange(2)] = [
        random.choice(alike if alike and random.random() < 0.7 else other)
    ]


def _word(random: Random, lines: Lines, other: Lines) -> None:
    """Replace a word by one of another line."""
    at = random.randrange(len(lines))
    words, others = lines[at].split(" "), random.choice(random.choice((lines, other))).split(" ")
    words[random.randrange(len(words))] = random.choice(others)
    lines[at] = " ".join(words)


def _drop(random: Random, lines: Lines, _other: Lines) -> None:
    """Delete a line."""
    if len(lines) > 1:
        del lines[random.randrange(len(lines))]


def _cut(random: Random, lines: Lines, other: Lines) -> None:
    """Replace the end by that of another record."""
    lines[random.randrange(1, len(lines) + 1) :] = other[random.randrange(len(other)) :]


def failure(text: str, *, shown: bool) -> str:
    """Return how auditing a record fails; empty if it does not.

    With `shown`, the record is also replayed for the viewer.
    """
    try:
        game = read(text)
        report = audit(game)
        if shown and report.rules is not None and game.seats in report.rules.play.spec.seats:
            for deal in game.deals:
                frames(deal, report.rules, game.seats)
    except Unreadable:
        return ""
    except Exception:  # noqa: BLE001  whatever it is, it is what is looked for
        return traceback.format_exc()
    return ""


def search(
    seed: int, go_on: Callable[[int], bool]
) -> tuple[int, dict[str, tuple[str, str]], Counter[str]]:
    """Audit records while `go_on` holds.

    Return the number of records, the first failure of each sort, and the number of each sort.
    """
    random = Random(seed)
    records = samples()
    found: dict[str, tuple[str, str]] = {}
    seen: Counter[str] = Counter()
    made = 0
    while go_on(made):
        made += 1
        text = jumbled(random, records)
        told = failure(text, shown=made % FRAMES == 0)
        if told:
            sort = "\n".join(told.strip().split("\n")[-3:])
            seen[sort] += 1
            found.setdefault(sort, (told, text))
    return made, found, seen


def main(seconds: float, seed: int) -> int:
    """Search for some seconds and print the failures; return 1 if anything failed."""
    end = time.perf_counter() + seconds
    made, found, seen = search(seed, lambda _: time.perf_counter() < end)
    for sort, (told, text) in list(found.items())[:SHOWN]:
        print(f"{seen[sort]} times: {told}  text = {text!r}\n")
    print(
        f"{made:,} records audited in {seconds:.0f} s (seed {seed}): {sum(seen.values())} "
        f"failed, {len(found)} sorts"
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3] or [SECONDS]), *([SEED] if len(sys.argv) < 3 else [])))
