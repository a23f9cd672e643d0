"""Drawings (SVG) of a record: a step, the end of a deal, the winning hand, the whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.model.record import SEATS, Seat
from mjlog.picture.svg import Scene, hand_picture, picture
from mjlog.referee.sheet_table import front_seat
from mjlog.results.standings import standings
from webviewer.i18n import gettext
from webviewer.parts.audits.faults import faults_by_deal, is_fault
from webviewer.parts.stage.deal_view import Deals
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record
from webviewer.responses import no_such_step

WIDTH: Final = 800


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the addresses of SVG pictures of a record.

    There are pictures of the table at a step, of the table at the end of a deal, of the hand that
    won a deal, and of the record's most interesting step. `known` returns a record by its name in
    URLs, or ends the request with 404.
    """

    @app.get("/r/<name>/d<count:deal>/s<count:step>.svg")
    def step_picture(name: str, deal: int, step: int) -> Response:
        record = known(name)
        scene = scene_of(record, pages, deal, step)
        if scene is None:
            no_such_step()
        return drawing(scene)

    @app.get("/r/<name>/d<count:deal>/picture.svg")
    def deal_picture(name: str, deal: int) -> Response:
        return drawing(_end_of_deal(known(name), deal))

    @app.get("/r/<name>/d<count:deal>/hand.svg")
    def hand_image(name: str, deal: int) -> Response:
        return _svg(hand_picture(_end_of_deal(known(name), deal)))

    def _end_of_deal(record: Record, deal: int) -> Scene:
        if not (record.playable and 1 <= deal <= len(record.game.deals)):
            no_such_step()
        last = len(pages.replay(record, deal).frames) - 1
        return scene_of(record, pages, deal, last) or no_such_step()

    @app.get("/r/<name>/picture.svg")
    def record_picture(name: str) -> Response | Redirect:
        record = known(name)
        moment = telling_moment(record, pages)
        scene = scene_of(record, pages, *moment) if moment else None
        if scene is None:
            return redirect(url_for("static", filename="icon.svg"))
        return drawing(scene)


def telling_moment(record: Record, pages: Pages) -> tuple[int, int] | None:
    """Choose the step that a record's small picture shows; return the numbers of deal and step.

    It is the step of the first error or warning. Without any, it is the end of the deal in which a
    player gained the most points. Return None if the record cannot be shown step by step.
    """
    if not record.playable:
        return None
    first_faulty = next(iter(faults_by_deal(record)), 0)
    known_standings = standings(record.report)
    changes = [deal.recorded or () for deal in known_standings.deals] if known_standings else [()]
    most = max(range(len(changes)), key=lambda number: max(changes[number], default=0))
    deal = first_faulty or most + 1
    view = pages.replay(record, deal)
    steps = [step for step, finding in view.findings if is_fault(finding)]
    return deal, min(steps) if steps else len(view.frames) - 1


def drawing(scene: Scene) -> Response:
    """Return a response with an SVG picture of a table, in the reader's language."""
    return _svg(picture(scene, size=WIDTH))


def _svg(drawn: str) -> Response:
    answer = Response(drawn.encode("utf-8", "replace"), content_type="image/svg+xml; charset=utf-8")
    answer.vary.add("Accept-Language")
    return answer


def scene_of(record: Record, pages: Pages, deal: int, step: int) -> Scene | None:
    """Return the table after a step of a deal, as a `Scene` that can be drawn.

    The parameters of the request's address decide who sits at the bottom and whose hands are
    hidden. Return None if there is no such step, or if the record cannot be shown step by step.
    """
    rules = record.report.rules
    if rules is None or not (record.playable and 1 <= deal <= len(record.game.deals)):
        return None
    frames = pages.replay(record, deal).frames
    if not 0 <= step < len(frames):
        return None
    game, played = record.game, record.game.deals[deal - 1]
    view = ViewOptions.asked(request.args, game.seats, front_seat(played, game.seats))
    shown = (rules, game.players, game.seats, record.title)
    looked_at = (view.below, view.closed(game.seats), view.claimed)
    scene = Scene.at(frames, step, played, *shown, *looked_at, gettext)
    return replace(scene, worth=_worths(record, pages, deal, view)) if scene.is_last else scene


def _worths(record: Record, pages: Pages, deal: int, view: ViewOptions) -> dict[Seat, str]:
    """Return the values of the hands that won a deal, such as `3 han`, as a dict by seat.

    `view` says whose hands the reader may see; values of hidden hands are left out.
    """
    deal_view = Deals(pages).of(record, deal)
    result = deal_view.result_in(view) if deal_view else None
    hands = [hand for hand in result.hands if hand.won] if result else []
    return {
        SEATS.index(hand.seat): " ".join(word for word in (hand.worth, hand.limit) if word)
        for hand in hands
    }
