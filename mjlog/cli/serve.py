"""``mjlog serve``: the web viewer on this machine, by waitress where it is installed.

Else by Werkzeug.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import click
from flask import Flask

WARNING: Final = (
    "Warning: whoever reaches {host} can read these records and bring files to look at. "
    "--answer-for NAME lets in only those who know the name of this machine."
)
FORGETFUL: Final = (
    "The list is kept until the viewer ends, and is read anew the next time: {why}. "
    "MJLOG_CACHE names another folder for it."
)


def serve(
    path: str | None,
    *,
    host: str,
    port: int,
    names: Sequence[str],
    follow_links: bool,
    where: str | None = None,
    origins: Sequence[str] = (),
) -> None:
    """Serves until it is interrupted; says the URL first.

    `names` are host names to answer for besides loopback. Without `where`, an archive, the records
    below the path are shown.
    """
    from webviewer.hosts import answer_only_for, is_loopback, names_for

    if where is None:
        path = path or "."
    app = _app(path, where, origins, follow_links=follow_links)
    if why := app.config["WHY_TEMPORARY"]:
        click.echo(FORGETFUL.format(why=why), err=True)
    known = names_for(host, names)
    if known:
        answer_only_for(app, known)
    if not is_loopback(host):
        click.echo(WARNING.format(host=host), err=True)
    address, run = _listening(app, host, port)
    click.echo(f"The records of {_shown(path, where)}: {address}")
    click.echo("Ctrl-C ends it.")
    try:
        run()
    except KeyboardInterrupt:
        click.echo("")


def _app(
    path: str | None, where: str | None, origins: Sequence[str], *, follow_links: bool
) -> Flask:
    """The application; what is wrong with the archive ends the command in one line."""
    from webviewer import create_app

    if where is None:
        return create_app(path, follow_links=follow_links, watch=True)
    from mjlog.archive.database import ArchiveError
    from mjlog.archive.store import Archive
    from webviewer.service.settings import Settings

    try:
        archive = Archive(where)
    except ArchiveError as problem:
        raise click.ClickException(str(problem)) from None
    settings = Settings(archive=where, origins=tuple(origins))
    return create_app(
        path, follow_links=follow_links, watch=True, archive=archive, settings=settings
    )


def _shown(path: str | None, where: str | None) -> str:
    """What is served, for people; no password."""
    if where is None:
        return path or "."
    from mjlog.archive.database import shown

    return shown(where)


def _listening(app: Flask, host: str, port: int) -> tuple[str, Callable[[], None]]:
    """The URL and what runs it; a host or port that cannot be had ends the command."""
    try:
        return listen(app, host, port)
    except OSError as problem:
        reason = problem.strerror or str(problem)
    except ValueError:  # Waitress says so
        reason = "there is no such host"
    raise click.UsageError(f"cannot listen on {host} port {port}: {reason}")


def listen(app: Flask, host: str, port: int) -> tuple[str, Callable[[], None]]:
    """The URL under which the app can be reached, and what runs it; the socket is open by then."""
    try:
        from waitress import create_server
    except ImportError:
        from werkzeug.serving import make_server

        plain = make_server(host, port, app, threaded=True)
        return url(host, plain.server_port), plain.serve_forever
    from webviewer.visitors import SETTINGS, Visitor

    server = create_server(app, host=host, port=port, **SETTINGS)
    for each in _servers(server):
        each.channel_class = Visitor
    addresses = getattr(server, "effective_listen", None) or [
        (server.effective_host, server.effective_port)
    ]
    return url(*addresses[0]), server.run


def _servers(server: Any) -> list[Any]:
    """The server itself, or those that listen where a name has several addresses."""
    if hasattr(server, "channel_class"):
        return [server]
    return [each for each in server.map.values() if hasattr(each, "channel_class")]


def url(host: str, port: int | str) -> str:
    """The address as a browser wants it.

    >>> url("127.0.0.1", 8000), url("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
