"""Tables that are recorded on pages, for tests: a server of them, and devices that were let in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask.testing import FlaskClient

from kit.viewers import answering
from mjlog.live.tables import Table
from webviewer import create_app, venue
from webviewer.live import install
from webviewer.live.access import devices_of, tables_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("Ann", "Bo", "Cy", "Dee")


def _chip(condition: str) -> str:
    return f"(n) => {{ const chip = document.querySelector('#chip'); return {condition}; }}"


NOTHING_WAITS = _chip("!/waiting|offline/.test(chip.className) && chip.dataset.waits === '0'")
"""Checks on a table's page that every line is acknowledged and no message is shown."""
ARE_SAVED = _chip(
    "!/waiting|offline/.test(chip.className) && chip.dataset.waits === '0'"
    " && chip.dataset.saved === `${n}`"
)
"""Checks on a table's page that every line is acknowledged and that it shows this number of lines.
"""
ARE_WAITING = _chip("chip.dataset.unkept === '0' && chip.dataset.waits === `${n}`")
"""Checks on a table's page that this number of lines is stored and waits to be acknowledged."""
ACKNOWLEDGED = _chip("!chip || chip.dataset.waits === '0'")
"""Checks on any page that no line waits to be acknowledged."""
KEPT = _chip("chip.dataset.unkept === '0'")
"""Checks on a table's page that the browser has stored every typed line."""
DRAWN = """await new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300);
});"""
"""Waits until a page has drawn the last change; a hidden page may never get a frame."""


def live_app(folder: Path) -> Flask:
    """The application of the tables of a folder."""
    app = create_app()
    install(app, folder)
    app.testing = True
    return app


def begun(app: Flask, name: str, rules: str, seats: int = 4) -> Table:
    """A table where a game begins."""
    heads = [f"{seat}: {who}" for seat, who in zip("ABCD", NAMES[:seats], strict=False)]
    return tables_of(app).create(name, [f"Rules: {rules}", *heads, "Clock: UTC+08:00"])


def invited(app: Flask, role: str, table: str = "", seat: str = "") -> str:
    """The path of a link for a device."""
    return f"/live/in/{devices_of(app).invite(role, table, seat)}"


def let_in(app: Flask, role: str, table: str = "", seat: str = "") -> FlaskClient:
    """A device that was let in."""
    client = app.test_client()
    assert client.post(invited(app, role, table, seat)).status_code == 303
    return client


def send(client: FlaskClient, table: str, *texts: str, first: int = 0) -> Any:
    """What the server answers to lines with ids of their own."""
    lines = [{"id": f"line-{n:04d}", "text": text} for n, text in enumerate(texts, first)]
    return client.post(f"/live/{table}/lines", json={"lines": lines}).get_json()


def enter_by(page: Page, link: str) -> None:
    """Let the device of a page in by its link."""
    page.goto(link)
    page.click("main form button")
    page.wait_for_url(lambda address: "/live/in/" not in address)


def entry_texts(table: Table) -> Sequence[str]:
    """The texts of all entries of a table, and its ``@`` lines in short."""
    rows = (line.split() for line in table.lines())
    return ["@ " + row[1] if row[0] == "@" else " ".join(row[4:]) for row in rows]


@contextmanager
def serving_live(folder: Path) -> Iterator[tuple[str, Flask]]:
    """The address of the tables of a folder, and their application."""
    app = live_app(folder)
    with answering(app) as address:
        yield address, app
    tables_of(app).close()


@contextmanager
def serving_event(folder: Path) -> Iterator[tuple[str, Flask]]:
    """The same with the pages of spectators, who see at once, and of director and referee."""
    with serving_live(folder) as (address, app):
        venue.install(app, tables_of(app), 0.0)
        venue.install_desk(app, folder)
        yield address, app


def small(page: Page) -> list[str]:
    """Buttons and fields of the page that a thumb may miss, or that lead out of it sideways."""
    page.wait_for_load_state()  # a page that was opened by a click may not have its style sheet yet
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main button, main input')]
          .map((each) => [each.textContent || each.id, each.getBoundingClientRect()])
          .filter(([, box]) => box.height)
          .filter(([, box]) => box.height < 44 || box.width < 44 || box.right > innerWidth)
          .map(([text]) => text)"""
    )
    return found
