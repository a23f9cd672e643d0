"""Steps as pictures in pixels, animations, and link previews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Flask, Response, abort, current_app, url_for

from mjlog.picture.svg import picture
from webviewer.pages.drawings import WIDTH, scene_of
from webviewer.parts.stage.table_view import Pages
from webviewer.raster_images import LONGEST, SIDE, Studio, can_be_drawn
from webviewer.records.library import Record
from webviewer.replay_file import page_maker
from webviewer.responses import no_such_step
from webviewer.site import site_of

TOO_LONG: Final = "An animation goes on for {most} steps at most, and ends behind its beginning."


def routes(app: Flask, known: Callable[[str], Record], pages: Pages) -> None:
    """Add the addresses of PNG pictures and of animations (WebP and GIF) of a record.

    `known` returns a record by its name in URLs, or ends the request with 404.
    """
    app.extensions["studio"] = Studio()

    @app.get("/r/<name>/d<count:deal>/s<count:step>.png")
    def step_image(name: str, deal: int, step: int) -> Response:
        return image(known(name), pages, deal, step)

    @app.get("/r/<name>/d<count:deal>/s<count:step>.webp", defaults={"form": "webp"})
    @app.get("/r/<name>/d<count:deal>/s<count:step>.gif", defaults={"form": "gif"})
    def lately(name: str, deal: int, step: int, form: str) -> Response:
        return animation(known(name), pages, deal, range(max(0, step - LATELY), step + 1), form)

    @app.get("/r/<name>/d<count:deal>/s<count:step>-<count:last>.webp", defaults={"form": "webp"})
    @app.get("/r/<name>/d<count:deal>/s<count:step>-<count:last>.gif", defaults={"form": "gif"})
    def step_animation(name: str, deal: int, step: int, last: int, form: str) -> Response:
        return animation(known(name), pages, deal, span(step, last), form)

    app.context_processor(lambda: {"preview": preview, "can_be_drawn": can_be_drawn})


def drawn(record: Record, pages: Pages, deal: int, step: int) -> str:
    """Return a picture of the table after a step, as SVG text.

    The parameters of the address say who sits at the bottom and whose hands are hidden. End the
    request with 404 if there is no such deal or step.
    """
    return picture(scene_of(record, pages, deal, step) or no_such_step(), size=WIDTH)


def deal_pictures(record: Record, deal: int, last: int | None) -> list[str]:
    """Return pictures of the table during a deal, as SVG texts in English.

    If `last` is None, there is a picture of the table at the start and after each step. Otherwise
    the pictures show only the last `last` steps, and the table before them. Raise ValueError if
    there is no such deal, or if the deal cannot be shown step by step.
    """
    deals = len(record.game.deals)
    if not record.playable:
        raise ValueError("no rule set of mjlog shows a deal of it step by step")
    if not 1 <= deal <= deals:
        raise ValueError(f"the record has {deals} deals, there is no deal {deal}")
    pages = Pages()
    steps = len(pages.replay(record, deal).frames) - 1
    first = 0 if last is None else max(0, steps - last)
    with page_maker().test_request_context("/"):
        return [drawn(record, pages, deal, step) for step in range(first, steps + 1)]


def image(record: Record, pages: Pages, deal: int, step: int) -> Response:
    """Return the table after a step as a PNG picture.

    End the request with 404 if there is no such step, and with 501 or 503 if the server cannot draw
    the picture.
    """
    studio: Studio = current_app.extensions["studio"]
    return _sent(studio.png(drawn(record, pages, deal, step)), "image/png")


def span(first: int, last: int) -> range:
    """Return the steps from `first` to `last`, both included, which an animation shows.

    End the request with 400 if there are too many steps, or if `last` is not greater than `first`.
    """
    if not 0 < last - first <= LONGEST:
        abort(400, TOO_LONG.format(most=LONGEST))
    return range(first, last + 1)


def _sent(data: bytes, kind: str) -> Response:
    """Return a response with a picture that pages of other sites may show, too.

    `kind` is the media type.
    """
    answer = Response(data, mimetype=kind, headers={"Cross-Origin-Resource-Policy": "cross-origin"})
    answer.vary.add("Accept-Language")
    return answer


def animation(record: Record, pages: Pages, deal: int, steps: range, form: str) -> Response:
    """Return an animation (WebP or GIF) that shows the table after each of these steps.

    `form` is `webp` or `gif`. End the request with 404 if a step does not exist, and with 501 or
    503 if the server cannot draw the pictures.
    """
    studio: Studio = current_app.extensions["studio"]
    pictures = [drawn(record, pages, deal, step) for step in steps]
    return _sent(studio.moving(pictures, form), f"image/{form}")


def preview(endpoint: str, **values: object) -> dict[str, str | int]:
    """Return the address and the picture of a page, for link previews in chats and other sites.

    The result is a dict of `url`, `image` and `side` (the picture's size in pixels). It has no
    picture if the server cannot draw one, and it is empty if the settings do not name the site's
    public address. `endpoint` is Flask's name for the page; `values` are the parameters of its
    address.
    """
    if not site_of():
        return {}
    address = site_of() + url_for(endpoint, **values)  # type: ignore[arg-type]
    page: dict[str, str | int] = {"url": address}
    if not can_be_drawn():
        return page
    address = url_for(IMAGES[endpoint], **values, lang=None, theme=None)  # type: ignore[arg-type]
    return {**page, "image": site_of() + address, "side": SIDE}


LATELY: Final = 12
"""Steps before the last one in a step's own animation."""
IMAGES: Final = {"step": "step_image", "follow": "follow_image"}
"""The endpoint of a page's picture, by the endpoint of the page."""
