"""Words as a search compares them: width, case, accents and old forms of characters aside."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

SHORTEST_INDEXED = 3
"""An index of three characters at a time cannot find less."""


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The text in the form that is compared.

    >>> folded("ＬＥＥ  Ána")
    'lee ana'
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare).split())


def wanted(text: str) -> list[str]:
    """The folded words of a question, each to be found somewhere."""
    return folded(text).split()
