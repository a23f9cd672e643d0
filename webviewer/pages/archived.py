"""The pages of an archive: start page, list with search, record, player, event, statistics."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final

from flask import Flask, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from mjlog import rules
from mjlog.archive.privacy.people import busiest_players, players_named
from mjlog.archive.questions.overview import (
    difference,
    differences,
    event_of,
    faults_of,
    judgements,
    newest_events,
    rows_of_deals,
    seats_of,
)
from mjlog.archive.questions.search import (
    SORTS,
    STATUS,
    Page,
    Query,
    QueryError,
    count,
    facets,
    find,
)
from mjlog.archive.questions.statistics import (
    Scope,
    favourites,
    find_counted_deals,
    points_over_time,
    rarities,
    statistics,
)
from mjlog.archive.questions.waits import SHAPES as WAITS
from mjlog.archive.questions.wins import (
    WinQuery,
    deals_of,
    holding,
    items_won_with,
    number_of_wins,
    wins,
)
from mjlog.archive.storage.clock import format_moment
from mjlog.archive.view import View
from mjlog.results.standings import standings
from webviewer import api
from webviewer.api import figures as as_json
from webviewer.api.archive_view import has_archive, open_view
from webviewer.api.content import record as record_object
from webviewer.api.lists import events as event_objects
from webviewer.api.records import records as record_objects
from webviewer.i18n import item_named, worth
from webviewer.pages.archive import LONGEST, is_date
from webviewer.parts.figures import UNITS, OfKind, courses, group_by_kind, titles, unit_in_words
from webviewer.parts.figures import WORDS as WORDS_OF_FIGURES
from webviewer.parts.player_names import seat_players
from webviewer.parts.results.score_graph import graph
from webviewer.parts.results.summary import codes_of, ending_of, ending_of_game, item_of
from webviewer.records.archived_records import ArchivedRecords
from webviewer.responses import page

FEW: Final = 8
"""Rows of each part of the start page."""
ON_A_PAGE: Final = 50
WINS_ON_A_PAGE: Final = 30
WORDS: Final = ("text", "player", "event", "item", "code", "round", "table", "after")
DATES: Final = ("since", "until")
MOST_PAGES: Final = 10_000
MOST_PLAYERS: Final = 100
"""Players on the page of players if no name is asked for."""
_RECORDS: Final = ArchivedRecords()
_NUMBER: Final = re.compile(r"[0-9]{1,18}")
"""A number of at most 18 digits, as numbers in the archive have."""


def routes(app: Flask) -> None:
    """Add the pages about the archive: records, won hands, players, events and statistics."""
    app.jinja_env.filters["moment"] = format_moment
    app.jinja_env.filters["combined"] = _combined
    app.context_processor(_page_values)
    pages: dict[str, Callable[..., ResponseReturnValue]] = {
        "/start": start,
        "/records": records,
        "/records/<digest:digest>": archived,
        "/wins": won,
        "/players": _or_json(players, as_json.players),
        "/players/<count:number>": _or_json(player, as_json.player),
        "/events": _or_json(events, event_objects),
        "/events/<count:number>": _or_json(event, as_json.event),
        "/statistics": _or_json(figures, as_json.statistics),
        "/statistics/deals": behind,
        "/judged": judged,
    }
    for address, view in pages.items():
        app.add_url_rule(address, view_func=view)


def _or_json(
    of_people: Callable[..., ResponseReturnValue], of_programs: Callable[..., ResponseReturnValue]
) -> Callable[..., ResponseReturnValue]:
    """Combine two view functions of one address: one for people's pages, one for programs' JSON.

    The returned view function calls `of_programs` if the `Accept` header prefers JSON, else
    `of_people`.
    """

    @wraps(of_people)
    def either(**parts: Any) -> ResponseReturnValue:
        return of_programs(**parts) if api.wants_json() else of_people(**parts)

    return either


def _page_values() -> dict[str, Any]:
    return {"has_archive": has_archive(), "titles": titles()}


def _combined(scope: dict[str, Any], kind: OfKind) -> dict[str, Any]:
    """Return a copy of the filters `scope` for one table of statistics, `kind`.

    The copy selects only the rule set and the number of players of this table, for a link from the
    table. Templates call this function as a filter.
    """
    return {**scope, "rules": kind.name or None, "seats": kind.seats}


# --------------------------------------------------------------------------- start and list


def start() -> str:
    """Return the start page of the archive.

    It lists the newest events, records with errors, rare hands and the newest records.
    """
    with open_view() as view:
        waiting = Query(status="errors", size=FEW)
        return page(
            "start.html",
            total=count(view, Query()),
            events=newest_events(view, FEW),
            waiting=_listed(view, find(view, waiting)),
            waiting_in_all=count(view, waiting),
            rare=[_with_latest_win(view, row) for row in rarities(view, Scope(), FEW)],
            newest=_listed(view, find(view, Query(sort="-date", size=FEW))),
        )


def _with_latest_win(view: View, row: dict[str, Any], player: int | None = None) -> dict[str, Any]:
    """Return a row about a scored item, such as a yaku, with `named` and `hands_won` added.

    `named` is the item's name; `hands_won` is a list with the latest won hand that has the item, by
    any winner or by the player with this number. `view` is the archive, limited to what the reader
    may see.
    """
    asked = Query(rules=row["rules"])
    query = WinQuery(asked, player=player, item=row["item"], seats=row["seats"], size=1)
    return {**row, "named": item_of(row["rules"], row["item"]), "hands_won": _wins(view, query)}


def _wins(view: View, query: WinQuery) -> list[dict[str, Any]]:
    """Search won hands; return a row for each hand, with texts for the page added.

    `named` are the names of the hand's scored items, and `worth` is its value in words. `view` is
    the archive, limited to what the reader may see.
    """
    rows = wins(view, query)
    for row in rows:
        row["named"] = [item_of(row["rules"], item) for item in row["items"]]
        row["worth"] = worth(row["value"], row["unit"]) if row["value"] and row["unit"] else ""
    return rows


def won() -> str:
    """Return one page of the list of won hands that match the filters in the address.

    A hand can be filtered by item, tiles, wait and least value; its game by player, event, rules
    and dates.
    """
    asked = {name: text.strip()[:LONGEST] for name, text in request.args.items()}
    first = _number("page", "The list has no such page.") or 1
    if first > MOST_PAGES:
        abort(404, "The list has no such page.")
    least, hand = asked.get("least", ""), asked.get("hand", "")
    held = holding(hand) if hand else ()
    wait = asked.get("wait", "")
    with open_view() as view:
        named = _items_by_name(items_won_with(view))
        records = _query()
        items = {name.casefold(): item for name, item in named.items()}
        query = WinQuery(
            replace(records, player="", item="", after=""),
            winner=records.player,
            item=items.get(records.item.casefold(), records.item),
            holding=held or (),
            wait=wait if wait in WAITS else "",
            least=int(least) if _NUMBER.fullmatch(least) else None,
            size=WINS_ON_A_PAGE,
            first=(first - 1) * WINS_ON_A_PAGE,
        )
        number = number_of_wins(view, query)
        return page(
            "wins.html",
            asked=asked,
            items=[*named],
            rows=_wins(view, query),
            number=number,
            page_number=first,
            is_last=first * WINS_ON_A_PAGE >= number,
            rule_sets=[(rule_set.name, rule_set.title) for rule_set in rules.loadable()],
            waits=[(shape, UNITS[shape]) for shape in WAITS],
            no_tiles="" if held is not None else hand,
            wrong=_wrong_dates(),
        )


def _items_by_name(items: Sequence[str]) -> dict[str, str]:
    """Return a dict from the translated name of a scored item to the item's word in records.

    Items without a name in any rule set are left out. The search form offers these names. `items`
    are the items' words in records.
    """
    return {
        item_named(item, rule_set): item
        for rule_set in rules.loadable()
        for item in items
        if item in rule_set.names.items
    }


def records() -> ResponseReturnValue:
    """Return one page of the list of records, with a search form and the most frequent values.

    Return the list as JSON instead if the `Accept` header prefers JSON.
    """
    if api.wants_json():
        return record_objects()
    query = _query()
    with open_view() as view:
        results = _found(view, query)
        return page(
            "archived.html",
            query=query,
            wrong=_wrong_dates(),
            found=results,
            number=count(view, query),
            facets=_facets(view, query),
            rule_sets=[(rule_set.name, rule_set.title) for rule_set in rules.loadable()],
            sorts=SORTS,
            states=STATUS,
        )


def _query() -> Query:
    """Build a search for records from the parameters of the request's address.

    Ignore invalid values.
    """
    asked = {name: value.strip()[:LONGEST] for name, value in request.args.items()}
    words: dict[str, Any] = {name: asked.get(name, "").replace("\0", "") for name in WORDS}
    words |= {name: asked[name] for name in DATES if is_date(asked.get(name, ""))}
    choices = {
        "rules": rules.names(),
        "status": STATUS,
        "sort": [*SORTS, *(f"-{name}" for name in SORTS)],
    }
    words |= {name: asked[name] for name, values in choices.items() if asked.get(name) in values}
    return Query(**words, size=ON_A_PAGE)


def _found(view: View, query: Query) -> Page:
    """Search records, and return the page of results that `query` asks for.

    If the address names an invalid place in the results, return the first page instead. `view` is
    the archive, limited to what the reader may see.
    """
    try:
        results = find(view, query)
    except QueryError:
        results = find(view, replace(query, after=""))
    _listed(view, results)
    return results


def _listed(view: View, found: Page) -> tuple[dict[str, Any], ...]:
    """Add to each record on a page of results what the list shows, and return the rows.

    The added values are `ending` (how the game ended), `faults` (its first two errors) and `seated`
    (each player's name and points, and whether the player came first).
    """
    numbers = [row["id"] for row in found.rows]
    deals, codes = rows_of_deals(view, numbers), faults_of(view, numbers)
    for row in found.rows:
        row["ending"] = ending_of_game(deals.get(row["id"], []))
        row["faults"] = codes_of(codes.get(row["id"], ()))
        row["seated"] = [(one["name"], one["points"], one["place"] == 1) for one in row["players"]]
    return found.rows


def _wrong_dates() -> list[str]:
    asked = (request.args.get(name, "").strip()[:LONGEST] for name in DATES)
    return [text for text in asked if text and not is_date(text)]


def _facets(view: View, query: Query) -> list[dict[str, Any]]:
    """Count the found records by the values of each field, such as rules or player.

    Return a dict for each field, with its `name` and at most twelve `values`, the most frequent
    first. Each value has the number of records and an address, which adds the value to the
    filters of the present list or, if it is among them already, removes it. `view` is the archive,
    limited to what the reader may see.
    """
    order: dict[str, Any] = {"sort": query.sort if query.sort != Query().sort else None}
    return [
        {
            "name": name,
            "values": [
                {
                    "value": value,
                    "words": titles().get(value, value) if name == "rules" else value,
                    "number": number,
                    "is_chosen": query.filters.get(name) == value,
                    "to": url_for("records", **order, **_filters_with(query, name, value)),
                }
                for value, number in values
                if value
            ],
        }
        for name, values in facets(view, query, most=12).items()
    ]


def _filters_with(query: Query, name: str, value: str) -> dict[str, Any]:
    """Return the filters of a search, as a dict, with `name` set to `value`.

    If `name` is set to `value` already, return the filters without `name`, so that a link can turn
    the filter on and off.
    """
    rest = {key: each for key, each in query.filters.items() if key != name}
    return rest if query.filters.get(name) == value else {**rest, name: value}


# --------------------------------------------------------------------------- one of them


def archived(digest: str) -> ResponseReturnValue:
    """Return the page of one record: its deals, origins, versions and audits.

    Return the record's JSON instead if the `Accept` header prefers JSON. End the request with 404
    or 410 if the reader sees no such record.
    """
    digest = digest.lower()
    if api.wants_json():
        return record_object(digest)
    with open_view() as view:
        row = view.row(digest)
        if row is None:
            if view.removal(digest) is not None:
                abort(410, "This record was taken out of the archive.")
            abort(404, "There is no record of that name, or it cannot be read.")
        record = _RECORDS.record(digest)
        if record is not None:
            seat_players(record.game, record.report.rules)
        return page(
            "archived_record.html",
            row=row,
            seats=seats_of(view, digest),
            deals=[
                {**deal, "ending": ending_of(json.loads(deal["row"]))}
                for deal in deals_of(view, digest)
            ],
            graph=graph(standings(record.report), record.game) if record else None,
            record=record,
            origins=view.origins(digest),
            ancestors=view.ancestors(digest),
            descendants=view.descendants(digest),
            judgements=judgements(view, digest),
            changed=difference(view, digest),
        )


def players() -> ResponseReturnValue:
    """Return the page that lists the players with a certain name.

    If only one player has the name, redirect to that player's page. If the address has no name,
    list the 100 players with the most records.
    """
    name = request.args.get("name", "").strip()[:LONGEST].replace("\0", "")
    with open_view() as view:
        players_shown = players_named(view, name) if name else busiest_players(view, MOST_PLAYERS)
    if name and len(players_shown) == 1:
        return redirect(url_for("player", number=players_shown[0].number))
    return page("players.html", name=name, players=players_shown)


def player(number: int) -> str:
    """Return the page of one player: games, and the statistics that the reader may see.

    End the request with 404 if there is no such player.
    """
    with open_view() as view:
        players = players_named(view, f"#{number}")
        if not players:
            abort(404, "There is no such player.")
        scope = Scope(player=number)
        return page(
            "player.html",
            player=players[0],
            figures=group_by_kind(statistics(view, scope)),
            favourites=[_with_latest_win(view, row, number) for row in favourites(view, number)],
            courses=courses(points_over_time(view, scope)),
            scope=_scope_of(scope),
            rows=_listed(view, find(view, Query(player=f"#{players[0].number}", size=ON_A_PAGE))),
        )


def events() -> str:
    """Return one page of the list of events, newest first."""
    first = _number("page", "The list has no such page.") or 1
    if first > MOST_PAGES:
        abort(404, "The list has no such page.")
    with open_view() as view:
        events_shown = newest_events(view, ON_A_PAGE + 1, (first - 1) * ON_A_PAGE)
    return page(
        "events.html",
        events=events_shown[:ON_A_PAGE],
        number=first,
        more=len(events_shown) > ON_A_PAGE,
    )


def event(number: int) -> str:
    """Return the page of one event: its records and its statistics.

    End the request with 404 if there is no such event.
    """
    with open_view() as view:
        event_shown = event_of(view, number)
        if event_shown is None:
            abort(404, "There is no such event.")
        scope = Scope(event=number)
        query = Query(event=event_shown["name"], sort="date", size=ON_A_PAGE, after=_query().after)
        return page(
            "event.html",
            event=event_shown,
            figures=group_by_kind(statistics(view, scope)),
            scope=_scope_of(scope),
            found=_found(view, query),
        )


# --------------------------------------------------------------------------- statistics


def _scope() -> Scope:
    """Return the filters of the statistics that the address contains, such as player or dates.

    Invalid dates and unknown rules are ignored. End the request with 404 if a number is invalid.
    """
    asked = request.args
    dates = {name: asked[name] for name in DATES if is_date(asked.get(name, ""))}
    chosen = asked.get("rules", "")
    return Scope(
        _number("player", "There is no such player."),
        _number("event", "There is no such event."),
        chosen if chosen in rules.names() else "",
        seats=_number("seats", "Games have two to four players."),
        **dates,
    )


def _number(name: str, problem: str) -> int | None:
    """Return a parameter of the address as a number; None if the parameter is missing.

    If the parameter is not a number, end the request with 404 and the message `problem`.
    """
    value = request.args.get(name, "").strip()
    if not value:
        return None
    if not _NUMBER.fullmatch(value):
        abort(404, problem)
    return int(value)


def _scope_of(scope: Scope) -> dict[str, Any]:
    """Convert filters of the statistics into the parameters of an address, for links.

    The result is a dict that leaves out filters which are not set.
    """
    names = ("player", "event", "rules", "since", "until", "seats")
    return {name: value for name in names if (value := getattr(scope, name))}


def figures() -> str:
    """Return the page with statistics, such as the share of wins by self-draw.

    The filters in the address select the records that are counted.
    """
    scope = _scope()
    with open_view() as view:
        return page(
            "statistics.html",
            figures=group_by_kind(statistics(view, scope)),
            scope=_scope_of(scope),
            rule_sets=[(rule_set.name, rule_set.title) for rule_set in rules.loadable()],
            wrong=_wrong_dates(),
        )


def behind() -> str:
    """Return the page that lists the deals from which one number of the statistics was counted.

    End the request with 404 if the address does not name such a number.
    """
    scope, name = _scope(), request.args.get("figure", "")
    with open_view() as view:
        try:
            deals = find_counted_deals(view, scope, name, request.args.get("unit", ""))
        except (KeyError, ValueError):
            abort(404, "There is no such figure.")
    words = WORDS_OF_FIGURES.get(name, name)
    unit = unit_in_words(request.args.get("unit", ""))
    return page("behind.html", deals=deals, words=words, unit=unit, scope=_scope_of(scope))


def judged() -> str:
    """Return the page of archived records whose audit changed with a newer version of the rules.

    The page lists the records that have new findings or have lost findings. It also has the number
    of all records whose audit differs in any way.
    """
    with open_view() as view:
        judged_otherwise = list(differences(view))
    changed = [each for each in judged_otherwise if each.went or each.came]
    return page("judged.html", changed=changed, number=len(judged_otherwise))
