"""Measure riichi games read, replayed and audited: deals in a second on one core.

The games are read from notation and from Tenhou XML. They are the real games beside the checkout if
they are there, else samples. Rounds are run in turn, and the shortest time of each game counts, so
that a busy moment affects one game of one round only.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from mjlog.auditor.audit import audit
from mjlog.auditor.settled_deal import check_deal
from mjlog.cli import COLLECT_AFTER
from mjlog.formats import load
from mjlog.model.record import Game
from mjlog.model.settlement import Settlement
from mjlog.notation import read, write
from mjlog.referee.outcome import false_steps, outcome_of
from mjlog.referee.replay import replay
from mjlog.rules import load as load_rules

ROOT = Path(__file__).parents[1]
LOGS = ROOT.parent / "shared" / "logs" / "riichi" / "tenhou_xml" / "mjx"
SOURCE = LOGS if LOGS.is_dir() else ROOT / "samples" / "riichi"
ROUNDS = 30
HANDS = 500
PAID = "own notation, replayed, hands counted, paid"
OPINION = "yardstick: hands by the package mahjong"


def judge(game: Game) -> int:
    """Replay every deal of a game under its rules; return the number of findings."""
    rules, seats = load_rules(game.rules), game.seats
    return sum(len(replay(deal, rules, seats=seats).findings) for deal in game.deals)


def settled(game: Game) -> int:
    """Replay every deal and settle it; return the sum of all payments."""
    rules, seats, moved = load_rules(game.rules), game.seats, 0
    played = [
        replay(deal, rules, seats=seats) for deal in game.deals
    ]  # first, as the audit does it
    for deal, each in zip(game.deals, played, strict=True):
        false = false_steps(each.findings, each.table)
        outcome = replace(outcome_of(deal, each.table, rules, false), pool=0, counters=0)
        _, settlement = check_deal(rules, outcome)
        moved += (
            sum(payment.points for payment in settlement.payments)
            if isinstance(settlement, Settlement)
            else 0
        )
    return moved


def best(rounds: int, works: dict[str, Sequence[Callable[[], object]]]) -> dict[str, float]:
    """Return the time of each work in seconds: the sum of its parts' shortest times."""
    times = {name: [float("inf")] * len(parts) for name, parts in works.items()}
    for _ in range(rounds):
        for name, parts in works.items():
            for place, part in enumerate(parts):
                start = time.perf_counter()
                part()
                times[name][place] = min(times[name][place], time.perf_counter() - start)
    return {name: sum(parts) for name, parts in times.items()}


def main() -> None:
    """Measure all works, and print the figures."""
    games = [source.game for source in load(SOURCE, wall=False) if source.game is not None]
    texts = [write(game).encode() for game in games]
    files = [path for path in sorted(SOURCE.rglob("*")) if path.is_file()]
    deals = sum(len(game.deals) for game in games)
    gc.collect()
    gc.set_threshold(COLLECT_AFTER)
    gc.freeze()  # the collector need not visit what was prepared
    yardstick = json.dumps([[i, str(i)] for i in range(20_000)])
    works: dict[str, Sequence[Callable[[], object]]] = {
        "read own notation": [partial(read, text) for text in texts],
        "replay": [partial(judge, game) for game in games],
        "own notation, read and replayed": [partial(_of_text, judge, text) for text in texts],
        PAID: [partial(_of_text, settled, text) for text in texts],
        "own notation, every claim answered (audit)": [
            partial(_of_text, audit, text) for text in texts
        ],
        "Tenhou XML, read and replayed": [partial(_of_file, file) for file in files],
        "yardstick: json.loads of 20,000 pairs": [partial(json.loads, yardstick)],
    }
    if find_spec("mahjong") is not None:
        works[OPINION] = import_module("bench_score").by_mahjong(HANDS)
    times = best(ROUNDS, works)
    print(f"  {len(games)} games, {deals} deals of {SOURCE.name}")
    for name, seconds in times.items():
        if name == OPINION:
            print(f"  {name:44} {HANDS / seconds:8,.0f} hands/s")
        elif name.startswith("yardstick"):
            print(f"  {name:44} {seconds * 1000:8.1f} ms")
        else:
            print(
                f"  {name:44} {deals / seconds:8,.0f} deals/s  {seconds / deals * 1e6:6.0f} "
                f"µs a deal"
            )
    if OPINION in times:
        ratio = deals / times[PAID] / (HANDS / times[OPINION])
        print(
            f"  deals counted and paid while that package counts a hand: {ratio:.2f} (0.30 "
            f"is promised)"
        )


def _of_text(work: Callable[[Game], object], text: bytes) -> object:
    return work(read(text))


def _of_file(file: Path) -> None:
    for source in load(file, wall=False):
        if source.game is not None:
            judge(source.game)


if __name__ == "__main__":
    main()
