"""Records put together from pieces of others through the audit.

Nothing may be raised, whatever they say.

    python benchmarks/fuzz_audit.py [SECONDS [SEED]]

Lines and words of the samples change places, within a record and from one record to another, rule
sets too; what comes of it still reads as a record and makes little sense. Each is audited, every
fifth goes through the frames of the viewer as well. The same seed makes the same records. Whatever
fails is shown as a Python literal.
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
    """The lines of every sample that is text."""
    return [
        path.read_text("utf-8", "replace").split("\n") for path in sorted(SAMPLES.rglob("*.mjl"))
    ]


def jumbled(random: Random, records: list[Lines], record: Lines | None = None) -> str:
    """A record with a few lines and words of its own or of another one in other places."""
    lines = list(record or random.choice(records))
    for _ in range(random.choice((1, 2, 3, 5, 10, 30))):
        random.choice((_line, _line, _word, _word, _word, _drop, _cut))(
            random, lines, random.choice(records)
        )
    return "\n".join(lines) + "\n"


def _line(random: Random, lines: Lines, other: Lines) -> None:
    """A line of another record, of the same kind where there is one.

    In the place of a line or behind it.
    """
    at = random.randrange(len(lines))
    kind = lines[at].partition(" ")[0]
    alike = [line for line in other if line.partition(" ")[0] == kind]
    lines[at : at + random.randrange(2)] = [
        random.choice(alike if alike and random.random() < 0.7 else other)
    ]


def _word(random: Random, lines: Lines, other: Lines) -> None:
    """A word of another line in the place of a word."""
    at = random.randrange(len(lines))
    words, others = lines[at].split(" "), random.choice(random.choice((lines, other))).split(" ")
    words[random.randrange(len(words))] = random.choice(others)
    lines[at] = " ".join(words)


def _drop(random: Random, lines: Lines, _other: Lines) -> None:
    """A line is lost."""
    if len(lines) > 1:
        del lines[random.randrange(len(lines))]


def _cut(random: Random, lines: Lines, other: Lines) -> None:
    """The end is that of another record."""
    lines[random.randrange(1, len(lines) + 1) :] = other[random.randrange(len(other)) :]


def failure(text: str, *, shown: bool) -> str:
    """How the audit fails on that record, empty where it does not."""
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
    """How many records were made while `go_on` held.

    Of each sort of failure the first, and how often it was seen.
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
    """1 if anything failed."""
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
