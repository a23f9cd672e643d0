"""Audit a corpus twice: undisturbed, and with workers being killed; the reports must be equal.

    python benchmarks/soak_corpus.py [DEALS [RULES...]]

The deals are made up; a twentieth of them are different, and each file has twenty names. Ten more
records name a rule set that ends every process that loads it. Two processes work, and twenty times
one of them is killed by its number. Printed are the peak memory of the controlling process, disk
space and speed. Promised for 1,000,000 deals: equal reports, 300 MB, 3 GB.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from mjlog.bots.generate import games
from mjlog.notation import write

DEALS: Final = 1_000_000
RULES: Final = ("riichi", "taiyuan", "taiwanese", "tibet", "american")
FILES, NAMES, POISON, KILLS, JOBS = 20, 20, 10, 20, 2
MOST_MB, MOST_GB = 300, 3
DEADLY: Final = """
import os, signal
def from_words(words):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def corpus(deals: int, rules: Sequence[str], room: Path) -> Path:
    """Write the corpus and the package with the deadly rule set; return the corpus's folder."""
    folder, package = room / "corpus", room / "package"
    about = package / "deadly-1.dist-info"
    about.mkdir(parents=True)
    folder.mkdir()
    (package / "deadly.py").write_text(DEADLY, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[mjlog.rules]\ndeadly = deadly:from_words\n")
    for number in range(FILES):
        of_file = max(1, deals // FILES // NAMES)
        made = games(rules[number % len(rules)], seed=number, deals=of_file, fast=True)
        _spread("\n".join(map(write, made)), number, folder)
    for number in range(POISON):
        text = "%mjlog 1.0\nRules: deadly/1\n\n@ 1 dealer=A\ndraw wall\n"
        (folder / f"{number:02}-{number:02}-poison.mjl").write_text(text, encoding="utf-8")
    return folder


def _spread(text: str, number: int, folder: Path) -> None:
    """Write one file under all its names."""
    first = folder / f"00-{number:02}.mjl"
    first.write_text(text, encoding="utf-8")
    for name in range(1, NAMES):
        (folder / f"{name:02}-{number:02}.mjl").hardlink_to(first)


@dataclass
class Run:
    """A run of the command: its process, output and peak memory."""

    report: Path
    process: subprocess.Popen[str]
    begun: float = field(default_factory=time.monotonic)
    seconds: float = 0
    peak: int = 0
    deaths: int = 0
    said: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the process has ended; its peak memory is updated."""
        with suppress(OSError, StopIteration):
            told = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
            line = next(line for line in told.splitlines() if line.startswith("VmHWM"))
            self.peak = max(self.peak, int(line.split()[1]) // 1024)
        return self.process.poll() is not None

    @property
    def done(self) -> int:
        """The number of finished shards."""
        with suppress(OSError):
            return (self.report / "shards" / "journal.ndjson").read_bytes().count(b"\n")
        return 0

    def end(self) -> None:
        """Take over the command's output, and how long it took."""
        self.said = self.process.communicate()[0]
        self.seconds = time.monotonic() - self.begun


def started(folder: Path, report: Path) -> Run:
    """Start the command."""
    words = ["-m", "mjlog", "corpus", "audit", str(folder), "-o", str(report), "--jobs", str(JOBS)]
    package = str(folder.parent / "package")
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    return Run(report, process)


def quiet(folder: Path, report: Path) -> Run:
    """Return a finished run that was not disturbed."""
    run = started(folder, report)
    while not run.is_over:
        time.sleep(0.05)
    run.end()
    return run


def disturbed(folder: Path, report: Path, shards: int) -> Run:
    """Return a finished run of which processes were killed, evenly over all shards."""
    run, chance = started(folder, report), Random(1)
    while not run.is_over:
        time.sleep(0.05)
        if run.deaths < KILLS and run.done >= run.deaths * shards // (KILLS + 1):
            run.deaths += _killed(run.process.pid, chance)
    run.end()
    return run


def _killed(parent: int, chance: Random) -> bool:
    """Kill a random child of the process; return whether that worked."""
    with suppress(OSError, IndexError):
        pids = sorted(_children(parent))
        os.kill(chance.choice(pids), signal.SIGKILL)
        return True
    return False


def _children(parent: int) -> Iterator[int]:
    for task in Path(f"/proc/{parent}/task").iterdir():
        yield from map(int, (task / "children").read_text(encoding="utf-8").split())


def tables(report: Path) -> dict[str, str]:
    """Return the hash of each file of the report, by name."""
    names = ["manifest.json", *sorted(path.name for path in report.glob("*.parquet"))]
    return {name: sha256((report / name).read_bytes()).hexdigest() for name in names}


def size(folder: Path) -> float:
    """Return megabytes on the disk; a file with several names counts once."""
    nodes = {each.stat().st_ino: each.stat().st_size for each in folder.rglob("*")}
    return sum(nodes.values()) / 1e6


def told(name: str, run: Run, deals: int) -> str:
    """Return a line about a run."""
    rate = deals / run.seconds
    return f"  {name:10}{run.seconds:8.0f} s{rate:8,.0f} deals/s  driver {run.peak} MB at most"


def main(deals: int, rules: Sequence[str]) -> int:
    """Run both audits and print the figures; return 1 if a promise is broken."""
    if find_spec("pyarrow") is None:
        print("  left out: mjlog[analysis] is not installed")
        return 0
    with tempfile.TemporaryDirectory() as place:
        room = Path(place)
        folder = corpus(deals, rules, room)
        alone = quiet(folder, room / "quiet")
        shards = alone.done
        other = disturbed(folder, room / "disturbed", shards)
        print(f"  {deals:,} deals, {shards} shards, {POISON} poison files, {size(room):,.0f} MB")
        print(told("alone", alone, deals))
        print(told("disturbed", other, deals) + f", {other.deaths} processes killed")
        print("  " + "\n  ".join(alone.said.splitlines()[:3]))
        kept = {
            "the reports are the same": tables(room / "quiet") == tables(room / "disturbed"),
            f"{POISON} in quarantine": alone.said.count("quarantined: ") == POISON,
            f"{KILLS} processes were killed": other.deaths == KILLS,
            f"at most {MOST_MB} MB": max(alone.peak, other.peak) <= MOST_MB,
            f"at most {MOST_GB} GB of disk": size(room) <= MOST_GB * 1000,
        }
    for words, is_so in kept.items():
        print(f"  {'yes' if is_so else 'NO '}  {words}")
    return 0 if all(kept.values()) else 1


if __name__ == "__main__":
    asked, *named = sys.argv[1:] or [DEALS]
    sys.exit(main(int(asked), named or RULES))
