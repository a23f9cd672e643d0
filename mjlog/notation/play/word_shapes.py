"""Reads words of play by their shapes: the grammar divides all words of one shape alike.

A shape has `t` for one tile, `T` for a run of several tiles, and each sign as it is: ``2s-8m`` and
``5'z-1p`` are both ``t-t``. The grammar is asked once for each shape. For the most common shapes
the grammar's answer is in the code (`common_shapes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.notation.play.common_shapes import COMMON
from mjlog.notation.terminals import TERMINALS

Piece = tuple[str, str, int]
"""A piece of a word: its kind, its text and its column."""
Part = tuple[str, int, int]
"""A piece of a shape: its kind, and the index of its first token and of the token after it.

A token is a sign or a run of tiles.
"""

_MOST: Final = 1 << 12
_RUN_OR_SIGN: Final = lazy_pattern(rf"{TERMINALS['TILES']}|.")
_TILE: Final = lazy_pattern(TERMINALS["TILE"])
_TILES: Final = lazy_pattern(TERMINALS["TILES"])
_known: Final[dict[str, tuple[Part, ...]]] = {}
_SIGNS: Final = frozenset("+-*^&/=#_.!x")
"""Signs that a shape may have besides tiles."""


def pieces_by_shape(word: str) -> tuple[Piece, ...] | None:
    """Divide the text of a turn, without a seat, into the pieces that stand for its acts.

    A piece is (kind of act, text, column): ``2s-8m`` has a draw and a discard. The column is always
    1, because it is not known here. Return None if only the grammar can divide the text.
    """
    tokens = _RUN_OR_SIGN.findall(word)
    shape = "".join(map(_sign, tokens))
    parts = _known.get(shape) or _learn(shape, tokens)
    if not parts:
        return None
    return tuple((kind, "".join(tokens[start:end]), 1) for kind, start, end in parts)


@lru_cache(maxsize=_MOST)
def _sign(token: str) -> str:
    """Return the letter for a part of a word: ``t`` for one tile, ``T`` for several tiles.

    From these letters the shape of a word is made, such as ``t-t`` for ``2s-8m``. Punctuation such
    as ``-`` stands for itself; any other text gives ``?``.
    """
    if token in _SIGNS:
        return token
    if _TILE.fullmatch(token):
        return "t"
    return "T" if _TILES.fullmatch(token) else "?"


def _learn(shape: str, tokens: list[str]) -> tuple[Part, ...]:
    """Find how words of a new shape are divided, and add the result to the cache.

    A shape is a pattern such as ``t-t`` for ``2s-8m``. The result is a tuple of (kind of act, first
    index, end index), where the indices count the signs of the shape. It is empty if the shape
    cannot be divided or the cache is full. `tokens` are the parts of the first word of this shape.
    """
    if "?" in shape or len(_known) >= _MOST:
        return ()
    parts = parts_of_common(shape) or parts_by_grammar(tokens)
    if parts:
        _known[shape] = parts
    return parts


def parts_of_common(shape: str) -> tuple[Part, ...]:
    """Return how words of a common shape, such as ``t-t`` for ``2s-8m``, are divided into acts.

    The result is a tuple of (kind of act, first index, end index); the indices count the signs of
    the shape. Kongs, bonus tiles and replacements may be added to a common shape. The result is
    empty for any other shape.
    """
    further = _FURTHER.search(shape)
    if further is None and shape in COMMON:
        parts = (part.split(":") for part in COMMON[shape].split())
        return tuple((kind, int(start), int(end)) for kind, start, end in parts)
    if further is None:
        return _with_indicator(shape) if shape.endswith("=t") else ()
    start, end = further.span("step")
    shorter = parts_of_common(shape[:start] + shape[end:])
    return shorter and tuple(_with_step(shorter, further["step"], start))


def _with_indicator(shape: str) -> tuple[Part, ...]:
    """Return how words whose shape ends with a turned-up indicator, such as ``t-t=t``, are divided.

    The result has the same form as that of `parts_of_common`. It is empty if the shape without the
    indicator is not common.
    """
    size = len(shape)
    shorter = COMMON.get(shape[:-2], "") and parts_of_common(shape[:-2])
    if not shorter or (shorter[-1][0], shorter[-1][2]) != ("drop", size - 2):
        return ()
    return (*shorter, ("turned", size - 1, size))


def _with_step(shorter: tuple[Part, ...], step: str, at: int) -> Iterator[Part]:
    """Yield the division of a shape into acts after an act, `step`, was inserted at index `at`.

    A shape is a pattern such as ``t-t`` for ``2s-8m``. `shorter` is the division without the act:
    tuples of (kind of act, first index, end index). Indices after `at` become higher by the length
    of `step`, which is a kong, bonus tiles or a replacement.
    """
    size = len(step)
    before = [part for part in shorter if part[1] <= at and part[2] <= at]
    yield from before
    yield _STEPS.get(step, _STEPS[step[0]]), at + 1, at + size
    yield from ((kind, start + size, end + size) for kind, start, end in shorter[len(before) :])


_STEPS: Final = {
    "*": "concealed",
    "^": "added",
    "&": "setout",
    "/": "replaced",
    "/x": "unreplaced",
    "=": "turned",
}
_STEP: Final = r"\*[tT]|\^t|&[tT]|/[tTx]?"
_FURTHER: Final = lazy_pattern(rf"(?:{_STEP})(?P<step>{_STEP}|=t)(?![tT])")
"""A step of a word after another step; there may be any number of further steps.

A step directly before tiles is not included, because the tiles would then belong to the step
before.
"""


def parts_by_grammar(tokens: list[str]) -> tuple[Part, ...]:
    """Divide the text of a turn by the grammar; `tokens` are its signs and its groups of tiles.

    For example, ``2s-8m`` has the tokens ``2s``, ``-`` and ``8m``. The result is a tuple of (kind
    of act, first index, end index); the indices count the tokens. It is empty if the grammar
    refuses the text, or if the text has a seat or ``~``.
    """
    from mjlog.notation.grammar import GrammarError
    from mjlog.notation.play.word_trees import pieces_of

    try:
        seat, stood, pieces = pieces_of("".join(tokens))
    except GrammarError:
        return ()
    return () if seat or stood else tuple(_parts(tokens, pieces))


def _parts(tokens: list[str], pieces: tuple[Piece, ...]) -> Iterator[Part]:
    places = {column: at for at, column in enumerate(accumulate(map(len, tokens), initial=1))}
    for kind, text, column in pieces:
        start = places[column] + (kind not in _WITHOUT_SIGN)
        end = start
        while len("".join(tokens[start:end])) < len(text):
            end += 1
        yield kind, start, end


_WITHOUT_SIGN: Final = frozenset({"drop", "draw", "unseen", "win"})
"""Kinds of pieces that begin without a sign."""
