"""Compression of responses: by Brotli if it is installed and accepted, else by gzip.

The length of a compressed response can reveal a secret only if the response also has a stranger's
text. No response here has both: an upload is at an address that nobody can guess, and its owner may
read all of it.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

Encoder = Callable[[bytes, bool], bytes]
"""Compresses bytes: as small as possible if the second argument is True, else quickly."""

LEAST: Final = 500
"""The size in bytes from which responses are compressed."""
TEXTUAL: Final = (
    "text/",
    "application/json",
    "application/sarif+json",
    "application/x-ndjson",
    "application/problem+json",
    "application/vnd.",
    "application/xml",
    "application/javascript",
    "image/svg+xml",
)
"""Beginnings of the media types that are text."""
FILES: Final = 64
"""Compressed static files that are kept; the viewer has fewer, each in two encodings."""


def _gzipped(data: bytes, best: bool) -> bytes:
    return gzip.compress(data, 9 if best else 6, mtime=0)


def _encoders() -> Mapping[str, Encoder]:
    """Return the available compression functions, as a dict by encoding, the best one first.

    Brotli is available only if it is installed, as with ``mjlog[server]``.
    """
    try:
        import brotli  # noqa: PLC0415  it need not be installed
    except ImportError:
        return {"gzip": _gzipped}

    def compress_brotli(data: bytes, best: bool) -> bytes:
        packed: bytes = brotli.compress(data, quality=11 if best else 5)
        return packed

    return {"br": compress_brotli, "gzip": _gzipped}


def install(app: Flask, encoders: Mapping[str, Encoder] | None = None) -> None:
    """Compress the application's text responses that have status 200 and at least 500 bytes.

    Streamed responses are compressed at any size. Call this before installing other functions that
    change responses: Flask runs the functions in reverse order, and compression must be last.
    """
    encoders_in_use = _encoders() if encoders is None else encoders

    @lru_cache(maxsize=FILES)
    def static_file_packed(data: bytes, encoding: str) -> bytes:
        """Compress a static file as small as possible; the result is cached."""
        return encoders_in_use[encoding](data, True)

    def compressed(response: Response) -> Response:
        kind = response.mimetype or ""
        if not kind.startswith(TEXTUAL) or kind == "text/event-stream":  # events must not wait
            return response
        response.vary.add("Accept-Encoding")
        encoding = request.accept_encodings.best_match([*encoders_in_use])
        if (
            encoding is None
            or response.status_code != 200
            or "Content-Encoding" in response.headers
        ):
            return response
        if response.is_streamed and not response.direct_passthrough:
            return _streamed(response)
        # The data of a file that is passed through cannot be read.
        response.direct_passthrough = False
        data = response.get_data()
        if len(data) >= LEAST:
            packed = (
                static_file_packed(data, encoding)
                if request.endpoint == "static"
                else encoders_in_use[encoding](data, False)
            )
            response.set_data(packed)
            _name(response, encoding)
        return response

    app.after_request(compressed)


def _streamed(response: Response) -> Response:
    """Compress a response with gzip while it is sent; do nothing if gzip is not accepted."""
    if request.accept_encodings.best_match(["gzip"]) is None:
        return response
    response.response = _packed(response.iter_encoded())
    _name(response, "gzip")
    return response


def _packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()


def _name(response: Response, encoding: str) -> None:
    """Add the header that names the compression, and make the ETag weak.

    A weak ETag means that the text is the same, but not the bytes.
    """
    response.headers["Content-Encoding"] = encoding
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(tag, weak=True)
