"""Measure what users wait for: a folder, a file, a wrong claim, each rule set, a page.

Times are processor time, the best and the median of rounds run in turn. If `make bench-base` has
built the older commit, it is measured, too.
"""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bench_beside import games as real_games

import mjlog
from mjlog.bots.generate import games
from mjlog.cli import COLLECT_AFTER
from mjlog.notation import write
from webviewer import create_app

ROOT: Final = Path(__file__).parents[1]
BASE: Final = ROOT / "build" / "base-site"
FAST: Final = {"riichi": 120, "taiyuan": 120, "taiwanese": 90, "tibet": 120, "american": 60}
"""Made-up deals of each rule set."""
LOGS: Final = ROOT.parent / "shared" / "logs" / "riichi" / "tenhou_xml" / "mjx"
SMALL: Final = "samples/taiyuan/a-short-game.mjl"
AT_LEAST: Final = {"taiyuan": 0.8, "taiwanese": 0.8, "american": 0.5}
"""The share of riichi's acts a second that is promised."""
ROUNDS: Final = 5
PAGES: Final = 20
PAYMENT: Final = re.compile(r"^(pay [A-D]>[A-D] )(\d+)", re.MULTILINE)
Seconds = list[float]


def in_turn(works: Mapping[str, Callable[[], float]]) -> dict[str, Seconds]:
    """Return the seconds of each work by round."""
    taken: dict[str, Seconds] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            taken[name].append(work())
    return taken


def here(work: Callable[[], object]) -> Callable[[], float]:
    """Return a function that runs the work in this process and returns its seconds."""

    def timed() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return timed


def program(*words: str, place: Path | None = None, cache: str = "") -> Callable[[], float]:
    """Return a function that runs mjlog in a new process and returns its seconds.

    Without a `cache`, each run starts with an empty one.
    """

    def timed() -> float:
        with tempfile.TemporaryDirectory() as fresh:
            caches = cache or fresh
            path = {"PYTHONPATH": str(place)} if place else {}
            with subprocess.Popen(
                [sys.executable, "-m", "mjlog", *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=fresh,
                env={**os.environ, **path, "MJLOG_CACHE": caches},
            ) as process:
                _, _, usage = os.wait4(process.pid, 0)
                process.returncode = 0
        return usage.ru_utime + usage.ru_stime

    return timed


def _write_texts(xml: Path, into: Path, place: Path | None) -> None:
    """Write the games in notation, as the version of mjlog at `place` writes it."""
    into.mkdir()
    (into / "xml").symlink_to(xml)
    path = {"PYTHONPATH": str(place)} if place else {}
    words = [sys.executable, str(ROOT / "benchmarks" / "works.py"), "write", str(into)]
    subprocess.run(words, check=True, env={**os.environ, **path})


def told(words: str, seconds: Seconds, unit: float = 1000, name: str = "ms") -> str:
    """Return a line with the best and the median time."""
    best, middle = min(seconds) * unit, median(seconds) * unit
    return f"  {words:44}{best:9.1f}{middle:9.1f} {name}"


def programs(folder: Path, deals: int) -> None:
    """Print the times of a folder without cache, a single file and `--help`, also before."""
    with tempfile.TemporaryDirectory() as cache:
        works = _programs(folder, None, cache)
        if BASE.is_dir():
            older = _programs(folder, BASE, f"{cache}/before")
            works |= {f"{name} before": work for name, work in older.items()}
        taken = in_turn(works)
    for name, words in (
        ("folder", f"cold folder of {deals} deals, mjlog check"),
        ("file", "single file, mjlog check (110 ms promised)"),
        ("help", "mjlog --help (60 ms promised)"),
    ):
        before = taken.get(f"{name} before")
        ratio = f"  {median(before) / median(taken[name]):.2f} × b8a7f31" if before else ""
        print(told(words, taken[name]) + ratio)


def _programs(folder: Path, place: Path | None, cache: str) -> dict[str, Callable[[], float]]:
    """Return the commands as works; the cache has what the single file needs."""
    games_of = folder / ("before" if place else "now")
    _write_texts(folder / "xml", games_of, place)
    one_file = program("check", str(ROOT / SMALL), place=place, cache=cache)
    one_file()
    return {
        "folder": program("check", str(games_of / "own"), place=place),
        "file": one_file,
        "help": program("--help", place=place),
    }


def claims() -> None:
    """Print the time of a clean deal, and of one with a wrong payment."""
    texts = [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "data").glob("*.mjl"))
    ]
    clean = [text for text in texts if "preset=tenhou " in text]
    wrong = [PAYMENT.sub(r"\g<1>7\2", text) for text in clean]
    spoilt = sum(len(PAYMENT.findall(text)) for text in clean)
    deals = sum(len(mjlog.read(text).deals) for text in clean)
    taken = in_turn({"clean": here(lambda: _audit(clean)), "wrong": here(lambda: _audit(wrong))})
    print(told("a clean deal", taken["clean"], 1e6 / deals, "µs"))
    more = (median(taken["wrong"]) - median(taken["clean"])) / spoilt
    ratio = 1 + more * deals / median(taken["clean"])
    words = f"  with a payment that differs ({spoilt} of {deals})"
    print(told(words, taken["wrong"], 1e6 / deals, "µs"))
    print(f"  a differing claim makes a deal {ratio:.1f} times as dear (3 promised)")


