"""``mjlog serve``: the web viewer on this machine, by waitress where it is installed, else by Werkzeug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click
from flask import Flask

LOOPBACK: Final = ["127.0.0.1", "localhost"]


def serve(path: str, host: str, port: int) -> None:
    """Serves until it is interrupted; says the URL first."""
    from webviewer import create_app

    app = create_app(path)
    if host in LOOPBACK:
        # A page elsewhere whose name is made to point here must not read this machine's records.
        app.config["TRUSTED_HOSTS"] = LOOPBACK
    try:
        address, run = listen(app, host, port)
    except (OSError, ValueError) as problem:
        # Waitress says with a ValueError that the host cannot be found.
        reason = "there is no such host" if isinstance(problem, ValueError) else problem.strerror or problem
        raise click.UsageError(f"cannot listen on {host} port {port}: {reason}") from None
    click.echo(f"The records of {path}: {address}")
    click.echo("Ctrl-C ends it.")
    try:
        run()
    except KeyboardInterrupt:
        click.echo("")


def listen(app: Flask, host: str, port: int) -> tuple[str, Callable[[], None]]:
    """The URL under which the app can be reached, and what runs it; the socket is open by then."""
    try:
        from waitress import create_server
    except ImportError:
        from werkzeug.serving import make_server

        plain = make_server(host, port, app, threaded=True)
        return url(host, plain.server_port), plain.serve_forever
    server = create_server(app, host=host, port=port)
    addresses = getattr(server, "effective_listen", None) or [(server.effective_host, server.effective_port)]
    return url(*addresses[0]), server.run


def url(host: str, port: int | str) -> str:
    """The address as a browser wants it.

    >>> url("127.0.0.1", 8000), url("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
