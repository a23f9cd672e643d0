"""The director's page: draw, rounds, clock, announcements, standings, links and files."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.archive.questions.outputs import write_csv
from mjlog.archive.questions.standings import Standings
from mjlog.live.event_state import EventState
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.rounds import round_of
from mjlog.live.tables import NoTableError
from mjlog.paper.printing import PaperError
from mjlog.referee.rulebook import RulesError
from mjlog.tournament.folder import (
    FILE,
    counted,
    keep_tournament,
    open_round,
    packed,
    replace_now,
    rounds_opened,
    tournament_in,
    with_substitute,
)
from mjlog.tournament.frame import Tournament, TournamentError, checked, players_in
from mjlog.tournament.handouts import csv_of, workbook
from mjlog.tournament.results import Result
from webviewer.i18n import gettext, translate
from webviewer.live.access import (
    is_sent_from_here,
    organiser,
    the_devices,
    the_event,
    the_names,
    the_tables,
)
from webviewer.live.pages import code_of, link_for, offset, preferred_rules, rule_sets
from webviewer.responses import page
from webviewer.site import site_of
from webviewer.venue import paper
from webviewer.venue.presence import the_pins
from webviewer.venue.standings import standings_now
from webviewer.venue.wall import mark_of_wall, tiles

_MOST_BYTES: Final = 256 << 10
_AGAIN: Final = 1
"""Seconds after which the page asks again; it reloads too often for a stream."""
_MINUTE: Final = 60.0


def routes(app: Flask) -> None:
    """Add the tournament director's page, its actions and its files."""

    @app.get("/live/event/")
    def director() -> str:
        organiser()
        return _page()

    @app.post("/live/event/")
    def director_act() -> str | Redirect:
        is_sent_from_here()
        request.max_content_length = _MOST_BYTES
        organiser()
        act = _ACTS.get(request.form.get("do", ""))
        if act is None:
            abort(400, "Choose what to do.")
        try:
            return act() or redirect(url_for("director"), 303)
        except TournamentError as problem:
            return _page(problem=translate(problem.words))
        except (RulesError, NoTableError, LedgerError) as problem:
            return _page(problem=str(problem))
        except OSError as problem:
            words = gettext("%(file)s cannot be written: %(problem)s")
            fields = {"file": problem.filename, "problem": problem.strerror}
            return _page(problem=words % fields)

    @app.get("/live/event/<name>")
    def director_file(name: str) -> Response:
        organiser()
        make = _FILES.get(name)
        if make is None:
            abort(404, "There is no such file.")
        try:
            kind, content = make(_drawn())
        except (PaperError, RulesError) as problem:
            abort(503, str(problem))
        answer = Response(content, mimetype=kind)
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


def _made() -> Tournament | None:
    """Return the tournament of the folder of live tables; None if the folder has none.

    Raise TournamentError if the file of the tournament cannot be read.
    """
    return tournament_in(the_tables().folder)


def _drawn() -> Tournament:
    """Return the tournament of the folder, whose seats must be drawn.

    End the request with 404 if they are not drawn, and with 409 if the file cannot be read.
    """
    try:
        made = _made()
    except TournamentError as problem:
        abort(409, str(problem))
    if made is None or not made.drawn:
        abort(404, "No tournament was drawn here.")
    return made


def _page(problem: str = "", **more: Any) -> str:
    made = None
    try:
        made = _made()
    except TournamentError as unreadable:
        problem = problem or translate(unreadable.words)
    tables, devices = the_tables(), the_devices()
    shown = made.named(the_names()) if made else None
    opened = rounds_opened(tables)
    rows = tiles(tables, devices)
    values: dict[str, Any] = {
        "made": shown,
        "opened": opened,
        "tiles": rows,
        "playing": [tile.name for tile in rows if not tile.recorded.has_ended],
        "standings": standings_now(tables.opened(), made.event) if made else [],
        "mark_of_wall": mark_of_wall(tables, devices, the_event()),
        "again": _AGAIN,
        "rule_sets": [*rule_sets()],
        "preferred": preferred_rules(),
        "seated": [*_seated(made, opened)] if made else [],
        "file": FILE,
        "given": request.form,
    }
    return page("director.html", problem=problem, **{**values, **more})


