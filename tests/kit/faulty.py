"""A network that loses, cuts, doubles and reorders requests, by seeded chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

WAIT = 0.03
"""Most seconds by which a request is delayed."""


class FaultyNetwork:
    """A network that passes requests to a server, or loses, cuts, doubles or reorders them."""

    def __init__(self, port: int, chance: Random) -> None:
        """Leads to that port of this machine."""
        self.backend = port
        self.chance = chance
        self.done: dict[str, int] = {}
        self._late: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """The port where clients ask."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with server:
            yield server.sockets[0].getsockname()[1]
            await asyncio.gather(*self._late, return_exceptions=True)

    async def _serve(self, coming: asyncio.StreamReader, going: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            asked = await read_request(coming)
            fault = self.chance.choice(FAULTS)
            self.done[fault.__name__] = self.done.get(fault.__name__, 0) + 1
            answer = await fault(self, asked)
            going.write(answer)
            await going.drain()
        going.close()

    async def ask(self, asked: bytes) -> bytes:
        """The answer of the server to a whole request."""
        coming, going = await asyncio.open_connection("127.0.0.1", self.backend)
        going.write(asked)
        answer = await coming.read()
        going.close()
        return answer

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Does something in a while."""
        task = asyncio.ensure_future(work)
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def pause(self) -> None:
        await asyncio.sleep(self.chance.random() * WAIT)


async def read_request(coming: asyncio.StreamReader) -> bytes:
    """One request with its body."""
    head = await coming.readuntil(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    return head + await coming.readexactly(int(fields.get(b"content-length", b"0")))


# --------------------------------------------------------------------------- faults


async def passed(network: FaultyNetwork, asked: bytes) -> bytes:
    return await network.ask(asked)


async def delayed(network: FaultyNetwork, asked: bytes) -> bytes:
    await network.pause()
    answer = await network.ask(asked)
    await network.pause()
    return answer


async def lost(_network: FaultyNetwork, _asked: bytes) -> bytes:
    """The request never comes."""
    return b""


async def unanswered(network: FaultyNetwork, asked: bytes) -> bytes:
    """The server takes the request, and its answer is lost."""
    await network.ask(asked)
    return b""


async def cut(network: FaultyNetwork, asked: bytes) -> bytes:
    """The connection breaks in the middle of the request."""
    _, going = await asyncio.open_connection("127.0.0.1", network.backend)
    going.write(asked[: network.chance.randrange(len(asked))])
    await going.drain()
    going.transport.abort()
    return b""


async def half_closed(network: FaultyNetwork, asked: bytes) -> bytes:
    """The answer breaks off in the middle."""
    answer = await network.ask(asked)
    return answer[: network.chance.randrange(len(answer) + 1)]


async def doubled(network: FaultyNetwork, asked: bytes) -> bytes:
    """The request comes twice, at once."""
    answers = await asyncio.gather(network.ask(asked), network.ask(asked))
    return network.chance.choice(answers)


async def reordered(network: FaultyNetwork, asked: bytes) -> bytes:
    """The request comes behind later ones, when nobody waits for it any more."""

    async def come() -> None:
        await network.pause()
        with suppress(OSError):
            await network.ask(asked)

    network.later(come())
    return b""


FAULTS: tuple[Callable[[FaultyNetwork, bytes], Coroutine[Any, Any, bytes]], ...] = (
    passed, passed, passed, delayed, lost, unanswered, cut, half_closed, doubled, reordered,
)  # fmt: skip
