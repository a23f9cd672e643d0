"""How fast Tenhou XML is read and replayed: deals a second on one core, for real logs.

    python benchmarks/bench_tenhou.py [FOLDER]

FOLDER is any folder of logs, by default the collection beside the checkout. Times are of the
processor, the best of five rounds; the logs are in memory.
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
    """Seconds of the processor for all logs, the best of the rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for data in logs:
            what(data)
        times.append(time.process_time() - start)
    return min(times)


def replayed(game: Game) -> None:
    """All deals of the game, judged by the clauses of play."""
    known = rules.load(game.rules)
    for deal in game.deals:
        replay(deal, known, seats=game.seats)


def main(folder: Path) -> None:
    """Prints one line a stage."""
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
