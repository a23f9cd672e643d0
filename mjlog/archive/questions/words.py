"""Prepares words for comparing in a search: without width, case, accents, old character forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

SHORTEST_INDEXED = 3
"""An index of three characters at a time cannot find less."""


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return the text in lower case, without accents, wide letters and repeated spaces.

    >>> folded("ＬＥＥ  Ána")
    'lee ana'
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare).split())


def query_words(text: str) -> list[str]:
    """Return the words of a query, folded for comparing; a record must contain all of them."""
    return folded(text).split()


_CHINESE: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff]")


@cache
def _converter() -> Callable[[str], str] | None:
    """Return a function that writes traditional characters as simplified ones.

    None without OpenCC.
    """
    try:
        opencc: Any = import_module("opencc")
    except ImportError:
        return None
    convert: Callable[[str], str] = opencc.OpenCC("t2s").convert
    return convert


def simplified(text: str) -> str:
    """Return the text in simplified characters; unchanged without the extra `[search]`."""
    convert = _converter() if _CHINESE.search(text) else None
    return text if convert is None else convert(text)


def searchable(text: str) -> str:
    """Return the folded text; if its simplified form differs, add that as a second line."""
    plain = folded(text)
    other = simplified(plain)
    return plain if other == plain else f"{plain}\n{other}"


def alternatives(word: str) -> list[str]:
    """Return a folded word, and its form in simplified characters if that differs."""
    return list(dict.fromkeys((word, simplified(word))))
