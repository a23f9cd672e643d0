"""Measure how fast real Tenhou XML logs are read and replayed: deals in a second on one core.

    python benchmarks/bench_tenhou.py [FOLDER]

FOLDER is a folder of logs, by default the collection beside the checkout. Times are processor time,
the best of five rounds. The logs are in memory.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from mjlog import rules
from mjlog.formats.tenhou_xml.elements import elements
from mjlog.formats.tenhou_xml.reader import read
from mjlog.model.record import Game
from mjlog.referee.replay import replay

LOGS = Path(__file__).resolve().parents[2] / "shared" / "logs" / "riichi" / "tenhou_xml"
ROUNDS = 5


def best(what: Callable[[bytes], object], logs: Iterable[bytes]) -> float:
    """Return the processor's seconds for all logs, the best of the rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for data in logs:
            what(data)
        times.append(time.process_time() - start)
    return min(times)


def replayed(game: Game) -> None:
    """Replay all deals of a game by its rules."""
    known = rules.load(game.rules)
    for deal in game.deals:
        replay(deal, known, seats=game.seats)


def main(folder: Path) -> None:
    """Print a line for each stage."""
    logs = [path.read_bytes() for path in sorted(folder.rglob("*.xml"))[:300]]
    deals = sum(len(read(data, wall=False).deals) for data in logs)
    print(f"{len(logs)} logs, {deals} deals")
    if not deals:
        return
    for name, stage in STAGES.items():
        seconds = best(stage, logs)
        print(f"{name:16} {seconds / deals * 1e6:7.0f} us a deal {deals / seconds:9.0f} deals/s")


STAGES: Final[dict[str, Callable[[bytes], object]]] = {
    "elements": elements,
    "read": lambda data: read(data, wall=False),
    "read with walls": read,
    "read and replay": lambda data: replayed(read(data, wall=False)),
    "all of it": lambda data: replayed(read(data)),
}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else LOGS)
