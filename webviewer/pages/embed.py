"""Pages of a step for a frame in another site, and their description for that site (oEmbed)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request, url_for
from markupsafe import Markup

from webviewer.caches.templates import macros
from webviewer.pages.record_pages import KEPT, Painters
from webviewer.pages.step_page import StepPage
from webviewer.parts.stage.fragments import Painter
from webviewer.responses import FRAMED, no_such_step, page
from webviewer.site import absolute
from webviewer.uploads import MARK

WIDTH, HEIGHT = 800, 920
LEAST: Final = 300
"""The narrowest frame in which a table is legible, in pixels."""
STEP: Final = re.compile(r"/(?:r|embed)/([a-z0-9-]{1,90})/d(\d{1,6})/s(\d{1,6})")


def routes(app: Flask, painter: Painters) -> None:
    """Add the pages that other sites can show in a frame, and their oEmbed descriptions.

    `painter` takes a record's name and a deal's number, and returns the object that draws the deal.
    Uploaded records cannot be shown in other sites.
    """

    @lru_cache(maxsize=KEPT)
    def lines_of(paints: Painter, name: str, step: int) -> Markup:
        shown = StepPage(paints.deal_view, paints.view, step, paints, name, endpoint="embed")
        return Markup().join(macros("still.html").line(shown, *line) for line in shown.transcript)

    @app.get("/embed/<name>/d<count:deal>/s<count:step>")
    def embed(name: str, deal: int, step: int) -> Response:
        if name.startswith(MARK):
            abort(404, "A file that is open only here cannot be shown on other sites.")
        paints = painter(name, deal)
        if step > paints.deal_view.last:
            no_such_step()
        shown = StepPage(paints.deal_view, paints.view, step, paints, name, endpoint="embed")
        lines = lines_of(paints, name, step if paints.view.veiled else 0)
        return Response(page("embed.html", page=shown, name=name, lines=lines), headers=FRAMED)

    @app.get("/oembed")
    def oembed() -> dict[str, Any]:
        if request.args.get("format", "json") != "json":
            abort(501, "Only JSON is available.")
        match = STEP.fullmatch(_path(request.args.get("url", "")).removeprefix(request.script_root))
        if match is None:
            abort(404, "That is no address of a step.")
        name, deal, step = match[1], int(match[2]), int(match[3])
        view = painter(name, deal).deal_view
        if step > view.last:
            no_such_step()
        width = _largest_size("maxwidth", WIDTH)
        height = _largest_size("maxheight", round(width * HEIGHT / WIDTH))
        source = absolute(url_for("embed", name=name, deal=deal, step=step))
        frame = Markup('<iframe src="{}" width="{}" height="{}" title="{}"></iframe>')
        return {
            "version": "1.0",
            "type": "rich",
            "provider_name": "mjlog",
            "title": view.record.title,
            "width": width,
            "height": height,
            "html": frame.format(source, width, height, view.record.title),
        }


def _path(address: str) -> str:
    """Return the path of a web address; an empty string if the address is invalid."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def _largest_size(name: str, usual: int) -> int:
    """Return the width or height, in pixels, that another site allows for a frame.

    `name` is the parameter of the address. The result is at least 300 and at most `usual`, which is
    also the default.
    """
    return max(LEAST, min(usual, request.args.get(name, usual, int)))
