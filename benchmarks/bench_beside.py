"""Compare mjlog with its peers on the same riichi games, in one table.

    python benchmarks/bench_beside.py [ROUNDS]

The games are those of tests/data, played by people: as Tenhou XML, as mjai, and in notation as each
version of mjlog writes it. Each row runs in a process of its own. The rounds of all rows are run in
turn. Times are processor time. docs/performance.md says what each peer checks. An older commit has
a row if `make bench-base` has built it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Final

from mjlog.batch.exporting import export
from mjlog.formats import load

ROOT: Final = Path(__file__).parents[1]
BASE: Final = ROOT / "build" / "base-site"
PEERS: Final = ROOT / "build" / "peers"
ROUNDS: Final = 7
HALF: Final = 2
"""A peer that takes long is asked in every second round."""


@dataclass(frozen=True)
class Row:
    """A row of the table: the work, its description, and the package that does it."""

    work: str
    words: str
    package: str = ""
    place: Path | None = None
    slow: bool = False


ROWS: Final = (
    Row("audit", "full audit, own notation"),
    Row("audit", "  the same at commit b8a7f31", place=BASE),
    Row("replay", "read, every act judged, no claims"),
    Row("xml", "full audit, Tenhou XML"),
    Row("mjai", "full audit, mjai"),
    Row("libriichi", "mjai {}: legality, four views", "mjai", PEERS),
    Row("riichienv", "riichienv {}: mjai, legal acts", "riichienv"),
    Row("jansou-replay", "jansou {}: XML, legality", "jansou", slow=True),
    Row("jansou-validate", "jansou {}: XML, wins counted", "jansou"),
)


@dataclass
class Measured:
    """A row with its process and the seconds of each round; `reason` says why it cannot run."""

    row: Row
    process: subprocess.Popen[str]
    reason: str = ""
    seconds: list[float] = field(default_factory=list)

    def round(self) -> None:
        """Run one pass, and add its seconds."""
        if self.reason or self.process.stdin is None or self.process.stdout is None:
            return
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.seconds.append(float(self.process.stdout.readline() or "nan"))


def games(folder: Path) -> int:
    """Write the games into a folder in every format; return the number of deals."""
    deals = 0
    for form in ("xml", "mjai"):
        (folder / form).mkdir()
    for path in sorted((ROOT / "tests" / "data").glob("*.mjl")):
        [source] = load(path)
        if source.game is None or source.game.seats != 4 or "tenhou" not in source.game.rules:
            continue
        deals += len(source.game.deals)
        for form, target, ending in (("xml", "tenhou", "xml"), ("mjai", "mjai", "mjson")):
            text = export(source.game, target).text
            (folder / form / f"{path.stem}.{ending}").write_text(text, encoding="utf-8")
    return deals


def started(row: Row, folder: Path) -> Measured:
    """Start the process of a row; if it cannot work, the result has the reason."""
    places = [str(row.place)] if row.place else []
    path = os.pathsep.join([*places, *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "benchmarks" / "works.py"), row.work, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None  # noqa: S101  it was asked for
    first = process.stdout.readline()
    reason = first.strip() if first.endswith("\n") else "it failed"
    if row.place is not None and not row.place.is_dir():
        reason = "make bench-base builds it" if row.place == BASE else reason
    return Measured(row, process, reason)


def machine() -> str:
    """Return a description of the machine, Python and the present load."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load_now = os.getloadavg()[0]
    return f"{python}, {_processor()}, {os.cpu_count()} cores, load {load_now:.1f}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def table(measured: list[Measured], deals: int) -> Iterator[str]:
    """Yield the lines of the table; ratios are those of medians."""
    yield f"  {'':42}{'best':>9}{'median':>9}  deals/s   full audit is"
    first = median(measured[0].seconds)
    for each in measured:
        words = each.row.words.format(_version(each.row))
        if each.reason or not each.seconds:
            yield f"  {words:42}  left out: {each.reason}"
            continue
        best, middle = deals / min(each.seconds), deals / median(each.seconds)
        ratio = median(each.seconds) / first
        yield f"  {words:42}{best:9,.0f}{middle:9,.0f}{'':12}{ratio:6.2f} ×"


def _version(row: Row) -> str:
    if row.place == PEERS:
        found = [*PEERS.glob(f"{row.package}-*.dist-info")]
        return found[0].name.split("-")[1].removesuffix(".dist") if found else ""
    try:
        return version(row.package) if row.package else ""
    except PackageNotFoundError:
        return ""


def main(rounds: int) -> None:
    """Measure all rows, and print the table."""
    print(f"  {machine()}")
    with tempfile.TemporaryDirectory() as room, ExitStack() as stack:
        deals = games(Path(room))
        measured = [started(row, Path(room)) for row in ROWS]
        for each in measured:
            stack.enter_context(each.process)
        for number in range(rounds):
            for each in measured:
                if not each.row.slow or number % HALF == 0:
                    each.round()
        print(f"  {deals} deals, {rounds} rounds in turn")
        for line in table(measured, deals):
            print(line)
        for each in measured:
            each.process.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
