"""``mjlog archive`` commands about people and events."""

from __future__ import annotations

import click

from mjlog.archive.persons import say_of_event
from mjlog.cli.archive import opened
from mjlog.report.text import printable


def event(where: str, name: str, level: str) -> None:
    """Says who may see statistics of the persons of an event."""
    with opened(where) as archive:
        if not say_of_event(archive, name, level):
            raise click.ClickException(f"no event has the name {printable(name)}")
    click.echo(f"{printable(name)}: statistics of persons {level}")
