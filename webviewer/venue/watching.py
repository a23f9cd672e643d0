"""The addresses for spectators: tables, events, pictures, the screen, the overlay.

No spectator signs in. All spectators see the same, and only what is released.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from flask import Flask, Response, request, url_for

from mjlog.live.referees.effect import changes
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, SEATS, Deal, Game, Pay, Seat, WinLine
from webviewer.i18n import requested_language, spoken
from webviewer.parts.results.summary import WINDS
from webviewer.responses import authority, download, page
from webviewer.venue.answering import events_since
from webviewer.venue.public import Public
from webviewer.venue.spectators import public_table, the_spectators
from webviewer.venue.streaming import stream_table

AGAIN: Final = 4
"""Seconds after which a page asks again."""
_LAST: Final = 6
"""The most won hands on a page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game on a page for spectators: a live table, or a record that is still being written.

    `name` is the name of the table or record. `endpoint` is `watch` for a table, `now` for a
    record.
    """

    name: str
    public: Public

    endpoint: str = "watch"

    @property
    def events(self) -> str:
        """The address at which the page's script asks for new events of this game."""
        return self._address("events")

    @property
    def picture(self) -> str:
        """The address of the present picture of the table, in the language of the page."""
        return self._address("picture", v=self.public.etag, lang=requested_language())

    @property
    def stream(self) -> str:
        """The address of a stream that notifies the browser when the table changes.

        It is empty on the page of a record, which has no stream.
        """
        return self._address("stream") if self.endpoint == "watch" else ""

    def _address(self, what: str, **more: str | None) -> str:
        given = {"table" if self.endpoint == "watch" else "name": self.name, "lang": None, **more}
        page = f"{self.endpoint}_{what}"
        return url_for(page, **given, theme=None)  # type: ignore[arg-type]

    @property
    def seats(self) -> list[tuple[Message | str, str, int | None]]:
        """A tuple of wind, player's name and points for each seat, in the order of seats.

        Before the first deal, the letter of the seat is in place of the wind. Points are None if
        unknown.
        """
        players = [*self.public.game.players, *[""] * self.public.game.seats]
        points = self.public.points
        deal = self.deal
        places = [
            WINDS[deal.wind_number(seat, len(points))] if deal else SEATS[seat]
            for seat in range(len(points))
        ]
        return [*zip(places, players, points, strict=False)]

    @property
    def title(self) -> str:
        """The title of the page: the event or, if there is none, the players."""
        return self.public.game.header("Event") or " – ".join(
            player for player in self.public.game.players if player
        )

    @property
    def deal(self) -> Deal | None:
        """The latest deal of the game, played or being played; None before the first deal."""
        deals = self.public.game.deals
        return deals[-1] if deals else None

    @property
    def hands(self) -> list[Hand]:
        """The hands that won lately, at most six, the newest first.

        Only hands that spectators may see are included.
        """
        deals = self.public.game.deals[: self.public.open_deals]
        return [hand for deal in deals for hand in _hands(self.public.game, deal)][::-1][:_LAST]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that won: the deal, the winner, the discarder, and the points paid to the winner.

    `source` (the discarder) is empty after a self-draw, or if unknown.
    """

    label: str
    winner: str
    source: str
    points: int


def _hands(game: Game, deal: Deal) -> Iterator[Hand]:
    paid = [payment for claim in deal.contents(Pay) for payment in claim.payments]
    for win in deal.contents(WinLine):
        points = sum(each or 0 for _, payee, each in paid if payee == win.seat)
        source = "" if win.source in {win.seat, NOBODY} else _name(game, win.source)
        yield Hand(deal.label, _name(game, win.seat), source, points)


def _name(game: Game, seat: Seat) -> str:
    return game.players[seat] if seat < len(game.players) else SEATS[seat]


def routes(app: Flask) -> None:
    """Add the pages for spectators of live tables."""

    @app.get("/watch/")
    def watch_all() -> Response:
        return with_etag(Response(_screen()), _mark_of_all())

    @app.get("/watch/authority.pem")
    def watch_authority() -> Response:
        return authority()

    @app.get("/watch/events")
    def watch_marks() -> Response:
        return with_etag(Response("{}", mimetype="application/json"), _mark_of_all())

    @app.get("/watch/<table>")
    def watch(table: str) -> Response:
        shown = Shown(table, public_table(table))
        return with_etag(Response(page("watch.html", shown=shown, again=AGAIN)), shown.public.etag)

    @app.get("/watch/<table>/overlay")
    def watch_overlay(table: str) -> Response:
        shown = Shown(table, public_table(table))
        return with_etag(
            Response(page("overlay.html", shown=shown, again=AGAIN)), shown.public.etag
        )

    _data(app)


def _data(app: Flask) -> None:
    """Add the addresses of a table's data: its events, a stream of changes, picture and text."""

    @app.get("/watch/<table>/events")
    def watch_events(table: str) -> Response:
        public = public_table(table)
        return with_etag(Response(events_of(public), mimetype="application/json"), public.etag)

    @app.get("/watch/<table>/stream")
    def watch_stream(table: str) -> Response:
        public_table(table)
        return stream_table(table)

    @app.get("/watch/<table>.svg")
    def watch_picture(table: str) -> Response:
        public = public_table(table)
        return with_etag(
            Response(public.svg, mimetype="image/svg+xml"), f"{public.etag}-{spoken().tag}"
        )

    @app.get("/watch/<table>.mjl")
    def watch_text(table: str) -> Response:
        public = public_table(table)
        return with_etag(download(public.text, f"{table}.mjl", "text/plain"), public.etag)


def events_of(public: Public) -> bytes:
    """Return the events of a game that the parameters of the request ask for, as JSON."""
    return events_since(public, request.args.get("since", ""), request.args.get("mark", ""))


def _screen() -> str:
    tables = [Shown(name, public_table(name)) for name in the_spectators().names()]
    playing = [each for each in tables if each.deal is not None]
    wanted = request.args.get("table", "")
    big = next((each for each in tables if each.name == wanted), next(iter(playing), None))
    hands = [(each.name, hand) for each in tables for hand in each.hands[:2]]
    values = {"tables": tables, "big": big, "hands": hands, "standings": _standings(tables)}
    return page("screen.html", again=AGAIN, **values)


def _standings(tables: list[Shown]) -> list[tuple[int, str, float]]:
    """Return a tuple of place, name and total points for each player of all tables, best first.

    Only deals whose results spectators may see count. Players without known points are left out.
    """
    sums: dict[str, float] = {}
    for each in tables:
        game = each.public.game
        open_game = replace(game, deals=game.deals[: each.public.open_deals])
        for name, points in zip(game.players, changes(open_game), strict=False):
            if name and points is not None:
                sums[name] = round(sums.get(name, 0.0) + points, 3)
    ordered = sorted(sums.items(), key=lambda each: -each[1])
    return [
        (1 + sum(other > points for other in sums.values()), name, points)
        for name, points in ordered
    ]


def _mark_of_all() -> str:
    return the_spectators().mark_of_all()


def with_etag(answer: Response, mark: str) -> Response:
    """Add the ETag `mark` to a response, and return the response.

    If the client has the version with this ETag already, the response becomes a 304 without a body.
    """
    answer.set_etag(mark)
    answer.cache_control.no_cache = True
    answer.make_conditional(request.environ)
    return answer
