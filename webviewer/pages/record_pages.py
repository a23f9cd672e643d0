"""The addresses of a record's steps.

A page for each, and all of a deal at once for a browser that walks by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.referee.sheet_table import foremost
from webviewer.i18n import spoken
from webviewer.library import Record
from webviewer.pages.step_page import StepPage, Still
from webviewer.parts.deal_view import Deals, DealView
from webviewer.parts.fragments import Painter
from webviewer.parts.step_deltas import document
from webviewer.parts.table_view import Pages
from webviewer.parts.view_options import ViewOptions
from webviewer.responses import no_such_step, page

KEPT = 64
"""Deals, each in one view and one language, whose pages are kept as far as they are alike."""

ENDS: Final = {"first": 0, "last": -1}
"""Which finding of a deal an address may ask for."""

Painters = Callable[[str, int], Painter]
"""What draws a deal, by the record's name and the deal's number.

In the view and the language that are asked for.
"""


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> Painters:
    """The addresses of a record's steps.

    Other pages that show such a step draw it with the same painters.
    """
    deals = Deals(pages)

    def macros(template: str) -> Any:
        return app.jinja_env.get_template(template).module

    @lru_cache(maxsize=KEPT)
    def painter_of(told: DealView, view: ViewOptions, sprite: str, _language: str) -> Painter:
        return Painter(told, view, macros("panels.html"), sprite)

    @lru_cache(maxsize=KEPT)
    def still_of(paints: Painter, name: str, _root: str) -> Still:
        return Still.drawn(
            StepPage(paints.told, paints.view, 0, paints, name), macros("still.html")
        )

    @lru_cache(maxsize=KEPT)
    def document_of(paints: Painter) -> bytes:
        return json.dumps(document(paints), ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )

    def painter(name: str, deal: int) -> Painter:
        record = known(name)
        told = deals.of(record, deal)
        if told is None:
            no_such_step()
        view = ViewOptions.asked(
            request.args, record.game.seats, foremost(told.deal, record.game.seats)
        )
        return painter_of(told, view, url_for("static", filename="tiles.svg"), spoken().tag)

    @app.get("/r/<name>/d<count:deal>/s<count:step>")
    def step(name: str, deal: int, step: int) -> str:
        paints = painter(name, deal)
        if step > paints.told.last:
            no_such_step()
        shown = StepPage(paints.told, paints.view, step, paints, name)
        if paints.view.veiled:  # what is told of the deal grows from step to step
            still = Still.drawn(shown, macros("still.html"))
        else:
            still = still_of(paints, name, url_for("step", name=name, deal=deal, step=0))
        return page("step.html", page=replace(shown, still=still), name=name)

    @app.get("/r/<name>/d<count:deal>")
    def deal(name: str, deal: int) -> Redirect:
        paints = painter(name, deal)
        found = StepPage(paints.told, paints.view, 0, paints, name).timeline.stops.get(
            "finding", ()
        )
        wanted = ENDS.get(request.args.get("finding", ""))
        asked = found[wanted] if found and wanted is not None else request.args.get("step", 0, int)
        step = max(0, min(asked, paints.told.last))
        return redirect(url_for("step", name=name, deal=deal, step=step, **paints.view.query()))

    @app.get("/r/<name>/d<count:deal>/steps.json")
    def steps(name: str, deal: int) -> Response:
        return Response(document_of(painter(name, deal)), mimetype="application/json")

    return painter
