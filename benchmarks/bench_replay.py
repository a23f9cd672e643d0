"""Riichi games read, replayed and audited: from own notation and from Tenhou XML, deals a second on one core.

Uses the real games beside the checkout where they are, else the repository's samples. Figures are the best of several
rounds, taken in turn, so that a busy moment of the machine falls on all of them alike.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from pathlib import Path

from mjlog.audit import audit
from mjlog.claims import reckon
from mjlog.formats import load
from mjlog.notation import read, write
from mjlog.outcome import false_steps, outcome_of
from mjlog.record import Game
from mjlog.replay import replay
from mjlog.rules import load as load_rules
from mjlog.settlement import Settlement

ROOT = Path(__file__).parents[1]
LOGS = ROOT.parent / "shared" / "logs" / "riichi" / "tenhou_xml" / "mjx"
SOURCE = LOGS if LOGS.is_dir() else ROOT / "samples" / "riichi"
ROUNDS = 7


def judge(game: Game) -> int:
    """Replays every deal under its rules; answers how many findings there are."""
    rules, seats = load_rules(game.rules), game.seats
    return sum(len(replay(deal, rules, seats=seats).findings) for deal in game.deals)


def settled(game: Game) -> int:
    """The same, and every hand counted and every payment reckoned; answers how many points change hands."""
    rules, seats, moved = load_rules(game.rules), game.seats, 0
    for deal in game.deals:
        played = replay(deal, rules, seats=seats)
        outcome = outcome_of(deal, played.table, rules, false_steps(played.findings, played.table), pool=0, counters=0)
        _, settlement = reckon(rules, outcome)
        moved += sum(payment.points for payment in settlement.payments) if isinstance(settlement, Settlement) else 0
    return moved


def best(rounds: int, works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The shortest time of each work, in seconds."""
    times = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            times[name] = min(times[name], time.perf_counter() - start)
    return times


def main() -> None:
    """Prints the figures."""
    games = [source.game for source in load(SOURCE, wall=False) if source.game is not None]
    texts = [write(game).encode() for game in games]
    files = [path for path in sorted(SOURCE.rglob("*")) if path.is_file()]
    deals = sum(len(game.deals) for game in games)
    gc.collect()
    gc.freeze()  # what is prepared here no collector need walk through while the clock runs
    yardstick = json.dumps([[i, str(i)] for i in range(20_000)])
    times = best(
        ROUNDS,
        {
            "read own notation": lambda: [read(text) for text in texts],
            "replay": lambda: [judge(game) for game in games],
            "own notation, read and replayed": lambda: [judge(read(text)) for text in texts],
            "own notation, replayed, hands counted, paid": lambda: [settled(read(text)) for text in texts],
            "own notation, every claim answered (audit)": lambda: [audit(read(text)) for text in texts],
            "Tenhou XML, read and replayed": lambda: [
                judge(source.game) for file in files for source in load(file, wall=False) if source.game is not None
            ],
            "yardstick: json.loads of 20,000 pairs": lambda: json.loads(yardstick),
        },
    )
    print(f"  {len(games)} games, {deals} deals of {SOURCE.name}")
    for name, seconds in times.items():
        rate = (
            ""
            if name.startswith("yardstick")
            else f" {deals / seconds:8,.0f} deals/s  {seconds / deals * 1e6:6.0f} µs a deal"
        )
        print(f"  {name:44}{rate or f' {seconds * 1000:8.1f} ms'}")


if __name__ == "__main__":
    main()
