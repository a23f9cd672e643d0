"""Pages complete in one file, to be printed or opened without a server."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, render_template
from markupsafe import Markup

from mjlog.archive.questions.standings import Standings
from mjlog.paper.form import form_of
from mjlog.paper.printing import Occasion, printed
from mjlog.tournament.frame import Tournament
from mjlog.tournament.handouts import qr_code
from mjlog.tournament.results import Result
from webviewer import i18n
from webviewer.parts import theme

STATIC: Final = Path(__file__).parents[1] / "static"


@cache
def _app() -> Flask:
    """Return a Flask application that only renders templates and handles no requests."""
    app = Flask("webviewer")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    i18n.install(app)
    theme.install(app)
    return app


def _page(template: str, tag: str, *, script: str = "", **values: Any) -> str:
    """Render a page that contains its style and its script, so that it is complete in one file.

    `tag` is the language, `script` the name of a script file; empty for none.
    """
    style = _own("venue.css")
    code = _own(script) if script else ""
    with _app().test_request_context(query_string={"lang": tag}):
        return render_template(template, style=style, script=code, **values)


def _own(name: str) -> Markup:
    """Return the text of a static file, to insert into a page."""
    return Markup((STATIC / name).read_text(encoding="utf-8"))  # noqa: S704


def cards(made: Tournament, site: str, tag: str) -> str:
    """Return a page with a card to print for each table of a tournament.

    A card has the table's players by round, and the table's address as text and as a QR code.
    `site` is the address of the server; if it is empty, the cards have no address. `tag` is the
    language.
    """
    numbers = range(1, made.tables + 1)
    addresses = [f"{site.rstrip('/')}/live/t{number}" for number in numbers] if site else []
    # The code is drawn by segno out of an address that is made of numbers and the site.
    codes = [Markup(qr_code(address)) for address in addresses]  # noqa: S704  our SVG
    tables = [[game for game in made.games() if game.table == table] for table in numbers]
    return _page("cards.html", tag, made=made, tables=tables, codes=codes, addresses=addresses)


def score_sheets(made: Tournament, tag: str) -> bytes:
    """Return a PDF with a score sheet for each table and round, in the language `tag`.

    Raise `PaperError` if the packages for printing are not installed.
    """
    form = form_of(made.rules)
    occasions = [
        Occasion(made.event, game.round, game.table, game.players) for game in made.games()
    ]
    return printed([(form, occasion) for occasion in occasions], tag).pdf


def sheets(made: Tournament, found: list[Result], standings: list[Standings], tag: str) -> str:
    """Return a page to print, with the results of each round and the standings.

    `found` are the results of the games, `standings` the standings after rounds, and `tag` is the
    language.
    """
    rounds = [
        [each for each in found if each.game.round == number]
        for number in range(1, len(made.drawn) + 1)
    ]
    return _page("result_sheets.html", tag, made=made, rounds=rounds, standings=standings)


def timer(made: Tournament, tag: str) -> str:
    """Return the page that shows the remaining time of a round on a big screen.

    `tag` is the language.
    """
    return _page("timer.html", tag, script="timer.js", made=made)
