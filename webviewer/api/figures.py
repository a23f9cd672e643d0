"""Figures over all records: statistics, players, events and standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response

from mjlog.archive.privacy.people import Player, players_named
from mjlog.archive.questions.outputs import write_csv, write_ndjson
from mjlog.archive.questions.search import MOST
from mjlog.archive.questions.standings import COLUMNS as LINES
from mjlog.archive.questions.standings import all_lines
from mjlog.archive.questions.standings import standings as standings_of
from mjlog.archive.questions.statistics import COLUMNS, Scope, points_over_time
from mjlog.archive.questions.statistics import statistics as statistics_of
from mjlog.archive.storage.objects import event_object
from mjlog.archive.view import View
from mjlog.model.record import SEATS
from webviewer.api import asking
from webviewer.api.accept_header import wanted_of
from webviewer.api.answers import JSON, json_answer, mark_of, with_etag
from webviewer.api.archive_view import open_view
from webviewer.api.problems import BAD_QUESTION, NOT_ACCEPTABLE, UNKNOWN, Problem
from webviewer.api.record_formats import CSV, NDJSON, bare

SUFFIXES: Final = {"json": JSON, "csv": bare(CSV), "ndjson": NDJSON}
"""The media types of a table, by the suffix of its address."""
ABOUT: Final = frozenset({"player", "event", "rules", "since", "until", "seats"})
NAMES: Final = "pseudonyms"
"""The parameter that hides the names of players."""


def routes(api: Blueprint) -> None:
    """Add the addresses of statistics, players, events and standings to the web API."""
    api.add_url_rule("/statistics", view_func=statistics)
    api.add_url_rule("/statistics.<form>", view_func=statistics)
    api.add_url_rule("/players", view_func=players)
    api.add_url_rule("/players/<count:number>", view_func=player)
    api.add_url_rule("/events/<count:number>", view_func=event)
    api.add_url_rule("/events/<count:number>/standings", view_func=standings)
    api.add_url_rule("/events/<count:number>/standings.<form>", view_func=standings)


# --------------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class Table:
    """A table to return as CSV or NDJSON (`rows`, `columns`), or as a JSON object (`whole`)."""

    whole: dict[str, Any]
    rows: Iterable[dict[str, Any]]
    columns: Sequence[str]

    def answer(self, wanted: str) -> Response:
        """Return a response with this table, for example with the standings of an event.

        `wanted` is the response's media type: JSON (the whole object), or NDJSON or CSV (the rows).
        """
        if wanted == JSON:
            return json_answer(self.whole)
        if wanted == NDJSON:
            return _text(write_ndjson(self.rows), NDJSON)
        return _text(write_csv(self.rows, self.columns), CSV)


def _text(lines: Iterable[str], content_type: str) -> Response:
    lines_of_csv = "".join(lines).encode("utf-8", "replace")
    return Response(lines_of_csv, content_type=content_type)


def _wanted(form: str) -> str:
    """Return the media type of a table by the suffix of its address: `json`, `csv` or `ndjson`.

    If `form` is empty, return the type that the `Accept` header prefers. Raise Problem (406) for an
    unknown suffix, or if the header accepts none of the three types.
    """
    if not form:
        return wanted_of(tuple(SUFFIXES.values()))
    if form not in SUFFIXES:
        words = f"There is no form called {form}."
        raise Problem(NOT_ACCEPTABLE, words, available=[*SUFFIXES.values()])
    return SUFFIXES[form]


# --------------------------------------------------------------------------- statistics


def statistics(form: str = "") -> Response:
    """Return the statistics of all records, or of the records that the request's parameters select.

    `form` is the suffix of the address: `json`, `csv` or `ndjson`. If it is empty, the `Accept`
    header decides the format.
    """
    asking.refuse_parameters_except(ABOUT | {NAMES})
    scope, wanted = _scope(), _wanted(form)
    with open_view(pseudonyms=asking.is_wanted(NAMES)) as view:
        mark = mark_of(view.mark(), wanted)
        return with_etag(mark, lambda: _statistics(view, scope).answer(wanted))


def _scope() -> Scope:
    return Scope(
        asking.number("player", None),
        asking.number("event", None),
        asking.word("rules"),
        asking.day("since"),
        asking.day("until"),
        asking.number("seats", None, least=2, most=len(SEATS)),
    )


def _statistics(view: View, scope: Scope) -> Table:
    about = _about(view, scope)
    rows = _figures(view, scope)
    return Table({"about": about, "figures": rows}, rows, tuple(COLUMNS))


def _about(view: View, scope: Scope) -> dict[str, str]:
    """Return the filters of `scope` as a dict from the filter's name to its value as text.

    The dict becomes a part of the response with the statistics. Filters that are not set are left
    out. The name of a player or an event replaces its number.
    """
    about = {"rules": scope.rules, "since": scope.since, "until": scope.until}
    if scope.player is not None:
        about["player"] = _player(view, scope.player).name
    if scope.event is not None:
        about["event"] = _event(view, scope.event)["name"]
    if scope.seats is not None:
        about["seats"] = str(scope.seats)
    return {name: value for name, value in about.items() if value}


def _figures(view: View, scope: Scope) -> list[dict[str, Any]]:
    return [figure.to_row for figure in statistics_of(view, scope)]


# --------------------------------------------------------------------------- players


def players() -> Response:
    """Return as JSON the players whose name contains the request's parameter `name`.

    A value such as `#12` selects the player with that number. The result has at most as many
    players as the parameter `size` says, and `more` says whether others were left out. Raise
    Problem (400) if the parameter `name` is missing.
    """
    asking.refuse_parameters_except({"name", "size", NAMES})
    name = asking.word("name")
    if not name:
        raise Problem(BAD_QUESTION, "name must say which player: a name, part of one, or #12")
    size = asking.number("size", 100, least=1, most=MOST) or 100
    with open_view(pseudonyms=asking.is_wanted(NAMES)) as view:
        return with_etag(mark_of(view.mark()), lambda: json_answer(_players(view, name, size)))


def _players(view: View, name: str, size: int) -> dict[str, Any]:
    players = players_named(view, name)
    return {"players": [_object(each) for each in players[:size]], "more": len(players) > size}


def _object(found: Player) -> dict[str, Any]:
    return {
        "number": found.number,
        "name": found.name,
        "records": found.records,
        "names": [*found.names],
    }


def player(number: int) -> Response:
    """Return one player as JSON: all names, and the statistics and games that the reader may see.

    Raise Problem (404) if there is no such player.
    """
    asking.refuse_parameters_except({NAMES})
    with open_view(pseudonyms=asking.is_wanted(NAMES)) as view:
        return with_etag(mark_of(view.mark()), lambda: json_answer(_whole_player(view, number)))


def _whole_player(view: View, number: int) -> dict[str, Any]:
    scope = Scope(player=number)
    player = _object(_player(view, number))
    games = list(points_over_time(view, scope))
    if view.reader.pseudonyms:
        # The digest would lead to the record with the names.
        games = [{**game, "digest": None} for game in games]
    return player | {"figures": _figures(view, scope), "games": games}


def _player(view: View, number: int) -> Player:
    players = players_named(view, f"#{number}")
    if not players:
        raise Problem(UNKNOWN, "There is no such player.")
    return players[0]


# --------------------------------------------------------------------------- events


def event(number: int) -> Response:
    """Return one event with its statistics as JSON.

    Raise Problem (404) if there is no such event.
    """
    asking.refuse_parameters_except(())
    with open_view() as view:
        return with_etag(mark_of(view.mark()), lambda: json_answer(_whole_event(view, number)))


def _whole_event(view: View, number: int) -> dict[str, Any]:
    return _event(view, number) | {"figures": _figures(view, Scope(event=number))}


def _event(view: View, number: int) -> dict[str, Any]:
    events = view.events(number - 1, 1)
    if not events or events[0]["id"] != number:
        raise Problem(UNKNOWN, "There is no such event.")
    return event_object(events[0])


def standings(number: int, form: str = "") -> Response:
    """Return the ranks and the points of the players of an event.

    The points are given twice: as in the records, and as the rules compute them. `form` is the
    suffix of the address: `json`, `csv` or `ndjson`; if it is empty, the `Accept` header decides
    the format. Raise Problem (404) if there is no such event.
    """
    asking.refuse_parameters_except({NAMES})
    wanted = _wanted(form)
    with open_view(pseudonyms=asking.is_wanted(NAMES)) as view:
        mark = mark_of(view.mark(), wanted)
        return with_etag(mark, lambda: _standings(view, number).answer(wanted))


def _standings(view: View, number: int) -> Table:
    name = _event(view, number)["name"]
    table = standings_of(view, number)
    whole = {"event": name, "standings": [each.to_object for each in table]}
    return Table(whole, all_lines(table), ("rules", "seats", "unit", *LINES))
