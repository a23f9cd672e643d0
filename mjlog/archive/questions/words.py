"""Normalises words for searches: letter width, case, accents, and forms of Chinese characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

SHORTEST_INDEXED = 3
"""Shortest word that the index can find, because it indexes three characters at a time."""


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Normalise a text for comparing: lower case, no accents, no full-width letters, single spaces.

    >>> folded("ＬＥＥ  Ána")
    'lee ana'
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare).split())


def query_words(text: str) -> list[str]:
    """Split the text of a search into words, normalised by `folded`.

    A record matches if it contains all of the words.
    """
    return folded(text).split()


_CHINESE: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff]")


@cache
def _converter() -> Callable[[str], str] | None:
    """Load OpenCC, and return its function from traditional to simplified Chinese characters.

    Return None if OpenCC is not installed.
    """
    try:
        opencc: Any = import_module("opencc")
    except ImportError:
        return None
    convert: Callable[[str], str] = opencc.OpenCC("t2s").convert
    return convert


def simplified(text: str) -> str:
    """Convert traditional Chinese characters of a text into simplified ones.

    The text is returned unchanged if OpenCC (extra `mjlog[search]`) is not installed.
    """
    convert = _converter() if _CHINESE.search(text) else None
    return text if convert is None else convert(text)


def searchable(text: str) -> str:
    """Convert a text into the form that is stored for searches, normalised by `folded`.

    If the text is different in simplified Chinese characters, that form is added as a second line.
    """
    plain = folded(text)
    other = simplified(plain)
    return plain if other == plain else f"{plain}\n{other}"


def alternatives(word: str) -> list[str]:
    """Return a normalised word, and its form in simplified Chinese characters if that differs."""
    return list(dict.fromkeys((word, simplified(word))))
