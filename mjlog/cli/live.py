"""``mjlog live``: tables that are recorded on pages, and the links that let devices in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import click
from flask import Flask

from mjlog.cli import serve as cli_serve
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from webviewer.service.running import Served


class Wanted(NamedTuple):
    """What the command line says of the tables."""

    rules: str
    tables: int
    delay: float = 60.0
    hands: str = "confirmed"


def live(folder: str, wanted: Wanted, **given: Any) -> None:
    """Serves the tables of a folder until it is told to end; prints the organiser's link first."""
    if wanted.rules:
        try:
            load(wanted.rules)
        except RulesError as problem:
            raise click.UsageError(str(problem)) from None
    Path(folder).mkdir(parents=True, exist_ok=True)
    settings = cli_serve.settings_of(None, given)
    served = Served(None, settings, live=folder, delay=wanted.delay, hands=wanted.hands)
    cli_serve.serve_application(served, lambda app, address: _tell(app, address, wanted))


def _tell(app: Flask, address: str, wanted: Wanted) -> None:
    """Prints the links that let devices in."""
    from webviewer.live.access import PREFERRED, devices_of

    app.config[PREFERRED] = wanted.rules
    devices = devices_of(app)
    click.echo(f"For the organiser's device, once: {address}live/in/{devices.invite('organiser')}")
    click.echo(f"For spectators, {wanted.delay:g} seconds late: {address}watch/")
    for number in range(1, wanted.tables + 1):
        word = devices.invite("scribe", str(number))
        click.echo(f"For the scribe's device at table {number}, once: {address}live/in/{word}")
