"""Programs that are killed while they write, by the test that started them."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

FORK = get_context("fork")


def killed(write: Callable[..., None], *what: Any, after: float) -> list[str]:
    """What `write` acknowledged before it was killed, so many seconds after the first.

    It is called with `what` and the end of a pipe, to which it sends what it has acknowledged.
    """
    receiving, sending = FORK.Pipe(duplex=False)
    writer = FORK.Process(target=write, args=(*what, sending), daemon=True)
    writer.start()
    sending.close()
    told = [receiving.recv()]
    time.sleep(after)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    with suppress(EOFError):
        while receiving.poll():
            told.append(receiving.recv())
    receiving.close()
    return told
