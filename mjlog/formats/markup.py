"""Finds the first element of markup, after comments and declarations."""

from __future__ import annotations

import re
from typing import Final

_ELEMENT: Final = re.compile(rb"<([A-Za-z][\w.:-]*)")
_COMMENTS: Final = re.compile(rb"\s*(?:<\?.*?\?>|<!--.*?-->|<![^>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL)
_LOOKED_AT: Final = 1 << 16


def first_element(text: bytes) -> str | None:
    """Return the name of the first element of XML or HTML.

    Return None if the text is not XML or HTML, or has no element.

    >>> first_element(b"<?xml version='1.0'?><mjloggm>"), first_element(b"plain")
    ('mjloggm', None)
    """
    if not text.startswith(b"<"):
        return None
    place = 0
    while skipped := _COMMENTS.match(text, place):
        place = skipped.end()
    root = _ELEMENT.match(text[place : place + _LOOKED_AT].lstrip())
    if root is None:
        return None
    return root[1].decode("ascii", "replace")
