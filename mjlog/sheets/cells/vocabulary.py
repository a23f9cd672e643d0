"""Reads the words of score sheets in each language, from the tables in `languages`.

Each language is one file: heads of columns by role, words in cells, winds, parts of labels.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final

_FIRST: Final = ("en", "ja", "zh", "de")
"""Languages whose meaning of a word has priority over that of other languages."""
_KEPT: Final = frozenset("\u3099\u309a")
"""Voice marks of kana, which make another letter and are not accents."""


def strip_accents(word: str) -> str:
    """Remove the accents of a word; the voice marks of Japanese kana are kept.

    >>> strip_accents("Zähler"), strip_accents("Północ"), strip_accents("リーチ棒")
    ('Zahler', 'Polnoc', 'リーチ棒')
    """
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word).replace("ł", "l").replace("Ł", "L")
    letters = (letter for letter in parts if letter in _KEPT or not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", "".join(letters))


@cache
def _languages() -> tuple[Mapping[str, Mapping[str, str]], ...]:
    """Load the word tables of all languages, which are TOML files, into a tuple.

    A table maps a section, such as `words`, to keys such as `self_drawn` with their words. The
    first languages, English first, win if a word has several meanings.
    """
    folder = files("mjlog.sheets") / "languages"
    texts = {
        path.name.removesuffix(".toml"): path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.name.endswith(".toml")
    }
    order = [*_FIRST, *sorted(texts.keys() - {*_FIRST})]
    return tuple(tomllib.loads(texts[name]) for name in order)


def words(section: str, key: str) -> tuple[str, ...]:
    """Return the words for a key in all languages, with and without accents.

    `section` is the section of the language files, such as `words` or `winds`.
    """
    listed = " ".join(table.get(section, {}).get(key, "") for table in _languages()).split()
    return tuple(dict.fromkeys([*listed, *(strip_accents(each) for each in listed)]))


def units(name: str) -> tuple[str, ...]:
    """Return words and signs that follow a number of han, faan or fu, such as ``翻`` or `han`.

    `name` is `han`, `faan` or `fu`.
    """
    return tuple(word for word in (*words("heads", name), *words("words", name)) if word.isalpha())


def words_for_none(role: str) -> Iterator[str]:
    """Yield words that mean, in all languages, that nobody has a role: `no_winner` for `winner`.

    Each word is yielded in four spellings: with and without `_` after the word for *no*, and each
    of these also without accents.
    """
    for table in _languages():
        heads = table["heads"].get(role, "").split()
        for no, head in product(table["words"].get("no", "").split(), heads):
            spellings = f"{no}_{head}", f"{no}{head}"  # scripts without blanks join them
            yield from (*spellings, *(strip_accents(each) for each in spellings))


def entries(section: str) -> Iterator[tuple[str, str]]:
    """Yield each word in a section of the language files with its key, one language at a time."""
    for table in _languages():
        for key, listed in table.get(section, {}).items():
            for word in listed.split():
                yield word, key


def meanings(section: str) -> Mapping[str, tuple[str, ...]]:
    """Map each word in a section of the language files to its possible keys, the likeliest first.

    For example, `Donneur` maps to `from` and `dealer`. Words without accents are also included.
    """
    meanings_by_word: dict[str, dict[str, None]] = {}
    for word, key in entries(section):
        for spelling in (word, strip_accents(word)):
            meanings_by_word.setdefault(spelling, {})[key] = None
    return {word: tuple(keys) for word, keys in meanings_by_word.items()}
