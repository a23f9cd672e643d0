"""ETags of responses, by which a browser that has a response already gets only a 304.

The ETag is a hash of the whole response, so a changed file, another language and a new version of
the viewer all change it.
"""

from __future__ import annotations

from hashlib import blake2b

from flask import Flask, Response, request


def install(app: Flask) -> None:
    """Add ETags to the responses of an application, so that browsers fetch only what has changed.

    Call this before installing functions that change responses: Flask runs the functions in reverse
    order, and the ETag must be computed last.
    """
    app.after_request(_marked)


def _marked(response: Response) -> Response:
    """Add an ETag to a response, by which the browser can ask whether the page has changed.

    If the browser has this version already, the response becomes a 304. A response that must not be
    stored, that is an error, or that has an ETag already is returned unchanged.
    """
    if not _may_be_kept(response):
        return response
    response.direct_passthrough = False
    response.set_etag(blake2b(response.get_data(), digest_size=16).hexdigest())
    if not response.cache_control:
        response.cache_control.no_cache = True
    response.make_conditional(request.environ)
    return response


def _may_be_kept(response: Response) -> bool:
    """Return whether a response should get an ETag.

    It should if the request is a GET or HEAD of no static file, the status is 200, storing is not
    forbidden, and the response has no ETag yet.
    """
    asked = request.method in {"GET", "HEAD"} and request.endpoint != "static"
    is_marked = response.get_etag()[0] is not None
    may_be = response.status_code == 200 and not response.cache_control.no_store
    return asked and may_be and not is_marked
