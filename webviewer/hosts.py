"""The names under which the viewer answers.

A page elsewhere whose name leads here must not read the records.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
NAMES: Final = "ANSWERED_NAMES"
"""Where an application keeps the names that it answers for; it answers for all without them."""
REFUSAL: Final = "This is not the name of this site.\n"


def answer_only_for(app: Flask, names: Collection[str]) -> None:
    """Refuse every request for another host."""
    host_names = {name.lower().strip("[]") for name in names}
    app.config[NAMES] = frozenset(host_names)

    @app.before_request
    def is_meant() -> Response | None:
        if host_of(request.environ.get("HTTP_HOST", "")) in host_names:
            return None
        return Response(REFUSAL, 400, mimetype="text/plain")


def host_of(header: str) -> str:
    """Return the name in a ``Host`` header; empty if there is none.

    >>> host_of("Localhost:8000"), host_of("[::1]:8000"), host_of("[::1")
    ('localhost', '::1', '')
    """
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def names_for(host: str, named: Collection[str]) -> frozenset[str]:
    """Return the names to answer for when listening at that address; none if all are allowed."""
    if is_loopback(host):
        return LOOPBACK | {host, *named}
    if not named:
        return frozenset()
    return LOOPBACK | {host, *named}
