"""Content negotiation: which media type the sender of a request prefers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Response, after_this_request, request

from webviewer.api.problems import NOT_ACCEPTABLE, Problem

JSON: Final = "application/json"
HTML: Final = "text/html"


def wants_json() -> bool:
    """Return whether the request's `Accept` header prefers JSON to HTML.

    Without that header, return False. The response to this request also gets the header `Vary:
    Accept`, because the answer depends on `Accept`.
    """
    after_this_request(_add_vary_accept)
    return request.accept_mimetypes.best_match([HTML, JSON], default=HTML) == JSON


def _add_vary_accept(answer: Response) -> Response:
    """Add `Vary: Accept` to a response, and return the response.

    Caches then store a separate response for each value of `Accept`.
    """
    answer.vary.add("Accept")
    return answer


def best_of(types: Sequence[str]) -> str | None:
    """Return the media type in `types` that the request's `Accept` header prefers.

    Return None if the header accepts none of the types. If the header prefers several types
    equally, or if the request has no such header, return the earliest of these types in `types`.
    """
    if not request.accept_mimetypes:
        return types[0]
    return request.accept_mimetypes.best_match(types)


def wanted_of(types: Sequence[str]) -> str:
    """Return the media type in `types` that the request's `Accept` header prefers.

    Raise Problem (406) if the header accepts none of the types.
    """
    wanted = best_of(types)
    if wanted is None:
        raise Problem(NOT_ACCEPTABLE, f"This is given as {' or '.join(types)}.", available=[*types])
    return wanted
