"""Finds words that are similar to a given word, and inverts tables of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_ALIKE = 60
"""Percent of the letters that two words must share."""
_CLOSE = 10
"""Percent that another word may be less like it than the nearest one."""


def invert_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return a dictionary from each name to its meaning.

    `names` has for each meaning its names, separated by spaces.

    >>> invert_names({"m": "man wan", "p": "pin"})
    {'man': 'm', 'wan': 'm', 'pin': 'p'}
    """
    return {name: meaning for meaning, text in names.items() for name in text.split()}


def near_words(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return at most `most` of the `known` words that are like a word, the most similar first.

    Empty if no word is similar enough.

    >>> near_words("winer", ["dealer", "winner", "from"])
    ['winner']
    """
    # Only a wrong word needs the library, and loading it takes longer than judging a record.
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    matches = process.extract(word, list(known), scorer=fuzz.ratio, limit=most, score_cutoff=_ALIKE)
    return [match for match, score, _ in matches if score + _CLOSE >= matches[0][1]]


def likeness(one: str, other: str) -> float:
    """Return how similar two words are, from 0 (no letter in common) to 1 (equal).

    >>> likeness("silva", "silva")
    1.0
    """
    from rapidfuzz import fuzz  # noqa: PLC0415  as above

    return fuzz.ratio(one, other) / 100
