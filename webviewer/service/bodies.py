"""Reads slow request bodies with few threads, so that other requests are still answered.

Waitress reads a body before it gives the request to a thread; granian does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from typing import IO, TYPE_CHECKING, Final

from flask import Flask, Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

IN_MEMORY: Final = 1 << 20
"""Bytes of a body that are held in memory; the rest is in a temporary file."""
PART: Final = 1 << 16
LONGEST: Final = 19
"""The most digits of a body's length."""
WAIT: Final = 0.05
"""Seconds that a request waits for its turn, because waiting occupies a thread, too."""
WORDS: Final = "Too many requests are being sent just now. Send this again in a moment.\n"


def install(app: Flask, threads: int, most: int) -> None:
    """Read the body of each request completely before the application handles the request.

    At most half of the `threads` may read bodies, so that slow senders leave threads for other
    requests; if all these threads are reading, the request is answered with 503. A request that
    announces more than `most` bytes (0 means no limit) is passed on unread, and the application
    refuses it.
    """
    whole = app.wsgi_app
    turns = BoundedSemaphore(max(1, threads // 2))

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH", "")
        is_chunked = "HTTP_TRANSFER_ENCODING" in environ
        size = int(length) if length.isdecimal() and len(length) < LONGEST else 0 if length else -1
        if (size <= 0 and not is_chunked) or (most and size > most):
            return whole(environ, start_response)
        if not turns.acquire(timeout=WAIT):
            headers = {"Retry-After": "5"}
            refusal = Response(WORDS, 503, headers, mimetype="text/plain")
            return refusal(environ, start_response)
        try:
            body, size = _read(environ["wsgi.input"], size, most)
        finally:
            turns.release()
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ |= {"wsgi.input": body, "CONTENT_LENGTH": str(size)}
        return whole(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def _read(stream: IO[bytes], size: int, most: int) -> tuple[IO[bytes], int]:
    """Read the body of a request; return it as an open file, and its number of bytes.

    `size` is the announced number of bytes. If it is -1 (unknown), reading stops after `most` + 1
    bytes, which is enough to see that the body is too large; with `most` 0, there is no limit.
    """
    body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the request closes it
    left = size if size >= 0 else (most + 1 if most else -1)
    number = 0
    while left and (part := stream.read(PART if left < 0 else min(PART, left))):
        body.write(part)
        number += len(part)
        left -= len(part) if left > 0 else 0
    body.seek(0)
    return body, number
