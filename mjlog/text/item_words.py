"""What people call the items of hands in each language, in catalogs, books and on score sheets."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from mjlog.text.languages import NAMES, language

_BETWEEN: Final = re.compile(r"[\s_\-()（）「」:]+")
Named = tuple[tuple[str, str], ...]
"""Items, each with its name in English or with other words for it."""


def vocabulary(rules: str, items: Mapping[str, str], said: Mapping[str, str]) -> Mapping[str, str]:
    """Return a mapping from each word for an item of a rule set to the item.

    Words are spelt as by `plain_word`. `items` has the English name of each item, and `said` has
    further words for some, with spaces between them.
    """
    return _vocabulary(rules, tuple(items.items()), tuple(said.items()))


@lru_cache(maxsize=16)
def _vocabulary(rules: str, items: Named, said: Named) -> Mapping[str, str]:
    item_by_word: dict[str, str] = {}
    for item, english in items:
        for word in (item, item.rpartition("yakuman-")[2], english, *_translated(rules, english)):
            item_by_word.setdefault(plain_word(word), item)
    for item, words in (*said, *_other_words()):
        if item in dict(items) or (item, words) in said:
            for word in words.split():
                item_by_word.setdefault(plain_word(word), item)
    return item_by_word


def _translated(rules: str, english: str) -> Iterator[str]:
    yield from (language(tag).pgettext(rules, english) for tag in NAMES)


@cache
def _other_words() -> Named:
    """Return pairs of an item and the words for it in `item_words.toml`, which no catalog has."""
    text = (files("mjlog.text") / "item_words.toml").read_text(encoding="utf-8")
    return tuple(pair for words in tomllib.loads(text).values() for pair in words.items())


def plain_word(word: str) -> str:
    """Return a word in small letters of usual width, without the signs between its parts.

    >>> plain_word("Mixed Triple-Chow")
    'mixedtriplechow'
    """
    return "".join(_BETWEEN.split(unicodedata.normalize("NFKC", word).casefold().strip()))
