"""Deals as pages to print: the turns in notation, the claims, and room to sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, abort, request

from mjlog.model.findings import Finding
from mjlog.model.go_arounds import go_arounds
from mjlog.model.messages import veiled
from mjlog.model.record import SEATS, Deal, Dealt, Seat, Show
from mjlog.notation.writer import line_text
from mjlog.picture.frames import Frame
from mjlog.referee.sheet_table import front_seat
from mjlog.results.standings import Standings, standings
from webviewer.i18n import translate as spoken_line
from webviewer.parts.audits.amendments import amendments
from webviewer.parts.audits.audit_view import MOST
from webviewer.parts.audits.notation_key import Signs, key
from webviewer.parts.audits.notes import Noted, header, notes
from webviewer.parts.audits.sheet import SheetLine
from webviewer.parts.player_names import seat_players
from webviewer.parts.results.payments import Matrix, matrix, payments
from webviewer.parts.stage.hidden_hands import amendments_seen, findings_seen, sheet_seen, unseen
from webviewer.parts.stage.seats_view import player_name
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record
from webviewer.responses import no_such_step, page

Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a printed deal, with the points before and after the deal.

    `before` and `after` are the recorded points; `due` are the points after the deal by the rules.
    Unknown points are None.
    """

    seat: str
    wind: str
    name: str
    before: int | None
    after: int | None
    due: int | None


@dataclass(frozen=True, slots=True)
class Paper:
    """The values that the page of one printed deal shows.

    `dealt` has the lines of the dealt hands. `rounds` has each go-around with the turns of each
    seat. `square` is the table of who pays whom, `last` the number of the last step, `key` the
    legend of the notation.
    """

    deal: Deal
    number: int
    view: ViewOptions
    players: tuple[Player, ...]
    dealt: tuple[str, ...]
    rounds: tuple[tuple[int, Cells], ...]
    lines: tuple[SheetLine, ...]
    square: Matrix | None
    header: tuple[tuple[str, str], ...]
    notes: tuple[Noted, ...]
    findings: tuple[tuple[int, Finding], ...]
    last: int
    key: Signs

    @property
    def pictured(self) -> bool:
        """Whether the printed page should have a picture of the table at the end of the deal.

        It should if the deal has turns or shown hands; otherwise the table would be empty.
        """
        return bool(self.deal.turns or self.deal.contents(Show))


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the pages for printing a whole game or one deal.

    `known` returns a record by its name in URLs, or ends the request with 404.
    """

    @app.get("/r/<name>/print")
    def print_game(name: str) -> str:
        record = _playable(known(name))
        papers = [
            paper(record, pages, number, _view(record, number))
            for number in range(1, len(record.game.deals) + 1)
        ]
        return page("print.html", record=record, name=name, most=MOST, papers=papers)

    @app.get("/r/<name>/d<count:deal>/print")
    def print_deal(name: str, deal: int) -> str:
        record = _playable(known(name))
        if not 1 <= deal <= len(record.game.deals):
            no_such_step()
        return page(
            "print.html",
            record=record,
            name=name,
            most=MOST,
            papers=[paper(record, pages, deal, _view(record, deal))],
        )


def _playable(record: Record) -> Record:
    if not record.playable:
        abort(404, "This record cannot be shown step by step.")
    return record


def _view(record: Record, number: int) -> ViewOptions:
    """Return the options in the page's address for showing deal `number`, such as hidden hands."""
    game = record.game
    return ViewOptions.asked(
        request.args, game.seats, front_seat(game.deals[number - 1], game.seats)
    )


def paper(record: Record, pages: Pages, number: int, view: ViewOptions) -> Paper:
    """Collect the values for the page on which deal `number` is printed.

    What the options in `view` hide, such as hands of other players, is left out.
    """
    deal, deal_view = record.game.deals[number - 1], pages.replay(record, number)
    seat_players(record.game, record.report.rules, deal)
    closed = view.closed(record.game.seats)
    corrections = amendments_seen(amendments(deal), closed)
    dealt = tuple(line_text(dealt) for dealt in deal.contents(Dealt) if dealt.seat not in closed)
    lines = sheet_seen(deal_view.sheet, unseen(deal_view.frames[-1], closed))
    words = {turn.word for turn in deal.turns if turn.seat not in closed}
    return Paper(
        deal,
        number,
        view,
        _players(record, deal, number),
        dealt,
        _rounds(deal, record.game.seats, deal_view.frames, closed),
        lines,
        _square(record, deal, number),
        tuple(header(deal)),
        tuple(notes(deal, deal_view.frames, corrections)),
        tuple(findings_seen(deal_view.findings, deal_view.frames, closed)),
        len(deal_view.frames) - 1,
        key(words, (*dealt, *(line.text for line in lines))),
    )


def _square(record: Record, deal: Deal, number: int) -> Matrix | None:
    """Return a deal's payments as a table with a row for each payer and a column for each payee.

    Return None if the rules are unknown, or if nobody pays.
    """
    rules, settlement = record.report.rules, record.report.results[number - 1].settlement
    if rules is None:
        return None
    rows = payments(record.game, deal, rules, settlement, record.report.answers(number))
    return matrix(record.game, rows, judged=settlement is not None)


def _rounds(
    deal: Deal, seats: int, frames: Sequence[Frame], closed: frozenset[Seat]
) -> tuple[tuple[int, Cells], ...]:
    """Arrange a deal's turns in a table with a column for each seat.

    A row has the turns of one go-around, in which each player usually has one turn. It is a pair of
    the go-around's number and its cells; a cell has the texts of the seat's turns. For a seat in
    `closed`, whose hand is hidden, the texts are sentences without the tiles that only this player
    saw.
    """
    rows: dict[int, list[list[str]]] = {}
    labels: dict[int, list[str]] = {}
    for frame in frames if closed else ():
        labels.setdefault(frame.turn, []).append(spoken_line(veiled(frame.sentence, closed)))
    for index, (turn, number) in enumerate(zip(deal.turns, go_arounds(deal, seats), strict=True)):
        word = " ".join(labels.get(index, ())) if turn.seat in closed else turn.word
        rows.setdefault(number, [[] for _ in range(seats)])[turn.seat].append(word)
    return tuple((number, tuple(tuple(words) for words in row)) for number, row in rows.items())


def _players(record: Record, deal: Deal, number: int) -> tuple[Player, ...]:
    game, rules = record.game, record.report.rules
    winds = rules.names.presentation.winds if rules is not None else SEATS
    known_standings = standings(record.report)

    def points(place: int, *, due: bool) -> list[int | None]:
        points_after = _points_after(known_standings, place, due=due)
        if points_after is not None:
            return list(points_after)
        return [None] * game.seats

    before, after, due = (
        points(number - 1, due=False),
        points(number, due=False),
        points(number, due=True),
    )

    def player(seat: Seat) -> Player:
        wind = winds[deal.wind_number(seat, game.seats)]
        return Player(
            SEATS[seat], wind, player_name(game, seat), before[seat], after[seat], due[seat]
        )

    return tuple(player(each) for each in range(game.seats))


def _points_after(
    known_standings: Standings | None, deals: int, *, due: bool
) -> tuple[int, ...] | None:
    """Return the points by seat after the first `deals` deals; None if they are unknown.

    If `due` is True, these are the points that the rules compute, otherwise the recorded points.
    `known_standings` has both; None if no points are known.
    """
    if known_standings is None:
        return None
    if not deals:
        return known_standings.start
    return known_standings.after(due=due)[deals - 1]
