"""Measure a page of the list over HTTP: ``python benchmarks/bench_list.py 5000``.

Writes this number of records, lets a server read them, asks for filters and orders, and starts the
server again with its cache.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from scaled_archive import SAMPLES, Base, Make
from werkzeug.test import Client

import mjlog
from webviewer import create_app

ASKED = (
    "",
    "sort=-date",
    "sort=title&page=7",
    "rules=riichi&sort=-findings",
    "player=ada",
    "event=cup+1&since=2019&until=2020-05",
    "status=clean&player=a&event=cup&sort=-deals",
    "player=nobody",
)
TIMES = 9


def make(folder: Path, number: int) -> None:
    """Write `number` records into twenty folders."""
    bases = []
    for path in sorted(SAMPLES.glob("*/*.mjl"))[::9]:
        game = mjlog.read(path.read_bytes())
        if len(game.deals) == 1 and 0 < len(game.deals[0].turns) < 40:
            bases.append(Base.of(game))
    for each in range(number):
        day = f"{2015 + each % 9}-{each % 12 + 1:02}-{each % 28 + 1:02}"
        players = tuple(f"{name} {each * (seat + 3) % 97}" for seat, name in enumerate(NAMES))
        told = Make(players, day, f"Cup {each % 40}", "1", str(each % 12))
        place = folder / f"{each % 20:02}" / f"{each:05}.mjl"
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(bases[each % len(bases)].text(told, each))


NAMES = ("Ada", "Bo", "Cleo", "Dan")


def started(folder: Path, told: str) -> Client:
    """Start a server of the folder, and wait until all is read; print how long that took."""
    begun = time.perf_counter()
    app = create_app(folder, watch=True)
    client = Client(app)
    client.get("/")
    print(f"{told}: first page after {time.perf_counter() - begun:.2f} s")
    while "of " in client.get("/?player=nobody").text.partition('class="sofar"')[2][:60]:
        time.sleep(1)
    print(f"{told}: all is read after {time.perf_counter() - begun:.1f} s")
    return client


def main() -> None:
    """Measure the pages, and print the times."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    with tempfile.TemporaryDirectory() as place:
        os.environ["MJLOG_CACHE"] = f"{place}/caches"
        folder = Path(place, "records")
        folder.mkdir()
        make(folder, number)
        started(folder, "new").get("/")
        client = started(folder, "again")
        for asked in ASKED:
            took, worked = [], []
            for _ in range(TIMES):
                begun, at_work = time.perf_counter(), time.thread_time()
                client.get(f"/?{asked}")
                took.append(1000 * (time.perf_counter() - begun))
                worked.append(1000 * (time.thread_time() - at_work))
            most, middle, cpu = max(took), statistics.median(took), statistics.median(worked)
            print(f"{middle:6.0f} ms, at most {most:4.0f}; {cpu:4.0f} ms of work  /?{asked}")


if __name__ == "__main__":
    main()
