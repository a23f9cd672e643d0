"""`mjlog serve` as a process of its own on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Message
    body: bytes
    address: str


@dataclass(frozen=True, slots=True)
class Service:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str

    def ask(self, path: str, data: bytes | None = None, method: str = "", **headers: str) -> Answer:
        """Asks over a connection of its own; names of headers have `_` for `-`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        how = method or ("GET" if data is None else "POST")
        # Our own server on this machine.
        request = urllib.request.Request(  # noqa: S310
            self.address.rstrip("/") + path, data, sent, method=how
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310  the same
                return Answer(answer.status, answer.headers, answer.read(), answer.url)
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.headers, refused.read(), refused.url)

    def end(self) -> int:
        """Tells it to end, as systemd does; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@contextmanager
def service(*arguments: object, **environment: str) -> Iterator[Service]:
    """A server with these arguments, ended afterwards whatever happens."""
    words = [sys.executable, "-m", "mjlog", "serve", *map(str, arguments)]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    ) as process:
        try:
            assert process.stdout is not None
            yield Service(process, process.stdout.readline().split()[-1])
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
