"""Finds headings that name the same players several times, as in `Ann`, `Bob`, `PT Ann`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from mjlog.sheets.cells.words import plain, role_of

_LEAST_PLAYERS: Final = 3
_MOST_HEADS: Final = 60
_BESIDE_NAMES: Final = " :/_–-()[]（）・の."
"""Characters between a name and a word in one head, such as `三浦の成績`."""
_STEPS: Final = (1, 2)
"""Distances between the headings of a group: another group may have the headings between them."""

Words = tuple[str, str]
"""What a heading has before and behind the player's name."""


def groups_of_names(texts: Sequence[str]) -> list[Mapping[int, str]]:
    """Return the groups of headings that name the same players in the same order.

    For example, `Ann`, `Bob`, `Cid`, `Ann place`, `Bob place`, `Cid place` are two groups. Each
    group is a dict from the index of the heading to the name, and the groups are in the order of
    the headings. Within a group, all headings have the same words before and after the names.
    Return an empty list if there are not two groups of at least three players.
    """
    best: list[Mapping[int, str]] = []
    if not 2 * _LEAST_PLAYERS <= len(texts) <= _MOST_HEADS or not all(texts):
        return best
    size = _LEAST_PLAYERS - 1
    for step, first in ((step, at) for step in _STEPS for at in range(len(texts))):
        seconds = range(first + _LEAST_PLAYERS, len(texts))
        if step > 1:
            seconds = range(first + 1, min(first + step, len(texts)))
        for second in seconds:
            for words in _words_beside(texts[first], texts[second]):
                names = _common_names(texts, (first, second), words, step)
                if len(names) > size:
                    size = len(names)
                    groups = [_group_from(at, texts, names, step) for at in range(len(texts))]
                    best = [group for group in groups if group]
    return best if len(best) > 1 else []


def _words_beside(text: str, other: str) -> Iterator[tuple[Words, Words]]:
    """Yield the texts around a name in two headings, for each name that both may contain.

    Each result has two pairs: the text before and the text after the name, in `text` and in
    `other`. One heading may be the name alone. Otherwise one of these texts must be a known
    heading.
    """
    before, name, behind = other.partition(text)
    if name and (before or behind):
        yield ("", ""), (before, behind)
    before, name, behind = text.partition(other)
    if name and (before or behind):
        yield (before, behind), ("", "")
    start = _common_start(text, other)
    ends = text[len(start) :], other[len(start) :]
    if start and any(role_of(end.strip(_BESIDE_NAMES)) for end in ends):
        yield ("", ends[0]), ("", ends[1])
    end = _common_start(text[::-1], other[::-1])[::-1]
    starts = text.removesuffix(end), other.removesuffix(end)
    if end and any(role_of(each.strip(_BESIDE_NAMES)) for each in starts):
        yield (starts[0], ""), (starts[1], "")


def _common_start(text: str, other: str) -> str:
    """Return the common beginning of two texts.

    If it ends within a word in Latin letters, this part of the word is left out.
    """
    pairs = enumerate(zip(text, other, strict=False))
    end = next((at for at, (one, two) in pairs if one != two), min(len(text), len(other)))
    start = text[:end]
    if start[-1:].isascii() and start[-1:].isalnum():
        start = start[: max(start.rfind(sign) for sign in _BESIDE_NAMES) + 1]
    return start


def _common_names(
    texts: Sequence[str], places: tuple[int, int], words: tuple[Words, Words], step: int
) -> list[str]:
    """Return the names in two groups of headings that begin at these indices.

    `places` are the indices of the first heading of each group, `words` the texts around the names
    in each group, and `step` is the distance between the headings of a group. The groups are as
    long as possible. Return an empty list if there are fewer than three names, if a name is
    repeated, or if a name is a known heading.
    """
    first, second = places
    names: list[str] = []
    for at in count(0, step):
        if second + at >= len(texts) or (step == 1 and first + at >= second):
            break
        name = _name_in(texts[first + at], words[0])
        if not name or name != _name_in(texts[second + at], words[1]):
            break
        names.append(name)
    plain_names = {plain(name) for name in names}
    is_clear = len(plain_names) == len(names) and not any(role_of(name) for name in names)
    return names if is_clear and len(names) >= _LEAST_PLAYERS else []


def _name_in(text: str, words: Words) -> str:
    """Return the name in a heading, between the two texts of `words`.

    Return an empty text if the heading does not begin and end with these texts.
    """
    before, behind = words
    is_alike = text.startswith(before) and text.endswith(behind)
    name = text[len(before) : len(text) - len(behind)]
    return name.strip(_BESIDE_NAMES) if is_alike else ""


def _group_from(
    start: int, texts: Sequence[str], names: Sequence[str], step: int
) -> Mapping[int, str]:
    """Return the group of headings with these names that begins at index `start`.

    The result maps the index of each heading to its name. `step` is the distance between the
    headings. Return an empty dict if a heading has another name, or if the texts around the names
    are not equal.
    """
    chosen = texts[start : start + step * len(names) : step]
    if len(chosen) < len(names):
        return {}
    # A name of one letter may also be in the word before it.
    for part in (str.partition, str.rpartition):
        parts = [part(text, name) for text, name in zip(chosen, names, strict=True)]
        if all(name for _, name, _ in parts) and len({(one, two) for one, _, two in parts}) == 1:
            return {start + step * at: name for at, name in enumerate(names)}
    return {}
