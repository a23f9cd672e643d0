"""A record step by step for a reader who does not want to know what comes next.

Each response is made only from the record up to the step, so it cannot reveal what comes later.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.notation import to_json, write
from mjlog.referee.sheet_table import front_seat
from webviewer.caches.built_pages import KeptAnswers
from webviewer.caches.templates import macros
from webviewer.pages.drawings import drawing, scene_of
from webviewer.pages.pictures import animation, image, span
from webviewer.pages.print_view import paper
from webviewer.pages.step_page import StepPage
from webviewer.parts.audits.audit_view import MOST
from webviewer.parts.player_names import seat_players
from webviewer.parts.stage.deal_view import Deals
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.step_deltas import LATER, document, waits_document
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record
from webviewer.records.partial_records import RecordsSoFar, complete_game
from webviewer.responses import download, no_such_step, page

STEP: Final = "/follow/<name>/d<count:deal>/s<count:step>"

WORDS: Final = ("seat", "hands", "claimed")


@dataclass(frozen=True, slots=True)
class Following:
    """A record up to one step, for a reader who follows it without seeing what comes next.

    `deal` and `step` are the numbers of that step. `is_over` is True at the last step of the deal.
    """

    record: Record
    deal: int
    step: int
    view: ViewOptions
    name: str
    is_over: bool


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the pages on which a reader follows a record without knowing how it goes on.

    The pages, pictures and files for a step contain nothing that happens after this step. `known`
    returns a record by its name in URLs, or ends the request with 404.
    """
    desk = _Desk(known, RecordsSoFar(pages))
    answers = KeptAnswers()

    @app.get("/follow/<name>")
    def follow_record(name: str) -> Redirect:
        return redirect(url_for("follow", name=name, deal=1, step=0, **_words()))

    @app.get(STEP)
    def follow(name: str, deal: int, step: int) -> Response | Redirect | str:
        record = desk.record(name)
        if desk.is_behind(record, deal, step):
            return _onward(record, name, deal)
        return answers.of(record, name, lambda: desk.page(desk.asked(name, deal, step)))

    @app.get("/follow/<name>/end")
    def follow_end(name: str) -> str:
        return page("followed.html", name=name, record=desk.record(name))

    @app.get(f"{STEP}/steps.json")
    def follow_steps(name: str, deal: int, step: int) -> dict[str, Any]:
        return document(desk.painter(desk.asked(name, deal, step)))

    @app.get(f"{STEP}/{LATER}")
    def follow_waits(name: str, deal: int, step: int) -> dict[str, Any]:
        return waits_document(desk.painter(desk.asked(name, deal, step)))

    @app.get(f"{STEP}/print")
    def follow_print(name: str, deal: int, step: int) -> str:
        return desk.sheet(desk.asked(name, deal, step))

    _files(app, desk)


def _files(app: Flask, desk: _Desk) -> None:
    """Add the addresses of pictures, animations and record files that belong to one step.

    A record file contains the record only up to the step. `desk` returns the record up to a step.
    """

    @app.get(f"{STEP}.svg")
    def follow_picture(name: str, deal: int, step: int) -> Response:
        record = desk.asked(name, deal, step).record
        return drawing(scene_of(record, desk.pages, deal, step) or no_such_step())

    @app.get(f"{STEP}.png")
    def follow_image(name: str, deal: int, step: int) -> Response:
        return image(desk.asked(name, deal, step).record, desk.pages, deal, step)

    @app.get(f"{STEP}-<count:last>.webp", defaults={"form": "webp"})
    @app.get(f"{STEP}-<count:last>.gif", defaults={"form": "gif"})
    def follow_animation(name: str, deal: int, step: int, last: int, form: str) -> Response:
        steps = span(step, last)
        return animation(desk.asked(name, deal, last).record, desk.pages, deal, steps, form)

    @app.get(f"{STEP}.mjl")
    def follow_text(name: str, deal: int, step: int) -> Response:
        game = complete_game(desk.asked(name, deal, step).record)
        return download(write(game), f"{name}-d{deal}-s{step}.mjl", "text/plain")

    @app.get(f"{STEP}.json")
    def follow_json(name: str, deal: int, step: int) -> Response:
        game = to_json(complete_game(desk.asked(name, deal, step).record))
        return download(json.dumps(game), f"{name}-d{deal}-s{step}.json", "application/json")


class _Desk:
    """Builds the pages on which a reader follows a record step by step."""

    def __init__(self, known: Callable[[str], Record], so_far: RecordsSoFar) -> None:
        self._known = known
        self._so_far = so_far
        self.pages = Pages()
        self._deals = Deals(self.pages)

    def record(self, name: str) -> Record:
        """Return the whole record with this name, not only a part up to a step.

        End the request with 404 if the record cannot be shown step by step.
        """
        record = self._known(name)
        if not record.playable:
            no_such_step()
        return record

    def is_behind(self, record: Record, deal: int, step: int) -> bool:
        """Return whether `step` is one more than the last step of deal `deal`.

        If it is, the reader has finished this deal and is sent to the next deal.
        """
        is_there = 1 <= deal <= len(record.game.deals)
        return is_there and step == self._so_far.last(record, deal) + 1

    def asked(self, name: str, deal: int, step: int) -> Following:
        """Return the part of a record up to a step, with the options for showing it.

        The options, such as the seat at the bottom, come from the address. End the request with 404
        if there is no such record, deal or step.
        """
        record = self.record(name)
        if not 1 <= deal <= len(record.game.deals) or step > self._so_far.last(record, deal):
            no_such_step()
        seats = record.game.seats
        view = ViewOptions.asked(
            request.args, seats, front_seat(record.game.deals[deal - 1], seats)
        )
        part = self._so_far.of(record, deal, step, view.closed(seats))
        return Following(part, deal, step, view, name, step == self._so_far.last(record, deal))

    def painter(self, here: Following) -> Painter:
        """Return the `Painter`, which draws the deal up to the reader's step.

        The names of the players and the rules are also stored for the sentences of the page.
        """
        view = self._deals.of(here.record, here.deal)
        if view is None:
            no_such_step()
        seat_players(here.record.game, view.rules, view.deal)
        return Painter(
            view, here.view, macros("panels.html"), url_for("static", filename="tiles.svg")
        )

    def page(self, here: Following) -> str:
        """Return the HTML page that shows the table at the reader's step.

        `here` has the record up to this step, and the options for showing it.
        """
        paints = self.painter(here)
        shown = StepPage(
            paints.deal_view, here.view, here.step, paints, here.name, endpoint="follow"
        )
        return page("follow.html", page=shown, name=here.name, is_over=here.is_over)

    def sheet(self, here: Following) -> str:
        """Return the HTML of a printable page that shows the deal up to the reader's step.

        `here` has the record up to this step, and the options for showing it.
        """
        papers = [paper(here.record, self.pages, here.deal, here.view)]
        return page(
            "print.html", record=here.record, name=here.name, most=MOST, papers=papers, here=here
        )


def _words() -> dict[str, Any]:
    """Return the parameters of the address that say how to show the table, as a dict.

    Links to other steps repeat these parameters.
    """
    return {word: request.args[word] for word in WORDS if word in request.args}


def _onward(record: Record, name: str, deal: int) -> Redirect:
    """Redirect to the first step of the next deal or, after the last deal, to the end page.

    `name` is the record's name in URLs.
    """
    if deal == len(record.game.deals):
        return redirect(url_for("follow_end", name=name, **_words()))
    return redirect(url_for("follow", name=name, deal=deal + 1, step=0, **_words()))
