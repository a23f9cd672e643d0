"""Lines through a network that fails, to a server that is killed: each is written once."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Timer

import pytest
from kit.faulty import FAULTS, FaultyNetwork
from kit.live import begun, entry_texts, serving_live
from kit.services import started
from kit.sizes import seeded

from mjlog.notation import read
from webviewer.live.access import COOKIE, devices_of

AT_ONCE = 12
"""Sessions that run at a time."""
PER_TABLE = 40
LINES = 4


class Device:
    """A device at a table that sends until everything is acknowledged."""

    def __init__(self, port: int, table: str, secret: str, name: str) -> None:
        self.port, self.table, self.secret = port, table, secret
        self.lines = [
            {"id": f"{name}-line-{number}", "text": f"note {name} {number}"}
            for number in range(LINES)
        ]

    async def send_all(self) -> None:
        """From the first line that is not acknowledged; a part of them, then the next."""
        waiting = list(self.lines)
        while waiting:
            answer = await self._send(waiting[:3])
            done = {each["id"] for each in (answer or {}).get("answers", ())}
            waiting = [line for line in waiting if line["id"] not in done]

    async def _send(self, lines: list[dict[str, str]]) -> dict | None:
        body = json.dumps({"lines": lines}).encode()
        head = (
            f"POST /live/{self.table}/lines HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: {COOKIE}={self.secret}\r\n\r\n"
        )
        try:
            coming, going = await asyncio.open_connection("127.0.0.1", self.port)
            going.write(head.encode() + body)
            answer = await asyncio.wait_for(coming.read(), 30)
            going.close()
            status, _, content = answer.partition(b"\r\n\r\n")
            return json.loads(content) if status.startswith(b"HTTP/1.1 200") else None
        except (OSError, ValueError, TimeoutError):
            return None


async def run_all(network: FaultyNetwork, plans: list[tuple[str, str, str]]) -> None:
    turn = asyncio.Semaphore(AT_ONCE)
    async with network.listening() as port:

        async def one(table: str, secret: str, name: str) -> None:
            async with turn:
                await Device(port, table, secret, name).send_all()

        await asyncio.gather(*(one(*plan) for plan in plans))


@pytest.mark.slow
def test_what_is_sent_through_a_faulty_network_is_written_once(tmp_path, whole):
    number = 10_000 if whole else 40
    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    with serving_live(tmp_path) as (address, app):
        names = [f"t{place}" for place in range(-(-number // PER_TABLE))]
        tables = {name: begun(app, name, "riichi/1") for name in names}
        devices = devices_of(app)
        secrets = {name: devices.let_in(devices.invite("scribe", name)) for name in names}
        for name in names:
            tables[name].take([], "S1")
        plans = [
            (name, secrets[name], f"s{place}")
            for place in range(number)
            for name in [names[place // PER_TABLE]]
        ]
        network = FaultyNetwork(int(address.rpartition(":")[2]), seeded("faulty"))
        # A thread of its own: a browser of another test may have left its event loop in this one.
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, run_all(network, plans)).result()
        for name, table in tables.items():
            sent = Counter(
                f"note {session} {line}"
                for where, _, session in plans
                if where == name
                for line in range(LINES)
            )
            written = [text for text in entry_texts(table) if text[0] != "@"]
            assert Counter(written) == sent
            assert in_order(written)
    assert len(network.done) == len({*FAULTS})


def in_order(written):
    """Whether the lines of each session stand in the order in which they were typed."""
    by_session = {}
    for text in written:
        _, session, number = text.split()
        by_session.setdefault(session, []).append(int(number))
    return all(numbers == sorted(numbers) for numbers in by_session.values())


# --------------------------------------------------------------------------- killed


@contextmanager
def server(folder: Path, port: int = 0):
    """`mjlog live` as a process of its own; its address and the scribe's link."""
    words = ["live", folder, "--tables", "1", "--port", port]
    with started(words, r"table 1, once: (.*)") as (process, link):
        yield process, link
        process.kill()


def ask(address, path, cookie="", body=None):
    """What a server answers to something posted: status, headers, body."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    form = isinstance(body, bytes)
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    asking = HTTPConnection(address.removeprefix("http://"), timeout=30)
    try:
        asking.request("POST", path, data, {"Cookie": f"{COOKIE}={cookie}", "Content-Type": kind})
        answer = asking.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        asking.close()


def let_in(link):
    """The secret that the server gives to the device that uses a link."""
    address, _, word = link.partition("/live/")
    status, headers, _ = ask(address, f"/live/{word}", body=b"")
    assert status == 303
    return re.search(rf"{COOKIE}=([^;]+)", headers["Set-Cookie"])[1]


def test_a_second_program_records_no_table_of_the_folder(tmp_path):
    second = [sys.executable, "-m", "mjlog", "live", tmp_path, "--tables", "1", "--port", "0"]
    with server(tmp_path) as (process, link):
        secret = let_in(link)
        refused = subprocess.run(second, check=False, capture_output=True, text=True, timeout=60)
        assert refused.returncode == 1
        assert f"process {process.pid} on " in refused.stderr
        assert "Traceback" not in refused.stderr
        address = link.partition("/live/")[0]
        assert ask(address, "/live/1/begin", secret, b"rules=riichi/1")[0] == 303
    with server(tmp_path) as (_, link):  # a killed program holds nothing any more
        assert answered(link.partition("/live/")[0], secret, ["note still here"], 0)


@pytest.mark.slow
def test_a_server_that_is_killed_writes_each_line_once(tmp_path, whole):
    chance, lines = seeded("killed server"), [f"note {number}" for number in range(60)]
    secret = ""
    for _ in range(40 if whole else 2):
        with server(tmp_path) as (process, link):
            address = link.partition("/live/")[0]
            if not secret:
                secret = let_in(link)
                ask(address, "/live/1/begin", secret, b"rules=riichi/1")
            # A machine under load may take longer for the first lines than the server has to live.
            answered(address, secret, lines, 0, 2)
            Timer(chance.random() / 4, process.kill).start()
            send_until_killed(address, secret, lines)
    begun_at = time.monotonic()
    with server(tmp_path) as (_, link):
        address = link.partition("/live/")[0]
        first = [answered(address, secret, lines, start) for start in range(0, 60, 20)]
        assert time.monotonic() - begun_at < 60
        assert [answered(address, secret, lines, start) for start in range(0, 60, 20)] == first
    entries = read((tmp_path / "1.mjl").read_bytes()).deals[0].ledger
    assert [entry.text for entry in entries] == lines


def answered(address, secret, lines, start, number=20):
    """What the server says to some of the lines."""
    given = [
        {"id": f"kill-line-{place}", "text": lines[place]}
        for place in range(start, min(len(lines), start + number))
    ]
    return json.loads(ask(address, "/live/1/lines", secret, {"lines": given})[2])["answers"]


def send_until_killed(address, secret, lines):
    """Send from the beginning, two at a time."""
    with suppress(OSError, ValueError, HTTPException):
        for start in range(0, len(lines), 2):
            answered(address, secret, lines, start, 2)
