"""Words for the items of hands in each language: in catalogs, in books and on score sheets."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from mjlog.text.languages import NAMES, language

_BETWEEN: Final = re.compile(r"[\s_\-()（）「」:]+")
Named = tuple[tuple[str, str], ...]
"""Pairs of an item and its English name, or of an item and other words for it."""


def vocabulary(
    items: Iterable[tuple[str, Mapping[str, str]]], item_words: Mapping[str, str]
) -> Mapping[str, str]:
    """Return a dict from every known word for a scoring item to the item's name in records.

    This function is used to recognize items on score sheets in any language. The words are spelt as
    `plain_word` returns them. `items` are pairs: a rule set whose catalogs translate the items, and
    a dict from items to their English names. `item_words` maps some items to more words, separated
    by spaces.
    """
    named = tuple([(rules, *pair) for rules, names in items for pair in names.items()])
    return _vocabulary(named, tuple(item_words.items()))


@lru_cache(maxsize=16)
def _vocabulary(
    named_items: tuple[tuple[str, str, str], ...], item_words: Named
) -> Mapping[str, str]:
    item_by_word: dict[str, str] = {}
    for rules, item, english in named_items:
        translations = [language(tag).pgettext(rules, english) for tag in NAMES]
        for word in (item, item.rpartition("yakuman-")[2], english, *translations):
            item_by_word.setdefault(plain_word(word), item)
    known = {item for _, item, _ in named_items}
    for item, words in (*item_words, *_other_words()):
        if item in known or (item, words) in item_words:
            for word in words.split():
                item_by_word.setdefault(plain_word(word), item)
    return item_by_word


@cache
def _other_words() -> Named:
    """Return additional words for scoring items, which the catalogs of translations do not have.

    Each is a pair: the item's name, and the words. They are read from the file `item_words.toml`.
    """
    text = (files("mjlog.text") / "item_words.toml").read_text(encoding="utf-8")
    return tuple(pair for words in tomllib.loads(text).values() for pair in words.items())


def plain_word(word: str) -> str:
    """Simplify the spelling of a word, so that variants of it are equal.

    Letters become lower case and of normal width. Spaces, underscores, hyphens, colons and brackets
    are removed. Interchangeable Chinese characters become the same character.

    >>> plain_word("Mixed Triple-Chow"), plain_word("十三么") == plain_word("十三幺")
    ('mixedtriplechow', True)
    """
    return "".join(_BETWEEN.split(plain_letters(word)))


def plain_letters(text: str) -> str:
    """Return a text in lower case and normal width, with variants of Chinese characters unified."""
    return unicodedata.normalize("NFKC", text).casefold().strip().translate(_SAME_CHARACTERS)


_SAME_CHARACTERS: Final = str.maketrans("么麼麽糊", "幺幺幺胡")
