"""Measure live tables under load: scribes who write, spectators who poll.

    python benchmarks/live_load.py [--tables 200] [--spectators 2000] [--seconds 600] [--alone]
                                   [--played 0]

The servers are separate processes: `mjlog live` for scribes, `mjlog watch` for spectators; with
`--alone` the first one serves all. Each table has a scribe who sends an act each second and waits
for its acknowledgement. Each spectator asks one table for events every few seconds, as the page
does. With `--played`, each table begins with that many acts, so that a short run shows the end of a
long game. Printed are response times, the machine's load, and the processor time of servers and
scribes, also for each act and request.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kit.rehearsal import RULES, Beside, Device, Server

from mjlog.live.ledgers.ledger_file import create
from mjlog.live.tables import Sent, Table

EVERY: Final = 5.0
"""Seconds between two questions of a spectator."""
HEADS: Final = ("A: Ana", "B: Ben", "C: Cleo", "D: Dan", "Clock: UTC+00:00")
TILES: Final = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] * 4
DEAL: Final = 60
"""Acts of a deal."""


class Line:
    """A kept connection for one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, head: str, body: bytes = b"") -> tuple[int, dict[str, str], float]:
        """Send a request; return the response's status, headers and seconds.

        If the server has closed the connection, open a new one, as browsers do.
        """
        begun, was_kept = time.perf_counter(), self._streams is not None
        try:
            status, headers = await self._asked(head, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.close()
            if not was_kept:
                raise
            status, headers = await self._asked(head, body)
        return status, headers, time.perf_counter() - begun

    async def close(self) -> None:
        """Close the connection."""
        kept, self._streams = self._streams, None
        if kept is not None:
            kept[1].close()
            with suppress(OSError):
                await kept[1].wait_closed()

    async def _asked(self, head: str, body: bytes) -> tuple[int, dict[str, str]]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{head}\r\nHost: 127.0.0.1:{self._port}\r\n{length}\r\n".encode() + body)
        await writer.drain()
        status, headers = await _head_of(reader)
        if status != 304:
            await reader.readexactly(int(headers.get("content-length", 0)))
        return status, headers


async def _head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, value in pairs}


class Load:
    """The measured seconds of acts and of requests, and the failures."""

    def __init__(self, port: int, watched: int, seconds: float, played: int = 0) -> None:
        self.port = port
        self.watched = watched
        self.played = played
        self.until = time.perf_counter() + seconds
        self.acts: list[float] = []
        self.asked: list[float] = []
        self.wrong: list[str] = []

    async def scribe(self, table: str, cookie: str) -> None:
        """Send an act each second, deal after deal."""
        line, chance = Line(self.port), random.Random(table)
        number = self.played
        await asyncio.sleep(chance.random())
        head = f"POST /live/{table}/lines HTTP/1.1\r\nCookie: {cookie}\r\n"
        head += "Content-Type: application/json"
        while time.perf_counter() < self.until:
            text = self.act(number, chance)
            sent = json.dumps({"lines": [{"id": f"{table}-{number:06d}", "text": text}]})
            begun = time.perf_counter()
            await self._timed(line.ask(head, sent.encode()), self.acts)
            number += 1
            await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))
        await line.close()

    @staticmethod
    def act(number: int, chance: random.Random) -> str:
        """Return the line a scribe types as act `number`: a new deal, a discard, or the end."""
        if number % (DEAL + 1) == DEAL:
            return "draw void"
        return "@ E1 dealer=A" if number % (DEAL + 1) == 0 else chance.choice(TILES)

    async def spectator(self, table: str, number: int) -> None:
        """Ask again and again whether a table has news, as its page does."""
        line, mark = Line(self.watched), ""
        await asyncio.sleep(EVERY * random.Random(number).random())
        while time.perf_counter() < self.until:
            known = f"\r\nIf-None-Match: {mark}" if mark else ""
            begun = time.perf_counter()
            headers = await self._timed(
                line.ask(f"GET /watch/{table}/events HTTP/1.1{known}"), self.asked
            )
            mark = headers.get("etag", mark)
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))
        await line.close()

    async def _timed(
        self, asking: Awaitable[tuple[int, dict[str, str], float]], times: list[float]
    ) -> dict[str, str]:
        try:
            status, headers, seconds = await asking
        except (OSError, asyncio.IncompleteReadError) as problem:
            self.wrong.append(type(problem).__name__)
            return {}
        times.append(seconds)
        if status not in {200, 304}:
            self.wrong.append(str(status))
        return headers


