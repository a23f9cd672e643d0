"""ETags of responses: a browser that has the present version of a response gets only a 304.

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
    is_page = request.method in {"GET", "HEAD"} and request.endpoint != "static"
    may_be_stored = response.status_code == 200 and not response.cache_control.no_store
    if not is_page or not may_be_stored or response.get_etag()[0] is not None:
        return response
    response.direct_passthrough = False
    response.set_etag(blake2b(response.get_data(), digest_size=16).hexdigest())
    if not response.cache_control:
        response.cache_control.no_cache = True
    response.make_conditional(request.environ)
    return response
