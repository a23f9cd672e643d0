"""Content negotiation: which media type the sender of a request prefers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Response, after_this_request, request

from webviewer.api.problems import NOT_ACCEPTABLE, Problem

JSON: Final = "application/json"
HTML: Final = "text/html"


def wants_json() -> bool:
    """Return whether the `Accept` header prefers JSON to HTML; False without that header.

    The response to this request then gets the header `Vary: Accept`.
    """
    after_this_request(_hangs_on_accept)
    return request.accept_mimetypes.best_match([HTML, JSON], default=HTML) == JSON


def _hangs_on_accept(answer: Response) -> Response:
    """Add `Vary: Accept` to a response, and return it."""
    answer.vary.add("Accept")
    return answer


def best_of(types: Sequence[str]) -> str | None:
    """Return the type of `types` that the `Accept` header prefers; None if it accepts none.

    The first type wins if several are preferred equally, or if the request has no such header.
    """
    if not request.accept_mimetypes:
        return types[0]
    return request.accept_mimetypes.best_match(types)


def wanted_of(types: Sequence[str]) -> str:
    """Return the type of `types` that the `Accept` header prefers.

    Raises Problem (406) if the header accepts none of them.
    """
    wanted = best_of(types)
    if wanted is None:
        raise Problem(NOT_ACCEPTABLE, f"This is given as {' or '.join(types)}.", available=[*types])
    return wanted
