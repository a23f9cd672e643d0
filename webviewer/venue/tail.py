"""A page that follows a record to which deals are still added, and shows its latest state."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, abort

from mjlog.live.ledgers.fair_copy import fair_copy
from webviewer.i18n import spoken
from webviewer.records.library import Record
from webviewer.responses import page
from webviewer.venue.public import Public
from webviewer.venue.watching import AGAIN, Shown, events_of, with_etag


def routes(app: Flask, known: Callable[[str], Record]) -> None:
    """Add the page that shows the latest state of a record to which deals are still added.

    It looks like the page for spectators, but hides no hands. Its events and its picture have
    addresses, too. `known` returns a record by its name in URLs, or ends the request with 404.
    """

    def now(name: str) -> Public:
        record = known(name)
        if not record.playable or record.report.rules is None:
            abort(404, "The record has no such deal or step.")
        copy = fair_copy(record.game)
        return Public(copy, record.report.rules, len(copy.deals))

    @app.get("/r/<name>/now")
    def now_page(name: str) -> Response:
        shown = Shown(name, now(name), "now")
        return with_etag(Response(page("watch.html", shown=shown, again=AGAIN)), shown.public.etag)

    @app.get("/r/<name>/now/events")
    def now_events(name: str) -> Response:
        public = now(name)
        return with_etag(Response(events_of(public), mimetype="application/json"), public.etag)

    @app.get("/r/<name>/now.svg")
    def now_picture(name: str) -> Response:
        public = now(name)
        return with_etag(
            Response(public.svg, mimetype="image/svg+xml"), f"{public.etag}-{spoken().tag}"
        )
