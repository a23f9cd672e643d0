"""Measure many readers of a server, while one visitor uploads files and another adds records.

``python benchmarks/load.py --workers 2`` starts `mjlog serve` on the samples and on a new archive.
It asks for pages without cached copies (`uncached`), then for pages that the reader has already
(`conditional`). Each part ends after a set time; every connection has a time limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final
from urllib.parse import urlsplit

from mjlog.archive.adding.reading import found_in_bytes
from mjlog.archive.store import create
from mjlog.archive.tokens import create_token

ROOT: Final = Path(__file__).parents[1]
SAMPLES: Final = ROOT / "samples"
ADDRESS: Final = "127.0.0.1"
LIMIT: Final = 30.0
"""Seconds after which a connection that was not served counts as lost."""
PACE: Final = 0.2
"""Seconds between two uploads."""
RECORD: Final = """\
%mjlog 1.0
Rules: riichi/1
Event: Load {number}
A: Ana
B: Ben
C: Cleo
D: Dan

@ E1 dealer=A
dora 9p
win B 5m from C
show B 34678m22567p678s
fan B pinfu 1, tanyao 1
pay C>B 2000
"""


@dataclass(slots=True)
class Tally:
    """The results of one part's requests."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    uploads: Counter[int] = field(default_factory=Counter)

    def told(self, name: str, duration: float, rss: tuple[int, int]) -> str:
        """Return a line of figures."""
        cuts = quantiles(self.seconds, n=100) if len(self.seconds) > 1 else [0.0] * 99
        load = os.getloadavg()[0]
        return (
            f"{name:<12} {len(self.seconds) / duration:7.1f} answers/s  p50 {cuts[49]:.3f} s  "
            f"p99 {cuts[98]:.3f} s  statuses {dict(self.statuses)}  lost {self.lost}  "
            f"uploads {dict(self.uploads)}  RSS {rss[0]} -> {rss[1]} MiB  load {load:.1f}"
        )


