"""In which form a reader wants an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import request

JSON: Final = "application/json"
HTML: Final = "text/html"


def wants_json() -> bool:
    """Whether a page should answer with its JSON: where JSON is asked for before HTML."""
    return request.accept_mimetypes.best_match([HTML, JSON], default=HTML) == JSON


def best_of(types: Sequence[str]) -> str | None:
    """The type that the reader likes best, the first where all are alike; None for none."""
    if not request.accept_mimetypes:
        return types[0]
    return request.accept_mimetypes.best_match(types)
