"""TLS in front of a server without TLS: decrypts each connection and forwards its bytes."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

PIECE: Final = 1 << 16
SHAKING: Final = 10.0
"""Seconds that a TLS handshake may take."""


class Front:
    """A thread that accepts TLS connections and forwards the bytes to a server without TLS."""

    def __init__(self, host: str, port: int, backend: int) -> None:
        """Set the host and port to listen on, and `backend`, the local port to forward to."""
        self._where = (host, port)
        self._backend = backend
        self._ready = Event()
        self._problem: OSError | None = None
        self.port = port

    def start(self, certificate: Path, key: Path) -> None:
        """Start the thread that listens with this certificate, and wait until the port is open.

        Afterwards, `port` is the number of the port, even if it was 0 before. Raise OSError if the
        port is in use.
        """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(certificate, key)
        Thread(target=self._run, args=(context,), daemon=True).start()
        self._ready.wait()
        if self._problem is not None:
            raise self._problem

    def _run(self, context: ssl.SSLContext) -> None:
        asyncio.run(self._listen(context))

    async def _listen(self, context: ssl.SSLContext) -> None:
        host, port = self._where
        try:
            server = await asyncio.start_server(
                self._serve, host, port, ssl=context, ssl_handshake_timeout=SHAKING
            )
        except OSError as problem:
            self._problem = problem
            self._ready.set()
            return
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await server.serve_forever()

    async def _serve(self, coming: asyncio.StreamReader, going: asyncio.StreamWriter) -> None:
        """Forward one connection to the local server and back, until both sides have closed it."""
        try:
            answers, asks = await asyncio.open_connection("127.0.0.1", self._backend)
        except OSError:
            going.close()
            return
        try:
            await asyncio.gather(_pass_on(coming, asks), _pass_on(answers, going))
        finally:
            asks.close()
            going.close()


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Forward bytes from the source to the target until the source ends; then close the target."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while data := await source.read(PIECE):
            target.write(data)
            await target.drain()
    with suppress(OSError):
        target.close()
