"""A scribe at a real game who sees only the table, and misses one discard in twenty.

    python tests/kit/typist.py [RECORD...] [--pace 2] [--seed 1] [--keep FOLDER]

Each record is typed into `mjlog record`, all at the same time, as slowly as it is played: a turn
about every two seconds. The result is audited. The program fails if a line is not acknowledged, if
the ledger is damaged, or if any player is accused.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from mjlog.auditor.audit import audit
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.model.record import SEATS, Claim, Deal, Discard, Draw, Game, Ready, Turn, Win
from mjlog.notation import read
from mjlog.notation.writer import line_text

DATA: Final = Path(__file__).parents[1] / "data"
GAMES: Final = (DATA / "west-round.mjl", DATA / "heavenly-win.mjl")
ONE_IN: Final = 20
OF_THE_END: Final = {"win", "draw", "ura", "show", "score", "next"}


class Typed(NamedTuple):
    """The result of typing one game."""

    lines: int
    turns: int
    missed: int
    slowest: float
    findings: Counter[str]

    def __str__(self) -> str:
        """In one line."""
        told = ", ".join(f"{number} {severity}" for severity, number in self.findings.items())
        return (
            f"{self.lines} lines, {self.missed} of {self.turns} turns missed, the slowest answer "
            f"after {self.slowest * 1000:.0f} ms; findings: {told or 'none'}"
        )


def script(game: Game, chance: Random) -> Iterator[str]:
    """All that is typed for a game."""
    for deal in game.deals:
        stated = [line_text(line.content) for line in deal.lines]
        yield f"@ {deal.label} dealer={SEATS[deal.dealer]}"
        yield from (text for text in stated if text.startswith("dora"))
        yield from discards_alone(deal, game.seats, chance)
        yield from (text for text in stated if text.split()[0] in OF_THE_END)


def discards_alone(deal: Deal, seats: int, chance: Random) -> Iterator[str]:
    """The words of a deal, some discards left out."""
    expected, missed = deal.dealer, -1
    for turn in deal.turns:
        thrown = isinstance(turn.acts[-1], Discard)
        if thrown and missed < 0 and turn is not deal.turns[-1] and not chance.randrange(ONE_IN):
            missed = turn.seat
            continue
        word = seen_by_the_table(turn)
        takes = isinstance(turn.acts[0], Claim) or turn.word == "#"
        if missed >= 0 and takes:
            yield f"resync {SEATS[(missed + 1) % seats]}"
        due = turn.seat == expected and missed < 0 and not takes
        yield word if due else f"{SEATS[turn.seat]}:{word}"
        expected, missed = (turn.seat + 1) % seats, -1


def seen_by_the_table(turn: Turn) -> str:
    """A turn without the tiles that its player alone sees."""
    first, *others = turn.acts
    if not isinstance(first, Draw) or not others:
        return turn.word
    if isinstance(turn.acts[-1], Win):
        return turn.word
    if isinstance(others[-1], Discard) and all(isinstance(a, (Ready, Discard)) for a in others):
        return turn.word.rpartition("-")[2]
    return f"{turn.word[2:]}" if turn.word[2:3] in {"*", "^"} else turn.word


def type_game(path: Path, ledger: Path, chance: Random, pace: float) -> Typed:
    """Types a game line by line, each once the one before is acknowledged."""
    game = read(path.read_bytes())
    lines = [*script(game, chance)]
    command = [sys.executable, "-m", "mjlog", "record", str(ledger), "--rules", game.rules]
    players = ["--players", *(f"{SEATS[seat]} {SEATS[seat]}" for seat in range(game.seats))]
    with (
        ledger.with_suffix(".errors").open("w", encoding="utf-8") as said,
        subprocess.Popen(
            [*command, *players],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            bufsize=1,
        ) as recorder,
    ):
        assert recorder.stdin
        assert recorder.stdout
        slowest = 0.0
        for line in lines:
            time.sleep(pace * (0.5 + chance.random()))
            begun = time.monotonic()
            recorder.stdin.write(f"{line}\n")
            answer = recorder.stdout.readline()
            slowest = max(slowest, time.monotonic() - begun)
            assert answer.startswith("ok"), f"{path.name}: {line}: {answer}"
        recorder.stdin.close()
        assert recorder.wait() == 0, path.name
    return judged(game, ledger, lines, slowest)


def judged(game: Game, ledger: Path, lines: Sequence[str], slowest: float) -> Typed:
    """What the ledger holds, and what the referee says of it."""
    recorded = fair_copy(read(ledger.read_bytes()))
    assert [deal.label for deal in recorded.deals] == [deal.label for deal in game.deals]
    turns = [sum(len(deal.turns) for deal in each.deals) for each in (game, recorded)]
    gaps = sum(turn.word.startswith("~resync") for deal in recorded.deals for turn in deal.turns)
    missed = turns[0] - turns[1] + gaps
    found = Counter(each.severity for each in audit(recorded).findings)
    return Typed(len(lines), turns[0], missed, slowest, found)


def main() -> int:
    """Types the games; 1 where anybody is accused."""
    asked = argparse.ArgumentParser()
    asked.add_argument("records", nargs="*", type=Path, default=GAMES)
    asked.add_argument("--pace", type=float, default=2.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path)
    told = asked.parse_args()
    with TemporaryDirectory() as passing, ThreadPoolExecutor() as pool:
        folder = told.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)

        def one(path: Path) -> Typed:
            chance = Random(f"{path.name} {told.seed}")
            return type_game(path, folder / path.name, chance, told.pace)

        results = [*pool.map(one, told.records)]
    for path, result in zip(told.records, results, strict=True):
        sys.stdout.write(f"{path.name}: {result}\n")
    return int(any(result.findings["error"] for result in results))


if __name__ == "__main__":
    sys.exit(main())
