"""Running a server: one process by waitress or Werkzeug, several by granian.

After SIGTERM, a server accepts no new connection and finishes its requests. It ends when all are
answered, or when the time for this is over. Therefore no write is lost.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, Final

from flask import Flask

from mjlog.archive.store import Archive
from mjlog.batch.rule_files import keep_below
from webviewer.hosts import answer_only_for, names_for
from webviewer.records.temporary_store import own_folder
from webviewer.service import bodies
from webviewer.service.settings import Settings

MISSING: Final = "workers = {number} needs granian: pip install 'mjlog[server]'"
ROUND: Final = 0.2
"""Seconds between two checks whether the server must end."""
BACKLOG: Final = 2048
AT_ONCE: Final = 512
"""Requests that a worker holds; others wait in the system's queue."""
SPECTATORS: Final = 8192
"""Connections of spectators, who poll on connections that stay open."""
ALONE: Final = 0.7
"""The share of a processor's time if a process only shows tables to spectators."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the folder made in it is nobody else's


class MissingServer(Exception):
    """Raised if several workers need a program that is not installed; the message names it."""


@dataclass(frozen=True, slots=True)
class Served:
    """Everything that a server serves: records below a path, an archive, and tables of live games.

    `live` is the folder of tables that this server records, `watched` the folder of tables that
    another program records. Spectators see tables `delay` seconds late, and `hands` says when they
    see the hands of a deal. `rule_files` are files of clubs' own rules, which records name by
    digest. `certificate` and `key` are files for TLS in workers. `authority` is the certificate
    that devices must trust.
    """

    path: str | None
    settings: Settings
    follow_links: bool = False
    live: str = ""
    watched: str = ""
    delay: float = 60.0
    hands: str = "confirmed"
    certificate: str = ""
    key: str = ""
    authority: str = ""
    rule_files: tuple[str, ...] = ()

    def _watched(self, app: Flask) -> None:
        """Add the pages for spectators, referees and the tournament's director, and those for PINs.

        These pages show the tables whose games are recorded by this server.
        """
        from webviewer import venue  # noqa: PLC0415
        from webviewer.live.access import tables_of  # noqa: PLC0415

        venue.install(app, tables_of(app), self.delay, self.hands)
        venue.install_desk(app, Path(self.live))

    def _followed(self, app: Flask) -> None:
        """Add the pages for spectators of tables whose games another program records.

        That program writes ledgers to a folder; a background thread reads them every second.
        """
        from mjlog.live.ledgers.following import FollowedTables  # noqa: PLC0415
        from webviewer import venue  # noqa: PLC0415

        tables = FollowedTables(Path(self.watched))
        venue.install(app, tables, self.delay, self.hands, share=ALONE)
        Thread(target=_look_again, args=(tables.look,), daemon=True).start()

    def application(self) -> Flask:
        """Build the application of one process, and start its background threads.

        Raise ArchiveError if the archive cannot be opened, FileNotFoundError if the path does not
        exist.
        """
        from webviewer import create_app  # noqa: PLC0415 - it imports this room

        keep_below([path for path in (*self.rule_files, self.live, self.watched) if path])
        where = self.settings.archive
        app = create_app(
            self.path,
            follow_links=self.follow_links,
            watch=True,
            archive=Archive(where) if where else None,
            settings=self.settings,
        )
        if where:
            look = app.extensions["jobs"].look
            Thread(target=_look_again, args=(look,), daemon=True).start()
        if self.live:
            from webviewer.live import install  # noqa: PLC0415 - it imports this room

            install(app, Path(self.live))
            self._watched(app)
        if self.watched:
            self._followed(app)
        if self.authority:
            app.config["AUTHORITY"] = self.authority
        host_names = names_for(self.settings.host, self.settings.answer_for)
        if host_names:
            answer_only_for(app, host_names)
        if self.live or self.watched:
            _pause_seldom()
        return app


def _pause_seldom() -> None:
    """Configure the garbage collector so that it never pauses the process for long.

    Objects that exist now are never collected. Full collections become rare: growing games have no
    reference cycles, so a collection would only make everybody wait.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


COLLECTED: Final = (20_000, 5, 100)
"""The thresholds of the garbage collector's generations."""


def _look_again(look: Callable[[], None]) -> None:
    """Call `look` every second until the process ends; a background thread runs this."""
    while True:
        look()
        sleep(1.0)


# --------------------------------------------------------------------------- one process


