"""Finds the calls that a rule set allows, so that a page offers only these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from mjlog.model.findings import errors
from mjlog.model.record import SEATS
from mjlog.model.tiles import KINDS, Tile, text
from mjlog.notation import read
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet

_TRIED: Final[tuple[Tile, ...]] = (4, 13, 22, 27, 33)
"""Tiles to try a call with: the five of each suit, a wind and a dragon.

If a call is not legal with any of these, the rules do not allow the call.
"""


@lru_cache(maxsize=128)
def known_calls(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Return the names of the calls, such as ``chow``, that a rule set allows.

    Each call is tried in a short deal, with several tiles; it is allowed if it is legal with at
    least one tile. A page then offers only the allowed calls.
    """
    copies = rules.play.spec.copies
    tiles = [tile for tile in _TRIED if copies[tile]]
    return tuple(
        name
        for name, words in _CALLS.items()
        if any(_is_legal(rules, seats, words(_Probe(copies, seats, tile))) for tile in tiles)
    )


class _Probe:
    """The tiles, in notation, for a short trial deal in which B claims or melds tiles."""

    def __init__(self, copies: tuple[int, ...], seats: int, tile: Tile) -> None:
        self.tile = text([tile])
        self.pair = text([tile] * 2)
        self.three = text([tile] * 3)
        self.four = text([tile] * 4)
        self.beside = text([tile - 1, tile + 1])
        self._spare = (each for each in range(KINDS) if copies[each] and abs(each - tile) > 1)
        self._seats = seats

    def thrown(self) -> str:
        """Return a tile, in notation, that the call under trial does not need.

        Each call of this method returns a different tile.
        """
        return text([next(self._spare)])

    def around(self) -> Iterator[str]:
        """Yield a discard, in notation, for each other player: C, D, A, so that B is next again."""
        return (f"{SEATS[at % self._seats]}:-{self.thrown()}" for at in range(2, self._seats + 1))


_CALLS: Final[dict[str, Callable[[_Probe], str]]] = {
    "pung": lambda on: f"A:-{on.tile} B:+{on.pair}-{on.thrown()}",
    "chow": lambda on: f"A:-{on.tile} B:+{on.beside}-{on.thrown()}",
    "kong": lambda on: f"A:-{on.tile} B:+{on.three}/-{on.thrown()}",
    "concealed": lambda on: f"A:-{on.thrown()} B:*{on.four}/-{on.thrown()}",
    "added": lambda on: (
        f"A:-{on.tile} B:+{on.pair}-{on.thrown()} {' '.join(on.around())} "
        f"B:^{on.tile}/-{on.thrown()}"
    ),
    "setout": lambda on: f"A:?&4z/-{on.thrown()}",
}
"""How each call is played in a trial deal."""


def _is_legal(rules: RuleSet, seats: int, words: str) -> bool:
    heads = "".join(f"{seat}: x\n" for seat in SEATS[:seats])
    game = read(f"%mjlog 1.0\n{heads}@ 1 dealer=A\n{words}\n")
    findings = replay(game.deals[0], rules, seats=seats).findings
    return not errors((*game.findings, *findings))
