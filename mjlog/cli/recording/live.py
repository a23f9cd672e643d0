"""Runs ``mjlog live`` and ``mjlog watch``: serves tables, and prints the links for devices."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from flask import Flask

from mjlog.cli import serve as cli_serve
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from webviewer.service.running import MissingServer, Served
from webviewer.service.settings import Settings


class LiveOptions(NamedTuple):
    """The options of ``mjlog live`` and ``mjlog watch``."""

    rules: str
    tables: int
    delay: float = 60.0
    hands: str = "confirmed"
    venue: bool = False
    tls: bool = False
    names: tuple[str, ...] = ()


def live(folder: str, wanted: LiveOptions, **given: Any) -> None:
    """Run a server on whose web pages games are recorded at tables, until it is stopped.

    Each table has a ledger (a log of its game) in `folder`. Only one program at a time may record
    in a folder; if another program does, end with an error. First, print the links for the devices
    of organiser, spectators and scribes. `given` has the settings of the server. `wanted` has the
    options of the command.
    """
    from mjlog.live.tables import InUseError, recorded_here

    _check(wanted)
    with ExitStack() as held:
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            held.enter_context(recorded_here(Path(folder)))
        except InUseError as problem:
            raise click.ClickException(str(problem)) from None
        except OSError as problem:
            raise click.UsageError(f"{folder} cannot be written: {problem.strerror}") from None
        _record(folder, wanted, given)


def _record(folder: str, wanted: LiveOptions, given: dict[str, Any]) -> None:
    if wanted.venue:
        given["host"] = given.get("host") or "0.0.0.0"  # noqa: S104 - that is what a venue is
    names = wanted.names or _own_names(given.get("host") or "127.0.0.1")
    settings = cli_serve.settings_of(None, {**given, "answer_for": names})
    served = Served(None, settings, live=folder, delay=wanted.delay, hands=wanted.hands)
    tell = partial(_tell, folder=folder, wanted=wanted._replace(names=names))
    if not wanted.tls:
        cli_serve.serve_application(served, tell)
        return
    served = _with_tls(served, folder, names)
    behind = replace(served, settings=replace(settings, host="127.0.0.1", port=0))
    cli_serve.serve_application(behind, tell, partial(_listening_with_tls, in_front=served))


def watch(folder: str, wanted: LiveOptions, **given: Any) -> None:
    """Run a server that only shows the tables in `folder` to spectators, until it ends.

    Another program writes the ledgers. `given` has the settings of the server. `wanted` has the
    options of the command.
    """
    _check(wanted)
    names = wanted.names or _own_names(given.get("host") or "127.0.0.1")
    settings = cli_serve.settings_of(None, {**given, "answer_for": names})
    served = Served(None, settings, watched=folder, delay=wanted.delay, hands=wanted.hands)
    if wanted.tls:
        served = _with_tls(served, folder, names)
    tell = partial(_tell_spectators, delay=wanted.delay, name=names[0])
    scheme = "https:" if wanted.tls else "http:"
    try:
        cli_serve.run_workers(served, lambda *at: tell(_address_by(scheme, cli_serve.url(*at))))
    except MissingServer:  # a server for fewer requests at the same time is always installed
        _watch_alone(served, tell)


def _watch_alone(served: Served, tell: Callable[[str], None]) -> None:
    """Show the tables with a server of a single process.

    This function is used if the server for several processes is not installed. `served` has the
    settings of the server, and `tell` prints the links for a given address.
    """
    if not served.certificate:
        cli_serve.serve_application(served, lambda _app, address: tell(address))
        return
    behind = replace(served, settings=replace(served.settings, host="127.0.0.1", port=0))
    listening = partial(_listening_with_tls, in_front=served)
    cli_serve.serve_application(behind, lambda _app, address: tell(address), listening)


def _address_by(scheme: str, address: str) -> str:
    return address.replace("http:", scheme)


def _tell_spectators(address: str, *, delay: float, name: str) -> None:
    click.echo(f"For spectators, {delay:g} seconds late: {reached_at(address, name)}watch/")


def _check(wanted: LiveOptions) -> None:
    """Raise UsageError if the rules do not exist, or if TLS needs a package that is missing.

    `wanted` has the options of the command.
    """
    if wanted.tls and find_spec("cryptography") is None:
        raise click.UsageError("--tls needs cryptography: pip install 'mjlog[live]'")
    if wanted.rules:
        try:
            load(wanted.rules)
        except RulesError as problem:
            raise click.UsageError(str(problem)) from None


def _own_names(host: str) -> tuple[str, ...]:
    """Return the names under which other devices can reach this machine.

    The names are its network address and its host name. If the server listens on only one address,
    return just this address, `host`.
    """
    if host not in _EVERYWHERE:
        return (host,)
    return tuple(dict.fromkeys([_address(), socket.gethostname()]))


_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - asked for, not chosen


def _address() -> str:
    """Find the address of this machine in the local network, without sending anything.

    Return 127.0.0.1 if there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


