"""Tiles that have names, for programs that use mjlog."""

from __future__ import annotations

from typing import Any, Final, Self

from mjlog.model.tiles import (
    FACES,
    JOKER,
    JOKER_AS,
    KIND,
    KINDS,
    NAMES,
    OUTER,
    PILLAR,
    RED,
    TERMINALS,
    TILES,
    place,
    text,
)
from mjlog.model.tiles import is_bonus as is_bonus_tile
from mjlog.model.tiles import is_known as is_known_tile


class Tile(int):
    """One tile: ``Tile("5m")``, ``Tile("0p")`` for a red five, ``Tile("9'm")`` for a pillar.

    A tile is an int and equals the number by which mjlog represents it, so it can be used wherever
    mjlog takes such a number: ``Tile(act.tile)`` is the tile of an act. Tiles sort in the canonical
    order of records: characters, dots, bamboo, honours, bonus tiles, and a red five after the plain
    five. With a plain int, a tile is compared as a number. Raises ValueError for a name or number
    that is not a tile.

    >>> Tile("5m"), Tile(4) == Tile("5m"), str(Tile("0p"))
    (Tile('5m'), True, '0p')
    >>> Tile("0p").suit, Tile("0p").rank, Tile("0p").is_red, Tile("7z").is_honour
    ('p', 5, True, True)
    >>> sorted([Tile("1z"), Tile("0m"), Tile("6m"), Tile("5m")])
    [Tile('5m'), Tile('0m'), Tile('6m'), Tile('1z')]
    """

    __slots__ = ()

    def __new__(cls, tile: str | int) -> Self:
        """Return the tile with a name in notation such as ``5m``, or with a number.

        Raise ValueError if no tile has this name or number.
        """
        number = _number_of(tile) if isinstance(tile, str) else int(tile)
        if number is None or not 0 <= number & ~PILLAR < FACES or number >= 2 * PILLAR:
            raise ValueError(
                f"{tile!r} is no tile; tiles are 1m to 9m, p and s, 1z to 7z, 1f to 8f,"
                " 0m 0p 0s, J and ?"
            )
        return super().__new__(cls, number)

    @property
    def face(self) -> Tile:
        """This tile without the mark of a pillar (a tile set apart)."""
        return Tile(self & ~PILLAR)

    @property
    def kind(self) -> Tile:
        """The plain tile that this tile counts as, for example the plain five for a red five.

        A joker in a meld counts as the tile that it stands for. A pillar, which is a tile set apart
        and written with a mark, counts as the same tile without its mark. Any other tile counts as
        itself.
        """
        return Tile(KIND[self & ~PILLAR])

    @property
    def suit(self) -> str | None:
        """Letter of the suit, one of ``m p s z f``; None if it is unknown or the tile is a joker.

        A melded joker has the suit of the tile that it stands for.
        """
        letter = NAMES[self & ~PILLAR][-1]
        return letter if letter in "mpszf" else None

    @property
    def rank(self) -> int | None:
        """Number of the tile in its suit, 5 for a red five; None if unknown or for a joker.

        Winds are 1-4, dragons 5-7. A melded joker has the rank of the tile that it stands for.
        """
        digit = NAMES[self.kind][0]
        return int(digit) if digit.isdigit() else None

    @property
    def is_honour(self) -> bool:
        """Whether the tile is a wind or a dragon."""
        return self.kind < KINDS and self.suit == "z"

    @property
    def is_terminal(self) -> bool:
        """Whether the tile is a one or a nine."""
        return self.kind in TERMINALS

    @property
    def is_outer(self) -> bool:
        """Whether the tile is a terminal or an honour."""
        return self.kind in OUTER

    @property
    def is_red(self) -> bool:
        """Whether the tile is a red five."""
        return RED <= self & ~PILLAR < RED + 3

    @property
    def is_joker(self) -> bool:
        """Whether the tile is a joker, in a meld or not."""
        return self & ~PILLAR == JOKER or self & ~PILLAR >= JOKER_AS

    @property
    def is_bonus(self) -> bool:
        """Whether the tile is a flower or a season."""
        return is_bonus_tile(self)

    @property
    def is_known(self) -> bool:
        """Whether the record says exactly which tile it is; False if only its suit is known."""
        return is_known_tile(self)

    @property
    def is_pillar(self) -> bool:
        """Whether the record marks the tile as a pillar (a tile set apart)."""
        return self & PILLAR != 0

    def __str__(self) -> str:
        """Return the tile in notation, such as ``5m``."""
        return text((int(self),))

    def __repr__(self) -> str:
        """Return the call that makes the tile, such as ``Tile('5m')``."""
        return f"Tile({str(self)!r})"

    def __format__(self, spec: str) -> str:
        """Return the tile in notation, formatted as a string, for example in an f-string."""
        return format(str(self), spec)

    def __lt__(self, other: int) -> bool:
        """Return whether this tile comes before `other` in the order in which records list tiles.

        If `other` is an int that is no `Tile`, compare the numbers of the tiles instead.
        """
        if not isinstance(other, Tile):
            return super().__lt__(other)
        return place(self) < place(other)

    def __le__(self, other: int) -> bool:
        """Return whether this tile equals `other` or comes before it in the order of records.

        If `other` is a plain int, compare the numbers of the tiles instead.
        """
        if not isinstance(other, Tile):
            return super().__le__(other)
        return place(self) <= place(other)

    def __gt__(self, other: int) -> bool:
        """Return whether this tile comes after `other` in the order of records.

        If `other` is a plain int, compare the numbers of the tiles instead.
        """
        if not isinstance(other, Tile):
            return super().__gt__(other)
        return place(self) > place(other)

    def __ge__(self, other: int) -> bool:
        """Return whether this tile equals `other` or comes after it in the order of records.

        If `other` is a plain int, compare the numbers of the tiles instead.
        """
        if not isinstance(other, Tile):
            return super().__ge__(other)
        return place(self) >= place(other)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to copy the tile: the class and the number of the tile."""
        return Tile, (int(self),)


NAMED: Final = tuple(Tile(n) if n & ~PILLAR < FACES else None for n in range(2 * PILLAR))
"""Each tile by its number, made once."""


def _number_of(name: str) -> int | None:
    """Return the number of the tile with a name in notation; None if no tile has this name."""
    number = TILES.get(name.replace("'", "", 1))
    if number is None:
        return None
    tile = number | PILLAR if "'" in name else number
    return tile if text((tile,)) == name else None