def percentile(times: Sequence[float], share: float) -> float:
    """Return the milliseconds that the share of the times does not exceed."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def ledger(path: Path, acts: int) -> bytes:
    """Return a ledger with this number of acts."""
    create(path, [f"Rules: {RULES}", *HEADS])
    table, chance = Table(path), random.Random(0)
    for number in range(acts):
        table.take([Sent(f"before-{number:06d}", Load.act(number, chance))], "S1")
    table.close()
    return path.read_bytes()


def measure(
    tables: int, spectators: int, seconds: float, *, alone: bool = False, played: int = 0
) -> dict[str, float]:
    """Run the load and return the figures."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as beside:
        names = [f"t{number}" for number in range(1, tables + 1)]
        before = ledger(Path(beside) / "t1.mjl", played)
        for name in names:
            Path(folder, f"{name}.mjl").write_bytes(before)
        servers = [Server(Path(folder))]
        try:
            servers += [] if alone else [Beside(Path(folder))]
            cookies = _let_in(servers[0], names)
            asyncio.run(_opened(servers, cookies))
            gc.collect()
            gc.freeze()  # the pauses of this process are not the server's
            gc.disable()
            load = Load(servers[0].port, servers[-1].port, seconds, played)
            at_first, begun = [*_used(servers)], time.perf_counter()
            asyncio.run(_all(load, cookies, spectators))
            past = time.perf_counter() - begun
            used = [now - then for then, now in zip(at_first, _used(servers), strict=True)]
        finally:
            gc.enable()
            for server in servers:
                server.end()
    if load.wrong:
        print(Counter(load.wrong))
    return {
        "acts": len(load.acts),
        "acts_p50_ms": percentile(load.acts, 0.5),
        "acts_p99_ms": percentile(load.acts, 0.99),
        "questions": len(load.asked),
        "questions_p50_ms": percentile(load.asked, 0.5),
        "questions_p99_ms": percentile(load.asked, 0.99),
        "wrong": len(load.wrong),
        "act_processor_ms": used[1] / max(1, len(load.acts)) * 1000,
        "question_processor_ms": used[-1] / max(1, len(load.asked)) * 1000,
        "scribes_cores": used[1] / past,
        "spectators_cores": used[-1] / past if not alone else 0.0,
        "asking_cores": used[0] / past,
        "machine_load": os.getloadavg()[0],
    }


def _let_in(server: Server, names: Sequence[str]) -> dict[str, str]:
    """Let a scribe's device in; return its cookie for each table."""
    device = Device(server, server.link)
    jars = [cookie for cookie in device.jar if cookie.name == "mjlog-live"]
    return dict.fromkeys(names, f"mjlog-live={jars[0].value}")


async def _opened(servers: Sequence[Server], cookies: dict[str, str]) -> None:
    """Ask for every table once, so that its ledger is read before the measurement."""
    asking = [Line(server.port) for server in (servers[0], servers[-1])]
    for name, cookie in cookies.items():
        await asking[0].ask(f"GET /live/{name}/events?since=9999 HTTP/1.1\r\nCookie: {cookie}")
        await asking[1].ask(f"GET /watch/{name}/events HTTP/1.1")
    for line in asking:
        await line.close()


async def _all(load: Load, cookies: dict[str, str], spectators: int) -> None:
    names = [*cookies]
    scribes = [load.scribe(name, cookie) for name, cookie in cookies.items()]
    asking = [load.spectator(names[n % len(names)], n) for n in range(spectators)]
    await asyncio.gather(*scribes, *asking)


def _used(servers: Sequence[Server]) -> Iterator[float]:
    """Yield the processor's seconds used by this process and by each server."""
    yield time.process_time()
    yield from (_used_by(server.process.pid) for server in servers)


def _used_by(process: int) -> float:
    """Return the processor's seconds used by a process and its children."""
    folder = Path(f"/proc/{process}")
    words = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    files = (folder / "task").glob("*/children")
    children = (int(child) for file in files for child in file.read_text("ascii").split())
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(_used_by, children))


def main() -> None:
    """Run the load that the command line asks for, and print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--spectators", type=int, default=2000)
    asked.add_argument("--seconds", type=float, default=600)
    asked.add_argument("--alone", action="store_true")
    asked.add_argument("--played", type=int, default=0)
    told = asked.parse_args()
    figures = measure(
        told.tables, told.spectators, told.seconds, alone=told.alone, played=told.played
    )
    for name, value in figures.items():
        print(f"{name:<24}{value:>10.2f}")


if __name__ == "__main__":
    main()
