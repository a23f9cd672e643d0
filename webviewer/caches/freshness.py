"""Answers say which contents they have, and a browser that has these already is told just that.

The mark is one of the whole answer, so that a changed file, another language and a new version of
the viewer all give another one.
"""

from __future__ import annotations

from hashlib import blake2b

from flask import Flask, Response, request


def install(app: Flask) -> None:
    """Mark an application's answers; call this before installing what writes into them."""
    app.after_request(_marked)


def _marked(response: Response) -> Response:
    """Return the answer with its mark, or 304 if the browser has that one."""
    if not _may_be_kept(response):
        return response
    response.direct_passthrough = False
    response.set_etag(blake2b(response.get_data(), digest_size=16).hexdigest())
    if not response.cache_control:
        response.cache_control.no_cache = True
    response.make_conditional(request.environ)
    return response


def _may_be_kept(response: Response) -> bool:
    """Return whether the answer is worth a mark, and has no faster one."""
    asked = request.method in {"GET", "HEAD"} and request.endpoint != "static"
    is_marked = response.get_etag()[0] is not None
    may_be = response.status_code == 200 and not response.cache_control.no_store
    return asked and may_be and not is_marked
