"""The pages of a record's steps: one for each step, and a deal's steps as data for a script."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.referee.sheet_table import front_seat
from webviewer.caches.built_pages import KeptAnswers
from webviewer.caches.templates import macros
from webviewer.i18n import spoken
from webviewer.pages.step_page import ENDS, FixedParts, StepPage
from webviewer.parts.audits.faults import faults_by_deal
from webviewer.parts.player_names import seat_players
from webviewer.parts.stage.deal_view import Deals, DealView
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.step_deltas import LATER, document, waits_document
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record
from webviewer.responses import no_such_step, page

KEPT = 64
"""Deals, each in one view and one language, whose unchanging parts are kept."""

Painters = Callable[[str, int], Painter]
"""Returns the painter of a deal in the requested view, by the record's name and the number."""


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> Painters:
    """Add the pages that show a record step by step, and the data for their scripts.

    Return a function that takes a record's name and a deal's number, and returns the `Painter` that
    draws the deal; other modules use this function for their pages, too. `known` returns a record
    by its name in URLs, or ends the request with 404.
    """
    deals = Deals(pages)
    kept = _KeptPages()
    answers = KeptAnswers()

    def painter(name: str, deal: int) -> Painter:
        return painter_of(known(name), deal)

    def painter_of(record: Record, deal: int) -> Painter:
        painter = deals.of(record, deal)
        if painter is None:
            no_such_step()
        seat_players(record.game, painter.rules, painter.deal)
        seats = record.game.seats
        view = ViewOptions.asked(request.args, seats, front_seat(painter.deal, seats))
        return kept.painter(painter, view, url_for("static", filename="tiles.svg"), spoken().tag)

    @app.get("/r/<name>/d<count:deal>/s<count:step>")
    def step(name: str, deal: int, step: int) -> Response | str:
        record = known(name)
        return answers.of(
            record, name, lambda: _step_page(kept, painter_of(record, deal), step, name)
        )

    @app.get("/r/<name>/d<count:deal>")
    def deal(name: str, deal: int) -> Redirect:
        paints = painter(name, deal)
        step = _asked_step(StepPage(paints.deal_view, paints.view, 0, paints, name))
        return redirect(url_for("step", name=name, deal=deal, step=step, **paints.view.query()))

    @app.get("/r/<name>/d<count:deal>/steps.json")
    def steps(name: str, deal: int) -> Response:
        return Response(kept.document(painter(name, deal), document), mimetype="application/json")

    @app.get(f"/r/<name>/d<count:deal>/{LATER}")
    def waits(name: str, deal: int) -> Response:
        answer = kept.document(painter(name, deal), waits_document)
        return Response(answer, mimetype="application/json")

    return painter


def opens_at(record: Record, name: str, painter: Painters) -> Redirect:
    """Redirect to the step that a reader of a record sees first.

    It is the step of the first error or warning, or the beginning if there is none. If hands are
    hidden, it is always the beginning, because an error would reveal what happens later. `name` is
    the record's name in URLs, and `painter` returns the object that draws a deal.
    """
    deal = next(iter(faults_by_deal(record)), 1)
    paints = painter(name, deal)
    step = next(iter(paints.deal_view.seen(paints.view).stops["fault"]), 0)
    if paints.view.veiled:
        deal, step = 1, 0
    return redirect(url_for("step", name=name, deal=deal, step=step, **paints.view.query()))


class _KeptPages:
    """A cache of painters, and of the parts of a deal's page that are the same for all readers."""

    def __init__(self) -> None:
        self.painter = lru_cache(maxsize=KEPT)(self._painter)
        self.still = lru_cache(maxsize=KEPT)(self._still)
        self.document = lru_cache(maxsize=KEPT)(_document)

    @staticmethod
    def drawn(shown: StepPage) -> FixedParts:
        """Render the parts of a page that are the same at every step, such as the timeline.

        `shown` is the page at any step of the deal.
        """
        return FixedParts.drawn(shown, macros("still.html"))

    @staticmethod
    def _painter(deal_view: DealView, view: ViewOptions, sprite: str, _language: str) -> Painter:
        return Painter(deal_view, view, macros("panels.html"), sprite)

    def _still(self, paints: Painter, name: str, _root: str) -> FixedParts:
        return self.drawn(StepPage(paints.deal_view, paints.view, 0, paints, name))


def _document(paints: Painter, describe: Callable[[Painter], dict[str, Any]]) -> bytes:
    words = json.dumps(describe(paints), ensure_ascii=False, separators=(",", ":"))
    return words.encode("utf-8", "replace")


def _step_page(kept: _KeptPages, paints: Painter, step: int, name: str) -> str:
    if step > paints.deal_view.last:
        no_such_step()
    shown = StepPage(paints.deal_view, paints.view, step, paints, name)
    if paints.view.veiled:  # each step shows more of the deal
        still = kept.drawn(shown)
    else:
        root = url_for("step", name=name, deal=paints.deal_view.number, step=0)
        still = kept.still(paints, name, root)
    return page("step.html", page=replace(shown, still=still), name=name)


def _asked_step(shown: StepPage) -> int:
    """Return the number of the step to which the address of a deal leads.

    The parameter `step` is this number. Instead, the parameter `finding` or `fault` may be `first`
    or `last`, for the first or last step with a finding or with a fault (error or warning). A
    number beyond the last step is replaced by the last step.
    """
    asked = request.args.get("step", 0, int)
    for name in ("finding", "fault"):
        stops = shown.timeline.stops.get(name, ())
        wanted = ENDS.get(request.args.get(name, ""))
        if stops and wanted is not None:
            asked = stops[wanted]
    return max(0, min(asked, shown.deal_view.last))
