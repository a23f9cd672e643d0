"""The host names that the server answers for.

This stops DNS rebinding: a page of another site whose name leads to this server must not read the
records.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
NAMES: Final = "ANSWERED_NAMES"
"""The setting with the names that an application answers for; without it, all names."""
REFUSAL: Final = "This is not the name of this site.\n"


def answer_only_for(app: Flask, names: Collection[str]) -> None:
    """Refuse requests whose `Host` header is not one of these names, with status 400."""
    host_names = {name.lower().strip("[]") for name in names}
    app.config[NAMES] = frozenset(host_names)

    @app.before_request
    def is_meant() -> Response | None:
        if host_of(request.environ.get("HTTP_HOST", "")) in host_names:
            return None
        return Response(REFUSAL, 400, mimetype="text/plain")


def host_of(header: str) -> str:
    """Return the host name in a ``Host`` header in lower case; empty if there is no valid name.

    >>> host_of("Localhost:8000"), host_of("[::1]:8000"), host_of("[::1")
    ('localhost', '::1', '')
    """
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is reachable only from this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def names_for(host: str, named: Collection[str]) -> frozenset[str]:
    """Return the host names for which a server that listens at `host` answers requests.

    `named` are the names in the settings; names of this machine such as `localhost` are added. An
    empty result means that every name is allowed: this is so if `named` is empty and other machines
    can reach `host`.
    """
    if is_loopback(host):
        return LOOPBACK | {host, *named}
    if not named:
        return frozenset()
    return LOOPBACK | {host, *named}
