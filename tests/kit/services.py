"""`mjlog serve` as a process of its own on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from tempfile import TemporaryFile
from typing import IO


@dataclass(frozen=True, slots=True)
class Answer:
    """The server's answer to a request."""

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
        # The address is that of our own server on this machine.
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
def started(
    words: Sequence[object], wanted: str, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process of its own, and what it prints where `wanted` has its group.

    Ended afterwards, whatever happens.
    """
    with (
        TemporaryFile() as errors,
        subprocess.Popen(
            [sys.executable, "-m", "mjlog", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **environment},
        ) as process,
    ):
        try:
            yield process, printed_at_start(process, errors, wanted)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def printed_at_start(process: subprocess.Popen[str], errors: IO[bytes], wanted: str) -> str:
    """What a server that begins prints where `wanted` has its group.

    One that ends before fails with all that it said.
    """
    assert process.stdout is not None
    lines = []
    while line := process.stdout.readline():
        if found := re.search(wanted, line):
            return found[1]
        lines.append(line)
    errors.seek(0)
    said = "".join(lines) + errors.read().decode(errors="replace")
    raise AssertionError(f"the server ended with {process.wait(30)}:\n{said}")


@contextmanager
def service(*arguments: object, **environment: str) -> Iterator[Service]:
    """A server with these arguments."""
    with started(["serve", *arguments], r"(https?://\S+)", **environment) as (process, address):
        yield Service(process, address)