async def asked(
    host: str, port: int, path: str, *headers: str, body: bytes = b""
) -> tuple[int, str]:
    """Send a request over a new connection; return the response's status and ETag."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        method = "POST" if body else "GET"
        head = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close", *headers]
        if body:
            head.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    top = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    marks = (line.partition(":")[2].strip() for line in top if line.lower().startswith("etag:"))
    return int(top[0].split()[1]), next(marks, "")


@dataclass(frozen=True, slots=True)
class Load:
    """The load: pages, number of readers, seconds."""

    host: str
    port: int
    token: str
    pages: list[str]
    readers: int
    seconds: float

    async def run(self, marks: dict[str, str] | None) -> Tally:
        """Run all readers at once; with `marks` they ask whether their pages have changed."""
        tally = Tally()
        until = time.monotonic() + self.seconds
        reading = [self._read(number, until, marks, tally) for number in range(self.readers)]
        await asyncio.gather(*reading, self._upload(until, tally), self._add(until, tally))
        return tally

    async def _read(
        self, number: int, until: float, marks: dict[str, str] | None, tally: Tally
    ) -> None:
        turn = number
        while time.monotonic() < until:
            path = self.pages[turn % len(self.pages)]
            turn += 1
            headers = [f"If-None-Match: {marks[path]}"] if marks else []
            begun = time.monotonic()
            try:
                status, _ = await asyncio.wait_for(
                    asked(self.host, self.port, path, *headers), LIMIT
                )
            except (OSError, TimeoutError, IndexError, ValueError):
                tally.lost += 1
                continue
            tally.statuses[status] += 1
            tally.seconds.append(time.monotonic() - begun)

    async def _upload(self, until: float, tally: Tally) -> None:
        """Upload files to look at, one after the other."""
        edge = b"--edge\r\nContent-Disposition: form-data; name="
        number = 0
        while time.monotonic() < until:
            number += 1
            text = RECORD.format(number=f"brought {number}").encode()
            body = edge + b'"text"\r\n\r\n' + text + b"\r\n--edge--\r\n"
            kind = "Content-Type: multipart/form-data; boundary=edge"
            await self._post("/look", kind, body, tally)

    async def _add(self, until: float, tally: Tally) -> None:
        """Add records to the archive, one after the other."""
        number = 0
        while time.monotonic() < until:
            number += 1
            text = RECORD.format(number=f"{time.time_ns()} {number}").encode()
            bearer = f"Authorization: Bearer {self.token}"
            await self._post("/api/v1/records", bearer, text, tally)

    async def _post(self, path: str, header: str, body: bytes, tally: Tally) -> None:
        try:
            sent = asked(self.host, self.port, path, header, body=body)
            status, _ = await asyncio.wait_for(sent, LIMIT)
            tally.uploads[status] += 1
        except (OSError, TimeoutError, IndexError, ValueError):
            tally.lost += 1
        await asyncio.sleep(PACE)

    async def marks(self) -> dict[str, str]:
        """Return the ETags of all pages, by address."""
        return {path: (await asked(self.host, self.port, path))[1] for path in self.pages}


@contextmanager
def served(workers: int, threads: int) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Run a server of the samples and of a new archive while the block runs.

    Yield the process, the address, and a token that may write.
    """
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "load.sqlite"
        with create(where) as archive:
            list(archive.add(found_in_bytes(RECORD.format(number=0).encode(), "first.mjl")))
            token = create_token(archive, "load", ["write"])
        words = [sys.executable, "-m", "mjlog", "serve", str(SAMPLES), "--archive", str(where)]
        environment = {**os.environ, "MJLOG_THREADS": str(threads), "MJLOG_CACHE": folder}
        with subprocess.Popen(
            [*words, "--workers", str(workers)], stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            try:
                yield (
                    process,
                    (process.stdout.readline().split()[-1] if process.stdout else ""),
                    token,
                )
            finally:
                process.terminate()


def memory(process: int) -> int:
    """Return the memory of a process and its children in MiB."""
    whole = 0
    for each in [process, *_children(process)]:
        status = Path(f"/proc/{each}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        whole += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return whole // 1024


def _children(process: int) -> list[int]:
    file = Path(f"/proc/{process}/task/{process}/children")
    own = [int(word) for word in file.read_text().split()] if file.exists() else []
    return [*own, *(below for child in own for below in _children(child))]


def pages_of(number: int) -> list[str]:
    """Return addresses of pages: the list, and steps of samples of all kinds."""
    names = sorted(path.relative_to(SAMPLES) for path in SAMPLES.glob("*/*.mjl"))
    slugs = [f"{path.parent.name}-{path.stem}" for path in names]
    steps = [f"/r/{slug}/d1/s{step}" for step in (0, 3, 1) for slug in slugs]
    return ["/", *steps[: number - 1]]


async def measured(arguments: argparse.Namespace, where: str, token: str, process: int) -> None:
    """Run both parts and print a line for each; end the program if a page is missing."""
    parts = urlsplit(where)
    host, port = parts.hostname or ADDRESS, parts.port or 80
    load = Load(host, port, token, pages_of(arguments.pages), arguments.readers, arguments.seconds)
    marks = await load.marks()
    missing = [path for path, mark in marks.items() if not mark]
    if missing:
        raise SystemExit(f"no pages: {missing[:3]}")
    for name, known in (("uncached", None), ("conditional", marks)):
        before = memory(process)
        begun = time.monotonic()
        tally = await load.run(known)
        took = time.monotonic() - begun
        print(tally.told(name, took, (before, memory(process))), flush=True)


def main() -> None:
    """Start the server and print a line for each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    arguments = parser.parse_args()
    with served(arguments.workers, arguments.threads) as (process, where, token):
        asyncio.run(measured(arguments, where, token, process.pid))


if __name__ == "__main__":
    main()
