"""Finds words that are similar to a given word, and inverts tables of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_ALIKE = 60
"""Least likeness, in percent, of two similar words."""
_CLOSE = 10
"""Percentage points by which the likeness of a similar word may be below that of the nearest."""


def invert_names(names: Mapping[str, str]) -> dict[str, str]:
    """Turn a table from meaning to names into a dictionary from each name to its meaning.

    In `names`, the names of one meaning are one text, separated by spaces.

    >>> invert_names({"m": "man wan", "p": "pin"})
    {'man': 'm', 'wan': 'm', 'pin': 'p'}
    """
    return {name: meaning for meaning, text in names.items() for name in text.split()}


def near_words(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the words of `known` that are spelled like `word`, the most similar first.

    Used to suggest a correction. Return at most `most` words, and an empty list if no word is
    similar enough.

    >>> near_words("winer", ["dealer", "winner", "from"])
    ['winner']
    """
    # Only a wrong word needs the library, and loading it takes longer than judging a record.
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    matches = process.extract(word, list(known), scorer=fuzz.ratio, limit=most, score_cutoff=_ALIKE)
    return [match for match, score, _ in matches if score + _CLOSE >= matches[0][1]]


def likeness(one: str, other: str) -> float:
    """Return how similar the spellings of two words are, from 0 (no common letter) to 1 (equal).

    >>> likeness("silva", "silva")
    1.0
    """
    from rapidfuzz import fuzz  # noqa: PLC0415  as above

    return fuzz.ratio(one, other) / 100