def run_waitress(server: Any, servers: list[Any], drain_seconds: float) -> None:
    """Run waitress until the process receives SIGTERM; `servers` are its listening servers.

    After SIGTERM, it accepts no new connections, and finishes the requests that have begun, for at
    most `drain_seconds` seconds.
    """
    end = Event()
    signal.signal(signal.SIGTERM, lambda *_: end.set())
    sockets = servers[0]._map if hasattr(servers[0], "_map") else server.map  # noqa: SLF001
    loop = partial(servers[0].asyncore.loop, map=sockets, use_poll=True, count=1)
    try:
        while not end.is_set():
            loop(timeout=ROUND)
        for each in servers:
            # The server's own `close` would also close the trigger that wakes the loop.
            each.asyncore.dispatcher.close(each)
        until = monotonic() + drain_seconds
        while monotonic() < until and any(_is_busy(entry) for entry in servers):
            loop(timeout=ROUND)
    except (SystemExit, KeyboardInterrupt):
        pass
    servers[0].task_dispatcher.shutdown()


def _is_busy(server: Any) -> bool:
    """Return whether a waitress server is reading, handling or answering a request."""
    channels = list(server.active_channels.values())
    return any(each.requests or each.request or each.total_outbufs_len for each in channels)


def run_plain(server: Any) -> None:
    """Run Werkzeug's server until the process receives SIGTERM."""
    server.daemon_threads = False  # the server waits for its threads

    def end(*_: object) -> None:
        Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, end)
    try:
        server.serve_forever()
    finally:
        server.server_close()


# --------------------------------------------------------------------------- several


def run_workers(served: Served, listening: Callable[[str, int], None]) -> None:
    """Run several worker processes with granian, until they are stopped.

    Call `listening` with host and port when the server answers. Raise MissingServer if granian is
    not installed, OSError if the port is in use. `served` has the settings of the server.
    """
    settings = served.settings
    try:
        from granian.constants import Interfaces  # noqa: PLC0415 - it need not be installed
        from granian.log import LogLevels  # noqa: PLC0415
        from granian.server import Server  # noqa: PLC0415
    except ImportError:
        raise MissingServer(MISSING.format(number=settings.workers)) from None
    port = _free_port(settings.host, settings.port)
    with _shared(settings) as shared:
        server = Server(
            "mjlog",
            address=settings.host,
            port=port,
            interface=Interfaces.WSGI,
            workers=settings.workers,
            blocking_threads=settings.threads,
            backlog=BACKLOG,
            backpressure=SPECTATORS if served.watched else AT_ONCE,
            websockets=False,
            log_level=LogLevels.error,
            workers_kill_timeout=max(1, settings.drain_seconds),
            ssl_cert=Path(served.certificate) if served.certificate else None,
            ssl_key=Path(served.key) if served.key else None,
        )
        own = replace(served, settings=shared)
        _share_metrics(Path(shared.shared))
        Thread(target=_wait, args=(server, settings.host, port, listening), daemon=True).start()
        server.serve(target_loader=partial(_worker_app, own), wrap_loader=False)


def _worker_app(served: Served) -> Flask:
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    from webviewer.pages.upload_pages import ENVELOPE  # noqa: PLC0415 - it imports this room

    app = served.application()
    most = served.settings.most_bytes
    bodies.install(app, served.settings.threads, most and most + ENVELOPE)
    return app


def _end_with(parent: int) -> None:
    """Wait until the process `parent` has ended, then end this worker process, too.

    A worker that stayed alive would keep the port.
    """
    while os.getppid() == parent:
        sleep(ROUND)
    os.kill(os.getpid(), signal.SIGTERM)


def _free_port(host: str, port: int) -> int:
    """Return the port to listen on: `port` itself, or a free port if `port` is 0.

    Raise OSError if the port is in use. This check is needed because granian would share the port
    with the other program.
    """
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind(address)
        return int(trial.getsockname()[1])


@contextmanager
def _shared(settings: Settings) -> Iterator[Settings]:
    """Make sure, for a `with` block, that there is a folder which all worker processes share.

    The block gets the settings with this folder. If the settings name none, a temporary folder, in
    memory if possible, is created, and deleted after the block.
    """
    if settings.shared:
        own_folder(Path(settings.shared))
        yield settings
        return
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="mjlog-", dir=memory) as folder:
        yield replace(settings, shared=folder)


SHARED_METRICS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which all workers count."""


def _share_metrics(shared: Path) -> None:
    """Create the folder in which worker processes count their responses for Prometheus.

    Counts of an earlier run are deleted, and an environment variable names the folder. `shared` is
    the folder that all worker processes share.
    """
    folder = shared / "metrics"
    folder.mkdir(mode=0o700, exist_ok=True)
    for left in folder.glob("*.db"):
        left.unlink()
    os.environ[SHARED_METRICS] = str(folder)


def _wait(server: Any, host: str, port: int, listening: Callable[[str, int], None]) -> None:
    """Wait until all worker processes run and the server answers at this host and port.

    Then call `listening(host, port)`, which reports that the server is ready.
    """
    while len(server.wrks) < server.workers or not _answers(host, port):
        sleep(0.05)
    listening(host, port)


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=1.0):
            return True
    except OSError:
        return False