def _audit(texts: list[str]) -> None:
    for text in texts:
        mjlog.audit(mjlog.read(text))


def rule_sets(texts: Mapping[str, list[str]]) -> None:
    """Print for each rule set the acts audited in a second."""
    acts = {name: sum(map(_acts, of_rules)) for name, of_rules in texts.items()}
    taken = in_turn({name: here(partial(_audit, each)) for name, each in texts.items()})
    riichi = acts["riichi"] / median(taken["riichi"])
    for name, seconds in taken.items():
        rate = acts[name] / median(seconds)
        promised = f" ({AT_LEAST[name]} promised)" if name in AT_LEAST else ""
        print(f"  {name:44}{rate:9,.0f} acts/s  {rate / riichi:.2f} of riichi's{promised}")


def _acts(text: str) -> int:
    return sum(len(turn.acts) for deal in mjlog.read(text).deals for turn in deal.turns)


def pages() -> None:
    """Print the times of pages on a server that has shown them before."""
    client = create_app(ROOT / "samples").test_client()
    asked = {
        "page of a step": "/r/riichi-game-four-players/d5/s40",
        "page of the audit": "/r/riichi-game-four-players/audit",
        "list of records": "/",
    }
    for address in asked.values():
        assert client.get(address, follow_redirects=True).status_code == 200  # noqa: S101
    taken = in_turn({name: here(partial(_ask, client, a)) for name, a in asked.items()})
    for name, seconds in taken.items():
        print(told(name, seconds, 1000 / PAGES))


def _ask(client: object, address: str) -> None:
    for _ in range(PAGES):
        client.get(address, follow_redirects=True)  # type: ignore[attr-defined]


def _real_games(folder: Path) -> int:
    """Write real games as Tenhou XML into a folder; return the number of deals.

    They are the collection beside the checkout, or else those of tests/data.
    """
    if not LOGS.is_dir():
        return real_games(folder)
    (folder / "xml").mkdir()
    deals = 0
    for path in sorted(LOGS.rglob("*.xml")):
        (folder / "xml" / path.name).write_bytes(path.read_bytes())
        deals += path.read_bytes().count(b"<INIT")
    return deals


def main() -> None:
    """Measure everything and print the figures."""
    gc.set_threshold(COLLECT_AFTER)
    texts = {
        name: [write(game) for game in games(name, seed=11, deals=deals, fast=True)]
        for name, deals in FAST.items()
    }
    print(f"  {'':44}{'best':>9}{'median':>9}")
    with tempfile.TemporaryDirectory() as room:
        programs(Path(room), _real_games(Path(room)))
    claims()
    rule_sets(texts)
    pages()


if __name__ == "__main__":
    main()
