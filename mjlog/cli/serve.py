"""Runs ``mjlog serve``: the web viewer on this machine.

The server is waitress, or Werkzeug if waitress is not installed, or granian for several processes.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import click
from flask import Flask

import webviewer
from webviewer.hosts import is_loopback
from webviewer.service.running import Served
from webviewer.service.settings import Settings

WARNING: Final = (
    "Warning: whoever reaches {host} can read these records and bring files to look at. "
    "--answer-for NAME lets in only those who know the name of this machine."
)
FORGETFUL: Final = (
    "The list is kept until the viewer ends, and is read anew the next time: {why}. "
    "MJLOG_CACHE names another folder for it."
)
ZIPPED: Final = (
    "mjlog runs from a zip file, and the pages have to be files of their own: unpack it, "
    "or install it with pip"
)


def settings_of(config: str | None, given: Mapping[str, Any]) -> Settings:
    """Collect the settings of the server: from options, from the environment, and from a file.

    Options take precedence over the environment, the environment over the file. `config` is the
    path of the file; if None, the variable MJLOG_CONFIG can name it. Raises UsageError if a setting
    is impossible, or if mjlog runs from a zip file. `given` has the options.
    """
    from webviewer.service.settings import SettingsError, settings_of_environment, settings_of_file

    if not Path(webviewer.__file__).is_file():
        raise click.UsageError(ZIPPED)
    options = {name: value for name, value in given.items() if value not in {None, ()}}
    file = config or os.environ.get("MJLOG_CONFIG")
    try:
        return Settings.of(
            options, settings_of_environment(), settings_of_file(file) if file else {}
        )
    except SettingsError as problem:
        raise click.UsageError(str(problem)) from None


def serve(
    path: str | None,
    *,
    config: str | None = None,
    check_config: bool = False,
    follow_links: bool = False,
    rule_files: tuple[str, ...] = (),
    **given: Any,
) -> None:
    """Run the web viewer until the server ends, and print its URL first.

    `given` has settings from the command line. If the settings name no archive, the records below
    `path`, or below the current folder, are shown. With `check_config`, only print and check the
    settings. `config` is the path of the file with settings, and `rule_files` are files of clubs'
    own rules.
    """
    settings = settings_of(config, given)
    if check_config:
        _check(settings)
        return
    if not settings.archive:
        path = path or "."
    served = Served(path, settings, follow_links=follow_links, rule_files=rule_files)
    if not is_loopback(settings.host):
        click.echo(WARNING.format(host=settings.host), err=True)
    if settings.workers > 1:
        _run_workers(served)
    else:
        serve_application(served, lambda _app, _address: None)


def _check(settings: Settings) -> None:
    """Print the settings, and check that the archive can be opened and the server is installed.

    Raises ClickException if one of these checks fails.
    """
    from webviewer.service.settings import setting_lines

    for line in setting_lines(settings):
        click.echo(line)
    if settings.archive:
        from mjlog.archive.store import Archive

        with _errors_in_one_line():
            Archive(settings.archive).close()
    if settings.workers > 1 and find_spec("granian") is None:
        from webviewer.service.running import MISSING

        raise click.ClickException(MISSING.format(number=settings.workers))


@contextmanager
def _errors_in_one_line() -> Iterator[None]:
    """Convert an ArchiveError or a KeptError in a ``with`` block into an error of one line.

    The error ends the command, without a traceback.
    """
    from mjlog.archive.storage.database import ArchiveError
    from mjlog.live.private_json import KeptError

    try:
        yield
    except (ArchiveError, KeptError) as problem:
        raise click.ClickException(str(problem)) from None


Listening = Callable[[Flask, Settings], tuple[str, Callable[[], None]]]
"""A function that makes a listening server; it returns the URL, and a function that runs it."""


def serve_application(
    served: Served, tell: Callable[[Flask, str], None], listening: Listening | None = None
) -> None:
    """Run a server in this process until it ends or Ctrl-C is pressed.

    `tell` is called with the application and its address before the server runs, for printing
    links. `listening` replaces the function `listen`. Raises UsageError if the server cannot use
    the host or the port.
    """
    settings = served.settings
    with _errors_in_one_line():
        app = served.application()
    if why := app.config["WHY_TEMPORARY"]:
        click.echo(FORGETFUL.format(why=why), err=True)
    address, run = _listening(app, settings, listening or listen)
    _tell(served, address)
    tell(app, address)
    try:
        run()
    except KeyboardInterrupt:
        click.echo("")


def _run_workers(served: Served) -> None:
    from webviewer.service.running import MissingServer

    settings = served.settings
    if settings.archive:
        from mjlog.archive.store import Archive

        with _errors_in_one_line():
            Archive(settings.archive).close()
    try:
        run_workers(served, lambda host, port: _tell(served, url(host, port)))
    except MissingServer as problem:
        raise click.ClickException(str(problem)) from None


def run_workers(served: Served, listening: Callable[[str, int], None]) -> None:
    """Run a server with several processes until it ends.

    `listening` is called with host and port when the server accepts connections. Raises UsageError
    if the server cannot use the host or the port, MissingServer if granian is not installed.
    """
    from webviewer.service import running

    try:
        running.run_workers(served, listening)
    except OSError as problem:
        raise _cannot_listen(served.settings, problem.strerror or str(problem)) from None


def _tell(served: Served, address: str) -> None:
    if served.live:
        click.echo(f"The tables of {served.live}: {address}live/")
    elif not served.watched:
        source = served.path or "."
        if served.settings.archive:
            from mjlog.archive.storage.database import shown

            source = shown(served.settings.archive)  # without a password in the URL
        click.echo(f"The records of {source}: {address}")
    click.echo("Ctrl-C ends it.")


def _listening(
    app: Flask, settings: Settings, listening: Listening
) -> tuple[str, Callable[[], None]]:
    """Call `listening` to open a socket; return the URL, and a function that runs the server.

    Raises UsageError if the server cannot use the host or the port.
    """
    try:
        return listening(app, settings)
    except OSError as problem:
        reason = problem.strerror or str(problem)
    except ValueError:  # waitress reports an unknown host in this way
        reason = "there is no such host"
    raise _cannot_listen(settings, reason)


def _cannot_listen(settings: Settings, reason: str) -> click.UsageError:
    return click.UsageError(f"cannot listen on {settings.host} port {settings.port}: {reason}")


def listen(
    app: Flask, settings: Settings, *, url_scheme: str = "http"
) -> tuple[str, Callable[[], None]]:
    """Open a socket for the server; return the URL, and a function that runs the server.

    If another server handles TLS in front of this one, `url_scheme` is ``https``, for links in
    pages; the returned URL begins with ``http:`` nevertheless. Raises OSError if the port is in
    use, OSError or ValueError if there is no such host.
    """
    from webviewer.service.running import run_plain, run_waitress

    host, port = settings.host, settings.port
    try:
        from waitress import create_server
    except ImportError:
        from werkzeug.serving import make_server

        plain = make_server(host, port, app, threaded=True)
        return url(host, plain.server_port), partial(run_plain, plain)
    from webviewer.visitors import SETTINGS, Visitor

    # Users need not read that requests wait for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = create_server(
        app, host=host, port=port, threads=settings.threads, url_scheme=url_scheme, **SETTINGS
    )
    servers = _servers(server)
    for each in servers:
        each.channel_class = Visitor
    addresses = getattr(server, "effective_listen", None) or [
        (server.effective_host, server.effective_port)
    ]
    return url(*addresses[0]), partial(run_waitress, server, servers, settings.drain_seconds)


def _servers(server: Any) -> list[Any]:
    """Return the parts of a waitress server: one for each address of the host."""
    if hasattr(server, "channel_class"):
        return [server]
    return [each for each in server.map.values() if hasattr(each, "channel_class")]


def url(host: str, port: int | str) -> str:
    """Build the URL of a host and a port. The address of an IPv6 host is put in brackets.

    >>> url("127.0.0.1", 8000), url("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
