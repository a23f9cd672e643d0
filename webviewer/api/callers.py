"""Who sends a request: the owner of a token, a user whom a proxy has logged in, or anybody.

Before a request is answered, its sender is checked: whether this sender may read at all, and
whether the sender asks too often. No part of a token is stored or logged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Final, NoReturn

from flask import Flask, current_app, g, has_request_context, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException, TooManyRequests, Unauthorized

from mjlog.archive.storage.write_log import Author
from mjlog.archive.store import Archive
from mjlog.archive.tokens import SCOPES, Token, token_of
from mjlog.archive.view import ANYBODY, Reader
from webviewer.api.problems import FORBIDDEN, TOO_MANY, UNKNOWN_READER, Kind, Problem
from webviewer.service.buckets import Buckets, Rate
from webviewer.service.log import request_id
from webviewer.service.settings import Settings

OPEN: Final = frozenset({"static", "api.health", "api.ready", "api.readiness"})
"""Endpoints that answer everybody without a limit: they reveal nothing about records."""
READS: Final = frozenset({"GET", "HEAD"})
HOME: Final = "/api/"


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: access token, login and network address.

    `token` is None if the request has no valid token. `login` is the user name that a trusted proxy
    states in a header; empty if there is none. `address` is the address of the client, not of a
    trusted proxy.
    """

    token: Token | None = None
    login: str = ""
    address: str = ""

    @property
    def reader(self) -> Reader:
        """The access rights of this sender, as a `Reader`, which decide what the sender may see.

        A sender without a token has the rights that everybody has.
        """
        return self.token.reader if self.token else ANYBODY

    @property
    def owner(self) -> str:
        """The name under which this sender's requests are counted for the rate limit.

        It is made from the token's name, or from the network address if there is no token.
        """
        return f"token {self.token.name}" if self.token else f"address {self.address}"

    @property
    def author(self) -> Author:
        """The author that the log of writes names if this sender changes the archive.

        It is an `Author` with the token's name (empty without a token) and the identifier of the
        request.
        """
        return Author(self.token.name if self.token else "", request_id())

    def has_scope(self, scope: str) -> bool:
        """Return whether the sender's token gives the right `scope`, such as `write`.

        Return False if the sender has no token.
        """
        return self.token is not None and self.token.has_scope(scope)


NOBODY: Final = Caller()


def caller() -> Caller:
    """Return the sender of the current request.

    Outside a request, return `NOBODY`, a sender without a token.
    """
    caller_of_request: Caller = g.get("caller", NOBODY) if has_request_context() else NOBODY
    return caller_of_request


def settings() -> Settings:
    """Return the settings of the current application's web API."""
    settings_of_app: Settings = current_app.extensions["mjlog.api"]
    return settings_of_app


def install(app: Flask, archive: Archive, known: Settings, buckets: Buckets) -> None:
    """Identify the sender of each request, and refuse senders without permission.

    A request ends with 401 if its token is invalid or its sender may not read, and with 429 if the
    sender makes too many requests. Static files, the addresses about the server's health, and
    OPTIONS requests are not checked. `known` are the settings of the web API; `buckets` count the
    requests of each sender.
    """
    proxies = Proxies(known.trusted_proxies)
    reads, writes = Rate(known.reads), Rate(known.writes)

    @app.before_request
    def look() -> None:
        if request.endpoint in OPEN or request.method == "OPTIONS":
            return
        direct = request.remote_addr or ""
        address = proxies.client_address(direct, request.headers.getlist("X-Forwarded-For"))
        login = request.headers.get(known.login_header, "") if proxies.trusts(direct) else ""
        given = _given()
        token = None if given is None else token_of(archive, given)
        g.caller = Caller(token, login if known.read == "header" else "", address)
        g.address = address
        does_read = request.method in READS
        # Callers with a wrong token are limited by their address before they are refused.
        _limit(buckets, "reads" if does_read else "writes", reads if does_read else writes)
        if given is not None and token is None:
            _refuse("The token is unknown, expired or revoked.")
        sender: Caller = g.caller
        if not (known.read == "public" or sender.has_scope("read") or sender.login):
            _refuse("This archive answers only readers with a token.")

    app.register_error_handler(Problem, Problem.answer)


def _given() -> str | None:
    """Return the access token in the request's `Authorization` header.

    Return None if there is no such header, and an empty string if the header contains no token. A
    request that only reads may also send the token as a password, as browsers do.
    """
    if "Authorization" not in request.headers:
        return None
    try:
        sent = request.authorization
    except ValueError:  # not base64
        return ""
    if sent is None:
        return ""
    tokens = {"bearer": sent.token}
    if request.method in READS:
        tokens["basic"] = sent.password
    return tokens.get(sent.type) or ""


def _limit(buckets: Buckets, kind: str, rate: Rate) -> None:
    wait = ceil(buckets.allow(f"{kind} {caller().owner}", rate))
    if wait:
        words = f"{rate.per_minute} {kind} a minute are allowed; wait {wait} seconds."
        _end(TOO_MANY, words, TooManyRequests(retry_after=wait), {"Retry-After": str(wait)})


def _refuse(words: str) -> NoReturn:
    """End the request with 401: a JSON problem for the web API, else an error page.

    The error page makes a browser ask for a password. `words` is the error message.
    """
    challenge = WWWAuthenticate("basic", {"realm": "mjlog"})
    bearer = {"WWW-Authenticate": 'Bearer realm="mjlog"'}
    _end(UNKNOWN_READER, words, Unauthorized(words, www_authenticate=challenge), bearer)


def _end(kind: Kind, words: str, page: HTTPException, headers: dict[str, str]) -> NoReturn:
    """End the request with an error: a JSON problem for the web API, or else an error page.

    If the address of the request begins with `/api/`, raise a Problem with `kind`, the message
    `words` and `headers`. For any other address, raise the exception `page`, which Flask turns into
    an error page.
    """
    if request.path.startswith(HOME):
        raise Problem(kind, words, headers=headers)
    raise page


def require_scope(scope: str) -> Caller:
    """Return the sender of this request, who must have a token with the right `scope`.

    End the request with 401 if there is no token, and with 403 if the token does not give the
    right.
    """
    own = caller()
    if own.token is None:
        _refuse(f"This needs a token with the right {scope}.")
    if not own.has_scope(scope):
        words = f"This needs a token with the right {scope}: {SCOPES[scope]}"
        raise Problem(FORBIDDEN, words, scope=scope)
    return own


class Proxies:
    """The trusted proxies: the networks whose `X-Forwarded-For` and login headers are believed."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._trusted = tuple(ip_network(each) for each in trusted)

    def trusts(self, address: str) -> bool:
        """Return whether a network address belongs to a trusted proxy.

        Return False if the text is not an IP address.
        """
        try:
            client = ip_address(address)
        except ValueError:
            return False
        return any(client in network for network in self._trusted)

    def client_address(self, direct: str, forwarded: Iterable[str]) -> str:
        """Return the client's address: the last address in the chain that is not a trusted proxy.

        `direct` is the address of the connection. `forwarded` are the values of `X-Forwarded-For`,
        which list the earlier addresses of the chain.

        >>> Proxies(["10.0.0.0/8"]).client_address("10.0.0.1", ["1.2.3.4, 5.6.7.8, 10.0.0.2"])
        '5.6.7.8'
        """
        hops = [hop.strip() for line in forwarded for hop in line.split(",")]
        for hop in reversed(hops):
            if not self.trusts(direct):
                return direct
            direct = hop
        return direct