# --------------------------------------------------------------------------- TLS


def _with_tls(served: Served, folder: str, names: Sequence[str]) -> Served:
    """Create TLS certificates for a server with these names, and print how devices can trust them.

    The certificates are stored below `folder`. Return the settings of the server with the paths of
    the certificates. Raises ClickException if the files cannot be written. `served` has the
    settings of the server.
    """
    from mjlog.live.tables import PRIVATE
    from webviewer.service.certificates import certificates

    folder_of_keys = Path(folder, PRIVATE, "tls").resolve()
    prefix = "watch-" if served.watched else ""
    try:
        made = certificates(folder_of_keys, [*names, "localhost", "127.0.0.1"], prefix)
    except OSError as problem:
        reason = f"{folder_of_keys}: certificates cannot be written there: {problem.strerror}"
        raise click.ClickException(reason) from None
    page = "watch" if served.watched else "live"
    trust = f"open /{page}/authority.pem there; docs/live.md tells how"
    click.echo(f"The certificate of this venue, to be trusted once on each device: {trust}")
    click.echo(f"  SHA-256 {made.fingerprint}")
    return replace(
        served, certificate=str(made.server), key=str(made.key), authority=str(made.authority)
    )


def _listening_with_tls(
    app: Flask, backend: Settings, *, in_front: Served
) -> tuple[str, Callable[[], None]]:
    """Start a server for TLS, which passes requests on to a second server on this machine.

    Only this machine can reach the second server. Return the address of the first server, and a
    function that runs the second. `backend` has the settings of the second server, and `in_front`
    those of the first.
    """
    from webviewer.service.tls import Front

    address, run = cli_serve.listen(app, backend, url_scheme="https")
    behind = int(address.rstrip("/").rpartition(":")[2])
    front = Front(in_front.settings.host, in_front.settings.port, behind)
    front.start(Path(in_front.certificate), Path(in_front.key))
    return _address_by("https:", cli_serve.url(in_front.settings.host, front.port)), run


# --------------------------------------------------------------------------- printing


def _tell(app: Flask, address: str, *, folder: str, wanted: LiveOptions) -> None:
    """Print the links for the devices of organiser, spectators and scribes.

    If devices share the network of a venue, also print the links of scribes as QR codes. `wanted`
    has the options of the command.
    """
    from webviewer.live.access import PREFERRED, devices_of

    app.config[PREFERRED] = wanted.rules
    site = reached_at(address, wanted.names[0])
    if wanted.venue or wanted.tls:
        app.config["SITE"] = site.rstrip("/")
    devices = devices_of(app)
    organiser = f"{site}live/in/{devices.invite('organiser')}"
    click.echo(f"For the organiser's device, once: {organiser}")
    _tell_spectators(address, delay=wanted.delay, name=wanted.names[0])
    for table in _tables(Path(folder), wanted):
        link = f"{site}live/in/{devices.invite('scribe', table)}"
        click.echo(f"For the scribe's device at table {table.removeprefix('t')}, once: {link}")
        if wanted.venue:
            click.echo("\n".join(qr_code(link)))


def _tables(folder: Path, wanted: LiveOptions) -> list[str]:
    """Return the names of the tables for which links are printed.

    The names are `t1`, `t2` and so on if `folder` belongs to a tournament, else `1`, `2` and so on.
    `wanted.tables` is the number of tables; 0 means all tables of the tournament. If the tournament
    cannot be read, print why.
    """
    from mjlog.tournament.folder import tournament_in
    from mjlog.tournament.frame import TournamentError

    try:
        made = tournament_in(folder)
    except TournamentError as problem:
        click.echo(f"No links for an event: {problem}", err=True)
        made = None
    if made is not None:
        return [f"t{number}" for number in range(1, (wanted.tables or made.tables) + 1)]
    return [str(number) for number in range(1, wanted.tables + 1)]


def reached_at(address: str, name: str) -> str:
    """Replace the host in the address of a server by `name`.

    >>> reached_at("https://0.0.0.0:8443/", "192.168.1.5")
    'https://192.168.1.5:8443/'
    """
    scheme, _, rest = address.partition("://")
    port = rest.rstrip("/").rpartition(":")[2]
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}/"


def qr_code(link: str) -> Iterator[str]:
    """Yield the lines of a QR code of `link`, drawn with block characters for a terminal.

    If the package segno is missing, yield a hint to install it.
    """
    if find_spec("segno") is None:
        yield "  pip install 'mjlog[live]' prints QR codes here."
        return
    import segno

    rows = [[*row] for row in segno.make(link, error="m", micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[bool(up), bool(down)] for up, down in zip(above, below, strict=True))


_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
