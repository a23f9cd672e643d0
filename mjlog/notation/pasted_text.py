"""Removes what copying and other programs leave in a line besides its words.

These are tags and escapes of web pages, blanks and quotes that only look like the usual ones, and
bullets of lists.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern

_TRACE: Final = lazy_pattern(r"[^ -~]|[&<`*\"\\_]|=3D")
"""Characters that copying leaves: without one of them, at most a bullet has to be removed."""
_ENTITY: Final = lazy_pattern(r"&(?:[A-Za-z]{2,8}|#[0-9]{2,5}|#[xX][0-9A-Fa-f]{2,5});")
_TAG: Final = lazy_pattern(r"</?[a-z][a-z0-9]{0,9}(?: [^<>]*)?/?>")
_WITHOUT_WIDTH: Final = lazy_pattern(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20e3\ufe0e\ufe0f\ufeff]"
)
_BLANKS: Final = lazy_pattern("[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_ARROWS: Final = lazy_pattern("[➔➜➝➞⇒⟶►▶]|(?<=[A-D]) ?[»›] ?(?=[A-D])")
_QUOTES: Final = lazy_pattern("[“”„‟«»「」『』]")
_EMPHASIS: Final = lazy_pattern(r"(?<![^ :])(\*\*|__|[`\"'*])(?=\S)(.+?)(?<=\S)\1(?![^ :])")
_ESCAPE: Final = lazy_pattern(r"\\([*_#+.<>`~|-])")
_OF_MAIL: Final = lazy_pattern(r"=3D(?=[^ ])")
"""The sign `=` as mail programs write it."""
_PICTURES: Final = str.maketrans("❗❕➕➖✖🟰", "!!+-*=")
"""Pictures that phones put in the place of signs."""
_LOOK_ALIKES: Final = str.maketrans("АВСЕТМРЅѕмр", "ABCETMPSsmp")
_LIKE_LATIN: Final = lazy_pattern(r"(?<![^\W\d_])[АВСЕТМРЅѕмр](?![^\W\d_])")
"""Single Cyrillic letters that look like letters of seats and suits."""
BULLET: Final = lazy_pattern(
    r"^(?:\[?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\]?[ \t]+(?:-[ \t]+)?"
    r"[^\W\d_]\w*:[ \t]+"
    r"|[-–—*•·●◦‣▪■□→>|#+]+[ \t]+|[•●◦‣▪■]|[(\[]?(?:[0-9]{1,3}|[a-z])[)\].:][ \t]+"
    r"|#[0-9]{1,3}[ \t]+|[①-⑳][ \t]*)"
)
"""Beginning of a line that was an item of a list or a message in a chat."""


def plain_copy(text: str) -> str:
    """Remove from a copied text what other programs add: tags, quotes, odd blanks.

    >>> plain_copy("**win&nbsp;B** “5m” from C<br>")
    'win B 5m from C'
    """
    if not _TRACE.search(text):
        return text
    plain = _OF_MAIL.sub("=", _ENTITY.sub(_plain_entity, text)).translate(_PICTURES)
    plain = _LIKE_LATIN.sub(lambda letter: letter[0].translate(_LOOK_ALIKES), plain)
    plain = _WITHOUT_WIDTH.sub("", _TAG.sub("", plain))
    plain = _ARROWS.sub("→", plain)
    plain = _ESCAPE.sub(r"\1", _QUOTES.sub("", plain))
    plain = _EMPHASIS.sub(r"\2", plain)
    return _BLANKS.sub(" ", plain).strip()


def _plain_entity(entity: re.Match[str]) -> str:
    from html import unescape  # hardly any record has such signs

    return unescape(entity[0])


def without_bullet(text: str) -> str:
    """Remove a bullet, a list number, or a chat's time and sender from the beginning of a text."""
    return BULLET.sub("", text, count=1)