def _seated(made: Tournament, opened: int) -> list[tuple[str, str]]:
    """Return the players whom a substitute can replace, as pairs of identifier and name.

    They play in round `opened` (the latest round) or in a later round; the pairs are sorted. `made`
    is the tournament.
    """
    players = {name for game in made.games() if game.round > opened for name in game.players}
    tables = (each for each in the_tables().opened() if round_of(each.name) == opened)
    players |= {name for table in tables for name in table.players}
    names = the_names()
    return sorted((player, names.get(player, player)) for player in players)


# --------------------------------------------------------------------------- acts


def _words(name: str) -> str:
    return " ".join(request.form.get(name, "").split())


_FIELDS: Final = {"rounds": "Rounds", "minutes": "Minutes of a round", "round": "Rounds"}
"""The labels of the form's numbers."""


def _number(name: str, least: int, most: int) -> int:
    """Return the field `name` of the form as a whole number.

    Raise TournamentError if it is not a number from `least` to `most`.
    """
    words = _words(name)
    number = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else -1
    if not least <= number <= most:
        words = gettext("%(field)s: write a number from %(least)s to %(most)s")
        fields = {"field": gettext(_FIELDS[name]), "least": least, "most": most}
        raise TournamentError(words % fields)
    return number


def _new() -> None:
    """Create a tournament from the form, and save its file.

    Raise TournamentError if the folder has a tournament already, or if the form is invalid.
    """
    if _made() is not None:
        raise TournamentError(gettext("%(file)s is there already") % {"file": FILE})
    players = tuple(players_in(request.form.get("players", "")))
    rounds, minutes = _number("rounds", 1, 100), _number("minutes", 1, 600)
    made = Tournament(_words("event"), _words("rules"), rounds, players, 0, minutes)
    keep_tournament(the_tables().folder, checked(made))


def _draw() -> None:
    """Draw the seats of all rounds of the tournament at random, and save the draw.

    The seed comes from the form, or is random. Raise TournamentError if there is no tournament, or
    if a round has been opened already.
    """
    made = _made()
    if made is None or rounds_opened(the_tables()):
        raise TournamentError(gettext("the draw of a round that was opened cannot change"))
    drawn = made.with_draw(_words("seed") or secrets.token_hex(8))
    keep_tournament(the_tables().folder, drawn)


def _open() -> None:
    """Open the next round: create its tables, and set the clock without starting it.

    The clock shows the full time of a round. Do nothing if the form names another round, because
    then the button was pressed twice.
    """
    made = _drawn()
    if _number("round", 1, 100) != rounds_opened(the_tables()) + 1:
        return  # the button was pressed twice
    number = open_round(made, the_tables(), f"UTC{offset()}")
    whole = made.minutes * _MINUTE
    the_event().change(lambda state, _now: replace(state, round=number, rest=whole, ends=0.0))


def _clock() -> None:
    """Start or stop the clock of the round, add a minute, or reset it to the full time."""
    whole = _drawn().minutes * _MINUTE
    moves: dict[str, Callable[[EventState, float], EventState]] = {
        "start": EventState.started,
        "stop": EventState.stopped,
        "more": lambda state, now: state.with_more(_MINUTE, now),
        "whole": lambda state, _now: replace(state, rest=whole, ends=0.0),
    }
    move = moves.get(request.form.get("clock", ""))
    if move is None:
        abort(400, "Choose what the clock does.")
    the_event().change(move)


def _announce() -> None:
    words = _words("announcement")
    the_event().change(lambda state, _now: state.announcing(words))


def _substitute() -> str:
    """Let a substitute play instead of a player, from now on or from the next round on.

    Return the page with the substitute's card to print, which has a link and a PIN.
    """
    made, tables, player = _drawn(), the_tables(), _words("player")
    substitute = _words("substitute") or f"substitute {len(made.substitutes) + 1}"
    if request.form.get("when") == "now":
        changed = replace_now(made, tables, player, substitute, organiser().right.author)
    else:
        changed = with_substitute(made, rounds_opened(tables) + 1, player, substitute)
    keep_tournament(tables.folder, changed)
    return _player_cards([substitute])


