"""Single changes of made-up and real records: how many of them the audit notices, by kind.

    python benchmarks/corruption.py [DEALS [SEED]] [RULES ...] [--logs FOLDER] [--missed]

For every rule set (or the named ones, such as "riichi preset=tenhou"), DEALS deals are made up, and
each kind of `tests/tampering` changes each of them once. ``--logs`` takes records from a folder
instead, at most one deal of each. ``--missed`` prints every change that nobody noticed. The tests
describe the kinds of changes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.sizes import seeded  # type: ignore[import-untyped]
from tampering.trials import trials  # type: ignore[import-untyped]

from mjlog.bots.generate import games
from mjlog.formats import load
from mjlog.model.record import Game
from mjlog.rules import load as load_rules
from mjlog.rules import names

PERCENT = 100


def main() -> int:
    """Print a table for each rule set; return 1 if a change was missed, else 0."""
    asked = _arguments()
    missed = 0
    for title, records in _sources(asked):
        started = time.perf_counter()
        made, found = Counter[str](), Counter[str]()
        for number, game in enumerate(records):
            for trial in trials(game, seeded(asked.seed, title, number)):
                made[trial.kind] += 1
                found[trial.kind] += trial.noticed
                if asked.missed and not trial.noticed:
                    print("\n".join([f"--- {trial.kind}", *trial.difference]))
        _print(title, made, found, time.perf_counter() - started)
        missed += made.total() - found.total()
    return int(missed > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("deals", nargs="?", type=int, default=60)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--logs", type=Path)
    parser.add_argument("--missed", action="store_true")
    return parser.parse_args()


def _sources(asked: argparse.Namespace) -> Iterator[tuple[str, Iterable[Game]]]:
    if asked.logs is not None:
        yield str(asked.logs.name), _real(asked.logs, asked.deals, asked.seed)
        return
    for rules in asked.rules or sorted(name for name in names() if load_rules(name).judges_play):
        yield rules, games(rules, seed=asked.seed, deals=asked.deals)


def _real(folder: Path, deals: int, seed: int) -> Iterator[Game]:
    """Yield one deal of each of some records in a folder, chosen at random."""
    chance = seeded(seed, folder.name)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in chance.sample(paths, min(deals, len(paths))):
        for source in load(path, path.name):
            if source.game is not None and source.game.deals:
                yield replace(source.game, deals=(chance.choice(source.game.deals),))
                break


def _print(title: str, made: Counter[str], found: Counter[str], seconds: float) -> None:
    share = PERCENT * found.total() / max(1, made.total())
    noticed = (
        f"{found.total()} of {made.total()} changes of {len(made)} kinds noticed, {share:.2f} %"
    )
    print(f"{title}: {noticed} ({seconds:.0f} s)", flush=True)
    for kind in sorted(made):
        if found[kind] < made[kind]:
            print(f"  {kind:44} {found[kind]:5} of {made[kind]:5}")


if __name__ == "__main__":
    sys.exit(main())
