"""Responses of the web API as JSON, and their ETags.

An ETag is computed from what the response depends on (a digest, the number of a change, the
engine). Therefore a response that the client already has is not built again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from flask import Response, request

import mjlog

JSON: Final = "application/json"
VARIES: Final = ("Accept", "Authorization")
"""Headers of a request on which a response depends."""


def to_bytes(value: Any) -> bytes:
    """Serialise a value as compact JSON in UTF-8.

    Replace an unpaired surrogate, which UTF-8 cannot express, by a question mark.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def json_answer(value: Any, status: int = 200, content_type: str = JSON) -> Response:
    """Return a response whose body is `value` as JSON.

    `status` is the HTTP status, and `content_type` the media type in the header.
    """
    return Response(to_bytes(value), status, content_type=content_type)


@cache
def program() -> str:
    """Return the version of mjlog that runs, such as `1.2.0`."""
    return mjlog.__version__


def mark_of(*parts: Any, at: str = "") -> str:
    """Compute an ETag from the request's address, the version of mjlog, and `parts`.

    `parts` are the other values on which the response depends. If `at` is not empty, it replaces
    the address of the request, so that several addresses get the same ETag. The result is a hash in
    hexadecimal digits.
    """
    parts_of_mark = (program(), at or request.full_path, *parts)
    return blake2b(repr(parts_of_mark).encode("utf-8", "replace"), digest_size=16).hexdigest()


def with_etag(mark: str, build: Callable[[], Response]) -> Response:
    """Return the response of `build` with the ETag `mark`, or a 304 if the client has that version.

    Do not call `build` for a 304. Set no ETag on a response with a status other than 200.
    """
    is_known = request.if_none_match.contains_weak(mark)
    answer = Response(status=304) if is_known else build()
    if answer.status_code in {200, 304}:
        answer.set_etag(mark)
        answer.cache_control.no_cache = True
    answer.vary.update(VARIES)
    return answer
