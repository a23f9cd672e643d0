"""Cross-origin requests (CORS): which other sites' pages may use the interface; by default none."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request

READABLE: Final = "ETag, Link, Location, Mjlog-Losses, Retry-After, X-Request-Id"
"""Headers of responses that pages of other sites may read."""
SENT: Final = "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
DAY: Final = "86400"


def install(api: Blueprint, origins: tuple[str, ...]) -> None:
    """Let web pages of other sites read the responses of the web API (CORS).

    `origins` are the sites, such as `https://example.org`; `*` stands for all sites. Browsers send
    no cookies with these requests.
    """
    if not origins:
        return

    @api.after_request
    def shared(answer: Response) -> Response:
        origin = request.headers.get("Origin", "")
        if "*" in origins:
            _allow(answer, "*")
        else:
            answer.vary.add("Origin")
            if origin in origins:
                _allow(answer, origin)
        return answer


def _allow(answer: Response, origin: str) -> None:
    answer.headers["Access-Control-Allow-Origin"] = origin
    answer.headers["Access-Control-Expose-Headers"] = READABLE
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Methods"] = METHODS
        answer.headers["Access-Control-Allow-Headers"] = SENT
        answer.headers["Access-Control-Max-Age"] = DAY