def _scribe_links() -> str:
    """Make a link for the scribe of each table, and return the page with the links."""
    made = _drawn()
    links = [
        (gettext("Table %(number)s") % {"number": number}, link_for("scribe", f"t{number}"), "")
        for number in range(1, made.tables + 1)
    ]
    return _cards(links)


def _player_links() -> str:
    """Make a new link and PIN for each player and substitute; return the page with their cards."""
    made = _drawn()
    return _player_cards(
        dict.fromkeys([*made.players, *(each.substitute for each in made.substitutes)])
    )


def _player_cards(players: Iterable[str]) -> str:
    """Make a new link and PIN for each of these players; return the page with their cards."""
    names, pins = the_names(), the_pins()
    links = [
        (names.get(player, player), link_for("player", player=player), pins.give(player))
        for player in players
    ]
    return _cards(links)


def _cards(links: list[tuple[str, str, str]]) -> str:
    """Return a page with cards to print, one for each link by which a device is let in.

    Each item of `links` is a tuple of name, address and PIN; the PIN may be empty.
    """
    rows = [(name, link, code_of(link), pin) for name, link, pin in links]
    return page("device_cards.html", rows=rows, event=_drawn().event)


_ACTS: Final[dict[str, Callable[[], str | None]]] = {
    "new": _new,
    "draw": _draw,
    "open": _open,
    "clock": _clock,
    "announce": _announce,
    "substitute": _substitute,
    "scribes": _scribe_links,
    "players": _player_links,
}


# --------------------------------------------------------------------------- files


def _tag() -> str:
    return request.args.get("lang", "en")


def _counted(made: Tournament) -> tuple[list[Result], list[Standings]]:
    """Return the results of all games, and the standings after each round.

    Identifiers of players are replaced by their real names.
    """
    games, rankings = counted(made, the_tables())
    names = the_names()
    return [each.named(names) for each in games], [each.named(names) for each in rankings]


def _results_html(made: Tournament) -> tuple[str, str | bytes]:
    games, rankings = _counted(made)
    return "text/html", paper.sheets(made.named(the_names()), games, rankings, _tag())


def _results_xlsx(made: Tournament) -> tuple[str, str | bytes]:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return kind, workbook(*_counted(made))


def _results_csv(made: Tournament) -> tuple[str, str | bytes]:
    return "text/csv", "".join(csv_of(_counted(made)[0]))


def _standings_csv(made: Tournament) -> tuple[str, str | bytes]:
    """Return the standings as a CSV file: its media type and its content."""
    tables = the_tables()
    numbers = range(1, rounds_opened(tables) + 1)
    columns = ["place", "name", *(str(number) for number in numbers), *_OF_STANDINGS]
    rows = [
        line._asdict() | {str(number): line.rounds.get(number) for number in numbers}
        for line in standings_now(tables.opened(), made.event)
    ]
    return "text/csv", "".join(write_csv(rows, columns))


_OF_STANDINGS: Final = ("deals", "places", "penalties", "points")
"""The last columns of the standings: the parts of a player's points, and their sum."""


def _ledgers(_made: Tournament) -> tuple[str, str | bytes]:
    files = ((f"{table.name}.mjl", table.text()) for table in the_tables().opened())
    event = (the_tables().folder / FILE).read_bytes()
    return "application/zip", packed([*files, (FILE, event)])


def _event_file(_made: Tournament) -> tuple[str, str | bytes]:
    return "application/toml", (the_tables().folder / FILE).read_bytes()


def _table_cards(made: Tournament) -> tuple[str, str | bytes]:
    site = site_of() or request.url_root.rstrip("/")
    return "text/html", paper.cards(made.named(the_names()), site, _tag())


def _score_sheets(made: Tournament) -> tuple[str, str | bytes]:
    return "application/pdf", paper.score_sheets(made.named(the_names()), _tag())


_FILES: Final[dict[str, Callable[[Tournament], tuple[str, str | bytes]]]] = {
    "results.html": _results_html,
    "results.xlsx": _results_xlsx,
    "results.csv": _results_csv,
    "standings.csv": _standings_csv,
    "ledgers.zip": _ledgers,
    "cards.html": _table_cards,
    "sheets.pdf": _score_sheets,
    FILE: _event_file,
}
