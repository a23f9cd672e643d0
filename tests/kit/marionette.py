"""Firefox as WebDriver drives it, by its own protocol, Marionette: JSON after its length."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds that a browser may take to start, or a page to load."""
KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "End": "\ue010", "PageDown": "\ue00f"}


class Firefox:
    """A window of Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        self._stream = connection.makefile("rwb")
        self._number = 0
        self._read()  # read the greeting
        self._ask("WebDriver:NewSession", {})

    def open(self, address: str) -> None:
        self._ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *values: object) -> Any:
        """What the script returns; `values` are its arguments."""
        told = {"script": script, "args": list(values)}
        return self._ask("WebDriver:ExecuteScript", told)["value"]

    def press(self, key: str) -> None:
        """Presses a key as a reader does."""
        sign = KEYS.get(key, key)
        pressed = [{"type": "keyDown", "value": sign}, {"type": "keyUp", "value": sign}]
        actions = [{"type": "key", "id": "keyboard", "actions": pressed}]
        self._ask("WebDriver:PerformActions", {"actions": actions})

    def wait(self, condition: str) -> None:
        """Until the expression holds on the page."""
        until = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > until:
                raise TimeoutError(condition)
            time.sleep(0.1)

    def picture(self) -> bytes:
        """What the window shows, as a PNG."""
        return base64.b64decode(self._ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def quit(self) -> None:
        self._ask("Marionette:Quit", {"flags": ["eForceQuit"]})

    def _ask(self, command: str, values: dict[str, object]) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, values]).encode()
        self._stream.write(b"%d:%s" % (len(text), text))
        self._stream.flush()
        _, _, problem, answer = self._read()
        if problem:
            raise RuntimeError(f"{command}: {problem['message']}")
        return answer

    def _read(self) -> Any:
        digits = b""
        while (sign := self._stream.read(1)) != b":":
            if not sign:
                raise ConnectionError("Firefox has gone")
            digits += sign
        return json.loads(self._stream.read(int(digits)))


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def _connected(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.2)


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Firefox without a window on the screen, with a profile of its own, ended at the end."""
    port = _free_port()
    settings = f'user_pref("marionette.port", {port});\n'
    (profile / "user.js").write_text(settings, encoding="utf-8")
    command = [program, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with _connected(port, process) as connection:
                window = Firefox(connection)
                yield window
                window.quit()
        finally:
            process.terminate()
            process.wait(30)
